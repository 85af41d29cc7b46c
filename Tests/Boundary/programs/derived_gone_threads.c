/*
 * derived_gone_threads.c - sources of derived lists are destroyed while other threads change them, derive from them,
 * and poll, filter and search what follows them. Whatever a call meets, it answers IQ_OK, or IQ_ERROR_HANDLE once
 * its list is gone. What is released cannot be read any more (unmapping_allocator.h).
 *
 *     source ──► outline ──► filter          the first two are destroyed by one thread, the filter by nobody
 */
#include "random.h"
#include "unmapping_allocator.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>

enum { THREADS = 4, KEYS = 8, VERSIONS = 24, RACES = 1000 };

static struct {
    iq_list *source, *outline, *filter;
    atomic_size_t given, ended, destroyed; /* filters */
    bool loses_outline;
} self;

static iq_list *last_of(random_source *random)
{
    iq_list *const lists[] = {self.source, self.outline, self.filter};
    return lists[random_below(random, 3)];
}

static bool lives(iq_status status)
{
    CHECK(status == IQ_OK || status == IQ_ERROR_HANDLE);
    return status == IQ_OK;
}

static void wait_some(random_source *random)
{
    for (volatile size_t i = random_below(random, 4000); i > 0; i--) {
    }
}

/* ---- one thread each */

/* Items 1 to KEYS, of which the even ones are below those before them, and one of this version only. */
static iq_status set_version(size_t version)
{
    iq_key keys[KEYS + 1];
    uint16_t levels[KEYS + 1] = {0};
    for (size_t i = 0; i <= KEYS; i++) {
        keys[i] = iq_key_from_u64(i < KEYS ? i + 1 : 100 + version);
        levels[i] = i % 2;
    }
    levels[KEYS] = 0;
    const iq_columns items = {.struct_size = sizeof items, .count = KEYS + 1, .keys = keys, .levels = levels};
    return iq_list_set_items(self.source, &items, NULL, NULL);
}

static void *change(void *random)
{
    for (size_t version = 1; version <= VERSIONS && lives(set_version(version)); version++) {
        wait_some(random);
    }
    return NULL;
}

static void *lose(void *random)
{
    for (size_t i = random_below(random, 16); i > 0; i--) {
        wait_some(random);
    }
    iq_list_destroy(self.source);
    wait_some(random);
    if (self.loses_outline) {
        iq_list_destroy(self.outline);
    }
    return NULL;
}

static int passes(void *context, iq_key key, const void *model)
{
    CHECK(context == &self && model == NULL);
    return key.bytes[0] % 3 != 0;
}

static void destroy(void *context)
{
    CHECK(context == &self);
    atomic_fetch_add(&self.destroyed, 1);
}

static void done(void *context, uint64_t ticket, iq_status status)
{
    CHECK(context == &self && ticket != 0);
    CHECK(status == IQ_OK || status == IQ_ERROR_CANCELLED || status == IQ_ERROR_SUPERSEDED);
    atomic_fetch_add(&self.ended, 1);
}

static void poll_once(iq_list *list)
{
    iq_event events[4] = {{.struct_size = sizeof events[0]}};
    size_t count;
    lives(iq_list_poll(list, events, 4, &count));
}

static void *follow(void *random)
{
    for (size_t i = 0; i < 40; i++) {
        iq_filter filter = {.struct_size = sizeof filter, .passes = passes, .context = &self, .destroy = destroy};
        iq_submit_options options = {.struct_size = sizeof options, .done = done, .context = &self};
        options.delay_milliseconds = random_chance(random, 10);
        if (random_chance(random, 30)) {
            CHECK_OK(iq_list_set_filter(self.filter, &filter, &options, NULL));
            atomic_fetch_add(&self.given, 1);
        }
        poll_once(self.outline);
        poll_once(self.filter);
        wait_some(random);
    }
    return NULL;
}

static void *use(void *random)
{
    for (size_t i = 0; i < 40; i++) {
        const iq_key key = iq_key_from_u64(1 + random_below(random, KEYS + 1));
        iq_list *list = last_of(random), *made;
        iq_item item;
        size_t missing;
        iq_status status = iq_list_find_item(list, NULL, key, &item);
        CHECK(status == IQ_OK || status == IQ_ERROR_HANDLE || status == IQ_ERROR_NOT_FOUND);
        lives(iq_list_set_key_states(last_of(random), NULL, &key, 1, IQ_STATE_EXPANDED | IQ_STATE_HOST, 0, &missing));
        if (lives(iq_list_derive(last_of(random), NULL, &made))) {
            size_t count;
            poll_once(made);
            CHECK_OK(iq_list_get_count(made, NULL, &count));
            CHECK(count > 0 || list != self.source);
            iq_list_destroy(made);
        }
    }
    return NULL;
}

/* ---- a round */

static void open_lists(void)
{
    const iq_derive_options filters = {.struct_size = sizeof filters, .kind = IQ_DERIVE_FILTER};
    CHECK_OK(iq_list_create(NULL, &self.source));
    CHECK_OK(set_version(0));
    CHECK_OK(iq_list_derive(self.source, NULL, &self.outline));
    CHECK_OK(iq_list_derive(self.outline, &filters, &self.filter));
    CHECK_OK(iq_list_set_events(self.outline, IQ_EVENT_UPDATE | IQ_EVENT_STATES));
}

/* All items of a list are found by key, also in what was derived from it. */
static void check_keys(const iq_list *list)
{
    iq_key keys[KEYS + 1];
    const iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = keys};
    size_t count;
    CHECK_OK(iq_list_get_count(list, NULL, &count));
    CHECK(count <= KEYS + 1);
    CHECK_OK(iq_list_get_items(list, 0, count, &buffers));
    for (size_t i = 0; i < count; i++) {
        iq_item by_key, at;
        CHECK_OK(iq_list_find_item(list, NULL, keys[i], &by_key));
        CHECK_OK(iq_list_find_item_at(list, i, &at));
        CHECK(by_key.id == at.id);
    }
}

static void run(uint64_t seed)
{
    void *(*const bodies[THREADS])(void *) = {change, lose, follow, use};
    pthread_t threads[THREADS];
    random_source randoms[THREADS];
    check_seed = seed;
    self.loses_outline = seed % 3 == 0;
    open_lists();
    for (size_t t = 0; t < THREADS; t++) {
        randoms[t].state = seed * THREADS + t;
        CHECK(pthread_create(&threads[t], NULL, bodies[t], &randoms[t]) == 0);
    }
    for (size_t t = 0; t < THREADS; t++) {
        CHECK(pthread_join(threads[t], NULL) == 0);
    }
    check_keys(self.filter);
    if (!self.loses_outline) {
        check_keys(self.outline);
        iq_list_destroy(seed % 2 ? self.outline : self.filter);
    }
    iq_list_destroy(seed % 2 || self.loses_outline ? self.filter : self.outline);
    CHECK(atomic_load(&self.ended) == atomic_load(&self.given));
    CHECK(atomic_load(&self.destroyed) == atomic_load(&self.given));
}

/* ---- a list is derived at the moment at which its source goes */

static _Atomic(iq_list *) going;

static void *lose_all(void *random)
{
    for (size_t i = 0; i < RACES; i++) {
        while (!going) {
            sched_yield();
        }
        wait_some(random);
        iq_list_destroy(going);
        going = NULL;
    }
    return NULL;
}

/* "The derived list is filled, or the answer is IQ_ERROR_HANDLE." */
static void check_races(uint64_t seed)
{
    pthread_t thread;
    random_source random = {seed}, others = {seed + 1};
    check_seed = seed;
    CHECK(pthread_create(&thread, NULL, lose_all, &others) == 0);
    for (size_t i = 0; i < RACES; i++) {
        iq_list *list;
        size_t count;
        CHECK_OK(iq_list_create(NULL, &self.source));
        CHECK_OK(set_version(0));
        going = self.source;
        wait_some(&random);
        if (lives(iq_list_derive(self.source, NULL, &list))) {
            CHECK_OK(iq_list_get_count(list, NULL, &count));
            CHECK(count == KEYS / 2 + 1);
            check_keys(list);
            iq_list_destroy(list);
        }
        while (going) {
            sched_yield();
        }
    }
    CHECK(pthread_join(thread, NULL) == 0);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&unmapping_allocator));
    size_t bytes = iq_memory_used();
    uint64_t seed = check_first_seed(1), rounds = check_scaled(100);
    for (uint64_t i = 0; i < rounds; i++) {
        run(seed + i);
    }
    check_races(seed);
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == bytes);
    return 0;
}

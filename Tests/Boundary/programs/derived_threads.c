/*
 * derived_threads.c - lists that follow a source while other threads change it, read it, and set states: see
 * followers.h.
 */
#include "check.h"
#include "followers.h"
#include "tree_input.h"

#include <pthread.h>
#include <sched.h>
#include <string.h>

enum { COMMITS = 30, CALLS = 120 };

static atomic_bool is_quiet;

/* ---- threads */

static void *change_source(void *random)
{
    for (size_t i = 0; i < COMMITS; i++) {
        followed_change(random);
    }
    return NULL;
}

static void poll_until_quiet(follower *self, size_t step, random_source *random)
{
    while (!atomic_load(&is_quiet)) {
        for (size_t i = 0; i < FOLLOWERS; i += step) {
            (void)follower_poll(&self[i], 1 + random_below(random, 32));
        }
        if (random_chance(random, 30)) {
            sched_yield();
        }
    }
}

/* The outline and what follows it. */
static void *poll_outlines(void *random)
{
    poll_until_quiet(&followers[0], 2, random);
    return NULL;
}

static void *poll_filter(void *random)
{
    poll_until_quiet(&followers[1], FOLLOWERS, random);
    return NULL;
}

static void *use_lists(void *random)
{
    for (size_t i = 0; i < CALLS; i++) {
        size_t which = random_below(random, FOLLOWERS + 1);
        follower_use(which == FOLLOWERS ? &followed : &followers[which], random);
    }
    return NULL;
}

/* ---- all is quiet */

static bool has_key(const iq_key *keys, size_t count, unsigned key)
{
    for (size_t i = 0; i < count; i++) {
        if (tree_number(keys[i]) == key) {
            return true;
        }
    }
    return false;
}

/* The list shows what follows from its source, and has said so. */
static void check_follower(const follower *self, const tree *from, tree *shown)
{
    tree wanted;
    tree_rules rules = {.flags = self->flags};
    iq_key expanded[TREE_KEYS];
    size_t count;
    CHECK_OK(iq_list_find_keys_in_state(self->list, IQ_STATE_EXPANDED, 0, NULL, expanded, TREE_KEYS, &count));
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        rules.expanded[key] = has_key(expanded, count, key);
        rules.passes[key] = self->filter_count == 0 || self->filters[self->filter_count - 1].passes[key];
    }
    tree_derive(from, &rules, &wanted);
    tree_read(self->list, shown);
    CHECK(tree_same(shown, &wanted) && tree_same(shown, &self->mirror));
    for (uint32_t state = IQ_STATE_SELECTED; state <= IQ_STATE_HOST; state <<= 1) {
        if (state & FOLLOWER_STATES) {
            follower_check_states(self, state);
        }
    }
    uint32_t states[TREE_KEYS];
    const iq_item_buffers buffers = {.struct_size = sizeof buffers, .states = states};
    CHECK_OK(iq_list_get_items(self->list, 0, shown->count, &buffers));
    for (size_t i = 0; i < shown->count; i++) {
        CHECK(self->mirrored[shown->items[i].key] == states[i]);
    }
    for (unsigned key = 0; key < FOLLOWER_ROOTS; key++) {
        CHECK(self->covered[key] >= atomic_load(&marks_committed[key]));
    }
}

static void check_quiet(void)
{
    tree read, shown[FOLLOWERS];
    tree_read(followed.list, &read);
    CHECK(tree_same(&read, &followed_tree));
    for (size_t i = 0; i < FOLLOWERS; i++) {
        /* The first may have nothing to report and have done part of the work. */
        for (size_t quiet = 0; quiet < 3; quiet++) {
            quiet = follower_poll(&followers[i], 32) ? 0 : quiet;
        }
    }
    for (size_t i = 0; i < FOLLOWERS; i++) {
        follower *from = followers[i].source;
        check_follower(&followers[i], from ? &shown[from - followers] : &read, &shown[i]);
    }
}

/* ---- rounds */

static void open_list(follower *self, follower *from, uint32_t flags, unsigned certain)
{
    const iq_derive_options options = derive_options(flags);
    self->flags = flags;
    self->source = from == &followed ? NULL : from;
    self->certain = certain;
    CHECK_OK(iq_list_derive(from->list, &options, &self->list));
    CHECK_OK(iq_list_set_selection(self->list, IQ_SELECTION_MULTIPLE | IQ_SELECTION_KEEPS));
    CHECK_OK(iq_list_set_events(self->list, IQ_EVENT_UPDATE | IQ_EVENT_STATES | IQ_EVENT_CHILDREN));
    tree_read(self->list, &self->mirror);
}

static void open_all(random_source *random)
{
    memset(&followed, 0, sizeof followed);
    memset(followers, 0, sizeof followers);
    memset(&followed_tree, 0, sizeof followed_tree);
    for (unsigned key = 0; key < FOLLOWER_ROOTS; key++) {
        atomic_store(&marks_begun[key], 0);
        atomic_store(&marks_committed[key], 0);
    }
    atomic_store(&is_quiet, false);
    followed.certain = FOLLOWER_STAYING;
    CHECK_OK(iq_list_create(NULL, &followed.list));
    CHECK_OK(iq_list_set_selection(followed.list, IQ_SELECTION_MULTIPLE | IQ_SELECTION_KEEPS));
    tree_input items;
    followed_rearrange(&items.of, random);
    iq_columns columns = tree_input_all(&items);
    CHECK_OK(iq_list_set(followed.list, items.sections, items.of.sections, &columns, NULL, NULL));
    tree_read(followed.list, &followed_tree);
    uint32_t drop = random_chance(random, 50) ? IQ_DERIVE_DROP_EMPTY_SECTIONS : 0;
    uint32_t parents = random_chance(random, 50) ? IQ_DERIVE_KEEP_PARENTS : 0;
    open_list(&followers[0], &followed, drop, FOLLOWER_STAYING);
    open_list(&followers[1], &followed, AS_FILTER | parents | drop, FOLLOWER_STAYING);
    open_list(&followers[2], &followers[0], AS_FILTER | parents, FOLLOWER_ROOTS);
}

static void close_all(random_source *random)
{
    size_t first = random_below(random, FOLLOWERS + 1);
    for (size_t i = 0; i <= FOLLOWERS; i++) {
        size_t which = (first + i) % (FOLLOWERS + 1);
        iq_list_destroy(which == FOLLOWERS ? followed.list : followers[which].list);
    }
    for (size_t i = 0; i < FOLLOWERS; i++) {
        for (size_t f = 0; f < followers[i].filter_count; f++) {
            CHECK(followers[i].filters[f].ended == 1 && followers[i].filters[f].destroyed == 1);
        }
    }
}

static void run(uint64_t seed)
{
    void *(*const bodies[])(void *) = {change_source, use_lists, poll_outlines, poll_filter};
    enum { THREADS = sizeof bodies / sizeof bodies[0] };
    pthread_t threads[THREADS];
    random_source randoms[THREADS], random = {seed};
    check_seed = seed;
    open_all(&random);
    for (size_t t = 0; t < THREADS; t++) {
        randoms[t].state = seed * THREADS + t;
        CHECK(pthread_create(&threads[t], NULL, bodies[t], &randoms[t]) == 0);
    }
    for (size_t t = 0; t < THREADS; t++) {
        if (t == 2) {
            for (size_t i = 1; i < FOLLOWERS; i++) {
                follower_set_filter(&followers[i], true, &random);
            }
            atomic_store(&is_quiet, true);
        }
        CHECK(pthread_join(threads[t], NULL) == 0);
    }
    check_quiet();
    close_all(&random);
}

int main(void)
{
    tree_register();
    CHECK_OK(iq_memory_trim());
    size_t bytes = iq_memory_used();
    uint64_t seed = check_first_seed(1), rounds = check_scaled(2000);
    for (uint64_t i = 0; i < rounds; i++) {
        run(seed + i);
    }
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == bytes);
    return 0;
}

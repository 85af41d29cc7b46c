/*
 * sorted_threads.c - a sorted list whose source one thread sets, while another gives orders, one reads and sets states,
 * and one polls. Once all is quiet it shows the source's last version in the last order, each order has ended once, and
 * the states are those that were set.
 */
#include "check.h"
#include "sorter.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { COMMITS = 40, ORDERS = 16, CALLS = 120 };

static struct {
    iq_list *source, *list;
    mirror_order now;
    sorter_order orders[ORDERS];
    uint64_t contents[ORDERS][SORTER_KEYS];
    /* What is in every version of the source: keys 0 ..< staying. */
    bool selected[SORTER_KEYS];
    atomic_bool is_quiet;
} self;

enum { STAYING = 8 };

static void make_staying(mirror_order *to)
{
    for (uint64_t key = 0; key < STAYING; key++) {
        if (sorter_find(to, key) == to->count) {
            mirror_insert(to, 0, 0, key, 1 + key);
        }
    }
}

static void *change_source(void *random)
{
    for (size_t i = 0; i < COMMITS; i++) {
        sorter_change(&self.now, random);
        make_staying(&self.now);
        CHECK_OK(sorter_set(self.source, &self.now));
        if (random_chance(random, 30)) {
            sched_yield();
        }
    }
    return NULL;
}

static void *give_orders(void *random)
{
    for (size_t i = 0; i < ORDERS; i++) {
        sorter_order *order = &self.orders[i];
        *order = sorter_some_order(random, self.contents[i]);
        order->flags &= i + 1 < ORDERS ? ~0u : ~IQ_ORDER_FROZEN;
        uint32_t batch = random_chance(random, 50) ? 0 : 1 + (uint32_t)random_below(random, 30);
        const iq_order given = sorter_given(order, batch);
        const iq_submit_options options = sorter_options(order, random_chance(random, 50) ? IQ_SUBMIT_HERE : 0);
        CHECK_OK(iq_list_set_order(self.list, &given, &options, NULL));
        if (i + 1 < ORDERS && random_chance(random, 20)) {
            iq_status status = iq_list_cancel(self.list, 0);
            CHECK(status == IQ_OK || status == IQ_ERROR_STATE);
        }
        for (size_t pause = random_below(random, 20); pause > 0; pause--) {
            sched_yield();
        }
    }
    return NULL;
}

static void *use_list(void *random)
{
    for (size_t i = 0; i < CALLS; i++) {
        uint64_t key = random_below(random, STAYING);
        const iq_key keys[] = {iq_key_from_u64(key)};
        bool is_on = random_chance(random, 50);
        iq_item item;
        const iq_key any = iq_key_from_u64(random_below(random, SORTER_KEYS));
        size_t missing;
        CHECK_OK(iq_list_set_key_states(self.list, NULL, keys, 1, IQ_STATE_SELECTED, is_on ? 0 : IQ_SET_OFF, &missing));
        CHECK(missing == 0);
        self.selected[key] = is_on;
        iq_status status = iq_list_find_item(self.list, NULL, any, &item);
        CHECK(status == IQ_OK || status == IQ_ERROR_NOT_FOUND);
        iq_position position;
        status = status == IQ_OK ? iq_list_find_position(self.list, item, &position) : IQ_OK;
        CHECK(status == IQ_OK || status == IQ_ERROR_HANDLE);
        if (random_chance(random, 5)) {
            CHECK_OK(iq_list_hold(self.list));
            sched_yield();
            CHECK_OK(iq_list_resume(self.list));
        }
    }
    return NULL;
}

static void *poll_list(void *random)
{
    while (!atomic_load(&self.is_quiet)) {
        iq_event events[16] = {{.struct_size = sizeof events[0]}};
        size_t count;
        CHECK_OK(iq_list_poll(self.list, events, 1 + random_below(random, 16), &count));
        if (random_chance(random, 30)) {
            sched_yield();
        }
    }
    return NULL;
}

static void check_quiet(void)
{
    mirror_order shown = {0}, wanted = {0};
    (void)sorter_settle(self.list);
    mirror_read(self.list, &shown);
    sorter_sort(&self.orders[ORDERS - 1], &self.now, &wanted);
    CHECK(mirror_same(&shown, &wanted));
    for (uint64_t key = 0; key < STAYING; key++) {
        iq_item item;
        iq_item_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_list_find_item(self.list, NULL, iq_key_from_u64(key), &item));
        CHECK_OK(iq_list_get_item_info(self.list, item, 0, &info));
        CHECK(info.states == (self.selected[key] ? IQ_STATE_SELECTED : 0u));
    }
}

static void run(uint64_t seed)
{
    void *(*const bodies[])(void *) = {change_source, give_orders, use_list, poll_list};
    enum { THREADS = sizeof bodies / sizeof bodies[0] };
    pthread_t threads[THREADS];
    random_source randoms[THREADS], random = {seed};
    check_seed = seed;
    memset(&self, 0, sizeof self);
    CHECK_OK(iq_list_create(NULL, &self.source));
    sorter_arrange(&self.now, &random);
    make_staying(&self.now);
    CHECK_OK(sorter_set(self.source, &self.now));
    self.list = sorter_derive(self.source);
    for (size_t t = 0; t < THREADS; t++) {
        randoms[t].state = seed * THREADS + t;
        CHECK(pthread_create(&threads[t], NULL, bodies[t], &randoms[t]) == 0);
    }
    for (size_t t = 0; t < THREADS; t++) {
        atomic_store(&self.is_quiet, t + 1 == THREADS);
        CHECK(pthread_join(threads[t], NULL) == 0);
    }
    check_quiet();
    bool source_first = random_chance(&random, 50);
    iq_list_destroy(source_first ? self.source : self.list);
    iq_list_destroy(source_first ? self.list : self.source);
    for (size_t i = 0; i < ORDERS; i++) {
        CHECK(self.orders[i].ended == 1 && self.orders[i].destroyed == 1);
    }
}

int main(void)
{
    CHECK_OK(iq_memory_trim());
    size_t bytes = iq_memory_used();
    uint64_t seed = check_first_seed(1), rounds = check_scaled(200);
    for (uint64_t i = 0; i < rounds; i++) {
        run(seed + i);
    }
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == bytes);
    return 0;
}

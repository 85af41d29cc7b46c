/*
 * sorted_liars.c - orders whose functions answer at random: `compare` is no order, `ask` says something else each time,
 * and both fail at times. "Any answers give some order": each section shows its items, each of them once; it ends, and
 * an order that does not lie sorts all of it.
 */
#include "check.h"
#include "host_memory.h"
#include "sorter.h"

static random_source numbers;

static size_t below(size_t bound)
{
    return random_below(&numbers, bound);
}

static bool chance(unsigned percent)
{
    return random_chance(&numbers, percent);
}

static void check_list(const iq_list *list, const mirror_order *source)
{
    mirror_order shown = {0};
    mirror_read(list, &shown);
    CHECK(sorter_same_items(&shown, source));
    for (size_t i = 0; i < shown.count; i++) {
        iq_item item, at;
        CHECK_OK(iq_list_find_item(list, NULL, iq_key_from_u64(shown.keys[i]), &item));
        CHECK_OK(iq_list_find_item_at(list, i, &at));
        CHECK(item.id == at.id);
    }
}

static void give(iq_list *list, sorter_order *order)
{
    const iq_order given = sorter_given(order, chance(50) ? 0 : 1 + (uint32_t)below(30));
    const iq_submit_options options = sorter_options(order, 0);
    CHECK_OK(iq_list_set_order(list, &given, &options, &order->ticket));
}

static void session(uint64_t seed)
{
    enum { ORDERS = 3 };
    static uint64_t contents[ORDERS][SORTER_KEYS];
    sorter_order orders[ORDERS];
    mirror_order source = {0}, wanted = {0}, shown = {0};
    iq_list *list, *sorted;
    check_seed = numbers.state = seed;
    CHECK_OK(iq_list_create(NULL, &list));
    sorter_arrange(&source, &numbers);
    CHECK_OK(sorter_set(list, &source));
    sorted = sorter_derive(list);
    for (size_t i = 0; i < ORDERS; i++) {
        orders[i] = sorter_some_order(&numbers, contents[i]);
        orders[i].lies = i + 1 < ORDERS;
        orders[i].fails = orders[i].lies && chance(30) ? 5 : 0;
        orders[i].flags &= i + 1 < ORDERS ? ~0u : ~IQ_ORDER_FROZEN;
        give(sorted, &orders[i]);
        for (size_t steps = 1 + below(12); steps > 0; steps--) {
            sorter_change(&source, &numbers);
            CHECK_OK(sorter_set(list, &source));
            (void)sorter_settle(sorted);
            check_list(sorted, &source);
        }
        CHECK(orders[i].ended == 1 && orders[i].status == IQ_OK);
    }
    mirror_read(sorted, &shown);
    sorter_sort(&orders[ORDERS - 1], &source, &wanted);
    CHECK(mirror_same(&shown, &wanted));
    iq_list_destroy(sorted);
    iq_list_destroy(list);
    for (size_t i = 0; i < ORDERS; i++) {
        CHECK(orders[i].destroyed == 1);
    }
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    uint64_t seed = check_first_seed(1), sessions = check_scaled(1000);
    for (uint64_t i = 0; i < sessions; i++) {
        session(seed + i);
    }
    return 0;
}

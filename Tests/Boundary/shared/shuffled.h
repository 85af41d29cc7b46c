/*
 * shuffled.h - orders of sorted and grouped lists that follow from a random number, the number of a key and the content:
 * for programs in which one order is as good as another.
 */
#ifndef SHUFFLED_H
#define SHUFFLED_H

#include "check.h"
#include "derive.h"
#include "random.h"

#include <poll.h>
#include <string.h>

typedef struct shuffled {
    uint64_t salt, ranks; /* so many different ones */
    uint64_t first_group; /* a section's key: those of groups are it and the next ones */
    size_t groups;        /* 0: of a sorted list */
    uint32_t flags;
} shuffled;

static inline uint64_t shuffled_mix(const shuffled *order, iq_key key, uint64_t content, uint64_t bound)
{
    uint64_t number;
    memcpy(&number, key.bytes, sizeof number);
    random_source random = {order->salt + number * 16 + content % 16};
    return random_next(&random) % bound;
}

static inline uint64_t shuffled_rank(const shuffled *order, iq_key key, uint64_t content)
{
    return shuffled_mix(order, key, content, order->ranks);
}

static inline int shuffled_ask(void *context, const iq_ranked *items, size_t count, uint32_t depth, iq_rank *ranks,
                               iq_key *groups)
{
    const shuffled *order = context;
    CHECK(depth == 0 && (groups != NULL) == (order->groups > 0));
    for (size_t i = 0; i < count; i++) {
        ranks[i] = iq_rank_from_unsigned(shuffled_rank(order, items[i].key, items[i].content));
        if (groups) {
            groups[i] = iq_key_from_u64(order->first_group +
                                        shuffled_mix(order, items[i].key, items[i].content, order->groups));
        }
    }
    return 0;
}

/* Most groups have a header, which looks like their first item. */
static inline int shuffled_describe(void *context, iq_group *groups, size_t count)
{
    const shuffled *order = context;
    for (size_t i = 0; i < count; i++) {
        const iq_ranked *first = &groups[i].first;
        groups[i].rank = iq_rank_from_unsigned(shuffled_rank(order, groups[i].key, 0));
        if (shuffled_mix(order, first->key, 0, 4) > 0) {
            groups[i].header.kind = IQ_KIND_HEADER;
            groups[i].header.key = first->key;
            groups[i].header.content = groups[i].count;
            groups[i].header.cell_class = first->cell_class;
            groups[i].header.model = first->model;
        }
    }
    return 0;
}

/* The list takes the order over, which is freed with it. */
static inline void shuffled_give(iq_list *list, const shuffled *of, uint32_t batch)
{
    shuffled *order = check_memory(malloc(sizeof *order));
    *order = *of;
    const iq_order given = {.struct_size = sizeof given, .flags = of->flags, .batch = batch, .context = order,
                            .ask = shuffled_ask, .destroy = free, .describe = of->groups ? shuffled_describe : NULL};
    CHECK_OK(iq_list_set_order(list, &given, NULL, NULL));
}

/* Any order, with few ranks or many. */
static inline shuffled shuffled_random(random_source *random, uint64_t first_group, size_t groups)
{
    shuffled order = {.salt = random_next(random), .first_group = first_group, .groups = groups};
    order.ranks = random_chance(random, 40) ? 1 + random_below(random, 20) : UINT32_MAX;
    order.flags = random_chance(random, 40) ? IQ_ORDER_DESCENDING : 0;
    return order;
}

static inline iq_list *shuffled_derive(iq_list *source, bool is_grouped)
{
    const iq_derive_options options = derive_options(is_grouped ? AS_GROUPED : AS_SORTED);
    iq_list *list;
    CHECK_OK(iq_list_derive(source, &options, &list));
    return list;
}

/* Polls until nothing is left to do. */
static inline void shuffled_follow(iq_list *list)
{
    struct pollfd wakeup = {.events = POLLIN};
    iq_event event = {.struct_size = sizeof event};
    size_t count;
    CHECK_OK(iq_list_get_wakeup(list, &wakeup.fd));
    do {
        CHECK_OK(iq_list_poll(list, &event, 1, &count));
    } while (count > 0 || poll(&wakeup, 1, 0) == 1);
}

#endif

/* See orders.h: another order of all, and 1 % that changes. */
#include "orders.h"

#include "derived.h"
#include "host.h"
#include "turns.h"

/* ---- orders --------------------------------------------------------------- */

const struct order_by orders_of_all[2] = {
    {UINT64_C(0x9e3779b97f4a7c15), 0}, {UINT64_C(0xd1342543de82ef95), 0}};

static int ask(void *context, const iq_ranked *items, size_t count,
               uint32_t depth, iq_rank *ranks, iq_key *groups) {
    struct order_by by = *(const struct order_by *)context;
    (void)depth;
    for (size_t i = 0; i < count; i++)
        ranks[i] = iq_rank_from_unsigned(
            groups ? 0 : order_rank(by, items[i].content));
    for (size_t i = 0; groups && i < count; i++)
        groups[i] = iq_key_from_u64(order_group(by, items[i].content));
    return 0;
}

static int describe(void *context, iq_group *groups, size_t count) {
    struct order_by by = *(const struct order_by *)context;
    for (size_t i = 0; i < count; i++)
        groups[i].rank =
            iq_rank_from_unsigned(order_group(by, groups[i].first.content));
    return 0;
}

static void note_done(void *context, uint64_t ticket, iq_status status) {
    bool *is_done = context;
    must(status, "an order");
    sink += ticket;
    *is_done = true;
}

void order_set(iq_list *list, const struct order_by *by) {
    bool is_done = false;
    iq_order order = {.struct_size = sizeof order,
                      .context = (void *)(uintptr_t)by,
                      .ask = ask, .describe = describe};
    iq_submit_options options = {.struct_size = sizeof options,
                                 .done = note_done, .context = &is_done};
    iq_event event = {.struct_size = sizeof event};
    size_t count;
    must(iq_list_set_order(list, &order, &options, NULL), "iq_list_set_order");
    while (!is_done)
        must(iq_list_poll(list, &event, 1, &count), "iq_list_poll");
}

double memory_of(iq_list *list) {
    must(iq_list_trim(list), "iq_list_trim");
    must(iq_memory_trim(), "iq_memory_trim");
    return (double)iq_memory_used();
}

/* ---- another order of all ------------------------------------------------- */

struct ordering {
    iq_list *list;
    struct host *host;
    size_t turn, host_turn;
    struct series all, by_host;
};

static void turn_all(void *subject) {
    struct ordering *ordering = subject;
    double start = now();
    order_set(ordering->list, &orders_of_all[++ordering->turn & 1]);
    series_add(&ordering->all, now() - start);
    poll_all(ordering->list);
}

static void turn_all_by_host(void *subject) {
    struct ordering *ordering = subject;
    iq_changeset *changes;
    double start = now();
    host_sort(ordering->host, orders_of_all[++ordering->host_turn & 1]);
    changes = host_show(ordering->host);
    series_add(&ordering->by_host, now() - start);
    iq_changeset_destroy(changes);
}

static void all_measure(struct orders *orders, uint64_t seed, double budget) {
    struct random random = {seed};
    struct listing listing = listing_make(orders->count, 1, &random);
    struct host host = host_make(&listing, false);
    iq_list *source = list_showing(&listing);
    struct ordering ordering = {.host = &host};
    ordering.list = derived_from(source, IQ_DERIVE_SORTED, 0);
    order_set(ordering.list, &orders_of_all[0]);
    poll_all(ordering.list);
    struct turn turns[] = {{turn_all, &ordering}, {turn_all_by_host, &ordering}};
    turns_measure(turns, 2, budget);
    iq_list_destroy(ordering.list);
    iq_list_destroy(source);
    host_free(&host);
    listing_free(&listing);
    orders->all = series_timing(&ordering.all);
    orders->all_host = series_timing(&ordering.by_host);
}

/* ---- 1 % changes ---------------------------------------------------------- */

/* Rows of which some change. Both ways have their own, and see the same
 * changes: the same seed. */
struct changing {
    struct listing listing;
    struct random random;
    uint32_t *changed; /* which rows */
    size_t changed_count;
    iq_list *source, *list; /* ours  */
    struct host host;       /* or the host's */
    bool sorts_all;
    struct series polls, both, by_host;
};

/* Each gets another content, and with it another rank and another group. */
static void change(struct changing *changing) {
    for (size_t i = 0; i < changing->changed_count; i++) {
        size_t at = random_below(&changing->random, changing->listing.count);
        changing->listing.contents[at] = random_next(&changing->random) | 1;
        changing->changed[i] = (uint32_t)at;
    }
}

static void turn_change(void *subject) {
    struct changing *changing = subject;
    iq_columns items = listing_columns(&changing->listing);
    change(changing);
    double start = now();
    must(iq_list_set_items(changing->source, &items, NULL, NULL),
         "iq_list_set_items");
    double set = now();
    poll_update(changing->list);
    poll_all(changing->list);
    double end = now();
    series_add(&changing->polls, end - set);
    series_add(&changing->both, end - start);
}

static void turn_change_by_host(void *subject) {
    struct changing *changing = subject;
    change(changing);
    double start = now();
    if (changing->sorts_all)
        host_sort(&changing->host, changing->host.by);
    else
        host_follow(&changing->host, changing->changed,
                    changing->changed_count);
    iq_changeset *changes = host_show(&changing->host);
    series_add(&changing->by_host, now() - start);
    iq_changeset_destroy(changes);
}

static struct changing changing_make(size_t count, uint64_t seed) {
    struct changing changing = {
        .random = {seed}, .changed_count = count / 100,
        .changed = pages_take(count / 100 * sizeof(uint32_t))};
    changing.listing = listing_make(count, 1, &changing.random);
    return changing;
}

static void changing_free(struct changing *changing) {
    iq_list_destroy(changing->list);
    iq_list_destroy(changing->source);
    pages_give(changing->changed, changing->changed_count * sizeof(uint32_t));
    listing_free(&changing->listing);
}

static struct order_changes changes_measure(size_t count, bool is_grouped,
                                            uint64_t seed, double budget) {
    struct changing ours = changing_make(count, seed);
    struct changing hosts[2] = {changing_make(count, seed),
                                changing_make(count, seed)};
    ours.source = list_showing(&ours.listing);
    ours.list = derived_from(
        ours.source, is_grouped ? IQ_DERIVE_GROUPED : IQ_DERIVE_SORTED, 0);
    order_set(ours.list, &orders_of_all[0]);
    poll_all(ours.list);
    for (int i = 0; i < 2; i++) {
        hosts[i].sorts_all = i == 0;
        hosts[i].host = host_make(&hosts[i].listing, is_grouped);
        host_sort(&hosts[i].host, orders_of_all[0]);
        iq_changeset_destroy(host_show(&hosts[i].host));
    }
    struct turn turns[] = {{turn_change, &ours},
                           {turn_change_by_host, &hosts[0]},
                           {turn_change_by_host, &hosts[1]}};
    turns_measure(turns, 3, budget);
    for (int i = 0; i < 2; i++) {
        host_free(&hosts[i].host);
        changing_free(&hosts[i]);
    }
    changing_free(&ours);
    return (struct order_changes){series_timing(&ours.polls),
                                  series_timing(&ours.both),
                                  series_timing(&hosts[0].by_host),
                                  series_timing(&hosts[1].by_host)};
}

struct orders orders_measure(size_t count, uint64_t seed, double budget) {
    struct orders orders = {
        .count = count,
        .follows = order_follows_measure(count, seed, budget),
        .ranks = changes_measure(count, false, seed, budget),
        .groups = changes_measure(count, true, seed, budget)};
    all_measure(&orders, seed, budget);
    order_kinds_measure(orders.kinds, count, seed, budget);
    orders.bytes = orders.kinds[IQ_DERIVE_SORTED].bytes -
                   orders.kinds[IQ_DERIVE_OUTLINE].bytes;
    return orders;
}

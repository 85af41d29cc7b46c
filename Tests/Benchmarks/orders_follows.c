/* See orders.h: one item changes. */
#include "orders.h"

#include "derived.h"
#include "turns.h"

enum { EDITS = 64 };

/* A list that follows a source of its own, in which one random item changes at a
 * time: one of all, or of a tree a root or a leaf. */
struct following {
    const struct listing *listing;
    size_t roots; /* of a tree, else 0 */
    bool changes_root;
    iq_list *source, *list;
    struct random random;
    struct series series;
};

static size_t item_to_change(struct following *following) {
    size_t roots = following->roots;
    if (roots == 0)
        return random_below(&following->random, following->listing->count);
    size_t root =
        random_below(&following->random, roots) * (roots + 1);
    return following->changes_root
               ? root
               : root + 1 + random_below(&following->random, roots);
}

static void edit_one(struct following *following) {
    size_t at = item_to_change(following);
    uint64_t content = random_next(&following->random) | 1;
    iq_columns columns = {.struct_size = sizeof columns, .count = 1,
                          .keys = &following->listing->keys[at],
                          .contents = &content};
    iq_item item;
    iq_edit *edit;
    must(iq_list_find_item(following->source, NULL,
                           following->listing->keys[at], &item),
         "iq_list_find_item");
    must(iq_edit_begin(following->source, NULL, &edit), "iq_edit_begin");
    must(iq_edit_update_items(edit, &item, &columns, IQ_COLUMN_CONTENT),
         "iq_edit_update_items");
    must(iq_edit_commit(edit, NULL, NULL), "iq_edit_commit");
    iq_edit_destroy(edit);
}

static void turn_follow(void *subject) {
    struct following *following = subject;
    double spent = 0;
    for (size_t i = 0; i < EDITS; i++) {
        edit_one(following);
        double start = now();
        poll_update(following->list);
        poll_all(following->list);
        spent += now() - start;
    }
    series_add(&following->series, spent / EDITS);
}

/* Without an order an outline, all of it expanded. */
static void follow(struct following *following, const iq_columns *items,
                   const struct order_by *by) {
    uint32_t kind = by ? IQ_DERIVE_SORTED : IQ_DERIVE_OUTLINE;
    must(iq_list_create(NULL, &following->source), "iq_list_create");
    must(iq_list_set_items(following->source, items, NULL, NULL),
         "iq_list_set_items");
    following->list =
        derived_from(following->source, kind, by ? 0 : IQ_DERIVE_EXPANDED);
    if (by) order_set(following->list, by);
    poll_all(following->list);
}

static void follows_measure(struct following *all, size_t count,
                            const iq_columns *items, double budget) {
    static const struct order_by distinct = {1, 0}, few = {1, ORDER_RANKS};
    struct turn turns[3];
    const struct order_by *orders[] = {NULL, &distinct,
                                       all->roots ? &distinct : &few};
    for (size_t i = 0; i < count; i++) {
        follow(&all[i], items, orders[i]);
        turns[i] = (struct turn){turn_follow, &all[i]};
    }
    turns_measure(turns, count, budget);
    for (size_t i = 0; i < count; i++) {
        iq_list_destroy(all[i].list);
        iq_list_destroy(all[i].source);
    }
}

static void flat_measure(struct order_follows *follows, size_t count,
                         uint64_t seed, double budget) {
    struct random random = {seed};
    struct listing listing = listing_make(count, 1, &random);
    struct following all[3];
    iq_columns items = listing_columns(&listing);
    for (size_t i = 0; i < 3; i++)
        all[i] = (struct following){.listing = &listing, .random = {seed}};
    follows_measure(all, 3, &items, budget);
    listing_free(&listing);
    follows->outline = series_timing(&all[0].series);
    follows->distinct = series_timing(&all[1].series);
    follows->few = series_timing(&all[2].series);
}

static void tree_measure(struct order_follows *follows, size_t roots,
                         uint64_t seed, double budget) {
    struct random random = {seed};
    size_t count = follows->tree_count = roots * (roots + 1);
    struct listing listing = listing_make(count, 1, &random);
    uint16_t *levels = pages_take(count * sizeof *levels);
    struct following all[3];
    for (size_t i = 0; i < count; i++) levels[i] = i % (roots + 1) > 0;
    iq_columns items = listing_columns(&listing);
    items.levels = levels;
    for (size_t i = 0; i < 3; i++)
        all[i] = (struct following){.listing = &listing, .roots = roots,
                                    .changes_root = i == 2,
                                    .random = {seed}};
    follows_measure(all, 3, &items, budget);
    pages_give(levels, count * sizeof *levels);
    listing_free(&listing);
    follows->tree = series_timing(&all[0].series);
    follows->leaf = series_timing(&all[1].series);
    follows->root = series_timing(&all[2].series);
}

struct order_follows order_follows_measure(size_t count, uint64_t seed,
                                           double budget) {
    struct order_follows follows = {0};
    size_t roots = 1;
    while ((roots + 1) * (roots + 1) <= count) roots++;
    flat_measure(&follows, count, seed, budget);
    tree_measure(&follows, roots, seed, budget);
    return follows;
}

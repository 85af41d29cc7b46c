/* See calls.h: how calls grow with the list. */
#include "calls.h"

#include <stdlib.h>

/* All handles are read in order, then some are picked: asking for just these
 * would bring what is to be measured into the caches. */
struct queries queries_make(const iq_list *list, const struct listing *listing,
                            struct random *random) {
    struct queries queries = {pages_take(QUERIES * sizeof(uint32_t)),
                              pages_take(QUERIES * sizeof(iq_key)),
                              pages_take(QUERIES * sizeof(iq_item))};
    size_t bytes = listing->count * sizeof(iq_item);
    iq_item *items = pages_take(bytes);
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .items = items};
    must(iq_list_get_items(list, 0, listing->count, &buffers),
         "iq_list_get_items");
    for (size_t i = 0; i < QUERIES; i++) {
        size_t index = random_below(random, listing->count);
        queries.index[i] = (uint32_t)index;
        queries.keys[i] = listing->keys[index];
        queries.items[i] = items[index];
    }
    pages_give(items, bytes);
    return queries;
}

void queries_free(struct queries *queries) {
    pages_give(queries->index, QUERIES * sizeof(uint32_t));
    pages_give(queries->keys, QUERIES * sizeof(iq_key));
    pages_give(queries->items, QUERIES * sizeof(iq_item));
}

/* Each answer goes into the next question, as nothing, so that calls do not
 * overlap. */
static double ask_item_at(const iq_list *list, const struct queries *queries) {
    uint64_t nothing = zero;
    iq_item item = {0};
    double start = now();
    for (size_t i = 0; i < QUERIES; i++) {
        size_t index = queries->index[i] + (item.id & nothing);
        must(iq_list_find_item_at(list, index, &item), "iq_list_find_item_at");
    }
    return (now() - start) / QUERIES;
}

static double ask_position(const iq_list *list, const struct queries *queries) {
    uint64_t nothing = zero;
    iq_position position = {0};
    double start = now();
    for (size_t i = 0; i < QUERIES; i++) {
        iq_item item = {queries->items[i].id + (position.item & nothing)};
        must(iq_list_find_position(list, item, &position),
             "iq_list_find_position");
    }
    return (now() - start) / QUERIES;
}

static double ask_index_of_key(const iq_list *list,
                               const struct queries *queries) {
    uint64_t nothing = zero;
    iq_position position = {0};
    iq_item item;
    double start = now();
    for (size_t i = 0; i < QUERIES; i++) {
        iq_key key = queries->keys[i + (position.item & nothing)];
        must(iq_list_find_item(list, NULL, key, &item),
             "iq_list_find_item");
        must(iq_list_find_position(list, item, &position),
             "iq_list_find_position");
    }
    return (now() - start) / QUERIES;
}

/* The last section of sections of a thousand goes back and forth between two
 * contents of ten of its items. */
static double measure_section_items(size_t count, struct random *random) {
    struct listing listing = listing_make(count, count / 1000, random);
    iq_list *list = list_showing(&listing);
    size_t last = listing.section_count - 1;
    size_t start = listing_start(&listing, last);
    iq_key key = listing.sections[last].key;
    iq_columns items = listing_columns(&listing);
    items.count -= start;
    items.keys = listing.keys + start;
    items.contents = listing.contents + start;
    struct series series = {0};
    while (series_wants_more(&series, 2e6)) {
        for (size_t i = 0; i < 10; i++)
            listing.contents[start + random_below(random, items.count)] ^= 2;
        double begin = now();
        must(iq_list_set_section_items(list, key, &items, NULL, NULL),
             "iq_list_set_section_items");
        series_add(&series, now() - begin);
    }
    iq_list_destroy(list);
    listing_free(&listing);
    return series_timing(&series).median / 1e3;
}

struct growth growth_measure(size_t count, struct random *random) {
    struct listing listing = listing_make(count, 1, random);
    iq_list *list = list_showing(&listing);
    struct series item_at = {0}, position = {0}, index_of_key = {0};
    while (series_wants_more(&item_at, 0)) {
        struct queries queries = queries_make(list, &listing, random);
        series_add(&index_of_key, ask_index_of_key(list, &queries));
        queries_free(&queries);
        queries = queries_make(list, &listing, random);
        series_add(&position, ask_position(list, &queries));
        queries_free(&queries);
        queries = queries_make(list, &listing, random);
        series_add(&item_at, ask_item_at(list, &queries));
        queries_free(&queries);
    }
    iq_list_destroy(list);
    listing_free(&listing);
    return (struct growth){count, series_timing(&item_at).median,
                           series_timing(&position).median,
                           series_timing(&index_of_key).median,
                           measure_section_items(count, random)};
}

/* See small.h. */
#include "small.h"

#include <stdlib.h>

#include "turns.h"

enum { TEN = 10, DIFFERENT = 1024, PAIRS_AT_ONCE = 1000 };

struct crowd {
    const struct api *api;
    size_t count;
    iq_list **lists;
    const struct listing *listings; /* DIFFERENT of them, used in turn */
    struct series pair, create, load, destroy;
    double empty_bytes, ten_bytes;
};

static void turn_pair(void *subject) {
    struct crowd *crowd = subject;
    double start = now();
    for (size_t i = 0; i < PAIRS_AT_ONCE; i++) {
        iq_list *list;
        expect(crowd->api, crowd->api->list_create(NULL, &list),
               "iq_list_create");
        crowd->api->list_destroy(list);
    }
    series_add(&crowd->pair, (now() - start) / PAIRS_AT_ONCE);
}

/* The first round pays for tables that the library keeps for the next. */
static void most(double *bytes, double found) {
    if (found > *bytes) *bytes = found;
}

static void turn_crowd(void *subject) {
    struct crowd *crowd = subject;
    const struct api *api = crowd->api;
    heap_tidy();
    size_t before = api->memory_used();
    double count = (double)crowd->count, start = now();
    for (size_t i = 0; i < crowd->count; i++)
        expect(api, api->list_create(NULL, &crowd->lists[i]), "iq_list_create");
    double created = now();
    most(&crowd->empty_bytes, (double)(api->memory_used() - before) / count);
    double loading = now();
    for (size_t i = 0; i < crowd->count; i++)
        api_show(api, crowd->lists[i], &crowd->listings[i % DIFFERENT], NULL);
    double loaded = now();
    most(&crowd->ten_bytes, (double)(api->memory_used() - before) / count);
    double destroying = now();
    for (size_t i = 0; i < crowd->count; i++)
        api->list_destroy(crowd->lists[i]);
    series_add(&crowd->destroy, (now() - destroying) / count);
    series_add(&crowd->load, (loaded - loading) / count);
    series_add(&crowd->create, (created - start) / count);
}

static struct small_times times_of(struct crowd *crowd) {
    return (struct small_times){
        series_timing(&crowd->pair), series_timing(&crowd->create),
        series_timing(&crowd->load), series_timing(&crowd->destroy),
        crowd->empty_bytes,          crowd->ten_bytes};
}

struct small_lists small_lists_measure(size_t count, uint64_t seed,
                                       struct builds builds, double budget) {
    struct random random = {seed};
    struct listing listings[DIFFERENT];
    for (size_t i = 0; i < DIFFERENT; i++)
        listings[i] = listing_make(TEN, 1, &random);
    iq_list **lists = pages_take(count * sizeof *lists);
    struct crowd ours = {.api = builds.ours, .count = count, .lists = lists,
                         .listings = listings};
    struct crowd other = ours;
    other.api = builds.other;
    struct turn pairs[] = {{turn_pair, &ours}, {turn_pair, &other}};
    struct turn crowds[] = {{turn_crowd, &ours}, {turn_crowd, &other}};
    /* Pairs first: malloc is slower after so many blocks were freed. */
    turns_measure(pairs, builds.other ? 2 : 1, budget / 8);
    turns_measure(crowds, builds.other ? 2 : 1, budget);
    for (size_t i = 0; i < DIFFERENT; i++) listing_free(&listings[i]);
    pages_give(lists, count * sizeof *lists);
    return (struct small_lists){count, times_of(&ours), times_of(&other)};
}

/* See exercise.h. */
#include "exercise.h"

#include <stdlib.h>

#include "turns.h"

/* Of edits as many as make three kinds equally often. */
enum { CALLS = 1024, EDITS = 384, COMMITTED = 99 };

struct exercised_list {
    const struct api *api;
    const struct listing *listing;
    iq_list *list;
    iq_section section;
    struct random random;
    struct series series[EXERCISES];
};

const char *exercise_text(enum exercise exercise) {
    static const char *const texts[EXERCISES] = {
        "load",
        "iq_list_find_item_at",
        "iq_list_find_item",
        "iq_list_find_position",
        "iq_list_get_items, ten",
        "iq_list_snapshot",
        "iq_snapshot_encode",
        "edit and commit",
        "commit of 99 with a changeset"};
    return texts[exercise];
}

static void turn_load(void *subject) {
    struct exercised_list *on = subject;
    const struct api *api = on->api;
    if (on->list) api->list_destroy(on->list);
    double start = now();
    expect(api, api->list_create(NULL, &on->list), "iq_list_create");
    api_show(api, on->list, on->listing, NULL);
    series_add(&on->series[LOAD], now() - start);
    expect(api, api->list_find_section_at(on->list, 0, &on->section),
           "iq_list_find_section_at");
}

static size_t place(struct exercised_list *on) {
    return random_below(&on->random, on->listing->count - 10);
}

/* The list may have been edited: a key that was deleted is not found, and takes
 * as long. */
static void turn_reads(void *subject) {
    struct exercised_list *on = subject;
    const struct api *api = on->api;
    static iq_item items[CALLS];
    iq_key keys[10];
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = keys};
    iq_position position;
    double start = now();
    for (size_t i = 0; i < CALLS; i++)
        expect(api, api->list_find_item_at(on->list, place(on), &items[i]),
               "iq_list_find_item_at");
    double at = now();
    for (size_t i = 0; i < CALLS; i++) {
        iq_item item;
        sink += (uint64_t)api->list_find_item(
            on->list, NULL, on->listing->keys[place(on)], &item);
    }
    double key = now();
    for (size_t i = 0; i < CALLS; i++)
        expect(api, api->list_find_position(on->list, items[i], &position),
               "iq_list_find_position");
    double positioned = now();
    for (size_t i = 0; api->list_get_items && i < CALLS; i++)
        expect(api, api->list_get_items(on->list, place(on), 10, &buffers),
               "iq_list_get_items");
    if (api->list_get_items)
        series_add(&on->series[READ], (now() - positioned) / CALLS);
    series_add(&on->series[POSITION], (positioned - key) / CALLS);
    series_add(&on->series[KEY], (key - at) / CALLS);
    series_add(&on->series[ITEM_AT], (at - start) / CALLS);
}

static void turn_snapshot(void *subject) {
    struct exercised_list *on = subject;
    const struct api *api = on->api;
    iq_snapshot *snapshot;
    size_t length;
    double start = now();
    expect(api, api->list_snapshot(on->list, &snapshot), "iq_list_snapshot");
    series_add(&on->series[SNAPSHOT], now() - start);
    expect(api, api->snapshot_encode(snapshot, NULL, 0, &length),
           "iq_snapshot_encode");
    void *bytes = pages_take(length);
    start = now();
    expect(api, api->snapshot_encode(snapshot, bytes, length, &length),
           "iq_snapshot_encode");
    series_add(&on->series[ENCODE], now() - start);
    pages_give(bytes, length);
    api->snapshot_destroy(snapshot);
}

/* An insert, a delete or a move of one item; as many come as go. */
static void edit_one(struct exercised_list *on, iq_edit *edit, size_t turn) {
    const struct api *api = on->api;
    uint64_t words[2] = {random_next(&on->random), random_next(&on->random)};
    iq_columns one = {.struct_size = sizeof one, .count = 1, .keys = words};
    if (turn % 3 == 0)
        expect(api, api->edit_insert_items(edit, on->section, place(on), &one),
               "iq_edit_insert_items");
    else if (turn % 3 == 1)
        expect(api,
               api->edit_delete_item_range(edit, on->section, place(on), 1),
               "iq_edit_delete_item_range");
    else
        expect(api,
               api->edit_move_item_range(edit, on->section, place(on), 1,
                                         on->section, place(on)),
               "iq_edit_move_item_range");
}

static void turn_edits(void *subject) {
    struct exercised_list *on = subject;
    const struct api *api = on->api;
    double start = now();
    for (size_t i = 0; i < EDITS; i++) {
        iq_edit *edit = api_edit(api, on->list);
        edit_one(on, edit, i);
        expect(api, api->edit_commit(edit, NULL, NULL), "iq_edit_commit");
        api->edit_destroy(edit);
    }
    series_add(&on->series[EDIT], (now() - start) / EDITS);
    iq_edit *edit = api_edit(api, on->list);
    for (size_t i = 0; i < COMMITTED; i++) edit_one(on, edit, i);
    iq_changeset *changes;
    start = now();
    expect(api, api->edit_commit(edit, NULL, &changes), "iq_edit_commit");
    series_add(&on->series[COMMIT], now() - start);
    api->changeset_destroy(changes);
    api->edit_destroy(edit);
}

void exercise_both(const struct api *ours, const struct api *other,
                   size_t count, uint64_t seed, double budget,
                   struct exercised *ours_exercised,
                   struct exercised *other_exercised) {
    struct random random = {seed};
    struct listing listing = listing_make(count, 1, &random);
    struct exercised_list *lists[] = {calloc(1, sizeof *lists[0]),
                                      calloc(1, sizeof *lists[0])};
    struct exercised *results[] = {ours_exercised, other_exercised};
    if (!lists[0] || !lists[1]) abort();
    lists[0]->api = ours;
    lists[1]->api = other;
    struct turn loads[2], calls[6];
    for (size_t i = 0; i < 2; i++) {
        lists[i]->listing = &listing;
        lists[i]->random = random;
        loads[i] = (struct turn){turn_load, lists[i]};
        calls[i] = (struct turn){turn_reads, lists[i]};
        calls[i + 2] = (struct turn){turn_snapshot, lists[i]};
        calls[i + 4] = (struct turn){turn_edits, lists[i]};
    }
    turns_measure(loads, 2, budget);
    turns_measure(calls, 6, budget);
    for (size_t i = 0; i < 2; i++) {
        for (enum exercise e = 0; e < EXERCISES; e++)
            results[i]->timings[e] = series_timing(&lists[i]->series[e]);
        lists[i]->api->list_destroy(lists[i]->list);
        free(lists[i]);
    }
    listing_free(&listing);
}

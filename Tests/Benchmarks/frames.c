/* See frames.h. */
#include "frames.h"

#include <stdlib.h>

#include "baselines.h"
#include "turns.h"

enum { ITEMS = 200 };

/* One build, with the lists of its competitor. */
struct stage {
    struct competitor *competitor;
    struct random random;
    struct series batch, edit, nothing;
};

static void read_batch(const struct api *api, const iq_changeset *changes) {
    const iq_change *ranges;
    size_t count;
    expect(api, api->changeset_get_batch(changes, &ranges, &count),
           "iq_changeset_get_batch");
    for (size_t i = 0; i < count; i++)
        sink += *(const iq_change_kind *)((const char *)ranges +
                                          i * api->change_stride);
}

static void turn_batch(void *subject) {
    struct stage *stage = subject;
    const struct competitor *competitor = stage->competitor;
    size_t count = competitor->pairs->count;
    double total = 0;
    competitor_show_before(competitor);
    for (size_t p = 0; p < count; p++) {
        iq_changeset *changes;
        double start = now();
        competitor_set(competitor, p, &changes);
        read_batch(competitor->api, changes);
        total += now() - start;
        competitor->api->changeset_destroy(changes);
    }
    series_add(&stage->batch, total / (double)count);
}

/* The item's handle is what a host has at hand. */
static void turn_edit(void *subject) {
    struct stage *stage = subject;
    const struct competitor *competitor = stage->competitor;
    const struct api *api = competitor->api;
    size_t count = competitor->pairs->count;
    double total = 0;
    for (size_t p = 0; p < count; p++) {
        uint64_t content = random_next(&stage->random) | 1;
        iq_columns one = {
            .struct_size = sizeof one, .count = 1, .contents = &content};
        iq_item item;
        iq_changeset *changes;
        expect(api,
               api->list_find_item_at(competitor->lists[p],
                                      random_below(&stage->random, ITEMS),
                                      &item),
               "iq_list_find_item_at");
        double start = now();
        iq_edit *edit = api_edit(api, competitor->lists[p]);
        expect(api, api->edit_update_items(edit, &item, &one, IQ_COLUMN_CONTENT),
               "iq_edit_update_items");
        expect(api, api->edit_commit(edit, NULL, &changes), "iq_edit_commit");
        api->edit_destroy(edit);
        total += now() - start;
        api->changeset_destroy(changes);
    }
    series_add(&stage->edit, total / (double)count);
}

static void turn_nothing(void *subject) {
    struct stage *stage = subject;
    const struct competitor *competitor = stage->competitor;
    const struct api *api = competitor->api;
    double start = now();
    for (size_t p = 0; p < competitor->pairs->count; p++) {
        iq_edit *edit = api_edit(api, competitor->lists[p]);
        expect(api, api->edit_commit(edit, NULL, NULL), "iq_edit_commit");
        api->edit_destroy(edit);
    }
    series_add(&stage->nothing,
               (now() - start) / (double)competitor->pairs->count);
}

static struct stage *stage_open(const struct api *api,
                                const struct pairs *pairs, uint64_t seed) {
    struct stage *stage = calloc(1, sizeof *stage);
    if (!stage) abort();
    stage->competitor = competitor_open(api, pairs);
    stage->random.state = seed;
    return stage;
}

static struct frame_times stage_close(struct stage *stage) {
    struct update_times updates = competitor_times(stage->competitor);
    struct frame_times times = {.set = updates.with_changeset,
                                .batch = series_timing(&stage->batch),
                                .diff = updates.diff,
                                .edit = series_timing(&stage->edit),
                                .nothing = series_timing(&stage->nothing)};
    competitor_check(stage->competitor);
    competitor_close(stage->competitor);
    free(stage);
    return times;
}

static void add_stage(struct turn *turns, size_t *count, struct stage *stage) {
    struct competitor *competitor = stage->competitor;
    turns[(*count)++] = (struct turn){turn_with_changeset, competitor};
    turns[(*count)++] = (struct turn){turn_batch, stage};
    turns[(*count)++] = (struct turn){turn_diff, competitor};
    if (competitor->api->edit_update_items)
        turns[(*count)++] = (struct turn){turn_edit, stage};
    turns[(*count)++] = (struct turn){turn_nothing, stage};
}

struct frames frames_measure(uint64_t seed, struct builds builds,
                             double budget) {
    struct pairs *pairs = pairs_make(F200, ITEMS, seed);
    struct baselines *baselines = baselines_open(pairs);
    struct stage *ours = stage_open(builds.ours, pairs, seed), *other = NULL;
    struct turn turns[12] = {{turn_baseline, &baselines->heckel},
                             {turn_baseline, &baselines->expert}};
    size_t count = 2;
    add_stage(turns, &count, ours);
    if (builds.other) {
        other = stage_open(builds.other, pairs, seed);
        add_stage(turns, &count, other);
    }
    turns_measure(turns, count, budget);
    struct frames frames = {
        .heckel = series_timing(&baselines->heckel.series),
        .expert = series_timing(&baselines->expert.series)};
    frames.ours = stage_close(ours);
    if (other) frames.other = stage_close(other);
    baselines_close(baselines);
    pairs_free(pairs);
    return frames;
}

/* See competitor.h. */
#include "competitor.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The search for a key makes the index of before. */
struct competitor *competitor_open(const struct api *api,
                                   const struct pairs *pairs) {
    struct competitor *competitor = calloc(1, sizeof *competitor);
    if (!competitor) abort();
    competitor->api = api;
    competitor->pairs = pairs;
    competitor->least = INFINITY;
    /* Each is built too rarely to throw one away. */
    for (enum dialect d = 0; d < DIALECTS; d++)
        competitor->dialects[d].warmed = true;
    for (size_t p = 0; p < pairs->count; p++) {
        const struct comparison *compared = &pairs->compared[p];
        iq_position position;
        expect(api, api->list_create(NULL, &competitor->lists[p]),
               "iq_list_create");
        competitor->before[p] = api_snapshot(api, &compared->before);
        competitor->after[p] = api_snapshot(api, &compared->after);
        expect(api,
               api->snapshot_find_position(competitor->before[p], NULL,
                                           compared->before.keys[0], &position),
               "iq_snapshot_find_position");
    }
    return competitor;
}

void competitor_close(struct competitor *competitor) {
    for (size_t p = 0; p < competitor->pairs->count; p++) {
        competitor->api->list_destroy(competitor->lists[p]);
        competitor->api->snapshot_destroy(competitor->before[p]);
        competitor->api->snapshot_destroy(competitor->after[p]);
    }
    free(competitor);
}

void competitor_show_before(const struct competitor *competitor) {
    for (size_t p = 0; p < competitor->pairs->count; p++)
        api_show(competitor->api, competitor->lists[p],
                 &competitor->pairs->compared[p].before, NULL);
}

void competitor_set(const struct competitor *competitor, size_t pair,
                    iq_changeset **changes) {
    api_show(competitor->api, competitor->lists[pair],
             &competitor->pairs->compared[pair].after, changes);
}

static void read_statistics(struct competitor *competitor, size_t pair) {
    iq_statistics found = {.struct_size = sizeof found};
    const struct api *api = competitor->api;
    expect(api, api->list_get_statistics(competitor->lists[pair], &found),
           "iq_list_get_statistics");
    competitor->scratch_bytes = found.scratch_bytes;
    competitor->phases =
        (struct phases){found.match_nanoseconds, found.solve_nanoseconds,
                        found.prepare_nanoseconds, found.commit_nanoseconds};
}

void turn_set(void *subject) {
    struct competitor *competitor = subject;
    size_t count = competitor->pairs->count;
    double total = 0;
    competitor_show_before(competitor);
    for (size_t p = 0; p < count; p++) {
        double start = now();
        competitor_set(competitor, p, NULL);
        double time = now() - start;
        total += time;
        if (time >= competitor->least) continue;
        competitor->least = time;
        read_statistics(competitor, p);
    }
    series_add(&competitor->set, total / (double)count);
}

/* Nanoseconds, or 0 where the build has no such function. */
static double build_dialect(const struct api *api, const iq_changeset *changes,
                            enum dialect dialect) {
    const iq_change *ranges;
    const iq_splice *splices;
    const uint32_t *map;
    size_t count = 0;
    double start = now();
    if (dialect == BATCH)
        expect(api, api->changeset_get_batch(changes, &ranges, &count),
               "batch");
    else if (dialect == SPLICES)
        expect(api, api->changeset_get_splices(changes, 0, &splices, &count),
               "splices");
    else if (dialect == MAP)
        expect(api, api->changeset_get_map(changes, IQ_AFTER, &map, &count),
               "map");
    else if (api->changeset_get_steps)
        expect(api, api->changeset_get_steps(changes, 0, &ranges, &count),
               "steps");
    else return 0;
    sink += count;
    return now() - start;
}

/* Counts the changes, and ends the program where iq_diff and iq_list_set count
 * differently. */
static void count_changes(struct competitor *competitor, size_t pair,
                          const iq_changeset *changes) {
    iq_summary summary = {.struct_size = sizeof summary};
    expect(competitor->api,
           competitor->api->changeset_get_summary(changes, &summary),
           "iq_changeset_get_summary");
    struct changes counted = {
        .section_moves = summary.section_moves,
        .deletes = summary.item_deletes,
        .inserts = summary.item_inserts,
        .moves = summary.item_moves,
        .updates = summary.item_reloads + summary.item_reconfigures};
    struct changes *known = &competitor->counted[pair];
    if (competitor->rounds > 0 && memcmp(known, &counted, sizeof counted) != 0) {
        fputs("benchmark: iq_list_set and iq_diff disagree\n", stderr);
        exit(1);
    }
    *known = counted;
}

/* Each dialect is requested from a changeset of its own, as what one has computed
 * may serve another. */
static void turn_changesets(struct competitor *competitor, bool set) {
    const struct api *api = competitor->api;
    size_t count = competitor->pairs->count;
    enum dialect dialect = competitor->rounds % DIALECTS;
    double total = 0, built = 0;
    if (set) competitor_show_before(competitor);
    for (size_t p = 0; p < count; p++) {
        iq_changeset *changes;
        double start = now();
        if (set) competitor_set(competitor, p, &changes);
        else
            expect(api,
                   api->diff(competitor->before[p], competitor->after[p], NULL,
                             &changes),
                   "iq_diff");
        total += now() - start;
        built += build_dialect(api, changes, dialect);
        count_changes(competitor, p, changes);
        api->changeset_destroy(changes);
    }
    competitor->rounds++;
    struct series *series = set ? &competitor->with_changeset : &competitor->diff;
    series_add(series, total / (double)count);
    if (built > 0)
        series_add(&competitor->dialects[dialect], built / (double)count);
}

void turn_with_changeset(void *competitor) { turn_changesets(competitor, true); }

void turn_diff(void *competitor) { turn_changesets(competitor, false); }

/* A snapshot shares its storage with the list that it was applied to, so each
 * is built anew. */
void turn_apply(void *subject) {
    struct competitor *competitor = subject;
    const struct api *api = competitor->api;
    size_t count = competitor->pairs->count;
    double build = 0, apply = 0;
    competitor_show_before(competitor);
    for (size_t p = 0; p < count; p++) {
        double start = now();
        iq_snapshot *after =
            api_snapshot(api, &competitor->pairs->compared[p].after);
        double built = now();
        expect(api, api->list_apply(competitor->lists[p], after, NULL, NULL),
               "iq_list_apply");
        apply += now() - built;
        build += built - start;
        api->snapshot_destroy(after);
    }
    series_add(&competitor->build, build / (double)count);
    series_add(&competitor->apply, apply / (double)count);
}

struct update_times competitor_times(struct competitor *competitor) {
    struct update_times times = {
        .diff = series_timing(&competitor->diff),
        .set = series_timing(&competitor->set),
        .with_changeset = series_timing(&competitor->with_changeset),
        .build = series_timing(&competitor->build),
        .apply = series_timing(&competitor->apply)};
    for (enum dialect d = 0; d < DIALECTS; d++)
        times.dialects[d] = series_timing(&competitor->dialects[d]);
    return times;
}

static void check_shown(const struct api *api, const iq_list *list,
                        const struct listing *listing) {
    if (!api->list_get_items) return;
    size_t n = listing->count;
    iq_key *keys = pages_take(n * sizeof *keys);
    uint64_t *contents = pages_take(n * sizeof *contents);
    iq_item_buffers buffers = {
        .struct_size = sizeof buffers, .keys = keys, .contents = contents};
    iq_item beyond;
    bool more = api->list_find_item_at(list, n, &beyond) == IQ_OK;
    expect(api, api->list_get_items(list, 0, n, &buffers),
           "iq_list_get_items");
    if (more || memcmp(keys, listing->keys, n * sizeof *keys) != 0 ||
        memcmp(contents, listing->contents, n * sizeof *contents) != 0) {
        fputs("benchmark: a list does not show what it was set to\n", stderr);
        exit(1);
    }
    pages_give(keys, n * sizeof *keys);
    pages_give(contents, n * sizeof *contents);
}

void competitor_check(const struct competitor *competitor) {
    competitor_show_before(competitor);
    for (size_t p = 0; p < competitor->pairs->count; p++) {
        competitor_set(competitor, p, NULL);
        check_shown(competitor->api, competitor->lists[p],
                    &competitor->pairs->compared[p].after);
    }
}

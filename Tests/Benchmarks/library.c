/* See library.h. */
#include "library.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void must(iq_status status, const char *what) {
    if (status == IQ_OK) return;
    iq_error error = {.struct_size = sizeof error};
    iq_last_error(&error);
    fprintf(stderr, "benchmark: %s: %s: %s\n", what, iq_status_name(status),
            error.message);
    exit(1);
}

void list_show(iq_list *list, const struct listing *listing) {
    iq_columns items = listing_columns(listing);
    must(iq_list_set(list, listing->sections, listing->section_count, &items,
                     NULL, NULL),
         "iq_list_set");
}

iq_list *list_showing(const struct listing *listing) {
    iq_list *list;
    must(iq_list_create(NULL, &list), "iq_list_create");
    list_show(list, listing);
    return list;
}

iq_snapshot *snapshot_of(const struct listing *listing) {
    iq_snapshot *snapshot;
    must(iq_snapshot_create(NULL, &snapshot), "iq_snapshot_create");
    for (size_t s = 0; s < listing->section_count; s++) {
        size_t start = listing_start(listing, s);
        iq_columns items = listing_columns(listing);
        items.count = listing_start(listing, s + 1) - start;
        items.keys = listing->keys + start;
        items.contents = listing->contents + start;
        const iq_key *section = &listing->sections[s].key;
        must(iq_snapshot_append_sections(snapshot, section, 1),
             "iq_snapshot_append_sections");
        must(iq_snapshot_append_items(snapshot, section, &items),
             "iq_snapshot_append_items");
    }
    return snapshot;
}

iq_statistics statistics_of(const iq_list *list) {
    iq_statistics statistics = {.struct_size = sizeof statistics};
    must(iq_list_statistics(list, &statistics), "iq_list_statistics");
    return statistics;
}

static struct changes counts_of(const iq_summary *summary) {
    return (struct changes){
        .section_moves = summary->section_moves,
        .deletes = summary->item_deletes,
        .inserts = summary->item_inserts,
        .moves = summary->item_moves,
        .updates = summary->item_reloads + summary->item_reconfigures};
}

static void build_dialect(const iq_changeset *changes, enum dialect dialect) {
    const iq_change *ranges;
    const iq_splice *splices;
    const uint32_t *map;
    size_t count;
    switch (dialect) {
    case BATCH:
        must(iq_changeset_batch(changes, &ranges, &count), "batch");
        break;
    case STEPS:
        must(iq_changeset_steps(changes, 0, &ranges, &count), "steps");
        break;
    case SPLICES:
        must(iq_changeset_splices(changes, 0, &splices, &count), "splices");
        break;
    default:
        must(iq_changeset_map(changes, IQ_AFTER, &map, &count), "map");
        break;
    }
    sink += count;
}

/* Each dialect is asked of a changeset of its own, as what one has worked out
 * may serve another. */
static void measure_diff(struct row *row, const struct listing *from,
                         const struct listing *to, double budget) {
    iq_snapshot *before = snapshot_of(from), *after = snapshot_of(to);
    iq_position position;
    must(iq_snapshot_item_for_key(before, NULL, from->keys[0], &position),
         "iq_snapshot_item_for_key");
    struct series diff = {0}, built[DIALECTS] = {0};
    while (series_wants_more(&diff, budget)) {
        iq_changeset *changes;
        double start = now();
        must(iq_diff(before, after, NULL, &changes), "iq_diff");
        double end = now();
        series_add(&diff, end - start);
        enum dialect dialect = diff.count % DIALECTS;
        start = now();
        build_dialect(changes, dialect);
        series_add(&built[dialect], now() - start);
        iq_summary summary = {.struct_size = sizeof summary};
        must(iq_changeset_summary(changes, &summary), "iq_changeset_summary");
        row->counted = counts_of(&summary);
        iq_changeset_destroy(changes);
    }
    for (enum dialect d = 0; d < DIALECTS; d++) {
        while (series_wants_more(&built[d], budget / 2)) {
            iq_changeset *changes;
            must(iq_diff(before, after, NULL, &changes), "iq_diff");
            double start = now();
            build_dialect(changes, d);
            series_add(&built[d], now() - start);
            iq_changeset_destroy(changes);
        }
        row->dialects[d] = series_timing(&built[d]);
    }
    row->diff = series_timing(&diff);
    iq_snapshot_destroy(before);
    iq_snapshot_destroy(after);
}

/* One way forth, with a changeset if `told`; answers the nanoseconds. */
static double set_once(iq_list *list, const struct listing *before,
                       const struct listing *after, bool told) {
    iq_columns items = listing_columns(after);
    iq_changeset *changes = NULL;
    list_show(list, before);
    double start = now();
    must(iq_list_set(list, after->sections, after->section_count, &items, NULL,
                     told ? &changes : NULL),
         "iq_list_set");
    double time = now() - start;
    if (told) iq_changeset_destroy(changes);
    return time;
}

/* The list goes back and forth; the way forth is what counts. */
static void measure_set(struct row *row, iq_list *list,
                        const struct listing *before,
                        const struct listing *after, double budget) {
    struct series set = {0}, told = {0};
    double least = INFINITY;
    while (series_wants_more(&set, budget)) {
        double time = set_once(list, before, after, false);
        series_add(&set, time);
        iq_statistics statistics = statistics_of(list);
        row->scratch_bytes = statistics.scratch_bytes;
        if (time >= least) continue;
        least = time;
        row->phases = (struct phases){
            statistics.match_nanoseconds, statistics.solve_nanoseconds,
            statistics.prepare_nanoseconds, statistics.commit_nanoseconds};
    }
    while (series_wants_more(&told, budget / 2))
        series_add(&told, set_once(list, before, after, true));
    iq_statistics statistics = statistics_of(list);
    struct changes counted = counts_of(&statistics.changes);
    if (memcmp(&counted, &row->counted, sizeof counted) != 0) {
        fprintf(stderr, "benchmark: W%d: iq_list_set and iq_diff disagree\n",
                row->workload);
        exit(1);
    }
    row->set = series_timing(&set);
    row->told = series_timing(&told);
}

/* A snapshot shares its storage with the list that it was applied to, so each
 * is built anew. */
static void measure_apply(struct row *row, iq_list *list,
                          const struct listing *before,
                          const struct listing *after, double budget) {
    struct series build = {0}, apply = {0};
    while (series_wants_more(&apply, budget)) {
        list_show(list, before);
        double start = now();
        iq_snapshot *snapshot = snapshot_of(after);
        double built = now();
        must(iq_list_apply(list, snapshot, NULL, NULL), "iq_list_apply");
        series_add(&apply, now() - built);
        series_add(&build, built - start);
        iq_snapshot_destroy(snapshot);
    }
    row->build = series_timing(&build);
    row->apply = series_timing(&apply);
}

static void check_shown(const iq_list *list, const struct listing *listing) {
    size_t n = listing->count, shown = 0;
    iq_key *keys = pages_take(n * sizeof *keys);
    uint64_t *contents = pages_take(n * sizeof *contents);
    iq_item_buffers buffers = {
        .struct_size = sizeof buffers, .keys = keys, .contents = contents};
    must(iq_list_count(list, NULL, &shown), "iq_list_count");
    if (shown == n)
        must(iq_list_read_items(list, 0, n, &buffers), "iq_list_read_items");
    if (shown != n || memcmp(keys, listing->keys, n * sizeof *keys) != 0 ||
        memcmp(contents, listing->contents, n * sizeof *contents) != 0) {
        fprintf(stderr, "benchmark: the list does not show what it should\n");
        exit(1);
    }
    pages_give(keys, n * sizeof *keys);
    pages_give(contents, n * sizeof *contents);
}

void library_measure(struct row *row, const struct listing *before,
                     const struct listing *after, double budget) {
    measure_diff(row, before, after, budget);
    iq_list *list = list_showing(before);
    measure_set(row, list, before, after, budget);
    check_shown(list, after);
    measure_apply(row, list, before, after, budget / 2);
    check_shown(list, after);
    iq_list_destroy(list);
}

static void load_once(struct series *series, const struct listing *listing) {
    iq_list *list;
    double start = now();
    must(iq_list_create(NULL, &list), "iq_list_create");
    list_show(list, listing);
    series_add(series, now() - start);
    iq_list_destroy(list);
}

struct load load_measure(const struct listing *listing, double budget) {
    struct series cold = {0}, warm = {0};
    while (series_wants_more(&cold, budget)) {
        heap_forget();
        load_once(&cold, listing);
    }
    while (series_wants_more(&warm, budget)) load_once(&warm, listing);
    return (struct load){series_timing(&cold), series_timing(&warm)};
}

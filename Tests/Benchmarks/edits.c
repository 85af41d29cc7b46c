/* See edits.h. */
#include "edits.h"

#include <stdlib.h>

const size_t commit_sizes[COMMITS] = {1, 100, 10000};

/* A list of one section, and what is done to it at random places. */
struct bench {
    iq_list *list;
    iq_section section;
    size_t count;
    struct random *random;
};

static size_t place(struct bench *bench) {
    return random_below(bench->random, bench->count);
}

static iq_item item_at(struct bench *bench, size_t place) {
    iq_item item;
    must(iq_list_item_at(bench->list, place, &item), "iq_list_item_at");
    return item;
}

static iq_key random_key(struct bench *bench) {
    iq_key key;
    uint64_t words[2] = {random_next(bench->random), random_next(bench->random)};
    for (size_t i = 0; i < sizeof key.bytes; i++)
        key.bytes[i] = (uint8_t)(words[i / 8] >> 8 * (i % 8));
    return key;
}

/* One of four kinds in turn; what is inserted is as much as what is deleted. */
static void edit_once(struct bench *bench, iq_edit *edit, size_t turn) {
    iq_key key = random_key(bench);
    uint64_t content = random_next(bench->random) | 1;
    iq_columns one = {.struct_size = sizeof one, .count = 1, .keys = &key,
                      .contents = &content};
    iq_item item;
    switch (turn % 4) {
    case 0:
        must(iq_edit_insert_items(edit, bench->section, place(bench), &one),
             "iq_edit_insert_items");
        break;
    case 1:
        must(iq_edit_delete_item_range(edit, bench->section, place(bench), 1),
             "iq_edit_delete_item_range");
        break;
    case 2:
        must(iq_edit_move_item_range(edit, bench->section, place(bench), 1,
                                     bench->section, place(bench)),
             "iq_edit_move_item_range");
        break;
    default:
        item = item_at(bench, place(bench));
        must(iq_edit_update_items(edit, &item, &one,
                                  IQ_COLUMN_CONTENT | IQ_COLUMN_MODEL |
                                      IQ_COLUMN_CLASS),
             "iq_edit_update_items");
    }
}

static iq_edit *begin(struct bench *bench) {
    iq_edit *edit;
    must(iq_edit_begin(bench->list, NULL, &edit), "iq_edit_begin");
    return edit;
}

/* Many edits of four, so that each finds leaves that no other has touched. */
static double measure_edit(struct bench *bench) {
    enum { EDITS = 4096 };
    struct series series = {0};
    while (series_wants_more(&series, 2e7)) {
        double start = now();
        for (size_t i = 0; i < EDITS; i++) {
            iq_edit *edit = begin(bench);
            for (size_t turn = 0; turn < 4; turn++) edit_once(bench, edit, turn);
            must(iq_edit_commit(edit, NULL, NULL), "iq_edit_commit");
            iq_edit_destroy(edit);
        }
        series_add(&series, (now() - start) / EDITS / 4);
    }
    return series_timing(&series).median;
}

/* The commit alone. As many items go as come, save of one edit. */
static double measure_commit(struct bench *bench, size_t edits) {
    struct series series = {0};
    while (series_wants_more(&series, 2e7)) {
        iq_edit *edit = begin(bench);
        for (size_t i = 0; i < edits; i++) edit_once(bench, edit, i);
        iq_changeset *changes;
        double start = now();
        must(iq_edit_commit(edit, NULL, &changes), "iq_edit_commit");
        series_add(&series, now() - start);
        iq_changeset_destroy(changes);
        iq_edit_destroy(edit);
        if (edits == 1) bench->count++;
    }
    return series_timing(&series).median;
}

enum { FRAME = 100 };

static void read_splices(const iq_changeset *changes) {
    const iq_splice *splices;
    size_t count;
    must(iq_changeset_splices(changes, 0, &splices, &count),
         "iq_changeset_splices");
    sink = count;
}

/* Follows a log: a hundred lines a frame come to its end. */
static double measure_appends(struct bench *bench) {
    struct series series = {0};
    iq_key keys[FRAME];
    uint64_t contents[FRAME];
    iq_columns lines = {.struct_size = sizeof lines, .count = FRAME,
                        .keys = keys, .contents = contents};
    while (series_wants_more(&series, 2e7)) {
        for (size_t i = 0; i < FRAME; i++) {
            keys[i] = random_key(bench);
            contents[i] = random_next(bench->random) | 1;
        }
        iq_changeset *changes;
        double start = now();
        iq_edit *edit = begin(bench);
        must(iq_edit_insert_items(edit, bench->section, IQ_END, &lines),
             "iq_edit_insert_items");
        must(iq_edit_commit(edit, NULL, &changes), "iq_edit_commit");
        read_splices(changes);
        series_add(&series, now() - start);
        iq_changeset_destroy(changes);
        iq_edit_destroy(edit);
    }
    return series_timing(&series).median;
}

/* The same for who describes all lines anew, there and back. */
static double measure_described(struct bench *bench, struct listing *listing) {
    struct series series = {0};
    size_t all = listing->count;
    while (series_wants_more(&series, 2e7)) {
        listing->count = all - FRAME;
        list_show(bench->list, listing);
        listing->count = all;
        iq_columns items = listing_columns(listing);
        iq_changeset *changes;
        double start = now();
        must(iq_list_set(bench->list, listing->sections, listing->section_count,
                         &items, NULL, &changes),
             "iq_list_set");
        read_splices(changes);
        series_add(&series, now() - start);
        iq_changeset_destroy(changes);
    }
    return series_timing(&series).median;
}

static void measure_copies(struct bench *bench, struct editing *editing) {
    struct series snapshots = {0}, copies = {0};
    while (series_wants_more(&snapshots, 2e7)) {
        iq_snapshot *snapshot, *copy;
        double start = now();
        must(iq_list_snapshot(bench->list, &snapshot), "iq_list_snapshot");
        double between = now();
        must(iq_snapshot_copy(snapshot, &copy), "iq_snapshot_copy");
        series_add(&copies, now() - between);
        series_add(&snapshots, between - start);
        iq_snapshot_destroy(copy);
        iq_snapshot_destroy(snapshot);
    }
    editing->snapshot = series_timing(&snapshots).median;
    editing->copy = series_timing(&copies).median;
}

struct editing editing_measure(size_t count, struct random *random) {
    struct listing listing = listing_make(count, 1, random);
    struct bench bench = {list_showing(&listing), {0}, count, random};
    struct editing editing = {.count = count};
    must(iq_list_section_at(bench.list, 0, &bench.section),
         "iq_list_section_at");
    editing.described = measure_described(&bench, &listing);
    measure_copies(&bench, &editing);
    editing.edit = measure_edit(&bench);
    for (size_t i = 0; i < COMMITS; i++)
        editing.commits[i] = measure_commit(&bench, commit_sizes[i]);
    editing.appends = measure_appends(&bench);
    iq_list_destroy(bench.list);
    listing_free(&listing);
    return editing;
}

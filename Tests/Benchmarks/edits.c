/* See edits.h. */
#include "edits.h"

#include <stdlib.h>

const size_t commit_sizes[COMMITS] = {1, 100, 10000};

static size_t place(struct edited *edited) {
    return random_below(edited->random, edited->count);
}

static iq_item item_at(struct edited *edited, size_t place) {
    iq_item item;
    must(iq_list_find_item_at(edited->list, place, &item),
         "iq_list_find_item_at");
    return item;
}

static iq_key random_key(struct edited *edited) {
    iq_key key;
    uint64_t words[2] = {random_next(edited->random), random_next(edited->random)};
    for (size_t i = 0; i < sizeof key.bytes; i++)
        key.bytes[i] = (uint8_t)(words[i / 8] >> 8 * (i % 8));
    return key;
}

void edit_once(struct edited *edited, iq_edit *edit, size_t turn) {
    iq_key key = random_key(edited);
    uint64_t content = random_next(edited->random) | 1;
    iq_columns one = {.struct_size = sizeof one, .count = 1, .keys = &key,
                      .contents = &content};
    iq_item item;
    switch (turn % 4) {
    case 0:
        must(iq_edit_insert_items(edit, edited->section, place(edited), &one),
             "iq_edit_insert_items");
        break;
    case 1:
        must(iq_edit_delete_item_range(edit, edited->section, place(edited), 1),
             "iq_edit_delete_item_range");
        break;
    case 2:
        must(iq_edit_move_item_range(edit, edited->section, place(edited), 1,
                                     edited->section, place(edited)),
             "iq_edit_move_item_range");
        break;
    default:
        item = item_at(edited, place(edited));
        must(iq_edit_update_items(edit, &item, &one,
                                  IQ_COLUMN_CONTENT | IQ_COLUMN_MODEL |
                                      IQ_COLUMN_CLASS),
             "iq_edit_update_items");
    }
}

iq_edit *edit_begin(struct edited *edited) {
    iq_edit *edit;
    must(iq_edit_begin(edited->list, NULL, &edit), "iq_edit_begin");
    return edit;
}

/* Many edits of four, so that each finds leaves that no other has touched. */
static double measure_edit(struct edited *edited) {
    enum { EDITS = 4096 };
    struct series series = {0};
    while (series_wants_more(&series, 2e7)) {
        double start = now();
        for (size_t i = 0; i < EDITS; i++) {
            iq_edit *edit = edit_begin(edited);
            for (size_t turn = 0; turn < 4; turn++) edit_once(edited, edit, turn);
            must(iq_edit_commit(edit, NULL, NULL), "iq_edit_commit");
            iq_edit_destroy(edit);
        }
        series_add(&series, (now() - start) / EDITS / 4);
    }
    return series_timing(&series).median;
}

/* The commit alone. As many items go as come, save of one edit. */
static double measure_commit(struct edited *edited, size_t edits) {
    struct series series = {0};
    while (series_wants_more(&series, 2e7)) {
        iq_edit *edit = edit_begin(edited);
        for (size_t i = 0; i < edits; i++) edit_once(edited, edit, i);
        iq_changeset *changes;
        double start = now();
        must(iq_edit_commit(edit, NULL, &changes), "iq_edit_commit");
        series_add(&series, now() - start);
        iq_changeset_destroy(changes);
        iq_edit_destroy(edit);
        if (edits == 1) edited->count++;
    }
    return series_timing(&series).median;
}

enum { FRAME = 100 };

static void read_splices(const iq_changeset *changes) {
    const iq_splice *splices;
    size_t count;
    must(iq_changeset_get_splices(changes, 0, &splices, &count),
         "iq_changeset_get_splices");
    sink = count;
}

/* Follows a log: a hundred lines a frame come to its end. */
static double measure_appends(struct edited *edited) {
    struct series series = {0};
    iq_key keys[FRAME];
    uint64_t contents[FRAME];
    iq_columns lines = {.struct_size = sizeof lines, .count = FRAME,
                        .keys = keys, .contents = contents};
    while (series_wants_more(&series, 2e7)) {
        for (size_t i = 0; i < FRAME; i++) {
            keys[i] = random_key(edited);
            contents[i] = random_next(edited->random) | 1;
        }
        iq_changeset *changes;
        double start = now();
        iq_edit *edit = edit_begin(edited);
        must(iq_edit_insert_items(edit, edited->section, IQ_END, &lines),
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
static double measure_described(struct edited *edited, struct listing *listing) {
    struct series series = {0};
    size_t all = listing->count;
    while (series_wants_more(&series, 2e7)) {
        listing->count = all - FRAME;
        list_show(edited->list, listing);
        listing->count = all;
        iq_columns items = listing_columns(listing);
        iq_changeset *changes;
        double start = now();
        must(iq_list_set(edited->list, listing->sections, listing->section_count,
                         &items, NULL, &changes),
             "iq_list_set");
        read_splices(changes);
        series_add(&series, now() - start);
        iq_changeset_destroy(changes);
    }
    return series_timing(&series).median;
}

static void measure_copies(struct edited *edited, struct editing *editing) {
    struct series snapshots = {0}, copies = {0};
    while (series_wants_more(&snapshots, 2e7)) {
        iq_snapshot *snapshot, *copy;
        double start = now();
        must(iq_list_snapshot(edited->list, &snapshot), "iq_list_snapshot");
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
    struct edited edited = {list_showing(&listing), {0}, count, random};
    struct editing editing = {.count = count};
    must(iq_list_find_section_at(edited.list, 0, &edited.section),
         "iq_list_find_section_at");
    editing.described = measure_described(&edited, &listing);
    measure_copies(&edited, &editing);
    editing.edit = measure_edit(&edited);
    for (size_t i = 0; i < COMMITS; i++)
        editing.commits[i] = measure_commit(&edited, commit_sizes[i]);
    editing.appends = measure_appends(&edited);
    iq_list_destroy(edited.list);
    listing_free(&listing);
    return editing;
}

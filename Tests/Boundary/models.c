/*
 * models.c - models are retained while a list or a snapshot shows them and not a moment less or longer:
 * over random updates, snapshots that share with lists, copies and duplicates that are dropped. A cell
 * class is asked `equal` and `changed` only of the pairs that the header names, and the newest model
 * stays even where it looks the same.
 *
 * modes: plain count valgrind asan tsan
 */
#include "arrange.h"
#include "cells.h"
#include "check.h"
#include "host_memory.h"
#include "stage.h"

#define SNAPSHOTS 3

/* A snapshot that is kept for a while, and what it holds. */
typedef struct kept {
    iq_snapshot *snapshot;
    model held;
} kept;

static void dress(arrangement *from, model_item *item)
{
    item->cell_class = cells_class[random_below(from->random, 3)];
    item->content = random_chance(from->random, 60) ? IQ_CONTENT_NONE : 1 + random_below(from->random, 2);
    if (item->cell_class.id == cells_class[2].id) {
        item->model = (void *)(uintptr_t)random_next(from->random);
    } else if (random_chance(from->random, 90)) {
        item->model = cells_new((int)random_below(from->random, 2));
    }
}

/* Was the question about two sides of one item (or element) of one class? */
static bool asked_rightly(const expectation *wanted, const cells_question *question, bool of_equal)
{
    for (size_t i = 0; i < wanted->after_count; i++) {
        if (wanted->before_of[i] == MODEL_NONE) {
            continue;
        }
        model_place after = model_place_at(wanted->after, i);
        model_place before = model_place_at(wanted->before, wanted->before_of[i]);
        const model_item *is = &wanted->after->sections[after.section].items[after.item];
        const model_item *was = &wanted->before->sections[before.section].items[before.item];
        if (is->model != question->after || was->model != question->before) {
            continue;
        }
        if (of_equal ? is->model != was->model && is->content == IQ_CONTENT_NONE &&
                           was->content == IQ_CONTENT_NONE && is->cell_class.id == was->cell_class.id
                     : (wanted->update[i] & IQ_CHANGE_RECONFIGURE) != 0) {
            return true;
        }
    }
    for (size_t s = 0; s < wanted->after->count; s++) {
        if (wanted->section_before_of[s] == MODEL_NONE) {
            continue;
        }
        const model_section *after = &wanted->after->sections[s];
        const model_section *before = &wanted->before->sections[wanted->section_before_of[s]];
        for (size_t e = 0; e < after->element_count; e++) {
            const iq_supplementary *is = &after->elements[e];
            const iq_supplementary *was = model_find_element(before, is->kind, is->index);
            if (was && is->model == question->after && was->model == question->before &&
                is->cell_class.id == was->cell_class.id && key_equal(is->key, was->key)) {
                return true;
            }
        }
    }
    return false;
}

static void check_questions(const model *before, const model *after, const stage *list)
{
    model resolved = {0};
    model_resolve(&resolved, after, list->policy, false);
    expectation wanted = expect(before, &resolved, &list->rules);
    for (size_t q = 0; q < cells_equal_count; q++) {
        CHECK(cells_equal_asked[q].before != cells_equal_asked[q].after);
        CHECK(asked_rightly(&wanted, &cells_equal_asked[q], true));
    }
    for (size_t q = 0; q < cells_changed_count; q++) {
        CHECK(asked_rightly(&wanted, &cells_changed_asked[q], false));
    }
    expect_clear(&wanted);
    model_clear(&resolved);
}

static void check_references(const stage *list, const kept *snapshots)
{
    cells_hold(NULL);
    cells_hold(&list->shown);
    for (size_t i = 0; i < SNAPSHOTS; i++) {
        cells_hold(&snapshots[i].held);
    }
    cells_check();
}

/* Lets go of one kept snapshot and keeps another: of the list, a copy, or one built anew; some of them
 * are edited, so that they no longer share all that they hold. */
static void keep_another(const stage *list, kept *snapshots, arrangement *from)
{
    kept *one = &snapshots[random_below(from->random, SNAPSHOTS)];
    const kept *other = &snapshots[random_below(from->random, SNAPSHOTS)];
    if (one == other) {
        return;
    }
    iq_snapshot_destroy(one->snapshot);
    one->snapshot = NULL;
    model_clear(&one->held);
    iq_snapshot_options options = {sizeof options, list->policy, 0};
    size_t choice = random_below(from->random, 3);
    if (choice == 0 && other->snapshot) {
        CHECK_OK(iq_snapshot_copy(other->snapshot, &one->snapshot));
        model_copy(&one->held, &other->held);
    } else if (choice == 1) {
        CHECK_OK(iq_list_snapshot(list->list, &one->snapshot));
        model_copy(&one->held, &list->shown);
    } else {
        arrange_new(from, &one->held);
        one->snapshot = feed_snapshot(&one->held, &options, FEED_STRUCTS);
    }
    size_t items = model_item_count(&one->held);
    for (size_t cuts = items > 0 ? random_below(from->random, 4) : 0; cuts > 0 && items > 0;
         cuts--, items--) {
        model_place place = model_place_at(&one->held, random_below(from->random, items));
        iq_key section = one->held.sections[place.section].key;
        model_item item = model_take_item(&one->held, place);
        CHECK_OK(iq_snapshot_delete_items(one->snapshot, &section, &item.key, 1, NULL));
    }
}

static void update(stage *list, arrangement *from)
{
    model target = {0}, before = {0};
    model_copy(&target, &list->shown);
    model_copy(&before, &list->shown);
    if (target.count == 0) {
        arrange_new(from, &target);
    }
    arrange_change(from, &target, (arrange_shape)random_below(from->random, ARRANGE_SHAPES));
    bool doubled = list->policy != IQ_DUPLICATES_SCOPE && list->policy != IQ_DUPLICATES_NUMBER &&
                   random_chance(from->random, 30);
    if (doubled) {
        arrange_duplicates(from, &target, 2, 0);
    }
    stage_update_options how = {.way = (stage_way)random_below(from->random, STAGE_SET + 1)};
    how.unseen = random_chance(from->random, 30);
    how.flags = random_chance(from->random, 10) ? IQ_DIFF_RELOAD : 0;
    if (!doubled && how.way == STAGE_APPLY && random_chance(from->random, 30)) {
        arrange_marks(from, &target);
    }
    cells_equal_count = cells_changed_count = 0;
    if (stage_update(list, &target, &how) && !(how.flags & IQ_DIFF_RELOAD)) {
        check_questions(&before, &target, list);
    }
    model_clear(&before);
    model_clear(&target);
}

static void run(uint64_t seed, size_t items, int updates)
{
    check_seed = seed;
    random_source random = {seed};
    iq_list_options options = {.struct_size = sizeof options};
    options.duplicates = (iq_duplicates)random_below(&random, IQ_DUPLICATES_SCOPE + 1);
    expect_rules rules = {.equal = cells_equal, .changed = cells_changed};
    arrangement from = {.random = &random, .sections = 3, .items = items, .dress = dress};
    from.scoped = options.duplicates == IQ_DUPLICATES_SCOPE;
    kept snapshots[SNAPSHOTS] = {{0}};
    stage list;
    stage_start(&list, &options, &rules);
    for (int u = 0; u < updates; u++) {
        update(&list, &from);
        check_references(&list, snapshots);
        keep_another(&list, snapshots, &from);
        check_references(&list, snapshots);
    }
    /* What is left goes in any order. */
    if (random_chance(&random, 50)) {
        stage_end(&list);
        check_references(&list, snapshots);
    }
    for (size_t i = 0; i < SNAPSHOTS; i++) {
        iq_snapshot_destroy(snapshots[i].snapshot);
        model_clear(&snapshots[i].held);
        check_references(&list, snapshots);
    }
    stage_end(&list);
    cells_end();
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    cells_register();
    uint64_t first = check_first_seed(1);
    for (uint64_t seed = first; seed < first + check_scaled(200); seed++) {
        run(seed, 12, 20);
    }
    for (uint64_t seed = first; seed < first + check_scaled(10); seed++) {
        run(seed, 700, 12);
    }
    return 0;
}

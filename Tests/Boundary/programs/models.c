/*
 * models.c - models are retained while a list or a snapshot shows them and not a moment less or longer:
 * over random updates, snapshots that share with lists, copies and duplicates that are dropped. A cell
 * class is asked `equal` and `changed` only of the pairs that the header names, and the newest model
 * stays even where its content is the same.
 */
#include "arrange.h"
#include "counted_models.h"
#include "check.h"
#include "host_memory.h"
#include "update_script.h"

#define SNAPSHOTS 3

/* A snapshot that is kept for a while, and what it holds. */
typedef struct kept {
    iq_snapshot *snapshot;
    model held;
} kept;

static void dress(arrangement *from, model_item *item)
{
    item->cell_class = counted_class[random_below(from->random, 3)];
    item->content = random_chance(from->random, 60) ? IQ_CONTENT_NONE : 1 + random_below(from->random, 2);
    if (item->cell_class.id == counted_class[2].id) {
        item->model = (void *)(uintptr_t)random_next(from->random);
    } else if (random_chance(from->random, 90)) {
        item->model = counted_new((int)random_below(from->random, 2));
    }
}

/* Was `equal` to be asked about two appearances? `changed` may be, where they are of one class. */
static bool may_be_asked(const counted_question *question, const model_item *was, const model_item *is,
                         bool of_equal)
{
    if (was->model != question->before || is->model != question->after || !key_equal(was->key, is->key) ||
        was->cell_class.id != is->cell_class.id) {
        return false;
    }
    return !of_equal || (was->content == IQ_CONTENT_NONE && is->content == IQ_CONTENT_NONE);
}

static model_item as_item(const iq_supplementary *element)
{
    return (model_item){element->key, element->content, element->model, element->cell_class, 0, 0};
}

static bool asked_of_sections(const counted_question *question, const model_section *before,
                              const model_section *after, bool of_equal)
{
    for (size_t i = 0; i < before->count; i++) {
        for (size_t j = 0; before->items[i].model == question->before && j < after->count; j++) {
            if (may_be_asked(question, &before->items[i], &after->items[j], of_equal)) {
                return true;
            }
        }
    }
    for (size_t e = 0; e < after->element_count; e++) {
        const iq_supplementary *one =
            model_find_element(before, after->elements[e].kind, after->elements[e].index);
        model_item was = one ? as_item(one) : (model_item){0}, is = as_item(&after->elements[e]);
        if (one && key_equal(before->key, after->key) && may_be_asked(question, &was, &is, of_equal)) {
            return true;
        }
    }
    return false;
}

/* Each question is about two sides of one item or element, duplicates that are dropped later included. */
static bool asked_rightly(const counted_question *question, const model *before, const model *after,
                          bool of_equal)
{
    for (size_t s = 0; s < before->count; s++) {
        for (size_t t = 0; t < after->count; t++) {
            if (asked_of_sections(question, &before->sections[s], &after->sections[t], of_equal)) {
                return true;
            }
        }
    }
    return false;
}

static void check_questions(const model *before, const model *after)
{
    for (size_t q = 0; q < counted_equal_count; q++) {
        CHECK(counted_equal_asked[q].before != counted_equal_asked[q].after);
        CHECK(asked_rightly(&counted_equal_asked[q], before, after, true));
    }
    for (size_t q = 0; q < counted_changed_count; q++) {
        CHECK(asked_rightly(&counted_changed_asked[q], before, after, false));
    }
}

static void check_references(const update_script *list, const kept *snapshots)
{
    counted_hold(NULL);
    counted_hold(&list->shown);
    for (size_t i = 0; i < SNAPSHOTS; i++) {
        counted_hold(&snapshots[i].held);
    }
    counted_check();
}

/* Lets go of one kept snapshot and keeps another: of the list, a copy, or one built anew; some of them
 * are edited, so that they no longer share all that they hold. */
static void keep_another(const update_script *list, kept *snapshots, arrangement *from)
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

static void update(update_script *list, arrangement *from)
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
    update_options how = {.way = (update_way)random_below(from->random, UPDATE_SET + 1)};
    how.unseen = random_chance(from->random, 30);
    how.flags = random_chance(from->random, 10) ? IQ_UPDATE_RELOAD : 0;
    if (!doubled && how.way == UPDATE_APPLY && random_chance(from->random, 30)) {
        arrange_marks(from, &target);
    }
    counted_equal_count = counted_changed_count = 0;
    if (update_script_update(list, &target, &how) && !(how.flags & IQ_UPDATE_RELOAD)) {
        check_questions(&before, &target);
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
    expect_rules rules = {.equal = counted_equal, .changed = counted_changed};
    arrangement from = {.random = &random, .sections = 3, .items = items, .dress = dress};
    from.scoped = options.duplicates == IQ_DUPLICATES_SCOPE;
    kept snapshots[SNAPSHOTS] = {{0}};
    update_script list;
    update_script_start(&list, &options, &rules);
    for (int u = 0; u < updates; u++) {
        update(&list, &from);
        check_references(&list, snapshots);
        keep_another(&list, snapshots, &from);
        check_references(&list, snapshots);
    }
    /* What is left goes in any order. */
    if (random_chance(&random, 50)) {
        update_script_end(&list);
        check_references(&list, snapshots);
    }
    for (size_t i = 0; i < SNAPSHOTS; i++) {
        iq_snapshot_destroy(snapshots[i].snapshot);
        model_clear(&snapshots[i].held);
        check_references(&list, snapshots);
    }
    update_script_end(&list);
    counted_end();
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    counted_register();
    uint64_t first = check_first_seed(1);
    for (uint64_t seed = first; seed < first + check_scaled(200); seed++) {
        run(seed, 12, 20);
    }
    for (uint64_t seed = first; seed < first + check_scaled(10); seed++) {
        run(seed, 700, 12);
    }
    return 0;
}

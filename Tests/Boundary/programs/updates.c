/*
 * updates.c - random sequences of apply, set, set_items and set_section_items, and the same by iq_diff:
 * after each, the list shows the target, every dialect replays to it, the moves are the fewest, updates
 * are exactly where they should be, and handles stay with their keys.
 */
#include "arrange.h"
#include "check.h"
#include "host_memory.h"
#include "show.h"
#include "update_script.h"

/* A model's address means nothing to the library here, a class is one of three. */
static iq_class classes[3];

static void dress(arrangement *from, model_item *item)
{
    item->content = random_below(from->random, 4);
    item->model = (void *)(uintptr_t)random_below(from->random, 4);
    item->cell_class = classes[random_chance(from->random, 80) ? 0 : random_below(from->random, 3)];
}

static update_options random_update(random_source *random)
{
    update_options how = {0};
    how.way = (update_way)random_below(random, UPDATE_SET + 1);
    how.layout = (feed_layout)random_below(random, FEED_LAYOUTS);
    how.flags = random_chance(random, 30) ? IQ_UPDATE_VERIFY : 0;
    how.flags |= random_chance(random, 30) ? IQ_UPDATE_KEEP_KEYS : 0;
    how.flags |= random_chance(random, 5) ? IQ_UPDATE_RELOAD : 0;
    how.flags |= random_chance(random, 30) ? IQ_UPDATE_PAYLOAD : 0;
    how.unseen = random_chance(random, 10);
    return how;
}

static bool has_duplicates(const model *of, iq_duplicates policy)
{
    model resolved = {0};
    model_resolution resolution = model_resolve(&resolved, of, policy, false);
    model_clear(&resolved);
    return resolution.refused || resolution.dropped + resolution.numbered > 0;
}

/* `given` is the host's latest description: what is shown, but for the duplicates that were numbered, which must
 * not be numbered twice. */
static void update_list(update_script *list, arrangement *from, model *given)
{
    arrange_shape shape = (arrange_shape)random_below(from->random, ARRANGE_SHAPES);
    check_case = arrange_name(shape);
    model target = {0};
    model_copy(&target, given);
    if (target.count == 0 && random_chance(from->random, 80)) {
        arrange_new(from, &target);
    }
    arrange_change(from, &target, shape);
    update_options how = random_update(from->random);
    if (random_chance(from->random, 20)) {
        /* Is an empty section dropped before it is a duplicate, or after? */
        size_t sections = list->drop_empty ? 0 : random_below(from->random, 3);
        arrange_duplicates(from, &target, 1 + random_below(from->random, 6), sections);
    }
    if (has_duplicates(&target, list->policy)) {
        for (size_t s = 0; s < target.count; s++) {
            target.sections[s].element_count = 0; /* whose would they be? */
        }
    } else if (how.way == UPDATE_APPLY && random_chance(from->random, 40)) {
        arrange_marks(from, &target);
    }
    update_script_diff(list, &target, &how);
    bool taken = update_script_update(list, &target, &how);
    model_copy(given, taken && list->policy == IQ_DUPLICATES_NUMBER ? &target : &list->shown);
    model_clear_marks(given);
    model_clear(&target);
}

/* Only the items of one section change, by themselves. */
static void update_section(update_script *list, arrangement *from)
{
    static const arrange_shape shapes[] = {ARRANGE_SAME,   ARRANGE_INSERT_FRONT, ARRANGE_SHUFFLE,
                                           ARRANGE_BLOCKS, ARRANGE_REVERSE,      ARRANGE_CONTENTS};
    if (list->shown.count == 0) {
        return;
    }
    arrange_shape shape = shapes[random_below(from->random, sizeof shapes / sizeof *shapes)];
    check_case = "set_section_items";
    update_options how = random_update(from->random);
    how.way = UPDATE_SET_SECTION;
    how.section = random_below(from->random, list->shown.count);
    model target = {0}, alone = {0};
    model_copy(&target, &list->shown);
    model_insert_section(&alone, 0, target.sections[how.section].key);
    alone.sections[0].items = target.sections[how.section].items;
    alone.sections[0].count = target.sections[how.section].count;
    arrange_change(from, &alone, shape);
    for (size_t cut = random_below(from->random, 4); cut > 0 && alone.sections[0].count > 0; cut--) {
        model_take_item(&alone, (model_place){0, random_below(from->random, alone.sections[0].count)});
    }
    /* An item that another section has, or this one. */
    const model_section *twins = &list->shown.sections[random_below(from->random, list->shown.count)];
    if (twins->count > 0 && random_chance(from->random, 30)) {
        model_place place = {0, random_below(from->random, alone.sections[0].count + 1)};
        model_insert_item(&alone, place, twins->items[random_below(from->random, twins->count)]);
    }
    target.sections[how.section].items = alone.sections[0].items;
    target.sections[how.section].count = alone.sections[0].count;
    alone.sections[0].items = NULL;
    update_script_update(list, &target, &how);
    model_clear(&alone);
    model_clear(&target);
}

static void run_sectioned(uint64_t seed, size_t sections, size_t items, int updates)
{
    check_seed = seed;
    random_source random = {seed};
    iq_list_options options = {.struct_size = sizeof options};
    options.duplicates = (iq_duplicates)random_below(&random, IQ_DUPLICATES_SCOPE + 1);
    options.flags = random_chance(&random, 30) ? IQ_LIST_DROP_EMPTY_SECTIONS : 0;
    update_script list;
    arrangement from = {.random = &random, .sections = sections, .items = items, .dress = dress};
    from.levels = seed % 3 == 0;
    from.scoped = options.duplicates == IQ_DUPLICATES_SCOPE;
    update_script_start(&list, &options, &(expect_rules){0});
    model given = {0};
    for (int u = 0; u < updates; u++) {
        if (options.duplicates != IQ_DUPLICATES_NUMBER && random_chance(&random, 20)) {
            update_section(&list, &from);
            model_copy(&given, &list.shown);
        } else {
            update_list(&list, &from, &given);
        }
        if (random_chance(&random, 10)) {
            CHECK_OK(iq_list_trim(list.list));
        }
    }
    model_clear(&given);
    update_script_end(&list);
}

/* One implicit section: iq_list_set_items alone. */
static void run_flat(uint64_t seed, size_t items, int updates)
{
    static const arrange_shape shapes[] = {ARRANGE_SAME,    ARRANGE_INSERT_FRONT, ARRANGE_SHUFFLE,
                                           ARRANGE_REVERSE, ARRANGE_BLOCKS,       ARRANGE_CONTENTS};
    check_seed = seed;
    check_case = "set_items";
    random_source random = {seed};
    update_script list;
    arrangement from = {.random = &random, .sections = 1, .items = items, .dress = dress};
    update_script_start(&list, NULL, &(expect_rules){0});
    model target = {0};
    model_insert_section(&target, 0, (iq_key){{0}});
    for (int u = 0; u < updates; u++) {
        for (size_t i = random_below(&random, items / 2 + 1); i > 0; i--) {
            model_item item = {.key = key_of(++from.next_key)};
            dress(&from, &item);
            size_t place = random_below(&random, target.sections[0].count + 1);
            model_insert_item(&target, (model_place){0, place}, item);
        }
        for (size_t i = random_below(&random, items / 2 + 1); i > 0 && target.sections[0].count > 0; i--) {
            model_take_item(&target, (model_place){0, random_below(&random, target.sections[0].count)});
        }
        arrange_change(&from, &target, shapes[random_below(&random, sizeof shapes / sizeof *shapes)]);
        update_options how = random_update(&random);
        how.way = UPDATE_SET_ITEMS;
        update_script_update(&list, &target, &how);
    }
    model_clear(&target);
    update_script_end(&list);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    const char *const names[] = {"updates/a", "updates/b", "updates/c"};
    for (size_t c = 0; c < 3; c++) {
        CHECK_OK(iq_class_create(
            &(iq_class_options){.struct_size = sizeof(iq_class_options), .name = names[c]}, &classes[c]));
    }
    uint64_t first = check_first_seed(1);
    for (uint64_t seed = first; seed < first + check_scaled(300); seed++) {
        run_sectioned(seed, 3, 8, 12);
        run_flat(seed, 12, 6);
    }
    for (uint64_t seed = first; seed < first + check_scaled(40); seed++) {
        run_sectioned(seed, 6, 120, 12);
        run_flat(seed, 300, 8);
    }
    for (uint64_t seed = first; seed < first + check_scaled(4); seed++) {
        run_sectioned(seed, 4, 1500, 14);
        run_flat(seed, 3000, 14);
    }
    return 0;
}

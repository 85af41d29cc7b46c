/*
 * edits.c - edits of the list, by every call that there is.
 */
#include "seeds.h"

static iq_section section_at(seed_script *script, size_t position)
{
    iq_section section;

    must(iq_list_find_section_at(script->list, position, &section));
    return section;
}

/* A section that is there: the steps that need one are left out where there is none. */
static iq_section draw_section(seed_script *script)
{
    return section_at(script, random_below(&script->random, list_sections(script->list)));
}

/* Mostly an item that is there, else one that was watched and may be gone. There is an item. */
static iq_item draw_item(seed_script *script)
{
    size_t index = random_below(&script->random, list_items(script->list));
    size_t which = random_below(&script->random, MAX_WATCHED);
    iq_item item;

    if (random_chance(&script->random, 10) && which < script->watched_count)
        return script->watched[which];
    must(iq_list_find_item_at(script->list, index, &item));
    return item;
}

static size_t draw_items(seed_script *script, iq_item *items)
{
    size_t count = random_below(&script->random, 4);

    for (size_t i = 0; i < count; i++)
        items[i] = draw_item(script);
    return count;
}

/* A position that is mostly not beyond the end, or the end. */
static size_t draw_position(seed_script *script, size_t count)
{
    size_t position = random_below(&script->random, count + 2);

    return random_chance(&script->random, 20) ? IQ_END : position;
}

static size_t length_of(seed_script *script, iq_section section)
{
    iq_section_info info = {.struct_size = sizeof info};

    must(iq_list_get_section_info(script->list, section, &info));
    return info.count;
}

static void insert_items(seed_script *script)
{
    row_array given;
    iq_columns columns;
    iq_section section = draw_section(script);
    size_t position = draw_position(script, length_of(script, section));

    draw_rows(script, 5, &given);
    columns = columns_of(&given);
    print_status("insert items", iq_edit_insert_items(script->edit, section, position, &columns));
}

static void insert_items_beside(seed_script *script)
{
    row_array given;
    iq_columns columns;
    iq_item anchor = draw_item(script);
    int is_after = random_chance(&script->random, 50);

    draw_rows(script, 5, &given);
    columns = columns_of(&given);
    print_status("insert items beside",
                 iq_edit_insert_items_beside(script->edit, is_after ? IQ_PUT_AFTER : IQ_PUT_BEFORE, anchor, &columns));
}

static void delete_items(seed_script *script)
{
    iq_item items[4];
    size_t count = draw_items(script, items);

    print_status("delete items", iq_edit_delete_items(script->edit, items, count));
}

static void delete_item_range(seed_script *script)
{
    iq_section section = draw_section(script);
    size_t first = random_below(&script->random, length_of(script, section) + 1);
    size_t count = random_below(&script->random, 4);

    print_status("delete item range", iq_edit_delete_item_range(script->edit, section, first, count));
}

static void move_item_range(seed_script *script)
{
    iq_section section = draw_section(script), target = draw_section(script);
    size_t first = random_below(&script->random, length_of(script, section) + 1);
    size_t count = random_below(&script->random, 4);
    size_t position = draw_position(script, length_of(script, target));

    print_status("move item range",
                 iq_edit_move_item_range(script->edit, section, first, count, target, position));
}

static void move_item_beside(seed_script *script)
{
    iq_item item = draw_item(script), anchor = draw_item(script);
    int is_after = random_chance(&script->random, 50);

    print_status("move item beside",
                 iq_edit_move_item_beside(script->edit, item, is_after ? IQ_PUT_AFTER : IQ_PUT_BEFORE, anchor));
}

/* Items of one section: a binding may name them by key. */
static void update_items(seed_script *script)
{
    row_array given;
    iq_columns columns;
    iq_item items[4];
    iq_section section = draw_section(script);
    size_t length = length_of(script, section);

    draw_rows(script, 4, &given);
    if (length == 0 || given.count == 0)
        return;
    for (size_t i = 0; i < given.count; i++) {
        size_t position = random_below(&script->random, length);
        must(iq_list_find_item_in_section(script->list, section, position, &items[i]));
    }
    columns = columns_of(&given);
    print_status("update items",
                 iq_edit_update_items(script->edit, items, &columns,
                                      IQ_COLUMN_CONTENT | IQ_COLUMN_MODEL | IQ_COLUMN_CLASS));
}

static void update_contents(seed_script *script)
{
    iq_item item = draw_item(script);
    uint64_t content = random_below(&script->random, 3);
    iq_columns columns = {.struct_size = sizeof columns, .count = 1, .contents = &content};

    print_status("update contents", iq_edit_update_items(script->edit, &item, &columns, IQ_COLUMN_CONTENT));
}

static void mark_items(seed_script *script)
{
    iq_item items[4];
    size_t count = draw_items(script, items);
    int is_reload = random_chance(&script->random, 50);

    print_status("mark items", is_reload ? iq_edit_reload_items(script->edit, items, count)
                                         : iq_edit_reconfigure_items(script->edit, items, count));
}

static void set_section_items(seed_script *script)
{
    row_array given;
    iq_columns columns;
    iq_section section = draw_section(script);

    draw_rows(script, 8, &given);
    columns = columns_of(&given);
    print_status("edit section items", iq_edit_set_section_items(script->edit, section, &columns));
}

static void insert_sections(seed_script *script)
{
    key_array keys;
    size_t position = draw_position(script, list_sections(script->list));

    draw_section_keys(script, &keys);
    print_status("insert sections", iq_edit_insert_sections(script->edit, position, keys.keys, keys.count));
}

static void insert_sections_beside(seed_script *script)
{
    key_array keys;
    iq_section anchor = draw_section(script);
    int is_after = random_chance(&script->random, 50);

    draw_section_keys(script, &keys);
    print_status("insert sections beside",
                 iq_edit_insert_sections_beside(script->edit, is_after ? IQ_PUT_AFTER : IQ_PUT_BEFORE, anchor,
                                                keys.keys, keys.count));
}

static void delete_sections(seed_script *script)
{
    iq_section sections[2];
    size_t count = random_below(&script->random, 3);

    for (size_t i = 0; i < count; i++)
        sections[i] = draw_section(script);
    print_status("delete sections", iq_edit_delete_sections(script->edit, sections, count));
}

static void delete_section_range(seed_script *script)
{
    size_t first = random_below(&script->random, list_sections(script->list) + 1);
    size_t count = random_below(&script->random, 3);

    print_status("delete section range", iq_edit_delete_section_range(script->edit, first, count));
}

static void move_section_range(seed_script *script)
{
    size_t sections = list_sections(script->list);
    size_t first = random_below(&script->random, sections + 1);
    size_t count = random_below(&script->random, 3);
    size_t position = draw_position(script, sections);

    print_status("move section range", iq_edit_move_section_range(script->edit, first, count, position));
}

static void move_section_beside(seed_script *script)
{
    iq_section section = draw_section(script), anchor = draw_section(script);
    int is_after = random_chance(&script->random, 50);

    print_status("move section beside",
                 iq_edit_move_section_beside(script->edit, section, is_after ? IQ_PUT_AFTER : IQ_PUT_BEFORE,
                                             anchor));
}

static void mark_sections(seed_script *script)
{
    iq_section section = draw_section(script);

    print_status("mark sections", iq_edit_reload_sections(script->edit, &section, 1));
}

static void set_supplementary(seed_script *script)
{
    iq_section section = draw_section(script);
    iq_supplementary element = draw_element(script);

    print_status("set supplementary", iq_edit_set_supplementary(script->edit, section, &element));
}

static void remove_supplementary(seed_script *script)
{
    iq_section section = draw_section(script);
    iq_supplementary element = draw_element(script);

    print_status("remove supplementary",
                 iq_edit_remove_supplementary(script->edit, section, element.kind, element.index));
}

/* What a step needs. */
enum need { NOTHING, A_SECTION, AN_ITEM };

static const struct {
    void (*make)(seed_script *);
    enum need need;
} steps[] = {
    {insert_items, A_SECTION}, {insert_items, A_SECTION}, {insert_items_beside, AN_ITEM},
    {delete_items, AN_ITEM}, {delete_item_range, A_SECTION}, {move_item_range, A_SECTION},
    {move_item_beside, AN_ITEM}, {move_item_beside, AN_ITEM}, {update_items, A_SECTION},
    {update_contents, AN_ITEM}, {mark_items, AN_ITEM}, {set_section_items, A_SECTION},
    {insert_sections, NOTHING}, {insert_sections_beside, A_SECTION}, {delete_sections, A_SECTION},
    {delete_section_range, NOTHING}, {move_section_range, NOTHING}, {move_section_beside, A_SECTION},
    {mark_sections, A_SECTION}, {set_supplementary, A_SECTION}, {set_supplementary, A_SECTION},
    {remove_supplementary, A_SECTION},
};

/* Some steps, then a commit, or none: then the list is as it was. */
void run_edit(seed_script *script)
{
    iq_update_options options = draw_options(script);
    iq_changeset *changeset = NULL;
    iq_status status;

    must(iq_edit_begin(script->list, NULL, &script->edit));
    for (int step = 0; step < 8; step++) {
        size_t which = random_below(&script->random, sizeof steps / sizeof steps[0]);
        if (steps[which].need == A_SECTION && list_sections(script->list) == 0)
            continue;
        if (steps[which].need == AN_ITEM && list_items(script->list) == 0)
            continue;
        steps[which].make(script);
        print_list(script);
    }
    if (random_chance(&script->random, 75)) {
        status = iq_edit_commit(script->edit, &options, &changeset);
        print_status("commit", status);
        iq_edit_destroy(script->edit);
        take_changeset(script, status, changeset);
    } else {
        iq_edit_destroy(script->edit);
    }
    script->edit = NULL;
    print_list(script);
}

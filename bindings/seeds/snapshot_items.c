/*
 * snapshot_items.c - the calls that put items into a snapshot, change them or look them up.
 */
#include "snapshots.h"

/* An item that is named by its key and, where that is wanted, its section's. */
typedef struct item_name {
    iq_key key;
    iq_key section_key;
    const iq_key *section; /* NULL, or `section_key` */
} item_name;

static size_t count_items(const seed_script *script)
{
    size_t items;

    must(iq_snapshot_get_count(script->snapshot, NULL, &items));
    return items;
}

/* The section that has the item of this index. */
static iq_section_info section_of(const seed_script *script, size_t index)
{
    iq_section_info info = {.struct_size = sizeof info};

    for (size_t s = 0;; s++) {
        must(iq_snapshot_get_section_info_at(script->snapshot, s, &info));
        if (index < info.first + info.count)
            return info;
    }
}

/* Mostly of an item that is there. Scoped keys mostly come with their section, others mostly without. */
static void draw_name(seed_script *script, item_name *name)
{
    size_t items = count_items(script);
    int is_there = random_chance(&script->random, 90);
    size_t index = random_below(&script->random, items + 1);
    int is_usual = random_chance(&script->random, 95);

    name->key = iq_key_from_u64(5000);
    name->section_key = iq_key_from_u64(0);
    if (is_there && index < items) {
        iq_section_info section = section_of(script, index);
        iq_item_info info = {.struct_size = sizeof info};
        iq_position position = {(uint32_t)section.position, (uint32_t)(index - section.first)};
        must(iq_snapshot_get_item_info_at(script->snapshot, position, 0, &info));
        name->key = info.key;
        name->section_key = section.key;
    }
    name->section = is_usual == (script->policy == IQ_DUPLICATES_SCOPE) ? &name->section_key : NULL;
}

/* Keys of up to two items, of the section that the first is in. */
static void draw_names(seed_script *script, item_name *section, key_array *keys)
{
    keys->count = random_below(&script->random, 3);
    draw_name(script, section);
    for (size_t i = 0; i < keys->count; i++) {
        item_name name;
        draw_name(script, &name);
        keys->keys[i] = name.key;
    }
}

void append_snapshot_items(seed_script *script)
{
    row_array given;
    iq_columns columns;
    iq_key section = draw_present_section(script);
    int is_last = random_chance(&script->random, 30);

    draw_rows(script, 6, &given);
    columns = columns_of(&given);
    print_status("append items",
                 iq_snapshot_append_items(script->snapshot, is_last ? NULL : &section, &columns));
}

void insert_snapshot_items(seed_script *script)
{
    item_name anchor;
    row_array given;
    iq_columns columns;
    int is_after = random_chance(&script->random, 50);

    draw_name(script, &anchor);
    draw_rows(script, 4, &given);
    columns = columns_of(&given);
    print_status("insert items beside",
                 iq_snapshot_insert_items_beside(script->snapshot, anchor.section,
                                                 is_after ? IQ_PUT_AFTER : IQ_PUT_BEFORE, anchor.key, &columns));
}

/* 4 is the end; another index may be beyond it. */
static size_t draw_index(seed_script *script)
{
    size_t index = random_below(&script->random, 5);

    return index == 4 ? IQ_END : index;
}

void insert_snapshot_items_at(seed_script *script)
{
    row_array given;
    iq_columns columns;
    iq_key section = draw_present_section(script);
    size_t index = draw_index(script);

    draw_rows(script, 4, &given);
    columns = columns_of(&given);
    print_status("insert items at", iq_snapshot_insert_items(script->snapshot, section, index, &columns));
}

void insert_snapshot_children(seed_script *script)
{
    item_name parent;
    row_array given;
    iq_columns columns;
    size_t index = draw_index(script);

    draw_name(script, &parent);
    draw_rows(script, 4, &given);
    columns = columns_of(&given);
    print_status("insert children", iq_snapshot_insert_children(script->snapshot, parent.section, parent.key,
                                                                index, &columns));
}

void set_snapshot_section_items(seed_script *script)
{
    row_array given;
    iq_columns columns;
    iq_key section = draw_present_section(script);

    draw_rows(script, 8, &given);
    columns = columns_of(&given);
    print_status("set section items", iq_snapshot_set_section_items(script->snapshot, section, &columns));
}

void update_snapshot_items(seed_script *script)
{
    static const uint64_t contents[] = {6, 7, 8};
    iq_columns columns = {.struct_size = sizeof columns, .contents = contents};
    item_name section;
    key_array keys;

    draw_names(script, &section, &keys);
    columns.count = keys.count;
    if (keys.count > 0)
        print_status("update items", iq_snapshot_update_items(script->snapshot, section.section, keys.keys,
                                                              &columns, IQ_COLUMN_CONTENT));
}

void move_snapshot_item(seed_script *script)
{
    item_name item, anchor;
    int is_after = random_chance(&script->random, 50);

    draw_name(script, &item);
    draw_name(script, &anchor);
    print_status("move item beside",
                 iq_snapshot_move_item_beside(script->snapshot, item.section, item.key,
                                              is_after ? IQ_PUT_AFTER : IQ_PUT_BEFORE, anchor.key));
}

void move_snapshot_item_to_section(seed_script *script)
{
    item_name item;
    iq_key section = draw_present_section(script);

    draw_name(script, &item);
    print_status("move item to section",
                 iq_snapshot_move_item_to_end(script->snapshot, section, item.key));
}

void delete_snapshot_items(seed_script *script)
{
    item_name section;
    key_array keys;
    size_t missing;
    iq_status status;

    draw_names(script, &section, &keys);
    status = iq_snapshot_delete_items(script->snapshot, section.section, keys.keys, keys.count, &missing);
    print_status("delete items", status);
    print_missing(status, missing);
}

void delete_all_snapshot_items(seed_script *script)
{
    iq_key section = draw_present_section(script);
    int is_all = random_chance(&script->random, 10);

    if (random_chance(&script->random, 30))
        print_status("delete all items",
                     iq_snapshot_delete_all_items(script->snapshot, is_all ? NULL : &section));
}

void mark_snapshot_items(seed_script *script)
{
    item_name section;
    key_array keys;
    int is_reload = random_chance(&script->random, 50);

    draw_names(script, &section, &keys);
    print_status("mark items",
                 (is_reload ? iq_snapshot_reload_items : iq_snapshot_reconfigure_items)(
                     script->snapshot, section.section, keys.keys, keys.count));
}

/* The one call that looks an item up: it reports duplicates, and from then on they are refused at once. */
void find_snapshot_item(seed_script *script)
{
    item_name name;
    iq_position position;
    iq_status status;
    size_t index;

    draw_name(script, &name);
    status = iq_snapshot_find_position(script->snapshot, name.section, name.key, &position);
    if (status == IQ_ERROR_NOT_FOUND) {
        begin_line("find item");
        put("none");
        end_line();
        return;
    }
    print_status("find item", status);
    if (status != IQ_OK)
        return;
    must(iq_snapshot_find_index(script->snapshot, position, &index));
    begin_line("found");
    put_position(position);
    put("%zu", index);
    end_line();
}

/* The index of what may be beyond the end. */
void find_snapshot_index(seed_script *script)
{
    size_t index = 0;
    iq_position position = {0, 0};
    iq_status status;

    position.section = (uint32_t)random_below(&script->random, count_sections(script) + 1);
    position.item = (uint32_t)random_below(&script->random, 6);
    status = iq_snapshot_find_index(script->snapshot, position, &index);
    print_status("index of", status);
    if (status != IQ_OK)
        return;
    begin_line("index");
    put("%zu", index);
    end_line();
}

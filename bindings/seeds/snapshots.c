/*
 * snapshots.c - a session with a snapshot: the calls that change sections, supplementary elements and marks,
 * or the whole snapshot; at the end a diff.
 */
#include "snapshots.h"

size_t count_sections(const seed_script *script)
{
    size_t sections;

    must(iq_snapshot_get_count(script->snapshot, &sections, NULL));
    return sections;
}

iq_key draw_present_section(seed_script *script)
{
    size_t sections = count_sections(script);
    int is_there = random_chance(&script->random, 90);
    size_t position = random_below(&script->random, sections + 1);
    iq_section_info info = {.struct_size = sizeof info};

    if (!is_there || position == sections)
        return draw_section_key(script);
    must(iq_snapshot_get_section_info_at(script->snapshot, position, &info));
    return info.key;
}

void print_missing(iq_status status, size_t missing)
{
    if (status != IQ_OK)
        return;
    begin_line("missing");
    put("%zu", missing);
    end_line();
}

static void set(seed_script *script)
{
    section_array given;
    iq_columns columns;

    draw_sections(script, &given);
    columns = columns_of(&given.items);
    print_status("snapshot set", iq_snapshot_set(script->snapshot, given.entries, given.count, &columns));
}

static void append_sections(seed_script *script)
{
    key_array keys;

    draw_section_keys(script, &keys);
    print_status("append sections", iq_snapshot_append_sections(script->snapshot, keys.keys, keys.count));
}

static void insert_sections(seed_script *script)
{
    key_array keys;
    iq_key anchor = draw_present_section(script);
    int is_after = random_chance(&script->random, 50);

    draw_section_keys(script, &keys);
    print_status("insert sections beside",
                 iq_snapshot_insert_sections_beside(script->snapshot, is_after ? IQ_PUT_AFTER : IQ_PUT_BEFORE, anchor,
                                                    keys.keys, keys.count));
}

/* At a position that may be beyond the end, or, as 4, at the end. */
static void insert_sections_at(seed_script *script)
{
    size_t position = random_below(&script->random, 5);
    key_array keys;

    draw_section_keys(script, &keys);
    print_status("insert sections at",
                 iq_snapshot_insert_sections(script->snapshot, position == 4 ? IQ_END : position, keys.keys,
                                             keys.count));
}

static void move_section(seed_script *script)
{
    iq_key section = draw_present_section(script), anchor = draw_present_section(script);
    int is_after = random_chance(&script->random, 50);

    print_status("move section beside",
                 iq_snapshot_move_section_beside(script->snapshot, section, is_after ? IQ_PUT_AFTER : IQ_PUT_BEFORE,
                                                 anchor));
}

static void delete_sections(seed_script *script)
{
    size_t missing;
    key_array keys;
    iq_status status;

    draw_section_keys(script, &keys);
    status = iq_snapshot_delete_sections(script->snapshot, keys.keys, keys.count, &missing);
    print_status("delete sections", status);
    print_missing(status, missing);
}

static void delete_all(seed_script *script)
{
    if (random_chance(&script->random, 10))
        print_status("delete all", iq_snapshot_delete_all(script->snapshot));
}

static void mark_sections(seed_script *script)
{
    iq_key section = draw_present_section(script);

    print_status("mark sections", iq_snapshot_reload_sections(script->snapshot, &section, 1));
}

static void clear_marks(seed_script *script)
{
    if (random_chance(&script->random, 20))
        print_status("clear marks", iq_snapshot_clear_marks(script->snapshot));
}

static void set_supplementary(seed_script *script)
{
    iq_key section = draw_present_section(script);
    iq_supplementary element = draw_element(script);

    print_status("set supplementary", iq_snapshot_set_supplementary(script->snapshot, section, &element));
}

static void remove_supplementary(seed_script *script)
{
    iq_key section = draw_present_section(script);
    iq_supplementary element = draw_element(script);

    print_status("remove supplementary", iq_snapshot_remove_supplementary(script->snapshot, section,
                                                                          element.kind, element.index));
}

/* The last changeset of the list: it mostly fits a snapshot of it that nothing was done to yet, undone. */
static void take_back(seed_script *script)
{
    iq_changeset *inverse;

    if (script->previous == NULL)
        return;
    must(iq_changeset_invert(script->previous, &inverse));
    print_status("apply to snapshot", iq_changeset_apply(inverse, script->snapshot));
    iq_changeset_destroy(inverse);
}

/* A copy goes on in place of the snapshot. */
static void copy(seed_script *script)
{
    iq_snapshot *copy;

    must(iq_snapshot_copy(script->snapshot, &copy));
    iq_snapshot_destroy(script->snapshot);
    script->snapshot = copy;
}

/* A session begins with what the list shows, or with nothing. */
static void begin(seed_script *script)
{
    iq_snapshot_options options = {.struct_size = sizeof options, .duplicates = script->policy};

    iq_snapshot_destroy(script->snapshot);
    iq_snapshot_destroy(script->first);
    options.flags = script->drops_empty_sections ? IQ_SNAPSHOT_DROP_EMPTY_SECTIONS : 0;
    if (random_chance(&script->random, 85))
        must(iq_list_snapshot(script->list, &script->snapshot));
    else
        must(iq_snapshot_create(&options, &script->snapshot));
    must(iq_snapshot_copy(script->snapshot, &script->first));
}

/* A session ends with a diff of both ways, and with the bytes decoded under the same policy. */
static void end(seed_script *script)
{
    static unsigned char bytes[1 << 17];
    iq_snapshot_options options = {.struct_size = sizeof options, .duplicates = script->policy};
    const iq_update_options drawn = draw_options(script);
    const iq_diff_options difference = {
        .struct_size = sizeof difference, .flags = drawn.flags, .reload_threshold = drawn.reload_threshold};
    iq_changeset *changeset = NULL;
    iq_snapshot *decoded = NULL;
    size_t length;

    print_status("diff", iq_diff(script->first, script->snapshot, &difference, &changeset));
    print_changeset(changeset);
    iq_changeset_destroy(changeset);
    changeset = NULL;
    print_status("diff back", iq_diff(script->snapshot, script->first, &difference, &changeset));
    print_changeset(changeset);
    iq_changeset_destroy(changeset);
    must(iq_snapshot_encode(script->snapshot, bytes, sizeof bytes, &length));
    print_status("decode", iq_snapshot_decode(bytes, length, &options, &decoded));
    if (decoded != NULL)
        print_snapshot(decoded);
    iq_snapshot_destroy(decoded);
}

void run_snapshot(seed_script *script)
{
    static void (*const steps[])(seed_script *) = {
        set, append_sections, insert_sections, move_section, delete_sections, delete_all,
        append_snapshot_items, append_snapshot_items, insert_snapshot_items, insert_snapshot_items,
        move_snapshot_item, move_snapshot_item, delete_snapshot_items, delete_all_snapshot_items,
        mark_snapshot_items, mark_snapshot_items, mark_sections, clear_marks, set_supplementary,
        set_supplementary, find_snapshot_item, remove_supplementary, find_snapshot_index, take_back,
        copy, move_section, move_snapshot_item_to_section, insert_sections_at, insert_snapshot_items_at,
        insert_snapshot_children, set_snapshot_section_items, update_snapshot_items,
    };

    begin(script);
    for (int step = 0; step < 10; step++) {
        steps[random_below(&script->random, sizeof steps / sizeof steps[0])](script);
        print_snapshot(script->snapshot);
    }
    end(script);
    print_snapshot(script->first);
}

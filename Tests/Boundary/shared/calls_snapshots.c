/*
 * calls_snapshots.c - the calls on snapshots: see calls.h.
 */
#include "calls.h"

#define CALL(name) static iq_status name(const call_objects *c)

static const uint64_t contents[] = {5, 6};

/* Items 21 and 22 with the objects' class and model. */
#define NEW_ITEMS(items)                                         \
    iq_key items##_keys[] = {calls_key(21), calls_key(22)};      \
    void *items##_models[] = {c->model, c->model};               \
    iq_class items##_classes[] = {c->cell_class, c->cell_class}; \
    iq_columns items = {sizeof items, 2, items##_keys, 0, contents, 0, items##_models, 0, items##_classes, 0, NULL, 0}

CALL(copy)
{
    iq_snapshot *made = NULL;
    iq_status status = iq_snapshot_copy(c->snapshot, &made);
    iq_snapshot_destroy(made);
    return status;
}

CALL(append_sections)
{
    iq_key keys[] = {calls_key(100005), calls_key(100006)};
    return iq_snapshot_append_sections(c->snapshot, keys, 2);
}

CALL(insert_sections)
{
    iq_key keys[] = {calls_key(7), calls_key(8)};
    return iq_snapshot_insert_sections(c->snapshot, 1, keys, 2);
}

CALL(insert_sections_before)
{
    iq_key keys[] = {calls_key(7), calls_key(8)};
    return iq_snapshot_insert_sections_beside(c->snapshot, IQ_PUT_BEFORE, calls_key(2), keys, 2);
}

CALL(insert_sections_after)
{
    iq_key keys[] = {calls_key(7), calls_key(8)};
    return iq_snapshot_insert_sections_beside(c->snapshot, IQ_PUT_AFTER, calls_key(1), keys, 2);
}

CALL(move_section_before)
{
    return iq_snapshot_move_section_beside(c->snapshot, calls_key(2), IQ_PUT_BEFORE, calls_key(1));
}

CALL(move_section_after)
{
    return iq_snapshot_move_section_beside(c->snapshot, calls_key(1), IQ_PUT_AFTER, calls_key(2));
}

CALL(delete_sections)
{
    iq_key keys[] = {calls_key(1), calls_key(8)};
    size_t missing;
    return iq_snapshot_delete_sections(c->snapshot, keys, 2, &missing);
}

CALL(delete_all)
{
    return iq_snapshot_delete_all(c->snapshot);
}

CALL(set)
{
    iq_key keys[] = {calls_key(31), calls_key(32), calls_key(33)};
    void *models[] = {c->model, c->model, c->model};
    iq_supplementary element = {.struct_size = sizeof element, .kind = IQ_KIND_HEADER, .key = keys[0]};
    element.model = c->model;
    element.cell_class = c->cell_class;
    iq_section_entry sections[] = {{sizeof *sections, calls_key(1), 0, &element, 1},
                                   {sizeof *sections, calls_key(4), 2, NULL, 0}};
    iq_columns items = {.struct_size = sizeof items, .count = 3, .keys = keys, .models = models};
    items.classes = &c->cell_class;
    items.class_stride = IQ_SAME;
    return iq_snapshot_set(c->snapshot, sections, 2, &items);
}

CALL(append_items)
{
    NEW_ITEMS(items);
    iq_key section = calls_key(1);
    return iq_snapshot_append_items(c->snapshot, &section, &items);
}

CALL(insert_items)
{
    NEW_ITEMS(items);
    return iq_snapshot_insert_items(c->snapshot, calls_key(1), 1, &items);
}

CALL(insert_items_before)
{
    NEW_ITEMS(items);
    return iq_snapshot_insert_items_beside(c->snapshot, NULL, IQ_PUT_BEFORE, calls_key(12), &items);
}

CALL(insert_items_after)
{
    NEW_ITEMS(items);
    return iq_snapshot_insert_items_beside(c->snapshot, NULL, IQ_PUT_AFTER, calls_key(12), &items);
}

CALL(insert_children)
{
    static const uint16_t levels[] = {0, 1};
    NEW_ITEMS(items);
    items.levels = levels;
    return iq_snapshot_insert_children(c->snapshot, NULL, calls_key(12), IQ_END, &items);
}

CALL(set_section_items)
{
    NEW_ITEMS(items);
    items_keys[1] = calls_key(12);
    return iq_snapshot_set_section_items(c->snapshot, calls_key(1), &items);
}

CALL(update_items)
{
    const iq_key keys[] = {calls_key(15), calls_key(12)};
    NEW_ITEMS(looks);
    return iq_snapshot_update_items(c->snapshot, NULL, keys, &looks,
                                    IQ_COLUMN_CONTENT | IQ_COLUMN_MODEL | IQ_COLUMN_CLASS);
}

CALL(move_item_before)
{
    return iq_snapshot_move_item_beside(c->snapshot, NULL, calls_key(16), IQ_PUT_BEFORE, calls_key(11));
}

CALL(move_item_after)
{
    return iq_snapshot_move_item_beside(c->snapshot, NULL, calls_key(11), IQ_PUT_AFTER, calls_key(16));
}

CALL(move_item_to_end)
{
    return iq_snapshot_move_item_to_end(c->snapshot, calls_key(2), calls_key(11));
}

CALL(delete_items)
{
    iq_key keys[] = {calls_key(12), calls_key(99), calls_key(15)};
    size_t missing;
    return iq_snapshot_delete_items(c->snapshot, NULL, keys, 3, &missing);
}

CALL(delete_all_items)
{
    return iq_snapshot_delete_all_items(c->snapshot, NULL);
}

CALL(reload_items)
{
    iq_key keys[] = {calls_key(12), calls_key(15)};
    return iq_snapshot_reload_items(c->snapshot, NULL, keys, 2);
}

CALL(reconfigure_items)
{
    iq_key keys[] = {calls_key(12), calls_key(15)};
    return iq_snapshot_reconfigure_items(c->snapshot, NULL, keys, 2);
}

CALL(reload_sections)
{
    iq_key key = calls_key(1);
    return iq_snapshot_reload_sections(c->snapshot, &key, 1);
}

CALL(clear_marks)
{
    return iq_snapshot_clear_marks(c->snapshot);
}

CALL(set_supplementary)
{
    iq_supplementary element = {.struct_size = sizeof element,
                                .kind = IQ_KIND_HOST,
                                .index = 3,
                                .key = calls_key(92),
                                .model = c->model,
                                .cell_class = c->cell_class};
    return iq_snapshot_set_supplementary(c->snapshot, calls_key(2), &element);
}

CALL(remove_supplementary)
{
    return iq_snapshot_remove_supplementary(c->snapshot, calls_key(1), IQ_KIND_HEADER, 0);
}

CALL(get_count)
{
    size_t sections, items;
    return iq_snapshot_get_count(c->snapshot, &sections, &items);
}

CALL(get_section_info_at)
{
    iq_section_info info = {.struct_size = sizeof info};
    return iq_snapshot_get_section_info_at(c->snapshot, 1, &info);
}

CALL(get_section_info)
{
    iq_section_info info = {.struct_size = sizeof info};
    return iq_snapshot_get_section_info(c->snapshot, calls_key(1), &info);
}

CALL(get_supplementaries)
{
    iq_supplementary elements[2] = {{.struct_size = sizeof elements[0]}};
    size_t count;
    return iq_snapshot_get_supplementaries(c->snapshot, calls_key(1), 0, elements, 2, &count);
}

CALL(get_supplementary)
{
    iq_supplementary element = {.struct_size = sizeof element};
    return iq_snapshot_get_supplementary(c->snapshot, calls_key(1), IQ_KIND_HEADER, 0, 0, &element);
}

CALL(get_item_info_at)
{
    iq_item_info info = {.struct_size = sizeof info};
    return iq_snapshot_get_item_info_at(c->snapshot, (iq_position){0, 1}, 0, &info);
}

CALL(find_index)
{
    size_t index;
    return iq_snapshot_find_index(c->snapshot, (iq_position){0, 1}, &index);
}

CALL(find_position)
{
    iq_position position;
    return iq_snapshot_find_position(c->snapshot, NULL, calls_key(15), &position);
}

CALL(get_items)
{
    iq_key keys[4];
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = keys};
    return iq_snapshot_get_items(c->snapshot, 1, 4, &buffers);
}

CALL(dump)
{
    char text[64];
    size_t length;
    return iq_snapshot_dump(c->snapshot, text, sizeof text, &length);
}

CALL(encode)
{
    char bytes[64];
    size_t length;
    return iq_snapshot_encode(c->snapshot, bytes, sizeof bytes, &length);
}

CALL(decode)
{
    static _Thread_local char bytes[65536];
    size_t length;
    iq_snapshot *decoded = NULL;
    iq_status status = iq_snapshot_encode(c->snapshot, bytes, sizeof bytes, &length);
    status = status ? status : iq_snapshot_decode(bytes, length, NULL, &decoded);
    iq_snapshot_destroy(decoded);
    return status;
}

CALL(diff)
{
    iq_diff_options options = {.struct_size = sizeof options, .flags = IQ_DIFF_KEEP_KEYS | IQ_DIFF_VERIFY | IQ_DIFF_PAYLOAD};
    iq_changeset *changes = NULL;
    iq_status status = iq_diff(c->snapshot, c->other, &options, &changes);
    iq_changeset_destroy(changes);
    return status;
}

CALL(apply_changeset)
{
    return iq_changeset_apply(c->changeset, c->snapshot);
}

const call calls_of_snapshots[] = {
    {"iq_snapshot_copy", CALL_SNAPSHOT, 0, copy},
    {"iq_snapshot_append_sections", CALL_SNAPSHOT, CALL_SNAPSHOT, append_sections},
    {"iq_snapshot_insert_sections", CALL_SNAPSHOT, CALL_SNAPSHOT, insert_sections},
    {"iq_snapshot_insert_sections_beside before", CALL_SNAPSHOT, CALL_SNAPSHOT, insert_sections_before},
    {"iq_snapshot_insert_sections_beside after", CALL_SNAPSHOT, CALL_SNAPSHOT, insert_sections_after},
    {"iq_snapshot_move_section_beside before", CALL_SNAPSHOT, CALL_SNAPSHOT, move_section_before},
    {"iq_snapshot_move_section_beside after", CALL_SNAPSHOT, CALL_SNAPSHOT, move_section_after},
    {"iq_snapshot_delete_sections", CALL_SNAPSHOT, CALL_SNAPSHOT, delete_sections},
    {"iq_snapshot_delete_all", CALL_SNAPSHOT, CALL_SNAPSHOT, delete_all},
    {"iq_snapshot_set", CALL_SNAPSHOT, CALL_SNAPSHOT, set},
    {"iq_snapshot_append_items", CALL_SNAPSHOT, CALL_SNAPSHOT, append_items},
    {"iq_snapshot_insert_items", CALL_SNAPSHOT, CALL_SNAPSHOT, insert_items},
    {"iq_snapshot_insert_children", CALL_SNAPSHOT, CALL_SNAPSHOT, insert_children},
    {"iq_snapshot_set_section_items", CALL_SNAPSHOT, CALL_SNAPSHOT, set_section_items},
    {"iq_snapshot_update_items", CALL_SNAPSHOT, CALL_SNAPSHOT, update_items},
    {"iq_snapshot_insert_items_beside before", CALL_SNAPSHOT, CALL_SNAPSHOT, insert_items_before},
    {"iq_snapshot_insert_items_beside after", CALL_SNAPSHOT, CALL_SNAPSHOT, insert_items_after},
    {"iq_snapshot_move_item_beside before", CALL_SNAPSHOT, CALL_SNAPSHOT, move_item_before},
    {"iq_snapshot_move_item_beside after", CALL_SNAPSHOT, CALL_SNAPSHOT, move_item_after},
    {"iq_snapshot_move_item_to_end", CALL_SNAPSHOT, CALL_SNAPSHOT, move_item_to_end},
    {"iq_snapshot_delete_items", CALL_SNAPSHOT, CALL_SNAPSHOT, delete_items},
    {"iq_snapshot_delete_all_items", CALL_SNAPSHOT, CALL_SNAPSHOT, delete_all_items},
    {"iq_snapshot_reload_items", CALL_SNAPSHOT, CALL_SNAPSHOT, reload_items},
    {"iq_snapshot_reconfigure_items", CALL_SNAPSHOT, CALL_SNAPSHOT, reconfigure_items},
    {"iq_snapshot_reload_sections", CALL_SNAPSHOT, CALL_SNAPSHOT, reload_sections},
    {"iq_snapshot_clear_marks", CALL_SNAPSHOT, CALL_SNAPSHOT, clear_marks},
    {"iq_snapshot_set_supplementary", CALL_SNAPSHOT, CALL_SNAPSHOT, set_supplementary},
    {"iq_snapshot_remove_supplementary", CALL_SNAPSHOT, CALL_SNAPSHOT, remove_supplementary},
    {"iq_snapshot_get_count", CALL_SNAPSHOT, 0, get_count},
    {"iq_snapshot_get_section_info_at", CALL_SNAPSHOT, 0, get_section_info_at},
    {"iq_snapshot_get_section_info", CALL_SNAPSHOT, 0, get_section_info},
    {"iq_snapshot_get_supplementaries", CALL_SNAPSHOT, 0, get_supplementaries},
    {"iq_snapshot_get_supplementary", CALL_SNAPSHOT, 0, get_supplementary},
    {"iq_snapshot_find_position", CALL_SNAPSHOT, 0, find_position},
    {"iq_snapshot_get_item_info_at", CALL_SNAPSHOT, 0, get_item_info_at},
    {"iq_snapshot_find_index", CALL_SNAPSHOT, 0, find_index},
    {"iq_snapshot_get_items", CALL_SNAPSHOT, 0, get_items},
    {"iq_snapshot_dump", CALL_SNAPSHOT, 0, dump},
    {"iq_snapshot_encode", CALL_SNAPSHOT, 0, encode},
    {"iq_snapshot_decode", CALL_SNAPSHOT, 0, decode},
    {"iq_diff", CALL_SNAPSHOT | CALL_OTHER, 0, diff},
    {"iq_changeset_apply", CALL_SNAPSHOT | CALL_CHANGESET, CALL_SNAPSHOT, apply_changeset},
};
const size_t calls_of_snapshots_count = sizeof calls_of_snapshots / sizeof *calls_of_snapshots;

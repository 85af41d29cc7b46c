/*
 * calls_edits.c - the calls on edits: see calls.h.
 */
#include "calls.h"

#define CALL(name) static iq_status name(const call_objects *c)

static const uint64_t contents[] = {5, 6, 7};

/* Items 21, 13 and 22 with the objects' class and model; 13 has gone, and comes again. */
#define NEW_ITEMS(items)                                                            \
    iq_key items##_keys[] = {calls_key(21), calls_key(13), calls_key(22)};          \
    void *items##_models[] = {c->model, c->model, c->model};                        \
    iq_class items##_classes[] = {c->cell_class, c->cell_class, c->cell_class};     \
    iq_columns items = {sizeof items, 3, items##_keys, 0, contents, 0, items##_models, 0, items##_classes, 0, NULL, 0}

#define NEW_SECTIONS(keys) iq_key keys[] = {calls_key(7), calls_key(8)}

static iq_section other_section(const call_objects *c)
{
    iq_section section = {0};
    iq_list_find_section(c->edited, calls_key(2), &section);
    return section;
}

static iq_item other_item(const call_objects *c)
{
    iq_item item = {0};
    iq_list_find_item(c->edited, NULL, calls_key(15), &item);
    return item;
}

CALL(begin)
{
    iq_edit *edit = NULL;
    iq_status status = iq_edit_begin(c->list, NULL, &edit);
    iq_edit_destroy(edit);
    return status;
}

/* From beginning to end, on the objects' list. */
CALL(whole)
{
    NEW_ITEMS(items);
    iq_edit *edit = NULL;
    iq_section section;
    iq_changeset *changes = NULL;
    iq_status status = iq_edit_begin(c->list, NULL, &edit);
    status = status ? status : iq_list_find_section_at(c->list, 0, &section);
    status = status ? status : iq_edit_set_section_items(edit, section, &items);
    status = status ? status : iq_edit_commit(edit, NULL, &changes);
    iq_edit_destroy(edit);
    iq_changeset_destroy(changes);
    return status;
}

CALL(commit)
{
    iq_update_options options = {.struct_size = sizeof options};
    options.flags = IQ_UPDATE_KEEP_KEYS | IQ_UPDATE_VERIFY | IQ_UPDATE_PAYLOAD;
    iq_changeset *changes = NULL;
    iq_status status = iq_edit_commit(c->edit, &options, &changes);
    iq_changeset_destroy(changes);
    return status;
}

CALL(insert_items)
{
    NEW_ITEMS(items);
    return iq_edit_insert_items(c->edit, c->edited_section, 1, &items);
}

CALL(insert_items_before)
{
    NEW_ITEMS(items);
    return iq_edit_insert_items_beside(c->edit, IQ_PUT_BEFORE, c->edited_item, &items);
}

CALL(insert_items_after)
{
    NEW_ITEMS(items);
    return iq_edit_insert_items_beside(c->edit, IQ_PUT_AFTER, c->edited_item, &items);
}

CALL(insert_children)
{
    static const uint16_t levels[] = {0, 1, 1};
    NEW_ITEMS(items);
    items.levels = levels;
    return iq_edit_insert_children(c->edit, c->edited_item, IQ_END, &items);
}

CALL(delete_items)
{
    return iq_edit_delete_items(c->edit, &c->edited_item, 1);
}

CALL(delete_item_range)
{
    return iq_edit_delete_item_range(c->edit, c->edited_section, 0, 2);
}

CALL(move_item_range)
{
    return iq_edit_move_item_range(c->edit, c->edited_section, 0, 2, other_section(c), 1);
}

CALL(move_items_to)
{
    return iq_edit_move_items_to(c->edit, &c->edited_item, 1, (iq_position){0, 1});
}

CALL(move_item_before)
{
    return iq_edit_move_item_beside(c->edit, c->edited_item, IQ_PUT_BEFORE, other_item(c));
}

CALL(move_item_after)
{
    return iq_edit_move_item_beside(c->edit, c->edited_item, IQ_PUT_AFTER, other_item(c));
}

iq_status calls_update(iq_edit *edit, iq_item item, uint64_t content, void *model, iq_class cell_class)
{
    iq_columns look = {.struct_size = sizeof look, .count = 1, .contents = &content};
    look.models = &model;
    look.classes = &cell_class;
    return iq_edit_update_items(edit, &item, &look, IQ_COLUMN_CONTENT | IQ_COLUMN_MODEL | IQ_COLUMN_CLASS);
}

CALL(update_items)
{
    const iq_item items[] = {other_item(c), c->edited_item};
    NEW_ITEMS(looks);
    looks.count = 2;
    return iq_edit_update_items(c->edit, items, &looks,
                                IQ_COLUMN_CONTENT | IQ_COLUMN_MODEL | IQ_COLUMN_CLASS);
}

/* The class that the item has takes over the new model. */
CALL(update_model)
{
    iq_columns look = {.struct_size = sizeof look, .count = 1, .models = &c->model};
    return iq_edit_update_items(c->edit, &c->edited_item, &look, IQ_COLUMN_MODEL);
}

CALL(reload_items)
{
    return iq_edit_reload_items(c->edit, &c->edited_item, 1);
}

CALL(reconfigure_items)
{
    return iq_edit_reconfigure_items(c->edit, &c->edited_item, 1);
}

CALL(set_section_items)
{
    NEW_ITEMS(items);
    return iq_edit_set_section_items(c->edit, c->edited_section, &items);
}

CALL(insert_sections)
{
    NEW_SECTIONS(keys);
    return iq_edit_insert_sections(c->edit, 1, keys, 2);
}

CALL(insert_sections_before)
{
    NEW_SECTIONS(keys);
    return iq_edit_insert_sections_beside(c->edit, IQ_PUT_BEFORE, c->edited_section, keys, 2);
}

CALL(insert_sections_after)
{
    NEW_SECTIONS(keys);
    return iq_edit_insert_sections_beside(c->edit, IQ_PUT_AFTER, c->edited_section, keys, 2);
}

CALL(delete_sections)
{
    return iq_edit_delete_sections(c->edit, &c->edited_section, 1);
}

CALL(delete_section_range)
{
    return iq_edit_delete_section_range(c->edit, 0, 1);
}

CALL(move_section_range)
{
    return iq_edit_move_section_range(c->edit, 0, 1, 1);
}

CALL(move_section_before)
{
    return iq_edit_move_section_beside(c->edit, c->edited_section, IQ_PUT_BEFORE, other_section(c));
}

CALL(move_section_after)
{
    return iq_edit_move_section_beside(c->edit, c->edited_section, IQ_PUT_AFTER, other_section(c));
}

CALL(reload_sections)
{
    return iq_edit_reload_sections(c->edit, &c->edited_section, 1);
}

CALL(set_supplementary)
{
    iq_supplementary footer = {.struct_size = sizeof footer, .kind = IQ_KIND_FOOTER, .key = calls_key(91)};
    footer.model = c->model;
    footer.cell_class = c->cell_class;
    return iq_edit_set_supplementary(c->edit, c->edited_section, &footer);
}

CALL(remove_supplementary)
{
    return iq_edit_remove_supplementary(c->edit, c->edited_section, IQ_KIND_HEADER, 0);
}

#define OF_ITEM (CALL_EDIT | CALL_EDITED_ITEM)
#define OF_SECTION (CALL_EDIT | CALL_EDITED_SECTION)

const call calls_of_edits[] = {
    {"iq_edit_begin", CALL_LIST, CALL_LIST, begin},
    {"iq_edit from beginning to end", CALL_LIST, CALL_LIST, whole},
    {"iq_edit_commit", CALL_EDIT, CALL_EDIT, commit},
    {"iq_edit_insert_items", OF_SECTION, CALL_EDIT, insert_items},
    {"iq_edit_insert_items_beside before", OF_ITEM | CALL_ANCHOR, CALL_EDIT, insert_items_before},
    {"iq_edit_insert_items_beside after", OF_ITEM | CALL_ANCHOR, CALL_EDIT, insert_items_after},
    {"iq_edit_insert_children", OF_ITEM, CALL_EDIT, insert_children},
    {"iq_edit_delete_items", OF_ITEM, CALL_EDIT, delete_items},
    {"iq_edit_delete_item_range", OF_SECTION, CALL_EDIT, delete_item_range},
    {"iq_edit_move_item_range", OF_SECTION, CALL_EDIT, move_item_range},
    {"iq_edit_move_items_to", OF_ITEM, CALL_EDIT, move_items_to},
    {"iq_edit_move_item_beside before", OF_ITEM, CALL_EDIT, move_item_before},
    {"iq_edit_move_item_beside after", OF_ITEM, CALL_EDIT, move_item_after},
    {"iq_edit_update_items", OF_ITEM, CALL_EDIT, update_items},
    {"iq_edit_update_items, models", OF_ITEM, CALL_EDIT, update_model},
    {"iq_edit_reload_items", OF_ITEM, CALL_EDIT, reload_items},
    {"iq_edit_reconfigure_items", OF_ITEM, CALL_EDIT, reconfigure_items},
    {"iq_edit_set_section_items", OF_SECTION, CALL_EDIT, set_section_items},
    {"iq_edit_insert_sections", CALL_EDIT, CALL_EDIT, insert_sections},
    {"iq_edit_insert_sections_beside before", OF_SECTION | CALL_ANCHOR, CALL_EDIT, insert_sections_before},
    {"iq_edit_insert_sections_beside after", OF_SECTION | CALL_ANCHOR, CALL_EDIT, insert_sections_after},
    {"iq_edit_delete_sections", OF_SECTION, CALL_EDIT, delete_sections},
    {"iq_edit_delete_section_range", CALL_EDIT, CALL_EDIT, delete_section_range},
    {"iq_edit_move_section_range", CALL_EDIT, CALL_EDIT, move_section_range},
    {"iq_edit_move_section_beside before", OF_SECTION, CALL_EDIT, move_section_before},
    {"iq_edit_move_section_beside after", OF_SECTION, CALL_EDIT, move_section_after},
    {"iq_edit_reload_sections", OF_SECTION, CALL_EDIT, reload_sections},
    {"iq_edit_set_supplementary", OF_SECTION, CALL_EDIT, set_supplementary},
    {"iq_edit_remove_supplementary", OF_SECTION, CALL_EDIT, remove_supplementary},
};
const size_t calls_of_edits_count = sizeof calls_of_edits / sizeof *calls_of_edits;

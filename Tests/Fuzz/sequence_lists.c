/*
 * sequence_lists.c - the operations on lists: see sequence.h.
 */
#include "sequence.h"

#define OPERATION(name) static void name(machine *m)

OPERATION(create)
{
    slot *self = next_slot(m, KIND_LIST);
    uint8_t byte = next_byte(m);
    iq_list_options options = {.struct_size = sizeof options, .duplicates = (byte & 7) % 5};
    options.flags = byte & 8 ? IQ_LIST_DROP_EMPTY_SECTIONS : 0;
    options.reload_threshold = byte & 16 ? 3 : 0;
    options.max_items = byte & 32 ? 7 : MOST_ITEMS;
    options.max_sections = byte & 32 ? 3 : MOST_SECTIONS;
    iq_list *list = NULL;
    if (TRY(m, NULL, NULL, iq_list_create(&options, &list))) {
        slot_put(m, self, list);
        self->threshold = options.reload_threshold;
    }
}

OPERATION(destroy)
{
    slot *self = next_slot(m, KIND_LIST);
    if (next_byte(m) >= 192) {
        slot_destroy(m, self);
    }
}

/* An update of a list: the changeset leads from what it showed to what it shows, and goes into a slot. */
typedef struct update {
    slot *list;
    slot *into; /* the changeset, or NULL: none is asked for */
    iq_update_options options;
    iq_snapshot *before;
    iq_changeset *reported;
} update;

static update next_update(machine *m)
{
    update made = {.list = next_slot(m, KIND_LIST)};
    uint8_t byte = next_byte(m);
    made.into = byte & 4 ? NULL : &m->slots[KIND_CHANGESET][(byte & 3) % SLOTS];
    made.options = next_options(m);
    if (made.into && slot_is_good(made.list) && made.options.flags & IQ_UPDATE_PAYLOAD) {
        CHECK_OK(iq_list_snapshot(made.list->object, &made.before));
    }
    return made;
}

static void finish_update(machine *m, update *made, bool is_done)
{
    if (slot_is_good(made->list)) {
        CHECK(!is_done || !list_is_edited(m, made->list->object));
    }
    CHECK((made->reported != NULL) == (is_done && made->into));
    if (made->reported && made->before) {
        check_reported(made->before, made->reported, made->list->object);
    }
    iq_snapshot_destroy(made->before);
    if (made->reported) {
        slot_put(m, made->into, made->reported);
    }
}

#define REPORTED(made) ((made).into ? &(made).reported : NULL)

OPERATION(apply)
{
    update made = next_update(m);
    const slot *snapshot = next_slot(m, KIND_SNAPSHOT);
    finish_update(m, &made,
                  TRY(m, made.list, snapshot,
                      iq_list_apply(made.list->object, snapshot->object, &made.options, REPORTED(made))));
}

OPERATION(apply_changeset)
{
    update made = next_update(m);
    slot *changeset = next_slot(m, KIND_CHANGESET);
    finish_update(m, &made,
                  TRY(m, made.list, changeset,
                      iq_changeset_apply_to_list(changeset->object, made.list->object, &made.options,
                                                 REPORTED(made))));
}

OPERATION(set)
{
    update made = next_update(m);
    some_items items;
    iq_key keys[3];
    iq_section_entry sections[3];
    next_items(m, &items);
    size_t count = next_sections(m, keys);
    iq_supplementary element = next_element(m);
    for (size_t s = 0; s < count; s++) {
        size_t first = s * items.columns.count / count;
        sections[s] = (iq_section_entry){sizeof sections[s], keys[s], first, &element, s & 1};
    }
    finish_update(m, &made,
                  TRY(m, made.list, NULL,
                      iq_list_set(made.list->object, sections, count, &items.columns, &made.options,
                                  REPORTED(made))));
}

OPERATION(set_items)
{
    update made = next_update(m);
    some_items items;
    next_items(m, &items);
    finish_update(
        m, &made,
        TRY(m, made.list, NULL,
            iq_list_set_items(made.list->object, &items.columns, &made.options, REPORTED(made))));
}

OPERATION(set_section_items)
{
    update made = next_update(m);
    some_items items;
    iq_key section = next_section_key(m);
    next_items(m, &items);
    finish_update(m, &made,
                  TRY(m, made.list, NULL,
                      iq_list_set_section_items(made.list->object, section, &items.columns, &made.options,
                                                REPORTED(made))));
}

OPERATION(take_snapshot)
{
    const slot *list = next_slot(m, KIND_LIST);
    slot *into = next_slot(m, KIND_SNAPSHOT);
    iq_snapshot *snapshot = NULL;
    if (TRY(m, list, NULL, iq_list_snapshot(list->object, &snapshot))) {
        slot_put(m, into, snapshot);
    }
}

OPERATION(set_undo)
{
    const slot *list = next_slot(m, KIND_LIST);
    size_t bytes = (size_t)next_byte(m) * 64;
    CHECK(!TRY(m, list, NULL, iq_list_set_undo(list->object, bytes)) || !list_is_edited(m, list->object));
}

OPERATION(undo)
{
    update made = next_update(m);
    finish_update(m, &made,
                  TRY(m, made.list, NULL, iq_list_undo(made.list->object, &made.options, REPORTED(made))));
}

OPERATION(redo)
{
    update made = next_update(m);
    finish_update(m, &made,
                  TRY(m, made.list, NULL, iq_list_redo(made.list->object, &made.options, REPORTED(made))));
}

OPERATION(trim)
{
    const slot *list = next_slot(m, KIND_LIST);
    CHECK(!TRY(m, list, NULL, iq_list_trim(list->object)) || !list_is_edited(m, list->object));
}

/* Positions and keys that may be there or not. */
OPERATION(read)
{
    const slot *list = next_slot(m, KIND_LIST);
    iq_key key = next_item_key(m), section_key = next_section_key(m);
    size_t position = next_byte(m), count = next_byte(m) & 7;
    iq_item item, items[7];
    iq_section section = {0};
    iq_key keys[7];
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = keys, .items = items};
    iq_supplementary elements[2] = {{.struct_size = sizeof elements[0]}};
    iq_statistics statistics = {.struct_size = sizeof statistics};
    char text[64];
    size_t length;
    TRY(m, list, NULL, iq_list_find_item(list->object, &section_key, key, &item));
    TRY(m, list, NULL, iq_list_find_item(list->object, NULL, key, &item));
    TRY(m, list, NULL, iq_list_find_item_at(list->object, position, &item));
    TRY(m, list, NULL, iq_list_get_items(list->object, position, count, &buffers));
    if (TRY(m, list, NULL, iq_list_find_section(list->object, section_key, &section))) {
        TRY(m, list, NULL, iq_list_find_item_in_section(list->object, section, position, &item));
        CHECK(TRY(m, list, NULL, iq_list_get_supplementaries(list->object, section, 0, elements, 2, &length)));
    }
    TRY(m, list, NULL, iq_list_dump(list->object, text, sizeof text, &length));
    TRY(m, list, NULL, iq_list_get_statistics(list->object, &statistics));
}

const operation operations_of_lists[] = {
    {"list create", create},
    {"list destroy", destroy},
    {"list apply", apply},
    {"list apply", apply},
    {"list apply changeset", apply_changeset},
    {"list set", set},
    {"list set", set},
    {"list set items", set_items},
    {"list set section items", set_section_items},
    {"list snapshot", take_snapshot},
    {"list trim", trim},
    {"list read", read},
};
const size_t operations_of_lists_count = sizeof operations_of_lists / sizeof *operations_of_lists;

const operation operations_of_undo[] = {
    {"list set undo", set_undo},
    {"list undo", undo},
    {"list undo", undo},
    {"list redo", redo},
};
const size_t operations_of_undo_count = sizeof operations_of_undo / sizeof *operations_of_undo;

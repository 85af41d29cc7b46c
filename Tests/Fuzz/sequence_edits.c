/*
 * sequence_edits.c - the operations on edits: see sequence.h. A commit says what the diff of both ends
 * says; an edit that is destroyed before leaves its list as it was when it began.
 */
#include "sequence.h"

#include "../Boundary/shared/digest.h"
#include "../Boundary/shared/same.h"

#define OPERATION(name) static void name(machine *m)

/* A call on an edit: handles may have gone, and what has ended or lost its list refuses. */
#define EDIT(m, self, expression) \
    ((m)->with_handles = true, is_open((self), TRY((m), (self), NULL, (expression))))

static bool is_open(const slot *self, bool made)
{
    CHECK(!made || self->is_open);
    return made;
}

void begin_edit(machine *m, const slot *list, slot *self, const iq_item *items, size_t count)
{
    iq_edit *edit = NULL;
    iq_snapshot *before = NULL;
    uint64_t digest = 0;
    if (slot_is_good(list)) {
        CHECK_OK(iq_list_snapshot(list->object, &before));
        digest = digest_list(list->object);
    }
    bool busy = list_is_edited(m, list->object);
    bool is_open = count > 0 ? TRY(m, list, NULL, iq_list_begin_reorder(list->object, items, count, &edit))
                             : TRY(m, list, NULL, iq_edit_begin(list->object, NULL, &edit));
    if (!is_open) {
        iq_snapshot_destroy(before);
        return;
    }
    CHECK(!busy);
    slot_put(m, self, edit);
    self->list = list->object;
    self->before = before;
    self->digest = digest;
    self->threshold = list->threshold;
    self->is_open = true;
}

OPERATION(begin)
{
    const slot *list = next_slot(m, KIND_LIST);
    begin_edit(m, list, &m->slots[KIND_EDIT][next_byte(m) % SLOTS], NULL, 0);
}

/* The items at two places, also the same one twice. */
OPERATION(begin_reorder)
{
    const slot *list = next_slot(m, KIND_LIST);
    uint8_t byte = next_byte(m);
    size_t count = 0;
    iq_item items[2];
    if (slot_is_good(list)) {
        CHECK_OK(iq_list_get_count(list->object, NULL, &count));
    }
    for (size_t i = 0; i < 2 && count > 0; i++) {
        CHECK_OK(iq_list_find_item_at(list->object, next_byte(m) % count, &items[i]));
    }
    if (count > 0) {
        begin_edit(m, list, &m->slots[KIND_EDIT][byte % SLOTS], items, 1 + (byte >> 7));
    }
}

OPERATION(destroy)
{
    slot *self = next_slot(m, KIND_EDIT);
    if (next_byte(m) >= 224) {
        slot_destroy(m, self);
    }
}

OPERATION(commit)
{
    slot *self = next_slot(m, KIND_EDIT), *into = next_slot(m, KIND_CHANGESET);
    bool unseen = next_byte(m) >= 224;
    iq_update_options options = next_options(m);
    iq_changeset *reported = NULL, *wanted = NULL;
    if (!EDIT(m, self, iq_edit_commit(self->object, &options, unseen ? NULL : &reported))) {
        return;
    }
    self->is_open = false;
    if (!reported) {
        return;
    }
    if (options.flags & IQ_UPDATE_PAYLOAD) {
        check_reported(self->before, reported, self->list);
    }
    if (!self->is_marked) {
        iq_snapshot *after;
        options.reload_threshold = options.reload_threshold ? options.reload_threshold : self->threshold;
        const iq_diff_options diffed = diff_options(&options);
        CHECK_OK(iq_list_snapshot(self->list, &after));
        CHECK_OK(iq_diff(self->before, after, &diffed, &wanted));
        same_changesets(reported, wanted, options.flags);
        iq_changeset_destroy(wanted);
        iq_snapshot_destroy(after);
    }
    slot_put(m, into, reported);
}

/* ---- what a call names -------------------------------------------------- */

/* The section at a position, or now and then one that was named before, which may have gone. */
static iq_section next_section(machine *m, const slot *self)
{
    uint8_t byte = next_byte(m);
    iq_section section = {m->named[byte % NAMED]};
    size_t count = 0;
    if (slot_is_good(self) && self->is_open) {
        CHECK_OK(iq_list_get_count(self->list, &count, NULL));
    }
    if (byte < 240 && count > 0) {
        CHECK_OK(iq_list_find_section_at(self->list, byte % count, &section));
        m->named[byte % NAMED] = section.id;
    }
    return section;
}

static iq_item next_item(machine *m, const slot *self)
{
    uint8_t byte = next_byte(m);
    iq_item item = {m->named[byte % NAMED]};
    size_t count = 0;
    if (slot_is_good(self) && self->is_open) {
        CHECK_OK(iq_list_get_count(self->list, NULL, &count));
    }
    if (byte < 240 && count > 0) {
        CHECK_OK(iq_list_find_item_at(self->list, byte % count, &item));
        m->named[byte % NAMED] = item.id;
    }
    return item;
}

/* A small number, or one of the largest. */
static size_t next_index(machine *m)
{
    uint8_t byte = next_byte(m);
    return byte >= 240 ? SIZE_MAX - (byte & 1) : byte % 6;
}

/* ---- changes ------------------------------------------------------------ */

OPERATION(insert_items)
{
    slot *self = next_slot(m, KIND_EDIT);
    uint8_t where = next_byte(m);
    iq_section section = next_section(m, self);
    iq_item anchor = next_item(m, self);
    size_t index = next_index(m);
    some_items items;
    next_items(m, &items);
    if (where & 4) {
        m->with_levels = true;
        EDIT(m, self, iq_edit_insert_children(self->object, anchor, index, &items.columns));
    } else if (where & 2) {
        EDIT(m, self, iq_edit_insert_items(self->object, section, index, &items.columns));
    } else if (where & 1) {
        EDIT(m, self, iq_edit_insert_items_beside(self->object, IQ_PUT_BEFORE, anchor, &items.columns));
    } else {
        EDIT(m, self, iq_edit_insert_items_beside(self->object, IQ_PUT_AFTER, anchor, &items.columns));
    }
}

OPERATION(set_section_items)
{
    slot *self = next_slot(m, KIND_EDIT);
    iq_section section = next_section(m, self);
    some_items items;
    next_items(m, &items);
    EDIT(m, self, iq_edit_set_section_items(self->object, section, &items.columns));
}

OPERATION(delete_items)
{
    slot *self = next_slot(m, KIND_EDIT);
    iq_item items[2] = {next_item(m, self), next_item(m, self)};
    m->with_repeats = true;
    EDIT(m, self, iq_edit_delete_items(self->object, items, 1 + (next_byte(m) & 1)));
}

OPERATION(delete_item_range)
{
    slot *self = next_slot(m, KIND_EDIT);
    iq_section section = next_section(m, self);
    size_t first = next_index(m), count = next_index(m);
    EDIT(m, self, iq_edit_delete_item_range(self->object, section, first, count));
}

OPERATION(move_item_range)
{
    slot *self = next_slot(m, KIND_EDIT);
    iq_section section = next_section(m, self), target = next_section(m, self);
    size_t first = next_index(m), count = next_index(m), index = next_index(m);
    EDIT(m, self, iq_edit_move_item_range(self->object, section, first, count, target, index));
}

OPERATION(move_items)
{
    slot *self = next_slot(m, KIND_EDIT);
    iq_item items[2] = {next_item(m, self), next_item(m, self)};
    iq_position position = {next_byte(m) % 4u, (uint32_t)next_index(m)};
    m->with_repeats = true;
    EDIT(m, self, iq_edit_move_items_to(self->object, items, 1 + (next_byte(m) & 1), position));
}

OPERATION(move_item)
{
    slot *self = next_slot(m, KIND_EDIT);
    iq_item item = next_item(m, self), anchor = next_item(m, self);
    if (next_byte(m) & 1) {
        EDIT(m, self, iq_edit_move_item_beside(self->object, item, IQ_PUT_BEFORE, anchor));
    } else {
        EDIT(m, self, iq_edit_move_item_beside(self->object, item, IQ_PUT_AFTER, anchor));
    }
}

OPERATION(update_items)
{
    slot *self = next_slot(m, KIND_EDIT);
    iq_item items[2];
    iq_supplementary looks[2];
    uint16_t levels[2];
    for (size_t i = 0; i < 2; i++) {
        items[i] = next_item(m, self);
        looks[i] = next_element(m);
        levels[i] = (uint16_t)looks[i].content;
    }
    iq_columns columns = {.struct_size = sizeof columns, .count = next_byte(m) % 3};
    /* One that is named twice is refused as an argument: arguments_edits.c. */
    columns.count -= columns.count == 2 && items[0].id == items[1].id;
    columns.contents = &looks[0].content;
    columns.models = &looks[0].model;
    columns.classes = &looks[0].cell_class;
    columns.levels = levels;
    columns.content_stride = columns.model_stride = columns.class_stride = sizeof looks[0];
    EDIT(m, self, iq_edit_update_items(self->object, items, &columns, 1 + next_byte(m) % 15));
}

OPERATION(mark)
{
    slot *self = next_slot(m, KIND_EDIT);
    uint8_t how = next_byte(m) % 3;
    iq_item items[2] = {next_item(m, self), next_item(m, self)};
    iq_section section = next_section(m, self);
    bool made;
    if (how == 0) {
        made = EDIT(m, self, iq_edit_reload_items(self->object, items, 2));
    } else if (how == 1) {
        made = EDIT(m, self, iq_edit_reconfigure_items(self->object, items, 2));
    } else {
        made = EDIT(m, self, iq_edit_reload_sections(self->object, &section, 1));
    }
    self->is_marked = self->is_marked || made;
}

OPERATION(insert_sections)
{
    slot *self = next_slot(m, KIND_EDIT);
    uint8_t where = next_byte(m);
    iq_section anchor = next_section(m, self);
    size_t position = next_index(m);
    iq_key keys[3];
    size_t count = next_sections(m, keys);
    if (where & 2) {
        EDIT(m, self, iq_edit_insert_sections(self->object, position, keys, count));
    } else if (where & 1) {
        EDIT(m, self, iq_edit_insert_sections_beside(self->object, IQ_PUT_BEFORE, anchor, keys, count));
    } else {
        EDIT(m, self, iq_edit_insert_sections_beside(self->object, IQ_PUT_AFTER, anchor, keys, count));
    }
}

OPERATION(delete_sections)
{
    slot *self = next_slot(m, KIND_EDIT);
    iq_section sections[2] = {next_section(m, self), next_section(m, self)};
    size_t first = next_index(m), count = next_index(m);
    uint8_t how = next_byte(m);
    if (how < 96) {
        m->with_repeats = true;
        EDIT(m, self, iq_edit_delete_sections(self->object, sections, 1 + (how & 1)));
    } else if (how < 160) {
        EDIT(m, self, iq_edit_delete_section_range(self->object, first, count));
    }
}

OPERATION(move_sections)
{
    slot *self = next_slot(m, KIND_EDIT);
    uint8_t how = next_byte(m);
    iq_section section = next_section(m, self), anchor = next_section(m, self);
    size_t first = next_index(m), count = next_index(m), position = next_index(m);
    if (how & 2) {
        EDIT(m, self, iq_edit_move_section_range(self->object, first, count, position));
    } else if (how & 1) {
        EDIT(m, self, iq_edit_move_section_beside(self->object, section, IQ_PUT_BEFORE, anchor));
    } else {
        EDIT(m, self, iq_edit_move_section_beside(self->object, section, IQ_PUT_AFTER, anchor));
    }
}

OPERATION(change_element)
{
    slot *self = next_slot(m, KIND_EDIT);
    iq_section section = next_section(m, self);
    iq_supplementary element = next_element(m);
    if (next_byte(m) & 1) {
        EDIT(m, self, iq_edit_set_supplementary(self->object, section, &element));
    } else {
        EDIT(m, self, iq_edit_remove_supplementary(self->object, section, element.kind, element.index));
    }
}

const operation operations_of_edits[] = {
    {"edit begin", begin},
    {"edit begin", begin},
    {"edit begin", begin},
    {"edit begin", begin},
    {"edit commit", commit},
    {"edit destroy", destroy},
    {"edit insert items", insert_items},
    {"edit insert items", insert_items},
    {"edit insert items", insert_items},
    {"edit set section items", set_section_items},
    {"edit delete items", delete_items},
    {"edit delete item range", delete_item_range},
    {"edit move item range", move_item_range},
    {"edit move item range", move_item_range},
    {"edit move items", move_items},
    {"edit move item", move_item},
    {"edit update items", update_items},
    {"edit update items", update_items},
    {"edit mark", mark},
    {"edit insert sections", insert_sections},
    {"edit delete sections", delete_sections},
    {"edit move sections", move_sections},
    {"edit change element", change_element},
    {"edit begin reorder", begin_reorder},
};
const size_t operations_of_edits_count = sizeof operations_of_edits / sizeof *operations_of_edits;

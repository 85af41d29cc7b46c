/*
 * sequence_snapshots.c - the operations on snapshots: see sequence.h.
 */
#include "sequence.h"

#define OPERATION(name) static void name(machine *m)

/* Has it room for what comes in? */
static bool is_full(const slot *snapshot)
{
    size_t sections = 0, items = 0;
    if (slot_is_good(snapshot)) {
        CHECK_OK(iq_snapshot_get_count(snapshot->object, &sections, &items));
    }
    return sections + 3 > MOST_SECTIONS || items + 8 > MOST_ITEMS;
}

/* The section that goes with an item's key, or NULL. */
static const iq_key *next_scope(machine *m, iq_key *section)
{
    uint8_t byte = next_byte(m);
    *section = iq_key_from_u64(100 + byte % 5);
    return byte >= 128 ? NULL : section;
}

OPERATION(create)
{
    slot *self = next_slot(m, KIND_SNAPSHOT);
    uint8_t byte = next_byte(m);
    iq_snapshot_options options = {.struct_size = sizeof options, .duplicates = (byte & 7) % 5};
    options.flags = byte & 8 ? IQ_SNAPSHOT_DROP_EMPTY_SECTIONS : 0;
    iq_snapshot *made = NULL;
    if (TRY(m, NULL, NULL, iq_snapshot_create(&options, &made))) {
        slot_put(m, self, made);
    }
}

OPERATION(copy)
{
    const slot *self = next_slot(m, KIND_SNAPSHOT);
    slot *into = next_slot(m, KIND_SNAPSHOT);
    iq_snapshot *made = NULL;
    if (TRY(m, self, NULL, iq_snapshot_copy(self->object, &made))) {
        slot_put(m, into, made);
    }
}

OPERATION(destroy)
{
    slot *self = next_slot(m, KIND_SNAPSHOT);
    if (next_byte(m) >= 192) {
        slot_destroy(m, self);
    }
}

OPERATION(insert_sections)
{
    const slot *self = next_slot(m, KIND_SNAPSHOT);
    uint8_t where = next_byte(m);
    iq_key anchor = next_section_key(m), keys[3];
    size_t count = next_sections(m, keys);
    if (is_full(self)) {
        return;
    }
    if (where & 1) {
        TRY(m, self, NULL, iq_snapshot_append_sections(self->object, keys, count));
    } else if (where & 2) {
        TRY(m, self, NULL, iq_snapshot_insert_sections_beside(self->object, IQ_PUT_BEFORE, anchor, keys, count));
    } else {
        TRY(m, self, NULL, iq_snapshot_insert_sections_beside(self->object, IQ_PUT_AFTER, anchor, keys, count));
    }
}

OPERATION(move_section)
{
    const slot *self = next_slot(m, KIND_SNAPSHOT);
    bool before = next_byte(m) & 1;
    iq_key section = next_section_key(m), anchor = next_section_key(m);
    TRY(m, self, NULL,
        iq_snapshot_move_section_beside(self->object, section, before ? IQ_PUT_BEFORE : IQ_PUT_AFTER, anchor));
}

OPERATION(delete_sections)
{
    const slot *self = next_slot(m, KIND_SNAPSHOT);
    iq_key keys[3];
    size_t count = next_sections(m, keys), missing = SIZE_MAX;
    if (next_byte(m) >= 128) {
        return;
    }
    if (TRY(m, self, NULL, iq_snapshot_delete_sections(self->object, keys, count, &missing))) {
        CHECK(missing <= count);
    }
}

OPERATION(delete_all)
{
    const slot *self = next_slot(m, KIND_SNAPSHOT);
    iq_key section;
    const iq_key *scope = next_scope(m, &section);
    uint8_t byte = next_byte(m);
    if (byte >= 240) {
        TRY(m, self, NULL, iq_snapshot_delete_all(self->object));
    } else if (byte >= 160) {
        TRY(m, self, NULL, iq_snapshot_delete_all_items(self->object, scope));
    }
}

OPERATION(insert_items)
{
    const slot *self = next_slot(m, KIND_SNAPSHOT);
    uint8_t where = next_byte(m);
    iq_key section, anchor = next_item_key(m);
    const iq_key *scope = next_scope(m, &section);
    some_items items;
    next_items(m, &items);
    if (is_full(self)) {
        return;
    }
    if (where & 3) {
        TRY(m, self, NULL, iq_snapshot_append_items(self->object, scope, &items.columns));
    } else if (where & 4) {
        TRY(m, self, NULL, iq_snapshot_insert_items_beside(self->object, scope, IQ_PUT_BEFORE, anchor, &items.columns));
    } else {
        TRY(m, self, NULL, iq_snapshot_insert_items_beside(self->object, scope, IQ_PUT_AFTER, anchor, &items.columns));
    }
}

OPERATION(move_item)
{
    const slot *self = next_slot(m, KIND_SNAPSHOT);
    uint8_t where = next_byte(m);
    iq_key section, item = next_item_key(m), anchor = next_item_key(m);
    const iq_key *scope = next_scope(m, &section);
    if (where & 1) {
        TRY(m, self, NULL, iq_snapshot_move_item_beside(self->object, scope, item, IQ_PUT_BEFORE, anchor));
    } else if (where & 2) {
        TRY(m, self, NULL, iq_snapshot_move_item_beside(self->object, scope, item, IQ_PUT_AFTER, anchor));
    } else {
        TRY(m, self, NULL, iq_snapshot_move_item_to_end(self->object, section, item));
    }
}

OPERATION(delete_items)
{
    const slot *self = next_slot(m, KIND_SNAPSHOT);
    iq_key section, keys[2] = {next_item_key(m), next_item_key(m)};
    const iq_key *scope = next_scope(m, &section);
    size_t missing = SIZE_MAX;
    if (TRY(m, self, NULL, iq_snapshot_delete_items(self->object, scope, keys, 2, &missing))) {
        CHECK(missing <= 2);
    }
}

OPERATION(mark)
{
    const slot *self = next_slot(m, KIND_SNAPSHOT);
    uint8_t how = next_byte(m);
    iq_key section, keys[2] = {next_item_key(m), next_item_key(m)};
    const iq_key *scope = next_scope(m, &section);
    switch (how & 3) {
    case 0: TRY(m, self, NULL, iq_snapshot_reload_items(self->object, scope, keys, 2)); break;
    case 1: TRY(m, self, NULL, iq_snapshot_reconfigure_items(self->object, scope, keys, 1)); break;
    case 2: TRY(m, self, NULL, iq_snapshot_reload_sections(self->object, &section, 1)); break;
    default: TRY(m, self, NULL, iq_snapshot_clear_marks(self->object));
    }
}

OPERATION(set_element)
{
    const slot *self = next_slot(m, KIND_SNAPSHOT);
    iq_key section = next_section_key(m);
    iq_supplementary element = next_element(m);
    TRY(m, self, NULL, iq_snapshot_set_supplementary(self->object, section, &element));
}

OPERATION(remove_element)
{
    const slot *self = next_slot(m, KIND_SNAPSHOT);
    iq_key section = next_section_key(m);
    iq_supplementary element = next_element(m);
    TRY(m, self, NULL,
        iq_snapshot_remove_supplementary(self->object, section, element.kind, element.index));
}

/* To bytes and back; in some of them a bit is turned, which the checksum notices. */
OPERATION(travel)
{
    const slot *self = next_slot(m, KIND_SNAPSHOT);
    slot *into = next_slot(m, KIND_SNAPSHOT);
    uint8_t byte = next_byte(m);
    iq_snapshot_options options = {.struct_size = sizeof options, .duplicates = (byte & 7) % 5};
    if (!slot_is_good(self)) {
        size_t length;
        TRY(m, self, NULL, iq_snapshot_encode(self->object, NULL, 0, &length));
        return;
    }
    encoding made = encode_snapshot(self->object);
    bool is_damaged = byte & 64;
    if (is_damaged) {
        made.bytes[made.length * next_byte(m) / 256] ^= (unsigned char)(1 << (byte >> 3 & 7));
    }
    iq_snapshot *decoded = NULL;
    if (TRY(m, NULL, NULL, iq_snapshot_decode(made.bytes, made.length, &options, &decoded))) {
        CHECK(!is_damaged);
        slot_put(m, into, decoded);
    }
    free(made.bytes);
}

OPERATION(read)
{
    const slot *self = next_slot(m, KIND_SNAPSHOT);
    iq_key section, keys[7], key = next_item_key(m);
    const iq_key *scope = next_scope(m, &section);
    size_t position = next_byte(m), count = next_byte(m) & 7, length;
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = keys};
    iq_supplementary elements[2] = {{.struct_size = sizeof elements[0]}};
    iq_section_info info = {.struct_size = sizeof info};
    iq_position found;
    char text[64];
    if (TRY(m, self, NULL, iq_snapshot_find_position(self->object, scope, key, &found))) {
        CHECK_OK(iq_snapshot_get_section_info_at(self->object, found.section, &info));
        CHECK_OK(iq_snapshot_get_items(self->object, info.first + found.item, 1, &buffers));
        iq_position same;
        CHECK_OK(iq_snapshot_find_position(self->object, &info.key, keys[0], &same));
        CHECK(same.section == found.section && same.item == found.item);
    }
    TRY(m, self, NULL, iq_snapshot_get_items(self->object, position, count, &buffers));
    if (TRY(m, self, NULL, iq_snapshot_get_section_info_at(self->object, position & 15, &info))) {
        CHECK_OK(iq_snapshot_get_supplementaries(self->object, info.key, 0, elements, 2, &length));
    }
    TRY(m, self, NULL, iq_snapshot_dump(self->object, text, sizeof text, &length));
}

static void insert_sections_at(machine *m, const slot *self, size_t position)
{
    iq_key keys[3];
    size_t count = next_sections(m, keys);
    if (!is_full(self)) {
        TRY(m, self, NULL, iq_snapshot_insert_sections(self->object, position, keys, count));
    }
}

/* One of four calls on items that are there, or not, or twice. */
OPERATION(put)
{
    const slot *self = next_slot(m, KIND_SNAPSHOT);
    uint8_t how = next_byte(m);
    size_t index = how & 64 ? IQ_END : how >> 2 & 15;
    if ((how & 3) == 0) {
        insert_sections_at(m, self, index);
        return;
    }
    iq_key section, parent = next_item_key(m);
    const iq_key *scope = next_scope(m, &section);
    some_items items;
    next_items(m, &items);
    if (is_full(self)) {
        return;
    }
    if ((how & 3) == 1) {
        m->with_levels = how & 128;
        TRY(m, self, NULL, how & 128 ? iq_snapshot_insert_children(self->object, scope, parent, index, &items.columns)
                                     : iq_snapshot_insert_items(self->object, section, index, &items.columns));
    } else if ((how & 3) == 2) {
        TRY(m, self, NULL, iq_snapshot_set_section_items(self->object, section, &items.columns));
    } else {
        uint32_t flags = 1 + how % 15;
        m->with_repeats = true;
        TRY(m, self, NULL, iq_snapshot_update_items(self->object, scope, items.keys, &items.columns, flags));
    }
}

const operation operations_of_snapshots[] = {
    {"snapshot create", create},
    {"snapshot copy", copy},
    {"snapshot destroy", destroy},
    {"snapshot insert sections", insert_sections},
    {"snapshot insert sections", insert_sections},
    {"snapshot move section", move_section},
    {"snapshot delete sections", delete_sections},
    {"snapshot delete all", delete_all},
    {"snapshot insert items", insert_items},
    {"snapshot insert items", insert_items},
    {"snapshot insert items", insert_items},
    {"snapshot move item", move_item},
    {"snapshot delete items", delete_items},
    {"snapshot mark", mark},
    {"snapshot set element", set_element},
    {"snapshot remove element", remove_element},
    {"snapshot travel", travel},
    {"snapshot read", read},
};
const size_t operations_of_snapshots_count = sizeof operations_of_snapshots / sizeof *operations_of_snapshots;

const operation operations_of_puts[] = {{"snapshot put", put}};
const size_t operations_of_puts_count = sizeof operations_of_puts / sizeof *operations_of_puts;

/*
 * sequence_changesets.c - the operations on changesets: see sequence.h.
 */
#include "sequence.h"

#include <string.h>

#define OPERATION(name) static void name(machine *m)

static iq_summary summary_of(const slot *changeset)
{
    iq_summary reported = {.struct_size = sizeof reported};
    CHECK_OK(iq_changeset_get_summary(changeset->object, &reported));
    return reported;
}

OPERATION(diff)
{
    const slot *before = next_slot(m, KIND_SNAPSHOT), *after = next_slot(m, KIND_SNAPSHOT);
    slot *into = next_slot(m, KIND_CHANGESET);
    const iq_update_options drawn = next_options(m);
    const iq_diff_options options = diff_options(&drawn);
    iq_changeset *made = NULL;
    if (TRY(m, before, after, iq_diff(before->object, after->object, &options, &made))) {
        slot_put(m, into, made);
    }
}

OPERATION(destroy)
{
    slot *self = next_slot(m, KIND_CHANGESET);
    if (next_byte(m) >= 192) {
        slot_destroy(m, self);
    }
}

OPERATION(invert)
{
    const slot *self = next_slot(m, KIND_CHANGESET);
    slot *into = next_slot(m, KIND_CHANGESET);
    iq_changeset *made = NULL;
    if (TRY(m, self, NULL, iq_changeset_invert(self->object, &made))) {
        iq_summary reported = summary_of(self);
        slot_put(m, into, made);
        iq_summary inverse = summary_of(into);
        CHECK(reported.items_before == inverse.items_after && reported.items_after == inverse.items_before);
        CHECK(reported.item_deletes == inverse.item_inserts && reported.item_inserts == inverse.item_deletes);
        CHECK(reported.item_moves == inverse.item_moves && reported.section_moves == inverse.section_moves);
    }
}

OPERATION(compose)
{
    const slot *first = next_slot(m, KIND_CHANGESET), *second = next_slot(m, KIND_CHANGESET);
    slot *into = next_slot(m, KIND_CHANGESET);
    iq_changeset *made = NULL;
    if (TRY(m, first, second, iq_changeset_compose(first->object, second->object, &made))) {
        size_t before = summary_of(first).items_before, after = summary_of(second).items_after;
        slot_put(m, into, made);
        CHECK(summary_of(into).items_before == before && summary_of(into).items_after == after);
    }
}

static bool has_empty_sections(const iq_snapshot *snapshot, size_t sections)
{
    iq_section_info info = {.struct_size = sizeof info, .count = 1};
    for (size_t s = 0; s < sections && info.count > 0; s++) {
        CHECK_OK(iq_snapshot_get_section_info_at(snapshot, s, &info));
    }
    return info.count == 0;
}

/* What was applied can be taken back and done again, unless empty sections, which the snapshot may drop
 * when it is used, are in the way. */
OPERATION(apply)
{
    const slot *self = next_slot(m, KIND_CHANGESET), *snapshot = next_slot(m, KIND_SNAPSHOT);
    if (TRY(m, snapshot, self, iq_changeset_apply(self->object, snapshot->object))) {
        size_t sections, items;
        CHECK_OK(iq_snapshot_get_count(snapshot->object, &sections, &items));
        iq_summary reported = summary_of(self);
        CHECK(sections == reported.sections_after && items == reported.items_after);
        if (has_empty_sections(snapshot->object, sections)) {
            return;
        }
        iq_changeset *inverse;
        CHECK_OK(iq_changeset_invert(self->object, &inverse));
        CHECK_OK(iq_changeset_apply(inverse, snapshot->object));
        CHECK_OK(iq_changeset_apply(self->object, snapshot->object));
        iq_changeset_destroy(inverse);
    }
}

/* To bytes and back, or damaged: then it is refused. */
OPERATION(travel)
{
    const slot *self = next_slot(m, KIND_CHANGESET);
    slot *into = next_slot(m, KIND_CHANGESET);
    uint8_t byte = next_byte(m);
    size_t length, again;
    if (!TRY(m, self, NULL, iq_changeset_encode(self->object, NULL, 0, &length))) {
        return;
    }
    unsigned char *bytes = check_memory(malloc(length)), *same = check_memory(malloc(length));
    CHECK_OK(iq_changeset_encode(self->object, bytes, length, &again));
    CHECK(again == length);
    bool is_damaged = byte & 1;
    if (is_damaged) {
        bytes[length * next_byte(m) / 256] ^= (unsigned char)(1 << (byte >> 1 & 7));
    }
    iq_changeset *decoded = NULL;
    if (TRY(m, NULL, NULL, iq_changeset_decode(bytes, length, NULL, &decoded))) {
        CHECK_OK(iq_changeset_encode(decoded, same, length, &again));
        CHECK(!is_damaged && again == length && memcmp(bytes, same, length) == 0);
        slot_put(m, into, decoded);
    }
    free(bytes);
    free(same);
}

/* Some elements of a changeset, from a snapshot that it may or may not start from. */
static void replay_some(machine *m, const slot *self, uint8_t byte, iq_position place)
{
    const slot *before = &m->slots[KIND_SNAPSHOT][byte >> 7];
    iq_replay *replay = NULL;
    iq_position found;
    iq_side side;
    size_t count;
    uint32_t dialect = byte & 1, flags = byte >> 1 & (dialect == IQ_REPLAY_SPLICES ? 1 : 3);
    place.section = byte & 8 ? IQ_NONE : place.section;
    if (!TRY(m, self, before, iq_replay_create(self->object, before->object, dialect, flags, &replay))) {
        return;
    }
    for (size_t i = 0; i < 8; i++) {
        iq_replay_get_count(replay, place.section, &count);
        iq_replay_find(replay, place, &side, &found);
        iq_replay_next(replay);
    }
    iq_replay_destroy(replay);
}

OPERATION(read)
{
    const slot *self = next_slot(m, KIND_CHANGESET);
    uint8_t byte = next_byte(m);
    iq_key key = next_item_key(m), section = next_section_key(m);
    iq_position place = {byte >> 1 & 7, byte >> 4}, other, before, after;
    const iq_change *changes;
    const iq_splice *splices;
    const uint32_t *map;
    size_t count;
    char text[64];
    TRY(m, self, NULL, iq_changeset_get_batch(self->object, &changes, &count));
    TRY(m, self, NULL, iq_changeset_get_steps(self->object, byte & 3, &changes, &count));
    TRY(m, self, NULL, iq_changeset_get_splices(self->object, byte & 1, &splices, &count));
    TRY(m, self, NULL, iq_changeset_map_position(self->object, byte & 1, place, &other));
    TRY(m, self, NULL, iq_changeset_get_map(self->object, byte & 1, &map, &count));
    TRY(m, self, NULL, iq_changeset_find_key(self->object, &section, key, &before, &after));
    TRY(m, self, NULL, iq_changeset_dump(self->object, text, sizeof text, &count));
    TRY(m, self, NULL, iq_changeset_explain(self->object, byte & 1, place, text, sizeof text, &count));
    replay_some(m, self, byte, place);
}

const operation operations_of_changesets[] = {
    {"diff", diff},
    {"diff", diff},
    {"changeset destroy", destroy},
    {"changeset invert", invert},
    {"changeset compose", compose},
    {"changeset apply", apply},
    {"changeset travel", travel},
    {"changeset read", read},
};
const size_t operations_of_changesets_count =
    sizeof operations_of_changesets / sizeof *operations_of_changesets;

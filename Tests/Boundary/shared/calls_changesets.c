/*
 * calls_changesets.c - the calls on changesets: see calls.h.
 */
#include "calls.h"

#define CALL(name) static iq_status name(const call_objects *c)

CALL(copy)
{
    iq_changeset *made = NULL;
    iq_status status = iq_changeset_copy(c->changeset, &made);
    iq_changeset_destroy(made);
    return status;
}

CALL(get_summary)
{
    iq_summary counts = {.struct_size = sizeof counts};
    return iq_changeset_get_summary(c->changeset, &counts);
}

CALL(get_batch)
{
    const iq_change *changes;
    size_t count;
    return iq_changeset_get_batch(c->changeset, &changes, &count);
}

CALL(get_steps)
{
    const iq_change *changes;
    size_t count;
    return iq_changeset_get_steps(c->changeset, 0, &changes, &count);
}

CALL(flat_steps)
{
    const iq_change *changes;
    size_t count;
    return iq_changeset_get_steps(c->changeset, IQ_STEPS_FLAT, &changes, &count);
}

CALL(single_steps)
{
    const iq_change *changes;
    size_t count;
    return iq_changeset_get_steps(c->changeset, IQ_STEPS_SINGLE, &changes, &count);
}

CALL(flat_single_steps)
{
    const iq_change *changes;
    size_t count;
    return iq_changeset_get_steps(c->changeset, IQ_STEPS_FLAT | IQ_STEPS_SINGLE, &changes, &count);
}

CALL(get_splices)
{
    const iq_splice *changes;
    size_t count;
    return iq_changeset_get_splices(c->changeset, 0, &changes, &count);
}

CALL(splices_without_updates)
{
    const iq_splice *changes;
    size_t count;
    return iq_changeset_get_splices(c->changeset, IQ_SPLICES_WITHOUT_UPDATES, &changes, &count);
}

CALL(map_position)
{
    iq_position other;
    return iq_changeset_map_position(c->changeset, IQ_AFTER, (iq_position){0, 2}, &other);
}

CALL(get_map)
{
    const uint32_t *positions;
    size_t count;
    return iq_changeset_get_map(c->changeset, IQ_BEFORE, &positions, &count);
}

CALL(find_key)
{
    iq_position before, after;
    return iq_changeset_find_key(c->changeset, NULL, calls_key(14), &before, &after);
}

CALL(dump)
{
    char text[64];
    size_t length;
    return iq_changeset_dump(c->changeset, text, sizeof text, &length);
}

CALL(explain)
{
    char text[64];
    size_t length;
    return iq_changeset_explain(c->changeset, IQ_BEFORE, (iq_position){1, 0}, text, sizeof text, &length);
}

CALL(encode)
{
    char bytes[64];
    size_t length;
    return iq_changeset_encode(c->changeset, bytes, sizeof bytes, &length);
}

CALL(decode)
{
    static _Thread_local char bytes[65536];
    size_t length;
    iq_changeset *decoded = NULL;
    iq_status status = iq_changeset_encode(c->changeset, bytes, sizeof bytes, &length);
    status = status ? status : iq_changeset_decode(bytes, length, NULL, &decoded);
    iq_changeset_destroy(decoded);
    return status;
}

CALL(invert)
{
    iq_changeset *inverse = NULL;
    iq_status status = iq_changeset_invert(c->changeset, &inverse);
    iq_changeset_destroy(inverse);
    return status;
}

CALL(compose)
{
    iq_changeset *inverse = NULL, *both = NULL;
    iq_status status = iq_changeset_invert(c->changeset, &inverse);
    status = status ? status : iq_changeset_compose(c->changeset, inverse, &both);
    iq_changeset_destroy(inverse);
    iq_changeset_destroy(both);
    return status;
}

static iq_status replay_to_the_end(const call_objects *c, uint32_t dialect, uint32_t flags)
{
    iq_replay *replay;
    iq_side side;
    iq_position found, first = {0, IQ_NONE};
    size_t count = 0;
    iq_status status = iq_replay_create(c->changeset, c->snapshot, dialect, flags, &replay);
    if (status != IQ_OK) {
        return status;
    }
    if (dialect == IQ_REPLAY_SPLICES || flags & IQ_STEPS_FLAT) {
        first = (iq_position){IQ_NONE, 0};
    }
    while (status == IQ_OK) {
        status = iq_replay_get_count(replay, IQ_NONE, &count);
        status = status || count == 0 ? status : iq_replay_find(replay, first, &side, &found);
        status = status ? status : iq_replay_next(replay);
    }
    iq_replay_destroy(replay);
    return status == IQ_ERROR_STATE ? IQ_OK : status;
}

CALL(replay_steps)
{
    return replay_to_the_end(c, IQ_REPLAY_STEPS, 0);
}

CALL(replay_flat_steps)
{
    return replay_to_the_end(c, IQ_REPLAY_STEPS, IQ_STEPS_FLAT | IQ_STEPS_SINGLE);
}

CALL(replay_splices)
{
    return replay_to_the_end(c, IQ_REPLAY_SPLICES, 0);
}

const call calls_of_changesets[] = {
    {"iq_changeset_copy", CALL_CHANGESET, 0, copy},
    {"iq_changeset_get_summary", CALL_CHANGESET, 0, get_summary},
    {"iq_changeset_get_batch", CALL_CHANGESET, 0, get_batch},
    {"iq_changeset_get_steps", CALL_CHANGESET, 0, get_steps},
    {"iq_changeset_get_steps flat", CALL_CHANGESET, 0, flat_steps},
    {"iq_changeset_get_steps single", CALL_CHANGESET, 0, single_steps},
    {"iq_changeset_get_steps flat single", CALL_CHANGESET, 0, flat_single_steps},
    {"iq_changeset_get_splices", CALL_CHANGESET, 0, get_splices},
    {"iq_changeset_get_splices without updates", CALL_CHANGESET, 0, splices_without_updates},
    {"iq_changeset_map_position", CALL_CHANGESET, 0, map_position},
    {"iq_changeset_get_map", CALL_CHANGESET, 0, get_map},
    {"iq_replay_create", CALL_CHANGESET | CALL_SNAPSHOT, 0, replay_steps},
    {"iq_replay_create flat", CALL_CHANGESET | CALL_SNAPSHOT, 0, replay_flat_steps},
    {"iq_replay_create splices", CALL_CHANGESET | CALL_SNAPSHOT, 0, replay_splices},
    {"iq_changeset_find_key", CALL_CHANGESET, 0, find_key},
    {"iq_changeset_dump", CALL_CHANGESET, 0, dump},
    {"iq_changeset_explain", CALL_CHANGESET, 0, explain},
    {"iq_changeset_encode", CALL_CHANGESET, 0, encode},
    {"iq_changeset_decode", CALL_CHANGESET, 0, decode},
    {"iq_changeset_invert", CALL_CHANGESET, 0, invert},
    {"iq_changeset_compose", CALL_CHANGESET, 0, compose},
};
const size_t calls_of_changesets_count = sizeof calls_of_changesets / sizeof *calls_of_changesets;

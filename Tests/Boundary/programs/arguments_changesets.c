/*
 * arguments_changesets.c - bad arguments of the functions on changesets.
 */
#include "arguments.h"
#include "host_memory.h"

static void check_handles(iq_changeset *bad, iq_status status)
{
    REFUSED(iq_changeset_get_summary(bad, &out.summary), status, 1);
    REFUSED(iq_changeset_get_batch(bad, &out.changes, &out.number), status, 1);
    REFUSED(iq_changeset_get_steps(bad, 0, &out.changes, &out.number), status, 1);
    REFUSED(iq_changeset_get_splices(bad, 0, &out.splices, &out.number), status, 1);
    REFUSED(iq_changeset_map_position(bad, 0, (iq_position){0, 0}, &out.position), status, 1);
    REFUSED(iq_changeset_get_map(bad, 0, &out.map, &out.number), status, 1);
    REFUSED(iq_changeset_find_key(bad, NULL, calls_key(14), &out.position, &out.place), status, 1);
    REFUSED(iq_changeset_dump(bad, out.text, sizeof out.text, &out.number), status, 1);
    REFUSED(iq_changeset_explain(bad, 0, (iq_position){0, 0}, out.text, sizeof out.text, &out.number), status,
            1);
    REFUSED(iq_changeset_encode(bad, out.text, sizeof out.text, &out.number), status, 1);
    REFUSED(iq_changeset_apply(bad, objects.snapshot), status, 1);
    REFUSED(iq_changeset_apply_to_list(bad, objects.list, NULL, &out.changeset), status, 1);
    REFUSED(iq_changeset_invert(bad, &out.changeset), status, 1);
    REFUSED(iq_changeset_compose(bad, objects.changeset, &out.changeset), status, 1);
    REFUSED(iq_changeset_compose(objects.changeset, bad, &out.changeset), status, 2);
}

static void check_outputs(const iq_changeset *c)
{
    REFUSED(iq_changeset_get_summary(c, NULL), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_changeset_get_batch(c, NULL, &out.number), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_changeset_get_batch(c, &out.changes, NULL), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_changeset_get_steps(c, 0, NULL, &out.number), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_changeset_get_steps(c, 0, &out.changes, NULL), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_changeset_get_splices(c, 0, NULL, &out.number), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_changeset_get_splices(c, 0, &out.splices, NULL), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_changeset_map_position(c, 0, (iq_position){0, 0}, NULL), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_changeset_get_map(c, 0, NULL, &out.number), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_changeset_get_map(c, 0, &out.map, NULL), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_changeset_find_key(c, NULL, calls_key(14), NULL, &out.place), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_changeset_find_key(c, NULL, calls_key(14), &out.position, NULL), IQ_ERROR_ARGUMENT, 5);
    REFUSED(iq_changeset_dump(c, NULL, 1, &out.number), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_changeset_dump(c, out.text, sizeof out.text, NULL), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_changeset_encode(c, NULL, 1, &out.number), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_changeset_encode(c, out.text, sizeof out.text, NULL), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_changeset_explain(c, 0, (iq_position){0, 0}, NULL, 5, &out.number), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_changeset_explain(c, 0, (iq_position){0, 0}, out.text, 5, NULL), IQ_ERROR_ARGUMENT, 6);
    REFUSED(iq_changeset_invert(c, NULL), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_changeset_compose(c, c, NULL), IQ_ERROR_ARGUMENT, 3);
    iq_summary summary = {.struct_size = sizeof summary};
    STRUCT_SIZES(summary, iq_changeset_get_summary(c, &summary), 2);
}

static void check_values(const iq_changeset *c)
{
    static const iq_position beyond[] = {
        {0, 3},
        {1, 3},
        {2, 0},
        {UINT32_MAX, 0},
        {0, UINT32_MAX - 1},
        {UINT32_MAX, UINT32_MAX - 1},
    };
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        REFUSED(iq_changeset_map_position(c, IQ_BEFORE, beyond[i], &out.position), IQ_ERROR_RANGE, 0);
        REFUSED(iq_changeset_explain(c, IQ_BEFORE, beyond[i], out.text, sizeof out.text, &out.number),
                IQ_ERROR_RANGE, 0);
    }
    static const uint32_t sides[] = {2, 3, UINT32_MAX};
    for (size_t i = 0; i < 3; i++) {
        REFUSED(iq_changeset_map_position(c, sides[i], (iq_position){0, 0}, &out.position), IQ_ERROR_ARGUMENT,
                2);
        REFUSED(iq_changeset_get_map(c, sides[i], &out.map, &out.number), IQ_ERROR_ARGUMENT, 2);
        REFUSED(iq_changeset_explain(c, sides[i], (iq_position){0, 0}, out.text, 9, &out.number),
                IQ_ERROR_ARGUMENT, 2);
        REFUSED(iq_changeset_get_splices(c, sides[i], &out.splices, &out.number), IQ_ERROR_ARGUMENT, 2);
    }
    static const uint32_t unknown[] = {4, 5, 7, 1u << 31, UINT32_MAX};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        REFUSED(iq_changeset_get_steps(c, unknown[i], &out.changes, &out.number), IQ_ERROR_ARGUMENT, 2);
    }
    REFUSED(iq_changeset_map_position(c, IQ_BEFORE, (iq_position){0, 1}, &out.position), IQ_ERROR_NOT_FOUND,
            0);
    ACCEPTED(iq_changeset_dump(objects.changeset, NULL, 0, &out.number));
    ACCEPTED(iq_changeset_dump(objects.changeset, out.text, 0, &out.number));
    ACCEPTED(iq_changeset_dump(objects.changeset, out.text, 1, &out.number));
}

static void check_encodings(const iq_changeset *c)
{
    /* At an odd address, with nothing behind it. */
    size_t length;
    CHECK_OK(iq_changeset_encode(c, NULL, 0, &length));
    unsigned char *memory = check_memory(malloc(length + 1)), *bytes = memory + 1;
    CHECK_OK(iq_changeset_encode(c, bytes, length, &length));
    REFUSED(iq_changeset_decode(NULL, length, NULL, &out.changeset), IQ_ERROR_ARGUMENT, 1);
    REFUSED(iq_changeset_decode(NULL, 0, NULL, &out.changeset), IQ_ERROR_ARGUMENT, 1);
    REFUSED(iq_changeset_decode(bytes, length, NULL, NULL), IQ_ERROR_ARGUMENT, 4);
    static const size_t lengths[] = {0, 1, 31, 32, SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 2 + 1, 1ul << 40};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        REFUSED(iq_changeset_decode(bytes, lengths[i], NULL, &out.changeset), IQ_ERROR_FORMAT, 0);
    }
    REFUSED(iq_snapshot_decode(bytes, length, NULL, &out.snapshot), IQ_ERROR_FORMAT, 0);
    iq_changeset *decoded;
    CHECK_OK(iq_changeset_decode(bytes, length, NULL, &decoded));
    iq_changeset_destroy(decoded);
    ACCEPTED(iq_changeset_encode(objects.changeset, bytes, SIZE_MAX, &length));
    ACCEPTED(iq_changeset_encode(objects.changeset, out.text, sizeof out.text, &length));
    CHECK(length > sizeof out.text);
    iq_changeset *bare = NULL;
    CHECK_OK(iq_diff(objects.snapshot, objects.other, NULL, &bare));
    REFUSED(iq_changeset_encode(bare, out.text, sizeof out.text, &out.number), IQ_ERROR_NO_PAYLOAD, 0);
    iq_changeset_destroy(bare);
    free(memory);
}

static void check_snapshots(void)
{
    REFUSED(iq_changeset_apply(objects.changeset, NULL), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_changeset_apply(objects.changeset, WRONG_SNAPSHOT), IQ_ERROR_HANDLE, 2);
    /* It starts from the other end. */
    REFUSED(iq_changeset_apply(objects.changeset, objects.other), IQ_ERROR_MISMATCH, 0);
    REFUSED(iq_changeset_compose(objects.changeset, objects.changeset, &out.changeset), IQ_ERROR_MISMATCH,
            0);
}

static void check_destinations(void)
{
    iq_change move = {.kind = IQ_ITEM_MOVE, .before_item = 1, .after_item = 4, .count = 2};
    move.before_section = move.after_section = 3;
    REFUSED(iq_change_get_destination(NULL, &out.destination), IQ_ERROR_ARGUMENT, 1);
    REFUSED(iq_change_get_destination(&move, NULL), IQ_ERROR_ARGUMENT, 2);
    uint32_t destination;
    CHECK_OK(iq_change_get_destination(&move, &destination));
    CHECK(destination == 6);
    move.after_item = 0;
    CHECK_OK(iq_change_get_destination(&move, &destination));
    CHECK(destination == 0);
    move.after_section = 4;
    move.after_item = 2;
    CHECK_OK(iq_change_get_destination(&move, &destination));
    CHECK(destination == 2);
    move.before_section = move.after_section = IQ_NONE;
    CHECK_OK(iq_change_get_destination(&move, &destination));
    CHECK(destination == 4);
    for (iq_change_kind kind = 0; kind < 20; kind++) {
        move.kind = kind;
        if (kind != IQ_ITEM_MOVE && kind != IQ_SECTION_MOVE) {
            REFUSED(iq_change_get_destination(&move, &out.destination), IQ_ERROR_ARGUMENT, 1);
        }
    }
}

#define WRONG_REPLAY ((iq_replay *)(void *)objects.list)

static void check_replay_handles(iq_replay *bad, iq_status status)
{
    REFUSED(iq_replay_next(bad), status, 1);
    REFUSED(iq_replay_get_count(bad, IQ_NONE, &out.number), status, 1);
    REFUSED(iq_replay_find(bad, (iq_position){0, 0}, &out.destination, &out.position), status, 1);
}

static void check_replays(const iq_changeset *c)
{
    const iq_snapshot *before = objects.snapshot;
    REFUSED(iq_replay_create(NULL, before, 0, 0, &out.replay), IQ_ERROR_ARGUMENT, 1);
    REFUSED(iq_replay_create(WRONG_CHANGESET, before, 0, 0, &out.replay), IQ_ERROR_HANDLE, 1);
    REFUSED(iq_replay_create(c, NULL, 0, 0, &out.replay), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_replay_create(c, WRONG_SNAPSHOT, 0, 0, &out.replay), IQ_ERROR_HANDLE, 2);
    REFUSED(iq_replay_create(c, before, 2, 0, &out.replay), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_replay_create(c, before, UINT32_MAX, 0, &out.replay), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_replay_create(c, before, IQ_REPLAY_STEPS, 4, &out.replay), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_replay_create(c, before, IQ_REPLAY_SPLICES, 2, &out.replay), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_replay_create(c, before, 0, 0, NULL), IQ_ERROR_ARGUMENT, 5);
    REFUSED(iq_replay_create(c, objects.other, 0, 0, &out.replay), IQ_ERROR_MISMATCH, 0);
    check_replay_handles(NULL, IQ_ERROR_ARGUMENT);
    check_replay_handles(WRONG_REPLAY, IQ_ERROR_HANDLE);
    check_replay_handles((iq_replay *)(void *)&out, IQ_ERROR_HANDLE);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    arguments_open();
    check_handles(NULL, IQ_ERROR_ARGUMENT);
    check_handles(WRONG_CHANGESET, IQ_ERROR_HANDLE);
    check_handles((iq_changeset *)(void *)&out, IQ_ERROR_HANDLE);
    check_outputs(objects.changeset);
    check_values(objects.changeset);
    check_encodings(objects.changeset);
    check_snapshots();
    check_destinations();
    check_replays(objects.changeset);
    arguments_close();
    return 0;
}

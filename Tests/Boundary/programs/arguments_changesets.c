/*
 * arguments_changesets.c - bad arguments of the functions on changesets, but for what is generated from the header.
 */
#include "arguments.h"
#include "host_memory.h"

static void check_values(const iq_changeset *c)
{
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
    REFUSED(iq_changeset_decode(NULL, 0, NULL, &out.changeset), IQ_ERROR_ARGUMENT, 1);
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
    /* It starts from the other end. */
    REFUSED(iq_changeset_apply(objects.changeset, objects.other), IQ_ERROR_MISMATCH, 0);
    REFUSED(iq_changeset_compose(objects.changeset, objects.changeset, &out.changeset), IQ_ERROR_MISMATCH,
            0);
}

static void check_destinations(void)
{
    iq_change move = {.kind = IQ_ITEM_MOVE, .before_item = 1, .after_item = 4, .count = 2};
    move.before_section = move.after_section = 3;
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

static void check_replays(const iq_changeset *c)
{
    const iq_snapshot *before = objects.snapshot;
    REFUSED(iq_replay_create(c, before, IQ_REPLAY_SPLICES, 2, &out.replay), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_replay_create(c, objects.other, 0, 0, &out.replay), IQ_ERROR_MISMATCH, 0);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    arguments_open();
    check_values(objects.changeset);
    check_encodings(objects.changeset);
    check_snapshots();
    check_destinations();
    check_replays(objects.changeset);
    arguments_close();
    return 0;
}

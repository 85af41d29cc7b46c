/*
 * same.c - two changesets, compared through all that can be asked of them: see same.h.
 */
#include "same.h"

#include "check.h"
#include "show.h"

#include <string.h>

static void same_bytes(const void *one, size_t one_count, const void *other, size_t other_count, size_t size)
{
    CHECK(one_count == other_count);
    CHECK(one_count == 0 || memcmp(one, other, one_count * size) == 0);
}

static void same_text(const iq_changeset *one, const iq_changeset *other)
{
    char *left = show_changeset_dump(one), *right = show_changeset_dump(other);
    if (strcmp(left, right) != 0) {
        fprintf(stderr, "---- one\n%s---- other\n%s", left, right);
        check_failed(__FILE__, __LINE__, "the texts are the same");
    }
    free(left);
    free(right);
}

static void same_summaries(const iq_changeset *one, const iq_changeset *other)
{
    iq_summary left, right;
    memset(&left, 0, sizeof left);
    memset(&right, 0, sizeof right);
    left.struct_size = right.struct_size = sizeof left;
    CHECK_OK(iq_changeset_get_summary(one, &left));
    CHECK_OK(iq_changeset_get_summary(other, &right));
    CHECK(memcmp(&left, &right, sizeof left) == 0);
}

static void same_dialects(const iq_changeset *one, const iq_changeset *other)
{
    const iq_change *left, *right;
    const iq_splice *left_splices, *right_splices;
    const uint32_t *left_map, *right_map;
    size_t left_count, right_count;
    CHECK_OK(iq_changeset_get_batch(one, &left, &left_count));
    CHECK_OK(iq_changeset_get_batch(other, &right, &right_count));
    same_bytes(left, left_count, right, right_count, sizeof *left);
    for (uint32_t flags = 0; flags <= (IQ_STEPS_FLAT | IQ_STEPS_SINGLE); flags++) {
        CHECK_OK(iq_changeset_get_steps(one, flags, &left, &left_count));
        CHECK_OK(iq_changeset_get_steps(other, flags, &right, &right_count));
        same_bytes(left, left_count, right, right_count, sizeof *left);
    }
    for (uint32_t flags = 0; flags <= IQ_SPLICES_WITHOUT_UPDATES; flags++) {
        CHECK_OK(iq_changeset_get_splices(one, flags, &left_splices, &left_count));
        CHECK_OK(iq_changeset_get_splices(other, flags, &right_splices, &right_count));
        same_bytes(left_splices, left_count, right_splices, right_count, sizeof *left_splices);
    }
    for (iq_side side = IQ_BEFORE; side <= IQ_AFTER; side++) {
        CHECK_OK(iq_changeset_get_map(one, side, &left_map, &left_count));
        CHECK_OK(iq_changeset_get_map(other, side, &right_map, &right_count));
        same_bytes(left_map, left_count, right_map, right_count, sizeof *left_map);
    }
}

static void same_encodings(const iq_changeset *one, const iq_changeset *other)
{
    size_t left_length, right_length;
    CHECK_OK(iq_changeset_encode(one, NULL, 0, &left_length));
    CHECK_OK(iq_changeset_encode(other, NULL, 0, &right_length));
    unsigned char *left = check_memory(malloc(left_length)), *right = check_memory(malloc(right_length));
    CHECK_OK(iq_changeset_encode(one, left, left_length, &left_length));
    CHECK_OK(iq_changeset_encode(other, right, right_length, &right_length));
    same_bytes(left, left_length, right, right_length, 1);
    free(left);
    free(right);
}

static void same_places(const iq_changeset *one, const iq_changeset *other, iq_key key)
{
    iq_key nowhere = iq_key_from_u64(100000);
    iq_position before[2], after[2];
    CHECK_OK(iq_changeset_find_key(one, &nowhere, key, &before[0], &after[0]));
    CHECK_OK(iq_changeset_find_key(other, &nowhere, key, &before[1], &after[1]));
    CHECK(memcmp(&before[0], &before[1], sizeof before[0]) == 0);
    CHECK(memcmp(&after[0], &after[1], sizeof after[0]) == 0);
}

void same_changesets(const iq_changeset *one, const iq_changeset *other, uint32_t flags)
{
    same_text(one, other);
    same_summaries(one, other);
    same_dialects(one, other);
    if (flags & IQ_UPDATE_PAYLOAD) {
        same_encodings(one, other);
    }
    for (uint64_t key = 0; flags & IQ_UPDATE_KEEP_KEYS && key < 40; key++) {
        same_places(one, other, iq_key_from_u64(key));
    }
}

/*
 * snapshot_script_sections.c - random edits of a snapshot's sections: see snapshot_script.h.
 */
#include "snapshot_script.h"
#include "check.h"

iq_key snapshot_script_key(snapshot_script *b)
{
    return key_of(1 + random_below(b->random, b->keys));
}

const iq_key *snapshot_script_scope(const snapshot_script *b, const iq_key *section)
{
    return b->scoped ? section : NULL;
}

void snapshot_script_check_missing(iq_status status, iq_key key)
{
    CHECK_STATUS(status, IQ_ERROR_NOT_FOUND);
    iq_error error = {.struct_size = sizeof error};
    CHECK_OK(iq_get_last_error(&error));
    CHECK(error.status == IQ_ERROR_NOT_FOUND);
    bool as_key = error.flags & IQ_ERROR_HAS_KEY && key_equal(error.key, key);
    bool as_section = error.flags & IQ_ERROR_HAS_SECTION && key_equal(error.section, key);
    CHECK(as_key || as_section);
}

/* Up to four keys that are not among the sections, each once. */
static size_t new_section_keys(snapshot_script *b, iq_key keys[4])
{
    size_t count = 0;
    for (size_t tries = random_below(b->random, 5); tries > 0; tries--) {
        iq_key key = snapshot_script_key(b);
        bool fresh = model_find_section(&b->wanted, key) == MODEL_NONE;
        for (size_t i = 0; i < count; i++) {
            fresh = fresh && !key_equal(keys[i], key);
        }
        if (fresh) {
            keys[count++] = key;
        }
    }
    return count;
}

void snapshot_script_put_sections(snapshot_script *b)
{
    iq_key keys[4], anchor = snapshot_script_key(b);
    size_t count = new_section_keys(b, keys), place = b->wanted.count;
    size_t where = random_below(b->random, 4);
    iq_status status;
    if (where == 0) {
        status = iq_snapshot_append_sections(b->snapshot, keys, count);
    } else if (where == 3) {
        place = random_below(b->random, b->wanted.count + 1);
        bool last = place == b->wanted.count && random_chance(b->random, 50);
        status = iq_snapshot_insert_sections(b->snapshot, last ? IQ_END : place, keys, count);
    } else {
        size_t found = model_find_section(&b->wanted, anchor);
        status = iq_snapshot_insert_sections_beside(b->snapshot, where == 1 ? IQ_PUT_BEFORE : IQ_PUT_AFTER, anchor,
                                                    keys, count);
        if (found == MODEL_NONE) {
            snapshot_script_check_missing(status, anchor);
            return;
        }
        place = where == 1 ? found : found + 1;
    }
    CHECK_STATUS(status, IQ_OK);
    for (size_t i = 0; i < count; i++) {
        model_insert_section(&b->wanted, place + i, keys[i]);
    }
}

void snapshot_script_move_section(snapshot_script *b)
{
    iq_key moved = snapshot_script_key(b), anchor = snapshot_script_key(b);
    bool before = random_chance(b->random, 50);
    size_t from = model_find_section(&b->wanted, moved), to = model_find_section(&b->wanted, anchor);
    iq_status status =
        iq_snapshot_move_section_beside(b->snapshot, moved, before ? IQ_PUT_BEFORE : IQ_PUT_AFTER, anchor);
    if (from == MODEL_NONE || to == MODEL_NONE) {
        CHECK_STATUS(status, IQ_ERROR_NOT_FOUND);
        return;
    }
    CHECK_STATUS(status, IQ_OK);
    if (from != to) {
        to -= from < to;
        model_move_section(&b->wanted, from, before ? to : to + 1);
    }
}

void snapshot_script_delete_sections(snapshot_script *b)
{
    iq_key keys[3];
    size_t count = random_below(b->random, 4), absent = 0, missing = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        keys[i] = snapshot_script_key(b);
        size_t found = model_find_section(&b->wanted, keys[i]);
        if (found == MODEL_NONE) {
            absent++;
        } else {
            model_delete_section(&b->wanted, found);
        }
    }
    bool ask = random_chance(b->random, 80);
    CHECK_OK(iq_snapshot_delete_sections(b->snapshot, keys, count, ask ? &missing : NULL));
    CHECK(missing == (ask ? absent : SIZE_MAX));
}

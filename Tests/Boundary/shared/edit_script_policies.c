/*
 * edit_script_policies.c - what becomes of keys that are there already when an edit puts something in, worked out
 * the slow way: see edit_script.h.
 *
 *     A[1 2 3] B[4 5]     2 9 9 come into the gap before 4
 *
 *     REFUSE              refused: 2 is at 0:1
 *     KEEP_FIRST          A[1 2 3] B[9 4 5]              2 and the second 9 are passed over
 *     KEEP_LAST           A[1 3] B[2 9 4 5]              2 has moved, and has the new content
 *     NUMBER              A[1 2 3] B[2#2 9 9#2 4 5]
 */
#include "edit_script.h"

static bool has(const model *self, iq_key key, bool of_section)
{
    return of_section ? model_find_section(self, key) != MODEL_NONE
                      : model_find_item(self, NULL, key).section != MODEL_NONE;
}

iq_key edit_script_numbered(const model *of, iq_key key, bool of_section)
{
    iq_key free = key;
    for (uint64_t number = 2; has(of, free, of_section); number++) {
        free = key_numbered(key, number);
    }
    return free;
}

edit_script_outcome edit_script_outcome_of(const model *from)
{
    edit_script_outcome made = {0};
    model_copy(&made.after, from);
    return made;
}

/* Does the key come again among those that follow? */
static bool comes_again(const model_item *items, size_t count, size_t i)
{
    for (size_t later = i + 1; later < count; later++) {
        if (key_equal(items[later].key, items[i].key)) {
            return true;
        }
    }
    return false;
}

edit_script_outcome edit_script_put_items(const edit_script *self, const model *into, model_place gap,
                                          const model_item *items, size_t count)
{
    edit_script_outcome made = edit_script_outcome_of(into);
    for (size_t i = 0; i < count; i++) {
        model_item item = items[i];
        const iq_key *scope = self->scoped ? &made.after.sections[gap.section].key : NULL;
        model_place there = model_find_item(&made.after, scope, item.key);
        if (self->policy == IQ_DUPLICATES_KEEP_LAST && comes_again(items, count, i)) {
            made.dropped++;
            continue;
        }
        if (there.section != MODEL_NONE) {
            switch (self->policy) {
            case IQ_DUPLICATES_KEEP_FIRST: made.dropped++; continue;
            case IQ_DUPLICATES_KEEP_LAST:
                made.dropped++;
                model_take_item(&made.after, there);
                gap.item -= there.section == gap.section && there.item < gap.item;
                break;
            case IQ_DUPLICATES_NUMBER:
                made.numbered++;
                item.key = edit_script_numbered(&made.after, item.key, false);
                break;
            default: made.refused = true; return made;
            }
        }
        model_insert_item(&made.after, gap, item);
        gap.item++;
    }
    return made;
}

edit_script_outcome edit_script_put_sections(const edit_script *self, size_t gap, const iq_key *keys, size_t count)
{
    edit_script_outcome made = edit_script_outcome_of(&self->shown);
    for (size_t i = 0; i < count; i++) {
        size_t there = model_find_section(&made.after, keys[i]);
        iq_key key = keys[i];
        if (there == MODEL_NONE || self->policy == IQ_DUPLICATES_NUMBER) {
            made.numbered += there != MODEL_NONE;
            model_insert_section(&made.after, gap++, edit_script_numbered(&made.after, key, true));
        } else if (self->policy == IQ_DUPLICATES_KEEP_FIRST) {
            made.dropped++;
        } else if (self->policy == IQ_DUPLICATES_KEEP_LAST) {
            made.dropped++;
            gap -= there < gap;
            model_move_section(&made.after, there, gap++);
        } else {
            made.refused = true;
            return made;
        }
    }
    return made;
}

/* The error names a key that was given, and its position; none, if it was given twice. */
static void check_refusal(const edit_script *self, const iq_key *keys, size_t count, bool of_sections)
{
    iq_error error = {.struct_size = sizeof error};
    CHECK_OK(iq_get_last_error(&error));
    CHECK(error.status == IQ_ERROR_DUPLICATE);
    CHECK(error.flags & (IQ_ERROR_HAS_KEY | IQ_ERROR_HAS_SECTION));
    iq_key key = error.flags & IQ_ERROR_HAS_KEY ? error.key : error.section;
    size_t times = 0;
    for (size_t i = 0; i < count; i++) {
        times += key_equal(keys[i], key);
    }
    CHECK(times > 0);
    if (!(error.flags & IQ_ERROR_HAS_OTHER)) {
        CHECK(times > 1);
        return;
    }
    CHECK(error.other.section < self->shown.count);
    const model_section *section = &self->shown.sections[error.other.section];
    if (of_sections) {
        CHECK(error.other.item == IQ_NONE && key_equal(section->key, key));
    } else {
        CHECK(error.other.item < section->count && key_equal(section->items[error.other.item].key, key));
    }
}

void edit_script_settle(edit_script *self, edit_script_outcome *outcome, bool made, const iq_key *keys, size_t count,
                        bool of_sections)
{
    if (made) {
        model_clear(&self->shown);
        self->shown = outcome->after;
        self->dropped += outcome->dropped;
        self->numbered += outcome->numbered;
        return;
    }
    if (outcome->refused && !self->failed) {
        check_refusal(self, keys, count, of_sections);
    }
    model_clear(&outcome->after);
}

/*
 * snapshot_script_marks.c - random marks and supplementary elements of a snapshot: see snapshot_script.h.
 */
#include "snapshot_script.h"
#include "check.h"

void snapshot_script_mark_items(snapshot_script *b)
{
    iq_key keys[3], section = snapshot_script_key(b);
    const iq_key *scope = snapshot_script_scope(b, &section);
    bool reload = random_chance(b->random, 50), all = true;
    size_t count = random_below(b->random, 4);
    model_place places[3];
    for (size_t i = 0; i < count; i++) {
        keys[i] = snapshot_script_key(b);
        places[i] = model_find_item(&b->wanted, scope, keys[i]);
        all = all && places[i].section != MODEL_NONE;
    }
    iq_status status =
        (reload ? iq_snapshot_reload_items : iq_snapshot_reconfigure_items)(b->snapshot, scope, keys, count);
    if (count == 0) {
        CHECK(status == IQ_OK || status == IQ_ERROR_NOT_FOUND);
        return;
    }
    CHECK_STATUS(status, all ? IQ_OK : IQ_ERROR_NOT_FOUND);
    for (size_t i = 0; all && i < count; i++) {
        CHECK(b->mark_count < sizeof b->marks / sizeof *b->marks);
        b->marks[b->mark_count++] =
            (snapshot_script_mark){section, keys[i], reload ? MODEL_RELOAD : MODEL_RECONFIGURE};
    }
}

static uint32_t mark_of(const snapshot_script *b, iq_key section, iq_key key)
{
    uint32_t mark = 0;
    for (size_t i = 0; i < b->mark_count; i++) {
        const snapshot_script_mark *one = &b->marks[i];
        if (key_equal(one->key, key) && (!b->scoped || key_equal(one->section, section))) {
            mark |= one->mark;
        }
    }
    return mark;
}

void snapshot_script_apply_marks(snapshot_script *b)
{
    for (size_t s = 0; s < b->wanted.count; s++) {
        model_section *section = &b->wanted.sections[s];
        for (size_t i = 0; i < section->count; i++) {
            section->items[i].mark = mark_of(b, section->key, section->items[i].key);
        }
    }
}

void snapshot_script_forget_marks(snapshot_script *b)
{
    b->mark_count = 0;
    model_clear_marks(&b->wanted);
}

void snapshot_script_mark_sections(snapshot_script *b)
{
    iq_key keys[2] = {snapshot_script_key(b), snapshot_script_key(b)};
    size_t count = random_below(b->random, 3);
    bool all = true;
    for (size_t i = 0; i < count; i++) {
        all = all && model_find_section(&b->wanted, keys[i]) != MODEL_NONE;
    }
    CHECK_STATUS(iq_snapshot_reload_sections(b->snapshot, keys, count), all ? IQ_OK : IQ_ERROR_NOT_FOUND);
    for (size_t i = 0; all && i < count; i++) {
        b->wanted.sections[model_find_section(&b->wanted, keys[i])].reload = true;
    }
}

void snapshot_script_clear_marks(snapshot_script *b)
{
    CHECK_OK(iq_snapshot_clear_marks(b->snapshot));
    snapshot_script_forget_marks(b);
}

static void random_element_place(snapshot_script *b, uint32_t *kind, uint32_t *index)
{
    static const uint32_t kinds[] = {IQ_KIND_HEADER, IQ_KIND_FOOTER, IQ_KIND_HOST, UINT32_MAX};
    *kind = kinds[random_below(b->random, 4)];
    *index = *kind >= IQ_KIND_HOST ? (uint32_t)random_below(b->random, 2) : 0;
}

void snapshot_script_set_element(snapshot_script *b)
{
    iq_key section = snapshot_script_key(b);
    iq_supplementary element = {.struct_size = sizeof element};
    random_element_place(b, &element.kind, &element.index);
    element.key = snapshot_script_key(b);
    element.content = random_below(b->random, 3);
    element.model = (void *)(uintptr_t)random_below(b->random, 5);
    size_t found = model_find_section(&b->wanted, section);
    iq_status status = iq_snapshot_set_supplementary(b->snapshot, section, &element);
    if (found == MODEL_NONE) {
        snapshot_script_check_missing(status, section);
        return;
    }
    CHECK_STATUS(status, IQ_OK);
    model_set_element(&b->wanted.sections[found], element);
}

void snapshot_script_remove_element(snapshot_script *b)
{
    iq_key section = snapshot_script_key(b);
    uint32_t kind, index;
    random_element_place(b, &kind, &index);
    size_t found = model_find_section(&b->wanted, section);
    bool removed = found != MODEL_NONE && model_remove_element(&b->wanted.sections[found], kind, index);
    CHECK_STATUS(iq_snapshot_remove_supplementary(b->snapshot, section, kind, index),
                 removed ? IQ_OK : IQ_ERROR_NOT_FOUND);
}

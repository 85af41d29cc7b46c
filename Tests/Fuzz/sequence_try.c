/*
 * sequence_try.c - a call is made and judged, and what lives is looked at: see sequence.h.
 */
#include "sequence.h"

#include "../Boundary/shared/digest.h"
#include "../Boundary/shared/failing.h"

#include <string.h>

/* ---- a call ------------------------------------------------------------ */

static struct {
    const slot *used[2];
    uint64_t digests[2];
    bool is_armed;
} tried;

bool slot_is_good(const slot *self)
{
    return self->object != NULL && self->lives;
}

/* Duplicate keys may get what the options say at the first query by key, even at one that fails. */
static uint64_t digest_settled(const iq_snapshot *snapshot)
{
    iq_snapshot *copy;
    iq_key nowhere = iq_key_from_u64(UINT64_MAX);
    iq_position position;
    CHECK_OK(iq_snapshot_copy(snapshot, &copy));
    CHECK(iq_snapshot_find_position(copy, &nowhere, nowhere, &position) != IQ_OK);
    uint64_t digest = digest_snapshot(copy);
    iq_snapshot_destroy(copy);
    return digest;
}

static uint64_t digest(const machine *m, const slot *of)
{
    bool is_list = of >= m->slots[KIND_LIST] && of < m->slots[KIND_LIST] + SLOTS;
    bool is_snapshot = of >= m->slots[KIND_SNAPSHOT] && of < m->slots[KIND_SNAPSHOT] + SLOTS;
    if (of >= m->slots[KIND_EDIT] && of < m->slots[KIND_EDIT] + SLOTS) {
        return slot_is_good(of) && of->is_open ? digest_list(of->list) : 0;
    }
    if (!slot_is_good(of) || !(is_list || is_snapshot)) {
        return 0;
    }
    return is_list ? digest_list(of->object) : digest_settled(of->object);
}

void try_begin(machine *m, const slot *first, const slot *second)
{
    tried.used[0] = first;
    tried.used[1] = second;
    tried.is_armed = m->fail != 0;
    for (int i = 0; i < 2; i++) {
        bool looks = (m->is_strict || tried.is_armed) && tried.used[i];
        tried.digests[i] = looks ? digest(m, tried.used[i]) : 0;
    }
    if (tried.is_armed) {
        failing_arm(m->fail, m->fail & 1);
    }
    m->fail = 0;
}

bool try_end(machine *m, iq_status status)
{
    bool has_failed = failing_disarm() && tried.is_armed;
    bool is_bad = false;
    for (int i = 0; i < 2; i++) {
        is_bad = is_bad || (tried.used[i] && !slot_is_good(tried.used[i]));
    }
    bool is_refused = status == IQ_ERROR_HANDLE || status == IQ_ERROR_ARGUMENT;
    CHECK(!is_bad || is_refused || (m->with_options && status == IQ_ERROR_RANGE));
    CHECK(is_bad || m->with_levels || m->with_repeats || m->with_options || status != IQ_ERROR_ARGUMENT);
    CHECK(is_bad || m->with_handles || status != IQ_ERROR_HANDLE);
    CHECK(status >= IQ_OK && status <= IQ_ERROR_CALLBACK && status != IQ_ERROR_VERIFY);
    CHECK((status == IQ_ERROR_NO_MEMORY) == has_failed);
    for (int i = 0; i < 2 && status != IQ_OK; i++) {
        bool looked = (m->is_strict || tried.is_armed) && tried.used[i];
        CHECK(!looked || tried.digests[i] == digest(m, tried.used[i]));
    }
    tried.is_armed = false;
    m->with_handles = false;
    m->with_levels = false;
    m->with_repeats = false;
    m->with_options = false;
    return status == IQ_OK;
}

/* ---- slots ------------------------------------------------------------- */

static slot_kind kind_of(const machine *m, const slot *self)
{
    return (slot_kind)((size_t)(self - &m->slots[0][0]) / SLOTS);
}

bool list_is_edited(const machine *m, const iq_list *list)
{
    for (size_t i = 0; i < SLOTS; i++) {
        const slot *edit = &m->slots[KIND_EDIT][i];
        if (slot_is_good(edit) && edit->is_open && edit->list == list) {
            return true;
        }
    }
    return false;
}

/* An edit that was not committed is abandoned, if there is still a list. */
static void destroy_edit(slot *self)
{
    iq_edit_destroy(self->object);
    if (self->lives && self->is_open) {
        CHECK(digest_list(self->list) == self->digest);
    }
    iq_snapshot_destroy(self->before);
    self->before = NULL;
    self->is_open = false;
}

static void destroy_list(machine *m, slot *self)
{
    iq_list_destroy(self->object);
    for (size_t i = 0; i < SLOTS && self->lives; i++) {
        slot *edit = &m->slots[KIND_EDIT][i];
        edit->is_open = edit->is_open && edit->list != self->object;
        /* A view outlives its list, but all of its calls are refused. */
        slot *view = &m->slots[KIND_VIEW][i];
        view->lives = view->lives && view->list != self->object;
    }
}

void slot_destroy(machine *m, slot *self)
{
    switch (kind_of(m, self)) {
    case KIND_LIST: destroy_list(m, self); break;
    case KIND_SNAPSHOT: iq_snapshot_destroy(self->object); break;
    case KIND_CHANGESET: iq_changeset_destroy(self->object); break;
    case KIND_VIEW: iq_view_destroy(self->object); break;
    default: destroy_edit(self);
    }
    self->lives = false;
}

void slot_put(machine *m, slot *self, void *object)
{
    CHECK(object != NULL);
    slot_destroy(m, self);
    *self = (slot){.object = object, .lives = true};
}

/* ---- what is checked --------------------------------------------------- */

encoding encode_snapshot(const iq_snapshot *snapshot)
{
    encoding made = {0};
    CHECK_OK(iq_snapshot_encode(snapshot, NULL, 0, &made.length));
    made.bytes = check_memory(malloc(made.length));
    CHECK_OK(iq_snapshot_encode(snapshot, made.bytes, made.length, &made.length));
    return made;
}

bool encoding_equal(const encoding *a, const encoding *b)
{
    return a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0;
}

void check_reported(const iq_snapshot *before, const iq_changeset *reported, iq_list *list)
{
    iq_snapshot *copy, *after;
    CHECK_OK(iq_snapshot_copy(before, &copy));
    CHECK_OK(iq_changeset_apply(reported, copy));
    CHECK_OK(iq_list_snapshot(list, &after));
    encoding wanted = encode_snapshot(after), got = encode_snapshot(copy);
    CHECK(encoding_equal(&wanted, &got));
    free(wanted.bytes);
    free(got.bytes);
    iq_snapshot_destroy(copy);
    iq_snapshot_destroy(after);
}

static void check_list(const iq_list *list, size_t which)
{
    size_t sections, items, sum = 0;
    CHECK_OK(iq_list_get_count(list, &sections, &items));
    for (size_t s = 0; s < sections; s++) {
        iq_section section, same;
        iq_section_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_list_find_section_at(list, s, &section));
        CHECK_OK(iq_list_get_section_info(list, section, &info));
        CHECK(info.position == s && info.first == sum);
        CHECK_OK(iq_list_find_section(list, info.key, &same));
        CHECK(same.id == section.id);
        sum += info.count;
    }
    CHECK(sum == items);
    if (items == 0) {
        return;
    }
    iq_item item, same;
    iq_item_info info = {.struct_size = sizeof info};
    iq_section_info section = {.struct_size = sizeof section};
    iq_position position;
    CHECK_OK(iq_list_find_item_at(list, which % items, &item));
    CHECK_OK(iq_list_get_item_info(list, item, 0, &info));
    CHECK_OK(iq_list_get_section_info(list, info.section, &section));
    CHECK_OK(iq_list_find_position(list, item, &position));
    CHECK(info.index == which % items && position.section == section.position);
    CHECK(position.section == info.position.section && position.item == info.position.item);
    CHECK(section.first + position.item == info.index);
    iq_status status = iq_list_find_parent(list, item, &same);
    CHECK(status == IQ_OK ? same.id != item.id && info.level > 0 : status == IQ_ERROR_NOT_FOUND);
    CHECK_OK(iq_list_find_item(list, &section.key, info.key, &same));
    CHECK(same.id == item.id);
    CHECK_OK(iq_list_find_item_in_section(list, info.section, position.item, &same));
    CHECK(same.id == item.id);
}

static void check_snapshot(const iq_snapshot *snapshot, size_t which)
{
    size_t sections, items, sum = 0;
    CHECK_OK(iq_snapshot_get_count(snapshot, &sections, &items));
    for (size_t s = 0; s < sections; s++) {
        iq_section_info info = {.struct_size = sizeof info}, same = info;
        CHECK_OK(iq_snapshot_get_section_info_at(snapshot, s, &info));
        CHECK_OK(iq_snapshot_get_section_info(snapshot, info.key, &same));
        CHECK(info.position == s && info.first == sum && same.position == s && same.count == info.count);
        sum += info.count;
    }
    CHECK(sum == items);
    if (items > 0) {
        iq_key key;
        iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = &key};
        CHECK_OK(iq_snapshot_get_items(snapshot, which % items, 1, &buffers));
    }
}

static void check_changeset(const iq_changeset *changeset)
{
    iq_summary reported = {.struct_size = sizeof reported};
    CHECK_OK(iq_changeset_get_summary(changeset, &reported));
    if (reported.reload == IQ_RELOAD_NO) {
        CHECK(reported.items_before - reported.item_deletes + reported.item_inserts == reported.items_after);
        CHECK(reported.sections_before - reported.section_deletes + reported.section_inserts == reported.sections_after);
    }
}

void check_all(machine *m)
{
    size_t which = (size_t)(m->end - m->at);
    for (size_t i = 0; i < SLOTS; i++) {
        if (slot_is_good(&m->slots[KIND_LIST][i])) {
            check_list(m->slots[KIND_LIST][i].object, which);
        }
        if (slot_is_good(&m->slots[KIND_SNAPSHOT][i])) {
            check_snapshot(m->slots[KIND_SNAPSHOT][i].object, which);
        }
        if (slot_is_good(&m->slots[KIND_CHANGESET][i])) {
            check_changeset(m->slots[KIND_CHANGESET][i].object);
        }
    }
}

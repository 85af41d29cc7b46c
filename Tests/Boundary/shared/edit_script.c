/*
 * edit_script.c - a list and its model through edits: see edit_script.h.
 */
#include "edit_script.h"

#include "failing.h"
#include "feed.h"
#include "show.h"

#include <string.h>

void edit_script_start(edit_script *self, uint64_t seed, const iq_list_options *options)
{
    *self = (edit_script){.random = {seed}, .keys = 30, .longest = 6};
    self->policy = options ? options->duplicates : IQ_DUPLICATES_REFUSE;
    self->scoped = self->policy == IQ_DUPLICATES_SCOPE;
    self->drop_empty = options && options->flags & IQ_LIST_DROP_EMPTY_SECTIONS;
    self->threshold = options ? options->reload_threshold : 0;
    CHECK_OK(iq_list_create(options, &self->list));
}

static void clear_handles(edit_script_handles *handles)
{
    free(handles->all);
    *handles = (edit_script_handles){0};
}

void edit_script_end(edit_script *self)
{
    iq_list_destroy(self->list);
    model_clear(&self->shown);
    model_clear(&self->before);
    clear_handles(&self->items);
    clear_handles(&self->sections);
    *self = (edit_script){0};
}

/* ---- calls and their answers --------------------------------------------- */

void edit_script_arm(edit_script *self)
{
    self->failed = false;
    if (self->fail) {
        failing_arm(self->fail, self->fail & 1);
    }
}

bool edit_script_answered(edit_script *self, iq_status status, iq_status wanted)
{
    if (self->fail && failing_disarm()) {
        CHECK_STATUS(status, IQ_ERROR_NO_MEMORY);
        self->failed = true;
        return false;
    }
    CHECK_STATUS(status, wanted);
    return wanted == IQ_OK;
}

iq_key edit_script_item_key(edit_script *self)
{
    return key_of(1 + random_below(&self->random, self->keys));
}

iq_key edit_script_section_key(edit_script *self)
{
    return key_of(100000 + random_below(&self->random, 2 + self->keys / 4));
}

iq_section edit_script_section_at(const edit_script *self, size_t position)
{
    iq_section section;
    CHECK_OK(iq_list_find_section_at(self->list, position, &section));
    return section;
}

iq_item edit_script_item_at(const edit_script *self, model_place place)
{
    iq_item item;
    CHECK_OK(iq_list_find_item_in_section(self->list, edit_script_section_at(self, place.section), place.item, &item));
    return item;
}

model_place edit_script_place(edit_script *self)
{
    return model_place_at(&self->shown, random_below(&self->random, model_item_count(&self->shown)));
}

/* ---- handles ------------------------------------------------------------- */

static edit_script_handle *find(edit_script_handles *handles, const iq_key *section, iq_key key)
{
    for (size_t i = 0; i < handles->count; i++) {
        edit_script_handle *one = &handles->all[i];
        if (key_equal(one->key, key) && (!section || key_equal(one->section, *section))) {
            return one;
        }
    }
    return NULL;
}

edit_script_handle *edit_script_find_item(edit_script *self, iq_key section, iq_key key)
{
    return find(&self->items, self->scoped ? &section : NULL, key);
}

edit_script_handle *edit_script_find_section(edit_script *self, iq_key key)
{
    return find(&self->sections, NULL, key);
}

/* A key that comes has the handle that it had before in this edit, or one that never was. */
static void check_handle(edit_script *self, edit_script_handles *handles, edit_script_handle *known, edit_script_handle now)
{
    if (known) {
        CHECK(known->id == now.id);
        return;
    }
    for (size_t i = 0; i < handles->count; i++) {
        CHECK(handles->all[i].id != now.id);
    }
    for (size_t i = 0; i < self->stale_count && i < EDIT_SCRIPT_STALE; i++) {
        CHECK(self->stale[i] != now.id);
    }
    handles->all = check_memory(realloc(handles->all, (handles->count + 1) * sizeof *handles->all));
    handles->all[handles->count++] = now;
}

bool edit_script_is_there(const edit_script *self, const edit_script_handle *handle, bool of_section)
{
    if (of_section) {
        return model_find_section(&self->shown, handle->key) != MODEL_NONE;
    }
    const iq_key *scope = self->scoped ? &handle->section : NULL;
    return model_find_item(&self->shown, scope, handle->key).section != MODEL_NONE;
}

static void check_dead(const edit_script *self, uint64_t id)
{
    iq_item_info item = {.struct_size = sizeof item};
    iq_section_info section = {.struct_size = sizeof section};
    iq_position position;
    CHECK_STATUS(iq_list_get_item_info(self->list, (iq_item){id}, 0, &item), IQ_ERROR_HANDLE);
    CHECK_STATUS(iq_list_find_position(self->list, (iq_item){id}, &position), IQ_ERROR_HANDLE);
    CHECK_STATUS(iq_list_get_section_info(self->list, (iq_section){id}, &section), IQ_ERROR_HANDLE);
}

/* The parent is the nearest item before it in its section with a lower level. */
static void check_parent(const edit_script *self, iq_item item, model_place at)
{
    const model_section *section = &self->shown.sections[at.section];
    iq_item parent;
    size_t above = at.item;
    while (above > 0 && section->items[above - 1].level >= section->items[at.item].level) {
        above--;
    }
    if (above == 0) {
        CHECK_STATUS(iq_list_find_parent(self->list, item, &parent), IQ_ERROR_NOT_FOUND);
    } else {
        CHECK_OK(iq_list_find_parent(self->list, item, &parent));
        CHECK(parent.id == edit_script_item_at(self, (model_place){at.section, above - 1}).id);
    }
}

static void check_handles(edit_script *self)
{
    for (size_t s = 0; s < self->shown.count; s++) {
        const model_section *section = &self->shown.sections[s];
        uint64_t id = edit_script_section_at(self, s).id;
        check_handle(self, &self->sections, edit_script_find_section(self, section->key),
                     (edit_script_handle){{{0}}, section->key, id, 0});
        for (size_t i = 0; i < section->count; i++) {
            iq_key key = section->items[i].key;
            id = edit_script_item_at(self, (model_place){s, i}).id;
            check_handle(self, &self->items, edit_script_find_item(self, section->key, key),
                         (edit_script_handle){section->key, key, id, 0});
            check_parent(self, (iq_item){id}, (model_place){s, i});
        }
    }
    for (size_t i = 0; i < self->items.count; i++) {
        if (!edit_script_is_there(self, &self->items.all[i], false)) {
            check_dead(self, self->items.all[i].id);
        }
    }
    for (size_t s = 0; s < self->sections.count; s++) {
        if (!edit_script_is_there(self, &self->sections.all[s], true)) {
            check_dead(self, self->sections.all[s].id);
        }
    }
    for (size_t i = 0; i < self->stale_count && i < EDIT_SCRIPT_STALE; i++) {
        check_dead(self, self->stale[i]);
    }
}

/* The same as a snapshot of the model, in one read. */
static void check_at_once(const edit_script *self)
{
    iq_snapshot_options options = {.struct_size = sizeof options, .duplicates = self->policy};
    iq_snapshot *snapshots[2] = {NULL, feed_snapshot(&self->shown, &options, FEED_PACKED)};
    unsigned char *bytes[2];
    size_t lengths[2];
    CHECK_OK(iq_list_snapshot(self->list, &snapshots[0]));
    for (int i = 0; i < 2; i++) {
        CHECK_OK(iq_snapshot_encode(snapshots[i], NULL, 0, &lengths[i]));
        bytes[i] = check_memory(malloc(lengths[i]));
        CHECK_OK(iq_snapshot_encode(snapshots[i], bytes[i], lengths[i], &lengths[i]));
        iq_snapshot_destroy(snapshots[i]);
    }
    CHECK(lengths[0] == lengths[1] && memcmp(bytes[0], bytes[1], lengths[0]) == 0);
    free(bytes[0]);
    free(bytes[1]);
}

void edit_script_check(edit_script *self)
{
    if (self->tall) {
        check_at_once(self);
        return;
    }
    show_check_list(self->list, &self->shown, self->scoped);
    check_handles(self);
}

static void bury(edit_script *self, edit_script_handles *handles, bool of_sections)
{
    for (size_t i = 0; i < handles->count; i++) {
        if (!edit_script_is_there(self, &handles->all[i], of_sections)) {
            self->stale[self->stale_count++ % EDIT_SCRIPT_STALE] = handles->all[i].id;
        }
    }
    clear_handles(handles);
}

void edit_script_retire_handles(edit_script *self)
{
    bury(self, &self->items, false);
    bury(self, &self->sections, true);
}

uint64_t edit_script_stale(edit_script *self)
{
    for (int tries = 0; tries < 4; tries++) {
        edit_script_handles *handles = random_chance(&self->random, 50) ? &self->items : &self->sections;
        if (handles->count > 0) {
            const edit_script_handle *one = &handles->all[random_below(&self->random, handles->count)];
            if (!edit_script_is_there(self, one, handles == &self->sections)) {
                return one->id;
            }
        }
    }
    return self->stale_count && random_chance(&self->random, 50) ? self->stale[0] : 0;
}

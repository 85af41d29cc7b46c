/*
 * update_script.c - a list beside its model: see update_script.h.
 */
#include "update_script.h"

#include "check.h"
#include "show.h"

#include <string.h>

static void read_handles(update_script *self)
{
    size_t sections, items;
    CHECK_OK(iq_list_get_count(self->list, &sections, &items));
    self->items = check_memory(realloc(self->items, (items + 1) * sizeof *self->items));
    self->sections = check_memory(realloc(self->sections, (sections + 1) * sizeof *self->sections));
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .items = self->items};
    CHECK_OK(iq_list_get_items(self->list, 0, items, &buffers));
    for (size_t s = 0; s < sections; s++) {
        CHECK_OK(iq_list_find_section_at(self->list, s, &self->sections[s]));
    }
}

void update_script_start(update_script *self, const iq_list_options *options, const expect_rules *rules)
{
    *self = (update_script){.rules = *rules};
    self->policy = options ? options->duplicates : IQ_DUPLICATES_REFUSE;
    self->drop_empty = options && (options->flags & IQ_LIST_DROP_EMPTY_SECTIONS);
    self->rules.scoped = self->policy == IQ_DUPLICATES_SCOPE;
    CHECK_OK(iq_list_create(options, &self->list));
    read_handles(self);
}

void update_script_end(update_script *self)
{
    iq_list_destroy(self->list);
    model_clear(&self->shown);
    free(self->items);
    free(self->sections);
    *self = (update_script){0};
}

/* ---- handles: they stay with their key, and are refused once it has left ---- */

static void check_dead(const update_script *self, iq_item item)
{
    iq_item_info info = {.struct_size = sizeof info};
    iq_position position;
    CHECK_STATUS(iq_list_get_item_info(self->list, item, 0, &info), IQ_ERROR_HANDLE);
    CHECK_STATUS(iq_list_find_position(self->list, item, &position), IQ_ERROR_HANDLE);
}

static void check_handles(update_script *self, const expectation *wanted)
{
    iq_item *items = self->items;
    iq_section *sections = self->sections;
    self->items = NULL;
    self->sections = NULL;
    read_handles(self);
    for (size_t i = 0; i < wanted->before_count; i++) {
        if (wanted->after_of[i] != MODEL_NONE) {
            CHECK(self->items[wanted->after_of[i]].id == items[i].id);
        } else {
            check_dead(self, items[i]);
            self->stale[self->stale_count++ % UPDATE_SCRIPT_STALE] = items[i];
        }
    }
    for (size_t s = 0; s < wanted->before->count; s++) {
        iq_section_info info = {.struct_size = sizeof info};
        if (wanted->section_after_of[s] != MODEL_NONE) {
            CHECK(self->sections[wanted->section_after_of[s]].id == sections[s].id);
        } else {
            CHECK_STATUS(iq_list_get_section_info(self->list, sections[s], &info), IQ_ERROR_HANDLE);
        }
    }
    for (size_t dead = 0; dead < self->stale_count && dead < UPDATE_SCRIPT_STALE; dead++) {
        check_dead(self, self->stale[dead]);
    }
    free(items);
    free(sections);
}

/* ---- the ways to update a list ---- */

static iq_snapshot_options snapshot_options(const update_script *self)
{
    return (iq_snapshot_options){sizeof(iq_snapshot_options), self->policy,
                                 self->drop_empty ? IQ_SNAPSHOT_DROP_EMPTY_SECTIONS : 0};
}

/* A snapshot taken from the list and made over: it has the list's policy, and none of its storage left. */
static iq_snapshot *edited_snapshot(const update_script *self, const model *target, feed_layout layout)
{
    iq_snapshot *snapshot = NULL;
    CHECK_OK(iq_list_snapshot(self->list, &snapshot));
    CHECK_OK(iq_snapshot_delete_all(snapshot));
    if (!feed_append(snapshot, target, layout)) {
        iq_snapshot_destroy(snapshot);
        return NULL;
    }
    return snapshot;
}

static iq_status submit(update_script *self, const model *target, const update_options *how,
                        iq_changeset **changes)
{
    iq_update_options options = {.struct_size = sizeof options, .flags = how->flags};
    const model_section *section = target->count > how->section ? &target->sections[how->section] : NULL;
    iq_snapshot_options shape = snapshot_options(self);
    iq_snapshot *snapshot = NULL;
    feed_columns items;
    iq_status status;
    switch (how->way) {
    case UPDATE_APPLY:
    case UPDATE_APPLY_EDITED:
        snapshot = how->way == UPDATE_APPLY ? feed_snapshot(target, &shape, how->layout)
                                           : edited_snapshot(self, target, how->layout);
        status = snapshot ? iq_list_apply(self->list, snapshot, &options, changes) : IQ_ERROR_DUPLICATE;
        iq_snapshot_destroy(snapshot);
        return status;
    case UPDATE_SET: return feed_list_set(self->list, target, how->layout, &options, changes);
    default:
        CHECK(section != NULL);
        items = feed_columns_of(section->items, section->count, how->layout);
        status = how->way == UPDATE_SET_ITEMS
                     ? iq_list_set_items(self->list, &items.columns, &options, changes)
                     : iq_list_set_section_items(self->list, section->key, &items.columns, &options, changes);
        feed_columns_clear(&items);
        return status;
    }
}

static bool key_at(const model *of, iq_position position, iq_key key)
{
    if (position.section >= of->count) {
        return false;
    }
    const model_section *section = &of->sections[position.section];
    return position.item == IQ_NONE
               ? key_equal(section->key, key)
               : position.item < section->count && key_equal(section->items[position.item].key, key);
}

static bool has_duplicate_sections(const model *of)
{
    for (size_t s = 0; s < of->count; s++) {
        if (model_find_section(of, of->sections[s].key) != s) {
            return true;
        }
    }
    return false;
}

/* The error names a key that is at both of its positions. A section may be refused when it is given
 * already; where it would have stood is then not known. */
static void check_refused(const update_script *self, iq_status status, const model *target, iq_changeset *changes)
{
    CHECK_STATUS(status, IQ_ERROR_DUPLICATE);
    CHECK(changes == NULL);
    iq_error error = {.struct_size = sizeof error};
    CHECK_OK(iq_get_last_error(&error));
    CHECK(error.status == IQ_ERROR_DUPLICATE);
    if (has_duplicate_sections(target) && !(error.flags & IQ_ERROR_HAS_POSITION)) {
        return;
    }
    /* A section's key may be given as the section. */
    CHECK(error.flags & (IQ_ERROR_HAS_KEY | IQ_ERROR_HAS_SECTION));
    iq_key key = error.flags & IQ_ERROR_HAS_KEY ? error.key : error.section;
    CHECK(error.flags & IQ_ERROR_HAS_POSITION && error.flags & IQ_ERROR_HAS_OTHER);
    if (self->drop_empty) {
        return; /* positions may count without the empty sections */
    }
    CHECK(key_at(target, error.position, key));
    CHECK(key_at(target, error.other, key));
    CHECK(error.other.section < error.position.section ||
          (error.other.section == error.position.section && error.other.item < error.position.item));
}

bool update_script_update(update_script *self, const model *target, const update_options *how)
{
    model after = {0};
    model_resolution resolution = model_resolve(&after, target, self->policy, self->drop_empty);
    iq_changeset *changes = NULL;
    iq_status status = submit(self, target, how, how->unseen ? NULL : &changes);
    if (resolution.refused) {
        check_refused(self, status, target, changes);
        show_check_list(self->list, &self->shown, self->rules.scoped);
        model_clear(&after);
        return false;
    }
    CHECK_STATUS(status, IQ_OK);
    expectation wanted = expect(&self->shown, &after, &self->rules);
    show_check_list(self->list, &after, self->rules.scoped);
    check_handles(self, &wanted);
    if (changes) {
        update_script_check_changeset(changes, &wanted, &resolution, how->flags, self->rules.scoped);
    }
    iq_changeset_destroy(changes);
    free(show_list_dump(self->list));
    expect_clear(&wanted);
    model_clear(&self->shown);
    self->shown = after;
    model_clear_marks(&self->shown);
    return true;
}

void update_script_diff(const update_script *self, const model *target, const update_options *how)
{
    model after = {0};
    model_resolution resolution = model_resolve(&after, target, self->policy, self->drop_empty);
    iq_snapshot_options shape = snapshot_options(self);
    iq_snapshot *from = NULL, *to = feed_snapshot(target, &shape, how->layout);
    if (how->way == UPDATE_APPLY) {
        from = feed_snapshot(&self->shown, &shape, how->layout);
    } else {
        CHECK_OK(iq_list_snapshot(self->list, &from));
    }
    iq_diff_options options = {.struct_size = sizeof options, .flags = how->flags};
    iq_changeset *changes = NULL;
    iq_status status = to ? iq_diff(from, to, &options, &changes) : IQ_ERROR_DUPLICATE;
    if (resolution.refused) {
        check_refused(self, status, target, changes);
    } else {
        CHECK_STATUS(status, IQ_OK);
        expectation wanted = expect(&self->shown, &after, &self->rules);
        update_script_check_changeset(changes, &wanted, &resolution, how->flags, self->rules.scoped);
        expect_clear(&wanted);
    }
    iq_changeset_destroy(changes);
    iq_snapshot_destroy(from);
    iq_snapshot_destroy(to);
    model_clear(&after);
}

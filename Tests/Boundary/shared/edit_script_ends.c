/*
 * edit_script_ends.c - how the edit of a script begins, and its two ends: see edit_script.h.
 */
#include "edit_script.h"

#include "digest.h"
#include "failing.h"
#include "same.h"

void edit_script_begin(edit_script *self)
{
    edit_script_check(self);
    CHECK_OK(iq_list_snapshot(self->list, &self->held));
    self->held_digest = digest_snapshot(self->held);
    self->list_digest = digest_list(self->list);
    model_copy(&self->before, &self->shown);
    self->dropped = self->numbered = 0;
    CHECK_OK(iq_edit_begin(self->list, NULL, &self->edit));
}

void edit_script_change(edit_script *self)
{
    if (self->shown.count == 0 || random_chance(&self->random, 25)) {
        edit_script_change_sections(self);
    } else {
        edit_script_change_items(self);
    }
}

/* The edit is over, and every call on it answers that. */
static void end(edit_script *self)
{
    self->edit = NULL;
    edit_script_check(self);
    edit_script_retire_handles(self);
    edit_script_check(self);
    CHECK(digest_snapshot(self->held) == self->held_digest);
    iq_snapshot_destroy(self->held);
    self->held = NULL;
}

static void check_ended(edit_script *self)
{
    iq_section section = {0};
    CHECK_STATUS(iq_edit_delete_section_range(self->edit, 0, 0), IQ_ERROR_STATE);
    CHECK_STATUS(iq_edit_reload_sections(self->edit, &section, 1), IQ_ERROR_STATE);
    CHECK_STATUS(iq_edit_commit(self->edit, NULL, NULL), IQ_ERROR_STATE);
    iq_edit_destroy(self->edit);
    CHECK_STATUS(iq_edit_commit(self->edit, NULL, NULL), IQ_ERROR_HANDLE);
    iq_edit_destroy(self->edit);
}

static void mark_snapshot(edit_script *self, iq_snapshot *after)
{
    for (size_t i = 0; i < self->items.count; i++) {
        edit_script_handle *one = &self->items.all[i];
        const iq_key *scope = self->scoped ? &one->section : NULL;
        if (one->mark & MODEL_RELOAD && edit_script_is_there(self, one, false)) {
            CHECK_OK(iq_snapshot_reload_items(after, scope, &one->key, 1));
        }
        if (one->mark & MODEL_RECONFIGURE && edit_script_is_there(self, one, false)) {
            CHECK_OK(iq_snapshot_reconfigure_items(after, scope, &one->key, 1));
        }
    }
    for (size_t s = 0; s < self->sections.count; s++) {
        if (self->sections.all[s].mark && edit_script_is_there(self, &self->sections.all[s], true)) {
            CHECK_OK(iq_snapshot_reload_sections(after, &self->sections.all[s].key, 1));
        }
    }
}

static void check_statistics(const edit_script *self)
{
    iq_statistics statistics = {.struct_size = sizeof statistics};
    CHECK_OK(iq_list_get_statistics(self->list, &statistics));
    CHECK(statistics.changes.duplicates_dropped == self->dropped);
    CHECK(statistics.changes.duplicates_numbered == self->numbered);
    CHECK(statistics.changes.items_before == model_item_count(&self->before));
    CHECK(statistics.changes.items_after == model_item_count(&self->shown));
}

void edit_script_commit(edit_script *self)
{
    iq_update_options options = {.struct_size = sizeof options};
    options.flags = random_below(&self->random, 8) << 1;
    options.flags |= random_chance(&self->random, 5) ? IQ_UPDATE_RELOAD : 0;
    options.reload_threshold = random_chance(&self->random, 5) ? 1 + random_below(&self->random, 9) : 0;
    bool plain = random_chance(&self->random, 10), unseen = random_chance(&self->random, 10);
    const iq_update_options *how = plain ? NULL : &options;
    iq_changeset *reported = NULL, *wanted = NULL;
    if (!MADE(self, iq_edit_commit(self->edit, how, unseen ? NULL : &reported), IQ_OK)) {
        CHECK(reported == NULL);
        return;
    }
    for (size_t s = self->shown.count; self->drop_empty && s-- > 0;) {
        if (self->shown.sections[s].count == 0) {
            model_delete_section(&self->shown, s);
        }
    }
    check_ended(self);
    edit_script_check(self);
    check_statistics(self);
    if (reported) {
        iq_snapshot *after;
        CHECK_OK(iq_list_snapshot(self->list, &after));
        mark_snapshot(self, after);
        /* The list's own threshold holds where the options have none. */
        iq_diff_options diffed = {.struct_size = sizeof diffed, .flags = how ? how->flags : 0};
        diffed.reload_threshold = how && how->reload_threshold ? how->reload_threshold : self->threshold;
        CHECK_OK(iq_diff(self->held, after, &diffed, &wanted));
        same_changesets(reported, wanted, how ? how->flags : 0);
        iq_snapshot_destroy(after);
    }
    iq_changeset_destroy(reported);
    iq_changeset_destroy(wanted);
    end(self);
}

void edit_script_abandon(edit_script *self)
{
    failing_arm(1, true);
    iq_edit_destroy(self->edit);
    CHECK(!failing_disarm());
    model_copy(&self->shown, &self->before);
    CHECK(digest_list(self->list) == self->list_digest);
    CHECK_STATUS(iq_edit_commit(self->edit, NULL, NULL), IQ_ERROR_HANDLE);
    end(self);
}

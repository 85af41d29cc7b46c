/*
 * world_since.c - what has changed since a snapshot: see world.h. Two snapshots of a list say by themselves what differs.
 */
#include "world.h"

#include "check.h"

#include <string.h>

static iq_summary summary_of(const iq_changeset *changes)
{
    iq_summary summary = {.struct_size = sizeof summary};
    CHECK_OK(iq_changeset_get_summary(changes, &summary));
    return summary;
}

/* Deletes, inserts and moves are those of iq_diff; updates may be more, as commits have marked. */
static void check_changes(const iq_snapshot *before, const iq_snapshot *after, const iq_changeset *changes)
{
    iq_summary said = summary_of(changes);
    size_t sections, items;
    CHECK_OK(iq_snapshot_get_count(before, &sections, &items));
    CHECK(said.sections_before == sections && said.items_before == items);
    CHECK_OK(iq_snapshot_get_count(after, &sections, &items));
    CHECK(said.sections_after == sections && said.items_after == items);
    if (said.reload != IQ_RELOAD_NO) {
        return;
    }
    iq_changeset *difference;
    CHECK_OK(iq_diff(before, after, NULL, &difference));
    iq_summary found = summary_of(difference);
    iq_changeset_destroy(difference);
    CHECK(said.section_deletes == found.section_deletes && said.section_inserts == found.section_inserts);
    CHECK(said.section_moves == found.section_moves && said.item_moves == found.item_moves);
    CHECK(said.item_deletes == found.item_deletes && said.item_inserts == found.item_inserts);
    CHECK(said.item_reloads + said.item_reconfigures >= found.item_reloads + found.item_reconfigures);
}

static iq_snapshot *empty(void)
{
    iq_snapshot *snapshot;
    CHECK_OK(iq_snapshot_create(NULL, &snapshot));
    return snapshot;
}

void world_ask_since(world_list *self)
{
    iq_diff_options options = {.struct_size = sizeof options, .flags = IQ_DIFF_VERIFY};
    iq_changeset *changes = NULL;
    iq_snapshot *after = NULL, *before = self->seen;
    uint64_t life = self->life;
    bool is_edited = self == &world.lists[0] && world.edit;
    world_say(self, "changes since");
    self->seen = NULL;
    self->inside++;
    bool went = WENT(iq_list_changes_since(self->list, before, &options, &changes, &after), is_edited);
    self->inside--;
    if (went && after) {
        iq_snapshot *nothing = before ? NULL : empty();
        world.quiet++;
        check_changes(before ? before : nothing, after, changes);
        world.quiet--;
        iq_changeset_destroy(changes);
        iq_snapshot_destroy(nothing);
        iq_snapshot_destroy(before);
        before = after;
    }
    CHECK(went || (!changes && !after));
    /* Callbacks may have ended the list, or asked as well. */
    if (self->life == life && self->list && !self->seen) {
        self->seen = before;
    } else {
        iq_snapshot_destroy(before);
    }
}

/*
 * followers_events.c - what polls of lists that follow a source hand out: see followers.h.
 */
#include "followers.h"

#include "check.h"

/* A reload of a root covers all marks that were begun by now. */
static void read_reloads(follower *self, const iq_changeset *changeset)
{
    iq_summary summary = {.struct_size = sizeof summary};
    const iq_change *changes;
    size_t count;
    CHECK_OK(iq_changeset_get_summary(changeset, &summary));
    CHECK_OK(iq_changeset_get_batch(changeset, &changes, &count));
    for (unsigned key = 0; key < FOLLOWER_ROOTS && summary.reload; key++) {
        self->covered[key] = atomic_load(&marks_begun[key]);
    }
    for (size_t i = 0; i < count && !summary.reload; i++) {
        const iq_change *change = &changes[i];
        bool is_reload = change->kind == IQ_ITEM_UPDATE && change->flags & IQ_CHANGE_RELOAD;
        for (uint32_t j = 0; is_reload && j < change->count; j++) {
            CHECK(change->after_section < self->mirror.sections);
            size_t flat = self->mirror.starts[change->after_section] + change->after_item + j;
            CHECK(flat < self->mirror.count);
            unsigned key = self->mirror.items[flat].key;
            if (key < FOLLOWER_ROOTS) {
                self->covered[key] = atomic_load(&marks_begun[key]);
            }
        }
    }
}

/* No update has taken place since this one: the next one comes with a poll of this thread. */
static void read_update(follower *self, const iq_event *event)
{
    CHECK_OK(event->status);
    tree_read(self->list, &self->mirror);
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        bool is_shown = tree_find(&self->mirror, key) != TREE_NONE;
        CHECK(is_shown || key >= FOLLOWER_ROOTS);
        self->mirrored[key] = is_shown ? self->mirrored[key] : 0;
    }
    read_reloads(self, event->changeset);
}

static void read_states(follower *self, const iq_event *event)
{
    bool is_on = event->flags & IQ_SWITCHED_ON;
    if (event->flags & IQ_SWITCHED_GONE) {
        return;
    }
    CHECK(event->index < self->mirror.count && event->count <= self->mirror.count - event->index);
    CHECK(tree_number(event->key) == self->mirror.items[event->index].key);
    for (size_t i = event->index; i < event->index + event->count; i++) {
        unsigned key = self->mirror.items[i].key;
        CHECK(((self->mirrored[key] & event->states) != 0) != is_on);
        self->mirrored[key] ^= event->states;
    }
}

static void read_event(follower *self, const iq_event *event)
{
    CHECK(event->version >= self->version);
    self->version = event->version;
    switch (event->kind) {
    case IQ_EVENT_UPDATE: read_update(self, event); break;
    case IQ_EVENT_STATES: read_states(self, event); break;
    default: CHECK(event->kind == IQ_EVENT_CHILDREN);
    }
}

size_t follower_poll(follower *self, size_t capacity)
{
    iq_event events[32] = {{.struct_size = sizeof events[0]}};
    size_t count;
    CHECK_OK(iq_list_poll(self->list, events, capacity, &count));
    for (size_t i = 0; i < count; i++) {
        read_event(self, &events[i]);
    }
    return count;
}

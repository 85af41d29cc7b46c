/*
 * world_follow.c - versions of lists, and polls: see world.h.
 */
#include "world.h"

#include "check.h"
#include "event_fields.h"

#include <poll.h>
#include <string.h>

/* ---- what a list commits */

static bool is_below(const world_list *self, const world_list *first)
{
    while (self && self != first) {
        self = self->source;
    }
    return self == first;
}

/* Which item it is is no longer said. */
static void doubt(world_list *self, unsigned key)
{
    self->sure[key] = 0;
    self->unsteady[key] = true;
}

/* An item has come or gone in the source. */
static void doubt_new(world_list *self, unsigned key)
{
    if (self->flags & IQ_DERIVE_EXPANDED) {
        self->sure[key] &= ~IQ_STATE_EXPANDED;
    }
    if (self->depth > 1 && !world_has(WORLD_CHAINS)) {
        self->sure[key] = 0;
    }
    for (size_t i = 0; i < world.ticket_count; i++) {
        world_ticket *ticket = world.tickets[i];
        if (ticket->list == self && ticket->life == self->life && ticket->has_bits) {
            ticket->unsure[key] = true;
        }
    }
    self->fresh = TREE_KEYS;
}

/* Of siblings that are others than before an accordion may have folded some. */
static void doubt_siblings(world_list *self)
{
    for (unsigned key = 0; self->flags & IQ_DERIVE_EXCLUSIVE && key < TREE_KEYS; key++) {
        self->sure[key] &= ~IQ_STATE_EXPANDED;
    }
    self->fresh = TREE_KEYS;
}

static void compare(const world_list *self, unsigned key, bool is_new, bool is_other)
{
    for (size_t i = 1; i < WORLD_LISTS; i++) {
        world_list *one = &world.lists[i];
        if (!one->list || one == self) {
            continue;
        }
        if (is_new && one->source == self) {
            doubt_new(one, key);
        }
        if (is_other && !self->is_derived && is_below(one, self)) {
            doubt(one, key);
        }
    }
}

static void commit(world_list *self)
{
    tree *now = &self->past[self->commits % WORLD_PAST];
    const tree *before = self->commits ? &self->past[(self->commits - 1) % WORLD_PAST] : NULL;
    iq_item items[TREE_KEYS];
    uint64_t handles[TREE_KEYS] = {0};
    const iq_item_buffers buffers = {.struct_size = sizeof buffers, .items = items};
    tree_read(self->list, now);
    CHECK_OK(iq_list_get_items(self->list, 0, now->count, &buffers));
    for (size_t i = 0; i < now->count; i++) {
        handles[now->items[i].key] = items[i].id;
    }
    for (unsigned key = 0; before && key < TREE_KEYS; key++) {
        bool is_new = (tree_find(before, key) != TREE_NONE) != (handles[key] != 0);
        if (is_new || handles[key] != self->handles[key]) {
            compare(self, key, is_new, handles[key] != self->handles[key]);
        }
    }
    for (size_t i = 1; i < WORLD_LISTS; i++) {
        if (world.lists[i].list && world.lists[i].source == self) {
            doubt_siblings(&world.lists[i]);
        }
    }
    memcpy(self->handles, handles, sizeof handles);
    self->commits++;
    world_say(self, "commit %llu", (unsigned long long)self->commits);
}

void world_notice(world_list *self)
{
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_info(self->list, &info));
    if (info.version == self->version) {
        return;
    }
    mirror_order order = {0};
    mirror_read(self->list, &order);
    mirror_know(&self->mirror, &order, info.version);
    self->version = info.version;
    /* What an open edit has made of it no derived list sees. */
    if (self->is_derived || !world.edit || world.is_committing) {
        commit(self);
    }
}

/* ---- what a derived list holds */

static void may_hold(world_list *self, const tree *version)
{
    for (size_t i = 0; i < self->held_count; i++) {
        if (tree_same(&self->held[i], version)) {
            return;
        }
    }
    if (self->held_count == WORLD_PAST) {
        self->is_lost = true;
        return;
    }
    self->held[self->held_count++] = *version;
}

/* Any version of the source from number `from` on; `only`: none of those before. */
void world_hold(world_list *self, uint64_t from, bool only)
{
    const world_list *source = self->source;
    if (only) {
        self->held_count = 0;
        self->is_lost = false;
    }
    self->is_lost |= source->commits - from > WORLD_PAST;
    for (uint64_t i = from; i < source->commits && !self->is_lost; i++) {
        may_hold(self, &source->past[i % WORLD_PAST]);
    }
    self->followed = source->commits;
}

/* The first source is what `first` holds. What a list below it hides, and had before, it may take for the same. */
static void doubt_hidden(world_list *self, const world_list *first)
{
    const tree *shown = &self->past[(self->commits - 1) % WORLD_PAST];
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        bool is_known = first->held_count == 1 && tree_find(&first->held[0], key) != TREE_NONE;
        if (!is_known || first->unsteady[key] || (self != first && tree_find(shown, key) == TREE_NONE)) {
            self->sure[key] = 0;
        }
    }
}

/* The source is about to go. */
void world_orphan(world_list *self)
{
    world_notice(self->source);
    if (self->is_polled) {
        world_hold(self, self->polled_from, false);
    }
    self->source = NULL;
    world.orphaned++;
    for (size_t i = 1; i < WORLD_LISTS; i++) {
        world_list *one = &world.lists[i];
        if (one->list && is_below(one, self)) {
            doubt_hidden(one, self);
        }
    }
}

bool world_is_level(const world_list *self)
{
    if (!self->is_derived) {
        return world.edit == NULL;
    }
    if (self->is_lost || self->held_count != 1) {
        return false;
    }
    return !self->source || (self->followed == self->source->commits && world_is_level(self->source));
}

/* ---- polls */

static world_ticket *ticket_of(const world_list *self, uint64_t number)
{
    for (size_t i = 0; i < world.ticket_count; i++) {
        world_ticket *ticket = world.tickets[i];
        if (ticket->list == self && ticket->life == self->life && ticket->ticket == number) {
            return ticket;
        }
    }
    CHECK(!"a ticket that was given");
    return NULL;
}

static bool shows(const tree *wanted, const mirror_order *now)
{
    bool is_right = wanted->sections == now->sections && wanted->count == now->count;
    for (size_t s = 0; is_right && s < now->sections; s++) {
        is_right = wanted->section_keys[s] == now->section_keys[s] && wanted->starts[s] == now->starts[s];
    }
    for (size_t i = 0; is_right && i < now->count; i++) {
        is_right = wanted->items[i].key == now->keys[i] && wanted->items[i].content == now->contents[i];
    }
    return is_right;
}

static void follow_update(world_list *self, const iq_event *event)
{
    world_ticket *ticket = event->number ? ticket_of(self, event->number) : NULL;
    CHECK(event->status == IQ_OK || (ticket && event->status == IQ_ERROR_NO_MEMORY));
    if (event->status != IQ_OK) {
        return;
    }
    mirror_follow(&self->mirror, event);
    world.undone += (event->flags & (IQ_COMMIT_UNDONE | IQ_COMMIT_REDONE)) != 0;
    if (ticket && ticket->shows) {
        CHECK(shows(ticket->shows, &self->mirror.now));
    } else if (ticket) {
        CHECK(ticket->ended == 0);
        self->in_effect = ticket;
        world.ordered += is_ordered(self->flags);
    }
}

static void follow(world_list *self, const iq_event *event, bool is_quiet)
{
    world_say(self, "event %u flags %x index %u count %zu key %u states %x", event->kind, event->flags, event->index,
              event->count, event->key.bytes[0], event->states);
    if (event->cell_class.id && event->model) {
        CHECK(tree_references(event->model) > 0);
        self->event_models[self->event_model_count++] = event->model;
    }
    switch (event->kind) {
    case IQ_EVENT_UPDATE: follow_update(self, event); break;
    case IQ_EVENT_WILL_UPDATE:
    case IQ_EVENT_STATES:
    case IQ_EVENT_PLACEHOLDER:
    case IQ_EVENT_ACTION:
    case IQ_EVENT_REORDER: mirror_follow(&self->mirror, event); break;
    case IQ_EVENT_CHILDREN: CHECK(self->is_derived && event->item.id != 0); break;
    default: world_follow_view(self, event, !is_quiet);
    }
}

/* An order may have asked for a part, and asks for the next one in another poll. While the source is edited nothing is
 * left, though a list whose last poll has failed stays readable. */
static bool has_more(const world_list *self)
{
    if (self->source == &world.lists[0] && world.edit) {
        return false;
    }
    struct pollfd wakeup = {.events = POLLIN};
    CHECK_OK(iq_list_get_wakeup(self->list, &wakeup.fd));
    return poll(&wakeup, 1, 0) == 1;
}

/* What a poll has handed out. */
static void read_poll(world_list *self, iq_status status, const iq_event *events, size_t count, bool is_quiet)
{
    bool is_idle = status == IQ_OK && count == 0 && is_quiet && !has_more(self);
    bool went = status == IQ_OK || status == IQ_ERROR_CALLBACK;
    world_say(self, "%s, %zu events", iq_status_name(status), count);
    if (self->source && !(is_quiet && self->holds > 0)) {
        world_notice(self->source);
        bool is_edited = self->source == &world.lists[0] && world.edit;
        world_hold(self, self->polled_from, is_idle && !is_edited);
        if (is_edited || !is_idle) {
            self->followed = self->polled_from;
        }
    }
    for (size_t i = 0; went && i < count; i++) {
        check_event_fields(&events[i]);
        follow(self, &events[i], is_quiet);
    }
    /* What a host may do where an event says so: the events behind it are still good. */
    if (count > 0 && world_chance(10)) {
        world_end_view(self);
        world_check_event_models(self);
        if (!self->list) {
            return;
        }
    }
    world_notice(self);
    if (is_idle) {
        world_check(self);
    }
}

bool world_poll(world_list *self, size_t capacity)
{
    iq_event events[WORLD_EVENTS] = {{.struct_size = sizeof events[0]}};
    size_t count = 0;
    uint64_t actions = world.actions;
    world_say(self, "poll for %zu", capacity);
    world_check_event_models(self);
    self->inside++;
    if (self->is_polled) {
        iq_status status = iq_list_poll(self->list, events, capacity, &count);
        CHECK_STATUS(status, IQ_ERROR_BUSY);
        self->inside--;
        return false;
    }
    self->is_polled = true;
    self->polled_from = self->source ? self->source->commits - 1 : 0;
    self->event_model_count = 0;
    bool had_failed = world.has_failed;
    world.has_failed = false;
    iq_status status = TRIED(iq_list_poll(self->list, events, capacity, &count));
    bool has_failed = world.has_failed;
    world.has_failed = had_failed;
    self->is_polled = false;
    self->inside--;
    if (!self->list) {
        return false;
    }
    bool went = (status == IQ_ERROR_CALLBACK && has_failed) || JUDGED(status, false);
    read_poll(self, status, events, count, world.actions == actions);
    return !went || status != IQ_OK || count > 0 || (self->list && has_more(self));
}

void world_settle(world_list *self)
{
    bool fails = world.functions_fail;
    world.functions_fail = false;
    world.quiet++;
    for (size_t polls = 0; !world.is_armed && world_poll(self, WORLD_EVENTS); polls++) {
        CHECK(polls < 10000);
    }
    world.quiet--;
    world.functions_fail = fails;
}

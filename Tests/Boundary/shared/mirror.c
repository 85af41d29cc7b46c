/*
 * mirror.c - see mirror.h.
 */
#include "mirror.h"

#include "check.h"

#include <string.h>

/* --- orders */

bool mirror_same(const mirror_order *a, const mirror_order *b)
{
    return a->sections == b->sections && a->count == b->count &&
           memcmp(a->section_keys, b->section_keys, a->sections * sizeof *a->section_keys) == 0 &&
           memcmp(a->starts, b->starts, (a->sections + 1) * sizeof *a->starts) == 0 &&
           memcmp(a->keys, b->keys, a->count * sizeof *a->keys) == 0 &&
           memcmp(a->contents, b->contents, a->count * sizeof *a->contents) == 0;
}

size_t mirror_section_of(const mirror_order *self, size_t index)
{
    size_t section = 0;
    while (self->starts[section + 1] <= index) {
        section++;
    }
    return section;
}

/* Makes room for `added` items in place of `removed`. */
static void splice(mirror_order *self, size_t at, size_t removed, size_t added)
{
    CHECK(at + removed <= self->count && self->count - removed + added <= MIRROR_ITEMS);
    size_t rest = self->count - at - removed;
    memmove(self->keys + at + added, self->keys + at + removed, rest * sizeof *self->keys);
    memmove(self->contents + at + added, self->contents + at + removed, rest * sizeof *self->contents);
    self->count = at + added + rest;
}

void mirror_insert(mirror_order *self, size_t section, size_t at, uint64_t key, uint64_t content)
{
    splice(self, at, 0, 1);
    self->keys[at] = key;
    self->contents[at] = content;
    for (size_t s = section + 1; s <= self->sections; s++) {
        self->starts[s]++;
    }
}

void mirror_remove(mirror_order *self, size_t at)
{
    for (size_t s = mirror_section_of(self, at) + 1; s <= self->sections; s++) {
        self->starts[s]--;
    }
    splice(self, at, 1, 0);
}

static uint64_t digest_of(const mirror_order *self)
{
    uint64_t digest = self->count;
    for (size_t s = 0; s < self->sections; s++) {
        digest = (digest ^ self->section_keys[s] ^ self->starts[s] << 48) * UINT64_C(0x100000001b3);
    }
    for (size_t i = 0; i < self->count; i++) {
        digest = (digest ^ self->keys[i]) * UINT64_C(0x100000001b3);
        digest = (digest ^ self->contents[i]) * UINT64_C(0x100000001b3);
    }
    return digest;
}

static void read_shadow(const mirror *self, mirror_order *into)
{
    iq_key keys[MIRROR_ITEMS];
    CHECK_OK(iq_snapshot_get_count(self->shadow, &into->sections, &into->count));
    CHECK(into->sections <= MIRROR_SECTIONS && into->count <= MIRROR_ITEMS);
    for (size_t s = 0; s < into->sections; s++) {
        iq_section_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_snapshot_get_section_info_at(self->shadow, s, &info));
        into->section_keys[s] = mirror_number(info.key);
        into->starts[s] = info.first;
    }
    into->starts[into->sections] = into->count;
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = keys, .contents = into->contents};
    CHECK_OK(iq_snapshot_get_items(self->shadow, 0, into->count, &buffers));
    for (size_t i = 0; i < into->count; i++) {
        into->keys[i] = mirror_number(keys[i]);
    }
}

void mirror_read(const iq_list *list, mirror_order *into)
{
    iq_key keys[MIRROR_ITEMS];
    CHECK_OK(iq_list_get_count(list, &into->sections, &into->count));
    CHECK(into->sections <= MIRROR_SECTIONS && into->count <= MIRROR_ITEMS);
    for (size_t s = 0; s < into->sections; s++) {
        iq_section section;
        iq_section_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_list_find_section_at(list, s, &section));
        CHECK_OK(iq_list_get_section_info(list, section, &info));
        into->section_keys[s] = mirror_number(info.key);
        into->starts[s] = info.first;
    }
    into->starts[into->sections] = into->count;
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = keys, .contents = into->contents};
    CHECK_OK(iq_list_get_items(list, 0, into->count, &buffers));
    for (size_t i = 0; i < into->count; i++) {
        into->keys[i] = mirror_number(keys[i]);
    }
}

static mirror_order *find_known(mirror *self, uint64_t version)
{
    for (size_t i = self->known_count; i > 0 && i + MIRROR_KNOWN > self->known_count; i--) {
        mirror_order *order = &self->known[(i - 1) % MIRROR_KNOWN];
        if (order->version == version) {
            return order;
        }
    }
    return NULL;
}

void mirror_know(mirror *self, const mirror_order *order, uint64_t version)
{
    mirror_order *known = find_known(self, version);
    if (known) {
        CHECK(mirror_same(known, order));
        return;
    }
    known = &self->known[self->known_count++ % MIRROR_KNOWN];
    *known = *order;
    known->version = version;
}

/* --- states */

uint32_t *mirror_states_of(mirror_states *self, uint64_t key)
{
    if (key < MIRROR_POOL) {
        return &self->pool[key];
    }
    for (size_t i = 0; i < self->stamps; i++) {
        if (self->stamped[i].key == key) {
            return &self->stamped[i].states;
        }
    }
    CHECK(self->stamps < sizeof self->stamped / sizeof *self->stamped);
    self->stamped[self->stamps].key = key;
    self->stamped[self->stamps].states = 0;
    return &self->stamped[self->stamps++].states;
}

/* An event is exact: what it reports was not so before. */
static void change_states(uint32_t *states, const iq_event *event)
{
    if (event->flags & IQ_SWITCHED_CLEARED) {
        return;
    }
    bool on = event->flags & IQ_SWITCHED_ON;
    CHECK((*states & event->states) == (on ? 0 : event->states));
    *states ^= event->states;
}

static void follow_states(mirror *self, const iq_event *event)
{
    CHECK(event->states != 0);
    if (event->item.id == 0) {
        change_states(mirror_states_of(&self->sections, mirror_number(event->key)), event);
        return;
    }
    if (event->index == IQ_NONE) {
        CHECK(event->count == 1);
        change_states(mirror_states_of(&self->items, mirror_number(event->key)), event);
        return;
    }
    const mirror_order *order =
        event->flags & IQ_SWITCHED_GONE ? &self->before : find_known(self, event->version);
    CHECK(order && event->count > 0 && event->index + event->count <= order->count);
    CHECK(mirror_number(event->key) == order->keys[event->index]);
    if (!(event->flags & IQ_SWITCHED_GONE)) {
        size_t section = mirror_section_of(order, event->index);
        CHECK(mirror_number(event->section_key) == order->section_keys[section]);
        CHECK(event->position.section == section &&
              event->position.item == event->index - order->starts[section]);
    }
    for (size_t i = 0; i < event->count; i++) {
        change_states(mirror_states_of(&self->items, order->keys[event->index + i]), event);
    }
}

/* --- pages */

mirror_page *mirror_page_of(mirror *self, uint64_t section, iq_edge edge)
{
    for (size_t i = 0; i < self->pages_count; i++) {
        if (self->pages[i].section == section && self->pages[i].edge == edge) {
            return &self->pages[i];
        }
    }
    CHECK(self->pages_count < MIRROR_PAGES);
    self->pages[self->pages_count] = (mirror_page){.section = section, .edge = edge};
    return &self->pages[self->pages_count++];
}

/* Pages go with their sections, and requests with a reload. */
static void update_pages(mirror *self, bool reloads)
{
    size_t kept = 0;
    for (size_t i = 0; i < self->pages_count; i++) {
        mirror_page page = self->pages[i];
        bool is_there = page.section == 0;
        for (size_t s = 0; s < self->now.sections; s++) {
            is_there |= self->now.section_keys[s] == page.section;
        }
        if (reloads && page.state == IQ_PAGE_LOADING) {
            page.state = page.section == 0 ? IQ_PAGE_MORE : IQ_PAGE_OFF;
            page.token = 0;
        }
        if (is_there) {
            self->pages[kept++] = page;
        }
    }
    self->pages_count = kept;
}

static void follow_page(mirror *self, const iq_event *event)
{
    mirror_page *page = mirror_page_of(self, event->section.id ? mirror_number(event->key) : 0, event->flags);
    CHECK(page->state == IQ_PAGE_MORE && event->number > self->token);
    page->state = IQ_PAGE_LOADING;
    page->token = self->token = event->number;
}

/* --- updates */

/* Forgets what could be redone. How many steps there are is up to how long the threads of a session take. */
static void add_step(mirror *self, uint64_t digest)
{
    if (self->step + 1 == self->room) {
        self->room *= 2;
        self->digests = check_memory(realloc(self->digests, self->room * sizeof *self->digests));
    }
    self->digests[++self->step] = digest;
    self->steps = self->step + 1;
}

static void follow_step(mirror *self, uint32_t flags)
{
    uint64_t digest = digest_of(&self->now);
    if (flags & IQ_COMMIT_UNDONE) {
        CHECK(self->step > 0 && self->digests[--self->step] == digest);
    } else if (flags & IQ_COMMIT_REDONE) {
        CHECK(self->step + 1 < self->steps && self->digests[++self->step] == digest);
    } else if (!(flags & IQ_COMMIT_UNCHANGED)) {
        add_step(self, digest);
    }
}

static void follow_update(mirror *self, const iq_event *event)
{
    mirror_order after = {.version = event->version};
    iq_summary summary = {.struct_size = sizeof summary};
    const iq_splice *splices;
    size_t count;
    CHECK(event->status == IQ_OK);
    CHECK_OK(iq_changeset_get_summary(event->changeset, &summary));
    if (self->of) {
        mirror_read(self->of, &after);
    } else {
        CHECK_OK(iq_changeset_apply(event->changeset, self->shadow));
        read_shadow(self, &after);
    }
    self->before = self->now;
    CHECK_OK(iq_changeset_get_splices(event->changeset, 0, &splices, &count));
    for (size_t i = 0; i < count && summary.reload == IQ_RELOAD_NO; i++) {
        size_t at = splices[i].position, added = splices[i].added;
        splice(&self->now, at, splices[i].removed, added);
        CHECK(at + added <= after.count);
        memcpy(self->now.keys + at, after.keys + at, added * sizeof *after.keys);
        memcpy(self->now.contents + at, after.contents + at, added * sizeof *after.contents);
    }
    if (summary.reload == IQ_RELOAD_NO) {
        self->now.sections = after.sections;
        memcpy(self->now.section_keys, after.section_keys, sizeof after.section_keys);
        memcpy(self->now.starts, after.starts, sizeof after.starts);
        CHECK(mirror_same(&self->now, &after));
    }
    self->now = after;
    CHECK(!(event->flags & IQ_COMMIT_UNCHANGED) || mirror_same(&self->before, &after));
    mirror_know(self, &after, event->version);
    update_pages(self, summary.reload == IQ_RELOAD_ASKED);
    if (!self->of && !self->has_no_steps) {
        follow_step(self, event->flags);
    }
    if (event->number != 0) {
        CHECK(event->number > self->ticket && event->number == self->announced);
        self->ticket = event->number;
    }
}

static void follow_reorder(mirror *self, const iq_event *event)
{
    const mirror_order *order = find_known(self, event->version);
    CHECK(self->is_dragged == !(event->flags & IQ_REORDER_BEGAN));
    self->is_dragged = event->flags & IQ_REORDER_BEGAN;
    CHECK(order && (event->index == IQ_NONE || order->keys[event->index] == mirror_number(event->key)));
}

void mirror_follow(mirror *self, const iq_event *event)
{
    CHECK(event->version >= self->version);
    self->version = event->version;
    self->events++;
    switch (event->kind) {
    case IQ_EVENT_UPDATE: follow_update(self, event); break;
    case IQ_EVENT_WILL_UPDATE:
        CHECK(event->number > self->ticket && event->number >= self->announced);
        CHECK(find_known(self, event->version));
        self->announced = event->number;
        break;
    case IQ_EVENT_STATES: follow_states(self, event); break;
    case IQ_EVENT_PLACEHOLDER:
        CHECK(event->number != self->placeholder);
        self->placeholder = (uint32_t)event->number;
        break;
    case IQ_EVENT_PAGE: follow_page(self, event); break;
    case IQ_EVENT_REORDER: follow_reorder(self, event); break;
    default: CHECK(event->kind == IQ_EVENT_ACTION);
    }
}

void mirror_open(mirror *self)
{
    memset(self, 0, sizeof *self);
    CHECK_OK(iq_snapshot_create(NULL, &self->shadow));
    self->steps = 1;
    self->room = 64;
    self->digests = check_memory(calloc(self->room, sizeof *self->digests));
    self->digests[0] = digest_of(&self->now);
    mirror_know(self, &self->now, 0);
}

void mirror_close(mirror *self)
{
    iq_snapshot_destroy(self->shadow);
    free(self->digests);
}

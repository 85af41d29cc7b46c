/*
 * beside_events.c - what a derived list hands out, held against its model: see beside.h.
 */
#include "beside.h"

#include "check.h"
#include "replay.h"

#include <string.h>

/* ---- updates */

typedef struct said_updates {
    uint32_t flags[TREE_KEYS];
    uint64_t mask[TREE_KEYS];
} said_updates;

/* By flat after-position. */
static void read_updates(const iq_changeset *changeset, const tree *after, said_updates *into)
{
    const iq_change *changes;
    size_t count;
    memset(into, 0, sizeof *into);
    CHECK_OK(iq_changeset_get_batch(changeset, &changes, &count));
    for (size_t i = 0; i < count; i++) {
        for (uint32_t j = 0; changes[i].kind == IQ_ITEM_UPDATE && j < changes[i].count; j++) {
            CHECK(changes[i].after_section < after->sections);
            size_t flat = after->starts[changes[i].after_section] + changes[i].after_item + j;
            CHECK(flat < after->count);
            into->flags[flat] = changes[i].flags;
            into->mask[flat] = changes[i].mask;
        }
    }
}

/* Replaces what expect() says of updates, which knows nothing of children, nor of the source's marks. */
static void expect_updates(beside *self, const tree *before, const tree *after, expectation *wanted,
                           const said_updates *said)
{
    wanted->reloads = wanted->reconfigures = 0;
    for (size_t i = 0; i < after->count; i++) {
        wanted->update[i] = 0;
        if (wanted->before_of[i] == MODEL_NONE) {
            continue;
        }
        const tree_item *was = &before->items[wanted->before_of[i]], *is = &after->items[i];
        uint32_t flags = 0, mark = self->news.marks[is->key];
        flags |= was->cell_class != is->cell_class ? IQ_CHANGE_BY_CLASS : 0;
        flags |= was->content != is->content ? IQ_CHANGE_BY_CONTENT : 0;
        flags |= was->level != is->level ? IQ_CHANGE_BY_LEVEL : 0;
        flags |= self->parents[0][is->key] != self->parents[1][is->key] ? IQ_CHANGE_BY_CHILDREN : 0;
        /* Whether marks from before it went, or of when it came again, hold is not said. */
        if (self->news.unsteady[is->key]) {
            mark = said->flags[i] & IQ_CHANGE_RELOAD ? MODEL_RELOAD : MODEL_RECONFIGURE;
            mark = said->flags[i] & IQ_CHANGE_BY_MARK ? mark : 0;
            self->news.marks[is->key] = mark;
        }
        /* A mark for a reconfigure that came with another class was a reload then. */
        if (mark && self->news.reclassed[is->key] && said->flags[i] & IQ_CHANGE_RELOAD) {
            self->news.marks[is->key] = mark = MODEL_RELOAD;
        }
        flags |= mark ? IQ_CHANGE_BY_MARK : 0;
        if (flags) {
            bool reload = flags & IQ_CHANGE_BY_CLASS || mark & MODEL_RELOAD;
            wanted->update[i] = flags | (reload ? IQ_CHANGE_RELOAD : IQ_CHANGE_RECONFIGURE);
            wanted->mask[i] = reload ? 0 : flags == IQ_CHANGE_BY_CHILDREN ? said->mask[i] : UINT64_MAX;
            wanted->reloads += reload;
            wanted->reconfigures += !reload;
        }
    }
}

static void replay_update(beside *self, const tree *before, const iq_changeset *changeset)
{
    static const expect_rules rules;
    model models[2];
    said_updates said;
    tree_to_model(before, &models[0]);
    tree_to_model(&self->shown, &models[1]);
    read_updates(changeset, &self->shown, &said);
    expectation wanted = expect(&models[0], &models[1], &rules);
    expect_updates(self, before, &self->shown, &wanted, &said);
    replay_all(changeset, &wanted);
    expect_clear(&wanted);
    model_clear(&models[0]);
    model_clear(&models[1]);
}

static beside_filter *filter_of(const beside *self, uint64_t ticket)
{
    for (size_t f = 0; f < self->filter_count; f++) {
        if (self->filters[f]->ticket == ticket) {
            return self->filters[f];
        }
    }
    CHECK(!"a ticket that was given");
    return NULL;
}

/* Lists that are derived from this one see what it shows now. */
static void pass_on(const beside *self, const tree *before, const uint32_t *marks)
{
    for (size_t i = 0; i < BESIDE_LISTS; i++) {
        if (beside_all[i] && beside_all[i]->parent == self) {
            beside_source_changed(beside_all[i], before, &self->shown, marks);
        }
    }
}

/* The marks of the source are this update's. */
static void end_update(beside *self, const tree *before)
{
    uint32_t marks[TREE_KEYS];
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        size_t was = tree_find(before, key), is = tree_find(&self->shown, key);
        marks[key] = was != TREE_NONE && is != TREE_NONE ? self->news.marks[key] : 0;
    }
    pass_on(self, before, marks);
}

/* Takes from the news what this update does not follow. */
static beside_news keep_news(beside *self)
{
    static const beside_news none;
    beside_news later = self->keeps ? self->news : none;
    if (self->keeps) {
        self->news = none;
    }
    return later;
}

static void follow_update(beside *self, const iq_event *event)
{
    iq_summary summary = {.struct_size = sizeof summary};
    tree before = self->shown;
    CHECK_OK(event->status);
    CHECK(!*self->is_edited || self->holds > 0);
    CHECK(event->item.id == 0 && event->changeset != NULL);
    beside_follow(self, event->number ? filter_of(self, event->number) : NULL);
    beside_news later = keep_news(self);
    replay_update(self, &before, event->changeset);
    CHECK_OK(iq_changeset_get_summary(event->changeset, &summary));
    CHECK(summary.reload == IQ_RELOAD_NO && (event->number == 0 || is_ordered(self->flags) ||
                                                (!summary.item_moves && !summary.section_moves)));
    bool is_same = tree_same(&before, &self->shown) && summary.item_reloads + summary.item_reconfigures == 0;
    CHECK(is_same == ((event->flags & IQ_COMMIT_UNCHANGED) != 0));
    end_update(self, &before);
    self->news = later;
    self->has_followed = event->number == 0;
    self->mirror_before = before;
    self->mirror = self->shown;
    self->updates++;
}

/* A poll that says nothing of it: nothing that can be seen has changed. */
static void follow_silently(beside *self)
{
    tree before = self->shown;
    if (!*self->is_edited || self->holds > 0) {
        beside_follow(self, NULL);
        beside_news later = keep_news(self);
        CHECK(tree_same(&before, &self->shown));
        for (size_t i = 0; i < self->shown.count; i++) {
            unsigned key = self->shown.items[i].key;
            CHECK(self->news.marks[key] == 0 || self->news.unsteady[key]);
        }
        end_update(self, &before);
        self->news = later;
    }
    self->has_followed = false;
}

/* ---- states */

static void change(uint32_t *states, const iq_event *event)
{
    bool on = event->flags & IQ_SWITCHED_ON;
    CHECK((*states & event->states) == (on ? 0 : event->states));
    *states ^= event->states;
}

static void follow_states(beside *self, const iq_event *event)
{
    const tree *order = event->flags & IQ_SWITCHED_GONE ? &self->mirror_before : &self->mirror;
    CHECK(event->states != 0 && !(event->flags & IQ_SWITCHED_CLEARED));
    CHECK(!(event->flags & IQ_SWITCHED_GONE) || !(event->flags & IQ_SWITCHED_ON));
    if (event->item.id == 0) {
        change(&self->mirrored_sections[tree_number(event->key)], event);
        return;
    }
    CHECK(event->count > 0 && event->index < order->count && event->count <= order->count - event->index);
    CHECK(tree_number(event->key) == order->items[event->index].key);
    for (size_t i = 0; i < event->count; i++) {
        unsigned key = order->items[event->index + i].key;
        CHECK(!(event->flags & IQ_SWITCHED_GONE) || tree_find(&self->mirror, key) == TREE_NONE);
        change(&self->mirrored[key], event);
    }
}

static bool wants_children(const beside *self, size_t index)
{
    const tree_item *item = &self->shown.items[index];
    size_t at = tree_find(&self->known, item->key);
    return is_outline(self->flags) && self->states.states[item->key] & IQ_STATE_EXPANDED &&
           tree_has_trait(item->cell_class, item->key, item->content) && !tree_has_below(&self->known, at);
}

static void follow_children(beside *self, const iq_event *event)
{
    unsigned key = tree_number(event->key);
    size_t at = tree_find(&self->shown, key);
    CHECK(at != TREE_NONE && event->index == at && event->item.id != 0);
    CHECK(wants_children(self, at) && !self->asked[key] && beside_is_connected(self));
    self->asked[key] = true;
    self->children_events++;
}

/* ---- polls */

enum { MOST = 64 };

size_t beside_poll(beside *self, size_t capacity)
{
    iq_event events[MOST] = {{.struct_size = sizeof events[0]}};
    size_t count, updates = 0;
    CHECK(capacity <= MOST);
    CHECK_OK(iq_list_poll(self->list, events, capacity, &count));
    CHECK(count <= capacity);
    bool has_update = count > 0 && events[0].kind == IQ_EVENT_UPDATE;
    /* What an accordion folds is said by a poll before that of the update. */
    bool has_folded = self->flags & IQ_DERIVE_EXCLUSIVE && count > 0 && events[0].kind == IQ_EVENT_STATES;
    bool has_worked = !has_folded && (self->is_settled || (count == 0 && capacity > 0) || has_update);
    self->is_settled = count < capacity;
    if (has_worked && !has_update) {
        follow_silently(self);
    }
    for (size_t i = 0; i < count; i++) {
        CHECK(events[i].version >= self->version);
        self->version = events[i].version;
        switch (events[i].kind) {
        case IQ_EVENT_UPDATE:
            CHECK(updates++ == 0);
            follow_update(self, &events[i]);
            break;
        case IQ_EVENT_STATES: follow_states(self, &events[i]); break;
        case IQ_EVENT_CHILDREN: follow_children(self, &events[i]); break;
        default: CHECK(!"a kind that was asked for");
        }
    }
    return has_folded ? count + beside_poll(self, capacity) : count;
}

void beside_settle(beside *self)
{
    while (beside_poll(self, MOST) > 0) {
    }
    beside_check(self);
}

/* ---- what the list is */

static void check_handles(beside *self)
{
    for (size_t i = 0; i < self->shown.count; i++) {
        unsigned key = self->shown.items[i].key;
        iq_item item;
        CHECK_OK(iq_list_find_item_at(self->list, i, &item));
        CHECK(self->handles[key] ? item.id == self->handles[key] : item.id != self->stale[key]);
        self->handles[key] = item.id;
    }
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        iq_item item = {0};
        iq_position position;
        bool is_shown = self->handles[key] != 0;
        CHECK_STATUS(iq_list_find_item(self->list, NULL, key_of(key), &item), is_shown ? IQ_OK : IQ_ERROR_NOT_FOUND);
        CHECK(item.id == self->handles[key]);
        item.id = self->stale[key];
        CHECK_STATUS(iq_list_find_position(self->list, item, &position), IQ_ERROR_HANDLE);
    }
    for (unsigned key = 0; key < TREE_SECTIONS; key++) {
        size_t at = tree_find_section(&self->shown, key);
        iq_section section, there;
        iq_status status = iq_list_find_section(self->list, key_of(key), &section);
        CHECK_STATUS(status, at == TREE_NONE ? IQ_ERROR_NOT_FOUND : IQ_OK);
        if (status == IQ_OK) {
            CHECK_OK(iq_list_find_section_at(self->list, at, &there));
            CHECK(there.id == section.id);
        }
    }
}

static void check_states(const beside *self)
{
    uint32_t states[TREE_KEYS];
    size_t selected = 0;
    iq_list_info info = {.struct_size = sizeof info};
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .states = states};
    CHECK_OK(iq_list_get_items(self->list, 0, self->shown.count, &buffers));
    CHECK_OK(iq_list_get_info(self->list, &info));
    uint64_t focused = 0;
    for (size_t i = 0; i < self->shown.count; i++) {
        unsigned key = self->shown.items[i].key;
        CHECK(states[i] == self->states.states[key]);
        selected += states[i] & IQ_STATE_SELECTED;
        focused = states[i] & IQ_STATE_FOCUSED ? self->handles[key] : focused;
    }
    CHECK(info.selected == selected && info.focused.id == focused);
    CHECK(info.items == self->shown.count && info.sections == self->shown.sections);
    CHECK(info.version >= self->version);
    for (size_t s = 0; s < self->shown.sections; s++) {
        iq_section section;
        iq_section_info read = {.struct_size = sizeof read};
        CHECK_OK(iq_list_find_section_at(self->list, s, &section));
        CHECK_OK(iq_list_get_section_info(self->list, section, &read));
        CHECK(read.states == self->states.section_states[self->shown.section_keys[s]]);
    }
}

/* By key, what is hidden has its states too; in the order of the source, or of a sorted list, and then of the first
 * source. */
static void check_keys_in_state(const beside *self)
{
    static const uint32_t some[] = {IQ_STATE_SELECTED, IQ_STATE_EXPANDED, IQ_STATE_HOST << 3};
    for (size_t s = 0; s < 3; s++) {
        iq_key keys[TREE_KEYS];
        size_t count, wanted = 0;
        CHECK_OK(iq_list_find_keys_in_state(self->list, some[s], 0, NULL, keys, TREE_KEYS, &count));
        const tree *order = is_ordered(self->flags) ? &self->shown : &self->known;
        for (size_t i = 0; i < order->count; i++) {
            unsigned key = order->items[i].key;
            if (self->states.states[key] & some[s]) {
                CHECK(wanted < count && tree_number(keys[wanted]) == key);
                wanted++;
            }
        }
        bool is_known = beside_check_above(self, some[s], keys, count, &wanted);
        CHECK(is_known ? count == wanted : count >= wanted);
    }
}

/* No event waits: what they have said is what the list is. */
static void check_mirror(const beside *self)
{
    CHECK(tree_same(&self->mirror, &self->shown));
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        bool is_shown = tree_find(&self->shown, key) != TREE_NONE;
        CHECK(self->mirrored[key] == (is_shown ? self->states.states[key] : 0));
    }
    for (unsigned key = 0; key < TREE_SECTIONS; key++) {
        bool is_shown = tree_find_section(&self->shown, key) != TREE_NONE;
        CHECK(self->mirrored_sections[key] == (is_shown ? self->states.section_states[key] : 0));
    }
}

void beside_check(beside *self)
{
    tree read;
    tree_read(self->list, &read);
    CHECK(tree_same(&read, &self->shown));
    check_handles(self);
    check_states(self);
    if (!self->is_ahead && !*self->is_edited && !(self->flags & IQ_DERIVE_EXCLUSIVE)) {
        check_keys_in_state(self);
    }
    if (self->is_settled) {
        check_mirror(self);
    }
}

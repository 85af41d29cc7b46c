/*
 * world_check.c - a list that has nothing to do is what its source, its states and its filter say: see world.h.
 */
#include "world.h"

#include "check.h"

#include <string.h>

void world_check_event_models(world_list *self)
{
    for (size_t i = 0; world_has(WORLD_VIEW_MODELS) && i < self->event_model_count; i++) {
        CHECK(tree_references(self->event_models[i]) > 0);
    }
}

/* ---- what it shows */

/* From the last to the first, so that what is below an item is known before it. */
static void adopt_passing(world_ticket *filter, const tree *held, const tree *now, tree_rules *rules)
{
    for (size_t i = held->count; i-- > 0;) {
        unsigned key = held->items[i].key;
        if (filter->unsure[key]) {
            rules->passes[key] = false;
            rules->passes[key] = !tree_shows(held, rules, i) && tree_find(now, key) != TREE_NONE;
        }
    }
}

static bool fits(world_list *self, const tree *held, const tree *now, tree_rules *rules)
{
    tree wanted;
    if (is_ordered(self->flags)) {
        bool has_order = self->in_effect && self->in_effect->has_function;
        return tree_order_fits(has_order ? &self->in_effect->order : NULL, self->flags, held, now);
    }
    if (self->in_effect && self->in_effect->has_bits) {
        adopt_passing(self->in_effect, held, now, rules);
    }
    tree_derive(held, rules, &wanted);
    return tree_same(&wanted, now);
}

static void check_shown(world_list *self, const tree *now, const uint32_t *states)
{
    tree_rules rules = {.flags = self->flags};
    size_t kept = 0;
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        rules.expanded[key] = states[key] & IQ_STATE_EXPANDED;
        rules.passes[key] = !self->in_effect || self->in_effect->passes[key];
    }
    for (size_t s = 0; s < now->sections; s++) {
        iq_section section;
        iq_section_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_list_find_section_at(self->list, s, &section));
        CHECK_OK(iq_list_get_section_info(self->list, section, &info));
        rules.open[now->section_keys[s]] = info.states & IQ_STATE_EXPANDED;
    }
    for (size_t i = 0; i < self->held_count; i++) {
        if (fits(self, &self->held[i], now, &rules)) {
            self->held[kept++] = self->held[i];
        }
    }
    CHECK(self->is_lost || kept > 0);
    self->held_count = kept;
    /* On hold, what has come since then is still to be seen. */
    bool is_seen = kept == 1 && self->holds == 0 && self->in_effect && self->in_effect->has_bits;
    for (unsigned key = 0; is_seen && key < TREE_KEYS; key++) {
        size_t at = tree_find(&self->held[0], key);
        bool is_shown = tree_find(now, key) != TREE_NONE;
        if (self->in_effect->unsure[key] && at != TREE_NONE && is_shown == rules.passes[key]) {
            self->in_effect->passes[key] = rules.passes[key];
            self->in_effect->unsure[key] = false;
        }
    }
}

/* ---- states */

/* By key: what the list says of all that it knows, shown or hidden. */
static void read_states(const world_list *self, uint32_t *states)
{
    static const uint32_t some[] = {IQ_STATE_SELECTED, IQ_STATE_EXPANDED, IQ_STATE_HOST, IQ_STATE_HOST << 3};
    memset(states, 0, TREE_KEYS * sizeof *states);
    for (size_t s = 0; s < sizeof some / sizeof *some; s++) {
        iq_key keys[TREE_KEYS];
        size_t count;
        CHECK_OK(iq_list_find_keys_in_state(self->list, some[s], 0, NULL, keys, TREE_KEYS, &count));
        CHECK(count <= TREE_KEYS);
        for (size_t i = 0; i < count; i++) {
            unsigned key = tree_number(keys[i]);
            CHECK(!(states[key] & some[s]));
            states[key] |= some[s];
        }
    }
}

static void check_shown_states(const world_list *self, const tree *now, const uint32_t *states)
{
    uint32_t shown[TREE_KEYS];
    const iq_item_buffers buffers = {.struct_size = sizeof buffers, .states = shown};
    CHECK_OK(iq_list_get_items(self->list, 0, now->count, &buffers));
    for (size_t i = 0; i < now->count; i++) {
        unsigned key = now->items[i].key;
        CHECK((shown[i] & WORLD_STATES) == states[key]);
        CHECK((states[key] & self->sure[key]) == (self->states[key] & self->sure[key]));
    }
}

/* The source that has all that a list may remember. */
static const tree *first_source(const world_list *self)
{
    while (self->source && world_has(WORLD_CHAINS) && self->source->is_derived) {
        self = self->source;
    }
    return self->held_count == 1 ? &self->held[0] : NULL;
}

/* All is as the first source has it. */
static void check_hidden_states(world_list *self, const uint32_t *states)
{
    const tree *first = first_source(self);
    for (unsigned key = 0; first && key < TREE_KEYS; key++) {
        uint32_t wanted = tree_find(first, key) == TREE_NONE ? 0 : self->states[key];
        uint32_t sure = tree_find(first, key) == TREE_NONE ? WORLD_STATES : self->sure[key];
        CHECK((states[key] & sure) == (wanted & sure));
        self->states[key] = states[key];
        self->sure[key] = WORLD_STATES;
        self->unsteady[key] = false;
    }
    self->was_expanded = false;
}

/* ---- accordions */

static void check_siblings(world_list *self, const tree *now, const uint32_t *states)
{
    const tree *held = &self->held[0];
    for (size_t i = 0; i < held->count; i++) {
        for (size_t j = i + 1; states[held->items[i].key] & IQ_STATE_EXPANDED && j < held->count; j++) {
            bool are_shown = tree_find(now, held->items[i].key) != TREE_NONE &&
                             tree_find(now, held->items[j].key) != TREE_NONE;
            CHECK(!(states[held->items[j].key] & IQ_STATE_EXPANDED) || !tree_siblings(held, i, j) ||
                  (!are_shown && !world_has(WORLD_ACCORDIONS)));
        }
    }
    if (self->fresh < TREE_KEYS && tree_find(now, self->fresh) != TREE_NONE) {
        CHECK(states[self->fresh] & IQ_STATE_EXPANDED);
    }
    self->fresh = TREE_KEYS;
}

/* ---- keys */

static void check_keys(const world_list *self, const tree *now)
{
    for (int i = 0; i < 4; i++) {
        unsigned key = (unsigned)world_below(TREE_GIVEN);
        size_t at = tree_find(now, key);
        iq_item item, there;
        CHECK_STATUS(iq_list_find_item(self->list, NULL, key_of(key), &item),
                     at == TREE_NONE ? IQ_ERROR_NOT_FOUND : IQ_OK);
        if (at != TREE_NONE) {
            CHECK_OK(iq_list_find_item_at(self->list, at, &there));
            CHECK(item.id == there.id);
        }
    }
}

void world_check(world_list *self)
{
    tree now;
    tree_read(self->list, &now);
    check_keys(self, &now);
    world.checked++;
    if (!self->is_derived) {
        /* An open edit is seen by reads alone. */
        if (!world.edit) {
            mirror_check(&self->mirror, self->list, NULL);
        }
        world_check_views(self);
        return;
    }
    uint32_t states[TREE_KEYS];
    mirror_check(&self->mirror, self->list, NULL);
    read_states(self, states);
    check_shown_states(self, &now, states);
    if (!(self->source == &world.lists[0] && world.edit)) {
        check_shown(self, &now, states);
    }
    if (self->flags & AS_GROUPED) {
        world_check_headers(self, &now);
    }
    if (world_is_level(self)) {
        check_hidden_states(self, states);
        if (self->flags & IQ_DERIVE_EXCLUSIVE) {
            check_siblings(self, &now, states);
        }
    }
    world_check_views(self);
}

/*
 * beside_above.c - what a derived list remembers of what the lists above it hide: see beside.h.
 */
#include "beside.h"

#include "check.h"

#include <string.h>

beside_origin beside_first;

static const unsigned HELD = UINT32_MAX; /* of what a version without a source has */

static const beside *top_of(const beside *self)
{
    return self->parent ? top_of(self->parent) : self;
}

/* What the chain begins with. */
static const tree *first_of(const beside *self)
{
    const beside *top = top_of(self);
    return top->source_list ? beside_first.shown : &top->held;
}

/* Which item of a key the first source has; 0: none. What its open edit has put in is the next one. */
static unsigned born(const beside *self, unsigned key)
{
    const iq_list *list = top_of(self)->source_list;
    bool is_there = tree_find(first_of(self), key) != TREE_NONE;
    if (!self->parent || !list) {
        return self->parent && is_there ? HELD : 0;
    }
    iq_item item;
    bool is_new = !is_there && iq_list_find_item(list, NULL, key_of(key), &item) == IQ_OK;
    return is_there ? 1 + beside_first.born[key] : is_new ? 2 + beside_first.born[key] : 0;
}

static unsigned section_born(const beside *self, unsigned key)
{
    const iq_list *list = top_of(self)->source_list;
    bool is_there = tree_find_section(first_of(self), key) != TREE_NONE;
    if (!self->parent || !list) {
        return self->parent && is_there ? HELD : 0;
    }
    iq_section section;
    bool is_new = !is_there && iq_list_find_section(list, key_of(key), &section) == IQ_OK;
    return is_there ? 1 + beside_first.section_born[key] : is_new ? 2 + beside_first.section_born[key] : 0;
}

/* ---- the first source */

void beside_first_changed(const tree *before, const tree *after)
{
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        beside_first.born[key] += tree_find(before, key) == TREE_NONE && tree_find(after, key) != TREE_NONE;
    }
    for (unsigned key = 0; key < TREE_SECTIONS; key++) {
        beside_first.section_born[key] +=
            tree_find_section(before, key) == TREE_NONE && tree_find_section(after, key) != TREE_NONE;
    }
    beside_first.shown = after;
}

/* What an edit has put in has gone, and is not the next one. */
void beside_first_abandoned(void)
{
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        beside_first.born[key] += tree_find(beside_first.shown, key) == TREE_NONE ? 2 : 0;
    }
    for (unsigned key = 0; key < TREE_SECTIONS; key++) {
        beside_first.section_born[key] += tree_find_section(beside_first.shown, key) == TREE_NONE ? 2 : 0;
    }
}

/* ---- a list of the chain goes: it begins with a version that is held */

static bool is_below(const beside *self, const beside *other)
{
    return self && (self->parent == other || is_below(self->parent, other));
}

void beside_hold_above(const beside *top)
{
    for (size_t i = 0; i < BESIDE_LISTS; i++) {
        beside *self = beside_all[i];
        if (!is_below(self, top)) {
            continue;
        }
        for (unsigned key = 0; key < TREE_KEYS; key++) {
            bool is_there = tree_find(&top->known, key) != TREE_NONE;
            /* Whether what was stale is still remembered is not said. */
            self->doubt[key] |= self->above[key] && is_there && self->above[key] != born(self, key);
            self->above[key] = self->above[key] && is_there ? HELD : 0;
        }
        for (unsigned key = 0; key < TREE_SECTIONS; key++) {
            bool is_there = tree_find_section(&top->known, key) != TREE_NONE;
            self->section_above[key] = self->section_above[key] && is_there ? HELD : 0;
        }
    }
}

/* ---- following */

static bool is_outline_expanding(const beside *self)
{
    return is_outline(self->flags) && self->flags & IQ_DERIVE_EXPANDED;
}

void beside_note_collapsed(beside *self, const tree *before)
{
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        size_t at = tree_find(before, key);
        if (at == TREE_NONE) {
            continue;
        }
        bool is_expanded = self->states.states[key] & IQ_STATE_EXPANDED;
        bool has_lost = self->was_expanded[key] && tree_find(&self->shown, key) != TREE_NONE;
        self->collapsed[key] = !is_expanded && (self->collapsed[key] || has_lost || tree_has_below(before, at));
    }
}

bool beside_goes_above(beside *self, unsigned key)
{
    bool has_any = self->states.states[key] || self->asked[key] || self->doubt[key] ||
                   (is_outline_expanding(self) && self->collapsed[key]);
    self->above[key] = has_any ? born(self, key) : 0;
    return self->above[key] != 0;
}

/* The states of an item that the list has, be it hidden. */
static uint32_t read_states(const beside *self, unsigned key)
{
    uint32_t states = 0;
    for (uint32_t state = 1; state <= IQ_STATE_HOST << 7; state <<= 1) {
        iq_key keys[TREE_KEYS];
        size_t count;
        if (state & 0xf0) {
            continue;
        }
        CHECK_OK(iq_list_find_keys_in_state(self->list, state, 0, NULL, keys, TREE_KEYS, &count));
        for (size_t i = 0; i < count; i++) {
            states |= tree_number(keys[i]) == key ? state : 0;
        }
    }
    return states;
}

/* Returns whether it is known, and not just new. */
bool beside_comes_from_above(beside *self, unsigned key)
{
    bool is_same = self->above[key] && self->above[key] == born(self, key);
    self->above[key] = 0;
    if (!is_same) {
        self->states.states[key] = 0;
        self->asked[key] = self->collapsed[key] = self->doubt[key] = false;
        return false;
    }
    self->returned++;
    if (self->doubt[key]) {
        self->states.states[key] = read_states(self, key);
        return true;
    }
    return self->states.states[key] & IQ_STATE_EXPANDED || self->collapsed[key];
}

bool beside_section_goes_above(beside *self, unsigned key)
{
    self->section_above[key] = section_born(self, key);
    return self->section_above[key] != 0;
}

bool beside_section_comes_from_above(beside *self, unsigned key)
{
    bool is_same = self->section_above[key] && self->section_above[key] == section_born(self, key);
    bool is_kept = self->section_states_above[key] || (is_outline_expanding(self) && self->flags & IQ_DERIVE_SECTIONS);
    self->section_above[key] = 0;
    return is_same && is_kept;
}

/* ---- states by key */

void beside_forget_above(beside *self, const state_model *before)
{
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        bool has_lost = before->states[key] & ~self->states.states[key] & IQ_STATE_EXPANDED;
        self->collapsed[key] |= self->above[key] && has_lost;
    }
}

bool beside_set_above(beside *self, unsigned key, uint32_t states, uint32_t flags)
{
    const iq_key item_key = key_of(key);
    size_t missing = SIZE_MAX;
    unsigned now = born(self, key);
    if (beside_first.is_edited) {
        return false;
    }
    CHECK_OK(iq_list_set_key_states(self->list, NULL, &item_key, 1, states, flags, &missing));
    CHECK(missing == (now == 0));
    if (now == 0) {
        return true;
    }
    if (self->above[key] != now) {
        self->states.states[key] = 0;
        self->asked[key] = self->collapsed[key] = false;
        self->above[key] = now;
    }
    self->states.states[key] = flags ? self->states.states[key] & ~states : self->states.states[key] | states;
    if (states & IQ_STATE_EXPANDED) {
        self->collapsed[key] = flags;
    }
    return true;
}

/* `keys` come behind those of the source. Returns whether all is known. */
bool beside_check_above(const beside *self, uint32_t state, const iq_key *keys, size_t count, size_t *wanted)
{
    const tree *first = first_of(self);
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        if (self->above[key] && self->doubt[key]) {
            return false;
        }
    }
    if (!self->parent || (top_of(self)->source_list && beside_first.is_edited)) {
        return !self->parent;
    }
    for (size_t i = 0; i < first->count; i++) {
        unsigned key = first->items[i].key;
        if (self->above[key] && self->above[key] == born(self, key) && self->states.states[key] & state) {
            CHECK(*wanted < count && tree_number(keys[*wanted]) == key);
            ++*wanted;
        }
    }
    return true;
}

/*
 * state_model.c - states of items in the most obvious form: see state_model.h.
 */
#include "state_model.h"

#include <string.h>

uint32_t state_traits(unsigned key)
{
    static const uint32_t some[] = {0, IQ_TRAIT_NOT_SELECTABLE, IQ_TRAIT_NOT_DESELECTABLE, IQ_TRAIT_NOT_FOCUSABLE,
                                    IQ_TRAIT_NOT_HIGHLIGHTABLE};
    switch (key % 6) {
    case 0: return IQ_TRAIT_NOT_SELECTABLE | IQ_TRAIT_NOT_FOCUSABLE;
    case 1: return some[key / 6 % 5];
    default: return 0;
    }
}

typedef struct call {
    state_model *self;
    const size_t *indices;
    size_t count;
    bool is_one;
    uint32_t flags;
} call;

static bool by_user(const call *c)
{
    return c->flags & IQ_SET_BY_USER;
}

/* Whether the user may give the state, or take it away. */
static bool allows(const call *c, unsigned key, uint32_t state, bool on)
{
    uint32_t traits = by_user(c) ? state_traits(key) : 0;
    if (!on) {
        return state != IQ_STATE_SELECTED || !(traits & IQ_TRAIT_NOT_DESELECTABLE);
    }
    return !(state == IQ_STATE_SELECTED && traits & IQ_TRAIT_NOT_SELECTABLE) &&
           !(state == IQ_STATE_FOCUSED && traits & IQ_TRAIT_NOT_FOCUSABLE) &&
           !(state == IQ_STATE_HIGHLIGHTED && traits & IQ_TRAIT_NOT_HIGHLIGHTABLE);
}

static bool is_cleared(const call *c, uint32_t state)
{
    return by_user(c) && state == IQ_STATE_SELECTED && !(c->self->selection & IQ_SELECTION_KEEPS);
}

static bool is_meant(const call *c, unsigned key)
{
    for (size_t i = 0; i < c->count; i++) {
        if (c->self->shown[c->indices[i]] == key) {
            return true;
        }
    }
    return false;
}

static bool is_shown(const state_model *self, unsigned key)
{
    for (size_t i = 0; i < self->count; i++) {
        if (self->shown[i] == key) {
            return true;
        }
    }
    return false;
}

/* The last item of the call that may get a state which one item at most has; STATE_KEYS: none. */
static unsigned choose(const call *c, uint32_t state)
{
    for (size_t i = c->count; i-- > 0;) {
        unsigned key = c->self->shown[c->indices[i]];
        bool has = c->self->states[key] & state;
        if (has && c->flags & IQ_SET_TOGGLE) {
            continue;
        }
        if ((has && !is_cleared(c, state)) || allows(c, key, state, true)) {
            return key;
        }
    }
    return STATE_KEYS;
}

static iq_status set_sole(const call *c, uint32_t state)
{
    state_model *self = c->self;
    unsigned chosen = choose(c, state);
    for (unsigned key = 0; key < STATE_KEYS; key++) {
        if (!(self->states[key] & state) || key == chosen) {
            continue;
        }
        if (chosen == STATE_KEYS && !(c->flags & IQ_SET_TOGGLE && is_meant(c, key))) {
            continue;
        }
        if (is_shown(self, key) && !allows(c, key, state, false)) {
            if (chosen != STATE_KEYS || c->is_one) {
                return IQ_ERROR_REFUSED;
            }
            continue;
        }
        if (chosen == STATE_KEYS && !is_shown(self, key)) {
            continue;
        }
        self->states[key] &= ~state;
        if (chosen == STATE_KEYS) {
            return IQ_OK;
        }
    }
    if (chosen == STATE_KEYS) {
        return c->is_one && c->count ? IQ_ERROR_REFUSED : IQ_OK;
    }
    for (size_t s = 0; state == IQ_STATE_FOCUSED && s < STATE_SECTIONS; s++) {
        self->section_states[s] &= ~state;
    }
    if (!is_cleared(c, state)) {
        self->states[chosen] |= state;
    }
    return IQ_OK;
}

static iq_status set_one(const call *c, uint32_t state)
{
    state_model *self = c->self;
    uint32_t before[STATE_KEYS];
    bool is_off = c->flags & IQ_SET_OFF;
    memcpy(before, self->states, sizeof before);
    for (unsigned key = 0; c->flags & IQ_SET_ONLY && key < STATE_KEYS; key++) {
        if (!is_meant(c, key) && (!is_shown(self, key) || allows(c, key, state, false))) {
            self->states[key] &= ~state;
        }
    }
    for (size_t i = 0; i < c->count; i++) {
        unsigned key = self->shown[c->indices[i]];
        bool has = before[key] & state;
        bool on = c->flags & IQ_SET_TOGGLE ? !has : !is_off;
        if (on == has && !(on && is_cleared(c, state))) {
            continue;
        }
        if (!allows(c, key, state, on)) {
            if (c->is_one) {
                return IQ_ERROR_REFUSED;
            }
            continue;
        }
        if (on && !is_cleared(c, state)) {
            self->states[key] |= state;
        } else if (!on) {
            self->states[key] &= ~state;
        }
    }
    return IQ_OK;
}

/* Whether the user would select something while he may not. */
static bool is_refused_by_mode(const call *c)
{
    if (!by_user(c) || (c->self->selection & 3) != IQ_SELECTION_NONE || c->flags & IQ_SET_OFF) {
        return false;
    }
    for (size_t i = 0; i < c->count; i++) {
        if (!(c->flags & IQ_SET_TOGGLE) || !(c->self->states[c->self->shown[c->indices[i]]] & IQ_STATE_SELECTED)) {
            return true;
        }
    }
    return false;
}

iq_status state_model_set(state_model *self, const size_t *indices, size_t count, bool is_one, uint32_t states,
                          uint32_t flags)
{
    state_model before = *self;
    call c = {self, indices, count, is_one, flags};
    for (uint32_t state = 1; state <= states; state <<= 1) {
        if (!(states & state)) {
            continue;
        }
        bool is_sole = state == IQ_STATE_FOCUSED || (state == IQ_STATE_SELECTED && (self->selection & 3) == 0);
        iq_status status = IQ_OK;
        if (state == IQ_STATE_SELECTED && is_refused_by_mode(&c)) {
            status = IQ_ERROR_REFUSED;
        } else {
            status = is_sole && !(flags & IQ_SET_OFF) ? set_sole(&c, state) : set_one(&c, state);
        }
        if (status != IQ_OK) {
            *self = before;
            return status;
        }
    }
    return IQ_OK;
}

void state_model_set_section(state_model *self, size_t section, uint32_t states, uint32_t flags)
{
    uint32_t old = self->section_states[section];
    uint32_t new = flags & IQ_SET_OFF ? old & ~states : flags & IQ_SET_TOGGLE ? old ^ states : old | states;
    for (size_t s = 0; s < STATE_SECTIONS; s++) {
        if (s != section && flags & IQ_SET_ONLY) {
            self->section_states[s] &= ~states;
        }
        if (new & ~old & IQ_STATE_FOCUSED) {
            self->section_states[s] &= ~IQ_STATE_FOCUSED;
        }
    }
    for (unsigned key = 0; new & ~old & IQ_STATE_FOCUSED && key < STATE_KEYS; key++) {
        self->states[key] &= ~IQ_STATE_FOCUSED;
    }
    self->section_states[section] = new;
}

void state_model_set_selection(state_model *self, uint32_t mode)
{
    size_t kept = 0;
    self->selection = mode;
    for (size_t i = 0; (mode & 3) != IQ_SELECTION_MULTIPLE && i < self->count; i++) {
        if (self->states[self->shown[i]] & IQ_STATE_SELECTED && ((mode & 3) == IQ_SELECTION_NONE || kept++ > 0)) {
            self->states[self->shown[i]] &= ~IQ_STATE_SELECTED;
        }
    }
    for (unsigned key = 0; (mode & 3) != IQ_SELECTION_MULTIPLE && key < STATE_KEYS; key++) {
        if (!is_shown(self, key)) {
            self->states[key] &= ~IQ_STATE_SELECTED;
        }
    }
}

void state_model_forget(state_model *self)
{
    for (unsigned key = 0; key < STATE_KEYS; key++) {
        if (!is_shown(self, key)) {
            self->states[key] = 0;
        }
    }
}

/*
 * state_model.h - states of items in the most obvious form: a number for each key, and loops over all of them.
 *
 *     shown    keys in order, by section          what the list has now
 *     states   by key, also of keys that an open edit has deleted
 *
 * Keys are numbers below STATE_KEYS; an item's traits follow from its key.
 */
#ifndef STATE_MODEL_H
#define STATE_MODEL_H

#include "iqlist.h"

#include <stdbool.h>
#include <stddef.h>

#define STATE_KEYS 120
#define STATE_SECTIONS 4

typedef struct state_model {
    size_t count;
    /* By index over all sections. */
    unsigned shown[STATE_KEYS];
    size_t starts[STATE_SECTIONS + 1];
    uint32_t states[STATE_KEYS];
    uint32_t section_states[STATE_SECTIONS];
    uint32_t selection;
} state_model;

/* The traits of an item, and whether its class asks for them, is the same for all its items, or has none. */
uint32_t state_traits(unsigned key);

/* Sets states of the items at these indices, in this order. Refused calls change nothing. `is_one`: the call is
 * about one item. */
iq_status state_model_set(state_model *self, const size_t *indices, size_t count, bool is_one, uint32_t states,
                          uint32_t flags);
void state_model_set_section(state_model *self, size_t section, uint32_t states, uint32_t flags);
void state_model_set_selection(state_model *self, uint32_t mode);
/* Keys that are not shown lose their states. */
void state_model_forget(state_model *self);

#endif

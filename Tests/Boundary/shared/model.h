/*
 * model.h - a sectioned list in the most obvious form, to hold the library against.
 *
 *     model ─► sections[count] ─► items[count]      (key, content, model, class, level, mark)
 *                              └► elements[count]   (supplementary, ordered by kind and index)
 *
 * Every operation walks the arrays; nothing is indexed and nothing is shared.
 */
#ifndef MODEL_H
#define MODEL_H

#include "iqlist.h"

#include <stdbool.h>
#include <stddef.h>

#define MODEL_ELEMENTS 8
/* "Nowhere", as a position of the model. */
#define MODEL_NONE SIZE_MAX

/* Bits of model_item.mark. */
#define MODEL_RELOAD 1u
#define MODEL_RECONFIGURE 2u

typedef struct model_item {
    iq_key key;
    uint64_t content;
    void *model;
    iq_class cell_class;
    uint16_t level;
    uint32_t mark;
} model_item;

typedef struct model_section {
    iq_key key;
    bool reload;
    size_t count;
    model_item *items;
    size_t element_count;
    iq_supplementary elements[MODEL_ELEMENTS];
} model_section;

typedef struct model {
    size_t count;
    model_section *sections;
} model;

/* Where an item is in a model; section MODEL_NONE: nowhere. */
typedef struct model_place {
    size_t section;
    size_t item;
} model_place;

bool key_equal(iq_key a, iq_key b);
iq_key key_of(uint64_t number);
/* A key with a number behind it: what IQ_DUPLICATES_NUMBER makes of the second, third ... of that key. */
iq_key key_numbered(iq_key key, uint64_t number);

/* {0} is the empty model. */
void model_clear(model *self);
void model_copy(model *self, const model *from);
bool model_equal(const model *a, const model *b);
size_t model_item_count(const model *self);

/* The first section of that key, or MODEL_NONE. */
size_t model_find_section(const model *self, iq_key key);
/* The first item of that key; in `section` only, unless NULL. */
model_place model_find_item(const model *self, const iq_key *section, iq_key key);
/* The place of the item that is `flat` items from the start of the first section. */
model_place model_place_at(const model *self, size_t flat);

void model_insert_section(model *self, size_t position, iq_key key);
void model_delete_section(model *self, size_t position);
/* Takes a section out and puts it in at `to`, counted after the removal. */
void model_move_section(model *self, size_t from, size_t to);

void model_insert_item(model *self, model_place place, model_item item);
model_item model_take_item(model *self, model_place place);

void model_set_element(model_section *section, iq_supplementary element);
bool model_remove_element(model_section *section, uint32_t kind, uint32_t index);
const iq_supplementary *model_find_element(const model_section *section, uint32_t kind, uint32_t index);

void model_clear_marks(model *self);

/* What a policy made of the duplicates. */
typedef struct model_resolution {
    size_t dropped;
    size_t numbered;
    bool refused;
    iq_key key; /* of the first duplicate that was refused */
} model_resolution;

/* What a list shows of `from`: duplicates kept, dropped, numbered or refused, empty sections dropped if
 * that is asked for. `self` is unspecified where the policy refuses. */
model_resolution model_resolve(model *self, const model *from, iq_duplicates policy, bool drop_empty);

#endif

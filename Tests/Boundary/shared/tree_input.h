/*
 * tree_input.h - a tree of derived_model.h as the arrays that a list is given.
 */
#ifndef TREE_INPUT_H
#define TREE_INPUT_H

#include "derived_model.h"

typedef struct tree_input {
    tree of;
    /* Filled by the functions below. */
    iq_section_entry sections[TREE_SECTIONS];
    iq_key keys[TREE_KEYS];
    uint64_t contents[TREE_KEYS];
    void *models[TREE_KEYS];
    iq_class classes[TREE_KEYS];
    uint16_t levels[TREE_KEYS];
} tree_input;

/* The columns of some items, and of all of them with the sections. They point into `self`. */
iq_columns tree_input_columns(tree_input *self, size_t first, size_t count);
iq_columns tree_input_all(tree_input *self);

/* Puts an item before number `at`, and takes one away. The sections are left as they are. */
void tree_insert(tree *self, size_t at, tree_item item);
void tree_remove(tree *self, size_t at);

#endif

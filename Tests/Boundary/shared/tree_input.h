/*
 * tree_input.h - a tree of derived_model.h as the arrays that a list is given.
 */
#ifndef TREE_INPUT_H
#define TREE_INPUT_H

#include "derived_model.h"
#include "random.h"

/* Keys of random items are below. */
enum { TREE_GIVEN = 40 };

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

/* An item that may be put before number `index`, and another arrangement of about the same items, or of any; with
 * classes if `has_traits`. */
tree_item tree_random_item(const tree *of, random_source *random, bool has_traits, unsigned key, size_t index);
iq_columns tree_arrange(const tree *from, random_source *random, bool has_traits, tree_input *into);

/* Makes each level the depth: that of the parent and 1 more. */
void tree_close_gaps(tree *self);

#endif

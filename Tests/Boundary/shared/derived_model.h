/*
 * derived_model.h - what a derived list shows of its source, worked out the slow way: all of it from scratch, in
 * arrays, with keys that are small numbers.
 *
 *     tree      sections, and items in pre-order with levels        what a list shows
 *     derive    tree + what is expanded or passes -> tree
 *
 * Models follow from key and content, so that an item that is read has the right one or has not.
 */
#ifndef DERIVED_MODEL_H
#define DERIVED_MODEL_H

#include "derive.h"
#include "model.h"
#include "state_model.h"

enum { TREE_KEYS = STATE_KEYS, TREE_SECTIONS = STATE_SECTIONS, TREE_CONTENTS = 4 };

#define TREE_NONE SIZE_MAX

typedef struct tree_item {
    unsigned key;
    uint64_t content; /* 1 ... TREE_CONTENTS - 1 */
    uint32_t cell_class;
    uint16_t level;
    uint8_t children; /* of a derived list */
} tree_item;

typedef struct tree {
    size_t sections, count;
    unsigned section_keys[TREE_SECTIONS];
    size_t starts[TREE_SECTIONS + 1];
    tree_item items[TREE_KEYS];
} tree;

/* {0}; IQ_TRAIT_HAS_CHILDREN for all items; for some of them, by `traits_of`. */
extern iq_class tree_class[3];
void tree_register(void);

/* The same with models that count their references, the traits and functions of cells that `more` has beside. A count
 * below 0 is an error, and so is one that leaves 0 unless this thread is giving models to the library. */
void tree_register_counted(const iq_class_options *more);
extern _Thread_local unsigned tree_giving;
/* Called in `retain` and `release`, if set. */
extern void (*tree_inside)(const char *function);
/* References to a model that counts them, and to all of them. */
size_t tree_references(const void *model);
size_t tree_references_held(void);
bool tree_has_trait(uint32_t cell_class, unsigned key, uint64_t content);

void *tree_model_of(unsigned key, uint64_t content);
unsigned tree_number(iq_key key);

/* Reads a list; models are checked. */
void tree_read(const iq_list *list, tree *into);
bool tree_same(const tree *a, const tree *b);
/* All of an item but its content, class and level. */
void tree_to_model(const tree *from, model *into);

/* The index of a key, of a section's key, or TREE_NONE. */
size_t tree_find(const tree *self, unsigned key);
size_t tree_find_section(const tree *self, unsigned key);
size_t tree_section_of(const tree *self, size_t index);
/* The nearest item before it in its section with a lower level, or TREE_NONE. */
size_t tree_parent(const tree *self, size_t index);
bool tree_has_below(const tree *self, size_t index);
/* Two items with the same parent; roots of one section are siblings. */
bool tree_siblings(const tree *self, size_t a, size_t b);

/* By key. Of an outline `expanded` and `open` (sections) are looked at, of a filter `passes`, of a sorted list `ranks`:
 * siblings are sorted by them, each with what is below it. Of a grouped list also `groups`, keys of sections, and by these
 * `group_ranks`, which differ. */
typedef struct tree_rules {
    uint32_t flags; /* IQ_DERIVE_*, AS_FILTER, AS_SORTED: see derive.h */
    bool expanded[TREE_KEYS], open[TREE_SECTIONS], passes[TREE_KEYS];
    bool is_descending;
    uint64_t ranks[TREE_KEYS];
    unsigned groups[TREE_KEYS], group_ranks[TREE_SECTIONS];
} tree_rules;

/* Whether an item is shown, and a section. */
bool tree_shows(const tree *source, const tree_rules *rules, size_t index);
void tree_derive(const tree *source, const tree_rules *rules, tree *into);

#endif

/*
 * arrange.h - random models, and random ways to get from one to the next: the shapes that lists of
 * real programs take, and the ones that are hard to diff.
 */
#ifndef ARRANGE_H
#define ARRANGE_H

#include "model.h"
#include "random.h"

typedef enum arrange_shape {
    ARRANGE_SAME,         /* no change at all */
    ARRANGE_FEW,          /* a few of everything */
    ARRANGE_INSERT_FRONT, /* new items at the very front */
    ARRANGE_SHUFFLE,      /* all items of each section in another order */
    ARRANGE_REVERSE,
    ARRANGE_BLOCKS,   /* runs of items change places */
    ARRANGE_ALL_NEW,  /* no key stays */
    ARRANGE_SECTIONS, /* sections in another order, some come and go */
    ARRANGE_ACROSS,   /* items change sections */
    ARRANGE_SPLIT,    /* out of deleted sections and into inserted ones */
    ARRANGE_CONTENTS, /* every other content */
    ARRANGE_ELEMENTS, /* headers, footers and others come, go and change */
    ARRANGE_EMPTY,    /* nothing is left */
    ARRANGE_ANEW,     /* drawn from the same keys without looking at what was */
    ARRANGE_SHAPES
} arrange_shape;

typedef struct arrangement {
    random_source *random;
    uint64_t next_key; /* keys are numbers that count up, so that new ones are new */
    size_t sections;   /* about so many */
    size_t items;      /* about so many */
    bool scoped;       /* keys may recur in other sections */
    bool levels;       /* items have levels, of which many are 0 */
    /* The appearance of a new item and of an element; contents are drawn from few, so that they recur.
     * NULL: a random content, no model, no class. */
    void (*dress)(struct arrangement *self, model_item *item);
} arrangement;

const char *arrange_name(arrange_shape shape);

/* Makes `self` a random model. */
void arrange_new(arrangement *from, model *self);
/* Changes a model as the shape says. */
void arrange_change(arrangement *from, model *self, arrange_shape shape);
/* Marks some items and sections of `self` for an update. */
void arrange_marks(arrangement *from, model *self);
/* Sprinkles about `count` further occurrences of items that are there, and so many empty sections with
 * the keys of others. */
void arrange_duplicates(arrangement *from, model *self, size_t count, size_t sections);

#endif

/*
 * beside_source.h - a list with levels of any kind, which is set, applied, submitted, edited, cleared and filled again
 * at random. The lists beside their models (beside.h) that follow it are told what it commits.
 */
#ifndef BESIDE_SOURCE_H
#define BESIDE_SOURCE_H

#include "beside.h"
#include "tree_input.h"

typedef struct beside_source {
    random_source random;
    iq_list *list;
    tree shown; /* what it has committed */
    bool is_edited, has_traits;
    bool has_no_gaps; /* what is committed has the depths as levels */
    iq_edit *edit;
    uint32_t marks[TREE_KEYS]; /* of the edit */
} beside_source;

/* Sets these items, and other ones. */
void beside_source_become(beside_source *self, tree_input *items);
void beside_source_set(beside_source *self);
/* Begins an edit, goes on with it or ends it; without one something else may happen. */
void beside_source_happen(beside_source *self);
void beside_source_end_edit(beside_source *self, bool commits);

#endif

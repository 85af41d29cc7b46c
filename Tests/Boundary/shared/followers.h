/*
 * followers.h - lists that follow a source while other threads change it: one thread commits updates and edits of the
 * source, with marks; others poll the derived lists; one reads and sets states of all lists, and gives filters.
 *
 *     followed ──┬── followers[0], an outline ── followers[2], a filter
 *                └── followers[1], a filter
 *
 * Keys below FOLLOWER_STAYING are in every version of the source, and one thread alone sets states by them: a state
 * that was set is there until it is taken, whether an item is shown or hidden at the moment. Keys below FOLLOWER_ROOTS
 * are shown by every list at any time: each mark is followed by an update that reloads the item. Once all is quiet, a
 * list shows what its source, its states and its last filter say, and its events have said so.
 */
#ifndef FOLLOWERS_H
#define FOLLOWERS_H

#include "derived_model.h"
#include "random.h"

#include <stdatomic.h>

enum { FOLLOWER_ROOTS = 10, FOLLOWER_STAYING = 60, FOLLOWERS = 3, FOLLOWER_FILTERS = 40 };

/* Those that are compared. */
#define FOLLOWER_STATES (IQ_STATE_SELECTED | IQ_STATE_EXPANDED | IQ_STATE_HOST)

typedef struct follower_filter {
    bool passes[TREE_KEYS];
    bool is_function;
    unsigned ended, destroyed;
} follower_filter;

/* One of the derived lists, or the source, which has no filter and no events. */
typedef struct follower {
    iq_list *list;
    struct follower *source; /* NULL: the source of all */
    uint32_t flags;
    /* Of the thread that sets states: by key; known below `certain`. */
    unsigned certain;
    uint32_t states[TREE_KEYS];
    follower_filter filters[FOLLOWER_FILTERS];
    size_t filter_count;
    /* Of the thread that polls: what the events have said. */
    tree mirror;
    uint32_t mirrored[TREE_KEYS];
    uint64_t version, covered[FOLLOWER_ROOTS];
} follower;

extern follower followed, followers[FOLLOWERS];
/* Of the thread that changes the source: what it shows. */
extern tree followed_tree;
/* By root: marks for a reload that were begun, and that were committed. */
extern atomic_uint_least64_t marks_begun[FOLLOWER_ROOTS], marks_committed[FOLLOWER_ROOTS];

/* Another arrangement of the source: most items as they are, some elsewhere, some others. */
void followed_rearrange(tree *to, random_source *random);
/* One commit of the source, or an edit that is abandoned. */
void followed_change(random_source *random);

/* Polls once, and reads the events; answers how many there were. */
size_t follower_poll(follower *self, size_t capacity);

/* Sets states, reads them or gives a filter. */
void follower_use(follower *self, random_source *random);
void follower_set_filter(follower *self, bool is_function, random_source *random);
/* The list has the states where it should, also of what it hides. */
void follower_check_states(const follower *self, uint32_t state);

#endif

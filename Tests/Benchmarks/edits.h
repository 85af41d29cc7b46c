/* What it costs to edit a list in place, and how that grows with the list. */
#ifndef EDITS_H
#define EDITS_H

#include "library.h"

/* Commits of so many edits are measured. */
enum { COMMITS = 3 };
extern const size_t commit_sizes[COMMITS];

/* Nanoseconds. */
struct editing {
    size_t count;  /* items in the list                                      */
    double edit;   /* E1: an insert, a delete, a move and an update at random
                      places, opened and committed: a fourth of all that     */
    double commits[COMMITS]; /* of so many edits at once, with a changeset   */
    double appends;  /* 100 items appended, with the changeset and splices   */
    double described; /* the same by iq_list_set                             */
    double snapshot; /* of the list                                          */
    double copy;     /* of that snapshot                                     */
};

/* A list of one section, which is edited at random places. */
struct edited {
    iq_list *list;
    iq_section section;
    size_t count; /* at first */
    struct random *random;
};

iq_edit *edit_begin(struct edited *edited);
/* An insert, a delete, a move or an update, in this order by `turn`. */
void edit_once(struct edited *edited, iq_edit *edit, size_t turn);

struct editing editing_measure(size_t count, struct random *random);

#endif

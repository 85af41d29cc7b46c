/* One frame of a user interface: 200 items of which one is deleted, one
 * inserted and one updated. 64 lists take turns, as those of a program do. */
#ifndef FRAMES_H
#define FRAMES_H

#include "row.h"

struct frame_times {
    struct timing set;     /* iq_list_set with a changeset                   */
    struct timing batch;   /* the same, and the batch read                   */
    struct timing diff;    /* iq_diff                                        */
    struct timing edit;    /* an edit of one item's content, its changeset   */
    struct timing nothing; /* an edit opened, committed and destroyed        */
};

struct frames {
    struct frame_times ours, other;
    struct timing heckel, expert;
};

struct frames frames_measure(uint64_t seed, struct builds builds,
                             double budget);

#endif

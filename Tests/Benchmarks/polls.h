/* What a host pays that polls: submissions beside plain updates, events, states
 * of many items, and views. */
#ifndef POLLS_H
#define POLLS_H

#include "library.h"

/* An update of W2 by iq_list_apply with a changeset, and by iq_list_submit: up to
 * the poll that hands out its UPDATE, the main loop waiting in poll(2). */
struct submitted {
    size_t count; /* items; 0: not measured */
    struct timing apply, submit;
};

enum { SUBMITTED = 2 };

/* A view of 50 rows. */
struct viewed {
    struct timing nothing; /* a poll that finds its 50 cells as they should be */
    struct timing step;    /* a row further: one is bound, one is unbound      */
    struct timing calls;   /* of that, what the functions of cells take        */
    size_t count;          /* items of W2 and of the list that is scrolled     */
    struct timing with, without; /* W2 and a poll, with a view and without     */
};

struct polls {
    struct submitted submitted[SUBMITTED];
    struct timing event; /* one emitted and handed out, of many   */
    struct timing idle;  /* a poll that finds nothing             */
    size_t count;        /* items of which a range is selected    */
    struct timing select; /* all but two of them selected, or not */
    struct viewed viewed;
};

struct polls polls_measure(size_t count, uint64_t seed, double budget);

#endif

/* What a host pays that polls: submissions beside plain updates, events, and
 * states of many items. */
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

struct polls {
    struct submitted submitted[SUBMITTED];
    struct timing event; /* one emitted and handed out, of many   */
    struct timing idle;  /* a poll that finds nothing             */
    size_t count;        /* items of which a range is selected    */
    struct timing select; /* all but two of them selected, or not */
};

struct polls polls_measure(size_t count, uint64_t seed, double budget);

#endif

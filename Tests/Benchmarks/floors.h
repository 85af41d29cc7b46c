/* What the machine itself can do, measured in the same run: the work that no
 * diff can do without. Times of the library are read as ratios to the first of
 * these. */
#ifndef FLOORS_H
#define FLOORS_H

#include "workloads.h"

struct floors {
    struct timing scan;    /* one floor: keys and contents of two lists already
                              in order are compared, item by item */
    struct timing compare; /* memcmp of the same bytes            */
    struct timing copy;    /* memcpy of one of the lists          */
    struct timing lookups; /* all keys, shuffled, found in an open-addressing
                              table with prefetch, and verified   */
};

/* The unit alone, for measuring it again between other things. */
void floor_scan(const struct listing *a, const struct listing *b,
                struct series *series, double budget);

/* `a` and `b` are equal; `scan` is left to floor_scan. */
struct floors floors_measure(const struct listing *a, const struct listing *b,
                             double budget, struct random *random);

/* Nanoseconds of a cache miss that waits for the one before it, in an array
 * that is larger than the caches: 128 MB, or 512 MB. */
double miss_measure(bool small, struct random *random);

/* Nanoseconds a byte of memory that is touched for the first time. */
double fresh_measure(void);

#endif

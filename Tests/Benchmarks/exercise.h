/* Loads, reads and edits of one list by either build of the library: calls
 * whose signatures have not changed since 0.1. */
#ifndef EXERCISE_H
#define EXERCISE_H

#include "api.h"
#include "workloads.h"

enum exercise {
    LOAD,
    ITEM_AT,
    KEY,
    POSITION,
    READ,
    SNAPSHOT,
    ENCODE,
    EDIT,
    COMMIT,
    EXERCISES
};

/* Nanoseconds a call, reads and edits at random places. */
struct exercised {
    struct timing timings[EXERCISES];
};

const char *exercise_text(enum exercise exercise);

/* Both builds in turn. */
void exercise_both(const struct api *ours, const struct api *other,
                   size_t count, uint64_t seed, double budget,
                   struct exercised *ours_exercised,
                   struct exercised *other_exercised);

#endif

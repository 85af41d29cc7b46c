/* The two algorithms that the library is compared with, over the same pairs. */
#ifndef BASELINES_H
#define BASELINES_H

#include "expert.h"
#include "heckel.h"
#include "pairs.h"

/* An algorithm with its memory, and its results. */
struct baseline {
    const struct pairs *pairs;
    void *memory;
    struct changes (*diff)(void *memory, const struct listing *before,
                           const struct listing *after);
    struct series series;
    struct changes counted[MOST_PAIRS];
};

struct baselines {
    struct baseline heckel, expert;
};

struct baselines *baselines_open(const struct pairs *pairs);
void baselines_close(struct baselines *baselines);

/* A turn of a baseline: see turns.h. A sample is the mean of one diff for each
 * pair. */
void turn_baseline(void *baseline);

#endif

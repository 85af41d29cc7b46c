/* The two algorithms that the library is compared with, over the same pairs. */
#ifndef BASELINES_H
#define BASELINES_H

#include "expert.h"
#include "heckel.h"
#include "pairs.h"

struct baselines {
    const struct pairs *pairs;
    struct heckel *heckel;
    struct expert *expert;
    struct series heckel_series, expert_series;
    struct changes heckel_counted[MOST_PAIRS], expert_counted[MOST_PAIRS];
};

struct baselines *baselines_open(const struct pairs *pairs);
void baselines_close(struct baselines *baselines);

/* Turns: see turns.h. A sample is the mean of one diff for each pair. */
void turn_heckel(void *baselines);
void turn_expert(void *baselines);

#endif

/* A workload as a plan: which item of before each item of after is. */
#ifndef PLAN_H
#define PLAN_H

#include "workloads.h"

/* What becomes of an item of before. */
enum fate { KEPT, TAKEN, CHANGED };

struct plan {
    size_t before_count;
    uint8_t *fate;    /* by item of before: enum fate                     */
    size_t count;     /* items of after                                   */
    uint32_t *origin; /* by item of after: item of before, IQ_NONE if new */
    size_t section_count;
    uint32_t *section_origin; /* by section of after                      */
    size_t *start;            /* first item of each, and the count at the end */
};

struct plan plan_make(const struct listing *before, enum workload workload,
                      struct random *random);
void plan_free(struct plan *plan);

/* The fewest changes, found without the library: whatever of a section's items
 * is not in the longest rising sequence of origins moves. */
struct changes plan_fewest(const struct plan *plan,
                           const struct listing *before);

#endif

/* The other baseline: what an experienced programmer would write for a keyed
 * diff in an afternoon, and write well. It compares the ends directly, looks up
 * only what is between them, and finds the fewest moves. The keys of a listing
 * must be unique. */
#ifndef EXPERT_H
#define EXPERT_H

#include "workloads.h"

struct expert;

/* Its memory is kept from diff to diff, as the library's is. */
struct expert *expert_create(void);
void expert_destroy(struct expert *expert);

/* Finds the changes, writes them down as positions, and returns their counts. */
struct changes expert_diff(struct expert *expert, const struct listing *before,
                           const struct listing *after);

#endif

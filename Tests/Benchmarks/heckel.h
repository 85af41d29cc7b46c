/* The baseline: Heckel's algorithm (Heckel, 1978) as IGListKit and
 * DifferenceKit have it, written plainly and with care. Its moves are not the
 * fewest: an item counts as moved when its place is not what the deletes and
 * inserts before it explain. */
#ifndef HECKEL_H
#define HECKEL_H

#include "workloads.h"

struct heckel;

/* Its memory is kept from diff to diff, as the library's is. */
struct heckel *heckel_create(void);
void heckel_destroy(struct heckel *heckel);

/* Finds the changes, writes them down as positions, and answers their counts. */
struct changes heckel_diff(struct heckel *heckel, const struct listing *before,
                           const struct listing *after);

#endif

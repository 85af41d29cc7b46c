/* What snapshots and changesets weigh as bytes, and how fast they become bytes
 * and come back. What they do to a list: see applied.h. */
#ifndef TRAVEL_H
#define TRAVEL_H

#include "library.h"

struct travel {
    enum workload workload; /* W0: the snapshot itself                    */
    size_t count;           /* of items                                   */
    size_t changes;         /* deletes, inserts, moves and updates; of a
                               snapshot its items                         */
    size_t bytes;
    struct timing encode, decode;
};

struct travel travel_snapshot(size_t count, uint64_t seed, double budget);
struct travel travel_changeset(enum workload workload, size_t count,
                               uint64_t seed, double budget);

#endif

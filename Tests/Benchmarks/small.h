/* Many small lists: what an empty list and one of ten items weigh and cost. */
#ifndef SMALL_H
#define SMALL_H

#include "row.h"

struct small_times {
    struct timing pair;    /* a list created and destroyed at once          */
    struct timing create;  /* one of many, all of them created in a row     */
    struct timing load;    /* ten items set, in the same way                */
    struct timing destroy; /* of a list of ten, in the same way             */
    double empty_bytes;    /* iq_memory_used a list                         */
    double ten_bytes;
};

struct small_lists {
    size_t count; /* of lists */
    struct small_times ours, other;
};

struct small_lists small_lists_measure(size_t count, uint64_t seed,
                                       struct builds builds, double budget);

#endif

/* Changes that came as bytes, applied to a list, beside a list that is set to
 * what they lead to. */
#ifndef APPLIED_H
#define APPLIED_H

#include "library.h"

struct applied {
    enum workload workload;
    size_t count; /* of items */
    struct timing decode, apply;
    struct timing both; /* a decode and its apply, without a changeset */
    struct timing set;  /* iq_list_set with a changeset                */
};

struct applied applied_measure(enum workload workload, size_t count,
                               uint64_t seed, double budget);

#endif

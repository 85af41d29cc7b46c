/* What sections cost beside items. */
#ifndef SECTIONS_H
#define SECTIONS_H

#include "row.h"

/* First loads, in warm memory: as many sections of one item, and one section
 * of all items. */
struct section_load {
    size_t count;
    struct timing many, one;             /* this build           */
    struct timing other_many, other_one; /* the one of --against */
};

struct section_load section_load_measure(size_t count, uint64_t seed,
                                         struct builds builds, double budget);

/* Items shuffled over n/10 sections, and in one: iq_list_set with a
 * changeset. */
struct section_shuffle {
    size_t count;
    struct timing many, one, other_many, other_one;
    size_t wrong; /* 1 if the changes were not the fewest */
};

struct section_shuffle section_shuffle_measure(size_t count, uint64_t seed,
                                               struct builds builds,
                                               double budget);

#endif

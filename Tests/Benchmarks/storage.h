/* What a list weighs. */
#ifndef STORAGE_H
#define STORAGE_H

#include "library.h"

struct storage {
    size_t count;
    double loaded;  /* bytes an item: tree, index and slots, after the first
                       iq_list_set                                           */
    double changed; /* the same after n random moves, in rounds of W3        */
    size_t scratch; /* bytes kept for the next update                        */
    size_t used;    /* iq_memory_used with that list alone                   */
    size_t trimmed; /* the same after iq_list_trim                           */
};

struct storage storage_measure(size_t count, size_t rounds,
                               struct random *random);

/* The worst bytes an item after a first load, over sizes from a thousand to
 * `most` that have nothing in common with powers of two. */
struct worst {
    size_t count;
    double loaded;
};

struct worst storage_worst(size_t most, struct random *random);

#endif

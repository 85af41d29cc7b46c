/* The longest single edits after a load: where a table that has become too
 * small grows at once, one of them stalls. */
#ifndef STALLS_H
#define STALLS_H

#include "library.h"

/* Nanoseconds of an edit opened, made and committed. */
struct stalls {
    size_t count; /* items at first; 0: not measured */
    size_t edits;
    double median, high, largest; /* high: the 99.99th percentile */
    size_t largest_at;            /* which edit was the largest   */
};

struct stalls stalls_measure(size_t count, size_t edits, struct random *random);

#endif

/* What hosts keep of sizes that have no list engine: a prefix array that is
 * filled again from where a size changed (as TanStack Virtual's getMeasurements
 * does), and a Fenwick tree (Fenwick, 1994), in which nothing can be inserted. */
#ifndef ARRAYS_H
#define ARRAYS_H

#include <stddef.h>

struct prefix {
    size_t count;
    double *sizes, *starts; /* one start more than there are sizes */
};

struct prefix prefix_make(const double *sizes, size_t count);
void prefix_free(struct prefix *prefix);
/* Changes a size and answers which item is at the offset. */
size_t prefix_resize(struct prefix *prefix, size_t index, double size,
                     double offset);

struct fenwick {
    size_t count, top; /* `top` is the largest power of two within the count */
    double *sizes, *sums;
};

struct fenwick fenwick_make(const double *sizes, size_t count);
void fenwick_free(struct fenwick *fenwick);
size_t fenwick_resize(struct fenwick *fenwick, size_t index, double size,
                      double offset);

#endif

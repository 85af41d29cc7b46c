/* What hosts keep of sizes that have no list engine. Each changes a size and
 * answers which item is at an offset. */
#ifndef ARRAYS_H
#define ARRAYS_H

#include <stddef.h>
#include <stdint.h>

/* The starts of all items, filled again from where a size changed. */
struct prefix {
    size_t count;
    double *sizes, *starts; /* one start more than there are sizes */
};

struct prefix prefix_make(const double *sizes, size_t count);
void prefix_free(struct prefix *prefix);
size_t prefix_resize(struct prefix *prefix, size_t index, double size,
                     double offset);

/* The same with the records that getMeasurements of TanStack Virtual makes. */
struct measurement {
    uint32_t index, lane;
    uint64_t key;
    double start, size, end;
};

struct measurements {
    size_t count;
    double *sizes;
    struct measurement *all;
};

struct measurements measurements_make(const double *sizes, size_t count);
void measurements_free(struct measurements *measurements);
size_t measurements_resize(struct measurements *measurements, size_t index,
                           double size, double offset);

/* A Fenwick tree (Fenwick, 1994), in which nothing can be inserted. */
struct fenwick {
    size_t count, top; /* `top` is the largest power of two within the count */
    double *sizes, *sums;
};

struct fenwick fenwick_make(const double *sizes, size_t count);
void fenwick_free(struct fenwick *fenwick);
size_t fenwick_resize(struct fenwick *fenwick, size_t index, double size,
                      double offset);

#endif

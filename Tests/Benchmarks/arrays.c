/* See arrays.h. */
#include "arrays.h"

#include <string.h>

#include "measure.h"

struct prefix prefix_make(const double *sizes, size_t count) {
    struct prefix prefix = {count, pages_take(count * sizeof(double)),
                            pages_take((count + 1) * sizeof(double))};
    memcpy(prefix.sizes, sizes, count * sizeof *sizes);
    prefix_resize(&prefix, 0, sizes[0], 0);
    return prefix;
}

void prefix_free(struct prefix *prefix) {
    pages_give(prefix->sizes, prefix->count * sizeof(double));
    pages_give(prefix->starts, (prefix->count + 1) * sizeof(double));
}

size_t prefix_resize(struct prefix *prefix, size_t index, double size,
                     double offset) {
    const double *sizes = prefix->sizes;
    double *starts = prefix->starts, start = starts[index];
    prefix->sizes[index] = size;
    for (size_t i = index; i < prefix->count; i++) {
        start += sizes[i];
        starts[i + 1] = start;
    }
    size_t low = 0, high = prefix->count;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (starts[middle] <= offset) low = middle;
        else high = middle;
    }
    return low;
}

struct measurements measurements_make(const double *sizes, size_t count) {
    struct measurements measurements = {
        count, pages_take(count * sizeof(double)),
        pages_take(count * sizeof(struct measurement))};
    memcpy(measurements.sizes, sizes, count * sizeof *sizes);
    measurements_resize(&measurements, 0, sizes[0], 0);
    return measurements;
}

void measurements_free(struct measurements *measurements) {
    pages_give(measurements->sizes, measurements->count * sizeof(double));
    pages_give(measurements->all,
               measurements->count * sizeof(struct measurement));
}

size_t measurements_resize(struct measurements *measurements, size_t index,
                           double size, double offset) {
    const double *sizes = measurements->sizes;
    struct measurement *all = measurements->all;
    double start = index > 0 ? all[index - 1].end : 0;
    measurements->sizes[index] = size;
    for (size_t i = index; i < measurements->count; i++) {
        double end = start + sizes[i];
        all[i] = (struct measurement){(uint32_t)i, 0, i, start, sizes[i], end};
        start = end;
    }
    size_t low = 0, high = measurements->count;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (all[middle].start <= offset) low = middle;
        else high = middle;
    }
    return low;
}

/* The sum at i is of the items that end at i, as many as its lowest bit says;
 * numbers begin at 1. */
struct fenwick fenwick_make(const double *sizes, size_t count) {
    struct fenwick fenwick = {count, 1, pages_take(count * sizeof(double)),
                              pages_take((count + 1) * sizeof(double))};
    while (fenwick.top * 2 <= count) fenwick.top *= 2;
    memcpy(fenwick.sizes, sizes, count * sizeof *sizes);
    memset(fenwick.sums, 0, (count + 1) * sizeof(double));
    for (size_t i = 1; i <= count; i++) {
        fenwick.sums[i] += sizes[i - 1];
        size_t next = i + (i & -i);
        if (next <= count) fenwick.sums[next] += fenwick.sums[i];
    }
    return fenwick;
}

void fenwick_free(struct fenwick *fenwick) {
    pages_give(fenwick->sizes, fenwick->count * sizeof(double));
    pages_give(fenwick->sums, (fenwick->count + 1) * sizeof(double));
}

size_t fenwick_resize(struct fenwick *fenwick, size_t index, double size,
                      double offset) {
    double more = size - fenwick->sizes[index];
    fenwick->sizes[index] = size;
    for (size_t i = index + 1; i <= fenwick->count; i += i & -i)
        fenwick->sums[i] += more;
    size_t found = 0;
    for (size_t step = fenwick->top; step > 0; step /= 2)
        if (found + step <= fenwick->count &&
            fenwick->sums[found + step] <= offset) {
            found += step;
            offset -= fenwick->sums[found];
        }
    return found;
}

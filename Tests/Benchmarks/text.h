/* Numbers as text. */
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>

/* 1,234,567, in one of a few buffers that take turns. */
const char *grouped(size_t number);

double megabytes(size_t bytes);

struct unit {
    const char *name;
    double nanoseconds;
};

/* For times of lists of so many items: microseconds or milliseconds. */
struct unit unit_of(size_t count);

#endif

/*
 * moved_range.h - where the range of a view is after an update, as VIEWS of the header says, found the plain way: from
 * all items before and after it.
 */
#ifndef MOVED_RANGE_H
#define MOVED_RANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct moved_range_items {
    const uint64_t *ids;
    size_t count;
} moved_range_items;

/* The index at which `count` items, shown from `first` on, are to begin. `may_grow`: more may come before the first. */
size_t moved_range(moved_range_items before, size_t first, size_t count, moved_range_items after, bool may_grow);

#endif

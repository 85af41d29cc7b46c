/*
 * numbered.h - a list of one section whose items have numbers as keys, with what it shows, in order: random edits change
 * both. It may be a sorted list: then its source is edited, and it gets other orders.
 */
#ifndef NUMBERED_H
#define NUMBERED_H

#include "shuffled.h"

#include <iqlist.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Numbers are less than this. */
enum { NUMBERED_MOST = 30000 };

typedef struct numbered {
    iq_list *list, *source;                              /* source: NULL, if the list is not sorted */
    uint64_t given[NUMBERED_MOST], shown[NUMBERED_MOST]; /* in the source's order, and in the list's */
    size_t count;
    uint64_t next;
    shuffled order;
} numbered;

/* Creates the list, with so many items. */
void numbered_open(numbered *items, random_source *source, size_t length, bool is_sorted);
void numbered_close(numbered *items);

/* Inserts, deletes and moves items by an edit, or gives a sorted list another order. One item at least stays. */
void numbered_change(numbered *items, random_source *source);

/* The item at an index. */
iq_item numbered_item(const numbered *items, size_t index);

#endif

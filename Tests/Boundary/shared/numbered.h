/*
 * numbered.h - a list of one section whose items have numbers as keys, with what it shows, in order: random edits change
 * both.
 */
#ifndef NUMBERED_H
#define NUMBERED_H

#include "random.h"

#include <iqlist.h>
#include <stddef.h>
#include <stdint.h>

/* Numbers are less than this. */
enum { NUMBERED_MOST = 30000 };

typedef struct numbered {
    iq_list *list;
    uint64_t shown[NUMBERED_MOST]; /* in order */
    size_t count;
    uint64_t next;
} numbered;

/* Creates the list, with so many items. */
void numbered_open(numbered *items, random_source *source, size_t length);

/* Inserts, deletes and moves items by an edit. One item at least stays. */
void numbered_edit(numbered *items, random_source *source);

/* The item at an index. */
iq_item numbered_item(const numbered *items, size_t index);

#endif

/* words.h - printing the changes in the list of processes. */
#ifndef WORDS_H
#define WORDS_H

#include <iqlist.h>

#include <stddef.h>

/* Prints a batch of changes, in at most `lines` lines. Its positions are those
 * of the list before, and of the list after: a snapshot of each has the items
 * at them. */
void print_changes(const iq_change *changes, size_t count,
                   const iq_snapshot *before, const iq_snapshot *after,
                   size_t lines);

#endif

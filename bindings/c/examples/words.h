/* words.h - what changed from one look at the processes to the next, told. */
#ifndef WORDS_H
#define WORDS_H

#include "proc.h"

/* Prints a batch of changes, in at most `lines` lines. The list shows users as
 * sections and processes as items, so that a position is an index into
 * `before` or `after`. */
void print_changes(const iq_change *changes, size_t count,
                   const struct processes *before,
                   const struct processes *after, size_t lines);

#endif

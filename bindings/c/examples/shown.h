/* shown.h - what the list shows, or showed: read back from a snapshot of it.
 *
 * A snapshot of a list costs next to nothing, however long the list is. The
 * models in it are those of the list: they point into a reading. */
#ifndef SHOWN_H
#define SHOWN_H

#include "proc.h"

/* The process at a position, counted over all sections. */
const struct process *process_shown(const iq_snapshot *shown, size_t index);

/* The memory of `count` of them. */
uint64_t memory_shown(const iq_snapshot *shown, size_t first, size_t count);

/* The user of the section at a position. Its rows are those that are shown,
 * which may be fewer than were read: see `first`, `count` and `memory`. */
struct user user_shown(const iq_snapshot *shown, size_t section);

#endif

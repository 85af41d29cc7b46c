/* show.h - telling a list to show the processes: a section for each user, an
 * item for each process. */
#ifndef SHOW_H
#define SHOW_H

#include "proc.h"

/* Ends the program, telling why. */
void fail(const char *what, const char *why);

/* Ends the program, in the library's own words, unless the status is IQ_OK. */
void check(iq_status status);

/* Zeroes; ends the program where there is no memory. */
void *allocate(size_t count, size_t size);

/* What the header of a user's section looks like: how much there is. */
uint64_t header_content(size_t count, uint64_t memory);

/* Says the whole list in one call: the rows are lent as they are. What changed
 * is the caller's. `flags` are those of iq_diff_options. */
iq_changeset *show(iq_list *list, struct processes *processes, uint32_t flags);

#endif

/* show.h - making a list show the processes: a section for each user, an
 * item for each process. */
#ifndef SHOW_H
#define SHOW_H

#include "proc.h"

/* Called before the reason is printed, if it is set: a terminal is restored. */
extern void (*before_failing)(void);

/* Ends the program, printing the reason. */
void fail(const char *what, const char *why);

/* Ends the program with the library's message unless the status is IQ_OK. */
void check(iq_status status);

/* Zeroed memory; ends the program if the allocation fails. */
void *allocate(size_t count, size_t size);

/* Fills in the key of a process. */
void identify(struct process *process);

/* Fills in the key and the content of a process, and itself as the model. */
void describe(struct process *process);

/* The content of the header of a user's section: its numbers. */
uint64_t header_content(size_t count, uint64_t memory);

/* Replaces the whole list in one call: the rows are borrowed. The changeset
 * is the caller's. `flags` are those of iq_update_options. */
iq_changeset *show(iq_list *list, struct processes *processes, uint32_t flags);

#endif

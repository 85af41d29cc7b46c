/* cells.h - what the lines of the browser say. */
#ifndef CELLS_H
#define CELLS_H

#include "proc.h"

#include <stddef.h>

/* Long enough for any line here. */
enum { LINE_SIZE = 512 };

/* The headings of the columns. */
void write_headings(char *to, size_t columns);

void write_user(char *to, const struct user *user);

/* A line of a process: 0 is the first one, 1 has the command line. */
void write_process(char *to, const struct process *process, size_t line,
                   int is_selected, size_t columns);

/* A text in the middle of the width. */
void write_centered(char *to, const char *text, size_t columns);

#endif

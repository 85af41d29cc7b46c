/* cells.c - what the lines of the browser say.
 *
 *          PID S CPU % MEMORY MB      TIME  NAME
 *     user ada: 2 processes, 35.0 MB
 *     >    812 S  12.5      31.2   1:02.50  vim
 *              vim notes.txt
 */
#include "cells.h"

#include "text.h"

#include <stdio.h>
#include <string.h>

/* A terminal that is narrower shows no TIME. */
enum { WIDE = 60 };

/* The most columns of a text in the middle. */
enum { CENTERED = 32 };

void write_headings(char *to, size_t columns)
{
    snprintf(to, LINE_SIZE, "%8s S %5s %9s%s  NAME", "PID", "CPU %",
             "MEMORY MB", columns < WIDE ? "" : "       TIME");
}

void write_user(char *to, const struct user *user)
{
    snprintf(to, LINE_SIZE, "user %s: %zu process%s, %.1f MB", user->name,
             user->count, user->count == 1 ? "" : "es",
             (double)user->memory / 10);
}

void write_process(char *to, const struct process *process, size_t line,
                   int is_selected, size_t columns)
{
    char time[32] = "";

    if (line > 0) {
        snprintf(to, LINE_SIZE, "%c%9s%s", is_selected ? '>' : ' ', "",
                 process->command[0] != '\0' ? process->command
                                             : "(no command line)");
        return;
    }
    if (columns >= WIDE)
        snprintf(time, sizeof time, " %4lu:%05.2f",
                 (unsigned long)(process->cpu / 6000),
                 (double)(process->cpu % 6000) / 100);
    snprintf(to, LINE_SIZE, "%c%7ld %c %5.1f %9.1f%s  %s",
             is_selected ? '>' : ' ', (long)process->pid, process->state,
             (double)process->load / 10, (double)process->memory / 10, time,
             process->name);
}

void write_centered(char *to, const char *text, size_t columns)
{
    char fitted[FIT_SIZE(CENTERED)];
    size_t room = columns < CENTERED ? columns : CENTERED;
    size_t used = fit_text(fitted, text, room);
    size_t left = (columns - used) / 2;

    if (left > LINE_SIZE - sizeof fitted)
        left = 0;
    memset(to, ' ', left);
    strcpy(to + left, fitted);
}

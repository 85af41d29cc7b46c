/* words.c - plain words for a batch of changes. */
#include "words.h"

#include <stdio.h>
#include <string.h>

/* A range that comes, goes or moves is one line, with its first few names. */
#define NAMED 3

/* "bash (812), vim (900), ssh (77) and 6 more" */
static void print_names(const struct process *rows, uint32_t count)
{
    uint32_t i, named = count > NAMED + 1 ? NAMED : count;

    for (i = 0; i < named; i++)
        printf("%s%s (%d)", i == 0 ? "" : i + 1 == count ? " and " : ", ",
               rows[i].name, (int)rows[i].pid);
    if (named < count)
        printf(" and %u more", (unsigned)(count - named));
}

static void print_move(const iq_change *change, const struct user *from,
                       const struct user *to, const struct process *rows)
{
    print_names(rows, change->count);
    printf(" moved from place %u", (unsigned)change->before_item + 1);
    if (from->id != to->id)
        printf(" under %s", from->name);
    printf(" to %u under %s\n", (unsigned)change->after_item + 1, to->name);
}

/* Unless the two are equal, one part of "memory 3.1 -> 3.2 MB, CPU 1.00 -> 1.02
 * s"; *comma is what stands before it, and then before the next. */
static void print_number(const char *what, double before, double after,
                         int decimals, const char *unit, const char **comma)
{
    if (before == after)
        return;
    printf("%s%s %.*f -> %.*f%s", *comma, what, decimals, before, decimals,
           after, unit);
    *comma = ", ";
}

static void print_memory(uint64_t before, uint64_t after, const char **comma)
{
    print_number("memory", (double)before / 10, (double)after / 10, 1, " MB",
                 comma);
}

static void print_update(const struct process *before,
                         const struct process *after)
{
    const char *comma = "";

    printf("%s (%d) changed: ", after->name, (int)after->pid);
    print_memory(before->memory, after->memory, &comma);
    print_number("CPU", (double)before->cpu / 100, (double)after->cpu / 100, 2,
                 " s", &comma);
    if (before->state != after->state) {
        printf("%sstate %c -> %c", comma, before->state, after->state);
        comma = ", ";
    }
    if (strcmp(before->name, after->name) != 0)
        printf("%sname was %s", comma, before->name);
    printf("\n");
}

static void print_header_update(const struct user *before,
                                const struct user *after)
{
    const char *comma = "";

    printf("user %s changed: ", after->name);
    print_number("processes", (double)before->count, (double)after->count, 0,
                 "", &comma);
    print_memory(before->memory, after->memory, &comma);
    printf("\n");
}

/* A range of users comes, goes or moves. */
static void print_users(const iq_change *change, const struct user *from,
                        const struct user *to)
{
    const struct user *users = to != NULL ? to : from;
    uint32_t i;

    for (i = 0; i < change->count; i++)
        printf("%s%s", i == 0 ? "user " : ", ", users[i].name);
    if (from == NULL)
        printf(" appeared\n");
    else if (to == NULL)
        printf(" has no processes any more\n");
    else
        printf(" moved from place %u to %u\n",
               (unsigned)change->before_section + 1,
               (unsigned)change->after_section + 1);
}

/* One line: a whole range, or, of updates, the one at `offset`. */
static void print_line(const iq_change *change, uint32_t offset,
                       const struct processes *before,
                       const struct processes *after)
{
    const struct user *from = NULL, *to = NULL;
    const struct process *was = NULL, *is = NULL;

    if (change->before_section != IQ_NONE)
        from = &before->users[change->before_section];
    if (change->after_section != IQ_NONE)
        to = &after->users[change->after_section];
    if (change->before_item != IQ_NONE)
        was = &before->rows[from->first + change->before_item + offset];
    if (change->after_item != IQ_NONE)
        is = &after->rows[to->first + change->after_item + offset];

    printf("    ");
    switch (change->kind) {
    case IQ_ITEM_DELETE:
        print_names(was, change->count);
        printf(" ended under %s\n", from->name);
        break;
    case IQ_ITEM_INSERT:
        print_names(is, change->count);
        printf(" appeared under %s\n", to->name);
        break;
    case IQ_ITEM_MOVE_IN:
        print_move(change, from, to, is);
        break;
    case IQ_ITEM_UPDATE:
        print_update(was, is);
        break;
    case IQ_SUPPLEMENTARY_UPDATE:
        print_header_update(from, to);
        break;
    default:
        print_users(change, from, to);
    }
}

void print_changes(const iq_change *changes, size_t count,
                   const struct processes *before,
                   const struct processes *after, size_t lines)
{
    size_t i, printed = 0, wanted = 0;

    for (i = 0; i < count; i++) {
        uint32_t line, of_range = 1;

        if (changes[i].kind == IQ_ITEM_MOVE_OUT)
            continue; /* told once, where it is put in */
        if (changes[i].kind == IQ_ITEM_UPDATE)
            of_range = changes[i].count;
        wanted += of_range;
        for (line = 0; line < of_range && printed < lines; line++, printed++)
            print_line(&changes[i], line, before, after);
    }
    if (printed < wanted)
        printf("    and %zu more\n", wanted - printed);
}

/* words.c - plain words for a batch of changes. */
#include "words.h"

#include "shown.h"

#include <stdio.h>
#include <string.h>

/* An inserted, deleted or moved range is one line, with its first few names. */
#define NAMED 3

/* "bash (812), vim (900), ssh (77) and 6 more" */
static void print_names(const iq_snapshot *shown, size_t first, uint32_t count)
{
    uint32_t i, named = count > NAMED + 1 ? NAMED : count;

    for (i = 0; i < named; i++) {
        const struct process *process = process_shown(shown, first + i);

        printf("%s%s (%d)", i == 0 ? "" : i + 1 == count ? " and " : ", ",
               process->name, (int)process->pid);
    }
    if (named < count)
        printf(" and %u more", (unsigned)(count - named));
}

static void print_move(const iq_change *change, const struct user *from,
                       const struct user *to)
{
    printf(" moved from place %u", (unsigned)change->before_item + 1);
    if (from->id != to->id)
        printf(" under %s", from->name);
    printf(" to %u under %s\n", (unsigned)change->after_item + 1, to->name);
}

/* Unless the two are equal, one part of "memory 3.1 -> 3.2 MB, CPU 1.00 -> 1.02
 * s"; *comma is printed before it, and then set to that of the next part. */
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
    if (strcmp(before->name, after->name) != 0) {
        printf("%sname was %s", comma, before->name);
        comma = ", ";
    }
    if (strcmp(before->command, after->command) != 0)
        printf("%scommand line was %s", comma, before->command);
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

/* A range of users is inserted, deleted or moved. */
static void print_users(const iq_change *change, const iq_snapshot *before,
                        const iq_snapshot *after)
{
    int came = change->kind == IQ_SECTION_INSERT;
    int went = change->kind == IQ_SECTION_DELETE;
    uint32_t first = went ? change->before_section : change->after_section, i;

    for (i = 0; i < change->count; i++)
        printf("%s%s", i == 0 ? "user " : ", ",
               user_shown(went ? before : after, first + i).name);
    if (came)
        printf(" appeared\n");
    else if (went)
        printf(" has no processes any more\n");
    else
        printf(" moved from place %u to %u\n",
               (unsigned)change->before_section + 1,
               (unsigned)change->after_section + 1);
}

/* One line: a whole range, or, for updates, the item at `offset`. */
static void print_line(const iq_change *change, uint32_t offset,
                       const iq_snapshot *before, const iq_snapshot *after)
{
    struct user from = {0}, to = {0};
    size_t was, is;

    if (change->before_section != IQ_NONE)
        from = user_shown(before, change->before_section);
    if (change->after_section != IQ_NONE)
        to = user_shown(after, change->after_section);
    was = from.first + change->before_item + offset;
    is = to.first + change->after_item + offset;

    printf("    ");
    switch (change->kind) {
    case IQ_ITEM_DELETE:
        print_names(before, was, change->count);
        printf(" ended under %s\n", from.name);
        break;
    case IQ_ITEM_INSERT:
        print_names(after, is, change->count);
        printf(" appeared under %s\n", to.name);
        break;
    case IQ_ITEM_MOVE_IN:
        print_names(after, is, change->count);
        print_move(change, &from, &to);
        break;
    case IQ_ITEM_UPDATE:
        print_update(process_shown(before, was), process_shown(after, is));
        break;
    case IQ_SUPPLEMENTARY_UPDATE:
        print_header_update(&from, &to);
        break;
    default:
        print_users(change, before, after);
    }
}

void print_changes(const iq_change *changes, size_t count,
                   const iq_snapshot *before, const iq_snapshot *after,
                   size_t lines)
{
    size_t i, printed = 0, wanted = 0;

    for (i = 0; i < count; i++) {
        uint32_t line, of_range = 1;

        if (changes[i].kind == IQ_ITEM_MOVE_OUT)
            continue; /* printed once, where it is put in */
        if (changes[i].kind == IQ_ITEM_UPDATE)
            of_range = changes[i].count;
        wanted += of_range;
        for (line = 0; line < of_range && printed < lines; line++, printed++)
            print_line(&changes[i], line, before, after);
    }
    if (printed < wanted)
        printf("    and %zu more\n", wanted - printed);
}

/* processes.c - the processes of this machine as a list that is kept up to
 * date: a section for each user, an item for each process.
 *
 *     look     glance     glance     glance     look     glance  ...
 *     read all of /proc,  ask which have        read all of /proc
 *     say the whole list  ended; an edit        again
 *     (proc.c, show.c)    takes them out
 *                         (ended.c)
 *
 * Either way the library answers with what changed, which words.c tells. Its
 * positions are looked up in two snapshots of the list, one of before and one
 * of after (shown.c). So nothing else is kept of the list; readings are only
 * where its models are.
 *
 *     cc processes.c ended.c options.c proc.c show.c shown.c words.c \
 *         -I<include> -L<library> -liqlist
 */
#define _GNU_SOURCE
#include "ended.h"
#include "options.h"
#include "show.h"
#include "shown.h"
#include "words.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

/* The first rows of the list, read back from it, under their headers. Returns
 * how many lines that took. */
static size_t print_head(const iq_snapshot *shown, size_t rows)
{
    size_t i, items, row = 0, section = 0;

    check(iq_snapshot_count(shown, NULL, &items));
    if (rows > items)
        rows = items;
    while (row < rows) {
        struct user user = user_shown(shown, section++);

        printf("    user %s: processes %zu, memory %.1f MB\n", user.name,
               user.count, (double)user.memory / 10);
        for (i = 0; i < user.count && row < rows; i++) {
            const struct process *process = process_shown(shown, row++);

            printf("      %-16s %8d  %c %10.1f MB %10.2f s\n", process->name,
                   (int)process->pid, process->state,
                   (double)process->memory / 10, (double)process->cpu / 100);
        }
    }
    return row + section;
}

static void print_title(const iq_list *list, const char *name,
                        unsigned long look)
{
    iq_statistics statistics = {.struct_size = sizeof statistics};
    const iq_summary *found = &statistics.changes;
    uint64_t nanoseconds;

    check(iq_list_statistics(list, &statistics));
    nanoseconds = statistics.match_nanoseconds + statistics.solve_nanoseconds +
                  statistics.prepare_nanoseconds +
                  statistics.commit_nanoseconds;
    printf("%s %lu: %zu processes; %zu came, %zu ended, %zu moved, "
           "%zu changed, in %.0f us",
           name, look, found->items_after, found->item_inserts, found->item_deletes,
           found->item_moves, found->item_reconfigures,
           (double)nanoseconds / 1000);
}

/* How many changes to print. A terminal shows them in place of those before,
 * and has room for so many; a pipe has room for all. */
static size_t room(size_t lines_taken)
{
    struct winsize window;

    if (!isatty(STDOUT_FILENO))
        return SIZE_MAX;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) != 0 ||
        window.ws_row <= lines_taken)
        return 0;
    return window.ws_row - lines_taken;
}

/* The list as it is now, and what has changed since `*before`, which from then
 * on is what the list is now. */
static void tell(iq_list *list, const char *name, unsigned long look,
                 const iq_changeset *changeset, iq_snapshot **before,
                 size_t head)
{
    const iq_change *changes;
    iq_snapshot *after;
    size_t count, lines = 0;
    int terminal = isatty(STDOUT_FILENO);

    check(iq_list_snapshot(list, &after));
    /* The screen is cleared, and lines that are too long for it are cut. */
    printf("%s", terminal ? "\033[H\033[J\033[?7l\033[1m" : "");
    print_title(list, name, look);
    printf("%s\n", terminal ? "\033[0m" : "");
    if (head > 0) {
        printf("  The list\n");
        lines = print_head(after, head);
    }

    check(iq_changeset_batch(changeset, &changes, &count));
    printf("  What changed%s\n", count == 0 ? ": nothing" : "");
    print_changes(changes, count, *before, after, room(lines + 6));
    printf("%s\n", terminal ? "\033[?7h" : "");
    if (fflush(stdout) != 0)
        fail("writing", strerror(errno));
    iq_snapshot_destroy(*before);
    *before = after;
}

static void look(iq_list *list, unsigned long number,
                 struct processes *reading, iq_snapshot **before, size_t head)
{
    iq_changeset *changeset;

    if (read_processes(reading) != 0)
        fail("/proc", strerror(errno));
    changeset = show(list, reading, 0);
    tell(list, "Look", number, changeset, before, head);
    iq_changeset_destroy(changeset);
}

/* The same models as since the last look, and a few less. */
static void glance(iq_list *list, unsigned long number, iq_snapshot **before,
                   size_t head)
{
    iq_changeset *changeset = take_out_ended(list);

    if (changeset != NULL)
        tell(list, "After look", number, changeset, before, head);
    iq_changeset_destroy(changeset);
}

static void wait_for(double seconds)
{
    struct timespec pause = {.tv_sec = (time_t)seconds};

    pause.tv_nsec = (long)((seconds - (double)pause.tv_sec) * 1e9);
    nanosleep(&pause, NULL);
}

int main(int argc, char **argv)
{
    struct options options = read_options(argc, argv);
    double pause = options.interval / (double)(options.glances + 1);
    struct processes readings[2] = {0}; /* the last and this one, in turns */
    iq_snapshot *before = NULL;         /* what was told last              */
    unsigned long i, j;
    iq_list *list;

    check(iq_list_create(NULL, &list));
    for (i = 0; options.count == 0 || i < options.count; i++) {
        for (j = 0; i > 0 && j < options.glances; j++) {
            wait_for(pause);
            glance(list, i, &before, options.head);
        }
        if (i > 0)
            wait_for(pause);
        look(list, i + 1, &readings[i % 2], &before, options.head);
    }
    iq_snapshot_destroy(before);
    iq_list_destroy(list);
    free_processes(&readings[0]);
    free_processes(&readings[1]);
    return 0;
}

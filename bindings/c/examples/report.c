/* report.c - what changes in the list of processes, in words.
 *
 *     a look    reads all of /proc (proc.c) and sets the whole list (show.c)
 *     a glance  checks only which processes have ended since, and deletes them
 *               from the list by an edit (ended.c), several between two looks
 *
 * Both give a changeset, which words.c prints. Its positions are looked up
 * in two snapshots of the list, before and after (shown.c): the program has no
 * list of its own beside it, only the readings that the models point into.
 */
#define _GNU_SOURCE
#include "report.h"

#include "ended.h"
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

/* The state from one look to the next. */
struct view {
    iq_list *list;
    iq_snapshot *before; /* the list as printed last     */
    unsigned long looks; /* so far                       */
    size_t head;         /* rows of the list to print    */
};

/* The first rows of the list, read back from it, under their headers. Returns
 * how many lines that took. */
static size_t print_head(const iq_snapshot *shown, size_t rows)
{
    size_t i, items, row = 0, section = 0;

    check(iq_snapshot_get_count(shown, NULL, &items));
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

static void print_title(const struct view *view, const char *name)
{
    iq_statistics statistics = {.struct_size = sizeof statistics};
    const iq_summary *found = &statistics.changes;
    uint64_t nanoseconds;

    check(iq_list_get_statistics(view->list, &statistics));
    nanoseconds = statistics.match_nanoseconds + statistics.solve_nanoseconds +
                  statistics.prepare_nanoseconds +
                  statistics.commit_nanoseconds;
    printf("%s %lu: %zu processes; %zu came, %zu ended, %zu moved, "
           "%zu changed, in %.0f us",
           name, view->looks, found->items_after, found->item_inserts,
           found->item_deletes, found->item_moves, found->item_reconfigures,
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

/* Prints the list as it is now, and the changes since it was printed last. */
static void print(struct view *view, const char *name,
                 const iq_changeset *changeset)
{
    const iq_change *changes;
    iq_snapshot *before = view->before, *after;
    size_t count, lines = 0;
    int terminal = isatty(STDOUT_FILENO);

    check(iq_list_snapshot(view->list, &after));
    /* The screen is cleared, and lines that are too long for it are cut. */
    printf("%s", terminal ? "\033[H\033[J\033[?7l\033[1m" : "");
    print_title(view, name);
    printf("%s\n", terminal ? "\033[0m" : "");
    if (view->head > 0) {
        printf("  The list\n");
        lines = print_head(after, view->head);
    }

    check(iq_changeset_get_batch(changeset, &changes, &count));
    printf("  What changed%s\n", count == 0 ? ": nothing" : "");
    print_changes(changes, count, before, after, room(lines + 6));
    printf("%s\n", terminal ? "\033[?7h" : "");
    if (fflush(stdout) != 0)
        fail("writing", strerror(errno));
    iq_snapshot_destroy(before);
    view->before = after;
}

static void look(struct view *view, struct processes *reading)
{
    iq_changeset *changeset;

    if (read_processes(reading) != 0)
        fail("/proc", strerror(errno));
    changeset = show(view->list, reading, 0);
    view->looks++;
    print(view, "Look", changeset);
    iq_changeset_destroy(changeset);
}

static void glance(struct view *view)
{
    iq_changeset *changeset = take_out_ended(view->list);

    if (changeset == NULL)
        return;
    print(view, "After look", changeset);
    iq_changeset_destroy(changeset);
}

static void wait_for(double seconds)
{
    struct timespec pause = {.tv_sec = (time_t)seconds};

    pause.tv_nsec = (long)((seconds - (double)pause.tv_sec) * 1e9);
    nanosleep(&pause, NULL);
}

/* The time between two looks, in equal parts, with a glance after each but the
 * last. */
static void wait_for_look(struct view *view, const struct options *options)
{
    double part = options->interval / (double)(options->glances + 1);
    unsigned long i;

    for (i = 0; i < options->glances; i++) {
        wait_for(part);
        glance(view);
    }
    wait_for(part);
}

void report(const struct options *options)
{
    struct view view = {.head = options->head};
    /* In turns: the models of the list point into one, and so do those of the
     * list as printed last, while the next is read into the other. */
    struct processes readings[2] = {0};

    check(iq_list_create(NULL, &view.list));
    look(&view, &readings[0]);
    while (options->count == 0 || view.looks < options->count) {
        wait_for_look(&view, options);
        look(&view, &readings[view.looks % 2]);
    }
    iq_snapshot_destroy(view.before);
    iq_list_destroy(view.list);
    free_processes(&readings[0]);
    free_processes(&readings[1]);
}

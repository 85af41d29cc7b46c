/* processes.c - the processes of this machine as a list that is kept up to
 * date: a section for each user, an item for each process.
 *
 * Each refresh reads /proc anew (proc.c), says the whole list in one call
 * (show.c), and prints what the library found to have changed (words.c).
 * Nothing is kept of the list but the last reading, to have names for what has
 * ended.
 *
 *     cc processes.c options.c proc.c show.c words.c \
 *         -I<include> -L<library> -liqlist
 */
#define _GNU_SOURCE
#include "options.h"
#include "show.h"
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
static size_t print_head(const iq_list *list, size_t rows)
{
    size_t i, position = 0, items, shown = 0;
    void **models;
    iq_item_buffers head = {.struct_size = sizeof head};

    check(iq_list_count(list, NULL, &items));
    if (rows > items)
        rows = items;
    models = head.models = allocate(rows, sizeof *models);
    check(iq_list_read_items(list, 0, rows, &head));
    while (shown < rows) {
        iq_supplementary element = {.struct_size = sizeof element};
        iq_section_info info = {.struct_size = sizeof info};
        const struct user *user;
        iq_section section;
        size_t headers;

        check(iq_list_section_at(list, position++, &section));
        check(iq_list_section_info(list, section, &info));
        check(iq_list_supplementaries(list, section, &element, 1, &headers));
        user = element.model;
        printf("    user %s: processes %zu, memory %.1f MB\n", user->name,
               user->count, (double)user->memory / 10);
        for (i = 0; i < info.count && shown < rows; i++) {
            const struct process *process = models[shown++];

            printf("      %-16s %8d  %c %10.1f MB %10.2f s\n", process->name,
                   (int)process->pid, process->state,
                   (double)process->memory / 10, (double)process->cpu / 100);
        }
    }
    free(models);
    return shown + position;
}

static void print_title(const iq_list *list, unsigned long look)
{
    iq_statistics statistics = {.struct_size = sizeof statistics};
    const iq_summary *found = &statistics.changes;
    uint64_t nanoseconds;

    check(iq_list_statistics(list, &statistics));
    nanoseconds = statistics.match_nanoseconds + statistics.solve_nanoseconds +
                  statistics.prepare_nanoseconds +
                  statistics.commit_nanoseconds;
    printf("Look %lu: %zu processes; %zu came, %zu ended, %zu moved, "
           "%zu changed, found in %.0f us",
           look, found->items_after, found->item_inserts, found->item_deletes,
           found->item_moves, found->item_reconfigures,
           (double)nanoseconds / 1000);
}

/* How many changes to print. A terminal shows each look in place of the one
 * before, and has room for so many; a pipe has room for all. */
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

static void refresh(iq_list *list, unsigned long look,
                    const struct processes *before, struct processes *after,
                    size_t head)
{
    iq_changeset *changeset = show(list, after, 0);
    const iq_change *changes;
    size_t count, lines = 0;
    int terminal = isatty(STDOUT_FILENO);

    printf("%s", terminal ? "\033[H\033[J\033[1m" : "");
    print_title(list, look);
    printf("%s\n", terminal ? "\033[0m" : "");
    if (head > 0) {
        printf("  The list\n");
        lines = print_head(list, head);
    }

    check(iq_changeset_batch(changeset, &changes, &count));
    printf("  What changed%s\n", count == 0 ? ": nothing" : "");
    print_changes(changes, count, before, after, room(lines + 6));
    iq_changeset_destroy(changeset);
    printf("\n");
    if (fflush(stdout) != 0)
        fail("writing", strerror(errno));
}

int main(int argc, char **argv)
{
    struct options options = read_options(argc, argv);
    struct timespec pause = {.tv_sec = (time_t)options.interval};
    struct processes readings[2] = {0}; /* the last and this one, in turns */
    unsigned long i;
    iq_list *list;

    pause.tv_nsec = (long)((options.interval - (double)pause.tv_sec) * 1e9);
    check(iq_list_create(NULL, &list));
    for (i = 0; options.count == 0 || i < options.count; i++) {
        struct processes *before = &readings[i % 2];
        struct processes *after = &readings[(i + 1) % 2];

        if (i > 0)
            nanosleep(&pause, NULL);
        if (read_processes(after) != 0)
            fail("/proc", strerror(errno));
        refresh(list, i + 1, before, after, options.head);
    }
    iq_list_destroy(list);
    free_processes(&readings[0]);
    free_processes(&readings[1]);
    return 0;
}

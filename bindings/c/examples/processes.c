/* processes.c - the processes of this machine as a list that is kept up to
 * date: a section for each user, an item for each process.
 *
 * Each refresh reads /proc anew (proc.c), says the whole list in one call, and
 * prints what the library found to have changed (words.c). Nothing is kept of
 * the list but the last reading, to have names for what has ended.
 *
 *     cc processes.c options.c proc.c words.c -I<include> -L<library> -liqlist
 */
#define _GNU_SOURCE
#include "options.h"
#include "proc.h"
#include "words.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "processes: %s: %s\n", what, why);
    exit(EXIT_FAILURE);
}

static void check(iq_status status)
{
    iq_error error = {.struct_size = sizeof error};

    if (status == IQ_OK)
        return;
    iq_last_error(&error);
    fail("the list", error.message);
}

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);

    if (memory == NULL)
        fail("memory", strerror(errno));
    return memory;
}

/* Who a process is, what it looks like, and where the list finds the rest. */
static void describe(struct process *process)
{
    iq_hasher hasher;

    check(iq_hasher_init(&hasher));
    check(iq_hasher_add_signed(&hasher, process->pid));
    check(iq_hasher_add_unsigned(&hasher, process->start));
    check(iq_hasher_key(&hasher, &process->key));

    check(iq_hasher_init(&hasher));
    check(iq_hasher_add_string(&hasher, process->name, SIZE_MAX));
    check(iq_hasher_add_signed(&hasher, process->state));
    check(iq_hasher_add_unsigned(&hasher, process->memory));
    check(iq_hasher_add_unsigned(&hasher, process->cpu));
    check(iq_hasher_content(&hasher, &process->content));

    process->row = process;
}

/* The header of a user's section tells how much there is. */
static iq_supplementary header(struct user *user)
{
    iq_supplementary header = {.struct_size = sizeof header,
                               .kind = IQ_KIND_HEADER, .model = user};
    iq_hasher hasher;

    check(iq_hasher_init(&hasher));
    check(iq_hasher_add_unsigned(&hasher, user->count));
    check(iq_hasher_add_unsigned(&hasher, user->memory));
    check(iq_hasher_content(&hasher, &header.content));
    return header;
}

/* Says the whole list: the rows are lent as they are. */
static iq_changeset *set(iq_list *list, struct processes *processes)
{
    struct process *rows = processes->rows;
    size_t i, user_count = processes->user_count;
    iq_section_entry *sections = allocate(user_count, sizeof *sections);
    iq_supplementary *headers = allocate(user_count, sizeof *headers);
    iq_columns items = {.struct_size = sizeof items,
                        .count = processes->count,
                        .keys = &rows->key,
                        .key_stride = sizeof *rows,
                        .contents = &rows->content,
                        .content_stride = sizeof *rows,
                        .models = &rows->row,
                        .model_stride = sizeof *rows};
    iq_changeset *changeset;

    for (i = 0; i < processes->count; i++)
        describe(&rows[i]);
    for (i = 0; i < user_count; i++) {
        struct user *user = &processes->users[i];

        headers[i] = header(user);
        sections[i] = (iq_section_entry){.struct_size = sizeof sections[i],
                                         .key = iq_key_from_u64(user->id),
                                         .first_item = user->first,
                                         .supplementaries = &headers[i],
                                         .supplementary_count = 1};
    }
    check(iq_list_set(list, sections, user_count, &items, NULL, &changeset));
    free(headers);
    free(sections);
    return changeset;
}

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
    iq_changeset *changeset = set(list, after);
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

/* proc.c - reading /proc. Knows nothing of lists. */
#define _GNU_SOURCE
#include "proc.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* PF_KTHREAD: a thread of the kernel itself. Those are not processes, and
 * change their names with whatever they work on. */
#define KERNEL_THREAD 0x00200000

/* Control characters in a name could play tricks on the terminal. */
static void copy_name(char *to, size_t size, const char *from, size_t length)
{
    size_t i;

    for (i = 0; i < length && i + 1 < size; i++)
        to[i] = iscntrl((unsigned char)from[i]) ? '?' : from[i];
    to[i] = '\0';
}

/* A stat file reads "812 (bash) S 1 ...". The name may hold anything, blanks
 * and brackets too, so it ends at the last bracket. */
static int parse_stat(const char *text, struct process *process)
{
    const char *open = strchr(text, '('), *close = strrchr(text, ')');
    unsigned long long user_ticks, system_ticks, start, pages;
    unsigned long flags;

    if (open == NULL || close == NULL || close < open)
        return -1;
    if (sscanf(close + 1,
               " %c %*s %*s %*s %*s %*s %lu %*s %*s %*s %*s %llu %llu"
               " %*s %*s %*s %*s %*s %*s %llu %*s %llu",
               &process->state, &flags, &user_ticks, &system_ticks, &start,
               &pages) != 6 ||
        (flags & KERNEL_THREAD) != 0)
        return -1;
    process->pid = (pid_t)atoi(text);
    process->start = start;
    copy_name(process->name, sizeof process->name, open + 1,
              (size_t)(close - open) - 1);
    process->cpu = (user_ticks + system_ticks) * 100 /
                   (unsigned long long)sysconf(_SC_CLK_TCK);
    process->memory = pages * (unsigned long long)sysconf(_SC_PAGESIZE) * 10 /
                      1000000;
    return 0;
}

/* The arguments, each of which ends with a zero. A zombie has none, and neither
 * has a process that ends just now. */
static void read_command(int folder, struct process *process)
{
    char text[sizeof process->command];
    int file = openat(folder, "cmdline", O_RDONLY | O_CLOEXEC);
    ssize_t i, length;

    if (file < 0)
        return;
    length = read(file, text, sizeof text);
    close(file);
    while (length > 0 && text[length - 1] == '\0')
        length--;
    for (i = 0; i < length; i++)
        if (text[i] == '\0')
            text[i] = ' ';
    if (length > 0)
        copy_name(process->command, sizeof process->command, text,
                  (size_t)length);
}

/* All files are opened through one open folder, which stays that of one
 * process also when the process ends and its number is used again. */
static int read_process(int proc, const char *number, struct process *process)
{
    char text[1024];
    struct stat owner;
    ssize_t length = -1;
    int folder, file;

    folder = openat(proc, number, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return -1;
    file = openat(folder, "stat", O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        if (fstat(folder, &owner) == 0)
            length = read(file, text, sizeof text - 1);
        close(file);
    }
    if (length > 0)
        read_command(folder, process);
    close(folder);
    if (length <= 0)
        return -1;
    text[length] = '\0';
    process->user = owner.st_uid;
    return parse_stat(text, process);
}

static int by_user(const void *a, const void *b)
{
    const struct process *one = a, *other = b;

    return (one->user > other->user) - (one->user < other->user);
}

static int by_memory(const void *a, const void *b)
{
    const struct process *one = a, *other = b;

    if (one->user_memory != other->user_memory)
        return one->user_memory > other->user_memory ? -1 : 1;
    if (one->user != other->user)
        return by_user(one, other);
    if (one->memory != other->memory)
        return one->memory > other->memory ? -1 : 1;
    return (one->pid > other->pid) - (one->pid < other->pid);
}

/* Sums up the memory of each user, and sorts the users by it. */
static void sort(struct process *rows, size_t count)
{
    size_t first, end, i;

    if (count == 0)
        return;
    qsort(rows, count, sizeof *rows, by_user);
    for (first = 0; first < count; first = end) {
        uint64_t memory = 0;

        for (end = first; end < count; end++) {
            if (rows[end].user != rows[first].user)
                break;
            memory += rows[end].memory;
        }
        for (i = first; i < end; i++)
            rows[i].user_memory = memory;
    }
    qsort(rows, count, sizeof *rows, by_memory);
}

int add_process(struct processes *processes, const struct process *process)
{
    if (processes->count == processes->capacity) {
        size_t capacity = processes->capacity * 2 + 64;
        struct process *rows =
            realloc(processes->rows, capacity * sizeof *rows);

        if (rows == NULL)
            return -1;
        processes->rows = rows;
        processes->capacity = capacity;
    }
    processes->rows[processes->count++] = *process;
    return 0;
}

static void name_user(struct user *user)
{
    const struct passwd *entry = getpwuid(user->id);

    if (entry != NULL)
        copy_name(user->name, sizeof user->name, entry->pw_name,
                  strlen(entry->pw_name));
    else
        snprintf(user->name, sizeof user->name, "%lu", (unsigned long)user->id);
}

/* The rows are sorted: those of a user are adjacent. */
static int find_users(struct processes *processes)
{
    struct user *users = realloc(processes->users,
                                 (processes->count + 1) * sizeof *users);
    struct user *user = NULL;
    size_t i;

    if (users == NULL)
        return -1;
    processes->users = users;
    processes->user_count = 0;
    for (i = 0; i < processes->count; i++) {
        uid_t id = processes->rows[i].user;

        if (user == NULL || user->id != id) {
            user = &users[processes->user_count++];
            *user = (struct user){.id = id, .first = i,
                                  .memory = processes->rows[i].user_memory};
            name_user(user);
        }
        user->count++;
    }
    return 0;
}

int group_by_user(struct processes *processes)
{
    sort(processes->rows, processes->count);
    return find_users(processes);
}

int read_processes(struct processes *into)
{
    DIR *proc = opendir("/proc");
    struct timespec now = {0};
    struct dirent *entry;
    int result = 0;

    if (proc == NULL)
        return -1;
    into->count = 0;
    clock_gettime(CLOCK_MONOTONIC, &now);
    into->time = (double)now.tv_sec + (double)now.tv_nsec / 1e9;
    while (result == 0 && (entry = readdir(proc)) != NULL) {
        struct process process = {0};

        if (isdigit((unsigned char)entry->d_name[0]) &&
            read_process(dirfd(proc), entry->d_name, &process) == 0)
            result = add_process(into, &process);
    }
    closedir(proc);
    if (result != 0)
        return -1;
    return group_by_user(into);
}

int copy_processes(struct processes *to, const struct processes *from)
{
    struct user *users =
        realloc(to->users, (from->user_count + 1) * sizeof *users);
    size_t i;

    if (users == NULL)
        return -1;
    to->users = users;
    to->user_count = from->user_count;
    for (i = 0; i < from->user_count; i++)
        users[i] = from->users[i];
    to->time = from->time;
    to->count = 0;
    for (i = 0; i < from->count; i++)
        if (add_process(to, &from->rows[i]) != 0)
            return -1;
    return 0;
}

/* Signal 0 is not sent: the call only checks whether the process exists. */
int has_ended(const struct process *process)
{
    return kill(process->pid, 0) != 0 && errno == ESRCH;
}

void free_processes(struct processes *processes)
{
    free(processes->rows);
    free(processes->users);
    *processes = (struct processes){0};
}

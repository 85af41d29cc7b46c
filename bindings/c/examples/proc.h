/* proc.h - the processes of this machine, read from /proc into plain arrays.
 *
 *     users   [ ada: first 0, count 3 | root: first 3, count 2 ]
 *               |                       |
 *     rows    [ firefox | vim | bash  | sshd | cron ]
 *
 * Both with the largest memory first.
 */
#ifndef PROC_H
#define PROC_H

#include <iqlist.h>

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct process {
    /* Its identity. A process id is used again in time, with the start time
     * beside it never. */
    pid_t pid;
    uint64_t start; /* clock ticks since boot */
    uid_t user;
    uint64_t user_memory; /* of all the user's processes */
    /* Its appearance, only as precise as it is shown. */
    char name[64];
    char command[256]; /* with its arguments; empty if there is none     */
    char state;        /* R running, S sleeping, Z zombie: see proc(5)   */
    uint64_t memory;   /* resident, in tenths of a megabyte              */
    uint64_t cpu;      /* used so far, in hundredths of a second         */
    unsigned load;     /* of one processor, since the reading before, in
                          thousandths; read_processes leaves it at 0     */
    /* The same as the list takes it; read_processes leaves these at 0. */
    iq_key key;
    uint64_t content;
    struct process *row; /* this struct itself */
};

struct user {
    uid_t id;
    char name[33];
    size_t first; /* of its rows */
    size_t count;
    uint64_t memory;
};

struct processes {
    double time; /* in seconds, from any moment on */
    struct process *rows;
    size_t count, capacity;
    struct user *users;
    size_t user_count;
};

/* Reads all processes that live now. Returns 0, or -1 with errno set. Kernel
 * threads are left out, and so is a process that ends while it is being read.
 * `into` starts as zeroes; what it held before is written over. */
int read_processes(struct processes *into);

/* For readings that come from elsewhere: appends one process; 0, or -1. */
int add_process(struct processes *to, const struct process *process);

/* Then sorts the rows, and finds whose they are; 0, or -1. */
int group_by_user(struct processes *processes);

/* The same once more, in memory of its own; 0, or -1. */
int copy_processes(struct processes *to, const struct processes *from);

/* Much cheaper: has the process of that number ended? If another one has the
 * number by now, only the next reading detects it. */
int has_ended(const struct process *process);

void free_processes(struct processes *processes);

#endif

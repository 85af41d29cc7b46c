/*
 * thread_group.h - eight threads that do the same at once, each with random numbers of its own.
 */
#ifndef THREAD_GROUP_H
#define THREAD_GROUP_H

#include "random.h"

#include <pthread.h>

#define THREAD_GROUP_SIZE 8

typedef struct thread_group_member {
    pthread_t id;
    random_source random;
} thread_group_member;

/* Runs `body` in each thread, with its thread_group_member as the argument, and waits for all of them. Their numbers
 * come from check_seed. */
void thread_group_run(void *(*body)(void *));

#endif

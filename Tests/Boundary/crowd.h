/*
 * crowd.h - eight threads that do the same at once, each with random numbers of its own.
 */
#ifndef CROWD_H
#define CROWD_H

#include "random.h"

#include <pthread.h>

#define CROWD 8

typedef struct crowd_thread {
    pthread_t id;
    random_source random;
} crowd_thread;

/* Runs `body` in each thread, with its crowd_thread as the argument, and waits for all of them. Their numbers
 * come from check_seed. */
void crowd_run(void *(*body)(void *));

#endif

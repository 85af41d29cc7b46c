/*
 * steps.h - what the walk-throughs in C share: steps, taken in the order in which they are written.
 *
 * A step is a function that checks what a paragraph of the document promises. It is printed as `ok NAME` when it has
 * run. The first promise that does not hold ends the program.
 */
#ifndef STEPS_H
#define STEPS_H

#include <iqlist.h>
#include <stdio.h>
#include <stdlib.h>

static size_t steps_taken;

/* Ends the program unless the condition holds. */
#define PROMISE(condition) ((condition) ? (void)0 : broken(__FILE__, __LINE__, #condition))

/* Ends the program unless the call succeeds. */
#define DO(call) ((call) == IQ_OK ? (void)0 : failed(__FILE__, __LINE__, #call))

static inline void broken(const char *file, int line, const char *condition)
{
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, condition);
    exit(1);
}

static inline void failed(const char *file, int line, const char *call)
{
    iq_error error = {.struct_size = sizeof error};

    iq_get_last_error(&error);
    fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, error.message);
    exit(1);
}

/* Takes a step. */
static inline void step(const char *name, void (*take)(void))
{
    take();
    steps_taken++;
    printf("ok %s\n", name);
}

/* The end of the document. */
static inline int finish(void)
{
    printf("%zu steps\n", steps_taken);
    return fflush(stdout) == 0 ? 0 : 1;
}

#endif

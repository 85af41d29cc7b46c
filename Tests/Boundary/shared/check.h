/*
 * check.h - what every boundary program is made of: checks that say where and with which seed they
 * failed, and the two numbers that the environment may set.
 *
 * A program is a .c file of Tests/Boundary/programs, with its modes in the table Tests/Boundary/modes; the
 * .c files of Tests/Boundary/shared are linked to each program that uses them.
 *
 *   IQ_TEST_SCALE  percent of the loops to run; 100 unless set
 *   IQ_TEST_SEED   run the rounds from this seed on instead of the program's own
 */
#ifndef CHECK_H
#define CHECK_H

#include "iqlist.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* What the current round was made from. One for the whole program, whichever file asks. */
__attribute__((weak)) uint64_t check_seed;

/* Printed beside a failure: the name of the current case, or NULL. */
__attribute__((weak)) const char *check_case;

static inline void check_failed(const char *file, int line, const char *expression)
{
    fprintf(stderr, "%s:%d: failed: %s (seed %llu%s%s)\n", file, line, expression,
            (unsigned long long)check_seed, check_case ? ", " : "", check_case ? check_case : "");
    exit(1);
}

#define CHECK(expression) ((expression) ? (void)0 : check_failed(__FILE__, __LINE__, #expression))

static inline void check_status(const char *file, int line, const char *expression, iq_status got,
                                iq_status wanted)
{
    if (got == wanted) {
        return;
    }
    iq_error error = {.struct_size = sizeof error};
    iq_get_last_error(&error);
    fprintf(stderr, "%s:%d: %s instead of %s; last error: %s\n", file, line, iq_status_name(got),
            iq_status_name(wanted), error.message);
    check_failed(file, line, expression);
}

#define CHECK_STATUS(expression, status) check_status(__FILE__, __LINE__, #expression, (expression), (status))

#define CHECK_OK(expression) CHECK_STATUS(expression, IQ_OK)

/* An address that the program cannot go on without. */
static inline void *check_memory(void *memory)
{
    CHECK(memory != NULL);
    return memory;
}

/* `loops` as IQ_TEST_SCALE wants them, at least one. */
static inline uint64_t check_scaled(uint64_t loops)
{
    const char *scale = getenv("IQ_TEST_SCALE");
    uint64_t percent = scale ? strtoull(scale, NULL, 10) : 100;
    uint64_t scaled = loops / 100 * percent + loops % 100 * percent / 100;
    return scaled ? scaled : 1;
}

/* The first round's seed. */
static inline uint64_t check_first_seed(uint64_t own)
{
    const char *seed = getenv("IQ_TEST_SEED");
    return seed ? strtoull(seed, NULL, 10) : own;
}

#endif

/* The command line. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "workloads.h"

struct options {
    bool quick, large;
    size_t size;      /* only that one; 0: all                              */
    const char *only; /* names with commas between them; NULL: all          */
    const char *json;
    const char *against;          /* another build of the library, or NULL  */
    const char *standard_library; /* the program; NULL: left out            */
    int core;
    uint64_t seed;
};

/* Ends the program, with the usage, where it is not understood. */
struct options options_parse(int count, char **arguments);

/* Whether a part of the benchmark is to run. */
bool wanted(const struct options *options, const char *name);
bool wants_workload(const struct options *options, enum workload workload);

#endif

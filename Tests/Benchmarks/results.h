/* Everything that one run finds out. */
#ifndef RESULTS_H
#define RESULTS_H

#include <stdio.h>

#include "calls.h"
#include "edits.h"
#include "floors.h"
#include "storage.h"
#include "travel.h"

enum { MOST_SIZES = 8, MOST_CALLS = 32, MOST_TRAVELS = WORKLOADS };

/* All rows of one size. */
struct sized {
    size_t count;
    struct floors floors;
    size_t row_count;
    struct row rows[WORKLOADS];
    struct load load;
    size_t used, peak;              /* iq_memory_used and _peak so far */
    size_t resident, resident_peak; /* of the process                  */
};

struct results {
    struct machine machine;
    uint64_t seed;
    int core; /* pinned to, or -1 */
    size_t library_bytes;
    double miss, growth_miss; /* nanoseconds, the latter measured with growth */
    double fresh;             /* nanoseconds a byte                           */
    size_t size_count, growth_count, storage_count, call_count,
        travel_count, editing_count;
    struct sized sizes[MOST_SIZES];
    struct growth growth[MOST_SIZES];
    struct storage storage[MOST_SIZES];
    struct worst worst;
    struct travel travels[MOST_TRAVELS];
    struct editing edits[MOST_SIZES];
    struct small_call calls[MOST_CALLS];
};

/* In floors, or 0 where no goal is set for that size. */
double goal_of_diff(enum workload workload, size_t count);
double goal_of_set(enum workload workload, size_t count);
double goal_of_load(size_t count);

/* As text, each part when it is there. */
void report_head(const struct results *results);
void report_size(const struct sized *sized);
void report_growth(const struct results *results);
void report_storage(const struct results *results);
void report_edits(const struct results *results);
void report_travels(const struct results *results);
void report_calls(const struct results *results);

/* All of it. */
void write_json(const struct results *results, FILE *file);

#endif

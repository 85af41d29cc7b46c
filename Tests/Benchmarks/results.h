/* Everything that one run finds out. */
#ifndef RESULTS_H
#define RESULTS_H

#include <stdio.h>

#include "against.h"
#include "applied.h"
#include "calls.h"
#include "derived.h"
#include "edits.h"
#include "floors.h"
#include "goals.h"
#include "layouts.h"
#include "orders.h"
#include "polls.h"
#include "stalls.h"
#include "storage.h"
#include "travel.h"

enum { MOST_SIZES = 8, MOST_CALLS = 32, MOST_TRAVELS = WORKLOADS,
       MOST_APPLIED = 2 * WORKLOADS };

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
    const char *against; /* path of the other build, or NULL */
    struct api other;
    double miss, growth_miss; /* nanoseconds, the latter measured with growth */
    double fresh;             /* nanoseconds a byte                           */
    size_t size_count, growth_count, storage_count, call_count,
        travel_count, applied_count, editing_count, section_load_count, section_shuffle_count;
    struct sized sizes[MOST_SIZES];
    struct frames frames; /* counts of 0: not measured */
    struct section_load section_loads[MOST_SIZES];
    struct section_shuffle section_shuffles[MOST_SIZES];
    struct small_lists small;
    struct stalls stalls;
    struct polls polls;
    struct derived derived;
    struct orders orders;
    struct layouts layouts;
    struct growth growth[MOST_SIZES];
    struct storage storage[MOST_SIZES];
    struct worst worst;
    struct travel travels[MOST_TRAVELS];
    struct applied applied[MOST_APPLIED];
    struct editing edits[MOST_SIZES];
    struct small_call calls[MOST_CALLS];
    struct contrasts contrasts;
    struct checks checks;
};

/* Nanoseconds a move of the shuffle's dialect; 0 where it was not measured. */
double nanoseconds_a_move(const struct row *row, enum dialect dialect);

/* Cache misses that an edit costs more among 10,000,000 items than among
 * 10,000; 0 where one of them was not measured. */
double more_misses_of_edits(const struct results *results);

/* Compares all that was measured with the goals. */
void check_all(struct results *results);

/* As text, each part when it is there. */
void report_head(const struct results *results);
void report_size(const struct sized *sized);
void report_ratios(const struct sized *sized);
void report_growth(const struct results *results);
void report_storage(const struct results *results);
void report_edits(const struct results *results);
void report_travels(const struct results *results);
void report_applied(const struct results *results);
void report_calls(const struct results *results);
void report_frames(const struct frames *frames);
void report_sections(const struct results *results);
void report_small(const struct small_lists *small);
void report_stalls(const struct stalls *stalls);
void report_polls(const struct polls *polls);
void report_derived(const struct derived *derived);
void report_orders(const struct orders *orders);
void report_layouts(const struct layouts *layouts);
void report_against(const struct results *results);
void report_goals(const struct checks *checks);

/* All of it. */
void write_json(const struct results *results, FILE *file);

#endif

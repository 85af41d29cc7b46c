/* The benchmark of libiqlist: drives the release library through its C ABI and
 * measures, in the same run, what the machine itself needs (floors) and what
 * other algorithms need (Heckel's, an expert's, the Swift standard library's).
 * See `run`. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "options.h"
#include "results.h"

/* Milliseconds, or 0 where it does not finish in time: then larger sizes are
 * not tried either. */
static double run_standard_library(const struct options *options,
                                   enum workload workload, size_t count) {
    static size_t finishes_below[WORKLOADS];
    size_t *below = &finishes_below[workload];
    if (!options->standard_library || (*below && count >= *below)) return 0;
    if (options->quick && count >= 1000000) return 0;
    char command[4200];
    snprintf(command, sizeof command, "timeout %s '%s' %d %zu %llu",
             options->quick ? "0.4" : "10", options->standard_library, workload,
             count, (unsigned long long)options->seed);
    FILE *program = popen(command, "r");
    double milliseconds = 0;
    if (program && fscanf(program, "%lf", &milliseconds) != 1) *below = count;
    if (program) pclose(program);
    return milliseconds;
}

/* The unit is measured again beside each workload, and its median over all of
 * them taken: the machine may not be as fast all the time. */
static void measure_size(const struct options *options, struct builds builds,
                         struct sized *sized) {
    double budget = options->quick ? 2e7 : 5e8;
    double row_budget = 4 * budget;
    if (!options->quick && sized->count >= 1000000) row_budget *= 5;
    if (!options->quick && builds.other) row_budget *= 2;
    struct random random = {options->seed ^ sized->count};
    struct listing a = listing_make(sized->count, 1, &random);
    struct changes none;
    struct listing b = listing_change(&a, W0, &random, &none);
    struct series scan = {0};
    floor_scan(&a, &b, &scan, budget / 16);
    sized->floors = floors_measure(&a, &b, budget / 8, &random);
    if (wanted(options, "L1")) sized->load = load_measure(&a, budget);
    for (enum workload w = 0; w < WORKLOADS; w++) {
        if (!wants_workload(options, w)) continue;
        struct row *row = &sized->rows[sized->row_count++];
        *row = row_measure(w, sized->count, options->seed, builds,
                           row_budget);
        row->standard_library =
            run_standard_library(options, w, sized->count);
        floor_scan(&a, &b, &scan, budget / 16);
    }
    sized->floors.scan = series_timing(&scan);
    listing_free(&a);
    listing_free(&b);
    sized->used = iq_memory_used();
    sized->peak = iq_memory_peak();
    sized->resident = resident_bytes();
    sized->resident_peak = resident_peak_bytes();
}

static size_t library_bytes(void) {
    Dl_info library;
    struct stat file;
    void *address;
    const char *(*function)(void) = iq_version_string;
    memcpy(&address, &function, sizeof address);
    bool found = dladdr(address, &library) && stat(library.dli_fname, &file) == 0;
    return found ? (size_t)file.st_size : 0;
}

/* Whether every count was the fewest, the expert's as well. */
static bool all_fewest(const struct results *results) {
    size_t wrong = 0;
    for (size_t i = 0; i < results->size_count; i++)
        for (size_t r = 0; r < results->sizes[i].row_count; r++)
            wrong += results->sizes[i].rows[r].wrong +
                     results->sizes[i].rows[r].expert_wrong;
    for (size_t i = 0; i < results->section_shuffle_count; i++)
        wrong += results->section_shuffles[i].wrong;
    return wrong == 0;
}

static void measure_sizes(const struct options *options, struct builds builds,
                          struct results *results) {
    for (size_t n = 100; n <= (options->large ? 10000000 : 1000000); n *= 10) {
        if (options->size && n > 100) break;
        struct sized *sized = &results->sizes[results->size_count++];
        sized->count = options->size ? options->size : n;
        measure_size(options, builds, sized);
        report_size(sized);
        report_ratios(sized);
        for (size_t r = 0; r < sized->row_count; r++)
            contrast_row(&results->contrasts, &sized->rows[r], sized->count);
    }
}

/* Many lists, many sections, how long a single edit can take, polls,
 * derived lists, orders, and layouts. */
static void measure_many(const struct options *options, struct builds builds,
                         struct results *results) {
    bool quick = options->quick;
    if (wanted(options, "F200")) {
        results->frames =
            frames_measure(options->seed, builds, quick ? 2e8 : 4e9);
        report_frames(&results->frames);
        contrast_frames(&results->contrasts, &results->frames);
    }
    if (wanted(options, "sections")) {
        for (size_t n = 100000; n <= (quick ? 100000 : 1000000); n *= 10) {
            double budget = quick ? 1e8 : (double)n * 1e4;
            struct section_load load =
                section_load_measure(n, options->seed, builds, budget);
            struct section_shuffle shuffle =
                section_shuffle_measure(n, options->seed, builds, budget);
            results->section_loads[results->section_load_count++] = load;
            results->section_shuffles[results->section_shuffle_count++] = shuffle;
            contrast_sections(&results->contrasts, &load, &shuffle);
        }
        report_sections(results);
    }
    if (wanted(options, "small")) {
        results->small = small_lists_measure(
            quick ? 10000 : 100000, options->seed, builds, quick ? 1e8 : 4e9);
        report_small(&results->small);
        contrast_small(&results->contrasts, &results->small);
    }
    if (wanted(options, "stalls") && !quick) {
        struct random random = {options->seed};
        results->stalls = stalls_measure(5000000, 1000000, &random);
        report_stalls(&results->stalls);
    }
    if (wanted(options, "polls")) {
        results->polls = polls_measure(quick ? 100000 : 1000000, options->seed,
                                       quick ? 1e8 : 2e9);
        report_polls(&results->polls);
    }
    if (wanted(options, "derived")) {
        results->derived = derived_measure(quick ? 100000 : 1000000,
                                           options->seed, quick ? 1e8 : 2e9);
        report_derived(&results->derived);
    }
    if (wanted(options, "orders")) {
        results->orders = orders_measure(quick ? 100000 : 1000000,
                                         options->seed, quick ? 1e8 : 2e9);
        report_orders(&results->orders);
    }
    if (wanted(options, "layouts")) {
        results->layouts = layouts_measure(quick, options->seed);
        report_layouts(&results->layouts);
    }
    if (!builds.other) return;
    for (size_t n = 10000; n <= (quick ? 10000 : 1000000); n *= 100)
        contrast_calls(&results->contrasts, n, options->seed, builds,
                       quick ? 2e8 : 4e9);
}

static void measure_rest(const struct options *options,
                         struct results *results) {
    struct random random = {options->seed};
    if (wanted(options, "growth")) {
        double before = miss_measure(options->quick, &random);
        for (size_t n = 1000; n <= 10000000; n *= 10)
            results->growth[results->growth_count++] =
                growth_measure(n, &random);
        results->growth_miss =
            (before + miss_measure(options->quick, &random)) / 2;
        report_growth(results);
    }
    if (wanted(options, "storage")) {
        size_t most = options->quick ? 1000000 : 10000000;
        for (size_t n = 1000; n <= most; n *= 10)
            results->storage[results->storage_count++] =
                storage_measure(n, options->quick ? 3 : 10, &random);
        results->worst = storage_worst(most / 2, &random);
        report_storage(results);
    }
    if (wanted(options, "edits")) {
        static const size_t sizes[] = {10000, 1000000, 5000000, 10000000};
        size_t size_count = options->quick ? 2 : sizeof sizes / sizeof *sizes;
        double before = miss_measure(options->quick, &random);
        for (size_t i = 0; i < size_count; i++)
            results->edits[results->editing_count++] =
                editing_measure(sizes[i], &random);
        results->growth_miss =
            (before + miss_measure(options->quick, &random)) / 2;
        report_edits(results);
    }
    if (wanted(options, "travel")) {
        size_t count = options->quick ? 100000 : 1000000;
        double budget = options->quick ? 2e7 : 2e8;
        results->travels[results->travel_count++] =
            travel_snapshot(count, options->seed, budget);
        for (enum workload w = W2; w < WORKLOADS; w++)
            results->travels[results->travel_count++] =
                travel_changeset(w, count, options->seed, budget);
        report_travels(results);
    }
    if (wanted(options, "applied")) {
        double budget = options->quick ? 2e7 : 2e9;
        for (size_t n = 10000; n <= (options->quick ? 10000 : 1000000); n *= 100)
            for (enum workload w = W2; w < WORKLOADS; w++)
                results->applied[results->applied_count++] =
                    applied_measure(w, n, options->seed, budget);
        report_applied(results);
    }
    if (wanted(options, "calls")) {
        results->call_count =
            small_calls_measure(results->calls, MOST_CALLS, &random);
        report_calls(results);
    }
}

int main(int count, char **arguments) {
    struct options options = options_parse(count, arguments);
    struct results *results = calloc(1, sizeof *results);
    if (!results) return 1;
    if (options.core >= 0 && !machine_pin((unsigned)options.core)) {
        fprintf(stderr, "benchmark: no core %d\n", options.core);
        return 2;
    }
    heap_keep();
    struct random random = {options.seed};
    results->machine = machine_here();
    results->seed = options.seed;
    results->core = options.core;
    results->library_bytes = library_bytes();
    results->miss = miss_measure(options.quick, &random);
    results->fresh = fresh_measure();
    struct builds builds = {&linked, NULL};
    if (options.against) {
        results->against = options.against;
        results->other = api_open(options.against);
        builds.other = &results->other;
    }
    report_head(results);
    measure_sizes(&options, builds, results);
    if (!options.size) measure_many(&options, builds, results);
    if (!options.size) measure_rest(&options, results);
    report_against(results);
    check_all(results);
    report_goals(&results->checks);
    bool fewest = all_fewest(results);
    if (!fewest) fputs("benchmark: not the fewest changes\n", stderr);
    if (options.json) {
        FILE *file = fopen(options.json, "w");
        if (!file) {
            perror(options.json);
            return 1;
        }
        write_json(results, file);
        fclose(file);
    }
    free(results);
    return fewest ? 0 : 1;
}

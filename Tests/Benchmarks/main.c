/* The benchmark of libiqlist: drives the release library through its C ABI and
 * measures, in the same run, what the machine itself needs (floors) and what
 * other algorithms need (Heckel's, the Swift standard library's). See `run`. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "heckel.h"
#include "results.h"

struct options {
    bool quick, large;
    size_t size;      /* only that one; 0: all                              */
    const char *only; /* names with commas between them; NULL: all          */
    const char *json;
    const char *standard_library; /* the program; NULL: left out            */
    int core;
    uint64_t seed;
};

static const char usage[] =
    "usage: run [--quick] [--large] [--size N] [--only NAMES] [--json FILE]\n"
    "           [--seed N] [--pin CORE] [--no-standard-library]\n"
    "  --quick   fewer repetitions: under a minute in all\n"
    "  --large   10,000,000 items too\n"
    "  --only    of W0 to W8, L1, growth, storage, edits, travel, calls, with\n"
    "            commas between\n"
    "  --pin     stays on one core\n";

static struct options parse(int count, char **arguments) {
    struct options options = {.core = -1, .seed = 0x1505};
    for (int i = 1; i < count; i++) {
        const char *name = arguments[i];
        const char *value = i + 1 < count ? arguments[i + 1] : NULL;
        bool takes_value = true;
        if (strcmp(name, "--quick") == 0) {
            options.quick = true;
            takes_value = false;
        } else if (strcmp(name, "--large") == 0) {
            options.large = true;
            takes_value = false;
        } else if (strcmp(name, "--no-standard-library") == 0) {
            takes_value = false; /* meant for `run`, which then names none */
        } else if (!value) {
            fputs(usage, stderr);
            exit(2);
        } else if (strcmp(name, "--size") == 0) {
            options.size = strtoull(value, NULL, 0);
        } else if (strcmp(name, "--only") == 0) {
            options.only = value;
        } else if (strcmp(name, "--json") == 0) {
            options.json = value;
        } else if (strcmp(name, "--seed") == 0) {
            options.seed = strtoull(value, NULL, 0);
        } else if (strcmp(name, "--pin") == 0) {
            options.core = atoi(value);
        } else if (strcmp(name, "--standard-library") == 0) {
            options.standard_library = value;
        } else {
            fputs(usage, stderr);
            exit(2);
        }
        i += takes_value;
    }
    return options;
}

static bool wanted(const struct options *options, const char *name) {
    size_t length = strlen(name);
    for (const char *at = options->only; at; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || !at[length]))
            return true;
    }
    return !options->only;
}

static bool wants_workload(const struct options *options, enum workload w) {
    char name[] = {'W', (char)('0' + w), 0};
    return wanted(options, name);
}

/* Milliseconds, or 0 where it does not finish in time: then larger sizes are
 * not tried either. */
static double run_standard_library(const struct options *options,
                                   enum workload workload, size_t count) {
    static size_t finishes_below[WORKLOADS];
    size_t *below = &finishes_below[workload];
    if (!options->standard_library || (*below && count >= *below)) return 0;
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

static void measure_heckel(struct row *row, const struct comparison *compared,
                           double budget) {
    struct heckel *heckel = heckel_create();
    struct series series = {0};
    while (series_wants_more(&series, budget)) {
        double start = now();
        row->heckel_counted =
            heckel_diff(heckel, &compared->before, &compared->after);
        series_add(&series, now() - start);
    }
    row->heckel = series_timing(&series);
    heckel_destroy(heckel);
}

/* The unit is measured again beside each workload, and its median over all of
 * them taken: the machine may not be as fast all the time. */
static void measure_size(const struct options *options, struct sized *sized) {
    double budget = options->quick ? 2e7 : 5e8;
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
        struct comparison compared =
            comparison_make(w, sized->count, options->seed);
        row->workload = w;
        row->fewest = compared.fewest;
        library_measure(row, &compared.before, &compared.after, budget);
        measure_heckel(row, &compared, budget / 2);
        comparison_free(&compared);
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

/* Whether every count was the fewest. */
static bool all_fewest(const struct results *results) {
    for (size_t i = 0; i < results->size_count; i++)
        for (size_t r = 0; r < results->sizes[i].row_count; r++) {
            const struct row *row = &results->sizes[i].rows[r];
            if (memcmp(&row->counted, &row->fewest, sizeof row->fewest) != 0)
                return false;
        }
    return true;
}

static void measure_sizes(const struct options *options,
                          struct results *results) {
    for (size_t n = 1000; n <= (options->large ? 10000000 : 1000000); n *= 10) {
        if (options->size && n > 1000) break;
        struct sized *sized = &results->sizes[results->size_count++];
        sized->count = options->size ? options->size : n;
        measure_size(options, sized);
        report_size(sized);
    }
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
        double before = miss_measure(options->quick, &random);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
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
    if (wanted(options, "calls")) {
        results->call_count =
            small_calls_measure(results->calls, MOST_CALLS, &random);
        report_calls(results);
    }
}

int main(int count, char **arguments) {
    struct options options = parse(count, arguments);
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
    report_head(results);
    measure_sizes(&options, results);
    if (!options.size) measure_rest(&options, results);
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

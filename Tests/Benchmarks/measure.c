/* See measure.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "measure.h"

#include <malloc.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

volatile uint64_t sink;
volatile uint64_t zero;

double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

bool series_wants_more(struct series *series, double budget) {
    size_t most = sizeof series->samples / sizeof series->samples[0];
    if (series->began == 0) series->began = now();
    if (series->count < 3) return true;
    return series->count < most && series->total < budget &&
           now() - series->began < 4 * budget;
}

void series_add(struct series *series, double nanoseconds) {
    if (!series->warmed) {
        series->warmed = true;
        return;
    }
    series->samples[series->count++] = nanoseconds;
    series->total += nanoseconds;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct timing series_timing(struct series *series) {
    size_t count = series->count;
    if (count == 0) return (struct timing){0};
    qsort(series->samples, count, sizeof series->samples[0], by_value);
    double median = series->samples[count / 2];
    if (count % 2 == 0) median = (median + series->samples[count / 2 - 1]) / 2;
    return (struct timing){median, series->samples[0], count};
}

enum { PAGE = 4096, LINE = 64 };

/* Each array begins 17 cache lines further into its page than the one before:
 * many small arrays that all begin at a page would share a few sets of the
 * cache. */
void *pages_take(size_t bytes) {
    static size_t taken;
    uint8_t *pages = mmap(NULL, bytes + PAGE, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (pages == MAP_FAILED) {
        fprintf(stderr, "benchmark: no memory for %zu bytes\n", bytes);
        exit(1);
    }
    return pages + taken++ * 17 * LINE % PAGE;
}

void pages_give(void *pages, size_t bytes) {
    if (pages) munmap((uint8_t *)pages - (uintptr_t)pages % PAGE, bytes + PAGE);
}

void heap_keep(void) {
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);
}

/* mallopt merges small free blocks before it does anything else. */
void heap_tidy(void) { mallopt(M_TRIM_THRESHOLD, -1); }

void heap_forget(void) { malloc_trim(0); }

/* The text after the colon of the first line that begins with `name`. */
static bool line_of(const char *path, const char *name, char *text,
                    size_t capacity) {
    FILE *file = fopen(path, "r");
    if (!file) return false;
    char line[512];
    bool found = false;
    while (!found && fgets(line, sizeof line, file)) {
        char *colon = strchr(line, ':');
        if (strncmp(line, name, strlen(name)) != 0 || !colon) continue;
        colon += 1 + strspn(colon + 1, " \t");
        colon[strcspn(colon, "\n")] = 0;
        snprintf(text, capacity, "%s", colon);
        found = true;
    }
    fclose(file);
    return found;
}

struct machine machine_here(void) {
    struct machine machine = {.cpu = "unknown", .huge_pages = "unknown"};
    line_of("/proc/cpuinfo", "model name", machine.cpu, sizeof machine.cpu);
    machine.cores = sysconf(_SC_NPROCESSORS_ONLN);
    machine.memory =
        (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    FILE *file = fopen("/sys/kernel/mm/transparent_hugepage/enabled", "r");
    char modes[64];
    if (file && fgets(modes, sizeof modes, file)) {
        char *chosen = strchr(modes, '[');
        if (chosen) sscanf(chosen, "[%15[^]]", machine.huge_pages);
    }
    if (file) fclose(file);
    return machine;
}

bool machine_pin(unsigned core) {
    if (core >= CPU_SETSIZE) return false;
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(core, &cores);
    return sched_setaffinity(0, sizeof cores, &cores) == 0;
}

size_t resident_bytes(void) {
    size_t size = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) return 0;
    if (fscanf(file, "%zu %zu", &size, &resident) != 2) resident = 0;
    fclose(file);
    return resident * (size_t)sysconf(_SC_PAGESIZE);
}

size_t resident_peak_bytes(void) {
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (size_t)usage.ru_maxrss * 1024 : 0;
}

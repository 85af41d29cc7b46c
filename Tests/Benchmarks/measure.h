/* The clock, repeated measurements, memory apart from the library's, and the
 * machine they were taken on. */
#ifndef MEASURE_H
#define MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Nanoseconds of CLOCK_MONOTONIC. */
double now(void);

/* Repetitions of one thing. The first is thrown away: it warms memory and
 * caches up. Then at least three, and more until they, or four times as much
 * with what is done between them, take the budget. */
struct series {
    double samples[512];
    size_t count;
    double total, began;
    bool warmed;
};

struct timing {
    double median, least; /* nanoseconds */
    size_t count;         /* of repetitions; 0: not measured */
};

bool series_wants_more(struct series *series, double budget);
void series_add(struct series *series, double nanoseconds);
struct timing series_timing(struct series *series);

/* What the compiler cannot see through: work whose result goes here is not
 * optimised away, and `zero` is 0 without its knowing. */
extern volatile uint64_t sink;
extern volatile uint64_t zero;

/* splitmix64 (Steele, Lea and Flood, 2014). */
struct random {
    uint64_t state;
};

static inline uint64_t random_next(struct random *random) {
    uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Below `bound`, which is at most 2^32. */
static inline size_t random_below(struct random *random, size_t bound) {
    return (size_t)((random_next(random) >> 32) * bound >> 32);
}

/* Whole pages from the system, touched, so that the benchmark's own arrays
 * neither warm nor scatter the heap that the library takes its memory from. */
void *pages_take(size_t bytes);
void pages_give(void *pages, size_t bytes);

/* Makes malloc keep what is freed (memory stays warm) until heap_forget gives
 * it all back to the system (the next update takes fresh memory). */
void heap_keep(void);
/* Merges free blocks, so that what was freed before does not decide how long
 * the next allocations take. */
void heap_tidy(void);
void heap_forget(void);

struct machine {
    char cpu[128];
    long cores;
    char huge_pages[16];
    size_t memory; /* bytes */
};

struct machine machine_here(void);
/* Keeps this thread on one core. */
bool machine_pin(unsigned core);
/* Of this process, in bytes. */
size_t resident_bytes(void);
size_t resident_peak_bytes(void);

#endif

/* See floors.h. */
#include "floors.h"

#include <string.h>
#include <sys/mman.h>

/* Items whose content differs, up to the first key that does. */
static size_t scan(const struct listing *a, const struct listing *b) {
    const iq_key *ka = a->keys, *kb = b->keys;
    const uint64_t *ca = a->contents, *cb = b->contents;
    size_t changed = 0, n = a->count;
    for (size_t i = 0; i < n; i++) {
        if (memcmp(&ka[i], &kb[i], sizeof(iq_key)) != 0) break;
        changed += ca[i] != cb[i];
    }
    return changed;
}

void floor_scan(const struct listing *a, const struct listing *b,
                struct series *series, double budget) {
    double end = series->total + budget;
    series->began = 0;
    while (series_wants_more(series, end)) {
        double start = now();
        sink += scan(a, b);
        series_add(series, now() - start);
    }
}

static struct timing measure_compare(const struct listing *a,
                                     const struct listing *b, double budget) {
    struct series series = {0};
    while (series_wants_more(&series, budget)) {
        double start = now();
        sink += memcmp(a->keys, b->keys, a->count * sizeof(iq_key)) == 0;
        sink += memcmp(a->contents, b->contents, a->count * 8) == 0;
        series_add(&series, now() - start);
    }
    return series_timing(&series);
}

static struct timing measure_copy(const struct listing *a, double budget) {
    size_t keys = a->count * sizeof(iq_key), contents = a->count * 8;
    uint8_t *copy = pages_take(keys + contents);
    struct series series = {0};
    while (series_wants_more(&series, budget)) {
        double start = now();
        memcpy(copy, a->keys, keys);
        memcpy(copy + keys, a->contents, contents);
        sink += copy[zero];
        series_add(&series, now() - start);
    }
    pages_give(copy, keys + contents);
    return series_timing(&series);
}

struct slot {
    uint32_t tag, item;
};

static uint64_t hash_of(const iq_key *key) {
    uint64_t halves[2];
    memcpy(halves, key, sizeof halves);
    uint64_t mixed = (halves[0] ^ UINT64_C(0x9e3779b97f4a7c15)) *
                     (halves[1] | 1);
    return mixed ^ mixed >> 32;
}

enum { TOGETHER = 16 };

/* In three rounds over 16 keys: the slot, its entry, the comparison. */
static size_t look_up(const struct slot *table, uint64_t mask,
                      const iq_key *keys, const iq_key *wanted, size_t count) {
    size_t found = 0;
    for (size_t base = 0; base < count; base += TOGETHER) {
        size_t size = count - base < TOGETHER ? count - base : TOGETHER;
        uint64_t hashes[TOGETHER], at[TOGETHER];
        for (size_t i = 0; i < size; i++) {
            hashes[i] = hash_of(&wanted[base + i]);
            __builtin_prefetch(&table[hashes[i] & mask]);
        }
        for (size_t i = 0; i < size; i++) {
            at[i] = hashes[i] & mask;
            while (table[at[i]].tag != (uint32_t)(hashes[i] >> 32))
                at[i] = (at[i] + 1) & mask;
            __builtin_prefetch(&keys[table[at[i]].item]);
        }
        for (size_t i = 0; i < size; i++)
            found += memcmp(&keys[table[at[i]].item], &wanted[base + i],
                            sizeof(iq_key)) == 0;
    }
    return found;
}

static struct timing measure_lookups(const struct listing *a, double budget,
                                     struct random *random) {
    uint64_t capacity = 1;
    while (capacity < 2 * a->count) capacity *= 2;
    struct slot *table = pages_take(capacity * sizeof *table);
    for (uint64_t i = 0; i < capacity; i++) table[i].item = IQ_NONE;
    iq_key *wanted = pages_take(a->count * sizeof *wanted);
    memcpy(wanted, a->keys, a->count * sizeof *wanted);
    for (size_t i = 0; i < a->count; i++) {
        uint64_t hash = hash_of(&a->keys[i]);
        uint64_t at = hash & (capacity - 1);
        while (table[at].item != IQ_NONE) at = (at + 1) & (capacity - 1);
        table[at] = (struct slot){(uint32_t)(hash >> 32), (uint32_t)i};
        size_t j = random_below(random, i + 1);
        iq_key swapped = wanted[i];
        wanted[i] = wanted[j];
        wanted[j] = swapped;
    }
    struct series series = {0};
    while (series_wants_more(&series, budget)) {
        double start = now();
        sink += look_up(table, capacity - 1, a->keys, wanted, a->count);
        series_add(&series, now() - start);
    }
    pages_give(table, capacity * sizeof *table);
    pages_give(wanted, a->count * sizeof *wanted);
    return series_timing(&series);
}

struct floors floors_measure(const struct listing *a, const struct listing *b,
                             double budget, struct random *random) {
    return (struct floors){.compare = measure_compare(a, b, budget),
                           .copy = measure_copy(a, budget),
                           .lookups = measure_lookups(a, budget, random)};
}

/* A ring through all cache lines in random order (Sattolo's shuffle): each
 * step has to wait for the one before. */
double miss_measure(bool small, struct random *random) {
    enum { LINE = 8 }; /* words */
    size_t bytes = (size_t)(small ? 128 : 512) << 20;
    size_t lines = bytes / 64, steps = lines < 400000 ? lines : 400000;
    uint64_t *ring = pages_take(bytes);
    for (size_t i = 0; i < lines; i++) ring[i * LINE] = i;
    for (size_t i = lines - 1; i > 0; i--) {
        size_t j = random_below(random, i);
        uint64_t swapped = ring[i * LINE];
        ring[i * LINE] = ring[j * LINE];
        ring[j * LINE] = swapped;
    }
    struct series series = {0};
    uint64_t at = 0;
    while (series_wants_more(&series, 0)) {
        double start = now();
        for (size_t i = 0; i < steps; i++) at = ring[at * LINE];
        series_add(&series, (now() - start) / (double)steps);
    }
    sink += at;
    pages_give(ring, bytes);
    return series_timing(&series).median;
}

double fresh_measure(void) {
    size_t bytes = (size_t)64 << 20;
    struct series series = {0};
    while (series_wants_more(&series, 0)) {
        volatile uint8_t *pages =
            mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED) return 0;
        double start = now();
        for (size_t i = 0; i < bytes; i += 4096) pages[i] = 1;
        series_add(&series, (now() - start) / (double)bytes);
        munmap((void *)pages, bytes);
    }
    return series_timing(&series).median;
}

/*
 * random.h - splitmix64 (Steele, Lea and Flood, 2014): numbers that are the same on every machine.
 */
#ifndef RANDOM_H
#define RANDOM_H

#include <stddef.h>
#include <stdint.h>

typedef struct random_source {
    uint64_t state;
} random_source;

static inline uint64_t random_next(random_source *source)
{
    uint64_t mixed = source->state += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94d049bb133111eb);
    return mixed ^ (mixed >> 31);
}

/* 0 ..< bound; bound must not be 0. */
static inline size_t random_below(random_source *source, size_t bound)
{
    return (size_t)(random_next(source) % bound);
}

/* True in `percent` of 100 calls. */
static inline int random_chance(random_source *source, unsigned percent)
{
    return random_below(source, 100) < percent;
}

#endif

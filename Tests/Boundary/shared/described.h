/*
 * described.h - what a list should show, in bare numbers, and which duplicate of it a refusal names, found
 * the slow way: one walk from the start, and for each number the place where it came first.
 *
 *     A[0 1 0] B[0]      0:2 is the first whose key occurred before, and 0:0 is where: {0:2, 0:0}
 */
#ifndef DESCRIBED_H
#define DESCRIBED_H

#include "iqlist.h"
#include "random.h"

#include <stdbool.h>

#define DESCRIBED_SECTIONS 12
/* Items have numbers below this. */
#define DESCRIBED_NUMBERS 200000

typedef struct described {
    size_t sections;
    size_t items;
    uint64_t section_numbers[DESCRIBED_SECTIONS];
    size_t starts[DESCRIBED_SECTIONS + 1];
    uint64_t *numbers;
} described;

typedef struct duplicate {
    bool found;
    bool is_section;
    iq_key key;
    iq_key section;
    iq_position position;
    iq_position other;
} duplicate;

iq_key described_key(uint64_t number);

/* How a description comes from what was shown before. */
typedef enum described_shape {
    DESCRIBED_SAME,
    DESCRIBED_SHUFFLED,
    DESCRIBED_REVERSED,
    DESCRIBED_NEW,
    DESCRIBED_ANY,
    DESCRIBED_MIXED,
    DESCRIBED_FEW,
    DESCRIBED_SHAPES,
} described_shape;

/* `count` different numbers in some sections, none of them empty unless `empty`. */
void described_make(described *self, random_source *random, size_t count, bool empty);
/* Another description after it, and some duplicates in it. */
void described_follow(described *self, const described *before, random_source *random, described_shape shape);
/* The same sections, with other items in one. */
void described_replace(described *self, const described *shown, size_t section, const uint64_t *numbers,
                       size_t count);
void described_clear(described *self);

/* Sections without items do not count where they are dropped. */
duplicate described_duplicate(const described *self, bool scoped, bool drop_empty);

/* Ways to say it to the library. `keys` has room for the items. */
iq_columns described_columns(const described *self, iq_key *keys);
iq_status described_set(iq_list *list, const described *self);
/* Appends it. */
iq_status described_fill(iq_snapshot *snapshot, const described *self);

/* The calling thread's latest error is of this duplicate. */
void described_check(const duplicate *wanted, uint32_t argument);

#endif

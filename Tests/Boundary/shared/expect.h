/*
 * expect.h - what a changeset between two models must say, worked out the slow way.
 *
 *   before  A[1 2 3] B[4 5]         after_of    2 . 3 1 0      . = nowhere
 *   after   B[5 4*] A[1 3 6]        before_of   4 3 0 2 .
 *                                   update      0 R 0 0 0
 *                                   moves       1 section, 1 item
 *
 * Items are counted over all sections ("flat").
 */
#ifndef EXPECT_H
#define EXPECT_H

#include "model.h"

typedef struct expect_rules {
    bool scoped;
    /* Are two models of one class equal? NULL: always. */
    bool (*equal)(iq_class cell_class, const void *before, const void *after);
    /* What differs between them. NULL: all bits. */
    uint64_t (*changed)(iq_class cell_class, const void *before, const void *after);
} expect_rules;

/* One supplementary change that must be reported. */
typedef struct expect_element {
    iq_change_kind kind;
    uint32_t flags;
    size_t before_section;
    size_t after_section;
    uint32_t element_kind;
    uint32_t element_index;
    uint64_t mask;
} expect_element;

typedef struct expectation {
    const model *before;
    const model *after;
    size_t before_count, after_count; /* items */
    size_t *after_of, *before_of;     /* items, or MODEL_NONE */
    size_t *section_after_of, *section_before_of;
    uint32_t *update; /* by flat after-position: IQ_CHANGE_* or 0 */
    uint64_t *mask;   /* of a reconfigure */
    size_t section_moves, item_moves;
    size_t section_updates, reloads, reconfigures;
    size_t element_count;
    expect_element *elements;
} expectation;

/* The models are borrowed for as long as the expectation lives. Their keys must be unique. */
expectation expect(const model *before, const model *after, const expect_rules *rules);
void expect_clear(expectation *self);

/* The length of the longest increasing subsequence, MODEL_NONE entries left out. O(n^2). */
size_t expect_longest_increasing(const size_t *values, size_t count);

#endif

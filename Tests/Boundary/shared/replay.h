/*
 * replay.h - does what a changeset says, exactly as the header words it, and checks that what comes out
 * is the after side: nothing missing, nothing moved or updated that need not be.
 *
 * The state that is replayed holds no keys, only where each item comes from:
 *
 *     A[1 2 3] B[4 5]    is    section 0 [0 1 2], section 1 [3 4]; an inserted one is REPLAY_NEW
 *
 * Each function ends the program if the changes are wrong (see check.h).
 */
#ifndef REPLAY_H
#define REPLAY_H

#include "expect.h"

#define REPLAY_NEW (SIZE_MAX - 1)

typedef struct replay_section {
    size_t origin; /* the before-section, or REPLAY_NEW */
    size_t count;
    size_t *items; /* flat before-positions, or REPLAY_NEW */
} replay_section;

typedef struct replay_state {
    size_t count;
    replay_section *sections;
} replay_state;

/* What was reported of items and sections in the course of a replay. */
typedef struct replay_tally {
    size_t section_deletes, section_inserts, section_moves, section_updates;
    size_t item_deletes, item_inserts, item_moves, item_reloads, item_reconfigures;
    size_t elements;
    uint32_t *update; /* flags reported, by flat after-position */
} replay_tally;

/* Where steps say that a thing (an item, or a section) is in the end. */
typedef struct replay_claim {
    bool is_made;
    iq_position position;
} replay_claim;

/* Claims by thing: those of the before side, then those that were inserted, in the order of their coming.
 * While steps are replayed, a state holds these numbers. */
typedef struct replay_finals {
    size_t origins, count;
    replay_claim *claims;
} replay_finals;

replay_finals replay_finals_start(size_t origins);
/* A thing that is inserted: its number. */
size_t replay_finals_add(replay_finals *self);
/* Notes a claim, of the one `offset` behind the first; nothing moves or comes twice. */
void replay_finals_claim(replay_finals *self, size_t thing, iq_position position, uint32_t offset);
/* In the end: the claim is right, and there is one for each that was inserted. Answers what
 * replay_check_end wants to see: the number, or REPLAY_NEW. */
size_t replay_finals_settle(const replay_finals *self, size_t thing, iq_position position);

replay_state replay_start(const model *before);
void replay_clear(replay_state *self);
void replay_insert_section(replay_state *self, size_t position, replay_section section);
replay_section replay_take_section(replay_state *self, size_t position);
void replay_insert_item(replay_section *self, size_t position, size_t item);
size_t replay_take_item(replay_section *self, size_t position);
/* The state is the after side. */
void replay_check_end(const replay_state *self, const expectation *wanted);

/* Notes an update of the item at a flat after-position; each may be reported once. */
void replay_note_update(replay_tally *tally, const expectation *wanted, size_t flat, const iq_change *change);
/* Checks a supplementary change of the section at an after-position. */
void replay_note_element(replay_tally *tally, const expectation *wanted, size_t section,
                         const iq_change *change);
/* Everything was reported that had to be, and as often as the summary says. */
void replay_check_tally(const replay_tally *tally, const expectation *wanted, const iq_summary *summary);

/* Qt counts the destination before the removal, and refuses one within the range that moves. */
void replay_check_destination(const iq_change *move, uint32_t before, uint32_t after, bool one_parent);

void replay_batch(const iq_changeset *changeset, const expectation *wanted);
/* Both as ranges and one by one. */
void replay_steps(const iq_changeset *changeset, const expectation *wanted);
void replay_flat_steps(const iq_changeset *changeset, const expectation *wanted);
/* Both with updates and without. */
void replay_splices(const iq_changeset *changeset, const expectation *wanted);
/* Maps of both sides, whole and by position. */
void replay_maps(const iq_changeset *changeset, const expectation *wanted);
/* All of the above. */
void replay_all(const iq_changeset *changeset, const expectation *wanted);

#endif

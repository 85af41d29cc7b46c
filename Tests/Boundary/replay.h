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

/* What was told of items and sections in the course of a replay. */
typedef struct replay_tally {
    size_t section_deletes, section_inserts, section_moves, section_updates;
    size_t item_deletes, item_inserts, item_moves, item_reloads, item_reconfigures;
    size_t elements;
    uint32_t *update; /* flags told, by flat after-position */
} replay_tally;

replay_state replay_start(const model *before);
void replay_clear(replay_state *self);
void replay_insert_section(replay_state *self, size_t position, replay_section section);
replay_section replay_take_section(replay_state *self, size_t position);
void replay_insert_item(replay_section *self, size_t position, size_t item);
size_t replay_take_item(replay_section *self, size_t position);
/* The state is the after side. */
void replay_check_end(const replay_state *self, const expectation *wanted);

/* Notes an update of the item at a flat after-position; each may be told once. */
void replay_note_update(replay_tally *tally, const expectation *wanted, size_t flat, const iq_change *change);
/* Checks a supplementary change of the section at an after-position. */
void replay_note_element(replay_tally *tally, const expectation *wanted, size_t section,
                         const iq_change *change);
/* All was told that had to be, and as often as the summary says. */
void replay_check_tally(const replay_tally *tally, const expectation *wanted, const iq_summary *summary);

void replay_batch(const iq_changeset *changeset, const expectation *wanted);
void replay_steps(const iq_changeset *changeset, const expectation *wanted);
/* Both with updates and without. */
void replay_splices(const iq_changeset *changeset, const expectation *wanted);
/* Maps of both sides, whole and by position. */
void replay_maps(const iq_changeset *changeset, const expectation *wanted);
/* All of the above. */
void replay_all(const iq_changeset *changeset, const expectation *wanted);

#endif

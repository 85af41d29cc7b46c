/*
 * stage.h - a list beside its model: each update goes to both, and all that the library says about it
 * is checked. What is left of the handles that were given out is checked with every update too.
 *
 *     target ──► library ──► changeset ──► replayed ──┐
 *        └─────► model ─────────────────► expected ───┴► equal, and the list shows the target
 */
#ifndef STAGE_H
#define STAGE_H

#include "expect.h"
#include "feed.h"
#include "random.h"

#define STAGE_GRAVEYARD 64

typedef struct stage {
    iq_list *list;
    model shown;
    iq_duplicates policy;
    bool drop_empty;
    expect_rules rules;
    iq_item *items; /* of what is shown, by flat position */
    iq_section *sections;
    size_t buried; /* handles whose keys have left the list */
    iq_item graveyard[STAGE_GRAVEYARD];
} stage;

typedef enum stage_way {
    STAGE_APPLY,        /* a snapshot of the target */
    STAGE_APPLY_EDITED, /* a snapshot of the list, emptied and filled again */
    STAGE_SET,
    STAGE_SET_ITEMS,   /* the target must have one section, whose key is 16 zero bytes */
    STAGE_SET_SECTION, /* the target must differ from what is shown in the items of one section only */
    STAGE_WAYS
} stage_way;

typedef struct stage_update_options {
    stage_way way;
    feed_layout layout;
    uint32_t flags; /* IQ_DIFF_* */
    size_t section; /* for STAGE_SET_SECTION */
    bool unseen;    /* ask for no changeset */
} stage_update_options;

void stage_start(stage *self, const iq_list_options *options, const expect_rules *rules);
void stage_end(stage *self);

/* One update. Refused duplicates are expected where the policy says so. True if the list took it. */
bool stage_update(stage *self, const model *target, const stage_update_options *how);
/* The same target as a diff of two snapshots, which leaves the list as it is. */
void stage_diff(const stage *self, const model *target, const stage_update_options *how);

/* Checks a changeset (see stage_changeset.c): replays, summary, keys, explanations, texts. */
void stage_check_changeset(const iq_changeset *changeset, const expectation *wanted,
                           const model_resolution *resolution, uint32_t flags, bool scoped);

#endif

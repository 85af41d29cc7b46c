/*
 * update_script.h - a list beside its model: each update goes to both, and all that the library says about it
 * is checked. What is left of the handles that were given out is checked with every update too.
 *
 *     target ──► library ──► changeset ──► replayed ──┐
 *        └─────► model ─────────────────► expected ───┴► equal, and the list shows the target
 */
#ifndef UPDATE_SCRIPT_H
#define UPDATE_SCRIPT_H

#include "expect.h"
#include "feed.h"
#include "random.h"

#define UPDATE_SCRIPT_STALE 64

typedef struct update_script {
    iq_list *list;
    model shown;
    iq_duplicates policy;
    bool drop_empty;
    expect_rules rules;
    iq_item *items; /* of what is shown, by flat position */
    iq_section *sections;
    size_t stale_count; /* handles whose keys have left the list */
    iq_item stale[UPDATE_SCRIPT_STALE];
} update_script;

typedef enum update_way {
    UPDATE_APPLY,        /* a snapshot of the target */
    UPDATE_APPLY_EDITED, /* a snapshot of the list, emptied and filled again */
    UPDATE_SET,
    UPDATE_SET_ITEMS,   /* the target must have one section, whose key is 16 zero bytes */
    UPDATE_SET_SECTION, /* the target must differ from what is shown in the items of one section only */
    UPDATE_WAYS
} update_way;

typedef struct update_options {
    update_way way;
    feed_layout layout;
    uint32_t flags; /* IQ_DIFF_* */
    size_t section; /* for UPDATE_SET_SECTION */
    bool unseen;    /* ask for no changeset */
} update_options;

void update_script_start(update_script *self, const iq_list_options *options, const expect_rules *rules);
void update_script_end(update_script *self);

/* One update. Refused duplicates are expected where the policy says so. True if the list took it. */
bool update_script_update(update_script *self, const model *target, const update_options *how);
/* The same target as a diff of two snapshots, which leaves the list as it is. */
void update_script_diff(const update_script *self, const model *target, const update_options *how);

/* Checks a changeset (see update_script_changeset.c): replays, summary, keys, explanations, texts. */
void update_script_check_changeset(const iq_changeset *changeset, const expectation *wanted,
                                   const model_resolution *resolution, uint32_t flags, bool scoped);

#endif

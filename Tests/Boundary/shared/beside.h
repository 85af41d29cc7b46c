/*
 * beside.h - a derived list beside its model (derived_model.h): what it must show, its states, also those of what it
 * hides, its handles, its filters, and what its events have said.
 *
 *     source     what the source shows now              beside_source_changed says that it did
 *     known      what it showed at the last poll
 *     shown      what this list shows                   states, handles and mirrored states by key
 *
 * A poll that finds no event waiting follows the source: known becomes source, and shown is worked out anew.
 */
#ifndef BESIDE_H
#define BESIDE_H

#include "derived_model.h"
#include "random.h"

enum { BESIDE_FILTERS = 64, BESIDE_LISTS = 5 };

enum { BESIDE_ALL, BESIDE_BITS, BESIDE_FUNCTION };

/* A filter that was given. */
typedef struct beside_filter {
    struct beside *of;
    unsigned kind;
    uint64_t salt; /* a function: of 100 keys so many pass, which ones follows from the salt */
    unsigned percent;
    bool bits[TREE_KEYS];
    bool unsure[TREE_KEYS]; /* it went before the list has seen it, and came again */
    uint64_t ticket;
    unsigned ended, destroyed, asked;
    iq_status status;
    bool is_each;
} beside_filter;

typedef struct beside {
    iq_list *list;
    uint32_t flags;
    struct beside *parent; /* NULL: the session's list */
    iq_list *source_list;  /* NULL: it is gone, and this is an ordinary list */
    const tree *source;
    const bool *is_edited; /* an edit of the source is open */
    tree known, shown;
    state_model states;
    uint64_t handles[TREE_KEYS], stale[TREE_KEYS];
    bool asked[TREE_KEYS]; /* an IQ_EVENT_CHILDREN has come */
    /* EXCLUSIVE: expanded since the last poll; and of which of several the model does not know who stays. */
    bool fresh[TREE_KEYS], unsure[TREE_KEYS];
    bool fresh_section[TREE_SECTIONS];
    bool parents[2][TREE_KEYS]; /* with items below them in the source, before the last update and after it */
    uint32_t marks[TREE_KEYS]; /* MODEL_RELOAD, MODEL_RECONFIGURE: of the source since the last poll */
    bool unsteady[TREE_KEYS];  /* went or came in the source since the last poll */
    bool reclassed[TREE_KEYS]; /* has had another class, which is a reload */
    bool is_ahead;             /* the source has committed something since then */
    bool is_settled;           /* no event waits */
    /* What its events have said. */
    tree mirror, mirror_before;
    uint32_t mirrored[TREE_KEYS], mirrored_sections[TREE_SECTIONS];
    uint64_t version;
    beside_filter *filters[BESIDE_FILTERS];
    size_t filter_count;
    beside_filter *in_effect;
    size_t updates, hidden_again, children_events; /* how often */
} beside;

/* All that are open; NULL: free. */
extern beside *beside_all[BESIDE_LISTS];

bool beside_passes(const beside_filter *filter, unsigned key);
/* Derives a list. `parent` NULL: from `list`. */
void beside_open(beside *self, beside *parent, iq_list *list, const tree *source, const bool *is_edited,
                 uint32_t flags, uint32_t selection);
void beside_close(beside *self);
/* The source shows something else; marks by key, or NULL. */
void beside_source_changed(beside *self, const tree *before, const tree *after, const uint32_t *marks);
/* The source was destroyed. */
void beside_orphan(beside *self);
/* Polls with room for so many events; answers how many came. */
size_t beside_poll(beside *self, size_t capacity);
/* Until there are none. */
void beside_settle(beside *self);
/* The list is what the model is, read one by one. */
void beside_check(beside *self);

/* Takes the place of the filter in effect, and follows the source. */
void beside_follow(beside *self, beside_filter *filter);

/* Random calls. */
void beside_set_states(beside *self, random_source *random);
void beside_set_filter(beside *self, random_source *random);

#endif

/*
 * beside.h - a derived list beside its model (derived_model.h): what it must show, its states, also those of what it
 * hides, its handles, its filters, and what its events have said.
 *
 *     source     what the source shows now              beside_source_changed says that it did
 *     known      what it showed at the last poll; once the source is gone, all that there is
 *     shown      what this list shows                   states, handles and mirrored states by key
 *
 * A poll that finds no event waiting follows the source: known becomes source, and shown is worked out anew. On hold,
 * and when it is a filter's turn, known stays.
 */
#ifndef BESIDE_H
#define BESIDE_H

#include "random.h"
#include "tree_order.h"

enum { BESIDE_FILTERS = 64, BESIDE_LISTS = 5 };

enum { BESIDE_ALL, BESIDE_BITS, BESIDE_FUNCTION, BESIDE_ORDER };

/* A filter that was given, or an order. */
typedef struct beside_filter {
    struct beside *of;
    unsigned kind;
    uint64_t salt; /* a function: of 100 keys so many pass, which ones follows from the salt */
    unsigned percent;
    bool bits[TREE_KEYS];
    bool unsure[TREE_KEYS]; /* it went before the list has seen it, and came again */
    bool is_lost;           /* bits for a version that the list never got: it ends with IQ_ERROR_CANCELLED */
    tree_order order;
    uint64_t ticket, version;
    unsigned ended, destroyed, asked;
    iq_status status;
    bool is_each;
} beside_filter;

/* What the source has become since it was followed. */
typedef struct beside_news {
    uint32_t marks[TREE_KEYS]; /* MODEL_RELOAD, MODEL_RECONFIGURE */
    bool unsteady[TREE_KEYS];  /* went or came */
    bool reclassed[TREE_KEYS]; /* has had another class, which is a reload */
} beside_news;

typedef struct beside {
    iq_list *list;
    uint32_t flags;
    struct beside *parent; /* NULL: the session's list, or none */
    iq_list *source_list;  /* NULL: it is gone */
    const tree *source;
    const bool *is_edited; /* an edit of the source is open */
    tree known, shown, held; /* held: known when the source went */
    uint64_t known_version;
    state_model states;
    uint64_t handles[TREE_KEYS], stale[TREE_KEYS];
    bool asked[TREE_KEYS]; /* an IQ_EVENT_CHILDREN has come */
    /* EXCLUSIVE: expanded since the last poll; and of which of several the model does not know who stays. */
    bool fresh[TREE_KEYS], unsure[TREE_KEYS];
    bool fresh_section[TREE_SECTIONS];
    /* Which item or section of the first source it was that a list above has hidden with its states, or 0; and whether
     * the model does not know if it is still remembered. */
    unsigned above[TREE_KEYS], section_above[TREE_SECTIONS];
    uint32_t section_states_above[TREE_SECTIONS];
    bool doubt[TREE_KEYS];
    /* EXPANDED: collapsed, and not just new; and expanded at the last poll. */
    bool collapsed[TREE_KEYS], was_expanded[TREE_KEYS];
    bool parents[2][TREE_KEYS]; /* with items below them in the source, before the last update and after it */
    beside_news news;
    bool is_ahead;       /* the source has committed something since then */
    bool is_settled;     /* no event waits */
    unsigned holds;
    bool has_followed;   /* the last poll did, so that it is a filter's turn */
    bool keeps;          /* the update does not follow the source */
    /* What its events have said. */
    tree mirror, mirror_before;
    uint32_t mirrored[TREE_KEYS], mirrored_sections[TREE_SECTIONS];
    uint64_t version;
    beside_filter *filters[BESIDE_FILTERS];
    size_t filter_count;
    beside_filter *in_effect;
    size_t updates, hidden_again, children_events, returned; /* how often */
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
/* The source was destroyed: the list keeps what it knows. */
void beside_orphan(beside *self);
/* Whether the first source exists, and all lists from there to this one. */
bool beside_is_connected(const beside *self);
uint64_t beside_source_version(const beside *self);
/* Polls with room for so many events; answers how many came. */
size_t beside_poll(beside *self, size_t capacity);
/* Until there are none. */
void beside_settle(beside *self);
/* The list is what the model is, read one by one. */
void beside_check(beside *self);

/* The session's list: what it has, and which item of a key it is. */
typedef struct beside_origin {
    const tree *shown;
    bool is_edited;
    unsigned born[TREE_KEYS], section_born[TREE_SECTIONS];
} beside_origin;

extern beside_origin beside_first;
void beside_first_changed(const tree *before, const tree *after);
void beside_first_abandoned(void);

/* What lists above hide, and show again: beside_above.c. */
void beside_hold_above(const beside *top);
void beside_note_collapsed(beside *self, const tree *before);
bool beside_goes_above(beside *self, unsigned key);
bool beside_comes_from_above(beside *self, unsigned key);
bool beside_section_goes_above(beside *self, unsigned key);
bool beside_section_comes_from_above(beside *self, unsigned key);
void beside_forget_above(beside *self, const state_model *before);
bool beside_set_above(beside *self, unsigned key, uint32_t states, uint32_t flags);
bool beside_check_above(const beside *self, uint32_t state, const iq_key *keys, size_t count, size_t *wanted);

/* Takes the place of the filter in effect, and follows the source. */
void beside_follow(beside *self, beside_filter *filter);

/* Random calls. */
void beside_set_states(beside *self, random_source *random);
void beside_set_filter(beside *self, random_source *random);
void beside_set_order(beside *self, random_source *random);
void beside_set_first_order(beside *self);
/* Holds it, or lets it go on. */
void beside_hold(beside *self, random_source *random);
void beside_resume(beside *self);

#endif

/*
 * world.h - one list and the lists that are derived from it, with views, submissions, filters, an edit, undo and all
 * that their callbacks do to one another, beside plain arrays that say what must be.
 *
 *     world.lists[0]      the source of all: its events are followed by a mirror (mirror.h)
 *     world.lists[1 ...]  outlines, filters, accordions, sorted and grouped lists, up to WORLD_DEPTH deep, in any order;
 *                         their sources go at any moment, and then they go on with the version that they hold
 *
 *     past       what a list has committed, the latest last
 *     held       which of its source's versions a derived list may hold: one, unless the source changed inside the
 *                poll that read it. What it shows is worked out from scratch (derived_model.h).
 *     states     by key, also of what is hidden; `sure` are those that the header promises. The others are asked for
 *                once all is quiet.
 *
 * Callbacks act on any list, up to WORLD_NESTED calls deep. A poll in which none did, and that hands out nothing,
 * has followed the source: then the list is checked.
 */
#ifndef WORLD_H
#define WORLD_H

#include "derive.h"
#include "mirror.h"
#include "random.h"
#include "tree_input.h"
#include "tree_order.h"

enum { WORLD_LISTS = 8, WORLD_DEPTH = 3, WORLD_NESTED = 3, WORLD_VIEWS = 3, WORLD_PAST = 32, WORLD_EVENTS = 64,
       WORLD_TICKETS = 2048, WORLD_SHOWN = 2 * TREE_KEYS };

/* What a session does; bits of world.features. */
enum {
    WORLD_ORPHANS = 1,   /* sources are destroyed before what is derived from them */
    WORLD_CHAINS = 2,    /* lists of a chain remember what is hidden by an item of the first source */
    WORLD_TRIM = 4,      /* of lists, at any moment */
    WORLD_ACCORDIONS = 8,
    WORLD_VIEW_MODELS = 16, /* of events, after their view was destroyed */
    WORLD_NO_MEMORY = 32,
    WORLD_INSIDE = 64,   /* callbacks act */
    WORLD_CELLS = 128,
    WORLD_EDITS = 256,
    WORLD_UNDO = 512,
    WORLD_SUBMISSIONS = 1024,
    WORLD_FILTERS = 2048,
    WORLD_DERIVED = 4096,
    WORLD_SINCE = 8192, /* what has changed since a snapshot */
    WORLD_ORDERS = 16384, /* sorted and grouped lists */
    WORLD_STILL = 32768,  /* lists are held still */
    WORLD_FEATURES = 65535,
};

/* States of derived lists that are followed. */
#define WORLD_STATES (IQ_STATE_SELECTED | IQ_STATE_EXPANDED | IQ_STATE_HOST | IQ_STATE_HOST << 3)

struct world_list;

/* A submission, a filter, or an order. */
typedef struct world_ticket {
    struct world_list *list;
    uint64_t life, ticket;
    tree *shows; /* of a submission */
    bool has_bits, has_function, is_each;
    unsigned percent; /* of 100 keys so many pass, which ones follows from the salt */
    uint64_t salt;
    bool passes[TREE_KEYS], unsure[TREE_KEYS];
    tree_order order;
    unsigned ended, destroyed;
} world_ticket;

typedef struct world_view {
    iq_view *view;
    uint64_t shown[WORLD_SHOWN]; /* WILL_DISPLAY without DID_END_DISPLAY: items, sections with the highest bit, and their
                                    headers with the two highest */
    size_t shown_count;
    bool is_known; /* no event of it was left out */
} world_view;

typedef struct world_list {
    iq_list *list; /* NULL: none */
    uint64_t life; /* another one for each list in this place */
    struct world_list *source;
    bool is_derived;
    uint32_t flags;
    unsigned depth;
    unsigned inside, changing; /* calls of it under way, and those that change it */
    unsigned holds;
    mirror mirror;
    tree past[WORLD_PAST];
    uint64_t commits, version;
    uint64_t handles[TREE_KEYS];
    /* Of a derived list. */
    tree held[WORLD_PAST];
    size_t held_count;
    bool is_lost; /* too many that it may hold */
    bool is_polled;
    uint64_t followed; /* commits of the source: at the last poll that followed, and when this poll began */
    uint64_t polled_from;
    uint32_t states[TREE_KEYS], sure[TREE_KEYS];
    bool unsteady[TREE_KEYS]; /* has had another handle in the first source since all was level */
    unsigned fresh;           /* alone expanded, or folded, since all was level; TREE_KEYS: none */
    bool was_expanded;        /* something was since then */
    world_ticket *given, *in_effect;
    world_view views[WORLD_VIEWS];
    iq_snapshot *seen; /* what iq_list_changes_since has returned last */
    const void *event_models[WORLD_EVENTS];
    size_t event_model_count;
} world_list;

typedef struct world_state {
    random_source random;
    uint32_t features;
    world_list lists[WORLD_LISTS], *favourite;
    uint64_t lives;
    uint64_t actions; /* also those of callbacks */
    unsigned nested, quiet;
    bool traces, is_armed, is_trying;
    bool functions_fail, has_failed; /* those of cells and orders: in this session, and in this poll */
    iq_status status;
    iq_edit *edit;
    bool is_committing;
    world_ticket *tickets[WORLD_TICKETS];
    size_t ticket_count;
    iq_view *lost_views[WORLD_LISTS * WORLD_VIEWS * 4];
    size_t lost_count, cells;
    /* Over all sessions. */
    uint64_t operations, checked, orphaned, acted, without_memory, undone, ordered;
} world_state;

extern world_state world;

static inline size_t world_below(size_t bound)
{
    return random_below(&world.random, bound);
}

static inline bool world_chance(unsigned percent)
{
    return random_chance(&world.random, percent);
}

static inline bool world_has(uint32_t feature)
{
    return world.features & feature;
}

/* ---- world.c: what there is */

void world_register(void);
void world_open(uint64_t seed, uint32_t features);
/* Destroys all, in any order. */
void world_close(void);
/* Something at random, to any list. */
void world_happen(void);
/* Whether a function of the host is to fail now. */
bool world_fails(void);
/* A callback of this name was called: it may do something as well. */
void world_inside(const char *function);
/* Whether the call went well. Without memory, and of a list with calls under way, it may have failed. */
bool world_went(const char *file, int line, iq_status status, bool may_be_busy);
#define JUDGED(status, may_be_busy) world_went(__FILE__, __LINE__, (status), (may_be_busy))
/* A call in which allocations may fail: in no others do they. */
#define TRIED(call) (world_try(true), world.status = (call), world_try(false), world.status)
#define WENT(call, may_be_busy) JUDGED(TRIED(call), may_be_busy)
void world_try(bool begins);
/* With IQ_TEST_TRACE: what is done, to which list (its number, or NULL), and in which callback. */
void world_say(const world_list *self, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A list that there is, or NULL; any of them, and a derived one. */
world_list *world_any(void);
world_list *world_derived(void);

/* ---- world_follow.c: versions */

/* Reads a list if it has another version than when it was read last. */
void world_notice(world_list *self);
void world_hold(world_list *self, uint64_t from, bool only);
void world_orphan(world_list *self);
/* Nothing that is above this list is ahead of what it holds. */
bool world_is_level(const world_list *self);
/* Whether there may be more to do. */
bool world_poll(world_list *self, size_t capacity);
void world_settle(world_list *self);

/* ---- world_check.c */

/* Right after a poll that found nothing to do. */
void world_check(world_list *self);
void world_check_event_models(world_list *self);

/* ---- world_calls.c: what any list may be asked */

void world_derive(world_list *from);
void world_destroy(world_list *self);
void world_set_states(world_list *self);
/* Holds it still, or lets it go on. */
void world_hold_still(world_list *self);

/* ---- world_since.c */

void world_ask_since(world_list *self);

/* ---- world_filters.c */

void world_set_filter(world_list *self);
void world_cancel(world_list *self);
world_ticket *world_ticket_new(world_list *of);
/* It was refused. */
void world_ticket_drop(world_ticket *ticket);
iq_submit_options world_options(world_ticket *ticket, uint32_t flags);

/* ---- world_orders.c */

void world_set_order(world_list *self);
/* Each group has the header of its first item. */
void world_check_headers(const world_list *self, const tree *now);

/* ---- world_source.c: changes of the first list */

/* Sets other items. */
void world_fill(void);
void world_change(void);
void world_edit(void);
void world_end_edit(bool commits);

/* ---- world_views.c */

extern const iq_class_options world_cell_functions;
void world_use_views(world_list *self);
/* Destroys a view, if there is one. */
void world_end_view(world_list *self);
/* The list goes: its views stay for a while. */
void world_lose_views(world_list *self);
void world_end_lost_view(void);
void world_follow_view(world_list *self, const iq_event *event, bool may_be_unknown);
void world_check_views(world_list *self);

#endif

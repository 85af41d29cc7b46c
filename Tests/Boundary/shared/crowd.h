/*
 * crowd.h - lists that several threads change, submit to, edit, derive, filter, watch, poll, trim and destroy at once.
 * What a call answers is up to the others, as long as it is an answer that the header gives.
 *
 *     places[0]          a list that is not derived     a thread that ends a list empties its place, and whoever
 *     places[1 ...]      derived ones                   finds an empty one fills it
 */
#ifndef CROWD_H
#define CROWD_H

#include "derive.h"
#include "random.h"
#include "tree_input.h"
#include "tree_order.h"

#include <stdatomic.h>

enum { CROWD_LISTS = 7, CROWD_VIEWS = 6, CROWD_TICKETS = 4096, CROWD_NESTED = 3 };

/* What a list was derived from. */
typedef struct crowd_derived {
    iq_list *list, *source;
    uint32_t flags;
} crowd_derived;

/* A submission, a filter, or an order. */
typedef struct crowd_ticket {
    iq_list *list; /* NULL: there is none, it was refused */
    _Atomic(uint64_t) number;
    bool is_function;
    uint64_t salt;
    unsigned percent;
    tree_order order;
    _Atomic(unsigned) ended, destroyed;
    iq_status status;
} crowd_ticket;

extern _Atomic(iq_list *) crowd_places[CROWD_LISTS];
extern _Atomic(iq_view *) crowd_views[CROWD_VIEWS];
extern crowd_derived crowd_deriveds[CROWD_TICKETS];
extern crowd_ticket crowd_tickets[CROWD_TICKETS];
extern _Atomic(size_t) crowd_derived_count, crowd_ticket_count;
extern atomic_long crowd_cells;
/* Callbacks do nothing. */
extern _Atomic(bool) crowd_is_quiet;
extern _Thread_local random_source crowd_random;

size_t crowd_below(size_t bound);
bool crowd_chance(unsigned percent);

/* ---- crowd.c */

void crowd_register(void);
/* Does something at random. */
void crowd_act(void);
/* A callback was called: it may do something, too. */
void crowd_inside(const char *function);
/* Whether it went well. The list may have gone, be changed, or have nothing of the kind. */
bool crowd_went(iq_status status);
void crowd_make_first(void);
void crowd_end(_Atomic(iq_list *) *of);
/* How many events there were. */
size_t crowd_poll(iq_list *list);
crowd_ticket *crowd_ticket_new(iq_list *list);
void crowd_ticket_end(crowd_ticket *of, iq_status status, const uint64_t *number);
void crowd_done(void *context, uint64_t number, iq_status status);
bool crowd_passes_by(const crowd_ticket *of, unsigned key);

/* ---- crowd_change.c: what a list that is not derived is asked */

void crowd_set(iq_list *list);
void crowd_set_page(iq_list *list);
void crowd_change(iq_list *list);

#endif

/*
 * sorter.h - flat lists with random contents, and orders that follow from these: for programs that sort at random.
 *
 *     value      of an item: content * 7 % values
 *     rank       the value, a third of it (what is equal is compared), or, DEEP, a ninth of it
 *     deeper     at depth 1 a third of the value, at depth 2 the value, and no more
 *     compare    by the `finer` of the content
 *
 * Lists are mirror_orders: see mirror.h.
 */
#ifndef SORTER_H
#define SORTER_H

#include "mirror.h"
#include "random.h"

enum { SORTER_KEYS = 150, SORTER_SECTIONS = 4, SORTER_CONTENTS = 40 };

/* An order, and what was done with it. */
typedef struct sorter_order {
    unsigned values;
    bool compares;
    uint32_t flags;
    unsigned fails;     /* percent of the calls */
    bool lies;          /* answers are random */
    random_source random;
    /* The content for which a key was asked about last, at depth 0; shared by orders that keep ranks. 0: never. */
    uint64_t *contents;
    size_t asked;       /* about items at depth 0, in calls that did not fail */
    size_t failures;
    unsigned ended, destroyed;
    iq_status status;
    uint64_t ticket;
} sorter_order;

/* What to make of `from`: all anew, or one small change. No content is 0. */
void sorter_arrange(mirror_order *to, random_source *random);
void sorter_change(mirror_order *to, random_source *random);
size_t sorter_find(const mirror_order *in, uint64_t key);
iq_status sorter_set(iq_list *list, const mirror_order *to);
iq_list *sorter_derive(iq_list *source);

/* An order of some kind; `contents` has room for SORTER_KEYS. */
sorter_order sorter_some_order(random_source *random, uint64_t *contents);
/* As the library is given it. */
iq_order sorter_given(sorter_order *order, uint32_t batch);
iq_submit_options sorter_options(sorter_order *order, uint32_t flags);

/* Whether a stands before b (below 0), by all that the order knows, for ranks that were asked for contents `a_ranked`
 * and `b_ranked`; 0: they stay in the source's order. */
int sorter_compare(const sorter_order *order, uint64_t a_ranked, uint64_t a, uint64_t b_ranked, uint64_t b);
/* `from` by that order: NULL: as it is. Ranks are those of `order->contents`. */
void sorter_sort(const sorter_order *order, const mirror_order *from, mirror_order *sorted);
/* Each section has the same items, in whatever order. */
bool sorter_same_items(const mirror_order *a, const mirror_order *b);

/* Polls until there is nothing; answers how many polls that took. */
size_t sorter_settle(iq_list *list);

#endif

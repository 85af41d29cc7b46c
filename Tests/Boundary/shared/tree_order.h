/*
 * tree_order.h - orders of sorted and grouped lists whose items are those of derived_model.h: ranks, what tells apart
 * equal ones, and groups follow from a salt, the key and the content.
 */
#ifndef TREE_ORDER_H
#define TREE_ORDER_H

#include "derived_model.h"
#include "random.h"

/* How an order tells apart what has the same rank. */
enum { TREE_TIES_STAY, TREE_TIES_COMPARE, TREE_TIES_DEEP };

typedef struct tree_order {
    uint64_t salt;
    unsigned ranks, ties; /* how many different ranks there are, and TREE_TIES_* */
    bool is_descending, is_frozen;
    bool is_stale; /* answers may be about another content than an item has now, as it is frozen, or was */
    unsigned groups; /* how many there are, 0: of a sorted list; their ranks are by key, turned around the salt */
} tree_order;

tree_order tree_order_random(random_source *random, bool is_grouped);
/* IQ_ORDER_DESCENDING, IQ_ORDER_FROZEN and IQ_ORDER_DEEP. */
uint32_t tree_order_flags(const tree_order *self);

/* What the functions of an iq_order answer. */
void tree_order_ask(const tree_order *self, const iq_ranked *items, size_t count, uint32_t depth, iq_rank *ranks,
                    iq_key *groups);
int tree_order_compare(const tree_order *self, const iq_ranked *a, const iq_ranked *b);
void tree_order_describe(const tree_order *self, iq_group *groups, size_t count);

/* The order as rules for these items; NULL: the source's order. Of a stale one they may be others. */
void tree_order_rule(const tree_order *self, const tree *items, tree_rules *rules);

/* Whether a list that is derived so shows these items so. NULL: before the first order, or, of a sorted list, as its source
 * has them. What a stale order shows may stand anywhere among its siblings, and in any group. */
bool tree_order_fits(const tree_order *self, uint32_t flags, const tree *items, const tree *shown);

#endif

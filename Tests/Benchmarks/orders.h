/* What lists cost that are sorted or grouped: beside an outline of the same
 * source, and beside a host that sorts by itself. */
#ifndef ORDERS_H
#define ORDERS_H

#include "library.h"

enum { ORDER_GROUPS = 1000, ORDER_RANKS = 5 };

/* One random item of the source gets another rank: the polls that follow it, of
 * an outline that shows all and of sorted lists. The tree has as many leaves
 * below each root as it has roots. */
struct order_follows {
    struct timing outline, distinct, few; /* random ranks, ORDER_RANKS of them */
    size_t tree_count;
    struct timing tree, leaf, root; /* its outline; what changes its rank      */
};

/* 1 % of the items change. Ours: every poll until nothing is left, without and
 * with the update of the source before them, which is set to what it has become.
 * A host sorts all of its rows again, or merges in those that have changed, if it
 * knows which, and sets its list, with a changeset: see host.h. */
struct order_changes {
    struct timing polls, both, sorts, merges;
};

/* What each kind of derived list costs that shows all of its source: one item
 * changes, 1 % of them, and another order, or filter by a function, of all. */
struct order_kind {
    double bytes; /* an item */
    struct timing one, some, all; /* polls; `all` not of an outline */
};

enum { ORDER_KINDS = IQ_DERIVE_GROUPED + 1 };

struct orders {
    size_t count;                   /* items of the source; 0: not measured    */
    struct order_follows follows;
    struct order_changes ranks;     /* of a sorted list                        */
    struct order_changes groups;    /* of a grouped one, ORDER_GROUPS groups   */
    struct timing all, all_host;    /* another order of all, until it is done  */
    double bytes;                   /* an item, more than an outline has       */
    struct order_kind kinds[ORDER_KINDS];
};

struct orders orders_measure(size_t count, uint64_t seed, double budget);

/* Parts of it. */
struct order_follows order_follows_measure(size_t count, uint64_t seed,
                                           double budget);
void order_kinds_measure(struct order_kind *kinds, size_t count, uint64_t seed,
                         double budget);

/* Ranks are content * factor, which is odd: each factor gives another order, and
 * other groups. If `ranks` is not 0 there are only so many. */
struct order_by {
    uint64_t factor, ranks;
};

static inline uint64_t order_rank(struct order_by by, uint64_t content) {
    uint64_t rank = content * by.factor;
    return by.ranks > 0 ? rank % by.ranks : rank;
}

static inline uint64_t order_group(struct order_by by, uint64_t content) {
    return (content * by.factor >> 32) % ORDER_GROUPS;
}

/* Gives the list that order, and polls until it is done. `by` must live as long
 * as the order. */
void order_set(iq_list *list, const struct order_by *by);
extern const struct order_by orders_of_all[2];

/* What is in use, without the scratch of the list. */
double memory_of(iq_list *list);

#endif

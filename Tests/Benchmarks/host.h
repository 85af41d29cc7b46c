/* A host that sorts by itself, as well as that can be done: its rows in order,
 * and a list that is set to them. */
#ifndef HOST_H
#define HOST_H

#include "orders.h"

/* A row in order. */
struct placed {
    iq_key key;
    uint64_t content, rank;
    uint32_t index; /* of the row in the listing */
};

struct ranked {
    uint64_t rank;
    uint32_t index;
};

struct host {
    const struct listing *listing; /* the rows as they come */
    bool is_grouped;
    struct order_by by;
    struct placed *order, *next; /* the latter for the merge */
    struct ranked *ranked, *spare;
    uint64_t *marks; /* a bit for each row */
    size_t counts[ORDER_GROUPS];
    iq_section_entry *sections;
    iq_list *list;
};

struct host host_make(const struct listing *listing, bool is_grouped);
void host_free(struct host *host);

/* All rows, by group or else by that order: a radix sort. */
void host_sort(struct host *host, struct order_by by);

/* The order in which it is, after these rows have changed: they are taken out,
 * sorted, and merged in. Rows may be named twice. */
void host_follow(struct host *host, const uint32_t *changed, size_t count);

/* Sets the list to the rows in order. The caller destroys the changeset. */
iq_changeset *host_show(struct host *host);

#endif

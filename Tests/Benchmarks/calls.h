/* What single calls cost, and how that grows with the list. */
#ifndef CALLS_H
#define CALLS_H

#include "library.h"

/* Nanoseconds a call at random places, each call waiting for the one before. */
struct growth {
    size_t count;         /* items in the list                            */
    double item_at;       /* handle of the item at an index               */
    double position;      /* where the item of a handle is                */
    double index_of_key;  /* a key's item, and where it is                */
    double section_items; /* microseconds: iq_list_set_section_items of 1,000
                             items, ten of them changed                   */
};

/* Random items to ask for, gathered so that reading them costs no miss. */
enum { QUERIES = 16384 };

struct queries {
    uint32_t *index;
    iq_key *keys;
    iq_item *items;
};

struct queries queries_make(const iq_list *list, const struct listing *listing,
                            struct random *random);
void queries_free(struct queries *queries);

struct growth growth_measure(size_t count, struct random *random);

/* Nanoseconds of a call on a list of 1,000 items that is in the caches. */
struct small_call {
    const char *name;
    double nanoseconds;
};

/* Fills at most `capacity` and answers how many there are. */
size_t small_calls_measure(struct small_call *calls, size_t capacity,
                           struct random *random);

#endif

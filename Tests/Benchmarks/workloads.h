/* What is compared with what: lists as a host holds them, and the workloads'
 * changes, made so that what changed is known beforehand. */
#ifndef WORKLOADS_H
#define WORKLOADS_H

#include "iqlist.h"
#include "measure.h"

/* A list as columns, with where its sections begin. */
struct listing {
    size_t count;
    iq_key *keys;
    uint64_t *contents;
    size_t section_count;
    iq_section_entry *sections;
};

/* The fewest changes from one listing to another. */
struct changes {
    size_t section_moves;
    size_t deletes, inserts, moves, updates; /* of items */
};

enum workload {
    W0, /* identical                                                      */
    W1, /* one insert at the front                                        */
    W2, /* n/100 random deletes, n/100 inserts, n/100 content changes     */
    W3, /* n/10 random items taken out, shuffled, put back at random gaps */
    W4, /* full shuffle                                                   */
    W5, /* reversed                                                       */
    W6, /* all keys new                                                   */
    W7, /* n/100 appended                                                 */
    W8, /* 100 sections; 1 % deletes, inserts, updates; 1 % of items to
           another section; 5 section moves                               */
    W9, /* every second item kept, every other one replaced by a new key  */
    W10, /* sorted by a score; each score changes by up to 2.5 % of their
            range; sorted again                                           */
    WORKLOADS,
    /* Not one of the tables by size: one frame of a user interface, an insert,
       a delete and a content change. */
    F200 = WORKLOADS
};

const char *workload_text(enum workload workload);
/* What a workload's before has: 100 for W8, else 1. */
size_t workload_sections(enum workload workload);

/* Random keys and contents, evenly over the sections. */
struct listing listing_make(size_t count, size_t sections,
                            struct random *random);
void listing_free(struct listing *listing);

/* `before` after the workload's changes, and their counts. */
struct listing listing_change(const struct listing *before,
                              enum workload workload, struct random *random,
                              struct changes *fewest);

/* Both sides of a workload. The seed decides all of it, so that programs can
 * be given the same lists. */
struct comparison {
    struct listing before, after;
    struct changes fewest;
};

struct comparison comparison_make(enum workload workload, size_t count,
                                  uint64_t seed);
/* The same over so many sections. */
struct comparison comparison_over(enum workload workload, size_t count,
                                  size_t sections, uint64_t seed);
void comparison_free(struct comparison *comparison);

iq_columns listing_columns(const struct listing *listing);
/* First item of a section; the item count for the one past the last. */
size_t listing_start(const struct listing *listing, size_t section);

#endif

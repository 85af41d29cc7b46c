/* A build of the library as a competitor: lists and snapshots of its own for
 * each pair, and what its updates cost. */
#ifndef COMPETITOR_H
#define COMPETITOR_H

#include "api.h"
#include "pairs.h"

enum dialect { BATCH, STEPS, SPLICES, MAP, DIALECTS };

struct phases {
    uint64_t match, solve, prepare, commit; /* nanoseconds */
};

/* Memory is warm throughout. Not measured: a count of 0. */
struct update_times {
    struct timing diff; /* iq_diff of two snapshots, before's index ready      */
    struct timing set;  /* iq_list_set without a changeset                     */
    struct timing with_changeset; /* the same with one: the fewest moves       */
    struct timing build; /* a snapshot from nothing                            */
    struct timing apply; /* iq_list_apply of that, without a changeset         */
    struct timing dialects[DIALECTS]; /* built when first requested            */
};

/* A sample is the mean of one call for each pair, in turn. */
struct competitor {
    const struct api *api;
    const struct pairs *pairs;
    iq_list *lists[MOST_PAIRS];
    iq_snapshot *before[MOST_PAIRS], *after[MOST_PAIRS];
    struct changes counted[MOST_PAIRS];
    size_t rounds; /* of changesets: decides which dialect is built next */
    struct series diff, set, with_changeset, build, apply, dialects[DIALECTS];
    struct phases phases; /* of the fastest iq_list_set */
    double least;
    size_t scratch_bytes;
};

struct competitor *competitor_open(const struct api *api,
                                   const struct pairs *pairs);
void competitor_close(struct competitor *competitor);

/* Turns: see turns.h. Those that make changesets build one dialect of them,
 * another one each round. */
void turn_set(void *competitor);
void turn_with_changeset(void *competitor);
void turn_diff(void *competitor);
void turn_apply(void *competitor);

/* All lists show what was before, which is not measured. */
void competitor_show_before(const struct competitor *competitor);
/* Sets a list to what is after; `changes` may be NULL. */
void competitor_set(const struct competitor *competitor, size_t pair,
                    iq_changeset **changes);

struct update_times competitor_times(struct competitor *competitor);
/* Sets every list once more, and ends the program unless it shows what is
 * after (as far as the build's items can be read). */
void competitor_check(const struct competitor *competitor);

#endif

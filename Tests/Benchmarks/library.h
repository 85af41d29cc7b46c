/* The library's rows: what an update costs through the C ABI. */
#ifndef LIBRARY_H
#define LIBRARY_H

#include "workloads.h"

/* Ends the program, with the library's own words, unless the status is IQ_OK. */
void must(iq_status status, const char *what);

enum dialect { BATCH, STEPS, SPLICES, MAP, DIALECTS };

struct phases {
    uint64_t match, solve, prepare, commit; /* nanoseconds */
};

/* One workload at one size. Memory is warm throughout. */
struct row {
    enum workload workload;
    struct changes fewest;  /* known beforehand                               */
    struct changes counted; /* by the library                                 */
    struct timing diff;     /* iq_diff of two snapshots, before's index ready */
    struct timing set;      /* iq_list_set, no changeset asked for            */
    struct timing told;     /* the same, and a changeset: the fewest moves    */
    struct timing build;    /* a snapshot from nothing                        */
    struct timing apply;    /* iq_list_apply of that, no changeset asked for  */
    struct timing dialects[DIALECTS]; /* built when first asked for */
    struct phases phases;             /* of the fastest iq_list_set */
    size_t scratch_bytes;             /* kept after iq_list_set     */
    struct timing heckel;
    struct changes heckel_counted;
    double standard_library; /* milliseconds, 0 where it was not run */
};

/* Fills the library's part of a row. Ends the program where the list does not
 * show what it was told. */
void library_measure(struct row *row, const struct listing *before,
                     const struct listing *after, double budget);

/* A list that shows the listing, and one told to show it. */
iq_list *list_showing(const struct listing *listing);
void list_show(iq_list *list, const struct listing *listing);
iq_snapshot *snapshot_of(const struct listing *listing);
iq_statistics statistics_of(const iq_list *list);

struct load {
    struct timing cold; /* L1: the first iq_list_set, in memory fresh from the
                           system                                            */
    struct timing warm; /* in memory that a destroyed list gave back         */
};

struct load load_measure(const struct listing *listing, double budget);

#endif

/* The library that the benchmark is linked with: lists that show a listing, and
 * what the first load costs. */
#ifndef LIBRARY_H
#define LIBRARY_H

#include "workloads.h"

/* Ends the program, with the library's own words, unless the status is IQ_OK. */
void must(iq_status status, const char *what);

/* A new list that shows the listing, and one that exists set to it. */
iq_list *list_showing(const struct listing *listing);
void list_show(iq_list *list, const struct listing *listing);
iq_snapshot *snapshot_of(const struct listing *listing);
/* The changes of a workload, with a payload. */
iq_changeset *payload_of(const struct comparison *compared);
iq_statistics statistics_of(const iq_list *list);

struct load {
    struct timing cold; /* L1: the first iq_list_set, in memory fresh from the
                           system                                            */
    struct timing warm; /* in memory that a destroyed list gave back         */
};

struct load load_measure(const struct listing *listing, double budget);

#endif

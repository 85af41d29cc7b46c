/* See stalls.h. */
#include "stalls.h"

#include <stdlib.h>

#include "edits.h"

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The first edit is an insert: it is the one that used to stall. */
struct stalls stalls_measure(size_t count, size_t edits,
                             struct random *random) {
    struct listing listing = listing_make(count, 1, random);
    struct edited edited = {list_showing(&listing), {0}, count, random};
    listing_free(&listing);
    must(iq_list_find_section_at(edited.list, 0, &edited.section),
         "iq_list_find_section_at");
    double *times = pages_take(edits * sizeof *times);
    struct stalls stalls = {.count = count, .edits = edits};
    for (size_t i = 0; i < edits; i++) {
        double start = now();
        iq_edit *edit = edit_begin(&edited);
        edit_once(&edited, edit, i);
        must(iq_edit_commit(edit, NULL, NULL), "iq_edit_commit");
        iq_edit_destroy(edit);
        times[i] = now() - start;
        if (times[i] <= stalls.largest) continue;
        stalls.largest = times[i];
        stalls.largest_at = i;
    }
    qsort(times, edits, sizeof *times, by_value);
    stalls.median = times[edits / 2];
    stalls.high = times[edits - 1 - edits / 10000];
    pages_give(times, edits * sizeof *times);
    iq_list_destroy(edited.list);
    return stalls;
}

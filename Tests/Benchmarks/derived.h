/* What lists cost that follow another: filters beside lists that are set to what
 * passes, outlines beside edits and loads. */
#ifndef DERIVED_H
#define DERIVED_H

#include "library.h"

struct derived {
    size_t count; /* items of the source; 0: not measured                    */
    struct timing filter; /* half of them pass, by bits, another tenth than
                             before: up to the UPDATE of the filter          */
    struct timing set;    /* a list is set to those that pass, with a
                             changeset                                       */
    double asked;         /* a stricter function: items that it is asked
                             about for each that is shown                    */
    size_t children;
    struct timing fold;   /* so many are shown and hidden in an outline, each
                             up to its UPDATE                                */
    struct timing edit;   /* and inserted and deleted by edits, with
                             changesets                                      */
    struct timing derive; /* an outline of the source, all expanded          */
    struct timing load;   /* and the first iq_list_set_items of all of it    */
};

struct derived derived_measure(size_t count, uint64_t seed, double budget);

/* A new list that follows the source, with updates as its events. */
iq_list *derived_from(iq_list *source, uint32_t kind, uint32_t flags);
/* Polls until nothing is left, and gives back what was handed out. */
void poll_all(iq_list *list);
/* Polls up to the next UPDATE. */
void poll_update(iq_list *list);

#endif

/* One workload at one size: the library, the baselines and, where one was
 * given, another build of the library, in turn. */
#ifndef ROW_H
#define ROW_H

#include "competitor.h"

struct row {
    enum workload workload;
    struct changes fewest; /* known beforehand; of the first pair */
    struct changes counted, expert_counted, heckel_counted;
    size_t wrong;        /* pairs in which the library's are not the fewest */
    size_t expert_wrong; /* likewise                                        */
    struct update_times ours, other; /* other: the build given by --against  */
    struct timing heckel, expert;
    struct phases phases; /* of the fastest iq_list_set */
    size_t scratch_bytes; /* kept after iq_list_set     */
    double standard_library; /* milliseconds, 0 where it was not run */
};

/* The builds that take part; `other` may be NULL. */
struct builds {
    const struct api *ours, *other;
};

/* The ratio of the least times; 0 where one of them was not measured. */
double over(struct timing time, struct timing unit);

struct row row_measure(enum workload workload, size_t items, uint64_t seed,
                       struct builds builds, double budget);

#endif

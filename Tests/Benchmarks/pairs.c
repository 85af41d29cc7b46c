/* See pairs.h. */
#include "pairs.h"

#include <stdlib.h>

static size_t rotation(size_t items) {
    if (items <= 200) return MOST_PAIRS;
    if (items <= 2000) return 16;
    return items <= 20000 ? 4 : 1;
}

static struct pairs *pairs_take(size_t count) {
    struct pairs *pairs = calloc(1, sizeof *pairs);
    if (!pairs) abort();
    pairs->count = count;
    return pairs;
}

struct pairs *pairs_make(enum workload workload, size_t items, uint64_t seed) {
    struct pairs *pairs = pairs_take(rotation(items));
    for (size_t p = 0; p < pairs->count; p++)
        pairs->compared[p] = comparison_make(workload, items, seed + p);
    return pairs;
}

struct pairs *pairs_over(enum workload workload, size_t items, size_t sections,
                         uint64_t seed) {
    struct pairs *pairs = pairs_take(1);
    pairs->compared[0] = comparison_over(workload, items, sections, seed);
    return pairs;
}

void pairs_free(struct pairs *pairs) {
    for (size_t p = 0; p < pairs->count; p++)
        comparison_free(&pairs->compared[p]);
    free(pairs);
}

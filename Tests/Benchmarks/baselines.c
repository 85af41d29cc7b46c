/* See baselines.h. */
#include "baselines.h"

#include <stdlib.h>

struct baselines *baselines_open(const struct pairs *pairs) {
    struct baselines *baselines = calloc(1, sizeof *baselines);
    if (!baselines) abort();
    baselines->pairs = pairs;
    baselines->heckel = heckel_create();
    baselines->expert = expert_create();
    return baselines;
}

void baselines_close(struct baselines *baselines) {
    heckel_destroy(baselines->heckel);
    expert_destroy(baselines->expert);
    free(baselines);
}

void turn_heckel(void *subject) {
    struct baselines *baselines = subject;
    size_t count = baselines->pairs->count;
    double total = 0;
    for (size_t p = 0; p < count; p++) {
        const struct comparison *compared = &baselines->pairs->compared[p];
        double start = now();
        baselines->heckel_counted[p] = heckel_diff(
            baselines->heckel, &compared->before, &compared->after);
        total += now() - start;
    }
    series_add(&baselines->heckel_series, total / (double)count);
}

void turn_expert(void *subject) {
    struct baselines *baselines = subject;
    size_t count = baselines->pairs->count;
    double total = 0;
    for (size_t p = 0; p < count; p++) {
        const struct comparison *compared = &baselines->pairs->compared[p];
        double start = now();
        baselines->expert_counted[p] = expert_diff(
            baselines->expert, &compared->before, &compared->after);
        total += now() - start;
    }
    series_add(&baselines->expert_series, total / (double)count);
}

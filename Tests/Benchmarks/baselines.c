/* See baselines.h. */
#include "baselines.h"

#include <stdlib.h>

static struct changes diff_heckel(void *memory, const struct listing *before,
                                  const struct listing *after) {
    return heckel_diff(memory, before, after);
}

static struct changes diff_expert(void *memory, const struct listing *before,
                                  const struct listing *after) {
    return expert_diff(memory, before, after);
}

struct baselines *baselines_open(const struct pairs *pairs) {
    struct baselines *baselines = calloc(1, sizeof *baselines);
    if (!baselines) abort();
    baselines->heckel.pairs = pairs;
    baselines->heckel.memory = heckel_create();
    baselines->heckel.diff = diff_heckel;
    baselines->expert.pairs = pairs;
    baselines->expert.memory = expert_create();
    baselines->expert.diff = diff_expert;
    return baselines;
}

void baselines_close(struct baselines *baselines) {
    heckel_destroy(baselines->heckel.memory);
    expert_destroy(baselines->expert.memory);
    free(baselines);
}

void turn_baseline(void *subject) {
    struct baseline *baseline = subject;
    size_t count = baseline->pairs->count;
    double total = 0;
    for (size_t p = 0; p < count; p++) {
        const struct comparison *compared = &baseline->pairs->compared[p];
        double start = now();
        baseline->counted[p] = baseline->diff(
            baseline->memory, &compared->before, &compared->after);
        total += now() - start;
    }
    series_add(&baseline->series, total / (double)count);
}

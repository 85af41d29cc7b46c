/* See row.h. */
#include "row.h"

#include <string.h>

#include "baselines.h"
#include "turns.h"

double over(struct timing time, struct timing unit) {
    return time.count > 0 && unit.count > 0 ? time.least / unit.least : 0;
}

/* The first pair's counts, or those of the first that is wrong. */
static size_t wrong_counts(const struct pairs *pairs,
                           const struct changes *counted,
                           struct changes *shown, struct changes *fewest) {
    size_t wrong = 0;
    *shown = counted[0];
    for (size_t p = 0; p < pairs->count; p++) {
        const struct changes *least = &pairs->compared[p].fewest;
        if (memcmp(&counted[p], least, sizeof *least) == 0) continue;
        if (wrong++ > 0) continue;
        *shown = counted[p];
        *fewest = *least;
    }
    return wrong;
}

static void add_library(struct turn *turns, size_t *count,
                        struct competitor *competitor) {
    void (*all[])(void *) = {turn_set, turn_with_changeset, turn_diff,
                             turn_apply};
    for (size_t i = 0; competitor && i < sizeof all / sizeof all[0]; i++)
        turns[(*count)++] = (struct turn){all[i], competitor};
}

struct row row_measure(enum workload workload, size_t items, uint64_t seed,
                       struct builds builds, double budget) {
    struct pairs *pairs = pairs_make(workload, items, seed);
    struct row row = {.workload = workload, .fewest = pairs->compared[0].fewest};
    struct baselines *baselines = baselines_open(pairs);
    struct competitor *ours = competitor_open(builds.ours, pairs);
    struct competitor *other =
        builds.other ? competitor_open(builds.other, pairs) : NULL;
    struct turn turns[10] = {{turn_baseline, &baselines->heckel},
                             {turn_baseline, &baselines->expert}};
    size_t count = 2;
    add_library(turns, &count, ours);
    add_library(turns, &count, other);
    turns_measure(turns, count, budget);
    competitor_check(ours);
    row.ours = competitor_times(ours);
    row.phases = ours->phases;
    row.scratch_bytes = ours->scratch_bytes;
    row.heckel = series_timing(&baselines->heckel.series);
    row.expert = series_timing(&baselines->expert.series);
    row.heckel_counted = baselines->heckel.counted[0];
    row.expert_wrong = wrong_counts(pairs, baselines->expert.counted,
                                    &row.expert_counted, &row.fewest);
    row.wrong =
        wrong_counts(pairs, ours->counted, &row.counted, &row.fewest);
    competitor_close(ours);
    if (other) {
        row.other = competitor_times(other);
        competitor_close(other);
    }
    baselines_close(baselines);
    pairs_free(pairs);
    return row;
}

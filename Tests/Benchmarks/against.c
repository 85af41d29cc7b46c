/* See against.h. */
#include "against.h"

#include <stdio.h>

#include "exercise.h"

static void add(struct contrasts *contrasts, const char *what, size_t count,
                struct timing ours, struct timing other) {
    if (ours.count == 0 || other.count == 0) return;
    if (contrasts->count == MOST_CONTRASTS) return;
    struct contrast *contrast = &contrasts->all[contrasts->count++];
    *contrast =
        (struct contrast){.count = count, .ours = ours, .other = other};
    snprintf(contrast->what, sizeof contrast->what, "%s", what);
}

bool contrast_slower(const struct contrast *contrast) {
    return over(contrast->ours, contrast->other) > 1.05;
}

void contrast_row(struct contrasts *contrasts, const struct row *row,
                  size_t count) {
    static const char *const dialects[DIALECTS] = {"batch", "steps", "splices",
                                                   "map"};
    const struct update_times *ours = &row->ours, *other = &row->other;
    const struct {
        const char *name;
        struct timing ours, other;
    } known[] = {
        {"iq_diff", ours->diff, other->diff},
        {"iq_list_set", ours->set, other->set},
        {"set with a changeset", ours->with_changeset, other->with_changeset},
        {"snapshot built", ours->build, other->build},
        {"iq_list_apply", ours->apply, other->apply},
    };
    char what[48];
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        snprintf(what, sizeof what, "W%d %s", row->workload, known[i].name);
        add(contrasts, what, count, known[i].ours, known[i].other);
    }
    for (enum dialect d = 0; d < DIALECTS; d++) {
        snprintf(what, sizeof what, "W%d %s", row->workload, dialects[d]);
        add(contrasts, what, count, ours->dialects[d], other->dialects[d]);
    }
}

void contrast_frames(struct contrasts *contrasts, const struct frames *frames) {
    const struct frame_times *ours = &frames->ours, *other = &frames->other;
    add(contrasts, "F200 set with a changeset", 200, ours->set, other->set);
    add(contrasts, "F200 with the batch", 200, ours->batch, other->batch);
    add(contrasts, "F200 iq_diff", 200, ours->diff, other->diff);
    add(contrasts, "F200 edit of one item", 200, ours->edit, other->edit);
    add(contrasts, "F200 empty commit", 200, ours->nothing, other->nothing);
}

void contrast_sections(struct contrasts *contrasts,
                       const struct section_load *load,
                       const struct section_shuffle *shuffle) {
    add(contrasts, "load of one-item sections", load->count, load->many,
        load->other_many);
    add(contrasts, "load of one section", load->count, load->one,
        load->other_one);
    add(contrasts, "W4 over n/10 sections", shuffle->count, shuffle->many,
        shuffle->other_many);
    add(contrasts, "W4 beside it", shuffle->count, shuffle->one,
        shuffle->other_one);
}

void contrast_small(struct contrasts *contrasts,
                    const struct small_lists *small) {
    const struct small_times *ours = &small->ours, *other = &small->other;
    add(contrasts, "create and destroy", 0, ours->pair, other->pair);
    add(contrasts, "create many", 0, ours->create, other->create);
    add(contrasts, "set of ten items in many", 10, ours->load, other->load);
    add(contrasts, "destroy many of ten", 10, ours->destroy, other->destroy);
}

void contrast_calls(struct contrasts *contrasts, size_t count, uint64_t seed,
                    struct builds builds, double budget) {
    struct exercised ours, other;
    exercise_both(builds.ours, builds.other, count, seed, budget, &ours, &other);
    for (enum exercise e = 0; e < EXERCISES; e++)
        add(contrasts, exercise_text(e), count, ours.timings[e],
            other.timings[e]);
}

/* The tables of many lists and many sections, of polls, of goals, and of another
 * build of the library. */
#include "results.h"
#include "text.h"

static void report_frame(const char *name, struct timing timing,
                         struct timing heckel, double goal) {
    double ratio = over(timing, heckel);
    if (timing.count == 0) return;
    printf("%-28s %8.2f %8.2f  %7.2f %8s\n", name, timing.least / 1e3,
           timing.median / 1e3, ratio, goal_mark(goal, ratio));
}

void report_frames(const struct frames *frames) {
    const struct frame_times *ours = &frames->ours;
    struct timing heckel = frames->heckel;
    printf("\n== F200, a frame: 200 items, an insert, a delete, an update; 64 "
           "lists in turn, us\n%-28s %8s %8s  %7s %8s\n",
           "", "least", "median", "/Heckel", "goal");
    report_frame("Heckel's diff", heckel, heckel, 0);
    report_frame("the expert's diff", frames->expert, heckel, 0);
    report_frame("set with a changeset", ours->set, heckel, goal_frame_set);
    report_frame("the same, batch read", ours->batch, heckel, goal_frame_batch);
    report_frame("iq_diff", ours->diff, heckel, goal_frame_diff);
    report_frame("edit of one item", ours->edit, heckel, goal_frame_edit);
    report_frame("empty commit", ours->nothing, heckel, goal_frame_nothing);
    fflush(stdout);
}

static void report_section(const char *name, size_t count, struct timing many,
                           struct timing one, double goal) {
    double ratio = over(many, one);
    printf("%-28s %11s %9.2f %9.2f  %6.2f %8s\n", name, grouped(count),
           many.least / 1e6, one.least / 1e6, ratio, goal_mark(goal, ratio));
}

void report_sections(const struct results *results) {
    printf("\n== many sections, least times in ms\n%-28s %11s %9s %9s  %6s %8s\n",
           "", "items", "many", "one", "ratio", "goal");
    for (size_t i = 0; i < results->section_load_count; i++) {
        const struct section_load *load = &results->section_loads[i];
        report_section("load, one item a section", load->count, load->many,
                       load->one, goal_section_load);
    }
    for (size_t i = 0; i < results->section_shuffle_count; i++) {
        const struct section_shuffle *shuffle = &results->section_shuffles[i];
        report_section("W4, ten items a section", shuffle->count, shuffle->many,
                       shuffle->one, goal_section_shuffle);
        if (shuffle->wrong) puts("  WRONG: not the fewest changes");
    }
    fflush(stdout);
}

void report_small(const struct small_lists *small) {
    const struct small_times *ours = &small->ours;
    printf("\n== %s lists: an empty one %.0f bytes %s; one of ten items %.0f "
           "bytes %s\n",
           grouped(small->count), ours->empty_bytes,
           goal_mark(goal_empty_bytes, ours->empty_bytes), ours->ten_bytes,
           goal_mark(goal_ten_bytes, ours->ten_bytes));
    printf("create and destroy one %.0f ns %s; create many %.0f, set ten items "
           "%.0f, destroy them %.0f\n",
           ours->pair.least,
           goal_mark(goal_create_destroy, ours->pair.least), ours->create.least,
           ours->load.least, ours->destroy.least);
    fflush(stdout);
}

void report_stalls(const struct stalls *stalls) {
    printf("\n== the first %s edits after a load of %s: median %.2f us, "
           "99.99th percentile %.1f us, goal %s\n",
           grouped(stalls->edits), grouped(stalls->count),
           stalls->median / 1e3, stalls->high / 1e3,
           stalls->high <= goal_stall ? "1,000 us +" : "1,000 us -");
    printf("the longest %.1f us, edit %s\n", stalls->largest / 1e3,
           grouped(stalls->largest_at));
    fflush(stdout);
}

void report_polls(const struct polls *polls) {
    printf("\n== polls: an update with a changeset, W2, us\n%-28s %9s %9s %7s\n",
           "", "apply", "submit", "ratio");
    for (size_t i = 0; i < SUBMITTED; i++) {
        const struct submitted *s = &polls->submitted[i];
        printf("%-28s %9.2f %9.2f %7.2f\n", grouped(s->count),
               s->apply.least / 1e3, s->submit.least / 1e3,
               over(s->submit, s->apply));
    }
    printf("an event %.0f ns %s; a poll with none %.0f ns %s; a range of %s "
           "selected %.1f us %s\n",
           polls->event.least, goal_mark(goal_event, polls->event.least),
           polls->idle.least, goal_mark(goal_idle_poll, polls->idle.least),
           grouped(polls->count), polls->select.least / 1e3,
           goal_mark(goal_select, polls->select.least));
    const struct viewed *viewed = &polls->viewed;
    double step = viewed->step.least - viewed->calls.least;
    printf("a view of 50 rows: nothing to do %.2f us %s; a row further, with "
           "bind and unbind, %.2f us %s beside its functions; W2 of %s with a "
           "view / without %.3f %s\n",
           viewed->nothing.least / 1e3,
           goal_mark(goal_view_nothing, viewed->nothing.least), step / 1e3,
           goal_mark(goal_view_step, step), grouped(viewed->count),
           over(viewed->with, viewed->without),
           viewed->count == 1000000
               ? goal_mark(goal_view_update,
                           over(viewed->with, viewed->without))
               : "");
    fflush(stdout);
}

void report_derived(const struct derived *derived) {
    bool is_whole = derived->count == 1000000;
    double filter = over(derived->filter, derived->set);
    double fold = over(derived->fold, derived->edit);
    double derive = over(derived->derive, derived->load);
    printf("\n== derived lists of %s, us\n%-44s %9s %9s %7s\n",
           grouped(derived->count), "", "derived", "plain", "ratio");
    printf("%-44s %9.1f %9.1f %7.2f %s\n",
           "a filter by bits / the list set to what passes",
           derived->filter.least / 1e3, derived->set.least / 1e3, filter,
           is_whole ? goal_mark(goal_filter, filter) : "");
    printf("%-44s %9.1f %9.1f %7.2f %s\n",
           "children shown and hidden / inserted, deleted",
           derived->fold.least / 1e3, derived->edit.least / 1e3, fold,
           is_whole ? goal_mark(goal_fold, fold) : "");
    printf("%-44s %9.1f %9.1f %7.2f %s\n", "an outline / the first load",
           derived->derive.least / 1e3, derived->load.least / 1e3, derive,
           is_whole ? goal_mark(goal_derive, derive) : "");
    printf("a stricter function is asked %.3f times for each item that is "
           "shown %s\n",
           derived->asked, goal_mark(goal_asked, derived->asked));
    fflush(stdout);
}

void report_against(const struct results *results) {
    if (!results->against) return;
    const struct contrasts *contrasts = &results->contrasts;
    size_t slower = 0;
    printf("\n== this build / %s %s, least times, us\n%-32s %11s %11s %11s %6s\n",
           results->other.version_string(), results->against, "", "items",
           "this", "that", "ratio");
    for (size_t i = 0; i < contrasts->count; i++) {
        const struct contrast *contrast = &contrasts->all[i];
        bool flagged = contrast_slower(contrast);
        slower += flagged;
        printf("%-32s %11s %11.2f %11.2f %6.2f%s\n", contrast->what,
               grouped(contrast->count), contrast->ours.least / 1e3,
               contrast->other.least / 1e3,
               over(contrast->ours, contrast->other),
               flagged ? "  SLOWER" : "");
    }
    printf("%zu of %zu are more than 5 %% slower\n", slower, contrasts->count);
}

void report_goals(const struct checks *checks) {
    size_t met = 0;
    for (size_t i = 0; i < checks->count; i++) met += checks->all[i].met;
    printf("\n== goals: %zu of %zu are met%s\n", met, checks->count,
           met < checks->count ? "; not met are" : "");
    for (size_t i = 0; i < checks->count; i++) {
        const struct check *check = &checks->all[i];
        if (!check->met)
            printf("%-48s %12.5g  goal %.5g\n", check->name, check->value,
                   check->goal);
    }
}

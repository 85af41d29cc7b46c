/* Which goals the results meet: see goals.h. Ratios are of least times, floors
 * of medians. */
#include <string.h>

#include "results.h"

double nanoseconds_a_move(const struct row *row, enum dialect dialect) {
    struct timing timing = row->ours.dialects[dialect];
    if (row->counted.moves == 0 || timing.count == 0) return 0;
    return timing.least / (double)row->counted.moves;
}

static void check_row(struct checks *checks, const struct row *row,
                      const struct sized *sized) {
    enum workload w = row->workload;
    size_t n = sized->count;
    double floor = sized->floors.scan.median;
    check_ratio(checks, goal_over_heckel(w, n),
                over(row->ours.with_changeset, row->heckel),
                "W%d of %zu, set / Heckel", w, n);
    check_ratio(checks, goal_over_expert(w, n),
                over(row->ours.with_changeset, row->expert),
                "W%d of %zu, set / expert", w, n);
    check_ratio(checks, goal_diff_over_heckel(w, n),
                over(row->ours.diff, row->heckel),
                "W%d of %zu, iq_diff / Heckel", w, n);
    check_ratio(checks, goal_of_set(w, n), row->ours.set.median / floor,
                "W%d of %zu, set in floors", w, n);
    for (size_t r = 0; r < sized->row_count; r++) {
        const struct row *shuffle = &sized->rows[r];
        if (shuffle->workload != W4 || w == W4) continue;
        double unit = shuffle->ours.with_changeset.least;
        double goal = goal_over_heckel(W4, n) * shuffle->heckel.least;
        check_add(checks, goal_over_shuffle,
                  row->ours.with_changeset.least / (goal > unit ? goal : unit),
                  "W%d of %zu, set / W4", w, n);
    }
    if (w != W4 || n != 10000) return;
    check_add(checks, goal_batch, nanoseconds_a_move(row, BATCH),
              "batch, ns a move of W4 of %zu", n);
    check_add(checks, goal_steps, nanoseconds_a_move(row, STEPS),
              "steps, ns a move of W4 of %zu", n);
}

static void check_small(struct checks *checks, const struct results *results) {
    const struct frame_times *frame = &results->frames.ours;
    struct timing heckel = results->frames.heckel;
    check_add(checks, goal_frame_set, over(frame->set, heckel),
              "F200, set / Heckel");
    check_add(checks, goal_frame_batch, over(frame->batch, heckel),
              "F200, set and batch / Heckel");
    check_add(checks, goal_frame_diff, over(frame->diff, heckel),
              "F200, iq_diff / Heckel");
    check_add(checks, goal_frame_edit, over(frame->edit, heckel),
              "F200, edit of one item / Heckel");
    check_add(checks, goal_frame_nothing, over(frame->nothing, heckel),
              "F200, empty commit / Heckel");
    const struct small_times *small = &results->small.ours;
    check_add(checks, goal_empty_bytes, small->empty_bytes,
              "bytes of an empty list");
    check_add(checks, goal_ten_bytes, small->ten_bytes,
              "bytes of a list of ten items");
    check_add(checks, goal_create_destroy, small->pair.least,
              "create and destroy, ns");
    check_add(checks, goal_stall, results->stalls.high,
              "99.99th percentile of edits of %zu, ns", results->stalls.count);
}

static void check_polls(struct checks *checks, const struct polls *polls) {
    const struct submitted *few = &polls->submitted[0];
    const struct submitted *many = &polls->submitted[SUBMITTED - 1];
    check_ratio(checks, goal_submit, over(many->submit, many->apply),
                "W2 of %zu, submit / apply", many->count);
    check_add(checks, goal_submit_more, few->submit.least - few->apply.least,
              "W2 of %zu, submit - apply, ns", few->count);
    check_add(checks, goal_event, polls->event.least, "an event, ns");
    check_add(checks, goal_idle_poll, polls->idle.least,
              "a poll that finds nothing, ns");
    if (polls->count == 1000000)
        check_add(checks, goal_select, polls->select.least,
                  "a range of %zu selected, ns", polls->count);
    const struct viewed *viewed = &polls->viewed;
    check_add(checks, goal_view_nothing, viewed->nothing.least,
              "50 visible cells with nothing to do, ns");
    check_add(checks, goal_view_step,
              viewed->step.least - viewed->calls.least,
              "a view one row further, ns");
    if (viewed->count == 1000000)
        check_add(checks, goal_view_update,
                  over(viewed->with, viewed->without),
                  "W2 of %zu, with a view / without", viewed->count);
}

static void check_derived(struct checks *checks,
                          const struct derived *derived) {
    if (derived->count == 0) return;
    check_add(checks, goal_asked, derived->asked,
              "stricter filter, calls / shown");
    if (derived->count != 1000000) return;
    check_add(checks, goal_filter, over(derived->filter, derived->set),
              "filter of %zu by bits / set", derived->count);
    check_add(checks, goal_fold, over(derived->fold, derived->edit),
              "%zu children shown and hidden / edits", derived->children);
    check_add(checks, goal_derive, over(derived->derive, derived->load),
              "outline of %zu / load", derived->count);
}

static void check_orders(struct checks *checks, const struct orders *orders) {
    if (orders->count != 1000000) return;
    const struct order_follows *follows = &orders->follows;
    check_add(checks, follows->outline.least + goal_order_one,
              follows->distinct.least, "sorted, one rank of %zu, ns",
              orders->count);
    check_add(checks, follows->outline.least + goal_order_one,
              follows->few.least, "sorted, one of five ranks of %zu, ns",
              orders->count);
    check_add(checks, follows->tree.least + goal_order_one, follows->leaf.least,
              "sorted, a leaf of a tree of %zu, ns", follows->tree_count);
    check_add(checks, goal_order_changes,
              over(orders->ranks.polls, orders->ranks.sorts),
              "sorted, 1 %% of %zu ranks / a host", orders->count);
    check_add(checks, goal_order_groups,
              over(orders->groups.polls, orders->groups.sorts),
              "grouped, 1 %% of %zu / a host", orders->count);
    check_add(checks, goal_order_all, over(orders->all, orders->all_host),
              "another order of %zu / a host", orders->count);
    check_add(checks, goal_order_bytes, orders->bytes,
              "bytes an item of an order");
}

static void check_layouts(struct checks *checks,
                          const struct layouts *layouts) {
    const struct layout_steps *steps = &layouts->steps;
    check_add(checks, goal_layout_step, over(steps->step, steps->told),
              "a layout one row further / a told view");
    check_add(checks, goal_layout_nothing, steps->nothing.least,
              "a layout with nothing changed, ns");
    check_add(checks, goal_growth_offset, layout_misses(layouts, false),
              "jump to an offset, cache misses more");
    const struct layout_updates *updates = &layouts->updates;
    if (updates->count == 1000000) {
        check_add(checks, goal_update_uniform,
                  over(updates->uniform, updates->alone),
                  "W2 of %zu and a layout / W2, uniform", updates->count);
        check_add(checks, goal_update_own, over(updates->own, updates->alone),
                  "W2 of %zu and a layout / W2, own sizes", updates->count);
    }
    const struct layout_resize *resize = &layouts->resize;
    if (resize->count != 10000000) return;
    check_add(checks, goal_resize, resize->frame.least,
              "a size of %zu and a frame, ns", resize->count);
    check_add(checks, goal_resize_refill, over(resize->frame, resize->refill),
              "a size of %zu, frame / prefix array", resize->count);
    check_add(checks, goal_resize_fenwick, over(resize->frame, resize->fenwick),
              "a size of %zu, frame / Fenwick tree", resize->count);
    const struct layout_edits *edits = &layouts->edits;
    check_add(checks, goal_edit_layout,
              edits->uniform.least - edits->alone.least,
              "layout after an insert, uniform, ns more");
    check_add(checks, goal_edit_layout, edits->own.least - edits->alone.least,
              "layout after an insert, own sizes, ns more");
    check_add(checks, goal_edit_grid, edits->grid.least - edits->alone.least,
              "layout after an insert, grid of 4, ns more");
    const struct layout_first *first = &layouts->first;
    check_add(checks, goal_first_uniform, first->uniform.least,
              "first layout of %zu, uniform, ns", first->count);
    check_add(checks, goal_first_own, first->own.least / (double)first->count,
              "extents and first layout, ns an item");
    check_add(checks, goal_uniform_bytes, first->uniform_bytes,
              "bytes an item of a view, uniform");
    check_add(checks, goal_own_bytes, first->own_bytes,
              "bytes an item of a view, own sizes");
}

static void check_sections(struct checks *checks,
                           const struct results *results) {
    for (size_t i = 0; i < results->section_load_count; i++) {
        const struct section_load *load = &results->section_loads[i];
        check_add(checks, goal_section_load, over(load->many, load->one),
                  "load of %zu sections / of one", load->count);
    }
    for (size_t i = 0; i < results->section_shuffle_count; i++) {
        const struct section_shuffle *s = &results->section_shuffles[i];
        check_add(checks, goal_section_shuffle, over(s->many, s->one),
                  "W4 of %zu over n/10 sections / W4", s->count);
    }
}

/* From 10,000 items to 10,000,000; 0 where one of them is missing. */
static double more_misses(const struct results *results, size_t offset) {
    double first = 0, last = 0;
    for (size_t i = 0; i < results->growth_count; i++) {
        double value;
        memcpy(&value, (const char *)&results->growth[i] + offset, sizeof value);
        if (results->growth[i].count == 10000) first = value;
        if (results->growth[i].count == 10000000) last = value;
    }
    return first > 0 && last > 0 ? (last - first) / results->growth_miss : 0;
}

double more_misses_of_edits(const struct results *results) {
    if (results->editing_count == 0) return 0;
    const struct editing *first = results->edits;
    const struct editing *last = first + results->editing_count - 1;
    if (first->count != 10000 || last->count != 10000000) return 0;
    return (last->edit - first->edit) / results->growth_miss;
}

static void check_growth(struct checks *checks, const struct results *results) {
    check_add(checks, goal_growth_index,
              more_misses(results, offsetof(struct growth, item_at)),
              "item at index, cache misses more");
    check_add(checks, goal_growth_key,
              more_misses(results, offsetof(struct growth, index_of_key)),
              "index of key, cache misses more");
    check_add(checks, goal_growth_edit, more_misses_of_edits(results),
              "an edit, cache misses more");
    for (size_t i = 0; i < results->storage_count; i++) {
        const struct storage *s = &results->storage[i];
        check_add(checks, goal_loaded_bytes, s->loaded,
                  "bytes an item of %zu, loaded", s->count);
        check_add(checks, goal_changed_bytes, s->changed,
                  "bytes an item of %zu, after moves", s->count);
    }
}

static void check_applied(struct checks *checks,
                          const struct results *results) {
    for (size_t i = 0; i < results->applied_count; i++) {
        const struct applied *a = &results->applied[i];
        check_add(checks, goal_applied(a->workload, a->count),
                  over(a->both, a->set), "W%d of %zu, decode and apply / set",
                  a->workload, a->count);
    }
}

void check_all(struct results *results) {
    struct checks *checks = &results->checks;
    for (size_t i = 0; i < results->size_count; i++) {
        const struct sized *sized = &results->sizes[i];
        for (size_t r = 0; r < sized->row_count; r++)
            check_row(checks, &sized->rows[r], sized);
        check_ratio(checks, goal_of_load(sized->count),
                    sized->load.warm.median / sized->floors.scan.median,
                    "L1 of %zu in floors", sized->count);
    }
    check_small(checks, results);
    check_polls(checks, &results->polls);
    check_derived(checks, &results->derived);
    check_orders(checks, &results->orders);
    check_layouts(checks, &results->layouts);
    check_sections(checks, results);
    check_growth(checks, results);
    check_applied(checks, results);
}

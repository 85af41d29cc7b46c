/* The table of views that are laid out. */
#include "results.h"
#include "text.h"

/* What a layout is compared with comes second. */
static void report_line(const char *name, size_t count, struct timing ours,
                        struct timing other, const char *goal) {
    printf("%-46s %11s %10.2f %10.2f %8.3g  %s\n", name, grouped(count),
           ours.least / 1e3, other.least / 1e3, over(ours, other), goal);
}

static void report_resize(const struct layout_resize *resize) {
    bool is_whole = resize->count == 10000000;
    double fenwick = over(resize->frame, resize->fenwick);
    double refill = over(resize->frame, resize->refill);
    report_line("a size and a frame / a prefix array", resize->count,
                resize->frame, resize->refill,
                is_whole ? goal_mark(goal_resize_refill, refill) : "");
    report_line("a size and a frame / TanStack's records", resize->count,
                resize->frame, resize->records, "");
    report_line("a size and a frame / a Fenwick tree", resize->count,
                resize->frame, resize->fenwick,
                is_whole ? goal_mark(goal_resize_fenwick, fenwick) : "");
    report_line("a size and a layout / a Fenwick tree", resize->count,
                resize->layout, resize->fenwick, "");
    printf("  the prefix array takes %.0f times as long as a frame, %.0f "
           "for each million; a size and a frame %.0f ns %s\n",
           1 / refill, 1e6 / refill / (double)resize->count,
           resize->frame.least,
           is_whole ? goal_mark(goal_resize, resize->frame.least) : "");
}

static void report_updates(const struct layout_updates *updates) {
    bool is_whole = updates->count == 1000000;
    double uniform = over(updates->uniform, updates->alone);
    double own = over(updates->own, updates->alone);
    report_line("W2 and a layout / W2, uniform", updates->count,
                updates->uniform, updates->alone,
                is_whole ? goal_mark(goal_update_uniform, uniform) : "");
    report_line("W2 and a layout / W2, own sizes", updates->count, updates->own,
                updates->alone,
                is_whole ? goal_mark(goal_update_own, own) : "");
    report_line("W2 and a layout / W2, own sizes, shuffled", updates->count,
                updates->shuffled, updates->shuffled_alone, "");
}

static void report_edits_of(const struct layout_edits *edits) {
    bool is_whole = edits->count == 10000000;
    double uniform = edits->uniform.least - edits->alone.least;
    double own = edits->own.least - edits->alone.least;
    report_line("an insert and a layout / an insert, uniform", edits->count,
                edits->uniform, edits->alone, "");
    report_line("an insert and a layout / an insert, own sizes", edits->count,
                edits->own, edits->alone, "");
    report_line("an insert and a layout / an insert, grid of 4", edits->count,
                edits->grid, edits->alone, "");
    report_line("an insert and a layout / all rows of it anew",
                edits->count, edits->grid, edits->rows, "");
    report_line("an insert and a layout / an insert, 4 lanes", edits->count,
                edits->lanes, edits->alone, "");
    report_line("an insert and a layout / all lanes of it anew",
                edits->count, edits->lanes, edits->greedy, "");
    printf("  the layout takes %.0f ns more than the insert alone, uniform, %s",
           uniform, is_whole ? goal_mark(goal_edit_layout, uniform) : "");
    printf(" %.0f with own sizes, %s", own,
           is_whole ? goal_mark(goal_edit_layout, own) : "");
    double grid = edits->grid.least - edits->alone.least;
    double lanes = edits->lanes.least - edits->alone.least;
    printf(" %.0f in a grid, %s", grid,
           is_whole ? goal_mark(goal_edit_grid, grid) : "");
    printf(" and %.0f in lanes %s\n", lanes,
           is_whole ? goal_mark(goal_edit_lanes, lanes) : "");
}

static void report_first(const struct layout_first *first) {
    bool is_whole = first->count == 10000000;
    double item = first->own.least / (double)first->count;
    printf("first layout of %s: uniform %.2f us (median %.1f) %s",
           grouped(first->count), first->uniform.least / 1e3,
           first->uniform.median / 1e3,
           is_whole ? goal_mark(goal_first_uniform, first->uniform.least) : "");
    printf(", in %s sections %.1f us, %.1f ns a section\n",
           grouped(first->sections), first->many.least / 1e3,
           first->many.least / (double)first->sections);
    printf("  with all sizes set by iq_view_set_extents %.1f ms, %.2f ns an "
           "item %s\n",
           first->own.least / 1e6, item,
           is_whole ? goal_mark(goal_first_own, item) : "");
    printf("bytes an item of a view: uniform %.4f (%.1f kB in all) %s",
           first->uniform_bytes,
           first->uniform_bytes * (double)first->count / 1e3,
           is_whole ? goal_mark(goal_uniform_bytes, first->uniform_bytes) : "");
    printf(", own sizes %.2f %s\n", first->own_bytes,
           is_whole ? goal_mark(goal_own_bytes, first->own_bytes) : "");
}

void report_layouts(const struct layouts *layouts) {
    const struct layout_steps *steps = &layouts->steps;
    double step = over(steps->step, steps->told);
    printf("\n== views that are laid out, 50 places, least times, us\n"
           "%-46s %11s %10s %10s %8s  %s\n",
           "", "items", "layout", "beside", "ratio", "goal");
    report_line("a row further / a told view and its poll", steps->count,
                steps->step, steps->told, goal_mark(goal_layout_step, step));
    report_line("nothing changed / a poll that finds nothing", steps->count,
                steps->nothing, steps->idle, "");
    printf("  nothing changed %.1f ns %s\n", steps->nothing.least,
           goal_mark(goal_layout_nothing, steps->nothing.least));
    for (size_t i = 0; i < layouts->jump_count; i++)
        report_line("to a random offset / to an index, one place",
                    layouts->jumps[i].count, layouts->jumps[i].laid,
                    layouts->jumps[i].told, "");
    const struct layout_jump *last = &layouts->jumps[layouts->jump_count - 1];
    double misses = layout_misses(layouts, false);
    printf("  from %s to %s items: to an offset %.2f times as long, to an "
           "index %.2f",
           grouped(layouts->jumps[0].count), grouped(last->count),
           over(last->laid, layouts->jumps[0].laid),
           over(last->told, layouts->jumps[0].told));
    if (misses > 0)
        printf(";\n  %.1f more cache misses (%.0f ns) %s, and %.1f", misses,
               layouts->miss, goal_mark(goal_growth_offset, misses),
               layout_misses(layouts, true));
    putchar('\n');
    report_resize(&layouts->resize);
    report_updates(&layouts->updates);
    report_edits_of(&layouts->edits);
    report_first(&layouts->first);
    fflush(stdout);
}

/* See layouts.h: what a layout costs after an update, after an edit, and the
 * first time. */
#include "layouts.h"
#include "turns.h"

enum { EDITS = 256 };

/* ---- after an update ------------------------------------------------------ */

/* A list that goes to and fro between two snapshots; it may have a view. */
struct watched {
    iq_list *list;
    iq_view *view;
    iq_snapshot *const *snapshots;
    size_t turn;
    struct series series;
};

static void turn_update(void *subject) {
    struct watched *watched = subject;
    const iq_snapshot *next = watched->snapshots[++watched->turn & 1];
    double start = now();
    must(iq_list_apply(watched->list, next, NULL, NULL), "iq_list_apply");
    if (watched->view) layout_now(watched->view);
    series_add(&watched->series, now() - start);
}

/* Shuffled before it shows the listing: its items keep their slots. */
static iq_list *list_with_shuffled_slots(const struct listing *listing,
                                         struct random *random) {
    struct changes fewest;
    struct listing shuffled = listing_change(listing, W4, random, &fewest);
    iq_list *list = list_showing(&shuffled);
    list_show(list, listing);
    listing_free(&shuffled);
    return list;
}

static iq_view *view_in_the_middle(iq_list *list, const double *extents,
                                   size_t count) {
    iq_view *view = layout_view(list, WINDOW, !extents);
    if (extents) layout_set_extents(view, list, extents, count);
    layout_to_middle(view);
    return view;
}

struct layout_updates layout_updates_measure(size_t count, uint64_t seed,
                                             double budget) {
    enum { ALONE, UNIFORM, OWN, SHUFFLED_ALONE, SHUFFLED, KINDS };
    struct random random = {seed};
    struct comparison pair = comparison_make(W2, count, seed);
    iq_snapshot *snapshots[] = {snapshot_of(&pair.before),
                                snapshot_of(&pair.after)};
    double *extents = layout_extents(count, &random);
    struct watched all[KINDS] = {0};
    struct turn turns[KINDS];
    for (size_t i = 0; i < KINDS; i++) {
        bool has_view = i != ALONE && i != SHUFFLED_ALONE;
        all[i].snapshots = snapshots;
        all[i].list = i < SHUFFLED_ALONE
                          ? list_showing(&pair.before)
                          : list_with_shuffled_slots(&pair.before, &random);
        if (has_view)
            all[i].view = view_in_the_middle(
                all[i].list, i == UNIFORM ? NULL : extents, count);
        turns[i] = (struct turn){turn_update, &all[i]};
    }
    turns_measure(turns, KINDS, budget);
    for (size_t i = 0; i < KINDS; i++) {
        if (all[i].view) iq_view_destroy(all[i].view);
        iq_list_destroy(all[i].list);
    }
    iq_snapshot_destroy(snapshots[0]);
    iq_snapshot_destroy(snapshots[1]);
    pages_give(extents, count * sizeof *extents);
    comparison_free(&pair);
    return (struct layout_updates){
        .count = count,
        .alone = series_timing(&all[ALONE].series),
        .uniform = series_timing(&all[UNIFORM].series),
        .own = series_timing(&all[OWN].series),
        .shuffled_alone = series_timing(&all[SHUFFLED_ALONE].series),
        .shuffled = series_timing(&all[SHUFFLED].series)};
}

/* ---- after an edit -------------------------------------------------------- */

/* `view` may be NULL. */
struct edited {
    iq_list *list;
    iq_section section;
    iq_view *view;
    struct random random;
    struct series series;
};

static void insert_at_front(struct edited *edited) {
    uint64_t content = random_next(&edited->random) | 1;
    iq_key key = iq_key_from_u64(random_next(&edited->random));
    iq_columns one = {.struct_size = sizeof one, .count = 1, .keys = &key,
                      .contents = &content};
    iq_edit *edit;
    must(iq_edit_begin(edited->list, NULL, &edit), "iq_edit_begin");
    must(iq_edit_insert_items(edit, edited->section, 0, &one),
         "iq_edit_insert_items");
    must(iq_edit_commit(edit, NULL, NULL), "iq_edit_commit");
    iq_edit_destroy(edit);
}

/* What was inserted goes again, outside the time. */
static void turn_edit(void *subject) {
    struct edited *edited = subject;
    double start = now();
    for (size_t i = 0; i < EDITS; i++) {
        insert_at_front(edited);
        if (edited->view)
            must(iq_view_layout(edited->view, NULL), "iq_view_layout");
    }
    series_add(&edited->series, (now() - start) / EDITS);
    iq_edit *edit;
    must(iq_edit_begin(edited->list, NULL, &edit), "iq_edit_begin");
    must(iq_edit_delete_item_range(edit, edited->section, 0, EDITS),
         "iq_edit_delete_item_range");
    must(iq_edit_commit(edit, NULL, NULL), "iq_edit_commit");
    iq_edit_destroy(edit);
    if (edited->view) layout_now(edited->view);
}

/* The tops of all rows of a grid, from the sizes of its items, of which one more
 * is the first. */
struct rows {
    const double *extents;
    double *tops;
    size_t count;
    struct series series;
};

static void turn_rows(void *subject) {
    struct rows *rows = subject;
    double start = now(), top = 0;
    for (size_t row = 0; row * GRID_COLUMNS < rows->count + 1; row++) {
        double highest = 0;
        for (size_t i = 0; i < GRID_COLUMNS; i++) {
            size_t at = row * GRID_COLUMNS + i;
            double extent =
                at == 0 || at > rows->count ? ROW : rows->extents[at - 1];
            if (at <= rows->count && extent > highest) highest = extent;
        }
        rows->tops[row] = top;
        top += highest;
    }
    series_add(&rows->series, now() - start);
}

/* The same for lanes: each item goes to the shortest one. */
static void turn_greedy(void *subject) {
    struct rows *rows = subject;
    double start = now(), ends[GRID_COLUMNS] = {0};
    for (size_t at = 0; at <= rows->count; at++) {
        size_t shortest = 0;
        for (size_t lane = 1; lane < GRID_COLUMNS; lane++)
            if (ends[lane] < ends[shortest]) shortest = lane;
        if (at < rows->count) rows->tops[at] = ends[shortest];
        ends[shortest] += at == 0 ? ROW : rows->extents[at - 1];
    }
    series_add(&rows->series, now() - start);
}

static iq_view *columns_in_the_middle(iq_list *list, iq_layout_kind kind,
                                      const double *extents, size_t count) {
    iq_section_layout columns = {.struct_size = sizeof columns,
                                 .kind = kind,
                                 .columns = GRID_COLUMNS,
                                 .item.height = {IQ_LENGTH_AUTO, ROW}};
    iq_view *view = layout_view(list, WINDOW, false);
    must(iq_view_set_layout(view, (iq_section){0}, &columns),
         "iq_view_set_layout");
    layout_set_extents(view, list, extents, count);
    layout_to_middle(view);
    return view;
}

struct layout_edits layout_edits_measure(size_t count, uint64_t seed,
                                         double budget) {
    enum { ALONE, UNIFORM, OWN, GRID, LANES, KINDS };
    struct random random = {seed};
    struct listing listing = listing_make(count, 1, &random);
    double *extents = layout_extents(count, &random);
    struct edited all[KINDS] = {0};
    struct rows rows = {.extents = extents,
                        .tops = pages_take(count * sizeof(double)),
                        .count = count};
    struct rows greedy = rows;
    struct turn turns[KINDS + 2];
    turns[KINDS] = (struct turn){turn_rows, &rows};
    turns[KINDS + 1] = (struct turn){turn_greedy, &greedy};
    for (size_t i = 0; i < KINDS; i++) {
        all[i].random.state = random_next(&random);
        all[i].list = list_showing(&listing);
        must(iq_list_find_section_at(all[i].list, 0, &all[i].section),
             "iq_list_find_section_at");
        if (i == GRID || i == LANES)
            all[i].view = columns_in_the_middle(
                all[i].list, i == GRID ? IQ_LAYOUT_ROWS : IQ_LAYOUT_LANES,
                extents, count);
        else if (i != ALONE)
            all[i].view = view_in_the_middle(
                all[i].list, i == UNIFORM ? NULL : extents, count);
        turns[i] = (struct turn){turn_edit, &all[i]};
    }
    turns_measure(turns, KINDS + 2, budget);
    for (size_t i = 0; i < KINDS; i++) {
        if (all[i].view) iq_view_destroy(all[i].view);
        iq_list_destroy(all[i].list);
    }
    pages_give(extents, count * sizeof *extents);
    listing_free(&listing);
    pages_give(rows.tops, count * sizeof(double));
    return (struct layout_edits){count,
                                 series_timing(&all[ALONE].series),
                                 series_timing(&all[UNIFORM].series),
                                 series_timing(&all[OWN].series),
                                 series_timing(&all[GRID].series),
                                 series_timing(&rows.series),
                                 series_timing(&all[LANES].series),
                                 series_timing(&greedy.series)};
}

/* ---- the first time ------------------------------------------------------- */

/* `extents` may be NULL; `bytes` is what the view weighs when it is laid out. */
struct opened {
    iq_list *list;
    const double *extents;
    size_t count, bytes;
    struct series series;
};

static void turn_open(void *subject) {
    struct opened *opened = subject;
    size_t before = iq_memory_used();
    iq_view *view = layout_view(opened->list, WINDOW, !opened->extents);
    double start = now();
    if (opened->extents)
        layout_set_extents(view, opened->list, opened->extents, opened->count);
    must(iq_view_layout(view, NULL), "iq_view_layout");
    series_add(&opened->series, now() - start);
    opened->bytes = iq_memory_used() - before;
    iq_view_destroy(view);
}

struct layout_first layout_first_measure(size_t count, uint64_t seed,
                                         double budget) {
    enum { UNIFORM, MANY, OWN, KINDS };
    struct random random = {seed};
    size_t sections = count / 1000;
    struct listing one = listing_make(count, 1, &random);
    struct listing many = listing_make(count, sections, &random);
    double *extents = layout_extents(count, &random);
    iq_list *lists[] = {list_showing(&one), list_showing(&many)};
    struct opened all[KINDS] = {
        [UNIFORM] = {.list = lists[0], .count = count},
        [MANY] = {.list = lists[1], .count = count},
        [OWN] = {.list = lists[0], .extents = extents, .count = count}};
    struct turn turns[KINDS];
    for (size_t i = 0; i < KINDS; i++)
        turns[i] = (struct turn){turn_open, &all[i]};
    turns_measure(turns, KINDS, budget);
    iq_list_destroy(lists[0]);
    iq_list_destroy(lists[1]);
    pages_give(extents, count * sizeof *extents);
    listing_free(&one);
    listing_free(&many);
    return (struct layout_first){
        .count = count,
        .sections = sections,
        .uniform = series_timing(&all[UNIFORM].series),
        .many = series_timing(&all[MANY].series),
        .own = series_timing(&all[OWN].series),
        .uniform_bytes = (double)all[UNIFORM].bytes / (double)count,
        .own_bytes = (double)all[OWN].bytes / (double)count};
}

/* See layouts.h: views, a row further, and all of it. */
#include "layouts.h"

#include "cells.h"
#include "floors.h"
#include "turns.h"

enum { AT_ONCE = 1000 };

/* ---- views ---------------------------------------------------------------- */

iq_view *layout_view(iq_list *list, double window, bool is_uniform) {
    iq_view_options options = {.struct_size = sizeof options,
                               .flags = IQ_VIEW_LAID_OUT};
    iq_section_layout layout = {
        .struct_size = sizeof layout,
        .item.height = {is_uniform ? IQ_LENGTH_FIXED : IQ_LENGTH_AUTO, ROW}};
    iq_view *view;
    must(iq_view_create(list, &options, &view), "iq_view_create");
    must(iq_view_set_layout(view, (iq_section){0}, &layout),
         "iq_view_set_layout");
    must(iq_view_set_size(view, PLACES_WIDTH, window), "iq_view_set_size");
    return view;
}

iq_scene layout_now(iq_view *view) {
    iq_scene scene = {.struct_size = sizeof scene};
    must(iq_view_layout(view, &scene), "iq_view_layout");
    return scene;
}

double layout_extent(struct random *random) {
    return 16 + (double)random_below(random, 32 * 64) / 64;
}

double *layout_extents(size_t count, struct random *random) {
    double *extents = pages_take(count * sizeof *extents);
    for (size_t i = 0; i < count; i++) extents[i] = layout_extent(random);
    return extents;
}

void layout_set_extents(iq_view *view, iq_list *list, const double *extents,
                        size_t count) {
    iq_list_info info = {.struct_size = sizeof info};
    must(iq_list_get_info(list, &info), "iq_list_get_info");
    must(iq_view_set_extents(view, info.version, 0, count, extents,
                             sizeof *extents),
         "iq_view_set_extents");
}

void layout_to_middle(iq_view *view) {
    double most = layout_now(view).maximum;
    must(iq_view_scroll(view, most / 2, 0), "iq_view_scroll");
    for (int i = 0; i < 3; i++) layout_now(view);
}

/* ---- a row further -------------------------------------------------------- */

/* The same list twice: one has a view that is told what is visible, the other
 * one that is laid out. */
struct stepping {
    size_t count;
    iq_list *told_list, *laid_list;
    iq_view *told, *laid;
    size_t told_first, laid_first;
    struct series tell, step, nothing, idle;
};

static void show_told(struct stepping *stepping) {
    size_t none;
    must(iq_view_set_visible(stepping->told, stepping->told_first, PLACES, 0),
         "iq_view_set_visible");
    must(iq_list_poll(stepping->told_list, NULL, 0, &none), "iq_list_poll");
}

static void show_laid(struct stepping *stepping) {
    iq_scene scene = {.struct_size = sizeof scene};
    must(iq_view_scroll(stepping->laid, (double)stepping->laid_first * ROW, 0),
         "iq_view_scroll");
    must(iq_view_layout(stepping->laid, &scene), "iq_view_layout");
    must(scene.count == PLACES ? IQ_OK : IQ_ERROR_STATE, "50 places");
}

static void turn_told(void *subject) {
    struct stepping *stepping = subject;
    double start = now();
    for (size_t i = 0; i < AT_ONCE; i++) {
        stepping->told_first++;
        show_told(stepping);
    }
    series_add(&stepping->tell, (now() - start) / AT_ONCE);
    if (stepping->told_first + AT_ONCE + PLACES <= stepping->count) return;
    stepping->told_first = 0;
    show_told(stepping);
}

static void turn_step(void *subject) {
    struct stepping *stepping = subject;
    double start = now();
    for (size_t i = 0; i < AT_ONCE; i++) {
        stepping->laid_first++;
        show_laid(stepping);
    }
    series_add(&stepping->step, (now() - start) / AT_ONCE);
    if (stepping->laid_first + AT_ONCE + PLACES <= stepping->count) return;
    stepping->laid_first = 0;
    show_laid(stepping);
}

static void turn_nothing(void *subject) {
    struct stepping *stepping = subject;
    iq_scene scene = {.struct_size = sizeof scene};
    for (int i = 0; i < 3; i++) layout_now(stepping->laid);
    double start = now();
    for (size_t i = 0; i < AT_ONCE; i++)
        must(iq_view_layout(stepping->laid, &scene), "iq_view_layout");
    series_add(&stepping->nothing, (now() - start) / AT_ONCE);
    must(scene.flags & IQ_SCENE_CHANGED ? IQ_ERROR_STATE : IQ_OK,
         "a layout in which nothing has changed");
}

static void turn_idle(void *subject) {
    struct stepping *stepping = subject;
    iq_event event = {.struct_size = sizeof event};
    size_t none;
    for (int i = 0; i < 3; i++)
        must(iq_list_poll(stepping->laid_list, &event, 1, &none),
             "iq_list_poll");
    double start = now();
    for (size_t i = 0; i < AT_ONCE; i++)
        must(iq_list_poll(stepping->laid_list, &event, 1, &none),
             "iq_list_poll");
    series_add(&stepping->idle, (now() - start) / AT_ONCE);
}

static struct layout_steps steps_measure(size_t count, uint64_t seed,
                                         double budget) {
    struct random random = {seed};
    struct listing listing = listing_make(count, 1, &random);
    struct stepping stepping = {.count = count,
                                .told_list = list_of_rows(&listing),
                                .laid_list = list_of_rows(&listing)};
    must(iq_view_create(stepping.told_list, NULL, &stepping.told),
         "iq_view_create");
    stepping.laid = layout_view(stepping.laid_list, WINDOW, true);
    show_told(&stepping);
    show_laid(&stepping);
    struct turn turns[] = {{turn_told, &stepping}, {turn_step, &stepping},
                           {turn_nothing, &stepping}, {turn_idle, &stepping}};
    turns_measure(turns, 4, budget);
    iq_view_destroy(stepping.told);
    iq_view_destroy(stepping.laid);
    iq_list_destroy(stepping.told_list);
    iq_list_destroy(stepping.laid_list);
    listing_free(&listing);
    return (struct layout_steps){count, series_timing(&stepping.tell),
                                 series_timing(&stepping.step),
                                 series_timing(&stepping.nothing),
                                 series_timing(&stepping.idle)};
}

struct layouts layouts_measure(bool quick, uint64_t seed) {
    static const size_t sizes[MOST_JUMPS] = {10000, 1000000, 10000000};
    double budget = quick ? 1e8 : 2e9;
    size_t most = quick ? 1000000 : 10000000;
    struct layouts layouts = {
        .steps = steps_measure(quick ? 100000 : 1000000, seed, budget),
        .resize = layout_resize_measure(most, seed, budget),
        .updates = layout_updates_measure(quick ? 100000 : 1000000, seed,
                                          2 * budget),
        .edits = layout_edits_measure(most, seed, budget),
        .first = layout_first_measure(most, seed, budget)};
    struct random random = {seed};
    double before = miss_measure(quick, &random);
    for (size_t i = 0; i < MOST_JUMPS && sizes[i] <= most; i++)
        layouts.jumps[layouts.jump_count++] =
            layout_jump_measure(sizes[i], seed, budget);
    layouts.miss = (before + miss_measure(quick, &random)) / 2;
    return layouts;
}

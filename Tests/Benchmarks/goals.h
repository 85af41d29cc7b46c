/* The goals, as data, and what a run made of them. */
#ifndef GOALS_H
#define GOALS_H

#include "workloads.h"

/* Ratios of least times, or 0 where no goal is set: iq_list_set with a
 * changeset to Heckel's diff and to the expert's, iq_diff to Heckel's. */
double goal_over_heckel(enum workload workload, size_t count);
double goal_over_expert(enum workload workload, size_t count);
double goal_diff_over_heckel(enum workload workload, size_t count);

/* In floors, or 0: iq_list_set without a changeset, the first load. */
double goal_of_set(enum workload workload, size_t count);
double goal_of_load(size_t count);

/* A changeset decoded and applied to a list, to iq_list_set with a changeset of
 * the same run; or 0. */
double goal_applied(enum workload workload, size_t count);

/* Any workload to W4 of that size, or to W4's goal where that is larger. */
static const double goal_over_shuffle = 1.3;
/* One frame of 200 items, as ratios to Heckel's diff of it. */
static const double goal_frame_set = 0.55, goal_frame_batch = 0.65,
                    goal_frame_diff = 0.45, goal_frame_edit = 0.75,
                    goal_frame_nothing = 0.12;
/* Nanoseconds a move of 10,000 items shuffled. */
static const double goal_batch = 12, goal_steps = 45;
/* Load of one-item sections to load of as many items in one; items shuffled
 * over n/10 sections to items shuffled in one. */
static const double goal_section_load = 4, goal_section_shuffle = 1.5;
/* Bytes of a list, and nanoseconds. */
static const double goal_empty_bytes = 400, goal_ten_bytes = 1000,
                    goal_create_destroy = 250;
/* Nanoseconds: the 99.99th percentile of a million edits after a load. */
static const double goal_stall = 1e6;
/* A submission up to its event, to a plain update of 10,000; how many
 * nanoseconds more it takes with ten items; and nanoseconds of an event, of a
 * poll that finds nothing, and of a range of a million selected. */
static const double goal_submit = 1.1, goal_submit_more = 20e3,
                    goal_event = 100, goal_idle_poll = 60, goal_select = 10e3;
/* Of a million: a filter by bits to a list that is set to what passes, ten
 * thousand children shown and hidden in an outline to edits that insert and
 * delete them, an outline to the first load. And how many items a stricter
 * function is asked about, for each that is shown. */
static const double goal_filter = 0.2, goal_fold = 1.2, goal_derive = 2,
                    goal_asked = 1;
/* Of a million: nanoseconds more than an outline takes in which a sorted list
 * follows one item; 1 % of the ranks, 1 % that changes its group, and another
 * order of all, to a host that sorts all and sets a list; bytes an item more than
 * an outline. */
static const double goal_order_one = 20e3, goal_order_changes = 0.35,
                    goal_order_groups = 0.5, goal_order_all = 1.15,
                    goal_order_bytes = 26;
/* Nanoseconds of a poll that finds 50 cells of a view as they should be, and of
 * one that binds a cell and unbinds another one, without what their functions
 * take; an update of a million items that are viewed, to one without a view. */
static const double goal_view_nothing = 1e3, goal_view_step = 300,
                    goal_view_update = 1.02;
/* A layout of 50 places one row further, to a view that is told and its poll;
 * nanoseconds of a layout in which nothing has changed. */
static const double goal_layout_step = 1.5, goal_layout_nothing = 50;
/* Of 10,000,000 sizes: nanoseconds until one that changes is laid out, to a
 * prefix array that is filled again, and to a Fenwick tree. */
static const double goal_resize = 1.5e3, goal_resize_refill = 1e-4,
                    goal_resize_fenwick = 3;
/* W2 of a million and a layout, to W2: of uniform rows, of sizes of their own. */
static const double goal_update_uniform = 1.02, goal_update_own = 1.3;
/* Of 10,000,000: nanoseconds more that an insert takes with a layout, of rows
 * of a grid of unequal items, and of lanes; of the first layout, uniform, and an item with
 * all sizes set; bytes an item, where uniform rows have none but what every view
 * takes. */
static const double goal_edit_layout = 4e3, goal_edit_grid = 30e3,
                    goal_edit_lanes = 12e3,
                    goal_first_uniform = 10e3, goal_first_own = 12,
                    goal_uniform_bytes = 0.01, goal_own_bytes = 12.5;
/* In cache misses more, from 10,000 items to 10,000,000. */
static const double goal_growth_edit = 12, goal_growth_key = 7,
                    goal_growth_index = 4, goal_growth_offset = 6;
/* Bytes an item: after a load, and after n moves. */
static const double goal_loaded_bytes = 56, goal_changed_bytes = 66;

/* A workload's ratio, to a baseline or to the floor, counts as met within 1.15
 * times its goal. */
static const double goal_tolerance = 1.15;

struct check {
    char name[64];
    double value, goal;
    bool met;
};

enum { MOST_CHECKS = 512 };

struct checks {
    size_t count;
    struct check all[MOST_CHECKS];
};

/* Adds nothing where no goal is set or nothing was measured: either is 0. */
void check_add(struct checks *checks, double goal, double value,
               const char *format, ...) __attribute__((format(printf, 4, 5)));
/* The same with the tolerance. */
void check_ratio(struct checks *checks, double goal, double ratio,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));

/* "1.5 +" where the goal is met, "1.5 -" where it is not, "" without one. */
const char *goal_mark(double goal, double value);
const char *ratio_mark(double goal, double ratio);

#endif

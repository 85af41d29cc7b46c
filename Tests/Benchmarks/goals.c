/* See goals.h. */
#include "goals.h"

#include <stdarg.h>
#include <stdio.h>

/* By size, then by workload. */
struct table {
    size_t count;
    double goals[WORKLOADS];
};

static const struct table over_heckel[] = {
    {100, {[W0] = .5, [W2] = .9, [W3] = 1.6, [W4] = 2.8, [W5] = 2.0,
           [W6] = 2.2, [W8] = 1.2, [W9] = 2, [W10] = 2.3}},
    {1000, {[W0] = .15, [W2] = .45, [W3] = 1.4, [W4] = 2.2, [W5] = .7,
            [W6] = 1.4, [W8] = .6, [W9] = 1.9, [W10] = 2.3}},
    {10000, {[W0] = .06, [W2] = .35, [W3] = 1.2, [W4] = 1.7, [W5] = .45,
             [W6] = 1.1, [W8] = .5, [W9] = 2.0, [W10] = 1.8}},
    {100000, {[W0] = .08, [W2] = .3, [W3] = .8, [W4] = 1.2, [W5] = .4,
              [W6] = .9, [W8] = .4}},
    {1000000, {[W0] = .05, [W2] = .22, [W3] = .55, [W4] = .95, [W5] = .4,
               [W6] = .8, [W8] = .3}},
};

/* Where a list has to do more than a diff, the table above alone decides. */
static const struct table over_expert[] = {
    {100, {[W3] = 1.2, [W4] = 1.2, [W5] = 1.2, [W6] = 1.2, [W8] = 1.2,
           [W9] = 1.2, [W10] = 1.2}},
    {1000, {[W2] = 1, [W3] = 1, [W4] = 1, [W5] = 1, [W8] = 1, [W10] = 1}},
    {10000, {[W0] = 1, [W2] = 1, [W3] = 1, [W4] = 1, [W5] = 1, [W8] = 1,
             [W9] = 1, [W10] = 1}},
    {100000, {[W0] = 1, [W2] = 1, [W3] = 1, [W4] = 1, [W5] = 1, [W6] = 1,
              [W8] = 1, [W9] = 1, [W10] = 1}},
    {1000000, {[W0] = 1, [W2] = 1, [W3] = 1, [W4] = 1, [W5] = 1, [W6] = 1,
               [W8] = 1, [W9] = 1, [W10] = 1}},
};

static const struct table diff_over_heckel[] = {
    {1000, {[W3] = 1.2, [W4] = 2.1, [W6] = 1.0, [W8] = .4}},
    {10000, {[W3] = 1.2, [W4] = 1.6, [W6] = .95, [W8] = .35}},
};

static const struct table set_floors[] = {
    {1000000, {1.3, 1.5, 3, 14, 28, 5.5, 10, 1.7, 7}},
};

static const struct table applied_over_set[] = {
    {10000, {[W2] = 1, [W3] = 1.5, [W4] = 1.5, [W9] = 1.5, [W10] = 1.5}},
    {1000000, {[W2] = 1, [W3] = 1.5, [W4] = 1.5, [W9] = 1.5, [W10] = 1.5}},
};

static double in(const struct table *tables, size_t bytes,
                 enum workload workload, size_t count) {
    for (size_t i = 0; i < bytes / sizeof *tables; i++)
        if (tables[i].count == count) return tables[i].goals[workload];
    return 0;
}

double goal_over_heckel(enum workload workload, size_t count) {
    return in(over_heckel, sizeof over_heckel, workload, count);
}

double goal_over_expert(enum workload workload, size_t count) {
    return in(over_expert, sizeof over_expert, workload, count);
}

double goal_diff_over_heckel(enum workload workload, size_t count) {
    return in(diff_over_heckel, sizeof diff_over_heckel, workload, count);
}

double goal_of_set(enum workload workload, size_t count) {
    return in(set_floors, sizeof set_floors, workload, count);
}

double goal_applied(enum workload workload, size_t count) {
    return in(applied_over_set, sizeof applied_over_set, workload, count);
}

double goal_of_load(size_t count) { return count == 1000000 ? 12 : 0; }

static void add(struct checks *checks, double goal, double tolerance,
                double value, const char *format, va_list arguments) {
    if (goal <= 0 || value <= 0 || checks->count == MOST_CHECKS) return;
    struct check *check = &checks->all[checks->count++];
    *check = (struct check){
        .value = value, .goal = goal, .met = value <= goal * tolerance};
    vsnprintf(check->name, sizeof check->name, format, arguments);
}

void check_add(struct checks *checks, double goal, double value,
               const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add(checks, goal, 1, value, format, arguments);
    va_end(arguments);
}

void check_ratio(struct checks *checks, double goal, double ratio,
                 const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add(checks, goal, goal_tolerance, ratio, format, arguments);
    va_end(arguments);
}

/* In one of a few buffers that take turns. */
static const char *mark(double goal, bool met) {
    static char buffers[8][16];
    static unsigned turn;
    char *text = buffers[turn++ % 8];
    snprintf(text, sizeof buffers[0], "%.3g %c", goal, met ? '+' : '-');
    return text;
}

const char *goal_mark(double goal, double value) {
    return goal > 0 && value > 0 ? mark(goal, value <= goal) : "";
}

const char *ratio_mark(double goal, double ratio) {
    return goal > 0 && ratio > 0 ? mark(goal, ratio <= goal * goal_tolerance)
                                 : "";
}

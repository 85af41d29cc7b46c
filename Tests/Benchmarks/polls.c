/* See polls.h. */
#include "polls.h"

#include <poll.h>

#include "cells.h"
#include "turns.h"

enum { AT_ONCE = 1000, EVENTS = 64, ROWS = 50 };

/* ---- submissions -------------------------------------------------------- */

/* Two lists that show the same, and the two snapshots that they go to and fro
 * between. */
struct producer {
    iq_list *applied, *submitted;
    iq_snapshot *snapshots[2];
    size_t apply_turn, submit_turn;
    int descriptor;
    struct series apply, submit;
};

static void turn_apply(void *subject) {
    struct producer *producer = subject;
    iq_changeset *changes;
    const iq_snapshot *next = producer->snapshots[++producer->apply_turn & 1];
    double start = now();
    must(iq_list_apply(producer->applied, next, NULL, &changes),
         "iq_list_apply");
    series_add(&producer->apply, now() - start);
    iq_changeset_destroy(changes);
}

static void wait_for_update(struct producer *producer) {
    struct pollfd waiting = {producer->descriptor, POLLIN, 0};
    size_t count = 0;
    while (count == 0) {
        iq_event event = {.struct_size = sizeof event};
        if (poll(&waiting, 1, -1) < 0) continue;
        must(iq_list_poll(producer->submitted, &event, 1, &count),
             "iq_list_poll");
    }
}

static void turn_submit(void *subject) {
    struct producer *producer = subject;
    const iq_snapshot *next = producer->snapshots[++producer->submit_turn & 1];
    double start = now();
    must(iq_list_submit(producer->submitted, next, NULL, NULL),
         "iq_list_submit");
    wait_for_update(producer);
    series_add(&producer->submit, now() - start);
    /* Gives back what was handed out. */
    size_t none;
    must(iq_list_poll(producer->submitted, NULL, 0, &none), "iq_list_poll");
}

static struct submitted submitted_measure(size_t count, uint64_t seed,
                                          double budget) {
    struct comparison pair = comparison_make(W2, count, seed);
    struct producer producer = {
        .applied = list_showing(&pair.before),
        .submitted = list_showing(&pair.before),
        .snapshots = {snapshot_of(&pair.before), snapshot_of(&pair.after)}};
    must(iq_list_set_events(producer.submitted, IQ_EVENT_UPDATE),
         "iq_list_set_events");
    must(iq_list_get_wakeup(producer.submitted, &producer.descriptor),
         "iq_list_get_wakeup");
    struct turn turns[] = {{turn_apply, &producer}, {turn_submit, &producer}};
    turns_measure(turns, 2, budget);
    iq_list_destroy(producer.applied);
    iq_list_destroy(producer.submitted);
    iq_snapshot_destroy(producer.snapshots[0]);
    iq_snapshot_destroy(producer.snapshots[1]);
    comparison_free(&pair);
    return (struct submitted){count, series_timing(&producer.apply),
                              series_timing(&producer.submit)};
}

/* ---- events and states -------------------------------------------------- */

struct polled {
    iq_list *list;
    size_t count, turn;
    struct series event, idle, select;
};

static void turn_events(void *subject) {
    struct polled *polled = subject;
    iq_event events[EVENTS] = {{.struct_size = sizeof events[0]}};
    size_t count = 1, sum = 0;
    double start = now();
    for (size_t i = 0; i < AT_ONCE; i++)
        must(iq_list_emit(polled->list, NULL, IQ_ACTION_HOST + i, NULL),
             "iq_list_emit");
    while (count > 0) {
        must(iq_list_poll(polled->list, events, EVENTS, &count),
             "iq_list_poll");
        sum += count;
    }
    series_add(&polled->event, (now() - start) / AT_ONCE);
    sink += sum;
}

static void turn_idle(void *subject) {
    struct polled *polled = subject;
    iq_event events[EVENTS] = {{.struct_size = sizeof events[0]}};
    size_t count;
    double start = now();
    for (size_t i = 0; i < AT_ONCE; i++)
        must(iq_list_poll(polled->list, events, EVENTS, &count),
             "iq_list_poll");
    series_add(&polled->idle, (now() - start) / AT_ONCE);
}

static void turn_select(void *subject) {
    struct polled *polled = subject;
    uint32_t flags = polled->turn++ & 1 ? IQ_SET_OFF : 0;
    double start = now();
    must(iq_list_set_range_states(polled->list, 1, polled->count - 2,
                                  IQ_STATE_SELECTED, flags),
         "iq_list_set_range_states");
    series_add(&polled->select, now() - start);
}

/* ---- views -------------------------------------------------------------- */

/* A view of the rows from one on, with its cells. */
static iq_view *view_showing(iq_list *list, size_t first) {
    iq_view *view;
    size_t none;
    must(iq_view_create(list, NULL, &view), "iq_view_create");
    must(iq_view_set_visible(view, first, ROWS, 0), "iq_view_set_visible");
    for (int i = 0; i < 3; i++)
        must(iq_list_poll(list, NULL, 0, &none), "iq_list_poll");
    return view;
}

struct window {
    iq_list *list;
    iq_view *view;
    size_t count, first;
    struct series nothing, step, calls;
};

static void show_rows(struct window *window) {
    size_t none;
    must(iq_view_set_visible(window->view, window->first, ROWS, 0),
         "iq_view_set_visible");
    must(iq_list_poll(window->list, NULL, 0, &none), "iq_list_poll");
}

static void turn_nothing(void *subject) {
    struct window *window = subject;
    double start = now();
    for (size_t i = 0; i < AT_ONCE; i++) show_rows(window);
    series_add(&window->nothing, (now() - start) / AT_ONCE);
}

static void turn_step(void *subject) {
    struct window *window = subject;
    double start = now();
    for (size_t i = 0; i < AT_ONCE; i++) {
        window->first++;
        show_rows(window);
    }
    series_add(&window->step, (now() - start) / AT_ONCE);
    if (window->first + AT_ONCE + ROWS > window->count) {
        window->first = 0;
        show_rows(window);
    }
}

static void turn_calls(void *subject) {
    struct window *window = subject;
    double start = now();
    rows_bind_alone(AT_ONCE);
    series_add(&window->calls, (now() - start) / AT_ONCE);
}

/* The same list twice, one of which has a view. */
struct watched {
    iq_list *lists[2];
    iq_snapshot *snapshots[2];
    size_t turns[2];
    struct series series[2];
};

static void turn_update(struct watched *watched, size_t which) {
    const iq_snapshot *next =
        watched->snapshots[++watched->turns[which] & 1];
    size_t none;
    double start = now();
    must(iq_list_apply(watched->lists[which], next, NULL, NULL),
         "iq_list_apply");
    must(iq_list_poll(watched->lists[which], NULL, 0, &none), "iq_list_poll");
    series_add(&watched->series[which], now() - start);
}

static void turn_without(void *subject) { turn_update(subject, 0); }

static void turn_with(void *subject) { turn_update(subject, 1); }

static void scrolled_measure(struct viewed *viewed, uint64_t seed,
                             double budget) {
    struct random random = {seed};
    struct listing listing = listing_make(viewed->count, 1, &random);
    struct window window = {.list = list_of_rows(&listing),
                            .count = listing.count};
    window.view = view_showing(window.list, 0);
    struct turn turns[] = {{turn_nothing, &window}, {turn_step, &window},
                           {turn_calls, &window}};
    turns_measure(turns, 3, budget);
    iq_view_destroy(window.view);
    iq_list_destroy(window.list);
    listing_free(&listing);
    viewed->nothing = series_timing(&window.nothing);
    viewed->step = series_timing(&window.step);
    viewed->calls = series_timing(&window.calls);
}

static struct viewed viewed_measure(size_t count, uint64_t seed,
                                    double budget) {
    struct viewed viewed = {.count = count};
    scrolled_measure(&viewed, seed, budget);
    struct comparison pair = comparison_make(W2, count, seed);
    struct watched watched = {
        .lists = {list_showing(&pair.before), list_showing(&pair.before)},
        .snapshots = {snapshot_of(&pair.before), snapshot_of(&pair.after)}};
    iq_view *view = view_showing(watched.lists[1], count / 2);
    struct turn turns[] = {{turn_without, &watched}, {turn_with, &watched}};
    turns_measure(turns, 2, budget);
    iq_view_destroy(view);
    for (size_t i = 0; i < 2; i++) {
        iq_list_destroy(watched.lists[i]);
        iq_snapshot_destroy(watched.snapshots[i]);
    }
    comparison_free(&pair);
    viewed.without = series_timing(&watched.series[0]);
    viewed.with = series_timing(&watched.series[1]);
    return viewed;
}

struct polls polls_measure(size_t count, uint64_t seed, double budget) {
    struct polls polls = {.count = count};
    static const size_t sizes[SUBMITTED] = {10, 10000};
    for (size_t i = 0; i < SUBMITTED; i++)
        polls.submitted[i] = submitted_measure(sizes[i], seed, budget);
    struct random random = {seed};
    struct listing listing = listing_make(count, 1, &random);
    struct polled polled = {.list = list_showing(&listing), .count = count};
    listing_free(&listing);
    must(iq_list_set_selection(polled.list, IQ_SELECTION_MULTIPLE),
         "iq_list_set_selection");
    must(iq_list_set_events(polled.list, IQ_EVENT_ACTION),
         "iq_list_set_events");
    struct turn turns[] = {{turn_events, &polled}, {turn_idle, &polled},
                           {turn_select, &polled}};
    turns_measure(turns, 3, budget);
    iq_list_destroy(polled.list);
    polls.event = series_timing(&polled.event);
    polls.idle = series_timing(&polled.idle);
    polls.select = series_timing(&polled.select);
    polls.viewed = viewed_measure(count, seed, budget);
    return polls;
}

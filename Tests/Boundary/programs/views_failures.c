/*
 * views_failures.c - functions of cells that fail, which the next poll asks again, and memory that runs out: after
 * every failure the cells, the models and the reports are as they would have been without it.
 */
#include "stage.h"

#include "failing.h"

#include <poll.h>
#include <string.h>

/* Polls until nothing happens, whatever a poll answers; how often a function failed. */
static size_t settle_failing(uint64_t fails)
{
    size_t failures = 0, quiet = 0;
    while (quiet < 3) {
        iq_event events[64] = {{.struct_size = sizeof events[0]}};
        size_t count = 77;
        iq_status status = iq_list_poll(stage.list, events, 64, &count);
        CHECK(count != 77);
        CHECK(status == IQ_OK || status == IQ_ERROR_CALLBACK);
        failures += status != IQ_OK;
        if (failures >= fails) {
            stage.fail_create = stage.fail_bind = 0;
        }
        quiet = status == IQ_OK && count == 0 ? quiet + 1 : 0;
    }
    return failures;
}

static bool is_readable(int descriptor)
{
    struct pollfd polled = {descriptor, POLLIN, 0};
    CHECK(poll(&polled, 1, 0) >= 0);
    return polled.revents & POLLIN;
}

/* From the nth call on, creating or binding fails three polls long: the items before have their cells. */
static void functions(void)
{
    for (uint64_t nth = 1; nth <= 4; nth++) {
        for (int binds = 0; binds < 2; binds++) {
            stage_open();
            stage_show("1 abcd");
            stage_visible(0, 0, 4, 0);
            *(binds ? &stage.fail_bind : &stage.fail_create) = nth;
            CHECK(settle_failing(3) == 3);
            CHECK(stage_bound(0) == 4 && stage_existing(0) == 4);
            for (const char *name = "abcd"; *name; name++) {
                char word[2] = {*name, 0};
                CHECK(stage_cell_of(0, word) != NULL);
            }
            stage_check();
            stage_close();
        }
    }
}

/* A poll that fails hands out what it has, and does not wake the host: nothing that it waits for has happened. */
static void waking(void)
{
    int descriptor;
    stage_open();
    CHECK_OK(iq_list_set_events(stage.list, IQ_EVENT_BOUND | IQ_EVENT_ACTION));
    CHECK_OK(iq_list_get_wakeup(stage.list, &descriptor));
    stage_show("1 abcd");
    stage_visible(0, 0, 4, 0);
    CHECK(is_readable(descriptor));
    stage.fail_bind = 3;
    iq_event events[64] = {{.struct_size = sizeof events[0]}};
    size_t count = 77, failures = 0, bound = 0;
    for (int i = 0; i < 6; i++) {
        iq_status status = iq_list_poll(stage.list, events, 64, &count);
        failures += status == IQ_ERROR_CALLBACK;
        for (size_t e = 0; e < count; e++) {
            CHECK(events[e].kind == IQ_EVENT_BOUND);
            bound++;
        }
    }
    CHECK(failures > 2 && bound == 2 && stage_bound(0) == 2);
    CHECK(!is_readable(descriptor));
    iq_error error = {.struct_size = sizeof error};
    CHECK_OK(iq_get_last_error(&error));
    CHECK(error.status == IQ_ERROR_CALLBACK);
    stage.fail_bind = 0;
    CHECK_OK(iq_list_poll(stage.list, events, 64, &count));
    CHECK(stage_bound(0) == 4 && count == 2);

    /* Updates and events go on meanwhile. */
    stage_settle();
    stage.fail_create = 1;
    stage_show("1 xabcd");
    stage_visible(0, 0, 4, 0);
    for (int i = 0; i < 3; i++) {
        CHECK_OK(iq_list_emit(stage.list, NULL, IQ_ACTION_HOST, NULL));
        CHECK(is_readable(descriptor));
        (void)iq_list_poll(stage.list, events, 64, &count);
        CHECK(count >= 1 && events[0].kind == IQ_EVENT_ACTION);
    }
    CHECK(!stage_cell_of(0, "x"));
    stage.fail_create = 0;
    stage_settle();
    stage_close();
}

/* Where binding again fails, or a reload, the item has the cell that it had, and its model lives. */
static void again(void)
{
    stage_open();
    stage_show("1 abc");
    stage_visible(0, 0, 3, 0);
    stage_settle();
    const stage_model *old = stage.items['b'].model;
    uint32_t before = stage_cell_of(0, "b")->number;
    stage_set('b', 2, stage_class[0]);
    stage_show("1 abc");
    stage.fail_bind = 1;
    iq_event events[16] = {{.struct_size = sizeof events[0]}};
    size_t count;
    for (int i = 0; i < 3; i++) {
        CHECK_STATUS(iq_list_poll(stage.list, events, 16, &count), IQ_ERROR_CALLBACK);
        CHECK(stage_cell_of(0, "b")->model == old && stage_cell_of(0, "b")->number == before && count == 0);
    }
    stage_check();
    stage.fail_bind = 0;
    stage_settle();
    CHECK(stage_cell_of(0, "b")->model == stage.items['b'].model && stage_cell_of(0, "b")->number == before);

    /* A reconfigure that was asked for is not forgotten, although nothing that a cell could compare differs. */
    stage_quiet();
    stage_edit('b', iq_edit_reconfigure_items);
    stage.fail_bind = 1;
    for (int i = 0; i < 3; i++) {
        CHECK_STATUS(iq_list_poll(stage.list, events, 16, &count), IQ_ERROR_CALLBACK);
    }
    stage.fail_bind = 0;
    SAID("not:b not:b not:b");
    stage_settle();
    SAID("bind:b/256 BOUND:b/256");

    stage_set('b', 2, stage_class[1]);
    stage_show("1 abc");
    stage.fail_create = 1;
    for (int i = 0; i < 3; i++) {
        CHECK_STATUS(iq_list_poll(stage.list, events, 16, &count), IQ_ERROR_CALLBACK);
        CHECK(stage_cell_of(0, "b")->number == before);
    }
    stage.fail_create = 0;
    stage_quiet();
    stage_settle();
    CHECK(stage_place("bind:b~") < stage_place("unbind:b"));
    CHECK(stage_cell_of(0, "b")->cell_class == stage_class[1].id);
    /* Its item goes while it fails: there is nothing to ask again. */
    stage_set('c', 2, stage_class[0]);
    stage_show("1 abc");
    stage.fail_bind = 1;
    CHECK_STATUS(iq_list_poll(stage.list, events, 16, &count), IQ_ERROR_CALLBACK);
    stage_show("1 ab");
    settle_failing(UINT64_MAX);
    CHECK(!stage_cell_of(0, "c") && stage_bound(0) == 2);
    stage.fail_bind = 0;
    stage_close();
}

static void by_hand(void)
{
    stage_open();
    stage_show("1 abc");
    iq_event event = {.struct_size = sizeof event};
    iq_element b = stage_element_of('b');
    for (int binds = 0; binds < 2; binds++) {
        *(binds ? &stage.fail_bind : &stage.fail_create) = 1;
        CHECK_STATUS(iq_view_take_cell(stage.views[0].view, &b, &event), IQ_ERROR_CALLBACK);
        CHECK(event.kind == 0 && event.cell == 0);
        CHECK_STATUS(iq_view_find_cell(stage.views[0].view, IQ_NONE, &b, &event), IQ_ERROR_NOT_FOUND);
        stage.fail_create = stage.fail_bind = 0;
        stage_settle();
        CHECK(stage_bound(0) == 0);
    }
    CHECK_OK(iq_view_take_cell(stage.views[0].view, &b, &event));
    CHECK(stage_bound(0) == 1);
    CHECK_OK(iq_view_give_cell(stage.views[0].view, event.cell));
    stage_close();
}

/* ---- memory */

static iq_status poll_all(void)
{
    iq_status status = IQ_OK;
    for (int i = 0; i < 6 && status == IQ_OK; i++) {
        iq_event events[64] = {{.struct_size = sizeof events[0]}};
        size_t count = 0;
        status = iq_list_poll(stage.list, events, 64, &count);
    }
    return status;
}

/* One step of a scenario, which can be repeated where it fails. */
static iq_status step(size_t number, uint32_t *taken)
{
    const iq_view_options options = {.struct_size = sizeof options};
    const iq_supplementary footer = {.struct_size = sizeof footer,
                                     .kind = IQ_KIND_FOOTER,
                                     .key = iq_key_from_u64(5),
                                     .content = 1,
                                     .model = stage.items['z'].model,
                                     .cell_class = stage_class[0]};
    iq_event event = {.struct_size = sizeof event};
    switch (number) {
    case 0: return iq_view_create(stage.list, &options, &stage.views[0].view);
    case 1: return iq_view_set_visible(stage.views[0].view, 0, 4, 2);
    case 2: return poll_all();
    case 3: return iq_list_set_supplementary(stage.list, &footer);
    case 4: {
        const iq_element element = stage_element_of('h');
        iq_status status = iq_view_take_cell(stage.views[0].view, &element, &event);
        *taken = status == IQ_OK ? event.cell : *taken;
        return status;
    }
    case 5: return iq_view_set_visible(stage.views[0].view, 3, 60, 1);
    case 6: return poll_all();
    case 7: return iq_view_give_cell(stage.views[0].view, *taken);
    case 8: return iq_list_remove_supplementary(stage.list, IQ_KIND_FOOTER, 0);
    case 9: return iq_view_set_visible(stage.views[0].view, 1, 2, 1);
    default: return poll_all();
    }
}

enum { STEPS = 11 };

static void check_shown(void)
{
    stage_settle();
    CHECK(stage_bound(0) == 2 && stage_cell_of(0, "b") && stage_cell_of(0, "c"));
    stage_check();
}

/* Each allocation of the scenario fails once, and then all from it on until the call returns. */
static void memory(void)
{
    CHECK_OK(iq_memory_trim());
    size_t bytes = iq_memory_used();
    for (int for_good = 0; for_good < 2; for_good++) {
        for (uint64_t nth = 1;; nth++) {
            uint32_t taken = IQ_NONE;
            bool failed = false;
            check_seed = nth;
            stage_open();
            stage_drop_view(0);
            CHECK_OK(iq_list_set_events(stage.list, IQ_EVENT_BOUND | IQ_EVENT_WILL_DISPLAY |
                                                        IQ_EVENT_DID_END_DISPLAY | IQ_EVENT_PREFETCH |
                                                        IQ_EVENT_CLASS_FIRST_USED));
            stage_show("1 abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
            failing_arm(nth, for_good);
            for (size_t number = 0; number < STEPS; number++) {
                iq_status status = step(number, &taken);
                if (status != IQ_OK) {
                    CHECK(failing_disarm());
                    CHECK_STATUS(status, IQ_ERROR_NO_MEMORY);
                    stage_check();
                    failed = true;
                    CHECK_OK(step(number, &taken));
                }
            }
            failed = failing_disarm() || failed;
            check_shown();
            stage_close();
            CHECK_OK(iq_memory_trim());
            CHECK(iq_memory_used() == bytes && failing_bytes() == bytes);
            if (!failed) {
                CHECK(nth > 10);
                break;
            }
        }
    }
}

/* Destroying needs no memory: the functions of all cells are called, and nothing is left. */
static void destroying(void)
{
    stage_open();
    stage_show("1 abcdef");
    stage_visible(0, 0, 6, 0);
    stage_settle();
    failing_arm(1, true);
    stage_close();
    (void)failing_disarm();
}

static void poll_failing(void)
{
    iq_event events[64] = {{.struct_size = sizeof events[0]}};
    size_t count;
    CHECK_STATUS(iq_list_poll(stage.list, events, 64, &count), IQ_ERROR_CALLBACK);
}

/* An item without a cell is visible nevertheless: the range goes along with it. */
static void range(void)
{
    size_t first = 77, count = 77;
    stage_open();
    stage_show("1 zabcd");
    stage_visible(0, 1, 4, 0);
    stage.fail_bind = 1;
    poll_failing();
    stage_show("1 xyzabcd");
    poll_failing();
    CHECK_OK(iq_view_get_visible(stage.views[0].view, &first, &count));
    CHECK(first == 3 && count == 4);
    stage.fail_bind = 0;
    stage_settle();
    CHECK(stage_bound(0) == 4 && stage_cell_of(0, "a") != NULL && stage_cell_of(0, "x") == NULL);
    stage_check();
    stage_close();
}

int main(void)
{
    failing_install();
    stage_register();
    functions();
    range();
    waking();
    again();
    by_hand();
    memory();
    destroying();
    CHECK_OK(iq_memory_trim());
    return 0;
}

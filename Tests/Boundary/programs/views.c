/*
 * views.c - a view and its cells: which items have one, with which number, in which order they are created, bound,
 * reported, unbound and destroyed; and the range that follows its items.
 */
#include "failing.h"
#include "stage.h"

#include <poll.h>
#include <string.h>

static uint64_t version_of_list(void)
{
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_info(stage.list, &info));
    return info.version;
}

static void check_range(size_t view, size_t first, size_t count)
{
    size_t read_first = 77, read_count = 77;
    CHECK_OK(iq_view_get_visible(stage.views[view].view, &read_first, &read_count));
    CHECK(read_first == first && read_count == count);
}

/* The numbers of the cells that exist are those from 0 on. */
static void check_numbers(size_t view, size_t count)
{
    for (size_t i = 0; i < STAGE_CELLS; i++) {
        CHECK(stage.views[view].cells[i].exists == (i < count));
    }
}

static void scrolling(void)
{
    stage_open();
    stage_show("1 abcdef");
    stage_settle();
    SAID(""); /* nothing before a range is set */
    check_range(0, 0, 0);
    stage_visible(0, 0, 3, 0);
    check_range(0, 0, 0); /* at the last poll */
    stage_settle();
    SAID("new:a bind:a BOUND:a+ WILL:a new:b bind:b BOUND:b+ WILL:b new:c bind:c BOUND:c+ WILL:c WILL:S1");
    check_range(0, 0, 3);
    check_numbers(0, 3);

    /* The cell of a is bound until all has been reported, so that d needs another one. */
    stage_visible(0, 1, 3, 0);
    stage_settle();
    SAID("DID:a new:d bind:d BOUND:d+ WILL:d unbind:a");
    check_numbers(0, 4);
    uint32_t number = stage_cell_of(0, "d")->number;
    CHECK(number == 3);
    stage_visible(0, 2, 3, 0);
    stage_settle();
    SAID("DID:b bind:e BOUND:e WILL:e unbind:b");
    check_numbers(0, 4);

    /* Of six that leave, the pool keeps two. */
    stage_visible(0, 0, 6, 0);
    stage_settle();
    CHECK(stage_bound(0) == 6);
    check_numbers(0, 6);
    stage_quiet();
    stage_visible(0, 0, 0, 0);
    stage_settle();
    SAID("DID:a DID:b DID:c DID:d DID:e DID:f DID:S1 unbind:a unbind:b unbind:c unbind:d unbind:e unbind:f "
         "free free free free");
    CHECK(stage_existing(0) == 2);
    stage_visible(0, 0, 6, 0);
    stage_settle();
    check_numbers(0, 6);
    CHECK(stage.creates == 10);
    stage_check();

    /* Nothing is left to do. */
    stage_quiet();
    stage_visible(0, 0, 6, 0);
    stage_settle();
    SAID("");
    stage_close();
}

enum { MANY = 48, PAGE = 12 };

/* Items of the class whose pool has no limit. */
static void show_many(void)
{
    static const char names[MANY + 3] = "1 abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUV";
    stage_open();
    for (const char *name = names + 2; *name; name++) {
        stage_set(*name, 1, stage_class[1]);
    }
    stage_show(names);
}

/* Without a limit of its own, a class keeps as many cells as were displayed at once, but at least eight. */
static void pools(void)
{
    iq_event event = {.struct_size = sizeof event};
    uint32_t cells[PAGE];
    show_many();
    for (size_t i = 0; i < PAGE; i++) {
        const iq_element element = stage_element_of((char)('a' + i));
        CHECK_OK(iq_view_take_cell(stage.views[0].view, &element, &event));
        cells[i] = event.cell;
    }
    for (size_t i = 0; i < PAGE; i++) {
        CHECK_OK(iq_view_give_cell(stage.views[0].view, cells[i]));
    }
    stage_settle();
    CHECK(stage_existing(0) == 8 && stage.destroys == PAGE - 8);
    stage_visible(0, 0, 20, 0);
    stage_settle();
    check_numbers(0, 20);
    stage_visible(0, 0, 0, 0);
    stage_settle();
    CHECK(stage_existing(0) == 20 && stage.destroys == PAGE - 8);
    /* Another class does not use them. */
    uint64_t created = stage.creates;
    stage_set('a', 1, stage_class[0]);
    stage_show("1 a");
    stage_visible(0, 0, 1, 0);
    stage_settle();
    CHECK(stage.creates == created + 1 && stage_cell_of(0, "a")->cell_class == stage_class[0].id);
    stage_close();
}

/* The cells of a page are those of the pages before; what leaves and is reported is bound until that was handed out, so
 * that there are as many cells again. */
static void pages(void)
{
    for (int reports = 0; reports < 2; reports++) {
        show_many();
        CHECK_OK(iq_list_set_events(stage.list, reports ? IQ_EVENT_WILL_DISPLAY | IQ_EVENT_DID_END_DISPLAY : 0));
        for (size_t page = 0; page < 9; page++) {
            stage_visible(0, page * PAGE % MANY, PAGE, 0);
            stage_settle();
            CHECK(stage_bound(0) == PAGE);
        }
        CHECK(stage.creates == (reports ? 2 * PAGE : PAGE) && stage.destroys == 0);
        stage_close();
    }
}

/* Classes without functions: cells are numbers. */
static void bare(void)
{
    stage_open();
    for (const char *name = "abcd"; *name; name++) {
        stage_set(*name, 1, stage_class[2]);
    }
    stage_set('d', 1, (iq_class){0});
    stage_show("1 abcd");
    stage_visible(0, 0, 3, 0);
    stage_settle();
    SAID("BOUND:a+ WILL:a BOUND:b+ WILL:b BOUND:c+ WILL:c WILL:S1");
    bool used[3] = {false};
    for (const char *name = "abc"; *name; name++) {
        iq_event event = {.struct_size = sizeof event};
        const iq_element element = stage_element_of(*name);
        CHECK_OK(iq_view_find_cell(stage.views[0].view, IQ_NONE, &element, &event));
        CHECK(event.cell < 3 && !used[event.cell] && event.object == NULL);
        CHECK(event.model == stage.items[(size_t)*name].model);
        used[event.cell] = true;
    }
    stage_visible(0, 3, 1, 0);
    stage_settle();
    SAID("DID:a DID:b DID:c BOUND:d+ WILL:d");
    stage_close();
}

/* Unbinding waits until a poll finds no events. */
static void leaving(void)
{
    stage_open();
    CHECK_OK(iq_list_set_events(stage.list, IQ_EVENT_BOUND | IQ_EVENT_WILL_DISPLAY | IQ_EVENT_DID_END_DISPLAY |
                                                IQ_EVENT_ACTION));
    stage_show("1 abcdef");
    stage_visible(0, 0, 3, 0);
    stage_settle();
    stage_quiet();
    stage_visible(0, 3, 3, 0);
    CHECK(stage_poll() == 9);
    SAID("DID:a DID:b DID:c new:d new:e new:f bind:d bind:e bind:f BOUND:d+ BOUND:e+ BOUND:f+ WILL:d WILL:e WILL:f");
    CHECK_OK(iq_list_emit(stage.list, NULL, IQ_ACTION_HOST, NULL));
    CHECK(stage_poll() == 1);
    SAID("ACTION:256");
    CHECK(stage_poll() == 0);
    SAID("unbind:a unbind:b unbind:c free");

    /* An item that comes back meanwhile keeps its cell, or has one of the others: it is never in two. */
    stage_visible(0, 0, 3, 0);
    (void)stage_poll();
    stage_visible(0, 3, 3, 0);
    stage_settle();
    CHECK(stage_bound(0) == 3 && stage_cell_of(0, "d") && stage_cell_of(0, "f") && !stage_cell_of(0, "a"));
    stage_check();

    /* Nobody is told that it leaves: it is unbound at once, and another item may have the cell. */
    CHECK_OK(iq_list_set_events(stage.list, 0));
    stage_settle();
    stage_quiet();
    stage_visible(0, 0, 3, 0);
    CHECK(stage_poll() == 0 && stage_bound(0) == 3);
    CHECK(stage_place("unbind:d") != SIZE_MAX && stage_place("unbind:f") != SIZE_MAX);
    stage_close();
}

static bool is_readable(int descriptor)
{
    struct pollfd polled = {descriptor, POLLIN, 0};
    CHECK(poll(&polled, 1, 0) >= 0);
    return polled.revents & POLLIN;
}

/* The descriptor is readable while a poll would find something to do in a view. */
static void waking(void)
{
    int descriptor;
    iq_event event = {.struct_size = sizeof event};
    stage_open();
    CHECK_OK(iq_list_set_events(stage.list, 0));
    CHECK_OK(iq_list_get_wakeup(stage.list, &descriptor));
    stage_settle();
    CHECK(!is_readable(descriptor));
    for (int step = 0; step < 6; step++) {
        const iq_element last = step > 1 ? stage_element_of('f') : (iq_element){sizeof(iq_element), {0}, {0}, 0, 0};
        switch (step) {
        case 0: stage_visible(0, 0, 3, 0); break;
        case 1: stage_show("1 abcdef"); break;
        case 2: stage_set_element(IQ_KIND_HEADER, 0, 1, 1); break;
        case 3: stage_edit('b', iq_edit_reload_items); break;
        case 4: stage_visible(0, 1, 3, 0); break;
        default:
            CHECK_OK(iq_view_take_cell(stage.views[0].view, &last, &event));
            stage_settle();
            CHECK(!is_readable(descriptor));
            CHECK_OK(iq_view_give_cell(stage.views[0].view, event.cell));
        }
        CHECK(is_readable(descriptor));
        stage_settle();
        CHECK(!is_readable(descriptor));
    }
    stage_close();
}

/* UPDATE, STATES that went with items, DID_END_DISPLAY, BOUND and WILL_DISPLAY, PREFETCH, PLACEHOLDER, PAGE. */
static int rank(uint32_t kind)
{
    static const uint32_t kinds[] = {IQ_EVENT_UPDATE, IQ_EVENT_STATES, IQ_EVENT_DID_END_DISPLAY,
                                     IQ_EVENT_BOUND | IQ_EVENT_WILL_DISPLAY, IQ_EVENT_PREFETCH, IQ_EVENT_PLACEHOLDER,
                                     IQ_EVENT_PAGE};
    for (int i = 0; i < (int)(sizeof kinds / sizeof *kinds); i++) {
        if (kinds[i] & kind) {
            return i;
        }
    }
    CHECK(!"an event that was asked for");
    return 0;
}

/* Of all events up to a poll that finds none; the kinds. */
static uint32_t check_order(void)
{
    enum { MOST = 256 };
    static iq_event events[MOST];
    size_t count = 0, polled = 1;
    uint32_t kinds = 0;
    while (polled > 0) {
        events[count].struct_size = sizeof events[0];
        CHECK_OK(iq_list_poll(stage.list, events + count, MOST - count, &polled));
        count += polled;
        CHECK(count < MOST);
    }
    for (size_t i = 0; i < count; i++) {
        CHECK(i == 0 || rank(events[i - 1].kind) <= rank(events[i].kind));
        kinds |= events[i].kind;
        /* What is displayed was bound before. */
        for (size_t j = 0; j < i && events[i].kind == IQ_EVENT_BOUND; j++) {
            CHECK(events[j].kind != IQ_EVENT_WILL_DISPLAY || events[j].item.id != events[i].item.id ||
                  events[j].item.id == 0);
        }
    }
    return kinds;
}

static void order(void)
{
    const uint32_t all = IQ_EVENT_UPDATE | IQ_EVENT_STATES | IQ_EVENT_BOUND | IQ_EVENT_WILL_DISPLAY |
                         IQ_EVENT_DID_END_DISPLAY | IQ_EVENT_PREFETCH | IQ_EVENT_PLACEHOLDER | IQ_EVENT_PAGE;
    const iq_page more = {.struct_size = sizeof more, .state = IQ_PAGE_MORE, .distance = 100};
    stage_open();
    CHECK_OK(iq_list_set_events(stage.list, all));
    stage_set_element(IQ_KIND_EMPTY, 0, 1, 1);
    stage_visible(0, 0, 3, 2);
    CHECK(check_order() == (IQ_EVENT_BOUND | IQ_EVENT_WILL_DISPLAY | IQ_EVENT_PLACEHOLDER));
    CHECK_OK(iq_list_set_page(stage.list, (iq_section){0}, IQ_EDGE_START, &more));
    stage_show("1 abcdef");
    CHECK(check_order() == (all & ~IQ_EVENT_STATES));
    iq_item item = stage_item_of('a');
    CHECK_OK(iq_list_set_states(stage.list, &item, 1, IQ_STATE_EXPANDED, 0));
    CHECK(check_order() == IQ_EVENT_STATES);
    CHECK_OK(iq_list_set_page(stage.list, (iq_section){0}, IQ_EDGE_START, &more));
    stage_show("1 xbcdef");
    CHECK((check_order() & ~IQ_EVENT_PREFETCH) == (all & ~(IQ_EVENT_PLACEHOLDER | IQ_EVENT_PREFETCH)));
    stage_close();
}

/* A class that a view uses for the first time is reported before its cells are created. */
static void first_use(void)
{
    char words[64];
    stage_open();
    CHECK_OK(iq_list_set_events(stage.list, IQ_EVENT_CLASS_FIRST_USED));
    stage_set('c', 1, stage_class[1]);
    stage_show("1 abc");
    stage_visible(0, 0, 2, 0);
    CHECK(stage_poll() == 1);
    snprintf(words, sizeof words, "FIRST:%u", stage_class[0].id);
    SAID(words);
    CHECK(stage.creates == 0 && stage_poll() == 0);
    SAID("new:a bind:a new:b bind:b");
    stage_visible(0, 0, 3, 0);
    CHECK(stage_poll() == 1 && stage_cell_of(0, "c") == NULL);
    snprintf(words, sizeof words, "FIRST:%u", stage_class[1].id);
    SAID(words);
    stage_settle();
    SAID("new:c bind:c");
    /* In another view they are used for the first time again; in the same one never. */
    stage_visible(0, 0, 0, 0);
    stage_settle();
    stage_visible(0, 0, 3, 0);
    stage_settle();
    CHECK(stage_place(words) == SIZE_MAX);
    stage_quiet();
    stage_visible(stage_add_view(), 0, 3, 0);
    CHECK(stage_poll() == 2 && stage_bound(1) == 0);
    snprintf(words, sizeof words, "FIRST1:%u FIRST1:%u", stage_class[0].id, stage_class[1].id);
    SAID(words);
    stage_settle();
    CHECK(stage_bound(1) == 3);
    stage_close();
}

/* The range moves with its items, keeps its count, and is cut to what exists: see views_moving.c. */
static void following(void)
{
    stage_open();
    stage_show("1 abcdefgh");
    stage_visible(0, 2, 3, 0);
    stage_settle();
    check_range(0, 2, 3);
    stage_quiet();
    stage_show("1 xyabcdefgh");
    stage_settle();
    SAID("");
    check_range(0, 4, 3);
    stage_show("1 xyabdefgh");
    stage_settle();
    SAID("DID:c new:b bind:b BOUND:b+ WILL:b unbind:c");
    check_range(0, 3, 3);
    /* b, d, e: d goes to the end. */
    stage_show("1 abefghd");
    stage_settle();
    SAID("DID:d bind:f BOUND:f WILL:f unbind:d");
    check_range(0, 1, 3);
    /* b, e, f: b goes into another section. */
    stage_show("2 qb 1 aefghdxyz");
    stage_settle();
    check_range(0, 2, 3);
    CHECK(stage_cell_of(0, "a") && stage_cell_of(0, "e") && stage_cell_of(0, "f"));
    stage_show("1 efghxybz");
    stage_settle();
    check_range(0, 0, 3);

    /* None of its items is left: the same index, of other items. */
    stage_visible(0, 5, 3, 0);
    stage_settle();
    stage_show("1 ijklmnopqr");
    stage_settle();
    check_range(0, 5, 3);
    stage_show("1 efghxybz");
    stage_settle();
    check_range(0, 5, 3);

    /* Beyond what exists, and the last range counts. */
    stage_visible(0, 3, 1, 0);
    stage_visible(0, 5, 100, 0);
    stage_settle();
    check_range(0, 5, 3);
    stage_visible(0, 0, SIZE_MAX, SIZE_MAX);
    stage_settle();
    check_range(0, 0, 8);
    CHECK(stage_bound(0) == 8);
    stage_visible(0, SIZE_MAX, SIZE_MAX, 0);
    stage_settle();
    CHECK(stage_bound(0) == 0);
    stage_show("1");
    stage_visible(0, 0, 5, 0);
    stage_settle();
    check_range(0, 0, 0);
    stage_show("1 abc");
    stage_settle();
    CHECK(stage_bound(0) == 3);
    stage_close();
}

/* Each view has cells of its own; states, the queue and the list are one. */
static void two_views(void)
{
    stage_open();
    stage_show("1 abcd");
    size_t other = stage_add_view();
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_info(stage.list, &info));
    CHECK(info.views == 2);
    stage_visible(0, 0, 2, 0);
    stage_visible(other, 1, 2, 0);
    stage_settle();
    SAID("new:a bind:a BOUND:a+ WILL:a new:b bind:b BOUND:b+ WILL:b WILL:S1 "
         "new1:b bind1:b BOUND1:b+ WILL1:b new1:c bind1:c BOUND1:c+ WILL1:c WILL1:S1");
    check_numbers(0, 2);
    check_numbers(other, 2);
    uint64_t version = version_of_list();
    stage_set('b', 2, stage_class[0]);
    stage_show("1 bcd");
    CHECK(version_of_list() == version + 1);
    stage_settle();
    SAID("DID:a bind:b/259 BOUND:b/259 new:c bind:c BOUND:c+ WILL:c unbind:a bind1:b/259 BOUND1:b/259");
    stage_drop_view(0);
    SAID("unbind:b unbind:c free free free");
    CHECK_OK(iq_list_get_info(stage.list, &info));
    CHECK(info.views == 1 && stage_bound(other) == 2);
    stage_close();
}

int main(void)
{
    failing_install();
    stage_register();
    scrolling();
    pools();
    pages();
    bare();
    leaving();
    waking();
    order();
    first_use();
    following();
    two_views();
    return 0;
}

/*
 * views.c - a view and its cells: which items have one, with which number, in which order they are created, bound,
 * reported, unbound and destroyed; when they are bound again and when replaced; what they keep alive; the range that
 * follows its items; and cells that the host takes and gives back.
 */
#include "stage.h"

#include "failing.h"

#include <poll.h>
#include <string.h>

static uint64_t version_of_list(void)
{
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_read_info(stage.list, &info));
    return info.version;
}

static void check_range(size_t view, size_t first, size_t count)
{
    size_t read_first = 77, read_count = 77;
    CHECK_OK(iq_view_visible(stage.views[view].view, &read_first, &read_count));
    CHECK(read_first == first && read_count == count);
}

/* The numbers of the cells that exist are those from 0 on. */
static void check_numbers(size_t view, size_t count)
{
    for (size_t i = 0; i < STAGE_CELLS; i++) {
        CHECK(stage.views[view].cells[i].exists == (i < count));
    }
}

static void edit_item(char name, iq_status (*change)(iq_edit *edit, const iq_item *items, size_t count))
{
    iq_edit *edit;
    iq_item item = stage_item_of(name);
    CHECK_OK(iq_edit_begin(stage.list, NULL, &edit));
    CHECK_OK(change(edit, &item, 1));
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
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

/* Without a limit of its own, a class keeps eight. */
static void pools(void)
{
    static const char names[] = "abcdefghijklmnopqrst";
    stage_open();
    for (const char *name = names; *name; name++) {
        stage_set(*name, 1, stage_class[1]);
    }
    stage_show("1 abcdefghijklmnopqrst");
    stage_visible(0, 0, 20, 0);
    stage_settle();
    check_numbers(0, 20);
    stage_visible(0, 0, 0, 0);
    stage_settle();
    CHECK(stage_existing(0) == 8 && stage.destroys == 12);
    /* Another class does not use them. */
    stage_set('a', 1, stage_class[0]);
    stage_show("1 a");
    stage_visible(0, 0, 1, 0);
    stage_settle();
    CHECK(stage.creates == 21 && stage_cell_of(0, "a")->cell_class == stage_class[0].id);
    stage_close();
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
    CHECK_OK(iq_list_wakeup(stage.list, &descriptor));
    stage_settle();
    CHECK(!is_readable(descriptor));
    for (int step = 0; step < 6; step++) {
        const iq_element last = step > 1 ? stage_element_of('f') : (iq_element){{0}, {0}, 0, 0};
        switch (step) {
        case 0: stage_visible(0, 0, 3, 0); break;
        case 1: stage_show("1 abcdef"); break;
        case 2: stage_set_element(IQ_KIND_HEADER, 0, 1, 1); break;
        case 3: edit_item('b', iq_edit_reload_items); break;
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

/* The range begins with the first of its items that is still there, keeps its count, and is cut to what exists. */
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
    SAID("DID:c new:f bind:f BOUND:f+ WILL:f unbind:c");
    check_range(0, 4, 3);
    /* d, e, f: d goes to the end, where there is nothing behind it, and again there is. */
    stage_show("1 abefghd");
    stage_settle();
    SAID("DID:e DID:f unbind:e unbind:f free");
    check_range(0, 6, 1);
    stage_show("1 abefghdxyz");
    stage_settle();
    CHECK(stage_cell_of(0, "x") && stage_cell_of(0, "y") && stage_bound(0) == 3);
    check_range(0, 6, 3);
    /* Into another section. */
    stage_show("2 qd 1 abefghxyz");
    stage_settle();
    check_range(0, 1, 3);
    CHECK(stage_cell_of(0, "d") && stage_cell_of(0, "a") && stage_cell_of(0, "b"));
    /* d and a are not there any more, b is. */
    stage_show("1 efghxybz");
    stage_settle();
    check_range(0, 6, 2);

    /* None of its items is left: the same index, of other items. */
    stage_show("1 ijklmnopqr");
    stage_settle();
    check_range(0, 6, 3);
    stage_show("1 efghxybz");
    stage_settle();

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

static void binding_again(void)
{
    stage_open();
    stage_show("1 abcd");
    stage_visible(0, 0, 3, 0);
    stage_settle();
    stage_quiet();
    /* 1 and 2 differ in 3; nobody is told of d, which is not visible. */
    stage_set('a', 2, stage_class[0]);
    stage_set('d', 2, stage_class[0]);
    stage_show("1 abcd");
    stage_settle();
    SAID("bind:a/259 BOUND:a/259");
    /* Another model with equal content. */
    stage_set('b', 1, stage_class[0]);
    stage_show("1 abcd");
    stage_settle();
    SAID("bind:b/0 BOUND:b/0");
    stage_show("1 abcd");
    stage_settle();
    SAID("");
    edit_item('c', iq_edit_reconfigure_items);
    stage_settle();
    SAID("bind:c/256 BOUND:c/256");
    /* Two changes between two polls are one: 2 and 5 differ in 7. */
    stage_set('a', 4, stage_class[0]);
    stage_show("1 abcd");
    stage_set('a', 5, stage_class[0]);
    stage_show("1 abcd");
    stage_settle();
    SAID("bind:a/263 BOUND:a/263");

    /* A move, or a change of states, binds nothing. */
    stage_show("1 acbd");
    stage_settle();
    SAID("");
    iq_item item = stage_item_of('a');
    CHECK_OK(iq_list_set_states(stage.list, &item, 1, IQ_STATE_SELECTED | IQ_STATE_EXPANDED, 0));
    stage_settle();
    SAID("");

    /* What a mirror knows of the cells by number is still so. */
    stage_check();
    stage_close();
}

/* The cell that is replaced ends its display, and the other one begins. */
static void reloading(void)
{
    stage_open();
    stage_show("1 abc");
    stage_visible(0, 0, 3, 0);
    stage_settle();
    stage_quiet();
    uint32_t before = stage_cell_of(0, "a")->number;
    edit_item('a', iq_edit_reload_items);
    stage_settle();
    CHECK(stage_place("bind:a~") < stage_place("unbind:a"));
    SAID("new:a bind:a~ BOUND:a~+ DID:a WILL:a unbind:a");
    CHECK(before != 3 && stage_cell_of(0, "a")->number == 3);
    /* The next one finds a cell in the pool. */
    edit_item('b', iq_edit_reload_items);
    stage_settle();
    CHECK(stage_place("bind:b~") < stage_place("unbind:b"));
    SAID("bind:b~ BOUND:b~ DID:b WILL:b unbind:b");
    CHECK(stage_cell_of(0, "b")->number == before);
    /* So does another class. */
    stage_set('c', 1, stage_class[1]);
    stage_show("1 abc");
    stage_settle();
    CHECK(stage_place("bind:c~") < stage_place("unbind:c"));
    SAID("new:c bind:c~ BOUND:c~+ DID:c WILL:c unbind:c");
    CHECK(stage_cell_of(0, "c")->cell_class == stage_class[1].id);
    stage_close();
}

static int references(const stage_model *model)
{
    return atomic_load(&((stage_model *)(uintptr_t)model)->references);
}

/* Marks are counted up to a number; beyond it they are one of everything. */
static void many_marks(void)
{
    enum { ITEMS = 1500, MOST = 1024 };
    static iq_key keys[ITEMS];
    static iq_item items[ITEMS];
    for (size_t i = 0; i < ITEMS; i++) {
        keys[i] = iq_key_from_u64(1000 + i);
    }
    const iq_columns columns = {.struct_size = sizeof columns,
                                .count = ITEMS,
                                .keys = keys,
                                .classes = &stage_class[0],
                                .class_stride = IQ_SAME};
    for (size_t marks = MOST; marks <= MOST + 1; marks++) {
        iq_edit *edit;
        stage_open();
        CHECK_OK(iq_list_set_items(stage.list, &columns, NULL, NULL));
        stage_visible(0, 0, 2, 0);
        stage_settle();
        stage_quiet();
        for (size_t i = 0; i < marks; i++) {
            CHECK_OK(iq_list_item_at(stage.list, 100 + i, &items[i]));
        }
        CHECK_OK(iq_edit_begin(stage.list, NULL, &edit));
        CHECK_OK(iq_edit_reload_items(edit, items, marks));
        CHECK_OK(iq_edit_commit(edit, NULL, NULL));
        iq_edit_destroy(edit);
        stage_settle();
        CHECK((stage_place("bind:i1000~") != SIZE_MAX) == (marks > MOST));
        CHECK((stage_place("bind:i1001~") != SIZE_MAX) == (marks > MOST));
        stage_close();
    }
}

/* A cell keeps its model until it is bound to another or unbound, whatever became of the item. */
static void keeping_models(void)
{
    stage_open();
    stage_show("1 abc");
    stage_visible(0, 0, 2, 0);
    stage_settle();
    const stage_model *old_a = stage.items['a'].model, *old_b = stage.items['b'].model;
    stage_set('a', 2, stage_class[0]);
    stage_show("1 ac");
    CHECK(references(old_a) > 0 && references(old_b) > 0);
    stage_check();
    (void)stage_poll(); /* a is bound to its new model, b has left */
    CHECK(references(old_b) > 0 && stage_cell_of(0, "a")->model == stage.items['a'].model);
    stage_settle();
    CHECK(references(old_a) == 0 && references(old_b) == 0);
    const stage_model *last = stage.items['a'].model;
    stage_show("1");
    CHECK(references(last) > 0);
    stage_settle();
    CHECK(references(last) == 0 && stage_bound(0) == 0);
    stage_close();
}

static iq_event take(const iq_element *element)
{
    iq_event event = {.struct_size = sizeof event};
    CHECK_OK(iq_view_take_cell(stage.views[0].view, element, &event));
    CHECK(event.kind == IQ_EVENT_BOUND && event.flags & IQ_CELL_BY_HAND && event.view == stage.views[0].view);
    CHECK(event.item.id == element->item.id && event.element_kind == element->kind);
    return event;
}

static void taking(void)
{
    iq_view *view;
    iq_event found = {.struct_size = sizeof found};
    stage_open();
    view = stage.views[0].view;
    stage_show("1 abcdef");
    stage_visible(0, 0, 2, 0);
    stage_settle();
    stage_quiet();
    /* One that it has. */
    iq_element a = stage_element_of('a'), e = stage_element_of('e');
    iq_event event = take(&a);
    CHECK(event.cell == stage_cell_of(0, "a")->number && event.index == 0 && event.position.item == 0);
    CHECK(event.model == stage.items['a'].model && event.object == stage_cell_of(0, "a"));
    SAID("");
    CHECK_OK(iq_view_give_cell(view, event.cell));
    CHECK_STATUS(iq_view_give_cell(view, event.cell), IQ_ERROR_STATE);
    stage_settle();
    SAID("");
    /* Another one, twice; nothing of it is in the queue. */
    CHECK_STATUS(iq_view_find_cell(view, IQ_NONE, &e, &found), IQ_ERROR_NOT_FOUND);
    event = take(&e);
    uint32_t cell = event.cell;
    CHECK(event.flags & IQ_CELL_NEW && event.cell == 2);
    SAID("new:e bind:e&");
    CHECK(take(&e).cell == cell);
    stage_settle();
    SAID("");
    CHECK_OK(iq_view_find_cell(view, IQ_NONE, &e, &found));
    CHECK(found.cell == cell && found.flags == 0 && found.index == IQ_NONE && found.position.item == IQ_NONE);
    CHECK_OK(iq_view_give_cell(view, cell));
    stage_settle();
    SAID("");
    /* It comes into view, and leaves, and stays bound. */
    stage_visible(0, 4, 1, 0);
    stage_settle();
    CHECK(stage_place("WILL:e") != SIZE_MAX && stage_place("bind:e") == SIZE_MAX && stage_place("bind:e&") == SIZE_MAX);
    stage_quiet();
    stage_visible(0, 0, 1, 0);
    stage_settle();
    CHECK(stage_place("DID:e") != SIZE_MAX && stage_place("unbind:e") == SIZE_MAX);
    /* Its content changes, and its item goes. */
    stage_set('e', 2, stage_class[0]);
    stage_quiet();
    stage_show("1 abcdef");
    stage_settle();
    CHECK(stage_place("bind:e/259") != SIZE_MAX && stage_cell_of(0, "e")->number == cell);
    stage_quiet();
    stage_show("1 abcd");
    stage_settle();
    SAID("");
    stage_check();
    CHECK_OK(iq_view_find_cell(view, cell, NULL, &found));
    CHECK(found.item.id == e.item.id && found.model == stage.items['e'].model);
    CHECK_STATUS(iq_view_take_cell(view, &e, &event), IQ_ERROR_HANDLE);
    CHECK_OK(iq_view_give_cell(view, cell));
    SAID("");
    stage_settle();
    SAID("unbind:e");
    CHECK_STATUS(iq_view_find_cell(view, cell, NULL, &found), IQ_ERROR_NOT_FOUND);
    stage_close();
}

/* A reload takes the cell that replaces it, as often. */
static void taking_replaced(void)
{
    for (int visible = 0; visible < 2; visible++) {
        stage_open();
        iq_view *view = stage.views[0].view;
        stage_show("1 abc");
        stage_visible(0, 0, visible ? 3 : 1, 0);
        stage_settle();
        iq_element c = stage_element_of('c');
        uint32_t before = take(&c).cell;
        CHECK(take(&c).cell == before);
        edit_item('c', iq_edit_reload_items);
        stage_settle();
        uint32_t after = stage_cell_of(0, "c")->number;
        CHECK(after != before && stage_bound(0) == (visible ? 3u : 2u));
        CHECK_STATUS(iq_view_give_cell(view, before), IQ_ERROR_STATE);
        CHECK_OK(iq_view_give_cell(view, after));
        CHECK_OK(iq_view_give_cell(view, after));
        CHECK_STATUS(iq_view_give_cell(view, after), IQ_ERROR_STATE);
        stage_settle();
        CHECK((stage_cell_of(0, "c") != NULL) == visible);
        stage_close();
    }
}

/* Each view has cells of its own; states, the queue and the list are one. */
static void two_views(void)
{
    stage_open();
    stage_show("1 abcd");
    size_t other = stage_add_view();
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_read_info(stage.list, &info));
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
    CHECK_OK(iq_list_read_info(stage.list, &info));
    CHECK(info.views == 1 && stage_bound(other) == 2);
    stage_close();
}

int main(void)
{
    failing_install();
    stage_register();
    scrolling();
    pools();
    bare();
    leaving();
    waking();
    order();
    first_use();
    following();
    binding_again();
    reloading();
    many_marks();
    keeping_models();
    taking();
    taking_replaced();
    two_views();
    return 0;
}

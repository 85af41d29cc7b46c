/*
 * views_cells.c - what a cell shows: when it is bound again and when replaced; which models it keeps alive; and cells
 * that the host takes and gives back.
 */
#include "failing.h"
#include "stage.h"

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
    stage_edit('c', iq_edit_reconfigure_items);
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
    stage_edit('a', iq_edit_reload_items);
    stage_settle();
    CHECK(stage_place("bind:a~") < stage_place("unbind:a"));
    SAID("new:a bind:a~ BOUND:a~+ DID:a WILL:a unbind:a");
    CHECK(before != 3 && stage_cell_of(0, "a")->number == 3);
    /* The next one finds a cell in the pool. */
    stage_edit('b', iq_edit_reload_items);
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
            CHECK_OK(iq_list_find_item_at(stage.list, 100 + i, &items[i]));
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

/* A class that a cell taken by hand uses first is reported as well, once. */
static void taking_first(void)
{
    char words[64];
    stage_open();
    CHECK_OK(iq_list_set_events(stage.list, IQ_EVENT_CLASS_FIRST_USED));
    stage_show("1 abc");
    const iq_element a = stage_element_of('a'), b = stage_element_of('b');
    take(&a);
    take(&b);
    SAID("new:a bind:a& new:b bind:b&");
    CHECK(stage_poll() == 1);
    snprintf(words, sizeof words, "FIRST:%u", stage_class[0].id);
    SAID(words);
    CHECK(stage_poll() == 0);
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
        stage_edit('c', iq_edit_reload_items);
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

int main(void)
{
    failing_install();
    stage_register();
    binding_again();
    reloading();
    many_marks();
    keeping_models();
    taking();
    taking_replaced();
    taking_first();
    return 0;
}

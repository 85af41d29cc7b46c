// events.cpp - what happens to a list beside direct updates: submissions, events, states, pages, drags, undo.
#include "tests.hpp"

#include <poll.h>

static void submit()
{
    iq::list list = iq::list::create();
    list.set_events(IQ_EVENT_UPDATE);
    iq::submit_options here, late;
    here.flags = IQ_SUBMIT_HERE;
    late.delay_milliseconds = 60000;
    iq::snapshot shown = iq::snapshot::create();
    shown.append_section(iq::key_of("a"));
    shown.append_items(columns(rows_of({1, 2})));
    std::uint64_t superseded = list.submit(shown, late), ticket = list.submit(shown, here);
    CHECK(ticket == superseded + 1 && list.item_count() == 0);
    pollfd waiting = {list.wakeup(), POLLIN, 0};
    CHECK(::poll(&waiting, 1, 10000) == 1);
    iq::event events[2];
    iq::span<iq::event> polled = list.poll(events);
    CHECK(polled.size() == 1 && polled[0].number == ticket && list.item_count() == 2);
    list.cancel(list.submit(shown, late));
    CHECK(thrown([&] { list.cancel(ticket); }) == IQ_ERROR_STATE);
    CHECK(thrown([&] { list.cancel(ticket + 9); }) == IQ_ERROR_NOT_FOUND);
}

static void poll()
{
    iq::list list = iq::list::create();
    CHECK(list.event_kinds() == 0);
    list.set_events(IQ_EVENT_UPDATE | IQ_EVENT_ACTION);
    CHECK(list.event_kinds() == (IQ_EVENT_UPDATE | IQ_EVENT_ACTION));
    list.set_items_silently(columns(rows_of({1, 2, 3})));
    iq_element second = {sizeof second, list.find_item_at(1), {0}, 0, 0};
    list.emit(second, IQ_ACTION_HOST, &list);
    iq::event events[4];
    iq::span<iq::event> polled = list.poll(events);
    CHECK(polled.size() == 2 && polled[0].kind == IQ_EVENT_UPDATE && polled[0].version == 1);
    iq::changeset kept = iq::changeset::copy_of(polled[0].changeset);
    CHECK(polled[1].kind == IQ_EVENT_ACTION && polled[1].item == second.item && polled[1].index == 1);
    CHECK(polled[1].number == IQ_ACTION_HOST && polled[1].sender == &list);
    CHECK(list.poll(events).empty() && kept.summary().item_inserts == 3);
    CHECK(list.info().version == 1 && list.info().items == 3);
    iq::element wrong;
    wrong.item = {7};
    CHECK(thrown([&] { list.emit(wrong, IQ_ACTION_PRIMARY); }) == IQ_ERROR_HANDLE);
    /* Nothing said: the list itself. */
    list.emit({}, IQ_ACTION_HOST);
    CHECK(list.poll(events).size() == 1);
}

static void set_states()
{
    iq::list list = iq::list::create();
    list.set_items_silently(columns(rows_of({1, 2, 3})));
    CHECK(list.selection() == IQ_SELECTION_SINGLE);
    list.set_selection(IQ_SELECTION_MULTIPLE);
    CHECK(list.selection() == IQ_SELECTION_MULTIPLE);
    iq_item items[] = {list.find_item_at(0), list.find_item_at(1)};
    list.set_states(items, IQ_STATE_SELECTED);
    list.set_states(items[0], IQ_STATE_SELECTED, IQ_SET_TOGGLE);
    list.set_states(list.find_section_at(0), IQ_STATE_EXPANDED);
    CHECK(list.section_info(list.find_section_at(0)).states == IQ_STATE_EXPANDED);
    list.set_range_states(1, IQ_END, IQ_STATE_HIGHLIGHTED);
    CHECK(list.find_items_in_state(IQ_STATE_HIGHLIGHTED).size() == 2);
    CHECK(list.find_items_in_state(IQ_STATE_HIGHLIGHTED, 2).size() == 1);
    CHECK(list.find_keys_in_state(IQ_STATE_SELECTED) == keys_of({2}));
    CHECK(list.set_key_states(keys_of({3, 4}), IQ_STATE_SELECTED, IQ_SET_ONLY) == 1);
    CHECK(list.find_keys_in_state(IQ_STATE_SELECTED) == keys_of({3}));
    CHECK(list.find_items_in_state(IQ_STATE_FOCUSED).empty());
    CHECK(thrown([&] { list.find_items_in_state(0); }) == IQ_ERROR_ARGUMENT);
}

static void load()
{
    iq::list list = iq::list::create();
    list.set_events(IQ_EVENT_PLACEHOLDER | IQ_EVENT_PAGE);
    list.set_loading(IQ_LOADING_YES);
    iq::page page;
    page.state = IQ_PAGE_MORE;
    list.set_page({0}, IQ_EDGE_END, page);
    list.reach_edge({0}, IQ_EDGE_END);
    iq::event events[4];
    iq::span<iq::event> polled = list.poll(events);
    CHECK(polled.size() == 2 && polled[0].number == IQ_PLACEHOLDER_LOADING);
    CHECK(polled[1].kind == IQ_EVENT_PAGE && polled[1].flags == IQ_EDGE_END);
    CHECK(list.page({0}, IQ_EDGE_END).state == IQ_PAGE_LOADING && list.info().loading == IQ_LOADING_YES);
    page.state = IQ_PAGE_ENDED;
    page.token = polled[1].number;
    list.set_page({0}, IQ_EDGE_END, page);
    CHECK(thrown([&] { list.set_page({0}, IQ_EDGE_END, page); }) == IQ_ERROR_STATE);
}

static void reorder()
{
    iq::class_options options;
    options.name = "movable rows";
    options.traits = IQ_TRAIT_MOVABLE;
    iq_class movable = {0};
    CHECK(iq_class_create(&options, &movable) == IQ_OK);
    iq::list list = iq::list::create();
    iq_key keys[] = {iq::key_from_u64(1), iq::key_from_u64(2)};
    iq_class classes[] = {movable, {0}};
    iq::columns items;
    items.count = 2;
    items.keys = keys;
    items.classes = classes;
    list.set_items_silently(items);
    iq_item first[] = {list.find_item_at(0)}, both[] = {list.find_item_at(0), list.find_item_at(1)};
    CHECK(thrown([&] { list.begin_reorder(both); }) == IQ_ERROR_REFUSED);
    iq::edit drag = list.begin_reorder(first);
    drag.move_item_beside(first[0], IQ_PUT_AFTER, both[1]);
    drag.commit();
    CHECK(list.find_item_at(1) == first[0]);
}

static void undo()
{
    iq::list list = iq::list::create();
    std::vector<row> rows = rows_of({1, 2, 3}), fewer = rows_of({2});
    CHECK(thrown([&] { list.undo(); }) == IQ_ERROR_NOT_FOUND);
    list.set_undo(1 << 20);
    list.set_items_silently(columns(rows));
    list.set_items_silently(columns(fewer));
    CHECK(list.undo_bytes().limit == 1 << 20 && list.undo_bytes().used > 0);
    CHECK(list.undo().summary().item_inserts == 2 && list.item_count() == 3);
    CHECK(list.redo().summary().item_deletes == 2 && list.item_count() == 1);
    list.set_undo(0);
    CHECK(list.undo_bytes().limit == 0 && list.undo_bytes().used == 0);
    CHECK(thrown([&] { list.undo(); }) == IQ_ERROR_NOT_FOUND);
}

void test_events()
{
    submit();
    poll();
    set_states();
    load();
    reorder();
    undo();
}

// views.cpp - views: cells of a C++ type, display events, cells taken by hand, elements of the list itself.
#include "tests.hpp"

namespace {

struct song {
    iq_key key;
    std::uint64_t content;
    int number;
    song *self;
};

struct label {
    int shows;
};

int labels = 0, binds = 0, fails = 0;

struct songs {
    static std::uint64_t changed(const song *before, const song *after) noexcept
    {
        return static_cast<std::uint64_t>(before->number ^ after->number);
    }
    static constexpr std::uint32_t pool = 2;
    static label *create_cell(const iq_event &event) noexcept
    {
        CHECK(event.view != nullptr && event.cell != IQ_NONE);
        labels++;
        return new label{0};
    }
    static bool bind_cell(label *cell, const iq_event &event) noexcept
    {
        int number = static_cast<song *>(event.model)->number;
        if (number == fails) {
            return false;
        }
        cell->shows = number;
        binds++;
        return true;
    }
    static void unbind_cell(label *cell, const iq_event &event) noexcept
    {
        CHECK(cell->shows == static_cast<song *>(event.model)->number);
        cell->shows = 0;
    }
    static void destroy_cell(label *cell) noexcept
    {
        labels--;
        delete cell;
    }
};

/// Numbered keys, and models that are alive as long as they.
std::vector<song> songs_of(std::initializer_list<int> numbers)
{
    std::vector<song> all;
    for (int number : numbers) {
        auto key = static_cast<std::uint64_t>(number);
        all.push_back({iq::key_from_u64(key), key, number, nullptr});
    }
    for (song &each : all) {
        each.self = &each;
    }
    return all;
}

iq_class song_class()
{
    static iq_class registered = iq::create_class<song, songs>("views.cpp: songs");
    return registered;
}

auto columns(const std::vector<song> &all)
{
    return iq::columns_of(all)
        .keys(&song::key)
        .contents(&song::content)
        .models(&song::self)
        .same_class(song_class());
}

iq_element element_of(iq_item item)
{
    iq::element element;
    element.item = item;
    return element;
}

/// The events until there is none.
std::vector<iq::event> settle(iq::list &list)
{
    std::vector<iq::event> all;
    iq::event events[3];
    for (;;) {
        iq::span<iq::event> polled = list.poll(events);
        if (polled.empty()) {
            return all;
        }
        all.insert(all.end(), polled.begin(), polled.end());
    }
}

std::size_t count(const std::vector<iq::event> &events, iq_event_kind kind)
{
    std::size_t found = 0;
    for (const iq::event &event : events) {
        found += event.kind == kind;
    }
    return found;
}

} // namespace

static void show_edges()
{
    std::vector<song> songs = songs_of({1, 2, 3});
    iq::list list = iq::list::create();
    list.set_items_silently(columns(songs));
    iq::view_options options;
    options.flags = IQ_VIEW_BIND_EDGES;
    iq::view view = list.view(options);
    view.set_visible(0, 9);
    settle(list);
    const std::uint32_t edges[] = {IQ_CELL_FIRST, 0, IQ_CELL_LAST};
    for (std::size_t i = 0; i < 3; i++) {
        CHECK(view.find_cell(element_of(list.find_item_at(i))).flags == edges[i]);
    }
    songs.pop_back();
    list.set_items_silently(columns(songs));
    settle(list);
    CHECK(view.find_cell(element_of(list.find_item_at(1))).flags == IQ_CELL_LAST);
}

static void show()
{
    std::vector<song> before = songs_of({1, 2, 3, 4}), after = songs_of({2, 3, 4, 5});
    after[0].number = 8;
    after[0].content = 8;
    iq::list list = iq::list::create();
    list.set_items_silently(columns(before));
    list.set_events(IQ_EVENT_BOUND | IQ_EVENT_WILL_DISPLAY | IQ_EVENT_DID_END_DISPLAY | IQ_EVENT_PREFETCH);
    iq::view view = list.view();
    CHECK(list.info().views == 1 && view.visible().count == 0);
    view.set_visible(0, 2, 1);
    std::vector<iq::event> events = settle(list);
    CHECK(count(events, IQ_EVENT_BOUND) == 2 && labels == 2 && binds == 2);
    /* With the section. */
    CHECK(count(events, IQ_EVENT_WILL_DISPLAY) == 3 && count(events, IQ_EVENT_PREFETCH) == 1);
    for (const iq::event &event : events) {
        CHECK(event.view == view.get());
    }
    CHECK(view.visible().first == 0 && view.visible().count == 2);
    iq::event found = view.find_cell(element_of(list.find_item_at(1)));
    CHECK(static_cast<label *>(found.object)->shows == 2 && view.read_cell(found.cell).key == before[1].key);

    list.set_items_silently(columns(after));
    events = settle(list);
    CHECK(count(events, IQ_EVENT_DID_END_DISPLAY) == 1);
    for (const iq::event &event : events) {
        if (event.kind == IQ_EVENT_BOUND && event.item == found.item) {
            CHECK(event.flags == IQ_CELL_RECONFIGURED && event.mask == (2 ^ 8) && event.cell == found.cell);
        }
    }
    CHECK(static_cast<label *>(view.find_cell(element_of(list.find_item_at(0))).object)->shows == 8);
    view.set_visible(0, 0);
    settle(list);
    CHECK(labels == 2 && thrown([&] { view.read_cell(found.cell); }) == IQ_ERROR_NOT_FOUND);
    view.reset();
    CHECK(labels == 0 && list.info().views == 0);
}

static void fail()
{
    std::vector<song> all = songs_of({1, 2, 3});
    iq::list list = iq::list::create();
    list.set_items_silently(columns(all));
    list.set_events(IQ_EVENT_BOUND);
    iq::view view = list.view();
    view.set_visible(0, 3);
    fails = 2;
    iq::event events[8];
    iq_status status = IQ_OK;
    /* The others are bound, and reported together with the failure. */
    iq::span<iq::event> polled = list.poll(events, &status);
    CHECK(status == IQ_ERROR_CALLBACK && polled.size() == 2);
    CHECK(thrown([&] { list.poll(events); }) == IQ_ERROR_CALLBACK);
    iq_element failing = element_of(list.find_item_at(1));
    CHECK(thrown([&] { view.find_cell(failing); }) == IQ_ERROR_NOT_FOUND);
    CHECK(thrown([&] { view.take_cell(failing); }) == IQ_ERROR_CALLBACK);
    /* Where events come with it, it is not thrown. */
    iq::view other = list.view();
    other.set_visible(0, 3);
    CHECK(list.poll(events).size() == 2);
    fails = 0;
    CHECK(list.poll(events).size() == 2 && list.poll(events).empty());
    CHECK(view.find_cell(failing).index == IQ_NONE && labels == 6);
}

static void take()
{
    std::vector<song> all = songs_of({1, 2, 3});
    iq::list list = iq::list::create();
    list.set_items_silently(columns(all));
    iq::view view = list.view();
    iq_element third = element_of(list.find_item_at(2));
    iq::event taken = view.take_cell(third);
    CHECK(taken.kind == IQ_EVENT_BOUND && taken.flags == (IQ_CELL_NEW | IQ_CELL_BY_HAND) && taken.index == 2);
    settle(list);
    CHECK(static_cast<label *>(view.find_cell(third).object)->shows == 3);
    view.give_cell(taken.cell);
    settle(list);
    CHECK(thrown([&] { view.find_cell(third); }) == IQ_ERROR_NOT_FOUND);
    CHECK(thrown([&] { view.give_cell(taken.cell); }) == IQ_ERROR_STATE);
    CHECK(thrown([&] { view.give_cell(77); }) == IQ_ERROR_RANGE);
    CHECK(thrown([&] { view.take_cell({}); }) == IQ_ERROR_ARGUMENT);
    /* A view outlives its list, and is of no use then. */
    list.reset();
    CHECK(thrown([&] { view.set_visible(0, 1); }) == IQ_ERROR_HANDLE && labels == 1);
}

static void show_elements()
{
    song nothing = {iq::key_of("nothing"), 1, 70, nullptr};
    iq::list list = iq::list::create();
    iq::supplementary empty;
    empty.kind = IQ_KIND_EMPTY;
    empty.key = nothing.key;
    empty.model = &nothing;
    empty.cell_class = song_class();
    list.set_supplementary(empty);
    CHECK(list.supplementaries({0}).size() == 1);
    CHECK(list.supplementary_at({0}, IQ_KIND_EMPTY).model == &nothing);
    iq::view view = list.view();
    view.set_visible(0, 10);
    settle(list);
    iq_element element = {sizeof element, {0}, {0}, IQ_KIND_EMPTY, 0};
    iq::event found = view.find_cell(element);
    CHECK(found.element_kind == IQ_KIND_EMPTY && static_cast<label *>(found.object)->shows == 70);
    list.remove_supplementary(IQ_KIND_EMPTY);
    settle(list);
    CHECK(thrown([&] { view.find_cell(element); }) == IQ_ERROR_NOT_FOUND);
    CHECK(thrown([&] { list.remove_supplementary(IQ_KIND_EMPTY); }) == IQ_ERROR_NOT_FOUND);
    empty.kind = 9;
    CHECK(thrown([&] { list.set_supplementary(empty); }) == IQ_ERROR_ARGUMENT);
    std::vector<iq::view> views;
    while (views.size() + 1 < IQ_MAX_VIEWS) {
        views.push_back(list.view());
    }
    CHECK(thrown([&] { list.view(); }) == IQ_ERROR_LIMIT);
}

/* Ten songs of 20 units each in a window of 50. */
static void lay_out()
{
    std::vector<song> all = songs_of({1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
    iq::list list = iq::list::create();
    list.set_items_silently(columns(all));
    iq::laid_out_view view = list.laid_out_view();
    view.set_size(100, 50);
    iq::section_layout rows;
    rows.item.height.unit = IQ_LENGTH_FIXED;
    rows.item.height.value = 20;
    view.set_layout({}, rows);
    iq::scene scene = view.layout();
    CHECK(scene.count == 3 && scene.content.height == 200 && scene.places[2].frame.y == 40);
    CHECK(static_cast<label *>(scene.places[0].object)->shows == 1);
    iq::scroll_target last;
    last.element = element_of(list.find_item_at(9));
    last.align = IQ_ALIGN_END;
    CHECK(view.offset_for(last) == 150);
    view.scroll_to(last);
    scene = view.layout();
    CHECK(scene.offset == 150 && (scene.flags & IQ_SCENE_AT_END) && scene.previous_count == 3);
    CHECK(view.find_at(5, 45).place == scene.count - 1);
    CHECK(view.frame(last.element).y == 180);
    CHECK(view.neighbour(last.element.item, IQ_DIRECTION_UP).id == list.find_item_at(8).id);
    CHECK(thrown([&] { view.neighbour(last.element.item, IQ_DIRECTION_DOWN); }) == IQ_ERROR_NOT_FOUND);
    iq::item_range shown = view.find_range(30, 90);
    CHECK(shown.first == 1 && shown.count == 4);
    CHECK(thrown([&] { view.find_range(30, 20); }) == IQ_ERROR_RANGE);
    iq::scroll_position saved = view.scroll_position();
    view.scroll(0);
    CHECK(view.layout().offset == 0);
    view.set_scroll_position(saved);
    CHECK(view.layout().offset == 150);
    iq::custom_layout steps;
    steps.extent = [](void *, iq_section, std::size_t count, double) { return 30.0 * static_cast<double>(count); };
    steps.range = [](void *, iq_section, std::size_t count, double, double, double, std::size_t *first,
                     std::size_t *found) {
        *first = 0;
        *found = count;
    };
    steps.frame = [](void *, iq_section, std::size_t, double, std::size_t index, iq_rect *frame) {
        *frame = {10.0 * static_cast<double>(index), 30.0 * static_cast<double>(index), 20, 30};
    };
    iq::section_layout own;
    own.kind = IQ_LAYOUT_CUSTOM;
    own.custom = &steps;
    view.set_layout({}, own);
    CHECK(view.layout().content.height == 300 && view.frame(last.element).y == 270);
    view.set_layout({}, rows);
    view.set_anchor(IQ_ANCHOR_END);
    view.set_sizes({iq_element_size{last.element, {100, 60}}});
    CHECK(view.layout().offset == 190);
    view.set_lengths(list.info().version, 0, {1.0, 2.0});
    view.invalidate();
    iq::view_options options;
    options.grain = 1;
    view.set_options(options);
    view.remove_layout(list.find_section_at(0));
    CHECK(view.layout().count > 0 && view.dump().find("laid out") != std::string::npos);
    CHECK(thrown([&] { view.set_size(-1, 2); }) == IQ_ERROR_RANGE);
    CHECK(thrown([&] { static_cast<iq::view &>(view).set_visible(0, 1); }) == IQ_ERROR_STATE);
}

void test_views()
{
    show();
    show_edges();
    fail();
    take();
    show_elements();
    lay_out();
    CHECK(labels == 0);
}

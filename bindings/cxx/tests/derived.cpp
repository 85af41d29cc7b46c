// derived.cpp - lists that follow a list: outlines and filters. Sorted ones: sorted.cpp.
#include "tests.hpp"

#include <memory>

static std::vector<iq_key> shown(const iq::list &list) { return list.keys(0, list.item_count()); }

/// Polls until nothing is left to do; the descriptor is readable while there is.
static std::vector<std::uint32_t> settle(iq::list &list)
{
    std::vector<std::uint32_t> kinds;
    iq::event events[4];
    do {
        for (const iq::event &event : list.poll(events)) {
            kinds.push_back(event.kind);
        }
    } while (list.info().submissions > 0 || !list.poll(events).empty());
    return kinds;
}

/// 1 has 2 and 3 below it, 4 has 5.
static void set_tree(iq::list &list)
{
    std::vector<iq_key> keys = keys_of({1, 2, 3, 4, 5});
    const std::uint16_t levels[] = {0, 1, 1, 0, 1};
    iq::columns items;
    items.count = keys.size();
    items.keys = keys.data();
    items.levels = levels;
    list.set_items_silently(items);
}

static void outline()
{
    iq::list source = iq::list::create();
    set_tree(source);
    iq::list outline = source.derive();
    outline.set_events(IQ_EVENT_UPDATE);
    CHECK(shown(outline) == keys_of({1, 4}));
    iq_item first[] = {outline.find_item_at(0)};
    CHECK(outline.item_info(first[0]).children == 1);
    outline.set_states(first, IQ_STATE_EXPANDED);
    CHECK(settle(outline) == std::vector<std::uint32_t>{IQ_EVENT_UPDATE});
    CHECK(shown(outline) == keys_of({1, 2, 3, 4}));
    CHECK(thrown([&] { outline.undo(); }) == IQ_ERROR_STATE);
    CHECK(thrown([&] { outline.set_filter(iq::filter()); }) == IQ_ERROR_STATE);
    iq::derive_options both;
    both.flags = IQ_DERIVE_EXCLUSIVE | IQ_DERIVE_EXPANDED;
    CHECK(thrown([&] { source.derive(both); }) == IQ_ERROR_ARGUMENT);

    iq::list deep[IQ_MAX_DERIVED_DEPTH];
    for (std::size_t depth = 0; depth < IQ_MAX_DERIVED_DEPTH; depth++) {
        deep[depth] = (depth == 0 ? source : deep[depth - 1]).derive();
    }
    CHECK(thrown([&] { deep[IQ_MAX_DERIVED_DEPTH - 1].derive(); }) == IQ_ERROR_LIMIT);
    /* The source goes first: the list goes on with what it holds of it. */
    source.reset();
    settle(outline);
    CHECK(shown(outline) == keys_of({1, 2, 3, 4}));
    CHECK(thrown([&] { outline.set_items_silently(columns(rows_of({7}))); }) == IQ_ERROR_STATE);
    CHECK(outline.find_item(iq::key_from_u64(3)) == outline.find_item_at(2));
    outline.set_states(first, IQ_STATE_EXPANDED, IQ_SET_OFF);
    settle(outline);
    CHECK(shown(outline) == keys_of({1, 4}));
}

static void filter()
{
    iq::list source = iq::list::create();
    set_tree(source);
    iq::derive_options options;
    options.kind = IQ_DERIVE_FILTER;
    iq::list list = source.derive(options);

    const std::uint64_t bits[] = {0x15};
    std::uint64_t version = source.info().version;
    list.set_filter(bits, version);
    CHECK(list.filter_state().kind == IQ_PASSES_ALL && list.filter_state().waiting == 1);
    settle(list);
    CHECK(list.filter_state().kind == IQ_PASSES_BITS && list.filter_state().ticket == 1);
    CHECK(list.filter_state().waiting == 0 && thrown([&] { source.filter_state(); }) == IQ_ERROR_STATE);
    CHECK(shown(list) == keys_of({1, 3, 5}));
    CHECK(thrown([&] { list.set_filter(bits, version + 1); }) == IQ_ERROR_STATE);

    /* A callable is destroyed once, whatever becomes of it. */
    auto counted = std::make_shared<int>(0);
    auto below = [&counted](std::uint64_t limit) {
        return [held = counted, limit](const iq_key &key, const void *) noexcept {
            ++*held;
            return key < iq::key_from_u64(limit);
        };
    };
    std::uint64_t first = list.set_filter(below(4)), second = list.set_filter(below(3), IQ_FILTER_STRICTER);
    CHECK(second == first + 1 && counted.use_count() == 3);
    settle(list);
    CHECK(shown(list) == keys_of({1, 2}) && *counted == 5 && counted.use_count() == 2);
    list.set_filter(below(2), IQ_FILTER_STRICTER);
    settle(list);
    CHECK(shown(list) == keys_of({1}) && *counted == 7 && counted.use_count() == 2);
    iq_status status = IQ_OK;
    CHECK(source.set_filter(below(1), IQ_FILTER_DIFFERENT, {}, &status) == 0 && status == IQ_ERROR_STATE);
    CHECK(thrown([&] { source.set_filter(below(1)); }) == IQ_ERROR_STATE && counted.use_count() == 2);
    list.set_filter(iq::filter());
    settle(list);
    CHECK(list.item_count() == 5 && counted.use_count() == 1);

    iq::submit_options late;
    late.delay_milliseconds = 60000;
    list.set_filter(below(9));
    settle(list);
    list.set_filter(below(1), IQ_FILTER_DIFFERENT, late);
    CHECK(counted.use_count() == 3);
    list.reset();
    CHECK(counted.use_count() == 1);

    iq::list nothing = iq::list::create(), none = nothing.derive(options);
    none.set_filter(iq::span<const std::uint64_t>(), nothing.info().version);
    settle(none);
    CHECK(none.item_count() == 0);
}

void test_derived()
{
    outline();
    filter();
}

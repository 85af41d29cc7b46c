// grouped.cpp - grouped lists: groups, their places and headers, who owns them, and sessions beside a map of groups.
#include "tests.hpp"

#include <algorithm>
#include <list>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>

using grouped_keys = std::vector<std::pair<iq_key, std::vector<iq_key>>>;

static grouped_keys shown(const iq::list &list)
{
    grouped_keys all;
    for (std::size_t position = 0; position < list.section_count(); position++) {
        const iq_section_info info = list.section_info(list.find_section_at(position));
        all.emplace_back(info.key, list.keys(info.first, info.count));
    }
    return all;
}

/// The content of the header of each group; 0: it has none.
static std::vector<std::uint64_t> headers(const iq::list &list)
{
    std::vector<std::uint64_t> contents;
    for (std::size_t position = 0; position < list.section_count(); position++) {
        const auto all = list.supplementaries(list.find_section_at(position));
        contents.push_back(all.empty() ? 0 : all[0].content);
    }
    return contents;
}

/// Polls until all is answered: a poll asks about more than there is here.
static void settle(iq::list &list)
{
    iq::event events[4];
    for (int quiet = 0; quiet < 4; quiet++) {
        if (!list.poll(events).empty() || list.info().submissions > 0) {
            quiet = 0;
        }
    }
}

static iq::list grouped_of(iq::list &source, std::uint32_t flags = 0)
{
    iq::derive_options options;
    options.kind = IQ_DERIVE_GROUPED;
    options.flags = flags;
    return source.derive(options);
}

static void set(iq::list &source, const std::vector<row> &rows) { source.set_items_silently(columns(rows)); }

static iq_key key(std::uint64_t number) { return iq::key_from_u64(number); }

static std::uint64_t content(const iq_ranked &item) noexcept { return item.content; }

static iq_key tens(const iq_ranked &item) noexcept { return iq::key_from_u64(item.content / 10); }

static int compare(const iq_ranked &a, const iq_ranked &b) noexcept
{
    return static_cast<int>(b.content) - static_cast<int>(a.content);
}

static void orders()
{
    iq::list source = iq::list::create();
    set(source, {row_of(1, 31), row_of(2, 4), row_of(3, 36), row_of(4, 2)});
    iq::list list = grouped_of(source);
    CHECK(shown(list).empty());
    list.set_order(content, tens);
    settle(list);
    CHECK((shown(list) == grouped_keys{{key(3), keys_of({1, 3})}, {key(0), keys_of({4, 2})}}));
    list.set_order(content, tens, IQ_ORDER_DESCENDING);
    settle(list);
    CHECK((shown(list) == grouped_keys{{key(3), keys_of({3, 1})}, {key(0), keys_of({2, 4})}}));
    list.set_order([](const iq_ranked &item) noexcept { return std::string(40, '.') + char(item.content); }, tens);
    settle(list);
    CHECK((shown(list) == grouped_keys{{key(3), keys_of({1, 3})}, {key(0), keys_of({4, 2})}}));
    list.set_order(compare, tens, [](iq_group &group) noexcept { group.rank = iq::rank_of(group.first.content); });
    settle(list);
    CHECK((shown(list) == grouped_keys{{key(0), keys_of({2, 4})}, {key(3), keys_of({3, 1})}}));
    CHECK((headers(list) == std::vector<std::uint64_t>{0, 0}));
    /* An order without groups is given to no grouped list. */
    CHECK(thrown([&] { list.set_order(iq::order()); }) == IQ_ERROR_ARGUMENT);
}

/// Models that are counted: what retain and release are told.
static long references = 0;

static iq_class counted_class()
{
    iq::class_options options;
    options.name = "grouped/header";
    options.retain = [](void *, void *const *, std::size_t count) noexcept {
        references += static_cast<long>(count);
    };
    options.release = [](void *, void *const *, std::size_t count) noexcept {
        references -= static_cast<long>(count);
    };
    return iq::create_class(options);
}

static void descriptions()
{
    const iq_class header_class = counted_class();
    int model = 0;
    for (const std::uint32_t flags : {0u, IQ_DERIVE_COUNTS}) {
        iq::list source = iq::list::create();
        std::vector<row> rows = {row_of(1, 11), row_of(2, 21), row_of(3, 12)};
        set(source, rows);
        iq::list list = grouped_of(source, flags);
        auto described = std::make_shared<int>(0);
        list.set_order(content, tens, [&model, header_class, described](iq_group &group) noexcept {
            ++*described;
            group.header.kind = IQ_KIND_HEADER;
            group.header.key = group.key;
            group.header.content = 100 * group.first.content + group.count;
            group.header.model = &model;
            group.header.cell_class = header_class;
        });
        settle(list);
        CHECK(*described == 2 && (headers(list) == std::vector<std::uint64_t>{1102, 2101}) && references == 2);
        rows.push_back(row_of(4, 13));
        set(source, rows);
        settle(list);
        const bool counts = flags != 0;
        CHECK(*described == (counts ? 3 : 2));
        CHECK((headers(list) == std::vector<std::uint64_t>{counts ? 1103u : 1102u, 2101}));
        rows.erase(rows.begin() + 1);
        set(source, rows);
        settle(list);
        CHECK(headers(list).size() == 1 && references == 1);
        list.reset();
        CHECK(described.use_count() == 1);
        source.reset();
        CHECK(references == 0);
    }
}

/// Functions are destroyed once, whatever becomes of them.
static void ownership()
{
    iq::list source = iq::list::create();
    set(source, rows_of({1, 2}));
    iq::list list = grouped_of(source);
    auto counted = std::make_shared<int>(0);
    const auto give = [&counted](iq::list &to, iq_status *status) {
        return to.set_order(
            content,
            [held = counted](const iq_ranked &item) noexcept {
                ++*held;
                return item.key;
            },
            [held = counted](iq_group &) noexcept { ++*held; }, 0, {}, status);
    };
    const std::uint64_t first = give(list, nullptr), second = give(list, nullptr);
    CHECK(second == first + 1 && counted.use_count() == 5);
    settle(list);
    CHECK(*counted == 4 && counted.use_count() == 3);
    iq_status status = IQ_OK;
    CHECK(give(source, &status) == 0 && status == IQ_ERROR_STATE && counted.use_count() == 3);
    list.reset();
    CHECK(counted.use_count() == 1);
}

/// The list equals a stable sort of its source into a map of groups, whatever the source and the order become.
static void session(unsigned seed)
{
    std::mt19937 random(seed);
    const auto below = [&random](std::uint32_t bound) { return static_cast<std::uint32_t>(random() % bound); };
    iq::list source = iq::list::create(), list = grouped_of(source, IQ_DERIVE_COUNTS);
    std::vector<row> rows;
    std::uint64_t divisor = 1, count = 0;
    for (int step = 0; step < 60; step++) {
        if (step == 0 || below(3) == 0) {
            divisor = 1 + below(9);
            count = 1 + below(6);
            const auto by = [divisor](const iq_ranked &item) noexcept { return item.content % divisor; };
            const auto group = [count](const iq_ranked &item) noexcept {
                return iq::key_from_u64(item.content % count);
            };
            /* The last group comes first. */
            list.set_order(by, group, [count](iq_group &described) noexcept {
                described.rank = iq::rank_of(-static_cast<std::int64_t>(described.first.content % count));
                described.header.kind = IQ_KIND_HEADER;
                described.header.content = 100 * described.first.content + described.count;
            });
        } else {
            std::shuffle(rows.begin(), rows.end(), random);
            rows.resize(rows.size() - below(static_cast<std::uint32_t>(rows.size()) + 1) / 2);
            for (std::uint32_t added = below(8); added > 0; added--) {
                rows.push_back(row_of(1000 * static_cast<std::uint64_t>(step) + added, 1 + below(30)));
            }
            if (!rows.empty()) {
                rows[0].content = 1 + below(30);
            }
            set(source, rows);
        }
        settle(list);
        std::map<std::uint64_t, std::list<row>, std::greater<>> sorted;
        for (const row &one : rows) {
            sorted[one.content % count].push_back(one);
        }
        grouped_keys expected;
        std::vector<std::uint64_t> expected_headers;
        for (auto &[group, items] : sorted) {
            // As std::stable_sort, which clang rejects in the standard library of gcc 12.
            items.sort([&](const row &a, const row &b) { return a.content % divisor < b.content % divisor; });
            expected.emplace_back(key(group), std::vector<iq_key>());
            for (const row &one : items) {
                expected.back().second.push_back(one.key);
            }
            expected_headers.push_back(100 * items.front().content + items.size());
        }
        const bool is_equal = shown(list) == expected && headers(list) == expected_headers;
        if (!is_equal) {
            std::fprintf(stderr, "seed %u, step %d\n", seed, step);
        }
        CHECK(is_equal);
    }
}

void test_grouped()
{
    orders();
    descriptions();
    ownership();
    for (unsigned seed = 1; seed <= 20; seed++) {
        session(seed);
    }
}

// sorted.cpp - sorted lists: keys, comparisons, who owns them, and sessions beside a stable sort.
#include "tests.hpp"

#include <algorithm>
#include <limits>
#include <list>
#include <memory>
#include <random>
#include <string>

static std::vector<iq_key> shown(const iq::list &list) { return list.keys(0, list.item_count()); }

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

static iq::list sorted_of(iq::list &source)
{
    iq::derive_options options;
    options.kind = IQ_DERIVE_SORTED;
    return source.derive(options);
}

/// Content is what the orders here go by.
static void set(iq::list &source, const std::vector<row> &rows) { source.set_items_silently(columns(rows)); }

/// Ranks of keys that rise do too.
template <class Key> static void rise(std::initializer_list<Key> keys)
{
    const iq_rank *before = nullptr;
    iq_rank rank;
    iq_rank last;
    for (const Key &key : keys) {
        rank = iq::rank_of(key);
        CHECK(before == nullptr || last.high < rank.high || (last.high == rank.high && last.low < rank.low));
        last = rank;
        before = &last;
    }
}

static void ranks()
{
    rise<unsigned>({0, 1, std::numeric_limits<unsigned>::max()});
    rise<long>({std::numeric_limits<long>::min(), -1, 0, 1, std::numeric_limits<long>::max()});
    rise<double>({-std::numeric_limits<double>::infinity(), -1.5, 0, 1e-300, 2});
    rise<float>({-2, -1.5, 0, 3});
    rise<bool>({false, true});
    using namespace std::string_view_literals;
    rise<std::string_view>({""sv, "\0"sv, "\0\0"sv, "\0\1"sv, "\1"sv});
    rise<std::string_view>({"\1"sv, "a"sv, "a\0"sv, "a\1"sv, "ab"sv, "b"sv, "\xff"sv});
}

static void orders()
{
    iq::list source = iq::list::create();
    set(source, {row_of(1, 31), row_of(2, 4), row_of(3, 15), row_of(4, 9)});
    iq::list list = sorted_of(source);
    CHECK(shown(list) == keys_of({1, 2, 3, 4}));
    list.set_order([](const iq_ranked &item) noexcept { return item.content; });
    settle(list);
    CHECK(shown(list) == keys_of({2, 4, 3, 1}));
    list.set_order([](const iq_ranked &item) noexcept { return -static_cast<std::int64_t>(item.content); });
    settle(list);
    CHECK(shown(list) == keys_of({1, 3, 4, 2}));
    list.set_order([](const iq_ranked &item) noexcept { return 1.0 / static_cast<double>(item.content % 10); });
    settle(list);
    CHECK(shown(list) == keys_of({4, 3, 2, 1}));
    /* What is equal stays in the source's order, also the other way round. */
    const auto odd = [](const iq_ranked &item) noexcept { return item.content % 2; };
    list.set_order(odd, IQ_ORDER_DESCENDING);
    CHECK(list.order_state().flags == 0 && list.order_state().ticket == 3 && list.order_state().waiting == 4);
    settle(list);
    CHECK(list.order_state().flags == IQ_ORDER_DESCENDING && list.order_state().ticket == 4);
    CHECK(list.order_state().waiting == 0);
    CHECK(shown(list) == keys_of({1, 3, 4, 2}));
    list.set_order([](const iq_ranked &a, const iq_ranked &b) noexcept {
        return a.content < b.content ? -1 : static_cast<int>(a.content > b.content);
    });
    settle(list);
    CHECK(shown(list) == keys_of({2, 4, 3, 1}));
    /* Texts that are the same for several ranks. */
    for (std::size_t length : {0u, 15u, 16u, 17u, 40u}) {
        for (char filling : {'x', '\0'}) {
            list.set_order(odd);
            list.set_order([length, filling](const iq_ranked &item) noexcept {
                return std::string(length, filling) + static_cast<char>('A' + item.content);
            });
            settle(list);
            CHECK(shown(list) == keys_of({2, 4, 3, 1}));
        }
    }
    list.set_order(iq::order());
    settle(list);
    CHECK(shown(list) == keys_of({1, 2, 3, 4}));
    static const char *const names[] = {"", "Cem", "Ada", "Ben", "Ada"};
    list.set_order([](const iq_ranked &item) noexcept -> std::string_view { return names[item.key.bytes[0]]; });
    settle(list);
    CHECK(shown(list) == keys_of({2, 4, 3, 1}));
}

/// A function is destroyed once, whatever becomes of it.
static void ownership()
{
    iq::list source = iq::list::create();
    set(source, rows_of({1, 2}));
    iq::list list = sorted_of(source);
    auto counted = std::make_shared<int>(0);
    const auto by = [&counted] {
        return [held = counted](const iq_ranked &item) noexcept {
            ++*held;
            return item.content;
        };
    };
    const std::uint64_t first = list.set_order(by()), second = list.set_order(by());
    CHECK(second == first + 1 && counted.use_count() == 3);
    settle(list);
    CHECK(*counted == 2 && counted.use_count() == 2);
    list.set_order(by(), IQ_ORDER_DESCENDING | IQ_ORDER_KEEP_RANKS);
    settle(list);
    CHECK(*counted == 2 && counted.use_count() == 2);
    iq_status status = IQ_OK;
    CHECK(source.set_order(by(), 0, {}, &status) == 0 && status == IQ_ERROR_STATE);
    CHECK(thrown([&] { source.set_order(by()); }) == IQ_ERROR_STATE && counted.use_count() == 2);
    iq::submit_options late;
    late.delay_milliseconds = 60000;
    list.set_order(by(), 0, late);
    CHECK(counted.use_count() == 3);
    list.reset();
    CHECK(counted.use_count() == 1);
}

/// An order that fails: nothing changes until it answers.
static void failure()
{
    iq::list source = iq::list::create();
    set(source, {row_of(1, 2), row_of(2, 1)});
    iq::list list = sorted_of(source);
    bool fails = true;
    iq::order given;
    given.context = &fails;
    given.ask = [](void *context, const iq_ranked *items, std::size_t count, std::uint32_t, iq_rank *ranks,
                   iq_key *) noexcept -> int {
        const auto rank = [](const iq_ranked &item) { return iq::rank_of(item.content); };
        std::transform(items, items + count, ranks, rank);
        return *static_cast<bool *>(context);
    };
    list.set_order(given);
    CHECK(thrown([&] { settle(list); }) == IQ_ERROR_CALLBACK && shown(list) == keys_of({1, 2}));
    CHECK(thrown([&] { settle(list); }) == IQ_ERROR_CALLBACK && shown(list) == keys_of({1, 2}));
    fails = false;
    settle(list);
    CHECK(shown(list) == keys_of({2, 1}));
}

/// The list equals a stable sort of its source, whatever the source and the order become.
static void session(unsigned seed)
{
    std::mt19937 random(seed);
    const auto below = [&random](std::uint32_t bound) { return static_cast<std::uint32_t>(random() % bound); };
    iq::list source = iq::list::create(), list = sorted_of(source);
    std::vector<row> rows;
    std::uint64_t divisor = 1;
    std::uint32_t flags = 0;
    for (int step = 0; step < 60; step++) {
        if (below(3) == 0) {
            for (std::uint32_t orders = 1 + below(2); orders > 0; orders--) {
                divisor = 1 + below(9);
                flags = below(2) * IQ_ORDER_DESCENDING;
                const auto by = [divisor](const iq_ranked &item) noexcept { return item.content % divisor; };
                if (below(3) == 0) {
                    list.set_order(
                        [by](const iq_ranked &a, const iq_ranked &b) noexcept {
                            return static_cast<int>(by(a)) - static_cast<int>(by(b));
                        },
                        flags);
                } else if (below(2) == 0) {
                    list.set_order(
                        [by](const iq_ranked &item) noexcept {
                            return std::string(33, '.') + static_cast<char>('a' + by(item));
                        },
                        flags);
                } else {
                    list.set_order(by, flags);
                }
            }
        } else {
            std::shuffle(rows.begin(), rows.end(), random);
            rows.resize(rows.size() - below(static_cast<std::uint32_t>(rows.size()) + 1) / 2);
            for (std::uint32_t count = below(8); count > 0; count--) {
                rows.push_back(row_of(1000 * static_cast<std::uint64_t>(step) + count, 1 + below(30)));
            }
            if (!rows.empty()) {
                rows[0].content = 1 + below(30);
            }
            set(source, rows);
        }
        settle(list);
        // As std::stable_sort, which clang rejects in the standard library of gcc 12.
        std::list<row> sorted(rows.begin(), rows.end());
        sorted.sort([&](const row &a, const row &b) {
            const std::uint64_t first = a.content % divisor, second = b.content % divisor;
            return (flags & IQ_ORDER_DESCENDING) != 0 ? second < first : first < second;
        });
        std::vector<iq_key> expected;
        for (const row &one : sorted) {
            expected.push_back(one.key);
        }
        if (shown(list) != expected) {
            std::fprintf(stderr, "seed %u, step %d\n", seed, step);
        }
        CHECK(shown(list) == expected);
    }
}

void test_sorted()
{
    ranks();
    orders();
    ownership();
    failure();
    for (unsigned seed = 1; seed <= 20; seed++) {
        session(seed);
    }
}

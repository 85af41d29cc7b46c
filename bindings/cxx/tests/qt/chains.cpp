// chains.cpp - lists that the shown one follows are polled by its feed, beside a plain model; one with a feed of its
// own is left to that.
#include "shown.hpp"

#include <QtCore/QAbstractEventDispatcher>
#include <QtCore/QEventLoop>

#include <algorithm>
#include <optional>

namespace {

iq::list filtered(iq::list &source)
{
    iq::derive_options options;
    options.kind = IQ_DERIVE_FILTER;
    return source.derive(options);
}

void submit(iq::list &list, const std::vector<int> &numbers, const iq::submit_options &options = {})
{
    std::vector<plain> all;
    for (int number : numbers) {
        all.push_back({number, 0});
    }
    given rows(all);
    iq::snapshot wanted = iq::snapshot::create();
    wanted.append_section(key_of(1000));
    wanted.append_items(rows.columns());
    list.submit(wanted, options);
}

/// Those that a divisor divides pass; asks in polls of the list alone.
void divide(iq::list &list, int divisor)
{
    list.set_filter([divisor](const iq_key &, const void *model) noexcept {
        return static_cast<const thing *>(model)->number % divisor == 0;
    });
}

bool shows(const QAbstractItemModel &model, const std::vector<int> &wanted)
{
    std::vector<int> numbers;
    for (const QModelIndex &index : items_of(model)) {
        numbers.push_back(number_of(index));
    }
    return numbers == wanted;
}

void wait_until_it_shows(const QAbstractItemModel &model, const std::vector<int> &wanted)
{
    QElapsedTimer waited;
    waited.start();
    while (!shows(model, wanted)) {
        CHECK(waited.elapsed() < 30000);
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
}

/// Whatever is submitted, to any list of the chain; in the end the list between is destroyed, and then the first one.
void whatever_is_submitted()
{
    std::mt19937 random(seed);
    std::optional<iq::list> source = iq::list::create(), between = filtered(*source);
    iq::list list = filtered(*between);
    iq::qt::Feed feed(list);
    iq::qt::Model model(feed);
    add_fields(model);
    std::vector<int> numbers;
    int divisors[] = {1, 1};
    for (int step = 0; step < 200; step++) {
        const unsigned which = random() % 3;
        if (which == 0) {
            numbers.clear();
            for (int number = 0; number < 60; number++) {
                if (random() % 2 == 0) {
                    numbers.push_back(number);
                }
            }
            std::shuffle(numbers.begin(), numbers.end(), random);
            submit(*source, numbers);
        } else {
            divisors[which - 1] = 1 + static_cast<int>(random() % 3);
            divide(which == 1 ? *between : list, divisors[which - 1]);
        }
        if (random() % 3 == 0) {
            std::vector<int> wanted;
            std::copy_if(numbers.begin(), numbers.end(), std::back_inserter(wanted), [&](int number) {
                return number % divisors[0] == 0 && number % divisors[1] == 0;
            });
            wait_until_it_shows(model, wanted);
        }
    }
    submit(*source, {6, 12});
    wait_until_it_shows(model, {6, 12});
    between.reset();
    divide(list, 4);
    wait_until_it_shows(model, {12});
    source.reset();
    divide(list, 2);
    wait_until_it_shows(model, {6, 12});
}

void what_has_a_feed_is_left_to_it()
{
    iq::list source = iq::list::create(), list = filtered(source);
    iq::qt::Feed feed(list), own(source, IQ_EVENT_ACTION);
    iq::qt::Model model(feed), first(own);
    add_fields(model);
    int actions = 0;
    own.on_event([&](const iq_event &event) { actions += event.kind == IQ_EVENT_ACTION; });
    iq::submit_options here;
    here.flags = IQ_SUBMIT_HERE;
    submit(source, {3}, here);
    feed.poll();
    CHECK(source.info().submissions == 1);
    source.emit({}, IQ_ACTION_HOST);
    feed.poll();
    CHECK(actions == 0);
    wait_until_it_shows(model, {3});
    run_loop();
    CHECK(actions == 1);
}

/// While a slot of the other feed runs an event loop, what its list has to do wakes nobody else.
void a_list_that_is_left_to_its_feed_wakes_no_other()
{
    iq::list source = iq::list::create(), list = filtered(source);
    iq::qt::Feed feed(list), own(source);
    iq::qt::Model model(feed), first(own);
    add_fields(model);
    int loops = 0, wakes = 0;
    QObject::connect(&first, &QAbstractItemModel::rowsInserted, [&] {
        if (loops++ > 0) {
            return;
        }
        iq::submit_options here;
        here.flags = IQ_SUBMIT_HERE;
        submit(source, {3, 6}, here);
        QEventLoop inner;
        QTimer::singleShot(100, &inner, &QEventLoop::quit);
        const auto counted = QObject::connect(QAbstractEventDispatcher::instance(),
                                              &QAbstractEventDispatcher::awake, [&] { wakes++; });
        inner.exec();
        QObject::disconnect(counted);
        CHECK(source.info().submissions == 1);
    });
    submit(source, {3});
    wait_until_it_shows(model, {3, 6});
    CHECK(loops == 2 && wakes < 50);
}

} // namespace

void test_chains()
{
    whatever_is_submitted();
    what_has_a_feed_is_left_to_it();
    a_list_that_is_left_to_its_feed_wakes_no_other();
}

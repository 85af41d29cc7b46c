// lifetimes.cpp - the list, its feed and its models end in any order, also inside signals and events.
#include "shown.hpp"

#include <QtCore/QEventLoop>

namespace {

void set(iq::list &list, const std::vector<plain> &wanted)
{
    given rows(wanted);
    list.set_items(rows.columns());
}

std::vector<int> shown(const QAbstractItemModel &model)
{
    std::vector<int> numbers;
    for (const QModelIndex &index : items_of(model)) {
        numbers.push_back(number_of(index));
    }
    return numbers;
}

using numbers = std::vector<int>;

void the_list_ends_first()
{
    auto list = std::make_unique<iq::list>(iq::list::create());
    set(*list, {{1, 0}, {2, 0}});
    iq::qt::Feed feed(*list);
    iq::qt::Model model(feed);
    add_fields(model);
    set(*list, {{1, 0}, {2, 0}, {3, 0}});
    list.reset();
    // Another one may have its handle and its descriptor now.
    iq::list other = iq::list::create();
    other.wakeup();
    set(other, {{7, 0}});
    run_loop();
    CHECK(shown(model) == numbers({1, 2}));
    CHECK(!model.canFetchMore({}));
    model.fetchMore({});
    feed.poll();
    CHECK(feed.list() == nullptr);
    CHECK(shown(model) == numbers({1, 2}));
}

void the_feed_ends_first()
{
    iq::list list = iq::list::create();
    set(list, {{1, 0}});
    auto feed = std::make_unique<iq::qt::Feed>(list);
    iq::qt::Model model(*feed, iq::qt::Shape::Sections);
    add_fields(model);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    set(list, {{1, 0}, {2, 0}});
    feed.reset();
    run_loop();
    CHECK(shown(model) == numbers({1}));
    CHECK(!model.canFetchMore(model.index(0, 0)));
}

void a_model_ends_first()
{
    iq::list list = iq::list::create();
    iq::qt::Feed feed(list);
    auto model = std::make_unique<iq::qt::Model>(feed);
    iq::qt::Model kept(feed);
    add_fields(kept);
    // And another one inside a signal of one that is updated earlier.
    auto last = std::make_unique<iq::qt::Model>(feed);
    QObject::connect(&kept, &QAbstractItemModel::rowsInserted, [&] { last.reset(); });
    model.reset();
    set(list, {{1, 0}, {2, 0}});
    run_loop();
    CHECK(!last && shown(kept) == numbers({1, 2}));
}

void all_end_inside_a_signal_and_an_event()
{
    for (int which = 0; which < 3; which++) {
        auto list = std::make_unique<iq::list>(iq::list::create());
        auto feed = std::make_unique<iq::qt::Feed>(*list, IQ_EVENT_ACTION);
        iq::qt::Model model(*feed);
        add_fields(model);
        int count = 0;
        if (which == 0) {
            QObject::connect(&model, &QAbstractItemModel::rowsInserted, [&] {
                feed.reset();
                list.reset();
            });
        } else {
            feed->on_event([&](const iq_event &) {
                count++;
                list.reset();
                if (which == 1) {
                    feed.reset();
                }
            });
        }
        list->emit({}, IQ_ACTION_HOST);
        list->emit({}, IQ_ACTION_HOST);
        set(*list, {{1, 0}, {2, 0}});
        run_loop();
        CHECK((!feed || feed->list() == nullptr) && !list && count == (which == 0 ? 0 : 1));
        CHECK(shown(model) == numbers({1, 2}));
    }
}

/// A dialog in a slot: the loop inside it shows nothing, and does not keep the processor busy either.
void an_event_loop_inside_a_signal_changes_nothing()
{
    iq::list list = iq::list::create();
    iq::qt::Feed feed(list);
    iq::qt::Model model(feed);
    add_fields(model);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    witness seen(model);
    int loops = 0;
    QObject::connect(&model, &QAbstractItemModel::rowsInserted, [&] {
        if (loops++ == 0) {
            set(list, {{3, 0}, {1, 1}});
            feed.poll();
            QEventLoop inner;
            QTimer::singleShot(30, &inner, &QEventLoop::quit);
            inner.exec();
            CHECK(shown(model) == numbers({1, 2}));
        }
    });
    set(list, {{1, 0}, {2, 0}});
    run_loop();
    run_loop();
    CHECK(loops == 2 && shown(model) == numbers({3, 1}));
}

/// What another one edits is shown at its end, however it ends.
void an_open_edit_is_not_shown()
{
    iq::list list = iq::list::create();
    set(list, {{1, 0}, {2, 0}});
    iq::qt::Feed feed(list);
    iq::qt::Model model(feed);
    add_fields(model);
    witness seen(model);
    for (bool is_committed : {false, true}) {
        set(list, {{1, 0}, {2, 0}, {3, is_committed}});
        iq::edit edit = list.edit();
        edit.delete_item(list.find_item_at(0));
        QElapsedTimer waited;
        for (waited.start(); waited.elapsed() < 40;) {
            run_loop();
            CHECK(number_of(model.index(0, 0)) == 1);
        }
        if (is_committed) {
            edit.commit();
        }
        edit.reset();
        // Nothing tells that an edit was abandoned: it is found some milliseconds later.
        for (waited.start(); waited.elapsed() < 60;) {
            run_loop();
        }
        CHECK(shown(model) == (is_committed ? numbers({2, 3}) : numbers({1, 2, 3})));
    }
    iq::edit edit = list.edit();
    edit.delete_item(list.find_item_at(0));
    iq::qt::Feed late(list);
    iq::qt::Model first_empty(late);
    add_fields(first_empty);
    CHECK(shown(first_empty).empty());
    edit.commit();
    edit.reset();
    late.poll();
    CHECK(shown(first_empty) == numbers({3}));
}

} // namespace

void test_lifetimes()
{
    the_list_ends_first();
    the_feed_ends_first();
    a_model_ends_first();
    all_end_inside_a_signal_and_an_event();
    an_event_loop_inside_a_signal_changes_nothing();
    an_open_edit_is_not_shown();
}

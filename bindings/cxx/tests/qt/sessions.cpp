// sessions.cpp - thousands of random updates: after each, and inside each signal, the model shows the right rows;
// persistent indexes, the selection and the current index stay with their items.
#include "shown.hpp"

#include <thread>

namespace {

/// Indexes, a selection and a current index, by the numbers of their items.
struct kept {
    std::map<int, QPersistentModelIndex> indexes;
    std::set<int> selected;
    int current = -1;

    kept(const QAbstractItemModel &model, QItemSelectionModel &selection, changes &random)
    {
        selection.clear();
        for (const QModelIndex &index : items_of(model)) {
            indexes[number_of(index)] = index;
            if (random.below(3) == 0) {
                selection.select(index, QItemSelectionModel::Select);
                selected.insert(number_of(index));
            }
        }
        if (!indexes.empty()) {
            auto each = std::next(indexes.begin(), random.below(indexes.size()));
            selection.setCurrentIndex(each->second, QItemSelectionModel::NoUpdate);
            current = each->first;
        }
    }

    void check(const QAbstractItemModel &model, const QItemSelectionModel &selection) const
    {
        std::set<int> there, selected_now;
        for (const QModelIndex &index : items_of(model)) {
            there.insert(number_of(index));
        }
        for (const auto &[number, index] : indexes) {
            CHECK(index.isValid() == (there.count(number) == 1));
            CHECK(!index.isValid() || number_of(index) == number);
        }
        for (const QModelIndex &index : selection.selectedIndexes()) {
            selected_now.insert(number_of(index));
        }
        std::set<int> wanted;
        for (int number : selected) {
            if (there.count(number)) {
                wanted.insert(number);
            }
        }
        CHECK(selected_now == wanted);
        if (there.count(current)) {
            CHECK(selection.currentIndex().isValid() && number_of(selection.currentIndex()) == current);
        }
    }
};

std::map<int, int> contents(const plain_list &list)
{
    std::map<int, int> all;
    for (const plain_section &section : list) {
        for (const plain &row : section.rows) {
            all[row.number] = row.content;
        }
    }
    return all;
}

/// dataChanged was emitted for what was updated and for nothing else.
void check_changed(const witness &seen, const plain_list &before, const plain_list &after, const std::set<int> &marked)
{
    std::map<int, int> old = contents(before);
    std::multiset<int> wanted;
    for (const auto &[number, content] : contents(after)) {
        auto found = old.find(number);
        if (found != old.end() && (found->second != content || marked.count(number))) {
            wanted.insert(number);
        }
    }
    CHECK(seen.changed == wanted);
}

/// `queued`: how many updates may wait.
void session(bool with_sections, unsigned queued, bool payload, int steps)
{
    changes random(seed, with_sections);
    iq::list_options options;
    options.flags = payload ? IQ_LIST_PAYLOAD : 0u;
    iq::list list = iq::list::create(options);
    random.step(list);
    iq::qt::Feed feed(list);
    iq::qt::Model model(feed, with_sections ? iq::qt::Shape::Sections : iq::qt::Shape::Flat);
    iq::qt::Model other(feed, with_sections ? iq::qt::Shape::Flat : iq::qt::Shape::Sections);
    add_fields(model);
    add_fields(other);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QAbstractItemModelTester other_tester(&other, QAbstractItemModelTester::FailureReportingMode::Fatal);
    witness seen(model), seen_other(other);
    QItemSelectionModel selection(&model), other_selection(&other);
    for (int step = 0; step < steps; step++) {
        kept before(model, selection, random), other_before(other, other_selection, random);
        plain_list old = read(list);
        std::set<int> marked;
        seen.changed.clear();
        int resets = seen.resets;
        for (unsigned n = random.below(queued) + 1; n > 0; n--) {
            random.step(list);
            marked.insert(random.marked.begin(), random.marked.end());
        }
        run_loop();
        plain_list now = read(list);
        seen.compare(now, with_sections);
        seen_other.compare(now, !with_sections);
        CHECK(resets == seen.resets);
        before.check(model, selection);
        other_before.check(other, other_selection);
        if (queued == 1) {
            check_changed(seen, old, now, marked);
        } else {
            std::map<int, int> shown_before = contents(old), shown_now = contents(now);
            // What has gone meanwhile and came back has no marks.
            for (int number : seen.changed) {
                CHECK(shown_before.count(number) && shown_now.count(number));
            }
        }
        CHECK(!model.index_of(key_of(-1)).isValid());
        for (const QModelIndex &index : items_of(model)) {
            CHECK(model.index_of(key_of(number_of(index))) == index);
        }
    }
    CHECK(seen.signal_count > steps / 4);
}

} // namespace

void test_sessions()
{
    const int steps = 400;
    for (bool with_sections : {false, true}) {
        session(with_sections, 1, false, steps);
        session(with_sections, 4, false, steps);
        session(with_sections, 4, true, steps);
    }
}

/// Another thread changes the list all the time. Now and then by a full reload.
void test_threads()
{
    for (bool with_sections : {false, true}) {
        iq::list list = iq::list::create();
        iq::qt::Feed feed(list);
        iq::qt::Model model(feed, with_sections ? iq::qt::Shape::Sections : iq::qt::Shape::Flat);
        add_fields(model);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        witness seen(model);
        std::atomic<bool> has_ended{false};
        std::thread worker([&] {
            changes random(seed + 1, with_sections);
            random.may_reload = true;
            for (int step = 0; step < 1500; step++) {
                random.step(list);
                if (step % 8 == 0) {
                    std::this_thread::sleep_for(std::chrono::microseconds(200));
                }
            }
            has_ended = true;
        });
        while (!has_ended) {
            QCoreApplication::processEvents();
        }
        worker.join();
        QElapsedTimer waited;
        waited.start();
        while (feed.list() != nullptr && waited.elapsed() < 60) {
            QCoreApplication::processEvents();
        }
        seen.compare(read(list), with_sections);
        CHECK(seen.signal_count > 10 && seen.resets > 0);
    }
}

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

/// dataChanged was emitted for what was updated and for nothing else; with a low threshold from the first such row of
/// a parent to the last one.
void check_changed(const witness &seen, const plain_list &before, const plain_list &after, const std::set<int> &marked,
                   std::size_t threshold)
{
    std::map<int, int> old = contents(before);
    std::multiset<int> wanted;
    for (const auto &[number, content] : contents(after)) {
        auto found = old.find(number);
        if (found != old.end() && (found->second != content || marked.count(number))) {
            wanted.insert(number);
        }
    }
    if (threshold == single) {
        CHECK(seen.changed == wanted);
        return;
    }
    CHECK(std::includes(seen.changed.begin(), seen.changed.end(), wanted.begin(), wanted.end()));
    CHECK(std::set<int>(seen.changed.begin(), seen.changed.end()).size() == seen.changed.size());
    CHECK(std::includes(wanted.begin(), wanted.end(), seen.changed_ends.begin(), seen.changed_ends.end()));
}

/// `queued`: how many updates may wait. `outlined`: the list is a tree, and an outline of it is shown.
void session(bool with_sections, unsigned queued, bool payload, bool outlined, std::size_t threshold, int steps)
{
    changes random(seed, with_sections);
    iq::list_options options;
    options.flags = payload ? IQ_LIST_PAYLOAD : 0u;
    iq::list source = iq::list::create(options);
    random.step(source);
    iq::derive_options derived;
    derived.flags = IQ_DERIVE_EXPANDED;
    iq::list outline = source.derive(derived);
    iq::list &list = outlined ? outline : source;
    iq::qt::Feed feed(list);
    iq::qt::Model model(feed, with_sections ? iq::qt::Shape::Sections : iq::qt::Shape::Flat);
    iq::qt::Model other(feed, with_sections ? iq::qt::Shape::Flat : iq::qt::Shape::Sections);
    add_fields(model);
    add_fields(other);
    model.layout_threshold(threshold);
    other.layout_threshold(threshold);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QAbstractItemModelTester other_tester(&other, QAbstractItemModelTester::FailureReportingMode::Fatal);
    witness seen(model), seen_other(other);
    QItemSelectionModel selection(&model), other_selection(&other);
    for (int step = 0; step < steps; step++) {
        kept before(model, selection, random), other_before(other, other_selection, random);
        plain_list old = read(list);
        std::set<int> marked;
        seen.changed.clear();
        seen.changed_ends.clear();
        int resets = seen.resets;
        for (unsigned n = random.below(queued) + 1; n > 0; n--) {
            if (outlined) {
                random.step_tree(source, outline);
            } else {
                random.step(source);
            }
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
            check_changed(seen, old, now, marked, threshold);
        } else {
            std::map<int, int> shown_before = contents(old), shown_now = contents(now);
            // What has gone meanwhile and came back has no marks.
            for (int number : seen.changed_ends) {
                CHECK(shown_before.count(number) && shown_now.count(number));
            }
        }
        CHECK(!model.index_of(key_of(-1)).isValid());
        for (const QModelIndex &index : items_of(model)) {
            CHECK(model.index_of(key_of(number_of(index))) == index);
        }
    }
    CHECK(seen.signal_count > steps / 4);
    for (const witness *each : {&seen, &seen_other}) {
        CHECK(threshold == single ? each->layouts == 0 : each->layouts > steps / 10);
    }
}

/// The rows below an index, as text.
QString text_of(const QAbstractItemModel &model, const QModelIndex &parent = {})
{
    QStringList texts;
    for (int row = 0; row < model.rowCount(parent); row++) {
        const QModelIndex index = model.index(row, 0, parent);
        const QString text = index.data().toString();
        const bool is_item = text.contains(QLatin1Char(':'));
        texts << (is_item ? text : text + QLatin1Char('[') + text_of(model, index) + QLatin1Char(']'));
    }
    return texts.join(QLatin1Char(' '));
}

/// The example at the head of iqlist_qt.hpp; its sections A, B and C are 0, 1 and 2. In the end the sections are told,
/// whose counts have changed or are not what they were first.
void the_example(bool with_sections)
{
    iq::list list = iq::list::create();
    const auto set = [&list](const plain_list &all) {
        given rows(all);
        list.set(rows.sections, rows.columns());
    };
    set({{0, {{1, 0}, {2, 0}, {3, 0}, {4, 0}}}, {1, {{5, 0}, {6, 0}}}});
    iq::qt::Feed feed(list);
    iq::qt::Model model(feed, with_sections ? iq::qt::Shape::Sections : iq::qt::Shape::Flat);
    add_fields(model);
    model.layout_threshold(together);
    QStringList seen;
    const auto note = [&](const char *said) { seen << QLatin1String(said) + text_of(model); };
    QObject::connect(&model, &QAbstractItemModel::rowsRemoved, [&] { note(""); });
    QObject::connect(&model, &QAbstractItemModel::rowsInserted, [&] { note(""); });
    QObject::connect(&model, &QAbstractItemModel::layoutChanged, [&] { note("layout "); });
    QObject::connect(&model, &QAbstractItemModel::dataChanged, [&] { note("changed "); });
    set({{1, {{6, 0}, {3, 0}}}, {2, {{1, 0}, {7, 0}, {4, 1}}}});
    feed.poll();
    const QString end = QStringLiteral("changed 1[6:0 3:0] 2[1:0 7:0 4:1]");
    const QStringList by_sections = {QStringLiteral("0[1:0 2:0 3:0 4:0] 1[6:0]"),
                                     QStringLiteral("0[1:0 3:0 4:0] 1[6:0]"),
                                     QStringLiteral("0[1:0 3:0 4:0] 1[6:0] 2[]"),
                                     QStringLiteral("layout 1[6:0 3:0] 2[1:0 4:0] 0[]"),
                                     QStringLiteral("1[6:0 3:0] 2[1:0 4:0]"),
                                     QStringLiteral("1[6:0 3:0] 2[1:0 7:0 4:0]"),
                                     end,
                                     end,
                                     end};
    const QStringList flat = {QStringLiteral("1:0 2:0 3:0 4:0 6:0"), QStringLiteral("1:0 3:0 4:0 6:0"),
                              QStringLiteral("layout 6:0 3:0 1:0 4:0"), QStringLiteral("6:0 3:0 1:0 7:0 4:0"),
                              QStringLiteral("changed 6:0 3:0 1:0 7:0 4:1")};
    CHECK(seen == (with_sections ? by_sections : flat));
}

/// The model tester in its fatal mode over 5,000 rows; most of them move.
void a_large_model(bool with_sections)
{
    std::mt19937 random(seed);
    std::vector<int> numbers;
    for (int number = 0; number < 5000; number++) {
        numbers.push_back(number);
    }
    iq::list list = iq::list::create();
    const auto show = [&] {
        std::shuffle(numbers.begin(), numbers.end(), random);
        plain_list all;
        for (int section = 0; section < 6; section++) {
            all.push_back({section + static_cast<int>(random() % 2) * 6, {}});
        }
        for (std::size_t i = 50; i < numbers.size(); i++) {
            all[random() % all.size()].rows.push_back({numbers[i], static_cast<int>(random() % 2)});
        }
        given rows(all);
        list.set(rows.sections, rows.columns());
    };
    show();
    iq::qt::Feed feed(list);
    iq::qt::Model model(feed, with_sections ? iq::qt::Shape::Sections : iq::qt::Shape::Flat);
    add_fields(model);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    int layouts = 0;
    QObject::connect(&model, &QAbstractItemModel::layoutChanged, [&] { layouts++; });
    for (int step = 0; step < 3; step++) {
        std::map<int, QPersistentModelIndex> indexes;
        for (int number = 0; number < 5000; number += 7) {
            indexes[number] = model.index_of(key_of(number));
        }
        show();
        feed.poll();
        for (const auto &[number, index] : indexes) {
            QModelIndex now = model.index_of(key_of(number));
            CHECK(!index.isValid() || (index == now && number_of(index) == number));
        }
    }
    CHECK(layouts == 3);
}

} // namespace

void test_sessions()
{
    const int steps = 400;
    for (bool with_sections : {false, true}) {
        for (std::size_t threshold : {single, together}) {
            session(with_sections, 1, false, false, threshold, steps);
            session(with_sections, 4, false, false, threshold, steps);
            session(with_sections, 4, false, true, threshold, steps / 2);
        }
        session(with_sections, 4, true, false, together, steps);
        the_example(with_sections);
        a_large_model(with_sections);
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

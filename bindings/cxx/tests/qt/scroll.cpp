// scroll.cpp - keep_scroll: where views are scrolled to.
#include "shown.hpp"

#include <QtWidgets/QListView>
#include <QtWidgets/QTableView>
#include <QtWidgets/QTreeView>

#include <algorithm>
#include <random>
#include <set>

namespace {

struct line {
    iq_key key;
    std::uint64_t content;
};

line line_of(int number) { return {key_of(number), static_cast<std::uint64_t>(number)}; }

void set(iq::list &list, const std::vector<line> &lines)
{
    list.set_items(iq::columns_of(lines).keys(&line::key).contents(&line::content));
}

/// The numbers of the rows in sight.
std::vector<int> in_sight(const QAbstractItemView &view)
{
    std::vector<int> found;
    for (int y = 1; y < view.viewport()->height(); y++) {
        QModelIndex index = view.indexAt(QPoint(1, y));
        if (index.isValid() && (found.empty() || found.back() != number_of(index))) {
            found.push_back(number_of(index));
        }
    }
    return found;
}

void check_scroll(QAbstractItemView &view, QAbstractItemView::ScrollMode mode)
{
    std::mt19937 random(seed);
    auto below = [&random](std::size_t bound) { return random() % bound; };
    std::vector<line> lines;
    int next = 0;
    while (next < 400) {
        lines.push_back(line_of(next++));
    }
    iq::list list = iq::list::create();
    set(list, lines);
    iq::qt::Feed feed(list);
    iq::qt::Model model(feed);
    model.item_field(Qt::DisplayRole, "number", [](const iq::qt::Item &item) { return QString::number(item.content); });
    view.setVerticalScrollMode(mode);
    view.setModel(&model);
    iq::qt::keep_scroll(model, view);
    view.resize(200, 200);
    view.show();
    for (int step = 0; step < 60; step++) {
        // Not at the end, where the last row stays the last one.
        view.scrollTo(model.index(static_cast<int>(below(200)), 0), QAbstractItemView::PositionAtTop);
        if (mode == QAbstractItemView::ScrollPerPixel) {
            view.verticalScrollBar()->setValue(view.verticalScrollBar()->value() + static_cast<int>(below(9)));
        }
        std::vector<int> before = in_sight(view);
        const int above = view.visualRect(view.indexAt(QPoint(1, 1))).top();
        for (std::size_t change = below(40); change > 0; change--) {
            lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(below(lines.size())));
            lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(below(lines.size())), line_of(next++));
        }
        set(list, lines);
        feed.poll();
        std::set<int> there;
        for (const line &each : lines) {
            there.insert(static_cast<int>(each.content));
        }
        auto left = std::find_if(before.begin(), before.end(), [&](int number) { return there.count(number) > 0; });
        CHECK(left == before.end() || in_sight(view).front() == *left);
        CHECK(left == before.end() || view.visualRect(view.indexAt(QPoint(1, 1))).top() == above);
    }
    view.setModel(nullptr);
}

} // namespace

/// What is in sight stays where it is, by item and by pixel.
void test_scroll()
{
    for (QAbstractItemView::ScrollMode mode : {QAbstractItemView::ScrollPerItem, QAbstractItemView::ScrollPerPixel}) {
        QListView rows;
        QTableView table;
        QTreeView tree;
        check_scroll(rows, mode);
        check_scroll(table, mode);
        check_scroll(tree, mode);
    }
}

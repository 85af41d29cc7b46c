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

/// Where rows are in sight, in pixels, by their numbers; in order.
std::vector<std::pair<int, int>> in_sight(const QAbstractItemView &view)
{
    std::vector<std::pair<int, int>> found;
    for (int row = 0; row < view.model()->rowCount(); row++) {
        const QModelIndex index = view.model()->index(row, 0);
        const QRect rect = view.visualRect(index);
        if (rect.top() < view.viewport()->height() && rect.bottom() > 0) {
            found.emplace_back(number_of(index), rect.top());
        }
    }
    return found;
}

/// Rows come, go and are bumped to the top: those in sight that are left stay where they are, and a view at the top
/// stays at the top.
void check_scroll(QAbstractItemView &view, QAbstractItemView::ScrollMode mode, std::size_t threshold)
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
    model.layout_threshold(threshold);
    view.setVerticalScrollMode(mode);
    view.setModel(&model);
    iq::qt::keep_scroll(model, view);
    view.resize(200, 200);
    view.show();
    for (int step = 0; step < 60; step++) {
        // Not at the end, where the last row stays the last one.
        const int wanted = step % 8 == 0 ? 0 : static_cast<int>(below(199)) + 1;
        view.scrollTo(model.index(wanted, 0), QAbstractItemView::PositionAtTop);
        if (mode == QAbstractItemView::ScrollPerPixel && wanted > 0) {
            view.verticalScrollBar()->setValue(view.verticalScrollBar()->value() + static_cast<int>(below(9)));
        }
        const std::vector<std::pair<int, int>> before = in_sight(view);
        std::set<int> bumped;
        for (int i = 0; i < 3; i++) {
            auto row = lines.begin() + static_cast<std::ptrdiff_t>(below(lines.size()));
            bumped.insert(static_cast<int>(row->content));
            std::rotate(lines.begin(), row, row + 1);
        }
        for (std::size_t change = below(40); change > 0; change--) {
            lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(below(lines.size())));
            lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(below(lines.size())), line_of(next++));
        }
        set(list, lines);
        feed.poll();
        const std::vector<std::pair<int, int>> now = in_sight(view);
        if (wanted == 0) {
            CHECK(view.verticalScrollBar()->value() == 0);
            CHECK(now.front().first == static_cast<int>(lines.front().content));
            continue;
        }
        std::set<int> there;
        for (const line &each : lines) {
            there.insert(static_cast<int>(each.content));
        }
        auto left = std::find_if(before.begin(), before.end(), [&](const std::pair<int, int> &row) {
            return there.count(row.first) > 0 && bumped.count(row.first) == 0;
        });
        CHECK(left != before.end() && std::find(now.begin(), now.end(), *left) != now.end());
    }
    view.setModel(nullptr);
}

std::vector<line> lines_between(int first, int end)
{
    std::vector<line> lines;
    for (int number = first; number < end; number++) {
        lines.push_back(line_of(number));
    }
    return lines;
}

/// New rows come before all others. By itself a view keeps its distance from the beginning. With keep_scroll it does
/// so at the top, unless a page may come there.
void new_first_rows(bool keeps, bool has_page, bool is_at_top)
{
    iq::list list = iq::list::create();
    set(list, lines_between(100, 200));
    iq::page page;
    page.state = has_page ? IQ_PAGE_MORE : IQ_PAGE_ENDED;
    list.set_page({0}, IQ_EDGE_START, page);
    iq::qt::Feed feed(list);
    iq::qt::Model model(feed);
    model.item_field(Qt::DisplayRole, "number", [](const iq::qt::Item &item) { return QString::number(item.content); });
    QListView view;
    view.setModel(&model);
    view.resize(200, 200);
    view.show();
    if (keeps) {
        iq::qt::keep_scroll(model, view);
    }
    view.scrollTo(model.index(is_at_top ? 0 : 30, 0), QAbstractItemView::PositionAtTop);
    set(list, lines_between(90, 200));
    feed.poll();
    const int first = is_at_top ? 100 : 130;
    CHECK(in_sight(view).front().first == (keeps && (has_page || !is_at_top) ? first : first - 10));
}

/// Above the rows in sight, sections come and go.
void sections_scroll()
{
    std::mt19937 random(seed);
    std::vector<int> order = {0, 1, 2};
    iq::list list = iq::list::create();
    const auto show = [&] {
        plain_list all;
        for (int number : order) {
            all.push_back({number, {{100 * number, 0}, {100 * number + 1, 0}}});
        }
        all.push_back({9, {}});
        for (int number = 900; number < 960; number++) {
            all.back().rows.push_back({number, 0});
        }
        given rows(all);
        list.set(rows.sections, rows.columns());
    };
    show();
    iq::qt::Feed feed(list);
    iq::qt::Model model(feed, iq::qt::Shape::Sections);
    add_fields(model);
    QTreeView view;
    view.setModel(&model);
    view.resize(200, 200);
    view.show();
    view.expandAll();
    iq::qt::keep_scroll(model, view);
    for (int step = 0; step < 30; step++) {
        view.scrollTo(model.index_of(key_of(930)), QAbstractItemView::PositionAtTop);
        order = {0, 1, 2, 3, 4, 5};
        std::shuffle(order.begin(), order.end(), random);
        order.resize(random() % 6);
        show();
        feed.poll();
        CHECK(view.visualRect(model.index_of(key_of(930))).top() == 0);
    }
}

} // namespace

/// Where views are scrolled to, by item and by pixel.
void test_scroll()
{
    for (QAbstractItemView::ScrollMode mode : {QAbstractItemView::ScrollPerItem, QAbstractItemView::ScrollPerPixel}) {
        QListView rows;
        QTableView table;
        QTreeView tree;
        for (std::size_t threshold : {std::size_t{1}, single}) {
            check_scroll(rows, mode, threshold);
            check_scroll(table, mode, threshold);
            check_scroll(tree, mode, threshold);
        }
    }
    for (int which = 0; which < 8; which++) {
        new_first_rows((which & 1) != 0, (which & 2) != 0, (which & 4) != 0);
    }
    sections_scroll();
}

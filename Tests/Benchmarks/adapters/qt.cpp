/* qt.cpp - a frame of a QListView over ten thousand and a hundred thousand rows
 * of which one in a hundred changes: by iqlist_qt.hpp, and by what people do
 * without it, a reset of the model. Then one of a QListView and of a QTreeView
 * where these rows move, beside layoutChanged, for which a model of one's own says
 * where each persistent index has gone. Of the rows that were selected before a
 * frame and still exist it counts those that are selected after it, and how often
 * the row at the upper edge has stayed there (or nobody could keep it, as it has
 * gone).
 *
 *     frame    change ── update or reset ── layout ── paint
 *              └──────────────── counted ─────────────────┘ */
#include "frames.h"

#include <iqlist_qt.hpp>

#include <QtCore/QAbstractListModel>
#include <QtCore/QItemSelectionModel>
#include <QtWidgets/QApplication>
#include <QtWidgets/QListView>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QTreeView>

#include <array>
#include <cstring>
#include <unordered_map>
#include <vector>

namespace {

QString text_of(iq_key key, std::uint64_t content)
{
    std::array<char, ROW_TEXT> text{};
    row_text(key, content, text.data());
    return QString::fromLatin1(text.data());
}

/* The rows themselves as a model. */
class ResetModel : public QAbstractListModel {
public:
    explicit ResetModel(const rows &shown) : rows_(shown), count_(shown.count) {}

    void reset()
    {
        beginResetModel();
        count_ = rows_.count;
        endResetModel();
    }

    int rowCount(const QModelIndex &parent) const override { return parent.isValid() ? 0 : int(count_); }

    QVariant data(const QModelIndex &index, int role) const override
    {
        const auto row = std::size_t(index.row());
        return role == Qt::DisplayRole ? text_of(rows_.keys[row], rows_.contents[row]) : QVariant();
    }

private:
    const rows &rows_;
    std::size_t count_;
};

/* The rows themselves, and where each key is: for layoutChanged. */
class LayoutModel : public QAbstractListModel {
public:
    explicit LayoutModel(const rows &shown) : rows_(shown), keys_(shown.keys, shown.keys + shown.count) {}

    void move()
    {
        Q_EMIT layoutAboutToBeChanged();
        std::unordered_map<std::uint64_t, int> places;
        places.reserve(rows_.count);
        for (std::size_t row = 0; row < rows_.count; row++) {
            places.emplace(number_of(rows_.keys[row]), int(row));
        }
        const QModelIndexList old = persistentIndexList();
        QModelIndexList moved;
        for (const QModelIndex &each : old) {
            moved.append(index(places.at(number_of(keys_[std::size_t(each.row())]))));
        }
        keys_.assign(rows_.keys, rows_.keys + rows_.count);
        changePersistentIndexList(old, moved);
        Q_EMIT layoutChanged();
    }

    int rowCount(const QModelIndex &parent) const override { return parent.isValid() ? 0 : int(keys_.size()); }

    QVariant data(const QModelIndex &index, int role) const override
    {
        const auto row = std::size_t(index.row());
        return role == Qt::DisplayRole ? text_of(keys_[row], rows_.contents[row]) : QVariant();
    }

private:
    static std::uint64_t number_of(const iq_key &key)
    {
        std::uint64_t number;
        std::memcpy(&number, key.bytes, sizeof number);
        return number;
    }

    const rows &rows_;
    std::vector<iq_key> keys_;
};

void use_equal_heights(QListView &view) { view.setUniformItemSizes(true); }
void use_equal_heights(QTreeView &view)
{
    view.setUniformRowHeights(true);
    view.setHeaderHidden(true);
}

template <class View> class Screen {
public:
    View view;

    Screen(rows &shown, QAbstractItemModel &model) : rows_(shown)
    {
        use_equal_heights(view);
        view.setSelectionMode(QAbstractItemView::ExtendedSelection);
        view.setModel(&model);
        view.resize(400, 600);
        view.show();
    }

    template <class Change, class Show> void frame(outcome &into, Change change, Show show)
    {
        settle();
        const std::size_t middle = rows_.count / 2;
        std::array<iq_key, SELECTED> selected{};
        std::copy_n(rows_.keys + middle, SELECTED, selected.begin());
        const iq_key first = first_in_sight();
        change(&rows_);
        const double begun = seconds_now();
        show();
        paint();
        into.seconds[into.frames++] = seconds_now() - begun;

        const iq_key now = first_in_sight();
        into.kept_first +=
            rows_find(&rows_, first) == rows_.count || std::memcmp(&first, &now, sizeof now) == 0;
        for (const iq_key &key : selected) {
            const std::size_t row = rows_find(&rows_, key);
            into.selected += row < rows_.count;
            into.kept_selected +=
                row < rows_.count && view.selectionModel()->isSelected(view.model()->index(int(row), 0));
        }
    }

private:
    /* Scrolls to the middle, and selects rows there. */
    void settle()
    {
        const int middle = int(rows_.count / 2);
        view.selectionModel()->clear();
        for (int i = 0; i < SELECTED; i++) {
            view.selectionModel()->select(view.model()->index(middle + i, 0), QItemSelectionModel::Select);
        }
        view.scrollTo(view.model()->index(middle - 5, 0), QAbstractItemView::PositionAtTop);
        paint();
    }

    void paint()
    {
        QCoreApplication::processEvents();
        view.viewport()->repaint();
    }

    iq_key first_in_sight() const
    {
        const QModelIndex at = view.indexAt(QPoint(5, 5));
        return rows_.keys[at.isValid() ? std::size_t(at.row()) : 0];
    }

    rows &rows_;
};

outcome measure_reset(std::size_t count, std::size_t frames)
{
    rows shown;
    outcome into{};
    rows_begin(&shown, count);
    {
        ResetModel model(shown);
        Screen<QListView> screen(shown, model);
        for (std::size_t i = 0; i < frames; i++) {
            screen.frame(into, rows_change, [&] { model.reset(); });
        }
    }
    rows_end(&shown);
    return into;
}

template <class View> outcome measure_layout(std::size_t count, std::size_t frames)
{
    rows shown;
    outcome into{};
    rows_begin(&shown, count);
    {
        LayoutModel model(shown);
        Screen<View> screen(shown, model);
        for (std::size_t i = 0; i < frames; i++) {
            screen.frame(into, rows_move, [&] { model.move(); });
        }
    }
    rows_end(&shown);
    return into;
}

/* `is_set_counted`: with what the list takes to be set. */
template <class View>
outcome measure_ours(std::size_t count, std::size_t frames, void (*change)(rows *), bool is_set_counted)
{
    rows shown;
    outcome into{};
    rows_begin(&shown, count);
    {
        iq::list list = iq::list::create();
        const auto set = [&] {
            iq_columns columns = rows_columns(&shown);
            if (iq_list_set_items(list.get(), &columns, nullptr, nullptr) != IQ_OK) {
                std::abort();
            }
        };
        set();
        iq::qt::Feed feed(list);
        iq::qt::Model model(feed);
        model.item_field(Qt::DisplayRole, "text",
                         [](const iq::qt::Item &item) { return text_of(item.key, item.content); });
        Screen<View> screen(shown, model);
        if (is_set_counted) {
            iq::qt::keep_scroll(model, screen.view);
        }
        for (std::size_t i = 0; i < frames; i++) {
            screen.frame(
                into,
                [&](rows *) {
                    change(&shown);
                    if (!is_set_counted) {
                        set();
                    }
                },
                [&] {
                    if (is_set_counted) {
                        set();
                    }
                    feed.poll();
                });
        }
    }
    rows_end(&shown);
    return into;
}

template <class View> void print_moves(const char *what, std::size_t count, std::size_t frames)
{
    const outcome theirs = measure_layout<View>(count, frames);
    const outcome ours = measure_ours<View>(count, frames, rows_move, false);
    outcome_print(what, count, "layoutChanged", &ours, &theirs);
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const bool is_quick = argc > 1 && std::strcmp(argv[1], "--quick") == 0;
    const std::size_t frames = is_quick ? FRAMES_QUICK : FRAMES;
    for (std::size_t count = 10000; count <= (is_quick ? 10000u : 100000u); count *= 10) {
        const outcome theirs = measure_reset(count, frames);
        const outcome ours = measure_ours<QListView>(count, frames, rows_change, true);
        outcome_print("QListView", count, "reset of the model", &ours, &theirs);
        print_moves<QListView>("QListView sorted anew, beside layoutChanged", count, frames);
        print_moves<QTreeView>("QTreeView sorted anew, beside layoutChanged", count, frames);
    }
    return 0;
}

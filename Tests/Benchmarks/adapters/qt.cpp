/* qt.cpp - a frame of a QListView over ten thousand and a hundred thousand rows
 * of which one in a hundred changes: by iqlist_qt.hpp, and by what people do
 * without it, a reset of the model. Of the rows that were selected before a frame
 * and still exist it counts those that are selected after it, and how often the
 * row at the upper edge has stayed there (or nobody could keep it, as it has gone).
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

#include <array>
#include <cstring>

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

class Screen {
public:
    QListView view;

    Screen(rows &shown, QAbstractItemModel &model) : rows_(shown)
    {
        view.setUniformItemSizes(true);
        view.setSelectionMode(QAbstractItemView::ExtendedSelection);
        view.setModel(&model);
        view.resize(400, 600);
        view.show();
    }

    template <class Show> void frame(outcome &into, Show show)
    {
        settle();
        const std::size_t middle = rows_.count / 2;
        std::array<iq_key, SELECTED> selected{};
        std::copy_n(rows_.keys + middle, SELECTED, selected.begin());
        const iq_key first = first_in_sight();
        rows_change(&rows_);
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
        Screen screen(shown, model);
        for (std::size_t i = 0; i < frames; i++) {
            screen.frame(into, [&] { model.reset(); });
        }
    }
    rows_end(&shown);
    return into;
}

outcome measure_ours(std::size_t count, std::size_t frames)
{
    rows shown;
    outcome into{};
    rows_begin(&shown, count);
    {
        iq::list list = iq::list::create();
        const auto show = [&] {
            iq_columns columns = rows_columns(&shown);
            if (iq_list_set_items(list.get(), &columns, nullptr, nullptr) != IQ_OK) {
                std::abort();
            }
        };
        show();
        iq::qt::Feed feed(list);
        iq::qt::Model model(feed);
        model.item_field(Qt::DisplayRole, "text",
                         [](const iq::qt::Item &item) { return text_of(item.key, item.content); });
        Screen screen(shown, model);
        iq::qt::keep_scroll(model, screen.view);
        for (std::size_t i = 0; i < frames; i++) {
            screen.frame(into, [&] {
                show();
                feed.poll();
            });
        }
    }
    rows_end(&shown);
    return into;
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const bool is_quick = argc > 1 && std::strcmp(argv[1], "--quick") == 0;
    for (std::size_t count = 10000; count <= (is_quick ? 10000u : 100000u); count *= 10) {
        const outcome theirs = measure_reset(count, is_quick ? FRAMES_QUICK : FRAMES);
        const outcome ours = measure_ours(count, is_quick ? FRAMES_QUICK : FRAMES);
        outcome_print("QListView", count, "reset of the model", &ours, &theirs);
    }
    return 0;
}

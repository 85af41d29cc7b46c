/* qt_sorted.cpp - a frame of a QTreeView over rows that are sorted by a number,
 * where one in a hundred gets another number: by a sorted list behind
 * iqlist_qt.hpp, and by QSortFilterProxyModel at its best, whose lessThan compares
 * the numbers themselves. Its source says what has changed in one of three ways:
 *
 *     each          dataChanged of each row, dynamicSortFilter
 *     all           one dataChanged of all rows, dynamicSortFilter
 *     invalidate    nothing; one invalidate() of the proxy
 *
 *     frame    numbers change ── update or signals ── layout ── paint
 *              └─────────────────── counted ───────────────────────┘
 *
 * The model alone is measured as well, without a view. */
#include "frames.h"

#include <iqlist_qt.hpp>

#include <QtCore/QAbstractTableModel>
#include <QtCore/QItemSelectionModel>
#include <QtCore/QSortFilterProxyModel>
#include <QtWidgets/QApplication>
#include <QtWidgets/QTreeView>

#include <array>
#include <cstring>
#include <memory>
#include <vector>

namespace {

enum class Way { Each, All, Invalidate };
constexpr std::array WAYS = {Way::Each, Way::All, Way::Invalidate};
constexpr std::array NAMES = {"dataChanged of each row", "one dataChanged of all", "invalidate()"};
constexpr int KEY_ROLE = Qt::UserRole;

QString text_of(iq_key key, std::uint64_t content)
{
    std::array<char, ROW_TEXT> text{};
    row_text(key, content, text.data());
    return QString::fromLatin1(text.data());
}

std::uint64_t key_number(const iq_key &key)
{
    std::uint64_t number;
    std::memcpy(&number, key.bytes, sizeof number);
    return number;
}

QVariant number_variant(const iq_key &key) { return QVariant::fromValue<qulonglong>(key_number(key)); }

/* The rows as they come, as a model. A number that has changed is taken when the model is told, so that a proxy
 * that sorts row by row finds the others in order. */
class Rows : public QAbstractTableModel {
public:
    explicit Rows(const rows &shown) : rows_(shown), numbers_(shown.contents, shown.contents + shown.count) {}

    int rowCount(const QModelIndex &parent) const override { return parent.isValid() ? 0 : int(rows_.count); }
    int columnCount(const QModelIndex &) const override { return 1; }
    QVariant data(const QModelIndex &index, int role) const override
    {
        const auto row = std::size_t(index.row());
        if (role == KEY_ROLE) {
            return number_variant(rows_.keys[row]);
        }
        return role == Qt::DisplayRole ? text_of(rows_.keys[row], numbers_[row]) : QVariant();
    }
    std::uint64_t number_at(int row) const { return numbers_[std::size_t(row)]; }
    void take(std::size_t row) { numbers_[row] = rows_.contents[row]; }
    void tell(int first, int last) { Q_EMIT dataChanged(index(first, 0), index(last, 0)); }

private:
    const rows &rows_;
    std::vector<std::uint64_t> numbers_;
};

class Proxy : public QSortFilterProxyModel {
public:
    Proxy(Rows &source, Way way) : source_(source)
    {
        setDynamicSortFilter(way != Way::Invalidate);
        setSourceModel(&source);
        sort(0);
    }

protected:
    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override
    {
        return source_.number_at(left.row()) < source_.number_at(right.row());
    }

private:
    Rows &source_;
};

/* Rows that are sorted and shown in one of the ways. */
class Shown {
public:
    explicit Shown(std::size_t count) : changed_(count / 100)
    {
        rows_begin(&rows_, count);
        rows_rank(&rows_);
    }
    Shown(const Shown &) = delete;
    Shown &operator=(const Shown &) = delete;
    virtual ~Shown() { rows_end(&rows_); }

    virtual QAbstractItemModel &model() = 0;
    virtual void keep_scroll(QTreeView &view) { (void)view; }
    virtual void tell(const std::vector<std::size_t> &changed) = 0;

    /* One in a hundred rows gets another number, and the model follows. */
    void change() { rows_rank_some(&rows_, changed_.data()), tell(changed_); }
    /* Ends the program unless the rows are in order. */
    void check_order()
    {
        const auto content_of = [&](int row) {
            const QVariant number = model().index(row, 0).data(KEY_ROLE);
            return rows_.contents[number.toULongLong()]; // a row's number is where it is
        };
        for (int row = 1; row < model().rowCount(); row++) {
            if (content_of(row - 1) > content_of(row)) {
                qFatal("not in order");
            }
        }
    }
    bool has_changed(std::uint64_t number) const
    {
        for (const std::size_t row : changed_) {
            if (key_number(rows_.keys[row]) == number) {
                return true;
            }
        }
        return false;
    }

protected:
    rows rows_{};

private:
    std::vector<std::size_t> changed_;
};

class Ours : public Shown {
public:
    explicit Ours(std::size_t count) : Shown(count)
    {
        set();
        iq::derive_options options;
        options.kind = IQ_DERIVE_SORTED;
        sorted_ = source_.derive(options);
        bool is_done = false;
        iq_submit_options done{};
        done.struct_size = sizeof done;
        done.done = [](void *context, std::uint64_t, iq_status) { *static_cast<bool *>(context) = true; };
        done.context = &is_done;
        sorted_.set_order([](const iq_ranked &item) noexcept { return item.content; }, 0, done);
        while (!is_done) {
            sorted_.poll({});
        }
        feed_ = std::make_unique<iq::qt::Feed>(sorted_);
        model_ = std::make_unique<iq::qt::Model>(*feed_);
        model_->item_field(Qt::DisplayRole, "text",
                           [](const iq::qt::Item &item) { return text_of(item.key, item.content); });
        model_->item_field(KEY_ROLE, "key", [](const iq::qt::Item &item) { return number_variant(item.key); });
    }

    QAbstractItemModel &model() override { return *model_; }
    void keep_scroll(QTreeView &view) override { iq::qt::keep_scroll(*model_, view); }
    void tell(const std::vector<std::size_t> &) override { set(), feed_->poll(); }

private:
    void set()
    {
        iq_columns columns = rows_columns(&rows_);
        if (iq_list_set_items(source_.get(), &columns, nullptr, nullptr) != IQ_OK) {
            std::abort();
        }
    }

    iq::list source_ = iq::list::create(), sorted_;
    std::unique_ptr<iq::qt::Feed> feed_;
    std::unique_ptr<iq::qt::Model> model_;
};

class Theirs : public Shown {
public:
    Theirs(std::size_t count, Way way) : Shown(count), way_(way), source_(rows_), proxy_(source_, way) {}

    QAbstractItemModel &model() override { return proxy_; }
    void tell(const std::vector<std::size_t> &changed) override
    {
        for (const std::size_t row : changed) {
            source_.take(row);
            if (way_ == Way::Each) {
                source_.tell(int(row), int(row));
            }
        }
        if (way_ == Way::All) {
            source_.tell(0, int(rows_.count) - 1);
        } else if (way_ == Way::Invalidate) {
            proxy_.invalidate();
        }
        proxy_.index(0, 0); // sorts, if it has not yet
    }

private:
    Way way_;
    Rows source_;
    Proxy proxy_;
};

class View : public QTreeView {
public:
    bool is_painted = false;

protected:
    void paintEvent(QPaintEvent *event) override
    {
        is_painted = true;
        QTreeView::paintEvent(event);
    }
};

class Screen {
public:
    explicit Screen(Shown &shown) : shown_(shown)
    {
        view_.setUniformRowHeights(true);
        view_.setSelectionMode(QAbstractItemView::ExtendedSelection);
        view_.setModel(&shown.model());
        view_.resize(400, 600);
        view_.show();
        shown.keep_scroll(view_);
    }

    void frame(outcome &into)
    {
        settle();
        const auto selected = selection();
        const std::uint64_t first = first_in_sight();
        const double begun = seconds_now();
        shown_.change();
        paint();
        into.seconds[into.frames++] = seconds_now() - begun;
        into.kept_first += first_in_sight() == first || shown_.has_changed(first);
        into.selected += selected.size();
        for (const std::uint64_t number : selection()) {
            into.kept_selected += std::count(selected.begin(), selected.end(), number);
        }
    }

private:
    /* Scrolls to the middle, and selects rows there. */
    void settle()
    {
        const QAbstractItemModel &model = *view_.model();
        const int middle = model.rowCount() / 2;
        view_.selectionModel()->clear();
        for (int i = 0; i < SELECTED; i++) {
            view_.selectionModel()->select(model.index(middle + i, 0), QItemSelectionModel::Select);
        }
        view_.scrollTo(model.index(middle - 5, 0), QAbstractItemView::PositionAtTop);
        view_.viewport()->update();
        paint();
    }

    /* As often as the view asks for it, which after a change is once. */
    void paint()
    {
        view_.is_painted = false;
        while (!view_.is_painted) {
            QCoreApplication::processEvents();
        }
    }

    std::vector<std::uint64_t> selection() const
    {
        std::vector<std::uint64_t> found;
        for (const QModelIndex &each : view_.selectionModel()->selectedIndexes()) {
            found.push_back(each.data(KEY_ROLE).toULongLong());
        }
        return found;
    }

    std::uint64_t first_in_sight() const { return view_.indexAt(QPoint(5, 5)).data(KEY_ROLE).toULongLong(); }

    Shown &shown_;
    View view_;
};

outcome measure(Shown &shown, bool has_view, std::size_t frames)
{
    outcome into{};
    std::unique_ptr<Screen> screen = has_view ? std::make_unique<Screen>(shown) : nullptr;
    for (std::size_t i = 0; i < frames; i++) {
        if (screen) {
            screen->frame(into);
        } else {
            const double begun = seconds_now();
            shown.change();
            into.seconds[into.frames++] = seconds_now() - begun;
        }
        shown.check_order();
    }
    return into;
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const bool is_quick = argc > 1 && std::strcmp(argv[1], "--quick") == 0;
    const std::size_t frames = is_quick ? FRAMES_QUICK : FRAMES;
    for (std::size_t count = 10000; count <= (is_quick ? 10000u : 100000u); count *= 10) {
        for (const bool has_view : {true, false}) {
            Ours shown(count);
            const outcome ours = measure(shown, has_view, frames);
            for (std::size_t way = 0; way < WAYS.size(); way++) {
                Theirs other(count, WAYS[way]);
                const outcome theirs = measure(other, has_view, frames);
                outcome_print(has_view ? "QTreeView, sorted" : "Qt, the sorted model alone", count, NAMES[way],
                              &ours, &theirs);
            }
        }
    }
    return 0;
}

// iqlist_qt.hpp - lists of libiqlist as models of Qt 6, for C++17 and later. One header over iqlist.hpp.
//
//     iq::list chats = iq::list::create();
//     iq::qt::Feed feed(chats);
//     iq::qt::Model model(feed);
//     model.field(Qt::DisplayRole, "name", &chat::name);
//     QListView view;
//     view.setModel(&model);
//
// The model follows the list by itself: the list's descriptor wakes Qt's event loop, and each update, from
// whatever thread, becomes rows that are inserted, removed, moved and changed. No moc is needed: the classes
// here have no signals or slots of their own, and so qobject_cast does not know them.
//
// Feed       polls one list, for all models that show it: nothing else may poll that list. Events other than
//            updates go to Feed::on_event.
// Model      shows a list as rows (Shape::Flat), or its sections as rows with their items below them
//            (Shape::Sections). It has no rows of its own: it reads them from a snapshot of the list, which
//            shares the list's memory. With sections it has a number for each section.
// Kept       Persistent indexes, the selection and the current index stay with their items, also while these
//            move. While a signal is emitted, rowCount() and data() are those of that moment. Updates that
//            wait are shown as one. A changeset that is a full reload is a reset of the model. What is in
//            sight stays there in views for which keep_scroll was called.
// Lifetime   The list, its feed and its models may be destroyed in any order. Without its list or its feed a
//            model shows what it showed last.
// Threads    A feed and its models live on one thread with an event loop. Any thread changes the list.
// Errors     The feed's constructor throws iq::error. Where memory is short later on, an update is shown
//            some milliseconds after.
#ifndef IQLIST_QT_HPP
#define IQLIST_QT_HPP

#include <iqlist.hpp>

#include <QtCore/QAbstractItemModel>
#include <QtCore/QPointer>
#include <QtCore/QSocketNotifier>
#include <QtCore/QString>
#include <QtCore/QTimer>
#include <QtCore/QVariant>
#if __has_include(<QtWidgets/QAbstractItemView>)
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QScrollBar>
#endif

#include <unistd.h>

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <unordered_set>

namespace iq::qt {

class Model;

/// What the models of one list have in common: it polls the list, and knows which state of it is shown.
class Feed : public QObject {
public:
    /// Follows the list. Events of these kinds (IQ_EVENT_*) are made and handed to on_event; updates always
    /// are, and PAGE is needed for fetchMore. This sets the events of the list: iq_list_set_events.
    explicit Feed(iq::list &list, std::uint32_t events = IQ_EVENT_PAGE, QObject *parent = nullptr)
        : QObject(parent), list_(list.get())
    {
        list.set_events(events | IQ_EVENT_UPDATE);
        descriptor_.number = ::dup(list.wakeup());
        iq::snapshot empty = list.snapshot();
        empty.delete_all();
        snapshot_ = std::make_shared<const iq::snapshot>(std::move(empty));

        notifier_ = new QSocketNotifier(descriptor_.number, QSocketNotifier::Read, this);
        QObject::connect(notifier_, &QSocketNotifier::activated, this, [this] { poll(); });
        retry_.setSingleShot(true);
        retry_.setInterval(10);
        QObject::connect(&retry_, &QTimer::timeout, this, [this] { poll(); });
        show_changes();
    }

    /// Calls `function` for each event that is no update, and for an UPDATE of a submission that failed, after
    /// the models show what the list has become. What the event points to lives until the next poll: where
    /// the function runs an event loop, until that begins. It may destroy the list, the feed and the models.
    void on_event(std::function<void(const iq_event &)> function) { on_event_ = std::move(function); }

    /// Shows at once what the list has become. Otherwise the event loop does that. Has no effect while a model
    /// emits signals.
    void poll()
    {
        if (is_showing_) {
            return;
        }
        QPointer<Feed> self(this);
        retry_.stop();
        // What is left when so many are handed out comes after other events of the loop.
        for (int left = 1024; left > 0; left--) {
            if (!self || list_ == nullptr || !advance()) {
                return;
            }
        }
        if (self) {
            retry_.start();
        }
    }

    /// The list that is polled; null once it is destroyed.
    iq_list *list() const noexcept { return list_; }
    /// What is shown.
    const std::shared_ptr<const iq::snapshot> &snapshot() const noexcept { return snapshot_; }

private:
    friend class Model;

    /// Of our own, so that no other file gets its number while the notifier has it.
    struct descriptor {
        int number = -1;
        descriptor() = default;
        descriptor(const descriptor &) = delete;
        descriptor &operator=(const descriptor &) = delete;
        ~descriptor()
        {
            if (number >= 0) {
                ::close(number);
            }
        }
    };

    /// Hands out one event, or takes some from the list and shows what has become of it. False if there is
    /// nothing left to do.
    bool advance()
    {
        if (next_event_ < event_count_) {
            // The function before may have destroyed the list, and what the events point to with it.
            iq::list_info info;
            if (iq_list_get_info(list_, &info) == IQ_ERROR_HANDLE) {
                return end();
            }
            // An event loop in the function hands out the rest.
            iq::event event = events_[next_event_++];
            if (on_event_ && !is_step(event)) {
                auto function = on_event_;
                function(event);
            }
            return true;
        }
        next_event_ = event_count_ = 0;
        iq_status status = iq_list_poll(list_, events_.data(), events_.size(), &event_count_);
        if (status == IQ_ERROR_HANDLE) {
            return end();
        }
        if (event_count_ == 0 && status != IQ_OK && status != IQ_ERROR_CALLBACK) {
            return later();
        }
        // Before the events are handed out.
        bool has_events = event_count_ > 0;
        return show_changes() || (has_events && list_ != nullptr);
    }

    static bool is_step(const iq_event &event)
    {
        return event.kind == IQ_EVENT_UPDATE && event.changeset != nullptr;
    }

    bool end()
    {
        list_ = nullptr;
        notifier_->setEnabled(false);
        return false;
    }

    bool later()
    {
        retry_.start();
        return false;
    }

    /// Tells the models what has become of the list. False if that is nothing, and while an edit is open.
    bool show_changes()
    {
        iq_changeset *changes = nullptr;
        iq_snapshot *after = nullptr;
        iq_status status =
            iq_list_changes_since(list_, has_begun_ ? snapshot_->get() : nullptr, nullptr, &changes, &after);
        if (status == IQ_ERROR_HANDLE) {
            return end();
        }
        if (status != IQ_OK) {
            return later();
        }
        if (after == nullptr) {
            return false;
        }
        has_begun_ = true;
        iq::changeset owned(changes);
        std::shared_ptr<const iq::snapshot> before =
            std::exchange(snapshot_, std::make_shared<const iq::snapshot>(after));
        tell(owned, before);
        return true;
    }

    inline void tell(const iq::changeset &changes, const std::shared_ptr<const iq::snapshot> &before);

    descriptor descriptor_;
    iq_list *list_;
    QSocketNotifier *notifier_ = nullptr;
    QTimer retry_;
    std::function<void(const iq_event &)> on_event_;
    std::vector<Model *> models_;
    std::shared_ptr<const iq::snapshot> snapshot_;
    /// What is shown is a snapshot of the list; at first it is nothing.
    bool has_begun_ = false;
    /// What the last poll has handed out.
    std::array<iq::event, 64> events_;
    std::size_t event_count_ = 0;
    std::size_t next_event_ = 0;
    bool is_showing_ = false;
};

/// An item, as fields are made of it. The model is valid while the function runs.
struct Item {
    iq_key key = {};
    std::uint64_t content = 0;
    void *model = nullptr;
    iq_class cell_class = {};
    std::uint16_t level = 0;
    bool has_children = false; ///< of a derived list
};

/// A section, likewise.
struct Section {
    iq_key key = {};
    std::size_t count = 0;  ///< its items at this moment; dataChanged follows when all is done
    void *header = nullptr; ///< the model of its IQ_KIND_HEADER
};

namespace detail {

template <class Value> QVariant variant(const Value &value)
{
    if constexpr (std::is_convertible_v<const Value &, std::string_view>) {
        std::string_view text = value;
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    } else if constexpr (std::is_convertible_v<const Value &, QVariant>) {
        return value;
    } else {
        return QVariant::fromValue(value);
    }
}

} // namespace detail

/// How a model shows a list.
enum class Shape {
    Flat,     ///< the items of all sections as rows
    Sections, ///< the sections as rows, with their items as rows below them
};

/// A model of Qt that shows a list.
class Model : public QAbstractItemModel {
public:
    explicit Model(Feed &feed, Shape shape = Shape::Flat, QObject *parent = nullptr)
        : QAbstractItemModel(parent), feed_(&feed), shape_(shape), snapshot_(feed.snapshot()),
          names_(QAbstractItemModel::roleNames())
    {
        feed.models_.push_back(this);
        number_sections();
    }

    ~Model() override
    {
        if (feed_) {
            feed_->models_.erase(std::remove(feed_->models_.begin(), feed_->models_.end(), this),
                                 feed_->models_.end());
        }
    }

    /// What items show in a role and a column: QVariant(const Item &). `name` is the role's in QML. Set fields
    /// before a view has the model.
    Model &item_field(int role, const QByteArray &name, std::function<QVariant(const Item &)> value,
                      int column = 0)
    {
        names_.insert(role, name);
        columns_ = std::max(columns_, column + 1);
        items_.push_back({role, column, std::move(value)});
        return *this;
    }

    /// What sections show: QVariant(const Section &).
    Model &section_field(int role, const QByteArray &name, std::function<QVariant(const Section &)> value,
                         int column = 0)
    {
        names_.insert(role, name);
        columns_ = std::max(columns_, column + 1);
        sections_.push_back({role, column, std::move(value)});
        return *this;
    }

    /// A member of the objects that are the models of the items, or a function of them without arguments.
    template <class Object, class Value>
    Model &field(int role, const QByteArray &name, Value Object::*member, int column = 0)
    {
        return object_field<Object>(role, name, member, column);
    }
    /// What a function makes of such an object.
    ///
    ///     model.field<chat>(Qt::ToolTipRole, "unread", [](const chat &each) { return each.unread > 0; });
    template <class Object, class Function>
    Model &field(int role, const QByteArray &name, Function function, int column = 0)
    {
        return object_field<Object>(role, name, std::move(function), column);
    }

    Shape shape() const noexcept { return shape_; }

    /// Calls `before` when an update is about to be shown, and then what it returned, once it is shown: for what
    /// a view does not keep by itself. See keep_scroll.
    void around_updates(std::function<std::function<void()>()> before) { around_.push_back(std::move(before)); }

    /// The item at an index; nothing for a section, and for an index that is not valid.
    std::optional<Item> item_at(const QModelIndex &index) const
    {
        std::optional<place> found = find(index);
        return found && found->item ? std::optional<Item>(read_item(*found)) : std::nullopt;
    }
    std::optional<Section> section_at(const QModelIndex &index) const
    {
        std::optional<place> found = find(index);
        return found && !found->item ? std::optional<Section>(read_section(index.row(), *found)) : std::nullopt;
    }
    /// The index of an item. Not valid if there is none of that key, and while signals are emitted. O(1), for
    /// the first key after an update O(n).
    QModelIndex index_of(const iq_key &key, optional_key section = nullptr) const
    {
        iq_status status = IQ_OK;
        iq_position at = snapshot_->find_position(key, section, &status);
        if (status != IQ_OK || replay_) {
            return {};
        }
        if (shape_ == Shape::Flat) {
            return index(static_cast<int>(snapshot_->find_index(at, &status)), 0);
        }
        return index(static_cast<int>(at.item), 0, index(static_cast<int>(at.section), 0));
    }

    using QObject::parent;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override
    {
        if (row < 0 || column < 0 || column >= columns_ || row >= rowCount(parent)) {
            return {};
        }
        return createIndex(row, column, parent.isValid() ? ids_[static_cast<std::size_t>(parent.row())] : 0);
    }
    QModelIndex parent(const QModelIndex &child) const override
    {
        std::optional<std::uint32_t> section = section_of(child);
        return section ? createIndex(static_cast<int>(*section), 0, quintptr{0}) : QModelIndex();
    }
    int rowCount(const QModelIndex &parent = {}) const override
    {
        iq_status status = IQ_OK;
        if (!parent.isValid()) {
            return static_cast<int>(replay_                   ? replay_.count(IQ_NONE, &status)
                                    : shape_ == Shape::Flat ? snapshot_->item_count(&status)
                                                              : snapshot_->section_count(&status));
        }
        if (shape_ == Shape::Flat || parent.internalId() != 0 || parent.column() != 0) {
            return 0;
        }
        return static_cast<int>(count_of(static_cast<std::uint32_t>(parent.row())));
    }
    int columnCount(const QModelIndex & = {}) const override { return columns_; }
    QHash<int, QByteArray> roleNames() const override { return names_; }

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override
    {
        std::optional<place> found = find(index);
        if (!found) {
            return {};
        }
        if (found->item) {
            for (const field_of<Item> &each : items_) {
                if (each.role == role && each.column == index.column()) {
                    return each.value(read_item(*found));
                }
            }
            return {};
        }
        for (const field_of<Section> &each : sections_) {
            if (each.role == role && each.column == index.column()) {
                return each.value(read_section(index.row(), *found));
            }
        }
        return {};
    }
    /// Sections cannot be selected. Override this for what can be edited or dragged.
    Qt::ItemFlags flags(const QModelIndex &index) const override
    {
        if (!index.isValid()) {
            return Qt::NoItemFlags;
        }
        return shape_ == Shape::Sections && index.internalId() == 0
                   ? Qt::ItemFlags(Qt::ItemIsEnabled)
                   : Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
    }

    /// Whether there is a page behind the end of the list, or of a section, that can be asked for: iqlist.h,
    /// PAGING. `fetchMore` asks for it, by an IQ_EVENT_PAGE.
    bool canFetchMore(const QModelIndex &parent) const override
    {
        std::optional<iq_section> section = paged(parent);
        iq::page page;
        return section && iq_list_get_page(feed_->list(), *section, IQ_EDGE_END, &page) == IQ_OK &&
               page.state == IQ_PAGE_MORE;
    }
    void fetchMore(const QModelIndex &parent) override
    {
        if (std::optional<iq_section> section = paged(parent)) {
            iq_list_reach_edge(feed_->list(), *section, IQ_EDGE_END);
        }
    }

private:
    friend class Feed;

    template <class Row> struct field_of {
        int role;
        int column;
        std::function<QVariant(const Row &)> value;
    };

    /// Where a row is read.
    struct place {
        const iq::snapshot *snapshot;
        std::size_t section;
        std::optional<std::size_t> item; ///< over all sections
    };

    template <class Object, class Function>
    Model &object_field(int role, const QByteArray &name, Function function, int column)
    {
        auto value = [function = std::move(function)](const Item &item) -> QVariant {
            if (item.model == nullptr) {
                return {};
            }
            return detail::variant(std::invoke(function, *static_cast<const Object *>(item.model)));
        };
        return item_field(role, name, value, column);
    }

    // --- rows of this moment

    std::size_t count_of(std::uint32_t section) const
    {
        iq_status status = IQ_OK;
        return replay_ ? replay_.count(section, &status) : snapshot_->section_info_at(section, &status).count;
    }

    /// The section that an item is below.
    std::optional<std::uint32_t> section_of(const QModelIndex &index) const
    {
        return index.isValid() ? position_of(index.internalId()) : std::nullopt;
    }

    std::optional<std::uint32_t> position_of(quintptr id) const
    {
        if (id == 0) {
            return std::nullopt;
        }
        if (positions_.empty()) {
            for (std::size_t i = 0; i < ids_.size(); i++) {
                positions_[ids_[i]] = static_cast<std::uint32_t>(i);
            }
        }
        auto found = positions_.find(id);
        return found == positions_.end() ? std::nullopt : std::optional<std::uint32_t>(found->second);
    }

    std::optional<place> find(const QModelIndex &index) const
    {
        if (!index.isValid() || index.model() != this) {
            return std::nullopt;
        }
        iq_position at = {IQ_NONE, static_cast<std::uint32_t>(index.row())};
        if (shape_ == Shape::Sections) {
            at = {static_cast<std::uint32_t>(index.row()), IQ_NONE};
            if (index.internalId() != 0) {
                std::optional<std::uint32_t> section = section_of(index);
                if (!section) {
                    return std::nullopt;
                }
                at = {*section, static_cast<std::uint32_t>(index.row())};
            }
        }
        iq_status status = IQ_OK;
        const iq::snapshot *snapshot = snapshot_.get();
        if (replay_) {
            std::pair<iq_side, iq_position> found = replay_.find(at, &status);
            snapshot = found.first == IQ_BEFORE ? before_.get() : snapshot;
            at = found.second;
        }
        place found = {snapshot, at.section, std::nullopt};
        if (at.section == IQ_NONE) {
            found.item = at.item;
        } else if (at.item != IQ_NONE && status == IQ_OK) {
            found.item = snapshot->find_index(at, &status);
        }
        return status == IQ_OK ? std::optional<place>(found) : std::nullopt;
    }

    static Item read_item(const place &from)
    {
        Item item;
        std::uint8_t has_children = 0;
        iq::item_buffers buffers;
        buffers.keys = &item.key;
        buffers.contents = &item.content;
        buffers.models = &item.model;
        buffers.classes = &item.cell_class;
        buffers.levels = &item.level;
        buffers.children = &has_children;
        iq_status status = IQ_OK;
        from.snapshot->get_items(*from.item, 1, buffers, &status);
        item.has_children = has_children != 0;
        return item;
    }

    Section read_section(int row, const place &from) const
    {
        iq_status status = IQ_OK;
        Section section;
        section.key = from.snapshot->section_info_at(from.section, &status).key;
        section.count = count_of(static_cast<std::uint32_t>(row));
        section.header = from.snapshot->supplementary_at(section.key, IQ_KIND_HEADER, 0, 0, &status).model;
        return section;
    }

    /// What has a page: the list, or a section of it.
    std::optional<iq_section> paged(const QModelIndex &parent) const
    {
        if (!feed_ || feed_->list() == nullptr) {
            return std::nullopt;
        }
        if (!parent.isValid()) {
            return iq_section{0};
        }
        std::optional<Section> section = section_at(parent);
        iq_section handle = {0};
        if (!section || parent.column() != 0 ||
            iq_list_find_section(feed_->list(), section->key, &handle) != IQ_OK) {
            return std::nullopt;
        }
        return handle;
    }

    // --- from one state to the next

    void show(const iq::changeset &changes, const std::shared_ptr<const iq::snapshot> &before,
              const std::shared_ptr<const iq::snapshot> &after)
    {
        std::uint32_t flags = shape_ == Shape::Flat ? IQ_STEPS_FLAT : 0;
        iq_status status = IQ_OK;
        iq::span<const iq_change> steps = changes.steps(flags, &status);
        iq::replay replay;
        if (status == IQ_OK) {
            replay = iq::replay::of_steps(changes, *before, flags, &status);
        }
        if (status != IQ_OK) {
            // A full reload, or no memory for anything else.
            beginResetModel();
            snapshot_ = after;
            number_sections();
            endResetModel();
            return;
        }
        before_ = before;
        snapshot_ = after;
        replay_ = std::move(replay);
        for (const iq_change &step : steps) {
            carry_out(step);
        }
        replay_.reset();
        before_.reset();
        changed_sections();
    }

    void next()
    {
        iq_status status = IQ_OK;
        if (!replay_.next(&status)) {
            qBadAlloc();
        }
    }

    /// The parent of the rows in a section; of a flat model there is none.
    QModelIndex above(std::uint32_t section) const
    {
        return section == IQ_NONE ? QModelIndex() : index(static_cast<int>(section), 0);
    }

    void carry_out(const iq_change &step)
    {
        bool is_section = step.kind == IQ_SECTION_DELETE || step.kind == IQ_SECTION_INSERT ||
                          step.kind == IQ_SECTION_MOVE || step.kind == IQ_SECTION_UPDATE;
        int from = static_cast<int>(is_section ? step.before_section : step.before_item);
        int to = static_cast<int>(is_section ? step.after_section : step.after_item);
        int count = static_cast<int>(step.count);
        QModelIndex old_parent = is_section ? QModelIndex() : above(step.before_section);
        QModelIndex new_parent = is_section ? QModelIndex() : above(step.after_section);
        if (!is_section && step.kind != IQ_ITEM_UPDATE) {
            touch(step.before_section);
            touch(step.after_section);
        }
        switch (step.kind) {
        case IQ_ITEM_DELETE:
        case IQ_SECTION_DELETE:
            beginRemoveRows(old_parent, from, from + count - 1);
            next();
            if (is_section) {
                ids_.erase(ids_.begin() + from, ids_.begin() + from + count);
                positions_.clear();
            }
            endRemoveRows();
            break;
        case IQ_ITEM_INSERT:
        case IQ_SECTION_INSERT:
            beginInsertRows(new_parent, to, to + count - 1);
            next();
            if (is_section) {
                std::vector<quintptr> fresh(step.count);
                for (quintptr &id : fresh) {
                    id = ++last_id_;
                }
                ids_.insert(ids_.begin() + to, fresh.begin(), fresh.end());
                positions_.clear();
            }
            endInsertRows();
            break;
        case IQ_ITEM_MOVE:
        case IQ_SECTION_MOVE:
            beginMoveRows(old_parent, from, from + count - 1, new_parent, static_cast<int>(destination(step)));
            next();
            if (is_section) {
                std::vector<quintptr> moved(ids_.begin() + from, ids_.begin() + from + count);
                ids_.erase(ids_.begin() + from, ids_.begin() + from + count);
                ids_.insert(ids_.begin() + to, moved.begin(), moved.end());
                positions_.clear();
            }
            endMoveRows();
            break;
        case IQ_ITEM_UPDATE:
            next();
            Q_EMIT dataChanged(index(to, 0, new_parent), index(to + count - 1, columns_ - 1, new_parent));
            break;
        default:
            // A section that was marked, or an element of one, which may be its header.
            next();
            for (std::uint32_t i = 0; is_section && i < step.count; i++) {
                touch(step.after_section + i);
            }
            break;
        }
    }

    /// A section of this moment shows something else in the end.
    void touch(std::uint32_t section)
    {
        if (section < ids_.size()) {
            touched_.insert(ids_[section]);
        }
    }

    void changed_sections()
    {
        for (quintptr id : std::exchange(touched_, {})) {
            std::optional<std::uint32_t> section = position_of(id);
            if (section) {
                int row = static_cast<int>(*section);
                Q_EMIT dataChanged(index(row, 0), index(row, columns_ - 1));
            }
        }
    }

    /// Items below a section are known by the section's number, which stays while the section moves.
    void number_sections()
    {
        iq_status status = IQ_OK;
        ids_.assign(shape_ == Shape::Flat ? 0 : snapshot_->section_count(&status), 0);
        for (quintptr &id : ids_) {
            id = ++last_id_;
        }
        positions_.clear();
    }

    QPointer<Feed> feed_;
    Shape shape_;
    /// What is shown. While steps are carried out: what is shown in the end, with `before_` and `replay_`.
    std::shared_ptr<const iq::snapshot> snapshot_;
    std::shared_ptr<const iq::snapshot> before_;
    iq::replay replay_;
    QHash<int, QByteArray> names_;
    int columns_ = 1;
    std::vector<field_of<Item>> items_;
    std::vector<field_of<Section>> sections_;
    std::vector<quintptr> ids_;
    mutable std::unordered_map<quintptr, std::uint32_t> positions_;
    quintptr last_id_ = 0;
    std::unordered_set<quintptr> touched_;
    std::vector<std::function<std::function<void()>()>> around_;
};

inline void Feed::tell(const iq::changeset &changes, const std::shared_ptr<const iq::snapshot> &before)
{
    QPointer<Feed> self(this);
    std::vector<QPointer<Model>> models(models_.begin(), models_.end());
    std::shared_ptr<const iq::snapshot> after = snapshot_;
    is_showing_ = true;
    // In an event loop inside a signal the descriptor would be readable all the time.
    notifier_->setEnabled(false);
    for (const QPointer<Model> &model : models) {
        if (model) {
            std::vector<std::function<void()>> shown;
            for (const auto &each : model->around_) {
                shown.push_back(each());
            }
            model->show(changes, before, after);
            for (const auto &each : shown) {
                each();
            }
        }
    }
    if (self) {
        is_showing_ = false;
        notifier_->setEnabled(list_ != nullptr);
    }
}

#if __has_include(<QtWidgets/QAbstractItemView>)
/// Keeps a view of the model where it is over every update from now on: the first row in sight that is left
/// becomes the first one again, so that rows which come and go above it do not move it. By itself a view keeps
/// the distance from its beginning. O(rows in sight) an update.
inline void keep_scroll(Model &model, QAbstractItemView &view)
{
    model.around_updates([kept = QPointer<QAbstractItemView>(&view)]() -> std::function<void()> {
        std::vector<QPersistentModelIndex> in_sight;
        int above = 0; // pixels of the first row
        if (kept) {
            QModelIndex index = kept->indexAt(QPoint(1, 1));
            above = kept->visualRect(index).top();
            while (index.isValid() && kept->visualRect(index).top() < kept->viewport()->height()) {
                in_sight.emplace_back(index);
                QModelIndex next = kept->indexAt(QPoint(1, kept->visualRect(index).bottom() + 2));
                index = next == index ? QModelIndex() : next;
            }
        }
        return [kept, in_sight = std::move(in_sight), above] {
            auto left = std::find_if(in_sight.begin(), in_sight.end(), [&](const QPersistentModelIndex &index) {
                return kept && index.isValid() && !kept->visualRect(index).isEmpty();
            });
            if (left == in_sight.end()) {
                return;
            }
            int across = kept->horizontalScrollBar()->value();
            kept->scrollTo(*left, QAbstractItemView::PositionAtTop);
            if (kept->verticalScrollMode() == QAbstractItemView::ScrollPerPixel) {
                kept->verticalScrollBar()->setValue(kept->verticalScrollBar()->value() - above);
            }
            kept->horizontalScrollBar()->setValue(across);
        };
    });
}
#endif

} // namespace iq::qt

#endif // IQLIST_QT_HPP

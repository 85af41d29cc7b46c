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
//            updates go to Feed::on_event. Before the list it polls those that the list follows, but for one that
//            has views or hands out events, as with a feed of its own: who asked for them polls it.
// Model      shows a list as rows (Shape::Flat), or its sections as rows with their items below them
//            (Shape::Sections). It has no rows of its own: it reads them from a snapshot of the list, which
//            shares the list's memory. With sections it has a number and a count for each section.
// Kept       Persistent indexes, the selection and the current index stay with their items, also while these
//            move. While a signal is emitted, rowCount() and data() are those of that moment. Updates that
//            wait are shown as one. A changeset that is a full reload is a reset of the model. Views scroll
//            along with their rows if keep_scroll was called for them.
// Lifetime   The list, its feed and its models may be destroyed in any order. Without its list or its feed a
//            model shows what it showed last.
// Threads    A feed and its models live on one thread with an event loop. Any thread changes the list.
// Errors     The feed's constructor throws iq::error. Where memory is short later on, an update is shown
//            some milliseconds after.
//
// From one state to the next
//
// The steps of a changeset (iqlist.h, CHANGESETS) are reported one by one: beginRemoveRows and so on. A view takes
// each signal for itself, so where a changeset has more moves than Model::layout_threshold, all of them are one
// layoutChanged. iqlist.qt of Python does the same in the same order. An example, where A[1 2 3 4] B[5 6] becomes
// B[6 3] C[1 7 4*] with 4 updated, by a model with sections:
//
//     before                                         A[1 2 3 4] B[5 6]
//     1  items are deleted, by ranges                A[1 3 4] B[6]
//     2  new sections come: empty, last              A[1 3 4] B[6] C[]
//     3  one layoutChanged to the final order;       B[6 3] C[1 4] A[]
//        deleted sections are empty and last
//     4  deleted sections go                         B[6 3] C[1 4]
//     5  items are inserted, by ranges               B[6 3] C[1 7 4]
//     6  dataChanged                                 B[6 3] C[1 7 4*]
//
// A flat model has no sections, and so no steps 2 and 4: 1 2 3 4 5 6 becomes 1 3 4 6, then 6 3 1 4, then 6 3 1 7 4.
//
// In 3, a persistent index is mapped from row to row by way of the changeset's map from items before to items after.
// Indexes count over all sections. Of item 4:
//
//     2 now -> 3 before      two items are deleted, and one of them (2) was before it
//     3 before -> 4 after    the map
//     4 after -> 3 now       one item (7) is yet to be inserted before it: row 1 of C
//
// In between, rows are read by a replay (iqlist.h, REPLAYS), which carries out the same steps: in 3 the moves, and
// the inserts and deletes of sections around them. It has no section that was appended in 2, or is left until 4; the
// model finds these by itself. All that can fail is prepared before the first signal.
//
// With more updates than the threshold, in 6 one dataChanged is emitted for each parent, from the first row that was
// updated to the last one. Sections whose number of items or header has changed come behind.
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
#include <QtWidgets/QTreeView>
#endif

#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <unordered_set>

namespace iq::qt {

class Model;

namespace detail {

/// The list that a derived list follows, or null.
inline iq_list *source_of(const iq_list *list)
{
    iq::list_info info;
    return iq_list_get_info(list, &info) == IQ_OK ? info.source : nullptr;
}

/// Has a chain wait for a list, or no longer. A list that is destroyed leaves it by itself.
inline void watch(int chain, int operation, iq_list *list)
{
    int wakeup = -1;
    epoll_event readable = {};
    readable.events = EPOLLIN;
    if (iq_list_get_wakeup(list, &wakeup) == IQ_OK) {
        ::epoll_ctl(chain, operation, wakeup, &readable);
    }
}

/// A descriptor that is readable while the list, or one that it follows, has something to do. The caller closes it.
inline int open_chain(iq_list *list)
{
    const int chain = ::epoll_create1(EPOLL_CLOEXEC);
    for (; chain >= 0 && list != nullptr; list = source_of(list)) {
        watch(chain, EPOLL_CTL_ADD, list);
    }
    return chain;
}

/// Polls what the list follows, the first source first. The chain does not wait for what is left to others, who may
/// take a while.
inline void poll_sources(int chain, iq_list *list)
{
    iq_list *source = source_of(list);
    if (source == nullptr) {
        return;
    }
    poll_sources(chain, source);
    iq::list_info info;
    std::uint32_t kinds = 0;
    std::size_t count = 0;
    if (iq_list_get_info(source, &info) != IQ_OK || iq_list_get_events(source, &kinds) != IQ_OK) {
        return;
    }
    const bool is_left = info.views > 0 || kinds != 0;
    watch(chain, is_left ? EPOLL_CTL_DEL : EPOLL_CTL_ADD, source);
    if (!is_left) {
        iq_list_poll(source, nullptr, 0, &count);
    }
}

} // namespace detail

/// What the models of one list have in common: it polls the list, and knows which state of it is shown.
class Feed : public QObject {
public:
    /// Follows the list. Events of these kinds (IQ_EVENT_*) are made and handed to on_event; updates always
    /// are, and PAGE is needed for fetchMore. This sets the events of the list: iq_list_set_events.
    explicit Feed(iq::list &list, std::uint32_t events = IQ_EVENT_PAGE, QObject *parent = nullptr)
        : QObject(parent), list_(list.get())
    {
        list.set_events(events | IQ_EVENT_UPDATE);
        list.wakeup(); // throws if no descriptor is left
        descriptor_.number = detail::open_chain(list_);
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
        detail::poll_sources(descriptor_.number, list_);
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

/// Items that one state of a list has and another one has not, as ranges: an index of the one from an index of the
/// other. Here a state with c, d and f, and one without:
///
///     a b c d e f g      with(2) = 4       e
///     a b     e   g      without(6) = 3    g
class gaps {
public:
    /// Ranges ascend.
    void add(std::uint32_t first, std::uint32_t count)
    {
        first_.push_back(first);
        place_.push_back(first - total());
        total_.push_back(total() + count);
    }
    std::uint32_t with(std::uint32_t index) const { return index + total_before(place_, index); }
    /// The index of an item that both have.
    std::uint32_t without(std::uint32_t index) const { return index - total_before(first_, index); }

private:
    std::uint32_t total() const { return total_.empty() ? 0 : total_.back(); }
    std::uint32_t total_before(const std::vector<std::uint32_t> &places, std::uint32_t index) const
    {
        auto next = std::upper_bound(places.begin(), places.end(), index);
        return next == places.begin() ? 0 : total_[static_cast<std::size_t>(next - places.begin()) - 1];
    }

    std::vector<std::uint32_t> first_; ///< of each range, with
    std::vector<std::uint32_t> place_; ///< the index without, at which it is left out
    std::vector<std::uint32_t> total_; ///< items of the ranges up to it
};

/// The index of the first item of each section, over all sections.
inline std::vector<std::uint32_t> starts(const std::vector<std::uint32_t> &counts)
{
    std::vector<std::uint32_t> found;
    std::uint32_t total = 0;
    for (std::uint32_t count : counts) {
        found.push_back(total);
        total += count;
    }
    return found;
}

/// Phases of the steps: item deletes; moves, and inserts and deletes of sections; item inserts; updates.
enum class phase { deletes, moves, inserts, updates };

inline phase phase_of(const iq_change &step)
{
    switch (step.kind) {
    case IQ_ITEM_DELETE:
        return phase::deletes;
    case IQ_ITEM_MOVE:
    case IQ_SECTION_MOVE:
    case IQ_SECTION_INSERT:
    case IQ_SECTION_DELETE:
        return phase::moves;
    case IQ_ITEM_INSERT:
        return phase::inserts;
    default:
        return phase::updates;
    }
}

/// What a layoutChanged leads to.
struct layout {
    gaps deleted;                        ///< before, by index over all sections
    gaps inserted;                       ///< after
    span<const std::uint32_t> after;     ///< of each item before, its index after
    std::vector<std::uint32_t> partners; ///< of each section after: the one before, or IQ_NONE
    std::vector<std::uint32_t> counts;   ///< items of each section after, without those inserted
};

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

/// See Model::layout_threshold.
inline constexpr std::size_t default_layout_threshold = 50;

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
        begin_rows();
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

    /// More moves of a changeset than this are one layoutChanged, and more updates one dataChanged for each parent;
    /// fewer are reported one by one. See the head of this file. 0: always.
    Model &layout_threshold(std::size_t count)
    {
        layout_threshold_ = count;
        return *this;
    }

    /// Calls `before` when an update is about to be shown, and then what it returned, once it is shown: for what
    /// a view does not keep by itself. See keep_scroll.
    void around_updates(std::function<std::function<void()>()> before) { around_.push_back(std::move(before)); }

    /// Whether a page may come before the first item, of the list or of a section that begins there: iqlist.h, PAGING.
    bool may_grow_at_start() const
    {
        iq_list *list = feed_ ? feed_->list() : nullptr;
        const auto has_page = [list](iq_section section) {
            iq::page page;
            return iq_list_get_page(list, section, IQ_EDGE_START, &page) == IQ_OK && page.state != IQ_PAGE_OFF &&
                   page.state != IQ_PAGE_ENDED;
        };
        if (list == nullptr || has_page({0})) {
            return list != nullptr;
        }
        iq_status status = IQ_OK;
        const std::size_t count = snapshot_->section_count(&status);
        for (std::size_t at = 0; at < count && status == IQ_OK; at++) {
            const iq::section_info info = snapshot_->section_info_at(at, &status);
            iq_section section = {0};
            if (iq_list_find_section(list, info.key, &section) == IQ_OK && has_page(section)) {
                return true;
            }
            if (info.count > 0) {
                break;
            }
        }
        return false;
    }

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
        if (!parent.isValid()) {
            return static_cast<int>(shape_ == Shape::Flat ? counts_[0] : counts_.size());
        }
        if (shape_ == Shape::Flat || parent.internalId() != 0 || parent.column() != 0) {
            return 0;
        }
        return static_cast<int>(counts_[static_cast<std::size_t>(parent.row())]);
    }
    int columnCount(const QModelIndex & = {}) const override { return columns_; }
    QHash<int, QByteArray> roleNames() const override { return names_; }

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override
    {
        if (shape_ == Shape::Sections && index.internalId() == 0) {
            const field_of<Section> *shown = field_for(sections_, index, role);
            std::optional<place> found = shown == nullptr ? std::nullopt : find(index);
            return found ? shown->value(read_section(index.row(), *found)) : QVariant();
        }
        const field_of<Item> *shown = field_for(items_, index, role);
        std::optional<place> found = shown == nullptr ? std::nullopt : find(index);
        return found ? shown->value(read_item(*found)) : QVariant();
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

    template <class Row>
    static const field_of<Row> *field_for(const std::vector<field_of<Row>> &fields, const QModelIndex &index, int role)
    {
        for (const field_of<Row> &each : fields) {
            if (each.role == role && each.column == index.column()) {
                return &each;
            }
        }
        return nullptr;
    }

    // --- rows of this moment

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
            std::pair<iq_side, iq_position> found = find_now(at, &status);
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

    /// On which side a row of this moment is, and where.
    std::pair<iq_side, iq_position> find_now(iq_position at, iq_status *status) const
    {
        std::size_t replayed = ids_.size() - appended_.size();
        if (shape_ == Shape::Sections && at.section >= replayed) {
            return {appended_side_, {appended_[at.section - replayed], IQ_NONE}};
        }
        return replay_.find(at, status);
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
        section.count = counts_[static_cast<std::size_t>(row)];
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

    // --- from one state to the next: see the head of this file

    using steps_of = iq::span<const iq_change>;

    void show(const iq::changeset &changes, const std::shared_ptr<const iq::snapshot> &before,
              const std::shared_ptr<const iq::snapshot> &after)
    {
        std::uint32_t flags = shape_ == Shape::Flat ? IQ_STEPS_FLAT : 0;
        iq_status status = IQ_OK;
        steps_of steps = changes.steps(flags, &status);
        iq::replay replay;
        if (status == IQ_OK) {
            replay = iq::replay::of_steps(changes, *before, flags, &status);
        }
        std::optional<detail::layout> goal;
        if (status == IQ_OK && count_moves(steps) > layout_threshold_) {
            goal = layout_after(changes, steps, *after, &status);
        }
        if (status != IQ_OK) {
            // A full reload, or no memory for anything else.
            beginResetModel();
            snapshot_ = after;
            begin_rows();
            endResetModel();
            return;
        }
        before_ = before;
        snapshot_ = after;
        replay_ = std::move(replay);
        const iq_change *next = steps.begin();
        for (; is_in(detail::phase::deletes, next, steps); next++) {
            carry_out(*next);
        }
        if (goal) {
            next = rearrange(*goal, next, steps);
        }
        for (; next != steps.end() && detail::phase_of(*next) != detail::phase::updates; next++) {
            carry_out(*next);
        }
        report_updates(next, steps.end());
        replay_.reset();
        before_.reset();
        changed_sections();
    }

    static bool is_in(detail::phase phase, const iq_change *step, steps_of steps)
    {
        return step != steps.end() && detail::phase_of(*step) == phase;
    }

    static std::size_t count_moves(steps_of steps)
    {
        return static_cast<std::size_t>(std::count_if(steps.begin(), steps.end(), [](const iq_change &step) {
            return step.kind == IQ_ITEM_MOVE || step.kind == IQ_SECTION_MOVE;
        }));
    }

    /// Items of the state after, by section, or of a flat model together.
    std::vector<std::uint32_t> counts_in(const iq::snapshot &after, iq_status *status) const
    {
        if (shape_ == Shape::Flat) {
            return {static_cast<std::uint32_t>(after.item_count(status))};
        }
        std::vector<std::uint32_t> counts(after.section_count(status));
        for (std::size_t section = 0; section < counts.size() && *status == IQ_OK; section++) {
            counts[section] = static_cast<std::uint32_t>(after.section_info_at(section, status).count);
        }
        return counts;
    }

    /// Prepares the layoutChanged. The rows are those of the state before.
    detail::layout layout_after(const iq::changeset &changes, steps_of steps, const iq::snapshot &after,
                                iq_status *status) const
    {
        detail::layout goal;
        goal.after = changes.map(IQ_BEFORE, status);
        if (*status == IQ_OK) {
            goal.counts = counts_in(after, status);
        }
        bool sections_change = false;
        const std::vector<std::uint32_t> starts_before = detail::starts(counts_);
        const std::vector<std::uint32_t> starts_after = detail::starts(goal.counts);
        const iq_change *deletes_end = steps.begin();
        for (; is_in(detail::phase::deletes, deletes_end, steps); deletes_end++) {
        }
        for (const iq_change *step = deletes_end; step != steps.begin();) {
            step--;
            goal.deleted.add(starts_before[first_section(step->before_section)] + step->before_item, step->count);
        }
        for (const iq_change &step : steps) {
            sections_change = sections_change || (step.before_item == IQ_NONE && step.after_item == IQ_NONE);
            if (step.kind == IQ_ITEM_INSERT && *status == IQ_OK) {
                std::size_t section = first_section(step.final_section);
                goal.inserted.add(starts_after[section] + step.final_item, step.count);
                goal.counts[section] -= step.count;
            }
        }
        std::size_t section_count = shape_ == Shape::Flat ? 0 : goal.counts.size();
        for (std::uint32_t section = 0; section < section_count && *status == IQ_OK; section++) {
            std::optional<iq_position> partner = iq_position{section, IQ_NONE};
            if (sections_change) {
                partner = changes.map_position(IQ_AFTER, {section, IQ_NONE}, status);
            }
            goal.partners.push_back(partner ? partner->section : IQ_NONE);
        }
        return goal;
    }

    /// Flat steps have no section: all items are those of one.
    static std::size_t first_section(std::uint32_t section) { return section == IQ_NONE ? 0 : section; }

    /// Carries out all steps of the phase as one layoutChanged. Returns the first step behind them.
    const iq_change *rearrange(const detail::layout &goal, const iq_change *step, steps_of steps)
    {
        const std::size_t section_count = ids_.size();
        std::vector<bool> is_kept(section_count, false);
        std::vector<std::uint32_t> inserted, deleted;
        for (std::uint32_t section = 0; section < goal.partners.size(); section++) {
            if (goal.partners[section] == IQ_NONE) {
                inserted.push_back(section);
            } else {
                is_kept[goal.partners[section]] = true;
            }
        }
        for (std::uint32_t section = 0; section < section_count; section++) {
            if (!is_kept[section]) {
                deleted.push_back(section);
            }
        }

        if (!inserted.empty()) {
            const int first = static_cast<int>(section_count);
            beginInsertRows({}, first, first + static_cast<int>(inserted.size()) - 1);
            insert_sections(section_count, inserted.size());
            append_sections(IQ_AFTER, inserted);
            endInsertRows();
        }

        const QAbstractItemModel::LayoutChangeHint hint =
            shape_ == Shape::Flat ? QAbstractItemModel::VerticalSortHint : QAbstractItemModel::NoLayoutChangeHint;
        Q_EMIT layoutAboutToBeChanged({}, hint);
        const QModelIndexList old = persistentIndexList();
        std::vector<quintptr> ids;
        std::vector<std::uint32_t> order = goal.partners, counts = goal.counts; // `order`: rows of this moment
        std::size_t fresh = section_count;
        for (std::uint32_t &section : order) {
            section = section == IQ_NONE ? static_cast<std::uint32_t>(fresh++) : section;
        }
        order.insert(order.end(), deleted.begin(), deleted.end());
        counts.resize(counts.size() + deleted.size());
        for (std::size_t row = 0; row < order.size(); row++) {
            ids.push_back(ids_[order[row]]);
            if (counts[row] != counts_[order[row]]) {
                touched_.insert(ids.back());
            }
        }
        const QModelIndexList moved = mapped(old, goal, order, ids, counts);
        for (; is_in(detail::phase::moves, step, steps); step++) {
            next();
        }
        ids_ = std::move(ids);
        counts_ = std::move(counts);
        append_sections(IQ_BEFORE, deleted);
        changePersistentIndexList(old, moved);
        Q_EMIT layoutChanged({}, hint);

        if (!deleted.empty()) {
            const int first = static_cast<int>(goal.partners.size());
            beginRemoveRows({}, first, first + static_cast<int>(deleted.size()) - 1);
            remove_sections(goal.partners.size(), deleted.size());
            append_sections(IQ_AFTER, {});
            endRemoveRows();
        }
        return step;
    }

    /// Where indexes of this moment are after the layoutChanged: with sections in this order, with these numbers and
    /// counts.
    QModelIndexList mapped(const QModelIndexList &old, const detail::layout &goal,
                           const std::vector<std::uint32_t> &order, const std::vector<quintptr> &ids,
                           const std::vector<std::uint32_t> &counts) const
    {
        const std::vector<std::uint32_t> starts_now = detail::starts(counts_), starts_then = detail::starts(counts);
        std::vector<int> rows(order.size());
        for (std::size_t row = 0; row < order.size(); row++) {
            rows[order[row]] = static_cast<int>(row);
        }
        QModelIndexList moved;
        moved.reserve(old.size());
        for (const QModelIndex &index : old) {
            if (shape_ == Shape::Sections && index.internalId() == 0) {
                moved.append(createIndex(rows[static_cast<std::size_t>(index.row())], index.column(), quintptr{0}));
                continue;
            }
            const std::size_t section = section_of(index).value_or(0);
            const std::uint32_t before =
                goal.deleted.with(starts_now[section] + static_cast<std::uint32_t>(index.row()));
            const std::uint32_t after = goal.inserted.without(goal.after[before]);
            // Of sections with the same start, all but the last one are empty.
            const auto behind = std::upper_bound(starts_then.begin(), starts_then.end(), after);
            const std::size_t target = static_cast<std::size_t>(behind - starts_then.begin()) - 1;
            moved.append(createIndex(static_cast<int>(after - starts_then[target]), index.column(),
                                     ids.empty() ? quintptr{0} : ids[target]));
        }
        return moved;
    }

    /// The last rows are sections that the replay does not have: by their positions on a side.
    void append_sections(iq_side side, std::vector<std::uint32_t> sections)
    {
        appended_side_ = side;
        appended_ = std::move(sections);
        positions_.clear();
    }

    /// Carries out the steps of the last phase.
    void report_updates(const iq_change *step, const iq_change *end)
    {
        const auto is_update = [](const iq_change &each) { return each.kind == IQ_ITEM_UPDATE; };
        const auto count = static_cast<std::size_t>(std::count_if(step, end, is_update));
        while (step != end) {
            if (step->kind != IQ_ITEM_UPDATE || count <= layout_threshold_) {
                carry_out(*step++);
                continue;
            }
            const iq_change *first = step;
            for (; step != end && is_update(*step) && step->after_section == first->after_section; step++) {
                next();
            }
            changed_items(*first, *(step - 1));
        }
    }

    /// Tells of the items from the first one of an update to the last one of another.
    void changed_items(const iq_change &first, const iq_change &last)
    {
        const QModelIndex parent = above(first.after_section);
        Q_EMIT dataChanged(index(static_cast<int>(first.after_item), 0, parent),
                           index(static_cast<int>(last.after_item + last.count) - 1, columns_ - 1, parent));
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
                remove_sections(step.before_section, step.count);
            } else {
                counts_[first_section(step.before_section)] -= step.count;
            }
            endRemoveRows();
            break;
        case IQ_ITEM_INSERT:
        case IQ_SECTION_INSERT:
            beginInsertRows(new_parent, to, to + count - 1);
            next();
            if (is_section) {
                insert_sections(step.after_section, step.count);
            } else {
                counts_[first_section(step.after_section)] += step.count;
            }
            endInsertRows();
            break;
        case IQ_ITEM_MOVE:
        case IQ_SECTION_MOVE:
            beginMoveRows(old_parent, from, from + count - 1, new_parent, static_cast<int>(destination(step)));
            next();
            if (is_section) {
                move_sections(step.before_section, step.count, step.after_section);
            } else {
                counts_[first_section(step.before_section)] -= step.count;
                counts_[first_section(step.after_section)] += step.count;
            }
            endMoveRows();
            break;
        case IQ_ITEM_UPDATE:
            next();
            changed_items(step, step);
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

    void insert_sections(std::size_t at, std::size_t count)
    {
        std::vector<quintptr> fresh(count);
        for (quintptr &id : fresh) {
            id = ++last_id_;
        }
        ids_.insert(ids_.begin() + static_cast<std::ptrdiff_t>(at), fresh.begin(), fresh.end());
        counts_.insert(counts_.begin() + static_cast<std::ptrdiff_t>(at), count, 0);
        positions_.clear();
    }

    void remove_sections(std::size_t at, std::size_t count)
    {
        const auto first = static_cast<std::ptrdiff_t>(at), end = static_cast<std::ptrdiff_t>(at + count);
        ids_.erase(ids_.begin() + first, ids_.begin() + end);
        counts_.erase(counts_.begin() + first, counts_.begin() + end);
        positions_.clear();
    }

    /// `to` is counted after the removal.
    void move_sections(std::size_t from, std::size_t count, std::size_t to)
    {
        const auto move = [&](auto &all) {
            const auto first = static_cast<std::ptrdiff_t>(std::min(from, to));
            const auto end = static_cast<std::ptrdiff_t>(std::max(from, to) + count);
            const auto middle = static_cast<std::ptrdiff_t>(from < to ? from + count : from);
            std::rotate(all.begin() + first, all.begin() + middle, all.begin() + end);
        };
        move(ids_);
        move(counts_);
        positions_.clear();
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

    /// Reads the counts, and gives each section a number. Items below a section are known by the number, which stays
    /// while the section moves.
    void begin_rows()
    {
        iq_status status = IQ_OK;
        counts_ = counts_in(*snapshot_, &status);
        ids_.assign(shape_ == Shape::Flat ? 0 : counts_.size(), 0);
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
    /// The items of each section at this moment; of a flat model one number.
    std::vector<std::uint32_t> counts_;
    /// The number of each section.
    std::vector<quintptr> ids_;
    /// See append_sections.
    iq_side appended_side_ = IQ_AFTER;
    std::vector<std::uint32_t> appended_;
    std::size_t layout_threshold_ = default_layout_threshold;
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
namespace detail {

/// Where a view is scrolled to, over an update: the rule of iqlist.h, VIEWS.
class scroll_position {
public:
    scroll_position(const Model &model, QAbstractItemView &view) : view_(&view), is_flat_(model.shape() == Shape::Flat)
    {
        const QScrollBar *bar = view.verticalScrollBar();
        if (bar->value() == bar->minimum() && !model.may_grow_at_start()) {
            return; // It stays at the top.
        }
        QModelIndex index = view.indexAt(QPoint(1, 1));
        const int height = view.viewport()->height();
        while (index.isValid() && view.visualRect(index).top() < height) {
            rows_.push_back({QPersistentModelIndex(index), view.visualRect(index).top()});
            QModelIndex next = view.indexAt(QPoint(1, view.visualRect(index).bottom() + 2));
            index = next == index ? QModelIndex() : next;
        }
        reach_ = is_flat_ ? static_cast<int>(rows_.size()) : height;
        rows_.resize(std::min<std::size_t>(rows_.size(), 256));
        std::vector<row> above;
        index = rows_.empty() ? QModelIndex() : QModelIndex(rows_.front().index);
        while (above.size() < rows_.size() && (index = row_above(index)).isValid()) {
            above.push_back({QPersistentModelIndex(index), 0});
        }
        above_ = above.size();
        rows_.insert(rows_.begin(), above.rbegin(), above.rend());
    }

    void restore()
    {
        const std::size_t found = view_ ? anchor() : none;
        if (found == none) {
            return; // The view keeps the distance from its beginning.
        }
        const int across = view_->horizontalScrollBar()->value();
        QScrollBar *bar = view_->verticalScrollBar();
        QModelIndex index = rows_[found].index;
        if (view_->verticalScrollMode() == QAbstractItemView::ScrollPerPixel) {
            const int top = view_->visualRect(index).top();
            bar->setValue(bar->value() + top - rows_[found].top);
        } else {
            for (std::size_t i = above_; i < found && row_above(index).isValid(); i++) {
                index = row_above(index);
            }
            view_->scrollTo(index, QAbstractItemView::PositionAtTop);
        }
        view_->horizontalScrollBar()->setValue(across);
    }

private:
    struct row {
        QPersistentModelIndex index;
        int top; ///< in pixels, of a row in sight
    };
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    QModelIndex row_above(const QModelIndex &index) const
    {
        const auto *tree = dynamic_cast<const QTreeView *>(view_.data());
        return tree != nullptr ? tree->indexAbove(index) : index.siblingAtRow(index.row() - 1);
    }

    /// The first row in sight of the longest chain that has stayed in order and together: each row at most `reach_`
    /// behind the one before it. `none` if the chain has fewer than half of the rows in sight that are left.
    std::size_t anchor() const
    {
        std::vector<std::size_t> left, length, previous;
        std::vector<int> place; // a row, or with sections pixels
        std::size_t left_in_sight = 0, last = none;
        for (std::size_t i = 0; i < rows_.size(); i++) {
            const QModelIndex index = rows_[i].index;
            const QRect shown = index.isValid() ? view_->visualRect(index) : QRect();
            if (!shown.isEmpty()) {
                left.push_back(i);
                place.push_back(is_flat_ ? index.row() : shown.top());
                left_in_sight += i >= above_;
            }
        }
        for (std::size_t j = 0; j < left.size(); j++) {
            length.push_back(1);
            previous.push_back(none);
            for (std::size_t i = 0; i < j; i++) {
                if (place[i] < place[j] && place[j] - place[i] <= reach_ && length[i] + 1 > length[j]) {
                    length[j] = length[i] + 1;
                    previous[j] = i;
                }
            }
            last = last == none || length[j] > length[last] ? j : last;
        }
        std::size_t found = none, count = 0;
        for (; last != none && left[last] >= above_; last = previous[last]) {
            found = left[last];
            count++;
        }
        return 2 * count >= left_in_sight ? found : none;
    }

    QPointer<QAbstractItemView> view_;
    bool is_flat_;
    /// As many rows above as in sight, then those in sight.
    std::vector<row> rows_;
    std::size_t above_ = 0;
    int reach_ = 0;
};

} // namespace detail

/// Lets a view of the model scroll along with its rows, over every update from now on, as a view of the library does
/// (iqlist.h, VIEWS): at the top it stays at the top, so that new first rows are seen. Elsewhere it follows what it
/// shows: the first row in sight of those that stay in order and together remains where it is, so that rows which
/// come and go above do not move it. Without this, a view keeps the distance from its beginning. O(rows in sight)
/// an update, squared at most.
inline void keep_scroll(Model &model, QAbstractItemView &view)
{
    model.around_updates([&model, kept = QPointer<QAbstractItemView>(&view)]() -> std::function<void()> {
        if (!kept) {
            return [] {};
        }
        auto position = std::make_shared<detail::scroll_position>(model, *kept);
        return [position] { position->restore(); };
    });
}
#endif

} // namespace iq::qt

#endif // IQLIST_QT_HPP

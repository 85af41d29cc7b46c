// shown.cpp - see shown.hpp.
#include "shown.hpp"

#include <algorithm>

plain_list read(iq::list &list)
{
    plain_list all;
    iq::snapshot snapshot = list.snapshot();
    for (std::size_t at = 0; at < snapshot.section_count(); at++) {
        iq::section_info info = snapshot.section_info_at(at);
        std::uint64_t number;
        std::memcpy(&number, info.key.bytes, sizeof number);
        all.push_back({static_cast<int>(number) - 1001, {}});
        for (std::uint32_t i = 0; i < info.count; i++) {
            auto found = snapshot.item_info({static_cast<std::uint32_t>(at), i});
            const thing *each = static_cast<const thing *>(found.model);
            all.back().rows.push_back({each->number, each->content});
        }
    }
    return all;
}

plain_list changes::drawn()
{
    std::vector<int> numbers(60);
    for (std::size_t i = 0; i < numbers.size(); i++) {
        numbers[i] = static_cast<int>(i);
    }
    std::shuffle(numbers.begin(), numbers.end(), random_);
    numbers.resize(below(numbers.size()));
    std::vector<int> sections = {0, 1, 2, 3, 4, 5};
    std::shuffle(sections.begin(), sections.end(), random_);
    plain_list all;
    for (unsigned i = with_sections_ ? below(sections.size()) + 1 : 1; i > 0; i--) {
        all.push_back({with_sections_ ? sections[i - 1] : 0, {}});
    }
    for (int number : numbers) {
        all[below(all.size())].rows.push_back({number, static_cast<int>(below(3))});
    }
    return all;
}

void changes::shuffle(iq::list &list)
{
    plain_list all = read(list);
    if (all.empty()) {
        return;
    }
    for (unsigned n = below(4) + 1; n > 0; n--) {
        std::vector<plain> &from = all[below(all.size())].rows, &to = all[below(all.size())].rows;
        if (from.empty()) {
            continue;
        }
        plain row = from[below(from.size())];
        from.erase(std::find(from.begin(), from.end(), row));
        row.content = below(2) ? row.content : row.content + 1;
        to.insert(to.begin() + below(to.size() + 1), row);
    }
    if (below(3) == 0) {
        std::shuffle(all.begin(), all.end(), random_);
    }
    given rows(all);
    list.set(rows.sections, rows.columns());
}

void changes::edit(iq::list &list)
{
    std::size_t count = list.item_count();
    if (count == 0) {
        return;
    }
    iq::edit edit = list.edit();
    iq_item first = list.find_item_at(below(count));
    int fresh = 100 + static_cast<int>(below(200));
    iq_status status = IQ_OK;
    given rows(std::vector<plain>{{fresh, 0}, {fresh + 200, 0}});
    edit.insert_items_beside(IQ_PUT_AFTER, first, rows.columns(), &status);
    edit.move_item_beside(list.find_item_at(below(list.item_count())), IQ_PUT_BEFORE, first, &status);
    edit.delete_item(list.find_item_at(below(list.item_count())), &status);
    if (below(4) != 0) {
        edit.commit();
    }
}

void changes::mark(iq::list &list)
{
    iq::snapshot wanted = list.snapshot();
    for (std::size_t n = std::min<std::size_t>(3, list.item_count()); n > 0; n--) {
        iq::item_info found = list.item_info(list.find_item_at(below(list.item_count())));
        marked.insert(static_cast<const thing *>(found.model)->number);
        wanted.reload_items({&found.key, 1});
    }
    list.apply(wanted);
}

void changes::step(iq::list &list)
{
    marked.clear();
    iq::update_options options;
    unsigned kind = below(12);
    if (kind == 0 && may_reload) {
        options.flags = IQ_UPDATE_RELOAD;
    }
    if (kind < 3 || list.item_count() == 0) {
        given rows(drawn());
        list.set(rows.sections, rows.columns(),
                 options);
    } else if (kind < 7) {
        shuffle(list);
    } else if (kind < 10) {
        edit(list);
    } else {
        mark(list);
    }
}

void changes::step_tree(iq::list &tree, iq::list &outline)
{
    marked.clear();
    const std::size_t count = outline.item_count();
    if (below(3) == 0 || count == 0) {
        given rows(drawn());
        tree.set(rows.sections, rows.leveled(random_));
    } else {
        std::vector<iq_item> items;
        for (unsigned n = below(4) + 1; n > 0; n--) {
            items.push_back(outline.find_item_at(below(count)));
        }
        outline.set_states(items, IQ_STATE_EXPANDED, below(2) ? IQ_SET_OFF : 0u);
    }
}

witness::witness(QAbstractItemModel &model) : model_(model), rows_(read_all({}))
{
    using Model = QAbstractItemModel;
    auto unchanged = [this](auto &&...) {
        signal_count++;
        compare();
    };
    connect(&model, &Model::rowsAboutToBeInserted, this, unchanged);
    connect(&model, &Model::rowsAboutToBeRemoved, this, unchanged);
    connect(&model, &Model::rowsInserted, this, [this](const QModelIndex &parent, int first, int last) {
        std::vector<node> fresh;
        for (int row = first; row <= last; row++) {
            fresh.push_back(read(model_.index(row, 0, parent)));
        }
        rows(parent).insert(rows(parent).begin() + first, fresh.begin(), fresh.end());
        compare();
    });
    connect(&model, &Model::rowsRemoved, this, [this](const QModelIndex &parent, int first, int last) {
        rows(parent).erase(rows(parent).begin() + first, rows(parent).begin() + last + 1);
        compare();
    });
    connect(&model, &Model::rowsAboutToBeMoved, this,
            [this](const QModelIndex &source, int first, int last, const QModelIndex &target, int at) {
                compare();
                // As Qt says it: `at` is counted before the removal.
                auto &from = rows(source);
                moved_.assign(from.begin() + first, from.begin() + last + 1);
                from.erase(from.begin() + first, from.begin() + last + 1);
                at -= source == target && at > last ? last - first + 1 : 0;
                auto &to = rows(target);
                to.insert(to.begin() + at, moved_.begin(), moved_.end());
            });
    connect(&model, &Model::rowsMoved, this, [this](auto &&...) { compare(); });
    connect(&model, &Model::dataChanged, this, [this](const QModelIndex &first, const QModelIndex &last) {
        CHECK(first.parent() == last.parent() && first.column() == 0);
        CHECK(last.column() == model_.columnCount() - 1);
        for (int row = first.row(); row <= last.row(); row++) {
            QModelIndex index = model_.index(row, 0, first.parent());
            rows(first.parent())[static_cast<std::size_t>(row)].text = index.data().toString();
            if (index.data().toString().contains(QLatin1Char(':'))) {
                changed.insert(number_of(index));
                if (row == first.row() || row == last.row()) {
                    changed_ends.insert(number_of(index));
                }
            }
        }
        compare();
    });
    connect(&model, &Model::layoutAboutToBeChanged, this, [this] {
        compare();
        kept_.clear();
        keep({});
    });
    connect(&model, &Model::layoutChanged, this, [this] { laid_out(); });
    connect(&model, &Model::modelAboutToBeReset, this, unchanged);
    connect(&model, &Model::modelReset, this, [this] {
        resets++;
        rows_ = read_all({});
    });
}

void witness::keep(const QModelIndex &parent)
{
    for (int row = 0; row < model_.rowCount(parent); row++) {
        QModelIndex index = model_.index(row, 0, parent);
        kept_.emplace_back(index, index.data().toString());
        keep(index);
    }
}

void witness::laid_out()
{
    layouts++;
    std::set<std::pair<int, int>> places;
    for (const auto &[index, text] : kept_) {
        CHECK(index.isValid() && index.data().toString() == text);
        CHECK(index == model_.index(index.row(), 0, index.parent()));
        places.emplace(index.parent().isValid() ? index.parent().row() : -1, index.row());
    }
    CHECK(places.size() == kept_.size());
    rows_ = read_all({});
    std::size_t count = 0;
    for (const node &each : rows_) {
        count += 1 + each.children.size();
    }
    CHECK(count == kept_.size());
}

std::vector<witness::node> &witness::rows(const QModelIndex &parent)
{
    return parent.isValid() ? rows(parent.parent())[static_cast<std::size_t>(parent.row())].children : rows_;
}

witness::node witness::read(const QModelIndex &index) const { return {index.data().toString(), read_all(index)}; }

std::vector<witness::node> witness::read_all(const QModelIndex &parent) const
{
    std::vector<node> all;
    for (int row = 0; row < model_.rowCount(parent); row++) {
        QModelIndex index = model_.index(row, 0, parent);
        CHECK(index.isValid() && index.parent() == parent);
        all.push_back(read(index));
    }
    return all;
}

void witness::compare() const { CHECK(rows_ == read_all({})); }

void witness::compare(const plain_list &wanted, bool with_sections) const
{
    std::vector<node> all;
    for (const plain_section &section : wanted) {
        std::vector<node> rows;
        for (const plain &row : section.rows) {
            rows.push_back({thing(row.number, row.content).text(), {}});
        }
        if (with_sections) {
            all.push_back({QString::number(section.number), rows});
        } else {
            all.insert(all.end(), rows.begin(), rows.end());
        }
    }
    CHECK(all == read_all({}));
    CHECK(all == rows_);
}

std::vector<QModelIndex> items_of(const QAbstractItemModel &model, const QModelIndex &parent)
{
    std::vector<QModelIndex> all;
    for (int row = 0; row < model.rowCount(parent); row++) {
        QModelIndex index = model.index(row, 0, parent);
        if (index.data().toString().contains(QLatin1Char(':'))) {
            all.push_back(index);
        }
        std::vector<QModelIndex> below = items_of(model, index);
        all.insert(all.end(), below.begin(), below.end());
    }
    return all;
}

void add_fields(iq::qt::Model &model)
{
    model.field(Qt::DisplayRole, "text", &thing::text);
    model.section_field(Qt::DisplayRole, "text", [](const iq::qt::Section &section) {
        std::uint64_t number;
        std::memcpy(&number, section.key.bytes, sizeof number);
        return QString::number(static_cast<int>(number) - 1001);
    });
}

void run_loop()
{
    QCoreApplication::processEvents();
    QCoreApplication::processEvents();
}

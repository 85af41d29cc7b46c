// fields.cpp - roles and columns from the models of the items; and real views.
#include "shown.hpp"

#include <QtWidgets/QListView>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QTableView>
#include <QtWidgets/QTreeView>

namespace {

struct book {
    iq_key key;
    std::uint64_t content;
    std::string title;
    const char *author;
    QString shelf;
    int pages;
    std::uint64_t number() const { return 7; }
};

} // namespace

void test_fields()
{
    std::vector<book> books = {{key_of(1), 1, "Émile", "Rousseau", QStringLiteral("A"), 400},
                               {key_of(2), 1, "Candide", "Voltaire", QStringLiteral("B"), 100}};
    std::vector<void *> models = {&books[0], &books[1]};
    iq::list list = iq::list::create();
    list.set_items(iq::columns_of(books).keys(&book::key).contents(&book::content).models(
        iq::span<void *const>(models)));
    iq::qt::Feed feed(list);
    iq::qt::Model model(feed);
    model.field(Qt::DisplayRole, "title", &book::title)
        .field(Qt::DisplayRole, "title", &book::author, 1)
        .field(Qt::DisplayRole, "title", &book::shelf, 2)
        .field(Qt::UserRole, "pages", &book::pages)
        .field(Qt::UserRole + 1, "number", &book::number)
        .field<book>(Qt::UserRole + 2, "is_long", [](const book &each) { return each.pages > 300; })
        .item_field(Qt::UserRole + 3, "level", [](const iq::qt::Item &item) { return item.level; });
    CHECK(model.columnCount() == 3 && model.rowCount() == 2);
    CHECK(model.roleNames().value(Qt::UserRole) == "pages" && model.roleNames().contains(Qt::EditRole));
    CHECK(model.index(0, 0).data().toString() == QStringLiteral("Émile"));
    CHECK(model.index(0, 1).data().toString() == QStringLiteral("Rousseau"));
    CHECK(model.index(1, 2).data().toString() == QStringLiteral("B"));
    CHECK(model.index(1, 0).data(Qt::UserRole).toInt() == 100);
    CHECK(model.index(1, 0).data(Qt::UserRole + 1).toULongLong() == 7);
    CHECK(model.index(0, 0).data(Qt::UserRole + 2).toBool() && !model.index(1, 0).data(Qt::UserRole + 2).toBool());
    CHECK(model.index(0, 0).data(Qt::UserRole + 3) == QVariant(0));
    CHECK(!model.index(0, 0).data(Qt::DecorationRole).isValid() && !model.data({}).isValid());
    CHECK(model.item_at(model.index(1, 0))->key == key_of(2) && !model.item_at({}) &&
          !model.section_at(model.index(1, 0)));

    // An item without a model, and the header of a section.
    iq::qt::Model tree(feed, iq::qt::Shape::Sections);
    tree.field(Qt::DisplayRole, "title", &book::title)
        .section_field(Qt::DisplayRole, "title", [](const iq::qt::Section &section) -> QVariant {
            return section.header == nullptr ? QString::number(section.count)
                                             : QString::fromStdString(static_cast<book *>(section.header)->title);
        });
    CHECK(tree.index(0, 0).data() == QStringLiteral("2"));
    iq_key key = key_of(3);
    iq::edit edit = list.edit();
    edit.insert_items(list.find_section_at(0), 0, iq::columns_from({&key, 1}));
    iq::supplementary header;
    header.kind = IQ_KIND_HEADER;
    header.key = key_of(4);
    header.model = &books[0];
    edit.set_supplementary(list.find_section_at(0), header);
    edit.commit();
    int section_changes = 0;
    QObject::connect(&tree, &QAbstractItemModel::dataChanged, [&](const QModelIndex &index) {
        section_changes += !index.parent().isValid();
    });
    run_loop();
    CHECK(!tree.index(0, 0, tree.index(0, 0)).data().isValid());
    CHECK(tree.index(0, 0).data() == QStringLiteral("Émile") && section_changes == 1);
    // A section shows how many items it has.
    edit = list.edit();
    edit.delete_item(list.find_item_at(1));
    edit.commit();
    run_loop();
    CHECK(section_changes == 2);
    CHECK(tree.section_at(tree.index(0, 0))->count == 2 && !tree.item_at(tree.index(0, 0)));
    CHECK(!(tree.index(0, 0).flags() & Qt::ItemIsSelectable));
}

namespace {

/// What a view keeps, as text.
QString kept_by(const QAbstractItemView &view)
{
    QStringList kept = {QString::number(view.verticalScrollBar()->value()), view.currentIndex().data().toString()};
    QStringList selected;
    for (const QModelIndex &index : view.selectionModel()->selectedIndexes()) {
        selected << index.data().toString();
    }
    selected.sort();
    const auto *tree = dynamic_cast<const QTreeView *>(&view);
    for (int row = 0; tree != nullptr && row < tree->model()->rowCount(); row++) {
        if (tree->isExpanded(tree->model()->index(row, 0))) {
            kept << tree->model()->index(row, 0).data().toString();
        }
    }
    return (kept + selected).join(QLatin1Char(' '));
}

/// The views of Qt, all of one list: what is selected, current and expanded stays so. Returns what they keep.
QStringList check_views(std::size_t threshold)
{
    QStringList kept;
    changes random(seed + 2, true);
    iq::list list = iq::list::create();
    random.step(list);
    iq::qt::Feed feed(list);
    iq::qt::Model flat(feed), tree(feed, iq::qt::Shape::Sections);
    add_fields(flat);
    add_fields(tree);
    flat.layout_threshold(threshold);
    tree.layout_threshold(threshold);
    int layouts = 0;
    QObject::connect(&flat, &QAbstractItemModel::layoutChanged, [&] { layouts++; });
    QListView rows;
    QTableView table;
    QTreeView sections;
    rows.setModel(&flat);
    table.setModel(&flat);
    sections.setModel(&tree);
    const std::vector<QAbstractItemView *> all = {&rows, &table, &sections};
    for (QAbstractItemView *view : all) {
        view->setSelectionMode(QAbstractItemView::ExtendedSelection);
        view->resize(150, 300);
        view->show();
    }
    for (int step = 0; step < 150; step++) {
        std::map<QString, bool> expanded;
        for (int row = 0; row < tree.rowCount(); row++) {
            sections.setExpanded(tree.index(row, 0), random.below(2) == 0);
            expanded[tree.index(row, 0).data().toString()] = sections.isExpanded(tree.index(row, 0));
        }
        std::set<int> selected;
        rows.clearSelection();
        for (const QModelIndex &index : items_of(flat)) {
            if (random.below(3) == 0) {
                rows.selectionModel()->select(index, QItemSelectionModel::Select);
                selected.insert(number_of(index));
            }
        }
        const int scrolled = static_cast<int>(random.below(200));
        for (QAbstractItemView *view : all) {
            const std::vector<QModelIndex> items = items_of(*view->model());
            if (!items.empty()) {
                view->selectionModel()->setCurrentIndex(items[items.size() / 2], QItemSelectionModel::NoUpdate);
            }
            view->verticalScrollBar()->setValue(scrolled);
        }
        random.step(list);
        run_loop();
        std::set<int> there, now;
        for (const QModelIndex &index : items_of(flat)) {
            there.insert(number_of(index));
        }
        for (const QModelIndex &index : rows.selectionModel()->selectedIndexes()) {
            now.insert(number_of(index));
        }
        for (auto each = selected.begin(); each != selected.end();) {
            each = there.count(*each) ? std::next(each) : selected.erase(each);
        }
        CHECK(now == selected);
        for (int row = 0; row < tree.rowCount(); row++) {
            auto found = expanded.find(tree.index(row, 0).data().toString());
            // A section without rows cannot be expanded.
            if (found != expanded.end() && found->second && tree.rowCount(tree.index(row, 0)) > 0) {
                CHECK(sections.isExpanded(tree.index(row, 0)));
            }
        }
        rows.grab();
        table.grab();
        sections.grab();
        kept << kept_by(rows) << kept_by(table) << kept_by(sections);
    }
    CHECK(threshold == single ? layouts == 0 : layouts > 15);
    return kept;
}

} // namespace

/// Views keep the same, whether the steps of a changeset are reported by themselves or together.
void test_views()
{
    const QStringList by_steps = check_views(single), by_layouts = check_views(together);
    for (int i = 0; i < by_steps.size(); i++) {
        if (by_steps[i] != by_layouts[i]) {
            std::fprintf(stderr, "%d: %s\n%s\n", i, qPrintable(by_steps[i]), qPrintable(by_layouts[i]));
        }
    }
    CHECK(by_steps == by_layouts);
}

// people.cpp - a list in a window: found by name, moved by hand, and updated all the time.
#include <QtCore/QTimer>
#include <QtGui/QFont>
#include <QtWidgets/QApplication>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QListView>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTreeView>
#include <QtWidgets/QVBoxLayout>

#include <iqlist_qt.hpp>

#include <atomic>
#include <random>

// What the list shows. It is never changed: an update brings another one, and the list releases this one when
// nothing shows it any more.
struct person {
    QString name;
    int unread = 0;
    std::atomic<int> references{1};

    person(QString given, int messages) : name(std::move(given)), unread(messages) {}
    QString text() const { return unread == 0 ? name : QStringLiteral("%1 (%2)").arg(name).arg(unread); }
};

struct person_traits {
    static void retain(person *each) noexcept { each->references++; }
    static void release(person *each) noexcept
    {
        if (--each->references == 0) {
            delete each;
        }
    }
};

class people {
public:
    people() : class_(iq::create_class<person, person_traits>("person")), list_(iq::list::create())
    {
        const std::vector<std::pair<QString, QStringList>> teams = {
            {QStringLiteral("Design"), {QStringLiteral("Ada"), QStringLiteral("Ben"), QStringLiteral("Cem")}},
            {QStringLiteral("Engines"), {QStringLiteral("Dot"), QStringLiteral("Eve"), QStringLiteral("Fay"),
                                         QStringLiteral("Gus"), QStringLiteral("Hal")}},
            {QStringLiteral("Support"), {QStringLiteral("Ida"), QStringLiteral("Jon"), QStringLiteral("Kim"),
                                         QStringLiteral("Lou")}}};
        iq::snapshot shown = iq::snapshot::create();
        for (const auto &[team, names] : teams) {
            iq_key key = iq::key_of(team.toStdString());
            shown.append_section(key);
            iq::supplementary header;
            header.kind = IQ_KIND_HEADER;
            header.key = key;
            header.cell_class = class_;
            header.model = new person(team, 0);
            shown.set_supplementary(key, header);
            person_traits::release(static_cast<person *>(header.model));
            for (const QString &name : names) {
                iq_key item = iq::key_of(name.toStdString());
                std::uint64_t content = 1;
                void *model = new person(name, 0);
                shown.append_items(iq::columns_from({&item, 1}, {&content, 1}, {&model, 1}, {&class_, 1}));
                person_traits::release(static_cast<person *>(model));
            }
        }
        list_.apply_silently(shown);
    }

    iq::list &list() { return list_; }

    /// A message for somebody, who comes to the top of the team.
    void receive(std::size_t index)
    {
        iq_item item = list_.find_item_at(index);
        iq::item_info info = list_.item_info(item);
        const person *before = static_cast<const person *>(info.model);
        person *after = new person(before->name, before->unread + 1);
        iq::edit edit = list_.edit();
        edit.update_item(item, static_cast<std::uint64_t>(after->unread) + 1, after, class_);
        edit.move_item_beside(item, IQ_PUT_BEFORE, list_.find_item_in_section(info.section, 0));
        edit.commit_silently();
        person_traits::release(after);
    }

    void move_up(const iq_key &key)
    {
        iq_item item = list_.find_item(key);
        iq::item_info info = list_.item_info(item);
        if (info.position.item > 0) {
            iq::edit edit = list_.edit();
            iq_item above = list_.find_item_in_section(info.section, info.position.item - 1);
            edit.move_item_beside(item, IQ_PUT_BEFORE, above);
            edit.commit_silently();
        }
    }

private:
    iq_class class_;
    iq::list list_;
};

void add_fields(iq::qt::Model &model)
{
    model.field(Qt::DisplayRole, "text", &person::text);
    model.field<person>(Qt::FontRole, "font", [](const person &each) {
        QFont font;
        font.setBold(each.unread > 0);
        return font;
    });
    model.section_field(Qt::DisplayRole, "text", [](const iq::qt::Section &section) {
        return QStringLiteral("%1, %2").arg(static_cast<person *>(section.header)->name).arg(section.count);
    });
}

int main(int count, char **arguments)
{
    QApplication application(count, arguments);
    people everybody;
    // What is found: a list that follows the other one.
    iq::derive_options options;
    options.kind = IQ_DERIVE_FILTER;
    options.flags = IQ_DERIVE_DROP_EMPTY_SECTIONS;
    iq::list found = everybody.list().derive(options);

    // Two models of it, which follow one feed.
    iq::qt::Feed feed(found);
    iq::qt::Model teams(feed, iq::qt::Shape::Sections), rows(feed);
    add_fields(teams);
    add_fields(rows);

    QWidget window;
    QLineEdit search;
    QTreeView tree;
    QListView flat;
    QPushButton up(QStringLiteral("Move up"));
    search.setPlaceholderText(QStringLiteral("Find by name"));
    search.setClearButtonEnabled(true);
    tree.setModel(&teams);
    tree.setHeaderHidden(true);
    tree.expandAll();
    flat.setModel(&rows);
    flat.setSelectionMode(QAbstractItemView::ExtendedSelection);

    QVBoxLayout layout(&window);
    QHBoxLayout views;
    layout.addWidget(&search);
    layout.addLayout(&views);
    views.addWidget(&tree);
    views.addWidget(&flat);
    layout.addWidget(&up);
    window.setWindowTitle(QStringLiteral("People"));
    window.resize(420, 380);

    QObject::connect(&search, &QLineEdit::textChanged, [&](const QString &text) {
        found.set_filter([text](const iq_key &, const void *model) noexcept {
            return static_cast<const person *>(model)->name.contains(text, Qt::CaseInsensitive);
        });
    });
    QObject::connect(&up, &QPushButton::clicked, [&] {
        if (auto item = rows.item_at(flat.currentIndex())) {
            everybody.move_up(item->key);
        }
    });
    // A team that is found again is shown with its people.
    QObject::connect(&teams, &QAbstractItemModel::rowsInserted, &tree, [&](const QModelIndex &parent) {
        if (parent.isValid()) {
            tree.expand(parent);
        }
    });
    std::mt19937 random(1);
    QTimer messages;
    QObject::connect(&messages, &QTimer::timeout,
                     [&] { everybody.receive(random() % everybody.list().item_count()); });
    messages.start(700);
    window.show();

    if (count == 3 && QString::fromLocal8Bit(arguments[1]) == QStringLiteral("--picture")) {
        flat.setCurrentIndex(rows.index(3, 0));
        for (std::size_t index : {7u, 4u, 1u}) {
            everybody.receive(index);
        }
        QTimer::singleShot(100, [&] {
            window.grab().save(QString::fromLocal8Bit(arguments[2]));
            QApplication::quit();
        });
    }
    return QApplication::exec();
}

// shown.hpp - what the tests of iqlist_qt.hpp share: rows that change at random, and a witness of a model.
#ifndef SHOWN_HPP
#define SHOWN_HPP

#include <iqlist_qt.hpp>

#include <QtCore/QAbstractItemModel>
#include <QtCore/QCoreApplication>
#include <QtCore/QElapsedTimer>
#include <QtCore/QItemSelectionModel>
#include <QtTest/QAbstractItemModelTester>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <vector>

#define CHECK(truth) ((truth) ? (void)0 : check_failed(__FILE__, __LINE__, #truth))

/// The number that the tests of this run began with.
extern unsigned seed;

[[noreturn]] inline void check_failed(const char *file, int line, const char *truth)
{
    std::fprintf(stderr, "%s:%d: seed %u: not true: %s\n", file, line, seed, truth);
    std::abort();
}

/// The model of an item. It is freed as soon as the library holds it no longer: who reads it too late is seen by
/// the address sanitizer.
struct thing {
    std::atomic<int> references{1};
    int number;
    int content;

    thing(int given_number, int given_content) : number(given_number), content(given_content) {}
    QString text() const { return QString::number(number) + QLatin1Char(':') + QString::number(content); }
};

inline std::atomic<int> things{0};

inline void release(thing *each) noexcept
{
    if (--each->references == 0) {
        things--;
        delete each;
    }
}

struct thing_traits {
    static void retain(thing *each) noexcept { each->references++; }
    static void release(thing *each) noexcept { ::release(each); }
};

inline iq_class thing_class()
{
    static iq_class found = iq::create_class<thing, thing_traits>("thing");
    return found;
}

/// A row of the plain model.
struct plain {
    int number;
    int content;
    bool operator==(const plain &other) const { return number == other.number && content == other.content; }
    bool operator<(const plain &other) const { return number < other.number; }
};

struct plain_section {
    int number;
    std::vector<plain> rows;
};

using plain_list = std::vector<plain_section>;

inline iq_key key_of(int number) { return iq::key_from_u64(static_cast<std::uint64_t>(number) + 1); }

/// Thresholds of models: each step is reported by itself; or more than one move, and more than one update, together.
inline constexpr std::size_t single = 1000000, together = 1;

/// The columns of an iq_list_set, with their memory.
struct given {
    std::vector<iq_key> keys;
    std::vector<std::uint64_t> contents;
    std::vector<void *> models;
    std::vector<iq_class> classes;
    std::vector<iq::section_entry> sections;

    explicit given(const plain_list &list)
    {
        for (const plain_section &section : list) {
            iq::section_entry entry;
            entry.key = key_of(1000 + section.number);
            entry.first_item = keys.size();
            sections.push_back(entry);
            for (const plain &row : section.rows) {
                add(row);
            }
        }
    }
    explicit given(const std::vector<plain> &rows)
    {
        for (const plain &row : rows) {
            add(row);
        }
    }
    given(const given &) = delete;
    given &operator=(const given &) = delete;
    ~given()
    {
        for (void *each : models) {
            release(static_cast<thing *>(each));
        }
    }

    iq::columns columns() const
    {
        return iq::columns_from(keys, contents, models, classes);
    }
    /// Of a tree: with levels drawn at random.
    iq::columns leveled(std::mt19937 &random)
    {
        levels_.clear();
        for (std::size_t i = 0; i < keys.size(); i++) {
            levels_.push_back(static_cast<std::uint16_t>(random() % 4));
        }
        iq::columns made = columns();
        made.levels = levels_.data();
        return made;
    }

private:
    void add(const plain &row)
    {
        things++;
        keys.push_back(key_of(row.number));
        contents.push_back(static_cast<std::uint64_t>(row.content) + 1);
        models.push_back(new thing(row.number, row.content));
        classes.push_back(thing_class());
    }

    std::vector<std::uint16_t> levels_;
};

/// What the list shows.
plain_list read(iq::list &list);

/// Changes a list at random, as programs do: sets all of it, edits it, marks rows.
class changes {
public:
    changes(unsigned first, bool with_sections) : random_(first), with_sections_(with_sections) {}

    void step(iq::list &list);
    /// Changes a tree, or what is expanded in an outline of it.
    void step_tree(iq::list &tree, iq::list &outline);
    /// What was marked by the last step.
    std::set<int> marked;
    bool may_reload = false;

    unsigned below(std::size_t bound) { return static_cast<unsigned>(random_() % bound); }

private:
    plain_list drawn();
    void shuffle(iq::list &list);
    void edit(iq::list &list);
    void mark(iq::list &list);

    std::mt19937 random_;
    bool with_sections_;
};

/// Keeps rows of its own by the signals of a model alone, as a view does, and checks after each of them that the
/// model shows just these rows.
class witness : public QObject {
public:
    explicit witness(QAbstractItemModel &model);

    /// The numbers of the items of which dataChanged was emitted, since this was cleared.
    std::multiset<int> changed;
    /// The first and the last item of each.
    std::set<int> changed_ends;
    int layouts = 0;
    int resets = 0;
    int signal_count = 0;

    /// Compares all that the model shows with the rows that the signals have left.
    void compare() const;
    void compare(const plain_list &wanted, bool with_sections) const;

private:
    struct node {
        QString text;
        std::vector<node> children;
        bool operator==(const node &other) const { return text == other.text && children == other.children; }
    };

    std::vector<node> &rows(const QModelIndex &parent);
    node read(const QModelIndex &index) const;
    std::vector<node> read_all(const QModelIndex &parent) const;

    /// Keeps an index of each row below one.
    void keep(const QModelIndex &parent);
    /// Rows have changed their places, and nothing else.
    void laid_out();

    QAbstractItemModel &model_;
    std::vector<node> rows_;
    std::vector<std::pair<QPersistentModelIndex, QString>> kept_;
    std::vector<node> moved_;
};

/// The number of the item that an index shows.
inline int number_of(const QModelIndex &index) { return index.data().toString().section(QLatin1Char(':'), 0, 0).toInt(); }

/// All indexes of items of a model.
std::vector<QModelIndex> items_of(const QAbstractItemModel &model, const QModelIndex &parent = {});

void add_fields(iq::qt::Model &model);
/// Runs the event loop until the feed has shown what waits.
void run_loop();

void test_sessions();
void test_threads();
void test_lifetimes();
void test_events();
void test_pages();
void test_fields();
void test_views();
void test_scroll();
void test_chains();

#endif

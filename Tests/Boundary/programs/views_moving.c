/*
 * views_moving.c - the ranges of views over updates: what stays at the start of the list, what moves with the items
 * that it shows, and what stays full; and random updates beside a plain program that says where each range is to be.
 */
#include "check.h"
#include "moved_range.h"
#include "random.h"

#include <stdbool.h>
#include <string.h>

enum { ITEMS = 1200, VIEWS = 2 };

static struct {
    random_source random;
    iq_list *list;
    iq_view *views[VIEWS];
    uint64_t ids[ITEMS]; /* the items, as they are to be next */
    size_t count;
    uint64_t next_id;
} self;

static size_t below(size_t bound)
{
    return random_below(&self.random, bound);
}

static void settle(void)
{
    size_t count;
    iq_event events[64] = {{.struct_size = sizeof events[0]}};
    do {
        CHECK_OK(iq_list_poll(self.list, events, 64, &count));
    } while (count > 0);
}

static void open(size_t count)
{
    self.count = count;
    self.next_id = count + 1;
    for (size_t i = 0; i < count; i++) {
        self.ids[i] = i + 1;
    }
    CHECK_OK(iq_list_create(NULL, &self.list));
    for (size_t v = 0; v < VIEWS; v++) {
        CHECK_OK(iq_view_create(self.list, NULL, &self.views[v]));
    }
}

static void close(void)
{
    for (size_t v = 0; v < VIEWS; v++) {
        iq_view_destroy(self.views[v]);
    }
    iq_list_destroy(self.list);
}

/* In one section, or in two: a range is counted over all of them. */
static void show_in(size_t first_section)
{
    iq_key keys[ITEMS];
    for (size_t i = 0; i < self.count; i++) {
        keys[i] = iq_key_from_u64(self.ids[i]);
    }
    const iq_section_entry sections[2] = {
        {sizeof sections[0], iq_key_from_u64(1), 0, NULL, 0},
        {sizeof sections[0], iq_key_from_u64(2), first_section, NULL, 0},
    };
    const iq_columns items = {.struct_size = sizeof items, .count = self.count, .keys = keys};
    CHECK_OK(iq_list_set(self.list, sections, 2, &items, NULL, NULL));
}

static void show(void)
{
    show_in(self.count);
}

/* ---- what happens to lists */

static void take(size_t at, size_t count, uint64_t *taken)
{
    memcpy(taken, self.ids + at, count * sizeof *taken);
    self.count -= count;
    memmove(self.ids + at, self.ids + at + count, (self.count - at) * sizeof *taken);
}

static void put(size_t at, size_t count, const uint64_t *taken)
{
    memmove(self.ids + at + count, self.ids + at, (self.count - at) * sizeof *taken);
    memcpy(self.ids + at, taken, count * sizeof *taken);
    self.count += count;
}

static void move(size_t from, size_t count, size_t to)
{
    uint64_t taken[ITEMS];
    take(from, count, taken);
    put(to, count, taken);
}

static void insert(size_t at, size_t count)
{
    uint64_t ids[ITEMS];
    for (size_t i = 0; i < count; i++) {
        ids[i] = self.next_id++;
    }
    put(at, count, ids);
}

static void delete(size_t at, size_t count)
{
    uint64_t taken[ITEMS];
    take(at, count, taken);
}

static void reverse(void)
{
    for (size_t i = 0; i < self.count / 2; i++) {
        uint64_t id = self.ids[i];
        self.ids[i] = self.ids[self.count - 1 - i];
        self.ids[self.count - 1 - i] = id;
    }
}

/* ---- cases */

static void set_page(iq_section section, uint32_t state)
{
    const iq_page page = {.struct_size = sizeof page, .state = state};
    CHECK_OK(iq_list_set_page(self.list, section, IQ_EDGE_START, &page));
}

static void visible(size_t view, size_t first, size_t count)
{
    CHECK_OK(iq_view_set_visible(self.views[view], first, count, 0));
    settle();
}

static void check_range(size_t view, size_t first, size_t count)
{
    size_t is_first = 77, is_count = 77;
    settle();
    CHECK_OK(iq_view_get_visible(self.views[view], &is_first, &is_count));
    if (is_first != first || is_count != count) {
        fprintf(stderr, "visible are %zu from %zu, expected %zu from %zu\n", is_count, is_first, count, first);
    }
    CHECK(is_first == first && is_count == count);
}

/* New rows in front are shown at the start of the list, and reordered ones as they are; elsewhere they are not. */
static void at_the_start(void)
{
    open(3);
    show();
    visible(0, 0, 10);
    visible(1, 1, 2);
    insert(0, 1);
    show();
    check_range(0, 0, 4);
    check_range(1, 2, 2);
    reverse();
    show();
    check_range(0, 0, 4);
    delete(0, self.count);
    show();
    check_range(0, 0, 0);
    insert(0, 20);
    show();
    check_range(0, 0, 10);
    close();
}

/* Unless more may come there: the loader is reached again only when the user goes there. */
static void before_a_page(void)
{
    static const struct {
        uint32_t state;
        bool moves;
    } cases[] = {{IQ_PAGE_OFF, false},
                 {IQ_PAGE_MORE, true},
                 {IQ_PAGE_LOADING, true},
                 {IQ_PAGE_FAILED, true},
                 {IQ_PAGE_ENDED, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (size_t which = 0; which < 4; which++) {
            iq_section section = {0};
            check_seed = 10 * i + which;
            open(20);
            /* All items are in the second section; the first one is the list's first nevertheless. */
            show_in(which == 3 ? 0 : 10);
            if (which > 0) {
                CHECK_OK(iq_list_find_section_at(self.list, which == 2 || which == 3, &section));
            }
            visible(0, 0, 5);
            set_page(section, cases[i].state);
            insert(0, 8);
            show_in(which == 3 ? 0 : 18);
            /* A page of the second section does not come before the items of the first one. */
            check_range(0, cases[i].moves && which != 2 ? 8 : 0, 5);
            close();
        }
    }
    /* The last page: the answer may be set before the items come. */
    open(20);
    show();
    set_page((iq_section){0}, IQ_PAGE_LOADING);
    visible(0, 0, 5);
    set_page((iq_section){0}, IQ_PAGE_ENDED);
    insert(0, 8);
    show();
    check_range(0, 8, 5);
    visible(0, 0, 5);
    insert(0, 8);
    show();
    check_range(0, 0, 5);
    close();
}

/* Items that go elsewhere take the range along only if most of the others go with them. */
static void in_the_middle(void)
{
    open(100);
    show();
    visible(0, 40, 10);
    move(45, 1, 0);
    show();
    check_range(0, 41, 10);
    move(41, 1, 0);
    show();
    check_range(0, 41, 10);
    move(80, 5, 0);
    show();
    check_range(0, 46, 10);
    move(46, 3, 90);
    show();
    check_range(0, 43, 10);
    /* Most of what is visible goes, what is above stays. */
    move(43, 8, 20);
    show();
    check_range(0, 43, 10);
    reverse();
    show();
    check_range(0, 43, 10);
    /* Children behind a row: it stays where it is. */
    insert(45, 30);
    show();
    check_range(0, 43, 10);
    /* What goes from the range is replaced from above. */
    delete(43, 2);
    show();
    check_range(0, 41, 10);
    delete(41, 10);
    show();
    check_range(0, 41, 10);
    close();
}

/* A range that was full stays full; one that the host has set beyond the end is cut and shows no less than it did. */
static void at_the_end(void)
{
    open(20);
    show();
    visible(0, 12, 8);
    visible(1, 17, 8);
    check_range(1, 17, 3);
    delete(0, 5);
    show();
    check_range(0, 7, 8);
    check_range(1, 12, 3);
    delete(13, 2);
    show();
    check_range(0, 5, 8);
    check_range(1, 10, 3);
    insert(13, 4);
    show();
    check_range(0, 5, 8);
    check_range(1, 10, 7);
    delete(4, 13);
    show();
    check_range(0, 0, 4);
    check_range(1, 0, 4);
    close();
}

/* ---- random updates */

static void change(void)
{
    size_t at = below(self.count + 1), rest = self.count - at, room = ITEMS - self.count;
    size_t most = random_chance(&self.random, 20) ? 300 : 12, some = below(most);
    switch (below(8)) {
    case 0:
    case 1: insert(at, some < room ? some : room); break;
    case 2: delete(at, some < rest ? some : rest); break;
    case 3:
    case 4: {
        size_t count = some < rest ? some : rest;
        move(at, count, below(self.count - count + 1));
        break;
    }
    case 5:
        for (size_t i = 0; i < self.count / 8; i++) {
            move(below(self.count), 1, below(self.count));
        }
        break;
    case 6:
        if (random_chance(&self.random, 10)) {
            reverse();
        }
        break;
    default: break;
    }
}

static bool is_open(uint32_t state)
{
    return state != IQ_PAGE_OFF && state != IQ_PAGE_ENDED;
}

static void session(uint64_t seed)
{
    uint64_t before[ITEMS];
    size_t first[VIEWS], shown[VIEWS], count[VIEWS];
    uint32_t page = IQ_PAGE_OFF;
    check_seed = seed;
    self.random.state = seed;
    open(below(random_chance(&self.random, 50) ? 40 : ITEMS));
    show();
    for (size_t v = 0; v < VIEWS; v++) {
        visible(v, 0, count[v] = 0);
    }
    for (size_t step = 0; step < 30; step++) {
        bool could_grow = is_open(page);
        for (size_t v = 0; v < VIEWS; v++) {
            if (random_chance(&self.random, 20)) {
                visible(v, below(self.count + 4), count[v] = below(random_chance(&self.random, 20) ? 700 : 30));
            }
            CHECK_OK(iq_view_get_visible(self.views[v], &first[v], &shown[v]));
        }
        memcpy(before, self.ids, sizeof before);
        const moved_range_items old = {before, self.count}, new = {self.ids, 0};
        for (size_t changes = below(4); changes > 0; changes--) {
            change();
        }
        if (random_chance(&self.random, 20)) {
            page = (uint32_t)below(IQ_PAGE_ENDED + 1);
            set_page((iq_section){0}, page);
        }
        show_in(below(self.count + 1));
        for (size_t v = 0; v < VIEWS; v++) {
            size_t to = moved_range(old, first[v], shown[v], (moved_range_items){new.ids, self.count},
                                    could_grow || is_open(page));
            size_t rest = self.count - to;
            check_range(v, to, count[v] < rest ? count[v] : rest);
        }
    }
    close();
}

int main(void)
{
    at_the_start();
    before_a_page();
    in_the_middle();
    at_the_end();
    uint64_t seed = check_first_seed(1);
    for (uint64_t i = 0; i < check_scaled(50); i++) {
        session(seed + i);
    }
    return 0;
}

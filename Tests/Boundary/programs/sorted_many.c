/*
 * sorted_many.c - sorted and grouped lists of some thousand items, of which up to a tenth change at a time, so that many
 * are searched for at once: beside a list that is sorted from scratch. Ranks are distinct or a few; what is equal stands
 * as in the source, or as the host compares. The source is flat or of trees, a list or a filter of one, and at times it
 * goes while its last change is asked about.
 *
 *     row       0   1   2   3   4                    each row knows its parent, and is compared with its siblings:
 *     level     0   1   1   0   1                    section or group, rank, what the host says, row
 *     parent    -   0   0   -   3
 */
#include "check.h"
#include "derive.h"
#include "random.h"
#include "shuffled.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 5000 };

#define NONE SIZE_MAX

typedef struct row {
    uint64_t content;
    uint32_t key;
    uint16_t level;
    size_t parent, place; /* its parent, or NONE; the section or the group that it is in */
} row;

static struct {
    random_source random;
    row rows[MOST];
    size_t count, sections;
    bool is_used[MOST]; /* by key */
    size_t sorted[MOST]; /* rows: siblings stand together */
    iq_key wanted[MOST];
    size_t wanted_count;
    uint64_t salt, ranks, groups; /* groups: 0 of a sorted list */
    bool is_tree, compares, is_descending;
} self;

static size_t many; /* how many updates had more than a hundred changes */

static size_t below(size_t bound)
{
    return random_below(&self.random, bound);
}

static bool chance(unsigned percent)
{
    return random_chance(&self.random, percent);
}

/* ---- the order ---------------------------------------------------------- */

static uint64_t mixed(uint64_t content, uint64_t bound)
{
    random_source random = {self.salt + content};
    return random_next(&random) % bound;
}

static uint64_t finer(uint64_t content)
{
    return content % 3;
}

static int ask(void *context, const iq_ranked *items, size_t count, uint32_t depth, iq_rank *ranks, iq_key *groups)
{
    (void)context;
    CHECK(depth == 0);
    for (size_t i = 0; i < count; i++) {
        ranks[i] = iq_rank_from_unsigned(mixed(items[i].content, self.ranks));
        if (groups) {
            groups[i] = iq_key_from_u64(mixed(items[i].content, self.groups));
        }
    }
    return 0;
}

static int compare(void *context, const iq_ranked *a, const iq_ranked *b)
{
    (void)context;
    return finer(a->content) < finer(b->content) ? -1 : finer(a->content) > finer(b->content);
}

static int describe(void *context, iq_group *groups, size_t count)
{
    (void)context;
    for (size_t i = 0; i < count; i++) {
        uint64_t number;
        memcpy(&number, groups[i].key.bytes, sizeof number);
        groups[i].rank = iq_rank_from_unsigned(number);
    }
    return 0;
}

static int compare_rows(const void *a, const void *b)
{
    size_t i = *(const size_t *)a, j = *(const size_t *)b;
    const row *one = &self.rows[i], *other = &self.rows[j];
    uint64_t rank = mixed(one->content, self.ranks), other_rank = mixed(other->content, self.ranks);
    if (one->place != other->place) {
        return one->place < other->place ? -1 : 1;
    }
    /* Those without a parent come first. */
    if (one->parent != other->parent) {
        return one->parent + 1 < other->parent + 1 ? -1 : 1;
    }
    if (rank != other_rank) {
        return (rank < other_rank) != self.is_descending ? -1 : 1;
    }
    int result = self.compares ? compare(NULL, &(iq_ranked){.content = one->content},
                                         &(iq_ranked){.content = other->content})
                               : 0;
    if (result != 0) {
        return self.is_descending ? -result : result;
    }
    return i < j ? -1 : 1;
}

/* Siblings in order, each followed by its own. */
static void add_siblings(size_t place, size_t parent)
{
    size_t low = 0, high = self.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const row *at = &self.rows[self.sorted[middle]];
        bool is_before = at->place != place ? at->place < place : at->parent + 1 < parent + 1;
        low = is_before ? middle + 1 : low;
        high = is_before ? high : middle;
    }
    for (; low < self.count; low++) {
        const row *at = &self.rows[self.sorted[low]];
        if (at->place != place || at->parent != parent) {
            return;
        }
        self.wanted[self.wanted_count++] = iq_key_from_u64(at->key);
        if (self.is_tree) {
            add_siblings(place, self.sorted[low]);
        }
    }
}

static void sort_all(void)
{
    for (size_t i = 0; i < self.count; i++) {
        self.sorted[i] = i;
        if (self.groups > 0) {
            self.rows[i].place = mixed(self.rows[i].content, self.groups);
        }
    }
    qsort(self.sorted, self.count, sizeof *self.sorted, compare_rows);
    self.wanted_count = 0;
    for (size_t place = 0; place < (self.groups > 0 ? self.groups : self.sections); place++) {
        add_siblings(place, NONE);
    }
}

/* ---- the source --------------------------------------------------------- */

static void insert(size_t at, row item)
{
    memmove(self.rows + at + 1, self.rows + at, (self.count++ - at) * sizeof item);
    self.rows[at] = item;
}

static row take(size_t at)
{
    row item = self.rows[at];
    memmove(self.rows + at, self.rows + at + 1, (--self.count - at) * sizeof item);
    return item;
}

static row new_row(void)
{
    row item = {.content = random_next(&self.random)};
    do {
        item.key = (uint32_t)below(MOST);
    } while (self.is_used[item.key]);
    self.is_used[item.key] = true;
    return item;
}

static void change(size_t changes)
{
    for (; changes > 0; changes--) {
        size_t at = below(self.count), which = below(10);
        if (which < 6) {
            self.rows[at].content = random_next(&self.random);
        } else if (which < 7 && self.count < MOST - 500) {
            insert(at, new_row());
        } else if (which < 8 && self.count > 300) {
            self.is_used[take(at).key] = false;
        } else if (which < 9) {
            row item = take(at);
            insert(below(self.count + 1), item);
        } else if (self.is_tree) {
            self.rows[at].level = (uint16_t)below(4);
        }
    }
}

/* Sections are of one size: what comes and goes pushes rows into others. */
static void place_rows(void)
{
    size_t open[8] = {NONE}; /* by level, the row whose children may follow */
    for (size_t i = 0; i < self.count; i++) {
        row *at = &self.rows[i];
        at->place = i * self.sections / self.count;
        bool is_first = i == 0 || self.rows[i - 1].place != at->place;
        uint16_t deepest = is_first ? 0 : (uint16_t)(self.rows[i - 1].level + 1);
        at->level = at->level < deepest ? at->level : deepest;
        at->parent = at->level == 0 ? NONE : open[at->level - 1];
        open[at->level] = i;
    }
}

static void set(iq_list *source)
{
    static iq_key keys[MOST];
    static uint64_t contents[MOST];
    static uint16_t levels[MOST];
    iq_section_entry sections[4];
    iq_columns items = {.struct_size = sizeof items, .count = self.count, .keys = keys, .contents = contents,
                        .levels = self.is_tree ? levels : NULL};
    place_rows();
    for (size_t s = 0; s < self.sections; s++) {
        sections[s] = (iq_section_entry){.struct_size = sizeof sections[s], .key = iq_key_from_u64(s)};
    }
    for (size_t i = 0; i < self.count; i++) {
        keys[i] = iq_key_from_u64(self.rows[i].key);
        contents[i] = self.rows[i].content;
        levels[i] = self.rows[i].level;
        if (i == 0 || self.rows[i - 1].place != self.rows[i].place) {
            sections[self.rows[i].place].first_item = i;
        }
    }
    CHECK_OK(iq_list_set(source, sections, self.sections, &items, NULL, NULL));
}

/* ---- sessions ----------------------------------------------------------- */

static void check_order(iq_list *list)
{
    static iq_key keys[MOST];
    const iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = keys};
    size_t sections, items;
    sort_all();
    CHECK_OK(iq_list_get_count(list, &sections, &items));
    CHECK(items == self.count && self.wanted_count == self.count);
    CHECK_OK(iq_list_get_items(list, 0, items, &buffers));
    CHECK(memcmp(keys, self.wanted, items * sizeof *keys) == 0);
}

static iq_list *derived(iq_list *source, uint32_t how)
{
    const iq_derive_options options = derive_options(how);
    iq_list *list;
    CHECK_OK(iq_list_derive(source, &options, &list));
    return list;
}

static void session(uint64_t seed)
{
    check_seed = seed;
    memset(&self, 0, sizeof self);
    self.random.state = seed;
    self.salt = random_next(&self.random);
    self.groups = chance(30) ? 1 + below(40) : 0;
    self.is_tree = self.groups == 0 && chance(40);
    self.sections = 1 + below(3);
    self.ranks = chance(50) ? 1 + below(6) : UINT32_MAX;
    self.compares = chance(25);
    self.is_descending = chance(30);
    for (size_t count = 500 + below(2000); count > 0; count--) {
        row item = new_row();
        item.level = self.is_tree ? (uint16_t)below(4) : 0;
        insert(self.count, item);
    }
    iq_list *source, *filter = NULL;
    CHECK_OK(iq_list_create(NULL, &source));
    set(source);
    /* A filter has no index of its own. */
    if (chance(30)) {
        filter = derived(source, AS_FILTER);
    }
    iq_list *list = derived(filter ? filter : source, self.groups > 0 ? AS_GROUPED : AS_SORTED);
    const iq_order order = {.struct_size = sizeof order, .flags = self.is_descending ? IQ_ORDER_DESCENDING : 0,
                            .batch = chance(50) ? 1 + (uint32_t)below(300) : 0, .ask = ask,
                            .compare = self.compares ? compare : NULL, .describe = describe};
    CHECK_OK(iq_list_set_order(list, &order, NULL, NULL));
    for (size_t steps = 4; steps > 0; steps--) {
        if (filter) {
            shuffled_follow(filter);
        }
        shuffled_follow(list);
        check_order(list);
        size_t changes = below(self.count / (chance(70) ? 10 : 60));
        many += changes > 100;
        change(changes);
        set(source);
    }
    if (filter) {
        shuffled_follow(filter);
    }
    if (chance(50)) {
        /* The version that is being asked about is held. */
        iq_event event = {.struct_size = sizeof event};
        size_t events;
        CHECK_OK(iq_list_poll(list, &event, 1, &events));
        iq_list_destroy(filter ? filter : source);
        source = filter ? source : NULL;
        filter = NULL;
    }
    shuffled_follow(list);
    check_order(list);
    iq_list_destroy(list);
    iq_list_destroy(filter);
    iq_list_destroy(source);
}

int main(void)
{
    uint64_t seed = check_first_seed(1), sessions = check_scaled(300);
    for (uint64_t i = 0; i < sessions; i++) {
        session(seed + i);
    }
    CHECK(sessions < 20 || many > sessions / 2);
    return 0;
}

/*
 * grouped.c - random sessions of a grouped list beside a model: groups that come, go, change their place and their
 * headers, functions that fail, small batches. Each item that is new or has changed is asked about once, and each group is
 * described once that is new, has another first item, or, if the list counts, another count: polls that fail apart.
 *
 *     source     1 A*  2 B  3 A          groups by content: kind, rank within it
 *     list       A: 3 1*   B: 2          headers: the key of the first item, and how many there are
 *
 * Groups with equal ranks stand as they came: the model remembers which ones there are, in order.
 */
#include "check.h"
#include "host_memory.h"
#include "model.h"
#include "random.h"

#include <poll.h>
#include <string.h>

enum { KEYS = 80, CONTENTS = 60, GROUPS = 8 };

typedef struct shown_group {
    unsigned group, count, items[KEYS];
} shown_group;

/* An order: the group and the rank of an item follow from its content. */
typedef struct grouping {
    unsigned groups, ranks, places; /* how many there are, and how many ranks of groups */
    bool describes, is_descending;
    bool swaps;     /* places follow from counts, so that groups change places */
    unsigned fails; /* percent of the calls */
    size_t asked, described[GROUPS];
    unsigned ended, destroyed;
    iq_status status;
} grouping;

static struct {
    random_source random;
    iq_list *source, *list;
    unsigned keys[KEYS], count;
    uint64_t contents[KEYS]; /* by key; 0: the source does not have it */
    uint16_t levels[KEYS];
    struct { /* what was so when all was answered last */
        unsigned keys[KEYS], count;
        uint64_t contents[KEYS];
        uint16_t levels[KEYS];
    } known;
    shown_group shown[GROUPS];
    unsigned shown_count;
    grouping orders[100], *in_effect;
    unsigned order_count;
    bool counts;
} self;

static iq_class header_class;
static long references;
static size_t failures, described, moved;

static size_t below(size_t bound)
{
    return random_below(&self.random, bound);
}

static bool chance(unsigned percent)
{
    return random_chance(&self.random, percent);
}

static void retain(void *context, void *const *models, size_t count)
{
    CHECK(context == &references && models[0] != NULL);
    references += (long)count;
}

static void release(void *context, void *const *models, size_t count)
{
    CHECK(context == &references && models[0] != NULL);
    references -= (long)count;
}

/* ---- what the host says */

static unsigned group_of(const grouping *order, uint64_t content)
{
    return (unsigned)(content % order->groups);
}

static uint64_t rank_of(const grouping *order, uint64_t content)
{
    return content * 7 % order->ranks;
}

static unsigned place_of(const grouping *order, unsigned group, size_t count)
{
    unsigned place = order->swaps ? (unsigned)count : group * 5;
    return order->describes ? place % order->places : 0;
}

static bool fails(grouping *order)
{
    bool does = random_chance(&self.random, order->fails);
    failures += does;
    return does;
}

static int ask(void *context, const iq_ranked *items, size_t count, uint32_t depth, iq_rank *ranks, iq_key *groups)
{
    grouping *order = context;
    CHECK(depth == 0 && groups != NULL && order->destroyed == 0);
    for (size_t i = 0; i < count; i++) {
        CHECK(items[i].level == 0 || items[i].level == 3);
        ranks[i] = iq_rank_from_unsigned(rank_of(order, items[i].content));
        groups[i] = key_of(group_of(order, items[i].content));
    }
    if (fails(order)) {
        return 1;
    }
    order->asked += count;
    return 0;
}

static unsigned number_of(iq_key key)
{
    uint64_t number;
    memcpy(&number, key.bytes, sizeof number);
    return (unsigned)number;
}

static int describe(void *context, iq_group *groups, size_t count)
{
    grouping *order = context;
    CHECK(count > 0 && order->destroyed == 0);
    for (size_t i = 0; i < count; i++) {
        unsigned group = number_of(groups[i].key);
        CHECK(groups[i].struct_size == sizeof *groups && groups[i].count > 0 && group < order->groups);
        CHECK(group_of(order, groups[i].first.content) == group && groups[i].header.kind == 0);
        groups[i].rank = iq_rank_from_unsigned(place_of(order, group, groups[i].count));
        groups[i].header.kind = IQ_KIND_HEADER;
        groups[i].header.key = groups[i].first.key;
        groups[i].header.content = groups[i].first.content * 1000 + groups[i].count;
        groups[i].header.model = &order->described[group];
        groups[i].header.cell_class = header_class;
    }
    if (fails(order)) {
        /* What it has said is not looked at. */
        groups[0].header.kind = IQ_KIND_FOOTER;
        return 3;
    }
    if (chance(order->fails)) {
        failures++;
        groups[0].header.kind = IQ_KIND_FOOTER;
        return 0;
    }
    for (size_t i = 0; i < count; i++) {
        order->described[number_of(groups[i].key)]++;
    }
    described += count;
    return 0;
}

static void destroy(void *context)
{
    CHECK(++((grouping *)context)->destroyed == 1);
}

static void done(void *context, uint64_t ticket, iq_status status)
{
    grouping *order = context;
    CHECK(ticket > 0 && ++order->ended == 1 && (status == IQ_OK || status == IQ_ERROR_SUPERSEDED));
    order->status = status;
}

/* ---- the model */

static unsigned sort_group(const grouping *order, unsigned group, unsigned *into)
{
    unsigned count = 0;
    for (unsigned i = 0; i < self.count; i++) {
        unsigned key = self.keys[i];
        uint64_t rank = rank_of(order, self.contents[key]);
        if (group_of(order, self.contents[key]) != group) {
            continue;
        }
        unsigned at = count++;
        for (; at > 0; at--) {
            uint64_t other = rank_of(order, self.contents[into[at - 1]]);
            if (order->is_descending ? other >= rank : other <= rank) {
                break;
            }
            into[at] = into[at - 1];
        }
        into[at] = key;
    }
    return count;
}

/* Those that there are first, then new ones as their items come in the source. */
static unsigned list_groups(const grouping *order, unsigned *into)
{
    bool has[GROUPS] = {false};
    unsigned count = 0;
    for (unsigned g = 0; g < self.shown_count; g++) {
        if (self.shown[g].group < order->groups) {
            has[self.shown[g].group] = true;
            into[count++] = self.shown[g].group;
        }
    }
    for (unsigned i = 0; i < self.count; i++) {
        unsigned group = group_of(order, self.contents[self.keys[i]]);
        if (!has[group]) {
            has[group] = true;
            into[count++] = group;
        }
    }
    return count;
}

static unsigned place_in(const grouping *order, const shown_group *of)
{
    return place_of(order, of->group, of->count);
}

static void follow(void)
{
    const grouping *order = self.in_effect;
    unsigned groups[GROUPS], count = order ? list_groups(order, groups) : 0;
    shown_group next[GROUPS];
    unsigned next_count = 0;
    for (unsigned g = 0; g < count; g++) {
        shown_group made = {.group = groups[g]};
        made.count = sort_group(order, groups[g], made.items);
        if (made.count == 0) {
            continue;
        }
        unsigned at = next_count++;
        for (; at > 0 && place_in(order, &next[at - 1]) > place_in(order, &made); at--) {
            next[at] = next[at - 1];
        }
        next[at] = made;
    }
    memcpy(self.shown, next, next_count * sizeof *next);
    self.shown_count = next_count;
}

static void check_header(const shown_group *group, iq_section section)
{
    iq_supplementary header = {.struct_size = sizeof header};
    size_t count;
    CHECK_OK(iq_list_get_supplementaries(self.list, section, 0, &header, 1, &count));
    CHECK(count == (self.in_effect->describes ? 1 : 0));
    if (count == 0) {
        return;
    }
    uint64_t first = self.contents[group->items[0]];
    CHECK(header.kind == IQ_KIND_HEADER && number_of(header.key) == group->items[0]);
    CHECK(header.content / 1000 == first && header.model == &self.in_effect->described[group->group]);
    CHECK(!self.counts || header.content % 1000 == group->count);
}

static void check(void)
{
    size_t sections, count, first = 0;
    follow();
    CHECK_OK(iq_list_get_count(self.list, &sections, &count));
    CHECK(sections == self.shown_count);
    for (unsigned g = 0; g < self.shown_count; g++) {
        const shown_group *group = &self.shown[g];
        iq_key keys[KEYS];
        uint16_t levels[KEYS];
        iq_section section;
        iq_section_info info = {.struct_size = sizeof info};
        iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = keys, .levels = levels};
        CHECK_OK(iq_list_find_section_at(self.list, g, &section));
        CHECK_OK(iq_list_get_section_info(self.list, section, &info));
        CHECK(number_of(info.key) == group->group && info.first == first && info.count == group->count);
        CHECK_OK(iq_list_get_items(self.list, first, group->count, &buffers));
        for (unsigned i = 0; i < group->count; i++) {
            CHECK(number_of(keys[i]) == group->items[i] && levels[i] == 0);
        }
        check_header(group, section);
        first += group->count;
    }
    CHECK(count == first && (!self.in_effect || count == self.count));
}

/* ---- who was asked about, and described */

static bool is_new_or_other(unsigned key)
{
    return self.known.contents[key] != self.contents[key] || self.known.levels[key] != self.levels[key];
}

/* The one before an item in the source, or itself. */
static unsigned before_of(const unsigned *keys, unsigned count, unsigned key)
{
    unsigned before = key;
    for (unsigned i = 1; i < count; i++) {
        before = keys[i] == key ? keys[i - 1] : before;
    }
    return before;
}

/* A first item that the source has moved may be put in anew: that its group is described again then is not said. */
static bool has_moved(unsigned key)
{
    return before_of(self.keys, self.count, key) != before_of(self.known.keys, self.known.count, key);
}

static bool is_described(const shown_group *group, const shown_group *before)
{
    return !before || before->items[0] != group->items[0] || is_new_or_other(group->items[0]) ||
           (self.counts && before->count != group->count);
}

/* `is_new`: the order; all is asked about then. */
static void check_asked(bool is_new, const shown_group *before, unsigned before_count)
{
    grouping *order = self.in_effect;
    size_t asked = 0;
    for (unsigned i = 0; i < self.count; i++) {
        asked += is_new || is_new_or_other(self.keys[i]);
    }
    CHECK(order->asked == asked);
    for (unsigned g = 0; g < self.shown_count; g++) {
        const shown_group *group = &self.shown[g], *was = NULL;
        for (unsigned b = 0; b < before_count && !is_new; b++) {
            was = before[b].group == group->group ? &before[b] : was;
        }
        moved += was && place_in(order, was) != place_in(order, group);
        size_t times = order->described[group->group], wanted = order->describes && is_described(group, was);
        CHECK(times == wanted || (times == 1 && order->describes && has_moved(group->items[0])));
    }
    order->asked = 0;
    memset(order->described, 0, sizeof order->described);
}

/* ---- what happens */

static void change(void)
{
    iq_key keys[KEYS];
    uint64_t contents[KEYS];
    uint16_t levels[KEYS];
    memset(self.levels, 0, sizeof self.levels);
    for (size_t i = below(4); i > 0; i--) {
        unsigned key = (unsigned)below(KEYS), at = (unsigned)below(self.count + 1);
        if (self.contents[key] == 0) {
            memmove(self.keys + at + 1, self.keys + at, (self.count++ - at) * sizeof *self.keys);
            self.keys[at] = key;
            self.contents[key] = 1 + below(CONTENTS);
        } else if (chance(70)) {
            self.contents[key] = 1 + below(CONTENTS);
        } else {
            unsigned from = 0;
            while (self.keys[from] != key) {
                from++;
            }
            memmove(self.keys + from, self.keys + from + 1, (--self.count - from) * sizeof *self.keys);
            self.contents[key] = 0;
        }
    }
    for (unsigned i = 0; i < self.count; i++) {
        keys[i] = key_of(self.keys[i]);
        contents[i] = self.contents[self.keys[i]];
        levels[i] = self.levels[self.keys[i]] = i > 0 && self.keys[i] % 3 == 0 ? 3 : 0;
    }
    const iq_section_entry entry = {.struct_size = sizeof entry, .key = key_of(1)};
    const iq_columns columns = {.struct_size = sizeof columns, .count = self.count, .keys = keys,
                                .contents = contents, .levels = levels};
    CHECK_OK(iq_list_set(self.source, &entry, 1, &columns, NULL, NULL));
}

static void set_order(void)
{
    grouping *order = &self.orders[self.order_count++];
    *order = (grouping){.groups = 1 + (unsigned)below(GROUPS), .ranks = 1 + (unsigned)below(20),
                        .places = 1 + (unsigned)below(GROUPS), .describes = chance(80),
                        .is_descending = chance(30), .swaps = self.counts && chance(50), .fails = chance(40) ? 10 : 0};
    const iq_order given = {.struct_size = sizeof given, .context = order, .ask = ask, .destroy = destroy,
                            .describe = order->describes ? describe : NULL,
                            .flags = order->is_descending ? IQ_ORDER_DESCENDING : 0,
                            .batch = chance(50) ? 0 : 1 + (uint32_t)below(10)};
    const iq_submit_options options = {.struct_size = sizeof options, .done = done, .context = order};
    CHECK_OK(iq_list_set_order(self.list, &given, &options, NULL));
}

static void poll_once(void)
{
    iq_event events[4] = {{.struct_size = sizeof events[0]}};
    size_t count;
    iq_status status = iq_list_poll(self.list, events, 4, &count);
    CHECK(status == IQ_OK || status == IQ_ERROR_CALLBACK);
    for (unsigned i = 0; i < self.order_count; i++) {
        if (self.orders[i].ended && self.orders[i].status == IQ_OK && &self.orders[i] > self.in_effect) {
            self.in_effect = &self.orders[i];
        }
    }
}

static void settle(void)
{
    struct pollfd readable = {.events = POLLIN};
    const grouping *order = self.in_effect;
    shown_group before[GROUPS];
    unsigned before_count = self.shown_count;
    memcpy(before, self.shown, sizeof before);
    CHECK_OK(iq_list_get_wakeup(self.list, &readable.fd));
    for (size_t polls = 0; poll(&readable, 1, 0) == 1; polls++) {
        CHECK(polls < 20000);
        poll_once();
    }
    check();
    if (self.in_effect) {
        check_asked(order != self.in_effect, before, before_count);
    }
    memcpy(self.known.keys, self.keys, sizeof self.keys);
    self.known.count = self.count;
    memcpy(self.known.contents, self.contents, sizeof self.contents);
    memcpy(self.known.levels, self.levels, sizeof self.levels);
}

static void session(uint64_t seed)
{
    check_seed = seed;
    memset(&self, 0, sizeof self);
    self.random.state = seed;
    self.counts = chance(50);
    const iq_derive_options options = {.struct_size = sizeof options, .kind = IQ_DERIVE_GROUPED,
                                       .flags = self.counts ? IQ_DERIVE_COUNTS : 0};
    CHECK_OK(iq_list_create(NULL, &self.source));
    change();
    CHECK_OK(iq_list_derive(self.source, &options, &self.list));
    CHECK_OK(iq_list_set_events(self.list, IQ_EVENT_UPDATE));
    settle();
    for (size_t steps = 10 + below(80); steps > 0; steps--) {
        if (chance(8)) {
            set_order();
            /* What stands as it came follows from what was shown. */
            settle();
        }
        change();
        if (chance(30)) {
            poll_once();
        }
        settle();
    }
    iq_list_destroy(self.list);
    iq_list_destroy(self.source);
    for (unsigned i = 0; i < self.order_count; i++) {
        CHECK(self.orders[i].ended == 1 && self.orders[i].destroyed == 1);
    }
}

/* ---- what is refused */

static void check_refusals(void)
{
    const iq_list_options scoped = {.struct_size = sizeof scoped, .duplicates = IQ_DUPLICATES_SCOPE};
    const iq_derive_options options = {.struct_size = sizeof options, .kind = IQ_DERIVE_GROUPED};
    const iq_order empty = {.struct_size = sizeof empty};
    iq_list *list, *grouped;
    CHECK_OK(iq_list_create(&scoped, &list));
    CHECK_STATUS(iq_list_derive(list, &options, &grouped), IQ_ERROR_SCOPE);
    iq_list_destroy(list);
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_OK(iq_list_derive(list, &options, &grouped));
    CHECK_STATUS(iq_list_set_order(grouped, NULL, NULL, NULL), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_list_set_order(grouped, &empty, NULL, NULL), IQ_ERROR_ARGUMENT);
    iq_list_destroy(grouped);
    iq_list_destroy(list);
}

int main(void)
{
    const iq_class_options header = {.struct_size = sizeof header, .name = "header", .context = &references,
                                     .retain = retain, .release = release};
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    CHECK_OK(iq_class_create(&header, &header_class));
    check_refusals();
    uint64_t seed = check_first_seed(1), sessions = check_scaled(500);
    for (uint64_t i = 0; i < sessions; i++) {
        session(seed + i);
        CHECK(references == 0);
    }
    CHECK(sessions < 10 || (failures && described && moved));
    return 0;
}

/*
 * sorter.c - see sorter.h.
 */
#include "sorter.h"

#include "check.h"

#include <limits.h>
#include <poll.h>

/* ---- lists */

static uint64_t some_content(random_source *random)
{
    return 1 + random_below(random, SORTER_CONTENTS);
}

size_t sorter_find(const mirror_order *in, uint64_t key)
{
    size_t at = 0;
    while (at < in->count && in->keys[at] != key) {
        at++;
    }
    return at;
}

static void insert_some(mirror_order *to, random_source *random)
{
    uint64_t key = random_below(random, SORTER_KEYS);
    if (sorter_find(to, key) < to->count) {
        return;
    }
    size_t section = random_below(random, to->sections), first = to->starts[section];
    size_t at = first + random_below(random, to->starts[section + 1] - first + 1);
    mirror_insert(to, section, at, key, some_content(random));
}

void sorter_arrange(mirror_order *to, random_source *random)
{
    memset(to, 0, sizeof *to);
    to->sections = 1 + random_below(random, SORTER_SECTIONS);
    uint64_t key = 1;
    for (size_t s = 0; s < to->sections; s++) {
        to->section_keys[s] = key;
        key += 1 + random_below(random, 2);
    }
    for (size_t i = random_below(random, random_chance(random, 80) ? 50 : SORTER_KEYS); i > 0; i--) {
        insert_some(to, random);
    }
}

void sorter_change(mirror_order *to, random_source *random)
{
    size_t which = random_below(random, 6), at = to->count ? random_below(random, to->count) : 0;
    if (to->sections == 0 || (which == 0 && random_chance(random, 40))) {
        sorter_arrange(to, random);
    } else if (which == 1 || to->count == 0) {
        insert_some(to, random);
    } else if (which == 2) {
        mirror_remove(to, at);
    } else if (which == 3) {
        /* To another place, perhaps of another section. */
        uint64_t key = to->keys[at], content = to->contents[at];
        mirror_remove(to, at);
        size_t section = random_below(random, to->sections), first = to->starts[section];
        at = first + random_below(random, to->starts[section + 1] - first + 1);
        mirror_insert(to, section, at, key, content);
    } else {
        to->contents[at] = some_content(random);
    }
}

iq_status sorter_set(iq_list *list, const mirror_order *to)
{
    iq_section_entry entries[SORTER_SECTIONS];
    iq_key keys[SORTER_KEYS];
    for (size_t s = 0; s < to->sections; s++) {
        iq_key key = iq_key_from_u64(to->section_keys[s]);
        entries[s] = (iq_section_entry){sizeof entries[s], key, to->starts[s], NULL, 0};
    }
    for (size_t i = 0; i < to->count; i++) {
        keys[i] = iq_key_from_u64(to->keys[i]);
    }
    const iq_columns columns = {.struct_size = sizeof columns, .count = to->count, .keys = keys,
                                .contents = to->contents};
    return iq_list_set(list, entries, to->sections, &columns, NULL, NULL);
}

iq_list *sorter_derive(iq_list *source)
{
    const iq_derive_options options = {.struct_size = sizeof options, .kind = IQ_DERIVE_SORTED};
    iq_list *list;
    CHECK_OK(iq_list_derive(source, &options, &list));
    CHECK_OK(iq_list_set_selection(list, IQ_SELECTION_MULTIPLE | IQ_SELECTION_KEEPS));
    const uint32_t kinds = IQ_EVENT_UPDATE | IQ_EVENT_WILL_UPDATE | IQ_EVENT_STATES | IQ_EVENT_PLACEHOLDER;
    CHECK_OK(iq_list_set_events(list, kinds));
    return list;
}

/* ---- orders */

sorter_order sorter_some_order(random_source *random, uint64_t *contents)
{
    sorter_order order = {.values = 2 + (unsigned)random_below(random, 60), .compares = random_chance(random, 50),
                          .contents = contents};
    order.flags |= random_chance(random, 50) ? IQ_ORDER_DEEP : 0;
    order.flags |= random_chance(random, 50) ? IQ_ORDER_DESCENDING : 0;
    order.flags |= random_chance(random, 20) ? IQ_ORDER_FROZEN : 0;
    order.random.state = random_next(random);
    memset(contents, 0, SORTER_KEYS * sizeof *contents);
    return order;
}

static uint64_t rank_at(const sorter_order *order, uint64_t content, uint32_t depth)
{
    static const uint64_t divisors[] = {9, 3, 1};
    uint64_t value = content * 7 % order->values;
    if (!(order->flags & IQ_ORDER_DEEP)) {
        return order->compares ? value / 3 : value;
    }
    return depth < 3 ? value / divisors[depth] + 1 : 0;
}

static uint64_t finer(uint64_t content)
{
    return content * 5 % 11;
}

static bool fails(sorter_order *order)
{
    bool does = order->fails && random_chance(&order->random, order->fails);
    order->failures += does;
    return does;
}

static uint64_t checked(const sorter_order *order, const iq_ranked *item)
{
    uint64_t key = mirror_number(item->key);
    CHECK(order->destroyed == 0 && key < SORTER_KEYS);
    CHECK(item->content >= 1 && item->content <= SORTER_CONTENTS);
    CHECK(item->level == 0 && item->cell_class.id == 0 && item->model == NULL);
    CHECK(mirror_number(item->section) >= 1 && mirror_number(item->section) <= 2 * SORTER_SECTIONS);
    return key;
}

static int ask(void *context, const iq_ranked *items, size_t count, uint32_t depth, iq_rank *ranks, iq_key *groups)
{
    sorter_order *order = context;
    bool is_deep = order->flags & IQ_ORDER_DEEP;
    CHECK(count > 0 && groups == NULL);
    CHECK(depth == 0 || is_deep);
    CHECK(depth <= (order->lies ? IQ_MAX_ORDER_DEPTH : 3u));
    if (fails(order)) {
        return 7;
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t key = checked(order, &items[i]);
        uint64_t rank = order->lies ? random_below(&order->random, 4) : rank_at(order, items[i].content, depth);
        /* In either half of the rank. */
        ranks[i] = depth == 1 ? (iq_rank){0, rank} : (iq_rank){rank, 0};
        if (depth == 0) {
            order->contents[key] = items[i].content;
        }
    }
    order->asked += depth == 0 ? count : 0;
    return 0;
}

static int compare(void *context, const iq_ranked *a, const iq_ranked *b)
{
    sorter_order *order = context;
    (void)checked(order, a);
    (void)checked(order, b);
    CHECK(mirror_number(a->key) != mirror_number(b->key));
    if (fails(order)) {
        return INT_MIN;
    }
    if (order->lies) {
        return (int)random_below(&order->random, 3) - 1;
    }
    uint64_t one = finer(a->content), other = finer(b->content);
    return one < other ? -3 : one > other;
}

static void destroy(void *context)
{
    CHECK(++((sorter_order *)context)->destroyed == 1);
}

static void done(void *context, uint64_t ticket, iq_status status)
{
    sorter_order *order = context;
    CHECK(++order->ended == 1 && ticket != 0);
    order->status = status;
}

iq_order sorter_given(sorter_order *order, uint32_t batch)
{
    return (iq_order){.struct_size = sizeof(iq_order), .flags = order->flags, .batch = batch, .context = order,
                      .ask = ask, .compare = order->compares ? compare : NULL, .destroy = destroy};
}

iq_submit_options sorter_options(sorter_order *order, uint32_t flags)
{
    return (iq_submit_options){.struct_size = sizeof(iq_submit_options), .flags = flags, .done = done,
                               .context = order};
}

/* ---- what follows from them */

static int sign(uint64_t one, uint64_t other)
{
    return one < other ? -1 : one > other;
}

int sorter_compare(const sorter_order *order, uint64_t a_ranked, uint64_t a, uint64_t b_ranked, uint64_t b)
{
    int difference = sign(rank_at(order, a_ranked, 0), rank_at(order, b_ranked, 0));
    for (uint32_t depth = 1; difference == 0 && order->flags & IQ_ORDER_DEEP && depth < 3; depth++) {
        difference = sign(rank_at(order, a, depth), rank_at(order, b, depth));
    }
    if (difference == 0 && order->compares) {
        difference = sign(finer(a), finer(b));
    }
    return order->flags & IQ_ORDER_DESCENDING ? -difference : difference;
}

void sorter_sort(const sorter_order *order, const mirror_order *from, mirror_order *sorted)
{
    *sorted = *from;
    for (size_t s = 0; order && s < from->sections; s++) {
        for (size_t i = from->starts[s] + 1; i < from->starts[s + 1]; i++) {
            uint64_t key = sorted->keys[i], content = sorted->contents[i];
            size_t at = i;
            for (; at > from->starts[s] &&
                   sorter_compare(order, order->contents[sorted->keys[at - 1]], sorted->contents[at - 1],
                                  order->contents[key], content) > 0;
                 at--) {
                sorted->keys[at] = sorted->keys[at - 1];
                sorted->contents[at] = sorted->contents[at - 1];
            }
            sorted->keys[at] = key;
            sorted->contents[at] = content;
        }
    }
}

bool sorter_same_items(const mirror_order *a, const mirror_order *b)
{
    if (a->sections != b->sections || a->count != b->count) {
        return false;
    }
    for (size_t s = 0; s < a->sections; s++) {
        if (a->section_keys[s] != b->section_keys[s] || a->starts[s + 1] != b->starts[s + 1]) {
            return false;
        }
    }
    for (size_t i = 0; i < a->count; i++) {
        size_t at = sorter_find(b, a->keys[i]);
        if (at == b->count || b->contents[at] != a->contents[i] ||
            mirror_section_of(a, i) != mirror_section_of(b, at)) {
            return false;
        }
    }
    return true;
}

size_t sorter_settle(iq_list *list)
{
    iq_event events[8] = {{.struct_size = sizeof events[0]}};
    struct pollfd wakeup = {.events = POLLIN};
    size_t count, polls = 0;
    CHECK_OK(iq_list_get_wakeup(list, &wakeup.fd));
    for (; poll(&wakeup, 1, 0) == 1; polls++) {
        CHECK(polls < 100000);
        iq_status status = iq_list_poll(list, events, 8, &count);
        CHECK(status == IQ_OK || status == IQ_ERROR_CALLBACK);
    }
    return polls;
}

/*
 * sorted_sessions.c - random sessions of a flat sorted list beside a slow model (sorter.h): its source is set, edited,
 * marked, undone and destroyed; orders are frozen, keep ranks, are superseded and cancelled, ask in small batches, and
 * fail at times; the list is held. Once all is quiet it shows what sorting from scratch gives, has asked about each
 * item that is new, has changed or was marked exactly once, and its events have said what has happened (mirror.h).
 */
#include "check.h"
#include "sorter.h"

#include <poll.h>

enum { ORDERS = 64 };

static struct {
    random_source random;
    iq_list *source, *list;
    mirror_order now;         /* what the source shows */
    mirror_order known;       /* what the list has followed, once it is quiet */
    mirror_order shown;       /* by the list, when it was quiet last */
    bool marked[SORTER_KEYS]; /* since then */
    bool is_certain;          /* it is known what will be asked: one of both has happened since then, in whole polls */
    bool has_followed, is_held;
    sorter_order orders[ORDERS];
    uint64_t contents[ORDERS][SORTER_KEYS];
    size_t order_count, quiet_count; /* quiet_count: when it was quiet last */
    sorter_order *in_effect;
    uint64_t handles[SORTER_KEYS];
    uint32_t states[SORTER_KEYS];
    mirror mirror;
} self;

static struct {
    size_t counted, counted_all, frozen, kept, failures, updates, superseded, undone;
} sums;

static size_t below(size_t bound)
{
    return random_below(&self.random, bound);
}

static bool chance(unsigned percent)
{
    return random_chance(&self.random, percent);
}

/* ---- the source */

static iq_item some_item(const mirror_order *of, size_t *at)
{
    iq_item item;
    *at = below(of->count);
    CHECK_OK(iq_list_find_item(self.source, NULL, iq_key_from_u64(of->keys[*at]), &item));
    return item;
}

/* Marks, deletes and moves items. */
static void edit_source(void)
{
    iq_edit *edit;
    bool marked[SORTER_KEYS] = {false};
    CHECK_OK(iq_edit_begin(self.source, NULL, &edit));
    for (size_t i = 1 + below(3); i > 0; i--) {
        mirror_order edited = {0};
        size_t at, to;
        mirror_read(self.source, &edited);
        if (edited.count < 2) {
            break;
        }
        iq_item item = some_item(&edited, &at), other = some_item(&edited, &to);
        switch (below(4)) {
        case 0: CHECK_OK(iq_edit_delete_items(edit, &item, 1)); break;
        case 1: CHECK_OK(item.id == other.id ? IQ_OK : iq_edit_move_item_beside(edit, item, IQ_AFTER, other)); break;
        case 2:
            CHECK_OK(iq_edit_reload_items(edit, &item, 1));
            marked[edited.keys[at]] = true;
            break;
        default:
            CHECK_OK(iq_edit_reconfigure_items(edit, &item, 1));
            marked[edited.keys[at]] = true;
        }
        /* The list stays as it is while the edit is open. */
        if (chance(20)) {
            iq_event events[4] = {{.struct_size = sizeof events[0]}};
            size_t count;
            CHECK_OK(iq_list_poll(self.list, events, 0, &count));
        }
    }
    if (chance(80)) {
        CHECK_OK(iq_edit_commit(edit, NULL, NULL));
        for (size_t key = 0; key < SORTER_KEYS; key++) {
            self.marked[key] |= marked[key];
        }
    }
    iq_edit_destroy(edit);
}

static void change_source(void)
{
    mirror_order next = self.now;
    size_t which = below(8);
    if (which < 5) {
        for (size_t i = 1 + below(3); i > 0; i--) {
            sorter_change(&next, &self.random);
        }
        CHECK_OK(sorter_set(self.source, &next));
    } else if (which < 7 && self.is_certain && !self.has_followed) {
        edit_source();
    } else {
        iq_status status = iq_list_undo(self.source, NULL, NULL);
        CHECK(status == IQ_OK || status == IQ_ERROR_STATE || status == IQ_ERROR_NOT_FOUND);
        sums.undone += status == IQ_OK;
        /* It marks again what the step has marked. */
        self.is_certain = false;
    }
    self.now.version++;
    mirror_read(self.source, &self.now);
}

/* ---- the list */

static void read_events(const iq_event *events, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        sums.updates += events[i].kind == IQ_EVENT_UPDATE;
        mirror_follow(&self.mirror, &events[i]);
    }
}

static void poll_once(size_t capacity)
{
    iq_event events[16] = {{.struct_size = sizeof events[0]}};
    size_t count = 0;
    iq_status status = iq_list_poll(self.list, events, capacity, &count);
    CHECK(status == IQ_OK || status == IQ_ERROR_CALLBACK);
    read_events(events, status == IQ_OK ? count : 0);
}

static void poll_until_quiet(void)
{
    struct pollfd wakeup = {.events = POLLIN};
    CHECK_OK(iq_list_get_wakeup(self.list, &wakeup.fd));
    for (size_t polls = 0; poll(&wakeup, 1, 0) == 1; polls++) {
        CHECK(polls < 100000);
        poll_once(16);
    }
}

static void settle(void);

static void give_order(void)
{
    if (self.order_count == ORDERS) {
        return;
    }
    size_t number = self.order_count++;
    sorter_order *order = &self.orders[number], *last = self.in_effect;
    /* Answers about a version that is not followed yet end with their order: which those are is not known here. */
    bool is_quiet = self.is_certain && self.quiet_count == number && self.now.version == self.known.version;
    *order = sorter_some_order(&self.random, self.contents[number]);
    if (is_quiet && last && chance(40)) {
        *order = (sorter_order){.values = last->values, .compares = last->compares, .contents = last->contents,
                                .random = order->random,
                                .flags = (last->flags & IQ_ORDER_DEEP) | IQ_ORDER_KEEP_RANKS |
                                         (order->flags & (IQ_ORDER_DESCENDING | IQ_ORDER_FROZEN))};
        sums.kept++;
    }
    order->fails = chance(30) ? 1 + (unsigned)below(10) : 0;
    static const uint32_t flags_of[] = {0, 0, IQ_SUBMIT_HERE, IQ_SUBMIT_EACH};
    const iq_order given = sorter_given(order, chance(50) ? 0 : 1 + (uint32_t)below(20));
    const iq_submit_options options = sorter_options(order, flags_of[below(4)]);
    CHECK_OK(iq_list_set_order(self.list, &given, &options, &order->ticket));
    if (order->flags & IQ_ORDER_KEEP_RANKS) {
        settle();
    }
}

static void set_some_states(void)
{
    if (self.shown.count == 0) {
        return;
    }
    const iq_key key = iq_key_from_u64(self.shown.keys[below(self.shown.count)]);
    uint32_t state = chance(50) ? IQ_STATE_SELECTED : IQ_STATE_HOST;
    size_t missing;
    CHECK_OK(iq_list_set_key_states(self.list, NULL, &key, 1, state, chance(50) ? 0 : IQ_SET_OFF, &missing));
}

/* ---- once it is quiet */

static sorter_order *find_in_effect(void)
{
    sorter_order *found = NULL;
    for (size_t i = 0; i < self.order_count; i++) {
        found = self.orders[i].ended && self.orders[i].status == IQ_OK ? &self.orders[i] : found;
    }
    return found;
}

static size_t sum_asked(void)
{
    size_t sum = 0;
    for (size_t i = 0; i < self.order_count; i++) {
        sum += self.orders[i].asked;
    }
    return sum;
}

/* How many items of `to` must be asked about if the list has followed `from`. */
static size_t count_asked(const mirror_order *from, const mirror_order *to, bool is_frozen)
{
    size_t count = 0;
    for (size_t i = 0; i < to->count; i++) {
        size_t at = sorter_find(from, to->keys[i]);
        bool is_new = at == from->count, has_changed = !is_new && from->contents[at] != to->contents[i];
        count += is_new || (!is_frozen && (has_changed || self.marked[to->keys[i]]));
    }
    return count;
}

/* What was shown stays where it is, but for what has been in another section in between. */
static void check_frozen(const mirror_order *shown)
{
    size_t last = 0;
    for (size_t i = 0; self.is_certain && i < self.shown.count; i++) {
        size_t at = sorter_find(shown, self.shown.keys[i]);
        if (i == 0 || mirror_section_of(&self.shown, i) != mirror_section_of(&self.shown, i - 1)) {
            last = 0;
        }
        if (at == shown->count || shown->section_keys[mirror_section_of(shown, at)] !=
                                      self.shown.section_keys[mirror_section_of(&self.shown, i)]) {
            continue;
        }
        CHECK(at + 1 > last);
        last = at + 1;
    }
    sums.frozen++;
}

/* What stays has the same handle. */
static void check_handles(const mirror_order *shown)
{
    uint64_t handles[SORTER_KEYS] = {0};
    for (size_t i = 0; i < shown->count; i++) {
        iq_item item;
        CHECK_OK(iq_list_find_item(self.list, NULL, iq_key_from_u64(shown->keys[i]), &item));
        handles[shown->keys[i]] = item.id;
        CHECK(sorter_find(&self.shown, shown->keys[i]) == self.shown.count ||
              !self.is_certain || item.id == self.handles[shown->keys[i]]);
    }
    memcpy(self.handles, handles, sizeof handles);
}

enum { SORTED, FROZEN, SORTED_THEN_FROZEN };

static void check_shown(int how)
{
    mirror_order shown = {0}, wanted = {0};
    mirror_read(self.list, &shown);
    CHECK(sorter_same_items(&shown, &self.known));
    if (how == SORTED) {
        sorter_sort(self.in_effect, &self.known, &wanted);
        CHECK(mirror_same(&shown, &wanted));
    } else if (how == FROZEN) {
        check_frozen(&shown);
    }
    check_handles(&shown);
    mirror_check(&self.mirror, self.list, NULL);
    self.shown = shown;
}

static void settle(void)
{
    size_t asked = sum_asked();
    bool waits = self.order_count > 0 && !self.orders[self.order_count - 1].ended;
    poll_until_quiet();
    sorter_order *before = self.in_effect;
    self.in_effect = find_in_effect();
    bool is_frozen = before && before->flags & IQ_ORDER_FROZEN;
    size_t questions = self.is_held ? 0 : count_asked(&self.known, &self.now, is_frozen);
    bool has_changed = self.now.version != self.known.version;
    if (self.is_certain && !waits) {
        CHECK(sum_asked() - asked == (before ? questions : 0));
        sums.counted++;
    } else if (self.is_certain && !has_changed && before != self.in_effect &&
               self.order_count == self.quiet_count + 1) {
        /* Of a new order: everything. */
        CHECK(sum_asked() - asked == (self.in_effect->flags & IQ_ORDER_KEEP_RANKS ? 0 : self.known.count));
        sums.counted_all++;
    }
    if (!self.is_held) {
        self.known = self.now;
        memset(self.marked, 0, sizeof self.marked);
    }
    bool is_new = before != self.in_effect, stays = is_frozen || (is_new && self.in_effect->flags & IQ_ORDER_FROZEN);
    check_shown(!stays || (is_new && !has_changed) ? SORTED : is_new ? SORTED_THEN_FROZEN : FROZEN);
    self.is_certain = !self.is_held;
    self.quiet_count = self.order_count;
    self.has_followed = false;
}

/* ---- sessions */

static void begin(uint64_t seed)
{
    iq_list_info info = {.struct_size = sizeof info};
    check_seed = seed;
    memset(&self, 0, sizeof self);
    self.random.state = seed;
    CHECK_OK(iq_list_create(NULL, &self.source));
    CHECK_OK(iq_list_set_undo(self.source, SIZE_MAX));
    sorter_arrange(&self.now, &self.random);
    CHECK_OK(sorter_set(self.source, &self.now));
    self.list = sorter_derive(self.source);
    mirror_open(&self.mirror);
    self.mirror.of = self.list;
    mirror_read(self.list, &self.mirror.now);
    self.mirror.before = self.mirror.now;
    CHECK_OK(iq_list_get_info(self.list, &info));
    mirror_know(&self.mirror, &self.mirror.now, info.version);
    self.known = self.now;
    self.shown = self.mirror.now;
    self.is_certain = false;
    settle();
}

/* "The list goes on with the version that it holds": orders sort that. */
static void lose_source(void)
{
    iq_list_destroy(self.source);
    self.source = NULL;
    self.now = self.known;
    for (size_t i = below(3); i > 0; i--) {
        give_order();
        settle();
    }
}

static void end(void)
{
    if (self.is_held) {
        CHECK_OK(iq_list_resume(self.list));
        self.is_held = self.is_certain = false;
    }
    settle();
    if (chance(40)) {
        lose_source();
    }
    iq_list_destroy(self.list);
    iq_list_destroy(self.source);
    for (size_t i = 0; i < self.order_count; i++) {
        const sorter_order *order = &self.orders[i];
        CHECK(order->ended == 1 && order->destroyed == 1);
        sums.failures += order->failures;
        sums.superseded += order->status == IQ_ERROR_SUPERSEDED;
    }
    mirror_close(&self.mirror);
}

static void step(void)
{
    switch (below(10)) {
    case 0:
    case 1: give_order(); break;
    case 2: set_some_states(); break;
    case 3:
        if (chance(30)) {
            settle();
            CHECK_OK(self.is_held ? iq_list_resume(self.list) : iq_list_hold(self.list));
            self.is_held = !self.is_held;
            self.is_certain = false;
        }
        break;
    case 4:
        if (self.order_count && chance(30)) {
            iq_status status = iq_list_cancel(self.list, self.orders[self.order_count - 1].ticket);
            CHECK(status == IQ_OK || status == IQ_ERROR_STATE);
        }
        CHECK_OK(iq_memory_trim());
        break;
    default: change_source(); break;
    }
    if (chance(50)) {
        settle();
    } else if (chance(30)) {
        self.is_certain = false;
        poll_once(1 + below(4));
        self.has_followed = true;
    }
}

int main(void)
{
    CHECK_OK(iq_memory_trim());
    size_t bytes = iq_memory_used();
    uint64_t seed = check_first_seed(1), sessions = check_scaled(1000);
    for (uint64_t i = 0; i < sessions; i++) {
        begin(seed + i);
        for (size_t steps = 10 + below(100); steps > 0; steps--) {
            step();
        }
        end();
    }
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == bytes);
    CHECK(sessions < 100 || (sums.counted > 10 * sessions && sums.counted_all > sessions));
    CHECK(sessions < 100 || (sums.frozen && sums.kept && sums.failures));
    CHECK(sessions < 100 || (sums.updates && sums.superseded && sums.undone));
    return 0;
}

/*
 * derived_sessions.c - random sessions of lists that are derived from one another, beside models that work out all
 * from scratch (beside.h). The source has levels of any kind and is set, applied, submitted, edited, cleared and
 * filled again; derived lists come and go, up to three deep, are polled at random moments with room for few events or
 * many, get states, filters and orders, and outlive their source: then they go on with the version that they know.
 *
 *     source ──► outline ──► filter ──► sorted           each beside its model
 *            └─► sorted ──► outline
 */
#include "beside_source.h"
#include "check.h"

#include <string.h>

enum { DEPTH = 3 };

static struct {
    beside_source source;
    beside lists[BESIDE_LISTS];
} self;

/* Sums over all sessions, so that nothing is left out for good. */
static struct {
    size_t updates, hidden_again, children, filters, orphans, returned;
} sums;

static size_t below(size_t bound)
{
    return random_below(&self.source.random, bound);
}

static bool chance(unsigned percent)
{
    return random_chance(&self.source.random, percent);
}

static bool is_open(const beside *one)
{
    for (size_t i = 0; i < BESIDE_LISTS; i++) {
        if (beside_all[i] == one) {
            return true;
        }
    }
    return false;
}

/* ---- derived lists */

static size_t depth_of(const beside *one)
{
    return one ? 1 + depth_of(one->parent) : 0;
}

static void derive(void)
{
    static const uint32_t outlines[] = {IQ_DERIVE_EXCLUSIVE, IQ_DERIVE_EXPANDED};
    static const bool never = false;
    beside *free_one = NULL, *parent = NULL;
    for (size_t i = 0; i < BESIDE_LISTS; i++) {
        beside *one = &self.lists[i];
        if (!is_open(one)) {
            free_one = one;
        } else if (depth_of(one) < DEPTH && chance(40)) {
            parent = one;
        }
    }
    if (!free_one || (!parent && (self.source.is_edited || !self.source.list))) {
        return;
    }
    static const uint32_t kinds[] = {0, AS_FILTER, AS_SORTED, AS_GROUPED};
    uint32_t flags = kinds[below(4)];
    flags |= chance(40) ? (flags & AS_GROUPED ? IQ_DERIVE_COUNTS : IQ_DERIVE_DROP_EMPTY_SECTIONS) : 0;
    if (flags & AS_FILTER) {
        flags |= chance(40) ? IQ_DERIVE_KEEP_PARENTS : 0;
    } else if (is_outline(flags)) {
        flags |= chance(60) ? outlines[below(2)] : 0;
        flags |= chance(40) ? IQ_DERIVE_SECTIONS : 0;
    }
    uint32_t selection = (chance(50) ? IQ_SELECTION_SINGLE : IQ_SELECTION_MULTIPLE) | IQ_SELECTION_KEEPS;
    if (parent) {
        beside_open(free_one, parent, parent->list, &parent->shown, &never, flags, selection);
    } else {
        beside_open(free_one, NULL, self.source.list, &self.source.shown, &self.source.is_edited, flags, selection);
    }
}

static void count(const beside *one)
{
    sums.updates += one->updates;
    sums.hidden_again += one->hidden_again;
    sums.children += one->children_events;
    sums.filters += one->filter_count;
    sums.returned += one->returned;
}

static void end_list(beside *one)
{
    count(one);
    beside_close(one);
}

static void happen_to(beside *one)
{
    switch (below(9)) {
    case 0:
    case 1:
    case 2: beside_set_states(one, &self.source.random); break;
    case 3:
        if (one->flags & AS_FILTER) {
            beside_set_filter(one, &self.source.random);
        } else if (is_ordered(one->flags)) {
            beside_set_order(one, &self.source.random);
        }
        break;
    case 4:
        /* What an accordion folds is said without an update, which a poll for few events does not tell apart. */
        while (!(one->flags & IQ_DERIVE_EXCLUSIVE) && beside_poll(one, 1 + below(3)) > 0 &&
               (self.source.has_traits || chance(90))) {
        }
        break;
    case 5: beside_settle(one); break;
    case 6: beside_hold(one, &self.source.random); break;
    default: (void)beside_poll(one, 64); break;
    }
    beside_check(one);
}

/* The session's list is destroyed, perhaps while it is edited. */
static void lose_source(void)
{
    iq_edit *edit = self.source.edit;
    iq_list_destroy(self.source.list);
    self.source.list = NULL;
    self.source.edit = NULL;
    self.source.is_edited = beside_first.is_edited = false;
    for (size_t i = 0; i < BESIDE_LISTS; i++) {
        if (is_open(&self.lists[i]) && self.lists[i].source == &self.source.shown) {
            beside_orphan(&self.lists[i]);
            sums.orphans++;
        }
    }
    iq_edit_destroy(edit);
}

static void session(uint64_t seed)
{
    check_seed = seed;
    memset(&self, 0, sizeof self);
    beside_first = (beside_origin){.shown = &self.source.shown};
    self.source.random.state = seed;
    self.source.has_traits = chance(50);
    self.source.has_no_gaps = chance(60);
    const iq_list_options options = {.struct_size = sizeof options,
                                     .flags = chance(25) ? IQ_LIST_DROP_EMPTY_SECTIONS : 0};
    CHECK_OK(iq_list_create(&options, &self.source.list));
    if (chance(80)) {
        beside_source_set(&self.source);
    }
    for (size_t steps = 10 + below(120); steps > 0; steps--) {
        size_t which = below(BESIDE_LISTS);
        if (chance(8)) {
            derive();
        } else if (self.source.list && below(200) == 0) {
            lose_source();
        } else if (self.source.list && chance(25)) {
            beside_source_happen(&self.source);
        } else if (is_open(&self.lists[which])) {
            if (chance(1)) {
                end_list(&self.lists[which]);
            } else {
                happen_to(&self.lists[which]);
            }
        }
    }
    if (self.source.edit) {
        beside_source_end_edit(&self.source, chance(50));
    }
    for (size_t i = 0; i < BESIDE_LISTS; i++) {
        if (is_open(&self.lists[i]) && chance(70)) {
            beside_settle(&self.lists[i]);
        }
    }
    if (self.source.list && chance(50)) {
        lose_source();
    }
    for (size_t i = 0; i < BESIDE_LISTS; i++) {
        if (is_open(&self.lists[i])) {
            beside_resume(&self.lists[i]);
            beside_settle(&self.lists[i]);
            end_list(&self.lists[i]);
        }
    }
    iq_list_destroy(self.source.list);
}

int main(void)
{
    tree_register();
    CHECK_OK(iq_memory_trim());
    size_t bytes = iq_memory_used();
    uint64_t seed = check_first_seed(1), sessions = check_scaled(3000);
    for (uint64_t i = 0; i < sessions; i++) {
        session(seed + i);
    }
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == bytes);
    CHECK(sessions < 100 || (sums.updates && sums.hidden_again && sums.children && sums.filters && sums.orphans));
    CHECK(sessions < 1000 || sums.returned);
    return 0;
}

/*
 * sorted_trees.c - random sessions of a sorted list of trees of which few items change at a time, or of a grouped one,
 * beside a model that sorts all from scratch (beside.h): contents, blocks that are moved within trees and to other sections, items that go
 * and leave their children to others, items that come between a parent and its children.
 *
 *     source     A            sorted     E
 *                ├ b                     A
 *                └ c                     ├ c
 *                E                       └ b
 */
#include "beside_source.h"
#include "check.h"

#include <string.h>

static struct {
    beside_source source;
    beside list;
} self;

static size_t updates;

static size_t below(size_t bound)
{
    return random_below(&self.source.random, bound);
}

static bool chance(unsigned percent)
{
    return random_chance(&self.source.random, percent);
}

/* ---- few changes; levels are closed up behind them */

static size_t end_of_block(const tree *of, size_t at)
{
    size_t end = at + 1, last = of->starts[tree_section_of(of, at) + 1];
    while (end < last && of->items[end].level > of->items[at].level) {
        end++;
    }
    return end;
}

static void put(tree *into, size_t section, size_t at, tree_item item)
{
    tree_insert(into, at, item);
    for (size_t s = section + 1; s <= into->sections; s++) {
        into->starts[s]++;
    }
}

static void take(tree *from, size_t at)
{
    size_t section = tree_section_of(from, at);
    tree_remove(from, at);
    for (size_t s = section + 1; s <= from->sections; s++) {
        from->starts[s]--;
    }
}

/* A place in some section, and a level that an item may have there. */
static size_t some_place(const tree *of, size_t *section, uint16_t *level)
{
    *section = below(of->sections);
    size_t first = of->starts[*section], at = first + below(of->starts[*section + 1] - first + 1);
    *level = (uint16_t)(at > first ? below(of->items[at - 1].level + 2u) : 0);
    return at;
}

static void move_block(tree *of)
{
    tree_item block[TREE_KEYS];
    size_t at = below(of->count), count = chance(70) ? end_of_block(of, at) - at : 1, section;
    uint16_t level;
    memcpy(block, of->items + at, count * sizeof *block);
    for (size_t i = 0; i < count; i++) {
        take(of, at);
    }
    size_t to = some_place(of, &section, &level);
    for (size_t i = count; i-- > 0;) {
        block[i].level = (uint16_t)(block[i].level - block[0].level + level);
        put(of, section, to, block[i]);
    }
}

static void change(void)
{
    tree_input items;
    tree *to = &items.of;
    *to = self.source.shown;
    for (size_t i = 1 + below(3); i > 0; i--) {
        size_t at = to->count ? below(to->count) : 0, section;
        unsigned key = 1 + (unsigned)below(TREE_GIVEN - 1), which = (unsigned)below(9);
        uint16_t level;
        if (which < 3 && to->count > 0) {
            to->items[at].content = 1 + below(TREE_CONTENTS - 1);
        } else if (which < 6 && to->count > 0) {
            move_block(to);
        } else if (which < 7 && to->count > 60) {
            take(to, at);
        } else if (which < 8 && to->count > 0) {
            to->items[at].level = (uint16_t)below(5);
        } else if (tree_find(to, key) == TREE_NONE) {
            size_t place = some_place(to, &section, &level);
            tree_item item = tree_random_item(to, &self.source.random, self.source.has_traits, key, place);
            item.level = level;
            put(to, section, place, item);
        }
    }
    tree_close_gaps(to);
    beside_source_become(&self.source, &items);
}

static void begin(void)
{
    tree_input items;
    do {
        (void)tree_arrange(&self.source.shown, &self.source.random, self.source.has_traits, &items);
    } while (items.of.sections == 0 || items.of.count < 20);
    tree_close_gaps(&items.of);
    beside_source_become(&self.source, &items);
}

static void session(uint64_t seed)
{
    static const bool never = false;
    check_seed = seed;
    memset(&self, 0, sizeof self);
    beside_first = (beside_origin){.shown = &self.source.shown};
    self.source.random.state = seed;
    self.source.has_traits = chance(50);
    CHECK_OK(iq_list_create(NULL, &self.source.list));
    begin();
    uint32_t flags = chance(30) ? AS_GROUPED : AS_SORTED | (chance(30) ? IQ_DERIVE_DROP_EMPTY_SECTIONS : 0);
    beside_open(&self.list, NULL, self.source.list, &self.source.shown, &never, flags, IQ_SELECTION_MULTIPLE);
    beside_set_order(&self.list, &self.source.random);
    for (size_t steps = 10 + below(60); steps > 0; steps--) {
        change();
        if (chance(10)) {
            beside_set_order(&self.list, &self.source.random);
        }
        if (chance(10)) {
            beside_set_states(&self.list, &self.source.random);
        }
        if (chance(80)) {
            beside_settle(&self.list);
        }
    }
    beside_settle(&self.list);
    updates += self.list.updates;
    beside_close(&self.list);
    iq_list_destroy(self.source.list);
}

int main(void)
{
    tree_register();
    uint64_t seed = check_first_seed(1), sessions = check_scaled(1000);
    for (uint64_t i = 0; i < sessions; i++) {
        session(seed + i);
    }
    CHECK(sessions < 10 || updates > 10 * sessions);
    return 0;
}

/*
 * tree_input.c - a tree as the arrays that a list is given: see tree_input.h.
 */
#include "tree_input.h"

#include <string.h>

iq_columns tree_input_columns(tree_input *self, size_t first, size_t count)
{
    for (size_t i = first; i < first + count; i++) {
        const tree_item *item = &self->of.items[i];
        self->keys[i] = key_of(item->key);
        self->contents[i] = item->content;
        self->models[i] = tree_model_of(item->key, item->content);
        self->classes[i].id = item->cell_class;
        self->levels[i] = item->level;
    }
    return (iq_columns){.struct_size = sizeof(iq_columns), .count = count, .keys = self->keys + first,
                        .contents = self->contents + first, .models = self->models + first,
                        .classes = self->classes + first, .levels = self->levels + first};
}

iq_columns tree_input_all(tree_input *self)
{
    for (size_t s = 0; s < self->of.sections; s++) {
        self->sections[s] = (iq_section_entry){sizeof self->sections[s], key_of(self->of.section_keys[s]),
                                               self->of.starts[s], NULL, 0};
    }
    return tree_input_columns(self, 0, self->of.count);
}

void tree_insert(tree *self, size_t at, tree_item item)
{
    memmove(self->items + at + 1, self->items + at, (self->count++ - at) * sizeof *self->items);
    self->items[at] = item;
}

void tree_remove(tree *self, size_t at)
{
    memmove(self->items + at, self->items + at + 1, (--self->count - at) * sizeof *self->items);
}

void tree_close_gaps(tree *self)
{
    tree before = *self;
    for (size_t i = 0; i < self->count; i++) {
        size_t parent = tree_parent(&before, i);
        self->items[i].level = parent == TREE_NONE ? 0 : (uint16_t)(self->items[parent].level + 1);
    }
}

/* ---- random trees */

static uint16_t random_level(const tree *from, random_source *random, size_t index)
{
    if (random_chance(random, 3)) {
        return (uint16_t)(random_chance(random, 50) ? 65535 : random_below(random, 9));
    }
    unsigned last = index > 0 ? from->items[index - 1].level
                              : (unsigned)random_below(random, random_chance(random, 10) ? 4 : 1);
    if (random_chance(random, 40)) {
        return (uint16_t)(last + (last < 65535));
    }
    return (uint16_t)(random_chance(random, 60) ? last : random_below(random, last < 9 ? last + 1 : 9));
}

tree_item tree_random_item(const tree *of, random_source *random, bool has_traits, unsigned key, size_t index)
{
    tree_item item = {.key = key, .content = 1 + random_below(random, TREE_CONTENTS - 1)};
    item.level = random_level(of, random, index);
    item.cell_class = has_traits ? tree_class[random_chance(random, 70) ? 0 : 1 + random_below(random, 2)].id : 0;
    return item;
}

/* Sections in some order, each with some of the items. */
static void divide(tree *to, random_source *random)
{
    to->sections = random_chance(random, 4) ? 0 : 1 + random_below(random, TREE_SECTIONS);
    to->count = to->sections ? to->count : 0;
    size_t first = random_chance(random, 70) ? 0 : random_below(random, TREE_SECTIONS);
    for (size_t s = 0; s < to->sections; s++) {
        to->section_keys[s] = (unsigned)((first + s) % TREE_SECTIONS);
        to->starts[s] = s == 0 ? 0 : to->starts[s - 1] + random_below(random, to->count - to->starts[s - 1] + 1);
    }
    to->starts[to->sections] = to->count;
}

iq_columns tree_arrange(const tree *from, random_source *random, bool has_traits, tree_input *into)
{
    tree *to = &into->of;
    memset(to, 0, sizeof *to);
    bool is_near = random_chance(random, 75);
    unsigned density = is_near ? 85 : (unsigned)random_below(random, 100);
    for (size_t i = 0; is_near && i < from->count; i++) {
        if (random_chance(random, 90)) {
            to->items[to->count++] = from->items[i];
        }
    }
    for (unsigned key = 1; key < TREE_GIVEN; key++) {
        bool is_new = is_near ? tree_find(from, key) == TREE_NONE && random_chance(random, 15)
                              : random_chance(random, density);
        if (is_new) {
            size_t at = is_near ? random_below(random, to->count + 1) : to->count;
            tree_insert(to, at, tree_random_item(to, random, has_traits, key, at));
        }
    }
    for (size_t i = random_below(random, 4); i > 0 && to->count > 0; i--) {
        size_t a = random_below(random, to->count), b = random_below(random, to->count);
        tree_item item = to->items[a];
        to->items[a] = to->items[b];
        to->items[b] = item;
        to->items[random_below(random, to->count)] =
            tree_random_item(to, random, has_traits, to->items[b].key, b);
    }
    /* A key that was replaced above may be twice. */
    for (size_t i = 0; i < to->count; i++) {
        while (i < to->count && tree_find(to, to->items[i].key) < i) {
            tree_remove(to, i);
        }
    }
    divide(to, random);
    return tree_input_all(into);
}

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

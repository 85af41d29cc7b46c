/*
 * arrange.c - random models and the shapes of change: see arrange.h.
 */
#include "arrange.h"

#include "check.h"

static const char *const names[ARRANGE_SHAPES] = {
    "same",     "few",    "insert front", "shuffle",  "reverse",  "blocks", "all new",
    "sections", "across", "split",        "contents", "elements", "empty",  "anew",
};

const char *arrange_name(arrange_shape shape)
{
    return names[shape];
}

static model_item new_item(arrangement *from)
{
    model_item item = {.key = key_of(++from->next_key), .content = 1 + random_below(from->random, 3)};
    if (from->levels && random_chance(from->random, 60)) {
        item.level = (uint16_t)random_below(from->random, random_chance(from->random, 5) ? UINT16_MAX + 1 : 4);
    }
    if (from->dress) {
        from->dress(from, &item);
    }
    return item;
}

static model_place random_gap(arrangement *from, const model *self)
{
    size_t s = random_below(from->random, self->count);
    return (model_place){s, random_below(from->random, self->sections[s].count + 1)};
}

/* A random item; the model must have one. */
static model_place random_item(arrangement *from, const model *self)
{
    return model_place_at(self, random_below(from->random, model_item_count(self)));
}

static void insert_new_section(arrangement *from, model *self)
{
    model_insert_section(self, random_below(from->random, self->count + 1), key_of(++from->next_key));
}

static void insert_new_items(arrangement *from, model *self, size_t count)
{
    for (size_t i = 0; i < count && self->count > 0; i++) {
        model_insert_item(self, random_gap(from, self), new_item(from));
    }
}

/* A key of another section may come again here where keys are scoped. */
static void repeat_keys(arrangement *from, model *self, size_t count)
{
    for (size_t i = 0; i < count && model_item_count(self) > 0; i++) {
        model_place source = random_item(from, self), gap = random_gap(from, self);
        model_item item = new_item(from);
        item.key = self->sections[source.section].items[source.item].key;
        const iq_key *scope = &self->sections[gap.section].key;
        if (model_find_item(self, scope, item.key).section == MODEL_NONE) {
            model_insert_item(self, gap, item);
        }
    }
}

static void change_elements(arrangement *from, model *self, size_t count)
{
    for (size_t i = 0; i < count && self->count > 0; i++) {
        model_section *section = &self->sections[random_below(from->random, self->count)];
        size_t choice = random_below(from->random, 4);
        uint32_t kind = choice == 0 ? IQ_KIND_HEADER : choice == 1 ? IQ_KIND_FOOTER : IQ_KIND_HOST;
        uint32_t index = kind == IQ_KIND_HOST ? (uint32_t)random_below(from->random, 3) : 0;
        if (random_chance(from->random, 30)) {
            model_remove_element(section, kind, index);
            continue;
        }
        model_item look = new_item(from);
        iq_supplementary element = {
            sizeof element, kind,       index,          key_of(1 + random_below(from->random, 2)),
            look.content,   look.model, look.cell_class};
        model_set_element(section, element);
    }
}

void arrange_new(arrangement *from, model *self)
{
    model_clear(self);
    size_t sections = random_below(from->random, 2 * from->sections + 1);
    for (size_t s = 0; s < sections; s++) {
        insert_new_section(from, self);
    }
    insert_new_items(from, self, random_below(from->random, 2 * from->items + 1));
    repeat_keys(from, self, from->scoped ? from->items / 2 : 0);
    change_elements(from, self, sections);
}

static void shuffle(arrangement *from, model_item *items, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        size_t j = random_below(from->random, i);
        model_item swapped = items[i - 1];
        items[i - 1] = items[j];
        items[j] = swapped;
    }
}

static void reverse(model_item *items, size_t count)
{
    for (size_t i = 0; i < count / 2; i++) {
        model_item swapped = items[i];
        items[i] = items[count - 1 - i];
        items[count - 1 - i] = swapped;
    }
}

/* Moves an item to a gap, unless a scoped key is there already. */
static void move_item(arrangement *from, model *self, model_place source)
{
    model_item item = model_take_item(self, source);
    model_place gap = random_gap(from, self);
    const iq_key *scope = from->scoped ? &self->sections[gap.section].key : NULL;
    if (model_find_item(self, scope, item.key).section != MODEL_NONE) {
        gap = source;
    }
    model_insert_item(self, gap, item);
}

static void move_block(arrangement *from, model *self)
{
    model_section *section = &self->sections[random_below(from->random, self->count)];
    if (section->count < 2) {
        return;
    }
    size_t start = random_below(from->random, section->count - 1);
    size_t length = 1 + random_below(from->random, section->count - start);
    size_t turn = random_below(from->random, length);
    reverse(section->items + start, turn);
    reverse(section->items + start + turn, length - turn);
    reverse(section->items + start, length);
}

static void change_contents(arrangement *from, model *self, unsigned percent)
{
    for (size_t s = 0; s < self->count; s++) {
        for (size_t i = 0; i < self->sections[s].count; i++) {
            model_item *item = &self->sections[s].items[i];
            if (random_chance(from->random, percent)) {
                iq_key key = item->key;
                *item = new_item(from);
                item->key = key;
            }
        }
    }
}

static void delete_items(arrangement *from, model *self, size_t count)
{
    for (size_t i = 0; i < count && model_item_count(self) > 0; i++) {
        model_take_item(self, random_item(from, self));
    }
}

static void move_items(arrangement *from, model *self, size_t count)
{
    for (size_t i = 0; i < count && model_item_count(self) > 0; i++) {
        move_item(from, self, random_item(from, self));
    }
}

static void move_sections(arrangement *from, model *self, size_t count)
{
    for (size_t i = 0; i < count && self->count > 1; i++) {
        model_move_section(self, random_below(from->random, self->count),
                           random_below(from->random, self->count));
    }
}

static void change_few(arrangement *from, model *self)
{
    size_t few = 1 + random_below(from->random, 4);
    delete_items(from, self, random_below(from->random, few));
    insert_new_items(from, self, random_below(from->random, few));
    move_items(from, self, random_below(from->random, few));
    change_elements(from, self, random_below(from->random, few));
    change_contents(from, self, 5);
    if (random_chance(from->random, 20)) {
        insert_new_section(from, self);
        move_sections(from, self, 1);
    }
    if (random_chance(from->random, 10) && self->count > 0) {
        model_delete_section(self, random_below(from->random, self->count));
    }
}

/* Renames a section: to the library it is deleted and a new one inserted. */
static void rename_sections(arrangement *from, model *self, unsigned percent)
{
    for (size_t s = 0; s < self->count; s++) {
        if (random_chance(from->random, percent)) {
            self->sections[s].key = key_of(++from->next_key);
        }
    }
}

/* All in any order over all sections, some left out, some new. */
static void draw_anew(arrangement *from, model *self)
{
    move_sections(from, self, self->count);
    move_items(from, self, model_item_count(self));
    rename_sections(from, self, 20);
    delete_items(from, self, model_item_count(self) / 5);
    insert_new_items(from, self, 1 + from->items / 5);
    change_contents(from, self, 30);
    change_elements(from, self, self->count);
}

void arrange_change(arrangement *from, model *self, arrange_shape shape)
{
    size_t each = self->count;
    switch (shape) {
    case ARRANGE_FEW: change_few(from, self); break;
    case ARRANGE_INSERT_FRONT:
        for (size_t i = random_below(from->random, 5); each > 0 && i > 0; i--) {
            model_insert_item(self, (model_place){0, 0}, new_item(from));
        }
        break;
    case ARRANGE_SHUFFLE:
        for (size_t s = 0; s < each; s++) {
            shuffle(from, self->sections[s].items, self->sections[s].count);
        }
        break;
    case ARRANGE_REVERSE:
        for (size_t s = 0; s < each; s++) {
            reverse(self->sections[s].items, self->sections[s].count);
        }
        break;
    case ARRANGE_BLOCKS:
        for (size_t i = random_below(from->random, 6); each > 0 && i > 0; i--) {
            move_block(from, self);
        }
        break;
    case ARRANGE_ALL_NEW: arrange_new(from, self); break;
    case ARRANGE_SECTIONS:
        move_sections(from, self, 1 + random_below(from->random, each + 1));
        insert_new_section(from, self);
        break;
    case ARRANGE_ACROSS: move_items(from, self, model_item_count(self) / 2); break;
    case ARRANGE_SPLIT:
        rename_sections(from, self, 50);
        move_items(from, self, model_item_count(self) / 4);
        break;
    case ARRANGE_CONTENTS: change_contents(from, self, 50); break;
    case ARRANGE_ELEMENTS: change_elements(from, self, 2 * each); break;
    case ARRANGE_EMPTY: model_clear(self); break;
    case ARRANGE_ANEW: draw_anew(from, self); break;
    default: break;
    }
}

void arrange_marks(arrangement *from, model *self)
{
    for (size_t s = 0; s < self->count; s++) {
        model_section *section = &self->sections[s];
        section->reload = random_chance(from->random, 10);
        for (size_t i = 0; i < section->count; i++) {
            section->items[i].mark = random_chance(from->random, 20) ? random_below(from->random, 4) & 3u : 0;
        }
    }
}

void arrange_duplicates(arrangement *from, model *self, size_t count, size_t sections)
{
    for (size_t i = 0; i < count && model_item_count(self) > 0; i++) {
        model_place source = random_item(from, self);
        model_item item = new_item(from);
        item.key = self->sections[source.section].items[source.item].key;
        model_insert_item(self, random_gap(from, self), item);
    }
    for (size_t i = 0; i < sections && self->count > 0; i++) {
        iq_key key = self->sections[random_below(from->random, self->count)].key;
        model_insert_section(self, random_below(from->random, self->count + 1), key);
    }
}

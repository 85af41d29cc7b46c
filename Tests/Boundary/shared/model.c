/*
 * model.c - the plain operations of the slow model: see model.h.
 */
#include "model.h"

#include "check.h"

#include <string.h>

bool key_equal(iq_key a, iq_key b)
{
    return memcmp(a.bytes, b.bytes, sizeof a.bytes) == 0;
}

iq_key key_of(uint64_t number)
{
    return iq_key_from_u64(number);
}

iq_key key_numbered(iq_key key, uint64_t number)
{
    iq_hasher hasher;
    CHECK_OK(iq_hasher_init(&hasher));
    CHECK_OK(iq_hasher_add_key(&hasher, key));
    CHECK_OK(iq_hasher_add_unsigned(&hasher, number));
    CHECK_OK(iq_hasher_get_key(&hasher, &key));
    return key;
}

void model_clear(model *self)
{
    for (size_t s = 0; s < self->count; s++) {
        free(self->sections[s].items);
    }
    free(self->sections);
    *self = (model){0};
}

void model_copy(model *self, const model *from)
{
    model_clear(self);
    self->count = from->count;
    self->sections = check_memory(malloc((from->count + 1) * sizeof *self->sections));
    for (size_t s = 0; s < from->count; s++) {
        model_section *section = &self->sections[s];
        *section = from->sections[s];
        section->items = check_memory(malloc((section->count + 1) * sizeof *section->items));
        if (section->count) {
            memcpy(section->items, from->sections[s].items, section->count * sizeof *section->items);
        }
    }
}

static bool elements_equal(const model_section *a, const model_section *b)
{
    if (a->element_count != b->element_count) {
        return false;
    }
    for (size_t e = 0; e < a->element_count; e++) {
        const iq_supplementary *one = &a->elements[e], *other = &b->elements[e];
        if (one->kind != other->kind || one->index != other->index || !key_equal(one->key, other->key) ||
            one->content != other->content || one->model != other->model ||
            one->cell_class.id != other->cell_class.id) {
            return false;
        }
    }
    return true;
}

bool model_equal(const model *a, const model *b)
{
    if (a->count != b->count) {
        return false;
    }
    for (size_t s = 0; s < a->count; s++) {
        const model_section *one = &a->sections[s], *other = &b->sections[s];
        if (!key_equal(one->key, other->key) || one->count != other->count || !elements_equal(one, other)) {
            return false;
        }
        for (size_t i = 0; i < one->count; i++) {
            const model_item *left = &one->items[i], *right = &other->items[i];
            if (!key_equal(left->key, right->key) || left->content != right->content ||
                left->model != right->model || left->cell_class.id != right->cell_class.id ||
                left->level != right->level) {
                return false;
            }
        }
    }
    return true;
}

size_t model_item_count(const model *self)
{
    size_t count = 0;
    for (size_t s = 0; s < self->count; s++) {
        count += self->sections[s].count;
    }
    return count;
}

size_t model_find_section(const model *self, iq_key key)
{
    for (size_t s = 0; s < self->count; s++) {
        if (key_equal(self->sections[s].key, key)) {
            return s;
        }
    }
    return MODEL_NONE;
}

model_place model_find_item(const model *self, const iq_key *section, iq_key key)
{
    for (size_t s = 0; s < self->count; s++) {
        if (section && !key_equal(self->sections[s].key, *section)) {
            continue;
        }
        for (size_t i = 0; i < self->sections[s].count; i++) {
            if (key_equal(self->sections[s].items[i].key, key)) {
                return (model_place){s, i};
            }
        }
    }
    return (model_place){MODEL_NONE, MODEL_NONE};
}

model_place model_place_at(const model *self, size_t flat)
{
    for (size_t s = 0; s < self->count; s++) {
        if (flat < self->sections[s].count) {
            return (model_place){s, flat};
        }
        flat -= self->sections[s].count;
    }
    return (model_place){MODEL_NONE, MODEL_NONE};
}

void model_insert_section(model *self, size_t position, iq_key key)
{
    CHECK(position <= self->count);
    self->sections = check_memory(realloc(self->sections, (self->count + 1) * sizeof *self->sections));
    model_section *place = self->sections + position;
    memmove(place + 1, place, (self->count - position) * sizeof *place);
    *place = (model_section){.key = key};
    self->count++;
}

void model_delete_section(model *self, size_t position)
{
    CHECK(position < self->count);
    model_section *place = self->sections + position;
    free(place->items);
    memmove(place, place + 1, (self->count - position - 1) * sizeof *place);
    self->count--;
}

void model_move_section(model *self, size_t from, size_t to)
{
    CHECK(from < self->count && to < self->count);
    model_section moved = self->sections[from];
    model_section *gap = self->sections + from;
    memmove(gap, gap + 1, (self->count - from - 1) * sizeof *gap);
    gap = self->sections + to;
    memmove(gap + 1, gap, (self->count - to - 1) * sizeof *gap);
    *gap = moved;
}

void model_insert_item(model *self, model_place place, model_item item)
{
    CHECK(place.section < self->count && place.item <= self->sections[place.section].count);
    model_section *section = &self->sections[place.section];
    section->items = check_memory(realloc(section->items, (section->count + 1) * sizeof *section->items));
    model_item *gap = section->items + place.item;
    memmove(gap + 1, gap, (section->count - place.item) * sizeof *gap);
    *gap = item;
    section->count++;
}

model_item model_take_item(model *self, model_place place)
{
    CHECK(place.section < self->count && place.item < self->sections[place.section].count);
    model_section *section = &self->sections[place.section];
    model_item *gap = section->items + place.item;
    model_item taken = *gap;
    memmove(gap, gap + 1, (section->count - place.item - 1) * sizeof *gap);
    section->count--;
    return taken;
}

static bool element_before(const iq_supplementary *element, uint32_t kind, uint32_t index)
{
    return element->kind < kind || (element->kind == kind && element->index < index);
}

void model_set_element(model_section *section, iq_supplementary element)
{
    model_remove_element(section, element.kind, element.index);
    CHECK(section->element_count < MODEL_ELEMENTS);
    size_t place = section->element_count++;
    for (; place > 0 && !element_before(&section->elements[place - 1], element.kind, element.index);
         place--) {
        section->elements[place] = section->elements[place - 1];
    }
    section->elements[place] = element;
}

bool model_remove_element(model_section *section, uint32_t kind, uint32_t index)
{
    const iq_supplementary *found = model_find_element(section, kind, index);
    if (!found) {
        return false;
    }
    section->element_count--;
    for (size_t e = (size_t)(found - section->elements); e < section->element_count; e++) {
        section->elements[e] = section->elements[e + 1];
    }
    return true;
}

const iq_supplementary *model_find_element(const model_section *section, uint32_t kind, uint32_t index)
{
    for (size_t e = 0; e < section->element_count; e++) {
        if (section->elements[e].kind == kind && section->elements[e].index == index) {
            return &section->elements[e];
        }
    }
    return NULL;
}

void model_clear_marks(model *self)
{
    for (size_t s = 0; s < self->count; s++) {
        self->sections[s].reload = false;
        for (size_t i = 0; i < self->sections[s].count; i++) {
            self->sections[s].items[i].mark = 0;
        }
    }
}

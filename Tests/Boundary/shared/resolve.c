/*
 * resolve.c - what a list shows of an arrangement in which keys occur twice.
 *
 * Sections come first: the items of a section that is dropped go to the one that stays, in order. Then
 * the items, over the whole list or, scoped, within each section. KEEP_FIRST on
 *
 *     A[1 2] B[2 3] A[4]   becomes   A[1 2 4] B[3]
 */
#include "check.h"
#include "model.h"

static void refuse(model_resolution *resolution, iq_key key)
{
    if (!resolution->refused) {
        resolution->refused = true;
        resolution->key = key;
    }
}

/* How often the key of section `position` occurs among the sections before it. */
static uint64_t sections_like_it_before(const model *self, size_t position)
{
    uint64_t count = 0;
    for (size_t s = 0; s < position; s++) {
        count += key_equal(self->sections[s].key, self->sections[position].key);
    }
    return count;
}

static void pour(model *self, size_t from, size_t into, size_t at)
{
    for (size_t moved = 0; self->sections[from].count > 0; moved++) {
        model_item item = model_take_item(self, (model_place){from, 0});
        model_insert_item(self, (model_place){into, at + moved}, item);
    }
    model_delete_section(self, from);
}

static void resolve_sections(model *self, iq_duplicates policy, model_resolution *resolution)
{
    if (policy == IQ_DUPLICATES_NUMBER) {
        for (size_t s = self->count; s-- > 0;) {
            uint64_t earlier = sections_like_it_before(self, s);
            if (earlier > 0) {
                self->sections[s].key = key_numbered(self->sections[s].key, earlier + 1);
                resolution->numbered++;
            }
        }
        return;
    }
    for (size_t s = 0; s < self->count;) {
        size_t first = model_find_section(self, self->sections[s].key);
        if (first == s) {
            s++;
        } else if (policy == IQ_DUPLICATES_KEEP_FIRST) {
            pour(self, s, first, self->sections[first].count);
            resolution->dropped++;
        } else if (policy == IQ_DUPLICATES_KEEP_LAST) {
            pour(self, first, s, 0);
            resolution->dropped++;
        } else {
            refuse(resolution, self->sections[s].key);
            return;
        }
    }
}

/* How often the item's key occurs before it, within the policy's scope. */
static uint64_t items_like_it_before(const model *self, model_place place, iq_duplicates policy)
{
    iq_key key = self->sections[place.section].items[place.item].key;
    uint64_t count = 0;
    for (size_t s = policy == IQ_DUPLICATES_SCOPE ? place.section : 0; s <= place.section; s++) {
        size_t end = s == place.section ? place.item : self->sections[s].count;
        for (size_t i = 0; i < end; i++) {
            count += key_equal(self->sections[s].items[i].key, key);
        }
    }
    return count;
}

static void number_items(model *self, model_resolution *resolution)
{
    for (size_t s = self->count; s-- > 0;) {
        for (size_t i = self->sections[s].count; i-- > 0;) {
            uint64_t earlier = items_like_it_before(self, (model_place){s, i}, IQ_DUPLICATES_NUMBER);
            if (earlier > 0) {
                model_item *item = &self->sections[s].items[i];
                item->key = key_numbered(item->key, earlier + 1);
                resolution->numbered++;
            }
        }
    }
}

static void resolve_items(model *self, iq_duplicates policy, model_resolution *resolution)
{
    for (size_t s = 0; s < self->count; s++) {
        for (size_t i = 0; i < self->sections[s].count;) {
            model_place place = {s, i};
            if (items_like_it_before(self, place, policy) == 0) {
                i++;
            } else if (policy == IQ_DUPLICATES_KEEP_FIRST) {
                model_take_item(self, place);
                resolution->dropped++;
            } else if (policy == IQ_DUPLICATES_KEEP_LAST) {
                model_place first = model_find_item(self, NULL, self->sections[s].items[i].key);
                model_take_item(self, first);
                resolution->dropped++;
                i += first.section == s ? 0 : 1;
            } else {
                refuse(resolution, self->sections[s].items[i].key);
                return;
            }
        }
    }
}

model_resolution model_resolve(model *self, const model *from, iq_duplicates policy, bool drop_empty)
{
    model_resolution resolution = {0};
    model_copy(self, from);
    resolve_sections(self, policy, &resolution);
    if (policy == IQ_DUPLICATES_NUMBER) {
        number_items(self, &resolution);
    } else if (!resolution.refused) {
        resolve_items(self, policy, &resolution);
    }
    for (size_t s = 0; drop_empty && s < self->count;) {
        if (self->sections[s].count == 0) {
            model_delete_section(self, s);
        } else {
            s++;
        }
    }
    return resolution;
}

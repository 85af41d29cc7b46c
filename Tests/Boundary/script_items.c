/*
 * script_items.c - random changes of a list's items: see script.h.
 */
#include "script.h"

#include "feed.h"

#include <string.h>

#define MOST 512

static void dress(script *self, model_item *item)
{
    item->content = random_below(&self->random, 3);
    item->model = (void *)(uintptr_t)random_below(&self->random, 9);
    if (self->dress) {
        self->dress(self, item);
    }
}

/* Items of random keys: few of them twice, or there already. */
static size_t new_items(script *self, model_item items[MOST], iq_key keys[MOST], size_t section)
{
    size_t count = 0, wanted = random_below(&self->random, self->longest + 1);
    bool careless = random_chance(&self->random, 20);
    const iq_key *scope = self->scoped ? &self->shown.sections[section].key : NULL;
    for (size_t tries = 0; tries < 2 * wanted && count < wanted && count < MOST; tries++) {
        model_item item = {.key = script_item_key(self)};
        dress(self, &item);
        bool fresh = model_find_item(&self->shown, scope, item.key).section == MODEL_NONE;
        for (size_t i = 0; i < count && !careless; i++) {
            fresh = fresh && !key_equal(items[i].key, item.key);
        }
        if (fresh || careless) {
            items[count] = item;
            keys[count++] = item.key;
        }
    }
    return count;
}

static size_t random_section(script *self)
{
    return random_below(&self->random, self->shown.count);
}

static feed_layout random_layout(script *self)
{
    return (feed_layout)random_below(&self->random, FEED_LAYOUTS);
}

static void insert_items(script *self)
{
    static model_item items[MOST];
    static iq_key keys[MOST];
    size_t p = random_section(self), length = self->shown.sections[p].count;
    model_place gap = {p, random_below(&self->random, length + 1)};
    size_t count = new_items(self, items, keys, p), way = random_below(&self->random, 3);
    script_outcome outcome = script_put_items(self, &self->shown, gap, items, count);
    iq_status wanted = outcome.refused ? IQ_ERROR_DUPLICATE : IQ_OK;
    feed_columns columns = feed_columns_of(items, count, random_layout(self));
    bool made;
    if (way == 0 && gap.item < length) {
        iq_item anchor = script_item_at(self, gap);
        made = MADE(self, iq_edit_insert_items_before(self->edit, anchor, &columns.columns), wanted);
    } else if (way == 1 && gap.item > 0) {
        iq_item anchor = script_item_at(self, (model_place){p, gap.item - 1});
        made = MADE(self, iq_edit_insert_items_after(self->edit, anchor, &columns.columns), wanted);
    } else {
        size_t index = gap.item == length && random_chance(&self->random, 50) ? IQ_END : gap.item;
        iq_section section = script_section_at(self, p);
        made = MADE(self, iq_edit_insert_items(self->edit, section, index, &columns.columns), wanted);
    }
    feed_columns_clear(&columns);
    script_settle(self, &outcome, made, keys, count, false);
}

static void set_section_items(script *self)
{
    static model_item items[MOST];
    static iq_key keys[MOST];
    size_t p = random_section(self), kept = 0;
    model bare = {0};
    model_copy(&bare, &self->shown);
    model_section *section = &bare.sections[p];
    size_t count = new_items(self, items, keys, p);
    /* Some of those that are there stay, in another order. */
    for (; section->count > 0 && count + kept < MOST; kept++) {
        size_t chosen = random_below(&self->random, section->count);
        model_item item = model_take_item(&bare, (model_place){p, chosen});
        if (random_chance(&self->random, 60)) {
            size_t at = random_below(&self->random, count + 1);
            memmove(&items[at + 1], &items[at], (count - at) * sizeof *items);
            iq_key key = item.key;
            if (random_chance(&self->random, 50)) {
                item = (model_item){.key = key};
                dress(self, &item);
            }
            item.mark = 0;
            items[at] = item;
            count++;
        }
    }
    section->count = 0;
    for (size_t i = 0; i < count; i++) {
        keys[i] = items[i].key;
    }
    script_outcome outcome = script_put_items(self, &bare, (model_place){p, 0}, items, count);
    feed_columns columns = feed_columns_of(items, count, random_layout(self));
    iq_section handle = script_section_at(self, p);
    bool made = MADE(self, iq_edit_set_section_items(self->edit, handle, &columns.columns),
                     outcome.refused ? IQ_ERROR_DUPLICATE : IQ_OK);
    feed_columns_clear(&columns);
    model_clear(&bare);
    script_settle(self, &outcome, made, keys, count, false);
}

/* Some handles, each once; in few cases one is stale, or the same as another: then all are refused. */
static size_t some_handles(script *self, iq_item handles[5], bool distinct, bool *good)
{
    size_t wanted = random_below(&self->random, 6), count = 0;
    *good = true;
    for (size_t i = 0; i < wanted && model_item_count(&self->shown) > 0; i++) {
        iq_item item = script_item_at(self, script_place(self));
        bool fresh = true;
        for (size_t other = 0; other < count; other++) {
            fresh = fresh && handles[other].id != item.id;
        }
        if (fresh || (distinct && random_chance(&self->random, 10))) {
            *good = *good && fresh;
            handles[count++] = item;
        }
    }
    if (count > 0 && random_chance(&self->random, 5)) {
        handles[random_below(&self->random, count)].id = script_stale(self);
        *good = false;
    }
    return count;
}

static void delete_items(script *self)
{
    iq_item handles[5];
    bool good;
    size_t count = some_handles(self, handles, true, &good);
    script_outcome outcome = script_outcome_of(&self->shown);
    for (size_t i = 0; i < count && good; i++) {
        iq_item_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_list_item_info(self->list, handles[i], 0, &info));
        const iq_key *scope = self->scoped ? &self->shown.sections[info.position.section].key : NULL;
        model_take_item(&outcome.after, model_find_item(&outcome.after, scope, info.key));
    }
    bool made = MADE(self, iq_edit_delete_items(self->edit, handles, count), good ? IQ_OK : IQ_ERROR_HANDLE);
    script_settle(self, &outcome, made, NULL, 0, false);
}

static void mark_items(script *self)
{
    iq_item handles[5];
    bool good, reload = random_chance(&self->random, 50);
    if (self->tall) {
        return;
    }
    script_check(self); /* so that all handles are known */
    size_t count = some_handles(self, handles, false, &good);
    if (MADE(self, (reload ? iq_edit_reload_items : iq_edit_reconfigure_items)(self->edit, handles, count),
             good ? IQ_OK : IQ_ERROR_HANDLE)) {
        for (size_t i = 0; i < count; i++) {
            iq_item_info info = {.struct_size = sizeof info};
            CHECK_OK(iq_list_item_info(self->list, handles[i], 0, &info));
            iq_key section = self->shown.sections[info.position.section].key;
            script_find_item(self, section, info.key)->mark |= reload ? MODEL_RELOAD : MODEL_RECONFIGURE;
        }
    }
}

/* first and count of a range of `length` items, in few cases beyond the end. */
static bool random_range(script *self, size_t length, size_t *first, size_t *count)
{
    *first = random_below(&self->random, length + 1);
    *count = random_below(&self->random, length - *first + 1);
    if (random_chance(&self->random, 60) && *count > 3) {
        *count = 1 + random_below(&self->random, 3);
    }
    if (random_chance(&self->random, 4)) {
        size_t beyond[] = {length - *first + 1, SIZE_MAX - *first, SIZE_MAX};
        *count = beyond[random_below(&self->random, 3)];
        return false;
    }
    return true;
}

static void delete_range(script *self)
{
    size_t p = random_section(self), first, count;
    bool good = random_range(self, self->shown.sections[p].count, &first, &count);
    script_outcome outcome = script_outcome_of(&self->shown);
    for (size_t i = 0; good && i < count; i++) {
        model_take_item(&outcome.after, (model_place){p, first});
    }
    iq_section section = script_section_at(self, p);
    bool made = MADE(self, iq_edit_delete_item_range(self->edit, section, first, count),
                     good ? IQ_OK : IQ_ERROR_RANGE);
    script_settle(self, &outcome, made, NULL, 0, false);
}

static void move_block(model *self, model_place from, size_t count, model_place to)
{
    model_item *block = check_memory(malloc((count + 1) * sizeof *block));
    for (size_t i = 0; i < count; i++) {
        block[i] = model_take_item(self, from);
    }
    for (size_t i = 0; i < count; i++) {
        model_insert_item(self, (model_place){to.section, to.item + i}, block[i]);
    }
    free(block);
}

static void move_range(script *self)
{
    size_t p = random_section(self), first, count;
    bool good = random_range(self, self->shown.sections[p].count, &first, &count);
    size_t to = !good || count == 0 || random_chance(&self->random, 50) ? p : random_section(self);
    size_t room = self->shown.sections[to].count - (good && to == p ? count : 0);
    size_t index = random_below(&self->random, room + 1), at = index;
    bool crosses = self->scoped && to != p;
    if (index == room && random_chance(&self->random, 50)) {
        at = IQ_END;
    } else if (!crosses && random_chance(&self->random, 4)) {
        at = room + 1 + random_below(&self->random, 3);
        good = false;
    }
    script_outcome outcome = script_outcome_of(&self->shown);
    if (good) {
        move_block(&outcome.after, (model_place){p, first}, count, (model_place){to, index});
    }
    iq_section from = script_section_at(self, p), target = script_section_at(self, to);
    iq_status wanted = !good ? IQ_ERROR_RANGE : crosses ? IQ_ERROR_SCOPE : IQ_OK;
    bool made = MADE(self, iq_edit_move_item_range(self->edit, from, first, count, target, at), wanted);
    script_settle(self, &outcome, made, NULL, 0, false);
}

static void move_item(script *self)
{
    if (model_item_count(&self->shown) == 0) {
        return;
    }
    model_place from = script_place(self), to = script_place(self);
    iq_item item = script_item_at(self, from), anchor = script_item_at(self, to);
    bool before = random_chance(&self->random, 50), good = true;
    if (random_chance(&self->random, 5)) {
        (random_chance(&self->random, 50) ? &item : &anchor)->id = script_stale(self);
        good = false;
    }
    bool crosses = self->scoped && from.section != to.section;
    script_outcome outcome = script_outcome_of(&self->shown);
    if (item.id != anchor.id) {
        to.item += before ? 0 : 1;
        to.item -= from.section == to.section && from.item < to.item;
        move_block(&outcome.after, from, 1, to);
    }
    iq_status wanted = !good ? IQ_ERROR_HANDLE : crosses ? IQ_ERROR_SCOPE : IQ_OK;
    bool made = before ? MADE(self, iq_edit_move_item_before(self->edit, item, anchor), wanted)
                       : MADE(self, iq_edit_move_item_after(self->edit, item, anchor), wanted);
    script_settle(self, &outcome, made, NULL, 0, false);
}

static void update_item(script *self)
{
    if (model_item_count(&self->shown) == 0) {
        return;
    }
    model_place place = script_place(self);
    iq_item item = script_item_at(self, place);
    bool good = !random_chance(&self->random, 5);
    if (!good) {
        item.id = script_stale(self);
    }
    script_outcome outcome = script_outcome_of(&self->shown);
    model_item *look = &outcome.after.sections[place.section].items[place.item];
    *look = (model_item){.key = look->key};
    dress(self, look);
    bool made =
        MADE(self, iq_edit_update_item(self->edit, item, look->content, look->model, look->cell_class),
             good ? IQ_OK : IQ_ERROR_HANDLE);
    script_settle(self, &outcome, made, NULL, 0, false);
}

void script_change_items(script *self)
{
    static const struct {
        const char *name;
        void (*change)(script *self);
    } changes[] = {
        {"insert items", insert_items}, {"insert items", insert_items},   {"insert items", insert_items},
        {"delete items", delete_items}, {"delete a range", delete_range}, {"move a range", move_range},
        {"move an item", move_item},    {"update an item", update_item},  {"update an item", update_item},
        {"mark items", mark_items},     {"set items", set_section_items},
    };
    size_t chosen = random_below(&self->random, sizeof changes / sizeof *changes);
    check_case = changes[chosen].name;
    changes[chosen].change(self);
}

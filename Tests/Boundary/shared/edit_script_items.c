/*
 * edit_script_items.c - random changes of a list's items: see edit_script.h.
 */
#include "edit_script.h"

#include "feed.h"

#include <string.h>

#define MOST 512

static void dress(edit_script *self, model_item *item)
{
    item->content = random_below(&self->random, 3);
    item->model = (void *)(uintptr_t)random_below(&self->random, 9);
    item->level = (uint16_t)random_below(&self->random, 4);
    if (self->dress) {
        self->dress(self, item);
    }
}

/* Items of random keys: few of them twice, or there already. */
static size_t new_items(edit_script *self, model_item items[MOST], iq_key keys[MOST], size_t section)
{
    size_t count = 0, wanted = random_below(&self->random, self->longest + 1);
    bool careless = random_chance(&self->random, 20);
    const iq_key *scope = self->scoped ? &self->shown.sections[section].key : NULL;
    for (size_t tries = 0; tries < 2 * wanted && count < wanted && count < MOST; tries++) {
        model_item item = {.key = edit_script_item_key(self)};
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

static size_t random_section(edit_script *self)
{
    return random_below(&self->random, self->shown.count);
}

static feed_layout random_layout(edit_script *self)
{
    return (feed_layout)random_below(&self->random, FEED_LAYOUTS);
}

static void insert_items(edit_script *self)
{
    static model_item items[MOST];
    static iq_key keys[MOST];
    size_t p = random_section(self), length = self->shown.sections[p].count;
    model_place gap = {p, random_below(&self->random, length + 1)};
    size_t count = new_items(self, items, keys, p), way = random_below(&self->random, 3);
    edit_script_outcome outcome = edit_script_put_items(self, &self->shown, gap, items, count);
    iq_status wanted = outcome.refused ? IQ_ERROR_DUPLICATE : IQ_OK;
    feed_columns columns = feed_columns_of(items, count, random_layout(self));
    bool made;
    if (way == 0 && gap.item < length) {
        iq_item anchor = edit_script_item_at(self, gap);
        made = MADE(self, iq_edit_insert_items_beside(self->edit, IQ_PUT_BEFORE, anchor, &columns.columns), wanted);
    } else if (way == 1 && gap.item > 0) {
        iq_item anchor = edit_script_item_at(self, (model_place){p, gap.item - 1});
        made = MADE(self, iq_edit_insert_items_beside(self->edit, IQ_PUT_AFTER, anchor, &columns.columns), wanted);
    } else {
        size_t index = gap.item == length && random_chance(&self->random, 50) ? IQ_END : gap.item;
        iq_section section = edit_script_section_at(self, p);
        made = MADE(self, iq_edit_insert_items(self->edit, section, index, &columns.columns), wanted);
    }
    feed_columns_clear(&columns);
    edit_script_settle(self, &outcome, made, keys, count, false);
}

static void set_section_items(edit_script *self)
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
    edit_script_outcome outcome = edit_script_put_items(self, &bare, (model_place){p, 0}, items, count);
    feed_columns columns = feed_columns_of(items, count, random_layout(self));
    iq_section handle = edit_script_section_at(self, p);
    bool made = MADE(self, iq_edit_set_section_items(self->edit, handle, &columns.columns),
                     outcome.refused ? IQ_ERROR_DUPLICATE : IQ_OK);
    feed_columns_clear(&columns);
    model_clear(&bare);
    edit_script_settle(self, &outcome, made, keys, count, false);
}

/* Some handles, each once; in few cases one is stale, or (unless `twice` is IQ_OK) the same as another.
 * *wanted is then IQ_ERROR_HANDLE, or `twice`: all are refused. */
static size_t some_handles(edit_script *self, iq_item handles[5], iq_status twice, iq_status *wanted)
{
    size_t limit = random_below(&self->random, 6), count = 0;
    *wanted = IQ_OK;
    for (size_t i = 0; i < limit && model_item_count(&self->shown) > 0; i++) {
        iq_item item = edit_script_item_at(self, edit_script_place(self));
        bool fresh = true;
        for (size_t other = 0; other < count; other++) {
            fresh = fresh && handles[other].id != item.id;
        }
        if (fresh || (twice != IQ_OK && random_chance(&self->random, 10))) {
            *wanted = fresh ? *wanted : twice;
            handles[count++] = item;
        }
    }
    if (*wanted == IQ_OK && count > 0 && random_chance(&self->random, 5)) {
        handles[random_below(&self->random, count)].id = edit_script_stale(self);
        *wanted = IQ_ERROR_HANDLE;
    }
    return count;
}

static void delete_items(edit_script *self)
{
    iq_item handles[5];
    iq_status wanted;
    size_t count = some_handles(self, handles, IQ_ERROR_ARGUMENT, &wanted);
    edit_script_outcome outcome = edit_script_outcome_of(&self->shown);
    for (size_t i = 0; i < count && wanted == IQ_OK; i++) {
        iq_item_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_list_get_item_info(self->list, handles[i], 0, &info));
        const iq_key *scope = self->scoped ? &self->shown.sections[info.position.section].key : NULL;
        model_take_item(&outcome.after, model_find_item(&outcome.after, scope, info.key));
    }
    bool made = MADE(self, iq_edit_delete_items(self->edit, handles, count), wanted);
    edit_script_settle(self, &outcome, made, NULL, 0, false);
}

static void mark_items(edit_script *self)
{
    iq_item handles[5];
    bool reload = random_chance(&self->random, 50);
    iq_status wanted;
    if (self->tall) {
        return;
    }
    edit_script_check(self); /* so that all handles are known */
    size_t count = some_handles(self, handles, IQ_OK, &wanted);
    if (MADE(self, (reload ? iq_edit_reload_items : iq_edit_reconfigure_items)(self->edit, handles, count),
             wanted)) {
        for (size_t i = 0; i < count; i++) {
            iq_item_info info = {.struct_size = sizeof info};
            CHECK_OK(iq_list_get_item_info(self->list, handles[i], 0, &info));
            iq_key section = self->shown.sections[info.position.section].key;
            edit_script_find_item(self, section, info.key)->mark |= reload ? MODEL_RELOAD : MODEL_RECONFIGURE;
        }
    }
}

/* first and count of a range of `length` items, in few cases beyond the end. */
static bool random_range(edit_script *self, size_t length, size_t *first, size_t *count)
{
    *first = random_below(&self->random, length + 1);
    *count = random_below(&self->random, length - *first + 1);
    if (random_chance(&self->random, 60) && *count > 3) {
        *count = 1 + random_below(&self->random, 3);
    }
    if (random_chance(&self->random, 4)) {
        size_t beyond[] = {length - *first + 1, SIZE_MAX - 1 - *first, SIZE_MAX - 1};
        *count = beyond[random_below(&self->random, 3)];
        return false;
    }
    return true;
}

/* The count as it is given: in some cases IQ_END for the rest of `length`. */
static size_t said(edit_script *self, size_t length, size_t first, size_t count)
{
    return count == length - first && random_chance(&self->random, 50) ? IQ_END : count;
}

static void delete_range(edit_script *self)
{
    size_t p = random_section(self), length = self->shown.sections[p].count, first, count;
    bool good = random_range(self, length, &first, &count);
    edit_script_outcome outcome = edit_script_outcome_of(&self->shown);
    for (size_t i = 0; good && i < count; i++) {
        model_take_item(&outcome.after, (model_place){p, first});
    }
    iq_section section = edit_script_section_at(self, p);
    size_t given = said(self, length, first, count);
    bool made = MADE(self, iq_edit_delete_item_range(self->edit, section, first, given),
                     good ? IQ_OK : IQ_ERROR_RANGE);
    edit_script_settle(self, &outcome, made, NULL, 0, false);
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

static void move_range(edit_script *self)
{
    size_t p = random_section(self), length = self->shown.sections[p].count, first, count;
    bool good = random_range(self, length, &first, &count);
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
    edit_script_outcome outcome = edit_script_outcome_of(&self->shown);
    if (good) {
        move_block(&outcome.after, (model_place){p, first}, count, (model_place){to, index});
    }
    iq_section from = edit_script_section_at(self, p), target = edit_script_section_at(self, to);
    iq_status wanted = !good ? IQ_ERROR_RANGE : crosses ? IQ_ERROR_SCOPE : IQ_OK;
    size_t given = said(self, length, first, count);
    bool made = MADE(self, iq_edit_move_item_range(self->edit, from, first, given, target, at), wanted);
    edit_script_settle(self, &outcome, made, NULL, 0, false);
}

static void move_item(edit_script *self)
{
    if (model_item_count(&self->shown) == 0) {
        return;
    }
    model_place from = edit_script_place(self), to = edit_script_place(self);
    iq_item item = edit_script_item_at(self, from), anchor = edit_script_item_at(self, to);
    bool before = random_chance(&self->random, 50), good = true;
    if (random_chance(&self->random, 5)) {
        (random_chance(&self->random, 50) ? &item : &anchor)->id = edit_script_stale(self);
        good = false;
    }
    bool crosses = self->scoped && from.section != to.section;
    edit_script_outcome outcome = edit_script_outcome_of(&self->shown);
    if (item.id != anchor.id) {
        to.item += before ? 0 : 1;
        to.item -= from.section == to.section && from.item < to.item;
        move_block(&outcome.after, from, 1, to);
    }
    iq_status wanted = !good ? IQ_ERROR_HANDLE : crosses ? IQ_ERROR_SCOPE : IQ_OK;
    uint32_t where = before ? IQ_PUT_BEFORE : IQ_PUT_AFTER;
    bool made = MADE(self, iq_edit_move_item_beside(self->edit, item, where, anchor), wanted);
    edit_script_settle(self, &outcome, made, NULL, 0, false);
}

/* Items of any sections, in any order, before a position that still counts them. */
static void move_some(edit_script *self)
{
    iq_item handles[5];
    iq_status wanted;
    size_t count = some_handles(self, handles, IQ_ERROR_ARGUMENT, &wanted);
    size_t p = random_section(self), end = self->shown.sections[p].count;
    size_t index = random_below(&self->random, end + 1), at = index;
    if (wanted == IQ_OK && random_chance(&self->random, 5)) {
        wanted = IQ_ERROR_RANGE;
        index = end + 1 + random_below(&self->random, 3);
    }
    edit_script_outcome outcome = edit_script_outcome_of(&self->shown);
    model_item moved[5];
    for (size_t i = 0; i < count && wanted == IQ_OK; i++) {
        iq_item_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_list_get_item_info(self->list, handles[i], 0, &info));
        const iq_key *scope = self->scoped ? &self->shown.sections[info.position.section].key : NULL;
        if (self->scoped && info.position.section != p) {
            wanted = IQ_ERROR_SCOPE;
        }
        at -= info.position.section == p && info.position.item < index;
        moved[i] = model_take_item(&outcome.after, model_find_item(&outcome.after, scope, info.key));
    }
    for (size_t i = 0; i < count && wanted == IQ_OK; i++) {
        model_insert_item(&outcome.after, (model_place){p, at + i}, moved[i]);
    }
    iq_position position = {(uint32_t)p, (uint32_t)index};
    bool made = MADE(self, iq_edit_move_items_to(self->edit, handles, count, position), wanted);
    edit_script_settle(self, &outcome, made, NULL, 0, false);
}

static bool is_bare(const edit_script *self, iq_class cell_class)
{
    return cell_class.id == 0 || cell_class.id == self->bare.id;
}

/* A new appearance of one item: as dressed in the fields of `which`, as it was in the others. False if the class
 * would retain what is no object. */
static bool mix(const edit_script *self, const model_item *old, const model_item *dressed, uint32_t which,
                model_item *mixed)
{
    *mixed = (model_item){.key = old->key};
    mixed->content = (which & IQ_COLUMN_CONTENT ? dressed : old)->content;
    const model_item *model = which & IQ_COLUMN_MODEL ? dressed : old;
    const model_item *cell_class = which & IQ_COLUMN_CLASS ? dressed : old;
    mixed->model = model->model;
    mixed->cell_class = cell_class->cell_class;
    mixed->level = (which & IQ_COLUMN_LEVEL ? dressed : old)->level;
    return is_bare(self, model->cell_class) == is_bare(self, cell_class->cell_class);
}

/* Nothing is read of keys, nor of the columns that `which` does not name. */
static void spoil(iq_columns *columns, uint32_t which)
{
    static const char nowhere[1];
    const void *bad = columns->count % 2 ? NULL : nowhere;
    columns->keys = bad;
    columns->key_stride = 3;
    columns->contents = which & IQ_COLUMN_CONTENT ? columns->contents : bad;
    columns->content_stride = which & IQ_COLUMN_CONTENT ? columns->content_stride : 3;
    columns->models = which & IQ_COLUMN_MODEL ? columns->models : bad;
    columns->model_stride = which & IQ_COLUMN_MODEL ? columns->model_stride : 3;
    columns->classes = which & IQ_COLUMN_CLASS ? columns->classes : bad;
    columns->class_stride = which & IQ_COLUMN_CLASS ? columns->class_stride : 3;
    columns->levels = which & IQ_COLUMN_LEVEL ? columns->levels : bad;
    columns->level_stride = which & IQ_COLUMN_LEVEL ? columns->level_stride : 1;
}

static void update_items(edit_script *self)
{
    iq_item handles[5];
    iq_status wanted;
    size_t count = some_handles(self, handles, IQ_ERROR_ARGUMENT, &wanted);
    uint32_t which = 1 + (uint32_t)random_below(&self->random, 15);
    model_item dressed[5], mixed[5], *looks[5];
    edit_script_outcome outcome = edit_script_outcome_of(&self->shown);
    for (size_t i = 0; i < count; i++) {
        dressed[i] = (model_item){0};
        dress(self, &dressed[i]);
    }
    for (size_t i = 0; i < count && wanted == IQ_OK; i++) {
        iq_position place;
        CHECK_OK(iq_list_find_position(self->list, handles[i], &place));
        looks[i] = &outcome.after.sections[place.section].items[place.item];
        if (!mix(self, looks[i], &dressed[i], which, &mixed[i])) {
            which |= IQ_COLUMN_MODEL | IQ_COLUMN_CLASS;
        }
    }
    for (size_t i = 0; i < count && wanted == IQ_OK; i++) {
        CHECK(mix(self, looks[i], &dressed[i], which, &mixed[i]));
        *looks[i] = mixed[i];
    }
    feed_columns columns = feed_columns_of(dressed, count, random_layout(self));
    iq_columns lent = columns.columns;
    spoil(&lent, which);
    bool made = MADE(self, iq_edit_update_items(self->edit, handles, &lent, which), wanted);
    feed_columns_clear(&columns);
    edit_script_settle(self, &outcome, made, NULL, 0, false);
}

void edit_script_change_items(edit_script *self)
{
    static const struct {
        const char *name;
        void (*change)(edit_script *self);
    } changes[] = {
        {"insert items", insert_items}, {"insert items", insert_items},   {"insert items", insert_items},
        {"delete items", delete_items}, {"delete a range", delete_range}, {"move a range", move_range},
        {"move some", move_some},       {"move an item", move_item},    {"update items", update_items},   {"update items", update_items},
        {"mark items", mark_items},     {"set items", set_section_items},
    };
    size_t chosen = random_below(&self->random, sizeof changes / sizeof *changes);
    check_case = changes[chosen].name;
    changes[chosen].change(self);
}

/*
 * beside_source.c - random changes of a list that others are derived from: see beside_source.h.
 */
#include "beside_source.h"

#include "check.h"

#include <string.h>

static size_t below(beside_source *self, size_t bound)
{
    return random_below(&self->random, bound);
}

static bool chance(beside_source *self, unsigned percent)
{
    return random_chance(&self->random, percent);
}

/* ---- changes of the source */

static void tell(beside_source *self, const tree *before, const uint32_t *marks)
{
    for (size_t i = 0; i < BESIDE_LISTS; i++) {
        if (beside_all[i] && beside_all[i]->source == &self->shown) {
            beside_source_changed(beside_all[i], before, &self->shown, marks);
        }
    }
}

/* The source has committed something. */
static void committed(beside_source *self, const uint32_t *marks)
{
    tree before = self->shown;
    tree_read(self->list, &self->shown);
    beside_first_changed(&before, &self->shown);
    tell(self, &before, marks);
}

static iq_columns arrange(beside_source *self, tree_input *items)
{
    iq_columns columns = tree_arrange(&self->shown, &self->random, self->has_traits, items);
    if (self->has_no_gaps) {
        tree_close_gaps(&items->of);
        columns = tree_input_all(items);
    }
    return columns;
}

void beside_source_become(beside_source *self, tree_input *items)
{
    iq_columns columns = tree_input_all(items);
    CHECK_OK(iq_list_set(self->list, items->sections, items->of.sections, &columns, NULL, NULL));
    committed(self, NULL);
}

void beside_source_set(beside_source *self)
{
    tree_input items;
    iq_columns columns = arrange(self, &items);
    if (chance(self, 15)) {
        CHECK_OK(iq_list_set(self->list, NULL, 0, &(iq_columns){.struct_size = sizeof columns}, NULL, NULL));
        committed(self, NULL);
    }
    CHECK_OK(iq_list_set(self->list, items.sections, items.of.sections, &columns, NULL, NULL));
    committed(self, NULL);
}

static void apply(beside_source *self, bool is_submitted)
{
    const iq_submit_options here = {.struct_size = sizeof here, .flags = IQ_SUBMIT_HERE};
    iq_snapshot *snapshot;
    tree_input items;
    size_t count;
    uint32_t marks[TREE_KEYS] = {0};
    iq_columns columns = arrange(self, &items);
    CHECK_OK(iq_snapshot_create(NULL, &snapshot));
    CHECK_OK(iq_snapshot_set(snapshot, items.sections, items.of.sections, &columns));
    for (size_t i = below(self, 4); i > 0 && items.of.count > 0; i--) {
        unsigned key = items.of.items[below(self, items.of.count)].key;
        iq_key marked = key_of(key);
        bool is_reload = chance(self, 50);
        CHECK_OK(is_reload ? iq_snapshot_reload_items(snapshot, NULL, &marked, 1)
                           : iq_snapshot_reconfigure_items(snapshot, NULL, &marked, 1));
        marks[key] |= is_reload ? MODEL_RELOAD : MODEL_RECONFIGURE;
    }
    if (is_submitted) {
        CHECK_OK(iq_list_submit(self->list, snapshot, &here, NULL));
        CHECK_OK(iq_list_poll(self->list, NULL, 0, &count));
        CHECK_OK(iq_list_poll(self->list, NULL, 0, &count));
    } else {
        CHECK_OK(iq_list_apply(self->list, snapshot, NULL, NULL));
    }
    iq_snapshot_destroy(snapshot);
    committed(self, marks);
}

/* ---- edits of the source */

static void insert_some(beside_source *self, const tree *now)
{
    tree_input items;
    memset(&items.of, 0, sizeof items.of);
    for (size_t i = 1 + below(self, 4); i > 0; i--) {
        unsigned key = 1 + (unsigned)below(self, TREE_GIVEN - 1);
        if (tree_find(now, key) == TREE_NONE && tree_find(&items.of, key) == TREE_NONE) {
            items.of.items[items.of.count] = tree_random_item(&items.of, &self->random, self->has_traits, key, items.of.count);
            items.of.count++;
        }
    }
    iq_columns columns = tree_input_columns(&items, 0, items.of.count);
    if (now->count > 0 && chance(self, 60)) {
        iq_item parent;
        size_t at = below(self, now->count);
        CHECK_OK(iq_list_find_item_at(self->list, at, &parent));
        for (size_t i = 0; i < items.of.count; i++) {
            items.levels[i] = items.levels[i] > 20 ? 0 : items.levels[i];
        }
        if (now->items[at].level < 60000) {
            CHECK_OK(iq_edit_insert_children(self->edit, parent, chance(self, 70) ? IQ_END : 0, &columns));
        }
    } else if (now->sections > 0) {
        iq_section section;
        CHECK_OK(iq_list_find_section_at(self->list, below(self, now->sections), &section));
        CHECK_OK(iq_edit_insert_items(self->edit, section, chance(self, 50) ? IQ_END : 0, &columns));
    }
}

static void update_one(beside_source *self, const tree *now)
{
    tree_input one;
    iq_item item;
    size_t at = below(self, now->count);
    one.of.items[0] = tree_random_item(now, &self->random, self->has_traits, now->items[at].key, at);
    iq_columns columns = tree_input_columns(&one, 0, 1);
    CHECK_OK(iq_list_find_item_at(self->list, at, &item));
    CHECK_OK(iq_edit_update_items(self->edit, &item, &columns,
                                  chance(self, 40) ? IQ_COLUMN_LEVEL
                                                   : IQ_COLUMN_CONTENT | IQ_COLUMN_MODEL | IQ_COLUMN_CLASS));
}

static void move_some(beside_source *self, const tree *now)
{
    iq_section from, to;
    size_t s = below(self, now->sections), t = below(self, now->sections);
    size_t count = now->starts[s + 1] - now->starts[s];
    size_t first = below(self, count + 1), width = below(self, count - first + 1);
    size_t room = now->starts[t + 1] - now->starts[t] - (s == t ? width : 0);
    CHECK_OK(iq_list_find_section_at(self->list, s, &from));
    CHECK_OK(iq_list_find_section_at(self->list, t, &to));
    CHECK_OK(iq_edit_move_item_range(self->edit, from, first, width, to, below(self, room + 1)));
}

static void edit_sections(beside_source *self, const tree *now)
{
    unsigned key = (unsigned)below(self, TREE_SECTIONS);
    iq_key section_key = key_of(key);
    if (tree_find_section(now, key) == TREE_NONE) {
        CHECK_OK(iq_edit_insert_sections(self->edit, below(self, now->sections + 1), &section_key, 1));
    } else if (chance(self, 50)) {
        size_t first = below(self, now->sections);
        CHECK_OK(iq_edit_move_section_range(self->edit, first, 1, below(self, now->sections)));
    } else if (chance(self, 50)) {
        CHECK_OK(iq_edit_delete_section_range(self->edit, below(self, now->sections), 1));
    }
}

static void mark_one(beside_source *self, const tree *now)
{
    size_t at = below(self, now->count);
    unsigned key = now->items[at].key;
    bool is_reload = chance(self, 50);
    iq_item item;
    CHECK_OK(iq_list_find_item_at(self->list, at, &item));
    CHECK_OK(is_reload ? iq_edit_reload_items(self->edit, &item, 1) : iq_edit_reconfigure_items(self->edit, &item, 1));
    self->marks[key] |= is_reload ? MODEL_RELOAD : MODEL_RECONFIGURE;
}

static void edit_once(beside_source *self)
{
    tree now;
    tree_read(self->list, &now);
    size_t action = below(self, 12);
    if (action < 4 || now.sections == 0) {
        insert_some(self, &now);
    } else if (action < 5) {
        edit_sections(self, &now);
    } else if (action < 7) {
        move_some(self, &now);
    } else if (now.count > 0 && action < 9) {
        update_one(self, &now);
    } else if (now.count > 0 && action < 10) {
        mark_one(self, &now);
    } else if (now.count > 0) {
        iq_item item;
        CHECK_OK(iq_list_find_item_at(self->list, below(self, now.count), &item));
        CHECK_OK(iq_edit_delete_items(self->edit, &item, 1));
    }
}

static void begin_edit(beside_source *self)
{
    memset(self->marks, 0, sizeof self->marks);
    CHECK_OK(iq_edit_begin(self->list, NULL, &self->edit));
    self->is_edited = beside_first.is_edited = true;
}

static void close_gaps(beside_source *self)
{
    tree now;
    tree_input without;
    tree_read(self->list, &now);
    without.of = now;
    tree_close_gaps(&without.of);
    for (size_t i = 0; i < now.count; i++) {
        iq_columns columns = tree_input_columns(&without, i, 1);
        iq_item item;
        CHECK_OK(iq_list_find_item_at(self->list, i, &item));
        CHECK_OK(iq_edit_update_items(self->edit, &item, &columns, IQ_COLUMN_LEVEL));
    }
}

void beside_source_end_edit(beside_source *self, bool commits)
{
    if (commits && self->has_no_gaps) {
        close_gaps(self);
    }
    if (commits) {
        CHECK_OK(iq_edit_commit(self->edit, NULL, NULL));
    }
    self->is_edited = beside_first.is_edited = false;
    if (commits) {
        committed(self, self->marks);
    } else {
        beside_first_abandoned();
    }
    iq_edit_destroy(self->edit);
    self->edit = NULL;
}

void beside_source_happen(beside_source *self)
{
    if (self->is_edited) {
        if (chance(self, 25)) {
            beside_source_end_edit(self, chance(self, 75));
        } else {
            edit_once(self);
        }
        return;
    }
    switch (below(self, 6)) {
    case 0: beside_source_set(self); break;
    case 1: apply(self, false); break;
    case 2: apply(self, true); break;
    default: begin_edit(self); break;
    }
}

/*
 * snapshot_script_items.c - random edits of a snapshot's items: see snapshot_script.h.
 */
#include "snapshot_script.h"
#include "check.h"
#include "feed.h"

/* Up to eight items that `section` may hold, each once. */
static size_t new_items(snapshot_script *b, const iq_key *section, model_item items[8])
{
    size_t count = 0;
    for (size_t tries = random_below(b->random, 9); tries > 0; tries--) {
        model_item item = {
            snapshot_script_key(b), random_below(b->random, 3), (void *)(uintptr_t)random_below(b->random, 9), {0},
            (uint16_t)random_below(b->random, 3), 0};
        bool fresh = model_find_item(&b->wanted, snapshot_script_scope(b, section), item.key).section == MODEL_NONE;
        for (size_t i = 0; i < count; i++) {
            fresh = fresh && !key_equal(items[i].key, item.key);
        }
        if (fresh) {
            items[count++] = item;
        }
    }
    return count;
}

static void put_in_model(snapshot_script *b, model_place place, const model_item *items, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        model_insert_item(&b->wanted, (model_place){place.section, place.item + i}, items[i]);
    }
}

void snapshot_script_append_items(snapshot_script *b)
{
    model_item items[8];
    iq_key section = snapshot_script_key(b);
    size_t found = model_find_section(&b->wanted, section);
    bool last = random_chance(b->random, 30);
    if (last && b->wanted.count > 0) {
        found = b->wanted.count - 1;
        section = b->wanted.sections[found].key;
    }
    size_t count = new_items(b, &section, items);
    feed_columns columns = feed_columns_of(items, count, (feed_layout)random_below(b->random, FEED_LAYOUTS));
    iq_status status = iq_snapshot_append_items(b->snapshot, last ? NULL : &section, &columns.columns);
    feed_columns_clear(&columns);
    if (last && b->wanted.count == 0) {
        CHECK_STATUS(status, IQ_ERROR_NO_SECTION);
    } else if (found == MODEL_NONE) {
        snapshot_script_check_missing(status, section);
    } else {
        CHECK_STATUS(status, IQ_OK);
        put_in_model(b, (model_place){found, b->wanted.sections[found].count}, items, count);
    }
}

void snapshot_script_insert_items(snapshot_script *b)
{
    model_item items[8];
    iq_key section = snapshot_script_key(b), anchor = snapshot_script_key(b);
    bool before = random_chance(b->random, 50);
    model_place place = model_find_item(&b->wanted, snapshot_script_scope(b, &section), anchor);
    size_t count = new_items(b, &section, items);
    feed_columns columns = feed_columns_of(items, count, (feed_layout)random_below(b->random, FEED_LAYOUTS));
    iq_status status =
        iq_snapshot_insert_items_beside(b->snapshot, snapshot_script_scope(b, &section),
                                        before ? IQ_PUT_BEFORE : IQ_PUT_AFTER, anchor, &columns.columns);
    feed_columns_clear(&columns);
    if (place.section == MODEL_NONE) {
        CHECK_STATUS(status, IQ_ERROR_NOT_FOUND);
        return;
    }
    CHECK_STATUS(status, IQ_OK);
    place.item += before ? 0 : 1;
    put_in_model(b, place, items, count);
}

/* Mostly a section that is there; its number in the model, or MODEL_NONE. */
static size_t some_section(snapshot_script *b, iq_key *section)
{
    *section = snapshot_script_key(b);
    if (b->wanted.count > 0 && random_chance(b->random, 90)) {
        *section = b->wanted.sections[random_below(b->random, b->wanted.count)].key;
    }
    return model_find_section(&b->wanted, *section);
}

void snapshot_script_insert_items_at(snapshot_script *b)
{
    model_item items[8];
    iq_key section;
    size_t found = some_section(b, &section), count = new_items(b, &section, items);
    size_t end = found == MODEL_NONE ? 0 : b->wanted.sections[found].count;
    size_t index = random_below(b->random, end + 1);
    size_t given = index == end && random_chance(b->random, 50) ? IQ_END : index;
    bool beyond = random_chance(b->random, 5);
    feed_columns columns = feed_columns_of(items, count, (feed_layout)random_below(b->random, FEED_LAYOUTS));
    iq_status status = iq_snapshot_insert_items(b->snapshot, section, beyond ? end + 1 : given, &columns.columns);
    feed_columns_clear(&columns);
    if (found == MODEL_NONE) {
        snapshot_script_check_missing(status, section);
    } else if (beyond) {
        CHECK_STATUS(status, IQ_ERROR_RANGE);
    } else {
        CHECK_STATUS(status, IQ_OK);
        put_in_model(b, (model_place){found, index}, items, count);
    }
}

/* The place of child `number` of an item, or the end of its subtree; item MODEL_NONE: it has fewer. */
static model_place place_of_child(const model *self, model_place parent, size_t number)
{
    const model_section *section = &self->sections[parent.section];
    size_t i = parent.item + 1, children = 0;
    for (; i < section->count && section->items[i].level > section->items[parent.item].level; i++) {
        /* Its parent is the nearest item before it of a lower level. */
        size_t above = i - 1;
        while (section->items[above].level >= section->items[i].level) {
            above--;
        }
        if (above == parent.item && children++ == number) {
            return (model_place){parent.section, i};
        }
    }
    bool at_end = number == IQ_END || number == children;
    return (model_place){parent.section, at_end ? i : MODEL_NONE};
}

void snapshot_script_insert_children(snapshot_script *b)
{
    model_item items[8];
    iq_key section;
    size_t found = some_section(b, &section), count = new_items(b, &section, items);
    iq_key parent = snapshot_script_key(b);
    if (found != MODEL_NONE && b->wanted.sections[found].count > 0) {
        parent = b->wanted.sections[found].items[random_below(b->random, b->wanted.sections[found].count)].key;
    }
    const iq_key *scope = snapshot_script_scope(b, &section);
    model_place place = model_find_item(&b->wanted, scope, parent);
    size_t index = random_chance(b->random, 30) ? IQ_END : random_below(b->random, 4);
    feed_columns columns = feed_columns_of(items, count, (feed_layout)random_below(b->random, FEED_LAYOUTS));
    iq_status status = iq_snapshot_insert_children(b->snapshot, scope, parent, index, &columns.columns);
    feed_columns_clear(&columns);
    if (place.section == MODEL_NONE) {
        CHECK_STATUS(status, IQ_ERROR_NOT_FOUND);
        return;
    }
    uint16_t below = b->wanted.sections[place.section].items[place.item].level + 1;
    place = place_of_child(&b->wanted, place, index);
    if (place.item == MODEL_NONE) {
        CHECK_STATUS(status, IQ_ERROR_RANGE);
        return;
    }
    CHECK_STATUS(status, IQ_OK);
    for (size_t i = 0; i < count; i++) {
        items[i].level += below;
    }
    put_in_model(b, place, items, count);
}

/* Some of the section's items stay, perhaps elsewhere, and new ones come. */
void snapshot_script_set_section_items(snapshot_script *b)
{
    model_item items[24];
    iq_key section;
    size_t found = some_section(b, &section), count = new_items(b, &section, items);
    for (size_t i = 0; found != MODEL_NONE && i < b->wanted.sections[found].count && count < 24; i++) {
        if (random_chance(b->random, 50)) {
            size_t at = random_below(b->random, count + 1);
            items[count] = items[at == count ? 0 : at];
            items[at] = b->wanted.sections[found].items[i];
            count++;
        }
    }
    feed_columns columns = feed_columns_of(items, count, (feed_layout)random_below(b->random, FEED_LAYOUTS));
    iq_status status = iq_snapshot_set_section_items(b->snapshot, section, &columns.columns);
    feed_columns_clear(&columns);
    if (found == MODEL_NONE) {
        snapshot_script_check_missing(status, section);
        return;
    }
    CHECK_STATUS(status, IQ_OK);
    b->wanted.sections[found].count = 0;
    put_in_model(b, (model_place){found, 0}, items, count);
}

void snapshot_script_update_items(snapshot_script *b)
{
    static const uint32_t columns[] = {IQ_COLUMN_CONTENT, IQ_COLUMN_MODEL, IQ_COLUMN_LEVEL};
    iq_key keys[4], section;
    uint64_t contents[4];
    void *models[4];
    uint16_t levels[4];
    model_place places[4];
    some_section(b, &section);
    const iq_key *scope = snapshot_script_scope(b, &section);
    size_t count = random_below(b->random, 5);
    uint32_t flags = columns[random_below(b->random, 3)] | columns[random_below(b->random, 3)];
    bool all = true, twice = false;
    for (size_t i = 0; i < count; i++) {
        keys[i] = snapshot_script_key(b);
        size_t items = model_item_count(&b->wanted);
        if (items > 0 && random_chance(b->random, 90)) {
            model_place place = model_place_at(&b->wanted, random_below(b->random, items));
            keys[i] = b->wanted.sections[place.section].items[place.item].key;
        }
        places[i] = model_find_item(&b->wanted, scope, keys[i]);
        all = all && places[i].section != MODEL_NONE;
        for (size_t k = 0; k < i; k++) {
            twice = twice || key_equal(keys[k], keys[i]);
        }
        contents[i] = random_below(b->random, 3);
        models[i] = (void *)(uintptr_t)random_below(b->random, 9);
        levels[i] = (uint16_t)random_below(b->random, 3);
    }
    iq_columns looks = {.struct_size = sizeof looks, .count = count, .contents = contents, .models = models};
    looks.levels = levels;
    iq_status status = iq_snapshot_update_items(b->snapshot, scope, keys, &looks, flags);
    CHECK_STATUS(status, !all ? IQ_ERROR_NOT_FOUND : twice ? IQ_ERROR_ARGUMENT : IQ_OK);
    for (size_t i = 0; status == IQ_OK && i < count; i++) {
        model_item *item = &b->wanted.sections[places[i].section].items[places[i].item];
        item->content = flags & IQ_COLUMN_CONTENT ? contents[i] : item->content;
        item->model = flags & IQ_COLUMN_MODEL ? models[i] : item->model;
        item->level = flags & IQ_COLUMN_LEVEL ? levels[i] : item->level;
    }
}

void snapshot_script_move_item(snapshot_script *b)
{
    iq_key section = snapshot_script_key(b), item = snapshot_script_key(b), anchor = snapshot_script_key(b);
    bool before = random_chance(b->random, 50);
    const iq_key *scope = snapshot_script_scope(b, &section);
    model_place from = model_find_item(&b->wanted, scope, item);
    model_place to = model_find_item(&b->wanted, scope, anchor);
    iq_status status = iq_snapshot_move_item_beside(b->snapshot, scope, item,
                                                    before ? IQ_PUT_BEFORE : IQ_PUT_AFTER, anchor);
    if (from.section == MODEL_NONE || to.section == MODEL_NONE) {
        CHECK_STATUS(status, IQ_ERROR_NOT_FOUND);
        return;
    }
    CHECK_STATUS(status, IQ_OK);
    if (!key_equal(item, anchor)) {
        model_item moved = model_take_item(&b->wanted, from);
        to = model_find_item(&b->wanted, scope, anchor);
        to.item += before ? 0 : 1;
        model_insert_item(&b->wanted, to, moved);
    }
}

void snapshot_script_move_item_to_end(snapshot_script *b)
{
    iq_key section = snapshot_script_key(b), item = snapshot_script_key(b);
    model_place from = model_find_item(&b->wanted, NULL, item);
    size_t to = model_find_section(&b->wanted, section);
    iq_status status = iq_snapshot_move_item_to_end(b->snapshot, section, item);
    if (b->scoped) {
        CHECK_STATUS(status, IQ_ERROR_SCOPE);
        return;
    }
    if (from.section == MODEL_NONE || to == MODEL_NONE) {
        CHECK_STATUS(status, IQ_ERROR_NOT_FOUND);
        return;
    }
    CHECK_STATUS(status, IQ_OK);
    model_item moved = model_take_item(&b->wanted, from);
    model_insert_item(&b->wanted, (model_place){to, b->wanted.sections[to].count}, moved);
}

void snapshot_script_delete_items(snapshot_script *b)
{
    iq_key keys[5], section = snapshot_script_key(b);
    size_t count = random_below(b->random, 6), absent = 0, missing = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        keys[i] = snapshot_script_key(b);
        model_place place = model_find_item(&b->wanted, snapshot_script_scope(b, &section), keys[i]);
        if (place.section == MODEL_NONE) {
            absent++;
        } else {
            model_take_item(&b->wanted, place);
        }
    }
    bool known = !b->scoped || model_find_section(&b->wanted, section) != MODEL_NONE;
    iq_status status = iq_snapshot_delete_items(b->snapshot, snapshot_script_scope(b, &section), keys, count, &missing);
    if (!known) {
        /* Without the section no key is there; to say so either way is right. */
        CHECK(status == IQ_ERROR_NOT_FOUND || (status == IQ_OK && missing == absent));
        return;
    }
    CHECK_STATUS(status, IQ_OK);
    CHECK(missing == absent);
}

void snapshot_script_delete_all_items(snapshot_script *b)
{
    iq_key section = snapshot_script_key(b);
    bool all = random_chance(b->random, 10);
    size_t found = model_find_section(&b->wanted, section);
    iq_status status = iq_snapshot_delete_all_items(b->snapshot, all ? NULL : &section);
    if (!all && found == MODEL_NONE) {
        snapshot_script_check_missing(status, section);
        return;
    }
    CHECK_STATUS(status, IQ_OK);
    for (size_t s = all ? 0 : found; s < (all ? b->wanted.count : found + 1); s++) {
        b->wanted.sections[s].count = 0;
    }
}

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

/*
 * followers_source.c - what happens to the source of lists that follow it, in one thread: see followers.h.
 */
#include "followers.h"

#include "check.h"
#include "tree_input.h"

follower followed, followers[FOLLOWERS];
tree followed_tree;
atomic_uint_least64_t marks_begun[FOLLOWER_ROOTS], marks_committed[FOLLOWER_ROOTS];

static tree_item random_item(random_source *random, unsigned key)
{
    tree_item item = {.key = key, .content = 1 + random_below(random, TREE_CONTENTS - 1)};
    if (key >= FOLLOWER_ROOTS) {
        item.level = (uint16_t)random_below(random, 6);
        item.cell_class = tree_class[random_chance(random, 70) ? 0 : 1 + random_below(random, 2)].id;
    }
    return item;
}

void followed_rearrange(tree *to, random_source *random)
{
    *to = followed_tree;
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        size_t at = tree_find(to, key);
        if (at == TREE_NONE && (key < FOLLOWER_STAYING || random_chance(random, 20))) {
            tree_insert(to, random_below(random, to->count + 1), random_item(random, key));
        } else if (at != TREE_NONE && key >= FOLLOWER_STAYING && random_chance(random, 20)) {
            tree_remove(to, at);
        }
    }
    for (size_t i = random_below(random, 6); i > 0; i--) {
        size_t at = random_below(random, to->count);
        tree_item item = to->items[at];
        tree_remove(to, at);
        tree_insert(to, random_below(random, to->count + 1),
                    random_chance(random, 50) ? item : random_item(random, item.key));
    }
    to->sections = 1 + random_below(random, TREE_SECTIONS);
    size_t first = random_chance(random, 70) ? 0 : random_below(random, TREE_SECTIONS);
    for (size_t s = 0; s < to->sections; s++) {
        to->section_keys[s] = (unsigned)((first + s) % TREE_SECTIONS);
        to->starts[s] = s == 0 ? 0 : to->starts[s - 1] + random_below(random, to->count - to->starts[s - 1] + 1);
    }
    to->starts[to->sections] = to->count;
}

static void begin_mark(bool *marked, unsigned key)
{
    if (key < FOLLOWER_ROOTS && !marked[key]) {
        marked[key] = true;
        atomic_fetch_add(&marks_begun[key], 1);
    }
}

static void end_marks(const bool *marked)
{
    for (unsigned key = 0; key < FOLLOWER_ROOTS; key++) {
        atomic_fetch_add(&marks_committed[key], marked[key]);
    }
}

/* Marks items of the tree that the snapshot has, or a section. */
static void mark(iq_snapshot *snapshot, const tree *to, bool *marked, random_source *random)
{
    unsigned percent = random_chance(random, 50) ? 3 : 80;
    for (size_t i = 0; i < to->count; i++) {
        iq_key key = key_of(to->items[i].key);
        if (random_chance(random, percent)) {
            begin_mark(marked, to->items[i].key);
            CHECK_OK(iq_snapshot_reload_items(snapshot, NULL, &key, 1));
        } else if (random_chance(random, percent)) {
            CHECK_OK(iq_snapshot_reconfigure_items(snapshot, NULL, &key, 1));
        }
    }
    if (random_chance(random, 30)) {
        size_t s = random_below(random, to->sections);
        iq_key key = key_of(to->section_keys[s]);
        for (size_t i = to->starts[s]; i < to->starts[s + 1]; i++) {
            begin_mark(marked, to->items[i].key);
        }
        CHECK_OK(iq_snapshot_reload_sections(snapshot, &key, 1));
    }
}

static void apply(random_source *random)
{
    const iq_submit_options here = {.struct_size = sizeof here, .flags = IQ_SUBMIT_HERE};
    const iq_update_options reload = {.struct_size = sizeof reload, .flags = IQ_UPDATE_RELOAD};
    iq_snapshot *snapshot;
    tree_input items;
    bool marked[FOLLOWER_ROOTS] = {false};
    followed_rearrange(&items.of, random);
    iq_columns columns = tree_input_all(&items);
    CHECK_OK(iq_snapshot_create(NULL, &snapshot));
    CHECK_OK(iq_snapshot_set(snapshot, items.sections, items.of.sections, &columns));
    mark(snapshot, &items.of, marked, random);
    if (random_chance(random, 30)) {
        iq_list_info info = {.struct_size = sizeof info, .submissions = 1};
        CHECK_OK(iq_list_submit(followed.list, snapshot, &here, NULL));
        while (info.submissions > 0) {
            size_t count;
            CHECK_OK(iq_list_poll(followed.list, NULL, 0, &count));
            CHECK_OK(iq_list_get_info(followed.list, &info));
        }
    } else if (random_chance(random, 5)) {
        for (unsigned key = 0; key < FOLLOWER_ROOTS; key++) {
            begin_mark(marked, key);
        }
        CHECK_OK(iq_list_apply(followed.list, snapshot, &reload, NULL));
    } else {
        CHECK_OK(iq_list_apply(followed.list, snapshot, NULL, NULL));
    }
    end_marks(marked);
    iq_snapshot_destroy(snapshot);
}

static void edit_once(iq_edit *edit, bool *marked, random_source *random)
{
    size_t count, at;
    iq_item item;
    iq_item_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_count(followed.list, NULL, &count));
    at = random_below(random, count);
    CHECK_OK(iq_list_find_item_at(followed.list, at, &item));
    CHECK_OK(iq_list_get_item_info(followed.list, item, 0, &info));
    unsigned key = tree_number(info.key);
    switch (random_below(random, 4)) {
    case 0:
        begin_mark(marked, key);
        CHECK_OK(iq_edit_reload_items(edit, &item, 1));
        break;
    case 1: CHECK_OK(iq_edit_reconfigure_items(edit, &item, 1)); break;
    case 2:
        CHECK_OK(iq_edit_move_item_range(edit, info.section, info.position.item, 1, info.section, 0));
        break;
    default:
        if (key >= FOLLOWER_STAYING) {
            CHECK_OK(iq_edit_delete_items(edit, &item, 1));
        }
    }
}

static void edit(random_source *random)
{
    iq_edit *edit;
    bool marked[FOLLOWER_ROOTS] = {false};
    CHECK_OK(iq_edit_begin(followed.list, NULL, &edit));
    for (size_t i = 1 + random_below(random, 8); i > 0; i--) {
        edit_once(edit, marked, random);
    }
    bool commits = random_chance(random, 80);
    if (commits) {
        CHECK_OK(iq_edit_commit(edit, NULL, NULL));
        end_marks(marked);
    }
    iq_edit_destroy(edit);
}

void followed_change(random_source *random)
{
    if (random_chance(random, 70)) {
        apply(random);
    } else {
        edit(random);
    }
    tree_read(followed.list, &followed_tree);
}

/*
 * world_source.c - changes of the list that the others are derived from: see world.h.
 */
#include "world.h"

#include "check.h"

#include <string.h>

static world_list *const host = &world.lists[0];

/* A call that changes the list, between the two. */
static void begin(void)
{
    host->inside++;
    host->changing++;
}

static bool end(iq_status status)
{
    host->inside--;
    host->changing--;
    return host->list && JUDGED(status, world.edit || host->inside > 0);
}

/* ---- the whole list */

/* `flags` is optional. */
static void arrange(tree_input *into, iq_columns *columns, uint32_t *flags)
{
    static const uint32_t some[] = {0, 0, 0, 0, IQ_UPDATE_PLAIN, IQ_UPDATE_KEEP_LOADING, IQ_UPDATE_VERIFY};
    tree now;
    tree_read(host->list, &now);
    *columns = tree_arrange(&now, &world.random, true, into);
    if (flags) {
        /* A reload of the same is no step of undo, which its event does not say. */
        bool reloads = world_chance(3) && into->of.count != now.count;
        *flags = reloads ? IQ_UPDATE_RELOAD : some[world_below(7)];
    }
}

void world_fill(void)
{
    tree_input items;
    iq_columns columns;
    iq_update_options options = {.struct_size = sizeof options};
    uint64_t actions = world.actions;
    arrange(&items, &columns, &options.flags);
    begin();
    tree_giving++;
    iq_status status = TRIED(iq_list_set(host->list, items.sections, items.of.sections, &columns, &options, NULL));
    tree_giving--;
    if (end(status) && world.actions == actions) {
        tree now;
        tree_read(host->list, &now);
        for (size_t i = 0; i < now.count; i++) {
            items.of.items[i].children = now.items[i].children;
        }
        CHECK(tree_same(&now, &items.of));
    }
}

static bool describe(iq_snapshot **snapshot, tree_input *items, uint32_t *flags)
{
    iq_columns columns;
    arrange(items, &columns, flags);
    if (!WENT(iq_snapshot_create(NULL, snapshot), false)) {
        return false;
    }
    tree_giving++;
    iq_status status = TRIED(iq_snapshot_set(*snapshot, items->sections, items->of.sections, &columns));
    tree_giving--;
    bool is_made = JUDGED(status, false);
    for (size_t i = world_below(4); is_made && i > 0 && items->of.count > 0; i--) {
        iq_key key = key_of(items->of.items[world_below(items->of.count)].key);
        (void)WENT(world_chance(50) ? iq_snapshot_reload_items(*snapshot, NULL, &key, 1)
                                    : iq_snapshot_reconfigure_items(*snapshot, NULL, &key, 1), false);
    }
    if (!is_made) {
        iq_snapshot_destroy(*snapshot);
    }
    return is_made;
}

static void apply(void)
{
    tree_input items;
    iq_snapshot *snapshot;
    iq_update_options options = {.struct_size = sizeof options};
    if (describe(&snapshot, &items, &options.flags)) {
        if (host->list) {
            begin();
            (void)end(TRIED(iq_list_apply(host->list, snapshot, &options, NULL)));
        }
        iq_snapshot_destroy(snapshot);
    }
}

static void submit(void)
{
    tree_input items;
    iq_snapshot *snapshot;
    if (!world_has(WORLD_SUBMISSIONS) || !describe(&snapshot, &items, NULL)) {
        return;
    }
    world_ticket *ticket = host->list ? world_ticket_new(host) : NULL;
    if (ticket) {
        ticket->shows = check_memory(malloc(sizeof *ticket->shows));
        *ticket->shows = items.of;
        iq_submit_options options = world_options(ticket, world_chance(30) ? IQ_SUBMIT_EACH : 0);
        uint64_t number = 0;
        host->inside++;
        iq_status status = TRIED(iq_list_submit(host->list, snapshot, &options, &number));
        host->inside--;
        if (host->list ? JUDGED(status, false) : status == IQ_OK) {
            ticket->ticket = number;
        } else {
            world_ticket_drop(ticket);
        }
    }
    iq_snapshot_destroy(snapshot);
}

static void travel(void)
{
    bool back = world_chance(55);
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_info(host->list, &info));
    begin();
    iq_status status = back ? TRIED(iq_list_undo(host->list, NULL, NULL)) : TRIED(iq_list_redo(host->list, NULL, NULL));
    if (status == IQ_ERROR_NOT_FOUND) {
        CHECK((back ? info.undo_steps : info.redo_steps) == 0);
        host->inside--;
        host->changing--;
    } else {
        (void)end(status);
    }
}

void world_change(void)
{
    switch (world_below(16)) {
    case 0:
    case 1:
    case 2: world_fill(); break;
    case 3:
    case 4: apply(); break;
    case 5:
    case 6:
    case 7: submit(); break;
    case 8: world_cancel(host); break;
    case 9: (void)WENT(iq_list_emit(host->list, NULL, IQ_ACTION_HOST, NULL), false); break;
    case 10: (void)WENT(iq_list_set_loading(host->list, (uint32_t)world_below(3)), false); break;
    case 11:
        if (world_has(WORLD_UNDO)) {
            travel();
        }
        break;
    default: world_fill(); break;
    }
}

/* ---- an edit */

static void insert_some(const tree *now)
{
    tree_input items;
    iq_status status = IQ_OK;
    memset(&items.of, 0, sizeof items.of);
    for (size_t i = 1 + world_below(4); i > 0; i--) {
        unsigned key = 1 + (unsigned)world_below(TREE_GIVEN - 1);
        if (tree_find(now, key) == TREE_NONE && tree_find(&items.of, key) == TREE_NONE) {
            items.of.items[items.of.count] = tree_random_item(&items.of, &world.random, true, key, items.of.count);
            items.of.items[items.of.count].level %= 20;
            items.of.count++;
        }
    }
    iq_columns columns = tree_input_columns(&items, 0, items.of.count);
    size_t at = now->count ? world_below(now->count) : 0;
    tree_giving++;
    if (now->count > 0 && now->items[at].level < 60000 && world_chance(60)) {
        iq_item parent;
        CHECK_OK(iq_list_find_item_at(host->list, at, &parent));
        status = TRIED(iq_edit_insert_children(world.edit, parent, world_chance(70) ? IQ_END : 0, &columns));
    } else if (now->sections > 0) {
        iq_section section;
        CHECK_OK(iq_list_find_section_at(host->list, world_below(now->sections), &section));
        status = TRIED(iq_edit_insert_items(world.edit, section, world_chance(50) ? IQ_END : 0, &columns));
    }
    tree_giving--;
    (void)end(status);
}

static void update_one(const tree *now, iq_item item, size_t at)
{
    tree_input one;
    one.of.items[0] = tree_random_item(now, &world.random, true, now->items[at].key, at);
    iq_columns columns = tree_input_columns(&one, 0, 1);
    uint32_t which = world_chance(40) ? IQ_COLUMN_LEVEL : IQ_COLUMN_CONTENT | IQ_COLUMN_MODEL | IQ_COLUMN_CLASS;
    tree_giving++;
    iq_status status = TRIED(iq_edit_update_items(world.edit, &item, &columns, which));
    tree_giving--;
    (void)end(status);
}

static void move_some(const tree *now)
{
    iq_section from, to;
    size_t s = world_below(now->sections), t = world_below(now->sections);
    size_t count = now->starts[s + 1] - now->starts[s], first = world_below(count + 1);
    size_t width = world_below(count - first + 1), room = now->starts[t + 1] - now->starts[t] - (s == t ? width : 0);
    CHECK_OK(iq_list_find_section_at(host->list, s, &from));
    CHECK_OK(iq_list_find_section_at(host->list, t, &to));
    (void)end(TRIED(iq_edit_move_item_range(world.edit, from, first, width, to, world_below(room + 1))));
}

static void edit_sections(const tree *now)
{
    unsigned key = (unsigned)world_below(TREE_SECTIONS);
    iq_key section_key = key_of(key);
    iq_status status = IQ_OK;
    if (tree_find_section(now, key) == TREE_NONE) {
        status = TRIED(iq_edit_insert_sections(world.edit, world_below(now->sections + 1), &section_key, 1));
    } else if (world_chance(50)) {
        size_t from = world_below(now->sections), to = world_below(now->sections);
        status = TRIED(iq_edit_move_section_range(world.edit, from, 1, to));
    } else if (world_chance(50)) {
        status = TRIED(iq_edit_delete_section_range(world.edit, world_below(now->sections), 1));
    }
    (void)end(status);
}

static void edit_once(void)
{
    tree now;
    iq_item item = {0};
    tree_read(host->list, &now);
    size_t action = world_below(12), at = now.count ? world_below(now.count) : 0;
    if (now.count > 0) {
        CHECK_OK(iq_list_find_item_at(host->list, at, &item));
    }
    begin();
    if (action < 4 || now.sections == 0) {
        if (now.sections == 0) {
            edit_sections(&now);
        } else {
            insert_some(&now);
        }
    } else if (action < 5) {
        edit_sections(&now);
    } else if (action < 7) {
        move_some(&now);
    } else if (now.count > 0 && action < 9) {
        update_one(&now, item, at);
    } else if (now.count > 0 && action < 10) {
        (void)end(world_chance(50) ? TRIED(iq_edit_reload_items(world.edit, &item, 1))
                                   : TRIED(iq_edit_reconfigure_items(world.edit, &item, 1)));
    } else {
        (void)end(now.count > 0 ? TRIED(iq_edit_delete_items(world.edit, &item, 1)) : IQ_OK);
    }
}

void world_end_edit(bool commits)
{
    if (commits && host->list) {
        world.is_committing = true;
        begin();
        bool went = end(TRIED(iq_edit_commit(world.edit, NULL, NULL)));
        world.is_committing = false;
        if (!went && host->list) {
            return;
        }
    }
    iq_edit *edit = world.edit;
    if (!commits) {
        begin();
    }
    iq_edit_destroy(edit);
    world.edit = NULL;
    if (!commits) {
        host->inside--;
        host->changing--;
    }
    if (host->list) {
        /* Also where it shows what it did. */
        host->version = UINT64_MAX;
        world_notice(host);
    }
}

static void begin_edit(void)
{
    iq_edit *edit = NULL;
    tree now;
    tree_read(host->list, &now);
    size_t at = now.count ? world_below(now.count) : 0;
    iq_status status;
    if (now.count > 0 && now.items[at].cell_class && world_chance(40)) {
        iq_item item;
        CHECK_OK(iq_list_find_item_at(host->list, at, &item));
        begin();
        status = TRIED(iq_list_begin_reorder(host->list, &item, 1, &edit));
    } else {
        begin();
        status = TRIED(iq_edit_begin(host->list, NULL, &edit));
    }
    if (end(status)) {
        world.edit = edit;
    } else if (status == IQ_OK) {
        iq_edit_destroy(edit);
    }
}

void world_edit(void)
{
    if (!host->list) {
        if (world.edit) {
            world_end_edit(false);
        }
    } else if (!world.edit) {
        begin_edit();
    } else if (world_chance(30)) {
        world_end_edit(world_chance(70));
    } else {
        edit_once();
    }
}

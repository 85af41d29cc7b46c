/*
 * crowd_change.c - changes of lists by several threads: see crowd.h.
 */
#include "crowd.h"

#include "check.h"

#include <string.h>

/* ---- changes of the first list */

static iq_columns arrange(iq_list *list, tree_input *into)
{
    tree none = {0};
    (void)list;
    return tree_arrange(&none, &crowd_random, true, into);
}

void crowd_set(iq_list *list)
{
    tree_input items;
    iq_columns columns = arrange(list, &items);
    const iq_update_options options = {.struct_size = sizeof options, .flags = crowd_chance(5) ? IQ_UPDATE_RELOAD : 0};
    tree_giving++;
    (void)crowd_went(iq_list_set(list, items.sections, items.of.sections, &columns, &options, NULL));
    tree_giving--;
}

/* With marks of many items. */
static void submit(iq_list *list, bool is_applied)
{
    iq_snapshot *snapshot;
    tree_input items;
    iq_columns columns = arrange(list, &items);
    CHECK_OK(iq_snapshot_create(NULL, &snapshot));
    tree_giving++;
    CHECK_OK(iq_snapshot_set(snapshot, items.sections, items.of.sections, &columns));
    tree_giving--;
    CHECK_OK(crowd_chance(50) ? iq_snapshot_reload_items(snapshot, NULL, items.keys, items.of.count)
                        : iq_snapshot_reconfigure_items(snapshot, NULL, items.keys, items.of.count));
    crowd_ticket *of = is_applied ? NULL : crowd_ticket_new(list);
    if (of) {
        uint64_t number = 0;
        const iq_submit_options options = {.struct_size = sizeof options, .done = crowd_done, .context = of,
                                           .flags = crowd_chance(20)   ? IQ_SUBMIT_HERE
                                                    : crowd_chance(30) ? IQ_SUBMIT_EACH
                                                                       : 0};
        crowd_ticket_end(of, iq_list_submit(list, snapshot, &options, &number), &number);
    } else {
        (void)crowd_went(iq_list_apply(list, snapshot, NULL, NULL));
    }
    iq_snapshot_destroy(snapshot);
}

static void edit_items(iq_edit *edit, iq_list *list)
{
    for (size_t i = 1 + crowd_below(4); i > 0; i--) {
        tree_input one;
        iq_item item;
        memset(&one.of, 0, sizeof one.of);
        one.of.items[0] = tree_random_item(&one.of, &crowd_random, true, 1 + (unsigned)crowd_below(TREE_GIVEN - 1), 0);
        one.of.items[0].level %= 9;
        iq_columns columns = tree_input_columns(&one, 0, 1);
        if (!crowd_went(iq_list_find_item_at(list, crowd_below(20), &item))) {
            continue;
        }
        tree_giving++;
        iq_status status = IQ_OK;
        switch (crowd_below(4)) {
        case 0: status = iq_edit_delete_items(edit, &item, 1); break;
        case 1: status = iq_edit_reload_items(edit, &item, 1); break;
        case 2: status = iq_edit_insert_children(edit, item, 0, &columns); break;
        default: status = iq_edit_insert_items_beside(edit, IQ_PUT_AFTER, item, &columns); break;
        }
        tree_giving--;
        (void)(status == IQ_ERROR_DUPLICATE || crowd_went(status));
    }
}

static void edit(iq_list *list)
{
    iq_edit *edit = NULL;
    iq_item item;
    iq_status status = IQ_ERROR_HANDLE;
    if (crowd_chance(70)) {
        status = iq_edit_begin(list, NULL, &edit);
    } else if (crowd_went(iq_list_find_item_at(list, 0, &item))) {
        status = iq_list_begin_reorder(list, &item, 1, &edit);
    }
    if (!crowd_went(status)) {
        return;
    }
    edit_items(edit, list);
    if (crowd_chance(80)) {
        (void)crowd_went(iq_edit_commit(edit, NULL, NULL));
    }
    iq_edit_destroy(edit);
}

void crowd_set_page(iq_list *list)
{
    static const uint32_t states[] = {IQ_PAGE_MORE, IQ_PAGE_MORE, IQ_PAGE_FAILED, IQ_PAGE_ENDED, IQ_PAGE_OFF};
    iq_page page = {.struct_size = sizeof page, .state = states[crowd_below(5)], .distance = 2};
    iq_section section = {0};
    if (crowd_chance(60)) {
        (void)crowd_went(iq_list_find_section_at(list, crowd_below(3), &section));
    }
    (void)crowd_went(iq_list_set_page(list, section, (iq_edge)crowd_below(2), &page));
    (void)crowd_went(iq_list_get_page(list, section, (iq_edge)crowd_below(2), &page));
    (void)crowd_went(iq_list_reach_edge(list, section, (iq_edge)crowd_below(2)));
}

void crowd_change(iq_list *list)
{
    switch (crowd_below(14)) {
    case 0:
    case 1: crowd_set(list); break;
    case 2:
    case 3: submit(list, true); break;
    case 4:
    case 5:
    case 6: submit(list, false); break;
    case 7:
    case 8: edit(list); break;
    case 9: (void)crowd_went(iq_list_undo(list, NULL, NULL)); break;
    case 10: (void)crowd_went(iq_list_redo(list, NULL, NULL)); break;
    case 11: (void)crowd_went(iq_list_hold(list)); break;
    case 12: (void)crowd_went(iq_list_resume(list)); break;
    default: (void)crowd_went(iq_list_cancel(list, crowd_chance(50) ? 0 : 1 + crowd_below(50)));
    }
}

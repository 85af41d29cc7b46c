/*
 * calls_lists.c - the calls on lists: see calls.h.
 */
#include "calls.h"

#define CALL(name) static iq_status name(const call_objects *c)

static const uint64_t contents[] = {5, 6, 7, 8};

/* Items 11, 13, 18, 12 with the objects' class and model. */
#define NEW_ITEMS(items)                                                                       \
    iq_key items##_keys[] = {calls_key(11), calls_key(13), calls_key(18), calls_key(12)};      \
    void *items##_models[] = {c->model, c->model, c->model, c->model};                         \
    iq_class items##_classes[] = {c->cell_class, c->cell_class, c->cell_class, c->cell_class}; \
    iq_columns items = {sizeof items, 4, items##_keys, 0, contents, 0, items##_models, 0, items##_classes, 0, NULL, 0}

CALL(apply)
{
    iq_changeset *changes = NULL;
    iq_status status = iq_list_apply(c->list, c->other, NULL, &changes);
    iq_changeset_destroy(changes);
    return status;
}

CALL(set)
{
    NEW_ITEMS(items);
    iq_supplementary footer = {.struct_size = sizeof footer,
                               .kind = IQ_KIND_FOOTER,
                               .key = calls_key(91),
                               .model = c->model,
                               .cell_class = c->cell_class};
    iq_section_entry sections[] = {{sizeof sections[0], calls_key(4), 0, &footer, 1},
                                   {sizeof sections[0], calls_key(1), 2, NULL, 0}};
    iq_update_options options = {.struct_size = sizeof options, .flags = IQ_UPDATE_KEEP_KEYS | IQ_UPDATE_VERIFY | IQ_UPDATE_PAYLOAD};
    iq_changeset *changes = NULL;
    iq_status status = iq_list_set(c->list, sections, 2, &items, &options, &changes);
    iq_changeset_destroy(changes);
    return status;
}

CALL(set_items)
{
    NEW_ITEMS(items);
    return iq_list_set_items(c->list, &items, NULL, NULL);
}

CALL(set_section_items)
{
    NEW_ITEMS(items);
    iq_changeset *changes = NULL;
    iq_status status = iq_list_set_section_items(c->list, calls_key(1), &items, NULL, &changes);
    iq_changeset_destroy(changes);
    return status;
}

CALL(snapshot)
{
    iq_snapshot *snapshot = NULL;
    iq_status status = iq_list_snapshot(c->list, &snapshot);
    iq_snapshot_destroy(snapshot);
    return status;
}

CALL(get_count)
{
    size_t sections, items;
    return iq_list_get_count(c->list, &sections, &items);
}

CALL(find_section_at)
{
    iq_section section;
    return iq_list_find_section_at(c->list, 1, &section);
}

CALL(find_section)
{
    iq_section section;
    return iq_list_find_section(c->list, calls_key(1), &section);
}

CALL(find_item_at)
{
    iq_item item;
    return iq_list_find_item_at(c->list, 3, &item);
}

CALL(find_item_in_section)
{
    iq_item item;
    return iq_list_find_item_in_section(c->list, c->section, 1, &item);
}

CALL(find_item)
{
    iq_item item;
    return iq_list_find_item(c->list, NULL, calls_key(11), &item);
}

CALL(get_section_info)
{
    iq_section_info info = {.struct_size = sizeof info};
    return iq_list_get_section_info(c->list, c->section, &info);
}

CALL(get_supplementaries)
{
    iq_supplementary elements[2] = {{.struct_size = sizeof elements[0]}};
    size_t count;
    return iq_list_get_supplementaries(c->list, c->section, 0, elements, 2, &count);
}

CALL(get_supplementary)
{
    iq_supplementary element = {.struct_size = sizeof element};
    return iq_list_get_supplementary(c->list, c->section, IQ_KIND_HEADER, 0, 0, &element);
}

CALL(get_item_info)
{
    iq_item_info info = {.struct_size = sizeof info};
    return iq_list_get_item_info(c->list, c->item, 0, &info);
}

CALL(find_index)
{
    size_t index;
    return iq_list_find_index(c->list, (iq_position){1, 2}, &index);
}

CALL(find_position)
{
    iq_position position;
    return iq_list_find_position(c->list, c->item, &position);
}

CALL(find_parent)
{
    iq_item parent;
    iq_status status = iq_list_find_parent(c->list, c->item, &parent);
    return status == IQ_ERROR_NOT_FOUND ? IQ_OK : status;
}

CALL(get_items)
{
    iq_key keys[2];
    iq_item items[2];
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = keys, .items = items};
    return iq_list_get_items(c->list, 1, 2, &buffers);
}

CALL(trim)
{
    return iq_list_trim(c->list);
}

CALL(register_class)
{
    return iq_list_register_class(c->list, c->cell_class);
}

CALL(reserve)
{
    return iq_list_reserve(c->list, 3000);
}

CALL(set_undo)
{
    return iq_list_set_undo(c->list, 2 << 20);
}

CALL(undo)
{
    iq_changeset *changes = NULL;
    iq_status status = iq_list_undo(c->list, NULL, &changes);
    iq_changeset_destroy(changes);
    return status;
}

CALL(redo)
{
    iq_update_options options = {.struct_size = sizeof options, .flags = IQ_UPDATE_PAYLOAD | IQ_UPDATE_VERIFY};
    iq_changeset *changes = NULL;
    iq_status status = iq_list_redo(c->list, &options, &changes);
    iq_changeset_destroy(changes);
    return status;
}

CALL(set_loading)
{
    return iq_list_set_loading(c->list, IQ_LOADING_YES);
}

CALL(set_page)
{
    iq_page page = {.struct_size = sizeof page, .state = IQ_PAGE_MORE, .distance = 3};
    return iq_list_set_page(c->list, c->section, IQ_EDGE_END, &page);
}

CALL(get_page)
{
    iq_page page = {.struct_size = sizeof page};
    return iq_list_get_page(c->list, c->section, IQ_EDGE_START, &page);
}

CALL(reach_edge)
{
    return iq_list_reach_edge(c->list, c->section, IQ_EDGE_END);
}

CALL(set_list_supplementary)
{
    iq_supplementary footer = {.struct_size = sizeof footer,
                               .kind = IQ_KIND_FOOTER,
                               .key = calls_key(93),
                               .model = c->model,
                               .cell_class = c->cell_class};
    return iq_list_set_supplementary(c->list, &footer);
}

CALL(remove_list_supplementary)
{
    return iq_list_remove_supplementary(c->list, IQ_KIND_HOST, 0);
}

CALL(set_states)
{
    return iq_list_set_states(c->list, &c->item, 1, IQ_STATE_SELECTED | IQ_STATE_FOCUSED, IQ_SET_BY_USER);
}

CALL(set_range_states)
{
    return iq_list_set_range_states(c->list, 1, IQ_END, IQ_STATE_HOST, IQ_SET_ONLY);
}

CALL(set_section_states)
{
    return iq_list_set_section_states(c->list, c->section, IQ_STATE_EXPANDED, IQ_SET_TOGGLE);
}

CALL(find_items_in_state)
{
    iq_item items[2];
    size_t count;
    return iq_list_find_items_in_state(c->list, IQ_STATE_HOST, 0, items, 2, &count);
}

CALL(set_key_states)
{
    iq_key keys[] = {calls_key(12), calls_key(99)};
    size_t missing;
    return iq_list_set_key_states(c->list, NULL, keys, 2, IQ_STATE_EXPANDED, 0, &missing);
}

CALL(find_keys_in_state)
{
    iq_key keys[2], sections[2];
    size_t count;
    return iq_list_find_keys_in_state(c->list, IQ_STATE_HOST, 0, sections, keys, 2, &count);
}

CALL(set_selection)
{
    return iq_list_set_selection(c->list, IQ_SELECTION_MULTIPLE | IQ_SELECTION_KEEPS);
}

CALL(dump)
{
    char text[64];
    size_t length;
    return iq_list_dump(c->list, text, sizeof text, &length);
}

CALL(get_statistics)
{
    iq_statistics statistics = {.struct_size = sizeof statistics};
    return iq_list_get_statistics(c->list, &statistics);
}

CALL(apply_changeset)
{
    iq_update_options options = {.struct_size = sizeof options, .flags = IQ_UPDATE_PAYLOAD};
    iq_changeset *reported = NULL;
    iq_status status = iq_changeset_apply_to_list(c->changeset, c->list, &options, &reported);
    iq_changeset_destroy(reported);
    return status;
}

/* The delay keeps the worker away: what it allocates would come at any moment. */
CALL(submit)
{
    const iq_submit_options late = {.struct_size = sizeof late, .delay_milliseconds = 60000};
    uint64_t ticket;
    iq_status status = iq_list_submit(c->list, c->other, &late, &ticket);
    return status ? status : iq_list_cancel(c->list, ticket);
}

CALL(hold)
{
    iq_status status = iq_list_hold(c->list);
    return status ? status : iq_list_resume(c->list);
}

CALL(get_wakeup)
{
    int descriptor;
    return iq_list_get_wakeup(c->list, &descriptor);
}

CALL(get_selection)
{
    uint32_t mode;
    return iq_list_get_selection(c->list, &mode);
}

CALL(get_events)
{
    uint32_t kinds;
    return iq_list_get_events(c->list, &kinds);
}

CALL(get_undo)
{
    size_t bytes, used;
    return iq_list_get_undo(c->list, &bytes, &used);
}

CALL(set_events)
{
    return iq_list_set_events(c->list, IQ_EVENT_UPDATE | IQ_EVENT_ACTION);
}

CALL(emit)
{
    iq_element item = {sizeof item, c->item, {0}, 0, 0};
    iq_status status = iq_list_set_events(c->list, IQ_EVENT_ACTION);
    return status ? status : iq_list_emit(c->list, &item, IQ_ACTION_HOST, NULL);
}

CALL(poll)
{
    iq_event events[2] = {{.struct_size = sizeof events[0]}};
    size_t count;
    return iq_list_poll(c->list, events, 2, &count);
}

CALL(get_info)
{
    iq_list_info info = {.struct_size = sizeof info};
    return iq_list_get_info(c->list, &info);
}

const call calls_of_lists[] = {
    {"iq_list_apply", CALL_LIST | CALL_OTHER, CALL_LIST, apply},
    {"iq_list_set", CALL_LIST, CALL_LIST, set},
    {"iq_list_set_items", CALL_LIST, CALL_LIST, set_items},
    {"iq_list_set_section_items", CALL_LIST, CALL_LIST, set_section_items},
    {"iq_list_snapshot", CALL_LIST, 0, snapshot},
    {"iq_list_get_count", CALL_LIST, 0, get_count},
    {"iq_list_find_section_at", CALL_LIST, 0, find_section_at},
    {"iq_list_find_section", CALL_LIST, 0, find_section},
    {"iq_list_find_item_at", CALL_LIST, 0, find_item_at},
    {"iq_list_find_item_in_section", CALL_LIST | CALL_SECTION, 0, find_item_in_section},
    {"iq_list_find_item", CALL_LIST, 0, find_item},
    {"iq_list_get_section_info", CALL_LIST | CALL_SECTION, 0, get_section_info},
    {"iq_list_get_supplementaries", CALL_LIST | CALL_SECTION | CALL_OR_WHOLE, 0, get_supplementaries},
    {"iq_list_get_supplementary", CALL_LIST | CALL_SECTION | CALL_OR_WHOLE, 0, get_supplementary},
    {"iq_list_get_item_info", CALL_LIST | CALL_ITEM, 0, get_item_info},
    {"iq_list_find_position", CALL_LIST | CALL_ITEM, 0, find_position},
    {"iq_list_find_parent", CALL_LIST | CALL_ITEM, 0, find_parent},
    {"iq_list_find_index", CALL_LIST, 0, find_index},
    {"iq_list_get_items", CALL_LIST, 0, get_items},
    {"iq_list_trim", CALL_LIST, CALL_LIST, trim},
    {"iq_list_reserve", CALL_LIST, CALL_LIST, reserve},
    {"iq_list_register_class", CALL_LIST, 0, register_class},
    {"iq_list_set_undo", CALL_LIST, CALL_LIST, set_undo},
    {"iq_list_undo", CALL_LIST, CALL_LIST, undo},
    {"iq_list_redo", CALL_LIST, CALL_LIST, redo},
    {"iq_list_submit", CALL_LIST | CALL_OTHER, 0, submit},
    {"iq_list_hold", CALL_LIST, 0, hold},
    {"iq_list_get_wakeup", CALL_LIST, 0, get_wakeup},
    {"iq_list_set_events", CALL_LIST, 0, set_events},
    {"iq_list_get_selection", CALL_LIST, 0, get_selection},
    {"iq_list_get_events", CALL_LIST, 0, get_events},
    {"iq_list_get_undo", CALL_LIST, 0, get_undo},
    {"iq_list_emit", CALL_LIST | CALL_ITEM | CALL_OR_WHOLE, 0, emit},
    {"iq_list_poll", CALL_LIST, 0, poll},
    {"iq_list_get_info", CALL_LIST, 0, get_info},
    {"iq_list_set_loading", CALL_LIST, 0, set_loading},
    {"iq_list_set_supplementary", CALL_LIST, CALL_ELEMENTS, set_list_supplementary},
    {"iq_list_remove_supplementary", CALL_LIST, CALL_ELEMENTS, remove_list_supplementary},
    {"iq_list_set_page", CALL_LIST | CALL_SECTION | CALL_OR_WHOLE, 0, set_page},
    {"iq_list_get_page", CALL_LIST | CALL_SECTION | CALL_OR_WHOLE, 0, get_page},
    {"iq_list_reach_edge", CALL_LIST | CALL_SECTION | CALL_OR_WHOLE, 0, reach_edge},
    {"iq_list_set_states", CALL_LIST | CALL_ITEM, 0, set_states},
    {"iq_list_set_range_states", CALL_LIST, 0, set_range_states},
    {"iq_list_set_section_states", CALL_LIST | CALL_SECTION, 0, set_section_states},
    {"iq_list_find_items_in_state", CALL_LIST, 0, find_items_in_state},
    {"iq_list_set_key_states", CALL_LIST, 0, set_key_states},
    {"iq_list_find_keys_in_state", CALL_LIST, 0, find_keys_in_state},
    {"iq_list_set_selection", CALL_LIST, 0, set_selection},
    {"iq_list_dump", CALL_LIST, 0, dump},
    {"iq_list_get_statistics", CALL_LIST, 0, get_statistics},
    {"iq_changeset_apply_to_list", CALL_LIST | CALL_CHANGESET, CALL_LIST, apply_changeset},
};
const size_t calls_of_lists_count = sizeof calls_of_lists / sizeof *calls_of_lists;

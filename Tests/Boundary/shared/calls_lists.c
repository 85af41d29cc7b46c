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
    iq_columns items = {sizeof items, 4, items##_keys, 0, contents, 0, items##_models, 0, items##_classes, 0}

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
    iq_diff_options options = {.struct_size = sizeof options, .flags = IQ_DIFF_KEEP_KEYS | IQ_DIFF_VERIFY | IQ_DIFF_PAYLOAD};
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

CALL(count)
{
    size_t sections, items;
    return iq_list_count(c->list, &sections, &items);
}

CALL(section_at)
{
    iq_section section;
    return iq_list_section_at(c->list, 1, &section);
}

CALL(section_for_key)
{
    iq_section section;
    return iq_list_section_for_key(c->list, calls_key(1), &section);
}

CALL(item_at)
{
    iq_item item;
    return iq_list_item_at(c->list, 3, &item);
}

CALL(item_in_section)
{
    iq_item item;
    return iq_list_item_in_section(c->list, c->section, 1, &item);
}

CALL(item_for_key)
{
    iq_item item;
    return iq_list_item_for_key(c->list, NULL, calls_key(11), &item);
}

CALL(section_info)
{
    iq_section_info info = {.struct_size = sizeof info};
    return iq_list_section_info(c->list, c->section, &info);
}

CALL(supplementaries)
{
    iq_supplementary elements[2] = {{.struct_size = sizeof elements[0]}};
    size_t count;
    return iq_list_supplementaries(c->list, c->section, 0, elements, 2, &count);
}

CALL(supplementary)
{
    iq_supplementary element = {.struct_size = sizeof element};
    return iq_list_supplementary(c->list, c->section, IQ_KIND_HEADER, 0, 0, &element);
}

CALL(item_info)
{
    iq_item_info info = {.struct_size = sizeof info};
    return iq_list_item_info(c->list, c->item, 0, &info);
}

CALL(index_of)
{
    size_t index;
    return iq_list_index_of(c->list, (iq_position){1, 2}, &index);
}

CALL(item_position)
{
    iq_position position;
    return iq_list_item_position(c->list, c->item, &position);
}

CALL(read_items)
{
    iq_key keys[2];
    iq_item items[2];
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = keys, .items = items};
    return iq_list_read_items(c->list, 1, 2, &buffers);
}

CALL(trim)
{
    return iq_list_trim(c->list);
}

CALL(reserve)
{
    return iq_list_reserve(c->list, 3000);
}

CALL(dump)
{
    char text[64];
    size_t length;
    return iq_list_dump(c->list, text, sizeof text, &length);
}

CALL(statistics)
{
    iq_statistics statistics = {.struct_size = sizeof statistics};
    return iq_list_statistics(c->list, &statistics);
}

CALL(apply_changeset)
{
    iq_diff_options options = {.struct_size = sizeof options, .flags = IQ_DIFF_PAYLOAD};
    iq_changeset *reported = NULL;
    iq_status status = iq_changeset_apply_to_list(c->changeset, c->list, &options, &reported);
    iq_changeset_destroy(reported);
    return status;
}

const call calls_of_lists[] = {
    {"iq_list_apply", CALL_LIST | CALL_OTHER, CALL_LIST, apply},
    {"iq_list_set", CALL_LIST, CALL_LIST, set},
    {"iq_list_set_items", CALL_LIST, CALL_LIST, set_items},
    {"iq_list_set_section_items", CALL_LIST, CALL_LIST, set_section_items},
    {"iq_list_snapshot", CALL_LIST, 0, snapshot},
    {"iq_list_count", CALL_LIST, 0, count},
    {"iq_list_section_at", CALL_LIST, 0, section_at},
    {"iq_list_section_for_key", CALL_LIST, 0, section_for_key},
    {"iq_list_item_at", CALL_LIST, 0, item_at},
    {"iq_list_item_in_section", CALL_LIST | CALL_SECTION, 0, item_in_section},
    {"iq_list_item_for_key", CALL_LIST, 0, item_for_key},
    {"iq_list_section_info", CALL_LIST | CALL_SECTION, 0, section_info},
    {"iq_list_supplementaries", CALL_LIST | CALL_SECTION, 0, supplementaries},
    {"iq_list_supplementary", CALL_LIST | CALL_SECTION, 0, supplementary},
    {"iq_list_item_info", CALL_LIST | CALL_ITEM, 0, item_info},
    {"iq_list_item_position", CALL_LIST | CALL_ITEM, 0, item_position},
    {"iq_list_index_of", CALL_LIST, 0, index_of},
    {"iq_list_read_items", CALL_LIST, 0, read_items},
    {"iq_list_trim", CALL_LIST, CALL_LIST, trim},
    {"iq_list_reserve", CALL_LIST, CALL_LIST, reserve},
    {"iq_list_dump", CALL_LIST, 0, dump},
    {"iq_list_statistics", CALL_LIST, 0, statistics},
    {"iq_changeset_apply_to_list", CALL_LIST | CALL_CHANGESET, CALL_LIST, apply_changeset},
};
const size_t calls_of_lists_count = sizeof calls_of_lists / sizeof *calls_of_lists;

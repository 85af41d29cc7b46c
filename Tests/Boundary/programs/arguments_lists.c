/*
 * arguments_lists.c - bad arguments of the functions on lists.
 */
#include "arguments.h"
#include "host_memory.h"

#include <string.h>

static const iq_columns nothing = {.struct_size = sizeof nothing};

static void check_handles(iq_list *bad, iq_status status)
{
    iq_item_buffers buffers = {.struct_size = sizeof buffers};
    REFUSED(iq_list_apply(bad, objects.other, NULL, &out.changeset), status, 1);
    REFUSED(iq_list_set(bad, NULL, 0, &nothing, NULL, &out.changeset), status, 1);
    REFUSED(iq_list_set_items(bad, &nothing, NULL, &out.changeset), status, 1);
    REFUSED(iq_list_set_section_items(bad, calls_key(1), &nothing, NULL, &out.changeset), status, 1);
    REFUSED(iq_list_snapshot(bad, &out.snapshot), status, 1);
    REFUSED(iq_list_get_count(bad, &out.number, &out.other), status, 1);
    REFUSED(iq_list_find_section_at(bad, 0, &out.section), status, 1);
    REFUSED(iq_list_find_section(bad, calls_key(1), &out.section), status, 1);
    REFUSED(iq_list_find_item_at(bad, 0, &out.item), status, 1);
    REFUSED(iq_list_find_item_in_section(bad, objects.section, 0, &out.item), status, 1);
    REFUSED(iq_list_find_item(bad, NULL, calls_key(12), &out.item), status, 1);
    REFUSED(iq_list_get_section_info(bad, objects.section, &out.section_info), status, 1);
    REFUSED(iq_list_get_supplementaries(bad, objects.section, 0, out.elements, 4, &out.number), status, 1);
    REFUSED(iq_list_get_item_info(bad, objects.item, 0, &out.item_info), status, 1);
    REFUSED(iq_list_find_position(bad, objects.item, &out.position), status, 1);
    REFUSED(iq_list_get_supplementary(bad, objects.section, IQ_KIND_HEADER, 0, 0, &out.elements[0]), status, 1);
    REFUSED(iq_list_find_index(bad, (iq_position){0, 0}, &out.number), status, 1);
    REFUSED(iq_list_get_items(bad, 0, 1, &buffers), status, 1);
    REFUSED(iq_changeset_apply_to_list(objects.changeset, bad, NULL, &out.changeset), status, 2);
    REFUSED(iq_list_trim(bad), status, 1);
    REFUSED(iq_list_reserve(bad, 10), status, 1);
    REFUSED(iq_list_register_class(bad, objects.cell_class), status, 1);
    REFUSED(iq_list_set_loading(bad, IQ_LOADING_YES), status, 1);
    REFUSED(iq_list_set_supplementary(bad, &(iq_supplementary){.struct_size = sizeof(iq_supplementary)}), status, 1);
    REFUSED(iq_list_remove_supplementary(bad, IQ_KIND_HEADER, 0), status, 1);
    REFUSED(iq_list_set_page(bad, objects.section, IQ_EDGE_END, &(iq_page){.struct_size = sizeof(iq_page)}), status, 1);
    REFUSED(iq_list_get_page(bad, objects.section, IQ_EDGE_END, &out.page), status, 1);
    REFUSED(iq_list_reach_edge(bad, objects.section, IQ_EDGE_END), status, 1);
    REFUSED(iq_list_begin_reorder(bad, &objects.item, 1, &out.edit), status, 1);
    REFUSED(iq_list_set_undo(bad, 10), status, 1);
    REFUSED(iq_list_get_undo(bad, &out.number, &out.number), status, 1);
    REFUSED(iq_list_get_events(bad, &out.destination), status, 1);
    REFUSED(iq_list_get_selection(bad, &out.destination), status, 1);
    REFUSED(iq_list_undo(bad, NULL, &out.changeset), status, 1);
    REFUSED(iq_list_redo(bad, NULL, &out.changeset), status, 1);
    REFUSED(iq_list_set_states(bad, &objects.item, 1, IQ_STATE_SELECTED, 0), status, 1);
    REFUSED(iq_list_set_range_states(bad, 0, 1, IQ_STATE_SELECTED, 0), status, 1);
    REFUSED(iq_list_set_section_states(bad, objects.section, IQ_STATE_EXPANDED, 0), status, 1);
    REFUSED(iq_list_find_items_in_state(bad, IQ_STATE_SELECTED, 0, &out.item, 1, &out.number), status, 1);
    REFUSED(iq_list_set_key_states(bad, NULL, &out.key, 1, IQ_STATE_SELECTED, 0, &out.number), status, 1);
    REFUSED(iq_list_find_keys_in_state(bad, IQ_STATE_SELECTED, 0, NULL, &out.key, 1, &out.number), status, 1);
    REFUSED(iq_list_set_selection(bad, IQ_SELECTION_NONE), status, 1);
    REFUSED(iq_edit_begin(bad, NULL, &out.edit), status, 1);
    REFUSED(iq_list_dump(bad, out.text, sizeof out.text, &out.number), status, 1);
    REFUSED(iq_list_get_statistics(bad, &out.statistics), status, 1);
}

static void check_creation(void)
{
    iq_list_options options = {.struct_size = sizeof options};
    iq_list *list = NULL;
    REFUSED(iq_list_create(NULL, NULL), IQ_ERROR_ARGUMENT, 2);
    FIRST_SIZES(options, FIRST_LIST_OPTIONS, iq_list_create(&options, &out.list), 1);
    static const uint32_t duplicates[] = {5, 6, UINT32_MAX};
    for (size_t i = 0; i < 3; i++) {
        options.duplicates = duplicates[i];
        REFUSED(iq_list_create(&options, &out.list), IQ_ERROR_ARGUMENT, 1);
    }
    options.duplicates = 0;
    for (uint32_t flag = 2; flag != 0; flag <<= 1) {
        if (flag == IQ_LIST_REGISTERED_CLASSES || flag == IQ_LIST_PAYLOAD) {
            continue;
        }
        options.flags = flag;
        REFUSED(iq_list_create(&options, &out.list), IQ_ERROR_ARGUMENT, 1);
    }
    options.flags = 0;
    options.max_items = SIZE_MAX;
    REFUSED_EITHER(iq_list_create(&options, &out.list), IQ_ERROR_ARGUMENT, IQ_ERROR_LIMIT, 1);
    options.max_items = (size_t)IQ_MAX_ITEMS + 1;
    REFUSED_EITHER(iq_list_create(&options, &out.list), IQ_ERROR_ARGUMENT, IQ_ERROR_LIMIT, 1);
    options.max_items = 0;
    options.max_sections = (size_t)IQ_MAX_SECTIONS + 1;
    REFUSED_EITHER(iq_list_create(&options, &out.list), IQ_ERROR_ARGUMENT, IQ_ERROR_LIMIT, 1);
    options.max_items = IQ_MAX_ITEMS;
    options.max_sections = IQ_MAX_SECTIONS;
    options.reload_threshold = SIZE_MAX;
    ACCEPTED(iq_list_create(&options, &list));
    iq_list_destroy(list);
}

static iq_status set_items(const iq_columns *items)
{
    return iq_list_set_items(objects.list, items, NULL, NULL);
}

static iq_status set_section_items(const iq_columns *items)
{
    return iq_list_set_section_items(objects.list, calls_key(1), items, NULL, NULL);
}

static iq_status set(const iq_columns *items)
{
    iq_section_entry section = {sizeof section, calls_key(1), 0, NULL, 0};
    return iq_list_set(objects.list, &section, 1, items, NULL, NULL);
}

static iq_status set_element(const iq_supplementary *element)
{
    iq_section_entry section = {sizeof section, calls_key(1), 0, element, 1};
    return iq_list_set(objects.list, &section, 1, &nothing, NULL, NULL);
}

static void check_options(void)
{
    iq_update_options options = {.struct_size = sizeof options};
    STRUCT_SIZES(options, iq_list_apply(objects.list, objects.other, &options, &out.changeset), 3);
    STRUCT_SIZES(options, iq_changeset_apply_to_list(objects.changeset, objects.list, &options, &out.changeset), 3);
    STRUCT_SIZES(options, iq_list_set(objects.list, NULL, 0, &nothing, &options, &out.changeset), 5);
    STRUCT_SIZES(options, iq_list_set_items(objects.list, &nothing, &options, &out.changeset), 3);
    STRUCT_SIZES(options, iq_list_undo(objects.list, &options, &out.changeset), 2);
    STRUCT_SIZES(options, iq_list_redo(objects.list, &options, &out.changeset), 2);
    STRUCT_SIZES(options, iq_list_set_section_items(objects.list, calls_key(1), &nothing, &options, &out.changeset),
                 4);
    for (uint32_t flag = 16; flag != 0; flag <<= 1) {
        if (flag & UPDATE_FLAGS) {
            continue;
        }
        options.flags = flag;
        REFUSED(iq_list_apply(objects.list, objects.other, &options, &out.changeset), IQ_ERROR_ARGUMENT, 3);
        REFUSED(iq_changeset_apply_to_list(objects.changeset, objects.list, &options, &out.changeset),
                IQ_ERROR_ARGUMENT, 3);
        REFUSED(iq_list_undo(objects.list, &options, &out.changeset), IQ_ERROR_ARGUMENT, 2);
        REFUSED(iq_list_redo(objects.list, &options, &out.changeset), IQ_ERROR_ARGUMENT, 2);
        REFUSED(iq_list_set(objects.list, NULL, 0, &nothing, &options, &out.changeset), IQ_ERROR_ARGUMENT, 5);
        REFUSED(iq_list_set_items(objects.list, &nothing, &options, &out.changeset), IQ_ERROR_ARGUMENT, 3);
        REFUSED(iq_list_set_section_items(objects.list, calls_key(1), &nothing, &options, &out.changeset),
                IQ_ERROR_ARGUMENT, 4);
    }
}

static void check_sections(void)
{
    iq_key keys[] = {calls_key(31), calls_key(32)};
    iq_columns two = {.struct_size = sizeof two, .count = 2, .keys = keys};
    iq_section_entry entries[3] = {{.struct_size = sizeof entries[0]}};
    for (size_t i = 0; i < 3; i++) {
        entries[i].struct_size = sizeof entries[0];
        entries[i].key = calls_key(i + 1);
    }
    REFUSED(iq_list_set(objects.list, NULL, 1, &two, NULL, &out.changeset), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_list_set(objects.list, NULL, 0, &two, NULL, &out.changeset), IQ_ERROR_NO_SECTION, 0);
    REFUSED(iq_list_set(objects.list, entries, 0, &two, NULL, &out.changeset), IQ_ERROR_NO_SECTION, 0);
    static const size_t counts[] = {SIZE_MAX, SIZE_MAX / 2, (size_t)IQ_MAX_SECTIONS + 1, SIZE_MAX / 56 + 2};
    for (size_t i = 0; i < 4; i++) {
        REFUSED(iq_list_set(objects.list, entries, counts[i], &two, NULL, &out.changeset), IQ_ERROR_LIMIT, 0);
    }
    STRUCT_SIZES(entries[0], iq_list_set(objects.list, entries, 3, &two, NULL, &out.changeset), 2);
    static const size_t firsts[][3] = {{1, 1, 2},        {0, 2, 1}, {0, 3, 3},
                                       {0, 1, SIZE_MAX}, {0, 1, 3}, {2, 0, 0}};
    for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++) {
        for (size_t s = 0; s < 3; s++) {
            entries[s].first_item = firsts[i][s];
        }
        REFUSED_EITHER(iq_list_set(objects.list, entries, 3, &two, NULL, &out.changeset), IQ_ERROR_RANGE,
                       IQ_ERROR_ARGUMENT, 0);
    }
    entries[0].first_item = entries[1].first_item = entries[2].first_item = 0;
    entries[1].supplementary_count = 1;
    REFUSED(iq_list_set(objects.list, entries, 3, &two, NULL, &out.changeset), IQ_ERROR_ARGUMENT, 2);
    iq_supplementary twice[2] = {{.struct_size = sizeof twice[0], .kind = IQ_KIND_HEADER}};
    twice[1] = twice[0];
    entries[1].supplementaries = twice;
    entries[1].supplementary_count = SIZE_MAX;
    REFUSED_EITHER(iq_list_set(objects.list, entries, 3, &two, NULL, &out.changeset), IQ_ERROR_LIMIT,
                   IQ_ERROR_ARGUMENT, 0);
    entries[1].supplementary_count = 2;
    REFUSED_EITHER(iq_list_set(objects.list, entries, 3, &two, NULL, &out.changeset), IQ_ERROR_DUPLICATE,
                   IQ_ERROR_ARGUMENT, 0);
    entries[1].supplementary_count = 0;
    entries[2].key = calls_key(1);
    REFUSED(iq_list_set(objects.list, entries, 3, &two, NULL, &out.changeset), IQ_ERROR_DUPLICATE, 0);
    keys[1] = keys[0];
    REFUSED(iq_list_set(objects.list, entries, 1, &two, NULL, &out.changeset), IQ_ERROR_DUPLICATE, 0);
    REFUSED(iq_list_set_items(objects.list, &two, NULL, &out.changeset), IQ_ERROR_DUPLICATE, 0);
    keys[1] = calls_key(15);
    REFUSED(iq_list_set_section_items(objects.list, calls_key(1), &two, NULL, &out.changeset),
            IQ_ERROR_DUPLICATE, 0);
    REFUSED(iq_list_set_section_items(objects.list, calls_key(9), &two, NULL, &out.changeset),
            IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_list_apply(objects.list, NULL, NULL, &out.changeset), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_list_apply(objects.list, WRONG_SNAPSHOT, NULL, &out.changeset), IQ_ERROR_HANDLE, 2);
}

static void check_outputs(const iq_list *list)
{
    const iq_section section = objects.section;
    REFUSED(iq_list_snapshot(objects.list, NULL), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_edit_begin(objects.list, NULL, NULL), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_list_find_section_at(list, 0, NULL), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_list_find_section(list, calls_key(1), NULL), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_list_find_item_at(list, 0, NULL), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_list_find_item_in_section(list, section, 0, NULL), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_list_find_item(list, NULL, calls_key(12), NULL), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_list_get_section_info(list, section, NULL), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_list_get_supplementaries(list, section, 0, NULL, 1, &out.number), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_list_get_supplementaries(list, section, 0, out.elements, 4, NULL), IQ_ERROR_ARGUMENT, 6);
    REFUSED(iq_list_get_supplementary(list, section, IQ_KIND_HEADER, 0, 0, NULL), IQ_ERROR_ARGUMENT, 6);
    REFUSED(iq_list_get_item_info(list, objects.item, 0, NULL), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_list_find_position(list, objects.item, NULL), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_list_find_index(list, (iq_position){0, 0}, NULL), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_list_get_items(list, 0, 1, NULL), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_list_dump(list, NULL, 5, &out.number), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_list_dump(list, out.text, 5, NULL), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_list_get_statistics(list, NULL), IQ_ERROR_ARGUMENT, 2);
    iq_section_info section_info = {.struct_size = sizeof section_info};
    FIRST_SIZES(section_info, FIRST_SECTION_INFO, iq_list_get_section_info(list, section, &section_info), 3);
    iq_item_info item_info = {.struct_size = sizeof item_info};
    FIRST_SIZES(item_info, FIRST_ITEM_INFO, iq_list_get_item_info(list, objects.item, 0, &item_info), 4);
    iq_item_buffers buffers = {.struct_size = sizeof buffers};
    FIRST_SIZES(buffers, FIRST_ITEM_BUFFERS, iq_list_get_items(list, 0, 1, &buffers), 4);
    iq_statistics statistics = {.struct_size = sizeof statistics};
    STRUCT_SIZES(statistics, iq_list_get_statistics(list, &statistics), 2);
    iq_supplementary element = {.struct_size = sizeof element};
    STRUCT_SIZES(element, iq_list_get_supplementaries(list, section, 0, &element, 1, &out.number), 4);
    STRUCT_SIZES(element, iq_list_get_supplementary(list, section, IQ_KIND_HEADER, 0, 0, &element), 6);
}

static void check_values(const iq_list *list)
{
    static const size_t beyond[] = {6, 7, UINT32_MAX, (size_t)UINT32_MAX + 1, SIZE_MAX / 2 + 1, SIZE_MAX - 1};
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = &out.key};
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        REFUSED(iq_list_find_section_at(list, beyond[i], &out.section), IQ_ERROR_RANGE, 0);
        REFUSED(iq_list_find_item_at(list, beyond[i], &out.item), IQ_ERROR_RANGE, 0);
        REFUSED(iq_list_find_item_in_section(list, objects.section, beyond[i], &out.item), IQ_ERROR_RANGE, 0);
        REFUSED(iq_list_get_items(list, beyond[i], 1, &buffers), IQ_ERROR_RANGE, i == 0 ? 3 : 2);
        REFUSED(iq_list_get_items(list, 1, beyond[i], &buffers), IQ_ERROR_RANGE, 3);
        REFUSED(iq_list_get_items(list, 1, SIZE_MAX - 1 - i, &buffers), IQ_ERROR_RANGE, 3);
    }
    REFUSED(iq_list_find_section_at(list, IQ_END, &out.section), IQ_ERROR_RANGE, 0);
    REFUSED(iq_list_find_item_at(list, IQ_END, &out.item), IQ_ERROR_RANGE, 0);
    REFUSED(iq_list_find_item_in_section(list, objects.section, IQ_END, &out.item), IQ_ERROR_RANGE, 0);
    REFUSED(iq_list_get_items(list, IQ_END, IQ_END, &buffers), IQ_ERROR_RANGE, 2);
    REFUSED(iq_list_get_items(list, 7, IQ_END, &buffers), IQ_ERROR_RANGE, 2);
    REFUSED(iq_list_find_section_at(list, 2, &out.section), IQ_ERROR_RANGE, 0);
    REFUSED(iq_list_find_item_in_section(list, objects.section, 3, &out.item), IQ_ERROR_RANGE, 0);
    REFUSED(iq_list_find_section(list, calls_key(9), &out.section), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_list_find_item(list, NULL, calls_key(99), &out.item), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_list_get_item_info(list, (iq_item){0}, 0, &out.item_info), IQ_ERROR_HANDLE, 2);
    REFUSED(iq_list_find_position(list, (iq_item){objects.section.id}, &out.position), IQ_ERROR_HANDLE, 2);
    REFUSED(iq_list_get_section_info(list, (iq_section){0}, &out.section_info), IQ_ERROR_HANDLE, 2);
    REFUSED(iq_list_find_item_in_section(list, (iq_section){objects.item.id}, 0, &out.item), IQ_ERROR_HANDLE, 2);
    REFUSED(iq_list_get_supplementaries(list, (iq_section){UINT64_MAX}, 0, out.elements, 4, &out.number),
            IQ_ERROR_HANDLE, 2);
}

/* Flags that are none, and what is no position, kind or index of anything. */
static void check_reads(const iq_list *list)
{
    const iq_section section = objects.section;
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = &out.key};
    for (uint32_t flag = 2; flag != 0; flag <<= 1) {
        REFUSED(iq_list_get_supplementaries(list, section, flag, out.elements, 4, &out.number),
                IQ_ERROR_ARGUMENT, 3);
        REFUSED(iq_list_get_supplementary(list, section, IQ_KIND_HEADER, 0, flag, &out.elements[0]),
                IQ_ERROR_ARGUMENT, 5);
        REFUSED(iq_list_get_item_info(list, objects.item, flag, &out.item_info), IQ_ERROR_ARGUMENT, 3);
        buffers.flags = flag | IQ_READ_RETAIN;
        REFUSED(iq_list_get_items(list, 0, 1, &buffers), IQ_ERROR_ARGUMENT, 4);
    }
    buffers.flags = 0;
    buffers.reserved = 1;
    REFUSED(iq_list_get_items(list, 0, 1, &buffers), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_list_get_supplementary(list, (iq_section){0}, IQ_KIND_HEADER, 0, 0, &out.elements[0]),
            IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_list_get_supplementary(list, (iq_section){objects.item.id}, IQ_KIND_HEADER, 0, 0, &out.elements[0]),
            IQ_ERROR_HANDLE, 2);
    REFUSED(iq_list_get_supplementary(list, section, IQ_KIND_HEADER, 1, 0, &out.elements[0]),
            IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_list_get_supplementary(list, section, 0, 0, IQ_READ_RETAIN, &out.elements[0]),
            IQ_ERROR_NOT_FOUND, 0);
    static const iq_position beyond[] = {{2, 0},       {IQ_NONE, 0},       {0, 3},
                                         {1, 3},       {1, IQ_NONE},       {UINT32_MAX / 2 + 1, 0},
                                         {IQ_NONE, 1}, {IQ_NONE, IQ_NONE}, {0, UINT32_MAX / 2 + 1}};
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        REFUSED(iq_list_find_index(list, beyond[i], &out.number), IQ_ERROR_RANGE, 2);
        iq_error error = {.struct_size = sizeof error};
        CHECK_OK(iq_get_last_error(&error));
        CHECK(error.flags == IQ_ERROR_HAS_POSITION && error.position.section == beyond[i].section);
        CHECK(error.position.item == (beyond[i].section > 1 ? IQ_NONE : beyond[i].item));
    }
}

/* States and flags that are none or exclude each other, and what is no item, section or range. */
static void check_states(iq_list *list)
{
    const iq_item item = objects.item, bad = {objects.section.id};
    const iq_section section = objects.section;
    static const uint32_t states[] = {0, 16, 128, 65536, UINT32_MAX, 1 | 16};
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        REFUSED(iq_list_set_states(list, &item, 1, states[i], 0), IQ_ERROR_ARGUMENT, 4);
        REFUSED(iq_list_set_range_states(list, 0, 1, states[i], 0), IQ_ERROR_ARGUMENT, 4);
        REFUSED(iq_list_set_section_states(list, section, states[i], 0), IQ_ERROR_ARGUMENT, 3);
        REFUSED(iq_list_find_items_in_state(list, states[i], 0, &out.item, 1, &out.number), IQ_ERROR_ARGUMENT, 2);
        REFUSED(iq_list_set_key_states(list, NULL, &out.key, 1, states[i], 0, &out.number), IQ_ERROR_ARGUMENT, 5);
        REFUSED(iq_list_find_keys_in_state(list, states[i], 0, NULL, &out.key, 1, &out.number), IQ_ERROR_ARGUMENT, 2);
    }
    REFUSED(iq_list_set_section_states(list, section, IQ_STATE_SELECTED, 0), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_list_set_section_states(list, section, IQ_STATE_HIGHLIGHTED, 0), IQ_ERROR_ARGUMENT, 3);
    static const uint32_t flags[] = {16, UINT32_MAX, IQ_SET_OFF | IQ_SET_TOGGLE, IQ_SET_OFF | IQ_SET_ONLY,
                                     IQ_SET_OFF | IQ_SET_ONLY | IQ_SET_BY_USER};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        REFUSED(iq_list_set_states(list, &item, 1, 1, flags[i]), IQ_ERROR_ARGUMENT, 5);
        REFUSED(iq_list_set_range_states(list, 0, 1, 1, flags[i]), IQ_ERROR_ARGUMENT, 5);
        REFUSED(iq_list_set_section_states(list, section, IQ_STATE_EXPANDED, flags[i]), IQ_ERROR_ARGUMENT, 4);
        REFUSED(iq_list_set_key_states(list, NULL, &out.key, 1, 1, flags[i], &out.number), IQ_ERROR_ARGUMENT, 6);
    }
    REFUSED(iq_list_set_states(list, NULL, 1, 1, 0), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_list_set_states(list, &item, SIZE_MAX, 1, 0), IQ_ERROR_LIMIT, 3);
    REFUSED(iq_list_set_states(list, &bad, 1, 1, 0), IQ_ERROR_HANDLE, 2);
    REFUSED(iq_list_set_section_states(list, (iq_section){item.id}, IQ_STATE_EXPANDED, 0), IQ_ERROR_HANDLE, 2);
    REFUSED(iq_list_set_key_states(list, NULL, NULL, 1, 1, 0, &out.number), IQ_ERROR_ARGUMENT, 3);
    static const size_t beyond[] = {7, UINT32_MAX, SIZE_MAX / 2 + 1, SIZE_MAX - 1};
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        REFUSED(iq_list_set_range_states(list, beyond[i], 0, 1, 0), IQ_ERROR_RANGE, 2);
        REFUSED(iq_list_set_range_states(list, 0, beyond[i], 1, 0), IQ_ERROR_RANGE, 3);
        REFUSED(iq_list_find_items_in_state(list, 1, beyond[i], &out.item, 1, &out.number), IQ_ERROR_RANGE, 3);
        REFUSED(iq_list_find_keys_in_state(list, 1, beyond[i], NULL, &out.key, 1, &out.number), IQ_ERROR_RANGE, 3);
    }
    REFUSED(iq_list_find_items_in_state(list, 1, 0, NULL, 1, &out.number), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_list_find_items_in_state(list, 1, 0, &out.item, SIZE_MAX, &out.number), IQ_ERROR_LIMIT, 5);
    REFUSED(iq_list_find_items_in_state(list, 1, 0, &out.item, 1, NULL), IQ_ERROR_ARGUMENT, 6);
    REFUSED(iq_list_find_keys_in_state(list, 1, 0, NULL, &out.key, SIZE_MAX, &out.number), IQ_ERROR_LIMIT, 6);
    REFUSED(iq_list_find_keys_in_state(list, 1, 0, NULL, &out.key, 1, NULL), IQ_ERROR_ARGUMENT, 7);
    static const uint32_t modes[] = {3, 4, 8, 19, 32, UINT32_MAX};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        REFUSED(iq_list_set_selection(list, modes[i]), IQ_ERROR_ARGUMENT, 2);
    }
    ACCEPTED(iq_list_set_states(objects.list, NULL, 0, 1, 0));
    ACCEPTED(iq_list_set_range_states(objects.list, 6, IQ_END, 1, 0));
    ACCEPTED(iq_list_set_key_states(objects.list, NULL, NULL, 0, 1, 0, NULL));
}

/* IQ_END as a count: the items that follow are read, and no more is written. */
static void check_rest(const iq_list *list)
{
    iq_key keys[5], none;
    memset(keys, 0xee, sizeof keys);
    memset(&none, 0xee, sizeof none);
    const iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = keys};
    CHECK_OK(iq_list_get_items(list, 2, IQ_END, &buffers));
    for (size_t i = 0; i < 4; i++) {
        iq_item item;
        iq_item_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_list_find_item_at(list, 2 + i, &item));
        CHECK_OK(iq_list_get_item_info(list, item, 0, &info));
        CHECK(memcmp(&keys[i], &info.key, sizeof info.key) == 0);
    }
    CHECK(memcmp(&keys[4], &none, sizeof none) == 0);
}

static void check_optional(void)
{
    iq_item_buffers none = {.struct_size = sizeof none};
    size_t number;
    ACCEPTED(iq_list_get_count(objects.list, NULL, NULL));
    ACCEPTED(iq_list_get_items(objects.list, 6, 0, &none));
    ACCEPTED(iq_list_get_items(objects.list, 0, 6, &none));
    ACCEPTED(iq_list_get_items(objects.list, 6, IQ_END, &none));
    ACCEPTED(iq_list_get_supplementaries(objects.list, objects.section, 0, NULL, 0, &number));
    ACCEPTED(iq_list_set(objects.list, NULL, 0, &nothing, NULL, NULL));
    ACCEPTED(iq_list_dump(objects.list, NULL, 0, &number));
    iq_list_destroy(NULL);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    arguments_open();
    check_handles(NULL, IQ_ERROR_ARGUMENT);
    check_handles(WRONG_LIST, IQ_ERROR_HANDLE);
    check_handles((iq_list *)(void *)&out, IQ_ERROR_HANDLE);
    check_creation();
    check_options();
    check_sections();
    check_outputs(objects.list);
    check_values(objects.list);
    check_rest(objects.list);
    check_reads(objects.list);
    check_states(objects.list);
    arguments_columns(set_items, 2);
    arguments_columns(set_section_items, 3);
    arguments_columns(set, 4);
    arguments_element(set_element, 2);
    check_optional();
    arguments_close();
    return 0;
}

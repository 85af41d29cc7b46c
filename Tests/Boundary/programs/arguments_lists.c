/*
 * arguments_lists.c - bad arguments of the functions on lists, but for what is generated from the header.
 */
#include "arguments.h"
#include "host_memory.h"

#include <string.h>

static const iq_columns nothing = {.struct_size = sizeof nothing};

static void check_creation(void)
{
    iq_list_options options = {.struct_size = sizeof options};
    iq_list *list = NULL;
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

static void check_sections(void)
{
    iq_key keys[] = {calls_key(31), calls_key(32)};
    iq_columns two = {.struct_size = sizeof two, .count = 2, .keys = keys};
    iq_section_entry entries[3] = {{.struct_size = sizeof entries[0]}};
    for (size_t i = 0; i < 3; i++) {
        entries[i].struct_size = sizeof entries[0];
        entries[i].key = calls_key(i + 1);
    }
    REFUSED(iq_list_set(objects.list, NULL, 0, &two, NULL, &out.changeset), IQ_ERROR_NO_SECTION, 0);
    REFUSED(iq_list_set(objects.list, entries, 0, &two, NULL, &out.changeset), IQ_ERROR_NO_SECTION, 0);
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
}

/* What there is no element of. */
static void check_elements(const iq_list *list)
{
    REFUSED(iq_list_get_supplementary(list, (iq_section){0}, IQ_KIND_HEADER, 0, 0, &out.elements[0]),
            IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_list_get_supplementary(list, objects.section, IQ_KIND_HEADER, 1, 0, &out.elements[0]),
            IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_list_get_supplementary(list, objects.section, 0, 0, IQ_READ_RETAIN, &out.elements[0]),
            IQ_ERROR_NOT_FOUND, 0);
}

/* No state at all, states and flags that exclude each other, and more room than there is memory. */
static void check_states(iq_list *list)
{
    const iq_item item = objects.item;
    const iq_section section = objects.section;
    REFUSED(iq_list_set_states(list, &item, 1, 0, 0), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_list_set_range_states(list, 0, 1, 0, 0), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_list_set_section_states(list, section, 0, 0), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_list_find_items_in_state(list, 0, 0, &out.item, 1, &out.number), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_list_set_key_states(list, NULL, &out.key, 1, 0, 0, &out.number), IQ_ERROR_ARGUMENT, 5);
    REFUSED(iq_list_find_keys_in_state(list, 0, 0, NULL, &out.key, 1, &out.number), IQ_ERROR_ARGUMENT, 2);
    static const uint32_t flags[] = {IQ_SET_OFF | IQ_SET_TOGGLE, IQ_SET_OFF | IQ_SET_ONLY,
                                     IQ_SET_OFF | IQ_SET_ONLY | IQ_SET_BY_USER};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        REFUSED(iq_list_set_states(list, &item, 1, 1, flags[i]), IQ_ERROR_ARGUMENT, 5);
        REFUSED(iq_list_set_range_states(list, 0, 1, 1, flags[i]), IQ_ERROR_ARGUMENT, 5);
        REFUSED(iq_list_set_section_states(list, section, IQ_STATE_EXPANDED, flags[i]), IQ_ERROR_ARGUMENT, 4);
        REFUSED(iq_list_set_key_states(list, NULL, &out.key, 1, 1, flags[i], &out.number), IQ_ERROR_ARGUMENT, 6);
    }
    REFUSED(iq_list_find_items_in_state(list, 1, 0, &out.item, SIZE_MAX, &out.number), IQ_ERROR_LIMIT, 5);
    REFUSED(iq_list_find_keys_in_state(list, 1, 0, NULL, &out.key, SIZE_MAX, &out.number), IQ_ERROR_LIMIT, 6);
    REFUSED(iq_list_set_selection(list, IQ_SELECTION_MULTIPLE | IQ_SELECTION_NONE), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_list_set_selection(list, IQ_SELECTION_MULTIPLE | IQ_SELECTION_NONE | IQ_SELECTION_KEEPS),
            IQ_ERROR_ARGUMENT, 2);
    ACCEPTED(iq_list_set_states(objects.list, NULL, 0, 1, 0));
    ACCEPTED(iq_list_set_range_states(objects.list, 6, IQ_END, 1, 0));
    ACCEPTED(iq_list_set_key_states(objects.list, NULL, NULL, 0, 1, 0, NULL));
}

static void check_optional(void)
{
    iq_item_buffers none = {.struct_size = sizeof none};
    size_t number;
    ACCEPTED(iq_list_get_items(objects.list, 6, 0, &none));
    ACCEPTED(iq_list_get_items(objects.list, 0, 6, &none));
    ACCEPTED(iq_list_get_items(objects.list, 6, IQ_END, &none));
    ACCEPTED(iq_list_get_supplementaries(objects.list, objects.section, 0, NULL, 0, &number));
    ACCEPTED(iq_list_set(objects.list, NULL, 0, &nothing, NULL, NULL));
    ACCEPTED(iq_list_dump(objects.list, NULL, 0, &number));
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

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    arguments_open();
    check_creation();
    check_sections();
    check_elements(objects.list);
    check_states(objects.list);
    check_optional();
    check_rest(objects.list);
    arguments_close();
    return 0;
}

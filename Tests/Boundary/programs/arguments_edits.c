/*
 * arguments_edits.c - bad arguments of the functions on edits.
 */
#include "arguments.h"
#include "host_memory.h"

static const iq_columns nothing = {.struct_size = sizeof nothing};

static const uint64_t contents[] = {71, 72};
static const iq_columns two_looks = {.struct_size = sizeof two_looks, .count = 2, .contents = contents};

static iq_item other_item(void)
{
    iq_item item;
    CHECK_OK(iq_list_find_item(objects.edited, NULL, calls_key(14), &item));
    return item;
}

static iq_section other_section(void)
{
    iq_section section;
    CHECK_OK(iq_list_find_section(objects.edited, calls_key(2), &section));
    return section;
}

/* Every function, with an edit that is none. */
static void check_handles(iq_edit *bad, iq_status status)
{
    const iq_item item = objects.edited_item, anchor = other_item();
    const iq_section section = objects.edited_section, target = other_section();
    const iq_key key = calls_key(7);
    iq_supplementary element = {.struct_size = sizeof element, .kind = IQ_KIND_HEADER};
    REFUSED(iq_edit_commit(bad, NULL, &out.changeset), status, 1);
    REFUSED(iq_edit_insert_items(bad, section, 0, &nothing), status, 1);
    REFUSED(iq_edit_insert_items_beside(bad, IQ_PUT_BEFORE, item, &nothing), status, 1);
    REFUSED(iq_edit_insert_items_beside(bad, IQ_PUT_AFTER, item, &nothing), status, 1);
    REFUSED(iq_edit_insert_children(bad, item, 0, &nothing), status, 1);
    REFUSED(iq_edit_delete_items(bad, &item, 1), status, 1);
    REFUSED(iq_edit_delete_item_range(bad, section, 0, 1), status, 1);
    REFUSED(iq_edit_move_item_range(bad, section, 0, 1, target, 0), status, 1);
    REFUSED(iq_edit_move_item_beside(bad, item, IQ_PUT_BEFORE, anchor), status, 1);
    REFUSED(iq_edit_move_item_beside(bad, item, IQ_PUT_AFTER, anchor), status, 1);
    REFUSED(iq_edit_update_items(bad, &item, &nothing, 1), status, 1);
    REFUSED(iq_edit_reload_items(bad, &item, 1), status, 1);
    REFUSED(iq_edit_reconfigure_items(bad, &item, 1), status, 1);
    REFUSED(iq_edit_set_section_items(bad, section, &nothing), status, 1);
    REFUSED(iq_edit_insert_sections(bad, 0, &key, 1), status, 1);
    REFUSED(iq_edit_insert_sections_beside(bad, IQ_PUT_BEFORE, section, &key, 1), status, 1);
    REFUSED(iq_edit_insert_sections_beside(bad, IQ_PUT_AFTER, section, &key, 1), status, 1);
    REFUSED(iq_edit_delete_sections(bad, &section, 1), status, 1);
    REFUSED(iq_edit_delete_section_range(bad, 0, 1), status, 1);
    REFUSED(iq_edit_move_section_range(bad, 0, 1, 1), status, 1);
    REFUSED(iq_edit_move_section_beside(bad, section, IQ_PUT_BEFORE, target), status, 1);
    REFUSED(iq_edit_move_section_beside(bad, section, IQ_PUT_AFTER, target), status, 1);
    REFUSED(iq_edit_reload_sections(bad, &section, 1), status, 1);
    REFUSED(iq_edit_set_supplementary(bad, section, &element), status, 1);
    REFUSED(iq_edit_remove_supplementary(bad, section, IQ_KIND_HEADER, 0), status, 1);
}

/* Items that are none of the list: gone in this edit, of another list, a section, made up. */
static void check_items(iq_item bad)
{
    const iq_item good = objects.edited_item, both[] = {good, bad};
    REFUSED(iq_edit_insert_items_beside(objects.edit, IQ_PUT_BEFORE, bad, &nothing), IQ_ERROR_HANDLE, 3);
    REFUSED(iq_edit_insert_items_beside(objects.edit, IQ_PUT_AFTER, bad, &nothing), IQ_ERROR_HANDLE, 3);
    REFUSED(iq_edit_insert_children(objects.edit, bad, 0, &nothing), IQ_ERROR_HANDLE, 2);
    REFUSED(iq_edit_delete_items(objects.edit, &bad, 1), IQ_ERROR_HANDLE, 2);
    REFUSED(iq_edit_delete_items(objects.edit, both, 2), IQ_ERROR_HANDLE, 2);
    REFUSED(iq_edit_move_item_beside(objects.edit, bad, IQ_PUT_BEFORE, good), IQ_ERROR_HANDLE, 2);
    REFUSED(iq_edit_move_item_beside(objects.edit, bad, IQ_PUT_AFTER, good), IQ_ERROR_HANDLE, 2);
    REFUSED(iq_edit_move_item_beside(objects.edit, good, IQ_PUT_BEFORE, bad), IQ_ERROR_HANDLE, 4);
    REFUSED(iq_edit_move_item_beside(objects.edit, good, IQ_PUT_AFTER, bad), IQ_ERROR_HANDLE, 4);
    REFUSED(calls_update(objects.edit, bad, 0, NULL, (iq_class){0}), IQ_ERROR_HANDLE, 2);
    REFUSED(iq_edit_update_items(objects.edit, both, &two_looks, 1), IQ_ERROR_HANDLE, 2);
    REFUSED(iq_edit_reload_items(objects.edit, both, 2), IQ_ERROR_HANDLE, 2);
    REFUSED(iq_edit_reconfigure_items(objects.edit, both, 2), IQ_ERROR_HANDLE, 2);
}

static void check_sections(iq_section bad)
{
    const iq_section good = objects.edited_section, both[] = {good, bad};
    const iq_key key = calls_key(7);
    iq_supplementary element = {.struct_size = sizeof element, .kind = IQ_KIND_HEADER};
    REFUSED(iq_edit_insert_items(objects.edit, bad, 0, &nothing), IQ_ERROR_HANDLE, 2);
    REFUSED(iq_edit_delete_item_range(objects.edit, bad, 0, 0), IQ_ERROR_HANDLE, 2);
    REFUSED(iq_edit_move_item_range(objects.edit, bad, 0, 1, good, 0), IQ_ERROR_HANDLE, 2);
    REFUSED(iq_edit_move_item_range(objects.edit, good, 0, 1, bad, 0), IQ_ERROR_HANDLE, 5);
    REFUSED(iq_edit_set_section_items(objects.edit, bad, &nothing), IQ_ERROR_HANDLE, 2);
    REFUSED(iq_edit_insert_sections_beside(objects.edit, IQ_PUT_BEFORE, bad, &key, 1), IQ_ERROR_HANDLE, 3);
    REFUSED(iq_edit_insert_sections_beside(objects.edit, IQ_PUT_AFTER, bad, &key, 1), IQ_ERROR_HANDLE, 3);
    REFUSED(iq_edit_delete_sections(objects.edit, both, 2), IQ_ERROR_HANDLE, 2);
    REFUSED(iq_edit_move_section_beside(objects.edit, bad, IQ_PUT_BEFORE, good), IQ_ERROR_HANDLE, 2);
    REFUSED(iq_edit_move_section_beside(objects.edit, bad, IQ_PUT_AFTER, good), IQ_ERROR_HANDLE, 2);
    REFUSED(iq_edit_move_section_beside(objects.edit, good, IQ_PUT_BEFORE, bad), IQ_ERROR_HANDLE, 4);
    REFUSED(iq_edit_move_section_beside(objects.edit, good, IQ_PUT_AFTER, bad), IQ_ERROR_HANDLE, 4);
    REFUSED(iq_edit_reload_sections(objects.edit, both, 2), IQ_ERROR_HANDLE, 2);
    REFUSED(iq_edit_set_supplementary(objects.edit, bad, &element), IQ_ERROR_HANDLE, 2);
    REFUSED(iq_edit_remove_supplementary(objects.edit, bad, IQ_KIND_HEADER, 0), IQ_ERROR_HANDLE, 2);
}

/* The edited list is A[1 2] B[4 5 6]. */
static void check_ranges(void)
{
    static const size_t beyond[] = {3, 4, UINT32_MAX, (size_t)UINT32_MAX + 1, SIZE_MAX / 2 + 1, SIZE_MAX - 1};
    const iq_section section = objects.edited_section, target = other_section();
    const iq_key key = calls_key(7);
    iq_edit *edit = objects.edit;
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        REFUSED(iq_edit_insert_items(edit, section, beyond[i], &nothing), IQ_ERROR_RANGE, 0);
        REFUSED(iq_edit_delete_item_range(edit, section, beyond[i], 0), IQ_ERROR_RANGE, 0);
        REFUSED(iq_edit_delete_item_range(edit, section, 1, beyond[i]), IQ_ERROR_RANGE, 0);
        REFUSED(iq_edit_move_item_range(edit, section, beyond[i], 0, target, 0), IQ_ERROR_RANGE, 0);
        REFUSED(iq_edit_move_item_range(edit, section, 0, beyond[i], target, 0), IQ_ERROR_RANGE, 0);
        REFUSED(iq_edit_move_item_range(edit, target, 0, 1, section, beyond[i]), IQ_ERROR_RANGE, 0);
        REFUSED(iq_edit_move_item_range(edit, section, 0, 1, section, beyond[i]), IQ_ERROR_RANGE, 0);
        REFUSED(iq_edit_insert_sections(edit, beyond[i], &key, 1), IQ_ERROR_RANGE, 0);
        REFUSED(iq_edit_delete_section_range(edit, beyond[i], 0), IQ_ERROR_RANGE, 0);
        REFUSED(iq_edit_delete_section_range(edit, 0, beyond[i]), IQ_ERROR_RANGE, 0);
        REFUSED(iq_edit_move_section_range(edit, beyond[i], 0, 0), IQ_ERROR_RANGE, 0);
        REFUSED(iq_edit_move_section_range(edit, 0, beyond[i], 0), IQ_ERROR_RANGE, 0);
        REFUSED(iq_edit_move_section_range(edit, 0, 1, beyond[i]), IQ_ERROR_RANGE, 0);
    }
    /* IQ_END is a position to put something at, and a count, and no first. */
    REFUSED(iq_edit_delete_item_range(edit, section, IQ_END, 0), IQ_ERROR_RANGE, 0);
    REFUSED(iq_edit_delete_item_range(edit, section, IQ_END, IQ_END), IQ_ERROR_RANGE, 0);
    REFUSED(iq_edit_delete_item_range(edit, section, 3, IQ_END), IQ_ERROR_RANGE, 0);
    REFUSED(iq_edit_move_item_range(edit, section, IQ_END, 0, target, 0), IQ_ERROR_RANGE, 0);
    REFUSED(iq_edit_move_item_range(edit, section, 3, IQ_END, target, 0), IQ_ERROR_RANGE, 0);
    REFUSED(iq_edit_delete_section_range(edit, IQ_END, 0), IQ_ERROR_RANGE, 0);
    REFUSED(iq_edit_delete_section_range(edit, 3, IQ_END), IQ_ERROR_RANGE, 0);
    REFUSED(iq_edit_move_section_range(edit, IQ_END, 0, 0), IQ_ERROR_RANGE, 0);
    REFUSED(iq_edit_move_section_range(edit, 3, IQ_END, 0), IQ_ERROR_RANGE, 0);
    REFUSED(iq_edit_move_item_range(edit, section, 0, 1, section, 2), IQ_ERROR_RANGE, 0);
    REFUSED(iq_edit_move_section_range(edit, 0, 1, 2), IQ_ERROR_RANGE, 0);
    ACCEPTED(iq_edit_insert_items(objects.edit, objects.edited_section, IQ_END, &nothing));
    ACCEPTED(iq_edit_move_item_range(objects.edit, objects.edited_section, 0, 1, other_section(), IQ_END));
    ACCEPTED(iq_edit_move_item_range(objects.edit, other_section(), 0, 1, other_section(), IQ_END));
    ACCEPTED(iq_edit_insert_sections(objects.edit, IQ_END, &key, 1));
    ACCEPTED(iq_edit_move_section_range(objects.edit, 0, 1, IQ_END));
    ACCEPTED(iq_edit_delete_item_range(objects.edit, objects.edited_section, 2, 0));
    ACCEPTED(iq_edit_delete_item_range(objects.edit, objects.edited_section, 2, IQ_END));
    ACCEPTED(iq_edit_delete_item_range(objects.edit, objects.edited_section, 1, IQ_END));
    ACCEPTED(iq_edit_move_item_range(objects.edit, objects.edited_section, 1, IQ_END, other_section(), 0));
    ACCEPTED(iq_edit_delete_section_range(objects.edit, 2, 0));
    ACCEPTED(iq_edit_delete_section_range(objects.edit, 1, IQ_END));
    ACCEPTED(iq_edit_move_section_range(objects.edit, 1, IQ_END, 0));
}

/* More than a list can hold, and so some of them are none of its. */
#define TOO_MANY(expression) REFUSED_EITHER(expression, IQ_ERROR_LIMIT, IQ_ERROR_HANDLE, 0)

/* Counts of arrays that cannot be there, and arrays that are not. */
static void check_arrays(void)
{
    static const size_t counts[] = {SIZE_MAX, SIZE_MAX - 1, SIZE_MAX / 2, SIZE_MAX / 8 + 1, SIZE_MAX / 16 + 2,
                                    (size_t)IQ_MAX_ITEMS + 1};
    const iq_item item = objects.edited_item, twice[] = {item, item};
    const iq_section section = objects.edited_section, sections[] = {section, section};
    const iq_key key = calls_key(7), keys[] = {key, key};
    iq_edit *edit = objects.edit;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        TOO_MANY(iq_edit_delete_items(edit, &item, counts[i]));
        TOO_MANY(iq_edit_reload_items(edit, &item, counts[i]));
        TOO_MANY(iq_edit_reconfigure_items(edit, &item, counts[i]));
        TOO_MANY(iq_edit_delete_sections(edit, &section, counts[i]));
        TOO_MANY(iq_edit_reload_sections(edit, &section, counts[i]));
        REFUSED(iq_edit_insert_sections(edit, 0, &key, counts[i]), IQ_ERROR_LIMIT, 0);
        REFUSED(iq_edit_insert_sections_beside(edit, IQ_PUT_BEFORE, section, &key, counts[i]), IQ_ERROR_LIMIT, 0);
        REFUSED(iq_edit_insert_sections_beside(edit, IQ_PUT_AFTER, section, &key, counts[i]), IQ_ERROR_LIMIT, 0);
    }
    REFUSED(iq_edit_delete_items(edit, NULL, 1), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_edit_reload_items(edit, NULL, 1), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_edit_reconfigure_items(edit, NULL, 1), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_edit_delete_sections(edit, NULL, 1), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_edit_reload_sections(edit, NULL, 1), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_edit_insert_sections(edit, 0, NULL, 1), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_edit_insert_sections_beside(edit, IQ_PUT_BEFORE, section, NULL, 1), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_edit_insert_sections_beside(edit, IQ_PUT_AFTER, section, NULL, 1), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_edit_delete_items(edit, twice, 2), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_edit_delete_sections(edit, sections, 2), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_edit_insert_sections(edit, 0, keys, 2), IQ_ERROR_DUPLICATE, 0);
    ACCEPTED(iq_edit_delete_items(objects.edit, NULL, 0));
    ACCEPTED(iq_edit_reload_items(objects.edit, NULL, 0));
    ACCEPTED(iq_edit_reconfigure_items(objects.edit, NULL, 0));
    ACCEPTED(iq_edit_delete_sections(objects.edit, NULL, 0));
    ACCEPTED(iq_edit_reload_sections(objects.edit, NULL, 0));
    ACCEPTED(iq_edit_insert_sections(objects.edit, 0, NULL, 0));
}

/* Neither before nor after. */
static void check_places(void)
{
    static const uint32_t places[] = {0, IQ_PUT_AFTER + 1, UINT32_MAX};
    const iq_section section = objects.edited_section;
    const iq_item item = objects.edited_item;
    const iq_key key = calls_key(7);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        REFUSED(iq_edit_insert_items_beside(objects.edit, places[i], item, &nothing), IQ_ERROR_ARGUMENT, 2);
        REFUSED(iq_edit_insert_sections_beside(objects.edit, places[i], section, &key, 1), IQ_ERROR_ARGUMENT, 2);
        REFUSED(iq_edit_move_item_beside(objects.edit, item, places[i], item), IQ_ERROR_ARGUMENT, 3);
        REFUSED(iq_edit_move_section_beside(objects.edit, section, places[i], section), IQ_ERROR_ARGUMENT, 3);
    }
}

static iq_status insert(const iq_columns *items)
{
    return iq_edit_insert_items(objects.edit, objects.edited_section, 0, items);
}

static iq_status insert_before(const iq_columns *items)
{
    return iq_edit_insert_items_beside(objects.edit, IQ_PUT_BEFORE, objects.edited_item, items);
}

static iq_status insert_after(const iq_columns *items)
{
    return iq_edit_insert_items_beside(objects.edit, IQ_PUT_AFTER, objects.edited_item, items);
}

static iq_status insert_children(const iq_columns *items)
{
    return iq_edit_insert_children(objects.edit, objects.edited_item, 0, items);
}

static iq_status set(const iq_columns *items)
{
    return iq_edit_set_section_items(objects.edit, objects.edited_section, items);
}

static iq_status set_element(const iq_supplementary *element)
{
    return iq_edit_set_supplementary(objects.edit, objects.edited_section, element);
}

/* All columns, without any of their keys. */
static iq_status update(const iq_columns *columns)
{
    const iq_item items[] = {objects.edited_item, other_item()};
    return iq_edit_update_items(objects.edit, items, columns, 15);
}

static void check_updates(void)
{
    const iq_item item = objects.edited_item, two[] = {item, other_item()}, twice[] = {item, item};
    const iq_class unknown = {65000};
    iq_edit *edit = objects.edit;
    iq_columns looks = two_looks;
    FIRST_SIZES(looks, FIRST_COLUMNS, update(&looks), 3);
    REFUSED(update(NULL), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_edit_update_items(edit, NULL, &looks, 7), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_edit_update_items(edit, twice, &looks, 7), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_edit_update_items(edit, two, &looks, 0), IQ_ERROR_ARGUMENT, 4);
    for (uint32_t flag = 16; flag != 0; flag <<= 1) {
        REFUSED(iq_edit_update_items(edit, two, &looks, flag), IQ_ERROR_ARGUMENT, 4);
        REFUSED(iq_edit_update_items(edit, two, &looks, flag | 1), IQ_ERROR_ARGUMENT, 4);
    }
    looks.content_stride = 7;
    REFUSED(update(&looks), IQ_ERROR_ARGUMENT, 3);
    looks.content_stride = SIZE_MAX / 2 - 7;
    REFUSED(update(&looks), IQ_ERROR_LIMIT, 3);
    looks = two_looks;
    looks.count = SIZE_MAX;
    REFUSED(update(&looks), IQ_ERROR_LIMIT, 3);
    looks.count = (size_t)IQ_MAX_ITEMS + 1;
    REFUSED(update(&looks), IQ_ERROR_LIMIT, 3);
    looks = two_looks;
    looks.classes = &unknown;
    looks.class_stride = IQ_SAME;
    REFUSED(update(&looks), IQ_ERROR_HANDLE, 3);
    /* What is not named is not read, nor are keys. */
    looks.keys = &unknown;
    looks.key_stride = looks.model_stride = 3;
    looks.level_stride = 1;
    looks.models = looks.levels = &unknown;
    ACCEPTED(iq_edit_update_items(objects.edit, two, &looks, IQ_COLUMN_CONTENT));
    ACCEPTED(iq_edit_update_items(objects.edit, NULL, &nothing, IQ_COLUMN_CLASS));
}

static void check_others(void)
{
    const iq_item item = objects.edited_item;
    iq_update_options options = {.struct_size = sizeof options};
    STRUCT_SIZES(options, iq_edit_commit(objects.edit, &options, &out.changeset), 2);
    for (uint32_t flag = 16; flag != 0; flag <<= 1) {
        if (flag & UPDATE_FLAGS) {
            continue;
        }
        options.flags = flag;
        REFUSED(iq_edit_commit(objects.edit, &options, &out.changeset), IQ_ERROR_ARGUMENT, 2);
    }
    REFUSED(calls_update(objects.edit, item, 0, NULL, (iq_class){65000}), IQ_ERROR_HANDLE, 3);
    REFUSED(calls_update(objects.edit, item, 0, NULL, (iq_class){UINT32_MAX}), IQ_ERROR_HANDLE, 3);
    REFUSED(iq_edit_remove_supplementary(objects.edit, objects.edited_section, IQ_KIND_FOOTER, 0),
            IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_edit_remove_supplementary(objects.edit, objects.edited_section, IQ_KIND_HEADER, 1),
            IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_edit_remove_supplementary(objects.edit, objects.edited_section, UINT32_MAX, UINT32_MAX),
            IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_edit_begin(objects.edited, NULL, &out.edit), IQ_ERROR_BUSY, 0);
    ACCEPTED(iq_edit_commit(objects.edit, NULL, NULL));
    iq_edit_destroy(NULL);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    arguments_open();
    check_handles(NULL, IQ_ERROR_ARGUMENT);
    check_handles(WRONG_EDIT, IQ_ERROR_HANDLE);
    check_handles((iq_edit *)(void *)objects.changeset, IQ_ERROR_HANDLE);
    check_handles((iq_edit *)(void *)&out, IQ_ERROR_HANDLE);
    const uint64_t bad[] = {0, objects.item.id, objects.section.id, UINT64_MAX};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        check_items((iq_item){bad[i]});
        check_sections((iq_section){bad[i]});
    }
    check_items((iq_item){objects.edited_section.id});
    check_sections((iq_section){objects.edited_item.id});
    check_ranges();
    check_arrays();
    check_places();
    arguments_columns(insert, 4);
    arguments_columns(insert_before, 4);
    arguments_columns(insert_after, 4);
    arguments_columns(insert_children, 4);
    arguments_columns(set, 3);
    arguments_element(set_element, 3);
    check_updates();
    check_others();
    arguments_close();
    return 0;
}

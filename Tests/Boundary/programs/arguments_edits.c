/*
 * arguments_edits.c - bad arguments of the functions on edits, but for what is generated from the header.
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

/* The edited list is A[1 2] B[4 5 6]. */
static void check_ranges(void)
{
    const iq_section section = objects.edited_section, target = other_section();
    const iq_key key = calls_key(7);
    iq_edit *edit = objects.edit;
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
    REFUSED(iq_edit_move_items_to(edit, NULL, 0, (iq_position){0, 99}), IQ_ERROR_RANGE, 4);
    REFUSED(iq_edit_move_items_to(edit, NULL, 0, (iq_position){99, 0}), IQ_ERROR_RANGE, 4);
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

/* What is named twice, and nothing. */
static void check_arrays(void)
{
    const iq_item item = objects.edited_item, twice[] = {item, item};
    const iq_section section = objects.edited_section, sections[] = {section, section};
    const iq_key key = calls_key(7), keys[] = {key, key};
    iq_edit *edit = objects.edit;
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
    const iq_section section = objects.edited_section;
    const iq_item item = objects.edited_item;
    const iq_key key = calls_key(7);
    REFUSED(iq_edit_insert_items_beside(objects.edit, 0, item, &nothing), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_edit_insert_sections_beside(objects.edit, 0, section, &key, 1), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_edit_move_item_beside(objects.edit, item, 0, item), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_edit_move_section_beside(objects.edit, section, 0, section), IQ_ERROR_ARGUMENT, 3);
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
    REFUSED(iq_edit_update_items(edit, twice, &looks, 7), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_edit_update_items(edit, two, &looks, 0), IQ_ERROR_ARGUMENT, 4);
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
    check_ranges();
    check_arrays();
    check_places();
    check_updates();
    check_others();
    arguments_close();
    return 0;
}

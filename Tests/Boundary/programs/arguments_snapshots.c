/*
 * arguments_snapshots.c - bad arguments of the functions on snapshots, iq_diff among them.
 */
#include "arguments.h"
#include "host_memory.h"

#include <string.h>

static const iq_columns nothing = {.struct_size = sizeof nothing};
static const uint64_t two_contents[] = {5, 6};
static const iq_columns two_looks = {.struct_size = sizeof two_looks, .count = 2, .contents = two_contents};

static void check_section_handles(iq_snapshot *bad, iq_status status)
{
    iq_key key = calls_key(1);
    REFUSED(iq_snapshot_copy(bad, &out.snapshot), status, 1);
    REFUSED(iq_snapshot_append_sections(bad, &key, 1), status, 1);
    REFUSED(iq_snapshot_insert_sections(bad, 0, &key, 1), status, 1);
    REFUSED(iq_snapshot_insert_sections_beside(bad, IQ_PUT_BEFORE, key, &key, 1), status, 1);
    REFUSED(iq_snapshot_insert_sections_beside(bad, IQ_PUT_AFTER, key, &key, 1), status, 1);
    REFUSED(iq_snapshot_move_section_beside(bad, key, IQ_PUT_BEFORE, key), status, 1);
    REFUSED(iq_snapshot_move_section_beside(bad, key, IQ_PUT_AFTER, key), status, 1);
    REFUSED(iq_snapshot_delete_sections(bad, &key, 1, &out.number), status, 1);
    REFUSED(iq_snapshot_delete_all(bad), status, 1);
    REFUSED(iq_snapshot_reload_sections(bad, &key, 1), status, 1);
    REFUSED(iq_snapshot_clear_marks(bad), status, 1);
    REFUSED(iq_snapshot_set_supplementary(bad, key, &out.elements[0]), status, 1);
    REFUSED(iq_snapshot_remove_supplementary(bad, key, IQ_KIND_HEADER, 0), status, 1);
    REFUSED(iq_snapshot_get_count(bad, &out.number, &out.other), status, 1);
    REFUSED(iq_snapshot_get_section_info_at(bad, 0, &out.section_info), status, 1);
    REFUSED(iq_snapshot_get_section_info(bad, key, &out.section_info), status, 1);
    REFUSED(iq_snapshot_get_supplementaries(bad, key, 0, out.elements, 4, &out.number), status, 1);
    REFUSED(iq_snapshot_get_supplementary(bad, key, IQ_KIND_HEADER, 0, 0, &out.elements[0]), status, 1);
    REFUSED(iq_snapshot_dump(bad, out.text, sizeof out.text, &out.number), status, 1);
    REFUSED(iq_snapshot_encode(bad, out.text, sizeof out.text, &out.number), status, 1);
    REFUSED(iq_diff(bad, objects.other, NULL, &out.changeset), status, 1);
    REFUSED(iq_diff(objects.snapshot, bad, NULL, &out.changeset), status, 2);
}

static void check_item_handles(iq_snapshot *bad, iq_status status)
{
    iq_key key = calls_key(12);
    iq_item_buffers buffers = {.struct_size = sizeof buffers};
    REFUSED(iq_snapshot_set(bad, NULL, 0, &nothing), status, 1);
    REFUSED(iq_snapshot_append_items(bad, NULL, &nothing), status, 1);
    REFUSED(iq_snapshot_insert_items(bad, key, 0, &nothing), status, 1);
    REFUSED(iq_snapshot_insert_children(bad, NULL, key, 0, &nothing), status, 1);
    REFUSED(iq_snapshot_set_section_items(bad, key, &nothing), status, 1);
    REFUSED(iq_snapshot_update_items(bad, NULL, &key, &nothing, 1), status, 1);
    REFUSED(iq_snapshot_insert_items_beside(bad, NULL, IQ_PUT_BEFORE, key, &nothing), status, 1);
    REFUSED(iq_snapshot_insert_items_beside(bad, NULL, IQ_PUT_AFTER, key, &nothing), status, 1);
    REFUSED(iq_snapshot_move_item_beside(bad, NULL, key, IQ_PUT_BEFORE, key), status, 1);
    REFUSED(iq_snapshot_move_item_beside(bad, NULL, key, IQ_PUT_AFTER, key), status, 1);
    REFUSED(iq_snapshot_move_item_to_end(bad, key, key), status, 1);
    REFUSED(iq_snapshot_delete_items(bad, NULL, &key, 1, &out.number), status, 1);
    REFUSED(iq_snapshot_delete_all_items(bad, NULL), status, 1);
    REFUSED(iq_snapshot_reload_items(bad, NULL, &key, 1), status, 1);
    REFUSED(iq_snapshot_reconfigure_items(bad, NULL, &key, 1), status, 1);
    REFUSED(iq_snapshot_find_position(bad, NULL, key, &out.position), status, 1);
    REFUSED(iq_snapshot_get_item_info_at(bad, (iq_position){0, 0}, 0, &out.item_info), status, 1);
    REFUSED(iq_snapshot_find_index(bad, (iq_position){0, 0}, &out.number), status, 1);
    REFUSED(iq_snapshot_get_items(bad, 0, 1, &buffers), status, 1);
}

static void check_creation(void)
{
    iq_snapshot_options options = {.struct_size = sizeof options};
    iq_snapshot *made = NULL;
    REFUSED(iq_snapshot_create(NULL, NULL), IQ_ERROR_ARGUMENT, 2);
    STRUCT_SIZES(options, iq_snapshot_create(&options, &out.snapshot), 1);
    options.duplicates = 5;
    REFUSED(iq_snapshot_create(&options, &out.snapshot), IQ_ERROR_ARGUMENT, 1);
    options.duplicates = UINT32_MAX;
    REFUSED(iq_snapshot_create(&options, &out.snapshot), IQ_ERROR_ARGUMENT, 1);
    options.duplicates = 0;
    for (uint32_t flag = 2; flag != 0; flag <<= 1) {
        options.flags = flag;
        REFUSED(iq_snapshot_create(&options, &out.snapshot), IQ_ERROR_ARGUMENT, 1);
    }
    options.flags = IQ_SNAPSHOT_DROP_EMPTY_SECTIONS;
    ACCEPTED(iq_snapshot_create(&options, &made));
    iq_snapshot_destroy(made);
    iq_snapshot_destroy(NULL);
    REFUSED(iq_snapshot_copy(objects.snapshot, NULL), IQ_ERROR_ARGUMENT, 2);
}

/* Arrays of keys: NULL with a count, and counts that no memory holds. */
static void check_key_arrays(iq_snapshot *s)
{
    static const size_t counts[] = {SIZE_MAX, SIZE_MAX / 2 + 1, SIZE_MAX / 16 + 1, SIZE_MAX / 16 + 2};
    iq_key key = calls_key(1), item = calls_key(12);
    REFUSED(iq_snapshot_append_sections(s, NULL, 1), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_snapshot_insert_sections(s, 0, NULL, 1), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_snapshot_insert_sections_beside(s, IQ_PUT_BEFORE, key, NULL, 1), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_snapshot_insert_sections_beside(s, IQ_PUT_AFTER, key, NULL, 1), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_snapshot_delete_sections(s, NULL, 1, &out.number), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_snapshot_reload_sections(s, NULL, 1), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_snapshot_delete_items(s, NULL, NULL, 1, &out.number), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_snapshot_reload_items(s, NULL, NULL, 1), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_snapshot_reconfigure_items(s, NULL, NULL, 1), IQ_ERROR_ARGUMENT, 3);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        size_t many = counts[i];
        REFUSED(iq_snapshot_append_sections(s, &key, many), IQ_ERROR_LIMIT, 0);
        REFUSED(iq_snapshot_insert_sections(s, 0, &key, many), IQ_ERROR_LIMIT, 0);
        REFUSED(iq_snapshot_insert_sections_beside(s, IQ_PUT_BEFORE, key, &key, many), IQ_ERROR_LIMIT, 0);
        REFUSED(iq_snapshot_insert_sections_beside(s, IQ_PUT_AFTER, key, &key, many), IQ_ERROR_LIMIT, 0);
        REFUSED(iq_snapshot_delete_sections(s, &key, many, &out.number), IQ_ERROR_LIMIT, 0);
        REFUSED(iq_snapshot_reload_sections(s, &key, many), IQ_ERROR_LIMIT, 0);
        REFUSED(iq_snapshot_delete_items(s, NULL, &item, many, &out.number), IQ_ERROR_LIMIT, 0);
        REFUSED(iq_snapshot_reload_items(s, NULL, &item, many), IQ_ERROR_LIMIT, 0);
        REFUSED(iq_snapshot_reconfigure_items(s, NULL, &item, many), IQ_ERROR_LIMIT, 0);
    }
    REFUSED(iq_snapshot_append_sections(s, &key, (size_t)IQ_MAX_SECTIONS + 1), IQ_ERROR_LIMIT, 0);
}

/* IQ_END as a count: the items that follow are read, and no more is written. */
static void check_rest(const iq_snapshot *s)
{
    iq_key keys[6], all[6];
    memset(keys, 0xee, sizeof keys);
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = all};
    CHECK_OK(iq_snapshot_get_items(s, 0, 6, &buffers));
    buffers.keys = keys;
    CHECK_OK(iq_snapshot_get_items(s, 5, IQ_END, &buffers));
    CHECK(memcmp(&keys[0], &all[5], sizeof all[5]) == 0 && keys[1].bytes[0] == 0xee && keys[1].bytes[15] == 0xee);
    CHECK_OK(iq_snapshot_get_items(s, 0, IQ_END, &buffers));
    CHECK(memcmp(keys, all, sizeof all) == 0);
}

/* Neither before nor after. */
static void check_places(iq_snapshot *s)
{
    static const uint32_t places[] = {0, IQ_PUT_AFTER + 1, UINT32_MAX};
    iq_key section = calls_key(1), item = calls_key(12), key = calls_key(77);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        REFUSED(iq_snapshot_insert_sections_beside(s, places[i], section, &key, 1), IQ_ERROR_ARGUMENT, 2);
        REFUSED(iq_snapshot_move_section_beside(s, section, places[i], section), IQ_ERROR_ARGUMENT, 3);
        REFUSED(iq_snapshot_insert_items_beside(s, NULL, places[i], item, &nothing), IQ_ERROR_ARGUMENT, 3);
        REFUSED(iq_snapshot_move_item_beside(s, NULL, item, places[i], item), IQ_ERROR_ARGUMENT, 4);
    }
}

static void check_anchors(iq_snapshot *s)
{
    iq_key nobody = calls_key(99), section = calls_key(1), item = calls_key(12);
    iq_key one_missing[] = {calls_key(11), nobody};
    REFUSED(iq_snapshot_insert_sections_beside(s, IQ_PUT_BEFORE, nobody, &nobody, 1), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_insert_sections_beside(s, IQ_PUT_AFTER, nobody, &nobody, 1), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_move_section_beside(s, nobody, IQ_PUT_BEFORE, section), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_move_section_beside(s, section, IQ_PUT_BEFORE, nobody), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_move_section_beside(s, nobody, IQ_PUT_AFTER, nobody), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_append_items(s, &nobody, &nothing), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_insert_items(s, nobody, 0, &nothing), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_insert_children(s, NULL, nobody, 0, &nothing), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_set_section_items(s, nobody, &nothing), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_update_items(s, NULL, one_missing, &two_looks, 1), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_insert_items_beside(s, NULL, IQ_PUT_BEFORE, nobody, &nothing), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_insert_items_beside(s, NULL, IQ_PUT_AFTER, nobody, &nothing), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_move_item_beside(s, NULL, nobody, IQ_PUT_BEFORE, item), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_move_item_beside(s, NULL, item, IQ_PUT_BEFORE, nobody), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_move_item_beside(s, NULL, nobody, IQ_PUT_AFTER, nobody), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_move_item_to_end(s, section, nobody), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_move_item_to_end(s, nobody, item), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_delete_all_items(s, &nobody), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_reload_items(s, NULL, one_missing, 2), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_reconfigure_items(s, NULL, one_missing, 2), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_reload_sections(s, &nobody, 1), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_remove_supplementary(s, nobody, IQ_KIND_HEADER, 0), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_remove_supplementary(s, section, IQ_KIND_HEADER, 1), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_get_section_info(s, nobody, &out.section_info), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_find_position(s, NULL, nobody, &out.position), IQ_ERROR_NOT_FOUND, 0);
}

/* The snapshot is A[11 12 13] B[14 15 16]. */
static void check_positions(iq_snapshot *s)
{
    static const size_t beyond[] = {4, 5, UINT32_MAX, (size_t)UINT32_MAX + 1, SIZE_MAX / 2 + 1, SIZE_MAX - 1};
    iq_key key = calls_key(7), section = calls_key(1), parent = calls_key(12);
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        REFUSED(iq_snapshot_insert_sections(s, beyond[i], &key, 1), IQ_ERROR_RANGE, 2);
        REFUSED(iq_snapshot_insert_items(s, section, beyond[i], &nothing), IQ_ERROR_RANGE, 3);
        REFUSED(iq_snapshot_insert_children(s, NULL, parent, beyond[i], &nothing), IQ_ERROR_RANGE, 4);
    }
    REFUSED(iq_snapshot_insert_sections(s, 3, &key, 1), IQ_ERROR_RANGE, 2);
    REFUSED(iq_snapshot_insert_children(s, NULL, parent, 1, &nothing), IQ_ERROR_RANGE, 4);
    ACCEPTED(iq_snapshot_insert_sections(objects.snapshot, 2, &key, 1));
    ACCEPTED(iq_snapshot_insert_sections(objects.snapshot, IQ_END, &key, 1));
    ACCEPTED(iq_snapshot_insert_sections(objects.snapshot, 0, NULL, 0));
    ACCEPTED(iq_snapshot_insert_items(objects.snapshot, section, 3, &nothing));
    ACCEPTED(iq_snapshot_insert_items(objects.snapshot, section, IQ_END, &nothing));
    ACCEPTED(iq_snapshot_insert_children(objects.snapshot, NULL, parent, 0, &nothing));
    ACCEPTED(iq_snapshot_insert_children(objects.snapshot, &section, parent, IQ_END, &nothing));
}

static void check_outputs(const iq_snapshot *s)
{
    iq_section_info info = {.struct_size = sizeof info};
    iq_item_info item_info = {.struct_size = sizeof item_info};
    iq_supplementary element = {.struct_size = sizeof element};
    iq_item_buffers buffers = {.struct_size = sizeof buffers};
    iq_key key = calls_key(1);
    REFUSED(iq_snapshot_get_section_info_at(s, 0, NULL), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_snapshot_get_section_info(s, calls_key(1), NULL), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_snapshot_get_supplementaries(s, key, 0, NULL, 1, &out.number), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_snapshot_get_supplementaries(s, key, 0, out.elements, 4, NULL), IQ_ERROR_ARGUMENT, 6);
    REFUSED(iq_snapshot_get_supplementary(s, key, IQ_KIND_HEADER, 0, 0, NULL), IQ_ERROR_ARGUMENT, 6);
    REFUSED(iq_snapshot_get_item_info_at(s, (iq_position){0, 0}, 0, NULL), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_snapshot_find_index(s, (iq_position){0, 0}, NULL), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_snapshot_find_position(s, NULL, calls_key(12), NULL), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_snapshot_get_items(s, 0, 1, NULL), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_snapshot_dump(s, NULL, 5, &out.number), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_snapshot_dump(s, out.text, 5, NULL), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_snapshot_encode(s, NULL, 5, &out.number), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_snapshot_encode(s, out.text, 5, NULL), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_diff(s, objects.other, NULL, NULL), IQ_ERROR_ARGUMENT, 4);
    FIRST_SIZES(info, FIRST_SECTION_INFO, iq_snapshot_get_section_info_at(s, 0, &info), 3);
    FIRST_SIZES(info, FIRST_SECTION_INFO, iq_snapshot_get_section_info(s, calls_key(1), &info), 3);
    STRUCT_SIZES(element, iq_snapshot_get_supplementaries(s, key, 0, &element, 1, &out.number), 4);
    STRUCT_SIZES(element, iq_snapshot_get_supplementary(s, key, IQ_KIND_HEADER, 0, 0, &element), 6);
    FIRST_SIZES(item_info, FIRST_ITEM_INFO, iq_snapshot_get_item_info_at(s, (iq_position){0, 0}, 0, &item_info), 4);
    FIRST_SIZES(buffers, FIRST_ITEM_BUFFERS, iq_snapshot_get_items(s, 0, 1, &buffers), 4);
}

static void check_values(const iq_snapshot *s)
{
    static const size_t beyond[] = {6, 7, UINT32_MAX, (size_t)UINT32_MAX + 1, SIZE_MAX / 2 + 1, SIZE_MAX - 1};
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = &out.key};
    iq_item handle;
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        REFUSED(iq_snapshot_get_section_info_at(s, beyond[i], &out.section_info), IQ_ERROR_RANGE, 0);
        REFUSED(iq_snapshot_get_items(s, beyond[i], 1, &buffers), IQ_ERROR_RANGE, 0);
        REFUSED(iq_snapshot_get_items(s, 1, beyond[i], &buffers), IQ_ERROR_RANGE, 0);
        REFUSED(iq_snapshot_get_items(s, 1, SIZE_MAX - 1 - i, &buffers), IQ_ERROR_RANGE, 0);
    }
    REFUSED(iq_snapshot_get_section_info_at(s, IQ_END, &out.section_info), IQ_ERROR_RANGE, 0);
    REFUSED(iq_snapshot_get_items(s, IQ_END, IQ_END, &buffers), IQ_ERROR_RANGE, 0);
    REFUSED(iq_snapshot_get_items(s, 7, IQ_END, &buffers), IQ_ERROR_RANGE, 0);
    /* Snapshots have no handles to give. */
    buffers.items = &handle;
    REFUSED(iq_snapshot_get_items(s, 0, 1, &buffers), IQ_ERROR_ARGUMENT, 4);
    iq_diff_options options = {.struct_size = sizeof options};
    STRUCT_SIZES(options, iq_diff(s, objects.other, &options, &out.changeset), 3);
    for (uint32_t flag = 16; flag != 0; flag <<= 1) {
        options.flags = flag;
        REFUSED(iq_diff(s, objects.other, &options, &out.changeset), IQ_ERROR_ARGUMENT, 3);
    }
    options.flags = 0;
    options.reserved = 1;
    REFUSED(iq_diff(s, objects.other, &options, &out.changeset), IQ_ERROR_ARGUMENT, 3);
}

static iq_status set(const iq_columns *items)
{
    iq_section_entry section = {sizeof section, calls_key(1), 0, NULL, 0};
    return iq_snapshot_set(objects.snapshot, &section, 1, items);
}

static iq_status set_element(const iq_supplementary *element)
{
    iq_section_entry section = {sizeof section, calls_key(1), 0, element, 1};
    return iq_snapshot_set(objects.snapshot, &section, 1, &nothing);
}

static void check_set(iq_snapshot *s)
{
    iq_key keys[] = {calls_key(31), calls_key(32)};
    iq_columns two = {.struct_size = sizeof two, .count = 2, .keys = keys};
    iq_section_entry entries[3];
    for (size_t i = 0; i < 3; i++) {
        entries[i] = (iq_section_entry){sizeof entries[0], calls_key(i + 1), 0, NULL, 0};
    }
    REFUSED(iq_snapshot_set(s, NULL, 1, &two), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_snapshot_set(s, entries, 0, &two), IQ_ERROR_NO_SECTION, 2);
    REFUSED(iq_snapshot_set(s, entries, SIZE_MAX, &two), IQ_ERROR_LIMIT, 3);
    REFUSED(iq_snapshot_set(s, entries, (size_t)IQ_MAX_SECTIONS + 1, &two), IQ_ERROR_LIMIT, 3);
    STRUCT_SIZES(entries[0], iq_snapshot_set(s, entries, 3, &two), 2);
    entries[1].first_item = 2;
    entries[2].first_item = 1;
    REFUSED(iq_snapshot_set(s, entries, 3, &two), IQ_ERROR_RANGE, 2);
    entries[2].first_item = 3;
    REFUSED(iq_snapshot_set(s, entries, 3, &two), IQ_ERROR_RANGE, 2);
    entries[2].first_item = 2;
    entries[2].supplementary_count = 1;
    REFUSED(iq_snapshot_set(s, entries, 3, &two), IQ_ERROR_ARGUMENT, 2);
    entries[2].supplementary_count = 0;
    entries[2].key = calls_key(1);
    REFUSED(iq_snapshot_set(s, entries, 3, &two), IQ_ERROR_DUPLICATE, 0);
    ACCEPTED(iq_snapshot_set(objects.snapshot, NULL, 0, &nothing));
}

static iq_status append_items(const iq_columns *items)
{
    iq_key section = calls_key(1);
    return iq_snapshot_append_items(objects.snapshot, &section, items);
}

static iq_status insert_items(const iq_columns *items)
{
    return iq_snapshot_insert_items(objects.snapshot, calls_key(1), 1, items);
}

static iq_status insert_children(const iq_columns *items)
{
    return iq_snapshot_insert_children(objects.snapshot, NULL, calls_key(12), 0, items);
}

static iq_status set_section_items(const iq_columns *items)
{
    return iq_snapshot_set_section_items(objects.snapshot, calls_key(1), items);
}

static void check_updates(iq_snapshot *s)
{
    const iq_key keys[] = {calls_key(12), calls_key(15)}, twice[] = {calls_key(12), calls_key(12)};
    iq_columns looks = two_looks;
    REFUSED(iq_snapshot_update_items(s, NULL, NULL, &looks, 7), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_snapshot_update_items(s, NULL, twice, &looks, 7), IQ_ERROR_ARGUMENT, 3);
    iq_error error = {.struct_size = sizeof error};
    CHECK_OK(iq_get_last_error(&error));
    CHECK((error.flags & IQ_ERROR_HAS_ELEMENT) && error.element == 1);
    REFUSED(iq_snapshot_update_items(s, NULL, keys, &looks, 0), IQ_ERROR_ARGUMENT, 5);
    for (uint32_t flag = 16; flag != 0; flag <<= 1) {
        REFUSED(iq_snapshot_update_items(s, NULL, keys, &looks, flag), IQ_ERROR_ARGUMENT, 5);
        REFUSED(iq_snapshot_update_items(s, NULL, keys, &looks, flag | 1), IQ_ERROR_ARGUMENT, 5);
    }
    REFUSED(iq_snapshot_update_items(s, NULL, keys, NULL, 7), IQ_ERROR_ARGUMENT, 4);
    FIRST_SIZES(looks, FIRST_COLUMNS, iq_snapshot_update_items(s, NULL, keys, &looks, 7), 4);
    looks.count = (size_t)IQ_MAX_ITEMS + 1;
    REFUSED(iq_snapshot_update_items(s, NULL, keys, &looks, 7), IQ_ERROR_LIMIT, 4);
    looks.count = 2;
    looks.content_stride = 7;
    REFUSED(iq_snapshot_update_items(s, NULL, keys, &looks, IQ_COLUMN_CONTENT), IQ_ERROR_ARGUMENT, 4);
    /* Columns that are not named are not looked at. */
    ACCEPTED(iq_snapshot_update_items(objects.snapshot, NULL, keys, &looks, IQ_COLUMN_CLASS));
    ACCEPTED(iq_snapshot_update_items(objects.snapshot, NULL, NULL, &nothing, IQ_COLUMN_CLASS));
}

static iq_status insert_items_before(const iq_columns *items)
{
    return iq_snapshot_insert_items_beside(objects.snapshot, NULL, IQ_PUT_BEFORE, calls_key(12), items);
}

static iq_status insert_items_after(const iq_columns *items)
{
    return iq_snapshot_insert_items_beside(objects.snapshot, NULL, IQ_PUT_AFTER, calls_key(12), items);
}

static iq_status set_supplementary(const iq_supplementary *element)
{
    return iq_snapshot_set_supplementary(objects.snapshot, calls_key(1), element);
}

/* Flags that are none, and what is no position, section, kind or index of anything. */
static void check_reads(const iq_snapshot *s)
{
    iq_key key = calls_key(1), nobody = calls_key(99);
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = &out.key};
    for (uint32_t flag = 2; flag != 0; flag <<= 1) {
        REFUSED(iq_snapshot_get_supplementaries(s, key, flag, out.elements, 4, &out.number), IQ_ERROR_ARGUMENT, 3);
        REFUSED(iq_snapshot_get_supplementary(s, key, IQ_KIND_HEADER, 0, flag, &out.elements[0]),
                IQ_ERROR_ARGUMENT, 5);
        REFUSED(iq_snapshot_get_item_info_at(s, (iq_position){0, 0}, flag, &out.item_info), IQ_ERROR_ARGUMENT, 3);
        buffers.flags = flag | IQ_READ_RETAIN;
        REFUSED(iq_snapshot_get_items(s, 0, 1, &buffers), IQ_ERROR_ARGUMENT, 4);
    }
    buffers.flags = 0;
    buffers.reserved = 1;
    REFUSED(iq_snapshot_get_items(s, 0, 1, &buffers), IQ_ERROR_ARGUMENT, 4);
    REFUSED(iq_snapshot_get_supplementaries(s, nobody, 0, out.elements, 4, &out.number), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_get_supplementary(s, nobody, IQ_KIND_HEADER, 0, 0, &out.elements[0]), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_get_supplementary(s, key, IQ_KIND_FOOTER, 0, 0, &out.elements[0]), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_get_supplementary(s, key, 0, UINT32_MAX, 0, &out.elements[0]), IQ_ERROR_NOT_FOUND, 0);
    static const iq_position beyond[] = {{2, 0},       {IQ_NONE, 0},       {0, 3},
                                         {1, 3},       {1, IQ_NONE},       {UINT32_MAX / 2 + 1, 0},
                                         {IQ_NONE, 1}, {IQ_NONE, IQ_NONE}, {0, UINT32_MAX / 2 + 1}};
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        iq_error error = {.struct_size = sizeof error};
        REFUSED(iq_snapshot_get_item_info_at(s, beyond[i], 0, &out.item_info), IQ_ERROR_RANGE, 2);
        REFUSED(iq_snapshot_find_index(s, beyond[i], &out.number), IQ_ERROR_RANGE, 2);
        CHECK_OK(iq_get_last_error(&error));
        CHECK(error.flags == IQ_ERROR_HAS_POSITION && error.position.section == beyond[i].section);
        CHECK(error.position.item == (beyond[i].section > 1 ? IQ_NONE : beyond[i].item));
    }
}

static void check_optional(void)
{
    size_t number;
    iq_item_buffers none = {.struct_size = sizeof none};
    ACCEPTED(iq_snapshot_get_count(objects.snapshot, NULL, NULL));
    ACCEPTED(iq_snapshot_append_sections(objects.snapshot, NULL, 0));
    ACCEPTED(iq_snapshot_insert_sections_beside(objects.snapshot, IQ_PUT_AFTER, calls_key(1), NULL, 0));
    ACCEPTED(iq_snapshot_delete_sections(objects.snapshot, NULL, 0, NULL));
    ACCEPTED(iq_snapshot_delete_items(objects.snapshot, NULL, NULL, 0, NULL));
    ACCEPTED(iq_snapshot_reload_items(objects.snapshot, NULL, NULL, 0));
    ACCEPTED(iq_snapshot_reload_sections(objects.snapshot, NULL, 0));
    ACCEPTED(iq_snapshot_move_section_beside(objects.snapshot, calls_key(1), IQ_PUT_AFTER, calls_key(1)));
    ACCEPTED(iq_snapshot_move_item_beside(objects.snapshot, NULL, calls_key(12), IQ_PUT_BEFORE, calls_key(12)));
    ACCEPTED(iq_snapshot_get_items(objects.snapshot, 6, 0, &none));
    ACCEPTED(iq_snapshot_get_items(objects.snapshot, 6, IQ_END, &none));
    ACCEPTED(iq_snapshot_get_supplementaries(objects.snapshot, calls_key(1), 0, NULL, 0, &number));
    iq_changeset *same = NULL;
    ACCEPTED(iq_diff(objects.snapshot, objects.snapshot, NULL, &same));
    iq_changeset_destroy(same);
}

static void check_encodings(const iq_snapshot *s)
{
    /* At an odd address, with nothing behind it. */
    size_t length;
    CHECK_OK(iq_snapshot_encode(s, NULL, 0, &length));
    unsigned char *memory = check_memory(malloc(length + 1)), *bytes = memory + 1;
    CHECK_OK(iq_snapshot_encode(s, bytes, length, &length));
    REFUSED(iq_snapshot_decode(NULL, length, NULL, &out.snapshot), IQ_ERROR_ARGUMENT, 1);
    REFUSED(iq_snapshot_decode(NULL, 0, NULL, &out.snapshot), IQ_ERROR_ARGUMENT, 1);
    REFUSED(iq_snapshot_decode(bytes, length, NULL, NULL), IQ_ERROR_ARGUMENT, 4);
    static const size_t lengths[] = {0, 1, 31, 32, SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 2 + 1, 1ul << 40};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        REFUSED(iq_snapshot_decode(bytes, lengths[i], NULL, &out.snapshot), IQ_ERROR_FORMAT, 0);
    }
    REFUSED(iq_changeset_decode(bytes, length, NULL, &out.changeset), IQ_ERROR_FORMAT, 0);
    iq_snapshot_options options = {.struct_size = sizeof options, .duplicates = IQ_DUPLICATES_SCOPE};
    REFUSED(iq_snapshot_decode(bytes, length, &options, &out.snapshot), IQ_ERROR_SCOPE, 0);
    options.duplicates = IQ_DUPLICATES_SCOPE + 1;
    REFUSED(iq_snapshot_decode(bytes, length, &options, &out.snapshot), IQ_ERROR_ARGUMENT, 3);
    options.duplicates = IQ_DUPLICATES_NUMBER;
    options.flags = 2;
    REFUSED(iq_snapshot_decode(bytes, length, &options, &out.snapshot), IQ_ERROR_ARGUMENT, 3);
    options.flags = IQ_SNAPSHOT_DROP_EMPTY_SECTIONS;
    STRUCT_SIZES(options, iq_snapshot_decode(bytes, length, &options, &out.snapshot), 3);
    iq_snapshot *decoded;
    CHECK_OK(iq_snapshot_decode(bytes, length, &options, &decoded));
    iq_snapshot_destroy(decoded);
    ACCEPTED(iq_snapshot_encode(objects.snapshot, bytes, SIZE_MAX, &length));
    ACCEPTED(iq_snapshot_encode(objects.snapshot, out.text, sizeof out.text, &length));
    CHECK(length > sizeof out.text);
    free(memory);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    arguments_open();
    check_section_handles(NULL, IQ_ERROR_ARGUMENT);
    check_section_handles(WRONG_SNAPSHOT, IQ_ERROR_HANDLE);
    check_section_handles((iq_snapshot *)(void *)&out, IQ_ERROR_HANDLE);
    check_item_handles(NULL, IQ_ERROR_ARGUMENT);
    check_item_handles(WRONG_SNAPSHOT, IQ_ERROR_HANDLE);
    check_creation();
    check_key_arrays(objects.snapshot);
    check_places(objects.snapshot);
    check_anchors(objects.snapshot);
    check_outputs(objects.snapshot);
    check_positions(objects.snapshot);
    check_updates(objects.snapshot);
    check_values(objects.snapshot);
    check_rest(objects.snapshot);
    check_reads(objects.snapshot);
    check_set(objects.snapshot);
    arguments_columns(set, 4);
    arguments_element(set_element, 2);
    arguments_columns(append_items, 3);
    arguments_columns(insert_items, 4);
    arguments_columns(insert_children, 5);
    arguments_columns(set_section_items, 3);
    arguments_columns(insert_items_before, 5);
    arguments_columns(insert_items_after, 5);
    arguments_element(set_supplementary, 3);
    check_encodings(objects.snapshot);
    check_optional();
    arguments_close();
    return 0;
}

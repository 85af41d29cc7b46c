/*
 * arguments_snapshots.c - bad arguments of the functions on snapshots, iq_diff among them, but for what is generated from
 * the header.
 */
#include "arguments.h"
#include "host_memory.h"

#include <string.h>

static const iq_columns nothing = {.struct_size = sizeof nothing};
static const uint64_t two_contents[] = {5, 6};
static const iq_columns two_looks = {.struct_size = sizeof two_looks, .count = 2, .contents = two_contents};

static void check_creation(void)
{
    iq_snapshot_options options = {.struct_size = sizeof options};
    iq_snapshot *made = NULL;
    options.flags = IQ_SNAPSHOT_DROP_EMPTY_SECTIONS;
    ACCEPTED(iq_snapshot_create(&options, &made));
    iq_snapshot_destroy(made);
}

/* What is missing beside others, or on both sides. */
static void check_missing(iq_snapshot *s)
{
    iq_key nobody = calls_key(99), section = calls_key(1), one_missing[] = {calls_key(11), nobody};
    REFUSED(iq_snapshot_move_section_beside(s, nobody, IQ_PUT_AFTER, nobody), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_append_items(s, &nobody, &nothing), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_move_item_beside(s, NULL, nobody, IQ_PUT_AFTER, nobody), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_delete_all_items(s, &nobody), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_reload_items(s, NULL, one_missing, 2), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_reconfigure_items(s, NULL, one_missing, 2), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_reload_sections(s, &nobody, 1), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_remove_supplementary(s, section, IQ_KIND_HEADER, 1), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_get_supplementary(s, section, IQ_KIND_FOOTER, 0, 0, &out.elements[0]), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_get_supplementary(s, section, 0, UINT32_MAX, 0, &out.elements[0]), IQ_ERROR_NOT_FOUND, 0);
}

/* Snapshots have no handles to give. */
static void check_buffers(const iq_snapshot *s)
{
    iq_item handle;
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = &out.key, .items = &handle};
    REFUSED(iq_snapshot_get_items(s, 0, 1, &buffers), IQ_ERROR_ARGUMENT, 4);
}

static void check_set(iq_snapshot *s)
{
    iq_key keys[] = {calls_key(31), calls_key(32)};
    iq_columns two = {.struct_size = sizeof two, .count = 2, .keys = keys};
    iq_section_entry entries[3];
    for (size_t i = 0; i < 3; i++) {
        entries[i] = (iq_section_entry){sizeof entries[0], calls_key(i + 1), 0, NULL, 0};
    }
    REFUSED(iq_snapshot_set(s, entries, 0, &two), IQ_ERROR_NO_SECTION, 2);
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

static void check_optional(void)
{
    size_t number;
    iq_item_buffers none = {.struct_size = sizeof none};
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
    REFUSED(iq_snapshot_decode(NULL, 0, NULL, &out.snapshot), IQ_ERROR_ARGUMENT, 1);
    static const size_t lengths[] = {0, 1, 31, 32, SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 2 + 1, 1ul << 40};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        REFUSED(iq_snapshot_decode(bytes, lengths[i], NULL, &out.snapshot), IQ_ERROR_FORMAT, 0);
    }
    REFUSED(iq_changeset_decode(bytes, length, NULL, &out.changeset), IQ_ERROR_FORMAT, 0);
    iq_snapshot_options options = {.struct_size = sizeof options, .duplicates = IQ_DUPLICATES_SCOPE};
    REFUSED(iq_snapshot_decode(bytes, length, &options, &out.snapshot), IQ_ERROR_SCOPE, 0);
    options.duplicates = IQ_DUPLICATES_NUMBER;
    options.flags = IQ_SNAPSHOT_DROP_EMPTY_SECTIONS;
    iq_snapshot *decoded;
    CHECK_OK(iq_snapshot_decode(bytes, length, &options, &decoded));
    iq_snapshot_destroy(decoded);
    ACCEPTED(iq_snapshot_encode(objects.snapshot, bytes, SIZE_MAX, &length));
    ACCEPTED(iq_snapshot_encode(objects.snapshot, out.text, sizeof out.text, &length));
    CHECK(length > sizeof out.text);
    free(memory);
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
    iq_key section = calls_key(1), item = calls_key(12), key = calls_key(77);
    REFUSED(iq_snapshot_insert_sections_beside(s, 0, section, &key, 1), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_snapshot_move_section_beside(s, section, 0, section), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_snapshot_insert_items_beside(s, NULL, 0, item, &nothing), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_snapshot_move_item_beside(s, NULL, item, 0, item), IQ_ERROR_ARGUMENT, 4);
}

/* The snapshot is A[11 12 13] B[14 15 16]. */
static void check_positions(void)
{
    const iq_key key = calls_key(7), section = calls_key(1), parent = calls_key(12);
    ACCEPTED(iq_snapshot_insert_sections(objects.snapshot, 2, &key, 1));
    ACCEPTED(iq_snapshot_insert_sections(objects.snapshot, IQ_END, &key, 1));
    ACCEPTED(iq_snapshot_insert_sections(objects.snapshot, 0, NULL, 0));
    ACCEPTED(iq_snapshot_insert_items(objects.snapshot, section, 3, &nothing));
    ACCEPTED(iq_snapshot_insert_items(objects.snapshot, section, IQ_END, &nothing));
    ACCEPTED(iq_snapshot_insert_children(objects.snapshot, NULL, parent, 0, &nothing));
    ACCEPTED(iq_snapshot_insert_children(objects.snapshot, &section, parent, IQ_END, &nothing));
}

static void check_updates(iq_snapshot *s)
{
    const iq_key keys[] = {calls_key(12), calls_key(15)}, twice[] = {calls_key(12), calls_key(12)};
    const iq_key one_missing[] = {calls_key(11), calls_key(99)};
    iq_columns looks = two_looks;
    REFUSED(iq_snapshot_update_items(s, NULL, one_missing, &looks, 1), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_snapshot_update_items(s, NULL, twice, &looks, 7), IQ_ERROR_ARGUMENT, 3);
    iq_error error = {.struct_size = sizeof error};
    CHECK_OK(iq_get_last_error(&error));
    CHECK((error.flags & IQ_ERROR_HAS_ELEMENT) && error.element == 1);
    REFUSED(iq_snapshot_update_items(s, NULL, keys, &looks, 0), IQ_ERROR_ARGUMENT, 5);
    looks.count = (size_t)IQ_MAX_ITEMS + 1;
    REFUSED(iq_snapshot_update_items(s, NULL, keys, &looks, 7), IQ_ERROR_LIMIT, 4);
    looks.count = 2;
    looks.content_stride = 7;
    REFUSED(iq_snapshot_update_items(s, NULL, keys, &looks, IQ_COLUMN_CONTENT), IQ_ERROR_ARGUMENT, 4);
    /* Columns that are not named are not looked at. */
    ACCEPTED(iq_snapshot_update_items(objects.snapshot, NULL, keys, &looks, IQ_COLUMN_CLASS));
    ACCEPTED(iq_snapshot_update_items(objects.snapshot, NULL, NULL, &nothing, IQ_COLUMN_CLASS));
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    arguments_open();
    check_creation();
    check_missing(objects.snapshot);
    check_buffers(objects.snapshot);
    check_set(objects.snapshot);
    check_encodings(objects.snapshot);
    check_optional();
    check_rest(objects.snapshot);
    check_places(objects.snapshot);
    check_positions();
    check_updates(objects.snapshot);
    arguments_close();
    return 0;
}

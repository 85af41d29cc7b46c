/*
 * messages.c - what is said when a call fails: the status, the parameter by its name in the header, the field and the
 * element, what was given and what is allowed. Every status, and every form of each.
 *
 *     SAYS(iq_list_find_item_at(list, 7, &item), IQ_ERROR_RANGE, "index is 7, beyond the end at 6")
 *
 * {11} in a text is the key of that number in hexadecimal digits.
 */
#include "calls.h"
#include "check.h"

#include <math.h>
#include <string.h>

static call_objects objects;
static iq_list *list;
static iq_snapshot *snapshot;
static iq_key key, section_key;
static int wrong;

static void expand(char *out, size_t room, const char *text)
{
    char *end = out + room - 1;
    while (*text && out < end) {
        unsigned number;
        int length = 0;
        if (sscanf(text, "{%u}%n", &number, &length) == 1 && length > 0) {
            iq_key named = calls_key(number);
            for (size_t i = 0; i < sizeof named.bytes; i++) {
                out += snprintf(out, (size_t)(end - out), "%02x", named.bytes[i]);
            }
            text += length;
        } else {
            *out++ = *text++;
        }
    }
    *out = 0;
}

static iq_error said(void)
{
    iq_error error = {.struct_size = sizeof error};
    CHECK(iq_get_last_error(&error) == IQ_OK);
    return error;
}

/* All that are wrong are shown. */
static void says(int line, const char *call, iq_status got, iq_status wanted, const char *text)
{
    char expected[512];
    iq_error error = said();
    int length = snprintf(expected, sizeof expected, "%s: ", iq_status_name(wanted));
    expand(expected + length, sizeof expected - (size_t)length, text);
    if (got == wanted && error.status == wanted && strcmp(error.message, expected) == 0) {
        return;
    }
    fprintf(stderr, "%s:%d: %s\n    says   %s\n    not    %s\n", __FILE__, line, call, error.message, expected);
    wrong++;
}

#define SAYS(call, status, text) says(__LINE__, #call, call, status, text)

static iq_columns columns_of(const iq_key *keys, size_t count)
{
    return (iq_columns){.struct_size = sizeof(iq_columns), .count = count, .keys = keys};
}

static void outputs_and_structs(void)
{
    iq_item item;
    size_t count;
    iq_list *made;
    iq_changeset *changes;
    iq_list_options options = {.struct_size = 12};
    SAYS(iq_list_find_item_at(list, 0, NULL), IQ_ERROR_ARGUMENT, "item is NULL");
    SAYS(iq_list_create(&options, &made), IQ_ERROR_STRUCT_SIZE,
         "options.struct_size is 12, not between 40 of the first version and 4096");
    options = (iq_list_options){.struct_size = sizeof options, .flags = 0x40};
    SAYS(iq_list_create(&options, &made), IQ_ERROR_ARGUMENT,
         "options.flags is 0x40, which has bits that this function does not accept");
    options = (iq_list_options){.struct_size = sizeof options, .duplicates = 9};
    SAYS(iq_list_create(&options, &made), IQ_ERROR_ARGUMENT,
         "options.duplicates is 9, which this function does not accept");
    options = (iq_list_options){.struct_size = sizeof options, .max_items = (size_t)IQ_MAX_ITEMS + 1};
    SAYS(iq_list_create(&options, &made), IQ_ERROR_ARGUMENT,
         "options.max_items is 2147483647, more than the maximum, 2147483646");
    iq_diff_options diff = {.struct_size = sizeof diff, .flags = IQ_UPDATE_PLAIN};
    SAYS(iq_diff(snapshot, snapshot, &diff, &changes), IQ_ERROR_ARGUMENT,
         "options.flags is 0x10, which has bits that this function does not accept");
    diff = (iq_diff_options){.struct_size = sizeof diff, .reserved = 1};
    SAYS(iq_diff(snapshot, snapshot, &diff, &changes), IQ_ERROR_ARGUMENT, "options.reserved is reserved and must be 0");
    iq_update_options update = {.struct_size = sizeof update, .flags = IQ_SUBMIT_EACH};
    SAYS(iq_list_apply(list, snapshot, &update, NULL), IQ_ERROR_ARGUMENT,
         "options.flags is 0x100, which has bits that this function does not accept");
    update.flags = IQ_UPDATE_NO_STEP;
    SAYS(iq_list_undo(list, &update, NULL), IQ_ERROR_ARGUMENT,
         "options.flags is 0x40, which has bits that this function does not accept");
    iq_submit_options submit = {.struct_size = sizeof submit, .flags = IQ_COMMIT_UNDONE};
    SAYS(iq_list_submit(list, snapshot, &submit, NULL), IQ_ERROR_ARGUMENT,
         "options.flags is 0x4000000, which has bits that this function does not accept");
    submit = (iq_submit_options){.struct_size = sizeof submit, .delay_milliseconds = 5, .flags = IQ_SUBMIT_HERE};
    SAYS(iq_list_submit(list, snapshot, &submit, NULL), IQ_ERROR_ARGUMENT,
         "options.delay_milliseconds is 5, but IQ_SUBMIT_HERE does not wait");
    iq_event event = {.struct_size = 1};
    SAYS(iq_list_poll(list, &event, 1, &count), IQ_ERROR_STRUCT_SIZE,
         "events[0].struct_size is 1, not between 176 of the first version and 4096");
    SAYS(iq_changeset_get_map(objects.changeset, 7, NULL, NULL), IQ_ERROR_ARGUMENT,
         "side is 7, which this function does not accept");
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .items = &item};
    SAYS(iq_snapshot_get_items(snapshot, 0, 1, &buffers), IQ_ERROR_ARGUMENT, "buffers.items is for lists only");
    SAYS(iq_snapshot_move_section_beside(snapshot, calls_key(1), 3, calls_key(2)), IQ_ERROR_ARGUMENT,
         "where is 3, which this function does not accept");
    SAYS(iq_list_set_range_states(list, 0, 1, 0, 0), IQ_ERROR_ARGUMENT, "states is 0");
    iq_allocator allocator = {.struct_size = sizeof allocator};
    SAYS(iq_memory_set_allocator(&allocator), IQ_ERROR_ARGUMENT, "allocator.allocate is NULL");
    SAYS(iq_memory_set_allocator(NULL), IQ_ERROR_STATE, "the allocator cannot change while the library has memory");
    iq_change change = {.kind = IQ_ITEM_DELETE};
    uint32_t destination;
    SAYS(iq_change_get_destination(&change, &destination), IQ_ERROR_ARGUMENT, "move is not a move");
}

static void columns(void)
{
    iq_key keys[2] = {calls_key(61), calls_key(62)};
    iq_class classes[2] = {{0}, {65000}};
    iq_columns items = columns_of(NULL, 2);
    SAYS(iq_list_set_items(list, &items, NULL, NULL), IQ_ERROR_ARGUMENT, "items.keys is NULL");
    items = columns_of(keys, SIZE_MAX);
    SAYS(iq_list_set_items(list, &items, NULL, NULL), IQ_ERROR_LIMIT,
         "items.count is 18446744073709551615, more than the limit, 2147483646");
    items = columns_of(keys, 2);
    items.key_stride = 3;
    SAYS(iq_list_set_items(list, &items, NULL, NULL), IQ_ERROR_ARGUMENT,
         "items.key_stride is 3, less than the width of the column, 16");
    items.key_stride = SIZE_MAX / 2;
    SAYS(iq_list_set_items(list, &items, NULL, NULL), IQ_ERROR_LIMIT,
         "items.key_stride is 9223372036854775807, which is beyond the address space for 2 items");
    items = columns_of(keys, 2);
    items.classes = classes;
    SAYS(iq_list_set_items(list, &items, NULL, NULL), IQ_ERROR_HANDLE,
         "items.classes[1] is 65000, which is not a registered class");
    CHECK((said().flags & IQ_ERROR_HAS_ELEMENT) && said().element == 1 && said().argument == 2);
}

static void sections(void)
{
    iq_key keys[2] = {calls_key(61), calls_key(62)};
    iq_columns items = columns_of(keys, 2);
    iq_supplementary elements[2] = {{.struct_size = sizeof *elements, .kind = IQ_KIND_HEADER},
                                    {.struct_size = sizeof *elements, .kind = 9}};
    iq_section_entry entries[3] = {{.struct_size = sizeof *entries, .key = calls_key(1)},
                                   {.struct_size = sizeof *entries, .key = calls_key(2), .first_item = 2},
                                   {.struct_size = sizeof *entries, .key = calls_key(3), .first_item = 1}};
    SAYS(iq_list_set(list, entries, 3, &items, NULL, NULL), IQ_ERROR_RANGE,
         "sections[2].first_item is 1, less than the one before it, 2");
    entries[2].first_item = 7;
    SAYS(iq_list_set(list, entries, 3, &items, NULL, NULL), IQ_ERROR_RANGE,
         "sections[2].first_item is 7, beyond the end at 2");
    SAYS(iq_list_set(list, entries + 1, 2, &items, NULL, NULL), IQ_ERROR_RANGE,
         "sections[0].first_item is 2, but the first section begins at 0");
    entries[2] = (iq_section_entry){
        .struct_size = sizeof *entries, .first_item = 2, .supplementaries = elements, .supplementary_count = 2};
    SAYS(iq_list_set(list, entries, 3, &items, NULL, NULL), IQ_ERROR_ARGUMENT,
         "sections[2].supplementaries[1].kind is 9, which this function does not accept");
    elements[1] = (iq_supplementary){.struct_size = sizeof *elements, .kind = IQ_KIND_FOOTER, .index = 4};
    SAYS(iq_list_set(list, entries, 3, &items, NULL, NULL), IQ_ERROR_ARGUMENT,
         "sections[2].supplementaries[1].index is 4, which no such element has");
    elements[1] = elements[0];
    elements[1].key = calls_key(70);
    entries[2].key = calls_key(3);
    SAYS(iq_list_set(list, entries, 3, &items, NULL, NULL), IQ_ERROR_DUPLICATE,
         "key {70} of section {3} has the kind 1 and index 0 of another element");
    SAYS(iq_list_set(list, NULL, 0, &items, NULL, NULL), IQ_ERROR_NO_SECTION, "the items have no section to go to");
    SAYS(iq_list_set(list, entries, SIZE_MAX, &items, NULL, NULL), IQ_ERROR_LIMIT,
         "section_count is 18446744073709551615, more than the limit, 16777214");
}

static void handles(void)
{
    iq_item items[3] = {objects.item, objects.edited_item, {99}}, item = objects.item;
    iq_section target = {1};
    iq_section_info info = {.struct_size = sizeof info};
    size_t count;
    items[1] = objects.item;
    SAYS(iq_list_get_count((iq_list *)(void *)snapshot, &count, NULL), IQ_ERROR_HANDLE,
         "list was destroyed, or is not an object of this type");
    SAYS(iq_list_set_states(list, items, 3, IQ_STATE_SELECTED, 0), IQ_ERROR_HANDLE,
         "items[2] is zero, was deleted, or is of another list");
    CHECK((said().flags & IQ_ERROR_HAS_ELEMENT) && said().element == 2 && said().argument == 2);
    SAYS(iq_list_get_section_info(list, target, &info), IQ_ERROR_HANDLE, "section is zero, was deleted, or is of another list");
    iq_edit *edit = objects.edit;
    items[0] = items[1] = objects.edited_item;
    SAYS(iq_edit_delete_items(edit, items, 3), IQ_ERROR_HANDLE, "items[2] is zero, was deleted, or is of another list");
    SAYS(iq_edit_delete_items(edit, items, 2), IQ_ERROR_ARGUMENT, "items[1] is what an earlier element names as well");
    SAYS(iq_edit_move_item_beside(edit, objects.edited_item, IQ_PUT_BEFORE, (iq_item){99}), IQ_ERROR_HANDLE,
         "anchor is zero, was deleted, or is of another list");
    SAYS(iq_edit_move_item_range(edit, objects.edited_section, 0, 1, (iq_section){7}, 0), IQ_ERROR_HANDLE,
         "target is zero, was deleted, or is of another list");
    const uint64_t contents[2] = {1, 2};
    iq_columns values = {.struct_size = sizeof values, .count = 2, .contents = contents};
    SAYS(iq_edit_update_items(edit, items, &values, IQ_COLUMN_CONTENT), IQ_ERROR_ARGUMENT,
         "items[1] is what an earlier element names as well");
    SAYS(iq_edit_update_items(edit, items, &values, 0), IQ_ERROR_ARGUMENT, "flags is 0");
    const iq_key keys[2] = {calls_key(12), calls_key(12)};
    SAYS(iq_snapshot_update_items(snapshot, NULL, keys, &values, IQ_COLUMN_CONTENT), IQ_ERROR_ARGUMENT,
         "keys[1] is what an earlier element names as well");
    /* The first that is repeated, in the order of the call, is the one that is named. */
    iq_item next, repeated[4];
    CHECK_OK(iq_list_find_item_in_section(objects.edited, objects.edited_section, 0, &next));
    CHECK(next.id != objects.edited_item.id);
    repeated[0] = repeated[3] = objects.edited_item;
    repeated[1] = repeated[2] = next;
    SAYS(iq_edit_delete_items(edit, repeated, 4), IQ_ERROR_ARGUMENT,
         "items[2] is what an earlier element names as well");
    iq_section twice[2] = {objects.edited_section, objects.edited_section};
    SAYS(iq_edit_delete_sections(edit, twice, 2), IQ_ERROR_ARGUMENT,
         "sections[1] is what an earlier element names as well");
    const iq_element element = {.struct_size = sizeof element, .item = {99}};
    SAYS(iq_list_emit(list, &element, 1, NULL), IQ_ERROR_HANDLE, "element.item is zero, was deleted, or is of another list");
    const iq_element both = {.struct_size = sizeof both, .item = item, .kind = 3};
    SAYS(iq_list_emit(list, &both, 1, NULL), IQ_ERROR_ARGUMENT,
         "element.kind is 3, but the item itself has no element kind or index");
    SAYS(iq_list_register_class(list, (iq_class){65000}), IQ_ERROR_HANDLE,
         "cell_class is 65000, which is not a registered class");
}

static void positions(void)
{
    iq_item item;
    iq_section section;
    iq_position other;
    size_t index;
    iq_item_info info = {.struct_size = sizeof info};
    SAYS(iq_list_find_item_at(list, 7, &item), IQ_ERROR_RANGE, "index is 7, beyond the end at 6");
    SAYS(iq_list_find_section_at(list, 7, &section), IQ_ERROR_RANGE, "position 7 is beyond the last section: the number of sections is 2");
    SAYS(iq_list_find_item_in_section(list, objects.section, 3, &item), IQ_ERROR_RANGE,
         "position is 3, beyond the end at 3");
    SAYS(iq_list_find_index(list, (iq_position){0, 9}, &index), IQ_ERROR_RANGE,
         "position 0:9 is beyond the end of its section: the number of items is 3");
    SAYS(iq_snapshot_get_item_info_at(snapshot, (iq_position){9, 0}, 0, &info), IQ_ERROR_RANGE,
         "position 9 is beyond the last section: the number of sections is 2");
    SAYS(iq_list_set_range_states(list, 4, 7, IQ_STATE_SELECTED, 0), IQ_ERROR_RANGE, "count is 7, more than the rest, 2");
    SAYS(iq_list_set_range_states(list, 8, 1, IQ_STATE_SELECTED, 0), IQ_ERROR_RANGE,
         "first is 8, beyond the end at 6");
    iq_columns items = columns_of(&key, 1);
    SAYS(iq_edit_insert_items(objects.edit, objects.edited_section, 9, &items), IQ_ERROR_RANGE,
         "position is 9, beyond the end at 2");
    SAYS(iq_edit_insert_children(objects.edit, objects.edited_item, 4, &items), IQ_ERROR_RANGE,
         "index is 4, beyond the end at 0");
    SAYS(iq_snapshot_insert_items(snapshot, calls_key(1), 9, &items), IQ_ERROR_RANGE,
         "position is 9, beyond the end at 3");
    SAYS(iq_snapshot_insert_children(snapshot, NULL, calls_key(12), 4, &items), IQ_ERROR_RANGE,
         "index is 4, beyond the end at 0");
    SAYS(iq_snapshot_insert_sections(snapshot, 9, &key, 1), IQ_ERROR_RANGE,
         "position 9 is beyond the last section: the number of sections is 2");
    SAYS(iq_edit_delete_item_range(objects.edit, objects.edited_section, 1, 9), IQ_ERROR_RANGE,
         "count is 9, more than the rest, 1");
    SAYS(iq_edit_insert_sections(objects.edit, 9, &key, 1), IQ_ERROR_RANGE,
         "position 9 is beyond the last section: the number of sections is 2");
    SAYS(iq_changeset_map_position(objects.changeset, IQ_BEFORE, (iq_position){0, 7}, &other), IQ_ERROR_RANGE,
         "position 0:7 is beyond the end of its section: the number of items is 3");
    SAYS(iq_changeset_map_position(objects.changeset, IQ_BEFORE, (iq_position){0, 1}, &other), IQ_ERROR_NOT_FOUND,
         "position 0:1 has no counterpart on the other side");
    const size_t ends[2] = {2, 1};
    SAYS(iq_hash_records("\6\6\6", 3, ends, 2, NULL, NULL), IQ_ERROR_RANGE,
         "ends[1] is 1, less than the one before it, 2");
    SAYS(iq_hash_records("\6", 1, ends, 2, NULL, NULL), IQ_ERROR_RANGE, "ends[0] is 2, beyond the end at 1");
}

static void keys(void)
{
    iq_item item;
    iq_position position;
    iq_key twice[2] = {calls_key(61), calls_key(61)};
    iq_columns items = columns_of(twice, 2);
    SAYS(iq_list_find_item(list, NULL, calls_key(99), &item), IQ_ERROR_NOT_FOUND, "key {99} was not found");
    SAYS(iq_snapshot_find_position(snapshot, NULL, calls_key(99), &position), IQ_ERROR_NOT_FOUND,
         "key {99} was not found");
    SAYS(iq_list_set_section_items(list, calls_key(99), &items, NULL, NULL), IQ_ERROR_NOT_FOUND,
         "section {99} was not found");
    SAYS(iq_list_set_items(list, &items, NULL, NULL), IQ_ERROR_DUPLICATE, "key {61} at 0:1 occurs first at 0:0");
    const iq_key there = calls_key(11);
    items = columns_of(&there, 1);
    SAYS(iq_edit_insert_items(objects.edit, objects.edited_section, 0, &items), IQ_ERROR_DUPLICATE,
         "key {11} of section {1} occurs first at 0:0");
    SAYS(iq_snapshot_remove_supplementary(snapshot, calls_key(1), IQ_KIND_HOST, 5), IQ_ERROR_NOT_FOUND,
         "section {1} has no element of kind 16 and index 5");
    SAYS(iq_list_remove_supplementary(list, IQ_KIND_HOST, 5), IQ_ERROR_NOT_FOUND,
         "the list has no element of kind 16 and index 5");
    iq_key made;
    SAYS(iq_key_from_bytes("", 0, &made), IQ_ERROR_ARGUMENT, "length is 0");
    SAYS(iq_key_from_digest("abc", 3, &made), IQ_ERROR_ARGUMENT, "length is 3, less than 16 bytes");
    iq_hasher hasher = {{0}};
    SAYS(iq_hasher_add_bool(&hasher, 1), IQ_ERROR_ARGUMENT, "hasher was not initialized by iq_hasher_init");
}

static void scopes(void)
{
    iq_list *scoped;
    iq_list_options options = {.struct_size = sizeof options, .duplicates = IQ_DUPLICATES_SCOPE};
    CHECK_OK(iq_list_create(&options, &scoped));
    iq_item item;
    SAYS(iq_list_apply(scoped, snapshot, NULL, NULL), IQ_ERROR_SCOPE, "the keys are scoped by section on one side only");
    SAYS(iq_list_find_item(scoped, NULL, key, &item), IQ_ERROR_SCOPE,
         "key {11} is scoped by section, and came without a section");
    SAYS(iq_list_set_key_states(scoped, NULL, &key, 1, IQ_STATE_SELECTED, 0, NULL), IQ_ERROR_SCOPE,
         "sections is NULL, but keys are scoped by section");
    iq_list_destroy(scoped);
}

static void states_of_lists(void)
{
    iq_list *filtered, *fresh;
    iq_snapshot *other;
    iq_edit *edit;
    iq_columns items = columns_of(&key, 1);
    const iq_derive_options plain = {.struct_size = sizeof plain};
    CHECK_OK(iq_list_create(NULL, &fresh));
    CHECK_OK(iq_list_derive(fresh, &plain, &filtered));
    iq_list *refused;
    iq_derive_options wrong = {.struct_size = sizeof wrong, .kind = 4};
    SAYS(iq_list_derive(fresh, &wrong, &refused), IQ_ERROR_ARGUMENT,
         "options.kind is 4, which this function does not accept");
    wrong = (iq_derive_options){.struct_size = sizeof wrong, .flags = 0x40};
    SAYS(iq_list_derive(fresh, &wrong, &refused), IQ_ERROR_ARGUMENT,
         "options.flags is 0x40, which has bits that this function does not accept");
    wrong.flags = IQ_DERIVE_KEEP_PARENTS;
    SAYS(iq_list_derive(fresh, &wrong, &refused), IQ_ERROR_ARGUMENT,
         "options.flags is 0x1, which has bits that this kind of list does not have");
    wrong.flags = IQ_DERIVE_EXCLUSIVE | IQ_DERIVE_EXPANDED;
    SAYS(iq_list_derive(fresh, &wrong, &refused), IQ_ERROR_ARGUMENT,
         "options.flags is 0x6, which has flags that exclude each other");
    SAYS(iq_list_undo(fresh, NULL, NULL), IQ_ERROR_NOT_FOUND, "the list has no step to undo");
    SAYS(iq_list_redo(fresh, NULL, NULL), IQ_ERROR_NOT_FOUND, "the list has no step to redo");
    SAYS(iq_list_set_items(filtered, &items, NULL, NULL), IQ_ERROR_STATE,
         "the list is derived: only its source changes it");
    SAYS(iq_list_submit(filtered, snapshot, NULL, NULL), IQ_ERROR_STATE,
         "the list is derived: only its source changes it");
    SAYS(iq_list_set_filter(fresh, NULL, NULL, NULL), IQ_ERROR_STATE,
         "the list was not derived as IQ_DERIVE_FILTER");
    SAYS(iq_list_cancel(fresh, 5), IQ_ERROR_NOT_FOUND, "the ticket is 5, which this list has not given out");
    SAYS(iq_list_resume(fresh), IQ_ERROR_STATE, "the list is not held");
    CHECK_OK(iq_edit_begin(fresh, NULL, &edit));
    SAYS(iq_list_set_items(fresh, &items, NULL, NULL), IQ_ERROR_BUSY, "the list has an open edit");
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    SAYS(iq_edit_commit(edit, NULL, NULL), IQ_ERROR_STATE, "the edit has ended");
    iq_edit_destroy(edit);
    iq_list_destroy(filtered);
    CHECK_OK(iq_edit_begin(fresh, NULL, &edit));
    iq_list_destroy(fresh);
    SAYS(iq_edit_commit(edit, NULL, NULL), IQ_ERROR_HANDLE, "edit is of a list that was destroyed");
    SAYS(iq_edit_delete_items(edit, &objects.item, 1), IQ_ERROR_HANDLE, "edit is of a list that was destroyed");
    iq_edit_destroy(edit);
    CHECK_OK(iq_list_snapshot(list, &other));
    const iq_page page = {.struct_size = sizeof page, .state = IQ_PAGE_ENDED, .token = 7};
    SAYS(iq_list_set_page(list, (iq_section){0}, IQ_EDGE_END, &page), IQ_ERROR_STATE,
         "page.token is 7, which is of no request that is under way");
    SAYS(iq_list_set_page(list, (iq_section){0}, 9, &page), IQ_ERROR_ARGUMENT,
         "edge is 9, which this function does not accept");
    SAYS(iq_list_set_selection(list, 77), IQ_ERROR_ARGUMENT, "mode is 77, which this function does not accept");
    CHECK_OK(iq_list_set_selection(list, IQ_SELECTION_NONE));
    SAYS(iq_list_set_states(list, &objects.item, 1, IQ_STATE_SELECTED, IQ_SET_BY_USER), IQ_ERROR_REFUSED,
         "the list has a selection mode that forbids it");
    SAYS(iq_list_emit(list, &(iq_element){.struct_size = sizeof(iq_element), .item = objects.item}, IQ_ACTION_DELETE, NULL), IQ_ERROR_REFUSED,
         "key {12} does not have the trait that allows it");
    SAYS(iq_list_reserve(list, SIZE_MAX), IQ_ERROR_LIMIT,
         "items is 18446744073709551615, more than the limit, 2147483646");
    iq_snapshot_destroy(other);
    iq_list_options small = {.struct_size = sizeof small, .max_items = 2, .max_sections = 1};
    CHECK_OK(iq_list_create(&small, &fresh));
    SAYS(iq_list_apply(fresh, snapshot, NULL, NULL), IQ_ERROR_LIMIT, "the list would have 6 items, more than its limit, 2");
    iq_list_destroy(fresh);
}

static void classes(void)
{
    iq_class made, other;
    iq_class_options options = {.struct_size = sizeof options, .name = "Message"};
    CHECK_OK(iq_class_create(&options, &made));
    SAYS(iq_class_create(&options, &other), IQ_ERROR_DUPLICATE, "options.name is that of a registered class");
    SAYS(iq_class_find("Nobody", &other), IQ_ERROR_NOT_FOUND, "name is not the name of a registered class");
    options.name = "";
    SAYS(iq_class_create(&options, &other), IQ_ERROR_ARGUMENT, "options.name is not a UTF-8 text of 1 to 255 bytes");
    options.name = NULL;
    SAYS(iq_class_create(&options, &other), IQ_ERROR_ARGUMENT, "options.name is NULL");
    options.name = "Other";
    options.traits = 1u << 31;
    SAYS(iq_class_create(&options, &other), IQ_ERROR_ARGUMENT,
         "options.traits is 0x80000000, which has bits that this function does not accept");
    iq_list *registered;
    iq_list_options only = {.struct_size = sizeof only, .flags = IQ_LIST_REGISTERED_CLASSES};
    CHECK_OK(iq_list_create(&only, &registered));
    iq_columns items = columns_of(&key, 1);
    items.classes = &made;
    SAYS(iq_list_set_items(registered, &items, NULL, NULL), IQ_ERROR_NOT_FOUND,
         "key {11} has a class that the list does not allow: Message");
    iq_list_destroy(registered);
}

static void views(void)
{
    iq_event event = {.struct_size = sizeof event};
    iq_element element = {.struct_size = sizeof element, .item = objects.item};
    iq_view *extra[9];
    SAYS(iq_view_give_cell(objects.view, 900), IQ_ERROR_RANGE, "cell is 900, but the number of cells is 2");
    SAYS(iq_view_give_cell(objects.view, 0), IQ_ERROR_STATE, "cell is 0, which was not taken");
    SAYS(iq_view_find_cell(objects.view, 900, NULL, &event), IQ_ERROR_NOT_FOUND, "the cell is 900, which is not bound");
    SAYS(iq_view_find_cell(objects.view, 0, &element, &event), IQ_ERROR_ARGUMENT,
         "element is needed exactly where cell is IQ_NONE");
    element = (iq_element){.struct_size = sizeof(iq_element), .section = objects.section, .kind = IQ_KIND_HOST, .index = 3};
    SAYS(iq_view_find_cell(objects.view, IQ_NONE, &element, &event), IQ_ERROR_NOT_FOUND,
         "element is in no cell of this view");
    SAYS(iq_view_take_cell(objects.view, &element, &event), IQ_ERROR_NOT_FOUND,
         "section {1} has no element of kind 16 and index 3");
    element = (iq_element){.struct_size = sizeof(iq_element), .section = objects.section};
    SAYS(iq_view_take_cell(objects.view, &element, &event), IQ_ERROR_ARGUMENT,
         "element.section names a section or the list, which have no cell");
    size_t count = 0;
    while (iq_view_create(list, NULL, &extra[count]) == IQ_OK) {
        count++;
    }
    SAYS(iq_view_create(list, NULL, &extra[count]), IQ_ERROR_LIMIT, "the list has 8 views, the limit");
    while (count > 0) {
        iq_view_destroy(extra[--count]);
    }
}

/* Options, lengths and layouts. */
static void layouts(void)
{
    iq_view *view = objects.laid_out, *made;
    iq_view_options options = {.struct_size = sizeof options, .flags = IQ_VIEW_RTL};
    SAYS(iq_view_create(list, &options, &made), IQ_ERROR_ARGUMENT,
         "options.flags is 0x4, which has bits that this function does not accept");
    options = (iq_view_options){.struct_size = sizeof options, .flags = IQ_VIEW_LAID_OUT, .grain = 0.3};
    SAYS(iq_view_create(list, &options, &made), IQ_ERROR_ARGUMENT,
         "options.grain is neither 0 nor a power of two from 1/1024 to 1");
    options = (iq_view_options){.struct_size = sizeof options, .insets = {.bottom = -1}};
    SAYS(iq_view_set_options(view, &options), IQ_ERROR_RANGE, "options.insets is not a length from 0 to 1048576");
    options = (iq_view_options){.struct_size = sizeof options, .end_threshold = INFINITY};
    SAYS(iq_view_set_options(view, &options), IQ_ERROR_RANGE,
         "options.end_threshold is not a length from 0 to 1048576");
    options = (iq_view_options){.struct_size = sizeof options, .reserved = 1};
    SAYS(iq_view_set_options(view, &options), IQ_ERROR_ARGUMENT, "options.reserved is reserved and must be 0");
    SAYS(iq_view_set_size(view, 10, -1), IQ_ERROR_RANGE, "height is not a length from 0 to 1048576");
    SAYS(iq_view_set_size(view, NAN, 10), IQ_ERROR_RANGE, "width is not a length from 0 to 1048576");
    iq_section_layout layout = {.struct_size = sizeof layout, .columns = 65};
    SAYS(iq_view_set_layout(view, (iq_section){0}, &layout), IQ_ERROR_ARGUMENT,
         "layout.columns is 65, more than the maximum, 64");
    layout = (iq_section_layout){.struct_size = sizeof layout, .item.width = {.unit = 9}};
    SAYS(iq_view_set_layout(view, (iq_section){0}, &layout), IQ_ERROR_ARGUMENT,
         "layout.item.width is 9, which this function does not accept");
    layout = (iq_section_layout){.struct_size = sizeof layout, .header.height = {.value = 2e6}};
    SAYS(iq_view_set_layout(view, (iq_section){0}, &layout), IQ_ERROR_RANGE,
         "layout.header.height is not a length from 0 to 1048576");
    layout = (iq_section_layout){.struct_size = sizeof layout, .page.insets = {.leading = -2}};
    SAYS(iq_view_set_layout(view, (iq_section){0}, &layout), IQ_ERROR_RANGE,
         "layout.page.insets is not a length from 0 to 1048576");
    layout = (iq_section_layout){.struct_size = sizeof layout};
    SAYS(iq_view_set_layout(view, (iq_section){99}, &layout), IQ_ERROR_HANDLE,
         "section is zero, was deleted, or is of another list");
    SAYS(iq_view_set_layout(objects.view, (iq_section){0}, &layout), IQ_ERROR_STATE,
         "the view was created without IQ_VIEW_LAID_OUT");
    SAYS(iq_view_set_visible(view, 0, 1, 0), IQ_ERROR_STATE, "the view is laid out by iq_view_layout");
    SAYS(iq_view_layout(objects.view, NULL), IQ_ERROR_STATE, "the view was created without IQ_VIEW_LAID_OUT");
    char text[40];
    size_t length;
    SAYS(iq_view_dump(view, NULL, sizeof text, &length), IQ_ERROR_ARGUMENT, "buffer is NULL");
}

static void sizes(void)
{
    iq_view *view = objects.laid_out;
    iq_element_size given[3] = {{.element.item = objects.item, .size = {1, 1}}, {.element.item = objects.item}};
    given[1].size.height = -4;
    SAYS(iq_view_set_sizes(view, given, 2), IQ_ERROR_RANGE, "sizes[1].size.height is not a length from 0 to 1048576");
    CHECK((said().flags & IQ_ERROR_HAS_ELEMENT) && said().element == 1 && said().argument == 2);
    given[1] = (iq_element_size){.element.section = objects.section, .size = {1, 1}};
    SAYS(iq_view_set_sizes(view, given, 2), IQ_ERROR_ARGUMENT,
         "sizes[1] names a section or the list, which have no cell");
    given[1] = (iq_element_size){.element = {.item = objects.item, .kind = 3}};
    SAYS(iq_view_set_sizes(view, given, 2), IQ_ERROR_ARGUMENT,
         "sizes[1].element.kind is 3, but the item itself has no element kind or index");
    SAYS(iq_view_set_sizes(view, given, SIZE_MAX), IQ_ERROR_LIMIT,
         "count is 18446744073709551615, more than the limit, 2147483646");
    SAYS(iq_view_set_sizes(view, NULL, 1), IQ_ERROR_ARGUMENT, "sizes is NULL");
    iq_list_info info = {.struct_size = sizeof info};
    double lengths[3] = {1, NAN, 1};
    CHECK_OK(iq_list_get_info(list, &info));
    SAYS(iq_view_set_extents(view, info.version + 1, 0, 1, lengths, 0), IQ_ERROR_STATE,
         "version is not that of the list");
    SAYS(iq_view_set_extents(view, info.version, 0, 3, lengths, 0), IQ_ERROR_RANGE,
         "extents[1] is not a length from 0 to 1048576");
    CHECK((said().flags & IQ_ERROR_HAS_ELEMENT) && said().element == 1 && said().argument == 5);
    SAYS(iq_view_set_extents(view, info.version, 4, 3, lengths, 0), IQ_ERROR_RANGE, "count is 3, more than the rest, 2");
    SAYS(iq_view_set_extents(view, info.version, 7, 0, lengths, 0), IQ_ERROR_RANGE, "first is 7, beyond the end at 6");
    SAYS(iq_view_set_extents(view, info.version, 0, 2, NULL, 0), IQ_ERROR_ARGUMENT, "extents is NULL");
    SAYS(iq_view_set_extents(view, info.version, 0, 2, lengths, SIZE_MAX / 2), IQ_ERROR_LIMIT,
         "stride is 9223372036854775807, which is beyond the address space for 2 items");
    SAYS(iq_view_invalidate(view, 3, 4), IQ_ERROR_RANGE, "count is 4, more than the rest, 3");
    SAYS(iq_view_invalidate(view, 8, 0), IQ_ERROR_RANGE, "first is 8, beyond the end at 6");
}

static void scrolling(void)
{
    iq_view *view = objects.laid_out, *fresh;
    iq_scroll_target target = {.struct_size = sizeof target, .element.item = {99}};
    double offset;
    SAYS(iq_view_scroll(view, INFINITY, 0), IQ_ERROR_RANGE, "offset is not a finite number");
    SAYS(iq_view_scroll(view, 0, 64), IQ_ERROR_ARGUMENT,
         "flags is 0x40, which has bits that this function does not accept");
    SAYS(iq_view_scroll(objects.view, 0, 0), IQ_ERROR_STATE, "the view was created without IQ_VIEW_LAID_OUT");
    SAYS(iq_view_scroll_to(view, NULL), IQ_ERROR_ARGUMENT, "target is NULL");
    SAYS(iq_view_scroll_to(view, &target), IQ_ERROR_HANDLE, "target.element is zero, was deleted, or is of another list");
    target.element = (iq_element){.section = objects.section, .kind = IQ_KIND_FOOTER};
    SAYS(iq_view_get_offset(view, &target, &offset), IQ_ERROR_NOT_FOUND,
         "section {1} has no element of kind 2 and index 0");
    target = (iq_scroll_target){.struct_size = sizeof target, .align = 8};
    SAYS(iq_view_scroll_to(view, &target), IQ_ERROR_ARGUMENT, "target.align is 8, which this function does not accept");
    target = (iq_scroll_target){.struct_size = sizeof target, .margin = -8};
    SAYS(iq_view_scroll_to(view, &target), IQ_ERROR_RANGE, "target.margin is not a length from 0 to 1048576");
    SAYS(iq_view_set_anchor(view, 4, (iq_item){0}), IQ_ERROR_ARGUMENT,
         "anchor is 4, which this function does not accept");
    SAYS(iq_view_set_anchor(view, 0, (iq_item){99}), IQ_ERROR_HANDLE, "item is zero, was deleted, or is of another list");
    iq_scroll_position position = {.struct_size = sizeof position};
    iq_view_options options = {.struct_size = sizeof options, .flags = IQ_VIEW_LAID_OUT};
    CHECK_OK(iq_view_create(list, &options, &fresh));
    SAYS(iq_view_get_scroll_position(fresh, &position), IQ_ERROR_NOT_FOUND,
         "the view has no scene yet that shows an item of the list");
    iq_hit hit = {.struct_size = sizeof hit};
    SAYS(iq_view_find_at(fresh, 1, 1, IQ_AT_NEAREST, &hit), IQ_ERROR_NOT_FOUND, "the scene has no place at the point");
    iq_view_destroy(fresh);
    position.within = NAN;
    SAYS(iq_view_set_scroll_position(view, &position), IQ_ERROR_RANGE, "position.within is not a finite number");
    SAYS(iq_view_find_at(view, 1, 1e5, 0, &hit), IQ_ERROR_NOT_FOUND, "the scene has no place at the point");
    SAYS(iq_view_find_at(view, 1, NAN, 0, &hit), IQ_ERROR_RANGE, "y is not a finite number");
    iq_rect frame;
    iq_element element = {.struct_size = sizeof element, .section = objects.section, .kind = IQ_KIND_FOOTER};
    SAYS(iq_view_get_frame(view, &element, &frame), IQ_ERROR_NOT_FOUND,
         "section {1} has no element of kind 2 and index 0");
    element = (iq_element){.struct_size = sizeof element, .section = {99}};
    SAYS(iq_view_get_frame(view, &element, &frame), IQ_ERROR_HANDLE,
         "element is zero, was deleted, or is of another list");
    iq_item first, neighbour;
    CHECK_OK(iq_list_find_item_at(list, 0, &first));
    SAYS(iq_view_find_neighbour(view, first, IQ_DIRECTION_UP, &neighbour), IQ_ERROR_NOT_FOUND,
         "the item has none on that side");
    SAYS(iq_view_find_neighbour(view, (iq_item){99}, IQ_DIRECTION_UP, &neighbour), IQ_ERROR_HANDLE,
         "item is zero, was deleted, or is of another list");
    SAYS(iq_view_find_neighbour(view, first, 6, &neighbour), IQ_ERROR_ARGUMENT,
         "direction is 6, which this function does not accept");
}

static void changesets(void)
{
    iq_position before, after;
    iq_changeset *bare, *inverse;
    CHECK_OK(iq_diff(snapshot, objects.other, NULL, &bare));
    SAYS(iq_changeset_find_key(bare, NULL, key, &before, &after), IQ_ERROR_NO_KEYS,
         "the changeset was made without KEEP_KEYS in its options");
    SAYS(iq_changeset_invert(bare, &inverse), IQ_ERROR_NO_PAYLOAD,
         "the changeset was made without PAYLOAD in its options");
    iq_changeset_destroy(bare);
    iq_replay *replay;
    CHECK_OK(iq_replay_create(objects.changeset, snapshot, IQ_REPLAY_STEPS, 0, &replay));
    iq_status status;
    unsigned carried = 0;
    while ((status = iq_replay_next(replay)) == IQ_OK) {
        carried++;
    }
    char text[64];
    snprintf(text, sizeof text, "the replay has carried out its last change, number %u", carried);
    SAYS(iq_replay_next(replay), IQ_ERROR_STATE, text);
    iq_replay_destroy(replay);
    SAYS(iq_replay_create(objects.changeset, objects.other, IQ_REPLAY_STEPS, 0, &replay), IQ_ERROR_MISMATCH,
         "position 1 has another number of items: 2 here, 3 where the changeset starts");
    SAYS(iq_replay_create(objects.changeset, snapshot, 9, 0, &replay), IQ_ERROR_ARGUMENT,
         "dialect is 9, which this function does not accept");
}

/* A changeset from these items of a flat list to those, applied to others. */
static iq_status apply(const char *from, const char *to, const char *present)
{
    const char *texts[3] = {from, to, present};
    iq_list *lists[2];
    iq_changeset *changeset = NULL;
    const iq_update_options options = {.struct_size = sizeof options, .flags = IQ_UPDATE_PAYLOAD};
    CHECK_OK(iq_list_create(NULL, &lists[0]));
    CHECK_OK(iq_list_create(NULL, &lists[1]));
    for (int i = 0; i < 3; i++) {
        iq_key given[8];
        uint64_t contents[8];
        size_t count = 0;
        for (const char *at = texts[i]; *at; at++) {
            if (*at == '*') {
                contents[count - 1] = 2;
            } else {
                contents[count] = 1;
                given[count++] = calls_key((uint64_t)(*at - '0'));
            }
        }
        iq_columns items = columns_of(given, count);
        items.contents = contents;
        CHECK_OK(iq_list_set_items(lists[i / 2], &items, &options, i == 1 ? &changeset : NULL));
    }
    iq_status status = iq_changeset_apply_to_list(changeset, lists[1], NULL, NULL);
    iq_error error = said();
    iq_changeset_destroy(changeset);
    iq_list_destroy(lists[0]);
    iq_list_destroy(lists[1]);
    CHECK(status == IQ_OK || error.status == status);
    return status;
}

/* What differs is an item, not the only section of a flat list. */
static void mismatches(void)
{
    SAYS(iq_list_changes_since(objects.list, snapshot, NULL, NULL, NULL), IQ_ERROR_MISMATCH,
         "before is no snapshot of the list, or was edited since it was taken");
    SAYS(apply("12", "3", "4"), IQ_ERROR_MISMATCH,
         "key {1} at 0:0 is in the state that the changeset starts from, but not here");
    SAYS(apply("12", "1", "1"), IQ_ERROR_MISMATCH,
         "key {2} at 0:1 is in the state that the changeset starts from, but not here");
    SAYS(apply("", "1", "5"), IQ_ERROR_MISMATCH,
         "key {5} at 0:0 is here, but not in the state that the changeset starts from");
    SAYS(apply("12", "123", "1"), IQ_ERROR_MISMATCH,
         "the list's only section at 0 has another number of items: 1 here, 2 where the changeset starts");
    SAYS(apply("12", "1", "12*"), IQ_ERROR_MISMATCH,
         "key {2} at 0:1 differs from the state that the changeset starts from");
    SAYS(apply("12", "132", "13"), IQ_ERROR_MISMATCH,
         "key {3} at 0:1 is inserted by the changeset, but is here already");
}

static void encodings(void)
{
    unsigned char bytes[4096], damaged[4096];
    size_t length;
    iq_snapshot *decoded;
    iq_changeset *changeset;
    CHECK_OK(iq_snapshot_encode(snapshot, bytes, sizeof bytes, &length));
    SAYS(iq_snapshot_decode(bytes, 5, NULL, &decoded), IQ_ERROR_FORMAT,
         "the encoding has a length of 5, less than the shortest, 32");
    SAYS(iq_snapshot_decode(memset(damaged, 1, sizeof damaged), 64, NULL, &decoded), IQ_ERROR_FORMAT,
         "the encoding is not a libiqlist encoding");
    SAYS(iq_changeset_decode(bytes, length, NULL, &changeset), IQ_ERROR_FORMAT,
         "the encoding is another kind of encoding");
    memcpy(damaged, bytes, length);
    damaged[4] = 77;
    SAYS(iq_snapshot_decode(damaged, length, NULL, &decoded), IQ_ERROR_FORMAT,
         "the encoding has format version 77, but this library reads versions 1 to 3");
    memcpy(damaged, bytes, length);
    damaged[length - 1] ^= 1;
    SAYS(iq_snapshot_decode(damaged, length, NULL, &decoded), IQ_ERROR_FORMAT,
         "the encoding does not match its checksum");
    const iq_snapshot_options scoped = {.struct_size = sizeof scoped, .duplicates = IQ_DUPLICATES_SCOPE};
    SAYS(iq_snapshot_decode(bytes, length, &scoped, &decoded), IQ_ERROR_SCOPE,
         "the keys are scoped by section on one side only");
}

static void *allocate(void *context, size_t size) { return *(int *)context ? NULL : malloc(size); }
static void *reallocate(void *context, void *memory, size_t size)
{
    return *(int *)context ? NULL : realloc(memory, size);
}
static void release(void *context, void *memory)
{
    (void)context;
    free(memory);
}

/* Messages are made on request, and take no memory. */
int main(void)
{
    int fails = 0;
    const iq_allocator allocator = {sizeof allocator, &fails, allocate, reallocate, release};
    CHECK_OK(iq_memory_set_allocator(&allocator));
    CHECK(said().message[0] == 0);
    CHECK(objects_open(&objects, (iq_class){0}, NULL));
    list = objects.list;
    snapshot = objects.snapshot;
    key = calls_key(11);
    section_key = calls_key(1);
    outputs_and_structs();
    columns();
    sections();
    handles();
    positions();
    keys();
    scopes();
    states_of_lists();
    classes();
    views();
    layouts();
    sizes();
    scrolling();
    changesets();
    mismatches();
    encodings();
    iq_list *made;
    fails = 1;
    SAYS(iq_list_create(NULL, &made), IQ_ERROR_NO_MEMORY, "an allocation failed; nothing has changed");
    fails = 0;
    objects_close(&objects);
    CHECK(wrong == 0);
    return 0;
}

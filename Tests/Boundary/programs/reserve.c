/*
 * reserve.c - iq_list_reserve takes the memory beforehand that a list grows by, changes nothing that can be read,
 * and leaves all as it was where memory runs out; and without it a large list grows in steps.
 */
#include "check.h"
#include "digest.h"
#include "failing.h"

#include <stdlib.h>
#include <string.h>

/* Items first ..< first + count, in one section. */
static void set(iq_list *list, uint64_t first, size_t count)
{
    iq_key *keys = check_memory(malloc((count + 1) * sizeof *keys));
    for (size_t i = 0; i < count; i++) {
        keys[i] = iq_key_from_u64(first + i);
    }
    iq_columns items = {.struct_size = sizeof items, .count = count, .keys = keys};
    CHECK_OK(iq_list_set_items(list, &items, NULL, NULL));
    free(keys);
}

static iq_list *list_of(size_t count)
{
    iq_list *list;
    CHECK_OK(iq_list_create(NULL, &list));
    set(list, 0, count);
    return list;
}

/* Inserts the item of that key in an edit of its own, and looks it up. */
static void insert(iq_list *list, uint64_t number)
{
    iq_key key = iq_key_from_u64(number);
    iq_columns item = {.struct_size = sizeof item, .count = 1, .keys = &key};
    iq_section section;
    iq_edit *edit;
    CHECK_OK(iq_list_find_section_at(list, 0, &section));
    CHECK_OK(iq_edit_begin(list, NULL, &edit));
    CHECK_OK(iq_edit_insert_items(edit, section, IQ_END, &item));
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    iq_item found;
    CHECK_OK(iq_list_find_item(list, NULL, key, &found));
}

static iq_statistics statistics_of(const iq_list *list)
{
    iq_statistics now = {.struct_size = sizeof now};
    CHECK_OK(iq_list_get_statistics(list, &now));
    return now;
}

/* Neither index nor handles grow until the list has so many items. */
static void check_headroom(size_t items, size_t reserved)
{
    iq_list *list = list_of(items);
    uint64_t digest = digest_list(list);
    CHECK_OK(iq_list_reserve(list, reserved));
    CHECK(digest_list(list) == digest);
    iq_statistics before = statistics_of(list);
    CHECK(before.index_bytes >= reserved * 8 * 4 / 3 && before.slot_bytes >= reserved * 8);
    for (size_t i = items; i < reserved; i++) {
        insert(list, i);
    }
    iq_statistics after = statistics_of(list);
    CHECK(after.index_bytes == before.index_bytes && after.slot_bytes == before.slot_bytes);
    /* Less than it has, or as much: nothing. */
    size_t used = iq_memory_used();
    CHECK_OK(iq_list_reserve(list, 0));
    CHECK_OK(iq_list_reserve(list, items));
    CHECK_OK(iq_list_reserve(list, reserved));
    CHECK(iq_memory_used() == used);
    CHECK_OK(iq_list_trim(list));
    iq_list_destroy(list);
}

/* An empty list keeps what is reserved through its first update; a trim gives it back. */
static void check_empty(size_t reserved)
{
    iq_list *list;
    CHECK_OK(iq_list_create(NULL, &list));
    size_t empty = iq_memory_used();
    CHECK_OK(iq_list_reserve(list, reserved));
    iq_statistics before = statistics_of(list);
    set(list, 0, reserved / 2);
    iq_statistics after = statistics_of(list);
    CHECK(after.index_bytes == before.index_bytes && after.slot_bytes == before.slot_bytes);
    for (size_t i = reserved / 2; i < reserved / 2 + 100; i++) {
        insert(list, i);
    }
    set(list, 0, 0);
    CHECK_OK(iq_list_trim(list));
    CHECK_OK(iq_memory_trim());
    CHECK(statistics_of(list).index_bytes == 0 && statistics_of(list).slot_bytes == 0);
    CHECK(iq_memory_used() < empty + 4096);
    iq_list_destroy(list);
}

static void check_refusals(void)
{
    iq_list *list;
    iq_list_options options = {.struct_size = sizeof options, .max_items = 1000};
    CHECK_OK(iq_list_create(&options, &list));
    set(list, 0, 10);
    uint64_t digest = digest_list(list);
    size_t used = iq_memory_used();
    CHECK_STATUS(iq_list_reserve(list, 1001), IQ_ERROR_LIMIT);
    CHECK_STATUS(iq_list_reserve(list, SIZE_MAX), IQ_ERROR_LIMIT);
    CHECK_STATUS(iq_list_reserve(list, (size_t)IQ_MAX_ITEMS + 1), IQ_ERROR_LIMIT);
    CHECK(iq_memory_used() == used && digest_list(list) == digest);
    CHECK_OK(iq_list_reserve(list, 1000));
    iq_edit *edit;
    CHECK_OK(iq_edit_begin(list, NULL, &edit));
    CHECK_STATUS(iq_list_reserve(list, 500), IQ_ERROR_BUSY);
    iq_edit_destroy(edit);
    CHECK_OK(iq_list_reserve(list, 500));
    CHECK(digest_list(list) == digest);
    iq_list_destroy(list);
}

/* Every allocation fails: what can be read is as it was, and the next call is done. */
static void check_no_memory(size_t items)
{
    iq_list *list = list_of(items);
    uint64_t digest = digest_list(list);
    for (uint64_t nth = 1;; nth++) {
        failing_arm(nth, nth % 2 == 0);
        iq_status status = iq_list_reserve(list, items * 3);
        if (!failing_disarm()) {
            CHECK_STATUS(status, IQ_OK);
            CHECK(nth > 4);
            break;
        }
        CHECK_STATUS(status, IQ_ERROR_NO_MEMORY);
        CHECK(digest_list(list) == digest);
    }
    CHECK(digest_list(list) == digest);
    insert(list, items);
    iq_list_destroy(list);
}

/* A list that was not reserved: an edit that cannot have the memory to grow changes nothing, one that is given up
 * while the index grows takes its items back, and every item is found at any time. */
static void check_growth(size_t items)
{
    iq_list *list = list_of(items);
    iq_section section;
    CHECK_OK(iq_list_find_section_at(list, 0, &section));
    size_t start = statistics_of(list).index_bytes, refused = 0, grown = 0;
    uint64_t next = items;
    for (size_t turn = 0; turn < items / 8; turn++) {
        uint64_t digest = turn % 512 == 0 ? digest_list(list) : 0;
        iq_key keys[3] = {iq_key_from_u64(next), iq_key_from_u64(next + 1), iq_key_from_u64(next + 2)};
        iq_columns columns = {.struct_size = sizeof columns, .count = 3, .keys = keys};
        iq_edit *edit;
        CHECK_OK(iq_edit_begin(list, NULL, &edit));
        for (uint64_t nth = 1; turn % 64 == 0 || (grown == 0 && turn % 8 == 0); nth++) {
            failing_arm(nth, nth % 2 == 0);
            iq_status status = iq_edit_insert_items(edit, section, (turn * 977) % items, &columns);
            if (!failing_disarm()) {
                CHECK_OK(status);
                iq_edit_destroy(edit);
                CHECK_OK(iq_edit_begin(list, NULL, &edit));
                break;
            }
            CHECK_STATUS(status, IQ_ERROR_NO_MEMORY);
            refused++;
        }
        if (digest != 0) {
            CHECK_OK(iq_edit_delete_item_range(edit, section, turn % items, items / 16));
            CHECK_OK(iq_edit_insert_items(edit, section, 7, &columns));
            iq_edit_destroy(edit);
            CHECK(digest_list(list) == digest);
            CHECK_OK(iq_edit_begin(list, NULL, &edit));
        }
        CHECK_OK(iq_edit_insert_items(edit, section, (turn * 977) % items, &columns));
        CHECK_OK(iq_edit_commit(edit, NULL, NULL));
        iq_edit_destroy(edit);
        next += 3;
        grown += statistics_of(list).index_bytes != start;
        iq_item found;
        CHECK_OK(iq_list_find_item(list, NULL, iq_key_from_u64((turn * 7919) % next), &found));
        CHECK_STATUS(iq_list_find_item(list, NULL, iq_key_from_u64(next + turn), &found), IQ_ERROR_NOT_FOUND);
        if (turn % 1024 == 1023) {
            /* A whole update in the midst of the growth. */
            set(list, next / 4, (size_t)(next - next / 4));
            set(list, 0, (size_t)next);
            CHECK_OK(iq_list_find_section_at(list, 0, &section));
        }
    }
    CHECK(refused > 100 && grown > 1000);
    for (uint64_t i = 0; i < next; i++) {
        iq_item found;
        CHECK_OK(iq_list_find_item(list, NULL, iq_key_from_u64(i), &found));
    }
    iq_list_destroy(list);
}

/* Enough items that handles come in pages: each handle belongs to its item, and none to an item that has gone. */
static void check_pages(size_t items)
{
    enum { AT_ONCE = 2000, EDITS = 25 };
    iq_list *list = list_of(items);
    iq_section section;
    CHECK_OK(iq_list_find_section_at(list, 0, &section));
    uint64_t next = items;
    for (size_t turn = 0; turn < EDITS; turn++) {
        iq_key keys[AT_ONCE];
        for (size_t i = 0; i < AT_ONCE; i++) {
            keys[i] = iq_key_from_u64(next + i);
        }
        iq_columns columns = {.struct_size = sizeof columns, .count = AT_ONCE, .keys = keys};
        iq_edit *edit;
        CHECK_OK(iq_edit_begin(list, NULL, &edit));
        CHECK_OK(iq_edit_insert_items(edit, section, turn * 1999, &columns));
        CHECK_OK(iq_edit_delete_item_range(edit, section, items / 2, 100));
        CHECK_OK(iq_edit_commit(edit, NULL, NULL));
        iq_edit_destroy(edit);
        next += AT_ONCE;
    }
    size_t found = 0, count;
    CHECK_OK(iq_list_get_count(list, NULL, &count));
    for (uint64_t i = 0; i < next; i++) {
        iq_item item;
        iq_position position;
        iq_item_info info = {.struct_size = sizeof info};
        if (iq_list_find_item(list, NULL, iq_key_from_u64(i), &item) != IQ_OK) {
            continue;
        }
        iq_key key = iq_key_from_u64(i);
        CHECK_OK(iq_list_find_position(list, item, &position));
        CHECK_OK(iq_list_get_item_info(list, item, 0, &info));
        CHECK(memcmp(&info.key, &key, sizeof key) == 0);
        found++;
    }
    CHECK(found == count && count == items + EDITS * (AT_ONCE - 100));
    CHECK_OK(iq_list_trim(list));
    iq_list_destroy(list);
}

int main(void)
{
    failing_install();
    check_headroom(10, 300);
    check_headroom(20000, 23000);
    check_empty(100000);
    check_refusals();
    check_no_memory(100);
    check_no_memory(40000);
    check_growth(check_scaled(100) < 100 ? 30000 : 60000);
    check_pages(140000);
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == 0);
    return 0;
}

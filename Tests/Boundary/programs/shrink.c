/*
 * shrink.c - lists and snapshots that shrink give memory back: edits and deletes of keys merge leaves that
 * have run low, and iq_list_trim packs what is left, changes nothing that can be seen, and leaves all as it
 * was where memory runs out.
 */
#include "check.h"
#include "digest.h"
#include "failing.h"

#include <stdlib.h>

static iq_key key_at(uint64_t number)
{
    return iq_key_from_u64(number);
}

/* Items first ..< first + count, in one section. */
static void set(iq_list *list, uint64_t first, size_t count)
{
    iq_key *keys = check_memory(malloc((count + 1) * sizeof *keys));
    for (size_t i = 0; i < count; i++) {
        keys[i] = key_at(first + i);
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

static size_t count_of(const iq_list *list)
{
    size_t count;
    CHECK_OK(iq_list_get_count(list, NULL, &count));
    return count;
}

static size_t tree_bytes(const iq_list *list)
{
    iq_statistics now = {.struct_size = sizeof now};
    CHECK_OK(iq_list_get_statistics(list, &now));
    return now.tree_bytes;
}

/* One of each `every` items stays; `each` deletes go into one edit. */
static void thin_out(iq_list *list, size_t every, size_t each)
{
    iq_section section;
    CHECK_OK(iq_list_find_section_at(list, 0, &section));
    size_t at = 1;
    while (at < count_of(list)) {
        iq_edit *edit;
        CHECK_OK(iq_edit_begin(list, NULL, &edit));
        for (size_t i = 0; i < each && at < count_of(list); i++, at++) {
            size_t rest = count_of(list) - at;
            CHECK_OK(iq_edit_delete_item_range(edit, section, at, rest < every - 1 ? rest : every - 1));
        }
        CHECK_OK(iq_edit_commit(edit, NULL, NULL));
        iq_edit_destroy(edit);
    }
}

/* A merged leaf is more than three eighths full in the mean, and its entries take 28 bytes; what is kept by
 * leaf and node of the full list is 0.3 bytes for each item that there was. */
static void check_edits(size_t items, size_t every, size_t each)
{
    iq_list *list = list_of(items);
    thin_out(list, every, each);
    size_t left = count_of(list);
    CHECK(left == (items + every - 1) / every);
    CHECK(tree_bytes(list) <= 28 * 8 / 3 * left + items * 3 / 10 + 1024);
    iq_list_destroy(list);
}

/* What a trimmed list of so many items takes: all of them in full leaves, their handles and their index. */
static size_t most_bytes(size_t empty, size_t items)
{
    return empty + items * 58 + 16384;
}

static void check_trim(size_t items, size_t left)
{
    iq_list *list;
    CHECK_OK(iq_memory_trim());
    size_t start = iq_memory_used();
    CHECK_OK(iq_list_create(NULL, &list));
    size_t empty = iq_memory_used() - start;
    set(list, 0, items);
    iq_section section;
    iq_edit *edit;
    CHECK_OK(iq_list_find_section_at(list, 0, &section));
    CHECK_OK(iq_edit_begin(list, NULL, &edit));
    CHECK_OK(iq_edit_delete_item_range(edit, section, left, items - left));
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    uint64_t digest = digest_list(list);
    CHECK_OK(iq_list_trim(list));
    CHECK_OK(iq_memory_trim());
    size_t used = iq_memory_used() - start;
    CHECK(used <= most_bytes(empty, left));
    CHECK(digest_list(list) == digest);
    CHECK_OK(iq_list_trim(list));
    CHECK(iq_memory_used() - start == used);
    iq_list_destroy(list);
}

/* Leaves that a snapshot shares stay its own, and the list's. */
static void check_shared(size_t items)
{
    iq_list *list = list_of(items);
    iq_snapshot *before, *after;
    CHECK_OK(iq_list_snapshot(list, &before));
    uint64_t first = digest_snapshot(before);
    thin_out(list, 100, 7);
    CHECK_OK(iq_list_snapshot(list, &after));
    uint64_t second = digest_snapshot(after), digest = digest_list(list);
    CHECK_OK(iq_memory_trim());
    size_t used = iq_memory_used();
    CHECK_OK(iq_list_trim(list));
    CHECK(iq_memory_used() <= used);
    CHECK(digest_list(list) == digest);
    CHECK(digest_snapshot(before) == first && digest_snapshot(after) == second);
    CHECK_OK(iq_list_apply(list, before, NULL, NULL));
    iq_snapshot_destroy(before);
    iq_snapshot_destroy(after);
    CHECK(count_of(list) == items);
    iq_list_destroy(list);
}

/* Every allocation of a trim fails: nothing has changed, and the next one is done. */
static void check_no_memory(void)
{
    iq_list *list = list_of(3000);
    thin_out(list, 3, 50);
    uint64_t digest = digest_list(list);
    for (uint64_t nth = 1;; nth++) {
        failing_arm(nth, nth % 2 == 0);
        size_t used = iq_memory_used();
        iq_status status = iq_list_trim(list);
        if (!failing_disarm()) {
            CHECK_STATUS(status, IQ_OK);
            CHECK(nth > 5 && digest_list(list) == digest);
            break;
        }
        CHECK_STATUS(status, IQ_ERROR_NO_MEMORY);
        CHECK(iq_memory_used() == used && digest_list(list) == digest);
    }
    iq_list_destroy(list);
}

static void check_snapshots(size_t items, size_t each)
{
    size_t start = iq_memory_used();
    iq_key *keys = check_memory(malloc(items * sizeof *keys)), section = key_at(1);
    for (size_t i = 0; i < items; i++) {
        keys[i] = key_at(i);
    }
    iq_snapshot *snapshot;
    iq_columns columns = {.struct_size = sizeof columns, .count = items, .keys = keys};
    CHECK_OK(iq_snapshot_create(NULL, &snapshot));
    CHECK_OK(iq_snapshot_append_sections(snapshot, &section, 1));
    CHECK_OK(iq_snapshot_append_items(snapshot, NULL, &columns));
    size_t left = 0, missing;
    for (size_t first = 0; first < items; first += each) {
        size_t count = 0, end = first + each < items ? first + each : items;
        iq_key *gone = check_memory(malloc(2 * each * sizeof *gone));
        for (size_t i = first; i < end; i++) {
            if (i % 256 == 0) {
                left++;
                continue;
            }
            gone[count++] = keys[i];
            gone[count++] = keys[i];
        }
        CHECK_OK(iq_snapshot_delete_items(snapshot, NULL, gone, count, &missing));
        CHECK(missing == count / 2);
        free(gone);
    }
    /* Its index keeps the size that it had. */
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() - start <= 28 * 8 / 3 * left + items * 15 + 4096);
    iq_position place;
    for (size_t i = 0; i < items; i++) {
        iq_status wanted = i % 256 == 0 ? IQ_OK : IQ_ERROR_NOT_FOUND;
        CHECK_STATUS(iq_snapshot_find_position(snapshot, NULL, keys[i], &place), wanted);
        CHECK(wanted != IQ_OK || place.item == i / 256);
    }
    iq_snapshot_destroy(snapshot);
    free(keys);
}

int main(void)
{
    failing_install();
    size_t items = check_scaled(100) < 100 ? 20000 : 200000;
    check_edits(items, 256, items);
    check_edits(items, 256, 1);
    check_edits(items, 3, 100);
    check_edits(items, 70, 9);
    check_trim(items, 1000);
    check_trim(items, 1);
    check_trim(items, items / 2);
    check_shared(20000);
    check_no_memory();
    check_snapshots(items, items);
    check_snapshots(20000, 100);
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == 0);
    return 0;
}

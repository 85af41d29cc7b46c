/*
 * rare_cases.c - examples that random programs reach too seldom or do not check: handles that never come
 * again, a key twice in one insert, an item that one changeset deletes and the next inserts, structs of a newer host.
 */
#include "check.h"
#include "host_memory.h"

#include <string.h>

enum { ROUNDS = 300 };

static iq_columns columns_of(const iq_key *from, size_t count)
{
    return (iq_columns){.struct_size = sizeof(iq_columns), .count = count, .keys = from};
}

static void set(iq_list *list, const iq_key *from, size_t count)
{
    iq_columns items = columns_of(from, count);
    CHECK_OK(iq_list_set_items(list, &items, NULL, NULL));
}

/* Whenever the second item comes again its handle is another, and each one from before is refused. */
static void check_item_handles(void)
{
    const iq_key keys[] = {iq_key_from_u64(1), iq_key_from_u64(2)};
    iq_item handles[ROUNDS];
    iq_item_info info = {.struct_size = sizeof info};
    iq_list *list;
    check_case = "handles of items";
    CHECK_OK(iq_list_create(NULL, &list));
    for (size_t round = 0; round < ROUNDS; round++) {
        set(list, keys, 2);
        CHECK_OK(iq_list_find_item_at(list, 1, &handles[round]));
        for (size_t i = 0; i < round; i++) {
            CHECK(handles[i].id != handles[round].id);
            CHECK_STATUS(iq_list_get_item_info(list, handles[i], 0, &info), IQ_ERROR_HANDLE);
        }
        set(list, keys, 1);
        CHECK_STATUS(iq_list_get_item_info(list, handles[round], 0, &info), IQ_ERROR_HANDLE);
    }
    iq_list_destroy(list);
}

/* Likewise of objects, whose slots are used again all the same: memory does not grow. */
static void check_object_handles(void)
{
    iq_snapshot *snapshots[ROUNDS];
    size_t items, used = 0;
    check_case = "handles of objects";
    for (size_t round = 0; round < ROUNDS; round++) {
        CHECK_OK(iq_snapshot_create(NULL, &snapshots[round]));
        for (size_t i = 0; i < round; i++) {
            CHECK(snapshots[i] != snapshots[round]);
            CHECK_STATUS(iq_snapshot_get_count(snapshots[i], NULL, &items), IQ_ERROR_HANDLE);
        }
        iq_snapshot_destroy(snapshots[round]);
        CHECK(round == 0 || iq_memory_used() == used);
        used = iq_memory_used();
    }
    for (size_t round = 0; round < 100 * ROUNDS; round++) {
        CHECK_OK(iq_snapshot_create(NULL, &snapshots[0]));
        iq_snapshot_destroy(snapshots[0]);
    }
    CHECK(iq_memory_used() == used);
}

/* A snapshot that knows where its keys are refuses one that comes twice in a single insert. */
static void check_twice_in_one(void)
{
    const iq_key there = iq_key_from_u64(1);
    const iq_key twice[] = {iq_key_from_u64(2), iq_key_from_u64(3), iq_key_from_u64(2)};
    iq_columns first = columns_of(&there, 1), more = columns_of(twice, 3);
    iq_snapshot *snapshot;
    iq_position position;
    iq_error error = {.struct_size = sizeof error};
    size_t items;
    check_case = "twice in one insert";
    CHECK_OK(iq_snapshot_create(NULL, &snapshot));
    CHECK_OK(iq_snapshot_append_sections(snapshot, &there, 1));
    CHECK_OK(iq_snapshot_append_items(snapshot, NULL, &first));
    CHECK_OK(iq_snapshot_find_position(snapshot, NULL, there, &position));
    CHECK_STATUS(iq_snapshot_append_items(snapshot, NULL, &more), IQ_ERROR_DUPLICATE);
    CHECK_OK(iq_get_last_error(&error));
    CHECK(memcmp(&error.key, &twice[0], sizeof error.key) == 0);
    CHECK_OK(iq_snapshot_get_count(snapshot, NULL, &items));
    CHECK(items == 1);
    iq_snapshot_destroy(snapshot);
}

static iq_changeset *set_and_tell(iq_list *list, const iq_key *from, size_t count)
{
    iq_columns items = columns_of(from, count);
    iq_update_options options = {.struct_size = sizeof options, .flags = IQ_UPDATE_PAYLOAD};
    iq_changeset *changes;
    CHECK_OK(iq_list_set_items(list, &items, &options, &changes));
    return changes;
}

/* 1 2 3  ─►  1 3  ─►  1 3 2: both in a row are one move. */
static void check_comes_again(void)
{
    const iq_key keys[] = {iq_key_from_u64(1), iq_key_from_u64(2), iq_key_from_u64(3)};
    const iq_key without[] = {keys[0], keys[2], keys[1]};
    iq_list *list;
    iq_changeset *both;
    iq_summary summary = {.struct_size = sizeof summary};
    check_case = "comes again";
    CHECK_OK(iq_list_create(NULL, &list));
    set(list, keys, 3);
    iq_changeset *first = set_and_tell(list, without, 2), *second = set_and_tell(list, without, 3);
    CHECK_OK(iq_changeset_compose(first, second, &both));
    CHECK_OK(iq_changeset_get_summary(both, &summary));
    CHECK(summary.item_deletes == 0 && summary.item_inserts == 0 && summary.item_moves == 1);
    iq_changeset_destroy(first);
    iq_changeset_destroy(second);
    iq_changeset_destroy(both);
    iq_list_destroy(list);
}

/* The structs of a host that was built against a later header are longer than ours. */
static void check_newer_host(void)
{
    struct newer {
        iq_section_entry entry;
        uint64_t more[3];
    } sections[3];
    const iq_key keys[] = {iq_key_from_u64(1), iq_key_from_u64(2), iq_key_from_u64(3)};
    iq_columns items = columns_of(keys, 3);
    iq_list *list;
    iq_section section;
    iq_section_info info = {.struct_size = sizeof info};
    check_case = "newer host";
    memset(sections, 255, sizeof sections);
    for (size_t i = 0; i < 3; i++) {
        sections[i].entry = (iq_section_entry){sizeof sections[i], keys[i], i, NULL, 0};
    }
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_OK(iq_list_set(list, &sections[0].entry, 3, &items, NULL, NULL));
    for (size_t i = 0; i < 3; i++) {
        CHECK_OK(iq_list_find_section_at(list, i, &section));
        CHECK_OK(iq_list_get_section_info(list, section, &info));
        CHECK(memcmp(&info.key, &keys[i], sizeof info.key) == 0 && info.count == 1);
    }
    iq_list_destroy(list);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    check_item_handles();
    check_object_handles();
    check_twice_in_one();
    check_comes_again();
    check_newer_host();
    return 0;
}

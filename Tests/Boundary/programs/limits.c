/*
 * limits.c - as much as is allowed and not one more: items and sections of a list, cell classes; and
 * what the library refuses while it is in use.
 */
#include "calls.h"
#include "check.h"
#include "host_memory.h"

static const iq_columns nothing = {.struct_size = sizeof nothing};

/* One less than the limit and the limit itself are taken, one more is not; of sections too. */
static void check_limits(void)
{
    iq_key keys[12];
    iq_section_entry sections[6];
    iq_list_options options = {.struct_size = sizeof options, .max_items = 10, .max_sections = 4};
    iq_list *list = NULL;
    CHECK_OK(iq_list_create(&options, &list));
    for (uint64_t i = 0; i < 12; i++) {
        keys[i] = calls_key(i + 1);
    }
    for (uint64_t s = 0; s < 6; s++) {
        sections[s] = (iq_section_entry){sizeof sections[0], calls_key(s + 1), 0, NULL, 0};
    }
    for (size_t count = 9; count <= 11; count++) {
        iq_columns items = {.struct_size = sizeof items, .count = count, .keys = keys};
        iq_status wanted = count <= 10 ? IQ_OK : IQ_ERROR_LIMIT;
        CHECK_STATUS(iq_list_set_items(list, &items, NULL, NULL), wanted);
        CHECK_STATUS(iq_list_set(list, sections, 1, &items, NULL, NULL), wanted);
        CHECK_STATUS(iq_list_set_section_items(list, calls_key(1), &items, NULL, NULL), wanted);
    }
    for (size_t count = 3; count <= 5; count++) {
        iq_status wanted = count <= 4 ? IQ_OK : IQ_ERROR_LIMIT;
        CHECK_STATUS(iq_list_set(list, sections, count, &nothing, NULL, NULL), wanted);
        iq_snapshot *snapshot = NULL;
        CHECK_OK(iq_snapshot_create(NULL, &snapshot));
        for (size_t s = 0; s < count; s++) {
            CHECK_OK(iq_snapshot_append_sections(snapshot, &sections[s].key, 1));
        }
        CHECK_STATUS(iq_list_apply(list, snapshot, NULL, NULL), wanted);
        iq_snapshot_destroy(snapshot);
    }
    size_t count;
    CHECK_OK(iq_list_get_count(list, &count, NULL));
    CHECK(count == 4);
    iq_list_destroy(list);
}

/* 65,535 classes and not one more. */
static void check_class_limit(void)
{
    iq_status status = IQ_OK;
    size_t made = 0;
    for (; status == IQ_OK && made <= 65535; made++) {
        char name[32];
        iq_class cell_class;
        snprintf(name, sizeof name, "limit %zu", made);
        iq_class_options options = {.struct_size = sizeof options, .name = name};
        status = iq_class_create(&options, &cell_class);
    }
    CHECK_STATUS(status, IQ_ERROR_LIMIT);
    CHECK(made - 1 == 65535);
}

/* The allocator stays as long as the library holds memory, the handle table as long as there are objects. */
static void check_in_use(void)
{
    call_objects objects;
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    CHECK(objects_open(&objects, (iq_class){0}, NULL));
    CHECK(iq_memory_used() > 0 && iq_memory_peak() >= iq_memory_used());
    CHECK_STATUS(iq_memory_set_allocator(NULL), IQ_ERROR_STATE);
    CHECK_STATUS(iq_memory_set_allocator(&host_allocator), IQ_ERROR_STATE);
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() > 0);
    size_t peak = iq_memory_peak();
    objects_close(&objects);
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == 0 && iq_memory_peak() == peak);
    CHECK_OK(iq_memory_set_allocator(NULL));
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
}

/* The header's figures: the memory of a hundred thousand lists, table included, by their number. A list that is not
 * being updated holds its items and no scratch memory. */
static void check_many_lists(size_t items, size_t most)
{
    enum { LISTS = 100000 };
    iq_key keys[10];
    for (size_t i = 0; i < items; i++) {
        keys[i] = calls_key(i + 1);
    }
    iq_columns columns = {.struct_size = sizeof columns, .count = items, .keys = keys};
    iq_list **lists = check_memory(calloc(LISTS, sizeof *lists));
    CHECK_OK(iq_memory_trim());
    size_t start = iq_memory_used();
    for (size_t i = 0; i < LISTS; i++) {
        CHECK_OK(iq_list_create(NULL, &lists[i]));
        if (items > 0) {
            CHECK_OK(iq_list_set_items(lists[i], &columns, NULL, NULL));
        }
    }
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() - start <= most * LISTS);
    for (size_t i = 0; i < LISTS; i++) {
        iq_list_destroy(lists[i]);
    }
    free(lists);
}

int main(void)
{
    check_in_use();
    check_many_lists(0, 440);
    check_many_lists(10, 1340);
    check_limits();
    check_class_limit();
    return 0;
}

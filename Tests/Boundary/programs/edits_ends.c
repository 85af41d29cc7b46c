/*
 * edits_ends.c - edits by example: what an open edit keeps others from, what is reported of one that is
 * committed, and what one that has ended, or whose list has gone, answers.
 */
#include "calls.h"
#include "check.h"
#include "digest.h"
#include "host_memory.h"
#include "sample.h"

#include <stdbool.h>
#include <string.h>

/* While an edit is open, what would change its list otherwise is busy, and what reads it reads on. */
static void check_busy(void)
{
    for (size_t i = 0; i < calls_of_lists_count; i++) {
        const call *called = &calls_of_lists[i];
        check_case = called->name;
        call_objects objects;
        iq_edit *edit, *second = NULL;
        CHECK(objects_open(&objects, (iq_class){0}, NULL));
        CHECK_OK(iq_edit_begin(objects.list, NULL, &edit));
        uint64_t before = digest_list(objects.list);
        CHECK_STATUS(called->make(&objects), called->changes & CALL_LIST ? IQ_ERROR_BUSY : IQ_OK);
        CHECK(digest_list(objects.list) == before || called->changes & CALL_ELEMENTS);
        CHECK_STATUS(iq_edit_begin(objects.list, NULL, &second), IQ_ERROR_BUSY);
        CHECK(second == NULL);
        if (i % 2) {
            CHECK_OK(iq_edit_commit(edit, NULL, NULL));
        } else {
            iq_edit_destroy(edit);
        }
        /* A committed edit that is still there is in nobody's way. */
        bool is_removed = strcmp(called->name, "iq_list_remove_supplementary") == 0;
        CHECK_STATUS(called->make(&objects), is_removed ? IQ_ERROR_NOT_FOUND : IQ_OK);
        iq_edit_destroy(edit);
        objects_close(&objects);
    }
}

/* Each call on an edit that has ended, or whose list has gone. */
static void check_ends(void)
{
    for (size_t i = 0; i < calls_of_edits_count; i++) {
        const call *called = &calls_of_edits[i];
        check_case = called->name;
        call_objects objects;
        if (!(called->uses & CALL_EDIT)) {
            continue;
        }
        CHECK(objects_open(&objects, (iq_class){0}, NULL));
        CHECK_OK(iq_edit_commit(objects.edit, NULL, NULL));
        uint64_t before = digest_list(objects.edited);
        CHECK_STATUS(called->make(&objects), IQ_ERROR_STATE);
        CHECK(digest_list(objects.edited) == before);
        iq_edit_destroy(objects.edit);
        CHECK_STATUS(called->make(&objects), IQ_ERROR_HANDLE);
        objects_close(&objects);
        CHECK(objects_open(&objects, (iq_class){0}, NULL));
        iq_list_destroy(objects.edited);
        CHECK_STATUS(called->make(&objects), IQ_ERROR_HANDLE);
        iq_edit_destroy(objects.edit);
        CHECK_STATUS(called->make(&objects), IQ_ERROR_HANDLE);
        objects_close(&objects);
        /* Committed first, and then the list goes. */
        CHECK(objects_open(&objects, (iq_class){0}, NULL));
        CHECK_OK(iq_edit_commit(objects.edit, NULL, NULL));
        iq_list_destroy(objects.edited);
        iq_status status = called->make(&objects);
        CHECK(status == IQ_ERROR_HANDLE || status == IQ_ERROR_STATE);
        objects_close(&objects);
    }
}

static void count_lines(void *context, iq_log_level level, const char *message)
{
    CHECK(level <= IQ_LOG_INFO && strchr(message, '\n') == NULL);
    ++*(size_t *)context;
}

/* A commit is an update like any other: it is logged in one line, and its statistics are the list's. */
static void check_reported(void)
{
    size_t lines = 0;
    sample list = sample_open(IQ_DUPLICATES_REFUSE, 0, 0, 0);
    iq_statistics statistics = {.struct_size = sizeof statistics};
    CHECK_OK(iq_log_set(count_lines, &lines, IQ_LOG_INFO));
    CHECK_OK(sample_insert(&list, 'A', 0, (uint64_t[]){6, 7, 0}, 0));
    CHECK_OK(iq_edit_delete_item_range(list.edit, sample_section(&list, 'B'), 0, 1));
    CHECK(lines == 0);
    sample_commit(&list, 0, 0);
    CHECK(lines == 1);
    CHECK_OK(iq_list_get_statistics(list.list, &statistics));
    CHECK(statistics.changes.items_before == 5 && statistics.changes.items_after == 6);
    CHECK(statistics.changes.item_inserts == 2 && statistics.changes.item_deletes == 1);
    iq_edit_destroy(list.edit);
    CHECK_OK(iq_edit_begin(list.list, NULL, &list.edit));
    CHECK_OK(iq_edit_delete_item_range(list.edit, sample_section(&list, 'A'), 0, 1));
    iq_edit_destroy(list.edit);
    list.edit = NULL;
    CHECK_OK(iq_list_get_statistics(list.list, &statistics));
    CHECK(statistics.changes.items_after == 6 && lines == 1);
    CHECK_OK(iq_log_set(NULL, NULL, IQ_LOG_OFF));
    sample_close(&list);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    check_reported();
    check_busy();
    check_ends();
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == 0);
    return 0;
}

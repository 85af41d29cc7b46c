/*
 * edits_policies.c - edits by example: what each policy makes of keys that are there already, limits, and
 * empty sections.
 */
#include "check.h"
#include "host_memory.h"
#include "model.h"
#include "sample.h"

static const uint64_t two_nine_nine[] = {2, 9, 9, 0}, one_four[] = {1, 4, 0}, two_two[] = {2, 2, 0};
static const uint64_t four_six[] = {4, 6, 0}, three_one[] = {3, 1, 0};
static const uint64_t six[] = {6, 0}, six_seven[] = {6, 7, 0};

static void check_refuse(iq_duplicates policy)
{
    sample list = sample_open(policy, 0, 0, 0);
    iq_error error = {.struct_size = sizeof error};
    bool scoped = policy == IQ_DUPLICATES_SCOPE;
    CHECK_STATUS(sample_insert(&list, 'A', 0, two_nine_nine, 7), IQ_ERROR_DUPLICATE);
    CHECK_OK(iq_get_last_error(&error));
    CHECK(key_equal(error.key, key_of(2)) && error.flags & IQ_ERROR_HAS_OTHER);
    CHECK(error.other.section == 0 && error.other.item == 1);
    CHECK_STATUS(sample_insert(&list, 'B', 0, &two_nine_nine[1], 7), IQ_ERROR_DUPLICATE);
    CHECK_OK(iq_get_last_error(&error));
    CHECK(key_equal(error.key, key_of(9)) && !(error.flags & IQ_ERROR_HAS_OTHER));
    CHECK_STATUS(sample_insert(&list, 'B', 1, one_four, 7), IQ_ERROR_DUPLICATE);
    CHECK_STATUS(sample_replace(&list, 'A', four_six), scoped ? IQ_OK : IQ_ERROR_DUPLICATE);
    CHECK_OK(sample_replace(&list, 'A', three_one));
    CHECK_STATUS(sample_insert_sections(&list, 0, "CA"), IQ_ERROR_DUPLICATE);
    CHECK_OK(iq_get_last_error(&error));
    CHECK(error.flags & IQ_ERROR_HAS_OTHER && error.other.section == 0 && error.other.item == IQ_NONE);
    SAMPLE_SHOWS(&list, "A[3 1] B[4 5]");
    sample_commit(&list, 0, 0);
    sample_close(&list);
}

static void check_scope(void)
{
    sample list = sample_open(IQ_DUPLICATES_SCOPE, 0, 0, 0);
    CHECK_OK(sample_insert(&list, 'A', IQ_END, four_six, 7));
    SAMPLE_SHOWS(&list, "A[1 2 3 4/7 6/7] B[4 5]");
    iq_section a = sample_section(&list, 'A'), b = sample_section(&list, 'B');
    iq_item one = sample_item(&list, 'A', 1), four = sample_item(&list, 'A', 4), other_four = sample_item(&list, 'B', 4);
    CHECK(four.id != other_four.id);
    CHECK_STATUS(iq_edit_move_item_range(list.edit, a, 0, 1, b, 0), IQ_ERROR_SCOPE);
    CHECK_STATUS(iq_edit_move_item_range(list.edit, a, 0, 0, b, 0), IQ_ERROR_SCOPE);
    CHECK_STATUS(iq_edit_move_item_beside(list.edit, one, IQ_PUT_BEFORE, other_four), IQ_ERROR_SCOPE);
    CHECK_STATUS(iq_edit_move_item_beside(list.edit, one, IQ_PUT_AFTER, other_four), IQ_ERROR_SCOPE);
    CHECK_OK(iq_edit_move_item_beside(list.edit, one, IQ_PUT_AFTER, four));
    SAMPLE_SHOWS(&list, "A[2 3 4/7 1 6/7] B[4 5]");
    sample_commit(&list, 0, 0);
    sample_close(&list);
}

static void check_keep_first(void)
{
    sample list = sample_open(IQ_DUPLICATES_KEEP_FIRST, 0, 0, 0);
    CHECK_OK(sample_insert(&list, 'B', 0, two_nine_nine, 7));
    SAMPLE_SHOWS(&list, "A[1 2 3] B[9/7 4 5]");
    CHECK_OK(sample_replace(&list, 'A', four_six));
    SAMPLE_SHOWS(&list, "A[6] B[9/7 4 5]");
    CHECK_OK(sample_insert_sections(&list, 0, "CAC"));
    SAMPLE_SHOWS(&list, "C[] A[6] B[9/7 4 5]");
    sample_commit(&list, 5, 0);
    sample_close(&list);
}

static void check_keep_last(void)
{
    sample list = sample_open(IQ_DUPLICATES_KEEP_LAST, 0, 0, 0);
    iq_item two = sample_item(&list, 'A', 2);
    CHECK_OK(sample_insert(&list, 'B', 0, two_nine_nine, 7));
    SAMPLE_SHOWS(&list, "A[1 3] B[2/7 9/7 4 5]");
    CHECK(sample_item(&list, 'B', 2).id == two.id);
    CHECK_OK(sample_insert(&list, 'A', 1, three_one, 8));
    SAMPLE_SHOWS(&list, "A[3/8 1/8] B[2/7 9/7 4 5]");
    CHECK_OK(sample_replace(&list, 'A', four_six));
    SAMPLE_SHOWS(&list, "A[4 6] B[2/7 9/7 5]");
    CHECK_OK(sample_insert_sections(&list, 2, "CA"));
    SAMPLE_SHOWS(&list, "B[2/7 9/7 5] C[] A[4 6]");
    sample_commit(&list, 2 + 2 + 1 + 1, 0);
    sample_close(&list);
}

static void check_number(void)
{
    sample list = sample_open(IQ_DUPLICATES_NUMBER, 0, 0, 0);
    CHECK_OK(sample_insert(&list, 'B', 0, two_nine_nine, 7));
    SAMPLE_SHOWS(&list, "A[1 2 3] B[2#2/7 9/7 9#2/7 4 5]");
    CHECK_OK(sample_insert(&list, 'B', IQ_END, two_two, 8));
    SAMPLE_SHOWS(&list, "A[1 2 3] B[2#2/7 9/7 9#2/7 4 5 2#3/8 2#4/8]");
    /* A number that has become free is the next. */
    iq_section b = sample_section(&list, 'B');
    CHECK_OK(iq_edit_delete_item_range(list.edit, b, 0, 1));
    CHECK_OK(sample_insert(&list, 'A', 0, two_two + 1, 9));
    SAMPLE_SHOWS(&list, "A[2#2/9 1 2 3] B[9/7 9#2/7 4 5 2#3/8 2#4/8]");
    CHECK_OK(sample_insert_sections(&list, 1, "AA"));
    SAMPLE_SHOWS(&list, "A[2#2/9 1 2 3] A#2[] A#3[] B[9/7 9#2/7 4 5 2#3/8 2#4/8]");
    sample_commit(&list, 0, 2 + 2 + 1 + 2);
    sample_close(&list);
}

static void check_limits(void)
{
    sample list = sample_open(IQ_DUPLICATES_REFUSE, 0, 6, 3);
    CHECK_STATUS(sample_insert(&list, 'A', 0, six_seven, 0), IQ_ERROR_LIMIT);
    CHECK_OK(sample_insert(&list, 'A', 0, six, 0));
    CHECK_STATUS(sample_insert(&list, 'B', IQ_END, six_seven + 1, 0), IQ_ERROR_LIMIT);
    CHECK_OK(sample_replace(&list, 'A', six_seven));
    CHECK_STATUS(sample_insert_sections(&list, 0, "CD"), IQ_ERROR_LIMIT);
    CHECK_OK(sample_insert_sections(&list, 0, "C"));
    CHECK_STATUS(sample_insert_sections(&list, IQ_END, "D"), IQ_ERROR_LIMIT);
    SAMPLE_SHOWS(&list, "C[] A[6 7] B[4 5]");
    sample_commit(&list, 0, 0);
    sample_close(&list);
    /* What moves here takes no more room. */
    list = sample_open(IQ_DUPLICATES_KEEP_LAST, 0, 5, 2);
    CHECK_OK(sample_insert(&list, 'B', 0, one_four, 0));
    CHECK_OK(sample_insert_sections(&list, IQ_END, "A"));
    SAMPLE_SHOWS(&list, "B[1 4 5] A[2 3]");
    sample_commit(&list, 3, 0);
    sample_close(&list);
}

static void check_empty_sections(void)
{
    sample list = sample_open(IQ_DUPLICATES_REFUSE, IQ_LIST_DROP_EMPTY_SECTIONS, 0, 0);
    iq_section a = sample_section(&list, 'A'), c;
    CHECK_OK(iq_edit_delete_item_range(list.edit, a, 0, 3));
    CHECK_OK(sample_insert_sections(&list, IQ_END, "C"));
    SAMPLE_SHOWS(&list, "A[] B[4 5] C[]");
    c = sample_section(&list, 'C');
    sample_commit(&list, 0, 0);
    SAMPLE_SHOWS(&list, "B[4 5]");
    iq_section_info info = {.struct_size = sizeof info};
    CHECK_STATUS(iq_list_get_section_info(list.list, a, &info), IQ_ERROR_HANDLE);
    CHECK_STATUS(iq_list_get_section_info(list.list, c, &info), IQ_ERROR_HANDLE);
    iq_edit_destroy(list.edit);
    /* One that is filled again stays; abandoning brings the emptied one back. */
    CHECK_OK(iq_edit_begin(list.list, NULL, &list.edit));
    iq_section b = sample_section(&list, 'B');
    CHECK_OK(iq_edit_delete_item_range(list.edit, b, 0, 2));
    CHECK_OK(sample_insert(&list, 'B', 0, six, 0));
    sample_commit(&list, 0, 0);
    SAMPLE_SHOWS(&list, "B[6]");
    iq_edit_destroy(list.edit);
    CHECK_OK(iq_edit_begin(list.list, NULL, &list.edit));
    CHECK_OK(iq_edit_delete_item_range(list.edit, b, 0, 1));
    iq_edit_destroy(list.edit);
    SAMPLE_SHOWS(&list, "B[6]");
    list.edit = NULL;
    sample_close(&list);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    check_refuse(IQ_DUPLICATES_REFUSE);
    check_refuse(IQ_DUPLICATES_SCOPE);
    check_scope();
    check_keep_first();
    check_keep_last();
    check_number();
    check_limits();
    check_empty_sections();
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == 0);
    return 0;
}

/*
 * edits_policies.c - edits by example: what each policy makes of keys that are there already, what
 * iq_list_statistics counts, limits, empty sections, and what an open edit keeps others from.
 *
 * modes: plain count valgrind asan tsan
 */
#include "calls.h"
#include "check.h"
#include "digest.h"
#include "host_memory.h"
#include "model.h"
#include "same.h"

#include <string.h>

#define MOST 16

/* "A: 1 2, B: 3" with a content behind a slash, as in 2/7: one letter is a section, numbers are items. */
static char shown[256];

static iq_key name_of(char letter)
{
    return key_of(1000 + (uint64_t)letter);
}

static iq_key numbered(iq_key key, uint64_t number)
{
    iq_hasher hasher;
    CHECK_OK(iq_hasher_init(&hasher));
    CHECK_OK(iq_hasher_add_key(&hasher, key));
    CHECK_OK(iq_hasher_add_unsigned(&hasher, number));
    CHECK_OK(iq_hasher_key(&hasher, &key));
    return key;
}

/* The plain text of a key: 2, or 2#3 for the third of that key. */
static void write_key(char *text, iq_key key)
{
    for (uint64_t number = 0; number < 2000; number++) {
        iq_key plain = key_of(number);
        for (uint64_t n = 1; n < 5; n++) {
            if (key_equal(key, n == 1 ? plain : numbered(plain, n))) {
                int length = number > 1000 ? sprintf(text, "%c", (char)(number - 1000))
                                           : sprintf(text, "%d", (int)number);
                if (n > 1) {
                    sprintf(text + length, "#%d", (int)n);
                }
                return;
            }
        }
    }
    strcpy(text, "?");
}

static const char *show(const iq_list *list)
{
    size_t sections, items;
    char *at = shown;
    CHECK_OK(iq_list_count(list, &sections, &items));
    *at = 0;
    for (size_t s = 0; s < sections; s++) {
        iq_section section;
        iq_section_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_list_section_at(list, s, &section));
        CHECK_OK(iq_list_section_info(list, section, &info));
        at += sprintf(at, s ? " " : "");
        write_key(at, info.key);
        at += strlen(at);
        at += sprintf(at, "[");
        for (size_t i = 0; i < info.count; i++) {
            iq_item item;
            iq_item_info look = {.struct_size = sizeof look};
            CHECK_OK(iq_list_item_in_section(list, section, i, &item));
            CHECK_OK(iq_list_item_info(list, item, &look));
            at += sprintf(at, i ? " " : "");
            write_key(at, look.key);
            at += strlen(at);
            at += look.content ? sprintf(at, "/%d", (int)look.content) : 0;
        }
        at += sprintf(at, "]");
    }
    return shown;
}

#define SHOWS(list, text) check_shown(__LINE__, (list), (text))

static void check_shown(int line, const iq_list *list, const char *text)
{
    if (strcmp(show(list), text) != 0) {
        fprintf(stderr, "it shows %s instead of %s\n", shown, text);
        check_failed(__FILE__, line, "the list shows what was expected");
    }
}

typedef struct sample {
    iq_list *list;
    iq_edit *edit;
} sample;

/* A list of A[1 2 3] B[4 5], and an edit of it. */
static sample open_sample(iq_duplicates policy, uint32_t flags, size_t max_items, size_t max_sections)
{
    sample made = {0};
    iq_list_options options = {sizeof options, policy, flags, 0, max_items, max_sections};
    iq_key keys[5];
    for (uint64_t i = 0; i < 5; i++) {
        keys[i] = key_of(1 + i);
    }
    iq_section_entry sections[] = {{sizeof sections[0], name_of('A'), 0, NULL, 0},
                                   {sizeof sections[0], name_of('B'), 3, NULL, 0}};
    iq_columns items = {.struct_size = sizeof items, .count = 5, .keys = keys};
    CHECK_OK(iq_list_create(&options, &made.list));
    CHECK_OK(iq_list_set(made.list, sections, 2, &items, NULL, NULL));
    CHECK_OK(iq_edit_begin(made.list, &made.edit));
    return made;
}

static void close_sample(sample *self)
{
    iq_edit_destroy(self->edit);
    iq_list_destroy(self->list);
}

static iq_section section_of(const sample *self, char letter)
{
    iq_section section;
    CHECK_OK(iq_list_section_for_key(self->list, name_of(letter), &section));
    return section;
}

static iq_item item_of(const sample *self, char letter, uint64_t number)
{
    iq_item item;
    iq_key section = name_of(letter);
    CHECK_OK(iq_list_item_for_key(self->list, &section, key_of(number), &item));
    return item;
}

/* Items of the given numbers, a 0 at the end, all with that content. */
static iq_status insert(sample *self, char letter, size_t index, const uint64_t *numbers, uint64_t content)
{
    iq_key keys[MOST];
    uint64_t contents[MOST];
    size_t count = 0;
    for (; numbers[count]; count++) {
        keys[count] = key_of(numbers[count]);
        contents[count] = content;
    }
    iq_columns items = {.struct_size = sizeof items, .count = count, .keys = keys, .contents = contents};
    return iq_edit_insert_items(self->edit, section_of(self, letter), index, &items);
}

static iq_status replace(sample *self, char letter, const uint64_t *numbers)
{
    iq_key keys[MOST];
    size_t count = 0;
    for (; numbers[count]; count++) {
        keys[count] = key_of(numbers[count]);
    }
    iq_columns items = {.struct_size = sizeof items, .count = count, .keys = keys};
    return iq_edit_set_section_items(self->edit, section_of(self, letter), &items);
}

static iq_status insert_sections(sample *self, size_t position, const char *letters)
{
    iq_key keys[MOST];
    size_t count = 0;
    for (; letters[count]; count++) {
        keys[count] = name_of(letters[count]);
    }
    return iq_edit_insert_sections(self->edit, position, keys, count);
}

/* Commits; so many duplicates are counted, by the list and not by the changeset. */
static void commit(sample *self, size_t dropped, size_t numbered)
{
    iq_changeset *changes;
    iq_statistics statistics = {.struct_size = sizeof statistics};
    CHECK_OK(iq_edit_commit(self->edit, NULL, &changes));
    CHECK_OK(iq_list_statistics(self->list, &statistics));
    CHECK(statistics.changes.duplicates_dropped == dropped);
    CHECK(statistics.changes.duplicates_numbered == numbered);
    iq_changeset_destroy(changes);
}

static const uint64_t two_nine_nine[] = {2, 9, 9, 0}, one_four[] = {1, 4, 0}, two_two[] = {2, 2, 0};
static const uint64_t four_six[] = {4, 6, 0}, three_one[] = {3, 1, 0};
static const uint64_t six[] = {6, 0}, six_seven[] = {6, 7, 0};

static void check_refuse(iq_duplicates policy)
{
    sample list = open_sample(policy, 0, 0, 0);
    iq_error error = {.struct_size = sizeof error};
    bool scoped = policy == IQ_DUPLICATES_SCOPE;
    CHECK_STATUS(insert(&list, 'A', 0, two_nine_nine, 7), IQ_ERROR_DUPLICATE);
    CHECK_OK(iq_last_error(&error));
    CHECK(key_equal(error.key, key_of(2)) && error.flags & IQ_ERROR_HAS_OTHER);
    CHECK(error.other.section == 0 && error.other.item == 1);
    CHECK_STATUS(insert(&list, 'B', 0, &two_nine_nine[1], 7), IQ_ERROR_DUPLICATE);
    CHECK_OK(iq_last_error(&error));
    CHECK(key_equal(error.key, key_of(9)) && !(error.flags & IQ_ERROR_HAS_OTHER));
    CHECK_STATUS(insert(&list, 'B', 1, one_four, 7), IQ_ERROR_DUPLICATE);
    CHECK_STATUS(replace(&list, 'A', four_six), scoped ? IQ_OK : IQ_ERROR_DUPLICATE);
    CHECK_OK(replace(&list, 'A', three_one));
    CHECK_STATUS(insert_sections(&list, 0, "CA"), IQ_ERROR_DUPLICATE);
    CHECK_OK(iq_last_error(&error));
    CHECK(error.flags & IQ_ERROR_HAS_OTHER && error.other.section == 0 && error.other.item == IQ_NONE);
    SHOWS(list.list, "A[3 1] B[4 5]");
    commit(&list, 0, 0);
    close_sample(&list);
}

static void check_scope(void)
{
    sample list = open_sample(IQ_DUPLICATES_SCOPE, 0, 0, 0);
    CHECK_OK(insert(&list, 'A', IQ_END, four_six, 7));
    SHOWS(list.list, "A[1 2 3 4/7 6/7] B[4 5]");
    iq_section a = section_of(&list, 'A'), b = section_of(&list, 'B');
    iq_item one = item_of(&list, 'A', 1), four = item_of(&list, 'A', 4), other_four = item_of(&list, 'B', 4);
    CHECK(four.id != other_four.id);
    CHECK_STATUS(iq_edit_move_item_range(list.edit, a, 0, 1, b, 0), IQ_ERROR_SCOPE);
    CHECK_STATUS(iq_edit_move_item_before(list.edit, one, other_four), IQ_ERROR_SCOPE);
    CHECK_STATUS(iq_edit_move_item_after(list.edit, one, other_four), IQ_ERROR_SCOPE);
    CHECK_OK(iq_edit_move_item_after(list.edit, one, four));
    SHOWS(list.list, "A[2 3 4/7 1 6/7] B[4 5]");
    commit(&list, 0, 0);
    close_sample(&list);
}

static void check_keep_first(void)
{
    sample list = open_sample(IQ_DUPLICATES_KEEP_FIRST, 0, 0, 0);
    CHECK_OK(insert(&list, 'B', 0, two_nine_nine, 7));
    SHOWS(list.list, "A[1 2 3] B[9/7 4 5]");
    CHECK_OK(replace(&list, 'A', four_six));
    SHOWS(list.list, "A[6] B[9/7 4 5]");
    CHECK_OK(insert_sections(&list, 0, "CAC"));
    SHOWS(list.list, "C[] A[6] B[9/7 4 5]");
    commit(&list, 5, 0);
    close_sample(&list);
}

static void check_keep_last(void)
{
    sample list = open_sample(IQ_DUPLICATES_KEEP_LAST, 0, 0, 0);
    iq_item two = item_of(&list, 'A', 2);
    CHECK_OK(insert(&list, 'B', 0, two_nine_nine, 7));
    SHOWS(list.list, "A[1 3] B[2/7 9/7 4 5]");
    CHECK(item_of(&list, 'B', 2).id == two.id);
    CHECK_OK(insert(&list, 'A', 1, three_one, 8));
    SHOWS(list.list, "A[3/8 1/8] B[2/7 9/7 4 5]");
    CHECK_OK(replace(&list, 'A', four_six));
    SHOWS(list.list, "A[4 6] B[2/7 9/7 5]");
    CHECK_OK(insert_sections(&list, 2, "CA"));
    SHOWS(list.list, "B[2/7 9/7 5] C[] A[4 6]");
    commit(&list, 2 + 2 + 1 + 1, 0);
    close_sample(&list);
}

static void check_number(void)
{
    sample list = open_sample(IQ_DUPLICATES_NUMBER, 0, 0, 0);
    CHECK_OK(insert(&list, 'B', 0, two_nine_nine, 7));
    SHOWS(list.list, "A[1 2 3] B[2#2/7 9/7 9#2/7 4 5]");
    CHECK_OK(insert(&list, 'B', IQ_END, two_two, 8));
    SHOWS(list.list, "A[1 2 3] B[2#2/7 9/7 9#2/7 4 5 2#3/8 2#4/8]");
    /* A number that has become free is the next. */
    iq_section b = section_of(&list, 'B');
    CHECK_OK(iq_edit_delete_item_range(list.edit, b, 0, 1));
    CHECK_OK(insert(&list, 'A', 0, two_two + 1, 9));
    SHOWS(list.list, "A[2#2/9 1 2 3] B[9/7 9#2/7 4 5 2#3/8 2#4/8]");
    CHECK_OK(insert_sections(&list, 1, "AA"));
    SHOWS(list.list, "A[2#2/9 1 2 3] A#2[] A#3[] B[9/7 9#2/7 4 5 2#3/8 2#4/8]");
    commit(&list, 0, 2 + 2 + 1 + 2);
    close_sample(&list);
}

static void check_limits(void)
{
    sample list = open_sample(IQ_DUPLICATES_REFUSE, 0, 6, 3);
    CHECK_STATUS(insert(&list, 'A', 0, six_seven, 0), IQ_ERROR_LIMIT);
    CHECK_OK(insert(&list, 'A', 0, six, 0));
    CHECK_STATUS(insert(&list, 'B', IQ_END, six_seven + 1, 0), IQ_ERROR_LIMIT);
    CHECK_OK(replace(&list, 'A', six_seven));
    CHECK_STATUS(insert_sections(&list, 0, "CD"), IQ_ERROR_LIMIT);
    CHECK_OK(insert_sections(&list, 0, "C"));
    CHECK_STATUS(insert_sections(&list, IQ_END, "D"), IQ_ERROR_LIMIT);
    SHOWS(list.list, "C[] A[6 7] B[4 5]");
    commit(&list, 0, 0);
    close_sample(&list);
    /* What moves here takes no more room. */
    list = open_sample(IQ_DUPLICATES_KEEP_LAST, 0, 5, 2);
    CHECK_OK(insert(&list, 'B', 0, one_four, 0));
    CHECK_OK(insert_sections(&list, IQ_END, "A"));
    SHOWS(list.list, "B[1 4 5] A[2 3]");
    commit(&list, 3, 0);
    close_sample(&list);
}

static void check_empty_sections(void)
{
    sample list = open_sample(IQ_DUPLICATES_REFUSE, IQ_LIST_DROP_EMPTY_SECTIONS, 0, 0);
    iq_section a = section_of(&list, 'A'), c;
    CHECK_OK(iq_edit_delete_item_range(list.edit, a, 0, 3));
    CHECK_OK(insert_sections(&list, IQ_END, "C"));
    SHOWS(list.list, "A[] B[4 5] C[]");
    c = section_of(&list, 'C');
    commit(&list, 0, 0);
    SHOWS(list.list, "B[4 5]");
    iq_section_info info = {.struct_size = sizeof info};
    CHECK_STATUS(iq_list_section_info(list.list, a, &info), IQ_ERROR_HANDLE);
    CHECK_STATUS(iq_list_section_info(list.list, c, &info), IQ_ERROR_HANDLE);
    iq_edit_destroy(list.edit);
    /* One that is filled again stays; abandoning brings the emptied one back. */
    CHECK_OK(iq_edit_begin(list.list, &list.edit));
    iq_section b = section_of(&list, 'B');
    CHECK_OK(iq_edit_delete_item_range(list.edit, b, 0, 2));
    CHECK_OK(insert(&list, 'B', 0, six, 0));
    commit(&list, 0, 0);
    SHOWS(list.list, "B[6]");
    iq_edit_destroy(list.edit);
    CHECK_OK(iq_edit_begin(list.list, &list.edit));
    CHECK_OK(iq_edit_delete_item_range(list.edit, b, 0, 1));
    iq_edit_destroy(list.edit);
    SHOWS(list.list, "B[6]");
    list.edit = NULL;
    close_sample(&list);
}

/* While an edit is open, what would change its list otherwise is busy, and what reads it reads on. */
static void check_busy(void)
{
    for (size_t i = 0; i < calls_of_lists_count; i++) {
        const call *called = &calls_of_lists[i];
        check_case = called->name;
        cast objects;
        iq_edit *edit, *second = NULL;
        CHECK(cast_open(&objects, (iq_class){0}, NULL));
        CHECK_OK(iq_edit_begin(objects.list, &edit));
        uint64_t before = digest_list(objects.list);
        CHECK_STATUS(called->make(&objects), called->changes & CALL_LIST ? IQ_ERROR_BUSY : IQ_OK);
        CHECK(digest_list(objects.list) == before);
        CHECK_STATUS(iq_edit_begin(objects.list, &second), IQ_ERROR_BUSY);
        CHECK(second == NULL);
        if (i % 2) {
            CHECK_OK(iq_edit_commit(edit, NULL, NULL));
        } else {
            iq_edit_destroy(edit);
        }
        /* A committed edit that is still there is in nobody's way. */
        CHECK_OK(called->make(&objects));
        iq_edit_destroy(edit);
        cast_close(&objects);
    }
}

/* Each call on an edit that has ended, or whose list has gone. */
static void check_ends(void)
{
    for (size_t i = 0; i < calls_of_edits_count; i++) {
        const call *called = &calls_of_edits[i];
        check_case = called->name;
        cast objects;
        if (!(called->uses & CALL_EDIT)) {
            continue;
        }
        CHECK(cast_open(&objects, (iq_class){0}, NULL));
        CHECK_OK(iq_edit_commit(objects.edit, NULL, NULL));
        uint64_t before = digest_list(objects.edited);
        CHECK_STATUS(called->make(&objects), IQ_ERROR_STATE);
        CHECK(digest_list(objects.edited) == before);
        iq_edit_destroy(objects.edit);
        CHECK_STATUS(called->make(&objects), IQ_ERROR_HANDLE);
        cast_close(&objects);
        CHECK(cast_open(&objects, (iq_class){0}, NULL));
        iq_list_destroy(objects.edited);
        CHECK_STATUS(called->make(&objects), IQ_ERROR_HANDLE);
        iq_edit_destroy(objects.edit);
        CHECK_STATUS(called->make(&objects), IQ_ERROR_HANDLE);
        cast_close(&objects);
        /* Committed first, and then the list goes. */
        CHECK(cast_open(&objects, (iq_class){0}, NULL));
        CHECK_OK(iq_edit_commit(objects.edit, NULL, NULL));
        iq_list_destroy(objects.edited);
        iq_status status = called->make(&objects);
        CHECK(status == IQ_ERROR_HANDLE || status == IQ_ERROR_STATE);
        cast_close(&objects);
    }
}

static void count_lines(void *context, iq_log_level level, const char *message)
{
    CHECK(level <= IQ_LOG_INFO && strchr(message, '\n') == NULL);
    ++*(size_t *)context;
}

/* A commit is an update like any other: it is told in one line, and its statistics are the list's. */
static void check_told(void)
{
    size_t lines = 0;
    sample list = open_sample(IQ_DUPLICATES_REFUSE, 0, 0, 0);
    iq_statistics statistics = {.struct_size = sizeof statistics};
    CHECK_OK(iq_log_set(count_lines, &lines, IQ_LOG_INFO));
    CHECK_OK(insert(&list, 'A', 0, six_seven, 0));
    CHECK_OK(iq_edit_delete_item_range(list.edit, section_of(&list, 'B'), 0, 1));
    CHECK(lines == 0);
    commit(&list, 0, 0);
    CHECK(lines == 1);
    CHECK_OK(iq_list_statistics(list.list, &statistics));
    CHECK(statistics.changes.items_before == 5 && statistics.changes.items_after == 6);
    CHECK(statistics.changes.item_inserts == 2 && statistics.changes.item_deletes == 1);
    iq_edit_destroy(list.edit);
    CHECK_OK(iq_edit_begin(list.list, &list.edit));
    CHECK_OK(iq_edit_delete_item_range(list.edit, section_of(&list, 'A'), 0, 1));
    iq_edit_destroy(list.edit);
    list.edit = NULL;
    CHECK_OK(iq_list_statistics(list.list, &statistics));
    CHECK(statistics.changes.items_after == 6 && lines == 1);
    CHECK_OK(iq_log_set(NULL, NULL, IQ_LOG_OFF));
    close_sample(&list);
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
    check_told();
    check_busy();
    check_ends();
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == 0);
    return 0;
}

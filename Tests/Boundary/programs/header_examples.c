/*
 * header_examples.c - statements of the header, checked as they are written: the worked example of its section
 * on changesets in all dialects, the reload threshold, the sentence that explains an item.
 */
#include "check.h"
#include "feed.h"
#include "host_memory.h"

#include <string.h>

static void add_section(model *self, uint64_t section, const uint64_t *items, size_t count)
{
    model_insert_section(self, self->count, key_of(section));
    for (size_t i = 0; i < count; i++) {
        model_item item = {.key = key_of(items[i]), .content = 1};
        model_insert_item(self, (model_place){self->count - 1, i}, item);
    }
}

/* A[1 2 3] B[4 5] becomes B[5 4*] A[1 3 6], 4 with a new content. */
static iq_changeset *example(void)
{
    enum { A = 100, B = 200 };
    model before = {0}, after = {0};
    add_section(&before, A, (const uint64_t[]){1, 2, 3}, 3);
    add_section(&before, B, (const uint64_t[]){4, 5}, 2);
    add_section(&after, B, (const uint64_t[]){5, 4}, 2);
    add_section(&after, A, (const uint64_t[]){1, 3, 6}, 3);
    after.sections[0].items[1].content = 2;
    iq_snapshot *from = feed_snapshot(&before, NULL, FEED_PACKED),
                *to = feed_snapshot(&after, NULL, FEED_PACKED);
    iq_changeset *changes = NULL;
    CHECK_OK(iq_diff(from, to, NULL, &changes));
    iq_snapshot_destroy(from);
    iq_snapshot_destroy(to);
    model_clear(&before);
    model_clear(&after);
    return changes;
}

static void check_change(const iq_change *change, iq_change_kind kind, iq_position before, iq_position after)
{
    CHECK(change->kind == kind && change->count == 1);
    CHECK(change->before_section == before.section && change->before_item == before.item);
    CHECK(change->after_section == after.section && change->after_item == after.item);
}

static void check_final(const iq_change *change, iq_position position)
{
    CHECK(change->final_section == position.section && change->final_item == position.item);
}

static void check_example_steps(const iq_changeset *changes)
{
    const iq_position nowhere = {IQ_NONE, IQ_NONE}, from = {0, 0}, to = {0, 1}, last = {1, 2};
    const iq_change *steps;
    size_t count;
    CHECK_OK(iq_changeset_get_steps(changes, 0, &steps, &count));
    CHECK(count == 5);
    check_change(&steps[0], IQ_ITEM_DELETE, to, nowhere);
    check_final(&steps[0], nowhere);
    check_change(&steps[1], IQ_SECTION_MOVE, (iq_position){1, IQ_NONE}, (iq_position){0, IQ_NONE});
    check_final(&steps[1], (iq_position){0, IQ_NONE});
    check_change(&steps[2], IQ_ITEM_MOVE, from, to);
    check_final(&steps[2], to);
    check_change(&steps[3], IQ_ITEM_INSERT, nowhere, last);
    check_final(&steps[3], last);
    check_change(&steps[4], IQ_ITEM_UPDATE, to, to);
    check_final(&steps[4], nowhere);
}

static void check_example_flat_steps(const iq_changeset *changes)
{
    const iq_position nowhere = {IQ_NONE, IQ_NONE};
    const iq_position at[] = {{IQ_NONE, 0}, {IQ_NONE, 1}, {IQ_NONE, 2}, {IQ_NONE, 3}, {IQ_NONE, 4}};
    const iq_change *steps;
    size_t count;
    CHECK_OK(iq_changeset_get_steps(changes, IQ_STEPS_FLAT, &steps, &count));
    CHECK(count == 5);
    check_change(&steps[0], IQ_ITEM_DELETE, at[1], nowhere);
    check_final(&steps[0], nowhere);
    check_change(&steps[1], IQ_ITEM_MOVE, at[3], at[0]);
    check_final(&steps[1], at[0]);
    check_change(&steps[2], IQ_ITEM_MOVE, at[3], at[1]);
    check_final(&steps[2], at[1]);
    check_change(&steps[3], IQ_ITEM_INSERT, nowhere, at[4]);
    check_final(&steps[3], at[4]);
    check_change(&steps[4], IQ_ITEM_UPDATE, at[1], at[1]);
    check_final(&steps[4], nowhere);
}

static void check_example_splices(const iq_changeset *changes)
{
    const iq_splice wanted[] = {{0, 0, 2}, {3, 1, 0}, {4, 2, 1}}, *splices;
    size_t count;
    CHECK_OK(iq_changeset_get_splices(changes, 0, &splices, &count));
    CHECK(count == 3 && memcmp(splices, wanted, sizeof wanted) == 0);
}

/* A[1] becomes B[1]: B goes in behind A, which stays until it is empty, and is the first in the end. */
static void check_section_insert(void)
{
    model before = {0}, after = {0};
    add_section(&before, 100, (const uint64_t[]){1}, 1);
    add_section(&after, 200, (const uint64_t[]){1}, 1);
    iq_snapshot *from = feed_snapshot(&before, NULL, FEED_PACKED),
                *to = feed_snapshot(&after, NULL, FEED_PACKED);
    iq_changeset *changes = NULL;
    const iq_change *steps;
    size_t count;
    CHECK_OK(iq_diff(from, to, NULL, &changes));
    CHECK_OK(iq_changeset_get_steps(changes, 0, &steps, &count));
    CHECK(count == 3 && steps[0].kind == IQ_SECTION_INSERT && steps[0].after_section == 1);
    check_final(&steps[0], (iq_position){0, IQ_NONE});
    CHECK(steps[1].kind == IQ_ITEM_MOVE && steps[1].after_section == 1);
    check_final(&steps[1], (iq_position){0, 0});
    CHECK(steps[2].kind == IQ_SECTION_DELETE);
    iq_changeset_destroy(changes);
    iq_snapshot_destroy(from);
    iq_snapshot_destroy(to);
    model_clear(&before);
    model_clear(&after);
}

static void check_example(void)
{
    const iq_position nowhere = {IQ_NONE, IQ_NONE}, from = {1, 0}, to = {0, 1};
    iq_changeset *changes = example();
    const iq_change *batch;
    size_t count, length;
    CHECK_OK(iq_changeset_get_batch(changes, &batch, &count));
    CHECK(count == 6);
    check_change(&batch[0], IQ_ITEM_DELETE, (iq_position){0, 1}, nowhere);
    check_change(&batch[1], IQ_ITEM_MOVE_OUT, from, to);
    check_change(&batch[2], IQ_SECTION_MOVE, (iq_position){1, IQ_NONE}, (iq_position){0, IQ_NONE});
    check_change(&batch[3], IQ_ITEM_MOVE_IN, from, to);
    check_change(&batch[4], IQ_ITEM_INSERT, nowhere, (iq_position){1, 2});
    check_change(&batch[5], IQ_ITEM_UPDATE, from, to);
    CHECK(batch[5].flags == (IQ_CHANGE_RECONFIGURE | IQ_CHANGE_BY_CONTENT) && batch[5].mask == UINT64_MAX);
    check_example_steps(changes);
    check_example_flat_steps(changes);
    check_example_splices(changes);
    char text[100];
    CHECK_OK(iq_changeset_explain(changes, IQ_AFTER, to, text, sizeof text, &length));
    CHECK(strstr(text, "moved 1:0 -> 0:1; reconfigured: content differs") == text);
    CHECK_OK(iq_changeset_explain(changes, IQ_BEFORE, from, text, sizeof text, &length));
    CHECK(strstr(text, "moved 1:0 -> 0:1; reconfigured: content differs") == text);
    iq_changeset_destroy(changes);
}

static uint32_t reload_of(iq_list *list, size_t items, const iq_update_options *options)
{
    iq_key keys[20];
    iq_changeset *changes = NULL;
    iq_summary summary = {.struct_size = sizeof summary};
    const iq_change *batch;
    const uint32_t *map;
    size_t count;
    for (size_t i = 0; i < items; i++) {
        keys[i] = key_of(i + 1);
    }
    iq_columns columns = {.struct_size = sizeof columns, .count = items, .keys = keys};
    CHECK_OK(iq_list_set_items(list, &columns, options, &changes));
    CHECK_OK(iq_changeset_get_summary(changes, &summary));
    CHECK_OK(iq_changeset_get_batch(changes, &batch, &count));
    CHECK(summary.reload == IQ_RELOAD_NO || count == 0);
    CHECK_OK(iq_changeset_get_map(changes, IQ_AFTER, &map, &count));
    CHECK(count == items && map[0] == 0);
    iq_changeset_destroy(changes);
    return summary.reload;
}

/* As many changed items as the threshold are reported one by one; one more is a reload, of which the keys
 * that stay keep their handles. An update's own threshold comes before the list's. */
static void check_threshold(void)
{
    iq_list_options options = {.struct_size = sizeof options, .reload_threshold = 5};
    iq_update_options own = {.struct_size = sizeof own, .reload_threshold = 3};
    iq_list *list = NULL;
    iq_item first, same;
    CHECK_OK(iq_list_create(&options, &list));
    iq_key key = key_of(1);
    iq_columns one = {.struct_size = sizeof one, .count = 1, .keys = &key};
    CHECK_OK(iq_list_set_items(list, &one, NULL, NULL));
    CHECK_OK(iq_list_find_item_at(list, 0, &first));
    CHECK(reload_of(list, 6, NULL) == IQ_RELOAD_NO);
    CHECK(reload_of(list, 12, NULL) == IQ_RELOAD_THRESHOLD);
    CHECK(reload_of(list, 15, &own) == IQ_RELOAD_NO);
    CHECK(reload_of(list, 19, &own) == IQ_RELOAD_THRESHOLD);
    CHECK(reload_of(list, 15, &own) == IQ_RELOAD_THRESHOLD);
    CHECK(reload_of(list, 15, &own) == IQ_RELOAD_NO);
    own.flags = IQ_UPDATE_RELOAD;
    CHECK(reload_of(list, 15, &own) == IQ_RELOAD_ASKED);
    CHECK_OK(iq_list_find_item_at(list, 0, &same));
    CHECK(same.id == first.id);
    iq_list_destroy(list);
}

/* The shortest program, from the top of the header. */
static void check_shortest(void)
{
    iq_key keys[3] = {key_of(1), key_of(2), key_of(3)};
    iq_list *list;
    iq_changeset *changes;
    iq_columns items = {sizeof items, 3, keys, 0, NULL, 0, NULL, 0, NULL, 0, NULL, 0};
    const iq_splice *splices;
    size_t count;
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_OK(iq_list_set_items(list, &items, NULL, &changes));
    CHECK_OK(iq_changeset_get_splices(changes, 0, &splices, &count));
    CHECK(count == 1 && splices[0].position == 0 && splices[0].removed == 0 && splices[0].added == 3);
    iq_changeset_destroy(changes);
    iq_list_destroy(list);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    check_example();
    check_section_insert();
    check_threshold();
    check_shortest();
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == 0);
    return 0;
}

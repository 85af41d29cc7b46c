/*
 * changes_since_threads.c - one thread commits, another asks what has changed: what it is given is always one state, and
 * the way to it from the one before.
 */
#include "check.h"
#include "thread_group.h"

#include <stdatomic.h>
#include <stdbool.h>

enum { MOST = 700 };

static _Atomic bool is_over;

/* Another content for one item; every second edit is given up. */
static void edit_one(iq_list *list, uint64_t content)
{
    iq_edit *edit;
    iq_item item;
    const iq_columns columns = {.struct_size = sizeof columns, .count = 1, .contents = &content};
    CHECK_OK(iq_edit_begin(list, NULL, &edit));
    CHECK_OK(iq_list_find_item_at(list, 0, &item));
    CHECK_OK(iq_edit_update_items(edit, &item, &columns, IQ_COLUMN_CONTENT));
    if (content % 2 == 0) {
        CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    }
    iq_edit_destroy(edit);
}

/* IQ_ERROR_BUSY: an edit is open. */
static bool ask(iq_list *list, const iq_snapshot *before, const iq_diff_options *options, iq_changeset **changes,
                iq_snapshot **after)
{
    iq_status status = iq_list_changes_since(list, before, options, changes, after);
    CHECK(status == IQ_OK || status == IQ_ERROR_BUSY);
    return status == IQ_OK;
}

static void *commit(void *list)
{
    for (uint64_t round = check_scaled(300); round > 0; round--) {
        size_t count = round % 7 * 100 + 1;
        uint64_t content = 1 + round / 3;
        iq_key keys[MOST];
        for (size_t i = 0; i < count; i++) {
            keys[i] = iq_key_from_u64((i + round) % MOST);
        }
        iq_columns columns = {.struct_size = sizeof columns, .count = count, .keys = keys, .contents = &content,
                              .content_stride = IQ_SAME};
        CHECK_OK(iq_list_set_items(list, &columns, NULL, NULL));
        for (uint64_t i = 0; i < 40; i++) {
            edit_one(list, i + 1);
        }
    }
    atomic_store(&is_over, true);
    return NULL;
}

static void check_same(const iq_snapshot *one, const iq_snapshot *other)
{
    iq_changeset *changes;
    const iq_change *batch;
    size_t count;
    CHECK_OK(iq_diff(one, other, NULL, &changes));
    CHECK_OK(iq_changeset_get_batch(changes, &batch, &count));
    CHECK(count == 0);
    iq_changeset_destroy(changes);
}

static void check_way(const iq_snapshot *before, const iq_snapshot *after, const iq_changeset *changes)
{
    iq_snapshot *copy;
    CHECK_OK(iq_snapshot_copy(before, &copy));
    CHECK_OK(iq_changeset_apply(changes, copy));
    check_same(copy, after);
    iq_snapshot_destroy(copy);
}

int main(void)
{
    iq_list *list;
    iq_snapshot *shown, *after, *present;
    iq_changeset *changes;
    pthread_t thread;
    iq_diff_options options = {.struct_size = sizeof options, .flags = IQ_DIFF_PAYLOAD};
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK(pthread_create(&thread, NULL, commit, list) == 0);
    /* The first snapshot is taken beside commits, too: they are counted from then on. */
    while (!ask(list, NULL, NULL, NULL, &shown) || !shown) {
    }
    for (bool is_last = false; !is_last;) {
        is_last = atomic_load(&is_over);
        if (ask(list, shown, &options, &changes, &after) && after) {
            check_way(shown, after, changes);
            iq_changeset_destroy(changes);
            iq_snapshot_destroy(shown);
            shown = after;
        }
    }
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK_OK(iq_list_snapshot(list, &present));
    check_same(shown, present);
    iq_snapshot_destroy(present);
    iq_snapshot_destroy(shown);
    iq_list_destroy(list);
    return 0;
}

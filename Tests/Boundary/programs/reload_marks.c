/*
 * reload_marks.c - marks where changes meet: items that move into a marked section which is
 * itself inserted, and three changesets in a row that are composed one way or the other.
 */
#include "check.h"
#include "host_memory.h"

#include <stdbool.h>

enum { A = 100, B = 200 };

static void append(iq_snapshot *snapshot, uint64_t section, const uint64_t *items, size_t count)
{
    iq_key key = iq_key_from_u64(section), keys[4];
    for (size_t i = 0; i < count; i++) {
        keys[i] = iq_key_from_u64(items[i]);
    }
    iq_columns columns = {.struct_size = sizeof columns, .count = count, .keys = keys};
    CHECK_OK(iq_snapshot_append_sections(snapshot, &key, 1));
    CHECK_OK(iq_snapshot_append_items(snapshot, NULL, &columns));
}

static iq_snapshot *snapshot_of(uint64_t section, const uint64_t *items, size_t count)
{
    iq_snapshot *snapshot = NULL;
    CHECK_OK(iq_snapshot_create(NULL, &snapshot));
    append(snapshot, section, items, count);
    return snapshot;
}

static iq_changeset *diff(const iq_snapshot *before, const iq_snapshot *after)
{
    iq_diff_options options = {.struct_size = sizeof options, .flags = IQ_DIFF_PAYLOAD};
    iq_changeset *changes = NULL;
    CHECK_OK(iq_diff(before, after, &options, &changes));
    return changes;
}

static iq_summary summary_of(const iq_changeset *changes)
{
    iq_summary summary = {.struct_size = sizeof summary};
    CHECK_OK(iq_changeset_get_summary(changes, &summary));
    return summary;
}

/* A[1 2] becomes A[2] B[1 3] with B marked: 1 moves and is reloaded, 3 is inserted and no more. */
static void check_inserted_section(void)
{
    iq_snapshot *before = snapshot_of(A, (const uint64_t[]){1, 2}, 2);
    iq_snapshot *after = snapshot_of(A, (const uint64_t[]){2}, 1);
    append(after, B, (const uint64_t[]){1, 3}, 2);
    iq_key marked = iq_key_from_u64(B);
    CHECK_OK(iq_snapshot_reload_sections(after, &marked, 1));
    iq_changeset *changes = diff(before, after);
    iq_summary summary = summary_of(changes);
    CHECK(summary.section_inserts == 1 && summary.section_updates == 0);
    CHECK(summary.item_moves == 1 && summary.item_inserts == 1);
    CHECK(summary.item_reloads == 1 && summary.item_reconfigures == 0);
    const iq_change *batch;
    size_t count;
    CHECK_OK(iq_changeset_get_batch(changes, &batch, &count));
    CHECK(batch[count - 1].kind == IQ_ITEM_UPDATE && batch[count - 1].after_section == 1);
    CHECK(batch[count - 1].after_item == 0 && batch[count - 1].count == 1);
    CHECK(batch[count - 1].flags == (IQ_CHANGE_RELOAD | IQ_CHANGE_BY_MARK));
    iq_changeset_destroy(changes);
    iq_snapshot_destroy(before);
    iq_snapshot_destroy(after);
}

/* A[1] becomes A[], then A[1], then A[1] with a mark on 1. The last two as one insert 1: the mark goes. */
static void check_composition(bool has_mark)
{
    static const uint64_t one[] = {1};
    iq_snapshot *states[4] = {snapshot_of(A, one, 1), snapshot_of(A, one, 0), snapshot_of(A, one, 1),
                              snapshot_of(A, one, 1)};
    iq_key key = iq_key_from_u64(1);
    CHECK_OK(iq_snapshot_reload_items(states[3], NULL, &key, has_mark));
    iq_changeset *steps[3], *left = NULL, *right = NULL, *two = NULL;
    for (int i = 0; i < 3; i++) {
        steps[i] = diff(states[i], states[i + 1]);
    }
    CHECK_OK(iq_changeset_compose(steps[0], steps[1], &two));
    CHECK_OK(iq_changeset_compose(two, steps[2], &left));
    iq_changeset_destroy(two);
    CHECK_OK(iq_changeset_compose(steps[1], steps[2], &two));
    CHECK_OK(iq_changeset_compose(steps[0], two, &right));
    iq_changeset_destroy(two);
    CHECK(summary_of(left).item_reloads == has_mark);
    CHECK(summary_of(right).item_reloads == 0);
    CHECK(summary_of(left).item_deletes == 0 && summary_of(right).item_deletes == 0);
    iq_changeset_destroy(left);
    iq_changeset_destroy(right);
    for (int i = 0; i < 4; i++) {
        iq_snapshot_destroy(states[i]);
        iq_changeset_destroy(i < 3 ? steps[i] : NULL);
    }
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    check_inserted_section();
    check_composition(false);
    check_composition(true);
    return 0;
}

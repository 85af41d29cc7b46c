/*
 * null_models.c - items of a class that are given no model: `equal` and `changed` are called with NULL for
 * theirs, `retain` and `release` never are. By a list, by a diff, and for supplementary elements.
 */
#include "check.h"
#include "host_memory.h"

#include <string.h>

static int one, two;
/* Of the last call, and how many there were. */
static struct {
    size_t equal, changed;
    const void *before, *after;
    int answer;
} asked;

static void retain(void *context, void *const *models, size_t count)
{
    (void)context;
    for (size_t i = 0; i < count; i++) {
        CHECK(models[i] != NULL);
    }
}

static int equal(void *context, const void *before, const void *after)
{
    (void)context;
    asked.equal++;
    asked.before = before;
    asked.after = after;
    return asked.answer;
}

static uint64_t changed(void *context, const void *before, const void *after)
{
    (void)context;
    asked.changed++;
    asked.before = before;
    asked.after = after;
    return 5;
}

typedef struct look {
    uint64_t content;
    void *model;
} look;

/* Before and after of one item: `equal` is asked where there is no content and another model, `changed` where
 * something differs, each with the very models. */
static void check_asked(look before, look after, uint64_t mask)
{
    int asks = !before.content && !after.content && before.model != after.model;
    int differs = before.content != after.content || (asks && !asked.answer);
    CHECK(asked.equal == (size_t)asks && asked.changed == (size_t)differs);
    CHECK((!asks && !differs) || (asked.before == before.model && asked.after == after.model));
    CHECK(mask == (differs ? 5 : 0));
}

static uint64_t mask_of(const iq_changeset *changes)
{
    const iq_change *ranges;
    size_t count;
    CHECK_OK(iq_changeset_get_batch(changes, &ranges, &count));
    CHECK(count <= 1);
    return count ? ranges[0].mask : 0;
}

static iq_status set(iq_list *list, iq_class cell_class, look look, iq_changeset **changes)
{
    iq_key key = iq_key_from_u64(1);
    iq_columns items = {.struct_size = sizeof items, .count = 1, .keys = &key, .contents = &look.content};
    items.models = &look.model;
    items.classes = &cell_class;
    return iq_list_set_items(list, &items, NULL, changes);
}

static iq_snapshot *with_header(iq_class cell_class, look look)
{
    iq_snapshot *snapshot = NULL;
    iq_key key = iq_key_from_u64(1);
    iq_supplementary header = {.struct_size = sizeof header, .kind = IQ_KIND_HEADER, .content = look.content};
    header.model = look.model;
    header.cell_class = cell_class;
    CHECK_OK(iq_snapshot_create(NULL, &snapshot));
    CHECK_OK(iq_snapshot_append_sections(snapshot, &key, 1));
    CHECK_OK(iq_snapshot_set_supplementary(snapshot, key, &header));
    return snapshot;
}

static void check_pair(iq_class cell_class, look before, look after, int answer)
{
    iq_list *list = NULL;
    iq_changeset *changes = NULL;
    iq_snapshot *old = NULL, *new = NULL;
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_OK(set(list, cell_class, before, NULL));
    CHECK_OK(iq_list_snapshot(list, &old));
    memset(&asked, 0, sizeof asked);
    asked.answer = answer;
    CHECK_OK(set(list, cell_class, after, &changes));
    check_asked(before, after, mask_of(changes));
    iq_changeset_destroy(changes);

    CHECK_OK(iq_list_snapshot(list, &new));
    memset(&asked, 0, sizeof asked);
    asked.answer = answer;
    CHECK_OK(iq_diff(old, new, NULL, &changes));
    check_asked(before, after, mask_of(changes));
    iq_changeset_destroy(changes);
    iq_snapshot_destroy(old);
    iq_snapshot_destroy(new);
    iq_list_destroy(list);

    old = with_header(cell_class, before);
    new = with_header(cell_class, after);
    memset(&asked, 0, sizeof asked);
    asked.answer = answer;
    CHECK_OK(iq_diff(old, new, NULL, &changes));
    check_asked(before, after, mask_of(changes));
    iq_changeset_destroy(changes);
    iq_snapshot_destroy(old);
    iq_snapshot_destroy(new);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    iq_class cell_class;
    iq_class_options options = {.struct_size = sizeof options, .name = "null models", .retain = retain};
    options.release = retain;
    options.equal = equal;
    options.changed = changed;
    CHECK_OK(iq_class_create(&options, &cell_class));
    void *const models[] = {NULL, &one, &two};
    for (unsigned i = 0; i < 3 * 3 * 3 * 3 * 2; i++) {
        look before = {i % 3, models[i / 3 % 3]}, after = {i / 9 % 3, models[i / 27 % 3]};
        check_seed = i;
        check_pair(cell_class, before, after, (int)(i / 81));
    }
    return 0;
}

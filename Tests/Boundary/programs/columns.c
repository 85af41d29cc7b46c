/*
 * columns.c - a column of IQ_SAME says what a column with that value for each item says: to lists, snapshots
 * and edits, of few items and of many. Other strides are held by arguments_structs.c.
 */
#include "check.h"
#include "host_memory.h"
#include "random.h"

#include <stdbool.h>
#include <string.h>

enum { MOST = 700 };

static iq_key keys[MOST];
static uint64_t contents[MOST];
static void *models[MOST];
static iq_class classes[MOST];
static uint16_t levels[MOST];
static iq_class cell_class;

static void nothing(void *context, void *const *some, size_t count)
{
    (void)context, (void)some, (void)count;
}

/* `count` items that are alike in the columns that `which` has a bit for: in one value, or in as many. */
static iq_columns items(size_t count, unsigned which, bool in_one)
{
    const size_t stride = in_one ? IQ_SAME : 0;
    return (iq_columns){.struct_size = sizeof(iq_columns),
                        .count = count,
                        .keys = keys,
                        .contents = contents,
                        .content_stride = which & 1 ? stride : 0,
                        .models = models,
                        .model_stride = which & 2 ? stride : 0,
                        .classes = classes,
                        .class_stride = which & 4 ? stride : 0,
                        .levels = levels,
                        .level_stride = which & 8 ? stride : 0};
}

static void fill(random_source *random, unsigned which)
{
    const size_t first = random_below(random, 50);
    for (size_t i = 0; i < MOST; i++) {
        keys[i] = iq_key_from_u64(first + i + random_below(random, 2) * 1000);
        contents[i] = which & 1 && i > 0 ? contents[0] : random_below(random, 3);
        models[i] = which & 2 && i > 0 ? models[0] : (void *)(uintptr_t)(8 * random_below(random, 4));
        classes[i] = which & 4 && i > 0              ? classes[0]
                     : random_chance(random, 50) ? cell_class
                                                     : (iq_class){0};
        levels[i] = which & 8 && i > 0 ? levels[0] : (uint16_t)random_below(random, 3);
    }
}

static char *dumped(const iq_list *list, const iq_changeset *changes)
{
    static char text[2][1 << 18];
    static int turn;
    char *into = text[turn ^= 1];
    size_t length, more;
    CHECK_OK(iq_list_dump(list, into, 1 << 17, &length));
    CHECK_OK(iq_changeset_dump(changes, into + length, 1 << 17, &more));
    CHECK(length < 1 << 17 && more < 1 << 17);
    return into;
}

/* The list is set, appended to by an edit, then made to show a snapshot. What became of it, as text. */
static const char *run(iq_list *list, size_t count, unsigned which, bool in_one, int step)
{
    iq_changeset *changes;
    if (step == 0) {
        iq_columns columns = items(count, which, in_one);
        CHECK_OK(iq_list_set_items(list, &columns, NULL, &changes));
    } else if (step == 1) {
        iq_columns columns = items(count / 2, which, in_one);
        iq_edit *edit;
        iq_section section;
        CHECK_OK(iq_list_find_section_at(list, 0, &section));
        CHECK_OK(iq_edit_begin(list, NULL, &edit));
        CHECK_OK(iq_edit_set_section_items(edit, section, &columns));
        CHECK_OK(iq_edit_commit(edit, NULL, &changes));
        iq_edit_destroy(edit);
    } else {
        iq_columns columns = items(count, which, in_one);
        const iq_key section = iq_key_from_u64(0);
        iq_snapshot *snapshot;
        CHECK_OK(iq_snapshot_create(NULL, &snapshot));
        CHECK_OK(iq_snapshot_append_sections(snapshot, &section, 1));
        CHECK_OK(iq_snapshot_append_items(snapshot, NULL, &columns));
        CHECK_OK(iq_list_apply(list, snapshot, NULL, &changes));
        iq_snapshot_destroy(snapshot);
    }
    const char *text = dumped(list, changes);
    iq_changeset_destroy(changes);
    return text;
}

static void check_same(uint64_t seed)
{
    check_seed = seed;
    random_source random = {seed};
    const iq_list_options options = {.struct_size = sizeof options, .duplicates = IQ_DUPLICATES_KEEP_FIRST};
    iq_list *one, *each;
    CHECK_OK(iq_list_create(&options, &one));
    CHECK_OK(iq_list_create(&options, &each));
    for (int step = 0; step < 6; step++) {
        const unsigned which = (unsigned)random_below(&random, 16);
        const size_t count = random_below(&random, random_chance(&random, 50) ? 10 : MOST + 1);
        fill(&random, which);
        const char *expected = run(each, count, which, false, step % 3);
        CHECK(strcmp(run(one, count, which, true, step % 3), expected) == 0);
    }
    iq_list_destroy(one);
    iq_list_destroy(each);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    const iq_class_options options = {
        .struct_size = sizeof options, .name = "columns", .retain = nothing, .release = nothing};
    CHECK_OK(iq_class_create(&options, &cell_class));
    uint64_t first = check_first_seed(1);
    for (uint64_t seed = first; seed < first + check_scaled(400); seed++) {
        check_same(seed);
    }
    return 0;
}

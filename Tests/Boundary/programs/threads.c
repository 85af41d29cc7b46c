/*
 * threads.c - eight threads at once: on one list (updates, reads, snapshots), on lists of their own, on
 * one snapshot or one edit (changes may be answered IQ_ERROR_BUSY and nothing else), on one changeset, and
 * on objects that are destroyed under them. What each reads is a state that someone set, never a mixture.
 */
#include "calls.h"
#include "counted_models.h"
#include "check.h"
#include "thread_group.h"
#include "digest.h"

#include <stdatomic.h>
#include <string.h>

#define ITEMS 64

static iq_list *shared_list;
static iq_snapshot *shared_snapshot, *shared_before;
static iq_changeset *shared_changeset;
static counted_model *shared_model;
static uint64_t loops;
static atomic_uint_least64_t appended;

/* A state of the list: items 0 ..< count in an order, all with the same content, which names the state. */
static iq_status set_state(iq_list *list, random_source *random, iq_changeset **changes)
{
    iq_key keys[ITEMS];
    size_t count = random_below(random, ITEMS) + 1, turn = random_below(random, count);
    uint64_t content = random_next(random) | 1;
    for (size_t i = 0; i < count; i++) {
        keys[i] = calls_key(1 + (i + turn) % count);
    }
    uint64_t contents[ITEMS];
    void *models[ITEMS];
    iq_class classes[ITEMS];
    for (size_t i = 0; i < count; i++) {
        contents[i] = content;
        models[i] = shared_model;
        classes[i] = counted_class[1];
    }
    iq_columns items = {sizeof items, count, keys, 0, contents, 0, models, 0, classes, 0, NULL, 0};
    return iq_list_set_items(list, &items, NULL, changes);
}

/* All of what is read at once is of one state. */
static void check_state(const uint64_t *contents, const iq_key *keys, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        CHECK(contents[i] == contents[0]);
        CHECK(memcmp(&keys[i], &keys[0], sizeof *keys) != 0);
    }
}

static void read_snapshot(iq_list *list)
{
    iq_snapshot *snapshot = NULL;
    iq_key keys[ITEMS];
    uint64_t contents[ITEMS];
    size_t count;
    CHECK_OK(iq_list_snapshot(list, &snapshot));
    CHECK_OK(iq_snapshot_get_count(snapshot, NULL, &count));
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = keys, .contents = contents};
    CHECK(count <= ITEMS);
    CHECK_OK(iq_snapshot_get_items(snapshot, 0, count, &buffers));
    check_state(contents, keys, count);
    iq_snapshot_destroy(snapshot);
}

static void read_list(iq_list *list, random_source *random)
{
    iq_key keys[ITEMS];
    uint64_t contents[ITEMS];
    size_t count, part = 1 + random_below(random, ITEMS);
    iq_item item;
    iq_item_info info = {.struct_size = sizeof info};
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = keys, .contents = contents};
    CHECK_OK(iq_list_get_count(list, NULL, &count));
    iq_status status = iq_list_get_items(list, 0, part, &buffers);
    CHECK(status == IQ_OK || status == IQ_ERROR_RANGE);
    if (status == IQ_OK) {
        check_state(contents, keys, part);
    }
    status = iq_list_find_item(list, NULL, calls_key(part), &item);
    CHECK(status == IQ_OK || status == IQ_ERROR_NOT_FOUND);
    if (status == IQ_OK) {
        status = iq_list_get_item_info(list, item, 0, &info);
        CHECK(status == IQ_ERROR_HANDLE || status == IQ_OK);
        CHECK(status != IQ_OK || info.index < ITEMS);
    }
    char text[256];
    CHECK_OK(iq_list_dump(list, text, sizeof text, &count));
}

static void *use_one_list(void *argument)
{
    random_source *random = &((thread_group_member *)argument)->random;
    for (uint64_t i = 0; i < loops; i++) {
        iq_changeset *changes = NULL;
        const iq_change *batch;
        size_t count;
        switch (random_below(random, 5)) {
        case 0:
            CHECK_OK(set_state(shared_list, random, &changes));
            CHECK_OK(iq_changeset_get_batch(changes, &batch, &count));
            iq_changeset_destroy(changes);
            break;
        case 1: read_snapshot(shared_list); break;
        case 2: CHECK_OK(iq_list_trim(shared_list)); break;
        default: read_list(shared_list, random);
        }
    }
    return NULL;
}

/* The shared list lives, so that the process's memory may be trimmed at any time. */
static void *use_own_list(void *argument)
{
    random_source *random = &((thread_group_member *)argument)->random;
    iq_list *list = NULL;
    CHECK_OK(iq_list_create(NULL, &list));
    for (uint64_t i = 0; i < loops; i++) {
        CHECK_OK(set_state(list, random, NULL));
        read_list(list, random);
        read_snapshot(list);
        if (random_chance(random, 5)) {
            iq_list_destroy(list);
            CHECK_OK(iq_list_create(NULL, &list));
        }
        if (random_chance(random, 5)) {
            CHECK_OK(iq_memory_trim());
        }
    }
    iq_list_destroy(list);
    return NULL;
}

static void *use_one_snapshot(void *argument)
{
    random_source *random = &((thread_group_member *)argument)->random;
    for (uint64_t i = 0; i < loops; i++) {
        iq_key key = calls_key(1000 + random_next(random) % UINT32_MAX);
        iq_columns one = {.struct_size = sizeof one, .count = 1, .keys = &key};
        iq_snapshot *copy = NULL;
        size_t count = 0;
        iq_status status;
        if (random_chance(random, 30)) {
            status = iq_snapshot_append_items(shared_snapshot, NULL, &one);
            atomic_fetch_add(&appended, status == IQ_OK);
        } else if (random_chance(random, 30)) {
            status = iq_snapshot_copy(shared_snapshot, &copy);
            iq_snapshot_destroy(copy);
        } else {
            status = iq_snapshot_get_count(shared_snapshot, NULL, &count);
        }
        CHECK(status == IQ_OK || status == IQ_ERROR_BUSY);
    }
    return NULL;
}

/* Each dialect is built when first asked for, whoever asks. */
static void *use_one_changeset(void *argument)
{
    (void)argument;
    call_objects objects = {.changeset = shared_changeset, .snapshot = shared_before};
    for (size_t i = 0; i < calls_of_changesets_count; i++) {
        CHECK_OK(calls_of_changesets[i].make(&objects));
    }
    return NULL;
}

/* Uses the shared list until it finds it gone; one in eight destroys it. */
static void *use_until_gone(void *argument)
{
    thread_group_member *self = argument;
    for (;;) {
        size_t count;
        iq_status status = random_chance(&self->random, 50) ? set_state(shared_list, &self->random, NULL)
                                                            : iq_list_get_count(shared_list, NULL, &count);
        if (status != IQ_OK) {
            CHECK_STATUS(status, IQ_ERROR_HANDLE);
            return NULL;
        }
        if (random_chance(&self->random, 5)) {
            iq_list_destroy(shared_list);
        }
    }
}

static void check_one_snapshot(void)
{
    iq_key section = calls_key(1);
    size_t items;
    atomic_store(&appended, 0);
    CHECK_OK(iq_snapshot_create(NULL, &shared_snapshot));
    CHECK_OK(iq_snapshot_append_sections(shared_snapshot, &section, 1));
    thread_group_run(use_one_snapshot);
    CHECK_OK(iq_snapshot_get_count(shared_snapshot, NULL, &items));
    CHECK(items == atomic_load(&appended));
    iq_snapshot_destroy(shared_snapshot);
}

int main(void)
{
    counted_register();
    shared_model = counted_new(0);
    check_seed = check_first_seed(1);
    loops = check_scaled(4000);
    CHECK_OK(iq_list_create(NULL, &shared_list));
    thread_group_run(use_one_list);
    digest_list(shared_list);
    thread_group_run(use_own_list);
    iq_list_destroy(shared_list);
    check_one_snapshot();
    for (uint64_t round = 0; round < check_scaled(200); round++, check_seed++) {
        call_objects objects;
        CHECK(objects_open(&objects, (iq_class){0}, NULL));
        shared_changeset = objects.changeset;
        shared_before = objects.snapshot;
        thread_group_run(use_one_changeset);
        objects_close(&objects);
        CHECK_OK(iq_list_create(NULL, &shared_list));
        thread_group_run(use_until_gone);
    }
    counted_end();
    return 0;
}

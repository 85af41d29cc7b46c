/*
 * threads_edits.c - edits and eight threads at once: readers beside an edit, edits that keep one another
 * out, all threads inside one edit, a list that is destroyed in the middle of one. Nobody waits for good,
 * a second one is answered IQ_ERROR_BUSY and nothing else, and the list stays sound.
 */
#include "calls.h"
#include "calls.h"
#include "counted_models.h"
#include "check.h"
#include "thread_group.h"
#include "digest.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#define ITEMS 96

static iq_list *shared_list;
static iq_edit *shared_edit;
static counted_model *shared_model;
static uint64_t loops;
static atomic_uint_least64_t next_key, inserted, committed;

/* A new key each time, so that no insertion is refused for its key. */
static iq_status insert_one(iq_edit *edit, iq_section section, size_t index)
{
    iq_key key = calls_key(atomic_fetch_add(&next_key, 1));
    void *model = shared_model;
    iq_columns one = {.struct_size = sizeof one, .count = 1, .keys = &key, .models = &model};
    one.classes = &counted_class[1];
    return iq_edit_insert_items(edit, section, index, &one);
}

static iq_section first_section(void)
{
    iq_section section = {0};
    iq_list_find_section_at(shared_list, 0, &section);
    return section;
}

/* One change; it may come too late for what it speaks of. */
static iq_status change(iq_edit *edit, random_source *random)
{
    iq_section section = first_section();
    iq_item item = {0};
    switch (random_below(random, 6)) {
    case 0: return iq_edit_delete_item_range(edit, section, random_below(random, 4), 1);
    case 1: return iq_edit_move_item_range(edit, section, random_below(random, 4), 1, section, IQ_END);
    case 2:
        iq_list_find_item_at(shared_list, random_below(random, 8), &item);
        return calls_update(edit, item, random_next(random), shared_model, counted_class[1]);
    case 3:
        iq_list_find_item_at(shared_list, random_below(random, 8), &item);
        return iq_edit_delete_items(edit, &item, 1);
    default: return insert_one(edit, section, 0);
    }
}

/* What one read returns is one state: no key in it twice. */
static void read_list(random_source *random)
{
    iq_key keys[ITEMS];
    iq_item items[ITEMS], item;
    size_t count, first = random_below(random, 4), part = random_below(random, ITEMS - 4);
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = keys, .items = items};
    CHECK_OK(iq_list_get_count(shared_list, NULL, &count));
    iq_status status = iq_list_get_items(shared_list, first, part, &buffers);
    CHECK(status == IQ_OK || status == IQ_ERROR_RANGE);
    for (size_t i = 1; status == IQ_OK && i < part; i++) {
        CHECK(memcmp(&keys[i], &keys[0], sizeof *keys) != 0 && items[i].id != items[0].id);
    }
    if (status == IQ_OK && part > 0) {
        iq_position position;
        status = iq_list_find_item(shared_list, NULL, keys[0], &item);
        CHECK(status == IQ_ERROR_NOT_FOUND || (status == IQ_OK && item.id == items[0].id));
        status = iq_list_find_position(shared_list, items[0], &position);
        CHECK(status == IQ_OK || status == IQ_ERROR_HANDLE);
    }
    if (random_chance(random, 10)) {
        iq_snapshot *snapshot;
        CHECK_OK(iq_list_snapshot(shared_list, &snapshot));
        digest_snapshot(snapshot);
        iq_snapshot_destroy(snapshot);
    }
}

/* An edit that this thread opened for itself: no other is in its way. */
static void edit_alone(random_source *random)
{
    iq_edit *edit = NULL;
    iq_status status = iq_edit_begin(shared_list, NULL, &edit);
    if (status != IQ_OK) {
        CHECK_STATUS(status, IQ_ERROR_BUSY);
        return;
    }
    size_t before, after;
    CHECK_OK(iq_list_get_count(shared_list, NULL, &before));
    for (size_t i = random_below(random, 10); i > 0; i--) {
        status = change(edit, random);
        CHECK(status == IQ_OK || status == IQ_ERROR_RANGE || status == IQ_ERROR_HANDLE);
    }
    CHECK_STATUS(iq_list_trim(shared_list), IQ_ERROR_BUSY);
    CHECK_OK(iq_list_get_count(shared_list, NULL, &after));
    if (random_chance(random, 50) && after < ITEMS) {
        iq_changeset *changes = NULL;
        CHECK_OK(iq_edit_commit(edit, NULL, &changes));
        iq_changeset_destroy(changes);
        atomic_fetch_add(&committed, 1);
    }
    iq_edit_destroy(edit);
}

static void *use_one_list(void *argument)
{
    random_source *random = &((thread_group_member *)argument)->random;
    for (uint64_t i = 0; i < loops; i++) {
        if (random_chance(random, 40)) {
            edit_alone(random);
        } else if (random_chance(random, 5)) {
            iq_status status = iq_list_trim(shared_list);
            CHECK(status == IQ_OK || status == IQ_ERROR_BUSY);
        } else {
            read_list(random);
        }
    }
    return NULL;
}

static void *use_one_edit(void *argument)
{
    random_source *random = &((thread_group_member *)argument)->random;
    iq_section section = first_section();
    for (uint64_t i = 0; i < loops / 8 + 1; i++) {
        if (random_chance(random, 50)) {
            read_list(random);
            continue;
        }
        iq_status status = insert_one(shared_edit, section, random_chance(random, 50) ? IQ_END : 0);
        CHECK(status == IQ_OK || status == IQ_ERROR_BUSY);
        atomic_fetch_add(&inserted, status == IQ_OK);
    }
    return NULL;
}

/* Any changes of one edit, and its end, by whoever comes first. */
static void *end_one_edit(void *argument)
{
    random_source *random = &((thread_group_member *)argument)->random;
    for (;;) {
        iq_status status = change(shared_edit, random);
        CHECK(status == IQ_OK || status == IQ_ERROR_BUSY || status == IQ_ERROR_RANGE ||
              status == IQ_ERROR_HANDLE || status == IQ_ERROR_STATE);
        if (status == IQ_ERROR_STATE) {
            iq_edit_destroy(shared_edit);
            return NULL;
        }
        if (random_chance(random, 5)) {
            iq_changeset *changes = NULL;
            status = iq_edit_commit(shared_edit, NULL, &changes);
            CHECK(status == IQ_OK || status == IQ_ERROR_BUSY || status == IQ_ERROR_STATE ||
                  status == IQ_ERROR_HANDLE);
            iq_changeset_destroy(changes);
            if (status == IQ_ERROR_HANDLE) {
                return NULL;
            }
        }
        if (random_chance(random, 1)) {
            iq_edit_destroy(shared_edit);
            return NULL;
        }
    }
}

/* Edits the shared list until it finds it gone; some destroy it. */
static void *edit_until_gone(void *argument)
{
    random_source *random = &((thread_group_member *)argument)->random;
    for (;;) {
        iq_edit *edit = NULL;
        iq_status status = iq_edit_begin(shared_list, NULL, &edit);
        while (status == IQ_OK && !random_chance(random, 10)) {
            status = change(edit, random);
            /* A handle may be bad because its list is, or by itself. */
            status = status == IQ_ERROR_RANGE || status == IQ_ERROR_HANDLE ? IQ_OK : status;
        }
        if (status == IQ_OK && random_chance(random, 50)) {
            status = iq_edit_commit(edit, NULL, NULL);
        }
        iq_edit_destroy(edit);
        CHECK(status == IQ_OK || status == IQ_ERROR_BUSY || status == IQ_ERROR_HANDLE);
        if (random_chance(random, 5)) {
            iq_list_destroy(shared_list);
        }
        if (iq_list_get_count(shared_list, NULL, NULL) == IQ_ERROR_HANDLE) {
            return NULL;
        }
    }
}

static void open_list(void)
{
    iq_key keys[8];
    void *models[8];
    iq_class classes[8];
    for (uint64_t i = 0; i < 8; i++) {
        keys[i] = calls_key(atomic_fetch_add(&next_key, 1));
        models[i] = shared_model;
        classes[i] = counted_class[1];
    }
    iq_columns items = {sizeof items, 8, keys, 0, NULL, 0, models, 0, classes, 0, NULL, 0};
    CHECK_OK(iq_list_create(NULL, &shared_list));
    CHECK_OK(iq_list_set_items(shared_list, &items, NULL, NULL));
}

static void check_one_edit(void)
{
    size_t count;
    open_list();
    uint64_t before = digest_list(shared_list);
    CHECK_OK(iq_edit_begin(shared_list, NULL, &shared_edit));
    atomic_store(&inserted, 0);
    thread_group_run(use_one_edit);
    CHECK_OK(iq_list_get_count(shared_list, NULL, &count));
    CHECK(count == 8 + atomic_load(&inserted));
    digest_list(shared_list);
    iq_edit_destroy(shared_edit);
    CHECK(digest_list(shared_list) == before);
    iq_list_destroy(shared_list);
}

/* ---- another thread, while this one is in a callback of an edit's call ------------------------------ */

static const call_objects *beside;
static _Thread_local bool is_beside; /* callbacks of what is called there have nothing more to do */
static unsigned times;

/* Reads go on, and the edit is busy: neither waits, or this would never end. */
static void *use_beside(void *argument)
{
    size_t count;
    iq_snapshot *snapshot;
    (void)argument;
    is_beside = true;
    CHECK_OK(iq_list_get_count(beside->edited, NULL, &count));
    CHECK_OK(iq_list_snapshot(beside->edited, &snapshot));
    iq_snapshot_destroy(snapshot);
    digest_list(beside->edited);
    for (size_t i = 0; i < calls_of_edits_count; i++) {
        if (calls_of_edits[i].changes & CALL_EDIT) {
            CHECK_STATUS(calls_of_edits[i].make(beside), IQ_ERROR_BUSY);
        }
    }
    return NULL;
}

static void start_beside(const char *callback)
{
    pthread_t id;
    (void)callback;
    if (is_beside) {
        return;
    }
    times++;
    counted_inside = NULL;
    CHECK(pthread_create(&id, NULL, use_beside, NULL) == 0);
    CHECK(pthread_join(id, NULL) == 0);
    counted_inside = start_beside;
}

static void check_callbacks(void)
{
    for (size_t i = 0; i < calls_of_edits_count; i++) {
        const call *called = &calls_of_edits[i];
        call_objects objects;
        if (!(called->changes & CALL_EDIT)) {
            continue;
        }
        check_case = called->name;
        CHECK(objects_open(&objects, counted_class[0], counted_new(1)));
        objects.model = counted_new(2);
        beside = &objects;
        counted_inside = start_beside;
        CHECK_OK(called->make(&objects));
        counted_inside = NULL;
        objects_close(&objects);
    }
    CHECK(times > 10);
    check_case = NULL;
}

int main(void)
{
    counted_register();
    shared_model = counted_new(0);
    check_seed = check_first_seed(1);
    loops = check_scaled(3000);
    check_callbacks();
    open_list();
    thread_group_run(use_one_list);
    CHECK(atomic_load(&committed) > 0);
    digest_list(shared_list);
    iq_list_destroy(shared_list);
    for (uint64_t round = 0; round < check_scaled(200); round++, check_seed++) {
        check_one_edit();
        open_list();
        CHECK_OK(iq_edit_begin(shared_list, NULL, &shared_edit));
        thread_group_run(end_one_edit);
        iq_edit_destroy(shared_edit);
        digest_list(shared_list);
        iq_list_destroy(shared_list);
        open_list();
        thread_group_run(edit_until_gone);
        iq_list_destroy(shared_list);
    }
    counted_end();
    return 0;
}

/*
 * handles.c - wrong handles: ten million calls over all functions, each with one handle that is stale,
 * forged, foreign, of another kind or NULL. Each is refused with the right status and argument, none
 * crashes, and what lives is as it was.
 */
#include "calls.h"
#include "check.h"
#include "digest.h"
#include "host_memory.h"
#include "random.h"

#include <stdbool.h>
#include <string.h>

#define DEAD 512

static random_source source;

/* Handles that were good once: of objects as addresses, of items and sections as numbers. */
static void *dead_objects[DEAD];
static uint64_t dead_values[DEAD];
static size_t dead_object_count, dead_value_count;
/* Objects that stay: those that are used rightly, and others whose items are foreign to them. */
static call_objects living, foreign;

static void bury(const call_objects *objects)
{
    void *const stale_count[] = {objects->list,      objects->snapshot, objects->other,
                            objects->changeset, objects->edited,   objects->edit,     objects->view,
                            objects->laid_out,  objects->derived, objects->sorted};
    for (size_t i = 0; i < sizeof stale_count / sizeof *stale_count; i++) {
        dead_objects[dead_object_count++ % DEAD] = stale_count[i];
    }
    dead_values[dead_value_count++ % DEAD] = objects->item.id;
    dead_values[dead_value_count++ % DEAD] = objects->section.id;
    dead_values[dead_value_count++ % DEAD] = objects->edited_item.id;
    dead_values[dead_value_count++ % DEAD] = objects->edited_section.id;
}

/* Objects that come and go, and items that leave a list that stays, so that slots are used again. */
static void churn(void)
{
    call_objects passing;
    CHECK(objects_open(&passing, (iq_class){0}, NULL));
    call_objects gone = passing;
    objects_close(&passing);
    bury(&gone);
    iq_key key = calls_key(14);
    iq_section_entry section = {.struct_size = sizeof section, .key = calls_key(2)};
    iq_columns items = {.struct_size = sizeof items, .count = 1, .keys = &key};
    iq_item item;
    CHECK_OK(iq_list_find_item(living.list, NULL, calls_key(12), &item));
    CHECK_OK(iq_list_set(living.list, &section, 1, &items, NULL, NULL));
    dead_values[dead_value_count++ % DEAD] = item.id;
    dead_values[dead_value_count++ % DEAD] = living.section.id;
    CHECK_OK(iq_list_apply(living.list, living.snapshot, NULL, NULL));
    CHECK_OK(iq_list_find_item(living.list, NULL, calls_key(12), &living.item));
    CHECK_OK(iq_list_find_section(living.list, calls_key(1), &living.section));
}

/* A turned bit may lead to a good neighbour; that is no mistake that anyone could see. */
static bool is_good_object(const void *object, const void *wanted_kind)
{
    const void *const lists[] = {living.list,    foreign.list,    living.edited,
                                 foreign.edited, living.derived, foreign.derived,
                                 living.sorted,  foreign.sorted};
    const void *const changesets[] = {living.changeset, foreign.changeset};
    const void *const edits[] = {living.edit, foreign.edit};
    const void *const views[] = {living.view, foreign.view, living.laid_out, foreign.laid_out};
    const void *const snapshots[] = {living.snapshot, living.other, foreign.snapshot, foreign.other};
    bool good = false;
    for (size_t i = 0; i < 2; i++) {
        good = good || (wanted_kind == living.changeset && object == changesets[i]);
        good = good || (wanted_kind == living.edit && object == edits[i]);
    }
    for (size_t i = 0; i < 8; i++) {
        bool list = wanted_kind == living.list || wanted_kind == living.derived || wanted_kind == living.sorted;
        good = good || (list && object == lists[i]);
    }
    for (size_t i = 0; i < 4; i++) {
        bool kind = wanted_kind == living.snapshot || wanted_kind == living.other;
        bool view = wanted_kind == living.view || wanted_kind == living.laid_out;
        good = good || (kind && object == snapshots[i]) || (view && object == views[i]);
    }
    return good;
}

/* An address that is no object of the kind that `good` is. */
static void *bad_object(void *good)
{
    void *const others[] = {living.list,      living.snapshot, living.other,
                            living.changeset, living.edit,     living.view,
                            living.laid_out,  &source};
    uintptr_t value = (uintptr_t)good;
    void *bad = NULL;
    switch (random_below(&source, 6)) {
    case 0: return NULL;
    case 1: bad = dead_objects[random_below(&source, DEAD)]; break;
    case 2: bad = (void *)(uintptr_t)random_next(&source); break;
    case 3: bad = (void *)(uintptr_t)(random_next(&source) >> (16 + random_below(&source, 48))); break;
    case 4: bad = (void *)(value ^ ((uintptr_t)1 << random_below(&source, 8 * sizeof value))); break;
    default: bad = others[random_below(&source, sizeof others / sizeof *others)];
    }
    return is_good_object(bad, good) ? NULL : bad;
}

static bool is_good_value(const iq_list *list, uint64_t value, bool of_item)
{
    iq_item item;
    iq_section section;
    size_t items, sections;
    bool good = false;
    CHECK_OK(iq_list_get_count(list, &sections, &items));
    for (size_t i = 0; of_item && i < items; i++) {
        CHECK_OK(iq_list_find_item_at(list, i, &item));
        good = good || item.id == value;
    }
    for (size_t s = 0; !of_item && s < sections; s++) {
        CHECK_OK(iq_list_find_section_at(list, s, &section));
        good = good || section.id == value;
    }
    return good;
}

/* A number that is no item, or no section, of the list; `good` is one, `other` is of the other kind. */
static uint64_t bad_value(const iq_list *list, uint64_t good, uint64_t other, bool of_item)
{
    iq_item item = {0};
    uint64_t bad = 0;
    switch (random_below(&source, 6)) {
    case 0: return 0;
    case 1: bad = dead_values[random_below(&source, DEAD)]; break;
    case 2: bad = random_next(&source); break;
    case 3: bad = good ^ UINT64_C(1) << random_below(&source, 64); break;
    case 4:
        CHECK_OK(iq_list_find_item_at(foreign.list, random_below(&source, 6), &item));
        bad = item.id;
        break;
    default: bad = other;
    }
    return is_good_value(list, bad, of_item) ? 0 : bad;
}

static void spoil_value(call_objects *objects, uint32_t uses)
{
    const call_objects *l = &living;
    if (uses & CALL_ITEM) {
        objects->item.id = bad_value(l->list, l->item.id, l->section.id, true);
    } else if (uses & CALL_SECTION) {
        objects->section.id = bad_value(l->list, l->section.id, l->item.id, false);
    } else if (uses & CALL_EDITED_ITEM) {
        objects->edited_item.id = bad_value(l->edited, l->edited_item.id, l->edited_section.id, true);
    } else {
        objects->edited_section.id = bad_value(l->edited, l->edited_section.id, l->edited_item.id, false);
    }
}

/* Spoils one of the objects that a call uses; answers which argument that is. */
static uint32_t spoil(call_objects *objects, const call *called, iq_status *wanted)
{
    *wanted = IQ_ERROR_HANDLE;
    const uint32_t values = CALL_ITEM | CALL_SECTION | CALL_EDITED_ITEM | CALL_EDITED_SECTION;
    if (called->uses & values && random_chance(&source, 50)) {
        do {
            spoil_value(objects, called->uses);
        } while (called->uses & CALL_OR_WHOLE && (objects->item.id == 0 || objects->section.id == 0));
        return called->uses & CALL_ANCHOR ? 3 : 2;
    }
    void *bad;
    uint32_t argument = 1;
    if (called->uses & CALL_OTHER && random_chance(&source, 50)) {
        bad = objects->other = bad_object(living.other);
        argument = 2;
    } else if (called->uses & CALL_CHANGESET && random_chance(&source, 50)) {
        bad = objects->changeset = bad_object(living.changeset);
    } else if (called->uses & CALL_EDIT) {
        bad = objects->edit = bad_object(living.edit);
    } else if (called->uses & CALL_VIEW) {
        bad = objects->view = bad_object(living.view);
    } else if (called->uses & CALL_LAID_OUT) {
        bad = objects->laid_out = bad_object(living.laid_out);
    } else if (called->uses & CALL_DERIVED) {
        bad = objects->derived = bad_object(living.derived);
    } else if (called->uses & CALL_SORTED) {
        bad = objects->sorted = bad_object(living.sorted);
    } else if (called->uses & CALL_LIST) {
        argument = called->uses & CALL_CHANGESET ? 2 : 1;
        bad = objects->list = bad_object(living.list);
    } else if (called->uses & CALL_SNAPSHOT) {
        argument = called->uses & CALL_CHANGESET ? 2 : 1;
        bad = objects->snapshot = bad_object(living.snapshot);
    } else {
        bad = objects->changeset = bad_object(living.changeset);
    }
    *wanted = bad ? IQ_ERROR_HANDLE : IQ_ERROR_ARGUMENT;
    return argument;
}

static void call_with_one_bad_handle(void)
{
    const call *called = calls_at(random_below(&source, calls_count()));
    call_objects objects = living;
    iq_status wanted;
    check_case = called->name;
    uint32_t argument = spoil(&objects, called, &wanted);
    CHECK_STATUS(called->make(&objects), wanted);
    if (random_chance(&source, 5)) {
        iq_error error = {.struct_size = sizeof error};
        CHECK_OK(iq_get_last_error(&error));
        CHECK(error.status == wanted && error.argument == argument);
    }
}

/* Destroying what is dead, forged or of another kind is nothing. */
static void destroy_wrongly(void)
{
    check_case = "destroy";
    iq_list_destroy(bad_object(living.list));
    iq_changeset_destroy(bad_object(living.changeset));
    iq_edit_destroy(bad_object(living.edit));
    iq_view_destroy(bad_object(living.view));
    iq_replay_destroy(bad_object(living.changeset));
    void *bad = bad_object(living.snapshot);
    iq_snapshot_destroy(bad);
}

static void use_bad_classes(void)
{
    check_case = "class";
    uint32_t id = random_chance(&source, 50) ? (uint32_t)random_next(&source) | 0x80000000u : 60000;
    iq_class bad = {id};
    const char *name = "unchanged";
    CHECK_STATUS(iq_class_get_name(bad, &name), IQ_ERROR_HANDLE);
    CHECK(strcmp(name, "unchanged") == 0);
    iq_key key = calls_key(77);
    iq_columns items = {.struct_size = sizeof items, .count = 1, .keys = &key, .classes = &bad};
    CHECK_STATUS(iq_list_set_items(living.list, &items, NULL, NULL), IQ_ERROR_HANDLE);
    CHECK_STATUS(iq_snapshot_append_items(living.snapshot, NULL, &items), IQ_ERROR_HANDLE);
    CHECK_STATUS(iq_edit_insert_items(living.edit, living.edited_section, 0, &items), IQ_ERROR_HANDLE);
    CHECK_STATUS(calls_update(living.edit, living.edited_item, 0, NULL, bad), IQ_ERROR_HANDLE);
    iq_supplementary element = {.struct_size = sizeof element, .kind = IQ_KIND_HEADER, .cell_class = bad};
    CHECK_STATUS(iq_snapshot_set_supplementary(living.snapshot, calls_key(1), &element), IQ_ERROR_HANDLE);
    CHECK_STATUS(iq_list_set_supplementary(living.list, &element), IQ_ERROR_HANDLE);
    CHECK_STATUS(iq_list_register_class(living.list, bad), IQ_ERROR_HANDLE);
    iq_section_entry section = {sizeof section, key, 0, &element, 1};
    items.classes = NULL;
    CHECK_STATUS(iq_list_set(living.list, &section, 1, &items, NULL, NULL), IQ_ERROR_HANDLE);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    check_seed = check_first_seed(1);
    source.state = check_seed;
    CHECK(objects_open(&living, (iq_class){0}, NULL));
    CHECK(objects_open(&foreign, (iq_class){0}, NULL));
    for (int i = 0; i < DEAD; i++) {
        churn();
    }
    uint64_t list = digest_list(living.list), snapshot = digest_snapshot(living.snapshot);
    uint64_t edited = digest_list(living.edited);
    uint64_t calls = check_scaled(10000000);
    for (uint64_t i = 0; i < calls; i++) {
        call_with_one_bad_handle();
        if (i % 16 == 0) {
            destroy_wrongly();
        }
        if (i % 512 == 0) {
            use_bad_classes();
        }
        if (i % 65536 == 0) {
            CHECK(digest_list(living.list) == list && digest_snapshot(living.snapshot) == snapshot);
            churn();
            list = digest_list(living.list);
        }
    }
    CHECK(digest_snapshot(living.snapshot) == snapshot && digest_list(living.edited) == edited);
    objects_close(&living);
    objects_close(&foreign);
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == 0);
    return 0;
}

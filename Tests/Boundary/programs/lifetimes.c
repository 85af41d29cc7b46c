/*
 * lifetimes.c - a model whose last reference was released is never retained again, and all references are given
 * back in the end: random calls on a few lists, snapshots, edits and changesets, where each callback makes further
 * random calls on the same objects, three deep; by one thread, and by several at once, whose callbacks must not
 * wait for one another either (a deadlock is ended by an alarm).
 */
#include "check.h"
#include "thread_group.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

#define LISTS 3
#define SNAPSHOTS 4
#define CHANGESETS 3
#define KEYS 700
#define MOST_DEEP 3

/* A model is the address of its count. None is used twice. */
static atomic_int *references;
static atomic_size_t models_made;
static size_t models_most;

static iq_class classes[2];
/* Whoever takes an object out of its place destroys it; a call that still uses it meets a dead handle at worst. */
static _Atomic(iq_list *) lists[LISTS];
static _Atomic(iq_edit *) edits[LISTS];
static _Atomic(iq_snapshot *) snapshots[SNAPSHOTS];
static _Atomic(iq_changeset *) changesets[CHANGESETS];

static _Thread_local random_source *source;
static _Thread_local int depth;

static size_t below(size_t bound) { return random_below(source, bound); }

static void step(void);

static void go_deeper(void)
{
    if (source != NULL && depth < MOST_DEEP && below(3) == 0) {
        depth++;
        step();
        depth--;
    }
}

static void retain(void *context, void *const *models, size_t count)
{
    (void)context;
    for (size_t i = 0; i < count; i++) {
        CHECK(atomic_fetch_add((atomic_int *)models[i], 1) > 0);
    }
    go_deeper();
}

static void release(void *context, void *const *models, size_t count)
{
    (void)context;
    go_deeper();
    for (size_t i = 0; i < count; i++) {
        CHECK(atomic_fetch_sub((atomic_int *)models[i], 1) > 0);
    }
}

static int equal(void *context, const void *before, const void *after)
{
    (void)context;
    CHECK(before == NULL || atomic_load((const atomic_int *)before) > 0);
    CHECK(after == NULL || atomic_load((const atomic_int *)after) > 0);
    go_deeper();
    return below(2) == 0;
}

static uint64_t changed(void *context, const void *before, const void *after)
{
    equal(context, before, after);
    return 1;
}

/* What a call may answer when others come in between. */
static void allow(iq_status status)
{
    switch (status) {
    case IQ_OK:
    case IQ_ERROR_HANDLE:
    case IQ_ERROR_BUSY:
    case IQ_ERROR_RANGE:
    case IQ_ERROR_NOT_FOUND:
    case IQ_ERROR_DUPLICATE:
    case IQ_ERROR_NO_SECTION:
    case IQ_ERROR_SCOPE:
    case IQ_ERROR_STATE:
    case IQ_ERROR_MISMATCH: return;
    default: CHECK_OK(status);
    }
}

/* Columns of up to `KEYS` items, some of them with models that the host holds until they are given back. */
typedef struct rows {
    iq_columns columns;
    iq_key keys[KEYS];
    uint64_t contents[KEYS];
    void *models[KEYS];
    iq_class classes[KEYS];
} rows;

static void *new_model(void)
{
    size_t made = atomic_fetch_add(&models_made, 1);
    if (made >= models_most || below(5) == 0) {
        return NULL;
    }
    atomic_store(&references[made], 1);
    return &references[made];
}

static rows *make_rows(size_t most)
{
    rows *made = check_memory(malloc(sizeof *made));
    size_t count = below(most + 1), first = below(KEYS), stride = below(4) == 0 ? 1 + below(KEYS) : 1;
    bool has_contents = below(3) != 0;
    for (size_t i = 0; i < count; i++) {
        made->keys[i] = iq_key_from_u64(1 + (first + i * stride) % KEYS);
        made->contents[i] = below(8) == 0 ? 2 : 1;
        made->classes[i] = classes[below(20) == 0];
        made->models[i] = new_model();
    }
    made->columns = (iq_columns){.struct_size = sizeof made->columns,
                                 .count = count,
                                 .keys = made->keys,
                                 .contents = has_contents ? made->contents : NULL,
                                 .models = made->models,
                                 .classes = made->classes};
    return made;
}

/* The host gives its own references back. */
static void end_rows(rows *made)
{
    for (size_t i = 0; i < made->columns.count; i++) {
        if (made->models[i]) {
            atomic_fetch_sub((atomic_int *)made->models[i], 1);
        }
    }
    free(made);
}

static iq_key section_key(void) { return iq_key_from_u64(10000 + below(3)); }

/* ---- Objects change places: what was there before is destroyed. */

static void put_snapshot(iq_snapshot *snapshot)
{
    iq_snapshot_destroy(atomic_exchange(&snapshots[below(SNAPSHOTS)], snapshot));
}

static void put_changeset(iq_changeset *changeset)
{
    if (changeset) {
        iq_changeset_destroy(atomic_exchange(&changesets[below(CHANGESETS)], changeset));
    }
}

static void make_list(size_t place)
{
    static const iq_duplicates policies[LISTS] = {IQ_DUPLICATES_KEEP_LAST, IQ_DUPLICATES_KEEP_FIRST,
                                                  IQ_DUPLICATES_NUMBER};
    iq_list_options options = {.struct_size = sizeof options, .duplicates = policies[place]};
    iq_list *list = NULL;
    CHECK_OK(iq_list_create(&options, &list));
    iq_list_destroy(atomic_exchange(&lists[place], list));
}

static void make_snapshot(void)
{
    iq_snapshot_options options = {.struct_size = sizeof options, .duplicates = (iq_duplicates)below(4)};
    iq_snapshot *snapshot = NULL;
    iq_key keys[3] = {iq_key_from_u64(10000), iq_key_from_u64(10001), iq_key_from_u64(10002)};
    CHECK_OK(iq_snapshot_create(&options, &snapshot));
    CHECK_OK(iq_snapshot_append_sections(snapshot, keys, 1 + below(3)));
    put_snapshot(snapshot);
}

/* ---- Calls */

static iq_supplementary make_element(void)
{
    return (iq_supplementary){.struct_size = sizeof(iq_supplementary),
                              .kind = 1 + (uint32_t)below(2),
                              .key = iq_key_from_u64(below(3)),
                              .content = below(3),
                              .model = new_model(),
                              .cell_class = classes[0]};
}

static void end_element(iq_supplementary element)
{
    if (element.model) {
        atomic_fetch_sub((atomic_int *)element.model, 1);
    }
}

static void change_list(void)
{
    iq_list *list = atomic_load(&lists[below(LISTS)]);
    iq_changeset *changes = NULL;
    iq_update_options options = {.struct_size = sizeof options, .flags = IQ_UPDATE_PAYLOAD};
    rows *items = make_rows(KEYS);
    switch (below(8)) {
    case 0: {
        iq_supplementary header = make_element();
        iq_section_entry sections[2] = {
            {.struct_size = sizeof sections[0], .key = iq_key_from_u64(10000), .supplementaries = &header,
             .supplementary_count = 1},
            {.struct_size = sizeof sections[0], .key = iq_key_from_u64(10001),
             .first_item = below(items->columns.count + 1)}};
        allow(iq_list_set(list, sections, 2, &items->columns, &options, &changes));
        end_element(header);
        break;
    }
    case 1: allow(iq_list_set_section_items(list, section_key(), &items->columns, &options, &changes)); break;
    case 2: allow(iq_list_set_items(list, &items->columns, NULL, NULL)); break;
    case 3: allow(iq_changeset_apply_to_list(atomic_load(&changesets[below(CHANGESETS)]), list, &options, &changes)); break;
    case 4: allow(iq_list_trim(list)); break;
    default: allow(iq_list_apply(list, atomic_load(&snapshots[below(SNAPSHOTS)]), &options, &changes));
    }
    end_rows(items);
    put_changeset(changes);
}

static void edit_list(void)
{
    size_t place = below(LISTS);
    iq_list *list = atomic_load(&lists[place]);
    iq_edit *edit = atomic_load(&edits[place]);
    iq_edit_options options = {.struct_size = sizeof options, .wait_milliseconds = (uint32_t)below(3)};
    iq_update_options diffing = {.struct_size = sizeof diffing, .flags = IQ_UPDATE_PAYLOAD};
    iq_changeset *changes = NULL;
    iq_section section = {0};
    iq_item item = {0};
    if (edit == NULL) {
        iq_status status = iq_edit_begin(list, &options, &edit);
        allow(status);
        if (status == IQ_OK) {
            iq_edit_destroy(atomic_exchange(&edits[place], edit));
        }
        return;
    }
    rows *items = make_rows(40);
    iq_supplementary element = make_element();
    allow(iq_list_find_section(list, section_key(), &section));
    allow(iq_list_find_item_at(list, below(KEYS), &item));
    switch (below(9)) {
    case 0: allow(iq_edit_insert_items(edit, section, 0, &items->columns)); break;
    case 1: allow(iq_edit_insert_items_beside(edit, IQ_PUT_AFTER, item, &items->columns)); break;
    case 2: allow(iq_edit_delete_items(edit, &item, 1)); break;
    case 3: allow(iq_edit_delete_item_range(edit, section, below(20), below(300))); break;
    case 4: allow(iq_edit_set_section_items(edit, section, &items->columns)); break;
    case 5: allow(iq_edit_set_supplementary(edit, section, &element)); break;
    case 6: allow(iq_edit_commit(edit, &diffing, &changes)); break;
    case 7: iq_edit_destroy(atomic_exchange(&edits[place], NULL)); break;
    default: {
        iq_key key = section_key();
        allow(iq_edit_insert_sections(edit, 0, &key, 1));
    }
    }
    end_element(element);
    end_rows(items);
    put_changeset(changes);
}

static void change_snapshot(void)
{
    iq_snapshot *snapshot = atomic_load(&snapshots[below(SNAPSHOTS)]);
    iq_snapshot *made = NULL;
    iq_key section = section_key(), key = iq_key_from_u64(1 + below(KEYS)), other = iq_key_from_u64(1 + below(KEYS));
    iq_supplementary element = make_element();
    rows *items = make_rows(below(3) == 0 ? KEYS : 8);
    switch (below(14)) {
    case 0: allow(iq_snapshot_append_items(snapshot, &section, &items->columns)); break;
    case 1: allow(iq_snapshot_insert_items_beside(snapshot, NULL, IQ_PUT_BEFORE, key, &items->columns)); break;
    case 2: allow(iq_snapshot_delete_items(snapshot, NULL, items->keys, items->columns.count, NULL)); break;
    case 3: allow(iq_snapshot_delete_all_items(snapshot, &section)); break;
    case 4: allow(iq_snapshot_delete_all(snapshot)); break;
    case 5: allow(iq_snapshot_set_supplementary(snapshot, section, &element)); break;
    case 6: allow(iq_snapshot_move_item_beside(snapshot, NULL, key, IQ_PUT_AFTER, other)); break;
    case 7: allow(iq_snapshot_delete_sections(snapshot, &section, 1, NULL)); break;
    case 8: allow(iq_snapshot_append_sections(snapshot, &section, 1)); break;
    case 9: allow(iq_changeset_apply(atomic_load(&changesets[below(CHANGESETS)]), snapshot)); break;
    case 10: make_snapshot(); break;
    case 11: allow(iq_snapshot_reload_items(snapshot, NULL, &key, 1)); break;
    default:
        allow(iq_snapshot_copy(snapshot, &made));
        if (made) {
            put_snapshot(made);
        }
    }
    end_rows(items);
    end_element(element);
}

static void read_something(void)
{
    iq_list *list = atomic_load(&lists[below(LISTS)]);
    iq_snapshot *snapshot = atomic_load(&snapshots[below(SNAPSHOTS)]), *made = NULL;
    iq_changeset *changes = NULL;
    iq_diff_options options = {.struct_size = sizeof options, .flags = IQ_DIFF_PAYLOAD};
    iq_position position;
    size_t length;
    switch (below(6)) {
    case 0:
    case 1:
        allow(iq_list_snapshot(list, &made));
        if (made) {
            put_snapshot(made);
        }
        break;
    case 2: allow(iq_snapshot_find_position(snapshot, NULL, iq_key_from_u64(1 + below(KEYS)), &position)); break;
    case 3: allow(iq_diff(snapshot, atomic_load(&snapshots[below(SNAPSHOTS)]), &options, &changes)); break;
    case 4: allow(iq_list_dump(list, NULL, 0, &length)); break;
    default: allow(iq_snapshot_encode(snapshot, NULL, 0, &length));
    }
    put_changeset(changes);
}

static void step(void)
{
    switch (below(16)) {
    case 0:
    case 1:
    case 2: change_list(); break;
    case 3:
    case 4:
    case 5:
    case 6: edit_list(); break;
    case 7:
    case 8:
    case 9:
    case 10:
    case 11: change_snapshot(); break;
    case 12:
        if (below(20) == 0) {
            make_list(below(LISTS));
        }
        break;
    default: read_something();
    }
}

static uint64_t steps;

static void *run_steps(void *argument)
{
    source = &((thread_group_member *)argument)->random;
    for (uint64_t i = 0; i < steps; i++) {
        step();
    }
    source = NULL;
    return NULL;
}

/* All objects, then a number of threads' steps, then nothing: each reference was given back. */
static void round_of(bool is_crowd)
{
    thread_group_member alone = {.random = {check_seed}};
    iq_snapshot *made[SNAPSHOTS];
    source = &alone.random;
    for (size_t i = 0; i < LISTS; i++) {
        make_list(i);
    }
    for (size_t i = 0; i < SNAPSHOTS; i++) {
        CHECK_OK(iq_snapshot_create(NULL, &made[i]));
        atomic_store(&snapshots[i], made[i]);
    }
    for (size_t i = 0; i < CHANGESETS; i++) {
        iq_diff_options options = {.struct_size = sizeof options, .flags = IQ_DIFF_PAYLOAD};
        iq_changeset *changes = NULL;
        CHECK_OK(iq_diff(made[0], made[1], &options, &changes));
        atomic_store(&changesets[i], changes);
    }
    for (size_t i = 0; i < 2 * SNAPSHOTS; i++) {
        make_snapshot();
    }
    source = NULL;
    if (is_crowd) {
        thread_group_run(run_steps);
    } else {
        run_steps(&alone);
    }
    for (size_t i = 0; i < LISTS; i++) {
        iq_edit_destroy(atomic_exchange(&edits[i], NULL));
        iq_list_destroy(atomic_exchange(&lists[i], NULL));
    }
    for (size_t i = 0; i < SNAPSHOTS; i++) {
        iq_snapshot_destroy(atomic_exchange(&snapshots[i], NULL));
    }
    for (size_t i = 0; i < CHANGESETS; i++) {
        iq_changeset_destroy(atomic_exchange(&changesets[i], NULL));
    }
    size_t used = atomic_load(&models_made);
    for (size_t i = 0; i < used && i < models_most; i++) {
        CHECK(atomic_load(&references[i]) == 0);
    }
    atomic_store(&models_made, 0);
}

int main(void)
{
    iq_class_options options = {.struct_size = sizeof options,
                                .name = "lifetimes/all",
                                .retain = retain,
                                .release = release,
                                .equal = equal,
                                .changed = changed};
    CHECK_OK(iq_class_create(&options, &classes[0]));
    options.name = "lifetimes/counted";
    options.equal = NULL;
    options.changed = NULL;
    CHECK_OK(iq_class_create(&options, &classes[1]));
    models_most = 4000000;
    references = check_memory(calloc(models_most, sizeof *references));
    check_seed = check_first_seed(1);
    alarm(800);
    steps = 400;
    for (uint64_t round = 0; round < check_scaled(60); round++, check_seed++) {
        round_of(false);
    }
    steps = 150;
    for (uint64_t round = 0; round < check_scaled(40); round++, check_seed++) {
        round_of(true);
    }
    free(references);
    return 0;
}

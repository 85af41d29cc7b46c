/*
 * reads_threads.c - eight threads read one list and the snapshots that share with it, with IQ_READ_RETAIN, while
 * they set, edit, apply, copy, change and destroy them. The class counts: a model that nobody holds is never
 * retained, none is released once too often, each that was handed out is alive and of the key that it was read
 * with, and in the end nobody holds any.
 */
#include "calls.h"
#include "check.h"
#include "thread_group.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#define KEYS 700 /* in leaves of 256 */
#define SHARED 3

/* One is made for each item that is put in, and stays to the end, so that no address comes twice. */
typedef struct counted {
    atomic_int references;
    uint64_t key;
    struct counted *next;
} counted;

static _Atomic(counted *) all;
static iq_class counting;
static _Atomic(iq_list *) shared_list;
static _Atomic(iq_snapshot *) shared[SHARED];
static uint64_t loops;

static void retain(void *context, void *const *models, size_t count)
{
    (void)context;
    for (size_t i = 0; i < count; i++) {
        CHECK(atomic_fetch_add(&((counted *)models[i])->references, 1) >= 1);
    }
}

static void release(void *context, void *const *models, size_t count)
{
    (void)context;
    for (size_t i = 0; i < count; i++) {
        CHECK(atomic_fetch_sub(&((counted *)models[i])->references, 1) >= 1);
    }
}

/* With the one reference of whoever makes it. */
static counted *new_model(uint64_t key)
{
    counted *made = check_memory(calloc(1, sizeof *made));
    atomic_init(&made->references, 1);
    made->key = key;
    made->next = atomic_load(&all);
    while (!atomic_compare_exchange_weak(&all, &made->next, made)) {
    }
    return made;
}

/* What another thread may be in the way of. */
static void check_answer(iq_status status)
{
    CHECK(status == IQ_OK || status == IQ_ERROR_BUSY || status == IQ_ERROR_HANDLE || status == IQ_ERROR_RANGE ||
          status == IQ_ERROR_NOT_FOUND || status == IQ_ERROR_DUPLICATE || status == IQ_ERROR_MISMATCH ||
          status == IQ_ERROR_NO_SECTION);
}

/* MARK: What comes in. */

typedef struct rows {
    iq_key keys[KEYS];
    uint64_t contents[KEYS];
    void *models[KEYS];
    size_t count;
} rows;

/* Keys in a row from a random one on, every model a new one. */
static iq_columns new_rows(rows *self, random_source *random, size_t most)
{
    self->count = random_below(random, most + 1);
    uint64_t first = random_below(random, KEYS), content = 1 + random_below(random, 3);
    for (size_t i = 0; i < self->count; i++) {
        self->keys[i] = calls_key(1 + (first + i) % KEYS);
        self->contents[i] = content;
        self->models[i] = new_model(1 + (first + i) % KEYS);
    }
    return (iq_columns){.struct_size = sizeof(iq_columns),
                        .count = self->count,
                        .keys = self->keys,
                        .contents = self->contents,
                        .models = self->models,
                        .classes = &counting,
                        .class_stride = IQ_SAME};
}

static iq_supplementary new_element(void)
{
    return (iq_supplementary){.struct_size = sizeof(iq_supplementary),
                              .kind = IQ_KIND_HEADER,
                              .key = calls_key(9001),
                              .model = new_model(9001),
                              .cell_class = counting};
}

/* The maker's own references. */
static void let_go(rows *self, const iq_supplementary *element)
{
    release(NULL, self->models, self->count);
    if (element) {
        release(NULL, (void *const[]){element->model}, 1);
    }
}

/* MARK: Changes. */

static void set_list(iq_list *list, random_source *random)
{
    rows some;
    iq_columns items = new_rows(&some, random, KEYS);
    iq_supplementary header = new_element();
    iq_section_entry sections[] = {
        {sizeof sections[0], calls_key(1), 0, &header, 1},
        {sizeof sections[0], calls_key(2), random_below(random, some.count + 1), NULL, 0}};
    check_answer(iq_list_set(list, sections, 2, &items, NULL, NULL));
    let_go(&some, &header);
}

static void set_section(iq_list *list, random_source *random)
{
    rows some;
    iq_columns items = new_rows(&some, random, 100);
    check_answer(iq_list_set_section_items(list, calls_key(1 + random_below(random, 2)), &items, NULL, NULL));
    let_go(&some, NULL);
}

static void edit_list(iq_list *list, random_source *random)
{
    iq_edit *edit = NULL;
    iq_section section;
    iq_status status = iq_edit_begin(list, NULL, &edit);
    check_answer(status);
    if (status != IQ_OK) {
        return;
    }
    for (int i = 0; i < 3 && iq_list_find_section_at(list, random_below(random, 2), &section) == IQ_OK; i++) {
        rows some;
        iq_columns items = new_rows(&some, random, 20);
        iq_supplementary header = new_element();
        check_answer(iq_edit_delete_item_range(edit, section, random_below(random, 300), 1 + random_below(random, 9)));
        check_answer(iq_edit_insert_items(edit, section, random_below(random, 300), &items));
        check_answer(iq_edit_set_section_items(edit, section, &items));
        check_answer(iq_edit_set_supplementary(edit, section, &header));
        let_go(&some, &header);
    }
    if (random_chance(random, 60)) {
        check_answer(iq_edit_commit(edit, NULL, NULL));
    }
    iq_edit_destroy(edit);
}

static void change_snapshot(iq_snapshot *snapshot, random_source *random)
{
    rows some;
    iq_columns items = new_rows(&some, random, 20);
    iq_supplementary header = new_element();
    iq_key key = calls_key(1 + random_below(random, KEYS));
    check_answer(iq_snapshot_delete_items(snapshot, NULL, some.keys, some.count, NULL));
    check_answer(iq_snapshot_delete_items(snapshot, NULL, &key, 1, NULL));
    iq_key anchor = calls_key(1 + random_below(random, KEYS));
    check_answer(iq_snapshot_insert_items_beside(snapshot, NULL, IQ_PUT_AFTER, anchor, &items));
    check_answer(iq_snapshot_set_supplementary(snapshot, calls_key(1), &header));
    let_go(&some, &header);
}

static void apply_changes(iq_list *list, iq_snapshot *snapshot, iq_snapshot *other)
{
    iq_diff_options payload = {.struct_size = sizeof payload, .flags = IQ_DIFF_PAYLOAD};
    iq_changeset *changes = NULL;
    check_answer(iq_diff(snapshot, other, &payload, &changes));
    if (changes) {
        check_answer(iq_changeset_apply_to_list(changes, list, NULL, NULL));
        check_answer(iq_changeset_apply(changes, snapshot));
    }
    iq_changeset_destroy(changes);
}

/* Another snapshot takes the place of a shared one, which is destroyed under those who are inside it. */
static void share(iq_snapshot *snapshot, random_source *random)
{
    iq_snapshot_destroy(atomic_exchange(&shared[random_below(random, SHARED)], snapshot));
}

/* MARK: Reads. */

static void check_read(iq_status status, const iq_key *keys, void *const *models, const iq_class *classes,
                       size_t count)
{
    check_answer(status);
    for (size_t i = 0; status == IQ_OK && i < count; i++) {
        if (models[i] && classes[i].id == counting.id) {
            const counted *model = models[i];
            CHECK(atomic_load(&model->references) >= 1);
            iq_key key = calls_key(model->key);
            CHECK(memcmp(&keys[i], &key, sizeof key) == 0);
            release(NULL, &models[i], 1);
        }
    }
}

static void read_items(const iq_list *list, const iq_snapshot *snapshot, random_source *random)
{
    iq_key keys[KEYS];
    void *models[KEYS];
    iq_class classes[KEYS];
    iq_item_buffers buffers = {.struct_size = sizeof buffers,
                               .flags = IQ_READ_RETAIN,
                               .keys = keys,
                               .models = models,
                               .classes = classes};
    size_t count = 0;
    iq_status status = list ? iq_list_get_count(list, NULL, &count) : iq_snapshot_get_count(snapshot, NULL, &count);
    check_answer(status);
    size_t first = random_below(random, count + 1);
    count = count - first < KEYS ? count - first : KEYS;
    status = list ? iq_list_get_items(list, first, count, &buffers)
                  : iq_snapshot_get_items(snapshot, first, count, &buffers);
    check_read(status, keys, models, classes, count);
}

static void read_one(const iq_list *list, const iq_snapshot *snapshot, random_source *random)
{
    iq_item_info info = {.struct_size = sizeof info};
    iq_position place = {(uint32_t)random_below(random, 2), (uint32_t)random_below(random, 300)};
    iq_item item = {0};
    iq_status status;
    if (list) {
        status = iq_list_find_item_at(list, place.item, &item);
        status = status ? status : iq_list_get_item_info(list, item, IQ_READ_RETAIN, &info);
    } else {
        status = iq_snapshot_get_item_info_at(snapshot, place, IQ_READ_RETAIN, &info);
    }
    check_read(status, &info.key, &info.model, &info.cell_class, 1);
}

static void read_elements(const iq_list *list, const iq_snapshot *snapshot, random_source *random)
{
    iq_supplementary element = {.struct_size = sizeof element};
    iq_section section = {0};
    iq_key key = calls_key(1);
    size_t count = 0;
    bool one = random_chance(random, 50);
    iq_status status = list ? iq_list_find_section(list, key, &section) : IQ_OK;
    if (status == IQ_OK && one) {
        status = list ? iq_list_get_supplementary(list, section, IQ_KIND_HEADER, 0, IQ_READ_RETAIN, &element)
                      : iq_snapshot_get_supplementary(snapshot, key, IQ_KIND_HEADER, 0, IQ_READ_RETAIN, &element);
        count = 1;
    } else if (status == IQ_OK) {
        status = list ? iq_list_get_supplementaries(list, section, IQ_READ_RETAIN, &element, 1, &count)
                      : iq_snapshot_get_supplementaries(snapshot, key, IQ_READ_RETAIN, &element, 1, &count);
    }
    check_read(status, &element.key, &element.model, &element.cell_class, count);
}

static void read_something(const iq_list *list, const iq_snapshot *snapshot, random_source *random)
{
    switch (random_below(random, 3)) {
    case 0: read_items(list, snapshot, random); break;
    case 1: read_one(list, snapshot, random); break;
    default: read_elements(list, snapshot, random);
    }
}

/* MARK: Threads. */

static void turn(iq_list *list, random_source *random)
{
    iq_snapshot *snapshot = atomic_load(&shared[random_below(random, SHARED)]);
    iq_snapshot *made = NULL;
    switch (random_below(random, 14)) {
    case 0: set_list(list, random); break;
    case 1: set_section(list, random); break;
    case 2: edit_list(list, random); break;
    case 3: check_answer(iq_list_apply(list, snapshot, NULL, NULL)); break;
    case 4: apply_changes(list, snapshot, atomic_load(&shared[random_below(random, SHARED)])); break;
    case 5:
        if (iq_list_snapshot(list, &made) == IQ_OK) {
            share(made, random);
        }
        break;
    case 6:
        if (iq_snapshot_copy(snapshot, &made) == IQ_OK) {
            share(made, random);
        }
        break;
    case 7: change_snapshot(snapshot, random); break;
    case 8: check_answer(iq_list_trim(list)); break;
    case 9:
    case 10: read_something(NULL, snapshot, random); break;
    default: read_something(list, NULL, random);
    }
}

static void *use(void *argument)
{
    random_source *random = &((thread_group_member *)argument)->random;
    for (uint64_t i = 0; i < loops; i++) {
        turn(atomic_load(&shared_list), random);
        if (random_chance(random, 1)) {
            iq_list *fresh = NULL;
            CHECK_OK(iq_list_create(NULL, &fresh));
            set_list(fresh, random);
            iq_list_destroy(atomic_exchange(&shared_list, fresh));
        }
    }
    return NULL;
}

static void run(void)
{
    random_source random = {check_seed};
    iq_list *list = NULL;
    CHECK_OK(iq_list_create(NULL, &list));
    set_list(list, &random);
    for (size_t i = 0; i < SHARED; i++) {
        iq_snapshot *made = NULL;
        CHECK_OK(iq_list_snapshot(list, &made));
        atomic_store(&shared[i], made);
    }
    atomic_store(&shared_list, list);
    thread_group_run(use);
    iq_list_destroy(atomic_exchange(&shared_list, NULL));
    for (size_t i = 0; i < SHARED; i++) {
        iq_snapshot_destroy(atomic_exchange(&shared[i], NULL));
    }
    for (counted *one = atomic_exchange(&all, NULL), *next; one; one = next) {
        next = one->next;
        CHECK(atomic_load(&one->references) == 0);
        free(one);
    }
}

int main(void)
{
    iq_class_options options = {
        .struct_size = sizeof options, .name = "reads/counting", .retain = retain, .release = release};
    CHECK_OK(iq_class_create(&options, &counting));
    loops = 300;
    uint64_t first = check_first_seed(1);
    for (check_seed = first; check_seed < first + check_scaled(10); check_seed++) {
        loops = check_scaled(300);
        run();
    }
    return 0;
}

/*
 * reads_models.c - what IQ_READ_RETAIN hands out is retained by its class, once for each model that is handed
 * out and never for anything else: by every function that reads models, with memory failing, and from inside
 * callbacks. A read that is refused retains nothing and writes nothing.
 *
 * modes: plain count valgrind asan tsan
 */
#include "calls.h"
#include "check.h"
#include "failing.h"

#include <string.h>

#define ITEMS 600 /* some leaves full */
#define MODELS 8

typedef struct counted {
    int references;
} counted;

static counted models[MODELS];
static iq_class counting, bare;
static iq_list *list;
static iq_snapshot *snapshot;
static iq_section section;
static iq_item item;
static size_t retains, releases;
static void (*inside_retain)(void);

static void retain(void *context, void *const *batch, size_t count)
{
    CHECK(context == models && count > 0);
    for (size_t i = 0; i < count; i++) {
        counted *model = batch[i];
        CHECK(model >= models && model < models + MODELS && model->references > 0);
        model->references++;
    }
    retains += count;
    if (inside_retain) {
        inside_retain();
    }
}

static void release(void *context, void *const *batch, size_t count)
{
    CHECK(context == models && count > 0);
    for (size_t i = 0; i < count; i++) {
        counted *model = batch[i];
        CHECK(model >= models && model < models + MODELS && --model->references > 0);
    }
    releases += count;
}

/* What a read hands out: at most so many. */
typedef struct handed_out {
    size_t count;
    void *models[ITEMS];
    iq_class classes[ITEMS];
} handed_out;

static iq_status take_elements(handed_out *out, iq_status status, const iq_supplementary *elements, size_t count)
{
    for (size_t i = 0; status == IQ_OK && i < count; i++) {
        out->models[out->count] = elements[i].model;
        out->classes[out->count++] = elements[i].cell_class;
    }
    return status;
}

static iq_status take_item(handed_out *out, iq_status status, const iq_item_info *info)
{
    out->count = status == IQ_OK;
    out->models[0] = info->model;
    out->classes[0] = info->cell_class;
    return status;
}

static iq_item_buffers buffers_of(handed_out *out, uint32_t flags, size_t count)
{
    out->count = count;
    return (iq_item_buffers){
        .struct_size = sizeof(iq_item_buffers), .flags = flags, .models = out->models, .classes = out->classes};
}

#define READ(name) static iq_status name(uint32_t flags, handed_out *out)

READ(list_items)
{
    iq_item_buffers buffers = buffers_of(out, flags, ITEMS);
    return iq_list_read_items(list, 0, ITEMS, &buffers);
}

READ(list_part)
{
    iq_item_buffers buffers = buffers_of(out, flags, 300);
    return iq_list_read_items(list, 250, 300, &buffers);
}

/* The classes are known from before. */
READ(list_no_classes)
{
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .classes = out->classes};
    CHECK_OK(iq_list_read_items(list, 0, 300, &buffers));
    buffers = buffers_of(out, flags, 300);
    buffers.classes = NULL;
    return iq_list_read_items(list, 0, 300, &buffers);
}

READ(list_item)
{
    iq_item_info info = {.struct_size = sizeof info};
    iq_status status = iq_list_item_info(list, item, flags, &info);
    return take_item(out, status, &info);
}

READ(list_elements)
{
    iq_supplementary elements[6] = {{.struct_size = sizeof elements[0]}};
    size_t count = 0;
    iq_status status = iq_list_supplementaries(list, section, flags, elements, 6, &count);
    CHECK(status || count == 4);
    return take_elements(out, status, elements, count);
}

/* Only those that there is room for are handed out. */
READ(list_some_elements)
{
    iq_supplementary elements[2] = {{.struct_size = sizeof elements[0]}};
    size_t count = 0;
    iq_status status = iq_list_supplementaries(list, section, flags, elements, 2, &count);
    CHECK(status || count == 4);
    return take_elements(out, status, elements, 2);
}

READ(list_no_elements)
{
    size_t count = 0;
    out->count = 0;
    return iq_list_supplementaries(list, section, flags, NULL, 0, &count);
}

READ(list_element)
{
    iq_supplementary element = {.struct_size = sizeof element};
    iq_status status = iq_list_supplementary(list, section, IQ_KIND_HOST, 1, flags, &element);
    return take_elements(out, status, &element, 1);
}

READ(snapshot_items)
{
    iq_item_buffers buffers = buffers_of(out, flags, ITEMS);
    return iq_snapshot_read_items(snapshot, 0, ITEMS, &buffers);
}

READ(snapshot_item)
{
    iq_item_info info = {.struct_size = sizeof info};
    iq_status status = iq_snapshot_item_info(snapshot, (iq_position){0, 0}, flags, &info);
    return take_item(out, status, &info);
}

READ(snapshot_elements)
{
    iq_supplementary elements[6] = {{.struct_size = sizeof elements[0]}};
    size_t count = 0;
    iq_status status = iq_snapshot_supplementaries(snapshot, calls_key(1), flags, elements, 6, &count);
    CHECK(status || count == 4);
    return take_elements(out, status, elements, count);
}

READ(snapshot_some_elements)
{
    iq_supplementary elements[3] = {{.struct_size = sizeof elements[0]}};
    size_t count = 0;
    iq_status status = iq_snapshot_supplementaries(snapshot, calls_key(1), flags, elements, 3, &count);
    CHECK(status || count == 4);
    return take_elements(out, status, elements, 3);
}

READ(snapshot_element)
{
    iq_supplementary element = {.struct_size = sizeof element};
    iq_status status = iq_snapshot_supplementary(snapshot, calls_key(1), IQ_KIND_HEADER, 0, flags, &element);
    return take_elements(out, status, &element, 1);
}

static const struct read {
    const char *name;
    iq_status (*make)(uint32_t flags, handed_out *out);
    size_t counted; /* of the models handed out, how many are the counting class's */
    bool takes_memory;
} reads[] = {
    {"iq_list_read_items", list_items, ITEMS / 2, true},
    {"iq_list_read_items of a part", list_part, 150, true},
    {"iq_list_read_items without classes", list_no_classes, 150, true},
    {"iq_list_item_info", list_item, 1, false},
    {"iq_list_supplementaries", list_elements, 2, false},
    {"iq_list_supplementaries, some", list_some_elements, 1, false},
    {"iq_list_supplementaries, none", list_no_elements, 0, false},
    {"iq_list_supplementary", list_element, 1, false},
    {"iq_snapshot_read_items", snapshot_items, ITEMS / 2, true},
    {"iq_snapshot_item_info", snapshot_item, 1, false},
    {"iq_snapshot_supplementaries", snapshot_elements, 2, false},
    {"iq_snapshot_supplementaries, some", snapshot_some_elements, 2, false},
    {"iq_snapshot_supplementary", snapshot_element, 1, false},
};
#define READS (sizeof reads / sizeof *reads)

/* Items by turns of the counting class, of one without `retain`, without a class, and without a model; and
 * likewise four elements: a header, and 0 to 2 of a kind of the host's. */
static void describe(iq_snapshot *into)
{
    iq_key keys[ITEMS];
    void *item_models[ITEMS];
    iq_class classes[ITEMS];
    for (size_t i = 0; i < ITEMS; i++) {
        keys[i] = calls_key(11 + i);
        item_models[i] = i % 2 == 0   ? &models[i % MODELS]
                         : i % 8 == 7 ? NULL
                                      : (void *)(uintptr_t)(0x1000 + i); /* an address that nobody may touch */
        classes[i] = i % 2 == 0 || i % 8 == 7 ? counting : i % 8 == 5 ? bare : (iq_class){0};
    }
    iq_key section_key = calls_key(1);
    iq_columns items = {sizeof items, ITEMS, keys, 0, NULL, 0, item_models, 0, classes, 0};
    CHECK_OK(iq_snapshot_append_sections(into, &section_key, 1));
    CHECK_OK(iq_snapshot_append_items(into, NULL, &items));
    iq_supplementary elements[] = {
        {sizeof elements[0], IQ_KIND_HEADER, 0, calls_key(91), 0, &models[1], counting},
        {sizeof elements[0], IQ_KIND_HOST, 0, calls_key(92), 0, (void *)(uintptr_t)9, bare},
        {sizeof elements[0], IQ_KIND_HOST, 1, calls_key(93), 0, &models[3], counting},
        {sizeof elements[0], IQ_KIND_HOST, 2, calls_key(94), 0, NULL, counting},
    };
    for (size_t i = 0; i < 4; i++) {
        CHECK_OK(iq_snapshot_set_supplementary(into, section_key, &elements[i]));
    }
}

static void open_all(void)
{
    for (size_t i = 0; i < MODELS; i++) {
        models[i].references = 1;
    }
    CHECK_OK(iq_snapshot_create(NULL, &snapshot));
    describe(snapshot);
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_OK(iq_list_apply(list, snapshot, NULL, NULL));
    CHECK_OK(iq_list_section_at(list, 0, &section));
    CHECK_OK(iq_list_item_at(list, 0, &item));
}

static void close_all(void)
{
    iq_list_destroy(list);
    iq_snapshot_destroy(snapshot);
    for (size_t i = 0; i < MODELS; i++) {
        CHECK(models[i].references == 1);
    }
}

/* As a host does: it calls its own function. */
static void give_back(const handed_out *out)
{
    for (size_t i = 0; i < out->count; i++) {
        if (out->models[i] && out->classes[i].id == counting.id) {
            release(models, &out->models[i], 1);
        }
    }
}

static int references(void)
{
    int total = 0;
    for (size_t i = 0; i < MODELS; i++) {
        total += models[i].references;
    }
    return total;
}

static void check_counts(const struct read *read)
{
    static handed_out out, retained;
    int before = references();
    memset(&out, 0, sizeof out);
    memset(&retained, 0, sizeof retained);
    retains = releases = 0;
    CHECK_OK(read->make(0, &out));
    CHECK(retains == 0 && references() == before);
    CHECK_OK(read->make(IQ_READ_RETAIN, &retained));
    CHECK(retains == read->counted && releases == 0 && references() == before + (int)read->counted);
    CHECK(memcmp(&out, &retained, sizeof out) == 0);
    give_back(&retained);
    CHECK(references() == before);
}

/* Each allocation of it fails, once and for good. */
static void check_memory_of(const struct read *read)
{
    static handed_out out, untouched;
    int before = references();
    uint64_t failures = 0;
    for (int for_good = 0; for_good <= 1; for_good++) {
        for (uint64_t nth = 1;; nth++) {
            memset(&out, 0x5e, sizeof out);
            out.count = 0;
            untouched = out;
            retains = releases = 0;
            failing_arm(nth, for_good);
            iq_status status = read->make(IQ_READ_RETAIN, &out);
            if (!failing_disarm()) {
                CHECK_OK(status);
                give_back(&out);
                CHECK(references() == before);
                break;
            }
            CHECK_STATUS(status, IQ_ERROR_NO_MEMORY);
            CHECK(retains == 0 && releases == 0 && references() == before);
            CHECK(memcmp(out.models, untouched.models, sizeof out.models) == 0 || !read->takes_memory);
            failures++;
        }
    }
    CHECK((failures > 0) == read->takes_memory);
}

/* Without models, or beyond the end, nothing is retained. */
static void check_nothing_retained(void)
{
    iq_key keys[ITEMS];
    void *read[2] = {models, models};
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .flags = IQ_READ_RETAIN, .keys = keys};
    int before = references();
    retains = 0;
    CHECK_OK(iq_list_read_items(list, 0, ITEMS, &buffers));
    CHECK_OK(iq_snapshot_read_items(snapshot, 0, ITEMS, &buffers));
    buffers.models = read;
    CHECK_OK(iq_list_read_items(list, ITEMS, 0, &buffers));
    CHECK_STATUS(iq_list_read_items(list, ITEMS - 1, 2, &buffers), IQ_ERROR_RANGE);
    CHECK_STATUS(iq_snapshot_read_items(snapshot, ITEMS, 1, &buffers), IQ_ERROR_RANGE);
    CHECK(retains == 0 && references() == before && read[0] == models && read[1] == models);
}

/* From inside the `retain` of a read everything works: other reads, changes of what was read, its end. */
static void read_again(void)
{
    static handed_out out;
    inside_retain = NULL;
    for (size_t i = 0; i < READS; i++) {
        memset(&out, 0, sizeof out);
        CHECK_OK(reads[i].make(IQ_READ_RETAIN, &out));
        give_back(&out);
    }
}

static void change_it(void)
{
    inside_retain = NULL;
    iq_key key = calls_key(11);
    CHECK_OK(iq_snapshot_delete_items(snapshot, NULL, &key, 1, NULL));
    CHECK_OK(iq_list_apply(list, snapshot, NULL, NULL));
    CHECK_OK(iq_snapshot_delete_all(snapshot));
    CHECK_OK(iq_list_set_items(list, &(iq_columns){.struct_size = sizeof(iq_columns)}, NULL, NULL));
}

static void destroy_it(void)
{
    inside_retain = NULL;
    iq_list_destroy(list);
    iq_snapshot_destroy(snapshot);
    list = NULL;
    snapshot = NULL;
}

static void check_inside_read(const struct read *read, void (*inside)(void))
{
    static handed_out out;
    open_all();
    memset(&out, 0, sizeof out);
    inside_retain = inside;
    CHECK_OK(read->make(IQ_READ_RETAIN, &out));
    inside_retain = NULL;
    give_back(&out);
    close_all();
}

/* A change of the list retains models: what it is about to show cannot be read yet, all else can. */
static void check_inside_change(void)
{
    open_all();
    iq_key keys[] = {calls_key(5), calls_key(6)};
    void *both[] = {&models[0], &models[2]};
    iq_columns items = {sizeof items, 2, keys, 0, NULL, 0, both, 0, &counting, IQ_SAME};
    iq_key key = calls_key(1);
    inside_retain = read_again;
    CHECK_OK(iq_snapshot_append_items(snapshot, NULL, &items));
    CHECK(inside_retain == NULL);
    CHECK_OK(iq_snapshot_delete_items(snapshot, NULL, keys, 2, NULL));
    inside_retain = read_again;
    CHECK_OK(iq_list_set_section_items(list, key, &items, NULL, NULL));
    CHECK(inside_retain == NULL);
    close_all();
}

int main(void)
{
    failing_install();
    iq_class_options options = {.struct_size = sizeof options, .name = "reads/bare"};
    CHECK_OK(iq_class_create(&options, &bare));
    options.name = "reads/counting";
    options.context = models;
    options.retain = retain;
    options.release = release;
    CHECK_OK(iq_class_create(&options, &counting));
    for (size_t i = 0; i < READS; i++) {
        check_case = reads[i].name;
        open_all();
        check_counts(&reads[i]);
        check_memory_of(&reads[i]);
        close_all();
        if (reads[i].counted > 0) {
            check_inside_read(&reads[i], read_again);
            check_inside_read(&reads[i], change_it);
            check_inside_read(&reads[i], destroy_it);
        }
    }
    check_case = "nothing";
    open_all();
    check_nothing_retained();
    close_all();
    check_case = "inside a change";
    check_inside_change();
    return 0;
}

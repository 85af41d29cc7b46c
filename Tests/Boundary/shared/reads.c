/*
 * reads.c - see reads.h.
 */
#include "reads.h"

#include "calls.h"
#include "check.h"

iq_list *reads_list;
iq_snapshot *reads_snapshot;
iq_class reads_class;
int reads_references[READS_MODELS];
size_t reads_retained, reads_released;
void (*reads_inside_retain)(void);

static iq_class bare;
static iq_section section;
static iq_item item;

static void retain(void *context, void *const *models, size_t count)
{
    CHECK(context == reads_references && count > 0);
    for (size_t i = 0; i < count; i++) {
        int *model = models[i];
        CHECK(model >= reads_references && model < reads_references + READS_MODELS && *model > 0);
        ++*model;
    }
    reads_retained += count;
    if (reads_inside_retain) {
        reads_inside_retain();
    }
}

static void release(void *context, void *const *models, size_t count)
{
    CHECK(context == reads_references && count > 0);
    for (size_t i = 0; i < count; i++) {
        int *model = models[i];
        CHECK(model >= reads_references && model < reads_references + READS_MODELS && --*model > 0);
    }
    reads_released += count;
}

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
    iq_item_buffers buffers = buffers_of(out, flags, READS_ITEMS);
    return iq_list_get_items(reads_list, 0, READS_ITEMS, &buffers);
}

READ(list_part)
{
    iq_item_buffers buffers = buffers_of(out, flags, 300);
    return iq_list_get_items(reads_list, 250, 300, &buffers);
}

/* The classes are known from before. */
READ(list_no_classes)
{
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .classes = out->classes};
    CHECK_OK(iq_list_get_items(reads_list, 0, 300, &buffers));
    buffers = buffers_of(out, flags, 300);
    buffers.classes = NULL;
    return iq_list_get_items(reads_list, 0, 300, &buffers);
}

READ(list_item)
{
    iq_item_info info = {.struct_size = sizeof info};
    iq_status status = iq_list_get_item_info(reads_list, item, flags, &info);
    return take_item(out, status, &info);
}

READ(list_elements)
{
    iq_supplementary elements[6] = {{.struct_size = sizeof elements[0]}};
    size_t count = 0;
    iq_status status = iq_list_get_supplementaries(reads_list, section, flags, elements, 6, &count);
    CHECK(status || count == 4);
    return take_elements(out, status, elements, count);
}

/* Only those that there is room for are handed out. */
READ(list_some_elements)
{
    iq_supplementary elements[2] = {{.struct_size = sizeof elements[0]}};
    size_t count = 0;
    iq_status status = iq_list_get_supplementaries(reads_list, section, flags, elements, 2, &count);
    CHECK(status || count == 4);
    return take_elements(out, status, elements, 2);
}

READ(list_no_elements)
{
    size_t count = 0;
    out->count = 0;
    return iq_list_get_supplementaries(reads_list, section, flags, NULL, 0, &count);
}

READ(list_element)
{
    iq_supplementary element = {.struct_size = sizeof element};
    iq_status status = iq_list_get_supplementary(reads_list, section, IQ_KIND_HOST, 1, flags, &element);
    return take_elements(out, status, &element, 1);
}

READ(snapshot_items)
{
    iq_item_buffers buffers = buffers_of(out, flags, READS_ITEMS);
    return iq_snapshot_get_items(reads_snapshot, 0, READS_ITEMS, &buffers);
}

READ(snapshot_item)
{
    iq_item_info info = {.struct_size = sizeof info};
    iq_status status = iq_snapshot_get_item_info_at(reads_snapshot, (iq_position){0, 0}, flags, &info);
    return take_item(out, status, &info);
}

READ(snapshot_elements)
{
    iq_supplementary elements[6] = {{.struct_size = sizeof elements[0]}};
    size_t count = 0;
    iq_status status = iq_snapshot_get_supplementaries(reads_snapshot, calls_key(1), flags, elements, 6, &count);
    CHECK(status || count == 4);
    return take_elements(out, status, elements, count);
}

READ(snapshot_some_elements)
{
    iq_supplementary elements[3] = {{.struct_size = sizeof elements[0]}};
    size_t count = 0;
    iq_status status = iq_snapshot_get_supplementaries(reads_snapshot, calls_key(1), flags, elements, 3, &count);
    CHECK(status || count == 4);
    return take_elements(out, status, elements, 3);
}

READ(snapshot_element)
{
    iq_supplementary element = {.struct_size = sizeof element};
    iq_status status = iq_snapshot_get_supplementary(reads_snapshot, calls_key(1), IQ_KIND_HEADER, 0, flags, &element);
    return take_elements(out, status, &element, 1);
}

const reading reads[] = {
    {"iq_list_get_items", list_items, READS_ITEMS / 2, true},
    {"iq_list_get_items of a part", list_part, 150, true},
    {"iq_list_get_items without classes", list_no_classes, 150, true},
    {"iq_list_get_item_info", list_item, 1, false},
    {"iq_list_get_supplementaries", list_elements, 2, false},
    {"iq_list_get_supplementaries, some", list_some_elements, 1, false},
    {"iq_list_get_supplementaries, none", list_no_elements, 0, false},
    {"iq_list_get_supplementary", list_element, 1, false},
    {"iq_snapshot_get_items", snapshot_items, READS_ITEMS / 2, true},
    {"iq_snapshot_get_item_info_at", snapshot_item, 1, false},
    {"iq_snapshot_get_supplementaries", snapshot_elements, 2, false},
    {"iq_snapshot_get_supplementaries, some", snapshot_some_elements, 2, false},
    {"iq_snapshot_get_supplementary", snapshot_element, 1, false},
};
const size_t reads_count = sizeof reads / sizeof *reads;

/* Items by turns of the reads_class class, of one without `retain`, without a class, and without a model; and
 * likewise four elements: a header, and 0 to 2 of a kind of the host's. */
static void describe(iq_snapshot *into)
{
    iq_key keys[READS_ITEMS];
    void *item_models[READS_ITEMS];
    iq_class classes[READS_ITEMS];
    for (size_t i = 0; i < READS_ITEMS; i++) {
        keys[i] = calls_key(11 + i);
        item_models[i] = i % 2 == 0   ? &reads_references[i % READS_MODELS]
                         : i % 8 == 7 ? NULL
                                      : (void *)(uintptr_t)(0x1000 + i); /* an address that nobody may read */
        classes[i] = i % 2 == 0 || i % 8 == 7 ? reads_class : i % 8 == 5 ? bare : (iq_class){0};
    }
    iq_key section_key = calls_key(1);
    iq_columns items = {sizeof items, READS_ITEMS, keys, 0, NULL, 0, item_models, 0, classes, 0, NULL, 0};
    CHECK_OK(iq_snapshot_append_sections(into, &section_key, 1));
    CHECK_OK(iq_snapshot_append_items(into, NULL, &items));
    iq_supplementary elements[] = {
        {sizeof elements[0], IQ_KIND_HEADER, 0, calls_key(91), 0, &reads_references[1], reads_class},
        {sizeof elements[0], IQ_KIND_HOST, 0, calls_key(92), 0, (void *)(uintptr_t)9, bare},
        {sizeof elements[0], IQ_KIND_HOST, 1, calls_key(93), 0, &reads_references[3], reads_class},
        {sizeof elements[0], IQ_KIND_HOST, 2, calls_key(94), 0, NULL, reads_class},
    };
    for (size_t i = 0; i < 4; i++) {
        CHECK_OK(iq_snapshot_set_supplementary(into, section_key, &elements[i]));
    }
}

void reads_open(void)
{
    for (size_t i = 0; i < READS_MODELS; i++) {
        reads_references[i] = 1;
    }
    CHECK_OK(iq_snapshot_create(NULL, &reads_snapshot));
    describe(reads_snapshot);
    CHECK_OK(iq_list_create(NULL, &reads_list));
    CHECK_OK(iq_list_apply(reads_list, reads_snapshot, NULL, NULL));
    CHECK_OK(iq_list_find_section_at(reads_list, 0, &section));
    CHECK_OK(iq_list_find_item_at(reads_list, 0, &item));
}

void reads_close(void)
{
    iq_list_destroy(reads_list);
    iq_snapshot_destroy(reads_snapshot);
    for (size_t i = 0; i < READS_MODELS; i++) {
        CHECK(reads_references[i] == 1);
    }
}

void reads_give_back(const handed_out *out)
{
    for (size_t i = 0; i < out->count; i++) {
        if (out->models[i] && out->classes[i].id == reads_class.id) {
            release(reads_references, &out->models[i], 1);
        }
    }
}

int reads_total(void)
{
    int total = 0;
    for (size_t i = 0; i < READS_MODELS; i++) {
        total += reads_references[i];
    }
    return total;
}

void reads_register(void)
{
    iq_class_options options = {.struct_size = sizeof options, .name = "reads/bare"};
    CHECK_OK(iq_class_create(&options, &bare));
    options.name = "reads/counting";
    options.context = reads_references;
    options.retain = retain;
    options.release = release;
    CHECK_OK(iq_class_create(&options, &reads_class));
}

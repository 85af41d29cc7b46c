/*
 * calls.c - the objects of the calls: see calls.h.
 */
#include "calls.h"

#include "check.h"

#define ITEMS 8

iq_key calls_key(uint64_t number)
{
    return iq_key_from_u64(number);
}

static const struct {
    const call *calls;
    const size_t *count;
} tables[] = {
    {calls_of_lists, &calls_of_lists_count},
    {calls_of_snapshots, &calls_of_snapshots_count},
    {calls_of_changesets, &calls_of_changesets_count},
    {calls_of_edits, &calls_of_edits_count},
    {calls_of_views, &calls_of_views_count},
    {calls_of_layouts, &calls_of_layouts_count},
    {calls_of_derived, &calls_of_derived_count},
};

#define TABLES (sizeof tables / sizeof *tables)

size_t calls_count(void)
{
    size_t count = 0;
    for (size_t t = 0; t < TABLES; t++) {
        count += *tables[t].count;
    }
    return count;
}

const call *calls_at(size_t position)
{
    size_t t = 0;
    for (; position >= *tables[t].count; t++) {
        position -= *tables[t].count;
    }
    return &tables[t].calls[position];
}

/* Appends a section with items of the given keys and contents. */
static iq_status append(iq_snapshot *snapshot, const call_objects *objects, uint64_t section, const uint64_t *numbers,
                        size_t count, uint64_t content)
{
    iq_key section_key = calls_key(section), keys[ITEMS];
    uint64_t contents[ITEMS];
    void *models[ITEMS];
    iq_class classes[ITEMS];
    for (size_t i = 0; i < count; i++) {
        keys[i] = calls_key(numbers[i]);
        contents[i] = content;
        models[i] = objects->model;
        classes[i] = objects->cell_class;
    }
    iq_columns items = {sizeof items, count, keys, 0, contents, 0, models, 0, classes, 0, NULL, 0};
    iq_status status = iq_snapshot_append_sections(snapshot, &section_key, 1);
    return status ? status : iq_snapshot_append_items(snapshot, NULL, &items);
}

static iq_status fill_before(call_objects *objects, iq_snapshot *snapshot)
{
    static const uint64_t first[] = {11, 12, 13}, second[] = {14, 15, 16};
    iq_supplementary header = {.struct_size = sizeof header, .kind = IQ_KIND_HEADER, .key = calls_key(90)};
    header.model = objects->model;
    header.cell_class = objects->cell_class;
    iq_status status = append(snapshot, objects, 1, first, 3, 1);
    status = status ? status : append(snapshot, objects, 2, second, 3, 1);
    return status ? status : iq_snapshot_set_supplementary(snapshot, calls_key(1), &header);
}

static iq_status fill_after(call_objects *objects, iq_snapshot *snapshot)
{
    static const uint64_t first[] = {16, 15, 14}, second[] = {11, 17};
    iq_key marked = calls_key(11);
    iq_status status = append(snapshot, objects, 2, first, 3, 2);
    status = status ? status : append(snapshot, objects, 3, second, 2, 1);
    return status ? status : iq_snapshot_reload_items(snapshot, NULL, &marked, 1);
}

iq_status cast_edit(call_objects *objects)
{
    iq_item gone, marked;
    objects->edit = NULL;
    iq_status status = iq_list_find_item(objects->edited, NULL, calls_key(13), &gone);
    status = status ? status : iq_list_find_item(objects->edited, NULL, calls_key(15), &marked);
    status = status ? status : iq_edit_begin(objects->edited, NULL, &objects->edit);
    status = status ? status : iq_edit_delete_items(objects->edit, &gone, 1);
    return status ? status : iq_edit_reload_items(objects->edit, &marked, 1);
}

/* Section A has its first items. */
static iq_status shorten(const call_objects *objects, iq_list *list, size_t count)
{
    iq_key keys[] = {calls_key(11), calls_key(12), calls_key(13)};
    uint64_t contents[] = {1, 1, 1};
    void *models[] = {objects->model, objects->model, objects->model};
    iq_class classes[] = {objects->cell_class, objects->cell_class, objects->cell_class};
    iq_columns items = {sizeof items, count, keys, 0, contents, 0, models, 0, classes, 0, NULL, 0};
    return iq_list_set_section_items(list, calls_key(1), &items, NULL, NULL);
}

/* An element of the list itself. */
static iq_status set_element(const call_objects *objects, iq_list *list)
{
    const iq_supplementary element = {.struct_size = sizeof element,
                                      .kind = IQ_KIND_HOST,
                                      .key = calls_key(92),
                                      .model = objects->model,
                                      .cell_class = objects->cell_class};
    return iq_list_set_supplementary(list, &element);
}

/* A list that shows the snapshot, with steps to undo and one to redo: without the last item of A, and with it. */
static iq_status show(const call_objects *objects, iq_list **list)
{
    iq_status status = iq_list_create(NULL, list);
    status = status ? status : iq_list_apply(*list, objects->snapshot, NULL, NULL);
    status = status ? status : iq_list_set_undo(*list, 1 << 20);
    status = status ? status : shorten(objects, *list, 2);
    status = status ? status : shorten(objects, *list, 3);
    status = status ? status : shorten(objects, *list, 2);
    status = status ? status : set_element(objects, *list);
    return status ? status : iq_list_undo(*list, NULL, NULL);
}

static iq_status fill_edited(call_objects *objects)
{
    iq_status status = show(objects, &objects->edited);
    status = status ? status : cast_edit(objects);
    status =
        status ? status : iq_list_find_item(objects->edited, NULL, calls_key(12), &objects->edited_item);
    return status ? status
                  : iq_list_find_section(objects->edited, calls_key(1), &objects->edited_section);
}

/* A poll for each step: a class is used, its cell is bound, nothing is left. */
static iq_status fill_view(call_objects *objects)
{
    size_t count;
    iq_status status = iq_view_create(objects->list, NULL, &objects->view);
    status = status ? status : iq_view_set_visible(objects->view, 1, 1, 0);
    for (int i = 0; i < 3; i++) {
        status = status ? status : iq_list_poll(objects->list, NULL, 0, &count);
    }
    return status;
}

/* Items are 20 high, the header 10. Layouts until its classes are known, its cells are bound and nothing is left. */
static iq_status fill_laid_out(call_objects *objects)
{
    const iq_view_options options = {.struct_size = sizeof options, .flags = IQ_VIEW_LAID_OUT};
    const iq_section_layout layout = {.struct_size = sizeof layout,
                                      .item.height = {.unit = IQ_LENGTH_FIXED, .value = 20},
                                      .header.height = {.unit = IQ_LENGTH_FIXED, .value = 10}};
    iq_status status = iq_view_create(objects->list, &options, &objects->laid_out);
    status = status ? status : iq_view_set_layout(objects->laid_out, (iq_section){0}, &layout);
    status = status ? status : iq_view_set_size(objects->laid_out, 100, 60);
    for (int i = 0; i < 3; i++) {
        status = status ? status : iq_view_layout(objects->laid_out, NULL);
    }
    return status;
}

static iq_status fill_derived(call_objects *objects)
{
    static const iq_derive_options filter = {.struct_size = sizeof filter, .kind = IQ_DERIVE_FILTER};
    static const iq_derive_options sorted = {.struct_size = sizeof sorted, .kind = IQ_DERIVE_SORTED};
    iq_status status = iq_list_derive(objects->list, &filter, &objects->derived);
    return status ? status : iq_list_derive(objects->list, &sorted, &objects->sorted);
}

static iq_status fill(call_objects *objects)
{
    iq_diff_options keep = {.struct_size = sizeof keep, .flags = IQ_DIFF_KEEP_KEYS | IQ_DIFF_PAYLOAD};
    iq_status status = iq_snapshot_create(NULL, &objects->snapshot);
    status = status ? status : fill_before(objects, objects->snapshot);
    status = status ? status : iq_snapshot_create(NULL, &objects->other);
    status = status ? status : fill_after(objects, objects->other);
    status = status ? status : iq_diff(objects->snapshot, objects->other, &keep, &objects->changeset);
    status = status ? status : show(objects, &objects->list);
    status = status ? status : iq_list_find_item(objects->list, NULL, calls_key(12), &objects->item);
    status = status ? status : iq_list_find_section(objects->list, calls_key(1), &objects->section);
    status = status ? status : fill_view(objects);
    status = status ? status : fill_laid_out(objects);
    status = status ? status : fill_derived(objects);
    return status ? status : fill_edited(objects);
}

int objects_open(call_objects *objects, iq_class cell_class, void *model)
{
    *objects = (call_objects){.cell_class = cell_class, .model = model};
    iq_status status = fill(objects);
    if (status != IQ_OK) {
        objects_close(objects);
        CHECK_STATUS(status, IQ_ERROR_NO_MEMORY);
    }
    return status == IQ_OK;
}

void objects_close_lists(const call_objects *objects)
{
    iq_view_destroy(objects->view);
    iq_view_destroy(objects->laid_out);
    iq_list_destroy(objects->derived);
    iq_list_destroy(objects->sorted);
    iq_edit_destroy(objects->edit);
    iq_list_destroy(objects->edited);
    iq_list_destroy(objects->list);
}

void objects_close(call_objects *objects)
{
    objects_close_lists(objects);
    iq_snapshot_destroy(objects->snapshot);
    iq_snapshot_destroy(objects->other);
    iq_changeset_destroy(objects->changeset);
    *objects = (call_objects){0};
}

/*
 * show.c - reads a list or a snapshot in every way and holds it against a model: see show.h.
 */
#include "show.h"

#include "check.h"

#include <string.h>

static void check_item(const model_item *wanted, iq_key key, uint64_t content, const void *model,
                       iq_class cell_class, uint16_t level)
{
    CHECK(key_equal(wanted->key, key));
    CHECK(wanted->content == content);
    CHECK(wanted->model == model);
    CHECK(wanted->cell_class.id == cell_class.id);
    CHECK(wanted->level == level);
}

static void check_section(const model *wanted, size_t position, const iq_section_info *info)
{
    const model_section *section = &wanted->sections[position];
    size_t first = 0;
    for (size_t s = 0; s < position; s++) {
        first += wanted->sections[s].count;
    }
    CHECK(key_equal(info->key, section->key));
    CHECK(info->position == position);
    CHECK(info->count == section->count);
    CHECK(info->first == first);
    CHECK(info->supplementary_count == section->element_count);
}

static void check_elements(const model_section *wanted, const iq_supplementary *elements, size_t count)
{
    CHECK(count == wanted->element_count);
    for (size_t e = 0; e < count; e++) {
        const iq_supplementary *one = &wanted->elements[e], *other = &elements[e];
        CHECK(one->kind == other->kind && one->index == other->index);
        CHECK(key_equal(one->key, other->key) && one->content == other->content);
        CHECK(one->model == other->model && one->cell_class.id == other->cell_class.id);
    }
}

/* Room for copies of items, each column with one element more to see that it is not written. */
typedef struct read_buffers {
    iq_item_buffers buffers;
    size_t count;
} read_buffers;

static read_buffers read_buffers_of(size_t count, bool handles)
{
    iq_item_buffers buffers = {.struct_size = sizeof buffers};
    buffers.keys = check_memory(calloc(count + 1, sizeof *buffers.keys));
    buffers.contents = check_memory(calloc(count + 1, sizeof *buffers.contents));
    buffers.models = check_memory(calloc(count + 1, sizeof *buffers.models));
    buffers.classes = check_memory(calloc(count + 1, sizeof *buffers.classes));
    buffers.levels = check_memory(calloc(count + 1, sizeof *buffers.levels));
    buffers.children = check_memory(malloc(count + 1));
    memset(buffers.children, 0x5e, count + 1);
    buffers.items = handles ? check_memory(calloc(count + 1, sizeof *buffers.items)) : NULL;
    buffers.contents[count] = UINT64_C(0x5eed);
    return (read_buffers){buffers, count};
}

static void read_buffers_check(read_buffers *self, const model *wanted, size_t first)
{
    CHECK(self->buffers.contents[self->count] == UINT64_C(0x5eed));
    CHECK(self->buffers.levels[self->count] == 0 && self->buffers.children[self->count] == 0x5e);
    for (size_t i = 0; i < self->count; i++) {
        model_place place = model_place_at(wanted, first + i);
        check_item(&wanted->sections[place.section].items[place.item], self->buffers.keys[i],
                   self->buffers.contents[i], self->buffers.models[i], self->buffers.classes[i],
                   self->buffers.levels[i]);
        CHECK(self->buffers.children[i] == 0);
    }
    free(self->buffers.keys);
    free(self->buffers.contents);
    free(self->buffers.models);
    free(self->buffers.classes);
    free(self->buffers.levels);
    free(self->buffers.children);
    free(self->buffers.items);
}

static void check_same_element(const iq_supplementary *a, const iq_supplementary *b)
{
    CHECK(a->kind == b->kind && a->index == b->index && memcmp(&a->key, &b->key, sizeof a->key) == 0);
    CHECK(a->content == b->content && a->model == b->model && a->cell_class.id == b->cell_class.id);
}

static void check_list_item(const iq_list *list, const model *wanted, bool scoped, size_t flat, iq_item item)
{
    model_place place = model_place_at(wanted, flat);
    const model_section *section = &wanted->sections[place.section];
    iq_item_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_item_info(list, item, 0, &info));
    check_item(&section->items[place.item], info.key, info.content, info.model, info.cell_class, info.level);
    CHECK(info.children == 0);
    CHECK(info.position.section == place.section && info.position.item == place.item && info.index == flat);
    iq_position position;
    CHECK_OK(iq_list_find_position(list, item, &position));
    CHECK(position.section == place.section && position.item == place.item);
    size_t index = SIZE_MAX;
    CHECK_OK(iq_list_find_index(list, position, &index));
    CHECK(index == flat);
    iq_section handle;
    CHECK_OK(iq_list_find_section_at(list, place.section, &handle));
    CHECK(info.section.id == handle.id);
    iq_item same;
    CHECK_OK(iq_list_find_item_at(list, flat, &same));
    CHECK(same.id == item.id);
    CHECK_OK(iq_list_find_item_in_section(list, handle, place.item, &same));
    CHECK(same.id == item.id);
    CHECK_OK(iq_list_find_item(list, scoped ? &section->key : NULL, info.key, &same));
    CHECK(same.id == item.id);
}

static void check_list_section(const iq_list *list, const model *wanted, size_t position)
{
    iq_section section, same;
    CHECK_OK(iq_list_find_section_at(list, position, &section));
    CHECK_OK(iq_list_find_section(list, wanted->sections[position].key, &same));
    CHECK(section.id == same.id && section.id != 0);
    iq_section_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_section_info(list, section, &info));
    check_section(wanted, position, &info);
    iq_supplementary elements[MODEL_ELEMENTS] = {{.struct_size = sizeof elements[0]}};
    size_t count = SIZE_MAX;
    CHECK_OK(iq_list_get_supplementaries(list, section, 0, elements, MODEL_ELEMENTS, &count));
    check_elements(&wanted->sections[position], elements, count);
    for (size_t i = 0; i < count; i++) {
        iq_supplementary one = {.struct_size = sizeof one};
        CHECK_OK(iq_list_get_supplementary(list, section, elements[i].kind, elements[i].index, 0, &one));
        check_same_element(&one, &elements[i]);
    }
    iq_item item;
    CHECK_STATUS(iq_list_find_item_in_section(list, section, info.count, &item), IQ_ERROR_RANGE);
}

void show_check_list(const iq_list *list, const model *wanted, bool scoped)
{
    size_t sections = SIZE_MAX, items = SIZE_MAX;
    CHECK_OK(iq_list_get_count(list, &sections, &items));
    CHECK(sections == wanted->count);
    CHECK(items == model_item_count(wanted));
    for (size_t s = 0; s < sections; s++) {
        check_list_section(list, wanted, s);
    }
    read_buffers all = read_buffers_of(items, true);
    CHECK_OK(iq_list_get_items(list, 0, items, &all.buffers));
    for (size_t i = 0; i < items; i++) {
        check_list_item(list, wanted, scoped, i, all.buffers.items[i]);
    }
    read_buffers_check(&all, wanted, 0);
    read_buffers part = read_buffers_of(items / 3, true);
    CHECK_OK(iq_list_get_items(list, items / 2, items / 3, &part.buffers));
    read_buffers_check(&part, wanted, items / 2);
    iq_item item;
    iq_section section;
    CHECK_STATUS(iq_list_find_item_at(list, items, &item), IQ_ERROR_RANGE);
    CHECK_STATUS(iq_list_find_section_at(list, sections, &section), IQ_ERROR_RANGE);
    CHECK_STATUS(
        iq_list_get_items(list, items, 1, &(iq_item_buffers){.struct_size = sizeof(iq_item_buffers)}),
        IQ_ERROR_RANGE);
}

static void check_snapshot_item(const iq_snapshot *snapshot, const model *wanted, iq_position position,
                                bool scoped)
{
    const model_section *section = &wanted->sections[position.section];
    const model_item *item = &section->items[position.item];
    iq_position found = {IQ_NONE, IQ_NONE};
    CHECK_OK(iq_snapshot_find_position(snapshot, scoped ? &section->key : NULL, item->key, &found));
    CHECK(found.section == position.section && found.item == position.item);
    size_t flat = SIZE_MAX;
    CHECK_OK(iq_snapshot_find_index(snapshot, position, &flat));
    model_place place = model_place_at(wanted, flat);
    CHECK(place.section == position.section && place.item == position.item);
    iq_item_info info = {.struct_size = sizeof info, .section = {UINT64_MAX}};
    CHECK_OK(iq_snapshot_get_item_info_at(snapshot, position, 0, &info));
    check_item(item, info.key, info.content, info.model, info.cell_class, info.level);
    CHECK(info.children == 0);
    CHECK(info.position.section == position.section && info.position.item == position.item);
    CHECK(info.index == flat && info.section.id == 0);
}

static void check_snapshot_section(const iq_snapshot *snapshot, const model *wanted, size_t position,
                                   bool scoped)
{
    const model_section *section = &wanted->sections[position];
    iq_section_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_snapshot_get_section_info_at(snapshot, position, &info));
    check_section(wanted, position, &info);
    info = (iq_section_info){.struct_size = sizeof info};
    CHECK_OK(iq_snapshot_get_section_info(snapshot, section->key, &info));
    check_section(wanted, position, &info);
    iq_supplementary elements[MODEL_ELEMENTS] = {{.struct_size = sizeof elements[0]}};
    size_t count = SIZE_MAX;
    CHECK_OK(iq_snapshot_get_supplementaries(snapshot, section->key, 0, elements, MODEL_ELEMENTS, &count));
    check_elements(section, elements, count);
    for (size_t i = 0; i < count; i++) {
        iq_supplementary one = {.struct_size = sizeof one};
        const iq_supplementary *same = &elements[i];
        CHECK_OK(iq_snapshot_get_supplementary(snapshot, section->key, same->kind, same->index, 0, &one));
        check_same_element(&one, same);
    }
    for (size_t i = 0; i < section->count; i++) {
        check_snapshot_item(snapshot, wanted, (iq_position){(uint32_t)position, (uint32_t)i}, scoped);
    }
}

void show_check_snapshot(const iq_snapshot *snapshot, const model *wanted, bool scoped)
{
    size_t sections = SIZE_MAX, items = SIZE_MAX;
    CHECK_OK(iq_snapshot_get_count(snapshot, &sections, &items));
    CHECK(sections == wanted->count);
    CHECK(items == model_item_count(wanted));
    for (size_t s = 0; s < sections; s++) {
        check_snapshot_section(snapshot, wanted, s, scoped);
    }
    read_buffers all = read_buffers_of(items, false);
    CHECK_OK(iq_snapshot_get_items(snapshot, 0, items, &all.buffers));
    read_buffers_check(&all, wanted, 0);
    read_buffers part = read_buffers_of(items / 3, false);
    CHECK_OK(iq_snapshot_get_items(snapshot, items / 2, items / 3, &part.buffers));
    read_buffers_check(&part, wanted, items / 2);
    iq_section_info info = {.struct_size = sizeof info};
    CHECK_STATUS(iq_snapshot_get_section_info_at(snapshot, sections, &info), IQ_ERROR_RANGE);
    CHECK_STATUS(iq_snapshot_get_items(snapshot, items, 1,
                                       &(iq_item_buffers){.struct_size = sizeof(iq_item_buffers)}),
                 IQ_ERROR_RANGE);
}

typedef iq_status (*dump_function)(const void *object, char *buffer, size_t capacity, size_t *length);

static char *dump(const void *object, dump_function function)
{
    size_t length = SIZE_MAX, again = SIZE_MAX;
    CHECK_OK(function(object, NULL, 0, &length));
    char *text = check_memory(calloc(length + 2, 1)), *part = check_memory(calloc(length + 2, 1));
    text[length + 1] = '#';
    CHECK_OK(function(object, text, length + 1, &again));
    CHECK(again == length && strlen(text) == length && text[length + 1] == '#');
    CHECK(length == 0 || text[length - 1] == '\n');
    CHECK_OK(function(object, part, length / 2 + 1, &again));
    CHECK(again == length && strlen(part) <= length / 2 && strncmp(part, text, strlen(part)) == 0);
    free(part);
    return text;
}

static iq_status dump_list(const void *list, char *buffer, size_t capacity, size_t *length)
{
    return iq_list_dump(list, buffer, capacity, length);
}

static iq_status dump_snapshot(const void *snapshot, char *buffer, size_t capacity, size_t *length)
{
    return iq_snapshot_dump(snapshot, buffer, capacity, length);
}

static iq_status dump_changeset(const void *changeset, char *buffer, size_t capacity, size_t *length)
{
    return iq_changeset_dump(changeset, buffer, capacity, length);
}

char *show_list_dump(const iq_list *list)
{
    return dump(list, dump_list);
}

char *show_snapshot_dump(const iq_snapshot *snapshot)
{
    return dump(snapshot, dump_snapshot);
}

char *show_changeset_dump(const iq_changeset *changeset)
{
    return dump(changeset, dump_changeset);
}

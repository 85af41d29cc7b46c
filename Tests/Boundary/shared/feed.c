/*
 * feed.c - hands a model to the library: see feed.h.
 */
#include "feed.h"

#include "check.h"

#include <string.h>

#define RECORD 41u /* key 16, content 8, model 8, class 4, level 2, and 3 bytes that belong to nobody */

static void feed_packed(feed_columns *self, const model_item *items, size_t count)
{
    unsigned char *keys = self->memory, *contents = keys + 16 * count;
    unsigned char *models = contents + 8 * count, *classes = models + sizeof(void *) * count;
    unsigned char *levels = classes + 4 * count;
    for (size_t i = 0; i < count; i++) {
        memcpy(keys + 16 * i, &items[i].key, 16);
        memcpy(contents + 8 * i, &items[i].content, 8);
        memcpy(models + sizeof(void *) * i, &items[i].model, sizeof(void *));
        memcpy(classes + 4 * i, &items[i].cell_class, 4);
        memcpy(levels + 2 * i, &items[i].level, 2);
    }
    self->columns = (iq_columns){.struct_size = sizeof self->columns,
                                 .count = count,
                                 .keys = keys,
                                 .contents = contents,
                                 .models = models,
                                 .classes = classes,
                                 .levels = levels};
}

static void feed_structs(feed_columns *self, const model_item *items, size_t count)
{
    if (count) {
        memcpy(self->memory, items, count * sizeof *items);
    }
    const model_item *copy = (const model_item *)(const void *)self->memory;
    self->columns =
        (iq_columns){sizeof self->columns, count,         &copy->key,        sizeof *copy,
                     &copy->content,       sizeof *copy,  &copy->model,      sizeof *copy,
                     &copy->cell_class,    sizeof *copy,  &copy->level,      sizeof *copy};
}

static void feed_unaligned(feed_columns *self, const model_item *items, size_t count)
{
    unsigned char *first = self->memory + 1;
    for (size_t i = 0; i < count; i++) {
        unsigned char *record = first + RECORD * i;
        memcpy(record, &items[i].key, 16);
        memcpy(record + 16, &items[i].content, 8);
        memcpy(record + 24, &items[i].model, sizeof(void *));
        memcpy(record + 32, &items[i].cell_class, 4);
        memcpy(record + 36, &items[i].level, 2);
    }
    self->columns = (iq_columns){sizeof self->columns, count,  first,      RECORD, first + 16, RECORD,
                                 first + 24,           RECORD, first + 32, RECORD, first + 36, RECORD};
}

feed_columns feed_columns_of(const model_item *items, size_t count, feed_layout layout)
{
    feed_columns self = {.memory = check_memory(calloc(count + 1, sizeof *items + RECORD))};
    switch (layout) {
    case FEED_PACKED: feed_packed(&self, items, count); break;
    case FEED_STRUCTS: feed_structs(&self, items, count); break;
    default: feed_unaligned(&self, items, count);
    }
    return self;
}

feed_columns feed_columns_of_all(const model *from, feed_layout layout)
{
    size_t count = model_item_count(from), flat = 0;
    model_item *items = check_memory(malloc((count + 1) * sizeof *items));
    for (size_t s = 0; s < from->count; s++) {
        for (size_t i = 0; i < from->sections[s].count; i++) {
            items[flat++] = from->sections[s].items[i];
        }
    }
    feed_columns self = feed_columns_of(items, count, layout);
    free(items);
    return self;
}

void feed_columns_clear(feed_columns *self)
{
    free(self->memory);
    *self = (feed_columns){0};
}

static void feed_marks(iq_snapshot *snapshot, const model_section *section)
{
    if (section->reload) {
        CHECK_OK(iq_snapshot_reload_sections(snapshot, &section->key, 1));
    }
    for (size_t i = 0; i < section->count; i++) {
        const model_item *item = &section->items[i];
        if (item->mark & MODEL_RELOAD) {
            CHECK_OK(iq_snapshot_reload_items(snapshot, &section->key, &item->key, 1));
        }
        if (item->mark & MODEL_RECONFIGURE) {
            CHECK_OK(iq_snapshot_reconfigure_items(snapshot, &section->key, &item->key, 1));
        }
    }
}

bool feed_append(iq_snapshot *snapshot, const model *from, feed_layout layout)
{
    for (size_t s = 0; s < from->count; s++) {
        const model_section *section = &from->sections[s];
        iq_status status = iq_snapshot_append_sections(snapshot, &section->key, 1);
        if (status == IQ_ERROR_DUPLICATE && model_find_section(from, section->key) < s) {
            return false;
        }
        CHECK_STATUS(status, IQ_OK);
        feed_columns items = feed_columns_of(section->items, section->count, layout);
        CHECK_OK(iq_snapshot_append_items(snapshot, NULL, &items.columns));
        feed_columns_clear(&items);
        for (size_t e = 0; e < section->element_count; e++) {
            CHECK_OK(iq_snapshot_set_supplementary(snapshot, section->key, &section->elements[e]));
        }
    }
    return true;
}

iq_snapshot *feed_snapshot(const model *from, const iq_snapshot_options *options, feed_layout layout)
{
    iq_snapshot *snapshot = NULL;
    CHECK_OK(iq_snapshot_create(options, &snapshot));
    if (!feed_append(snapshot, from, layout)) {
        iq_snapshot_destroy(snapshot);
        return NULL;
    }
    for (size_t s = 0; s < from->count; s++) {
        feed_marks(snapshot, &from->sections[s]);
    }
    return snapshot;
}

iq_status feed_list_set(iq_list *list, const model *from, feed_layout layout, const iq_update_options *options,
                        iq_changeset **changes)
{
    iq_section_entry *sections = check_memory(calloc(from->count + 1, sizeof *sections));
    for (size_t s = 0, first = 0; s < from->count; first += from->sections[s].count, s++) {
        const model_section *section = &from->sections[s];
        sections[s] =
            (iq_section_entry){sizeof *sections, section->key, first,
                               section->element_count ? section->elements : NULL, section->element_count};
    }
    feed_columns items = feed_columns_of_all(from, layout);
    iq_status status = iq_list_set(list, sections, from->count, &items.columns, options, changes);
    feed_columns_clear(&items);
    free(sections);
    return status;
}

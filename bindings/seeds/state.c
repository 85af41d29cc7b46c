/*
 * state.c - what a list or a snapshot shows, read in each of the ways that there are.
 */
#include "seeds.h"

#define MAX_ITEMS 4096

static struct {
    iq_key keys[MAX_ITEMS];
    uint64_t contents[MAX_ITEMS];
    void *models[MAX_ITEMS];
    iq_class classes[MAX_ITEMS];
} read;

static const iq_item_buffers buffers = {
    .struct_size = sizeof buffers,
    .keys = read.keys,
    .contents = read.contents,
    .models = read.models,
    .classes = read.classes,
};

size_t list_sections(const iq_list *list)
{
    size_t sections;

    must(iq_list_get_count(list, &sections, NULL));
    return sections;
}

size_t list_items(const iq_list *list)
{
    size_t items;

    must(iq_list_get_count(list, NULL, &items));
    return items;
}

static void put_element(const iq_supplementary *element)
{
    put("%u.%u", (unsigned)element->kind, (unsigned)element->index);
    put_key(element->key);
    put("%llu", (unsigned long long)element->content);
    put("%d", model_number(element->model));
    put("%s", class_name(element->cell_class));
}

static void print_section(const iq_section_info *info, const iq_supplementary *elements)
{
    begin_line("section");
    put("%zu", info->position);
    put_key(info->key);
    put("%zu %zu", info->first, info->count);
    for (size_t i = 0; i < info->supplementary_count; i++)
        put_element(&elements[i]);
    for (size_t i = info->first; i < info->first + info->count; i++) {
        put_key(read.keys[i]);
        put("%llu", (unsigned long long)read.contents[i]);
        put("%d", model_number(read.models[i]));
        put("%s", class_name(read.classes[i]));
    }
    end_line();
}

/* Each item: found by its key, described by its handle, and asked for by its position. */
static void print_items(seed_script *script)
{
    size_t items = list_items(script->list);

    begin_line("items");
    for (size_t i = 0; i < items; i++) {
        iq_section_info section = {.struct_size = sizeof section};
        iq_item_info info = {.struct_size = sizeof info};
        iq_position position;
        iq_item item;
        size_t index;

        must(iq_list_find_item_at(script->list, i, &item));
        must(iq_list_get_item_info(script->list, item, 0, &info));
        must(iq_list_get_section_info(script->list, info.section, &section));
        must(iq_list_find_item(script->list, &section.key, info.key, &item));
        must(iq_list_find_position(script->list, item, &position));
        must(iq_list_find_index(script->list, position, &index));
        put("%u %zu %zu", (unsigned)info.index, index, section.position);
        put_position(position);
    }
    end_line();
}

/* Handles of items: where they are, or that they are gone. */
static void print_watched(seed_script *script)
{
    size_t items = list_items(script->list);

    begin_line("watched");
    for (size_t i = 0; i < script->watched_count; i++) {
        iq_position position;
        if (iq_list_find_position(script->list, script->watched[i], &position) == IQ_OK)
            put_position(position);
        else
            put("gone");
    }
    end_line();
    if (items > 0 && random_chance(&script->random, 30)) {
        size_t which = random_below(&script->random, MAX_WATCHED);
        size_t index = random_below(&script->random, items);
        if (which >= script->watched_count)
            which = script->watched_count++;
        must(iq_list_find_item_at(script->list, index, &script->watched[which]));
    }
}

void print_list(seed_script *script)
{
    size_t sections = list_sections(script->list);

    must(iq_list_get_items(script->list, 0, list_items(script->list), &buffers));
    for (size_t s = 0; s < sections; s++) {
        iq_supplementary elements[MAX_ELEMENTS] = {{.struct_size = sizeof elements[0]}};
        iq_section_info info = {.struct_size = sizeof info};
        iq_section section;
        size_t count;

        must(iq_list_find_section_at(script->list, s, &section));
        must(iq_list_get_section_info(script->list, section, &info));
        must(iq_list_get_supplementaries(script->list, section, 0, elements, MAX_ELEMENTS, &count));
        print_section(&info, elements);
    }
    print_items(script);
    print_watched(script);
}

void print_snapshot(const iq_snapshot *snapshot)
{
    size_t sections, items;

    must(iq_snapshot_get_count(snapshot, &sections, &items));
    must(iq_snapshot_get_items(snapshot, 0, items, &buffers));
    for (size_t s = 0; s < sections; s++) {
        iq_supplementary elements[MAX_ELEMENTS] = {{.struct_size = sizeof elements[0]}};
        iq_section_info info = {.struct_size = sizeof info};
        size_t count;

        must(iq_snapshot_get_section_info_at(snapshot, s, &info));
        must(iq_snapshot_get_supplementaries(snapshot, info.key, 0, elements, MAX_ELEMENTS, &count));
        print_section(&info, elements);
    }
    print_encoded_snapshot(snapshot);
}

void print_encoded_snapshot(const iq_snapshot *snapshot)
{
    static unsigned char bytes[1 << 17];
    size_t length;

    must(iq_snapshot_encode(snapshot, bytes, sizeof bytes, &length));
    begin_line("bytes");
    put_bytes(bytes, length);
    end_line();
}

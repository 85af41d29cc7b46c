/*
 * digest.c - FNV-1a over everything that a list or a snapshot reports: see digest.h.
 */
#include "digest.h"

#include "check.h"
#include "show.h"

#include <string.h>

#define FNV_START UINT64_C(0xcbf29ce484222325)

static uint64_t mix(uint64_t digest, const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < length; i++) {
        digest = (digest ^ at[i]) * UINT64_C(0x100000001b3);
    }
    return digest;
}

static uint64_t mix_number(uint64_t digest, uint64_t number)
{
    return mix(digest, &number, sizeof number);
}

static uint64_t mix_text(uint64_t digest, char *text)
{
    digest = mix(digest, text, strlen(text));
    free(text);
    return digest;
}

static uint64_t mix_elements(uint64_t digest, const iq_supplementary *elements, size_t count)
{
    for (size_t e = 0; e < count; e++) {
        digest = mix(digest, &elements[e].key, sizeof elements[e].key);
        digest = mix_number(digest, (uint64_t)elements[e].kind << 32 | elements[e].index);
        digest = mix_number(digest, elements[e].content);
        digest = mix_number(digest, (uintptr_t)elements[e].model);
        digest = mix_number(digest, elements[e].cell_class.id);
    }
    return digest;
}

static uint64_t mix_section(uint64_t digest, const iq_section_info *info, const iq_supplementary *elements)
{
    digest = mix(digest, &info->key, sizeof info->key);
    digest = mix_number(digest, info->position);
    digest = mix_number(digest, info->count);
    digest = mix_number(digest, info->first);
    return mix_elements(digest, elements, info->supplementary_count);
}

uint64_t digest_list(const iq_list *list)
{
    size_t sections, items;
    CHECK_OK(iq_list_get_count(list, &sections, &items));
    uint64_t digest = mix_text(mix_number(mix_number(FNV_START, sections), items), show_list_dump(list));
    iq_supplementary own[16] = {{.struct_size = sizeof own[0]}};
    size_t own_count;
    CHECK_OK(iq_list_get_supplementaries(list, (iq_section){0}, 0, own, 16, &own_count));
    CHECK(own_count <= 16);
    digest = mix_elements(digest, own, own_count);
    for (size_t s = 0; s < sections; s++) {
        iq_section section, by_key;
        iq_section_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_list_find_section_at(list, s, &section));
        CHECK_OK(iq_list_get_section_info(list, section, &info));
        CHECK_OK(iq_list_find_section(list, info.key, &by_key));
        CHECK(section.id == by_key.id);
        iq_supplementary elements[16] = {{.struct_size = sizeof elements[0]}};
        size_t count;
        CHECK_OK(iq_list_get_supplementaries(list, section, 0, elements, 16, &count));
        CHECK(count == info.supplementary_count && count <= 16);
        digest = mix_section(mix_number(digest, section.id), &info, elements);
    }
    for (size_t i = 0; i < items; i++) {
        iq_item item, by_key;
        iq_item_info info = {.struct_size = sizeof info};
        iq_section_info section = {.struct_size = sizeof section};
        CHECK_OK(iq_list_find_item_at(list, i, &item));
        CHECK_OK(iq_list_get_item_info(list, item, 0, &info));
        CHECK_OK(iq_list_get_section_info(list, info.section, &section));
        CHECK_OK(iq_list_find_item(list, &section.key, info.key, &by_key));
        CHECK(item.id == by_key.id && info.index == i);
        digest = mix(mix_number(digest, item.id), &info.key, sizeof info.key);
        digest = mix_number(mix_number(digest, info.content), (uintptr_t)info.model);
        digest = mix_number(mix_number(digest, info.cell_class.id), info.section.id);
        digest = mix_number(digest, info.level);
        digest = mix_number(digest, (uint64_t)info.position.section << 32 | info.position.item);
    }
    return digest;
}

static uint64_t mix_snapshot_items(uint64_t digest, const iq_snapshot *snapshot, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        iq_key key;
        uint64_t content;
        void *model;
        iq_class cell_class;
        uint16_t level;
        iq_item_buffers buffers = {.struct_size = sizeof buffers,
                                   .keys = &key,
                                   .contents = &content,
                                   .models = &model,
                                   .classes = &cell_class,
                                   .levels = &level};
        CHECK_OK(iq_snapshot_get_items(snapshot, i, 1, &buffers));
        digest = mix_number(mix(digest, &key, sizeof key), content);
        digest = mix_number(mix_number(mix_number(digest, (uintptr_t)model), cell_class.id), level);
    }
    return digest;
}

uint64_t digest_snapshot(const iq_snapshot *snapshot)
{
    size_t sections, items;
    CHECK_OK(iq_snapshot_get_count(snapshot, &sections, &items));
    uint64_t digest =
        mix_text(mix_number(mix_number(FNV_START, sections), items), show_snapshot_dump(snapshot));
    for (size_t s = 0; s < sections; s++) {
        iq_section_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_snapshot_get_section_info_at(snapshot, s, &info));
        iq_supplementary elements[16] = {{.struct_size = sizeof elements[0]}};
        size_t count;
        CHECK_OK(iq_snapshot_get_supplementaries(snapshot, info.key, 0, elements, 16, &count));
        CHECK(count == info.supplementary_count && count <= 16);
        digest = mix_section(digest, &info, elements);
    }
    return mix_snapshot_items(digest, snapshot, items);
}

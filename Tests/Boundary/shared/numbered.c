/* See numbered.h. */
#include "numbered.h"

#include "check.h"

#include <string.h>

static void insert(numbered *items, random_source *source, iq_edit *edit, iq_section section, size_t number)
{
    static iq_key keys[NUMBERED_MOST];
    size_t at = random_below(source, items->count + 1), left = NUMBERED_MOST - items->next;
    uint64_t *shown = items->shown + at;
    number = number < left ? number : left;
    memmove(shown + number, shown, (items->count - at) * sizeof *shown);
    for (size_t i = 0; i < number; i++) {
        shown[i] = items->next;
        keys[i] = iq_key_from_u64(items->next++);
    }
    const iq_columns columns = {.struct_size = sizeof columns, .count = number, .keys = keys};
    CHECK_OK(iq_edit_insert_items(edit, section, at, &columns));
    items->count += number;
}

static void take_out(numbered *items, size_t first, size_t number)
{
    uint64_t *shown = items->shown + first;
    memmove(shown, shown + number, (items->count - first - number) * sizeof *shown);
    items->count -= number;
}

static void move(numbered *items, iq_edit *edit, iq_section section, size_t first, size_t number, size_t to)
{
    uint64_t block[64], *shown = items->shown + to;
    CHECK_OK(iq_edit_move_item_range(edit, section, first, number, section, to));
    memcpy(block, items->shown + first, number * sizeof *block);
    take_out(items, first, number);
    memmove(shown + number, shown, (items->count - to) * sizeof *shown);
    memcpy(shown, block, number * sizeof *block);
    items->count += number;
}

void numbered_open(numbered *items, random_source *source, size_t length)
{
    const iq_key key = iq_key_from_u64(0);
    iq_edit *edit;
    iq_section section;
    items->count = 0;
    items->next = 0;
    CHECK_OK(iq_list_create(NULL, &items->list));
    CHECK_OK(iq_edit_begin(items->list, NULL, &edit));
    CHECK_OK(iq_edit_insert_sections(edit, 0, &key, 1));
    CHECK_OK(iq_list_find_section_at(items->list, 0, &section));
    insert(items, source, edit, section, length);
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
}

void numbered_edit(numbered *items, random_source *source)
{
    iq_edit *edit;
    iq_section section;
    CHECK_OK(iq_list_find_section_at(items->list, 0, &section));
    CHECK_OK(iq_edit_begin(items->list, NULL, &edit));
    for (size_t calls = 1 + random_below(source, 4); calls > 0; calls--) {
        size_t first = random_below(source, items->count), number = 1 + random_below(source, 40);
        number = number < items->count - first ? number : items->count - first;
        if (random_chance(source, 40)) {
            insert(items, source, edit, section, number);
        } else if (random_chance(source, 50) && items->count > number + 1) {
            CHECK_OK(iq_edit_delete_item_range(edit, section, first, number));
            take_out(items, first, number);
        } else {
            move(items, edit, section, first, number, random_below(source, items->count - number + 1));
        }
    }
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
}

iq_item numbered_item(const numbered *items, size_t index)
{
    iq_item item;
    CHECK_OK(iq_list_find_item_at(items->list, index, &item));
    return item;
}

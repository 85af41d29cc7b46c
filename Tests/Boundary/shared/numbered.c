/* See numbered.h. */
#include "numbered.h"

#include "check.h"

#include <string.h>

static void insert(numbered *items, random_source *source, iq_edit *edit, iq_section section, size_t number)
{
    static iq_key keys[NUMBERED_MOST];
    size_t at = random_below(source, items->count + 1), left = NUMBERED_MOST - items->next;
    uint64_t *given = items->given + at;
    number = number < left ? number : left;
    memmove(given + number, given, (items->count - at) * sizeof *given);
    for (size_t i = 0; i < number; i++) {
        given[i] = items->next;
        keys[i] = iq_key_from_u64(items->next++);
    }
    const iq_columns columns = {.struct_size = sizeof columns, .count = number, .keys = keys};
    CHECK_OK(iq_edit_insert_items(edit, section, at, &columns));
    items->count += number;
}

static void take_out(numbered *items, size_t first, size_t number)
{
    uint64_t *given = items->given + first;
    memmove(given, given + number, (items->count - first - number) * sizeof *given);
    items->count -= number;
}

static void move(numbered *items, iq_edit *edit, iq_section section, size_t first, size_t number, size_t to)
{
    uint64_t block[64], *given = items->given + to;
    CHECK_OK(iq_edit_move_item_range(edit, section, first, number, section, to));
    memcpy(block, items->given + first, number * sizeof *block);
    take_out(items, first, number);
    memmove(given + number, given, (items->count - to) * sizeof *given);
    memcpy(given, block, number * sizeof *block);
    items->count += number;
}

/* ---- a sorted list */

static void set_order(numbered *items, random_source *source)
{
    items->order = shuffled_random(source, 0, 0);
    shuffled_give(items->list, &items->order, 0);
}

typedef struct place {
    uint64_t rank, number;
    size_t index;
} place;

static int compare(const void *a, const void *b)
{
    const place *one = a, *other = b;
    if (one->rank != other->rank) {
        return one->rank < other->rank ? -1 : 1;
    }
    return one->index < other->index ? -1 : 1;
}

static void sort(numbered *items)
{
    static place places[NUMBERED_MOST];
    for (size_t i = 0; i < items->count; i++) {
        uint64_t number = items->given[i];
        uint64_t rank = items->source ? shuffled_rank(&items->order, iq_key_from_u64(number), 0) : 0;
        places[i] = (place){items->order.flags & IQ_ORDER_DESCENDING ? UINT64_MAX - rank : rank, number, i};
    }
    qsort(places, items->count, sizeof *places, compare);
    for (size_t i = 0; i < items->count; i++) {
        items->shown[i] = places[i].number;
    }
}

/* The list shows what is given. */
static void follow(numbered *items)
{
    size_t count;
    sort(items);
    if (items->source) {
        shuffled_follow(items->list);
    }
    CHECK_OK(iq_list_get_count(items->list, NULL, &count));
    CHECK(count == items->count);
    for (size_t i = 0; i < count; i += 1 + count / 50) {
        iq_item item;
        CHECK_OK(iq_list_find_item(items->list, NULL, iq_key_from_u64(items->shown[i]), &item));
        CHECK(item.id == numbered_item(items, i).id);
    }
}

/* ---- the list */

void numbered_open(numbered *items, random_source *source, size_t length, bool is_sorted)
{
    const iq_key key = iq_key_from_u64(0);
    iq_edit *edit;
    iq_section section;
    items->count = 0;
    items->next = 0;
    items->source = NULL;
    CHECK_OK(iq_list_create(NULL, &items->list));
    CHECK_OK(iq_edit_begin(items->list, NULL, &edit));
    CHECK_OK(iq_edit_insert_sections(edit, 0, &key, 1));
    CHECK_OK(iq_list_find_section_at(items->list, 0, &section));
    insert(items, source, edit, section, length);
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    if (is_sorted) {
        items->source = items->list;
        items->list = shuffled_derive(items->source, false);
        set_order(items, source);
    }
    follow(items);
}

void numbered_close(numbered *items)
{
    iq_list_destroy(items->list);
    iq_list_destroy(items->source);
}

static void edit_some(numbered *items, random_source *source)
{
    iq_list *list = items->source ? items->source : items->list;
    iq_edit *edit;
    iq_section section;
    CHECK_OK(iq_list_find_section_at(list, 0, &section));
    CHECK_OK(iq_edit_begin(list, NULL, &edit));
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

void numbered_change(numbered *items, random_source *source)
{
    if (items->source && random_chance(source, 25)) {
        set_order(items, source);
    } else {
        edit_some(items, source);
    }
    follow(items);
}

iq_item numbered_item(const numbered *items, size_t index)
{
    iq_item item;
    CHECK_OK(iq_list_find_item_at(items->list, index, &item));
    return item;
}

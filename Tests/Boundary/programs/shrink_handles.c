/*
 * shrink_handles.c - however often a list grows, shrinks and is trimmed, a handle that was good is never
 * good again for something else: held against all that were ever given out.
 */
#include "check.h"
#include "host_memory.h"
#include "random.h"

#include <stdbool.h>
#include <stdlib.h>

static iq_key key_at(uint64_t number)
{
    return iq_key_from_u64(number);
}

typedef struct given {
    uint64_t id, key;
    bool of_section, lives;
} given;

static given *all;
static size_t all_count;

static void note(uint64_t id, uint64_t key, bool of_section)
{
    for (size_t i = 0; i < all_count; i++) {
        if (all[i].id == id && all[i].of_section == of_section) {
            CHECK(all[i].lives && all[i].key == key);
            return;
        }
    }
    if ((all_count & (all_count + 1)) == 0) {
        all = check_memory(realloc(all, (2 * all_count + 2) * sizeof *all));
    }
    all[all_count++] = (given){id, key, of_section, true};
}

/* Those that the list shows live, and no others. */
static void check_handles(iq_list *list, const uint64_t *sections, size_t section_count, const uint64_t *items,
                          size_t item_count)
{
    for (size_t i = 0; i < all_count; i++) {
        all[i].lives = false;
        for (size_t k = 0; k < (all[i].of_section ? section_count : item_count); k++) {
            all[i].lives = all[i].lives || (all[i].of_section ? sections : items)[k] == all[i].key;
        }
        iq_position place;
        iq_section_info info = {.struct_size = sizeof info};
        iq_status status = all[i].of_section
                               ? iq_list_get_section_info(list, (iq_section){all[i].id}, &info)
                               : iq_list_find_position(list, (iq_item){all[i].id}, &place);
        CHECK_STATUS(status, all[i].lives ? IQ_OK : IQ_ERROR_HANDLE);
    }
    for (size_t i = 0; i < item_count; i++) {
        iq_item item;
        CHECK_OK(iq_list_find_item_at(list, i, &item));
        note(item.id, items[i], false);
    }
    for (size_t i = 0; i < section_count; i++) {
        iq_section section;
        CHECK_OK(iq_list_find_section_at(list, i, &section));
        note(section.id, sections[i], true);
    }
}

/* Keys never come again, so a handle that is dead stays dead. */
static void run_handles(uint64_t seed)
{
    enum { SECTIONS = 6, ITEMS = 40 };
    random_source random = {seed};
    iq_list *list;
    check_seed = seed;
    CHECK_OK(iq_list_create(NULL, &list));
    uint64_t next = 1;
    all_count = 0;
    uint64_t sections[SECTIONS], items[ITEMS];
    size_t section_count = 0, item_count = 0;
    for (int turn = 0; turn < 40; turn++) {
        size_t wanted = 1 + random_below(&random, SECTIONS), many = random_below(&random, ITEMS + 1);
        if (random_chance(&random, 30)) {
            many = random_below(&random, 3);
        }
        while (section_count > wanted) {
            section_count--;
        }
        while (section_count < wanted) {
            sections[section_count++] = next++;
        }
        for (size_t i = 0; i < item_count; i++) {
            items[i] = random_chance(&random, 60) ? items[i] : next++;
        }
        item_count = item_count > many ? many : item_count;
        while (item_count < many) {
            items[item_count++] = next++;
        }
        iq_section_entry entries[SECTIONS] = {{0}};
        iq_key keys[ITEMS];
        for (size_t s = 0; s < section_count; s++) {
            entries[s] = (iq_section_entry){sizeof entries[s], key_at(sections[s]),
                                            s * item_count / section_count, NULL, 0};
        }
        for (size_t i = 0; i < item_count; i++) {
            keys[i] = key_at(items[i]);
        }
        iq_columns columns = {.struct_size = sizeof columns, .count = item_count, .keys = keys};
        CHECK_OK(iq_list_set(list, entries, section_count, &columns, NULL, NULL));
        check_handles(list, sections, section_count, items, item_count);
        if (random_chance(&random, 50)) {
            CHECK_OK(iq_list_trim(list));
            check_handles(list, sections, section_count, items, item_count);
        }
    }
    iq_list_destroy(list);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    uint64_t first = check_first_seed(1);
    for (uint64_t seed = first; seed < first + check_scaled(100); seed++) {
        run_handles(seed);
    }
    free(all);
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == 0);
    return 0;
}

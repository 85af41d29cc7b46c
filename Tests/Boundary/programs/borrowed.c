/*
 * borrowed.c - the arrays of iq_list_set are only borrowed: another thread scribbles on them during the
 * call. Contents may then be wrong and the call may find a duplicate, but the list stays sound: counts
 * agree, every key is there once and found at its position, and the next honest update is exact.
 */
#include "check.h"
#include "feed.h"
#include "host_memory.h"
#include "random.h"
#include "show.h"

#include <pthread.h>
#include <stdatomic.h>

#define ITEMS 400

/* The host's arrays: written by the scribbler while the library reads them, word by word. */
static volatile uint64_t keys[ITEMS][2];
static volatile uint64_t contents[ITEMS];
static iq_section_entry sections[4];
static atomic_int stop;

/* Runs beside each call: swaps, repeats and invents keys, and moves the borders of the sections. */
static void *scribble(void *argument)
{
    random_source random = {(uint64_t)(uintptr_t)argument};
    while (!atomic_load(&stop)) {
        size_t one = random_below(&random, ITEMS), other = random_below(&random, ITEMS);
        uint64_t key = keys[one][0];
        switch (random_below(&random, 4)) {
        case 0: /* to and fro: mostly back in place when the library reads again */
            keys[one][0] = keys[other][0];
            keys[other][0] = key;
            break;
        case 1:
            keys[one][0] = 1000 + random_below(&random, 1000);
            keys[one][0] = key;
            break;
        case 2: contents[one] = random_next(&random); break;
        default:
            *(volatile size_t *)&sections[1 + random_below(&random, 3)].first_item =
                random_below(&random, ITEMS);
        }
    }
    return NULL;
}

/* What the list holds agrees with itself; read as a model, so that the whole reading surface agrees. */
static void check_sound(const iq_list *list)
{
    model held = {0};
    size_t count, items, flat = 0;
    CHECK_OK(iq_list_get_count(list, &count, &items));
    for (size_t s = 0; s < count; s++) {
        iq_section section;
        iq_section_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_list_find_section_at(list, s, &section));
        CHECK_OK(iq_list_get_section_info(list, section, &info));
        model_insert_section(&held, s, info.key);
        for (size_t i = 0; i < info.count; i++, flat++) {
            iq_item item;
            iq_item_info about = {.struct_size = sizeof about};
            CHECK_OK(iq_list_find_item_at(list, flat, &item));
            CHECK_OK(iq_list_get_item_info(list, item, 0, &about));
            model_insert_item(&held, (model_place){s, i},
                              (model_item){about.key, about.content, NULL, {0}, 0, 0});
        }
    }
    CHECK(flat == items);
    model resolved = {0};
    CHECK(!model_resolve(&resolved, &held, IQ_DUPLICATES_REFUSE, false).refused);
    show_check_list(list, &held, false);
    model_clear(&resolved);
    model_clear(&held);
}

/* Back to an honest arrangement: unique keys in a random order, borders that ascend. */
static void write_arrays(random_source *random)
{
    size_t turn = random_below(random, ITEMS);
    for (size_t i = 0; i < ITEMS; i++) {
        keys[i][0] = 1 + (i + turn) % ITEMS;
        keys[i][1] = 0;
        contents[i] = 1;
    }
    for (size_t s = 0; s < 4; s++) {
        sections[s] = (iq_section_entry){sizeof sections[s], key_of(s + 1), s * 100, NULL, 0};
    }
}

static iq_status set(iq_list *list, uint32_t flags)
{
    iq_changeset *changes = NULL;
    iq_update_options options = {.struct_size = sizeof options, .flags = flags};
    iq_columns items = {.struct_size = sizeof items, .count = ITEMS};
    items.keys = (const void *)(uintptr_t)keys;
    items.contents = (const void *)(uintptr_t)contents;
    iq_status status = iq_list_set(list, sections, 4, &items, &options, &changes);
    if (status == IQ_OK) {
        free(show_changeset_dump(changes));
    }
    iq_changeset_destroy(changes);
    return status;
}

static void run(uint64_t seed, int updates)
{
    check_seed = seed;
    random_source random = {seed};
    iq_list *list = NULL;
    iq_list_options options = {.struct_size = sizeof options};
    options.duplicates = (iq_duplicates)random_below(&random, IQ_DUPLICATES_SCOPE);
    CHECK_OK(iq_list_create(&options, &list));
    write_arrays(&random);
    for (int u = 0; u < updates; u++) {
        pthread_t scribbler;
        atomic_store(&stop, 0);
        CHECK(pthread_create(&scribbler, NULL, scribble, (void *)(uintptr_t)random_next(&random)) == 0);
        for (int call = 0; call < 20; call++) {
            iq_status status = set(list, random_chance(&random, 20) ? IQ_UPDATE_VERIFY : 0);
            CHECK(status == IQ_OK || status == IQ_ERROR_DUPLICATE || status == IQ_ERROR_RANGE ||
                  status == IQ_ERROR_ARGUMENT);
        }
        atomic_store(&stop, 1);
        CHECK(pthread_join(scribbler, NULL) == 0);
        check_sound(list);
        write_arrays(&random);
        CHECK_OK(set(list, IQ_UPDATE_VERIFY));
        check_sound(list);
        iq_item item;
        iq_item_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_list_find_item_at(list, 123, &item));
        CHECK_OK(iq_list_get_item_info(list, item, 0, &info));
        CHECK(key_equal(info.key, key_of(keys[123][0])) && info.content == 1 && info.position.item == 23);
    }
    iq_list_destroy(list);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    uint64_t first = check_first_seed(1);
    for (uint64_t seed = first; seed < first + check_scaled(40); seed++) {
        run(seed, 10);
    }
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == 0);
    return 0;
}

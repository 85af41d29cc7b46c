/*
 * snapshots_set.c - a snapshot that is set as a whole has the same bytes as one that is built by appending
 * section by section, for random sections and items with and without duplicates, and each policy; what it
 * held before is gone, marks too.
 */
#include "counted_models.h"
#include "check.h"
#include "host_memory.h"
#include "random.h"

#include <stdlib.h>
#include <string.h>

enum { SECTIONS = 40, ITEMS = 700, BYTES = 1 << 17 };

typedef struct input {
    iq_section_entry sections[SECTIONS];
    iq_supplementary elements[SECTIONS][2];
    size_t section_count;
    iq_columns items;
    iq_key keys[ITEMS];
    uint64_t contents[ITEMS];
    void *models[ITEMS];
    iq_class classes[ITEMS];
} input;

static iq_supplementary element_of(random_source *random, uint32_t kind)
{
    iq_supplementary element = {.struct_size = sizeof element, .kind = kind};
    element.key = iq_key_from_u64(random_below(random, 100));
    element.content = random_below(random, 3);
    element.cell_class = counted_class[random_below(random, 2)];
    element.model = counted_new(0);
    return element;
}

/* `twice`: the chance in 100 that a key is drawn from few. */
static void make(random_source *random, input *made, uint32_t twice)
{
    size_t count = random_below(random, random_chance(random, 10) ? ITEMS : 60);
    made->section_count = random_below(random, SECTIONS) + (count > 0);
    made->section_count -= made->section_count > SECTIONS;
    size_t longest = random_chance(random, 50) ? 2 : 1 + 2 * count, first = 0;
    for (size_t s = 0; s < made->section_count; s++) {
        uint64_t key = random_chance(random, twice) ? random_below(random, 5) : 100 + s;
        size_t elements = random_chance(random, 30) ? 1 + random_below(random, 2) : 0;
        made->elements[s][0] = element_of(random, IQ_KIND_FOOTER);
        made->elements[s][1] = element_of(random, IQ_KIND_HEADER);
        made->sections[s] = (iq_section_entry){sizeof made->sections[s], iq_key_from_u64(key), first,
                                               made->elements[s], elements};
        size_t width = random_below(random, longest + 1);
        first = first + width < count ? first + width : count;
    }
    for (size_t i = 0; i < count; i++) {
        made->keys[i] = iq_key_from_u64(random_chance(random, twice) ? random_below(random, 50) : 1000 + i);
        made->contents[i] = random_below(random, 4);
        made->classes[i] = counted_class[random_below(random, 2)];
        made->models[i] = random_chance(random, 80) ? counted_new(0) : NULL;
    }
    made->items = (iq_columns){.struct_size = sizeof made->items, .count = count, .keys = made->keys};
    made->items.contents = random_chance(random, 70) ? made->contents : NULL;
    made->items.models = random_chance(random, 70) ? made->models : NULL;
    made->items.classes = random_chance(random, 70) ? made->classes : NULL;
    if (made->items.classes == NULL) {
        made->items.models = NULL;
    }
}

static iq_columns slice(const input *from, size_t first, size_t end)
{
    iq_columns part = from->items;
    part.count = end - first;
    part.keys = from->keys + first;
    part.contents = part.contents ? from->contents + first : NULL;
    part.models = part.models ? from->models + first : NULL;
    part.classes = part.classes ? from->classes + first : NULL;
    return part;
}

static size_t section_count_of(const iq_snapshot *snapshot)
{
    size_t count;
    CHECK_OK(iq_snapshot_get_count(snapshot, &count, NULL));
    return count;
}

/* Takes all elements of the section that was given last away. */
static void remove_elements(iq_snapshot *snapshot, iq_key section)
{
    for (uint32_t kind = IQ_KIND_HEADER; kind <= IQ_KIND_FOOTER; kind++) {
        iq_status status = iq_snapshot_remove_supplementary(snapshot, section, kind, 0);
        CHECK(status == IQ_OK || status == IQ_ERROR_NOT_FOUND);
    }
}

static iq_status append(iq_snapshot *snapshot, const input *from, iq_duplicates policy)
{
    for (size_t s = 0; s < from->section_count; s++) {
        const iq_section_entry *entry = &from->sections[s];
        size_t before = section_count_of(snapshot);
        iq_status status = iq_snapshot_append_sections(snapshot, &entry->key, 1);
        if (status) {
            return status;
        }
        bool duplicate = section_count_of(snapshot) == before;
        iq_key key = entry->key;
        if (!duplicate) {
            iq_section_info info = {.struct_size = sizeof info};
            CHECK_OK(iq_snapshot_get_section_info_at(snapshot, before, &info));
            key = info.key;
        }
        size_t end = s + 1 < from->section_count ? from->sections[s + 1].first_item : from->items.count;
        iq_columns part = slice(from, entry->first_item, end);
        CHECK_OK(iq_snapshot_append_items(snapshot, NULL, &part));
        if (duplicate && policy == IQ_DUPLICATES_KEEP_FIRST) {
            continue;
        }
        remove_elements(snapshot, key);
        for (size_t e = 0; e < entry->supplementary_count; e++) {
            CHECK_OK(iq_snapshot_set_supplementary(snapshot, key, &from->elements[s][e]));
        }
    }
    return IQ_OK;
}

static size_t encode(const iq_snapshot *snapshot, uint8_t *bytes)
{
    size_t length;
    CHECK_OK(iq_snapshot_encode(snapshot, bytes, BYTES, &length));
    CHECK(length <= BYTES);
    return length;
}

static void check_same(const iq_snapshot *one, const iq_snapshot *other)
{
    static uint8_t bytes[2][BYTES];
    size_t length = encode(one, bytes[0]);
    CHECK(encode(other, bytes[1]) == length && memcmp(bytes[0], bytes[1], length) == 0);
}

/* The first query by key deals with items that are there twice. */
static iq_status make_index(const iq_snapshot *snapshot)
{
    iq_position place;
    iq_key key = iq_key_from_u64(1000), section = iq_key_from_u64(100);
    return iq_snapshot_find_position(snapshot, &section, key, &place);
}

/* Items without a section go to the one that was given last, or that was kept of it. */
static void check_last(iq_snapshot *one, iq_snapshot *other)
{
    iq_key key = iq_key_from_u64(9);
    iq_columns item = {.struct_size = sizeof item, .count = 1, .keys = &key};
    iq_status status = iq_snapshot_append_items(other, NULL, &item);
    CHECK_STATUS(iq_snapshot_append_items(one, NULL, &item), status);
    check_same(one, other);
}

static void run(uint64_t seed, iq_duplicates policy)
{
    static input first, second;
    random_source random = {seed};
    check_seed = seed;
    iq_snapshot_options options = {.struct_size = sizeof options, .duplicates = policy};
    iq_snapshot *whole, *appended;
    CHECK_OK(iq_snapshot_create(&options, &whole));
    CHECK_OK(iq_snapshot_create(&options, &appended));
    make(&random, &first, 0);
    CHECK_OK(iq_snapshot_set(whole, first.sections, first.section_count, &first.items));
    if (first.section_count > 0) {
        CHECK_OK(iq_snapshot_reload_sections(whole, &first.sections[0].key, 1));
    }
    make(&random, &second, seed % 2 ? 0 : 15);
    iq_status wanted = append(appended, &second, policy);
    CHECK_STATUS(iq_snapshot_set(whole, second.sections, second.section_count, &second.items), wanted);
    if (wanted != IQ_OK) {
        CHECK_STATUS(wanted, IQ_ERROR_DUPLICATE);
        CHECK(section_count_of(whole) == first.section_count);
    } else {
        check_same(whole, appended);
        check_last(whole, appended);
        CHECK_STATUS(make_index(whole), make_index(appended));
        check_same(whole, appended);
        iq_list *list;
        iq_list_options as = {.struct_size = sizeof as, .duplicates = policy};
        CHECK_OK(iq_list_create(&as, &list));
        iq_status set = iq_list_apply(list, appended, NULL, NULL);
        CHECK_STATUS(iq_list_apply(list, whole, NULL, NULL), set);
        iq_list_destroy(list);
    }
    iq_snapshot_destroy(whole);
    iq_snapshot_destroy(appended);
    counted_end();
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    counted_register();
    uint64_t first = check_first_seed(1);
    for (uint64_t seed = first; seed < first + check_scaled(300); seed++) {
        for (iq_duplicates policy = IQ_DUPLICATES_REFUSE; policy <= IQ_DUPLICATES_SCOPE; policy++) {
            run(seed, policy);
        }
    }
    return 0;
}

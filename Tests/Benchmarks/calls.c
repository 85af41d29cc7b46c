/* See calls.h. */
#include "calls.h"

struct subject {
    iq_list *list;
    struct listing listing, few; /* few: ten items, shown by `small` */
    iq_list *small;
    struct queries queries;
};

static void call_version(const struct subject *on, size_t i) {
    (void)on, (void)i;
    sink += iq_version();
}

static void call_count(const struct subject *on, size_t i) {
    size_t sections, items;
    (void)i;
    must(iq_list_get_count(on->list, &sections, &items), "iq_list_get_count");
}

static void call_item_at(const struct subject *on, size_t i) {
    iq_item item;
    must(iq_list_find_item_at(on->list, on->queries.index[i], &item),
         "iq_list_find_item_at");
}

static void call_item_for_key(const struct subject *on, size_t i) {
    iq_item item;
    must(iq_list_find_item(on->list, NULL, on->queries.keys[i], &item),
         "iq_list_find_item");
}

static void call_item_position(const struct subject *on, size_t i) {
    iq_position position;
    must(iq_list_find_position(on->list, on->queries.items[i], &position),
         "iq_list_find_position");
}

static void call_item_info(const struct subject *on, size_t i) {
    iq_item_info info = {.struct_size = sizeof info};
    must(iq_list_get_item_info(on->list, on->queries.items[i], 0, &info),
         "iq_list_get_item_info");
}

static void call_read_ten(const struct subject *on, size_t i) {
    iq_key keys[10];
    uint64_t contents[10];
    iq_item_buffers buffers = {
        .struct_size = sizeof buffers, .keys = keys, .contents = contents};
    size_t first = on->queries.index[i] % (on->listing.count - 10);
    must(iq_list_get_items(on->list, first, 10, &buffers),
         "iq_list_get_items");
}

static void call_bad_handle(const struct subject *on, size_t i) {
    iq_position position;
    iq_item forged = {on->queries.items[i].id ^ UINT64_C(1) << 60};
    sink += (uint64_t)iq_list_find_position(on->list, forged, &position);
}

static void call_null(const struct subject *on, size_t i) {
    (void)i;
    sink += (uint64_t)iq_list_find_item_at(on->list, 0, NULL);
}

static void call_last_error(const struct subject *on, size_t i) {
    iq_error error = {.struct_size = sizeof error};
    (void)on, (void)i;
    must(iq_get_last_error(&error), "iq_get_last_error");
}

static void call_key_from_bytes(const struct subject *on, size_t i) {
    iq_key key;
    must(iq_key_from_bytes(&on->queries.keys[i], 15, &key),
         "iq_key_from_bytes");
}

static void call_set_few(const struct subject *on, size_t i) {
    on->few.contents[i % 10] ^= 2;
    list_show(on->small, &on->few);
}

static void call_set_same(const struct subject *on, size_t i) {
    (void)i;
    list_show(on->small, &on->few);
}

static void call_list(const struct subject *on, size_t i) {
    iq_list *list;
    (void)on, (void)i;
    must(iq_list_create(NULL, &list), "iq_list_create");
    iq_list_destroy(list);
}

static double time_of(void (*call)(const struct subject *, size_t),
                      const struct subject *on) {
    struct series series = {0};
    while (series_wants_more(&series, 0)) {
        double start = now();
        for (size_t i = 0; i < QUERIES; i++) call(on, i);
        series_add(&series, (now() - start) / QUERIES);
    }
    return series_timing(&series).least;
}

size_t small_calls_measure(struct small_call *calls, size_t capacity,
                           struct random *random) {
    static const struct {
        const char *name;
        void (*call)(const struct subject *, size_t);
    } known[] = {
        {"iq_version", call_version},
        {"iq_list_get_count", call_count},
        {"iq_list_find_item_at", call_item_at},
        {"iq_list_find_item", call_item_for_key},
        {"iq_list_find_position", call_item_position},
        {"iq_list_get_item_info", call_item_info},
        {"iq_list_get_items, ten", call_read_ten},
        {"error: forged item handle", call_bad_handle},
        {"error: NULL output", call_null},
        {"iq_get_last_error", call_last_error},
        {"iq_key_from_bytes, 15", call_key_from_bytes},
        {"iq_list_set, ten items, same", call_set_same},
        {"iq_list_set, ten items, one new", call_set_few},
        {"iq_list_create and destroy", call_list},
    };
    struct subject on = {.listing = listing_make(1000, 1, random),
                         .few = listing_make(10, 1, random)};
    on.list = list_showing(&on.listing);
    on.small = list_showing(&on.few);
    on.queries = queries_make(on.list, &on.listing, random);
    size_t count = 0;
    for (; count < sizeof known / sizeof known[0] && count < capacity; count++)
        calls[count] = (struct small_call){known[count].name,
                                           time_of(known[count].call, &on)};
    iq_list_destroy(on.list);
    iq_list_destroy(on.small);
    listing_free(&on.listing);
    listing_free(&on.few);
    queries_free(&on.queries);
    return count;
}

/* See storage.h. */
#include "storage.h"

static double bytes_an_item(const iq_list *list, size_t count) {
    iq_statistics held = statistics_of(list);
    return (double)(held.tree_bytes + held.index_bytes + held.slot_bytes) /
           (double)count;
}

struct storage storage_measure(size_t count, size_t rounds,
                               struct random *random) {
    struct listing listing = listing_make(count, 1, random);
    size_t before = iq_memory_used();
    iq_list *list = list_showing(&listing);
    struct storage storage = {.count = count,
                              .loaded = bytes_an_item(list, count)};
    for (; rounds > 0; rounds--) {
        struct changes fewest;
        struct listing after = listing_change(&listing, W3, random, &fewest);
        list_show(list, &after);
        listing_free(&listing);
        listing = after;
    }
    storage.changed = bytes_an_item(list, count);
    storage.scratch = statistics_of(list).scratch_bytes;
    storage.used = iq_memory_used() - before;
    must(iq_list_trim(list), "iq_list_trim");
    storage.trimmed = iq_memory_used() - before;
    iq_list_destroy(list);
    listing_free(&listing);
    return storage;
}

struct worst storage_worst(size_t most, struct random *random) {
    struct worst worst = {0};
    for (double n = 1000; n <= (double)most; n *= 1.37) {
        size_t count = (size_t)n;
        struct listing listing = listing_make(count, 1, random);
        iq_list *list = list_showing(&listing);
        double loaded = bytes_an_item(list, count);
        if (loaded > worst.loaded) worst = (struct worst){count, loaded};
        iq_list_destroy(list);
        listing_free(&listing);
    }
    return worst;
}

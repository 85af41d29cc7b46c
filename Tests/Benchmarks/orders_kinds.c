/* See orders.h: what each kind of derived list costs. */
#include "orders.h"

#include "derived.h"
#include "turns.h"

struct kept {
    uint32_t kind;
    struct listing listing;
    struct random random;
    iq_list *source, *list;
    size_t turn;
    struct series one, some, all;
};

/* Gives each of so many random items another content, and measures the polls that
 * follow. */
static void follow(struct kept *kept, size_t changed, struct series *series) {
    iq_columns items = listing_columns(&kept->listing);
    for (; changed > 0; changed--)
        kept->listing
            .contents[random_below(&kept->random, kept->listing.count)] =
            random_next(&kept->random) | 1;
    must(iq_list_set_items(kept->source, &items, NULL, NULL),
         "iq_list_set_items");
    double start = now();
    poll_update(kept->list);
    poll_all(kept->list);
    series_add(series, now() - start);
}

static int passes(void *context, iq_key key, const void *model) {
    unsigned bit = *(const unsigned *)context;
    (void)model;
    return key.bytes[0] >> bit & 1;
}

static int passes_any(void *context, iq_key key, const void *model) {
    (void)context;
    (void)model;
    (void)key;
    return 1;
}

static void filter(iq_list *list, int (*function)(void *, iq_key, const void *),
                   unsigned *bit) {
    iq_filter filter = {.struct_size = sizeof filter, .passes = function,
                        .context = bit};
    must(iq_list_set_filter(list, &filter, NULL, NULL), "iq_list_set_filter");
    poll_update(list);
    poll_all(list);
}

/* Every other item passes, by another bit each time. */
static void turn_all(struct kept *kept) {
    static unsigned bits[] = {0, 1};
    size_t turn = ++kept->turn & 1;
    double start = now();
    if (kept->kind == IQ_DERIVE_FILTER)
        filter(kept->list, passes, &bits[turn]);
    else
        order_set(kept->list, &orders_of_all[turn]);
    series_add(&kept->all, now() - start);
    poll_all(kept->list);
    if (kept->kind == IQ_DERIVE_FILTER) filter(kept->list, passes_any, NULL);
}

static void turn_kind(void *subject) {
    struct kept *kept = subject;
    follow(kept, 1, &kept->one);
    follow(kept, kept->listing.count / 100, &kept->some);
    if (kept->kind != IQ_DERIVE_OUTLINE) turn_all(kept);
}

static struct kept kept_make(uint32_t kind, size_t count, uint64_t seed) {
    struct kept kept = {.kind = kind, .random = {seed}};
    kept.listing = listing_make(count, 1, &kept.random);
    kept.source = list_showing(&kept.listing);
    return kept;
}

static double derive(struct kept *kept) {
    double before = memory_of(kept->source);
    kept->list = derived_from(kept->source, kept->kind, 0);
    if (kept->kind == IQ_DERIVE_SORTED || kept->kind == IQ_DERIVE_GROUPED)
        order_set(kept->list, &orders_of_all[0]);
    poll_all(kept->list);
    return (memory_of(kept->list) - before) / (double)kept->listing.count;
}

void order_kinds_measure(struct order_kind *kinds, size_t count, uint64_t seed,
                         double budget) {
    struct kept kept[ORDER_KINDS];
    struct turn turns[ORDER_KINDS];
    for (uint32_t i = 0; i < ORDER_KINDS; i++) {
        kept[i] = kept_make(i, count, seed);
        kinds[i].bytes = derive(&kept[i]);
        turns[i] = (struct turn){turn_kind, &kept[i]};
    }
    turns_measure(turns, ORDER_KINDS, budget);
    for (uint32_t i = 0; i < ORDER_KINDS; i++) {
        iq_list_destroy(kept[i].list);
        iq_list_destroy(kept[i].source);
        listing_free(&kept[i].listing);
        kinds[i].one = series_timing(&kept[i].one);
        kinds[i].some = series_timing(&kept[i].some);
        kinds[i].all = series_timing(&kept[i].all);
    }
}

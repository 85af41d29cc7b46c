/* See derived.h. */
#include "derived.h"

#include <stdlib.h>
#include <string.h>

#include "turns.h"

enum { CHILDREN = 10000, BRANCHES = 10 };

static void *zeroes(size_t count, size_t size) {
    void *memory = calloc(count, size);
    must(memory ? IQ_OK : IQ_ERROR_NO_MEMORY, "calloc");
    return memory;
}

iq_list *derived_from(iq_list *source, uint32_t kind, uint32_t flags) {
    iq_derive_options options = {.struct_size = sizeof options, .kind = kind,
                                 .flags = flags};
    iq_list *list;
    must(iq_list_derive(source, &options, &list), "iq_list_derive");
    must(iq_list_set_events(list, IQ_EVENT_UPDATE), "iq_list_set_events");
    return list;
}

void poll_all(iq_list *list) {
    iq_event event = {.struct_size = sizeof event};
    size_t count = 1;
    while (count > 0)
        must(iq_list_poll(list, &event, 1, &count), "iq_list_poll");
}

void poll_update(iq_list *list) {
    iq_event event = {.struct_size = sizeof event};
    size_t count = 0;
    while (count == 0)
        must(iq_list_poll(list, &event, 1, &count), "iq_list_poll");
    sink += event.version;
}

/* ---- filters ------------------------------------------------------------- */

struct filtering {
    size_t count;
    iq_list *source, *filter, *set;
    uint64_t version;
    uint64_t *bits[2];
    iq_columns passing[2];
    size_t filter_turn, set_turn;
    struct series filtered, replaced;
};

static void turn_filter(void *subject) {
    struct filtering *filtering = subject;
    iq_filter filter = {.struct_size = sizeof filter,
                        .bits = filtering->bits[++filtering->filter_turn & 1],
                        .version = filtering->version};
    iq_submit_options options = {.struct_size = sizeof options,
                                 .flags = IQ_SUBMIT_HERE};
    double start = now();
    must(iq_list_set_filter(filtering->filter, &filter, &options, NULL),
         "iq_list_set_filter");
    poll_update(filtering->filter);
    series_add(&filtering->filtered, now() - start);
    poll_all(filtering->filter);
}

static void turn_set(void *subject) {
    struct filtering *filtering = subject;
    iq_changeset *changes;
    const iq_columns *next = &filtering->passing[++filtering->set_turn & 1];
    double start = now();
    must(iq_list_set_items(filtering->set, next, NULL, &changes),
         "iq_list_set_items");
    series_add(&filtering->replaced, now() - start);
    iq_changeset_destroy(changes);
}

/* Those of the listing that pass, as a host collects them. */
static iq_columns passing_of(const struct listing *listing,
                             const uint64_t *bits) {
    iq_key *keys = zeroes(listing->count, sizeof *keys);
    uint64_t *contents = zeroes(listing->count, sizeof *contents);
    size_t count = 0;
    for (size_t i = 0; i < listing->count; i++) {
        if (!(bits[i / 64] >> i % 64 & 1)) continue;
        keys[count] = listing->keys[i];
        contents[count++] = listing->contents[i];
    }
    return (iq_columns){.struct_size = sizeof(iq_columns), .count = count,
                        .keys = keys, .contents = contents};
}

static void filter_measure(struct derived *derived, uint64_t seed,
                           double budget) {
    struct random random = {seed};
    struct listing listing = listing_make(derived->count, 1, &random);
    struct filtering filtering = {.count = listing.count,
                                  .source = list_showing(&listing)};
    iq_list_info info = {.struct_size = sizeof info};
    size_t words = (listing.count + 63) / 64;
    must(iq_list_get_info(filtering.source, &info), "iq_list_get_info");
    filtering.version = info.version;
    for (size_t i = 0; i < 2; i++)
        filtering.bits[i] = zeroes(words, sizeof(uint64_t));
    for (size_t i = 0; i < words; i++)
        filtering.bits[0][i] = random_next(&random);
    memcpy(filtering.bits[1], filtering.bits[0], words * sizeof(uint64_t));
    for (size_t i = 0; i < listing.count; i++)
        if (random_below(&random, 10) == 0)
            filtering.bits[1][i / 64] ^= UINT64_C(1) << i % 64;
    for (size_t i = 0; i < 2; i++)
        filtering.passing[i] = passing_of(&listing, filtering.bits[i]);
    filtering.filter = derived_from(filtering.source, IQ_DERIVE_FILTER, 0);
    must(iq_list_create(NULL, &filtering.set), "iq_list_create");
    struct turn turns[] = {{turn_filter, &filtering}, {turn_set, &filtering}};
    turns_measure(turns, 2, budget);
    iq_list_destroy(filtering.filter);
    iq_list_destroy(filtering.source);
    iq_list_destroy(filtering.set);
    for (size_t i = 0; i < 2; i++) {
        free(filtering.bits[i]);
        free((void *)(uintptr_t)filtering.passing[i].keys);
        free((void *)(uintptr_t)filtering.passing[i].contents);
    }
    listing_free(&listing);
    derived->filter = series_timing(&filtering.filtered);
    derived->set = series_timing(&filtering.replaced);
}

/* ---- functions ----------------------------------------------------------- */

struct asking {
    size_t calls;
    uint8_t mask;
};

static int passes(void *context, iq_key key, const void *model) {
    struct asking *asking = context;
    (void)model;
    asking->calls++;
    return (key.bytes[0] & asking->mask) == 0;
}

static void give(iq_list *list, struct asking *asking) {
    iq_filter filter = {.struct_size = sizeof filter,
                        .change = IQ_FILTER_STRICTER,
                        .passes = passes, .context = asking};
    iq_submit_options options = {.struct_size = sizeof options,
                                 .flags = IQ_SUBMIT_HERE};
    must(iq_list_set_filter(list, &filter, &options, NULL),
         "iq_list_set_filter");
    poll_update(list);
    poll_all(list);
}

static double asked_measure(size_t count, uint64_t seed) {
    struct random random = {seed};
    struct listing listing = listing_make(count, 1, &random);
    iq_list *source = list_showing(&listing);
    iq_list *list = derived_from(source, IQ_DERIVE_FILTER, 0);
    struct asking half = {.mask = 1}, quarter = {.mask = 3};
    size_t shown;
    give(list, &half);
    must(iq_list_get_count(list, NULL, &shown), "iq_list_get_count");
    give(list, &quarter);
    iq_list_destroy(list);
    iq_list_destroy(source);
    listing_free(&listing);
    return (double)quarter.calls / (double)shown;
}

/* ---- outlines ------------------------------------------------------------ */

struct folding {
    iq_list *source, *outline, *edited;
    iq_item parent;
    size_t at;
    iq_columns children;
    struct series folded, edit;
};

static void turn_fold(void *subject) {
    struct folding *folding = subject;
    double start = now();
    for (int i = 0; i < 2; i++) {
        must(iq_list_set_states(folding->outline, &folding->parent, 1,
                                IQ_STATE_EXPANDED, i ? IQ_SET_OFF : 0),
             "iq_list_set_states");
        poll_update(folding->outline);
    }
    series_add(&folding->folded, now() - start);
    poll_all(folding->outline);
}

static void turn_edit(void *subject) {
    struct folding *folding = subject;
    iq_changeset *changes[2];
    iq_section section;
    must(iq_list_find_section_at(folding->edited, 0, &section),
         "iq_list_find_section_at");
    double start = now();
    for (int i = 0; i < 2; i++) {
        iq_edit *edit;
        must(iq_edit_begin(folding->edited, NULL, &edit), "iq_edit_begin");
        must(i ? iq_edit_insert_items(edit, section, folding->at,
                                      &folding->children)
               : iq_edit_delete_item_range(edit, section, folding->at,
                                           folding->children.count),
             "iq_edit");
        must(iq_edit_commit(edit, NULL, &changes[i]), "iq_edit_commit");
        iq_edit_destroy(edit);
    }
    series_add(&folding->edit, now() - start);
    iq_changeset_destroy(changes[0]);
    iq_changeset_destroy(changes[1]);
}

/* The children are those of the item in the middle. */
static void fold_measure(struct derived *derived, uint64_t seed,
                         double budget) {
    struct random random = {seed};
    struct listing listing = listing_make(derived->count, 1, &random);
    uint16_t *levels = zeroes(listing.count, sizeof *levels);
    size_t at = listing.count / 2;
    for (size_t i = 0; i < derived->children; i++) levels[at + i] = 1;
    iq_columns items = listing_columns(&listing);
    items.levels = levels;
    struct folding folding = {.at = at, .edited = list_showing(&listing)};
    folding.children = (iq_columns){.struct_size = sizeof(iq_columns),
                                    .count = derived->children,
                                    .keys = listing.keys + at,
                                    .contents = listing.contents + at,
                                    .levels = levels + at};
    must(iq_list_create(NULL, &folding.source), "iq_list_create");
    must(iq_list_set_items(folding.source, &items, NULL, NULL),
         "iq_list_set_items");
    must(iq_list_set_items(folding.edited, &items, NULL, NULL),
         "iq_list_set_items");
    folding.outline = derived_from(folding.source, IQ_DERIVE_OUTLINE, 0);
    must(iq_list_find_item_at(folding.outline, at - 1, &folding.parent),
         "iq_list_find_item_at");
    struct turn turns[] = {{turn_fold, &folding}, {turn_edit, &folding}};
    turns_measure(turns, 2, budget);
    iq_list_destroy(folding.outline);
    iq_list_destroy(folding.source);
    iq_list_destroy(folding.edited);
    free(levels);
    listing_free(&listing);
    derived->fold = series_timing(&folding.folded);
    derived->edit = series_timing(&folding.edit);
}

/* A tree of branches, and all of it in an outline. */
struct planting {
    iq_list *source;
    iq_columns items;
    struct series derive, load;
};

static void turn_derive(void *subject) {
    struct planting *planting = subject;
    iq_derive_options options = {.struct_size = sizeof options,
                                 .flags = IQ_DERIVE_EXPANDED};
    iq_list *list;
    double start = now();
    must(iq_list_derive(planting->source, &options, &list), "iq_list_derive");
    series_add(&planting->derive, now() - start);
    iq_list_destroy(list);
}

static void turn_load(void *subject) {
    struct planting *planting = subject;
    iq_list *list;
    double start = now();
    must(iq_list_create(NULL, &list), "iq_list_create");
    must(iq_list_set_items(list, &planting->items, NULL, NULL),
         "iq_list_set_items");
    series_add(&planting->load, now() - start);
    iq_list_destroy(list);
}

static void derive_measure(struct derived *derived, uint64_t seed,
                           double budget) {
    struct random random = {seed};
    struct listing listing = listing_make(derived->count, 1, &random);
    uint16_t *levels = zeroes(listing.count, sizeof *levels);
    for (size_t i = 0; i < listing.count; i++) levels[i] = i % BRANCHES > 0;
    struct planting planting = {.items = listing_columns(&listing)};
    planting.items.levels = levels;
    must(iq_list_create(NULL, &planting.source), "iq_list_create");
    must(iq_list_set_items(planting.source, &planting.items, NULL, NULL),
         "iq_list_set_items");
    struct turn turns[] = {{turn_derive, &planting}, {turn_load, &planting}};
    turns_measure(turns, 2, budget);
    iq_list_destroy(planting.source);
    free(levels);
    listing_free(&listing);
    derived->derive = series_timing(&planting.derive);
    derived->load = series_timing(&planting.load);
}

struct derived derived_measure(size_t count, uint64_t seed, double budget) {
    struct derived derived = {.count = count, .children = CHILDREN};
    filter_measure(&derived, seed, budget);
    derived.asked = asked_measure(count, seed);
    fold_measure(&derived, seed, budget);
    derive_measure(&derived, seed, budget);
    return derived;
}

/* See library.h. */
#include "library.h"

#include <stdio.h>
#include <stdlib.h>

void must(iq_status status, const char *what) {
    if (status == IQ_OK) return;
    iq_error error = {.struct_size = sizeof error};
    iq_last_error(&error);
    fprintf(stderr, "benchmark: %s: %s: %s\n", what, iq_status_name(status),
            error.message);
    exit(1);
}

void list_show(iq_list *list, const struct listing *listing) {
    iq_columns items = listing_columns(listing);
    must(iq_list_set(list, listing->sections, listing->section_count, &items,
                     NULL, NULL),
         "iq_list_set");
}

iq_list *list_showing(const struct listing *listing) {
    iq_list *list;
    must(iq_list_create(NULL, &list), "iq_list_create");
    list_show(list, listing);
    return list;
}

iq_snapshot *snapshot_of(const struct listing *listing) {
    iq_snapshot *snapshot;
    must(iq_snapshot_create(NULL, &snapshot), "iq_snapshot_create");
    for (size_t s = 0; s < listing->section_count; s++) {
        size_t start = listing_start(listing, s);
        iq_columns items = listing_columns(listing);
        items.count = listing_start(listing, s + 1) - start;
        items.keys = listing->keys + start;
        items.contents = listing->contents + start;
        const iq_key *section = &listing->sections[s].key;
        must(iq_snapshot_append_sections(snapshot, section, 1),
             "iq_snapshot_append_sections");
        must(iq_snapshot_append_items(snapshot, section, &items),
             "iq_snapshot_append_items");
    }
    return snapshot;
}

iq_statistics statistics_of(const iq_list *list) {
    iq_statistics statistics = {.struct_size = sizeof statistics};
    must(iq_list_statistics(list, &statistics), "iq_list_statistics");
    return statistics;
}

static void load_once(struct series *series, const struct listing *listing) {
    iq_list *list;
    double start = now();
    must(iq_list_create(NULL, &list), "iq_list_create");
    list_show(list, listing);
    series_add(series, now() - start);
    iq_list_destroy(list);
}

struct load load_measure(const struct listing *listing, double budget) {
    struct series cold = {0}, warm = {0};
    while (series_wants_more(&cold, budget)) {
        heap_forget();
        load_once(&cold, listing);
    }
    while (series_wants_more(&warm, budget)) load_once(&warm, listing);
    return (struct load){series_timing(&cold), series_timing(&warm)};
}

/* See library.h. */
#include "library.h"

#include "api.h"

void must(iq_status status, const char *what) { expect(&linked, status, what); }

void list_show(iq_list *list, const struct listing *listing) {
    api_show(&linked, list, listing, NULL);
}

iq_list *list_showing(const struct listing *listing) {
    iq_list *list;
    must(iq_list_create(NULL, &list), "iq_list_create");
    list_show(list, listing);
    return list;
}

iq_snapshot *snapshot_of(const struct listing *listing) {
    return api_snapshot(&linked, listing);
}

iq_changeset *payload_of(const struct comparison *compared) {
    iq_diff_options options = {.struct_size = sizeof options,
                               .flags = IQ_DIFF_PAYLOAD};
    iq_snapshot *before = snapshot_of(&compared->before);
    iq_snapshot *after = snapshot_of(&compared->after);
    iq_changeset *changes;
    must(iq_diff(before, after, &options, &changes), "iq_diff");
    iq_snapshot_destroy(before);
    iq_snapshot_destroy(after);
    return changes;
}

iq_statistics statistics_of(const iq_list *list) {
    iq_statistics statistics = {.struct_size = sizeof statistics};
    must(iq_list_get_statistics(list, &statistics), "iq_list_get_statistics");
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

/* See sections.h. */
#include "sections.h"

#include <stdlib.h>
#include <string.h>

#include "turns.h"

struct loading {
    const struct api *api;
    const struct listing *listing;
    struct series series;
};

static void turn_load(void *subject) {
    struct loading *loading = subject;
    const struct api *api = loading->api;
    iq_list *list;
    double start = now();
    expect(api, api->list_create(NULL, &list), "iq_list_create");
    api_show(api, list, loading->listing, NULL);
    series_add(&loading->series, now() - start);
    api->list_destroy(list);
}

struct section_load section_load_measure(size_t count, uint64_t seed,
                                         struct builds builds, double budget) {
    struct random random = {seed ^ count};
    struct listing many = listing_make(count, count, &random);
    struct listing one = listing_make(count, 1, &random);
    struct loading loadings[4] = {{.api = builds.ours, .listing = &many},
                                  {.api = builds.ours, .listing = &one},
                                  {.api = builds.other, .listing = &many},
                                  {.api = builds.other, .listing = &one}};
    struct turn turns[4];
    for (size_t i = 0; i < 4; i++)
        turns[i] = (struct turn){turn_load, &loadings[i]};
    turns_measure(turns, builds.other ? 4 : 2, budget);
    listing_free(&many);
    listing_free(&one);
    return (struct section_load){count, series_timing(&loadings[0].series),
                                 series_timing(&loadings[1].series),
                                 series_timing(&loadings[2].series),
                                 series_timing(&loadings[3].series)};
}

struct section_shuffle section_shuffle_measure(size_t count, uint64_t seed,
                                               struct builds builds,
                                               double budget) {
    struct pairs *many = pairs_over(W4, count, count / 10, seed);
    struct pairs *one = pairs_over(W4, count, 1, seed);
    const struct api *apis[] = {builds.ours, builds.other};
    struct competitor *competitors[4] = {0};
    struct turn turns[4];
    size_t turn_count = 0;
    for (size_t i = 0; i < 2 && apis[i]; i++) {
        competitors[turn_count++] = competitor_open(apis[i], many);
        competitors[turn_count++] = competitor_open(apis[i], one);
    }
    for (size_t i = 0; i < turn_count; i++)
        turns[i] = (struct turn){turn_with_changeset, competitors[i]};
    turns_measure(turns, turn_count, budget);
    struct timing timings[4] = {{0}};
    bool wrong = memcmp(&competitors[0]->counted[0], &many->compared[0].fewest,
                        sizeof(struct changes)) != 0;
    for (size_t i = 0; i < turn_count; i++) {
        competitor_check(competitors[i]);
        timings[i] = series_timing(&competitors[i]->with_changeset);
        competitor_close(competitors[i]);
    }
    pairs_free(many);
    pairs_free(one);
    return (struct section_shuffle){count,      timings[0], timings[1],
                                    timings[2], timings[3], wrong};
}

/* See workloads.h. Every workload is a plan first: for each item of after, the
 * item of before that it is. The lists and the counts follow from the plan. */
#include "workloads.h"

#include <string.h>

#include "plan.h"

const char *workload_text(enum workload workload) {
    static const char *const texts[WORKLOADS + 1] = {
        "identical", "one insert at the front", "1 % deletes, inserts, updates",
        "10 % moved", "full shuffle", "reversed", "all keys new",
        "1 % appended", "100 sections, mixed", "every other one replaced",
        "sorted again by changed scores", "a frame of 200"};
    return texts[workload];
}

size_t workload_sections(enum workload workload) {
    return workload == W8 ? 100 : 1;
}

static iq_key random_key(struct random *random) {
    uint64_t halves[2] = {random_next(random), random_next(random)};
    iq_key key;
    memcpy(&key, halves, sizeof key);
    return key;
}

static struct listing listing_take(size_t count, size_t sections) {
    struct listing listing = {
        .count = count,
        .keys = pages_take(count * sizeof(iq_key)),
        .contents = pages_take(count * sizeof(uint64_t)),
        .section_count = sections,
        .sections = pages_take(sections * sizeof(iq_section_entry))};
    for (size_t s = 0; s < sections; s++)
        listing.sections[s].struct_size = sizeof listing.sections[s];
    return listing;
}

struct listing listing_make(size_t count, size_t sections,
                            struct random *random) {
    struct listing listing = listing_take(count, sections);
    for (size_t i = 0; i < count; i++) {
        listing.keys[i] = random_key(random);
        listing.contents[i] = random_next(random) | 1;
    }
    for (size_t s = 0; s < sections; s++) {
        listing.sections[s].key = random_key(random);
        listing.sections[s].first_item = count * s / sections;
    }
    return listing;
}

void listing_free(struct listing *listing) {
    pages_give(listing->keys, listing->count * sizeof(iq_key));
    pages_give(listing->contents, listing->count * sizeof(uint64_t));
    pages_give(listing->sections,
               listing->section_count * sizeof(iq_section_entry));
    *listing = (struct listing){0};
}

struct listing listing_change(const struct listing *before,
                              enum workload workload, struct random *random,
                              struct changes *fewest) {
    struct plan plan = plan_make(before, workload, random);
    struct listing after = listing_take(plan.count, plan.section_count);
    for (size_t i = 0; i < plan.count; i++) {
        uint32_t origin = plan.origin[i];
        bool known = origin != IQ_NONE;
        after.keys[i] = known ? before->keys[origin] : random_key(random);
        after.contents[i] =
            known ? before->contents[origin] : (random_next(random) | 1);
        if (known && plan.fate[origin] == CHANGED) after.contents[i] ^= 2;
    }
    for (size_t s = 0; s < plan.section_count; s++) {
        after.sections[s].key = before->sections[plan.section_origin[s]].key;
        after.sections[s].first_item = plan.start[s];
    }
    *fewest = plan_fewest(&plan, before);
    plan_free(&plan);
    return after;
}

struct comparison comparison_over(enum workload workload, size_t count,
                                  size_t sections, uint64_t seed) {
    struct random random = {seed ^ (uint64_t)workload << 32 ^ count};
    struct comparison comparison;
    comparison.before = listing_make(count, sections, &random);
    comparison.after = listing_change(&comparison.before, workload, &random,
                                      &comparison.fewest);
    return comparison;
}

struct comparison comparison_make(enum workload workload, size_t count,
                                  uint64_t seed) {
    return comparison_over(workload, count, workload_sections(workload), seed);
}

void comparison_free(struct comparison *comparison) {
    listing_free(&comparison->before);
    listing_free(&comparison->after);
}

iq_columns listing_columns(const struct listing *listing) {
    return (iq_columns){.struct_size = sizeof(iq_columns),
                        .count = listing->count,
                        .keys = listing->keys,
                        .contents = listing->contents};
}

size_t listing_start(const struct listing *listing, size_t section) {
    return section < listing->section_count
               ? listing->sections[section].first_item
               : listing->count;
}

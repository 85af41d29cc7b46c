/* See heckel.h. The passes:
 *
 *   1  each key of after: its entry in a table, counted
 *   2  each key of before, from the end: its entry, counted, and its position
 *      on the entry's stack
 *   3  each item of after takes the topmost position off its entry's stack:
 *      the two are one item
 *   4  items of before without a partner are deletes; how many lie before each
 *   5  items of after without one are inserts; of the others, those whose
 *      content differs are updates, and those whose place is not explained by
 *      deletes and inserts are moves
 *
 * Sections go through the same passes first. An item whose partner is in
 * another section counts as gone from the one and come to the other. */
#include "heckel.h"

#include <string.h>

#include "baseline.h"

struct entry {
    iq_key key;
    uint32_t before_count, after_count;
    uint32_t top; /* of the stack of positions in before */
};

struct slot {
    uint32_t tag, entry;
};

struct move {
    uint32_t before, after;
};

/* The two sides of what was matched: sections, or items. */
struct match {
    size_t before_room, after_room;
    uint32_t *after_of_before, *before_of_after;
    uint32_t *below;    /* by position in before: the one under it on the stack */
    uint32_t *entry_of; /* by position in after */
};

struct heckel {
    size_t slot_room, entry_room, item_room;
    struct slot *slots;
    struct entry *entries;
    struct match sections, items;
    uint32_t *section_of, *gone; /* by item of before */
    uint32_t *deletes, *inserts, *updates;
    struct move *moves;
};

struct heckel *heckel_create(void) {
    struct heckel *heckel = calloc(1, sizeof *heckel);
    if (!heckel) abort();
    return heckel;
}

static void match_free(struct match *match) {
    free(match->after_of_before);
    free(match->before_of_after);
    free(match->below);
    free(match->entry_of);
}

void heckel_destroy(struct heckel *heckel) {
    match_free(&heckel->sections);
    match_free(&heckel->items);
    void *arrays[] = {heckel->slots,   heckel->entries, heckel->section_of,
                      heckel->gone,    heckel->deletes, heckel->inserts,
                      heckel->updates, heckel->moves};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        free(arrays[i]);
    free(heckel);
}

static void match_reserve(struct match *match, size_t before, size_t after) {
    if (before > match->before_room) {
        RESIZE(match->after_of_before, before);
        RESIZE(match->below, before);
        match->before_room = before;
    }
    if (after > match->after_room) {
        RESIZE(match->before_of_after, after);
        RESIZE(match->entry_of, after);
        match->after_room = after;
    }
}

/* The slots for so many keys, all empty: load at most a half. */
static uint64_t table_clear(struct heckel *heckel, size_t keys) {
    size_t capacity = 16;
    while (capacity < keys * 2) capacity *= 2;
    if (capacity > heckel->slot_room) {
        RESIZE(heckel->slots, capacity);
        heckel->slot_room = capacity;
    }
    if (keys > heckel->entry_room) {
        RESIZE(heckel->entries, keys);
        heckel->entry_room = keys;
    }
    memset(heckel->slots, 0xff, capacity * sizeof *heckel->slots);
    return capacity - 1;
}

static inline uint32_t entry_for(struct heckel *heckel, uint64_t mask,
                                 uint32_t *entry_count, const iq_key *key) {
    uint64_t halves[2];
    memcpy(halves, key, sizeof halves);
    uint64_t hash = (halves[0] ^ UINT64_C(0x9e3779b97f4a7c15)) *
                    (halves[1] | 1);
    hash ^= hash >> 32;
    uint32_t tag = (uint32_t)(hash >> 32);
    uint64_t at = hash & mask;
    for (; heckel->slots[at].entry != IQ_NONE; at = (at + 1) & mask) {
        struct slot slot = heckel->slots[at];
        if (slot.tag == tag &&
            memcmp(&heckel->entries[slot.entry].key, key, sizeof *key) == 0)
            return slot.entry;
    }
    uint32_t entry = (*entry_count)++;
    heckel->slots[at] = (struct slot){tag, entry};
    heckel->entries[entry] = (struct entry){.key = *key, .top = IQ_NONE};
    return entry;
}

/* A column of keys: they may stand in larger structs. */
struct keys {
    const void *first;
    size_t stride, count;
};

static const iq_key *key_at(struct keys keys, size_t i) {
    return (const iq_key *)((const char *)keys.first + i * keys.stride);
}

/* Passes 1 to 3. */
static void match_keys(struct heckel *heckel, struct match *match,
                       struct keys before, struct keys after) {
    match_reserve(match, before.count, after.count);
    uint64_t mask = table_clear(heckel, before.count + after.count);
    uint32_t count = 0;
    for (size_t i = 0; i < after.count; i++) {
        uint32_t entry = entry_for(heckel, mask, &count, key_at(after, i));
        heckel->entries[entry].after_count++;
        match->entry_of[i] = entry;
    }
    for (size_t i = before.count; i-- > 0;) {
        uint32_t e = entry_for(heckel, mask, &count, key_at(before, i));
        struct entry *entry = &heckel->entries[e];
        entry->before_count++;
        match->below[i] = entry->top;
        entry->top = (uint32_t)i;
        match->after_of_before[i] = IQ_NONE;
    }
    for (size_t i = 0; i < after.count; i++) {
        struct entry *entry = &heckel->entries[match->entry_of[i]];
        uint32_t partner = entry->top;
        match->before_of_after[i] = partner;
        if (partner == IQ_NONE) continue;
        entry->top = match->below[partner];
        match->after_of_before[partner] = (uint32_t)i;
    }
}

/* Passes 4 and 5 for sections. */
static size_t section_moves(struct heckel *heckel, size_t before_count,
                            size_t after_count) {
    const struct match *match = &heckel->sections;
    size_t moves = 0, inserts = 0, gone = 0;
    for (size_t s = 0; s < before_count; s++) {
        match->below[s] = (uint32_t)gone;
        gone += match->after_of_before[s] == IQ_NONE;
    }
    for (size_t s = 0; s < after_count; s++) {
        uint32_t partner = match->before_of_after[s];
        if (partner == IQ_NONE) inserts++;
        else moves += partner - match->below[partner] + inserts != s;
    }
    return moves;
}

/* Pass 4 for items: `gone` counts within the section. */
static size_t find_deletes(struct heckel *heckel,
                           const struct listing *before,
                           const struct listing *after) {
    size_t deletes = 0;
    for (size_t s = 0; s < before->section_count; s++) {
        uint32_t partner = heckel->sections.after_of_before[s];
        size_t end = listing_start(before, s + 1);
        size_t low = partner == IQ_NONE ? 0 : listing_start(after, partner);
        size_t high = partner == IQ_NONE ? 0 : listing_start(after, partner + 1);
        uint32_t gone = 0;
        for (size_t i = listing_start(before, s); i < end; i++) {
            uint32_t to = heckel->items.after_of_before[i];
            heckel->gone[i] = gone;
            heckel->section_of[i] = (uint32_t)s;
            if (to == IQ_NONE) heckel->deletes[deletes++] = (uint32_t)i;
            gone += to == IQ_NONE || to < low || to >= high;
        }
    }
    return deletes;
}

/* Pass 5 for items. */
static void find_others(struct heckel *heckel, const struct listing *before,
                        const struct listing *after, struct changes *changes) {
    for (size_t s = 0; s < after->section_count; s++) {
        uint32_t section = heckel->sections.before_of_after[s];
        size_t start = listing_start(after, s), end = listing_start(after, s + 1);
        size_t before_start =
            section == IQ_NONE ? 0 : listing_start(before, section);
        size_t come = 0;
        for (size_t i = start; i < end; i++) {
            uint32_t from = heckel->items.before_of_after[i];
            if (from == IQ_NONE) {
                heckel->inserts[changes->inserts++] = (uint32_t)i;
                come++;
                continue;
            }
            if (before->contents[from] != after->contents[i])
                heckel->updates[changes->updates++] = from;
            bool elsewhere = heckel->section_of[from] != section;
            size_t expected = from - before_start - heckel->gone[from] + come;
            if (elsewhere || expected != i - start)
                heckel->moves[changes->moves++] = (struct move){from, (uint32_t)i};
            come += elsewhere;
        }
    }
}

struct changes heckel_diff(struct heckel *heckel, const struct listing *before,
                           const struct listing *after) {
    size_t most = before->count > after->count ? before->count : after->count;
    if (most > heckel->item_room) {
        RESIZE(heckel->section_of, most);
        RESIZE(heckel->gone, most);
        RESIZE(heckel->deletes, most);
        RESIZE(heckel->inserts, most);
        RESIZE(heckel->updates, most);
        RESIZE(heckel->moves, most);
        heckel->item_room = most;
    }
    size_t stride = sizeof(iq_section_entry);
    struct changes changes = {0};
    match_keys(heckel, &heckel->sections,
               (struct keys){&before->sections[0].key, stride, before->section_count},
               (struct keys){&after->sections[0].key, stride, after->section_count});
    changes.section_moves =
        section_moves(heckel, before->section_count, after->section_count);
    match_keys(heckel, &heckel->items,
               (struct keys){before->keys, sizeof(iq_key), before->count},
               (struct keys){after->keys, sizeof(iq_key), after->count});
    changes.deletes = find_deletes(heckel, before, after);
    find_others(heckel, before, after, &changes);
    return changes;
}

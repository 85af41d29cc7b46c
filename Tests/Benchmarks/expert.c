/* See expert.h. The phases, with `before` a b c d e f and `after` a d x b f:
 *
 *   trim    equal keys at both ends are matches: a, and f. Left are b c d e
 *           and d x b
 *   join    a hash table of what is left of `before`; what is left of `after`
 *           is looked up in it: d and b are found, x is an insert. Whatever of
 *           `before` nobody found is a delete: c and e
 *   order   the matches as positions in `before`, in the order of `after`:
 *           0 3 1 5. The longest rising subsequence stays, 0 1 5; all others
 *           move: d. It is found by patience sorting
 *   update  matches whose contents differ
 *
 * Sections are joined and ordered in the same way first. Items are ordered
 * within each section that exists on both sides; an item whose two sections do
 * not correspond moves in any case. */
#include "expert.h"

#include <string.h>

#include "baseline.h"

/* The upper half of the hash and a position in `before` plus one; 0: empty. */
struct slot {
    uint32_t tag, position;
};

/* What is matched, sections or items. `origin` is by position in `after`: the
 * position in `before`, or IQ_NONE. */
struct match {
    size_t before_room, after_room;
    uint32_t *origin;
    uint8_t *found; /* by position in `before` */
};

struct move {
    uint32_t before, after;
};

struct expert {
    size_t slot_room, order_room, change_room;
    struct slot *slots;
    struct match sections, items;
    uint32_t *tails;    /* by length: position in `after` of the last element
                           of the best subsequence of that length */
    uint32_t *previous; /* by position in `after`: the element before it */
    uint8_t *stays;     /* by position in `after` */
    uint32_t *deletes, *inserts, *updates;
    struct move *moves, *section_moves;
};

/* A column of keys, which may be fields of larger structs. */
struct keys {
    const void *first;
    size_t stride, count;
};

__extension__ typedef unsigned __int128 product;

struct expert *expert_create(void) {
    struct expert *expert = calloc(1, sizeof *expert);
    if (!expert) abort();
    return expert;
}

void expert_destroy(struct expert *expert) {
    void *arrays[] = {expert->slots,           expert->sections.origin,
                      expert->sections.found,  expert->items.origin,
                      expert->items.found,     expert->tails,
                      expert->previous,        expert->stays,
                      expert->deletes,         expert->inserts,
                      expert->updates,         expert->moves,
                      expert->section_moves};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        free(arrays[i]);
    free(expert);
}

static inline const iq_key *key_at(struct keys keys, size_t i) {
    return (const iq_key *)((const char *)keys.first + i * keys.stride);
}

static inline bool equal(const iq_key *a, const iq_key *b) {
    uint64_t x[2], y[2];
    memcpy(x, a, sizeof x);
    memcpy(y, b, sizeof y);
    return ((x[0] ^ y[0]) | (x[1] ^ y[1])) == 0;
}

/* Multiply and fold: both halves of the 128-bit product decide every bit. */
static inline uint64_t hash_of(const iq_key *key) {
    uint64_t half[2];
    memcpy(half, key, sizeof half);
    product p = (product)(half[0] ^ UINT64_C(0x9e3779b97f4a7c15)) *
                (half[1] ^ UINT64_C(0xe7037ed1a0b428db));
    return (uint64_t)p ^ (uint64_t)(p >> 64);
}

/* An empty table with a load of at most a half. Returns the index mask. */
static uint64_t clear_table(struct expert *expert, size_t keys) {
    size_t capacity = 16;
    while (capacity < keys * 2) capacity *= 2;
    if (capacity > expert->slot_room) {
        RESIZE(expert->slots, capacity);
        expert->slot_room = capacity;
    }
    memset(expert->slots, 0, capacity * sizeof *expert->slots);
    return capacity - 1;
}

/* Phase `join`, for before[first ..< before_end], after[first ..< after_end]. */
static void join(struct expert *expert, struct match *match,
                 struct keys before, struct keys after, size_t first,
                 size_t before_end, size_t after_end) {
    bool both = first < before_end && first < after_end;
    uint64_t mask = both ? clear_table(expert, before_end - first) : 0;
    struct slot *slots = expert->slots;
    for (size_t i = first; both && i < before_end; i++) {
        uint64_t hash = hash_of(key_at(before, i)), at = hash & mask;
        while (slots[at].position) at = (at + 1) & mask;
        slots[at] = (struct slot){(uint32_t)(hash >> 32), (uint32_t)i + 1};
    }
    for (size_t i = first; i < after_end; i++) {
        match->origin[i] = IQ_NONE;
        if (!both) continue;
        const iq_key *key = key_at(after, i);
        uint64_t hash = hash_of(key), at = hash & mask;
        for (; slots[at].position; at = (at + 1) & mask) {
            uint32_t candidate = slots[at].position - 1;
            if (slots[at].tag != (uint32_t)(hash >> 32) ||
                !equal(key_at(before, candidate), key))
                continue;
            match->origin[i] = candidate;
            match->found[candidate] = true;
            break;
        }
    }
}

/* Phases `trim` and `join`. */
static void match_keys(struct expert *expert, struct match *match,
                       struct keys before, struct keys after) {
    if (before.count > match->before_room) {
        RESIZE(match->found, before.count);
        match->before_room = before.count;
    }
    if (after.count > match->after_room) {
        RESIZE(match->origin, after.count);
        match->after_room = after.count;
    }
    size_t first = 0, before_end = before.count, after_end = after.count;
    while (first < before_end && first < after_end &&
           equal(key_at(before, first), key_at(after, first))) {
        match->origin[first] = (uint32_t)first;
        first++;
    }
    while (first < before_end && first < after_end &&
           equal(key_at(before, before_end - 1), key_at(after, after_end - 1)))
        match->origin[--after_end] = (uint32_t)--before_end;
    memset(match->found, true, before.count);
    memset(match->found + first, false, before_end - first);
    join(expert, match, before, after, first, before_end, after_end);
}

/* Phase `order`: marks in `stays` which of after[start ..< end] are in the
 * longest rising subsequence of those origins that are in low ..< high. */
static void order(struct expert *expert, const uint32_t *origin, size_t start,
                  size_t end, size_t low, size_t high) {
    uint32_t *tails = expert->tails, *previous = expert->previous;
    size_t length = 0;
    for (size_t i = start; i < end; i++) {
        uint32_t from = origin[i];
        expert->stays[i] = false;
        if (from < low || from >= high) continue;
        size_t place = length;
        if (length > 0 && from < origin[tails[length - 1]]) {
            size_t first = 0; /* the first tail that is not below `from` */
            for (place = length - 1; first < place;) {
                size_t middle = (first + place) / 2;
                if (origin[tails[middle]] < from) first = middle + 1;
                else place = middle;
            }
        }
        previous[i] = place > 0 ? tails[place - 1] : IQ_NONE;
        tails[place] = (uint32_t)i;
        length += place == length;
    }
    uint32_t last = length > 0 ? tails[length - 1] : IQ_NONE;
    for (; last != IQ_NONE; last = previous[last]) expert->stays[last] = true;
}

static size_t order_sections(struct expert *expert, size_t before,
                             size_t after) {
    const uint32_t *origin = expert->sections.origin;
    size_t moves = 0;
    order(expert, origin, 0, after, 0, before);
    for (size_t s = 0; s < after; s++)
        if (origin[s] != IQ_NONE && !expert->stays[s])
            expert->section_moves[moves++] = (struct move){origin[s], (uint32_t)s};
    return moves;
}

static void reserve(struct expert *expert, size_t changes, size_t orders) {
    if (orders > expert->order_room) {
        RESIZE(expert->tails, orders);
        RESIZE(expert->previous, orders);
        RESIZE(expert->stays, orders);
        RESIZE(expert->section_moves, orders);
        expert->order_room = orders;
    }
    if (changes > expert->change_room) {
        RESIZE(expert->deletes, changes);
        RESIZE(expert->inserts, changes);
        RESIZE(expert->updates, changes);
        RESIZE(expert->moves, changes);
        expert->change_room = changes;
    }
}

/* Phases `order` and `update` of one section of `after`. */
static void section_changes(struct expert *expert,
                            const struct listing *before,
                            const struct listing *after, size_t section,
                            struct changes *changes) {
    uint32_t partner = expert->sections.origin[section];
    const uint32_t *origin = expert->items.origin;
    bool known = partner != IQ_NONE;
    size_t start = listing_start(after, section);
    size_t end = listing_start(after, section + 1);
    order(expert, origin, start, end, known ? listing_start(before, partner) : 0,
          known ? listing_start(before, partner + 1) : 0);
    for (size_t i = start; i < end; i++) {
        uint32_t from = origin[i];
        if (from == IQ_NONE) {
            expert->inserts[changes->inserts++] = (uint32_t)i;
            continue;
        }
        if (!expert->stays[i])
            expert->moves[changes->moves++] = (struct move){from, (uint32_t)i};
        if (before->contents[from] != after->contents[i])
            expert->updates[changes->updates++] = (uint32_t)i;
    }
}

struct changes expert_diff(struct expert *expert, const struct listing *before,
                           const struct listing *after) {
    size_t most = before->count > after->count ? before->count : after->count;
    reserve(expert, most, after->count + after->section_count);
    size_t stride = sizeof(iq_section_entry);
    struct changes changes = {0};
    match_keys(expert, &expert->sections,
               (struct keys){&before->sections[0].key, stride, before->section_count},
               (struct keys){&after->sections[0].key, stride, after->section_count});
    changes.section_moves =
        order_sections(expert, before->section_count, after->section_count);
    match_keys(expert, &expert->items,
               (struct keys){before->keys, sizeof(iq_key), before->count},
               (struct keys){after->keys, sizeof(iq_key), after->count});
    for (size_t i = 0; i < before->count; i++)
        if (!expert->items.found[i])
            expert->deletes[changes.deletes++] = (uint32_t)i;
    for (size_t s = 0; s < after->section_count; s++)
        section_changes(expert, before, after, s, &changes);
    return changes;
}

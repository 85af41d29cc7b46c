/* See plan.h.
 *
 * Most workloads are the same motion: some items are taken out, and some, old
 * or new, are put into gaps. A section of k items has k + 1 gaps, so that
 * before item p of section s lies gap p + s.
 *
 *     sections   A[0 1 2] B[3 4]
 *     gaps         0 1 2 3  4 5 6
 */
#include "plan.h"

#include <stdlib.h>

/* What is to be put in, by gap: a chain from `first`, linked by `next`. */
struct puts {
    size_t gaps, room, count;
    uint32_t *first, *next, *source;
};

static struct puts puts_take(size_t gaps, size_t room) {
    struct puts puts = {.gaps = gaps, .room = room};
    puts.first = pages_take(gaps * sizeof(uint32_t));
    puts.next = pages_take(room * sizeof(uint32_t));
    puts.source = pages_take(room * sizeof(uint32_t));
    for (size_t g = 0; g < gaps; g++) puts.first[g] = IQ_NONE;
    return puts;
}

static void puts_free(struct puts *puts) {
    pages_give(puts->first, puts->gaps * sizeof(uint32_t));
    pages_give(puts->next, puts->room * sizeof(uint32_t));
    pages_give(puts->source, puts->room * sizeof(uint32_t));
}

static void put(struct puts *puts, size_t gap, uint32_t source) {
    puts->source[puts->count] = source;
    puts->next[puts->count] = puts->first[gap];
    puts->first[gap] = (uint32_t)puts->count++;
}

/* A random item that nothing has happened to yet. */
static size_t pick(struct plan *plan, struct random *random, enum fate fate) {
    size_t item;
    do item = random_below(random, plan->before_count);
    while (plan->fate[item] != KEPT);
    plan->fate[item] = (uint8_t)fate;
    return item;
}

static size_t section_of(const struct listing *listing, size_t item) {
    size_t low = 0, high = listing->section_count;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (listing_start(listing, middle) <= item) low = middle;
        else high = middle;
    }
    return low;
}

/* A random gap of a random section, but not of that one. */
static size_t gap_elsewhere(const struct listing *before, size_t section,
                            struct random *random) {
    size_t other = random_below(random, before->section_count - 1);
    if (other >= section) other++;
    size_t start = listing_start(before, other);
    size_t length = listing_start(before, other + 1) - start;
    return start + other + random_below(random, length + 1);
}

/* So many deletes, content changes and inserts. */
static void change(struct plan *plan, struct puts *puts, size_t count,
                   struct random *random) {
    for (size_t i = count; i > 0; i--) {
        pick(plan, random, TAKEN);
        pick(plan, random, CHANGED);
        put(puts, random_below(random, puts->gaps), IQ_NONE);
    }
}

static void move_sections(struct plan *plan, size_t moves,
                          struct random *random) {
    uint32_t *order = plan->section_origin;
    for (; moves > 0; moves--) {
        size_t from = random_below(random, plan->section_count);
        size_t to = random_below(random, plan->section_count);
        uint32_t moved = order[from];
        for (size_t s = from; s < to; s++) order[s] = order[s + 1];
        for (size_t s = from; s > to; s--) order[s] = order[s - 1];
        order[to] = moved;
    }
}

static void choose(struct plan *plan, struct puts *puts,
                   const struct listing *before, enum workload workload,
                   struct random *random) {
    size_t n = before->count;
    switch (workload) {
    case W1:
        put(puts, 0, IQ_NONE);
        break;
    case W2:
        change(plan, puts, n / 100, random);
        break;
    case W3: /* picked at random, so shuffled already */
        for (size_t i = n / 10; i > 0; i--)
            put(puts, random_below(random, puts->gaps),
                (uint32_t)pick(plan, random, TAKEN));
        break;
    case W7:
        for (size_t i = n / 100; i > 0; i--) put(puts, n, IQ_NONE);
        break;
    case W8:
        change(plan, puts, n / 100, random);
        for (size_t i = n / 100; i > 0; i--) {
            size_t item = pick(plan, random, TAKEN);
            size_t home = section_of(before, item);
            put(puts, gap_elsewhere(before, home, random), (uint32_t)item);
        }
        move_sections(plan, 5, random);
        break;
    case F200:
        change(plan, puts, 1, random);
        break;
    default:
        break;
    }
}

/* Reads the sections in their new order, what was put in before each gap. */
static void assemble(struct plan *plan, const struct puts *puts,
                     const struct listing *before) {
    for (size_t s = 0; s < plan->section_count; s++) {
        size_t section = plan->section_origin[s];
        size_t end = listing_start(before, section + 1);
        plan->start[s] = plan->count;
        for (size_t item = listing_start(before, section);; item++) {
            uint32_t p = puts->first[item + section];
            for (; p != IQ_NONE; p = puts->next[p])
                plan->origin[plan->count++] = puts->source[p];
            if (item == end) break;
            if (plan->fate[item] != TAKEN)
                plan->origin[plan->count++] = (uint32_t)item;
        }
    }
    plan->start[plan->section_count] = plan->count;
}

struct scored {
    uint64_t score;
    uint32_t item;
};

static int by_score(const void *a, const void *b) {
    const struct scored *x = a, *y = b;
    if (x->score != y->score) return x->score < y->score ? -1 : 1;
    return (x->item > y->item) - (x->item < y->item);
}

/* Random scores below 2^32 in rising order, each then changed by up to 2.5 % of
 * that range; all are 2^30 higher, so that none falls below zero. */
static void sort_again(uint32_t *origin, size_t n, struct random *random) {
    const uint64_t range = UINT64_C(1) << 32, most = range / 40;
    struct scored *scored = pages_take(n * sizeof *scored);
    for (size_t i = 0; i < n; i++)
        scored[i].score = range / 4 + random_below(random, range);
    qsort(scored, n, sizeof *scored, by_score);
    for (size_t i = 0; i < n; i++) {
        scored[i].item = (uint32_t)i;
        scored[i].score += random_below(random, 2 * most + 1);
        scored[i].score -= most;
    }
    qsort(scored, n, sizeof *scored, by_score);
    for (size_t i = 0; i < n; i++) origin[i] = scored[i].item;
    pages_give(scored, n * sizeof *scored);
}

static void rearrange(struct plan *plan, enum workload workload,
                      struct random *random) {
    uint32_t *origin = plan->origin;
    size_t n = plan->count;
    if (workload == W10) sort_again(origin, n, random);
    for (size_t i = 0; i < n; i++) {
        if (workload == W5) origin[i] = (uint32_t)(n - 1 - i);
        if (workload == W6 || (workload == W9 && i % 2 == 1)) origin[i] = IQ_NONE;
    }
    for (size_t i = n; workload == W4 && i > 1; i--) {
        size_t j = random_below(random, i);
        uint32_t swapped = origin[i - 1];
        origin[i - 1] = origin[j];
        origin[j] = swapped;
    }
}

/* As many items as a plan can have. */
static size_t room_for(size_t before_count) {
    return before_count + before_count / 100 + 1;
}

struct plan plan_make(const struct listing *before, enum workload workload,
                      struct random *random) {
    size_t n = before->count, sections = before->section_count;
    struct plan plan = {.before_count = n,
                        .fate = pages_take(n),
                        .origin = pages_take(room_for(n) * sizeof(uint32_t)),
                        .section_count = sections};
    plan.section_origin = calloc(sections, sizeof *plan.section_origin);
    plan.start = calloc(sections + 1, sizeof *plan.start);
    for (size_t s = 0; s < sections; s++) plan.section_origin[s] = (uint32_t)s;
    struct puts puts = puts_take(n + sections, n / 10 + 1);
    choose(&plan, &puts, before, workload, random);
    assemble(&plan, &puts, before);
    puts_free(&puts);
    rearrange(&plan, workload, random);
    return plan;
}

void plan_free(struct plan *plan) {
    pages_give(plan->fate, plan->before_count);
    pages_give(plan->origin, room_for(plan->before_count) * sizeof(uint32_t));
    free(plan->section_origin);
    free(plan->start);
}

/* The length of the longest strictly rising sequence in `values`, those outside
 * low ..< high left out (patience sorting). */
static size_t longest_rising(const uint32_t *values, size_t count, size_t low,
                             size_t high, uint32_t *tails) {
    size_t length = 0;
    for (size_t i = 0; i < count; i++) {
        if (values[i] == IQ_NONE || values[i] < low || values[i] >= high)
            continue;
        size_t first = 0, last = length;
        while (first < last) {
            size_t middle = (first + last) / 2;
            if (tails[middle] < values[i]) first = middle + 1;
            else last = middle;
        }
        tails[first] = values[i];
        if (first == length) length++;
    }
    return length;
}

struct changes plan_fewest(const struct plan *plan,
                           const struct listing *before) {
    struct changes fewest = {0};
    size_t room = (plan->count + plan->section_count) * sizeof(uint32_t);
    uint32_t *tails = pages_take(room);
    size_t stay = 0;
    for (size_t s = 0; s < plan->section_count; s++) {
        size_t section = plan->section_origin[s];
        stay += longest_rising(plan->origin + plan->start[s],
                               plan->start[s + 1] - plan->start[s],
                               listing_start(before, section),
                               listing_start(before, section + 1), tails);
    }
    for (size_t i = 0; i < plan->count; i++) {
        uint32_t origin = plan->origin[i];
        if (origin == IQ_NONE) fewest.inserts++;
        else if (plan->fate[origin] == CHANGED) fewest.updates++;
    }
    size_t matched = plan->count - fewest.inserts;
    fewest.deletes = plan->before_count - matched;
    fewest.moves = matched - stay;
    fewest.section_moves =
        plan->section_count - longest_rising(plan->section_origin,
                                             plan->section_count, 0,
                                             plan->section_count, tails);
    pages_give(tails, room);
    return fewest;
}

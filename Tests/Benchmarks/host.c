/* See host.h. */
#include "host.h"

#include <string.h>

enum { DIGIT = 11, BUCKETS = 1 << DIGIT, DIGITS = 3 };

struct host host_make(const struct listing *listing, bool is_grouped) {
    size_t count = listing->count;
    struct host host = {
        .listing = listing, .is_grouped = is_grouped,
        .order = pages_take(count * sizeof *host.order),
        .next = pages_take(count * sizeof *host.next),
        .ranked = pages_take(count * sizeof *host.ranked),
        .spare = pages_take(count * sizeof *host.spare),
        .marks = pages_take((count / 64 + 1) * sizeof *host.marks),
        .sections = pages_take(ORDER_GROUPS * sizeof *host.sections)};
    for (size_t i = 0; i < ORDER_GROUPS; i++)
        host.sections[i] = (iq_section_entry){
            .struct_size = sizeof *host.sections, .key = iq_key_from_u64(i)};
    must(iq_list_create(NULL, &host.list), "iq_list_create");
    return host;
}

void host_free(struct host *host) {
    size_t count = host->listing->count;
    iq_list_destroy(host->list);
    pages_give(host->order, count * sizeof *host->order);
    pages_give(host->next, count * sizeof *host->next);
    pages_give(host->ranked, count * sizeof *host->ranked);
    pages_give(host->spare, count * sizeof *host->spare);
    pages_give(host->marks, (count / 64 + 1) * sizeof *host->marks);
    pages_give(host->sections, ORDER_GROUPS * sizeof *host->sections);
}

static struct placed place(const struct host *host, size_t index) {
    uint64_t content = host->listing->contents[index];
    return (struct placed){
        .key = host->listing->keys[index], .content = content,
        .rank = host->is_grouped ? order_group(host->by, content)
                                 : order_rank(host->by, content),
        .index = (uint32_t)index};
}

/* ---- sorting -------------------------------------------------------------- */

static bool comes_before(struct ranked a, struct ranked b) {
    return a.rank < b.rank || (a.rank == b.rank && a.index < b.index);
}

/* Random ranks hardly ever share the digits that the passes sort by. */
static void insertion_sort(struct ranked *ranked, size_t count) {
    for (size_t i = 1; i < count; i++) {
        struct ranked moved = ranked[i];
        size_t to = i;
        for (; to > 0 && comes_before(moved, ranked[to - 1]); to--)
            ranked[to] = ranked[to - 1];
        ranked[to] = moved;
    }
}

static void radix_pass(const struct ranked *from, struct ranked *to,
                       size_t count, unsigned shift) {
    uint32_t starts[BUCKETS] = {0}, start = 0;
    for (size_t i = 0; i < count; i++)
        starts[from[i].rank >> shift & (BUCKETS - 1)]++;
    for (size_t i = 0; i < BUCKETS; i++) {
        uint32_t size = starts[i];
        starts[i] = start;
        start += size;
    }
    for (size_t i = 0; i < count; i++)
        to[starts[from[i].rank >> shift & (BUCKETS - 1)]++] = from[i];
}

/* By the highest 33 bits in which there is something, from the last digit to the
 * first, and what these leave by insertion. */
static void sort_ranked(struct host *host, size_t count) {
    uint64_t all = 1;
    for (size_t i = 0; i < count; i++) all |= host->ranked[i].rank;
    unsigned bits = 64 - (unsigned)__builtin_clzll(all);
    unsigned first = bits > DIGITS * DIGIT ? bits - DIGITS * DIGIT : 0;
    for (unsigned shift = first; shift < bits; shift += DIGIT) {
        struct ranked *sorted = host->spare;
        radix_pass(host->ranked, sorted, count, shift);
        host->spare = host->ranked;
        host->ranked = sorted;
    }
    insertion_sort(host->ranked, count);
}

void host_sort(struct host *host, struct order_by by) {
    size_t count = host->listing->count;
    host->by = by;
    memset(host->counts, 0, sizeof host->counts);
    for (size_t i = 0; i < count; i++) {
        struct placed placed = place(host, i);
        host->ranked[i] = (struct ranked){placed.rank, placed.index};
        if (host->is_grouped) host->counts[placed.rank]++;
    }
    sort_ranked(host, count);
    for (size_t i = 0; i < count; i++)
        host->order[i] = place(host, host->ranked[i].index);
}

/* ---- what has changed ----------------------------------------------------- */

/* Marks the rows and sorts them. Gives back how many there are. */
static size_t sort_changed(struct host *host, const uint32_t *changed,
                           size_t count) {
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t *word = &host->marks[changed[i] / 64];
        uint64_t bit = UINT64_C(1) << changed[i] % 64;
        if (*word & bit) continue;
        *word |= bit;
        struct placed placed = place(host, changed[i]);
        host->ranked[found++] = (struct ranked){placed.rank, placed.index};
        if (host->is_grouped) host->counts[placed.rank]++;
    }
    sort_ranked(host, found);
    return found;
}

void host_follow(struct host *host, const uint32_t *changed, size_t count) {
    size_t found = sort_changed(host, changed, count), merged = 0, at = 0;
    for (size_t i = 0; i < host->listing->count; i++) {
        struct placed kept = host->order[i];
        struct ranked rank = {kept.rank, kept.index};
        if (host->marks[kept.index / 64] >> kept.index % 64 & 1) {
            if (host->is_grouped) host->counts[kept.rank]--;
            continue;
        }
        for (; merged < found && comes_before(host->ranked[merged], rank);
             merged++)
            host->next[at++] = place(host, host->ranked[merged].index);
        host->next[at++] = kept;
    }
    for (; merged < found; merged++)
        host->next[at++] = place(host, host->ranked[merged].index);
    struct placed *order = host->next;
    host->next = host->order;
    host->order = order;
    for (size_t i = 0; i < count; i++) host->marks[changed[i] / 64] = 0;
}

iq_changeset *host_show(struct host *host) {
    size_t stride = sizeof *host->order, first = 0;
    iq_changeset *changes;
    iq_columns items = {.struct_size = sizeof items,
                        .count = host->listing->count,
                        .keys = &host->order->key, .key_stride = stride,
                        .contents = &host->order->content,
                        .content_stride = stride};
    if (!host->is_grouped) {
        must(iq_list_set_items(host->list, &items, NULL, &changes),
             "iq_list_set_items");
        return changes;
    }
    for (size_t i = 0; i < ORDER_GROUPS; i++) {
        host->sections[i].first_item = first;
        first += host->counts[i];
    }
    must(iq_list_set(host->list, host->sections, ORDER_GROUPS, &items, NULL,
                     &changes),
         "iq_list_set");
    return changes;
}

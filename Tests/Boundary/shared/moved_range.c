/*
 * moved_range.c - see moved_range.h.
 */
#include "moved_range.h"

#include "check.h"

enum { MOST = 256 };

static size_t place_of(uint64_t id, moved_range_items items)
{
    for (size_t i = 0; i < items.count; i++) {
        if (items.ids[i] == id) {
            return i;
        }
    }
    return SIZE_MAX;
}

/* Of the items that have stayed in order and together, at most `reach` places apart from one to the next, as many as
 * possible; of several such chains the one that ends first. Marks its members. */
static void mark_longest(const size_t *places, size_t count, size_t reach, bool *is_member)
{
    size_t lengths[2 * MOST], before[2 * MOST], longest = SIZE_MAX;
    for (size_t j = 0; j < count; j++) {
        is_member[j] = false;
        lengths[j] = 1;
        before[j] = SIZE_MAX;
        if (places[j] == SIZE_MAX) {
            continue;
        }
        for (size_t i = 0; i < j; i++) {
            bool steps = places[i] != SIZE_MAX && places[i] < places[j] && places[j] <= places[i] + reach;
            if (steps && lengths[i] + 1 > lengths[j]) {
                lengths[j] = lengths[i] + 1;
                before[j] = i;
            }
        }
        if (longest == SIZE_MAX || lengths[j] > lengths[longest]) {
            longest = j;
        }
    }
    for (size_t i = longest; i != SIZE_MAX; i = before[i]) {
        is_member[i] = true;
    }
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t moved_range(moved_range_items before, size_t first, size_t count, moved_range_items after, bool may_grow)
{
    size_t places[2 * MOST], shown = least(count, MOST), above = least(shown, first), there = 0, stayed = 0;
    size_t anchor = SIZE_MAX, moved = first;
    bool is_member[2 * MOST];
    CHECK(first + count <= before.count);
    if (first > 0 || may_grow) {
        for (size_t i = 0; i < above + shown; i++) {
            places[i] = place_of(before.ids[first - above + i], after);
        }
        mark_longest(places, above + shown, count, is_member);
        for (size_t i = above; i < above + shown; i++) {
            there += places[i] != SIZE_MAX;
            stayed += is_member[i];
            if (is_member[i] && anchor == SIZE_MAX) {
                anchor = i;
            }
        }
        if (anchor != SIZE_MAX && 2 * stayed >= there) {
            size_t distance = anchor - above;
            moved = places[anchor] > distance ? places[anchor] - distance : 0;
        }
    }
    return least(moved, after.count > count ? after.count - count : 0);
}

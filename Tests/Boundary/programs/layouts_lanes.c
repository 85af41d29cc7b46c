/*
 * layouts_lanes.c - lanes beside a plain program that puts one item after the other, and keeps which lane each item once
 * got: after every operation of random sessions the content, frames of items and a scene are the same. The lists are long
 * enough for trees of several levels.
 *
 *   lists        of their own, and sorted ones, which get other orders
 *   operations   items inserted, deleted and moved by edits; sizes set and forgotten, of a few and of many; another layout,
 *                another window; looks with a layout between and without
 */
#include "check.h"
#include "numbered.h"
#include "random.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { KEYS = NUMBERED_MOST, STEPS = 24, LOOKS = 30, NONE = -1, MOST_BALANCED = 256 };

static random_source source;
static numbered items;
static iq_view *view;

/* ---- the items, the size of its own that each has, its lane, and whether the last scene showed it */

static int lengths[KEYS], lanes[KEYS]; /* NONE: has none */
static bool is_drawn[KEYS];

static struct {
    int lanes, rule, lead, gap, width, height;
} is;

static int length_of(uint64_t number)
{
    return lengths[number] == NONE ? is.rule : lengths[number];
}

/* ---- lanes in front of an item */

static struct {
    int ends[32], level, cells;
} walk;

static int longest(void)
{
    int found = 0;
    for (int lane = 1; lane < is.lanes; lane++) {
        found = walk.ends[lane] > walk.ends[found] ? lane : found;
    }
    return found;
}

static int shortest(void)
{
    int found = 0;
    for (int lane = 1; lane < is.lanes; lane++) {
        found = walk.ends[lane] < walk.ends[found] ? lane : found;
    }
    return found;
}

static int cell_start(void)
{
    return (walk.cells > 0 ? walk.level : walk.ends[longest()]) + walk.cells / is.lanes * (is.rule + is.lead);
}

static int earliest(void)
{
    return walk.cells > 0 ? cell_start() : walk.ends[shortest()];
}

static iq_rect frame_in(int lane, int start, int length)
{
    int room = is.width - (is.lanes - 1) * is.gap, column = room > 0 ? room / is.lanes : 0;
    return (iq_rect){lane * (column + is.gap), start, column, length};
}

static iq_rect put(uint64_t number)
{
    int lane = lanes[number];
    if (lane != NONE) {
        iq_rect frame = frame_in(lane, walk.ends[lane], length_of(number));
        walk.cells = 0;
        walk.ends[lane] += length_of(number) + is.lead;
        return frame;
    }
    iq_rect frame = frame_in(walk.cells % is.lanes, cell_start(), is.rule);
    walk.level = walk.cells > 0 ? walk.level : (int)frame.y;
    walk.cells++;
    for (lane = 0; lane < is.lanes; lane++) {
        walk.ends[lane] = walk.level + (walk.cells + is.lanes - 1) / is.lanes * (is.rule + is.lead);
    }
    return frame;
}

static iq_rect frames[KEYS];
static int content;

/* What has a size and no lane gets the one that is the shortest there. */
static void look(void)
{
    memset(&walk, 0, sizeof walk);
    for (size_t i = 0; i < items.count; i++) {
        if (lanes[items.shown[i]] == NONE && lengths[items.shown[i]] != NONE) {
            lanes[items.shown[i]] = shortest();
        }
        frames[i] = put(items.shown[i]);
    }
    content = walk.ends[longest()] - is.lead;
    content = content > 0 ? content : 0;
}

/* What a window shows and has no lane gets one likewise, until every lane reaches its end. */
static bool settle(int from, int to)
{
    bool found = false;
    memset(&walk, 0, sizeof walk);
    for (size_t i = 0; i < items.count && is.rule > 0; i++) {
        if (lanes[items.shown[i]] == NONE && earliest() < to && cell_start() + is.rule > from) {
            lanes[items.shown[i]] = shortest();
            found = true;
        }
        put(items.shown[i]);
    }
    return found;
}

/* The last item of the longest lane goes to the shortest, behind all that was drawn. The walk is at the section's end. */
static bool balance(void)
{
    look();
    int from = longest(), to = shortest();
    for (size_t i = items.count, left = MOST_BALANCED; i-- > 0 && left > 0; left--) {
        if (lanes[items.shown[i]] == NONE || is_drawn[items.shown[i]]) {
            return false;
        }
        if (lanes[items.shown[i]] == from) {
            int length = length_of(items.shown[i]) + is.lead;
            bool is_better = length > 0 && walk.ends[from] - walk.ends[to] > length;
            lanes[items.shown[i]] = is_better ? to : from;
            return is_better;
        }
    }
    return false;
}

static double offset_in(double wanted)
{
    double last = content > is.height ? content - is.height : 0;
    return wanted < last ? wanted : last;
}

/* Arranges what is at an offset, and returns the offset. */
static double arrange(double wanted)
{
    double offset;
    do {
        look();
        offset = offset_in(wanted);
    } while (is.height > 0 && content > offset && (settle((int)offset, (int)offset + is.height) || balance()));
    return offset;
}

/* ---- operations */

static void set_layout(void)
{
    is.lanes = (int)random_below(&source, random_chance(&source, 20) ? 32 : 5) + 1;
    is.rule = (int)random_below(&source, 20);
    is.lead = (int)random_below(&source, 3);
    is.gap = (int)random_below(&source, 4);
    for (size_t i = 0; i < KEYS; i++) {
        lanes[i] = NONE;
    }
    iq_section_layout layout = {.struct_size = sizeof layout,
                                .kind = IQ_LAYOUT_LANES,
                                .columns = (uint32_t)is.lanes,
                                .item.height = {IQ_LENGTH_FIXED, is.rule},
                                .line_spacing = is.lead,
                                .item_spacing = is.gap};
    CHECK_OK(iq_view_set_layout(view, (iq_section){0}, &layout));
}

static void set_window(void)
{
    is.width = (int)random_below(&source, 200);
    is.height = (int)random_below(&source, 120);
    CHECK_OK(iq_view_set_size(view, is.width, is.height));
}

static void set_sizes(size_t number)
{
    static iq_element_size given[4000];
    size_t block = random_chance(&source, 50) ? random_below(&source, items.count) : items.count;
    for (size_t i = 0; i < number; i++) {
        size_t at = block < items.count ? (block + i) % items.count : random_below(&source, items.count);
        iq_element_size *size = &given[i];
        *size = (iq_element_size){.element.struct_size = sizeof size->element};
        size->element.item = numbered_item(&items, at);
        lengths[items.shown[at]] = random_chance(&source, 10) ? NONE : (int)random_below(&source, 30);
        size->size = (iq_size){NAN, lengths[items.shown[at]] == NONE ? NAN : lengths[items.shown[at]]};
    }
    CHECK_OK(iq_view_set_sizes(view, given, number));
}

/* ---- both are the same */

static void check_frame(const iq_rect *frame, size_t at, double from)
{
    CHECK(frame->x == frames[at].x && frame->y == frames[at].y - from && frame->width == frames[at].width &&
          frame->height == frames[at].height);
}

static void check_frames(void)
{
    iq_rect all;
    look();
    CHECK_OK(iq_view_get_frame(view, NULL, &all));
    CHECK(all.height == content);
    for (size_t i = 0; i < LOOKS; i++) {
        size_t at = i == 0 ? items.count - 1 : random_below(&source, items.count);
        iq_element element = {.struct_size = sizeof element, .item = numbered_item(&items, at)};
        iq_rect frame;
        CHECK_OK(iq_view_get_frame(view, &element, &frame));
        check_frame(&frame, at, 0);
    }
}

static void check_scene(void)
{
    double offset = content > 0 ? (double)random_below(&source, (size_t)content) : 0;
    iq_scene scene = {.struct_size = sizeof scene};
    size_t place = 0;
    CHECK_OK(iq_view_scroll(view, offset, IQ_SCROLL_CLAMP));
    CHECK_OK(iq_view_layout(view, &scene));
    offset = arrange(offset);
    CHECK(scene.offset == offset);
    memset(is_drawn, 0, sizeof is_drawn);
    for (size_t i = 0; i < items.count && is.height > 0; i++) {
        if (frames[i].height > 0 && frames[i].y < offset + is.height && frames[i].y + frames[i].height > offset) {
            CHECK(place < scene.count && scene.places[place].index == i);
            check_frame(&scene.places[place++].frame, i, offset);
            is_drawn[items.shown[i]] = true;
        }
    }
    CHECK(place == scene.count);
}

static void session(size_t length)
{
    iq_view_options options = {.struct_size = sizeof options, .flags = IQ_VIEW_LAID_OUT, .grain = 1};
    for (size_t i = 0; i < KEYS; i++) {
        lengths[i] = NONE;
    }
    memset(is_drawn, 0, sizeof is_drawn);
    numbered_open(&items, &source, length, random_chance(&source, 40));
    CHECK_OK(iq_view_create(items.list, &options, &view));
    set_window();
    set_layout();
    for (size_t step = 0; step < STEPS; step++) {
        check_frames();
        if (random_chance(&source, 70)) {
            check_scene();
        }
        switch (random_below(&source, 20)) {
        case 0: set_layout(); break;
        case 1:
        case 2: set_window(); break;
        case 3:
        case 4: set_sizes(1 + random_below(&source, 4000)); break;
        case 5:
        case 6:
        case 7:
        case 8: set_sizes(1 + random_below(&source, 3)); break;
        default: numbered_change(&items, &source);
        }
    }
    iq_view_destroy(view);
    numbered_close(&items);
}

int main(void)
{
    static const size_t numbers[] = {1, 5, 70, 600, 5000, 25000};
    uint64_t rounds = check_scaled(18);
    for (uint64_t seed = check_first_seed(1); rounds > 0; rounds--, seed++) {
        check_seed = seed;
        source.state = seed;
        session(numbers[seed % 6]);
    }
    iq_memory_trim();
    CHECK(iq_memory_used() == 0);
    return 0;
}

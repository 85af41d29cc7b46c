/*
 * layouts_lines.c - rows of items of unequal sizes, items that take several columns, and lines of as many items as fit,
 * beside plain programs that fill one line after the other: after every operation of random sessions the content, frames of
 * items and a scene are the same. The lists are long enough for trees of several levels.
 *
 *   lists        of their own, and sorted ones, which get other orders
 *   operations   items inserted, deleted and moved by edits; sizes set and forgotten, of a few and of many; another layout,
 *                another window
 */
#include "check.h"
#include "numbered.h"
#include "random.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { KEYS = NUMBERED_MOST, MOST = 64, STEPS = 24, LOOKS = 30 };

static random_source source;
static numbered items;
static iq_view *view;

/* ---- the items, and the size of its own that each has */

static struct {
    bool has, of_flow; /* set in a flow: it takes one column of a grid */
    int along, across; /* across < 0: that of the rule                 */
} sizes[KEYS];

/* ---- the layout */

static struct {
    bool flow, centered, justified;
    int columns, rule_across, rule_along, lead, gap, width, height;
} is;

static int column_width(void)
{
    int room = is.width - (is.columns - 1) * is.gap;
    return room > 0 ? room / is.columns : 0;
}

static int line_width(uint64_t number)
{
    bool own = sizes[number].has && sizes[number].across >= 0;
    if (is.flow) {
        int width = own ? sizes[number].across : is.rule_across;
        return width < is.width ? width : is.width;
    }
    int column = column_width();
    if (!own || sizes[number].of_flow || sizes[number].across <= column || column + is.gap == 0) {
        return 1;
    }
    int taken = (sizes[number].across + is.gap + column + is.gap - 1) / (column + is.gap);
    return taken < is.columns ? taken : is.columns;
}

static iq_rect frames[KEYS];
static int content;

/* Fills one line after the other. */
static void fill_lines(void)
{
    int room = is.flow ? is.width : is.columns, gap = is.flow ? is.gap : 0, step = column_width() + is.gap, y = 0;
    content = 0;
    for (size_t first = 0; first < items.count;) {
        int used = 0, top = 0, x = 0;
        size_t end = first;
        while (end < items.count && end - first < MOST) {
            int width = line_width(items.shown[end]);
            if (end > first && used + gap + width > room) {
                break;
            }
            used += end > first ? gap + width : width;
            end++;
        }
        int taken = is.flow ? used : used * step - is.gap;
        int free = is.width > (taken > 0 ? taken : 0) ? is.width - (taken > 0 ? taken : 0) : 0;
        for (size_t i = first; i < end; i++) {
            int width = line_width(items.shown[i]), along = sizes[items.shown[i]].has ? sizes[items.shown[i]].along : is.rule_along;
            int left = is.flow ? x : x * step, breadth = is.flow ? width : width * step - is.gap;
            if (is.centered) {
                left += free / 2;
            } else if (is.justified && end < items.count && end - first > 1) {
                left += (int)((long)free * (long)(i - first) / (long)(end - first - 1));
            }
            frames[i] = (iq_rect){left, y, breadth > 0 ? breadth : 0, along};
            top = along > top ? along : top;
            x += width + gap;
        }
        content = y + top;
        y = content + is.lead;
        first = end;
    }
}

static void set_layout(void)
{
    is.flow = random_chance(&source, 50);
    is.columns = (int)random_below(&source, 8) + 2;
    is.centered = random_chance(&source, 25);
    is.justified = !is.centered && random_chance(&source, 25);
    is.rule_across = (int)random_below(&source, random_chance(&source, 30) ? 3 : 40);
    is.rule_along = (int)random_below(&source, 20);
    is.lead = (int)random_below(&source, 3);
    is.gap = (int)random_below(&source, 4);
    iq_section_layout layout = {.struct_size = sizeof layout,
                                .kind = is.flow ? IQ_LAYOUT_FLOW : IQ_LAYOUT_ROWS,
                                .flags = (is.centered ? IQ_SECTION_LAYOUT_CENTER : 0u) |
                                         (is.justified ? IQ_SECTION_LAYOUT_JUSTIFY : 0u),
                                .columns = (uint32_t)is.columns,
                                .item.width = {IQ_LENGTH_FIXED, is.rule_across},
                                .item.height = {IQ_LENGTH_FIXED, is.rule_along},
                                .line_spacing = is.lead,
                                .item_spacing = is.gap};
    CHECK_OK(iq_view_set_layout(view, (iq_section){0}, &layout));
}

static void set_window(void)
{
    is.width = (int)random_below(&source, 200);
    is.height = 20 + (int)random_below(&source, 100);
    CHECK_OK(iq_view_set_size(view, is.width, is.height));
}

/* ---- sizes */

static void set_sizes(size_t number)
{
    static iq_element_size given[4000];
    for (size_t i = 0; i < number; i++) {
        size_t at = random_below(&source, items.count);
        iq_element_size *size = &given[i];
        *size = (iq_element_size){.element.struct_size = sizeof size->element};
        size->element.item = numbered_item(&items, at);
        int along = (int)random_below(&source, 30), across = (int)random_below(&source, 90);
        bool forgets = random_chance(&source, 10), is_long_only = random_chance(&source, 30);
        size->size = (iq_size){is_long_only ? NAN : across, forgets ? NAN : along};
        sizes[items.shown[at]].has = !forgets;
        sizes[items.shown[at]].of_flow = is.flow;
        sizes[items.shown[at]].along = along;
        bool counts = !forgets && !is_long_only && (is.flow || across > column_width());
        sizes[items.shown[at]].across = counts ? across : -1;
    }
    CHECK_OK(iq_view_set_sizes(view, given, number));
}

/* ---- both are the same */

static void check_frame(const iq_rect *frame, size_t at, double from)
{
    CHECK(frame->x == frames[at].x && frame->y == frames[at].y - from && frame->width == frames[at].width &&
          frame->height == frames[at].height);
}

static void check_scene(void)
{
    double offset = content > 0 ? (double)random_below(&source, (size_t)content) : 0;
    double last = content > is.height ? content - is.height : 0;
    iq_scene scene = {.struct_size = sizeof scene};
    size_t place = 0;
    CHECK_OK(iq_view_scroll(view, offset, IQ_SCROLL_CLAMP));
    CHECK_OK(iq_view_layout(view, &scene));
    offset = offset < last ? offset : last;
    CHECK(scene.offset == offset);
    for (size_t i = 0; i < items.count; i++) {
        if (frames[i].height > 0 && frames[i].y < offset + is.height && frames[i].y + frames[i].height > offset) {
            CHECK(place < scene.count && scene.places[place].index == i);
            check_frame(&scene.places[place++].frame, i, offset);
        }
    }
    CHECK(place == scene.count);
}

static void check_view(void)
{
    iq_rect all;
    fill_lines();
    CHECK_OK(iq_view_get_frame(view, NULL, &all));
    CHECK(all.height == content);
    for (size_t i = 0; i < LOOKS; i++) {
        size_t at = i == 0 ? items.count - 1 : random_below(&source, items.count);
        iq_element element = {.struct_size = sizeof element, .item = numbered_item(&items, at)};
        iq_rect frame;
        CHECK_OK(iq_view_get_frame(view, &element, &frame));
        check_frame(&frame, at, 0);
    }
    check_scene();
}

static void session(size_t length)
{
    iq_view_options options = {.struct_size = sizeof options, .flags = IQ_VIEW_LAID_OUT, .grain = 1};
    memset(sizes, 0, sizeof sizes);
    numbered_open(&items, &source, length, random_chance(&source, 40));
    CHECK_OK(iq_view_create(items.list, &options, &view));
    set_window();
    set_layout();
    check_view();
    for (size_t step = 0; step < STEPS; step++) {
        switch (random_below(&source, 10)) {
        case 0: set_layout(); break;
        case 1: set_window(); break;
        case 2: set_sizes(1 + random_below(&source, 4000)); break;
        case 3:
        case 4:
        case 5: set_sizes(1 + random_below(&source, 3)); break;
        default: numbered_change(&items, &source);
        }
        check_view();
    }
    iq_view_destroy(view);
    numbered_close(&items);
}

int main(void)
{
    static const size_t lengths[] = {1, 5, 70, 600, 5000, 25000};
    uint64_t rounds = check_scaled(18);
    for (uint64_t seed = check_first_seed(1); rounds > 0; rounds--, seed++) {
        check_seed = seed;
        source.state = seed;
        session(lengths[seed % 6]);
    }
    iq_memory_trim();
    CHECK(iq_memory_used() == 0);
    return 0;
}

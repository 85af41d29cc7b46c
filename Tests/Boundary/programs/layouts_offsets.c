/*
 * layouts_offsets.c - what hosts see of offsets: a scroll bar that is held stands still while sizes become known, and its
 * ends are the real ends; with a free origin corrections move the start of the content, and what is shown stays at its
 * coordinates. And iq_view_find_range beside all frames, in every kind of layout.
 */
#include "laid_out.h"

#include "random.h"
#include "slanted.h"

enum { ITEMS = 400 };

static int measure(void *context, const iq_measured *elements, size_t count, iq_size *sizes)
{
    (void)context;
    for (size_t i = 0; i < count; i++) {
        uint64_t number;
        memcpy(&number, elements[i].key.bytes, sizeof number);
        sizes[i].height = 15 + (double)(number * 7 % 40);
    }
    return 0;
}

static iq_section_layout measured(void)
{
    iq_section_layout layout = {.struct_size = sizeof layout, .measure = measure};
    layout.item.height.value = 10;
    return layout;
}

/* ---- a scroll bar that is held */

static iq_scene bar_to(iq_view *view, double offset, uint32_t flags)
{
    CHECK_OK(iq_view_scroll(view, offset, flags | IQ_SCROLL_BAR));
    return laid_out_scene(view);
}

/* Down in `steps`, and up again: the numbers stand still, and what is shown goes on without a jump back. */
static void bar_stands_still(size_t steps)
{
    iq_list *list = laid_out_flat(ITEMS);
    const iq_section_layout layout = measured();
    iq_view *view = laid_out_view(list, NULL, &layout, 100, 100);
    const iq_scene first = laid_out_scene(view);
    const double maximum = first.maximum, content = first.content.height;
    size_t index = 0;
    check_case = "a bar that is held";
    check_seed = steps;
    for (size_t i = 1; i <= steps; i++) {
        double offset = maximum * (double)i / (double)steps;
        iq_scene scene = bar_to(view, offset, 0);
        CHECK_EQUAL(scene.offset, offset);
        CHECK_EQUAL(scene.maximum, maximum);
        CHECK_EQUAL(scene.content.height, content);
        CHECK_EQUAL(scene.minimum, 0);
        CHECK_EQUAL(scene.correction, 0);
        CHECK(scene.first >= index && (scene.flags & IQ_SCENE_SCROLLED));
        CHECK((i == steps) == ((scene.flags & IQ_SCENE_AT_END) != 0));
        index = scene.first;
    }
    /* At its end it shows the last item, also when more become known or come. */
    iq_scene scene = laid_out_scene(view);
    CHECK(scene.first + scene.visible == ITEMS);
    CHECK_OK(iq_view_set_sizes(view, &(iq_element_size){laid_out_element(list, ITEMS - 1), {100, 70}}, 1));
    scene = laid_out_scene(view);
    CHECK(scene.first + scene.visible == ITEMS && scene.flags & IQ_SCENE_AT_END);
    CHECK_EQUAL(scene.maximum, maximum);
    for (size_t i = steps; i-- > 0;) {
        scene = bar_to(view, -maximum / (double)steps, IQ_SCROLL_BY);
        CHECK(scene.first <= index);
        index = scene.first;
    }
    scene = bar_to(view, -1000, 0);
    CHECK(scene.first == 0 && scene.flags & IQ_SCENE_AT_START);
    CHECK_EQUAL(scene.offset, 0);
    /* Let go: the numbers are those of the content. */
    scene = bar_to(view, maximum / 2, 0);
    size_t shown = scene.first;
    CHECK_OK(iq_view_scroll(view, 0, IQ_SCROLL_BY));
    scene = laid_out_scene(view);
    iq_rect all;
    CHECK_OK(iq_view_get_frame(view, NULL, &all));
    CHECK(scene.first == shown && scene.flags & IQ_SCENE_CHANGED);
    CHECK_EQUAL(scene.content.height, all.height);
    CHECK_EQUAL(scene.maximum, all.height - 100);
    CHECK(scene.maximum > maximum);
    iq_view_destroy(view);
    iq_list_destroy(list);
}

/* A part of what is left to the end is as large a part of the content. */
static void bar_moves_by_parts(void)
{
    check_case = "a bar moves by parts";
    iq_list *list = laid_out_flat(100);
    const iq_section_layout layout = laid_out_rows(10);
    iq_view *view = laid_out_view(list, NULL, &layout, 100, 100);
    laid_out_scene(view);
    iq_scene scene = bar_to(view, 300, 0);
    CHECK(scene.first == 30);
    static double lengths[100];
    for (size_t i = 0; i < 100; i++) {
        lengths[i] = i < 60 ? 10 : 40;
    }
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_info(list, &info));
    CHECK_OK(iq_view_set_extents(view, info.version, 0, 100, lengths, 0));
    scene = laid_out_scene(view);
    CHECK(scene.first == 30 && scene.maximum == 900);
    /* 1,800 are left, and 600 to the bar. */
    scene = bar_to(view, 400, 0);
    CHECK(scene.first == 60 && scene.offset == 400);
    CHECK_EQUAL(scene.places[0].frame.y, 0);
    scene = bar_to(view, 200, 0);
    CHECK(scene.first == 30);
    iq_view_destroy(view);
    iq_list_destroy(list);
}

/* ---- a free origin */

static void shift_numbers(iq_list *list, size_t more)
{
    static uint64_t numbers[ITEMS];
    for (size_t i = 0; i < ITEMS; i++) {
        numbers[i] = i < more ? 1000 + more * 100 + i : i - more + 1;
    }
    laid_out_set(list, &(laid_out_list){.sections = 1, .counts = {ITEMS}, .numbers = numbers});
}

static void origin_moves(void)
{
    const iq_view_options options = {.flags = IQ_VIEW_FREE_ORIGIN};
    check_case = "a free origin";
    iq_list *list = laid_out_flat(ITEMS);
    const iq_section_layout layout = laid_out_rows(10);
    iq_view *view = laid_out_view(list, &options, &layout, 100, 100);
    CHECK_OK(iq_view_scroll(view, 1000, 0));
    iq_scene scene = laid_out_scene(view);
    CHECK(scene.first == 100 && scene.offset == 1000 && scene.minimum == 0 && scene.maximum == 3900);
    shift_numbers(list, 7);
    scene = laid_out_scene(view);
    CHECK(scene.first == 107);
    CHECK_EQUAL(scene.offset, 1000);
    CHECK_EQUAL(scene.minimum, -70);
    CHECK_EQUAL(scene.maximum, 3830);
    CHECK_EQUAL(scene.correction, 0);
    CHECK((scene.flags & (IQ_SCENE_CHANGED | IQ_SCENE_SCROLLED)) == IQ_SCENE_CHANGED);
    for (size_t i = 0; i < scene.count; i++) {
        CHECK(!(scene.places[i].flags & (IQ_PLACE_MOVED | IQ_PLACE_NEW)));
    }
    /* All is in the host's coordinates. */
    iq_rect frame;
    const iq_element element = laid_out_element(list, 101);
    CHECK_OK(iq_view_get_frame(view, &element, &frame));
    CHECK_FRAME(frame, 0, 1000, 100, 10);
    size_t first, count;
    CHECK_OK(iq_view_find_range(view, 1000, 1025, &first, &count));
    CHECK(first == 107 && count == 3);
    const iq_scroll_target target = {.struct_size = sizeof target, .element = element, .align = IQ_ALIGN_START};
    double offset;
    CHECK_OK(iq_view_get_offset(view, &target, &offset));
    CHECK_EQUAL(offset, 1000);
    /* Below 0 there is content, down to the minimum. */
    CHECK_OK(iq_view_scroll(view, -40, 0));
    scene = laid_out_scene(view);
    CHECK_EQUAL(scene.offset, -40);
    CHECK(scene.first == 3 && !(scene.flags & IQ_SCENE_AT_START));
    CHECK_OK(iq_view_scroll(view, -500, IQ_SCROLL_BY | IQ_SCROLL_CLAMP));
    scene = laid_out_scene(view);
    CHECK_EQUAL(scene.offset, -70);
    CHECK(scene.first == 0 && scene.flags & IQ_SCENE_AT_START);
    /* What is asked for moves the offset. */
    CHECK_OK(iq_view_scroll_to(view, &target));
    scene = laid_out_scene(view);
    CHECK_EQUAL(scene.offset, 1000);
    CHECK_EQUAL(scene.minimum, -70);
    /* Options without the flag put the start back. */
    const iq_view_options none = {.struct_size = sizeof none};
    CHECK_OK(iq_view_scroll(view, 0, IQ_SCROLL_BY));
    CHECK_OK(iq_view_set_options(view, &none));
    scene = laid_out_scene(view);
    CHECK_EQUAL(scene.offset, 1070);
    CHECK_EQUAL(scene.minimum, 0);
    CHECK(scene.first == 107);
    iq_view_destroy(view);
    iq_list_destroy(list);
}

/* Reads upwards where nothing is measured: each row that turns out to be longer moves the start, and nothing else. */
static void origin_while_measuring(void)
{
    const iq_view_options options = {.flags = IQ_VIEW_FREE_ORIGIN, .overscan = 40};
    check_case = "a free origin while sizes become known";
    iq_list *list = laid_out_flat(ITEMS);
    const iq_section_layout layout = measured();
    iq_view *view = laid_out_view(list, &options, &layout, 100, 100);
    double offset = 3000;
    CHECK_OK(iq_view_scroll(view, offset, 0));
    laid_out_scene(view);
    for (size_t i = 0; i < 60; i++) {
        offset -= 17;
        CHECK_OK(iq_view_scroll(view, offset, 0));
        iq_scene scene = laid_out_scene(view);
        CHECK_EQUAL(scene.offset, offset);
        for (size_t p = 0; p < scene.count; p++) {
            const iq_place *place = &scene.places[p];
            if (place->other != IQ_NONE && scene.flags & IQ_SCENE_CHANGED) {
                CHECK_EQUAL(place->frame.y, scene.previous[place->other].frame.y + 17);
            }
        }
    }
    CHECK(laid_out_scene(view).minimum < 0);
    iq_view_destroy(view);
    iq_list_destroy(list);
}

/* ---- ranges */

static random_source source;

static void compare_ranges(iq_list *list, iq_view *view, size_t count)
{
    static double starts[ITEMS], ends[ITEMS];
    iq_rect all;
    CHECK_OK(iq_view_get_frame(view, NULL, &all));
    for (size_t i = 0; i < count; i++) {
        iq_element element = {.struct_size = sizeof element};
        iq_rect frame;
        CHECK_OK(iq_list_find_item_at(list, i, &element.item));
        CHECK_OK(iq_view_get_frame(view, &element, &frame));
        starts[i] = frame.y;
        ends[i] = frame.y + frame.height;
    }
    for (size_t n = 0; n < 40; n++) {
        double start = (double)random_below(&source, (size_t)all.height + 100) - 50;
        double end = start + (double)random_below(&source, random_chance(&source, 50) ? 40 : (size_t)all.height + 1);
        size_t first = 0, found = 0, wanted = IQ_END, last = 0;
        CHECK_OK(iq_view_find_range(view, start, end, &first, &found));
        for (size_t i = 0; i < count && start < end; i++) {
            if (ends[i] > starts[i] && starts[i] < end && ends[i] > start) {
                wanted = wanted == IQ_END ? i : wanted;
                last = i;
            }
        }
        CHECK(wanted == IQ_END ? found == 0 && first <= count : first == wanted && first + found == last + 1);
    }
}

static void ranges_beside_frames(void)
{
    check_case = "ranges beside frames";
    for (uint64_t seed = 0; seed < 60; seed++) {
        check_seed = source.state = seed;
        const size_t counts[3] = {random_below(&source, 120), random_below(&source, 3), random_below(&source, 120)};
        const iq_custom_layout custom = slanted();
        iq_list *list;
        CHECK_OK(iq_list_create(NULL, &list));
        laid_out_set(list, &(laid_out_list){
                               .sections = 3, .counts = {counts[0], counts[1], counts[2]}, .has_headers = seed % 2});
        iq_section_layout layout = laid_out_rows(12);
        layout.kind = (iq_layout_kind)(seed % 4);
        layout.columns = (uint32_t)random_below(&source, 4);
        layout.line_spacing = (double)random_below(&source, 3);
        layout.item.width = laid_out_fixed(20);
        layout.custom = &custom;
        iq_view *view = laid_out_view(list, NULL, &layout, 100, 100);
        size_t count = counts[0] + counts[1] + counts[2];
        for (size_t i = 0; i < count / 2; i++) {
            const iq_element_size size = {laid_out_element(list, 1 + random_below(&source, count)),
                                          {NAN, (double)random_below(&source, 30)}};
            CHECK_OK(iq_view_set_sizes(view, &size, 1));
        }
        laid_out_scene(view);
        compare_ranges(list, view, count);
        iq_view_destroy(view);
        iq_list_destroy(list);
    }
    check_seed = 0;
}

static void what_is_refused(void)
{
    check_case = "ranges that are refused";
    iq_list *list = laid_out_flat(3);
    iq_view *view = laid_out_view(list, NULL, NULL, 100, 100);
    size_t first = 7, count = 7;
    CHECK_STATUS(iq_view_find_range(view, 5, 4, &first, &count), IQ_ERROR_RANGE);
    CHECK(first == 7 && count == 7);
    CHECK_OK(iq_view_find_range(view, -1e300, 1e300, &first, &count));
    CHECK(first == 0 && count == 3);
    CHECK_OK(iq_view_find_range(view, 1e300, 1e300, &first, &count));
    CHECK(first == 3 && count == 0);
    iq_view_destroy(view);
    iq_list_destroy(list);
}

int main(void)
{
    for (size_t steps = 1; steps <= 50; steps += 7) {
        bar_stands_still(steps);
    }
    bar_moves_by_parts();
    origin_moves();
    origin_while_measuring();
    ranges_beside_frames();
    what_is_refused();
    laid_out_nothing_left();
    return 0;
}

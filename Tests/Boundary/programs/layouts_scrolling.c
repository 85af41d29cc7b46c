/*
 * layouts_scrolling.c - the offset of a view that is laid out, by example: what the host asks for, what it is corrected
 * by when the list or sizes change, and where it is again in another process.
 */
#include "laid_out.h"

#include <pthread.h>
#include <stdatomic.h>

static iq_list *list;
static iq_view *view;

static void open(size_t count, const iq_view_options *options, double height)
{
    const iq_section_layout layout = laid_out_rows(height);
    list = laid_out_flat(count);
    view = laid_out_view(list, options, &layout, 60, 100);
}

static void close(void)
{
    iq_view_destroy(view);
    iq_list_destroy(list);
}

static double top_of(const iq_scene *scene, uint64_t number)
{
    const iq_place *place = laid_out_place(scene, list, number);
    CHECK(place != NULL);
    return place ? place->frame.y : 0;
}

/* The next scene, at another offset. */
static iq_scene scrolled(double offset, uint32_t how)
{
    CHECK_OK(iq_view_scroll(view, offset, how));
    return laid_out_scene(view);
}

static void set_height(uint64_t number, double height)
{
    const iq_element_size size = {laid_out_element(list, number), {60, height}};
    CHECK_OK(iq_view_set_sizes(view, &size, 1));
}

/* Items from `first` to `last`. */
static void show(uint64_t first, uint64_t last)
{
    static uint64_t numbers[LAID_OUT_ITEMS];
    for (uint64_t i = 0; i <= last - first; i++) {
        numbers[i] = first + i;
    }
    laid_out_set(list, &(laid_out_list){.sections = 1, .counts = {last - first + 1}, .numbers = numbers});
}

static iq_scene shown(uint64_t first, uint64_t last)
{
    show(first, last);
    return laid_out_scene(view);
}

/* ---- requests */

/* They add up, are cut if that is asked for, and take effect with the next layout. */
static void requests(void)
{
    open(50, NULL, 10);
    iq_scene scene = laid_out_scene(view);
    CHECK(scene.offset == 0 && scene.maximum == 400 && scene.flags & IQ_SCENE_AT_START);
    CHECK_OK(iq_view_scroll(view, 30, 0));
    CHECK_OK(iq_view_scroll(view, 5.5, IQ_SCROLL_BY));
    scene = scrolled(-0.25, IQ_SCROLL_BY);
    CHECK_EQUAL(scene.offset, 35.25);
    CHECK(scene.correction == 0 && scene.flags & IQ_SCENE_SCROLLED && !(scene.flags & IQ_SCENE_AT_START));
    CHECK_EQUAL(top_of(&scene, 4), -5.25);
    scene = scrolled(1000, IQ_SCROLL_BY);
    CHECK_EQUAL(scene.offset, 1035.25);
    CHECK(scene.count == 0 && scene.visible == 0 && scene.flags & IQ_SCENE_AT_END);
    scene = scrolled(0, IQ_SCROLL_BY | IQ_SCROLL_CLAMP);
    CHECK_EQUAL(scene.offset, 400);
    CHECK(scene.first == 40 && scene.visible == 10);
    scene = scrolled(-20, 0);
    CHECK_EQUAL(scene.offset, -20);
    CHECK(scene.flags & IQ_SCENE_AT_START);
    CHECK_EQUAL(top_of(&scene, 1), 20);
    scene = scrolled(-1e9, IQ_SCROLL_CLAMP);
    CHECK_EQUAL(scene.offset, 0);
    close();
}

/* So near the end counts as at it: less than 1, which is nothing in a terminal; or as the options say. */
static void thresholds(void)
{
    static const struct {
        double threshold, grain, at, before;
    } cases[] = {{0, 0, 399.25, 399}, {0, 1, 400, 399}, {30, 0, 370, 369}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const iq_view_options options = {.end_threshold = cases[i].threshold, .grain = cases[i].grain};
        open(50, &options, 10);
        CHECK(scrolled(cases[i].at, 0).flags & IQ_SCENE_AT_END);
        CHECK(!(scrolled(cases[i].before, 0).flags & IQ_SCENE_AT_END));
        close();
    }
}

/* ---- the anchor */

/* At the start the start stays; elsewhere, or if that is asked for, what is visible does. */
static void above(void)
{
    open(50, NULL, 10);
    laid_out_scene(view);
    show(48, 97);
    iq_scene scene = shown(1, 50);
    CHECK(scene.offset == 0 && top_of(&scene, 1) == 0);
    CHECK_OK(iq_view_scroll(view, 100, 0));
    shown(4, 53);
    scene = scrolled(100, 0);
    CHECK_EQUAL(top_of(&scene, 14), 0);
    scene = shown(1, 53);
    CHECK_EQUAL(scene.offset, 130);
    CHECK_EQUAL(scene.correction, 30);
    CHECK_EQUAL(top_of(&scene, 14), 0);
    CHECK(scene.first == 13 && scene.visible == 10);
    /* What has a place in both scenes is elsewhere in the content. */
    CHECK(laid_out_place(&scene, list, 14)->flags & IQ_PLACE_MOVED);
    scene = shown(11, 53);
    CHECK_EQUAL(scene.correction, -100);
    CHECK_EQUAL(top_of(&scene, 14), 0);
    close();

    /* History comes in above. */
    open(50, NULL, 10);
    show(20, 60);
    CHECK_OK(iq_view_set_anchor(view, IQ_ANCHOR_HOLD, (iq_item){0}));
    laid_out_scene(view);
    scene = shown(17, 60);
    CHECK_EQUAL(scene.offset, 30);
    CHECK_EQUAL(top_of(&scene, 20), 0);
    CHECK_OK(iq_view_set_anchor(view, IQ_ANCHOR_NONE, (iq_item){0}));
    scene = shown(10, 60);
    CHECK(scene.offset == 30 && scene.correction == 0);
    close();
}

/* A chat: at the end the end stays, unless a finger holds the content; elsewhere what is visible does. */
static void at_the_end(void)
{
    open(30, NULL, 10);
    CHECK_OK(iq_view_set_anchor(view, IQ_ANCHOR_END, (iq_item){0}));
    iq_scene scene = laid_out_scene(view);
    CHECK_EQUAL(scene.offset, 200);
    scene = shown(1, 33);
    CHECK_EQUAL(scene.offset, 230);
    CHECK(scene.flags & IQ_SCENE_AT_END && top_of(&scene, 33) == 90);
    CHECK_OK(iq_view_scroll(view, 0, IQ_SCROLL_BY | IQ_SCROLL_HELD));
    scene = shown(1, 35);
    CHECK_EQUAL(scene.offset, 230);
    CHECK(!(scene.flags & IQ_SCENE_AT_END));
    scene = scrolled(1000, IQ_SCROLL_CLAMP);
    CHECK_EQUAL(scene.offset, 250);
    scene = shown(1, 36);
    CHECK_EQUAL(scene.offset, 260);
    scrolled(-50, IQ_SCROLL_BY);
    scene = shown(1, 40);
    CHECK_EQUAL(scene.offset, 210);
    /* The window becomes lower, as a keyboard comes up. */
    scrolled(1000, IQ_SCROLL_CLAMP);
    CHECK_OK(iq_view_set_size(view, 60, 40));
    scene = laid_out_scene(view);
    CHECK_EQUAL(scene.offset, 360);
    close();
}

/* An item that is held stays, though what is above it in the window changes. */
static void held(void)
{
    open(50, NULL, 10);
    scrolled(100, 0);
    CHECK_OK(iq_view_set_anchor(view, IQ_ANCHOR_VISIBLE, laid_out_item(list, 15)));
    set_height(12, 35);
    iq_scene scene = laid_out_scene(view);
    CHECK_EQUAL(top_of(&scene, 15), 40);
    CHECK_EQUAL(scene.offset, 125);
    /* Without one it is the first that is visible. */
    CHECK_OK(iq_view_set_anchor(view, IQ_ANCHOR_VISIBLE, (iq_item){0}));
    scrolled(100, 0);
    set_height(12, 20);
    scene = laid_out_scene(view);
    CHECK_EQUAL(scene.offset, 100);
    CHECK_EQUAL(top_of(&scene, 11), 0);
    close();
}

/* A row that is moved to the top of the list takes nobody with it. */
static void bumped(void)
{
    static uint64_t numbers[50];
    open(50, NULL, 10);
    scrolled(200, 0);
    numbers[0] = 21;
    for (uint64_t i = 1, number = 1; i < 50; number++) {
        if (number != 21) {
            numbers[i++] = number;
        }
    }
    laid_out_set(list, &(laid_out_list){.sections = 1, .counts = {50}, .numbers = numbers});
    iq_scene scene = laid_out_scene(view);
    CHECK_EQUAL(top_of(&scene, 22), 10);
    CHECK_EQUAL(scene.offset, 200);
    close();
}

/* Another width holds the first visible item, at its fraction. */
static void resized(void)
{
    iq_section_layout layout = {.struct_size = sizeof layout};
    layout.item.height.unit = IQ_LENGTH_ASPECT;
    open(50, NULL, 0);
    CHECK_OK(iq_view_set_layout(view, (iq_section){0}, &layout));
    iq_scene scene = scrolled(630, 0);
    CHECK_EQUAL(top_of(&scene, 11), -30);
    CHECK_OK(iq_view_set_size(view, 120, 100));
    scene = laid_out_scene(view);
    CHECK_EQUAL(top_of(&scene, 11), -60);
    CHECK_EQUAL(scene.offset, 1260);
    close();
}

/* ---- scroll_to */

static double offset_for(const iq_scroll_target *target)
{
    double offset;
    CHECK_OK(iq_view_get_offset(view, target, &offset));
    return offset;
}

static double target_offset(uint64_t number, iq_align align, double margin)
{
    iq_scroll_target target = {.struct_size = sizeof target, .align = align, .margin = margin};
    if (number > 0) {
        target.element = laid_out_element(list, number);
    }
    double offset = offset_for(&target);
    CHECK_OK(iq_view_scroll_to(view, &target));
    iq_scene scene = laid_out_scene(view);
    CHECK_EQUAL(scene.offset, offset);
    return offset;
}

static void targets(void)
{
    open(50, NULL, 10);
    laid_out_scene(view);
    CHECK_EQUAL(target_offset(21, IQ_ALIGN_START, 0), 200);
    CHECK_EQUAL(target_offset(21, IQ_ALIGN_START, 7), 193);
    CHECK_EQUAL(target_offset(21, IQ_ALIGN_END, 0), 110);
    CHECK_EQUAL(target_offset(21, IQ_ALIGN_END, 7), 117);
    CHECK_EQUAL(target_offset(21, IQ_ALIGN_CENTER, 0), 155);
    /* Visible already: nothing; else the nearer edge. */
    CHECK_EQUAL(target_offset(21, IQ_ALIGN_NEAREST, 0), 155);
    CHECK_EQUAL(target_offset(10, IQ_ALIGN_NEAREST, 0), 90);
    CHECK_EQUAL(target_offset(30, IQ_ALIGN_NEAREST, 0), 200);
    /* At the ends of the content. */
    CHECK_EQUAL(target_offset(1, IQ_ALIGN_END, 0), 0);
    CHECK_EQUAL(target_offset(50, IQ_ALIGN_START, 0), 400);
    CHECK_EQUAL(target_offset(0, IQ_ALIGN_START, 0), 0);
    CHECK_EQUAL(target_offset(0, IQ_ALIGN_END, 0), 400);
    close();

    /* Below what is stuck. */
    iq_section_layout layout = laid_out_rows(10);
    layout.flags = IQ_SECTION_LAYOUT_STICKY_HEADER | IQ_SECTION_LAYOUT_STICKY_FOOTER;
    open(50, NULL, 10);
    CHECK_OK(iq_view_set_layout(view, (iq_section){0}, &layout));
    laid_out_set(list, &(laid_out_list){.sections = 2, .counts = {25, 25}, .has_headers = true, .has_footers = true});
    CHECK_EQUAL(target_offset(11, IQ_ALIGN_START, 0), 100);
    CHECK_EQUAL(target_offset(21, IQ_ALIGN_END, 0), 150);
    iq_scroll_target section = {.struct_size = sizeof section, .align = IQ_ALIGN_START};
    section.element.section = laid_out_section(list, 1);
    CHECK_EQUAL(offset_for(&section), 290);
    section.element.kind = IQ_KIND_FOOTER;
    section.align = IQ_ALIGN_END;
    CHECK_EQUAL(offset_for(&section), 480);
    close();
}

/* A target is kept until the host scrolls; a request that moves nothing does not count. */
static void kept_targets(void)
{
    open(50, NULL, 10);
    laid_out_scene(view);
    CHECK_EQUAL(target_offset(21, IQ_ALIGN_START, 0), 200);
    CHECK_OK(iq_view_scroll(view, 0, IQ_SCROLL_BY | IQ_SCROLL_HELD));
    set_height(1, 25);
    iq_scene scene = laid_out_scene(view);
    CHECK_EQUAL(scene.offset, 215);
    /* To ask changes nothing. */
    iq_scroll_target target = {.struct_size = sizeof target, .element = laid_out_element(list, 5)};
    CHECK_EQUAL(offset_for(&target), 55);
    scene = laid_out_scene(view);
    CHECK_EQUAL(scene.offset, 215);
    CHECK(!(scene.flags & (IQ_SCENE_CHANGED | IQ_SCENE_SCROLLED)));
    /* An item that goes is no target any more. */
    static uint64_t numbers[49];
    for (uint64_t i = 0; i < 49; i++) {
        numbers[i] = i < 20 ? i + 1 : i + 2;
    }
    laid_out_set(list, &(laid_out_list){.sections = 1, .counts = {49}, .numbers = numbers});
    scene = laid_out_scene(view);
    CHECK_EQUAL(top_of(&scene, 22), 10);
    target.element.item.id += UINT64_C(1) << 40;
    CHECK_STATUS(iq_view_scroll_to(view, &target), IQ_ERROR_HANDLE);
    close();
}

/* A margin is not for CENTER. What is visible with its margin is where it should be. */
static void margins(void)
{
    open(50, NULL, 10);
    laid_out_scene(view);
    CHECK_EQUAL(target_offset(21, IQ_ALIGN_CENTER, 9), 155);
    CHECK_EQUAL(target_offset(10, IQ_ALIGN_NEAREST, 9), 81);
    CHECK_EQUAL(target_offset(17, IQ_ALIGN_NEAREST, 9), 81);
    CHECK_EQUAL(target_offset(18, IQ_ALIGN_NEAREST, 9), 89);
    close();
}

/* Sizes that are known once they are seen: the target arrives all the same, and stays. */
static void measuring(void)
{
    static const iq_align aligns[] = {IQ_ALIGN_START, IQ_ALIGN_CENTER, IQ_ALIGN_END};
    for (size_t a = 0; a < 3; a++) {
        open(1000, NULL, 0);
        laid_out_scene(view);
        iq_scroll_target target = {.struct_size = sizeof target, .align = aligns[a]};
        target.element = laid_out_element(list, 501);
        CHECK_OK(iq_view_scroll_to(view, &target));
        iq_scene scene;
        size_t rounds = 0;
        do {
            scene = laid_out_scene(view);
            iq_element_size sizes[64];
            size_t count = 0;
            for (size_t i = 0; i < scene.count; i++) {
                if (scene.places[i].flags & IQ_PLACE_MEASURE) {
                    double length = 10 + (double)(scene.places[i].index * 7919 % 81);
                    sizes[count++] = (iq_element_size){scene.places[i].element, {60, length}};
                }
            }
            CHECK_OK(iq_view_set_sizes(view, sizes, count));
        } while (scene.flags & IQ_SCENE_MEASURE && ++rounds < 50);
        CHECK(rounds < 50 && rounds > 0);
        const iq_place *place = laid_out_place(&scene, list, 501);
        CHECK(place != NULL);
        double length = 10 + 500 * 7919 % 81, room = 100 - length;
        double start = a == 0 ? 0 : a == 1 ? room / 2 : room;
        CHECK_EQUAL(place->frame.height, length);
        CHECK_EQUAL(place->frame.y, start);
        CHECK_EQUAL(scene.offset, offset_for(&target));
        /* It stays there until the host scrolls, also when what is above becomes known. */
        set_height(3, 200);
        scene = laid_out_scene(view);
        CHECK_EQUAL(top_of(&scene, 501), start);
        scene = scrolled(5, IQ_SCROLL_BY);
        CHECK_EQUAL(top_of(&scene, 501), start - 5);
        close();
    }
}

/* ---- by key */

static void positions(void)
{
    iq_scroll_position position = {.struct_size = sizeof position};
    open(50, NULL, 10);
    laid_out_scene(view);
    scrolled(123, 0);
    CHECK_OK(iq_view_get_scroll_position(view, &position));
    const iq_key key = iq_key_from_u64(13), section = iq_key_from_u64(LAID_OUT_FIRST_SECTION);
    CHECK(memcmp(&position.item, &key, sizeof key) == 0 && memcmp(&position.section, &section, sizeof key) == 0);
    CHECK_EQUAL(position.within, 3);
    CHECK(position.flags == 0);
    close();
    /* Another process, in which the list has more before it, and comes late. */
    open(1, NULL, 10);
    CHECK_OK(iq_view_set_scroll_position(view, &position));
    laid_out_set(list, &(laid_out_list){.sections = 0});
    CHECK(laid_out_scene(view).count == 0);
    iq_scene scene = shown(5, 60);
    CHECK_EQUAL(scene.offset, 83);
    CHECK_EQUAL(top_of(&scene, 13), -3);
    /* The user has scrolled before the list was there. */
    CHECK_OK(iq_view_set_scroll_position(view, &position));
    scene = scrolled(10, 0);
    CHECK_EQUAL(scene.offset, 10);
    scrolled(1e6, IQ_SCROLL_CLAMP);
    CHECK_OK(iq_view_get_scroll_position(view, &position));
    CHECK(position.flags == IQ_SCENE_AT_END);
    close();
    open(50, NULL, 10);
    CHECK_OK(iq_view_set_scroll_position(view, &position));
    scene = shown(1, 90);
    CHECK_EQUAL(scene.offset, 800);
    close();
}

/* ---- beside another thread */

static atomic_bool is_over;

static void *scroll(void *argument)
{
    (void)argument;
    for (size_t i = 0; i < 20000; i++) {
        CHECK_OK(iq_view_scroll(view, 0.25, IQ_SCROLL_BY));
    }
    atomic_store(&is_over, true);
    return NULL;
}

/* No request is lost, none is refused. */
static void beside(void)
{
    pthread_t thread;
    open(1900, NULL, 10);
    laid_out_scene(view);
    CHECK(pthread_create(&thread, NULL, scroll, NULL) == 0);
    double last = 0;
    while (!atomic_load(&is_over)) {
        iq_scene scene = laid_out_scene(view);
        CHECK(scene.offset >= last && scene.correction == 0);
        last = scene.offset;
    }
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK_EQUAL(laid_out_scene(view).offset, 5000);
    close();
}

/* ---- pages */

static size_t page_events(void)
{
    iq_event events[16] = {{.struct_size = sizeof events[0]}};
    size_t count, pages = 0;
    do {
        CHECK_OK(iq_list_poll(list, events, 16, &count));
        for (size_t i = 0; i < count; i++) pages += events[i].kind == IQ_EVENT_PAGE;
    } while (count > 0);
    return pages;
}

/* After an answer, the scene says whether the next page is near: not a poll that comes before it. */
static void paging_at_the_start(iq_anchor kept)
{
    const iq_page more = {.struct_size = sizeof more, .state = IQ_PAGE_MORE, .distance = 3};
    open(50, NULL, 10);
    show(51, 70);
    CHECK_OK(iq_view_set_anchor(view, kept, (iq_item){0}));
    CHECK_OK(iq_list_set_page(list, (iq_section){0}, IQ_EDGE_START, &more));
    laid_out_scene(view);
    CHECK_EQUAL(page_events(), 0);
    /* Edges that are near when the events are asked for. */
    CHECK_OK(iq_list_set_events(list, IQ_EVENT_PAGE));
    CHECK_EQUAL(page_events(), 1);
    for (uint64_t page = 1; page <= 2; page++) {
        show(51 - 20 * page, 70);
        CHECK_OK(iq_list_set_page(list, (iq_section){0}, IQ_EDGE_START, &more));
        CHECK_EQUAL(page_events(), 0);
        /* What was read stays: more could come above it. */
        CHECK_EQUAL(laid_out_scene(view).correction, 200);
        CHECK_EQUAL(page_events(), 0);
        CHECK_OK(iq_view_scroll(view, 0, 0));
        laid_out_scene(view);
        CHECK_EQUAL(page_events(), 1);
    }
    /* A page without items: there is another one, and what is visible is where it was. */
    CHECK_OK(iq_list_set_page(list, (iq_section){0}, IQ_EDGE_START, &more));
    laid_out_scene(view);
    CHECK_EQUAL(page_events(), 1);
    close();
}

int main(void)
{
    requests();
    thresholds();
    above();
    at_the_end();
    held();
    bumped();
    resized();
    targets();
    margins();
    kept_targets();
    measuring();
    paging_at_the_start(IQ_ANCHOR_HOLD);
    paging_at_the_start(IQ_ANCHOR_VISIBLE);
    positions();
    beside();
    laid_out_nothing_left();
    return 0;
}

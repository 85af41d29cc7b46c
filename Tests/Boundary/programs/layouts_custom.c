/*
 * layouts_custom.c - layouts of the host's own beside plain arithmetic: a million items, of which only those near the window
 * are asked about; what is asked again when the count, the room or the layout is another one; answers that cannot be, and
 * functions that fail.
 */
#include "laid_out.h"

#include "random.h"
#include "slanted.h"

enum { MOST = 1000000 };

static size_t extents, ranges, frames;

static double count_extent(void *context, iq_section section, size_t count, double across)
{
    extents++;
    return slanted_extent(context, section, count, across);
}

static void count_range(void *context, iq_section section, size_t count, double across, double start, double end,
                        size_t *first, size_t *shown)
{
    ranges++;
    CHECK(*first == 0 && *shown == 0 && start < end && start >= 0);
    slanted_range(context, section, count, across, start, end, first, shown);
}

static void count_frame(void *context, iq_section section, size_t count, double across, size_t index, iq_rect *frame)
{
    frames++;
    CHECK(index < count);
    slanted_frame(context, section, count, across, index, frame);
}

static const iq_custom_layout counted = {
    .struct_size = sizeof counted, .extent = count_extent, .range = count_range, .frame = count_frame};

static void set(iq_view *view, const iq_custom_layout *custom)
{
    const iq_section_layout layout = {.struct_size = sizeof layout, .kind = IQ_LAYOUT_CUSTOM, .custom = custom};
    CHECK_OK(iq_view_set_layout(view, (iq_section){0}, &layout));
}

static void set_count(iq_list *list, size_t count)
{
    static iq_key keys[MOST];
    for (size_t i = 0; i < count; i++) {
        keys[i] = iq_key_from_u64(i + 1);
    }
    const iq_columns items = {.struct_size = sizeof items, .count = count, .keys = keys};
    CHECK_OK(iq_list_set_items(list, &items, NULL, NULL));
}

static void check_scene(const iq_scene *scene, double offset, double across, size_t count)
{
    CHECK_EQUAL(scene->offset, offset);
    CHECK_EQUAL(scene->content.height, 10 * (double)count);
    for (size_t i = 0; i < scene->count; i++) {
        const iq_place *place = &scene->places[i];
        iq_rect wanted = slanted_item(across, place->index);
        CHECK(place->index == scene->first + i);
        CHECK_FRAME(place->frame, wanted.x, wanted.y - offset, wanted.width, wanted.height);
        CHECK(!(place->flags & IQ_PLACE_MEASURE));
    }
}

/* ---- what is asked */

/* At most so many frames, and nothing but a range or two beside them. */
static void check_asked(size_t most_extents, size_t most_frames)
{
    CHECK(extents <= most_extents && ranges <= 2 && frames <= most_frames);
    extents = ranges = frames = 0;
}

static void only_what_is_near(void)
{
    check_case = "only what is near is asked about";
    iq_list *list;
    CHECK_OK(iq_list_create(NULL, &list));
    set_count(list, MOST);
    iq_view *view = laid_out_view(list, NULL, NULL, 100, 200);
    set(view, &counted);
    iq_scene scene = laid_out_scene(view);
    CHECK(scene.count == 20);
    check_scene(&scene, 0, 100, MOST);
    check_asked(1, 22);
    for (size_t i = 1; i <= 1000; i++) {
        CHECK_OK(iq_view_scroll(view, 3, IQ_SCROLL_BY));
        scene = laid_out_scene(view);
        check_scene(&scene, 3 * (double)i, 100, MOST);
        check_asked(0, 2);
    }
    CHECK_OK(iq_view_scroll(view, 5000000, 0));
    scene = laid_out_scene(view);
    check_scene(&scene, 5000000, 100, MOST);
    check_asked(0, 44);
    /* Nothing has changed: nothing is asked. */
    scene = laid_out_scene(view);
    CHECK(extents + ranges + frames == 0);
    iq_view_destroy(view);
    iq_list_destroy(list);
}

static void asked_again(void)
{
    check_case = "asked again for another count, room and layout";
    iq_list *list;
    CHECK_OK(iq_list_create(NULL, &list));
    set_count(list, 100);
    iq_view *view = laid_out_view(list, NULL, NULL, 100, 200);
    set(view, &counted);
    laid_out_scene(view);
    CHECK(extents == 1);
    set_count(list, 90);
    iq_scene scene = laid_out_scene(view);
    check_scene(&scene, 0, 100, 90);
    CHECK(extents == 2);
    CHECK_OK(iq_view_set_size(view, 50, 200));
    scene = laid_out_scene(view);
    check_scene(&scene, 0, 50, 90);
    CHECK(extents == 3);
    CHECK_OK(iq_view_set_size(view, 50, 100));
    laid_out_scene(view);
    CHECK(extents == 3);
    set(view, &counted);
    laid_out_scene(view);
    CHECK(extents == 4);
    /* What a section shows does not change where its items are. */
    set_count(list, 90);
    laid_out_scene(view);
    CHECK(extents == 4);
    extents = ranges = frames = 0;
    iq_view_destroy(view);
    iq_list_destroy(list);
}

/* ---- answers that cannot be */

static random_source source;

static double any_number(void)
{
    static const double numbers[] = {0, -1, 1, 30, 1e9, -1e9, 1e300, -1e300, INFINITY, -INFINITY, 0.001, 77};
    return numbers[random_below(&source, sizeof numbers / sizeof *numbers)];
}

static double any_extent(void *context, iq_section section, size_t count, double across)
{
    (void)context;
    (void)section;
    (void)count;
    (void)across;
    return random_below(&source, 2) ? 300 : any_number();
}

static void any_range(void *context, iq_section section, size_t count, double across, double start, double end,
                      size_t *first, size_t *shown)
{
    static const size_t numbers[] = {0, 1, 3, 20, 100, SIZE_MAX / 2, SIZE_MAX - 1};
    (void)context;
    (void)section;
    (void)count;
    (void)across;
    (void)start;
    (void)end;
    *first = numbers[random_below(&source, 7)];
    *shown = numbers[random_below(&source, 7)];
}

static void any_frame(void *context, iq_section section, size_t count, double across, size_t index, iq_rect *frame)
{
    (void)context;
    (void)section;
    (void)count;
    (void)across;
    (void)index;
    *frame = (iq_rect){any_number(), any_number(), any_number(), any_number()};
}

static void answers_are_cut(void)
{
    static const iq_custom_layout any = {
        .struct_size = sizeof any, .extent = any_extent, .range = any_range, .frame = any_frame};
    check_case = "answers are cut to what can be";
    iq_list *list = laid_out_flat(40);
    for (uint64_t seed = 0; seed < 400; seed++) {
        check_seed = seed;
        source.state = seed;
        iq_view *view = laid_out_view(list, NULL, NULL, 100, 100);
        set(view, &any);
        for (size_t step = 0; step < 8; step++) {
            CHECK_OK(iq_view_scroll(view, (double)random_below(&source, 400) - 50, random_below(&source, 2)));
            iq_scene scene = laid_out_scene(view);
            CHECK(scene.content.height >= 0 && scene.content.height <= 40.0 * 1048576);
            for (size_t i = 0; i < scene.count; i++) {
                iq_rect frame = scene.places[i].frame;
                CHECK(frame.x >= 0 && frame.width >= 0 && frame.x + frame.width <= 100);
                CHECK(frame.height > 0 && frame.y + scene.offset >= 0);
                CHECK(frame.y + scene.offset + frame.height <= scene.content.height);
            }
            for (iq_direction direction = 0; direction <= IQ_DIRECTION_PAGE_DOWN; direction++) {
                iq_item next;
                iq_status status = iq_view_find_neighbour(view, laid_out_item(list, 7), direction, &next);
                CHECK(status == IQ_OK || status == IQ_ERROR_NOT_FOUND);
            }
            size_t first, count;
            CHECK_OK(iq_view_find_range(view, 10, 90, &first, &count));
            CHECK(first + count <= 40);
        }
        iq_view_destroy(view);
    }
    check_seed = 0;
    iq_list_destroy(list);
}

/* ---- functions that fail */

enum { NOTHING_FAILS, EXTENT_FAILS, RANGE_FAILS, FRAME_FAILS } failing;

static double failing_extent(void *context, iq_section section, size_t count, double across)
{
    return failing == EXTENT_FAILS ? NAN : slanted_extent(context, section, count, across);
}

static void failing_range(void *context, iq_section section, size_t count, double across, double start, double end,
                          size_t *first, size_t *shown)
{
    slanted_range(context, section, count, across, start, end, first, shown);
    *first = failing == RANGE_FAILS ? IQ_END : *first;
}

static void failing_frame(void *context, iq_section section, size_t count, double across, size_t index, iq_rect *frame)
{
    slanted_frame(context, section, count, across, index, frame);
    frame->height = failing == FRAME_FAILS && index == 2 ? NAN : frame->height;
}

static void functions_fail(void)
{
    static const iq_custom_layout may_fail = {
        .struct_size = sizeof may_fail, .extent = failing_extent, .range = failing_range, .frame = failing_frame};
    check_case = "a function that fails is asked again";
    for (failing = EXTENT_FAILS; failing <= FRAME_FAILS; failing++) {
        int which = failing;
        iq_list *list = laid_out_flat(40);
        iq_view *view = laid_out_view(list, NULL, NULL, 100, 100);
        const iq_element item = laid_out_element(list, 3);
        iq_rect frame;
        set(view, &may_fail);
        CHECK_STATUS(iq_view_layout(view, NULL), IQ_ERROR_CALLBACK);
        CHECK_STATUS(iq_view_layout(view, NULL), IQ_ERROR_CALLBACK);
        iq_status status = iq_view_get_frame(view, &item, &frame);
        CHECK(status == (failing == RANGE_FAILS ? IQ_OK : IQ_ERROR_CALLBACK));
        failing = NOTHING_FAILS;
        CHECK_OK(iq_view_get_frame(view, &item, &frame));
        CHECK_FRAME(frame, 40, 20, 20, 10);
        iq_scene scene = laid_out_scene(view);
        CHECK(scene.count == 10);
        check_scene(&scene, 0, 100, 40);
        failing = which;
        iq_view_destroy(view);
        iq_list_destroy(list);
    }
    failing = NOTHING_FAILS;
}

/* ---- a list that changes with each answer */

static iq_list *restless;
static size_t restless_count = 40;

static double restless_extent(void *context, iq_section section, size_t count, double across)
{
    set_count(restless, ++restless_count);
    return slanted_extent(context, section, count, across);
}

static void list_changes_in_functions(void)
{
    static const iq_custom_layout changes = {
        .struct_size = sizeof changes, .extent = restless_extent, .range = slanted_range, .frame = slanted_frame};
    check_case = "a list that changes with each answer";
    CHECK_OK(iq_list_create(NULL, &restless));
    set_count(restless, restless_count);
    iq_view *view = laid_out_view(restless, NULL, NULL, 100, 100);
    set(view, &changes);
    for (size_t i = 0; i < 5; i++) {
        laid_out_scene(view);
        CHECK_OK(iq_view_scroll(view, 7, IQ_SCROLL_BY));
    }
    iq_view_destroy(view);
    iq_list_destroy(restless);
}

int main(void)
{
    only_what_is_near();
    asked_again();
    answers_are_cut();
    functions_fail();
    list_changes_in_functions();
    laid_out_nothing_left();
    return 0;
}

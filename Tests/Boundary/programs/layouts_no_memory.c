/*
 * layouts_no_memory.c - every allocation of what a view that is laid out does fails in turn, once and for good: the call
 * answers IQ_ERROR_NO_MEMORY, the last scene is there as it was, nothing else has changed, and the same call succeeds when
 * there is memory again, with what it would have given without the failure. Nothing leaks. A layout that fails keeps the
 * sizes that it has measured until then: where the list or the offset is another one, the next layout may hold another item
 * than it would have held, so that its places are compared with the sizes only.
 */
#include "laid_out.h"

#include "failing.h"
#include "slanted.h"

enum { SECTIONS = 4, ITEMS = 1200, MOST_PLACES = 64, LOOKS = 24 };

static iq_list *list;
static iq_view *view;
static iq_scene scene; /* the last one */
static iq_place places[MOST_PLACES], previous[MOST_PLACES];
static iq_class cell_class;
static size_t cells;
static uint64_t points;

/* ---- the host */

static double height_of(uint64_t number)
{
    return 10 + (double)(number * 31 % 17);
}

static int measure(void *context, const iq_measured *elements, size_t count, iq_size *sizes)
{
    (void)context;
    for (size_t i = 0; i < count; i++) {
        uint64_t number;
        memcpy(&number, elements[i].key.bytes, sizeof number);
        sizes[i].height = height_of(number);
    }
    return 0;
}

static int create_cell(void *context, const iq_event *event, void **object)
{
    (void)context;
    (void)event;
    *object = check_memory(malloc(1));
    cells++;
    return 0;
}

static void destroy_cell(void *context, void *object)
{
    (void)context;
    free(object);
    cells--;
}

/* ---- the view */

static void show(bool after)
{
    static uint64_t numbers[ITEMS], contents[ITEMS];
    for (uint64_t i = 0; i < ITEMS; i++) {
        numbers[i] = after && i < 1000 ? (i * 7 + 3) % 1000 + 1 + (i % 50 == 0 ? 5000 : 0) : i + 1;
        contents[i] = after && i % 3 == 0 ? 9 : 1;
    }
    laid_out_set(list, &(laid_out_list){.sections = SECTIONS,
                                        .counts = {500, 0, 400, 300},
                                        .numbers = numbers,
                                        .contents = contents,
                                        .has_headers = true,
                                        .cell_class = cell_class});
}

static iq_section_layout rows(bool measures)
{
    iq_section_layout layout = laid_out_rows(0);
    layout.flags = IQ_SECTION_LAYOUT_STICKY_HEADER;
    layout.measure = measures ? measure : NULL;
    return layout;
}

static void keep_scene(void)
{
    scene = laid_out_scene(view);
    CHECK(scene.count <= MOST_PLACES && scene.previous_count <= MOST_PLACES);
    memcpy(places, scene.places, scene.count * sizeof *places);
    memcpy(previous, scene.previous, scene.previous_count * sizeof *previous);
}

static void open(bool is_first, bool measures)
{
    const iq_view_options options = {.overscan = 30, .section_spacing = 2};
    const iq_section_layout layout = rows(measures);
    CHECK_OK(iq_list_create(NULL, &list));
    show(false);
    view = laid_out_view(list, &options, &layout, 60, 200);
    scene = (iq_scene){0};
    if (!is_first) {
        laid_out_scene(view);
        CHECK_OK(iq_view_scroll(view, 30, 0));
        keep_scene();
    }
}

/* ---- what fails */

static iq_status set_layout(void)
{
    iq_section_layout layout = rows(false);
    layout.item.height = laid_out_fixed(17);
    return iq_view_set_layout(view, laid_out_section(list, 2), &layout);
}

static iq_status set_layout_of_all(void)
{
    iq_section_layout layout = rows(false);
    layout.columns = 3;
    return iq_view_set_layout(view, (iq_section){0}, &layout);
}

static iq_status set_flow(void)
{
    iq_section_layout layout = rows(false);
    layout.kind = IQ_LAYOUT_FLOW;
    layout.item.width = laid_out_fixed(21);
    return iq_view_set_layout(view, (iq_section){0}, &layout);
}

static iq_status set_lanes_that(bool are_measured)
{
    iq_section_layout layout = rows(are_measured);
    layout.kind = IQ_LAYOUT_LANES;
    layout.columns = 3;
    return iq_view_set_layout(view, (iq_section){0}, &layout);
}

static iq_status set_lanes(void)
{
    return set_lanes_that(false);
}

static iq_status set_custom(void)
{
    const iq_custom_layout custom = slanted();
    iq_section_layout layout = rows(false);
    layout.kind = IQ_LAYOUT_CUSTOM;
    layout.custom = &custom;
    return iq_view_set_layout(view, (iq_section){0}, &layout);
}

static iq_status set_sizes(void)
{
    static iq_element_size sizes[200];
    failing_pause(true);
    for (size_t i = 0; i < 200; i++) {
        iq_item item;
        CHECK_OK(iq_list_find_item_at(list, i * 6, &item));
        sizes[i] = (iq_element_size){.element.item = item, .size = {60, (double)(i % 23)}};
    }
    sizes[7].element = (iq_element){.section = laid_out_section(list, 2), .kind = IQ_KIND_HEADER};
    failing_pause(false);
    return iq_view_set_sizes(view, sizes, 200);
}

static iq_status set_extents(void)
{
    static double lengths[ITEMS];
    iq_list_info info = {.struct_size = sizeof info};
    for (size_t i = 0; i < ITEMS; i++) {
        lengths[i] = (double)(i % 29);
    }
    CHECK_OK(iq_list_get_info(list, &info));
    return iq_view_set_extents(view, info.version, 0, ITEMS, lengths, 0);
}

static iq_status set_options(void)
{
    const iq_view_options options = {.struct_size = sizeof options, .grain = 1, .overscan = 20};
    return iq_view_set_options(view, &options);
}

static iq_status set_size(void)
{
    return iq_view_set_size(view, 90, 150);
}

static iq_status invalidate(void)
{
    return iq_view_invalidate(view, 3, 700);
}

static iq_status layout(void)
{
    return iq_view_layout(view, NULL);
}

static iq_status get_frame(void)
{
    const iq_element element = {.struct_size = sizeof element, .section = laid_out_section(list, 3)};
    iq_rect frame;
    return iq_view_get_frame(view, &element, &frame);
}

static iq_status find_range(void)
{
    size_t first, count;
    return iq_view_find_range(view, 200, 9000, &first, &count);
}

static iq_status take_cell(void)
{
    const iq_element element = laid_out_element(list, 900);
    iq_event event = {.struct_size = sizeof event};
    iq_status status = iq_view_take_cell(view, &element, &event);
    return status ? status : iq_view_give_cell(view, event.cell);
}

static iq_status dump(void)
{
    char text[100];
    size_t length;
    return iq_view_dump(view, text, sizeof text, &length);
}

/* What comes between the last scene and the call. */
static void nothing(void) {}

static void change_list(void)
{
    show(true);
}

static void far(void)
{
    CHECK_OK(iq_view_scroll(view, 9000, 0));
}

static void sizes_and_list(void)
{
    CHECK_OK(set_sizes());
    show(true);
}

static void edit_and_select(void)
{
    iq_item item;
    iq_edit *edit;
    CHECK_OK(iq_edit_begin(list, NULL, &edit));
    for (size_t i = 0; i < 8; i++) {
        CHECK_OK(iq_list_find_item_at(list, i * 100, &item));
        CHECK_OK(iq_edit_delete_items(edit, &item, 1));
    }
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    CHECK_OK(iq_list_find_item_at(list, 3, &item));
    CHECK_OK(iq_list_set_states(list, &item, 1, IQ_STATE_SELECTED, 0));
}

static void new_layouts(void)
{
    CHECK_OK(set_layout());
    CHECK_OK(set_options());
}

static void grid_with_sizes(void)
{
    CHECK_OK(set_layout_of_all());
    CHECK_OK(set_sizes());
    show(true);
}

static void flow(void)
{
    CHECK_OK(set_flow());
}

static void flow_with_sizes(void)
{
    CHECK_OK(set_flow());
    CHECK_OK(set_sizes());
}

static void lanes(void)
{
    CHECK_OK(set_lanes());
}

static void measured_lanes(void)
{
    CHECK_OK(set_lanes_that(true));
}

static void lanes_with_sizes(void)
{
    CHECK_OK(set_lanes());
    CHECK_OK(set_sizes());
}

static void custom(void)
{
    CHECK_OK(set_custom());
}

static const struct {
    const char *name;
    void (*before)(void);
    iq_status (*call)(void);
    bool is_first, measures;
} cases[] = {
    {"set_layout", nothing, set_layout, false, false},
    {"set_layout of all", nothing, set_layout_of_all, false, false},
    {"set_sizes", nothing, set_sizes, false, false},
    {"set_sizes before a scene", nothing, set_sizes, true, false},
    {"set_sizes of another list", change_list, set_sizes, false, false},
    {"set_extents", nothing, set_extents, false, false},
    {"set_extents before a scene", nothing, set_extents, true, false},
    {"set_options", nothing, set_options, false, false},
    {"set_size", nothing, set_size, false, false},
    {"invalidate", sizes_and_list, invalidate, false, false},
    {"first layout", nothing, layout, true, false},
    {"first layout that measures", nothing, layout, true, true},
    {"layout of another list", change_list, layout, false, false},
    {"layout of another list that measures", change_list, layout, false, true},
    {"layout of an edited list", edit_and_select, layout, false, true},
    {"layout with sizes", sizes_and_list, layout, false, false},
    {"layout of a grid with sizes", grid_with_sizes, layout, false, false},
    {"set_sizes in a flow", flow, set_sizes, false, false},
    {"layout of a flow with sizes", flow_with_sizes, layout, false, false},
    {"set_lanes", nothing, set_lanes, false, false},
    {"layout of lanes", lanes, layout, false, false},
    {"layout of lanes that measures", measured_lanes, layout, true, true},
    {"layout of lanes with sizes", lanes_with_sizes, layout, false, false},
    {"set_custom", nothing, set_custom, false, false},
    {"layout of a custom layout", custom, layout, false, false},
    {"get_frame in a custom layout", custom, get_frame, false, false},
    {"find_range in a custom layout", custom, find_range, false, false},
    {"layout far away", far, layout, false, false},
    {"layout far away that measures", far, layout, false, true},
    {"layout of new layouts", new_layouts, layout, false, false},
    {"get_frame", sizes_and_list, get_frame, false, false},
    {"find_range", sizes_and_list, find_range, false, false},
    {"take_cell", nothing, take_cell, false, false},
    {"dump", nothing, dump, false, false},
};

/* ---- what is seen */

typedef struct look {
    iq_rect frames[LOOKS];
} look;

static look look_around(void)
{
    look seen;
    memset(&seen, 0, sizeof seen);
    CHECK_OK(iq_view_get_frame(view, NULL, &seen.frames[0]));
    size_t count;
    CHECK_OK(iq_list_get_count(list, NULL, &count));
    for (size_t i = 1; i < LOOKS; i++) {
        iq_element element = {.struct_size = sizeof element};
        CHECK_OK(iq_list_find_item_at(list, i * (count - 1) / LOOKS, &element.item));
        CHECK_OK(iq_view_get_frame(view, &element, &seen.frames[i]));
    }
    return seen;
}

static bool is_same(const look *a, const look *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static void check_last_scene(void)
{
    CHECK(scene.count == 0 || memcmp(places, scene.places, scene.count * sizeof *places) == 0);
    CHECK(scene.previous_count == 0 ||
          memcmp(previous, scene.previous, scene.previous_count * sizeof *previous) == 0);
}

/* Each item has the size that was measured, and stands below the one before it, if that is of the same lane. */
static void check_measured(const iq_scene *next)
{
    double end = NAN, x = NAN;
    CHECK(!(next->flags & IQ_SCENE_MEASURE));
    for (size_t i = 0; i < next->count; i++) {
        const iq_place *place = &next->places[i];
        iq_item_info info = {.struct_size = sizeof info};
        if (place->element.kind != 0) {
            end = NAN;
            continue;
        }
        uint64_t number;
        CHECK_OK(iq_list_get_item_info(list, place->element.item, 0, &info));
        memcpy(&number, info.key.bytes, sizeof number);
        CHECK_EQUAL(place->frame.height, height_of(number));
        CHECK(isnan(end) || place->frame.x != x || place->frame.y == end);
        x = place->frame.x;
        end = place->frame.y + place->frame.height;
    }
}

/* The frames of the next scene; its pairs depend on how often it was laid out. */
static size_t copy_scene(iq_rect *frames, bool is_measured)
{
    iq_scene next = laid_out_scene(view);
    CHECK(next.count <= MOST_PLACES);
    if (is_measured) {
        check_measured(&next);
    }
    for (size_t i = 0; i < next.count; i++) {
        frames[i] = next.places[i].frame;
        CHECK(next.places[i].cell != IQ_NONE && next.places[i].object != NULL);
    }
    return next.count;
}

static bool fail(size_t number, uint64_t nth, bool for_good, const iq_rect *wanted, size_t wanted_count)
{
    check_case = cases[number].name;
    check_seed = nth;
    open(cases[number].is_first, cases[number].measures);
    cases[number].before();
    /* To look makes what a layout would have to make. */
    bool is_layout = cases[number].call == layout;
    look before = {0};
    if (!is_layout) {
        before = look_around();
    }
    failing_arm(nth, for_good);
    iq_status status = cases[number].call();
    bool failed = failing_disarm();
    CHECK_STATUS(status, failed ? IQ_ERROR_NO_MEMORY : IQ_OK);
    if (failed) {
        check_last_scene();
        if (!is_layout) {
            look after = look_around();
            CHECK(is_same(&before, &after));
        }
        if (for_good && nth % 2) {
            failing_arm(1, true);
        } else {
            CHECK_OK(cases[number].call());
        }
    }
    if (!failed || !(for_good && nth % 2)) {
        iq_rect frames[MOST_PLACES];
        bool is_compared = !cases[number].measures || cases[number].is_first;
        size_t count = copy_scene(frames, cases[number].measures);
        CHECK(!is_compared || count == wanted_count);
        for (size_t i = 0; i < count && is_compared; i++) {
            CHECK_FRAME(frames[i], wanted[i].x, wanted[i].y, wanted[i].width, wanted[i].height);
        }
    }
    iq_view_destroy(view);
    iq_list_destroy(list);
    failing_disarm();
    CHECK(cells == 0);
    return failed;
}

/* In a steady scroll nothing is allocated, once cells and tables have the size that it needs. */
static void steady(bool measures)
{
    const char *kinds[] = {"steady scroll of rows that are known", "steady scroll of rows that are measured"};
    check_case = kinds[measures];
    check_seed = 0;
    open(true, measures);
    if (!measures) {
        CHECK_OK(set_extents());
    }
    for (size_t i = 0; i < 1000; i++) {
        CHECK_OK(iq_view_scroll(view, 5, IQ_SCROLL_BY | IQ_SCROLL_CLAMP));
        laid_out_scene(view);
    }
    CHECK_OK(iq_view_scroll(view, 0, 0));
    laid_out_scene(view);
    failing_arm(1, true);
    for (size_t i = 0; i < 1000; i++) {
        CHECK_OK(iq_view_scroll(view, 5, IQ_SCROLL_BY | IQ_SCROLL_CLAMP));
        laid_out_scene(view);
    }
    CHECK(!failing_disarm());
    iq_view_destroy(view);
    iq_list_destroy(list);
}

int main(void)
{
    failing_install();
    const iq_class_options options = {.struct_size = sizeof options,
                                      .name = "layouts no memory",
                                      .create_cell = create_cell,
                                      .destroy_cell = destroy_cell};
    CHECK_OK(iq_class_create(&options, &cell_class));
    CHECK_OK(iq_memory_trim());
    size_t bytes = iq_memory_used();
    uint64_t stride = 100 / (check_scaled(100) < 100 ? check_scaled(100) : 100);
    for (size_t number = 0; number < sizeof cases / sizeof *cases; number++) {
        iq_rect wanted[MOST_PLACES];
        check_case = cases[number].name;
        open(cases[number].is_first, cases[number].measures);
        cases[number].before();
        CHECK_OK(cases[number].call());
        size_t count = copy_scene(wanted, cases[number].measures);
        CHECK(count > 0);
        iq_view_destroy(view);
        iq_list_destroy(list);
        for (int for_good = 0; for_good < 2; for_good++) {
            uint64_t nth = 1;
            while (fail(number, nth, for_good, wanted, count)) {
                CHECK_OK(iq_memory_trim());
                CHECK(iq_memory_used() == bytes && failing_bytes() == bytes);
                points++;
                nth += stride > 4 ? 4 : stride;
            }
        }
    }
    steady(false);
    steady(true);
    printf("%llu allocations failed\n", (unsigned long long)points);
    return 0;
}

/*
 * layouts.c - views that are laid out, by example: the exact frames of lists and grids, what is stuck, how a scene is
 * paired with the last one, and what is at a point or beside an item.
 */
#include "host_memory.h"
#include "laid_out.h"

static bool has(const iq_place *place, uint32_t flag)
{
    return place->flags & flag;
}

/* ---- frames */

/* 7 items of 44, which is assumed, between insets of 20: 348. */
static void lists(void)
{
    const iq_view_options options = {.insets = {.top = 20, .bottom = 20}};
    iq_list *list = laid_out_flat(7);
    iq_view *view = laid_out_view(list, &options, NULL, 320, 400);
    iq_scene scene = laid_out_scene(view);
    CHECK(scene.count == 7 && scene.items == 7 && scene.first == 0 && scene.visible == 7);
    CHECK_EQUAL(scene.content.width, 320);
    CHECK_EQUAL(scene.content.height, 348);
    CHECK(scene.offset == 0 && scene.minimum == 0 && scene.maximum == 0 && scene.correction == 0);
    CHECK(scene.flags == (IQ_SCENE_CHANGED | IQ_SCENE_MEASURE | IQ_SCENE_AT_START | IQ_SCENE_AT_END));
    for (size_t i = 0; i < 7; i++) {
        const iq_place *place = &scene.places[i];
        uint32_t ends = (i == 0 ? IQ_PLACE_FIRST : 0) | (i == 6 ? IQ_PLACE_LAST : 0);
        CHECK_FRAME(place->frame, 0, 20 + 44.0 * (double)i, 320, 44);
        CHECK_EQUAL(place->natural, place->frame.y);
        CHECK(place->flags == (IQ_PLACE_NEW | IQ_PLACE_BOUND | IQ_PLACE_MEASURE | ends));
        CHECK(place->index == i && place->position.section == 0 && place->position.item == i);
        CHECK(place->cell == i && place->other == IQ_NONE && place->states == 0 && place->level == 0);
        CHECK(place->element.item.id == laid_out_item(list, i + 1).id && place->element.kind == 0);
    }
    iq_rect all;
    CHECK_OK(iq_view_get_frame(view, NULL, &all));
    CHECK_FRAME(all, 0, 0, 320, 348);
    /* A window that is lower than its content. */
    CHECK_OK(iq_view_set_size(view, 320, 100));
    scene = laid_out_scene(view);
    CHECK(scene.count == 2 && scene.first == 0 && scene.visible == 2);
    CHECK_EQUAL(scene.maximum, 248);
    iq_view_destroy(view);
    iq_list_destroy(list);
}

static void check_grid(const iq_view_options *options, const iq_section_layout *layout, double window, double left,
                       double step, double width, double height, double content)
{
    iq_list *list = laid_out_flat(7);
    iq_view *view = laid_out_view(list, options, layout, window, 1000);
    iq_scene scene = laid_out_scene(view);
    CHECK(scene.count == 7);
    for (size_t i = 0; i < 7; i++) {
        double line = height + layout->line_spacing;
        CHECK_FRAME(scene.places[i].frame, left + step * (double)(i % 4), (double)(i / 4) * line, width, height);
        CHECK(!has(&scene.places[i], IQ_PLACE_MEASURE));
    }
    CHECK_EQUAL(scene.content.height, content);
    CHECK(!(scene.flags & IQ_SCENE_MEASURE));
    iq_view_destroy(view);
    iq_list_destroy(list);
}

static void grids(void)
{
    iq_section_layout layout = {.struct_size = sizeof layout, .columns = 4};
    layout.item.height.unit = IQ_LENGTH_ASPECT;
    check_grid(NULL, &layout, 320, 0, 80, 80, 80, 160);
    const iq_view_options options = {.insets = {.leading = 10, .trailing = 10}};
    layout.item_spacing = 5;
    check_grid(&options, &layout, 375, 10, 90, 85, 85, 170);
    layout.item.additional.height = 20;
    check_grid(&options, &layout, 375, 10, 90, 85, 105, 210);
    layout.item.additional.height = 0;
    layout.item.height.value = 1.5;
    check_grid(&options, &layout, 375, 10, 90, 85, 56.6669921875, 113.333984375);
    layout.line_spacing = 5;
    check_grid(&options, &layout, 375, 10, 90, 85, 56.6669921875, 118.333984375);
    /* The insets of the section instead of those of the view. */
    layout = (iq_section_layout){.struct_size = sizeof layout, .columns = 4, .item_spacing = 5};
    layout.item.height = laid_out_fixed(30);
    layout.insets = (iq_insets){.leading = 10, .trailing = 10};
    check_grid(NULL, &layout, 375, 10, 90, 85, 30, 60);
}

/* Sections with headers and footers, spacing between them, insets around items only; a section without extent has no
 * spacing. */
static void sections(void)
{
    const iq_view_options options = {.insets = {5, 6, 7, 8}, .section_spacing = 9};
    iq_section_layout layout = laid_out_rows(10);
    layout.insets = (iq_insets){1, 2, 3, 4};
    layout.line_spacing = 0.5;
    iq_list *list;
    CHECK_OK(iq_list_create(NULL, &list));
    laid_out_set(list, &(laid_out_list){.sections = 2, .counts = {2, 1}, .has_headers = true, .has_footers = true});
    iq_view *view = laid_out_view(list, &options, &layout, 100, 300);
    iq_scene scene = laid_out_scene(view);
    CHECK(scene.count == 7);
    CHECK_FRAME(scene.places[0].frame, 6, 5, 86, 20);
    CHECK_FRAME(scene.places[1].frame, 8, 26, 80, 10);
    CHECK_FRAME(scene.places[2].frame, 8, 36.5, 80, 10);
    CHECK_FRAME(scene.places[3].frame, 6, 49.5, 86, 20);
    CHECK_FRAME(scene.places[4].frame, 6, 78.5, 86, 20);
    CHECK_FRAME(scene.places[5].frame, 8, 99.5, 80, 10);
    CHECK_FRAME(scene.places[6].frame, 6, 112.5, 86, 20);
    CHECK_EQUAL(scene.content.height, 139.5);
    iq_rect frame;
    const iq_element second = {.struct_size = sizeof second, .section = laid_out_section(list, 1)};
    CHECK_OK(iq_view_get_frame(view, &second, &frame));
    CHECK_EQUAL(frame.y, 78.5);
    CHECK_EQUAL(frame.height, 54);
    /* A layout of its own, and none again. */
    iq_section_layout own = laid_out_rows(50);
    CHECK_OK(iq_view_set_layout(view, laid_out_section(list, 0), &own));
    scene = laid_out_scene(view);
    CHECK_FRAME(scene.places[1].frame, 6, 25, 86, 50);
    CHECK_EQUAL(scene.content.height, 139.5 - 24.5 + 100);
    CHECK_OK(iq_view_set_layout(view, laid_out_section(list, 0), NULL));
    scene = laid_out_scene(view);
    CHECK_EQUAL(scene.content.height, 139.5);
    /* Without elements and items a section has no extent, and no spacing. */
    laid_out_set(list, &(laid_out_list){.sections = 3, .counts = {1, 0, 1}});
    scene = laid_out_scene(view);
    CHECK(scene.count == 2);
    CHECK_EQUAL(scene.content.height, 5 + 14 + 9 + 14 + 7);
    iq_view_destroy(view);
    iq_list_destroy(list);
}

/* Of the window, of the other length, of the grain. */
static void rules(void)
{
    iq_section_layout layout = {.struct_size = sizeof layout};
    const iq_view_options options = {.grain = 1, .insets = {.top = 10, .bottom = 10}};
    iq_list *list = laid_out_flat(3);
    layout.item.height = (iq_length){.unit = IQ_LENGTH_RELATIVE, .value = 0.25};
    iq_view *view = laid_out_view(list, NULL, &layout, 100, 90);
    iq_scene scene = laid_out_scene(view);
    CHECK_FRAME(scene.places[1].frame, 0, 22.5, 100, 22.5);
    /* In whole units: a quarter of 70 is 17.5, which is 18. */
    CHECK_OK(iq_view_set_options(view, &(iq_view_options){
                                           .struct_size = sizeof options, .grain = 1, .insets = options.insets}));
    scene = laid_out_scene(view);
    CHECK_FRAME(scene.places[1].frame, 0, 28, 100, 18);
    CHECK_EQUAL(scene.content.height, 74);
    /* What lies within the size of a place is the host's to subtract. */
    layout.item.height = laid_out_fixed(12);
    layout.item.indent = 4;
    layout.item.insets = (iq_insets){1, 2, 3, 4};
    layout.item.additional.height = 3;
    CHECK_OK(iq_view_set_layout(view, (iq_section){0}, &layout));
    scene = laid_out_scene(view);
    CHECK_FRAME(scene.places[1].frame, 6, 26, 90, 11);
    CHECK_EQUAL(scene.content.height, 65);
    iq_view_destroy(view);
    iq_list_destroy(list);
}

/* The axis, mirrored, and at the end of a window that is larger. */
static void directions(void)
{
    iq_list *list = laid_out_flat(5);
    iq_section_layout layout = {.struct_size = sizeof layout, .columns = 2, .item_spacing = 4};
    layout.item.height = layout.item.width = laid_out_fixed(30);
    layout.insets = (iq_insets){.leading = 6};
    const iq_view_options mirrored = {.flags = IQ_VIEW_RTL}, sideways = {.flags = IQ_VIEW_HORIZONTAL},
                          end = {.flags = IQ_VIEW_GRAVITY_END};
    iq_view *view = laid_out_view(list, &mirrored, &layout, 110, 200);
    iq_scene scene = laid_out_scene(view);
    CHECK_FRAME(scene.places[0].frame, 54, 0, 50, 30);
    CHECK_FRAME(scene.places[1].frame, 0, 0, 50, 30);
    CHECK_FRAME(scene.places[2].frame, 54, 30, 50, 30);
    iq_hit hit = {.struct_size = sizeof hit};
    CHECK_OK(iq_view_find_at(view, 20, 35, 0, &hit));
    CHECK(hit.place == 3 && hit.element.item.id == laid_out_item(list, 4).id);
    iq_view_destroy(view);

    view = laid_out_view(list, &sideways, &layout, 200, 104);
    scene = laid_out_scene(view);
    CHECK_FRAME(scene.places[0].frame, 6, 0, 30, 50);
    CHECK_FRAME(scene.places[1].frame, 6, 54, 30, 50);
    CHECK_FRAME(scene.places[4].frame, 66, 0, 30, 50);
    CHECK_EQUAL(scene.content.width, 96);
    CHECK_EQUAL(scene.content.height, 104);
    iq_view_destroy(view);

    const iq_view_options both = {.flags = IQ_VIEW_HORIZONTAL | IQ_VIEW_RTL};
    view = laid_out_view(list, &both, &layout, 200, 104);
    scene = laid_out_scene(view);
    CHECK_FRAME(scene.places[0].frame, 164, 0, 30, 50);
    CHECK_FRAME(scene.places[4].frame, 104, 0, 30, 50);
    iq_view_destroy(view);

    layout = laid_out_rows(10);
    view = laid_out_view(list, &end, &layout, 100, 80);
    scene = laid_out_scene(view);
    CHECK_FRAME(scene.places[0].frame, 0, 30, 100, 10);
    CHECK_FRAME(scene.places[4].frame, 0, 70, 100, 10);
    CHECK(scene.minimum == 0 && scene.maximum == 0 && scene.offset == 0);
    CHECK_EQUAL(scene.content.height, 50);
    CHECK_OK(iq_view_find_at(view, 5, 45, 0, &hit));
    CHECK(hit.place == 1 && hit.insertion.item == 2);
    CHECK_FRAME(hit.mark, 0, 50, 100, 0);
    CHECK_STATUS(iq_view_find_at(view, 5, 29, 0, &hit), IQ_ERROR_NOT_FOUND);
    iq_rect frame;
    const iq_element first = laid_out_element(list, 1);
    CHECK_OK(iq_view_get_frame(view, &first, &frame));
    CHECK_FRAME(frame, 0, 0, 100, 10);
    iq_view_destroy(view);
    iq_list_destroy(list);
}

/* Other options, and none: another grain or axis forgets sizes. */
static void options(void)
{
    iq_view_options some = {.struct_size = sizeof some, .insets = {.top = 7}};
    iq_list *list = laid_out_flat(3);
    iq_view *view = laid_out_view(list, NULL, NULL, 60, 100);
    iq_element_size size = {laid_out_element(list, 1), {30, 12}};
    CHECK_OK(iq_view_set_sizes(view, &size, 1));
    CHECK_EQUAL(laid_out_scene(view).content.height, 100);
    CHECK_OK(iq_view_set_options(view, &some));
    CHECK_EQUAL(laid_out_scene(view).content.height, 107);
    CHECK_OK(iq_view_set_options(view, NULL));
    iq_scene scene = laid_out_scene(view);
    CHECK_EQUAL(scene.content.height, 100);
    CHECK(!has(&scene.places[0], IQ_PLACE_MEASURE));
    some = (iq_view_options){.struct_size = sizeof some, .grain = 0.5};
    CHECK_OK(iq_view_set_options(view, &some));
    scene = laid_out_scene(view);
    CHECK_EQUAL(scene.content.height, 132);
    CHECK(has(&scene.places[0], IQ_PLACE_MEASURE));
    CHECK_OK(iq_view_set_sizes(view, &size, 1));
    some.flags = IQ_VIEW_HORIZONTAL;
    CHECK_OK(iq_view_set_options(view, &some));
    scene = laid_out_scene(view);
    CHECK_EQUAL(scene.content.width, 132);
    CHECK_EQUAL(scene.content.height, 100);
    CHECK_OK(iq_view_set_sizes(view, &size, 1));
    scene = laid_out_scene(view);
    CHECK_FRAME(scene.places[1].frame, 30, 0, 44, 100);
    iq_view_destroy(view);
    iq_list_destroy(list);
}

/* Items that are indented by their level, at the leading side. */
static void levels(void)
{
    static const uint16_t given[] = {0, 1, 2};
    const iq_key keys[] = {iq_key_from_u64(1), iq_key_from_u64(2), iq_key_from_u64(3)};
    const iq_columns items = {.struct_size = sizeof items, .count = 3, .keys = keys, .levels = given};
    iq_section_layout layout = laid_out_rows(10);
    layout.item.indent = 2;
    layout.item.level_indent = 20;
    iq_list *list;
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_OK(iq_list_set_items(list, &items, NULL, NULL));
    iq_view *view = laid_out_view(list, NULL, &layout, 40, 100);
    iq_scene scene = laid_out_scene(view);
    CHECK_FRAME(scene.places[0].frame, 2, 0, 38, 10);
    CHECK_FRAME(scene.places[1].frame, 22, 10, 18, 10);
    CHECK(scene.places[2].level == 2 && scene.places[2].frame.width == 0 && scene.places[2].frame.height == 10);
    CHECK_OK(iq_view_set_options(view, &(iq_view_options){.struct_size = sizeof(iq_view_options), .flags = IQ_VIEW_RTL}));
    scene = laid_out_scene(view);
    CHECK_FRAME(scene.places[1].frame, 0, 10, 18, 10);
    iq_view_destroy(view);
    iq_list_destroy(list);
}

/* What is assumed until it is measured; in a grid nothing is, and sizes have no effect. */
static void guesses(void)
{
    iq_section_layout layout = {.struct_size = sizeof layout};
    iq_list *list;
    CHECK_OK(iq_list_create(NULL, &list));
    laid_out_set(list, &(laid_out_list){.sections = 1, .counts = {2}, .has_headers = true, .has_footers = true});
    iq_view *view = laid_out_view(list, NULL, NULL, 60, 300);
    iq_scene scene = laid_out_scene(view);
    CHECK(scene.count == 4);
    static const double heights[] = {22, 44, 44, 22};
    for (size_t i = 0; i < 4; i++) {
        CHECK_EQUAL(scene.places[i].frame.height, heights[i]);
        CHECK(has(&scene.places[i], IQ_PLACE_MEASURE));
    }
    layout.item.height.value = 30;
    layout.header.height.value = 8;
    CHECK_OK(iq_view_set_layout(view, (iq_section){0}, &layout));
    scene = laid_out_scene(view);
    CHECK_EQUAL(scene.content.height, 8 + 60 + 22);
    const iq_element_size sizes[] = {{laid_out_element(list, 1), {1, 5}},
                                     {{.section = laid_out_section(list, 0), .kind = IQ_KIND_HEADER}, {1, 3}}};
    CHECK_OK(iq_view_set_sizes(view, sizes, 2));
    scene = laid_out_scene(view);
    CHECK_EQUAL(scene.content.height, 3 + 5 + 30 + 22);
    CHECK(!has(&scene.places[0], IQ_PLACE_MEASURE) && !has(&scene.places[1], IQ_PLACE_MEASURE));
    CHECK(has(&scene.places[2], IQ_PLACE_MEASURE) && has(&scene.places[3], IQ_PLACE_MEASURE));
    layout.columns = 2;
    CHECK_OK(iq_view_set_layout(view, (iq_section){0}, &layout));
    scene = laid_out_scene(view);
    CHECK_EQUAL(scene.content.height, 3 + 30 + 22);
    CHECK(has(&scene.places[1], IQ_PLACE_MEASURE) && has(&scene.places[2], IQ_PLACE_MEASURE));
    CHECK_EQUAL(scene.places[1].frame.height, 5);
    CHECK_EQUAL(scene.places[2].frame.height, 30);
    CHECK_EQUAL(scene.places[2].frame.y, 3);
    iq_view_destroy(view);
    iq_list_destroy(list);
}

/* Loaders of sections, while there are pages, or only while they are loading. */
static void loaders(void)
{
    const iq_section_layout layout = laid_out_rows(10);
    iq_list *list = laid_out_flat(2);
    iq_snapshot *snapshot;
    CHECK_OK(iq_list_snapshot(list, &snapshot));
    for (uint32_t kind = IQ_KIND_PAGE_START; kind <= IQ_KIND_PAGE_END; kind++) {
        const iq_supplementary loader = {.struct_size = sizeof loader, .kind = kind, .content = 1};
        CHECK_OK(iq_snapshot_set_supplementary(snapshot, iq_key_from_u64(LAID_OUT_FIRST_SECTION), &loader));
    }
    CHECK_OK(iq_list_apply(list, snapshot, NULL, NULL));
    iq_snapshot_destroy(snapshot);
    iq_view *view = laid_out_view(list, NULL, &layout, 60, 300);
    CHECK(laid_out_scene(view).count == 2);
    iq_page page = {.struct_size = sizeof page, .state = IQ_PAGE_MORE};
    iq_section section = laid_out_section(list, 0);
    CHECK_OK(iq_list_set_page(list, section, IQ_EDGE_START, &page));
    iq_scene scene = laid_out_scene(view);
    CHECK(scene.count == 3 && scene.places[0].element.kind == IQ_KIND_PAGE_START);
    CHECK_FRAME(scene.places[0].frame, 0, 0, 60, 44);
    CHECK_FRAME(scene.places[1].frame, 0, 44, 60, 10);
    page.flags = IQ_PAGE_SHOW_LOADING;
    CHECK_OK(iq_list_set_page(list, section, IQ_EDGE_END, &page));
    CHECK(laid_out_scene(view).count == 3);
    page.state = IQ_PAGE_LOADING;
    CHECK_OK(iq_list_set_page(list, section, IQ_EDGE_END, &page));
    scene = laid_out_scene(view);
    CHECK(scene.count == 4 && scene.places[3].element.kind == IQ_KIND_PAGE_END);
    CHECK_FRAME(scene.places[3].frame, 0, 64, 60, 44);
    CHECK(scene.places[1].flags & IQ_PLACE_FIRST && scene.places[2].flags & IQ_PLACE_LAST);
    iq_view_destroy(view);
    iq_list_destroy(list);
}

/* Without a window, without items, without sections. */
static void nothing(void)
{
    iq_list *list;
    iq_scroll_position position = {.struct_size = sizeof position};
    iq_hit hit = {.struct_size = sizeof hit};
    CHECK_OK(iq_list_create(NULL, &list));
    iq_view *view = laid_out_view(list, NULL, NULL, 0, 0);
    iq_scene scene = laid_out_scene(view);
    CHECK(scene.count == 0 && scene.items == 0 && scene.visible == 0 && scene.content.height == 0 && scene.offset == 0);
    CHECK(scene.flags & IQ_SCENE_AT_START && scene.flags & IQ_SCENE_AT_END);
    CHECK_STATUS(iq_view_get_scroll_position(view, &position), IQ_ERROR_NOT_FOUND);
    CHECK_STATUS(iq_view_find_at(view, 0, 0, IQ_AT_NEAREST, &hit), IQ_ERROR_NOT_FOUND);
    laid_out_set(list, &(laid_out_list){.sections = 1, .counts = {3}});
    scene = laid_out_scene(view);
    CHECK(scene.count == 0 && scene.items == 3);
    CHECK_EQUAL(scene.content.height, 132);
    CHECK_OK(iq_view_set_size(view, 0, 10));
    scene = laid_out_scene(view);
    CHECK(scene.count == 1 && scene.places[0].frame.width == 0);
    iq_view_destroy(view);
    iq_list_destroy(list);
}

/* ---- stuck */

/* Two sections of a header of 20 and four items of 50, in a window of 100. */
static void sticky(void)
{
    iq_list *list;
    iq_section_layout layout = laid_out_rows(50);
    layout.flags = IQ_SECTION_LAYOUT_STICKY_HEADER;
    CHECK_OK(iq_list_create(NULL, &list));
    laid_out_set(list, &(laid_out_list){.sections = 2, .counts = {4, 4}, .has_headers = true});
    iq_view *view = laid_out_view(list, NULL, &layout, 60, 100);
    iq_scene scene = laid_out_scene(view);
    CHECK_EQUAL(scene.content.height, 440);
    CHECK(scene.count == 3 && scene.places[0].element.kind == IQ_KIND_HEADER && !has(&scene.places[0], IQ_PLACE_STUCK));
    CHECK_FRAME(scene.places[0].frame, 0, 0, 60, 20);

    CHECK_OK(iq_view_scroll(view, 30, 0));
    scene = laid_out_scene(view);
    const iq_place *last = &scene.places[scene.count - 1];
    CHECK(scene.count == 4 && last->element.kind == IQ_KIND_HEADER && has(last, IQ_PLACE_STUCK));
    CHECK_FRAME(last->frame, 0, 0, 60, 20);
    CHECK_EQUAL(last->natural, -30);
    CHECK(scene.first == 0 && scene.visible == 3);
    iq_hit hit = {.struct_size = sizeof hit};
    CHECK_OK(iq_view_find_at(view, 5, 5, 0, &hit));
    CHECK(hit.place == scene.count - 1 && hit.element.kind == IQ_KIND_HEADER);

    /* The end of its section pushes it out. */
    CHECK_OK(iq_view_scroll(view, 210, 0));
    scene = laid_out_scene(view);
    last = &scene.places[scene.count - 1];
    CHECK(has(last, IQ_PLACE_STUCK) && last->element.section.id == laid_out_section(list, 0).id);
    CHECK_FRAME(last->frame, 0, -10, 60, 20);
    CHECK_EQUAL(last->natural, -210);
    const iq_place *next = NULL;
    for (size_t i = 0; i < scene.count; i++) {
        if (scene.places[i].element.section.id == laid_out_section(list, 1).id && scene.places[i].element.kind) {
            next = &scene.places[i];
        }
    }
    CHECK(next && !has(next, IQ_PLACE_STUCK));
    CHECK_FRAME(next->frame, 0, 10, 60, 20);

    CHECK_OK(iq_view_scroll(view, 220, 0));
    scene = laid_out_scene(view);
    CHECK(scene.places[0].element.kind == IQ_KIND_HEADER && !has(&scene.places[0], IQ_PLACE_STUCK));
    CHECK(scene.places[0].element.section.id == laid_out_section(list, 1).id);
    CHECK_FRAME(scene.places[0].frame, 0, 0, 60, 20);
    CHECK(scene.count == 3);
    iq_view_destroy(view);

    /* Below insets, and at the end. */
    const iq_view_options options = {.insets = {.top = 8, .bottom = 4}};
    layout = laid_out_rows(50);
    layout.flags = IQ_SECTION_LAYOUT_STICKY_HEADER | IQ_SECTION_LAYOUT_STICKY_FOOTER;
    laid_out_set(list, &(laid_out_list){.sections = 1, .counts = {4}, .has_headers = true, .has_footers = true});
    view = laid_out_view(list, &options, &layout, 60, 100);
    CHECK_OK(iq_view_scroll(view, 30, 0));
    scene = laid_out_scene(view);
    CHECK(scene.count >= 4);
    const iq_place *header = &scene.places[scene.count - 2], *footer = &scene.places[scene.count - 1];
    CHECK(header->element.kind == IQ_KIND_HEADER && footer->element.kind == IQ_KIND_FOOTER);
    CHECK(has(header, IQ_PLACE_STUCK) && has(footer, IQ_PLACE_STUCK));
    CHECK_FRAME(header->frame, 0, 8, 60, 20);
    CHECK_FRAME(footer->frame, 0, 76, 60, 20);
    iq_view_destroy(view);
    iq_list_destroy(list);
}

/* The list's own header and footer, and its placeholder. */
static void own_elements(void)
{
    static const uint32_t kinds[] = {IQ_KIND_HEADER, IQ_KIND_FOOTER, IQ_KIND_EMPTY};
    const iq_view_options options = {.flags = IQ_VIEW_STICKY_HEADER | IQ_VIEW_STICKY_FOOTER};
    const iq_section_layout layout = laid_out_rows(50);
    iq_list *list = laid_out_flat(6);
    for (size_t i = 0; i < 3; i++) {
        const iq_supplementary element = {.struct_size = sizeof element, .kind = kinds[i], .content = 1};
        CHECK_OK(iq_list_set_supplementary(list, &element));
    }
    iq_view *view = laid_out_view(list, &options, &layout, 60, 100);
    CHECK_OK(iq_view_scroll(view, 60, 0));
    iq_scene scene = laid_out_scene(view);
    CHECK_EQUAL(scene.content.height, 340);
    const iq_place *footer = &scene.places[scene.count - 2], *header = &scene.places[scene.count - 1];
    CHECK(header->element.kind == IQ_KIND_HEADER && header->element.section.id == 0 && has(header, IQ_PLACE_STUCK));
    CHECK(footer->element.kind == IQ_KIND_FOOTER && has(footer, IQ_PLACE_STUCK));
    CHECK_FRAME(header->frame, 0, 0, 60, 20);
    CHECK_FRAME(footer->frame, 0, 80, 60, 20);
    /* The placeholder takes the room that is left. */
    laid_out_set(list, &(laid_out_list){.sections = 0});
    scene = laid_out_scene(view);
    CHECK(scene.count == 3 && scene.places[1].element.kind == IQ_KIND_EMPTY);
    CHECK_FRAME(scene.places[0].frame, 0, 0, 60, 20);
    CHECK_FRAME(scene.places[1].frame, 0, 20, 60, 60);
    CHECK_FRAME(scene.places[2].frame, 0, 80, 60, 20);
    CHECK(!has(&scene.places[1], IQ_PLACE_MEASURE));
    /* Or its own size, if that is more. */
    const iq_element_size size = {.element.kind = IQ_KIND_EMPTY, .size = {60, 150}};
    CHECK_OK(iq_view_set_sizes(view, &size, 1));
    scene = laid_out_scene(view);
    CHECK_EQUAL(scene.content.height, 190);
    iq_view_destroy(view);
    iq_list_destroy(list);
}

/* ---- scenes */

/* Each counterpart names the other, and what is NEW or has gone has none. */
static void check_pairs(const iq_scene *scene)
{
    for (size_t i = 0; i < scene->count; i++) {
        const iq_place *place = &scene->places[i];
        CHECK((place->other == IQ_NONE) == has(place, IQ_PLACE_NEW));
        CHECK(!has(place, IQ_PLACE_GONE));
        if (place->other != IQ_NONE) {
            CHECK(place->other < scene->previous_count);
            const iq_place *other = &scene->previous[place->other];
            CHECK(other->other == i && other->element.item.id == place->element.item.id);
            CHECK(other->element.kind == place->element.kind && !has(other, IQ_PLACE_GONE));
        }
    }
    for (size_t i = 0; i < scene->previous_count; i++) {
        const iq_place *place = &scene->previous[i];
        CHECK(place->other == IQ_NONE || scene->places[place->other].other == i);
        CHECK(!has(place, IQ_PLACE_GONE) || place->other == IQ_NONE);
    }
}

static const iq_place *previous_of(const iq_scene *scene, iq_item item)
{
    for (size_t i = 0; i < scene->previous_count; i++) {
        if (scene->previous[i].element.item.id == item.id) {
            return &scene->previous[i];
        }
    }
    return NULL;
}

static void pairs(void)
{
    static const uint64_t after[] = {6, 1, 3, 5, 4}, contents[] = {6, 1, 33, 5, 4};
    const iq_section_layout layout = laid_out_rows(10);
    iq_list *list = laid_out_flat(5);
    iq_view *view = laid_out_view(list, NULL, &layout, 60, 100);
    iq_scene first = laid_out_scene(view);
    CHECK(first.count == 5 && first.previous_count == 0);
    iq_item gone = laid_out_item(list, 2);
    laid_out_set(list, &(laid_out_list){.sections = 1, .counts = {5}, .numbers = after, .contents = contents});
    iq_scene scene = laid_out_scene(view);
    CHECK(scene.flags & IQ_SCENE_CHANGED && !(scene.flags & IQ_SCENE_SCROLLED) && scene.version > first.version);
    CHECK(scene.count == 5 && scene.previous_count == 5 && scene.previous == first.places);
    check_pairs(&scene);
    static const uint32_t changes[] = {IQ_PLACE_NEW | IQ_PLACE_BOUND, IQ_PLACE_MOVED, IQ_PLACE_BOUND, IQ_PLACE_MOVED,
                                       IQ_PLACE_MOVED};
    const uint32_t all = IQ_PLACE_NEW | IQ_PLACE_BOUND | IQ_PLACE_MOVED;
    for (size_t i = 0; i < 5; i++) {
        const iq_place *place = &scene.places[i];
        check_seed = i;
        CHECK(place->element.item.id == laid_out_item(list, after[i]).id);
        CHECK((place->flags & all) == changes[i]);
        CHECK_FRAME(place->frame, 0, 10.0 * (double)i, 60, 10);
    }
    check_seed = 0;
    const iq_place *left = previous_of(&scene, gone);
    CHECK(left && has(left, IQ_PLACE_GONE) && left->other == IQ_NONE);

    /* Nothing changed: what was said of the scene before is taken back. */
    iq_scene same = laid_out_scene(view);
    CHECK(!(same.flags & (IQ_SCENE_CHANGED | IQ_SCENE_SCROLLED)) && same.correction == 0);
    CHECK(same.places == scene.places && same.previous == same.places && same.previous_count == same.count);
    CHECK(same.version == scene.version && same.content.height == scene.content.height);
    for (size_t i = 0; i < same.count; i++) {
        CHECK(!(same.places[i].flags & all));
    }

    /* Scrolled out: it has no counterpart, and is in the list. */
    CHECK_OK(iq_view_set_size(view, 60, 20));
    laid_out_scene(view);
    CHECK_OK(iq_view_scroll(view, 20, 0));
    scene = laid_out_scene(view);
    CHECK(scene.flags & IQ_SCENE_SCROLLED && scene.flags & IQ_SCENE_CHANGED && scene.count == 2);
    check_pairs(&scene);
    left = previous_of(&scene, laid_out_item(list, 6));
    CHECK(left && left->other == IQ_NONE && !has(left, IQ_PLACE_GONE));
    /* Only the offset is different. */
    CHECK_OK(iq_view_scroll(view, -3, IQ_SCROLL_BY));
    laid_out_scene(view);
    CHECK_OK(iq_view_scroll(view, -2, IQ_SCROLL_BY));
    scene = laid_out_scene(view);
    CHECK(scene.flags & IQ_SCENE_SCROLLED && !(scene.flags & IQ_SCENE_CHANGED) && scene.previous == scene.places);
    CHECK_EQUAL(scene.offset, 15);
    CHECK_FRAME(laid_out_place(&scene, list, 1)->frame, 0, -5, 60, 10);
    iq_view_destroy(view);
    iq_list_destroy(list);
}

/* A change that nothing shows is a change of the version, and of content. */
static void outside(void)
{
    const iq_view_options options = {.overscan = 15};
    const iq_section_layout layout = laid_out_rows(10);
    iq_list *list = laid_out_flat(20);
    iq_view *view = laid_out_view(list, &options, &layout, 60, 30);
    CHECK_OK(iq_view_scroll(view, 50, 0));
    iq_scene scene = laid_out_scene(view);
    CHECK(scene.count == 7 && scene.first == 5 && scene.visible == 3);
    for (size_t i = 0; i < scene.count; i++) {
        CHECK(has(&scene.places[i], IQ_PLACE_OUTSIDE) == (i < 2 || i > 4));
        CHECK(scene.places[i].cell != IQ_NONE);
    }
    laid_out_set(list, &(laid_out_list){.sections = 1, .counts = {21}});
    iq_scene after = laid_out_scene(view);
    CHECK(after.flags & IQ_SCENE_CHANGED && after.version > scene.version && after.items == 21);
    CHECK_EQUAL(after.content.height, 210);
    CHECK(after.count == 7 && after.offset == 50);
    /* A state is told, and binds nothing. */
    iq_item item = laid_out_item(list, 7);
    CHECK_OK(iq_list_set_states(list, &item, 1, IQ_STATE_SELECTED, 0));
    scene = laid_out_scene(view);
    CHECK(scene.flags & IQ_SCENE_CHANGED);
    CHECK(laid_out_find(&scene, item)->states == IQ_STATE_SELECTED);
    CHECK(!has(laid_out_find(&scene, item), IQ_PLACE_BOUND | IQ_PLACE_MOVED | IQ_PLACE_NEW));
    iq_view_destroy(view);
    iq_list_destroy(list);
}

/* Elements come and go as items do. What the host has taken elsewhere comes last, behind what is stuck. */
static void elements(void)
{
    iq_section_layout layout = laid_out_rows(50);
    layout.flags = IQ_SECTION_LAYOUT_STICKY_HEADER;
    layout.header.insets = (iq_insets){3, 1, 4, 2};
    iq_list *list;
    CHECK_OK(iq_list_create(NULL, &list));
    laid_out_set(list, &(laid_out_list){.sections = 1, .counts = {9}, .has_headers = true, .has_footers = true});
    iq_view *view = laid_out_view(list, NULL, &layout, 60, 100);
    CHECK_OK(iq_view_scroll(view, 30, 0));
    iq_scene scene = laid_out_scene(view);
    const iq_place *header = &scene.places[scene.count - 1];
    CHECK(header->element.kind == IQ_KIND_HEADER && has(header, IQ_PLACE_STUCK));
    CHECK_FRAME(header->frame, 1, 3, 57, 13);
    /* With the insets: they are part of the place. */
    CHECK_EQUAL(header->natural, -30);
    const iq_element footer = {
        .struct_size = sizeof footer, .section = laid_out_section(list, 0), .kind = IQ_KIND_FOOTER};
    iq_event event = {.struct_size = sizeof event};
    CHECK_OK(iq_view_take_cell(view, &footer, &event));
    CHECK_OK(iq_view_scroll(view, 31, 0));
    scene = laid_out_scene(view);
    const iq_place *last = &scene.places[scene.count - 1];
    CHECK(last->element.kind == IQ_KIND_FOOTER && has(last, IQ_PLACE_OUTSIDE) && last->cell == event.cell);
    CHECK_FRAME(last->frame, 0, 439, 60, 20);
    CHECK(scene.places[scene.count - 2].element.kind == IQ_KIND_HEADER);
    CHECK(scene.first == 0 && scene.visible == 3);
    CHECK_OK(iq_view_give_cell(view, event.cell));
    laid_out_set(list, &(laid_out_list){.sections = 1, .counts = {9}});
    scene = laid_out_scene(view);
    size_t gone = 0;
    for (size_t i = 0; i < scene.previous_count; i++) {
        gone += has(&scene.previous[i], IQ_PLACE_GONE);
        CHECK(has(&scene.previous[i], IQ_PLACE_GONE) == (scene.previous[i].element.kind != 0));
    }
    CHECK(gone == 2);
    check_pairs(&scene);
    iq_view_destroy(view);
    iq_list_destroy(list);
}

/* While an edit is open the edited list is shown. */
static void edited(void)
{
    const iq_section_layout layout = laid_out_rows(10);
    iq_list *list = laid_out_flat(4);
    iq_view *view = laid_out_view(list, NULL, &layout, 60, 100);
    iq_edit *edit;
    CHECK(laid_out_scene(view).count == 4);
    iq_item item = laid_out_item(list, 2);
    CHECK_OK(iq_edit_begin(list, NULL, &edit));
    CHECK_OK(iq_edit_delete_items(edit, &item, 1));
    iq_scene scene = laid_out_scene(view);
    CHECK(scene.count == 3 && has(previous_of(&scene, item), IQ_PLACE_GONE));
    check_pairs(&scene);
    iq_edit_destroy(edit);
    scene = laid_out_scene(view);
    CHECK(scene.count == 4 && laid_out_find(&scene, laid_out_item(list, 2)));
    iq_view_destroy(view);
    iq_list_destroy(list);
}

/* ---- geometry */

static void check_hit(const iq_view *view, double x, double y, uint32_t section, uint32_t item, double mark_x,
                      double mark_y, double mark_width, double mark_height)
{
    iq_hit hit = {.struct_size = sizeof hit};
    CHECK_OK(iq_view_find_at(view, x, y, IQ_AT_NEAREST, &hit));
    CHECK(hit.insertion.section == section && hit.insertion.item == item);
    CHECK_FRAME(hit.mark, mark_x, mark_y, mark_width, mark_height);
}

static void points(void)
{
    iq_section_layout layout = laid_out_rows(10);
    layout.line_spacing = 4;
    iq_list *list = laid_out_flat(3);
    iq_view *view = laid_out_view(list, NULL, &layout, 60, 100);
    iq_hit hit = {.struct_size = sizeof hit};
    CHECK_STATUS(iq_view_find_at(view, 5, 5, IQ_AT_NEAREST, &hit), IQ_ERROR_NOT_FOUND);
    laid_out_scene(view);
    CHECK_STATUS(iq_view_find_at(view, 5, 11, 0, &hit), IQ_ERROR_NOT_FOUND);
    CHECK_STATUS(iq_view_find_at(view, 60, 5, 0, &hit), IQ_ERROR_NOT_FOUND);
    CHECK_OK(iq_view_find_at(view, 0, 14, 0, &hit));
    CHECK(hit.place == 1 && hit.element.item.id == laid_out_item(list, 2).id);
    check_hit(view, 5, 2, 0, 0, 0, 0, 60, 0);
    check_hit(view, 5, 8, 0, 1, 0, 10, 60, 4);
    check_hit(view, 5, 15, 0, 1, 0, 10, 60, 4);
    check_hit(view, 5, 99, 0, 3, 0, 38, 60, 0);
    layout.columns = 2;
    layout.item_spacing = 6;
    CHECK_OK(iq_view_set_layout(view, (iq_section){0}, &layout));
    laid_out_scene(view);
    /* Columns of 27, with 6 between them. */
    check_hit(view, 20, 5, 0, 1, 27, 0, 6, 10);
    check_hit(view, 35, 5, 0, 1, 27, 0, 6, 10);
    check_hit(view, 2, 5, 0, 0, 0, 0, 0, 10);
    const iq_view_options mirrored = {.struct_size = sizeof mirrored, .flags = IQ_VIEW_RTL};
    CHECK_OK(iq_view_set_options(view, &mirrored));
    laid_out_scene(view);
    /* The first item of the row is on the right. */
    check_hit(view, 58, 5, 0, 0, 60, 0, 0, 10);
    check_hit(view, 40, 5, 0, 1, 27, 0, 6, 10);
    check_hit(view, 20, 5, 0, 1, 27, 0, 6, 10);
    check_hit(view, 2, 5, 0, 2, 0, 0, 0, 10);
    iq_view_destroy(view);
    iq_list_destroy(list);

    /* Headers and footers: the ends of their sections. */
    CHECK_OK(iq_list_create(NULL, &list));
    laid_out_set(list, &(laid_out_list){.sections = 2, .counts = {2, 0}, .has_headers = true, .has_footers = true});
    layout = laid_out_rows(10);
    view = laid_out_view(list, NULL, &layout, 60, 200);
    laid_out_scene(view);
    static const struct {
        double y;
        iq_position wanted;
    } elements[] = {{5, {0, 0}}, {45, {0, 2}}, {65, {1, 0}}, {90, {1, 0}}};
    for (size_t i = 0; i < 4; i++) {
        CHECK_OK(iq_view_find_at(view, 5, elements[i].y, 0, &hit));
        CHECK(hit.insertion.section == elements[i].wanted.section && hit.insertion.item == elements[i].wanted.item);
    }
    iq_view_destroy(view);
    iq_list_destroy(list);
}

static uint64_t neighbour(const iq_list *list, const iq_view *view, uint64_t number, iq_direction direction)
{
    iq_item found;
    iq_item_info info = {.struct_size = sizeof info};
    iq_status status = iq_view_find_neighbour(view, laid_out_item(list, number), direction, &found);
    if (status == IQ_ERROR_NOT_FOUND) {
        return 0;
    }
    CHECK_OK(status);
    CHECK_OK(iq_list_get_item_info(list, found, 0, &info));
    uint64_t key;
    memcpy(&key, info.key.bytes, sizeof key);
    return key;
}

/*     1 2 3
 *     4 5
 *     6 7 8      another section
 *     9          */
static void neighbours(void)
{
    static const struct {
        uint64_t of;
        iq_direction direction;
        uint64_t wanted;
    } cases[] = {
        {1, IQ_DIRECTION_RIGHT, 2}, {3, IQ_DIRECTION_RIGHT, 0}, {1, IQ_DIRECTION_LEFT, 0}, {2, IQ_DIRECTION_LEFT, 1},
        {1, IQ_DIRECTION_DOWN, 4},  {3, IQ_DIRECTION_DOWN, 5},  {4, IQ_DIRECTION_DOWN, 6}, {5, IQ_DIRECTION_DOWN, 7},
        {8, IQ_DIRECTION_UP, 5},    {6, IQ_DIRECTION_UP, 4},    {4, IQ_DIRECTION_UP, 1},   {2, IQ_DIRECTION_UP, 0},
        {8, IQ_DIRECTION_DOWN, 9},  {9, IQ_DIRECTION_DOWN, 0},  {9, IQ_DIRECTION_UP, 6},
        {1, IQ_DIRECTION_PAGE_DOWN, 4}, {9, IQ_DIRECTION_PAGE_UP, 6},
    };
    iq_section_layout layout = laid_out_rows(10);
    layout.columns = 3;
    iq_list *list;
    CHECK_OK(iq_list_create(NULL, &list));
    laid_out_set(list, &(laid_out_list){.sections = 2, .counts = {5, 4}});
    iq_view *view = laid_out_view(list, NULL, &layout, 60, 20);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_seed = i;
        CHECK(neighbour(list, view, cases[i].of, cases[i].direction) == cases[i].wanted);
    }
    check_seed = 0;
    iq_view_destroy(view);
    const iq_view_options mirrored = {.flags = IQ_VIEW_RTL};
    view = laid_out_view(list, &mirrored, &layout, 60, 20);
    CHECK(neighbour(list, view, 1, IQ_DIRECTION_LEFT) == 2);
    CHECK(neighbour(list, view, 1, IQ_DIRECTION_RIGHT) == 0);
    iq_view_destroy(view);
    iq_list_destroy(list);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    lists();
    grids();
    sections();
    rules();
    directions();
    options();
    levels();
    guesses();
    loaders();
    nothing();
    sticky();
    own_elements();
    pairs();
    outside();
    elements();
    edited();
    points();
    neighbours();
    laid_out_nothing_left();
    return 0;
}

/*
 * calls_layouts.c - the calls on views that are laid out: see calls.h.
 */
#include "calls.h"
#include "slanted.h"

#include <math.h>

#define CALL(name) static iq_status name(const call_objects *c)

/* An item of the list. */
static iq_element item_of(const call_objects *c)
{
    return (iq_element){.struct_size = sizeof(iq_element), .item = c->item};
}

static iq_element header_of(const call_objects *c)
{
    return (iq_element){.struct_size = sizeof(iq_element), .section = c->section, .kind = IQ_KIND_HEADER};
}

/* {0}: the content. */
static iq_element section_of(const call_objects *c)
{
    return (iq_element){.struct_size = sizeof(iq_element), .section = c->section};
}

CALL(create)
{
    const iq_view_options options = {.struct_size = sizeof options, .flags = IQ_VIEW_LAID_OUT | IQ_VIEW_RTL};
    iq_view *view = NULL;
    iq_status status = iq_view_create(c->list, &options, &view);
    iq_view_destroy(view);
    return status;
}

/* Another grain forgets all sizes, and every place is elsewhere. */
CALL(set_options)
{
    const iq_view_options options = {
        .struct_size = sizeof options, .grain = 1, .insets = {.top = 3}, .overscan = 10};
    return iq_view_set_options(c->laid_out, &options);
}

CALL(set_size)
{
    return iq_view_set_size(c->laid_out, 80, 50);
}

CALL(set_layout)
{
    const iq_section_layout layout = {.struct_size = sizeof layout, .columns = 2, .line_spacing = 1};
    return iq_view_set_layout(c->laid_out, (iq_section){0}, &layout);
}

CALL(set_section_layout)
{
    const iq_section_layout layout = {.struct_size = sizeof layout,
                                      .flags = IQ_SECTION_LAYOUT_STICKY_HEADER,
                                      .item.height = {.unit = IQ_LENGTH_FIXED, .value = 9}};
    iq_status status = iq_view_set_layout(c->laid_out, c->section, &layout);
    return status ? status : iq_view_layout(c->laid_out, NULL);
}

/* The host says where everything is. */
CALL(set_custom_layout)
{
    const iq_custom_layout custom = slanted();
    const iq_section_layout layout = {.struct_size = sizeof layout, .kind = IQ_LAYOUT_CUSTOM, .custom = &custom};
    iq_status status = iq_view_set_layout(c->laid_out, c->section, &layout);
    return status ? status : iq_view_layout(c->laid_out, NULL);
}

CALL(remove_section_layout)
{
    return iq_view_set_layout(c->laid_out, c->section, NULL);
}

CALL(set_sizes)
{
    const iq_element_size sizes[] = {{item_of(c), {100, 31}}, {header_of(c), {100, 12.5}}, {item_of(c), {NAN, NAN}}};
    return iq_view_set_sizes(c->laid_out, sizes, 3);
}

CALL(set_extents)
{
    static const double lengths[] = {4, 5};
    iq_list_info info = {.struct_size = sizeof info};
    iq_status status = iq_list_get_info(c->list, &info);
    return status ? status : iq_view_set_extents(c->laid_out, info.version, 0, 1, lengths, 0);
}

CALL(invalidate)
{
    return iq_view_invalidate(c->laid_out, 0, 1);
}

CALL(invalidate_all)
{
    return iq_view_invalidate(c->laid_out, 0, IQ_END);
}

CALL(layout)
{
    iq_scene scene = {.struct_size = sizeof scene};
    return iq_view_layout(c->laid_out, &scene);
}

/* All of what a layout does: the window shows other items, with their cells. */
CALL(layout_far)
{
    iq_scene scene = {.struct_size = sizeof scene};
    iq_status status = iq_view_scroll(c->laid_out, 70, 0);
    status = status ? status : iq_view_set_size(c->laid_out, 90, 50);
    return status ? status : iq_view_layout(c->laid_out, &scene);
}

CALL(scroll)
{
    return iq_view_scroll(c->laid_out, 10, IQ_SCROLL_BY | IQ_SCROLL_CLAMP);
}

CALL(scroll_to_item)
{
    const iq_scroll_target target = {.struct_size = sizeof target, .element = item_of(c), .align = IQ_ALIGN_END};
    return iq_view_scroll_to(c->laid_out, &target);
}

CALL(scroll_to_section)
{
    const iq_scroll_target target = {.struct_size = sizeof target, .element = section_of(c)};
    return iq_view_scroll_to(c->laid_out, &target);
}

CALL(get_offset_of_item)
{
    const iq_scroll_target target = {.struct_size = sizeof target, .element = item_of(c)};
    double offset;
    return iq_view_get_offset(c->laid_out, &target, &offset);
}

CALL(get_offset_of_section)
{
    const iq_scroll_target target = {.struct_size = sizeof target, .element = section_of(c), .align = IQ_ALIGN_START};
    double offset;
    return iq_view_get_offset(c->laid_out, &target, &offset);
}

CALL(set_anchor)
{
    return iq_view_set_anchor(c->laid_out, IQ_ANCHOR_HOLD, c->item);
}

CALL(get_scroll_position)
{
    iq_scroll_position position = {.struct_size = sizeof position};
    return iq_view_get_scroll_position(c->laid_out, &position);
}

CALL(set_scroll_position)
{
    const iq_scroll_position position = {
        .struct_size = sizeof position, .section = calls_key(2), .item = calls_key(15), .within = 2};
    return iq_view_set_scroll_position(c->laid_out, &position);
}

CALL(find_at)
{
    iq_hit hit = {.struct_size = sizeof hit};
    return iq_view_find_at(c->laid_out, 50, 25, IQ_AT_NEAREST, &hit);
}

CALL(get_frame_of_item)
{
    const iq_element element = item_of(c);
    iq_rect frame;
    return iq_view_get_frame(c->laid_out, &element, &frame);
}

CALL(get_frame_of_section)
{
    const iq_element element = section_of(c);
    iq_rect frame;
    return iq_view_get_frame(c->laid_out, &element, &frame);
}

CALL(find_range)
{
    size_t first, count;
    return iq_view_find_range(c->laid_out, -5, 60, &first, &count);
}

CALL(find_neighbour)
{
    iq_item neighbour;
    return iq_view_find_neighbour(c->laid_out, c->item, IQ_DIRECTION_UP, &neighbour);
}

CALL(dump)
{
    char text[100];
    size_t length;
    return iq_view_dump(c->laid_out, text, sizeof text, &length);
}

/* An item whose cell the view has already. */
CALL(take_cell)
{
    const iq_element element = item_of(c);
    iq_event event = {.struct_size = sizeof event};
    iq_status status = iq_view_take_cell(c->laid_out, &element, &event);
    return status ? status : iq_view_give_cell(c->laid_out, event.cell);
}

CALL(find_cell)
{
    const iq_element element = item_of(c);
    iq_event event = {.struct_size = sizeof event};
    return iq_view_find_cell(c->laid_out, IQ_NONE, &element, &event);
}

const call calls_of_layouts[] = {
    {"iq_view_create laid out", CALL_LIST, 0, create},
    {"iq_view_set_options", CALL_LAID_OUT, 0, set_options},
    {"iq_view_set_size", CALL_LAID_OUT, 0, set_size},
    {"iq_view_set_layout", CALL_LAID_OUT, 0, set_layout},
    {"iq_view_set_layout section", CALL_LAID_OUT | CALL_SECTION | CALL_OR_WHOLE, 0, set_section_layout},
    {"iq_view_set_layout custom", CALL_LAID_OUT | CALL_SECTION | CALL_OR_WHOLE, 0, set_custom_layout},
    {"iq_view_set_layout NULL", CALL_LAID_OUT | CALL_SECTION | CALL_OR_WHOLE, 0, remove_section_layout},
    {"iq_view_set_sizes", CALL_LAID_OUT, 0, set_sizes},
    {"iq_view_set_extents", CALL_LAID_OUT, 0, set_extents},
    {"iq_view_invalidate", CALL_LAID_OUT, 0, invalidate},
    {"iq_view_invalidate all", CALL_LAID_OUT, 0, invalidate_all},
    {"iq_view_layout", CALL_LAID_OUT, 0, layout},
    {"iq_view_layout far", CALL_LAID_OUT, 0, layout_far},
    {"iq_view_scroll", CALL_LAID_OUT, 0, scroll},
    {"iq_view_scroll_to", CALL_LAID_OUT | CALL_ITEM | CALL_OR_WHOLE, 0, scroll_to_item},
    {"iq_view_scroll_to section", CALL_LAID_OUT | CALL_SECTION | CALL_OR_WHOLE, 0, scroll_to_section},
    {"iq_view_get_offset", CALL_LAID_OUT | CALL_ITEM | CALL_OR_WHOLE, 0, get_offset_of_item},
    {"iq_view_get_offset section", CALL_LAID_OUT | CALL_SECTION | CALL_OR_WHOLE, 0, get_offset_of_section},
    {"iq_view_set_anchor", CALL_LAID_OUT | CALL_ITEM | CALL_OR_WHOLE | CALL_ANCHOR, 0, set_anchor},
    {"iq_view_get_scroll_position", CALL_LAID_OUT, 0, get_scroll_position},
    {"iq_view_set_scroll_position", CALL_LAID_OUT, 0, set_scroll_position},
    {"iq_view_find_at", CALL_LAID_OUT, 0, find_at},
    {"iq_view_get_frame", CALL_LAID_OUT | CALL_ITEM | CALL_OR_WHOLE, 0, get_frame_of_item},
    {"iq_view_get_frame section", CALL_LAID_OUT | CALL_SECTION | CALL_OR_WHOLE, 0, get_frame_of_section},
    {"iq_view_find_range", CALL_LAID_OUT, 0, find_range},
    {"iq_view_find_neighbour", CALL_LAID_OUT | CALL_ITEM, 0, find_neighbour},
    {"iq_view_dump", CALL_LAID_OUT, 0, dump},
    {"iq_view_take_cell laid out", CALL_LAID_OUT | CALL_ITEM | CALL_OR_WHOLE, 0, take_cell},
    {"iq_view_find_cell laid out", CALL_LAID_OUT, 0, find_cell},
};
const size_t calls_of_layouts_count = sizeof calls_of_layouts / sizeof *calls_of_layouts;

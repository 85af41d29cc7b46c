/**
 * @file
 * kit_layout.h - what a list kit adds to a view that is laid out, for hosts of
 * C and C++: copy it into your program, beside the other headers of its
 * folder, which it includes. It has no code in the library.
 *
 *     kit_rules.h      rules, options of layouts, lengths in a window
 *     kit_lines.h      columns, items that take several, lines of a flow
 *     kit_sizes.h      who says how large something is
 *     kit_measure.h    the layouts for a view, and what is measured
 *     kit_scroll.h     features, what is visible, phases of scrolling
 *
 * How large an item, header, footer or loader is: along the axis, and of items
 * across, where the layout has a use for it. The first of these that answers
 * decides:
 *
 *     iq_view_set_sizes      the host has set it
 *     coordinator.size       of the kit_routes
 *     handlers.size          of the kit_section
 *     kit_section.layout     its rule, unless it is left out
 *     handlers.size          of the kit_class
 *     kit_routes.layout      its rule, unless it is left out
 *     AUTO                   44, of headers and footers 22, until the cell has
 *                            measured itself, or the host has
 *
 * A section whose items are not asked one by one has its rule: it takes no
 * memory per item, and no function is called.
 *
 *     static int size(void *context, const kit_size_request *request,
 *                     iq_size_rule *rule)
 *     {
 *         rule->height = kit_fixed(height_of(request->model));
 *         return KIT_HANDLED;
 *     }
 *     ...
 *     kit_class classes[] = {{.cell_class = users,
 *                             .handlers = {.size = size}}};
 *     kit_routes routes = {.list = list, .classes = classes, .class_count = 1};
 *     kit_view shown = {.view = view, .routes = &routes};
 *     kit_set_size(&shown, 320, 568);
 *     ...
 *     kit_lay_out(&shown, &scene);   where the host would call iq_view_layout
 *
 * Memory     As in kit.h: tables of the host's, and nothing is allocated. A
 *            kit_view stays where it is as long as its view.
 * Threads    Call what gets a kit_view on the thread that lays the view out.
 * Cost       When the list has another version, kit_lay_out looks up each row
 *            of a section, and asks what is asked about first items. Without
 *            kit_view.placed these are asked again with each batch of items
 *            that are measured.
 */
#ifndef IQLIST_KIT_LAYOUT_H
#define IQLIST_KIT_LAYOUT_H

#include <kit_measure.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- layouts ------------------------------------------------------------ */

/** Asks again how wide items are, if a layout has other columns than before.
 */
static inline iq_status kit_ask_again(kit_view *view,
                                      const iq_section_layout *before,
                                      const iq_section_layout *now)
{
    int is_same = before->columns == now->columns &&
                  memcmp(&before->item_spacing, &now->item_spacing,
                         sizeof now->item_spacing) == 0;

    if (is_same || now->measure == NULL)
        return IQ_OK;
    return iq_view_invalidate(view->view, 0, IQ_END);
}

/** Whether a layout stays until kit_view.is_set is 0: that of lanes with items
 * in them. Another first item would be another layout, which chooses the lanes
 * anew. `row` NULL: of the sections without their own. */
static inline int kit_keeps(const kit_view *view, const kit_section *row,
                            const iq_section_layout *layout)
{
    kit_size_request first;

    return layout->kind == IQ_LAYOUT_LANES && kit_first_item(view, row, &first);
}

/** Sets the layout of a section, unless `placed`, which may be NULL, says that
 * it has that one. `layout` NULL: as those without a row. */
static inline iq_status kit_place(kit_view *view, iq_section section,
                                  const iq_section_layout *layout,
                                  kit_placed *placed)
{
    iq_section_layout none;
    const iq_section_layout *now = layout != NULL ? layout : &none;
    iq_status status;

    memset(&none, 0, sizeof none);
    if (placed != NULL && placed->section.id == section.id &&
        memcmp(&placed->layout, now, sizeof *now) == 0)
        return IQ_OK;
    status = iq_view_set_layout(view->view, section, layout);
    if (status == IQ_OK && placed != NULL)
        status = kit_ask_again(view, &placed->layout,
                               layout != NULL ? now : &view->all);
    if (status == IQ_OK && placed != NULL) {
        placed->section = section;
        placed->layout = *now;
    }
    return status;
}

/** Sets the layouts of all sections: of each that has a row with a layout or
 * with functions that are asked for sizes, its own. If kit_view.is_set is 0,
 * layouts that the host has set by itself are replaced.
 * - IQ_ERROR_CALLBACK: a function that was asked has failed.
 * Other failures are those of iq_view_set_layout: a rule has no valid length.
 */
static inline iq_status kit_set_layouts(kit_view *view)
{
    const kit_routes *routes = view->routes;
    const kit_section *row;
    kit_placed *placed;
    iq_section_layout layout;
    iq_section section;
    iq_list_info info;
    iq_status status;
    int is_own, was_set = view->is_set;
    size_t i;

    memset(&info, 0, sizeof info);
    memset(&section, 0, sizeof section);
    info.struct_size = sizeof info;
    view->is_set = 0;
    if (!was_set && view->placed != NULL)
        memset(view->placed, 0, view->placed_count * sizeof *view->placed);
    status = iq_list_get_info(routes->list, &info);
    layout = view->all;
    if (status == IQ_OK && !(was_set && view->is_all_kept))
        status = kit_layout(view, NULL, &layout);
    if (status == IQ_OK &&
        (!was_set || memcmp(&view->all, &layout, sizeof layout) != 0)) {
        status = iq_view_set_layout(view->view, section, &layout);
        if (status == IQ_OK)
            status = kit_ask_again(view, &view->all, &layout);
        view->all = layout;
    }
    view->is_all_kept = kit_keeps(view, NULL, &view->all);
    for (i = 0; i < routes->section_count && status == IQ_OK; i++) {
        row = &routes->sections[i];
        if (iq_list_find_section(routes->list, row->key, &section) != IQ_OK)
            continue;
        placed = view->placed != NULL && i < view->placed_count
                     ? &view->placed[i]
                     : NULL;
        is_own = kit_has_layout(row);
        if (is_own && placed != NULL && placed->is_kept &&
            placed->section.id == section.id)
            continue;
        if (is_own)
            status = kit_layout(view, row, &layout);
        if (status == IQ_OK)
            status = kit_place(view, section, is_own ? &layout : NULL, placed);
        if (placed != NULL)
            placed->is_kept = is_own && kit_keeps(view, row, &layout);
        /* Another thread has deleted it. */
        if (status == IQ_ERROR_HANDLE)
            status = IQ_OK;
    }
    if (status == IQ_OK) {
        view->is_set = 1;
        view->version = info.version;
    }
    return status;
}

/** Sets the size of the window. Failures are those of iq_view_set_size. */
static inline iq_status kit_set_size(kit_view *view, double width,
                                     double height)
{
    iq_status status = iq_view_set_size(view->view, width, height);
    int is_other = kit_is_horizontal(view)
                       ? !(view->window.height == height)
                       : !(view->window.width == width);

    /* The columns may be as wide as before, and the room between them is not.
     */
    if (status == IQ_OK && is_other)
        status = iq_view_invalidate(view->view, 0, IQ_END);
    if (status == IQ_OK) {
        view->is_set = 0;
        view->window.width = width;
        view->window.height = height;
    }
    return status;
}

/** Sets the layouts, if they may have changed, and lays out. Where a class is
 * new in the view and KIT_FIRST_USED is asked for, it polls and lays out once
 * more, so that the scene has cells. Failures are those of kit_set_layouts,
 * after which nothing is laid out, of iq_view_layout and of kit_poll. */
static inline iq_status kit_lay_out(kit_view *view, iq_scene *scene)
{
    iq_list_info info;
    iq_status status;
    size_t i;

    memset(&info, 0, sizeof info);
    info.struct_size = sizeof info;
    status = iq_list_get_info(view->routes->list, &info);
    if (status == IQ_OK && (!view->is_set || info.version != view->version))
        status = kit_set_layouts(view);
    if (status == IQ_OK)
        status = iq_view_layout(view->view, scene);
    for (i = 0; status == IQ_OK && scene != NULL && i < scene->count; i++)
        if (scene->places[i].cell == IQ_NONE) {
            status = kit_poll(view->routes);
            return status == IQ_OK ? iq_view_layout(view->view, scene) : status;
        }
    return status;
}

/** Forgets the sizes that were set or measured of `count` items from index
 * `first` on, IQ_END: of all from there, so that a rule with a length holds for
 * them. Where functions answer otherwise than before, iq_view_invalidate makes
 * them be asked again.
 * - IQ_ERROR_RANGE: there are fewer items.
 * Other failures are those of iq_view_set_sizes. */
static inline iq_status kit_forget(const kit_view *view, size_t first,
                                   size_t count)
{
    iq_item items[64];
    iq_element_size sizes[64];
    iq_item_buffers buffers;
    size_t all = 0, some, i;
    iq_status status = iq_list_get_count(view->routes->list, NULL, &all);

    if (status != IQ_OK)
        return status;
    if (first > all || (count != IQ_END && count > all - first))
        return IQ_ERROR_RANGE;
    count = count == IQ_END ? all - first : count;
    memset(sizes, 0, sizeof sizes);
    memset(&buffers, 0, sizeof buffers);
    buffers.struct_size = sizeof buffers;
    buffers.items = items;
    for (; count > 0 && status == IQ_OK; first += some, count -= some) {
        some = count < 64 ? count : 64;
        status = iq_list_get_items(view->routes->list, first, some, &buffers);
        if (status != IQ_OK)
            return status;
        for (i = 0; i < some; i++) {
            sizes[i].element.item = items[i];
            sizes[i].size.width = sizes[i].size.height = (double)NAN;
        }
        status = iq_view_set_sizes(view->view, sizes, some);
    }
    return status;
}

/** Returns the options of a grid: so many items in a row, each as high as its
 * width says (`aspect_ratio` is width / height), and `additional_height` more.
 * For views that scroll down. */
static inline kit_layout_options kit_grid(uint32_t items_per_row,
                                          double aspect_ratio,
                                          double horizontal_padding,
                                          double additional_height,
                                          double item_spacing)
{
    kit_layout_options grid;

    memset(&grid, 0, sizeof grid);
    grid.fields = KIT_LAYOUT_COLUMNS | KIT_LAYOUT_ITEM | KIT_LAYOUT_INSETS |
                  KIT_LAYOUT_ITEM_SPACING;
    grid.columns = items_per_row > 0 ? items_per_row : 1;
    grid.item.rule.height = kit_aspect(aspect_ratio);
    grid.item.rule.additional.height = additional_height;
    grid.insets.leading = horizontal_padding;
    grid.insets.trailing = horizontal_padding;
    grid.item_spacing = item_spacing;
    return grid;
}

/* ---- scrolling ---------------------------------------------------------- */

/** Scrolls, and tells the phase: in KIT_DRAG the content is held. `flags` are
 * IQ_SCROLL_*; `happened`, which is optional, gets what kit_change_phase
 * returns. After a failure, which is one of iq_view_scroll, the phase is the
 * former one. */
static inline iq_status kit_scroll(kit_view *view, double offset,
                                   uint32_t flags, int phase,
                                   uint32_t *happened)
{
    iq_status status;
    uint32_t changed;

    if (phase == KIT_DRAG)
        flags |= IQ_SCROLL_HELD;
    status = iq_view_scroll(view->view, offset, flags);
    if (status != IQ_OK)
        return status;
    changed = kit_change_phase(&view->scrolling, phase);
    if (happened != NULL)
        *happened = changed;
    return IQ_OK;
}

/** Scrolls a view for a drag at a point of the window that lasts so many
 * seconds, with the usual numbers, and clamped. Failures are those of
 * iq_view_scroll. */
static inline iq_status kit_auto_scroll(kit_view *view, double x, double y,
                                        double seconds)
{
    int horizontal = kit_is_horizontal(view);
    double speed = kit_auto_scroll_speed(
        horizontal ? x : y,
        horizontal ? view->window.width : view->window.height, KIT_ZONE,
        KIT_FASTEST);

    if (horizontal && (view->options->flags & IQ_VIEW_RTL) != 0)
        speed = -speed;
    return speed < 0 || speed > 0
               ? iq_view_scroll(view->view, speed * seconds,
                                IQ_SCROLL_BY | IQ_SCROLL_CLAMP)
               : IQ_OK;
}

#ifdef __cplusplus
}
#endif

#endif /* IQLIST_KIT_LAYOUT_H */

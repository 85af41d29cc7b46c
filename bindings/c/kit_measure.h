/**
 * @file
 * kit_measure.h - the layouts of sections for a view, and how single items are
 * measured: a part of kit_layout.h, which includes it.
 */
#ifndef IQLIST_KIT_MEASURE_H
#define IQLIST_KIT_MEASURE_H

#include <kit_sizes.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Declared before kit_layout, which needs it. */
static inline int kit_measure(void *context, const iq_measured *elements,
                              size_t count, iq_size *sizes);

/** Fills what the options of a section, else those of the list, say about a
 * layout. */
static inline void kit_given_layout(const kit_view *view,
                                    const kit_section *row,
                                    iq_section_layout *layout)
{
    iq_size_rule *rules[4];
    const kit_layout_options *options;
    int part;

    memset(layout, 0, sizeof *layout);
    layout->struct_size = sizeof *layout;
    rules[0] = &layout->item;
    rules[1] = &layout->header;
    rules[2] = &layout->footer;
    rules[3] = &layout->page;
    for (part = 0; part < 4; part++)
        kit_given(view, row, part, rules[part]);
    options = kit_options_with(view, row, KIT_LAYOUT_STICKY_HEADER);
    if (options != NULL && options->sticky_header)
        layout->flags |= IQ_SECTION_LAYOUT_STICKY_HEADER;
    options = kit_options_with(view, row, KIT_LAYOUT_STICKY_FOOTER);
    if (options != NULL && options->sticky_footer)
        layout->flags |= IQ_SECTION_LAYOUT_STICKY_FOOTER;
    options = kit_options_with(view, row, KIT_LAYOUT_ALIGNMENT);
    if (options != NULL)
        layout->flags |= options->alignment;
    options = kit_options_with(view, row, KIT_LAYOUT_COLUMNS);
    layout->kind = options != NULL ? options->kind : IQ_LAYOUT_ROWS;
    layout->columns = options != NULL ? options->columns : 0;
    options = kit_options_with(view, row, KIT_LAYOUT_INSETS);
    if (options != NULL)
        layout->insets = options->insets;
    options = kit_options_with(view, row, KIT_LAYOUT_LINE_SPACING);
    layout->line_spacing = options != NULL ? options->line_spacing : 0;
    options = kit_options_with(view, row, KIT_LAYOUT_ITEM_SPACING);
    layout->item_spacing = options != NULL ? options->item_spacing : 0;
}

/** Makes columns, or at most 32 lanes, of a width, unless their number is given
 * or there are none. */
static inline void kit_make_columns(const kit_view *view, double width,
                                    iq_section_layout *layout)
{
    double room = kit_row_room(view, layout);

    if (layout->columns != 0 || layout->kind == IQ_LAYOUT_FLOW || width <= 0)
        return;
    width = kit_whole(width, view->options != NULL ? view->options->grain : 0);
    width = width < room ? width : room;
    layout->columns = kit_columns(room, width, layout->item_spacing);
    if (layout->kind == IQ_LAYOUT_LANES && layout->columns > 32)
        layout->columns = 32;
    kit_spread(view, room, width, layout);
}

/** Fills the layout of a section for iq_view_set_layout, from its options and
 * the list's; `row` NULL: that of all sections without one.
 * - What is left out is the list's. `size` and `estimated_size` are asked about
 *   the first item.
 * - A width in the item's rule (of a view that scrolls from side to side, a
 *   height) gives the number of columns, unless the options do: as many as fit.
 *   Without one it is that of the first item. The room that is left goes
 *   between them; one column is at the leading edge.
 * - Where `size` is asked, each item is as long as the answer says; one that is
 *   wider than a column takes several, in a flow each is as wide as it says,
 *   and in lanes as wide as its lane.
 * - Of an answer of `size` the lengths count, with what is added to them;
 *   insets and indents are those of the rules.
 * - IQ_ERROR_CALLBACK: a function that was asked has failed. */
static inline iq_status kit_layout(const kit_view *view, const kit_section *row,
                                   iq_section_layout *layout)
{
    kit_size_request request;
    iq_size_rule *rules[4], answer;
    kit_extent known, estimate;
    double width, length;
    int part, has_first, asks, measured = 0;

    kit_given_layout(view, row, layout);
    rules[0] = &layout->item;
    rules[1] = &layout->header;
    rules[2] = &layout->footer;
    rules[3] = &layout->page;
    asks = kit_asks(view, row, 0);
    answer = layout->item;
    has_first = kit_first_item(view, row, &request);
    kit_assume(view, kit_row_room(view, layout), &request);
    if (has_first && asks &&
        kit_size_of(view, row, &request, &answer, NULL) < 0)
        return IQ_ERROR_CALLBACK;
    width = kit_across(view, &layout->item);
    kit_make_columns(view, width > 0 ? width : kit_across(view, &answer),
                     layout);
    known = kit_extent_of(view, layout, &answer, 1);
    /* What is no length is left to iq_view_set_layout, which says so. */
    if ((!kit_is_known(layout, &known) && kit_is_rule(&answer)) || asks) {
        if (kit_estimate_of(view, row, has_first ? &request : NULL, layout,
                            &answer, &estimate) < 0)
            return IQ_ERROR_CALLBACK;
        kit_measured(view, &layout->item, 1, estimate.along);
        if (layout->kind == IQ_LAYOUT_FLOW && estimate.across >= 0)
            kit_measured(view, &layout->item, 0, estimate.across);
        measured = asks || kit_fits(view);
    }
    for (part = 1; part < 4; part++) {
        length = kit_along(view, rules[part], kit_room(view, 0));
        if (kit_asks(view, row, part)) {
            kit_measured(view, rules[part], 1,
                         length >= 0               ? length
                         : kit_is_horizontal(view) ? rules[part]->width.value
                                                   : rules[part]->height.value);
            measured = 1;
        } else if (length < 0 && kit_fits(view))
            measured = 1;
    }
    if (measured) {
        layout->context = (void *)view;
        layout->measure = kit_measure;
    }
    return IQ_OK;
}

/** Whether a section is laid out by itself, not as all those without a row. */
static inline int kit_has_layout(const kit_section *row)
{
    return row != NULL && (row->layout != NULL || row->handlers.size != NULL ||
                           row->handlers.estimated_size != NULL);
}

/** Writes the layout that a section has got: see kit_view.placed.
 * - IQ_ERROR_CALLBACK: a function that was asked has failed. */
static inline iq_status kit_layout_of(const kit_view *view,
                                      const kit_section *row,
                                      iq_section section,
                                      iq_section_layout *layout)
{
    size_t at;

    *layout = view->all;
    if (!kit_has_layout(row))
        return IQ_OK;
    at = (size_t)(row - view->routes->sections);
    if (view->placed == NULL || at >= view->placed_count ||
        view->placed[at].section.id != section.id)
        return kit_layout(view, row, layout);
    *layout = view->placed[at].layout;
    return IQ_OK;
}

/** Returns by how much a rule makes the cell of an element smaller than its
 * place: along the axis, or across. */
static inline double kit_around(const kit_view *view, const iq_size_rule *rule,
                                uint32_t level, int along)
{
    double indent = rule->indent + level * rule->level_indent;

    return kit_inset(view, &rule->insets, along) +
           (along == kit_is_horizontal(view) ? indent : 0);
}

/** Asks a cell how large it is, and completes what is known of its place.
 * `layout` NULL: it shows an element. Returns KIT_HANDLED or KIT_FAILED. */
static inline int kit_fitting(const kit_view *view, const kit_section *row,
                              const kit_size_request *request,
                              const iq_section_layout *layout, void *object,
                              kit_extent *known)
{
    const kit_class *own = kit_class_of(view->routes, request->cell_class);
    int part = layout != NULL ? 0 : kit_part(request->element.kind);
    kit_size_request fitting = *request;
    iq_size_rule given, rule;
    double room, width, length;
    int answer;

    if (own == NULL || own->handlers.fitting_size == NULL)
        return KIT_HANDLED;
    kit_given(view, row, part, &given);
    room = kit_place_width(view, layout, known);
    if (room < 0)
        room = kit_row_room(view, layout);
    room -= kit_around(view, &given, request->level, 0);
    if (!(room > 0))
        room = 0;
    fitting.object = object;
    kit_assume(view, room, &fitting);
    answer = kit_ask_size(own->handlers.context, own->handlers.fitting_size,
                          &fitting, &rule);
    if (answer <= 0)
        return answer < 0 ? KIT_FAILED : KIT_HANDLED;
    width = kit_across(view, &rule);
    length = kit_along(view, &rule, width < 0 ? room : width);
    if (known->along < 0 && length >= 0)
        known->along = length + kit_around(view, &given, request->level, 1);
    if (known->across < 0 && width >= 0 && layout != NULL)
        known->across = kit_own_width(
            view, layout, width + kit_around(view, &given, request->level, 0));
    return KIT_HANDLED;
}

/** The `measure` of the layouts that kit_layout fills; `context` is the
 * kit_view. Asks the route, and the cells of what is AUTO, if they show the
 * model already: see kit_fit. */
static inline int kit_measure(void *context, const iq_measured *elements,
                              size_t count, iq_size *sizes)
{
    const kit_view *view = (const kit_view *)context;
    const kit_section *row = NULL;
    const iq_section_layout *layout;
    iq_section_layout of_section;
    kit_size_request request;
    kit_extent known;
    iq_size_rule rule;
    iq_item_info info;
    iq_section section;
    iq_event cell;
    uint64_t last = 0;
    int is_own, has_layout = 0;
    size_t i;

    for (i = 0; i < count; i++) {
        memset(&request, 0, sizeof request);
        request.element = elements[i].element;
        request.element.struct_size = sizeof request.element;
        request.key = elements[i].key;
        request.model = elements[i].model;
        request.cell_class = elements[i].cell_class;
        request.level = elements[i].level;
        request.assumed = sizes[i];
        request.window = view->window;
        section = request.element.section;
        if (section.id == 0 && request.element.item.id != 0 &&
            view->routes->section_count > 0) {
            memset(&info, 0, sizeof info);
            info.struct_size = sizeof info;
            if (iq_list_get_item_info(view->routes->list, request.element.item,
                                      0, &info) == IQ_OK)
                section = info.section;
        }
        if (i == 0 || section.id != last) {
            row = kit_row_of(view, section);
            has_layout = 0;
        }
        last = section.id;
        layout = NULL;
        if (request.element.item.id != 0) {
            if (!has_layout &&
                kit_layout_of(view, row, section, &of_section) != IQ_OK)
                return 1;
            has_layout = 1;
            layout = &of_section;
            kit_assume(view,
                       layout->kind == IQ_LAYOUT_FLOW
                           ? kit_row_room(view, layout)
                           : kit_column(view, layout),
                       &request);
        }
        if (kit_size_of(view, row, &request, &rule, &is_own) < 0)
            return 1;
        known = kit_extent_of(view, layout, &rule, is_own);
        memset(&cell, 0, sizeof cell);
        cell.struct_size = sizeof cell;
        if (!kit_is_known(layout, &known) && kit_fits(view) &&
            iq_view_find_cell(view->view, IQ_NONE, &request.element, &cell) ==
                IQ_OK &&
            cell.model == request.model &&
            cell.cell_class.id == request.cell_class.id &&
            kit_fitting(view, row, &request, layout, cell.object, &known) < 0)
            return 1;
        if (!kit_is_known(layout, &known))
            known.along = -1;
        sizes[i] = kit_size_from(view, &known);
    }
    return 0;
}

/** For `bind_cell` of a class with `fitting_size`, when it has bound the cell
 * of a view that is laid out: an automatic dimension. If the size of the item
 * or element is AUTO, the cell is asked how large it is, and that is set. When
 * the width changes, kit_measure asks again.
 * - IQ_ERROR_CALLBACK: a function that was asked has failed.
 * Other failures are those of iq_view_set_sizes. */
static inline iq_status kit_fit(const kit_view *view, const iq_event *event)
{
    const kit_class *own = kit_class_of(view->routes, event->cell_class);
    const kit_section *row = kit_section_of(view->routes, event);
    const iq_section_layout *layout = NULL;
    iq_section_layout of_section;
    kit_size_request request;
    iq_element_size size;
    kit_extent known;
    iq_size_rule rule;
    iq_item_info info;
    iq_status status;
    int is_own;

    if (own == NULL || own->handlers.fitting_size == NULL)
        return IQ_OK;
    memset(&request, 0, sizeof request);
    memset(&info, 0, sizeof info);
    info.struct_size = sizeof info;
    request.element.struct_size = sizeof request.element;
    request.key = event->key;
    request.model = event->model;
    request.cell_class = event->cell_class;
    request.window = view->window;
    kit_assume(view, kit_room(view, 0), &request);
    if (event->item.id != 0) {
        request.element.item = event->item;
        if (iq_list_get_item_info(view->routes->list, event->item, 0, &info) ==
            IQ_OK)
            request.level = info.level;
        status = kit_layout_of(view, row, event->section, &of_section);
        if (status != IQ_OK)
            return status;
        layout = &of_section;
        kit_assume(view,
                   layout->kind == IQ_LAYOUT_FLOW ? kit_row_room(view, layout)
                                                  : kit_column(view, layout),
                   &request);
    } else {
        request.element.section = event->section;
        request.element.kind = event->element_kind;
        request.element.index = event->element_index;
    }
    if (kit_size_of(view, row, &request, &rule, &is_own) < 0)
        return IQ_ERROR_CALLBACK;
    known = kit_extent_of(view, layout, &rule, is_own);
    if (kit_is_known(layout, &known))
        return IQ_OK;
    if (kit_fitting(view, row, &request, layout, event->object, &known) < 0)
        return IQ_ERROR_CALLBACK;
    if (known.along < 0)
        return IQ_OK;
    memset(&size, 0, sizeof size);
    size.element = request.element;
    size.size = kit_size_from(view, &known);
    return iq_view_set_sizes(view->view, &size, 1);
}

#ifdef __cplusplus
}
#endif

#endif /* IQLIST_KIT_MEASURE_H */

/**
 * @file
 * kit_layout.h - what a list kit adds to a view that is laid out, for hosts of
 * C and C++: copy it into your program, beside kit.h and kit_scroll.h. It has
 * no code in the library.
 *
 * How long an item, header, footer or loader is along the axis. The first of
 * these that answers decides:
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
 *            of a section, and asks what is asked about first items.
 */
#ifndef IQLIST_KIT_LAYOUT_H
#define IQLIST_KIT_LAYOUT_H

#include <kit.h>
#include <kit_scroll.h>
#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- rules -------------------------------------------------------------- */

/** Returns a length that is measured, `assumed` until then (0: 44, of headers
 * and footers 22). */
static inline iq_length kit_auto(double assumed)
{
    iq_length length;

    memset(&length, 0, sizeof length);
    length.unit = IQ_LENGTH_AUTO;
    length.value = assumed;
    return length;
}

/** Returns a length of `value` units. */
static inline iq_length kit_fixed(double value)
{
    iq_length length = kit_auto(value);

    length.unit = IQ_LENGTH_FIXED;
    return length;
}

/** Returns a length that is a share of the window, without its insets. */
static inline iq_length kit_relative(double share)
{
    iq_length length = kit_auto(share);

    length.unit = IQ_LENGTH_RELATIVE;
    return length;
}

/** Returns a length that follows from the other one; `ratio` is width / height.
 */
static inline iq_length kit_aspect(double ratio)
{
    iq_length length = kit_auto(ratio);

    length.unit = IQ_LENGTH_ASPECT;
    return length;
}

/** Returns a rule of two lengths. Across the axis, AUTO is all of the room;
 * another length says how many columns there are: see kit_layout. */
static inline iq_size_rule kit_sized(iq_length width, iq_length height)
{
    iq_size_rule rule;

    memset(&rule, 0, sizeof rule);
    rule.width = width;
    rule.height = height;
    return rule;
}

/** A rule, or a function that returns one for the size of the window. */
typedef struct kit_rule {
    iq_size_rule rule;
    /** Changes `rule`, which is the one above; asked when the layouts are set,
     * with 0 x 0 while the window has no size. Optional. */
    void (*calculate)(void *context, iq_size window, iq_size_rule *rule);
    void *context;
} kit_rule;

/** Returns a kit_rule that is always the same. */
static inline kit_rule kit_always(iq_size_rule rule)
{
    kit_rule always;

    memset(&always, 0, sizeof always);
    always.rule = rule;
    return always;
}

/* ---- layouts ------------------------------------------------------------ */

#define KIT_LAYOUT_COLUMNS 1u
#define KIT_LAYOUT_ITEM 2u
#define KIT_LAYOUT_HEADER 4u
#define KIT_LAYOUT_FOOTER 8u
#define KIT_LAYOUT_PAGE 16u
#define KIT_LAYOUT_ESTIMATE 32u
#define KIT_LAYOUT_INSETS 64u
#define KIT_LAYOUT_LINE_SPACING 128u
#define KIT_LAYOUT_ITEM_SPACING 256u
#define KIT_LAYOUT_STICKY_HEADER 512u
#define KIT_LAYOUT_STICKY_FOOTER 1024u

/** How a list or one of its sections is laid out. What is 0, and not named by
 * `fields`, is left out: a section takes it from the list, and the list's
 * default is that of iq_section_layout. After a change set kit_view.is_set to
 * 0. What was measured before holds under another rule, too: see kit_forget. */
struct kit_layout_options {
    uint32_t fields;       /**< KIT_LAYOUT_*: which are given though 0       */
    uint32_t columns;      /**< 0: as many as the item's rule says           */
    kit_rule item;
    kit_rule header;
    kit_rule footer;
    kit_rule page;
    double estimate;       /**< the assumed length of items that are AUTO    */
    iq_insets insets;
    double line_spacing;
    double item_spacing;
    int sticky_header;
    int sticky_footer;
};

/** What a kit_sizer is asked about. */
struct kit_size_request {
    iq_element element; /**< an item; else `kind` is that of an element      */
    iq_key key;
    void *model;        /**< lives for the call                              */
    iq_class cell_class;
    uint32_t level;     /**< of an item                                      */
    iq_size assumed;    /**< across, the room that there is: of the place, for
                             `fitting_size` of the cell, without the rule's
                             insets and indent; along, what is assumed: 0 if
                             nothing is                                      */
    iq_size window;     /**< 0 x 0 before kit_set_size                       */
    void *object;       /**< for `fitting_size`: the cell; else NULL         */
};

/** The layout that a section has got. */
typedef struct kit_placed {
    iq_section section;
    iq_section_layout layout;
} kit_placed;

/** A view that is laid out. The host sets what is first; the kit keeps the
 * rest, which is 0 at first. */
typedef struct kit_view {
    iq_view *view;
    const kit_routes *routes;
    const iq_view_options *options; /**< of the view, as they were given
                             last; NULL: none. After a change set is_set to
                             0                                               */
    kit_placed *placed; /**< memory for as many rows of sections, zeroes at
                             first: a layout is then set only where it is
                             another one. Optional                           */
    size_t placed_count;
    iq_size window;
    kit_scrolling scrolling;
    int is_set;         /**< 0: kit_lay_out sets all layouts                 */
    uint64_t version;   /**< of the list, when they were set                 */
    iq_section_layout all; /**< that of the sections without their own       */
} kit_view;

/** Whether the view scrolls from side to side. */
static inline int kit_is_horizontal(const kit_view *view)
{
    return view->options != NULL &&
           (view->options->flags & IQ_VIEW_HORIZONTAL) != 0;
}

/** Returns how large insets are along the axis, or across. */
static inline double kit_inset(const kit_view *view, const iq_insets *insets,
                               int along)
{
    return along == kit_is_horizontal(view) ? insets->leading + insets->trailing
                                            : insets->top + insets->bottom;
}

/** Returns the room of the window along the axis, or across, without the view's
 * insets. */
static inline double kit_room(const kit_view *view, int along)
{
    double room = along == kit_is_horizontal(view) ? view->window.width
                                                   : view->window.height;

    if (view->options != NULL)
        room -= kit_inset(view, &view->options->insets, along);
    return room > 0 ? room : 0;
}

/** Returns the length that a rule says along the axis, where there is so much
 * room across; -1 if it is AUTO, or says no length. */
static inline double kit_along(const kit_view *view, const iq_size_rule *rule,
                               double across)
{
    int horizontal = kit_is_horizontal(view);
    iq_length length = horizontal ? rule->width : rule->height;
    double ratio = length.value > 0 ? length.value : 1;
    double size = -1;

    if (length.unit == IQ_LENGTH_FIXED)
        size = length.value;
    else if (length.unit == IQ_LENGTH_RELATIVE)
        size = length.value * kit_room(view, 1);
    else if (length.unit == IQ_LENGTH_ASPECT)
        size = horizontal ? across * ratio : across / ratio;
    return size >= 0 ? size + (horizontal ? rule->additional.width
                                          : rule->additional.height)
                     : -1;
}

/** Whether both lengths of a rule are ones that there are. */
static inline int kit_is_rule(const iq_size_rule *rule)
{
    return rule->width.unit <= IQ_LENGTH_ASPECT &&
           rule->height.unit <= IQ_LENGTH_ASPECT && rule->width.value >= 0 &&
           rule->height.value >= 0 && rule->additional.width >= 0 &&
           rule->additional.height >= 0;
}

/** Returns the length that a rule says across the axis; 0 if it says none: it
 * is AUTO, or an aspect of a length that is not known either. */
static inline double kit_across(const kit_view *view, const iq_size_rule *rule)
{
    int horizontal = kit_is_horizontal(view);
    iq_length length = horizontal ? rule->height : rule->width;
    iq_length other = horizontal ? rule->width : rule->height;
    double ratio = length.value > 0 ? length.value : 1;
    double size = 0;

    if (length.unit == IQ_LENGTH_FIXED)
        size = length.value;
    else if (length.unit == IQ_LENGTH_RELATIVE)
        size = length.value * kit_room(view, 0);
    else if (length.unit == IQ_LENGTH_ASPECT) {
        if (other.unit == IQ_LENGTH_FIXED)
            size = other.value;
        else if (other.unit == IQ_LENGTH_RELATIVE)
            size = other.value * kit_room(view, 1);
        size = horizontal ? size / ratio : size * ratio;
    }
    return size > 0 ? size + (horizontal ? rule->additional.height
                                         : rule->additional.width)
                    : 0;
}

/** Returns the greatest multiple of `grain` (0: 1/1024) that is not more than a
 * length; what is a rounding error below a multiple is that. */
static inline double kit_whole(double length, double grain)
{
    double ticks = length / (grain > 0 ? grain : 1.0 / 1024) + 1e-6;

    if (!(ticks >= 0 && ticks < 4e9))
        return 0;
    return (double)(uint32_t)ticks * (grain > 0 ? grain : 1.0 / 1024);
}

/** Returns how many columns of a width stand beside each other: from 1 to 64.
 */
static inline uint32_t kit_columns(double room, double width, double spacing)
{
    double columns = (room + spacing) / (width + spacing) + 1e-9;

    return !(columns >= 2) ? 1 : columns < 64 ? (uint32_t)columns : 64;
}

/** Returns what parts of a section have rules: 0 items, 1 headers, 2 footers, 3
 * loaders; -1: an element that has none. */
static inline int kit_part(uint32_t kind)
{
    switch (kind) {
    case 0:
        return 0;
    case IQ_KIND_HEADER:
        return 1;
    case IQ_KIND_FOOTER:
        return 2;
    case IQ_KIND_PAGE_START:
    case IQ_KIND_PAGE_END:
        return 3;
    default:
        return -1;
    }
}

/** Returns whether all of something is 0. */
static inline int kit_is_zero(const void *memory, size_t size)
{
    const unsigned char *bytes = (const unsigned char *)memory;

    while (size > 0 && bytes[size - 1] == 0)
        size--;
    return size == 0;
}

/** Returns the KIT_LAYOUT_* of what is not left out. */
static inline uint32_t kit_fields_of(const kit_layout_options *options)
{
    uint32_t given = options->fields;

    if (options->columns != 0)
        given |= KIT_LAYOUT_COLUMNS;
    if (!kit_is_zero(&options->item, sizeof options->item))
        given |= KIT_LAYOUT_ITEM;
    if (!kit_is_zero(&options->header, sizeof options->header))
        given |= KIT_LAYOUT_HEADER;
    if (!kit_is_zero(&options->footer, sizeof options->footer))
        given |= KIT_LAYOUT_FOOTER;
    if (!kit_is_zero(&options->page, sizeof options->page))
        given |= KIT_LAYOUT_PAGE;
    if (options->estimate != 0)
        given |= KIT_LAYOUT_ESTIMATE;
    if (!kit_is_zero(&options->insets, sizeof options->insets))
        given |= KIT_LAYOUT_INSETS;
    if (options->line_spacing != 0)
        given |= KIT_LAYOUT_LINE_SPACING;
    if (options->item_spacing != 0)
        given |= KIT_LAYOUT_ITEM_SPACING;
    if (options->sticky_header != 0)
        given |= KIT_LAYOUT_STICKY_HEADER;
    if (options->sticky_footer != 0)
        given |= KIT_LAYOUT_STICKY_FOOTER;
    return given;
}

/** Returns the rule of a part; NULL if it is left out. `options` may be NULL.
 */
static inline const kit_rule *kit_rule_in(const kit_layout_options *options,
                                          int part)
{
    if (options == NULL || part < 0 ||
        (kit_fields_of(options) & (KIT_LAYOUT_ITEM << part)) == 0)
        return NULL;
    return part == 0   ? &options->item
           : part == 1 ? &options->header
           : part == 2 ? &options->footer
                       : &options->page;
}

/** Writes the rule of a kit_rule for the window. `given` NULL: one of AUTO.
 * Returns whether it is given. */
static inline int kit_calculate(const kit_view *view, const kit_rule *given,
                                iq_size_rule *rule)
{
    memset(rule, 0, sizeof *rule);
    if (given == NULL)
        return 0;
    *rule = given->rule;
    if (given->calculate != NULL)
        given->calculate(given->context, view->window, rule);
    return 1;
}

/** Writes the rule that the section, else the list gives to a part. `row` is
 * the section's, or NULL. */
static inline void kit_given(const kit_view *view, const kit_section *row,
                             int part, iq_size_rule *rule)
{
    const kit_rule *own = row != NULL ? kit_rule_in(row->layout, part) : NULL;

    kit_calculate(view,
                  own != NULL ? own : kit_rule_in(view->routes->layout, part),
                  rule);
}

/** Returns the options that have a field: the section's, else the list's, else
 * NULL. */
static inline const kit_layout_options *
kit_options_with(const kit_view *view, const kit_section *row, uint32_t field)
{
    const kit_layout_options *own = row != NULL ? row->layout : NULL;
    const kit_layout_options *all = view->routes->layout;

    if (own != NULL && (kit_fields_of(own) & field) != 0)
        return own;
    return all != NULL && (kit_fields_of(all) & field) != 0 ? all : NULL;
}

/* ---- who says how large something is ------------------------------------ */

/** Asks a kit_sizer, which may be NULL. An answer with a length that there is
 * not, such as one below 0, is KIT_FAILED. */
static inline int kit_ask_size(void *context, kit_sizer sizer,
                               const kit_size_request *request,
                               iq_size_rule *rule)
{
    int answer;

    memset(rule, 0, sizeof *rule);
    answer = sizer != NULL ? sizer(context, request, rule) : KIT_PASS;
    return answer > 0 && !kit_is_rule(rule) ? KIT_FAILED : answer;
}

/** Writes the size of what is asked about: the answer of the first in the route
 * that has one; AUTO if nobody has. Returns KIT_HANDLED, or KIT_FAILED if one
 * of them failed. */
static inline int kit_size_of(const kit_view *view, const kit_section *row,
                              const kit_size_request *request,
                              iq_size_rule *rule)
{
    const kit_routes *routes = view->routes;
    const kit_class *own = kit_class_of(routes, request->cell_class);
    int part = request->element.item.id != 0 ? 0
                                             : kit_part(request->element.kind);
    int answer =
        kit_ask_size(routes->coordinator.context, routes->coordinator.size,
                     request, rule);

    if (answer == KIT_PASS && row != NULL)
        answer = kit_ask_size(row->handlers.context, row->handlers.size,
                              request, rule);
    if (answer == KIT_PASS && row != NULL &&
        kit_calculate(view, kit_rule_in(row->layout, part), rule))
        answer = KIT_HANDLED;
    if (answer == KIT_PASS && own != NULL)
        answer = kit_ask_size(own->handlers.context, own->handlers.size,
                              request, rule);
    if (answer == KIT_PASS)
        kit_calculate(view, kit_rule_in(routes->layout, part), rule);
    return answer < 0 || !kit_is_rule(rule) ? KIT_FAILED : KIT_HANDLED;
}

/** Writes what is assumed of an item that is not measured yet: the answer of
 * the first in the route, else `size`; `request` NULL: there is no item to ask
 * about. Returns KIT_HANDLED or KIT_FAILED. */
static inline int kit_estimate_of(const kit_view *view, const kit_section *row,
                                  const kit_size_request *request,
                                  const iq_size_rule *size, double across,
                                  double *estimate)
{
    const kit_handlers *asked[3] = {&view->routes->coordinator, NULL, NULL};
    const kit_layout_options *options =
        kit_options_with(view, row, KIT_LAYOUT_ESTIMATE);
    const kit_class *own = NULL;
    iq_size_rule rule;
    int answer = KIT_PASS, i;

    if (request != NULL)
        own = kit_class_of(view->routes, request->cell_class);
    if (row != NULL)
        asked[1] = &row->handlers;
    /* The section's estimate comes before the class, the list's behind it. */
    if (own != NULL && (options == NULL || options == view->routes->layout))
        asked[2] = &own->handlers;
    for (i = 0; i < 3 && request != NULL && answer == KIT_PASS; i++)
        if (asked[i] != NULL)
            answer = kit_ask_size(asked[i]->context, asked[i]->estimated_size,
                                  request, &rule);
    if (answer < 0)
        return KIT_FAILED;
    *estimate = answer != KIT_PASS ? kit_along(view, &rule, across) : -1;
    if (*estimate < 0 && options != NULL)
        *estimate = options->estimate;
    if (*estimate < 0)
        *estimate = kit_along(view, size, across);
    if (*estimate < 0)
        *estimate = kit_is_horizontal(view) ? size->width.value
                                            : size->height.value;
    return KIT_HANDLED;
}

/** Whether a part of a section may have another size for each element: somebody
 * is asked before a rule answers. */
static inline int kit_asks(const kit_view *view, const kit_section *row,
                           int part)
{
    const kit_routes *routes = view->routes;
    size_t i;

    if (routes->coordinator.size != NULL)
        return 1;
    if (row != NULL && row->handlers.size != NULL)
        return 1;
    if (row != NULL && kit_rule_in(row->layout, part) != NULL)
        return 0;
    for (i = 0; i < routes->class_count; i++)
        if (routes->classes[i].handlers.size != NULL)
            return 1;
    return 0;
}

/** Whether there are cells that measure themselves. */
static inline int kit_fits(const kit_view *view)
{
    size_t i;

    for (i = 0; i < view->routes->class_count; i++)
        if (view->routes->classes[i].handlers.fitting_size != NULL)
            return 1;
    return 0;
}

/** Returns the row of a section, or NULL. */
static inline const kit_section *kit_row_of(const kit_view *view,
                                            iq_section section)
{
    iq_section_info info;
    iq_event about;

    memset(&info, 0, sizeof info);
    memset(&about, 0, sizeof about);
    info.struct_size = sizeof info;
    if (section.id == 0 || view->routes->section_count == 0 ||
        iq_list_get_section_info(view->routes->list, section, &info) != IQ_OK)
        return NULL;
    about.section = section;
    about.key = info.key;
    return kit_section_of(view->routes, &about);
}

/** Fills a request with the first item of a section; `row` NULL: of the list.
 * Returns whether there is one. */
static inline int kit_first_item(const kit_view *view, const kit_section *row,
                                 kit_size_request *request)
{
    const iq_list *list = view->routes->list;
    iq_item_info info;
    iq_section section;
    iq_item item;
    iq_status status;

    memset(request, 0, sizeof *request);
    memset(&info, 0, sizeof info);
    info.struct_size = sizeof info;
    if (row != NULL) {
        status = iq_list_find_section(list, row->key, &section);
        if (status == IQ_OK)
            status = iq_list_find_item_in_section(list, section, 0, &item);
    } else
        status = iq_list_find_item_at(list, 0, &item);
    if (status == IQ_OK)
        status = iq_list_get_item_info(list, item, 0, &info);
    if (status != IQ_OK)
        return 0;
    request->element.struct_size = sizeof request->element;
    request->element.item = item;
    request->key = info.key;
    request->model = info.model;
    request->cell_class = info.cell_class;
    request->level = info.level;
    request->window = view->window;
    return 1;
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

/** Asks a cell how long it is, where its place is so large across. Writes the
 * length of the place, or -1 if the cell has no answer. Returns KIT_HANDLED or
 * KIT_FAILED. */
static inline int kit_fitting(const kit_view *view, const kit_section *row,
                              const kit_size_request *request, void *object,
                              double across, double *length)
{
    const kit_class *own = kit_class_of(view->routes, request->cell_class);
    kit_size_request fitting = *request;
    iq_size_rule given, rule;
    double room;
    int answer;

    *length = -1;
    if (own == NULL || own->handlers.fitting_size == NULL)
        return KIT_HANDLED;
    kit_given(view, row,
              request->element.item.id != 0 ? 0
                                            : kit_part(request->element.kind),
              &given);
    room = across - kit_around(view, &given, request->level, 0);
    if (!(room > 0))
        room = 0;
    fitting.object = object;
    if (kit_is_horizontal(view))
        fitting.assumed.height = room;
    else
        fitting.assumed.width = room;
    answer = kit_ask_size(own->handlers.context, own->handlers.fitting_size,
                          &fitting, &rule);
    if (answer < 0)
        return KIT_FAILED;
    if (answer != KIT_PASS && kit_along(view, &rule, room) >= 0)
        *length = kit_along(view, &rule, room) +
                  kit_around(view, &given, request->level, 1);
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
    kit_size_request request;
    iq_size_rule rule;
    iq_item_info info;
    iq_section section;
    iq_event cell;
    uint64_t last = 0;
    double across, length;
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
        if (i == 0 || section.id != last)
            row = kit_row_of(view, section);
        last = section.id;
        if (kit_size_of(view, row, &request, &rule) < 0)
            return 1;
        across = kit_is_horizontal(view) ? sizes[i].height : sizes[i].width;
        length = kit_along(view, &rule, across);
        memset(&cell, 0, sizeof cell);
        cell.struct_size = sizeof cell;
        if (length < 0 && kit_fits(view) &&
            iq_view_find_cell(view->view, IQ_NONE, &request.element, &cell) ==
                IQ_OK &&
            cell.model == request.model &&
            cell.cell_class.id == request.cell_class.id &&
            kit_fitting(view, row, &request, cell.object, across, &length) < 0)
            return 1;
        if (length < 0)
            length = (double)NAN;
        if (kit_is_horizontal(view))
            sizes[i].width = length;
        else
            sizes[i].height = length;
    }
    return 0;
}

/** Makes the length along the axis one that is measured, `assumed` until then.
 */
static inline void kit_measured(const kit_view *view, iq_size_rule *rule,
                                double assumed)
{
    iq_length length = kit_auto(assumed > 0 ? assumed : 0);

    if (kit_is_horizontal(view)) {
        rule->width = length;
        rule->additional.width = 0;
    } else {
        rule->height = length;
        rule->additional.height = 0;
    }
}

/** Makes room beside or between items of a width: one column is at the leading
 * edge, and more begin and end at the edges. */
static inline void kit_justify(const kit_view *view, double room, double width,
                               iq_section_layout *layout)
{
    double grain = view->options != NULL ? view->options->grain : 0;
    double left = room - width;

    if (layout->columns > 1) {
        /* Columns are whole units wide. */
        left = room - layout->columns * kit_whole(width, 1);
        layout->item_spacing = kit_whole(left / (layout->columns - 1), grain);
    } else if (left > 0 && kit_is_horizontal(view))
        layout->insets.bottom += left;
    else if (left > 0)
        layout->insets.trailing += left;
}

/** Fills the layout of a section for iq_view_set_layout, from its options and
 * the list's; `row` NULL: that of all sections without one.
 * - What is left out is the list's. `size` and `estimated_size` are asked about
 *   the first item.
 * - A width in the item's rule (of a view that scrolls from side to side, a
 *   height) gives the number of columns, unless the options do: as many as fit.
 *   The room that is left goes between them; one column is at the leading edge.
 *   All items of a section with several columns have the size of the first.
 * - Of an answer of `size` the lengths count, with what is added to them;
 *   insets and indents are those of the rules.
 * - IQ_ERROR_CALLBACK: a function that was asked has failed. */
static inline iq_status kit_layout(const kit_view *view, const kit_section *row,
                                   iq_section_layout *layout)
{
    const kit_layout_options *options;
    kit_size_request request;
    iq_size_rule *rules[4], answer;
    double room, width, length, estimate = 0;
    int part, has_first, asks, measured = 0;

    memset(layout, 0, sizeof *layout);
    layout->struct_size = sizeof *layout;
    rules[0] = &layout->item;
    rules[1] = &layout->header;
    rules[2] = &layout->footer;
    rules[3] = &layout->page;
    options = kit_options_with(view, row, KIT_LAYOUT_STICKY_HEADER);
    if (options != NULL && options->sticky_header)
        layout->flags |= IQ_SECTION_LAYOUT_STICKY_HEADER;
    options = kit_options_with(view, row, KIT_LAYOUT_STICKY_FOOTER);
    if (options != NULL && options->sticky_footer)
        layout->flags |= IQ_SECTION_LAYOUT_STICKY_FOOTER;
    options = kit_options_with(view, row, KIT_LAYOUT_COLUMNS);
    layout->columns = options != NULL ? options->columns : 0;
    options = kit_options_with(view, row, KIT_LAYOUT_INSETS);
    if (options != NULL)
        layout->insets = options->insets;
    options = kit_options_with(view, row, KIT_LAYOUT_LINE_SPACING);
    layout->line_spacing = options != NULL ? options->line_spacing : 0;
    options = kit_options_with(view, row, KIT_LAYOUT_ITEM_SPACING);
    layout->item_spacing = options != NULL ? options->item_spacing : 0;
    for (part = 0; part < 4; part++)
        kit_given(view, row, part, rules[part]);

    room = kit_room(view, 0) - kit_inset(view, &layout->insets, 0);
    room = room > 0 ? room : 0;
    asks = kit_asks(view, row, 0);
    answer = layout->item;
    has_first = kit_first_item(view, row, &request);
    if (kit_is_horizontal(view))
        request.assumed.height = room;
    else
        request.assumed.width = room;
    if (has_first && asks && kit_size_of(view, row, &request, &answer) < 0)
        return IQ_ERROR_CALLBACK;
    width = kit_whole(kit_across(view, &answer),
                      view->options != NULL ? view->options->grain : 0);
    if (layout->columns == 0 && width > 0) {
        width = width < room ? width : room;
        layout->columns = kit_columns(room, width, layout->item_spacing);
        kit_justify(view, room, width, layout);
        if (layout->columns == 1)
            room = width;
    }
    length = kit_along(view, &answer, room);
    if (layout->columns > 1) {
        layout->item.width = answer.width;
        layout->item.height = answer.height;
        layout->item.additional = answer.additional;
    }
    /* What is no length is left to iq_view_set_layout, which says so. */
    if ((length < 0 && kit_is_rule(&answer)) ||
        (asks && layout->columns <= 1)) {
        if (kit_estimate_of(view, row, has_first ? &request : NULL, &answer,
                            room, &estimate) < 0)
            return IQ_ERROR_CALLBACK;
        kit_measured(view, &layout->item, estimate);
        measured = layout->columns <= 1 && (asks || kit_fits(view));
    }
    for (part = 1; part < 4; part++) {
        length = kit_along(view, rules[part], kit_room(view, 0));
        if (kit_asks(view, row, part)) {
            kit_measured(view, rules[part],
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
    if (status == IQ_OK)
        status = kit_layout(view, NULL, &layout);
    if (status == IQ_OK &&
        (!was_set || memcmp(&view->all, &layout, sizeof layout) != 0)) {
        status = iq_view_set_layout(view->view, section, &layout);
        view->all = layout;
    }
    for (i = 0; i < routes->section_count && status == IQ_OK; i++) {
        row = &routes->sections[i];
        if (iq_list_find_section(routes->list, row->key, &section) != IQ_OK)
            continue;
        placed = view->placed != NULL && i < view->placed_count
                     ? &view->placed[i]
                     : NULL;
        is_own = kit_has_layout(row);
        if (is_own)
            status = kit_layout(view, row, &layout);
        if (status == IQ_OK)
            status = kit_place(view, section, is_own ? &layout : NULL, placed);
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

/** For `bind_cell` of a class with `fitting_size`, when it has bound the cell
 * of a view that is laid out: an automatic dimension. If the size of the item
 * or element is AUTO, the cell is asked how long it is, and that is set. When
 * the width changes, kit_measure asks again.
 * - IQ_ERROR_CALLBACK: a function that was asked has failed.
 * Other failures are those of iq_view_set_sizes. */
static inline iq_status kit_fit(const kit_view *view, const iq_event *event)
{
    const kit_class *own = kit_class_of(view->routes, event->cell_class);
    const kit_section *row = kit_section_of(view->routes, event);
    kit_size_request request;
    iq_section_layout layout;
    iq_element_size size;
    iq_size_rule rule;
    iq_item_info info;
    iq_status status;
    double across = kit_room(view, 0), length;

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
    if (event->item.id != 0) {
        request.element.item = event->item;
        if (iq_list_get_item_info(view->routes->list, event->item, 0, &info) ==
            IQ_OK)
            request.level = info.level;
        layout = view->all;
        status = kit_has_layout(row) ? kit_layout(view, row, &layout) : IQ_OK;
        if (status != IQ_OK)
            return status;
        if (layout.columns > 1)
            return IQ_OK;
        across -= kit_inset(view, &layout.insets, 0);
        across = across > 0 ? across : 0;
    } else {
        request.element.section = event->section;
        request.element.kind = event->element_kind;
        request.element.index = event->element_index;
    }
    if (kit_is_horizontal(view))
        request.assumed.height = across;
    else
        request.assumed.width = across;
    if (kit_size_of(view, row, &request, &rule) < 0)
        return IQ_ERROR_CALLBACK;
    if (kit_along(view, &rule, across) >= 0)
        return IQ_OK;
    if (kit_fitting(view, row, &request, event->object, across, &length) < 0)
        return IQ_ERROR_CALLBACK;
    if (length < 0)
        return IQ_OK;
    memset(&size, 0, sizeof size);
    size.element = request.element;
    size.size.width = kit_is_horizontal(view) ? length : across;
    size.size.height = kit_is_horizontal(view) ? across : length;
    return iq_view_set_sizes(view->view, &size, 1);
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

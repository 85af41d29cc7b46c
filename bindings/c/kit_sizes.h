/**
 * @file
 * kit_sizes.h - who says how large something is: a part of kit_layout.h, which
 * includes it.
 */
#ifndef IQLIST_KIT_SIZES_H
#define IQLIST_KIT_SIZES_H

#include <kit_lines.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a kit_sizer is asked about. */
struct kit_size_request {
    iq_element element; /**< an item; else `kind` is that of an element      */
    iq_key key;
    void *model;        /**< lives for the call                              */
    iq_class cell_class;
    uint32_t level;     /**< of an item                                      */
    iq_size assumed;    /**< across, the room that there is: of the column, in
                             a flow of the line; for `fitting_size` without
                             the rule's insets and indent. Along, what is
                             assumed: 0 if nothing is                        */
    iq_size window;     /**< 0 x 0 before kit_set_size                       */
    void *object;       /**< for `fitting_size`: the cell; else NULL         */
};

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
 * that has one; AUTO if nobody has. Writes to `is_own`, which is optional,
 * whether it is about this one alone, and not the rule of a layout. Returns
 * KIT_HANDLED, or KIT_FAILED if one of them failed. */
static inline int kit_size_of(const kit_view *view, const kit_section *row,
                              const kit_size_request *request,
                              iq_size_rule *rule, int *is_own)
{
    const kit_routes *routes = view->routes;
    const kit_class *own = kit_class_of(routes, request->cell_class);
    int of_layout = 0;
    int part = request->element.item.id != 0 ? 0
                                             : kit_part(request->element.kind);
    int answer =
        kit_ask_size(routes->coordinator.context, routes->coordinator.size,
                     request, rule);

    if (answer == KIT_PASS && row != NULL)
        answer = kit_ask_size(row->handlers.context, row->handlers.size,
                              request, rule);
    if (answer == KIT_PASS && row != NULL &&
        kit_calculate(view, kit_rule_in(row->layout, part), rule)) {
        answer = KIT_HANDLED;
        of_layout = 1;
    }
    if (answer == KIT_PASS && own != NULL)
        answer = kit_ask_size(own->handlers.context, own->handlers.size,
                              request, rule);
    if (answer == KIT_PASS) {
        kit_calculate(view, kit_rule_in(routes->layout, part), rule);
        of_layout = 1;
    }
    if (is_own != NULL)
        *is_own = !of_layout;
    return answer < 0 || !kit_is_rule(rule) ? KIT_FAILED : KIT_HANDLED;
}

/** Writes what is assumed of an item that is not measured yet: the answer of
 * the first in the route, else `size`; `request` NULL: there is no item to ask
 * about. A width is assumed in a flow. Returns KIT_HANDLED or KIT_FAILED. */
static inline int kit_estimate_of(const kit_view *view, const kit_section *row,
                                  const kit_size_request *request,
                                  const iq_section_layout *layout,
                                  const iq_size_rule *size,
                                  kit_extent *estimate)
{
    const kit_handlers *asked[3] = {&view->routes->coordinator, NULL, NULL};
    const kit_layout_options *options =
        kit_options_with(view, row, KIT_LAYOUT_ESTIMATE);
    const kit_class *own = NULL;
    kit_extent said = kit_extent_of(view, layout, size, 1);
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
    estimate->along = estimate->across = -1;
    if (answer != KIT_PASS)
        *estimate = kit_extent_of(view, layout, &rule, 1);
    if (estimate->across < 0)
        estimate->across = said.across;
    if (estimate->along < 0 && options != NULL)
        estimate->along = options->estimate;
    if (estimate->along < 0)
        estimate->along = said.along;
    if (estimate->along < 0)
        estimate->along = kit_is_horizontal(view) ? size->width.value
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

/** Writes how much room there is across for an answer about something. */
static inline void kit_assume(const kit_view *view, double room,
                              kit_size_request *request)
{
    if (kit_is_horizontal(view))
        request->assumed.height = room;
    else
        request->assumed.width = room;
}

/** Makes the length along the axis, or across, one that is measured, `assumed`
 * until then. */
static inline void kit_measured(const kit_view *view, iq_size_rule *rule,
                                int along, double assumed)
{
    iq_length length = kit_auto(assumed > 0 ? assumed : 0);

    if (along == kit_is_horizontal(view)) {
        rule->width = length;
        rule->additional.width = 0;
    } else {
        rule->height = length;
        rule->additional.height = 0;
    }
}

#ifdef __cplusplus
}
#endif

#endif /* IQLIST_KIT_SIZES_H */

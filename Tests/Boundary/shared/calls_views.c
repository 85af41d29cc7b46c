/*
 * calls_views.c - the calls on views: see calls.h.
 */
#include "calls.h"

#define CALL(name) static iq_status name(const call_objects *c)

CALL(create)
{
    iq_view *view = NULL;
    iq_status status = iq_view_create(c->list, NULL, &view);
    iq_view_destroy(view);
    return status;
}

CALL(set_visible)
{
    return iq_view_set_visible(c->view, 1, 1, 4);
}

CALL(get_visible)
{
    size_t first, count;
    return iq_view_get_visible(c->view, &first, &count);
}

/* An item that is visible: the cell that it has. */
CALL(take_cell)
{
    const iq_element element = {sizeof element, c->item, {0}, 0, 0};
    iq_event event = {.struct_size = sizeof event};
    iq_status status = iq_view_take_cell(c->view, &element, &event);
    return status ? status : iq_view_give_cell(c->view, event.cell);
}

/* The header of A, which is visible as one of its items is. */
CALL(take_header)
{
    const iq_element element = {sizeof element, {0}, c->section, IQ_KIND_HEADER, 0};
    iq_event event = {.struct_size = sizeof event};
    iq_status status = iq_view_take_cell(c->view, &element, &event);
    return status ? status : iq_view_give_cell(c->view, event.cell);
}

/* An element of the list that no view shows by itself: a cell is bound for it. */
CALL(give_cell)
{
    const iq_element element = {sizeof element, {0}, {0}, IQ_KIND_HOST, 0};
    iq_event event = {.struct_size = sizeof event};
    iq_status status = iq_view_take_cell(c->view, &element, &event);
    return status ? status : iq_view_give_cell(c->view, event.cell);
}

CALL(find_cell)
{
    const iq_element element = {sizeof element, c->item, {0}, 0, 0};
    iq_event event = {.struct_size = sizeof event};
    return iq_view_find_cell(c->view, IQ_NONE, &element, &event);
}

const call calls_of_views[] = {
    {"iq_view_create", CALL_LIST, 0, create},
    {"iq_view_set_visible", CALL_VIEW, 0, set_visible},
    {"iq_view_get_visible", CALL_VIEW, 0, get_visible},
    {"iq_view_take_cell", CALL_VIEW | CALL_ITEM | CALL_OR_WHOLE | CALL_CELLS, 0, take_cell},
    {"iq_view_take_cell header", CALL_VIEW | CALL_SECTION | CALL_OR_WHOLE | CALL_CELLS, 0, take_header},
    {"iq_view_give_cell", CALL_VIEW | CALL_CELLS, 0, give_cell},
    {"iq_view_find_cell", CALL_VIEW, 0, find_cell},
};
const size_t calls_of_views_count = sizeof calls_of_views / sizeof *calls_of_views;

/*
 * world_views.c - views of the lists, and the functions of their cells: see world.h.
 */
#include "world.h"

#include "check.h"

#include <string.h>

/* ---- cells */

typedef struct cell {
    bool is_bound;
    const void *model;
    bool counts;
} cell;

static int create_cell(void *context, const iq_event *event, void **object)
{
    (void)context;
    (void)event;
    if (world_fails()) {
        return 1;
    }
    cell *made = check_memory(calloc(1, sizeof *made));
    *object = made;
    world.cells++;
    world_inside("create_cell");
    return 0;
}

static int bind_cell(void *context, const iq_event *event)
{
    (void)context;
    if (world_fails()) {
        return 1;
    }
    cell *of = event->object;
    CHECK(tree_references(event->model) > 0);
    of->is_bound = true;
    of->model = event->model;
    world_inside("bind_cell");
    return 0;
}

static void unbind_cell(void *context, const iq_event *event)
{
    (void)context;
    cell *of = event->object;
    CHECK(of->is_bound && of->model == event->model && tree_references(event->model) > 0);
    of->is_bound = false;
    world_inside("unbind_cell");
}

static void destroy_cell(void *context, void *object)
{
    (void)context;
    cell *of = object;
    CHECK(!of->is_bound);
    free(of);
    world.cells--;
    world_inside("destroy_cell");
}

const iq_class_options world_cell_functions = {.struct_size = sizeof world_cell_functions, .traits = IQ_TRAIT_MOVABLE,
                                               .pool = 2, .create_cell = create_cell, .bind_cell = bind_cell,
                                               .unbind_cell = unbind_cell, .destroy_cell = destroy_cell};

/* ---- what is in view */

static uint64_t part_of(const iq_event *event)
{
    uint64_t mark = event->element_kind ? 3 : 2;
    return event->item.id ? event->item.id : event->section.id | mark << 62;
}

static size_t find(const world_view *view, uint64_t part)
{
    for (size_t i = 0; i < view->shown_count; i++) {
        if (view->shown[i] == part) {
            return i;
        }
    }
    return SIZE_MAX;
}

void world_follow_view(world_list *self, const iq_event *event, bool may_be_unknown)
{
    world_view *view = NULL;
    for (size_t v = 0; v < WORLD_VIEWS; v++) {
        if (self->views[v].view && self->views[v].view == event->view) {
            view = &self->views[v];
        }
    }
    /* A callback has destroyed it. */
    if (!view) {
        CHECK(may_be_unknown || event->kind == IQ_EVENT_CLASS_FIRST_USED);
        return;
    }
    size_t at = find(view, part_of(event));
    if (event->kind == IQ_EVENT_WILL_DISPLAY) {
        CHECK(at == SIZE_MAX && view->shown_count < WORLD_SHOWN);
        view->shown[view->shown_count++] = part_of(event);
    } else if (event->kind == IQ_EVENT_DID_END_DISPLAY) {
        CHECK(at != SIZE_MAX);
        view->shown[at] = view->shown[--view->shown_count];
    }
}

static void check_item(const world_list *self, const world_view *view, size_t index)
{
    iq_element element = {.struct_size = sizeof element};
    iq_item_info info = {.struct_size = sizeof info};
    iq_event event = {.struct_size = sizeof event};
    CHECK_OK(iq_list_find_item_at(self->list, index, &element.item));
    CHECK_OK(iq_list_get_item_info(self->list, element.item, 0, &info));
    CHECK(find(view, element.item.id) != SIZE_MAX);
    CHECK_OK(iq_view_find_cell(view->view, IQ_NONE, &element, &event));
    CHECK(event.item.id == element.item.id && event.model == info.model && event.cell_class.id == info.cell_class.id);
    const cell *of = event.object;
    CHECK(!of || (of->is_bound && of->model == info.model));
}

void world_check_views(world_list *self)
{
    for (size_t v = 0; v < WORLD_VIEWS; v++) {
        const world_view *view = &self->views[v];
        size_t first, count, items = 0;
        if (!view->view) {
            continue;
        }
        CHECK_OK(iq_view_get_visible(view->view, &first, &count));
        for (size_t i = 0; i < count; i++) {
            check_item(self, view, first + i);
        }
        for (size_t i = 0; i < view->shown_count; i++) {
            items += !(view->shown[i] >> 62);
        }
        CHECK(items == count);
    }
}

/* ---- views come and go */

static void lose(world_view *view)
{
    iq_view *lost = view->view;
    view->view = NULL;
    view->shown_count = 0;
    iq_view_destroy(lost);
}

void world_end_view(world_list *self)
{
    world_view *view = &self->views[world_below(WORLD_VIEWS)];
    if (view->view) {
        lose(view);
    }
}

void world_use_views(world_list *self)
{
    world_view *view = &self->views[world_below(WORLD_VIEWS)];
    bool is_busy = self->inside > 0;
    if (!view->view) {
        iq_view *made = NULL;
        if (WENT(iq_view_create(self->list, NULL, &made), is_busy)) {
            *view = (world_view){.view = made};
        }
    } else if (world_chance(25)) {
        lose(view);
    } else {
        CHECK_OK(iq_view_set_visible(view->view, world_chance(30) ? 0 : world_below(20), world_below(16),
                                     world_below(3)));
    }
}

void world_lose_views(world_list *self)
{
    for (size_t v = 0; v < WORLD_VIEWS; v++) {
        world_view *view = &self->views[v];
        if (view->view && world.lost_count < sizeof world.lost_views / sizeof *world.lost_views) {
            world.lost_views[world.lost_count++] = view->view;
            *view = (world_view){0};
        } else if (view->view) {
            lose(view);
        }
    }
}

void world_end_lost_view(void)
{
    iq_view *view = world.lost_views[--world.lost_count];
    CHECK_STATUS(iq_view_set_visible(view, 0, 1, 0), IQ_ERROR_HANDLE);
    iq_view_destroy(view);
}

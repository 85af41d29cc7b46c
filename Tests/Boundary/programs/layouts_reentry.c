/*
 * layouts_reentry.c - every call from inside every host function that a layout calls: `measure`, the functions of cells
 * and of a custom layout, and `destroy` of a layout. Calls of the view that is laid out are refused, but for those that its cells need; all others
 * are done. What is destroyed there goes when the call returns.
 */
#include "attempt.h"
#include "check.h"
#include "host_memory.h"
#include "slanted.h"

#include <stdbool.h>

static size_t cells;
static iq_class cell_class;
static int model;

/* ---- host functions */

/* Only those of the view that is laid out. */
static bool is_of_layout(const iq_event *event)
{
    return attempt.objects && event->view == attempt.objects->laid_out;
}

static int create_cell(void *context, const iq_event *event, void **object)
{
    (void)context;
    *object = check_memory(malloc(1));
    cells++;
    if (is_of_layout(event)) {
        call_once("create_cell");
    }
    return 0;
}

static int bind_cell(void *context, const iq_event *event)
{
    (void)context;
    if (is_of_layout(event)) {
        call_once("bind_cell");
    }
    return 0;
}

static void unbind_cell(void *context, const iq_event *event)
{
    (void)context;
    if (is_of_layout(event)) {
        call_once("unbind_cell");
    }
}

static void destroy_cell(void *context, void *object)
{
    (void)context;
    free(object);
    cells--;
}

static int measure(void *context, const iq_measured *elements, size_t count, iq_size *sizes)
{
    (void)context;
    call_once("measure");
    for (size_t i = 0; i < count; i++) {
        sizes[i].height = elements[i].element.kind ? 10 : 20;
    }
    return 0;
}

static double extent(void *context, iq_section section, size_t count, double across)
{
    call_once("extent");
    return slanted_extent(context, section, count, across);
}

static void range(void *context, iq_section section, size_t count, double across, double start, double end,
                  size_t *first, size_t *shown)
{
    call_once("range");
    slanted_range(context, section, count, across, start, end, first, shown);
}

static void frame(void *context, iq_section section, size_t count, double across, size_t index, iq_rect *rect)
{
    call_once("frame");
    slanted_frame(context, section, count, across, index, rect);
}

static void end_layout(void *context)
{
    (void)context;
    call_once("destroy of a layout");
}

/* ---- cases */

static const iq_section_layout measuring = {
    .struct_size = sizeof measuring, .measure = measure, .destroy = end_layout};
static const iq_custom_layout custom = {
    .struct_size = sizeof custom, .extent = extent, .range = range, .frame = frame};
static const iq_section_layout own = {
    .struct_size = sizeof own, .kind = IQ_LAYOUT_CUSTOM, .destroy = end_layout, .custom = &custom};

static void prepare(call_objects *objects, const char *callback, const call *inner)
{
    attempt.callback = NULL;
    attempt.objects = NULL;
    CHECK(objects_open(objects, cell_class, &model));
    attempt_prepare(callback, inner, objects);
    check_case = inner->name;
}

/* Lays out until the function was called: up and down, so that cells come and go. What the layouts answered: all the same
 * but for what the call from inside has taken away. */
static void lay_out(const call_objects *objects, bool is_custom)
{
    /* Inside a layout this is refused. */
    CHECK_OK(iq_view_set_layout(objects->laid_out, (iq_section){0}, is_custom ? &own : &measuring));
    for (size_t i = 0; i < 8 && attempt.times == 0; i++) {
        CHECK_OK(iq_view_scroll(objects->laid_out, i % 2 ? 0 : 70, 0));
        iq_status status = iq_view_layout(objects->laid_out, NULL);
        CHECK(status == IQ_OK || (attempt.times > 0 && status == IQ_ERROR_HANDLE));
    }
    CHECK(attempt.times == 1);
}

/* Calls of the view that a function of it may make. */
static bool is_allowed(const call *inner)
{
    static const char *const allowed[] = {"iq_view_scroll", "iq_view_set_sizes", "iq_view_find_cell laid out"};
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
        if (strcmp(inner->name, allowed[i]) == 0) {
            return true;
        }
    }
    return !(inner->uses & CALL_LAID_OUT);
}

static iq_status destroy_all(const call_objects *objects)
{
    objects_close_lists(objects);
    return IQ_OK;
}

static iq_status destroy_view(const call_objects *objects)
{
    iq_view_destroy(objects->laid_out);
    return IQ_OK;
}

static iq_status destroy_list(const call_objects *objects)
{
    iq_list_destroy(objects->list);
    return IQ_OK;
}

static void check_layouts(const char *callback, bool is_custom)
{
    static const call destroys[] = {{"destroy all", 0, 0, destroy_all},
                                    {"destroy the view", 0, 0, destroy_view},
                                    {"destroy the list", 0, 0, destroy_list}};
    call_objects objects;
    for (size_t i = 0; i < calls_count(); i++) {
        const call *inner = calls_at(i);
        prepare(&objects, callback, inner);
        lay_out(&objects, is_custom);
        bool is_found = strcmp(inner->name, "iq_view_find_cell laid out") != 0;
        if (!is_allowed(inner)) {
            CHECK_STATUS(attempt.status, IQ_ERROR_BUSY);
        } else if (is_found) {
            CHECK_STATUS(attempt.status, IQ_OK);
        } else {
            CHECK(attempt.status == IQ_OK || attempt.status == IQ_ERROR_NOT_FOUND);
        }
        attempt.callback = NULL;
        iq_scene scene = {.struct_size = sizeof scene};
        CHECK_OK(iq_view_layout(objects.laid_out, &scene));
        for (size_t p = 0; p < scene.count; p++) {
            CHECK(scene.places[p].cell == IQ_NONE || scene.places[p].object != NULL);
        }
        objects_close(&objects);
        CHECK(cells == 0);
    }
    for (size_t i = 0; i < 3; i++) {
        prepare(&objects, callback, &destroys[i]);
        lay_out(&objects, is_custom);
        attempt.callback = NULL;
        CHECK_STATUS(iq_view_layout(objects.laid_out, NULL), IQ_ERROR_HANDLE);
        objects_close(&objects);
        CHECK(cells == 0);
    }
}

/* A layout that was replaced, or whose view is destroyed: the first inside the call, the other when all is done. */
static void check_ends(void)
{
    for (size_t i = 0; i < 2 * calls_count(); i++) {
        const call *inner = calls_at(i / 2);
        call_objects objects;
        bool is_view = i % 2;
        if (is_view && inner->uses & CALL_LAID_OUT) {
            continue;
        }
        prepare(&objects, "destroy of a layout", inner);
        CHECK_OK(iq_view_set_layout(objects.laid_out, (iq_section){0}, &measuring));
        CHECK(attempt.times == 0);
        if (is_view) {
            iq_view_destroy(objects.laid_out);
        } else {
            CHECK_OK(iq_view_set_layout(objects.laid_out, (iq_section){0}, NULL));
        }
        CHECK(attempt.times == 1);
        if (is_allowed(inner)) {
            CHECK_STATUS(attempt.status, IQ_OK);
        } else {
            CHECK(attempt.status == IQ_OK || attempt.status == IQ_ERROR_BUSY);
        }
        attempt.callback = NULL;
        objects_close(&objects);
        CHECK(cells == 0);
    }
}

int main(void)
{
    static const char *const callbacks[] = {"measure", "create_cell", "bind_cell", "unbind_cell", "extent", "range",
                                            "frame"};
    const iq_class_options options = {.struct_size = sizeof options,
                                      .name = "layouts reentry",
                                      .create_cell = create_cell,
                                      .bind_cell = bind_cell,
                                      .unbind_cell = unbind_cell,
                                      .destroy_cell = destroy_cell};
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    CHECK_OK(iq_class_create(&options, &cell_class));
    CHECK_OK(iq_memory_trim());
    size_t bytes = iq_memory_used();
    for (size_t i = 0; i < sizeof callbacks / sizeof *callbacks; i++) {
        check_layouts(callbacks[i], i >= 4);
    }
    check_ends();
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == bytes);
    return 0;
}

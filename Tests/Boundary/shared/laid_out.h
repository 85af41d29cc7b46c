/*
 * laid_out.h - small lists and views that are laid out, for the layouts*.c programs. An item's key is its number, a
 * section's is 1000 and its position.
 */
#ifndef LAID_OUT_H
#define LAID_OUT_H

#include "check.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { LAID_OUT_SECTIONS = 8, LAID_OUT_ITEMS = 2000, LAID_OUT_FIRST_SECTION = 1000 };

/* Sections of items, in order. The contents are the numbers', unless there are others. */
typedef struct laid_out_list {
    size_t sections;
    size_t counts[LAID_OUT_SECTIONS];
    const uint64_t *numbers; /* NULL: 1, 2, 3, ... */
    const uint64_t *contents;
    bool has_headers, has_footers;
    iq_class cell_class;
} laid_out_list;

static inline void laid_out_set(iq_list *list, const laid_out_list *new)
{
    static iq_key keys[LAID_OUT_ITEMS];
    static uint64_t contents[LAID_OUT_ITEMS];
    static iq_supplementary elements[LAID_OUT_SECTIONS][2];
    iq_section_entry sections[LAID_OUT_SECTIONS];
    size_t count = 0;
    for (size_t s = 0; s < new->sections; s++) {
        size_t n = 0;
        if (new->has_headers) {
            elements[s][n++] = (iq_supplementary){.struct_size = sizeof(iq_supplementary),
                                                  .kind = IQ_KIND_HEADER,
                                                  .content = 1,
                                                  .cell_class = new->cell_class};
        }
        if (new->has_footers) {
            elements[s][n++] = (iq_supplementary){.struct_size = sizeof(iq_supplementary),
                                                  .kind = IQ_KIND_FOOTER,
                                                  .content = 1,
                                                  .cell_class = new->cell_class};
        }
        sections[s] = (iq_section_entry){.struct_size = sizeof sections[s],
                                         .key = iq_key_from_u64(LAID_OUT_FIRST_SECTION + s),
                                         .first_item = count,
                                         .supplementaries = n > 0 ? elements[s] : NULL,
                                         .supplementary_count = n};
        count += new->counts[s];
    }
    CHECK(count <= LAID_OUT_ITEMS);
    for (size_t i = 0; i < count; i++) {
        uint64_t number = new->numbers ? new->numbers[i] : i + 1;
        keys[i] = iq_key_from_u64(number);
        contents[i] = new->contents ? new->contents[i] : number;
    }
    const iq_columns items = {.struct_size = sizeof items,
                              .count = count,
                              .keys = keys,
                              .contents = contents,
                              .classes = &new->cell_class,
                              .class_stride = IQ_SAME};
    CHECK_OK(iq_list_set(list, sections, new->sections, &items, NULL, NULL));
}

/* One section of `count` items. */
static inline iq_list *laid_out_flat(size_t count)
{
    iq_list *list;
    CHECK_OK(iq_list_create(NULL, &list));
    laid_out_set(list, &(laid_out_list){.sections = 1, .counts = {count}});
    return list;
}

static inline iq_length laid_out_fixed(double value)
{
    return (iq_length){.unit = IQ_LENGTH_FIXED, .value = value};
}

/* With items of this height, or of their own if it is 0, and headers and footers 20 high. */
static inline iq_section_layout laid_out_rows(double height)
{
    iq_section_layout layout = {.struct_size = sizeof layout};
    layout.item.height = height == 0 ? (iq_length){0} : laid_out_fixed(height);
    layout.header.height = layout.footer.height = laid_out_fixed(20);
    return layout;
}

static inline iq_view *laid_out_view(iq_list *list, const iq_view_options *options, const iq_section_layout *layout,
                                     double width, double height)
{
    iq_view *view;
    iq_view_options given = options ? *options : (iq_view_options){0};
    given.struct_size = sizeof given;
    given.flags |= IQ_VIEW_LAID_OUT;
    CHECK_OK(iq_view_create(list, &given, &view));
    if (layout) {
        CHECK_OK(iq_view_set_layout(view, (iq_section){0}, layout));
    }
    CHECK_OK(iq_view_set_size(view, width, height));
    return view;
}

static inline iq_scene laid_out_scene(iq_view *view)
{
    iq_scene scene = {.struct_size = sizeof scene};
    CHECK_OK(iq_view_layout(view, &scene));
    return scene;
}

static inline iq_item laid_out_item(const iq_list *list, uint64_t number)
{
    iq_item item;
    CHECK_OK(iq_list_find_item(list, NULL, iq_key_from_u64(number), &item));
    return item;
}

static inline iq_section laid_out_section(const iq_list *list, size_t position)
{
    iq_section section;
    CHECK_OK(iq_list_find_section_at(list, position, &section));
    return section;
}

static inline iq_element laid_out_element(const iq_list *list, uint64_t number)
{
    return (iq_element){.struct_size = sizeof(iq_element), .item = laid_out_item(list, number)};
}

/* The place of an item in the scene, or NULL. */
static inline const iq_place *laid_out_find(const iq_scene *scene, iq_item item)
{
    for (size_t i = 0; i < scene->count; i++) {
        if (scene->places[i].element.item.id == item.id) {
            return &scene->places[i];
        }
    }
    return NULL;
}

static inline const iq_place *laid_out_place(const iq_scene *scene, const iq_list *list, uint64_t number)
{
    return laid_out_find(scene, laid_out_item(list, number));
}

static inline void laid_out_is(const char *file, int line, const iq_rect *frame, double x, double y, double width,
                               double height)
{
    if (frame->x != x || frame->y != y || frame->width != width || frame->height != height) {
        fprintf(stderr, "%s:%d: %.10g %.10g %.10g %.10g instead of %.10g %.10g %.10g %.10g\n", file, line, frame->x,
                frame->y, frame->width, frame->height, x, y, width, height);
        check_failed(file, line, "frame");
    }
}

static inline void laid_out_equals(const char *file, int line, const char *expression, double got, double wanted)
{
    if (got != wanted) {
        fprintf(stderr, "%s:%d: %.10g instead of %.10g\n", file, line, got, wanted);
        check_failed(file, line, expression);
    }
}

#define CHECK_FRAME(frame, x, y, width, height) laid_out_is(__FILE__, __LINE__, &(frame), x, y, width, height)
#define CHECK_EQUAL(got, wanted) laid_out_equals(__FILE__, __LINE__, #got, got, wanted)

/* What of the library has memory ends with the program. */
static inline void laid_out_nothing_left(void)
{
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == 0);
}

#endif

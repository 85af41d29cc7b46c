/* See cells.h. */
#include "cells.h"

static volatile uint32_t row_bound;

static int bind_row(void *context, const iq_event *event) {
    *(volatile uint32_t *)context = event->cell;
    return 0;
}

static void unbind_row(void *context, const iq_event *event) {
    *(volatile uint32_t *)context = event->cell;
}

/* The compiler cannot see what these are. */
static int (*volatile call_bind)(void *context,
                                 const iq_event *event) = bind_row;
static void (*volatile call_unbind)(void *context,
                                    const iq_event *event) = unbind_row;

static iq_class class_of_rows(void) {
    iq_class_options options = {.struct_size = sizeof options,
                                .name = "benchmark rows",
                                .context = (void *)&row_bound,
                                .bind_cell = bind_row,
                                .unbind_cell = unbind_row};
    iq_class made;
    if (iq_class_find(options.name, &made) == IQ_OK) return made;
    must(iq_class_create(&options, &made), "iq_class_create");
    return made;
}

iq_list *list_of_rows(const struct listing *listing) {
    iq_list *list = list_showing(listing);
    iq_class rows = class_of_rows();
    iq_columns items = listing_columns(listing);
    items.classes = &rows;
    items.class_stride = IQ_SAME;
    must(iq_list_set_items(list, &items, NULL, NULL), "iq_list_set_items");
    return list;
}

void rows_bind_alone(size_t times) {
    iq_event event = {.struct_size = sizeof event};
    int failed = 0;
    for (size_t i = 0; i < times; i++) {
        failed += call_bind((void *)&row_bound, &event);
        call_unbind((void *)&row_bound, &event);
    }
    sink += (uint64_t)failed;
}

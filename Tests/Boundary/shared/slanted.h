/*
 * slanted.h - a custom layout by arithmetic: item i is 10 long and begins at 10 i, a fifth of the room wide and moved by
 * as much for each item until it is at the other side.
 */
#ifndef SLANTED_H
#define SLANTED_H

#include <iqlist.h>
#include <stddef.h>

static inline iq_rect slanted_item(double across, size_t index)
{
    return (iq_rect){(double)(index % 5) * across / 5, 10 * (double)index, across / 5, 10};
}

static inline double slanted_extent(void *context, iq_section section, size_t count, double across)
{
    (void)context;
    (void)section;
    (void)across;
    return 10 * (double)count;
}

static inline void slanted_range(void *context, iq_section section, size_t count, double across, double start,
                                 double end, size_t *first, size_t *shown)
{
    (void)context;
    (void)section;
    (void)count;
    (void)across;
    *first = (size_t)(start / 10);
    *shown = (size_t)(end / 10) + 1 - *first;
}

static inline void slanted_frame(void *context, iq_section section, size_t count, double across, size_t index,
                                 iq_rect *frame)
{
    (void)context;
    (void)section;
    (void)count;
    *frame = slanted_item(across, index);
}

static inline iq_custom_layout slanted(void)
{
    return (iq_custom_layout){.struct_size = sizeof(iq_custom_layout),
                              .extent = slanted_extent,
                              .range = slanted_range,
                              .frame = slanted_frame};
}

#endif

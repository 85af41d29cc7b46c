/*
 * any_custom.h - a custom layout whose answers follow from a byte, the count and the room, and may be anything but failures.
 */
#ifndef ANY_CUSTOM_H
#define ANY_CUSTOM_H

#include <iqlist.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

static inline double any_custom_number(const uint8_t *look, size_t count, size_t number)
{
    static const double numbers[] = {0, 5, 20, 33.3, 100, 1e9, INFINITY, -7, -1e300, -INFINITY, 1e300, 60, 10, 40, 1, 2};
    uint64_t mixed = (*look + 1u) * UINT64_C(0x9e3779b97f4a7c15) + count * 31 + number * UINT64_C(0xd6e8feb86659fd93);
    return *look & 1 ? (double)(number * 9 % 400) : numbers[(mixed ^ mixed >> 29) % 16];
}

static inline double any_custom_extent(void *context, iq_section section, size_t count, double across)
{
    (void)section;
    (void)across;
    return any_custom_number(context, count, count);
}

static inline void any_custom_range(void *context, iq_section section, size_t count, double across, double start,
                                    double end, size_t *first, size_t *shown)
{
    const uint8_t *look = context;
    (void)section;
    (void)across;
    *first = *look & 2 ? (size_t)(start / 9) : 0;
    *shown = *look & 2 ? (size_t)(end / 9) + 1 : *look & 4 ? SIZE_MAX : count;
}

static inline void any_custom_frame(void *context, iq_section section, size_t count, double across, size_t index,
                                    iq_rect *frame)
{
    (void)section;
    (void)across;
    *frame = (iq_rect){any_custom_number(context, count, index), any_custom_number(context, count, index + 1),
                       any_custom_number(context, count, index + 2), any_custom_number(context, count, index + 3)};
}

#endif

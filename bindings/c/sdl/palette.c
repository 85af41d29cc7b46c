/* palette.c - colours to be shown, and their orders. */
#include "palette.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A shuffle exchanges colours within runs of so many. */
#define RUN 48

const char *family_name(size_t family)
{
    static const char *const names[FAMILIES] = {
        "Reds",  "Oranges", "Yellows", "Greens", "Cyans",
        "Blues", "Violets", "Pinks",   "Greys"};

    return names[family];
}

static int largest(const struct colour *colour)
{
    int most = colour->red > colour->green ? colour->red : colour->green;

    return most > colour->blue ? most : colour->blue;
}

static int smallest(const struct colour *colour)
{
    int least = colour->red < colour->green ? colour->red : colour->green;

    return least < colour->blue ? least : colour->blue;
}

static uint16_t hue_of(const struct colour *colour)
{
    int red = colour->red, green = colour->green, blue = colour->blue;
    int most = largest(colour), range = most - smallest(colour), degrees;

    if (range == 0)
        return 0;
    if (most == red)
        degrees = 60 * (green - blue) / range;
    else if (most == green)
        degrees = 120 + 60 * (blue - red) / range;
    else
        degrees = 240 + 60 * (red - green) / range;
    return (uint16_t)((degrees + 360) % 360);
}

static uint8_t family_of(const struct colour *colour)
{
    /* Each family ends before that hue; behind the last it is red again. */
    static const uint16_t ends[] = {18, 42, 68, 165, 200, 255, 290, 342};
    size_t family;

    if (largest(colour) - smallest(colour) < 24)
        return FAMILIES - 1;
    for (family = 0; family < sizeof ends / sizeof *ends; family++)
        if (colour->hue < ends[family])
            return (uint8_t)family;
    return 0;
}

static int compare_hues(const void *a, const void *b)
{
    const struct colour *left = *(const struct colour *const *)a;
    const struct colour *right = *(const struct colour *const *)b;
    /* Steps of 4 degrees from the beginning of red, each from dark to light. */
    int left_hue = (left->hue + 18) % 360 / 4;
    int right_hue = (right->hue + 18) % 360 / 4;

    if (left_hue != right_hue)
        return left_hue - right_hue;
    if (left->light != right->light)
        return left->light - right->light;
    return strcmp(left->name, right->name);
}

static int compare_names(const void *a, const void *b)
{
    const struct colour *left = *(const struct colour *const *)a;
    const struct colour *right = *(const struct colour *const *)b;

    return strcmp(left->name, right->name);
}

static int compare_families(const void *a, const void *b)
{
    const struct colour *left = a, *right = b;

    return left->family != right->family ? left->family - right->family
                                         : strcmp(left->name, right->name);
}

struct colour *create_colours(size_t count)
{
    struct colour *colours = calloc(count == 0 ? 1 : count, sizeof *colours);
    size_t i;

    if (colours == NULL)
        return NULL;
    for (i = 0; i < count; i++) {
        struct colour *colour = &colours[i];
        /* The factor is odd, so that no two products are equal modulo 2^24. */
        uint32_t number = (uint32_t)(i * 0x9E3779B1u) & 0xFFFFFF;

        colour->key = iq_key_from_u64(number);
        colour->red = (uint8_t)(number >> 16);
        colour->green = (uint8_t)(number >> 8);
        colour->blue = (uint8_t)number;
        colour->light = (uint8_t)((colour->red * 54 + colour->green * 183 +
                                   colour->blue * 18) / 255);
        colour->hue = hue_of(colour);
        colour->family = family_of(colour);
        snprintf(colour->name, sizeof colour->name, "#%06x",
                 (unsigned)number);
    }
    qsort(colours, count, sizeof *colours, compare_families);
    return colours;
}

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static void shuffle(const struct colour **colours, size_t count,
                    uint32_t *seed)
{
    size_t i;

    for (i = 0; i + 1 < count; i++) {
        size_t end = (i / RUN + 1) * RUN;
        size_t with = i + next_random(seed) % ((end < count ? end : count) - i);
        const struct colour *other = colours[with];

        colours[with] = colours[i];
        colours[i] = other;
    }
}

void order_colours(const struct colour **colours, size_t count,
                   enum order order, uint32_t *seed)
{
    if (order == ORDER_SHUFFLED)
        shuffle(colours, count, seed);
    else
        qsort(colours, count, sizeof *colours,
              order == ORDER_HUE ? compare_hues : compare_names);
}

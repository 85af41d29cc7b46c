/* palette.h - colours to be shown, and their orders. Nothing here knows of
 * lists or of windows. */
#ifndef PALETTE_H
#define PALETTE_H

#include <iqlist.h>
#include <stddef.h>
#include <stdint.h>

#define FAMILIES 9

/* A colour: the model of an item. */
struct colour {
    iq_key key;
    uint8_t red, green, blue;
    uint8_t light;   /* as bright as the eye finds it, 0 ... 255 */
    uint8_t family;
    uint16_t hue;    /* degrees                                  */
    char name[8];    /* "#rrggbb"                                */
};

enum order { ORDER_HUE, ORDER_NAME, ORDER_SHUFFLED };

const char *family_name(size_t family);

/* Creates `count` different colours, at most 2^24, family by family. NULL:
 * there is no memory. */
struct colour *create_colours(size_t count);

/* Orders colours. A shuffle exchanges near neighbours only, so that most of
 * them stay where the user sees them; `seed` makes the next one different. */
void order_colours(const struct colour **colours, size_t count,
                   enum order order, uint32_t *seed);

#endif

/* controls.h - what keys and the mouse do, and the lines around the list:
 *
 *     a title                 how many processes, in which order
 *     the list                browser.c
 *     a line for the keys     or what is typed to find something
 */
#ifndef CONTROLS_H
#define CONTROLS_H

#include "browser.h"
#include "keys.h"
#include "screen.h"

struct controls {
    struct browser browser;
    struct screen screen;
    char sought[64]; /* what is to be found; empty: all is shown */
    int is_typing;   /* it                                       */
    int has_quit;
};

void controls_create(struct controls *controls);
void controls_destroy(struct controls *controls);
void controls_resize(struct controls *controls, size_t columns, size_t lines);
void controls_take(struct controls *controls, const struct input *input);

/* Puts what has changed into the screen. */
void controls_draw(struct controls *controls);

/* The same with every line: something else was on the terminal. */
void controls_draw_all(struct controls *controls);

#endif

/* browser.h - the processes as a list on a screen: by user, sorted, found by
 * name, one of them selected. Read browser.c from its top. */
#ifndef BROWSER_H
#define BROWSER_H

#include "order.h"
#include "proc.h"
#include "screen.h"

#include <iqlist.h>

/* The lines of a process: without its command line, and with it. */
#define SINGLE 1.0
#define DOUBLE 2.0

/* What a line of the window shows. */
struct drawn_line {
    uint32_t place; /* IQ_NONE: nothing        */
    uint32_t line;  /* the line of the place   */
    uint64_t content;
};

struct browser {
    iq_list *all;    /* every process                     */
    iq_list *sorted; /* the same in `order`; derived      */
    iq_list *shown;  /* those that are found; derived     */
    iq_view *view;   /* of `shown`                        */
    enum order order;
    int has_commands;             /* each process has two lines             */
    struct processes readings[2]; /* in turns: the last one, and the next   */
    size_t next;
    size_t columns, height;   /* of the window                              */
    size_t first;             /* index of the first item in the window      */
    struct drawn_line *drawn; /* `height` lines, as in the last scene       */
    struct drawn_line *now;   /* the same while they are drawn              */
    int draws_all;            /* the next time                              */
};

void browser_create(struct browser *browser);
void browser_destroy(struct browser *browser);

/* The reading to be filled, and then: the list is as it says. */
struct processes *browser_next(struct browser *browser);
void browser_show(struct browser *browser);

void browser_order(struct browser *browser, enum order order);

/* Shows only what has the text in its name or its command line; "": all. */
void browser_find(struct browser *browser, const char *before,
                  const char *text);

/* One line for each process, or two. */
void browser_toggle_commands(struct browser *browser);

/* Two lines for the selected process only, or one again. */
void browser_toggle_selected(struct browser *browser);

/* The height of a process, as a size of its own or, again, that of the rule. */
void browser_set_height(struct browser *browser, const iq_element *element,
                        int is_open);

void browser_resize(struct browser *browser, size_t columns, size_t height);
void browser_scroll(struct browser *browser, double lines);

/* Selects the process in that direction, at that end (0: the first one), or at
 * that point of the window. */
void browser_move(struct browser *browser, iq_direction direction);
void browser_move_to_end(struct browser *browser, int end);
void browser_click(struct browser *browser, double column, double row);

/* Draws the window into the screen, below line `top`: what has changed. */
void browser_draw(struct browser *browser, struct screen *screen, size_t top);

#endif

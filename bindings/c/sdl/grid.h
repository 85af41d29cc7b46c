/* grid.h - the colours as a list, and a view of it as a grid. Read grid.c from
 * its top. */
#ifndef GRID_H
#define GRID_H

#include "palette.h"

#include <iqlist.h>

/* What stands at a place: the object of a cell. */
struct tile {
    const struct colour *colour; /* NULL: of a header                     */
    const char *title;           /* of a header                           */
    iq_rect shift;               /* where it was drawn when it set out,
                                    from its frame; see motion.c          */
    double start;                /* when it set out                       */
    double birth;                /* when it appeared                      */
};

struct grid {
    struct colour *colours;
    const struct colour **order; /* scratch: the models in the list's order */
    iq_key *keys;                /* their keys                              */
    size_t count;
    uint32_t seed;
    iq_list *list;
    iq_view *view;
    double width, height;        /* of the window                           */
    iq_scene scene;              /* the last one                            */
    size_t bound;                /* cells that were bound                   */
    size_t came;                 /* places that were new in a scene         */
};

void grid_create(struct grid *grid, size_t count);
void grid_destroy(struct grid *grid);

/* The same colours in their sections, in another order. */
void grid_order(struct grid *grid, enum order order);

void grid_resize(struct grid *grid, double width, double height);
void grid_scroll(struct grid *grid, double by);
void grid_scroll_to(struct grid *grid, double offset);

/* Writes what is to be drawn now to grid->scene. */
void grid_layout(struct grid *grid);

/* Finds what is at a point of the last scene, or the nearest. 0: nothing is. */
int grid_find(const struct grid *grid, double x, double y, uint32_t flags,
              iq_hit *hit);

void grid_select(struct grid *grid, iq_item item);
void grid_click(struct grid *grid, iq_item item);
void grid_select_neighbour(struct grid *grid, iq_direction direction);
void grid_select_end(struct grid *grid, int end);

/* Moves an item to where a drop would put it. */
void grid_drop(struct grid *grid, iq_item item, iq_position insertion);

size_t grid_section_count(const struct grid *grid, iq_section section);

void check(iq_status status);
void fail(const char *what, const char *why);

#endif

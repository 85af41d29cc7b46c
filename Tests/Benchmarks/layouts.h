/* What views cost that are laid out: beside views that are told what is visible,
 * beside the arrays that a host keeps instead, and beside updates and edits
 * without a view. */
#ifndef LAYOUTS_H
#define LAYOUTS_H

#include "library.h"

/* A row further, with 50 cells that have functions, and nothing to do. */
struct layout_steps {
    size_t count;          /* items; 0: not measured                          */
    struct timing told;    /* iq_view_set_visible and a poll                  */
    struct timing step;    /* iq_view_scroll and a layout                     */
    struct timing nothing; /* a layout, nothing has changed                   */
    struct timing idle;    /* a poll in which nothing happened                */
};

/* To a random offset among items of unequal sizes, in a window of one row, and
 * iq_view_find_at; a view that is told a random index, and a poll. */
struct layout_jump {
    size_t count;
    struct timing laid, told;
};

enum { MOST_JUMPS = 3 };

/* One size changes, and it is known again what the window shows: a layout; the
 * offset of another item, without a scene; a prefix array that is filled again
 * from the middle on, which is the average; that with TanStack Virtual's records;
 * a Fenwick tree. */
struct layout_resize {
    size_t count;
    struct timing layout, frame, refill, records, fenwick;
};

/* W2 alone, and with the layout after it: of uniform rows, of sizes of their
 * own with the slots in order, and with the slots shuffled. */
struct layout_updates {
    size_t count;
    struct timing alone, uniform, own;
    struct timing shuffled_alone, shuffled;
};

/* An insert at the front by an edit, alone and with the layout after it: of
 * rows, of a grid of GRID_COLUMNS whose rows are as high as their highest item,
 * and of as many lanes; and what a host does instead, which computes all rows, or
 * lanes, anew. */
struct layout_edits {
    size_t count;
    struct timing alone, uniform, own, grid, rows, lanes, greedy;
};

/* The first layout of a view, and what the view weighs then. */
struct layout_first {
    size_t count, sections;
    struct timing uniform; /* all items in one section                        */
    struct timing many;    /* uniform, in so many sections                    */
    struct timing own;     /* all sizes by iq_view_set_extents, with the call */
    double uniform_bytes, own_bytes; /* an item                               */
};

struct layouts {
    struct layout_steps steps;
    size_t jump_count;
    struct layout_jump jumps[MOST_JUMPS];
    double miss; /* nanoseconds, measured with the jumps */
    struct layout_resize resize;
    struct layout_updates updates;
    struct layout_edits edits;
    struct layout_first first;
};

struct layouts layouts_measure(bool quick, uint64_t seed);

/* Parts of it. Budgets are in nanoseconds. */
struct layout_jump layout_jump_measure(size_t count, uint64_t seed,
                                       double budget);
struct layout_resize layout_resize_measure(size_t count, uint64_t seed,
                                           double budget);
struct layout_updates layout_updates_measure(size_t count, uint64_t seed,
                                             double budget);
struct layout_edits layout_edits_measure(size_t count, uint64_t seed,
                                         double budget);
struct layout_first layout_first_measure(size_t count, uint64_t seed,
                                         double budget);

/* The cache misses that a jump takes more among 10,000,000 items than among
 * 10,000, to an offset or, of a view that is told, to an index. 0 where one of
 * them was not measured. */
double layout_misses(const struct layouts *layouts, bool is_told);

/* A window shows PLACES rows of ROW units; sizes of their own are about as
 * large. */
enum {
    PLACES = 50,
    ROW = 32,
    WINDOW = PLACES * ROW,
    PLACES_WIDTH = 300,
    GRID_COLUMNS = 4
};

/* A view of a window of so many units; its items have ROW as their size, or one
 * that is measured. It has not been laid out yet. */
iq_view *layout_view(iq_list *list, double window, bool is_uniform);
iq_scene layout_now(iq_view *view);
/* Sets all sizes. */
void layout_set_extents(iq_view *view, iq_list *list, const double *extents,
                        size_t count);
/* 16 to 48 units, in pages; give them back with their bytes. */
double *layout_extents(size_t count, struct random *random);
double layout_extent(struct random *random);
/* To the middle of the content. */
void layout_to_middle(iq_view *view);

#endif

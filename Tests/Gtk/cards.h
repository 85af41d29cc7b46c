/*
 * cards.h - sections of cards of unequal sizes behind an IqGtkView, and a slow model of what must be seen:
 * from the first cell on the screen it computes all others, and compares widgets, texts and allocations.
 */
#ifndef CARDS_H
#define CARDS_H

#include "world.h"

#include <iqlist-gtk-view.h>

enum { CARDS = 400, STACKS = 5 };
/* The slow model knows the first three: which lane a card is in depends on what was seen before. */
enum { AS_LIST, AS_GRID, AS_FLOW, MODELLED, AS_LANES = MODELLED };

/* A card asks for this size. */
typedef struct {
    int number, width, height;
    uint64_t content;
} Card;

typedef struct {
    random_source random;
    iq_list *all, *found; /* what is shown is a filter of all */
    int divisor;          /* cards whose number it does not divide are hidden; 1: none */
    int arrangement;
    gboolean is_mirrored;
    size_t counts[STACKS];
    Card *stacks[STACKS][CARDS];
    Card cards[CARDS];
    size_t made;
    GtkWidget *window, *scrolled, *view;
} Table;

/* A table of its own seed, which is open; table_free closes it. */
Table *table_new(int arrangement);
void table_free(Table *self);
void table_open(Table *self, int arrangement);
void table_close(Table *self);
/* Until all that is due was laid out and drawn. */
void table_settle(Table *self);
/* Makes the list show the stacks. */
void table_show(Table *self);
void table_arrange(Table *self, int arrangement);
void table_filter(Table *self, int divisor);
Card *table_make_card(Table *self);
void table_insert(Table *self, size_t stack, size_t position, Card *card);
Card *table_take(Table *self, size_t stack, size_t position);

GtkAdjustment *table_adjustment(Table *self);
void table_scroll(Table *self, double by);
/* Does what a key is bound to. */
void table_press(Table *self, guint key, GdkModifierType held);
/* As GTK reports a drag from one point to another. FALSE: nothing is dragged, or the drop was refused. */
gboolean table_drag(Table *self, double x, double y, double to_x, double to_y);

/* The widget of a card; NULL: it is not on the screen. */
GtkWidget *table_find(Table *self, int number);
/* Where a widget is in the view. */
graphene_rect_t table_bounds(Table *self, GtkWidget *cell);
/* All that is on the screen is where it must be, and nothing is missing. */
void table_check(Table *self);
/* All widgets of cells, also those that wait. */
size_t table_count_widgets(Table *self);

#endif

/*
 * iqlist-gtk-view-private.h - what the files of IqGtkView share, and nobody else includes.
 *
 *     -view.c     the object
 *     -frame.c    a frame of it
 *     -cell.c     the widget around one of the host's
 *     -measure.c  layouts, what cells want, and their order
 *     -natural.c  how large the view would like to be
 *     -scroll.c   the adjustment
 *     -press.c    a button that is down
 *     -bar.c      a scroll bar that is held
 *     -focus.c    the item that has the focus
 *     -input.c    selection, keys, the button
 *     -band.c     a rubber band
 *     -drag.c     items that the user drags, and where they would go
 *     -drop.c     values that the host accepts
 *     -poll.c     the list's events
 */
#ifndef IQLIST_GTK_VIEW_PRIVATE_H
#define IQLIST_GTK_VIEW_PRIVATE_H

#include "iqlist-gtk-view.h"

G_BEGIN_DECLS

/* How long to wait before what was busy is tried again. */
#define IQ_GTK_RETRY_MILLISECONDS 16

/* ---- cells ----------------------------------------------------------------------- */

#define IQ_GTK_TYPE_CELL (iq_gtk_cell_get_type())
G_DECLARE_FINAL_TYPE(IqGtkCell, iq_gtk_cell, IQ_GTK, CELL, GtkWidget)

struct _IqGtkCell {
    GtkWidget parent;
    GtkWidget *child;      /* the host's */
    gboolean is_item;      /* otherwise a header, a footer or another element */
    iq_element element;
    guint frame;           /* the last one that it was shown in */
    iq_size measured;      /* the size that was set of this element; 0 x 0: none */
    guint position, count; /* in the list, from 1 on */
};

/* The cell around a widget of the host's. Makes it if there is none, or one of the other sort. */
IqGtkCell *iq_gtk_cell_around(GtkWidget *child, gboolean is_item, GtkWidget *view);

/* The cell is bound to an element now. */
void iq_gtk_cell_take(IqGtkCell *self, const iq_element *element);

/* Shows the states and the position of a place, of `count` items. */
void iq_gtk_cell_show(IqGtkCell *self, const iq_place *place, size_t count);

/* The looks of cells, and what is drawn over them. */
void iq_gtk_cell_load_style(void);

/* ---- the object -------------------------------------------------------------------- */

/* What wakes the views of a list. */
typedef struct {
    iq_list *list;
    int descriptor; /* one of its own: the list's is closed with the list */
    guint source, timer;
    uint32_t kinds;
    GPtrArray *views; /* holds none of them */
} IqGtkPoll;

/* What the user stretches from where they press the button. Points are in the window. */
typedef struct {
    GtkGesture *gesture;
    GtkWidget *widget;
    gboolean is_on;
    GtkEventController *keys;   /* of the root, while it is on */
    iq_item item;               /* it began beside this one */
    double beside_x, beside_y;  /* from the corner of that */
    double start_x, start_y;
    iq_rect frame;
} IqGtkBand;

struct _IqGtkView {
    GtkWidget parent;
    iq_list *list;
    iq_view *view; /* NULL: the list has gone */
    IqGtkPoll *poll;
    iq_view_options options;
    GHashTable *layouts; /* of iq_section_layout, by the section's id */
    int width, height;
    int natural[2];           /* by GtkOrientation */
    gboolean has_grown;       /* or shrunk: the natural size is to be asked for again */
    iq_scene scene;
    guint frame; /* counts what is shown */
    guint layout_tick, timer;

    GtkAdjustment *adjustments[2]; /* by GtkOrientation */
    GtkScrollablePolicy policies[2];
    double value;         /* of the adjustment, as it was seen last */
    double shift;         /* value = offset + shift, while the user scrolls */
    gint64 scrolled;      /* when the user did last, in microseconds */
    GtkRange *bar;        /* a scroll bar that the user holds */
    gulong bar_handlers[2];
    GtkEventController *presses[2]; /* of the window, while the view is mapped */
    gboolean hold_while_pressed;
    gboolean is_pressed, is_dragged; /* something of the view is */
    gboolean is_held;     /* the list, by the view */
    gboolean is_telling;  /* the view itself sets the adjustment */
    gboolean wants_end;   /* the user has scrolled to the end: also to one that is still measured */

    iq_item cursor;       /* has the focus, or would get it; its cell is held */
    uint32_t held;
    size_t index;         /* of the cursor */
    iq_item anchor;       /* where an extended selection begins */
    gboolean selects;     /* the button is down on an item: its release selects it, */
    gboolean modifies, extends; /* likewise */

    gboolean has_rubberband;
    IqGtkBand band;

    gboolean reorderable;
    GArray *dragged;      /* of iq_item, while the user drags them out of this view */
    GtkDropTarget *accepted; /* what the host accepts */
    GtkWidget *mark;
    iq_rect gap;          /* where the mark is */
    gboolean is_over;     /* a drag is */
    double x, y;          /* where a drag is, or a rubber band ends */
    guint tick;
};

enum { IQ_GTK_VIEW_EVENT, IQ_GTK_VIEW_MOVE, IQ_GTK_VIEW_DROP, IQ_GTK_VIEW_RESIZE, IQ_GTK_VIEW_SIGNALS };
extern guint iq_gtk_view_signals[IQ_GTK_VIEW_SIGNALS];

static inline gboolean iq_gtk_view_is_horizontal(const IqGtkView *self)
{
    return (self->options.flags & IQ_VIEW_HORIZONTAL) != 0;
}

static inline GtkOrientation orientation_of(const IqGtkView *self)
{
    return iq_gtk_view_is_horizontal(self) ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL;
}

static inline iq_element iq_gtk_element(iq_item item)
{
    return (iq_element){.struct_size = sizeof(iq_element), .item = item};
}

/* The list has gone. */
void iq_gtk_view_lose_list(IqGtkView *self);

/* ---- frame.c ------------------------------------------------------------------------- */

void iq_gtk_view_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                         int *natural, int *minimum_baseline, int *natural_baseline);
void iq_gtk_view_size_allocate(GtkWidget *widget, int width, int height, int baseline);
/* Now, not while GTK allocates. */
void iq_gtk_view_lay_out(IqGtkView *self);
void iq_gtk_view_lay_out_later(IqGtkView *self, guint milliseconds);

/* ---- measure.c ----------------------------------------------------------------------- */

/* NULL: it has no widget. */
IqGtkCell *iq_gtk_view_cell_of(IqGtkView *self, const iq_place *place);
/* How a section is laid out. */
const iq_section_layout *iq_gtk_view_layout(IqGtkView *self, iq_section section);
/* With what is around a cell in its place. */
iq_size iq_gtk_view_size_of_place(IqGtkView *self, const iq_place *place, iq_size size);
/* Sets the sizes that cells want. FALSE: they have them. */
gboolean iq_gtk_view_measure_cells(IqGtkView *self);
/* Makes the cells of the scene the first children, in its order: so they are drawn, picked and read. */
void iq_gtk_view_order_cells(IqGtkView *self);

/* ---- natural.c ----------------------------------------------------------------------- */

/* Finds the natural size of the scene. FALSE: it is the one that it was. */
gboolean iq_gtk_view_find_natural(IqGtkView *self);
void iq_gtk_view_forget_natural(IqGtkView *self);

/* ---- scroll.c ------------------------------------------------------------------------ */

GtkAdjustment *iq_gtk_view_adjustment(const IqGtkView *self);
/* That of the window, along the axis. */
double iq_gtk_view_length(IqGtkView *self);
/* Tells the adjustments where the content is. */
void iq_gtk_view_tell_adjustments(IqGtkView *self);
void iq_gtk_view_set_adjustment(IqGtkView *self, GtkOrientation orientation, GtkAdjustment *adjustment);

/* ---- press.c ------------------------------------------------------------------------- */

/* While the view is mapped. */
void iq_gtk_view_watch_presses(IqGtkView *self);
void iq_gtk_view_ignore_presses(IqGtkView *self);
/* The user drags items out of the view. */
void iq_gtk_view_set_dragged(IqGtkView *self, gboolean is_dragged);

/* ---- bar.c --------------------------------------------------------------------------- */

/* A widget is pressed, which may be a part of a bar of the view. */
void iq_gtk_view_press_bar(IqGtkView *self, GtkWidget *picked);
/* The bar tells the truth again. */
void iq_gtk_view_release_bar(IqGtkView *self);

/* ---- focus.c ------------------------------------------------------------------------- */

/* Whether the cursor has gone, and the item that is there now is it: to be laid out once more. */
gboolean iq_gtk_view_follow_cursor(IqGtkView *self);
/* Gives the focus to the cell of the cursor, which may be another one. */
void iq_gtk_view_focus_cursor(IqGtkView *self);
/* The cursor; where there is none yet, the first visible item. */
iq_item iq_gtk_view_find_cursor(IqGtkView *self);
gboolean iq_gtk_view_focus(GtkWidget *widget, GtkDirectionType direction);
gboolean iq_gtk_view_grab_focus(GtkWidget *widget);
/* Something in a child has got the focus: its item is the cursor, and is seen. */
void iq_gtk_view_follow_focus(IqGtkView *self, GtkWidget *child);

/* ---- input.c ------------------------------------------------------------------------- */

void iq_gtk_view_bind_keys(GtkWidgetClass *class);
void iq_gtk_view_add_click(IqGtkView *self);
gboolean iq_gtk_view_find_index(IqGtkView *self, iq_item item, size_t *index);
/* The place of an item at a point; NULL: there is none. */
const iq_place *iq_gtk_view_item_at(IqGtkView *self, double x, double y);

/* ---- band.c -------------------------------------------------------------------------- */

void iq_gtk_view_show_band(IqGtkView *self);
void iq_gtk_view_add_band(IqGtkView *self);

/* ---- drag.c -------------------------------------------------------------------------- */

typedef void IqGtkDragged;
GType iq_gtk_dragged_get_type(void);
/* The pointer is at a point: near an edge, or beyond it, the list scrolls on. */
void iq_gtk_view_scroll_at(IqGtkView *self, double x, double y);
void iq_gtk_view_stop_scrolling(IqGtkView *self);
/* A drag is over the view, at a point, and may be dropped there. */
void iq_gtk_view_drag_over(IqGtkView *self, double x, double y);
void iq_gtk_view_drag_leave(IqGtkView *self);
void iq_gtk_view_show_mark(IqGtkView *self);
void iq_gtk_view_add_drags(IqGtkView *self);
void iq_gtk_view_end_drags(IqGtkView *self);

/* ---- drop.c -------------------------------------------------------------------------- */

void iq_gtk_view_add_drops(IqGtkView *self);

/* ---- poll.c -------------------------------------------------------------------------- */

/* The poll of a list, which its views share. NULL: see iq_get_last_error. */
IqGtkPoll *iq_gtk_poll_for(iq_list *list);
void iq_gtk_poll_leave(IqGtkView *view);

G_END_DECLS

#endif

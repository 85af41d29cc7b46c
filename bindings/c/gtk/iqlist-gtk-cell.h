/*
 * iqlist-gtk-cell.h - a cell of an IqGtkView: the widget around one of the host's. Private to
 * iqlist-gtk-view.c.
 */
#ifndef IQLIST_GTK_CELL_H
#define IQLIST_GTK_CELL_H

#include <gtk/gtk.h>
#include <iqlist.h>

G_BEGIN_DECLS

#define IQ_GTK_TYPE_CELL (iq_gtk_cell_get_type())
G_DECLARE_FINAL_TYPE(IqGtkCell, iq_gtk_cell, IQ_GTK, CELL, GtkWidget)

struct _IqGtkCell {
    GtkWidget parent;
    GtkWidget *child;  /* the host's */
    gboolean is_item;  /* otherwise a header, a footer or another element */
    iq_element element;
    guint frame;       /* the last one that it was drawn in */
    iq_size measured;  /* what the view was told of this element; 0 x 0: nothing */
    guint position, count;
};

/* The cell around a widget of the host's; makes it if there is none, or one of the other sort. */
IqGtkCell *iq_gtk_cell_around(GtkWidget *child, gboolean is_item, GtkWidget *view);

/* Shows what a place says of its states and position, of `count` items. */
void iq_gtk_cell_show(IqGtkCell *self, const iq_place *place, size_t count);

G_END_DECLS

#endif

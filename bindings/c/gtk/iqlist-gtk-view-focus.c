/*
 * iqlist-gtk-view-focus.c - the item that has the focus, and what is scrolled into view.
 *
 * The cursor is the item that has the focus, or would get it. Its cell is taken from the engine, and so stays
 * its own while it is out of sight.
 */
#include "iqlist-gtk-view-private.h"

static void release_cursor(IqGtkView *self)
{
    if (self->cursor.id != 0)
        iq_view_give_cell(self->view, self->held);
    self->cursor = (iq_item){0};
}

/* Keeps the cell of an item, also out of sight. NULL: it has none. */
static IqGtkCell *hold_cursor(IqGtkView *self, iq_item item)
{
    iq_element element = iq_gtk_element(item);
    iq_event event = {.struct_size = sizeof event};

    if (iq_view_take_cell(self->view, &element, &event) != IQ_OK)
        return NULL;
    release_cursor(self);
    self->cursor = item;
    self->held = event.cell;
    if (event.object == NULL)
        return NULL;
    IqGtkCell *cell = iq_gtk_cell_around(event.object, TRUE, GTK_WIDGET(self));
    iq_gtk_cell_take(cell, &element);
    return cell;
}

static const iq_place *place_of_cursor(const IqGtkView *self)
{
    for (size_t i = 0; i < self->scene.count && self->cursor.id != 0; i++)
        if (self->scene.places[i].element.item.id == self->cursor.id)
            return &self->scene.places[i];
    return NULL;
}

gboolean iq_gtk_view_follow_cursor(IqGtkView *self)
{
    const iq_place *place = place_of_cursor(self);
    iq_item next;

    if (place != NULL) {
        self->held = place->cell;
        self->index = place->index;
    }
    if (place != NULL || self->cursor.id == 0)
        return FALSE;
    release_cursor(self);
    return self->scene.items > 0
           && iq_list_find_item_at(self->list, MIN(self->index, self->scene.items - 1), &next) == IQ_OK
           && hold_cursor(self, next) != NULL;
}

void iq_gtk_view_focus_cursor(IqGtkView *self)
{
    const iq_place *place = place_of_cursor(self);
    IqGtkCell *cell = place != NULL ? iq_gtk_view_cell_of(self, place) : NULL;

    if (cell != NULL && gtk_widget_get_focus_child(GTK_WIDGET(self)) != GTK_WIDGET(cell))
        gtk_widget_grab_focus(GTK_WIDGET(cell));
}

iq_status iq_gtk_view_scroll_to(IqGtkView *self, const iq_scroll_target *target)
{
    g_return_val_if_fail(IQ_GTK_IS_VIEW(self), IQ_ERROR_HANDLE);

    iq_status status = iq_view_scroll_to(self->view, target);
    iq_gtk_view_queue_layout(self);
    return status;
}

/* A target holds the view, so there is none where the item is visible. */
static void show_item(IqGtkView *self, iq_item item)
{
    iq_scroll_target target = {.struct_size = sizeof target, .element = iq_gtk_element(item)};
    double offset;

    if (iq_view_get_offset(self->view, &target, &offset) == IQ_OK && offset != self->scene.offset)
        iq_gtk_view_scroll_to(self, &target);
}

gboolean iq_gtk_view_focus_item(IqGtkView *self, iq_item item)
{
    g_return_val_if_fail(IQ_GTK_IS_VIEW(self), FALSE);

    IqGtkCell *cell = self->view != NULL ? hold_cursor(self, item) : NULL;
    if (cell == NULL)
        return FALSE;
    gtk_widget_set_child_visible(GTK_WIDGET(cell), TRUE);
    show_item(self, item);
    return gtk_widget_get_focus_child(GTK_WIDGET(self)) == GTK_WIDGET(cell)
           || gtk_widget_grab_focus(GTK_WIDGET(cell));
}

void iq_gtk_view_follow_focus(IqGtkView *self, GtkWidget *child)
{
    if (self->view == NULL || !IQ_GTK_IS_CELL(child) || !IQ_GTK_CELL(child)->is_item)
        return;
    iq_item item = IQ_GTK_CELL(child)->element.item;
    if (item.id != 0 && item.id != self->cursor.id) {
        hold_cursor(self, item);
        show_item(self, item);
    }
}

iq_item iq_gtk_view_find_cursor(IqGtkView *self)
{
    iq_item item = self->cursor;

    if (item.id == 0)
        iq_list_find_item_at(self->list, self->scene.first, &item);
    return item;
}

gboolean iq_gtk_view_grab_focus(GtkWidget *widget)
{
    IqGtkView *self = IQ_GTK_VIEW(widget);
    iq_item item = iq_gtk_view_find_cursor(self);

    return item.id != 0 && iq_gtk_view_focus_item(self, item);
}

gboolean iq_gtk_view_focus(GtkWidget *widget, GtkDirectionType direction)
{
    GtkWidget *child = gtk_widget_get_focus_child(widget);

    return child != NULL ? gtk_widget_child_focus(child, direction) : iq_gtk_view_grab_focus(widget);
}

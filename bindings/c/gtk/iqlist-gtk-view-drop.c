/*
 * iqlist-gtk-view-drop.c - values that the host accepts, from other widgets and programs.
 */
#include "iqlist-gtk-view-private.h"

/* One of several. */
static GdkDragAction preferred(GdkDragAction actions)
{
    const GdkDragAction order[] = {GDK_ACTION_COPY, GDK_ACTION_MOVE, GDK_ACTION_LINK};

    for (size_t i = 0; i < G_N_ELEMENTS(order); i++)
        if ((actions & order[i]) != 0)
            return order[i];
    return 0;
}

static GdkDragAction over(GtkDropTarget *target, double x, double y, IqGtkView *self)
{
    GdkDrop *drop = gtk_drop_target_get_current_drop(target);

    if (self->view == NULL || drop == NULL)
        return 0;
    iq_gtk_view_drag_over(self, x, y);
    return preferred(gtk_drop_target_get_actions(target) & gdk_drop_get_actions(drop));
}

static void leave(GtkDropTarget *target, IqGtkView *self)
{
    (void)target;
    iq_gtk_view_drag_leave(self);
}

static gboolean drop(GtkDropTarget *target, const GValue *value, double x, double y, IqGtkView *self)
{
    iq_hit hit = {.struct_size = sizeof hit};
    gboolean is_taken = FALSE;

    leave(target, self);
    if (self->view == NULL)
        return FALSE;
    iq_status status = iq_view_find_at(self->view, x, y, IQ_AT_NEAREST, &hit);
    if (status == IQ_OK || status == IQ_ERROR_NOT_FOUND)
        g_signal_emit(self, iq_gtk_view_signals[IQ_GTK_VIEW_DROP], 0, value, &hit.insertion, &is_taken);
    return is_taken;
}

void iq_gtk_view_add_drops(IqGtkView *self)
{
    self->accepted = gtk_drop_target_new(G_TYPE_INVALID, 0);
    g_signal_connect(self->accepted, "enter", G_CALLBACK(over), self);
    g_signal_connect(self->accepted, "motion", G_CALLBACK(over), self);
    g_signal_connect(self->accepted, "leave", G_CALLBACK(leave), self);
    g_signal_connect(self->accepted, "drop", G_CALLBACK(drop), self);
    gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(self->accepted));
}

void iq_gtk_view_accept(IqGtkView *self, GType *types, gsize count, GdkDragAction actions)
{
    g_return_if_fail(IQ_GTK_IS_VIEW(self));

    gtk_drop_target_set_gtypes(self->accepted, types, count);
    gtk_drop_target_set_actions(self->accepted, actions);
}

/*
 * iqlist-gtk-view-bar.c - a scroll bar that the user holds.
 *
 * Any bar of the window may have the view's adjustment: that of a scrolled window, or another one. So a
 * gesture of the window itself sees each press first, and looks where it goes to. It never claims the press.
 *
 *     pressed on the bar ----> held ----> released, or the bar is unmapped
 *                               |
 *                               +-------> the press is beside the slider, and scrolls by pages
 */
#include "iqlist-gtk-view-private.h"

/* The bar tells the truth again. */
static void release_bar(IqGtkView *self)
{
    GtkRange *bar = g_steal_pointer(&self->bar);

    if (bar == NULL)
        return;
    for (size_t i = 0; i < G_N_ELEMENTS(self->bar_handlers); i++)
        g_clear_signal_handler(&self->bar_handlers[i], bar);
    self->scrolled = 0;
    if (self->view == NULL)
        return;
    iq_view_scroll(self->view, 0, IQ_SCROLL_BY | IQ_SCROLL_CLAMP);
    iq_gtk_view_queue_layout(self);
}

/* Pages, also those that keys ask for, are of the content, and leave nothing out. */
static gboolean scroll_by_page(GtkRange *bar, GtkScrollType scroll, double value, IqGtkView *self)
{
    (void)bar, (void)value;
    if (scroll != GTK_SCROLL_JUMP)
        release_bar(self);
    return GDK_EVENT_PROPAGATE;
}

static GtkRange *bar_at(GtkWidget *window, double x, double y)
{
    GtkWidget *picked = gtk_widget_pick(window, x, y, GTK_PICK_DEFAULT);

    return picked != NULL ? (GtkRange *)gtk_widget_get_ancestor(picked, GTK_TYPE_RANGE) : NULL;
}

static void pressed(GtkGesture *gesture, GdkEventSequence *sequence, IqGtkView *self)
{
    GtkWidget *window = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(gesture));
    double x, y;
    GtkRange *bar = gtk_gesture_get_point(gesture, sequence, &x, &y) ? bar_at(window, x, y) : NULL;

    if (self->view == NULL || bar == NULL || gtk_range_get_adjustment(bar) != iq_gtk_view_adjustment(self))
        return;
    self->bar = bar;
    self->bar_handlers[0] = g_signal_connect_swapped(bar, "unmap", G_CALLBACK(release_bar), self);
    self->bar_handlers[1] = g_signal_connect(bar, "change-value", G_CALLBACK(scroll_by_page), self);
    iq_view_scroll(self->view, 0, IQ_SCROLL_BY | IQ_SCROLL_BAR);
}

void iq_gtk_view_watch_bars(IqGtkView *self)
{
    GtkGesture *gesture = gtk_gesture_drag_new();

    self->presses = GTK_EVENT_CONTROLLER(gesture);
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(gesture), 0);
    gtk_event_controller_set_propagation_phase(self->presses, GTK_PHASE_CAPTURE);
    g_signal_connect(gesture, "begin", G_CALLBACK(pressed), self);
    g_signal_connect_swapped(gesture, "end", G_CALLBACK(release_bar), self);
    gtk_widget_add_controller(GTK_WIDGET(gtk_widget_get_native(GTK_WIDGET(self))), self->presses);
}

void iq_gtk_view_ignore_bars(IqGtkView *self)
{
    GtkEventController *presses = g_steal_pointer(&self->presses);

    release_bar(self);
    gtk_widget_remove_controller(gtk_event_controller_get_widget(presses), presses);
}

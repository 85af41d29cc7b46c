/*
 * iqlist-gtk-view-bar.c - a scroll bar that the user holds.
 *
 * Any bar of the window may have the view's adjustment: that of a scrolled window, or another one.
 *
 *     pressed on the bar ----> held ----> released, or the bar is unmapped
 *                               |
 *                               +-------> the press is beside the slider, and scrolls by pages
 */
#include "iqlist-gtk-view-private.h"

void iq_gtk_view_release_bar(IqGtkView *self)
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
        iq_gtk_view_release_bar(self);
    return GDK_EVENT_PROPAGATE;
}

void iq_gtk_view_press_bar(IqGtkView *self, GtkWidget *picked)
{
    GtkRange *bar = (GtkRange *)gtk_widget_get_ancestor(picked, GTK_TYPE_RANGE);

    if (bar == NULL || gtk_range_get_adjustment(bar) != iq_gtk_view_adjustment(self))
        return;
    self->bar = bar;
    self->bar_handlers[0] = g_signal_connect_swapped(bar, "unmap", G_CALLBACK(iq_gtk_view_release_bar), self);
    self->bar_handlers[1] = g_signal_connect(bar, "change-value", G_CALLBACK(scroll_by_page), self);
    iq_view_scroll(self->view, 0, IQ_SCROLL_BY | IQ_SCROLL_BAR);
}

/*
 * iqlist-gtk-view-press.c - a button or a finger that is down: on a scroll bar, or in the view, whose list is
 * held still.
 *
 * A gesture of the window itself sees each press first, and looks where it goes to: the bar may be anywhere,
 * and what is pressed in the view may be removed before the release. It never claims the press. Where
 * something is dragged away from there it ends with the next movement that has no button, so that the drag
 * itself, over the window, is what ends the press.
 *
 *     pressed in the view ----> held ----> released, cancelled, or the view is unmapped
 *                                |
 *                                +-------> items are dragged: held until that ends
 *                                |
 *                                +-------> a widget of the host's is dragged
 */
#include "iqlist-gtk-view-private.h"

static void hold_if(IqGtkView *self)
{
    gboolean holds = self->hold_while_pressed && (self->is_pressed || self->is_dragged);

    if (holds == self->is_held)
        return;
    /* A list that has gone refuses both. */
    if (!holds)
        iq_list_resume(self->list);
    self->is_held = holds && iq_list_hold(self->list) == IQ_OK;
}

void iq_gtk_view_set_dragged(IqGtkView *self, gboolean is_dragged)
{
    self->is_dragged = is_dragged;
    self->is_pressed = FALSE;
    hold_if(self);
}

static void release(IqGtkView *self)
{
    iq_gtk_view_release_bar(self);
    self->is_pressed = FALSE;
    hold_if(self);
}

static void press(GtkGesture *gesture, GdkEventSequence *sequence, IqGtkView *self)
{
    GtkWidget *window = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(gesture)), *picked = NULL;
    double x, y;

    if (gtk_gesture_get_point(gesture, sequence, &x, &y))
        picked = gtk_widget_pick(window, x, y, GTK_PICK_DEFAULT);
    if (self->view == NULL || picked == NULL)
        return;
    iq_gtk_view_press_bar(self, picked);
    self->is_pressed = picked == GTK_WIDGET(self) || gtk_widget_is_ancestor(picked, GTK_WIDGET(self));
    hold_if(self);
}

void iq_gtk_view_watch_presses(IqGtkView *self)
{
    GtkWidget *window = GTK_WIDGET(gtk_widget_get_native(GTK_WIDGET(self)));
    GtkGesture *gesture = gtk_gesture_drag_new();

    self->presses[0] = GTK_EVENT_CONTROLLER(gesture);
    self->presses[1] = gtk_drop_controller_motion_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(gesture), 0);
    g_signal_connect(gesture, "begin", G_CALLBACK(press), self);
    g_signal_connect_swapped(gesture, "end", G_CALLBACK(release), self);
    g_signal_connect_swapped(self->presses[1], "enter", G_CALLBACK(release), self);
    for (int i = 0; i < 2; i++) {
        gtk_event_controller_set_propagation_phase(self->presses[i], GTK_PHASE_CAPTURE);
        gtk_widget_add_controller(window, self->presses[i]);
    }
}

void iq_gtk_view_ignore_presses(IqGtkView *self)
{
    release(self);
    for (int i = 0; i < 2; i++) {
        GtkEventController *presses = g_steal_pointer(&self->presses[i]);
        gtk_widget_remove_controller(gtk_event_controller_get_widget(presses), presses);
    }
}

gboolean iq_gtk_view_get_hold_while_pressed(IqGtkView *self)
{
    g_return_val_if_fail(IQ_GTK_IS_VIEW(self), FALSE);
    return self->hold_while_pressed;
}

void iq_gtk_view_set_hold_while_pressed(IqGtkView *self, gboolean hold_while_pressed)
{
    g_return_if_fail(IQ_GTK_IS_VIEW(self));

    if (self->hold_while_pressed == hold_while_pressed)
        return;
    self->hold_while_pressed = hold_while_pressed;
    hold_if(self);
    g_object_notify(G_OBJECT(self), "hold-while-pressed");
}

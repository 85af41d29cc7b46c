/*
 * iqlist-gtk-hold.c - a list is held still while the user points at it: see iq_gtk_list_hold_while_pressed.
 *
 * A gesture of the window sees each press first, and looks whether it is in the view: the row that is pressed
 * may be gone before the release. It never claims the press. Where something is dragged away the release goes
 * elsewhere, so the drag itself, over the window, ends the press.
 *
 *     pressed in the view ----> held ----> released, cancelled, dragged, or the view is unmapped
 */
#include "iqlist-gtk.h"

/* It is data of the view. */
typedef struct {
    GtkWidget *view;
    IqGtkList *model;               /* NULL: it has gone */
    iq_list *held;                  /* NULL: none is */
    GtkEventController *presses[2]; /* of the window, while the view is mapped */
} Hold;

/* Whether what the view shows is the model, or made of it. */
static gboolean shows(GtkWidget *view, IqGtkList *model)
{
    GObject *found = g_object_ref(G_OBJECT(view));

    while (found != NULL && found != G_OBJECT(model)) {
        GObject *next = NULL;
        if (g_object_class_find_property(G_OBJECT_GET_CLASS(found), "model") != NULL)
            g_object_get(found, "model", &next, NULL);
        g_object_unref(found);
        found = next;
    }
    if (found != NULL)
        g_object_unref(found);
    return found != NULL;
}

static void release(Hold *self)
{
    /* A list that has gone refuses that. */
    if (self->held != NULL)
        iq_list_resume(self->held);
    self->held = NULL;
}

static void press(GtkGesture *gesture, GdkEventSequence *sequence, Hold *self)
{
    GtkWidget *window = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(gesture)), *picked = NULL;
    double x, y;

    if (gtk_gesture_get_point(gesture, sequence, &x, &y))
        picked = gtk_widget_pick(window, x, y, GTK_PICK_DEFAULT);
    if (picked == NULL || self->held != NULL || self->model == NULL)
        return;
    iq_list *list = iq_gtk_list_get_list(self->model);
    gboolean is_inside = picked == self->view || gtk_widget_is_ancestor(picked, self->view);
    if (list != NULL && is_inside && shows(self->view, self->model) && iq_list_hold(list) == IQ_OK)
        self->held = list;
}

static void watch(GtkWidget *view, Hold *self)
{
    GtkWidget *window = GTK_WIDGET(gtk_widget_get_native(view));
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

static void ignore(GtkWidget *view, Hold *self)
{
    (void)view;
    release(self);
    for (int i = 0; i < 2; i++) {
        GtkEventController *presses = g_steal_pointer(&self->presses[i]);
        if (presses != NULL)
            gtk_widget_remove_controller(gtk_event_controller_get_widget(presses), presses);
    }
}

static void hold_free(gpointer data)
{
    Hold *self = data;

    release(self);
    g_clear_weak_pointer(&self->model);
    g_free(self);
}

void iq_gtk_list_hold_while_pressed(IqGtkList *self, GtkWidget *view)
{
    g_return_if_fail(IQ_GTK_IS_LIST(self));
    g_return_if_fail(GTK_IS_WIDGET(view));

    Hold *hold = g_object_get_data(G_OBJECT(view), "iq-gtk-hold");
    if (hold != NULL) {
        release(hold);
        g_set_weak_pointer(&hold->model, self);
        return;
    }
    hold = g_new0(Hold, 1);
    hold->view = view;
    g_set_weak_pointer(&hold->model, self);
    g_signal_connect(view, "map", G_CALLBACK(watch), hold);
    g_signal_connect(view, "unmap", G_CALLBACK(ignore), hold);
    g_object_set_data_full(G_OBJECT(view), "iq-gtk-hold", hold, hold_free);
    if (gtk_widget_get_mapped(view))
        watch(view, hold);
}

/*
 * iqlist-gtk-view-frame.c - a frame of an IqGtkView.
 *
 * The view is laid out, cells are put around the widgets that it has bound, the sizes that they want are set,
 * and it is laid out again. Then GTK allocates what is to be seen.
 *
 *     the list changes: descriptor -> poll -> queue_layout --+
 *     the user scrolls: value-changed -> iq_view_scroll -----+--> make_frame --> size_allocate
 *     the window has another size: size_allocate ------------+         ^               |
 *                                                                      +-- a cell wants another size
 */
#include "iqlist-gtk-view-private.h"

/* What is measured changes what is visible, which is measured: at most so often in a frame. */
#define ROUNDS 16
/* An offset behind all content. */
#define BEHIND ((double)((guint64)1 << 40))
/* The sides of the window that is laid out while the widget has no size. */
#define PROVISIONAL 400

static gboolean lay_out_now(GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
    IqGtkView *self = IQ_GTK_VIEW(widget);

    (void)clock, (void)data;
    self->layout_tick = 0;
    if (self->has_grown)
        gtk_widget_queue_resize(widget);
    self->has_grown = FALSE;
    iq_gtk_view_lay_out(self);
    return G_SOURCE_REMOVE;
}

void iq_gtk_view_queue_layout(IqGtkView *self)
{
    g_return_if_fail(IQ_GTK_IS_VIEW(self));

    if (self->layout_tick == 0)
        self->layout_tick = gtk_widget_add_tick_callback(GTK_WIDGET(self), lay_out_now, NULL, NULL);
}

static gboolean lay_out_again(gpointer data)
{
    IqGtkView *self = data;

    self->timer = 0;
    iq_gtk_view_queue_layout(self);
    return G_SOURCE_REMOVE;
}

void iq_gtk_view_lay_out_later(IqGtkView *self, guint milliseconds)
{
    if (self->timer == 0)
        self->timer = g_timeout_add(milliseconds, lay_out_again, self);
}

/* Lays out until all that is to be seen is measured. FALSE: the last scene stays. */
static gboolean make_scene(IqGtkView *self)
{
    for (int round = 0; round < ROUNDS; round++) {
        if (self->wants_end)
            iq_view_scroll(self->view, BEHIND, IQ_SCROLL_CLAMP);
        iq_status status = iq_view_layout(self->view, &self->scene);
        if (status == IQ_ERROR_HANDLE) {
            iq_gtk_view_lose_list(self);
            return FALSE;
        }
        if (status != IQ_OK && status != IQ_ERROR_CALLBACK) {
            iq_gtk_view_lay_out_later(self, IQ_GTK_RETRY_MILLISECONDS);
            return FALSE;
        }
        if (!iq_gtk_view_measure_cells(self))
            break;
    }
    self->wants_end = FALSE;
    return TRUE;
}

static void take_size(IqGtkView *self, int width, int height)
{
    gboolean is_other = width != self->width || height != self->height;

    self->width = width;
    self->height = height;
    iq_view_set_size(self->view, width > 0 ? width : PROVISIONAL, height > 0 ? height : PROVISIONAL);
    if (is_other)
        g_signal_emit(self, iq_gtk_view_signals[IQ_GTK_VIEW_RESIZE], 0, width, height);
}

/* Makes and binds widgets: GTK would lose track of what is allocated if they were made while it allocates
 * this view alone. */
static void make_frame(IqGtkView *self)
{
    GtkWidget *widget = GTK_WIDGET(self);
    gboolean had_focus = gtk_widget_get_focus_child(widget) != NULL;

    if (self->view != NULL)
        take_size(self, gtk_widget_get_width(widget), gtk_widget_get_height(widget));
    if (self->view == NULL || !make_scene(self) || (iq_gtk_view_follow_cursor(self) && !make_scene(self)))
        return;
    self->frame++;
    for (size_t i = 0; i < self->scene.count; i++) {
        IqGtkCell *cell = iq_gtk_view_cell_of(self, &self->scene.places[i]);
        if (cell == NULL)
            continue;
        cell->frame = self->frame;
        iq_gtk_cell_show(cell, &self->scene.places[i], self->scene.items);
        gtk_widget_set_child_visible(GTK_WIDGET(cell), TRUE);
    }
    if (had_focus)
        iq_gtk_view_focus_cursor(self);
    iq_gtk_view_order_cells(self);
    iq_gtk_view_tell_adjustments(self);
    iq_gtk_view_show_mark(self);
    iq_gtk_view_show_band(self);
    if (iq_gtk_view_find_natural(self)) {
        self->has_grown = TRUE;
        iq_gtk_view_queue_layout(self);
    }
}

void iq_gtk_view_lay_out(IqGtkView *self)
{
    g_object_ref(self);
    make_frame(self);
    gtk_widget_queue_allocate(GTK_WIDGET(self));
    g_object_unref(self);
}

static void allocate(GtkWidget *child, iq_rect frame)
{
    graphene_point_t corner = {(float)frame.x, (float)frame.y};

    gtk_widget_allocate(child, (int)frame.width, (int)frame.height, -1,
                        gsk_transform_translate(NULL, &corner));
}

void iq_gtk_view_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    IqGtkView *self = IQ_GTK_VIEW(widget);

    (void)baseline;
    g_object_ref(self);
    if (width != self->width || height != self->height)
        make_frame(self);
    else if (self->view != NULL && iq_gtk_view_measure_cells(self))
        iq_gtk_view_queue_layout(self);
    for (size_t i = 0; i < self->scene.count; i++) {
        IqGtkCell *cell = iq_gtk_view_cell_of(self, &self->scene.places[i]);
        if (cell != NULL)
            allocate(GTK_WIDGET(cell), self->scene.places[i].frame);
    }
    if (gtk_widget_get_child_visible(self->mark))
        allocate(self->mark, self->gap);
    if (gtk_widget_get_child_visible(self->band.widget))
        allocate(self->band.widget, self->band.frame);
    g_object_unref(self);
}

void iq_gtk_view_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                         int *natural, int *minimum_baseline, int *natural_baseline)
{
    IqGtkView *self = IQ_GTK_VIEW(widget);

    (void)for_size, (void)minimum_baseline, (void)natural_baseline;
    if (self->frame == 0 && self->view != NULL) {
        take_size(self, 0, 0);
        if (make_scene(self))
            iq_gtk_view_find_natural(self);
    }
    *minimum = 0;
    *natural = self->natural[orientation];
}

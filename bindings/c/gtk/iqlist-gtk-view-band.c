/*
 * iqlist-gtk-view-band.c - a rubber band, which selects the items that it meets.
 *
 * It reaches from where it began to the pointer. Where it began is a point beside an item, and goes with it
 * when what is above is measured or changes. Items that it meets are shown as such while it is there; what is
 * selected changes once, when the button is released.
 *
 *     press --- a few pixels ---> band ---> released: select
 *                                  |
 *                                  +------> Escape, or the gesture is cancelled: nothing
 */
#include "iqlist-gtk-view-private.h"

#include <math.h>

/* ---- where it is --------------------------------------------------------------- */

/* By how much the content is scrolled in the window, along the axis. */
static double scrolled(IqGtkView *self)
{
    double content = iq_gtk_view_is_horizontal(self) ? self->scene.content.width : self->scene.content.height;
    double room = MAX(0, iq_gtk_view_length(self) - content);

    return self->scene.offset - ((self->options.flags & IQ_VIEW_GRAVITY_END) != 0 ? room : 0);
}

/* Where what has this frame in the content is in the window. */
static iq_rect in_window(IqGtkView *self, iq_rect frame)
{
    if (!iq_gtk_view_is_horizontal(self))
        frame.y -= scrolled(self);
    else
        frame.x += (self->options.flags & IQ_VIEW_RTL) != 0 ? scrolled(self) : -scrolled(self);
    return frame;
}

static gboolean find_frame(IqGtkView *self, iq_item item, iq_rect *frame)
{
    iq_element element = iq_gtk_element(item);

    if (item.id == 0 || iq_view_get_frame(self->view, &element, frame) != IQ_OK)
        return FALSE;
    *frame = in_window(self, *frame);
    return TRUE;
}

/* In whole pixels of the window. If the item beside which it began has gone, it begins where it did last. */
static iq_rect find_band(IqGtkView *self)
{
    IqGtkBand *band = &self->band;
    iq_rect frame;

    if (find_frame(self, band->item, &frame)) {
        band->start_x = frame.x + band->beside_x;
        band->start_y = frame.y + band->beside_y;
    }
    double left = floor(MIN(band->start_x, self->x)), top = floor(MIN(band->start_y, self->y));
    return (iq_rect){left, top, floor(MAX(band->start_x, self->x)) + 1 - left,
                     floor(MAX(band->start_y, self->y)) + 1 - top};
}

static gboolean meets(iq_rect one, iq_rect other)
{
    return one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height
           && other.y < one.y + one.height;
}

/* All that the band meets, in the list's order, visible or not. */
static GArray *find_items(IqGtkView *self)
{
    GArray *items = g_array_new(FALSE, FALSE, sizeof(iq_item));
    gboolean is_wide = iq_gtk_view_is_horizontal(self);
    iq_rect band = find_band(self), frame;
    double start = is_wide ? band.x : band.y, length = is_wide ? band.width : band.height;
    size_t first, count;
    iq_item item;

    if (is_wide && (self->options.flags & IQ_VIEW_RTL) != 0)
        start = iq_gtk_view_length(self) - start - length;
    start += scrolled(self);
    if (iq_view_find_range(self->view, start, start + length, &first, &count) != IQ_OK)
        return items;
    for (size_t i = first; i < first + count; i++)
        if (iq_list_find_item_at(self->list, i, &item) == IQ_OK && find_frame(self, item, &frame)
            && meets(frame, band))
            g_array_append_val(items, item);
    return items;
}

/* ---- what it selects ------------------------------------------------------------- */

static void select_items(IqGtkView *self, const GArray *items, GdkModifierType held)
{
    uint32_t flags = IQ_SET_BY_USER | ((held & GDK_CONTROL_MASK) != 0 ? 0 : IQ_SET_ONLY);
    size_t from, to, anchor;

    if ((held & GDK_SHIFT_MASK) != 0 && items->len > 0
        && iq_gtk_view_find_index(self, g_array_index(items, iq_item, 0), &from)
        && iq_gtk_view_find_index(self, g_array_index(items, iq_item, items->len - 1), &to)
        && iq_gtk_view_find_index(self, self->anchor, &anchor)) {
        from = MIN(from, anchor);
        to = MAX(to, anchor);
        iq_list_set_range_states(self->list, from, to - from + 1, IQ_STATE_SELECTED, flags);
        return;
    }
    if (items->len > 0)
        self->anchor = g_array_index(items, iq_item, 0);
    iq_list_set_states(self->list, (const iq_item *)items->data, items->len, IQ_STATE_SELECTED, flags);
}

/* ---- what is seen of it ------------------------------------------------------------ */

static void mark_cell(GtkWidget *cell, gboolean is_met)
{
    if (is_met)
        gtk_widget_set_state_flags(cell, GTK_STATE_FLAG_ACTIVE, FALSE);
    else
        gtk_widget_unset_state_flags(cell, GTK_STATE_FLAG_ACTIVE);
}

void iq_gtk_view_show_band(IqGtkView *self)
{
    gtk_widget_set_child_visible(self->band.widget, self->band.is_on);
    if (!self->band.is_on)
        return;
    self->band.frame = find_band(self);
    for (size_t i = 0; i < self->scene.count; i++) {
        IqGtkCell *cell = iq_gtk_view_cell_of(self, &self->scene.places[i]);
        if (cell != NULL && cell->is_item)
            mark_cell(GTK_WIDGET(cell), meets(self->scene.places[i].frame, self->band.frame));
    }
}

/* ---- its life ------------------------------------------------------------------------ */

static void end_band(IqGtkView *self)
{
    GtkEventController *keys = g_steal_pointer(&self->band.keys);

    if (!self->band.is_on)
        return;
    self->band.is_on = FALSE;
    gtk_widget_remove_controller(gtk_event_controller_get_widget(keys), keys);
    for (GtkWidget *cell = gtk_widget_get_first_child(GTK_WIDGET(self)); cell != NULL;
         cell = gtk_widget_get_next_sibling(cell))
        mark_cell(cell, FALSE);
    iq_gtk_view_stop_scrolling(self);
    iq_gtk_view_queue_layout(self);
}

static gboolean press_key(GtkEventController *keys, guint key, guint code, GdkModifierType held,
                          IqGtkView *self)
{
    GtkGesture *gesture = self->band.gesture;

    (void)keys, (void)code, (void)held;
    if (key != GDK_KEY_Escape)
        return GDK_EVENT_PROPAGATE;
    end_band(self);
    gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_DENIED);
    return GDK_EVENT_STOP;
}

static void begin_band(IqGtkView *self, double x, double y)
{
    IqGtkBand *band = &self->band;
    iq_hit hit = {.struct_size = sizeof hit};
    iq_rect frame;

    *band = (IqGtkBand){.gesture = band->gesture, .widget = band->widget, .is_on = TRUE,
                        .keys = gtk_event_controller_key_new(), .start_x = x, .start_y = y};
    if (iq_view_find_at(self->view, x, y, IQ_AT_NEAREST, &hit) == IQ_OK
        && find_frame(self, hit.element.item, &frame)) {
        band->item = hit.element.item;
        band->beside_x = x - frame.x;
        band->beside_y = y - frame.y;
    }
    gtk_event_controller_set_propagation_phase(band->keys, GTK_PHASE_CAPTURE);
    g_signal_connect(band->keys, "key-pressed", G_CALLBACK(press_key), self);
    gtk_widget_add_controller(GTK_WIDGET(gtk_widget_get_root(GTK_WIDGET(self))), band->keys);
}

/* An item that can be dragged is dragged. */
static void press(GtkGesture *gesture, double x, double y, IqGtkView *self)
{
    uint32_t mode = IQ_SELECTION_NONE;

    if (self->view != NULL && self->has_rubberband)
        iq_list_get_selection(self->list, &mode);
    if ((mode & IQ_SELECTION_MULTIPLE) == 0
        || (self->reorderable && iq_gtk_view_item_at(self, x, y) != NULL))
        gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_DENIED);
}

static void stretch(GtkGestureDrag *gesture, double by_x, double by_y, IqGtkView *self)
{
    double x, y;

    gtk_gesture_drag_get_start_point(gesture, &x, &y);
    if (self->view == NULL
        || (!self->band.is_on && !gtk_drag_check_threshold(GTK_WIDGET(self), 0, 0, (int)by_x, (int)by_y)))
        return;
    if (!self->band.is_on) {
        gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_CLAIMED);
        begin_band(self, x, y);
    }
    iq_gtk_view_scroll_at(self, x + by_x, y + by_y);
}

static void let_go(GtkGesture *gesture, double by_x, double by_y, IqGtkView *self)
{
    GdkModifierType held = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(gesture));

    (void)by_x, (void)by_y;
    if (self->band.is_on && self->view != NULL) {
        GArray *items = find_items(self);
        select_items(self, items, held);
        g_array_unref(items);
    }
    end_band(self);
}

void iq_gtk_view_add_band(IqGtkView *self)
{
    GtkGesture *gesture = gtk_gesture_drag_new();

    self->band.gesture = gesture;
    self->band.widget = g_object_new(GTK_TYPE_BOX, "css-name", "rubberband", "can-target", FALSE, NULL);
    gtk_widget_set_parent(self->band.widget, GTK_WIDGET(self));
    gtk_widget_set_child_visible(self->band.widget, FALSE);
    g_signal_connect(gesture, "drag-begin", G_CALLBACK(press), self);
    g_signal_connect(gesture, "drag-update", G_CALLBACK(stretch), self);
    g_signal_connect(gesture, "drag-end", G_CALLBACK(let_go), self);
    g_signal_connect_swapped(gesture, "cancel", G_CALLBACK(end_band), self);
    gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(gesture));
}

gboolean iq_gtk_view_get_enable_rubberband(IqGtkView *self)
{
    g_return_val_if_fail(IQ_GTK_IS_VIEW(self), FALSE);
    return self->has_rubberband;
}

void iq_gtk_view_set_enable_rubberband(IqGtkView *self, gboolean enable_rubberband)
{
    g_return_if_fail(IQ_GTK_IS_VIEW(self));

    if (self->has_rubberband == enable_rubberband)
        return;
    self->has_rubberband = enable_rubberband;
    g_object_notify(G_OBJECT(self), "enable-rubberband");
}

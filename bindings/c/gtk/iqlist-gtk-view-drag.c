/*
 * iqlist-gtk-view-drag.c - items that the user drags: out of a view, over it, and where they would go.
 */
#include "iqlist-gtk-view-private.h"

/* Near an edge, in pixels, a drag scrolls: by a third of what it is nearer, each frame. */
#define EDGE 48.0
/* So near a rubber band does, which may begin there. */
#define BAND_EDGE 8.0
/* How thick the mark is. */
#define THINNEST 3.0
#define THICKEST 6.0

/* The view that something is dragged out of. */
static IqGtkView *source_of_drag;

/* The content of a drag says only that it is one of these: GTK 4.8 keeps what was dropped under X11 for good,
 * which must not be the view. */
G_DEFINE_POINTER_TYPE(IqGtkDragged, iq_gtk_dragged)

static GArray *items_to_drag(IqGtkView *self, const iq_place *place)
{
    GArray *items = g_array_new(FALSE, FALSE, sizeof(iq_item));
    iq_list_info info = {.struct_size = sizeof info};
    size_t count;

    if ((place->states & IQ_STATE_SELECTED) == 0 || iq_list_get_info(self->list, &info) != IQ_OK)
        return g_array_append_val(items, place->element.item);
    g_array_set_size(items, (guint)info.selected);
    iq_list_find_items_in_state(self->list, IQ_STATE_SELECTED, 0, (iq_item *)items->data, items->len, &count);
    return g_array_set_size(items, (guint)MIN(count, items->len));
}

static GdkContentProvider *prepare_drag(GtkDragSource *source, double x, double y, IqGtkView *self)
{
    const iq_place *place = self->reorderable ? iq_gtk_view_item_at(self, x, y) : NULL;
    IqGtkCell *cell = place != NULL ? iq_gtk_view_cell_of(self, place) : NULL;

    if (cell == NULL)
        return NULL;
    GdkPaintable *icon = gtk_widget_paintable_new(GTK_WIDGET(cell));
    gtk_drag_source_set_icon(source, icon, (int)(x - place->frame.x), (int)(y - place->frame.y));
    g_object_unref(icon);
    g_clear_pointer(&self->dragged, g_array_unref);
    self->dragged = items_to_drag(self, place);
    return gdk_content_provider_new_typed(iq_gtk_dragged_get_type(), NULL);
}

static void begin_drag(GtkDragSource *source, GdkDrag *drag, IqGtkView *self)
{
    (void)source, (void)drag;
    source_of_drag = self;
    iq_gtk_view_set_dragged(self, TRUE);
}

static void end_drag(GtkDragSource *source, GdkDrag *drag, gboolean deletes, IqGtkView *self)
{
    (void)source, (void)drag, (void)deletes;
    source_of_drag = NULL;
    g_clear_pointer(&self->dragged, g_array_unref);
    iq_gtk_view_set_dragged(self, FALSE);
}

/* In the gap where what is dragged would go. */
void iq_gtk_view_show_mark(IqGtkView *self)
{
    iq_hit hit = {.struct_size = sizeof hit};
    gboolean is_shown = self->is_over && self->view != NULL
                        && iq_view_find_at(self->view, self->x, self->y, IQ_AT_NEAREST, &hit) == IQ_OK;

    gtk_widget_set_child_visible(self->mark, is_shown);
    if (!is_shown)
        return;
    gboolean is_flat = hit.mark.height < hit.mark.width;
    double thick = CLAMP(is_flat ? hit.mark.height : hit.mark.width, THINNEST, THICKEST);
    if (is_flat)
        hit.mark = (iq_rect){hit.mark.x, hit.mark.y + (hit.mark.height - thick) / 2, hit.mark.width, thick};
    else
        hit.mark = (iq_rect){hit.mark.x + (hit.mark.width - thick) / 2, hit.mark.y, thick, hit.mark.height};
    self->gap = hit.mark;
}

/* The faster the nearer. */
static gboolean scroll_on(GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
    IqGtkView *self = IQ_GTK_VIEW(widget);
    double at = iq_gtk_view_is_horizontal(self) ? self->x : self->y, window = iq_gtk_view_length(self);
    double edge = self->band.is_on ? BAND_EDGE : EDGE;
    double by = at < edge ? at - edge : at > window - edge ? at - window + edge : 0;

    (void)clock, (void)data;
    GtkAdjustment *adjustment = iq_gtk_view_adjustment(self);
    if (by != 0)
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + by / 3);
    return G_SOURCE_CONTINUE;
}

void iq_gtk_view_scroll_at(IqGtkView *self, double x, double y)
{
    self->x = x;
    self->y = y;
    if (self->tick == 0)
        self->tick = gtk_widget_add_tick_callback(GTK_WIDGET(self), scroll_on, NULL, NULL);
    iq_gtk_view_queue_layout(self);
}

void iq_gtk_view_stop_scrolling(IqGtkView *self)
{
    if (self->tick != 0)
        gtk_widget_remove_tick_callback(GTK_WIDGET(self), self->tick);
    self->tick = 0;
    iq_gtk_view_queue_layout(self);
}

void iq_gtk_view_drag_over(IqGtkView *self, double x, double y)
{
    self->is_over = TRUE;
    iq_gtk_view_scroll_at(self, x, y);
}

void iq_gtk_view_drag_leave(IqGtkView *self)
{
    self->is_over = FALSE;
    iq_gtk_view_stop_scrolling(self);
}

static GdkDragAction over(GtkDropTarget *target, double x, double y, IqGtkView *self)
{
    (void)target;
    if (source_of_drag == NULL || source_of_drag->list != self->list || !self->reorderable)
        return 0;
    iq_gtk_view_drag_over(self, x, y);
    return GDK_ACTION_MOVE;
}

static void leave(GtkDropTarget *target, IqGtkView *self)
{
    (void)target;
    iq_gtk_view_drag_leave(self);
}

static gboolean move_items(IqGtkView *self, const iq_item *items, guint count, const iq_position *position)
{
    iq_edit *edit;

    if (iq_list_begin_reorder(self->list, items, count, &edit) != IQ_OK)
        return FALSE;
    iq_status status = iq_edit_move_items_to(edit, items, count, *position);
    if (status == IQ_OK)
        status = iq_edit_commit(edit, NULL, NULL);
    iq_edit_destroy(edit);
    return status == IQ_OK;
}

/* Those of the dragged items that are still there. */
static GArray *items_to_drop(const IqGtkView *self, const GArray *dragged)
{
    GArray *items = g_array_new(FALSE, FALSE, sizeof(iq_item));
    iq_position position;

    for (guint i = 0; i < dragged->len; i++) {
        iq_item item = g_array_index(dragged, iq_item, i);
        if (iq_list_find_position(self->list, item, &position) == IQ_OK)
            g_array_append_val(items, item);
    }
    return items;
}

static gboolean drop(GtkDropTarget *target, const GValue *value, double x, double y, IqGtkView *self)
{
    IqGtkView *source = source_of_drag;
    iq_hit hit = {.struct_size = sizeof hit};
    gboolean is_done = FALSE;

    (void)value;
    leave(target, self);
    if (source == NULL || source->dragged == NULL || source->list != self->list || self->view == NULL
        || iq_view_find_at(self->view, x, y, IQ_AT_NEAREST, &hit) != IQ_OK)
        return FALSE;
    GArray *items = items_to_drop(self, source->dragged);
    if (items->len > 0)
        g_signal_emit(self, iq_gtk_view_signals[IQ_GTK_VIEW_MOVE], 0, items->data, items->len, &hit.insertion,
                      &is_done);
    if (!is_done && items->len > 0)
        is_done = move_items(self, (const iq_item *)items->data, items->len, &hit.insertion);
    g_array_unref(items);
    iq_gtk_view_queue_layout(self);
    return is_done;
}

void iq_gtk_view_add_drags(IqGtkView *self)
{
    GtkDragSource *source = gtk_drag_source_new();
    GtkDropTarget *target = gtk_drop_target_new(iq_gtk_dragged_get_type(), GDK_ACTION_MOVE);

    self->mark = g_object_new(GTK_TYPE_BOX, "css-name", "mark", "can-target", FALSE, NULL);
    gtk_widget_set_parent(self->mark, GTK_WIDGET(self));
    gtk_widget_set_child_visible(self->mark, FALSE);
    gtk_drag_source_set_actions(source, GDK_ACTION_MOVE);
    g_signal_connect(source, "prepare", G_CALLBACK(prepare_drag), self);
    g_signal_connect(source, "drag-begin", G_CALLBACK(begin_drag), self);
    g_signal_connect(source, "drag-end", G_CALLBACK(end_drag), self);
    gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(source));
    g_signal_connect(target, "enter", G_CALLBACK(over), self);
    g_signal_connect(target, "motion", G_CALLBACK(over), self);
    g_signal_connect(target, "leave", G_CALLBACK(leave), self);
    g_signal_connect(target, "drop", G_CALLBACK(drop), self);
    gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(target));
}

void iq_gtk_view_end_drags(IqGtkView *self)
{
    if (source_of_drag == self)
        source_of_drag = NULL;
    g_clear_pointer(&self->dragged, g_array_unref);
    iq_gtk_view_set_dragged(self, FALSE);
}

gboolean iq_gtk_view_get_reorderable(IqGtkView *self)
{
    g_return_val_if_fail(IQ_GTK_IS_VIEW(self), FALSE);
    return self->reorderable;
}

void iq_gtk_view_set_reorderable(IqGtkView *self, gboolean reorderable)
{
    g_return_if_fail(IQ_GTK_IS_VIEW(self));

    if (self->reorderable == reorderable)
        return;
    self->reorderable = reorderable;
    g_object_notify(G_OBJECT(self), "reorderable");
}

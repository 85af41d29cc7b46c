/*
 * iqlist-gtk-view-cell.c - a cell of an IqGtkView: the widget around one of the host's.
 *
 * The cell is what the theme draws a row as, what has the focus, and what a reader of screens reads. The
 * host's widget fills it, and is cut off where the cell is smaller than that can be.
 */
#include "iqlist-gtk-view-private.h"

#include <string.h>

G_DEFINE_TYPE(IqGtkCell, iq_gtk_cell, GTK_TYPE_WIDGET)

static GtkSizeRequestMode cell_get_request_mode(GtkWidget *widget)
{
    return gtk_widget_get_request_mode(IQ_GTK_CELL(widget)->child);
}

static void cell_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                         int *natural, int *minimum_baseline, int *natural_baseline)
{
    GtkWidget *child = IQ_GTK_CELL(widget)->child;
    int least = -1;

    (void)minimum_baseline, (void)natural_baseline;
    if (for_size >= 0)
        gtk_widget_measure(child, (GtkOrientation)!orientation, -1, &least, NULL, NULL, NULL);
    gtk_widget_measure(child, orientation, MAX(for_size, least), NULL, natural, NULL, NULL);
    *minimum = 0;
}

static void cell_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    GtkWidget *child = IQ_GTK_CELL(widget)->child;
    int least_width, least_height;

    (void)baseline;
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least_width, NULL, NULL, NULL);
    width = MAX(width, least_width);
    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, &least_height, NULL, NULL, NULL);
    gtk_widget_allocate(child, width, MAX(height, least_height), -1, NULL);
}

/* Forward into the widgets of the cell, and back out of them to the cell itself. */
static gboolean cell_focus(GtkWidget *widget, GtkDirectionType direction)
{
    GtkWidget *child = IQ_GTK_CELL(widget)->child;

    if (gtk_widget_get_focus_child(widget) != NULL)
        return gtk_widget_child_focus(child, direction)
               || (direction == GTK_DIR_TAB_BACKWARD && IQ_GTK_CELL(widget)->is_item
                   && gtk_widget_grab_focus(widget));
    if (gtk_widget_is_focus(widget))
        return direction == GTK_DIR_TAB_FORWARD && gtk_widget_child_focus(child, direction);
    if (direction == GTK_DIR_TAB_BACKWARD && gtk_widget_child_focus(child, direction))
        return TRUE;
    return IQ_GTK_CELL(widget)->is_item ? gtk_widget_grab_focus(widget)
                                        : gtk_widget_child_focus(child, direction);
}

static void cell_dispose(GObject *object)
{
    IqGtkCell *self = IQ_GTK_CELL(object);

    g_clear_pointer(&self->child, gtk_widget_unparent);
    G_OBJECT_CLASS(iq_gtk_cell_parent_class)->dispose(object);
}

static void iq_gtk_cell_class_init(IqGtkCellClass *class)
{
    GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);

    G_OBJECT_CLASS(class)->dispose = cell_dispose;
    widget->get_request_mode = cell_get_request_mode;
    widget->measure = cell_measure;
    widget->size_allocate = cell_size_allocate;
    widget->focus = cell_focus;
}

static void iq_gtk_cell_init(IqGtkCell *self)
{
    gtk_widget_set_overflow(GTK_WIDGET(self), GTK_OVERFLOW_HIDDEN);
}

IqGtkCell *iq_gtk_cell_around(GtkWidget *child, gboolean is_item, GtkWidget *view)
{
    GtkWidget *parent = gtk_widget_get_parent(child);
    const char *name = is_item ? "row" : "header";
    GtkAccessibleRole role = is_item ? GTK_ACCESSIBLE_ROLE_LIST_ITEM : GTK_ACCESSIBLE_ROLE_GROUP;

    if (parent != NULL && IQ_GTK_CELL(parent)->is_item == is_item)
        return IQ_GTK_CELL(parent);
    g_object_ref(child);
    if (parent != NULL) {
        IQ_GTK_CELL(parent)->child = NULL;
        gtk_widget_unparent(child);
        gtk_widget_unparent(parent);
    }
    IqGtkCell *self = g_object_new(IQ_GTK_TYPE_CELL, "css-name", name, "accessible-role", role, NULL);
    self->is_item = is_item;
    self->child = child;
    gtk_widget_set_focusable(GTK_WIDGET(self), is_item);
    gtk_widget_set_parent(child, GTK_WIDGET(self));
    g_object_unref(child);
    gtk_accessible_update_relation(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_RELATION_LABELLED_BY, child, NULL,
                                   -1);
    gtk_widget_set_parent(GTK_WIDGET(self), view);
    return self;
}

static void show_position(IqGtkCell *self, guint position, guint count)
{
    if (self->position == position && self->count == count)
        return;
    self->position = position;
    self->count = count;
    gtk_accessible_update_relation(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_RELATION_POS_IN_SET, (int)position,
                                   GTK_ACCESSIBLE_RELATION_SET_SIZE, (int)count, -1);
}

static void show_states(IqGtkCell *self, uint32_t states)
{
    gboolean is_selected = (states & IQ_STATE_SELECTED) != 0;
    gboolean was_selected = (gtk_widget_get_state_flags(GTK_WIDGET(self)) & GTK_STATE_FLAG_SELECTED) != 0;

    if (is_selected == was_selected)
        return;
    if (is_selected)
        gtk_widget_set_state_flags(GTK_WIDGET(self), GTK_STATE_FLAG_SELECTED, FALSE);
    else
        gtk_widget_unset_state_flags(GTK_WIDGET(self), GTK_STATE_FLAG_SELECTED);
    gtk_accessible_update_state(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_STATE_SELECTED, is_selected, -1);
}

void iq_gtk_cell_take(IqGtkCell *self, const iq_element *element)
{
    if (memcmp(&self->element, element, sizeof *element) == 0)
        return;
    self->element = *element;
    self->measured = (iq_size){0, 0};
}

void iq_gtk_cell_show(IqGtkCell *self, const iq_place *place, size_t count)
{
    iq_gtk_cell_take(self, &place->element);
    if (self->is_item) {
        show_position(self, place->index + 1, (guint)count);
        show_states(self, place->states);
    }
}

void iq_gtk_cell_destroy(void *context, void *object)
{
    GtkWidget *cell = gtk_widget_get_parent(object);

    (void)context;
    if (cell != NULL)
        gtk_widget_unparent(cell);
    else if (g_object_is_floating(object))
        g_object_unref(g_object_ref_sink(object));
}

void iq_gtk_cell_load_style(void)
{
    static const char style[] = "listview.iqlist > header { background-color: @theme_base_color; }"
                                "listview.iqlist > mark { background-color: @theme_selected_bg_color;"
                                " border-radius: 3px; }"
                                "listview.iqlist > row:active:not(:selected)"
                                " { background-color: alpha(@theme_selected_bg_color, 0.3); }";
    static gsize is_loaded;
    GtkCssProvider *provider;

    if (!g_once_init_enter(&is_loaded))
        return;
    provider = gtk_css_provider_new();
#if GTK_CHECK_VERSION(4, 12, 0)
    gtk_css_provider_load_from_string(provider, style);
#else
    gtk_css_provider_load_from_data(provider, style, -1);
#endif
    gtk_style_context_add_provider_for_display(gdk_display_get_default(), GTK_STYLE_PROVIDER(provider),
                                               GTK_STYLE_PROVIDER_PRIORITY_FALLBACK);
    g_object_unref(provider);
    g_once_init_leave(&is_loaded, 1);
}

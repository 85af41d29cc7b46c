/*
 * iqlist-gtk-view.c - see iqlist-gtk-view.h.
 *
 * The object: what it is made of, its properties and signals, and its end.
 */
#include "iqlist-gtk-view-private.h"

static void scrollable_init(GtkScrollableInterface *interface)
{
    (void)interface;
}

G_DEFINE_TYPE_WITH_CODE(IqGtkView, iq_gtk_view, GTK_TYPE_WIDGET,
                        G_IMPLEMENT_INTERFACE(GTK_TYPE_SCROLLABLE, scrollable_init))

enum { HADJUSTMENT = 1, VADJUSTMENT, HPOLICY, VPOLICY, REORDERABLE, ENABLE_RUBBERBAND, HOLD_WHILE_PRESSED };

guint iq_gtk_view_signals[IQ_GTK_VIEW_SIGNALS];

static GtkSizeRequestMode view_get_request_mode(GtkWidget *widget)
{
    (void)widget;
    return GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

void iq_gtk_view_lose_list(IqGtkView *self)
{
    iq_view *view = g_steal_pointer(&self->view);

    self->scene = (iq_scene){.struct_size = sizeof self->scene};
    self->cursor = self->anchor = (iq_item){0};
    iq_gtk_view_forget_natural(self);
    iq_view_destroy(view);
    gtk_widget_queue_allocate(GTK_WIDGET(self));
}

static void view_set_focus_child(GtkWidget *widget, GtkWidget *child)
{
    GTK_WIDGET_CLASS(iq_gtk_view_parent_class)->set_focus_child(widget, child);
    iq_gtk_view_follow_focus(IQ_GTK_VIEW(widget), child);
}

static void view_map(GtkWidget *widget)
{
    GTK_WIDGET_CLASS(iq_gtk_view_parent_class)->map(widget);
    iq_gtk_view_watch_presses(IQ_GTK_VIEW(widget));
}

static void view_unmap(GtkWidget *widget)
{
    iq_gtk_view_ignore_presses(IQ_GTK_VIEW(widget));
    GTK_WIDGET_CLASS(iq_gtk_view_parent_class)->unmap(widget);
}

static void set_direction(IqGtkView *self)
{
    self->options.flags |= IQ_VIEW_RTL;
    if (gtk_widget_get_direction(GTK_WIDGET(self)) != GTK_TEXT_DIR_RTL)
        self->options.flags &= ~IQ_VIEW_RTL;
}

static void view_direction_changed(GtkWidget *widget, GtkTextDirection previous)
{
    IqGtkView *self = IQ_GTK_VIEW(widget);

    GTK_WIDGET_CLASS(iq_gtk_view_parent_class)->direction_changed(widget, previous);
    set_direction(self);
    if (self->view != NULL)
        iq_view_set_options(self->view, &self->options);
    iq_gtk_view_queue_layout(self);
}

static void view_set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
    IqGtkView *self = IQ_GTK_VIEW(object);

    switch (id) {
    case HADJUSTMENT:
    case VADJUSTMENT:
        iq_gtk_view_set_adjustment(self, (GtkOrientation)(id - HADJUSTMENT), g_value_get_object(value));
        break;
    case HPOLICY:
    case VPOLICY:
        self->policies[id - HPOLICY] = (GtkScrollablePolicy)g_value_get_enum(value);
        break;
    case REORDERABLE:
        iq_gtk_view_set_reorderable(self, g_value_get_boolean(value));
        break;
    case ENABLE_RUBBERBAND:
        iq_gtk_view_set_enable_rubberband(self, g_value_get_boolean(value));
        break;
    case HOLD_WHILE_PRESSED:
        iq_gtk_view_set_hold_while_pressed(self, g_value_get_boolean(value));
        break;
    default:
        G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

static void view_get_property(GObject *object, guint id, GValue *value, GParamSpec *spec)
{
    IqGtkView *self = IQ_GTK_VIEW(object);

    switch (id) {
    case HADJUSTMENT:
    case VADJUSTMENT:
        g_value_set_object(value, self->adjustments[id - HADJUSTMENT]);
        break;
    case HPOLICY:
    case VPOLICY:
        g_value_set_enum(value, (gint)self->policies[id - HPOLICY]);
        break;
    case REORDERABLE:
        g_value_set_boolean(value, self->reorderable);
        break;
    case ENABLE_RUBBERBAND:
        g_value_set_boolean(value, self->has_rubberband);
        break;
    case HOLD_WHILE_PRESSED:
        g_value_set_boolean(value, self->hold_while_pressed);
        break;
    default:
        G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

static void view_dispose(GObject *object)
{
    IqGtkView *self = IQ_GTK_VIEW(object);

    iq_gtk_view_end_drags(self);
    iq_gtk_poll_leave(self);
    g_clear_handle_id(&self->timer, g_source_remove);
    if (self->view != NULL)
        iq_gtk_view_lose_list(self);
    for (int i = 0; i < 2; i++)
        if (self->adjustments[i] != NULL) {
            g_signal_handlers_disconnect_by_data(self->adjustments[i], self);
            g_clear_object(&self->adjustments[i]);
        }
    for (GtkWidget *child; (child = gtk_widget_get_first_child(GTK_WIDGET(self))) != NULL;)
        gtk_widget_unparent(child);
    G_OBJECT_CLASS(iq_gtk_view_parent_class)->dispose(object);
}

static void view_finalize(GObject *object)
{
    IqGtkView *self = IQ_GTK_VIEW(object);

    g_hash_table_unref(self->layouts);
    G_OBJECT_CLASS(iq_gtk_view_parent_class)->finalize(object);
}

static void install_boolean(GObjectClass *class, guint id, const char *name, gboolean is_set)
{
    const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

    g_object_class_install_property(class, id, g_param_spec_boolean(name, NULL, NULL, is_set, flags));
}

static void iq_gtk_view_class_init(IqGtkViewClass *class)
{
    GObjectClass *object = G_OBJECT_CLASS(class);
    GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);

    object->set_property = view_set_property;
    object->get_property = view_get_property;
    object->dispose = view_dispose;
    object->finalize = view_finalize;
    widget->measure = iq_gtk_view_measure;
    widget->get_request_mode = view_get_request_mode;
    widget->size_allocate = iq_gtk_view_size_allocate;
    widget->map = view_map;
    widget->unmap = view_unmap;
    widget->focus = iq_gtk_view_focus;
    widget->grab_focus = iq_gtk_view_grab_focus;
    widget->set_focus_child = view_set_focus_child;
    widget->direction_changed = view_direction_changed;
    g_object_class_override_property(object, HADJUSTMENT, "hadjustment");
    g_object_class_override_property(object, VADJUSTMENT, "vadjustment");
    g_object_class_override_property(object, HPOLICY, "hscroll-policy");
    g_object_class_override_property(object, VPOLICY, "vscroll-policy");
    install_boolean(object, REORDERABLE, "reorderable", FALSE);
    install_boolean(object, ENABLE_RUBBERBAND, "enable-rubberband", FALSE);
    install_boolean(object, HOLD_WHILE_PRESSED, "hold-while-pressed", TRUE);
    iq_gtk_view_signals[IQ_GTK_VIEW_EVENT] = g_signal_new("event", IQ_GTK_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0,
                                                          NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
    iq_gtk_view_signals[IQ_GTK_VIEW_MOVE] =
        g_signal_new("move", IQ_GTK_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0, g_signal_accumulator_true_handled, NULL,
                     NULL, G_TYPE_BOOLEAN, 3, G_TYPE_POINTER, G_TYPE_UINT, G_TYPE_POINTER);
    iq_gtk_view_signals[IQ_GTK_VIEW_DROP] =
        g_signal_new("drop", IQ_GTK_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0, g_signal_accumulator_true_handled, NULL,
                     NULL, G_TYPE_BOOLEAN, 2, G_TYPE_POINTER, G_TYPE_POINTER);
    iq_gtk_view_signals[IQ_GTK_VIEW_RESIZE] =
        g_signal_new("resize", IQ_GTK_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                     G_TYPE_INT, G_TYPE_INT);
    gtk_widget_class_set_css_name(widget, "listview");
    gtk_widget_class_set_accessible_role(widget, GTK_ACCESSIBLE_ROLE_LIST);
    iq_gtk_view_bind_keys(widget);
}

static void iq_gtk_view_init(IqGtkView *self)
{
    GtkWidget *widget = GTK_WIDGET(self);

    self->scene.struct_size = sizeof self->scene;
    self->hold_while_pressed = TRUE;
    self->layouts = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    gtk_widget_add_css_class(widget, "view");
    gtk_widget_add_css_class(widget, "iqlist");
    gtk_widget_set_focusable(widget, TRUE);
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN);
    iq_gtk_view_set_adjustment(self, GTK_ORIENTATION_HORIZONTAL, NULL);
    iq_gtk_view_set_adjustment(self, GTK_ORIENTATION_VERTICAL, NULL);
    iq_gtk_cell_load_style();
    iq_gtk_view_add_click(self);
    iq_gtk_view_add_drags(self);
    iq_gtk_view_add_drops(self);
    iq_gtk_view_add_band(self);
}

GtkWidget *iq_gtk_view_new(iq_list *list, const iq_view_options *options, uint32_t kinds)
{
    iq_view_options wanted = {.struct_size = sizeof wanted};
    IqGtkPoll *poll = iq_gtk_poll_for(list);

    if (poll == NULL)
        return NULL;
    if (options != NULL)
        memcpy(&wanted, options, MIN(options->struct_size, sizeof wanted));
    wanted.struct_size = sizeof wanted;
    wanted.flags |= IQ_VIEW_LAID_OUT;
    if (wanted.grain == 0)
        wanted.grain = 1;
    IqGtkView *self = g_object_new(IQ_GTK_TYPE_VIEW, NULL);
    self->list = list;
    self->options = wanted;
    self->poll = poll;
    g_ptr_array_add(poll->views, self);
    set_direction(self);
    if (iq_view_create(list, &self->options, &self->view) != IQ_OK
        || iq_list_set_events(list, poll->kinds | kinds) != IQ_OK) {
        g_object_unref(g_object_ref_sink(self));
        return NULL;
    }
    poll->kinds |= kinds;
    return GTK_WIDGET(self);
}

iq_view *iq_gtk_view_get_view(IqGtkView *self)
{
    g_return_val_if_fail(IQ_GTK_IS_VIEW(self), NULL);
    return self->view;
}

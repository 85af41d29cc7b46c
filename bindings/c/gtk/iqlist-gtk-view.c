/*
 * iqlist-gtk-view.c - see iqlist-gtk-view.h.
 *
 * A frame: the view is laid out, cells are put around the widgets that it has bound, the sizes that they want
 * are set, and it is laid out again. Then GTK allocates what is to be seen.
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

static void scrollable_init(GtkScrollableInterface *interface)
{
    (void)interface;
}

G_DEFINE_TYPE_WITH_CODE(IqGtkView, iq_gtk_view, GTK_TYPE_WIDGET,
                        G_IMPLEMENT_INTERFACE(GTK_TYPE_SCROLLABLE, scrollable_init))

enum { HADJUSTMENT = 1, VADJUSTMENT, HPOLICY, VPOLICY, REORDERABLE, ENABLE_RUBBERBAND };

guint iq_gtk_view_signals[IQ_GTK_VIEW_SIGNALS];

/* ---- a frame --------------------------------------------------------------- */

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

void iq_gtk_view_lose_list(IqGtkView *self)
{
    iq_view *view = g_steal_pointer(&self->view);

    self->scene = (iq_scene){.struct_size = sizeof self->scene};
    self->cursor = self->anchor = (iq_item){0};
    iq_gtk_view_forget_natural(self);
    iq_view_destroy(view);
    gtk_widget_queue_allocate(GTK_WIDGET(self));
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

static void view_size_allocate(GtkWidget *widget, int width, int height, int baseline)
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

static void view_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
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

static GtkSizeRequestMode view_get_request_mode(GtkWidget *widget)
{
    (void)widget;
    return GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

/* ---- its life -------------------------------------------------------------- */

static void load_style(void)
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

static void view_set_focus_child(GtkWidget *widget, GtkWidget *child)
{
    GTK_WIDGET_CLASS(iq_gtk_view_parent_class)->set_focus_child(widget, child);
    iq_gtk_view_follow_focus(IQ_GTK_VIEW(widget), child);
}

static void view_map(GtkWidget *widget)
{
    GTK_WIDGET_CLASS(iq_gtk_view_parent_class)->map(widget);
    iq_gtk_view_watch_bars(IQ_GTK_VIEW(widget));
}

static void view_unmap(GtkWidget *widget)
{
    iq_gtk_view_ignore_bars(IQ_GTK_VIEW(widget));
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
    g_array_unref(self->with_width);
    G_OBJECT_CLASS(iq_gtk_view_parent_class)->finalize(object);
}

static void install_boolean(GObjectClass *class, guint id, const char *name)
{
    const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

    g_object_class_install_property(class, id, g_param_spec_boolean(name, NULL, NULL, FALSE, flags));
}

static void iq_gtk_view_class_init(IqGtkViewClass *class)
{
    GObjectClass *object = G_OBJECT_CLASS(class);
    GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);

    object->set_property = view_set_property;
    object->get_property = view_get_property;
    object->dispose = view_dispose;
    object->finalize = view_finalize;
    widget->measure = view_measure;
    widget->get_request_mode = view_get_request_mode;
    widget->size_allocate = view_size_allocate;
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
    install_boolean(object, REORDERABLE, "reorderable");
    install_boolean(object, ENABLE_RUBBERBAND, "enable-rubberband");
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
    self->layouts = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    self->with_width = g_array_new(FALSE, FALSE, sizeof(iq_element_size));
    gtk_widget_add_css_class(widget, "view");
    gtk_widget_add_css_class(widget, "iqlist");
    gtk_widget_set_focusable(widget, TRUE);
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN);
    iq_gtk_view_set_adjustment(self, GTK_ORIENTATION_HORIZONTAL, NULL);
    iq_gtk_view_set_adjustment(self, GTK_ORIENTATION_VERTICAL, NULL);
    load_style();
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

iq_status iq_gtk_view_set_layout(IqGtkView *self, iq_section section, const iq_section_layout *layout)
{
    g_return_val_if_fail(IQ_GTK_IS_VIEW(self), IQ_ERROR_HANDLE);

    iq_layout_kind before = iq_gtk_view_layout(self, section)->kind;
    iq_status status = iq_view_set_layout(self->view, section, layout);
    if (status != IQ_OK)
        return status;
    if (layout != NULL) {
        iq_section_layout *kept = g_new0(iq_section_layout, 1);
        memcpy(kept, layout, MIN(layout->struct_size, sizeof *kept));
        g_hash_table_insert(self->layouts, g_memdup2(&section.id, sizeof section.id), kept);
    } else
        g_hash_table_remove(self->layouts, &section.id);
    iq_gtk_view_forget_natural(self);
    if (before == IQ_LAYOUT_FLOW && iq_gtk_view_layout(self, section)->kind != IQ_LAYOUT_FLOW)
        iq_gtk_view_forget_widths(self);
    iq_gtk_view_queue_layout(self);
    return IQ_OK;
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

/*
 * iqlist-gtk-view-input.c - selection, keys and the button.
 */
#include "iqlist-gtk-view-private.h"

/* ---- selection ------------------------------------------------------------- */

gboolean iq_gtk_view_find_index(IqGtkView *self, iq_item item, size_t *index)
{
    iq_position position;

    return iq_list_find_position(self->list, item, &position) == IQ_OK
           && iq_list_find_index(self->list, position, index) == IQ_OK;
}

static void select_item(IqGtkView *self, iq_item item, gboolean modifies, gboolean extends)
{
    size_t from, to;

    if (extends && iq_gtk_view_find_index(self, self->anchor, &from)
        && iq_gtk_view_find_index(self, item, &to)) {
        iq_list_set_range_states(self->list, MIN(from, to), MAX(from, to) - MIN(from, to) + 1,
                                 IQ_STATE_SELECTED, IQ_SET_BY_USER | (modifies ? 0 : IQ_SET_ONLY));
    } else {
        self->anchor = item;
        iq_list_set_states(self->list, &item, 1, IQ_STATE_SELECTED,
                           IQ_SET_BY_USER | (modifies ? IQ_SET_TOGGLE : IQ_SET_ONLY));
    }
    iq_gtk_view_queue_layout(self);
}

static void activate_item(IqGtkView *self, iq_item item)
{
    iq_element element = iq_gtk_element(item);

    iq_list_emit(self->list, &element, IQ_ACTION_PRIMARY, self);
}

/* ---- keys ------------------------------------------------------------------ */

#define HOME (IQ_DIRECTION_PAGE_DOWN + 1)
#define END (IQ_DIRECTION_PAGE_DOWN + 2)

static gboolean find_target(IqGtkView *self, uint32_t direction, iq_item *target)
{
    if (direction == HOME)
        return iq_list_find_item_at(self->list, 0, target) == IQ_OK;
    if (direction == END)
        return self->scene.items > 0
               && iq_list_find_item_at(self->list, self->scene.items - 1, target) == IQ_OK;
    return iq_view_find_neighbour(self->view, self->cursor, direction, target) == IQ_OK;
}

static gboolean move_cursor(GtkWidget *widget, GVariant *arguments, gpointer data)
{
    IqGtkView *self = IQ_GTK_VIEW(widget);
    iq_item target = {0};
    uint32_t direction;
    gboolean modifies, extends;

    (void)data;
    g_variant_get(arguments, "(ubb)", &direction, &modifies, &extends);
    if (self->view == NULL || self->scene.items == 0)
        return FALSE;
    if (self->cursor.id == 0)
        target = iq_gtk_view_find_cursor(self);
    else if (!find_target(self, direction, &target))
        return TRUE;
    if (iq_gtk_view_focus_item(self, target) && (extends || !modifies))
        select_item(self, target, modifies, extends);
    return TRUE;
}

static gboolean select_cursor(GtkWidget *widget, GVariant *arguments, gpointer data)
{
    IqGtkView *self = IQ_GTK_VIEW(widget);
    gboolean modifies, extends;

    (void)data;
    g_variant_get(arguments, "(bb)", &modifies, &extends);
    if (self->view == NULL || self->cursor.id == 0)
        return FALSE;
    select_item(self, self->cursor, modifies, extends);
    return TRUE;
}

static gboolean select_all(GtkWidget *widget, GVariant *arguments, gpointer data)
{
    IqGtkView *self = IQ_GTK_VIEW(widget);

    (void)data;
    if (self->view == NULL)
        return FALSE;
    iq_list_set_range_states(self->list, 0, IQ_END, IQ_STATE_SELECTED,
                             IQ_SET_BY_USER | (g_variant_get_boolean(arguments) ? 0 : IQ_SET_OFF));
    iq_gtk_view_queue_layout(self);
    return TRUE;
}

static gboolean activate_cursor(GtkWidget *widget, GVariant *arguments, gpointer data)
{
    IqGtkView *self = IQ_GTK_VIEW(widget);

    (void)arguments, (void)data;
    if (self->view == NULL || self->cursor.id == 0)
        return FALSE;
    activate_item(self, self->cursor);
    return TRUE;
}

void iq_gtk_view_bind_keys(GtkWidgetClass *class)
{
    static const struct {
        guint key, keypad;
        uint32_t direction;
    } moves[] = {
        {GDK_KEY_Up, GDK_KEY_KP_Up, IQ_DIRECTION_UP},
        {GDK_KEY_Down, GDK_KEY_KP_Down, IQ_DIRECTION_DOWN},
        {GDK_KEY_Left, GDK_KEY_KP_Left, IQ_DIRECTION_LEFT},
        {GDK_KEY_Right, GDK_KEY_KP_Right, IQ_DIRECTION_RIGHT},
        {GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up, IQ_DIRECTION_PAGE_UP},
        {GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down, IQ_DIRECTION_PAGE_DOWN},
        {GDK_KEY_Home, GDK_KEY_KP_Home, HOME},
        {GDK_KEY_End, GDK_KEY_KP_End, END},
    };
    const guint returns[] = {GDK_KEY_Return, GDK_KEY_ISO_Enter, GDK_KEY_KP_Enter};
    const guint spaces[] = {GDK_KEY_space, GDK_KEY_KP_Space};
    const GdkModifierType control = GDK_CONTROL_MASK, shift = GDK_SHIFT_MASK;

    for (guint with = 0; with < 4; with++) {
        gboolean modifies = (with & 1) != 0, extends = (with & 2) != 0;
        GdkModifierType held = (modifies ? control : 0) | (extends ? shift : 0);
        for (guint i = 0; i < G_N_ELEMENTS(moves); i++) {
            uint32_t direction = moves[i].direction;
            gtk_widget_class_add_binding(class, moves[i].key, held, move_cursor, "(ubb)", direction, modifies,
                                         extends);
            gtk_widget_class_add_binding(class, moves[i].keypad, held, move_cursor, "(ubb)", direction,
                                         modifies, extends);
        }
        for (guint i = 0; i < G_N_ELEMENTS(spaces); i++)
            gtk_widget_class_add_binding(class, spaces[i], held, select_cursor, "(bb)", modifies, extends);
    }
    for (guint i = 0; i < G_N_ELEMENTS(returns); i++)
        gtk_widget_class_add_binding(class, returns[i], 0, activate_cursor, NULL);
    gtk_widget_class_add_binding(class, GDK_KEY_a, control, select_all, "b", TRUE);
    gtk_widget_class_add_binding(class, GDK_KEY_A, control | shift, select_all, "b", FALSE);
}

/* ---- the button ------------------------------------------------------------ */

const iq_place *iq_gtk_view_item_at(IqGtkView *self, double x, double y)
{
    iq_hit hit = {.struct_size = sizeof hit};

    if (self->view == NULL || iq_view_find_at(self->view, x, y, 0, &hit) != IQ_OK || hit.element.item.id == 0)
        return NULL;
    return &self->scene.places[hit.place];
}

/* On one of several that are selected, or where a rubber band may begin, the release selects. */
static void pressed(GtkGestureClick *gesture, int count, double x, double y, IqGtkView *self)
{
    const iq_place *place = iq_gtk_view_item_at(self, x, y);
    GdkModifierType held = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(gesture));

    self->modifies = (held & GDK_CONTROL_MASK) != 0;
    self->extends = (held & GDK_SHIFT_MASK) != 0;
    self->selects = FALSE;
    if (place == NULL)
        return;
    iq_item item = place->element.item;
    self->selects = self->has_rubberband
                    || ((place->states & IQ_STATE_SELECTED) != 0 && !self->modifies && !self->extends);
    if (self->cursor.id != item.id || gtk_widget_get_focus_child(GTK_WIDGET(self)) == NULL)
        iq_gtk_view_focus_item(self, item);
    if (!self->selects)
        select_item(self, item, self->modifies, self->extends);
    if (count == 2)
        activate_item(self, item);
}

static void released(GtkGestureClick *gesture, int count, double x, double y, IqGtkView *self)
{
    const iq_place *place = self->selects ? iq_gtk_view_item_at(self, x, y) : NULL;

    (void)gesture, (void)count;
    if (place != NULL)
        select_item(self, place->element.item, self->modifies, self->extends);
}

void iq_gtk_view_add_click(IqGtkView *self)
{
    GtkGesture *click = gtk_gesture_click_new();

    g_signal_connect(click, "pressed", G_CALLBACK(pressed), self);
    g_signal_connect(click, "released", G_CALLBACK(released), self);
    gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(click));
}

/*
 * iqlist-gtk-view.c - see iqlist-gtk-view.h.
 *
 * Each allocation is a frame: the engine lays out, its cells are put around the widgets that it has bound,
 * what is measured is told and laid out again, and what is to be seen is allocated.
 *
 *     the list changes:   descriptor -> poll    --+
 *     the user scrolls:   value-changed -> iq_view_scroll   --+--> queue_allocate -> lay_out -> allocate
 *     a cell wants another size, the window has one:   GTK  --+
 */
#include "iqlist-gtk-view.h"

#include "iqlist-gtk-cell.h"

#include <fcntl.h>
#include <glib-unix.h>
#include <math.h>
#include <unistd.h>

/* How long to wait before what was busy is tried again. */
#define RETRY_MILLISECONDS 16
/* For so long after the user has scrolled, a correction leaves the adjustment's value alone. */
#define SETTLE_MILLISECONDS 500
/* What is measured changes what is visible, which is measured: at most so often in a frame. */
#define ROUNDS 16
/* An offset behind all content. */
#define BEHIND ((double)((guint64)1 << 40))
/* Near an edge, in pixels, a drag scrolls: at most by a third of the distance a frame. */
#define EDGE 48.0

/* ---- the object ---------------------------------------------------------------- */

typedef struct {
    iq_list *list;
    int descriptor; /* one of its own: the list's is closed with the list */
    guint source, timer;
    uint32_t kinds;
    GPtrArray *views; /* holds none of them */
} Poll;

/* How the items of a section are measured. */
typedef struct {
    iq_section_layout layout;
} Layout;

struct _IqGtkView {
    GtkWidget parent;
    iq_list *list;
    iq_view *view; /* NULL: the list has gone */
    Poll *poll;
    iq_view_options options;
    GHashTable *layouts; /* of Layout, by the section's id */
    int width, height;
    iq_scene scene;
    guint frame; /* counts what is shown */
    guint timer;

    GtkAdjustment *adjustments[2]; /* by GtkOrientation */
    GtkScrollablePolicy policies[2];
    double value;         /* of the adjustment, as it was seen last */
    double shift;         /* value = offset + shift, while the user scrolls */
    gint64 scrolled;      /* when the user did last, in microseconds */
    gboolean has_bar;     /* the user drags the bar: the adjustment is not touched */
    gboolean is_telling;  /* the view itself sets the adjustment */
    gboolean wants_end;   /* the user has scrolled to the end: also to one that is still measured */

    iq_item cursor;       /* has the focus, or would get it; its cell is held */
    uint32_t held;
    size_t index;         /* of the cursor */
    iq_item anchor;       /* where an extended selection begins */
    gboolean selects;     /* the button is down on an item of several: its release selects it alone */

    gboolean reorderable;
    GArray *dragged;      /* of iq_item, while the user drags them out of this view */
    GtkWidget *mark;
    gboolean is_over;     /* a drag is, at this point */
    double x, y;
    guint tick;
};

static void scrollable_init(GtkScrollableInterface *interface)
{
    (void)interface;
}

G_DEFINE_TYPE_WITH_CODE(IqGtkView, iq_gtk_view, GTK_TYPE_WIDGET,
                        G_IMPLEMENT_INTERFACE(GTK_TYPE_SCROLLABLE, scrollable_init))

enum { HADJUSTMENT = 1, VADJUSTMENT, HPOLICY, VPOLICY, REORDERABLE };

enum { EVENT, MOVE, RESIZE, SIGNALS };
static guint signals[SIGNALS];

/* The view that something is dragged out of. */
static IqGtkView *source_of_drag;

static gboolean is_horizontal(const IqGtkView *self)
{
    return (self->options.flags & IQ_VIEW_HORIZONTAL) != 0;
}

static GtkOrientation orientation_of(const IqGtkView *self)
{
    return is_horizontal(self) ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL;
}

static gboolean lay_out_again(gpointer data)
{
    IqGtkView *self = data;

    self->timer = 0;
    gtk_widget_queue_allocate(GTK_WIDGET(self));
    return G_SOURCE_REMOVE;
}

static void lay_out_later(IqGtkView *self, guint milliseconds)
{
    if (self->timer == 0)
        self->timer = g_timeout_add(milliseconds, lay_out_again, self);
}

static iq_element element_of(iq_item item)
{
    return (iq_element){.struct_size = sizeof(iq_element), .item = item};
}

/* ---- cells --------------------------------------------------------------------- */

static IqGtkCell *cell_of(IqGtkView *self, const iq_place *place)
{
    if (place->object == NULL)
        return NULL;
    return iq_gtk_cell_around(place->object, place->element.item.id != 0, GTK_WIDGET(self));
}

static const iq_section_layout *layout_of(IqGtkView *self, iq_section section)
{
    const Layout *found = g_hash_table_lookup(self->layouts, &section.id);
    const guint64 all = 0;
    static const iq_section_layout none = {.struct_size = sizeof none};

    if (found == NULL)
        found = g_hash_table_lookup(self->layouts, &all);
    return found != NULL ? &found->layout : &none;
}

static const iq_size_rule *rule_of(const iq_section_layout *layout, uint32_t kind)
{
    switch (kind) {
    case 0:
        return &layout->item;
    case IQ_KIND_HEADER:
        return &layout->header;
    case IQ_KIND_FOOTER:
        return &layout->footer;
    case IQ_KIND_PAGE_START:
    case IQ_KIND_PAGE_END:
        return &layout->page;
    default:
        return NULL; /* a placeholder takes the room that there is */
    }
}

static int natural_of(IqGtkCell *cell, GtkOrientation orientation, double for_size)
{
    int natural;

    gtk_widget_measure(GTK_WIDGET(cell), orientation, for_size < 0 ? -1 : (int)for_size, NULL, &natural, NULL, NULL);
    return natural;
}

/* How large a cell wants to be; FALSE: its layout says it. Across, only an item of a flow is asked, and gets
 * at most what the engine gave it for what it wanted last. */
static gboolean find_wanted(IqGtkView *self, const iq_place *place, IqGtkCell *cell, iq_size *wanted)
{
    const iq_section_layout *layout = layout_of(self, place->element.section);
    const iq_size_rule *rule = rule_of(layout, place->element.kind);
    gboolean is_in_flow = cell->is_item && layout->kind == IQ_LAYOUT_FLOW, is_wide = is_horizontal(self);

    if (rule == NULL || layout->measure != NULL)
        return FALSE;
    uint64_t along = is_wide ? rule->width.unit : rule->height.unit;
    uint64_t across = is_wide ? rule->height.unit : rule->width.unit;
    gboolean asks_across = is_in_flow && across == IQ_LENGTH_AUTO;
    if (along != IQ_LENGTH_AUTO && !asks_across)
        return FALSE;
    GtkOrientation orientation = orientation_of(self);
    double breadth = is_wide ? place->frame.height : place->frame.width;
    double length = is_wide ? place->frame.width : place->frame.height, wide = NAN;
    if (asks_across) {
        wide = natural_of(cell, (GtkOrientation)!orientation, -1);
        if (wide != (is_wide ? cell->measured.height : cell->measured.width))
            breadth = wide;
    }
    if (along == IQ_LENGTH_AUTO)
        length = natural_of(cell, orientation, breadth);
    *wanted = is_wide ? (iq_size){length, wide} : (iq_size){wide, length};
    return TRUE;
}

static gboolean is_same(double one, double other)
{
    return one == other || (isnan(one) && isnan(other));
}

/* Whether the engine has to be told: it asks, or knows another size than the one that was told last. */
static gboolean is_news(const iq_place *place, const IqGtkCell *cell, iq_size wanted)
{
    if ((place->flags & IQ_PLACE_MEASURE) != 0)
        return TRUE;
    if (is_same(wanted.width, cell->measured.width) && is_same(wanted.height, cell->measured.height))
        return FALSE;
    return (!isnan(wanted.width) && wanted.width != place->frame.width)
           || (!isnan(wanted.height) && wanted.height != place->frame.height);
}

/* With what is around a cell in its place. */
static iq_size size_of_place(IqGtkView *self, const iq_place *place, iq_size size)
{
    const iq_size_rule *rule = rule_of(layout_of(self, place->element.section), place->element.kind);

    size.width += rule->insets.leading + rule->insets.trailing + rule->indent + place->level * rule->level_indent;
    size.height += rule->insets.top + rule->insets.bottom;
    return size;
}

/* Tells the engine what cells want; FALSE: it knows. */
static gboolean measure_cells(IqGtkView *self)
{
    GArray *sizes = g_array_new(FALSE, FALSE, sizeof(iq_element_size));

    for (size_t i = 0; i < self->scene.count; i++) {
        const iq_place *place = &self->scene.places[i];
        IqGtkCell *cell = cell_of(self, place);
        iq_size wanted;
        if (cell == NULL || !find_wanted(self, place, cell, &wanted))
            continue;
        iq_gtk_cell_show(cell, place, self->scene.items);
        if (is_news(place, cell, wanted)) {
            iq_element_size size = {place->element, size_of_place(self, place, wanted)};
            g_array_append_val(sizes, size);
        }
        cell->measured = wanted;
    }
    gboolean has_told =
        sizes->len > 0 && iq_view_set_sizes(self->view, (const iq_element_size *)sizes->data, sizes->len) == IQ_OK;
    g_array_unref(sizes);
    return has_told;
}

/* The cells of the scene are the first children, in its order: so they are drawn, picked and read. */
static void order_cells(IqGtkView *self)
{
    GtkWidget *widget = GTK_WIDGET(self), *last = NULL, *next;

    for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL; child = next) {
        next = gtk_widget_get_next_sibling(child);
        if (child != self->mark && IQ_GTK_CELL(child)->frame != self->frame && gtk_widget_get_child_visible(child)) {
            gtk_widget_set_child_visible(child, FALSE);
            gtk_widget_insert_before(child, widget, NULL);
        }
    }
    for (size_t i = 0; i <= self->scene.count; i++) {
        GtkWidget *child = i < self->scene.count ? (GtkWidget *)cell_of(self, &self->scene.places[i]) : self->mark;
        if (child == NULL)
            continue;
        if (gtk_widget_get_prev_sibling(child) != last)
            gtk_widget_insert_after(child, widget, last);
        last = child;
    }
}

/* ---- the adjustment ------------------------------------------------------------- */

static GtkAdjustment *adjustment_of(const IqGtkView *self)
{
    return self->adjustments[orientation_of(self)];
}

static double window_of(IqGtkView *self)
{
    return is_horizontal(self) ? gtk_widget_get_width(GTK_WIDGET(self)) : gtk_widget_get_height(GTK_WIDGET(self));
}

/* From right to left, the value counts from the content's end. */
static gboolean is_flipped(const IqGtkView *self)
{
    return is_horizontal(self) && (self->options.flags & IQ_VIEW_RTL) != 0;
}

static double value_of_offset(const IqGtkView *self, double offset)
{
    const iq_scene *scene = &self->scene;

    return is_flipped(self) ? scene->minimum + scene->maximum - offset : offset;
}

/* Whether the user drags the slider of a scrolled window's bar. */
static gboolean is_bar_dragged(IqGtkView *self)
{
    GtkWidget *window = gtk_widget_get_parent(GTK_WIDGET(self)), *bar;

    if (!GTK_IS_SCROLLED_WINDOW(window))
        return FALSE;
    bar = is_horizontal(self) ? gtk_scrolled_window_get_hscrollbar(GTK_SCROLLED_WINDOW(window))
                              : gtk_scrolled_window_get_vscrollbar(GTK_SCROLLED_WINDOW(window));
    bar = bar != NULL ? gtk_widget_get_first_child(bar) : NULL;
    return bar != NULL && gtk_widget_has_css_class(bar, "dragging");
}

/* The bar's ends are those of the content, whatever is measured meanwhile. */
static void scroll_by_bar(IqGtkView *self, GtkAdjustment *adjustment, double value)
{
    double lower = gtk_adjustment_get_lower(adjustment);
    double range = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment) - lower;
    double part = range > 0 ? (value - lower) / range : 0;

    if (is_flipped(self))
        part = 1 - part;
    self->wants_end = part >= 1;
    iq_view_scroll(self->view, self->scene.minimum + part * (self->scene.maximum - self->scene.minimum),
                   IQ_SCROLL_CLAMP);
}

/* The engine counts whole pixels; what is less stays in the value. */
static void scroll_by_value(IqGtkView *self, GtkAdjustment *adjustment, double value)
{
    double by = round(value) - round(self->value);
    double most = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment);

    self->wants_end = is_flipped(self) ? by < 0 && value <= gtk_adjustment_get_lower(adjustment)
                                       : by > 0 && value >= most;
    if (by != 0)
        iq_view_scroll(self->view, is_flipped(self) ? -by : by, IQ_SCROLL_BY | IQ_SCROLL_CLAMP);
}

static void value_changed(GtkAdjustment *adjustment, IqGtkView *self)
{
    double value = gtk_adjustment_get_value(adjustment);

    if (self->is_telling || self->view == NULL || adjustment != adjustment_of(self))
        return;
    self->has_bar = is_bar_dragged(self);
    if (self->has_bar)
        scroll_by_bar(self, adjustment, value);
    else
        scroll_by_value(self, adjustment, value);
    self->value = value;
    self->scrolled = g_get_monotonic_time();
    gtk_widget_queue_allocate(GTK_WIDGET(self));
}

static void configure(IqGtkView *self, GtkAdjustment *adjustment, double value, double lower, double upper,
                      double page)
{
    self->is_telling = TRUE;
    gtk_adjustment_configure(adjustment, value, lower, upper, page * 0.1, page * 0.9, page);
    self->is_telling = FALSE;
}

/* Tells the adjustment where the content is. While the user scrolls, its value is left to them: a scrolled
 * window computes the next one from where the movement began. */
static void tell_adjustments(IqGtkView *self)
{
    GtkOrientation orientation = orientation_of(self);
    GtkAdjustment *adjustment = self->adjustments[orientation];
    double breadth = is_horizontal(self) ? gtk_widget_get_height(GTK_WIDGET(self)) : gtk_widget_get_width(GTK_WIDGET(self));
    double value = value_of_offset(self, self->scene.offset), present = gtk_adjustment_get_value(adjustment);
    gint64 since = g_get_monotonic_time() - self->scrolled;

    configure(self, self->adjustments[!orientation], 0, 0, breadth, breadth);
    self->has_bar = self->has_bar && is_bar_dragged(self);
    if (self->has_bar || (self->scrolled != 0 && since < SETTLE_MILLISECONDS * 1000)) {
        lay_out_later(self, SETTLE_MILLISECONDS);
        if (self->has_bar)
            return;
        if (fabs(value + self->shift - present) >= 1)
            self->shift = round(present - value);
    } else {
        self->shift = 0;
    }
    if (fabs(value + self->shift - present) < 1)
        value = present - self->shift;
    configure(self, adjustment, value + self->shift, self->scene.minimum + self->shift,
              MAX(self->scene.maximum, self->scene.minimum) + window_of(self) + self->shift, window_of(self));
    self->value = gtk_adjustment_get_value(adjustment);
}

static void set_adjustment(IqGtkView *self, GtkOrientation orientation, GtkAdjustment *adjustment)
{
    GtkAdjustment *old = self->adjustments[orientation];

    if (adjustment != NULL && adjustment == old)
        return;
    if (adjustment == NULL)
        adjustment = gtk_adjustment_new(0, 0, 0, 0, 0, 0);
    g_object_ref_sink(adjustment);
    if (old != NULL) {
        g_signal_handlers_disconnect_by_data(old, self);
        g_object_unref(old);
    }
    self->adjustments[orientation] = adjustment;
    g_signal_connect(adjustment, "value-changed", G_CALLBACK(value_changed), self);
    gtk_widget_queue_allocate(GTK_WIDGET(self));
}

/* ---- a frame --------------------------------------------------------------------- */

static void follow_cursor(IqGtkView *self, gboolean had_focus);
static void show_mark(IqGtkView *self);

/* The list has gone. */
static void lose_list(IqGtkView *self)
{
    iq_view *view = g_steal_pointer(&self->view);

    self->scene = (iq_scene){.struct_size = sizeof self->scene};
    self->cursor = self->anchor = (iq_item){0};
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
            lose_list(self);
            return FALSE;
        }
        if (status != IQ_OK && status != IQ_ERROR_CALLBACK) {
            lay_out_later(self, RETRY_MILLISECONDS);
            return FALSE;
        }
        if (!measure_cells(self))
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
    iq_view_set_size(self->view, width, height);
    if (is_other)
        g_signal_emit(self, signals[RESIZE], 0, width, height);
}

static void lay_out(IqGtkView *self)
{
    GtkWidget *widget = GTK_WIDGET(self);
    gboolean had_focus = gtk_widget_get_focus_child(widget) != NULL;

    if (self->view != NULL)
        take_size(self, gtk_widget_get_width(widget), gtk_widget_get_height(widget));
    if (self->view == NULL || !make_scene(self))
        return;
    self->frame++;
    for (size_t i = 0; i < self->scene.count; i++) {
        IqGtkCell *cell = cell_of(self, &self->scene.places[i]);
        if (cell == NULL)
            continue;
        cell->frame = self->frame;
        iq_gtk_cell_show(cell, &self->scene.places[i], self->scene.items);
        gtk_widget_set_child_visible(GTK_WIDGET(cell), TRUE);
    }
    follow_cursor(self, had_focus);
    order_cells(self);
    tell_adjustments(self);
    show_mark(self);
}

static void allocate(GtkWidget *child, iq_rect frame)
{
    graphene_point_t corner = {(float)frame.x, (float)frame.y};

    gtk_widget_allocate(child, (int)frame.width, (int)frame.height, -1, gsk_transform_translate(NULL, &corner));
}

static void view_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    IqGtkView *self = IQ_GTK_VIEW(widget);

    (void)width, (void)height, (void)baseline;
    g_object_ref(self);
    lay_out(self);
    for (size_t i = 0; i < self->scene.count; i++) {
        IqGtkCell *cell = cell_of(self, &self->scene.places[i]);
        if (cell != NULL)
            allocate(GTK_WIDGET(cell), self->scene.places[i].frame);
    }
    g_object_unref(self);
}

static void view_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                         int *minimum_baseline, int *natural_baseline)
{
    (void)widget, (void)orientation, (void)for_size, (void)minimum_baseline, (void)natural_baseline;
    *minimum = *natural = 0;
}

static GtkSizeRequestMode view_get_request_mode(GtkWidget *widget)
{
    (void)widget;
    return GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

/* ---- polls ------------------------------------------------------------------------ */

static GHashTable *polls; /* by list */

static gboolean poll_list(gpointer data);

static gboolean poll_again(gpointer data)
{
    ((Poll *)data)->timer = 0;
    poll_list(data);
    return G_SOURCE_REMOVE;
}

/* Hands out the events that wait. A handler may end any view. */
static iq_status hand_out(Poll *self, const GPtrArray *views)
{
    iq_list *list = self->list;
    uint32_t kinds = self->kinds;

    for (;;) {
        iq_event event = {.struct_size = sizeof event};
        size_t count = 0;
        iq_status status = iq_list_poll(list, &event, 1, &count);
        if ((status != IQ_OK && status != IQ_ERROR_CALLBACK) || count == 0)
            return status == IQ_ERROR_CALLBACK ? IQ_OK : status;
        for (guint i = 0; i < views->len && (event.kind & kinds) != 0; i++)
            g_signal_emit(views->pdata[i], signals[EVENT], 0, &event);
    }
}

static gpointer hold_view(gconstpointer view, gpointer data)
{
    (void)data;
    return g_object_ref((gpointer)view);
}

static gboolean poll_list(gpointer data)
{
    Poll *self = g_rc_box_acquire(data);
    GPtrArray *views = g_ptr_array_copy(self->views, hold_view, NULL);
    iq_status status = hand_out(self, views);

    g_ptr_array_set_free_func(views, g_object_unref);
    for (guint i = 0; i < views->len; i++) {
        IqGtkView *view = views->pdata[i];
        if (status == IQ_ERROR_HANDLE && view->view != NULL)
            lose_list(view);
        gtk_widget_queue_allocate(GTK_WIDGET(view));
    }
    if (status == IQ_ERROR_HANDLE && self->source != 0) {
        g_source_remove(self->source);
        self->source = 0;
    } else if (status != IQ_OK && self->timer == 0 && self->views != NULL) {
        self->timer = g_timeout_add(RETRY_MILLISECONDS, poll_again, self);
    }
    g_ptr_array_unref(views);
    g_rc_box_release(self);
    return G_SOURCE_CONTINUE;
}

static gboolean wake(gint descriptor, GIOCondition condition, gpointer data)
{
    (void)descriptor, (void)condition;
    return poll_list(data);
}

/* The poll of a list. Its views share it. */
static Poll *poll_for(iq_list *list)
{
    int descriptor;
    Poll *self = polls != NULL ? g_hash_table_lookup(polls, list) : NULL;

    if (self != NULL || iq_list_get_wakeup(list, &descriptor) != IQ_OK)
        return self;
    self = g_rc_box_new0(Poll);
    self->list = list;
    self->views = g_ptr_array_new();
    self->descriptor = dup(descriptor);
    if (self->descriptor >= 0) {
        fcntl(self->descriptor, F_SETFD, FD_CLOEXEC);
        self->source = g_unix_fd_add(self->descriptor, G_IO_IN, wake, self);
    }
    if (polls == NULL)
        polls = g_hash_table_new(NULL, NULL);
    g_hash_table_insert(polls, list, self);
    return self;
}

static void leave_poll(IqGtkView *view)
{
    Poll *self = g_steal_pointer(&view->poll);

    if (self == NULL)
        return;
    g_ptr_array_remove(self->views, view);
    if (self->views->len > 0)
        return;
    g_hash_table_remove(polls, self->list);
    if (g_hash_table_size(polls) == 0)
        g_clear_pointer(&polls, g_hash_table_unref);
    iq_list_set_events(self->list, 0);
    g_clear_handle_id(&self->source, g_source_remove);
    g_clear_handle_id(&self->timer, g_source_remove);
    if (self->descriptor >= 0)
        close(self->descriptor);
    g_clear_pointer(&self->views, g_ptr_array_unref);
    g_rc_box_release(self);
}

/* ---- focus ------------------------------------------------------------------------ */

static void release_cursor(IqGtkView *self)
{
    if (self->cursor.id != 0)
        iq_view_give_cell(self->view, self->held);
    self->cursor = (iq_item){0};
}

/* Keeps the cell of an item, also out of sight. NULL: it has none. */
static IqGtkCell *hold_cursor(IqGtkView *self, iq_item item)
{
    iq_element element = element_of(item);
    iq_event event = {.struct_size = sizeof event};

    if (iq_view_take_cell(self->view, &element, &event) != IQ_OK)
        return NULL;
    release_cursor(self);
    self->cursor = item;
    self->held = event.cell;
    return event.object != NULL ? iq_gtk_cell_around(event.object, TRUE, GTK_WIDGET(self)) : NULL;
}

/* The item that had the focus has another cell, or has gone: then the one that is there now gets it. */
static void follow_cursor(IqGtkView *self, gboolean had_focus)
{
    GtkWidget *widget = GTK_WIDGET(self);
    IqGtkCell *cell = NULL;
    iq_item next;

    if (self->cursor.id == 0)
        return;
    for (size_t i = 0; i < self->scene.count && cell == NULL; i++)
        if (self->scene.places[i].element.item.id == self->cursor.id) {
            cell = cell_of(self, &self->scene.places[i]);
            self->held = self->scene.places[i].cell;
            self->index = self->scene.places[i].index;
        }
    if (cell == NULL) {
        release_cursor(self);
        size_t last = self->scene.items - 1;
        if (self->scene.items > 0 && iq_list_find_item_at(self->list, MIN(self->index, last), &next) == IQ_OK)
            cell = hold_cursor(self, next);
        if (cell != NULL)
            cell->frame = self->frame;
        gtk_widget_queue_allocate(widget);
    }
    if (had_focus && cell != NULL && gtk_widget_get_focus_child(widget) != GTK_WIDGET(cell))
        gtk_widget_grab_focus(GTK_WIDGET(cell));
}

iq_status iq_gtk_view_scroll_to(IqGtkView *self, const iq_scroll_target *target)
{
    g_return_val_if_fail(IQ_GTK_IS_VIEW(self), IQ_ERROR_HANDLE);

    iq_status status = iq_view_scroll_to(self->view, target);
    gtk_widget_queue_allocate(GTK_WIDGET(self));
    return status;
}

/* A target holds the view, so there is none where the item is visible. */
static void show_item(IqGtkView *self, iq_item item)
{
    iq_scroll_target target = {.struct_size = sizeof target, .element = element_of(item)};
    double offset;

    if (iq_view_get_offset(self->view, &target, &offset) == IQ_OK && offset != self->scene.offset)
        iq_gtk_view_scroll_to(self, &target);
}

gboolean iq_gtk_view_focus_item(IqGtkView *self, iq_item item)
{
    g_return_val_if_fail(IQ_GTK_IS_VIEW(self), FALSE);

    IqGtkCell *cell = self->view != NULL ? hold_cursor(self, item) : NULL;
    if (cell == NULL)
        return FALSE;
    gtk_widget_set_child_visible(GTK_WIDGET(cell), TRUE);
    show_item(self, item);
    return gtk_widget_get_focus_child(GTK_WIDGET(self)) == GTK_WIDGET(cell)
           || gtk_widget_grab_focus(GTK_WIDGET(cell));
}

/* Whatever in a cell gets the focus: its item is the cursor, and is seen. */
static void view_set_focus_child(GtkWidget *widget, GtkWidget *child)
{
    IqGtkView *self = IQ_GTK_VIEW(widget);

    GTK_WIDGET_CLASS(iq_gtk_view_parent_class)->set_focus_child(widget, child);
    if (self->view == NULL || !IQ_GTK_IS_CELL(child) || !IQ_GTK_CELL(child)->is_item)
        return;
    iq_item item = IQ_GTK_CELL(child)->element.item;
    if (item.id != 0 && item.id != self->cursor.id) {
        hold_cursor(self, item);
        show_item(self, item);
    }
}

static iq_item first_visible(IqGtkView *self)
{
    iq_item item = self->cursor;

    if (item.id == 0)
        iq_list_find_item_at(self->list, self->scene.first, &item);
    return item;
}

static gboolean view_grab_focus(GtkWidget *widget)
{
    IqGtkView *self = IQ_GTK_VIEW(widget);
    iq_item item = first_visible(self);

    return item.id != 0 && iq_gtk_view_focus_item(self, item);
}

static gboolean view_focus(GtkWidget *widget, GtkDirectionType direction)
{
    GtkWidget *child = gtk_widget_get_focus_child(widget);

    return child != NULL ? gtk_widget_child_focus(child, direction) : view_grab_focus(widget);
}

/* ---- selection ---------------------------------------------------------------------- */

static gboolean find_index(IqGtkView *self, iq_item item, size_t *index)
{
    iq_position position;

    return iq_list_find_position(self->list, item, &position) == IQ_OK
           && iq_list_find_index(self->list, position, index) == IQ_OK;
}

static void select_item(IqGtkView *self, iq_item item, gboolean modifies, gboolean extends)
{
    size_t from, to;

    if (extends && find_index(self, self->anchor, &from) && find_index(self, item, &to)) {
        iq_list_set_range_states(self->list, MIN(from, to), MAX(from, to) - MIN(from, to) + 1, IQ_STATE_SELECTED,
                                 IQ_SET_BY_USER | (modifies ? 0 : IQ_SET_ONLY));
    } else {
        self->anchor = item;
        iq_list_set_states(self->list, &item, 1, IQ_STATE_SELECTED,
                           IQ_SET_BY_USER | (modifies ? IQ_SET_TOGGLE : IQ_SET_ONLY));
    }
    gtk_widget_queue_allocate(GTK_WIDGET(self));
}

static void activate_item(IqGtkView *self, iq_item item)
{
    iq_element element = element_of(item);

    iq_list_emit(self->list, &element, IQ_ACTION_PRIMARY, self);
}

/* ---- keys --------------------------------------------------------------------------- */

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
    if (self->view == NULL || (self->cursor.id != 0 && !find_target(self, direction, &target)))
        return FALSE;
    if (self->cursor.id == 0)
        target = first_visible(self);
    if (target.id == 0 || !iq_gtk_view_focus_item(self, target))
        return FALSE;
    if (extends || !modifies)
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
    gtk_widget_queue_allocate(widget);
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

static void bind_keys(GtkWidgetClass *class)
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
            gtk_widget_class_add_binding(class, moves[i].key, held, move_cursor, "(ubb)", direction, modifies, extends);
            gtk_widget_class_add_binding(class, moves[i].keypad, held, move_cursor, "(ubb)", direction, modifies,
                                         extends);
        }
        for (guint i = 0; i < G_N_ELEMENTS(spaces); i++)
            gtk_widget_class_add_binding(class, spaces[i], held, select_cursor, "(bb)", modifies, extends);
    }
    for (guint i = 0; i < G_N_ELEMENTS(returns); i++)
        gtk_widget_class_add_binding(class, returns[i], 0, activate_cursor, NULL);
    gtk_widget_class_add_binding(class, GDK_KEY_a, control, select_all, "b", TRUE);
    gtk_widget_class_add_binding(class, GDK_KEY_A, control | shift, select_all, "b", FALSE);
}

/* ---- the pointer ---------------------------------------------------------------------- */

static const iq_place *item_at(IqGtkView *self, double x, double y)
{
    iq_hit hit = {.struct_size = sizeof hit};

    if (self->view == NULL || iq_view_find_at(self->view, x, y, 0, &hit) != IQ_OK || hit.element.item.id == 0)
        return NULL;
    return &self->scene.places[hit.place];
}

static void pressed(GtkGestureClick *gesture, int count, double x, double y, IqGtkView *self)
{
    const iq_place *place = item_at(self, x, y);
    GdkModifierType held = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(gesture));
    gboolean modifies = (held & GDK_CONTROL_MASK) != 0, extends = (held & GDK_SHIFT_MASK) != 0;

    self->selects = FALSE;
    if (place == NULL)
        return;
    iq_item item = place->element.item;
    self->selects = (place->states & IQ_STATE_SELECTED) != 0 && !modifies && !extends;
    if (self->cursor.id != item.id || gtk_widget_get_focus_child(GTK_WIDGET(self)) == NULL)
        iq_gtk_view_focus_item(self, item);
    if (!self->selects)
        select_item(self, item, modifies, extends);
    if (count == 2)
        activate_item(self, item);
}

static void released(GtkGestureClick *gesture, int count, double x, double y, IqGtkView *self)
{
    const iq_place *place = self->selects ? item_at(self, x, y) : NULL;

    (void)gesture, (void)count;
    if (place != NULL)
        select_item(self, place->element.item, FALSE, FALSE);
}

/* ---- drags ------------------------------------------------------------------------------ */

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
    const iq_place *place = self->reorderable ? item_at(self, x, y) : NULL;
    IqGtkCell *cell = place != NULL ? cell_of(self, place) : NULL;

    if (cell == NULL)
        return NULL;
    GdkPaintable *icon = gtk_widget_paintable_new(GTK_WIDGET(cell));
    gtk_drag_source_set_icon(source, icon, (int)(x - place->frame.x), (int)(y - place->frame.y));
    g_object_unref(icon);
    g_clear_pointer(&self->dragged, g_array_unref);
    self->dragged = items_to_drag(self, place);
    return gdk_content_provider_new_typed(IQ_GTK_TYPE_VIEW, self);
}

static void begin_drag(GtkDragSource *source, GdkDrag *drag, IqGtkView *self)
{
    (void)source, (void)drag;
    source_of_drag = self;
}

static void end_drag(GtkDragSource *source, GdkDrag *drag, gboolean deletes, IqGtkView *self)
{
    (void)source, (void)drag, (void)deletes;
    source_of_drag = NULL;
    g_clear_pointer(&self->dragged, g_array_unref);
}

/* The gap where what is dragged would go, at least three pixels of it. */
static void show_mark(IqGtkView *self)
{
    iq_hit hit = {.struct_size = sizeof hit};
    gboolean is_shown = self->is_over && self->view != NULL
                        && iq_view_find_at(self->view, self->x, self->y, IQ_AT_NEAREST, &hit) == IQ_OK;

    gtk_widget_set_child_visible(self->mark, is_shown);
    if (!is_shown)
        return;
    gboolean is_flat = hit.mark.height < hit.mark.width;
    double thick = MAX(3, is_flat ? hit.mark.height : hit.mark.width);
    if (thick > 6)
        thick = 6;
    if (is_flat)
        hit.mark = (iq_rect){hit.mark.x, hit.mark.y + (hit.mark.height - thick) / 2, hit.mark.width, thick};
    else
        hit.mark = (iq_rect){hit.mark.x + (hit.mark.width - thick) / 2, hit.mark.y, thick, hit.mark.height};
    gtk_widget_measure(self->mark, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
    allocate(self->mark, hit.mark);
}

/* Near an edge the list scrolls on, the faster the nearer. */
static gboolean scroll_on(GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
    IqGtkView *self = IQ_GTK_VIEW(widget);
    double at = is_horizontal(self) ? self->x : self->y, window = window_of(self);
    double by = at < EDGE ? at - EDGE : at > window - EDGE ? at - window + EDGE : 0;

    (void)clock, (void)data;
    GtkAdjustment *adjustment = adjustment_of(self);
    if (by != 0)
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + by / 3);
    return G_SOURCE_CONTINUE;
}

static GdkDragAction over(GtkDropTarget *target, double x, double y, IqGtkView *self)
{
    (void)target;
    if (source_of_drag == NULL || source_of_drag->list != self->list || !self->reorderable)
        return 0;
    self->is_over = TRUE;
    self->x = x;
    self->y = y;
    if (self->tick == 0)
        self->tick = gtk_widget_add_tick_callback(GTK_WIDGET(self), scroll_on, NULL, NULL);
    gtk_widget_queue_allocate(GTK_WIDGET(self));
    return GDK_ACTION_MOVE;
}

static void leave(GtkDropTarget *target, IqGtkView *self)
{
    (void)target;
    self->is_over = FALSE;
    if (self->tick != 0)
        gtk_widget_remove_tick_callback(GTK_WIDGET(self), self->tick);
    self->tick = 0;
    gtk_widget_queue_allocate(GTK_WIDGET(self));
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

static gboolean drop(GtkDropTarget *target, const GValue *value, double x, double y, IqGtkView *self)
{
    IqGtkView *source = g_value_get_object(value);
    iq_hit hit = {.struct_size = sizeof hit};
    gboolean is_done = FALSE;

    leave(target, self);
    if (source->dragged == NULL || source->list != self->list || self->view == NULL
        || iq_view_find_at(self->view, x, y, IQ_AT_NEAREST, &hit) != IQ_OK)
        return FALSE;
    GArray *items = g_array_ref(source->dragged);
    g_signal_emit(self, signals[MOVE], 0, items->data, items->len, &hit.insertion, &is_done);
    if (!is_done)
        is_done = move_items(self, (const iq_item *)items->data, items->len, &hit.insertion);
    g_array_unref(items);
    gtk_widget_queue_allocate(GTK_WIDGET(self));
    return is_done;
}

/* ---- its life ------------------------------------------------------------------------------ */

static void add_controllers(IqGtkView *self)
{
    GtkGesture *click = gtk_gesture_click_new();
    GtkDragSource *source = gtk_drag_source_new();
    GtkDropTarget *target = gtk_drop_target_new(IQ_GTK_TYPE_VIEW, GDK_ACTION_MOVE);
    GtkWidget *widget = GTK_WIDGET(self);

    g_signal_connect(click, "pressed", G_CALLBACK(pressed), self);
    g_signal_connect(click, "released", G_CALLBACK(released), self);
    gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(click));
    gtk_drag_source_set_actions(source, GDK_ACTION_MOVE);
    g_signal_connect(source, "prepare", G_CALLBACK(prepare_drag), self);
    g_signal_connect(source, "drag-begin", G_CALLBACK(begin_drag), self);
    g_signal_connect(source, "drag-end", G_CALLBACK(end_drag), self);
    gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(source));
    g_signal_connect(target, "enter", G_CALLBACK(over), self);
    g_signal_connect(target, "motion", G_CALLBACK(over), self);
    g_signal_connect(target, "leave", G_CALLBACK(leave), self);
    g_signal_connect(target, "drop", G_CALLBACK(drop), self);
    gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(target));
}

static void load_style(void)
{
    static const char style[] = "listview.iqlist > header { background-color: @theme_base_color; }"
                                "listview.iqlist > mark { background-color: @theme_selected_bg_color;"
                                " border-radius: 3px; }";
    static gsize is_loaded;
    GtkCssProvider *provider;

    if (!g_once_init_enter(&is_loaded))
        return;
    provider = gtk_css_provider_new();
    gtk_css_provider_load_from_data(provider, style, -1);
    gtk_style_context_add_provider_for_display(gdk_display_get_default(), GTK_STYLE_PROVIDER(provider),
                                               GTK_STYLE_PROVIDER_PRIORITY_FALLBACK);
    g_object_unref(provider);
    g_once_init_leave(&is_loaded, 1);
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
    gtk_widget_queue_allocate(widget);
}

static void view_set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
    IqGtkView *self = IQ_GTK_VIEW(object);

    switch (id) {
    case HADJUSTMENT:
    case VADJUSTMENT:
        set_adjustment(self, (GtkOrientation)(id - HADJUSTMENT), g_value_get_object(value));
        break;
    case HPOLICY:
    case VPOLICY:
        self->policies[id - HPOLICY] = (GtkScrollablePolicy)g_value_get_enum(value);
        break;
    case REORDERABLE:
        iq_gtk_view_set_reorderable(self, g_value_get_boolean(value));
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
    default:
        G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

static void view_dispose(GObject *object)
{
    IqGtkView *self = IQ_GTK_VIEW(object);

    if (source_of_drag == self)
        source_of_drag = NULL;
    leave_poll(self);
    g_clear_handle_id(&self->timer, g_source_remove);
    if (self->view != NULL)
        lose_list(self);
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

    g_clear_pointer(&self->dragged, g_array_unref);
    g_hash_table_unref(self->layouts);
    G_OBJECT_CLASS(iq_gtk_view_parent_class)->finalize(object);
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
    widget->focus = view_focus;
    widget->grab_focus = view_grab_focus;
    widget->set_focus_child = view_set_focus_child;
    widget->direction_changed = view_direction_changed;
    g_object_class_override_property(object, HADJUSTMENT, "hadjustment");
    g_object_class_override_property(object, VADJUSTMENT, "vadjustment");
    g_object_class_override_property(object, HPOLICY, "hscroll-policy");
    g_object_class_override_property(object, VPOLICY, "vscroll-policy");
    g_object_class_install_property(
        object, REORDERABLE,
        g_param_spec_boolean("reorderable", NULL, NULL, FALSE,
                             G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY));
    signals[EVENT] = g_signal_new("event", IQ_GTK_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                  1, G_TYPE_POINTER);
    signals[MOVE] = g_signal_new("move", IQ_GTK_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0, g_signal_accumulator_true_handled,
                                 NULL, NULL, G_TYPE_BOOLEAN, 3, G_TYPE_POINTER, G_TYPE_UINT, G_TYPE_POINTER);
    signals[RESIZE] = g_signal_new("resize", IQ_GTK_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                   2, G_TYPE_INT, G_TYPE_INT);
    gtk_widget_class_set_css_name(widget, "listview");
    gtk_widget_class_set_accessible_role(widget, GTK_ACCESSIBLE_ROLE_LIST);
    bind_keys(widget);
}

static void iq_gtk_view_init(IqGtkView *self)
{
    GtkWidget *widget = GTK_WIDGET(self);

    self->scene.struct_size = sizeof self->scene;
    self->layouts = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    self->mark = g_object_new(GTK_TYPE_BOX, "css-name", "mark", "can-target", FALSE, NULL);
    gtk_widget_set_parent(self->mark, widget);
    gtk_widget_set_child_visible(self->mark, FALSE);
    gtk_widget_add_css_class(widget, "view");
    gtk_widget_add_css_class(widget, "iqlist");
    gtk_widget_set_focusable(widget, TRUE);
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN);
    set_adjustment(self, GTK_ORIENTATION_HORIZONTAL, NULL);
    set_adjustment(self, GTK_ORIENTATION_VERTICAL, NULL);
    load_style();
    add_controllers(self);
}

GtkWidget *iq_gtk_view_new(iq_list *list, const iq_view_options *options, uint32_t kinds)
{
    iq_view_options wanted = {.struct_size = sizeof wanted};
    Poll *poll = poll_for(list);

    if (poll == NULL)
        return NULL;
    if (options != NULL)
        wanted = *options;
    wanted.flags |= IQ_VIEW_LAID_OUT;
    if (wanted.grain == 0)
        wanted.grain = 1;
    IqGtkView *self = g_object_ref_sink(g_object_new(IQ_GTK_TYPE_VIEW, NULL));
    self->list = list;
    self->options = wanted;
    self->poll = poll;
    g_ptr_array_add(poll->views, self);
    set_direction(self);
    if (iq_view_create(list, &self->options, &self->view) != IQ_OK
        || iq_list_set_events(list, poll->kinds | kinds) != IQ_OK) {
        g_object_unref(self);
        return NULL;
    }
    poll->kinds |= kinds;
    g_object_force_floating(G_OBJECT(self));
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

    iq_status status = iq_view_set_layout(self->view, section, layout);
    if (status != IQ_OK)
        return status;
    if (layout != NULL) {
        Layout *kept = g_new0(Layout, 1);
        memcpy(&kept->layout, layout, MIN(layout->struct_size, sizeof kept->layout));
        g_hash_table_insert(self->layouts, g_memdup2(&section.id, sizeof section.id), kept);
    } else
        g_hash_table_remove(self->layouts, &section.id);
    gtk_widget_queue_allocate(GTK_WIDGET(self));
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

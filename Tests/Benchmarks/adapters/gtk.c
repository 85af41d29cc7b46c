/* gtk.c - a frame of a GtkListView over ten thousand and a hundred thousand
 * rows of which one in a hundred changes: by the adapter, and by what people do
 * without one, g_list_store_splice of all rows. Of the rows that were selected
 * before a frame and still exist it counts those that are selected after it, and
 * how often the row at the upper edge has stayed there (or nobody could keep it,
 * as it has gone).
 *
 *     frame    change ── update or splice ── before-paint ── layout, paint ── after-paint
 *              └──────────── counted ─────┘  └──────────────── counted ──────────────┘ */
#include "frames.h"

#include <iqlist-gtk.h>
#include <stdlib.h>
#include <string.h>

/* A row of a GListStore. */
#define ROW_TYPE (row_get_type())
G_DECLARE_FINAL_TYPE(Row, row, BENCH, ROW, GObject)
struct _Row {
    GObject parent;
    iq_key key;
    uint64_t content;
};
G_DEFINE_FINAL_TYPE(Row, row, G_TYPE_OBJECT)
static void row_class_init(RowClass *self) {
    (void)self;
}
static void row_init(Row *self) {
    (void)self;
}

typedef struct way {
    rows rows;
    iq_list *list; /* NULL: the way without it */
    GListStore *store;
    GtkSelectionModel *selection;
    GtkAdjustment *adjustment;
    GtkWidget *window, *view;
    double begun, painted;
    bool is_painted;
} way;

static void row_of(gpointer object, iq_key *key, uint64_t *content) {
    if (IQ_GTK_IS_ITEM(object)) {
        *key = *iq_gtk_item_get_key(object);
        *content = iq_gtk_item_get_info(object)->content;
    } else {
        *key = ((Row *)object)->key;
        *content = ((Row *)object)->content;
    }
}

static void show_text(gpointer object, GParamSpec *property, gpointer label) {
    char text[ROW_TEXT];
    iq_key key;
    uint64_t content;
    (void)property;
    row_of(object, &key, &content);
    row_text(key, content, text);
    gtk_label_set_text(label, text);
}

static void set_up(GtkSignalListItemFactory *factory, GtkListItem *cell, gpointer data) {
    (void)factory;
    (void)data;
    gtk_list_item_set_child(cell, gtk_label_new(NULL));
}

static void bind(GtkSignalListItemFactory *factory, GtkListItem *cell, gpointer data) {
    gpointer object = gtk_list_item_get_item(cell);
    GtkWidget *label = gtk_list_item_get_child(cell);
    (void)factory;
    (void)data;
    show_text(object, NULL, label);
    if (IQ_GTK_IS_ITEM(object))
        g_signal_connect(object, "notify::model", G_CALLBACK(show_text), label);
}

static void unbind(GtkSignalListItemFactory *factory, GtkListItem *cell, gpointer data) {
    gpointer object = gtk_list_item_get_item(cell);
    (void)factory;
    (void)data;
    if (IQ_GTK_IS_ITEM(object))
        g_signal_handlers_disconnect_by_data(object, gtk_list_item_get_child(cell));
}

static void before_paint(GdkFrameClock *clock, way *self) {
    (void)clock;
    self->begun = seconds_now();
}

static void after_paint(GdkFrameClock *clock, way *self) {
    (void)clock;
    self->painted = seconds_now() - self->begun;
    self->is_painted = true;
}

/* Returns the seconds that the next frame takes to be drawn. */
static double paint(way *self) {
    self->is_painted = false;
    gtk_widget_queue_draw(self->view);
    while (!self->is_painted)
        g_main_context_iteration(NULL, TRUE);
    return self->painted;
}

static void splice_all(way *self) {
    gpointer *objects = g_new(gpointer, self->rows.count);
    for (size_t i = 0; i < self->rows.count; i++) {
        Row *row = g_object_new(ROW_TYPE, NULL);
        row->key = self->rows.keys[i];
        row->content = self->rows.contents[i];
        objects[i] = row;
    }
    g_list_store_splice(self->store, 0, g_list_model_get_n_items(G_LIST_MODEL(self->store)), objects,
                        (guint)self->rows.count);
    for (size_t i = 0; i < self->rows.count; i++)
        g_object_unref(objects[i]);
    g_free(objects);
}

static void show(way *self, IqGtkList *model) {
    if (model == NULL) {
        splice_all(self);
        return;
    }
    iq_columns columns = rows_columns(&self->rows);
    if (iq_list_set_items(self->list, &columns, NULL, NULL) != IQ_OK || !iq_gtk_list_sync(model))
        abort();
}

static iq_key first_in_sight(way *self) {
    double row = gtk_adjustment_get_upper(self->adjustment) / (double)self->rows.count;
    size_t index = (size_t)(gtk_adjustment_get_value(self->adjustment) / row + 0.5);
    return self->rows.keys[index < self->rows.count ? index : self->rows.count - 1];
}

/* Scrolls to the middle, and selects rows there. */
static void settle(way *self) {
    paint(self);
    gtk_adjustment_set_value(self->adjustment, gtk_adjustment_get_upper(self->adjustment) / 2);
    for (guint i = 0; i < SELECTED; i++)
        gtk_selection_model_select_item(self->selection, (guint)self->rows.count / 2 + i, i == 0);
    paint(self);
    paint(self);
}

static void frame(way *self, IqGtkList *model, outcome *into) {
    iq_key selected[SELECTED], first = first_in_sight(self);
    for (guint i = 0; i < SELECTED; i++)
        selected[i] = self->rows.keys[self->rows.count / 2 + i];
    rows_change(&self->rows);
    double begun = seconds_now();
    show(self, model);
    into->seconds[into->frames++] = seconds_now() - begun + paint(self);
    paint(self);
    iq_key now = first_in_sight(self);
    into->kept_first +=
        rows_find(&self->rows, first) == self->rows.count || memcmp(&first, &now, sizeof now) == 0;
    for (guint i = 0; i < SELECTED; i++) {
        size_t index = rows_find(&self->rows, selected[i]);
        into->selected += index < self->rows.count;
        into->kept_selected +=
            index < self->rows.count && gtk_selection_model_is_selected(self->selection, (guint)index);
    }
    settle(self);
}

static outcome measure(size_t count, bool is_ours, size_t frames) {
    way self = {0};
    outcome into = {0};
    IqGtkList *model = NULL;
    rows_begin(&self.rows, count);
    if (is_ours) {
        if (iq_list_create(NULL, &self.list) != IQ_OK || (model = iq_gtk_list_new(self.list, 0)) == NULL)
            abort();
        self.selection = GTK_SELECTION_MODEL(gtk_multi_selection_new(g_object_ref(G_LIST_MODEL(model))));
        iq_gtk_list_keep_selection(model, self.selection);
    } else {
        self.store = g_list_store_new(ROW_TYPE);
        self.selection = GTK_SELECTION_MODEL(gtk_multi_selection_new(G_LIST_MODEL(self.store)));
    }
    show(&self, model);

    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(set_up), NULL);
    g_signal_connect(factory, "bind", G_CALLBACK(bind), NULL);
    g_signal_connect(factory, "unbind", G_CALLBACK(unbind), NULL);
    self.view = gtk_list_view_new(g_object_ref(self.selection), factory);
    self.window = gtk_window_new();
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), self.view);
    gtk_window_set_child(GTK_WINDOW(self.window), scrolled);
    gtk_window_set_default_size(GTK_WINDOW(self.window), 400, 600);
    gtk_window_present(GTK_WINDOW(self.window));
    self.adjustment = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scrolled));
    GdkFrameClock *clock = gtk_widget_get_frame_clock(self.window);
    g_signal_connect(clock, "before-paint", G_CALLBACK(before_paint), &self);
    g_signal_connect(clock, "after-paint", G_CALLBACK(after_paint), &self);
    settle(&self);
    for (size_t i = 0; i < frames; i++)
        frame(&self, model, &into);

    g_signal_handlers_disconnect_by_data(clock, &self);
    gtk_window_destroy(GTK_WINDOW(self.window));
    g_object_unref(self.selection);
    g_clear_object(&model);
    if (self.list != NULL)
        iq_list_destroy(self.list);
    rows_end(&self.rows);
    return into;
}

int main(int argc, char **argv) {
    bool is_quick = argc > 1 && strcmp(argv[1], "--quick") == 0;
    gtk_init();
    for (size_t count = 10000; count <= (is_quick ? 10000 : 100000); count *= 10) {
        outcome theirs = measure(count, false, is_quick ? FRAMES_QUICK : FRAMES);
        outcome ours = measure(count, true, is_quick ? FRAMES_QUICK : FRAMES);
        outcome_print("GtkListView", count, "g_list_store_splice of all", &ours, &theirs);
    }
    return 0;
}

/* gtk_splices.c - an update of a GtkColumnView in which many of the rows in
 * sight move, as in a list that is sorted by what changes: by the adapter, which
 * reports splices that are near as one, and by a GListStore that is told each
 * splice of the same changeset. Both views are in one process and take turns.
 *
 *     update   set ── items-changed ... ── layout, paint
 *              └─── counted: binds, processor time ────┘ */
#include "frames.h"

#include <iqlist-gtk.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 3, UPDATES = 20, UPDATES_QUICK = 3 };

static const char *const NUMBER = "number";

typedef struct way {
    rows rows;
    iq_list *list;
    IqGtkList *model; /* NULL: the store is told the splices */
    GListStore *store;
    GPtrArray *objects; /* of the store, by number */
    GtkWidget *window;
    size_t binds, signals;
    double seconds, painted;
    bool is_painted;
} way;

static uint64_t number_of(iq_key key) {
    uint64_t number;
    memcpy(&number, &key, sizeof number);
    return number;
}

static void count_signal(GListModel *model, guint row, guint removed, guint added, way *self) {
    (void)model, (void)row, (void)removed, (void)added;
    self->signals++;
}

static void set_up(GtkSignalListItemFactory *factory, GtkListItem *cell, way *self) {
    (void)factory, (void)self;
    gtk_list_item_set_child(cell, gtk_label_new(NULL));
}

static void bind(GtkSignalListItemFactory *factory, GtkListItem *cell, way *self) {
    gpointer object = gtk_list_item_get_item(cell);
    char text[ROW_TEXT];
    (void)factory;
    uint64_t number = IQ_GTK_IS_ITEM(object) ? number_of(*iq_gtk_item_get_key(object))
                                             : GPOINTER_TO_SIZE(g_object_get_data(object, NUMBER));
    snprintf(text, sizeof text, "Row %llu", (unsigned long long)number);
    gtk_label_set_text(GTK_LABEL(gtk_list_item_get_child(cell)), text);
    self->binds++;
}

static void after_paint(GdkFrameClock *clock, way *self) {
    (void)clock;
    self->is_painted = true;
}

static void paint(way *self) {
    self->is_painted = false;
    gtk_widget_queue_draw(self->window);
    while (!self->is_painted)
        g_main_context_iteration(NULL, TRUE);
}

static gpointer object_of(way *self, size_t index) {
    size_t number = number_of(self->rows.keys[index]);
    if (number >= self->objects->len)
        g_ptr_array_set_size(self->objects, (gint)number + 1);
    gpointer *object = &self->objects->pdata[number];
    if (*object == NULL) {
        *object = g_object_new(G_TYPE_OBJECT, NULL);
        g_object_set_data(*object, NUMBER, GSIZE_TO_POINTER(number));
    }
    return *object;
}

static void tell_store(way *self, const iq_changeset *changeset) {
    const iq_splice *splice;
    size_t count;
    if (iq_changeset_get_splices(changeset, IQ_SPLICES_WITHOUT_UPDATES, &splice, &count) != IQ_OK)
        abort();
    for (; count > 0; count--, splice++) {
        gpointer *objects = g_new(gpointer, splice->added + 1);
        for (uint32_t i = 0; i < splice->added; i++)
            objects[i] = object_of(self, splice->position + i);
        g_list_store_splice(self->store, splice->position, splice->removed, objects, splice->added);
        g_free(objects);
    }
}

static void show(way *self) {
    iq_columns columns = rows_columns(&self->rows);
    iq_changeset *changeset;
    if (iq_list_set_items(self->list, &columns, NULL, self->model != NULL ? NULL : &changeset) != IQ_OK)
        abort();
    if (self->model != NULL) {
        if (!iq_gtk_list_sync(self->model))
            abort();
    } else {
        tell_store(self, changeset);
        iq_changeset_destroy(changeset);
    }
}

static void begin(way *self, size_t count, bool is_ours) {
    *self = (way){.objects = g_ptr_array_new()};
    rows_begin(&self->rows, count);
    if (iq_list_create(NULL, &self->list) != IQ_OK)
        abort();
    self->store = g_list_store_new(G_TYPE_OBJECT);
    if (is_ours && (self->model = iq_gtk_list_new(self->list, 0)) == NULL)
        abort();
    show(self);
    GListModel *model = is_ours ? G_LIST_MODEL(self->model) : G_LIST_MODEL(self->store);
    g_signal_connect(model, "items-changed", G_CALLBACK(count_signal), self);
    GtkWidget *view = gtk_column_view_new(GTK_SELECTION_MODEL(gtk_no_selection_new(g_object_ref(model))));
    for (int i = 0; i < COLUMNS; i++) {
        GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
        g_signal_connect(factory, "setup", G_CALLBACK(set_up), self);
        g_signal_connect(factory, "bind", G_CALLBACK(bind), self);
        GtkColumnViewColumn *column = gtk_column_view_column_new("column", factory);
        gtk_column_view_append_column(GTK_COLUMN_VIEW(view), column);
        g_object_unref(column);
    }
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), view);
    self->window = gtk_window_new();
    gtk_window_set_child(GTK_WINDOW(self->window), scrolled);
    gtk_window_set_default_size(GTK_WINDOW(self->window), 500, 400);
    gtk_window_present(GTK_WINDOW(self->window));
    g_signal_connect(gtk_widget_get_frame_clock(self->window), "after-paint", G_CALLBACK(after_paint), self);
    paint(self);
    paint(self);
    self->binds = self->signals = 0;
}

static void update(way *self) {
    rows_move_first(&self->rows, self->rows.count / 1000, self->rows.count);
    rows_move_first(&self->rows, 25, 60);
    double begun = seconds_now();
    show(self);
    double told = seconds_now();
    paint(self);
    self->seconds += told - begun;
    self->painted += seconds_now() - begun;
}

static void end(way *self) {
    g_signal_handlers_disconnect_by_data(gtk_widget_get_frame_clock(self->window), self);
    gtk_window_destroy(GTK_WINDOW(self->window));
    g_clear_object(&self->model);
    g_object_unref(self->store);
    for (guint i = 0; i < self->objects->len; i++)
        g_clear_object((GObject **)&self->objects->pdata[i]);
    g_ptr_array_unref(self->objects);
    iq_list_destroy(self->list);
    rows_end(&self->rows);
}

static void print_one(const char *name, const way *self, size_t updates) {
    printf("  %-26s %7.0f binds, %5.0f items-changed, %8.3f ms, drawn %8.3f ms an update\n", name,
           (double)self->binds / (double)updates, (double)self->signals / (double)updates,
           1000 * self->seconds / (double)updates, 1000 * self->painted / (double)updates);
}

int main(int argc, char **argv) {
    bool is_quick = argc > 1 && strcmp(argv[1], "--quick") == 0;
    size_t updates = is_quick ? UPDATES_QUICK : UPDATES;
    gtk_init();
    for (size_t count = 10000; count <= (is_quick ? 10000 : 100000); count *= 10) {
        way ours, theirs;
        begin(&ours, count, true);
        begin(&theirs, count, false);
        for (size_t i = 0; i < updates; i++) {
            update(&ours);
            update(&theirs);
        }
        printf("GtkColumnView, %zu rows, 25 of the first 60 move: ratio %.3f\n", count,
               ours.seconds / theirs.seconds);
        print_one("iqlist", &ours, updates);
        print_one("each splice by itself", &theirs, updates);
        fflush(stdout);
        end(&ours);
        end(&theirs);
    }
    return 0;
}

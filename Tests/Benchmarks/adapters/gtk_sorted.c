/* gtk_sorted.c - a frame of a GtkListView over rows that are sorted by a number,
 * where one in a hundred gets another number: by a sorted list behind the adapter,
 * and by a GtkSortListModel, which is told in one of four ways:
 *
 *     items-changed         of each row that has changed, by its GListStore; the
 *                           GtkNumericSorter reads a GtkPropertyExpression
 *     one items-changed     of all rows, with that sorter
 *     an expression         set again in that sorter, which gtk_sorter_changed alone
 *                           leaves with the numbers that it has read
 *     gtk_sorter_changed    of a GtkCustomSorter that compares the numbers
 *
 *     frame    numbers change ── update or signals ── layout ── paint
 *              └─────────────────── counted ───────────────────────┘
 *
 * The model alone is measured as well, without a view. */
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

static GParamSpec *number_property;

static void row_get(GObject *object, guint id, GValue *value, GParamSpec *property) {
    (void)id;
    (void)property;
    g_value_set_uint64(value, ((Row *)object)->content);
}
static void row_class_init(RowClass *self) {
    G_OBJECT_CLASS(self)->get_property = row_get;
    number_property = g_param_spec_uint64("number", NULL, NULL, 0, UINT64_MAX, 0, G_PARAM_READABLE);
    g_object_class_install_property(G_OBJECT_CLASS(self), 1, number_property);
}
static void row_init(Row *self) {
    (void)self;
}

typedef enum kind { OURS, EACH, ALL, EXPRESSION, SORTER, KINDS } kind;
static const char *const names[] = {"iqlist", "items-changed of each row", "one items-changed of all",
                                    "the expression set again", "gtk_sorter_changed"};

typedef struct way {
    kind kind;
    rows rows;
    size_t *changed;
    iq_list *source, *sorted; /* ours */
    GListStore *store;        /* theirs, with the rows as objects */
    Row **objects;
    GtkSorter *sorter;
    GListModel *model;
    GtkSelectionModel *selection; /* NULL without a view */
    GtkAdjustment *adjustment;
    GtkWidget *window, *view;
    bool is_painted;
} way;

/* ---- what a row shows ----------------------------------------------------- */

static iq_key key_of(gpointer object) {
    return IQ_GTK_IS_ITEM(object) ? *iq_gtk_item_get_key(object) : ((Row *)object)->key;
}

static uint64_t content_of(gpointer object) {
    return IQ_GTK_IS_ITEM(object) ? iq_gtk_item_get_info(object)->content : ((Row *)object)->content;
}

static void show_text(gpointer object, GParamSpec *property, gpointer label) {
    char text[ROW_TEXT];
    (void)property;
    row_text(key_of(object), content_of(object), text);
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
    g_signal_connect(object, IQ_GTK_IS_ITEM(object) ? "notify::model" : "notify::number", G_CALLBACK(show_text),
                     label);
}

static void unbind(GtkSignalListItemFactory *factory, GtkListItem *cell, gpointer data) {
    (void)factory;
    (void)data;
    g_signal_handlers_disconnect_by_data(gtk_list_item_get_item(cell), gtk_list_item_get_child(cell));
}

/* ---- models --------------------------------------------------------------- */

static int rank(void *context, const iq_ranked *items, size_t count, uint32_t depth, iq_rank *ranks, iq_key *groups) {
    (void)context;
    (void)depth;
    (void)groups;
    for (size_t i = 0; i < count; i++)
        ranks[i] = iq_rank_from_unsigned(items[i].content);
    return 0;
}

static void note_done(void *context, uint64_t ticket, iq_status status) {
    (void)ticket;
    *(bool *)context = status == IQ_OK;
}

static void check(iq_status status) {
    if (status != IQ_OK)
        abort();
}

static void set(way *self) {
    iq_columns columns = rows_columns(&self->rows);
    check(iq_list_set_items(self->source, &columns, NULL, NULL));
}

static void begin_ours(way *self) {
    iq_derive_options options = {.struct_size = sizeof options, .kind = IQ_DERIVE_SORTED};
    iq_order order = {.struct_size = sizeof order, .ask = rank};
    bool is_done = false;
    iq_submit_options done = {.struct_size = sizeof done, .done = note_done, .context = &is_done};
    check(iq_list_create(NULL, &self->source));
    set(self);
    check(iq_list_derive(self->source, &options, &self->sorted));
    check(iq_list_set_order(self->sorted, &order, &done, NULL));
    while (!is_done)
        check(iq_list_poll(self->sorted, NULL, 0, &(size_t){0}));
    self->model = G_LIST_MODEL(iq_gtk_list_new(self->sorted, 0));
}

static GtkExpression *number_expression(void) {
    return gtk_property_expression_new(ROW_TYPE, NULL, "number");
}

static int compare(gconstpointer a, gconstpointer b, gpointer data) {
    uint64_t left = ((const Row *)a)->content, right = ((const Row *)b)->content;
    (void)data;
    return (left > right) - (left < right);
}

static void begin_theirs(way *self) {
    self->store = g_list_store_new(ROW_TYPE);
    self->objects = g_new(Row *, self->rows.count);
    for (size_t i = 0; i < self->rows.count; i++) {
        self->objects[i] = g_object_new(ROW_TYPE, NULL);
        self->objects[i]->key = self->rows.keys[i];
        self->objects[i]->content = self->rows.contents[i];
    }
    g_list_store_splice(self->store, 0, 0, (gpointer *)self->objects, (guint)self->rows.count);
    self->sorter = self->kind == SORTER ? GTK_SORTER(gtk_custom_sorter_new(compare, NULL, NULL))
                                        : GTK_SORTER(gtk_numeric_sorter_new(number_expression()));
    self->model = G_LIST_MODEL(
        gtk_sort_list_model_new(g_object_ref(G_LIST_MODEL(self->store)), g_object_ref(self->sorter)));
}

/* One in a hundred rows gets another number, and the model follows. */
static void change(way *self) {
    size_t count = rows_rank_some(&self->rows, self->changed);
    if (self->kind == OURS) {
        set(self);
        if (!iq_gtk_list_sync(IQ_GTK_LIST(self->model)))
            abort();
        return;
    }
    for (size_t i = 0; i < count; i++) {
        size_t row = self->changed[i];
        self->objects[row]->content = self->rows.contents[row];
        g_object_notify_by_pspec(G_OBJECT(self->objects[row]), number_property);
        if (self->kind == EACH)
            g_list_model_items_changed(G_LIST_MODEL(self->store), (guint)row, 1, 1);
    }
    if (self->kind == ALL)
        g_list_model_items_changed(G_LIST_MODEL(self->store), 0, (guint)self->rows.count, (guint)self->rows.count);
    if (self->kind == EXPRESSION) {
        GtkExpression *number = number_expression();
        gtk_numeric_sorter_set_expression(GTK_NUMERIC_SORTER(self->sorter), number);
        gtk_expression_unref(number);
    }
    if (self->kind == SORTER)
        gtk_sorter_changed(self->sorter, GTK_SORTER_CHANGE_DIFFERENT);
}

/* Ends the program unless the rows are in order. */
static void check_order(way *self) {
    uint64_t last = 0;
    for (guint i = 0; i < self->rows.count; i++) {
        gpointer object = g_list_model_get_item(self->model, i);
        uint64_t number = content_of(object);
        g_object_unref(object);
        if (number < last)
            g_error("%s: not in order", names[self->kind]);
        last = number;
    }
}

/* ---- a view --------------------------------------------------------------- */

static void after_paint(GdkFrameClock *clock, way *self) {
    (void)clock;
    self->is_painted = true;
}

static void paint(way *self) {
    self->is_painted = false;
    gtk_widget_queue_draw(self->view);
    while (!self->is_painted)
        g_main_context_iteration(NULL, TRUE);
}

static void begin_view(way *self) {
    self->selection = GTK_SELECTION_MODEL(gtk_multi_selection_new(g_object_ref(self->model)));
    if (self->kind == OURS)
        iq_gtk_list_keep_selection(IQ_GTK_LIST(self->model), self->selection);
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(set_up), NULL);
    g_signal_connect(factory, "bind", G_CALLBACK(bind), NULL);
    g_signal_connect(factory, "unbind", G_CALLBACK(unbind), NULL);
    self->view = gtk_list_view_new(g_object_ref(self->selection), factory);
    self->window = gtk_window_new();
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), self->view);
    gtk_window_set_child(GTK_WINDOW(self->window), scrolled);
    gtk_window_set_default_size(GTK_WINDOW(self->window), 400, 600);
    gtk_window_present(GTK_WINDOW(self->window));
    if (self->kind == OURS)
        iq_gtk_list_keep_scroll(IQ_GTK_LIST(self->model), self->view);
    self->adjustment = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scrolled));
    g_signal_connect(gtk_widget_get_frame_clock(self->window), "after-paint", G_CALLBACK(after_paint), self);
    paint(self);
}

/* Scrolls to the middle, and selects rows there. */
static void settle(way *self) {
    gtk_adjustment_set_value(self->adjustment, gtk_adjustment_get_upper(self->adjustment) / 2);
    for (guint i = 0; i < SELECTED; i++)
        gtk_selection_model_select_item(self->selection, (guint)self->rows.count / 2 + i, i == 0);
    paint(self);
    paint(self);
}

static iq_key key_at(way *self, guint index) {
    gpointer object = g_list_model_get_item(self->model, index);
    iq_key key = key_of(object);
    g_object_unref(object);
    return key;
}

static iq_key first_in_sight(way *self) {
    double row = gtk_adjustment_get_upper(self->adjustment) / (double)self->rows.count;
    guint index = (guint)(gtk_adjustment_get_value(self->adjustment) / row + 0.5);
    return key_at(self, MIN(index, (guint)self->rows.count - 1));
}

static bool is_same(iq_key a, iq_key b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

static bool has_changed(const way *self, iq_key key) {
    for (size_t i = 0; i < self->rows.count / 100; i++)
        if (is_same(self->rows.keys[self->changed[i]], key))
            return true;
    return false;
}

/* How many of these rows are selected. */
static size_t count_selected(way *self, const iq_key *keys) {
    GtkBitset *bits = gtk_selection_model_get_selection(self->selection);
    size_t found = 0;
    for (guint at = 0; at < gtk_bitset_get_size(bits); at++)
        for (guint i = 0; i < SELECTED; i++)
            found += is_same(key_at(self, gtk_bitset_get_nth(bits, at)), keys[i]);
    gtk_bitset_unref(bits);
    return found;
}

static void frame(way *self, outcome *into) {
    iq_key selected[SELECTED];
    settle(self);
    iq_key first = first_in_sight(self);
    for (guint i = 0; i < SELECTED; i++)
        selected[i] = key_at(self, (guint)self->rows.count / 2 + i);
    double begun = seconds_now();
    change(self);
    paint(self);
    into->seconds[into->frames++] = seconds_now() - begun;
    paint(self);
    into->kept_first += is_same(first, first_in_sight(self)) || has_changed(self, first);
    into->selected += SELECTED;
    into->kept_selected += count_selected(self, selected);
}

/* ---- measuring ------------------------------------------------------------ */

static outcome measure(kind kind, bool has_view, size_t count, size_t frames) {
    way self = {.kind = kind};
    outcome into = {0};
    rows_begin(&self.rows, count);
    rows_rank(&self.rows);
    self.changed = g_new(size_t, count / 100);
    if (kind == OURS)
        begin_ours(&self);
    else
        begin_theirs(&self);
    if (has_view)
        begin_view(&self);
    for (size_t i = 0; i < frames; i++) {
        if (has_view) {
            frame(&self, &into);
        } else {
            double begun = seconds_now();
            change(&self);
            into.seconds[into.frames++] = seconds_now() - begun;
        }
        check_order(&self);
    }
    if (has_view) {
        g_signal_handlers_disconnect_by_data(gtk_widget_get_frame_clock(self.window), &self);
        gtk_window_destroy(GTK_WINDOW(self.window));
        g_object_unref(self.selection);
    }
    g_object_unref(self.model);
    if (kind == OURS) {
        iq_list_destroy(self.sorted);
        iq_list_destroy(self.source);
    } else {
        for (size_t i = 0; i < count; i++)
            g_object_unref(self.objects[i]);
        g_free(self.objects);
        g_object_unref(self.sorter);
        g_object_unref(self.store);
    }
    g_free(self.changed);
    rows_end(&self.rows);
    return into;
}

int main(int argc, char **argv) {
    bool is_quick = argc > 1 && strcmp(argv[1], "--quick") == 0;
    size_t frames = is_quick ? FRAMES_QUICK : FRAMES;
    gtk_init();
    for (size_t count = 10000; count <= (is_quick ? 10000 : 100000); count *= 10) {
        for (int has_view = 1; has_view >= 0; has_view--) {
            outcome ours = measure(OURS, has_view, count, frames);
            for (kind kind = EACH; kind < KINDS; kind++) {
                /* A frame of the first one takes seconds. */
                outcome theirs = measure(kind, has_view, count, kind == EACH ? FRAMES_QUICK : frames);
                outcome_print(has_view ? "GtkListView, sorted" : "GTK, the sorted model alone", count, names[kind],
                              &ours, &theirs);
            }
        }
    }
    return 0;
}

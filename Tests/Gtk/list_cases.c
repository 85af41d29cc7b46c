/*
 * list_cases.c - IqGtkList in a GtkColumnView under a real pointer: clicks on headers sort its list, which is
 * held while a button is down on its rows.
 *
 *     list_cases [picture.png]      what is seen when it is sorted
 */
#include "pointer.h"
#include "world.h"

#include <string.h>

enum { ROWS = 400 };

typedef struct {
    char name[16];
    int percent;
} Task;

static Task tasks[ROWS];
static uint64_t contents[ROWS];
static iq_list *source, *sorted;
static IqGtkList *model;
static GtkSelectionModel *selection;
static GtkWidget *window, *view, *scrolled;
static GtkAdjustment *adjustment;
static unsigned updated;

/* ---- the list ------------------------------------------------------------------ */

static void show_tasks(size_t count)
{
    iq_key keys[ROWS];
    void *models[ROWS];
    iq_columns items = {.struct_size = sizeof items, .count = count, .keys = keys, .contents = contents,
                        .models = models};

    for (size_t i = 0; i < count; i++) {
        keys[i] = iq_key_from_u64(i);
        models[i] = &tasks[i];
    }
    CALL(iq_list_set_items(source, &items, NULL, NULL));
}

static char *name_of(IqGtkItem *item, gpointer data)
{
    (void)data;
    return g_strdup(((const Task *)iq_gtk_item_get_model(item))->name);
}

static int percent_of(IqGtkItem *item, gpointer data)
{
    (void)data;
    return ((const Task *)iq_gtk_item_get_model(item))->percent;
}

static void create_lists(void)
{
    iq_derive_options options = {.struct_size = sizeof options, .kind = IQ_DERIVE_SORTED};

    for (int i = 0; i < ROWS; i++) {
        g_snprintf(tasks[i].name, sizeof tasks[i].name, "Task %03d", i * 7 % ROWS);
        tasks[i].percent = i * 11 % 101;
        contents[i] = 1;
    }
    CALL(iq_list_create(NULL, &source));
    show_tasks(ROWS);
    CALL(iq_list_derive(source, &options, &sorted));
}

/* ---- the view ------------------------------------------------------------------- */

static void set_up(GtkSignalListItemFactory *factory, GtkListItem *cell, gpointer data)
{
    GtkWidget *label = gtk_label_new(NULL);

    (void)factory, (void)data;
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_list_item_set_child(cell, label);
}

static void fill_cell(IqGtkItem *item, GParamSpec *spec, GtkWidget *label)
{
    char number[16];

    (void)spec;
    g_snprintf(number, sizeof number, "%d %%", percent_of(item, NULL));
    char *name = name_of(item, NULL);
    gboolean has_name = g_object_get_data(G_OBJECT(label), "names") != NULL;
    gtk_label_set_text(GTK_LABEL(label), has_name ? name : number);
    g_free(name);
}

static void bind_cell(GtkSignalListItemFactory *factory, GtkListItem *cell, gpointer names)
{
    GtkWidget *label = gtk_list_item_get_child(cell);

    (void)factory;
    g_object_set_data(G_OBJECT(label), "names", names);
    fill_cell(gtk_list_item_get_item(cell), NULL, label);
    g_signal_connect(gtk_list_item_get_item(cell), "notify::model", G_CALLBACK(fill_cell), label);
}

static void unbind_cell(GtkSignalListItemFactory *factory, GtkListItem *cell, gpointer data)
{
    (void)factory, (void)data;
    g_signal_handlers_disconnect_by_data(gtk_list_item_get_item(cell), gtk_list_item_get_child(cell));
}

static void add_column(const char *title, GtkSorter *sorter, gboolean names)
{
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    GtkColumnViewColumn *column = gtk_column_view_column_new(title, factory);

    g_signal_connect(factory, "setup", G_CALLBACK(set_up), NULL);
    g_signal_connect(factory, "bind", G_CALLBACK(bind_cell), GINT_TO_POINTER(names));
    g_signal_connect(factory, "unbind", G_CALLBACK(unbind_cell), NULL);
    gtk_column_view_column_set_sorter(column, sorter);
    gtk_column_view_column_set_fixed_width(column, 150);
    gtk_column_view_append_column(GTK_COLUMN_VIEW(view), column);
    g_object_unref(column);
    g_object_unref(sorter);
}

static GtkExpression *expression(GType type, GCallback function)
{
    return gtk_cclosure_expression_new(type, NULL, 0, NULL, function, NULL, NULL);
}

static void count_call(GObject *object, gpointer data)
{
    (void)object, (void)data;
    updated++;
}

static void open_window(void)
{
    model = iq_gtk_list_new(sorted, 0);
    selection = GTK_SELECTION_MODEL(gtk_multi_selection_new(g_object_ref(G_LIST_MODEL(model))));
    view = gtk_column_view_new(g_object_ref(selection));
    GtkExpression *name = expression(G_TYPE_STRING, G_CALLBACK(name_of));
    GtkExpression *percent = expression(G_TYPE_INT, G_CALLBACK(percent_of));
    add_column("Name", GTK_SORTER(gtk_string_sorter_new(name)), TRUE);
    add_column("Done", GTK_SORTER(gtk_numeric_sorter_new(percent)), FALSE);
    iq_gtk_list_keep_selection(model, selection);
    iq_gtk_list_keep_scroll(model, view);
    iq_gtk_list_hold_while_pressed(model, view);
    CHECK(iq_gtk_list_set_sorter(model, gtk_column_view_get_sorter(GTK_COLUMN_VIEW(view)), NULL));
    g_signal_connect(model, "updated", G_CALLBACK(count_call), NULL);
    scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), view);
    window = gtk_window_new();
    gtk_window_set_default_size(GTK_WINDOW(window), 320, 300);
    gtk_window_set_child(GTK_WINDOW(window), scrolled);
    gtk_window_present(GTK_WINDOW(window));
    adjustment = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scrolled));
    pointer_wait(300);
}

static void close_window(void)
{
    gpointer weak = model;

    g_object_add_weak_pointer(G_OBJECT(model), &weak);
    gtk_window_destroy(GTK_WINDOW(window));
    pointer_wait(50);
    g_object_unref(selection);
    g_object_unref(model);
    CHECK(weak == NULL);
}

static const Task *task_at(guint row)
{
    IqGtkItem *item = g_list_model_get_item(G_LIST_MODEL(model), row);
    const Task *task = iq_gtk_item_get_model(item);

    g_object_unref(item);
    return task;
}

/* The text that is drawn at a height of the view. */
static const char *text_at(double x, double y)
{
    GtkWidget *found = gtk_widget_pick(view, x, y, GTK_PICK_DEFAULT);

    while (found != NULL && !GTK_IS_LABEL(found))
        found = gtk_widget_get_first_child(found);
    return found != NULL ? gtk_label_get_text(GTK_LABEL(found)) : "";
}

static double header_height(void)
{
    return gtk_widget_get_height(gtk_widget_get_first_child(view));
}

static double row_height(void)
{
    return gtk_adjustment_get_upper(adjustment) / g_list_model_get_n_items(G_LIST_MODEL(model));
}

/* Each row in sight is drawn where the model has it. */
static void check_drawn(void)
{
    double height = row_height(), page = gtk_adjustment_get_page_size(adjustment);
    gint64 end = g_get_monotonic_time() + 20 * G_USEC_PER_SEC;

    for (double y = height / 2; y < page - height;) {
        guint row = (guint)((gtk_adjustment_get_value(adjustment) + y) / height);
        const char *text = text_at(20, header_height() + y);
        if (strcmp(text, task_at(row)->name) == 0) {
            y += height;
        } else {
            CHECK(g_get_monotonic_time() < end);
            pointer_wait(10);
        }
    }
}

static void wait_for_updates(unsigned wanted)
{
    gint64 end = g_get_monotonic_time() + 20 * G_USEC_PER_SEC;

    while (updated < wanted) {
        CHECK(g_get_monotonic_time() < end);
        pointer_wait(10);
    }
    pointer_wait(100);
    CHECK(updated == wanted);
}

/* A double click of GTK's does not sort twice. */

static void click_header(int column)
{
    unsigned before = updated;

    pointer_wait(500);
    pointer_move(view, 60 + 150 * column, header_height() / 2);
    pointer_press(1);
    pointer_release(1);
    wait_for_updates(before + 1);
}

static int compare_tasks(const Task *one, const Task *other, int column)
{
    return column == 0 ? strcmp(one->name, other->name) : one->percent - other->percent;
}

/* By one column, and what is equal in it by another; 1 or -1 is the direction. */
static void check_sorted(int column, int direction, int second, int second_direction)
{
    for (guint row = 1; row < g_list_model_get_n_items(G_LIST_MODEL(model)); row++) {
        const Task *one = task_at(row - 1), *other = task_at(row);
        int found = direction * compare_tasks(one, other, column);
        CHECK(found <= 0);
        CHECK(found < 0 || second_direction * compare_tasks(one, other, second) <= 0);
    }
    check_drawn();
}

/* ---- tests ------------------------------------------------------------------------ */

static void check_clicks(const char *picture)
{
    open_window();
    for (guint row = 0; row < ROWS; row++)
        CHECK(task_at(row) == &tasks[row]);
    gtk_selection_model_select_item(selection, 5, TRUE);
    const Task *selected = task_at(5);
    click_header(0);
    check_sorted(0, 1, 0, 1);
    click_header(0);
    check_sorted(0, -1, 0, 1);
    click_header(1);
    check_sorted(1, 1, 0, -1);
    click_header(1);
    check_sorted(1, -1, 0, -1);
    /* At the top it stays there, and the selection is on its item. */
    CHECK(gtk_adjustment_get_value(adjustment) < 1);
    GtkBitset *set = gtk_selection_model_get_selection(selection);
    CHECK(gtk_bitset_get_size(set) == 1 && task_at(gtk_bitset_get_nth(set, 0)) == selected);
    gtk_bitset_unref(set);

    /* What changes goes to its place. */
    unsigned before = updated;
    for (size_t i = 0; i < 20; i++) {
        tasks[i].percent = 100 - (int)i;
        contents[i]++;
    }
    show_tasks(ROWS);
    wait_for_updates(before + 1);
    check_sorted(1, -1, 0, -1);
    if (picture != NULL)
        pointer_save_picture(picture);

    /* By no column: as the source is. */
    gtk_column_view_sort_by_column(GTK_COLUMN_VIEW(view), NULL, GTK_SORT_ASCENDING);
    wait_for_updates(before + 2);
    for (guint row = 0; row < ROWS; row++)
        CHECK(task_at(row) == &tasks[row]);
    close_window();
}

static guint count_rows(void)
{
    return g_list_model_get_n_items(G_LIST_MODEL(model));
}

static void wait_for_rows(guint count)
{
    for (int tries = 0; tries < 100 && count_rows() != count; tries++)
        pointer_wait(20);
    CHECK(count_rows() == count);
}

/* On a row; what changes meanwhile is not seen. */
static void press_row(guint button)
{
    show_tasks(ROWS);
    wait_for_rows(ROWS);
    pointer_move(view, 60, header_height() + 40);
    pointer_press(button);
    CHECK(count_holds(sorted) == 1);
    show_tasks(ROWS - 9);
    pointer_wait(60);
    CHECK(count_rows() == ROWS);
}

/* It is seen now. */
static void check_resumed(void)
{
    wait_for_rows(ROWS - 9);
    CHECK(count_holds(sorted) == 0);
}

static void check_holds(void)
{
    open_window();
    for (guint button = 1; button <= 3; button++) {
        press_row(button);
        pointer_release(button);
        check_resumed();
    }
    /* A release beside the window, and one when the row that was pressed is far away. */
    press_row(1);
    pointer_move(view, 60, gtk_widget_get_height(view) + 40);
    CHECK(count_holds(sorted) == 1);
    pointer_release(1);
    check_resumed();
    press_row(1);
    gtk_adjustment_set_value(adjustment, 4000);
    pointer_wait(60);
    pointer_release(1);
    check_resumed();
    gtk_adjustment_set_value(adjustment, 0);
    /* The view is hidden. */
    press_row(1);
    gtk_widget_set_visible(view, FALSE);
    check_resumed();
    pointer_release(1);
    gtk_widget_set_visible(view, TRUE);
    pointer_wait(100);
    /* On the bar, that is not in the view. */
    GtkWidget *bar = gtk_scrolled_window_get_vscrollbar(GTK_SCROLLED_WINDOW(scrolled));
    pointer_move(bar, gtk_widget_get_width(bar) / 2.0, 100);
    pointer_press(1);
    CHECK(count_holds(sorted) == 0);
    pointer_release(1);
    /* A filter of GTK's over the model is shown. */
    GtkFilterListModel *filter = gtk_filter_list_model_new(g_object_ref(G_LIST_MODEL(model)), NULL);
    GtkSelectionModel *filtered = GTK_SELECTION_MODEL(gtk_multi_selection_new(G_LIST_MODEL(filter)));
    gtk_column_view_set_model(GTK_COLUMN_VIEW(view), filtered);
    pointer_wait(60);
    press_row(1);
    pointer_release(1);
    check_resumed();
    /* Something else is shown. */
    GtkSelectionModel *none = GTK_SELECTION_MODEL(gtk_no_selection_new(NULL));
    gtk_column_view_set_model(GTK_COLUMN_VIEW(view), none);
    pointer_press(1);
    CHECK(count_holds(sorted) == 0);
    pointer_release(1);
    gtk_column_view_set_model(GTK_COLUMN_VIEW(view), selection);
    pointer_wait(60);
    /* The view shows another model, and is told so: what was held is free. */
    press_row(1);
    iq_gtk_list_hold_while_pressed(model, view);
    check_resumed();
    pointer_release(1);
    g_object_unref(filtered);
    g_object_unref(none);
    /* Window, model and all end while it is pressed. */
    press_row(1);
    close_window();
    CHECK(count_holds(sorted) == 0);
    pointer_release(1);
}

/* A list that ends while it is pressed. */
static void check_a_list_that_ends(void)
{
    show_tasks(ROWS);
    open_window();
    press_row(1);
    iq_list_destroy(sorted);
    pointer_release(1);
    pointer_press(1);
    pointer_release(1);
    close_window();
}

int main(int argc, char **argv)
{
    gtk_init();
    g_log_set_always_fatal((GLogLevelFlags)(G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING));
    create_lists();
    check_clicks(argc > 1 ? argv[1] : NULL);
    check_holds();
    check_a_list_that_ends();
    iq_list_destroy(source);
    return 0;
}

/*
 * transfers.c - transfers that go on while you look: the furthest are on top, until you click the header of
 * another column. The search entry narrows them, and what you select stays selected wherever it goes.
 *
 *     transfers [updates]      ends after so many of them
 */
#include <iqlist-gtk.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    iq_key key;       /* its identity                 */
    uint64_t content; /* its appearance: its progress */
    void *model;      /* the transfer itself          */
    char name[32];
    int percent;
} Transfer;

enum { COUNT = 1000 };

static Transfer transfers[COUNT];
static iq_list *all, *found, *ordered; /* every transfer; those that the search entry lets through; sorted */
static int updates_left = -1;

static void check(iq_status status)
{
    if (status != IQ_OK)
        g_error("transfers: %s", iq_status_name(status));
}

/* ---- the data: what should be shown --------------------------------------- */

static void show_transfers(void)
{
    iq_columns items = {.struct_size = sizeof items, .count = COUNT,
                        .keys = &transfers->key, .key_stride = sizeof *transfers,
                        .contents = &transfers->content, .content_stride = sizeof *transfers,
                        .models = &transfers->model, .model_stride = sizeof *transfers};

    check(iq_list_set_items(all, &items, NULL, NULL));
}

static gboolean go_on(gpointer application)
{
    for (int i = 0; i < 20; i++) {
        Transfer *transfer = &transfers[g_random_int_range(0, COUNT)];
        transfer->percent = MIN(100, transfer->percent + g_random_int_range(1, 10));
        transfer->content = (uint64_t)transfer->percent + 1;
    }
    show_transfers();
    if (updates_left > 0 && --updates_left == 0)
        g_application_quit(application);
    return G_SOURCE_CONTINUE;
}

static int has_text(void *text, iq_key key, const void *model)
{
    (void)key;
    return strstr(((const Transfer *)model)->name, text) != NULL;
}

static void search(GtkSearchEntry *entry, gpointer data)
{
    iq_filter filter = {.struct_size = sizeof filter, .passes = has_text, .destroy = g_free,
                        .context = g_strdup(gtk_editable_get_text(GTK_EDITABLE(entry)))};

    (void)data;
    check(iq_list_set_filter(found, &filter, NULL, NULL));
}

/* ---- the columns: how it is shown --------------------------------------------- */

static char *name_of(IqGtkItem *item, gpointer data)
{
    (void)data;
    return g_strdup(((const Transfer *)iq_gtk_item_get_model(item))->name);
}

static int percent_of(IqGtkItem *item, gpointer data)
{
    (void)data;
    return ((const Transfer *)iq_gtk_item_get_model(item))->percent;
}

static void set_up_name(GtkSignalListItemFactory *factory, GtkListItem *cell, gpointer data)
{
    GtkWidget *name = gtk_label_new(NULL);

    (void)factory, (void)data;
    gtk_label_set_xalign(GTK_LABEL(name), 0);
    gtk_list_item_set_child(cell, name);
}

static void bind_name(GtkSignalListItemFactory *factory, GtkListItem *cell, gpointer data)
{
    const Transfer *transfer = iq_gtk_item_get_model(gtk_list_item_get_item(cell));

    (void)factory, (void)data;
    gtk_label_set_text(GTK_LABEL(gtk_list_item_get_child(cell)), transfer->name);
}

static void set_up_bar(GtkSignalListItemFactory *factory, GtkListItem *cell, gpointer data)
{
    GtkWidget *bar = gtk_level_bar_new_for_interval(0, 100);

    (void)factory, (void)data;
    gtk_widget_set_valign(bar, GTK_ALIGN_CENTER);
    gtk_list_item_set_child(cell, bar);
}

/* Now, and whenever the item is updated. */
static void fill_bar(IqGtkItem *item, GParamSpec *spec, GtkLevelBar *bar)
{
    (void)spec;
    gtk_level_bar_set_value(bar, percent_of(item, NULL));
}

static void bind_bar(GtkSignalListItemFactory *factory, GtkListItem *cell, gpointer data)
{
    IqGtkItem *item = gtk_list_item_get_item(cell);
    GtkLevelBar *bar = GTK_LEVEL_BAR(gtk_list_item_get_child(cell));

    (void)factory, (void)data;
    fill_bar(item, NULL, bar);
    g_signal_connect(item, "notify::model", G_CALLBACK(fill_bar), bar);
}

static void unbind_bar(GtkSignalListItemFactory *factory, GtkListItem *cell, gpointer data)
{
    (void)factory, (void)data;
    g_signal_handlers_disconnect_by_data(gtk_list_item_get_item(cell), gtk_list_item_get_child(cell));
}

static GtkColumnViewColumn *add_column(GtkColumnView *view, const char *title, GtkListItemFactory *factory,
                                       GtkSorter *sorter)
{
    GtkColumnViewColumn *column = gtk_column_view_column_new(title, factory);

    gtk_column_view_column_set_sorter(column, sorter);
    gtk_column_view_column_set_expand(column, TRUE);
    gtk_column_view_append_column(view, column);
    g_object_unref(sorter);
    g_object_unref(column);
    return column;
}

/* Each has a sorter, by which its header can be clicked. */
static void add_columns(GtkColumnView *view)
{
    GtkListItemFactory *names = gtk_signal_list_item_factory_new();
    GtkListItemFactory *bars = gtk_signal_list_item_factory_new();
    GtkExpression *name =
        gtk_cclosure_expression_new(G_TYPE_STRING, NULL, 0, NULL, G_CALLBACK(name_of), NULL, NULL);
    GtkExpression *percent =
        gtk_cclosure_expression_new(G_TYPE_INT, NULL, 0, NULL, G_CALLBACK(percent_of), NULL, NULL);

    g_signal_connect(names, "setup", G_CALLBACK(set_up_name), NULL);
    g_signal_connect(names, "bind", G_CALLBACK(bind_name), NULL);
    g_signal_connect(bars, "setup", G_CALLBACK(set_up_bar), NULL);
    g_signal_connect(bars, "bind", G_CALLBACK(bind_bar), NULL);
    g_signal_connect(bars, "unbind", G_CALLBACK(unbind_bar), NULL);
    add_column(view, "Name", names, GTK_SORTER(gtk_string_sorter_new(name)));
    GtkColumnViewColumn *done =
        add_column(view, "Done", bars, GTK_SORTER(gtk_numeric_sorter_new(percent)));
    gtk_column_view_sort_by_column(view, done, GTK_SORT_DESCENDING);
}

static void activate(GtkApplication *application, gpointer data)
{
    IqGtkList *model = iq_gtk_list_new(ordered, 0);
    GtkSelectionModel *selection = GTK_SELECTION_MODEL(gtk_multi_selection_new(G_LIST_MODEL(model)));
    GtkWidget *view = gtk_column_view_new(selection), *scrolled = gtk_scrolled_window_new();
    GtkWidget *window = gtk_application_window_new(application), *entry = gtk_search_entry_new();
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);

    (void)data;
    add_columns(GTK_COLUMN_VIEW(view));
    iq_gtk_list_set_sorter(model, gtk_column_view_get_sorter(GTK_COLUMN_VIEW(view)), NULL);
    iq_gtk_list_keep_selection(model, selection);
    iq_gtk_list_keep_scroll(model, view);
    iq_gtk_list_hold_while_pressed(model, view);
    g_signal_connect(entry, "search-changed", G_CALLBACK(search), NULL);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), view);
    gtk_widget_set_vexpand(scrolled, TRUE);
    gtk_box_append(GTK_BOX(box), entry);
    gtk_box_append(GTK_BOX(box), scrolled);
    gtk_window_set_title(GTK_WINDOW(window), "Transfers");
    gtk_window_set_default_size(GTK_WINDOW(window), 420, 360);
    gtk_window_set_child(GTK_WINDOW(window), box);
    gtk_window_present(GTK_WINDOW(window));
    g_timeout_add(200, go_on, application);
}

int main(int argc, char **argv)
{
    const char *words[] = {"archive", "letters", "music", "photos", "reports"};
    iq_derive_options filtered = {.struct_size = sizeof filtered, .kind = IQ_DERIVE_FILTER};
    iq_derive_options sorted = {.struct_size = sizeof sorted, .kind = IQ_DERIVE_SORTED};
    GtkApplication *application = gtk_application_new(NULL, G_APPLICATION_NON_UNIQUE);
    int status;

    if (argc > 1)
        updates_left = atoi(argv[1]);
    for (size_t i = 0; i < COUNT; i++) {
        Transfer *transfer = &transfers[i];
        g_snprintf(transfer->name, sizeof transfer->name, "%s-%03d", words[i % G_N_ELEMENTS(words)], (int)i);
        transfer->key = iq_key_from_u64(i);
        transfer->percent = g_random_int_range(0, 90);
        transfer->content = (uint64_t)transfer->percent + 1;
        transfer->model = transfer;
    }
    check(iq_list_create(NULL, &all));
    check(iq_list_derive(all, &filtered, &found));
    check(iq_list_derive(found, &sorted, &ordered));
    show_transfers();
    g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
    status = g_application_run(G_APPLICATION(application), 1, argv);
    g_object_unref(application);
    iq_list_destroy(ordered);
    iq_list_destroy(found);
    iq_list_destroy(all);
    return status;
}

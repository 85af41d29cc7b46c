/*
 * transfers.c - transfers that go on while you look: the furthest are on top, the search entry narrows them,
 * and what you select stays selected wherever it goes.
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
static Transfer *by_progress[COUNT];
static iq_list *all, *found; /* every transfer; those that the search entry lets through */
static int updates_left = -1;

static void check(iq_status status)
{
    if (status != IQ_OK)
        g_error("transfers: %s", iq_status_name(status));
}

/* ---- the data: what should be shown --------------------------------------- */

static int compare(const void *one, const void *other)
{
    const Transfer *a = *(Transfer *const *)one, *b = *(Transfer *const *)other;

    return a->percent != b->percent ? b->percent - a->percent : strcmp(a->name, b->name);
}

static void show_transfers(void)
{
    static Transfer rows[COUNT];
    iq_columns items = {.struct_size = sizeof items, .count = COUNT,
                        .keys = &rows->key, .key_stride = sizeof *rows,
                        .contents = &rows->content, .content_stride = sizeof *rows,
                        .models = &rows->model, .model_stride = sizeof *rows};

    qsort(by_progress, COUNT, sizeof *by_progress, compare);
    for (size_t i = 0; i < COUNT; i++)
        rows[i] = *by_progress[i];
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

/* ---- the rows: how it is shown ---------------------------------------------- */

static void set_up_row(GtkSignalListItemFactory *factory, GtkListItem *row, gpointer data)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
    GtkWidget *name = gtk_label_new(NULL), *bar = gtk_level_bar_new_for_interval(0, 100);

    (void)factory, (void)data;
    gtk_label_set_xalign(GTK_LABEL(name), 0);
    gtk_widget_set_size_request(name, 140, -1);
    gtk_widget_set_margin_start(box, 8);
    gtk_widget_set_margin_end(box, 16);
    gtk_widget_set_hexpand(bar, TRUE);
    gtk_widget_set_valign(bar, GTK_ALIGN_CENTER);
    gtk_box_append(GTK_BOX(box), name);
    gtk_box_append(GTK_BOX(box), bar);
    gtk_list_item_set_child(row, box);
}

/* Now, and whenever the item is updated. */
static void fill_row(IqGtkItem *item, GParamSpec *spec, GtkWidget *box)
{
    const Transfer *transfer = iq_gtk_item_get_model(item);
    GtkWidget *name = gtk_widget_get_first_child(box);

    (void)spec;
    gtk_label_set_text(GTK_LABEL(name), transfer->name);
    gtk_level_bar_set_value(GTK_LEVEL_BAR(gtk_widget_get_next_sibling(name)), transfer->percent);
}

static void bind_row(GtkSignalListItemFactory *factory, GtkListItem *row, gpointer data)
{
    IqGtkItem *item = gtk_list_item_get_item(row);

    (void)factory, (void)data;
    fill_row(item, NULL, gtk_list_item_get_child(row));
    g_signal_connect(item, "notify::model", G_CALLBACK(fill_row), gtk_list_item_get_child(row));
}

static void unbind_row(GtkSignalListItemFactory *factory, GtkListItem *row, gpointer data)
{
    (void)factory, (void)data;
    g_signal_handlers_disconnect_by_data(gtk_list_item_get_item(row), gtk_list_item_get_child(row));
}

static void activate(GtkApplication *application, gpointer data)
{
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    IqGtkList *model = iq_gtk_list_new(found, 0);
    GtkSelectionModel *selection = GTK_SELECTION_MODEL(gtk_multi_selection_new(G_LIST_MODEL(model)));
    GtkWidget *window = gtk_application_window_new(application), *entry = gtk_search_entry_new();
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), *scrolled = gtk_scrolled_window_new();

    (void)data;
    iq_gtk_list_keep_selection(model, selection);
    g_signal_connect(factory, "setup", G_CALLBACK(set_up_row), NULL);
    g_signal_connect(factory, "bind", G_CALLBACK(bind_row), NULL);
    g_signal_connect(factory, "unbind", G_CALLBACK(unbind_row), NULL);
    g_signal_connect(entry, "search-changed", G_CALLBACK(search), NULL);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), gtk_list_view_new(selection, factory));
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
    GtkApplication *application = gtk_application_new(NULL, G_APPLICATION_NON_UNIQUE);
    int status;

    if (argc > 1)
        updates_left = atoi(argv[1]);
    for (size_t i = 0; i < COUNT; i++) {
        Transfer *transfer = by_progress[i] = &transfers[i];
        g_snprintf(transfer->name, sizeof transfer->name, "%s-%03d", words[i % G_N_ELEMENTS(words)], (int)i);
        transfer->key = iq_key_from_u64(i);
        transfer->percent = g_random_int_range(0, 90);
        transfer->content = (uint64_t)transfer->percent + 1;
        transfer->model = transfer;
    }
    check(iq_list_create(NULL, &all));
    check(iq_list_derive(all, &filtered, &found));
    show_transfers();
    g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
    status = g_application_run(G_APPLICATION(application), 1, argv);
    g_object_unref(application);
    iq_list_destroy(found);
    iq_list_destroy(all);
    return status;
}

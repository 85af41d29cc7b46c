/*
 * gtk.c - the README's code for GTK at work, on a real screen: its view shows a list and follows it.
 */
#include <iqlist-gtk.h>
#include <stdio.h>
#include <stdlib.h>

GtkWidget *list_view(iq_list *list, GtkListItemFactory *factory);

#define CHECK(expression) ((expression) ? (void)0 : check_failed(__LINE__, #expression))

static void check_failed(int line, const char *expression)
{
    fprintf(stderr, "gtk.c:%d: failed: %s\n", line, expression);
    exit(1);
}

static void bind(GtkSignalListItemFactory *factory, GtkListItem *row, gpointer data)
{
    (void)factory, (void)data;
    gtk_list_item_set_child(row, gtk_label_new(iq_gtk_item_get_model(gtk_list_item_get_item(row))));
}

static GString *seen;

static void look(GtkWidget *widget)
{
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL;
         child = gtk_widget_get_next_sibling(child))
        look(child);
    if (GTK_IS_LABEL(widget) && gtk_widget_get_mapped(widget))
        g_string_append(seen, gtk_label_get_text(GTK_LABEL(widget)));
}

static void wait_for(GtkWidget *view, const char *wanted)
{
    gint64 end = g_get_monotonic_time() + 60 * G_USEC_PER_SEC;

    do {
        CHECK(g_get_monotonic_time() < end);
        if (!g_main_context_iteration(NULL, FALSE))
            g_usleep(1000);
        g_string_truncate(seen, 0);
        look(view);
    } while (g_strcmp0(seen->str, wanted) != 0);
}

static void show(iq_list *list, const char *names)
{
    static char texts[128][2];
    iq_key keys[8];
    void *models[8];
    iq_columns items = {.struct_size = sizeof items, .keys = keys, .models = models};

    for (; names[items.count] != 0; items.count++) {
        int name = names[items.count];
        texts[name][0] = (char)name;
        keys[items.count] = iq_key_from_u64((uint64_t)name);
        models[items.count] = texts[name];
    }
    CHECK(iq_list_set_items(list, &items, NULL, NULL) == IQ_OK);
}

int main(void)
{
    iq_list *list;

    gtk_init();
    seen = g_string_new(NULL);
    CHECK(iq_list_create(NULL, &list) == IQ_OK);
    show(list, "abcd");
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "bind", G_CALLBACK(bind), NULL);
    GtkWidget *window = gtk_window_new(), *view = list_view(list, factory);
    gtk_window_set_default_size(GTK_WINDOW(window), 200, 200);
    gtk_window_set_child(GTK_WINDOW(window), view);
    gtk_window_present(GTK_WINDOW(window));
    wait_for(view, "abcd");
    GtkSelectionModel *selection = gtk_list_view_get_model(GTK_LIST_VIEW(view));
    gtk_selection_model_select_item(selection, 1, TRUE);
    show(list, "dcbe");
    wait_for(view, "dcbe");
    for (guint i = 0; i < 4; i++)
        CHECK(gtk_selection_model_is_selected(selection, i) == (i == 2));
    gtk_window_destroy(GTK_WINDOW(window));
    iq_list_destroy(list);
    g_string_free(seen, TRUE);
    return 0;
}

/*
 * gtk.c - README.md's code for GTK at work, in a list view on a real screen: a row that changes is told by its
 * object, stays selected and is not bound anew; one that moves is selected again; no row is left out.
 *
 *     gtk [picture.png]      what is seen at the end
 */
#include <gtk/gtk.h>
#include <iqlist.h>
#include <stdio.h>
#include <stdlib.h>

iq_status tell_gtk(GListStore *rows, GtkSelectionModel *selection, const iq_list *list,
                   const iq_changeset *changes);

#define CHECK(expression) ((expression) ? (void)0 : check_failed(__LINE__, #expression))

static void check_failed(int line, const char *expression)
{
    fprintf(stderr, "gtk.c:%d: failed: %s\n", line, expression);
    exit(1);
}

/* ---- a row: its text is a property --------------------------------------- */

typedef struct {
    GObject object;
    char text[64];
    uint64_t key;
    unsigned bound; /* how often the view has bound it */
    GtkWidget *label;
} Row;

typedef GObjectClass RowClass;
G_DEFINE_TYPE(Row, row, G_TYPE_OBJECT)

static void row_init(Row *self) { (void)self; }

static void row_get_text(GObject *object, guint id, GValue *value, GParamSpec *spec)
{
    (void)id, (void)spec;
    g_value_set_string(value, ((Row *)object)->text);
}

static void row_class_init(RowClass *class)
{
    class->get_property = row_get_text;
    g_object_class_install_property(
        class, 1, g_param_spec_string("text", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

/* ---- the view -------------------------------------------------------------- */

static void setup(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
    (void)factory, (void)data;
    GtkWidget *label = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_list_item_set_child(item, label);
}

static void bind(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
    (void)factory, (void)data;
    Row *row = gtk_list_item_get_item(item);
    row->bound++;
    row->label = gtk_list_item_get_child(item);
    GBinding *binding = g_object_bind_property(row, "text", row->label, "label", G_BINDING_SYNC_CREATE);
    g_object_set_data(G_OBJECT(item), "binding", binding);
}

static void unbind(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
    (void)factory, (void)data;
    g_binding_unbind(g_object_get_data(G_OBJECT(item), "binding"));
    Row *row = gtk_list_item_get_item(item);
    if (row->label == gtk_list_item_get_child(item))
        row->label = NULL;
}

static gboolean is_seen(const Row *row)
{
    return row->label != NULL && gtk_widget_get_mapped(row->label)
           && g_strcmp0(gtk_label_get_text(GTK_LABEL(row->label)), row->text) == 0;
}

static void save_picture(GtkWidget *window, const char *path)
{
    for (int i = 0; i < 1000; i++) {
        g_main_context_iteration(NULL, FALSE);
        g_usleep(1000);
    }
    GdkPaintable *paintable = gtk_widget_paintable_new(window);
    GtkSnapshot *snapshot = gtk_snapshot_new();
    int width = gtk_widget_get_width(window), height = gtk_widget_get_height(window);
    gdk_paintable_snapshot(paintable, snapshot, width, height);
    GskRenderNode *node = gtk_snapshot_free_to_node(snapshot);
    CHECK(node != NULL);
    GdkTexture *texture =
        gsk_renderer_render_texture(gtk_native_get_renderer(GTK_NATIVE(window)), node, NULL);
    CHECK(gdk_texture_save_to_png(texture, path));
    g_object_unref(texture);
    gsk_render_node_unref(node);
    g_object_unref(paintable);
}

/* ---- the list -------------------------------------------------------------- */

enum { KEYS = 32 };

static Row *row_of[KEYS];
static GListStore *rows;
static GtkSelectionModel *selection;
static iq_list *list;

/* The list shows these keys from now on, a 0 at the end; and so do the rows. */
static void show(const uint64_t *keys)
{
    iq_key names[KEYS];
    uint64_t contents[KEYS];
    void *models[KEYS];
    iq_columns items = {.struct_size = sizeof items, .keys = names, .contents = contents, .models = models};
    iq_changeset *changes;
    for (; keys[items.count] != 0; items.count++) {
        Row *row = row_of[keys[items.count]];
        names[items.count] = iq_key_from_u64(row->key);
        contents[items.count] = g_str_hash(row->text) + 1;
        models[items.count] = row;
    }
    CHECK(iq_list_set_items(list, &items, NULL, &changes) == IQ_OK);
    CHECK(tell_gtk(rows, selection, list, changes) == IQ_OK);
    iq_changeset_destroy(changes);
    CHECK(g_list_model_get_n_items(G_LIST_MODEL(rows)) == items.count);
    for (guint i = 0; i < items.count; i++) {
        Row *row = g_list_model_get_item(G_LIST_MODEL(rows), i);
        CHECK(row == row_of[keys[i]]);
        g_object_unref(row);
    }
    /* The view draws when it comes to it; on a busy machine that may be late. */
    gint64 end = g_get_monotonic_time() + 60 * G_USEC_PER_SEC;
    for (guint i = 0; i < items.count; i++)
        while (!is_seen(row_of[keys[i]])) {
            CHECK(g_get_monotonic_time() < end);
            if (!g_main_context_iteration(NULL, FALSE))
                g_usleep(1000);
        }
    while (g_main_context_iteration(NULL, FALSE)) {
    }
}

/* Exactly the rows of these keys are selected, a 0 at the end. */
static void check_selected(const uint64_t *keys)
{
    size_t wanted = 0, found = 0;
    for (; keys[wanted] != 0; wanted++) {
        guint position;
        CHECK(g_list_store_find(rows, row_of[keys[wanted]], &position));
        CHECK(gtk_selection_model_is_selected(selection, position));
    }
    for (guint i = 0; i < g_list_model_get_n_items(G_LIST_MODEL(rows)); i++)
        found += gtk_selection_model_is_selected(selection, i);
    CHECK(found == wanted);
}

static GtkWidget *window_of(GtkSelectionModel *model)
{
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(setup), NULL);
    g_signal_connect(factory, "bind", G_CALLBACK(bind), NULL);
    g_signal_connect(factory, "unbind", G_CALLBACK(unbind), NULL);
    GtkWidget *window = gtk_window_new(), *scrolled = gtk_scrolled_window_new();
    gtk_window_set_default_size(GTK_WINDOW(window), 320, 400);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), gtk_list_view_new(model, factory));
    gtk_window_set_child(GTK_WINDOW(window), scrolled);
    gtk_window_present(GTK_WINDOW(window));
    return window;
}

static void check_many(void)
{
    show((const uint64_t[]){1, 2, 3, 4, 5, 6, 7, 8, 0});
    for (guint i = 2; i < 8; i += 2)
        gtk_selection_model_select_item(selection, i, FALSE); /* 3 5 7 */
    gtk_selection_model_select_item(selection, 7, FALSE);     /* 8     */
    check_selected((const uint64_t[]){3, 5, 7, 8, 0});

    /* 3 and 4 change, and nothing else. */
    unsigned bound[] = {row_of[3]->bound, row_of[4]->bound};
    g_strlcpy(row_of[3]->text, "Row 3, changed", sizeof row_of[3]->text);
    g_strlcpy(row_of[4]->text, "Row 4, changed", sizeof row_of[4]->text);
    show((const uint64_t[]){1, 2, 3, 4, 5, 6, 7, 8, 0});
    CHECK(row_of[3]->bound == bound[0] && row_of[4]->bound == bound[1]);
    check_selected((const uint64_t[]){3, 5, 7, 8, 0});

    /* 7 moves to the front, 5 moves and changes, 8 goes, 9 comes. */
    g_strlcpy(row_of[5]->text, "Row 5, moved and changed", sizeof row_of[5]->text);
    show((const uint64_t[]){7, 1, 2, 3, 4, 6, 5, 9, 0});
    check_selected((const uint64_t[]){3, 5, 7, 0});

    /* All in another order. */
    show((const uint64_t[]){9, 5, 6, 4, 3, 2, 1, 7, 0});
    check_selected((const uint64_t[]){3, 5, 7, 0});
}

/* The one that is selected always is. */
static void check_single(void)
{
    show((const uint64_t[]){1, 2, 3, 4, 0});
    gtk_selection_model_select_item(selection, 2, TRUE);
    g_strlcpy(row_of[3]->text, "Row 3, changed again", sizeof row_of[3]->text);
    show((const uint64_t[]){3, 5, 1, 2, 4, 0});
    check_selected((const uint64_t[]){3, 0});
}

int main(int argc, char **argv)
{
    gtk_init();
    for (uint64_t key = 1; key < KEYS; key++) {
        row_of[key] = g_object_new(row_get_type(), NULL);
        row_of[key]->key = key;
        g_snprintf(row_of[key]->text, sizeof row_of[key]->text, "Row %d", (int)key);
    }
    for (int single = 1; single >= 0; single--) {
        CHECK(iq_list_create(NULL, &list) == IQ_OK);
        rows = g_list_store_new(row_get_type());
        GListModel *model = g_object_ref(G_LIST_MODEL(rows));
        selection = single ? GTK_SELECTION_MODEL(gtk_single_selection_new(model))
                           : GTK_SELECTION_MODEL(gtk_multi_selection_new(model));
        GtkWidget *window = window_of(g_object_ref(selection));
        if (single)
            check_single();
        else
            check_many();
        if (!single && argc > 1)
            save_picture(window, argv[1]);
        gtk_window_destroy(GTK_WINDOW(window));
        g_object_unref(selection);
        g_object_unref(rows);
        iq_list_destroy(list);
    }
    return 0;
}

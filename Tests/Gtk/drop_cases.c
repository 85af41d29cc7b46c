/*
 * drop_cases.c - IqGtkView and what a real pointer drags to it from another widget.
 *
 *     drop_cases [picture.png]      the mark while something is dragged
 */
#include "cards.h"
#include "pointer.h"

#include <string.h>

typedef struct {
    guint drops;
    iq_position position;
    char text[32];
} Dropped;

static gboolean take(IqGtkView *view, const GValue *value, const iq_position *position, Dropped *dropped)
{
    (void)view;
    dropped->drops++;
    dropped->position = *position;
    g_strlcpy(dropped->text, g_value_get_string(value), sizeof dropped->text);
    return TRUE;
}

static void note_end(GtkDragSource *source, GdkDrag *drag, gboolean deletes, gboolean *is_taken)
{
    (void)source, (void)drag;
    *is_taken = deletes;
}

/* A label that a text can be dragged out of. */
static GtkWidget *add_source(Table *table, gboolean *is_taken)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), *label = gtk_label_new("Drag this");
    GtkDragSource *source = gtk_drag_source_new();
    GdkContentProvider *content = gdk_content_provider_new_typed(G_TYPE_STRING, "a text");

    gtk_drag_source_set_content(source, content);
    g_object_unref(content);
    gtk_drag_source_set_actions(source, GDK_ACTION_MOVE | GDK_ACTION_COPY);
    g_signal_connect(source, "drag-end", G_CALLBACK(note_end), is_taken);
    gtk_widget_add_controller(label, GTK_EVENT_CONTROLLER(source));
    gtk_widget_set_size_request(label, -1, 40);
    g_object_ref(table->scrolled);
    gtk_window_set_child(GTK_WINDOW(table->window), box);
    gtk_widget_set_vexpand(table->scrolled, TRUE);
    gtk_box_append(GTK_BOX(box), label);
    gtk_box_append(GTK_BOX(box), table->scrolled);
    g_object_unref(table->scrolled);
    table_settle(table);
    return label;
}

static GtkWidget *mark_of(Table *table)
{
    GtkWidget *child = gtk_widget_get_first_child(table->view);

    while (strcmp(gtk_widget_get_css_name(child), "mark") != 0)
        child = gtk_widget_get_next_sibling(child);
    return gtk_widget_get_child_visible(child) ? child : NULL;
}

/* The button stays down over the view. */
static void drag_to(Table *table, GtkWidget *label, double x, double y)
{
    double left, top;

    CHECK(gtk_widget_translate_coordinates(label, table->view, 20, 20, &left, &top));
    pointer_move(label, 20, 20);
    pointer_press(1);
    pointer_drag(table->view, left, top, x, y);
    table_settle(table);
}

static void check_a_drop(Table *table, GtkWidget *label, const gboolean *is_taken, const char *picture)
{
    GType types[] = {G_TYPE_STRING};
    Dropped dropped = {0};
    graphene_rect_t bounds = table_bounds(table, table_find(table, table->stacks[0][1]->number));
    double middle = bounds.origin.y + bounds.size.height / 2;

    /* Nothing is accepted at first. */
    g_signal_connect(table->view, "drop", G_CALLBACK(take), &dropped);
    drag_to(table, label, 100, middle);
    CHECK(mark_of(table) == NULL);
    pointer_release(1);
    pointer_wait(700);
    CHECK(dropped.drops == 0);

    /* Behind the middle of the second card is before the third one. */
    iq_gtk_view_accept(IQ_GTK_VIEW(table->view), types, 1, GDK_ACTION_MOVE);
    drag_to(table, label, 100, middle + 4);
    CHECK(mark_of(table) != NULL);
    graphene_rect_t mark = table_bounds(table, mark_of(table));
    float end = bounds.origin.y + bounds.size.height;
    CHECK(mark.size.height >= 3 && mark.origin.y > end - 6 && mark.origin.y < end + 6);
    if (picture != NULL)
        pointer_save_picture(picture);
    pointer_release(1);
    pointer_wait(300);
    CHECK(dropped.drops == 1 && strcmp(dropped.text, "a text") == 0 && *is_taken);
    CHECK(dropped.position.section == 0 && dropped.position.item == 2 && mark_of(table) == NULL);

    /* Out of the view again. */
    drag_to(table, label, 100, middle);
    CHECK(mark_of(table) != NULL);
    pointer_drag(label, 100, 60, 100, 10);
    CHECK(mark_of(table) == NULL);
    pointer_release(1);
    pointer_wait(700);
    CHECK(dropped.drops == 1);
}

/* Items of the view itself, by a real drag. */
static void check_a_reorder(Table *table)
{
    GtkWidget *view = iq_gtk_view_new(table->all, NULL, 0);
    Card **first = table->stacks[0];
    iq_item_info info = {.struct_size = sizeof info};
    iq_item item;

    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(table->scrolled), view);
    table->view = view;
    iq_gtk_view_set_reorderable(IQ_GTK_VIEW(view), TRUE);
    table_settle(table);
    graphene_rect_t one = table_bounds(table, table_find(table, first[0]->number));
    graphene_rect_t two = table_bounds(table, table_find(table, first[1]->number));
    pointer_move(view, 50, one.origin.y + 10);
    pointer_press(1);
    pointer_drag(view, 50, one.origin.y + 10, 50, two.origin.y + two.size.height - 2);
    CHECK(mark_of(table) != NULL);
    pointer_release(1);
    pointer_wait(300);
    CALL(iq_list_find_item_at(table->all, 1, &item));
    CALL(iq_list_get_item_info(table->all, item, 0, &info));
    CHECK(info.model == first[0]);
}

int main(int argc, char **argv)
{
    gboolean is_taken = FALSE;

    gtk_init();
    g_log_set_always_fatal((GLogLevelFlags)(G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING));
    Table *table = table_new(AS_LIST);
    GtkWidget *label = add_source(table, &is_taken);
    check_a_drop(table, label, &is_taken, argc > 1 ? argv[1] : NULL);
    check_a_reorder(table);
    table_free(table);
    return 0;
}

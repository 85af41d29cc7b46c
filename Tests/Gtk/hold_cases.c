/*
 * hold_cases.c - IqGtkView holds its list from the press of a real pointer to the release, in whichever way
 * that ends.
 */
#include "cards.h"
#include "pointer.h"

/* A new first card, which the list that is shown follows unless it is held. */
static Card *add_card(Table *table)
{
    Card *card = table_make_card(table);

    table_insert(table, 0, 0, card);
    table_show(table);
    table_settle(table);
    return card;
}

static gboolean is_shown(Table *table, const Card *card)
{
    iq_item item;

    return iq_list_find_item(table->found, NULL, iq_key_from_u64((uint64_t)card->number), &item) == IQ_OK;
}

/* On a card; what changes meanwhile is not seen. */
static Card *press(Table *table, guint button)
{
    pointer_move(table->view, 30, 60);
    pointer_press(button);
    CHECK(count_holds(table->found) == 1);
    Card *card = add_card(table);
    CHECK(!is_shown(table, card));
    return card;
}

/* It is seen now, without a call, and the next press and release are a pair again. */
static void check_resumed(Table *table, const Card *card)
{
    for (int tries = 0; tries < 100 && !is_shown(table, card); tries++)
        pointer_wait(20);
    CHECK(count_holds(table->found) == 0 && is_shown(table, card));
    table_settle(table);
    table_check(table);
    pointer_move(table->view, 30, 60);
    pointer_press(1);
    CHECK(count_holds(table->found) == 1);
    pointer_release(1);
    CHECK(count_holds(table->found) == 0);
}

static void check_releases(Table *table)
{
    for (guint button = 1; button <= 3; button++) {
        Card *card = press(table, button);
        pointer_release(button);
        check_resumed(table, card);
    }
    /* Beside the window. */
    Card *card = press(table, 1);
    pointer_move(table->view, 30, gtk_widget_get_height(table->view) + 40);
    CHECK(count_holds(table->found) == 1);
    pointer_release(1);
    check_resumed(table, card);

    /* The card that was pressed is far away by then. */
    card = press(table, 1);
    table_scroll(table, 3000);
    table_settle(table);
    pointer_release(1);
    table_scroll(table, -3000);
    check_resumed(table, card);

    /* On the bar, that is not in the view. */
    GtkWidget *bar = gtk_scrolled_window_get_vscrollbar(GTK_SCROLLED_WINDOW(table->scrolled));
    pointer_move(bar, gtk_widget_get_width(bar) / 2.0, 30);
    pointer_press(1);
    CHECK(count_holds(table->found) == 0);
    pointer_release(1);
}

static void check_a_view_that_is_hidden(Table *table)
{
    Card *card = press(table, 1);

    gtk_widget_set_visible(table->view, FALSE);
    CHECK(count_holds(table->found) == 0);
    pointer_release(1);
    gtk_widget_set_visible(table->view, TRUE);
    table_settle(table);
    check_resumed(table, card);
}

static void claim(GtkGesture *gesture, double x, double y, gpointer data)
{
    (void)x, (void)y, (void)data;
    gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED);
}

/* The press belongs to somebody else from then on. */
static void check_a_sequence_that_is_cancelled(Table *table)
{
    GtkGesture *gesture = gtk_gesture_drag_new();

    gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(gesture), GTK_PHASE_CAPTURE);
    g_signal_connect(gesture, "drag-update", G_CALLBACK(claim), NULL);
    gtk_widget_add_controller(table->window, GTK_EVENT_CONTROLLER(gesture));
    Card *card = press(table, 1);
    pointer_drag(table->view, 30, 60, 90, 120);
    pointer_release(1);
    gtk_widget_remove_controller(table->window, GTK_EVENT_CONTROLLER(gesture));
    check_resumed(table, card);
}

/* Items that are dragged out of the view keep it held, until they are dropped or are not. */
static void check_drags_of_items(Table *table)
{
    iq_gtk_view_set_reorderable(IQ_GTK_VIEW(table->view), TRUE);
    for (int is_cancelled = 0; is_cancelled < 2; is_cancelled++) {
        Card *card = press(table, 1);
        pointer_drag(table->view, 30, 60, 150, 150);
        /* The press has ended by now, and only the drag holds. */
        pointer_wait(200);
        pointer_drag(table->view, 140, 140, 150, 150);
        CHECK(count_holds(table->found) == 1 && !is_shown(table, card));
        if (is_cancelled) {
            pointer_hold_key("Escape");
            pointer_let_key("Escape");
        }
        pointer_release(1);
        pointer_wait(800);
        check_resumed(table, card);
    }
    iq_gtk_view_set_reorderable(IQ_GTK_VIEW(table->view), FALSE);
}

/* Of a widget of the host's in the view: over it, or out of the window at once. */
static void check_drags_of_a_cell(Table *table)
{
    for (int is_far = 0; is_far < 2; is_far++) {
        gtk_adjustment_set_value(table_adjustment(table), 0);
        table_settle(table);
        GtkWidget *child = gtk_widget_get_first_child(table_find(table, table->stacks[0][2]->number));
        GtkDragSource *source = gtk_drag_source_new();
        GdkContentProvider *content = gdk_content_provider_new_typed(G_TYPE_STRING, "a text");

        gtk_drag_source_set_content(source, content);
        g_object_unref(content);
        gtk_widget_add_controller(child, GTK_EVENT_CONTROLLER(source));
        pointer_move(child, 10, 10);
        pointer_press(1);
        CHECK(count_holds(table->found) == 1);
        if (is_far)
            pointer_move(table->view, 500, 400);
        else
            pointer_drag(child, 10, 10, 60, 60);
        CHECK(gtk_drag_source_get_drag(source) != NULL);
        CHECK(is_far || count_holds(table->found) == 0);
        Card *card = add_card(table);
        pointer_release(1);
        pointer_wait(800);
        gtk_widget_remove_controller(child, GTK_EVENT_CONTROLLER(source));
        if (is_far)
            pointer_move(table->view, 40, 70);
        check_resumed(table, card);
    }
}

static void check_that_it_is_off(Table *table)
{
    IqGtkView *view = IQ_GTK_VIEW(table->view);
    Card *card = press(table, 1);

    CHECK(iq_gtk_view_get_hold_while_pressed(view));
    iq_gtk_view_set_hold_while_pressed(view, FALSE);
    CHECK(count_holds(table->found) == 0);
    pointer_wait(60);
    CHECK(is_shown(table, card));
    pointer_release(1);
    pointer_press(1);
    CHECK(count_holds(table->found) == 0 && is_shown(table, add_card(table)));
    iq_gtk_view_set_hold_while_pressed(view, TRUE);
    CHECK(count_holds(table->found) == 1);
    pointer_release(1);
    CHECK(count_holds(table->found) == 0);
}

/* A list or a view that ends while it is pressed: what is left is free. */
static void check_ends(Table *table)
{
    iq_list *other;

    CALL(iq_list_derive(table->all, NULL, &other));
    for (int i = 0; i < 2; i++) {
        GtkWidget *view = iq_gtk_view_new(i == 0 ? table->found : other, NULL, 0);
        gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(table->scrolled), view);
        table->view = view;
        table_settle(table);
        pointer_move(view, 30, 60);
        pointer_press(1);
        CHECK(count_holds(i == 0 ? table->found : other) == 1);
        if (i == 1) {
            iq_list_destroy(other);
            table_settle(table);
        }
        gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(table->scrolled), NULL);
        CHECK(count_holds(table->found) == 0);
        pointer_release(1);
    }
    table->view = iq_gtk_view_new(table->found, NULL, 0);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(table->scrolled), table->view);
    table_settle(table);
}

int main(void)
{
    gtk_init();
    g_log_set_always_fatal((GLogLevelFlags)(G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING));
    Table *table = table_new(AS_LIST);
    check_releases(table);
    check_a_view_that_is_hidden(table);
    check_a_sequence_that_is_cancelled(table);
    check_drags_of_items(table);
    check_drags_of_a_cell(table);
    check_that_it_is_off(table);
    check_ends(table);
    table_free(table);
    return 0;
}

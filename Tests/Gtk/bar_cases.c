/*
 * bar_cases.c - IqGtkView and a scroll bar that a real pointer holds.
 */
#include "cards.h"
#include "pointer.h"

/* ---- a scroll bar that is held ---------------------------------------------------- */

static GtkWidget *slider_of(GtkWidget *bar)
{
    GtkWidget *range = gtk_widget_get_first_child(bar), *trough = gtk_widget_get_first_child(range);

    return gtk_widget_get_last_child(trough);
}

/* Once it has grown under the pointer. What moves it does so soon: GTK would take a long press for another. */
static void press_slider(GtkWidget *bar)
{
    GtkWidget *slider = slider_of(bar);

    pointer_move(slider, gtk_widget_get_width(slider) / 2.0, gtk_widget_get_height(slider) / 2.0);
    pointer_wait(400);
    pointer_press(1);
}

/* Where the slider is along the bar. */
static double start_of_slider(GtkWidget *bar)
{
    graphene_rect_t bounds;

    CHECK(gtk_widget_compute_bounds(slider_of(bar), bar, &bounds));
    return gtk_orientable_get_orientation(GTK_ORIENTABLE(bar)) == GTK_ORIENTATION_VERTICAL ? bounds.origin.y
                                                                                           : bounds.origin.x;
}

/* The last card that is in the view, or a part of it. */
static int last_in_view(Table *table)
{
    int last = 0, height = gtk_widget_get_height(table->view);

    for (size_t i = 0; i < table->made; i++) {
        GtkWidget *cell = table_find(table, table->cards[i].number);
        if (cell != NULL && table_bounds(table, cell).origin.y < (float)height)
            last = MAX(last, table->cards[i].number);
    }
    CHECK(last != 0);
    return last;
}

static GtkWidget *find_last(Table *table)
{
    return table_find(table, table->stacks[STACKS - 1][table->counts[STACKS - 1] - 1]->number);
}

/* The last card is at the view's end, above the inset. */
static gboolean is_at_end(Table *table)
{
    GtkWidget *cell = find_last(table);

    if (cell == NULL)
        return FALSE;
    graphene_rect_t bounds = table_bounds(table, cell);
    return bounds.origin.y + bounds.size.height + 7 == gtk_widget_get_height(table->view);
}

static void grow(Table *table, Card *card)
{
    card->height += 50;
    gtk_widget_set_size_request(gtk_widget_get_first_child(table_find(table, card->number)), card->width,
                                card->height);
    table_settle(table);
}

/* Drags the slider of a bar down to the end and back to the middle, over rows that are not measured. */
static void check_slider(Table *table, GtkWidget *bar)
{
    GtkAdjustment *adjustment = table_adjustment(table);
    double upper = gtk_adjustment_get_upper(adjustment);
    double most = upper - gtk_adjustment_get_page_size(adjustment);
    int height = gtk_widget_get_height(bar);

    press_slider(bar);
    double from = start_of_slider(bar);
    grow(table, table->stacks[0][0]);
    CHECK(gtk_adjustment_get_upper(adjustment) == upper && start_of_slider(bar) == from);
    for (int by = 20; by < height; by += 20) {
        pointer_move(bar, 5, from + by);
        CHECK(gtk_adjustment_get_lower(adjustment) == 0 && gtk_adjustment_get_upper(adjustment) == upper);
    }
    CHECK(gtk_adjustment_get_value(adjustment) == most && is_at_end(table));
    pointer_move(bar, 5, height / 2.0);
    double middle = start_of_slider(bar);
    pointer_wait(600);
    CHECK(gtk_adjustment_get_upper(adjustment) == upper && start_of_slider(bar) == middle);
    pointer_move(bar, 5, height + 20);
    CHECK(gtk_adjustment_get_value(adjustment) == most && is_at_end(table));
    pointer_release(1);
    table_settle(table);
    CHECK(gtk_adjustment_get_upper(adjustment) != upper && is_at_end(table));
    most = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment);
    CHECK(gtk_adjustment_get_lower(adjustment) == 0 && gtk_adjustment_get_value(adjustment) == most);
    table_check(table);
}

static void check_that_a_slider_that_is_held_stays_under_the_pointer(void)
{
    Table *table = table_new(AS_LIST);

    check_slider(table, gtk_scrolled_window_get_vscrollbar(GTK_SCROLLED_WINDOW(table->scrolled)));
    table_free(table);
}

/* Beside the scrolled window, in another one than before. */
static void check_any_bar_of_the_adjustment(void)
{
    Table *table = table_new(AS_LIST);
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0), *other = gtk_scrolled_window_new();

    g_object_ref(table->view);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(table->scrolled), NULL);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(other), table->view);
    g_object_unref(table->view);
    GtkWidget *bar = gtk_scrollbar_new(GTK_ORIENTATION_VERTICAL, table_adjustment(table));
    gtk_widget_set_hexpand(other, TRUE);
    gtk_box_append(GTK_BOX(box), other);
    gtk_box_append(GTK_BOX(box), bar);
    gtk_window_set_child(GTK_WINDOW(table->window), box);
    table_settle(table);
    check_slider(table, bar);
    table_free(table);
}

/* Nobody lets go of it. */
static void check_that_a_bar_that_goes_is_let_go(void)
{
    Table *table = table_new(AS_LIST);
    GtkAdjustment *adjustment = table_adjustment(table);
    GtkWidget *bar = gtk_scrolled_window_get_vscrollbar(GTK_SCROLLED_WINDOW(table->scrolled));
    double upper = gtk_adjustment_get_upper(adjustment);

    press_slider(bar);
    pointer_move(bar, 5, 200);
    CHECK(gtk_adjustment_get_upper(adjustment) == upper);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(table->scrolled), GTK_POLICY_NEVER,
                                   GTK_POLICY_EXTERNAL);
    table_settle(table);
    CHECK(gtk_adjustment_get_upper(adjustment) != upper);
    table_scroll(table, 50);
    table_settle(table);
    table_check(table);
    pointer_release(1);
    table_free(table);
}

/* A press beside the slider scrolls by a page of the content, as a wheel does, however much is measured. */
static void check_that_pages_leave_nothing_out(void)
{
    Table *table = table_new(AS_LIST);
    GtkAdjustment *adjustment = table_adjustment(table);
    GtkWidget *bar = gtk_scrolled_window_get_vscrollbar(GTK_SCROLLED_WINDOW(table->scrolled));

    for (int i = 0; i < 6; i++) {
        int number = last_in_view(table);
        double y = table_bounds(table, table_find(table, number)).origin.y;
        double value = gtk_adjustment_get_value(adjustment);
        pointer_move(bar, 5, gtk_widget_get_height(bar) - 2);
        pointer_press(i % 2 == 0 ? 2 : 5);
        pointer_release(i % 2 == 0 ? 2 : 5);
        table_settle(table);
        double by = gtk_adjustment_get_value(adjustment) - value;
        double moved = y - table_bounds(table, table_find(table, number)).origin.y;
        CHECK(by > 0 && ABS(moved - by) < 1);
        table_check(table);
    }
    double upper = gtk_adjustment_get_upper(adjustment);
    pointer_press(2);
    pointer_wait(500);
    CHECK(gtk_adjustment_get_upper(adjustment) != upper);
    pointer_release(2);
    table_free(table);
}

static void check_a_horizontal_bar(void)
{
    Table *table = table_new(AS_LIST);
    iq_view_options options = {.struct_size = sizeof options, .flags = IQ_VIEW_HORIZONTAL};
    iq_section_layout layout = {.struct_size = sizeof layout};

    for (int mirrored = 0; mirrored < 2; mirrored++) {
        table->view = iq_gtk_view_new(table->found, &options, 0);
        CALL(iq_gtk_view_set_layout(IQ_GTK_VIEW(table->view), (iq_section){0}, &layout));
        gtk_widget_set_direction(table->view, mirrored ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR);
        gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(table->scrolled), table->view);
        table_settle(table);
        GtkAdjustment *adjustment = gtk_scrollable_get_hadjustment(GTK_SCROLLABLE(table->view));
        GtkWidget *bar = gtk_scrolled_window_get_hscrollbar(GTK_SCROLLED_WINDOW(table->scrolled));
        int width = gtk_widget_get_width(bar);
        double upper = gtk_adjustment_get_upper(adjustment);
        double most = upper - gtk_adjustment_get_page_size(adjustment);
        press_slider(bar);
        for (int part = 1; part <= 10; part++) {
            pointer_move(bar, mirrored ? width - width * part / 10.0 : width * part / 10.0, 5);
            CHECK(gtk_adjustment_get_lower(adjustment) == 0 && gtk_adjustment_get_upper(adjustment) == upper);
        }
        CHECK(gtk_adjustment_get_value(adjustment) == (mirrored ? 0 : most));
        graphene_rect_t bounds = table_bounds(table, find_last(table));
        CHECK(mirrored ? bounds.origin.x == 0
                       : bounds.origin.x + bounds.size.width == gtk_widget_get_width(table->view));
        pointer_release(1);
        table_settle(table);
        CHECK(gtk_adjustment_get_upper(adjustment) != upper);
    }
    table_free(table);
}

int main(void)
{
    gtk_init();
    g_log_set_always_fatal((GLogLevelFlags)(G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING));
    check_that_a_slider_that_is_held_stays_under_the_pointer();
    check_any_bar_of_the_adjustment();
    check_that_a_bar_that_goes_is_let_go();
    check_that_pages_leave_nothing_out();
    check_a_horizontal_bar();
    return 0;
}

/*
 * view_cases.c - IqGtkView, one property at a time.
 *
 *     view_cases [picture.png]      what is seen of 200,000 items
 */
#include "cards.h"

#include <stdlib.h>
#include <string.h>

static iq_item item_of(Table *table, int number)
{
    iq_item item;

    CALL(iq_list_find_item(table->found, NULL, iq_key_from_u64((uint64_t)number), &item));
    return item;
}

static gboolean is_selected(Table *table, int number)
{
    iq_item_info info = {.struct_size = sizeof info};

    CALL(iq_list_get_item_info(table->found, item_of(table, number), 0, &info));
    return (info.states & IQ_STATE_SELECTED) != 0;
}

static int number_of(GtkWidget *cell)
{
    return atoi(gtk_label_get_text(GTK_LABEL(gtk_widget_get_first_child(cell))));
}

static int focused(Table *table)
{
    GtkWidget *cell = gtk_widget_get_focus_child(table->view);

    return cell != NULL ? number_of(cell) : 0;
}

static void wait(guint milliseconds)
{
    gint64 end = g_get_monotonic_time() + milliseconds * 1000;

    while (g_get_monotonic_time() < end)
        g_main_context_iteration(NULL, FALSE);
}

/* Of a card in the middle of the view. */
static int number_in_sight(Table *table)
{
    for (size_t i = 0; i < table->made; i++) {
        GtkWidget *cell = table_find(table, table->cards[i].number);
        graphene_rect_t bounds = {0};
        if (cell != NULL)
            bounds = table_bounds(table, cell);
        if (bounds.origin.y > 60 && bounds.origin.y < 200)
            return table->cards[i].number;
    }
    CHECK(!"something is seen");
    return 0;
}

/* Rows that come above while the user scrolls move the bounds, not the value. Later the content begins at 0
 * again. */
static void check_that_a_correction_leaves_the_value_alone(void)
{
    Table *table = table_new(AS_LIST);
    GtkAdjustment *adjustment = table_adjustment(table);

    table_scroll(table, 900);
    table_settle(table);
    int number = number_in_sight(table);
    float y = table_bounds(table, table_find(table, number)).origin.y;
    double value = gtk_adjustment_get_value(adjustment);
    for (int i = 0; i < 4; i++)
        table_insert(table, 0, 0, table_make_card(table));
    table_scroll(table, 3);
    table_show(table);
    table_settle(table);
    CHECK(gtk_adjustment_get_value(adjustment) == value + 3);
    CHECK(gtk_adjustment_get_lower(adjustment) < 0);
    CHECK(table_bounds(table, table_find(table, number)).origin.y == y - 3);
    wait(1100);
    table_settle(table);
    CHECK(gtk_adjustment_get_lower(adjustment) == 0);
    CHECK(gtk_adjustment_get_value(adjustment) > value + 3);
    CHECK(table_bounds(table, table_find(table, number)).origin.y == y - 3);
    table_check(table);
    table_free(table);
}

/* A touchpad scrolls by less than a pixel at a time. */
static void check_that_parts_of_a_pixel_add_up(void)
{
    Table *table = table_new(AS_LIST);
    GtkAdjustment *adjustment = table_adjustment(table);
    int number = number_in_sight(table);
    float y = table_bounds(table, table_find(table, number)).origin.y;

    for (int i = 1; i <= 16; i++) {
        table_scroll(table, 0.25);
        table_settle(table);
        CHECK(gtk_adjustment_get_value(adjustment) == i * 0.25);
    }
    CHECK(table_bounds(table, table_find(table, number)).origin.y == y - 4);
    table_free(table);
}

static void show_cards(Table *table, size_t count)
{
    for (size_t i = 0; i < STACKS; i++)
        table->counts[i] = i == 0 ? count : 0;
    table_show(table);
    table_settle(table);
    table_settle(table);
}

/* Of that many cards of the first stack in columns, and the headers of all stacks. */
static int length_of(Table *table, size_t count, size_t columns)
{
    int length = STACKS * 30;

    for (size_t i = 0; i < count; i += columns) {
        int longest = 0;
        for (size_t j = i; j < MIN(i + columns, count); j++)
            longest = MAX(longest, table->stacks[0][j]->height + 6);
        length += longest;
    }
    return length;
}

/* A scrolled window is as long as the content, up to its limit, from the first frame on, and as wide as the
 * widest card needs it. */
static void check_the_natural_size(void)
{
    Table *table = table_new(AS_LIST);

    show_cards(table, 4);
    for (uint32_t columns = 1; columns < 4; columns += 2) {
        GtkWidget *view = iq_gtk_view_new(table->found, NULL, 0), *scrolled = gtk_scrolled_window_new();
        GtkScrolledWindow *window = GTK_SCROLLED_WINDOW(scrolled);
        iq_section_layout layout = {.struct_size = sizeof layout, .columns = columns};
        int widest = 0, natural;
        for (size_t i = 0; i < 4; i++)
            widest = MAX(widest, table->stacks[0][i]->width + 6);
        CALL(iq_gtk_view_set_layout(IQ_GTK_VIEW(view), (iq_section){0}, &layout));
        gtk_scrolled_window_set_child(window, view);
        gtk_scrolled_window_set_propagate_natural_height(window, TRUE);
        gtk_scrolled_window_set_propagate_natural_width(window, TRUE);
        gtk_scrolled_window_set_max_content_height(window, 450);
        gtk_widget_set_valign(scrolled, GTK_ALIGN_START);
        gtk_widget_set_halign(scrolled, GTK_ALIGN_START);
        gtk_widget_measure(scrolled, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
        CHECK(natural == widest * (int)columns);
        gtk_widget_measure(scrolled, GTK_ORIENTATION_VERTICAL, -1, NULL, &natural, NULL, NULL);
        CHECK(natural == MIN(450, length_of(table, 4, columns)));
        gtk_window_set_default_size(GTK_WINDOW(table->window), 420, 470);
        gtk_window_set_child(GTK_WINDOW(table->window), scrolled);
        for (size_t count = 0; count < 15; count += 2) {
            show_cards(table, count);
            CHECK(gtk_widget_get_height(scrolled) == MIN(450, length_of(table, count, columns)));
        }
        CHECK(gtk_widget_get_width(scrolled) >= widest * (int)columns);
        show_cards(table, 1);
        GtkWidget *cell = gtk_widget_get_first_child(view);
        gtk_widget_set_size_request(gtk_widget_get_first_child(gtk_widget_get_next_sibling(cell)), -1, 170);
        table_settle(table);
        CHECK(gtk_widget_get_height(scrolled) == STACKS * 30 + 176);
        table->view = view;
        show_cards(table, 4);
    }
    table_free(table);
}

/* Above what is seen, too: cards that were wider in a flow than a column is take one all the same. */
static void check_that_a_width_of_a_flow_is_no_span(void)
{
    Table *table = table_new(AS_FLOW);
    iq_view *view = iq_gtk_view_get_view(IQ_GTK_VIEW(table->view));
    iq_element element = {.struct_size = sizeof element};
    iq_rect frame;

    gtk_window_set_default_size(GTK_WINDOW(table->window), 300, 360);
    for (int i = 0; i < 8; i++) {
        table_scroll(table, 150);
        table_settle(table);
        table_check(table);
    }
    table_arrange(table, AS_GRID);
    table_settle(table);
    table_check(table);
    for (size_t i = 0; i < table->counts[0]; i++) {
        iq_key key = iq_key_from_u64((uint64_t)table->stacks[0][i]->number);
        CALL(iq_list_find_item(table->found, NULL, key, &element.item));
        CALL(iq_view_get_frame(view, &element, &frame));
        CHECK(frame.width < 100);
    }
    table_free(table);
}

/* What comes into the window is measured before it is seen. */
static void check_that_a_frame_is_complete(void)
{
    Table *table = table_new(AS_LIST);
    GtkAdjustment *adjustment = table_adjustment(table);
    iq_scene scene = {.struct_size = sizeof scene};

    for (int i = 1; i < 5; i++) {
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_upper(adjustment) * i / 5);
        CALL(iq_view_layout(iq_gtk_view_get_view(IQ_GTK_VIEW(table->view)), &scene));
        CHECK((scene.flags & (IQ_SCENE_CHANGED | IQ_SCENE_MEASURE)) == 0);
        table_settle(table);
        table_check(table);
    }
    table_free(table);
}

/* Nobody tells the list, or the view. */
static void check_that_a_widget_that_grows_is_measured(void)
{
    Table *table = table_new(AS_LIST);
    Card *card = table->stacks[0][0];

    for (int height = 150; height >= 30; height -= 60) {
        card->height = height;
        gtk_widget_set_size_request(gtk_widget_get_first_child(table_find(table, card->number)), -1, height);
        table_settle(table);
        table_check(table);
    }
    table_free(table);
}

/* In lanes each card is as high as it asks for, in a column, and covers no other. */
/* A submission to the list that the view's list follows is committed and shown. */
static void check_that_what_is_followed_is_polled(void)
{
    Table *table = table_new(AS_LIST);
    iq_snapshot *before, *after;

    CALL(iq_list_snapshot(table->all, &before));
    Card *card = table_make_card(table);
    table_insert(table, 0, 0, card);
    table_show(table);
    CALL(iq_list_snapshot(table->all, &after));
    CALL(iq_list_apply(table->all, before, NULL, NULL));
    table_settle(table);
    CHECK(table_find(table, card->number) == NULL);
    CALL(iq_list_submit(table->all, after, NULL, NULL));
    wait(200);
    table_settle(table);
    CHECK(table_find(table, card->number) != NULL);
    table_check(table);
    iq_snapshot_destroy(before);
    iq_snapshot_destroy(after);
    table_free(table);
}

static void check_lanes(void)
{
    Table *table = table_new(AS_FLOW);

    table_arrange(table, AS_LANES);
    for (int i = 0; i < 20; i++) {
        graphene_rect_t seen[CARDS];
        size_t count = 0;
        table_scroll(table, i < 15 ? 90 : -150);
        table_settle(table);
        int column = (gtk_widget_get_width(table->view) - 2 * 7 - 2 * 5) / 3;
        for (size_t j = 0; j < table->made; j++) {
            GtkWidget *cell = table_find(table, table->cards[j].number);
            if (cell == NULL)
                continue;
            seen[count] = table_bounds(table, cell);
            CHECK(seen[count].size.width == column && (int)(seen[count].origin.x - 7) % (column + 5) == 0);
            CHECK(seen[count].size.height == table->cards[j].height + 6);
            for (size_t k = 0; k < count; k++)
                CHECK(!graphene_rect_intersection(&seen[k], &seen[count], NULL));
            count++;
        }
        CHECK(count >= 6);
    }
    table_free(table);
}

static void check_keys(void)
{
    Table *table = table_new(AS_GRID);
    Card **first = table->stacks[0], *last = table->stacks[STACKS - 1][table->counts[STACKS - 1] - 1];

    CHECK(gtk_widget_grab_focus(table->view));
    CHECK(focused(table) == first[0]->number && !is_selected(table, first[0]->number));
    table_press(table, GDK_KEY_Right, 0);
    CHECK(focused(table) == first[1]->number && is_selected(table, first[1]->number));
    table_press(table, GDK_KEY_Down, GDK_SHIFT_MASK);
    for (int i = 0; i < 6; i++)
        CHECK(is_selected(table, first[i]->number) == (i >= 1 && i <= 4));
    table_press(table, GDK_KEY_Right, GDK_CONTROL_MASK);
    CHECK(focused(table) == first[5]->number && is_selected(table, first[4]->number));
    CHECK(!is_selected(table, first[5]->number));
    table_press(table, GDK_KEY_space, GDK_CONTROL_MASK);
    CHECK(is_selected(table, first[5]->number) && is_selected(table, first[1]->number));
    table_settle(table);
    table_check(table);
    table_press(table, GDK_KEY_End, 0);
    table_settle(table);
    CHECK(focused(table) == last->number && !is_selected(table, first[1]->number));
    CHECK(table_find(table, last->number) != NULL);
    table_check(table);
    table_press(table, GDK_KEY_Home, GDK_SHIFT_MASK);
    table_settle(table);
    CHECK(focused(table) == first[0]->number && is_selected(table, first[2]->number));
    table_check(table);
    table_free(table);
}

/* The focus stays on its item while that is out of sight, and goes to the next one when it is deleted. */
static void check_that_the_focus_stays(void)
{
    Table *table = table_new(AS_LIST);
    Card *next = table->stacks[0][4];

    CHECK(iq_gtk_view_focus_item(IQ_GTK_VIEW(table->view), item_of(table, table->stacks[0][3]->number)));
    GtkWidget *cell = gtk_widget_get_focus_child(table->view);
    table_settle(table);
    gtk_adjustment_set_value(table_adjustment(table), 1e6);
    table_settle(table);
    CHECK(gtk_widget_get_focus_child(table->view) == cell && focused(table) == table->stacks[0][3]->number);
    table_check(table);
    table_take(table, 0, 3);
    table_show(table);
    table_settle(table);
    CHECK(focused(table) == next->number);
    table->stacks[0][3]->content++;
    table_show(table);
    table_settle(table);
    CHECK(focused(table) == next->number);
    table_check(table);
    table_free(table);
}

static void take_event(IqGtkView *view, const iq_event *event, uint64_t *number)
{
    (void)view;
    if (event->kind == IQ_EVENT_ACTION)
        *number = event->number;
}

static void check_that_return_is_an_action(void)
{
    Table *table = table_new(AS_LIST);
    uint64_t number = 0;

    g_signal_connect(table->view, "event", G_CALLBACK(take_event), &number);
    gtk_widget_grab_focus(table->view);
    table_press(table, GDK_KEY_Return, 0);
    table_settle(table);
    CHECK(number == IQ_ACTION_PRIMARY);
    table_free(table);
}

/* Without a handler the view edits the list itself, which a derived one refuses. */
static void check_drops(void)
{
    Table *table = table_new(AS_LIST);
    Card **first = table->stacks[0];
    iq_item item;
    iq_item_info info = {.struct_size = sizeof info};
    GtkWidget *view = iq_gtk_view_new(table->all, NULL, 0);
    iq_section_layout layout = {.struct_size = sizeof layout, .flags = IQ_SECTION_LAYOUT_STICKY_HEADER};

    CHECK(!table_drag(table, 50, 60, 50, 200));
    iq_gtk_view_set_reorderable(IQ_GTK_VIEW(table->view), TRUE);
    CHECK(!table_drag(table, 50, 60, 50, 200));
    CALL(iq_gtk_view_set_layout(IQ_GTK_VIEW(view), (iq_section){0}, &layout));
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(table->scrolled), view);
    table->view = view;
    iq_gtk_view_set_reorderable(IQ_GTK_VIEW(view), TRUE);
    table_settle(table);
    graphene_rect_t bounds = table_bounds(table, table_find(table, first[2]->number));
    CHECK(!table_drag(table, 50, 10, 50, bounds.origin.y)); /* a header */
    CHECK(table_drag(table, 50, 35, 50, bounds.origin.y + bounds.size.height - 2));
    for (size_t i = 0; i < 4; i++) {
        const size_t order[] = {1, 2, 0, 3};
        CALL(iq_list_find_item_at(table->all, i, &item));
        CALL(iq_list_get_item_info(table->all, item, 0, &info));
        CHECK(info.model == first[order[i]]);
    }
    table_free(table);
}

/* Whether a view shows a card with a content. */
static gboolean shows(GtkWidget *view, int number, const char *content)
{
    char text[64];

    g_snprintf(text, sizeof text, "%d %s", number, content);
    for (GtkWidget *cell = gtk_widget_get_first_child(view); cell != NULL;
         cell = gtk_widget_get_next_sibling(cell)) {
        GtkWidget *label = gtk_widget_get_first_child(cell);
        if (gtk_widget_get_mapped(cell) && GTK_IS_LABEL(label)
            && strcmp(gtk_label_get_text(GTK_LABEL(label)), text) == 0)
            return TRUE;
    }
    return FALSE;
}

/* A view ends before its list, after it, and while others of the list live. */
static void check_ends(void)
{
    Table *table = table_new(AS_LIST);
    GtkWidget *window = gtk_window_new(), *other = iq_gtk_view_new(table->found, NULL, 0);

    gtk_window_set_default_size(GTK_WINDOW(window), 200, 200);
    gtk_window_set_child(GTK_WINDOW(window), other);
    gtk_window_present(GTK_WINDOW(window));
    table_settle(table);
    table->stacks[0][0]->content = 7;
    table_show(table);
    table_settle(table);
    table_check(table);
    CHECK(shows(other, table->stacks[0][0]->number, "7"));
    gtk_window_set_child(GTK_WINDOW(window), NULL);
    table->stacks[0][0]->content = 8;
    table_show(table);
    table_settle(table);
    table_check(table);
    other = iq_gtk_view_new(table->found, NULL, 0);
    gtk_window_set_child(GTK_WINDOW(window), other);
    table_settle(table);
    iq_list_destroy(table->found);
    iq_gtk_view_queue_layout(IQ_GTK_VIEW(other));
    iq_gtk_view_queue_layout(IQ_GTK_VIEW(table->view));
    table_settle(table);
    CHECK(table_count_widgets(table) == 0);
    CHECK(iq_gtk_view_get_view(IQ_GTK_VIEW(other)) == NULL);
    CHECK(iq_gtk_view_new(table->found, NULL, 0) == NULL);
    table->found = NULL;
    gtk_window_destroy(GTK_WINDOW(window));
    table_free(table);
}

static void check_a_horizontal_view(void)
{
    Table *table = table_new(AS_LIST);
    iq_view_options options = {.struct_size = sizeof options, .flags = IQ_VIEW_HORIZONTAL};
    GtkWidget *view = iq_gtk_view_new(table->found, &options, 0);
    iq_section_layout layout = {.struct_size = sizeof layout};
    int first = table->stacks[0][0]->number, second = table->stacks[0][1]->number;

    CALL(iq_gtk_view_set_layout(IQ_GTK_VIEW(view), (iq_section){0}, &layout));
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(table->scrolled), view);
    table->view = view;
    GtkAdjustment *adjustment = gtk_scrollable_get_hadjustment(GTK_SCROLLABLE(view));
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        gtk_widget_set_direction(view, mirrored ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR);
        table_settle(table);
        double most = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment);
        CHECK(gtk_adjustment_get_value(adjustment) == (mirrored ? most : 0));
        graphene_rect_t one = table_bounds(table, table_find(table, first));
        graphene_rect_t two = table_bounds(table, table_find(table, second));
        CHECK(one.size.width == table->stacks[0][0]->width + 6);
        CHECK(one.size.height == gtk_widget_get_height(view));
        graphene_rect_t left = mirrored ? two : one, right = mirrored ? one : two;
        CHECK(left.origin.x + left.size.width == right.origin.x);
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + (mirrored ? -20 : 20));
        table_settle(table);
        double moved = table_bounds(table, table_find(table, second)).origin.x - two.origin.x;
        CHECK(moved == (mirrored ? 20 : -20));
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + (mirrored ? 20 : -20));
    }
    table_free(table);
}

/* What a reader of screens is told. */
static void check_accessibility(void)
{
    Table *table = table_new(AS_LIST);
    GtkAccessible *cell = GTK_ACCESSIBLE(table_find(table, table->stacks[0][1]->number));
    size_t count;

    CALL(iq_list_get_count(table->found, NULL, &count));
    CHECK(gtk_test_accessible_has_role(GTK_ACCESSIBLE(table->view), GTK_ACCESSIBLE_ROLE_LIST));
    CHECK(gtk_test_accessible_has_role(cell, GTK_ACCESSIBLE_ROLE_LIST_ITEM));
    CHECK(gtk_test_accessible_check_relation(cell, GTK_ACCESSIBLE_RELATION_POS_IN_SET, 2) == NULL);
    CHECK(gtk_test_accessible_check_relation(cell, GTK_ACCESSIBLE_RELATION_SET_SIZE, (int)count) == NULL);
    iq_gtk_view_focus_item(IQ_GTK_VIEW(table->view), item_of(table, table->stacks[0][1]->number));
    table_press(table, GDK_KEY_space, 0);
    table_settle(table);
    CHECK(gtk_test_accessible_check_state(cell, GTK_ACCESSIBLE_STATE_SELECTED, TRUE) == NULL);
    table_free(table);
}

/* ---- many items -------------------------------------------------------------------------- */

enum { MANY = 200000 };

static void save_picture(GtkWidget *window, const char *path)
{
    GdkPaintable *paintable = gtk_widget_paintable_new(window);
    GtkSnapshot *snapshot = gtk_snapshot_new();

    gdk_paintable_snapshot(paintable, snapshot, gtk_widget_get_width(window), gtk_widget_get_height(window));
    GskRenderNode *node = gtk_snapshot_free_to_node(snapshot);
    GdkTexture *texture =
        gsk_renderer_render_texture(gtk_native_get_renderer(GTK_NATIVE(window)), node, NULL);
    CHECK(gdk_texture_save_to_png(texture, path));
    g_object_unref(texture);
    gsk_render_node_unref(node);
    g_object_unref(paintable);
}

static void check_that_widgets_are_few(const char *picture)
{
    Table *table = table_new(AS_LIST);
    GtkAdjustment *adjustment = table_adjustment(table);
    iq_key *keys = g_new(iq_key, MANY);
    void **models = g_new(void *, MANY);
    iq_class card;

    CALL(iq_class_find("card", &card));
    for (size_t i = 0; i < MANY; i++) {
        keys[i] = iq_key_from_u64(i + 1);
        models[i] = &table->cards[i % table->made];
    }
    iq_columns items = {.struct_size = sizeof items, .count = MANY, .keys = keys, .models = models,
                        .classes = &card, .class_stride = IQ_SAME};
    CALL(iq_list_set_items(table->all, &items, NULL, NULL));
    size_t most = 0;
    for (unsigned round = 0; round < 60; round++) {
        if (round % 20 == 0)
            table_arrange(table, (int)(round / 20));
        gtk_adjustment_set_value(adjustment, (double)random_below(&table->random, 1000) / 1000
                                                 * gtk_adjustment_get_upper(adjustment));
        table_settle(table);
        for (int i = 0; i < 5; i++) {
            table_scroll(table, -60);
            table_settle(table);
        }
        most = MAX(most, table_count_widgets(table));
    }
    CHECK(most >= 10 && most < 150);
    if (picture != NULL)
        save_picture(table->window, picture);
    table_free(table);
    g_free(keys);
    g_free(models);
}

int main(int argc, char **argv)
{
    g_setenv("GTK_A11Y", "test", TRUE);
    gtk_init();
    g_log_set_always_fatal((GLogLevelFlags)(G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING));
    check_that_a_correction_leaves_the_value_alone();
    check_that_parts_of_a_pixel_add_up();
    check_the_natural_size();
    check_that_a_width_of_a_flow_is_no_span();
    check_that_a_frame_is_complete();
    check_that_a_widget_that_grows_is_measured();
    check_that_what_is_followed_is_polled();
    check_lanes();
    check_keys();
    check_that_the_focus_stays();
    check_that_return_is_an_action();
    check_drops();
    check_ends();
    check_a_horizontal_view();
    check_accessibility();
    check_that_widgets_are_few(argc > 1 ? argv[1] : NULL);
    return 0;
}

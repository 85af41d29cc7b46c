/*
 * band_cases.c - IqGtkView and a rubber band of a real pointer.
 *
 *     band_cases [picture.png]      a band over cards in columns
 */
#include "cards.h"
#include "pointer.h"

#include <string.h>

static gboolean is_selected(Table *table, const Card *card)
{
    iq_item item;
    iq_item_info info = {.struct_size = sizeof info};

    CALL(iq_list_find_item(table->found, NULL, iq_key_from_u64((uint64_t)card->number), &item));
    CALL(iq_list_get_item_info(table->found, item, 0, &info));
    return (info.states & IQ_STATE_SELECTED) != 0;
}

/* How many are selected, and the first and the last one of them, by number. */
static size_t count_selected(Table *table, int *first, int *last)
{
    size_t count = 0;

    for (size_t i = 0; i < table->made; i++)
        if (is_selected(table, &table->cards[i])) {
            *last = table->cards[i].number;
            if (count++ == 0)
                *first = table->cards[i].number;
        }
    return count;
}

/* Of what is on the screen, the cards that a rectangle meets: `met` by number. */
static void find_met(Table *table, graphene_rect_t band, gboolean *met)
{
    for (size_t i = 0; i < table->made; i++) {
        GtkWidget *cell = table_find(table, table->cards[i].number);
        graphene_rect_t bounds = {0};
        if (cell != NULL)
            bounds = table_bounds(table, cell);
        if (cell != NULL && graphene_rect_intersection(&bounds, &band, NULL))
            met[table->cards[i].number] = TRUE;
    }
}

static void check_selected(Table *table, const gboolean *wanted)
{
    for (size_t i = 0; i < table->made; i++)
        CHECK(is_selected(table, &table->cards[i]) == wanted[table->cards[i].number]);
}

/* From one point to another; the button stays down. */
static void stretch(Table *table, double x, double y, double to_x, double to_y)
{
    pointer_move(table->view, x, y);
    pointer_press(1);
    pointer_drag(table->view, x, y, to_x, to_y);
}

static GtkWidget *child_named(Table *table, const char *name)
{
    GtkWidget *child = gtk_widget_get_first_child(table->view);

    while (child != NULL && strcmp(gtk_widget_get_css_name(child), name) != 0)
        child = gtk_widget_get_next_sibling(child);
    CHECK(child != NULL);
    return child;
}

static void check_what_is_met(Table *table, const char *picture)
{
    gboolean met[CARDS + 1] = {FALSE};

    find_met(table, GRAPHENE_RECT_INIT(3, 60, 200, 150), met);
    stretch(table, 3, 60, 202, 209);
    table_settle(table);
    for (size_t i = 0; i < table->made; i++) {
        GtkWidget *cell = table_find(table, table->cards[i].number);
        if (cell != NULL)
            CHECK(((gtk_widget_get_state_flags(cell) & GTK_STATE_FLAG_ACTIVE) != 0)
                  == met[table->cards[i].number]);
        CHECK(!is_selected(table, &table->cards[i]));
    }
    graphene_rect_t bounds = table_bounds(table, child_named(table, "rubberband"));
    CHECK(bounds.origin.x == 3 && bounds.origin.y == 60 && bounds.size.width == 200
          && bounds.size.height == 150);
    if (picture != NULL)
        pointer_save_picture(picture);
    pointer_release(1);
    table_settle(table);
    CHECK(!gtk_widget_get_child_visible(child_named(table, "rubberband")));
    check_selected(table, met);
    table_check(table);

    /* With Control others are added, without it they are all that is selected; Escape leaves them alone. */
    find_met(table, GRAPHENE_RECT_INIT(210, 150, 186, 50), met);
    pointer_hold_key("ctrl");
    stretch(table, 395, 199, 210, 150);
    pointer_release(1);
    pointer_let_key("ctrl");
    check_selected(table, met);
    stretch(table, 300, 60, 330, 90); /* from a card that is not selected */
    pointer_hold_key("Escape");
    pointer_let_key("Escape");
    CHECK(!gtk_widget_get_child_visible(child_named(table, "rubberband")));
    pointer_drag(table->view, 330, 90, 200, 200);
    pointer_release(1);
    check_selected(table, met);
    memset(met, 0, sizeof met);
    find_met(table, GRAPHENE_RECT_INIT(3, 60, 100, 20), met);
    stretch(table, 3, 60, 102, 79);
    pointer_release(1);
    check_selected(table, met);
}

static void check_that_shift_extends(Table *table)
{
    gboolean met[CARDS + 1] = {FALSE};
    int first = 0, last = 0;

    stretch(table, 3, 60, 30, 62);
    pointer_release(1);
    CHECK(count_selected(table, &first, &last) == 1);
    int anchor = first;
    find_met(table, GRAPHENE_RECT_INIT(290, 180, 10, 90), met);
    pointer_hold_key("shift");
    stretch(table, 299, 269, 290, 180);
    pointer_release(1);
    pointer_let_key("shift");
    int farthest = 0;
    for (int i = 1; i <= CARDS; i++)
        if (met[i])
            farthest = i;
    size_t count = count_selected(table, &first, &last);
    CHECK(first == anchor && last == farthest && count == (size_t)(last - first + 1));
}

/* At an edge the list scrolls, and the band goes on to begin where it did, in what is out of sight by now. */
static void check_that_it_scrolls(Table *table)
{
    gboolean met[CARDS + 1] = {FALSE};
    int first, last, anchor = table->stacks[0][0]->number;

    stretch(table, 3, 35, 200, gtk_widget_get_height(table->view) + 20);
    pointer_wait(1200);
    CHECK(table_find(table, anchor) == NULL);
    pointer_release(1);
    table_settle(table);
    find_met(table, GRAPHENE_RECT_INIT(3, 40, 190, (float)gtk_widget_get_height(table->view) - 40), met);
    size_t count = count_selected(table, &first, &last);
    CHECK(first == anchor && is_selected(table, table->stacks[0][1]));
    for (int i = 1; i <= CARDS; i++)
        if (met[i])
            CHECK(is_selected(table, &table->cards[i - 1]));
    CHECK(count > 10 && last - first + 1 > (int)count);
    double value = gtk_adjustment_get_value(table_adjustment(table));
    pointer_wait(200);
    CHECK(gtk_adjustment_get_value(table_adjustment(table)) - value == 0);
    table_check(table);
}

/* Without the property a press selects, and no band is seen; items that can be dragged are dragged. */
static void check_that_it_is_off(Table *table)
{
    gboolean met[CARDS + 1] = {FALSE};

    CALL(iq_list_set_range_states(table->found, 0, IQ_END, IQ_STATE_SELECTED, IQ_SET_OFF));
    iq_gtk_view_set_reorderable(IQ_GTK_VIEW(table->view), TRUE);
    gtk_adjustment_set_value(table_adjustment(table), 0);
    table_settle(table);
    find_met(table, GRAPHENE_RECT_INIT(30, 60, 1, 1), met);
    for (int i = 0; i < 2; i++) {
        stretch(table, i == 0 ? 30 : 3, 60, 150, 150);
        CHECK(!gtk_widget_get_child_visible(child_named(table, "rubberband")));
        pointer_hold_key("Escape");
        pointer_let_key("Escape");
        pointer_release(1);
        iq_gtk_view_set_enable_rubberband(IQ_GTK_VIEW(table->view), FALSE);
    }
    pointer_move(table->view, 30, 60);
    pointer_press(1);
    check_selected(table, met);
    pointer_release(1);
    check_selected(table, met);
}

int main(int argc, char **argv)
{
    gtk_init();
    g_log_set_always_fatal((GLogLevelFlags)(G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING));
    Table *table = table_new(AS_GRID);
    iq_gtk_view_set_enable_rubberband(IQ_GTK_VIEW(table->view), TRUE);
    check_what_is_met(table, argc > 1 ? argv[1] : NULL);
    check_that_shift_extends(table);
    check_that_it_scrolls(table);
    check_that_it_is_off(table);
    table_free(table);
    return 0;
}

/*
 * laid_out.c - IqGtkView on a real screen, beside a slow model of what must be seen: scrolled, switched,
 * changed, filtered, resized, dragged and moved in by keys at random, and mirrored.
 */
#include "cards.h"

#include <stdlib.h>
#include <string.h>

/* ---- drops ------------------------------------------------------------------------ */

static size_t position_of(Table *table, size_t stack, const Card *card)
{
    size_t position = 0;

    while (position < table->counts[stack] && table->stacks[stack][position] != card)
        position++;
    return position;
}

/* Moves cards of the stacks as the user has dropped them: before a card that the filter lets through, or
 * behind all of the stack. */
static gboolean move(IqGtkView *view, const iq_item *items, guint count, const iq_position *position,
                     Table *table)
{
    Card *moved[CARDS], *target = NULL;
    iq_section section;
    iq_item next;
    iq_item_info info = {.struct_size = sizeof info};
    size_t stack = position->section;

    (void)view;
    CALL(iq_list_find_section_at(table->found, stack, &section));
    if (iq_list_find_item_in_section(table->found, section, position->item, &next) == IQ_OK) {
        CALL(iq_list_get_item_info(table->found, next, 0, &info));
        target = info.model;
    }
    size_t at = position_of(table, stack, target);
    for (guint i = 0; i < count; i++) {
        CALL(iq_list_get_item_info(table->found, items[i], 0, &info));
        moved[i] = info.model;
        for (size_t from = 0; from < STACKS; from++) {
            size_t found = position_of(table, from, moved[i]);
            if (found == table->counts[from])
                continue;
            table_take(table, from, found);
            at -= from == stack && found < at;
            break;
        }
    }
    for (guint i = 0; i < count; i++)
        table_insert(table, stack, at + i, moved[i]);
    table_show(table);
    return TRUE;
}

/* ---- at random ---------------------------------------------------------------------- */

static void change_cards(Table *table)
{
    random_source *random = &table->random;

    for (size_t count = 1 + random_below(random, 5); count > 0; count--) {
        size_t stack = random_below(random, STACKS), other = random_below(random, STACKS);
        size_t cards = table->counts[stack];
        if (cards > 0 && random_chance(random, 40)) {
            Card *card = table->stacks[stack][random_below(random, cards)];
            card->content++;
            card->width = 40 + (int)random_below(random, 90);
            card->height = 24 + (int)random_below(random, 80);
        } else if (cards > 0 && random_chance(random, 60)) {
            Card *card = table_take(table, stack, random_below(random, cards));
            if (random_chance(random, 60))
                table_insert(table, other, random_below(random, table->counts[other] + 1), card);
        } else if (table->made < CARDS) {
            table_insert(table, stack, random_below(random, cards + 1), table_make_card(table));
        }
    }
    table_show(table);
}

/* A widget wants another size, and nobody says so to the list. */
static void grow_widget(Table *table)
{
    for (size_t tries = 0; tries < 20; tries++) {
        Card *card = &table->cards[random_below(&table->random, table->made)];
        GtkWidget *cell = table_find(table, card->number);
        if (cell == NULL)
            continue;
        card->height = 24 + (int)random_below(&table->random, 80);
        gtk_widget_set_size_request(gtk_widget_get_first_child(cell), card->width, card->height);
        return;
    }
}

static void scroll_somewhere(Table *table)
{
    GtkAdjustment *adjustment = table_adjustment(table);
    double lower = gtk_adjustment_get_lower(adjustment), upper = gtk_adjustment_get_upper(adjustment);

    switch (random_below(&table->random, 4)) {
    case 0:
        gtk_adjustment_set_value(adjustment, lower);
        break;
    case 1:
        gtk_adjustment_set_value(adjustment, upper);
        break;
    case 2:
        gtk_adjustment_set_value(adjustment,
                                 lower + (upper - lower) * (double)random_below(&table->random, 1000) / 1000);
        break;
    default:
        for (int i = 0; i < 5; i++) {
            table_scroll(table, (double)random_below(&table->random, 400) - 200.5);
            table_settle(table);
            table_check(table);
        }
    }
}

static void drag_somewhere(Table *table)
{
    random_source *random = &table->random;
    size_t width = (size_t)gtk_widget_get_width(table->view);
    size_t height = (size_t)gtk_widget_get_height(table->view);

    table_drag(table, (double)random_below(random, width), (double)random_below(random, height),
         (double)random_below(random, width), (double)random_below(random, height));
}

static void press_something(Table *table)
{
    const guint keys[] = {GDK_KEY_Up, GDK_KEY_Down, GDK_KEY_Left, GDK_KEY_Right, GDK_KEY_Page_Down,
                          GDK_KEY_Page_Up, GDK_KEY_End, GDK_KEY_Home, GDK_KEY_space};
    const GdkModifierType held[] = {0, GDK_SHIFT_MASK, GDK_CONTROL_MASK, GDK_SHIFT_MASK | GDK_CONTROL_MASK};

    gtk_widget_grab_focus(table->view);
    table_press(table, keys[random_below(&table->random, G_N_ELEMENTS(keys))],
          held[random_below(&table->random, G_N_ELEMENTS(held))]);
}

static void check_random(random_source *random, gboolean is_mirrored)
{
    Table *table = g_new0(Table, 1);

    table->random = *random;
    random_next(random);
    table->is_mirrored = is_mirrored;
    table_open(table, (int)random_below(&table->random, MODELLED));
    g_signal_connect(table->view, "move", G_CALLBACK(move), table);
    table_check(table);
    for (unsigned round = world_rounds(60); round > 0; round--) {
        switch (random_below(&table->random, 8)) {
        case 0:
            table_arrange(table, (int)random_below(&table->random, MODELLED));
            break;
        case 1:
            table_filter(table, 1 + (int)random_below(&table->random, 3));
            break;
        case 2:
            drag_somewhere(table);
            break;
        case 3:
            press_something(table);
            break;
        case 4:
            grow_widget(table);
            break;
        case 5:
            gtk_window_set_default_size(GTK_WINDOW(table->window),
                                        300 + (int)random_below(&table->random, 200),
                                        200 + (int)random_below(&table->random, 200));
            break;
        case 6:
            scroll_somewhere(table);
            break;
        default:
            change_cards(table);
        }
        table_settle(table);
        table_check(table);
        CHECK(table_count_widgets(table) < 120);
    }
    table_close(table);
    g_free(table);
}

int main(void)
{
    random_source random = {world_seed()};

    gtk_init();
    g_log_set_always_fatal((GLogLevelFlags)(G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING));
    for (unsigned round = world_rounds(4); round > 0; round--) {
        check_random(&random, FALSE);
        check_random(&random, TRUE);
    }
    return 0;
}

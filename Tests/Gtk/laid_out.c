/*
 * laid_out.c - IqGtkView on a real screen, beside a slow model of what must be seen: scrolled, switched,
 * changed, filtered and dragged at random, from the keyboard, mirrored, and with 200,000 items.
 *
 *     laid_out [picture.png]      what is seen in the end
 */
#include "cards.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static GtkAdjustment *adjustment_of(Table *table)
{
    return gtk_scrollable_get_vadjustment(GTK_SCROLLABLE(table->view));
}

static double bottom_of(GtkAdjustment *adjustment)
{
    return gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment);
}

static void scroll_by(Table *table, double by)
{
    gtk_adjustment_set_value(adjustment_of(table), gtk_adjustment_get_value(adjustment_of(table)) + by);
}

/* The nearest key of a class binding that has this trigger. */
static void press(Table *table, guint key, GdkModifierType held)
{
    GListModel *controllers = gtk_widget_observe_controllers(table->view);

    for (guint i = 0; i < g_list_model_get_n_items(controllers); i++) {
        GtkEventController *controller = g_list_model_get_item(controllers, i);
        guint count = GTK_IS_SHORTCUT_CONTROLLER(controller) ? g_list_model_get_n_items(G_LIST_MODEL(controller)) : 0;
        for (guint j = 0; j < count; j++) {
            GtkShortcut *shortcut = g_list_model_get_item(G_LIST_MODEL(controller), j);
            GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger(shortcut);
            if (GTK_IS_KEYVAL_TRIGGER(trigger) && gtk_keyval_trigger_get_keyval(GTK_KEYVAL_TRIGGER(trigger)) == key
                && gtk_keyval_trigger_get_modifiers(GTK_KEYVAL_TRIGGER(trigger)) == held)
                gtk_shortcut_action_activate(gtk_shortcut_get_action(shortcut), 0, table->view,
                                             gtk_shortcut_get_arguments(shortcut));
            g_object_unref(shortcut);
        }
        g_object_unref(controller);
    }
    g_object_unref(controllers);
}

static iq_item item_of(Table *table, int number)
{
    iq_item item;

    CALL(iq_list_find_item(table->found, NULL, iq_key_from_u64((uint64_t)number), &item));
    return item;
}

static int focused_number(Table *table)
{
    GtkWidget *cell = gtk_widget_get_focus_child(table->view);

    CHECK(cell != NULL);
    return atoi(gtk_label_get_text(GTK_LABEL(gtk_widget_get_first_child(cell))));
}

static gboolean is_selected(Table *table, int number)
{
    iq_item_info info = {.struct_size = sizeof info};

    CALL(iq_list_get_item_info(table->found, item_of(table, number), 0, &info));
    return (info.states & IQ_STATE_SELECTED) != 0;
}

/* ---- drops ------------------------------------------------------------------------ */

/* Moves cards of the stacks as the user has dropped them: what the filter hides stays behind what it follows. */
static gboolean move(IqGtkView *view, const iq_item *items, guint count, const iq_position *position,
                     Table *table)
{
    Card *moved[CARDS], *target = NULL;
    iq_section section;
    iq_item next;
    iq_item_info info = {.struct_size = sizeof info};
    size_t stack = position->section, at = 0;

    (void)view;
    CALL(iq_list_find_section_at(table->found, stack, &section));
    if (iq_list_find_item_in_section(table->found, section, position->item, &next) == IQ_OK) {
        CALL(iq_list_get_item_info(table->found, next, 0, &info));
        target = info.model;
    }
    for (guint i = 0; i < count; i++) {
        CALL(iq_list_get_item_info(table->found, items[i], 0, &info));
        moved[i] = info.model;
    }
    /* A card that is moved itself gives the place to the next one that is not. */
    size_t from = table->counts[stack];
    for (size_t i = 0; target != NULL && i < table->counts[stack]; i++)
        if (table->stacks[stack][i] == target)
            from = i;
    size_t before = 0;
    for (guint i = 0; i < count; i++)
        for (size_t s = 0; s < STACKS; s++)
            for (size_t p = 0; p < table->counts[s]; p++)
                if (table->stacks[s][p] == moved[i]) {
                    before += s == stack && p < from ? 1 : 0;
                    from -= s == stack && p < from ? 1 : 0;
                    table_take(table, s, p);
                    break;
                }
    (void)before, (void)at;
    for (guint i = 0; i < count; i++)
        table_insert(table, stack, from + i, moved[i]);
    table_show(table);
    return TRUE;
}

static gpointer find_controller(Table *table, GType type)
{
    GListModel *controllers = gtk_widget_observe_controllers(table->view);
    gpointer found = NULL;

    for (guint i = 0; i < g_list_model_get_n_items(controllers) && found == NULL; i++) {
        gpointer controller = g_list_model_get_item(controllers, i);
        if (G_TYPE_CHECK_INSTANCE_TYPE(controller, type))
            found = controller;
        g_object_unref(controller);
    }
    g_object_unref(controllers);
    CHECK(found != NULL);
    return found;
}

/* As GTK reports a drag from one point to another. FALSE: nothing is dragged, or the drop was refused. */
static gboolean drag(Table *table, double x, double y, double to_x, double to_y)
{
    GtkDragSource *source = find_controller(table, GTK_TYPE_DRAG_SOURCE);
    GtkDropTarget *target = find_controller(table, GTK_TYPE_DROP_TARGET);
    GdkContentProvider *content = NULL;
    GdkDragAction action = 0;
    GValue value = G_VALUE_INIT;
    gboolean is_done = FALSE;

    g_signal_emit_by_name(source, "prepare", x, y, &content);
    if (content == NULL)
        return FALSE;
    g_signal_emit_by_name(source, "drag-begin", NULL);
    g_signal_emit_by_name(target, "enter", to_x, to_y, &action);
    g_signal_emit_by_name(target, "motion", to_x, to_y, &action);
    table_settle(table);
    CHECK(action == GDK_ACTION_MOVE);
    g_value_init(&value, IQ_GTK_TYPE_VIEW);
    CHECK(gdk_content_provider_get_value(content, &value, NULL));
    g_signal_emit_by_name(target, "drop", &value, to_x, to_y, &is_done);
    g_signal_emit_by_name(source, "drag-end", NULL, TRUE);
    g_value_unset(&value);
    g_object_unref(content);
    return is_done;
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
    GtkAdjustment *adjustment = adjustment_of(table);
    double lower = gtk_adjustment_get_lower(adjustment), upper = gtk_adjustment_get_upper(adjustment);

    switch (random_below(&table->random, 4)) {
    case 0:
        gtk_adjustment_set_value(adjustment, lower);
        break;
    case 1:
        gtk_adjustment_set_value(adjustment, upper);
        break;
    case 2:
        gtk_adjustment_set_value(adjustment, lower + (upper - lower) * (double)random_below(&table->random, 1000) / 1000);
        break;
    default:
        for (int i = 0; i < 5; i++) {
            scroll_by(table, (double)random_below(&table->random, 400) - 200.5);
            table_settle(table);
            table_check(table);
        }
    }
}

static void drag_somewhere(Table *table)
{
    random_source *random = &table->random;
    size_t width = (size_t)gtk_widget_get_width(table->view), height = (size_t)gtk_widget_get_height(table->view);

    drag(table, (double)random_below(random, width), (double)random_below(random, height),
         (double)random_below(random, width), (double)random_below(random, height));
}

static void press_something(Table *table)
{
    const guint keys[] = {GDK_KEY_Up, GDK_KEY_Down, GDK_KEY_Left, GDK_KEY_Right, GDK_KEY_Page_Down,
                          GDK_KEY_Page_Up, GDK_KEY_End, GDK_KEY_Home, GDK_KEY_space};
    const GdkModifierType held[] = {0, GDK_SHIFT_MASK, GDK_CONTROL_MASK, GDK_SHIFT_MASK | GDK_CONTROL_MASK};

    gtk_widget_grab_focus(table->view);
    press(table, keys[random_below(&table->random, G_N_ELEMENTS(keys))],
          held[random_below(&table->random, G_N_ELEMENTS(held))]);
}

static void check_random(random_source *random, gboolean is_mirrored)
{
    Table *table = g_new0(Table, 1);

    table->random = *random;
    random_next(random);
    table->is_mirrored = is_mirrored;
    table_open(table, (int)random_below(&table->random, ARRANGEMENTS));
    g_signal_connect(table->view, "move", G_CALLBACK(move), table);
    table_check(table);
    for (unsigned round = world_rounds(60); round > 0; round--) {
        size_t what = random_below(&table->random, 8);
        if (g_getenv("IQ_TEST_TALK") != NULL)
            fprintf(stderr, "--- %d\n", (int)what);
        switch (what) {
        case 0:
            table_arrange(table, (int)random_below(&table->random, ARRANGEMENTS));
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
            gtk_window_set_default_size(GTK_WINDOW(table->window), 300 + (int)random_below(&table->random, 200),
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

int main(int argc, char **argv)
{
    random_source random = {world_seed()};

    (void)argc, (void)argv;
    gtk_init();
    for (unsigned round = world_rounds(4); round > 0; round--) {
        check_random(&random, FALSE);
        check_random(&random, TRUE);
    }
    (void)focused_number, (void)is_selected, (void)bottom_of;
    return 0;
}

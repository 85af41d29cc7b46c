/*
 * view.c - IqGtkList in list views on a real screen, whose rows move, change, come and go: the selection
 * stays on the same items, what is in sight stays in sight, and each row shows what it is to show.
 *
 *     view [picture.png]      what is seen in the end
 */
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 5000 };

typedef struct {
    uint64_t key, number; /* the content is its number + 1 */
} Entry;

static Entry entries[ROWS];
static size_t entry_count;
static iq_list *list;
static IqGtkList *model;
static GtkSelectionModel *selection;
static GtkWidget *window, *scrolled, *view;
static unsigned updated, bound;

static void show_entries(void)
{
    iq_key keys[ROWS];
    uint64_t contents[ROWS];
    iq_columns items = {
        .struct_size = sizeof items, .count = entry_count, .keys = keys, .contents = contents};

    for (size_t i = 0; i < entry_count; i++) {
        keys[i] = iq_key_from_u64(entries[i].key);
        contents[i] = entries[i].number + 1;
    }
    CALL(iq_list_set_items(list, &items, NULL, NULL));
}

static void move_entry(size_t from, size_t to)
{
    Entry moved = entries[from];

    memmove(&entries[from], &entries[from + 1], (entry_count - from - 1) * sizeof moved);
    memmove(&entries[to + 1], &entries[to], (entry_count - 1 - to) * sizeof moved);
    entries[to] = moved;
}

/* ---- rows -------------------------------------------------------------------- */

static void text_of(IqGtkItem *item, char text[64])
{
    uint64_t key;

    memcpy(&key, iq_gtk_item_get_key(item), sizeof key);
    g_snprintf(text, 64, "Row %d: %d", (int)key, (int)iq_gtk_item_get_info(item)->content - 1);
}

static void show_text(IqGtkItem *item, GParamSpec *spec, GtkWidget *label)
{
    char text[64];

    (void)spec;
    text_of(item, text);
    gtk_label_set_text(GTK_LABEL(label), text);
}

static void setup(GtkSignalListItemFactory *factory, GtkListItem *row, gpointer data)
{
    (void)factory, (void)data;
    GtkWidget *label = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_list_item_set_child(row, label);
}

static void bind(GtkSignalListItemFactory *factory, GtkListItem *row, gpointer data)
{
    (void)factory, (void)data;
    IqGtkItem *item = gtk_list_item_get_item(row);
    GtkWidget *label = gtk_list_item_get_child(row);
    bound++;
    show_text(item, NULL, label);
    g_signal_connect(item, "notify::model", G_CALLBACK(show_text), label);
}

static void unbind(GtkSignalListItemFactory *factory, GtkListItem *row, gpointer data)
{
    (void)factory, (void)data;
    g_signal_handlers_disconnect_by_data(gtk_list_item_get_item(row), gtk_list_item_get_child(row));
}

/* ---- what is seen -------------------------------------------------------------- */

static void count_call(GObject *object, gpointer counter)
{
    (void)object;
    ++*(unsigned *)counter;
}

static gboolean count_frame(GtkWidget *widget, GdkFrameClock *clock, gpointer frames)
{
    (void)widget, (void)clock;
    return --*(int *)frames > 0 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

/* Until all that is due was laid out and drawn, which may take more than a frame. */
static void settle(void)
{
    int frames = 5;

    gtk_widget_add_tick_callback(window, count_frame, &frames, NULL);
    while (frames > 0)
        g_main_context_iteration(NULL, TRUE);
    while (g_main_context_iteration(NULL, FALSE)) {
    }
}

static void show_and_settle(void)
{
    unsigned wanted = updated + 1;
    gint64 end = g_get_monotonic_time() + 60 * G_USEC_PER_SEC;

    show_entries();
    while (updated < wanted) {
        CHECK(g_get_monotonic_time() < end);
        g_main_context_iteration(NULL, TRUE);
    }
    settle();
}

/* The label in a row, and its text's number. */
static uint64_t key_of(GtkWidget *row)
{
    int key;

    while (row != NULL && !GTK_IS_LABEL(row) && gtk_widget_get_first_child(row) != NULL)
        row = gtk_widget_get_first_child(row);
    CHECK(GTK_IS_LABEL(row));
    CHECK(sscanf(gtk_label_get_text(GTK_LABEL(row)), "Row %d:", &key) == 1);
    return (uint64_t)key;
}

static uint64_t key_at_height(double y)
{
    return key_of(gtk_widget_pick(view, gtk_widget_get_width(view) / 4, y, GTK_PICK_DEFAULT));
}

/* That under the middle of the view. */
static uint64_t key_in_sight(void)
{
    return key_at_height(gtk_widget_get_height(view) / 2);
}

static gboolean find_row(uint64_t key, size_t *row)
{
    for (*row = 0; *row < entry_count && entries[*row].key != key; ++*row) {
    }
    return *row < entry_count;
}

static double row_height(GtkAdjustment *adjustment)
{
    return gtk_adjustment_get_upper(adjustment) / (double)entry_count;
}

/* Each row in sight is drawn where it belongs, and none is blank. */
static gboolean is_drawn(GtkAdjustment *adjustment)
{
    double value = gtk_adjustment_get_value(adjustment), height = row_height(adjustment);

    for (double y = 5; y < gtk_adjustment_get_page_size(adjustment); y += height)
        if (key_at_height(y) != entries[(size_t)((value + y) / height)].key)
            return FALSE;
    return TRUE;
}

/* GTK 4.8 may take no note of a value, the first time always: it is changed until the rows are there. */
static void scroll_to(GtkAdjustment *adjustment, double value)
{
    double difference;

    for (int tries = 0; tries < 20; tries++) {
        gtk_adjustment_set_value(adjustment, value > 1 ? value - 1 : value + 1);
        gtk_widget_queue_allocate(view);
        settle();
        gtk_adjustment_set_value(adjustment, value);
        settle();
        difference = gtk_adjustment_get_value(adjustment) - value;
        if (ABS(difference) < 0.5 && is_drawn(adjustment))
            return;
    }
    CHECK(FALSE);
}

/* What was in the middle of the view still is, or its neighbour: GTK keeps a row, and not always the pixel.
 * On a busy machine it takes more frames until it is drawn. */
static uint64_t check_in_sight(uint64_t key)
{
    for (int frames = 0; frames < 200; frames++) {
        uint64_t found = key_in_sight();
        size_t was, is;
        CHECK(find_row(key, &was));
        if (find_row(found, &is) && was <= is + 1 && is <= was + 1)
            return found;
        settle();
    }
    CHECK(FALSE);
    return 0;
}

/* How many labels are seen that show an item as it is; all of them have to. */
static gboolean count_labels(GtkWidget *widget, unsigned *count)
{
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL;
         child = gtk_widget_get_next_sibling(child))
        if (!count_labels(child, count))
            return FALSE;
    if (GTK_IS_LABEL(widget) && gtk_widget_get_mapped(widget)) {
        int key, number;
        size_t row;
        CHECK(sscanf(gtk_label_get_text(GTK_LABEL(widget)), "Row %d: %d", &key, &number) == 2);
        ++*count;
        return find_row((uint64_t)key, &row) && entries[row].number == (uint64_t)number;
    }
    return TRUE;
}

static void check_labels(void)
{
    for (int frames = 0; frames < 200; frames++) {
        unsigned count = 0;
        if (count_labels(view, &count) && count >= 10)
            return;
        settle();
    }
    CHECK(FALSE);
}

static void check_selected(const unsigned char *wanted)
{
    for (size_t i = 0; i < entry_count; i++)
        CHECK(gtk_selection_model_is_selected(selection, (guint)i) == wanted[entries[i].key]);
}

static void save_picture(const char *path)
{
    GdkPaintable *paintable = gtk_widget_paintable_new(window);
    GtkSnapshot *snapshot = gtk_snapshot_new();

    gdk_paintable_snapshot(paintable, snapshot, gtk_widget_get_width(window), gtk_widget_get_height(window));
    GskRenderNode *node = gtk_snapshot_free_to_node(snapshot);
    CHECK(node != NULL);
    GdkTexture *texture =
        gsk_renderer_render_texture(gtk_native_get_renderer(GTK_NATIVE(window)), node, NULL);
    CHECK(gdk_texture_save_to_png(texture, path));
    g_object_unref(texture);
    gsk_render_node_unref(node);
    g_object_unref(paintable);
}

/* ---- tests ------------------------------------------------------------------------ */

static void open_window(gboolean single)
{
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    GListModel *rows;

    entry_count = ROWS / 2;
    for (size_t i = 0; i < entry_count; i++)
        entries[i] = (Entry){i + 1, 0};
    CALL(iq_list_create(NULL, &list));
    show_entries();
    model = iq_gtk_list_new(list, 0);
    rows = g_object_ref(G_LIST_MODEL(model));
    selection = single ? GTK_SELECTION_MODEL(gtk_single_selection_new(rows))
                       : GTK_SELECTION_MODEL(gtk_multi_selection_new(rows));
    iq_gtk_list_keep_selection(model, selection);
    g_signal_connect(model, "updated", G_CALLBACK(count_call), &updated);
    g_signal_connect(factory, "setup", G_CALLBACK(setup), NULL);
    g_signal_connect(factory, "bind", G_CALLBACK(bind), NULL);
    g_signal_connect(factory, "unbind", G_CALLBACK(unbind), NULL);
    view = gtk_list_view_new(g_object_ref(selection), factory);
    scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), view);
    window = gtk_window_new();
    gtk_window_set_default_size(GTK_WINDOW(window), 320, 400);
    gtk_window_set_child(GTK_WINDOW(window), scrolled);
    gtk_window_present(GTK_WINDOW(window));
    settle();
}

static void close_window(void)
{
    gpointer weak = model;

    g_object_add_weak_pointer(G_OBJECT(model), &weak);
    gtk_window_destroy(GTK_WINDOW(window));
    while (g_main_context_iteration(NULL, FALSE)) {
    }
    g_object_unref(selection);
    g_object_unref(model);
    CHECK(weak == NULL);
    iq_list_destroy(list);
}

static void check_random(random_source *random, gboolean single)
{
    unsigned char wanted[ROWS + 1] = {0};
    uint64_t next = ROWS / 2;

    open_window(single);
    /* Without it GTK 4.8 may leave a list blank, that of a GListStore as well. */
    iq_gtk_list_keep_scroll(model, view);
    check_labels();
    for (unsigned round = world_rounds(30); round > 0; round--) {
        /* Somewhere in the list, something is selected. */
        guint row = (guint)random_below(random, entry_count);
        gtk_selection_model_select_item(selection, row, single);
        if (single)
            memset(wanted, 0, sizeof wanted);
        wanted[entries[row].key] = 1;
        for (size_t moves = random_below(random, 40); moves > 0; moves--)
            move_entry(random_below(random, entry_count), random_below(random, entry_count));
        for (size_t changes = random_below(random, 400); changes > 0; changes--)
            entries[random_below(random, entry_count)].number++;
        if (next < ROWS && random_chance(random, 50)) {
            entries[entry_count++] = (Entry){++next, 0};
            move_entry(entry_count - 1, random_below(random, entry_count));
        }
        if (random_chance(random, 50) && !wanted[entries[entry_count - 1].key])
            entry_count--;
        show_and_settle();
        check_selected(wanted);
        check_labels();
    }
    close_window();
}

/* What is in sight stays there while rows before it come and change, and others behind it come, go and move.
 * (Where rows before it go, GTK 4.8 itself shifts what is in sight by some rows, whatever the model.) */
static void check_scroll(random_source *random)
{
    open_window(FALSE);
    GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scrolled));
    scroll_to(adjustment, gtk_adjustment_get_upper(adjustment) / 2);
    uint64_t key = key_in_sight(), next = ROWS / 2;
    for (unsigned round = 0; round < 10; round++) {
        for (size_t count = 5; count > 0; count--) {
            entries[entry_count++] = (Entry){++next, 0};
            move_entry(entry_count - 1, random_below(random, 100));
            entries[random_below(random, entry_count)].number++;
        }
        show_and_settle();
        key = check_in_sight(key);
        /* Far behind it whatever happens. */
        entry_count--;
        move_entry(entry_count - 1 - random_below(random, 100), entry_count - 1 - random_below(random, 100));
        show_and_settle();
        key = check_in_sight(key);
    }
    close_window();
}

/* A row that is updated is not bound again, and nothing is bound that is not in sight. */
static void check_binds(const char *picture)
{
    open_window(FALSE);
    bound = 0;
    for (size_t i = 0; i < entry_count; i++)
        entries[i].number = i;
    show_and_settle();
    CHECK(bound == 0);
    check_labels();
    move_entry(2000, 3);
    gtk_selection_model_select_item(selection, 2, FALSE);
    gtk_selection_model_select_item(selection, 5, FALSE);
    show_and_settle();
    CHECK(bound >= 1 && bound < 600);
    if (picture != NULL)
        save_picture(picture);
    close_window();
}

/* Replaces every third row of some. */
static void replace_some(uint64_t *next, size_t first, size_t end)
{
    for (size_t row = first; row < end; row += 3)
        entries[row] = (Entry){++*next, 0};
}

/* Ten changes near one another cost what one does: for each signal GTK binds the 200 rows that it keeps. The
 * row with the focus keeps it where it stays, and where it moves among them. */
static void check_near(void)
{
    uint64_t next = ROWS / 2;

    open_window(FALSE);
    replace_some(&next, 500, 530);
    bound = 0;
    show_and_settle();
    CHECK(bound == 0);
    replace_some(&next, 1, 31);
    show_and_settle();
    CHECK(bound >= 10 && bound < 2 * 210);
    check_labels();

    GtkWidget *found = gtk_widget_pick(view, gtk_widget_get_width(view) / 4, 90, GTK_PICK_DEFAULT);
    while (!gtk_widget_get_focusable(found))
        found = gtk_widget_get_parent(found);
    CHECK(gtk_widget_grab_focus(found));
    uint64_t key = key_of(gtk_window_get_focus(GTK_WINDOW(window)));
    for (int moves = 0; moves < 4; moves++) {
        size_t row;
        CHECK(find_row(key, &row) && row > 1 && row < 16);
        if (moves > 0)
            move_entry(row, moves % 2 != 0 ? row + 6 : row - 6);
        replace_some(&next, 16, 30);
        show_and_settle();
        CHECK(key_of(gtk_window_get_focus(GTK_WINDOW(window))) == key);
    }
    close_window();
}

/* The view stays at the top where the first row moves among those that are near. */
static void check_first(gboolean has_scrolled)
{
    uint64_t next = ROWS / 2;

    open_window(FALSE);
    GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scrolled));
    if (has_scrolled) {
        gtk_adjustment_set_value(adjustment, 1000);
        settle();
        gtk_adjustment_set_value(adjustment, 0);
        settle();
    }
    for (unsigned round = 0; round < 5; round++) {
        move_entry(0, 9);
        replace_some(&next, 4, 20);
        show_and_settle();
        CHECK(gtk_adjustment_get_value(adjustment) <= 0);
        CHECK(key_at_height(4) == entries[0].key);
        check_labels();
    }
    close_window();
}

/* ---- iq_gtk_list_keep_scroll ------------------------------------------------------------ */

static void check_drawn(GtkAdjustment *adjustment, double value)
{
    value = MIN(value, gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment));
    for (int frames = 0; frames < 20; frames++) {
        double difference = gtk_adjustment_get_value(adjustment) - value;
        if (ABS(difference) < 1 && is_drawn(adjustment))
            return;
        settle();
    }
    CHECK(FALSE);
}

/* Rows come, go, jump and move in blocks, most of them near what is visible. */
static void change_near(random_source *random, size_t first, uint64_t *next)
{
    for (size_t changes = random_below(random, 30); changes > 0; changes--) {
        size_t bound = random_chance(random, 80) ? MIN(first + 40, entry_count) : entry_count;
        size_t from = random_below(random, bound), to = random_below(random, bound);
        switch (random_below(random, 4)) {
        case 0:
            move_entry(from, to);
            break;
        case 1:
            if (entry_count + 1 < ROWS) {
                entries[entry_count++] = (Entry){++*next, 0};
                move_entry(entry_count - 1, random_chance(random, 50) ? 0 : to);
            }
            break;
        case 2:
            move_entry(from, entry_count - 1);
            entry_count -= entry_count > ROWS / 4;
            break;
        default:
            for (size_t block = 6; block > 0; block--)
                move_entry(MIN(from, entry_count - 6), entry_count - 1);
            for (size_t block = 6; block > 0; block--)
                move_entry(entry_count - 1, MIN(to, entry_count - 7));
        }
    }
}

/* What is visible goes where the range of a view of the list goes, also where two updates are shown in one
 * frame. */
static void check_kept_scroll(random_source *random)
{
    uint64_t next = ROWS / 2;
    unsigned moved = 0, at_top = 0;
    iq_view *oracle;

    open_window(FALSE);
    GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scrolled));
    iq_gtk_list_keep_scroll(model, view);
    iq_gtk_list_keep_scroll(model, view);
    CALL(iq_view_create(list, NULL, &oracle));
    for (unsigned round = world_rounds(60); round > 0; round--) {
        size_t first = 0, now, count;
        double height = row_height(adjustment), offset = 0, page = gtk_adjustment_get_page_size(adjustment);
        /* At first it was never scrolled. */
        if (round < world_rounds(60) - 5 && random_chance(random, 60)) {
            /* Often where the rows that GTK keeps begin near the first one. */
            first = 1 + random_below(random, random_chance(random, 50) ? 220 : entry_count - 30);
            offset = (double)random_below(random, (size_t)height);
        }
        if (round < world_rounds(60) - 5)
            scroll_to(adjustment, (double)first * height + offset);
        count = (size_t)((offset + page - 1) / height) + 1;
        CALL(iq_view_set_visible(oracle, first, count, 0));
        CHECK(iq_gtk_list_sync(model));
        change_near(random, first, &next);
        if (random_chance(random, 30)) {
            show_entries();
            CHECK(iq_gtk_list_sync(model));
            CALL(iq_view_get_visible(oracle, &now, NULL));
            /* The oracle does not know that a part of row 0 is out of sight, and takes that for the top. */
            if (now > 0 || offset < 1)
                change_near(random, first, &next);
        }
        /* There is an update each time. */
        entries[random_below(random, entry_count)].number++;
        show_and_settle();
        CALL(iq_view_get_visible(oracle, &now, NULL));
        check_drawn(adjustment, (double)now * row_height(adjustment) + offset);
        check_labels();
        moved += now != first;
        at_top += first == 0;
    }
    CHECK(moved > world_rounds(10) && at_top > 0);
    iq_view_destroy(oracle);
    close_window();
}

/* New first rows are seen, in a view that was never scrolled and in one that is at the top again; not where a
 * page may come before them, or might. */
static void check_pages(gboolean has_scrolled)
{
    uint64_t next = ROWS / 2;
    iq_page page = {.struct_size = sizeof page, .state = IQ_PAGE_MORE};

    open_window(FALSE);
    GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scrolled));
    iq_gtk_list_keep_scroll(model, view);
    if (has_scrolled) {
        scroll_to(adjustment, 1000);
        scroll_to(adjustment, 0);
    }
    for (int pages = 0; pages < 3; pages++) {
        for (int row = 0; row < 7; row++) {
            entries[entry_count++] = (Entry){++next, 0};
            move_entry(entry_count - 1, 0);
        }
        show_and_settle();
        check_drawn(adjustment, pages == 1 ? 7 * row_height(adjustment) : 0);
        scroll_to(adjustment, 0);
        CALL(iq_list_set_page(list, (iq_section){0}, IQ_EDGE_START, &page));
        CHECK(iq_gtk_list_sync(model));
        /* The last one: it comes with the rows. */
        page.state = IQ_PAGE_ENDED;
        CALL(iq_list_set_page(list, (iq_section){0}, IQ_EDGE_START, &page));
    }
    close_window();
}

/* A view that goes, one whose model is another, and one that ends while an update waits to be laid out. */
static void check_views(void)
{
    uint64_t next = ROWS / 2;

    open_window(FALSE);
    GtkSelectionModel *none = GTK_SELECTION_MODEL(gtk_no_selection_new(NULL));
    GtkWidget *gone = gtk_column_view_new(NULL), *other = gtk_list_view_new(none, NULL);
    g_object_ref_sink(gone);
    g_object_ref_sink(other);
    iq_gtk_list_keep_scroll(model, gone);
    iq_gtk_list_keep_scroll(model, other);
    iq_gtk_list_keep_scroll(model, view);
    g_object_unref(gone);
    replace_some(&next, 0, 30);
    show_and_settle();
    replace_some(&next, 0, 30);
    show_entries();
    CHECK(iq_gtk_list_sync(model));
    g_object_unref(other);
    close_window();
}

int main(int argc, char **argv)
{
    random_source random = {world_seed()};

    gtk_init();
    check_random(&random, TRUE);
    check_random(&random, FALSE);
    check_scroll(&random);
    check_binds(argc > 1 ? argv[1] : NULL);
    check_near();
    check_first(FALSE);
    check_first(TRUE);
    check_kept_scroll(&random);
    check_pages(FALSE);
    check_pages(TRUE);
    check_views();
    return 0;
}

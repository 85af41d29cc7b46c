/* cards.c - see cards.h. */
#include "cards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The theme's padding is another one in each theme. */
enum { PADDING = 3, HEADER = 30, INSET = 7, GAP = 5, COLUMNS = 3 };

static const char STYLE[] = "listview.iqlist > row, listview.iqlist > header"
                            " { padding: 3px; margin: 0; border: 0; min-height: 0; min-width: 0; }";

/* ---- cells --------------------------------------------------------------------- */

static int create_card(void *context, const iq_event *event, void **object)
{
    GtkWidget *label = gtk_label_new(NULL);

    (void)context, (void)event;
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
    gtk_label_set_max_width_chars(GTK_LABEL(label), 1);
    *object = label;
    return 0;
}

static int bind_card(void *context, const iq_event *event)
{
    const Card *card = event->model;
    char text[64];

    (void)context;
    g_snprintf(text, sizeof text, "%d %d", card->number, (int)card->content);
    gtk_label_set_text(event->object, text);
    gtk_widget_set_size_request(event->object, card->width, card->height);
    return 0;
}

static int bind_header(void *context, const iq_event *event)
{
    (void)context;
    gtk_label_set_text(event->object, event->model);
    gtk_widget_set_size_request(event->object, -1, HEADER - 2 * PADDING);
    return 0;
}

static void find_classes(iq_class *card, iq_class *header)
{
    iq_class_options cards = {.struct_size = sizeof cards, .name = "card", .traits = IQ_TRAIT_MOVABLE,
                              .create_cell = create_card, .bind_cell = bind_card,
                              .destroy_cell = iq_gtk_cell_destroy};
    iq_class_options headers = {.struct_size = sizeof headers, .name = "stack", .create_cell = create_card,
                                .bind_cell = bind_header, .destroy_cell = iq_gtk_cell_destroy};

    if (iq_class_find("card", card) == IQ_OK)
        CALL(iq_class_find("stack", header));
    else {
        CALL(iq_class_create(&cards, card));
        CALL(iq_class_create(&headers, header));
    }
}

/* ---- the list -------------------------------------------------------------------- */

void table_show(Table *self)
{
    static char names[STACKS][16];
    iq_key keys[CARDS];
    uint64_t contents[CARDS];
    void *models[CARDS];
    iq_supplementary headers[STACKS];
    iq_section_entry sections[STACKS];
    iq_class card, header;
    size_t count = 0;

    find_classes(&card, &header);
    for (size_t i = 0; i < STACKS; i++) {
        g_snprintf(names[i], sizeof names[i], "Stack %d", (int)i);
        headers[i] = (iq_supplementary){.struct_size = sizeof headers[i], .kind = IQ_KIND_HEADER,
                                        .key = iq_key_from_u64(i), .model = names[i], .cell_class = header};
        sections[i] = (iq_section_entry){.struct_size = sizeof sections[i], .key = iq_key_from_u64(i),
                                         .first_item = count, .supplementaries = &headers[i],
                                         .supplementary_count = 1};
        for (size_t j = 0; j < self->counts[i]; j++, count++) {
            keys[count] = iq_key_from_u64((uint64_t)self->stacks[i][j]->number);
            contents[count] = self->stacks[i][j]->content;
            models[count] = self->stacks[i][j];
        }
    }
    iq_columns items = {.struct_size = sizeof items, .count = count, .keys = keys, .contents = contents,
                        .models = models, .classes = &card, .class_stride = IQ_SAME};
    CALL(iq_list_set(self->all, sections, STACKS, &items, NULL, NULL));
}

static int passes(void *context, iq_key key, const void *model)
{
    (void)key;
    return ((const Card *)model)->number % *(int *)context == 0;
}

void table_filter(Table *self, int divisor)
{
    iq_filter filter = {.struct_size = sizeof filter, .passes = passes, .context = &self->divisor};

    self->divisor = divisor;
    CALL(iq_list_set_filter(self->found, &filter, NULL, NULL));
}

void table_arrange(Table *self, int arrangement)
{
    iq_section_layout layout = {.struct_size = sizeof layout, .flags = IQ_SECTION_LAYOUT_STICKY_HEADER,
                                .insets = {INSET, INSET, INSET, INSET}, .item_spacing = GAP,
                                .line_spacing = GAP};

    self->arrangement = arrangement;
    if (arrangement == AS_GRID || arrangement == AS_LANES)
        layout.columns = COLUMNS;
    if (arrangement == AS_LANES)
        layout.kind = IQ_LAYOUT_LANES;
    if (arrangement == AS_FLOW)
        layout.kind = IQ_LAYOUT_FLOW;
    CALL(iq_gtk_view_set_layout(IQ_GTK_VIEW(self->view), (iq_section){0}, &layout));
}

Card *table_make_card(Table *self)
{
    Card *card = &self->cards[self->made++];

    CHECK(self->made <= CARDS);
    card->number = (int)self->made;
    card->content = 1;
    card->width = 40 + (int)random_below(&self->random, 90);
    card->height = 24 + (int)random_below(&self->random, 80);
    return card;
}

void table_insert(Table *self, size_t stack, size_t position, Card *card)
{
    Card **cards = self->stacks[stack];

    memmove(&cards[position + 1], &cards[position], (self->counts[stack]++ - position) * sizeof *cards);
    cards[position] = card;
}

Card *table_take(Table *self, size_t stack, size_t position)
{
    Card **cards = self->stacks[stack], *card = cards[position];

    memmove(&cards[position], &cards[position + 1], (--self->counts[stack] - position) * sizeof *cards);
    return card;
}

/* ---- the window -------------------------------------------------------------------- */

static gboolean count_frame(GtkWidget *widget, GdkFrameClock *clock, gpointer frames)
{
    (void)widget, (void)clock;
    return --*(int *)frames > 0 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

void table_settle(Table *self)
{
    int frames = 3;

    while (g_main_context_iteration(NULL, FALSE)) {
    }
    gtk_widget_add_tick_callback(self->window, count_frame, &frames, NULL);
    while (frames > 0)
        g_main_context_iteration(NULL, TRUE);
}

void table_open(Table *self, int arrangement)
{
    iq_derive_options filtered = {.struct_size = sizeof filtered, .kind = IQ_DERIVE_FILTER};
    /* A row is measured as a whole if all of its items have places. */
    iq_view_options options = {.struct_size = sizeof options, .overscan = 120};
    GtkCssProvider *provider = gtk_css_provider_new();

#if GTK_CHECK_VERSION(4, 12, 0)
    gtk_css_provider_load_from_string(provider, STYLE);
#else
    gtk_css_provider_load_from_data(provider, STYLE, -1);
#endif
    gtk_style_context_add_provider_for_display(gdk_display_get_default(), GTK_STYLE_PROVIDER(provider),
                                               GTK_STYLE_PROVIDER_PRIORITY_USER + 1);
    g_object_unref(provider);
    self->divisor = 1;
    for (size_t i = 0; i < STACKS; i++)
        for (size_t count = 15 + random_below(&self->random, 30); count > 0; count--)
            table_insert(self, i, self->counts[i], table_make_card(self));
    CALL(iq_list_create(NULL, &self->all));
    CALL(iq_list_derive(self->all, &filtered, &self->found));
    CALL(iq_list_set_selection(self->found, IQ_SELECTION_MULTIPLE | IQ_SELECTION_KEEPS));
    table_show(self);
    self->view = iq_gtk_view_new(self->found, &options, IQ_EVENT_ACTION);
    CHECK(self->view != NULL);
    self->window = gtk_window_new();
    self->scrolled = gtk_scrolled_window_new();
    if (self->is_mirrored)
        gtk_widget_set_direction(self->view, GTK_TEXT_DIR_RTL);
    table_arrange(self, arrangement);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(self->scrolled), self->view);
    gtk_window_set_default_size(GTK_WINDOW(self->window), 420, 360);
    gtk_window_set_child(GTK_WINDOW(self->window), self->scrolled);
    gtk_window_present(GTK_WINDOW(self->window));
    table_settle(self);
}

void table_close(Table *self)
{
    gpointer view = self->view;

    g_object_add_weak_pointer(G_OBJECT(self->view), &view);
    gtk_window_destroy(GTK_WINDOW(self->window));
    while (g_main_context_iteration(NULL, FALSE)) {
    }
    CHECK(view == NULL);
    iq_list_destroy(self->found);
    iq_list_destroy(self->all);
}

Table *table_new(int arrangement)
{
    Table *self = g_new0(Table, 1);

    self->random = (random_source){world_seed()};
    table_open(self, arrangement);
    return self;
}

void table_free(Table *self)
{
    table_close(self);
    g_free(self);
}

/* ---- what the user does -------------------------------------------------------------- */

GtkAdjustment *table_adjustment(Table *self)
{
    return gtk_scrollable_get_vadjustment(GTK_SCROLLABLE(self->view));
}

void table_scroll(Table *self, double by)
{
    GtkAdjustment *adjustment = table_adjustment(self);

    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + by);
}

static gboolean is_trigger(GtkShortcutTrigger *trigger, guint key, GdkModifierType held)
{
    return GTK_IS_KEYVAL_TRIGGER(trigger)
           && gtk_keyval_trigger_get_keyval(GTK_KEYVAL_TRIGGER(trigger)) == key
           && gtk_keyval_trigger_get_modifiers(GTK_KEYVAL_TRIGGER(trigger)) == held;
}

void table_press(Table *self, guint key, GdkModifierType held)
{
    GListModel *controllers = gtk_widget_observe_controllers(self->view);

    for (guint i = 0; i < g_list_model_get_n_items(controllers); i++) {
        GtkEventController *controller = g_list_model_get_item(controllers, i);
        guint count = 0;
        if (GTK_IS_SHORTCUT_CONTROLLER(controller))
            count = g_list_model_get_n_items(G_LIST_MODEL(controller));
        for (guint j = 0; j < count; j++) {
            GtkShortcut *shortcut = g_list_model_get_item(G_LIST_MODEL(controller), j);
            if (is_trigger(gtk_shortcut_get_trigger(shortcut), key, held))
                gtk_shortcut_action_activate(gtk_shortcut_get_action(shortcut), 0, self->view,
                                             gtk_shortcut_get_arguments(shortcut));
            g_object_unref(shortcut);
        }
        g_object_unref(controller);
    }
    g_object_unref(controllers);
}

/* Not the drop target that accepts nothing. */
static gpointer find_controller(Table *self, GType type)
{
    GListModel *controllers = gtk_widget_observe_controllers(self->view);
    gpointer found = NULL;

    for (guint i = 0; i < g_list_model_get_n_items(controllers) && found == NULL; i++) {
        gpointer controller = g_list_model_get_item(controllers, i);
        gsize accepted = 1;
        if (type == GTK_TYPE_DROP_TARGET && GTK_IS_DROP_TARGET(controller))
            gtk_drop_target_get_gtypes(controller, &accepted);
        if (G_TYPE_CHECK_INSTANCE_TYPE(controller, type) && accepted > 0)
            found = controller;
        g_object_unref(controller);
    }
    g_object_unref(controllers);
    CHECK(found != NULL);
    return found;
}

/* The list that is shown is held from the beginning to the end. */
gboolean table_drag(Table *self, double x, double y, double to_x, double to_y)
{
    GtkDragSource *source = find_controller(self, GTK_TYPE_DRAG_SOURCE);
    GtkDropTarget *target = find_controller(self, GTK_TYPE_DROP_TARGET);
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
    table_settle(self);
    CHECK(action == GDK_ACTION_MOVE);
    CHECK(count_holds(self->all) + count_holds(self->found) == 1);
    g_value_init(&value, gtk_drop_target_get_gtypes(target, NULL)[0]);
    CHECK(gdk_content_provider_get_value(content, &value, NULL));
    g_signal_emit_by_name(target, "drop", &value, to_x, to_y, &is_done);
    g_signal_emit_by_name(source, "drag-end", NULL, TRUE);
    CHECK(count_holds(self->all) + count_holds(self->found) == 0);
    g_value_unset(&value);
    g_object_unref(content);
    return is_done;
}

/* ---- what is seen -------------------------------------------------------------------- */

/* A cell on the screen: a card, or the header of a stack. */
typedef struct {
    GtkWidget *cell;
    const char *text;
    graphene_rect_t bounds;
    gboolean is_header;
} Seen;

/* The next one that must be: a header, or the card at a position of those that the filter lets through. */
typedef struct {
    size_t stack, position;
    gboolean is_header;
} Next;

graphene_rect_t table_bounds(Table *self, GtkWidget *cell)
{
    graphene_rect_t bounds;

    CHECK(gtk_widget_compute_bounds(cell, self->view, &bounds));
    return bounds;
}

static const char *text_of(GtkWidget *cell)
{
    return gtk_label_get_text(GTK_LABEL(gtk_widget_get_first_child(cell)));
}

static gboolean is_cell(GtkWidget *widget)
{
    const char *name = gtk_widget_get_css_name(widget);

    return strcmp(name, "row") == 0 || strcmp(name, "header") == 0;
}

GtkWidget *table_find(Table *self, int number)
{
    for (GtkWidget *cell = gtk_widget_get_first_child(self->view); cell != NULL;
         cell = gtk_widget_get_next_sibling(cell))
        if (is_cell(cell) && gtk_widget_get_mapped(cell) && strcmp(gtk_widget_get_css_name(cell), "row") == 0
            && atoi(text_of(cell)) == number)
            return cell;
    return NULL;
}

size_t table_count_widgets(Table *self)
{
    size_t count = 0;

    for (GtkWidget *cell = gtk_widget_get_first_child(self->view); cell != NULL;
         cell = gtk_widget_get_next_sibling(cell))
        count += (size_t)is_cell(cell);
    return count;
}

/* All cells in the window. */
static GArray *look(Table *self)
{
    GArray *seen = g_array_new(FALSE, FALSE, sizeof(Seen));
    float height = (float)gtk_widget_get_height(self->view);

    for (GtkWidget *cell = gtk_widget_get_first_child(self->view); cell != NULL;
         cell = gtk_widget_get_next_sibling(cell)) {
        if (!is_cell(cell) || !gtk_widget_get_mapped(cell))
            continue;
        Seen one = {cell, text_of(cell), table_bounds(self, cell),
                    strcmp(gtk_widget_get_css_name(cell), "header") == 0};
        gboolean is_out = one.bounds.origin.y >= height || one.bounds.origin.y + one.bounds.size.height <= 0;
        if (!is_out)
            g_array_append_val(seen, one);
    }
    return seen;
}

static const Card *card_at(Table *self, size_t stack, size_t position)
{
    for (size_t i = 0; i < self->counts[stack]; i++)
        if (self->stacks[stack][i]->number % self->divisor == 0 && position-- == 0)
            return self->stacks[stack][i];
    return NULL;
}

static Next next_of(Table *self, const Seen *seen)
{
    Next next = {0, 0, seen->is_header};

    if (seen->is_header) {
        CHECK(sscanf(seen->text, "Stack %zu", &next.stack) == 1);
        return next;
    }
    for (next.stack = 0; next.stack < STACKS; next.stack++)
        for (next.position = 0; card_at(self, next.stack, next.position) != NULL; next.position++)
            if (card_at(self, next.stack, next.position)->number == atoi(seen->text))
                return next;
    CHECK(!"the card is in the list");
    return next;
}

static void check_bounds(Table *self, const Seen *seen, double x, double y, double width, double height)
{
    double room = gtk_widget_get_width(self->view);

    CHECK(seen->bounds.origin.x == (self->is_mirrored ? room - x - width : x));
    CHECK(seen->bounds.origin.y == y);
    CHECK(seen->bounds.size.width == width);
    CHECK(seen->bounds.size.height == height);
}

static void check_card(Table *self, const Seen *seen, const Card *card, double x, double y, double width)
{
    char text[64];

    g_snprintf(text, sizeof text, "%d %d", card->number, (int)card->content);
    CHECK(strcmp(seen->text, text) == 0);
    check_bounds(self, seen, x, y, width, card->height + 2 * PADDING);
    uint32_t states = (uint32_t)gtk_widget_get_state_flags(seen->cell);
    iq_item item;
    iq_item_info info = {.struct_size = sizeof info};
    CALL(iq_list_find_item(self->found, NULL, iq_key_from_u64((uint64_t)card->number), &item));
    CALL(iq_list_get_item_info(self->found, item, 0, &info));
    CHECK(((states & GTK_STATE_FLAG_SELECTED) != 0) == ((info.states & IQ_STATE_SELECTED) != 0));
}

static double width_of(Table *self, const Card *card)
{
    int inner = gtk_widget_get_width(self->view) - 2 * INSET;

    switch (self->arrangement) {
    case AS_LIST:
        return inner;
    case AS_GRID:
        return (inner - (COLUMNS - 1) * GAP) / COLUMNS;
    default:
        return MIN(inner, card->width + 2 * PADDING);
    }
}

/* Steps back to the first card of the row, which may be too short to be seen. */
static void find_start_of_row(Table *self, const Seen *seen, Next *next)
{
    double room = gtk_widget_get_width(self->view), x = seen->bounds.origin.x;

    if (self->is_mirrored)
        x = room - x - seen->bounds.size.width;
    for (; x > INSET; next->position--) {
        CHECK(next->position > 0);
        x -= width_of(self, card_at(self, next->stack, next->position - 1)) + GAP;
    }
    CHECK(x == INSET);
}

/* Checks the row that begins with the next card, and steps behind it. Returns the height. */
static double check_row(Table *self, const GArray *seen, guint *at, Next *next, double y)
{
    double inner = gtk_widget_get_width(self->view) - 2 * INSET, x = INSET, height = 0;
    const Card *card;

    for (int i = 0; (card = card_at(self, next->stack, next->position)) != NULL; i++, next->position++) {
        double width = width_of(self, card);
        if (i >= (self->arrangement == AS_LIST ? 1 : self->arrangement == AS_GRID ? COLUMNS : 64)
            || (i > 0 && x + width > INSET + inner))
            break;
        if (y + card->height + 2 * PADDING > 0 && y < gtk_widget_get_height(self->view)) {
            CHECK(*at < seen->len);
            check_card(self, &g_array_index(seen, Seen, (*at)++), card, x, y, width);
        }
        x += width + GAP;
        height = MAX(height, card->height + 2 * PADDING);
    }
    return height;
}

/* The header of the stack at the top sticks there, and the next one pushes it out. */
static void check_stuck(Table *self, const Seen *stuck, const Next *first, double y, double end_of_first)
{
    char text[16];
    size_t stack = first->stack;

    if (first->is_header && (y == 0 || stack == 0)) {
        CHECK(stuck == NULL);
        return;
    }
    if (first->is_header)
        stack--, end_of_first = y;
    CHECK(stuck != NULL);
    g_snprintf(text, sizeof text, "Stack %d", (int)stack);
    CHECK(strcmp(stuck->text, text) == 0);
    check_bounds(self, stuck, 0, MIN(0, end_of_first - HEADER), gtk_widget_get_width(self->view), HEADER);
}

void table_check(Table *self)
{
    GArray *seen = look(self);
    GtkAdjustment *adjustment = table_adjustment(self);
    double width = gtk_widget_get_width(self->view);
    double height = gtk_widget_get_height(self->view), end_of_first = height + HEADER;
    double value = gtk_adjustment_get_value(adjustment);
    const Seen *stuck = NULL;

    CHECK(seen->len > 0);
    const Seen *last = &g_array_index(seen, Seen, seen->len - 1);
    if (seen->len > 1 && last->is_header && last->bounds.origin.y <= 0) {
        stuck = last;
        seen->len--;
    }
    const Seen *top = &g_array_index(seen, Seen, 0);
    Next first = next_of(self, top), next;
    double y = top->bounds.origin.y, first_y = y;
    if (!first.is_header)
        find_start_of_row(self, top, &first);
    next = first;
    if (self->arrangement == AS_GRID && !first.is_header)
        CHECK(first.position % COLUMNS == 0);
    CHECK(y <= (first.is_header ? INSET : first.position == 0 ? HEADER + INSET : GAP));
    if (value == gtk_adjustment_get_lower(adjustment))
        CHECK(first.is_header && first.stack == 0 && y == 0);
    guint at = 0;
    while (y < height && next.stack < STACKS) {
        if (next.is_header) {
            if (next.stack == first.stack + 1)
                end_of_first = y;
            CHECK(at < seen->len);
            check_bounds(self, &g_array_index(seen, Seen, at), 0, y, width, HEADER);
            CHECK(next_of(self, &g_array_index(seen, Seen, at++)).stack == next.stack);
            y += HEADER + INSET;
            next.is_header = FALSE;
        } else if (card_at(self, next.stack, next.position) != NULL) {
            y += check_row(self, seen, &at, &next, y);
            y += card_at(self, next.stack, next.position) != NULL ? GAP : 0;
        }
        if (!next.is_header && card_at(self, next.stack, next.position) == NULL) {
            y += INSET;
            next = (Next){next.stack + 1, 0, TRUE};
            if (next.stack == first.stack + 1)
                end_of_first = y;
        }
    }
    CHECK(at == seen->len);
    check_stuck(self, stuck, &first, first_y, end_of_first);
    if (value + height == gtk_adjustment_get_upper(adjustment) && next.stack == STACKS)
        CHECK(y == height || gtk_adjustment_get_lower(adjustment) == value);
    g_array_unref(seen);
}

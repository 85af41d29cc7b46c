/*
 * photos.c - two hundred thousand photos in albums: as a list, a grid, lanes or lines of pictures, switched
 * while you look. Add some, shuffle them, select them by a rubber band, delete what is selected, drag them
 * elsewhere, drop a text, which is the name of another one, and search while typing.
 *
 *     photos [steps]      does so much by itself and ends
 */
#include <iqlist-gtk-view.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    iq_key key;       /* its identity   */
    uint64_t content; /* its appearance */
    void *model;      /* the photo      */
    double shape;     /* width / height */
    float hue;
    char name[40];
} Photo;

enum { ALBUMS = 40, COUNT = 200000, MOST = 260000 };
enum { AS_LIST, AS_GRID, AS_LANES, AS_LINES, ARRANGEMENTS };

static Photo *photos; /* those in the list, and those that may be added */
static size_t made;
static iq_list *all, *found; /* every photo; those that the search entry lets through */
static iq_class photo_class, album_class;
static char albums[ALBUMS][24];
static GtkWidget *view;
static guint arrangement = AS_GRID;
static uint32_t columns; /* of the grid, and lanes: as many as fit */
static GPtrArray *cells; /* the widgets of all cells of photos */
static int steps_left = -1;

static void check(iq_status status)
{
    iq_error error = {.struct_size = sizeof error};

    if (status == IQ_OK)
        return;
    iq_get_last_error(&error);
    g_error("photos: %s", error.message);
}

/* ---- the widgets of cells -------------------------------------------------------- */

static void draw(GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer data)
{
    const Photo *photo = g_object_get_data(G_OBJECT(area), "photo");
    float red, green, blue;

    (void)data;
    if (photo == NULL)
        return;
    gtk_hsv_to_rgb(photo->hue, 0.45f, 0.9f, &red, &green, &blue);
    cairo_set_source_rgb(cairo, red, green, blue);
    cairo_paint(cairo);
    gtk_hsv_to_rgb(photo->hue, 0.55f, 0.6f, &red, &green, &blue);
    cairo_set_source_rgb(cairo, red, green, blue);
    cairo_move_to(cairo, 0, height);
    cairo_line_to(cairo, width * 0.4, height * 0.45);
    cairo_line_to(cairo, width * 0.6, height * 0.7);
    cairo_line_to(cairo, width * 0.75, height * 0.55);
    cairo_line_to(cairo, width, height);
    cairo_fill(cairo);
}

/* A picture with its name beside it in a list, and below it elsewhere. */
static void arrange(GtkWidget *box)
{
    GtkWidget *picture = gtk_widget_get_first_child(box), *name = gtk_widget_get_last_child(box);
    const Photo *photo = g_object_get_data(G_OBJECT(picture), "photo");
    double shape = photo != NULL ? photo->shape : 1;
    gboolean is_list = arrangement == AS_LIST;
    int height = is_list ? 48 : arrangement == AS_LINES ? 120 : (int)(180 / shape);

    gtk_orientable_set_orientation(GTK_ORIENTABLE(box),
                                   is_list ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
    gtk_drawing_area_set_content_height(GTK_DRAWING_AREA(picture), height);
    gtk_drawing_area_set_content_width(GTK_DRAWING_AREA(picture), is_list ? 72 : (int)(height * shape));
    gtk_label_set_xalign(GTK_LABEL(name), is_list ? 0 : 0.5f);
    gtk_widget_set_hexpand(name, is_list);
    gtk_label_set_wrap(GTK_LABEL(name), is_list);
    gtk_label_set_ellipsize(GTK_LABEL(name), is_list ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END);
    gtk_label_set_max_width_chars(GTK_LABEL(name), is_list ? -1 : 1);
}

static int create_photo(void *context, const iq_event *event, void **object)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6), *picture = gtk_drawing_area_new();

    (void)context, (void)event;
    gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(picture), draw, NULL, NULL);
    gtk_box_append(GTK_BOX(box), picture);
    gtk_box_append(GTK_BOX(box), gtk_label_new(NULL));
    gtk_widget_set_margin_start(box, 4);
    gtk_widget_set_margin_end(box, 4);
    gtk_widget_set_margin_top(box, 4);
    gtk_widget_set_margin_bottom(box, 4);
    g_ptr_array_add(cells, box);
    *object = box;
    return 0;
}

static int bind_photo(void *context, const iq_event *event)
{
    const Photo *photo = event->model;
    GtkWidget *box = event->object, *picture = gtk_widget_get_first_child(box);

    (void)context;
    g_object_set_data(G_OBJECT(picture), "photo", event->model);
    gtk_label_set_text(GTK_LABEL(gtk_widget_get_last_child(box)), photo->name);
    gtk_accessible_update_property(GTK_ACCESSIBLE(box), GTK_ACCESSIBLE_PROPERTY_LABEL, photo->name, -1);
    arrange(box);
    gtk_widget_queue_draw(picture);
    return 0;
}

static void unbind_photo(void *context, const iq_event *event)
{
    (void)context;
    g_object_set_data(G_OBJECT(gtk_widget_get_first_child(event->object)), "photo", NULL);
}

static void destroy_photo(void *context, void *object)
{
    g_ptr_array_remove(cells, object);
    iq_gtk_cell_destroy(context, object);
}

static int create_album(void *context, const iq_event *event, void **object)
{
    GtkWidget *label = gtk_label_new(NULL);

    (void)context, (void)event;
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_widget_add_css_class(label, "heading");
    gtk_widget_set_margin_start(label, 12);
    gtk_widget_set_margin_top(label, 8);
    gtk_widget_set_margin_bottom(label, 8);
    *object = label;
    return 0;
}

static int bind_album(void *context, const iq_event *event)
{
    (void)context;
    gtk_label_set_text(event->object, event->model);
    return 0;
}

static void create_classes(void)
{
    iq_class_options photo = {.struct_size = sizeof photo, .name = "photo", .traits = IQ_TRAIT_MOVABLE,
                              .create_cell = create_photo, .bind_cell = bind_photo,
                              .unbind_cell = unbind_photo, .destroy_cell = destroy_photo};
    iq_class_options album = {.struct_size = sizeof album, .name = "album", .create_cell = create_album,
                              .bind_cell = bind_album, .destroy_cell = iq_gtk_cell_destroy};

    check(iq_class_create(&photo, &photo_class));
    check(iq_class_create(&album, &album_class));
}

/* ---- the data: what should be shown ------------------------------------------------ */

static Photo *make_photo(void)
{
    const char *what[] = {"beach", "city", "forest", "harbour", "hills", "lake", "market", "street"};
    const char *when[] = {"early in the morning", "at noon", "in the rain", "late", "from far away"};
    Photo *photo = &photos[made];

    photo->key = iq_key_from_u64(++made);
    photo->content = made;
    photo->model = photo;
    photo->shape = g_random_double_range(0.7, 1.8);
    photo->hue = (float)g_random_double();
    g_snprintf(photo->name, sizeof photo->name, "%s %s %d", what[g_random_int_range(0, G_N_ELEMENTS(what))],
               when[g_random_int_range(0, G_N_ELEMENTS(when))], (int)made);
    return photo;
}

static iq_columns columns_of(const Photo *rows, size_t count)
{
    return (iq_columns){.struct_size = sizeof(iq_columns), .count = count,
                        .keys = &rows->key, .key_stride = sizeof *rows,
                        .contents = &rows->content, .content_stride = sizeof *rows,
                        .models = &rows->model, .model_stride = sizeof *rows,
                        .classes = &photo_class, .class_stride = IQ_SAME};
}

static void show_photos(void)
{
    static iq_supplementary headers[ALBUMS];
    static iq_section_entry sections[ALBUMS];
    iq_columns items = columns_of(photos, COUNT);

    for (size_t i = 0; i < ALBUMS; i++) {
        g_snprintf(albums[i], sizeof albums[i], "Album %d", (int)i + 1);
        headers[i] = (iq_supplementary){.struct_size = sizeof headers[i], .kind = IQ_KIND_HEADER,
                                        .key = iq_key_from_u64(i), .model = albums[i],
                                        .cell_class = album_class};
        sections[i] = (iq_section_entry){.struct_size = sizeof sections[i], .key = iq_key_from_u64(i),
                                         .first_item = i * (COUNT / ALBUMS), .supplementaries = &headers[i],
                                         .supplementary_count = 1};
    }
    check(iq_list_set(all, sections, ALBUMS, &items, NULL, NULL));
}

/* ---- what the user does ------------------------------------------------------------- */

static void lay_out(void)
{
    iq_section_layout layout = {.struct_size = sizeof layout, .flags = IQ_SECTION_LAYOUT_STICKY_HEADER};

    if (arrangement == AS_LANES)
        layout.kind = IQ_LAYOUT_LANES;
    if (arrangement == AS_LINES)
        layout.kind = IQ_LAYOUT_FLOW;
    if (arrangement != AS_LIST) {
        layout.columns = columns;
        layout.insets = (iq_insets){4, 8, 8, 8};
        layout.item_spacing = layout.line_spacing = 6;
        layout.item.height = (iq_length){IQ_LENGTH_AUTO, 150};
        layout.item.width = (iq_length){IQ_LENGTH_AUTO, 150};
    }
    if (arrangement == AS_LINES)
        layout.flags |= IQ_SECTION_LAYOUT_CENTER;
    check(iq_gtk_view_set_layout(IQ_GTK_VIEW(view), (iq_section){0}, &layout));
    for (guint i = 0; i < cells->len; i++)
        arrange(cells->pdata[i]);
}

static void switch_layout(GtkDropDown *choice, GParamSpec *spec, gpointer data)
{
    (void)spec, (void)data;
    arrangement = gtk_drop_down_get_selected(choice);
    lay_out();
}

static void resized(IqGtkView *widget, int width, int height)
{
    uint32_t fit = (uint32_t)MAX(1, width / 160);

    (void)widget, (void)height;
    if (fit == columns)
        return;
    columns = fit;
    lay_out();
}

static int has_text(void *text, iq_key key, const void *model)
{
    (void)key;
    return strstr(((const Photo *)model)->name, text) != NULL;
}

static void search(GtkEditable *entry)
{
    iq_filter filter = {.struct_size = sizeof filter, .passes = has_text, .destroy = g_free,
                        .context = g_strdup(gtk_editable_get_text(entry))};

    check(iq_list_set_filter(found, &filter, NULL, NULL));
}

static iq_edit *begin(void)
{
    iq_edit *edit;

    check(iq_edit_begin(all, NULL, &edit));
    return edit;
}

static void end(iq_edit *edit)
{
    check(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
}

static void add(void)
{
    iq_edit *edit = begin();

    for (int i = 0; i < 3 && made < MOST; i++) {
        iq_columns items = columns_of(make_photo(), 1);
        iq_section album;
        check(iq_list_find_section_at(all, i == 0 ? 0 : (size_t)g_random_int_range(0, ALBUMS), &album));
        check(iq_edit_insert_items(edit, album, 0, &items));
    }
    end(edit);
}

static void shuffle(void)
{
    iq_edit *edit = begin();
    iq_section album;

    check(iq_list_find_section_at(all, 0, &album));
    for (int i = 0; i < 20; i++) {
        iq_item item, other;
        if (iq_list_find_item_in_section(all, album, (size_t)g_random_int_range(0, 60), &item) == IQ_OK
            && iq_list_find_item_in_section(all, album, (size_t)g_random_int_range(0, 60), &other) == IQ_OK)
            check(iq_edit_move_item_beside(edit, item, IQ_PUT_BEFORE, other));
    }
    end(edit);
}

/* What is shown is a derived list: the same photo of the source has the same key. */
static iq_item in_source(iq_item item)
{
    iq_item_info info = {.struct_size = sizeof info};
    iq_item same = {0};

    if (iq_list_get_item_info(found, item, 0, &info) == IQ_OK)
        iq_list_find_item(all, NULL, info.key, &same);
    return same;
}

static void delete_selected(void)
{
    iq_list_info info = {.struct_size = sizeof info};
    size_t count;

    check(iq_list_get_info(found, &info));
    iq_item *items = g_new(iq_item, info.selected);
    iq_list_find_items_in_state(found, IQ_STATE_SELECTED, 0, items, info.selected, &count);
    for (size_t i = 0; i < count; i++)
        items[i] = in_source(items[i]);
    iq_edit *edit = begin();
    check(iq_edit_delete_items(edit, items, count));
    end(edit);
    g_free(items);
}

/* In the source, before the same photo as at a position of what is shown. */
static iq_position target_of(const iq_position *position)
{
    iq_section album, same;
    iq_section_info info = {.struct_size = sizeof info};
    iq_item next;
    iq_position target = {0, 0};

    check(iq_list_find_section_at(found, position->section, &album));
    check(iq_list_get_section_info(found, album, &info));
    check(iq_list_find_section(all, info.key, &same));
    if (iq_list_find_item_in_section(found, album, position->item, &next) == IQ_OK) {
        check(iq_list_find_position(all, in_source(next), &target));
    } else {
        check(iq_list_get_section_info(all, same, &info));
        target = (iq_position){(uint32_t)info.position, (uint32_t)info.count};
    }
    return target;
}

/* The user has dropped photos. */
static gboolean move(IqGtkView *widget, const iq_item *items, guint count, const iq_position *position)
{
    iq_position target = target_of(position);
    iq_item *moved = g_new(iq_item, count);

    (void)widget;
    for (guint i = 0; i < count; i++)
        moved[i] = in_source(items[i]);
    iq_edit *edit = begin();
    check(iq_edit_move_items_to(edit, moved, count, target));
    end(edit);
    g_free(moved);
    return TRUE;
}

/* The user has dropped a text of another program. */
static gboolean drop(IqGtkView *widget, const GValue *value, const iq_position *position)
{
    iq_position target = target_of(position);
    iq_section album;

    (void)widget;
    if (made == MOST)
        return FALSE;
    Photo *photo = make_photo();
    g_strlcpy(photo->name, g_value_get_string(value), sizeof photo->name);
    iq_columns items = columns_of(photo, 1);
    check(iq_list_find_section_at(all, target.section, &album));
    iq_edit *edit = begin();
    check(iq_edit_insert_items(edit, album, target.item, &items));
    end(edit);
    return TRUE;
}

/* ---- the window ------------------------------------------------------------------------ */

static void add_button(GtkWidget *bar, const char *label, GCallback callback)
{
    GtkWidget *button = gtk_button_new_with_label(label);

    g_signal_connect_swapped(button, "clicked", callback, NULL);
    gtk_box_append(GTK_BOX(bar), button);
}

static gboolean go_on(gpointer application)
{
    GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment(GTK_SCROLLABLE(view));

    arrangement = (arrangement + 1) % ARRANGEMENTS;
    lay_out();
    add();
    shuffle();
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_upper(adjustment) * g_random_double());
    if (steps_left-- > 0)
        return G_SOURCE_CONTINUE;
    g_application_quit(application);
    return G_SOURCE_REMOVE;
}

static void activate(GtkApplication *application)
{
    const char *arrangements[] = {"List", "Grid", "Lanes", "Lines", NULL};
    GType texts[] = {G_TYPE_STRING};
    GtkWidget *window = gtk_application_window_new(application), *entry = gtk_search_entry_new();
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    GtkWidget *bar = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    GtkWidget *choice = gtk_drop_down_new_from_strings(arrangements), *scrolled = gtk_scrolled_window_new();

    view = iq_gtk_view_new(found, NULL, 0);
    iq_gtk_view_set_reorderable(IQ_GTK_VIEW(view), TRUE);
    iq_gtk_view_set_enable_rubberband(IQ_GTK_VIEW(view), TRUE);
    iq_gtk_view_accept(IQ_GTK_VIEW(view), texts, G_N_ELEMENTS(texts), GDK_ACTION_COPY);
    g_signal_connect(view, "move", G_CALLBACK(move), NULL);
    g_signal_connect(view, "drop", G_CALLBACK(drop), NULL);
    g_signal_connect(view, "resize", G_CALLBACK(resized), NULL);
    lay_out();
    gtk_drop_down_set_selected(GTK_DROP_DOWN(choice), arrangement);
    g_signal_connect(choice, "notify::selected", G_CALLBACK(switch_layout), NULL);
    g_signal_connect(entry, "search-changed", G_CALLBACK(search), NULL);
    gtk_widget_set_hexpand(entry, TRUE);
    gtk_box_append(GTK_BOX(bar), entry);
    gtk_box_append(GTK_BOX(bar), choice);
    add_button(bar, "Add", G_CALLBACK(add));
    add_button(bar, "Shuffle", G_CALLBACK(shuffle));
    add_button(bar, "Delete", G_CALLBACK(delete_selected));
    gtk_widget_add_css_class(bar, "toolbar");
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), view);
    gtk_widget_set_vexpand(scrolled, TRUE);
    gtk_box_append(GTK_BOX(box), bar);
    gtk_box_append(GTK_BOX(box), scrolled);
    gtk_window_set_title(GTK_WINDOW(window), "Photos");
    gtk_window_set_default_size(GTK_WINDOW(window), 620, 440);
    gtk_window_set_child(GTK_WINDOW(window), box);
    gtk_window_present(GTK_WINDOW(window));
    if (steps_left > 0)
        g_timeout_add(200, go_on, application);
}

int main(int argc, char **argv)
{
    iq_derive_options filtered = {.struct_size = sizeof filtered, .kind = IQ_DERIVE_FILTER};
    GtkApplication *application = gtk_application_new(NULL, G_APPLICATION_NON_UNIQUE);
    int status;

    if (argc > 1)
        steps_left = atoi(argv[1]);
    photos = g_new0(Photo, MOST);
    cells = g_ptr_array_new();
    while (made < COUNT)
        make_photo();
    create_classes();
    check(iq_list_create(NULL, &all));
    check(iq_list_derive(all, &filtered, &found));
    check(iq_list_set_selection(found, IQ_SELECTION_MULTIPLE | IQ_SELECTION_KEEPS));
    show_photos();
    g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
    status = g_application_run(G_APPLICATION(application), 1, argv);
    g_object_unref(application);
    iq_list_destroy(found);
    iq_list_destroy(all);
    g_ptr_array_unref(cells);
    g_free(photos);
    return status;
}

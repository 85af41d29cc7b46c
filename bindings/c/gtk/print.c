/*
 * print.c - prints the lines of a text as a PDF of A4 pages: each line is a row, wrapped and as high as Pango
 * says; one that begins with # is the heading of a section, which is repeated where the section goes on.
 *
 *     print text.txt pages.pdf
 *     print --times text.txt pages.pdf      says also what it took, beside Pango
 *
 * A page is a window of the view, and a heading that is repeated is a header that sticks. What is in a scene is
 * drawn as on a screen, but for a row that does not fit: it begins the next page, or is cut between two of its
 * lines if it is longer than a page. Pages are found once, as the last number is on each of them, then drawn.
 *
 * It needs Pango and cairo only, and no GTK. What is drawn with a GtkPrintOperation is the same: `begin-print`
 * finds the pages, and `draw-page` draws one.
 */
#include <cairo-pdf.h>
#include <iqlist.h>
#include <pango/pangocairo.h>
#include <string.h>

/* In points, of which 72 are an inch. */
enum { PAPER_WIDTH = 595, PAPER_HEIGHT = 842, MARGIN = 54, FOOT = 30 };
enum { WIDTH = PAPER_WIDTH - 2 * MARGIN, HEIGHT = PAPER_HEIGHT - 2 * MARGIN - FOOT };
enum { ROW_SPACING = 3, SECTION_SPACING = 10, BELOW_HEADING = 4 };

/* Of the content, what is on a page: from `offset` on, as far as `end` in the window. */
typedef struct {
    double offset;
    double end;
} Page;

typedef struct {
    iq_view *view;
    cairo_t *cairo;
    PangoLayout *row, *heading, *number;
    GArray *pages;
    gint64 measuring, laying_out; /* microseconds */
} Printer;

static void check(iq_status status)
{
    iq_error error = {.struct_size = sizeof error};

    if (status == IQ_OK)
        return;
    iq_get_last_error(&error);
    g_error("print: %s", error.message);
}

/* ---- the list ---------------------------------------------------------------------- */

static void begin_section(GArray *sections, GArray *headers, size_t first_row, char *heading)
{
    iq_section_entry section = {.struct_size = sizeof section, .key = iq_key_from_u64(sections->len),
                                .first_item = first_row, .supplementary_count = heading != NULL};
    iq_supplementary header = {.struct_size = sizeof header, .kind = IQ_KIND_HEADER, .model = heading};

    g_array_append_val(sections, section);
    g_array_append_val(headers, header);
}

/* The text is cut into lines, which the list then points to. Blank ones are passed over. */
static iq_list *create_list(char *text, GPtrArray *rows)
{
    GArray *sections = g_array_new(FALSE, FALSE, sizeof(iq_section_entry));
    GArray *headers = g_array_new(FALSE, FALSE, sizeof(iq_supplementary));
    iq_list *list;

    for (char *line = text, *next; line != NULL; line = next) {
        next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        size_t marks = strspn(line, "#");
        if (*g_strchomp(line) == '\0')
            continue;
        if (marks > 0 && line[marks] == ' ') {
            begin_section(sections, headers, rows->len, line + marks + 1);
            continue;
        }
        if (sections->len == 0)
            begin_section(sections, headers, 0, NULL);
        g_ptr_array_add(rows, line);
    }
    for (guint i = 0; i < sections->len; i++)
        g_array_index(sections, iq_section_entry, i).supplementaries =
            &g_array_index(headers, iq_supplementary, i);

    iq_key *keys = g_new(iq_key, rows->len);
    for (guint i = 0; i < rows->len; i++)
        keys[i] = iq_key_from_u64(i);
    iq_columns items = {.struct_size = sizeof items, .count = rows->len, .keys = keys, .models = rows->pdata};
    check(iq_list_create(NULL, &list));
    check(iq_list_set(list, (iq_section_entry *)(void *)sections->data, sections->len, &items, NULL, NULL));
    g_free(keys);
    g_array_free(sections, TRUE);
    g_array_free(headers, TRUE);
    return list;
}

/* ---- text ----------------------------------------------------------------------------- */

static PangoLayout *create_layout(cairo_t *cairo, const char *font)
{
    PangoLayout *layout = pango_cairo_create_layout(cairo);
    PangoFontDescription *description = pango_font_description_from_string(font);

    pango_cairo_context_set_resolution(pango_layout_get_context(layout), 72);
    pango_layout_set_font_description(layout, description);
    pango_layout_set_width(layout, WIDTH * PANGO_SCALE);
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_font_description_free(description);
    return layout;
}

static PangoLayout *layout_of(const Printer *printer, uint32_t kind, const char *text)
{
    PangoLayout *layout = kind == IQ_KIND_HEADER ? printer->heading : printer->row;

    pango_layout_set_text(layout, text, -1);
    return layout;
}

/* Pango counts in 1/1024 of a point, as the view does: nothing is rounded. */
static double points(int units)
{
    return (double)units / PANGO_SCALE;
}

static double height_of(PangoLayout *layout)
{
    int height;

    pango_layout_get_size(layout, NULL, &height);
    return points(height);
}

static int measure(void *context, const iq_measured *asked, size_t count, iq_size *sizes)
{
    Printer *printer = context;
    gint64 begun = g_get_monotonic_time();

    for (size_t i = 0; i < count; i++) {
        uint32_t kind = asked[i].element.kind;

        sizes[i].height = height_of(layout_of(printer, kind, asked[i].model));
        if (kind == IQ_KIND_HEADER)
            sizes[i].height += BELOW_HEADING;
    }
    printer->measuring += g_get_monotonic_time() - begun;
    return 0;
}

/* Draws the lines of a text at `y` that are between two edges of the page. */
static void draw_lines(cairo_t *cairo, PangoLayout *layout, double y, double top, double end)
{
    PangoLayoutIter *line = pango_layout_get_iter(layout);

    do {
        PangoRectangle room;
        int from, to;

        pango_layout_iter_get_line_yrange(line, &from, &to);
        if (y + points(from) < top || y + points(to) > end)
            continue;
        pango_layout_iter_get_line_extents(line, NULL, &room);
        double baseline = y + points(pango_layout_iter_get_baseline(line));
        cairo_move_to(cairo, MARGIN + points(room.x), MARGIN + baseline);
        pango_cairo_show_layout_line(cairo, pango_layout_iter_get_line_readonly(line));
    } while (pango_layout_iter_next_line(line));
    pango_layout_iter_free(line);
}

/* Where the last line ends that a page has room for, of a text at `y`. */
static double end_of_lines(PangoLayout *layout, double y)
{
    PangoLayoutIter *line = pango_layout_get_iter(layout);
    double end = y;
    int to;

    do {
        pango_layout_iter_get_line_yrange(line, NULL, &to);
        if (y + points(to) <= HEIGHT)
            end = y + points(to);
    } while (pango_layout_iter_next_line(line));
    pango_layout_iter_free(line);
    return end;
}

/* ---- pages ------------------------------------------------------------------------------ */

static void create_view(Printer *printer, iq_list *list)
{
    /* The place behind a page is in its scene, too. */
    iq_view_options options = {.struct_size = sizeof options, .flags = IQ_VIEW_LAID_OUT,
                               .section_spacing = SECTION_SPACING, .overscan = SECTION_SPACING + 1};
    iq_section_layout layout = {.struct_size = sizeof layout, .flags = IQ_SECTION_LAYOUT_STICKY_HEADER,
                                .line_spacing = ROW_SPACING, .measure = measure, .context = printer};

    check(iq_view_create(list, &options, &printer->view));
    check(iq_view_set_layout(printer->view, (iq_section){0}, &layout));
    check(iq_view_set_anchor(printer->view, IQ_ANCHOR_NONE, (iq_item){0}));
    check(iq_view_set_size(printer->view, WIDTH, HEIGHT));
}

static iq_scene lay_out(Printer *printer, double offset)
{
    iq_scene scene = {.struct_size = sizeof scene};
    gint64 begun = g_get_monotonic_time();

    check(iq_view_scroll(printer->view, offset, 0));
    check(iq_view_layout(printer->view, &scene));
    printer->laying_out += g_get_monotonic_time() - begun;
    return scene;
}

static gboolean is_row(const iq_place *place)
{
    return place->element.kind == 0;
}

static double bottom_of(const iq_place *place)
{
    return place->frame.y + place->frame.height;
}

/* The heading that is repeated at the top of the page, if one is. One that its section has pushed out is above
 * the page. */
static const iq_place *repeated(const iq_scene *scene)
{
    const iq_place *last = scene->places + scene->count - 1;

    return scene->count > 0 && (last->flags & IQ_PLACE_STUCK) && bottom_of(last) > 0 ? last : NULL;
}

/* Where what is new on the page begins. */
static double top_of(const iq_scene *scene)
{
    const iq_place *heading = repeated(scene);

    return heading != NULL ? bottom_of(heading) : 0;
}

/* Whether a place is new on the page, at least in part. */
static gboolean is_new(const iq_scene *scene, const iq_place *place)
{
    return !(place->flags & IQ_PLACE_STUCK) && bottom_of(place) > top_of(scene);
}

/* How much room the heading of a row takes where it is repeated. */
static double heading_above(const iq_scene *scene, const iq_place *row)
{
    for (const iq_place *place = row; place-- > scene->places;)
        if (!is_row(place))
            return place->frame.height;
    return top_of(scene);
}

/* Where a page ends that has no room for the row that it begins with, but for headings above. */
static double cut(const Printer *printer, const iq_scene *scene, const iq_place *row)
{
    double end = end_of_lines(layout_of(printer, 0, row->model), row->frame.y);

    if (end > MAX(row->frame.y, top_of(scene)))
        return end;
    return row->frame.y > top_of(scene) ? row->frame.y : HEIGHT;
}

/* Finds where a page ends, and where the next one begins; FALSE after the last one. Headings stay with the row
 * below them. */
static gboolean find_end(const Printer *printer, const iq_scene *scene, double *end, double *next)
{
    const iq_place *behind = scene->places + scene->count, *first = scene->places, *over, *start;

    while (first < behind && !is_new(scene, first))
        first++;
    for (over = first; over < behind && (!is_new(scene, over) || bottom_of(over) <= HEIGHT);)
        over++;
    *end = HEIGHT;
    if (over == behind)
        return FALSE;
    for (start = over; start > first && !is_row(start - 1);)
        start--;
    if (start > first)
        *end = start->frame.y;
    else if (is_row(over))
        *end = cut(printer, scene, start = over);
    else
        *end = (start = over)->frame.y;
    *next = scene->offset + *end - (is_row(start) ? heading_above(scene, start) : 0);
    return TRUE;
}

static void find_pages(Printer *printer)
{
    Page page;
    double next = 0;
    gboolean is_more;

    do {
        iq_scene scene = lay_out(printer, next);

        page.offset = scene.offset;
        is_more = find_end(printer, &scene, &page.end, &next);
        g_array_append_val(printer->pages, page);
    } while (is_more);
}

/* A number of pages or rows as it is read: 1,234. */
static char *written(guint number)
{
    if (number < 1000)
        return g_strdup_printf("%u", number);
    char *thousands = written(number / 1000), *all = g_strdup_printf("%s,%03u", thousands, number % 1000);
    g_free(thousands);
    return all;
}

static void draw_number(const Printer *printer, guint index)
{
    char *number = written(index + 1), *count = written(printer->pages->len);
    char *text = g_strdup_printf("%s / %s", number, count);

    pango_layout_set_text(printer->number, text, -1);
    cairo_move_to(printer->cairo, MARGIN, PAPER_HEIGHT - MARGIN - height_of(printer->number));
    pango_cairo_show_layout(printer->cairo, printer->number);
    g_free(number);
    g_free(count);
    g_free(text);
}

static void draw_page(Printer *printer, guint index)
{
    const Page *page = &g_array_index(printer->pages, Page, index);
    iq_scene scene = lay_out(printer, page->offset);
    const iq_place *heading = repeated(&scene);

    for (const iq_place *place = scene.places; place < scene.places + scene.count; place++) {
        PangoLayout *layout;
        double y = place->frame.y;

        if (place != heading && (!is_new(&scene, place) || y >= page->end))
            continue;
        layout = layout_of(printer, place->element.kind, place->model);
        draw_lines(printer->cairo, layout, y, place == heading ? y : top_of(&scene), page->end);
    }
    draw_number(printer, index);
    cairo_show_page(printer->cairo);
}

/* ---- the program -------------------------------------------------------------------------- */

/* What Pango took to measure each row once, and the rest beside it. */
static void print_times(const Printer *printer, guint row_count, gint64 found, gint64 drawing, size_t memory)
{
    char *rows = written(row_count), *pages = written(printer->pages->len);
    double measuring = (double)MAX(1, printer->measuring);

    g_print("%s rows, %s pages\n", rows, pages);
    g_print("each row measured by Pango   %.0f ms\n", measuring / 1000);
    g_print("pages found by the view      %.3f of that\n", (double)(found - printer->measuring) / measuring);
    g_print("found again to be drawn      %.3f of that\n", (double)(printer->laying_out - found) / measuring);
    g_print("drawn by Pango and cairo     %.3f of that\n", (double)drawing / measuring);
    g_print("memory of the view           %.0f bytes a row\n", (double)memory / MAX(1, row_count));
    g_free(rows);
    g_free(pages);
}

static void print(char *text, const char *path, gboolean with_times)
{
    cairo_surface_t *pdf = cairo_pdf_surface_create(path, PAPER_WIDTH, PAPER_HEIGHT);
    Printer printer = {.cairo = cairo_create(pdf), .pages = g_array_new(FALSE, FALSE, sizeof(Page))};
    GPtrArray *rows = g_ptr_array_new();
    iq_list *list = create_list(text, rows);
    size_t memory = iq_memory_used();
    gint64 found, begun, drawing; /* microseconds */

    printer.row = create_layout(printer.cairo, "Sans 10");
    printer.heading = create_layout(printer.cairo, "Sans Bold 12");
    pango_layout_set_height(printer.heading, -2); /* lines, so that a heading leaves room for rows */
    pango_layout_set_ellipsize(printer.heading, PANGO_ELLIPSIZE_END);
    printer.number = create_layout(printer.cairo, "Sans 9");
    pango_layout_set_alignment(printer.number, PANGO_ALIGN_CENTER);
    create_view(&printer, list);

    find_pages(&printer);
    found = printer.laying_out;
    begun = g_get_monotonic_time();
    for (guint i = 0; i < printer.pages->len; i++)
        draw_page(&printer, i);
    cairo_surface_finish(pdf);
    drawing = g_get_monotonic_time() - begun - (printer.laying_out - found);
    if (cairo_surface_status(pdf) != CAIRO_STATUS_SUCCESS)
        g_error("print: %s: %s", path, cairo_status_to_string(cairo_surface_status(pdf)));
    if (with_times)
        print_times(&printer, rows->len, found, drawing, iq_memory_used() - memory);

    iq_view_destroy(printer.view);
    iq_list_destroy(list);
    g_ptr_array_free(rows, TRUE);
    g_array_free(printer.pages, TRUE);
    g_object_unref(printer.row);
    g_object_unref(printer.heading);
    g_object_unref(printer.number);
    cairo_destroy(printer.cairo);
    cairo_surface_destroy(pdf);
}

int main(int count, char **words)
{
    gboolean with_times = count == 4 && strcmp(words[1], "--times") == 0;
    GError *error = NULL;
    char *text, *valid;

    if (count != 3 && !with_times) {
        g_printerr("usage: print [--times] text.txt pages.pdf\n");
        return 2;
    }
    if (!g_file_get_contents(words[count - 2], &text, NULL, &error)) {
        g_printerr("print: %s\n", error->message);
        g_error_free(error);
        return 1;
    }
    valid = g_utf8_make_valid(text, -1);
    print(valid, words[count - 1], with_times);
    g_free(valid);
    g_free(text);
    return 0;
}

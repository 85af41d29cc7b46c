/* grid.c - 200,000 colours as a list, and a view of it as a grid.
 *
 *     colours -> list -> view -> scene -> rectangles
 *                |       |       |
 *                |       |       places: what to draw, where, in which cell
 *                |       a window, an offset, columns
 *                a section for each family, an item for each colour
 *
 * The list is the only one that knows the order, and the view the only one that
 * knows where things are. Nothing here depends on what draws.
 *
 *     1. Cells        what the program keeps for what is on the screen
 *     2. The list     sections with headers, items
 *     3. The grid     how it is laid out, as wide as the window is
 *     4. Orders       the whole list is set anew; what has moved is found
 *     5. Frames       scroll, lay out, find
 *     6. Selection    clicks and keys
 *     7. Drops        an edit moves one item
 */
#include "grid.h"

#include <stdio.h>
#include <stdlib.h>

/* A column is at least so wide, and this is the space around a tile. */
#define TILE 112.0
#define SPACE 8.0
#define HEADER 34.0

void fail(const char *what, const char *why)
{
    fprintf(stderr, "colours: %s: %s\n", what, why);
    exit(EXIT_FAILURE);
}

void check(iq_status status)
{
    iq_error error = {.struct_size = sizeof error};

    if (status == IQ_OK)
        return;
    iq_get_last_error(&error);
    fail(iq_status_name(status), error.message);
}

/* ---- 1. Cells ------------------------------------------------------------ */

/* Called for some more tiles than fit the window, and never again. */
static int create_tile(void *context, const iq_event *event, void **object)
{
    (void)context;
    (void)event;
    *object = calloc(1, sizeof(struct tile));
    return *object == NULL;
}

/* Called when a tile comes to show another colour: it forgets how it moved. */
static int bind_tile(void *context, const iq_event *event)
{
    struct grid *grid = context;
    struct tile *tile = event->object;

    *tile = (struct tile){.start = -1e9, .birth = -1e9};
    if (event->item.id != 0)
        tile->colour = event->model;
    else
        tile->title = event->model;
    grid->bound++;
    return 0;
}

static void destroy_tile(void *context, void *object)
{
    (void)context;
    free(object);
}

static iq_class create_class(struct grid *grid, const char *name)
{
    const iq_class_options options = {.struct_size = sizeof options,
                                      .name = name,
                                      .context = grid,
                                      .create_cell = create_tile,
                                      .bind_cell = bind_tile,
                                      .destroy_cell = destroy_tile};
    iq_class made;

    check(iq_class_create(&options, &made));
    return made;
}

/* ---- 2. The list --------------------------------------------------------- */

/* Sets the list to grid->order, divided into sections. */
static void set_list(struct grid *grid, const size_t counts[FAMILIES])
{
    iq_supplementary headers[FAMILIES];
    iq_section_entry sections[FAMILIES];
    iq_columns items = {.struct_size = sizeof items,
                        .count = grid->count,
                        .keys = grid->keys,
                        .models = grid->order,
                        .class_stride = IQ_SAME};
    iq_class tiles, titles;
    size_t first = 0, i;

    check(iq_class_find("colour", &tiles));
    check(iq_class_find("title", &titles));
    items.classes = &tiles;
    for (i = 0; i < grid->count; i++)
        grid->keys[i] = grid->order[i]->key;
    for (i = 0; i < FAMILIES; i++) {
        headers[i] = (iq_supplementary){.struct_size = sizeof *headers,
                                        .kind = IQ_KIND_HEADER,
                                        .model = (void *)family_name(i),
                                        .cell_class = titles};
        sections[i] = (iq_section_entry){.struct_size = sizeof *sections,
                                         .key = iq_key_from_u64(i),
                                         .first_item = first,
                                         .supplementaries = &headers[i],
                                         .supplementary_count = 1};
        first += counts[i];
    }
    check(iq_list_set(grid->list, sections, FAMILIES, &items, NULL, NULL));
}

void grid_create(struct grid *grid, size_t count)
{
    const iq_view_options options = {.struct_size = sizeof options,
                                     .flags = IQ_VIEW_LAID_OUT,
                                     .grain = 1}; /* whole pixels */
    size_t counts[FAMILIES] = {0}, i;

    *grid = (struct grid){.count = count, .seed = 1};
    grid->colours = create_colours(count);
    grid->order = calloc(count + 1, sizeof *grid->order);
    grid->keys = calloc(count + 1, sizeof *grid->keys);
    if (grid->colours == NULL || grid->order == NULL || grid->keys == NULL)
        fail("colours", "there is no memory for so many");
    for (i = 0; i < count; i++) {
        grid->order[i] = &grid->colours[i];
        counts[grid->colours[i].family]++;
    }
    create_class(grid, "colour");
    create_class(grid, "title");
    check(iq_list_create(NULL, &grid->list));
    check(iq_view_create(grid->list, &options, &grid->view));
    set_list(grid, counts);
    grid_order(grid, ORDER_HUE);
}

void grid_destroy(struct grid *grid)
{
    iq_view_destroy(grid->view);
    iq_list_destroy(grid->list);
    free(grid->keys);
    free(grid->order);
    free(grid->colours);
}

size_t grid_section_count(const struct grid *grid, iq_section section)
{
    iq_section_info info = {.struct_size = sizeof info};

    check(iq_list_get_section_info(grid->list, section, &info));
    return info.count;
}

/* ---- 3. The grid --------------------------------------------------------- */

/* As many columns as there is room for. The same layout again costs nothing, so
 * it is set whenever the window has another width. */
void grid_resize(struct grid *grid, double width, double height)
{
    double columns = (width - SPACE) / (TILE + SPACE);
    const iq_section_layout layout = {
        .struct_size = sizeof layout,
        .flags = IQ_SECTION_LAYOUT_STICKY_HEADER,
        .columns = columns < 1 ? 1 : columns > 64 ? 64 : (uint32_t)columns,
        .item.height = {.unit = IQ_LENGTH_ASPECT, .value = 1.4},
        .header.height = {.unit = IQ_LENGTH_FIXED, .value = HEADER},
        .insets = {SPACE, SPACE, SPACE, SPACE},
        .line_spacing = SPACE,
        .item_spacing = SPACE};

    grid->width = width;
    grid->height = height;
    check(iq_view_set_layout(grid->view, (iq_section){0}, &layout));
    check(iq_view_set_size(grid->view, width, height));
}

/* ---- 4. Orders ----------------------------------------------------------- */

/* What the list shows is read, ordered section by section and set again. The
 * list finds what has moved. Whatever the user has dragged to another section
 * stays there, what is selected stays so. */
void grid_order(struct grid *grid, enum order order)
{
    iq_item_buffers models = {.struct_size = sizeof models,
                              .models = (void **)grid->order};
    size_t counts[FAMILIES], first = 0, i;
    iq_section section;

    check(iq_list_get_items(grid->list, 0, grid->count, &models));
    for (i = 0; i < FAMILIES; i++) {
        check(iq_list_find_section_at(grid->list, i, &section));
        counts[i] = grid_section_count(grid, section);
        order_colours(grid->order + first, counts[i], order, &grid->seed);
        first += counts[i];
    }
    set_list(grid, counts);
}

/* ---- 5. Frames ----------------------------------------------------------- */

void grid_scroll(struct grid *grid, double by)
{
    check(iq_view_scroll(grid->view, by, IQ_SCROLL_BY | IQ_SCROLL_CLAMP));
}

void grid_scroll_to(struct grid *grid, double offset)
{
    check(iq_view_scroll(grid->view, offset, IQ_SCROLL_CLAMP));
}

void grid_layout(struct grid *grid)
{
    size_t events, i;

    check(iq_list_poll(grid->list, NULL, 0, &events)); /* none is asked for */
    grid->scene = (iq_scene){.struct_size = sizeof grid->scene};
    check(iq_view_layout(grid->view, &grid->scene));
    for (i = 0; i < grid->scene.count; i++)
        if ((grid->scene.places[i].flags & IQ_PLACE_NEW) != 0)
            grid->came++;
}

int grid_find(const struct grid *grid, double x, double y, uint32_t flags,
              iq_hit *hit)
{
    iq_status status;

    *hit = (iq_hit){.struct_size = sizeof *hit};
    status = iq_view_find_at(grid->view, x, y, flags, hit);
    if (status == IQ_ERROR_NOT_FOUND)
        return 0;
    check(status);
    return 1;
}

/* ---- 6. Selection -------------------------------------------------------- */

/* Keys lead out of the window: the item is scrolled to, and kept in view until
 * the user scrolls or clicks. */
void grid_select(struct grid *grid, iq_item item)
{
    const iq_scroll_target target = {
        .struct_size = sizeof target,
        .element = {.struct_size = sizeof target.element, .item = item},
        .margin = SPACE};

    check(iq_list_set_states(grid->list, &item, 1, IQ_STATE_SELECTED,
                             IQ_SET_ONLY));
    check(iq_view_scroll_to(grid->view, &target));
}

/* What the user points at is in view already: nothing scrolls, and nothing that
 * was scrolled to is held any longer. */
void grid_click(struct grid *grid, iq_item item)
{
    check(iq_list_set_states(grid->list, &item, 1, IQ_STATE_SELECTED,
                             IQ_SET_ONLY));
    grid_scroll_to(grid, grid->scene.offset);
}

void grid_select_end(struct grid *grid, int end)
{
    iq_item item;

    if (grid->count == 0)
        return;
    check(iq_list_find_item_at(grid->list, end ? grid->count - 1 : 0, &item));
    grid_select(grid, item);
}

void grid_select_neighbour(struct grid *grid, iq_direction direction)
{
    iq_item item, next;
    size_t count;
    iq_status status;

    check(iq_list_find_items_in_state(grid->list, IQ_STATE_SELECTED, 0, &item,
                                      1, &count));
    if (count == 0) { /* begins with what the user sees */
        if (grid->scene.visible == 0)
            return;
        check(iq_list_find_item_at(grid->list, grid->scene.first, &next));
        grid_select(grid, next);
        return;
    }
    status = iq_view_find_neighbour(grid->view, item, direction, &next);
    if (status != IQ_ERROR_NOT_FOUND)
        check(status);
    grid_select(grid, status == IQ_OK ? next : item);
}

/* ---- 7. Drops ------------------------------------------------------------ */

void grid_drop(struct grid *grid, iq_item item, iq_position insertion)
{
    iq_edit *edit;

    check(iq_edit_begin(grid->list, NULL, &edit));
    check(iq_edit_move_items_to(edit, &item, 1, insertion));
    check(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
}

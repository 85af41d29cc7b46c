/*
 * layouts_beside_told.c - a view that is told what is visible and one that is laid out show the same items of a list: told
 * the range that the scene says, the one binds the items and contents that the places of the other have, and what stays
 * visible is bound again as often, and only for a reason. After every step of random sessions.
 *
 *   list        sections with and without headers; set anew, edited, undone, trimmed. Or sorted, or grouped: then its
 *               source is, and it gets other orders
 *   laid out    scrolled, resized, items of other heights
 *   told        iq_view_set_visible with iq_scene.first and .visible, then polled until nothing is left
 *
 * Every other session has views with IQ_VIEW_BIND_EDGES: cells say which items are first or last in their section, as the
 * list does after the step.
 */
#include "laid_out.h"
#include "shuffled.h"

enum { ITEMS = 60, CELLS = 256, STEPS = 60 };

static random_source source;
static iq_list *list, *origin; /* what is changed: the list, or its source */
static iq_view *laid_out, *told;
static iq_class cell_class;

/* ---- cells: by view and number, what each is bound to */

static struct cell {
    iq_item item; /* {0}: none, or an element */
    uint64_t content;
    uint32_t edges; /* IQ_CELL_FIRST and IQ_CELL_LAST, as it was bound */
} cells[2][CELLS];

/* By number: how often items were bound in this step, and what was shown after the last one and is after this one. */
static size_t binds[2][ITEMS + 1];
static struct shown {
    iq_item item; /* {0}: it is not visible */
    uint64_t content;
    uint32_t edges;
} before[ITEMS + 1], after[ITEMS + 1];

static bool binds_edges;
/* Whether items were marked for a reload or a reconfigure in this step, or may have been by an undo. */
static bool has_marks;

static uint64_t number_of(iq_key key)
{
    uint64_t number;
    memcpy(&number, key.bytes, sizeof number);
    CHECK(number <= ITEMS);
    return number;
}

static struct cell *cell_of(const iq_event *event)
{
    CHECK(event->cell < CELLS);
    return &cells[event->view == told][event->cell];
}

static int bind_cell(void *context, const iq_event *event)
{
    iq_item_info info = {.struct_size = sizeof info};
    struct cell *cell = cell_of(event);
    (void)context;
    CHECK(cell->item.id == 0 || event->flags & IQ_CELL_RECONFIGURED);
    *cell = (struct cell){.item = event->item, .edges = event->flags & (IQ_CELL_FIRST | IQ_CELL_LAST)};
    if (event->item.id != 0) {
        CHECK_OK(iq_list_get_item_info(list, event->item, 0, &info));
        cell->content = info.content;
        binds[event->view == told][number_of(event->key)]++;
    }
    return 0;
}

static void unbind_cell(void *context, const iq_event *event)
{
    struct cell *cell = cell_of(event);
    (void)context;
    CHECK(cell->item.id == event->item.id);
    *cell = (struct cell){0};
}

static const struct cell *bound_to(const struct cell *of, iq_item item)
{
    const struct cell *found = NULL;
    for (size_t i = 0; i < CELLS; i++) {
        if (of[i].item.id == item.id) {
            CHECK(found == NULL);
            found = &of[i];
        }
    }
    return found;
}

/* ---- the list */

static void set_list(void)
{
    uint64_t numbers[ITEMS], contents[ITEMS];
    size_t count = random_below(&source, ITEMS + 1), first = random_below(&source, 20);
    for (size_t i = 0; i < count; i++) {
        numbers[i] = 1 + (first + i) % ITEMS;
    }
    for (size_t n = random_below(&source, 4); n > 0 && count > 0; n--) {
        size_t a = random_below(&source, count), b = random_below(&source, count);
        uint64_t number = numbers[a];
        numbers[a] = numbers[b];
        numbers[b] = number;
    }
    for (size_t i = 0; i < count; i++) {
        contents[i] = random_chance(&source, 90) ? numbers[i] : random_next(&source);
    }
    laid_out_list new = {.numbers = numbers, .contents = contents, .cell_class = cell_class};
    new.sections = 1 + random_below(&source, 3);
    new.has_headers = random_chance(&source, 50);
    for (size_t s = 0; s < new.sections; s++) {
        new.counts[s] = s + 1 == new.sections ? count : random_below(&source, count + 1);
        count -= new.counts[s];
    }
    laid_out_set(origin, &new);
}

static void edit_list(void)
{
    iq_edit *edit;
    iq_item items[3];
    size_t count, width;
    CHECK_OK(iq_list_get_count(origin, NULL, &count));
    if (count == 0) {
        return;
    }
    size_t first = random_below(&source, count);
    width = 1 + random_below(&source, count - first > 3 ? 3 : count - first);
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .items = items};
    CHECK_OK(iq_list_get_items(origin, first, width, &buffers));
    CHECK_OK(iq_edit_begin(origin, NULL, &edit));
    const uint64_t contents[3] = {random_next(&source), 1, 2};
    const iq_columns columns = {.struct_size = sizeof columns, .count = width, .contents = contents};
    switch (random_below(&source, 4)) {
    case 0: CHECK_OK(iq_edit_delete_items(edit, items, width)); break;
    case 1:
        CHECK_OK(iq_edit_reload_items(edit, items, width));
        has_marks = true;
        break;
    case 2:
        CHECK_OK(iq_edit_reconfigure_items(edit, items, width));
        has_marks = true;
        break;
    default: CHECK_OK(iq_edit_update_items(edit, items, &columns, IQ_COLUMN_CONTENT));
    }
    if (random_chance(&source, 80)) {
        CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    }
    iq_edit_destroy(edit);
}

/* What a cell says about the item's place in its section. */
static uint32_t edges_of(const iq_item_info *item)
{
    iq_section_info section = {.struct_size = sizeof section};
    if (!binds_edges) {
        return 0;
    }
    CHECK_OK(iq_list_get_section_info(list, item->section, &section));
    return (item->position.item == 0 ? IQ_CELL_FIRST : 0) |
           (item->position.item + 1 == section.count ? IQ_CELL_LAST : 0);
}

/* ---- a sorted or grouped list */

static bool is_grouped;

static void set_order(void)
{
    shuffled order = shuffled_random(&source, LAID_OUT_FIRST_SECTION, is_grouped ? 4 : 0);
    order.flags |= random_chance(&source, 20) ? IQ_ORDER_FROZEN : 0;
    shuffled_give(list, &order, 0);
}

/* ---- a step */

static void change(void)
{
    iq_status status = IQ_OK;
    switch (random_below(&source, 10)) {
    case 0: set_list(); break;
    case 1:
    case 2:
    case 3: edit_list(); break;
    case 4:
        status = iq_list_undo(origin, NULL, NULL);
        has_marks = true;
        break;
    case 5: CHECK_OK(iq_list_trim(list)); break;
    case 6:
        if (list != origin) {
            set_order();
        }
        break;
    case 7: CHECK_OK(iq_view_set_size(laid_out, 60, 10 + (double)random_below(&source, 200))); break;
    default: CHECK_OK(iq_view_scroll(laid_out, (double)random_below(&source, 120) - 60, IQ_SCROLL_BY | IQ_SCROLL_CLAMP));
    }
    CHECK(status == IQ_OK || status == IQ_ERROR_NOT_FOUND);
}

static void change_sizes(void)
{
    iq_element_size size = {.element.struct_size = sizeof size.element, .size = {60, 1 + (double)random_below(&source, 40)}};
    size_t count;
    CHECK_OK(iq_list_get_count(list, NULL, &count));
    if (count > 0) {
        CHECK_OK(iq_list_find_item_at(list, random_below(&source, count), &size.element.item));
        CHECK_OK(iq_view_set_sizes(laid_out, &size, 1));
    }
}

static void settle(const iq_scene *scene)
{
    iq_event events[8] = {{.struct_size = sizeof events[0]}};
    size_t count, first, visible;
    CHECK_OK(iq_view_set_visible(told, scene->first, scene->visible, 0));
    do {
        CHECK_OK(iq_list_poll(list, events, 8, &count));
    } while (count > 0);
    CHECK_OK(iq_view_get_visible(told, &first, &visible));
    CHECK(visible == scene->visible && (visible == 0 || first == scene->first));
}

static void compare(const iq_scene *scene)
{
    size_t items = 0, bound = 0;
    memset(after, 0, sizeof after);
    for (size_t i = 0; i < scene->count; i++) {
        const iq_place *place = &scene->places[i];
        iq_item_info info = {.struct_size = sizeof info};
        if (place->element.item.id == 0) {
            continue;
        }
        const struct cell *other = bound_to(cells[1], place->element.item);
        CHECK(place->cell < CELLS && other != NULL);
        CHECK(cells[0][place->cell].item.id == place->element.item.id);
        CHECK_OK(iq_list_get_item_info(list, place->element.item, 0, &info));
        CHECK(cells[0][place->cell].content == info.content && other->content == info.content);
        const uint32_t edges = edges_of(&info);
        CHECK(cells[0][place->cell].edges == edges && other->edges == edges);
        uint64_t number = number_of(info.key);
        after[number] = (struct shown){place->element.item, info.content, edges};
        /* A list that follows its source in polls has moved the other view's range before that is told another one. */
        if (list == origin && before[number].item.id == place->element.item.id) {
            CHECK(binds[0][number] == binds[1][number]);
            bool is_other = before[number].content != info.content || before[number].edges != edges;
            CHECK(has_marks || binds[0][number] == is_other);
        }
        items++;
    }
    for (size_t i = 0; i < CELLS; i++) {
        bound += cells[1][i].item.id != 0;
    }
    CHECK(items == bound && items == scene->visible);
    memcpy(before, after, sizeof after);
    has_marks = false;
    memset(binds, 0, sizeof binds);
}

static void run(uint64_t seed)
{
    const iq_section_layout layout = laid_out_rows(12);
    check_seed = seed;
    source = (random_source){seed};
    memset(before, 0, sizeof before);
    binds_edges = seed % 4 < 2;
    const iq_view_options options = {.struct_size = sizeof options, .flags = binds_edges ? IQ_VIEW_BIND_EDGES : 0};
    has_marks = false;
    CHECK_OK(iq_list_create(NULL, &origin));
    CHECK_OK(iq_list_set_undo(origin, 100000));
    set_list();
    is_grouped = random_chance(&source, 50);
    list = random_chance(&source, 60) ? origin : shuffled_derive(origin, is_grouped);
    if (list != origin) {
        set_order();
        shuffled_follow(list);
    }
    CHECK_OK(iq_list_set_events(list, seed % 2 ? IQ_EVENT_WILL_DISPLAY | IQ_EVENT_DID_END_DISPLAY : 0));
    laid_out = laid_out_view(list, &options, &layout, 60, 100);
    CHECK_OK(iq_view_create(list, &options, &told));
    for (size_t step = 0; step < STEPS; step++) {
        for (size_t n = random_below(&source, 3); n > 0; n--) {
            change();
            if (list != origin) {
                shuffled_follow(list);
            }
            change_sizes();
        }
        iq_scene scene = laid_out_scene(laid_out);
        settle(&scene);
        compare(&scene);
    }
    iq_view_destroy(laid_out);
    iq_view_destroy(told);
    iq_list_destroy(list);
    if (list != origin) {
        iq_list_destroy(origin);
    }
    for (size_t i = 0; i < CELLS; i++) {
        CHECK(cells[0][i].item.id == 0 && cells[1][i].item.id == 0);
    }
}

int main(void)
{
    const iq_class_options options = {.struct_size = sizeof options,
                                      .name = "layouts beside told",
                                      .bind_cell = bind_cell,
                                      .unbind_cell = unbind_cell};
    CHECK_OK(iq_class_create(&options, &cell_class));
    CHECK_OK(iq_memory_trim());
    size_t bytes = iq_memory_used();
    uint64_t rounds = check_scaled(400);
    for (uint64_t seed = check_first_seed(1); rounds > 0; rounds--, seed++) {
        run(seed);
    }
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == bytes);
    return 0;
}

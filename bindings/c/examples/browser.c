/* browser.c - the processes as a list on a screen.
 *
 *     /proc -> all -> sorted -> shown -> view -> scene -> lines
 *              |      |         |        |       |
 *              |      |         |        |       what to draw, in which lines
 *              |      |         |        the window, an offset, heights
 *              |      |         a filter of it, with what is selected
 *              |      by memory, by load or by name: order.c
 *              a section for each user, an item for each process
 *
 * There is no array of rows here, and no position that would have to be kept
 * right: the list knows where a process is, the view in which line.
 *
 *     1. The list     three lists, their elements, a view and its layout
 *     2. Updates      a new reading, another order, another filter
 *     3. Selection    keys, the mouse
 *     4. Drawing      a scene, and what of it is new: browser_draw.c
 */
#define _GNU_SOURCE
#include "browser.h"

#include "show.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

/* ---- 1. The list --------------------------------------------------------- */

/* What stands in the list beside its items: the headings of the columns, and
 * what is shown where nothing is found. */
static void set_elements(struct browser *browser)
{
    static char nothing[] = "No process has that in its name.";
    const iq_supplementary elements[] = {
        {.struct_size = sizeof *elements, .kind = IQ_KIND_HEADER},
        {.struct_size = sizeof *elements, .kind = IQ_KIND_EMPTY,
         .model = nothing}};

    check(iq_list_set_supplementary(browser->shown, &elements[0]));
    check(iq_list_set_supplementary(browser->shown, &elements[1]));
}

/* All lengths are lines: a line for a header, one or two for a process. */
static void set_layout(struct browser *browser)
{
    iq_section_layout layout = {
        .struct_size = sizeof layout,
        .flags = IQ_SECTION_LAYOUT_STICKY_HEADER,
        .item.height = {.unit = IQ_LENGTH_FIXED, .value = SINGLE},
        .header.height = {.unit = IQ_LENGTH_FIXED, .value = SINGLE}};

    if (browser->has_commands)
        layout.item.height.value = DOUBLE;
    check(iq_view_set_layout(browser->view, (iq_section){0}, &layout));
}

void browser_create(struct browser *browser)
{
    const iq_derive_options sorted = {.struct_size = sizeof sorted,
                                      .kind = IQ_DERIVE_SORTED};
    const iq_derive_options filter = {
        .struct_size = sizeof filter,
        .kind = IQ_DERIVE_FILTER,
        .flags = IQ_DERIVE_DROP_EMPTY_SECTIONS};
    /* The grain 1 makes everything integral. The list's header sticks. */
    const iq_view_options view = {
        .struct_size = sizeof view,
        .flags = IQ_VIEW_LAID_OUT | IQ_VIEW_STICKY_HEADER,
        .grain = 1};

    *browser = (struct browser){.order = ORDER_MEMORY, .draws_all = 1};
    check(iq_list_create(NULL, &browser->all));
    check(iq_list_derive(browser->all, &sorted, &browser->sorted));
    check(iq_list_derive(browser->sorted, &filter, &browser->shown));
    order_list(browser->sorted, browser->order);
    check(iq_view_create(browser->shown, &view, &browser->view));
    set_elements(browser);
    set_layout(browser);
}

void browser_destroy(struct browser *browser)
{
    iq_view_destroy(browser->view);
    iq_list_destroy(browser->shown);
    iq_list_destroy(browser->sorted);
    iq_list_destroy(browser->all);
    free_processes(&browser->readings[0]);
    free_processes(&browser->readings[1]);
    free(browser->drawn);
    free(browser->now);
}

/* ---- 2. Updates ---------------------------------------------------------- */

/* Lets the lists follow: they do so in polls, from the source on, until nothing
 * makes their descriptors readable. There are no events, as none are asked
 * for. */
static void drain(struct browser *browser)
{
    iq_list *lists[] = {browser->sorted, browser->shown};
    size_t i, count;

    for (i = 0; i < 2; i++) {
        struct pollfd readable = {.events = POLLIN};

        check(iq_list_get_wakeup(lists[i], &readable.fd));
        while (poll(&readable, 1, 0) > 0)
            check(iq_list_poll(lists[i], NULL, 0, &count));
    }
}

static int find_selected(const struct browser *browser, iq_item *item)
{
    size_t count;

    check(iq_list_find_items_in_state(browser->shown, IQ_STATE_SELECTED, 0,
                                      item, 1, &count));
    return count > 0;
}

/* Selects a process and scrolls to it. From then on it is kept in view, by
 * iq_view_scroll_to until the user scrolls, by the anchor while it is there. */
static void select_item(struct browser *browser, iq_item item)
{
    const iq_scroll_target target = {
        .struct_size = sizeof target,
        .element = {.struct_size = sizeof target.element, .item = item}};

    check(iq_list_set_states(browser->shown, &item, 1, IQ_STATE_SELECTED, 0));
    check(iq_view_set_anchor(browser->view, IQ_ANCHOR_VISIBLE, item));
    check(iq_view_scroll_to(browser->view, &target));
}

static void select_at(struct browser *browser, size_t index)
{
    size_t count;
    iq_item item;

    check(iq_list_get_count(browser->shown, NULL, &count));
    if (count == 0)
        return;
    check(iq_list_find_item_at(browser->shown,
                               index < count ? index : count - 1, &item));
    select_item(browser, item);
}

/* Sets the list to the next reading. What is selected stays so, wherever it has
 * moved; if it has ended, what stands at its place is. */
static void set_list(struct browser *browser)
{
    struct processes *reading = &browser->readings[browser->next];
    iq_item_info was = {.struct_size = sizeof was};
    iq_item item;
    int is_selected = find_selected(browser, &item);

    if (is_selected)
        check(iq_list_get_item_info(browser->shown, item, 0, &was));
    iq_changeset_destroy(show(browser->all, reading, 0));
    browser->next = 1 - browser->next;
    drain(browser);
    if (is_selected && !find_selected(browser, &item))
        select_at(browser, was.index);
}

struct processes *browser_next(struct browser *browser)
{
    return &browser->readings[browser->next];
}

/* What a process has used of a processor since the last reading, which is what
 * the list still shows. */
static unsigned load_of(const struct browser *browser,
                        const struct process *process, double seconds)
{
    iq_item_info info = {.struct_size = sizeof info};
    const struct process *before;
    iq_item item;

    if (seconds <= 0 ||
        iq_list_find_item(browser->all, NULL, process->key, &item) != IQ_OK)
        return 0;
    check(iq_list_get_item_info(browser->all, item, 0, &info));
    before = info.model;
    if (process->cpu < before->cpu)
        return 0;
    return (unsigned)((double)(process->cpu - before->cpu) * 10 / seconds +
                      0.5);
}

void browser_show(struct browser *browser)
{
    struct processes *reading = &browser->readings[browser->next];
    double before = browser->readings[1 - browser->next].time;
    size_t i;

    for (i = 0; i < reading->count; i++) {
        struct process *process = &reading->rows[i];

        identify(process);
        process->load = load_of(browser, process, reading->time - before);
    }
    set_list(browser);
}

/* To the selected process, or, without one, to the start. */
static void scroll_back(struct browser *browser)
{
    const iq_scroll_target start = {.struct_size = sizeof start,
                                    .align = IQ_ALIGN_START};
    iq_item item;

    if (find_selected(browser, &item))
        select_item(browser, item);
    else
        check(iq_view_scroll_to(browser->view, &start));
}

void browser_order(struct browser *browser, enum order order)
{
    browser->order = order;
    order_list(browser->sorted, order);
    drain(browser);
    scroll_back(browser);
}

static int passes(void *context, iq_key key, const void *model)
{
    const struct process *process = model;

    (void)key;
    return strcasestr(process->name, context) != NULL ||
           strcasestr(process->command, context) != NULL;
}

void browser_find(struct browser *browser, const char *before,
                  const char *text)
{
    /* Of another letter only those are asked that have passed so far. */
    iq_filter filter = {.struct_size = sizeof filter,
                        .change = strstr(text, before) != NULL
                                      ? IQ_FILTER_STRICTER
                                  : strstr(before, text) != NULL
                                      ? IQ_FILTER_LOOSER
                                      : IQ_FILTER_DIFFERENT,
                        .passes = passes,
                        .context = strdup(text),
                        .destroy = free};
    uint64_t ticket;

    if (filter.context == NULL)
        fail("memory", strerror(errno));
    check(iq_list_set_filter(browser->shown, &filter, NULL, &ticket));
    drain(browser);
    scroll_back(browser);
}

void browser_toggle_commands(struct browser *browser)
{
    browser->has_commands = !browser->has_commands;
    set_layout(browser);
}

void browser_set_height(struct browser *browser, const iq_element *element,
                        int is_open)
{
    const iq_element_size size = {
        .element = *element,
        .size.height = is_open ? DOUBLE : (double)NAN};

    check(iq_view_set_sizes(browser->view, &size, 1));
}

/* The state says that it is open, wherever it moves, and also while the filter
 * hides it. */
void browser_toggle_selected(struct browser *browser)
{
    iq_element element = {.struct_size = sizeof element};
    iq_item_info info = {.struct_size = sizeof info};

    if (!find_selected(browser, &element.item))
        return;
    check(iq_list_set_states(browser->shown, &element.item, 1,
                             IQ_STATE_EXPANDED, IQ_SET_TOGGLE));
    check(iq_list_get_item_info(browser->shown, element.item, 0, &info));
    browser_set_height(browser, &element,
                       (info.states & IQ_STATE_EXPANDED) != 0);
}

/* ---- 3. Selection -------------------------------------------------------- */

void browser_resize(struct browser *browser, size_t columns, size_t height)
{
    free(browser->drawn);
    free(browser->now);
    browser->drawn = allocate(height, sizeof *browser->drawn);
    browser->now = allocate(height, sizeof *browser->now);
    browser->columns = columns;
    browser->height = height;
    browser->draws_all = 1;
    check(iq_view_set_size(browser->view, (double)columns, (double)height));
}

void browser_scroll(struct browser *browser, double lines)
{
    check(iq_view_scroll(browser->view, lines,
                         IQ_SCROLL_BY | IQ_SCROLL_CLAMP));
}

void browser_move(struct browser *browser, iq_direction direction)
{
    iq_item item, next;
    iq_status status;

    if (!find_selected(browser, &item)) {
        select_at(browser, browser->first);
        return;
    }
    status = iq_view_find_neighbour(browser->view, item, direction, &next);
    if (status != IQ_ERROR_NOT_FOUND)
        check(status);
    select_item(browser, status == IQ_OK ? next : item);
}

void browser_move_to_end(struct browser *browser, int end)
{
    select_at(browser, end ? SIZE_MAX : 0);
}

void browser_click(struct browser *browser, double column, double row)
{
    iq_hit hit = {.struct_size = sizeof hit};
    iq_status status =
        iq_view_find_at(browser->view, column, row, 0, &hit);

    if (status == IQ_ERROR_NOT_FOUND)
        return;
    check(status);
    if (hit.element.item.id != 0)
        select_item(browser, hit.element.item);
}

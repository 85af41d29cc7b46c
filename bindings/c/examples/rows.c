/* rows.c - a list that draws for itself: the processes of this machine through
 * a window of six lines, which is scrolled down now and then, and loads further
 * rows as the end comes near.
 *
 *     screen            view                       list
 *     line 0   <------  cell 3, bound to item 20   first .. first + 5 visible
 *     line 1   <------  cell 0, bound to item 21
 *     ...
 *     line 6   <------  cell 7, bound to PAGE_END  "more is being loaded"
 *
 * A cell holds the text of one line. Binding writes it, and counts; a line is
 * drawn only if another cell stands there than was drawn last, or if the cell
 * was bound since. While nothing is loaded, the list's element LOADING or EMPTY
 * stands in the first line.
 *
 *     cc rows.c proc.c show.c -I<include> -L<library> -liqlist
 *     rows [number of rounds]
 */
#define _GNU_SOURCE
#include "show.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { WINDOW = 6, LINES = WINDOW + 1, PAGE = 8, STEP = 2, NEAR = 1 };

/* What is created for each cell. */
struct cell {
    unsigned long bound; /* how often */
    char text[96];
};

/* What a line shows: nothing where there is no cell. */
struct line {
    const struct cell *cell;
    unsigned long bound;
};

struct screen {
    iq_list *list;
    iq_view *view;
    iq_class processes, texts;
    struct processes readings[2]; /* this one, and the one before: cells that
                                     are not bound again yet show it        */
    size_t round, loaded;
    uint64_t asked; /* the token of a page that is to be loaded, or 0 */
    struct line lines[LINES];
    /* Since the last round, and in all. */
    size_t came, left, again, drawn, all_drawn;
};

/* ---- what cells do ------------------------------------------------------ */

static int create_cell(void *context, const iq_event *event, void **object)
{
    (void)context;
    (void)event;
    *object = calloc(1, sizeof(struct cell));
    return *object == NULL;
}

static int bind_process(void *context, const iq_event *event)
{
    struct cell *cell = event->object;
    const struct process *process = event->model;

    (void)context;
    /* Another reading, and it says the same. */
    if ((event->flags & IQ_CELL_RECONFIGURED) != 0 && event->mask == 0)
        return 0;
    cell->bound++;
    snprintf(cell->text, sizeof cell->text,
             "%8d  %-16.16s  %c %10.1f MB %9.2f s", (int)process->pid,
             process->name, process->state, (double)process->memory / 10,
             (double)process->cpu / 100);
    return 0;
}

static int bind_text(void *context, const iq_event *event)
{
    struct cell *cell = event->object;

    (void)context;
    cell->bound++;
    snprintf(cell->text, sizeof cell->text, "          (%s)",
             (const char *)event->model);
    return 0;
}

static void destroy_cell(void *context, void *object)
{
    (void)context;
    free(object);
}

static void create_classes(struct screen *screen)
{
    iq_class_options options = {.struct_size = sizeof options,
                                .name = "process",
                                .create_cell = create_cell,
                                .bind_cell = bind_process,
                                .destroy_cell = destroy_cell};

    check(iq_class_create(&options, &screen->processes));
    options.name = "text";
    options.bind_cell = bind_text;
    check(iq_class_create(&options, &screen->texts));
}

/* ---- the list ----------------------------------------------------------- */

static void set_element(struct screen *screen, uint32_t kind, char *text)
{
    const iq_supplementary element = {.struct_size = sizeof element,
                                      .kind = kind,
                                      .key = iq_key_from_u64(kind),
                                      .model = text,
                                      .cell_class = screen->texts};

    check(iq_list_set_supplementary(screen->list, &element));
}

static void create_list(struct screen *screen)
{
    static char empty[] = "no processes", loading[] = "reading /proc";
    static char more[] = "more is being loaded";

    check(iq_list_create(NULL, &screen->list));
    check(iq_list_set_events(screen->list,
                             IQ_EVENT_BOUND | IQ_EVENT_WILL_DISPLAY |
                                 IQ_EVENT_DID_END_DISPLAY | IQ_EVENT_PAGE));
    set_element(screen, IQ_KIND_EMPTY, empty);
    set_element(screen, IQ_KIND_LOADING, loading);
    set_element(screen, IQ_KIND_PAGE_END, more);
    check(iq_list_set_loading(screen->list, IQ_LOADING_YES));
    check(iq_view_create(screen->list, NULL, &screen->view));
}

/* The first `loaded` rows of a new reading. */
static void read_rows(struct screen *screen)
{
    struct processes *reading = &screen->readings[screen->round % 2];
    iq_columns items = {.struct_size = sizeof items,
                        .key_stride = sizeof *reading->rows,
                        .content_stride = sizeof *reading->rows,
                        .model_stride = sizeof *reading->rows,
                        .classes = &screen->processes,
                        .class_stride = IQ_SAME};
    size_t i;

    if (read_processes(reading) != 0)
        fail("/proc", strerror(errno));
    items.count = screen->loaded < reading->count ? screen->loaded
                                                  : reading->count;
    for (i = 0; i < items.count; i++)
        describe(&reading->rows[i]);
    items.keys = &reading->rows->key;
    items.contents = &reading->rows->content;
    items.models = &reading->rows->row;
    check(iq_list_set_items(screen->list, &items, NULL, NULL));
}

/* Answers the request for a page, if there is one, or says that there are
 * pages at all. */
static void load_page(struct screen *screen)
{
    const struct processes *reading = &screen->readings[screen->round % 2];
    iq_page page = {.struct_size = sizeof page,
                    .distance = NEAR,
                    .token = screen->asked};

    if (screen->loaded > 0 && screen->asked == 0)
        return;
    screen->loaded += PAGE;
    read_rows(screen);
    page.state = screen->loaded < reading->count ? IQ_PAGE_MORE : IQ_PAGE_ENDED;
    check(iq_list_set_page(screen->list, (iq_section){0}, IQ_EDGE_END, &page));
    screen->asked = 0;
}

/* ---- the screen --------------------------------------------------------- */

static void take_events(struct screen *screen)
{
    iq_event events[32] = {{.struct_size = sizeof events[0]}};
    size_t count, i;

    do {
        check(iq_list_poll(screen->list, events, 32, &count));
        for (i = 0; i < count; i++) {
            screen->came += events[i].kind == IQ_EVENT_WILL_DISPLAY &&
                            events[i].cell != IQ_NONE;
            screen->left += events[i].kind == IQ_EVENT_DID_END_DISPLAY &&
                            events[i].cell != IQ_NONE;
            screen->again += events[i].kind == IQ_EVENT_BOUND &&
                             (events[i].flags & IQ_CELL_RECONFIGURED) != 0 &&
                             events[i].mask != 0;
            if (events[i].kind == IQ_EVENT_PAGE)
                screen->asked = events[i].number;
        }
    } while (count > 0);
}

/* The cell of an item or element; NULL if it has none. */
static const struct cell *cell_of(const struct screen *screen, iq_item item,
                                  uint32_t kind)
{
    const iq_element element = {.struct_size = sizeof element, .item = item, .kind = kind};
    iq_event event = {.struct_size = sizeof event};

    if (iq_view_find_cell(screen->view, IQ_NONE, &element, &event) != IQ_OK)
        return NULL;
    return event.object;
}

static void draw_line(struct screen *screen, size_t number,
                      const struct cell *cell)
{
    struct line *line = &screen->lines[number];
    unsigned long bound = cell != NULL ? cell->bound : 0;

    if (line->cell == cell && line->bound == bound)
        return;
    *line = (struct line){cell, bound};
    screen->drawn++;
    if (isatty(STDOUT_FILENO))
        printf("\033[%zu;1H\033[2K%s", number + 1,
               cell != NULL ? cell->text : "");
}

static void draw(struct screen *screen)
{
    static const iq_item none = {0};
    size_t first, count, i;
    const struct cell *placeholder = cell_of(screen, none, IQ_KIND_EMPTY);

    if (placeholder == NULL)
        placeholder = cell_of(screen, none, IQ_KIND_LOADING);
    check(iq_view_get_visible(screen->view, &first, &count));
    for (i = 0; i < WINDOW; i++) {
        iq_item item = none;

        if (i < count)
            check(iq_list_find_item_at(screen->list, first + i, &item));
        draw_line(screen, i, i < count ? cell_of(screen, item, 0)
                             : i == 0  ? placeholder
                                       : NULL);
    }
    draw_line(screen, WINDOW, cell_of(screen, none, IQ_KIND_PAGE_END));
}

/* One line about the round; without a terminal also what is on the screen in
 * the first rounds. */
static void report(struct screen *screen)
{
    size_t first, count, items, i;

    check(iq_view_get_visible(screen->view, &first, &count));
    check(iq_list_get_count(screen->list, NULL, &items));
    if (isatty(STDOUT_FILENO))
        printf("\033[%d;1H\033[2K", LINES + 2);
    printf("round %zu: %zu of %zu rows, from %zu; %zu cells came, %zu left, "
           "%zu changed; %zu lines drawn",
           screen->round, count, items, first, screen->came, screen->left,
           screen->again, screen->drawn);
    if (!isatty(STDOUT_FILENO)) {
        printf("\n");
        for (i = 0; i < LINES && screen->round <= 4; i++)
            if (screen->lines[i].cell != NULL)
                printf("    %s\n", screen->lines[i].cell->text);
    }
    if (fflush(stdout) != 0)
        fail("writing", strerror(errno));
    screen->all_drawn += screen->drawn;
    screen->came = screen->left = screen->again = screen->drawn = 0;
}

static void show_screen(struct screen *screen)
{
    take_events(screen);
    draw(screen);
    report(screen);
}

static void scroll(struct screen *screen)
{
    size_t first, items;

    check(iq_view_get_visible(screen->view, &first, NULL));
    check(iq_list_get_count(screen->list, NULL, &items));
    first += STEP;
    if (first + WINDOW > items)
        first = items > WINDOW ? items - WINDOW : 0;
    check(iq_view_set_visible(screen->view, first, WINDOW, 0));
}

static void pause_between(void)
{
    const struct timespec time = {.tv_nsec = 150000000};

    nanosleep(&time, NULL);
}

int main(int count, char **arguments)
{
    struct screen screen = {0};
    size_t rounds = count > 1 ? (size_t)atol(arguments[1]) : 12;

    create_classes(&screen);
    create_list(&screen);
    if (isatty(STDOUT_FILENO))
        printf("\033[H\033[J");
    check(iq_view_set_visible(screen.view, 0, WINDOW, 0));
    show_screen(&screen); /* nothing is loaded yet */
    for (screen.round = 1; screen.round <= rounds; screen.round++) {
        pause_between();
        if (screen.loaded > 0 && screen.asked == 0)
            read_rows(&screen);
        else
            load_page(&screen);
        if (screen.round % 3 == 0)
            scroll(&screen);
        show_screen(&screen);
    }
    check(iq_list_set_items(screen.list,
                            &(iq_columns){.struct_size = sizeof(iq_columns)},
                            NULL, NULL));
    check(iq_list_set_page(screen.list, (iq_section){0}, IQ_EDGE_END,
                           &(iq_page){.struct_size = sizeof(iq_page)}));
    show_screen(&screen); /* the empty state */
    printf("\n%zu lines drawn in all, of %zu on the screen in %zu rounds\n",
           screen.all_drawn, (rounds + 2) * LINES, rounds + 2);
    iq_view_destroy(screen.view);
    iq_list_destroy(screen.list);
    free_processes(&screen.readings[0]);
    free_processes(&screen.readings[1]);
    return 0;
}

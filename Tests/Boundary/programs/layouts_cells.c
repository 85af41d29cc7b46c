/*
 * layouts_cells.c - what a layout asks of the host, by example: sizes, in batches and once each; cells, which live until
 * the second next layout; and host functions that fail, change the list, or destroy it and the view. What polls report of
 * such a view: prefetching and paging.
 */
#include "host_memory.h"
#include "laid_out.h"

static iq_list *list;
static iq_view *view;
static iq_class cell_class;
static size_t bytes; /* of the class, which stays */

/* What the functions of cells have been asked, and what they do. */
static struct {
    size_t created, bound, unbound, destroyed;
    uint64_t last_unbound; /* a key's number */
    void *last_object;     /* of the cell that was bound last */
    bool fails;
    bool sets_sizes;
} cells;

/* The same of `measure`. */
static struct {
    size_t calls, asked, most, ended;
    size_t times[200]; /* by number */
    bool fails, is_unknown, changes_list, destroys;
    double extreme; /* that is returned, if it is not 0 */
    double width;   /* that is assumed */
    double height;
} measured;

static uint64_t number_of(iq_key key)
{
    uint64_t number;
    memcpy(&number, key.bytes, sizeof number);
    return number;
}

/* ---- host functions */

static int create_cell(void *context, const iq_event *event, void **object)
{
    (void)context;
    (void)event;
    *object = check_memory(malloc(1));
    cells.created++;
    return 0;
}

static int bind_cell(void *context, const iq_event *event)
{
    (void)context;
    cells.bound++;
    cells.last_object = event->object;
    if (cells.sets_sizes && event->item.id != 0) {
        const iq_element_size size = {.element.item = event->item,
                                      .size = {60, 10 + (double)(number_of(event->key) % 7)}};
        CHECK_OK(iq_view_set_sizes(event->view, &size, 1));
        CHECK_STATUS(iq_view_layout(event->view, NULL), IQ_ERROR_BUSY);
        CHECK_STATUS(iq_view_set_size(event->view, 60, 100), IQ_ERROR_BUSY);
        CHECK_OK(iq_view_scroll(event->view, 0, IQ_SCROLL_BY));
    }
    return cells.fails;
}

static void unbind_cell(void *context, const iq_event *event)
{
    (void)context;
    cells.unbound++;
    cells.last_unbound = number_of(event->key);
}

static void destroy_cell(void *context, void *object)
{
    (void)context;
    free(object);
    cells.destroyed++;
}

static void register_class(void)
{
    const iq_class_options options = {.struct_size = sizeof options,
                                      .name = "layouts cells",
                                      .create_cell = create_cell,
                                      .bind_cell = bind_cell,
                                      .unbind_cell = unbind_cell,
                                      .destroy_cell = destroy_cell};
    CHECK_OK(iq_class_create(&options, &cell_class));
}

static void show(size_t count)
{
    laid_out_set(list, &(laid_out_list){.sections = 1, .counts = {count}, .cell_class = cell_class});
}

static double height_of(uint64_t number)
{
    return 20 + (double)(number % 5);
}

static int measure(void *context, const iq_measured *elements, size_t count, iq_size *sizes)
{
    CHECK(context == &measured && count > 0);
    measured.calls++;
    measured.asked += count;
    measured.most = count > measured.most ? count : measured.most;
    if (measured.destroys) {
        iq_view_destroy(view);
        iq_list_destroy(list);
        return 0;
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t number = number_of(elements[i].key);
        CHECK(elements[i].element.item.id == laid_out_item(list, number).id && elements[i].cell_class.id == cell_class.id);
        CHECK_EQUAL(sizes[i].width, measured.width);
        CHECK_EQUAL(sizes[i].height, measured.height);
        measured.times[number]++;
        sizes[i].height = measured.is_unknown ? (double)NAN : height_of(number);
        if (measured.extreme != 0) {
            sizes[i].height = measured.extreme;
        }
    }
    if (measured.changes_list) {
        measured.changes_list = false;
        show(3);
    }
    return measured.fails;
}

static void end_measuring(void *context)
{
    CHECK(context == &measured);
    measured.ended++;
}

static void open(size_t count, const iq_section_layout *layout, const iq_view_options *options)
{
    memset(&cells, 0, sizeof cells);
    memset(&measured, 0, sizeof measured);
    measured.width = 60;
    measured.height = 44;
    CHECK_OK(iq_list_create(NULL, &list));
    show(count);
    view = laid_out_view(list, options, layout, 60, 100);
}

static iq_section_layout measuring(void)
{
    iq_section_layout layout = laid_out_rows(0);
    layout.context = &measured;
    layout.measure = measure;
    layout.destroy = end_measuring;
    return layout;
}

static void close(void)
{
    iq_view_destroy(view);
    iq_list_destroy(list);
    CHECK(cells.created == cells.destroyed);
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == bytes);
}

/* Each place stands below the one before it. */
static void check_measured(const iq_scene *scene)
{
    CHECK(!(scene->flags & IQ_SCENE_MEASURE));
    for (size_t i = 0; i < scene->count; i++) {
        const iq_place *place = &scene->places[i];
        CHECK(!(place->flags & IQ_PLACE_MEASURE));
        CHECK_EQUAL(place->frame.height, height_of(place->index + 1));
        CHECK(i == 0 || place->frame.y == place[-1].frame.y + place[-1].frame.height);
    }
}

/* ---- sizes */

/* In batches, across the room that there is, and once for each content and width. */
static void batches(void)
{
    const iq_section_layout layout = measuring();
    open(150, &layout, NULL);
    iq_scene scene = laid_out_scene(view);
    check_measured(&scene);
    CHECK(scene.count == 5 && measured.most >= 3 && measured.calls < scene.count && cells.bound >= scene.count);
    size_t asked = measured.asked;
    for (uint64_t number = 1; number <= 5; number++) {
        CHECK(measured.times[number] == 1);
    }
    laid_out_scene(view);
    CHECK(measured.asked == asked);
    /* Up and down again. */
    CHECK_OK(iq_view_scroll(view, 1000, IQ_SCROLL_CLAMP));
    scene = laid_out_scene(view);
    check_measured(&scene);
    CHECK_OK(iq_view_scroll(view, 0, 0));
    scene = laid_out_scene(view);
    check_measured(&scene);
    CHECK(measured.times[1] == 1 && scene.places[0].frame.y == 0);
    /* Another content, of one. */
    static uint64_t contents[150];
    for (uint64_t i = 0; i < 150; i++) {
        contents[i] = i == 1 ? 777 : i + 1;
    }
    asked = measured.asked;
    measured.height = height_of(2);
    laid_out_set(list, &(laid_out_list){
                           .sections = 1, .counts = {150}, .contents = contents, .cell_class = cell_class});
    scene = laid_out_scene(view);
    check_measured(&scene);
    CHECK(measured.asked == asked + 1 && measured.times[2] == 2);
    /* Another width: what was measured is what is assumed. */
    CHECK_OK(iq_view_set_size(view, 61, 20));
    measured.width = 61;
    measured.height = height_of(1);
    scene = laid_out_scene(view);
    check_measured(&scene);
    CHECK(measured.times[1] == 2);
    close();
    CHECK(measured.ended == 1);
}

/* What the host does not know the place says, until it is set. */
static void unknown(void)
{
    const iq_section_layout layout = measuring();
    open(20, &layout, NULL);
    measured.is_unknown = true;
    iq_scene scene = laid_out_scene(view);
    CHECK(scene.count == 3 && scene.flags & IQ_SCENE_MEASURE);
    for (size_t i = 0; i < scene.count; i++) {
        CHECK(scene.places[i].flags & IQ_PLACE_MEASURE && scene.places[i].frame.height == 44);
    }
    size_t asked = measured.asked;
    CHECK(asked >= 3);
    laid_out_scene(view);
    CHECK(measured.asked == asked);
    const iq_element_size sizes[] = {{laid_out_element(list, 1), {60, 40}},
                                     {laid_out_element(list, 2), {60, 40}},
                                     {laid_out_element(list, 3), {60, 40}}};
    CHECK_OK(iq_view_set_sizes(view, sizes, 3));
    scene = laid_out_scene(view);
    CHECK(!(scene.flags & IQ_SCENE_MEASURE) && measured.asked == asked);
    close();
}

/* Whatever the answer: what is not known is not asked again because the user scrolls. */
static void asked_once(void)
{
    const iq_section_layout layout = measuring();
    open(20, &layout, NULL);
    measured.is_unknown = true;
    for (size_t i = 0; i < 30; i++) {
        CHECK_OK(iq_view_scroll(view, (double)i, 0));
        laid_out_scene(view);
    }
    for (uint64_t number = 1; number <= 3; number++) {
        CHECK(measured.times[number] == 1);
    }
    close();
}

/* What a callback returns beyond what lengths may be is cut. */
static void cut(void)
{
    const iq_section_layout layout = measuring();
    open(4, &layout, NULL);
    measured.extreme = -5;
    iq_scene scene = laid_out_scene(view);
    CHECK_EQUAL(scene.content.height, 0);
    CHECK(scene.count == 0 && !(scene.flags & IQ_SCENE_MEASURE));
    close();
    open(4, &layout, NULL);
    measured.extreme = INFINITY;
    scene = laid_out_scene(view);
    CHECK(scene.count == 1);
    CHECK_FRAME(scene.places[0].frame, 0, 0, 60, 1048576);
    close();
}

/* Sizes that the host sets: by element and by index, forgotten, guessed again; of what has gone they are passed over. */
static void given(void)
{
    const iq_section_layout layout = laid_out_rows(0);
    open(10, &layout, NULL);
    iq_element_size sizes[] = {{laid_out_element(list, 1), {60, 30}}, {laid_out_element(list, 2), {60, 12.0004}}};
    show(9);
    iq_item gone = {sizes[0].element.item.id + (UINT64_C(1) << 40)};
    CHECK_OK(iq_view_set_sizes(view, sizes, 2));
    const iq_element_size stale = {.element.item = gone, .size = {60, 5}};
    CHECK_OK(iq_view_set_sizes(view, &stale, 1));
    iq_scene scene = laid_out_scene(view);
    CHECK_FRAME(scene.places[1].frame, 0, 30, 60, 12);
    CHECK(!(scene.places[1].flags & IQ_PLACE_MEASURE) && scene.places[2].flags & IQ_PLACE_MEASURE);
    /* A size follows its item. */
    static const uint64_t moved[] = {3, 4, 1, 2};
    laid_out_set(list, &(laid_out_list){.sections = 1, .counts = {4}, .numbers = moved, .cell_class = cell_class});
    scene = laid_out_scene(view);
    CHECK_FRAME(scene.places[2].frame, 0, 88, 60, 30);
    CHECK(!(scene.places[2].flags & IQ_PLACE_MEASURE));
    /* A list of lengths, of this version. */
    static const double lengths[] = {10, 20, 30, 40};
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_info(list, &info));
    CHECK_OK(iq_view_set_extents(view, info.version, 1, 3, &lengths[1], 0));
    CHECK_OK(iq_view_set_extents(view, info.version, 0, 1, lengths, 0));
    scene = laid_out_scene(view);
    CHECK(!(scene.flags & IQ_SCENE_MEASURE));
    CHECK_EQUAL(scene.content.height, 100);
    CHECK_STATUS(iq_view_set_extents(view, info.version - 1, 0, 1, lengths, 0), IQ_ERROR_STATE);
    /* A guess of the same length. */
    CHECK_OK(iq_view_invalidate(view, 1, 2));
    scene = laid_out_scene(view);
    CHECK(!(scene.places[0].flags & IQ_PLACE_MEASURE) && scene.places[1].flags & IQ_PLACE_MEASURE);
    CHECK(scene.places[2].flags & IQ_PLACE_MEASURE && !(scene.places[3].flags & IQ_PLACE_MEASURE));
    CHECK_EQUAL(scene.content.height, 100);
    /* Forgotten. */
    const iq_element_size none = {laid_out_element(list, 1), {NAN, NAN}};
    CHECK_OK(iq_view_set_sizes(view, &none, 1));
    scene = laid_out_scene(view);
    CHECK_EQUAL(scene.places[2].frame.height, 44);
    /* One that is wrong: none is set. */
    iq_element_size wrong[] = {{laid_out_element(list, 3), {60, 1}}, {laid_out_element(list, 4), {60, -1}}};
    CHECK_STATUS(iq_view_set_sizes(view, wrong, 2), IQ_ERROR_RANGE);
    static const double bad[] = {1, 2, NAN};
    CHECK_STATUS(iq_view_set_extents(view, info.version, 0, 3, bad, 0), IQ_ERROR_RANGE);
    scene = laid_out_scene(view);
    CHECK_EQUAL(scene.places[0].frame.height, 10);
    CHECK(!(scene.flags & IQ_SCENE_CHANGED));
    close();
}

/* IQ_END and IQ_SAME. */
static void to_the_end(void)
{
    const iq_section_layout layout = laid_out_rows(0);
    static const double length = 15;
    iq_list_info info = {.struct_size = sizeof info};
    open(10, &layout, NULL);
    CHECK_OK(iq_list_get_info(list, &info));
    CHECK_OK(iq_view_set_extents(view, info.version, 0, 10, &length, IQ_SAME));
    iq_scene scene = laid_out_scene(view);
    CHECK_EQUAL(scene.content.height, 150);
    CHECK_OK(iq_view_set_extents(view, info.version, 4, IQ_END, &length, IQ_SAME));
    CHECK_OK(iq_view_invalidate(view, 0, IQ_END));
    scene = laid_out_scene(view);
    CHECK_EQUAL(scene.content.height, 150);
    CHECK(scene.places[0].flags & IQ_PLACE_MEASURE);
    close();
}

/* A cell knows its size when it is bound, and the same layout has it. */
static void when_bound(void)
{
    const iq_section_layout layout = laid_out_rows(0);
    open(50, &layout, NULL);
    cells.sets_sizes = true;
    iq_scene scene = laid_out_scene(view);
    CHECK(!(scene.flags & IQ_SCENE_MEASURE) && scene.count > 5);
    double y = 0;
    for (size_t i = 0; i < scene.count; i++) {
        double length = 10 + (double)((i + 1) % 7);
        CHECK_FRAME(scene.places[i].frame, 0, y, 60, length);
        CHECK(!(scene.places[i].flags & IQ_PLACE_MEASURE));
        y += length;
    }
    CHECK(y >= 100);
    close();
}

/* ---- cells */

/* What leaves a scene lives until the second next layout that changes something. */
static void leaving(void)
{
    const iq_section_layout layout = laid_out_rows(20);
    open(50, &layout, NULL);
    iq_scene scene = laid_out_scene(view);
    CHECK(scene.count == 5 && cells.bound == 5 && cells.created == 5);
    CHECK_OK(iq_view_scroll(view, 20, 0));
    scene = laid_out_scene(view);
    CHECK(cells.unbound == 0 && cells.bound == 6);
    CHECK(scene.previous[0].object != NULL && scene.previous[0].cell == 0);
    laid_out_scene(view);
    laid_out_scene(view);
    CHECK(cells.unbound == 0);
    CHECK_OK(iq_view_scroll(view, 40, 0));
    laid_out_scene(view);
    CHECK(cells.unbound == 1 && cells.last_unbound == 1);
    /* In a steady scroll cells are bound again, and none is created. */
    size_t created = cells.created;
    for (size_t i = 3; i < 30; i++) {
        CHECK_OK(iq_view_scroll(view, 20 * (double)i, 0));
        laid_out_scene(view);
    }
    CHECK(cells.created <= created + 1);
    close();
}

/* Not while events wait to be polled. */
static void waiting_events(void)
{
    const iq_section_layout layout = laid_out_rows(20);
    open(50, &layout, NULL);
    CHECK_OK(iq_list_set_events(list, IQ_EVENT_DID_END_DISPLAY));
    laid_out_scene(view);
    CHECK_OK(iq_view_scroll(view, 20, 0));
    laid_out_scene(view);
    CHECK_OK(iq_view_scroll(view, 40, 0));
    laid_out_scene(view);
    CHECK(cells.unbound == 0);
    iq_event events[16] = {{.struct_size = sizeof events[0]}};
    size_t count, ended = 0;
    do {
        CHECK_OK(iq_list_poll(list, events, 16, &count));
        for (size_t i = 0; i < count; i++) {
            CHECK(events[i].kind == IQ_EVENT_DID_END_DISPLAY && events[i].view == view);
            ended++;
        }
    } while (count > 0);
    CHECK(ended == 2);
    CHECK_OK(iq_view_scroll(view, 60, 0));
    laid_out_scene(view);
    CHECK(cells.unbound == 2);
    close();
}

/* A row that has gone is faded out in the cell that it had. */
static void taken(void)
{
    static const uint64_t after[] = {1, 3, 4, 5};
    const iq_section_layout layout = laid_out_rows(20);
    open(5, &layout, NULL);
    laid_out_scene(view);
    const iq_element gone = laid_out_element(list, 2);
    laid_out_set(list, &(laid_out_list){.sections = 1, .counts = {4}, .numbers = after, .cell_class = cell_class});
    iq_scene scene = laid_out_scene(view);
    const iq_place *left = NULL;
    for (size_t i = 0; i < scene.previous_count; i++) {
        if (scene.previous[i].flags & IQ_PLACE_GONE) {
            CHECK(left == NULL);
            left = &scene.previous[i];
        }
    }
    CHECK(left && left->element.item.id == gone.item.id && cells.unbound == 0);
    iq_event event = {.struct_size = sizeof event};
    CHECK_OK(iq_view_take_cell(view, &gone, &event));
    CHECK(event.cell == left->cell && event.object == left->object && event.flags & IQ_CELL_BY_HAND);
    for (size_t i = 0; i < 4; i++) {
        CHECK_OK(iq_view_scroll(view, (double)i, 0));
        CHECK_OK(iq_view_set_size(view, 60, 90 - 10 * (double)i));
        laid_out_scene(view);
    }
    CHECK(cells.last_unbound != 2);
    CHECK_OK(iq_view_give_cell(view, event.cell));
    for (size_t i = 0; i < 2; i++) {
        CHECK_OK(iq_view_scroll(view, 10 * (double)i, 0));
        laid_out_scene(view);
    }
    CHECK(cells.last_unbound == 2 || cells.unbound > 1);
    CHECK_STATUS(iq_view_take_cell(view, &gone, &event), IQ_ERROR_HANDLE);

    /* What the host has keeps a place outside of the window. */
    const iq_element first = laid_out_element(list, 1);
    CHECK_OK(iq_view_set_size(view, 60, 20));
    CHECK_OK(iq_view_scroll(view, 0, 0));
    laid_out_scene(view);
    CHECK_OK(iq_view_take_cell(view, &first, &event));
    CHECK_OK(iq_view_scroll(view, 60, 0));
    scene = laid_out_scene(view);
    const iq_place *place = laid_out_place(&scene, list, 1);
    CHECK(place && place->flags & IQ_PLACE_OUTSIDE && place->cell == event.cell);
    CHECK_FRAME(place->frame, 0, -60, 60, 20);
    CHECK_OK(iq_view_give_cell(view, event.cell));
    close();
}

/* ---- failures, and changes from inside */

static void failures(void)
{
    const iq_section_layout layout = measuring();
    iq_scene scene = {.struct_size = sizeof scene};
    open(20, &layout, NULL);
    measured.fails = true;
    CHECK_STATUS(iq_view_layout(view, &scene), IQ_ERROR_CALLBACK);
    CHECK(scene.count == 3 && scene.flags & IQ_SCENE_MEASURE && scene.places[0].frame.height == 44);
    size_t calls = measured.calls;
    CHECK_STATUS(iq_view_layout(view, &scene), IQ_ERROR_CALLBACK);
    CHECK(measured.calls > calls);
    measured.fails = false;
    scene = laid_out_scene(view);
    check_measured(&scene);
    /* Binding. */
    cells.fails = true;
    CHECK_OK(iq_view_scroll(view, 200, 0));
    CHECK_STATUS(iq_view_layout(view, &scene), IQ_ERROR_CALLBACK);
    CHECK(scene.count > 3 && scene.places[0].cell == IQ_NONE && scene.places[0].object == NULL);
    CHECK_STATUS(iq_view_layout(view, NULL), IQ_ERROR_CALLBACK);
    cells.fails = false;
    scene = laid_out_scene(view);
    CHECK(scene.places[0].cell != IQ_NONE && scene.places[0].object != NULL);
    CHECK(scene.places[0].flags & IQ_PLACE_BOUND);
    close();
}

/* One version is shown; the next layout has the new one. */
static void changing(void)
{
    const iq_section_layout layout = measuring();
    open(20, &layout, NULL);
    measured.changes_list = true;
    laid_out_scene(view);
    iq_scene scene = laid_out_scene(view);
    CHECK(scene.items == 3 && scene.count == 3);
    check_measured(&scene);
    CHECK_EQUAL(scene.content.height, height_of(1) + height_of(2) + height_of(3));
    close();
}

static void destroying(void)
{
    const iq_section_layout layout = measuring();
    iq_scene scene = {.struct_size = sizeof scene};
    open(20, &layout, NULL);
    measured.destroys = true;
    CHECK_STATUS(iq_view_layout(view, &scene), IQ_ERROR_HANDLE);
    CHECK(scene.places == NULL && scene.count == 0);
    CHECK(measured.calls == 1 && measured.ended == 1 && cells.created == cells.destroyed);
    CHECK_STATUS(iq_view_layout(view, &scene), IQ_ERROR_HANDLE);
    CHECK_STATUS(iq_list_trim(list), IQ_ERROR_HANDLE);
    close();
    /* A layout that is replaced is asked no more. */
    open(20, &layout, NULL);
    const iq_section_layout other = laid_out_rows(30);
    CHECK_OK(iq_view_set_layout(view, laid_out_section(list, 0), &other));
    CHECK(measured.ended == 0);
    CHECK_OK(iq_view_set_layout(view, (iq_section){0}, NULL));
    CHECK(measured.ended == 1);
    CHECK_OK(iq_view_set_layout(view, laid_out_section(list, 0), &layout));
    CHECK_OK(iq_view_set_layout(view, laid_out_section(list, 0), &layout));
    CHECK_OK(iq_view_set_layout(view, laid_out_section(list, 0), NULL));
    CHECK(measured.ended == 2);
    close();
    CHECK(measured.ended == 2);
    /* The list goes first. */
    open(20, &layout, NULL);
    laid_out_scene(view);
    iq_list_destroy(list);
    CHECK_STATUS(iq_view_layout(view, NULL), IQ_ERROR_HANDLE);
    close();
    CHECK(measured.ended == 1);
}

/* `destroy` comes once, when nothing has the layout any more; what is refused was never taken. */
static void shared_layouts(void)
{
    const iq_section_layout layout = measuring(), other = laid_out_rows(30);
    iq_section_layout wrong = layout;
    wrong.columns = 65;
    open(4, &other, NULL);
    laid_out_set(list, &(laid_out_list){.sections = 3, .counts = {1, 1, 1}, .cell_class = cell_class});
    CHECK_STATUS(iq_view_set_layout(view, laid_out_section(list, 0), &wrong), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_view_set_layout(view, (iq_section){99}, &layout), IQ_ERROR_HANDLE);
    CHECK(measured.ended == 0);
    CHECK_OK(iq_view_set_layout(view, laid_out_section(list, 0), &layout));
    CHECK_OK(iq_view_set_layout(view, laid_out_section(list, 1), &layout));
    CHECK_OK(iq_view_set_layout(view, laid_out_section(list, 0), &other));
    CHECK(measured.ended == 0);
    iq_scene scene = laid_out_scene(view);
    CHECK(measured.calls == 1 && measured.asked == 1 && scene.count == 3);
    CHECK_EQUAL(scene.places[1].frame.height, height_of(2));
    /* The section that had it has gone: the end of the view is the latest. */
    laid_out_set(list, &(laid_out_list){.sections = 1, .counts = {1}, .cell_class = cell_class});
    laid_out_scene(view);
    close();
    CHECK(measured.ended == 1);
}

/* Also where it is that of all sections, and of some by name. */
static void shared_with_all(void)
{
    const iq_section_layout layout = measuring();
    open(4, &layout, NULL);
    CHECK_OK(iq_view_set_layout(view, laid_out_section(list, 0), &layout));
    CHECK_OK(iq_view_set_layout(view, laid_out_section(list, 0), NULL));
    CHECK(measured.ended == 0);
    laid_out_scene(view);
    CHECK(measured.calls > 0 && measured.ended == 0);
    close();
    CHECK(measured.ended == 1);
}

static void set_again(void)
{
    const iq_section_layout layout = measuring();
    open(4, &layout, NULL);
    CHECK_OK(iq_view_set_layout(view, (iq_section){0}, &layout));
    CHECK(measured.ended == 0);
    laid_out_scene(view);
    close();
    CHECK(measured.ended == 1);
}

/* A reload binds another cell, before the old one is unbound. A new content binds the same again. */
static void bound_again(void)
{
    static const uint64_t contents[] = {1, 22, 3, 4};
    const iq_section_layout layout = laid_out_rows(20);
    open(4, &layout, NULL);
    laid_out_scene(view);
    laid_out_set(list, &(laid_out_list){
                           .sections = 1, .counts = {4}, .contents = contents, .cell_class = cell_class});
    iq_scene scene = laid_out_scene(view);
    CHECK(scene.places[1].flags & IQ_PLACE_BOUND && !(scene.places[1].flags & (IQ_PLACE_NEW | IQ_PLACE_MOVED)));
    CHECK(scene.places[1].cell == scene.previous[1].cell && cells.created == 4 && cells.unbound == 0);
    CHECK(!(scene.places[0].flags & IQ_PLACE_BOUND));
    iq_edit *edit;
    iq_item item = laid_out_item(list, 3);
    CHECK_OK(iq_edit_begin(list, NULL, &edit));
    CHECK_OK(iq_edit_reload_items(edit, &item, 1));
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    scene = laid_out_scene(view);
    CHECK(scene.places[2].flags & IQ_PLACE_BOUND && scene.places[2].other == 2);
    CHECK(scene.places[2].cell != scene.previous[2].cell && scene.previous[2].object != scene.places[2].object);
    CHECK(cells.created == 5);
    close();
}

/* Display events are as those of views that are told, and a class is announced before it has cells. */
static void displaying(void)
{
    const iq_section_layout layout = laid_out_rows(20);
    open(10, &layout, NULL);
    CHECK_OK(iq_list_set_events(list, IQ_EVENT_CLASS_FIRST_USED | IQ_EVENT_BOUND | IQ_EVENT_WILL_DISPLAY));
    iq_scene scene = laid_out_scene(view);
    CHECK(scene.count == 5 && scene.places[0].cell == IQ_NONE && scene.places[0].object == NULL && cells.bound == 0);
    iq_event events[32] = {{.struct_size = sizeof events[0]}};
    size_t count;
    CHECK_OK(iq_list_poll(list, events, 32, &count));
    CHECK(count == 2 && events[0].kind == IQ_EVENT_CLASS_FIRST_USED && events[0].cell_class.id == cell_class.id);
    /* The section needs no cell. */
    CHECK(events[1].kind == IQ_EVENT_WILL_DISPLAY && events[1].item.id == 0);
    scene = laid_out_scene(view);
    CHECK(scene.places[0].cell != IQ_NONE && scene.places[0].object != NULL && cells.bound == 5);
    CHECK(scene.places[0].flags & IQ_PLACE_BOUND);
    size_t bound = 0, shown = 0, items = 0;
    do {
        CHECK_OK(iq_list_poll(list, events, 32, &count));
        for (size_t i = 0; i < count; i++) {
            bound += events[i].kind == IQ_EVENT_BOUND;
            shown += events[i].kind == IQ_EVENT_WILL_DISPLAY;
            items += events[i].kind == IQ_EVENT_WILL_DISPLAY && events[i].item.id != 0;
            CHECK(events[i].view == view);
        }
    } while (count > 0);
    CHECK(bound == 5 && items == 5 && shown == 5);
    close();
}

/* ---- what polls report */

/* Runs of neighbours; the ends of what is near now. */
static void prefetching(void)
{
    const iq_section_layout layout = laid_out_rows(20);
    open(100, &layout, NULL);
    CHECK_OK(iq_list_set_events(list, IQ_EVENT_PREFETCH));
    laid_out_scene(view);
    iq_event events[16] = {{.struct_size = sizeof events[0]}};
    size_t count;
    CHECK_OK(iq_list_poll(list, events, 16, &count));
    /* One window ahead: items 5 to 9. */
    CHECK(count == 1 && events[0].kind == IQ_EVENT_PREFETCH && events[0].view == view && events[0].flags == 0);
    CHECK(events[0].index == 5 && events[0].count >= 5 && events[0].count <= 6);
    CHECK_OK(iq_list_poll(list, events, 16, &count));
    CHECK(count == 0);
    /* Far away, they are no longer. */
    CHECK_OK(iq_view_scroll(view, 1000, 0));
    laid_out_scene(view);
    size_t cancelled = 0, wanted = 0;
    CHECK_OK(iq_list_poll(list, events, 16, &count));
    for (size_t i = 0; i < count; i++) {
        CHECK(events[i].kind == IQ_EVENT_PREFETCH);
        *(events[i].flags & IQ_PREFETCH_CANCEL ? &cancelled : &wanted) += events[i].count;
    }
    CHECK(cancelled >= 5 && wanted >= 5);
    close();
}

/* A page is asked for where its edge has a place. */
static void paging(void)
{
    const iq_section_layout layout = laid_out_rows(20);
    const iq_page more = {.struct_size = sizeof more, .state = IQ_PAGE_MORE, .distance = 3};
    open(50, &layout, NULL);
    CHECK_OK(iq_list_set_events(list, IQ_EVENT_PAGE));
    CHECK_OK(iq_list_set_page(list, (iq_section){0}, IQ_EDGE_END, &more));
    iq_event events[16] = {{.struct_size = sizeof events[0]}};
    size_t count;
    laid_out_scene(view);
    CHECK_OK(iq_list_poll(list, events, 16, &count));
    CHECK(count == 0);
    CHECK_OK(iq_view_scroll(view, 800, 0));
    laid_out_scene(view);
    CHECK_OK(iq_list_poll(list, events, 16, &count));
    CHECK(count == 0);
    CHECK_OK(iq_view_scroll(view, 860, 0));
    laid_out_scene(view);
    CHECK_OK(iq_list_poll(list, events, 16, &count));
    CHECK(count == 1 && events[0].kind == IQ_EVENT_PAGE && events[0].flags == IQ_EDGE_END);
    CHECK_OK(iq_list_poll(list, events, 16, &count));
    CHECK(count == 0);
    /* The loader has a place while the page is loading. */
    const iq_supplementary loader = {.struct_size = sizeof loader, .kind = IQ_KIND_PAGE_END, .content = 1};
    CHECK_OK(iq_list_set_supplementary(list, &loader));
    CHECK_OK(iq_view_scroll(view, 1e6, IQ_SCROLL_CLAMP));
    iq_scene scene = laid_out_scene(view);
    const iq_place *last = &scene.places[scene.count - 1];
    CHECK_EQUAL(scene.content.height, 1044);
    CHECK(last->element.kind == IQ_KIND_PAGE_END);
    CHECK_FRAME(last->frame, 0, 56, 60, 44);
    const iq_page ended = {.struct_size = sizeof ended, .state = IQ_PAGE_ENDED};
    CHECK_OK(iq_list_set_page(list, (iq_section){0}, IQ_EDGE_END, &ended));
    scene = laid_out_scene(view);
    CHECK_EQUAL(scene.content.height, 1000);
    CHECK_EQUAL(scene.offset, 900);
    close();
}

/* What a dump says of a view. */
static void dumping(void)
{
    const iq_section_layout layout = laid_out_rows(20);
    char text[4096];
    size_t length;
    open(50, &layout, NULL);
    CHECK_OK(iq_view_scroll(view, 30, 0));
    laid_out_scene(view);
    CHECK_OK(iq_view_dump(view, text, sizeof text, &length));
    CHECK(length < sizeof text && strlen(text) == length);
    CHECK(strstr(text, "60 x 100") && strstr(text, "offset 30") && strstr(text, "place 0") && strstr(text, "cell 0"));
    close();
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    register_class();
    CHECK_OK(iq_memory_trim());
    bytes = iq_memory_used();
    batches();
    unknown();
    cut();
    given();
    when_bound();
    leaving();
    waiting_events();
    taken();
    failures();
    changing();
    destroying();
    shared_layouts();
    bound_again();
    displaying();
    prefetching();
    paging();
    dumping();
    shared_with_all();
    set_again();
    to_the_end();
    asked_once();
    return 0;
}

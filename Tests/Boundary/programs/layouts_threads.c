/*
 * layouts_threads.c - commits, edits, polls, requests and reads beside layouts: each scene shows one version of the list,
 * a call is refused with IQ_ERROR_BUSY or done, no request is lost, and in the end the view shows what the list has. Views
 * and lists that are destroyed while they are laid out. A target of iq_view_scroll_to stays where it is in the window when
 * another thread commits in the middle of each layout.
 */
#include "laid_out.h"
#include "random.h"
#include "thread_group.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { HEIGHT = 10, WINDOW = 200, MOST = 600 };

static iq_list *list;
static iq_view *view;
static iq_class cell_class;
static atomic_size_t cells, layouts, refused;
static atomic_int roles;
static atomic_bool is_over;

/* ---- cells */

static int create_cell(void *context, const iq_event *event, void **object)
{
    (void)context;
    (void)event;
    *object = check_memory(malloc(1));
    atomic_fetch_add(&cells, 1);
    return 0;
}

static void destroy_cell(void *context, void *object)
{
    (void)context;
    free(object);
    atomic_fetch_sub(&cells, 1);
}

/* In the middle of a layout, between what it reads of the list and the scene that it makes, another thread commits, once. */
enum { INTERRUPT_NOT, INTERRUPT_NEXT, INTERRUPT_NOW, INTERRUPT_END };
static atomic_int interrupt;

static int bind_cell(void *context, const iq_event *event)
{
    int wanted = INTERRUPT_NEXT;
    (void)context;
    (void)event;
    if (atomic_compare_exchange_strong(&interrupt, &wanted, INTERRUPT_NOW)) {
        while (atomic_load(&interrupt) == INTERRUPT_NOW) {
            sched_yield();
        }
    }
    return 0;
}

/* ---- what threads do */

/* Items that are neighbours stand below one another, in one version. */
static void check_scene(const iq_scene *scene)
{
    CHECK_EQUAL(scene->content.height, HEIGHT * (double)scene->items);
    CHECK(scene->first + scene->visible <= scene->items);
    for (size_t i = 0; i < scene->count; i++) {
        const iq_place *place = &scene->places[i];
        CHECK(place->index < scene->items && place->position.item == place->index);
        CHECK_EQUAL(place->frame.y, HEIGHT * (double)place->index - scene->offset);
        CHECK(i == 0 || place->index == place[-1].index + 1);
        CHECK(place->other == IQ_NONE || scene->previous[place->other].other == i);
    }
    for (size_t i = 0; i < scene->previous_count; i++) {
        CHECK(scene->previous[i].frame.height == HEIGHT);
    }
}

/* The thread that lays out alone may look at scenes. */
static void lay_out(random_source *random)
{
    static uint64_t version;
    iq_scene scene = {.struct_size = sizeof scene};
    iq_status status = iq_view_layout(view, &scene);
    if (status == IQ_ERROR_BUSY) {
        atomic_fetch_add(&refused, 1);
        return;
    }
    CHECK_OK(status);
    CHECK(scene.version >= version);
    version = scene.version;
    check_scene(&scene);
    atomic_fetch_add(&layouts, 1);
    if (random_chance(random, 5)) {
        CHECK_OK(iq_view_scroll(view, (double)random_below(random, MOST * HEIGHT), 0));
    }
}

static void commit(random_source *random)
{
    static uint64_t numbers[MOST];
    static iq_key keys[MOST];
    size_t count = random_below(random, MOST), first = random_below(random, 50);
    for (size_t i = 0; i < count; i++) {
        numbers[i] = 1 + (first + i) % MOST;
    }
    for (size_t n = random_below(random, 8); n > 0 && count > 0; n--) {
        size_t a = random_below(random, count), b = random_below(random, count);
        uint64_t number = numbers[a];
        numbers[a] = numbers[b];
        numbers[b] = number;
    }
    for (size_t i = 0; i < count; i++) {
        keys[i] = iq_key_from_u64(numbers[i]);
    }
    const iq_columns items = {.struct_size = sizeof items,
                              .count = count,
                              .keys = keys,
                              .contents = numbers,
                              .classes = &cell_class,
                              .class_stride = IQ_SAME};
    iq_status status = iq_list_set_section_items(list, iq_key_from_u64(LAID_OUT_FIRST_SECTION), &items, NULL, NULL);
    CHECK(status == IQ_OK || status == IQ_ERROR_BUSY);
}

static void edit(random_source *random)
{
    iq_edit *opened;
    iq_status status = iq_edit_begin(list, NULL, &opened);
    if (status == IQ_ERROR_BUSY) {
        return;
    }
    CHECK_OK(status);
    for (size_t n = random_below(random, 4); n > 0; n--) {
        size_t count;
        CHECK_OK(iq_list_get_count(list, NULL, &count));
        size_t first = random_below(random, count + 1), width = random_below(random, (count - first) / 4 + 1);
        CHECK_OK(iq_edit_delete_item_range(opened, laid_out_section(list, 0), first, width));
    }
    if (random_chance(random, 50)) {
        CHECK_OK(iq_edit_commit(opened, NULL, NULL));
    }
    iq_edit_destroy(opened);
}

static void poll(void)
{
    iq_event events[16] = {{.struct_size = sizeof events[0]}};
    size_t count;
    iq_status status = iq_list_poll(list, events, 16, &count);
    CHECK(status == IQ_OK || status == IQ_ERROR_BUSY);
}

/* Whatever else may be asked of a view: done, refused, or about what has gone meanwhile. */
static void ask(random_source *random)
{
    iq_element element = {.struct_size = sizeof element};
    iq_rect frame;
    iq_hit hit = {.struct_size = sizeof hit};
    iq_item neighbour;
    iq_scroll_target target = {.struct_size = sizeof target};
    double offset;
    size_t count, index;
    char text[200];
    CHECK_OK(iq_list_get_count(list, NULL, &count));
    index = count ? random_below(random, count) : 0;
    if (iq_list_find_item_at(list, index, &element.item) != IQ_OK) {
        return;
    }
    iq_status status = IQ_OK;
    const iq_element_size size = {.element = element, .size = {60, HEIGHT}};
    target.element = element;
    switch (random_below(random, 9)) {
    case 0: status = iq_view_get_frame(view, &element, &frame); break;
    case 1: status = iq_view_find_at(view, 5, (double)random_below(random, WINDOW), 0, &hit); break;
    case 2: status = iq_view_find_neighbour(view, element.item, IQ_DIRECTION_DOWN, &neighbour); break;
    case 3: status = iq_view_get_offset(view, &target, &offset); break;
    case 4: status = iq_view_set_sizes(view, &size, 1); break;
    case 5: status = iq_view_invalidate(view, 0, 0); break;
    case 6: status = iq_view_set_size(view, 60, WINDOW); break;
    case 7: status = iq_view_dump(view, text, sizeof text, &count); break;
    default: status = iq_view_set_anchor(view, IQ_ANCHOR_VISIBLE, element.item);
    }
    CHECK(status == IQ_OK || status == IQ_ERROR_BUSY || status == IQ_ERROR_HANDLE || status == IQ_ERROR_NOT_FOUND);
}

static void *act(void *argument)
{
    thread_group_member *self = argument;
    int role = atomic_fetch_add(&roles, 1);
    uint64_t loops = check_scaled(4000);
    if (role == 0) {
        for (uint64_t i = 0; i < loops || atomic_load(&layouts) == 0; i++) {
            lay_out(&self->random);
        }
        atomic_store(&is_over, true);
    }
    while (!atomic_load(&is_over)) {
        switch (role) {
        case 1: commit(&self->random); break;
        case 2: edit(&self->random); break;
        case 3: poll(); break;
        case 4: CHECK_OK(iq_view_scroll(view, (double)random_below(&self->random, 40) - 20, IQ_SCROLL_BY | IQ_SCROLL_CLAMP)); break;
        default: ask(&self->random);
        }
        sched_yield();
    }
    return NULL;
}

static iq_view *make_view(void)
{
    const iq_section_layout layout = laid_out_rows(HEIGHT);
    return laid_out_view(list, NULL, &layout, 60, WINDOW);
}

static void check_end(void)
{
    iq_view *made = make_view();
    CHECK_OK(iq_view_scroll(view, 0, 0));
    iq_scene a = laid_out_scene(view), b = laid_out_scene(made);
    CHECK(a.count == b.count && a.items == b.items && a.content.height == b.content.height);
    check_scene(&a);
    for (size_t i = 0; i < a.count; i++) {
        CHECK(a.places[i].element.item.id == b.places[i].element.item.id);
        CHECK(memcmp(&a.places[i].frame, &b.places[i].frame, sizeof a.places[i].frame) == 0);
    }
    iq_view_destroy(made);
}

/* ---- a target that is held */

enum { TARGET = 500, BELOW = 40, MOST_ABOVE = 60 };

/* Some items above the target, in some order, and the ones below it: each with another content, so that cells are bound
 * again and sizes are guesses. */
static void commit_around_target(random_source *random)
{
    uint64_t numbers[MOST_ABOVE + 1 + BELOW], contents[MOST_ABOVE + 1 + BELOW];
    size_t count = 0, above = 20 + random_below(random, MOST_ABOVE - 19), first = random_below(random, above);
    for (size_t i = 0; i < above; i++) {
        numbers[count++] = 1 + (first + i) % above;
    }
    for (size_t i = 0; i <= BELOW; i++) {
        numbers[count++] = TARGET + i;
    }
    for (size_t i = 0; i < count; i++) {
        contents[i] = random_next(random);
    }
    laid_out_set(list, &(laid_out_list){.sections = 1,
                                        .counts = {count},
                                        .numbers = numbers,
                                        .contents = contents,
                                        .cell_class = cell_class});
}

static void *commit_in_the_middle(void *argument)
{
    int state;
    while ((state = atomic_load(&interrupt)) != INTERRUPT_END) {
        if (state == INTERRUPT_NOW) {
            commit_around_target(argument);
            atomic_store(&interrupt, INTERRUPT_NOT);
        }
        sched_yield();
    }
    return NULL;
}

/* What was drawn is measured: each item has a height of its own, less than is assumed. */
static void measure_places(const iq_scene *scene)
{
    for (size_t i = 0; i < scene->count; i++) {
        if (scene->places[i].flags & IQ_PLACE_MEASURE) {
            const iq_element_size size = {scene->places[i].element,
                                          {60, 10 + (double)(scene->places[i].element.item.id % 30)}};
            CHECK_OK(iq_view_set_sizes(view, &size, 1));
        }
    }
}

/* Where the target began in a scene belongs to the version that the scene shows. Read from a later one, the next layout
 * would hold the target elsewhere: what is above it has changed by whole items. */
static void hold_target_beside(uint64_t seed)
{
    pthread_t thread;
    random_source random = {seed}, others = {seed + 1000000};
    check_seed = seed;
    CHECK_OK(iq_list_create(NULL, &list));
    commit_around_target(&random);
    view = laid_out_view(list, NULL, NULL, 60, WINDOW);
    iq_scene scene = laid_out_scene(view);
    measure_places(&scene);
    const iq_scroll_target target = {.struct_size = sizeof target, .element = laid_out_element(list, TARGET)};
    CHECK_OK(iq_view_scroll_to(view, &target));
    scene = laid_out_scene(view);
    double y = laid_out_find(&scene, target.element.item)->frame.y;
    CHECK(pthread_create(&thread, NULL, commit_in_the_middle, &others) == 0);
    commit_around_target(&random);
    for (int i = 0; i < 20; i++) {
        uint64_t version = scene.version;
        measure_places(&scene);
        atomic_store(&interrupt, INTERRUPT_NEXT);
        scene = laid_out_scene(view);
        CHECK(scene.version > version && atomic_load(&interrupt) == INTERRUPT_NOT);
        const iq_place *place = laid_out_find(&scene, target.element.item);
        CHECK(place != NULL);
        CHECK_EQUAL(place->frame.y, y);
    }
    atomic_store(&interrupt, INTERRUPT_END);
    CHECK(pthread_join(thread, NULL) == 0);
    atomic_store(&interrupt, INTERRUPT_NOT);
    iq_view_destroy(view);
    iq_list_destroy(list);
    CHECK(atomic_load(&cells) == 0);
}

/* ---- destroyed while they are laid out */

static void *lay_out_until_it_ends(void *argument)
{
    iq_scene scene = {.struct_size = sizeof scene};
    iq_status status;
    (void)argument;
    do {
        (void)iq_view_scroll(view, 7, IQ_SCROLL_BY);
        status = iq_view_layout(view, &scene);
        CHECK(status == IQ_OK || status == IQ_ERROR_HANDLE || status == IQ_ERROR_BUSY);
        atomic_fetch_add(&layouts, 1);
    } while (status != IQ_ERROR_HANDLE);
    return NULL;
}

static void destroy_beside(uint64_t seed)
{
    pthread_t threads[2];
    random_source random = {seed};
    check_seed = seed;
    CHECK_OK(iq_list_create(NULL, &list));
    laid_out_set(list, &(laid_out_list){.sections = 1, .counts = {500}, .cell_class = cell_class});
    view = make_view();
    atomic_store(&layouts, 0);
    for (size_t i = 0; i < 2; i++) {
        CHECK(pthread_create(&threads[i], NULL, lay_out_until_it_ends, NULL) == 0);
    }
    while (atomic_load(&layouts) < random_below(&random, 20)) {
        sched_yield();
    }
    if (seed % 2) {
        iq_view_destroy(view);
        iq_list_destroy(list);
    } else {
        iq_list_destroy(list);
    }
    for (size_t i = 0; i < 2; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
    }
    iq_view_destroy(view);
    CHECK(atomic_load(&cells) == 0);
}

int main(void)
{
    const iq_class_options options = {.struct_size = sizeof options,
                                      .name = "layouts threads",
                                      .create_cell = create_cell,
                                      .bind_cell = bind_cell,
                                      .destroy_cell = destroy_cell};
    CHECK_OK(iq_class_create(&options, &cell_class));
    CHECK_OK(iq_memory_trim());
    size_t bytes = iq_memory_used();
    check_seed = check_first_seed(1);
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_OK(iq_list_set_events(list, IQ_EVENT_WILL_DISPLAY | IQ_EVENT_PREFETCH));
    laid_out_set(list, &(laid_out_list){.sections = 1, .counts = {300}, .cell_class = cell_class});
    view = make_view();
    thread_group_run(act);
    CHECK(atomic_load(&roles) == THREAD_GROUP_SIZE && atomic_load(&layouts) > 0);
    check_end();
    iq_view_destroy(view);
    iq_list_destroy(list);
    CHECK(atomic_load(&cells) == 0);
    for (uint64_t seed = 1; seed <= check_scaled(200); seed++) {
        destroy_beside(seed);
        hold_target_beside(seed);
    }
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == bytes);
    return 0;
}

/*
 * views_ends.c - views and lists that end: inside each function of cells, before one another, while events wait; how
 * many views a list has; and threads: while one is inside a view, others are refused, and a poll passes it over.
 */
#include "stage.h"

#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

/* ---- inside the functions of cells */

static const char *function; /* which one ends something, */
static bool ends_list;       /* and what */
static bool ended;

static void end_inside(const char *name, const iq_event *event)
{
    (void)event;
    if (ended || strcmp(name, function) != 0) {
        return;
    }
    ended = true;
    if (ends_list) {
        iq_list_destroy(stage.list);
        CHECK_STATUS(iq_list_get_count(stage.list, NULL, NULL), IQ_ERROR_HANDLE);
    } else {
        iq_view_destroy(stage.views[0].view);
        CHECK_STATUS(iq_view_set_visible(stage.views[0].view, 0, 1, 0), IQ_ERROR_HANDLE);
        CHECK_STATUS(iq_view_give_cell(stage.views[0].view, 0), IQ_ERROR_HANDLE);
    }
}

/* Two views whose cells come, or leave; what ends goes when the poll returns, and the rest is as ever. */
static void end_in(const char *name, bool list, bool leaves)
{
    size_t count;
    function = name;
    ends_list = list;
    ended = false;
    check_case = name;
    stage_open();
    stage_show("1 abcdef");
    size_t other = stage_add_view();
    if (leaves) {
        stage_visible(0, 0, 6, 0);
        stage_visible(other, 0, 6, 0);
        stage_settle();
    }
    stage.inside = end_inside;
    stage_visible(0, 0, leaves ? 1 : 6, 0);
    stage_visible(other, 0, leaves ? 1 : 6, 0);
    for (int i = 0; i < 8 && !ended; i++) {
        iq_event events[64] = {{.struct_size = sizeof events[0]}};
        CHECK_OK(iq_list_poll(stage.list, events, 64, &count));
    }
    CHECK(ended);
    stage.inside = NULL;
    if (list) {
        CHECK_STATUS(iq_list_poll(stage.list, NULL, 0, &count), IQ_ERROR_HANDLE);
        CHECK_STATUS(iq_view_set_visible(stage.views[other].view, 0, 1, 0), IQ_ERROR_HANDLE);
        stage_drop_view(0);
        stage_drop_view(other);
    } else {
        CHECK(stage_existing(0) == 0);
        /* The events of it that wait are dropped. */
        stage.views[0].view = NULL;
        stage_settle();
        CHECK(stage_bound(other) == (leaves ? 1u : 6u));
    }
    stage_close();
}

static void inside_functions(void)
{
    for (int list = 0; list < 2; list++) {
        end_in("create_cell", list, false);
        end_in("bind_cell", list, false);
        end_in("unbind_cell", list, true);
        end_in("destroy_cell", list, true);
    }
    check_case = NULL;
}

static void end_by_hand(const char *name, const iq_event *event)
{
    (void)event;
    if (!ended && strcmp(name, "bind_cell") == 0) {
        ended = true;
        iq_view_destroy(stage.views[0].view);
    }
}

/* By a call on the view itself. */
static void inside_take(void)
{
    stage_open();
    stage_show("1 ab");
    ended = false;
    stage.inside = end_by_hand;
    const iq_element a = stage_element_of('a');
    iq_event event = {.struct_size = sizeof event};
    iq_status status = iq_view_take_cell(stage.views[0].view, &a, &event);
    CHECK(ended && (status == IQ_OK || status == IQ_ERROR_HANDLE));
    stage.inside = NULL;
    CHECK(stage_existing(0) == 0);
    CHECK_STATUS(iq_view_take_cell(stage.views[0].view, &a, &event), IQ_ERROR_HANDLE);
    stage.views[0].view = NULL;
    stage_close();
}

/* ---- one before the other */

static void list_first(void)
{
    iq_event event = {.struct_size = sizeof event};
    stage_open();
    stage_show("1 abc");
    stage_visible(0, 0, 2, 0);
    stage_settle();
    const iq_element a = stage_element_of('a');
    iq_view *view = stage.views[0].view;
    stage_model *model = stage.items['a'].model;
    iq_list_destroy(stage.list);
    CHECK_STATUS(iq_view_set_visible(view, 0, 1, 0), IQ_ERROR_HANDLE);
    CHECK_STATUS(iq_view_get_visible(view, NULL, NULL), IQ_ERROR_HANDLE);
    CHECK_STATUS(iq_view_take_cell(view, &a, &event), IQ_ERROR_HANDLE);
    CHECK_STATUS(iq_view_give_cell(view, 0), IQ_ERROR_HANDLE);
    CHECK_STATUS(iq_view_find_cell(view, 0, NULL, &event), IQ_ERROR_HANDLE);
    /* Its cells and their models are there until it is destroyed, too. */
    CHECK(stage_bound(0) == 2 && atomic_load(&model->references) > 0);
    stage_quiet();
    iq_view_destroy(view);
    SAID("unbind:a unbind:b free free");
    CHECK(atomic_load(&model->references) == 0);
    stage.views[0].view = NULL;
    stage_close();
    iq_view_destroy(view);
    iq_view_destroy(NULL);
}

static void dropped_events(void)
{
    iq_event event = {.struct_size = sizeof event};
    size_t count;
    stage_open();
    stage_show("1 abc");
    size_t other = stage_add_view();
    stage_visible(0, 0, 3, 0);
    stage_visible(other, 0, 1, 0);
    CHECK_OK(iq_list_poll(stage.list, &event, 1, &count));
    CHECK(count == 1);
    iq_view *gone = stage.views[0].view;
    stage_drop_view(0);
    size_t of_other = 0;
    do {
        CHECK_OK(iq_list_poll(stage.list, &event, 1, &count));
        CHECK(count == 0 || event.view != gone);
        of_other += count;
    } while (count > 0);
    /* BOUND and WILL_DISPLAY of a, WILL_DISPLAY of its section; one may have been the first event of all. */
    CHECK(of_other == 3 || of_other == 2);
    stage_close();
}

/* The models of events that were handed out live until the next poll, although the cells that showed them are gone. */
static void models_of_events(void)
{
    iq_event events[16] = {{.struct_size = sizeof events[0]}};
    size_t count, models = 0;
    stage_open();
    stage_show("1 ab");
    stage_visible(0, 0, 2, 0);
    stage_visible(stage_add_view(), 0, 1, 0);
    CHECK_OK(iq_list_poll(stage.list, events, 16, &count));
    stage_show("1");
    stage_drop_view(0);
    stage_drop_view(1);
    for (size_t i = 0; i < count; i++) {
        const stage_model *model = events[i].model;
        CHECK(!model || atomic_load(&model->references) > 0);
        models += model != NULL;
    }
    CHECK(models == 6); /* BOUND and WILL_DISPLAY of a and b in one view, of a in the other */
    CHECK_OK(iq_list_poll(stage.list, events, 16, &count));
    CHECK(atomic_load(&stage.items['a'].model->references) == 0);
    CHECK(atomic_load(&stage.items['b'].model->references) == 0);
    stage_close();
}

static void most_views(void)
{
    iq_view *ninth = NULL;
    iq_list_info info = {.struct_size = sizeof info};
    stage_open();
    stage_show("1 abcdefgh");
    for (size_t i = 1; i < IQ_MAX_VIEWS; i++) {
        CHECK(stage_add_view() == i);
    }
    CHECK_STATUS(iq_view_create(stage.list, NULL, &ninth), IQ_ERROR_LIMIT);
    CHECK(ninth == NULL);
    CHECK_OK(iq_list_get_info(stage.list, &info));
    CHECK(info.views == IQ_MAX_VIEWS);
    for (size_t i = 0; i < IQ_MAX_VIEWS; i++) {
        stage_visible(i, i, 1, 0);
    }
    stage_settle();
    for (size_t i = 0; i < IQ_MAX_VIEWS; i++) {
        char name[2] = {(char)('a' + i), 0};
        CHECK(stage_bound(i) == 1 && stage_cell_of(i, name));
    }
    stage_drop_view(3);
    CHECK(stage_add_view() == 3);
    CHECK_STATUS(iq_view_create(stage.list, NULL, &ninth), IQ_ERROR_LIMIT);
    stage_close();
}

/* ---- threads */

static sem_t is_inside, may_leave;
static iq_element taken;

static void wait_for(sem_t *semaphore)
{
    while (sem_wait(semaphore) != 0) {
    }
}

static void stay(const char *name, const iq_event *event)
{
    (void)event;
    if (strcmp(name, "bind_cell") == 0) {
        stage.inside = NULL;
        CHECK(sem_post(&is_inside) == 0);
        wait_for(&may_leave);
    }
}

static void *poll_and_stay(void *unused)
{
    size_t count;
    CHECK_OK(iq_list_poll(stage.list, NULL, 0, &count));
    return unused;
}

static void *take_and_stay(void *unused)
{
    iq_event event = {.struct_size = sizeof event};
    CHECK_OK(iq_view_take_cell(stage.views[0].view, &taken, &event));
    return unused;
}

static void leave(pthread_t thread)
{
    CHECK(sem_post(&may_leave) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
}

static void check_refused(void)
{
    iq_event event = {.struct_size = sizeof event};
    iq_view *view = stage.views[0].view;
    CHECK_STATUS(iq_view_take_cell(view, &taken, &event), IQ_ERROR_BUSY);
    CHECK_STATUS(iq_view_give_cell(view, 0), IQ_ERROR_BUSY);
    CHECK_STATUS(iq_view_find_cell(view, 0, NULL, &event), IQ_ERROR_BUSY);
    CHECK_STATUS(iq_view_find_cell(view, IQ_NONE, &taken, &event), IQ_ERROR_BUSY);
    CHECK_OK(iq_view_get_visible(view, NULL, NULL));
}

static void threads(void)
{
    pthread_t thread;
    size_t count;
    int descriptor;
    CHECK(sem_init(&is_inside, 0, 0) == 0 && sem_init(&may_leave, 0, 0) == 0);
    stage_open();
    CHECK_OK(iq_list_set_events(stage.list, 0));
    CHECK_OK(iq_list_get_wakeup(stage.list, &descriptor));
    stage_show("1 abcdef");
    taken = stage_element_of('a');

    /* Another thread polls: it is inside the view, and the list's poll is its own. */
    stage_visible(0, 0, 2, 0);
    stage.inside = stay;
    CHECK(pthread_create(&thread, NULL, poll_and_stay, NULL) == 0);
    wait_for(&is_inside);
    check_refused();
    CHECK_STATUS(iq_list_poll(stage.list, NULL, 0, &count), IQ_ERROR_BUSY);
    stage_visible(0, 0, 3, 0);
    /* The list is free meanwhile. */
    stage_show("1 abcdefg");
    leave(thread);
    stage_settle();
    CHECK(stage_bound(0) == 3);

    /* Another thread takes a cell: a poll passes over this view only, and is woken when it may go on. */
    size_t other = stage_add_view();
    taken = stage_element_of('f');
    stage.inside = stay;
    CHECK(pthread_create(&thread, NULL, take_and_stay, NULL) == 0);
    wait_for(&is_inside);
    check_refused();
    stage_visible(0, 0, 5, 0);
    stage_visible(other, 0, 2, 0);
    for (int i = 0; i < 4; i++) {
        CHECK_OK(iq_list_poll(stage.list, NULL, 0, &count));
    }
    CHECK(stage_bound(other) == 2 && stage_bound(0) == 3);
    leave(thread);
    struct pollfd polled = {descriptor, POLLIN, 0};
    CHECK(poll(&polled, 1, 10000) == 1);
    stage_settle();
    CHECK(stage_bound(0) == 6 && stage_cell_of(0, "f") && stage_cell_of(0, "e"));

    /* A view that is destroyed while another thread is inside it goes when that leaves. */
    taken = stage_element_of('g');
    stage.inside = stay;
    CHECK(pthread_create(&thread, NULL, take_and_stay, NULL) == 0);
    wait_for(&is_inside);
    iq_view_destroy(stage.views[0].view);
    CHECK_STATUS(iq_view_set_visible(stage.views[0].view, 0, 1, 0), IQ_ERROR_HANDLE);
    leave(thread);
    CHECK(stage_existing(0) == 0);
    stage.views[0].view = NULL;
    stage_close();
}

/* What is marked while the first view comes is bound again in it. The view is made and polled where the update retains
 * a model that it adds. */
static bool makes_view;

static void *make_view(void *unused)
{
    size_t count;
    stage_visible(stage_add_view(), 0, 3, 0);
    CHECK_OK(iq_list_poll(stage.list, NULL, 0, &count));
    return unused;
}

static void make_view_once(void *context, void *const *models, size_t count)
{
    pthread_t thread;
    (void)context, (void)models, (void)count;
    if (makes_view) {
        makes_view = false;
        CHECK(pthread_create(&thread, NULL, make_view, NULL) == 0);
        CHECK(pthread_join(thread, NULL) == 0);
    }
}

static void first_view_beside_marks(void)
{
    static int model;
    const iq_class_options options = {
        .struct_size = sizeof options, .name = "views_ends", .retain = make_view_once, .release = make_view_once};
    iq_class cell_class;
    CHECK_OK(iq_class_create(&options, &cell_class));
    for (int derives = 0; derives < 2; derives++) {
        iq_list *derived = NULL;
        iq_snapshot *snapshot;
        stage_open();
        stage_drop_view(0);
        stage_show("1 abc");
        CHECK_OK(derives ? iq_list_derive(stage.list, NULL, &derived) : IQ_OK);
        CHECK_OK(iq_list_snapshot(stage.list, &snapshot));
        const iq_key b = iq_key_from_u64('b'), d = iq_key_from_u64('d');
        void *new_model = &model;
        const iq_columns items = {
            .struct_size = sizeof items, .count = 1, .keys = &d, .models = &new_model, .classes = &cell_class};
        CHECK_OK(iq_snapshot_append_items(snapshot, NULL, &items));
        CHECK_OK(iq_snapshot_reload_items(snapshot, NULL, &b, 1));
        makes_view = true;
        CHECK_OK(iq_list_apply(stage.list, snapshot, NULL, NULL));
        CHECK(!makes_view && stage_bound(0) == 3);
        iq_snapshot_destroy(snapshot);
        stage_settle();
        CHECK(stage_place("bind:b~") != SIZE_MAX);
        iq_list_destroy(derived);
        stage_close();
    }
}

/* Views come and go beside updates that mark, for a derived list, more than was reserved for views. */
static atomic_bool is_marked;

static void *come_and_go(void *unused)
{
    while (!atomic_load(&is_marked)) {
        iq_view *view;
        CHECK_OK(iq_view_create(stage.list, NULL, &view));
        iq_view_destroy(view);
    }
    return unused;
}

static void views_beside_marks(void)
{
    enum { ITEMS = 1000 };
    iq_key keys[ITEMS];
    const iq_columns items = {.struct_size = sizeof items, .count = ITEMS, .keys = keys};
    for (uint64_t i = 0; i < ITEMS; i++) {
        keys[i] = iq_key_from_u64(i + 1);
    }
    for (uint64_t round = 0; round < check_scaled(25); round++) {
        pthread_t thread;
        iq_list *derived;
        iq_snapshot *snapshot;
        stage_open();
        stage_drop_view(0);
        CHECK_OK(iq_list_set_items(stage.list, &items, NULL, NULL));
        CHECK_OK(iq_list_derive(stage.list, NULL, &derived));
        CHECK_OK(iq_list_snapshot(stage.list, &snapshot));
        CHECK_OK(iq_snapshot_reload_items(snapshot, NULL, keys, ITEMS));
        atomic_store(&is_marked, false);
        CHECK(pthread_create(&thread, NULL, come_and_go, NULL) == 0);
        for (int i = 0; i < 20; i++) {
            CHECK_OK(iq_list_apply(stage.list, snapshot, NULL, NULL));
        }
        atomic_store(&is_marked, true);
        CHECK(pthread_join(thread, NULL) == 0);
        iq_snapshot_destroy(snapshot);
        iq_list_destroy(derived);
        stage_close();
    }
}

/* Ranges are set by one thread while another polls: the last one counts. */
static void *set_ranges(void *unused)
{
    uint64_t rounds = check_scaled(20000);
    for (uint64_t i = 0; i <= rounds; i++) {
        stage_visible(0, i == rounds ? 2 : i % 7, 3, i % 3);
    }
    return unused;
}

static void ranges(void)
{
    pthread_t thread;
    size_t count;
    stage_open();
    stage_show("1 abcdefgh");
    CHECK_OK(iq_list_set_events(stage.list, 0));
    CHECK(pthread_create(&thread, NULL, set_ranges, NULL) == 0);
    for (uint64_t i = 0; i < check_scaled(5000); i++) {
        CHECK_OK(iq_list_poll(stage.list, NULL, 0, &count));
        CHECK(stage_bound(0) <= 6);
    }
    CHECK(pthread_join(thread, NULL) == 0);
    stage_settle();
    CHECK(stage_bound(0) == 3 && stage_cell_of(0, "c") && stage_cell_of(0, "d") && stage_cell_of(0, "e"));
    stage_close();
}

int main(void)
{
    stage_register();
    inside_functions();
    inside_take();
    list_first();
    dropped_events();
    models_of_events();
    most_views();
    threads();
    first_view_beside_marks();
    views_beside_marks();
    ranges();
    return 0;
}

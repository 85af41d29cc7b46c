/*
 * wakeup.c - the descriptor of a list for hosts that wait for its edges: a loop that polls once for each edge, with
 * room for few events, gets all done, whatever a poll leaves behind. When there is no edge left the descriptor is
 * not readable, so nobody who waits for its level is kept awake either; and nothing wakes more often than there is
 * work.
 */
#include "check.h"
#include "random.h"

#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { LONG = 20000, SOURCE = 20000 };

static iq_list *list;
static int edges, descriptor;
static size_t wakeups, handed_out;
static _Atomic size_t ended;
/* Called in bind_cell, once. */
static void (*inside)(void);
static sem_t is_inside, may_leave;

static int bind_cell(void *context, const iq_event *event)
{
    (void)context;
    (void)event;
    void (*call)(void) = inside;
    inside = NULL;
    if (call != NULL) {
        call();
    }
    return 0;
}

static iq_class cell_class(void)
{
    static iq_class made;
    iq_class_options options = {.struct_size = sizeof options, .name = "cell", .bind_cell = bind_cell};
    if (made.id == 0) {
        CHECK_OK(iq_class_create(&options, &made));
    }
    return made;
}

static void wait_for_edges_of(iq_list *watched)
{
    struct epoll_event event = {.events = EPOLLIN | EPOLLET};
    list = watched;
    edges = epoll_create1(0);
    CHECK(edges >= 0);
    CHECK_OK(iq_list_get_wakeup(list, &descriptor));
    CHECK(epoll_ctl(edges, EPOLL_CTL_ADD, descriptor, &event) == 0);
    wakeups = handed_out = 0;
    ended = 0;
}

enum { MOST = 8 };

/* The items 1 to `count`. */
static iq_columns columns_of(uint64_t count)
{
    static iq_key keys[MOST];
    static iq_class classes;
    if (classes.id == 0) {
        classes = cell_class();
        for (uint64_t i = 0; i < MOST; i++) {
            keys[i] = iq_key_from_u64(i + 1);
        }
    }
    CHECK(count <= MOST);
    return (iq_columns){.struct_size = sizeof(iq_columns),
                        .count = count,
                        .keys = keys,
                        .classes = &classes,
                        .class_stride = IQ_SAME};
}

static void open_list(void)
{
    iq_list *made;
    const iq_columns columns = columns_of(2);
    CHECK_OK(iq_list_create(NULL, &made));
    CHECK_OK(iq_list_set_items(made, &columns, NULL, NULL));
    wait_for_edges_of(made);
}

static void close_list(void)
{
    CHECK(close(edges) == 0);
    iq_list_destroy(list);
}

static bool is_readable(void)
{
    struct pollfd waiting = {.fd = descriptor, .events = POLLIN};
    return poll(&waiting, 1, 0) == 1;
}

/* One poll if there is an edge. */
static bool wake(size_t capacity, int milliseconds)
{
    struct epoll_event event;
    iq_event events[2] = {{.struct_size = sizeof events[0]}};
    size_t count;
    if (epoll_wait(edges, &event, 1, milliseconds) != 1) {
        return false;
    }
    wakeups++;
    CHECK_OK(iq_list_poll(list, events, capacity, &count));
    handed_out += count;
    return true;
}

/* Polls as long as there are edges, of which there are at most so many. */
static void settle(size_t most)
{
    size_t before = wakeups;
    while (wake(1, 0)) {
        CHECK(wakeups - before <= most);
    }
    CHECK(!is_readable());
}

static void done(void *context, uint64_t ticket, iq_status status)
{
    (void)context;
    (void)ticket;
    CHECK(status == IQ_OK || status == IQ_ERROR_SUPERSEDED);
    ended++;
}

static void submit(uint64_t count, uint32_t flags, uint32_t delay)
{
    iq_snapshot *snapshot;
    iq_submit_options options = {
        .struct_size = sizeof options, .flags = flags, .delay_milliseconds = delay, .done = done};
    const iq_section_entry section = {.struct_size = sizeof section};
    const iq_columns columns = columns_of(count);
    CHECK_OK(iq_snapshot_create(NULL, &snapshot));
    CHECK_OK(iq_snapshot_set(snapshot, &section, 1, &columns));
    CHECK_OK(iq_list_submit(list, snapshot, &options, NULL));
    iq_snapshot_destroy(snapshot);
}

static size_t items(void)
{
    size_t count;
    CHECK_OK(iq_list_get_count(list, NULL, &count));
    return count;
}

/* The array was full. */
static void events_left(void)
{
    open_list();
    CHECK_OK(iq_list_set_events(list, IQ_EVENT_ACTION));
    for (int i = 0; i < 5; i++) {
        CHECK_OK(iq_list_emit(list, NULL, IQ_ACTION_HOST, NULL));
    }
    settle(7);
    CHECK(handed_out == 5);
    close_list();
}

static void submit_inside(void) { submit(3, IQ_SUBMIT_HERE, 0); }

/* Work that comes while other work keeps the descriptor readable, in a poll that hands out nothing. */
static void work_comes(void)
{
    iq_view *view;
    open_list();
    CHECK_OK(iq_view_create(list, NULL, &view));
    CHECK_OK(iq_view_set_visible(view, 0, 8, 0));
    CHECK_OK(iq_list_set_loading(list, IQ_LOADING_YES));
    inside = submit_inside;
    settle(6);
    CHECK(ended == 1 && items() == 3);
    iq_view_destroy(view);
    close_list();
}

/* One a poll, each with events before and after it. */
static void submissions_left(void)
{
    open_list();
    CHECK_OK(iq_list_set_events(list, IQ_EVENT_WILL_UPDATE | IQ_EVENT_UPDATE));
    for (uint64_t i = 1; i <= 4; i++) {
        submit(i, IQ_SUBMIT_HERE | IQ_SUBMIT_EACH, 0);
    }
    settle(16);
    CHECK(ended == 4 && handed_out == 8 && items() == 4);
    close_list();
}

static int passes(void *context, iq_key key, const void *model)
{
    (void)context;
    (void)model;
    return key.bytes[0] % 2;
}

/* A filter is asked in slices, and waits for the end of the source's edit without waking anybody. */
static void filters(void)
{
    static iq_key keys[SOURCE];
    iq_list *source, *derived;
    iq_edit *edit;
    const iq_derive_options derive = {.struct_size = sizeof derive, .kind = IQ_DERIVE_FILTER};
    const iq_filter filter = {.struct_size = sizeof filter, .passes = passes};
    const iq_submit_options options = {.struct_size = sizeof options, .flags = IQ_SUBMIT_HERE, .done = done};
    for (uint64_t i = 0; i < SOURCE; i++) {
        keys[i] = iq_key_from_u64(i);
    }
    iq_columns columns = {.struct_size = sizeof columns, .count = SOURCE, .keys = keys};
    CHECK_OK(iq_list_create(NULL, &source));
    CHECK_OK(iq_list_set_items(source, &columns, NULL, NULL));
    CHECK_OK(iq_list_derive(source, &derive, &derived));
    wait_for_edges_of(derived);
    CHECK_OK(iq_list_set_filter(list, &filter, &options, NULL));
    settle(8);
    CHECK(ended == 1 && items() > 0 && items() < SOURCE);
    CHECK_OK(iq_edit_begin(source, NULL, &edit));
    CHECK_OK(iq_list_set_filter(list, &filter, &options, NULL));
    settle(3);
    CHECK(ended == 1);
    iq_edit_destroy(edit);
    settle(8);
    CHECK(ended == 2);
    close_list();
    iq_list_destroy(source);
}

/* "While an edit is open no submission takes place. Polls do all else." */
static void open_edits(void)
{
    iq_edit *edit;
    open_list();
    CHECK_OK(iq_list_set_events(list, IQ_EVENT_ACTION));
    CHECK_OK(iq_edit_begin(list, NULL, &edit));
    submit(5, IQ_SUBMIT_HERE, 0);
    CHECK_OK(iq_list_emit(list, NULL, IQ_ACTION_HOST, NULL));
    settle(4);
    CHECK(handed_out == 1 && ended == 0);
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    settle(4);
    CHECK(ended == 1 && items() == 5);
    close_list();
}

/* Nobody is woken before its time. */
static void timed(void)
{
    open_list();
    submit(4, 0, 30);
    while (ended == 0) {
        CHECK(wake(1, LONG));
    }
    CHECK(wakeups <= 4);
    settle(2);
    CHECK(items() == 4);
    close_list();
}

static void stay(void)
{
    CHECK(sem_post(&is_inside) == 0);
    CHECK(sem_wait(&may_leave) == 0);
}

static void *poll_and_stay(void *unused)
{
    size_t count;
    inside = stay;
    CHECK_OK(iq_list_poll(list, NULL, 0, &count));
    return unused;
}

static iq_view *view;
static iq_element element = {.struct_size = sizeof element};

static void *take_and_stay(void *unused)
{
    iq_event event = {.struct_size = sizeof event};
    inside = stay;
    CHECK_OK(iq_view_take_cell(view, &element, &event));
    return unused;
}

static void begin_beside(pthread_t *thread, void *(*body)(void *))
{
    CHECK(pthread_create(thread, NULL, body, NULL) == 0);
    CHECK(sem_wait(&is_inside) == 0);
}

static void end_beside(pthread_t thread)
{
    CHECK(sem_post(&may_leave) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
}

/* Another thread is inside a poll, a view or an update; a loop that got the edge meanwhile could do nothing. */
static void beside_another(void)
{
    pthread_t thread;
    size_t count;
    struct epoll_event event;
    CHECK(sem_init(&is_inside, 0, 0) == 0 && sem_init(&may_leave, 0, 0) == 0);
    open_list();
    CHECK_OK(iq_view_create(list, NULL, &view));
    CHECK_OK(iq_view_set_visible(view, 0, 1, 0));
    begin_beside(&thread, poll_and_stay);
    submit(6, IQ_SUBMIT_HERE, 0);
    CHECK(epoll_wait(edges, &event, 1, LONG) == 1);
    CHECK_STATUS(iq_list_poll(list, NULL, 0, &count), IQ_ERROR_BUSY);
    CHECK(epoll_wait(edges, &event, 1, 0) == 0);
    end_beside(thread);
    settle(6);
    CHECK(ended == 1 && items() == 6);

    CHECK_OK(iq_list_find_item_at(list, 5, &element.item));
    begin_beside(&thread, take_and_stay);
    CHECK_OK(iq_view_set_visible(view, 0, 3, 0));
    settle(3);
    CHECK_OK(iq_view_get_visible(view, NULL, &count));
    CHECK(count == 1);
    end_beside(thread);
    settle(3);
    CHECK_OK(iq_view_get_visible(view, NULL, &count));
    CHECK(count == 3);
    iq_view_destroy(view);
    close_list();
}

/* Threads submit, prepared here and by the worker, and emit; one thread polls, once for each edge. */
enum { EACH = 200, THREADS = 2 };

static void *feed(void *seed)
{
    random_source random = {*(const uint64_t *)seed};
    for (int i = 0; i < EACH; i++) {
        const uint32_t flags = IQ_SUBMIT_EACH | (random_below(&random, 2) ? IQ_SUBMIT_HERE : 0);
        submit(1 + random_below(&random, MOST), flags, 0);
        CHECK_OK(iq_list_emit(list, NULL, IQ_ACTION_HOST, NULL));
    }
    return NULL;
}

static void threads(uint64_t seed)
{
    pthread_t feeding[THREADS];
    uint64_t seeds[THREADS];
    random_source random = {seed};
    check_seed = seed;
    open_list();
    CHECK_OK(iq_list_set_events(list, IQ_EVENT_ACTION | IQ_EVENT_UPDATE));
    for (uint64_t i = 0; i < THREADS; i++) {
        seeds[i] = seed * THREADS + i;
        CHECK(pthread_create(&feeding[i], NULL, feed, &seeds[i]) == 0);
    }
    while (ended < EACH * THREADS) {
        CHECK(wake(random_below(&random, 3), LONG));
    }
    for (size_t i = 0; i < THREADS; i++) {
        CHECK(pthread_join(feeding[i], NULL) == 0);
    }
    settle(EACH * THREADS);
    CHECK(handed_out == 2 * EACH * THREADS);
    close_list();
}

int main(void)
{
    events_left();
    work_comes();
    submissions_left();
    filters();
    open_edits();
    timed();
    beside_another();
    uint64_t first = check_first_seed(1);
    for (uint64_t seed = first; seed < first + check_scaled(3); seed++) {
        threads(seed);
    }
    return 0;
}

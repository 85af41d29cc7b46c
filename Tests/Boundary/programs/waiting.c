/*
 * waiting.c - who waits for whom. Outside of callbacks a change of a list waits for the update that another thread
 * makes, and an edit for the ones that are open, in the order in which the threads came. Inside a callback nothing
 * waits: what another thread is changing is answered IQ_ERROR_BUSY at once, and may be read. Two threads whose
 * callbacks change each other's list both go on.
 */
#include "check.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define FOREVER UINT32_MAX

static void post(sem_t *semaphore) { CHECK(sem_post(semaphore) == 0); }

static void wait_for(sem_t *semaphore)
{
    while (sem_wait(semaphore) != 0) {
    }
}

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

/* ---- A class whose `retain` runs what a test wants */

static _Thread_local void (*inside)(void);
static _Thread_local void (*inside_release)(void);

static void retain(void *context, void *const *models, size_t count)
{
    (void)context, (void)models, (void)count;
    void (*run)(void) = inside;
    inside = NULL;
    if (run) {
        run();
    }
}

static void release(void *context, void *const *models, size_t count)
{
    (void)context, (void)models, (void)count;
    void (*run)(void) = inside_release;
    inside_release = NULL;
    if (run) {
        run();
    }
}

static iq_class the_class;
static char a_model;

/* Eight items with models, from a number on. */
static iq_status set_items(iq_list *list, uint64_t from)
{
    iq_key keys[8];
    void *models[8];
    for (uint64_t i = 0; i < 8; i++) {
        keys[i] = iq_key_from_u64(from + i);
        models[i] = &a_model;
    }
    iq_columns items = {.struct_size = sizeof items,
                        .count = 8,
                        .keys = keys,
                        .models = models,
                        .classes = &the_class,
                        .class_stride = IQ_SAME};
    return iq_list_set_items(list, &items, NULL, NULL);
}

static iq_status append_items(iq_snapshot *snapshot, uint64_t from)
{
    iq_key keys[2] = {iq_key_from_u64(from), iq_key_from_u64(from)};
    void *models[2] = {&a_model, &a_model};
    iq_columns items = {.struct_size = sizeof items,
                        .count = 2,
                        .keys = keys,
                        .models = models,
                        .classes = &the_class,
                        .class_stride = IQ_SAME};
    return iq_snapshot_append_items(snapshot, NULL, &items);
}

static iq_status begin(iq_list *list, uint32_t milliseconds, iq_edit **edit)
{
    iq_edit_options options = {.struct_size = sizeof options, .wait_milliseconds = milliseconds};
    return iq_edit_begin(list, &options, edit);
}

static void begin_and_end(iq_list *list, uint32_t milliseconds)
{
    iq_edit *edit = NULL;
    CHECK_OK(begin(list, milliseconds, &edit));
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
}

/* ---- A callback finds another thread at work */

static iq_list *busy_list, *own_list;
static iq_snapshot *busy_snapshot;
static sem_t is_inside, may_leave;

static void stay(void)
{
    post(&is_inside);
    wait_for(&may_leave);
}

static void *set_and_stay(void *unused)
{
    inside = stay;
    CHECK_OK(set_items(busy_list, 100));
    inside = stay;
    CHECK_OK(append_items(busy_snapshot, 7));
    return unused;
}

static void find_list_busy(void)
{
    iq_edit *edit;
    size_t items;
    CHECK_STATUS(set_items(busy_list, 200), IQ_ERROR_BUSY);
    CHECK_STATUS(begin(busy_list, 0, &edit), IQ_ERROR_BUSY);
    CHECK_STATUS(begin(busy_list, FOREVER, &edit), IQ_ERROR_BUSY);
    CHECK_OK(iq_list_get_count(busy_list, NULL, &items));
    CHECK(items == 0);
}

/* By key too, though the keys are there twice and have to be resolved first. */
static void find_snapshot_busy(void)
{
    iq_position position;
    size_t items;
    CHECK_STATUS(append_items(busy_snapshot, 9), IQ_ERROR_BUSY);
    CHECK_OK(iq_snapshot_get_count(busy_snapshot, NULL, &items));
    CHECK(items == 2);
    CHECK_OK(iq_snapshot_find_position(busy_snapshot, NULL, iq_key_from_u64(1), &position));
    CHECK(position.section == 0 && position.item == 0);
}

static void check_callbacks_do_not_wait(void)
{
    pthread_t thread;
    iq_key section = iq_key_from_u64(1);
    iq_snapshot_options options = {.struct_size = sizeof options, .duplicates = IQ_DUPLICATES_KEEP_LAST};
    CHECK_OK(iq_list_create(NULL, &busy_list));
    CHECK_OK(iq_list_create(NULL, &own_list));
    CHECK_OK(iq_snapshot_create(&options, &busy_snapshot));
    CHECK_OK(iq_snapshot_append_sections(busy_snapshot, &section, 1));
    CHECK_OK(append_items(busy_snapshot, 1));
    pthread_create(&thread, NULL, set_and_stay, NULL);

    wait_for(&is_inside);
    inside = find_list_busy;
    CHECK_OK(set_items(own_list, 1));
    CHECK(inside == NULL);
    post(&may_leave);
    /* Outside of a callback the same call waits. */
    CHECK_OK(set_items(busy_list, 300));

    wait_for(&is_inside);
    inside = find_snapshot_busy;
    CHECK_OK(set_items(own_list, 9));
    CHECK(inside == NULL);
    post(&may_leave);

    pthread_join(thread, NULL);
    iq_list_destroy(busy_list);
    iq_list_destroy(own_list);
    iq_snapshot_destroy(busy_snapshot);
}

/* ---- A callback reads and changes the snapshot that it comes from */

static iq_snapshot *same_snapshot;

static void use_same_snapshot(void)
{
    iq_position position;
    iq_snapshot *copy = NULL;
    CHECK_STATUS(iq_snapshot_delete_all(same_snapshot), IQ_ERROR_BUSY);
    CHECK_OK(iq_snapshot_find_position(same_snapshot, NULL, iq_key_from_u64(1), &position));
    CHECK_OK(iq_snapshot_copy(same_snapshot, &copy));
    iq_snapshot_destroy(copy);
}

/* Each way in which a snapshot retains: items that come, a leaf that is shared, an element. */
static void check_same_snapshot(void)
{
    iq_key section = iq_key_from_u64(1), key = iq_key_from_u64(1);
    iq_snapshot_options options = {.struct_size = sizeof options, .duplicates = IQ_DUPLICATES_KEEP_FIRST};
    iq_supplementary header = {.struct_size = sizeof header,
                               .kind = IQ_KIND_HEADER,
                               .model = &a_model,
                               .cell_class = the_class};
    iq_snapshot *copy = NULL;
    CHECK_OK(iq_snapshot_create(&options, &same_snapshot));
    CHECK_OK(iq_snapshot_append_sections(same_snapshot, &section, 1));
    CHECK_OK(append_items(same_snapshot, 1));
    inside = use_same_snapshot;
    CHECK_OK(append_items(same_snapshot, 2));
    CHECK(inside == NULL);
    CHECK_OK(append_items(same_snapshot, 3));
    CHECK_OK(iq_snapshot_copy(same_snapshot, &copy));
    inside = use_same_snapshot;
    key = iq_key_from_u64(2);
    CHECK_OK(iq_snapshot_delete_items(same_snapshot, NULL, &key, 1, NULL));
    CHECK(inside == NULL);
    inside = use_same_snapshot;
    CHECK_OK(iq_snapshot_set_supplementary(same_snapshot, section, &header));
    CHECK(inside == NULL);
    /* The first read by key resolves the duplicates of the copy, whose leaves are shared. */
    iq_snapshot_destroy(same_snapshot);
    same_snapshot = copy;
    CHECK_OK(iq_snapshot_copy(same_snapshot, &copy));
    CHECK_OK(append_items(same_snapshot, 2));
    inside = use_same_snapshot;
    iq_position position;
    CHECK_OK(iq_snapshot_find_position(same_snapshot, NULL, iq_key_from_u64(3), &position));
    iq_snapshot_destroy(copy);
    inside = NULL;
    iq_snapshot_destroy(same_snapshot);
}

/* ---- Two threads change each other's list */

static iq_list *two_lists[2];
static _Thread_local size_t other;
static _Thread_local uint64_t turn;
static atomic_uint_least64_t turned_away;

static void set_other(void)
{
    iq_status status = set_items(two_lists[other], turn);
    CHECK(status == IQ_OK || status == IQ_ERROR_BUSY);
    atomic_fetch_add(&turned_away, status == IQ_ERROR_BUSY);
}

static void *set_both(void *argument)
{
    size_t own = (size_t)argument;
    other = 1 - own;
    for (uint64_t i = 0; i < check_scaled(20000); i++) {
        turn = i * 8;
        inside = set_other;
        CHECK_OK(set_items(two_lists[own], i * 8 + 1));
    }
    return NULL;
}

static void check_two_lists(void)
{
    pthread_t threads[2];
    CHECK_OK(iq_list_create(NULL, &two_lists[0]));
    CHECK_OK(iq_list_create(NULL, &two_lists[1]));
    for (size_t i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, set_both, (void *)i);
    }
    for (size_t i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    iq_list_destroy(two_lists[0]);
    iq_list_destroy(two_lists[1]);
}

/* ---- Edits that wait */

static void check_time_is_over(void)
{
    iq_list *list = NULL;
    iq_edit *edit = NULL, *second = NULL;
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_OK(begin(list, FOREVER, &edit));
    uint64_t start = now();
    CHECK_STATUS(begin(list, 0, &second), IQ_ERROR_BUSY);
    /* Its own edit waits, too, and times out. */
    CHECK_STATUS(begin(list, 50, &second), IQ_ERROR_BUSY);
    CHECK(now() - start >= 50);
    iq_edit_destroy(edit);
    begin_and_end(list, 0);
    begin_and_end(list, 1);
    begin_and_end(list, FOREVER);
    iq_list_destroy(list);
}

#define WAITERS 8

static iq_list *queue_list;
static atomic_int order[WAITERS], arrived, thread_id;
static atomic_bool is_last_gone;

/* Until the thread sleeps: in the queue, as it has nothing else to wait for. */
static void see_asleep(int thread)
{
    char path[64], state = 0;
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread);
    for (int seen = 0; seen < 20;) {
        struct timespec pause = {0, 1000000};
        nanosleep(&pause, NULL);
        FILE *file = fopen(path, "r");
        CHECK(file != NULL && fscanf(file, "%*d %*s %c", &state) == 1);
        fclose(file);
        seen = state == 'S' ? seen + 1 : 0;
    }
}

static void *wait_in_queue(void *argument)
{
    iq_edit *edit = NULL;
    atomic_store(&thread_id, (int)syscall(SYS_gettid));
    /* The third gives up; the fourth has an end in time, too, but far away. */
    size_t number = (size_t)argument;
    iq_status status = begin(queue_list, number == 2 ? 100 : number == 3 ? 1000000 : FOREVER, &edit);
    if (number == 2) {
        CHECK_STATUS(status, IQ_ERROR_BUSY);
        atomic_store(&is_last_gone, true);
        return NULL;
    }
    CHECK_OK(status);
    atomic_store(&order[atomic_fetch_add(&arrived, 1)], (int)number);
    iq_edit_destroy(edit);
    return NULL;
}

static void check_first_come_first_served(void)
{
    pthread_t threads[WAITERS];
    iq_edit *edit = NULL;
    CHECK_OK(iq_list_create(NULL, &queue_list));
    CHECK_OK(begin(queue_list, 0, &edit));
    for (size_t i = 0; i < WAITERS; i++) {
        atomic_store(&thread_id, 0);
        pthread_create(&threads[i], NULL, wait_in_queue, (void *)i);
        while (atomic_load(&thread_id) == 0) {
        }
        if (i != 2) {
            see_asleep(atomic_load(&thread_id));
        }
    }
    while (!atomic_load(&is_last_gone)) {
    }
    iq_edit_destroy(edit);
    for (size_t i = 0; i < WAITERS; i++) {
        pthread_join(threads[i], NULL);
    }
    for (int i = 0; i < WAITERS - 1; i++) {
        CHECK(atomic_load(&order[i]) == (i < 2 ? i : i + 1));
    }
    iq_list_destroy(queue_list);
}

static void *wait_for_destroyed(void *list)
{
    iq_edit *edit = NULL;
    atomic_store(&thread_id, (int)syscall(SYS_gettid));
    CHECK_STATUS(begin(list, FOREVER, &edit), IQ_ERROR_HANDLE);
    return NULL;
}

static void check_destroyed_meanwhile(bool sees_asleep)
{
    pthread_t threads[3];
    iq_list *list = NULL;
    iq_edit *edit = NULL;
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_OK(begin(list, 0, &edit));
    for (size_t i = 0; i < 3; i++) {
        atomic_store(&thread_id, 0);
        pthread_create(&threads[i], NULL, wait_for_destroyed, list);
        while (sees_asleep && atomic_load(&thread_id) == 0) {
        }
        if (sees_asleep) {
            see_asleep(atomic_load(&thread_id));
        }
    }
    iq_list_destroy(list);
    for (size_t i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
    }
    iq_edit_destroy(edit);
}

static iq_list *released_list;
static sem_t has_begun;

static void *begin_and_tell(void *unused)
{
    iq_edit *edit = NULL;
    atomic_store(&thread_id, (int)syscall(SYS_gettid));
    CHECK_OK(begin(released_list, FOREVER, &edit));
    post(&has_begun);
    iq_edit_destroy(edit);
    return unused;
}

static void wait_until_begun(void) { wait_for(&has_begun); }

/* The `release` of a commit may wait for the thread whose edit is next. */
static void check_release_after_the_next_began(void)
{
    pthread_t thread;
    iq_edit *edit = NULL;
    iq_item item;
    CHECK_OK(iq_list_create(NULL, &released_list));
    CHECK_OK(set_items(released_list, 1));
    CHECK_OK(iq_list_find_item_at(released_list, 0, &item));
    CHECK_OK(begin(released_list, 0, &edit));
    atomic_store(&thread_id, 0);
    pthread_create(&thread, NULL, begin_and_tell, NULL);
    while (atomic_load(&thread_id) == 0) {
    }
    see_asleep(atomic_load(&thread_id));
    /* What is shared with a snapshot until then is released by the commit. */
    iq_snapshot *shown = NULL;
    CHECK_OK(iq_list_snapshot(released_list, &shown));
    CHECK_OK(iq_edit_delete_items(edit, &item, 1));
    iq_snapshot_destroy(shown);
    inside_release = wait_until_begun;
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    CHECK(inside_release == NULL);
    pthread_join(thread, NULL);
    iq_edit_destroy(edit);
    iq_list_destroy(released_list);
}

static iq_list *shared_list;

/* An edit that waits gets its turn, however many others there are. */
static void *edit_often(void *argument)
{
    for (uint64_t i = 0; i < check_scaled(300); i++) {
        iq_edit *edit = NULL;
        iq_section section;
        iq_key key = iq_key_from_u64((uint64_t)(size_t)argument * 1000000 + i);
        iq_columns item = {.struct_size = sizeof item, .count = 1, .keys = &key};
        CHECK_OK(begin(shared_list, FOREVER, &edit));
        CHECK_OK(iq_list_find_section_at(shared_list, 0, &section));
        CHECK_OK(iq_edit_insert_items(edit, section, 0, &item));
        CHECK_OK(iq_edit_commit(edit, NULL, NULL));
        iq_edit_destroy(edit);
    }
    return NULL;
}

static void check_crowd(void)
{
    pthread_t threads[3];
    iq_columns nothing = {.struct_size = sizeof nothing};
    size_t items;
    CHECK_OK(iq_list_create(NULL, &shared_list));
    CHECK_OK(iq_list_set_items(shared_list, &nothing, NULL, NULL));
    for (size_t i = 0; i < 3; i++) {
        pthread_create(&threads[i], NULL, edit_often, (void *)i);
    }
    for (size_t i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
    }
    CHECK_OK(iq_list_get_count(shared_list, NULL, &items));
    CHECK(items == 3 * check_scaled(300));
    iq_list_destroy(shared_list);
}

int main(void)
{
    iq_class_options options = {
        .struct_size = sizeof options, .name = "waiting", .retain = retain, .release = release};
    CHECK_OK(iq_class_create(&options, &the_class));
    sem_init(&is_inside, 0, 0);
    sem_init(&may_leave, 0, 0);
    sem_init(&has_begun, 0, 0);
    alarm(800);
    check_callbacks_do_not_wait();
    check_same_snapshot();
    check_two_lists();
    check_time_is_over();
    check_first_come_first_served();
    check_destroyed_meanwhile(true);
    for (uint64_t i = 0; i < check_scaled(200); i++) {
        check_destroyed_meanwhile(false);
    }
    check_release_after_the_next_began();
    check_crowd();
    return 0;
}

/*
 * forks.c - children of a process whose other threads are inside the library. In a child nothing hangs: what a call
 * was inside of answers IQ_ERROR_BUSY and can be destroyed, all else works.
 *
 *     threads    change a list that submits and has a view; change a source; poll what is derived from it; change a
 *                snapshot; read two changesets that share everything; wait for edits; create and destroy
 *     main       forks. The child uses and destroys each of these objects, a list that no thread touches, and new ones
 */
#include "check.h"
#include "counted_models.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define ITEMS 600
#define SECONDS 20

static iq_key keys[ITEMS];
static iq_list *busy, *source, *derived, *edited, *quiet;
static iq_snapshot *snapshot;
static iq_changeset *changes, *shared;
static iq_view *view;
static atomic_bool is_over;

static iq_columns first_items(size_t count)
{
    return (iq_columns){.struct_size = sizeof(iq_columns), .count = count, .keys = keys};
}

static void set(iq_list *list, size_t count)
{
    iq_columns items = first_items(count);
    CHECK_OK(iq_list_set_items(list, &items, NULL, NULL));
}

static void poll_once(iq_list *list)
{
    iq_event events[8] = {{.struct_size = sizeof events[0]}};
    size_t count;
    iq_status status = iq_list_poll(list, events, 8, &count);
    CHECK(status == IQ_OK || status == IQ_ERROR_BUSY);
}

/* --- the threads */

static void change(size_t i)
{
    set(busy, i % ITEMS);
    CHECK_OK(iq_list_submit(busy, snapshot, NULL, NULL));
    poll_once(busy);
}

static void change_source(size_t i) { set(source, i % ITEMS); }

static void follow(size_t i)
{
    (void)i;
    poll_once(derived);
}

static void change_snapshot(size_t i)
{
    iq_columns items = first_items(1 + i % 50);
    iq_status status = iq_snapshot_delete_all(snapshot);
    CHECK(status == IQ_OK || status == IQ_ERROR_BUSY);
    status = iq_snapshot_append_items(snapshot, NULL, &items);
    CHECK(status == IQ_OK || status == IQ_ERROR_BUSY || status == IQ_ERROR_NO_SECTION);
}

/* Each is read once, so it is another one each time. */
static void read_changes(size_t i)
{
    (void)i;
    const iq_change *all;
    size_t count;
    CHECK_OK(iq_changeset_get_batch(changes, &all, &count));
    CHECK_OK(iq_changeset_get_batch(shared, &all, &count));
}

static void wait_for_edits(size_t i)
{
    (void)i;
    iq_edit_options options = {.struct_size = sizeof options, .wait_milliseconds = 1};
    iq_edit *edit;
    iq_status status = iq_edit_begin(edited, &options, &edit);
    CHECK(status == IQ_OK || status == IQ_ERROR_BUSY);
    if (status == IQ_OK) {
        iq_edit_destroy(edit);
    }
}

static void create(size_t i)
{
    iq_list *list;
    CHECK_OK(iq_list_create(NULL, &list));
    set(list, i % 20);
    iq_list_destroy(list);
}

static void (*const works[])(size_t) = {change,         change_source,  follow, change_snapshot, read_changes,
                                        wait_for_edits, wait_for_edits, create};
#define THREADS (sizeof works / sizeof *works)

static void *work(void *argument)
{
    void (*const *what)(size_t) = argument;
    for (size_t i = 0; !atomic_load(&is_over); i++) {
        (*what)(i);
    }
    return NULL;
}

/* --- the children */

static bool is_busy(iq_status status)
{
    CHECK(status == IQ_OK || status == IQ_ERROR_BUSY);
    return status == IQ_ERROR_BUSY;
}

/* Whether a call is refused, and then all are. */
static bool use_list(iq_list *list, bool is_changed)
{
    iq_columns items = first_items(5);
    iq_event events[8] = {{.struct_size = sizeof events[0]}};
    size_t count;
    iq_snapshot *copy;
    bool refused = is_busy(iq_list_get_count(list, NULL, &count));
    if (is_changed) {
        CHECK(is_busy(iq_list_set_items(list, &items, NULL, NULL)) == refused);
    }
    CHECK(is_busy(iq_list_poll(list, events, 8, &count)) == refused);
    CHECK(is_busy(iq_list_snapshot(list, &copy)) == refused);
    if (!refused) {
        iq_snapshot_destroy(copy);
    }
    return refused;
}

static void use_new(void)
{
    iq_list *list, *outline;
    iq_snapshot *next;
    iq_class made;
    size_t count = 1;
    CHECK_OK(iq_class_create(&(iq_class_options){.struct_size = sizeof(iq_class_options), .name = "forked"}, &made));
    CHECK_OK(iq_list_create(NULL, &list));
    set(list, 7);
    CHECK_OK(iq_list_derive(list, NULL, &outline));
    CHECK_OK(iq_snapshot_create(NULL, &next));
    CHECK_OK(iq_list_submit(list, next, NULL, NULL));
    while (count > 0) {
        poll_once(list);
        CHECK_OK(iq_list_get_count(list, NULL, &count));
    }
    poll_once(outline);
    CHECK_OK(iq_list_get_count(outline, NULL, &count));
    CHECK(count == 0);
    iq_list_destroy(outline);
    iq_list_destroy(list);
    iq_snapshot_destroy(next);
}

/* Uses and destroys everything; returns which were lost, a bit each. */
static int use_all(void)
{
    int lost = 0;
    size_t count;
    const iq_change *all;
    /* A derived list is not changed, nor one with an open edit. */
    iq_list *lists[] = {busy, source, derived, edited};
    use_new();
    CHECK(!use_list(quiet, true));
    for (size_t i = 0; i < 4; i++) {
        lost |= use_list(lists[i], i < 2) << i;
    }
    lost |= is_busy(iq_view_set_visible(view, 1, 5, 0)) << 4;
    lost |= is_busy(iq_snapshot_get_count(snapshot, NULL, &count)) << 5;
    lost |= is_busy(iq_changeset_get_batch(changes, &all, &count)) << 6;
    lost |= is_busy(iq_changeset_get_batch(shared, &all, &count)) << 6;
    iq_view_destroy(view);
    for (size_t i = 0; i < 4; i++) {
        iq_list_destroy(lists[i]);
        CHECK_STATUS(iq_list_get_count(lists[i], NULL, &count), IQ_ERROR_HANDLE);
    }
    iq_snapshot_destroy(snapshot);
    CHECK_STATUS(iq_snapshot_get_count(snapshot, NULL, &count), IQ_ERROR_HANDLE);
    iq_changeset_destroy(changes);
    iq_changeset_destroy(shared);
    return lost;
}

/* Of a child in which all checks passed. */
#define PASSED 0x80

/* Runs `use` in a child, and returns what it returns. */
static int in_child(int (*use)(void))
{
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        alarm(SECONDS);
        _exit(PASSED | use());
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) & PASSED);
    return WEXITSTATUS(status) & ~PASSED;
}

static void threads(void)
{
    pthread_t started[THREADS];
    int lost = 0;
    size_t calm = 0;
    for (size_t i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&started[i], NULL, work, (void *)&works[i]) == 0);
    }
    for (uint64_t i = 0; i < check_scaled(300); i++) {
        int found = in_child(use_all);
        lost |= found;
        calm += (found & 15) != 15;
    }
    atomic_store(&is_over, true);
    for (size_t i = 0; i < THREADS; i++) {
        CHECK(pthread_join(started[i], NULL) == 0);
    }
    /* With few forks a thread may never have been inside. */
    CHECK(check_scaled(300) < 100 || ((lost & 15) == 15 && calm > 0));
}

/* --- inside a callback: the thread goes on in the child, with a list that nobody can use any more */

static iq_list *inside;
static bool inside_child;

static int use_inside(void)
{
    CHECK(use_list(inside, true));
    use_new();
    iq_list_destroy(inside);
    return 0;
}

static void fork_inside(const char *name)
{
    (void)name;
    counted_inside = NULL;
    in_child(use_inside);
}

static void return_inside(const char *name)
{
    (void)name;
    counted_inside = NULL;
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        alarm(SECONDS);
        inside_child = true;
        return;
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == PASSED);
}

static void callbacks(void)
{
    counted_model *model = counted_new(1);
    void *models[] = {model};
    iq_columns items = first_items(1);
    items.models = models;
    items.classes = &counted_class[0];
    CHECK_OK(iq_list_create(NULL, &inside));
    counted_inside = fork_inside;
    CHECK_OK(iq_list_set_items(inside, &items, NULL, NULL));
    set(inside, 0);
    counted_inside = return_inside;
    CHECK_OK(iq_list_set_items(inside, &items, NULL, NULL));
    if (inside_child) {
        _exit(PASSED | use_inside());
    }
    CHECK(counted_inside == NULL);
    iq_list_destroy(inside);
}

int main(void)
{
    counted_register();
    for (size_t i = 0; i < ITEMS; i++) {
        keys[i] = iq_key_from_u64(i + 1);
    }
    iq_list **lists[] = {&busy, &source, &edited, &quiet};
    for (size_t i = 0; i < 4; i++) {
        CHECK_OK(iq_list_create(NULL, lists[i]));
        set(*lists[i], 10);
    }
    iq_columns items = first_items(ITEMS);
    CHECK_OK(iq_list_set_events(busy, IQ_EVENT_UPDATE));
    CHECK_OK(iq_list_set_items(busy, &items, NULL, &changes));
    CHECK_OK(iq_list_set_items(busy, &items, NULL, &shared));
    CHECK_OK(iq_list_derive(source, NULL, &derived));
    CHECK_OK(iq_view_create(busy, NULL, &view));
    CHECK_OK(iq_view_set_visible(view, 0, 5, 0));
    CHECK_OK(iq_snapshot_create(NULL, &snapshot));
    callbacks();
    threads();
    iq_view_destroy(view);
    iq_list_destroy(derived);
    for (size_t i = 0; i < 4; i++) {
        iq_list_destroy(*lists[i]);
    }
    iq_snapshot_destroy(snapshot);
    iq_changeset_destroy(changes);
    iq_changeset_destroy(shared);
    counted_end();
    return 0;
}

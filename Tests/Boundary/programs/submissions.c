/*
 * submissions.c - updates from threads: each ticket ends exactly once, whatever happens to it; what takes place is
 * in the order of tickets and is what the snapshot said; direct changes come first; the worker calls no function of
 * a class; the descriptor is readable while there is something to do; and a list may go at any moment.
 */
#include "check.h"
#include "counted_models.h"
#include "random.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define UNDER_TSAN 1
#endif
#endif

enum { MOST = 64, TICKETS = 1 << 20 };

/* By ticket: how often `done` was called, and its status. */
static _Atomic unsigned char ended[TICKETS];
static iq_status statuses[TICKETS];
static _Atomic size_t ended_count;

static void done(void *context, uint64_t ticket, iq_status status)
{
    CHECK(context == &ended_count && ticket < TICKETS);
    CHECK(++ended[ticket] == 1);
    statuses[ticket] = status;
    ended_count++;
}

static void begin_tickets(void)
{
    memset((void *)ended, 0, sizeof ended);
    ended_count = 0;
}

static iq_submit_options options_of(uint32_t flags)
{
    return (iq_submit_options){
        .struct_size = sizeof(iq_submit_options), .flags = flags, .done = done, .context = &ended_count};
}

static iq_snapshot *snapshot_of(const uint64_t *numbers, size_t count)
{
    iq_snapshot *snapshot;
    iq_key section = {{0}}, keys[MOST];
    for (size_t i = 0; i < count; i++) {
        keys[i] = iq_key_from_u64(numbers[i]);
    }
    iq_columns items = {.struct_size = sizeof items, .count = count, .keys = keys};
    CHECK_OK(iq_snapshot_create(NULL, &snapshot));
    CHECK_OK(iq_snapshot_append_sections(snapshot, &section, 1));
    CHECK_OK(iq_snapshot_append_items(snapshot, NULL, &items));
    return snapshot;
}

/* One item, whose key is the number. */
static uint64_t submit_number(iq_list *list, uint64_t number, uint32_t flags)
{
    iq_snapshot *snapshot = snapshot_of(&number, 1);
    iq_submit_options options = options_of(flags);
    uint64_t ticket = 0;
    CHECK_OK(iq_list_submit(list, snapshot, &options, &ticket));
    iq_snapshot_destroy(snapshot);
    return ticket;
}

static bool shows(const iq_list *list, uint64_t number)
{
    iq_item item;
    size_t count;
    CHECK_OK(iq_list_get_count(list, NULL, &count));
    return count == 1 && iq_list_find_item(list, NULL, iq_key_from_u64(number), &item) == IQ_OK;
}

static bool is_readable(int descriptor, int milliseconds)
{
    struct pollfd waiting = {.fd = descriptor, .events = POLLIN};
    return poll(&waiting, 1, milliseconds) == 1;
}

static iq_event poll_one(iq_list *list)
{
    iq_event event = {.struct_size = sizeof event};
    size_t count;
    CHECK_OK(iq_list_poll(list, &event, 1, &count));
    if (count == 0) {
        event.kind = 0;
    }
    return event;
}

/* Polls, each time the descriptor is readable, until so many tickets have ended. */
static void poll_until(iq_list *list, int descriptor, size_t count)
{
    while (ended_count < count) {
        CHECK(is_readable(descriptor, 20000));
        (void)poll_one(list);
    }
}

static void simple(void)
{
    begin_tickets();
    iq_list *list;
    int descriptor;
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_STATUS(iq_list_cancel(list, 1), IQ_ERROR_NOT_FOUND);
    CHECK_OK(iq_list_get_wakeup(list, &descriptor));
    CHECK(!is_readable(descriptor, 0));
    /* Without events `done` is called by the poll in which the update takes place. */
    CHECK(submit_number(list, 1, 0) == 1);
    poll_until(list, descriptor, 1);
    CHECK(statuses[1] == IQ_OK);
    CHECK(shows(list, 1));
    CHECK(!is_readable(descriptor, 0));
    CHECK_STATUS(iq_list_cancel(list, 1), IQ_ERROR_STATE);

    /* With events by the poll after the last one. */
    CHECK_OK(iq_list_set_events(list, IQ_EVENT_UPDATE | IQ_EVENT_WILL_UPDATE));
    CHECK(submit_number(list, 2, 0) == 2 && is_readable(descriptor, 20000));
    iq_event event = poll_one(list);
    CHECK(event.kind == IQ_EVENT_WILL_UPDATE && event.number == 2 && event.version == 1 && shows(list, 1));
    event = poll_one(list);
    CHECK(event.kind == IQ_EVENT_UPDATE && event.number == 2 && event.version == 2 && shows(list, 2));
    CHECK(ended_count == 1 && is_readable(descriptor, 0));
    CHECK(poll_one(list).kind == 0 && ended_count == 2 && !is_readable(descriptor, 0));
    CHECK_OK(iq_list_set_events(list, IQ_EVENT_UPDATE));

    /* Unchanged. */
    CHECK(submit_number(list, 2, IQ_SUBMIT_HERE) == 3);
    event = poll_one(list);
    CHECK(event.kind == IQ_EVENT_UPDATE && (event.flags & IQ_COMMIT_UNCHANGED) && event.version == 2);
    poll_until(list, descriptor, 3);
    CHECK(statuses[3] == IQ_OK);

    /* A duplicate key is the submission's own failure, with its detail. */
    const uint64_t twice[] = {7, 8, 7};
    iq_snapshot *snapshot = snapshot_of(twice, 3);
    iq_submit_options options = options_of(0);
    CHECK_OK(iq_list_submit(list, snapshot, &options, NULL));
    CHECK(is_readable(descriptor, 20000));
    event = poll_one(list);
    CHECK(event.kind == IQ_EVENT_UPDATE && event.status == IQ_ERROR_DUPLICATE && !event.changeset);
    poll_until(list, descriptor, 4);
    CHECK(statuses[4] == IQ_ERROR_DUPLICATE && shows(list, 2));
    iq_error error = {.struct_size = sizeof error};
    CHECK_OK(iq_get_last_error(&error));
    CHECK(error.status == IQ_ERROR_DUPLICATE && error.position.item == 2);
    iq_snapshot_destroy(snapshot);
    iq_list_destroy(list);
    CHECK(ended_count == 4);
}

/* What waits is superseded; EACH is not; an edit holds all back; a cancelled one ends with the next poll. */
static void order(void)
{
    begin_tickets();
    iq_list *list;
    iq_edit *edit;
    int descriptor;
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_OK(iq_list_get_wakeup(list, &descriptor));
    CHECK_OK(iq_edit_begin(list, NULL, &edit));
    for (uint64_t number = 1; number <= 4; number++) {
        CHECK(submit_number(list, number, number == 2 ? IQ_SUBMIT_EACH : 0) == number);
    }
    iq_list_info info = {.struct_size = sizeof info};
    for (int i = 0; i < 20; i++) {
        CHECK(poll_one(list).kind == 0);
        usleep(100);
    }
    CHECK_OK(iq_list_get_info(list, &info));
    CHECK(info.items == 0 && info.submissions >= 2 && ended[4] == 0 && ended[2] == 0);
    CHECK(statuses[3] == IQ_ERROR_SUPERSEDED && ended[3] == 1);
    CHECK(!is_readable(descriptor, 0));
    iq_edit_destroy(edit);
    poll_until(list, descriptor, 4);
    CHECK(shows(list, 4) && statuses[2] == IQ_OK && statuses[4] == IQ_OK);

    CHECK_OK(iq_edit_begin(list, NULL, &edit));
    CHECK(submit_number(list, 5, IQ_SUBMIT_EACH) == 5 && submit_number(list, 6, 0) == 6);
    CHECK_OK(iq_list_cancel(list, 5));
    (void)poll_one(list);
    CHECK_OK(iq_list_cancel(list, 0));
    iq_edit_destroy(edit);
    poll_until(list, descriptor, 6);
    CHECK(statuses[5] == IQ_ERROR_CANCELLED && statuses[6] == IQ_ERROR_CANCELLED && shows(list, 4));
    CHECK_STATUS(iq_list_cancel(list, 7), IQ_ERROR_NOT_FOUND);

    /* A direct change comes first; what was prepared before is prepared again. */
    for (uint64_t number = 7; number < 7 + check_scaled(200); number++) {
        CHECK(submit_number(list, number, 0) == number);
        if (number % 3 == 0) {
            usleep(50);
        }
        iq_key key = iq_key_from_u64(1000 + number);
        iq_columns items = {.struct_size = sizeof items, .count = 1, .keys = &key};
        CHECK_OK(iq_list_set_items(list, &items, NULL, NULL));
        CHECK(shows(list, 1000 + number));
        CHECK_OK(iq_list_set_items(list, &items, NULL, NULL));
        poll_until(list, descriptor, number);
        CHECK(shows(list, number) && statuses[number] == IQ_OK);
    }

    /* A burst with a delay is one update. */
    begin_tickets();
    iq_submit_options late = options_of(0);
    late.delay_milliseconds = 30;
    uint64_t first = 0, ticket = 0;
    for (uint64_t number = 1; number <= 10; number++) {
        iq_snapshot *snapshot = snapshot_of(&number, 1);
        CHECK_OK(iq_list_submit(list, snapshot, &late, &ticket));
        first = first ? first : ticket;
        iq_snapshot_destroy(snapshot);
    }
    poll_until(list, descriptor, 10);
    CHECK(statuses[first] == IQ_ERROR_SUPERSEDED && statuses[ticket] == IQ_OK && shows(list, 10));
    late.flags = IQ_SUBMIT_HERE;
    iq_snapshot *snapshot = snapshot_of(&ticket, 1);
    CHECK_STATUS(iq_list_submit(list, snapshot, &late, NULL), IQ_ERROR_ARGUMENT);
    iq_snapshot_destroy(snapshot);
    iq_list_destroy(list);
}

/* What waits behind a cancelled one that polls would have prepared is prepared by the worker. */
static void cancelled_before_another(void)
{
    begin_tickets();
    iq_list *list;
    int descriptor;
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_OK(iq_list_get_wakeup(list, &descriptor));
    const uint64_t first = submit_number(list, 1, IQ_SUBMIT_EACH | IQ_SUBMIT_HERE);
    const iq_columns none = {.struct_size = sizeof none};
    CHECK_OK(iq_list_set_items(list, &none, NULL, NULL));
    const uint64_t second = submit_number(list, 2, IQ_SUBMIT_EACH);
    CHECK_OK(iq_list_cancel(list, first));
    poll_until(list, descriptor, 2);
    CHECK(statuses[first] == IQ_ERROR_CANCELLED && statuses[second] == IQ_OK && shows(list, 2));
    iq_list_destroy(list);
}

/* One that is cancelled once it was prepared, here or by the worker, changes nothing. */
static void cancelled_when_prepared(void)
{
    for (uint32_t flags = 0; flags <= IQ_SUBMIT_HERE; flags += IQ_SUBMIT_HERE) {
        begin_tickets();
        iq_list *list;
        int descriptor;
        CHECK_OK(iq_list_create(NULL, &list));
        CHECK_OK(iq_list_get_wakeup(list, &descriptor));
        const uint64_t ticket = submit_number(list, 1, flags);
        CHECK(is_readable(descriptor, 20000));
        CHECK_OK(iq_list_cancel(list, ticket));
        poll_until(list, descriptor, 1);
        CHECK(statuses[ticket] == IQ_ERROR_CANCELLED && !shows(list, 1));
        iq_list_destroy(list);
    }
}

/* --- several threads */

typedef struct producer {
    pthread_t thread;
    iq_list *list;
    uint64_t seed;
    uint64_t last;
    size_t count;
    _Atomic bool *is_over;
} producer;

static void *produce(void *argument)
{
    producer *self = argument;
    random_source random = {self->seed};
    for (size_t i = 0; i < self->count && !*self->is_over; i++) {
        uint64_t number = self->seed << 32 | i;
        iq_snapshot *snapshot = snapshot_of(&number, 1);
        iq_submit_options options =
            options_of(random_chance(&random, 10) ? IQ_SUBMIT_EACH : random_chance(&random, 5) ? IQ_SUBMIT_HERE : 0);
        options.delay_milliseconds = options.flags == 0 && random_chance(&random, 2);
        uint64_t ticket = 0;
        iq_status status = iq_list_submit(self->list, snapshot, &options, &ticket);
        iq_snapshot_destroy(snapshot);
        if (status == IQ_ERROR_HANDLE) {
            break;
        }
        CHECK_OK(status);
        CHECK(ticket > self->last);
        self->last = ticket;
        if (random_chance(&random, 3)) {
            /* Evicts what is prepared, also between a poll's look at it and its lock. */
            const iq_columns none = {.struct_size = sizeof none};
            status = iq_list_set_items(self->list, &none, NULL, NULL);
            CHECK(status == IQ_OK || status == IQ_ERROR_HANDLE);
        }
        if (random_chance(&random, 3)) {
            status = iq_list_cancel(self->list, ticket);
            CHECK(status == IQ_OK || status == IQ_ERROR_STATE || status == IQ_ERROR_HANDLE);
        }
    }
    return NULL;
}

typedef struct poller {
    pthread_t thread;
    iq_list *list;
    int descriptor;
    uint64_t seed;
    size_t polls; /* at most */
    _Atomic bool *is_over;
} poller;

/* Polls, and changes the list directly now and then, until nothing is left. */
static void *poll_all(void *argument)
{
    poller *self = argument;
    random_source random = {self->seed};
    uint64_t last = 0, version = 0;
    for (size_t i = 0; i < self->polls; i++) {
        bool was_over = *self->is_over;
        if (!is_readable(self->descriptor, 2) && was_over) {
            iq_list_info info = {.struct_size = sizeof info};
            CHECK_OK(iq_list_get_info(self->list, &info));
            if (info.submissions == 0) {
                break;
            }
        }
        iq_event event = poll_one(self->list);
        if (event.kind == IQ_EVENT_UPDATE && event.number != 0) {
            CHECK(event.number > last && event.version >= version && event.status == IQ_OK);
            last = event.number;
            version = event.version;
        }
        if (random_chance(&random, 3)) {
            const iq_columns none = {.struct_size = sizeof none};
            CHECK_OK(iq_list_set_items(self->list, &none, NULL, NULL));
        }
    }
    return NULL;
}

/* What was submitted ends, once each, in order; `is_cut`: the list is destroyed in the middle of it. */
static void threads(uint64_t round, size_t count, bool is_cut)
{
    enum { THREADS = 3 };
    begin_tickets();
    random_source random = {round};
    _Atomic bool is_over = false;
    producer producers[THREADS];
    poller polling = {.seed = round, .polls = is_cut ? random_below(&random, 300) : SIZE_MAX, .is_over = &is_over};
    CHECK_OK(iq_list_create(NULL, &polling.list));
    CHECK_OK(iq_list_get_wakeup(polling.list, &polling.descriptor));
    CHECK_OK(iq_list_set_events(polling.list, IQ_EVENT_UPDATE));
    for (size_t i = 0; i < THREADS; i++) {
        producers[i] = (producer){.list = polling.list,
                                  .seed = round * THREADS + i + 1,
                                  .count = is_cut ? SIZE_MAX : count,
                                  .is_over = &is_over};
        CHECK(pthread_create(&producers[i].thread, NULL, produce, &producers[i]) == 0);
    }
    CHECK(pthread_create(&polling.thread, NULL, poll_all, &polling) == 0);
    if (is_cut) {
        CHECK(pthread_join(polling.thread, NULL) == 0);
        iq_list_destroy(polling.list);
    }
    uint64_t tickets = 0;
    for (size_t i = 0; i < THREADS; i++) {
        CHECK(pthread_join(producers[i].thread, NULL) == 0);
        tickets = producers[i].last > tickets ? producers[i].last : tickets;
    }
    if (!is_cut) {
        is_over = true;
        CHECK(pthread_join(polling.thread, NULL) == 0);
        iq_list_destroy(polling.list);
        CHECK(tickets == THREADS * count);
    }
    CHECK(ended_count == tickets);
    for (uint64_t ticket = 1; ticket <= tickets; ticket++) {
        CHECK(ended[ticket] == 1);
        CHECK(statuses[ticket] == IQ_OK || statuses[ticket] == IQ_ERROR_SUPERSEDED ||
              statuses[ticket] == IQ_ERROR_CANCELLED);
    }
}

/* --- models */

static pthread_t host_thread;

static void inside(const char *name)
{
    (void)name;
    CHECK(pthread_equal(pthread_self(), host_thread));
}

/* The worker calls no function of a class; no model is lost, none comes back. */
static void models(void)
{
    begin_tickets();
    counted_register();
    host_thread = pthread_self();
    counted_inside = inside;
    iq_list *list;
    int descriptor;
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_OK(iq_list_get_wakeup(list, &descriptor));
    random_source random = {5};
    size_t submitted = 0;
    for (size_t round = 0; round < check_scaled(300); round++) {
        iq_snapshot *snapshot;
        iq_key section = {{0}}, keys[8];
        void *addresses[8];
        CHECK_OK(iq_snapshot_create(NULL, &snapshot));
        CHECK_OK(iq_snapshot_append_sections(snapshot, &section, 1));
        for (size_t i = 0; i < 8; i++) {
            keys[i] = iq_key_from_u64(i + random_below(&random, 3) * 8);
            addresses[i] = counted_new((int)random_below(&random, 2));
        }
        iq_columns items = {.struct_size = sizeof items, .count = 8, .keys = keys, .models = addresses,
                            .classes = &counted_class[0], .class_stride = IQ_SAME};
        CHECK_OK(iq_snapshot_append_items(snapshot, NULL, &items));
        iq_submit_options options = options_of(0);
        CHECK_OK(iq_list_submit(list, snapshot, &options, NULL));
        submitted++;
        if (random_chance(&random, 30)) {
            CHECK_OK(iq_list_apply(list, snapshot, NULL, NULL));
        }
        iq_snapshot_destroy(snapshot);
        if (random_chance(&random, 60)) {
            (void)poll_one(list);
        }
    }
    poll_until(list, descriptor, submitted);
    CHECK(submit_number(list, 3, 0) > 0);
    iq_list_destroy(list);
    CHECK(ended_count == submitted + 1);
    counted_inside = NULL;
}

static iq_list *doomed;

static void destroy_inside(const char *name)
{
    if (strcmp(name, "retain") == 0 && doomed) {
        iq_list *list = doomed;
        doomed = NULL;
        /* The worker has begun with it, or is about to. */
        CHECK(submit_number(list, 1, 0) == 1);
        usleep(200);
        iq_list_destroy(list);
    }
}

/* A list goes in a callback of its own update, which holds the lock that the worker wants. */
static void destroyed_inside(void)
{
    begin_tickets();
    for (uint64_t round = 1; round <= check_scaled(200); round++) {
        iq_list *list;
        iq_key key = iq_key_from_u64(round);
        void *model = counted_new(1);
        iq_columns items = {.struct_size = sizeof items, .count = 1, .keys = &key, .models = &model,
                            .classes = &counted_class[0]};
        CHECK_OK(iq_list_create(NULL, &list));
        size_t before = ended_count;
        memset((void *)ended, 0, 8);
        doomed = list;
        counted_inside = destroy_inside;
        CHECK_OK(iq_list_set_items(list, &items, NULL, NULL));
        counted_inside = NULL;
        CHECK(doomed == NULL && ended_count == before + 1 && statuses[1] == IQ_ERROR_CANCELLED);
    }
}

/* --- forks */

#ifndef UNDER_TSAN
/* Of a child whose list the worker was inside. */
enum { LOST = 2 };

/* The child has no worker: its polls do the work, of what the parent has submitted as well. */
static int in_child(iq_list *list, iq_edit *edit)
{
    int own;
    iq_edit_destroy(edit);
    iq_status status = iq_list_get_wakeup(list, &own);
    if (status != IQ_ERROR_BUSY) {
        CHECK_OK(status);
        CHECK(submit_number(list, 3, 0) == 3);
        poll_until(list, own, 3);
        CHECK(shows(list, 3) && statuses[2] == IQ_OK);
    }
    iq_list_destroy(list);
    return status == IQ_OK ? 0 : LOST;
}
#endif

static void forks(void)
{
#ifndef UNDER_TSAN
    begin_tickets();
    iq_list *list;
    iq_edit *edit;
    int descriptor;
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_OK(iq_list_get_wakeup(list, &descriptor));
    CHECK(submit_number(list, 1, 0) == 1);
    poll_until(list, descriptor, 1);
    CHECK_OK(iq_edit_begin(list, NULL, &edit));
    CHECK(submit_number(list, 2, IQ_SUBMIT_EACH) == 2);
    int status, tries = 0;
    do {
        pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0) {
            _exit(in_child(list, edit));
        }
        CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
    } while (WEXITSTATUS(status) == LOST && ++tries < 1000);
    CHECK(WEXITSTATUS(status) == 0);
    iq_edit_destroy(edit);
    poll_until(list, descriptor, 2);
    CHECK(shows(list, 2));
    iq_list_destroy(list);
#endif
}

/* A submission that is left to polls is announced by none of them while an edit is open, and takes place after it. */
static void announced(void)
{
    begin_tickets();
    iq_list *list;
    iq_edit *edit;
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_OK(iq_list_set_events(list, IQ_EVENT_UPDATE | IQ_EVENT_WILL_UPDATE));
    CHECK(submit_number(list, 1, IQ_SUBMIT_HERE) == 1);
    /* Each change discards what is prepared, until the submission is left to polls. */
    for (uint64_t i = 0; i < 4; i++) {
        iq_key key = iq_key_from_u64(10 + i);
        iq_columns items = {.struct_size = sizeof items, .count = 1, .keys = &key};
        CHECK_OK(iq_list_set_items(list, &items, NULL, NULL));
        CHECK(poll_one(list).number == 0);
    }
    CHECK_OK(iq_edit_begin(list, NULL, &edit));
    for (size_t i = 0; i < 3; i++) {
        CHECK(poll_one(list).kind != IQ_EVENT_WILL_UPDATE);
    }
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    iq_event event = poll_one(list);
    CHECK(event.kind == IQ_EVENT_UPDATE && event.number == 0);
    event = poll_one(list);
    CHECK(event.kind == IQ_EVENT_WILL_UPDATE && event.number == 1 && ended_count == 0);
    event = poll_one(list);
    CHECK(event.kind == IQ_EVENT_UPDATE && event.number == 1 && shows(list, 1));
    (void)poll_one(list);
    CHECK(ended_count == 1 && statuses[1] == IQ_OK);
    iq_list_destroy(list);
}

/* ---- `done` that submits again */

static struct {
    iq_list *list;
    size_t ended;
    bool is_over;
} endless;

static void submit_endless(void);

static void done_again(void *context, uint64_t ticket, iq_status status)
{
    (void)ticket;
    CHECK(context == &endless && (status == IQ_ERROR_SUPERSEDED || status == IQ_ERROR_CANCELLED));
    endless.ended++;
    if (!endless.is_over) {
        submit_endless();
    }
}

/* It supersedes the one before, which thereby ends. */
static void submit_endless(void)
{
    iq_snapshot *snapshot = snapshot_of(&(uint64_t){1}, 1);
    iq_submit_options options = {.struct_size = sizeof options, .delay_milliseconds = 1000 * 1000,
                                 .done = done_again, .context = &endless};
    CHECK_OK(iq_list_submit(endless.list, snapshot, &options, NULL));
    iq_snapshot_destroy(snapshot);
}

/* A poll ends what had ended when it began, and leaves the rest to the next, of which the descriptor tells. */
static void endless_submissions(void)
{
    CHECK_OK(iq_list_create(NULL, &endless.list));
    submit_endless();
    submit_endless();
    submit_endless();
    for (size_t ended = 2; ended < 20; ended += 2) {
        iq_event event = {.struct_size = sizeof event};
        struct pollfd waiting = {.events = POLLIN};
        size_t count;
        CHECK_OK(iq_list_get_wakeup(endless.list, &waiting.fd));
        CHECK(poll(&waiting, 1, 0) == 1);
        size_t before = endless.ended;
        CHECK_OK(iq_list_poll(endless.list, &event, 1, &count));
        CHECK(count == 0 && endless.ended > before && endless.ended <= before + 4);
    }
    endless.is_over = true;
    iq_list_destroy(endless.list);
}

int main(void)
{
    simple();
    endless_submissions();
    order();
    cancelled_before_another();
    cancelled_when_prepared();
    announced();
    for (uint64_t round = 0; round < check_scaled(12); round++) {
        check_seed = check_first_seed(1) + round;
        threads(check_seed, 2000, false);
        threads(check_seed, 2000, true);
    }
    forks();
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == 0);
    models();
    destroyed_inside();
    counted_end();
    return 0;
}

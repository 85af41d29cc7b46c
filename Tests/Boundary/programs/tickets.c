/*
 * tickets.c - a million submissions: four threads submit to three lists, a thread for each list polls and changes it,
 * and lists are destroyed with work under way and made anew. Each ticket ends exactly once, on the thread that polls
 * or destroys; with a status that its flags allow; and what took place did so in the order of tickets, with an UPDATE
 * event for each.
 *
 *     slot      1          2          3            each with a thread that polls
 *     lives     a b c      d e        f g h i      one list after another
 *
 * A list that is cut is destroyed while threads submit to it; another one is left by all and polled to the end.
 */
#include "check.h"
#include "random.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PRODUCERS = 4, SLOTS = 3, STATES = 16, MOST = 40, LIVES = 8192, BACKLOG = 400 };
/* Seconds in which a list that nobody submits to any more is polled to its end, also under valgrind. */
enum { PATIENCE = 120 };

/* One list, from its creation to its destruction. */
typedef struct life {
    iq_list *list;
    int descriptor;
    bool is_cut;            /* destroyed with work under way */
    bool cancels_all;       /* iq_list_cancel with 0 is called */
    bool reports_early;     /* WILL_UPDATE is asked for */
    _Atomic bool is_ending; /* iq_list_destroy was called */
    _Atomic size_t users;
    _Atomic size_t given, ended; /* tickets */
    /* Of the thread that polls. */
    uint64_t will_update, last_update, last_done;
    size_t updates, done_by_status[IQ_ERROR_CALLBACK + 1];
    size_t first; /* of its tickets, among all: see check_tickets */
} life;

typedef struct slot {
    pthread_t thread;
    random_source random;
    _Atomic(life *) current;
} slot;

typedef struct submission {
    life *life;
    uint64_t ticket;
    uint64_t ended_ticket;
    iq_status status;
    _Atomic unsigned char ended;
    bool is_each;
    bool is_cancelled; /* iq_list_cancel has returned IQ_OK for its ticket */
} submission;

static life lives[LIVES];
static _Atomic size_t lives_count;
static slot slots[SLOTS];
static submission *submissions;
static size_t total;
static _Atomic bool is_over;

/* Whether this thread is in a call that may call `done`. */
static _Thread_local bool may_end;

static void done(void *context, uint64_t ticket, iq_status status)
{
    submission *self = context;
    life *of = self->life;
    /* Of a list that is destroyed, the call of another thread that returns last may end what is left. */
    CHECK(may_end || (of->is_cut && atomic_load(&of->is_ending)));
    CHECK(atomic_fetch_add(&self->ended, 1) == 0);
    CHECK(status >= 0 && status <= IQ_ERROR_CALLBACK);
    self->ended_ticket = ticket;
    self->status = status;
    of->done_by_status[status]++;
    atomic_fetch_add(&of->ended, 1);
    if (status == IQ_OK) {
        /* After its UPDATE was handed out, and before the next one; a destruction may come before. */
        CHECK(ticket > of->last_done);
        CHECK(ticket == of->last_update || (atomic_load(&of->is_ending) && ticket > of->last_update));
        of->last_done = ticket;
    }
}

static iq_columns columns_of(random_source *random, iq_key *keys)
{
    size_t count = random_below(random, MOST), first = random_below(random, 20);
    for (size_t i = 0; i < count; i++) {
        keys[i] = iq_key_from_u64(first + i);
    }
    return (iq_columns){.struct_size = sizeof(iq_columns), .count = count, .keys = keys};
}

/* --- threads that submit */

typedef struct producer {
    pthread_t thread;
    random_source random;
    iq_snapshot *states[STATES];
    submission *submissions; /* its own part of them */
    size_t count;
} producer;

static void make_states(producer *self)
{
    for (size_t i = 0; i < STATES; i++) {
        iq_key section = {{0}}, keys[MOST];
        iq_columns items = columns_of(&self->random, keys);
        CHECK_OK(iq_snapshot_create(NULL, &self->states[i]));
        CHECK_OK(iq_snapshot_append_sections(self->states[i], &section, 1));
        CHECK_OK(iq_snapshot_append_items(self->states[i], NULL, &items));
    }
}

/* The list of a slot, which is then not polled to its end before `leave`. */
static life *enter(slot *from)
{
    for (;;) {
        life *current = atomic_load(&from->current);
        atomic_fetch_add(&current->users, 1);
        if (atomic_load(&from->current) == current) {
            return current;
        }
        atomic_fetch_sub(&current->users, 1);
    }
}

static void leave(life *self)
{
    atomic_fetch_sub(&self->users, 1);
}

/* False if the list has gone: then there is no ticket. */
static bool submit(producer *self, submission *into, life *to)
{
    static const uint32_t flags[] = {0, 0, 0, IQ_SUBMIT_EACH, IQ_SUBMIT_HERE, IQ_SUBMIT_HERE | IQ_SUBMIT_EACH};
    iq_submit_options options = {.struct_size = sizeof options, .done = done, .context = into};
    options.flags = flags[random_below(&self->random, 6)];
    options.delay_milliseconds = !(options.flags & IQ_SUBMIT_HERE) && random_chance(&self->random, 1);
    into->life = to;
    into->is_each = (options.flags & IQ_SUBMIT_EACH) != 0;
    iq_status status = iq_list_submit(to->list, self->states[random_below(&self->random, STATES)], &options,
                                      &into->ticket);
    if (status == IQ_ERROR_HANDLE) {
        CHECK(to->is_cut);
        return false;
    }
    CHECK_OK(status);
    atomic_fetch_add(&to->given, 1);
    return true;
}

/* Cancels the submission, or all of its list, and says of the one whether that has ended it. */
static void cancel(producer *self, submission *one)
{
    life *of = one->life;
    if (of->cancels_all && random_chance(&self->random, 3)) {
        iq_status status = iq_list_cancel(of->list, 0);
        CHECK(status == IQ_OK || (status == IQ_ERROR_HANDLE && of->is_cut));
        return;
    }
    iq_status status = iq_list_cancel(of->list, one->ticket);
    CHECK(status == IQ_OK || status == IQ_ERROR_STATE || (status == IQ_ERROR_HANDLE && of->is_cut));
    /* Only once. */
    CHECK(status != IQ_OK || !one->is_cancelled);
    one->is_cancelled |= status == IQ_OK;
}

static void *produce(void *argument)
{
    producer *self = argument;
    make_states(self);
    for (size_t i = 0; i < self->count;) {
        life *of = enter(&slots[random_below(&self->random, SLOTS)]);
        if (atomic_load(&of->given) > atomic_load(&of->ended) + BACKLOG) {
            leave(of);
            usleep(50);
            continue;
        }
        /* A few at once are a burst. */
        for (size_t some = 1 + random_below(&self->random, 6); some > 0 && i < self->count; some--) {
            if (!submit(self, &self->submissions[i], of)) {
                break;
            }
            submission *recent = &self->submissions[i - random_below(&self->random, i < 3 ? i + 1 : 4)];
            i++;
            if (random_chance(&self->random, 8) && recent->life == of) {
                cancel(self, recent);
            }
        }
        if (random_chance(&self->random, 3)) {
            iq_key keys[MOST];
            iq_columns items = columns_of(&self->random, keys);
            iq_status status = iq_list_set_items(of->list, &items, NULL, NULL);
            CHECK(status == IQ_OK || status == IQ_ERROR_BUSY || (status == IQ_ERROR_HANDLE && of->is_cut));
        }
        leave(of);
    }
    for (size_t i = 0; i < STATES; i++) {
        iq_snapshot_destroy(self->states[i]);
    }
    return NULL;
}

/* --- threads that poll */

static life *begin_life(random_source *random)
{
    size_t number = atomic_fetch_add(&lives_count, 1);
    CHECK(number < LIVES);
    life *self = &lives[number];
    self->is_cut = random_chance(random, 50);
    self->cancels_all = random_chance(random, 50);
    self->reports_early = random_chance(random, 30);
    CHECK_OK(iq_list_create(NULL, &self->list));
    CHECK_OK(iq_list_get_wakeup(self->list, &self->descriptor));
    CHECK_OK(iq_list_set_events(self->list,
                                IQ_EVENT_UPDATE | (self->reports_early ? IQ_EVENT_WILL_UPDATE : 0)));
    return self;
}

static size_t poll_some(life *self, random_source *random)
{
    iq_event events[3] = {{.struct_size = sizeof events[0]}};
    size_t count;
    may_end = true;
    CHECK_OK(iq_list_poll(self->list, events, random_chance(random, 5) ? 0 : 1 + random_below(random, 3), &count));
    may_end = false;
    for (size_t i = 0; i < count; i++) {
        if (events[i].kind == IQ_EVENT_WILL_UPDATE) {
            CHECK(self->reports_early && events[i].number > self->last_update);
            self->will_update = events[i].number;
            continue;
        }
        CHECK(events[i].kind == IQ_EVENT_UPDATE && events[i].status == IQ_OK);
        if (events[i].number != 0) {
            CHECK(events[i].number > self->last_update);
            CHECK(!self->reports_early || events[i].number == self->will_update);
            self->last_update = events[i].number;
            self->updates++;
        }
    }
    return count;
}

static uint64_t version_of(const life *self)
{
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_info(self->list, &info));
    return info.version;
}

/* While it is open, no submission takes place, however often the list is polled. */
static void edit(life *self, random_source *random)
{
    iq_edit *open;
    iq_section section;
    iq_edit_options patient = {.struct_size = sizeof patient, .wait_milliseconds = UINT32_MAX};
    CHECK_OK(iq_edit_begin(self->list, &patient, &open));
    if (iq_list_find_section_at(self->list, 0, &section) == IQ_OK) {
        iq_key keys[MOST];
        iq_columns items = columns_of(random, keys);
        CHECK_OK(iq_edit_set_section_items(open, section, &items));
    }
    uint64_t version = version_of(self);
    for (size_t i = random_below(random, 6); i > 0; i--) {
        (void)poll_some(self, random);
        CHECK(version_of(self) == version);
    }
    if (random_chance(random, 50)) {
        CHECK_OK(iq_edit_commit(open, NULL, NULL));
    }
    iq_edit_destroy(open);
}

static void poll_once(life *self, random_source *random)
{
    if (poll_some(self, random) == 0 && atomic_load(&self->given) == atomic_load(&self->ended)) {
        struct pollfd waiting = {.fd = self->descriptor, .events = POLLIN};
        (void)poll(&waiting, 1, 1);
    }
    if (random_chance(random, 2)) {
        iq_key keys[MOST];
        iq_columns items = columns_of(random, keys);
        CHECK_OK(iq_list_set_items(self->list, &items, NULL, NULL));
    }
    if (random_chance(random, 1)) {
        edit(self, random);
    }
}

static void end_life(life *self)
{
    atomic_store(&self->is_ending, true);
    may_end = true;
    iq_list_destroy(self->list);
    may_end = false;
}

/* Nobody submits to it any more: each ticket ends by a poll. */
static void poll_to_the_end(life *self, random_source *random)
{
    iq_list_info info = {.struct_size = sizeof info};
    time_t begin = time(NULL);
    while (atomic_load(&self->users) > 0 || atomic_load(&self->ended) < atomic_load(&self->given)) {
        poll_once(self, random);
        CHECK(time(NULL) - begin < PATIENCE);
    }
    while (poll_some(self, random) > 0) {
    }
    CHECK_OK(iq_list_get_info(self->list, &info));
    CHECK(info.submissions == 0);
    end_life(self);
}

static void *poll_lives(void *argument)
{
    slot *self = argument;
    while (!atomic_load(&is_over)) {
        life *now = atomic_load(&self->current);
        size_t wanted = 100 + random_below(&self->random, 6000);
        while (atomic_load(&now->given) < wanted && !atomic_load(&is_over)) {
            poll_once(now, &self->random);
        }
        life *next = begin_life(&self->random);
        if (now->is_cut) {
            end_life(now);
            atomic_store(&self->current, next);
        } else {
            atomic_store(&self->current, next);
            poll_to_the_end(now, &self->random);
        }
    }
    life *last = atomic_load(&self->current);
    if (last->is_cut) {
        end_life(last);
    } else {
        poll_to_the_end(last, &self->random);
    }
    return NULL;
}

/* --- at the end */

/* What the statuses of one ticket allow. */
static void check_ticket(const submission *self)
{
    const life *of = self->life;
    CHECK(atomic_load(&self->ended) == 1 && self->ended_ticket == self->ticket);
    CHECK(self->status == IQ_OK || self->status == IQ_ERROR_SUPERSEDED || self->status == IQ_ERROR_CANCELLED);
    CHECK(!self->is_each || self->status != IQ_ERROR_SUPERSEDED);
    CHECK(!self->is_cancelled || self->status == IQ_ERROR_CANCELLED);
    if (!of->is_cut && !of->cancels_all) {
        CHECK((self->status == IQ_ERROR_CANCELLED) == self->is_cancelled);
    }
    /* The last one has no later one that could replace it. */
    CHECK(self->ticket < of->given || self->status != IQ_ERROR_SUPERSEDED);
}

/* The tickets of each list count from 1 without a gap, and none was given twice. */
static void check_tickets(void)
{
    bool *is_given = check_memory(calloc(total, sizeof *is_given));
    size_t first = 0, updates = 0, took_place = 0;
    for (size_t i = 0; i < lives_count; i++) {
        life *of = &lives[i];
        size_t ok = of->done_by_status[IQ_OK];
        of->first = first;
        first += of->given;
        CHECK(of->ended == of->given);
        /* A list that was cut may have had an event left. */
        CHECK(of->updates == ok || (of->is_cut && of->updates + 1 == ok));
        updates += of->updates;
        took_place += ok;
    }
    CHECK(first == total);
    for (size_t i = 0; i < total; i++) {
        const submission *one = &submissions[i];
        CHECK(one->ticket >= 1 && one->ticket <= one->life->given);
        bool *mark = &is_given[one->life->first + one->ticket - 1];
        CHECK(!*mark);
        *mark = true;
        check_ticket(one);
        took_place -= one->status == IQ_OK;
    }
    CHECK(took_place == 0 && updates > 0);
    free(is_given);
}

int main(void)
{
    producer producers[PRODUCERS];
    check_seed = check_first_seed(1);
    total = check_scaled(1000000) / PRODUCERS * PRODUCERS;
    submissions = check_memory(calloc(total, sizeof *submissions));
    for (size_t i = 0; i < SLOTS; i++) {
        slots[i].random = (random_source){check_seed * SLOTS + i};
        atomic_store(&slots[i].current, begin_life(&slots[i].random));
        CHECK(pthread_create(&slots[i].thread, NULL, poll_lives, &slots[i]) == 0);
    }
    for (size_t i = 0; i < PRODUCERS; i++) {
        producers[i] = (producer){.random = {~(check_seed * PRODUCERS + i)},
                                  .submissions = submissions + total / PRODUCERS * i,
                                  .count = total / PRODUCERS};
        CHECK(pthread_create(&producers[i].thread, NULL, produce, &producers[i]) == 0);
    }
    for (size_t i = 0; i < PRODUCERS; i++) {
        CHECK(pthread_join(producers[i].thread, NULL) == 0);
    }
    atomic_store(&is_over, true);
    for (size_t i = 0; i < SLOTS; i++) {
        CHECK(pthread_join(slots[i].thread, NULL) == 0);
    }
    check_tickets();
    free(submissions);
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == 0);
    return 0;
}

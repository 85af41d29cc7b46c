/*
 * feed.c - updates from a thread: a producer reads the kernel's counters a thousand times a second and submits each
 * state; the main loop sleeps in poll(2) and applies what comes. States that come too fast are superseded: the list
 * always goes on to the newest one.
 *
 *     producer    read /proc/vmstat ── iq_list_submit ── 1 ms ── read ...
 *     library                 └── diff ──┐
 *     main loop    poll(2) ──────────────┴── iq_list_poll: UPDATE ── print
 *
 *     feed [number of states]
 */
#define _POSIX_C_SOURCE 200809L

#include <iqlist.h>

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 1024 };

static const char source[] = "/proc/vmstat";

typedef struct feed {
    iq_list *list;
    long states; /* to submit */
    /* How the submissions ended. */
    long applied, superseded, failed;
} feed;

static void require(iq_status status)
{
    if (status != IQ_OK) {
        iq_error error = {.struct_size = sizeof error};
        iq_get_last_error(&error);
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
}

/* Called by polls, on the main thread, once for each ticket. */
static void ended(void *context, uint64_t ticket, iq_status status)
{
    feed *self = context;
    (void)ticket;
    switch (status) {
    case IQ_OK:
        self->applied++;
        break;
    case IQ_ERROR_SUPERSEDED:
        self->superseded++;
        break;
    default:
        self->failed++;
    }
}

/* One item a counter: its key is the name, its content the value. */
static iq_snapshot *read_counters(void)
{
    static iq_key keys[MOST];
    static uint64_t values[MOST];
    iq_key section = {{0}};
    char name[128];
    unsigned long long value;
    size_t count = 0;
    FILE *file = fopen(source, "r");
    while (file && count < MOST && fscanf(file, "%127s %llu", name, &value) == 2) {
        require(iq_key_from_bytes(name, strlen(name), &keys[count]));
        values[count++] = value + 1; /* content 0 would mean: none */
    }
    if (file) {
        fclose(file);
    }
    iq_snapshot *snapshot;
    iq_columns items = {.struct_size = sizeof items, .count = count, .keys = keys, .contents = values};
    require(iq_snapshot_create(NULL, &snapshot));
    require(iq_snapshot_append_sections(snapshot, &section, 1));
    require(iq_snapshot_append_items(snapshot, NULL, &items));
    return snapshot;
}

static void *produce(void *argument)
{
    feed *self = argument;
    const iq_submit_options options = {.struct_size = sizeof options, .done = ended, .context = self};
    const struct timespec pause = {.tv_nsec = 1000000};
    for (long i = 0; i < self->states; i++) {
        iq_snapshot *snapshot = read_counters();
        require(iq_list_submit(self->list, snapshot, &options, NULL));
        iq_snapshot_destroy(snapshot);
        nanosleep(&pause, NULL);
    }
    return NULL;
}

/* All that can be polled now. */
static void poll_events(feed *self, long *unchanged, size_t *updates)
{
    iq_event event = {.struct_size = sizeof event};
    size_t count;
    do {
        require(iq_list_poll(self->list, &event, 1, &count));
        if (count == 0 || event.kind != IQ_EVENT_UPDATE || event.status != IQ_OK) {
            continue;
        }
        iq_summary summary = {.struct_size = sizeof summary};
        require(iq_changeset_get_summary(event.changeset, &summary));
        *unchanged += (event.flags & IQ_COMMIT_UNCHANGED) != 0;
        *updates += summary.item_reconfigures;
    } while (count > 0);
}

int main(int count, char **arguments)
{
    feed self = {.states = count > 1 ? atol(arguments[1]) : 500};
    struct pollfd waiting = {.events = POLLIN};
    pthread_t producer;
    iq_list_info info = {.struct_size = sizeof info};
    long unchanged = 0;
    size_t updates = 0;
    require(iq_list_create(NULL, &self.list));
    require(iq_list_set_events(self.list, IQ_EVENT_UPDATE));
    require(iq_list_get_wakeup(self.list, &waiting.fd));
    if (pthread_create(&producer, NULL, produce, &self) != 0) {
        return 1;
    }
    do {
        poll(&waiting, 1, 20);
        poll_events(&self, &unchanged, &updates);
    } while (self.applied + self.superseded + self.failed < self.states);
    pthread_join(producer, NULL);
    require(iq_list_get_info(self.list, &info));
    printf("%zu counters of %s, %ld states submitted: %ld applied (%ld of them unchanged), %ld superseded, "
           "%ld failed; %zu changes of counters seen\n",
           info.items, source, self.states, self.applied, unchanged, self.superseded, self.failed, updates);
    iq_list_destroy(self.list);
    return self.failed == 0 ? 0 : 1;
}

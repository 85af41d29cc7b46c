/*
 * everything_threads.c - what everything.c does, by four threads at once, and by their callbacks: see crowd.h. In the
 * end every ticket has ended once, derived lists show what their sources, states, filters and orders say, and no model and
 * no byte is left.
 */
#include "check.h"
#include "crowd.h"

#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { THREADS = 4, CALLS = 120, SECONDS = 300 };

static char where[64];

static void wait_in_vain(int number)
{
    (void)!write(STDERR_FILENO, where, strlen(where));
    signal(number, SIG_DFL);
    abort();
}

/* ---- all is quiet */

static const crowd_ticket *in_effect(const iq_list *list)
{
    const crowd_ticket *latest = NULL;
    for (size_t i = 0; i < CROWD_TICKETS; i++) {
        const crowd_ticket *of = &crowd_tickets[i];
        if (of->list == list && of->status == IQ_OK && of->number && (!latest || of->number > latest->number)) {
            latest = of;
        }
    }
    return latest;
}

static void settle(iq_list *list)
{
    iq_list_info info = {.struct_size = sizeof info};
    struct pollfd wakeup = {.events = POLLIN};
    size_t idle = 0;
    CHECK_OK(iq_list_get_wakeup(list, &wakeup.fd));
    while (iq_list_resume(list) == IQ_OK) {
    }
    while (idle < 3) {
        /* An order may ask for a part in each poll. */
        idle = crowd_poll(list) || poll(&wakeup, 1, 0) == 1 ? 0 : idle + 1;
        CHECK_OK(iq_list_get_info(list, &info));
        if (info.submissions) {
            idle = 0;
            sched_yield();
        }
    }
}

static void check_derived(const crowd_derived *of)
{
    tree from, now, wanted;
    tree_rules rules = {.flags = of->flags};
    iq_key expanded[TREE_KEYS];
    size_t count;
    const crowd_ticket *given = in_effect(of->list);
    tree_read(of->source, &from);
    tree_read(of->list, &now);
    if (is_ordered(of->flags)) {
        CHECK(tree_order_fits(given ? &given->order : NULL, of->flags, &from, &now));
        return;
    }
    CHECK_OK(iq_list_find_keys_in_state(of->list, IQ_STATE_EXPANDED, 0, NULL, expanded, TREE_KEYS, &count));
    for (size_t i = 0; i < count; i++) {
        rules.expanded[tree_number(expanded[i])] = true;
    }
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        rules.passes[key] = !given || crowd_passes_by(given, key);
    }
    tree_derive(&from, &rules, &wanted);
    CHECK(tree_same(&now, &wanted));
}

static bool is_there(const iq_list *list)
{
    for (size_t i = 0; i < CROWD_LISTS; i++) {
        if (atomic_load(&crowd_places[i]) == list) {
            return true;
        }
    }
    return false;
}

static void check_quiet(void)
{
    atomic_store(&crowd_is_quiet, true);
    for (size_t depth = 0; depth <= CROWD_LISTS; depth++) {
        for (size_t i = 0; i < CROWD_LISTS; i++) {
            if (crowd_places[i]) {
                settle(crowd_places[i]);
            }
        }
    }
    for (size_t i = 0; i < CROWD_TICKETS && i < crowd_derived_count; i++) {
        if (crowd_deriveds[i].list && is_there(crowd_deriveds[i].list) && is_there(crowd_deriveds[i].source)) {
            check_derived(&crowd_deriveds[i]);
        }
    }
    atomic_store(&crowd_is_quiet, false);
}

/* ---- rounds */

static void *run_thread(void *argument)
{
    crowd_random = *(random_source *)argument;
    for (size_t i = 0; i < CALLS; i++) {
        crowd_act();
    }
    return NULL;
}

static void end_all(size_t first)
{
    for (size_t i = 0; i < CROWD_LISTS; i++) {
        crowd_end(&crowd_places[(first + i) % CROWD_LISTS]);
    }
    for (size_t v = 0; v < CROWD_VIEWS; v++) {
        iq_view_destroy(atomic_exchange(&crowd_views[v], NULL));
    }
}

static void run(uint64_t seed)
{
    pthread_t threads[THREADS];
    random_source randoms[THREADS];
    check_seed = seed;
    crowd_random.state = seed;
    crowd_make_first();
    for (size_t t = 0; t < THREADS; t++) {
        randoms[t].state = seed * THREADS + t;
        CHECK(pthread_create(&threads[t], NULL, run_thread, &randoms[t]) == 0);
    }
    for (size_t t = 0; t < THREADS; t++) {
        CHECK(pthread_join(threads[t], NULL) == 0);
    }
    check_quiet();
    end_all(crowd_below(CROWD_LISTS));
    /* What callbacks have made meanwhile. */
    atomic_store(&crowd_is_quiet, true);
    end_all(0);
    atomic_store(&crowd_is_quiet, false);
    for (size_t i = 0; i < CROWD_TICKETS; i++) {
        CHECK(crowd_tickets[i].ended == (crowd_tickets[i].list != NULL));
        CHECK(crowd_tickets[i].destroyed == (crowd_tickets[i].list != NULL && crowd_tickets[i].is_function));
    }
    memset(crowd_tickets, 0, sizeof crowd_tickets);
    memset(crowd_deriveds, 0, sizeof crowd_deriveds);
    crowd_ticket_count = crowd_derived_count = 0;
    CHECK(crowd_cells == 0 && tree_references_held() == 0);
}

int main(void)
{
    crowd_register();
    CHECK_OK(iq_memory_trim());
    size_t bytes = iq_memory_used();
    signal(SIGALRM, wait_in_vain);
    uint64_t seed = check_first_seed(1), rounds = check_scaled(60);
    for (uint64_t i = 0; i < rounds; i++) {
        snprintf(where, sizeof where, "seed %llu: no end after %d seconds\n", (unsigned long long)(seed + i), SECONDS);
        alarm(SECONDS);
        run(seed + i);
        CHECK_OK(iq_memory_trim());
        CHECK(iq_memory_used() == bytes);
    }
    return 0;
}

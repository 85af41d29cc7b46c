/*
 * failures_threads.c - each thread has the detail of its own latest failure: of more threads at once than the
 * process has records for, and of threads that come after others have ended.
 *
 *     thread n   fails with key n ── all have failed ── reads the detail ── ends
 *
 * Which key it was is in the detail only, so a record that two threads share is noticed, and one that is not
 * given back is noticed in the mode `asan`.
 */
#include "check.h"
#include "calls.h"

#include <pthread.h>
#include <string.h>

/* The records of the process are for 64 threads. */
enum { THREADS = 150, GENERATIONS = 4 };

static pthread_barrier_t all_have_failed;

static void fail_about(iq_list *list, iq_key key)
{
    iq_key keys[] = {calls_key(1), key, key};
    iq_columns items = {.struct_size = sizeof items, .count = 3, .keys = keys};

    CHECK_STATUS(iq_list_set_items(list, &items, NULL, NULL), IQ_ERROR_DUPLICATE);
}

static void check_detail(iq_key key)
{
    iq_error error = {.struct_size = sizeof error};

    CHECK_OK(iq_get_last_error(&error));
    CHECK(error.status == IQ_ERROR_DUPLICATE && (error.flags & IQ_ERROR_HAS_KEY) != 0);
    CHECK(memcmp(&error.key, &key, sizeof key) == 0);
    CHECK(error.position.item == 2 && error.other.item == 1);
}

static void *run(void *argument)
{
    uint64_t number = *(const uint64_t *)argument;
    iq_error error = {.struct_size = sizeof error};
    iq_list *list = NULL;

    /* A thread that has not failed has none, whoever had its record before. */
    CHECK_OK(iq_get_last_error(&error));
    CHECK(error.status == IQ_OK && error.message[0] == '\0');
    CHECK_OK(iq_list_create(NULL, &list));
    fail_about(list, calls_key(1000 + number));
    pthread_barrier_wait(&all_have_failed);
    check_detail(calls_key(1000 + number));
    fail_about(list, calls_key(5000 + number));
    check_detail(calls_key(5000 + number));
    iq_list_destroy(list);
    return NULL;
}

int main(void)
{
    static uint64_t numbers[THREADS];
    pthread_t threads[THREADS];
    iq_list *list = NULL;

    CHECK_OK(iq_list_create(NULL, &list));
    fail_about(list, calls_key(9));
    CHECK(pthread_barrier_init(&all_have_failed, NULL, THREADS) == 0);
    for (int generation = 0; generation < GENERATIONS; generation++) {
        for (uint64_t i = 0; i < THREADS; i++) {
            numbers[i] = i;
            CHECK(pthread_create(&threads[i], NULL, run, &numbers[i]) == 0);
        }
        for (int i = 0; i < THREADS; i++)
            CHECK(pthread_join(threads[i], NULL) == 0);
    }
    check_detail(calls_key(9));
    pthread_barrier_destroy(&all_have_failed);
    iq_list_destroy(list);
    return 0;
}

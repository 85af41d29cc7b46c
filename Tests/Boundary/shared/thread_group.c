/*
 * thread_group.c - see thread_group.h.
 */
#include "thread_group.h"

#include "check.h"

void thread_group_run(void *(*body)(void *))
{
    thread_group_member threads[THREAD_GROUP_SIZE];
    for (uint64_t t = 0; t < THREAD_GROUP_SIZE; t++) {
        threads[t] = (thread_group_member){.random = {check_seed * THREAD_GROUP_SIZE + t}};
        CHECK(pthread_create(&threads[t].id, NULL, body, &threads[t]) == 0);
    }
    for (size_t t = 0; t < THREAD_GROUP_SIZE; t++) {
        CHECK(pthread_join(threads[t].id, NULL) == 0);
    }
}

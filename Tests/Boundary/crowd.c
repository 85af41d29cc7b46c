/*
 * crowd.c - see crowd.h.
 */
#include "crowd.h"

#include "check.h"

void crowd_run(void *(*body)(void *))
{
    crowd_thread threads[CROWD];
    for (uint64_t t = 0; t < CROWD; t++) {
        threads[t] = (crowd_thread){.random = {check_seed * CROWD + t}};
        CHECK(pthread_create(&threads[t].id, NULL, body, &threads[t]) == 0);
    }
    for (size_t t = 0; t < CROWD; t++) {
        CHECK(pthread_join(threads[t].id, NULL) == 0);
    }
}

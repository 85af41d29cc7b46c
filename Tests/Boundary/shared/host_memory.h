/*
 * host_memory.h - an allocator of the host's: it counts what it is asked, and fails on request.
 */
#ifndef HOST_MEMORY_H
#define HOST_MEMORY_H

#include "check.h"

static struct {
    size_t asked;
    size_t refuse; /* the how-many-th from now fails; 0: none */
} host_memory;

static inline int refuses(void)
{
    host_memory.asked++;
    return host_memory.refuse != 0 && --host_memory.refuse == 0;
}

static inline void *host_allocate(void *context, size_t size)
{
    CHECK(context == &host_memory && size != 0);
    return refuses() ? NULL : malloc(size);
}

static inline void *host_reallocate(void *context, void *memory, size_t size)
{
    CHECK(context == &host_memory && size != 0);
    return refuses() ? NULL : realloc(memory, size);
}

static inline void host_release(void *context, void *memory)
{
    CHECK(context == &host_memory);
    free(memory);
}

static const iq_allocator host_allocator = {
    sizeof host_allocator, &host_memory, host_allocate, host_reallocate, host_release,
};

#endif

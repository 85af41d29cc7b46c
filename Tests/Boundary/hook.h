/*
 * hook.h - gives the library this program's malloc, so that a counter preloaded under it sees which
 * allocations did not come through the hook.
 */
#ifndef HOOK_H
#define HOOK_H

#include "check.h"

static inline void *hook_allocate(void *context, size_t size)
{
    (void)context;
    CHECK(size > 0);
    return malloc(size);
}

static inline void *hook_reallocate(void *context, void *memory, size_t size)
{
    (void)context;
    CHECK(size > 0);
    return realloc(memory, size);
}

static inline void hook_release(void *context, void *memory)
{
    (void)context;
    free(memory);
}

/* The first call of a program. */
static inline void hook_install(void)
{
    iq_allocator allocator = {sizeof allocator, NULL, hook_allocate, hook_reallocate, hook_release};
    CHECK_OK(iq_memory_set_allocator(&allocator));
}

#endif

/*
 * counting_allocator.h - an allocator of the host that counts the bytes that the library
 * holds, and the most that it held. Each block has its size in front.
 */
#ifndef COUNTING_ALLOCATOR_H
#define COUNTING_ALLOCATOR_H

#include "check.h"

#include <string.h>

static struct {
    size_t held;
    size_t most;
} counted_bytes;

static inline void *counting_allocate(void *context, size_t size)
{
    (void)context;
    size_t *memory = malloc(size + 16);
    if (!memory) {
        return NULL;
    }
    *memory = size;
    counted_bytes.held += size;
    counted_bytes.most = counted_bytes.held > counted_bytes.most ? counted_bytes.held : counted_bytes.most;
    return memory + 2;
}

static inline void counting_release(void *context, void *memory)
{
    (void)context;
    if (memory) {
        counted_bytes.held -= ((size_t *)memory)[-2];
        free((size_t *)memory - 2);
    }
}

static inline void *counting_reallocate(void *context, void *memory, size_t size)
{
    void *moved = counting_allocate(context, size);
    if (moved && memory) {
        size_t old = ((size_t *)memory)[-2];
        memcpy(moved, memory, old < size ? old : size);
        counting_release(context, memory);
    }
    return moved;
}

static const iq_allocator counting_allocator = {
    sizeof counting_allocator, NULL,           counting_allocate,
    counting_reallocate,          counting_release,
};

#endif

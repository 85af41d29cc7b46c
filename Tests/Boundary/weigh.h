/*
 * weigh.h - an allocator of the host's that weighs: how many bytes the library
 * holds, and the most that it held. Each block has its size in front.
 */
#ifndef WEIGH_H
#define WEIGH_H

#include "check.h"

#include <string.h>

static struct {
    size_t held;
    size_t most;
} weight;

static inline void *weigh_allocate(void *context, size_t size)
{
    (void)context;
    size_t *memory = malloc(size + 16);
    if (!memory) {
        return NULL;
    }
    *memory = size;
    weight.held += size;
    weight.most = weight.held > weight.most ? weight.held : weight.most;
    return memory + 2;
}

static inline void weigh_release(void *context, void *memory)
{
    (void)context;
    if (memory) {
        weight.held -= ((size_t *)memory)[-2];
        free((size_t *)memory - 2);
    }
}

static inline void *weigh_reallocate(void *context, void *memory, size_t size)
{
    void *moved = weigh_allocate(context, size);
    if (moved && memory) {
        size_t old = ((size_t *)memory)[-2];
        memcpy(moved, memory, old < size ? old : size);
        weigh_release(context, memory);
    }
    return moved;
}

static const iq_allocator weighing_allocator = {
    sizeof weighing_allocator, NULL,           weigh_allocate,
    weigh_reallocate,          weigh_release,
};

#endif

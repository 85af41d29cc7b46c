/*
 * unmapping_allocator.h - an allocator of the host that takes the access to each block that is released: whoever
 * touches one afterwards ends the program there. Each block has pages of its own, with its size in front.
 */
#ifndef UNMAPPING_ALLOCATOR_H
#define UNMAPPING_ALLOCATOR_H

#include "check.h"

#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

/* As many released blocks keep their addresses, so that no other block gets these. */
enum { UNMAPPED_BLOCKS = 8192 };

static size_t *unmapped_blocks[UNMAPPED_BLOCKS];
static size_t unmapped_sizes[UNMAPPED_BLOCKS];
static atomic_flag unmapped_lock = ATOMIC_FLAG_INIT;
static size_t unmapped_next;

static inline size_t pages_of(size_t size)
{
    return (size + 16 + 4095) & ~(size_t)4095;
}

static inline void *unmapping_allocate(void *context, size_t size)
{
    (void)context;
    size_t *block = mmap(NULL, pages_of(size), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) {
        return NULL;
    }
    *block = size;
    return block + 2;
}

static inline void unmapping_release(void *context, void *memory)
{
    (void)context;
    if (!memory) {
        return;
    }
    size_t *block = (size_t *)memory - 2, size = pages_of(*block);
    CHECK(mprotect(block, size, PROT_NONE) == 0);
    while (atomic_flag_test_and_set(&unmapped_lock)) {
    }
    size_t at = unmapped_next++ % UNMAPPED_BLOCKS;
    size_t *oldest = unmapped_blocks[at], oldest_size = unmapped_sizes[at];
    unmapped_blocks[at] = block;
    unmapped_sizes[at] = size;
    atomic_flag_clear(&unmapped_lock);
    CHECK(!oldest || munmap(oldest, oldest_size) == 0);
}

static inline void *unmapping_reallocate(void *context, void *memory, size_t size)
{
    void *moved = unmapping_allocate(context, size);
    if (moved && memory) {
        size_t old = ((size_t *)memory)[-2];
        memcpy(moved, memory, old < size ? old : size);
        unmapping_release(context, memory);
    }
    return moved;
}

static const iq_allocator unmapping_allocator = {
    sizeof unmapping_allocator, NULL, unmapping_allocate, unmapping_reallocate, unmapping_release,
};

#endif

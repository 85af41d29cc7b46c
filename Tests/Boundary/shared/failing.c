/*
 * failing.c - an allocator that fails on request: see failing.h.
 *
 *     [ size | owner ][ the library's bytes ... ]      16 bytes of head keep the alignment
 */
#include "failing.h"

#include "check.h"

#include <string.h>

typedef struct head {
    size_t size;
    uintptr_t owner; /* its own address, turned: a block that is not ours has another */
} head;

#define TURNED(block) (~(uintptr_t)(block))

static size_t bytes, blocks;
static uint64_t left; /* allocations that still succeed */
static bool armed, paused, permanent, failed;

static bool fails_now(void)
{
    if (!armed || paused || --left > 0) {
        return false;
    }
    failed = true;
    left = permanent ? 1 : UINT64_MAX;
    return true;
}

static head *owned(void *context, void *memory)
{
    CHECK(context == &blocks);
    head *block = (head *)memory - 1;
    CHECK(block->owner == TURNED(block));
    return block;
}

static void *adopt(head *block, size_t size)
{
    *block = (head){size, TURNED(block)};
    bytes += size;
    blocks++;
    return block + 1;
}

static void *allocate(void *context, size_t size)
{
    CHECK(context == &blocks && size > 0);
    if (fails_now()) {
        return NULL;
    }
    head *block = check_memory(malloc(sizeof *block + size));
    memset(block + 1, 0xa5, size);
    return adopt(block, size);
}

static void release(void *context, void *memory)
{
    if (memory) {
        head *block = owned(context, memory);
        bytes -= block->size;
        blocks--;
        memset(block, 0x5a, sizeof *block + block->size);
        free(block);
    }
}

static void *reallocate(void *context, void *memory, size_t size)
{
    CHECK(size > 0);
    if (fails_now()) {
        return NULL;
    }
    head *block = memory ? owned(context, memory) : NULL;
    head *moved = check_memory(malloc(sizeof *moved + size));
    if (block) {
        memcpy(moved + 1, block + 1, block->size < size ? block->size : size);
        release(context, memory);
    }
    return adopt(moved, size);
}

void failing_install(void)
{
    iq_allocator allocator = {sizeof allocator, &blocks, allocate, reallocate, release};
    CHECK_OK(iq_memory_set_allocator(&allocator));
}

void failing_arm(uint64_t nth, bool for_good)
{
    /* No scratch memory of earlier calls: it would take the place of allocations. */
    CHECK_OK(iq_memory_trim());
    armed = true;
    failed = false;
    left = nth;
    permanent = for_good;
}

void failing_pause(bool pauses)
{
    paused = pauses;
}

bool failing_disarm(void)
{
    armed = false;
    return failed;
}

size_t failing_bytes(void)
{
    return bytes;
}

size_t failing_blocks(void)
{
    return blocks;
}

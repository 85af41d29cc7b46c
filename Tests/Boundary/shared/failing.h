/*
 * failing.h - an allocator that fails on request, and that checks what it is asked for: never 0 bytes,
 * never an address that is not its own.
 */
#ifndef FAILING_H
#define FAILING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Hands the library this allocator; the first call of a program. */
void failing_install(void);

/* The `nth` allocation from now on fails, and, `for_good`, all after it. */
void failing_arm(uint64_t nth, bool for_good);
/* Between the two, allocations are neither counted nor fail. */
void failing_pause(bool pauses);
/* All succeed again; true if one has failed since failing_arm. */
bool failing_disarm(void);

/* Bytes and blocks that the library holds, as the allocator sees it. */
size_t failing_bytes(void);
size_t failing_blocks(void);

#endif

/* What the baselines share: arrays that are kept and only grow. */
#ifndef BASELINE_H
#define BASELINE_H

#include <stdlib.h>

static inline void *resized(void *memory, size_t count, size_t size) {
    memory = realloc(memory, count * size + 1);
    if (!memory) abort();
    return memory;
}

#define RESIZE(array, count) \
    ((array) = resized((array), (count), sizeof *(array)))

#endif

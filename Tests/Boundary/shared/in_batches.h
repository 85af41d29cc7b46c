/*
 * in_batches.h - a filter's function for one item as one for many: iq_filter.passes_batch.
 *
 *     IN_BATCHES(passes_batch, passes)
 */
#ifndef IN_BATCHES_H
#define IN_BATCHES_H

#include "check.h"

/* Answers the bits behind the last item, too, which are not read. */
static inline void in_batches(int (*passes)(void *, iq_key, const void *), void *context, size_t count,
                              const iq_key *keys, const void *const *models, uint64_t *answers)
{
    CHECK(count >= 1 && count <= 1024);
    for (size_t i = 0; i < (count + 63) / 64; i++) {
        CHECK(answers[i] == 0);
    }
    for (size_t i = 0; i < count; i++) {
        answers[i / 64] |= (uint64_t)(passes(context, keys[i], models[i]) != 0) << i % 64;
    }
    for (size_t i = count; i % 64 != 0; i++) {
        answers[i / 64] |= (uint64_t)1 << i % 64;
    }
}

#define IN_BATCHES(name, passes)                                                                                 \
    static void name(void *context, size_t count, const iq_key *keys, const void *const *models, uint64_t *answers) \
    {                                                                                                            \
        in_batches(passes, context, count, keys, models, answers);                                               \
    }

#endif

/*
 * derive.h - how a list is derived, as one number: the flags, and AS_FILTER, AS_SORTED or AS_GROUPED for its kind.
 */
#ifndef DERIVE_H
#define DERIVE_H

#include <iqlist.h>
#include <stdbool.h>

#define AS_FILTER 0x10000u
#define AS_SORTED 0x20000u
#define AS_GROUPED 0x40000u

static inline bool is_outline(uint32_t how)
{
    return !(how & (AS_FILTER | AS_SORTED | AS_GROUPED));
}

static inline bool is_ordered(uint32_t how)
{
    return how & (AS_SORTED | AS_GROUPED);
}

static inline iq_derive_options derive_options(uint32_t how)
{
    return (iq_derive_options){.struct_size = sizeof(iq_derive_options),
                               .kind = how & AS_FILTER    ? IQ_DERIVE_FILTER
                                       : how & AS_SORTED  ? IQ_DERIVE_SORTED
                                       : how & AS_GROUPED ? IQ_DERIVE_GROUPED
                                                          : IQ_DERIVE_OUTLINE,
                               .flags = how & ~(AS_FILTER | AS_SORTED | AS_GROUPED)};
}

#endif

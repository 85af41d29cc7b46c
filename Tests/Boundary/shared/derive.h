/*
 * derive.h - how a list is derived, as one number: the flags, and AS_FILTER where the kind is IQ_DERIVE_FILTER.
 */
#ifndef DERIVE_H
#define DERIVE_H

#include <iqlist.h>

#define AS_FILTER 0x10000u

static inline iq_derive_options derive_options(uint32_t how)
{
    return (iq_derive_options){.struct_size = sizeof(iq_derive_options),
                               .kind = how & AS_FILTER ? IQ_DERIVE_FILTER : IQ_DERIVE_OUTLINE,
                               .flags = how & ~AS_FILTER};
}

#endif

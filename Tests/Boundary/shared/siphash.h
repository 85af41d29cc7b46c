/*
 * siphash.h - SipHash-2-4 with 128 bits of output and a zero key (Aumasson and Bernstein, 2012), of which
 * the first 64: what encodings carry as their checksum. Written for the tests, byte by byte.
 */
#ifndef SIPHASH_H
#define SIPHASH_H

#include <stddef.h>
#include <stdint.h>

static inline void siphash_round(uint64_t v[4])
{
#define TURN(word, bits) ((word) << (bits) | (word) >> (64 - (bits)))
    v[0] += v[1], v[1] = TURN(v[1], 13) ^ v[0], v[0] = TURN(v[0], 32);
    v[2] += v[3], v[3] = TURN(v[3], 16) ^ v[2];
    v[0] += v[3], v[3] = TURN(v[3], 21) ^ v[0];
    v[2] += v[1], v[1] = TURN(v[1], 17) ^ v[2], v[2] = TURN(v[2], 32);
#undef TURN
}

static inline uint64_t siphash(const unsigned char *bytes, size_t length)
{
    uint64_t v[4] = {UINT64_C(0x736f6d6570736575), UINT64_C(0x646f72616e646f6d) ^ 0xee,
                     UINT64_C(0x6c7967656e657261), UINT64_C(0x7465646279746573)};
    uint64_t word = 0;
    for (size_t i = 0; i <= (length | 7); i++) {
        uint64_t byte = i < length ? bytes[i] : i == (length | 7) ? length & 255 : 0;
        word |= byte << (8 * (i % 8));
        if (i % 8 == 7) {
            v[3] ^= word;
            siphash_round(v), siphash_round(v);
            v[0] ^= word;
            word = 0;
        }
    }
    v[2] ^= 0xee;
    for (int i = 0; i < 4; i++) {
        siphash_round(v);
    }
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/* As 8 little-endian bytes. */
static inline void siphash_put(unsigned char *target, uint64_t value)
{
    for (int i = 0; i < 8; i++) {
        target[i] = (unsigned char)(value >> (8 * i));
    }
}

static inline int siphash_is(const unsigned char *wanted, const unsigned char *bytes, size_t length)
{
    unsigned char found[8];
    siphash_put(found, siphash(bytes, length));
    for (int i = 0; i < 8; i++) {
        if (found[i] != wanted[i]) {
            return 0;
        }
    }
    return 1;
}

#endif

/*
 * records.c - iq_hash_records gives what hashers give for the same fields, and when it refuses
 * it writes nothing.
 */
#include "check.h"
#include "host_memory.h"
#include "random.h"
#include "refused.h"

#include <string.h>

static const iq_key counting = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}};
static const char text[] = "Whatever is hashed here, its bytes and its length are what count, not its sense.";

/* A field on its way into a record: its type, and the bytes that follow. */
static size_t lay_out(unsigned char *to, unsigned char type, const void *bytes, size_t count)
{
    to[0] = type;
    memcpy(to + 1, bytes, count);
    return 1 + count;
}

/* Adds a field to the hasher, and its layout to `to`; answers the length of that. */
static size_t add_field(random_source *random, iq_hasher *hasher, unsigned char *to)
{
    const uint64_t word = random_next(random);
    const uint64_t length = random_below(random, 30);
    const double number = (double)(int64_t)word / 3;
    const unsigned char truth = word & 1;
    size_t head;
    switch (random_below(random, 8)) {
    case 0:
        CHECK_OK(iq_hasher_add_unsigned(hasher, word));
        return lay_out(to, 1, &word, 8);
    case 1:
        CHECK_OK(iq_hasher_add_signed(hasher, (int64_t)word));
        return lay_out(to, (int64_t)word < 0 ? 2 : 1, &word, 8);
    case 2:
        CHECK_OK(iq_hasher_add_double(hasher, number));
        return lay_out(to, 3, &number, 8);
    case 3:
        CHECK_OK(iq_hasher_add_bytes(hasher, text + word % 50, length));
        head = lay_out(to, 4, &length, 8);
        memcpy(to + head, text + word % 50, length);
        return head + length;
    case 4:
        CHECK_OK(iq_hasher_add_string(hasher, text + word % 50, length));
        head = lay_out(to, 5, &length, 8);
        memcpy(to + head, text + word % 50, length);
        return head + length;
    case 5:
        CHECK_OK(iq_hasher_add_key(hasher, counting));
        return lay_out(to, 6, &counting, sizeof counting);
    case 6:
        CHECK_OK(iq_hasher_add_bool(hasher, truth));
        return lay_out(to, 7, &truth, 1);
    default:
        CHECK_OK(iq_hasher_add_nothing(hasher));
        return lay_out(to, 8, "", 0);
    }
}

/* Records laid out by hand give what hashers give for their fields. */
static void check_records(uint64_t seed)
{
    enum { RECORDS = 8, LONGEST = 4 * 40 };
    check_seed = seed;
    random_source random = {seed};
    iq_hasher hashers[RECORDS];
    unsigned char fields[RECORDS * LONGEST];
    size_t ends[RECORDS], length = 0, count = random_below(&random, RECORDS + 1);
    for (size_t i = 0; i < count; i++) {
        CHECK_OK(iq_hasher_init(&hashers[i]));
        for (size_t left = random_below(&random, 5); left > 0; left--) {
            length += add_field(&random, &hashers[i], fields + length);
        }
        ends[i] = length;
    }
    iq_key keys[RECORDS + 1], key;
    uint64_t contents[RECORDS + 1], content;
    memset(keys, 7, sizeof keys);
    memset(contents, 7, sizeof contents);
    CHECK_OK(iq_hash_records(fields, length, ends, count, keys, NULL));
    CHECK_OK(iq_hash_records(fields, length, ends, count, NULL, contents));
    for (size_t i = 0; i < count; i++) {
        CHECK_OK(iq_hasher_get_key(&hashers[i], &key));
        CHECK_OK(iq_hasher_get_content(&hashers[i], &content));
        CHECK(memcmp(&keys[i], &key, sizeof key) == 0);
        CHECK(contents[i] == content);
    }
    CHECK(keys[count].bytes[0] == 7 && contents[count] == UINT64_C(0x0707070707070707));
}

/* Whatever is refused, nothing is written. Of no record, nothing is read. */
static void check_refused_records(void)
{
    const size_t forth[] = {3, 5}, back[] = {3, 2}, beyond[] = {3, 6}, nowhere[] = {3, SIZE_MAX};
    const size_t none[] = {0, 0};
    iq_key keys[2] = {counting, counting};
    uint64_t contents[2] = {5, 5};
    CHECK_REFUSED(iq_hash_records("12345", SIZE_MAX, forth, 2, keys, contents), IQ_ERROR_ARGUMENT, 2);
    CHECK_REFUSED(iq_hash_records("12345", 5, forth, SIZE_MAX, keys, contents), IQ_ERROR_ARGUMENT, 4);
    CHECK_REFUSED(iq_hash_records("12345", 5, back, 2, keys, contents), IQ_ERROR_RANGE, 3);
    CHECK_REFUSED(iq_hash_records("12345", 5, beyond, 2, keys, contents), IQ_ERROR_RANGE, 3);
    CHECK_REFUSED(iq_hash_records("12345", 5, nowhere, 2, keys, contents), IQ_ERROR_RANGE, 3);
    CHECK_OK(iq_hash_records(NULL, 0, NULL, 0, keys, contents));
    CHECK_OK(iq_hash_records("12345", 5, forth, 2, NULL, NULL));
    for (size_t i = 0; i < 2; i++) {
        CHECK(memcmp(&keys[i], &counting, sizeof counting) == 0 && contents[i] == 5);
    }
    CHECK_OK(iq_hash_records(NULL, 0, none, 2, keys, contents));
    iq_hasher hasher;
    CHECK_OK(iq_hasher_init(&hasher));
    CHECK_OK(iq_hasher_get_key(&hasher, &keys[0]));
    CHECK(memcmp(&keys[0], &keys[1], sizeof keys[0]) == 0);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    check_refused_records();
    uint64_t first = check_first_seed(1);
    for (uint64_t seed = first; seed < first + check_scaled(1000); seed++) {
        check_records(seed);
    }
    return 0;
}

/*
 * overlong_numbers.c - bytes have one encoding: a number with more bytes than it needs is refused. Every byte of the
 * golden files that can end a number is written as two in turn,
 *
 *     05  ─►  85 00
 *
 * and the envelope made good again. What is still accepted (the byte was no number, and means something else
 * now) is encoded as it was read, byte by byte.
 */
#include "check.h"
#include "host_memory.h"
#include "siphash.h"

#include <stdbool.h>
#include <string.h>

enum { CHECKSUM = 8, LENGTH = 16, NAMES = 24, HEADER = 32, MOST = 1 << 16 };

typedef struct bytes {
    size_t length;
    unsigned char at[MOST];
} bytes;

static void read_file(bytes *self, const char *path)
{
    check_case = path;
    FILE *file = check_memory(fopen(path, "rb"));
    self->length = fread(self->at, 1, MOST, file);
    CHECK(self->length > HEADER && self->length < MOST - 1);
    fclose(file);
}

static uint64_t read_word(const unsigned char *source)
{
    uint64_t word = 0;
    for (int i = 0; i < 8; i++) {
        word |= (uint64_t)source[i] << (8 * i);
    }
    return word;
}

/* A copy in which the byte at `offset` is two; all that the header says of the bytes holds. */
static void lengthen(bytes *self, const bytes *from, size_t offset)
{
    memcpy(self->at, from->at, offset);
    self->at[offset] = from->at[offset] | 128;
    self->at[offset + 1] = 0;
    memcpy(self->at + offset + 2, from->at + offset + 1, from->length - offset - 1);
    self->length = from->length + 1;
    siphash_put(self->at + LENGTH, self->length);
    uint64_t names = read_word(from->at + NAMES);
    siphash_put(self->at + NAMES, names + (offset < names));
    siphash_put(self->at + CHECKSUM, siphash(self->at + 16, self->length - 16));
}

static bytes made;

/* Whether the bytes are refused. */
static bool is_refused_snapshot(const bytes *encoded)
{
    iq_snapshot *snapshot;
    iq_status status = iq_snapshot_decode(encoded->at, encoded->length, NULL, &snapshot);
    if (status != IQ_OK) {
        CHECK(status == IQ_ERROR_FORMAT || status == IQ_ERROR_NOT_FOUND);
        return true;
    }
    CHECK_OK(iq_snapshot_encode(snapshot, made.at, MOST, &made.length));
    iq_snapshot_destroy(snapshot);
    return false;
}

static bool is_refused_changeset(const bytes *encoded)
{
    iq_changeset *changes;
    iq_status status = iq_changeset_decode(encoded->at, encoded->length, NULL, &changes);
    if (status != IQ_OK) {
        CHECK(status == IQ_ERROR_FORMAT || status == IQ_ERROR_NOT_FOUND);
        return true;
    }
    CHECK_OK(iq_changeset_encode(changes, made.at, MOST, &made.length));
    iq_changeset_destroy(changes);
    return false;
}

static void check_file(const char *path, bool (*is_refused)(const bytes *))
{
    static bytes golden, longer;
    size_t refused = 0, tried = 0;
    read_file(&golden, path);
    CHECK(!is_refused(&golden));
    for (size_t offset = HEADER; offset < golden.length; offset++) {
        if (golden.at[offset] > 127) {
            continue;
        }
        check_seed = offset;
        lengthen(&longer, &golden, offset);
        tried++;
        if (is_refused(&longer)) {
            refused++;
            continue;
        }
        CHECK(made.length == longer.length && memcmp(made.at, longer.at, made.length) == 0);
    }
    CHECK(refused > tried / 2);
}

int main(void)
{
    iq_class_options options = {.struct_size = sizeof options, .name = "golden/row"};
    iq_class cell_class;
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    CHECK_OK(iq_class_create(&options, &cell_class));
    check_file("Tests/Boundary/golden/1-before.snapshot", is_refused_snapshot);
    check_file("Tests/Boundary/golden/1-after.snapshot", is_refused_snapshot);
    check_file("Tests/Boundary/golden/1.changeset", is_refused_changeset);
    return 0;
}

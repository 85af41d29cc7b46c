/*
 * decode.c - encodings written by hand: a few bytes that speak of as many items as there can be, limits for
 * those who decode them, and keys whose occurrences have different marks.
 */
#include "check.h"
#include "refused.h"
#include "siphash.h"

#include <stdbool.h>
#include <string.h>

/* As much as any call here may have in hand; an array by n would be larger. */
#define ENOUGH (1024 * 1024)

static size_t largest;

static void *allocate(void *context, size_t size)
{
    (void)context;
    largest = size > largest ? size : largest;
    return size > ENOUGH ? NULL : malloc(size);
}

static void *reallocate(void *context, void *memory, size_t size)
{
    (void)context;
    largest = size > largest ? size : largest;
    return size > ENOUGH ? NULL : realloc(memory, size);
}

static void release(void *context, void *memory)
{
    (void)context;
    free(memory);
}

typedef struct writer {
    unsigned char at[512];
    size_t length;
} writer;

static void byte(writer *self, unsigned value)
{
    CHECK(self->length < sizeof self->at);
    self->at[self->length++] = (unsigned char)value;
}

static void number(writer *self, uint64_t value)
{
    for (; value > 127; value >>= 7) {
        byte(self, (unsigned)(value & 127) | 128);
    }
    byte(self, (unsigned)value);
}

static void key(writer *self, uint64_t value)
{
    iq_key made = iq_key_from_u64(value);
    memcpy(self->at + self->length, made.bytes, sizeof made.bytes);
    self->length += sizeof made.bytes;
}

static void word_at(writer *self, size_t offset, uint64_t value)
{
    for (size_t i = 0; i < 8; i++) {
        self->at[offset + i] = (unsigned char)(value >> (8 * i));
    }
}

static writer begin(unsigned kind)
{
    static const unsigned char magic[] = {0x49, 0x51, 0x4c, 0x9d, 1};
    writer made = {.length = 32};
    memcpy(made.at, magic, sizeof magic);
    made.at[5] = (unsigned char)kind;
    return made;
}

static void finish(writer *self)
{
    word_at(self, 16, self->length);
    word_at(self, 24, self->length);
    word_at(self, 8, siphash(self->at + 16, self->length - 16));
}

/* Sections of `items` each, that all stay as they are. */
static writer kept(uint64_t sections, uint64_t items, uint64_t run)
{
    writer made = begin(2);
    byte(&made, 0);
    number(&made, 0);
    number(&made, 0);
    number(&made, sections);
    for (uint64_t s = 0; s < sections; s++) {
        key(&made, s);
        number(&made, items);
    }
    number(&made, sections);
    for (uint64_t s = 0; s < sections; s++) {
        number(&made, 1);
        number(&made, 0);
    }
    number(&made, 0);
    number(&made, sections);
    for (uint64_t s = 0; s < sections; s++) {
        number(&made, 0);
        number(&made, 0);
        number(&made, run);
    }
    for (int nothing = 0; nothing < 4; nothing++) {
        number(&made, 0);
    }
    finish(&made);
    return made;
}

static iq_status decode(const writer *bytes, const iq_decode_options *options, iq_changeset **changes)
{
    *changes = NULL;
    return iq_changeset_decode(bytes->at, bytes->length, options, changes);
}

static void use(const iq_changeset *changes)
{
    const iq_change *ranges;
    const iq_splice *splices;
    size_t count, length;
    char text[256];
    iq_changeset *inverse = NULL, *both = NULL;
    CHECK_OK(iq_changeset_get_batch(changes, &ranges, &count));
    CHECK(count == 0);
    CHECK_OK(iq_changeset_get_steps(changes, 0, &ranges, &count));
    CHECK_OK(iq_changeset_get_splices(changes, 0, &splices, &count));
    CHECK_OK(iq_changeset_dump(changes, text, sizeof text, &length));
    CHECK_OK(iq_changeset_encode(changes, text, sizeof text, &length));
    CHECK_OK(iq_changeset_invert(changes, &inverse));
    CHECK_OK(iq_changeset_compose(changes, inverse, &both));
    iq_changeset_destroy(both);
    iq_changeset_destroy(inverse);
}

/* 73 bytes speak of as many items as there can be. None of it takes memory for them, but a map. */
static void check_many_kept(void)
{
    writer bytes = kept(1, IQ_MAX_ITEMS, IQ_MAX_ITEMS);
    CHECK(bytes.length == 73);
    iq_changeset *changes;
    CHECK_OK(decode(&bytes, NULL, &changes));
    iq_summary summary = {.struct_size = sizeof summary};
    CHECK_OK(iq_changeset_get_summary(changes, &summary));
    CHECK(summary.items_before == IQ_MAX_ITEMS && summary.items_after == IQ_MAX_ITEMS);
    use(changes);
    static const uint32_t items[] = {0, 1, 77777777, IQ_MAX_ITEMS - 1};
    for (iq_side side = IQ_BEFORE; side <= IQ_AFTER; side++) {
        for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
            iq_position position = {0, items[i]}, other;
            char text[64];
            size_t length;
            CHECK_OK(iq_changeset_map_position(changes, side, position, &other));
            CHECK(other.section == 0 && other.item == items[i]);
            CHECK_OK(iq_changeset_explain(changes, side, position, text, sizeof text, &length));
            CHECK(strncmp(text, "unchanged 0:", 12) == 0);
        }
        CHECK(largest <= ENOUGH);
        iq_position beyond = {0, IQ_MAX_ITEMS};
        CHECK_STATUS(iq_changeset_map_position(changes, side, beyond, &beyond), IQ_ERROR_RANGE);
        CHECK(strstr(last_error().message, "position 0:2147483646") && last_error().argument == 3);
        const uint32_t *map;
        size_t count;
        CHECK_REFUSED(iq_changeset_get_map(changes, side, &map, &count), IQ_ERROR_NO_MEMORY, 0);
        CHECK(strstr(last_error().message, "parameter") == NULL);
        largest = 0;
    }
    iq_changeset_destroy(changes);
}

/* One item more than a list can hold is as much too much as any more. */
static void check_more_than_a_list(void)
{
    static const uint64_t items[] = {UINT64_C(0x7fffffff), UINT64_C(0xffffffff), UINT64_C(0x100000000),
                                     UINT64_C(1) << 63, UINT64_MAX};
    iq_changeset *changes;
    for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
        writer bytes = kept(1, items[i], 1);
        CHECK_REFUSED(decode(&bytes, NULL, &changes), IQ_ERROR_LIMIT, 0);
    }
    writer bytes = kept(2, IQ_MAX_ITEMS / 2 + 1, 1);
    CHECK_REFUSED(decode(&bytes, NULL, &changes), IQ_ERROR_LIMIT, 0);
    /* After alone: nothing there before, an inserted section of too many. */
    for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
        bytes = begin(2);
        byte(&bytes, 0);
        number(&bytes, 0);
        number(&bytes, 0);
        number(&bytes, 0);
        number(&bytes, 1);
        number(&bytes, 0);
        key(&bytes, 1);
        number(&bytes, items[i]);
        finish(&bytes);
        CHECK_REFUSED(decode(&bytes, NULL, &changes), IQ_ERROR_LIMIT, 0);
    }
}

static void check_options(void)
{
    writer bytes = kept(3, 100, 100);
    iq_changeset *changes;
    for (size_t items = 299; items <= 301; items++) {
        for (size_t sections = 2; sections <= 4; sections++) {
            iq_decode_options options = {sizeof options, items, sections};
            iq_status wanted = items >= 300 && sections >= 3 ? IQ_OK : IQ_ERROR_LIMIT;
            CHECK_STATUS(decode(&bytes, &options, &changes), wanted);
            CHECK((changes != NULL) == (wanted == IQ_OK));
            iq_changeset_destroy(changes);
        }
    }
    static const iq_decode_options bad[] = {{sizeof bad[0], (size_t)IQ_MAX_ITEMS + 1, 0},
                                            {sizeof bad[0], SIZE_MAX, 0},
                                            {sizeof bad[0], 0, IQ_MAX_SECTIONS + 1},
                                            {sizeof bad[0], 0, SIZE_MAX}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK_REFUSED(decode(&bytes, &bad[i], &changes), IQ_ERROR_ARGUMENT, 3);
    }
    iq_decode_options most = {sizeof most, IQ_MAX_ITEMS, IQ_MAX_SECTIONS};
    CHECK_OK(decode(&bytes, &most, &changes));
    iq_changeset_destroy(changes);
}

/* Sections of two items each, the keys as given, each item with a mark of its own. */
static void check_marks(bool scoped, const uint64_t keys[4], const unsigned marks[4], iq_status wanted)
{
    writer bytes = begin(1);
    byte(&bytes, scoped);
    number(&bytes, 2);
    for (size_t s = 0; s < 2; s++) {
        bool marked = marks[2 * s] || marks[2 * s + 1];
        key(&bytes, 50 + s);
        byte(&bytes, marked ? 4 | 8 : 4);
        number(&bytes, 2);
        key(&bytes, keys[2 * s]);
        key(&bytes, keys[2 * s + 1]);
        byte(&bytes, 0);
        size_t row = marks[2 * s] == marks[2 * s + 1] ? 2 : 1;
        for (size_t i = 0; i < 2 && marked; i += row) {
            number(&bytes, marks[2 * s + i]);
            number(&bytes, row);
        }
    }
    finish(&bytes);
    iq_snapshot_options options = {.struct_size = sizeof options};
    options.duplicates = scoped ? IQ_DUPLICATES_SCOPE : IQ_DUPLICATES_REFUSE;
    iq_snapshot *snapshot = NULL;
    CHECK_STATUS(iq_snapshot_decode(bytes.at, bytes.length, &options, &snapshot), wanted);
    if (wanted == IQ_OK) {
        unsigned char again[512];
        size_t length;
        CHECK_OK(iq_snapshot_encode(snapshot, again, sizeof again, &length));
        CHECK(length == bytes.length && memcmp(again, bytes.at, length) == 0);
    }
    iq_snapshot_destroy(snapshot);
}

/* All occurrences of a key have one mark: every pair of marks, of keys that are equal and that are not. */
static void check_all_marks(void)
{
    static const uint64_t keys[][4] = {{1, 2, 3, 4}, {1, 1, 3, 4}, {1, 2, 1, 4}, {1, 2, 3, 1}, {1, 1, 1, 4}};
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        for (unsigned pattern = 0; pattern < 2 * 81; pattern++) {
            unsigned marks[4], rest = pattern / 2;
            bool scoped = pattern % 2, differ = false;
            for (size_t i = 0; i < 4; i++) {
                marks[i] = rest % 3;
                rest /= 3;
                for (size_t j = 0; j < i; j++) {
                    bool same = keys[k][i] == keys[k][j] && (!scoped || i / 2 == j / 2);
                    differ |= same && marks[i] != marks[j];
                }
            }
            check_marks(scoped, keys[k], marks, differ ? IQ_ERROR_FORMAT : IQ_OK);
        }
    }
}

int main(void)
{
    iq_allocator allocator = {sizeof allocator, NULL, allocate, reallocate, release};
    CHECK_OK(iq_memory_set_allocator(&allocator));
    check_many_kept();
    check_more_than_a_list();
    check_options();
    check_all_marks();
    return 0;
}

/*
 * decode.c - libFuzzer harness: bytes go into both decoders. Whatever is taken is encoded again to the
 * same bytes, reported in every dialect, inverted, composed, diffed and applied; and no input takes more than
 * a small multiple of its length in memory.
 *
 *     byte 0     bit 0: a changeset; bit 1: as it comes, header and all; bit 2: scoped keys wanted; bits 3 and
 *                4: the format version less 1
 *     byte 1     how many bytes at the end are names
 *     then       what follows the header, which is made here with the right length and checksum
 */
#include "../Boundary/shared/check.h"
#include "../Boundary/shared/siphash.h"
#include "../Boundary/shared/counting_allocator.h"

#include <stdbool.h>
#include <string.h>

#define HEADER 32
#define LONGEST 4096
/* The most that an input of so many bytes may take, beside what any takes. */
#define MULTIPLE 64
#define FIXED 32768
/* With more items, what costs something for each of them is left out. */
#define MANY 100000

static iq_snapshot *before; /* A[1 2 3] B[4 5], as in bindings/FORMAT.md */

static void append(iq_snapshot *snapshot, uint64_t section, uint64_t first, size_t count)
{
    iq_key key = iq_key_from_u64(section);
    CHECK_OK(iq_snapshot_append_sections(snapshot, &key, 1));
    for (size_t i = 0; i < count; i++) {
        iq_key item = iq_key_from_u64(first + i);
        uint64_t content = first + i == 4 ? 7 : 0;
        iq_columns columns = {.struct_size = sizeof columns, .count = 1, .keys = &item, .contents = &content};
        CHECK_OK(iq_snapshot_append_items(snapshot, NULL, &columns));
    }
}

static void prepare(void)
{
    if (before) {
        return;
    }
    CHECK_OK(iq_memory_set_allocator(&counting_allocator));
    iq_class_options options = {.struct_size = sizeof options, .name = "golden/row"};
    iq_class cell_class;
    CHECK_OK(iq_class_create(&options, &cell_class));
    CHECK_OK(iq_snapshot_create(NULL, &before));
    append(before, 16, 1, 3);
    append(before, 17, 4, 2);
    /* Its index is made once, and stays. */
    iq_position position;
    CHECK_OK(iq_snapshot_find_position(before, NULL, iq_key_from_u64(1), &position));
}

/* Asked of any encoder: the bytes of what was decoded from `bytes` are those bytes. */
#define CHECK_ENCODES(encode, object, bytes, length)                       \
    do {                                                                   \
        size_t needed_;                                                    \
        unsigned char *again_ = check_memory(malloc((length) + 1));        \
        CHECK_OK(encode(object, again_, (length), &needed_));              \
        CHECK(needed_ == (length) && memcmp(again_, bytes, length) == 0);  \
        free(again_);                                                      \
    } while (0)

static void use_snapshot(iq_snapshot *snapshot, const unsigned char *bytes, size_t length, bool scoped)
{
    size_t items, needed;
    iq_key nowhere = {{0}};
    iq_position position;
    char text[256];
    CHECK_OK(iq_snapshot_get_count(snapshot, NULL, &items));
    CHECK_OK(iq_snapshot_dump(snapshot, text, sizeof text, &needed));
    iq_status status = iq_snapshot_find_position(snapshot, &nowhere, nowhere, &position);
    CHECK(status == IQ_OK || status == IQ_ERROR_NOT_FOUND || status == IQ_ERROR_DUPLICATE);
    if (status == IQ_ERROR_DUPLICATE) {
        return; /* marks are by key, and so of both */
    }
    CHECK_ENCODES(iq_snapshot_encode, snapshot, bytes, length);
    iq_update_options options = {.struct_size = sizeof options, .flags = IQ_UPDATE_PAYLOAD | IQ_UPDATE_VERIFY};
    iq_list_options kind = {.struct_size = sizeof kind};
    kind.duplicates = scoped ? IQ_DUPLICATES_SCOPE : IQ_DUPLICATES_REFUSE;
    iq_list *list;
    iq_changeset *changes;
    CHECK_OK(iq_list_create(&kind, &list));
    CHECK_OK(iq_list_apply(list, snapshot, &options, &changes));
    CHECK_OK(iq_changeset_encode(changes, NULL, 0, &needed));
    iq_changeset_destroy(changes);
    iq_list_destroy(list);
    if (!scoped) {
        const iq_diff_options diffed = {.struct_size = sizeof diffed, .flags = IQ_DIFF_PAYLOAD | IQ_DIFF_VERIFY};
        CHECK_OK(iq_diff(before, snapshot, &diffed, &changes));
        iq_snapshot *copy;
        CHECK_OK(iq_snapshot_copy(before, &copy));
        CHECK_OK(iq_changeset_apply(changes, copy));
        iq_snapshot_destroy(copy);
        iq_changeset_destroy(changes);
    }
}

static void use_changeset(iq_changeset *changes, const unsigned char *bytes, size_t length)
{
    CHECK_ENCODES(iq_changeset_encode, changes, bytes, length);
    iq_summary summary = {.struct_size = sizeof summary};
    CHECK_OK(iq_changeset_get_summary(changes, &summary));
    const iq_change *reported;
    const iq_splice *splices;
    const uint32_t *map;
    size_t count;
    char text[256];
    CHECK_OK(iq_changeset_get_batch(changes, &reported, &count));
    CHECK_OK(iq_changeset_get_steps(changes, 0, &reported, &count));
    CHECK_OK(iq_changeset_get_steps(changes, IQ_STEPS_FLAT, &reported, &count));
    CHECK_OK(iq_changeset_get_splices(changes, 0, &splices, &count));
    CHECK_OK(iq_changeset_get_splices(changes, IQ_SPLICES_WITHOUT_UPDATES, &splices, &count));
    CHECK_OK(iq_changeset_dump(changes, text, sizeof text, &count));
    if (summary.items_before < MANY && summary.items_after < MANY) {
        CHECK_OK(iq_changeset_get_steps(changes, IQ_STEPS_SINGLE, &reported, &count));
        CHECK_OK(iq_changeset_get_steps(changes, IQ_STEPS_FLAT | IQ_STEPS_SINGLE, &reported, &count));
        CHECK_OK(iq_changeset_get_map(changes, IQ_BEFORE, &map, &count));
        CHECK_OK(iq_changeset_get_map(changes, IQ_AFTER, &map, &count));
        for (uint32_t i = 0; i < 4; i++) {
            iq_position place = {i & 1, i >> 1}, other;
            iq_changeset_map_position(changes, i & 1, place, &other);
            iq_changeset_explain(changes, i & 1, place, text, sizeof text, &count);
        }
    }
    iq_changeset *inverse, *again, *both;
    CHECK_OK(iq_changeset_invert(changes, &inverse));
    CHECK_OK(iq_changeset_invert(inverse, &again));
    CHECK_ENCODES(iq_changeset_encode, again, bytes, length);
    CHECK_OK(iq_changeset_compose(changes, inverse, &both));
    iq_snapshot *copy;
    CHECK_OK(iq_snapshot_copy(before, &copy));
    if (iq_changeset_apply(changes, copy) == IQ_OK) {
        CHECK_OK(iq_changeset_apply(inverse, copy));
    }
    iq_snapshot_destroy(copy);
    iq_changeset_destroy(inverse);
    iq_changeset_destroy(again);
    iq_changeset_destroy(both);
}

static void check_status_of(iq_status status)
{
    static const iq_status refusals[] = {IQ_ERROR_FORMAT, IQ_ERROR_NOT_FOUND, IQ_ERROR_DUPLICATE,
                                         IQ_ERROR_SCOPE, IQ_ERROR_LIMIT};
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        if (status == refusals[i]) {
            return;
        }
    }
    CHECK_OK(status);
}

/* Any bytes at all, which hold an encoding or do not. */
static void decode(const unsigned char *bytes, size_t length, uint8_t flags)
{
    bool scoped = flags & 4;
    iq_snapshot_options options = {.struct_size = sizeof options};
    options.duplicates = scoped ? IQ_DUPLICATES_SCOPE : IQ_DUPLICATES_REFUSE;
    iq_snapshot *snapshot = NULL;
    iq_changeset *changes = NULL;
    CHECK_OK(iq_memory_trim());
    size_t start = counted_bytes.most = counted_bytes.held;
    iq_status status = flags & 1 ? iq_changeset_decode(bytes, length, NULL, &changes)
                                 : iq_snapshot_decode(bytes, length, &options, &snapshot);
    CHECK(counted_bytes.most - start <= FIXED + MULTIPLE * length);
    check_status_of(status);
    if (snapshot) {
        use_snapshot(snapshot, bytes, length, scoped);
    }
    if (changes) {
        use_changeset(changes, bytes, length);
    }
    iq_snapshot_destroy(snapshot);
    iq_changeset_destroy(changes);
    CHECK_OK(iq_memory_trim());
    CHECK(counted_bytes.held == start);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size < 2 || size > LONGEST) {
        return 0;
    }
    prepare();
    size_t body = size - 2, length = HEADER + body;
    unsigned char *made = check_memory(malloc(length));
    if (bytes[0] & 2) {
        /* Of its own memory, so that a read beyond the end shows. */
        unsigned char *raw = check_memory(malloc(body + 1));
        memcpy(raw, bytes + 2, body);
        raw = check_memory(realloc(raw, body ? body : 1));
        decode(raw, body, bytes[0]);
        free(raw);
    } else {
        memcpy(made, "IQL\x9d\1", 5);
        made[4] = (unsigned char)(1 + (bytes[0] >> 3 & 3));
        memset(made + 5, 0, 3);
        made[5] = bytes[0] & 1 ? 2 : 1;
        siphash_put(made + 16, length);
        siphash_put(made + 24, length - (bytes[1] <= body ? bytes[1] : body));
        memcpy(made + HEADER, bytes + 2, body);
        siphash_put(made + 8, siphash(made + 16, length - 16));
        decode(made, length, bytes[0]);
    }
    free(made);
    return 0;
}

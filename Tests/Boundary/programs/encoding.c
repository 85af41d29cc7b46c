/*
 * encoding.c - encodings at the boundary: the examples of bindings/FORMAT.md, golden files that today's
 * encoder is held to byte by byte, random lists that travel, and what bytes may cost in memory.
 *
 * IQ_WRITE_GOLDEN=1 writes the golden files anew: only for a new version of the format.
 */
#include "arrange.h"
#include "check.h"
#include "digest.h"
#include "feed.h"
#include "refused.h"
#include "show.h"
#include "siphash.h"
#include "counting_allocator.h"

#include <ctype.h>
#include <string.h>

typedef struct bytes {
    unsigned char *at;
    size_t length;
} bytes;

static bytes encode_snapshot(const iq_snapshot *snapshot)
{
    bytes made = {0};
    CHECK_OK(iq_snapshot_encode(snapshot, NULL, 0, &made.length));
    made.at = check_memory(calloc(1, made.length));
    size_t length;
    CHECK_OK(iq_snapshot_encode(snapshot, made.at, made.length - 1, &length));
    CHECK(length == made.length);
    CHECK_STATUS(iq_snapshot_decode(made.at, made.length, NULL, &(iq_snapshot *){NULL}), IQ_ERROR_FORMAT);
    CHECK_OK(iq_snapshot_encode(snapshot, made.at, made.length, &length));
    CHECK(length == made.length);
    return made;
}

static bytes encode_changeset(const iq_changeset *changeset)
{
    bytes made = {0};
    CHECK_OK(iq_changeset_encode(changeset, NULL, 0, &made.length));
    made.at = check_memory(malloc(made.length));
    CHECK_OK(iq_changeset_encode(changeset, made.at, made.length, &made.length));
    return made;
}

static void same(bytes a, bytes b)
{
    CHECK(a.length == b.length && memcmp(a.at, b.at, a.length) == 0);
    free(b.at);
}

static bytes read_file(const char *path)
{
    check_case = path;
    FILE *file = check_memory(fopen(path, "rb"));
    bytes read = {check_memory(malloc(1 << 20)), 0};
    read.length = fread(read.at, 1, 1 << 20, file);
    fclose(file);
    return read;
}

static iq_changeset *difference(const iq_snapshot *before, const iq_snapshot *after)
{
    iq_diff_options options = {.struct_size = sizeof options, .flags = IQ_DIFF_PAYLOAD};
    iq_changeset *changes;
    CHECK_OK(iq_diff(before, after, &options, &changes));
    return changes;
}

/* ---- the page ---------------------------------------------------------- */

/* The bytes at the beginning of each line of a fenced block: two digits each, one space between. */
static bytes read_block(const char **page)
{
    const char *line = strstr(*page, "```hex\n");
    bytes block = {check_memory(malloc(1 << 12)), 0};
    CHECK(line != NULL);
    for (line += 7; strncmp(line, "```", 3) != 0; line = strchr(line, '\n') + 1) {
        const char *at = line;
        for (; isxdigit((unsigned char)at[0]) && isxdigit((unsigned char)at[1]); at += 3) {
            block.at[block.length++] = (unsigned char)strtoul((char[]){at[0], at[1], 0}, NULL, 16);
            if (at[2] != ' ') {
                break;
            }
        }
    }
    *page = line;
    return block;
}

static iq_snapshot *example(const uint64_t *numbers, size_t count)
{
    /* section, items, then key and content of each */
    model made = {0};
    for (size_t i = 0; i < count;) {
        model_insert_section(&made, made.count, iq_key_from_u64(numbers[i]));
        size_t items = numbers[i + 1];
        i += 2;
        for (size_t n = 0; n < items; n++, i += 2) {
            model_item item = {.key = iq_key_from_u64(numbers[i]), .content = numbers[i + 1]};
            model_insert_item(&made, (model_place){made.count - 1, n}, item);
        }
    }
    iq_snapshot *snapshot = feed_snapshot(&made, NULL, FEED_PACKED);
    model_clear(&made);
    return snapshot;
}

static void check_page(void)
{
    bytes file = read_file("bindings/FORMAT.md");
    file.at[file.length] = 0;
    const char *page = (const char *)file.at;
    bytes first = read_block(&page), second = read_block(&page);

    /* By another hand than the library's. */
    CHECK(siphash_is(first.at + 8, first.at + 16, first.length - 16));
    CHECK(siphash_is(second.at + 8, second.at + 16, second.length - 16));

    iq_snapshot *decoded, *wanted = example((const uint64_t[]){16, 2, 1, 42, 2, 7}, 6);
    CHECK_OK(iq_snapshot_decode(first.at, first.length, NULL, &decoded));
    CHECK(digest_snapshot(decoded) == digest_snapshot(wanted));
    same(first, encode_snapshot(wanted));
    iq_snapshot_destroy(decoded);
    iq_snapshot_destroy(wanted);

    iq_snapshot *before = example((const uint64_t[]){16, 3, 1, 0, 2, 0, 3, 0, 17, 2, 4, 7, 5, 0}, 14);
    iq_snapshot *after = example((const uint64_t[]){17, 2, 5, 0, 4, 8, 16, 3, 1, 0, 3, 0, 6, 9}, 14);
    iq_changeset *changes;
    CHECK_OK(iq_changeset_decode(second.at, second.length, NULL, &changes));
    CHECK_OK(iq_changeset_apply(changes, before));
    CHECK(digest_snapshot(before) == digest_snapshot(after));
    same(second, encode_changeset(changes));
    iq_changeset_destroy(changes);
    iq_snapshot_destroy(before);
    iq_snapshot_destroy(after);
    free(first.at);
    free(second.at);
    free(file.at);
}

/* ---- golden files ------------------------------------------------------ */

/* Two arrangements with everything that a snapshot can hold: marks, elements and a class. */
static void golden_models(model *before, model *after, iq_class cell_class, bool levels)
{
    random_source random = {levels ? 24 : 20};
    arrangement from = {.random = &random, .sections = 5, .items = 40, .levels = levels};
    arrange_new(&from, before);
    arrange_change(&from, before, ARRANGE_ELEMENTS);
    for (size_t s = 0; s < before->count; s++) {
        for (size_t i = 0; i < before->sections[s].count; i += 2) {
            before->sections[s].items[i].cell_class = cell_class;
        }
    }
    model_copy(after, before);
    static const arrange_shape shapes[] = {ARRANGE_FEW, ARRANGE_SECTIONS, ARRANGE_ACROSS, ARRANGE_ELEMENTS,
                                           ARRANGE_FEW};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        arrange_change(&from, after, shapes[i]);
    }
    arrange_marks(&from, after);
}

/* By the version of the format that they have. */
static const char *const golden_names[][3] = {
    {"Tests/Boundary/golden/1-before.snapshot", "Tests/Boundary/golden/1-after.snapshot",
     "Tests/Boundary/golden/1.changeset"},
    {"Tests/Boundary/golden/3-before.snapshot", "Tests/Boundary/golden/3-after.snapshot",
     "Tests/Boundary/golden/3.changeset"},
};
static const unsigned char golden_versions[] = {1, 3};

static void write_file(const char *path, bytes made)
{
    FILE *file = check_memory(fopen(path, "wb"));
    CHECK(fwrite(made.at, 1, made.length, file) == made.length);
    CHECK(fclose(file) == 0);
    free(made.at);
}

static void write_golden(iq_class cell_class, size_t which)
{
    model before = {0}, after = {0};
    golden_models(&before, &after, cell_class, golden_versions[which] == 3);
    iq_snapshot *old = feed_snapshot(&before, NULL, FEED_PACKED);
    iq_snapshot *new = feed_snapshot(&after, NULL, FEED_STRUCTS);
    iq_changeset *changes = difference(old, new);
    write_file(golden_names[which][0], encode_snapshot(old));
    write_file(golden_names[which][1], encode_snapshot(new));
    write_file(golden_names[which][2], encode_changeset(changes));
    iq_changeset_destroy(changes);
    iq_snapshot_destroy(old);
    iq_snapshot_destroy(new);
    model_clear(&before);
    model_clear(&after);
}

/* What once was written is still read, and written again byte by byte; so is what is between the two. */
static void check_golden(size_t which)
{
    bytes files[3];
    iq_snapshot *old, *new;
    iq_changeset *decoded;
    for (size_t i = 0; i < 3; i++) {
        files[i] = read_file(golden_names[which][i]);
        CHECK(files[i].at[4] == golden_versions[which]);
    }
    CHECK_OK(iq_snapshot_decode(files[0].at, files[0].length, NULL, &old));
    CHECK_OK(iq_snapshot_decode(files[1].at, files[1].length, NULL, &new));
    CHECK_OK(iq_changeset_decode(files[2].at, files[2].length, NULL, &decoded));
    same(files[0], encode_snapshot(old));
    same(files[1], encode_snapshot(new));
    same(files[2], encode_changeset(decoded));
    iq_changeset *changes = difference(old, new);
    same(files[2], encode_changeset(changes));
    CHECK_OK(iq_changeset_apply(decoded, old));
    CHECK_OK(iq_snapshot_clear_marks(new));
    bytes arrived = encode_snapshot(old);
    same(arrived, encode_snapshot(new));
    free(arrived.at);
    iq_changeset_destroy(changes);
    iq_changeset_destroy(decoded);
    iq_snapshot_destroy(old);
    iq_snapshot_destroy(new);
    for (size_t i = 0; i < 3; i++) {
        free(files[i].at);
    }
}

/* ---- travelling -------------------------------------------------------- */

static void check_same_text(char *a, char *b)
{
    CHECK(strcmp(a, b) == 0);
    free(a);
    free(b);
}

/* A snapshot goes to another process, and then changeset after changeset: what is there is the same. */
static void check_mirror(uint64_t seed, iq_class cell_class)
{
    check_seed = seed;
    random_source random = {seed};
    arrangement from = {.random = &random, .sections = 5, .items = 80, .levels = seed % 2 == 0};
    iq_snapshot_options options = {.struct_size = sizeof options};
    from.scoped = seed % 3 == 0;
    options.duplicates = from.scoped ? IQ_DUPLICATES_SCOPE : IQ_DUPLICATES_REFUSE;
    model shown = {0};
    arrange_new(&from, &shown);
    iq_snapshot *here = feed_snapshot(&shown, &options, FEED_PACKED), *there;
    bytes first = encode_snapshot(here);
    CHECK_OK(iq_snapshot_decode(first.at, first.length, &options, &there));
    CHECK(digest_snapshot(here) == digest_snapshot(there));
    free(first.at);
    for (int step = 0; step < 6; step++) {
        arrange_change(&from, &shown, (arrange_shape)random_below(&random, ARRANGE_SHAPES));
            if (shown.count && shown.sections[0].count) {
            shown.sections[0].items[0].cell_class = step % 2 ? cell_class : (iq_class){0};
        }
        iq_snapshot *next = feed_snapshot(&shown, &options, FEED_STRUCTS);
        iq_changeset *changes = difference(here, next), *decoded;
        bytes sent = encode_changeset(changes);
        CHECK_OK(iq_changeset_decode(sent.at, sent.length, NULL, &decoded));
        same(sent, encode_changeset(decoded));
        check_same_text(show_changeset_dump(changes), show_changeset_dump(decoded));
        CHECK_OK(iq_changeset_apply(decoded, there));
        bytes arrived = encode_snapshot(there);
        same(arrived, encode_snapshot(next));
        free(arrived.at);
        iq_changeset_destroy(changes);
        iq_changeset_destroy(decoded);
        iq_snapshot_destroy(here);
        here = next;
        free(sent.at);
    }
    iq_snapshot_destroy(here);
    iq_snapshot_destroy(there);
    model_clear(&shown);
}

/* ---- what they cost ---------------------------------------------------- */

/* Items 0 ..< count in sections of `width`, in blocks in reverse order. */
static iq_snapshot *blocks(size_t count, size_t width, size_t block, bool reversed)
{
    model made = {0};
    for (size_t i = 0; i < count; i++) {
        size_t from = reversed ? (count / block - 1 - i / block) * block + i % block : i;
        if (i % width == 0) {
            model_insert_section(&made, made.count, key_of(1000000 + i));
        }
        model_section *last = &made.sections[made.count - 1];
        model_item item = {.key = key_of(from)};
        model_insert_item(&made, (model_place){made.count - 1, last->count}, item);
    }
    iq_snapshot *snapshot = feed_snapshot(&made, NULL, FEED_PACKED);
    model_clear(&made);
    return snapshot;
}

static void check_cost(bytes made, const char *name, size_t multiple)
{
    check_case = name;
    iq_snapshot *snapshot = NULL;
    iq_changeset *changes = NULL;
    CHECK_OK(iq_memory_trim());
    size_t start = counted_bytes.most = counted_bytes.held;
    if (strstr(name, "snapshot")) {
        CHECK_OK(iq_snapshot_decode(made.at, made.length, NULL, &snapshot));
    } else {
        CHECK_OK(iq_changeset_decode(made.at, made.length, NULL, &changes));
    }
    if (counted_bytes.most - start > multiple * made.length + 32768) {
        fprintf(stderr, "%zu bytes take %zu, %.1f times as many\n", made.length, counted_bytes.most - start,
                (double)(counted_bytes.most - start) / (double)made.length);
        check_failed(__FILE__, __LINE__, name);
    }
    iq_snapshot_destroy(snapshot);
    iq_changeset_destroy(changes);
    CHECK_OK(iq_memory_trim());
    CHECK(counted_bytes.held == start);
    free(made.at);
}

/* What takes the most memory for its bytes, and still not many times as much. */
static void check_costs(void)
{
    size_t count = 32 * check_scaled(1000);
    iq_snapshot *dense = blocks(count, count, 32, false), *sparse = blocks(count, 1, 1, false);
    iq_snapshot *empty;
    CHECK_OK(iq_snapshot_copy(sparse, &empty));
    CHECK_OK(iq_snapshot_delete_all_items(empty, NULL));
    check_cost(encode_snapshot(dense), "snapshot of one section", 6);
    check_cost(encode_snapshot(sparse), "snapshot of sections with one item", 12);
    check_cost(encode_snapshot(empty), "snapshot of empty sections", 9);
    for (size_t block = 1; block <= 64; block *= 4) {
        iq_snapshot *turned = blocks(count, count, block, true);
        iq_changeset *changes = difference(dense, turned);
        check_cost(encode_changeset(changes), "changeset of blocks in reverse", 64);
        iq_changeset_destroy(changes);
        iq_snapshot_destroy(turned);
    }
    iq_changeset *changes = difference(sparse, dense);
    check_cost(encode_changeset(changes), "changeset of sections that go", 4);
    iq_changeset_destroy(changes);
    iq_snapshot_destroy(dense);
    iq_snapshot_destroy(sparse);
    iq_snapshot_destroy(empty);
}

/* ---- messages about wrong bytes --------------------------------------- */

static void check_words(void)
{
    iq_snapshot *snapshot = example((const uint64_t[]){16, 2, 1, 42, 2, 7}, 6), *none = NULL;
    bytes right = encode_snapshot(snapshot);
    static const struct {
        size_t at;
        const char *message;
    } wrong[] = {
        {0, "not a libiqlist encoding"}, {4, "format version"}, {5, "another kind"}, {6, "another kind"},
        {8, "checksum"},          {16, "its header says"}, {24, "checksum"},      {50, "checksum"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        right.at[wrong[i].at] ^= 4;
        CHECK_REFUSED(iq_snapshot_decode(right.at, right.length, NULL, &none), IQ_ERROR_FORMAT, 0);
        CHECK(strstr(last_error().message, wrong[i].message) != NULL);
        right.at[wrong[i].at] ^= 4;
    }
    CHECK_REFUSED(iq_snapshot_decode(right.at, 31, NULL, &none), IQ_ERROR_FORMAT, 0);
    CHECK(strstr(last_error().message, "less than the shortest") != NULL);
    CHECK(none == NULL);
    iq_snapshot_destroy(snapshot);
    free(right.at);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&counting_allocator));
    iq_class_options options = {.struct_size = sizeof options, .name = "golden/row"};
    iq_class cell_class;
    CHECK_OK(iq_class_create(&options, &cell_class));
    check_costs();
    check_page();
    if (getenv("IQ_WRITE_GOLDEN")) {
        write_golden(cell_class, 0);
        write_golden(cell_class, 1);
    }
    check_golden(0);
    check_golden(1);
    check_words();
    check_case = "mirror";
    uint64_t seed = check_first_seed(1), rounds = check_scaled(300);
    for (uint64_t round = 0; round < rounds; round++) {
        check_mirror(seed + round, cell_class);
    }
    return 0;
}

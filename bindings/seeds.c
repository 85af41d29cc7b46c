/*
 * seeds.c - what C says of the lists of a seed: their snapshots and their changesets as bytes, in hex, for the
 * bindings to be compared with. test_seeds.py makes the same lists in Python, seeds.rs in Rust.
 *
 *     seeds first count
 *
 * For each seed, a line: before, after, the changeset, its inverse, the changeset from before to a third look
 * as two composed, and that of an edit of a list that shows before.
 */
#include "../Tests/Boundary/shared/random.h"

#include <iqlist.h>

#include <stdio.h>
#include <stdlib.h>

static void check(iq_status status)
{
    iq_error error = {.struct_size = sizeof error};

    if (status == IQ_OK)
        return;
    iq_last_error(&error);
    fprintf(stderr, "seeds: %s\n", error.message);
    exit(EXIT_FAILURE);
}

static size_t deal(random_source *random, uint64_t *keys, size_t bound)
{
    size_t count = random_below(random, bound), dealt = 0;

    for (size_t i = 0; i < count; i++) {
        uint64_t key = random_below(random, 2 * bound);
        size_t at = 0;
        while (at < dealt && keys[at] != key)
            at++;
        if (at == dealt)
            keys[dealt++] = key;
    }
    return dealt;
}

/* Sections and items of few keys; contents are the hasher's of the key and a small number, or none. */
static iq_snapshot *look(random_source *random)
{
    uint64_t sections[8], items[128];
    size_t section_count = deal(random, sections, 8), item_count = deal(random, items, 128);
    iq_snapshot *snapshot;

    check(iq_snapshot_create(NULL, &snapshot));
    for (size_t s = 0; s < section_count; s++) {
        iq_key key = iq_key_from_u64(sections[s]);
        check(iq_snapshot_append_sections(snapshot, &key, 1));
    }
    for (size_t i = 0; section_count > 0 && i < item_count; i++) {
        iq_key section = iq_key_from_u64(sections[random_below(random, section_count)]);
        iq_key key = iq_key_from_u64(items[i]);
        uint64_t content = 0, variant = random_below(random, 3);
        iq_hasher hasher;
        iq_columns columns = {.struct_size = sizeof columns, .count = 1, .keys = &key, .contents = &content};

        check(iq_hasher_init(&hasher));
        check(iq_hasher_add_unsigned(&hasher, items[i]));
        check(iq_hasher_add_string(&hasher, variant == 1 ? "one" : "two", SIZE_MAX));
        if (variant > 0)
            check(iq_hasher_content(&hasher, &content));
        check(iq_snapshot_append_items(snapshot, &section, &columns));
    }
    return snapshot;
}

static iq_changeset *difference(const iq_snapshot *before, const iq_snapshot *after)
{
    iq_diff_options options = {.struct_size = sizeof options, .flags = IQ_DIFF_PAYLOAD};
    iq_changeset *changeset;

    check(iq_diff(before, after, &options, &changeset));
    return changeset;
}

/* At the end a new section, and at the end of the first one a new item. */
static iq_changeset *edited(const iq_snapshot *before, random_source *random)
{
    iq_diff_options options = {.struct_size = sizeof options, .flags = IQ_DIFF_PAYLOAD};
    iq_key key = iq_key_from_u64(99), item = iq_key_from_u64(5000 + random_below(random, 9));
    iq_columns columns = {.struct_size = sizeof columns, .count = 1, .keys = &item};
    iq_changeset *changeset;
    iq_section section;
    iq_list *list;
    iq_edit *edit;

    check(iq_list_create(NULL, &list));
    check(iq_list_apply(list, before, NULL, NULL));
    check(iq_edit_begin(list, NULL, &edit));
    check(iq_edit_insert_sections(edit, IQ_END, &key, 1));
    check(iq_list_section_at(list, 0, &section));
    check(iq_edit_insert_items(edit, section, IQ_END, &columns));
    check(iq_edit_commit(edit, &options, &changeset));
    iq_edit_destroy(edit);
    iq_list_destroy(list);
    return changeset;
}

static void print(const unsigned char *bytes, size_t length, char end)
{
    for (size_t i = 0; i < length; i++)
        printf("%02x", bytes[i]);
    putchar(end);
}

static void print_snapshot(const iq_snapshot *snapshot)
{
    static unsigned char bytes[1 << 20];
    size_t length;

    check(iq_snapshot_encode(snapshot, bytes, sizeof bytes, &length));
    print(bytes, length, ' ');
}

static void print_changeset(const iq_changeset *changeset, char end)
{
    static unsigned char bytes[1 << 20];
    size_t length;

    check(iq_changeset_encode(changeset, bytes, sizeof bytes, &length));
    print(bytes, length, end);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 0) : 0;
    uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;

    for (uint64_t seed = first; seed < first + count; seed++) {
        random_source random = {seed};
        iq_snapshot *before = look(&random), *after = look(&random), *third = look(&random);
        iq_changeset *one = difference(before, after), *two = difference(after, third), *inverse, *both;
        iq_changeset *edit = edited(before, &random);

        check(iq_changeset_invert(one, &inverse));
        check(iq_changeset_compose(one, two, &both));
        print_snapshot(before);
        print_snapshot(after);
        print_changeset(one, ' ');
        print_changeset(inverse, ' ');
        print_changeset(both, ' ');
        print_changeset(edit, '\n');
        iq_changeset_destroy(one);
        iq_changeset_destroy(two);
        iq_changeset_destroy(inverse);
        iq_changeset_destroy(both);
        iq_changeset_destroy(edit);
        iq_snapshot_destroy(before);
        iq_snapshot_destroy(after);
        iq_snapshot_destroy(third);
    }
    return 0;
}

/*
 * bytes.c - what bytes.rs does, in C: for each seed up to the one given, encodes a snapshot, the changeset to
 * another one, and that of an edit, and prints their bytes in hexadecimal, a line each.
 */
#include <iqlist.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../../../Tests/Boundary/random.h"

enum { MOST = 64 };

typedef struct state {
    size_t section_count, count;
    iq_section_entry sections[4];
    iq_key keys[MOST];
    uint64_t contents[MOST];
} state;

static void check(iq_status status)
{
    iq_error error = {.struct_size = sizeof error};

    if (status == IQ_OK)
        return;
    iq_last_error(&error);
    fprintf(stderr, "bytes: %s\n", error.message);
    exit(EXIT_FAILURE);
}

/* Keys ascend by random steps, and begin in the middle: so that two states share some, in another order. */
static void fill(state *state, random_source *source)
{
    uint64_t key = random_below(source, 8);
    size_t i;

    state->section_count = 1 + random_below(source, 4);
    state->count = random_below(source, MOST);
    for (i = 0; i < state->section_count; i++)
        state->sections[i] = (iq_section_entry){.struct_size = sizeof(iq_section_entry),
            .key = iq_key_from_u64(100 + (i + key) % 4), .first_item = state->count * i / state->section_count};
    for (i = 0; i < state->count; i++) {
        size_t place = (i + key) % state->count;

        state->keys[place] = iq_key_from_u64(key * 1000 % 997 + i);
        state->contents[place] = random_below(source, 3);
    }
}

static void set(iq_list *list, const state *state, iq_changeset **changes)
{
    iq_columns items = {.struct_size = sizeof items, .count = state->count, .keys = state->keys,
                        .contents = state->contents};
    iq_diff_options options = {.struct_size = sizeof options, .flags = IQ_DIFF_PAYLOAD};

    check(iq_list_set(list, state->sections, state->section_count, &items, &options, changes));
}

static void print(const void *bytes, size_t length)
{
    size_t i;

    for (i = 0; i < length; i++)
        printf("%02x", ((const unsigned char *)bytes)[i]);
    putchar('\n');
}

static void print_changes(iq_changeset *changes)
{
    size_t length;
    void *bytes;

    check(iq_changeset_encode(changes, NULL, 0, &length));
    bytes = malloc(length);
    check(iq_changeset_encode(changes, bytes, length, &length));
    print(bytes, length);
    free(bytes);
    iq_changeset_destroy(changes);
}

static void print_snapshot(iq_list *list)
{
    iq_snapshot *snapshot;
    size_t length;
    void *bytes;

    check(iq_list_snapshot(list, &snapshot));
    check(iq_snapshot_encode(snapshot, NULL, 0, &length));
    bytes = malloc(length);
    check(iq_snapshot_encode(snapshot, bytes, length, &length));
    print(bytes, length);
    free(bytes);
    iq_snapshot_destroy(snapshot);
}

static iq_changeset *edit(iq_list *list, random_source *source)
{
    iq_columns items = {.struct_size = sizeof items, .count = 1};
    iq_diff_options options = {.struct_size = sizeof options, .flags = IQ_DIFF_PAYLOAD};
    iq_key key = iq_key_from_u64(5000 + random_below(source, 9));
    iq_changeset *changes;
    iq_section section;
    iq_edit *edit;

    items.keys = &key;
    check(iq_edit_begin(list, &edit));
    check(iq_list_section_at(list, 0, &section));
    check(iq_edit_insert_items(edit, section, IQ_END, &items));
    check(iq_edit_commit(edit, &options, &changes));
    iq_edit_destroy(edit);
    return changes;
}

int main(int argc, char **argv)
{
    unsigned long seed, seeds = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;

    for (seed = 0; seed < seeds; seed++) {
        random_source source = {seed};
        iq_changeset *changes;
        iq_list *list;
        state state;

        check(iq_list_create(NULL, &list));
        fill(&state, &source);
        set(list, &state, NULL);
        print_snapshot(list);
        fill(&state, &source);
        set(list, &state, &changes);
        print_changes(changes);
        print_changes(edit(list, &source));
        iq_list_destroy(list);
    }
    return 0;
}

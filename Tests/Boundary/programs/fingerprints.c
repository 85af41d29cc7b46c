/*
 * fingerprints.c - an index knows a key by 32 bits, so among many keys some are taken for others: each is
 * compared in the end. Among 500,000 keys and as many that are not there some 58 pairs of the two agree in
 * those bits, and some 29 pairs of keys that are there, in whichever way they are hashed. No absent key is
 * found, and each other one where it is: by the list, by a snapshot, and in the diff of a shuffle.
 */
#include "check.h"
#include "host_memory.h"
#include "random.h"

#include <string.h>

typedef struct keys {
    size_t count;
    iq_key *there, *absent;
} keys;

static iq_key key_made(random_source *random, unsigned lowest)
{
    iq_key key;
    uint64_t words[2] = {(random_next(random) & ~UINT64_C(1)) | lowest, random_next(random)};
    memcpy(&key, words, sizeof key);
    return key;
}

static keys keys_made(random_source *random, size_t count)
{
    keys made = {count, check_memory(malloc(count * sizeof *made.there)),
                 check_memory(malloc(count * sizeof *made.absent))};
    for (size_t i = 0; i < count; i++) {
        /* The lowest bit sets them apart. */
        made.there[i] = key_made(random, 1);
        made.absent[i] = key_made(random, 0);
    }
    return made;
}

static void shuffle(random_source *random, keys *self)
{
    for (size_t i = self->count; i > 1; i--) {
        size_t other = random_below(random, i);
        iq_key key = self->there[i - 1];
        self->there[i - 1] = self->there[other];
        self->there[other] = key;
    }
}

static iq_columns columns_of(const iq_key *from, size_t count)
{
    return (iq_columns){.struct_size = sizeof(iq_columns), .count = count, .keys = from};
}

static void check_list(const iq_list *list, const keys *wanted)
{
    iq_item item, at;
    for (size_t i = 0; i < wanted->count; i++) {
        CHECK_OK(iq_list_find_item(list, NULL, wanted->there[i], &item));
        CHECK_OK(iq_list_find_item_at(list, i, &at));
        CHECK(item.id == at.id);
        CHECK_STATUS(iq_list_find_item(list, NULL, wanted->absent[i], &item), IQ_ERROR_NOT_FOUND);
    }
}

static void check_snapshot(iq_snapshot *snapshot, const keys *wanted)
{
    iq_position position;
    for (size_t i = 0; i < wanted->count; i++) {
        CHECK_OK(iq_snapshot_find_position(snapshot, NULL, wanted->there[i], &position));
        CHECK(position.item == i);
        CHECK_STATUS(iq_snapshot_find_position(snapshot, NULL, wanted->absent[i], &position), IQ_ERROR_NOT_FOUND);
    }
}

static void set(iq_list *list, const iq_key *from, size_t count, size_t inserted, size_t deleted)
{
    iq_columns items = columns_of(from, count);
    iq_changeset *changes;
    iq_summary summary = {.struct_size = sizeof summary};
    CHECK_OK(iq_list_set_items(list, &items, NULL, &changes));
    CHECK_OK(iq_changeset_get_summary(changes, &summary));
    CHECK(summary.item_inserts == inserted && summary.item_deletes == deleted);
    iq_changeset_destroy(changes);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    check_seed = check_first_seed(1);
    random_source random = {check_seed};
    keys wanted = keys_made(&random, check_scaled(500000));
    size_t count = wanted.count;
    iq_list *list;
    iq_snapshot *snapshot;
    CHECK_OK(iq_list_create(NULL, &list));
    set(list, wanted.there, count, count, 0);
    check_list(list, &wanted);

    shuffle(&random, &wanted);
    set(list, wanted.there, count, 0, 0);
    check_list(list, &wanted);

    CHECK_OK(iq_list_snapshot(list, &snapshot));
    check_snapshot(snapshot, &wanted);
    iq_snapshot_destroy(snapshot);

    /* What is absent comes, and all that is there goes. */
    set(list, wanted.absent, count, count, count);
    iq_list_destroy(list);
    free(wanted.there);
    free(wanted.absent);
    return 0;
}

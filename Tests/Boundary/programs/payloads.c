/*
 * payloads.c - changesets with a payload: carried out on snapshots and lists, turned round and composed,
 * over random states of every shape; and what is refused, with its detail.
 *
 *        a ── first ──► b ── second ──► c
 */
#include "arrange.h"
#include "check.h"
#include "digest.h"
#include "feed.h"
#include "host_memory.h"
#include "random.h"

#include <string.h>

static const iq_diff_options payload = {.struct_size = sizeof payload, .flags = IQ_DIFF_PAYLOAD};
static const iq_update_options reporting = {.struct_size = sizeof reporting, .flags = IQ_UPDATE_PAYLOAD};

/* Neither models nor classes: then what a changeset makes of a state is all of the state after. */
static void dress(arrangement *from, model_item *item)
{
    item->content = random_below(from->random, 4);
}

typedef struct states {
    iq_snapshot *a, *b, *c;
    iq_changeset *first, *second;
} states;

static states make_states(arrangement *from, iq_duplicates policy)
{
    iq_snapshot_options options = {.struct_size = sizeof options, .duplicates = policy};
    states made;
    model state = {0};
    arrange_new(from, &state);
    made.a = feed_snapshot(&state, &options, FEED_PACKED);
    arrange_change(from, &state, (arrange_shape)random_below(from->random, ARRANGE_SHAPES));
    made.b = feed_snapshot(&state, &options, FEED_STRUCTS);
    arrange_change(from, &state, (arrange_shape)random_below(from->random, ARRANGE_SHAPES));
    made.c = feed_snapshot(&state, &options, FEED_UNALIGNED);
    model_clear(&state);
    CHECK_OK(iq_diff(made.a, made.b, &payload, &made.first));
    CHECK_OK(iq_diff(made.b, made.c, &payload, &made.second));
    return made;
}

static void destroy_states(states *made)
{
    iq_snapshot_destroy(made->a);
    iq_snapshot_destroy(made->b);
    iq_snapshot_destroy(made->c);
    iq_changeset_destroy(made->first);
    iq_changeset_destroy(made->second);
}

static void check_applied(const iq_changeset *changeset, const iq_snapshot *from, const iq_snapshot *to)
{
    iq_snapshot *copy;
    CHECK_OK(iq_snapshot_copy(from, &copy));
    CHECK_OK(iq_changeset_apply(changeset, copy));
    CHECK(digest_snapshot(copy) == digest_snapshot(to));
    iq_snapshot_destroy(copy);
}

static void check_applied_to_list(const states *made, iq_duplicates policy)
{
    iq_list_options options = {.struct_size = sizeof options, .duplicates = policy};
    iq_list *list, *wanted;
    iq_changeset *reported;
    CHECK_OK(iq_list_create(&options, &list));
    CHECK_OK(iq_list_create(&options, &wanted));
    CHECK_OK(iq_list_apply(list, made->a, NULL, NULL));
    CHECK_OK(iq_changeset_apply_to_list(made->first, list, &reporting, &reported));
    iq_snapshot *shown, *target;
    CHECK_OK(iq_list_apply(wanted, made->b, NULL, NULL));
    CHECK_OK(iq_list_snapshot(list, &shown));
    CHECK_OK(iq_list_snapshot(wanted, &target));
    CHECK(digest_snapshot(shown) == digest_snapshot(target));
    /* The changeset that an update reports has a payload, too. */
    check_applied(reported, made->a, made->b);
    iq_changeset_destroy(reported);
    CHECK_OK(iq_changeset_apply_to_list(made->second, list, NULL, NULL));
    iq_snapshot_destroy(shown);
    iq_snapshot_destroy(target);
    iq_list_destroy(list);
    iq_list_destroy(wanted);
}

static iq_summary summary_of(const iq_changeset *changeset)
{
    iq_summary summary;
    memset(&summary, 0, sizeof summary);
    summary.struct_size = sizeof summary;
    CHECK_OK(iq_changeset_get_summary(changeset, &summary));
    return summary;
}

static void check_same_dialects(const iq_changeset *left, const iq_changeset *right)
{
    iq_summary a = summary_of(left), b = summary_of(right);
    CHECK(memcmp(&a, &b, sizeof a) == 0);
    const iq_change *changes[2];
    size_t counts[2];
    CHECK_OK(iq_changeset_get_batch(left, &changes[0], &counts[0]));
    CHECK_OK(iq_changeset_get_batch(right, &changes[1], &counts[1]));
    CHECK(counts[0] == counts[1]);
    CHECK(counts[0] == 0 || memcmp(changes[0], changes[1], counts[0] * sizeof *changes[0]) == 0);
    CHECK_OK(iq_changeset_get_steps(left, IQ_STEPS_SINGLE, &changes[0], &counts[0]));
    CHECK_OK(iq_changeset_get_steps(right, IQ_STEPS_SINGLE, &changes[1], &counts[1]));
    CHECK(counts[0] == counts[1]);
    CHECK(counts[0] == 0 || memcmp(changes[0], changes[1], counts[0] * sizeof *changes[0]) == 0);
}

static void check_inverse(const states *made)
{
    iq_changeset *inverse, *again;
    CHECK_OK(iq_changeset_invert(made->first, &inverse));
    check_applied(inverse, made->b, made->a);
    CHECK_OK(iq_changeset_invert(inverse, &again));
    check_same_dialects(again, made->first);
    iq_changeset_destroy(inverse);
    iq_changeset_destroy(again);
}

static void check_composition(const states *made)
{
    iq_changeset *both, *wanted;
    CHECK_OK(iq_changeset_compose(made->first, made->second, &both));
    check_applied(both, made->a, made->c);
    CHECK_OK(iq_diff(made->a, made->c, NULL, &wanted));
    check_same_dialects(both, wanted);
    iq_changeset_destroy(both);
    iq_changeset_destroy(wanted);
}

static void check_round(uint64_t seed)
{
    check_seed = seed;
    random_source random = {seed};
    bool scoped = random_chance(&random, 40);
    arrangement from = {.random = &random, .sections = 4, .items = 1 + random_below(&random, 60)};
    from.levels = seed % 2 == 0;
    from.scoped = scoped;
    from.dress = dress;
    iq_duplicates policy = scoped ? IQ_DUPLICATES_SCOPE : IQ_DUPLICATES_REFUSE;
    states made = make_states(&from, policy);
    check_applied(made.first, made.a, made.b);
    check_applied_to_list(&made, policy);
    check_inverse(&made);
    check_composition(&made);
    destroy_states(&made);
}

/* Items of one section, whose content is that of their number. */
static iq_snapshot *numbers(const uint64_t *keys, size_t count, iq_duplicates policy)
{
    iq_snapshot_options options = {.struct_size = sizeof options, .duplicates = policy};
    iq_snapshot *snapshot;
    iq_key section = key_of(1), names[8];
    for (size_t i = 0; i < count; i++) {
        names[i] = key_of(keys[i] % 100);
    }
    iq_columns items = {sizeof items, count, names, 0, keys, 0, NULL, 0, NULL, 0, NULL, 0};
    CHECK_OK(iq_snapshot_create(&options, &snapshot));
    CHECK_OK(iq_snapshot_append_sections(snapshot, &section, 1));
    CHECK_OK(iq_snapshot_append_items(snapshot, NULL, &items));
    return snapshot;
}

/* The latest refusal names this key at this item. */
static void check_place(uint64_t key, uint32_t item)
{
    const uint32_t flags = IQ_ERROR_HAS_KEY | IQ_ERROR_HAS_SECTION | IQ_ERROR_HAS_POSITION;
    iq_error error = {.struct_size = sizeof error};
    iq_key section = key_of(1), wanted = item == IQ_NONE ? section : key_of(key);
    CHECK_OK(iq_get_last_error(&error));
    CHECK((error.flags & flags) == flags);
    CHECK(key_equal(error.key, wanted) && key_equal(error.section, section));
    CHECK(error.position.section == 0 && error.position.item == item);
}

/* Applying is refused, with this key at this item, and the snapshot is as it was. */
static void check_mismatch(const iq_changeset *changeset, const uint64_t *keys, size_t count, uint64_t key,
                           uint32_t item)
{
    iq_snapshot *snapshot = numbers(keys, count, IQ_DUPLICATES_REFUSE);
    iq_list *list;
    uint64_t digest = digest_snapshot(snapshot);
    CHECK_STATUS(iq_changeset_apply(changeset, snapshot), IQ_ERROR_MISMATCH);
    check_place(key, item);
    CHECK(digest_snapshot(snapshot) == digest);
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_OK(iq_list_apply(list, snapshot, NULL, NULL));
    digest = digest_list(list);
    CHECK_STATUS(iq_changeset_apply_to_list(changeset, list, NULL, NULL), IQ_ERROR_MISMATCH);
    check_place(key, item);
    CHECK(digest_list(list) == digest);
    iq_list_destroy(list);
    iq_snapshot_destroy(snapshot);
}

/* From 1 2 3 4 to 1 103 5: 2 and 4 go, 3 is updated, 5 comes. */
static void check_refusals(void)
{
    static const uint64_t before[] = {1, 2, 3, 4}, after[] = {1, 103, 5};
    static const uint64_t short_one[] = {1, 2, 3}, other_key[] = {1, 6, 3, 4}, other_content[] = {1, 102, 3, 4};
    static const uint64_t updated[] = {1, 2, 203, 4}, inserted[] = {5, 2, 3, 4}, untouched[] = {7, 2, 3, 4};
    check_case = "refusals";
    iq_snapshot *from = numbers(before, 4, 0), *to = numbers(after, 3, 0);
    iq_changeset *changeset, *plain, *none = NULL;
    CHECK_OK(iq_diff(from, to, &payload, &changeset));
    check_mismatch(changeset, short_one, 3, 4, 3);
    check_mismatch(changeset, other_key, 4, 2, 1);
    check_mismatch(changeset, other_content, 4, 2, 1);
    check_mismatch(changeset, updated, 4, 3, 2);
    check_mismatch(changeset, inserted, 4, 5, 0);
    /* What it does not speak of may be other than it was. */
    iq_snapshot *similar = numbers(untouched, 4, 0), *scoped = numbers(before, 4, IQ_DUPLICATES_SCOPE);
    CHECK_OK(iq_changeset_apply(changeset, similar));
    CHECK_STATUS(iq_changeset_apply(changeset, scoped), IQ_ERROR_SCOPE);
    CHECK_OK(iq_diff(from, to, NULL, &plain));
    CHECK_STATUS(iq_changeset_apply(plain, from), IQ_ERROR_NO_PAYLOAD);
    CHECK_STATUS(iq_changeset_invert(plain, &none), IQ_ERROR_NO_PAYLOAD);
    CHECK_STATUS(iq_changeset_compose(plain, changeset, &none), IQ_ERROR_NO_PAYLOAD);
    CHECK_STATUS(iq_changeset_compose(changeset, plain, &none), IQ_ERROR_NO_PAYLOAD);
    CHECK_STATUS(iq_changeset_compose(changeset, changeset, &none), IQ_ERROR_MISMATCH);
    CHECK(none == NULL);
    iq_snapshot_destroy(from);
    iq_snapshot_destroy(to);
    iq_snapshot_destroy(similar);
    iq_snapshot_destroy(scoped);
    iq_changeset_destroy(changeset);
    iq_changeset_destroy(plain);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    check_refusals();
    check_case = "rounds";
    uint64_t first = check_first_seed(1);
    for (uint64_t seed = first; seed < first + check_scaled(3000); seed++) {
        check_round(seed);
    }
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == 0);
    return 0;
}

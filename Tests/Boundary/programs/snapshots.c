/*
 * snapshots.c - every snapshot function against the slow model under random operations, for each policy
 * of duplicates: anchors that are not there, keys that are missing, copies that go their own way,
 * snapshots taken from lists, empty sections dropped, marks that a diff reports and a list drops.
 */
#include "snapshot_script.h"
#include "check.h"
#include "feed.h"
#include "host_memory.h"
#include "refused.h"
#include "replay.h"
#include "show.h"

#include <string.h>

#define SCRIPTS 4

/* A fresh snapshot with the script's policy. */
static void snapshot_script_open(snapshot_script *b, random_source *random, iq_duplicates policy)
{
    *b = (snapshot_script){.random = random, .policy = policy, .scoped = policy == IQ_DUPLICATES_SCOPE};
    b->keys = 4 + random_below(random, 40);
    CHECK_OK(
        iq_snapshot_create(&(iq_snapshot_options){sizeof(iq_snapshot_options), policy, 0}, &b->snapshot));
}

static void snapshot_script_close(snapshot_script *b)
{
    iq_snapshot_destroy(b->snapshot);
    model_clear(&b->wanted);
}

/* In place of `self` an independent copy of `from`. */
static void snapshot_script_copy(snapshot_script *self, const snapshot_script *from)
{
    snapshot_script_close(self);
    *self = *from;
    self->snapshot = NULL;
    self->wanted = (model){0};
    model_copy(&self->wanted, &from->wanted);
    CHECK_OK(iq_snapshot_copy(from->snapshot, &self->snapshot));
}

static void edit(snapshot_script *b)
{
    static void (*const edits[])(snapshot_script *) = {
        snapshot_script_put_sections, snapshot_script_put_sections,
        snapshot_script_move_section, snapshot_script_append_items,
        snapshot_script_append_items, snapshot_script_insert_items,
        snapshot_script_insert_items, snapshot_script_move_item,
        snapshot_script_move_item, snapshot_script_move_item_to_end,
        snapshot_script_delete_items, snapshot_script_mark_items,
        snapshot_script_mark_sections, snapshot_script_set_element,
        snapshot_script_set_element, snapshot_script_remove_element,
        snapshot_script_insert_items_at, snapshot_script_insert_children,
        snapshot_script_update_items, snapshot_script_update_items,
    };
    static void (*const rare[])(snapshot_script *) = {
        snapshot_script_delete_sections,
        snapshot_script_delete_all_items,
        snapshot_script_clear_marks,
        snapshot_script_set_section_items,
        snapshot_script_set_section_items,
    };
    if (random_chance(b->random, 4)) {
        rare[random_below(b->random, sizeof rare / sizeof *rare)](b);
    } else if (random_chance(b->random, 1)) {
        CHECK_OK(iq_snapshot_delete_all(b->snapshot));
        model_clear(&b->wanted);
        b->mark_count = 0;
    } else {
        edits[random_below(b->random, sizeof edits / sizeof *edits)](b);
    }
}

/* What differs between two benches, marks of the second included. */
static void check_diff(const snapshot_script *before, snapshot_script *after)
{
    snapshot_script_apply_marks(after);
    iq_changeset *changes = NULL;
    expect_rules rules = {.scoped = before->scoped};
    expectation wanted = expect(&before->wanted, &after->wanted, &rules);
    CHECK_OK(iq_diff(before->snapshot, after->snapshot, NULL, &changes));
    replay_all(changes, &wanted);
    iq_changeset_destroy(changes);
    expect_clear(&wanted);
}

/* A list that the snapshot is applied to shows it, and gives a snapshot that is the same without marks. */
static void check_list(snapshot_script *b)
{
    iq_list *list = NULL;
    iq_snapshot *shown = NULL;
    CHECK_OK(iq_list_create(
        &(iq_list_options){.struct_size = sizeof(iq_list_options), .duplicates = b->policy}, &list));
    CHECK_OK(iq_list_apply(list, b->snapshot, NULL, NULL));
    show_check_list(list, &b->wanted, b->scoped);
    CHECK_OK(iq_list_snapshot(list, &shown));
    show_check_snapshot(shown, &b->wanted, b->scoped);
    show_check_snapshot(b->snapshot, &b->wanted, b->scoped);
    iq_changeset *changes = NULL;
    iq_summary summary = {.struct_size = sizeof summary};
    const iq_change *batch;
    size_t count = SIZE_MAX;
    CHECK_OK(iq_list_apply(list, shown, NULL, &changes));
    CHECK_OK(iq_changeset_get_summary(changes, &summary));
    CHECK_OK(iq_changeset_get_batch(changes, &batch, &count));
    CHECK(count == 0 && summary.item_reloads == 0 && summary.section_updates == 0);
    iq_changeset_destroy(changes);
    /* The snapshot outlives its list, and takes its place in the script: the edits go on with it. */
    iq_list_destroy(list);
    iq_snapshot_destroy(b->snapshot);
    b->snapshot = shown;
    snapshot_script_forget_marks(b);
}

static void run_edits(uint64_t seed, iq_duplicates policy, int edits)
{
    check_seed = seed;
    random_source random = {seed};
    snapshot_script scripts[SCRIPTS];
    for (size_t i = 0; i < SCRIPTS; i++) {
        snapshot_script_open(&scripts[i], &random, policy);
    }
    for (int e = 0; e < edits; e++) {
        size_t one = random_below(&random, SCRIPTS), other = random_below(&random, SCRIPTS);
        edit(&scripts[one]);
        if (random_chance(&random, 3) && one != other) {
            snapshot_script_copy(&scripts[other], &scripts[one]);
        }
        if (random_chance(&random, 5)) {
            check_diff(&scripts[one], &scripts[other]);
        }
        if (random_chance(&random, 3)) {
            check_list(&scripts[one]);
        }
        if (random_chance(&random, 20)) {
            show_check_snapshot(scripts[one].snapshot, &scripts[one].wanted, scripts[one].scoped);
        }
    }
    for (size_t i = 0; i < SCRIPTS; i++) {
        show_check_snapshot(scripts[i].snapshot, &scripts[i].wanted, scripts[i].scoped);
        free(show_snapshot_dump(scripts[i].snapshot));
        snapshot_script_close(&scripts[i]);
    }
}

/* A diff says which of the two it is. */
static void check_duplicate_in_diff(const iq_snapshot *duplicates, iq_duplicates policy)
{
    iq_snapshot *sound = NULL;
    iq_changeset *changes = NULL;
    const iq_snapshot_options options = {sizeof options, policy, 0};
    CHECK_OK(iq_snapshot_create(&options, &sound));
    CHECK_STATUS(iq_diff(duplicates, sound, NULL, &changes), IQ_ERROR_DUPLICATE);
    CHECK(last_error().argument == 1);
    CHECK_STATUS(iq_diff(sound, duplicates, NULL, &changes), IQ_ERROR_DUPLICATE);
    CHECK(last_error().argument == 2);
    CHECK(changes == NULL);
    iq_snapshot_destroy(sound);
}

/* A duplicate is reported by the first query by key, with both positions; SCOPE lets other sections have it. */
static void check_duplicates_told(void)
{
    iq_key sections[] = {key_of(100), key_of(200)}, keys[] = {key_of(1), key_of(2), key_of(1)};
    for (iq_duplicates policy = IQ_DUPLICATES_REFUSE; policy <= IQ_DUPLICATES_SCOPE; policy += 4) {
        iq_snapshot *snapshot = NULL;
        iq_position position = {9, 9};
        const iq_key *scope = policy == IQ_DUPLICATES_SCOPE ? &sections[1] : NULL;
        CHECK_OK(
            iq_snapshot_create(&(iq_snapshot_options){sizeof(iq_snapshot_options), policy, 0}, &snapshot));
        CHECK_OK(iq_snapshot_append_sections(snapshot, sections, 2));
        iq_columns three = {.struct_size = sizeof three, .count = 3, .keys = keys};
        CHECK_OK(iq_snapshot_append_items(snapshot, NULL, &three));
        CHECK_STATUS(iq_snapshot_find_position(snapshot, scope, keys[1], &position), IQ_ERROR_DUPLICATE);
        iq_error error = {.struct_size = sizeof error};
        CHECK_OK(iq_get_last_error(&error));
        CHECK(key_equal(error.key, keys[0]));
        CHECK(error.position.section == 1 && error.position.item == 2);
        CHECK(error.other.section == 1 && error.other.item == 0);
        CHECK(position.section == 9 && position.item == 9);
        check_duplicate_in_diff(snapshot, policy);
        iq_snapshot_destroy(snapshot);
    }
}

/* A key that another section has is a duplicate: refused if the snapshot is indexed, else by the first query. */
static void check_duplicates_put(void)
{
    iq_key sections[] = {key_of(100), key_of(200)}, keys[] = {key_of(1), key_of(2), key_of(3)};
    iq_columns two = {.struct_size = sizeof two, .count = 2, .keys = keys};
    iq_columns three = {.struct_size = sizeof three, .count = 3, .keys = keys};
    for (int indexed = 0; indexed < 2; indexed++) {
        iq_snapshot *snapshot = NULL;
        iq_position position;
        size_t count;
        CHECK_OK(iq_snapshot_create(NULL, &snapshot));
        CHECK_OK(iq_snapshot_append_sections(snapshot, sections, 2));
        CHECK_OK(iq_snapshot_append_items(snapshot, &sections[0], &two));
        if (indexed) {
            CHECK_OK(iq_snapshot_find_position(snapshot, NULL, keys[1], &position));
        }
        /* Its own items are no duplicates. */
        CHECK_OK(iq_snapshot_set_section_items(snapshot, sections[0], &three));
        CHECK_OK(iq_snapshot_get_count(snapshot, NULL, &count));
        CHECK(count == 3);
        iq_status wanted = indexed ? IQ_ERROR_DUPLICATE : IQ_OK;
        CHECK_STATUS(iq_snapshot_set_section_items(snapshot, sections[1], &two), wanted);
        if (indexed) {
            CHECK(key_equal(last_error().key, keys[0]) && last_error().other.section == 0);
        }
        CHECK_STATUS(iq_snapshot_insert_items(snapshot, sections[1], 0, &two), wanted);
        CHECK_STATUS(iq_snapshot_find_position(snapshot, NULL, keys[1], &position),
                     indexed ? IQ_OK : IQ_ERROR_DUPLICATE);
        iq_snapshot_destroy(snapshot);
    }
}

/* Empty sections go when the snapshot is used, not before. */
static void check_empty_sections(void)
{
    iq_key sections[] = {key_of(1), key_of(2), key_of(3)}, item = key_of(7);
    iq_snapshot *snapshot = NULL;
    iq_list *list = NULL;
    size_t count = 0, items = 0;
    iq_snapshot_options options = {sizeof options, 0, IQ_SNAPSHOT_DROP_EMPTY_SECTIONS};
    iq_columns one = {.struct_size = sizeof one, .count = 1, .keys = &item};
    CHECK_OK(iq_snapshot_create(&options, &snapshot));
    CHECK_OK(iq_snapshot_append_sections(snapshot, sections, 3));
    CHECK_OK(iq_snapshot_append_items(snapshot, &sections[1], &one));
    CHECK_OK(iq_snapshot_get_count(snapshot, &count, NULL));
    CHECK(count == 3);
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_OK(iq_list_apply(list, snapshot, NULL, NULL));
    CHECK_OK(iq_list_get_count(list, &count, &items));
    CHECK(count == 1 && items == 1);
    iq_section section;
    CHECK_OK(iq_list_find_section(list, sections[1], &section));
    CHECK_STATUS(iq_list_find_section(list, sections[0], &section), IQ_ERROR_NOT_FOUND);
    CHECK_OK(iq_snapshot_get_count(snapshot, &count, NULL));
    CHECK(count == 3);
    iq_list_destroy(list);
    iq_snapshot_destroy(snapshot);
}

/* Keys that are scoped need their section, and do not meet keys that are not. */
static void check_scopes(void)
{
    iq_key section = key_of(1), item = key_of(2);
    iq_columns one = {.struct_size = sizeof one, .count = 1, .keys = &item};
    iq_snapshot *scoped = NULL, *plain = NULL;
    iq_list *list = NULL;
    iq_changeset *changes = NULL;
    iq_position position;
    iq_snapshot_options options = {sizeof options, IQ_DUPLICATES_SCOPE, 0};
    CHECK_OK(iq_snapshot_create(&options, &scoped));
    CHECK_OK(iq_snapshot_create(NULL, &plain));
    CHECK_OK(iq_snapshot_append_sections(scoped, &section, 1));
    CHECK_OK(iq_snapshot_append_items(scoped, &section, &one));
    CHECK_STATUS(iq_snapshot_insert_children(scoped, NULL, item, 0, &one), IQ_ERROR_SCOPE);
    CHECK_STATUS(iq_snapshot_update_items(scoped, NULL, &item, &one, IQ_COLUMN_CONTENT), IQ_ERROR_SCOPE);
    CHECK_STATUS(iq_snapshot_find_position(scoped, NULL, item, &position), IQ_ERROR_SCOPE);
    CHECK_STATUS(iq_snapshot_insert_items_beside(scoped, NULL, IQ_PUT_AFTER, item, &one), IQ_ERROR_SCOPE);
    CHECK_STATUS(iq_snapshot_delete_items(scoped, NULL, &item, 1, NULL), IQ_ERROR_SCOPE);
    CHECK_STATUS(iq_snapshot_reload_items(scoped, NULL, &item, 1), IQ_ERROR_SCOPE);
    CHECK_STATUS(iq_snapshot_move_item_beside(scoped, NULL, item, IQ_PUT_BEFORE, item), IQ_ERROR_SCOPE);
    CHECK_STATUS(iq_diff(scoped, plain, NULL, &changes), IQ_ERROR_SCOPE);
    CHECK_STATUS(iq_diff(plain, scoped, NULL, &changes), IQ_ERROR_SCOPE);
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_STATUS(iq_list_apply(list, scoped, NULL, &changes), IQ_ERROR_SCOPE);
    CHECK(changes == NULL);
    iq_list_destroy(list);
    iq_snapshot_destroy(scoped);
    iq_snapshot_destroy(plain);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    check_duplicates_told();
    check_duplicates_put();
    check_empty_sections();
    check_scopes();
    uint64_t first = check_first_seed(1);
    for (uint64_t seed = first; seed < first + check_scaled(60); seed++) {
        for (iq_duplicates policy = IQ_DUPLICATES_REFUSE; policy <= IQ_DUPLICATES_SCOPE; policy++) {
            run_edits(seed, policy, 400);
        }
    }
    return 0;
}

/*
 * edits.c - random scripts of edits, for each policy of duplicates: at every step the list shows what a
 * slow model says, a commit says what the diff of both ends says, byte for byte, and abandoning after any
 * step puts everything back, without memory. Handles stay with their keys through the edit and go with
 * it; a snapshot that is held meanwhile does not change.
 */
#include "edit_script.h"

#include "digest.h"
#include "failing.h"
#include "feed.h"

/* An edit of so many changes; a snapshot of the middle stays what it was then. */
static void edit(edit_script *list, size_t changes, bool abandons)
{
    iq_snapshot *middle = NULL;
    uint64_t digest = 0;
    size_t when = random_below(&list->random, 2 * changes + 1);
    edit_script_begin(list);
    for (size_t i = 0; i < changes; i++) {
        edit_script_change(list);
        edit_script_check(list);
        if (i == when) {
            CHECK_OK(iq_list_snapshot(list->list, &middle));
            digest = digest_snapshot(middle);
        }
    }
    check_case = abandons ? "abandon" : "commit";
    if (abandons) {
        edit_script_abandon(list);
    } else {
        edit_script_commit(list);
    }
    CHECK(middle == NULL || digest_snapshot(middle) == digest);
    iq_snapshot_destroy(middle);
}

/* Between two edits the list may be updated in any other way, and trimmed. */
static void update(edit_script *list)
{
    if (random_chance(&list->random, 50)) {
        check_case = "trim";
        CHECK_OK(iq_list_trim(list->list));
        edit_script_check(list);
    }
    model target = {0};
    model_copy(&target, &list->shown);
    for (size_t i = random_below(&list->random, 4); i > 0 && model_item_count(&target) > 0; i--) {
        model_place place = model_place_at(&target, random_below(&list->random, model_item_count(&target)));
        model_item item = model_take_item(&target, place);
        if (random_chance(&list->random, 70)) {
            item.content++;
            model_insert_item(&target, (model_place){place.section, 0}, item);
        }
    }
    for (size_t s = target.count; list->drop_empty && s-- > 0;) {
        if (target.sections[s].count == 0) {
            model_delete_section(&target, s);
        }
    }
    check_case = "update";
    CHECK_OK(feed_list_set(list->list, &target, FEED_PACKED, NULL, NULL));
    model_clear(&list->shown);
    list->shown = target;
    edit_script_check(list);
    edit_script_retire_handles(list);
}

static iq_list_options random_options(uint64_t seed, iq_duplicates policy)
{
    iq_list_options options = {.struct_size = sizeof options, .duplicates = policy};
    options.flags = seed % 3 == 0 ? IQ_LIST_DROP_EMPTY_SECTIONS : 0;
    options.reload_threshold = seed % 5 == 0 ? 4 : 0;
    return options;
}

static void run(uint64_t seed, iq_duplicates policy, size_t edits)
{
    edit_script list;
    check_seed = seed;
    iq_list_options options = random_options(seed, policy);
    edit_script_start(&list, seed, &options);
    for (size_t e = 0; e < edits; e++) {
        edit(&list, random_below(&list.random, 14), random_chance(&list.random, 30));
        if (random_chance(&list.random, 20)) {
            update(&list);
        }
        if (random_chance(&list.random, 10)) {
            CHECK_OK(iq_list_trim(list.list));
        }
    }
    edit_script_end(&list);
}

/* The same changes from the same beginning, so many of them; then all as it was. */
static void abandon_after(edit_script *list, size_t changes)
{
    random_source random = list->random;
    edit(list, changes, true);
    list->random = random;
}

/* Abandoned after each step of a script; what its tables have grown is all that is kept. */
static void run_prefixes(uint64_t seed, iq_duplicates policy)
{
    edit_script list;
    check_seed = seed;
    iq_list_options options = random_options(seed, policy);
    edit_script_start(&list, seed, &options);
    edit(&list, 12, false);
    for (size_t changes = 0; changes <= 20; changes++) {
        abandon_after(&list, changes);
    }
    for (size_t again = 0; again < 3; again++) {
        abandon_after(&list, 20);
    }
    CHECK_OK(iq_list_trim(list.list));
    CHECK_OK(iq_memory_trim());
    size_t used = iq_memory_used();
    for (size_t again = 0; again < 5; again++) {
        abandon_after(&list, 20);
    }
    CHECK_OK(iq_list_trim(list.list));
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == used);
    edit_script_end(&list);
}

/* Enough items for leaves that split, and trees of some height. */
static void run_large(uint64_t seed, iq_duplicates policy)
{
    edit_script list;
    check_seed = seed;
    iq_list_options options = random_options(seed, policy);
    edit_script_start(&list, seed, &options);
    list.keys = 3000;
    list.longest = 400;
    for (size_t e = 0; e < 3; e++) {
        edit_script_begin(&list);
        for (size_t i = 0; i < 30; i++) {
            edit_script_change(&list);
        }
        edit_script_check(&list);
        check_case = "an end";
        if (e == 1) {
            edit_script_abandon(&list);
        } else {
            edit_script_commit(&list);
        }
    }
    edit_script_end(&list);
}

/* Many sections, one of them long: trees of some height, of sections and of items. */
static void run_tall(uint64_t seed, iq_duplicates policy)
{
    edit_script list;
    check_seed = seed;
    iq_list_options options = {.struct_size = sizeof options, .duplicates = policy};
    edit_script_start(&list, seed, &options);
    list.tall = true;
    list.keys = 60000;
    list.longest = 40;
    size_t sections = 100 + random_below(&list.random, 900), longest = random_below(&list.random, sections);
    for (uint64_t s = 0, key = 0; s < sections; s++) {
        model_insert_section(&list.shown, s, key_of(100000 + 7 * s));
        size_t count = s == longest ? 9000 : random_below(&list.random, 12);
        for (size_t i = 0; i < count; i++) {
            key += 1 + random_below(&list.random, 4);
            model_insert_item(&list.shown, (model_place){s, i}, (model_item){.key = key_of(key)});
        }
    }
    CHECK_OK(feed_list_set(list.list, &list.shown, FEED_PACKED, NULL, NULL));
    for (size_t e = 0; e < 6; e++) {
        edit_script_begin(&list);
        for (size_t i = random_below(&list.random, 60); i > 0; i--) {
            edit_script_change(&list);
        }
        edit_script_check(&list);
        check_case = e % 2 ? "abandon" : "commit";
        (e % 2 ? edit_script_abandon : edit_script_commit)(&list);
    }
    edit_script_end(&list);
}

/* A list that is destroyed with its edit open; the edit then refers to nothing. */
static void run_destroyed(uint64_t seed, iq_duplicates policy)
{
    edit_script list;
    check_seed = seed;
    iq_list_options options = random_options(seed, policy);
    edit_script_start(&list, seed, &options);
    edit(&list, 8, false);
    edit_script_begin(&list);
    for (size_t i = 0; i < 8; i++) {
        edit_script_change(&list);
    }
    check_case = "destroy";
    iq_list_destroy(list.list);
    CHECK_STATUS(iq_edit_commit(list.edit, NULL, NULL), IQ_ERROR_HANDLE);
    CHECK_STATUS(iq_edit_delete_section_range(list.edit, 0, 0), IQ_ERROR_HANDLE);
    CHECK(digest_snapshot(list.held) == list.held_digest);
    iq_snapshot_destroy(list.held);
    /* The edit is an object of its own, even so. */
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() > 0);
    iq_edit_destroy(list.edit);
    CHECK_OK(iq_memory_trim());
    iq_edit_destroy(list.edit);
    edit_script_end(&list);
}

int main(void)
{
    failing_install();
    uint64_t first = check_first_seed(1);
    for (uint64_t seed = first; seed < first + check_scaled(120); seed++) {
        for (iq_duplicates policy = IQ_DUPLICATES_REFUSE; policy <= IQ_DUPLICATES_SCOPE; policy++) {
            run(seed, policy, 8);
        }
        run_prefixes(seed, (iq_duplicates)(seed % 5));
        run_destroyed(seed, (iq_duplicates)(seed % 5));
    }
    for (uint64_t seed = first; seed < first + check_scaled(12); seed++) {
        run_large(seed, (iq_duplicates)(seed % 5));
        run_tall(seed, (iq_duplicates)(seed % 5));
    }
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == 0);
    return 0;
}

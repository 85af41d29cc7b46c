/*
 * no_memory.c - every allocation of every function fails in turn, once and for good: the call answers
 * IQ_ERROR_NO_MEMORY, what can be seen is as it was, the same call succeeds when there is memory again,
 * destroying needs none, and nothing leaks.
 */
#include "arrange.h"
#include "calls.h"
#include "counted_models.h"
#include "check.h"
#include "digest.h"
#include "failing.h"
#include "feed.h"

#include <string.h>

/* What must not change: the digests of the calls' objects. */
typedef struct seen {
    uint64_t list, snapshot, other, edited;
    size_t references;
} seen;

static uint64_t points; /* allocations that were made to fail */

static seen look(const call_objects *objects)
{
    const counted_model *model = objects->model;
    return (seen){digest_list(objects->list), digest_snapshot(objects->snapshot),
                  digest_snapshot(objects->other), digest_list(objects->edited),
                  (size_t)atomic_load(&model->references)};
}

static void check_unchanged(const seen *before, const call_objects *objects)
{
    seen after = look(objects);
    CHECK(after.list == before->list);
    CHECK(after.snapshot == before->snapshot);
    CHECK(after.other == before->other);
    CHECK(after.edited == before->edited);
    CHECK(after.references == before->references);
}

/* Objects that are large enough for leaves to split and tables to grow. */
static void fill_large(call_objects *objects, uint64_t seed)
{
    random_source random = {seed};
    arrangement from = {.random = &random, .sections = 6, .items = 500};
    model before = {0}, after = {0};
    do {
        arrange_new(&from, &before);
    } while (model_item_count(&before) < 300 || before.count < 2);
    for (size_t place = 0; place < before.sections[0].count; place++) {
        before.sections[0].items[place].cell_class = objects->cell_class;
        before.sections[0].items[place].model = objects->model;
    }
    model_copy(&after, &before);
    arrange_change(&from, &after, ARRANGE_ANEW);
    arrange_marks(&from, &after);
    iq_snapshot_destroy(objects->snapshot);
    iq_snapshot_destroy(objects->other);
    iq_changeset_destroy(objects->changeset);
    objects->snapshot = feed_snapshot(&before, NULL, FEED_PACKED);
    objects->other = feed_snapshot(&after, NULL, FEED_STRUCTS);
    iq_diff_options keep = {.struct_size = sizeof keep, .flags = IQ_DIFF_KEEP_KEYS | IQ_DIFF_PAYLOAD};
    CHECK_OK(iq_diff(objects->snapshot, objects->other, &keep, &objects->changeset));
    CHECK_OK(iq_list_apply(objects->list, objects->snapshot, NULL, NULL));
    model_clear(&before);
    model_clear(&after);
}

/* The edited list as it was when its edit began: what is left once it is abandoned. Another edit makes the
 * objects anew. */
static uint64_t digest_begun(call_objects *objects)
{
    iq_edit_destroy(objects->edit);
    uint64_t digest = digest_list(objects->edited);
    CHECK_OK(cast_edit(objects));
    return digest;
}

/* Fails the nth allocation of one call. False: the call makes fewer than that. */
static bool fail_call(const call *called, uint64_t nth, bool for_good, bool large, counted_model *model)
{
    call_objects objects;
    CHECK(objects_open(&objects, counted_class[0], model));
    if (large) {
        fill_large(&objects, 7);
    }
    seen before = look(&objects);
    uint64_t begun = digest_begun(&objects);
    failing_arm(nth, for_good);
    iq_status status = called->make(&objects);
    bool failed = failing_disarm();
    if (failed) {
        CHECK_STATUS(status, IQ_ERROR_NO_MEMORY);
        check_unchanged(&before, &objects);
    }
    if (failed && for_good) {
        /* A failed call of an edit leaves nothing in the way of abandoning it. */
        failing_arm(1, true);
        iq_edit_destroy(objects.edit);
        failing_disarm();
        CHECK(digest_list(objects.edited) == begun);
        failing_arm(1, true);
        objects_close(&objects);
        failing_disarm();
        return true;
    }
    if (failed) {
        status = called->make(&objects);
    }
    CHECK_OK(status);
    objects_close(&objects);
    return failed;
}

static void check_nothing_left(size_t bytes)
{
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == bytes);
    CHECK(failing_bytes() == bytes);
}

/* A call that the large objects have the keys for. */
static bool fits_large(const call *called)
{
    static const char *const fitting[] = {
        "iq_list_apply",
        "iq_list_set",
        "iq_list_set_items",
        "iq_list_snapshot",
        "iq_list_dump",
        "iq_list_trim",
        "iq_list_get_statistics",
        "iq_snapshot_copy",
        "iq_snapshot_append_sections",
        "iq_snapshot_set",
        "iq_snapshot_delete_all_items",
        "iq_snapshot_clear_marks",
        "iq_snapshot_dump",
        "iq_snapshot_encode",
        "iq_snapshot_decode",
        "iq_diff",
        "iq_changeset_get_batch",
        "iq_changeset_get_steps",
        "iq_changeset_get_steps flat",
        "iq_changeset_get_steps single",
        "iq_changeset_get_steps flat single",
        "iq_changeset_get_splices",
        "iq_changeset_get_splices without updates",
        "iq_changeset_get_map",
        "iq_changeset_find_key",
        "iq_changeset_dump",
        "iq_changeset_encode",
        "iq_changeset_decode",
        "iq_changeset_apply",
        "iq_changeset_apply_to_list",
        "iq_changeset_invert",
        "iq_changeset_compose",
    };
    for (size_t i = 0; i < sizeof fitting / sizeof *fitting; i++) {
        if (strcmp(fitting[i], called->name) == 0) {
            return true;
        }
    }
    return false;
}

static void check_calls(bool large)
{
    /* Of the large objects, a smaller scale leaves out most points; none of the small ones. */
    uint64_t stride = large ? 100 / (check_scaled(100) < 100 ? check_scaled(100) : 100) : 1;
    size_t bytes = iq_memory_used();
    counted_model *model = counted_new(1);
    for (size_t c = 0; c < calls_count(); c++) {
        const call *called = calls_at(c);
        check_case = called->name;
        for (int for_good = 0; for_good <= 1 && (!large || fits_large(called)); for_good++) {
            for (uint64_t nth = 1; fail_call(called, nth, for_good, large, model); nth += stride) {
                CHECK(atomic_load(&model->references) == 0);
                points++;
            }
            check_nothing_left(bytes);
        }
    }
}

/* All objects are made while every allocation fails: from the handle table on, which does not exist yet. */
static void check_creation(void)
{
    size_t bytes = iq_memory_used();
    counted_model *model = counted_new(1);
    check_case = "creation";
    for (int for_good = 0; for_good <= 1; for_good++) {
        for (uint64_t nth = 1;; nth++) {
            call_objects objects;
            failing_arm(nth, for_good);
            int made = objects_open(&objects, counted_class[0], model);
            bool failed = failing_disarm();
            CHECK(made != failed);
            objects_close(&objects);
            check_nothing_left(bytes);
            if (!failed) {
                break;
            }
            points++;
        }
    }
}

/* Each policy of duplicates has allocations of its own, and an update of one section too. */
static void check_policies(void)
{
    size_t bytes = iq_memory_used();
    random_source random = {3};
    arrangement from = {.random = &random, .sections = 4, .items = 60};
    model before = {0}, after = {0};
    arrange_new(&from, &before);
    model_copy(&after, &before);
    arrange_change(&from, &after, ARRANGE_ANEW);
    arrange_duplicates(&from, &after, 9, 2);
    for (iq_duplicates policy = IQ_DUPLICATES_KEEP_FIRST; policy <= IQ_DUPLICATES_NUMBER; policy++) {
        for (uint64_t nth = 1;; nth++) {
            iq_list *list = NULL;
            iq_list_options options = {.struct_size = sizeof options, .duplicates = policy};
            check_case = "policies";
            CHECK_OK(iq_list_create(&options, &list));
            CHECK_OK(feed_list_set(list, &before, FEED_PACKED, NULL, NULL));
            uint64_t digest = digest_list(list);
            iq_changeset *changes = NULL;
            failing_arm(nth, nth & 1);
            iq_status status = feed_list_set(list, &after, FEED_PACKED, NULL, &changes);
            bool failed = failing_disarm();
            CHECK_STATUS(status, failed ? IQ_ERROR_NO_MEMORY : IQ_OK);
            CHECK(!failed || (digest_list(list) == digest && changes == NULL));
            CHECK_OK(feed_list_set(list, &after, FEED_PACKED, NULL, NULL));
            iq_changeset_destroy(changes);
            iq_list_destroy(list);
            check_nothing_left(bytes);
            if (!failed) {
                break;
            }
            points++;
        }
    }
    model_clear(&before);
    model_clear(&after);
}

/* A class that could not be made is not there; afterwards it is. */
static void check_classes(void)
{
    check_case = "classes";
    for (int made = 0; made < 40; made++) {
        char name[32];
        snprintf(name, sizeof name, "no memory %d", made);
        iq_class_options options = {.struct_size = sizeof options, .name = name};
        iq_class cell_class = {77}, found;
        for (uint64_t nth = 1;; nth++) {
            failing_arm(nth, made & 1);
            iq_status status = iq_class_create(&options, &cell_class);
            if (!failing_disarm()) {
                CHECK_STATUS(status, IQ_OK);
                break;
            }
            CHECK_STATUS(status, IQ_ERROR_NO_MEMORY);
            CHECK(cell_class.id == 77);
            CHECK_STATUS(iq_class_find(name, &found), IQ_ERROR_NOT_FOUND);
            points++;
        }
        CHECK_OK(iq_class_find(name, &found));
        CHECK(found.id == cell_class.id);
    }
}

int main(void)
{
    failing_install();
    check_seed = 1;
    check_classes();
    counted_register();
    CHECK(iq_memory_used() == failing_bytes());
    check_creation();
    check_calls(false);
    check_calls(true);
    check_policies();
    printf("%llu allocations failed\n", (unsigned long long)points);
    counted_end();
    return 0;
}

/*
 * edits_models.c - edits of items with models, while memory fails at every allocation of every call: what
 * fails has changed nothing and the same call succeeds afterwards; models are retained while the list, an
 * open edit or a snapshot shows them, and not a moment longer.
 */
#include "counted_models.h"
#include "digest.h"
#include "failing.h"
#include "edit_script.h"

static uint64_t points; /* allocations that were made to fail */

static void dress(edit_script *self, model_item *item)
{
    item->cell_class = counted_class[random_below(&self->random, 3)];
    item->content = random_chance(&self->random, 60) ? IQ_CONTENT_NONE : 1 + random_below(&self->random, 2);
    bool bare = item->cell_class.id == counted_class[2].id;
    item->model = NULL;
    if (bare) {
        item->model = (void *)(uintptr_t)random_next(&self->random);
    } else if (random_chance(&self->random, 90)) {
        item->model = counted_new((int)random_below(&self->random, 2));
    }
}

/* What the list shows lives, and what nothing can show has gone. Beside it the edit holds what was there
 * when it began, and the snapshot too. */
static void check_references(const edit_script *self)
{
    counted_hold(NULL);
    counted_hold(&self->shown);
    if (self->held) {
        counted_hold(&self->before);
        counted_hold(&self->before);
    }
    counted_check();
}

static void trim(edit_script *self)
{
    check_case = "trim";
    MADE(self, iq_list_trim(self->list), IQ_OK);
}

/* One change or end of the edit: first with each of its allocations failing. */
static void in_spite_of_all(edit_script *self, void (*change)(edit_script *self), bool for_each)
{
    random_source random = self->random;
    for (uint64_t nth = 1; for_each; nth++) {
        uint64_t digest = digest_list(self->list);
        self->random = random;
        self->fail = nth;
        change(self);
        self->fail = 0;
        if (!self->failed) {
            return;
        }
        points++;
        CHECK(digest_list(self->list) == digest);
        edit_script_check(self);
        check_references(self);
    }
    change(self);
}

static void run(uint64_t seed, iq_duplicates policy, bool fails)
{
    edit_script list;
    check_seed = seed;
    iq_list_options options = {.struct_size = sizeof options, .duplicates = policy};
    options.flags = seed % 3 == 0 ? IQ_LIST_DROP_EMPTY_SECTIONS : 0;
    edit_script_start(&list, seed, &options);
    list.dress = dress;
    list.bare = counted_class[2];
    for (size_t e = 0; e < 4; e++) {
        edit_script_begin(&list);
        for (size_t i = random_below(&list.random, 10); i > 0; i--) {
            in_spite_of_all(&list, edit_script_change, fails);
            edit_script_check(&list);
            check_references(&list);
        }
        if (e == 2) {
            check_case = "abandon";
            edit_script_abandon(&list);
        } else {
            check_case = "commit";
            in_spite_of_all(&list, edit_script_commit, fails);
        }
        check_references(&list);
        in_spite_of_all(&list, trim, fails);
        edit_script_check(&list);
        check_references(&list);
    }
    edit_script_begin(&list);
    edit_script_change(&list);
    check_case = "a list that goes in the middle";
    iq_list_destroy(list.list);
    iq_edit_destroy(list.edit);
    counted_hold(NULL);
    counted_hold(&list.before);
    counted_check();
    iq_snapshot_destroy(list.held);
    edit_script_end(&list);
    counted_end();
}

/* Enough items for leaves that split; every allocation of the last edit fails. */
static void run_large(uint64_t seed)
{
    edit_script list;
    check_seed = seed;
    iq_list_options options = {.struct_size = sizeof options, .duplicates = (iq_duplicates)(seed % 5)};
    edit_script_start(&list, seed, &options);
    list.dress = dress;
    list.bare = counted_class[2];
    list.keys = 1500;
    list.longest = 300;
    for (size_t e = 0; e < 3; e++) {
        edit_script_begin(&list);
        for (size_t i = 0; i < 8; i++) {
            in_spite_of_all(&list, edit_script_change, e == 2);
        }
        edit_script_check(&list);
        check_references(&list);
        in_spite_of_all(&list, edit_script_commit, e == 2);
        check_references(&list);
        in_spite_of_all(&list, trim, e == 2);
        check_references(&list);
    }
    edit_script_end(&list);
    counted_end();
}

int main(void)
{
    failing_install();
    counted_register();
    size_t start = iq_memory_used();
    uint64_t first = check_first_seed(1);
    for (uint64_t seed = first; seed < first + check_scaled(100); seed++) {
        for (iq_duplicates policy = IQ_DUPLICATES_REFUSE; policy <= IQ_DUPLICATES_SCOPE; policy++) {
            run(seed, policy, seed % 4 == 0);
        }
    }
    for (uint64_t seed = first; seed < first + check_scaled(10); seed++) {
        run_large(seed);
    }
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == start);
    printf("%llu allocations failed\n", (unsigned long long)points);
    return 0;
}

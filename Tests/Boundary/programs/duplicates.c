/*
 * duplicates.c - which duplicate a refusal names: the first item of the description whose key occurred
 * before it, and its first occurrence, whatever was shown before and by whichever way the library came
 * across it. Random descriptions after random lists, small ones and such as are joined or sifted.
 */
#include "check.h"
#include "described.h"
#include "host_memory.h"
#include "model.h"

#include <string.h>

typedef struct round_ {
    random_source random;
    iq_duplicates policy;
    bool drop_empty;
    described before;
    iq_list *list; /* shows `before` */
} round_;

static bool is_scoped(const round_ *self)
{
    return self->policy == IQ_DUPLICATES_SCOPE;
}

static iq_snapshot *snapshot_of(const round_ *self, const described *what)
{
    iq_snapshot_options options = {sizeof options, self->policy,
                                   self->drop_empty ? IQ_SNAPSHOT_DROP_EMPTY_SECTIONS : 0};
    iq_snapshot *snapshot = NULL;
    CHECK_OK(iq_snapshot_create(&options, &snapshot));
    CHECK_OK(described_fill(snapshot, what));
    return snapshot;
}

/* Asked for by key, diffed from either side, applied to the list: each says the same, and so does the list
 * when it is set. */
static void check_whole(round_ *self, const described *after)
{
    duplicate wanted = described_duplicate(after, is_scoped(self), self->drop_empty);
    iq_status status = wanted.found ? IQ_ERROR_DUPLICATE : IQ_OK;
    if (wanted.found) {
        CHECK_STATUS(described_set(self->list, after), status);
        described_check(&wanted, 0);
    }
    if (wanted.found && after->sections == 1) {
        iq_key *keys = check_memory(malloc((after->items + 1) * sizeof *keys));
        iq_columns items = described_columns(after, keys);
        duplicate implicit = wanted;
        implicit.section = (iq_key){{0}};
        CHECK_STATUS(iq_list_set_items(self->list, &items, NULL, NULL), status);
        described_check(&implicit, 0);
        free(keys);
    }
    if (wanted.is_section || described_duplicate(after, false, false).is_section) {
        return; /* A snapshot refuses such a section at once. */
    }
    iq_snapshot *old = snapshot_of(self, &self->before), *new = snapshot_of(self, after);
    iq_changeset *changes = NULL;
    CHECK_STATUS(iq_diff(old, new, NULL, &changes), status);
    if (wanted.found) {
        described_check(&wanted, 2);
        CHECK_STATUS(iq_diff(new, old, NULL, &changes), status);
        described_check(&wanted, 1);
        CHECK_STATUS(iq_list_apply(self->list, new, NULL, NULL), status);
        described_check(&wanted, 0);
        iq_position position;
        iq_key scope = described_key(after->section_numbers[0]);
        CHECK_STATUS(iq_snapshot_find_position(new, &scope, described_key(0), &position), status);
        described_check(&wanted, 0);
    }
    iq_changeset_destroy(changes);
    iq_snapshot_destroy(old);
    iq_snapshot_destroy(new);
}

/* A snapshot of the list shares what the list shows; what is appended is there already. */
static void check_shared(round_ *self)
{
    described after = {0};
    size_t last = self->before.sections - 1, kept = self->before.items - self->before.starts[last];
    uint64_t *numbers = check_memory(malloc((kept + 3) * sizeof *numbers));
    memcpy(numbers, self->before.numbers + self->before.starts[last], kept * sizeof *numbers);
    for (size_t i = 0; i < 3; i++) {
        numbers[kept + i] = self->before.numbers[random_below(&self->random, self->before.items)];
    }
    described_replace(&after, &self->before, last, numbers, kept + 3);
    duplicate wanted = described_duplicate(&after, is_scoped(self), false);
    iq_snapshot *snapshot = NULL;
    CHECK_OK(iq_list_snapshot(self->list, &snapshot));
    iq_key keys[3] = {described_key(numbers[kept]), described_key(numbers[kept + 1]),
                      described_key(numbers[kept + 2])};
    iq_columns items = {.struct_size = sizeof items, .count = 3, .keys = keys};
    CHECK_OK(iq_snapshot_append_items(snapshot, NULL, &items));
    if (wanted.found) {
        CHECK_STATUS(iq_list_apply(self->list, snapshot, NULL, NULL), IQ_ERROR_DUPLICATE);
        described_check(&wanted, 0);
    }
    iq_snapshot_destroy(snapshot);
    described_clear(&after);
    free(numbers);
}

/* Some numbers of the list, of the section and new ones, in any order. */
static size_t some_numbers(round_ *self, size_t section, uint64_t *numbers)
{
    const described *shown = &self->before;
    size_t first = shown->starts[section], own = shown->starts[section + 1] - first;
    size_t fresh = own * 4 + 40 < DESCRIBED_NUMBERS / 2 ? own * 4 + 40 : DESCRIBED_NUMBERS / 2;
    unsigned foreign = random_chance(&self->random, 50) ? 3 : 0;
    for (size_t i = 0; i < own + 4; i++) {
        numbers[i] = DESCRIBED_NUMBERS / 2 + random_below(&self->random, fresh);
        if (random_chance(&self->random, foreign)) {
            numbers[i] = shown->numbers[random_below(&self->random, shown->items)];
        } else if (i < own && random_chance(&self->random, 70)) {
            numbers[i] = shown->numbers[first + i];
        }
    }
    return own + random_below(&self->random, 5);
}

static void check_section(round_ *self)
{
    size_t section = random_below(&self->random, self->before.sections);
    uint64_t *numbers = check_memory(malloc((self->before.items + 8) * sizeof *numbers));
    size_t count = some_numbers(self, section, numbers);
    described after = {0};
    described_replace(&after, &self->before, section, numbers, count);
    duplicate wanted = described_duplicate(&after, is_scoped(self), false);
    iq_key *keys = check_memory(malloc((after.items + 1) * sizeof *keys));
    iq_columns items = described_columns(&after, keys);
    items.count = count;
    items.keys = keys + after.starts[section];
    iq_key key = described_key(after.section_numbers[section]);
    if (wanted.found) {
        CHECK_STATUS(iq_list_set_section_items(self->list, key, &items, NULL, NULL), IQ_ERROR_DUPLICATE);
        described_check(&wanted, 0);
    }
    free(keys);
    free(numbers);
    described_clear(&after);
}

/* Of items that are put in, the first whose key is there or was given before; `other` is where it is. */
static void check_put(round_ *self, bool replaces)
{
    size_t section = random_below(&self->random, self->before.sections), i = 0;
    uint64_t *numbers = check_memory(malloc((self->before.items + 8) * sizeof *numbers));
    size_t count = some_numbers(self, section, numbers);
    iq_key *keys = check_memory(malloc((count + 1) * sizeof *keys));
    iq_position other = {IQ_NONE, IQ_NONE};
    bool found = false;
    for (; i < count && !found; i++) {
        keys[i] = described_key(numbers[i]);
        for (size_t s = 0; s < self->before.sections; s++) {
            for (size_t b = self->before.starts[s]; b < self->before.starts[s + 1]; b++) {
                if (self->before.numbers[b] == numbers[i] && (s == section ? !replaces : !is_scoped(self))) {
                    other = (iq_position){s, b - self->before.starts[s]};
                    found = true;
                }
            }
        }
        for (size_t earlier = 0; earlier < i; earlier++) {
            found |= numbers[earlier] == numbers[i];
        }
    }
    if (found) {
        for (size_t rest = i; rest < count; rest++) {
            keys[rest] = described_key(numbers[rest]);
        }
        iq_columns items = {.struct_size = sizeof items, .count = count, .keys = keys};
        iq_edit *edit = NULL;
        iq_section handle;
        CHECK_OK(iq_edit_begin(self->list, NULL, &edit));
        CHECK_OK(iq_list_find_section_at(self->list, section, &handle));
        CHECK_STATUS(replaces ? iq_edit_set_section_items(edit, handle, &items)
                              : iq_edit_insert_items(edit, handle, 0, &items),
                     IQ_ERROR_DUPLICATE);
        iq_error error = {.struct_size = sizeof error};
        CHECK_OK(iq_get_last_error(&error));
        CHECK(key_equal(error.key, keys[i - 1]));
        CHECK(!(error.flags & IQ_ERROR_HAS_OTHER) == (other.section == IQ_NONE));
        CHECK(other.section == IQ_NONE ||
              (error.other.section == other.section && error.other.item == other.item));
        iq_edit_destroy(edit);
    }
    free(keys);
    free(numbers);
}

static void run_round(uint64_t seed, size_t most)
{
    check_seed = seed;
    round_ self = {.random = {seed}};
    self.policy = random_chance(&self.random, 60) ? IQ_DUPLICATES_REFUSE : IQ_DUPLICATES_SCOPE;
    self.drop_empty = random_chance(&self.random, 30);
    described_make(&self.before, &self.random, 1 + random_below(&self.random, most), false);
    iq_list_options options = {.struct_size = sizeof options, .duplicates = self.policy};
    options.flags = self.drop_empty ? IQ_LIST_DROP_EMPTY_SECTIONS : 0;
    CHECK_OK(iq_list_create(&options, &self.list));
    CHECK_OK(described_set(self.list, &self.before));
    for (unsigned shape = 0; shape < DESCRIBED_SHAPES; shape++) {
        described after = {0};
        described_follow(&after, &self.before, &self.random, (described_shape)shape);
        check_whole(&self, &after);
        described_clear(&after);
    }
    check_shared(&self);
    check_section(&self);
    if (most < 1000) {
        check_put(&self, false);
        check_put(&self, true);
    }
    iq_list_destroy(self.list);
    described_clear(&self.before);
}

/* The list that 0.1.0 answered "0:3 occurs first at 0:2" for. */
static void check_third(void)
{
    iq_list *list = NULL;
    uint64_t shown[] = {1, 0, 2}, wanted[] = {0, 1, 0, 0};
    described before = {1, 3, {0}, {0, 3}, shown}, after = {1, 4, {0}, {0, 4}, wanted};
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_OK(described_set(list, &before));
    CHECK_STATUS(described_set(list, &after), IQ_ERROR_DUPLICATE);
    iq_key zero = described_key(0);
    described_check(&(duplicate){true, false, zero, zero, {0, 2}, {0, 0}}, 0);
    iq_list_destroy(list);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    check_third();
    uint64_t seed = check_first_seed(1);
    for (uint64_t i = 0; i < check_scaled(400); i++) {
        run_round(seed++, 24);
    }
    for (uint64_t i = 0; i < check_scaled(40); i++) {
        run_round(seed++, 4000);
    }
    for (uint64_t i = 0; i < check_scaled(3); i++) {
        run_round(seed++, 90000);
    }
    return 0;
}

/*
 * replays.c - replays of random changesets in every dialect, beside arrays on which each element is carried out as the
 * header words it: after every element all counts are right, and every item and section is found where it is.
 *
 *     before   A[1 2 3] B[4 5]          things    0 1 2 3 4, of before, by flat position
 *     now      A[1 3] B[4 5]                      0 2 3 4
 *     after    B[5 4*] A[1 3 6]                   a thing of after is FRESH and its flat position
 *
 * Changeset and snapshot are destroyed under the replay in half of the rounds; in a third an allocation fails.
 */
#include "arrange.h"
#include "check.h"
#include "failing.h"
#include "feed.h"
#include "replay.h"

#include <string.h>

enum { ROUNDS = 1500 };

static const size_t FRESH = SIZE_MAX / 2;

/* One dialect of one changeset. */
typedef struct round {
    const expectation *wanted;
    iq_replay *replay;
    bool is_flat, is_splices;
    replay_state now;     /* flat dialects: one section */
    bool *is_updated;     /* by flat after-position: its update was carried out */
    bool *section_is_updated;
    bool *is_cut;         /* splices: by flat before-position, a splice to come removes it */
} round;

typedef struct found {
    iq_side side;
    iq_position where;
} found;

static iq_position position_of(const model *of, size_t flat, bool is_flat)
{
    if (is_flat) {
        return (iq_position){IQ_NONE, (uint32_t)flat};
    }
    model_place place = model_place_at(of, flat);
    return (iq_position){(uint32_t)place.section, (uint32_t)place.item};
}

static found item_found(const round *self, size_t thing)
{
    const expectation *wanted = self->wanted;
    if (thing >= FRESH) {
        return (found){IQ_AFTER, position_of(wanted->after, thing - FRESH, self->is_flat)};
    }
    size_t after = wanted->after_of[thing];
    bool is_before = self->is_splices ? self->is_cut[thing]
                                      : after == MODEL_NONE || (wanted->update[after] && !self->is_updated[after]);
    return is_before ? (found){IQ_BEFORE, position_of(wanted->before, thing, self->is_flat)}
                     : (found){IQ_AFTER, position_of(wanted->after, after, self->is_flat)};
}

static found section_found(const round *self, size_t thing)
{
    if (thing >= FRESH) {
        return (found){IQ_AFTER, {(uint32_t)(thing - FRESH), IQ_NONE}};
    }
    size_t after = self->wanted->section_after_of[thing];
    if (after == MODEL_NONE || (self->wanted->after->sections[after].reload && !self->section_is_updated[after])) {
        return (found){IQ_BEFORE, {(uint32_t)thing, IQ_NONE}};
    }
    return (found){IQ_AFTER, {(uint32_t)after, IQ_NONE}};
}

static void check_found(const round *self, iq_position position, found wanted)
{
    iq_side side = 7;
    iq_position where = {7, 7};
    CHECK_OK(iq_replay_find(self->replay, position, &side, &where));
    CHECK(side == wanted.side && where.section == wanted.where.section && where.item == wanted.where.item);
}

static void check_beyond(const round *self, iq_position position)
{
    iq_side side;
    iq_position where;
    iq_error error = {.struct_size = sizeof error};
    CHECK_STATUS(iq_replay_find(self->replay, position, &side, &where), IQ_ERROR_RANGE);
    CHECK_OK(iq_get_last_error(&error));
    CHECK(error.argument == 2 && error.position.section == position.section && error.position.item == position.item);
}

static void check_now(const round *self)
{
    size_t count = SIZE_MAX;
    CHECK_OK(iq_replay_get_count(self->replay, IQ_NONE, &count));
    CHECK(count == (self->is_flat ? self->now.sections[0].count : self->now.count));
    for (size_t s = 0; s < self->now.count; s++) {
        const replay_section *section = &self->now.sections[s];
        uint32_t name = self->is_flat ? IQ_NONE : (uint32_t)s;
        if (!self->is_flat) {
            CHECK_OK(iq_replay_get_count(self->replay, name, &count));
            CHECK(count == section->count);
            check_found(self, (iq_position){name, IQ_NONE}, section_found(self, section->origin));
        }
        for (size_t i = 0; i < section->count; i++) {
            check_found(self, (iq_position){name, (uint32_t)i}, item_found(self, section->items[i]));
        }
        check_beyond(self, (iq_position){name, (uint32_t)section->count});
    }
    if (!self->is_flat) {
        check_beyond(self, (iq_position){(uint32_t)self->now.count, IQ_NONE});
        check_beyond(self, (iq_position){(uint32_t)self->now.count, 0});
        CHECK_STATUS(iq_replay_get_count(self->replay, (uint32_t)self->now.count, &count), IQ_ERROR_RANGE);
    }
}

/* ---- carrying out */

static size_t flat_after(const round *self, uint32_t section, uint32_t item)
{
    size_t flat = item;
    for (size_t s = 0; !self->is_flat && s < section; s++) {
        flat += self->wanted->after->sections[s].count;
    }
    return flat;
}

static replay_section *section_at(const round *self, uint32_t position)
{
    CHECK(self->is_flat ? position == IQ_NONE : position < self->now.count);
    return &self->now.sections[self->is_flat ? 0 : position];
}

static void move_items(round *self, const iq_change *step)
{
    size_t *things = check_memory(malloc(step->count * sizeof *things));
    for (uint32_t i = 0; i < step->count; i++) {
        things[i] = replay_take_item(section_at(self, step->before_section), step->before_item);
    }
    for (uint32_t i = 0; i < step->count; i++) {
        replay_insert_item(section_at(self, step->after_section), step->after_item + i, things[i]);
    }
    free(things);
}

static void move_sections(round *self, const iq_change *step)
{
    replay_section sections[64];
    CHECK(step->count <= 64);
    for (uint32_t i = 0; i < step->count; i++) {
        sections[i] = replay_take_section(&self->now, step->before_section);
    }
    for (uint32_t i = 0; i < step->count; i++) {
        replay_insert_section(&self->now, step->after_section + i, sections[i]);
    }
}

static void carry_out(round *self, const iq_change *step)
{
    for (uint32_t i = 0; i < step->count; i++) {
        size_t final = step->kind == IQ_ITEM_INSERT ? flat_after(self, step->final_section, step->final_item) + i : 0;
        replay_section inserted = {.origin = FRESH + step->final_section + i};
        switch (step->kind) {
        case IQ_ITEM_DELETE: replay_take_item(section_at(self, step->before_section), step->before_item); break;
        case IQ_ITEM_INSERT:
            replay_insert_item(section_at(self, step->after_section), step->after_item + i, FRESH + final);
            break;
        case IQ_ITEM_UPDATE:
            self->is_updated[flat_after(self, step->after_section, step->after_item) + i] = true;
            break;
        case IQ_SECTION_DELETE: free(replay_take_section(&self->now, step->before_section).items); break;
        case IQ_SECTION_INSERT: replay_insert_section(&self->now, step->after_section + i, inserted); break;
        case IQ_SECTION_UPDATE: self->section_is_updated[step->after_section + i] = true; break;
        default: break;
        }
    }
    if (step->kind == IQ_ITEM_MOVE) {
        move_items(self, step);
    } else if (step->kind == IQ_SECTION_MOVE) {
        move_sections(self, step);
    }
}

static void splice(round *self, const iq_splice *at)
{
    for (uint32_t i = 0; i < at->removed; i++) {
        replay_take_item(&self->now.sections[0], at->position);
    }
    for (uint32_t i = 0; i < at->added; i++) {
        replay_insert_item(&self->now.sections[0], at->position + i, FRESH + at->position + i);
    }
}

/* What no splice removes: all are carried out on another state, once. */
static void note_cuts(round *self, const iq_splice *splices, size_t count)
{
    for (size_t i = 0; i < self->wanted->before_count; i++) {
        self->is_cut[i] = true;
    }
    replay_state start = self->now;
    self->now = (replay_state){0};
    replay_insert_section(&self->now, 0, (replay_section){0});
    for (size_t i = 0; i < start.sections[0].count; i++) {
        replay_insert_item(&self->now.sections[0], i, start.sections[0].items[i]);
    }
    for (size_t p = 0; p < count; p++) {
        splice(self, &splices[p]);
    }
    for (size_t i = 0; i < self->now.sections[0].count; i++) {
        if (self->now.sections[0].items[i] < FRESH) {
            self->is_cut[self->now.sections[0].items[i]] = false;
        }
    }
    replay_clear(&self->now);
    self->now = start;
}

/* ---- rounds */

static void start(round *self, const expectation *wanted, uint32_t dialect, uint32_t flags)
{
    *self = (round){.wanted = wanted, .is_splices = dialect == IQ_REPLAY_SPLICES};
    self->is_flat = self->is_splices || flags & IQ_STEPS_FLAT;
    self->now = replay_start(wanted->before);
    if (self->is_flat) {
        replay_clear(&self->now);
        replay_insert_section(&self->now, 0, (replay_section){0});
        for (size_t i = 0; i < wanted->before_count; i++) {
            replay_insert_item(&self->now.sections[0], i, i);
        }
    }
    self->is_updated = check_memory(calloc(wanted->after_count + 1, sizeof(bool)));
    self->section_is_updated = check_memory(calloc(wanted->after->count + 1, sizeof(bool)));
    self->is_cut = check_memory(calloc(wanted->before_count + 1, sizeof(bool)));
}

static void end(round *self)
{
    iq_replay_destroy(self->replay);
    replay_clear(&self->now);
    free(self->is_updated);
    free(self->section_is_updated);
    free(self->is_cut);
}

/* With an allocation that fails, nothing is carried out, and the next call does it. */
static void next(const round *self, random_source *random, bool fails)
{
    iq_status status = IQ_ERROR_NO_MEMORY;
    if (fails) {
        failing_arm(1 + random_below(random, 3), false);
        status = iq_replay_next(self->replay);
        CHECK(!failing_disarm() || status == IQ_ERROR_NO_MEMORY);
    }
    if (status == IQ_ERROR_NO_MEMORY) {
        if (fails) {
            check_now(self);
        }
        status = iq_replay_next(self->replay);
    }
    CHECK_OK(status);
}

/* `changes` and `before` are given away. */
static void replay(random_source *random, const expectation *wanted, iq_changeset *changes, iq_snapshot *before,
                   uint32_t dialect, uint32_t flags)
{
    round self;
    start(&self, wanted, dialect, flags);
    const iq_change *steps = NULL;
    const iq_splice *splices = NULL;
    iq_changeset *held = NULL;
    size_t count = 0;
    /* Both share the arrays, and one of them stays. */
    CHECK_OK(iq_changeset_copy(changes, &held));
    CHECK_OK(self.is_splices ? iq_changeset_get_splices(held, flags, &splices, &count)
                             : iq_changeset_get_steps(held, flags, &steps, &count));
    if (self.is_splices) {
        note_cuts(&self, splices, count);
    }
    CHECK_OK(iq_replay_create(changes, before, dialect, flags, &self.replay));
    bool are_gone = random_chance(random, 50), fails = random_chance(random, 30);
    if (are_gone) {
        iq_changeset_destroy(changes);
        CHECK_OK(iq_snapshot_delete_all(before));
        iq_snapshot_destroy(before);
    }
    check_now(&self);
    for (size_t i = 0; i < count; i++) {
        next(&self, random, fails);
        if (self.is_splices) {
            splice(&self, &splices[i]);
        } else {
            carry_out(&self, &steps[i]);
        }
        check_now(&self);
    }
    CHECK_STATUS(iq_replay_next(self.replay), IQ_ERROR_STATE);
    check_now(&self);
    CHECK(!self.is_flat ? self.now.count == wanted->after->count
                        : self.now.sections[0].count == wanted->after_count);
    end(&self);
    iq_changeset_destroy(held);
    if (!are_gone) {
        iq_changeset_destroy(changes);
        iq_snapshot_destroy(before);
    }
}

static void replay_pair(random_source *random, const model *from, const model *to)
{
    static const uint32_t dialects[][2] = {
        {IQ_REPLAY_STEPS, 0},
        {IQ_REPLAY_STEPS, IQ_STEPS_SINGLE},
        {IQ_REPLAY_STEPS, IQ_STEPS_FLAT},
        {IQ_REPLAY_STEPS, IQ_STEPS_FLAT | IQ_STEPS_SINGLE},
        {IQ_REPLAY_SPLICES, 0},
        {IQ_REPLAY_SPLICES, IQ_SPLICES_WITHOUT_UPDATES},
    };
    static const expect_rules rules;
    expectation wanted = expect(from, to, &rules);
    for (size_t d = 0; d < sizeof dialects / sizeof *dialects; d++) {
        iq_snapshot *before = feed_snapshot(from, NULL, FEED_PACKED), *after = feed_snapshot(to, NULL, FEED_PACKED);
        iq_changeset *changes = NULL;
        CHECK_OK(iq_diff(before, after, NULL, &changes));
        iq_snapshot_destroy(after);
        replay(random, &wanted, changes, before, dialects[d][0], dialects[d][1]);
    }
    expect_clear(&wanted);
}

static void random_pairs(uint64_t seed)
{
    check_seed = seed;
    random_source random = {seed};
    arrangement from = {.random = &random, .sections = 1 + random_below(&random, 5), .items = 1 + random_below(&random, 30)};
    model before = {0}, after = {0};
    arrange_new(&from, &before);
    for (int updates = 0; updates < 3; updates++) {
        arrange_shape shape = (arrange_shape)random_below(&random, ARRANGE_SHAPES);
        check_case = arrange_name(shape);
        model_copy(&after, &before);
        arrange_change(&from, &after, shape);
        if (random_chance(&random, 40)) {
            arrange_marks(&from, &after);
        }
        replay_pair(&random, &before, &after);
        model_clear_marks(&after);
        model_copy(&before, &after);
    }
    model_clear(&before);
    model_clear(&after);
    check_case = NULL;
}

/* ---- what is refused */

static void check_refused(void)
{
    model one = {0}, other = {0};
    for (uint64_t s = 0; s < 2; s++) {
        model_insert_section(&one, s, key_of(100 + s));
        model_insert_item(&one, (model_place){s, 0}, (model_item){.key = key_of(1 + s)});
    }
    model_copy(&other, &one);
    model_insert_item(&other, (model_place){1, 1}, (model_item){.key = key_of(9)});
    iq_snapshot *before = feed_snapshot(&one, NULL, FEED_PACKED), *after = feed_snapshot(&other, NULL, FEED_PACKED);
    iq_diff_options reload = {.struct_size = sizeof reload, .flags = IQ_DIFF_RELOAD};
    iq_error error = {.struct_size = sizeof error};
    iq_changeset *changes, *all;
    iq_replay *made = NULL;
    CHECK_OK(iq_diff(before, after, NULL, &changes));
    CHECK_OK(iq_diff(before, after, &reload, &all));
    /* The state after is not the one that it starts from. */
    CHECK_STATUS(iq_replay_create(changes, after, IQ_REPLAY_STEPS, 0, &made), IQ_ERROR_MISMATCH);
    CHECK_OK(iq_get_last_error(&error));
    CHECK(error.argument == 2 && error.position.section == 1 && error.position.item == IQ_NONE);
    CHECK_OK(iq_snapshot_delete_all(after));
    CHECK_STATUS(iq_replay_create(changes, after, IQ_REPLAY_SPLICES, 0, &made), IQ_ERROR_MISMATCH);
    CHECK_OK(iq_get_last_error(&error));
    CHECK(error.position.section == 0);
    CHECK_STATUS(iq_replay_create(all, before, IQ_REPLAY_STEPS, 0, &made), IQ_ERROR_STATE);
    CHECK_STATUS(iq_replay_create(changes, before, 2, 0, &made), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_replay_create(changes, before, IQ_REPLAY_STEPS, 4, &made), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_replay_create(changes, before, IQ_REPLAY_SPLICES, 2, &made), IQ_ERROR_ARGUMENT);
    CHECK(made == NULL);
    /* A flat list has no sections. */
    for (uint32_t dialect = IQ_REPLAY_STEPS; dialect <= IQ_REPLAY_SPLICES; dialect++) {
        size_t count;
        iq_side side;
        iq_position where;
        uint32_t flags = dialect == IQ_REPLAY_STEPS ? IQ_STEPS_FLAT : 0;
        CHECK_OK(iq_replay_create(changes, before, dialect, flags, &made));
        CHECK_STATUS(iq_replay_get_count(made, 0, &count), IQ_ERROR_ARGUMENT);
        CHECK_STATUS(iq_replay_find(made, (iq_position){0, 0}, &side, &where), IQ_ERROR_ARGUMENT);
        CHECK_STATUS(iq_replay_find(made, (iq_position){IQ_NONE, IQ_NONE}, &side, &where), IQ_ERROR_ARGUMENT);
        iq_replay_destroy(made);
        CHECK_STATUS(iq_replay_next(made), IQ_ERROR_HANDLE);
    }
    iq_replay_destroy(NULL);
    iq_changeset_destroy(changes);
    iq_changeset_destroy(all);
    iq_snapshot_destroy(before);
    iq_snapshot_destroy(after);
    model_clear(&one);
    model_clear(&other);
}

int main(void)
{
    failing_install();
    check_refused();
    uint64_t seed = check_first_seed(1), rounds = check_scaled(ROUNDS);
    for (uint64_t r = 0; r < rounds; r++) {
        random_pairs(seed + r);
    }
    CHECK_OK(iq_memory_trim());
    CHECK(failing_bytes() == 0);
    return 0;
}

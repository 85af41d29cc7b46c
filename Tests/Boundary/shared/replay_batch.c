/*
 * replay_batch.c - replays the batch dialect: all positions before and after at once, in six phases.
 */
#include "check.h"
#include "replay.h"

#define GONE SIZE_MAX

/* The flat position of an item, checked with the whole range to lie within its section. */
static size_t flat_position(const model *of, uint32_t section, uint32_t item, uint32_t count)
{
    CHECK(section < of->count);
    CHECK(count >= 1 && item < of->sections[section].count && count <= of->sections[section].count - item);
    size_t flat = item;
    for (size_t s = 0; s < section; s++) {
        flat += of->sections[s].count;
    }
    return flat;
}

static int phase_of(iq_change_kind kind)
{
    switch (kind) {
    case IQ_ITEM_DELETE:
    case IQ_ITEM_MOVE_OUT: return 1;
    case IQ_SECTION_DELETE: return 2;
    case IQ_SECTION_MOVE:
    case IQ_SECTION_INSERT: return 3;
    case IQ_ITEM_INSERT:
    case IQ_ITEM_MOVE_IN: return 4;
    case IQ_SECTION_UPDATE: return 5;
    case IQ_ITEM_UPDATE: return 6;
    case IQ_SUPPLEMENTARY_DELETE:
    case IQ_SUPPLEMENTARY_INSERT:
    case IQ_SUPPLEMENTARY_UPDATE: return 7;
    default: CHECK(!"a kind that a batch does not have"); return 0;
    }
}

/* The first position behind a change and its own, as one number each that ascends within its phase. */
static uint64_t change_place(const iq_change *change, int phase)
{
    switch (phase) {
    case 1: return (uint64_t)change->before_section << 32 | change->before_item;
    case 2: return change->before_section;
    case 4:
    case 6: return (uint64_t)change->after_section << 32 | change->after_item;
    case 7: return 0; /* ordered by three fields: see element_follows */
    default: return change->after_section;
    }
}

/* The after-section of a supplementary change; a delete names only the before-section. */
static size_t element_section(const iq_change *change, const expectation *wanted)
{
    if (change->kind != IQ_SUPPLEMENTARY_DELETE) {
        return change->after_section;
    }
    CHECK(change->after_section == IQ_NONE && change->before_section < wanted->before->count);
    return wanted->section_after_of[change->before_section];
}

static bool element_follows(const iq_change *one, const iq_change *next, const expectation *wanted)
{
    size_t section = element_section(one, wanted), next_section = element_section(next, wanted);
    if (section != next_section) {
        return section < next_section;
    }
    if (one->element_kind != next->element_kind) {
        return one->element_kind < next->element_kind;
    }
    return one->element_index < next->element_index;
}

static void check_order(const iq_change *changes, size_t count, const expectation *wanted)
{
    for (size_t c = 1; c < count; c++) {
        const iq_change *last = &changes[c - 1];
        int phase = phase_of(last->kind), next = phase_of(changes[c].kind);
        CHECK(phase <= next);
        if (phase == next && phase == 7) {
            CHECK(element_follows(last, &changes[c], wanted));
        } else if (phase == next) {
            CHECK(change_place(last, phase) + last->count <= change_place(&changes[c], phase));
        }
    }
}

/* Phases 1 and 2: marks what goes; GONE stays in its place until the end. */
static void take_out(replay_state *state, const iq_change *change, const expectation *wanted,
                     replay_tally *tally)
{
    if (change->kind == IQ_SECTION_DELETE) {
        CHECK(change->before_item == IQ_NONE && change->after_section == IQ_NONE &&
              change->after_item == IQ_NONE);
        for (uint32_t s = change->before_section; s < change->before_section + change->count; s++) {
            CHECK(s < state->count && state->sections[s].origin != GONE);
            for (size_t i = 0; i < state->sections[s].count; i++) {
                CHECK(state->sections[s].items[i] == GONE);
            }
            state->sections[s].origin = GONE;
            tally->section_deletes++;
        }
        return;
    }
    size_t first = flat_position(wanted->before, change->before_section, change->before_item, change->count);
    bool move = change->kind == IQ_ITEM_MOVE_OUT;
    size_t other = 0;
    if (move) {
        other = flat_position(wanted->after, change->after_section, change->after_item, change->count);
    } else {
        CHECK(change->after_section == IQ_NONE && change->after_item == IQ_NONE);
    }
    for (uint32_t i = 0; i < change->count; i++) {
        CHECK(wanted->after_of[first + i] == (move ? other + i : MODEL_NONE));
        CHECK(state->sections[change->before_section].items[change->before_item + i] == first + i);
        state->sections[change->before_section].items[change->before_item + i] = GONE;
    }
    tally->item_moves += move ? change->count : 0;
    tally->item_deletes += move ? 0 : change->count;
}

/* Closes the gaps that the first two phases left, and takes the moved sections aside. */
static void close_gaps(replay_state *state, replay_section *aside, const iq_change *changes, size_t count)
{
    for (size_t s = 0; s < state->count; s++) {
        replay_section *section = &state->sections[s];
        size_t kept = 0;
        for (size_t i = 0; i < section->count; i++) {
            if (section->items[i] != GONE) {
                section->items[kept++] = section->items[i];
            }
        }
        section->count = kept;
    }
    for (size_t c = 0; c < count; c++) {
        for (uint32_t i = 0; changes[c].kind == IQ_SECTION_MOVE && i < changes[c].count; i++) {
            CHECK(changes[c].before_section + i < state->count);
            replay_section *from = &state->sections[changes[c].before_section + i];
            CHECK(from->origin == changes[c].before_section + i);
            aside[from->origin] = *from;
            *from = (replay_section){.origin = GONE};
        }
    }
    for (size_t s = 0; s < state->count;) {
        if (state->sections[s].origin == GONE) {
            free(replay_take_section(state, s).items);
        } else {
            s++;
        }
    }
}

static void put_section_in(replay_state *state, replay_section *aside, const iq_change *change,
                           replay_tally *tally)
{
    CHECK(change->before_item == IQ_NONE && change->after_item == IQ_NONE);
    bool move = change->kind == IQ_SECTION_MOVE;
    CHECK(move || change->before_section == IQ_NONE);
    for (uint32_t i = 0; i < change->count; i++) {
        replay_section section = {.origin = REPLAY_NEW};
        replay_insert_section(state, change->after_section + i,
                              move ? aside[change->before_section + i] : section);
    }
    tally->section_moves += move ? change->count : 0;
    tally->section_inserts += move ? 0 : change->count;
}

static void put_item_in(replay_state *state, const iq_change *change, const expectation *wanted)
{
    size_t first = 0;
    bool move = change->kind == IQ_ITEM_MOVE_IN;
    if (move) {
        first = flat_position(wanted->before, change->before_section, change->before_item, change->count);
    } else {
        CHECK(change->before_section == IQ_NONE && change->before_item == IQ_NONE);
    }
    CHECK(change->after_section < state->count);
    for (uint32_t i = 0; i < change->count; i++) {
        replay_insert_item(&state->sections[change->after_section], change->after_item + i,
                           move ? first + i : REPLAY_NEW);
    }
}

static void update(const iq_change *change, const expectation *wanted, replay_tally *tally)
{
    if (change->kind == IQ_SECTION_UPDATE) {
        for (uint32_t i = 0; i < change->count; i++) {
            CHECK(change->after_section + i < wanted->after->count);
            CHECK(wanted->after->sections[change->after_section + i].reload);
            CHECK(wanted->section_before_of[change->after_section + i] == change->before_section + i);
            tally->section_updates++;
        }
        return;
    }
    size_t after = flat_position(wanted->after, change->after_section, change->after_item, change->count);
    size_t before = flat_position(wanted->before, change->before_section, change->before_item, change->count);
    for (uint32_t i = 0; i < change->count; i++) {
        CHECK(wanted->before_of[after + i] == before + i);
        replay_note_update(tally, wanted, after + i, change);
    }
}

void replay_batch(const iq_changeset *changeset, const expectation *wanted)
{
    const iq_change *changes = NULL;
    size_t count = SIZE_MAX;
    CHECK_OK(iq_changeset_get_batch(changeset, &changes, &count));
    CHECK(count == 0 || changes != NULL);
    check_order(changes, count, wanted);
    for (size_t i = 0; i < count; i++) {
        CHECK(changes[i].final_section == IQ_NONE && changes[i].final_item == IQ_NONE);
    }
    replay_state state = replay_start(wanted->before);
    replay_tally tally = {.update = check_memory(calloc(wanted->after_count + 1, sizeof *tally.update))};
    replay_section *aside = check_memory(calloc(wanted->before->count + 1, sizeof *aside));
    size_t c = 0;
    for (; c < count && phase_of(changes[c].kind) <= 2; c++) {
        take_out(&state, &changes[c], wanted, &tally);
    }
    close_gaps(&state, aside, changes, count);
    for (; c < count && phase_of(changes[c].kind) == 3; c++) {
        put_section_in(&state, aside, &changes[c], &tally);
    }
    for (; c < count && phase_of(changes[c].kind) == 4; c++) {
        tally.item_inserts += changes[c].kind == IQ_ITEM_INSERT ? changes[c].count : 0;
        put_item_in(&state, &changes[c], wanted);
    }
    replay_check_end(&state, wanted);
    for (; c < count && phase_of(changes[c].kind) <= 6; c++) {
        update(&changes[c], wanted, &tally);
    }
    for (; c < count; c++) {
        replay_note_element(&tally, wanted, element_section(&changes[c], wanted), &changes[c]);
    }
    iq_summary summary = {.struct_size = sizeof summary};
    CHECK_OK(iq_changeset_get_summary(changeset, &summary));
    replay_check_tally(&tally, wanted, &summary);
    replay_clear(&state);
    free(tally.update);
    free(aside);
}

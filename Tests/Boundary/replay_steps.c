/*
 * replay_steps.c - replays the steps dialect: one change after another, every position as of that moment.
 */
#include "check.h"
#include "replay.h"

static replay_section *section_at(replay_state *state, uint32_t position)
{
    CHECK(position < state->count);
    return &state->sections[position];
}

static void delete_items(replay_state *state, const iq_change *change, const expectation *wanted)
{
    CHECK(change->after_section == IQ_NONE && change->after_item == IQ_NONE);
    for (uint32_t i = 0; i < change->count; i++) {
        size_t item = replay_take_item(section_at(state, change->before_section), change->before_item);
        CHECK(item != REPLAY_NEW && wanted->after_of[item] == MODEL_NONE);
    }
}

static void insert_items(replay_state *state, const iq_change *change)
{
    CHECK(change->before_section == IQ_NONE && change->before_item == IQ_NONE);
    for (uint32_t i = 0; i < change->count; i++) {
        replay_insert_item(section_at(state, change->after_section), change->after_item + i, REPLAY_NEW);
    }
}

/* Qt counts the destination before the removal, and refuses one within the range that moves. */
static void check_destination(const iq_change *move, uint32_t before, uint32_t after, bool one_parent)
{
    uint32_t destination = IQ_NONE;
    CHECK_OK(iq_change_destination(move, &destination));
    CHECK(destination == (one_parent && after > before ? after + move->count : after));
    CHECK(!one_parent || destination < before || destination > before + move->count);
}

static void move_items(replay_state *state, const iq_change *change)
{
    size_t *moved = check_memory(malloc(change->count * sizeof *moved));
    for (uint32_t i = 0; i < change->count; i++) {
        moved[i] = replay_take_item(section_at(state, change->before_section), change->before_item);
        CHECK(moved[i] != REPLAY_NEW);
    }
    for (uint32_t i = 0; i < change->count; i++) {
        replay_insert_item(section_at(state, change->after_section), change->after_item + i, moved[i]);
    }
    check_destination(change, change->before_item, change->after_item,
                      change->before_section == change->after_section);
    free(moved);
}

static void move_sections(replay_state *state, const iq_change *change)
{
    replay_section *moved = check_memory(malloc(change->count * sizeof *moved));
    for (uint32_t i = 0; i < change->count; i++) {
        moved[i] = replay_take_section(state, change->before_section);
        CHECK(moved[i].origin != REPLAY_NEW);
    }
    for (uint32_t i = 0; i < change->count; i++) {
        replay_insert_section(state, change->after_section + i, moved[i]);
    }
    check_destination(change, change->before_section, change->after_section, true);
    free(moved);
}

static void change_sections(replay_state *state, const iq_change *change, const expectation *wanted)
{
    CHECK(change->before_item == IQ_NONE && change->after_item == IQ_NONE);
    for (uint32_t i = 0; change->kind == IQ_SECTION_DELETE && i < change->count; i++) {
        CHECK(change->after_section == IQ_NONE);
        replay_section section = replay_take_section(state, change->before_section);
        CHECK(section.count == 0 && section.origin != REPLAY_NEW);
        CHECK(wanted->section_after_of[section.origin] == MODEL_NONE);
        free(section.items);
    }
    for (uint32_t i = 0; change->kind == IQ_SECTION_INSERT && i < change->count; i++) {
        CHECK(change->before_section == IQ_NONE);
        replay_insert_section(state, change->after_section + i, (replay_section){.origin = REPLAY_NEW});
    }
    for (uint32_t i = 0; change->kind == IQ_SECTION_UPDATE && i < change->count; i++) {
        CHECK(change->before_section == change->after_section);
        size_t origin = section_at(state, change->after_section + i)->origin;
        CHECK(origin != REPLAY_NEW && wanted->section_after_of[origin] != MODEL_NONE);
        CHECK(wanted->after->sections[wanted->section_after_of[origin]].reload);
    }
}

static void update_items(replay_state *state, const iq_change *change, const expectation *wanted,
                         replay_tally *tally)
{
    CHECK(change->before_section == change->after_section && change->before_item == change->after_item);
    replay_section *section = section_at(state, change->after_section);
    for (uint32_t i = 0; i < change->count; i++) {
        CHECK(change->after_item + i < section->count);
        size_t item = section->items[change->after_item + i];
        CHECK(item != REPLAY_NEW);
        replay_note_update(tally, wanted, wanted->after_of[item], change);
    }
}

static void update_element(replay_state *state, const iq_change *change, const expectation *wanted,
                           replay_tally *tally)
{
    bool delete = change->kind == IQ_SUPPLEMENTARY_DELETE;
    CHECK(!delete || change->after_section == IQ_NONE);
    size_t origin = section_at(state, delete ? change->before_section : change->after_section)->origin;
    CHECK(origin != REPLAY_NEW);
    replay_note_element(tally, wanted, wanted->section_after_of[origin], change);
}

static void step(replay_state *state, const iq_change *change, const expectation *wanted, replay_tally *tally)
{
    CHECK(change->count >= 1);
    switch (change->kind) {
    case IQ_ITEM_DELETE:
        delete_items(state, change, wanted);
        tally->item_deletes += change->count;
        break;
    case IQ_ITEM_INSERT:
        insert_items(state, change);
        tally->item_inserts += change->count;
        break;
    case IQ_ITEM_MOVE:
        move_items(state, change);
        tally->item_moves += change->count;
        break;
    case IQ_ITEM_UPDATE: update_items(state, change, wanted, tally); break;
    case IQ_SECTION_MOVE:
        move_sections(state, change);
        tally->section_moves += change->count;
        break;
    case IQ_SECTION_DELETE:
    case IQ_SECTION_INSERT:
    case IQ_SECTION_UPDATE:
        change_sections(state, change, wanted);
        tally->section_deletes += change->kind == IQ_SECTION_DELETE ? change->count : 0;
        tally->section_inserts += change->kind == IQ_SECTION_INSERT ? change->count : 0;
        tally->section_updates += change->kind == IQ_SECTION_UPDATE ? change->count : 0;
        break;
    case IQ_SUPPLEMENTARY_DELETE:
    case IQ_SUPPLEMENTARY_INSERT:
    case IQ_SUPPLEMENTARY_UPDATE: update_element(state, change, wanted, tally); break;
    default: CHECK(!"a kind that steps do not have");
    }
}

void replay_steps(const iq_changeset *changeset, const expectation *wanted)
{
    const iq_change *changes = NULL;
    size_t count = SIZE_MAX;
    CHECK_OK(iq_changeset_steps(changeset, &changes, &count));
    replay_state state = replay_start(wanted->before);
    replay_tally tally = {.update = check_memory(calloc(wanted->after_count + 1, sizeof *tally.update))};
    for (size_t c = 0; c < count; c++) {
        step(&state, &changes[c], wanted, &tally);
    }
    replay_check_end(&state, wanted);
    iq_summary summary = {.struct_size = sizeof summary};
    CHECK_OK(iq_changeset_summary(changeset, &summary));
    replay_check_tally(&tally, wanted, &summary);
    replay_clear(&state);
    free(tally.update);
}

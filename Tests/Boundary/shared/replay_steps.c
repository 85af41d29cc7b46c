/*
 * replay_steps.c - replays the steps dialect, as ranges and one by one: one change after another, every
 * position as of that moment.
 */
#include "check.h"
#include "replay.h"

/* A replay under way. */
typedef struct progress {
    const expectation *wanted;
    replay_state state;
    replay_tally tally;
    replay_finals items, sections;
} progress;

static replay_section *section_at(progress *self, uint32_t position)
{
    CHECK(position < self->state.count);
    return &self->state.sections[position];
}

static iq_position final_of(const iq_change *change)
{
    return (iq_position){change->final_section, change->final_item};
}

static void delete_items(progress *self, const iq_change *change)
{
    CHECK(change->after_section == IQ_NONE && change->after_item == IQ_NONE);
    for (uint32_t i = 0; i < change->count; i++) {
        size_t item = replay_take_item(section_at(self, change->before_section), change->before_item);
        CHECK(item < self->wanted->before_count && self->wanted->after_of[item] == MODEL_NONE);
    }
}

static void insert_items(progress *self, const iq_change *change)
{
    CHECK(change->before_section == IQ_NONE && change->before_item == IQ_NONE);
    for (uint32_t i = 0; i < change->count; i++) {
        size_t item = replay_finals_add(&self->items);
        replay_insert_item(section_at(self, change->after_section), change->after_item + i, item);
        replay_finals_claim(&self->items, item, final_of(change), i);
    }
}

void replay_check_destination(const iq_change *move, uint32_t before, uint32_t after, bool one_parent)
{
    uint32_t destination = IQ_NONE;
    CHECK_OK(iq_change_get_destination(move, &destination));
    CHECK(destination == (one_parent && after > before ? after + move->count : after));
    CHECK(!one_parent || destination < before || destination > before + move->count);
}

static void move_items(progress *self, const iq_change *change)
{
    size_t *moved = check_memory(malloc(change->count * sizeof *moved));
    for (uint32_t i = 0; i < change->count; i++) {
        moved[i] = replay_take_item(section_at(self, change->before_section), change->before_item);
        CHECK(moved[i] < self->wanted->before_count);
        replay_finals_claim(&self->items, moved[i], final_of(change), i);
    }
    for (uint32_t i = 0; i < change->count; i++) {
        replay_insert_item(section_at(self, change->after_section), change->after_item + i, moved[i]);
    }
    replay_check_destination(change, change->before_item, change->after_item,
                             change->before_section == change->after_section);
    free(moved);
}

static void move_sections(progress *self, const iq_change *change)
{
    replay_section *moved = check_memory(malloc(change->count * sizeof *moved));
    CHECK(change->before_item == IQ_NONE && change->after_item == IQ_NONE);
    for (uint32_t i = 0; i < change->count; i++) {
        moved[i] = replay_take_section(&self->state, change->before_section);
        CHECK(moved[i].origin < self->wanted->before->count);
        replay_finals_claim(&self->sections, moved[i].origin, final_of(change), i);
    }
    for (uint32_t i = 0; i < change->count; i++) {
        replay_insert_section(&self->state, change->after_section + i, moved[i]);
    }
    replay_check_destination(change, change->before_section, change->after_section, true);
    free(moved);
}

static void delete_sections(progress *self, const iq_change *change)
{
    CHECK(change->before_item == IQ_NONE && change->after_item == IQ_NONE);
    CHECK(change->after_section == IQ_NONE);
    for (uint32_t i = 0; i < change->count; i++) {
        replay_section section = replay_take_section(&self->state, change->before_section);
        CHECK(section.count == 0 && section.origin < self->wanted->before->count);
        CHECK(self->wanted->section_after_of[section.origin] == MODEL_NONE);
        free(section.items);
    }
}

static void insert_sections(progress *self, const iq_change *change)
{
    CHECK(change->before_item == IQ_NONE && change->after_item == IQ_NONE);
    CHECK(change->before_section == IQ_NONE);
    for (uint32_t i = 0; i < change->count; i++) {
        replay_section section = {.origin = replay_finals_add(&self->sections)};
        replay_insert_section(&self->state, change->after_section + i, section);
        replay_finals_claim(&self->sections, section.origin, final_of(change), i);
    }
}

static void update_sections(progress *self, const iq_change *change)
{
    const expectation *wanted = self->wanted;
    CHECK(change->before_item == IQ_NONE && change->after_item == IQ_NONE);
    CHECK(change->before_section == change->after_section);
    for (uint32_t i = 0; i < change->count; i++) {
        size_t origin = section_at(self, change->after_section + i)->origin;
        CHECK(origin < wanted->before->count && wanted->section_after_of[origin] != MODEL_NONE);
        CHECK(wanted->after->sections[wanted->section_after_of[origin]].reload);
    }
}

static void update_items(progress *self, const iq_change *change)
{
    CHECK(change->before_section == change->after_section && change->before_item == change->after_item);
    replay_section *section = section_at(self, change->after_section);
    for (uint32_t i = 0; i < change->count; i++) {
        CHECK(change->after_item + i < section->count);
        size_t item = section->items[change->after_item + i];
        CHECK(item < self->wanted->before_count);
        replay_note_update(&self->tally, self->wanted, self->wanted->after_of[item], change);
    }
}

static void update_element(progress *self, const iq_change *change)
{
    bool delete = change->kind == IQ_SUPPLEMENTARY_DELETE;
    CHECK(!delete || change->after_section == IQ_NONE);
    size_t origin = section_at(self, delete ? change->before_section : change->after_section)->origin;
    CHECK(origin < self->wanted->before->count);
    replay_note_element(&self->tally, self->wanted, self->wanted->section_after_of[origin], change);
}

static int phase_of(iq_change_kind kind)
{
    switch (kind) {
    case IQ_ITEM_DELETE: return 1;
    case IQ_SECTION_MOVE: return 2;
    case IQ_SECTION_INSERT: return 3;
    case IQ_ITEM_MOVE: return 4;
    case IQ_SECTION_DELETE: return 5;
    case IQ_ITEM_INSERT: return 6;
    case IQ_SECTION_UPDATE: return 7;
    case IQ_ITEM_UPDATE: return 8;
    case IQ_SUPPLEMENTARY_DELETE:
    case IQ_SUPPLEMENTARY_INSERT:
    case IQ_SUPPLEMENTARY_UPDATE: return 9;
    default: CHECK(!"a kind that steps do not have"); return 0;
    }
}

static bool ascends(uint32_t section, uint32_t item, uint32_t next_section, uint32_t next_item)
{
    return section < next_section || (section == next_section && item < next_item);
}

/* Phases in order, and order within each. Deletes descend, all else ascends. */
static void check_order(const iq_change *last, const iq_change *next)
{
    int phase = phase_of(last->kind);
    CHECK(phase <= phase_of(next->kind));
    if (phase != phase_of(next->kind) || phase == 9) {
        return;
    }
    switch (phase) {
    case 1:
    case 5: CHECK(ascends(next->before_section, next->before_item, last->before_section, last->before_item));
        break;
    case 7:
    case 8: CHECK(ascends(last->after_section, last->after_item, next->after_section, next->after_item)); break;
    default: CHECK(ascends(last->final_section, last->final_item, next->final_section, next->final_item));
    }
}

static void check_final(const iq_change *change)
{
    bool items = change->kind == IQ_ITEM_MOVE || change->kind == IQ_ITEM_INSERT;
    bool sections = change->kind == IQ_SECTION_MOVE || change->kind == IQ_SECTION_INSERT;
    CHECK((change->final_section != IQ_NONE) == (items || sections));
    CHECK((change->final_item != IQ_NONE) == items);
}

static void step(progress *self, const iq_change *change)
{
    replay_tally *tally = &self->tally;
    CHECK(change->count >= 1);
    check_final(change);
    switch (change->kind) {
    case IQ_ITEM_DELETE:
        delete_items(self, change);
        tally->item_deletes += change->count;
        break;
    case IQ_ITEM_INSERT:
        insert_items(self, change);
        tally->item_inserts += change->count;
        break;
    case IQ_ITEM_MOVE:
        move_items(self, change);
        tally->item_moves += change->count;
        break;
    case IQ_SECTION_MOVE:
        move_sections(self, change);
        tally->section_moves += change->count;
        break;
    case IQ_SECTION_DELETE:
        delete_sections(self, change);
        tally->section_deletes += change->count;
        break;
    case IQ_SECTION_INSERT:
        insert_sections(self, change);
        tally->section_inserts += change->count;
        break;
    case IQ_SECTION_UPDATE:
        update_sections(self, change);
        tally->section_updates += change->count;
        break;
    case IQ_ITEM_UPDATE: update_items(self, change); break;
    default: update_element(self, change);
    }
}

/* Each section and item is where its step claimed. */
static void settle(progress *self)
{
    for (uint32_t s = 0; s < self->state.count; s++) {
        replay_section *section = &self->state.sections[s];
        section->origin = replay_finals_settle(&self->sections, section->origin, (iq_position){s, IQ_NONE});
        for (uint32_t i = 0; i < section->count; i++) {
            section->items[i] = replay_finals_settle(&self->items, section->items[i], (iq_position){s, i});
        }
    }
}

static void replay_with(const iq_changeset *changeset, const expectation *wanted, uint32_t flags)
{
    const iq_change *changes = NULL;
    size_t count = SIZE_MAX;
    CHECK_OK(iq_changeset_get_steps(changeset, flags, &changes, &count));
    progress self = {.wanted = wanted, .state = replay_start(wanted->before)};
    self.tally.update = check_memory(calloc(wanted->after_count + 1, sizeof *self.tally.update));
    self.items = replay_finals_start(wanted->before_count);
    self.sections = replay_finals_start(wanted->before->count);
    for (size_t c = 0; c < count; c++) {
        CHECK(!(flags & IQ_STEPS_SINGLE) || changes[c].count == 1);
        if (c > 0) {
            check_order(&changes[c - 1], &changes[c]);
        }
        step(&self, &changes[c]);
    }
    settle(&self);
    replay_check_end(&self.state, wanted);
    iq_summary summary = {.struct_size = sizeof summary};
    CHECK_OK(iq_changeset_get_summary(changeset, &summary));
    replay_check_tally(&self.tally, wanted, &summary);
    replay_clear(&self.state);
    free(self.tally.update);
    free(self.items.claims);
    free(self.sections.claims);
}

void replay_steps(const iq_changeset *changeset, const expectation *wanted)
{
    replay_with(changeset, wanted, 0);
    replay_with(changeset, wanted, IQ_STEPS_SINGLE);
}

/*
 * replay.c - the state that changes are replayed on, and the tally of what they reported: see replay.h.
 */
#include "replay.h"

#include "check.h"

#include <string.h>

replay_state replay_start(const model *before)
{
    replay_state self = {0};
    size_t flat = 0;
    for (size_t s = 0; s < before->count; s++) {
        replay_section section = {.origin = s};
        for (size_t i = 0; i < before->sections[s].count; i++) {
            replay_insert_item(&section, i, flat++);
        }
        replay_insert_section(&self, s, section);
    }
    return self;
}

void replay_clear(replay_state *self)
{
    for (size_t s = 0; s < self->count; s++) {
        free(self->sections[s].items);
    }
    free(self->sections);
    *self = (replay_state){0};
}

void replay_insert_section(replay_state *self, size_t position, replay_section section)
{
    CHECK(position <= self->count);
    self->sections = check_memory(realloc(self->sections, (self->count + 1) * sizeof section));
    replay_section *gap = self->sections + position;
    memmove(gap + 1, gap, (self->count++ - position) * sizeof section);
    *gap = section;
}

replay_section replay_take_section(replay_state *self, size_t position)
{
    CHECK(position < self->count);
    replay_section *gap = self->sections + position, taken = *gap;
    memmove(gap, gap + 1, (--self->count - position) * sizeof taken);
    return taken;
}

void replay_insert_item(replay_section *self, size_t position, size_t item)
{
    CHECK(position <= self->count);
    if ((self->count & (self->count + 1)) == 0) {
        self->items = check_memory(realloc(self->items, (2 * self->count + 2) * sizeof item));
    }
    size_t *gap = self->items + position;
    memmove(gap + 1, gap, (self->count++ - position) * sizeof item);
    *gap = item;
}

size_t replay_take_item(replay_section *self, size_t position)
{
    CHECK(position < self->count);
    size_t *gap = self->items + position, taken = *gap;
    memmove(gap, gap + 1, (--self->count - position) * sizeof taken);
    return taken;
}

void replay_check_end(const replay_state *self, const expectation *wanted)
{
    const model *after = wanted->after;
    CHECK(self->count == after->count);
    size_t flat = 0;
    for (size_t s = 0; s < after->count; s++) {
        const replay_section *section = &self->sections[s];
        size_t origin = wanted->section_before_of[s];
        CHECK(section->origin == (origin == MODEL_NONE ? REPLAY_NEW : origin));
        CHECK(section->count == after->sections[s].count);
        for (size_t i = 0; i < section->count; i++, flat++) {
            size_t from = wanted->before_of[flat];
            CHECK(section->items[i] == (from == MODEL_NONE ? REPLAY_NEW : from));
        }
    }
}

void replay_note_update(replay_tally *tally, const expectation *wanted, size_t flat, const iq_change *change)
{
    CHECK(flat < wanted->after_count);
    CHECK(tally->update[flat] == 0);
    CHECK(change->flags == wanted->update[flat]);
    tally->update[flat] = change->flags;
    if (change->flags & IQ_CHANGE_RELOAD) {
        tally->item_reloads++;
    } else {
        CHECK(change->mask == wanted->mask[flat]);
        tally->item_reconfigures++;
    }
}

void replay_note_element(replay_tally *tally, const expectation *wanted, size_t section,
                         const iq_change *change)
{
    CHECK(change->count == 1);
    CHECK(change->before_item == IQ_NONE && change->after_item == IQ_NONE);
    for (size_t e = 0; e < wanted->element_count; e++) {
        const expect_element *element = &wanted->elements[e];
        if (element->after_section == section && element->element_kind == change->element_kind &&
            element->element_index == change->element_index) {
            CHECK(element->kind == change->kind && element->flags == change->flags);
            CHECK(!(element->flags & IQ_CHANGE_RECONFIGURE) || element->mask == change->mask);
            tally->elements++;
            return;
        }
    }
    CHECK(!"a supplementary change that nothing asks for");
}

static size_t missing(const size_t *positions, size_t count)
{
    size_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += positions[i] == MODEL_NONE;
    }
    return sum;
}

static void check_summary(const replay_tally *tally, const expectation *wanted, const iq_summary *summary)
{
    CHECK(summary->reload == IQ_RELOAD_NO);
    CHECK(summary->sections_before == wanted->before->count);
    CHECK(summary->sections_after == wanted->after->count);
    CHECK(summary->items_before == wanted->before_count);
    CHECK(summary->items_after == wanted->after_count);
    CHECK(summary->section_deletes == tally->section_deletes);
    CHECK(summary->section_inserts == tally->section_inserts);
    CHECK(summary->section_moves == tally->section_moves);
    CHECK(summary->section_updates == tally->section_updates);
    CHECK(summary->item_deletes == tally->item_deletes);
    CHECK(summary->item_inserts == tally->item_inserts);
    CHECK(summary->item_moves == tally->item_moves);
    CHECK(summary->item_reloads == tally->item_reloads);
    CHECK(summary->item_reconfigures == tally->item_reconfigures);
    CHECK(summary->supplementary_deletes + summary->supplementary_inserts + summary->supplementary_updates ==
          tally->elements);
}

void replay_check_tally(const replay_tally *tally, const expectation *wanted, const iq_summary *summary)
{
    CHECK(tally->section_deletes == missing(wanted->section_after_of, wanted->before->count));
    CHECK(tally->section_inserts == missing(wanted->section_before_of, wanted->after->count));
    CHECK(tally->section_moves == wanted->section_moves);
    CHECK(tally->section_updates == wanted->section_updates);
    CHECK(tally->item_deletes == missing(wanted->after_of, wanted->before_count));
    CHECK(tally->item_inserts == missing(wanted->before_of, wanted->after_count));
    CHECK(tally->item_moves == wanted->item_moves);
    CHECK(tally->item_reloads == wanted->reloads);
    CHECK(tally->item_reconfigures == wanted->reconfigures);
    CHECK(tally->elements == wanted->element_count);
    check_summary(tally, wanted, summary);
}

void replay_maps(const iq_changeset *changeset, const expectation *wanted)
{
    const model *models[] = {wanted->before, wanted->after};
    const size_t *others[] = {wanted->after_of, wanted->before_of};
    for (iq_side side = IQ_BEFORE; side <= IQ_AFTER; side++) {
        const uint32_t *map = NULL;
        size_t count = SIZE_MAX;
        CHECK_OK(iq_changeset_get_map(changeset, side, &map, &count));
        CHECK(count == model_item_count(models[side]));
        for (size_t i = 0; i < count; i++) {
            size_t other = others[side][i];
            CHECK(map[i] == (other == MODEL_NONE ? IQ_NONE : other));
            model_place place = model_place_at(models[side], i);
            iq_position at = {(uint32_t)place.section, (uint32_t)place.item}, found = {7, 7};
            if (other == MODEL_NONE) {
                CHECK_STATUS(iq_changeset_map_position(changeset, side, at, &found), IQ_ERROR_NOT_FOUND);
                CHECK(found.section == 7 && found.item == 7);
                continue;
            }
            CHECK_OK(iq_changeset_map_position(changeset, side, at, &found));
            place = model_place_at(models[!side], other);
            CHECK(found.section == place.section && found.item == place.item);
        }
    }
}

void replay_all(const iq_changeset *changeset, const expectation *wanted)
{
    replay_batch(changeset, wanted);
    replay_steps(changeset, wanted);
    replay_flat_steps(changeset, wanted);
    replay_splices(changeset, wanted);
    replay_maps(changeset, wanted);
}

/*
 * replay_flat.c - replays the flat steps, as ranges and one by one: a single list of items, one change after
 * another, every position as of that moment. What the splices keep in its place does not move.
 */
#include "check.h"
#include "replay.h"

/* A replay under way. */
typedef struct progress {
    const expectation *wanted;
    replay_section items;
    replay_tally tally;
    replay_finals finals;
    bool *kept; /* by flat before-position: the splices keep it */
} progress;

static void check_sections(const iq_change *change)
{
    CHECK(change->before_section == IQ_NONE && change->after_section == IQ_NONE &&
          change->final_section == IQ_NONE);
    bool comes = change->kind == IQ_ITEM_INSERT, goes = change->kind == IQ_ITEM_DELETE;
    CHECK((change->before_item == IQ_NONE) == comes && (change->after_item == IQ_NONE) == goes);
    CHECK((change->final_item != IQ_NONE) == (comes || change->kind == IQ_ITEM_MOVE));
}

static void delete_items(progress *self, const iq_change *change)
{
    for (uint32_t i = 0; i < change->count; i++) {
        size_t item = replay_take_item(&self->items, change->before_item);
        CHECK(item < self->wanted->before_count && self->wanted->after_of[item] == MODEL_NONE);
    }
}

static void insert_items(progress *self, const iq_change *change)
{
    CHECK(change->after_item == change->final_item);
    for (uint32_t i = 0; i < change->count; i++) {
        size_t item = replay_finals_add(&self->finals);
        replay_insert_item(&self->items, change->after_item + i, item);
        replay_finals_claim(&self->finals, item, (iq_position){0, change->final_item}, i);
    }
}

static void move_items(progress *self, const iq_change *change)
{
    size_t *moved = check_memory(malloc(change->count * sizeof *moved));
    for (uint32_t i = 0; i < change->count; i++) {
        moved[i] = replay_take_item(&self->items, change->before_item);
        CHECK(moved[i] < self->wanted->before_count && !self->kept[moved[i]]);
        replay_finals_claim(&self->finals, moved[i], (iq_position){0, change->final_item}, i);
    }
    for (uint32_t i = 0; i < change->count; i++) {
        replay_insert_item(&self->items, change->after_item + i, moved[i]);
    }
    replay_check_destination(change, change->before_item, change->after_item, true);
    free(moved);
}

static void update_items(progress *self, const iq_change *change)
{
    CHECK(change->before_item == change->after_item);
    for (uint32_t i = 0; i < change->count; i++) {
        CHECK(change->after_item + i < self->items.count);
        size_t item = self->items.items[change->after_item + i];
        CHECK(item < self->wanted->before_count);
        replay_note_update(&self->tally, self->wanted, self->wanted->after_of[item], change);
    }
}

static void step(progress *self, const iq_change *change)
{
    check_sections(change);
    switch (change->kind) {
    case IQ_ITEM_DELETE: delete_items(self, change); break;
    case IQ_ITEM_MOVE: move_items(self, change); break;
    case IQ_ITEM_INSERT: insert_items(self, change); break;
    case IQ_ITEM_UPDATE: update_items(self, change); break;
    default: CHECK(!"a kind that flat steps do not have");
    }
}

static int phase_of(iq_change_kind kind)
{
    return kind == IQ_ITEM_DELETE ? 1 : kind == IQ_ITEM_MOVE ? 2 : kind == IQ_ITEM_INSERT ? 3 : 4;
}

/* Deletes descend; all else ascends by the position in the end. */
static void check_order(const iq_change *last, const iq_change *next)
{
    CHECK(phase_of(last->kind) <= phase_of(next->kind));
    if (last->kind != next->kind) {
        return;
    }
    switch (next->kind) {
    case IQ_ITEM_DELETE: CHECK(next->before_item + next->count <= last->before_item); break;
    case IQ_ITEM_UPDATE: CHECK(last->after_item + last->count <= next->after_item); break;
    default: CHECK(last->final_item + last->count <= next->final_item);
    }
}

/* What stays through the splices, which report no updates. */
static bool *kept_by_splices(const iq_changeset *changeset, const expectation *wanted)
{
    const iq_splice *splices = NULL;
    size_t count = SIZE_MAX, before = 0, after = 0;
    bool *kept = check_memory(calloc(wanted->before_count + 1, sizeof *kept));
    CHECK_OK(iq_changeset_get_splices(changeset, IQ_SPLICES_WITHOUT_UPDATES, &splices, &count));
    for (size_t p = 0; p < count; p++) {
        for (; after < splices[p].position; after++) {
            kept[before++] = true;
        }
        before += splices[p].removed;
        after += splices[p].added;
    }
    while (before < wanted->before_count) {
        kept[before++] = true;
    }
    return kept;
}

static void check_end(progress *self)
{
    const expectation *wanted = self->wanted;
    CHECK(self->items.count == wanted->after_count);
    for (uint32_t i = 0; i < self->items.count; i++) {
        size_t item = replay_finals_settle(&self->finals, self->items.items[i], (iq_position){0, i});
        CHECK(item == (wanted->before_of[i] == MODEL_NONE ? REPLAY_NEW : wanted->before_of[i]));
    }
    CHECK(self->tally.item_reloads == wanted->reloads);
    CHECK(self->tally.item_reconfigures == wanted->reconfigures);
}

static size_t replay_with(const iq_changeset *changeset, const expectation *wanted, uint32_t flags)
{
    const iq_change *changes = NULL;
    size_t count = SIZE_MAX, moved = 0;
    CHECK_OK(iq_changeset_get_steps(changeset, flags, &changes, &count));
    progress self = {.wanted = wanted, .kept = kept_by_splices(changeset, wanted)};
    self.tally.update = check_memory(calloc(wanted->after_count + 1, sizeof *self.tally.update));
    self.finals = replay_finals_start(wanted->before_count);
    for (size_t i = 0; i < wanted->before_count; i++) {
        replay_insert_item(&self.items, i, i);
    }
    for (size_t c = 0; c < count; c++) {
        CHECK(changes[c].count >= 1 && (!(flags & IQ_STEPS_SINGLE) || changes[c].count == 1));
        if (c > 0) {
            check_order(&changes[c - 1], &changes[c]);
        }
        step(&self, &changes[c]);
        moved += changes[c].kind == IQ_ITEM_MOVE ? changes[c].count : 0;
    }
    check_end(&self);
    free(self.items.items);
    free(self.tally.update);
    free(self.finals.claims);
    free(self.kept);
    return moved;
}

void replay_flat_steps(const iq_changeset *changeset, const expectation *wanted)
{
    size_t moved = replay_with(changeset, wanted, IQ_STEPS_FLAT);
    CHECK(replay_with(changeset, wanted, IQ_STEPS_FLAT | IQ_STEPS_SINGLE) == moved);
}

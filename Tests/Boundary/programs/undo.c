/*
 * undo.c - undo and redo of a list, beside an array of the digests of all its states: over random updates, edits
 * and applied changesets, with models that only the steps hold, few bytes, and failing memory.
 *
 *     states   0 1 2 3 4 5         undo goes to 2, redo to 4; another change forgets 4 and 5
 *                    ^ at 3
 */
#include "arrange.h"
#include "check.h"
#include "counted_models.h"
#include "digest.h"
#include "failing.h"
#include "feed.h"
#include "refused.h"

#include <string.h>

#define STATES 64
#define CONTENTS 6

/* By content: an item's model follows from it, so that each state has its own. */
static counted_model *models[CONTENTS];

static void dress(arrangement *from, model_item *item)
{
    item->content = 1 + random_below(from->random, CONTENTS - 1);
    item->model = models[item->content];
    item->cell_class = counted_class[item->content % 2];
}

typedef struct history {
    random_source random;
    arrangement from;
    iq_list *list;
    model shown;
    iq_duplicates policy;
    uint64_t states[STATES];
    size_t count, at;
} history;

/* What a snapshot of the list says: without handles, which an item that comes again has other ones of. */
static uint64_t state_of(iq_list *list)
{
    iq_snapshot *snapshot;
    CHECK_OK(iq_list_snapshot(list, &snapshot));
    uint64_t digest = digest_snapshot(snapshot);
    iq_snapshot_destroy(snapshot);
    return digest;
}

static iq_summary summary_of(const iq_changeset *changeset)
{
    iq_summary summary = {.struct_size = sizeof summary};
    CHECK_OK(iq_changeset_get_summary(changeset, &summary));
    return summary;
}

/* After a commit: a step, if something has changed. */
static void follow(history *self)
{
    uint64_t state = state_of(self->list);
    if (state == self->states[self->at]) {
        return;
    }
    if (self->at + 1 == STATES) {
        memmove(self->states, self->states + 1, sizeof self->states - sizeof *self->states);
        self->at--;
    }
    self->states[++self->at] = state;
    self->count = self->at + 1;
}

static void update(history *self, uint32_t flags)
{
    iq_snapshot_options policy = {.struct_size = sizeof policy, .duplicates = self->policy};
    iq_update_options options = {.struct_size = sizeof options, .flags = flags};
    iq_changeset *changes = NULL;
    arrange_change(&self->from, &self->shown, (arrange_shape)random_below(&self->random, ARRANGE_SHAPES));
    feed_layout layout = (feed_layout)random_below(&self->random, FEED_LAYOUTS);
    bool wanted = random_chance(&self->random, 50);
    if (random_chance(&self->random, 50)) {
        CHECK_OK(feed_list_set(self->list, &self->shown, layout, &options, wanted ? &changes : NULL));
    } else {
        iq_snapshot *target = feed_snapshot(&self->shown, &policy, layout);
        CHECK_OK(iq_list_apply(self->list, target, &options, wanted ? &changes : NULL));
        iq_snapshot_destroy(target);
    }
    if (changes && !(flags & IQ_UPDATE_PAYLOAD)) {
        /* The step has a payload, the changeset none. */
        iq_changeset *inverse;
        CHECK_STATUS(iq_changeset_invert(changes, &inverse), IQ_ERROR_NO_PAYLOAD);
    }
    iq_changeset_destroy(changes);
    follow(self);
}

/* Some items go, and others move; the model of the list is read anew with the next whole update. */
static void edit(history *self)
{
    size_t count;
    iq_edit *edit;
    CHECK_OK(iq_edit_begin(self->list, NULL, &edit));
    CHECK_OK(iq_list_get_count(self->list, NULL, &count));
    for (size_t i = 0; i < 3 && count > 1; i++) {
        iq_item item, other;
        CHECK_OK(iq_list_find_item_at(self->list, random_below(&self->random, count), &item));
        CHECK_OK(iq_list_find_item_at(self->list, random_below(&self->random, count), &other));
        if (random_chance(&self->random, 40)) {
            CHECK_OK(iq_edit_delete_items(edit, &item, 1));
            count--;
        } else {
            iq_status status = iq_edit_move_item_beside(edit, item, IQ_PUT_AFTER, other);
            CHECK(status == IQ_OK || (status == IQ_ERROR_SCOPE && self->policy == IQ_DUPLICATES_SCOPE));
        }
    }
    CHECK_STATUS(iq_list_undo(self->list, NULL, NULL), IQ_ERROR_BUSY);
    CHECK_STATUS(iq_list_redo(self->list, NULL, NULL), IQ_ERROR_BUSY);
    CHECK_STATUS(iq_list_set_undo(self->list, 7), IQ_ERROR_BUSY);
    if (random_chance(&self->random, 75)) {
        CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    }
    iq_edit_destroy(edit);
    follow(self);
}

/* One step back or forth, at times with each allocation failing before. */
static void travel(history *self, bool back)
{
    iq_update_options options = {.struct_size = sizeof options, .flags = IQ_UPDATE_VERIFY | IQ_UPDATE_PAYLOAD};
    iq_status (*go)(iq_list *, const iq_update_options *, iq_changeset **) = back ? iq_list_undo : iq_list_redo;
    iq_changeset *changes = NULL;
    if (back ? self->at == 0 : self->at + 1 == self->count) {
        CHECK_STATUS(go(self->list, &options, &changes), IQ_ERROR_NOT_FOUND);
        CHECK(changes == NULL);
        return;
    }
    uint64_t before = digest_list(self->list);
    for (uint64_t nth = 1; random_chance(&self->random, 97); nth += 1 + random_below(&self->random, 3)) {
        failing_arm(nth, nth % 2 == 0);
        iq_status status = go(self->list, &options, &changes);
        if (!failing_disarm()) {
            CHECK_OK(status);
            break;
        }
        CHECK_STATUS(status, IQ_ERROR_NO_MEMORY);
        CHECK(digest_list(self->list) == before);
    }
    if (!changes) {
        CHECK_OK(go(self->list, &options, &changes));
    }
    self->at = back ? self->at - 1 : self->at + 1;
    CHECK(state_of(self->list) == self->states[self->at]);
    /* Its changeset leads back. */
    iq_changeset *inverse;
    iq_snapshot *shown;
    CHECK_OK(iq_changeset_invert(changes, &inverse));
    CHECK_OK(iq_list_snapshot(self->list, &shown));
    CHECK_OK(iq_changeset_apply(inverse, shown));
    iq_snapshot_destroy(shown);
    iq_changeset_destroy(inverse);
    iq_changeset_destroy(changes);
}

static void start(history *self, uint64_t seed, size_t bytes)
{
    *self = (history){.random = {seed}, .count = 1};
    self->from = (arrangement){.random = &self->random, .sections = 4, .dress = dress};
    self->from.items = 1 + random_below(&self->random, 40);
    self->from.scoped = random_chance(&self->random, 30);
    self->policy = self->from.scoped ? IQ_DUPLICATES_SCOPE : IQ_DUPLICATES_REFUSE;
    iq_list_options options = {.struct_size = sizeof options, .duplicates = self->policy};
    options.flags = random_chance(&self->random, 30) ? IQ_LIST_DROP_EMPTY_SECTIONS : 0;
    CHECK_OK(iq_list_create(&options, &self->list));
    CHECK_OK(iq_list_set_undo(self->list, bytes));
    arrange_new(&self->from, &self->shown);
    self->states[0] = state_of(self->list);
}

static void end(history *self)
{
    iq_list_destroy(self->list);
    model_clear(&self->shown);
    for (size_t i = 0; i < CONTENTS; i++) {
        CHECK(atomic_load(&models[i]->references) == 0);
    }
}

static void check_round(uint64_t seed)
{
    history self;
    check_seed = seed;
    start(&self, seed, SIZE_MAX);
    for (size_t i = 0; i < 60 && self.at + 2 < STATES; i++) {
        size_t way = random_below(&self.random, 10);
        if (way < 3) {
            update(&self, way == 0 ? IQ_UPDATE_PAYLOAD : way == 1 ? IQ_UPDATE_RELOAD : 0);
        } else if (way == 3) {
            edit(&self);
        } else {
            travel(&self, way < 8);
        }
    }
    while (self.at > 0) {
        travel(&self, true);
    }
    while (self.at + 1 < self.count) {
        travel(&self, false);
    }
    travel(&self, false);
    end(&self);
}

/* With few bytes some of the last steps are kept, and all of them in order. */
static void check_bytes(uint64_t seed)
{
    history self;
    check_seed = seed;
    size_t bytes = 1500 + random_below(&(random_source){seed}, 30000);
    start(&self, seed, bytes);
    size_t used = iq_memory_used(), limit, of_steps = 1;
    CHECK_OK(iq_list_get_undo(self.list, &limit, &of_steps));
    CHECK(limit == bytes && of_steps == 0);
    for (size_t i = 0; i < 30; i++) {
        update(&self, 0);
        iq_list_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_list_get_info(self.list, &info));
        CHECK_OK(iq_list_get_undo(self.list, NULL, &of_steps));
        CHECK(of_steps <= bytes && (of_steps > 0) == (info.undo_steps > 0));
    }
    size_t last = self.at, most = 0, kept = 0;
    while (self.at > 0) {
        iq_status status = iq_list_undo(self.list, NULL, NULL);
        if (status == IQ_ERROR_NOT_FOUND) {
            break;
        }
        CHECK_OK(status);
        kept++;
        CHECK(state_of(self.list) == self.states[--self.at]);
    }
    most = kept;
    for (; kept > 0; kept--) {
        CHECK_OK(iq_list_redo(self.list, NULL, NULL));
        CHECK(state_of(self.list) == self.states[++self.at]);
    }
    CHECK(self.at == last);
    CHECK_STATUS(iq_list_redo(self.list, NULL, NULL), IQ_ERROR_NOT_FOUND);
    /* One byte keeps nothing, and so does none; nor do models stay for a step. */
    CHECK_OK(iq_list_set_undo(self.list, 1));
    CHECK_STATUS(iq_list_undo(self.list, NULL, NULL), IQ_ERROR_NOT_FOUND);
    CHECK_OK(iq_list_get_undo(self.list, &limit, &of_steps));
    CHECK(limit == 1 && of_steps == 0);
    CHECK_OK(iq_list_set_undo(self.list, SIZE_MAX));
    CHECK_OK(iq_list_get_undo(self.list, &limit, NULL));
    CHECK(limit == SIZE_MAX);
    CHECK_OK(iq_list_set_undo(self.list, 0));
    CHECK_OK(iq_list_get_undo(self.list, &limit, &of_steps));
    CHECK(limit == 0 && of_steps == 0);
    CHECK(most < 30 && iq_memory_used() > used / 2);
    end(&self);
}

/* The models of a step live as long as it. */
static void check_models(void)
{
    iq_list *list;
    iq_key key = key_of(1);
    void *one = models[1];
    iq_columns item = {sizeof item, 1, &key, 0, NULL, 0, &one, 0, &counted_class[0], 0, NULL, 0};
    iq_columns none = {.struct_size = sizeof none};
    iq_item found;
    iq_item_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_STATUS(iq_list_undo(list, NULL, NULL), IQ_ERROR_NOT_FOUND);
    CHECK_OK(iq_list_set_undo(list, 100000));
    CHECK_OK(iq_list_set_items(list, &item, NULL, NULL));
    CHECK_OK(iq_list_set_items(list, &none, NULL, NULL));
    CHECK(atomic_load(&models[1]->references) > 0);
    CHECK_OK(iq_list_undo(list, NULL, NULL));
    CHECK_OK(iq_list_find_item_at(list, 0, &found));
    CHECK_OK(iq_list_get_item_info(list, found, 0, &info));
    CHECK(info.model == models[1]);
    /* With nothing to change no step is made, and none goes. */
    CHECK_OK(iq_list_set_items(list, &item, NULL, NULL));
    CHECK_OK(iq_list_redo(list, NULL, NULL));
    CHECK(atomic_load(&models[1]->references) > 0);
    CHECK_OK(iq_list_set_undo(list, 0));
    CHECK(atomic_load(&models[1]->references) == 0);
    iq_list_destroy(list);
}

/* A step that reloads everything is one in both directions. */
static void check_reload(void)
{
    iq_list *list;
    iq_key keys[] = {key_of(1), key_of(2), key_of(3)};
    iq_columns items = {.struct_size = sizeof items, .count = 3, .keys = keys};
    iq_update_options reload = {.struct_size = sizeof reload, .flags = IQ_UPDATE_RELOAD};
    iq_changeset *changes;
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_OK(iq_list_set_undo(list, 100000));
    CHECK_OK(iq_list_set_items(list, &items, NULL, NULL));
    items.count = 2;
    CHECK_OK(iq_list_set_items(list, &items, &reload, NULL));
    for (size_t i = 0; i < 2; i++) {
        CHECK_OK((i == 0 ? iq_list_undo : iq_list_redo)(list, NULL, &changes));
        CHECK(summary_of(changes).reload == IQ_RELOAD_ASKED && summary_of(changes).items_after == 3 - i);
        iq_changeset_destroy(changes);
    }
    CHECK_OK(iq_list_undo(list, NULL, NULL));
    CHECK_OK(iq_list_undo(list, NULL, &changes));
    CHECK(summary_of(changes).reload == IQ_RELOAD_NO && summary_of(changes).items_after == 0);
    iq_changeset_destroy(changes);
    iq_list_destroy(list);
}

/* A mark is a step, and undoing it says the same of the item. */
static void check_marks(void)
{
    iq_list *list;
    iq_edit *edit;
    iq_item item;
    iq_key key = key_of(1);
    iq_columns items = {.struct_size = sizeof items, .count = 1, .keys = &key};
    iq_changeset *changes;
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_OK(iq_list_set_undo(list, 100000));
    CHECK_OK(iq_list_set_items(list, &items, NULL, NULL));
    CHECK_OK(iq_list_find_item_at(list, 0, &item));
    CHECK_OK(iq_edit_begin(list, NULL, &edit));
    CHECK_OK(iq_edit_reload_items(edit, &item, 1));
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    CHECK_OK(iq_list_undo(list, NULL, &changes));
    CHECK(summary_of(changes).item_reloads == 1 && summary_of(changes).items_after == 1);
    iq_changeset_destroy(changes);
    iq_list_destroy(list);
}

static iq_list_info info_of(const iq_list *list)
{
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_info(list, &info));
    return info;
}

/* A change that is not the user's leaves nothing to undo or redo, unless it changes nothing. */
static void check_no_step(void)
{
    iq_list *list;
    iq_key keys[] = {key_of(1), key_of(2), key_of(3)};
    iq_columns items = {.struct_size = sizeof items, .keys = keys};
    iq_update_options none = {.struct_size = sizeof none, .flags = IQ_UPDATE_NO_STEP};
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_OK(iq_list_set_undo(list, 100000));
    for (items.count = 1; items.count <= 3; items.count++) {
        CHECK_OK(iq_list_set_items(list, &items, NULL, NULL));
    }
    CHECK_OK(iq_list_undo(list, NULL, NULL));
    CHECK(info_of(list).undo_steps == 2 && info_of(list).redo_steps == 1);
    items.count = 2;
    CHECK_OK(iq_list_set_items(list, &items, &none, NULL));
    CHECK(info_of(list).undo_steps == 2 && info_of(list).redo_steps == 1);
    CHECK_STATUS(iq_list_undo(list, &none, NULL), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_list_redo(list, &none, NULL), IQ_ERROR_ARGUMENT);
    /* A move is a change, also where nobody asks for the moves. */
    iq_key swapped[] = {keys[1], keys[0]};
    items.keys = swapped;
    CHECK_OK(iq_list_set_items(list, &items, &none, NULL));
    CHECK(info_of(list).undo_steps == 0 && info_of(list).redo_steps == 0);
    iq_edit *edit;
    iq_item item;
    CHECK_OK(iq_list_set_items(list, &(iq_columns){.struct_size = sizeof items, .count = 3, .keys = keys}, NULL, NULL));
    CHECK(info_of(list).undo_steps == 1);
    CHECK_OK(iq_list_find_item_at(list, 0, &item));
    CHECK_OK(iq_edit_begin(list, NULL, &edit));
    CHECK_OK(iq_edit_delete_items(edit, &item, 1));
    CHECK_OK(iq_edit_commit(edit, &none, NULL));
    iq_edit_destroy(edit);
    CHECK(info_of(list).undo_steps == 0);
    iq_list_destroy(list);
}

/* The event of an update says which way it went. */
static void check_events(void)
{
    static const uint32_t wanted[] = {0, IQ_COMMIT_UNDONE, IQ_COMMIT_REDONE};
    iq_list *list;
    iq_key key = key_of(1);
    iq_columns items = {.struct_size = sizeof items, .count = 1, .keys = &key};
    iq_event events[4] = {{.struct_size = sizeof events[0]}};
    size_t count;
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_OK(iq_list_set_events(list, IQ_EVENT_UPDATE));
    CHECK_OK(iq_list_set_undo(list, 100000));
    CHECK_OK(iq_list_set_items(list, &items, NULL, NULL));
    CHECK_OK(iq_list_undo(list, NULL, NULL));
    CHECK_OK(iq_list_redo(list, NULL, NULL));
    CHECK_OK(iq_list_poll(list, events, 4, &count));
    CHECK(count == 3);
    for (size_t i = 0; i < 3; i++) {
        CHECK(events[i].kind == IQ_EVENT_UPDATE && events[i].flags == wanted[i] && events[i].version == i + 1);
        CHECK(summary_of(events[i].changeset).items_after == (i == 1 ? 0 : 1));
    }
    iq_list_destroy(list);
}

int main(void)
{
    failing_install();
    counted_register();
    for (size_t i = 0; i < CONTENTS; i++) {
        models[i] = counted_new((int)i);
    }
    check_models();
    check_reload();
    check_marks();
    check_no_step();
    check_events();
    uint64_t seed = check_first_seed(1);
    for (uint64_t i = 0; i < check_scaled(120); i++) {
        check_round(seed + i);
        check_bytes(seed + i);
    }
    counted_end();
    return 0;
}

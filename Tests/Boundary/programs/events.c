/*
 * events.c - what a poll hands out: updates with their changesets, actions with their items and models, in the
 * order in which they happened; nothing that was not asked for; and a mirror that is made of updates alone
 * equals the list, whoever changes it and how.
 */
#include "check.h"
#include "counted_models.h"
#include "failing.h"
#include "random.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 40 };

/* --- what is polled */

static iq_event poll_one(iq_list *list)
{
    iq_event event = {.struct_size = sizeof event};
    size_t count = 7;
    CHECK_OK(iq_list_poll(list, &event, 1, &count));
    CHECK(count <= 1);
    if (count == 0) {
        event.kind = 0;
    }
    return event;
}

static void set(iq_list *list, const uint64_t *numbers, size_t count, const iq_update_options *options)
{
    iq_key keys[MOST];
    for (size_t i = 0; i < count; i++) {
        keys[i] = iq_key_from_u64(numbers[i]);
    }
    iq_columns items = {.struct_size = sizeof items, .count = count, .keys = keys};
    CHECK_OK(iq_list_set_items(list, &items, options, NULL));
}

static uint64_t version_of(const iq_list *list)
{
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_info(list, &info));
    return info.version;
}

static void updates(void)
{
    iq_list *list;
    CHECK_OK(iq_list_create(NULL, &list));
    const uint64_t first[] = {1, 2, 3}, second[] = {3, 1};
    set(list, first, 3, NULL);
    CHECK(poll_one(list).kind == 0 && version_of(list) == 1);

    uint32_t kinds = 1;
    CHECK_OK(iq_list_get_events(list, &kinds));
    CHECK(kinds == 0);
    CHECK_OK(iq_list_set_events(list, IQ_EVENT_UPDATE));
    CHECK_OK(iq_list_get_events(list, &kinds));
    CHECK(kinds == IQ_EVENT_UPDATE);
    const iq_update_options plain = {
        .struct_size = sizeof plain, .flags = IQ_UPDATE_PLAIN, .animation = 77};
    set(list, second, 2, &plain);
    set(list, second, 2, NULL);
    iq_event event = poll_one(list);
    CHECK(event.kind == IQ_EVENT_UPDATE && event.flags == IQ_COMMIT_PLAIN && event.version == 2);
    CHECK(event.animation == 77 && event.number == 0 && event.status == IQ_OK);
    iq_summary summary = {.struct_size = sizeof summary};
    CHECK_OK(iq_changeset_get_summary(event.changeset, &summary));
    CHECK(summary.item_deletes == 1 && summary.item_moves == 1);
    iq_changeset *kept;
    CHECK_OK(iq_changeset_copy(event.changeset, &kept));
    const iq_changeset *lent = event.changeset;

    event = poll_one(list);
    CHECK(event.kind == IQ_EVENT_UPDATE && event.flags == IQ_COMMIT_UNCHANGED && event.version == 2);
    /* What the poll before handed out is gone; the copy is not. */
    CHECK_STATUS(iq_changeset_get_summary(lent, &summary), IQ_ERROR_HANDLE);
    CHECK_OK(iq_changeset_get_summary(kept, &summary));
    CHECK(summary.item_deletes == 1 && poll_one(list).kind == 0);
    iq_changeset_destroy(kept);

    /* An edit counts each of its calls, and is one event. */
    iq_edit *edit;
    iq_item item;
    CHECK_OK(iq_edit_begin(list, NULL, &edit));
    CHECK_OK(iq_list_find_item_at(list, 0, &item));
    CHECK_OK(iq_edit_delete_items(edit, &item, 1));
    CHECK_STATUS(iq_edit_delete_items(edit, &item, 1), IQ_ERROR_HANDLE);
    CHECK(version_of(list) == 3 && poll_one(list).kind == 0);
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    event = poll_one(list);
    CHECK(event.kind == IQ_EVENT_UPDATE && event.version == 4 && event.flags == 0);
    CHECK_OK(iq_edit_begin(list, NULL, &edit));
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    CHECK(poll_one(list).flags == IQ_COMMIT_UNCHANGED);
    CHECK_OK(iq_edit_begin(list, NULL, &edit));
    iq_edit_destroy(edit);
    CHECK(poll_one(list).kind == 0 && version_of(list) == 6);

    /* A threshold for splices: 1 2 3 4 5 6 without 1, 3, 5 are three. */
    const uint64_t six[] = {1, 2, 3, 4, 5, 6}, even[] = {2, 4, 6};
    for (size_t most = 2; most <= 3; most++) {
        const iq_update_options few = {.struct_size = sizeof few, .splice_threshold = most};
        set(list, six, 6, NULL);
        (void)poll_one(list);
        set(list, even, 3, &few);
        CHECK_OK(iq_changeset_get_summary(poll_one(list).changeset, &summary));
        CHECK(summary.reload == (most == 2 ? IQ_RELOAD_THRESHOLD : IQ_RELOAD_NO));
        CHECK(summary.item_deletes == 3);
    }
    set(list, six, 6, NULL);
    (void)poll_one(list);
    /* Events that wait are destroyed with the list. */
    iq_list_destroy(list);
}

static void actions(void)
{
    counted_register();
    iq_class counted = counted_class[1];
    counted_model *models[3];
    void *addresses[3];
    iq_key keys[3];
    for (size_t i = 0; i < 3; i++) {
        models[i] = counted_new((int)i);
        addresses[i] = models[i];
        keys[i] = iq_key_from_u64(i);
    }
    iq_columns items = {.struct_size = sizeof items, .count = 3, .keys = keys, .models = addresses,
                        .classes = &counted, .class_stride = IQ_SAME};
    iq_list *list;
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_OK(iq_list_set_items(list, &items, NULL, NULL));
    iq_element about = {sizeof about, {0}, {0}, 0, 0};
    CHECK_OK(iq_list_find_item_at(list, 1, &about.item));
    int button;
    CHECK_OK(iq_list_emit(list, &about, IQ_ACTION_HOST, &button));
    CHECK(poll_one(list).kind == 0);
    CHECK_OK(iq_list_set_events(list, IQ_EVENT_ACTION));
    CHECK_OK(iq_list_emit(list, &about, IQ_ACTION_HOST + 1, &button));
    CHECK_OK(iq_list_emit(list, NULL, IQ_ACTION_PRIMARY, NULL));
    iq_element header = {sizeof header, {0}, {0}, IQ_KIND_HEADER, 0};
    CHECK_OK(iq_list_find_section_at(list, 0, &header.section));
    CHECK_OK(iq_list_emit(list, &header, IQ_ACTION_HOST, NULL));

    iq_event event = poll_one(list);
    CHECK(event.kind == IQ_EVENT_ACTION && event.number == IQ_ACTION_HOST + 1 && event.sender == &button);
    CHECK(event.item.id == about.item.id && event.section.id == header.section.id && event.count == 1);
    CHECK(memcmp(&event.key, &keys[1], sizeof event.key) == 0 && event.version == 1);
    CHECK(event.position.section == 0 && event.position.item == 1 && event.index == 1);
    CHECK(event.model == models[1] && event.cell_class.id == counted.id && event.cell == IQ_NONE);
    /* The model lives until the next poll, also if its item goes. */
    CHECK_OK(iq_list_set_items(list, &(iq_columns){.struct_size = sizeof items}, NULL, NULL));
    CHECK(models[1]->references == 1 && models[0]->references == 0);
    event = poll_one(list);
    CHECK(event.kind == IQ_EVENT_ACTION && event.number == IQ_ACTION_PRIMARY && event.section.id == 0);
    CHECK(event.position.section == IQ_NONE && event.index == IQ_NONE);
    CHECK(models[1]->references == 0);
    event = poll_one(list);
    CHECK(event.element_kind == IQ_KIND_HEADER && event.section.id == header.section.id);

    /* An action about an item that has gone is dropped, those behind it are not. */
    CHECK_OK(iq_list_set_items(list, &items, NULL, NULL));
    CHECK_STATUS(iq_list_emit(list, &about, IQ_ACTION_HOST, NULL), IQ_ERROR_HANDLE);
    CHECK_OK(iq_list_find_item_at(list, 2, &about.item));
    CHECK_OK(iq_list_emit(list, &about, IQ_ACTION_HOST, NULL));
    CHECK_OK(iq_list_emit(list, NULL, IQ_ACTION_HOST + 9, NULL));
    items.count = 2;
    CHECK_OK(iq_list_set_items(list, &items, NULL, NULL));
    CHECK(poll_one(list).number == IQ_ACTION_HOST + 9 && poll_one(list).kind == 0);

    CHECK_STATUS(iq_list_emit(list, NULL, 0, NULL), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_list_emit(list, NULL, IQ_ACTION_INSERT + 1, NULL), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_list_emit(list, NULL, IQ_ACTION_HOST - 1, NULL), IQ_ERROR_ARGUMENT);
    CHECK_OK(iq_list_find_item_at(list, 0, &about.item));
    about.kind = IQ_KIND_HEADER;
    CHECK_STATUS(iq_list_emit(list, &about, IQ_ACTION_HOST, NULL), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_list_set_events(list, 0x80000000u), IQ_ERROR_ARGUMENT);
    uint32_t kinds;
    CHECK_OK(iq_list_get_events(list, &kinds));
    CHECK(kinds == IQ_EVENT_ACTION);
    CHECK_STATUS(iq_list_poll(list, NULL, 1, &(size_t){0}), IQ_ERROR_ARGUMENT);
    iq_list_destroy(list);
    counted_end();
}

/* Each allocation of an update that is reported, of an action and of a poll fails once: nothing has changed, no
 * event is lost and none is made. */
static void failures(void)
{
    const uint64_t first[] = {1, 2, 3}, second[] = {3, 2, 5};
    for (uint64_t nth = 1;; nth++) {
        iq_list *list;
        CHECK_OK(iq_list_create(NULL, &list));
        set(list, first, 3, NULL);
        iq_key keys[3];
        for (size_t i = 0; i < 3; i++) {
            keys[i] = iq_key_from_u64(second[i]);
        }
        iq_columns items = {.struct_size = sizeof items, .count = 3, .keys = keys};
        (void)iq_memory_trim();
        failing_arm(nth, false);
        iq_status status[4] = {iq_list_set_events(list, IQ_EVENT_UPDATE | IQ_EVENT_ACTION)};
        if (status[0] != IQ_OK) {
            CHECK(status[0] == IQ_ERROR_NO_MEMORY);
            CHECK_OK(iq_list_set_events(list, IQ_EVENT_UPDATE | IQ_EVENT_ACTION));
        }
        status[1] = iq_list_set_items(list, &items, NULL, NULL);
        if (status[1] != IQ_OK) {
            CHECK(status[1] == IQ_ERROR_NO_MEMORY && version_of(list) == 1);
            CHECK_OK(iq_list_set_items(list, &items, NULL, NULL));
        }
        status[2] = iq_list_emit(list, NULL, IQ_ACTION_HOST, NULL);
        if (status[2] != IQ_OK) {
            CHECK(status[2] == IQ_ERROR_NO_MEMORY);
            CHECK_OK(iq_list_emit(list, NULL, IQ_ACTION_HOST, NULL));
        }
        iq_event events[4] = {{.struct_size = sizeof events[0]}};
        size_t count = 9;
        status[3] = iq_list_poll(list, events, 4, &count);
        if (status[3] != IQ_OK) {
            CHECK(status[3] == IQ_ERROR_NO_MEMORY && count == 9);
            CHECK_OK(iq_list_poll(list, events, 4, &count));
        }
        bool has_failed = failing_disarm();
        CHECK(count == 2 && events[0].kind == IQ_EVENT_UPDATE && events[1].kind == IQ_EVENT_ACTION);
        CHECK(events[0].version == 2);
        iq_list_destroy(list);
        if (!has_failed) {
            CHECK(nth > 20);
            return;
        }
    }
}

/* --- a mirror */

/* Between two splices there may be the items of both sides. */
typedef struct mirror {
    uint64_t keys[2 * MOST];
    size_t count;
    uint64_t version;
} mirror;

static void mirror_replace(mirror *self, iq_list *list, const iq_splice *splice)
{
    uint64_t tail[2 * MOST];
    size_t rest = self->count - splice->position - splice->removed;
    memcpy(tail, self->keys + splice->position + splice->removed, rest * sizeof *tail);
    iq_key added[MOST];
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = added};
    CHECK_OK(iq_list_get_items(list, splice->position, splice->added, &buffers));
    for (size_t i = 0; i < splice->added; i++) {
        memcpy(&self->keys[splice->position + i], &added[i], sizeof *self->keys);
    }
    memcpy(self->keys + splice->position + splice->added, tail, rest * sizeof *tail);
    self->count = splice->position + splice->added + rest;
}

/* The list is as of the only event that waits. */
static void mirror_follow(mirror *self, iq_list *list)
{
    iq_event event = poll_one(list);
    CHECK(event.kind == IQ_EVENT_UPDATE && event.version >= self->version);
    self->version = event.version;
    const iq_splice *splices;
    size_t count;
    CHECK_OK(iq_changeset_get_splices(event.changeset, 0, &splices, &count));
    for (size_t i = 0; i < count; i++) {
        mirror_replace(self, list, &splices[i]);
    }
    CHECK(poll_one(list).kind == 0 && self->version == version_of(list));
}

static void check_mirror(const mirror *self, const iq_list *list)
{
    iq_key keys[MOST];
    size_t count;
    CHECK_OK(iq_list_get_count(list, NULL, &count));
    CHECK(count == self->count);
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = keys};
    CHECK_OK(iq_list_get_items(list, 0, count, &buffers));
    for (size_t i = 0; i < count; i++) {
        CHECK(memcmp(&keys[i], &self->keys[i], sizeof self->keys[i]) == 0);
    }
}

static void change(iq_list *list, random_source *seed)
{
    uint64_t numbers[MOST];
    size_t count = 0;
    for (uint64_t number = 1; number <= MOST; number++) {
        if (random_below(seed, 3) > 0) {
            numbers[count++] = number;
        }
    }
    if (random_below(seed, 3) == 0) {
        for (size_t i = count; i > 1; i--) {
            size_t other = random_below(seed, i);
            uint64_t number = numbers[i - 1];
            numbers[i - 1] = numbers[other];
            numbers[other] = number;
        }
    }
    if (random_below(seed, 2) == 0) {
        set(list, numbers, count, NULL);
        return;
    }
    iq_edit *edit;
    iq_section section;
    size_t items;
    CHECK_OK(iq_edit_begin(list, NULL, &edit));
    CHECK_OK(iq_list_find_section_at(list, 0, &section));
    CHECK_OK(iq_list_get_count(list, NULL, &items));
    if (items > 0) {
        size_t first = random_below(seed, items), some = random_below(seed, items - first) + 1;
        CHECK_OK(iq_edit_move_item_range(edit, section, first, some, section, items - first - some));
        CHECK_OK(iq_edit_delete_item_range(edit, section, 0, some / 2));
    }
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
}

static void mirrors(void)
{
    for (uint64_t round = 0; round < check_scaled(300); round++) {
        check_seed = check_first_seed(1) + round;
        random_source seed = {check_seed};
        mirror followed = {.count = 0};
        iq_list *list;
        CHECK_OK(iq_list_create(NULL, &list));
        CHECK_OK(iq_list_set_events(list, IQ_EVENT_UPDATE));
        set(list, NULL, 0, NULL);
        mirror_follow(&followed, list);
        for (size_t step = 0; step < 20; step++) {
            change(list, &seed);
            mirror_follow(&followed, list);
            check_mirror(&followed, list);
        }
        iq_list_destroy(list);
    }
}

int main(void)
{
    failing_install();
    updates();
    failures();
    mirrors();
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == 0);
    actions();
    return 0;
}

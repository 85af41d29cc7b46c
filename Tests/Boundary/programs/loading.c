/*
 * loading.c - whether a list is being loaded, and what is shown in place of its items, beside a model of three
 * variables: over every way to change a list, with events that are asked for at times only.
 */
#include "check.h"
#include "failing.h"
#include "model.h"
#include "random.h"

#include <string.h>

static const uint32_t flags_of_event = IQ_EVENT_PLACEHOLDER;

typedef struct loader {
    random_source random;
    iq_list *list;
    size_t items;
    uint32_t loading, reported;
    bool asked;
} loader;

static uint32_t placeholder_of(const loader *self)
{
    static const uint32_t of_loading[] = {IQ_PLACEHOLDER_EMPTY, IQ_PLACEHOLDER_LOADING, IQ_PLACEHOLDER_FAILED};
    return self->items > 0 ? IQ_PLACEHOLDER_NONE : of_loading[self->loading];
}

static void check_info(const loader *self)
{
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_info(self->list, &info));
    CHECK(info.items == self->items && info.loading == self->loading && info.placeholder == placeholder_of(self));
}

/* One event if the placeholder is another one than the last event said, else none. */
static void poll(loader *self)
{
    iq_event events[4] = {{.struct_size = sizeof events[0]}};
    size_t count;
    CHECK_OK(iq_list_poll(self->list, events, 4, &count));
    bool wanted = self->asked && placeholder_of(self) != self->reported;
    CHECK(count == (wanted ? 1 : 0));
    if (wanted) {
        self->reported = placeholder_of(self);
        iq_list_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_list_get_info(self->list, &info));
        CHECK(events[0].kind == IQ_EVENT_PLACEHOLDER && events[0].number == self->reported);
        CHECK(events[0].version == info.version && events[0].item.id == 0 && events[0].section.id == 0);
    }
    CHECK_OK(iq_list_poll(self->list, events, 4, &count));
    CHECK(count == 0);
}

static iq_columns columns_of(const iq_key *keys, size_t count)
{
    return (iq_columns){.struct_size = sizeof(iq_columns), .count = count, .keys = keys};
}

static iq_status update(loader *self, size_t way, const iq_columns *items, const iq_update_options *options)
{
    iq_section_entry section = {.struct_size = sizeof section};
    iq_snapshot *snapshot;
    if (way == 0) {
        return iq_list_set_items(self->list, items, options, NULL);
    }
    if (way == 1) {
        return iq_list_set(self->list, &section, 1, items, options, NULL);
    }
    if (way == 2) {
        return iq_list_set_section_items(self->list, section.key, items, options, NULL);
    }
    CHECK_OK(iq_snapshot_create(NULL, &snapshot));
    CHECK_OK(iq_snapshot_append_sections(snapshot, &section.key, 1));
    CHECK_OK(iq_snapshot_append_items(snapshot, NULL, items));
    iq_status status;
    if (way == 3) {
        status = iq_list_apply(self->list, snapshot, options, NULL);
    } else {
        iq_diff_options payload = {.struct_size = sizeof payload, .flags = IQ_DIFF_PAYLOAD};
        iq_snapshot *shown;
        iq_changeset *changes = NULL;
        CHECK_OK(iq_list_snapshot(self->list, &shown));
        status = iq_diff(shown, snapshot, &payload, &changes);
        if (status == IQ_OK) {
            status = iq_changeset_apply_to_list(changes, self->list, options, NULL);
        }
        iq_changeset_destroy(changes);
        iq_snapshot_destroy(shown);
    }
    iq_snapshot_destroy(snapshot);
    return status;
}

/* A whole update ends what is loading, if it succeeds and does not keep it. */
static void change_all(loader *self)
{
    iq_key keys[] = {key_of(1), key_of(2), key_of(1)};
    size_t count = random_below(&self->random, 4);
    iq_columns items = columns_of(keys, count);
    bool keeps = random_chance(&self->random, 30);
    iq_update_options options = {.struct_size = sizeof options, .flags = keeps ? IQ_UPDATE_KEEP_LOADING : 0};
    iq_status status = update(self, random_below(&self->random, 5), &items, &options);
    /* Three of them have a duplicate. */
    CHECK_STATUS(status, count == 3 ? IQ_ERROR_DUPLICATE : IQ_OK);
    if (status == IQ_OK) {
        self->items = count;
        self->loading = keeps ? self->loading : IQ_LOADING_NO;
    }
}

/* An edit ends nothing; while it is open, its items count. */
static void edit(loader *self)
{
    iq_edit *open;
    iq_section section = {0};
    size_t before = self->items;
    iq_key keys[] = {key_of(11), key_of(12)};
    iq_columns items = columns_of(keys, random_below(&self->random, 3));
    CHECK_OK(iq_list_find_section_at(self->list, 0, &section));
    CHECK_OK(iq_edit_begin(self->list, NULL, &open));
    CHECK_OK(iq_edit_set_section_items(open, section, &items));
    self->items = items.count;
    check_info(self);
    if (random_chance(&self->random, 50)) {
        poll(self);
    }
    if (random_chance(&self->random, 30)) {
        uint32_t loading = (uint32_t)random_below(&self->random, 3);
        CHECK_OK(iq_list_set_loading(self->list, loading));
        self->loading = loading;
    }
    if (random_chance(&self->random, 60)) {
        CHECK_OK(iq_edit_commit(open, NULL, NULL));
    } else {
        self->items = before;
    }
    iq_edit_destroy(open);
}

static void travel(loader *self)
{
    iq_status status = random_chance(&self->random, 50) ? iq_list_undo(self->list, NULL, NULL)
                                                        : iq_list_redo(self->list, NULL, NULL);
    CHECK(status == IQ_OK || status == IQ_ERROR_NOT_FOUND);
    CHECK_OK(iq_list_get_count(self->list, NULL, &self->items));
}

static void check_round(uint64_t seed)
{
    loader self = {.random = {seed}};
    iq_key section = {{0}};
    iq_snapshot *empty;
    check_seed = seed;
    CHECK_OK(iq_list_create(NULL, &self.list));
    check_info(&self);
    /* One section, which stays: undo does not go back over it. */
    CHECK_OK(iq_snapshot_create(NULL, &empty));
    CHECK_OK(iq_snapshot_append_sections(empty, &section, 1));
    CHECK_OK(iq_list_apply(self.list, empty, NULL, NULL));
    iq_snapshot_destroy(empty);
    CHECK_OK(iq_list_set_undo(self.list, 1 << 16));
    for (size_t i = 0; i < 60; i++) {
        switch (random_below(&self.random, 8)) {
        case 0: {
            uint32_t loading = (uint32_t)random_below(&self.random, 3);
            CHECK_OK(iq_list_set_loading(self.list, loading));
            self.loading = loading;
            break;
        }
        case 1:
        case 2: change_all(&self); break;
        case 3: edit(&self); break;
        case 4: travel(&self); break;
        case 5:
            self.asked = random_chance(&self.random, 70);
            CHECK_OK(iq_list_set_events(self.list, self.asked ? flags_of_event : 0));
            break;
        default: poll(&self); break;
        }
        check_info(&self);
    }
    iq_list_destroy(self.list);
}

static void check_refusals(void)
{
    iq_list *list;
    CHECK_OK(iq_list_create(NULL, &list));
    for (uint32_t loading = 3; loading != 0; loading <<= 1) {
        CHECK_STATUS(iq_list_set_loading(list, loading), IQ_ERROR_ARGUMENT);
    }
    CHECK_STATUS(iq_list_set_loading(NULL, 0), IQ_ERROR_ARGUMENT);
    iq_list_destroy(list);
    CHECK_STATUS(iq_list_set_loading(list, 0), IQ_ERROR_HANDLE);
}

/* A poll that has no memory for its event makes it the next time. */
static void check_no_memory(void)
{
    for (uint64_t nth = 1;; nth++) {
        loader self = {.asked = true};
        iq_event event = {.struct_size = sizeof event};
        size_t count = 0;
        CHECK_OK(iq_list_create(NULL, &self.list));
        CHECK_OK(iq_list_set_events(self.list, flags_of_event));
        failing_arm(nth, nth % 2 == 0);
        iq_status status = iq_list_set_loading(self.list, IQ_LOADING_YES);
        if (status == IQ_OK) {
            self.loading = IQ_LOADING_YES;
            status = iq_list_poll(self.list, &event, 1, &count);
        }
        bool failed = failing_disarm();
        CHECK_STATUS(status, failed ? IQ_ERROR_NO_MEMORY : IQ_OK);
        if (count > 0) {
            CHECK(event.number == placeholder_of(&self));
            self.reported = placeholder_of(&self);
        }
        poll(&self);
        iq_list_destroy(self.list);
        if (!failed) {
            CHECK(nth > 1);
            break;
        }
    }
}

int main(void)
{
    failing_install();
    check_refusals();
    check_no_memory();
    uint64_t seed = check_first_seed(1);
    for (uint64_t i = 0; i < check_scaled(300); i++) {
        check_round(seed + i);
    }
    return 0;
}

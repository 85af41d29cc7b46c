/*
 * reorder.c - drags: begun for movable items only, dropped or cancelled, beside a model of the order, with the events
 * that both ends have, and failing memory.
 */
#include "check.h"
#include "digest.h"
#include "failing.h"
#include "model.h"
#include "random.h"
#include "refused.h"

#include <string.h>

#define ITEMS 12

/* Fixed traits, traits that the model has, and none. */
static iq_class movable, asked, still;
static uint32_t traits_of_models[2] = {IQ_TRAIT_DELETABLE, IQ_TRAIT_MOVABLE | IQ_TRAIT_DELETABLE};
static iq_list *asking;

static uint32_t traits_of(void *context, const void *model)
{
    (void)context;
    if (asking) {
        /* Readers are admitted, other changes are not: the edit is open. */
        size_t count;
        iq_edit *edit = NULL;
        CHECK_OK(iq_list_get_count(asking, NULL, &count));
        CHECK_STATUS(iq_edit_begin(asking, NULL, &edit), IQ_ERROR_BUSY);
    }
    return *(const uint32_t *)model;
}

static void register_classes(void)
{
    iq_class_options options = {.struct_size = sizeof options, .name = "movable", .traits = IQ_TRAIT_MOVABLE};
    CHECK_OK(iq_class_create(&options, &movable));
    options = (iq_class_options){.struct_size = sizeof options, .name = "asked", .traits_of = traits_of};
    CHECK_OK(iq_class_create(&options, &asked));
    options = (iq_class_options){.struct_size = sizeof options, .name = "still", .traits = IQ_TRAIT_DELETABLE};
    CHECK_OK(iq_class_create(&options, &still));
}

typedef struct drag {
    random_source random;
    iq_list *list;
    uint64_t order[ITEMS]; /* numbers of the items, as shown */
    bool can_move[ITEMS];  /* by number */
    bool reported;
} drag;

static void start(drag *self, uint64_t seed)
{
    iq_key keys[ITEMS];
    iq_class classes[ITEMS];
    void *models[ITEMS];
    *self = (drag){.random = {seed}};
    for (uint64_t i = 0; i < ITEMS; i++) {
        size_t way = random_below(&self->random, 5);
        bool moves = random_chance(&self->random, 75);
        self->order[i] = i;
        keys[i] = key_of(i);
        classes[i] = way == 0 ? still : way < 3 ? movable : asked;
        models[i] = &traits_of_models[moves];
        self->can_move[i] = way != 0 && (way < 3 || moves);
    }
    iq_columns items = {.struct_size = sizeof items, .count = ITEMS, .keys = keys, .classes = classes};
    items.models = models;
    CHECK_OK(iq_list_create(NULL, &self->list));
    CHECK_OK(iq_list_set_items(self->list, &items, NULL, NULL));
}

static void check_order(const drag *self)
{
    iq_key keys[ITEMS];
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = keys};
    CHECK_OK(iq_list_get_items(self->list, 0, ITEMS, &buffers));
    for (size_t i = 0; i < ITEMS; i++) {
        CHECK(key_equal(keys[i], key_of(self->order[i])));
    }
}

static size_t place_of(const drag *self, uint64_t number)
{
    size_t place = 0;
    while (self->order[place] != number) {
        place++;
    }
    return place;
}

static iq_item item_of(const drag *self, uint64_t number)
{
    iq_item item;
    CHECK_OK(iq_list_find_item(self->list, NULL, key_of(number), &item));
    return item;
}

static void move(uint64_t *order, size_t from, size_t to)
{
    uint64_t number = order[from];
    memmove(order + from, order + from + 1, (ITEMS - from - 1) * sizeof *order);
    memmove(order + to + 1, order + to, (ITEMS - to - 1) * sizeof *order);
    order[to] = number;
}

static size_t poll(const drag *self, iq_event *events)
{
    size_t count;
    memset(events, 0, 4 * sizeof *events);
    events[0].struct_size = sizeof *events;
    CHECK_OK(iq_list_poll(self->list, events, 4, &count));
    return count;
}

static void check_event(const drag *self, const iq_event *event, uint32_t flags, uint64_t number, size_t count)
{
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_info(self->list, &info));
    CHECK(event->kind == IQ_EVENT_REORDER && event->flags == flags && event->count == count);
    CHECK(event->item.id == item_of(self, number).id && key_equal(event->key, key_of(number)));
    CHECK(event->version == info.version);
    CHECK(event->index == place_of(self, number) && event->position.item == event->index);
}

/* One drag of some items, dropped or cancelled. */
static void drag_once(drag *self)
{
    iq_event events[4];
    iq_item items[ITEMS];
    uint64_t numbers[ITEMS], refused = UINT64_MAX;
    size_t count = 1 + random_below(&self->random, 3);
    for (size_t i = 0; i < count; i++) {
        numbers[i] = random_below(&self->random, ITEMS);
        items[i] = item_of(self, numbers[i]);
        if (!self->can_move[numbers[i]] && refused == UINT64_MAX) {
            refused = numbers[i];
        }
    }
    uint64_t digest = digest_list(self->list);
    iq_edit *edit = NULL;
    asking = self->list;
    iq_status status = iq_list_begin_reorder(self->list, items, count, &edit);
    asking = NULL;
    if (refused != UINT64_MAX) {
        CHECK_STATUS(status, IQ_ERROR_REFUSED);
        iq_error error = last_error();
        CHECK(error.flags == IQ_ERROR_HAS_KEY && key_equal(error.key, key_of(refused)) && edit == NULL);
        CHECK(digest_list(self->list) == digest && poll(self, events) == 0);
        return;
    }
    CHECK_OK(status);
    bool early = random_chance(&self->random, 50);
    if (early) {
        CHECK(poll(self, events) == (self->reported ? 1 : 0));
        if (self->reported) {
            check_event(self, &events[0], IQ_REORDER_BEGAN, numbers[0], count);
        }
    }
    uint64_t before[ITEMS];
    memcpy(before, self->order, sizeof before);
    for (size_t i = random_below(&self->random, 4); i > 0; i--) {
        size_t from = place_of(self, numbers[random_below(&self->random, count)]);
        size_t to = random_below(&self->random, ITEMS);
        iq_item item = item_of(self, self->order[from]), anchor = item_of(self, self->order[to]);
        if (from < to) {
            CHECK_OK(iq_edit_move_item_beside(edit, item, IQ_PUT_AFTER, anchor));
        } else {
            CHECK_OK(iq_edit_move_item_beside(edit, item, IQ_PUT_BEFORE, anchor));
        }
        move(self->order, from, to);
        check_order(self);
    }
    bool dropped = random_chance(&self->random, 60);
    bool moved = memcmp(before, self->order, sizeof before) != 0;
    if (dropped) {
        CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    } else {
        memcpy(self->order, before, sizeof before);
        /* The room for the event was taken at the begin. */
        failing_arm(1, true);
    }
    iq_edit_destroy(edit);
    failing_disarm();
    check_order(self);
    size_t wanted = self->reported ? (early ? 0 : 1) + (dropped ? 2 : 1) : 0;
    CHECK(poll(self, events) == wanted);
    if (!self->reported) {
        return;
    }
    const iq_event *end = &events[early ? 0 : 1];
    CHECK(early || events[0].flags == IQ_REORDER_BEGAN);
    check_event(self, end, dropped ? IQ_REORDER_DROPPED : IQ_REORDER_CANCELLED, numbers[0], count);
    if (dropped) {
        CHECK(end[1].kind == IQ_EVENT_UPDATE && end[1].version == end[0].version);
        CHECK(end[1].flags == (IQ_COMMIT_REORDERED | (moved ? 0 : IQ_COMMIT_UNCHANGED)));
    }
}

static void check_round(uint64_t seed)
{
    drag self;
    check_seed = seed;
    start(&self, seed);
    for (size_t i = 0; i < 40; i++) {
        if (random_chance(&self.random, 15)) {
            self.reported = !self.reported;
            CHECK_OK(iq_list_set_events(self.list, self.reported ? IQ_EVENT_REORDER | IQ_EVENT_UPDATE : 0));
        }
        drag_once(&self);
    }
    iq_list_destroy(self.list);
}

/* An item that is deleted while it is dragged has no position at the end. */
static void check_deleted(void)
{
    drag self;
    iq_event events[4];
    iq_edit *edit;
    start(&self, 7);
    CHECK_OK(iq_list_set_events(self.list, IQ_EVENT_REORDER));
    uint64_t number = 0;
    while (!self.can_move[number]) {
        number++;
    }
    iq_item item = item_of(&self, number);
    CHECK_OK(iq_list_begin_reorder(self.list, &item, 1, &edit));
    CHECK_OK(iq_edit_delete_items(edit, &item, 1));
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    CHECK(poll(&self, events) == 2);
    CHECK(events[1].flags == IQ_REORDER_DROPPED && events[1].item.id == item.id);
    CHECK(events[1].index == IQ_NONE && events[1].position.item == IQ_NONE);
    CHECK(key_equal(events[1].key, key_of(number)));
    iq_list_destroy(self.list);
}

static void check_refusals(void)
{
    drag self;
    iq_edit *edit = NULL, *other = NULL;
    start(&self, 3);
    iq_item item = item_of(&self, 0), none = {0};
    CHECK_STATUS(iq_list_begin_reorder(NULL, &item, 1, &edit), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_list_begin_reorder(self.list, NULL, 1, &edit), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_list_begin_reorder(self.list, &item, 0, &edit), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_list_begin_reorder(self.list, &item, 1, NULL), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_list_begin_reorder(self.list, &none, 1, &edit), IQ_ERROR_HANDLE);
    CHECK_STATUS(iq_list_begin_reorder(self.list, &item, SIZE_MAX, &edit), IQ_ERROR_LIMIT);
    CHECK_OK(iq_edit_begin(self.list, NULL, &other));
    CHECK_STATUS(iq_list_begin_reorder(self.list, &item, 1, &edit), IQ_ERROR_BUSY);
    iq_edit_destroy(other);
    CHECK(edit == NULL);
    /* A refusal leaves no edit open. */
    CHECK_OK(iq_edit_begin(self.list, NULL, &other));
    iq_edit_destroy(other);
    iq_list_destroy(self.list);
    CHECK_STATUS(iq_list_begin_reorder(self.list, &item, 1, &edit), IQ_ERROR_HANDLE);
}

/* Each allocation of begin and commit fails: no event, no edit, or the edit stays open. */
static void check_no_memory(void)
{
    for (uint64_t nth = 1;; nth++) {
        drag self;
        iq_event events[4];
        iq_edit *edit = NULL;
        start(&self, 11);
        CHECK_OK(iq_list_set_events(self.list, IQ_EVENT_REORDER | IQ_EVENT_UPDATE));
        uint64_t number = 0;
        while (!self.can_move[number]) {
            number++;
        }
        iq_item item = item_of(&self, number), last = item_of(&self, ITEMS - 1);
        failing_arm(nth, nth % 2 == 0);
        iq_status status = iq_list_begin_reorder(self.list, &item, 1, &edit);
        bool failed = failing_disarm();
        if (failed) {
            CHECK_STATUS(status, IQ_ERROR_NO_MEMORY);
            CHECK(edit == NULL && poll(&self, events) == 0);
            iq_list_destroy(self.list);
            continue;
        }
        CHECK_OK(status);
        for (uint64_t inner = 1;; inner++) {
            failing_arm(inner, inner % 2 == 0);
            status = iq_edit_move_item_beside(edit, item, IQ_PUT_AFTER, last);
            status = status ? status : iq_edit_commit(edit, NULL, NULL);
            if (!failing_disarm()) {
                CHECK_OK(status);
                CHECK(inner > 2);
                break;
            }
            CHECK_STATUS(status, IQ_ERROR_NO_MEMORY);
        }
        iq_edit_destroy(edit);
        CHECK(poll(&self, events) == 3);
        CHECK(events[0].flags == IQ_REORDER_BEGAN && events[1].flags == IQ_REORDER_DROPPED);
        CHECK(events[2].flags == IQ_COMMIT_REORDERED && events[1].index == ITEMS - 1);
        iq_list_destroy(self.list);
        CHECK(nth > 2);
        break;
    }
}

int main(void)
{
    failing_install();
    register_classes();
    check_refusals();
    check_deleted();
    check_no_memory();
    uint64_t seed = check_first_seed(1);
    for (uint64_t i = 0; i < check_scaled(200); i++) {
        check_round(seed + i);
    }
    return 0;
}

/*
 * states.c - states of items and sections in random sessions beside a slow model (state_model.h): set by the program
 * and the user, by item, range, key and section, through updates, edits that are committed or abandoned, and trims;
 * with traits that a class has or is asked for, and with failing memory. A mirror that knows the events only has the
 * same states.
 */
#include "check.h"
#include "failing.h"
#include "random.h"
#include "refused.h"
#include "state_model.h"

#include <stdatomic.h>
#include <string.h>

/* A model of an item that is asked about its traits: alive while it has references. */
typedef struct asked {
    atomic_int references;
    unsigned key;
} asked;

static asked models[STATE_KEYS];
static iq_class classes[3];
static iq_list *list_of_traits;

static void retain(void *context, void *const *all, size_t count)
{
    (void)context;
    for (size_t i = 0; i < count; i++) {
        CHECK(atomic_fetch_add(&((asked *)all[i])->references, 1) > 0);
    }
}

static void release(void *context, void *const *all, size_t count)
{
    (void)context;
    for (size_t i = 0; i < count; i++) {
        CHECK(atomic_fetch_sub(&((asked *)all[i])->references, 1) > 1);
    }
}

/* Called with no lock held: the list may be read, and states may be set. */
static uint32_t traits_of(void *context, const void *model)
{
    const asked *item = model;
    size_t count;
    CHECK(context == models && atomic_load(&item->references) > 1);
    if (list_of_traits) {
        CHECK_OK(iq_list_get_count(list_of_traits, NULL, &count));
        CHECK_OK(iq_list_set_range_states(list_of_traits, 0, 0, IQ_STATE_EXPANDED, 0));
    }
    return state_traits(item->key);
}

static void register_classes(void)
{
    iq_class_options options = {.struct_size = sizeof options, .name = "states/plain"};
    CHECK_OK(iq_class_create(&options, &classes[0]));
    options.name = "states/fixed";
    options.traits = IQ_TRAIT_NOT_SELECTABLE | IQ_TRAIT_NOT_FOCUSABLE;
    CHECK_OK(iq_class_create(&options, &classes[1]));
    options = (iq_class_options){.struct_size = sizeof options, .name = "states/asked", .context = models,
                                 .retain = retain, .release = release, .traits_of = traits_of};
    CHECK_OK(iq_class_create(&options, &classes[2]));
    for (unsigned key = 0; key < STATE_KEYS; key++) {
        models[key].key = key;
        atomic_store(&models[key].references, 1);
    }
}

typedef struct session {
    random_source random;
    iq_list *list;
    state_model model;
    bool fails;
    /* Known from events only: states by key, and the order before the update or edit under way. */
    state_model mirror;
} session;

static iq_key item_key(unsigned key)
{
    return iq_key_from_u64(key);
}

static bool key_is(iq_key a, iq_key b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static iq_key section_key(size_t section)
{
    return iq_key_from_u64(1000 + section);
}

static iq_class class_of(unsigned key)
{
    return key % 6 == 0 ? classes[1] : key % 6 == 1 ? classes[2] : key % 6 == 2 ? classes[0] : (iq_class){0};
}

/* The columns of items by key. */
typedef struct columns {
    iq_key keys[STATE_KEYS];
    void *models[STATE_KEYS];
    iq_class classes[STATE_KEYS];
    iq_columns columns;
} columns;

static const iq_columns *columns_of(columns *self, const unsigned *keys, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        self->keys[i] = item_key(keys[i]);
        self->models[i] = &models[keys[i]];
        self->classes[i] = class_of(keys[i]);
    }
    self->columns = (iq_columns){.struct_size = sizeof self->columns, .count = count, .keys = self->keys,
                                 .models = self->models, .classes = self->classes};
    return &self->columns;
}

/* Each item's states, read in every way. */
static void check_states(const session *self)
{
    const state_model *model = &self->model;
    uint32_t states[STATE_KEYS];
    iq_item items[STATE_KEYS];
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .items = items, .states = states};
    CHECK_OK(iq_list_get_items(self->list, 0, model->count, &buffers));
    for (size_t i = 0; i < model->count; i++) {
        iq_item_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_list_get_item_info(self->list, items[i], 0, &info));
        CHECK(key_is(info.key, item_key(model->shown[i])));
        CHECK(info.states == model->states[model->shown[i]] && states[i] == info.states);
    }
    for (size_t s = 0; s < STATE_SECTIONS; s++) {
        iq_section section;
        iq_section_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_list_find_section(self->list, section_key(s), &section));
        CHECK_OK(iq_list_get_section_info(self->list, section, &info));
        CHECK(info.states == model->section_states[s]);
    }
}

static void check_found(session *self)
{
    static const uint32_t masks[] = {1, 2, 4, 256, 1 | 256, 32768};
    const state_model *model = &self->model;
    uint32_t mask = masks[random_below(&self->random, 6)];
    size_t first = random_below(&self->random, model->count + 1);
    size_t capacity = random_below(&self->random, model->count + 1);
    iq_item items[STATE_KEYS];
    iq_key keys[STATE_KEYS], sections[STATE_KEYS];
    size_t found, again, seen = 0, s = 0;
    CHECK_OK(iq_list_find_items_in_state(self->list, mask, first, items, capacity, &found));
    CHECK_OK(iq_list_find_keys_in_state(self->list, mask, first, random_chance(&self->random, 50) ? sections : NULL,
                                        keys, capacity, &again));
    CHECK_OK(iq_list_find_keys_in_state(self->list, mask, first, sections, NULL, capacity, &again));
    for (size_t i = first; i < model->count; i++) {
        if ((model->states[model->shown[i]] & mask) != mask) {
            continue;
        }
        if (seen < capacity) {
            iq_item item;
            CHECK_OK(iq_list_find_item_at(self->list, i, &item));
            CHECK(item.id == items[seen].id && key_is(keys[seen], item_key(model->shown[i])));
            while (model->starts[s + 1] <= i) {
                s++;
            }
            CHECK(key_is(sections[seen], section_key(s)));
        }
        seen++;
    }
    CHECK(found == seen && again == seen);
}

static size_t section_of(const state_model *model, size_t index)
{
    size_t s = 0;
    while (model->starts[s + 1] <= index) {
        s++;
    }
    return s;
}

static void mirror_change(uint32_t *states, const iq_event *event)
{
    bool on = event->flags & IQ_SWITCHED_ON;
    /* An event is exact: what it reports was not so before. */
    CHECK(event->flags & IQ_SWITCHED_CLEARED || (*states & event->states) == (on ? 0 : event->states));
    if (!(event->flags & IQ_SWITCHED_CLEARED)) {
        *states = on ? *states | event->states : *states & ~event->states;
    }
}

static void mirror_items(session *self, const iq_event *event)
{
    const state_model *order = event->flags & IQ_SWITCHED_GONE ? &self->mirror : &self->model;
    if (event->index == IQ_NONE) {
        unsigned key = 0;
        while (!key_is(event->key, item_key(key))) {
            CHECK(++key < STATE_KEYS);
        }
        CHECK(event->count == 1);
        mirror_change(&self->mirror.states[key], event);
        return;
    }
    CHECK(event->count > 0 && event->index + event->count <= order->count);
    CHECK(key_is(event->key, item_key(order->shown[event->index])));
    if (!(event->flags & IQ_SWITCHED_GONE)) {
        iq_item item;
        size_t s = section_of(order, event->index);
        CHECK_OK(iq_list_find_item_at(self->list, event->index, &item));
        CHECK(item.id == event->item.id && key_is(event->section_key, section_key(s)));
        CHECK(event->position.section == s && event->position.item == event->index - order->starts[s]);
    }
    for (size_t i = 0; i < event->count; i++) {
        mirror_change(&self->mirror.states[order->shown[event->index + i]], event);
    }
}

static void mirror_section(session *self, const iq_event *event)
{
    for (size_t s = 0; s < STATE_SECTIONS; s++) {
        if (key_is(event->key, section_key(s))) {
            CHECK(event->position.section == s && event->position.item == IQ_NONE && event->count == 0);
            mirror_change(&self->mirror.section_states[s], event);
            return;
        }
    }
    CHECK(!"a section of the list");
}

static void check_info(const session *self)
{
    iq_list_info info = {.struct_size = sizeof info};
    size_t selected = 0;
    iq_item focused = {0};
    CHECK_OK(iq_list_get_info(self->list, &info));
    for (size_t i = 0; i < self->model.count; i++) {
        uint32_t states = self->model.states[self->model.shown[i]];
        selected += states & IQ_STATE_SELECTED;
        if (states & IQ_STATE_FOCUSED) {
            CHECK(focused.id == 0);
            CHECK_OK(iq_list_find_item_at(self->list, i, &focused));
        }
    }
    CHECK(info.selected == selected && info.focused.id == focused.id);
    uint32_t mode;
    CHECK_OK(iq_list_get_selection(self->list, &mode));
    CHECK(mode == self->model.selection);
    for (size_t s = 0; s < STATE_SECTIONS; s++) {
        iq_section section;
        CHECK_OK(iq_list_find_section(self->list, section_key(s), &section));
        CHECK((info.focused_section.id == section.id) ==
              ((self->model.section_states[s] & IQ_STATE_FOCUSED) != 0));
    }
}

/* Takes all events: the mirror then has the states of the list. */
static void follow(session *self, bool is_edited)
{
    iq_event events[3] = {{.struct_size = sizeof events[0]}};
    size_t count;
    do {
        CHECK_OK(iq_list_poll(self->list, events, 1 + random_below(&self->random, 3), &count));
        for (size_t i = 0; i < count; i++) {
            CHECK(events[i].kind == IQ_EVENT_STATES);
            if (events[i].item.id) {
                mirror_items(self, &events[i]);
            } else {
                mirror_section(self, &events[i]);
            }
        }
    } while (count > 0);
    for (unsigned key = 0; key < STATE_KEYS && !is_edited; key++) {
        CHECK(self->mirror.states[key] == self->model.states[key]);
    }
    for (size_t s = 0; s < STATE_SECTIONS; s++) {
        CHECK(self->mirror.section_states[s] == self->model.section_states[s]);
    }
    check_info(self);
    if (!is_edited) {
        self->mirror.count = self->model.count;
        memcpy(self->mirror.shown, self->model.shown, sizeof self->model.shown);
        memcpy(self->mirror.starts, self->model.starts, sizeof self->model.starts);
    }
}

/* Calls `call` with failing memory until it succeeds, if the session wants that; a failure changes nothing. */
#define SURVIVE(self, call)                                         \
    do {                                                            \
        for (uint64_t nth = 1; (self)->fails; nth++) {              \
            failing_arm(nth, nth % 2 == 0);                         \
            iq_status survived = (call);                            \
            if (!failing_disarm()) {                                \
                status = survived;                                  \
                break;                                              \
            }                                                       \
            CHECK_STATUS(survived, IQ_ERROR_NO_MEMORY);             \
            check_states(self);                                     \
        }                                                           \
        if (!(self)->fails) {                                       \
            status = (call);                                        \
        }                                                           \
    } while (0)

static uint32_t some_states(session *self)
{
    static const uint32_t states[] = {1, 1, 1, 2, 4, 4, 8, 256, 32768, 1 | 256, 4 | 1, 1 | 2};
    return states[random_below(&self->random, sizeof states / sizeof *states)];
}

static uint32_t some_flags(session *self)
{
    static const uint32_t flags[] = {0, 0, IQ_SET_OFF, IQ_SET_TOGGLE, IQ_SET_ONLY, IQ_SET_ONLY | IQ_SET_TOGGLE};
    return flags[random_below(&self->random, 6)] | (random_chance(&self->random, 60) ? IQ_SET_BY_USER : 0);
}

static void set_range(session *self)
{
    size_t indices[STATE_KEYS], count = self->model.count;
    size_t first = random_chance(&self->random, 30) ? 0 : random_below(&self->random, count + 1);
    size_t width = random_chance(&self->random, 40) ? count - first : random_below(&self->random, count - first + 1);
    uint32_t states = some_states(self), flags = some_flags(self);
    size_t said = first + width == count && random_chance(&self->random, 50) ? IQ_END : width;
    iq_status status;
    for (size_t i = 0; i < width; i++) {
        indices[i] = first + i;
    }
    SURVIVE(self, iq_list_set_range_states(self->list, first, said, states, flags));
    CHECK_STATUS(state_model_set(&self->model, indices, width, false, states, flags), status);
}

static void set_items(session *self)
{
    size_t indices[STATE_KEYS], count = 0, missing, strangers = 0;
    iq_item items[STATE_KEYS];
    iq_key keys[STATE_KEYS];
    uint32_t states = some_states(self), flags = some_flags(self);
    iq_status status;
    size_t wanted = random_chance(&self->random, 50) ? 1 : random_below(&self->random, 9);
    bool is_by_key = random_chance(&self->random, 40);
    for (size_t i = 0; i < wanted && self->model.count > 0; i++) {
        size_t index = random_below(&self->random, self->model.count);
        if (is_by_key && random_chance(&self->random, 10)) {
            keys[count + strangers++] = item_key(5000);
            continue;
        }
        indices[count] = index;
        CHECK_OK(iq_list_find_item_at(self->list, index, &items[count]));
        keys[count + strangers] = item_key(self->model.shown[index]);
        count++;
    }
    if (is_by_key) {
        SURVIVE(self, iq_list_set_key_states(self->list, NULL, keys, count + strangers, states, flags, &missing));
        CHECK(status != IQ_OK || missing == strangers);
    } else {
        SURVIVE(self, iq_list_set_states(self->list, items, count, states, flags));
    }
    CHECK_STATUS(state_model_set(&self->model, indices, count, count + strangers == 1, states, flags), status);
}

static void set_section(session *self)
{
    static const uint32_t some[] = {IQ_STATE_FOCUSED, IQ_STATE_EXPANDED, IQ_STATE_HOST | IQ_STATE_EXPANDED};
    size_t s = random_below(&self->random, STATE_SECTIONS);
    uint32_t states = some[random_below(&self->random, 3)], flags = some_flags(self);
    iq_section section;
    iq_status status;
    CHECK_OK(iq_list_find_section(self->list, section_key(s), &section));
    SURVIVE(self, iq_list_set_section_states(self->list, section, states, flags));
    CHECK_OK(status);
    state_model_set_section(&self->model, s, states, flags);
}

static void set_states(session *self)
{
    static const uint32_t modes[] = {0, 16, 1, 17, 17, 2, 18};
    for (size_t i = random_below(&self->random, 4); i-- > 0;) {
        switch (random_below(&self->random, 8)) {
        case 0: set_section(self); break;
        case 1:
            if (random_chance(&self->random, 30)) {
                uint32_t mode = modes[random_below(&self->random, 7)];
                iq_status status;
                SURVIVE(self, iq_list_set_selection(self->list, mode));
                CHECK_OK(status);
                state_model_set_selection(&self->model, mode);
            }
            break;
        case 2:
        case 3: set_range(self); break;
        default: set_items(self);
        }
        check_states(self);
        check_found(self);
    }
}

/* Other items in another order: most of those that are there stay. */
static void arrange(session *self, state_model *into)
{
    unsigned pool[STATE_KEYS];
    bool taken[STATE_KEYS] = {false};
    size_t count = 0;
    for (size_t i = 0; i < self->model.count; i++) {
        if (random_chance(&self->random, 80)) {
            pool[count++] = self->model.shown[i];
            taken[self->model.shown[i]] = true;
        }
    }
    for (unsigned key = 0; key < STATE_KEYS && count < STATE_KEYS; key++) {
        if (!taken[key] && random_chance(&self->random, 15)) {
            size_t at = random_below(&self->random, count + 1);
            memmove(pool + at + 1, pool + at, (count - at) * sizeof *pool);
            pool[at] = key;
            count++;
        }
    }
    for (size_t i = 0; count > 1 && random_chance(&self->random, 40) && i < 6; i++) {
        size_t a = random_below(&self->random, count), b = random_below(&self->random, count);
        unsigned key = pool[a];
        pool[a] = pool[b];
        pool[b] = key;
    }
    *into = self->model;
    memcpy(into->shown, pool, sizeof pool);
    into->count = count;
    for (size_t s = 1; s < STATE_SECTIONS; s++) {
        size_t rest = count - into->starts[s - 1];
        into->starts[s] = into->starts[s - 1] + random_below(&self->random, rest + 1);
    }
    into->starts[STATE_SECTIONS] = count;
}

static void update(session *self)
{
    state_model after;
    columns items;
    iq_section_entry sections[STATE_SECTIONS];
    iq_status status;
    follow(self, false);
    arrange(self, &after);
    for (size_t s = 0; s < STATE_SECTIONS; s++) {
        sections[s] = (iq_section_entry){sizeof sections[s], section_key(s), after.starts[s], NULL, 0};
    }
    const iq_columns *given = columns_of(&items, after.shown, after.count);
    SURVIVE(self, iq_list_set(self->list, sections, STATE_SECTIONS, given, NULL, NULL));
    CHECK_OK(status);
    self->model = after;
    state_model_forget(&self->model);
    follow(self, false);
}

static void delete_items(session *self, iq_edit *edit)
{
    state_model *model = &self->model;
    iq_item item;
    iq_status status;
    if (model->count == 0) {
        return;
    }
    size_t at = random_below(&self->random, model->count), s = section_of(model, at);
    CHECK_OK(iq_list_find_item_at(self->list, at, &item));
    SURVIVE(self, iq_edit_delete_items(edit, &item, 1));
    CHECK_OK(status);
    memmove(model->shown + at, model->shown + at + 1, (model->count - at - 1) * sizeof *model->shown);
    model->count--;
    for (size_t after = s + 1; after <= STATE_SECTIONS; after++) {
        model->starts[after]--;
    }
}

/* A key that is not shown: one that the edit has deleted gets its states again. */
static void insert_item(session *self, iq_edit *edit)
{
    state_model *model = &self->model;
    unsigned key = (unsigned)random_below(&self->random, STATE_KEYS);
    size_t s = random_below(&self->random, STATE_SECTIONS);
    size_t at = random_below(&self->random, model->starts[s + 1] - model->starts[s] + 1);
    columns items;
    iq_section section;
    iq_status status;
    for (size_t i = 0; i < model->count; i++) {
        if (model->shown[i] == key) {
            return;
        }
    }
    CHECK_OK(iq_list_find_section(self->list, section_key(s), &section));
    SURVIVE(self, iq_edit_insert_items(edit, section, at, columns_of(&items, &key, 1)));
    CHECK_OK(status);
    at += model->starts[s];
    memmove(model->shown + at + 1, model->shown + at, (model->count - at) * sizeof *model->shown);
    model->shown[at] = key;
    model->count++;
    for (size_t after = s + 1; after <= STATE_SECTIONS; after++) {
        model->starts[after]++;
    }
}

static void edit(session *self)
{
    state_model before = self->model;
    iq_edit *open;
    follow(self, false);
    CHECK_OK(iq_edit_begin(self->list, NULL, &open));
    for (size_t i = random_below(&self->random, 12); i-- > 0;) {
        if (random_chance(&self->random, 50)) {
            delete_items(self, open);
        } else {
            insert_item(self, open);
        }
        check_states(self);
        set_states(self);
        follow(self, true);
    }
    if (random_chance(&self->random, 50)) {
        iq_status status;
        SURVIVE(self, iq_edit_commit(open, NULL, NULL));
        CHECK_OK(status);
    } else {
        /* States stay as they were set; what is shown is restored. */
        self->model.count = before.count;
        memcpy(self->model.shown, before.shown, sizeof before.shown);
        memcpy(self->model.starts, before.starts, sizeof before.starts);
    }
    iq_edit_destroy(open);
    state_model_forget(&self->model);
    follow(self, false);
}

/* Four empty sections, then the first items. */
static void start(session *self)
{
    iq_section_entry sections[STATE_SECTIONS];
    iq_columns none = {.struct_size = sizeof none};
    for (size_t s = 0; s < STATE_SECTIONS; s++) {
        sections[s] = (iq_section_entry){sizeof sections[s], section_key(s), 0, NULL, 0};
    }
    CHECK_OK(iq_list_set(self->list, sections, STATE_SECTIONS, &none, NULL, NULL));
    update(self);
}

static void run(uint64_t seed, bool fails)
{
    session self = {.random = {seed}, .fails = fails};
    check_seed = seed;
    CHECK_OK(iq_list_create(NULL, &self.list));
    CHECK_OK(iq_list_set_events(self.list, IQ_EVENT_STATES));
    list_of_traits = fails ? NULL : self.list;
    start(&self);
    for (int step = 0; step < (fails ? 12 : 40); step++) {
        iq_status status;
        switch (random_below(&self.random, 8)) {
        case 0:
            SURVIVE(&self, iq_list_trim(self.list));
            CHECK_OK(status);
            break;
        case 1:
        case 2: update(&self); break;
        case 3: edit(&self); break;
        default: set_states(&self);
        }
        check_states(&self);
        if (random_chance(&self.random, 50)) {
            follow(&self, false);
        }
    }
    list_of_traits = NULL;
    iq_list_destroy(self.list);
    for (unsigned key = 0; key < STATE_KEYS; key++) {
        CHECK(atomic_load(&models[key].references) == 1);
    }
}

int main(void)
{
    failing_install();
    register_classes();
    size_t bytes = iq_memory_used();
    for (uint64_t i = 0, first = check_first_seed(1); i < check_scaled(600); i++) {
        run(first + i, false);
    }
    for (uint64_t i = 0, first = check_first_seed(1); i < check_scaled(30); i++) {
        run(first + i, true);
    }
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == bytes);
    return 0;
}

/*
 * sessions.c - random sessions of several threads on one list, beside a mirror that reads its events only (mirror.h).
 * Some threads submit full states. The host's thread polls at random moments, changes the list directly, edits it,
 * drags, sets states and pages, undoes and redoes. Whenever no event waits, the mirror is what the list is; and each
 * submission that takes place shows what its thread has submitted, whole, in that thread's order.
 *
 *     a state   items 1 2 5 7 and a stamp: the thread and the number of its submission, from which all else follows
 */
#include "check.h"
#include "mirror.h"
#include "random.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

enum { PRODUCERS = 3, HOST = PRODUCERS, STATES = 200 };

/* A submission, by thread and number. */
typedef struct submission {
    uint64_t stamp, ticket;
    _Atomic bool has_ticket;
    bool is_each, is_cancelled, took_place;
    int ended;
    iq_status status;
} submission;

typedef struct producer {
    pthread_t thread;
    random_source random;
    size_t number, count;
    submission submissions[STATES];
    size_t latest; /* of those that took place; the host's thread has it */
} producer;

typedef struct session {
    random_source random;
    iq_list *list;
    size_t pool;
    mirror mirror;
    producer producers[PRODUCERS];
    _Atomic size_t running;
    size_t host_states; /* that the host has set */
    bool is_ending;
    iq_edit *edit;
    mirror_order edited;
    unsigned holds;
} session;

static iq_class movable;
static session self;

/* --- states */

/* All of it follows from the seed and the stamp. */
static void make_state(uint64_t stamp, mirror_order *into)
{
    random_source random = {check_seed << 40 ^ stamp};
    *into = (mirror_order){.sections = 1, .section_keys = {stamp}};
    if (random_chance(&random, 8)) {
        return;
    }
    size_t first = random_below(&random, 5);
    into->sections = 1 + random_below(&random, 4);
    for (size_t s = 0; s < into->sections; s++) {
        into->section_keys[s] = 1 + (first + s) % 5;
    }
    for (uint64_t key = 1; key <= self.pool; key++) {
        if (random_chance(&random, 60)) {
            into->keys[into->count] = key;
            into->contents[into->count++] = 1 + random_below(&random, 2);
        }
    }
    for (size_t i = random_below(&random, 5); i > 0 && into->count > 0; i--) {
        size_t a = random_below(&random, into->count), b = random_below(&random, into->count);
        uint64_t key = into->keys[a];
        into->keys[a] = into->keys[b];
        into->keys[b] = key;
    }
    for (size_t s = 1; s < into->sections; s++) {
        into->starts[s] = into->starts[s - 1] + random_below(&random, into->count - into->starts[s - 1] + 1);
    }
    into->starts[into->sections] = into->count;
    size_t section = random_below(&random, into->sections);
    mirror_insert(into, section, into->starts[section], stamp, stamp);
}

typedef struct columns {
    iq_key section_keys[MIRROR_SECTIONS], keys[MIRROR_ITEMS];
    iq_section_entry sections[MIRROR_SECTIONS];
    iq_columns items;
} columns;

static void fill_columns(columns *into, const mirror_order *from)
{
    for (size_t s = 0; s < from->sections; s++) {
        into->sections[s] = (iq_section_entry){
            sizeof into->sections[s], iq_key_from_u64(from->section_keys[s]), from->starts[s], NULL, 0};
    }
    for (size_t i = 0; i < from->count; i++) {
        into->keys[i] = iq_key_from_u64(from->keys[i]);
    }
    into->items = (iq_columns){.struct_size = sizeof into->items, .count = from->count, .keys = into->keys,
                               .contents = from->contents, .classes = &movable, .class_stride = IQ_SAME};
}

/* Of a full state that is shown. */
static uint64_t stamp_of(const mirror_order *from)
{
    uint64_t stamp = from->section_keys[0];
    for (size_t i = 0; i < from->count; i++) {
        stamp = from->keys[i] >= MIRROR_STAMP ? from->keys[i] : stamp;
    }
    return stamp;
}

/* --- threads that submit */

static void done(void *context, uint64_t ticket, iq_status status)
{
    submission *of = context;
    CHECK(of->ended++ == 0);
    CHECK(!atomic_load(&of->has_ticket) || of->ticket == ticket);
    CHECK(status == IQ_OK || status == IQ_ERROR_CANCELLED || (status == IQ_ERROR_SUPERSEDED && !of->is_each));
    CHECK(status != IQ_OK || of->took_place || self.is_ending);
    of->status = status;
}

static void submit(producer *by, size_t number)
{
    static const uint32_t flags[] = {0, 0, 0, IQ_SUBMIT_EACH, IQ_SUBMIT_HERE, IQ_SUBMIT_PLAIN, IQ_SUBMIT_RELOAD,
                                     IQ_SUBMIT_EACH | IQ_SUBMIT_KEEP_LOADING};
    submission *into = &by->submissions[number];
    mirror_order state;
    columns given;
    iq_snapshot *snapshot;
    into->stamp = (by->number + 1) * MIRROR_STAMP + number;
    make_state(into->stamp, &state);
    fill_columns(&given, &state);
    CHECK_OK(iq_snapshot_create(NULL, &snapshot));
    CHECK_OK(iq_snapshot_set(snapshot, given.sections, state.sections, &given.items));
    iq_submit_options options = {.struct_size = sizeof options, .done = done, .context = into};
    options.flags = flags[random_below(&by->random, 8)];
    options.animation = (uint32_t)number;
    options.delay_milliseconds = !(options.flags & IQ_SUBMIT_HERE) && random_chance(&by->random, 3);
    into->is_each = (options.flags & IQ_SUBMIT_EACH) != 0;
    CHECK_OK(iq_list_submit(self.list, snapshot, &options, &into->ticket));
    atomic_store(&into->has_ticket, true);
    iq_snapshot_destroy(snapshot);
}

static void *produce(void *argument)
{
    producer *by = argument;
    for (size_t i = 0; i < by->count; i++) {
        submit(by, i);
        if (random_chance(&by->random, 6)) {
            submission *one = &by->submissions[i - random_below(&by->random, i < 2 ? i + 1 : 3)];
            iq_status status = iq_list_cancel(self.list, one->ticket);
            CHECK(status == IQ_OK || status == IQ_ERROR_STATE);
            one->is_cancelled |= status == IQ_OK;
        }
        if (random_chance(&by->random, 10)) {
            CHECK_OK(iq_list_emit(self.list, NULL, IQ_ACTION_HOST + i, by));
        }
        if (random_chance(&by->random, 60)) {
            usleep((useconds_t)random_below(&by->random, 120));
        }
    }
    atomic_fetch_sub(&self.running, 1);
    return NULL;
}

/* --- what the host's thread reads */

/* A submission shows its whole state. */
static void check_submission(const iq_event *event)
{
    mirror_order wanted;
    uint64_t stamp = stamp_of(&self.mirror.now);
    size_t by = stamp / MIRROR_STAMP - 1, number = stamp % MIRROR_STAMP;
    CHECK(by < PRODUCERS && number < self.producers[by].count && event->animation == number);
    make_state(stamp, &wanted);
    CHECK(mirror_same(&wanted, &self.mirror.now));
    producer *of = &self.producers[by];
    CHECK(number >= of->latest && !of->submissions[number].took_place);
    of->latest = number;
    of->submissions[number].took_place = true;
    CHECK(!atomic_load(&of->submissions[number].has_ticket) || of->submissions[number].ticket == event->number);
    CHECK(self.edit == NULL && self.holds == 0);
}

/* One poll: how many events it has handed out. */
static size_t poll_some(void)
{
    iq_event events[4] = {{.struct_size = sizeof events[0]}};
    size_t count;
    CHECK_OK(iq_list_poll(self.list, events, 1 + random_below(&self.random, 4), &count));
    for (size_t i = 0; i < count; i++) {
        mirror_follow(&self.mirror, &events[i]);
        if (events[i].kind == IQ_EVENT_UPDATE && events[i].number != 0) {
            check_submission(&events[i]);
        }
    }
    return count;
}

/* Until no event waits. */
static void settle(void)
{
    while (poll_some() > 0) {
    }
    mirror_check(&self.mirror, self.list, self.edit ? &self.edited : NULL);
}

/* What the list shows now is the host's own doing. */
static void know(const mirror_order *order)
{
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_info(self.list, &info));
    mirror_know(&self.mirror, order, info.version);
}

/* --- what the host does */

static void set_directly(void)
{
    mirror_order state;
    columns given;
    iq_update_options options = {.struct_size = sizeof options};
    options.flags = random_chance(&self.random, 15) ? IQ_UPDATE_RELOAD : 0;
    make_state((HOST + 1) * MIRROR_STAMP + self.host_states++, &state);
    fill_columns(&given, &state);
    iq_status status = iq_list_set(self.list, given.sections, state.sections, &given.items, &options, NULL);
    CHECK_STATUS(status, self.edit ? IQ_ERROR_BUSY : IQ_OK);
    if (status == IQ_OK) {
        know(&state);
    }
}

static void travel(void)
{
    bool back = random_chance(&self.random, 55);
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_info(self.list, &info));
    iq_status wanted = self.edit ? IQ_ERROR_BUSY
                       : (back ? info.undo_steps : info.redo_steps) > 0 ? IQ_OK
                                                                        : IQ_ERROR_NOT_FOUND;
    CHECK_STATUS(back ? iq_list_undo(self.list, NULL, NULL) : iq_list_redo(self.list, NULL, NULL), wanted);
}

static void set_states(void)
{
    static const uint32_t states[] = {1, 1, 2, 4, 8, 256, 1 | 256};
    static const uint32_t flags[] = {0, 0, IQ_SET_OFF, IQ_SET_TOGGLE, IQ_SET_ONLY, IQ_SET_ONLY | IQ_SET_BY_USER};
    static const uint32_t modes[] = {IQ_SELECTION_SINGLE, IQ_SELECTION_MULTIPLE,
                                     IQ_SELECTION_MULTIPLE | IQ_SELECTION_KEEPS};
    uint32_t which = states[random_below(&self.random, 7)], how = flags[random_below(&self.random, 6)];
    size_t sections, items, missing;
    iq_status status = IQ_OK;
    CHECK_OK(iq_list_get_count(self.list, &sections, &items));
    if (random_chance(&self.random, 5)) {
        CHECK_OK(iq_list_set_selection(self.list, modes[random_below(&self.random, 3)]));
    } else if (random_chance(&self.random, 15) && sections > 0) {
        iq_section section;
        CHECK_OK(iq_list_find_section_at(self.list, random_below(&self.random, sections), &section));
        CHECK_OK(iq_list_set_section_states(self.list, section, IQ_STATE_EXPANDED | (which & IQ_STATE_FOCUSED),
                                            how & ~IQ_SET_BY_USER));
    } else if (random_chance(&self.random, 40)) {
        size_t first = random_below(&self.random, items + 1);
        status = iq_list_set_range_states(self.list, first, random_below(&self.random, items - first + 1), which, how);
    } else if (random_chance(&self.random, 40) && items > 0) {
        iq_item item;
        CHECK_OK(iq_list_find_item_at(self.list, random_below(&self.random, items), &item));
        status = iq_list_set_states(self.list, &item, 1, which, how);
    } else {
        iq_key keys[2] = {iq_key_from_u64(1 + random_below(&self.random, self.pool)), iq_key_from_u64(1)};
        status = iq_list_set_key_states(self.list, NULL, keys, 2, which, how, &missing);
    }
    CHECK(status == IQ_OK || status == IQ_ERROR_REFUSED);
}

/* Pages are set when no event waits: the mirror then has their tokens. */
static void set_page(void)
{
    static const uint32_t states[] = {IQ_PAGE_MORE, IQ_PAGE_MORE, IQ_PAGE_FAILED, IQ_PAGE_ENDED, IQ_PAGE_OFF};
    iq_section section = {0};
    uint64_t key = 0;
    settle();
    const mirror_order *shown = self.edit ? &self.edited : &self.mirror.now;
    if (shown->sections > 0 && random_chance(&self.random, 60)) {
        size_t s = random_below(&self.random, shown->sections);
        key = shown->section_keys[s];
        CHECK_OK(iq_list_find_section_at(self.list, s, &section));
    }
    iq_edge edge = (iq_edge)random_below(&self.random, 2);
    mirror_page *mirrored = mirror_page_of(&self.mirror, key, edge);
    iq_page page = {.struct_size = sizeof page, .state = states[random_below(&self.random, 5)]};
    if (random_chance(&self.random, 20)) {
        page.token = mirrored->token + 1000;
        CHECK_STATUS(iq_list_set_page(self.list, section, edge, &page), IQ_ERROR_STATE);
    }
    page.token = mirrored->token;
    CHECK_OK(iq_list_set_page(self.list, section, edge, &page));
    mirrored->state = page.state;
    mirrored->token = 0;
    if (random_chance(&self.random, 70)) {
        CHECK_OK(iq_list_reach_edge(self.list, section, edge));
    }
}

/* While it is held, no submission takes place. The event of one that has taken place before may still wait, behind the
 * action of another thread. */
static void hold(void)
{
    bool holds = self.holds < 2 && random_chance(&self.random, 40);
    if (holds && self.holds == 0) {
        settle();
    }
    CHECK_STATUS(holds ? iq_list_hold(self.list) : iq_list_resume(self.list),
                 holds || self.holds > 0 ? IQ_OK : IQ_ERROR_STATE);
    self.holds += holds;
    self.holds -= !holds && self.holds > 0;
}

/* What may happen at any time, also while an edit is open. */
static void do_something(void)
{
    switch (random_below(&self.random, 11)) {
    case 0: set_page(); break;
    case 1: CHECK_OK(iq_list_set_loading(self.list, (uint32_t)random_below(&self.random, 3))); break;
    case 2: set_directly(); break;
    case 3: travel(); break;
    case 4: settle(); break;
    case 5: CHECK_OK(iq_list_emit(self.list, NULL, IQ_ACTION_HOST, NULL)); break;
    case 6:
    case 7: set_states(); break;
    case 8: hold(); break;
    default: (void)poll_some();
    }
}

static iq_item edited_item(size_t at)
{
    iq_item item;
    CHECK_OK(iq_list_find_item(self.list, NULL, iq_key_from_u64(self.edited.keys[at]), &item));
    return item;
}

static void move_item(void)
{
    size_t at = random_below(&self.random, self.edited.count), to = random_below(&self.random, self.edited.count);
    uint64_t key = self.edited.keys[at], content = self.edited.contents[at], anchor = self.edited.keys[to];
    iq_item item = edited_item(at), other = edited_item(to);
    bool after = random_chance(&self.random, 50);
    CHECK_OK(iq_edit_move_item_beside(self.edit, item, after ? IQ_PUT_AFTER : IQ_PUT_BEFORE, other));
    if (at == to) {
        return;
    }
    mirror_remove(&self.edited, at);
    for (to = 0; self.edited.keys[to] != anchor; to++) {
    }
    mirror_insert(&self.edited, mirror_section_of(&self.edited, to), to + after, key, content);
}

static void insert_item(void)
{
    size_t s = random_below(&self.random, self.edited.sections);
    size_t first = self.edited.starts[s];
    size_t at = random_below(&self.random, self.edited.starts[s + 1] - first + 1);
    uint64_t number = 1 + random_below(&self.random, self.pool), content = 1 + random_below(&self.random, 2);
    iq_section section;
    iq_key key = iq_key_from_u64(number);
    for (size_t i = 0; i < self.edited.count; i++) {
        if (self.edited.keys[i] == number) {
            return;
        }
    }
    iq_columns one = {.struct_size = sizeof one, .count = 1, .keys = &key, .contents = &content, .classes = &movable};
    CHECK_OK(iq_list_find_section_at(self.list, s, &section));
    CHECK_OK(iq_edit_insert_items(self.edit, section, at, &one));
    mirror_insert(&self.edited, s, first + at, number, content);
}

static void change_edited(bool is_drag)
{
    size_t count = self.edited.count;
    if (is_drag || (count > 0 && random_chance(&self.random, 40))) {
        move_item();
    } else if (count > 0 && random_chance(&self.random, 50)) {
        size_t at = random_below(&self.random, count);
        iq_item item = edited_item(at);
        if (random_chance(&self.random, 60)) {
            CHECK_OK(iq_edit_delete_items(self.edit, &item, 1));
            mirror_remove(&self.edited, at);
        } else {
            iq_columns one = {.struct_size = sizeof one, .count = 1, .contents = &self.edited.contents[at]};
            self.edited.contents[at] = 1 + random_below(&self.random, 3);
            CHECK_OK(iq_edit_update_items(self.edit, &item, &one, IQ_COLUMN_CONTENT));
        }
    } else if (self.edited.sections > 0) {
        insert_item();
    }
    know(&self.edited);
}

/* An edit or a drag, with anything else in between, committed or abandoned. */
static void edit(void)
{
    settle();
    self.edited = self.mirror.now;
    bool is_drag = self.edited.count > 0 && random_chance(&self.random, 40);
    if (is_drag) {
        iq_item items[2] = {edited_item(random_below(&self.random, self.edited.count)), edited_item(0)};
        CHECK_OK(iq_list_begin_reorder(self.list, items, 1 + random_below(&self.random, 2), &self.edit));
    } else {
        CHECK_OK(iq_edit_begin(self.list, NULL, &self.edit));
    }
    for (size_t i = random_below(&self.random, 10); i > 0; i--) {
        if (random_chance(&self.random, 55)) {
            change_edited(is_drag);
        } else {
            do_something();
        }
    }
    bool commits = random_chance(&self.random, 60);
    if (commits) {
        CHECK_OK(iq_edit_commit(self.edit, NULL, NULL));
    }
    iq_edit_destroy(self.edit);
    self.edit = NULL;
    know(commits ? &self.edited : &self.mirror.now);
}

/* --- sessions */

static void begin(uint64_t seed)
{
    iq_list_options options = {.struct_size = sizeof options, .flags = IQ_LIST_PAYLOAD};
    check_seed = seed;
    memset(&self, 0, sizeof self);
    self.random = (random_source){seed};
    self.pool = random_chance(&self.random, 10) ? MIRROR_POOL - 1 : 4 + random_below(&self.random, 30);
    mirror_open(&self.mirror);
    CHECK_OK(iq_list_create(&options, &self.list));
    CHECK_OK(iq_list_set_undo(self.list, SIZE_MAX));
    CHECK_OK(iq_list_set_events(self.list, IQ_EVENT_UPDATE | IQ_EVENT_WILL_UPDATE | IQ_EVENT_STATES |
                                               IQ_EVENT_ACTION | IQ_EVENT_PLACEHOLDER | IQ_EVENT_PAGE |
                                               IQ_EVENT_REORDER));
    atomic_store(&self.running, PRODUCERS);
    for (size_t i = 0; i < PRODUCERS; i++) {
        producer *by = &self.producers[i];
        by->number = i;
        by->random = (random_source){seed * PRODUCERS + i};
        by->count = 5 + random_below(&self.random, self.pool > 40 ? 15 : 60);
        CHECK(pthread_create(&by->thread, NULL, produce, by) == 0);
    }
}

static void check_ended(void)
{
    for (size_t i = 0; i < PRODUCERS; i++) {
        for (size_t n = 0; n < self.producers[i].count; n++) {
            const submission *one = &self.producers[i].submissions[n];
            CHECK(one->ended == 1);
            CHECK(!one->is_cancelled || one->status == IQ_ERROR_CANCELLED);
            CHECK((one->status == IQ_OK) == one->took_place);
            CHECK(!one->is_each || one->is_cancelled || one->took_place);
        }
    }
}

static void run(uint64_t seed)
{
    int descriptor;
    begin(seed);
    CHECK_OK(iq_list_get_wakeup(self.list, &descriptor));
    for (size_t i = 0; i < 60 || atomic_load(&self.running) > 0; i++) {
        if (random_chance(&self.random, 10)) {
            edit();
        } else {
            do_something();
        }
    }
    for (size_t i = 0; i < PRODUCERS; i++) {
        CHECK(pthread_join(self.producers[i].thread, NULL) == 0);
    }
    bool is_cut = random_chance(&self.random, 30);
    iq_list_info info = {.struct_size = sizeof info};
    for (; !is_cut && self.holds > 0; self.holds--) {
        CHECK_OK(iq_list_resume(self.list));
    }
    while (!is_cut) {
        settle();
        CHECK_OK(iq_list_get_info(self.list, &info));
        if (info.submissions == 0) {
            break;
        }
        /* The next one is prepared, or will be. */
        struct pollfd waiting = {.fd = descriptor, .events = POLLIN};
        CHECK(poll(&waiting, 1, 20000) == 1);
    }
    if (!is_cut) {
        settle();
        check_ended();
    }
    self.is_ending = true;
    iq_list_destroy(self.list);
    for (size_t i = 0; i < PRODUCERS; i++) {
        for (size_t n = 0; n < self.producers[i].count; n++) {
            CHECK(self.producers[i].submissions[n].ended == 1);
        }
    }
    mirror_close(&self.mirror);
}

int main(void)
{
    iq_class_options options = {.struct_size = sizeof options, .name = "sessions/movable", .traits = IQ_TRAIT_MOVABLE};
    CHECK_OK(iq_class_create(&options, &movable));
    size_t bytes = iq_memory_used();
    for (uint64_t i = 0, first = check_first_seed(1); i < check_scaled(1500); i++) {
        run(first + i);
    }
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == bytes);
    return 0;
}

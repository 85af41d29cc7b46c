/*
 * derived_threads.c - lists that follow a source while other threads change it: one commits updates and edits of the
 * source, with marks; two poll the derived lists; one reads and sets states of all lists, and gives filters.
 *
 *     source ──┬── outline ── filter of the outline
 *              └── filter
 *
 * Keys below STAYING are in every version of the source, and one thread alone sets states by them: a state that was set
 * is there until it is taken, whether an item is shown or hidden at the moment. Keys below ROOTS are shown by every list
 * at any time: each mark is followed by an update that reloads the item. Once all is quiet, a list shows what its source,
 * its states and its last filter say, and its events have said so.
 */
#include "check.h"
#include "random.h"
#include "tree_input.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

enum { ROOTS = 10, STAYING = 60, LISTS = 3, FILTERS = 40, COMMITS = 30, CALLS = 120 };

#define TRACKED (IQ_STATE_SELECTED | IQ_STATE_EXPANDED | IQ_STATE_HOST)
#define UNTRACKED (IQ_STATE_HOST << 3)

typedef struct filter {
    bool passes[TREE_KEYS];
    bool is_function;
    unsigned ended, destroyed;
} filter;

/* One of the derived lists; the source has no filter and is not polled. */
typedef struct follower {
    iq_list *list;
    struct follower *source; /* NULL: the source of all */
    uint32_t flags;
    unsigned certain; /* states of keys below it are known */
    uint32_t states[TREE_KEYS];
    filter filters[FILTERS];
    size_t filter_count;
    /* Of the thread that polls: what the events have said. */
    tree mirror;
    uint32_t mirrored[TREE_KEYS];
    uint64_t version, covered[ROOTS];
} follower;

static follower source, lists[LISTS];
static tree source_tree; /* of the thread that changes it */
/* Marks that were begun, and that were committed. */
static atomic_uint_least64_t begun[ROOTS], committed[ROOTS];
static atomic_bool is_quiet;

/* ---- the source's changes */

static tree_item random_item(random_source *random, unsigned key)
{
    tree_item item = {.key = key, .content = 1 + random_below(random, TREE_CONTENTS - 1)};
    if (key >= ROOTS) {
        item.level = (uint16_t)random_below(random, 6);
        item.cell_class = tree_class[random_chance(random, 70) ? 0 : 1 + random_below(random, 2)].id;
    }
    return item;
}

/* Most items as they are, some elsewhere, some others. */
static void rearrange(tree *to, random_source *random)
{
    *to = source_tree;
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        size_t at = tree_find(to, key);
        if (at == TREE_NONE && (key < STAYING || random_chance(random, 20))) {
            tree_insert(to, random_below(random, to->count + 1), random_item(random, key));
        } else if (at != TREE_NONE && key >= STAYING && random_chance(random, 20)) {
            tree_remove(to, at);
        }
    }
    for (size_t i = random_below(random, 6); i > 0; i--) {
        size_t at = random_below(random, to->count);
        tree_item item = to->items[at];
        tree_remove(to, at);
        tree_insert(to, random_below(random, to->count + 1),
                    random_chance(random, 50) ? item : random_item(random, item.key));
    }
    to->sections = 1 + random_below(random, TREE_SECTIONS);
    size_t first = random_chance(random, 70) ? 0 : random_below(random, TREE_SECTIONS);
    for (size_t s = 0; s < to->sections; s++) {
        to->section_keys[s] = (unsigned)((first + s) % TREE_SECTIONS);
        to->starts[s] = s == 0 ? 0 : to->starts[s - 1] + random_below(random, to->count - to->starts[s - 1] + 1);
    }
    to->starts[to->sections] = to->count;
}

static void begin_mark(bool *marked, unsigned key)
{
    if (key < ROOTS && !marked[key]) {
        marked[key] = true;
        atomic_fetch_add(&begun[key], 1);
    }
}

static void end_marks(const bool *marked)
{
    for (unsigned key = 0; key < ROOTS; key++) {
        atomic_fetch_add(&committed[key], marked[key]);
    }
}

/* Marks items of the tree that the snapshot has, or a section. */
static void mark(iq_snapshot *snapshot, const tree *to, bool *marked, random_source *random)
{
    unsigned percent = random_chance(random, 50) ? 3 : 80;
    for (size_t i = 0; i < to->count; i++) {
        iq_key key = key_of(to->items[i].key);
        if (random_chance(random, percent)) {
            begin_mark(marked, to->items[i].key);
            CHECK_OK(iq_snapshot_reload_items(snapshot, NULL, &key, 1));
        } else if (random_chance(random, percent)) {
            CHECK_OK(iq_snapshot_reconfigure_items(snapshot, NULL, &key, 1));
        }
    }
    if (random_chance(random, 30)) {
        size_t s = random_below(random, to->sections);
        iq_key key = key_of(to->section_keys[s]);
        for (size_t i = to->starts[s]; i < to->starts[s + 1]; i++) {
            begin_mark(marked, to->items[i].key);
        }
        CHECK_OK(iq_snapshot_reload_sections(snapshot, &key, 1));
    }
}

static void apply(random_source *random)
{
    const iq_diff_options here = {.struct_size = sizeof here, .flags = IQ_UPDATE_HERE};
    const iq_diff_options reload = {.struct_size = sizeof reload, .flags = IQ_DIFF_RELOAD};
    iq_snapshot *snapshot;
    tree_input items;
    bool marked[ROOTS] = {false};
    rearrange(&items.of, random);
    iq_columns columns = tree_input_all(&items);
    CHECK_OK(iq_snapshot_create(NULL, &snapshot));
    CHECK_OK(iq_snapshot_set(snapshot, items.sections, items.of.sections, &columns));
    mark(snapshot, &items.of, marked, random);
    if (random_chance(random, 30)) {
        iq_list_info info = {.struct_size = sizeof info, .submissions = 1};
        CHECK_OK(iq_list_submit(source.list, snapshot, &here, NULL));
        while (info.submissions > 0) {
            size_t count;
            CHECK_OK(iq_list_poll(source.list, NULL, 0, &count));
            CHECK_OK(iq_list_read_info(source.list, &info));
        }
    } else if (random_chance(random, 5)) {
        for (unsigned key = 0; key < ROOTS; key++) {
            begin_mark(marked, key);
        }
        CHECK_OK(iq_list_apply(source.list, snapshot, &reload, NULL));
    } else {
        CHECK_OK(iq_list_apply(source.list, snapshot, NULL, NULL));
    }
    end_marks(marked);
    iq_snapshot_destroy(snapshot);
}

static void edit_once(iq_edit *edit, bool *marked, random_source *random)
{
    size_t count, at;
    iq_item item;
    iq_item_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_count(source.list, NULL, &count));
    at = random_below(random, count);
    CHECK_OK(iq_list_item_at(source.list, at, &item));
    CHECK_OK(iq_list_item_info(source.list, item, 0, &info));
    unsigned key = tree_number(info.key);
    switch (random_below(random, 4)) {
    case 0:
        begin_mark(marked, key);
        CHECK_OK(iq_edit_reload_items(edit, &item, 1));
        break;
    case 1: CHECK_OK(iq_edit_reconfigure_items(edit, &item, 1)); break;
    case 2:
        CHECK_OK(iq_edit_move_item_range(edit, info.section, info.position.item, 1, info.section, 0));
        break;
    default:
        if (key >= STAYING) {
            CHECK_OK(iq_edit_delete_items(edit, &item, 1));
        }
    }
}

static void edit(random_source *random)
{
    iq_edit *edit;
    bool marked[ROOTS] = {false};
    CHECK_OK(iq_edit_begin(source.list, NULL, &edit));
    for (size_t i = 1 + random_below(random, 8); i > 0; i--) {
        edit_once(edit, marked, random);
    }
    bool commits = random_chance(random, 80);
    if (commits) {
        CHECK_OK(iq_edit_commit(edit, NULL, NULL));
        end_marks(marked);
    }
    iq_edit_destroy(edit);
}

static void *change_source(void *random)
{
    for (size_t i = 0; i < COMMITS; i++) {
        if (random_chance(random, 70)) {
            apply(random);
        } else {
            edit(random);
        }
        tree_read(source.list, &source_tree);
    }
    return NULL;
}

/* ---- polls */

/* A reload of a root covers all marks that were begun by now. */
static void read_reloads(follower *self, const iq_changeset *changeset)
{
    iq_summary summary = {.struct_size = sizeof summary};
    const iq_change *changes;
    size_t count;
    CHECK_OK(iq_changeset_summary(changeset, &summary));
    CHECK_OK(iq_changeset_batch(changeset, &changes, &count));
    for (unsigned key = 0; key < ROOTS && summary.reload; key++) {
        self->covered[key] = atomic_load(&begun[key]);
    }
    for (size_t i = 0; i < count && !summary.reload; i++) {
        const iq_change *change = &changes[i];
        bool is_reload = change->kind == IQ_ITEM_UPDATE && change->flags & IQ_CHANGE_RELOAD;
        for (uint32_t j = 0; is_reload && j < change->count; j++) {
            CHECK(change->after_section < self->mirror.sections);
            size_t flat = self->mirror.starts[change->after_section] + change->after_item + j;
            CHECK(flat < self->mirror.count);
            unsigned key = self->mirror.items[flat].key;
            if (key < ROOTS) {
                self->covered[key] = atomic_load(&begun[key]);
            }
        }
    }
}

/* No update has taken place since this one: the next one comes with a poll of this thread. */
static void read_update(follower *self, const iq_event *event)
{
    CHECK_OK(event->status);
    tree_read(self->list, &self->mirror);
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        bool is_shown = tree_find(&self->mirror, key) != TREE_NONE;
        CHECK(is_shown || key >= ROOTS);
        self->mirrored[key] = is_shown ? self->mirrored[key] : 0;
    }
    read_reloads(self, event->changeset);
}

static void read_states(follower *self, const iq_event *event)
{
    bool is_on = event->flags & IQ_STATES_ON;
    if (event->flags & IQ_STATES_GONE) {
        return;
    }
    CHECK(event->index < self->mirror.count && event->count <= self->mirror.count - event->index);
    CHECK(tree_number(event->key) == self->mirror.items[event->index].key);
    for (size_t i = event->index; i < event->index + event->count; i++) {
        unsigned key = self->mirror.items[i].key;
        CHECK(((self->mirrored[key] & event->states) != 0) != is_on);
        self->mirrored[key] ^= event->states;
    }
}

static void read_event(follower *self, const iq_event *event)
{
    CHECK(event->version >= self->version);
    self->version = event->version;
    switch (event->kind) {
    case IQ_EVENT_UPDATE: read_update(self, event); break;
    case IQ_EVENT_STATES: read_states(self, event); break;
    default: CHECK(event->kind == IQ_EVENT_CHILDREN);
    }
}

static size_t poll(follower *self, size_t capacity)
{
    iq_event events[32] = {{.struct_size = sizeof events[0]}};
    size_t count;
    CHECK_OK(iq_list_poll(self->list, events, capacity, &count));
    for (size_t i = 0; i < count; i++) {
        read_event(self, &events[i]);
    }
    return count;
}

static void poll_until_quiet(follower *self, size_t step, random_source *random)
{
    while (!atomic_load(&is_quiet)) {
        for (size_t i = 0; i < LISTS; i += step) {
            (void)poll(&self[i], 1 + random_below(random, 32));
        }
        if (random_chance(random, 30)) {
            sched_yield();
        }
    }
}

/* The outline and what follows it. */
static void *poll_outlines(void *random)
{
    poll_until_quiet(&lists[0], 2, random);
    return NULL;
}

static void *poll_filter(void *random)
{
    poll_until_quiet(&lists[1], LISTS, random);
    return NULL;
}

/* ---- states */

static uint32_t random_state(random_source *random)
{
    return (uint32_t[]){IQ_STATE_SELECTED, IQ_STATE_EXPANDED, IQ_STATE_EXPANDED, IQ_STATE_HOST}[random_below(random, 4)];
}

static void note(follower *self, unsigned key, uint32_t states, uint32_t flags)
{
    uint32_t old = self->states[key];
    self->states[key] = flags & IQ_SET_OFF ? old & ~states : flags & IQ_SET_TOGGLE ? old ^ states : old | states;
}

static void set_by_key(follower *self, random_source *random)
{
    static const uint32_t ways[] = {0, 0, IQ_SET_OFF, IQ_SET_TOGGLE, IQ_SET_ONLY};
    iq_key keys[8];
    unsigned numbers[8];
    uint32_t states = random_state(random), flags = ways[random_below(random, 5)];
    size_t count = random_chance(random, 60) ? 1 : 2 + random_below(random, 7), missing = 1;
    unsigned first = (unsigned)random_below(random, self->certain - count + 1);
    for (size_t i = 0; i < count; i++) {
        numbers[i] = first + (unsigned)i;
        keys[i] = key_of(numbers[i]);
    }
    CHECK_OK(iq_list_set_key_states(self->list, NULL, keys, count, states, flags, &missing));
    CHECK(missing == 0);
    for (unsigned key = 0; key < TREE_KEYS && flags & IQ_SET_ONLY; key++) {
        self->states[key] &= ~states;
    }
    for (size_t i = 0; i < count; i++) {
        note(self, numbers[i], states, flags);
    }
}

/* An item that is shown now, unless it is gone by then. */
static void set_by_handle(follower *self, random_source *random)
{
    size_t count;
    iq_item item;
    iq_item_info info = {.struct_size = sizeof info};
    uint32_t states = random_state(random), flags = random_chance(random, 50) ? 0 : IQ_SET_TOGGLE;
    CHECK_OK(iq_list_count(self->list, NULL, &count));
    if (iq_list_item_at(self->list, random_below(random, count), &item) != IQ_OK ||
        iq_list_item_info(self->list, item, 0, &info) != IQ_OK) {
        return;
    }
    iq_status status = iq_list_set_states(self->list, &item, 1, states, flags);
    CHECK(status == IQ_OK || status == IQ_ERROR_HANDLE);
    if (status == IQ_OK) {
        note(self, tree_number(info.key), states, flags);
    }
}

static void set_range(follower *self, random_source *random)
{
    iq_status status = iq_list_set_range_states(self->list, random_below(random, ROOTS), random_below(random, 60),
                                                UNTRACKED, random_chance(random, 50) ? 0 : IQ_SET_OFF);
    CHECK(status == IQ_OK || status == IQ_ERROR_RANGE);
}

/* Also of what is hidden. */
static void check_states(const follower *self, uint32_t states)
{
    iq_key keys[TREE_KEYS];
    bool found[TREE_KEYS] = {false};
    size_t count;
    CHECK_OK(iq_list_keys_in_state(self->list, states, 0, NULL, keys, TREE_KEYS, &count));
    CHECK(count <= TREE_KEYS);
    for (size_t i = 0; i < count; i++) {
        CHECK(!found[tree_number(keys[i])]);
        found[tree_number(keys[i])] = true;
    }
    for (unsigned key = 0; key < self->certain; key++) {
        CHECK(found[key] == ((self->states[key] & states) != 0));
    }
}

/* One item by key, and then by handle. */
static void check_item(const follower *self, random_source *random)
{
    unsigned key = (unsigned)random_below(random, self->certain);
    iq_item item;
    iq_item_info info = {.struct_size = sizeof info};
    iq_status status = iq_list_item_for_key(self->list, NULL, key_of(key), &item);
    CHECK(status == IQ_OK || (status == IQ_ERROR_NOT_FOUND && key >= ROOTS));
    if (status == IQ_OK) {
        status = iq_list_item_info(self->list, item, 0, &info);
        CHECK(status == IQ_OK || (status == IQ_ERROR_HANDLE && key >= ROOTS));
    }
    CHECK(status != IQ_OK || (tree_number(info.key) == key && (info.states & TRACKED) == self->states[key]));
}

/* ---- filters */

static int passes(void *context, iq_key key, const void *model)
{
    const filter *self = context;
    unsigned number = tree_number(key);
    CHECK(self->destroyed == 0);
    CHECK(model >= tree_model_of(number, 0) && model <= tree_model_of(number, TREE_CONTENTS - 1));
    return self->passes[number];
}

static void destroy(void *context)
{
    CHECK(++((filter *)context)->destroyed == 1);
}

static void done(void *context, uint64_t ticket, iq_status status)
{
    CHECK(ticket != 0 && (status == IQ_OK || status == IQ_ERROR_SUPERSEDED));
    CHECK(++((filter *)context)->ended == 1);
}

/* Bits for the source's items, if no other thread changes them meanwhile. */
static bool make_bits(const follower *self, const filter *from, uint64_t *bits, uint64_t *version)
{
    const iq_list *of = self->source ? self->source->list : source.list;
    iq_list_info before = {.struct_size = sizeof before}, after = {.struct_size = sizeof after};
    iq_key keys[TREE_KEYS];
    size_t count;
    const iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = keys};
    CHECK_OK(iq_list_read_info(of, &before));
    CHECK_OK(iq_list_count(of, NULL, &count));
    if (iq_list_read_items(of, 0, count, &buffers) != IQ_OK) {
        return false;
    }
    CHECK_OK(iq_list_read_info(of, &after));
    for (size_t i = 0; i < count; i++) {
        bits[i / 64] |= (uint64_t)from->passes[tree_number(keys[i])] << i % 64;
    }
    *version = before.version;
    return before.version == after.version;
}

static void set_filter(follower *self, bool is_function, random_source *random)
{
    if (self->filter_count == (size_t)(is_function ? FILTERS : FILTERS - 1)) {
        return;
    }
    filter *next = &self->filters[self->filter_count];
    const filter *last = self->filter_count ? next - 1 : NULL;
    iq_filter given = {.struct_size = sizeof given, .context = next, .destroy = destroy};
    const iq_diff_options options = {.struct_size = sizeof options, .done = done, .context = next,
                                     .flags = random_chance(random, 50) ? IQ_UPDATE_HERE : 0};
    uint64_t bits[(TREE_KEYS + 63) / 64] = {0};
    unsigned percent = (unsigned)random_below(random, 101);
    if (last && last->is_function && random_chance(random, 50)) {
        given.change = random_chance(random, 50) ? IQ_FILTER_STRICTER : IQ_FILTER_LOOSER;
    }
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        bool is_in = key < ROOTS || random_chance(random, percent);
        next->passes[key] = given.change == IQ_FILTER_STRICTER  ? is_in && last->passes[key]
                            : given.change == IQ_FILTER_LOOSER ? is_in || last->passes[key]
                                                               : is_in;
    }
    next->is_function = is_function;
    if (is_function) {
        given.passes = passes;
    } else if (make_bits(self, next, bits, &given.version)) {
        given.bits = bits;
    } else {
        return;
    }
    iq_status status = iq_list_set_filter(self->list, &given, &options, NULL);
    CHECK(status == IQ_OK || (!is_function && (status == IQ_ERROR_STATE || status == IQ_ERROR_BUSY)));
    self->filter_count += status == IQ_OK;
}

static void *use_lists(void *random)
{
    for (size_t i = 0; i < CALLS; i++) {
        size_t which = random_below(random, LISTS + 1);
        follower *self = which == LISTS ? &source : &lists[which];
        switch (random_below(random, 8)) {
        case 0:
        case 1:
        case 2: set_by_key(self, random); break;
        case 3: set_by_handle(self, random); break;
        case 4: set_range(self, random); break;
        case 5: check_item(self, random); break;
        case 6: check_states(self, random_state(random)); break;
        default:
            if (self->flags & IQ_DERIVE_FILTER) {
                set_filter(self, random_chance(random, 70), random);
            }
        }
    }
    return NULL;
}

/* ---- all is quiet */

static bool has_key(const iq_key *keys, size_t count, unsigned key)
{
    for (size_t i = 0; i < count; i++) {
        if (tree_number(keys[i]) == key) {
            return true;
        }
    }
    return false;
}

/* The list shows what follows from its source, and has said so. */
static void check_follower(const follower *self, const tree *from, tree *shown)
{
    tree wanted;
    tree_rules rules = {.flags = self->flags};
    iq_key expanded[TREE_KEYS];
    size_t count;
    CHECK_OK(iq_list_keys_in_state(self->list, IQ_STATE_EXPANDED, 0, NULL, expanded, TREE_KEYS, &count));
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        rules.expanded[key] = has_key(expanded, count, key);
        rules.passes[key] = self->filter_count == 0 || self->filters[self->filter_count - 1].passes[key];
    }
    tree_derive(from, &rules, &wanted);
    tree_read(self->list, shown);
    CHECK(tree_same(shown, &wanted) && tree_same(shown, &self->mirror));
    for (uint32_t state = IQ_STATE_SELECTED; state <= IQ_STATE_HOST; state <<= 1) {
        if (state & TRACKED) {
            check_states(self, state);
        }
    }
    uint32_t states[TREE_KEYS];
    const iq_item_buffers buffers = {.struct_size = sizeof buffers, .states = states};
    CHECK_OK(iq_list_read_items(self->list, 0, shown->count, &buffers));
    for (size_t i = 0; i < shown->count; i++) {
        CHECK(self->mirrored[shown->items[i].key] == states[i]);
    }
    for (unsigned key = 0; key < ROOTS; key++) {
        CHECK(self->covered[key] >= atomic_load(&committed[key]));
    }
}

static void check_quiet(void)
{
    tree read, shown[LISTS];
    tree_read(source.list, &read);
    CHECK(tree_same(&read, &source_tree));
    for (size_t i = 0; i < LISTS; i++) {
        /* The first may have nothing to report and have done part of the work. */
        for (size_t quiet = 0; quiet < 3; quiet++) {
            quiet = poll(&lists[i], 32) ? 0 : quiet;
        }
    }
    for (size_t i = 0; i < LISTS; i++) {
        follower *from = lists[i].source;
        check_follower(&lists[i], from ? &shown[from - lists] : &read, &shown[i]);
    }
}

/* ---- rounds */

static void open_list(follower *self, follower *from, uint32_t flags, unsigned certain)
{
    const iq_derive_options options = {.struct_size = sizeof options, .flags = flags};
    self->flags = flags;
    self->source = from == &source ? NULL : from;
    self->certain = certain;
    CHECK_OK(iq_list_derive(from->list, &options, &self->list));
    CHECK_OK(iq_list_set_selection(self->list, IQ_SELECTION_MULTIPLE | IQ_SELECTION_KEEPS));
    CHECK_OK(iq_list_set_events(self->list, IQ_EVENT_UPDATE | IQ_EVENT_STATES | IQ_EVENT_CHILDREN));
    tree_read(self->list, &self->mirror);
}

static void open_all(random_source *random)
{
    memset(&source, 0, sizeof source);
    memset(lists, 0, sizeof lists);
    memset(&source_tree, 0, sizeof source_tree);
    for (unsigned key = 0; key < ROOTS; key++) {
        atomic_store(&begun[key], 0);
        atomic_store(&committed[key], 0);
    }
    atomic_store(&is_quiet, false);
    source.certain = STAYING;
    CHECK_OK(iq_list_create(NULL, &source.list));
    CHECK_OK(iq_list_set_selection(source.list, IQ_SELECTION_MULTIPLE | IQ_SELECTION_KEEPS));
    tree_input items;
    rearrange(&items.of, random);
    iq_columns columns = tree_input_all(&items);
    CHECK_OK(iq_list_set(source.list, items.sections, items.of.sections, &columns, NULL, NULL));
    tree_read(source.list, &source_tree);
    uint32_t drop = random_chance(random, 50) ? IQ_DERIVE_DROP_EMPTY_SECTIONS : 0;
    uint32_t parents = random_chance(random, 50) ? IQ_DERIVE_KEEP_PARENTS : 0;
    open_list(&lists[0], &source, drop, STAYING);
    open_list(&lists[1], &source, IQ_DERIVE_FILTER | parents | drop, STAYING);
    open_list(&lists[2], &lists[0], IQ_DERIVE_FILTER | parents, ROOTS);
}

static void close_all(random_source *random)
{
    size_t first = random_below(random, LISTS + 1);
    for (size_t i = 0; i <= LISTS; i++) {
        size_t which = (first + i) % (LISTS + 1);
        iq_list_destroy(which == LISTS ? source.list : lists[which].list);
    }
    for (size_t i = 0; i < LISTS; i++) {
        for (size_t f = 0; f < lists[i].filter_count; f++) {
            CHECK(lists[i].filters[f].ended == 1 && lists[i].filters[f].destroyed == 1);
        }
    }
}

static void run(uint64_t seed)
{
    void *(*const bodies[])(void *) = {change_source, use_lists, poll_outlines, poll_filter};
    enum { THREADS = sizeof bodies / sizeof bodies[0] };
    pthread_t threads[THREADS];
    random_source randoms[THREADS], random = {seed};
    check_seed = seed;
    open_all(&random);
    for (size_t t = 0; t < THREADS; t++) {
        randoms[t].state = seed * THREADS + t;
        CHECK(pthread_create(&threads[t], NULL, bodies[t], &randoms[t]) == 0);
    }
    for (size_t t = 0; t < THREADS; t++) {
        if (t == 2) {
            for (size_t i = 1; i < LISTS; i++) {
                set_filter(&lists[i], true, &random);
            }
            atomic_store(&is_quiet, true);
        }
        CHECK(pthread_join(threads[t], NULL) == 0);
    }
    check_quiet();
    close_all(&random);
}

int main(void)
{
    tree_register();
    CHECK_OK(iq_memory_trim());
    size_t bytes = iq_memory_used();
    uint64_t seed = check_first_seed(1), rounds = check_scaled(400);
    for (uint64_t i = 0; i < rounds; i++) {
        run(seed + i);
    }
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == bytes);
    return 0;
}

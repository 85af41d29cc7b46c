/*
 * derived_sessions.c - random sessions of lists that are derived from one another, beside models that work out all
 * from scratch (beside.h). The source has levels of any kind and is set, applied, submitted, edited, cleared and
 * filled again; derived lists come and go, up to three deep, are polled at random moments with room for few events or
 * many, get states and filters, and outlive their source.
 *
 *     source ──► outline ──► filter ──► outline          each beside its model
 *            └─► filter
 */
#include "beside.h"
#include "check.h"
#include "tree_input.h"

#include <string.h>

enum { KEYS = 40, DEPTH = 3 };

static struct {
    random_source random;
    iq_list *list;
    tree shown; /* what it has committed */
    bool is_edited, has_traits;
    iq_edit *edit;
    beside lists[BESIDE_LISTS];
} self;

/* Sums over all sessions, so that nothing is left out for good. */
static struct {
    size_t updates, hidden_again, children, filters;
} sums;

static size_t below(size_t bound)
{
    return random_below(&self.random, bound);
}

static bool chance(unsigned percent)
{
    return random_chance(&self.random, percent);
}

static bool is_open(const beside *one)
{
    for (size_t i = 0; i < BESIDE_LISTS; i++) {
        if (beside_all[i] == one) {
            return true;
        }
    }
    return false;
}

/* ---- what the source is given */

static uint16_t random_level(const tree *from, size_t index)
{
    if (chance(3)) {
        return (uint16_t)(chance(50) ? 65535 : below(9));
    }
    unsigned last = index > 0 ? from->items[index - 1].level : (unsigned)below(chance(10) ? 4 : 1);
    return (uint16_t)(chance(40) ? last + (last < 65535) : chance(60) ? last : below(last < 9 ? last + 1 : 9));
}

static tree_item random_item(const tree *of, unsigned key, size_t index)
{
    tree_item item = {.key = key, .content = 1 + below(TREE_CONTENTS - 1), .level = random_level(of, index)};
    item.cell_class = self.has_traits ? tree_class[chance(70) ? 0 : 1 + below(2)].id : 0;
    return item;
}

/* Another arrangement of about the same items, or of any. */
static iq_columns arrange(tree_input *into)
{
    tree *to = &into->of;
    memset(to, 0, sizeof *to);
    bool is_near = chance(75);
    unsigned density = is_near ? 85 : (unsigned)below(100);
    for (size_t i = 0; is_near && i < self.shown.count; i++) {
        if (chance(90)) {
            to->items[to->count++] = self.shown.items[i];
        }
    }
    for (unsigned key = 1; key < KEYS; key++) {
        bool is_new = is_near ? tree_find(&self.shown, key) == TREE_NONE && chance(15) : chance(density);
        if (is_new) {
            size_t at = is_near ? below(to->count + 1) : to->count;
            tree_insert(to, at, random_item(to, key, at));
        }
    }
    for (size_t i = below(4); i > 0 && to->count > 0; i--) {
        size_t a = below(to->count), b = below(to->count);
        tree_item item = to->items[a];
        to->items[a] = to->items[b];
        to->items[b] = item;
        to->items[below(to->count)] = random_item(to, to->items[b].key, b);
    }
    /* A key that was replaced above may be twice. */
    for (size_t i = 0; i < to->count; i++) {
        while (i < to->count && tree_find(to, to->items[i].key) < i) {
            tree_remove(to, i);
        }
    }
    to->sections = chance(4) ? 0 : 1 + below(TREE_SECTIONS);
    to->count = to->sections ? to->count : 0;
    size_t first = chance(70) ? 0 : below(TREE_SECTIONS);
    for (size_t s = 0; s < to->sections; s++) {
        to->section_keys[s] = (unsigned)((first + s) % TREE_SECTIONS);
        to->starts[s] = s == 0 ? 0 : to->starts[s - 1] + below(to->count - to->starts[s - 1] + 1);
    }
    return tree_input_all(into);
}

/* ---- changes of the source */

static void tell(const tree *before, const uint32_t *marks)
{
    for (size_t i = 0; i < BESIDE_LISTS; i++) {
        if (beside_all[i] && beside_all[i]->source == &self.shown) {
            beside_source_changed(beside_all[i], before, &self.shown, marks);
        }
    }
}

/* The source has committed something. */
static void committed(const uint32_t *marks)
{
    tree before = self.shown;
    tree_read(self.list, &self.shown);
    tell(&before, marks);
}

static void set(void)
{
    tree_input items;
    iq_columns columns = arrange(&items);
    if (chance(15)) {
        CHECK_OK(iq_list_set(self.list, NULL, 0, &(iq_columns){.struct_size = sizeof columns}, NULL, NULL));
        committed(NULL);
    }
    CHECK_OK(iq_list_set(self.list, items.sections, items.of.sections, &columns, NULL, NULL));
    committed(NULL);
}

static void apply(bool is_submitted)
{
    const iq_diff_options here = {.struct_size = sizeof here, .flags = IQ_UPDATE_HERE};
    iq_snapshot *snapshot;
    tree_input items;
    size_t count;
    uint32_t marks[TREE_KEYS] = {0};
    iq_columns columns = arrange(&items);
    CHECK_OK(iq_snapshot_create(NULL, &snapshot));
    CHECK_OK(iq_snapshot_set(snapshot, items.sections, items.of.sections, &columns));
    for (size_t i = below(4); i > 0 && items.of.count > 0; i--) {
        unsigned key = items.of.items[below(items.of.count)].key;
        iq_key marked = key_of(key);
        bool is_reload = chance(50);
        CHECK_OK(is_reload ? iq_snapshot_reload_items(snapshot, NULL, &marked, 1)
                           : iq_snapshot_reconfigure_items(snapshot, NULL, &marked, 1));
        marks[key] |= is_reload ? MODEL_RELOAD : MODEL_RECONFIGURE;
    }
    if (is_submitted) {
        CHECK_OK(iq_list_submit(self.list, snapshot, &here, NULL));
        CHECK_OK(iq_list_poll(self.list, NULL, 0, &count));
        CHECK_OK(iq_list_poll(self.list, NULL, 0, &count));
    } else {
        CHECK_OK(iq_list_apply(self.list, snapshot, NULL, NULL));
    }
    iq_snapshot_destroy(snapshot);
    committed(marks);
}

/* ---- edits of the source */

static uint32_t edit_marks[TREE_KEYS];

static void insert_some(const tree *now)
{
    tree_input items;
    memset(&items.of, 0, sizeof items.of);
    for (size_t i = 1 + below(4); i > 0; i--) {
        unsigned key = 1 + (unsigned)below(KEYS - 1);
        if (tree_find(now, key) == TREE_NONE && tree_find(&items.of, key) == TREE_NONE) {
            items.of.items[items.of.count] = random_item(&items.of, key, items.of.count);
            items.of.count++;
        }
    }
    iq_columns columns = tree_input_columns(&items, 0, items.of.count);
    if (now->count > 0 && chance(60)) {
        iq_item parent;
        size_t at = below(now->count);
        CHECK_OK(iq_list_item_at(self.list, at, &parent));
        for (size_t i = 0; i < items.of.count; i++) {
            items.levels[i] = items.levels[i] > 20 ? 0 : items.levels[i];
        }
        if (now->items[at].level < 60000) {
            CHECK_OK(iq_edit_insert_children(self.edit, parent, chance(70) ? IQ_END : 0, &columns));
        }
    } else if (now->sections > 0) {
        iq_section section;
        CHECK_OK(iq_list_section_at(self.list, below(now->sections), &section));
        CHECK_OK(iq_edit_insert_items(self.edit, section, chance(50) ? IQ_END : 0, &columns));
    }
}

static void update_one(const tree *now)
{
    tree_input one;
    iq_item item;
    size_t at = below(now->count);
    one.of.items[0] = random_item(now, now->items[at].key, at);
    iq_columns columns = tree_input_columns(&one, 0, 1);
    CHECK_OK(iq_list_item_at(self.list, at, &item));
    CHECK_OK(iq_edit_update_items(self.edit, &item, &columns,
                                  chance(40) ? IQ_COLUMN_LEVEL
                                             : IQ_COLUMN_CONTENT | IQ_COLUMN_MODEL | IQ_COLUMN_CLASS));
}

static void move_some(const tree *now)
{
    iq_section from, to;
    size_t s = below(now->sections), t = below(now->sections), count = now->starts[s + 1] - now->starts[s];
    size_t first = below(count + 1), width = below(count - first + 1);
    size_t room = now->starts[t + 1] - now->starts[t] - (s == t ? width : 0);
    CHECK_OK(iq_list_section_at(self.list, s, &from));
    CHECK_OK(iq_list_section_at(self.list, t, &to));
    CHECK_OK(iq_edit_move_item_range(self.edit, from, first, width, to, below(room + 1)));
}

static void edit_sections(const tree *now)
{
    unsigned key = (unsigned)below(TREE_SECTIONS);
    iq_key section_key = key_of(key);
    if (tree_find_section(now, key) == TREE_NONE) {
        CHECK_OK(iq_edit_insert_sections(self.edit, below(now->sections + 1), &section_key, 1));
    } else if (chance(50)) {
        CHECK_OK(iq_edit_move_section_range(self.edit, below(now->sections), 1, below(now->sections)));
    } else if (chance(50)) {
        CHECK_OK(iq_edit_delete_section_range(self.edit, below(now->sections), 1));
    }
}

static void mark_one(const tree *now)
{
    size_t at = below(now->count);
    unsigned key = now->items[at].key;
    bool is_reload = chance(50);
    iq_item item;
    CHECK_OK(iq_list_item_at(self.list, at, &item));
    CHECK_OK(is_reload ? iq_edit_reload_items(self.edit, &item, 1) : iq_edit_reconfigure_items(self.edit, &item, 1));
    edit_marks[key] |= is_reload ? MODEL_RELOAD : MODEL_RECONFIGURE;
}

static void edit_once(void)
{
    tree now;
    tree_read(self.list, &now);
    size_t action = below(12);
    if (action < 4 || now.sections == 0) {
        insert_some(&now);
    } else if (action < 5) {
        edit_sections(&now);
    } else if (action < 7) {
        move_some(&now);
    } else if (now.count > 0 && action < 9) {
        update_one(&now);
    } else if (now.count > 0 && action < 10) {
        mark_one(&now);
    } else if (now.count > 0) {
        iq_item item;
        CHECK_OK(iq_list_item_at(self.list, below(now.count), &item));
        CHECK_OK(iq_edit_delete_items(self.edit, &item, 1));
    }
}

static void begin_edit(void)
{
    memset(edit_marks, 0, sizeof edit_marks);
    CHECK_OK(iq_edit_begin(self.list, NULL, &self.edit));
    self.is_edited = true;
}

static void end_edit(bool commits)
{
    if (commits) {
        CHECK_OK(iq_edit_commit(self.edit, NULL, NULL));
    }
    self.is_edited = false;
    if (commits) {
        committed(edit_marks);
    }
    iq_edit_destroy(self.edit);
    self.edit = NULL;
}

/* ---- derived lists */

static size_t depth_of(const beside *one)
{
    return one ? 1 + depth_of(one->parent) : 0;
}

static void derive(void)
{
    static const uint32_t outlines[] = {IQ_DERIVE_EXCLUSIVE, IQ_DERIVE_EXPANDED};
    static const bool never = false;
    beside *free_one = NULL, *parent = NULL;
    for (size_t i = 0; i < BESIDE_LISTS; i++) {
        beside *one = &self.lists[i];
        if (!is_open(one)) {
            free_one = one;
        } else if (one->source_list && depth_of(one) < DEPTH && chance(40)) {
            parent = one;
        }
    }
    if (!free_one || (!parent && self.is_edited)) {
        return;
    }
    uint32_t flags = chance(50) ? IQ_DERIVE_FILTER : 0;
    flags |= chance(40) ? IQ_DERIVE_DROP_EMPTY_SECTIONS : 0;
    if (flags & IQ_DERIVE_FILTER) {
        flags |= chance(40) ? IQ_DERIVE_KEEP_PARENTS : 0;
    } else {
        flags |= chance(60) ? outlines[below(2)] : 0;
        flags |= chance(40) ? IQ_DERIVE_SECTIONS : 0;
    }
    uint32_t selection = (chance(50) ? IQ_SELECTION_SINGLE : IQ_SELECTION_MULTIPLE) | IQ_SELECTION_KEEPS;
    if (parent) {
        beside_open(free_one, parent, parent->list, &parent->shown, &never, flags, selection);
    } else {
        beside_open(free_one, NULL, self.list, &self.shown, &self.is_edited, flags, selection);
    }
}

static void count(const beside *one)
{
    sums.updates += one->updates;
    sums.hidden_again += one->hidden_again;
    sums.children += one->children_events;
    sums.filters += one->filter_count;
}

static void end_list(beside *one)
{
    count(one);
    beside_close(one);
}

static void happen_to(beside *one)
{
    switch (below(8)) {
    case 0:
    case 1:
    case 2: beside_set_states(one, &self.random); break;
    case 3:
        if (one->flags & IQ_DERIVE_FILTER && one->source_list) {
            beside_set_filter(one, &self.random);
        }
        break;
    case 4:
        /* What an accordion folds is said without an update, which a poll for few events does not tell apart. */
        while (!(one->flags & IQ_DERIVE_EXCLUSIVE) && beside_poll(one, 1 + below(3)) > 0 &&
               (self.has_traits || chance(90))) {
        }
        break;
    case 5: beside_settle(one); break;
    default: (void)beside_poll(one, 64); break;
    }
    beside_check(one);
}

static void happen_to_source(void)
{
    if (self.is_edited) {
        if (chance(25)) {
            end_edit(chance(75));
        } else {
            edit_once();
        }
        return;
    }
    switch (below(6)) {
    case 0: set(); break;
    case 1: apply(false); break;
    case 2: apply(true); break;
    default: begin_edit(); break;
    }
}

static void session(uint64_t seed)
{
    check_seed = seed;
    memset(&self, 0, sizeof self);
    self.random.state = seed;
    self.has_traits = chance(50);
    const iq_list_options options = {.struct_size = sizeof options,
                                     .flags = chance(25) ? IQ_LIST_DROP_EMPTY_SECTIONS : 0};
    CHECK_OK(iq_list_create(&options, &self.list));
    if (chance(80)) {
        set();
    }
    for (size_t steps = 10 + below(120); steps > 0; steps--) {
        size_t which = below(BESIDE_LISTS);
        if (chance(8)) {
            derive();
        } else if (chance(25)) {
            happen_to_source();
        } else if (is_open(&self.lists[which])) {
            if (chance(1)) {
                end_list(&self.lists[which]);
            } else {
                happen_to(&self.lists[which]);
            }
        }
    }
    if (self.edit) {
        end_edit(chance(50));
    }
    for (size_t i = 0; i < BESIDE_LISTS; i++) {
        if (is_open(&self.lists[i]) && chance(70)) {
            beside_settle(&self.lists[i]);
        }
    }
    bool is_first = chance(50);
    if (is_first) {
        iq_list_destroy(self.list);
        for (size_t i = 0; i < BESIDE_LISTS; i++) {
            if (is_open(&self.lists[i]) && self.lists[i].source == &self.shown) {
                beside_orphan(&self.lists[i]);
            }
        }
    }
    for (size_t i = 0; i < BESIDE_LISTS; i++) {
        if (is_open(&self.lists[i])) {
            beside_settle(&self.lists[i]);
            end_list(&self.lists[i]);
        }
    }
    if (!is_first) {
        iq_list_destroy(self.list);
    }
}

int main(void)
{
    tree_register();
    CHECK_OK(iq_memory_trim());
    size_t bytes = iq_memory_used();
    uint64_t seed = check_first_seed(1), sessions = check_scaled(3000);
    for (uint64_t i = 0; i < sessions; i++) {
        session(seed + i);
    }
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == bytes);
    CHECK(sessions < 100 || (sums.updates && sums.hidden_again && sums.children && sums.filters));
    return 0;
}

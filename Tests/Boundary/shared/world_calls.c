/*
 * world_calls.c - what any list may be asked: see world.h.
 */
#include "world.h"

#include "check.h"

#include <string.h>

/* ---- lists come and go */

static uint32_t random_flags(void)
{
    static const uint32_t outlines[] = {0, IQ_DERIVE_EXCLUSIVE, IQ_DERIVE_EXCLUSIVE, IQ_DERIVE_EXPANDED};
    uint32_t flags = world_chance(40) ? AS_FILTER : 0;
    if (world_has(WORLD_ORDERS) && world_chance(40)) {
        flags = world_chance(50) ? AS_SORTED : AS_GROUPED;
    }
    if (flags & AS_GROUPED) {
        return flags | (world_chance(50) ? IQ_DERIVE_COUNTS : 0);
    }
    flags |= world_chance(30) ? IQ_DERIVE_DROP_EMPTY_SECTIONS : 0;
    if (flags & AS_SORTED) {
        return flags;
    }
    if (flags & AS_FILTER) {
        return flags | (world_chance(40) ? IQ_DERIVE_KEEP_PARENTS : 0);
    }
    return flags | outlines[world_below(4)] | (world_chance(25) ? IQ_DERIVE_SECTIONS : 0);
}

static world_list *free_place(void)
{
    for (size_t i = 1; i < WORLD_LISTS; i++) {
        if (!world.lists[i].list && world.lists[i].inside == 0) {
            return &world.lists[i];
        }
    }
    return NULL;
}

/* The list shows something from the start, of which there are no events. */
static void begin_mirror(world_list *self)
{
    mirror *mirror = &self->mirror;
    uint32_t states[TREE_KEYS];
    iq_list_info info = {.struct_size = sizeof info};
    const iq_item_buffers buffers = {.struct_size = sizeof buffers, .states = states};
    mirror_open(mirror);
    mirror->of = self->list;
    mirror_read(self->list, &mirror->now);
    mirror->before = mirror->now;
    CHECK_OK(iq_list_get_info(self->list, &info));
    CHECK_OK(iq_list_get_items(self->list, 0, mirror->now.count, &buffers));
    for (size_t i = 0; i < mirror->now.count; i++) {
        *mirror_states_of(&mirror->items, mirror->now.keys[i]) = states[i];
        self->states[mirror->now.keys[i]] = states[i];
    }
    for (size_t s = 0; s < mirror->now.sections; s++) {
        iq_section section;
        iq_section_info read = {.struct_size = sizeof read};
        CHECK_OK(iq_list_find_section_at(self->list, s, &section));
        CHECK_OK(iq_list_get_section_info(self->list, section, &read));
        *mirror_states_of(&mirror->sections, mirror->now.section_keys[s]) = read.states;
    }
    mirror_know(mirror, &mirror->now, info.version);
}

void world_derive(world_list *from)
{
    static const uint32_t kinds = IQ_EVENT_UPDATE | IQ_EVENT_WILL_UPDATE | IQ_EVENT_STATES | IQ_EVENT_CHILDREN |
                                  IQ_EVENT_PLACEHOLDER | IQ_EVENT_BOUND | IQ_EVENT_WILL_DISPLAY |
                                  IQ_EVENT_DID_END_DISPLAY;
    world_list *self = free_place();
    uint32_t how = random_flags();
    const iq_derive_options options = derive_options(how);
    iq_list *list;
    if (!self || from->depth == WORLD_DEPTH) {
        return;
    }
    uint64_t first = from->commits - 1;
    from->inside++;
    iq_status status = TRIED(iq_list_derive(from->list, &options, &list));
    from->inside--;
    if (status == IQ_ERROR_HANDLE && !from->list) {
        return;
    }
    if (!JUDGED(status, (from == &world.lists[0] && world.edit) || from->changing)) {
        return;
    }
    iq_status wanted = TRIED(iq_list_set_events(list, kinds));
    wanted = wanted ? wanted : TRIED(iq_list_set_selection(list, IQ_SELECTION_MULTIPLE));
    if (!from->list || !JUDGED(wanted, false) || free_place() != self) {
        iq_list_destroy(list);
        return;
    }
    world_say(from, "derive %d as %x from", (int)(self - world.lists), how);
    memset(self, 0, sizeof *self);
    self->list = list;
    self->life = ++world.lives;
    self->source = from;
    self->is_derived = true;
    self->flags = how;
    self->depth = from->depth + 1;
    self->fresh = TREE_KEYS;
    self->version = UINT64_MAX;
    begin_mirror(self);
    world_notice(self);
    world_notice(from);
    world_hold(self, first, true);
    self->followed = first + 1;
    /* What is hidden, and is expanded as it is new. Where the lists above are not level, the first source may have lost what
     * this list shows. */
    bool is_level = world_is_level(from);
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        bool is_sure = !(self->flags & IQ_DERIVE_EXPANDED) || tree_find(&self->past[0], key) != TREE_NONE;
        self->sure[key] = is_level ? WORLD_STATES & (is_sure ? ~0u : ~IQ_STATE_EXPANDED) : 0;
        self->unsteady[key] = !is_level;
    }
}

void world_destroy(world_list *self)
{
    world_say(self, "destroy");
    for (size_t i = 1; i < WORLD_LISTS; i++) {
        world_list *one = &world.lists[i];
        if (one->list && one->source == self) {
            if (!world_has(WORLD_ORPHANS)) {
                return;
            }
            world_orphan(one);
        }
    }
    /* Not while the list's edit is open: it is of no use from then on. */
    iq_list *list = self->list;
    self->list = NULL;
    self->source = NULL;
    world_check_event_models(self);
    self->event_model_count = 0;
    world_lose_views(self);
    mirror_close(&self->mirror);
    iq_snapshot *seen = self->seen;
    self->seen = NULL;
    self->inside++;
    iq_list_destroy(list);
    self->inside--;
    iq_snapshot_destroy(seen);
}

/* ---- states */

static uint32_t random_states(const world_list *self)
{
    static const uint32_t some[] = {IQ_STATE_EXPANDED, IQ_STATE_EXPANDED, IQ_STATE_EXPANDED, IQ_STATE_EXPANDED,
                                    IQ_STATE_SELECTED, IQ_STATE_HOST, IQ_STATE_SELECTED | IQ_STATE_HOST << 3,
                                    IQ_STATE_FOCUSED, IQ_STATE_HIGHLIGHTED};
    return some[world_below(self->is_derived ? 7 : 9)];
}

/* What a call has done to one item. */
static void note(world_list *self, unsigned key, bool is_shown, uint32_t states, uint32_t flags)
{
    uint32_t old = self->states[key], sure = self->sure[key];
    self->states[key] = flags & IQ_SET_OFF ? old & ~states : flags & IQ_SET_TOGGLE ? old ^ states : old | states;
    if (self->unsteady[key] || (!is_shown && !world_is_level(self))) {
        self->sure[key] &= ~states;
    } else if (!(flags & IQ_SET_TOGGLE)) {
        self->sure[key] = sure | states;
    }
}

static void note_all(world_list *self, const unsigned *keys, size_t count, uint32_t states, uint32_t flags)
{
    tree now;
    tree_read(self->list, &now);
    bool expands = states & IQ_STATE_EXPANDED && !(flags & IQ_SET_OFF);
    for (unsigned key = 0; flags & IQ_SET_ONLY && key < TREE_KEYS; key++) {
        self->states[key] &= ~states;
    }
    for (size_t i = 0; i < count; i++) {
        world_say(self, "states %x of %u flags %x", states, keys[i], flags);
        note(self, keys[i], tree_find(&now, keys[i]) != TREE_NONE, states, flags);
    }
    if (states & IQ_STATE_EXPANDED && self->flags & IQ_DERIVE_EXCLUSIVE) {
        bool is_one = expands && count == 1 && !self->was_expanded && world_is_level(self) &&
                      tree_find(&now, keys[0]) != TREE_NONE && !(flags & IQ_SET_TOGGLE);
        self->fresh = is_one ? keys[0] : TREE_KEYS;
        self->was_expanded = true;
        for (unsigned key = 0; key < TREE_KEYS; key++) {
            self->sure[key] &= ~IQ_STATE_EXPANDED;
        }
    }
}

/* Of a derived list those that its source has: of what may be missing nothing is known afterwards. Siblings are often
 * near one another. */
static bool set_by_key(world_list *self, unsigned *keys, size_t *count, uint32_t states, uint32_t flags)
{
    const tree *of = self->is_derived ? &self->held[0] : &self->past[(self->commits - 1) % WORLD_PAST];
    iq_key items[4];
    size_t missing, at = of->count ? world_below(of->count) : 0;
    unsigned gap = 1 + (unsigned)world_below(3);
    *count = 0;
    if (self->is_derived && self->held_count != 1) {
        return false;
    }
    /* Without an order a grouped list loses what it is told of items by key. */
    if (self->flags & AS_GROUPED && !self->in_effect) {
        return false;
    }
    for (size_t i = 1 + world_below(world_chance(50) ? 1 : 4); i > 0 && at < of->count; i--, at += gap) {
        keys[*count] = of->items[at].key;
        items[*count] = key_of(of->items[at].key);
        (*count)++;
    }
    return WENT(iq_list_set_key_states(self->list, NULL, items, *count, states, flags, &missing), false);
}

static bool set_by_handle(world_list *self, unsigned *keys, size_t *count, uint32_t states, uint32_t flags)
{
    iq_item items[4];
    tree now;
    tree_read(self->list, &now);
    *count = 0;
    for (size_t i = 1 + world_below(3), at = 0; i > 0 && at < now.count; i--, at++) {
        at += world_below(now.count - at);
        CHECK_OK(iq_list_find_item_at(self->list, at, &items[*count]));
        keys[(*count)++] = now.items[at].key;
    }
    return WENT(iq_list_set_states(self->list, items, *count, states, flags), false);
}

static bool set_range(world_list *self, unsigned *keys, size_t *count, uint32_t states, uint32_t flags)
{
    tree now;
    tree_read(self->list, &now);
    size_t first = world_below(now.count + 1);
    *count = world_below(now.count - first + 1);
    for (size_t i = 0; i < *count; i++) {
        keys[i] = now.items[first + i].key;
    }
    return WENT(iq_list_set_range_states(self->list, first, *count, states, flags), false);
}

static void set_section(world_list *self, uint32_t flags)
{
    size_t sections;
    iq_section section;
    CHECK_OK(iq_list_get_count(self->list, &sections, NULL));
    if (sections > 0) {
        CHECK_OK(iq_list_find_section_at(self->list, world_below(sections), &section));
        world_say(self, "section states flags %x", flags);
        (void)WENT(iq_list_set_section_states(self->list, section, IQ_STATE_EXPANDED, flags), false);
    }
}

void world_set_states(world_list *self)
{
    static const uint32_t some_flags[] = {0, 0, 0, IQ_SET_OFF, IQ_SET_TOGGLE, IQ_SET_ONLY};
    static const uint32_t modes[] = {IQ_SELECTION_SINGLE, IQ_SELECTION_MULTIPLE};
    unsigned keys[TREE_KEYS];
    size_t count = 0;
    uint32_t states = random_states(self), flags = some_flags[world_below(6)];
    bool went;
    if (!self->is_derived && world_chance(5)) {
        (void)WENT(iq_list_set_selection(self->list, modes[world_below(2)]), false);
        return;
    }
    if (world_chance(15)) {
        set_section(self, flags);
        return;
    }
    if (world_chance(40)) {
        went = set_by_key(self, keys, &count, states, flags);
    } else if (world_chance(60)) {
        went = set_by_handle(self, keys, &count, states, flags);
    } else {
        went = set_range(self, keys, &count, states, flags);
    }
    if (self->is_derived && went) {
        note_all(self, keys, count, states, flags);
    }
}

void world_hold_still(world_list *self)
{
    bool resumes = self->holds > 0 && world_chance(70);
    world_say(self, resumes ? "resume" : "hold");
    if (resumes) {
        CHECK_OK(iq_list_resume(self->list));
        self->holds--;
    } else if (WENT(iq_list_hold(self->list), false)) {
        self->holds++;
    }
}

/*
 * beside.c - what a derived list must become when it follows its source: see beside.h.
 */
#include "beside.h"

#include "check.h"

#include <string.h>

beside *beside_all[BESIDE_LISTS];

bool beside_passes(const beside_filter *filter, unsigned key)
{
    switch (filter->kind) {
    case BESIDE_ALL: return true;
    case BESIDE_BITS: return filter->bits[key];
    default: {
        random_source random = {filter->salt * 1000 + key};
        return random_below(&random, 100) < filter->percent;
    }
    }
}

/* ---- the source */

void beside_source_changed(beside *self, const tree *before, const tree *after, const uint32_t *marks)
{
    self->is_ahead = true;
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        bool was = tree_find(before, key) != TREE_NONE, is = tree_find(after, key) != TREE_NONE;
        self->news.unsteady[key] |= was != is;
        self->news.reclassed[key] |= was && is && before->items[tree_find(before, key)].cell_class !=
                                                after->items[tree_find(after, key)].cell_class;
        if (was && is && marks) {
            self->news.marks[key] |= marks[key];
        }
        /* What the list has never seen is known by its bit alone, and that may go with it. */
        for (size_t f = 0; was && !is && f < self->filter_count; f++) {
            beside_filter *filter = self->filters[f];
            filter->unsure[key] |= filter->kind == BESIDE_BITS && filter->bits[key] &&
                                   tree_find(&self->known, key) == TREE_NONE;
        }
    }
}

void beside_orphan(beside *self)
{
    static const bool never = false;
    beside_hold_above(self);
    self->source_list = NULL;
    self->parent = NULL;
    self->held = self->known;
    self->source = &self->held;
    self->is_edited = &never;
    self->is_ahead = false;
    self->news = (beside_news){0};
    for (size_t f = 0; f < self->filter_count; f++) {
        beside_filter *filter = self->filters[f];
        bool waits = !self->in_effect || filter->ticket > self->in_effect->ticket;
        filter->is_lost = waits && filter->kind == BESIDE_BITS && filter->version != self->known_version;
    }
}

uint64_t beside_source_version(const beside *self)
{
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_info(self->source_list, &info));
    return info.version;
}

bool beside_is_connected(const beside *self)
{
    return self->source_list && (!self->parent || beside_is_connected(self->parent));
}

/* ---- what the model does not know, the list says, if it shows it */

static bool list_shows(const beside *self, unsigned key, uint32_t *states)
{
    iq_item item;
    iq_item_info info = {.struct_size = sizeof info};
    iq_status status = iq_list_find_item(self->list, NULL, key_of(key), &item);
    CHECK(status == IQ_OK || status == IQ_ERROR_NOT_FOUND);
    if (status == IQ_OK) {
        CHECK_OK(iq_list_get_item_info(self->list, item, 0, &info));
        *states = info.states;
    }
    return status == IQ_OK;
}

static void adopt_passing(beside *self, tree_rules *rules)
{
    for (size_t i = 0; i < self->known.count; i++) {
        unsigned key = self->known.items[i].key;
        uint32_t states;
        if (!self->in_effect->unsure[key]) {
            continue;
        }
        rules->passes[key] = false;
        bool is_above = tree_shows(&self->known, rules, i);
        rules->passes[key] = list_shows(self, key, &states);
        if (!is_above || !rules->passes[key]) {
            self->in_effect->bits[key] = rules->passes[key];
            self->in_effect->unsure[key] = false;
        }
    }
}

/* ---- accordions: of siblings that are expanded one stays */

typedef struct siblings {
    size_t expanded, fresh, unsure;
} siblings;

static siblings siblings_of(const beside *self, size_t index)
{
    const tree *all = &self->known;
    siblings found = {0};
    for (size_t i = 0; i < all->count; i++) {
        unsigned key = all->items[i].key;
        if (tree_siblings(all, index, i) && self->states.states[key] & IQ_STATE_EXPANDED) {
            found.expanded++;
            found.fresh += self->fresh[key];
            found.unsure += self->unsure[key];
        }
    }
    return found;
}

static void fold_siblings(beside *self, tree_rules *rules)
{
    const tree *all = &self->known;
    bool goes[TREE_KEYS] = {false};
    for (size_t i = 0; i < all->count; i++) {
        unsigned key = all->items[i].key;
        siblings among = siblings_of(self, i);
        /* One that is unsure may have folded the others, or not. */
        if (among.expanded > 1 && among.fresh == 1 && among.unsure == 0) {
            goes[key] = !self->fresh[key];
        } else if (among.expanded > 1) {
            self->unsure[key] = self->states.states[key] & IQ_STATE_EXPANDED;
        }
    }
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        if (goes[key]) {
            self->states.states[key] &= ~IQ_STATE_EXPANDED;
        }
        rules->expanded[key] = self->states.states[key] & IQ_STATE_EXPANDED;
    }
    /* In pre-order: whether an item is shown follows from those before it. */
    for (size_t i = 0; i < all->count; i++) {
        unsigned key = all->items[i].key;
        uint32_t states;
        if (self->unsure[key] && tree_shows(all, rules, i)) {
            CHECK(list_shows(self, key, &states));
            self->unsure[key] = false;
            rules->expanded[key] = states & IQ_STATE_EXPANDED;
            self->states.states[key] &= ~IQ_STATE_EXPANDED | states;
        }
    }
    for (size_t i = 0; i < all->count; i++) {
        CHECK(!tree_shows(all, rules, i) || siblings_of(self, i).expanded <= 1);
    }
}

static void fold_sections(beside *self)
{
    size_t count = 0, fresh = 0;
    for (size_t s = 0; s < self->known.sections; s++) {
        unsigned key = self->known.section_keys[s];
        if (self->states.section_states[key] & IQ_STATE_EXPANDED) {
            count++;
            fresh += self->fresh_section[key];
        }
    }
    for (size_t s = 0; s < self->known.sections && count > 1; s++) {
        unsigned key = self->known.section_keys[s];
        CHECK(fresh == 1);
        if (!self->fresh_section[key]) {
            self->states.section_states[key] &= ~IQ_STATE_EXPANDED;
        }
    }
}

/* ---- following */

static void expand_new(beside *self, unsigned key, size_t at)
{
    if (self->flags & IQ_DERIVE_EXPANDED && tree_has_below(&self->known, at)) {
        self->states.states[key] |= IQ_STATE_EXPANDED;
    }
}

/* What has gone is forgotten, unless only a list above hides it; what is new may be expanded. */
static void renew(beside *self, const tree *before)
{
    beside_note_collapsed(self, before);
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        size_t at = tree_find(&self->known, key);
        bool was = tree_find(before, key) != TREE_NONE;
        if (at == TREE_NONE) {
            bool is_kept = was ? beside_goes_above(self, key) : self->above[key] != 0;
            self->states.states[key] &= is_kept ? UINT32_MAX : 0;
            self->asked[key] &= is_kept;
            self->collapsed[key] &= is_kept;
            self->doubt[key] &= is_kept;
            self->unsure[key] &= is_kept;
            for (size_t f = 0; f < self->filter_count; f++) {
                /* Whether bits that wait know an item that comes again is not said. */
                beside_filter *filter = self->filters[f];
                filter->unsure[key] = filter != self->in_effect && (filter->unsure[key] || filter->bits[key]);
                filter->bits[key] = false;
            }
        } else if (!was && !beside_comes_from_above(self, key)) {
            expand_new(self, key, at);
        }
        if (at != TREE_NONE && tree_has_below(&self->known, at)) {
            self->asked[key] = false;
        }
        bool is_collapsed = self->collapsed[key] || (at != TREE_NONE && tree_has_below(&self->known, at));
        if (at != TREE_NONE) {
            self->collapsed[key] = is_collapsed && !(self->states.states[key] & IQ_STATE_EXPANDED);
        }
    }
}

/* Of sections that the list does not have, and that are expanded, one at most stays so, if no other one is. */
static void collapse_dropped(beside *self)
{
    bool is_any = false;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t s = 0; s < self->known.sections; s++) {
            unsigned key = self->known.section_keys[s];
            bool is_shown = tree_find_section(&self->shown, key) != TREE_NONE;
            if (is_shown == (pass == 1) || !(self->states.section_states[key] & IQ_STATE_EXPANDED)) {
                continue;
            }
            if (is_any && !is_shown) {
                self->states.section_states[key] &= ~IQ_STATE_EXPANDED;
            }
            is_any = true;
        }
    }
}

/* A group and its states go with its last item. */
static void renew_groups(beside *self)
{
    for (unsigned key = 0; key < TREE_SECTIONS; key++) {
        if (tree_find_section(&self->shown, key) == TREE_NONE) {
            self->states.section_states[key] = 0;
        }
    }
}

static void renew_sections(beside *self, const tree *before)
{
    if (self->flags & AS_GROUPED) {
        return;
    }
    for (unsigned key = 0; key < TREE_SECTIONS; key++) {
        bool was = tree_find_section(before, key) != TREE_NONE;
        if (tree_find_section(&self->known, key) == TREE_NONE) {
            bool is_kept = was ? beside_section_goes_above(self, key) : self->section_above[key] != 0;
            self->states.section_states[key] &= is_kept ? UINT32_MAX : 0;
            self->section_states_above[key] = self->states.section_states[key];
        } else if (!was && !beside_section_comes_from_above(self, key)) {
            bool is_open = self->flags & IQ_DERIVE_EXPANDED && self->flags & IQ_DERIVE_SECTIONS;
            self->states.section_states[key] = is_open ? IQ_STATE_EXPANDED : 0;
        }
    }
    if (self->flags & IQ_DERIVE_EXCLUSIVE && self->flags & IQ_DERIVE_SECTIONS) {
        collapse_dropped(self);
    }
}

static tree_rules rules_of(beside *self)
{
    tree_rules rules = {.flags = self->flags};
    if (self->flags & IQ_DERIVE_EXCLUSIVE && self->flags & IQ_DERIVE_SECTIONS) {
        fold_sections(self);
    }
    for (unsigned key = 0; key < TREE_SECTIONS; key++) {
        rules.open[key] = self->states.section_states[key] & IQ_STATE_EXPANDED;
        self->fresh_section[key] = false;
    }
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        rules.expanded[key] = self->states.states[key] & IQ_STATE_EXPANDED;
        rules.passes[key] = !self->in_effect || beside_passes(self->in_effect, key);
    }
    if (is_ordered(self->flags)) {
        tree_order_rule(self->in_effect ? &self->in_effect->order : NULL, &self->known, &rules);
    } else if (self->in_effect) {
        adopt_passing(self, &rules);
    }
    if (self->flags & IQ_DERIVE_EXCLUSIVE) {
        fold_siblings(self, &rules);
    }
    memset(self->fresh, 0, sizeof self->fresh);
    return rules;
}

static void note_parents(beside *self, const tree *before)
{
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        size_t was = tree_find(before, key), is = tree_find(&self->known, key);
        bool has_trees = !(self->flags & AS_GROUPED);
        self->parents[0][key] = has_trees && was != TREE_NONE && tree_has_below(before, was);
        self->parents[1][key] = has_trees && is != TREE_NONE && tree_has_below(&self->known, is);
    }
}

static void show(beside *self, const tree_rules *rules)
{
    tree before = self->shown;
    tree_derive(&self->known, rules, &self->shown);
    if (self->flags & AS_GROUPED) {
        renew_groups(self);
    }
    self->states.count = self->shown.count;
    for (size_t i = 0; i < self->shown.count; i++) {
        self->states.shown[i] = self->shown.items[i].key;
    }
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        bool is = tree_find(&self->shown, key) != TREE_NONE;
        self->hidden_again += tree_find(&before, key) != TREE_NONE && !is && tree_find(&self->known, key) != TREE_NONE;
        if (!is && self->handles[key]) {
            self->stale[key] = self->handles[key];
            self->handles[key] = 0;
        }
    }
}

/* Siblings of which an accordion has folded some, in this order or the one before: both are right. */
static void forget_siblings(beside *self)
{
    for (size_t i = 0; i < self->known.count; i++) {
        unsigned key = self->known.items[i].key;
        if (siblings_of(self, i).expanded > 1) {
            self->unsure[key] |= (self->states.states[key] & IQ_STATE_EXPANDED) != 0;
        }
    }
}

static bool is_later(const beside *self, const beside_filter *filter)
{
    return filter->kind == BESIDE_BITS && filter->version > self->known_version;
}

void beside_follow(beside *self, beside_filter *filter)
{
    tree before = self->known;
    if (filter) {
        CHECK(filter->ended == 0 && filter->destroyed == 0 && (!filter->is_lost || self->source_list));
        self->in_effect = filter;
    }
    self->keeps = self->holds > 0 || (filter && self->has_followed && !is_later(self, filter));
    self->has_followed = false;
    if (*self->is_edited && self->holds == 0) {
        return;
    }
    if (self->is_ahead && !self->keeps && self->flags & IQ_DERIVE_EXCLUSIVE) {
        forget_siblings(self);
        if (self->flags & IQ_DERIVE_SECTIONS) {
            /* Also a section that has gone meanwhile has folded the others. */
            fold_sections(self);
        }
    }
    if (!self->keeps) {
        self->known = *self->source;
        self->known_version = self->source_list ? beside_source_version(self) : self->known_version;
        self->is_ahead = false;
    }
    renew(self, &before);
    renew_sections(self, &before);
    note_parents(self, &before);
    tree_rules rules = rules_of(self);
    show(self, &rules);
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        self->was_expanded[key] = self->states.states[key] & IQ_STATE_EXPANDED;
    }
}

/* ---- beginning and end */

void beside_open(beside *self, beside *parent, iq_list *list, const tree *source, const bool *is_edited,
                 uint32_t flags, uint32_t selection)
{
    const iq_derive_options options = derive_options(flags);
    *self = (beside){.flags = flags, .parent = parent, .source_list = list, .source = source, .is_edited = is_edited,
                     .is_settled = true};
    self->states.selection = selection;
    CHECK_OK(iq_list_derive(list, flags || parent ? &options : NULL, &self->list));
    if (flags & AS_GROUPED) {
        beside_set_first_order(self);
    }
    CHECK_OK(iq_list_set_selection(self->list, selection));
    CHECK_OK(iq_list_set_events(self->list, IQ_EVENT_UPDATE | IQ_EVENT_STATES | IQ_EVENT_CHILDREN));
    beside_follow(self, NULL);
    self->mirror = self->mirror_before = self->shown;
    for (size_t i = 0; i < self->shown.count; i++) {
        unsigned key = self->shown.items[i].key;
        self->mirrored[key] = self->states.states[key];
    }
    for (size_t s = 0; s < self->shown.sections; s++) {
        unsigned key = self->shown.section_keys[s];
        self->mirrored_sections[key] = self->states.section_states[key];
    }
    for (size_t i = 0; i < BESIDE_LISTS; i++) {
        if (!beside_all[i]) {
            beside_all[i] = self;
            return;
        }
    }
    CHECK(!"a place for another list");
}

void beside_close(beside *self)
{
    iq_list_destroy(self->list);
    for (size_t i = 0; i < BESIDE_LISTS; i++) {
        if (beside_all[i] == self) {
            beside_all[i] = NULL;
        } else if (beside_all[i] && beside_all[i]->parent == self) {
            beside_orphan(beside_all[i]);
        }
    }
    for (size_t f = 0; f < self->filter_count; f++) {
        CHECK(self->filters[f]->ended == 1);
        CHECK(self->filters[f]->destroyed == (self->filters[f]->kind >= BESIDE_FUNCTION));
        free(self->filters[f]);
    }
}

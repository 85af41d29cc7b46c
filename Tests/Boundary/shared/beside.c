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
        self->unsteady[key] |= was != is;
        self->reclassed[key] |= was && is && before->items[tree_find(before, key)].cell_class !=
                                                after->items[tree_find(after, key)].cell_class;
        if (was && is && marks) {
            self->marks[key] |= marks[key];
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
    self->source_list = NULL;
    self->source = NULL;
    self->parent = NULL;
    state_model_forget(&self->states);
}

/* ---- what the model does not know, the list says, if it shows it */

static bool list_shows(const beside *self, unsigned key, uint32_t *states)
{
    iq_item item;
    iq_item_info info = {.struct_size = sizeof info};
    iq_status status = iq_list_item_for_key(self->list, NULL, key_of(key), &item);
    CHECK(status == IQ_OK || status == IQ_ERROR_NOT_FOUND);
    if (status == IQ_OK) {
        CHECK_OK(iq_list_item_info(self->list, item, 0, &info));
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

static size_t expanded_among(const beside *self, size_t index, size_t *fresh)
{
    const tree *all = &self->known;
    size_t count = 0;
    *fresh = 0;
    for (size_t i = 0; i < all->count; i++) {
        unsigned key = all->items[i].key;
        if (tree_siblings(all, index, i) && self->states.states[key] & IQ_STATE_EXPANDED) {
            count++;
            *fresh += self->fresh[key];
        }
    }
    return count;
}

static void fold_siblings(beside *self, tree_rules *rules)
{
    const tree *all = &self->known;
    bool goes[TREE_KEYS] = {false};
    for (size_t i = 0; i < all->count; i++) {
        unsigned key = all->items[i].key;
        size_t fresh, count = expanded_among(self, i, &fresh);
        if (count > 1 && fresh == 1 && !self->unsure[key]) {
            goes[key] = !self->fresh[key];
        } else if (count > 1) {
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
        size_t fresh;
        CHECK(!tree_shows(all, rules, i) || expanded_among(self, i, &fresh) <= 1);
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

/* What has gone is forgotten; what is new may be expanded. */
static void renew(beside *self, const tree *before)
{
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        size_t at = tree_find(&self->known, key);
        if (at == TREE_NONE) {
            self->states.states[key] = 0;
            self->asked[key] = self->unsure[key] = false;
            for (size_t f = 0; f < self->filter_count; f++) {
                /* Whether bits that wait know an item that comes again is not said. */
                beside_filter *filter = self->filters[f];
                filter->unsure[key] = filter != self->in_effect && (filter->unsure[key] || filter->bits[key]);
                filter->bits[key] = false;
            }
        } else if (tree_find(before, key) == TREE_NONE && self->flags & IQ_DERIVE_EXPANDED &&
                   tree_has_below(&self->known, at)) {
            self->states.states[key] |= IQ_STATE_EXPANDED;
        }
        if (at != TREE_NONE && tree_has_below(&self->known, at)) {
            self->asked[key] = false;
        }
    }
    for (unsigned key = 0; key < TREE_SECTIONS; key++) {
        if (tree_find_section(&self->known, key) == TREE_NONE) {
            self->states.section_states[key] = 0;
        } else if (tree_find_section(before, key) == TREE_NONE && self->flags & IQ_DERIVE_EXPANDED &&
                   self->flags & IQ_DERIVE_SECTIONS) {
            self->states.section_states[key] |= IQ_STATE_EXPANDED;
        }
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
    if (self->in_effect) {
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
        self->parents[0][key] = was != TREE_NONE && tree_has_below(before, was);
        self->parents[1][key] = is != TREE_NONE && tree_has_below(&self->known, is);
    }
}

static void show(beside *self, const tree_rules *rules)
{
    tree before = self->shown;
    tree_derive(&self->known, rules, &self->shown);
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
        size_t fresh;
        unsigned key = self->known.items[i].key;
        if (expanded_among(self, i, &fresh) > 1) {
            self->unsure[key] |= (self->states.states[key] & IQ_STATE_EXPANDED) != 0;
        }
    }
}

void beside_follow(beside *self, beside_filter *filter)
{
    tree before = self->known;
    if (filter) {
        CHECK(filter->ended == 0 && filter->destroyed == 0);
        self->in_effect = filter;
    }
    if (!self->source_list || *self->is_edited) {
        return;
    }
    if (self->is_ahead && self->flags & IQ_DERIVE_EXCLUSIVE) {
        forget_siblings(self);
        if (self->flags & IQ_DERIVE_SECTIONS) {
            /* Also a section that has gone meanwhile has folded the others. */
            fold_sections(self);
        }
    }
    self->known = *self->source;
    self->is_ahead = false;
    renew(self, &before);
    note_parents(self, &before);
    tree_rules rules = rules_of(self);
    show(self, &rules);
}

/* ---- beginning and end */

void beside_open(beside *self, beside *parent, iq_list *list, const tree *source, const bool *is_edited,
                 uint32_t flags, uint32_t selection)
{
    const iq_derive_options options = {.struct_size = sizeof options, .flags = flags};
    *self = (beside){.flags = flags, .parent = parent, .source_list = list, .source = source, .is_edited = is_edited,
                     .is_settled = true};
    self->states.selection = selection;
    CHECK_OK(iq_list_derive(list, flags || parent ? &options : NULL, &self->list));
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
        CHECK(self->filters[f]->destroyed == (self->filters[f]->kind == BESIDE_FUNCTION));
        free(self->filters[f]);
    }
}

/*
 * beside_calls.c - random calls on a derived list and on its model: see beside.h.
 */
#include "beside.h"

#include "check.h"
#include "in_batches.h"

#include <string.h>

/* Keys that no source has. */
enum { KNOWN_TO_NONE = TREE_KEYS };

/* ---- states */

static size_t below(random_source *random, size_t bound)
{
    return random_below(random, bound);
}

static uint32_t some_states(random_source *random)
{
    static const uint32_t some[] = {IQ_STATE_EXPANDED, IQ_STATE_EXPANDED, IQ_STATE_EXPANDED, IQ_STATE_SELECTED,
                                    IQ_STATE_SELECTED, IQ_STATE_FOCUSED, IQ_STATE_HIGHLIGHTED,
                                    IQ_STATE_SELECTED | IQ_STATE_HOST << 3, IQ_STATE_HOST | IQ_STATE_HOST << 7};
    return some[below(random, sizeof some / sizeof *some)];
}

static uint32_t some_flags(random_source *random)
{
    static const uint32_t some[] = {0, 0, 0, IQ_SET_OFF, IQ_SET_TOGGLE, IQ_SET_ONLY};
    return some[below(random, sizeof some / sizeof *some)];
}

/* By key, what the list hides has states too; they are set without an event. */
static bool set_hidden(beside *self, random_source *random)
{
    static const uint32_t some[] = {IQ_STATE_EXPANDED, IQ_STATE_HIGHLIGHTED, IQ_STATE_HOST << 2};
    unsigned key = (unsigned)below(random, TREE_KEYS);
    uint32_t states = some[below(random, 3)], flags = random_chance(random, 30) ? IQ_SET_OFF : 0;
    const iq_key item_key = key_of(key);
    size_t missing = SIZE_MAX;
    if (self->parent && tree_find(&self->known, key) == TREE_NONE) {
        return beside_set_above(self, key, states, flags);
    }
    if (*self->is_edited || self->news.unsteady[key] || tree_find(&self->known, key) == TREE_NONE ||
        tree_find(&self->shown, key) != TREE_NONE) {
        return false;
    }
    if (states & IQ_STATE_EXPANDED && !flags == !(self->states.states[key] & states)) {
        self->collapsed[key] = flags;
    }
    CHECK_OK(iq_list_set_key_states(self->list, NULL, &item_key, 1, states, flags, &missing));
    CHECK(missing == 0);
    self->states.states[key] = flags ? self->states.states[key] & ~states : self->states.states[key] | states;
    return true;
}

/* Items of the list, and keys that its source does not have. */
static iq_status set_some(beside *self, random_source *random, uint32_t states, uint32_t flags)
{
    size_t indices[8], count = 0, strangers = 0, missing = SIZE_MAX;
    iq_item items[8];
    iq_key keys[8];
    bool is_by_key = random_chance(random, 40);
    for (size_t i = 1 + below(random, 4); i > 0; i--) {
        unsigned key = (unsigned)below(random, TREE_KEYS);
        size_t index = random_chance(random, 50) && self->shown.count ? below(random, self->shown.count)
                                                                      : tree_find(&self->shown, key);
        bool is_twice = false;
        for (size_t j = 0; j < count; j++) {
            is_twice |= indices[j] == index;
        }
        if (index == TREE_NONE) {
            keys[count + strangers] = key_of(KNOWN_TO_NONE + i);
            strangers++;
        } else if (!is_twice) {
            keys[count + strangers] = key_of(self->shown.items[index].key);
            CHECK_OK(iq_list_find_item_at(self->list, index, &items[count]));
            indices[count++] = index;
        }
        if (!is_by_key) {
            strangers = 0;
        }
    }
    iq_status status = is_by_key ? iq_list_set_key_states(self->list, NULL, keys, count + strangers, states, flags,
                                                          &missing)
                                 : iq_list_set_states(self->list, items, count, states, flags);
    CHECK(!is_by_key || missing == strangers);
    CHECK_OK(state_model_set(&self->states, indices, count, count + strangers == 1, states, flags));
    return status;
}

static iq_status set_range(beside *self, random_source *random, uint32_t states, uint32_t flags)
{
    size_t indices[TREE_KEYS], count = self->shown.count, first = below(random, count + 1);
    size_t width = random_chance(random, 40) ? count - first : below(random, count - first + 1);
    for (size_t i = 0; i < width; i++) {
        indices[i] = first + i;
    }
    CHECK_OK(state_model_set(&self->states, indices, width, false, states, flags));
    return iq_list_set_range_states(self->list, first, width, states, flags);
}

static iq_status set_section(beside *self, random_source *random, uint32_t states, uint32_t flags)
{
    size_t at = below(random, self->shown.sections);
    iq_section section;
    states = states & IQ_STATE_SELECTED ? IQ_STATE_EXPANDED : states;
    states = states == IQ_STATE_HIGHLIGHTED ? IQ_STATE_FOCUSED : states;
    CHECK_OK(iq_list_find_section_at(self->list, at, &section));
    state_model_set_section(&self->states, self->shown.section_keys[at], states, flags);
    return iq_list_set_section_states(self->list, section, states, flags);
}

/* An item or section that is shown has other states than before, so that an event waits. */
static bool has_changed(const beside *self, const state_model *before)
{
    bool has = false;
    for (size_t i = 0; i < self->shown.count; i++) {
        unsigned key = self->shown.items[i].key;
        has |= before->states[key] != self->states.states[key];
    }
    for (size_t s = 0; s < self->shown.sections; s++) {
        unsigned key = self->shown.section_keys[s];
        has |= before->section_states[key] != self->states.section_states[key];
    }
    return has;
}

void beside_set_states(beside *self, random_source *random)
{
    state_model before = self->states;
    bool is_accordion = self->flags & IQ_DERIVE_EXCLUSIVE;
    uint32_t states = some_states(random), flags = some_flags(random);
    /* For sections a selection is made an expansion. */
    if (states & (IQ_STATE_EXPANDED | IQ_STATE_SELECTED) && is_accordion && *self->is_edited) {
        return;
    }
    if (random_chance(random, 20) && !is_accordion && set_hidden(self, random)) {
        return;
    }
    iq_status status = random_chance(random, 15) && self->shown.sections ? set_section(self, random, states, flags)
                       : random_chance(random, 30)                       ? set_range(self, random, states, flags)
                                                                         : set_some(self, random, states, flags);
    CHECK_OK(status);
    beside_forget_above(self, &before);
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        self->fresh[key] |= self->states.states[key] & ~before.states[key] & IQ_STATE_EXPANDED;
    }
    for (unsigned key = 0; key < TREE_SECTIONS; key++) {
        self->fresh_section[key] |= self->states.section_states[key] & ~before.section_states[key] & IQ_STATE_EXPANDED;
    }
    if (has_changed(self, &before)) {
        self->is_settled = false;
    }
    if (is_accordion && (states & IQ_STATE_EXPANDED || self->shown.sections)) {
        beside_settle(self);
    }
}

/* ---- filters */

static bool is_of(const tree *all, iq_key key, const void *model)
{
    size_t at = tree_find(all, tree_number(key));
    return at != TREE_NONE && model == tree_model_of(tree_number(key), all->items[at].content);
}

static int passes(void *context, iq_key key, const void *model)
{
    beside_filter *filter = context;
    const beside *of = filter->of;
    CHECK(filter->destroyed == 0 && (!*of->is_edited || of->holds > 0));
    CHECK((of->holds == 0 && is_of(of->source, key, model)) || is_of(&of->known, key, model));
    filter->asked++;
    return beside_passes(filter, tree_number(key)) ? -7 : 0;
}

IN_BATCHES(passes_batch, passes)

static void destroy(void *context)
{
    beside_filter *filter = context;
    CHECK(filter->kind >= BESIDE_FUNCTION && ++filter->destroyed == 1);
}

static void done(void *context, uint64_t ticket, iq_status status)
{
    beside_filter *filter = context;
    CHECK(++filter->ended == 1 && (filter->ticket == 0 || filter->ticket == ticket));
    CHECK((status == IQ_OK && !filter->is_lost) || status == IQ_ERROR_CANCELLED ||
          (status == IQ_ERROR_SUPERSEDED && !filter->is_each));
    filter->status = status;
}

/* What may be said of a function after the one that was given before it. */
static uint32_t relation(beside_filter *filter, const beside_filter *last, random_source *random)
{
    if (last && last->kind != BESIDE_FUNCTION) {
        return last->kind == BESIDE_ALL ? IQ_FILTER_STRICTER * (uint32_t)below(random, 2) : IQ_FILTER_DIFFERENT;
    }
    if (!last || random_chance(random, 30)) {
        return IQ_FILTER_DIFFERENT;
    }
    filter->salt = last->salt;
    if (random_chance(random, 50)) {
        filter->percent = (unsigned)below(random, last->percent + 1);
        return IQ_FILTER_STRICTER;
    }
    filter->percent = last->percent + (unsigned)below(random, 101 - last->percent);
    return IQ_FILTER_LOOSER;
}

static void cancel(beside *self, random_source *random)
{
    beside_filter *filter = self->filters[below(random, self->filter_count)];
    iq_status status = iq_list_cancel(self->list, filter->ticket);
    CHECK(status == IQ_OK || status == IQ_ERROR_STATE);
    CHECK(status == IQ_OK ? filter->ended == 0 && filter != self->in_effect : true);
}

void beside_set_filter(beside *self, random_source *random)
{
    static const uint32_t some_flags_of[] = {0, 0, IQ_SUBMIT_HERE, IQ_SUBMIT_HERE, IQ_SUBMIT_EACH, IQ_SUBMIT_PLAIN};
    uint64_t bits[(TREE_KEYS + 63) / 64] = {0};
    if (self->filter_count == BESIDE_FILTERS || (self->filter_count && random_chance(random, 15))) {
        cancel(self, random);
        return;
    }
    beside_filter *filter = check_memory(calloc(1, sizeof *filter));
    *filter = (beside_filter){.of = self, .kind = (unsigned)below(random, 8), .salt = random_next(random) % 1000,
                              .percent = (unsigned)below(random, 101)};
    filter->kind = filter->kind < 1 ? BESIDE_ALL : filter->kind < 4 ? BESIDE_BITS : BESIDE_FUNCTION;
    iq_filter given = {.struct_size = sizeof given};
    if (filter->kind == BESIDE_BITS) {
        for (size_t i = 0; i < self->source->count; i++) {
            bool is = random_chance(random, filter->percent);
            filter->bits[self->source->items[i].key] = is;
            bits[i / 64] |= (uint64_t)is << i % 64;
        }
        given.bits = bits;
        given.version = filter->version = self->source_list ? beside_source_version(self) : self->known_version;
        given.change = (uint32_t)below(random, 3);
    } else if (filter->kind == BESIDE_FUNCTION) {
        const beside_filter *last = self->filter_count ? self->filters[self->filter_count - 1] : NULL;
        given.change = relation(filter, last, random);
        if (random_chance(random, 50)) {
            given.passes_batch = passes_batch;
        } else {
            given.passes = passes;
        }
        given.context = filter;
        given.destroy = destroy;
    }
    iq_submit_options options = {.struct_size = sizeof options, .done = done, .context = filter};
    options.flags = some_flags_of[below(random, 6)];
    filter->is_each = options.flags & IQ_SUBMIT_EACH;
    bool is_null = filter->kind == BESIDE_ALL && random_chance(random, 50);
    iq_status status = iq_list_set_filter(self->list, is_null ? NULL : &given, &options, &filter->ticket);
    if (filter->kind == BESIDE_BITS && (!self->source_list || *self->is_edited)) {
        CHECK_STATUS(status, self->source_list ? IQ_ERROR_BUSY : IQ_ERROR_STATE);
        CHECK(filter->ended == 0 && filter->destroyed == 0);
        free(filter);
        return;
    }
    CHECK_OK(status);
    CHECK(filter->ticket > 0 && filter->ended == 0);
    self->filters[self->filter_count++] = filter;
}

/* ---- orders */

static void check_ranked(const beside_filter *order, const iq_ranked *item)
{
    const beside *of = order->of;
    CHECK(order->destroyed == 0 && (!*of->is_edited || of->holds > 0));
    CHECK(is_of(of->source, item->key, item->model) || is_of(&of->known, item->key, item->model));
}

static int ask(void *context, const iq_ranked *items, size_t count, uint32_t depth, iq_rank *ranks, iq_key *groups)
{
    beside_filter *order = context;
    for (size_t i = 0; i < count; i++) {
        check_ranked(order, &items[i]);
    }
    CHECK((groups != NULL) == (depth == 0 && order->order.groups > 0));
    tree_order_ask(&order->order, items, count, depth, ranks, groups);
    order->asked += (unsigned)count;
    return 0;
}

static int compare(void *context, const iq_ranked *a, const iq_ranked *b)
{
    const beside_filter *order = context;
    check_ranked(order, a);
    check_ranked(order, b);
    return tree_order_compare(&order->order, a, b);
}

static int describe(void *context, iq_group *groups, size_t count)
{
    const beside_filter *order = context;
    for (size_t i = 0; i < count; i++) {
        check_ranked(order, &groups[i].first);
    }
    tree_order_describe(&order->order, groups, count);
    return 0;
}

static void set_order(beside *self, random_source *random)
{
    static const uint32_t some_flags_of[] = {0, 0, IQ_SUBMIT_HERE, IQ_SUBMIT_EACH, IQ_SUBMIT_PLAIN};
    beside_filter *order = check_memory(calloc(1, sizeof *order));
    *order = (beside_filter){.of = self, .kind = BESIDE_ORDER};
    order->order = tree_order_random(random, self->flags & AS_GROUPED);
    const iq_order given = {.struct_size = sizeof given, .flags = tree_order_flags(&order->order), .context = order,
                            .ask = ask, .destroy = destroy,
                            .compare = order->order.ties == TREE_TIES_COMPARE ? compare : NULL,
                            .describe = self->flags & AS_GROUPED ? describe : NULL};
    iq_submit_options options = {.struct_size = sizeof options, .done = done, .context = order};
    options.flags = some_flags_of[below(random, 5)];
    order->is_each = options.flags & IQ_SUBMIT_EACH;
    CHECK_OK(iq_list_set_order(self->list, &given, &options, &order->ticket));
    CHECK(order->ticket > 0 && order->ended == 0);
    self->filters[self->filter_count++] = order;
}

/* As long as a grouped list has none it has no items, though their states are known. */
void beside_set_first_order(beside *self)
{
    random_source random = {self->states.selection};
    iq_event event = {.struct_size = sizeof event};
    size_t count;
    set_order(self, &random);
    CHECK_OK(iq_list_poll(self->list, &event, 1, &count));
    CHECK(self->filters[0]->ended == 1);
    self->in_effect = self->filters[0];
}

void beside_set_order(beside *self, random_source *random)
{
    if (self->filter_count == BESIDE_FILTERS || (self->filter_count && random_chance(random, 15))) {
        cancel(self, random);
    } else {
        set_order(self, random);
    }
}

/* ---- holds */

void beside_hold(beside *self, random_source *random)
{
    iq_list_info info = {.struct_size = sizeof info};
    if (self->holds > 0 && random_chance(random, 60)) {
        CHECK_OK(iq_list_resume(self->list));
        self->holds--;
    } else {
        CHECK_OK(iq_list_hold(self->list));
        self->holds++;
    }
    CHECK_OK(iq_list_get_info(self->list, &info));
    CHECK(info.holds == self->holds);
}

void beside_resume(beside *self)
{
    for (; self->holds > 0; self->holds--) {
        CHECK_OK(iq_list_resume(self->list));
    }
    CHECK_STATUS(iq_list_resume(self->list), IQ_ERROR_STATE);
}

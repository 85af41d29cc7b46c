/*
 * followers_use.c - what a thread does with lists that follow a source, and with the source: see followers.h.
 */
#include "followers.h"

#include "check.h"
#include "in_batches.h"

/* Of any range: nobody knows which items these are. */
#define UNTRACKED (IQ_STATE_HOST << 3)

/* ---- states */

static uint32_t random_state(random_source *random)
{
    static const uint32_t states[] = {IQ_STATE_SELECTED, IQ_STATE_EXPANDED, IQ_STATE_EXPANDED, IQ_STATE_HOST};
    return states[random_below(random, 4)];
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
    CHECK_OK(iq_list_get_count(self->list, NULL, &count));
    if (iq_list_find_item_at(self->list, random_below(random, count), &item) != IQ_OK ||
        iq_list_get_item_info(self->list, item, 0, &info) != IQ_OK) {
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
    size_t first = random_below(random, FOLLOWER_ROOTS), count = random_below(random, 60);
    uint32_t flags = random_chance(random, 50) ? 0 : IQ_SET_OFF;
    iq_status status = iq_list_set_range_states(self->list, first, count, UNTRACKED, flags);
    CHECK(status == IQ_OK || status == IQ_ERROR_RANGE);
}

void follower_check_states(const follower *self, uint32_t states)
{
    iq_key keys[TREE_KEYS];
    bool found[TREE_KEYS] = {false};
    size_t count;
    CHECK_OK(iq_list_find_keys_in_state(self->list, states, 0, NULL, keys, TREE_KEYS, &count));
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
    iq_status status = iq_list_find_item(self->list, NULL, key_of(key), &item);
    CHECK(status == IQ_OK || (status == IQ_ERROR_NOT_FOUND && key >= FOLLOWER_ROOTS));
    if (status == IQ_OK) {
        status = iq_list_get_item_info(self->list, item, 0, &info);
        CHECK(status == IQ_OK || (status == IQ_ERROR_HANDLE && key >= FOLLOWER_ROOTS));
    }
    CHECK(status != IQ_OK || (tree_number(info.key) == key && (info.states & FOLLOWER_STATES) == self->states[key]));
}

/* ---- filters */

static int passes(void *context, iq_key key, const void *model)
{
    const follower_filter *self = context;
    unsigned number = tree_number(key);
    CHECK(self->destroyed == 0);
    CHECK(model >= tree_model_of(number, 0) && model <= tree_model_of(number, TREE_CONTENTS - 1));
    return self->passes[number];
}

IN_BATCHES(passes_batch, passes)

static void destroy(void *context)
{
    CHECK(++((follower_filter *)context)->destroyed == 1);
}

static void done(void *context, uint64_t ticket, iq_status status)
{
    CHECK(ticket != 0 && (status == IQ_OK || status == IQ_ERROR_SUPERSEDED));
    CHECK(++((follower_filter *)context)->ended == 1);
}

/* Bits for the source's items, if no other thread changes them meanwhile. */
static bool make_bits(const follower *self, const follower_filter *from, uint64_t *bits, uint64_t *version)
{
    const iq_list *of = self->source ? self->source->list : followed.list;
    iq_list_info before = {.struct_size = sizeof before}, after = {.struct_size = sizeof after};
    iq_key keys[TREE_KEYS];
    size_t count;
    const iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = keys};
    CHECK_OK(iq_list_get_info(of, &before));
    CHECK_OK(iq_list_get_count(of, NULL, &count));
    if (iq_list_get_items(of, 0, count, &buffers) != IQ_OK) {
        return false;
    }
    CHECK_OK(iq_list_get_info(of, &after));
    for (size_t i = 0; i < count; i++) {
        bits[i / 64] |= (uint64_t)from->passes[tree_number(keys[i])] << i % 64;
    }
    *version = before.version;
    return before.version == after.version;
}

void follower_set_filter(follower *self, bool is_function, random_source *random)
{
    if (self->filter_count == (size_t)(is_function ? FOLLOWER_FILTERS : FOLLOWER_FILTERS - 1)) {
        return;
    }
    follower_filter *next = &self->filters[self->filter_count];
    const follower_filter *last = self->filter_count ? next - 1 : NULL;
    iq_filter given = {.struct_size = sizeof given, .context = next, .destroy = destroy};
    const iq_submit_options options = {.struct_size = sizeof options, .done = done, .context = next,
                                       .flags = random_chance(random, 50) ? IQ_SUBMIT_HERE : 0};
    uint64_t bits[(TREE_KEYS + 63) / 64] = {0};
    unsigned percent = (unsigned)random_below(random, 101);
    if (last && last->is_function && random_chance(random, 50)) {
        given.change = random_chance(random, 50) ? IQ_FILTER_STRICTER : IQ_FILTER_LOOSER;
    }
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        bool is_in = key < FOLLOWER_ROOTS || random_chance(random, percent);
        next->passes[key] = given.change == IQ_FILTER_STRICTER  ? is_in && last->passes[key]
                            : given.change == IQ_FILTER_LOOSER ? is_in || last->passes[key]
                                                               : is_in;
    }
    next->is_function = is_function;
    if (is_function) {
        if (random_chance(random, 50)) {
            given.passes_batch = passes_batch;
        } else {
            given.passes = passes;
        }
    } else if (make_bits(self, next, bits, &given.version)) {
        given.bits = bits;
    } else {
        return;
    }
    iq_status status = iq_list_set_filter(self->list, &given, &options, NULL);
    CHECK(status == IQ_OK || (!is_function && (status == IQ_ERROR_STATE || status == IQ_ERROR_BUSY)));
    self->filter_count += status == IQ_OK;
}

void follower_use(follower *self, random_source *random)
{
    switch (random_below(random, 8)) {
    case 0:
    case 1:
    case 2: set_by_key(self, random); break;
    case 3: set_by_handle(self, random); break;
    case 4: set_range(self, random); break;
    case 5: check_item(self, random); break;
    case 6: follower_check_states(self, random_state(random)); break;
    default:
        if (self->flags & AS_FILTER) {
            follower_set_filter(self, random_chance(random, 70), random);
        }
    }
}

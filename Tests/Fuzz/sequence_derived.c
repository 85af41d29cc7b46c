/*
 * sequence_derived.c - the operations on derived lists, their filters and orders: see sequence.h. A derived list is in
 * a slot of lists: what works on lists is tried on it, and what changes one is refused as long as its source lives.
 */
#include "sequence.h"

#define OPERATION(name) static void name(machine *m)

enum { MOST_FILTERS = LONGEST_PROGRAM };

/* Of orders, too. */
static struct filter {
    bool lives;
    uint8_t mask;
} filters[MOST_FILTERS];

static int passes(void *context, iq_key key, const void *model)
{
    const struct filter *self = context;
    (void)model;
    CHECK(self->lives);
    return key.bytes[0] & self->mask;
}

static void destroy(void *context)
{
    struct filter *self = context;
    CHECK(self->lives);
    self->lives = false;
}

/* Ranks and comparisons by the bits of the mask, which are no order at times. */
static int ask(void *context, const iq_ranked *items, size_t count, uint32_t depth, iq_rank *ranks, iq_key *groups)
{
    const struct filter *self = context;
    CHECK(self->lives && count > 0 && groups == NULL && depth <= IQ_MAX_ORDER_DEPTH);
    for (size_t i = 0; i < count; i++) {
        CHECK(model_is_alive(items[i].model, items[i].cell_class));
        ranks[i] = iq_rank_from_bytes(items[i].key.bytes, self->mask % 16u, depth);
    }
    return 0;
}

static int compare(void *context, const iq_ranked *a, const iq_ranked *b)
{
    const struct filter *self = context;
    CHECK(self->lives);
    return (a->content & self->mask) < (b->content & self->mask) ? -1 : self->mask & 1;
}

void check_filters_destroyed(void)
{
    for (size_t i = 0; i < MOST_FILTERS; i++) {
        CHECK(!filters[i].lives);
    }
}

static void done(void *context, uint64_t ticket, iq_status status)
{
    machine *m = context;
    CHECK(m->under_way > 0 && ticket > 0);
    CHECK(status != IQ_ERROR_ARGUMENT && status != IQ_ERROR_HANDLE && status != IQ_ERROR_BUSY);
    m->under_way--;
}

OPERATION(derive)
{
    static const iq_derive_options all[] = {
        {sizeof *all, IQ_DERIVE_OUTLINE, 0},
        {sizeof *all, IQ_DERIVE_OUTLINE, IQ_DERIVE_EXCLUSIVE},
        {sizeof *all, IQ_DERIVE_OUTLINE, IQ_DERIVE_EXPANDED},
        {sizeof *all, IQ_DERIVE_OUTLINE, IQ_DERIVE_EXPANDED | IQ_DERIVE_SECTIONS},
        {sizeof *all, IQ_DERIVE_OUTLINE, IQ_DERIVE_EXCLUSIVE | IQ_DERIVE_SECTIONS | IQ_DERIVE_DROP_EMPTY_SECTIONS},
        {sizeof *all, IQ_DERIVE_FILTER, 0},
        {sizeof *all, IQ_DERIVE_FILTER, IQ_DERIVE_KEEP_PARENTS},
        {sizeof *all, IQ_DERIVE_FILTER, IQ_DERIVE_DROP_EMPTY_SECTIONS},
        {sizeof *all, IQ_DERIVE_SORTED, 0},
        {sizeof *all, IQ_DERIVE_SORTED, IQ_DERIVE_DROP_EMPTY_SECTIONS}};
    const slot *source = next_slot(m, KIND_LIST);
    slot *self = &m->slots[KIND_LIST][next_byte(m) % SLOTS];
    const iq_derive_options *options = &all[next_byte(m) % (sizeof all / sizeof *all)];
    iq_list *list = NULL;
    if (TRY(m, source, NULL, iq_list_derive(source->object, options, &list))) {
        size_t threshold = source->threshold;
        /* It may take the place of its source. */
        slot_put(m, self, list);
        self->threshold = threshold;
    }
}

static struct filter *free_filter(void)
{
    size_t i = 0;
    while (filters[i].lives) {
        i++;
        CHECK(i < MOST_FILTERS);
    }
    return &filters[i];
}

/* Prepared at once, on this thread, as submissions are. */
OPERATION(set_filter)
{
    const slot *list = next_slot(m, KIND_LIST), *source = next_slot(m, KIND_LIST);
    uint8_t byte = next_byte(m);
    iq_submit_options options = submit_options(m);
    options.flags |= byte & 1 ? IQ_SUBMIT_EACH : 0;
    options.done = done;
    options.context = m;
    iq_filter filter = {.struct_size = sizeof filter, .change = (uint32_t)(byte >> 1) % 3};
    iq_list_info info = {.struct_size = sizeof info};
    const uint64_t bits[2] = {UINT64_C(0x0102040810204081) * next_byte(m), UINT64_MAX};
    struct filter *own = NULL;
    m->fail = 0;
    if (byte & 128 && slot_is_good(source)) {
        CHECK_OK(iq_list_get_info(source->object, &info));
        filter.bits = info.items <= 128 ? bits : NULL;
        filter.version = info.version;
    } else if (byte & 64) {
        own = free_filter();
        *own = (struct filter){.lives = true, .mask = next_byte(m)};
        filter.passes = passes;
        filter.context = own;
        filter.destroy = destroy;
    }
    m->under_way++;
    if (!TRY(m, list, NULL, iq_list_set_filter(list->object, byte & 32 ? &filter : NULL, &options, NULL))) {
        m->under_way--;
        if (own) {
            own->lives = false;
        }
    } else if (own && !(byte & 32)) {
        own->lives = false;
    }
}

OPERATION(set_order)
{
    const slot *list = next_slot(m, KIND_LIST);
    uint8_t byte = next_byte(m);
    struct filter *own = free_filter();
    iq_submit_options options = submit_options(m);
    options.flags |= byte & 1 ? IQ_SUBMIT_EACH : 0;
    options.done = done;
    options.context = m;
    const iq_order order = {.struct_size = sizeof order, .flags = byte >> 1 & 15, .batch = byte >> 5, .context = own,
                            .ask = byte & 32 ? NULL : ask, .compare = byte & 64 ? compare : NULL,
                            .destroy = destroy};
    *own = (struct filter){.lives = byte != 255, .mask = next_byte(m)};
    m->fail = 0;
    m->under_way++;
    if (!TRY(m, list, NULL, iq_list_set_order(list->object, byte == 255 ? NULL : &order, &options, NULL))) {
        m->under_way--;
        own->lives = false;
    }
}

OPERATION(poll)
{
    const slot *list = next_slot(m, KIND_LIST);
    uint8_t byte = next_byte(m);
    iq_event events[4] = {{.struct_size = sizeof events[0]}};
    size_t count = 0;
    if (byte & 1) {
        uint32_t kinds = IQ_EVENT_CHILDREN | (byte & 2 ? IQ_EVENT_UPDATE : 0) | (byte & 4 ? IQ_EVENT_STATES : 0);
        TRY(m, list, NULL, iq_list_set_events(list->object, kinds));
    }
    m->fail = m->under_way > 0 ? 0 : m->fail;
    if (TRY(m, list, NULL, iq_list_poll(list->object, events, 1 + (byte >> 3 & 3), &count))) {
        for (size_t i = 0; i < count; i++) {
            CHECK(events[i].kind != 0 && (events[i].kind & (events[i].kind - 1)) == 0);
            CHECK(model_is_alive(events[i].model, events[i].cell_class));
        }
    }
}

/* Another level for one item of a list, or children for it. */
OPERATION(deepen)
{
    const slot *list = next_slot(m, KIND_LIST);
    uint8_t byte = next_byte(m);
    iq_key key = next_item_key(m), section = next_section_key(m);
    const uint16_t level = byte & 7;
    iq_item item;
    iq_edit *edit;
    some_items items;
    next_items(m, &items);
    if (!slot_is_good(list) || iq_list_find_item(list->object, &section, key, &item) != IQ_OK ||
        iq_edit_begin(list->object, NULL, &edit) != IQ_OK) {
        return;
    }
    iq_columns levels = {.struct_size = sizeof levels, .count = 1, .levels = &level};
    iq_status status = byte & 8 ? iq_edit_insert_children(edit, item, IQ_END, &items.columns)
                                : iq_edit_update_items(edit, &item, &levels, IQ_COLUMN_LEVEL);
    CHECK(status == IQ_OK || status == IQ_ERROR_DUPLICATE || status == IQ_ERROR_LIMIT || status == IQ_ERROR_NOT_FOUND ||
          status == IQ_ERROR_ARGUMENT);
    if (byte & 128) {
        CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    }
    iq_edit_destroy(edit);
}

/* All of them have one number. */
OPERATION(derived)
{
    static void (*const all[])(machine *m) = {derive, derive, set_filter, set_filter,
                                              set_order, set_order, poll, poll, poll, deepen, deepen};
    all[next_byte(m) % (sizeof all / sizeof *all)](m);
}

const operation operations_of_derived[] = {{"derived", derived}, {"derived", derived}};
const size_t operations_of_derived_count = sizeof operations_of_derived / sizeof *operations_of_derived;

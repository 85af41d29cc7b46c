/*
 * world_orders.c - orders of sorted and grouped lists, and the headers of groups: see world.h.
 */
#include "world.h"

#include "check.h"

#include <limits.h>

/* ---- functions */

static void check_ranked(const world_ticket *ticket, const iq_ranked *item)
{
    CHECK(ticket->destroyed == 0);
    CHECK(item->cell_class.id == 0 || tree_references(item->model) > 0);
}

static int ask(void *context, const iq_ranked *items, size_t count, uint32_t depth, iq_rank *ranks, iq_key *groups)
{
    const world_ticket *ticket = context;
    if (world_fails()) {
        return 1;
    }
    for (size_t i = 0; i < count; i++) {
        check_ranked(ticket, &items[i]);
    }
    CHECK((groups != NULL) == (depth == 0 && ticket->order.groups > 0));
    tree_order_ask(&ticket->order, items, count, depth, ranks, groups);
    world_inside("ask");
    /* The models live for the call. */
    for (size_t i = 0; i < count; i++) {
        CHECK(items[i].cell_class.id == 0 || tree_references(items[i].model) > 0);
    }
    return 0;
}

static int compare(void *context, const iq_ranked *a, const iq_ranked *b)
{
    const world_ticket *ticket = context;
    if (world_fails()) {
        return INT_MIN;
    }
    check_ranked(ticket, a);
    check_ranked(ticket, b);
    int answer = tree_order_compare(&ticket->order, a, b);
    world_inside("compare");
    return answer;
}

static bool counts(const world_ticket *ticket)
{
    return ticket->list->flags & IQ_DERIVE_COUNTS;
}

static int describe(void *context, iq_group *groups, size_t count)
{
    const world_ticket *ticket = context;
    if (world_fails()) {
        return 1;
    }
    tree_order_describe(&ticket->order, groups, count);
    for (size_t i = 0; i < count; i++) {
        const iq_ranked *first = &groups[i].first;
        check_ranked(ticket, first);
        groups[i].header.kind = IQ_KIND_HEADER;
        groups[i].header.key = first->key;
        groups[i].header.content = counts(ticket) ? groups[i].count : first->content;
        groups[i].header.cell_class = first->cell_class;
        groups[i].header.model = first->model;
    }
    world_inside("describe");
    return 0;
}

static void destroy(void *context)
{
    world_ticket *ticket = context;
    CHECK(++ticket->destroyed == 1);
    world_inside("destroy");
}

/* ---- calls */

/* The answers to the order in effect hold for another direction, or for freezing. No other one waits in between. */
static bool keep_ranks(world_ticket *ticket, const world_list *self)
{
    const world_ticket *last = self->in_effect;
    if (!last || last != self->given || !last->has_function || world_chance(50)) {
        return false;
    }
    bool is_frozen = ticket->order.is_frozen, is_descending = ticket->order.is_descending;
    ticket->order = last->order;
    ticket->order.is_frozen = is_frozen;
    ticket->order.is_descending = is_descending;
    ticket->order.is_stale |= is_frozen;
    return true;
}

void world_set_order(world_list *self)
{
    static const uint32_t some_flags[] = {0, 0, 0, IQ_SUBMIT_EACH, IQ_SUBMIT_PLAIN};
    bool is_grouped = self->flags & AS_GROUPED;
    world_ticket *ticket = is_ordered(self->flags) ? world_ticket_new(self) : NULL;
    if (!ticket) {
        return;
    }
    iq_order given = {.struct_size = sizeof given, .context = ticket, .ask = ask, .destroy = destroy};
    ticket->has_function = is_grouped || world_chance(90);
    ticket->order = tree_order_random(&world.random, is_grouped);
    ticket->order.is_frozen = ticket->order.is_stale = world_chance(15);
    bool keeps = keep_ranks(ticket, self);
    given.flags = tree_order_flags(&ticket->order) | (keeps ? IQ_ORDER_KEEP_RANKS : 0);
    given.batch = world_chance(40) ? 1 + (uint32_t)world_below(20) : 0;
    given.compare = ticket->order.ties == TREE_TIES_COMPARE ? compare : NULL;
    given.describe = is_grouped ? describe : NULL;
    iq_submit_options options = world_options(ticket, some_flags[world_below(5)]);
    uint64_t number = 0;
    self->inside++;
    iq_status status = TRIED(iq_list_set_order(self->list, ticket->has_function ? &given : NULL, &options, &number));
    self->inside--;
    if (!JUDGED(status, false)) {
        world_ticket_drop(ticket);
        return;
    }
    world_say(self, "order %llu, flags %x, by batches of %u", (unsigned long long)number, given.flags, given.batch);
    ticket->ticket = number;
    self->given = ticket;
}

/* ---- headers */

void world_check_headers(const world_list *self, const tree *now)
{
    for (size_t s = 0; s < now->sections; s++) {
        const tree_item *first = &now->items[now->starts[s]];
        iq_supplementary header = {.struct_size = sizeof header};
        iq_section section;
        CHECK_OK(iq_list_find_section_at(self->list, s, &section));
        CHECK_OK(iq_list_get_supplementary(self->list, section, IQ_KIND_HEADER, 0, 0, &header));
        CHECK(tree_number(header.key) == first->key);
        CHECK(!(self->flags & IQ_DERIVE_COUNTS) || header.content == now->starts[s + 1] - now->starts[s]);
        /* In a frozen order a group is not described again for an item that has changed. */
        if (!self->in_effect->order.is_stale) {
            CHECK(header.model == tree_model_of(first->key, first->content));
            CHECK(header.cell_class.id == first->cell_class);
        }
    }
}

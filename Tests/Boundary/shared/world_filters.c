/*
 * world_filters.c - filters, and the tickets of these, of orders and of submissions: see world.h.
 */
#include "world.h"

#include "check.h"
#include "in_batches.h"

/* ---- tickets */

world_ticket *world_ticket_new(world_list *of)
{
    if (world.ticket_count == WORLD_TICKETS) {
        return NULL;
    }
    world_ticket *ticket = check_memory(calloc(1, sizeof *ticket));
    ticket->list = of;
    ticket->life = of->life;
    world.tickets[world.ticket_count++] = ticket;
    return ticket;
}

void world_ticket_drop(world_ticket *ticket)
{
    CHECK(ticket->ended == 0 && ticket->destroyed == 0);
    for (size_t i = 0; i < world.ticket_count; i++) {
        if (world.tickets[i] == ticket) {
            world.tickets[i] = world.tickets[--world.ticket_count];
        }
    }
    free(ticket->shows);
    free(ticket);
}

static void done(void *context, uint64_t number, iq_status status)
{
    world_ticket *ticket = context;
    CHECK(++ticket->ended == 1 && (ticket->ticket == 0 || ticket->ticket == number));
    CHECK(status == IQ_OK || status == IQ_ERROR_CANCELLED || status == IQ_ERROR_NO_MEMORY ||
          (status == IQ_ERROR_SUPERSEDED && !ticket->is_each));
    world_inside("done");
}

iq_submit_options world_options(world_ticket *ticket, uint32_t flags)
{
    ticket->is_each = flags & IQ_SUBMIT_EACH;
    return (iq_submit_options){.struct_size = sizeof(iq_submit_options), .flags = flags | IQ_SUBMIT_HERE, .done = done,
                               .context = ticket};
}

static bool passes_by(const world_ticket *ticket, unsigned key)
{
    random_source random = {ticket->salt * 1000 + key};
    return random_below(&random, 100) < ticket->percent;
}

static int passes(void *context, iq_key key, const void *model)
{
    const world_ticket *ticket = context;
    unsigned number = tree_number(key);
    CHECK(ticket->destroyed == 0);
    CHECK(model >= tree_model_of(number, 0) && model <= tree_model_of(number, TREE_CONTENTS - 1));
    bool answer = ticket->passes[number];
    world_inside("passes");
    return answer;
}

IN_BATCHES(passes_batch, passes)

static void destroy(void *context)
{
    world_ticket *ticket = context;
    CHECK(++ticket->destroyed == 1);
    world_inside("destroy");
}

/* Of 100 keys fewer pass, or more, than by the function that was given before. */
static uint32_t relate(world_ticket *ticket, const world_ticket *last)
{
    if (!last || !last->has_function || world_chance(40)) {
        return IQ_FILTER_DIFFERENT;
    }
    ticket->salt = last->salt;
    if (world_chance(50)) {
        ticket->percent = (unsigned)world_below(last->percent + 1);
        return IQ_FILTER_STRICTER;
    }
    ticket->percent = last->percent + (unsigned)world_below(101 - last->percent);
    return IQ_FILTER_LOOSER;
}

/* For the items that the source shows now. */
static void fill_bits(const world_list *self, const world_ticket *ticket, uint64_t *bits, uint64_t *version)
{
    iq_list_info info = {.struct_size = sizeof info};
    tree now = {0};
    if (self->source) {
        tree_read(self->source->list, &now);
        CHECK_OK(iq_list_get_info(self->source->list, &info));
    }
    for (size_t i = 0; i < now.count; i++) {
        bits[i / 64] |= (uint64_t)ticket->passes[now.items[i].key] << i % 64;
    }
    *version = info.version;
}

void world_set_filter(world_list *self)
{
    static const uint32_t some_flags[] = {0, 0, 0, IQ_SUBMIT_EACH, IQ_SUBMIT_PLAIN};
    uint64_t bits[(TREE_KEYS + 63) / 64] = {0};
    world_ticket *ticket = self->flags & AS_FILTER ? world_ticket_new(self) : NULL;
    if (!ticket) {
        return;
    }
    iq_filter given = {.struct_size = sizeof given};
    ticket->salt = random_next(&world.random) % 1000;
    ticket->percent = world_chance(70) ? 60 + (unsigned)world_below(41) : (unsigned)world_below(101);
    ticket->has_bits = world_chance(30);
    ticket->has_function = !ticket->has_bits && world_chance(90);
    ticket->percent = ticket->has_bits || ticket->has_function ? ticket->percent : 100;
    given.change = ticket->has_function ? relate(ticket, self->given) : 0;
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        ticket->passes[key] = passes_by(ticket, key);
    }
    if (ticket->has_function) {
        if (world_chance(50)) {
            given.passes_batch = passes_batch;
        } else {
            given.passes = passes;
        }
        given.destroy = destroy;
        given.context = ticket;
    } else if (ticket->has_bits) {
        fill_bits(self, ticket, bits, &given.version);
        given.bits = bits;
        for (unsigned key = 0; self->source && key < TREE_KEYS; key++) {
            ticket->unsure[key] = tree_find(&self->source->past[(self->source->commits - 1) % WORLD_PAST], key) ==
                                  TREE_NONE;
        }
    }
    iq_submit_options options = world_options(ticket, some_flags[world_below(5)]);
    uint64_t number = 0;
    bool is_edited = self->source == &world.lists[0] && world.edit;
    self->inside++;
    iq_status status = TRIED(iq_list_set_filter(self->list, &given, &options, &number));
    self->inside--;
    bool is_refused = ticket->has_bits && !self->source && (status == IQ_ERROR_STATE || status == IQ_ERROR_HANDLE);
    if (is_refused || !JUDGED(status, ticket->has_bits && is_edited)) {
        world_ticket_drop(ticket);
        return;
    }
    CHECK(!ticket->has_bits || self->source);
    world_say(self, "filter %llu of %s", (unsigned long long)number,
              ticket->has_bits ? "bits" : ticket->has_function ? "a function" : "all");
    ticket->ticket = number;
    self->given = ticket;
}

void world_cancel(world_list *self)
{
    for (size_t i = world.ticket_count; i-- > 0;) {
        world_ticket *ticket = world.tickets[i];
        if (ticket->list == self && ticket->life == self->life && ticket->ticket) {
            iq_status status = iq_list_cancel(self->list, ticket->ticket);
            CHECK(status == IQ_OK || status == IQ_ERROR_STATE || status == IQ_ERROR_NOT_FOUND);
            CHECK(status != IQ_OK || ticket->ended == 0);
            return;
        }
    }
}

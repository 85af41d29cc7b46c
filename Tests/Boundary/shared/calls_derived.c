/*
 * calls_derived.c - the calls on derived lists: see calls.h.
 */
#include "calls.h"

#define CALL(name) static iq_status name(const call_objects *c)

CALL(derive)
{
    static const iq_derive_options options = {.struct_size = sizeof options, .flags = IQ_DERIVE_EXPANDED};
    iq_list *list = NULL;
    iq_status status = iq_list_derive(c->list, &options, &list);
    iq_list_destroy(list);
    return status;
}

static int passes(void *context, iq_key key, const void *model)
{
    (void)context;
    (void)model;
    return key.bytes[0] % 2;
}

CALL(get_filter)
{
    uint32_t kind;
    uint64_t ticket, waiting;
    return iq_list_get_filter(c->derived, &kind, &ticket, &waiting);
}

CALL(set_filter)
{
    const iq_filter filter = {.struct_size = sizeof filter, .passes = passes};
    const iq_submit_options options = {.struct_size = sizeof options, .flags = IQ_SUBMIT_HERE};
    uint64_t ticket;
    return iq_list_set_filter(c->derived, &filter, &options, &ticket);
}

/* Every item passes, whatever the list has now. */
CALL(set_bits)
{
    static const uint64_t bits[] = {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX,
                                    UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX};
    iq_list_info info = {.struct_size = sizeof info};
    iq_status status = iq_list_get_info(c->list, &info);
    const iq_filter filter = {.struct_size = sizeof filter, .bits = bits, .version = info.version};
    const iq_submit_options options = {.struct_size = sizeof options, .flags = IQ_SUBMIT_HERE};
    return status ? status : iq_list_set_filter(c->derived, &filter, &options, NULL);
}

static int ask(void *context, const iq_ranked *items, size_t count, uint32_t depth, iq_rank *ranks, iq_key *groups)
{
    (void)context;
    (void)groups;
    for (size_t i = 0; i < count; i++) {
        ranks[i] = iq_rank_from_unsigned(depth == 0 ? items[i].key.bytes[0] % 2 : 0);
    }
    return 0;
}

CALL(get_order)
{
    uint32_t flags;
    uint64_t ticket, waiting;
    return iq_list_get_order(c->sorted, &flags, &ticket, &waiting);
}

CALL(set_order)
{
    const iq_order order = {.struct_size = sizeof order, .ask = ask, .flags = IQ_ORDER_DEEP | IQ_ORDER_DESCENDING};
    const iq_submit_options options = {.struct_size = sizeof options, .flags = IQ_SUBMIT_HERE};
    uint64_t ticket;
    return iq_list_set_order(c->sorted, &order, &options, &ticket);
}

CALL(poll_sorted)
{
    size_t count;
    return iq_list_poll(c->sorted, NULL, 0, &count);
}

CALL(poll)
{
    size_t count;
    return iq_list_poll(c->derived, NULL, 0, &count);
}

CALL(changes_since)
{
    iq_changeset *changes = NULL;
    iq_snapshot *after = NULL;
    iq_status status = iq_list_changes_since(c->list, NULL, NULL, &changes, &after);
    iq_changeset_destroy(changes);
    iq_snapshot_destroy(after);
    return status;
}

const call calls_of_derived[] = {
    {"iq_list_derive", CALL_LIST, 0, derive},
    {"iq_list_changes_since", CALL_LIST, 0, changes_since},
    {"iq_list_set_filter", CALL_DERIVED, 0, set_filter},
    {"iq_list_get_filter", CALL_DERIVED, 0, get_filter},
    {"iq_list_set_filter bits", CALL_DERIVED, 0, set_bits},
    {"iq_list_poll derived", CALL_DERIVED, 0, poll},
    {"iq_list_set_order", CALL_SORTED, 0, set_order},
    {"iq_list_get_order", CALL_SORTED, 0, get_order},
    {"iq_list_poll sorted", CALL_SORTED, 0, poll_sorted},
};
const size_t calls_of_derived_count = sizeof calls_of_derived / sizeof *calls_of_derived;

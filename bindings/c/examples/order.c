/* order.c - in which order the processes of a user stand: a sorted list asks for
 * 16 bytes of each process that is new or has changed. */
#include "order.h"

#include "proc.h"
#include "show.h"

#include <ctype.h>

/* A name in lower case, a zero, and the number, the highest byte first. */
static iq_rank rank_of_name(const struct process *process, uint32_t depth)
{
    char bytes[sizeof process->name + 5];
    size_t length = 0;
    int shift;

    for (; process->name[length] != 0; length++)
        bytes[length] = (char)tolower((unsigned char)process->name[length]);
    bytes[length++] = 0;
    for (shift = 24; shift >= 0; shift -= 8)
        bytes[length++] = (char)(process->pid >> shift);
    return iq_rank_from_bytes(bytes, length, depth);
}

static iq_rank rank_of(const struct process *process, enum order order,
                       uint32_t depth)
{
    uint64_t cpu = process->cpu < UINT32_MAX ? process->cpu : UINT32_MAX;
    iq_rank rank = {0, ~(uint64_t)process->pid};

    switch (order) {
    case ORDER_CPU: rank.high = (uint64_t)process->load << 32 | cpu; break;
    case ORDER_MEMORY: rank.high = process->memory; break;
    case ORDER_NAME: return rank_of_name(process, depth);
    }
    return rank;
}

static int ask(void *context, const iq_ranked *items, size_t count,
               uint32_t depth, iq_rank *ranks, iq_key *groups)
{
    enum order order = (enum order)(uintptr_t)context;
    size_t i;

    (void)groups;
    for (i = 0; i < count; i++)
        ranks[i] = rank_of(items[i].model, order, depth);
    return 0;
}

void order_list(iq_list *list, enum order order)
{
    const iq_order given = {
        .struct_size = sizeof given,
        .flags = order == ORDER_NAME ? IQ_ORDER_DEEP : IQ_ORDER_DESCENDING,
        .context = (void *)(uintptr_t)order,
        .ask = ask};

    check(iq_list_set_order(list, &given, NULL, NULL));
}

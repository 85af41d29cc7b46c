/* order.c - in which order the processes of a user stand. */
#include "order.h"

#include <stdlib.h>
#include <strings.h>

/* What is equal has an order too: otherwise it would move at each look. */
static int by_number(const struct process *one, const struct process *other)
{
    return (one->pid > other->pid) - (one->pid < other->pid);
}

static int by_cpu(const void *a, const void *b)
{
    const struct process *one = a, *other = b;

    if (one->load != other->load)
        return one->load > other->load ? -1 : 1;
    if (one->cpu != other->cpu)
        return one->cpu > other->cpu ? -1 : 1;
    return by_number(one, other);
}

static int by_memory(const void *a, const void *b)
{
    const struct process *one = a, *other = b;

    if (one->memory != other->memory)
        return one->memory > other->memory ? -1 : 1;
    return by_number(one, other);
}

static int by_name(const void *a, const void *b)
{
    const struct process *one = a, *other = b;
    int compared = strcasecmp(one->name, other->name);

    return compared != 0 ? compared : by_number(one, other);
}

void order_rows(struct processes *processes, enum order order)
{
    size_t i;

    for (i = 0; i < processes->user_count; i++) {
        struct user *user = &processes->users[i];

        qsort(processes->rows + user->first, user->count,
              sizeof *processes->rows,
              order == ORDER_CPU      ? by_cpu
              : order == ORDER_MEMORY ? by_memory
                                      : by_name);
    }
}

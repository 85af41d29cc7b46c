/* shown.c - what the list shows, read back from a snapshot of it. */
#include "shown.h"

#include "show.h"

#include <stdlib.h>

const struct process *process_shown(const iq_snapshot *shown, size_t index)
{
    void *model;
    iq_item_buffers row = {.struct_size = sizeof row, .models = &model};

    check(iq_snapshot_get_items(shown, index, 1, &row));
    return model;
}

uint64_t memory_shown(const iq_snapshot *shown, size_t first, size_t count)
{
    void **models = allocate(count, sizeof *models);
    iq_item_buffers rows = {.struct_size = sizeof rows, .models = models};
    uint64_t memory = 0;
    size_t i;

    check(iq_snapshot_get_items(shown, first, count, &rows));
    for (i = 0; i < count; i++)
        memory += ((const struct process *)models[i])->memory;
    free(models);
    return memory;
}

struct user user_shown(const iq_snapshot *shown, size_t section)
{
    iq_section_info info = {.struct_size = sizeof info};
    iq_supplementary header = {.struct_size = sizeof header};
    size_t headers;
    struct user user;

    check(iq_snapshot_get_section_info_at(shown, section, &info));
    check(iq_snapshot_get_supplementaries(shown, info.key, 0, &header, 1, &headers));
    user = *(const struct user *)header.model;
    user.first = info.first;
    user.count = info.count;
    user.memory = memory_shown(shown, info.first, info.count);
    return user;
}

/* show.c - making a list show the processes. */
#define _GNU_SOURCE
#include "show.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void (*before_failing)(void);

void fail(const char *what, const char *why)
{
    if (before_failing != NULL)
        before_failing();
    fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, what, why);
    exit(EXIT_FAILURE);
}

void check(iq_status status)
{
    iq_error error = {.struct_size = sizeof error};

    if (status == IQ_OK)
        return;
    iq_get_last_error(&error);
    fail("the list", error.message);
}

void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);

    if (memory == NULL)
        fail("memory", strerror(errno));
    return memory;
}

void identify(struct process *process)
{
    iq_hasher hasher;

    check(iq_hasher_init(&hasher));
    check(iq_hasher_add_signed(&hasher, process->pid));
    check(iq_hasher_add_unsigned(&hasher, process->start));
    check(iq_hasher_get_key(&hasher, &process->key));
}

void describe(struct process *process)
{
    iq_hasher hasher;

    identify(process);
    check(iq_hasher_init(&hasher));
    check(iq_hasher_add_string(&hasher, process->name, SIZE_MAX));
    check(iq_hasher_add_string(&hasher, process->command, SIZE_MAX));
    check(iq_hasher_add_signed(&hasher, process->state));
    check(iq_hasher_add_unsigned(&hasher, process->memory));
    check(iq_hasher_add_unsigned(&hasher, process->cpu));
    check(iq_hasher_add_unsigned(&hasher, process->load));
    check(iq_hasher_get_content(&hasher, &process->content));

    process->row = process;
}

uint64_t header_content(size_t count, uint64_t memory)
{
    iq_hasher hasher;
    uint64_t content;

    check(iq_hasher_init(&hasher));
    check(iq_hasher_add_unsigned(&hasher, count));
    check(iq_hasher_add_unsigned(&hasher, memory));
    check(iq_hasher_get_content(&hasher, &content));
    return content;
}

iq_changeset *show(iq_list *list, struct processes *processes, uint32_t flags)
{
    iq_update_options options = {.struct_size = sizeof options, .flags = flags};
    struct process *rows = processes->rows;
    size_t i, user_count = processes->user_count;
    iq_section_entry *sections = allocate(user_count, sizeof *sections);
    iq_supplementary *headers = allocate(user_count, sizeof *headers);
    iq_columns items = {.struct_size = sizeof items,
                        .count = processes->count,
                        .keys = &rows->key,
                        .key_stride = sizeof *rows,
                        .contents = &rows->content,
                        .content_stride = sizeof *rows,
                        .models = &rows->row,
                        .model_stride = sizeof *rows};
    iq_changeset *changeset;

    for (i = 0; i < processes->count; i++)
        describe(&rows[i]);
    for (i = 0; i < user_count; i++) {
        struct user *user = &processes->users[i];

        headers[i] = (iq_supplementary){
            .struct_size = sizeof headers[i],
            .kind = IQ_KIND_HEADER,
            .content = header_content(user->count, user->memory),
            .model = user};
        sections[i] = (iq_section_entry){.struct_size = sizeof sections[i],
                                         .key = iq_key_from_u64(user->id),
                                         .first_item = user->first,
                                         .supplementaries = &headers[i],
                                         .supplementary_count = 1};
    }
    check(iq_list_set(list, sections, user_count, &items, &options,
                      &changeset));
    free(headers);
    free(sections);
    return changeset;
}

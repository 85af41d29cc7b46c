/* inbox_print.c - what has changed in the list, as text. */
#include "inbox.h"

#include "show.h"

#include <stdio.h>

static void print_letter(const iq_snapshot *shown, uint32_t index)
{
    const struct letter *letter;
    void *model;
    iq_item_buffers row = {.struct_size = sizeof row, .models = &model};

    check(iq_snapshot_get_items(shown, index, 1, &row));
    letter = model;
    printf("#%lld  %lld %c %s: %s\n", (long long)letter->id,
           (long long)letter->sent, letter->is_read ? ' ' : '*', letter->sender,
           letter->subject);
}

static void print_change(const iq_change *change, uint32_t offset,
                         const iq_snapshot *before, const iq_snapshot *after)
{
    uint32_t from = change->before_item + offset;
    uint32_t to = change->after_item + offset;

    switch (change->kind) {
    case IQ_ITEM_DELETE:
        printf("  - %u  ", (unsigned)from);
        print_letter(before, from);
        break;
    case IQ_ITEM_INSERT:
        printf("  + %u  ", (unsigned)to);
        print_letter(after, to);
        break;
    case IQ_ITEM_MOVE_IN:
        printf("  > %u  from %u: ", (unsigned)to, (unsigned)from);
        print_letter(after, to);
        break;
    case IQ_ITEM_UPDATE:
        printf("  ~ %u  ", (unsigned)to);
        print_letter(after, to);
        break;
    default:
        break;
    }
}

void print_changes_since(struct inbox *inbox, iq_snapshot **shown)
{
    iq_changeset *changeset;
    iq_snapshot *now;
    const iq_change *changes;
    size_t count;

    check(iq_list_changes_since(inbox->sorted, *shown, NULL, &changeset, &now));
    if (now == NULL)
        return;
    check(iq_changeset_get_batch(changeset, &changes, &count));
    for (size_t i = 0; i < count; i++)
        for (uint32_t offset = 0; offset < changes[i].count; offset++)
            print_change(&changes[i], offset, *shown, now);
    iq_changeset_destroy(changeset);
    iq_snapshot_destroy(*shown);
    *shown = now;
}

void print_letters(struct inbox *inbox)
{
    iq_snapshot *shown;
    size_t count;

    check(iq_list_snapshot(inbox->sorted, &shown));
    check(iq_list_get_count(inbox->sorted, NULL, &count));
    for (uint32_t i = 0; i < count; i++) {
        printf("  %u  ", (unsigned)i);
        print_letter(shown, i);
    }
    iq_snapshot_destroy(shown);
}

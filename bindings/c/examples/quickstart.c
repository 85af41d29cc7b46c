/* quickstart.c - set what a list shows, set it again, print the changes. */
#include <iqlist.h>
#include <stdio.h>
#include <stdlib.h>

struct chat {
    iq_key key;        /* its identity; never changes                  */
    uint64_t messages; /* its appearance: any 64 bits but 0           */
    const char *name;  /* the model: returned by the list, not read    */
};

static void check(iq_status status)
{
    iq_error error = {.struct_size = sizeof error};

    if (status == IQ_OK)
        return;
    iq_get_last_error(&error);
    fprintf(stderr, "quickstart: %s\n", error.message);
    exit(EXIT_FAILURE);
}

/* A change is a range of `count` consecutive items. */
static void print_change(const iq_change *change, const struct chat *before,
                         const struct chat *after)
{
    for (uint32_t i = 0; i < change->count; i++) {
        uint32_t from = change->before_item + i, to = change->after_item + i;

        if (change->kind == IQ_ITEM_DELETE)
            printf("  %s leaves position %u\n", before[from].name, from);
        if (change->kind == IQ_ITEM_INSERT)
            printf("  %s appears at %u\n", after[to].name, to);
        if (change->kind == IQ_ITEM_MOVE_IN)
            printf("  %s moves from %u to %u\n", after[to].name, from, to);
        if (change->kind == IQ_ITEM_UPDATE)
            printf("  %s has %d new\n", after[to].name,
                   (int)(after[to].messages - before[from].messages));
    }
}

static void show(iq_list *list, const struct chat *before,
                 const struct chat *after, size_t count)
{
    iq_columns items = {.struct_size = sizeof items, .count = count,
        .keys = &after->key, .key_stride = sizeof *after,
        .contents = &after->messages, .content_stride = sizeof *after,
        .models = &after->name, .model_stride = sizeof *after};
    iq_changeset *changeset;
    const iq_change *changes;
    size_t change_count;

    check(iq_list_set_items(list, &items, NULL, &changeset));
    check(iq_changeset_get_batch(changeset, &changes, &change_count));
    for (size_t i = 0; i < change_count; i++)
        print_change(&changes[i], before, after);
    iq_changeset_destroy(changeset);
}

int main(void)
{
    iq_key ada = iq_key_from_u64(1), ben = iq_key_from_u64(2),
           cem = iq_key_from_u64(3), dot = iq_key_from_u64(4),
           eve = iq_key_from_u64(5);
    struct chat morning[] = {
        {ada, 7, "Ada"}, {ben, 2, "Ben"}, {cem, 5, "Cem"}, {dot, 1, "Dot"}};
    struct chat noon[] = {
        {eve, 1, "Eve"}, {cem, 8, "Cem"}, {ada, 9, "Ada"}, {ben, 2, "Ben"}};
    void *names[2];
    iq_item_buffers head = {.struct_size = sizeof head, .models = names};
    iq_list *list;

    check(iq_list_create(NULL, &list));
    puts("Morning");
    show(list, NULL, morning, 4);
    puts("Noon");
    show(list, morning, noon, 4);

    check(iq_list_get_items(list, 0, 2, &head));
    printf("On top: %s, then %s\n", (char *)names[0], (char *)names[1]);
    iq_list_destroy(list);
    return 0;
}

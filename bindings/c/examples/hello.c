/* hello.c - two states of a list, and what changes from one to the other. */
#include <iqlist.h>
#include <stdio.h>
#include <stdlib.h>

static void check(iq_status status)
{
    if (status == IQ_OK)
        return;
    fprintf(stderr, "hello: %s\n", iq_status_name(status));
    exit(EXIT_FAILURE);
}

int main(void)
{
    iq_key ada = iq_key_from_u64(1), ben = iq_key_from_u64(2),
           cem = iq_key_from_u64(3), eve = iq_key_from_u64(4);
    iq_key morning[] = {ada, ben, cem}, noon[] = {cem, ada, eve};
    iq_columns items = {.struct_size = sizeof items, .count = 3};
    iq_list *list;
    iq_changeset *changes;
    const iq_splice *splices;
    size_t count;

    check(iq_list_create(NULL, &list));
    items.keys = morning;
    check(iq_list_set_items(list, &items, NULL, NULL));
    items.keys = noon;
    check(iq_list_set_items(list, &items, NULL, &changes));

    check(iq_changeset_get_splices(changes, 0, &splices, &count));
    for (size_t i = 0; i < count; i++)
        printf("at %u: %u removed, %u added\n", (unsigned)splices[i].position,
               (unsigned)splices[i].removed, (unsigned)splices[i].added);
    iq_changeset_destroy(changes);
    iq_list_destroy(list);
    return 0;
}

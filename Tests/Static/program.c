/* program.c - a C program that uses the library: three items, then one less. */
#include <iqlist.h>

#include <stdio.h>

static int failed(const char *what)
{
    fprintf(stderr, "%s\n", what);
    return 1;
}

int main(void)
{
    iq_key keys[3];
    iq_columns items = {0};
    const iq_splice *splices;
    size_t count = 0;
    iq_list *list;
    iq_changeset *changes;

    if (iq_version() != IQ_VERSION)
        return failed("the library is not of the header's version");
    for (uint64_t index = 0; index < 3; index++)
        keys[index] = iq_key_from_u64(index + 1);
    items.struct_size = sizeof items;
    items.keys = keys;
    items.count = 3;
    if (iq_list_create(NULL, &list) != IQ_OK || iq_list_set_items(list, &items, NULL, NULL) != IQ_OK)
        return failed("three items are refused");
    items.count = 2;
    if (iq_list_set_items(list, &items, NULL, &changes) != IQ_OK ||
        iq_changeset_get_splices(changes, 0, &splices, &count) != IQ_OK)
        return failed("two items are refused");
    if (count != 1 || splices[0].position != 2 || splices[0].removed != 1 || splices[0].added != 0)
        return failed("the last item's going is not one splice");
    iq_changeset_destroy(changes);
    iq_list_destroy(list);
    return 0;
}

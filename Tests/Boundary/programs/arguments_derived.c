/*
 * arguments_derived.c - bad arguments of iq_list_derive and iq_list_set_filter, and what else is not accepted of a
 * derived list.
 */
#include "arguments.h"
#include "host_memory.h"

static int passes(void *context, iq_key key, const void *model)
{
    (void)context;
    (void)key;
    (void)model;
    return 1;
}

static void check_handles(iq_list *bad, iq_status status)
{
    REFUSED(iq_list_derive(bad, NULL, &out.list), status, 1);
    REFUSED(iq_list_set_filter(bad, NULL, NULL, &out.content), status, 1);
    REFUSED(iq_list_get_filter(bad, &out.destination, &out.content, &out.content), status, 1);
}

static void check_creation(void)
{
    iq_derive_options options = {.struct_size = sizeof options};
    iq_list *list = NULL;
    REFUSED(iq_list_derive(objects.list, NULL, NULL), IQ_ERROR_ARGUMENT, 3);
    STRUCT_SIZES(options, iq_list_derive(objects.list, &options, &out.list), 2);
    static const uint32_t of_none[] = {32, 64, 128, 256, UINT32_MAX, UINT32_C(1) << 31},
                          of_filters[] = {IQ_DERIVE_KEEP_PARENTS, IQ_DERIVE_EXCLUSIVE | IQ_DERIVE_EXPANDED},
                          of_outlines[] = {IQ_DERIVE_EXCLUSIVE, IQ_DERIVE_EXPANDED, IQ_DERIVE_SECTIONS};
    for (uint32_t kind = IQ_DERIVE_OUTLINE; kind <= IQ_DERIVE_FILTER; kind++) {
        options.kind = kind;
        for (size_t i = 0; i < sizeof of_none / sizeof *of_none; i++) {
            options.flags = of_none[i];
            REFUSED(iq_list_derive(objects.list, &options, &out.list), IQ_ERROR_ARGUMENT, 2);
        }
    }
    for (size_t i = 0; i < sizeof of_outlines / sizeof *of_outlines; i++) {
        options.flags = of_outlines[i];
        REFUSED(iq_list_derive(objects.list, &options, &out.list), IQ_ERROR_ARGUMENT, 2);
    }
    options.kind = IQ_DERIVE_OUTLINE;
    for (size_t i = 0; i < sizeof of_filters / sizeof *of_filters; i++) {
        options.flags = of_filters[i];
        REFUSED(iq_list_derive(objects.list, &options, &out.list), IQ_ERROR_ARGUMENT, 2);
    }
    options.flags = 0;
    static const uint32_t kinds[] = {IQ_DERIVE_FILTER + 1, 8, UINT32_C(1) << 31, UINT32_MAX};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        options.kind = kinds[i];
        REFUSED(iq_list_derive(objects.list, &options, &out.list), IQ_ERROR_ARGUMENT, 2);
    }
    options.kind = IQ_DERIVE_FILTER;
    ACCEPTED(iq_list_derive(objects.list, &options, &list));
    iq_list_destroy(list);
    options.kind = IQ_DERIVE_OUTLINE;
    REFUSED(iq_list_derive(objects.edited, &options, &out.list), IQ_ERROR_BUSY, 0);
    ACCEPTED(iq_list_derive(objects.list, &options, &list));
    iq_list_destroy(list);
    ACCEPTED(iq_list_derive(objects.list, NULL, &list));
    iq_list_destroy(list);
}

static uint64_t version(void)
{
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_info(objects.list, &info));
    return info.version;
}

static void check_filters(void)
{
    static const uint64_t bits[1] = {UINT64_MAX};
    iq_filter filter = {.struct_size = sizeof filter, .passes = passes};
    iq_submit_options options = {.struct_size = sizeof options};
    STRUCT_SIZES(filter, iq_list_set_filter(objects.derived, &filter, NULL, &out.content), 2);
    STRUCT_SIZES(options, iq_list_set_filter(objects.derived, &filter, &options, &out.content), 3);
    for (uint32_t change = 3; change != 0; change = change * 5 + (change < 1000)) {
        filter.change = change;
        REFUSED(iq_list_set_filter(objects.derived, &filter, NULL, &out.content), IQ_ERROR_ARGUMENT, 2);
        if (change > UINT32_MAX / 5) {
            break;
        }
    }
    filter.change = IQ_FILTER_LOOSER;
    filter.reserved = 1;
    REFUSED(iq_list_set_filter(objects.derived, &filter, NULL, &out.content), IQ_ERROR_ARGUMENT, 2);
    filter.reserved = 0;
    filter.bits = bits;
    filter.version = version();
    REFUSED(iq_list_set_filter(objects.derived, &filter, NULL, &out.content), IQ_ERROR_ARGUMENT, 2);
    filter.passes = NULL;
    filter.version = version() + 1;
    REFUSED(iq_list_set_filter(objects.derived, &filter, NULL, &out.content), IQ_ERROR_STATE, 0);
    REFUSED(iq_list_set_filter(objects.list, NULL, NULL, &out.content), IQ_ERROR_STATE, 0);
    static const uint32_t flags[] = {512, UINT32_MAX, IQ_COMMIT_REORDERED};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        options.flags = flags[i];
        REFUSED(iq_list_set_filter(objects.derived, NULL, &options, &out.content), IQ_ERROR_ARGUMENT, 3);
    }
    options.flags = IQ_SUBMIT_HERE;
    options.delay_milliseconds = 1;
    REFUSED(iq_list_set_filter(objects.derived, NULL, &options, &out.content), IQ_ERROR_ARGUMENT, 3);
    options.delay_milliseconds = 0;
    options.reserved = 1;
    REFUSED(iq_list_set_filter(objects.derived, NULL, &options, &out.content), IQ_ERROR_ARGUMENT, 3);
    options.reserved = 0;
    ACCEPTED(iq_list_set_filter(objects.derived, NULL, NULL, NULL));
    ACCEPTED(iq_list_set_filter(objects.derived, NULL, &options, NULL));
    filter.version = version();
    /* With bits it is not read. */
    filter.change = 77;
    ACCEPTED(iq_list_set_filter(objects.derived, &filter, NULL, NULL));
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    arguments_open();
    check_handles(NULL, IQ_ERROR_ARGUMENT);
    check_handles(WRONG_LIST, IQ_ERROR_HANDLE);
    check_handles((iq_list *)(void *)&out, IQ_ERROR_HANDLE);
    check_creation();
    check_filters();
    arguments_close();
    return 0;
}

/*
 * arguments_derived.c - bad arguments of iq_list_derive, iq_list_set_filter and iq_list_set_order, and what else is
 * not accepted of a derived list, but for what is generated from the header.
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

static void check_creation(void)
{
    iq_derive_options options = {.struct_size = sizeof options};
    iq_list *list = NULL;
    static const uint32_t of_filters[] = {IQ_DERIVE_KEEP_PARENTS, IQ_DERIVE_EXCLUSIVE | IQ_DERIVE_EXPANDED},
                          of_outlines[] = {IQ_DERIVE_EXCLUSIVE, IQ_DERIVE_EXPANDED, IQ_DERIVE_SECTIONS};
    options.kind = IQ_DERIVE_FILTER;
    for (size_t i = 0; i < sizeof of_outlines / sizeof *of_outlines; i++) {
        options.flags = of_outlines[i];
        REFUSED(iq_list_derive(objects.list, &options, &out.list), IQ_ERROR_ARGUMENT, 2);
    }
    options.flags = 32;
    REFUSED(iq_list_derive(objects.list, &options, &out.list), IQ_ERROR_ARGUMENT, 2);
    options.kind = IQ_DERIVE_OUTLINE;
    for (size_t i = 0; i < sizeof of_filters / sizeof *of_filters; i++) {
        options.flags = of_filters[i];
        REFUSED(iq_list_derive(objects.list, &options, &out.list), IQ_ERROR_ARGUMENT, 2);
    }
    options.flags = 0;
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
    filter.bits = bits;
    filter.version = version();
    REFUSED(iq_list_set_filter(objects.derived, &filter, NULL, &out.content), IQ_ERROR_ARGUMENT, 2);
    filter.passes = NULL;
    filter.version = version() + 1;
    REFUSED(iq_list_set_filter(objects.derived, &filter, NULL, &out.content), IQ_ERROR_STATE, 0);
    REFUSED(iq_list_set_filter(objects.list, NULL, NULL, &out.content), IQ_ERROR_STATE, 0);
    options.flags = IQ_SUBMIT_HERE;
    options.delay_milliseconds = 1;
    REFUSED(iq_list_set_filter(objects.derived, NULL, &options, &out.content), IQ_ERROR_ARGUMENT, 3);
    options.delay_milliseconds = 0;
    ACCEPTED(iq_list_set_filter(objects.derived, NULL, NULL, NULL));
    ACCEPTED(iq_list_set_filter(objects.derived, NULL, &options, NULL));
    filter.version = version();
    /* With bits it is not read. */
    filter.change = 77;
    ACCEPTED(iq_list_set_filter(objects.derived, &filter, NULL, NULL));
}

static void check_orders(void)
{
    static const uint32_t of_others[] = {IQ_DERIVE_KEEP_PARENTS, IQ_DERIVE_EXCLUSIVE, IQ_DERIVE_EXPANDED,
                                         IQ_DERIVE_SECTIONS, IQ_DERIVE_COUNTS};
    iq_derive_options kind = {.struct_size = sizeof kind, .kind = IQ_DERIVE_SORTED};
    iq_submit_options options = {.struct_size = sizeof options, .flags = IQ_SUBMIT_HERE, .delay_milliseconds = 1};
    const iq_order order = {.struct_size = sizeof order};
    for (size_t i = 0; i < sizeof of_others / sizeof *of_others; i++) {
        kind.flags = of_others[i];
        REFUSED(iq_list_derive(objects.list, &kind, &out.list), IQ_ERROR_ARGUMENT, 2);
    }
    REFUSED(iq_list_set_order(objects.list, &order, NULL, &out.content), IQ_ERROR_STATE, 0);
    REFUSED(iq_list_set_order(objects.derived, &order, NULL, &out.content), IQ_ERROR_STATE, 0);
    REFUSED(iq_list_set_filter(objects.sorted, NULL, NULL, &out.content), IQ_ERROR_STATE, 0);
    REFUSED(iq_list_set_order(objects.sorted, NULL, &options, &out.content), IQ_ERROR_ARGUMENT, 3);
    options.delay_milliseconds = 0;
    ACCEPTED(iq_list_set_order(objects.sorted, NULL, &options, NULL));
    ACCEPTED(iq_list_set_order(objects.sorted, &order, NULL, NULL));
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    arguments_open();
    check_creation();
    check_filters();
    check_orders();
    arguments_close();
    return 0;
}

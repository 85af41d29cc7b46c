/*
 * arguments_views.c - bad arguments of the functions on views, and of a list's own elements.
 */
#include "arguments.h"
#include "host_memory.h"

static void check_handles(iq_view *bad, iq_status status)
{
    const iq_element element = {sizeof element, objects.item, {0}, 0, 0};
    iq_event event = {.struct_size = sizeof event};
    REFUSED(iq_view_set_visible(bad, 0, 1, 0), status, 1);
    REFUSED(iq_view_get_visible(bad, &out.number, &out.other), status, 1);
    REFUSED(iq_view_take_cell(bad, &element, &event), status, 1);
    REFUSED(iq_view_give_cell(bad, 0), status, 1);
    REFUSED(iq_view_find_cell(bad, 0, NULL, &event), status, 1);
    iq_view_destroy(bad);
}

static void check_creation(void)
{
    iq_view_options options = {.struct_size = sizeof options};
    iq_view *view = NULL;
    REFUSED(iq_view_create(NULL, NULL, &out.view), IQ_ERROR_ARGUMENT, 1);
    REFUSED(iq_view_create(WRONG_LIST, NULL, &out.view), IQ_ERROR_HANDLE, 1);
    REFUSED(iq_view_create(objects.list, NULL, NULL), IQ_ERROR_ARGUMENT, 3);
    STRUCT_SIZES(options, iq_view_create(objects.list, &options, &out.view), 2);
    for (uint32_t flag = 1; flag != 0; flag <<= 1) {
        options.flags = flag;
        REFUSED(iq_view_create(objects.list, &options, &out.view), IQ_ERROR_ARGUMENT, 2);
    }
    options.flags = 0;
    options.reserved = 1;
    REFUSED(iq_view_create(objects.list, &options, &out.view), IQ_ERROR_ARGUMENT, 2);
    options.reserved = 0;
    ACCEPTED(iq_view_create(objects.list, &options, &view));
    iq_view_destroy(view);
    iq_view *more[IQ_MAX_VIEWS - 1];
    for (size_t i = 0; i < IQ_MAX_VIEWS - 1; i++) {
        CHECK_OK(iq_view_create(objects.list, NULL, &more[i]));
    }
    REFUSED(iq_view_create(objects.list, NULL, &out.view), IQ_ERROR_LIMIT, 0);
    for (size_t i = 0; i < IQ_MAX_VIEWS - 1; i++) {
        iq_view_destroy(more[i]);
    }
}

/* What is no item or element; an item with a kind; a handle of another kind or list, or of what has gone. */
static void check_taking(void)
{
    iq_event event = {.struct_size = sizeof event};
    const iq_element item = {sizeof item, objects.item, {0}, 0, 0};
    static const iq_element list = {sizeof list, {0}, {0}, 0, 0};
    const iq_element section = {sizeof section, {0}, objects.section, 0, 0};
    const iq_element both = {sizeof both, objects.item, {0}, IQ_KIND_HEADER, 0};
    REFUSED(iq_view_take_cell(objects.view, NULL, &event), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_view_take_cell(objects.view, &list, &event), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_view_take_cell(objects.view, &section, &event), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_view_take_cell(objects.view, &both, &event), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_view_take_cell(objects.view, &item, NULL), IQ_ERROR_ARGUMENT, 3);
    STRUCT_SIZES(event, iq_view_take_cell(objects.view, &item, &event), 3);
    const iq_element wrong_item = {sizeof wrong_item, {objects.section.id}, {0}, 0, 0};
    const iq_element wrong_section = {sizeof wrong_section, {0}, {objects.item.id}, IQ_KIND_HEADER, 0};
    const iq_element forged = {sizeof forged, {UINT64_MAX}, {0}, 0, 0};
    REFUSED(iq_view_take_cell(objects.view, &wrong_item, &event), IQ_ERROR_HANDLE, 2);
    REFUSED(iq_view_take_cell(objects.view, &wrong_section, &event), IQ_ERROR_HANDLE, 2);
    REFUSED(iq_view_take_cell(objects.view, &forged, &event), IQ_ERROR_HANDLE, 2);
    static const uint32_t kinds[] = {IQ_KIND_FOOTER, IQ_KIND_EMPTY, IQ_KIND_PAGE_END, IQ_KIND_HOST, UINT32_MAX};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const iq_element of_section = {sizeof of_section, {0}, objects.section, kinds[i], 0};
        const iq_element of_list = {sizeof of_list, {0}, {0}, kinds[i], 1};
        REFUSED(iq_view_take_cell(objects.view, &of_section, &event), IQ_ERROR_NOT_FOUND, 0);
        REFUSED(iq_view_take_cell(objects.view, &of_list, &event), IQ_ERROR_NOT_FOUND, 0);
    }
}

static void check_giving(void)
{
    const iq_element item = {sizeof item, objects.item, {0}, 0, 0};
    iq_event event = {.struct_size = sizeof event};
    static const uint32_t beyond[] = {2, 64, 65536, UINT32_MAX / 2 + 1, IQ_NONE};
    CHECK_OK(iq_view_find_cell(objects.view, IQ_NONE, &item, &event));
    REFUSED(iq_view_give_cell(objects.view, event.cell), IQ_ERROR_STATE, 0);
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        REFUSED(iq_view_give_cell(objects.view, beyond[i]), IQ_ERROR_RANGE, 2);
    }
}

static void check_finding(void)
{
    const iq_element item = {sizeof item, objects.item, {0}, 0, 0}, footer = {sizeof footer, {0}, objects.section, IQ_KIND_FOOTER, 0};
    iq_event event = {.struct_size = sizeof event};
    REFUSED(iq_view_find_cell(objects.view, IQ_NONE, NULL, &event), IQ_ERROR_ARGUMENT, 0);
    REFUSED(iq_view_find_cell(objects.view, 0, &item, &event), IQ_ERROR_ARGUMENT, 0);
    REFUSED(iq_view_find_cell(objects.view, 0, NULL, NULL), IQ_ERROR_ARGUMENT, 4);
    STRUCT_SIZES(event, iq_view_find_cell(objects.view, 0, NULL, &event), 4);
    STRUCT_SIZES(event, iq_view_find_cell(objects.view, IQ_NONE, &item, &event), 4);
    REFUSED(iq_view_find_cell(objects.view, 2, NULL, &event), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_view_find_cell(objects.view, IQ_NONE - 1, NULL, &event), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_view_find_cell(objects.view, IQ_NONE, &footer, &event), IQ_ERROR_NOT_FOUND, 0);
}

static void check_visible(void)
{
    ACCEPTED(iq_view_get_visible(objects.view, NULL, NULL));
    ACCEPTED(iq_view_set_visible(objects.view, SIZE_MAX, SIZE_MAX, SIZE_MAX));
    ACCEPTED(iq_view_set_visible(objects.view, 0, SIZE_MAX, 1));
    ACCEPTED(iq_view_set_visible(objects.view, SIZE_MAX, 0, 0));
}

/* Elements of the list itself: more kinds than a section has. */
static void check_elements(void)
{
    iq_supplementary element = {.struct_size = sizeof element, .kind = IQ_KIND_HOST, .index = 5};
    REFUSED(iq_list_set_supplementary(objects.list, NULL), IQ_ERROR_ARGUMENT, 2);
    STRUCT_SIZES(element, iq_list_set_supplementary(objects.list, &element), 2);
    ACCEPTED(iq_list_set_supplementary(objects.list, &element));
    element.index = 0;
    for (uint32_t kind = 0; kind < IQ_KIND_HOST; kind++) {
        element.kind = kind;
        if (kind >= IQ_KIND_HEADER && kind <= IQ_KIND_PAGE_END) {
            ACCEPTED(iq_list_set_supplementary(objects.list, &element));
        } else {
            REFUSED(iq_list_set_supplementary(objects.list, &element), IQ_ERROR_ARGUMENT, 2);
        }
        REFUSED_EITHER(iq_list_remove_supplementary(objects.list, kind, 0), IQ_ERROR_NOT_FOUND, IQ_ERROR_ARGUMENT, 0);
    }
    element.kind = IQ_KIND_FOOTER;
    element.index = 1;
    REFUSED(iq_list_set_supplementary(objects.list, &element), IQ_ERROR_ARGUMENT, 2);
    element = (iq_supplementary){.struct_size = sizeof element, .kind = UINT32_MAX, .index = UINT32_MAX};
    ACCEPTED(iq_list_set_supplementary(objects.list, &element));
    element.cell_class.id = 65000;
    REFUSED(iq_list_set_supplementary(objects.list, &element), IQ_ERROR_HANDLE, 2);
    REFUSED(iq_list_remove_supplementary(objects.list, IQ_KIND_HOST, 1), IQ_ERROR_NOT_FOUND, 0);
    ACCEPTED(iq_list_remove_supplementary(objects.list, IQ_KIND_HOST, 0));
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    arguments_open();
    check_handles(NULL, IQ_ERROR_ARGUMENT);
    check_handles(WRONG_VIEW, IQ_ERROR_HANDLE);
    check_handles((iq_view *)(void *)&out, IQ_ERROR_HANDLE);
    check_creation();
    check_taking();
    check_giving();
    check_finding();
    check_visible();
    check_elements();
    arguments_close();
    return 0;
}

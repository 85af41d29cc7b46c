/*
 * arguments_views.c - bad arguments of the functions on views, and of a list's own elements, but for what is generated
 * from the header.
 */
#include "arguments.h"
#include "host_memory.h"

static void check_creation(void)
{
    iq_view_options options = {.struct_size = sizeof options};
    iq_view *view = NULL;
    ACCEPTED(iq_view_create(objects.list, &options, &view));
    iq_view_destroy(view);
    /* The objects have two. */
    iq_view *more[IQ_MAX_VIEWS - 2];
    for (size_t i = 0; i < IQ_MAX_VIEWS - 2; i++) {
        CHECK_OK(iq_view_create(objects.list, NULL, &more[i]));
    }
    REFUSED(iq_view_create(objects.list, NULL, &out.view), IQ_ERROR_LIMIT, 0);
    for (size_t i = 0; i < IQ_MAX_VIEWS - 2; i++) {
        iq_view_destroy(more[i]);
    }
}

/* What is no item or element; an item with a kind; a handle of another kind or list, or of what has gone. */
static void check_taking(void)
{
    iq_event event = {.struct_size = sizeof event};
    static const iq_element list = {sizeof(iq_element), {0}, {0}, 0, 0};
    const iq_element section = {sizeof(iq_element), {0}, objects.section, 0, 0};
    const iq_element both = {sizeof(iq_element), objects.item, {0}, IQ_KIND_HEADER, 0};
    REFUSED(iq_view_take_cell(objects.view, &list, &event), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_view_take_cell(objects.view, &section, &event), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_view_take_cell(objects.view, &both, &event), IQ_ERROR_ARGUMENT, 2);
    const iq_element wrong_item = {sizeof(iq_element), {objects.section.id}, {0}, 0, 0};
    const iq_element wrong_section = {sizeof(iq_element), {0}, {objects.item.id}, IQ_KIND_HEADER, 0};
    const iq_element forged = {sizeof(iq_element), {UINT64_MAX}, {0}, 0, 0};
    REFUSED(iq_view_take_cell(objects.view, &wrong_item, &event), IQ_ERROR_HANDLE, 2);
    REFUSED(iq_view_take_cell(objects.view, &wrong_section, &event), IQ_ERROR_HANDLE, 2);
    REFUSED(iq_view_take_cell(objects.view, &forged, &event), IQ_ERROR_HANDLE, 2);
    static const uint32_t kinds[] = {IQ_KIND_FOOTER, IQ_KIND_EMPTY, IQ_KIND_PAGE_END, IQ_KIND_HOST, UINT32_MAX};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const iq_element of_section = {sizeof(iq_element), {0}, objects.section, kinds[i], 0};
        const iq_element of_list = {sizeof(iq_element), {0}, {0}, kinds[i], 1};
        REFUSED(iq_view_take_cell(objects.view, &of_section, &event), IQ_ERROR_NOT_FOUND, 0);
        REFUSED(iq_view_take_cell(objects.view, &of_list, &event), IQ_ERROR_NOT_FOUND, 0);
    }
}

static void check_giving(void)
{
    const iq_element item = {sizeof(iq_element), objects.item, {0}, 0, 0};
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
    const iq_element item = {sizeof(iq_element), objects.item, {0}, 0, 0}, footer = {sizeof(iq_element), {0}, objects.section, IQ_KIND_FOOTER, 0};
    iq_event event = {.struct_size = sizeof event};
    REFUSED(iq_view_find_cell(objects.view, IQ_NONE, NULL, &event), IQ_ERROR_ARGUMENT, 0);
    REFUSED(iq_view_find_cell(objects.view, 0, &item, &event), IQ_ERROR_ARGUMENT, 0);
    REFUSED(iq_view_find_cell(objects.view, 2, NULL, &event), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_view_find_cell(objects.view, IQ_NONE - 1, NULL, &event), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_view_find_cell(objects.view, IQ_NONE, &footer, &event), IQ_ERROR_NOT_FOUND, 0);
}

static void check_visible(void)
{
    ACCEPTED(iq_view_set_visible(objects.view, SIZE_MAX, SIZE_MAX, SIZE_MAX));
    ACCEPTED(iq_view_set_visible(objects.view, 0, SIZE_MAX, 1));
    ACCEPTED(iq_view_set_visible(objects.view, SIZE_MAX, 0, 0));
}

/* Elements of the list itself: more kinds than a section has. */
static void check_elements(void)
{
    iq_supplementary element = {.struct_size = sizeof element, .kind = IQ_KIND_HOST, .index = 5};
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
    check_creation();
    check_taking();
    check_giving();
    check_finding();
    check_visible();
    check_elements();
    arguments_close();
    return 0;
}

/* ended.c - deleting ended processes from the list, in place.
 *
 * This is an edit of the list. Items that stay are not passed again:
 *
 *     [ ada: 3 | firefox | vim | bash ] [ ben: 1 | sh ]     vim and sh end
 *     [ ada: 2 | firefox | bash ]                           ben has none left
 */
#include "ended.h"

#include "show.h"
#include "shown.h"

#include <stdlib.h>

static iq_section section_of(const iq_list *list, iq_item item)
{
    iq_item_info info = {.struct_size = sizeof info};

    check(iq_list_get_item_info(list, item, 0, &info));
    return info.section;
}

/* Deletes a section that has no processes left; else its header shows how many
 * are left, and how much memory they have. */
static void bring_up_to_date(iq_edit *edit, iq_list *list, iq_section section)
{
    iq_section_info info = {.struct_size = sizeof info};
    iq_supplementary header = {.struct_size = sizeof header};
    iq_snapshot *left;
    size_t headers;

    check(iq_list_get_section_info(list, section, &info));
    if (info.count == 0) {
        check(iq_edit_delete_sections(edit, &section, 1));
        return;
    }
    check(iq_list_snapshot(list, &left));
    check(iq_list_get_supplementaries(list, section, 0, &header, 1, &headers));
    header.content = header_content(
        info.count, memory_shown(left, info.first, info.count));
    check(iq_edit_set_supplementary(edit, section, &header));
    iq_snapshot_destroy(left);
}

/* The items are in the order of the list: those of one section are adjacent. */
static iq_changeset *take_out(iq_list *list, const iq_item *items, size_t count)
{
    iq_changeset *changeset;
    iq_edit *edit;
    size_t first, end;

    check(iq_edit_begin(list, NULL, &edit));
    for (first = 0; first < count; first = end) {
        iq_section section = section_of(list, items[first]);

        for (end = first + 1; end < count; end++)
            if (section_of(list, items[end]).id != section.id)
                break;
        check(iq_edit_delete_items(edit, &items[first], end - first));
        bring_up_to_date(edit, list, section);
    }
    check(iq_edit_commit(edit, NULL, &changeset));
    iq_edit_destroy(edit);
    return changeset;
}

iq_changeset *take_out_ended(iq_list *list)
{
    iq_item_buffers rows = {.struct_size = sizeof rows};
    iq_changeset *changeset = NULL;
    size_t i, count, ended = 0;

    check(iq_list_get_count(list, NULL, &count));
    rows.models = allocate(count, sizeof *rows.models);
    rows.items = allocate(count, sizeof *rows.items);
    check(iq_list_get_items(list, 0, count, &rows));
    for (i = 0; i < count; i++)
        if (has_ended(rows.models[i]))
            rows.items[ended++] = rows.items[i];
    if (ended > 0)
        changeset = take_out(list, rows.items, ended);
    free(rows.items);
    free(rows.models);
    return changeset;
}

/*
 * derived_ends.c - every order in which lists and filters end, also inside callbacks: derived_gone.c has what follows
 * from the end of a source. The words are those of scene.h.
 */
#include "scene.h"

#include <string.h>

/* An edit of the source is open when the source or the derived list ends. */
static void check_edit_open(void)
{
    for (int first = 0; first < 2; first++) {
        iq_list *source = scene_source("1 A B1 C"), *list = scene_derive(source, 0);
        iq_edit *edit;
        CHECK_OK(iq_edit_begin(source, NULL, &edit));
        iq_item item = scene_item(source, 'A');
        CHECK_OK(iq_edit_delete_items(edit, &item, 1));
        iq_list_destroy(first ? source : list);
        if (first) {
            SHOWS(list, "1 A C");
            scene_expand(list, "A");
            SAYS(list, "on:A.8 update+1");
            SHOWS(list, "1 A B1 C");
        }
        iq_edit_destroy(edit);
        iq_list_destroy(first ? list : source);
    }
}

/* `destroy` is called "exactly once, when `passes` will not be called again ... by polls and by the list's destroy
 * only": replaced, superseded and cancelled in polls; what is left when the list goes. */
static void check_filters_end(void)
{
    static scene_filter filters[5];
    memset(filters, 0, sizeof filters);
    iq_list *source = scene_source("1 A B C"), *list = scene_derive(source, AS_FILTER);
    scene_filter_by(list, &filters[0], "AB", IQ_FILTER_DIFFERENT);
    scene_filter_by(list, &filters[1], "A", IQ_FILTER_DIFFERENT);
    CHECK(filters[0].destroyed == 0 && filters[0].ended == 0);
    scene_quiet(list);
    CHECK(filters[0].destroyed == 1 && filters[0].ended == 1 && filters[1].destroyed == 0);
    scene_filter_by(list, &filters[2], "B", IQ_FILTER_DIFFERENT);
    CHECK_OK(iq_list_cancel(list, 0));
    CHECK(filters[2].destroyed == 0);
    scene_quiet(list);
    CHECK(filters[2].destroyed == 1 && filters[2].status == IQ_ERROR_CANCELLED && filters[1].destroyed == 0);
    scene_filter_by(list, &filters[3], "C", IQ_FILTER_DIFFERENT);
    scene_quiet(list);
    CHECK(filters[1].destroyed == 1 && filters[3].destroyed == 0);
    scene_filter_by(list, &filters[4], "A", IQ_FILTER_DIFFERENT);
    iq_list_destroy(list);
    CHECK(filters[3].destroyed == 1 && filters[4].destroyed == 1);
    CHECK(filters[4].ended == 1 && filters[4].status == IQ_ERROR_CANCELLED);
    iq_list_destroy(source);
}

/* Lists are destroyed, and changed, inside `passes`, `done` and `destroy`. */
static iq_list *source_inside, *list_inside;
static int action_inside;

static void act(void)
{
    iq_edit *edit = NULL;
    size_t count;
    int action = action_inside;
    action_inside = 0;
    switch (action) {
    case 1: iq_list_destroy(list_inside); break;
    case 2: iq_list_destroy(source_inside); break;
    case 3:
        iq_list_destroy(source_inside);
        iq_list_destroy(list_inside);
        break;
    case 4: scene_set(source_inside, "1 C A"); break;
    case 5: CHECK_STATUS(iq_list_poll(list_inside, NULL, 0, &count), IQ_ERROR_BUSY); break;
    case 6: CHECK_OK(iq_list_set_filter(list_inside, NULL, NULL, NULL)); break;
    case 7:
        CHECK_OK(iq_edit_begin(source_inside, NULL, &edit));
        CHECK_OK(iq_edit_delete_item_range(edit, scene_section(source_inside, '1'), 0, 1));
        iq_edit_destroy(edit);
        break;
    case 8: CHECK_OK(iq_list_cancel(list_inside, 0)); break;
    default: break;
    }
}

static void check_inside(void)
{
    enum { PASSES, ENDS, WHERES, ACTIONS = 9 };
    static scene_filter filters[ACTIONS][WHERES][2];
    for (int action = 1; action < ACTIONS; action++) {
        for (int where = 0; where < WHERES; where++) {
            scene_filter *filter = filters[action][where];
            source_inside = scene_source("1 A B C");
            list_inside = scene_derive(source_inside, AS_FILTER);
            scene_filter_by(list_inside, &filter[0], "AC", IQ_FILTER_DIFFERENT);
            filter[0].inside = where == PASSES ? act : NULL;
            filter[0].inside_end = where == ENDS ? act : NULL;
            /* Within `done` a poll of the list is allowed: nothing is under way. */
            action_inside = action == 5 && where == ENDS ? 0 : action;
            iq_event events[4] = {{.struct_size = sizeof events[0]}};
            size_t count;
            for (int polls = 0; polls < 8; polls++) {
                iq_status status = iq_list_poll(list_inside, events, 4, &count);
                CHECK(status == IQ_OK || (status == IQ_ERROR_HANDLE && (action == 1 || action == 3)));
            }
            if (action == 4 || action == 7) {
                SHOWS(list_inside, action == 4 ? "1 C A" : "1 A C");
            } else if (action == 6) {
                SHOWS(list_inside, "1 A B C");
            }
            if (action != 1 && action != 3) {
                iq_list_destroy(list_inside);
            }
            if (action != 2 && action != 3) {
                iq_list_destroy(source_inside);
            }
            CHECK(filter[0].destroyed == 1 && filter[0].ended == 1);
        }
    }
}

int main(void)
{
    scene_register();
    check_edit_open();
    check_filters_end();
    check_inside();
    CHECK_OK(iq_memory_trim());
    return 0;
}

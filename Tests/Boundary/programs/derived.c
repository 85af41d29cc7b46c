/*
 * derived.c - the section DERIVED LISTS of the header, sentence by sentence: how a list follows its source, what it
 * expands, whose children it asks for, and what it remembers of what it hides. Filters are in derived_filters.c, ends
 * and refusals in derived_ends.c. The words are those of scene.h.
 */
#include "host_memory.h"
#include "scene.h"

#include <string.h>

/* "An outline shows what is not below something collapsed"; "an outline with nothing expanded". */
static void check_picture(void)
{
    iq_list *source = scene_source("1 A B1 C2 D1 E"), *list = scene_derive(source, 0);
    SHOWS(list, "1 A E");
    scene_expand(list, "A");
    SAYS(list, "on:A.8 update+2");
    SHOWS(list, "1 A B1 D1 E");
    CHECK(scene_children_of(list, 'A') && scene_children_of(list, 'B') && !scene_children_of(list, 'D'));
    scene_expand(list, "B");
    SAYS(list, "on:B.8 update+1");
    scene_collapse(list, "A");
    SAYS(list, "off:A.8 update-3 gone:B.8");
    SHOWS(list, "1 A E");
    scene_expand(list, "A");
    SAYS(list, "on:A.8 update+3 on:B.8");
    SHOWS(list, "1 A B1 C2 D1 E");
    SHOWS(source, "1 A B1 C2 D1 E");
    scene_end(source, list);
    source = scene_source("1 A B1");
    CHECK_OK(iq_list_derive(source, NULL, &list));
    SHOWS(list, "1 A");
    scene_end(source, list);
}

/* Levels of any kind are taken as they are. */
static void check_levels(void)
{
    iq_list *source = scene_source("1 A3 B5 C4 D1 E9 F2 2 G1"), *list = scene_derive(source, 0);
    SHOWS(list, "1 A3 D1 2 G1");
    scene_expand(list, "AD");
    SAYS(list, "on:Ax2.8 update+4");
    SHOWS(list, "1 A3 B5 C4 D1 E9 F2 2 G1");
    scene_end(source, list);
}

/* "A commit of the source makes work for the next poll of the derived list"; "all commits since its last poll, and
 * what was expanded and collapsed, take place in that poll as one update". */
static void check_one_update(void)
{
    iq_list *source = scene_source("1 A B1 C"), *list = scene_derive(source, 0);
    scene_set(source, "1 A B1 C D");
    scene_set(source, "1 E A* B1 C");
    SHOWS(list, "1 A C");
    SAYS(list, "update+1*1");
    SHOWS(list, "1 E A* C");
    CHECK_OK(iq_list_set_events(list, IQ_EVENT_UPDATE));
    scene_expand(list, "A");
    scene_set(source, "1 E A* B1 F1 G");
    SAYS(list, "update-1+3");
    SHOWS(list, "1 E A* B1 F1 G");
    scene_set(source, "1 A B1 F1");
    scene_set(source, "1 E A* B1 F1 G");
    SAYS(list, "");
    CHECK_OK(iq_list_set_events(source, IQ_EVENT_UPDATE));
    scene_set(source, "1 A");
    scene_quiet(list);
    SAYS(source, "update-4*1");
    scene_end(source, list);
}

/* "Matched by key: what went and came again in between is the same item." */
static void check_came_again(void)
{
    iq_list *source = scene_source("1 A B1 C"), *list = scene_derive(source, 0);
    scene_expand(list, "A");
    scene_states(list, "C", IQ_STATE_SELECTED, 0);
    scene_quiet(list);
    uint64_t before = scene_item(list, 'B').id, version = scene_version(list);
    CHECK_OK(iq_list_set(source, NULL, 0, &(iq_columns){.struct_size = sizeof(iq_columns)}, NULL, NULL));
    scene_set(source, "1 A B1 C");
    SHOWS(list, "1 A B1 C");
    SAYS(list, "");
    CHECK(scene_item(list, 'B').id == before && scene_version(list) == version);
    CHECK(scene_states_of(list, 'A') == IQ_STATE_EXPANDED && scene_states_of(list, 'C') == IQ_STATE_SELECTED);
    scene_set(source, "1 C");
    SAYS(list, "update-2 gone:A.8");
    scene_set(source, "1 A B1 C");
    SAYS(list, "update+1");
    CHECK(scene_states_of(list, 'A') == 0);
    scene_end(source, list);
}

/* "The update has number 0, and IQ_UPDATE_PLAIN and the animation of the last of these commits." */
static void check_plain(void)
{
    iq_list *source = scene_source("1 A"), *list = scene_derive(source, 0);
    iq_diff_options options = {.struct_size = sizeof options, .flags = IQ_UPDATE_PLAIN, .animation = 7};
    CHECK_OK(scene_try_set(source, "1 A B", &options));
    SAYS(list, "update+1/plain/a7");
    CHECK_OK(scene_try_set(source, "1 A B C", &options));
    scene_set(source, "1 A B C D");
    SAYS(list, "update+2");
    scene_set(source, "1 A B C");
    options.animation = 9;
    CHECK_OK(scene_try_set(source, "1 A B", &options));
    SAYS(list, "update-2/plain/a9");
    scene_end(source, list);
}

/* "Its descriptor wakes." "While an edit of the source is open the derived list stays as it is; the end of the edit
 * wakes it." */
static void check_edits(void)
{
    iq_list *source = scene_source("1 A B1 C"), *list = scene_derive(source, 0);
    scene_quiet(list);
    CHECK(!scene_is_readable(list));
    scene_set(source, "1 A B1 C D");
    CHECK(scene_is_readable(list));
    scene_quiet(list);
    CHECK(!scene_is_readable(list));
    for (int commits = 0; commits < 2; commits++) {
        iq_edit *edit;
        CHECK_OK(iq_edit_begin(source, NULL, &edit));
        iq_item gone = scene_item(source, 'C');
        CHECK_OK(iq_edit_delete_items(edit, &gone, 1));
        scene_expand(list, "A");
        SAYS(list, "on:A.8");
        SHOWS(list, "1 A C D");
        CHECK(!scene_is_readable(list));
        if (commits) {
            CHECK_OK(iq_edit_commit(edit, NULL, NULL));
            CHECK(scene_is_readable(list));
        }
        iq_edit_destroy(edit);
        CHECK(scene_is_readable(list));
        SAYS(list, commits ? "update-1+1" : "update+1");
        SHOWS(list, commits ? "1 A B1 D" : "1 A B1 C D");
        scene_collapse(list, "A");
        scene_quiet(list);
    }
    scene_end(source, list);
}

/* "By the program or by the user": whoever sets IQ_STATE_EXPANDED, by handle, range or key. */
static void check_who_expands(void)
{
    iq_list *source = scene_source("1 A B1 C D1"), *list = scene_derive(source, 0);
    size_t missing;
    scene_states(list, "A", IQ_STATE_EXPANDED, IQ_SET_BY_USER);
    SAYS(list, "onu:A.8 update+1");
    CHECK_OK(iq_list_set_range_states(list, 0, IQ_END, IQ_STATE_EXPANDED, IQ_SET_TOGGLE));
    SAYS(list, "off:A.8 on:Bx2.8 update-1+1 gone:B.8");
    SHOWS(list, "1 A C D1");
    const iq_key keys[] = {scene_key('A'), scene_key('Z')};
    CHECK_OK(iq_list_set_key_states(list, NULL, keys, 2, IQ_STATE_EXPANDED, 0, &missing));
    CHECK(missing == 1);
    SAYS(list, "on:A.8 update+1 on:B.8");
    scene_end(source, list);
}

/* "An item with IQ_TRAIT_HAS_CHILDREN, or whose class says so, may be expanded while the source has nothing below it:
 * one IQ_EVENT_CHILDREN asks the host to insert items there. It asks again once items have come and have gone." */
static void check_children(void)
{
    iq_list *source = scene_source("1 A+ B?* C? D"), *list = scene_derive(source, 0);
    CHECK(scene_children_of(list, 'A') && scene_children_of(list, 'B'));
    CHECK(!scene_children_of(list, 'C') && !scene_children_of(list, 'D'));
    scene_expand(list, "ABCD");
    SAYS(list, "on:Ax4.8 children:A children:B");
    scene_collapse(list, "A");
    SAYS(list, "off:A.8");
    scene_expand(list, "A");
    SAYS(list, "on:A.8");
    iq_edit *edit;
    CHECK_OK(iq_edit_begin(source, NULL, &edit));
    const iq_key key = scene_key('E');
    const uint64_t content = 1;
    const iq_columns one = {.struct_size = sizeof one, .count = 1, .keys = &key, .contents = &content};
    CHECK_OK(iq_edit_insert_children(edit, scene_item(source, 'A'), 0, &one));
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    SAYS(list, "update+1*1");
    scene_set(source, "1 A+ B?* C? D");
    SAYS(list, "update-1*1 children:A");
    scene_set(source, "1 A+ B? C? D");
    SAYS(list, "update*1");
    CHECK(!scene_children_of(list, 'B'));
    scene_end(source, list);
}

/* An item that gets its first child, or loses its last, is reconfigured: IQ_CHANGE_BY_CHILDREN. */
static void check_by_children(void)
{
    iq_list *source = scene_source("1 A B"), *list = scene_derive(source, 0);
    scene_set(source, "1 A C1 B");
    SAYS(list, "update*1");
    CHECK(scene_children_of(list, 'A'));
    scene_set(source, "1 A C1 D1 B");
    SAYS(list, "");
    scene_set(source, "1 A B");
    SAYS(list, "update*1");
    CHECK(!scene_children_of(list, 'A'));
    scene_end(source, list);
}

/* "Hidden items keep handle, model and states in the source. The derived list remembers its own states of what it
 * hides as long as the source has the item ...; the item has a new handle then. What is hidden is not counted." */
static void check_hidden(void)
{
    iq_list *source = scene_source("1 A B1 C1 D"), *list = scene_derive(source, 0);
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_set_selection(source, IQ_SELECTION_MULTIPLE));
    scene_states(source, "B", IQ_STATE_SELECTED, 0);
    uint64_t of_source = scene_item(source, 'B').id;
    scene_expand(list, "A");
    scene_quiet(list);
    scene_states(list, "BCD", IQ_STATE_SELECTED | IQ_STATE_HOST, 0);
    scene_quiet(list);
    uint64_t before = scene_item(list, 'B').id;
    scene_collapse(list, "A");
    SAYS(list, "off:A.8 update-2 gone:Bx2.257");
    CHECK_OK(iq_list_read_info(list, &info));
    CHECK(info.selected == 1 && info.items == 2);
    iq_item item = {before};
    CHECK_STATUS(iq_list_set_states(list, &item, 1, IQ_STATE_SELECTED, 0), IQ_ERROR_HANDLE);
    CHECK(scene_item(source, 'B').id == of_source && scene_states_of(source, 'B') == IQ_STATE_SELECTED);
    scene_set(source, "1 A B1 D");
    scene_quiet(list);
    scene_set(source, "1 A B1 C1 D");
    scene_expand(list, "A");
    SAYS(list, "on:A.8 update+2 on:B.257");
    CHECK(scene_item(list, 'B').id != before && scene_states_of(list, 'C') == 0);
    scene_end(source, list);
}

/* "... and holds neither the single selection nor the focus: what another item takes meanwhile, and what IQ_SET_ONLY
 * takes from all others, is forgotten, without an event." */
static void check_forgotten(void)
{
    iq_list *source = scene_source("1 A B1 C1 D"), *list = scene_derive(source, 0);
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_set_selection(list, IQ_SELECTION_SINGLE | IQ_SELECTION_KEEPS));
    scene_expand(list, "A");
    scene_quiet(list);
    scene_states(list, "B", IQ_STATE_SELECTED | IQ_STATE_FOCUSED, 0);
    scene_states(list, "BC", IQ_STATE_HOST, 0);
    scene_collapse(list, "A");
    scene_quiet(list);
    CHECK_OK(iq_list_read_info(list, &info));
    CHECK(info.selected == 0 && info.focused.id == 0);
    scene_expand(list, "A");
    SAYS(list, "on:A.8 update+2 on:B.261 on:C.256");
    CHECK_OK(iq_list_read_info(list, &info));
    CHECK(info.selected == 1 && info.focused.id == scene_item(list, 'B').id);
    scene_collapse(list, "A");
    scene_quiet(list);
    scene_states(list, "D", IQ_STATE_SELECTED, 0);
    scene_states(list, "A", IQ_STATE_FOCUSED, 0);
    scene_states(list, "D", IQ_STATE_HOST, IQ_SET_ONLY);
    SAYS(list, "on:D.1 on:A.4 on:D.256");
    scene_expand(list, "A");
    SAYS(list, "on:A.8 update+2");
    scene_end(source, list);
}

/* "Of siblings one at most is expanded, and of sections too." "Siblings have the same parent." */
static void check_accordion(void)
{
    iq_list *source = scene_source("1 A B1 C1 D E1 2 F G1"), *list = scene_derive(source, IQ_DERIVE_EXCLUSIVE);
    scene_expand(list, "A");
    scene_quiet(list);
    scene_expand(list, "F");
    scene_quiet(list);
    SHOWS(list, "1 A B1 C1 D 2 F G1");
    scene_expand(list, "D");
    scene_quiet(list);
    SHOWS(list, "1 A D E1 2 F G1");
    CHECK(scene_states_of(list, 'A') == 0 && scene_states_of(list, 'D') == IQ_STATE_EXPANDED);
    scene_expand(list, "A");
    scene_quiet(list);
    scene_expand(list, "B");
    scene_quiet(list);
    SHOWS(list, "1 A B1 C1 D 2 F G1");
    CHECK(scene_states_of(list, 'D') == 0);
    scene_end(source, list);
    source = scene_source("1 A 2 B 3 C");
    list = scene_derive(source, IQ_DERIVE_EXCLUSIVE | IQ_DERIVE_SECTIONS);
    scene_open_section(list, '1', true);
    scene_quiet(list);
    scene_open_section(list, '3', true);
    scene_quiet(list);
    SHOWS(list, "1 2 3 C");
    scene_end(source, list);
}

/* Expanding one collapses the others "in the same update": one UPDATE, and one event of what they lose. */
static void check_accordion_at_once(void)
{
    iq_list *source = scene_source("1 A B1 C D1 E1"), *list = scene_derive(source, IQ_DERIVE_EXCLUSIVE);
    scene_expand(list, "A");
    scene_quiet(list);
    CHECK_OK(iq_list_set_events(list, IQ_EVENT_UPDATE));
    scene_expand(list, "C");
    SAYS(list, "update-1+2");
    SHOWS(list, "1 A C D1 E1");
    scene_end(source, list);
}

/* "What is new and has items below it is expanded: an IQ_EVENT_STATES with IQ_STATES_ON follows the UPDATE." */
static void check_expanded(void)
{
    iq_list *source = scene_source("1 A B1 C2 D"), *list = scene_derive(source, IQ_DERIVE_EXPANDED);
    SHOWS(list, "1 A B1 C2 D");
    SAYS(list, "");
    scene_collapse(list, "A");
    scene_quiet(list);
    scene_set(source, "1 A B1 C2 D E F1");
    SAYS(list, "update+2 on:E.8");
    SHOWS(list, "1 A D E F1");
    scene_set(source, "1 A B1 C2 D G1 E F1");
    SAYS(list, "update*1");
    CHECK(scene_states_of(list, 'D') == 0 && scene_children_of(list, 'D'));
    scene_end(source, list);
    source = scene_source("1 A 2 B");
    list = scene_derive(source, IQ_DERIVE_EXPANDED | IQ_DERIVE_SECTIONS);
    SHOWS(list, "1 A 2 B");
    scene_set(source, "1 A 2 B 3 C");
    SAYS(list, "update+1 on:S3.8");
    SHOWS(list, "1 A 2 B 3 C");
    scene_end(source, list);
}

/* "Sections fold as well: one that is not expanded shows no items." "Sections without a visible item are not shown;
 * collapsed ones are, if they have items." */
static void check_sections(void)
{
    iq_list *source = scene_source("1 A B1 2 C 3"), *list = scene_derive(source, IQ_DERIVE_SECTIONS);
    SHOWS(list, "1 2 3");
    scene_open_section(list, '1', true);
    SAYS(list, "on:S1.8 update+1");
    SHOWS(list, "1 A 2 3");
    iq_list_destroy(list);
    list = scene_derive(source, IQ_DERIVE_SECTIONS | IQ_DERIVE_DROP_EMPTY_SECTIONS);
    SHOWS(list, "1 2");
    scene_open_section(list, '2', true);
    scene_quiet(list);
    SHOWS(list, "1 2 C");
    scene_set(source, "1 A B1 2 3 D");
    scene_quiet(list);
    SHOWS(list, "1 3");
    scene_set(source, "1 A B1 2 E 3 D");
    scene_quiet(list);
    SHOWS(list, "1 2 E 3");
    scene_end(source, list);
    source = scene_source("1 A 2");
    list = scene_derive(source, 0);
    SHOWS(list, "1 A 2");
    scene_open_section(list, '1', true);
    scene_open_section(list, '1', false);
    scene_quiet(list);
    SHOWS(list, "1 A 2");
    scene_end(source, list);
}

/* Chains: an outline of a filter, a filter of an outline; each follows at its own polls. */
static void check_chain(void)
{
    static scene_filter filter;
    iq_list *source = scene_source("1 A B1 C2 D E1");
    iq_list *passing = scene_derive(source, IQ_DERIVE_FILTER), *outline = scene_derive(passing, 0);
    SHOWS(outline, "1 A D");
    scene_expand(outline, "A");
    scene_quiet(outline);
    SHOWS(outline, "1 A B1 D");
    filter = (scene_filter){0};
    scene_filter_by(passing, &filter, "ACDE", IQ_FILTER_DIFFERENT);
    scene_quiet(outline);
    SHOWS(outline, "1 A B1 D");
    scene_quiet(passing);
    SHOWS(outline, "1 A B1 D");
    SAYS(outline, "update-1+1");
    SHOWS(outline, "1 A C2 D");
    iq_list *of_outline = scene_derive(outline, IQ_DERIVE_FILTER);
    SHOWS(of_outline, "1 A C2 D");
    scene_collapse(outline, "A");
    scene_quiet(of_outline);
    SHOWS(of_outline, "1 A C2 D");
    scene_quiet(outline);
    SAYS(of_outline, "update-1*1");
    iq_list_destroy(of_outline);
    iq_list_destroy(outline);
    scene_end(source, passing);
    CHECK(filter.destroyed == 1 && filter.ended == 1);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    scene_register();
    check_picture();
    check_levels();
    check_one_update();
    check_came_again();
    check_plain();
    check_edits();
    check_who_expands();
    check_children();
    check_by_children();
    check_hidden();
    check_forgotten();
    check_accordion();
    check_accordion_at_once();
    check_expanded();
    check_sections();
    check_chain();
    CHECK_OK(iq_memory_trim());
    return 0;
}

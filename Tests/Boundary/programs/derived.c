/*
 * derived.c - the section DERIVED LISTS of the header, sentence by sentence: how a list follows its source, and
 * another derived list. What outlines expand is in derived_outlines.c, states in derived_states.c, filters in
 * derived_filters.c, what is shared with the source in derived_shared.c, ends in derived_ends.c. The words are those of
 * scene.h.
 */
#include "host_memory.h"
#include "scene.h"

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

/* "The update has number 0, and IQ_COMMIT_PLAIN and the animation of the last of these commits." */
static void check_plain(void)
{
    iq_list *source = scene_source("1 A"), *list = scene_derive(source, 0);
    iq_update_options options = {.struct_size = sizeof options, .flags = IQ_UPDATE_PLAIN, .animation = 7};
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

/* Chains: an outline of a filter, a filter of an outline; each follows at its own polls. */
static void check_chain(void)
{
    static scene_filter filter;
    iq_list *source = scene_source("1 A B1 C2 D E1");
    iq_list *passing = scene_derive(source, AS_FILTER), *outline = scene_derive(passing, 0);
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
    iq_list *of_outline = scene_derive(outline, AS_FILTER);
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
    check_chain();
    CHECK_OK(iq_memory_trim());
    return 0;
}

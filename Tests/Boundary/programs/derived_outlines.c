/*
 * derived_outlines.c - what outlines show, sentence by sentence of the header: children that are asked for, accordions,
 * what is expanded when it comes, and sections that fold. The words are those of scene.h.
 */
#include "host_memory.h"
#include "scene.h"

#include <string.h>

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
    CHECK_OK(iq_list_set_section_states(list, scene_section(list, '3'), IQ_STATE_EXPANDED, IQ_SET_ONLY));
    scene_quiet(list);
    scene_open_section(list, '2', true);
    scene_quiet(list);
    SHOWS(list, "1 2 B 3");
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

static size_t expanded(const iq_list *list)
{
    size_t count;
    CHECK_OK(iq_list_find_keys_in_state(list, IQ_STATE_EXPANDED, 0, NULL, NULL, 0, &count));
    return count;
}

static void set_by_key(iq_list *list, const char *names, uint32_t states, uint32_t flags)
{
    iq_key keys[8];
    size_t count = strlen(names), missing;
    for (size_t i = 0; i < count; i++) {
        keys[i] = scene_key(names[i]);
    }
    CHECK_OK(iq_list_set_key_states(list, NULL, keys, count, states, flags, &missing));
    CHECK(missing == 0);
}

/* Also of siblings that are hidden: of those expanded by key since the last poll the last one stays. */
static void check_accordion_hidden(void)
{
    iq_list *source = scene_source("1 A B1 C2 D1 E2 F1 G2"), *list = scene_derive(source, IQ_DERIVE_EXCLUSIVE);
    set_by_key(list, "BD", IQ_STATE_EXPANDED, 0);
    CHECK(scene_is_readable(list));
    SAYS(list, "");
    CHECK(expanded(list) == 1);
    set_by_key(list, "F", IQ_STATE_EXPANDED, 0);
    SAYS(list, "");
    CHECK(expanded(list) == 1);
    scene_expand(list, "A");
    SAYS(list, "on:A.8 update+4 on:F.8");
    SHOWS(list, "1 A B1 D1 F1 G2");
    scene_end(source, list);
}

/* "What is new and has items below it is expanded: an IQ_EVENT_STATES with IQ_SWITCHED_ON follows the UPDATE." */
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

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    scene_register();
    check_children();
    check_by_children();
    check_accordion();
    check_accordion_at_once();
    check_accordion_hidden();
    check_expanded();
    check_sections();
    CHECK_OK(iq_memory_trim());
    return 0;
}

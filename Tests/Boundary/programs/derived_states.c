/*
 * derived_states.c - states of the items of a derived list, sentence by sentence of the header: who expands, and what
 * the list remembers of what it hides. The words are those of scene.h.
 */
#include "host_memory.h"
#include "scene.h"

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
    CHECK_OK(iq_list_get_info(list, &info));
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
    CHECK_OK(iq_list_get_info(list, &info));
    CHECK(info.selected == 0 && info.focused.id == 0);
    scene_expand(list, "A");
    SAYS(list, "on:A.8 update+2 on:B.261 on:C.256");
    CHECK_OK(iq_list_get_info(list, &info));
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

/* A trim discards the columns of states that no item has; what reads one says then that no item has the state. */
static void check_trimmed(void)
{
    const uint32_t states[] = {IQ_STATE_EXPANDED, IQ_STATE_FOCUSED, IQ_STATE_EXPANDED | IQ_STATE_HOST};
    iq_list *source = scene_source("1 A B1 C1 D"), *list = scene_derive(source, 0);
    iq_list_info info = {.struct_size = sizeof info};
    size_t count;
    scene_states(list, "D", IQ_STATE_HOST, 0);
    scene_states(list, "A", IQ_STATE_FOCUSED, 0);
    scene_expand(list, "A");
    scene_states(list, "A", IQ_STATE_FOCUSED, IQ_SET_OFF);
    scene_collapse(list, "A");
    CHECK_OK(iq_list_trim(list));
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
        CHECK_OK(iq_list_find_keys_in_state(list, states[i], 0, NULL, NULL, 0, &count));
        CHECK(count == 0);
        CHECK_OK(iq_list_find_items_in_state(list, states[i], 0, NULL, 0, &count));
        CHECK(count == 0);
    }
    CHECK_OK(iq_list_get_info(list, &info));
    CHECK(info.selected == 0 && info.focused.id == 0);
    scene_quiet(list);
    SHOWS(list, "1 A D");
    scene_expand(list, "A");
    CHECK_OK(iq_list_trim(list));
    scene_quiet(list);
    SHOWS(list, "1 A B1 C1 D");
    scene_end(source, list);
}

static uint32_t section_states(const iq_list *list, char name)
{
    iq_section_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_section_info(list, scene_section(list, name), &info));
    return info.states;
}

/* Where sections do not fold, an accordion is of items alone: sections may all be expanded, also one that was dropped
 * meanwhile. */
static void check_sections_beside_an_accordion(void)
{
    iq_list *source = scene_source("1 A B1 2 C D1");
    iq_list *list = scene_derive(source, IQ_DERIVE_EXCLUSIVE | IQ_DERIVE_DROP_EMPTY_SECTIONS);
    scene_open_section(list, '1', true);
    scene_open_section(list, '2', true);
    scene_quiet(list);
    CHECK(section_states(list, '1') == IQ_STATE_EXPANDED && section_states(list, '2') == IQ_STATE_EXPANDED);
    scene_set(source, "1 A B1 2");
    scene_quiet(list);
    SHOWS(list, "1 A");
    scene_set(source, "1 A B1 2 C D1");
    scene_quiet(list);
    CHECK(section_states(list, '1') == IQ_STATE_EXPANDED && section_states(list, '2') == IQ_STATE_EXPANDED);
    scene_end(source, list);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    scene_register();
    check_who_expands();
    check_hidden();
    check_forgotten();
    check_trimmed();
    check_sections_beside_an_accordion();
    CHECK_OK(iq_memory_trim());
    return 0;
}

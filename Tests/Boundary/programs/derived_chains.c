/*
 * derived_chains.c - what a list that is derived from a derived one remembers of what the lists above it hide, sentence
 * by sentence of the header. The words are those of scene.h.
 *
 *     source ──► filter ──► outline
 */
#include "failing.h"
#include "scene.h"

#include <string.h>

static struct {
    iq_list *source, *filter, *outline;
    scene_filter filters[8];
    size_t given;
} self;

static void open_chain(const char *text, uint32_t filter, uint32_t outline)
{
    memset(&self, 0, sizeof self);
    self.source = scene_source(text);
    self.filter = scene_derive(self.source, AS_FILTER | filter);
    self.outline = scene_derive(self.filter, outline);
}

static void end_chain(void)
{
    iq_list_destroy(self.outline);
    iq_list_destroy(self.filter);
    iq_list_destroy(self.source);
}

static void pass(const char *names)
{
    CHECK(self.given < sizeof self.filters / sizeof *self.filters);
    scene_filter_by(self.filter, &self.filters[self.given++], names, IQ_FILTER_DIFFERENT);
    scene_quiet(self.filter);
}

/* The keys of all items with a state, in order. */
static void check_keys(const iq_list *list, uint32_t state, const char *names)
{
    iq_key keys[16];
    size_t count;
    CHECK_OK(iq_list_find_keys_in_state(list, state, 0, NULL, keys, 16, &count));
    CHECK(count == strlen(names));
    for (size_t i = 0; i < count; i++) {
        CHECK(keys[i].bytes[0] == (uint8_t)names[i]);
    }
}

static size_t set_by_key(const char *names, uint32_t states, uint32_t flags)
{
    iq_key keys[8];
    size_t count = strlen(names), missing;
    for (size_t i = 0; i < count; i++) {
        keys[i] = scene_key(names[i]);
    }
    CHECK_OK(iq_list_set_key_states(self.outline, NULL, keys, count, states, flags, &missing));
    return missing;
}

/* "The list remembers its states also of what the lists above it hide ...": selection, expansion, and both of what it
 * hides itself. */
static void check_kept(void)
{
    open_chain("1 A B1 C2 D1 E", 0, 0);
    scene_expand(self.outline, "A");
    scene_quiet(self.outline);
    scene_expand(self.outline, "B");
    scene_quiet(self.outline);
    scene_states(self.outline, "CE", IQ_STATE_SELECTED, 0);
    scene_collapse(self.outline, "A");
    scene_quiet(self.outline);
    pass("D");
    SAYS(self.outline, "update-2+1 gone:E.1");
    check_keys(self.outline, IQ_STATE_SELECTED, "CE");
    pass("ABCDE");
    SAYS(self.outline, "update-1+2 on:E.1");
    SHOWS(self.outline, "1 A E");
    scene_expand(self.outline, "A");
    SAYS(self.outline, "on:A.8 update+3 on:B.8 on:C.1");
    end_chain();
}

/* "... as long as the first source has the same item: one that was deleted and inserted again has lost them." */
static void check_replaced(void)
{
    open_chain("1 A B C", 0, 0);
    scene_states(self.outline, "ABC", IQ_STATE_SELECTED, 0);
    pass("C");
    scene_quiet(self.outline);
    scene_set(self.source, "1 A C");
    scene_set(self.source, "1 A B C");
    check_keys(self.outline, IQ_STATE_SELECTED, "CA");
    pass("ABC");
    scene_quiet(self.outline);
    check_keys(self.outline, IQ_STATE_SELECTED, "AC");
    end_chain();
}

/* What an open edit of the first source has deleted has not gone. */
static void check_edited(void)
{
    iq_edit *edit;
    open_chain("1 A B C", 0, 0);
    scene_states(self.outline, "AB", IQ_STATE_SELECTED, 0);
    pass("C");
    iq_item items[] = {scene_item(self.source, 'A'), scene_item(self.source, 'B')};
    CHECK_OK(iq_edit_begin(self.source, NULL, &edit));
    CHECK_OK(iq_edit_delete_items(edit, items, 2));
    scene_quiet(self.outline);
    check_keys(self.outline, IQ_STATE_SELECTED, "");
    iq_edit_destroy(edit);
    check_keys(self.outline, IQ_STATE_SELECTED, "AB");
    pass("ABC");
    scene_quiet(self.outline);
    CHECK(scene_states_of(self.outline, 'A') == IQ_STATE_SELECTED);
    end_chain();
}

/* "By key": items of the source come first, in its order; then the others, in the order of the first source. `missing`
 * counts what the first source does not have. */
static void check_by_key(void)
{
    open_chain("1 A B C D E", 0, 0);
    pass("BD");
    scene_quiet(self.outline);
    CHECK(set_by_key("EZDA", IQ_STATE_SELECTED | IQ_STATE_HOST, 0) == 1);
    CHECK(set_by_key("E", IQ_STATE_HOST, IQ_SET_TOGGLE) == 0);
    SAYS(self.outline, "on:D.1 on:D.256");
    check_keys(self.outline, IQ_STATE_SELECTED, "DAE");
    check_keys(self.outline, IQ_STATE_HOST, "DA");
    pass("ABCDE");
    SAYS(self.outline, "update+3 on:A.257 on:E.1");
    pass("B");
    scene_quiet(self.outline);
    CHECK(set_by_key("A", IQ_STATE_SELECTED, IQ_SET_OFF) == 0);
    check_keys(self.outline, IQ_STATE_SELECTED, "DE");
    end_chain();
}

/* "What another item takes meanwhile, and what IQ_SET_ONLY takes from all others, is forgotten"; and what a stricter
 * mode takes. */
static void check_forgotten(void)
{
    open_chain("1 A B C D1", 0, 0);
    scene_states(self.outline, "A", IQ_STATE_SELECTED | IQ_STATE_FOCUSED, 0);
    scene_states(self.outline, "AB", IQ_STATE_HOST, 0);
    pass("C");
    scene_quiet(self.outline);
    scene_states(self.outline, "C", IQ_STATE_FOCUSED, 0);
    scene_states(self.outline, "C", IQ_STATE_HOST, IQ_SET_ONLY);
    scene_quiet(self.outline);
    pass("ABCD");
    SAYS(self.outline, "update+2*1 on:A.1");
    scene_states(self.outline, "B", IQ_STATE_SELECTED, 0);
    set_by_key("D", IQ_STATE_SELECTED, 0);
    pass("C");
    scene_quiet(self.outline);
    CHECK_OK(iq_list_set_selection(self.outline, IQ_SELECTION_SINGLE));
    pass("ABCD");
    scene_quiet(self.outline);
    check_keys(self.outline, IQ_STATE_SELECTED, "");
    end_chain();
}

/* In an accordion what comes back gives way to what is expanded by then. */
static void check_accordion(void)
{
    open_chain("1 A B1 C D1 E F1", 0, IQ_DERIVE_EXCLUSIVE);
    scene_expand(self.outline, "A");
    scene_quiet(self.outline);
    pass("CDEF");
    scene_quiet(self.outline);
    scene_expand(self.outline, "C");
    scene_quiet(self.outline);
    pass("ABCDEF");
    scene_quiet(self.outline);
    SHOWS(self.outline, "1 A C D1 E");
    pass("ABEF");
    scene_quiet(self.outline);
    SHOWS(self.outline, "1 A E");
    pass("ABCDEF");
    scene_quiet(self.outline);
    SHOWS(self.outline, "1 A C D1 E");
    end_chain();
}

/* What was collapsed is not expanded as if it were new, also if its children went first. */
static void check_collapsed(void)
{
    open_chain("1 A B1 C D1", 0, IQ_DERIVE_EXPANDED);
    scene_collapse(self.outline, "A");
    scene_quiet(self.outline);
    SHOWS(self.outline, "1 A C D1");
    pass("AC");
    scene_quiet(self.outline);
    pass("");
    scene_quiet(self.outline);
    pass("ABCD");
    scene_quiet(self.outline);
    SHOWS(self.outline, "1 A C D1");
    end_chain();
}

/* Sections too: expansion, and what the host has set. */
static void check_sections(void)
{
    open_chain("1 A 2 B 3 C", IQ_DERIVE_DROP_EMPTY_SECTIONS, IQ_DERIVE_SECTIONS);
    scene_open_section(self.outline, '1', true);
    scene_open_section(self.outline, '2', true);
    scene_quiet(self.outline);
    pass("C");
    scene_quiet(self.outline);
    SHOWS(self.outline, "3");
    scene_set(self.source, "1 A 3 C");
    scene_set(self.source, "1 A 2 B 3 C");
    pass("ABC");
    SAYS(self.outline, "update+1 on:S1.8 placeholder:0");
    SHOWS(self.outline, "1 A 2 3");
    end_chain();
    open_chain("1 A 2 B", IQ_DERIVE_DROP_EMPTY_SECTIONS, IQ_DERIVE_SECTIONS | IQ_DERIVE_EXPANDED);
    scene_open_section(self.outline, '1', false);
    scene_quiet(self.outline);
    pass("B");
    scene_quiet(self.outline);
    pass("AB");
    scene_quiet(self.outline);
    SHOWS(self.outline, "1 2 B");
    end_chain();
}

/* A section that went before an edit of the first source began has gone, although another one of the edit's would not
 * have. */
static void check_section_gone(void)
{
    iq_edit *edit;
    open_chain("1 A 2 B", IQ_DERIVE_DROP_EMPTY_SECTIONS, IQ_DERIVE_SECTIONS);
    scene_open_section(self.outline, '1', true);
    scene_quiet(self.outline);
    pass("B");
    scene_quiet(self.outline);
    pass("AB");
    scene_set(self.source, "2 B");
    CHECK_OK(iq_edit_begin(self.source, NULL, &edit));
    scene_quiet(self.outline);
    SHOWS(self.outline, "1 2");
    iq_edit_destroy(edit);
    end_chain();
}

/* "If a list in the middle is destroyed, the version of it that the next one holds is the first source." */
static void check_middle_gone(void)
{
    open_chain("1 A B C D", 0, 0);
    scene_filter below = {0}, all = {0};
    iq_list *middle = scene_derive(self.filter, AS_FILTER);
    iq_list_destroy(self.outline);
    self.outline = scene_derive(middle, 0);
    scene_states(self.outline, "ABC", IQ_STATE_SELECTED, 0);
    scene_filter_by(middle, &below, "CD", IQ_FILTER_DIFFERENT);
    scene_quiet(middle);
    scene_quiet(self.outline);
    pass("BCD");
    scene_quiet(middle);
    check_keys(self.outline, IQ_STATE_SELECTED, "CAB");
    iq_list_destroy(self.filter);
    check_keys(self.outline, IQ_STATE_SELECTED, "CB");
    CHECK(set_by_key("AB", IQ_STATE_HOST, 0) == 1);
    scene_filter_by(middle, &all, "ABCD", IQ_FILTER_DIFFERENT);
    scene_quiet(middle);
    SAYS(self.outline, "update+1 on:B.257");
    iq_list_destroy(middle);
    self.filter = NULL;
    SHOWS(self.outline, "1 B C D");
    end_chain();
}

/* Where keys are scoped, items of two sections with the same key are two. */
static void check_scoped(void)
{
    const iq_list_options options = {.struct_size = sizeof options, .duplicates = IQ_DUPLICATES_SCOPE};
    iq_key sections[2] = {scene_key('1'), scene_key('2')}, keys[2] = {scene_key('A'), scene_key('A')};
    size_t missing, count;
    memset(&self, 0, sizeof self);
    CHECK_OK(iq_list_create(&options, &self.source));
    scene_set(self.source, "1 A B 2 A");
    self.filter = scene_derive(self.source, AS_FILTER);
    self.outline = scene_derive(self.filter, 0);
    CHECK_OK(iq_list_set_range_states(self.outline, 2, 1, IQ_STATE_SELECTED, 0));
    pass("B");
    SAYS(self.outline, "on:A.1 update-2 gone:A.1");
    CHECK_OK(iq_list_set_key_states(self.outline, sections, keys, 2, IQ_STATE_HOST, 0, &missing));
    CHECK(missing == 0);
    CHECK_OK(iq_list_set_key_states(self.outline, sections, keys, 1, IQ_STATE_HOST, IQ_SET_OFF, &missing));
    CHECK_OK(iq_list_find_keys_in_state(self.outline, IQ_STATE_HOST, 0, sections, keys, 2, &count));
    CHECK(count == 1 && sections[0].bytes[0] == '2' && keys[0].bytes[0] == 'A');
    pass("AB");
    SAYS(self.outline, "update+2 on:A.257");
    end_chain();
}

/* ---- memory */

static void try_poll(iq_list *list)
{
    iq_event event = {.struct_size = sizeof event};
    size_t count = 1;
    for (int polls = 0; polls < 64 && count > 0; polls++) {
        iq_status status = iq_list_poll(list, &event, 1, &count);
        CHECK(status == IQ_OK || status == IQ_ERROR_NO_MEMORY);
        count += status == IQ_ERROR_NO_MEMORY;
    }
}

/* The n-th allocation of the outline's polls and of a call fails: the next ones catch up. */
static bool fail(uint64_t nth)
{
    const iq_key key = scene_key('B');
    size_t missing;
    open_chain("1 A B1 C 2 D", IQ_DERIVE_DROP_EMPTY_SECTIONS, IQ_DERIVE_SECTIONS);
    scene_open_section(self.outline, '1', true);
    scene_open_section(self.outline, '2', true);
    scene_quiet(self.outline);
    scene_expand(self.outline, "A");
    scene_quiet(self.outline);
    scene_states(self.outline, "CD", IQ_STATE_SELECTED, 0);
    pass("C");
    failing_arm(nth, false);
    try_poll(self.outline);
    iq_status status = iq_list_set_key_states(self.outline, NULL, &key, 1, IQ_STATE_HOST, 0, &missing);
    CHECK(status == IQ_OK || status == IQ_ERROR_NO_MEMORY);
    bool has_set = status == IQ_OK;
    failing_pause(true);
    pass("ABCD");
    failing_pause(false);
    try_poll(self.outline);
    bool has_failed = failing_disarm();
    try_poll(self.outline);
    SHOWS(self.outline, "1 A B1 C 2 D");
    check_keys(self.outline, IQ_STATE_SELECTED, "CD");
    check_keys(self.outline, IQ_STATE_HOST, has_set ? "B" : "");
    end_chain();
    return has_failed;
}

int main(void)
{
    failing_install();
    scene_register();
    CHECK_OK(iq_memory_trim());
    size_t bytes = iq_memory_used();
    check_kept();
    check_replaced();
    check_edited();
    check_by_key();
    check_forgotten();
    check_accordion();
    check_collapsed();
    check_sections();
    check_section_gone();
    check_middle_gone();
    check_scoped();
    for (uint64_t nth = check_seed = 1; fail(nth); check_seed = ++nth) {
    }
    CHECK(check_seed > 20);
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == bytes);
    return 0;
}

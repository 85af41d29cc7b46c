/*
 * sequence.c - libFuzzer harness: bytes are read as a program of calls over all of the library, on
 * objects that live, have been destroyed or never were: see sequence.h. Nothing crashes, leaks or
 * answers what it may not, and after each call what can be read agrees with itself.
 *
 *     byte 0     bit 0: what a refused call leaves behind is checked; bit 1: what goes first at the
 *                end; bits 2 to 4: the policy of the first list; bit 5: with an edit that is open;
 *                bit 6 without bit 7: with a view that is laid out, and operations on such views
 *     then       an operation's number, its arguments, the next one's number ...
 */
#include "sequence.h"

#include "../Boundary/shared/failing.h"

#define NUMBERS 80

/* ---- what a program begins with ---------------------------------------- */

/* A list of 100[0 1 2 3] 101[4 5 6 7] 102[] in the first slot, and a snapshot of it. */
static void start(machine *m, iq_duplicates policy)
{
    some_items items = {.columns = {.struct_size = sizeof items.columns, .count = 8}};
    iq_section_entry sections[3];
    for (uint64_t i = 0; i < 8; i++) {
        items.keys[i] = iq_key_from_u64(i);
        dress_item((uint8_t)(i << 1), &items.contents[i], &items.models[i], &items.classes[i]);
    }
    columns_of(&items);
    for (uint64_t s = 0; s < 3; s++) {
        sections[s] = (iq_section_entry){sizeof sections[s], iq_key_from_u64(100 + s), 4 * s, NULL, 0};
    }
    iq_list_options options = {.struct_size = sizeof options, .duplicates = policy};
    options.max_items = MOST_ITEMS;
    options.max_sections = MOST_SECTIONS;
    iq_list *list;
    iq_snapshot *snapshot;
    CHECK_OK(iq_list_create(&options, &list));
    CHECK_OK(iq_list_set(list, sections, 3, &items.columns, NULL, NULL));
    CHECK_OK(iq_list_snapshot(list, &snapshot));
    slot_put(m, &m->slots[KIND_LIST][0], list);
    slot_put(m, &m->slots[KIND_SNAPSHOT][0], snapshot);
}

/* ---- programs ---------------------------------------------------------- */

static void make_memory_fail(machine *m)
{
    m->fail = next_byte(m) & 31;
}

static void forget(machine *m)
{
    uint8_t byte = next_byte(m);
    slot *self = next_slot(m, (slot_kind)(byte % KIND_VIEW));
    if (byte >= 192) {
        slot_destroy(m, self);
        self->object = NULL;
    }
}

static void do_nothing(machine *m)
{
    (void)m;
}

static const operation own[] = {{"fail", make_memory_fail}, {"fail", make_memory_fail}, {"forget", forget}};

static const operation nothing = {"nothing", do_nothing};

/* Numbers keep their meaning when operations join at the end. */
static const operation *operation_at(const machine *m, uint8_t number)
{
    const struct {
        const operation *operations;
        size_t count;
    } tables[] = {
        {own, sizeof own / sizeof *own},
        {operations_of_lists, operations_of_lists_count},
        {operations_of_snapshots, operations_of_snapshots_count},
        {operations_of_changesets, operations_of_changesets_count},
        {operations_of_edits, operations_of_edits_count},
        {operations_of_events, operations_of_events_count},
        {operations_of_undo, operations_of_undo_count},
        {operations_of_views, operations_of_views_count},
        {operations_of_derived, operations_of_derived_count},
        {operations_of_puts, operations_of_puts_count},
    };
    if (m->with_layouts && number >= 2 * NUMBERS) {
        return &operation_on_laid_out;
    }
    size_t place = number % NUMBERS;
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        if (place < tables[t].count) {
            return &tables[t].operations[place];
        }
        place -= tables[t].count;
    }
    return &nothing;
}

static void prepare(void)
{
    static bool is_prepared;
    if (!is_prepared) {
        failing_install();
        register_models();
        is_prepared = true;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size < 2 || size > LONGEST_PROGRAM || (bytes[0] >> 2 & 7) > IQ_DUPLICATES_SCOPE) {
        return 0;
    }
    prepare();
    size_t held = iq_memory_used();
    machine m = {.at = bytes + 1, .end = bytes + size, .is_strict = bytes[0] & 1};
    m.with_layouts = (bytes[0] & 192) == 64;
    start(&m, bytes[0] >> 2 & 7);
    if (bytes[0] & 32) {
        begin_edit(&m, &m.slots[KIND_LIST][0], &m.slots[KIND_EDIT][0], NULL, 0);
    }
    if (m.with_layouts) {
        start_layouts(&m);
    }
    while (m.at < m.end) {
        const operation *next = operation_at(&m, next_byte(&m));
        check_case = next->name;
        next->run(&m);
        check_all(&m);
    }
    check_case = "end";
    /* Lists go first in one half of all programs, and last in the other. */
    for (int k = 0; k < KINDS; k++) {
        for (size_t i = 0; i < SLOTS; i++) {
            slot_destroy(&m, &m.slots[bytes[0] & 2 ? k : KINDS - 1 - k][i]);
        }
    }
    CHECK(m.under_way == 0);
    check_models_released();
    check_cells_destroyed();
    check_filters_destroyed();
    check_measures_ended();
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == held && failing_bytes() == held);
    return 0;
}

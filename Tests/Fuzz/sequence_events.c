/*
 * sequence_events.c - the operations on what lists have beside their items: submissions, polls, states, pages: see
 * sequence.h.
 */
#include "sequence.h"

#define OPERATION(name) static void name(machine *m)

/* ---- submissions -------------------------------------------------------- */

static void done(void *context, uint64_t ticket, iq_status status)
{
    machine *m = context;
    CHECK(m->under_way > 0 && ticket > 0);
    CHECK(status != IQ_ERROR_ARGUMENT && status != IQ_ERROR_HANDLE && status != IQ_ERROR_BUSY);
    m->under_way--;
}

/* Prepared at once, on this thread: programs have the same course each time. */
OPERATION(submit)
{
    const slot *list = next_slot(m, KIND_LIST), *snapshot = next_slot(m, KIND_SNAPSHOT);
    uint8_t byte = next_byte(m);
    iq_submit_options options = submit_options(m);
    options.flags |= byte & 1 ? IQ_SUBMIT_EACH : 0;
    options.done = done;
    options.context = m;
    uint64_t ticket = 0;
    m->fail = 0;
    m->under_way++;
    if (!TRY(m, list, snapshot, iq_list_submit(list->object, snapshot->object, &options, &ticket))) {
        m->under_way--;
    } else if (byte & 2) {
        CHECK(TRY(m, list, NULL, iq_list_cancel(list->object, byte & 4 ? ticket : 0)));
    }
}

/* What is held waits, but for what the host does itself. */
OPERATION(hold)
{
    const slot *list = next_slot(m, KIND_LIST);
    if (next_byte(m) & 1) {
        TRY(m, list, NULL, iq_list_hold(list->object));
    } else {
        TRY(m, list, NULL, iq_list_resume(list->object));
    }
}

OPERATION(poll)
{
    const slot *list = next_slot(m, KIND_LIST);
    uint8_t byte = next_byte(m);
    iq_event events[4] = {{.struct_size = sizeof events[0]}};
    size_t count = 0;
    if (byte & 1) {
        uint32_t kinds = byte & 2 ? IQ_EVENT_UPDATE : 0;
        kinds |= byte & 4 ? IQ_EVENT_PLACEHOLDER : 0;
        kinds |= byte & 8 ? IQ_EVENT_PAGE | IQ_EVENT_STATES : 0;
        kinds |= byte & 16 ? IQ_EVENT_REORDER : 0;
        TRY(m, list, NULL, iq_list_set_events(list->object, kinds | (byte & 32 ? IQ_EVENT_WILL_UPDATE : 0)));
    }
    /* What a poll lets take place may fail by itself. */
    m->fail = m->under_way > 0 ? 0 : m->fail;
    if (TRY(m, list, NULL, iq_list_poll(list->object, events, 1 + (byte & 3), &count))) {
        for (size_t i = 0; i < count; i++) {
            CHECK(events[i].kind != 0 && (events[i].kind & (events[i].kind - 1)) == 0);
        }
    }
}

/* ---- states and pages --------------------------------------------------- */

/* Some states of some items, by the program or the user. */
OPERATION(set_states)
{
    const slot *list = next_slot(m, KIND_LIST);
    static const uint32_t kinds[] = {IQ_STATE_SELECTED, IQ_STATE_HIGHLIGHTED, IQ_STATE_FOCUSED, IQ_STATE_EXPANDED,
                                     IQ_STATE_HOST};
    static const uint32_t ways[] = {0, IQ_SET_OFF, IQ_SET_TOGGLE, IQ_SET_ONLY, IQ_SET_TOGGLE | IQ_SET_ONLY};
    uint32_t states = kinds[next_byte(m) % 5];
    uint8_t byte = next_byte(m);
    uint32_t flags = ways[(byte >> 1) % 5] | (byte & 1 ? IQ_SET_BY_USER : 0);
    size_t first = next_byte(m) & 7, count = next_byte(m) & 7;
    iq_key key = next_item_key(m), section_key = next_section_key(m);
    iq_item items[3];
    size_t found;
    TRY(m, list, NULL, iq_list_set_range_states(list->object, first, count == 7 ? IQ_END : count, states, flags));
    TRY(m, list, NULL, iq_list_set_key_states(list->object, &section_key, &key, 1, states, flags, &found));
    if (TRY(m, list, NULL, iq_list_find_items_in_state(list->object, states, 0, items, 3, &found))) {
        TRY(m, list, NULL, iq_list_set_states(list->object, items, found < 3 ? found : 3, states, flags));
    }
}

OPERATION(set_selection)
{
    const slot *list = next_slot(m, KIND_LIST);
    uint8_t byte = next_byte(m);
    uint32_t mode = byte % 3 | (byte & IQ_SELECTION_KEEPS);
    iq_key keys[3], section_key = next_section_key(m);
    iq_section section;
    size_t found;
    TRY(m, list, NULL, iq_list_set_selection(list->object, mode));
    TRY(m, list, NULL, iq_list_find_keys_in_state(list->object, IQ_STATE_SELECTED, 0, NULL, keys, 3, &found));
    if (TRY(m, list, NULL, iq_list_find_section(list->object, section_key, &section))) {
        TRY(m, list, NULL, iq_list_set_section_states(list->object, section, IQ_STATE_FOCUSED, mode & 1));
    }
}

/* Any section, also none: the list. */
static iq_section next_page_section(machine *m, const slot *list)
{
    iq_section section = {0};
    iq_key key = next_section_key(m);
    if (next_byte(m) & 1) {
        TRY(m, list, NULL, iq_list_find_section(list->object, key, &section));
    }
    return section;
}

OPERATION(page)
{
    const slot *list = next_slot(m, KIND_LIST);
    uint8_t byte = next_byte(m);
    iq_section section = next_page_section(m, list);
    iq_edge edge = byte & 1;
    iq_page page = {.struct_size = sizeof page, .state = (byte >> 1 & 7) % 5};
    page.token = byte & 16 ? 1 + next_byte(m) : 0;
    iq_page read = {.struct_size = sizeof read};
    if (TRY(m, list, NULL, iq_list_set_page(list->object, section, edge, &page))) {
        CHECK(TRY(m, list, NULL, iq_list_get_page(list->object, section, edge, &read)));
        CHECK(read.state == page.state && (read.token != 0) == (page.state == IQ_PAGE_LOADING));
    }
    TRY(m, list, NULL, iq_list_reach_edge(list->object, section, edge));
    TRY(m, list, NULL, iq_list_set_loading(list->object, (byte >> 5) % 3));
}

const operation operations_of_events[] = {
    {"list submit", submit}, {"list submit", submit},         {"list poll", poll}, {"list poll", poll},
    {"list page", page},     {"list set states", set_states}, {"list set selection", set_selection},
    {"list hold", hold},
};
const size_t operations_of_events_count = sizeof operations_of_events / sizeof *operations_of_events;

/*
 * sequence_views.c - the operations on views and on elements of lists, and the functions of cells: see sequence.h.
 */
#include "sequence.h"

#define OPERATION(name) static void name(machine *m)
#define MOST_CELLS 1024

/* ---- cells -------------------------------------------------------------- */

static struct cell {
    bool exists, is_bound;
    const void *model;
    const iq_view *view;
    uint32_t number;
} cells[MOST_CELLS];

static unsigned fails;

void make_cells_fail(unsigned next)
{
    fails = next;
}

static bool fails_now(void)
{
    return fails > 0 && --fails == 0;
}

int create_cell(void *context, const iq_event *event, void **object)
{
    (void)context;
    size_t free_cell = 0;
    CHECK(event->kind == IQ_EVENT_BOUND && event->view != NULL);
    CHECK(model_is_alive(event->model, event->cell_class));
    if (fails_now()) {
        return 1;
    }
    while (cells[free_cell].exists) {
        free_cell++;
        CHECK(free_cell < MOST_CELLS);
    }
    for (size_t i = 0; i < MOST_CELLS; i++) {
        CHECK(!cells[i].exists || cells[i].view != event->view || cells[i].number != event->cell);
    }
    cells[free_cell] = (struct cell){.exists = true, .view = event->view, .number = event->cell};
    *object = &cells[free_cell];
    return 0;
}

int bind_cell(void *context, const iq_event *event)
{
    struct cell *cell = event->object;
    (void)context;
    CHECK(cell->exists && cell->view == event->view && cell->number == event->cell);
    CHECK(cell->is_bound == ((event->flags & IQ_CELL_RECONFIGURED) != 0));
    CHECK(model_is_alive(event->model, event->cell_class));
    if (fails_now()) {
        return -1;
    }
    cell->is_bound = true;
    cell->model = event->model;
    return 0;
}

void unbind_cell(void *context, const iq_event *event)
{
    struct cell *cell = event->object;
    (void)context;
    CHECK(cell->exists && cell->is_bound && cell->model == event->model);
    CHECK(model_is_alive(event->model, event->cell_class));
    cell->is_bound = false;
}

void destroy_cell(void *context, void *object)
{
    struct cell *cell = object;
    (void)context;
    CHECK(cell->exists && !cell->is_bound);
    cell->exists = false;
}

bool cell_shows(const void *object, const iq_view *view, uint32_t number, const void *model)
{
    const struct cell *cell = object;
    return cell == NULL ||
           (cell->exists && cell->is_bound && cell->view == view && cell->number == number && cell->model == model);
}

void check_cells_destroyed(void)
{
    for (size_t i = 0; i < MOST_CELLS; i++) {
        CHECK(!cells[i].exists);
    }
}

/* ---- views -------------------------------------------------------------- */

OPERATION(create)
{
    const slot *list = next_slot(m, KIND_LIST);
    slot *self = &m->slots[KIND_VIEW][next_byte(m) % SLOTS];
    iq_view *view = NULL;
    if (TRY(m, list, NULL, iq_view_create(list->object, NULL, &view))) {
        slot_put(m, self, view);
        self->list = list->object;
    }
}

OPERATION(destroy)
{
    slot *self = next_slot(m, KIND_VIEW);
    if (next_byte(m) >= 128) {
        slot_destroy(m, self);
    }
}

OPERATION(set_visible)
{
    const slot *self = next_slot(m, KIND_VIEW);
    size_t first = next_byte(m), count = next_byte(m), ahead = next_byte(m) & 7;
    first = first >= 250 ? SIZE_MAX : first & 31;
    count = count >= 250 ? SIZE_MAX : count & 31;
    TRY(m, self, NULL, iq_view_set_visible(self->object, first, count, ahead));
}

const iq_element *next_part(machine *m, const slot *self, iq_element *into)
{
    uint8_t byte = next_byte(m);
    iq_key key = next_item_key(m), section = next_section_key(m);
    *into = (iq_element){sizeof(iq_element), {0}, {0}, 0, 0};
    if (!slot_is_good(self)) {
        return into;
    }
    if (byte & 1) {
        return iq_list_find_item(self->list, &section, key, &into->item) == IQ_OK ? into : NULL;
    }
    into->kind = byte & 2 ? IQ_KIND_HEADER : byte & 4 ? IQ_KIND_FOOTER : IQ_KIND_HOST;
    return byte & 8 || iq_list_find_section(self->list, section, &into->section) == IQ_OK ? into : NULL;
}

OPERATION(take_cell)
{
    const slot *self = next_slot(m, KIND_VIEW);
    iq_element element;
    iq_event event = {.struct_size = sizeof event};
    const iq_element *part = next_part(m, self, &element);
    if (part && TRY(m, self, NULL, iq_view_take_cell(self->object, part, &event))) {
        CHECK(event.kind == IQ_EVENT_BOUND && event.flags & IQ_CELL_BY_HAND && event.cell != IQ_NONE);
        CHECK(event.item.id == part->item.id && event.element_kind == part->kind);
        CHECK(model_is_alive(event.model, event.cell_class));
    }
}

OPERATION(give_cell)
{
    const slot *self = next_slot(m, KIND_VIEW);
    TRY(m, self, NULL, iq_view_give_cell(self->object, next_byte(m) & 15));
}

OPERATION(find_cell)
{
    const slot *self = next_slot(m, KIND_VIEW);
    uint8_t byte = next_byte(m);
    iq_element element;
    iq_event event = {.struct_size = sizeof event};
    const iq_element *part = byte & 1 ? next_part(m, self, &element) : NULL;
    uint32_t cell = byte & 1 ? IQ_NONE : byte >> 1 & 15;
    if ((part || !(byte & 1)) && TRY(m, self, NULL, iq_view_find_cell(self->object, cell, part, &event))) {
        CHECK(cell == IQ_NONE || event.cell == cell);
        CHECK(model_is_alive(event.model, event.cell_class));
    }
    size_t first, count;
    TRY(m, self, NULL, iq_view_get_visible(self->object, &first, &count));
}

/* With the events of views, and functions that fail. A submission that takes place would change the list although
 * one of them does. */
OPERATION(poll)
{
    const slot *list = next_slot(m, KIND_LIST);
    uint8_t byte = next_byte(m);
    iq_event events[8] = {{.struct_size = sizeof events[0]}};
    size_t count = 0;
    if (byte & 1) {
        uint32_t kinds = byte & 2 ? IQ_EVENT_BOUND | IQ_EVENT_WILL_DISPLAY | IQ_EVENT_DID_END_DISPLAY : 0;
        kinds |= byte & 4 ? IQ_EVENT_CLASS_FIRST_USED : 0;
        kinds |= byte & 8 ? IQ_EVENT_PREFETCH : 0;
        TRY(m, list, NULL, iq_list_set_events(list->object, kinds | (byte & 16 ? IQ_EVENT_PAGE : 0)));
    }
    m->fail = m->under_way > 0 ? 0 : m->fail;
    fails = m->under_way > 0 || m->fail > 0 ? 0 : byte >> 5;
    if (TRY(m, list, NULL, iq_list_poll(list->object, events, 1 + (byte & 7), &count))) {
        for (size_t i = 0; i < count; i++) {
            CHECK(events[i].kind != 0 && (events[i].kind & (events[i].kind - 1)) == 0);
            CHECK(model_is_alive(events[i].model, events[i].cell_class));
        }
    }
    fails = 0;
}

OPERATION(set_element)
{
    const slot *list = next_slot(m, KIND_LIST);
    uint8_t byte = next_byte(m);
    iq_supplementary element = next_element(m);
    if (byte & 1) {
        element.kind = IQ_KIND_HEADER + (byte >> 1) % 7;
        element.index = 0;
    }
    /* What is set while an edit is open stays when that is abandoned, and so the list is not what it was. */
    if (slot_is_good(list) && list_is_edited(m, list->object)) {
        return;
    }
    if (byte & 128) {
        TRY(m, list, NULL, iq_list_remove_supplementary(list->object, element.kind, element.index));
    } else {
        TRY(m, list, NULL, iq_list_set_supplementary(list->object, &element));
    }
}

/* All of them have one number, so that those of the others keep their meaning. */
OPERATION(view)
{
    static void (*const all[])(machine *m) = {create,    set_visible, set_visible, poll, poll, take_cell,
                                              give_cell, find_cell,   set_element, poll, destroy};
    all[next_byte(m) % (sizeof all / sizeof *all)](m);
}

const operation operations_of_views[] = {{"view", view}, {"view", view}};
const size_t operations_of_views_count = sizeof operations_of_views / sizeof *operations_of_views;

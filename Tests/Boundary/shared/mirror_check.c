/*
 * mirror_check.c - holds a mirror against its list: see mirror.h.
 */
#include "check.h"
#include "mirror.h"

/* Also drops stamps without states. */
static size_t count_with_states(mirror_states *self)
{
    size_t count = 0, kept = 0;
    for (size_t i = 0; i < MIRROR_POOL; i++) {
        count += self->pool[i] != 0;
    }
    for (size_t i = 0; i < self->stamps; i++) {
        if (self->stamped[i].states) {
            self->stamped[kept++] = self->stamped[i];
        }
    }
    self->stamps = kept;
    return count + kept;
}

static void check_items(mirror *self, const iq_list *list, const mirror_order *shown, size_t *selected)
{
    iq_key keys[MIRROR_ITEMS];
    uint64_t contents[MIRROR_ITEMS];
    uint32_t states[MIRROR_ITEMS];
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = keys, .contents = contents, .states = states};
    CHECK_OK(iq_list_get_items(list, 0, shown->count, &buffers));
    *selected = 0;
    for (size_t i = 0; i < shown->count; i++) {
        CHECK(mirror_number(keys[i]) == shown->keys[i] && contents[i] == shown->contents[i]);
        CHECK(states[i] == *mirror_states_of(&self->items, shown->keys[i]));
        *selected += states[i] & IQ_STATE_SELECTED;
    }
}

static void check_page(mirror *self, const iq_list *list, iq_section section, uint64_t key)
{
    for (iq_edge edge = IQ_EDGE_START; edge <= IQ_EDGE_END; edge++) {
        iq_page page = {.struct_size = sizeof page};
        CHECK_OK(iq_list_get_page(list, section, edge, &page));
        const mirror_page *mirrored = mirror_page_of(self, key, edge);
        CHECK(page.state == mirrored->state && page.token == mirrored->token);
    }
}

static void check_sections(mirror *self, const iq_list *list, const mirror_order *shown)
{
    for (size_t s = 0; s < shown->sections; s++) {
        iq_section section;
        iq_section_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_list_find_section_at(list, s, &section));
        CHECK_OK(iq_list_get_section_info(list, section, &info));
        CHECK(mirror_number(info.key) == shown->section_keys[s] && info.first == shown->starts[s]);
        CHECK(info.states == *mirror_states_of(&self->sections, shown->section_keys[s]));
        check_page(self, list, section, shown->section_keys[s]);
    }
    check_page(self, list, (iq_section){0}, 0);
}

void mirror_check(mirror *self, const iq_list *list, const mirror_order *edited)
{
    const mirror_order *shown = edited ? edited : &self->now;
    iq_list_info info = {.struct_size = sizeof info};
    size_t selected, with_states = 0, sections_with_states = 0;
    CHECK_OK(iq_list_get_info(list, &info));
    CHECK(info.sections == shown->sections && info.items == shown->count);
    CHECK(info.version >= self->version && info.placeholder == self->placeholder);
    check_items(self, list, shown, &selected);
    check_sections(self, list, shown);
    CHECK(info.selected == selected);
    if (edited) {
        return;
    }
    /* Nothing is left of what has gone. */
    for (size_t i = 0; i < shown->count; i++) {
        with_states += *mirror_states_of(&self->items, shown->keys[i]) != 0;
    }
    for (size_t s = 0; s < shown->sections; s++) {
        sections_with_states += *mirror_states_of(&self->sections, shown->section_keys[s]) != 0;
    }
    CHECK(count_with_states(&self->items) == with_states);
    CHECK(count_with_states(&self->sections) == sections_with_states);
    CHECK(!self->is_dragged);
    CHECK(info.undo_steps == self->step && info.redo_steps == self->steps - 1 - self->step);
}

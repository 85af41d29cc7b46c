/*
 * edit_script_sections.c - random changes of a list's sections and their elements: see edit_script.h.
 */
#include "edit_script.h"

static void insert_sections(edit_script *self)
{
    iq_key keys[3];
    size_t count = random_below(&self->random, 4), gap = random_below(&self->random, self->shown.count + 1);
    for (size_t i = 0; i < count; i++) {
        keys[i] = edit_script_section_key(self);
    }
    size_t way = random_below(&self->random, 3);
    edit_script_outcome outcome = edit_script_put_sections(self, gap, keys, count);
    iq_status wanted = outcome.refused ? IQ_ERROR_DUPLICATE : IQ_OK;
    bool made;
    if (way == 0 && gap < self->shown.count) {
        iq_section anchor = edit_script_section_at(self, gap);
        made = MADE(self, iq_edit_insert_sections_beside(self->edit, IQ_PUT_BEFORE, anchor, keys, count), wanted);
    } else if (way == 1 && gap > 0) {
        iq_section anchor = edit_script_section_at(self, gap - 1);
        made = MADE(self, iq_edit_insert_sections_beside(self->edit, IQ_PUT_AFTER, anchor, keys, count), wanted);
    } else {
        size_t position = gap == self->shown.count && random_chance(&self->random, 50) ? IQ_END : gap;
        made = MADE(self, iq_edit_insert_sections(self->edit, position, keys, count), wanted);
    }
    edit_script_settle(self, &outcome, made, keys, count, true);
}

/* Some handles, each once; in few cases one is stale, or (if they are to be distinct) the same as another. *wanted is
 * then IQ_ERROR_HANDLE or IQ_ERROR_ARGUMENT. */
static size_t some_handles(edit_script *self, iq_section handles[3], bool distinct, iq_status *wanted)
{
    size_t count = 0;
    *wanted = IQ_OK;
    for (size_t i = random_below(&self->random, 4); i > 0 && self->shown.count > 0; i--) {
        iq_section section = edit_script_section_at(self, random_below(&self->random, self->shown.count));
        bool fresh = true;
        for (size_t other = 0; other < count; other++) {
            fresh = fresh && handles[other].id != section.id;
        }
        if (fresh || (distinct && random_chance(&self->random, 10))) {
            *wanted = fresh ? *wanted : IQ_ERROR_ARGUMENT;
            handles[count++] = section;
        }
    }
    if (*wanted == IQ_OK && count > 0 && random_chance(&self->random, 10)) {
        handles[random_below(&self->random, count)].id = edit_script_stale(self);
        *wanted = IQ_ERROR_HANDLE;
    }
    return count;
}

static void delete_sections(edit_script *self)
{
    iq_section handles[3];
    iq_status wanted;
    size_t count = some_handles(self, handles, true, &wanted);
    edit_script_outcome outcome = edit_script_outcome_of(&self->shown);
    for (size_t i = 0; i < count && wanted == IQ_OK; i++) {
        iq_section_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_list_get_section_info(self->list, handles[i], &info));
        model_delete_section(&outcome.after, model_find_section(&outcome.after, info.key));
    }
    bool made = MADE(self, iq_edit_delete_sections(self->edit, handles, count), wanted);
    edit_script_settle(self, &outcome, made, NULL, 0, true);
}

/* The count as it is given: in some cases IQ_END for the rest. */
static size_t said(edit_script *self, size_t first, size_t count)
{
    return count == self->shown.count - first && random_chance(&self->random, 50) ? IQ_END : count;
}

static void delete_range(edit_script *self)
{
    size_t first = random_below(&self->random, self->shown.count + 1);
    size_t count = random_below(&self->random, 3), left = self->shown.count - first;
    bool good = count <= left;
    if (random_chance(&self->random, 5)) {
        count = SIZE_MAX - 1 - first;
        good = false;
    }
    edit_script_outcome outcome = edit_script_outcome_of(&self->shown);
    for (size_t i = 0; good && i < count; i++) {
        model_delete_section(&outcome.after, first);
    }
    size_t given = said(self, first, count);
    bool made = MADE(self, iq_edit_delete_section_range(self->edit, first, given),
                     good ? IQ_OK : IQ_ERROR_RANGE);
    edit_script_settle(self, &outcome, made, NULL, 0, true);
}

/* Takes sections out and puts them in at `to`, counted without them. */
static void move_block(model *self, size_t first, size_t count, size_t to)
{
    for (size_t i = 0; i < count; i++) {
        if (to < first) {
            model_move_section(self, first + i, to + i);
        } else {
            model_move_section(self, first, to + count - 1);
        }
    }
}

static void move_range(edit_script *self)
{
    size_t first = random_below(&self->random, self->shown.count + 1);
    size_t count = random_below(&self->random, self->shown.count - first + 1);
    size_t room = self->shown.count - count, to = random_below(&self->random, room + 1), at = to;
    bool good = !random_chance(&self->random, 5);
    if (!good) {
        at = room + 1 + random_below(&self->random, 3);
    } else if (to == room && random_chance(&self->random, 50)) {
        at = IQ_END;
    }
    edit_script_outcome outcome = edit_script_outcome_of(&self->shown);
    move_block(&outcome.after, first, good ? count : 0, to);
    size_t given = said(self, first, count);
    bool made = MADE(self, iq_edit_move_section_range(self->edit, first, given, at),
                     good ? IQ_OK : IQ_ERROR_RANGE);
    edit_script_settle(self, &outcome, made, NULL, 0, true);
}

static void move_section(edit_script *self)
{
    if (self->shown.count == 0) {
        return;
    }
    size_t from = random_below(&self->random, self->shown.count);
    size_t to = random_below(&self->random, self->shown.count);
    iq_section section = edit_script_section_at(self, from), anchor = edit_script_section_at(self, to);
    bool before = random_chance(&self->random, 50), good = !random_chance(&self->random, 5);
    if (!good) {
        (random_chance(&self->random, 50) ? &section : &anchor)->id = edit_script_stale(self);
    }
    edit_script_outcome outcome = edit_script_outcome_of(&self->shown);
    if (from != to) {
        to += before ? 0 : 1;
        move_block(&outcome.after, from, 1, to - (from < to));
    }
    iq_status wanted = good ? IQ_OK : IQ_ERROR_HANDLE;
    uint32_t where = before ? IQ_PUT_BEFORE : IQ_PUT_AFTER;
    bool made = MADE(self, iq_edit_move_section_beside(self->edit, section, where, anchor), wanted);
    edit_script_settle(self, &outcome, made, NULL, 0, true);
}

static void mark_sections(edit_script *self)
{
    iq_section handles[3];
    iq_status wanted;
    if (self->tall) {
        return;
    }
    edit_script_check(self); /* so that all handles are known */
    size_t count = some_handles(self, handles, false, &wanted);
    if (MADE(self, iq_edit_reload_sections(self->edit, handles, count), wanted)) {
        for (size_t i = 0; i < count; i++) {
            iq_section_info info = {.struct_size = sizeof info};
            CHECK_OK(iq_list_get_section_info(self->list, handles[i], &info));
            edit_script_find_section(self, info.key)->mark = MODEL_RELOAD;
        }
    }
}

static iq_supplementary random_element(edit_script *self)
{
    model_item look = {.content = random_below(&self->random, 3)};
    look.model = (void *)(uintptr_t)random_below(&self->random, 9);
    if (self->dress) {
        self->dress(self, &look);
    }
    iq_supplementary element = {.struct_size = sizeof element, .kind = IQ_KIND_HOST};
    size_t choice = random_below(&self->random, 4);
    if (choice < 2) {
        element.kind = choice == 0 ? IQ_KIND_HEADER : IQ_KIND_FOOTER;
    } else {
        element.index = (uint32_t)random_below(&self->random, 3);
    }
    element.key = key_of(1 + random_below(&self->random, 2));
    element.content = look.content;
    element.model = look.model;
    element.cell_class = look.cell_class;
    return element;
}

static void change_element(edit_script *self)
{
    if (self->shown.count == 0) {
        return;
    }
    size_t p = random_below(&self->random, self->shown.count);
    iq_section section = edit_script_section_at(self, p);
    iq_supplementary element = random_element(self);
    edit_script_outcome outcome = edit_script_outcome_of(&self->shown);
    bool made;
    if (random_chance(&self->random, 60)) {
        model_set_element(&outcome.after.sections[p], element);
        made = MADE(self, iq_edit_set_supplementary(self->edit, section, &element), IQ_OK);
    } else {
        bool there = model_remove_element(&outcome.after.sections[p], element.kind, element.index);
        made = MADE(self, iq_edit_remove_supplementary(self->edit, section, element.kind, element.index),
                    there ? IQ_OK : IQ_ERROR_NOT_FOUND);
    }
    edit_script_settle(self, &outcome, made, NULL, 0, true);
}

void edit_script_change_sections(edit_script *self)
{
    static const struct {
        const char *name;
        void (*change)(edit_script *self);
    } changes[] = {
        {"insert sections", insert_sections}, {"insert sections", insert_sections},
        {"delete sections", delete_sections}, {"delete a range of sections", delete_range},
        {"move sections", move_range},        {"move a section", move_section},
        {"mark sections", mark_sections},     {"change an element", change_element},
        {"change an element", change_element},
    };
    size_t chosen = random_below(&self->random, sizeof changes / sizeof *changes);
    check_case = changes[chosen].name;
    changes[chosen].change(self);
}

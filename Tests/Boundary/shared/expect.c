/*
 * expect.c - matching, the fewest moves and the updates of two models: see expect.h.
 */
#include "expect.h"

#include "check.h"

#include <string.h>

/* One entry of an ordered list of keys, so that large models match in reasonable time. */
typedef struct keyed_place {
    iq_key scope;
    iq_key key;
    size_t flat;
} keyed_place;

static int compare_places(const void *a, const void *b)
{
    const keyed_place *one = a, *other = b;
    int scopes = memcmp(&one->scope, &other->scope, sizeof one->scope);
    return scopes ? scopes : memcmp(&one->key, &other->key, sizeof one->key);
}

static keyed_place *keyed_items(const model *of, size_t count, bool scoped)
{
    keyed_place *places = check_memory(calloc(count + 1, sizeof *places));
    size_t flat = 0;
    for (size_t s = 0; s < of->count; s++) {
        for (size_t i = 0; i < of->sections[s].count; i++, flat++) {
            places[flat].key = of->sections[s].items[i].key;
            places[flat].scope = scoped ? of->sections[s].key : (iq_key){{0}};
            places[flat].flat = flat;
        }
    }
    return places;
}

static size_t *nowhere(size_t count)
{
    size_t *positions = check_memory(malloc((count + 1) * sizeof *positions));
    for (size_t i = 0; i <= count; i++) {
        positions[i] = MODEL_NONE;
    }
    return positions;
}

static void match_items(expectation *self, bool scoped)
{
    keyed_place *before = keyed_items(self->before, self->before_count, scoped);
    keyed_place *after = keyed_items(self->after, self->after_count, scoped);
    qsort(before, self->before_count, sizeof *before, compare_places);
    for (size_t i = 0; i < self->after_count; i++) {
        keyed_place *found = bsearch(&after[i], before, self->before_count, sizeof *before, compare_places);
        if (found) {
            self->before_of[i] = found->flat;
            self->after_of[found->flat] = i;
        }
    }
    free(before);
    free(after);
}

static void match_sections(expectation *self)
{
    for (size_t s = 0; s < self->after->count; s++) {
        size_t found = model_find_section(self->before, self->after->sections[s].key);
        if (found != MODEL_NONE) {
            self->section_before_of[s] = found;
            self->section_after_of[found] = s;
        }
    }
}

size_t expect_longest_increasing(const size_t *values, size_t count)
{
    size_t *lengths = check_memory(calloc(count + 1, sizeof *lengths));
    size_t longest = 0;
    for (size_t i = 0; i < count; i++) {
        if (values[i] == MODEL_NONE) {
            continue;
        }
        for (size_t j = 0; j < i; j++) {
            if (values[j] != MODEL_NONE && values[j] < values[i] && lengths[j] > lengths[i]) {
                lengths[i] = lengths[j];
            }
        }
        lengths[i]++;
        longest = lengths[i] > longest ? lengths[i] : longest;
    }
    free(lengths);
    return longest;
}

static size_t matched(const size_t *positions, size_t count)
{
    size_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += positions[i] != MODEL_NONE;
    }
    return sum;
}

/* Of the items of each matched pair of sections the longest increasing part stays; all else moves. */
static void count_moves(expectation *self)
{
    size_t sections = self->before->count;
    self->section_moves = matched(self->section_after_of, sections) -
                          expect_longest_increasing(self->section_after_of, sections);
    size_t *within = nowhere(self->before_count);
    size_t stay = 0;
    for (size_t s = 0, first = 0; s < sections; first += self->before->sections[s].count, s++) {
        size_t count = self->before->sections[s].count;
        for (size_t i = 0; i < count; i++) {
            size_t position = self->after_of[first + i];
            bool same = position != MODEL_NONE && self->section_after_of[s] != MODEL_NONE &&
                        model_place_at(self->after, position).section == self->section_after_of[s];
            within[i] = same ? position : MODEL_NONE;
        }
        stay += expect_longest_increasing(within, count);
    }
    free(within);
    self->item_moves = matched(self->after_of, self->before_count) - stay;
}

typedef struct look {
    uint64_t content;
    iq_class cell_class;
    void *model;
    uint16_t level;
} look;

/* The reasons why an item of one appearance must be updated to another: IQ_CHANGE_BY_*. */
static uint32_t reasons(look before, look after, const expect_rules *rules)
{
    uint32_t flags = 0;
    if (before.cell_class.id != after.cell_class.id) {
        flags |= IQ_CHANGE_BY_CLASS;
    }
    if (before.content != after.content) {
        flags |= IQ_CHANGE_BY_CONTENT;
    }
    if (before.level != after.level) {
        flags |= IQ_CHANGE_BY_LEVEL;
    }
    if (!flags && before.content == IQ_CONTENT_NONE && before.model != after.model && rules->equal &&
        !rules->equal(before.cell_class, before.model, after.model)) {
        flags |= IQ_CHANGE_BY_EQUAL;
    }
    return flags;
}

static uint64_t reconfigure_mask(look before, look after, const expect_rules *rules)
{
    return rules->changed ? rules->changed(after.cell_class, before.model, after.model) : UINT64_MAX;
}

static void expect_item_update(expectation *self, size_t flat, const expect_rules *rules)
{
    model_place place = model_place_at(self->after, flat);
    model_place origin = model_place_at(self->before, self->before_of[flat]);
    const model_item *after = &self->after->sections[place.section].items[place.item];
    const model_item *before = &self->before->sections[origin.section].items[origin.item];
    look was = {before->content, before->cell_class, before->model, before->level};
    look is = {after->content, after->cell_class, after->model, after->level};
    bool section_reload = self->after->sections[place.section].reload;
    uint32_t flags = reasons(was, is, rules);
    flags |= after->mark || section_reload ? IQ_CHANGE_BY_MARK : 0;
    if (!flags) {
        return;
    }
    bool reload = (flags & IQ_CHANGE_BY_CLASS) || (after->mark & MODEL_RELOAD) || section_reload;
    self->update[flat] = flags | (reload ? IQ_CHANGE_RELOAD : IQ_CHANGE_RECONFIGURE);
    self->mask[flat] = reload ? 0 : reconfigure_mask(was, is, rules);
    self->reloads += reload;
    self->reconfigures += !reload;
}

static void add_element(expectation *self, expect_element element)
{
    self->elements =
        check_memory(realloc(self->elements, (self->element_count + 1) * sizeof *self->elements));
    self->elements[self->element_count++] = element;
}

static void expect_element_update(expectation *self, expect_element reported, const iq_supplementary *before,
                                  const iq_supplementary *after, const expect_rules *rules)
{
    look was = {before->content, before->cell_class, before->model, 0};
    look is = {after->content, after->cell_class, after->model, 0};
    bool section_reload = self->after->sections[reported.after_section].reload;
    bool same_key = key_equal(before->key, after->key);
    expect_rules unasked = {.scoped = rules->scoped};
    uint32_t flags = reasons(was, is, same_key && !section_reload ? rules : &unasked);
    flags |= same_key ? 0 : IQ_CHANGE_BY_KEY;
    flags |= section_reload ? IQ_CHANGE_BY_MARK : 0;
    if (!flags) {
        return;
    }
    bool reload = flags & (IQ_CHANGE_BY_CLASS | IQ_CHANGE_BY_MARK | IQ_CHANGE_BY_KEY);
    reported.kind = IQ_SUPPLEMENTARY_UPDATE;
    reported.flags = flags | (reload ? IQ_CHANGE_RELOAD : IQ_CHANGE_RECONFIGURE);
    reported.mask = reload ? 0 : reconfigure_mask(was, is, rules);
    add_element(self, reported);
}

static void expect_elements(expectation *self, size_t before_section, size_t after_section,
                            const expect_rules *rules)
{
    const model_section *before = &self->before->sections[before_section];
    const model_section *after = &self->after->sections[after_section];
    for (size_t e = 0; e < before->element_count; e++) {
        const iq_supplementary *was = &before->elements[e];
        const iq_supplementary *is = model_find_element(after, was->kind, was->index);
        expect_element reported = {
            IQ_SUPPLEMENTARY_DELETE, 0, before_section, after_section, was->kind, was->index, 0};
        if (is) {
            expect_element_update(self, reported, was, is, rules);
        } else {
            add_element(self, reported);
        }
    }
    for (size_t e = 0; e < after->element_count; e++) {
        const iq_supplementary *is = &after->elements[e];
        if (!model_find_element(before, is->kind, is->index)) {
            add_element(self, (expect_element){IQ_SUPPLEMENTARY_INSERT, 0, before_section, after_section,
                                               is->kind, is->index, 0});
        }
    }
}

expectation expect(const model *before, const model *after, const expect_rules *rules)
{
    expectation self = {.before = before, .after = after};
    self.before_count = model_item_count(before);
    self.after_count = model_item_count(after);
    self.after_of = nowhere(self.before_count);
    self.before_of = nowhere(self.after_count);
    self.section_after_of = nowhere(before->count);
    self.section_before_of = nowhere(after->count);
    self.update = check_memory(calloc(self.after_count + 1, sizeof *self.update));
    self.mask = check_memory(calloc(self.after_count + 1, sizeof *self.mask));
    match_sections(&self);
    match_items(&self, rules->scoped);
    count_moves(&self);
    for (size_t i = 0; i < self.after_count; i++) {
        if (self.before_of[i] != MODEL_NONE) {
            expect_item_update(&self, i, rules);
        }
    }
    for (size_t s = 0; s < after->count; s++) {
        if (self.section_before_of[s] != MODEL_NONE) {
            self.section_updates += after->sections[s].reload;
            expect_elements(&self, self.section_before_of[s], s, rules);
        }
    }
    return self;
}

void expect_clear(expectation *self)
{
    free(self->after_of);
    free(self->before_of);
    free(self->section_after_of);
    free(self->section_before_of);
    free(self->update);
    free(self->mask);
    free(self->elements);
    *self = (expectation){0};
}

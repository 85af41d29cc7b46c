/*
 * derived_model.c - what a derived list shows, worked out the slow way: see derived_model.h.
 */
#include "derived_model.h"

#include "check.h"

#include <stdatomic.h>
#include <string.h>

iq_class tree_class[3];

_Thread_local unsigned tree_giving;
void (*tree_inside)(const char *function);

typedef struct token {
    unsigned key;
    uint64_t content;
    atomic_long references;
} token;

static token tokens[TREE_KEYS][TREE_CONTENTS];
static uint32_t more_traits;

static bool some_have(unsigned key, uint64_t content)
{
    return (key + content) % 3 == 0;
}

static bool is_token(const token *of)
{
    return of >= &tokens[0][0] && of <= &tokens[TREE_KEYS - 1][TREE_CONTENTS - 1];
}

static uint32_t traits_of(void *context, const void *model)
{
    const token *of = model;
    CHECK(context == tokens && is_token(of));
    return more_traits | (some_have(of->key, of->content) ? IQ_TRAIT_HAS_CHILDREN : 0);
}

static void retain(void *context, void *const *models, size_t count)
{
    CHECK(context == tokens && count > 0);
    for (size_t i = 0; i < count; i++) {
        token *of = models[i];
        CHECK(is_token(of) && (atomic_fetch_add(&of->references, 1) > 0 || tree_giving > 0));
    }
    if (tree_inside) {
        tree_inside("retain");
    }
}

static void release(void *context, void *const *models, size_t count)
{
    CHECK(context == tokens && count > 0);
    for (size_t i = 0; i < count; i++) {
        token *of = models[i];
        CHECK(is_token(of) && atomic_fetch_sub(&of->references, 1) > 0);
    }
    if (tree_inside) {
        tree_inside("release");
    }
}

size_t tree_references(const void *model)
{
    const token *of = model;
    CHECK(is_token(of));
    return (size_t)atomic_load(&of->references);
}

size_t tree_references_held(void)
{
    size_t held = 0;
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        for (uint64_t content = 0; content < TREE_CONTENTS; content++) {
            held += (size_t)atomic_load(&tokens[key][content].references);
        }
    }
    return held;
}

static void register_with(iq_class_options options)
{
    more_traits = options.traits;
    options.struct_size = sizeof options;
    options.context = tokens;
    options.name = "tree/parents";
    options.traits |= IQ_TRAIT_HAS_CHILDREN;
    CHECK_OK(iq_class_create(&options, &tree_class[1]));
    options.name = "tree/asked";
    options.traits = 0;
    options.traits_of = traits_of;
    CHECK_OK(iq_class_create(&options, &tree_class[2]));
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        for (uint64_t content = 0; content < TREE_CONTENTS; content++) {
            tokens[key][content].key = key;
            tokens[key][content].content = content;
        }
    }
}

void tree_register(void)
{
    register_with((iq_class_options){0});
}

void tree_register_counted(const iq_class_options *more)
{
    iq_class_options options = *more;
    options.retain = retain;
    options.release = release;
    register_with(options);
}

bool tree_has_trait(uint32_t cell_class, unsigned key, uint64_t content)
{
    return cell_class != 0 && (cell_class == tree_class[1].id || some_have(key, content));
}

void *tree_model_of(unsigned key, uint64_t content)
{
    CHECK(key < TREE_KEYS && content < TREE_CONTENTS);
    return &tokens[key][content];
}

unsigned tree_number(iq_key key)
{
    uint64_t number;
    memcpy(&number, key.bytes, sizeof number);
    CHECK(number < TREE_KEYS);
    return (unsigned)number;
}

void tree_read(const iq_list *list, tree *into)
{
    iq_key keys[TREE_KEYS];
    uint64_t contents[TREE_KEYS];
    void *models[TREE_KEYS];
    iq_class classes[TREE_KEYS];
    uint16_t levels[TREE_KEYS];
    uint8_t children[TREE_KEYS];
    memset(into, 0, sizeof *into);
    CHECK_OK(iq_list_get_count(list, &into->sections, &into->count));
    CHECK(into->sections <= TREE_SECTIONS && into->count <= TREE_KEYS);
    for (size_t s = 0; s < into->sections; s++) {
        iq_section section;
        iq_section_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_list_find_section_at(list, s, &section));
        CHECK_OK(iq_list_get_section_info(list, section, &info));
        into->section_keys[s] = tree_number(info.key);
        into->starts[s] = info.first;
    }
    into->starts[into->sections] = into->count;
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = keys, .contents = contents, .models = models,
                               .classes = classes, .levels = levels, .children = children};
    CHECK_OK(iq_list_get_items(list, 0, into->count, &buffers));
    for (size_t i = 0; i < into->count; i++) {
        unsigned key = tree_number(keys[i]);
        CHECK(models[i] == tree_model_of(key, contents[i]));
        into->items[i] = (tree_item){key, contents[i], classes[i].id, levels[i], children[i]};
    }
}

static bool same_items(const tree_item *a, const tree_item *b)
{
    return a->key == b->key && a->content == b->content && a->cell_class == b->cell_class && a->level == b->level &&
           a->children == b->children;
}

bool tree_same(const tree *a, const tree *b)
{
    bool same = a->sections == b->sections && a->count == b->count;
    for (size_t s = 0; same && s < a->sections; s++) {
        same = a->section_keys[s] == b->section_keys[s] && a->starts[s] == b->starts[s];
    }
    for (size_t i = 0; same && i < a->count; i++) {
        same = same_items(&a->items[i], &b->items[i]);
    }
    return same;
}

void tree_to_model(const tree *from, model *into)
{
    *into = (model){0};
    for (size_t s = 0; s < from->sections; s++) {
        model_insert_section(into, s, key_of(from->section_keys[s]));
        for (size_t i = from->starts[s]; i < from->starts[s + 1]; i++) {
            const tree_item *item = &from->items[i];
            model_item made = {.key = key_of(item->key), .content = item->content};
            made.cell_class.id = item->cell_class;
            model_insert_item(into, (model_place){s, i - from->starts[s]}, made);
        }
    }
}

/* ---- places */

size_t tree_find(const tree *self, unsigned key)
{
    for (size_t i = 0; i < self->count; i++) {
        if (self->items[i].key == key) {
            return i;
        }
    }
    return TREE_NONE;
}

size_t tree_find_section(const tree *self, unsigned key)
{
    for (size_t s = 0; s < self->sections; s++) {
        if (self->section_keys[s] == key) {
            return s;
        }
    }
    return TREE_NONE;
}

size_t tree_section_of(const tree *self, size_t index)
{
    size_t section = 0;
    while (self->starts[section + 1] <= index) {
        section++;
    }
    return section;
}

size_t tree_parent(const tree *self, size_t index)
{
    size_t first = self->starts[tree_section_of(self, index)];
    for (size_t i = index; i-- > first;) {
        if (self->items[i].level < self->items[index].level) {
            return i;
        }
    }
    return TREE_NONE;
}

bool tree_has_below(const tree *self, size_t index)
{
    size_t end = self->starts[tree_section_of(self, index) + 1];
    return index + 1 < end && self->items[index + 1].level > self->items[index].level;
}

bool tree_siblings(const tree *self, size_t a, size_t b)
{
    return tree_section_of(self, a) == tree_section_of(self, b) && tree_parent(self, a) == tree_parent(self, b);
}

/* ---- what is shown */

static bool is_folded(const tree *source, const tree_rules *rules, size_t section)
{
    return rules->flags & IQ_DERIVE_SECTIONS && !rules->open[source->section_keys[section]];
}

static bool passes_below(const tree *source, const tree_rules *rules, size_t index)
{
    size_t end = source->starts[tree_section_of(source, index) + 1];
    for (size_t i = index + 1; i < end && source->items[i].level > source->items[index].level; i++) {
        if (rules->passes[source->items[i].key]) {
            return true;
        }
    }
    return false;
}

bool tree_shows(const tree *source, const tree_rules *rules, size_t index)
{
    if (rules->flags & AS_FILTER) {
        return rules->passes[source->items[index].key] ||
               (rules->flags & IQ_DERIVE_KEEP_PARENTS && passes_below(source, rules, index));
    }
    if (is_ordered(rules->flags)) {
        return true;
    }
    if (is_folded(source, rules, tree_section_of(source, index))) {
        return false;
    }
    for (size_t i = tree_parent(source, index); i != TREE_NONE; i = tree_parent(source, i)) {
        if (!rules->expanded[source->items[i].key]) {
            return false;
        }
    }
    return true;
}

static bool comes_before(const tree *source, const tree_rules *rules, size_t a, size_t b)
{
    uint64_t one = rules->ranks[source->items[a].key], other = rules->ranks[source->items[b].key];
    return rules->is_descending ? one > other : one < other;
}

/* The children of an item, or the roots of the section, sorted, each with what is below it. */
static void add_sorted(const tree *source, const tree_rules *rules, size_t section, size_t parent, uint16_t depth,
                       tree *into)
{
    size_t order[TREE_KEYS], count = 0;
    for (size_t i = source->starts[section]; i < source->starts[section + 1]; i++) {
        if (tree_parent(source, i) != parent) {
            continue;
        }
        size_t at = count++;
        for (; at > 0 && comes_before(source, rules, i, order[at - 1]); at--) {
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
    for (size_t i = 0; i < count; i++) {
        tree_item *item = &into->items[into->count++];
        *item = source->items[order[i]];
        item->level = depth;
        item->children =
            tree_has_below(source, order[i]) || tree_has_trait(item->cell_class, item->key, item->content);
        add_sorted(source, rules, section, order[i], depth + 1, into);
    }
}

/* The items of a group, sorted, as roots. */
static void add_group(const tree *source, const tree_rules *rules, unsigned group, tree *into)
{
    size_t order[TREE_KEYS], count = 0;
    for (size_t i = 0; i < source->count; i++) {
        if (rules->groups[source->items[i].key] != group) {
            continue;
        }
        size_t at = count++;
        for (; at > 0 && comes_before(source, rules, i, order[at - 1]); at--) {
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
    if (count > 0) {
        into->section_keys[into->sections] = group;
        into->starts[into->sections++] = into->count;
    }
    for (size_t i = 0; i < count; i++) {
        tree_item *item = &into->items[into->count++];
        *item = source->items[order[i]];
        item->level = 0;
        item->children = tree_has_trait(item->cell_class, item->key, item->content);
    }
}

static void add_groups(const tree *source, const tree_rules *rules, tree *into)
{
    for (unsigned rank = 0; rank < TREE_SECTIONS; rank++) {
        for (unsigned group = 0; group < TREE_SECTIONS; group++) {
            if (rules->group_ranks[group] == rank) {
                add_group(source, rules, group, into);
            }
        }
    }
    into->starts[into->sections] = into->count;
}

void tree_derive(const tree *source, const tree_rules *rules, tree *into)
{
    memset(into, 0, sizeof *into);
    if (rules->flags & AS_GROUPED) {
        add_groups(source, rules, into);
        return;
    }
    for (size_t s = 0; s < source->sections; s++) {
        size_t first = into->count, last = source->starts[s + 1];
        bool is_sorted = rules->flags & AS_SORTED;
        if (is_sorted) {
            add_sorted(source, rules, s, TREE_NONE, 0, into);
        }
        for (size_t i = source->starts[s]; i < last && !is_sorted; i++) {
            if (!tree_shows(source, rules, i)) {
                continue;
            }
            tree_item *item = &into->items[into->count++];
            *item = source->items[i];
            item->children = tree_has_below(source, i) || tree_has_trait(item->cell_class, item->key, item->content);
        }
        bool stays = is_folded(source, rules, s) && source->starts[s] < last;
        if (into->count == first && rules->flags & IQ_DERIVE_DROP_EMPTY_SECTIONS && !stays) {
            continue;
        }
        into->section_keys[into->sections] = source->section_keys[s];
        into->starts[into->sections++] = first;
    }
    into->starts[into->sections] = into->count;
}

/*
 * kit_scene.h - for the programs of bindings/c/kit.h: a list of users whose classes alternate, in sections with
 * headers, and handlers that note what they get. It is C and C++20, so that the header is used from both.
 *
 *     class c ─► section s ─► coordinator o        who is asked, in this order; a is a user action
 */
#ifndef IQ_TEST_KIT_SCENE_H
#define IQ_TEST_KIT_SCENE_H

#include "check.h"

#include <kit.h>

enum { USERS = 2, SECTIONS = 2, PER_SECTION = 100, ITEMS = SECTIONS * PER_SECTION, NOTES = 512 };

typedef struct note {
    char who; /* c, s, o: class, section, coordinator; a: a user action */
    int name;
    iq_event event;
} note;

static struct {
    iq_list *list;
    iq_class users[USERS], headers;
    int models[ITEMS], header_models[SECTIONS];
    note notes[NOTES];
    size_t count;
} scene;

static kit_class classes[USERS + 1];
static kit_section sections[SECTIONS];
static kit_routes routes;

static inline iq_key key_of(uint64_t number)
{
    return iq_key_from_u64(number);
}

static inline iq_key section_key(size_t i)
{
    return key_of(1000 + i);
}

/* Items of the numbers from `first` on. */
static inline void show(uint64_t first)
{
    static iq_key keys[ITEMS];
    static void *models[ITEMS];
    static iq_class item_classes[ITEMS];
    iq_supplementary headers[SECTIONS];
    iq_section_entry entries[SECTIONS];
    iq_columns items;
    size_t i;

    memset(headers, 0, sizeof headers);
    memset(entries, 0, sizeof entries);
    memset(&items, 0, sizeof items);
    for (i = 0; i < ITEMS; i++) {
        keys[i] = key_of(first + i);
        models[i] = &scene.models[i];
        item_classes[i] = scene.users[i % USERS];
    }
    for (i = 0; i < SECTIONS; i++) {
        headers[i].struct_size = sizeof headers[i];
        headers[i].kind = IQ_KIND_HEADER;
        headers[i].key = key_of(2000);
        headers[i].model = &scene.header_models[i];
        headers[i].cell_class = scene.headers;
        entries[i].struct_size = sizeof entries[i];
        entries[i].key = section_key(i);
        entries[i].first_item = i * PER_SECTION;
        entries[i].supplementaries = &headers[i];
        entries[i].supplementary_count = 1;
    }
    items.struct_size = sizeof items;
    items.count = ITEMS;
    items.keys = keys;
    items.models = models;
    items.classes = item_classes;
    CHECK_OK(iq_list_set(scene.list, entries, SECTIONS, &items, NULL, NULL));
}

static long references;

static inline void retain(void *context, void *const *models, size_t count)
{
    (void)context;
    (void)models;
    __atomic_fetch_add(&references, (long)count, __ATOMIC_RELAXED);
}

static inline void release(void *context, void *const *models, size_t count)
{
    (void)context;
    (void)models;
    __atomic_fetch_sub(&references, (long)count, __ATOMIC_RELAXED);
}

static inline iq_class class_named(const char *name)
{
    iq_class_options options;
    iq_class cell_class;

    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.name = name;
    options.retain = retain;
    options.release = release;
    options.traits = IQ_TRAIT_DELETABLE | IQ_TRAIT_INSERTABLE | IQ_TRAIT_MOVABLE | IQ_TRAIT_HAS_CHILDREN;
    CHECK_OK(iq_class_create(&options, &cell_class));
    return cell_class;
}

/* Before the first scene. */
static inline void make_classes(void)
{
    scene.users[0] = class_named("user");
    scene.users[1] = class_named("friend");
    scene.headers = class_named("header");
}

static inline void open_scene(void)
{
    size_t i;

    memset(classes, 0, sizeof classes);
    memset(sections, 0, sizeof sections);
    memset(&routes, 0, sizeof routes);
    CHECK_OK(iq_list_create(NULL, &scene.list));
    CHECK_OK(iq_list_set_selection(scene.list, IQ_SELECTION_MULTIPLE | IQ_SELECTION_KEEPS));
    show(0);
    CHECK_OK(iq_list_set_events(scene.list, KIT_EVENTS));
    routes.list = scene.list;
    routes.classes = classes;
    routes.class_count = USERS + 1;
    routes.sections = sections;
    routes.section_count = SECTIONS;
    for (i = 0; i < USERS; i++)
        classes[i].cell_class = scene.users[i];
    classes[USERS].cell_class = scene.headers;
    for (i = 0; i < SECTIONS; i++)
        sections[i].key = section_key(i);
    scene.count = 0;
}

/* Nobody has kept a model. */
static inline void close_scene(void)
{
    iq_list_destroy(scene.list);
    CHECK(references == 0);
}

static inline iq_item item_at(size_t index)
{
    iq_item item;
    CHECK_OK(iq_list_find_item_at(scene.list, index, &item));
    return item;
}

static inline iq_section section_at(size_t position)
{
    iq_section section;
    CHECK_OK(iq_list_find_section_at(scene.list, position, &section));
    return section;
}

static inline iq_element element_of(iq_item item)
{
    iq_element element;
    memset(&element, 0, sizeof element);
    element.struct_size = sizeof element;
    element.item = item;
    return element;
}

static inline iq_element header_of(size_t section)
{
    iq_element element;
    memset(&element, 0, sizeof element);
    element.struct_size = sizeof element;
    element.section = section_at(section);
    element.kind = IQ_KIND_HEADER;
    return element;
}

/* --- handlers that note what they get */

typedef struct noting {
    char who;
    int answer;
} noting;

static noting passing_class = {'c', KIT_PASS}, passing_section = {'s', KIT_PASS}, last = {'o', KIT_HANDLED};

static inline int add_note(void *context, int name, const iq_event *event)
{
    const noting *self = (const noting *)context;
    note *next = &scene.notes[scene.count++];

    CHECK(scene.count <= NOTES);
    next->who = self->who;
    next->name = name;
    next->event = *event;
    return self->answer;
}

/* One function for each name, as a handler is not told under which it is called. */
#define NOTING(name)                                             \
    static inline int note_##name(void *context, const iq_event *event) \
    {                                                            \
        return add_note(context, name, event);                   \
    }
#define NAMES(each)                                                                                        \
    each(KIT_SELECT) each(KIT_DESELECT) each(KIT_HIGHLIGHT) each(KIT_UNHIGHLIGHT) each(KIT_FOCUS)          \
    each(KIT_UNFOCUS) each(KIT_EXPAND) each(KIT_COLLAPSE) each(KIT_PRIMARY) each(KIT_DELETE)               \
    each(KIT_INSERT) each(KIT_ACTION) each(KIT_SWIPE) each(KIT_MENU_ACTION) each(KIT_MENU_WILL_DISPLAY)    \
    each(KIT_MENU_WILL_END) each(KIT_PREVIEW) each(KIT_FIRST_USED) each(KIT_BOUND)                         \
    each(KIT_WILL_DISPLAY) each(KIT_DID_END_DISPLAY) each(KIT_CHILDREN) each(KIT_REORDER) each(KIT_PAGE)   \
    each(KIT_PREFETCH) each(KIT_PLACEHOLDER) each(KIT_WILL_UPDATE) each(KIT_UPDATE) each(KIT_UPDATE_FAILED)
NAMES(NOTING)

static inline void note_all(kit_handlers *handlers, noting *self)
{
    handlers->context = self;
#define ADD(name) handlers->on[name] = note_##name;
    NAMES(ADD)
#undef ADD
}

/* Everybody is asked: classes and sections pass. */
static inline void note_everywhere(void)
{
    size_t i;

    for (i = 0; i <= USERS; i++)
        note_all(&classes[i].handlers, &passing_class);
    for (i = 0; i < SECTIONS; i++)
        note_all(&sections[i].handlers, &passing_section);
    note_all(&routes.coordinator, &last);
}

/* Polls; then notes `first` to the last are of that name and by these, one after another. */
static inline void said(const char *file, int line, const char *whom, int name)
{
    size_t i;

    CHECK_OK(kit_poll(&routes));
    for (i = 0; i < scene.count; i++)
        if (whom[i] == '\0' || scene.notes[i].who != whom[i] || scene.notes[i].name != name) {
            fprintf(stderr, "%s:%d: note %d is %c, %d\n", file, line, (int)i, scene.notes[i].who,
                    scene.notes[i].name);
            CHECK(0);
        }
    if (whom[i] != '\0') {
        fprintf(stderr, "%s:%d: %d notes instead of %s\n", file, line, (int)i, whom);
        CHECK(0);
    }
    scene.count = 0;
}
#define SAID(whom, name) said(__FILE__, __LINE__, whom, name)

#endif

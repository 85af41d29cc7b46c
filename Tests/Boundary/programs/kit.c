/*
 * kit.c - bindings/c/kit.h: who gets an event, and in which order; completions that are called once; menus, user
 * actions by name, and identifiers. It is C and C++20, so that the header is used from both.
 */
#include "check.h"

#include <kit.h>
#include <pthread.h>

enum { USERS = 2, SECTIONS = 2, PER_SECTION = 100, ITEMS = SECTIONS * PER_SECTION, NOTES = 512 };

/* --- a list of users: classes alternate, sections have headers */

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

static iq_key key_of(uint64_t number)
{
    return iq_key_from_u64(number);
}

static iq_key section_key(size_t i)
{
    return key_of(1000 + i);
}

/* Items of the numbers from `first` on. */
static void show(uint64_t first)
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

static void retain(void *context, void *const *models, size_t count)
{
    (void)context;
    (void)models;
    __atomic_fetch_add(&references, (long)count, __ATOMIC_RELAXED);
}

static void release(void *context, void *const *models, size_t count)
{
    (void)context;
    (void)models;
    __atomic_fetch_sub(&references, (long)count, __ATOMIC_RELAXED);
}

static iq_class class_named(const char *name)
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

static void open_scene(void)
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
static void close_scene(void)
{
    iq_list_destroy(scene.list);
    CHECK(references == 0);
}

static iq_item item_at(size_t index)
{
    iq_item item;
    CHECK_OK(iq_list_item_at(scene.list, index, &item));
    return item;
}

static iq_section section_at(size_t position)
{
    iq_section section;
    CHECK_OK(iq_list_section_at(scene.list, position, &section));
    return section;
}

static iq_element element_of(iq_item item)
{
    iq_element element;
    memset(&element, 0, sizeof element);
    element.item = item;
    return element;
}

static iq_element header_of(size_t section)
{
    iq_element element;
    memset(&element, 0, sizeof element);
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

static int add_note(void *context, int name, const iq_event *event)
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
    static int note_##name(void *context, const iq_event *event) \
    {                                                            \
        return add_note(context, name, event);                   \
    }
#define NAMES(each)                                                                                        \
    each(KIT_SELECT) each(KIT_DESELECT) each(KIT_HIGHLIGHT) each(KIT_UNHIGHLIGHT) each(KIT_FOCUS)          \
    each(KIT_UNFOCUS) each(KIT_EXPAND) each(KIT_COLLAPSE) each(KIT_PRIMARY) each(KIT_DELETE)               \
    each(KIT_INSERT) each(KIT_ACTION) each(KIT_SWIPE) each(KIT_MENU_ACTION) each(KIT_MENU_WILL_DISPLAY)    \
    each(KIT_MENU_WILL_END) each(KIT_PREVIEW) each(KIT_FIRST_USED) each(KIT_BOUND)                         \
    each(KIT_WILL_DISPLAY) each(KIT_DID_END_DISPLAY) each(KIT_CHILDREN) each(KIT_REORDER) each(KIT_PAGE)   \
    each(KIT_PREFETCH) each(KIT_PLACEHOLDER) each(KIT_WILL_UPDATE) each(KIT_UPDATE)
NAMES(NOTING)

static void note_all(kit_handlers *handlers, noting *self)
{
    handlers->context = self;
#define ADD(name) handlers->on[name] = note_##name;
    NAMES(ADD)
#undef ADD
}

/* Everybody is asked: classes and sections pass. */
static void note_everywhere(void)
{
    size_t i;

    for (i = 0; i <= USERS; i++)
        note_all(&classes[i].handlers, &passing_class);
    for (i = 0; i < SECTIONS; i++)
        note_all(&sections[i].handlers, &passing_section);
    note_all(&routes.coordinator, &last);
}

/* Polls; then notes `first` to the last are of that name and by these, one after another. */
static void said(const char *file, int line, const char *whom, int name)
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

/* --- the route */

/* The route is class, section, coordinator: each is asked if it is there, none behind the one that handles. Eight
 * sets of those that are there, eight of those that handle, every name. */
static void order(void)
{
    noting all[3] = {{'c', 0}, {'s', 0}, {'o', 0}};
    iq_event event;
    unsigned there, handles, i;
    int name;

    open_scene();
    CHECK_OK(kit_item_event(scene.list, item_at(PER_SECTION + 1), &event));
    for (there = 0; there < 8; there++) {
        kit_handlers *row[3] = {&classes[1].handlers, &sections[1].handlers, &routes.coordinator};
        for (i = 0; i < 3; i++) {
            memset(row[i], 0, sizeof *row[i]);
            if ((there >> i & 1) != 0)
                note_all(row[i], &all[i]);
        }
        for (handles = 0; handles < 8; handles++)
            for (name = 0; name < KIT_EVENT_COUNT; name++) {
                size_t wanted = 0;
                int is_handled = 0;
                for (i = 0; i < 3; i++)
                    all[i].answer = (handles >> i & 1) != 0 ? 7 : KIT_PASS;
                scene.count = 0;
                CHECK(kit_deliver(&routes, name, &event) == ((there & handles) != 0));
                for (i = 0; i < 3 && !is_handled; i++)
                    if ((there >> i & 1) != 0) {
                        CHECK(wanted < scene.count && scene.notes[wanted].who == all[i].who);
                        CHECK(scene.notes[wanted].name == name);
                        wanted++;
                        is_handled = (handles >> i & 1) != 0;
                    }
                CHECK(scene.count == wanted);
            }
    }
    /* Only its own class and its own section. */
    note_everywhere();
    scene.count = 0;
    memset(&classes[1].handlers, 0, sizeof classes[1].handlers);
    kit_deliver(&routes, KIT_PRIMARY, &event);
    memset(&sections[1].handlers, 0, sizeof sections[1].handlers);
    kit_deliver(&routes, KIT_PRIMARY, &event);
    SAID("soo", KIT_PRIMARY);
    close_scene();
}

/* Who has no row is not asked: a class, a section. The list itself is not taken for the section whose key is zeros. */
static void without_rows(void)
{
    kit_user_action table[1] = {{"like", KIT_CELL, note_KIT_SWIPE, &passing_section, 0}};
    const kit_swipe_action *offered_actions;
    iq_element about;

    open_scene();
    note_everywhere();
    CHECK_OK(kit_register(table, 1));
    sections[0].actions = table;
    sections[0].action_count = 1;
    routes.class_count = 1;
    routes.section_count = 1;
    about = element_of(item_at(1));
    CHECK_OK(iq_list_emit(scene.list, &about, IQ_ACTION_HOST, NULL));
    SAID("so", KIT_ACTION);
    about = element_of(item_at(PER_SECTION));
    CHECK_OK(kit_emit(scene.list, &about, "like", NULL));
    SAID("co", KIT_ACTION);
    CHECK(kit_swipe_actions(&routes, about.item, KIT_TRAILING, &offered_actions) == 0);
    CHECK(kit_menu_of(&routes, about.item) == NULL);
    memset(&sections[0].key, 0, sizeof sections[0].key);
    CHECK_OK(iq_list_emit(scene.list, NULL, IQ_ACTION_HOST, NULL));
    SAID("o", KIT_ACTION);
    close_scene();
}

/* An event that is filled with an item has what the list says of it, and nothing else. */
static void filled(void)
{
    iq_item item;
    iq_key key = key_of(PER_SECTION + 7), other = section_key(1);
    iq_event event;
    long held;

    open_scene();
    item = item_at(PER_SECTION + 7);
    CHECK_OK(iq_list_set_states(scene.list, &item, 1, IQ_STATE_SELECTED | IQ_STATE_FOCUSED, 0));
    held = references;
    memset(&event, 0xAB, sizeof event);
    CHECK_OK(kit_item_event(scene.list, item, &event));
    CHECK(references == held);
    CHECK(event.struct_size == sizeof event && event.kind == IQ_EVENT_ACTION && event.version == 1);
    CHECK(event.item.id == item.id && event.section.id == section_at(1).id);
    CHECK(memcmp(&event.key, &key, sizeof key) == 0 && memcmp(&event.section_key, &other, sizeof key) == 0);
    CHECK(event.position.section == 1 && event.position.item == 7 && event.index == PER_SECTION + 7);
    CHECK(event.model == &scene.models[PER_SECTION + 7] && event.cell_class.id == scene.users[1].id);
    CHECK(event.states == (IQ_STATE_SELECTED | IQ_STATE_FOCUSED) && event.count == 1 && event.cell == IQ_NONE);
    CHECK(event.flags == 0 && event.mask == 0 && event.number == 0 && event.element_kind == 0);
    CHECK(event.element_index == 0 && event.animation == 0 && event.status == IQ_OK);
    CHECK(event.object == NULL && event.sender == NULL && event.view == NULL && event.changeset == NULL);
    show(500);
    CHECK_STATUS(kit_item_event(scene.list, item, &event), IQ_ERROR_HANDLE);
    close_scene();
}

/* Each kind of event of the list is routed under its own name. */
static void names(void)
{
    iq_item item;
    iq_element about, header;
    iq_edit *edit;
    iq_view *view;
    iq_page page;
    iq_columns nothing;

    open_scene();
    note_everywhere();
    item = item_at(3);
    about = element_of(item);
    header = header_of(1);
    CHECK_OK(kit_poll(&routes));
    scene.count = 0;

    CHECK_OK(iq_list_emit(scene.list, &about, IQ_ACTION_PRIMARY, NULL));
    SAID("cso", KIT_PRIMARY);
    CHECK_OK(iq_list_emit(scene.list, &about, IQ_ACTION_DELETE, NULL));
    SAID("cso", KIT_DELETE);
    CHECK_OK(iq_list_emit(scene.list, &about, IQ_ACTION_INSERT, NULL));
    SAID("cso", KIT_INSERT);
    CHECK_OK(iq_list_emit(scene.list, &about, IQ_ACTION_HOST, &item));
    SAID("cso", KIT_ACTION);
    CHECK(scene.notes[0].event.sender == &item && scene.notes[2].event.model == &scene.models[3]);
    CHECK(scene.notes[1].event.item.id == item.id);
    /* A header's class, section and model. */
    CHECK_OK(iq_list_emit(scene.list, &header, IQ_ACTION_HOST, NULL));
    SAID("cso", KIT_ACTION);
    CHECK(scene.notes[0].event.cell_class.id == scene.headers.id);
    CHECK(scene.notes[2].event.model == &scene.header_models[1]);
    CHECK(memcmp(&scene.notes[1].event.key, &sections[1].key, sizeof(iq_key)) == 0);
    /* A section has no class, and the list no section. */
    header.kind = 0;
    CHECK_OK(iq_list_emit(scene.list, &header, IQ_ACTION_HOST, NULL));
    SAID("so", KIT_ACTION);
    CHECK_OK(iq_list_emit(scene.list, NULL, IQ_ACTION_HOST, NULL));
    SAID("o", KIT_ACTION);

    CHECK_OK(kit_tell(&routes, item, KIT_MENU_WILL_DISPLAY, NULL));
    SAID("cso", KIT_MENU_WILL_DISPLAY);
    CHECK_OK(kit_tell(&routes, item, KIT_PREVIEW, &about));
    SAID("cso", KIT_PREVIEW);
    CHECK(scene.notes[0].event.sender == &about);
    CHECK_OK(kit_tell(&routes, item, KIT_SELECT, NULL));
    SAID("cso", KIT_SELECT);
    CHECK_STATUS(kit_tell(&routes, item, KIT_EVENT_COUNT, NULL), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(kit_tell(&routes, item, -1, NULL), IQ_ERROR_ARGUMENT);
    SAID("", 0);

    memset(&page, 0, sizeof page);
    page.struct_size = sizeof page;
    page.state = IQ_PAGE_MORE;
    CHECK_OK(iq_list_set_page(scene.list, section_at(1), IQ_EDGE_END, &page));
    CHECK_OK(iq_list_reach_edge(scene.list, section_at(1), IQ_EDGE_END));
    SAID("so", KIT_PAGE);
    CHECK_OK(iq_list_begin_reorder(scene.list, &item, 1, &edit));
    SAID("cso", KIT_REORDER);
    iq_edit_destroy(edit);
    SAID("cso", KIT_REORDER);

    /* A view: what is near is of several classes, and so for the coordinator; what comes into view is for all. */
    CHECK_OK(iq_list_set_events(scene.list, IQ_EVENT_PREFETCH));
    CHECK_OK(iq_view_create(scene.list, NULL, &view));
    CHECK_OK(iq_view_set_visible(view, 0, 1, 5));
    SAID("o", KIT_PREFETCH);
    CHECK(scene.notes[0].event.count == 5);
    CHECK_OK(iq_list_set_events(scene.list, IQ_EVENT_BOUND));
    CHECK_OK(iq_view_set_visible(view, 0, 2, 0));
    SAID("cso", KIT_BOUND);
    CHECK_OK(iq_list_set_events(scene.list, IQ_EVENT_WILL_DISPLAY));
    CHECK_OK(iq_view_set_visible(view, 0, 3, 0));
    SAID("cso", KIT_WILL_DISPLAY);
    CHECK_OK(iq_list_set_events(scene.list, IQ_EVENT_DID_END_DISPLAY));
    CHECK_OK(iq_view_set_visible(view, 0, 2, 0));
    SAID("cso", KIT_DID_END_DISPLAY);
    iq_view_destroy(view);
    CHECK_OK(iq_list_set_events(scene.list, IQ_EVENT_CLASS_FIRST_USED));
    CHECK_OK(iq_view_create(scene.list, NULL, &view));
    CHECK_OK(iq_view_set_visible(view, 0, 1, 0));
    SAID("coco", KIT_FIRST_USED);
    CHECK(kit_class_of(&routes, scene.notes[0].event.cell_class) != NULL);
    iq_view_destroy(view);

    memset(&nothing, 0, sizeof nothing);
    nothing.struct_size = sizeof nothing;
    CHECK_OK(iq_list_set_events(scene.list, IQ_EVENT_UPDATE));
    show(1);
    SAID("o", KIT_UPDATE);
    CHECK_OK(iq_list_set_events(scene.list, IQ_EVENT_PLACEHOLDER));
    CHECK_OK(iq_list_set_items(scene.list, &nothing, NULL, NULL));
    SAID("o", KIT_PLACEHOLDER);
    close_scene();
}

/* Two kinds that need lists of their own: what is submitted, and what is derived. */
static void names_of_other_lists(void)
{
    iq_snapshot *snapshot;
    iq_list *outline;
    iq_item item;

    open_scene();
    note_everywhere();
    CHECK_OK(iq_list_set_events(scene.list, IQ_EVENT_WILL_UPDATE));
    CHECK_OK(iq_snapshot_create(NULL, &snapshot));
    CHECK_OK(iq_list_submit(scene.list, snapshot, NULL, NULL));
    iq_snapshot_destroy(snapshot);
    while (scene.count == 0)
        CHECK_OK(kit_poll(&routes));
    SAID("o", KIT_WILL_UPDATE);
    show(0);
    CHECK_OK(iq_list_derive(scene.list, NULL, &outline));
    CHECK_OK(iq_list_set_events(outline, IQ_EVENT_CHILDREN));
    routes.list = outline;
    CHECK_OK(kit_poll(&routes));
    CHECK_OK(iq_list_item_at(outline, 0, &item));
    CHECK_OK(iq_list_set_states(outline, &item, 1, IQ_STATE_EXPANDED, IQ_SET_BY_USER));
    SAID("cso", KIT_CHILDREN);
    iq_list_destroy(outline);
    close_scene();
}

/* --- states */

/* What the user does is routed, and what the program does is not. */
static void by_user_only(void)
{
    static const uint32_t states[] = {IQ_STATE_SELECTED, IQ_STATE_HIGHLIGHTED, IQ_STATE_FOCUSED,
                                      IQ_STATE_EXPANDED};
    static const int gained[] = {KIT_SELECT, KIT_HIGHLIGHT, KIT_FOCUS, KIT_EXPAND};
    static const int lost[] = {KIT_DESELECT, KIT_UNHIGHLIGHT, KIT_UNFOCUS, KIT_COLLAPSE};
    iq_item item;
    int i;

    open_scene();
    note_everywhere();
    item = item_at(1);
    for (i = 0; i < 4; i++) {
        CHECK_OK(iq_list_set_states(scene.list, &item, 1, states[i], IQ_SET_BY_USER));
        SAID("cso", gained[i]);
        CHECK(scene.notes[0].event.model == &scene.models[1]);
        CHECK_OK(iq_list_set_states(scene.list, &item, 1, states[i], IQ_SET_BY_USER | IQ_SET_OFF));
        SAID("cso", lost[i]);
        CHECK_OK(iq_list_set_states(scene.list, &item, 1, states[i], 0));
        CHECK_OK(iq_list_set_states(scene.list, &item, 1, states[i], IQ_SET_OFF));
        SAID("", 0);
    }
    CHECK_OK(iq_list_set_section_states(scene.list, section_at(1), IQ_STATE_EXPANDED, IQ_SET_BY_USER));
    SAID("so", KIT_EXPAND);
    /* A selection that is not kept is one event. */
    CHECK_OK(iq_list_set_selection(scene.list, IQ_SELECTION_SINGLE));
    CHECK_OK(iq_list_set_states(scene.list, &item, 1, IQ_STATE_SELECTED, IQ_SET_BY_USER));
    SAID("cso", KIT_SELECT);
    close_scene();
}

static int change_list(void *context, const iq_event *event)
{
    (void)context;
    add_note(&last, KIT_SELECT, event);
    if (scene.count == 70)
        show(100);
    return KIT_HANDLED;
}

/* Each item of a run is routed by itself: to its own class and section, with its own model and key. If the list has
 * changed since, the first one is, as the event has it. A handler that changes the list ends the run, at the next 64
 * at the latest: no item is routed twice, and none that is not of the run. */
static void runs(void)
{
    iq_key wanted;
    iq_event event;
    size_t i;

    open_scene();
    note_all(&classes[1].handlers, &passing_class);
    note_all(&sections[1].handlers, &passing_section);
    note_all(&routes.coordinator, &last);
    CHECK_OK(iq_list_set_range_states(scene.list, 0, ITEMS, IQ_STATE_SELECTED, IQ_SET_BY_USER));
    CHECK_OK(kit_poll(&routes));
    for (i = 0; i < scene.count; i++)
        CHECK(scene.notes[i].name == KIT_SELECT && scene.notes[i].event.count == 1);
    CHECK(scene.count == ITEMS + ITEMS / 2 + PER_SECTION);
    for (i = 0, scene.count = 0; i < ITEMS; i++) {
        const note *first = &scene.notes[scene.count];
        wanted = key_of(i);
        if (i % USERS == 1)
            CHECK(scene.notes[scene.count++].who == 'c');
        if (i >= PER_SECTION)
            CHECK(scene.notes[scene.count++].who == 's');
        CHECK(scene.notes[scene.count++].who == 'o');
        CHECK(first->event.index == i && first->event.model == &scene.models[i]);
        CHECK(first->event.position.section == i / PER_SECTION);
        CHECK(memcmp(&first->event.key, &wanted, sizeof wanted) == 0);
        CHECK((first->event.flags & IQ_STATES_ON) != 0 && first->event.states == IQ_STATE_SELECTED);
        CHECK(first->event.kind == IQ_EVENT_STATES);
    }
    /* It is handled if one of its items is: here the first two. */
    CHECK_OK(kit_item_event(scene.list, item_at(0), &event));
    event.kind = IQ_EVENT_STATES;
    event.flags = IQ_STATES_BY_USER;
    event.states = IQ_STATE_SELECTED;
    event.count = 3;
    last.answer = KIT_PASS;
    CHECK(kit_route(&routes, &event) == KIT_PASS);
    passing_class.answer = KIT_HANDLED;
    CHECK(kit_route(&routes, &event) == KIT_HANDLED);
    passing_class.answer = KIT_PASS;
    last.answer = KIT_HANDLED;
    event.flags = 0;
    CHECK(kit_route(&routes, &event) == KIT_PASS);

    memset(&classes[1].handlers, 0, sizeof classes[1].handlers);
    memset(&sections[1].handlers, 0, sizeof sections[1].handlers);
    scene.count = 0;
    CHECK_OK(iq_list_set_range_states(scene.list, 5, 10, IQ_STATE_SELECTED, IQ_SET_BY_USER | IQ_SET_OFF));
    show(1);
    CHECK_OK(kit_poll(&routes));
    CHECK(scene.notes[0].name == KIT_DESELECT && scene.notes[0].event.count == 10);
    wanted = key_of(5);
    CHECK(memcmp(&scene.notes[0].event.key, &wanted, sizeof wanted) == 0);
    for (i = 1; i < scene.count; i++)
        CHECK(scene.notes[i].name == KIT_UPDATE);

    show(0);
    CHECK_OK(iq_list_set_states(scene.list, NULL, 0, IQ_STATE_SELECTED, 0));
    CHECK_OK(iq_list_set_range_states(scene.list, 0, ITEMS, IQ_STATE_SELECTED, IQ_SET_OFF));
    CHECK_OK(iq_list_set_events(scene.list, 0));
    CHECK_OK(kit_poll(&routes));
    scene.count = 0;
    memset(&routes.coordinator, 0, sizeof routes.coordinator);
    routes.coordinator.on[KIT_SELECT] = change_list;
    CHECK_OK(iq_list_set_events(scene.list, IQ_EVENT_STATES));
    CHECK_OK(iq_list_set_range_states(scene.list, 0, ITEMS, IQ_STATE_SELECTED, IQ_SET_BY_USER));
    CHECK_OK(kit_poll(&routes));
    /* After 70 items the list begins with number 100; of the second 64 those are left. */
    CHECK(scene.count == 70 + 128 - 100);
    for (i = 0; i < scene.count; i++) {
        wanted = key_of(i < 70 ? i : i + 30);
        CHECK(memcmp(&scene.notes[i].event.key, &wanted, sizeof wanted) == 0);
    }
    close_scene();
}

/* --- what a poll does */

static int fails;

static int bind_cell(void *context, const iq_event *event)
{
    (void)context;
    (void)event;
    return fails > 0 ? fails-- : 0;
}

static int poll_inside(void *context, const iq_event *event)
{
    kit_handlers kept = routes.coordinator;

    (void)context;
    add_note(&last, KIT_ACTION, event);
    CHECK_OK(kit_poll(&routes));
    routes.coordinator = kept;
    return KIT_HANDLED;
}

static int destroy_list(void *context, const iq_event *event)
{
    (void)context;
    add_note(&last, KIT_ACTION, event);
    iq_list_destroy(scene.list);
    return KIT_HANDLED;
}

/* A poll ends with the first failure of a cell, having routed what was handed out, and the next goes on. A handler may
 * poll, and destroy the list: each event is routed once. */
static void polls(void)
{
    iq_class_options options;
    iq_class failing;
    iq_columns items;
    iq_key keys[2] = {key_of(1), key_of(2)};
    iq_view *view;
    int i;

    open_scene();
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.name = "failing";
    options.bind_cell = bind_cell;
    CHECK_OK(iq_class_create(&options, &failing));
    memset(&items, 0, sizeof items);
    items.struct_size = sizeof items;
    items.count = 2;
    items.keys = keys;
    items.classes = &failing;
    items.class_stride = IQ_SAME;
    CHECK_OK(iq_list_set_items(scene.list, &items, NULL, NULL));
    CHECK_OK(kit_poll(&routes));
    note_all(&routes.coordinator, &last);
    CHECK_OK(iq_list_set_events(scene.list, IQ_EVENT_BOUND));
    CHECK_OK(iq_view_create(scene.list, NULL, &view));
    CHECK_OK(iq_view_set_visible(view, 0, 2, 0));
    fails = 1;
    CHECK_STATUS(kit_poll(&routes), IQ_ERROR_CALLBACK);
    /* The other one was bound. */
    CHECK(scene.count == 1 && scene.notes[0].name == KIT_BOUND && fails == 0);
    SAID("oo", KIT_BOUND);
    iq_view_destroy(view);

    CHECK_OK(iq_list_set_events(scene.list, IQ_EVENT_ACTION));
    routes.coordinator.on[KIT_ACTION] = poll_inside;
    for (i = 0; i < 3; i++)
        CHECK_OK(iq_list_emit(scene.list, NULL, IQ_ACTION_HOST + (uint64_t)i, NULL));
    SAID("ooo", KIT_ACTION);
    CHECK(scene.notes[2].event.number == IQ_ACTION_HOST + 2);
    routes.coordinator.on[KIT_ACTION] = destroy_list;
    CHECK_OK(iq_list_emit(scene.list, NULL, IQ_ACTION_HOST, NULL));
    CHECK_OK(iq_list_emit(scene.list, NULL, IQ_ACTION_HOST, NULL));
    CHECK_STATUS(kit_poll(&routes), IQ_ERROR_HANDLE);
    CHECK(scene.count == 1 && references == 0);
}

/* --- swipe actions */

static struct {
    int calls, performed;
    kit_completion *kept;
    const kit_swipe_action *action;
} swiped;

static void swipe_done(void *context, int performed)
{
    CHECK(context == &swiped);
    swiped.calls++;
    swiped.performed = performed;
}

static void complete_now(void *context, const iq_event *event, kit_completion *completion)
{
    CHECK(context == &swiped);
    swiped.action = (const kit_swipe_action *)event->sender;
    CHECK(kit_complete(completion, 1) == 1);
    CHECK(kit_complete(completion, 0) == 0);
}

static void complete_later(void *context, const iq_event *event, kit_completion *completion)
{
    (void)context;
    (void)event;
    swiped.kept = completion;
}

static kit_swipe_action offered[3][3];
static size_t offers[3];

/* The place in the route is the context. */
static size_t offer(void *context, const iq_event *event, uint32_t edge, const kit_swipe_action **actions)
{
    const size_t *own = (const size_t *)context;

    CHECK(event->item.id != 0 && event->cell == IQ_NONE);
    *actions = offered[own - offers];
    return edge == KIT_TRAILING ? *own : 0;
}

/* A swipe offers what the first in the route offers that offers something; its completion is called once, whatever
 * the action does and whatever has become of the item. */
static void swipes(void)
{
    kit_handlers *row[3];
    const kit_swipe_action *actions;
    kit_completion completion = {swipe_done, &swiped, 0};
    iq_item item;
    size_t there, i, wanted;

    open_scene();
    row[0] = &classes[0].handlers;
    row[1] = &sections[0].handlers;
    row[2] = &routes.coordinator;
    item = item_at(2);
    CHECK(kit_swipe_actions(&routes, item, KIT_TRAILING, &actions) == 0 && actions == NULL);
    for (there = 0; there < 8; there++) {
        for (i = 0; i < 3; i++) {
            row[i]->context = &offers[i];
            row[i]->swipe_actions = offer;
            offers[i] = (there >> i & 1) != 0 ? i + 1 : 0;
        }
        wanted = (there & 1) != 0 ? 1 : (there & 2) != 0 ? 2 : (there & 4) != 0 ? 3 : 0;
        CHECK(kit_swipe_actions(&routes, item, KIT_TRAILING, &actions) == wanted);
        CHECK(actions == (wanted == 0 ? NULL : offered[wanted - 1]));
        CHECK(kit_swipe_actions(&routes, item, KIT_LEADING, &actions) == 0 && actions == NULL);
    }
    /* At once, and twice. */
    offered[0][0].perform = complete_now;
    offered[0][0].context = &swiped;
    CHECK_OK(kit_swipe(&routes, item, &offered[0][0], &completion));
    CHECK(swiped.calls == 1 && swiped.performed == 1 && swiped.action == &offered[0][0]);
    CHECK(kit_complete(&completion, 0) == 0 && swiped.calls == 1);
    /* Later. */
    completion.is_done = 0;
    offered[0][0].perform = complete_later;
    CHECK_OK(kit_swipe(&routes, item, &offered[0][0], &completion));
    CHECK(swiped.calls == 1 && swiped.kept == &completion);
    CHECK(kit_complete(swiped.kept, 1) == 1 && kit_complete(&completion, 1) == 0 && swiped.calls == 2);
    /* Without a function: the route's answer. */
    note_everywhere();
    completion.is_done = 0;
    CHECK_OK(kit_swipe(&routes, item, &offered[1][0], &completion));
    SAID("cso", KIT_SWIPE);
    CHECK(swiped.calls == 3 && swiped.performed == 1 && scene.notes[0].event.sender == &offered[1][0]);
    memset(&routes.coordinator, 0, sizeof routes.coordinator);
    completion.is_done = 0;
    CHECK_OK(kit_swipe(&routes, item, &offered[1][0], &completion));
    SAID("cs", KIT_SWIPE);
    CHECK(swiped.calls == 4 && swiped.performed == 0);
    /* The item has gone: not performed, and completed all the same. */
    show(500);
    completion.is_done = 0;
    swiped.kept = NULL;
    CHECK_STATUS(kit_swipe(&routes, item, &offered[0][0], &completion), IQ_ERROR_HANDLE);
    CHECK(swiped.calls == 5 && swiped.performed == 0 && swiped.kept == NULL);
    actions = offered[0];
    CHECK(kit_swipe_actions(&routes, item, KIT_TRAILING, &actions) == 0 && actions == NULL);
    close_scene();
}

/* --- menus */

static int chosen;

static int choose(void *context, const iq_event *event)
{
    CHECK(event->model == &scene.models[2]);
    chosen = *(const int *)context;
    return KIT_PASS;
}

static const kit_menu *menu_of(void *context, const iq_event *event)
{
    CHECK(event->model == &scene.models[2]);
    return (const kit_menu *)context;
}

/* Actions of nested menus are numbered as they would be drawn; a number beyond them is none. The one that is chosen is
 * performed for its item, or routed. */
static void menus(void)
{
    static int numbers[7] = {0, 1, 2, 3, 4, 5, 6};
    kit_menu share[2], more[2], one[1], two[2], root[4], menu, section_menu;
    const kit_menu *action;
    iq_item item;
    size_t i;

    open_scene();
    /* 0 (1 (2 3)) ((4 5)) 6 */
    memset(share, 0, sizeof share);
    memset(more, 0, sizeof more);
    memset(one, 0, sizeof one);
    memset(two, 0, sizeof two);
    memset(root, 0, sizeof root);
    memset(&menu, 0, sizeof menu);
    memset(&section_menu, 0, sizeof section_menu);
    root[0].context = &numbers[0];
    more[0].context = &numbers[1];
    share[0].context = &numbers[2];
    share[1].context = &numbers[3];
    two[0].context = &numbers[4];
    two[1].context = &numbers[5];
    root[3].context = &numbers[6];
    root[0].perform = more[0].perform = share[0].perform = share[1].perform = choose;
    two[0].perform = two[1].perform = choose;
    one[0].children = two;
    one[0].child_count = 2;
    more[1].children = share;
    more[1].child_count = 2;
    root[1].children = more;
    root[1].child_count = 2;
    root[2].children = one;
    root[2].child_count = 1;
    menu.children = root;
    menu.child_count = 4;

    item = item_at(2);
    CHECK(kit_menu_of(&routes, item) == NULL);
    sections[0].handlers.context = &section_menu;
    sections[0].handlers.menu = menu_of;
    CHECK(kit_menu_of(&routes, item) == &section_menu);
    CHECK(kit_menu_count(&section_menu) == 0 && kit_menu_action(&section_menu, 0) == NULL);
    classes[0].handlers.context = &menu;
    classes[0].handlers.menu = menu_of;
    CHECK(kit_menu_of(&routes, item) == &menu);
    CHECK(kit_menu_count(&menu) == 7 && kit_menu_action(&menu, 7) == NULL);
    CHECK(kit_menu_action(&menu, SIZE_MAX) == NULL);
    for (i = 0; i < 6; i++) {
        chosen = -1;
        action = kit_menu_action(&menu, i);
        CHECK(action != NULL && action->context == &numbers[i]);
        CHECK_OK(kit_choose(&routes, item, action));
        CHECK(chosen == (int)i);
    }
    CHECK(kit_menu_action(&menu, 6) == &root[3]);
    note_everywhere();
    CHECK_OK(kit_choose(&routes, item, &root[3]));
    SAID("cso", KIT_MENU_ACTION);
    CHECK(scene.notes[0].event.sender == &root[3]);
    CHECK_STATUS(kit_choose(&routes, item, &root[2]), IQ_ERROR_ARGUMENT);
    show(500);
    chosen = -1;
    CHECK_STATUS(kit_choose(&routes, item, &root[0]), IQ_ERROR_HANDLE);
    CHECK(chosen == -1 && kit_menu_of(&routes, item) == NULL);
    CHECK_STATUS(kit_tell(&routes, item, KIT_PREVIEW, NULL), IQ_ERROR_HANDLE);
    close_scene();
}

/* --- user actions */

static noting act = {'a', KIT_HANDLED};

static kit_user_action action_of(const char *name, uint32_t part)
{
    kit_user_action action = {name, part, note_KIT_ACTION, &act, 0};
    return action;
}

/* The number of a name is the same in every process, and one of the host's own. */
static void action_numbers(void)
{
    iq_hasher hasher;
    uint64_t number;

    CHECK(kit_action_number("like") == UINT64_C(0x81c3f1bf4e684150));
    CHECK(kit_action_number(NULL) == 0 && kit_action_number("") == 0);
    CHECK_OK(iq_hasher_init(&hasher));
    CHECK_OK(iq_hasher_add_string(&hasher, "Follow", 6));
    CHECK_OK(iq_hasher_content(&hasher, &number));
    CHECK(kit_action_number("Follow") == number && kit_action_number("follow") != number);
}

/* A table in which two actions would be mistaken for one another, or which has one without a name, is registered not
 * at all. */
static void registering(void)
{
    kit_user_action table[3] = {action_of("like", KIT_CELL), action_of("like", IQ_KIND_HEADER),
                                action_of("share", KIT_CELL)};

    CHECK_OK(kit_register(table, 3));
    CHECK(table[0].number == table[1].number && table[2].number == kit_action_number("share"));
    table[1].part = KIT_CELL;
    CHECK_STATUS(kit_register(table, 3), IQ_ERROR_DUPLICATE);
    CHECK(table[0].number == 0 && table[1].number == 0 && table[2].number == 0);
    table[1].name = "";
    CHECK_STATUS(kit_register(table, 3), IQ_ERROR_ARGUMENT);
    table[1].name = NULL;
    CHECK_STATUS(kit_register(table, 3), IQ_ERROR_ARGUMENT);
    CHECK(table[0].number == 0 && table[2].number == 0);
    CHECK_OK(kit_register(table, 0));
}

/* A user action reaches what is registered for its section and part, behind the class and before the section's
 * handlers; elsewhere the handlers alone. */
static void actions(void)
{
    kit_user_action table[3] = {action_of("like", KIT_CELL), action_of("like", IQ_KIND_HEADER),
                                action_of("never", KIT_CELL)};
    noting passes = {'a', KIT_PASS};
    iq_element cell, header, section;
    iq_event event;

    open_scene();
    note_everywhere();
    cell = element_of(item_at(2));
    header = header_of(0);
    section = header;
    section.kind = 0;
    CHECK_OK(kit_register(table, 2));
    sections[0].actions = table;
    sections[0].action_count = 3;
    CHECK_OK(kit_emit(scene.list, &cell, "like", &chosen));
    SAID("ca", KIT_ACTION);
    CHECK(scene.notes[1].event.sender == &chosen && scene.notes[1].event.model == &scene.models[2]);
    CHECK_OK(kit_item_event(scene.list, cell.item, &event));
    event.number = table[0].number;
    CHECK(kit_route(&routes, &event) == KIT_HANDLED);
    SAID("ca", KIT_ACTION);
    /* No number is that of an action which is not registered. */
    event.number = 0;
    CHECK(kit_route(&routes, &event) == KIT_HANDLED);
    SAID("cso", KIT_ACTION);
    CHECK_OK(kit_emit(scene.list, &header, "like", NULL));
    SAID("ca", KIT_ACTION);
    CHECK(scene.notes[1].event.element_kind == IQ_KIND_HEADER);
    table[0].context = &passes;
    CHECK_OK(kit_emit(scene.list, &cell, "like", NULL));
    SAID("caso", KIT_ACTION);
    /* The class may handle it. */
    passing_class.answer = KIT_HANDLED;
    CHECK_OK(kit_emit(scene.list, &cell, "like", NULL));
    SAID("c", KIT_ACTION);
    passing_class.answer = KIT_PASS;
    /* Another name, a name that is not registered, another section, the section itself, a footer, the list. */
    CHECK_OK(kit_emit(scene.list, &cell, "share", NULL));
    SAID("cso", KIT_ACTION);
    CHECK_OK(kit_emit(scene.list, &cell, "never", NULL));
    SAID("cso", KIT_ACTION);
    cell = element_of(item_at(PER_SECTION));
    CHECK_OK(kit_emit(scene.list, &cell, "like", NULL));
    SAID("cso", KIT_ACTION);
    CHECK_OK(kit_emit(scene.list, &section, "like", NULL));
    SAID("so", KIT_ACTION);
    header.kind = IQ_KIND_FOOTER;
    CHECK_OK(kit_emit(scene.list, &header, "like", NULL));
    SAID("so", KIT_ACTION);
    CHECK_OK(kit_emit(scene.list, NULL, "like", NULL));
    SAID("o", KIT_ACTION);
    CHECK_STATUS(kit_emit(scene.list, &cell, NULL, NULL), IQ_ERROR_ARGUMENT);
    /* Gone before the poll: dropped. */
    CHECK_OK(kit_emit(scene.list, &cell, "like", NULL));
    CHECK_OK(iq_list_set_events(scene.list, 0));
    show(500);
    SAID("", 0);
    close_scene();
}

static const kit_user_action *taken[4];
static uint32_t taken_by[4];
static size_t taken_count;

static void take_action(void *context, const iq_event *event, const kit_user_action *action)
{
    CHECK(context == &passing_class && event->kind == IQ_EVENT_BOUND && taken_count < 4);
    taken[taken_count] = action;
    taken_by[taken_count++] = event->cell_class.id;
}

/* A cell that is bound to an item or element gets the actions that are registered for its section and part, and no
 * others. */
static void taking(void)
{
    kit_user_action table[3] = {action_of("like", KIT_CELL), action_of("fold", IQ_KIND_HEADER),
                                action_of("share", KIT_CELL)};
    iq_element element;
    iq_view *view;
    iq_event cell;
    size_t i;

    open_scene();
    note_everywhere();
    CHECK_OK(kit_register(table, 2));
    sections[0].actions = table;
    sections[0].action_count = 3;
    for (i = 0; i <= USERS; i++)
        if (i != 1)
            classes[i].handlers.take_action = take_action;
    CHECK_OK(iq_list_set_events(scene.list, IQ_EVENT_BOUND));
    CHECK_OK(iq_view_create(scene.list, NULL, &view));
    CHECK_OK(iq_view_set_visible(view, 0, 2, 0));
    CHECK_OK(kit_poll(&routes));
    /* One class takes none. */
    CHECK(taken_count == 2 && scene.count == 9);
    CHECK(taken[0] == &table[1] && taken_by[0] == scene.headers.id);
    CHECK(taken[1] == &table[0] && taken_by[1] == scene.users[0].id);
    /* By hand, too. */
    CHECK_OK(iq_list_set_events(scene.list, 0));
    memset(&cell, 0, sizeof cell);
    cell.struct_size = sizeof cell;
    element = element_of(item_at(2));
    CHECK_OK(iq_view_take_cell(view, &element, &cell));
    taken_count = 0;
    kit_route(&routes, &cell);
    CHECK(taken_count == 1);
    /* The other section has none. */
    element = element_of(item_at(PER_SECTION));
    CHECK_OK(iq_view_take_cell(view, &element, &cell));
    kit_route(&routes, &cell);
    CHECK(taken_count == 1);
    iq_view_destroy(view);
    close_scene();
}

/* --- identifiers */

static void identified(const iq_element *element, uint32_t options, const char *wanted)
{
    char text[32];
    size_t length, capacity, fitting, i;

    for (capacity = 0; capacity < sizeof text; capacity++) {
        memset(text, '?', sizeof text);
        CHECK_OK(kit_accessibility(scene.list, element, "user", options, text, capacity, &length));
        CHECK(length == strlen(wanted));
        fitting = capacity == 0 || length < capacity ? length : capacity - 1;
        if (capacity > 0)
            CHECK(memcmp(text, wanted, fitting) == 0 && text[fitting] == '\0');
        for (i = capacity; i < sizeof text; i++)
            CHECK(text[i] == '?');
    }
}

/* An identifier has the positions that were asked for, as far as there are any, and as they are now. */
static void identifiers(void)
{
    iq_element element, header, list;
    iq_section first;
    iq_edit *edit;
    size_t length;

    open_scene();
    element = element_of(item_at(PER_SECTION + 12));
    header = header_of(1);
    memset(&list, 0, sizeof list);
    identified(&element, 0, "user");
    identified(&element, KIT_SECTION, "user_1");
    identified(&element, KIT_ROW, "user_12");
    identified(&element, KIT_SECTION | KIT_ROW, "user_1_12");
    identified(&header, KIT_SECTION | KIT_ROW, "user_1");
    identified(&list, KIT_SECTION | KIT_ROW, "user");
    first = section_at(0);
    CHECK_OK(iq_edit_begin(scene.list, NULL, &edit));
    CHECK_OK(iq_edit_move_item_range(edit, header.section, 12, 1, first, 3));
    CHECK_OK(iq_edit_move_section_range(edit, 0, 1, 1));
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    identified(&element, KIT_SECTION | KIT_ROW, "user_1_3");
    identified(&header, KIT_SECTION | KIT_ROW, "user_0");
    CHECK_STATUS(kit_accessibility(scene.list, &element, NULL, 0, NULL, 0, &length), IQ_ERROR_ARGUMENT);
    show(500);
    CHECK_STATUS(kit_accessibility(scene.list, &element, "user", KIT_ROW, NULL, 0, &length), IQ_ERROR_HANDLE);
    close_scene();
}

/* --- threads */

enum { THREADS = 4, EMITS = 50 };
static uint64_t emits, routed;

static void *emit(void *context)
{
    iq_element about = element_of(item_at((size_t)((const int *)context - scene.models)));
    char text[32];
    size_t length;
    uint64_t i;

    for (i = 0; i < emits; i++) {
        CHECK_OK(kit_emit(scene.list, &about, "like", context));
        CHECK_OK(kit_accessibility(scene.list, &about, "user", KIT_ROW, text, sizeof text, &length));
    }
    return NULL;
}

static int count_emit(void *context, const iq_event *event)
{
    (void)context;
    /* Of its own item. */
    CHECK(event->sender == event->model);
    routed++;
    return KIT_HANDLED;
}

/* Threads emit and ask for identifiers while one polls: each action is routed once, with its own item. */
static void threads(void)
{
    kit_user_action table[1] = {action_of("like", KIT_CELL)};
    pthread_t ids[THREADS];
    int i;

    open_scene();
    table[0].perform = count_emit;
    CHECK_OK(kit_register(table, 1));
    sections[0].actions = table;
    sections[0].action_count = 1;
    emits = check_scaled(EMITS);
    for (i = 0; i < THREADS; i++)
        CHECK(pthread_create(&ids[i], NULL, emit, &scene.models[i]) == 0);
    CHECK_OK(kit_poll(&routes));
    for (i = 0; i < THREADS; i++)
        CHECK(pthread_join(ids[i], NULL) == 0);
    CHECK_OK(kit_poll(&routes));
    CHECK(routed == emits * THREADS);
    close_scene();
}

int main(void)
{
    scene.users[0] = class_named("user");
    scene.users[1] = class_named("friend");
    scene.headers = class_named("header");
    order();
    without_rows();
    filled();
    names();
    names_of_other_lists();
    by_user_only();
    runs();
    polls();
    swipes();
    menus();
    action_numbers();
    registering();
    actions();
    taking();
    identifiers();
    threads();
    printf("ok\n");
    return 0;
}

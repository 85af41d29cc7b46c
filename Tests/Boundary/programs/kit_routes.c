/*
 * kit_routes.c - bindings/c/kit.h: who gets an event, in which order, and what a poll does of it.
 */
#include "kit_scene.h"

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

static int count_updates(void *context, const iq_event *event)
{
    (void)event;
    *(int *)context += 100;
    return KIT_HANDLED;
}

static int pass_on(void *context, const iq_event *event)
{
    CHECK(event->status == IQ_ERROR_DUPLICATE && event->changeset == NULL);
    ++*(int *)context;
    return KIT_PASS;
}

static void note_done(void *context, uint64_t ticket, iq_status status)
{
    (void)ticket;
    CHECK(status == IQ_ERROR_DUPLICATE);
    *(int *)context = 1;
}

/* Submits a key that is there twice, and polls until that has ended. */
static void submit_twice(void)
{
    iq_submit_options options;
    int is_done = 0;
    const iq_key keys[2] = {key_of(1), key_of(1)}, section = section_key(0);
    iq_columns items;
    iq_snapshot *snapshot;

    memset(&items, 0, sizeof items);
    items.struct_size = sizeof items;
    items.count = 2;
    items.keys = keys;
    CHECK_OK(iq_snapshot_create(NULL, &snapshot));
    CHECK_OK(iq_snapshot_append_sections(snapshot, &section, 1));
    CHECK_OK(iq_snapshot_append_items(snapshot, &section, &items));
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.done = note_done;
    options.context = &is_done;
    CHECK_OK(iq_list_submit(scene.list, snapshot, &options, NULL));
    iq_snapshot_destroy(snapshot);
    while (!is_done)
        CHECK_OK(kit_poll(&routes));
}

/* An update that has failed has a name of its own; nobody who handles that hears of an update. Where it is passed on, or
 * nobody handles it, it is an update with a status. */
static void failures(void)
{
    int passed = 0;

    open_scene();
    CHECK_OK(kit_poll(&routes));
    CHECK_OK(iq_list_set_events(scene.list, IQ_EVENT_UPDATE));
    note_everywhere();
    submit_twice();
    CHECK(scene.count == 1 && scene.notes[0].event.status == IQ_ERROR_DUPLICATE);
    SAID("o", KIT_UPDATE_FAILED);
    routes.coordinator.on[KIT_UPDATE_FAILED] = NULL;
    submit_twice();
    CHECK(scene.notes[0].event.status == IQ_ERROR_DUPLICATE);
    SAID("o", KIT_UPDATE);
    memset(&routes.coordinator, 0, sizeof routes.coordinator);
    routes.coordinator.on[KIT_UPDATE] = count_updates;
    routes.coordinator.on[KIT_UPDATE_FAILED] = pass_on;
    routes.coordinator.context = &passed;
    submit_twice();
    CHECK(passed == 101);
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
    CHECK_OK(iq_list_find_item_at(outline, 0, &item));
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
        CHECK((first->event.flags & IQ_SWITCHED_ON) != 0 && first->event.states == IQ_STATE_SELECTED);
        CHECK(first->event.kind == IQ_EVENT_STATES);
    }
    /* It is handled if one of its items is: here the first two. */
    CHECK_OK(kit_item_event(scene.list, item_at(0), &event));
    event.kind = IQ_EVENT_STATES;
    event.flags = IQ_SWITCHED_BY_USER;
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

int main(void)
{
    make_classes();
    order();
    without_rows();
    filled();
    names();
    names_of_other_lists();
    failures();
    by_user_only();
    runs();
    polls();
    printf("ok\n");
    return 0;
}

/*
 * kit_actions.c - bindings/c/kit.h: swipes, whose completions are called once, menus, user actions by name, and
 * identifiers.
 */
#include "kit_scene.h"

#include <pthread.h>

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
    CHECK_OK(iq_hasher_get_content(&hasher, &number));
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
    list.struct_size = sizeof list;
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
    make_classes();
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

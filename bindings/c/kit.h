/**
 * @file
 * kit.h - what a list kit adds to libiqlist, for hosts of C and C++: copy it
 * into your program, behind iqlist.h. It has no code in the library.
 *
 * Events of a list are routed to handlers: those of the cell class, then those
 * of the section, then the list's coordinator. Each of them is optional, and
 * each may pass an event on.
 *
 *     kit_poll ---> event ---> class ---> section ---> coordinator
 *                                |  KIT_PASS  |  KIT_PASS
 *                           KIT_HANDLED: the route ends
 *
 * Beside that: swipe actions whose completion is called once, nested menus,
 * user actions that are registered by name, identifiers for accessibility.
 * kit_layout.h has sizes and columns, kit_scroll.h what is visible and how it
 * scrolls.
 *
 *     static int show(void *context, const iq_event *event)
 *     {
 *         open_page(context, event->model);
 *         return KIT_HANDLED;
 *     }
 *     ...
 *     kit_class classes[] = {{.cell_class = users, .handlers = {
 *         .context = app, .on = {[KIT_SELECT] = show}}}};
 *     kit_routes routes = {.list = list, .classes = classes,
 *                          .class_count = 1};
 *     iq_list_set_events(list, KIT_EVENTS);
 *     ...
 *     kit_poll(&routes);          where the host would call iq_list_poll
 *
 * Memory     The tables are the host's: plain arrays, read where they are and
 *            never copied or freed. They may change between two calls, and in a
 *            handler as long as no row goes whose handler is running. Nothing
 *            here allocates.
 * Threads    Call kit_emit, kit_action_number and kit_accessibility on any
 *            thread, and all else on the thread that polls the list. Other
 *            threads change the list by iq_list_submit, which takes effect in
 *            a poll: swipe actions, menus and runs of items get models that
 *            the list holds and nobody has retained.
 * Events     live until the next poll of the list: see EVENTS in iqlist.h. A
 *            handler that polls by itself (a modal dialog) returns KIT_HANDLED,
 *            for what its event points to has gone then.
 * Cost       Rows are looked up one after another, so that an event costs by
 *            the number of rows.
 */
#ifndef IQLIST_KIT_H
#define IQLIST_KIT_H

#include <iqlist.h>
#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- tables ------------------------------------------------------------- */

/** What happened, as a handler knows it: an index of kit_handlers.on. */
enum kit_event {
    /* The user did it. What the program does by iq_list_set_states without
       IQ_SET_BY_USER is an event of the list, and none of the kit. */
    KIT_SELECT, /**< also where the selection is not kept (CLEARED) */
    KIT_DESELECT,
    KIT_HIGHLIGHT,
    KIT_UNHIGHLIGHT,
    KIT_FOCUS,
    KIT_UNFOCUS,
    KIT_EXPAND,
    KIT_COLLAPSE,
    KIT_PRIMARY,      /**< IQ_ACTION_PRIMARY                               */
    KIT_DELETE,       /**< IQ_ACTION_DELETE: the host deletes the item     */
    KIT_INSERT,       /**< IQ_ACTION_INSERT                                */
    KIT_ACTION,       /**< an action of the host's, also one by name       */
    KIT_SWIPE,        /**< a swipe action without a function of its own    */
    KIT_MENU_ACTION,  /**< a menu's action without one: `sender` is either */
    KIT_MENU_WILL_DISPLAY, /**< the host tells these three: see kit_tell   */
    KIT_MENU_WILL_END,
    KIT_PREVIEW,      /**< the preview of a menu was tapped                */
    KIT_FIRST_USED,   /**< IQ_EVENT_CLASS_FIRST_USED                       */
    KIT_BOUND,        /**< the moment to modify a cell                     */
    KIT_WILL_DISPLAY, /**< sections too, which have no cell                */
    KIT_DID_END_DISPLAY,
    KIT_CHILDREN,
    KIT_REORDER,
    KIT_PAGE,         /**< the next page of a section, or of the list      */
    /* These are the coordinator's alone. */
    KIT_PREFETCH,     /**< also where it is cancelled: see the flags       */
    KIT_PLACEHOLDER,
    KIT_WILL_UPDATE,
    KIT_UPDATE,
    KIT_UPDATE_FAILED, /**< a submission failed: event.status says why, and
                            there is no changeset; if it is passed on,
                            KIT_UPDATE gets it                             */
    KIT_EVENT_COUNT
};

/** For iq_list_set_events: all events that are routed. */
#define KIT_EVENTS                                                             \
    (IQ_EVENT_UPDATE | IQ_EVENT_WILL_UPDATE | IQ_EVENT_CLASS_FIRST_USED |      \
     IQ_EVENT_BOUND | IQ_EVENT_WILL_DISPLAY | IQ_EVENT_DID_END_DISPLAY |       \
     IQ_EVENT_STATES | IQ_EVENT_ACTION | IQ_EVENT_PLACEHOLDER |                \
     IQ_EVENT_PAGE | IQ_EVENT_CHILDREN | IQ_EVENT_PREFETCH | IQ_EVENT_REORDER)

#define KIT_PASS 0    /**< the next in the route gets the event            */
#define KIT_HANDLED 1 /**< the event ends here; so does any other number   */
#define KIT_FAILED (-1) /**< of a kit_sizer: the layout fails              */

/** Handles an event; returns KIT_PASS or KIT_HANDLED. It may call whatever may
 * be called between two polls. If it destroys the list it handles the event. */
typedef int (*kit_handler)(void *context, const iq_event *event);

/** Calls back what waits for a swipe action: once, however often and by whom
 * it is completed. The host owns it, sets `is_done` to 0, and keeps it until it
 * is done. Where a swipe ends otherwise (its cell has gone), the host completes
 * it with 0. */
typedef struct kit_completion {
    /** `performed` is 0 if nothing was done. May free the completion. */
    void (*done)(void *context, int performed);
    void *context;
    int is_done;
} kit_completion;

#define KIT_SWIPE_NORMAL 0u
#define KIT_SWIPE_DESTRUCTIVE 1u

/** What a swipe offers. */
typedef struct kit_swipe_action {
    const char *title;
    const char *image; /**< the host's name of one, or NULL                */
    uint32_t style;    /**< KIT_SWIPE_*                                    */
    uint32_t color;    /**< a number of the host's own                     */
    /** Performs it, and completes: at once, or later from anywhere on the same
     * thread. NULL: KIT_SWIPE goes its route, and completes. */
    void (*perform)(void *context, const iq_event *event,
                    kit_completion *completion);
    void *context;
} kit_swipe_action;

/** A menu if it has children, else one of its actions. */
typedef struct kit_menu {
    const char *title; /**< NULL or "": none                               */
    void *preview;     /**< of a context menu: whatever the host shows     */
    const struct kit_menu *children;
    size_t child_count;
    kit_handler perform; /**< of an action; NULL: KIT_MENU_ACTION is routed */
    void *context;
} kit_menu;

/** The part of a section that has a user action: a cell, or IQ_KIND_HEADER,
 * IQ_KIND_FOOTER or another kind of element. */
#define KIT_CELL 0u

/** A user action of a section: what a control in its cells, headers or footers
 * does. Registered by kit_register, before any cell exists or after. */
typedef struct kit_user_action {
    const char *name;    /**< UTF-8, not empty                             */
    uint32_t part;       /**< KIT_CELL, IQ_KIND_HEADER, IQ_KIND_FOOTER, ... */
    kit_handler perform; /**< event.sender is the control                  */
    void *context;
    uint64_t number;     /**< set by kit_register; 0: not registered       */
} kit_user_action;

#define KIT_LEADING 0u  /**< the edge of a swipe: where a line begins */
#define KIT_TRAILING 1u /**< where it ends                            */

/** What a kit_sizer is asked about: see kit_layout.h. */
typedef struct kit_size_request kit_size_request;

/** How sections are laid out: see kit_layout.h. */
typedef struct kit_layout_options kit_layout_options;

/** Says how large an item or element is: writes to `rule`, whose lengths are
 * AUTO at first. Returns KIT_HANDLED if it has an answer, KIT_PASS: the next in
 * the route is asked, KIT_FAILED. Called while the view is laid out, by the
 * thread that does. See kit_layout.h. */
typedef int (*kit_sizer)(void *context, const kit_size_request *request,
                         iq_size_rule *rule);

/** The handlers of a class, a section or the coordinator: `on` for events, and
 * others that are asked for something. All are optional. In C++, which has no
 * designators of arrays, assign to on[KIT_SELECT] and the others. */
typedef struct kit_handlers {
    void *context;
    kit_handler on[KIT_EVENT_COUNT];
    /** Returns how many actions a swipe of the item from an edge (KIT_LEADING,
     * KIT_TRAILING) offers, and writes where they are; 0 asks the next in the
     * route. They must live until the swipe is done. */
    size_t (*swipe_actions)(void *context, const iq_event *event, uint32_t edge,
                            const kit_swipe_action **actions);
    /** Returns the context menu of the item; NULL asks the next. */
    const kit_menu *(*menu)(void *context, const iq_event *event);
    /** Of a class: the cell of a BOUND event may keep an action that is
     * registered for its section and part, to perform it by itself. Called for
     * each of them, before KIT_BOUND. Cells are reused: `bind_cell`, which
     * comes earlier, is where a cell drops those that it has kept. */
    void (*take_action)(void *context, const iq_event *event,
                        const kit_user_action *action);
    /** The size of an item, header, footer or loader. The coordinator is asked
     * first, then the section, at last the class. */
    kit_sizer size;
    /** What is assumed until the size is known; asked likewise. */
    kit_sizer estimated_size;
    /** Of a class: its cell, which is bound, measures itself. */
    kit_sizer fitting_size;
} kit_handlers;

#define KIT_BY_CLASS 0u      /**< created from its class: the usual case     */
#define KIT_BY_NIB 1u        /**< loaded from a file that describes it       */
#define KIT_BY_STORYBOARD 2u /**< a prototype that is part of a screen       */
#define KIT_BY_VIEW 3u       /**< a plain view, wrapped in a cell            */

/** A cell class and how its cells come about: for whoever handles
 * KIT_FIRST_USED. */
typedef struct kit_class {
    iq_class cell_class;
    uint32_t registration; /**< KIT_BY_* */
    const char *name;      /**< of the file or prototype, or NULL */
    kit_handlers handlers;
} kit_class;

/** A section, by key: it need not exist yet. */
typedef struct kit_section {
    iq_key key;
    kit_handlers handlers;
    const kit_user_action *actions;
    size_t action_count;
    const kit_layout_options *layout; /**< NULL: the list's */
} kit_section;

/** A list and the handlers of its events. */
typedef struct kit_routes {
    iq_list *list;
    const kit_class *classes;
    size_t class_count;
    const kit_section *sections;
    size_t section_count;
    kit_handlers coordinator;
    const kit_layout_options *layout; /**< of the list; NULL: the defaults */
} kit_routes;

/* ---- routes ------------------------------------------------------------- */

/** Returns the row of a class, or NULL. */
static inline const kit_class *kit_class_of(const kit_routes *routes,
                                            iq_class cell_class)
{
    size_t i;

    for (i = 0; cell_class.id != 0 && i < routes->class_count; i++)
        if (routes->classes[i].cell_class.id == cell_class.id)
            return &routes->classes[i];
    return NULL;
}

/** Returns the row of the section that an event is about, or in which its item
 * is; NULL if there is no row, or no section. */
static inline const kit_section *kit_section_of(const kit_routes *routes,
                                                const iq_event *event)
{
    const iq_key *key = event->item.id != 0 ? &event->section_key : &event->key;
    size_t i;

    for (i = 0; event->section.id != 0 && i < routes->section_count; i++)
        if (memcmp(&routes->sections[i].key, key, sizeof *key) == 0)
            return &routes->sections[i];
    return NULL;
}

/** Returns one in the route of an event, from 0 on: of the class, of the
 * section, of the coordinator; NULL where there is none. */
static inline const kit_handlers *
kit_in_route(const kit_routes *routes, const iq_event *event, int place)
{
    const kit_class *own;
    const kit_section *section;

    if (place == 2)
        return &routes->coordinator;
    if (place == 1) {
        section = kit_section_of(routes, event);
        return section != NULL ? &section->handlers : NULL;
    }
    own = kit_class_of(routes, event->cell_class);
    return own != NULL ? &own->handlers : NULL;
}

/** Returns the user action of an ACTION event's number, as it is registered for
 * the section and part that the event is about; NULL if there is none. */
static inline const kit_user_action *kit_action_of(const kit_routes *routes,
                                                   const iq_event *event)
{
    const kit_section *section = kit_section_of(routes, event);
    size_t i;

    if (section == NULL || event->number == 0 ||
        (event->item.id == 0 && event->element_kind == 0))
        return NULL;
    for (i = 0; i < section->action_count; i++)
        if (section->actions[i].number == event->number &&
            section->actions[i].part == event->element_kind)
            return &section->actions[i];
    return NULL;
}

/** Asks one in the route, which may be NULL. Returns whether it has handled
 * the event. */
static inline int kit_ask(const kit_handlers *handlers, int name,
                          const iq_event *event)
{
    return handlers != NULL && handlers->on[name] != NULL &&
           handlers->on[name](handlers->context, event) != KIT_PASS;
}

/** Routes an event under a name, one of enum kit_event. A KIT_ACTION of a user
 * action gets to that behind the class and before the section's handlers.
 * Returns whether it was handled: 1, else 0. */
static inline int kit_deliver(const kit_routes *routes, int name,
                              const iq_event *event)
{
    const kit_user_action *action;

    if (kit_ask(kit_in_route(routes, event, 0), name, event))
        return KIT_HANDLED;
    action = name == KIT_ACTION ? kit_action_of(routes, event) : NULL;
    if (action != NULL && action->perform != NULL &&
        action->perform(action->context, event) != KIT_PASS)
        return KIT_HANDLED;
    return kit_ask(kit_in_route(routes, event, 1), name, event) ||
           kit_ask(&routes->coordinator, name, event);
}

/** Fills an event with an item as it is now: of kind ACTION, with the number 0,
 * and no cell. The model is not retained: it lives as long as the list holds
 * it.
 * - IQ_ERROR_HANDLE: the item has gone. */
static inline iq_status kit_item_event(const iq_list *list, iq_item item,
                                       iq_event *event)
{
    iq_list_info shown;
    iq_item_info info;
    iq_section_info section;
    iq_status status;

    memset(event, 0, sizeof *event);
    memset(&shown, 0, sizeof shown);
    memset(&info, 0, sizeof info);
    memset(&section, 0, sizeof section);
    shown.struct_size = sizeof shown;
    info.struct_size = sizeof info;
    section.struct_size = sizeof section;
    status = iq_list_get_info(list, &shown);
    if (status == IQ_OK)
        status = iq_list_get_item_info(list, item, 0, &info);
    if (status == IQ_OK)
        status = iq_list_get_section_info(list, info.section, &section);
    if (status != IQ_OK)
        return status;
    event->struct_size = sizeof *event;
    event->kind = IQ_EVENT_ACTION;
    event->version = shown.version;
    event->item = item;
    event->section = info.section;
    event->key = info.key;
    event->section_key = section.key;
    event->position = info.position;
    event->index = info.index;
    event->cell = IQ_NONE;
    event->model = info.model;
    event->cell_class = info.cell_class;
    event->states = info.states;
    event->count = 1;
    return IQ_OK;
}

/** Routes each state of a STATES event that users change. Returns whether one
 * was handled. */
static inline int kit_deliver_states(const kit_routes *routes,
                                     const iq_event *event)
{
    static const uint32_t states[] = {IQ_STATE_SELECTED, IQ_STATE_HIGHLIGHTED,
                                      IQ_STATE_FOCUSED, IQ_STATE_EXPANDED};
    int i, lost = (event->flags & IQ_SWITCHED_ON) == 0, handled = KIT_PASS;

    for (i = 0; i < 4; i++)
        if ((event->states & states[i]) != 0)
            handled |= kit_deliver(routes, KIT_SELECT + 2 * i + lost, event);
    return handled;
}

/** Routes what the user has done to the states of several neighbours, item by
 * item. */
static inline int kit_route_run(const kit_routes *routes, const iq_event *event)
{
    iq_item items[64];
    iq_item_buffers buffers;
    iq_event one;
    size_t first, count, i;
    int handled = KIT_PASS;

    memset(&buffers, 0, sizeof buffers);
    buffers.struct_size = sizeof buffers;
    buffers.items = items;
    for (first = 0; first < event->count; first += count) {
        count = event->count - first < 64 ? event->count - first : 64;
        if (kit_item_event(routes->list, event->item, &one) != IQ_OK ||
            one.version != event->version)
            return first == 0 ? kit_deliver_states(routes, event) : handled;
        if (iq_list_get_items(routes->list, event->index + first, count,
                              &buffers) != IQ_OK)
            return handled;
        for (i = 0; i < count; i++) {
            if (kit_item_event(routes->list, items[i], &one) != IQ_OK)
                continue;
            one.kind = event->kind;
            one.flags = event->flags;
            one.states = event->states;
            handled |= kit_deliver_states(routes, &one);
        }
    }
    return handled;
}

/** Returns the name under which an event is routed, KIT_EVENT_COUNT: under
 * none. STATES, which may have several, are not decided here. */
static inline int kit_name_of(const iq_event *event)
{
    switch (event->kind) {
    case IQ_EVENT_UPDATE:
        return event->status == IQ_OK ? KIT_UPDATE : KIT_UPDATE_FAILED;
    case IQ_EVENT_WILL_UPDATE:
        return KIT_WILL_UPDATE;
    case IQ_EVENT_CLASS_FIRST_USED:
        return KIT_FIRST_USED;
    case IQ_EVENT_BOUND:
        return KIT_BOUND;
    case IQ_EVENT_WILL_DISPLAY:
        return KIT_WILL_DISPLAY;
    case IQ_EVENT_DID_END_DISPLAY:
        return KIT_DID_END_DISPLAY;
    case IQ_EVENT_ACTION:
        return event->number == IQ_ACTION_PRIMARY  ? KIT_PRIMARY
               : event->number == IQ_ACTION_DELETE ? KIT_DELETE
               : event->number == IQ_ACTION_INSERT ? KIT_INSERT
                                                   : KIT_ACTION;
    case IQ_EVENT_PLACEHOLDER:
        return KIT_PLACEHOLDER;
    case IQ_EVENT_PAGE:
        return KIT_PAGE;
    case IQ_EVENT_CHILDREN:
        return KIT_CHILDREN;
    case IQ_EVENT_PREFETCH:
        return KIT_PREFETCH;
    case IQ_EVENT_REORDER:
        return KIT_REORDER;
    default:
        return KIT_EVENT_COUNT;
    }
}

/** Offers a cell that was bound the user actions of its section and part. */
static inline void kit_offer_actions(const kit_routes *routes,
                                     const iq_event *event)
{
    const kit_class *own = kit_class_of(routes, event->cell_class);
    const kit_section *section = kit_section_of(routes, event);
    size_t i;

    if (own == NULL || own->handlers.take_action == NULL || section == NULL)
        return;
    for (i = 0; i < section->action_count; i++)
        if (section->actions[i].number != 0 &&
            section->actions[i].part == event->element_kind)
            own->handlers.take_action(own->handlers.context, event,
                                      &section->actions[i]);
}

/** Adds what an ACTION does not say of an element: its class and model, which
 * is not retained. */
static inline iq_event kit_with_element(const kit_routes *routes,
                                        const iq_event *event)
{
    iq_supplementary element;
    iq_event whole = *event;

    memset(&element, 0, sizeof element);
    element.struct_size = sizeof element;
    if (iq_list_get_supplementary(routes->list, event->section,
                                  event->element_kind, event->element_index, 0,
                                  &element) == IQ_OK) {
        whole.cell_class = element.cell_class;
        whole.model = element.model;
    }
    return whole;
}

/** Routes an event that was polled, or that iq_view_take_cell has filled.
 * Returns whether it was handled: 1, else 0. An ACTION about a header, a footer
 * or another element gets the element's class and model.
 *
 * Users may select or highlight many items at once, which is one event about a
 * run of neighbours: each of its items is routed by itself. If the list has
 * changed since the event, only the first item is, with event.count as it was;
 * if a handler changes it, at most the next 64. iq_list_find_items_in_state
 * finds all that are selected. */
static inline int kit_route(const kit_routes *routes, const iq_event *event)
{
    int name = kit_name_of(event);
    iq_event whole;

    if (event->kind == IQ_EVENT_STATES) {
        if ((event->flags & IQ_SWITCHED_BY_USER) == 0)
            return KIT_PASS;
        return event->count > 1 ? kit_route_run(routes, event)
                                : kit_deliver_states(routes, event);
    }
    if (name == KIT_EVENT_COUNT)
        return KIT_PASS;
    if (event->kind == IQ_EVENT_ACTION && event->element_kind != 0) {
        whole = kit_with_element(routes, event);
        event = &whole;
    }
    if (name == KIT_BOUND)
        kit_offer_actions(routes, event);
    if (name == KIT_UPDATE_FAILED && kit_ask(&routes->coordinator, name, event))
        return KIT_HANDLED;
    if (name == KIT_UPDATE_FAILED)
        name = KIT_UPDATE;
    /* What is prefetched may be of several classes and sections. */
    return name < KIT_PREFETCH ? kit_deliver(routes, name, event)
                               : kit_ask(&routes->coordinator, name, event);
}

/** Polls the list and routes its events, until there are none: one at a time,
 * so that what an event points to lives while it is routed. Returns what
 * iq_list_poll returned last.
 * - IQ_ERROR_CALLBACK: `create_cell` or `bind_cell` of a class failed; the next
 *   call goes on.
 * - IQ_ERROR_HANDLE: a handler has destroyed the list. `routes` must live. */
static inline iq_status kit_poll(const kit_routes *routes)
{
    iq_event event;
    iq_status status;
    size_t count;

    do {
        memset(&event, 0, sizeof event);
        event.struct_size = sizeof event;
        count = 0;
        status = iq_list_poll(routes->list, &event, 1, &count);
        if (count > 0 && (status == IQ_OK || status == IQ_ERROR_CALLBACK))
            kit_route(routes, &event);
    } while (status == IQ_OK && count > 0);
    return status;
}

/** Routes what the host alone knows about an item: KIT_MENU_WILL_DISPLAY,
 * KIT_MENU_WILL_END, KIT_PREVIEW. `sender` becomes event.sender.
 * - IQ_ERROR_HANDLE: the item has gone.
 * - IQ_ERROR_ARGUMENT: `name` is none of enum kit_event. */
static inline iq_status kit_tell(const kit_routes *routes, iq_item item,
                                 int name, void *sender)
{
    iq_event event;
    iq_status status;

    if (name < 0 || name >= KIT_EVENT_COUNT)
        return IQ_ERROR_ARGUMENT;
    status = kit_item_event(routes->list, item, &event);
    if (status != IQ_OK)
        return status;
    event.sender = sender;
    kit_deliver(routes, name, &event);
    return IQ_OK;
}

/* ---- swipe actions and menus -------------------------------------------- */

/** Completes a swipe action: calls `done`, unless that was done before.
 * Returns whether it did. */
static inline int kit_complete(kit_completion *completion, int performed)
{
    if (completion->is_done)
        return 0;
    completion->is_done = 1;
    if (completion->done != NULL)
        completion->done(completion->context, performed);
    return 1;
}

/** Returns how many actions a swipe of an item from an edge offers, and writes
 * where they are (NULL if there are none): of the class, else of the section,
 * else of the coordinator. 0: nothing to swipe, or the item has gone. */
static inline size_t kit_swipe_actions(const kit_routes *routes, iq_item item,
                                       uint32_t edge,
                                       const kit_swipe_action **actions)
{
    const kit_handlers *handlers;
    iq_event event;
    size_t count = 0;
    int place;

    *actions = NULL;
    if (kit_item_event(routes->list, item, &event) != IQ_OK)
        return 0;
    for (place = 0; place < 3 && count == 0; place++) {
        handlers = kit_in_route(routes, &event, place);
        if (handlers != NULL && handlers->swipe_actions != NULL)
            count = handlers->swipe_actions(handlers->context, &event, edge,
                                            actions);
    }
    if (count == 0)
        *actions = NULL;
    return count;
}

/** Performs a swipe action of an item. `completion` is called exactly once:
 * before this returns, unless the action keeps it; with 0 if this fails.
 * - IQ_ERROR_HANDLE: the item has gone. */
static inline iq_status kit_swipe(const kit_routes *routes, iq_item item,
                                  const kit_swipe_action *action,
                                  kit_completion *completion)
{
    iq_event event;
    iq_status status = kit_item_event(routes->list, item, &event);

    if (status != IQ_OK) {
        kit_complete(completion, 0);
        return status;
    }
    event.sender = (void *)action;
    if (action->perform != NULL)
        action->perform(action->context, &event, completion);
    else
        kit_complete(completion, kit_deliver(routes, KIT_SWIPE, &event));
    return IQ_OK;
}

/** Returns the context menu of an item: that of the class, else of the section,
 * else of the coordinator; NULL if there is none or the item has gone. */
static inline const kit_menu *kit_menu_of(const kit_routes *routes,
                                          iq_item item)
{
    const kit_handlers *handlers;
    const kit_menu *menu = NULL;
    iq_event event;
    int place;

    if (kit_item_event(routes->list, item, &event) != IQ_OK)
        return NULL;
    for (place = 0; place < 3 && menu == NULL; place++) {
        handlers = kit_in_route(routes, &event, place);
        if (handlers != NULL && handlers->menu != NULL)
            menu = handlers->menu(handlers->context, &event);
    }
    return menu;
}

/** Counts the actions of a menu and of all menus below it. */
static inline size_t kit_menu_count(const kit_menu *menu)
{
    size_t i, count = 0;

    for (i = 0; i < menu->child_count; i++)
        count += menu->children[i].child_count > 0
                     ? kit_menu_count(&menu->children[i])
                     : 1;
    return count;
}

/** Finds an action by its number, from 0 on, in the order in which actions are
 * drawn if each menu is unfolded: for toolkits that know entries by number.
 * NULL: there are fewer. */
static inline const kit_menu *kit_menu_action(const kit_menu *menu,
                                              size_t number)
{
    size_t i, count;

    for (i = 0; i < menu->child_count; i++) {
        const kit_menu *child = &menu->children[i];

        count = child->child_count > 0 ? kit_menu_count(child) : 1;
        if (number < count)
            return child->child_count > 0 ? kit_menu_action(child, number)
                                          : child;
        number -= count;
    }
    return NULL;
}

/** Performs an action of a menu for an item: its own function, else
 * KIT_MENU_ACTION goes its route; event.sender is the action.
 * - IQ_ERROR_HANDLE: the item has gone.
 * - IQ_ERROR_ARGUMENT: it is a menu. */
static inline iq_status kit_choose(const kit_routes *routes, iq_item item,
                                   const kit_menu *action)
{
    iq_event event;
    iq_status status = kit_item_event(routes->list, item, &event);

    if (status != IQ_OK)
        return status;
    if (action->child_count > 0)
        return IQ_ERROR_ARGUMENT;
    event.sender = (void *)action;
    if (action->perform != NULL)
        action->perform(action->context, &event);
    else
        kit_deliver(routes, KIT_MENU_ACTION, &event);
    return IQ_OK;
}

/* ---- user actions by name ----------------------------------------------- */

/** Returns the number that a user action's name has in iq_list_emit: the
 * content of a hasher to which it was added as a string, in every process the
 * same; 256 more if that is less than IQ_ACTION_HOST. 0: `name` is NULL or
 * empty. */
static inline uint64_t kit_action_number(const char *name)
{
    iq_hasher hasher;
    uint64_t number = 0;

    if (name == NULL || name[0] == '\0' || iq_hasher_init(&hasher) != IQ_OK ||
        iq_hasher_add_string(&hasher, name, SIZE_MAX) != IQ_OK ||
        iq_hasher_get_content(&hasher, &number) != IQ_OK)
        return 0;
    return number < IQ_ACTION_HOST ? number + IQ_ACTION_HOST : number;
}

/** Registers a table of user actions, for a kit_section: gives them their
 * numbers. After a failure none is registered.
 * - IQ_ERROR_ARGUMENT: a name is NULL or empty.
 * - IQ_ERROR_DUPLICATE: two actions of one part have the same name. */
static inline iq_status kit_register(kit_user_action *actions, size_t count)
{
    iq_status status = IQ_OK;
    size_t i, j;

    for (i = 0; i < count && status == IQ_OK; i++) {
        actions[i].number = kit_action_number(actions[i].name);
        if (actions[i].number == 0)
            status = IQ_ERROR_ARGUMENT;
        for (j = 0; j < i && status == IQ_OK; j++)
            if (actions[j].number == actions[i].number &&
                actions[j].part == actions[i].part)
                status = IQ_ERROR_DUPLICATE;
    }
    for (i = 0; i < count && status != IQ_OK; i++)
        actions[i].number = 0;
    return status;
}

/** Puts a user action into the list's queue, by name: a control of the element
 * was used, which `sender` is. The next poll routes it, unless its element has
 * gone. An action that nobody has registered is routed to the handlers alone.
 * From any thread. Failures are those of iq_list_emit.
 * - IQ_ERROR_ARGUMENT: the name is NULL or empty. */
static inline iq_status kit_emit(iq_list *list, const iq_element *element,
                                 const char *name, void *sender)
{
    return iq_list_emit(list, element, kit_action_number(name), sender);
}

/* ---- accessibility ------------------------------------------------------ */

#define KIT_SECTION 1u /**< the section's position is part of it      */
#define KIT_ROW 2u     /**< so is an item's position in its section   */

/** Writes the accessibility identifier of an item or element as it is now: the
 * base, "_" and the section's position with KIT_SECTION, "_" and the item's
 * with KIT_ROW, as in "user_0_12". What has none (an element has no row, the
 * list no section) is left out. As it is read from the list, it is right after
 * moves; a host that stores it writes it again at KIT_UPDATE. Writes as much as
 * fits into `capacity` bytes, NUL-terminated (0: nothing), and to `length` how
 * long the whole is, without NUL. From any thread.
 * - IQ_ERROR_HANDLE: there is no such item or section.
 * - IQ_ERROR_ARGUMENT: `base` is NULL.
 * - IQ_ERROR_LIMIT: snprintf failed: the whole is longer than INT_MAX. */
static inline iq_status kit_accessibility(const iq_list *list,
                                          const iq_element *element,
                                          const char *base, uint32_t options,
                                          char *buffer, size_t capacity,
                                          size_t *length)
{
    char suffixes[2][16] = {"", ""};
    iq_position position = {IQ_NONE, IQ_NONE};
    iq_section_info section;
    iq_status status = base != NULL ? IQ_OK : IQ_ERROR_ARGUMENT;

    memset(&section, 0, sizeof section);
    section.struct_size = sizeof section;
    if (status == IQ_OK && element->item.id != 0)
        status = iq_list_find_position(list, element->item, &position);
    else if (status == IQ_OK && element->section.id != 0) {
        status = iq_list_get_section_info(list, element->section, &section);
        position.section = (uint32_t)section.position;
    }
    if (status != IQ_OK)
        return status;
    if ((options & KIT_SECTION) != 0 && position.section != IQ_NONE)
        snprintf(suffixes[0], sizeof suffixes[0], "_%u",
                 (unsigned)position.section);
    if ((options & KIT_ROW) != 0 && position.item != IQ_NONE)
        snprintf(suffixes[1], sizeof suffixes[1], "_%u",
                 (unsigned)position.item);
    *length = strlen(base) + strlen(suffixes[0]) + strlen(suffixes[1]);
    if (snprintf(buffer, capacity, "%s%s%s", base, suffixes[0], suffixes[1]) <
        0)
        return IQ_ERROR_LIMIT;
    return IQ_OK;
}

#ifdef __cplusplus
}
#endif

#endif /* IQLIST_KIT_H */

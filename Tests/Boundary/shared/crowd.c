/*
 * crowd.c - what threads do with lists: see crowd.h.
 */
#include "crowd.h"

#include "check.h"
#include "in_batches.h"

_Atomic(iq_list *) crowd_places[CROWD_LISTS];
_Atomic(iq_view *) crowd_views[CROWD_VIEWS];
crowd_derived crowd_deriveds[CROWD_TICKETS];
crowd_ticket crowd_tickets[CROWD_TICKETS];
_Atomic(size_t) crowd_derived_count, crowd_ticket_count;
atomic_long crowd_cells;
_Atomic(bool) crowd_is_quiet;
_Thread_local random_source crowd_random;
static _Thread_local unsigned nested;

size_t crowd_below(size_t bound)
{
    return random_below(&crowd_random, bound);
}

bool crowd_chance(unsigned percent)
{
    return random_chance(&crowd_random, percent);
}

/* The list may have gone, be changed, or have nothing of the kind; and orders fail. */
bool crowd_went(iq_status status)
{
    static const iq_status may_be[] = {IQ_ERROR_HANDLE, IQ_ERROR_BUSY, IQ_ERROR_STATE, IQ_ERROR_NOT_FOUND,
                                       IQ_ERROR_RANGE, IQ_ERROR_LIMIT, IQ_ERROR_REFUSED, IQ_ERROR_ARGUMENT,
                                        IQ_ERROR_CALLBACK};
    bool is_right = status == IQ_OK;
    for (size_t i = 0; i < sizeof may_be / sizeof *may_be; i++) {
        is_right |= status == may_be[i];
    }
    if (!is_right) {
        CHECK_OK(status);
    }
    return status == IQ_OK;
}

void crowd_inside(const char *function)
{
    unsigned giving = tree_giving;
    (void)function;
    if (nested < CROWD_NESTED && !atomic_load(&crowd_is_quiet) && crowd_chance(3)) {
        tree_giving = 0;
        nested++;
        crowd_act();
        nested--;
        tree_giving = giving;
    }
}

/* ---- tickets */

void crowd_done(void *context, uint64_t number, iq_status status)
{
    crowd_ticket *of = context;
    uint64_t known = atomic_load(&of->number);
    CHECK(known == 0 || known == number);
    of->status = status;
    CHECK(atomic_fetch_add(&of->ended, 1) == 0);
    crowd_inside("done");
}

crowd_ticket *crowd_ticket_new(iq_list *list)
{
    size_t number = atomic_fetch_add(&crowd_ticket_count, 1);
    if (number >= CROWD_TICKETS) {
        return NULL;
    }
    crowd_tickets[number].list = list;
    return &crowd_tickets[number];
}

void crowd_ticket_end(crowd_ticket *of, iq_status status, const uint64_t *number)
{
    if (crowd_went(status)) {
        atomic_store(&of->number, *number);
    } else {
        /* No ticket. */
        of->list = NULL;
    }
}

/* ---- what any list may be asked */

static void prepare(iq_list *list, bool is_derived)
{
    (void)crowd_went(iq_list_set_events(list, UINT32_C(8191)));
    (void)crowd_went(iq_list_set_selection(list, IQ_SELECTION_MULTIPLE));
    (void)(is_derived || crowd_went(iq_list_set_undo(list, 1 << 16)));
}

static void put(_Atomic(iq_list *) *into, iq_list *list)
{
    iq_list *none = NULL;
    if (!atomic_compare_exchange_strong(into, &none, list)) {
        iq_list_destroy(list);
    }
}

static void derive(iq_list *from)
{
    static const uint32_t some[] = {0, IQ_DERIVE_EXCLUSIVE, IQ_DERIVE_EXPANDED, AS_FILTER, AS_FILTER,
                                    AS_FILTER | IQ_DERIVE_KEEP_PARENTS, IQ_DERIVE_DROP_EMPTY_SECTIONS, AS_SORTED,
                                    AS_SORTED, AS_GROUPED, AS_GROUPED | IQ_DERIVE_COUNTS};
    const uint32_t flags = some[crowd_below(11)];
    const iq_derive_options options = derive_options(flags);
    iq_list *list;
    size_t number = atomic_fetch_add(&crowd_derived_count, 1);
    if (number < CROWD_TICKETS && crowd_went(iq_list_derive(from, &options, &list))) {
        crowd_deriveds[number] = (crowd_derived){list, from, flags};
        prepare(list, true);
        put(&crowd_places[1 + crowd_below(CROWD_LISTS - 1)], list);
    }
}

void crowd_make_first(void)
{
    const iq_list_options options = {.struct_size = sizeof options, .flags = crowd_chance(50) ? IQ_LIST_PAYLOAD : 0};
    iq_list *list;
    CHECK_OK(iq_list_create(&options, &list));
    prepare(list, false);
    crowd_set(list);
    put(&crowd_places[0], list);
}

bool crowd_passes_by(const crowd_ticket *of, unsigned key)
{
    random_source random = {of->salt * 1000 + key};
    return random_below(&random, 100) < of->percent;
}

static int passes(void *context, iq_key key, const void *model)
{
    const crowd_ticket *of = context;
    CHECK(atomic_load(&of->destroyed) == 0 && model >= tree_model_of(tree_number(key), 0));
    crowd_inside("passes");
    return crowd_passes_by(of, tree_number(key));
}

IN_BATCHES(passes_batch, passes)

static void destroy(void *context)
{
    CHECK(atomic_fetch_add(&((crowd_ticket *)context)->destroyed, 1) == 0);
    crowd_inside("destroy");
}

static void set_filter(iq_list *list)
{
    crowd_ticket *of = crowd_ticket_new(list);
    if (!of) {
        return;
    }
    iq_filter given = {.struct_size = sizeof given};
    of->is_function = crowd_chance(90);
    of->salt = crowd_below(1000);
    of->percent = of->is_function ? (unsigned)crowd_below(101) : 100;
    if (of->is_function) {
        if (crowd_chance(50)) {
            given.passes_batch = passes_batch;
        } else {
            given.passes = passes;
        }
        given.destroy = destroy;
        given.context = of;
    }
    uint64_t number = 0;
    const iq_submit_options options = {.struct_size = sizeof options, .done = crowd_done, .context = of,
                                       .flags = crowd_chance(50) ? IQ_SUBMIT_HERE : 0};
    crowd_ticket_end(of, iq_list_set_filter(list, &given, &options, &number), &number);
}

/* ---- orders */

static void check_ranked(const crowd_ticket *of, const iq_ranked *item)
{
    CHECK(atomic_load(&of->destroyed) == 0);
    CHECK(item->cell_class.id == 0 || tree_references(item->model) > 0);
}

static int ask(void *context, const iq_ranked *items, size_t count, uint32_t depth, iq_rank *ranks, iq_key *groups)
{
    const crowd_ticket *of = context;
    tree_order_ask(&of->order, items, count, depth, ranks, groups);
    crowd_inside("ask");
    for (size_t i = 0; i < count; i++) {
        check_ranked(of, &items[i]);
    }
    return crowd_chance(2);
}

static int compare(void *context, const iq_ranked *a, const iq_ranked *b)
{
    const crowd_ticket *of = context;
    crowd_inside("compare");
    check_ranked(of, a);
    check_ranked(of, b);
    return tree_order_compare(&of->order, a, b);
}

static int describe(void *context, iq_group *groups, size_t count)
{
    const crowd_ticket *of = context;
    tree_order_describe(&of->order, groups, count);
    for (size_t i = 0; i < count; i++) {
        const iq_ranked *first = &groups[i].first;
        check_ranked(of, first);
        groups[i].header = (iq_supplementary){.struct_size = sizeof groups[i].header, .kind = IQ_KIND_HEADER,
                                              .key = first->key, .content = groups[i].count,
                                              .cell_class = first->cell_class, .model = first->model};
    }
    crowd_inside("describe");
    return 0;
}

/* Of sorted lists, which have no groups, and of grouped ones. Which ranks are kept the others know. */
static void set_order(iq_list *list)
{
    crowd_ticket *of = crowd_ticket_new(list);
    if (!of) {
        return;
    }
    of->is_function = true;
    of->order = tree_order_random(&crowd_random, true);
    of->order.is_frozen = crowd_chance(15);
    bool keeps = crowd_chance(15);
    of->order.is_stale = of->order.is_frozen || keeps;
    const iq_order given = {.struct_size = sizeof given, .context = of, .ask = ask, .destroy = destroy,
                            .flags = tree_order_flags(&of->order) | (keeps ? IQ_ORDER_KEEP_RANKS : 0),
                            .batch = crowd_chance(40) ? 1 + (uint32_t)crowd_below(20) : 0,
                            .compare = of->order.ties == TREE_TIES_COMPARE ? compare : NULL,
                            .describe = describe};
    uint64_t number = 0;
    const iq_submit_options options = {.struct_size = sizeof options, .done = crowd_done, .context = of,
                                       .flags = crowd_chance(50) ? IQ_SUBMIT_HERE : 0};
    crowd_ticket_end(of, iq_list_set_order(list, &given, &options, &number), &number);
}

static void set_states(iq_list *list)
{
    static const uint32_t some[] = {IQ_STATE_EXPANDED, IQ_STATE_EXPANDED, IQ_STATE_SELECTED, IQ_STATE_HOST};
    static const uint32_t flags[] = {0, 0, 0, IQ_SET_OFF, IQ_SET_TOGGLE, IQ_SET_ONLY};
    iq_key keys[3];
    iq_item item;
    size_t missing;
    uint32_t states = some[crowd_below(4)], how = flags[crowd_below(6)];
    for (size_t i = 0; i < 3; i++) {
        keys[i] = key_of(1 + crowd_below(TREE_GIVEN - 1));
    }
    if (crowd_chance(50)) {
        (void)crowd_went(iq_list_set_key_states(list, NULL, keys, 3, states, how, &missing));
    } else if (crowd_went(iq_list_find_item_at(list, crowd_below(20), &item))) {
        (void)crowd_went(iq_list_set_states(list, &item, 1, states, how));
    }
}

size_t crowd_poll(iq_list *list)
{
    iq_event events[16] = {{.struct_size = sizeof events[0]}};
    size_t count = 0;
    (void)crowd_went(iq_list_poll(list, events, 1 + crowd_below(16), &count));
    return count;
}

static void watch(iq_list *list)
{
    _Atomic(iq_view *) *into = &crowd_views[crowd_below(CROWD_VIEWS)];
    iq_view *view = NULL, *none = NULL;
    if (crowd_chance(40)) {
        iq_view_destroy(atomic_exchange(into, NULL));
    } else if (crowd_went(iq_view_create(list, NULL, &view))) {
        (void)crowd_went(iq_view_set_visible(view, crowd_below(10), crowd_below(20), crowd_below(3)));
        if (!atomic_compare_exchange_strong(into, &none, view)) {
            iq_view_destroy(view);
        }
    }
    view = atomic_load(into);
    if (view) {
        (void)crowd_went(iq_view_set_visible(view, crowd_below(10), crowd_below(20), crowd_below(3)));
    }
}

static void look(iq_list *list)
{
    iq_key keys[TREE_KEYS];
    iq_item item;
    size_t count;
    iq_item_info info = {.struct_size = sizeof info};
    (void)crowd_went(iq_list_find_keys_in_state(list, IQ_STATE_EXPANDED, 0, NULL, keys, TREE_KEYS, &count));
    if (crowd_went(iq_list_find_item(list, NULL, key_of(1 + crowd_below(TREE_GIVEN - 1)), &item))) {
        (void)crowd_went(iq_list_get_item_info(list, item, 0, &info));
    }
}

void crowd_end(_Atomic(iq_list *) *of)
{
    iq_list_destroy(atomic_exchange(of, NULL));
}

void crowd_act(void)
{
    _Atomic(iq_list *) *of = &crowd_places[crowd_chance(30) ? 0 : crowd_below(CROWD_LISTS)];
    iq_list *list = atomic_load(of);
    if (!list) {
        if (of == crowd_places) {
            crowd_make_first();
        } else if ((list = atomic_load(&crowd_places[crowd_below(CROWD_LISTS)]))) {
            derive(list);
        }
        return;
    }
    switch (crowd_below(26)) {
    case 0: crowd_end(of); break;
    case 1: (void)crowd_went(iq_list_trim(list)); break;
    case 2:
    case 3:
    case 4: set_states(list); break;
    case 5:
    case 6: set_filter(list); break;
    case 7: crowd_set_page(list); break;
    case 8:
    case 9: watch(list); break;
    case 10: look(list); break;
    case 11: (void)crowd_went(iq_list_emit(list, NULL, IQ_ACTION_HOST, NULL)); break;
    case 12:
    case 13:
    case 14:
    case 15:
    case 16: crowd_change(list); break;
    case 17:
    case 18: set_order(list); break;
    default: (void)crowd_poll(list);
    }
}

/* ---- cells */

static int create_cell(void *context, const iq_event *event, void **object)
{
    (void)context;
    (void)event;
    *object = check_memory(calloc(1, sizeof(const void *)));
    atomic_fetch_add(&crowd_cells, 1);
    return 0;
}

static int bind_cell(void *context, const iq_event *event)
{
    (void)context;
    CHECK(tree_references(event->model) > 0);
    *(const void **)event->object = event->model;
    crowd_inside("bind_cell");
    return 0;
}

static void unbind_cell(void *context, const iq_event *event)
{
    (void)context;
    CHECK(*(const void **)event->object == event->model && tree_references(event->model) > 0);
    *(const void **)event->object = NULL;
    crowd_inside("unbind_cell");
}

static void destroy_cell(void *context, void *object)
{
    (void)context;
    CHECK(*(const void **)object == NULL);
    free(object);
    atomic_fetch_sub(&crowd_cells, 1);
}

void crowd_register(void)
{
    const iq_class_options functions = {.struct_size = sizeof functions, .traits = IQ_TRAIT_MOVABLE, .pool = 2,
                                        .create_cell = create_cell, .bind_cell = bind_cell,
                                        .unbind_cell = unbind_cell, .destroy_cell = destroy_cell};
    tree_register_counted(&functions);
    tree_inside = crowd_inside;
}

/* contacts.c - who handles what a user does: the routes of kit.h. */
#include <kit.h>
#include <stdlib.h>

static void check(iq_status status)
{
    if (status == IQ_OK)
        return;
    fprintf(stderr, "contacts: %s\n", iq_status_name(status));
    exit(EXIT_FAILURE);
}

/* The section opens who is selected. */
static int open_contact(void *context, const iq_event *event)
{
    (void)context;
    printf("%s is opened\n", (const char *)event->model);
    return KIT_HANDLED;
}

/* A button of its cells. */
static int call(void *context, const iq_event *event)
{
    printf("%s is called by %s\n", (const char *)event->model,
           (const char *)context);
    return KIT_HANDLED;
}

/* The coordinator gets what nobody else has handled. */
static int log_action(void *context, const iq_event *event)
{
    (void)context;
    printf("nobody knows what %s is for\n", (const char *)event->sender);
    return KIT_HANDLED;
}

/* The class of the cells offers what a swipe shows. */
static void archive(void *context, const iq_event *event,
                    kit_completion *completion)
{
    (void)context;
    printf("%s is archived\n", (const char *)event->model);
    kit_complete(completion, 1);
}

static size_t offer(void *context, const iq_event *event, uint32_t edge,
                    const kit_swipe_action **actions)
{
    static const kit_swipe_action archiving = {
        .title = "Archive", .perform = archive};

    (void)context;
    (void)event;
    *actions = &archiving;
    return edge == KIT_TRAILING ? 1 : 0;
}

static void slide_back(void *context, int performed)
{
    printf("the %s slides back, %s\n", (const char *)context,
           performed ? "done" : "not done");
}

int main(void)
{
    static char line[] = "line", button[] = "a button", dot[] = "a dot";
    char *names[] = {"Ada", "Ben", "Cem"};
    iq_key section_key = iq_key_from_u64(1);
    iq_key keys[] = {iq_key_from_u64(1), iq_key_from_u64(2),
                     iq_key_from_u64(3)};
    iq_class_options options = {.struct_size = sizeof options,
                                .name = "contact"};
    iq_class contact;
    iq_list *list;
    iq_item items[3];
    iq_item_buffers handles = {.struct_size = sizeof handles, .items = items};

    check(iq_class_create(&options, &contact));
    check(iq_list_create(NULL, &list));
    check(iq_list_set_events(list, KIT_EVENTS));
    check(iq_list_set(
        list,
        &(iq_section_entry){.struct_size = sizeof(iq_section_entry),
                            .key = section_key},
        1,
        &(iq_columns){.struct_size = sizeof(iq_columns), .count = 3,
                      .keys = keys, .models = names,
                      .classes = &contact, .class_stride = IQ_SAME},
        NULL, NULL));
    check(iq_list_get_items(list, 0, 3, &handles));

    /* Tables: who wants to know what. */
    kit_user_action actions[] = {
        {.name = "call", .part = KIT_CELL, .perform = call, .context = button}};
    kit_class classes[] = {
        {.cell_class = contact, .handlers = {.swipe_actions = offer}}};
    kit_section sections[] = {
        {.key = section_key, .actions = actions, .action_count = 1,
         .handlers = {.on = {[KIT_SELECT] = open_contact}}}};
    kit_routes routes = {.list = list, .classes = classes, .class_count = 1,
                         .sections = sections, .section_count = 1,
                         .coordinator = {.on = {[KIT_ACTION] = log_action}}};
    check(kit_register(actions, 1));

    /* What the user does. A host has a loop that calls kit_poll. */
    check(iq_list_set_states(list, &items[0], 1, IQ_STATE_SELECTED,
                             IQ_SET_BY_USER));
    check(kit_emit(list, &(iq_element){.struct_size = sizeof(iq_element), .item = items[1]}, "call", button));
    check(kit_emit(list, &(iq_element){.struct_size = sizeof(iq_element), .item = items[1]}, "blink", dot));
    check(kit_poll(&routes));

    const kit_swipe_action *swipe;
    kit_completion completion = {.done = slide_back, .context = line};
    if (kit_swipe_actions(&routes, items[2], KIT_TRAILING, &swipe) > 0)
        check(kit_swipe(&routes, items[2], swipe, &completion));
    iq_list_destroy(list);
    return 0;
}

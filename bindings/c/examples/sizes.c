/* sizes.c - who says how large a message is, and how it scrolls: the sizes of
 * kit_layout.h. */
#include <kit_layout.h>
#include <stdlib.h>

static void check(iq_status status)
{
    if (status == IQ_OK)
        return;
    fprintf(stderr, "sizes: %s\n", iq_status_name(status));
    exit(EXIT_FAILURE);
}

/* The class of the cells knows: as many lines as the text takes. */
static int size_of_text(void *context, const kit_size_request *request,
                        iq_size_rule *rule)
{
    const size_t letters = strlen((const char *)request->model);
    const size_t fit = (size_t)(request->assumed.width / 10);

    (void)context;
    rule->height = kit_fixed(20 * (double)((letters + fit - 1) / fit));
    return KIT_HANDLED;
}

/* The coordinator is asked before, and decides about one of them. */
static int size_of_unread(void *context, const kit_size_request *request,
                          iq_size_rule *rule)
{
    if (request->model != context)
        return KIT_PASS;
    rule->height = kit_fixed(80);
    return KIT_HANDLED;
}

static void show(kit_view *view)
{
    iq_scene scene = {.struct_size = sizeof scene};
    size_t i;

    check(kit_lay_out(view, &scene));
    if (kit_scrolled(&view->scrolling, &scene) & KIT_REACHED_END)
        printf("this is the end\n");
    printf("at %g of %g:\n", scene.offset, scene.content.height);
    for (i = 0; i < scene.count; i++) {
        iq_rect frame = scene.places[i].frame;
        kit_visible visible = kit_visibility(frame, view->window, 0);

        printf("  %3g high, %3.0f %% visible  %s\n", frame.height,
               100 * visible.fraction, (const char *)scene.places[i].model);
    }
}

int main(void)
{
    char *texts[] = {"Hello", "How are you, and what do you do?", "Unread"};
    iq_key keys[] = {iq_key_from_u64(1), iq_key_from_u64(2),
                     iq_key_from_u64(3)};
    iq_class_options options = {.struct_size = sizeof options,
                                .name = "message"};
    iq_view_options laid_out = {.struct_size = sizeof laid_out,
                                .flags = IQ_VIEW_LAID_OUT};
    iq_class message;
    iq_list *list;
    iq_view *view;

    check(iq_class_create(&options, &message));
    check(iq_list_create(NULL, &list));
    check(iq_list_set_items(
        list,
        &(iq_columns){.struct_size = sizeof(iq_columns), .count = 3,
                      .keys = keys, .models = texts,
                      .classes = &message, .class_stride = IQ_SAME},
        NULL, NULL));
    check(iq_view_create(list, &laid_out, &view));

    /* Tables: who is asked. */
    kit_layout_options layout = {
        .fields = KIT_LAYOUT_INSETS | KIT_LAYOUT_LINE_SPACING,
        .insets = {.leading = 20, .trailing = 20}, .line_spacing = 5};
    kit_class classes[] = {
        {.cell_class = message, .handlers = {.size = size_of_text}}};
    kit_routes routes = {.list = list, .classes = classes, .class_count = 1,
                         .layout = &layout,
                         .coordinator = {.context = texts[2],
                                         .size = size_of_unread}};
    kit_view shown = {.view = view, .routes = &routes, .options = &laid_out};
    check(kit_set_size(&shown, 200, 100));
    show(&shown);
    check(kit_scroll(&shown, 1000, IQ_SCROLL_CLAMP, KIT_DRAG, NULL));
    show(&shown);
    iq_view_destroy(view);
    iq_list_destroy(list);
    return 0;
}

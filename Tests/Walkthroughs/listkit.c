/*
 * listkit.c - ListKit, step by step, in C: its list of colours, headers and footers, user actions, sizes, pages and
 * features. What its kit does beside the list is kit.h and kit_layout.h.
 *
 *     colour_cell     shows a colour, and has a button
 *     section         colours, header and footer: what the document calls a list section
 *     screen          a list, a view with room for twenty lines, and the routes of its events: the list view
 *     the program     plays the person at the screen
 *
 *     cc listkit.c -I<include> -I<bindings/c> -L<library> -liqlist
 */
#include "steps.h"

#include <kit_layout.h>
#include <string.h>

enum { LINES = 20, SECTIONS = 2 };

static char blue[] = "Blue", red[] = "Red", yellow[] = "Yellow", brown[] = "Brown", cyan[] = "Cyan",
            green[] = "Green", black[] = "Black";
static char *const colours[] = {blue, red, yellow, brown, cyan, green, black};
enum { COLOURS = 7 };

/* --- cells */

/* A control that the user can use. */
typedef struct button {
    int is_on;
} button;

typedef struct colour_cell {
    const char *label;
    button button;
    const kit_user_action *on_tap; /* stored when it was registered; NULL: none */
} colour_cell;

static int create_cell(void *context, const iq_event *event, void **object)
{
    (void)context;
    (void)event;
    *object = calloc(1, sizeof(colour_cell));
    return *object == NULL;
}

static void destroy_cell(void *context, void *object)
{
    (void)context;
    free(object);
}

/* Updates the cell with its view model; one that is no colour changes nothing. A cell that comes from another section
 * drops the callback of that one. */
static int update_cell(void *context, const iq_event *event)
{
    colour_cell *cell = event->object;

    (void)context;
    cell->on_tap = NULL;
    if (event->model != NULL)
        cell->label = event->model;
    return 0;
}

static iq_class colour_class, text_class, view_class;

static iq_class new_class(const char *name)
{
    const iq_class_options options = {.struct_size = sizeof options,
                                      .name = name,
                                      .create_cell = create_cell,
                                      .bind_cell = update_cell,
                                      .destroy_cell = destroy_cell};
    iq_class cell_class;

    DO(iq_class_create(&options, &cell_class));
    return cell_class;
}

/* --- the list view */

typedef struct screen {
    iq_list *list;
    iq_view *view;
    kit_routes routes;
    kit_class classes[3];
    kit_section sections[SECTIONS];
    size_t section_count;
    kit_view frame; /* of a list view that lays out its components */
} screen;

static void open_screen_with(screen *self, const iq_list_options *options)
{
    memset(self, 0, sizeof *self);
    DO(iq_list_create(options, &self->list));
    DO(iq_list_set_events(self->list, KIT_EVENTS));
    DO(iq_view_create(self->list, NULL, &self->view));
    DO(iq_view_set_visible(self->view, 0, LINES, 0));
    self->classes[0].cell_class = colour_class;
    self->classes[1].cell_class = text_class;
    self->classes[2].cell_class = view_class;
    self->classes[2].registration = KIT_BY_VIEW;
    self->classes[2].name = "ColorView";
    self->routes.list = self->list;
    self->routes.classes = self->classes;
    self->routes.class_count = 3;
    self->routes.sections = self->sections;
}

static void open_screen(screen *self)
{
    open_screen_with(self, NULL);
}

static void close_screen(screen *self)
{
    iq_view_destroy(self->view);
    iq_list_destroy(self->list);
}

static iq_key key_of_text(const char *text)
{
    iq_key key;
    iq_hasher hasher;

    DO(iq_hasher_init(&hasher));
    DO(iq_hasher_add_string(&hasher, text, SIZE_MAX));
    DO(iq_hasher_get_key(&hasher, &key));
    return key;
}

/* Colours as items: a colour is its own identity. */
typedef struct view_models {
    iq_key keys[LINES];
    iq_class cell_class;
    iq_columns columns;
} view_models;

static const iq_columns *models_of(view_models *self, char *const *texts, size_t count, iq_class cell_class)
{
    size_t i;

    for (i = 0; i < count; i++)
        self->keys[i] = key_of_text(texts[i]);
    self->cell_class = cell_class;
    self->columns = (iq_columns){.struct_size = sizeof self->columns,
                                 .count = count,
                                 .keys = self->keys,
                                 .models = texts,
                                 .classes = &self->cell_class,
                                 .class_stride = IQ_SAME};
    return &self->columns;
}

/* The key of the section with that number. */
static iq_key key_of_section(size_t number)
{
    return iq_key_from_u64(number);
}

static iq_section section_of(const screen *self, size_t number)
{
    iq_section section;

    DO(iq_list_find_section(self->list, key_of_section(number), &section));
    return section;
}

/* Adds a section behind the others, with its colours, and with a header and a footer if there are texts for them. The
 * edit leaves the other sections as they are. */
static kit_section *add_section(screen *self, iq_class cell_class, char *const *texts, size_t count, char *header,
                                char *footer)
{
    const size_t number = self->section_count++;
    const iq_key key = key_of_section(number);
    char *const elements[] = {header, footer};
    const uint32_t kinds[] = {IQ_KIND_HEADER, IQ_KIND_FOOTER};
    view_models models;
    iq_section section;
    iq_edit *edit;
    int i;

    DO(iq_edit_begin(self->list, NULL, &edit));
    DO(iq_edit_insert_sections(edit, IQ_END, &key, 1));
    section = section_of(self, number);
    DO(iq_edit_set_section_items(edit, section, models_of(&models, texts, count, cell_class)));
    for (i = 0; i < 2; i++) {
        const iq_supplementary element = {.struct_size = sizeof element,
                                          .kind = kinds[i],
                                          .key = iq_key_from_u64(kinds[i]),
                                          .model = elements[i],
                                          .cell_class = text_class};
        if (elements[i] != NULL)
            DO(iq_edit_set_supplementary(edit, section, &element));
    }
    DO(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    self->sections[number].key = key;
    self->routes.section_count = self->section_count;
    return &self->sections[number];
}

/* listSection.viewModels = … */
static void set_view_models(const screen *self, size_t section, char *const *texts, size_t count)
{
    view_models models;

    DO(iq_list_set_section_items(self->list, key_of_section(section),
                                 models_of(&models, texts, count, colour_class), NULL, NULL));
}

static iq_item item_on(const screen *self, size_t line)
{
    iq_item item;

    DO(iq_list_find_item_at(self->list, line, &item));
    return item;
}

/* The cell on a line, or of an element of a section; NULL if there is none. */
static colour_cell *cell_of(const screen *self, const iq_element *element)
{
    iq_event event = {.struct_size = sizeof event};

    return iq_view_find_cell(self->view, IQ_NONE, element, &event) == IQ_OK ? event.object : NULL;
}

static colour_cell *cell_on(const screen *self, size_t line)
{
    return cell_of(self, &(iq_element){.struct_size = sizeof(iq_element), .item = item_on(self, line)});
}

static colour_cell *cell_of_kind(const screen *self, size_t section, uint32_t kind)
{
    return cell_of(self, &(iq_element){.struct_size = sizeof(iq_element), .section = section_of(self, section), .kind = kind});
}

static int shows(const screen *self, char *const *texts, size_t count)
{
    size_t items, i;

    DO(iq_list_get_count(self->list, NULL, &items));
    for (i = 0; i < count && items == count; i++)
        if (cell_on(self, i) == NULL || strcmp(cell_on(self, i)->label, texts[i]) != 0)
            return 0;
    return items == count;
}

static void tap(const screen *self, size_t line)
{
    const iq_item item = item_on(self, line);

    DO(iq_list_set_states(self->list, &item, 1, IQ_STATE_SELECTED, IQ_SET_BY_USER));
    DO(kit_poll(&self->routes));
}

/* --- usage */

static void a_list_of_colours(void)
{
    screen self;

    open_screen(&self);
    add_section(&self, colour_class, colours, COLOURS, NULL, NULL);
    DO(kit_poll(&self.routes));
    PROMISE(shows(&self, colours, COLOURS));
    close_screen(&self);
}

static void sections_come_and_go(void)
{
    size_t sections, items;
    iq_section section;
    iq_edit *edit;
    screen self;

    open_screen(&self);
    add_section(&self, colour_class, colours, 3, NULL, NULL);
    add_section(&self, colour_class, colours + 3, 4, NULL, NULL);
    DO(kit_poll(&self.routes));
    PROMISE(shows(&self, colours, COLOURS));
    section = section_of(&self, 0);
    DO(iq_edit_begin(self.list, NULL, &edit));
    DO(iq_edit_delete_sections(edit, &section, 1));
    DO(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    DO(kit_poll(&self.routes));
    DO(iq_list_get_count(self.list, &sections, &items));
    PROMISE(sections == 1 && items == 4 && shows(&self, colours + 3, 4));
    close_screen(&self);
}

static int add_changes(void *context, const iq_event *event)
{
    iq_summary *sum = context;
    iq_summary changes = {.struct_size = sizeof changes};

    DO(iq_changeset_get_summary(event->changeset, &changes));
    sum->item_deletes += changes.item_deletes;
    sum->item_inserts += changes.item_inserts;
    sum->item_moves += changes.item_moves;
    return KIT_HANDLED;
}

static void view_models_are_assigned(void)
{
    char *const others[] = {red, green, blue};
    iq_summary changes = {.struct_size = sizeof changes};
    iq_item red_item;
    screen self;

    open_screen(&self);
    add_section(&self, colour_class, colours, COLOURS, NULL, NULL);
    DO(kit_poll(&self.routes));
    self.routes.coordinator.context = &changes;
    self.routes.coordinator.on[KIT_UPDATE] = add_changes;
    DO(iq_list_find_item(self.list, NULL, key_of_text(red), &red_item));
    set_view_models(&self, 0, others, 3);
    /* At once, before any poll; and what is on the screen changes by no reload. */
    PROMISE(item_on(&self, 0).id == red_item.id);
    DO(kit_poll(&self.routes));
    PROMISE(changes.item_deletes == 4 && changes.item_inserts == 0 && changes.item_moves == 1);
    PROMISE(shows(&self, others, 3));
    close_screen(&self);
}

static void cells_update(void)
{
    char *const models[] = {NULL};
    const iq_key key = key_of_text(blue);
    const iq_columns items = {.struct_size = sizeof items,
                              .count = 1,
                              .keys = &key,
                              .models = models,
                              .classes = &colour_class,
                              .class_stride = IQ_SAME};
    iq_event event = {.struct_size = sizeof event};
    screen self;

    open_screen(&self);
    add_section(&self, colour_class, colours, 1, NULL, NULL);
    DO(kit_poll(&self.routes));
    PROMISE(strcmp(cell_on(&self, 0)->label, "Blue") == 0);
    /* A model that is no colour leaves the label as it is. */
    DO(iq_list_set_section_items(self.list, key_of_section(0), &items, NULL, NULL));
    DO(kit_poll(&self.routes));
    DO(iq_view_find_cell(self.view, IQ_NONE, &(iq_element){.struct_size = sizeof(iq_element), .item = item_on(&self, 0)}, &event));
    PROMISE(event.model == NULL && strcmp(cell_on(&self, 0)->label, "Blue") == 0);
    close_screen(&self);
}

static int note_wrapped(void *context, const iq_event *event)
{
    const screen *self = context;
    const kit_class *used = kit_class_of(&self->routes, event->cell_class);

    PROMISE(used->registration == KIT_BY_VIEW && strcmp(used->name, "ColorView") == 0);
    return KIT_HANDLED;
}

static void plain_views(void)
{
    screen self;

    open_screen(&self);
    self.classes[2].handlers.context = &self;
    self.classes[2].handlers.on[KIT_FIRST_USED] = note_wrapped;
    add_section(&self, view_class, colours, COLOURS, NULL, NULL);
    DO(kit_poll(&self.routes));
    PROMISE(shows(&self, colours, COLOURS));
    close_screen(&self);
}

static void identifiers(void)
{
    iq_class found;
    const char *name;
    screen self;

    /* A class is found by its name, which only one class has. */
    DO(iq_class_find("colour cell", &found));
    PROMISE(found.id == colour_class.id);
    DO(iq_class_get_name(view_class, &name));
    PROMISE(strcmp(name, "colour view") == 0);
    open_screen(&self);
    add_section(&self, colour_class, colours, 3, NULL, NULL);
    add_section(&self, view_class, colours + 3, 4, NULL, NULL);
    DO(kit_poll(&self.routes));
    PROMISE(shows(&self, colours, COLOURS));
    close_screen(&self);
}

static void colours_twice(void)
{
    char *const twice[] = {red, blue, red};
    const iq_list_options numbered = {.struct_size = sizeof numbered, .duplicates = IQ_DUPLICATES_NUMBER};
    view_models models;
    screen self;

    open_screen_with(&self, &numbered);
    add_section(&self, colour_class, twice, 3, NULL, NULL);
    DO(kit_poll(&self.routes));
    PROMISE(shows(&self, twice, 3) && item_on(&self, 0).id != item_on(&self, 2).id);
    close_screen(&self);
    /* Without that they are refused, and nothing has changed. */
    open_screen(&self);
    add_section(&self, colour_class, colours, 2, NULL, NULL);
    PROMISE(iq_list_set_section_items(self.list, key_of_section(0), models_of(&models, twice, 3, colour_class), NULL,
                                      NULL) == IQ_ERROR_DUPLICATE);
    DO(kit_poll(&self.routes));
    PROMISE(shows(&self, colours, 2));
    close_screen(&self);
}

static void headers_and_footers(void)
{
    char header[] = "Colours", footer[] = "Seven of them";
    screen self;

    open_screen(&self);
    add_section(&self, colour_class, colours, COLOURS, header, footer);
    DO(kit_poll(&self.routes));
    PROMISE(strcmp(cell_of_kind(&self, 0, IQ_KIND_HEADER)->label, "Colours") == 0);
    PROMISE(strcmp(cell_of_kind(&self, 0, IQ_KIND_FOOTER)->label, "Seven of them") == 0);
    /* They stay with the section when its view models are assigned. */
    set_view_models(&self, 0, colours, 2);
    DO(kit_poll(&self.routes));
    PROMISE(cell_of_kind(&self, 0, IQ_KIND_HEADER) != NULL && shows(&self, colours, 2));
    close_screen(&self);
}

/* --- actions */

static int note_tapped(void *context, const iq_event *event)
{
    *(iq_event *)context = *event;
    return KIT_HANDLED;
}

static void a_tap_calls_the_section(void)
{
    iq_event first = {.kind = 0}, second = {.kind = 0};
    kit_section *section;
    screen self;

    open_screen(&self);
    section = add_section(&self, colour_class, colours, 3, NULL, NULL);
    section->handlers.context = &first;
    section->handlers.on[KIT_SELECT] = note_tapped;
    section = add_section(&self, colour_class, colours + 3, 4, NULL, NULL);
    section->handlers.context = &second;
    section->handlers.on[KIT_SELECT] = note_tapped;
    DO(kit_poll(&self.routes));
    tap(&self, 2);
    PROMISE(first.position.item == 2 && first.model == yellow && second.kind == 0);
    tap(&self, 4);
    PROMISE(second.position.item == 1 && second.model == cyan && first.model == yellow);
    close_screen(&self);
}

static const char did_tap_button[] = "didTapColorButton", did_fold[] = "didFold", did_ask[] = "didAskForMore";

static void actions_are_names(void)
{
    const char *const names[] = {did_tap_button, did_fold, did_ask};
    kit_user_action table[] = {{.name = did_tap_button}, {.name = did_tap_button}};
    int i;

    for (i = 0; i < 3; i++)
        PROMISE(kit_action_number(names[i]) >= IQ_ACTION_HOST &&
                kit_action_number(names[i]) != kit_action_number(names[(i + 1) % 3]));
    PROMISE(kit_register(table, 1) == IQ_OK);
    /* A name is registered once for a part of a section. */
    PROMISE(kit_register(table, 2) == IQ_ERROR_DUPLICATE);
}

static void *used_control;
static const char *used_on;

static int note_control(void *context, const iq_event *event)
{
    used_control = event->sender;
    used_on = context;
    return KIT_HANDLED;
}

static char on_cell[] = "cell", on_header[] = "header", on_footer[] = "footer";

/* A list with actions in all parts of its first section, which are registered before there is any cell. */
static void open_with_actions(screen *self, kit_user_action actions[3])
{
    static char header[] = "Colours", footer[] = "More";
    const kit_user_action table[] = {
        {.name = did_tap_button, .part = KIT_CELL, .perform = note_control, .context = on_cell},
        {.name = did_fold, .part = IQ_KIND_HEADER, .perform = note_control, .context = on_header},
        {.name = did_ask, .part = IQ_KIND_FOOTER, .perform = note_control, .context = on_footer},
    };
    kit_section *section;

    memcpy(actions, table, sizeof table);
    DO(kit_register(actions, 3));
    open_screen(self);
    section = add_section(self, colour_class, colours, 3, header, footer);
    section->actions = actions;
    section->action_count = 3;
    add_section(self, colour_class, colours + 3, 4, header, footer);
    used_control = NULL;
    used_on = NULL;
    DO(kit_poll(&self->routes));
}

/* The user uses the button of a cell, header or footer. */
static void use(const screen *self, iq_element element, const char *name)
{
    DO(kit_emit(self->list, &element, name, &cell_of(self, &element)->button));
    DO(kit_poll(&self->routes));
}

static void actions_in_cells(void)
{
    kit_user_action actions[3];
    screen self;

    open_with_actions(&self, actions);
    use(&self, (iq_element){.struct_size = sizeof(iq_element), .item = item_on(&self, 1)}, did_tap_button);
    PROMISE(used_on == on_cell && used_control == &cell_on(&self, 1)->button);
    /* Of that section, of that part, and of that name. */
    used_on = NULL;
    use(&self, (iq_element){.struct_size = sizeof(iq_element), .item = item_on(&self, 3)}, did_tap_button);
    use(&self, (iq_element){.struct_size = sizeof(iq_element), .item = item_on(&self, 1)}, did_fold);
    PROMISE(used_on == NULL);
    close_screen(&self);
}

static void actions_in_headers_and_footers(void)
{
    kit_user_action actions[3];
    screen self;

    open_with_actions(&self, actions);
    use(&self, (iq_element){.struct_size = sizeof(iq_element), .section = section_of(&self, 0), .kind = IQ_KIND_HEADER}, did_fold);
    PROMISE(used_on == on_header && used_control == &cell_of_kind(&self, 0, IQ_KIND_HEADER)->button);
    use(&self, (iq_element){.struct_size = sizeof(iq_element), .section = section_of(&self, 0), .kind = IQ_KIND_FOOTER}, did_ask);
    PROMISE(used_on == on_footer && used_control == &cell_of_kind(&self, 0, IQ_KIND_FOOTER)->button);
    /* Of that section, and of that part. */
    used_on = NULL;
    use(&self, (iq_element){.struct_size = sizeof(iq_element), .section = section_of(&self, 1), .kind = IQ_KIND_HEADER}, did_fold);
    use(&self, (iq_element){.struct_size = sizeof(iq_element), .section = section_of(&self, 0), .kind = IQ_KIND_FOOTER}, did_fold);
    PROMISE(used_on == NULL);
    close_screen(&self);
}

/* The cell stores the callback that it knows. */
static void take_action(void *context, const iq_event *event, const kit_user_action *action)
{
    colour_cell *cell = event->object;

    (void)context;
    if (action->number == kit_action_number(did_tap_button))
        cell->on_tap = action;
}

static void cells_store_the_callback(void)
{
    kit_user_action actions[3];
    const colour_cell *cell;
    iq_event event = {.struct_size = sizeof event};
    screen self;

    open_with_actions(&self, actions);
    self.classes[0].handlers.take_action = take_action;
    /* Cells that are made from now on: the view is left and entered again. */
    DO(iq_view_set_visible(self.view, 0, 0, 0));
    DO(kit_poll(&self.routes));
    DO(iq_view_set_visible(self.view, 0, LINES, 0));
    DO(kit_poll(&self.routes));
    cell = cell_on(&self, 0);
    PROMISE(cell->on_tap == &actions[0] && cell_on(&self, 3)->on_tap == NULL);
    /* Called later, by the cell itself. */
    DO(iq_view_find_cell(self.view, IQ_NONE, &(iq_element){.struct_size = sizeof(iq_element), .item = item_on(&self, 0)}, &event));
    event.sender = (void *)&cell->button;
    PROMISE(cell->on_tap->perform(cell->on_tap->context, &event) == KIT_HANDLED);
    PROMISE(used_on == on_cell && used_control == &cell->button);
    close_screen(&self);
}

/* --- sizing */

/* ListView(frame:), with a section of so many colours that has sizes; a header and a footer if these have one. */
static kit_section *open_frame(screen *self, double width, double height, const kit_layout_options *sizes, size_t count)
{
    static const iq_view_options options = {.struct_size = sizeof options, .flags = IQ_VIEW_LAID_OUT};
    static char header[] = "Colours", footer[] = "Seven of them";
    kit_section *section;

    open_screen(self);
    iq_view_destroy(self->view);
    DO(iq_view_create(self->list, &options, &self->view));
    self->frame = (kit_view){.view = self->view, .routes = &self->routes};
    section = add_section(self, colour_class, colours, count, (sizes->fields & KIT_LAYOUT_HEADER) != 0 ? header : NULL,
                          (sizes->fields & KIT_LAYOUT_FOOTER) != 0 ? footer : NULL);
    section->layout = sizes;
    DO(kit_set_size(&self->frame, width, height));
    return section;
}

/* What is on the screen now. A class has cells in the layout after its first one. */
static iq_scene look_at(screen *self)
{
    iq_scene scene = {.struct_size = sizeof scene};
    int i;

    for (i = 0; i < 2; i++) {
        DO(kit_poll(&self->routes));
        DO(kit_lay_out(&self->frame, &scene));
    }
    return scene;
}

static int is_at(const iq_place *place, double x, double y, double width, double height)
{
    const iq_rect *frame = &place->frame;

    return frame->x == x && frame->y == y && frame->width == width && frame->height == height;
}

static void a_height_for_each_item(void)
{
    const kit_layout_options size = {.fields = KIT_LAYOUT_ITEM, .item.rule.height = kit_fixed(44)};
    iq_scene scene;
    screen self;
    size_t i;

    open_frame(&self, 320, 568, &size, COLOURS);
    scene = look_at(&self);
    PROMISE(scene.count == COLOURS && scene.content.height == 308);
    for (i = 0; i < COLOURS; i++)
        PROMISE(is_at(&scene.places[i], 0, 44 * (double)i, 320, 44));
    /* Its components are on the screen. */
    PROMISE(shows(&self, colours, COLOURS));
    close_screen(&self);
}

static void header_and_footer_sizes(void)
{
    const kit_layout_options size = {.fields = KIT_LAYOUT_ITEM | KIT_LAYOUT_HEADER | KIT_LAYOUT_FOOTER,
                                     .item.rule.height = kit_fixed(44),
                                     .header.rule.height = kit_fixed(20),
                                     .footer.rule.height = kit_fixed(20)};
    iq_scene scene;
    screen self;

    open_frame(&self, 320, 568, &size, COLOURS);
    scene = look_at(&self);
    PROMISE(scene.count == COLOURS + 2 && scene.content.height == 348);
    PROMISE(is_at(&scene.places[0], 0, 0, 320, 20) && is_at(&scene.places[1], 0, 20, 320, 44));
    PROMISE(is_at(&scene.places[COLOURS + 1], 0, 328, 320, 20));
    close_screen(&self);
}

static void half_the_width(void)
{
    const kit_layout_options size = {.fields = KIT_LAYOUT_ITEM,
                                     .item.rule = kit_sized(kit_relative(0.5), kit_relative(1))};
    iq_scene scene;
    screen self;

    open_frame(&self, 320, 568, &size, 5);
    scene = look_at(&self);
    /* The window shows one row of the three. */
    PROMISE(scene.count == 2 && scene.content.height == 1704);
    PROMISE(is_at(&scene.places[0], 0, 0, 160, 568) && is_at(&scene.places[1], 160, 0, 160, 568));
    /* It follows the frame of the list. */
    DO(kit_set_size(&self.frame, 568, 320));
    scene = look_at(&self);
    PROMISE(scene.content.height == 960 && is_at(&scene.places[1], 284, 0, 284, 320));
    close_screen(&self);
}

static void full_width(void)
{
    const kit_layout_options size = {.fields = KIT_LAYOUT_ITEM,
                                     .item.rule = kit_sized(kit_relative(1), kit_fixed(44))};
    iq_scene scene;
    screen self;

    open_frame(&self, 320, 568, &size, COLOURS);
    scene = look_at(&self);
    PROMISE(scene.content.height == 308 && is_at(&scene.places[1], 0, 44, 320, 44));
    DO(kit_set_size(&self.frame, 375, 667));
    scene = look_at(&self);
    PROMISE(scene.content.height == 308 && is_at(&scene.places[1], 0, 44, 375, 44));
    close_screen(&self);
}

static void a_grid(void)
{
    const kit_layout_options sizes[] = {kit_grid(4, 1, 0, 0, 0), kit_grid(4, 1, 10, 0, 5), kit_grid(4, 1, 10, 20, 5),
                                        kit_grid(4, 1.5, 10, 0, 5)};
    const double heights[] = {80, 85, 105, 56.6669921875};
    iq_scene scene;
    screen self;
    int i;

    for (i = 0; i < 4; i++) {
        open_frame(&self, i == 0 ? 320 : 375, 568, &sizes[i], COLOURS);
        scene = look_at(&self);
        PROMISE(scene.count == COLOURS && scene.content.height == 2 * heights[i]);
        if (i == 0)
            PROMISE(is_at(&scene.places[3], 240, 0, 80, 80) && is_at(&scene.places[4], 0, 80, 80, 80));
        else
            PROMISE(is_at(&scene.places[3], 280, 0, 85, heights[i]) &&
                    is_at(&scene.places[6], 190, heights[i], 85, heights[i]));
        close_screen(&self);
    }
}

/* Calculates the size in the frame of the list: as many colours beside each other as have room, and square. */
typedef struct sizing {
    int asked;
    iq_size frame;
    double indent; /* indentLevel, in units */
} sizing;

static void calculate_actual_size(void *context, iq_size frame, iq_size_rule *rule)
{
    sizing *self = context;

    self->asked++;
    self->frame = frame;
    rule->width = kit_fixed(frame.width > 400 ? frame.width / 4 : frame.width / 2);
    rule->height = kit_aspect(1);
    rule->indent = self->indent;
}

static void a_sizing_object(void)
{
    sizing object = {.indent = 16};
    const kit_layout_options size = {
        .fields = KIT_LAYOUT_ITEM, .item = {.calculate = calculate_actual_size, .context = &object}};
    iq_scene scene;
    screen self;

    open_frame(&self, 320, 568, &size, COLOURS);
    scene = look_at(&self);
    PROMISE(object.asked == 1 && object.frame.width == 320 && object.frame.height == 568);
    PROMISE(scene.content.height == 4 * 160 && is_at(&scene.places[3], 160 + 16, 160, 160 - 16, 160));
    /* Asked again when the frame is another one, and only then. */
    scene = look_at(&self);
    PROMISE(object.asked == 1);
    DO(kit_set_size(&self.frame, 568, 320));
    scene = look_at(&self);
    PROMISE(object.asked == 2 && object.frame.width == 568);
    PROMISE(scene.content.height == 2 * 142 && is_at(&scene.places[3], 426 + 16, 0, 142 - 16, 142));
    close_screen(&self);
}

/* Calculates the size of each item: a share of the frame's width. */
static int calculate_size_of_item(void *context, const kit_size_request *request, iq_size_rule *rule)
{
    static const double shares[COLOURS] = {0.5, 0.25, 0.25, 0.75, 0.125, 0.25, 1};
    char *const *colour = colours;

    (void)context;
    while (strcmp(*colour, request->model) != 0)
        colour++;
    *rule = kit_sized(kit_fixed(request->window.width * shares[colour - colours]), kit_fixed(44));
    return KIT_HANDLED;
}

static void a_width_for_each_item(void)
{
    const double turned[COLOURS] = {284, 142, 142, 426, 71, 142, 568};
    const kit_layout_options flow = {.kind = IQ_LAYOUT_FLOW};
    kit_section *section;
    iq_scene scene;
    screen self;
    int i;

    section = open_frame(&self, 320, 568, &flow, COLOURS);
    section->handlers.size = calculate_size_of_item;
    scene = look_at(&self);
    PROMISE(scene.count == COLOURS && scene.content.height == 176);
    PROMISE(is_at(&scene.places[0], 0, 0, 160, 44) && is_at(&scene.places[1], 160, 0, 80, 44));
    PROMISE(is_at(&scene.places[2], 240, 0, 80, 44));
    PROMISE(is_at(&scene.places[3], 0, 44, 240, 44) && is_at(&scene.places[4], 240, 44, 40, 44));
    PROMISE(is_at(&scene.places[5], 0, 88, 80, 44));
    PROMISE(is_at(&scene.places[6], 0, 132, 320, 44));
    DO(kit_set_size(&self.frame, 568, 320));
    scene = look_at(&self);
    for (i = 0; i < COLOURS; i++)
        PROMISE(scene.places[i].frame.width == turned[i]);
    close_screen(&self);
}

/* --- paging */

static char loader_text[] = "loading";

typedef struct pager {
    screen *screen;
    int asked;
    uint64_t token; /* of the page that is to be loaded */
} pager;

static int next_page(void *context, const iq_event *event)
{
    pager *self = context;

    PROMISE(event->flags == IQ_EDGE_END);
    self->asked++;
    self->token = event->number;
    return KIT_HANDLED;
}

/* hasNextPage = …; it also answers the request that is under way. */
static void set_has_next_page(const screen *self, int has_next)
{
    const iq_page page = {.struct_size = sizeof page, .state = has_next ? IQ_PAGE_MORE : IQ_PAGE_ENDED};

    DO(iq_list_set_page(self->list, section_of(self, 0), IQ_EDGE_END, &page));
}

/* A section whose callback loads the next page, and its loader. */
static void open_with_pages(screen *self, pager *pages)
{
    const iq_supplementary loader = {.struct_size = sizeof loader,
                                     .kind = IQ_KIND_PAGE_END,
                                     .key = iq_key_from_u64(IQ_KIND_PAGE_END),
                                     .model = loader_text,
                                     .cell_class = text_class};
    kit_section *section;
    iq_edit *edit;

    open_screen(self);
    *pages = (pager){.screen = self};
    section = add_section(self, colour_class, colours, 3, NULL, NULL);
    section->handlers.context = pages;
    section->handlers.on[KIT_PAGE] = next_page;
    DO(iq_edit_begin(self->list, NULL, &edit));
    DO(iq_edit_set_supplementary(edit, section_of(self, 0), &loader));
    DO(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
}

static void a_loader_while_there_is_a_page(void)
{
    pager pages;
    screen self;

    open_with_pages(&self, &pages);
    DO(kit_poll(&self.routes));
    PROMISE(cell_of_kind(&self, 0, IQ_KIND_PAGE_END) == NULL && pages.asked == 0);
    set_has_next_page(&self, 1);
    DO(kit_poll(&self.routes));
    PROMISE(strcmp(cell_of_kind(&self, 0, IQ_KIND_PAGE_END)->label, "loading") == 0);
    /* It is no item. */
    PROMISE(shows(&self, colours, 3));
    close_screen(&self);
}

static void the_next_page_is_asked_for_once(void)
{
    pager pages;
    screen self;
    int i;

    open_with_pages(&self, &pages);
    set_has_next_page(&self, 1);
    for (i = 0; i < 3; i++) {
        DO(kit_poll(&self.routes));
        DO(iq_list_reach_edge(self.list, section_of(&self, 0), IQ_EDGE_END));
    }
    PROMISE(pages.asked == 1);
    /* The page comes, and there is another one. */
    set_view_models(&self, 0, colours, 5);
    set_has_next_page(&self, 1);
    DO(kit_poll(&self.routes));
    PROMISE(pages.asked == 2 && shows(&self, colours, 5));
    close_screen(&self);
}

static void tried_again(void)
{
    const iq_page failed_page = {.struct_size = sizeof failed_page, .state = IQ_PAGE_FAILED};
    pager pages;
    screen self;

    open_with_pages(&self, &pages);
    set_has_next_page(&self, 1);
    DO(kit_poll(&self.routes));
    DO(iq_list_set_page(self.list, section_of(&self, 0), IQ_EDGE_END, &failed_page));
    DO(kit_poll(&self.routes));
    PROMISE(pages.asked == 1 && cell_of_kind(&self, 0, IQ_KIND_PAGE_END) != NULL);
    set_has_next_page(&self, 1);
    DO(kit_poll(&self.routes));
    PROMISE(pages.asked == 2);
    close_screen(&self);
}

static void without_paging(void)
{
    pager pages;
    screen self;

    open_with_pages(&self, &pages);
    DO(iq_list_reach_edge(self.list, section_of(&self, 0), IQ_EDGE_END));
    DO(kit_poll(&self.routes));
    PROMISE(pages.asked == 0 && cell_of_kind(&self, 0, IQ_KIND_PAGE_END) == NULL);
    close_screen(&self);
}

static void no_further_page(void)
{
    pager pages;
    screen self;

    open_with_pages(&self, &pages);
    set_has_next_page(&self, 1);
    DO(kit_poll(&self.routes));
    set_view_models(&self, 0, colours, COLOURS);
    set_has_next_page(&self, 0);
    DO(kit_poll(&self.routes));
    DO(iq_list_reach_edge(self.list, section_of(&self, 0), IQ_EDGE_END));
    DO(kit_poll(&self.routes));
    PROMISE(pages.asked == 1 && shows(&self, colours, COLOURS));
    PROMISE(cell_of_kind(&self, 0, IQ_KIND_PAGE_END) == NULL);
    close_screen(&self);
}

static void a_late_answer(void)
{
    iq_page page = {.struct_size = sizeof page, .state = IQ_PAGE_MORE};
    pager pages;
    screen self;

    open_with_pages(&self, &pages);
    set_has_next_page(&self, 1);
    DO(kit_poll(&self.routes));
    page.token = pages.token;
    set_has_next_page(&self, 0);
    PROMISE(iq_list_set_page(self.list, section_of(&self, 0), IQ_EDGE_END, &page) == IQ_ERROR_STATE);
    close_screen(&self);
}

/* --- features */

/* A feature: an object that gets each cell once, and each offset. */
typedef struct feature {
    const void *cells[LINES];
    size_t count;
    double offsets[LINES];
    size_t scrolls;
} feature;

/* setup(with:at:) */
static int set_up(void *context, const iq_event *event)
{
    feature *self = context;

    if ((event->flags & IQ_CELL_NEW) != 0) {
        PROMISE(self->count < LINES);
        self->cells[self->count++] = event->object;
    }
    return KIT_PASS;
}

/* list(didScrollTo:) */
static void scroll_to(screen *self, feature *told, double offset)
{
    iq_scene scene;

    DO(kit_scroll(&self->frame, offset, 0, KIT_DRAG, NULL));
    scene = look_at(self);
    if ((kit_scrolled(&self->frame.scrolling, &scene) & KIT_DID_SCROLL) != 0) {
        PROMISE(told->scrolls < LINES);
        told->offsets[told->scrolls++] = scene.offset;
    }
}

static const kit_layout_options tall = {.fields = KIT_LAYOUT_ITEM,
                                        .item.rule.height = {.unit = IQ_LENGTH_FIXED, .value = 200}};

static void a_feature_is_set_up(void)
{
    feature added = {.count = 0};
    const void *cell;
    screen self;
    size_t i, j;

    open_frame(&self, 320, 300, &tall, COLOURS);
    self.routes.coordinator.context = &added;
    self.routes.coordinator.on[KIT_BOUND] = set_up;
    look_at(&self);
    DO(kit_poll(&self.routes));
    PROMISE(added.count == 2);
    /* Cells are reused: there are fewer of them than colours, and each was passed once. */
    for (i = 0; i <= 1100; i += 20) {
        scroll_to(&self, &added, (double)i);
        added.scrolls = 0;
    }
    DO(kit_poll(&self.routes));
    PROMISE(added.count < COLOURS);
    for (i = 0; i < added.count; i++)
        for (j = 0; j < i; j++)
            PROMISE(added.cells[i] != added.cells[j]);
    cell = cell_on(&self, COLOURS - 1);
    for (i = 0; i < added.count && added.cells[i] != cell; i++)
        continue;
    PROMISE(i < added.count);
    close_screen(&self);
}

static void a_feature_is_told(void)
{
    feature added = {.count = 0};
    screen self;

    open_frame(&self, 320, 568, &tall, COLOURS);
    scroll_to(&self, &added, 0);
    PROMISE(added.scrolls == 0);
    scroll_to(&self, &added, 120);
    scroll_to(&self, &added, 120);
    scroll_to(&self, &added, -30);
    PROMISE(added.scrolls == 2 && added.offsets[0] == 120 && added.offsets[1] == -30);
    close_screen(&self);
}

static void parallax_headers(void)
{
    feature added = {.count = 0};
    iq_scene scene;
    iq_rect frame;
    screen self;

    open_frame(&self, 320, 568, &tall, COLOURS);
    scroll_to(&self, &added, 100);
    scene = look_at(&self);
    PROMISE(is_at(&scene.places[0], 0, -100, 320, 200));
    /* It scrolls half as fast as the list. */
    frame = kit_parallax(scene.places[0].frame, scene.offset, 0.5);
    PROMISE(frame.y == -50 && frame.height == 200);
    /* Pulled beyond the start, it stays where it is; a header that stretches fills the room. */
    scroll_to(&self, &added, -60);
    scene = look_at(&self);
    frame = kit_parallax(scene.places[0].frame, scene.offset, 0.5);
    PROMISE(frame.y == 60 && frame.height == 200);
    frame = kit_stretchy(frame, scene.offset);
    PROMISE(frame.y == 0 && frame.height == 260);
    close_screen(&self);
}

/* The header of a section, wherever it is drawn. */
static const iq_place *header_in(const iq_scene *scene, iq_section section)
{
    size_t i;

    for (i = 0; i < scene->count; i++)
        if (scene->places[i].element.kind == IQ_KIND_HEADER && scene->places[i].element.section.id == section.id)
            return &scene->places[i];
    PROMISE(!"the header has a place");
    return NULL;
}

static void sticky_headers(void)
{
    static char second[] = "More";
    /* Sections of 200: a header of 20 and four colours. */
    const kit_layout_options size = {.fields = KIT_LAYOUT_ITEM | KIT_LAYOUT_HEADER | KIT_LAYOUT_STICKY_HEADER,
                                     .item.rule.height = kit_fixed(45),
                                     .header.rule.height = kit_fixed(20),
                                     .sticky_header = 1};
    const double naturals[] = {0, 200}, nexts[] = {200, 335};
    feature added = {.count = 0};
    iq_scene scene;
    const iq_place *header;
    double offset, wanted;
    screen self;
    int i;

    open_frame(&self, 320, 100, &size, 4);
    add_section(&self, colour_class, colours + 4, 3, second, NULL)->layout = &size;
    for (offset = 0; offset <= 235; offset += 5) {
        scroll_to(&self, &added, offset);
        added.scrolls = 0;
        scene = look_at(&self);
        for (i = 0; i < 2; i++) {
            if (offset + 100 <= naturals[i] || offset >= nexts[i])
                continue;
            header = header_in(&scene, section_of(&self, (size_t)i));
            wanted = nexts[i] - 20 < offset ? nexts[i] - 20 : offset;
            wanted = naturals[i] > wanted ? naturals[i] : wanted;
            PROMISE(is_at(header, 0, wanted - offset, 320, 20));
            PROMISE(header->natural == naturals[i] - offset);
            PROMISE(((header->flags & IQ_PLACE_STUCK) != 0) == (wanted > naturals[i]));
        }
    }
    /* How near the second one is to the top. */
    PROMISE(kit_sticky_progress(200, 136, 64) == 0 && kit_sticky_progress(200, 168, 64) == 0.5);
    PROMISE(kit_sticky_progress(200, 200, 64) == 1 && kit_sticky_progress(200, 500, 64) == 1);
    PROMISE(kit_sticky_progress(200, 195, 64) >= KIT_AT_TOP && kit_sticky_progress(200, 190, 64) < KIT_AT_TOP);
    close_screen(&self);
}

int main(void)
{
    colour_class = new_class("colour cell");
    text_class = new_class("text");
    view_class = new_class("colour view");

    step("a list view with a section", a_list_of_colours);
    step("a height of 44 for each item", a_height_for_each_item);
    step("add section", sections_come_and_go);
    step("view models that are set are shown at once", view_models_are_assigned);
    step("a cell is updated with its view model", cells_update);
    step("plain views are used directly", plain_views);
    step("cells are named by identifiers", identifiers);
    step("colors may be there twice", colours_twice);
    step("headers and footers are given as items are", headers_and_footers);
    step("header and footer sizes", header_and_footer_sizes);
    step("a callback for the selected item", a_tap_calls_the_section);
    step("an action is anything with an identifier", actions_are_names);
    step("a callback for an action in the cells of a section", actions_in_cells);
    step("each cell keeps its callback", cells_store_the_callback);
    step("actions in headers and footers", actions_in_headers_and_footers);
    step("half the width and full height of the list", half_the_width);
    step("full width and an absolute height", full_width);
    step("a grid of 4 items a row", a_grid);
    step("a sizing object of one's own", a_sizing_object);
    step("a sizing object that gives each item of a row another width", a_width_for_each_item);
    step("a loader is shown while there is a next page", a_loader_while_there_is_a_page);
    step("the callback gets the next page once until answered", the_next_page_is_asked_for_once);
    step("no further page after the last", no_further_page);
    step("a late answer is refused", a_late_answer);
    step("a page that could not be loaded is tried again", tried_again);
    step("without paging nothing is asked for", without_paging);
    step("a feature is set up with each cell", a_feature_is_set_up);
    step("a feature is told how far the list has scrolled", a_feature_is_told);
    step("parallax headers", parallax_headers);
    step("sticky headers", sticky_headers);
    return finish();
}

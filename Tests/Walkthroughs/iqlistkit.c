/*
 * iqlistkit.c - IQListKit, step by step, in C: its list of users from the model to the menus, and the questions at its
 * end. What its kit does beside the list is kit.h.
 *
 *     user           what a user of the list is
 *     user_cell      shows one: two labels
 *     screen         a list, a view with room for ten lines, and the routes of its events: the controller
 *     the program    plays the person at the screen
 *
 *     cc iqlistkit.c -I<include> -I<bindings/c> -L<library> -liqlist -lpthread
 */
#include "steps.h"

#include <kit.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>

enum { LINES = 10 };

/* --- what is shown */

typedef struct user {
    uint64_t id;
    const char *name;
    const char *email;
} user;

static user arun = {1, "Arun", "arun@localhost"}, bela = {2, "Bela", "bela@localhost"},
            chloe = {3, "Chloe", "chloe@localhost"}, renamed = {1, "Arun K", "arun@localhost"};

typedef struct user_cell {
    const user *model; /* NULL: its item has none */
    const char *label_name, *label_email;
    int is_marked;  /* by whoever modifies cells */
    int shows_menu; /* of a cell whose model says so */
} user_cell;

/* --- what the cell class does */

static int create_cell(void *context, const iq_event *event, void **object)
{
    (void)context;
    (void)event;
    *object = calloc(1, sizeof(user_cell));
    return *object == NULL;
}

static void destroy_cell(void *context, void *object)
{
    (void)context;
    free(object);
}

/* Connects the model with the labels. */
static int bind_user(void *context, const iq_event *event)
{
    user_cell *cell = event->object;

    (void)context;
    cell->model = event->model;
    cell->label_name = cell->model != NULL ? cell->model->name : "";
    cell->label_email = cell->model != NULL ? cell->model->email : "";
    return 0;
}

/* A user without an address cannot be selected, highlighted or, once selected, deselected. */
static uint32_t traits_of_user(void *context, const void *model)
{
    const user *self = model;

    (void)context;
    return self != NULL && self->email[0] == '\0'
               ? IQ_TRAIT_NOT_SELECTABLE | IQ_TRAIT_NOT_HIGHLIGHTABLE | IQ_TRAIT_NOT_DESELECTABLE
               : 0;
}

static int bind_text(void *context, const iq_event *event)
{
    user_cell *cell = event->object;

    (void)context;
    cell->label_name = event->model;
    return 0;
}

static iq_class new_class(const char *name, int (*bind_cell)(void *, const iq_event *))
{
    const iq_class_options options = {.struct_size = sizeof options,
                                      .name = name,
                                      .traits_of = bind_cell == bind_user ? traits_of_user : NULL,
                                      .create_cell = create_cell,
                                      .bind_cell = bind_cell,
                                      .destroy_cell = destroy_cell};
    iq_class cell_class;

    DO(iq_class_create(&options, &cell_class));
    return cell_class;
}

static iq_class user_class, text_class;

/* --- what identifies a user, and what shows that one has changed */

/* Method 1: all fields say who it is. */
static iq_key key_of_all(const user *self)
{
    iq_hasher hasher;
    iq_key key;

    DO(iq_hasher_init(&hasher));
    DO(iq_hasher_add_unsigned(&hasher, self->id));
    DO(iq_hasher_add_string(&hasher, self->name, SIZE_MAX));
    DO(iq_hasher_add_string(&hasher, self->email, SIZE_MAX));
    DO(iq_hasher_key(&hasher, &key));
    return key;
}

/* Method 2: the id says who it is, and all fields whether it has changed. */
static iq_key key_of_id(const user *self)
{
    return iq_key_from_u64(self->id);
}

static uint64_t content_of(const user *self)
{
    iq_hasher hasher;
    uint64_t content;

    DO(iq_hasher_init(&hasher));
    DO(iq_hasher_add_string(&hasher, self->name, SIZE_MAX));
    DO(iq_hasher_add_string(&hasher, self->email, SIZE_MAX));
    DO(iq_hasher_content(&hasher, &content));
    return content;
}

/* --- the controller */

typedef struct screen {
    iq_list *list;
    iq_view *view;
    kit_routes routes;
    kit_class classes[2];
    iq_summary changes; /* of the last update */
    uint32_t flags;     /* of its event */
    pthread_t polls;    /* the thread that does */
    /* What handlers have noted. */
    const void *selected;
    int updates, completions, displayed, ended, binds_before_display, reloads, first_uses;
    iq_status completed;
    int completed_by_polls;
} screen;

/* Keeps what the update was. The screen stays at its top: by itself a view would follow its first item. */
static int note_update(void *context, const iq_event *event)
{
    screen *self = context;

    self->changes = (iq_summary){.struct_size = sizeof self->changes};
    DO(event->status);
    DO(iq_changeset_summary(event->changeset, &self->changes));
    self->flags = event->flags;
    self->updates++;
    DO(iq_view_set_visible(self->view, 0, LINES, 0));
    return KIT_HANDLED;
}

static void open_screen(screen *self, const iq_list_options *options)
{
    memset(self, 0, sizeof *self);
    DO(iq_list_create(options, &self->list));
    DO(iq_list_set_events(self->list, KIT_EVENTS));
    DO(iq_view_create(self->list, NULL, &self->view));
    DO(iq_view_set_visible(self->view, 0, LINES, 0));
    self->polls = pthread_self();
    self->classes[0].cell_class = user_class;
    self->classes[1].cell_class = text_class;
    self->routes.list = self->list;
    self->routes.classes = self->classes;
    self->routes.class_count = 2;
    self->routes.coordinator.context = self;
    self->routes.coordinator.on[KIT_UPDATE] = note_update;
}

static void close_screen(screen *self)
{
    iq_view_destroy(self->view);
    iq_list_destroy(self->list);
}

/* The main loop of a program, as long as a submission waits. */
static void settle(screen *self)
{
    iq_list_info info = {.struct_size = sizeof info};
    struct pollfd waiting = {.events = POLLIN};

    DO(iq_list_wakeup(self->list, &waiting.fd));
    DO(kit_poll(&self->routes));
    DO(iq_list_read_info(self->list, &info));
    while (info.submissions > 0) {
        poll(&waiting, 1, 1000);
        DO(kit_poll(&self->routes));
        DO(iq_list_read_info(self->list, &info));
    }
}

/* Called where the list is polled, once for each update. */
static void completion(void *context, uint64_t ticket, iq_status status)
{
    screen *self = context;

    (void)ticket;
    self->completions++;
    self->completed = status;
    self->completed_by_polls = pthread_equal(self->polls, pthread_self()) != 0;
}

static iq_supplementary text_element(uint32_t kind, char *text)
{
    iq_supplementary element = {.struct_size = sizeof element,
                                .kind = kind,
                                .key = iq_key_from_u64(kind),
                                .model = text,
                                .cell_class = text_class};
    iq_hasher hasher;

    DO(iq_hasher_init(&hasher));
    DO(iq_hasher_add_string(&hasher, text, SIZE_MAX));
    DO(iq_hasher_content(&hasher, &element.content));
    return element;
}

static iq_key identifier(const char *text)
{
    iq_key key;

    DO(iq_key_from_bytes(text, strlen(text), &key));
    return key;
}

/* A section of users, whose keys are made by one of the methods. */
static void append_users(iq_snapshot *snapshot, const char *section, user *const *users, size_t count,
                         iq_key (*key_of)(const user *))
{
    iq_key keys[LINES], of_section = identifier(section);
    uint64_t contents[LINES];
    const iq_columns items = {.struct_size = sizeof items,
                              .count = count,
                              .keys = keys,
                              .contents = contents,
                              .models = users,
                              .classes = &user_class,
                              .class_stride = IQ_SAME};
    size_t i;

    for (i = 0; i < count; i++) {
        keys[i] = key_of(users[i]);
        contents[i] = content_of(users[i]);
    }
    DO(iq_snapshot_append_sections(snapshot, &of_section, 1));
    DO(iq_snapshot_append_items(snapshot, &of_section, &items));
}

/* performUpdates: what the list should show from now on. The worker finds the changes, and the next poll shows them. */
static void perform_updates(screen *self, const iq_snapshot *snapshot, int animated)
{
    const iq_diff_options options = {.struct_size = sizeof options,
                                     .flags = animated ? 0 : IQ_UPDATE_PLAIN,
                                     .done = completion,
                                     .context = self};

    DO(iq_list_submit(self->list, snapshot, &options, NULL));
}

/* The users as the section "first". */
static void refresh(screen *self, user *const *users, size_t count, iq_key (*key_of)(const user *))
{
    iq_snapshot *snapshot;

    DO(iq_snapshot_create(NULL, &snapshot));
    append_users(snapshot, "first", users, count, key_of);
    perform_updates(self, snapshot, 1);
    iq_snapshot_destroy(snapshot);
    settle(self);
}

static user *const all_users[] = {&arun, &bela, &chloe};

static void open_with_users(screen *self)
{
    open_screen(self, NULL);
    refresh(self, all_users, 3, key_of_id);
}

static iq_item item_of(const screen *self, const user *model)
{
    iq_item item;

    DO(iq_list_item_for_key(self->list, NULL, key_of_id(model), &item));
    return item;
}

/* The cell on a line, or of an element of the kind; NULL if there is none. */
static user_cell *cell_on(const screen *self, size_t line)
{
    iq_element element = {.kind = 0};
    iq_event event = {.struct_size = sizeof event};

    if (iq_list_item_at(self->list, line, &element.item) != IQ_OK ||
        iq_view_find_cell(self->view, IQ_NONE, &element, &event) != IQ_OK)
        return NULL;
    return event.object;
}

static user_cell *cell_of_kind(const screen *self, const char *section, uint32_t kind)
{
    iq_element element = {.kind = kind};
    iq_event event = {.struct_size = sizeof event};

    if (section != NULL)
        DO(iq_list_section_for_key(self->list, identifier(section), &element.section));
    return iq_view_find_cell(self->view, IQ_NONE, &element, &event) == IQ_OK ? event.object : NULL;
}

static int shows(const screen *self, size_t line, const char *name)
{
    const user_cell *cell = cell_on(self, line);

    return cell != NULL && strcmp(cell->label_name, name) == 0;
}

/* --- the quick implementation */

static void without_index_paths(void)
{
    screen self;

    open_with_users(&self);
    PROMISE(shows(&self, 0, "Arun") && shows(&self, 1, "Bela") && shows(&self, 2, "Chloe"));
    PROMISE(strcmp(cell_on(&self, 1)->label_email, bela.email) == 0);
    PROMISE(cell_on(&self, 3) == NULL);
    close_screen(&self);
}

/* --- step 1: the model is hashable */

static void all_fields(void)
{
    user *const before[] = {&arun, &bela}, *const after[] = {&renamed, &bela};
    const iq_key of_arun = key_of_all(&arun), of_renamed = key_of_all(&renamed);
    screen self;

    PROMISE(memcmp(&of_arun, &of_renamed, sizeof of_arun) != 0);
    open_screen(&self, NULL);
    refresh(&self, before, 2, key_of_all);
    refresh(&self, after, 2, key_of_all);
    PROMISE(self.changes.item_deletes == 1 && self.changes.item_inserts == 1);
    PROMISE(self.changes.item_reconfigures == 0 && self.changes.item_moves == 0);
    PROMISE(shows(&self, 0, "Arun K") && shows(&self, 1, "Bela"));
    close_screen(&self);
}

static void the_id(void)
{
    user *const before[] = {&arun, &bela}, *const after[] = {&renamed, &bela};
    screen self;
    iq_item item;
    const user_cell *cell;

    PROMISE(content_of(&arun) != content_of(&renamed));
    open_screen(&self, NULL);
    refresh(&self, before, 2, key_of_id);
    item = item_of(&self, &arun);
    cell = cell_on(&self, 0);
    refresh(&self, after, 2, key_of_id);
    PROMISE(self.changes.item_deletes == 0 && self.changes.item_inserts == 0);
    PROMISE(self.changes.item_reconfigures == 1);
    /* The same item, in the same cell. */
    PROMISE(item_of(&self, &renamed).id == item.id && cell_on(&self, 0) == cell);
    PROMISE(cell->model == &renamed && shows(&self, 0, "Arun K"));
    close_screen(&self);
}

static void standard_types(void)
{
    iq_hasher values[5];
    iq_key keys[5];
    int i, j;

    for (i = 0; i < 5; i++)
        DO(iq_hasher_init(&values[i]));
    DO(iq_hasher_add_string(&values[0], "7", SIZE_MAX));
    DO(iq_hasher_add_unsigned(&values[1], 7));
    DO(iq_hasher_add_double(&values[2], 7.0));
    DO(iq_hasher_add_bool(&values[3], 1));
    DO(iq_hasher_add_signed(&values[4], 7));
    for (i = 0; i < 5; i++)
        DO(iq_hasher_key(&values[i], &keys[i]));
    /* Each type is hashed as itself; an integer is one whether signed or not. */
    for (i = 0; i < 5; i++)
        for (j = 0; j < i; j++)
            PROMISE((memcmp(&keys[i], &keys[j], sizeof keys[i]) == 0) == (i == 4 && j == 1));
}

/* --- step 2: the cell has a model */

static void the_user_is_the_model(void)
{
    screen self;

    open_with_users(&self);
    PROMISE(cell_on(&self, 1)->model == &bela);
    close_screen(&self);
}

typedef user user_cell_model;

static void another_name(void)
{
    const user_cell_model *model;
    screen self;

    open_with_users(&self);
    model = cell_on(&self, 2)->model;
    PROMISE(strcmp(model->name, "Chloe") == 0);
    close_screen(&self);
}

/* What a controller decides beside the user. */
typedef struct menu_model {
    const user *user;
    int can_show_menu;
} menu_model;

static int bind_menu_model(void *context, const iq_event *event)
{
    const menu_model *model = event->model;
    user_cell *cell = event->object;

    (void)context;
    cell->model = model->user;
    cell->shows_menu = model->can_show_menu;
    return 0;
}

static void a_model_of_its_own(void)
{
    menu_model models[2] = {{&arun, 0}, {&bela, 0}}, other = {&bela, 1};
    void *addresses[2] = {&models[0], &models[1]};
    const iq_class cell_class = new_class("menu cell", bind_menu_model);
    const iq_key keys[2] = {key_of_id(&arun), key_of_id(&bela)};
    uint64_t contents[2] = {1, 1};
    const iq_columns items = {.struct_size = sizeof items,
                              .count = 2,
                              .keys = keys,
                              .contents = contents,
                              .models = addresses,
                              .classes = &cell_class,
                              .class_stride = IQ_SAME};
    const user_cell *cell;
    screen self;

    open_screen(&self, NULL);
    DO(iq_list_set_items(self.list, &items, NULL, NULL));
    DO(kit_poll(&self.routes));
    cell = cell_on(&self, 1);
    PROMISE(cell->model == &bela && !cell->shows_menu);
    /* The controller decides otherwise for one of them: its cell is configured again. */
    addresses[1] = &other;
    contents[1] = 2;
    DO(iq_list_set_items(self.list, &items, NULL, NULL));
    DO(kit_poll(&self.routes));
    PROMISE(cell_on(&self, 1) == cell && cell->shows_menu && !cell_on(&self, 0)->shows_menu);
    close_screen(&self);
}

static size_t no_swipe(void *context, const iq_event *event, uint32_t edge, const kit_swipe_action **actions)
{
    (void)context;
    (void)edge;
    (void)actions;
    PROMISE(event->model == NULL);
    return 0;
}

static int note_selection(void *context, const iq_event *event)
{
    screen *self = context;

    self->selected = event->model;
    return KIT_HANDLED;
}

static void the_model_is_optional(void)
{
    const iq_key nobody = iq_key_from_u64(77);
    const iq_columns items = {.struct_size = sizeof items,
                              .count = 1,
                              .keys = &nobody,
                              .classes = &user_class,
                              .class_stride = IQ_SAME};
    const kit_swipe_action *actions;
    iq_item item;
    screen self;

    open_screen(&self, NULL);
    self.selected = &self;
    self.routes.coordinator.on[KIT_SELECT] = note_selection;
    self.routes.coordinator.swipe_actions = no_swipe;
    DO(iq_list_set_items(self.list, &items, NULL, NULL));
    DO(kit_poll(&self.routes));
    PROMISE(cell_on(&self, 0)->model == NULL && shows(&self, 0, ""));
    /* A tap, a swipe and a menu have nothing to show, and are no error either. */
    DO(iq_list_item_at(self.list, 0, &item));
    DO(iq_list_set_states(self.list, &item, 1, IQ_STATE_SELECTED, IQ_SET_BY_USER));
    DO(kit_poll(&self.routes));
    PROMISE(self.selected == NULL);
    PROMISE(kit_swipe_actions(&self.routes, item, KIT_TRAILING, &actions) == 0);
    PROMISE(kit_menu_of(&self.routes, item) == NULL);
    close_screen(&self);
}

/* --- step 3: the model and the labels */

static void connects_the_labels(void)
{
    screen self;
    size_t i;

    open_with_users(&self);
    for (i = 0; i < 3; i++)
        PROMISE(shows(&self, i, all_users[i]->name) &&
                strcmp(cell_on(&self, i)->label_email, all_users[i]->email) == 0);
    close_screen(&self);
}

/* --- step 4: the list and its configuration */

static void the_api_answers(void)
{
    char failed_text[] = "no answer";
    const iq_supplementary failed_element = text_element(IQ_KIND_FAILED, failed_text);
    iq_list_info info = {.struct_size = sizeof info};
    screen self;

    open_screen(&self, NULL);
    DO(iq_list_set_supplementary(self.list, &failed_element));
    DO(iq_list_set_loading(self.list, IQ_LOADING_YES));
    DO(iq_list_read_info(self.list, &info));
    PROMISE(info.placeholder == IQ_PLACEHOLDER_LOADING);
    /* A failure, then a success. */
    DO(iq_list_set_loading(self.list, IQ_LOADING_FAILED));
    DO(kit_poll(&self.routes));
    PROMISE(strcmp(cell_of_kind(&self, NULL, IQ_KIND_FAILED)->label_name, "no answer") == 0);
    refresh(&self, all_users, 3, key_of_id);
    DO(iq_list_read_info(self.list, &info));
    PROMISE(info.placeholder == IQ_PLACEHOLDER_NONE && info.loading == IQ_LOADING_NO);
    PROMISE(cell_of_kind(&self, NULL, IQ_KIND_FAILED) == NULL && shows(&self, 0, "Arun"));
    close_screen(&self);
}

/* What stands where there are no users. */
typedef struct empty_view {
    const char *image, *title, *message, *action;
} empty_view;

static int bind_empty_view(void *context, const iq_event *event)
{
    const empty_view *model = event->model;
    user_cell *cell = event->object;

    (void)context;
    cell->label_name = model->title;
    cell->label_email = model->message;
    return 0;
}

static int reload(void *context, const iq_event *event)
{
    screen *self = context;
    const empty_view *model = event->model;

    if (event->element_kind != IQ_KIND_EMPTY || event->number != kit_action_number(model->action))
        return KIT_PASS;
    self->reloads++;
    return KIT_HANDLED;
}

static int note_placeholder(void *context, const iq_event *event)
{
    *(uint64_t *)context = event->number;
    return KIT_HANDLED;
}

static void no_items(void)
{
    empty_view model = {"empty", "No User", "No users to display here.", "Reload"};
    const iq_supplementary element = {.struct_size = sizeof element,
                                      .kind = IQ_KIND_EMPTY,
                                      .key = iq_key_from_u64(1),
                                      .model = &model,
                                      .cell_class = new_class("empty view", bind_empty_view)};
    const iq_element about = {.kind = IQ_KIND_EMPTY};
    const user_cell *cell;
    uint64_t placeholder = IQ_PLACEHOLDER_NONE;
    screen self;

    open_screen(&self, NULL);
    self.routes.coordinator.on[KIT_ACTION] = reload;
    DO(iq_list_set_supplementary(self.list, &element));
    DO(kit_poll(&self.routes));
    cell = cell_of_kind(&self, NULL, IQ_KIND_EMPTY);
    PROMISE(cell != NULL && strcmp(cell->label_name, "No User") == 0);
    PROMISE(strcmp(cell->label_email, "No users to display here.") == 0);
    /* Its button. */
    DO(kit_emit(self.list, &about, "Reload", NULL));
    DO(kit_poll(&self.routes));
    PROMISE(self.reloads == 1);
    /* Each change of it is told. */
    self.routes.coordinator.context = &placeholder;
    self.routes.coordinator.on[KIT_PLACEHOLDER] = note_placeholder;
    self.routes.coordinator.on[KIT_UPDATE] = NULL;
    refresh(&self, all_users, 3, key_of_id);
    PROMISE(placeholder == IQ_PLACEHOLDER_NONE && cell_of_kind(&self, NULL, IQ_KIND_EMPTY) == NULL);
    refresh(&self, all_users, 0, key_of_id);
    PROMISE(placeholder == IQ_PLACEHOLDER_EMPTY && cell_of_kind(&self, NULL, IQ_KIND_EMPTY) != NULL);
    close_screen(&self);
}

/* --- step 5: the models */

static void header_and_footer(void)
{
    char header[] = "I'm header", footer[] = "I'm footer";
    const iq_supplementary elements[] = {text_element(IQ_KIND_HEADER, header),
                                         text_element(IQ_KIND_FOOTER, footer)};
    iq_snapshot *snapshot;
    screen self;

    open_screen(&self, NULL);
    DO(iq_snapshot_create(NULL, &snapshot));
    append_users(snapshot, "first", all_users, 3, key_of_id);
    DO(iq_snapshot_set_supplementary(snapshot, identifier("first"), &elements[0]));
    DO(iq_snapshot_set_supplementary(snapshot, identifier("first"), &elements[1]));
    perform_updates(&self, snapshot, 1);
    settle(&self);
    iq_snapshot_destroy(snapshot);
    PROMISE(strcmp(cell_of_kind(&self, "first", IQ_KIND_HEADER)->label_name, "I'm header") == 0);
    PROMISE(strcmp(cell_of_kind(&self, "first", IQ_KIND_FOOTER)->label_name, "I'm footer") == 0);
    close_screen(&self);
}

static void sections_are_unique(void)
{
    const iq_key first = identifier("first"), one = iq_key_from_u64(1);
    iq_snapshot *snapshot;

    DO(iq_snapshot_create(NULL, &snapshot));
    DO(iq_snapshot_append_sections(snapshot, &first, 1));
    DO(iq_snapshot_append_sections(snapshot, &one, 1));
    PROMISE(iq_snapshot_append_sections(snapshot, &first, 1) == IQ_ERROR_DUPLICATE);
    PROMISE(iq_snapshot_append_sections(snapshot, &one, 1) == IQ_ERROR_DUPLICATE);
    iq_snapshot_destroy(snapshot);
}

static void animated_and_completed(void)
{
    user *const two[] = {&arun, &bela};
    iq_snapshot *snapshot;
    screen self;

    open_with_users(&self);
    PROMISE(self.updates == 1 && (self.flags & IQ_UPDATE_PLAIN) == 0);
    PROMISE(self.completions == 1 && self.completed == IQ_OK);
    DO(iq_snapshot_create(NULL, &snapshot));
    append_users(snapshot, "first", two, 2, key_of_id);
    perform_updates(&self, snapshot, 0);
    iq_snapshot_destroy(snapshot);
    settle(&self);
    PROMISE(self.updates == 2 && (self.flags & IQ_UPDATE_PLAIN) != 0 && self.changes.item_deletes == 1);
    PROMISE(self.completions == 2 && self.completed == IQ_OK && self.completed_by_polls);
    close_screen(&self);
}

/* --- cellForRow, didSelectRow */

static int modify_cell(void *context, const iq_event *event)
{
    screen *self = context;
    user_cell *cell = event->object;

    /* The cell is configured, and not displayed yet. */
    PROMISE(cell->model == event->model);
    cell->is_marked = 1;
    self->binds_before_display += self->displayed == 0;
    return KIT_HANDLED;
}

static int note_display(void *context, const iq_event *event)
{
    screen *self = context;

    self->displayed += event->cell != IQ_NONE;
    return KIT_HANDLED;
}

static int note_end(void *context, const iq_event *event)
{
    screen *self = context;

    self->ended += event->cell != IQ_NONE;
    return KIT_HANDLED;
}

static void cells_are_modified(void)
{
    user *const one[] = {&bela};
    screen self;

    open_screen(&self, NULL);
    self.routes.coordinator.on[KIT_BOUND] = modify_cell;
    self.routes.coordinator.on[KIT_WILL_DISPLAY] = note_display;
    refresh(&self, one, 1, key_of_id);
    PROMISE(cell_on(&self, 0)->is_marked && self.binds_before_display == 1 && self.displayed == 1);
    close_screen(&self);
}

static void select_gives_the_model(void)
{
    iq_list_info info = {.struct_size = sizeof info};
    screen self;
    iq_item item;

    open_with_users(&self);
    self.routes.coordinator.on[KIT_SELECT] = note_selection;
    item = item_of(&self, &bela);
    DO(iq_list_set_states(self.list, &item, 1, IQ_STATE_SELECTED, IQ_SET_BY_USER));
    DO(kit_poll(&self.routes));
    PROMISE(self.selected == &bela);
    /* It is not kept; and what the program selects is not told. */
    DO(iq_list_read_info(self.list, &info));
    PROMISE(info.selected == 0);
    self.selected = NULL;
    DO(iq_list_set_states(self.list, &item, 1, IQ_STATE_SELECTED, 0));
    DO(kit_poll(&self.routes));
    PROMISE(self.selected == NULL);
    close_screen(&self);
}

/* --- swipe actions: of the cell class, whatever the controller does */

static const user *greeted;
static int swipes_done;

static void greet(void *context, const iq_event *event, kit_completion *completion)
{
    (void)context;
    greeted = event->model;
    kit_complete(completion, 1);
}

static const kit_swipe_action trailing[] = {
    {.title = "Hello Trailing", .image = "hand", .style = KIT_SWIPE_NORMAL, .colour = 0x800080, .perform = greet},
};

static size_t swipe_of_user(void *context, const iq_event *event, uint32_t edge, const kit_swipe_action **actions)
{
    (void)context;
    (void)event;
    *actions = trailing;
    return edge == KIT_TRAILING ? 1 : 0;
}

static void note_swipe(void *context, int performed)
{
    (void)context;
    swipes_done += performed;
}

static void swipes(void)
{
    kit_completion done = {.done = note_swipe};
    const kit_swipe_action *actions;
    screen self;
    iq_item item;

    open_with_users(&self);
    self.classes[0].handlers.swipe_actions = swipe_of_user;
    item = item_of(&self, &chloe);
    PROMISE(kit_swipe_actions(&self.routes, item, KIT_TRAILING, &actions) == 1);
    PROMISE(strcmp(actions[0].title, "Hello Trailing") == 0 && actions[0].colour == 0x800080);
    DO(kit_swipe(&self.routes, item, &actions[0], &done));
    PROMISE(greeted == &chloe && swipes_done == 1);
    /* Once, whoever else completes it. */
    PROMISE(kit_complete(&done, 1) == 0 && swipes_done == 1);
    close_screen(&self);
}

static void no_leading_swipe(void)
{
    const kit_swipe_action *actions;
    screen self;

    open_with_users(&self);
    self.classes[0].handlers.swipe_actions = swipe_of_user;
    PROMISE(kit_swipe_actions(&self.routes, item_of(&self, &chloe), KIT_LEADING, &actions) == 0);
    PROMISE(actions == NULL);
    close_screen(&self);
}

/* --- other methods of the delegate and the data source */

static void display(void)
{
    screen self;

    open_screen(&self, NULL);
    self.routes.coordinator.on[KIT_WILL_DISPLAY] = note_display;
    self.routes.coordinator.on[KIT_DID_END_DISPLAY] = note_end;
    refresh(&self, all_users, 3, key_of_id);
    PROMISE(self.displayed == 3 && self.ended == 0);
    refresh(&self, all_users, 1, key_of_id);
    PROMISE(self.displayed == 3 && self.ended == 2);
    close_screen(&self);
}

/* The data source is asked where a section is described: what it returns goes before what the section holds. */
static char *header_for(const char *section)
{
    static char of_first[] = "of the data source";

    return strcmp(section, "first") == 0 ? of_first : NULL;
}

static void header_of_the_data_source(void)
{
    static char own[] = "own";
    const char *names[] = {"first", "second"};
    user *const users[] = {&arun, &bela};
    iq_snapshot *snapshot;
    screen self;
    size_t i;

    open_screen(&self, NULL);
    DO(iq_snapshot_create(NULL, &snapshot));
    for (i = 0; i < 2; i++) {
        char *asked = header_for(names[i]);
        const iq_supplementary header = text_element(IQ_KIND_HEADER, asked != NULL ? asked : own);
        append_users(snapshot, names[i], &users[i], 1, key_of_id);
        DO(iq_snapshot_set_supplementary(snapshot, identifier(names[i]), &header));
    }
    perform_updates(&self, snapshot, 1);
    settle(&self);
    iq_snapshot_destroy(snapshot);
    PROMISE(strcmp(cell_of_kind(&self, "first", IQ_KIND_HEADER)->label_name, "of the data source") == 0);
    PROMISE(strcmp(cell_of_kind(&self, "second", IQ_KIND_HEADER)->label_name, "own") == 0);
    close_screen(&self);
}

/* --- properties of cells */

static int count_event(void *context, const iq_event *event)
{
    (void)event;
    ++*(int *)context;
    return KIT_HANDLED;
}

/* Sets a state as a user does; whether the cell's class allowed it. */
static int by_user(screen *self, const user *model, uint32_t state, uint32_t flags)
{
    const iq_item item = item_of(self, model);
    const iq_status status = iq_list_set_states(self->list, &item, 1, state, flags | IQ_SET_BY_USER);

    PROMISE(status == IQ_OK || status == IQ_ERROR_REFUSED);
    DO(kit_poll(&self->routes));
    return status == IQ_OK;
}

static void highlightable(void)
{
    user nowhere = {9, "Nowhere", ""};
    user *const users[] = {&arun, &nowhere};
    int highlighted = 0;
    screen self;

    open_screen(&self, NULL);
    refresh(&self, users, 2, key_of_id);
    self.routes.coordinator.context = &highlighted;
    self.routes.coordinator.on[KIT_HIGHLIGHT] = count_event;
    PROMISE(by_user(&self, &arun, IQ_STATE_HIGHLIGHTED, 0) && highlighted == 1);
    PROMISE(!by_user(&self, &nowhere, IQ_STATE_HIGHLIGHTED, 0) && highlighted == 1);
    close_screen(&self);
}

static void selectable(void)
{
    user nowhere = {9, "Nowhere", ""};
    user *const users[] = {&arun, &nowhere};
    int selected = 0;
    screen self;

    open_screen(&self, NULL);
    refresh(&self, users, 2, key_of_id);
    self.routes.coordinator.context = &selected;
    self.routes.coordinator.on[KIT_SELECT] = count_event;
    PROMISE(by_user(&self, &arun, IQ_STATE_SELECTED, 0) && selected == 1);
    /* A veto: no state, and no event. */
    PROMISE(!by_user(&self, &nowhere, IQ_STATE_SELECTED, 0) && selected == 1);
    close_screen(&self);
}

static void deselectable(void)
{
    user nowhere = {9, "Nowhere", ""};
    user *const users[] = {&arun, &nowhere};
    int deselected = 0;
    iq_item item;
    screen self;

    open_screen(&self, NULL);
    refresh(&self, users, 2, key_of_id);
    DO(iq_list_set_selection(self.list, IQ_SELECTION_MULTIPLE | IQ_SELECTION_KEEPS));
    item = item_of(&self, &nowhere);
    DO(iq_list_set_states(self.list, &item, 1, IQ_STATE_SELECTED, 0));
    self.routes.coordinator.context = &deselected;
    self.routes.coordinator.on[KIT_DESELECT] = count_event;
    PROMISE(by_user(&self, &arun, IQ_STATE_SELECTED, 0));
    PROMISE(by_user(&self, &arun, IQ_STATE_SELECTED, IQ_SET_OFF) && deselected == 1);
    PROMISE(!by_user(&self, &nowhere, IQ_STATE_SELECTED, IQ_SET_OFF) && deselected == 1);
    close_screen(&self);
}

/* --- context menus */

static const user *acted;

static int act(void *context, const iq_event *event)
{
    (void)context;
    acted = event->model;
    return KIT_HANDLED;
}

static char preview_of_user[] = "a page about the user";
static const kit_menu nested[] = {{.title = "Hello Action", .perform = act}};
static const kit_menu entries[] = {
    {.title = "Call"},
    {.title = "Nested Menu", .children = nested, .child_count = 1},
};
static const kit_menu user_menu = {.preview = preview_of_user, .children = entries, .child_count = 2};

static const kit_menu *menu_of_user(void *context, const iq_event *event)
{
    (void)context;
    return event->model != NULL ? &user_menu : NULL;
}

static void context_menu(void)
{
    int shown = 0;
    const kit_menu *menu, *action;
    screen self;
    iq_item item;

    open_with_users(&self);
    self.classes[0].handlers.menu = menu_of_user;
    self.routes.coordinator.context = &shown;
    self.routes.coordinator.on[KIT_MENU_SHOWN] = count_event;
    self.routes.coordinator.on[KIT_MENU_CLOSED] = count_event;
    self.routes.coordinator.on[KIT_MENU_ACTION] = act;
    item = item_of(&self, &bela);
    menu = kit_menu_of(&self.routes, item);
    PROMISE(menu == &user_menu && kit_menu_count(menu) == 2);
    DO(kit_tell(&self.routes, item, KIT_MENU_SHOWN, NULL));
    action = kit_menu_action(menu, 1);
    PROMISE(strcmp(action->title, "Hello Action") == 0);
    DO(kit_choose(&self.routes, item, action));
    PROMISE(acted == &bela);
    DO(kit_tell(&self.routes, item, KIT_MENU_CLOSED, NULL));
    PROMISE(shown == 2);
    /* An action without a function is the coordinator's. */
    acted = NULL;
    DO(kit_choose(&self.routes, item, kit_menu_action(menu, 0)));
    PROMISE(acted == &bela);
    close_screen(&self);
}

static void no_menu(void)
{
    screen self;

    open_with_users(&self);
    PROMISE(kit_menu_of(&self.routes, item_of(&self, &bela)) == NULL);
    close_screen(&self);
}

static void *previewed;

static int show_preview(void *context, const iq_event *event)
{
    (void)context;
    PROMISE(event->model == &bela);
    previewed = event->sender;
    return KIT_HANDLED;
}

static void preview(void)
{
    const kit_menu *menu;
    screen self;
    iq_item item;

    open_with_users(&self);
    self.classes[0].handlers.menu = menu_of_user;
    self.classes[0].handlers.on[KIT_PREVIEW] = show_preview;
    item = item_of(&self, &bela);
    menu = kit_menu_of(&self.routes, item);
    /* It is tapped. */
    DO(kit_tell(&self.routes, item, KIT_PREVIEW, menu->preview));
    PROMISE(previewed == preview_of_user);
    close_screen(&self);
}

/* --- the questions at the end */

static int note_registration(void *context, const iq_event *event)
{
    screen *self = context;
    const kit_class *used = kit_class_of(&self->routes, event->cell_class);

    PROMISE(used != NULL && used->registration == KIT_BY_STORYBOARD && strcmp(used->name, "UserCell") == 0);
    self->first_uses++;
    return KIT_HANDLED;
}

static void storyboard_cells(void)
{
    const iq_list_options options = {.struct_size = sizeof options, .flags = IQ_LIST_REGISTERED_CLASSES};
    iq_snapshot *snapshot;
    screen self;

    open_screen(&self, &options);
    self.classes[0].registration = KIT_BY_STORYBOARD;
    self.classes[0].name = "UserCell";
    self.routes.coordinator.on[KIT_FIRST_USED] = note_registration;
    DO(iq_snapshot_create(NULL, &snapshot));
    append_users(snapshot, "first", all_users, 3, key_of_id);
    /* Not before the class is registered by hand. */
    PROMISE(iq_list_apply(self.list, snapshot, NULL, NULL) == IQ_ERROR_NOT_FOUND);
    DO(iq_list_register_class(self.list, user_class));
    DO(iq_list_apply(self.list, snapshot, NULL, NULL));
    iq_snapshot_destroy(snapshot);
    DO(kit_poll(&self.routes));
    /* Its first use says where its cells come from. */
    PROMISE(self.first_uses == 1 && shows(&self, 0, "Arun"));
    close_screen(&self);
}

enum { RECORDS = 10000 };

typedef struct record {
    iq_key key;
    uint64_t content;
    user user;
    void *model;
} record;

typedef struct background {
    screen *screen;
    record *records;
} background;

/* Describes all records, and submits them. */
static void *submit_records(void *context)
{
    const background *self = context;
    const iq_key section = identifier("first");
    const iq_columns items = {.struct_size = sizeof items,
                              .count = RECORDS,
                              .keys = &self->records->key,
                              .key_stride = sizeof *self->records,
                              .contents = &self->records->content,
                              .content_stride = sizeof *self->records,
                              .models = &self->records->model,
                              .model_stride = sizeof *self->records,
                              .classes = &user_class,
                              .class_stride = IQ_SAME};
    iq_snapshot *snapshot;
    uint64_t i;

    for (i = 0; i < RECORDS; i++) {
        record *each = &self->records[i];
        each->user = (user){i + 1, "record", "record@localhost"};
        each->key = key_of_id(&each->user);
        each->content = content_of(&each->user);
        each->model = &each->user;
    }
    DO(iq_snapshot_create(NULL, &snapshot));
    DO(iq_snapshot_append_sections(snapshot, &section, 1));
    DO(iq_snapshot_append_items(snapshot, &section, &items));
    perform_updates(self->screen, snapshot, 1);
    iq_snapshot_destroy(snapshot);
    return NULL;
}

static void large_data_set(void)
{
    struct pollfd waiting = {.events = POLLIN};
    background work;
    pthread_t thread;
    size_t items;
    screen self;

    open_screen(&self, NULL);
    /* The loading indicator. */
    DO(iq_list_set_loading(self.list, IQ_LOADING_YES));
    DO(iq_list_wakeup(self.list, &waiting.fd));
    work = (background){&self, calloc(RECORDS, sizeof(record))};
    PROMISE(work.records != NULL);
    PROMISE(pthread_create(&thread, NULL, submit_records, &work) == 0);
    while (self.completions == 0) {
        poll(&waiting, 1, 1000);
        DO(kit_poll(&self.routes));
    }
    PROMISE(pthread_join(thread, NULL) == 0);
    PROMISE(self.completions == 1 && self.completed == IQ_OK && self.completed_by_polls);
    DO(iq_list_count(self.list, NULL, &items));
    PROMISE(items == RECORDS && self.changes.item_inserts == RECORDS);
    /* Cells for what is visible, and for nothing else. */
    PROMISE(cell_on(&self, LINES - 1)->model == &work.records[LINES - 1].user && cell_on(&self, LINES) == NULL);
    close_screen(&self);
    free(work.records);
}

int main(void)
{
    user_class = new_class("user cell", bind_user);
    text_class = new_class("text", bind_text);

    step("a list of users without index paths", without_index_paths);
    step("method 1: all fields say who it is", all_fields);
    step("method 2: the id says who it is", the_id);
    step("standard types are hashable already", standard_types);
    step("cell method 1: the user is the model", the_user_is_the_model);
    step("cell method 2: another name of the user", another_name);
    step("cell method 3: a model of the cell's own", a_model_of_its_own);
    step("the model is optional", the_model_is_optional);
    step("the model sets the labels", connects_the_labels);
    step("the API answers, or fails", the_api_answers);
    step("image, title, message and action without items", no_items);
    step("header and footer of a section", header_and_footer);
    waits("sizes of header and footer");
    step("identifiers of sections are unique", sections_are_unique);
    step("animated or not, and a completion", animated_and_completed);
    step("a cell is modified before its display", cells_are_modified);
    step("a selection gives the model", select_gives_the_model);
    waits("estimated size and size of a cell");
    step("trailing swipe actions", swipes);
    step("no leading swipe action", no_leading_swipe);
    step("will display and did end displaying", display);
    waits("size of an item by the data source");
    step("header by the data source", header_of_the_data_source);
    step("highlightable", highlightable);
    step("selectable", selectable);
    step("deselectable", deselectable);
    step("context menu with a nested menu", context_menu);
    step("no context menu by default", no_menu);
    step("the preview is tapped", preview);
    step("cells of a storyboard are registered by hand", storyboard_cells);
    step("10,000 records from a background thread", large_data_set);
    return finish();
}

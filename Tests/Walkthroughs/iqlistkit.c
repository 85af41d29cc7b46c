/*
 * iqlistkit.c - IQListKit, step by step, in C: its list of users from the model to the menus, the questions at its end,
 * and the two demos. What its kit does beside the list is kit.h and kit_layout.h; the list of users is users.h, and its
 * sizes are users_sizes.h; the program plays the person at the screen.
 *
 *     cc iqlistkit.c -I<include> -I<bindings/c> -L<library> -liqlist -lpthread
 */
#include "users.h"
#include "users_sizes.h"

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
        DO(iq_hasher_get_key(&values[i], &keys[i]));
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

static iq_class menu_class(void)
{
    iq_class cell_class;

    return iq_class_find("menu cell", &cell_class) == IQ_OK ? cell_class : new_class("menu cell", bind_menu_model);
}

static void a_model_of_its_own(void)
{
    menu_model models[2] = {{&arun, 0}, {&bela, 0}}, other = {&bela, 1};
    void *addresses[2] = {&models[0], &models[1]};
    const iq_class cell_class = menu_class();
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
    DO(iq_list_find_item_at(self.list, 0, &item));
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
    DO(iq_list_get_info(self.list, &info));
    PROMISE(info.placeholder == IQ_PLACEHOLDER_LOADING);
    /* A failure, then a success. */
    DO(iq_list_set_loading(self.list, IQ_LOADING_FAILED));
    DO(kit_poll(&self.routes));
    PROMISE(strcmp(cell_of_kind(&self, NULL, IQ_KIND_FAILED)->label_name, "no answer") == 0);
    refresh(&self, all_users, 3, key_of_id);
    DO(iq_list_get_info(self.list, &info));
    PROMISE(info.placeholder == IQ_PLACEHOLDER_NONE && info.loading == IQ_LOADING_NO);
    PROMISE(cell_of_kind(&self, NULL, IQ_KIND_FAILED) == NULL && shows(&self, 0, "Arun"));
    close_screen(&self);
}

/* An object that the list asks and tells: each of them is asked only for what it has. */
static void the_object_is_optional(void)
{
    const kit_swipe_action *actions;
    iq_item item;
    screen self;

    open_with_users(&self);
    memset(&self.routes.coordinator, 0, sizeof self.routes.coordinator);
    item = item_of(&self, &bela);
    DO(iq_list_set_states(self.list, &item, 1, IQ_STATE_SELECTED, IQ_SET_BY_USER));
    DO(kit_emit(self.list, &(iq_element){.struct_size = sizeof(iq_element), .item = item}, "call", NULL));
    DO(kit_tell(&self.routes, item, KIT_PREVIEW, NULL));
    DO(kit_poll(&self.routes));
    PROMISE(kit_swipe_actions(&self.routes, item, KIT_TRAILING, &actions) == 0);
    PROMISE(kit_menu_of(&self.routes, item) == NULL && shows(&self, 1, "Bela"));
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
    const iq_element about = {.struct_size = sizeof about, .kind = IQ_KIND_EMPTY};
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
    PROMISE(self.updates == 1 && (self.flags & IQ_COMMIT_PLAIN) == 0);
    PROMISE(self.completions == 1 && self.completed == IQ_OK);
    DO(iq_snapshot_create(NULL, &snapshot));
    append_users(snapshot, "first", two, 2, key_of_id);
    perform_updates(&self, snapshot, 0);
    iq_snapshot_destroy(snapshot);
    settle(&self);
    PROMISE(self.updates == 2 && (self.flags & IQ_COMMIT_PLAIN) != 0 && self.changes.item_deletes == 1);
    PROMISE(self.completions == 2 && self.completed == IQ_OK && self.completed_by_polls);
    close_screen(&self);
}

static void appended_one_by_one(void)
{
    menu_model models[3] = {{&arun, 0}, {&bela, 1}, {&chloe, 0}};
    const iq_class cell_class = menu_class();
    const iq_key section = identifier("first");
    iq_snapshot *snapshot;
    screen self;
    size_t i;

    open_screen(&self, NULL);
    DO(iq_snapshot_create(NULL, &snapshot));
    DO(iq_snapshot_append_sections(snapshot, &section, 1));
    for (i = 0; i < 3; i++) {
        void *model = &models[i];
        const iq_key key = key_of_id(models[i].user);
        const iq_columns item = {
            .struct_size = sizeof item, .count = 1, .keys = &key, .models = &model, .classes = &cell_class};
        DO(iq_snapshot_append_items(snapshot, &section, &item));
    }
    perform_updates(&self, snapshot, 1);
    settle(&self);
    iq_snapshot_destroy(snapshot);
    for (i = 0; i < 3; i++)
        PROMISE(cell_on(&self, i)->model == models[i].user && cell_on(&self, i)->shows_menu == (i == 1));
    close_screen(&self);
}

static void several_kinds(void)
{
    char text[] = "and others";
    void *models[] = {&arun, text, &bela};
    const iq_class classes[] = {user_class, text_class, user_class};
    const iq_key keys[] = {key_of_id(&arun), identifier("text"), key_of_id(&bela)};
    const iq_columns items = {
        .struct_size = sizeof items, .count = 3, .keys = keys, .models = models, .classes = classes};
    screen self;

    open_screen(&self, NULL);
    DO(iq_list_set_items(self.list, &items, NULL, NULL));
    DO(kit_poll(&self.routes));
    PROMISE(shows(&self, 0, "Arun") && shows(&self, 1, "and others") && shows(&self, 2, "Bela"));
    close_screen(&self);
}

static void follows_the_users(void)
{
    user *const turned[] = {&chloe, &bela, &arun};
    screen self;

    open_with_users(&self);
    refresh(&self, all_users, 3, key_of_id);
    PROMISE((self.flags & IQ_COMMIT_UNCHANGED) != 0);
    refresh(&self, turned, 3, key_of_id);
    /* The fewest moves: one of three stays where it is. */
    PROMISE(self.changes.item_moves == 2 && self.changes.item_deletes == 0 && self.changes.item_inserts == 0);
    PROMISE(shows(&self, 0, "Chloe") && shows(&self, 2, "Arun"));
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
    DO(iq_list_get_info(self.list, &info));
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
    {.title = "Hello Trailing", .image = "hand", .style = KIT_SWIPE_NORMAL, .color = 0x800080, .perform = greet},
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
    PROMISE(strcmp(actions[0].title, "Hello Trailing") == 0 && actions[0].color == 0x800080);
    DO(kit_swipe(&self.routes, item, &actions[0], &done));
    PROMISE(greeted == &chloe && swipes_done == 1);
    /* Once, whoever else completes it. */
    PROMISE(kit_complete(&done, 1) == 0 && swipes_done == 1);
    close_screen(&self);
}

static kit_completion *kept;

static void keep(void *context, const iq_event *event, kit_completion *completion)
{
    (void)context;
    (void)event;
    kept = completion;
}

static void completes_later(void)
{
    const kit_swipe_action later = {.title = "Later", .perform = keep};
    kit_completion done = {.done = note_swipe}, gone = {.done = note_swipe};
    screen self;
    iq_item item;

    open_with_users(&self);
    swipes_done = 0;
    item = item_of(&self, &chloe);
    DO(kit_swipe(&self.routes, item, &later, &done));
    PROMISE(swipes_done == 0 && kept == &done);
    /* Its item goes meanwhile. */
    refresh(&self, all_users, 2, key_of_id);
    PROMISE(kit_complete(kept, 1) == 1 && swipes_done == 1);
    PROMISE(kit_complete(&done, 1) == 0 && swipes_done == 1);
    /* Of an item that has gone nothing is performed, and the swipe is completed. */
    PROMISE(kit_swipe(&self.routes, item, &later, &gone) == IQ_ERROR_HANDLE);
    PROMISE(gone.is_done && swipes_done == 1);
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
static char *element_for(const char *section, uint32_t kind)
{
    static char header[] = "header of the data source", footer[] = "footer of the data source";

    return strcmp(section, "first") != 0 ? NULL : kind == IQ_KIND_HEADER ? header : footer;
}

static void elements_of_the_data_source(void)
{
    static char own[] = "own";
    const char *names[] = {"first", "second"};
    user *const users[] = {&arun, &bela};
    iq_snapshot *snapshot;
    screen self;
    size_t i;
    uint32_t kind;

    open_screen(&self, NULL);
    DO(iq_snapshot_create(NULL, &snapshot));
    for (i = 0; i < 2; i++) {
        append_users(snapshot, names[i], &users[i], 1, key_of_id);
        for (kind = IQ_KIND_HEADER; kind <= IQ_KIND_FOOTER; kind++) {
            char *asked = element_for(names[i], kind);
            const iq_supplementary element = text_element(kind, asked != NULL ? asked : own);
            DO(iq_snapshot_set_supplementary(snapshot, identifier(names[i]), &element));
        }
    }
    perform_updates(&self, snapshot, 1);
    settle(&self);
    iq_snapshot_destroy(snapshot);
    PROMISE(strcmp(cell_of_kind(&self, "first", IQ_KIND_HEADER)->label_name, "header of the data source") == 0);
    PROMISE(strcmp(cell_of_kind(&self, "first", IQ_KIND_FOOTER)->label_name, "footer of the data source") == 0);
    PROMISE(strcmp(cell_of_kind(&self, "second", IQ_KIND_HEADER)->label_name, "own") == 0);
    PROMISE(strcmp(cell_of_kind(&self, "second", IQ_KIND_FOOTER)->label_name, "own") == 0);
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

/* What of a user with these traits the person at the screen can do: each is reported once, or refused without an
 * event. */
static void allows(uint32_t traits, int selects, int highlights, int deselects)
{
    user other = {9, "Dora", "dora@localhost", traits};
    user *const users[] = {&other};
    const int names[] = {KIT_SELECT, KIT_HIGHLIGHT, KIT_DESELECT};
    int counts[3] = {0, 0, 0}, i;
    iq_item item;
    screen self;

    open_screen(&self, NULL);
    refresh(&self, users, 1, key_of_id);
    DO(iq_list_set_selection(self.list, IQ_SELECTION_MULTIPLE | IQ_SELECTION_KEEPS));
    item = item_of(&self, &other);
    for (i = 0; i < 3; i++) {
        self.routes.coordinator.context = &counts[i];
        memset(self.routes.coordinator.on, 0, sizeof self.routes.coordinator.on);
        self.routes.coordinator.on[names[i]] = count_event;
        if (i == 2)
            DO(iq_list_set_states(self.list, &item, 1, IQ_STATE_SELECTED, 0));
        PROMISE(by_user(&self, &other, i == 1 ? IQ_STATE_HIGHLIGHTED : IQ_STATE_SELECTED, i == 2 ? IQ_SET_OFF : 0) ==
                (i == 0 ? selects : i == 1 ? highlights : deselects));
    }
    PROMISE(counts[0] == selects && counts[1] == highlights && counts[2] == deselects);
    close_screen(&self);
}

static void not_highlightable(void)
{
    allows(0, 1, 1, 1);
    allows(IQ_TRAIT_NOT_HIGHLIGHTABLE, 1, 0, 1);
}

static void not_selectable(void)
{
    allows(IQ_TRAIT_NOT_SELECTABLE, 0, 1, 1);
}

static void selected_for_good(void)
{
    allows(IQ_TRAIT_NOT_DESELECTABLE, 1, 1, 0);
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
    const kit_menu *menu;
    screen self;
    iq_item item;

    open_with_users(&self);
    self.classes[0].handlers.menu = menu_of_user;
    self.routes.coordinator.context = &shown;
    self.routes.coordinator.on[KIT_MENU_WILL_DISPLAY] = count_event;
    self.routes.coordinator.on[KIT_MENU_WILL_END] = count_event;
    self.routes.coordinator.on[KIT_MENU_ACTION] = act;
    item = item_of(&self, &bela);
    menu = kit_menu_of(&self.routes, item);
    PROMISE(menu == &user_menu && kit_menu_count(menu) == 2);
    DO(kit_tell(&self.routes, item, KIT_MENU_WILL_DISPLAY, NULL));
    /* An action without a function is the coordinator's. */
    acted = NULL;
    DO(kit_choose(&self.routes, item, kit_menu_action(menu, 0)));
    PROMISE(acted == &bela);
    DO(kit_tell(&self.routes, item, KIT_MENU_WILL_END, NULL));
    PROMISE(shown == 2);
    /* By default there is none. */
    self.classes[0].handlers.menu = NULL;
    PROMISE(kit_menu_of(&self.routes, item) == NULL);
    close_screen(&self);
}

static void menu_in_a_menu(void)
{
    const kit_menu *menu, *action;
    screen self;
    iq_item item;

    open_with_users(&self);
    self.classes[0].handlers.menu = menu_of_user;
    item = item_of(&self, &chloe);
    menu = kit_menu_of(&self.routes, item);
    PROMISE(strcmp(menu->children[1].title, "Nested Menu") == 0 && menu->children[1].child_count == 1);
    action = kit_menu_action(menu, 1);
    PROMISE(action == &nested[0] && strcmp(action->title, "Hello Action") == 0);
    DO(kit_choose(&self.routes, item, action));
    PROMISE(acted == &chloe);
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
        each->user = (user){i + 1, "record", "record@localhost", 0};
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
    DO(iq_list_get_wakeup(self.list, &waiting.fd));
    work = (background){&self, calloc(RECORDS, sizeof(record))};
    PROMISE(work.records != NULL);
    PROMISE(pthread_create(&thread, NULL, submit_records, &work) == 0);
    while (self.completions == 0) {
        poll(&waiting, 1, 1000);
        DO(kit_poll(&self.routes));
    }
    PROMISE(pthread_join(thread, NULL) == 0);
    PROMISE(self.completions == 1 && self.completed == IQ_OK && self.completed_by_polls);
    DO(iq_list_get_count(self.list, NULL, &items));
    PROMISE(items == RECORDS && self.changes.item_inserts == RECORDS);
    /* Cells for what is visible, and for nothing else. */
    PROMISE(cell_on(&self, LINES - 1)->model == &work.records[LINES - 1].user && cell_on(&self, LINES) == NULL);
    close_screen(&self);
    free(work.records);
}

enum { THREADS = 4, EACH = 50 };

static void *submit_often(void *context)
{
    screen *self = context;
    iq_snapshot *snapshot;
    int i;

    for (i = 0; i < EACH; i++) {
        DO(iq_snapshot_create(NULL, &snapshot));
        append_users(snapshot, "first", all_users, (size_t)i % 3 + 1, key_of_id);
        perform_updates(self, snapshot, 1);
        iq_snapshot_destroy(snapshot);
    }
    return NULL;
}

/* Later updates replace those that wait: these are completed as well, as superseded. */
static void from_many_threads(void)
{
    pthread_t threads[THREADS];
    size_t items;
    screen self;
    int i;

    open_screen(&self, NULL);
    for (i = 0; i < THREADS; i++)
        PROMISE(pthread_create(&threads[i], NULL, submit_often, &self) == 0);
    while (self.completions < THREADS * EACH)
        settle(&self);
    for (i = 0; i < THREADS; i++)
        PROMISE(pthread_join(threads[i], NULL) == 0);
    settle(&self);
    PROMISE(self.completions == THREADS * EACH && self.updates >= 1 && self.completed_by_polls);
    DO(iq_list_get_count(self.list, NULL, &items));
    PROMISE(items == (EACH - 1) % 3 + 1);
    close_screen(&self);
}

/* --- the demos */

enum { ROWS = 5, NODES = 8 };

/* One step of an insertion sort: whether it moved a number. `sorted` are in order already. */
static int sort_step(uint64_t *numbers, size_t sorted)
{
    const uint64_t next = numbers[sorted];
    size_t to = sorted;

    for (; to > 0 && numbers[to - 1] > next; to--)
        numbers[to] = numbers[to - 1];
    numbers[to] = next;
    return to != sorted;
}

/* Numbers are unique in the whole list: those of row r begin with r * NODES. */
static void insertion_sort(void)
{
    const size_t order[] = {3, 1, 4, 0, 5, 2, 7, 6};
    uint64_t numbers[ROWS][NODES];
    iq_section_entry rows[ROWS];
    iq_key keys[ROWS * NODES];
    const iq_columns items = {.struct_size = sizeof items, .count = ROWS * NODES, .keys = keys};
    size_t sorted, row, i, moved, all = 0;
    screen self;

    open_screen(&self, NULL);
    for (row = 0; row < ROWS; row++) {
        rows[row] = (iq_section_entry){
            .struct_size = sizeof rows[row], .key = iq_key_from_u64(row), .first_item = row * NODES};
        /* Each row begins in another order. */
        for (i = 0; i < NODES; i++)
            numbers[row][i] = row * NODES + order[(i + row) % NODES];
    }
    for (sorted = 0; sorted < NODES; sorted++) {
        for (row = moved = 0; row < ROWS; row++)
            moved += sorted > 0 && sort_step(numbers[row], sorted);
        for (i = 0; i < ROWS * NODES; i++)
            keys[i] = iq_key_from_u64(numbers[i / NODES][i % NODES]);
        DO(iq_list_set(self.list, rows, ROWS, &items, NULL, NULL));
        DO(kit_poll(&self.routes));
        PROMISE(self.changes.item_moves == moved);
        all += moved;
    }
    for (i = 0; i < ROWS * NODES; i++)
        PROMISE(numbers[i / NODES][i % NODES] == i);
    PROMISE(all > ROWS);
    close_screen(&self);
}

static char everest[] = "Mount Everest", kilimanjaro[] = "Kilimanjaro", fuji[] = "Mount Fuji", elbrus[] = "Elbrus";

/* Whether a name has what was typed. */
static int has_text(void *context, iq_key key, const void *model)
{
    (void)key;
    return strstr(model, context) != NULL;
}

static void filter_while_typing(void)
{
    void *const names[] = {everest, kilimanjaro, fuji, elbrus};
    char *const typed[] = {(char[]){"M"}, (char[]){"Mo"}, (char[]){"Mount F"}, (char[]){""}};
    const size_t wanted[] = {2, 2, 1, 4};
    const iq_derive_options filtered = {.struct_size = sizeof filtered, .kind = IQ_DERIVE_FILTER};
    const iq_key keys[] = {identifier(everest), identifier(kilimanjaro), identifier(fuji), identifier(elbrus)};
    const iq_columns items = {.struct_size = sizeof items,
                              .count = 4,
                              .keys = keys,
                              .models = names,
                              .classes = &text_class,
                              .class_stride = IQ_SAME};
    iq_list *source;
    screen self;
    size_t i, count;

    DO(iq_list_create(NULL, &source));
    DO(iq_list_set_items(source, &items, NULL, NULL));
    open_screen(&self, NULL);
    /* The screen shows what passes. */
    iq_view_destroy(self.view);
    iq_list_destroy(self.list);
    DO(iq_list_derive(source, &filtered, &self.list));
    DO(iq_list_set_events(self.list, KIT_EVENTS));
    DO(iq_view_create(self.list, NULL, &self.view));
    DO(iq_view_set_visible(self.view, 0, LINES, 0));
    self.routes.list = self.list;
    for (i = 0; i < 4; i++) {
        const iq_filter filter = {.struct_size = sizeof filter, .passes = has_text, .context = typed[i]};
        DO(iq_list_set_filter(self.list, &filter, NULL, NULL));
        settle(&self);
        DO(iq_list_get_count(self.list, NULL, &count));
        PROMISE(count == wanted[i]);
        PROMISE(shows(&self, 0, i == 2 ? fuji : everest));
    }
    close_screen(&self);
    iq_list_destroy(source);
}

int main(void)
{
    user_class = new_class("user cell", bind_user);
    text_class = new_class("text", bind_text);

    step("a list of users without index paths", without_index_paths);
    step("method 1 all fields say who it is", all_fields);
    step("method 2 the id says who it is and all fields whether it changed", the_id);
    step("standard types are hashable already", standard_types);
    step("cell method 1 the user is the model", the_user_is_the_model);
    step("cell method 2 model is another name of user", another_name);
    step("cell method 3 a model of the cells own", a_model_of_its_own);
    step("the model is optional", the_model_is_optional);
    step("a model that is set is shown", connects_the_labels);
    step("the users come from an api that answers or fails", the_api_answers);
    step("the object is optional", the_object_is_optional);
    step("no items an image a title a message and an action to reload", no_items);
    step("a section has an identifier that is unique", sections_are_unique);
    step("a section can have a header and a footer", header_and_footer);
    step("headerSize and footerSize of a section", header_and_footer_sizes);
    step("models of method 3 are appended one by one", appended_one_by_one);
    step("several kinds of cells in one section", several_kinds);
    step("animating differences and completion", animated_and_completed);
    step("the list follows the users whenever refreshed", follows_the_users);
    step("modify cell before it is displayed", cells_are_modified);
    step("did select gives the model", select_gives_the_model);
    step("estimated size of a cell for its model", estimated_size);
    step("size of a cell for its model", size_for_the_model);
    step("automatic dimension", automatic_dimension);
    step("trailing swipe actions of a cell", swipes);
    step("leading swipe actions may be none", no_leading_swipe);
    step("a swipe action completes exactly once also later", completes_later);
    step("will display and did end displaying", display);
    step("size of an item from the data source", size_from_the_data_source);
    step("the data source gives headers and footers", elements_of_the_data_source);
    step("a cell may be selectable and not highlightable", not_highlightable);
    step("a cell may be highlightable and not selectable", not_selectable);
    step("a cell may be selected for good", selected_for_good);
    step("a cell has a context menu", context_menu);
    step("a menu inside a menu", menu_in_a_menu);
    step("a menu has a preview that can be opened", preview);
    step("a cell of a storyboard is registered", storyboard_cells);
    step("ten thousand records from a background thread", large_data_set);
    step("updates from many threads each complete once", from_many_threads);
    step("demo insertion sort moves a node in each unsorted row", insertion_sort);
    step("demo mountains filtered while typing", filter_while_typing);
    return finish();
}

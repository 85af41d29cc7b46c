/*
 * users.h - the list of users that iqlistkit.c walks through.
 *
 *     user         what a user of the list is
 *     user_cell    shows one: two labels
 *     screen       a list, a view with room for ten lines, and the routes of its events: the controller
 */
#ifndef USERS_H
#define USERS_H

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
    uint32_t traits; /* what the person at the screen may not do with it */
} user;

static user arun = {1, "Arun", "arun@localhost", 0}, bela = {2, "Bela", "bela@localhost", 0},
            chloe = {3, "Chloe", "chloe@localhost", 0}, renamed = {1, "Arun K", "arun@localhost", 0};

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

/* May be selected and so on: asked of the model. */
static uint32_t traits_of_user(void *context, const void *model)
{
    (void)context;
    return model != NULL ? ((const user *)model)->traits : 0;
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
    DO(iq_hasher_get_key(&hasher, &key));
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
    DO(iq_hasher_get_content(&hasher, &content));
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

/* Keeps what the update was. */
static int note_update(void *context, const iq_event *event)
{
    screen *self = context;

    self->changes = (iq_summary){.struct_size = sizeof self->changes};
    DO(event->status);
    DO(iq_changeset_get_summary(event->changeset, &self->changes));
    self->flags = event->flags;
    self->updates++;
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

    DO(iq_list_get_wakeup(self->list, &waiting.fd));
    DO(kit_poll(&self->routes));
    DO(iq_list_get_info(self->list, &info));
    while (info.submissions > 0) {
        poll(&waiting, 1, 1000);
        DO(kit_poll(&self->routes));
        DO(iq_list_get_info(self->list, &info));
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
    DO(iq_hasher_get_content(&hasher, &element.content));
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
    const iq_submit_options options = {.struct_size = sizeof options,
                                       .flags = animated ? 0 : IQ_SUBMIT_PLAIN,
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

    DO(iq_list_find_item(self->list, NULL, key_of_id(model), &item));
    return item;
}

/* The cell on a line, or of an element of the kind; NULL if there is none. */
static user_cell *cell_on(const screen *self, size_t line)
{
    iq_element element = {.struct_size = sizeof element, .kind = 0};
    iq_event event = {.struct_size = sizeof event};

    if (iq_list_find_item_at(self->list, line, &element.item) != IQ_OK ||
        iq_view_find_cell(self->view, IQ_NONE, &element, &event) != IQ_OK)
        return NULL;
    return event.object;
}

static user_cell *cell_of_kind(const screen *self, const char *section, uint32_t kind)
{
    iq_element element = {.struct_size = sizeof element, .kind = kind};
    iq_event event = {.struct_size = sizeof event};

    if (section != NULL)
        DO(iq_list_find_section(self->list, identifier(section), &element.section));
    return iq_view_find_cell(self->view, IQ_NONE, &element, &event) == IQ_OK ? event.object : NULL;
}

static int shows(const screen *self, size_t line, const char *name)
{
    const user_cell *cell = cell_on(self, line);

    return cell != NULL && strcmp(cell->label_name, name) == 0;
}

#endif

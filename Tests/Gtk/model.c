/*
 * model.c - IqGtkList without a display: thousands of random updates, flat and with sections, each checked at
 * every items-changed against a plain array that knows nothing but these signals.
 */
#include "world.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

/* ---- selections -------------------------------------------------------------- */

typedef struct {
    GtkSelectionModel *multi, *single;
    unsigned char wanted[KEYS * SECTIONS]; /* by place: selected in multi */
    gboolean has_chosen;
    IqGtkItem *chosen; /* selected in single */
} Selections;

static void start_selections(Selections *self, IqGtkList *model)
{
    *self = (Selections){0};
    self->multi = GTK_SELECTION_MODEL(gtk_multi_selection_new(g_object_ref(G_LIST_MODEL(model))));
    GtkSingleSelection *single = gtk_single_selection_new(g_object_ref(G_LIST_MODEL(model)));
    gtk_single_selection_set_autoselect(single, FALSE);
    gtk_single_selection_set_can_unselect(single, TRUE);
    self->single = GTK_SELECTION_MODEL(single);
    iq_gtk_list_keep_selection(model, self->multi);
    iq_gtk_list_keep_selection(model, self->single);
    iq_gtk_list_keep_selection(model, self->single);
}

static void end_selections(Selections *self)
{
    g_object_unref(self->multi);
    g_object_unref(self->single);
    g_clear_object(&self->chosen);
}

static size_t place(const World *world, const Row *row)
{
    return row->key % KEYS + (world->is_scoped ? KEYS * (row->section % 1000) : 0);
}

static void select_some(Selections *self, World *world)
{
    memset(self->wanted, 0, sizeof self->wanted);
    for (size_t i = 0; i < world->shown; i++) {
        if (random_chance(&world->random, 10))
            gtk_selection_model_select_item(self->multi, (guint)i, FALSE);
        if (random_chance(&world->random, 10))
            gtk_selection_model_unselect_item(self->multi, (guint)i);
        self->wanted[place(world, &world->shown_rows[i])] =
            gtk_selection_model_is_selected(self->multi, (guint)i);
    }
    GtkSingleSelection *single = GTK_SINGLE_SELECTION(self->single);
    if (world->shown > 0 && random_chance(&world->random, 30))
        gtk_single_selection_set_selected(single, (guint)random_below(&world->random, world->shown));
    g_set_object(&self->chosen, gtk_single_selection_get_selected_item(single));
}

/* After an update: what was selected and is still there, and nothing else. */
static void check_selections(Selections *self, const World *world)
{
    GtkSingleSelection *single = GTK_SINGLE_SELECTION(self->single);
    guint position;

    for (size_t i = 0; i < world->count; i++) {
        const Row *row = &world->rows[i];
        gboolean wanted = world_shown_row(world, row) != NULL && self->wanted[place(world, row)];
        CHECK(gtk_selection_model_is_selected(self->multi, (guint)i) == wanted);
    }
    IqGtkItem *chosen = gtk_single_selection_get_selected_item(single);
    if (self->chosen != NULL && iq_gtk_item_get_position(self->chosen, &position)) {
        CHECK(chosen == self->chosen);
        CHECK(gtk_single_selection_get_selected(single) == position);
    } else
        CHECK(chosen == NULL);
}

/* ---- all that a model shows ----------------------------------------------------- */

static GHashTable *objects_of(const World *world, IqGtkList *model)
{
    GHashTable *objects = g_hash_table_new_full(NULL, NULL, NULL, g_object_unref);

    for (size_t i = 0; i < world->shown; i++)
        g_hash_table_insert(objects, GSIZE_TO_POINTER(place(world, &world->shown_rows[i])),
                            g_list_model_get_item(G_LIST_MODEL(model), (guint)i));
    return objects;
}

/* Memory was: then the model may not know what was updated, and tells all items. */
static gboolean was_refused;

static void check_rows(World *world, IqGtkList *model, GHashTable *before, gboolean holds)
{
    /* Where nothing differs the list keeps the model that it has. */
    void *models[KEYS * SECTIONS];
    iq_item_buffers listed = {.struct_size = sizeof listed, .models = models};
    CALL(iq_list_get_items(world->list, 0, world->count, &listed));
    CHECK(g_list_model_get_n_items(G_LIST_MODEL(model)) == world->count);
    for (size_t i = 0; i < world->count; i++) {
        const Row *row = &world->rows[i], *old = world_shown_row(world, row);
        IqGtkItem *item = g_list_model_get_item(G_LIST_MODEL(model), (guint)i), *same;
        iq_key key = iq_key_from_u64(row->key), section = iq_key_from_u64(row->section);
        CHECK(memcmp(&key, iq_gtk_item_get_key(item), sizeof key) == 0);
        CHECK(memcmp(&section, iq_gtk_item_get_section(item), sizeof section) == 0);
        CHECK(iq_gtk_item_get_model(item) == models[i]);
        CHECK(iq_gtk_item_get_info(item)->content == row->content);
        if (holds) {
            same = g_hash_table_lookup(before, GSIZE_TO_POINTER(place(world, row)));
            /* What lives on is the same object; what is new is no object of what has gone. */
            CHECK((same == item) == (old != NULL));
            gboolean is_updated =
                old != NULL
                && (old->content != row->content || world_is_marked(world, row) || world->reloaded);
            gboolean is_moved = old != NULL && (old->section != row->section || world->reloaded);
            unsigned updates = notices(item, "model"), moves = notices(item, "section");
            gboolean is_told = was_refused && old != NULL && updates == 1 && moves == 1;
            CHECK(is_told || (updates == (is_updated ? 1 : 0) && moves == (is_moved ? 1 : 0)));
        }
        g_object_unref(item);
    }
    /* The others have gone, and what they were can still be read. */
    GHashTableIter each;
    gpointer value;
    unsigned lost = 0;
    g_hash_table_iter_init(&each, before);
    while (g_hash_table_iter_next(&each, NULL, &value)) {
        const Model *last = iq_gtk_item_get_model(value);
        iq_key key = iq_key_from_u64(last->key);
        CHECK(memcmp(&key, iq_gtk_item_get_key(value), sizeof key) == 0);
        lost += !iq_gtk_item_get_position(value, NULL);
    }
    for (size_t i = 0; i < world->shown && holds; i++) {
        gboolean stays = FALSE;
        for (size_t j = 0; j < world->count && !stays; j++)
            stays = world_shown_row(world, &world->rows[j]) == &world->shown_rows[i];
        lost -= !stays;
    }
    CHECK(lost == 0);
}

static void check_starts(Follower *follower)
{
#if GTK_CHECK_VERSION(4, 12, 0)
    for (guint i = 0; i < follower->starts->len; i++) {
        guint start, end;
        gtk_section_model_get_section(GTK_SECTION_MODEL(follower->model), i, &start, &end);
        CHECK((start == i) == g_array_index(follower->starts, gboolean, i));
    }
#else
    (void)follower;
#endif
}

static void check_random(gboolean has_sections, gboolean is_scoped, uint32_t flags, gboolean holds)
{
    World world;
    Follower follower;
    Selections selections;

    world_create(&world, has_sections, is_scoped, flags);
    world_change(&world);
    IqGtkList *model = iq_gtk_list_new(world.list, 0);
    CHECK(model != NULL);
    world_shown(&world);
    follower_start(&follower, G_LIST_MODEL(model), holds);
    start_selections(&selections, model);
    for (unsigned round = world_rounds(1500); round > 0; round--) {
        GHashTable *before = holds ? objects_of(&world, model) : g_hash_table_new(NULL, NULL);
        select_some(&selections, &world);
        for (size_t count = 1 + random_below(&world.random, 3); count > 0; count--)
            world_change(&world);
        follower.notified = 0;
        CHECK(iq_gtk_list_sync(model));
        check_rows(&world, model, before, holds);
        check_selections(&selections, &world);
        check_starts(&follower);
        g_hash_table_unref(before);
        g_ptr_array_set_size(follower.seen, 0);
        world_shown(&world);
    }
    end_selections(&selections);
    follower_end(&follower);
    g_object_unref(model);
    world_destroy(&world);
}

/* ---- objects are made for what is asked for ---------------------------------------- */

static void check_that_nothing_is_kept(void)
{
    World world;

    world_create(&world, FALSE, FALSE, 0);
    do
        world_change(&world);
    while (world.count < 8);
    IqGtkList *model = iq_gtk_list_new(world.list, 0);
    gpointer item = g_list_model_get_item(G_LIST_MODEL(model), 3), weak = item;
    g_object_add_weak_pointer(item, &weak);
    gpointer again = g_list_model_get_item(G_LIST_MODEL(model), 3);
    CHECK(again == item);
    g_object_unref(again);
    CHECK(weak != NULL);
    g_object_unref(item);
    CHECK(weak == NULL);
    g_object_unref(model);
    world_destroy(&world);
}

/* ---- the main loop ------------------------------------------------------------------ */

static void count_call(GObject *object, gpointer counter)
{
    (void)object;
    ++*(unsigned *)counter;
}

/* Runs the main loop until a counter is that far. */
static gint64 latest_end(void)
{
    const char *patience = g_getenv("IQ_TEST_PATIENCE");
    gint64 seconds = patience != NULL ? atoi(patience) : 60;

    return g_get_monotonic_time() + seconds * G_USEC_PER_SEC;
}

static void run_until(const unsigned *counter, unsigned wanted)
{
    gint64 end = latest_end();

    while (*counter < wanted) {
        CHECK(g_get_monotonic_time() < end);
        g_main_context_iteration(NULL, FALSE);
    }
}

static void check_main_loop(void)
{
    World world;
    Follower follower;
    unsigned updated = 0;

    world_create(&world, FALSE, FALSE, 0);
    while (world.count < 10)
        world_change(&world);
    IqGtkList *model = iq_gtk_list_new(world.list, 0);
    world_shown(&world);
    follower_start(&follower, G_LIST_MODEL(model), TRUE);
    g_signal_connect(model, "updated", G_CALLBACK(count_call), &updated);
    /* Three updates are shown as one. */
    world_set_count(&world, 9);
    world_set_count(&world, 7);
    world_set_count(&world, 6);
    run_until(&updated, 1);
    CHECK(follower.told == 1);
    CHECK(g_list_model_get_n_items(G_LIST_MODEL(model)) == 6);
    while (g_main_context_iteration(NULL, FALSE)) {
    }
    CHECK(updated == 1);
    /* An update is told by the item alone. */
    follower.told = follower.notified = 0;
    world_update(&world, 2);
    run_until(&updated, 2);
    CHECK(follower.told == 0 && follower.notified == 1);
    CHECK(notices(follower.items->pdata[2], "model") == 1);
    follower_end(&follower);
    g_object_unref(model);
    CHECK(!g_main_context_pending(NULL));
    world_destroy(&world);
}

/* What an open edit does is shown when it is committed, and what came before it when it has ended. */
static void check_edits(void)
{
    World world;
    unsigned updated = 0;
    iq_edit *edit;
    iq_item item;

    world_create(&world, FALSE, FALSE, 0);
    while (world.count < 10)
        world_change(&world);
    IqGtkList *model = iq_gtk_list_new(world.list, 0);
    g_signal_connect(model, "updated", G_CALLBACK(count_call), &updated);
    for (int commits = 0; commits < 2; commits++) {
        world_set_count(&world, world.count - 1);
        guint count = (guint)world.count;
        CALL(iq_edit_begin(world.list, NULL, &edit));
        CALL(iq_list_find_item_at(world.list, 2, &item));
        CALL(iq_edit_delete_items(edit, &item, 1));
        CHECK(!iq_gtk_list_sync(model));
        CHECK(g_list_model_get_n_items(G_LIST_MODEL(model)) == count + 1);
        for (int i = 0; i < 10; i++) {
            g_main_context_iteration(NULL, FALSE);
            g_usleep(5000);
        }
        CHECK(g_list_model_get_n_items(G_LIST_MODEL(model)) == count + 1);
        if (commits)
            CALL(iq_edit_commit(edit, NULL, NULL));
        iq_edit_destroy(edit);
        updated = 0;
        run_until(&updated, 1);
        CHECK(g_list_model_get_n_items(G_LIST_MODEL(model)) == count - (commits ? 1 : 0));
    }
    /* Nothing waits, and an edit is abandoned: nothing is shown. */
    updated = 0;
    CALL(iq_edit_begin(world.list, NULL, &edit));
    CALL(iq_list_find_item_at(world.list, 2, &item));
    CALL(iq_edit_delete_items(edit, &item, 1));
    CHECK(iq_gtk_list_sync(model));
    iq_edit_destroy(edit);
    CHECK(iq_gtk_list_sync(model));
    CHECK(updated == 0);
    /* A model that is made while an edit is open is empty until its end. */
    CALL(iq_edit_begin(world.list, NULL, &edit));
    CALL(iq_list_find_item_at(world.list, 2, &item));
    CALL(iq_edit_delete_items(edit, &item, 1));
    g_object_unref(model);
    model = iq_gtk_list_new(world.list, 0);
    g_signal_connect(model, "updated", G_CALLBACK(count_call), &updated);
    CHECK(g_list_model_get_n_items(G_LIST_MODEL(model)) == 0);
    CALL(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    run_until(&updated, 1);
    CHECK(g_list_model_get_n_items(G_LIST_MODEL(model)) == world.count - 2);
    g_object_unref(model);
    world_destroy(&world);
}

static gint changes_end;

static gpointer change_from_thread(gpointer data)
{
    World *world = data;

    for (unsigned round = world_rounds(20000); round > 0; round--)
        world_change(world);
    g_atomic_int_set(&changes_end, 1);
    return NULL;
}

/* Another thread changes the list while it is shown. */
static void check_threads(void)
{
    World world;
    Follower follower;

    world_create(&world, TRUE, FALSE, 0);
    IqGtkList *model = iq_gtk_list_new(world.list, 0);
    follower_start(&follower, G_LIST_MODEL(model), TRUE);
    GThread *thread = g_thread_new("changes", change_from_thread, &world);
    while (!g_atomic_int_get(&changes_end))
        iq_gtk_list_sync(model);
    g_thread_join(thread);
    while (!iq_gtk_list_sync(model)) {
    }
    CHECK(follower.keys->len == world.count);
    for (guint i = 0; i < follower.keys->len; i++) {
        iq_key key = iq_key_from_u64(world.rows[i].key);
        CHECK(memcmp(&key, &g_array_index(follower.keys, iq_key, i), sizeof key) == 0);
    }
    follower_end(&follower);
    g_object_unref(model);
    world_destroy(&world);
}

/* Submissions take place in the polls of the model. */
static void check_submissions(void)
{
    World world;
    iq_snapshot *snapshot;
    unsigned updated = 0;

    world_create(&world, FALSE, FALSE, 0);
    while (world.count < 10)
        world_change(&world);
    CALL(iq_list_snapshot(world.list, &snapshot));
    world_set_count(&world, 4);
    IqGtkList *model = iq_gtk_list_new(world.list, 0);
    g_signal_connect(model, "updated", G_CALLBACK(count_call), &updated);
    guint count;
    CALL(iq_list_submit(world.list, snapshot, NULL, NULL));
    run_until(&updated, 1);
    count = g_list_model_get_n_items(G_LIST_MODEL(model));
    CHECK(count >= 10);
    iq_snapshot_destroy(snapshot);
    g_object_unref(model);
    world_destroy(&world);
}

/* ---- lists that are followed --------------------------------------------------------------- */

/* Those pass whose key is divisible. */
static int passes(void *divisor, iq_key key, const void *model)
{
    (void)key;
    return ((const Model *)model)->key % GPOINTER_TO_SIZE(divisor) == 0;
}

static void divide(iq_list *list, size_t divisor)
{
    iq_filter filter = {.struct_size = sizeof filter, .passes = passes, .context = GSIZE_TO_POINTER(divisor)};

    CALL(iq_list_set_filter(list, &filter, NULL, NULL));
}

static gboolean shows(IqGtkList *model, const World *world, size_t divisor)
{
    guint row = 0;

    for (size_t i = 0; i < world->count; i++) {
        if (world->rows[i].key % divisor != 0)
            continue;
        IqGtkItem *item = g_list_model_get_item(G_LIST_MODEL(model), row++);
        gboolean is_there = item != NULL && ((Model *)iq_gtk_item_get_model(item))->key == world->rows[i].key;
        g_clear_object(&item);
        if (!is_there)
            return FALSE;
    }
    return g_list_model_get_n_items(G_LIST_MODEL(model)) == row;
}

static size_t count_submissions(const iq_list *list)
{
    iq_list_info info = {.struct_size = sizeof info};

    CALL(iq_list_get_info(list, &info));
    return info.submissions;
}

/* While a handler runs a main loop, what its list has to do wakes no other model. */
static void wait_inside(GListModel *own, guint row, guint removed, guint added, gpointer between)
{
    iq_submit_options here = {.struct_size = sizeof here, .flags = IQ_SUBMIT_HERE};

    (void)row, (void)removed, (void)added;
    g_signal_handlers_disconnect_by_data(own, between);
    CALL(iq_list_set_filter(between, NULL, &here, NULL));
    for (int i = 0; i < 20; i++)
        g_main_context_iteration(NULL, FALSE);
    CHECK(!g_main_context_pending(NULL) && count_submissions(between) == 1);
}

/* The second filter is shown. What waits for a poll of the list between, or of the first one, is found. */
static void check_chain(void)
{
    iq_derive_options options = {.struct_size = sizeof options, .kind = IQ_DERIVE_FILTER};
    iq_list *between, *list;
    iq_snapshot *before, *after;
    World world;

    world_create(&world, FALSE, FALSE, 0);
    CALL(iq_list_derive(world.list, &options, &between));
    CALL(iq_list_derive(between, &options, &list));
    IqGtkList *model = iq_gtk_list_new(list, 0);
    for (unsigned round = world_rounds(60); round > 0; round--) {
        size_t first = 1 + random_below(&world.random, 3), second = 1 + random_below(&world.random, 3);
        divide(between, first);
        divide(list, second);
        /* The source changes by a submission. */
        CALL(iq_list_snapshot(world.list, &before));
        for (size_t changes = random_below(&world.random, 8); changes > 0; changes--)
            world_change(&world);
        CALL(iq_list_snapshot(world.list, &after));
        CALL(iq_list_apply(world.list, before, NULL, NULL));
        CALL(iq_list_submit(world.list, after, NULL, NULL));
        iq_snapshot_destroy(before);
        iq_snapshot_destroy(after);
        gint64 end = latest_end();
        size_t divisor = first == second ? first : first * second;
        while (count_submissions(world.list) > 0 || !shows(model, &world, divisor)) {
            CHECK(g_get_monotonic_time() < end);
            g_main_context_iteration(NULL, FALSE);
        }
    }
    /* One that has a view, or a model of its own, is left to that. */
    iq_submit_options here = {.struct_size = sizeof here, .flags = IQ_SUBMIT_HERE};
    iq_view *view;
    CALL(iq_view_create(between, NULL, &view));
    CALL(iq_list_set_filter(between, NULL, &here, NULL));
    CHECK(iq_gtk_list_sync(model) && count_submissions(between) == 1);
    iq_view_destroy(view);
    IqGtkList *own = iq_gtk_list_new(between, 0);
    CHECK(count_submissions(between) == 0);
    CALL(iq_list_set_filter(between, NULL, &here, NULL));
    CHECK(iq_gtk_list_sync(model) && count_submissions(between) == 1);
    CHECK(iq_gtk_list_sync(own) && count_submissions(between) == 0);
    while (world.count < 2)
        world_change(&world);
    g_signal_connect(own, "items-changed", G_CALLBACK(wait_inside), between);
    world_set_count(&world, 1);
    gint64 end = latest_end();
    while (count_submissions(between) > 0 || !shows(own, &world, 1)) {
        CHECK(g_get_monotonic_time() < end);
        g_main_context_iteration(NULL, FALSE);
    }
    g_object_unref(own);
    iq_list_destroy(between);
    divide(list, 1);
    while (g_main_context_iteration(NULL, FALSE)) {
    }
    g_object_unref(model);
    iq_list_destroy(list);
    world_destroy(&world);
}

/* ---- other events ---------------------------------------------------------------------- */

static void record(IqGtkList *model, const iq_event *event, gpointer kinds)
{
    (void)model;
    *(uint32_t *)kinds |= event->kind;
    if (event->kind == IQ_EVENT_ACTION)
        CHECK(event->number == IQ_ACTION_HOST + 3);
}

static void check_events(void)
{
    World world;
    uint32_t kinds = 0;

    world_create(&world, FALSE, FALSE, 0);
    IqGtkList *model = iq_gtk_list_new(world.list, IQ_EVENT_ACTION);
    g_signal_connect(model, "event", G_CALLBACK(record), &kinds);
    CALL(iq_list_emit(world.list, NULL, IQ_ACTION_HOST + 3, NULL));
    while (world.count < 3)
        world_change(&world);
    CHECK(iq_gtk_list_sync(model));
    CHECK(kinds == IQ_EVENT_ACTION);
    CHECK(g_list_model_get_n_items(G_LIST_MODEL(model)) == world.count);
    g_object_unref(model);
    int descriptor;
    CALL(iq_list_get_wakeup(world.list, &descriptor));
    CHECK(fcntl(descriptor, F_GETFD) >= 0);
    /* The next model of the list. */
    model = iq_gtk_list_new(world.list, IQ_EVENT_UPDATE);
    g_signal_connect(model, "event", G_CALLBACK(record), &kinds);
    CALL(iq_list_emit(world.list, NULL, IQ_ACTION_HOST + 3, NULL));
    kinds = 0;
    world_set_count(&world, 1);
    unsigned updated = 0;
    g_signal_connect(model, "updated", G_CALLBACK(count_call), &updated);
    run_until(&updated, 1);
    CHECK(kinds == IQ_EVENT_UPDATE);
    g_object_unref(model);
    world_destroy(&world);
}

/* ---- lives -------------------------------------------------------------------------------- */

static World life;

static void end_list(GListModel *model, guint row, guint removed, guint added, gpointer data)
{
    (void)model, (void)row, (void)removed, (void)added, (void)data;
    world_destroy(&life);
}

static void end_model(GListModel *model, guint row, guint removed, guint added, gpointer data)
{
    (void)row, (void)removed, (void)added, (void)data;
    g_object_unref(model);
}

static void sync_inside(GListModel *model, guint row, guint removed, guint added, gpointer data)
{
    (void)row, (void)removed, (void)added, (void)data;
    CHECK(!iq_gtk_list_sync(IQ_GTK_LIST(model)));
}

static IqGtkList *living_model(GCallback handler)
{
    world_create(&life, FALSE, FALSE, 0);
    while (life.count < 10)
        world_change(&life);
    IqGtkList *model = iq_gtk_list_new(life.list, 0);
    if (handler != NULL)
        g_signal_connect(model, "items-changed", handler, NULL);
    return model;
}

static void check_lives(void)
{
    /* The list ends first. */
    IqGtkList *model = living_model(NULL);
    world_set_count(&life, 9);
    world_destroy(&life);
    CHECK(!iq_gtk_list_sync(model));
    while (g_main_context_iteration(NULL, FALSE)) {
    }
    CHECK(g_list_model_get_n_items(G_LIST_MODEL(model)) >= 10);
    IqGtkItem *item = g_list_model_get_item(G_LIST_MODEL(model), 9);
    guint position;
    CHECK(iq_gtk_item_get_position(item, &position) && position == 9);
    const Model *shown = iq_gtk_item_get_model(item);
    CHECK(shown->key != 0);
    /* An item outlives both. */
    g_object_unref(model);
    CHECK(!iq_gtk_item_get_position(item, NULL));
    CHECK(shown == iq_gtk_item_get_model(item) && shown->key != 0);
    g_object_unref(item);

    /* The list ends while an update is shown. */
    model = living_model(G_CALLBACK(end_list));
    world_set_count(&life, 9);
    CHECK(iq_gtk_list_sync(model));
    CHECK(g_list_model_get_n_items(G_LIST_MODEL(model)) == 9);
    CHECK(!iq_gtk_list_sync(model));
    g_object_unref(model);

    /* The model ends while an update is shown. */
    model = living_model(G_CALLBACK(end_model));
    gpointer weak = model;
    g_object_add_weak_pointer(G_OBJECT(model), &weak);
    world_set_count(&life, 9);
    iq_gtk_list_sync(model);
    CHECK(weak == NULL);
    world_destroy(&life);

    /* A handler polls. */
    model = living_model(G_CALLBACK(sync_inside));
    world_set_count(&life, 9);
    CHECK(iq_gtk_list_sync(model));
    /* It is kept by its selection; the selection by nobody. */
    GtkSelectionModel *selection = GTK_SELECTION_MODEL(gtk_multi_selection_new(G_LIST_MODEL(model)));
    iq_gtk_list_keep_selection(model, selection);
    gtk_selection_model_select_all(selection);
    world_set_count(&life, 5);
    CHECK(iq_gtk_list_sync(model));
    weak = model;
    g_object_add_weak_pointer(G_OBJECT(model), &weak);
    g_object_unref(selection);
    CHECK(weak == NULL);
    world_destroy(&life);
}

/* ---- a selected item that moves --------------------------------------------------------------- */

static void compare_selected(GtkSingleSelection *selection, GParamSpec *spec, gpointer item)
{
    (void)spec;
    CHECK(gtk_single_selection_get_selected_item(selection) == item);
}

/* Nobody is told of another item in between. Thousands of selected ones are mapped all at once. */
static void check_moves(void)
{
    enum { COUNT = 2000 };
    static iq_key keys[COUNT], shuffled[COUNT];
    iq_columns items = {.struct_size = sizeof items, .count = COUNT, .keys = keys};
    random_source random = {world_seed()};
    iq_list *list;

    for (size_t i = 0; i < COUNT; i++)
        shuffled[i] = keys[i] = iq_key_from_u64(i);
    CALL(iq_list_create(NULL, &list));
    CALL(iq_list_set_items(list, &items, NULL, NULL));
    IqGtkList *model = iq_gtk_list_new(list, 0);
    GtkSingleSelection *single = gtk_single_selection_new(g_object_ref(G_LIST_MODEL(model)));
    GListModel *rows = g_object_ref(G_LIST_MODEL(model));
    GtkSelectionModel *multi = GTK_SELECTION_MODEL(gtk_multi_selection_new(rows));
    iq_gtk_list_keep_selection(model, GTK_SELECTION_MODEL(single));
    iq_gtk_list_keep_selection(model, multi);
    gtk_single_selection_set_selected(single, COUNT / 2);
    gpointer item = gtk_single_selection_get_selected_item(single);
    g_signal_connect(single, "notify::selected-item", G_CALLBACK(compare_selected), item);
    gtk_selection_model_select_all(multi);
    gtk_selection_model_unselect_item(multi, 7);
    for (int round = 0; round < 5; round++) {
        for (size_t i = COUNT; i > 1; i--) {
            size_t other = random_below(&random, i);
            iq_key key = shuffled[i - 1];
            shuffled[i - 1] = shuffled[other];
            shuffled[other] = key;
        }
        items.keys = shuffled;
        CALL(iq_list_set_items(list, &items, NULL, NULL));
        CHECK(iq_gtk_list_sync(model));
        CHECK(gtk_single_selection_get_selected_item(single) == item);
        iq_key key = key_at(G_LIST_MODEL(model), gtk_single_selection_get_selected(single));
        CHECK(memcmp(&key, &keys[COUNT / 2], sizeof key) == 0);
        for (guint i = 0; i < COUNT; i++)
            CHECK(gtk_selection_model_is_selected(multi, i) == !!memcmp(&shuffled[i], &keys[7], sizeof key));
    }
    g_object_unref(single);
    g_object_unref(multi);
    g_object_unref(model);
    iq_list_destroy(list);
}

/* ---- splices that are near ----------------------------------------------------------------------- */

/* The limits of the adapter, unless it is compiled with others. */
#ifndef IQ_GTK_NEAR
#define IQ_GTK_NEAR 200
#endif
#ifndef IQ_GTK_MOST
#define IQ_GTK_MOST 512
#endif

static void record_splice(GListModel *model, guint row, guint removed, guint added, gpointer told)
{
    iq_splice splice = {row, removed, added};

    (void)model;
    g_array_append_val(told, splice);
}

/* Each signal is one or several splices of the changeset that are near, with the rows in between; two signals
 * are not near, or the first of them is large, or removes the first row. */
static void check_told(const GArray *told, const iq_splice *splices, size_t count)
{
    size_t at = 0;

    for (guint i = 0; i < told->len; i++) {
        CHECK(at < count);
        iq_splice one = g_array_index(told, iq_splice, i), sum = splices[at++];
        gboolean has_first = sum.position == 0 && sum.removed > 0, is_open;
        CHECK(one.position == sum.position);
        for (;; at++) {
            is_open = !has_first && MAX(sum.removed, sum.added) < IQ_GTK_MOST && at < count
                      && splices[at].position <= sum.position + sum.added + IQ_GTK_NEAR;
            if (sum.removed == one.removed && sum.added == one.added && !is_open)
                break;
            CHECK(is_open);
            uint32_t end = splices[at].position + splices[at].added, old = sum.position + sum.added;
            sum.removed += splices[at].position - old + splices[at].removed;
            sum.added = end - sum.position;
        }
    }
    CHECK(at == count);
}

/* Rows that stay, or move within one signal, stay selected also where nobody keeps the selection. */
static void check_merged(random_source *random, size_t changes)
{
    enum { COUNT = 3000 };
    iq_key keys[COUNT];
    iq_columns items = {.struct_size = sizeof items, .count = COUNT, .keys = keys};
    iq_list *list;
    iq_changeset *changeset;
    const iq_splice *splices;
    size_t count;
    uint64_t next = COUNT;
    GArray *told = g_array_new(FALSE, FALSE, sizeof(iq_splice));

    for (size_t i = 0; i < COUNT; i++)
        keys[i] = iq_key_from_u64(i);
    CALL(iq_list_create(NULL, &list));
    CALL(iq_list_set_items(list, &items, NULL, NULL));
    IqGtkList *model = iq_gtk_list_new(list, 0);
    GtkSelectionModel *multi =
        GTK_SELECTION_MODEL(gtk_multi_selection_new(g_object_ref(G_LIST_MODEL(model))));
    g_signal_connect(model, "items-changed", G_CALLBACK(record_splice), told);
    for (unsigned round = world_rounds(40); round > 0; round--) {
        size_t selected = random_below(random, COUNT);
        iq_key key = keys[selected];
        gtk_selection_model_select_item(multi, (guint)selected, TRUE);
        for (size_t i = 0; i < changes; i++) {
            /* Half of them near the beginning. */
            size_t bound = random_chance(random, 50) ? 60 : COUNT, at = random_below(random, bound);
            size_t to = random_below(random, bound);
            iq_key moved = keys[at];
            if (random_chance(random, 50)) {
                keys[at] = iq_key_from_u64(next++);
            } else {
                memmove(&keys[at], &keys[at + 1], (COUNT - at - 1) * sizeof moved);
                memmove(&keys[to + 1], &keys[to], (COUNT - 1 - to) * sizeof moved);
                keys[to] = moved;
            }
        }
        /* Two that are near, the first row one of them. */
        keys[0] = iq_key_from_u64(next++);
        keys[2] = iq_key_from_u64(next++);
        g_array_set_size(told, 0);
        CALL(iq_list_set_items(list, &items, NULL, &changeset));
        CHECK(iq_gtk_list_sync(model));
        CALL(iq_changeset_get_splices(changeset, IQ_SPLICES_WITHOUT_UPDATES, &splices, &count));
        check_told(told, splices, count);
        iq_position where;
        iq_position was = {0, (uint32_t)selected};
        if (iq_changeset_map_position(changeset, IQ_BEFORE, was, &where) == IQ_OK) {
            CHECK(memcmp(&keys[where.item], &key, sizeof key) == 0);
            size_t shift = 0;
            gboolean stays = TRUE;
            for (guint i = 0; i < told->len && stays; i++) {
                iq_splice each = g_array_index(told, iq_splice, i);
                size_t first = each.position + shift;
                shift = shift + each.removed - each.added;
                if (selected >= first && selected < first + each.removed)
                    stays = where.item >= each.position && where.item < each.position + each.added;
            }
            CHECK(!stays || gtk_selection_model_is_selected(multi, where.item));
        }
        iq_changeset_destroy(changeset);
    }
    g_array_unref(told);
    g_object_unref(multi);
    g_object_unref(model);
    iq_list_destroy(list);
}

static void check_near(void)
{
    random_source random = {world_seed()};

    check_merged(&random, 3);
    check_merged(&random, 40);
    check_merged(&random, 900);
}

/* ---- rows that a view has widgets for ------------------------------------------------------------- */

typedef struct {
    gboolean has_widget, stays; /* now, and over the update */
} Place;

/* Items that somebody holds, as a view does, and the rows. */
typedef struct {
    random_source *random;
    GHashTable *held;
    GArray *rows; /* of Place */
    /* Of the last signal: where it was, and whether it may be the first part of a splice. */
    guint row;
    gboolean is_removal, is_before_view;
} Holder;

static gboolean is_held(const Holder *self, GListModel *model, guint row)
{
    gpointer item = g_list_model_get_item(model, row);
    gboolean found = g_hash_table_contains(self->held, item);

    g_object_unref(item);
    return found;
}

static gboolean has_widget(const Holder *self, guint row)
{
    return g_array_index(self->rows, Place, row).has_widget;
}

/* Whether eight rows of a view begin with this one, behind one that has no widget. */
static gboolean begins_view(const Holder *self, guint row)
{
    guint end = row + 8;

    if (end > self->rows->len || has_widget(self, row - 1))
        return FALSE;
    while (row < end && has_widget(self, row))
        row++;
    return row == end;
}

static void let_go(Holder *self)
{
    g_hash_table_remove_all(self->held);
    for (guint row = 0; row < self->rows->len; row++)
        g_array_index(self->rows, Place, row).has_widget = FALSE;
    self->is_removal = FALSE;
}

/* No signal begins before a view and reaches it, but at row 0. Only there a splice has two parts, and rows that
 * stay are not in the first one. */
static void check_reach(GListModel *model, guint row, guint removed, guint added, Holder *self)
{
    CHECK(!self->is_removal || self->row != row || self->is_before_view);
    for (guint at = row + 1; row > 0 && at < row + removed; at++)
        CHECK(!begins_view(self, at));
    self->row = row;
    self->is_removal = removed > 0 && added == 0;
    self->is_before_view = removed > 0 && begins_view(self, row + removed);
    for (guint at = row; self->is_removal && at < row + removed; at++)
        CHECK(!g_array_index(self->rows, Place, at).stays);
    g_array_remove_range(self->rows, row, removed);
    for (guint at = row; at < row + added; at++) {
        Place each = {is_held(self, model, at), FALSE};
        g_array_insert_val(self->rows, at, each);
    }
    if (random_chance(self->random, 10))
        let_go(self);
}

static void check_edges(void)
{
    enum { COUNT = 400 };
    iq_key keys[COUNT];
    iq_columns items = {.struct_size = sizeof items, .count = COUNT, .keys = keys};
    random_source random = {world_seed()};
    iq_list *list;
    uint64_t next = COUNT;

    if (gtk_get_minor_version() >= 12)
        return;
    for (size_t i = 0; i < COUNT; i++)
        keys[i] = iq_key_from_u64(i);
    CALL(iq_list_create(NULL, &list));
    CALL(iq_list_set_items(list, &items, NULL, NULL));
    IqGtkList *model = iq_gtk_list_new(list, 0);
    for (unsigned round = world_rounds(300); round > 0; round--) {
        Holder holder = {&random, g_hash_table_new_full(NULL, NULL, g_object_unref, NULL),
                         g_array_new(FALSE, FALSE, sizeof(Place)), 0, FALSE, FALSE};
        guint first = 20 + (guint)random_below(&random, COUNT - 100);
        guint end = first + 8 + (guint)random_below(&random, 20);
        for (guint row = 0; row < COUNT; row++)
            if ((row >= first && row < end) || random_chance(&random, 2))
                g_hash_table_add(holder.held, g_list_model_get_item(G_LIST_MODEL(model), row));
        for (guint row = 0; row < COUNT; row++) {
            Place each = {is_held(&holder, G_LIST_MODEL(model), row), TRUE};
            g_array_append_val(holder.rows, each);
        }
        /* Most often a block over the first row of the view, or two rows that are near, one before it; and
         * single rows. */
        size_t from = first - random_below(&random, 20), length = 1 + random_below(&random, 80), step = 1;
        if (random_chance(&random, 40))
            from = first - 2, length = 2, step = 2;
        for (size_t changes = length + random_below(&random, 30); changes > 0; changes--) {
            size_t row = length > 0 ? from + step * --length : random_below(&random, COUNT);
            keys[row] = iq_key_from_u64(next++);
            g_array_index(holder.rows, Place, row).stays = FALSE;
        }
        gulong handler = g_signal_connect(model, "items-changed", G_CALLBACK(check_reach), &holder);
        CALL(iq_list_set_items(list, &items, NULL, NULL));
        CHECK(iq_gtk_list_sync(model));
        for (guint row = 0; row < COUNT; row++) {
            iq_key key = key_at(G_LIST_MODEL(model), row);
            CHECK(memcmp(&key, &keys[row], sizeof key) == 0);
        }
        g_signal_handler_disconnect(model, handler);
        g_hash_table_unref(holder.held);
        g_array_unref(holder.rows);
    }
    g_object_unref(model);
    iq_list_destroy(list);
}

/* ---- no memory ---------------------------------------------------------------------------------- */

static gint64 left = -1;

static gboolean is_refused(void)
{
    return left >= 0 && left-- == 0;
}

static void *allocate(void *context, size_t size)
{
    (void)context;
    return is_refused() ? NULL : malloc(size);
}

static void *reallocate(void *context, void *memory, size_t size)
{
    (void)context;
    return is_refused() ? NULL : realloc(memory, size);
}

static void give_back(void *context, void *memory)
{
    (void)context;
    free(memory);
}

/* Wherever memory is refused: either all is shown or nothing, and then it is shown later. */
static void check_memory(void)
{
    Follower follower;
    World world;
    unsigned failed = 0;

    world_create(&world, TRUE, FALSE, 0);
    IqGtkList *model = iq_gtk_list_new(world.list, 0);
    follower_start(&follower, G_LIST_MODEL(model), TRUE);
    for (unsigned round = world_rounds(300); round > 0; round--) {
        GHashTable *before = objects_of(&world, model);
        world_change(&world);
        if (random_chance(&world.random, 50))
            world_change(&world);
        gint64 first = (gint64)random_below(&world.random, 4);
        for (gint64 at = first;; at++) {
            guint count = follower.keys->len;
            unsigned told = follower.told;
            left = at;
            gboolean is_shown = iq_gtk_list_sync(model);
            was_refused |= left < 0;
            left = -1;
            if (!is_shown) {
                CHECK(was_refused && follower.keys->len == count && follower.told == told);
                failed++;
            }
            follower_check(&follower);
            if (is_shown)
                break;
        }
        check_rows(&world, model, before, TRUE);
        g_hash_table_unref(before);
        world_shown(&world);
        was_refused = FALSE;
    }
    CHECK(failed > 0);
    follower_end(&follower);
    g_object_unref(model);
    world_destroy(&world);
}

/* That of the cell class. */
static size_t memory;

/* Runs one test; nothing of the library's is left behind it. */
static void run(void (*test)(void))
{
    test();
    CALL(iq_memory_trim());
    CHECK(iq_memory_used() == memory);
}

static void check_flat(void)
{
    for (int holds = 0; holds < 2; holds++) {
        check_random(FALSE, FALSE, 0, holds);
        check_random(FALSE, FALSE, IQ_LIST_PAYLOAD, holds);
    }
}

static void check_sections(void)
{
    for (int holds = 0; holds < 2; holds++) {
        check_random(TRUE, FALSE, 0, holds);
        check_random(TRUE, FALSE, IQ_LIST_PAYLOAD, holds);
    }
}

static void check_scoped(void)
{
    for (int holds = 0; holds < 2; holds++)
        check_random(TRUE, TRUE, IQ_LIST_PAYLOAD, holds);
}

int main(void)
{
    const iq_allocator allocator = {.struct_size = sizeof allocator, .allocate = allocate,
                                    .reallocate = reallocate, .release = give_back};
    void (*const tests[])(void) = {check_flat, check_sections, check_scoped, check_that_nothing_is_kept,
                                   check_main_loop, check_edits, check_threads, check_submissions, check_chain,
                                   check_events, check_lives, check_moves, check_near, check_edges,
                                   check_memory};

    CALL(iq_memory_set_allocator(&allocator));
    world_class();
    memory = iq_memory_used();
    for (size_t i = 0; i < G_N_ELEMENTS(tests); i++)
        run(tests[i]);
    return 0;
}

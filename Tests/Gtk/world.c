/* world.c - see world.h. */
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed;

void check_failed(const char *file, int line, const char *expression)
{
    fprintf(stderr, "%s:%d: failed: %s (IQ_TEST_SEED=%" G_GUINT64_FORMAT ")\n", file, line, expression, seed);
    abort();
}

uint64_t world_seed(void)
{
    const char *given = g_getenv("IQ_TEST_SEED");

    if (seed == 0)
        seed = given != NULL ? g_ascii_strtoull(given, NULL, 10) : (uint64_t)g_get_real_time();
    return seed++;
}

unsigned world_rounds(unsigned all)
{
    const char *given = g_getenv("IQ_TEST_SCALE");
    guint64 percent = given != NULL ? g_ascii_strtoull(given, NULL, 10) : 100;

    return MAX(1, (unsigned)(all * percent / 100));
}

uint32_t count_holds(iq_list *list)
{
    iq_list_info info = {.struct_size = sizeof info};

    CALL(iq_list_get_info(list, &info));
    return info.holds;
}

/* ---- models ------------------------------------------------------------------ */

static void retain(void *context, void *const *models, size_t count)
{
    (void)context;
    for (size_t i = 0; i < count; i++)
        if (models[i] != NULL)
            g_atomic_int_inc(&((Model *)models[i])->references);
}

static void release(void *context, void *const *models, size_t count)
{
    (void)context;
    for (size_t i = 0; i < count; i++) {
        Model *model = models[i];
        if (model != NULL && g_atomic_int_dec_and_test(&model->references)) {
            model->key = model->content = 0;
            free(model);
        }
    }
}

iq_class world_class(void)
{
    static const iq_class_options options = {
        .struct_size = sizeof options, .name = "model", .retain = retain, .release = release};
    iq_class class;

    if (iq_class_find(options.name, &class) != IQ_OK)
        CALL(iq_class_create(&options, &class));
    return class;
}

static Model *new_model(uint64_t key, uint64_t content)
{
    Model *model = malloc(sizeof *model);

    *model = (Model){.references = 1, .key = key, .content = content};
    return model;
}

static void drop(Model *model)
{
    void *models[] = {model};

    release(NULL, models, 1);
}

/* ---- the list ------------------------------------------------------------------ */

static size_t place(const World *self, const Row *row)
{
    return row->key % KEYS + (self->is_scoped ? KEYS * (row->section % 1000) : 0);
}

static gboolean same_item(const World *self, const Row *one, const Row *other)
{
    return one->key == other->key && (!self->is_scoped || one->section == other->section);
}

static const Row *find(const World *self, const Row *rows, size_t count, const Row *row)
{
    for (size_t i = 0; i < count; i++)
        if (same_item(self, &rows[i], row))
            return &rows[i];
    return NULL;
}

/* A mark goes with its item. */
static void forget_marks(World *self)
{
    unsigned char marked[G_N_ELEMENTS(self->marked)] = {0};

    for (size_t i = 0; i < self->count; i++)
        marked[place(self, &self->rows[i])] = self->marked[place(self, &self->rows[i])];
    memcpy(self->marked, marked, sizeof marked);
}

/* Rows belong to sections in their order. */
static void sort_rows(World *self)
{
    size_t sorted = 0;
    Row rows[G_N_ELEMENTS(self->rows)];

    for (size_t section = 0; section < self->section_count; section++)
        for (size_t i = 0; i < self->count; i++)
            if (self->rows[i].section == self->sections[section])
                rows[sorted++] = self->rows[i];
    for (size_t i = 0; i < self->count; i++)
        if (find(self, rows, sorted, &self->rows[i]) == NULL)
            drop(self->rows[i].model);
    memcpy(self->rows, rows, sorted * sizeof *rows);
    self->count = sorted;
}

static void swap_rows(World *self, size_t from, size_t to)
{
    Row moved = self->rows[from];

    memmove(&self->rows[from], &self->rows[from + 1], (self->count - from - 1) * sizeof moved);
    memmove(&self->rows[to + 1], &self->rows[to], (self->count - 1 - to) * sizeof moved);
    self->rows[to] = moved;
}

static void change_row(World *self)
{
    size_t what = random_below(&self->random, 10);

    if (self->count < 3 || (what < 3 && self->count < KEYS - 8)) {
        uint64_t section = self->sections[random_below(&self->random, self->section_count)];
        Row row = {.key = 1 + random_below(&self->random, KEYS - 1), .section = section};
        if (find(self, self->rows, self->count, &row) != NULL)
            return;
        row.content = 1 + random_below(&self->random, 3);
        row.model = new_model(row.key, row.content);
        self->rows[self->count++] = row;
        swap_rows(self, self->count - 1, random_below(&self->random, self->count));
        return;
    }
    size_t at = random_below(&self->random, self->count);
    Row *row = &self->rows[at];
    if (what < 5) {
        drop(row->model);
        swap_rows(self, at, self->count - 1);
        self->count--;
    } else if (what < 8) {
        Row moved = *row;
        moved.section = self->sections[random_below(&self->random, self->section_count)];
        if (!self->is_scoped)
            row->section = moved.section;
        swap_rows(self, at, random_below(&self->random, self->count));
    } else {
        row->content = 1 + random_below(&self->random, 3);
        drop(row->model);
        row->model = new_model(row->key, row->content);
    }
}

static void change_section(World *self)
{
    size_t count = self->section_count, at = random_below(&self->random, count), what;
    size_t section = self->sections[at];

    what = random_below(&self->random, 3);
    if (what == 0 && count < SECTIONS) {
        for (section = 1000;; section++) {
            gboolean exists = FALSE;
            for (size_t i = 0; i < count; i++)
                exists |= self->sections[i] == section;
            if (!exists)
                break;
        }
        self->sections[count] = self->sections[at];
        self->sections[at] = section;
        self->section_count++;
    } else if (what == 1 && count > 1) {
        /* Its items go, or into another one. */
        self->sections[at] = self->sections[--self->section_count];
        for (size_t i = 0; i < self->count; i++)
            if (self->rows[i].section == section && !self->is_scoped && random_chance(&self->random, 50))
                self->rows[i].section = self->sections[0];
    } else {
        size_t other = random_below(&self->random, count);
        self->sections[at] = self->sections[other];
        self->sections[other] = section;
    }
}

static void set(World *self, const iq_update_options *options)
{
    const iq_class class = world_class();
    iq_key keys[G_N_ELEMENTS(self->rows)];
    iq_section_entry entries[SECTIONS];
    size_t row = 0;

    for (size_t i = 0; i < self->count; i++)
        keys[i] = iq_key_from_u64(self->rows[i].key);
    for (size_t i = 0; i < self->section_count; i++) {
        entries[i] = (iq_section_entry){
            .struct_size = sizeof *entries, .key = iq_key_from_u64(self->sections[i]), .first_item = row};
        while (row < self->count && self->rows[row].section == self->sections[i])
            row++;
    }
    iq_columns items = {.struct_size = sizeof items, .count = self->count, .keys = keys,
        .contents = &self->rows->content, .content_stride = sizeof *self->rows,
        .models = &self->rows->model, .model_stride = sizeof *self->rows,
        .classes = &class, .class_stride = IQ_SAME};
    if (self->has_sections)
        CALL(iq_list_set(self->list, entries, self->section_count, &items, options, NULL));
    else
        CALL(iq_list_set_items(self->list, &items, options, NULL));
}

/* Marks some items for reload, by an edit or a snapshot. */
static void mark(World *self)
{
    iq_snapshot *snapshot;
    iq_edit *edit;
    gboolean by_edit = random_chance(&self->random, 50);

    CALL(iq_list_snapshot(self->list, &snapshot));
    if (by_edit)
        CALL(iq_edit_begin(self->list, NULL, &edit));
    for (size_t i = 0; i < self->count; i++) {
        const Row *row = &self->rows[i];
        iq_key key = iq_key_from_u64(row->key), section = iq_key_from_u64(row->section);
        iq_item item;
        if (!random_chance(&self->random, 10))
            continue;
        self->marked[place(self, row)] = 1;
        if (by_edit) {
            CALL(iq_list_find_item(self->list, &section, key, &item));
            CALL(iq_edit_reload_items(edit, &item, 1));
        } else {
            CALL(iq_snapshot_reload_items(snapshot, self->is_scoped ? &section : NULL, &key, 1));
        }
    }
    if (by_edit) {
        CALL(iq_edit_commit(edit, NULL, NULL));
        iq_edit_destroy(edit);
    } else {
        CALL(iq_list_apply(self->list, snapshot, NULL, NULL));
    }
    iq_snapshot_destroy(snapshot);
}

void world_change(World *self)
{
    iq_update_options options = {.struct_size = sizeof options};

    if (random_chance(&self->random, 15)) {
        mark(self);
        return;
    }
    if (self->has_sections && random_chance(&self->random, 30))
        change_section(self);
    for (size_t count = random_below(&self->random, 12); count > 0; count--)
        change_row(self);
    sort_rows(self);
    forget_marks(self);
    if (random_chance(&self->random, 3)) {
        options.flags = IQ_UPDATE_RELOAD;
        self->reloaded = TRUE;
    }
    set(self, &options);
}

void world_update(World *self, size_t at)
{
    Row *row = &self->rows[at];

    row->content++;
    drop(row->model);
    row->model = new_model(row->key, row->content);
    set(self, NULL);
}

void world_set_count(World *self, size_t count)
{
    while (self->count > count)
        drop(self->rows[--self->count].model);
    set(self, NULL);
}

void world_shown(World *self)
{
    memcpy(self->shown_rows, self->rows, sizeof self->rows);
    self->shown = self->count;
    memset(self->marked, 0, sizeof self->marked);
    self->reloaded = FALSE;
}

const Row *world_shown_row(const World *self, const Row *row)
{
    return find(self, self->shown_rows, self->shown, row);
}

gboolean world_is_marked(const World *self, const Row *row)
{
    return self->marked[place(self, row)] != 0;
}

void world_create(World *self, gboolean has_sections, gboolean is_scoped, uint32_t flags)
{
    iq_list_options options = {.struct_size = sizeof options, .flags = flags,
                               .duplicates = is_scoped ? IQ_DUPLICATES_SCOPE : IQ_DUPLICATES_REFUSE};

    memset(self, 0, sizeof *self);
    self->random.state = world_seed();
    self->has_sections = has_sections;
    self->is_scoped = is_scoped;
    self->section_count = 1;
    self->sections[0] = has_sections ? 1000 : 0;
    CALL(iq_list_create(&options, &self->list));
}

void world_destroy(World *self)
{
    for (size_t i = 0; i < self->count; i++)
        drop(self->rows[i].model);
    iq_list_destroy(self->list);
}

/* ---- a follower ---------------------------------------------------------------- */

iq_key key_at(GListModel *model, guint row)
{
    IqGtkItem *item = g_list_model_get_item(model, row);
    iq_key key;

    CHECK(item != NULL);
    key = *iq_gtk_item_get_key(item);
    g_object_unref(item);
    return key;
}

static void count_notice(IqGtkItem *item, GParamSpec *spec, Follower *self)
{
    /* Of what "model" says. */
    const Model *model = iq_gtk_item_get_model(item);
    char *name = g_strdup_printf("notices-%s", spec->name);

    CHECK(memcmp(&(iq_key[]){iq_key_from_u64(model->key)}, iq_gtk_item_get_key(item), sizeof(iq_key)) == 0);
    if (strcmp(spec->name, "model") == 0)
        self->notified++;
    else
        self->moved++;
    g_object_set_data(G_OBJECT(item), name,
                      GUINT_TO_POINTER(GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(item), name)) + 1));
    g_free(name);
}

unsigned notices(IqGtkItem *item, const char *property)
{
    char *name = g_strdup_printf("notices-%s", property);
    unsigned count = GPOINTER_TO_UINT(g_object_steal_data(G_OBJECT(item), name));

    g_free(name);
    return count;
}

static void watch(Follower *self, IqGtkItem *item)
{
    if (g_object_get_data(G_OBJECT(item), "watched") != NULL)
        return;
    g_object_set_data(G_OBJECT(item), "watched", self);
    g_signal_connect(item, "notify", G_CALLBACK(count_notice), self);
}

static gboolean begins_section(GListModel *model, guint row)
{
#if GTK_CHECK_VERSION(4, 12, 0)
    guint start, end, count = g_list_model_get_n_items(model);

    gtk_section_model_get_section(GTK_SECTION_MODEL(model), row, &start, &end);
    CHECK(start <= row && row < end && (row >= count || end <= count));
    return start == row;
#else
    (void)model, (void)row;
    return FALSE;
#endif
}

/* All rows of a section answer the same, and sections follow one another. */
static void check_sections(GListModel *model)
{
#if GTK_CHECK_VERSION(4, 12, 0)
    guint start, end, count = g_list_model_get_n_items(model);

    for (guint first = 0; first < count; first = end) {
        guint others;
        gtk_section_model_get_section(GTK_SECTION_MODEL(model), first, &start, &others);
        end = others;
        CHECK(start == first && end > first && end <= count);
        for (guint row = first + 1; row < end; row++) {
            gtk_section_model_get_section(GTK_SECTION_MODEL(model), row, &start, &others);
            CHECK(start == first && others == end);
        }
    }
    gtk_section_model_get_section(GTK_SECTION_MODEL(model), count, &start, &end);
    CHECK(start == count && end == G_MAXUINT);
#else
    (void)model;
#endif
}

void follower_check(Follower *self)
{
    guint count = g_list_model_get_n_items(self->model);

    check_sections(self->model);
    CHECK(count == self->keys->len);
    CHECK(g_list_model_get_item(self->model, count) == NULL);
    for (guint i = 0; i < count; i++) {
        IqGtkItem *item = g_list_model_get_item(self->model, i);
        guint position;
        CHECK(memcmp(iq_gtk_item_get_key(item), &g_array_index(self->keys, iq_key, i), sizeof(iq_key)) == 0);
        /* It may be in two rows for a while. */
        if (iq_gtk_item_get_position(item, &position)) {
            IqGtkItem *same = g_list_model_get_item(self->model, position);
            CHECK(same == item);
            g_object_unref(same);
        } else
            CHECK(FALSE);
        if (self->holds)
            CHECK(self->items->pdata[i] == item);
        else
            g_ptr_array_add(self->seen, g_object_ref(item));
        g_object_unref(item);
    }
}

static void follow(GListModel *model, guint row, guint removed, guint added, Follower *self)
{
    CHECK(row + removed <= self->keys->len);
    self->told++;
    g_array_remove_range(self->keys, row, removed);
    g_array_remove_range(self->starts, row, removed);
    if (self->holds && removed > 0)
        g_ptr_array_remove_range(self->items, (gint)row, (gint)removed);
    for (guint i = row; i < row + added; i++) {
        IqGtkItem *item = g_list_model_get_item(model, i);
        gboolean begins = begins_section(model, i);
        CHECK(item != NULL);
        g_array_insert_val(self->keys, i, *iq_gtk_item_get_key(item));
        g_array_insert_val(self->starts, i, begins);
        if (self->holds) {
            watch(self, item);
            g_ptr_array_insert(self->items, (gint)i, item);
        } else
            g_object_unref(item);
    }
    follower_check(self);
}

#if GTK_CHECK_VERSION(4, 12, 0)
static void follow_sections(GtkSectionModel *model, guint row, guint count, Follower *self)
{
    CHECK(count > 0 && row + count <= self->starts->len);
    self->told_sections = TRUE;
    for (guint i = row; i < row + count; i++)
        g_array_index(self->starts, gboolean, i) = begins_section(G_LIST_MODEL(model), i);
}
#endif

void follower_start(Follower *self, GListModel *model, gboolean holds)
{
    *self = (Follower){.model = model, .holds = holds,
        .items = g_ptr_array_new_with_free_func(g_object_unref),
        .seen = g_ptr_array_new_with_free_func(g_object_unref),
        .keys = g_array_new(FALSE, FALSE, sizeof(iq_key)),
        .starts = g_array_new(FALSE, FALSE, sizeof(gboolean))};
    follow(model, 0, 0, g_list_model_get_n_items(model), self);
    self->told = 0;
    self->handler = g_signal_connect(model, "items-changed", G_CALLBACK(follow), self);
#if GTK_CHECK_VERSION(4, 12, 0)
    self->section_handler = g_signal_connect(model, "sections-changed", G_CALLBACK(follow_sections), self);
#endif
}

void follower_end(Follower *self)
{
    g_signal_handler_disconnect(self->model, self->handler);
#if GTK_CHECK_VERSION(4, 12, 0)
    g_signal_handler_disconnect(self->model, self->section_handler);
#endif
    for (guint i = 0; i < self->items->len; i++)
        g_signal_handlers_disconnect_by_data(self->items->pdata[i], self);
    g_ptr_array_unref(self->items);
    g_ptr_array_unref(self->seen);
    g_array_unref(self->keys);
    g_array_unref(self->starts);
}

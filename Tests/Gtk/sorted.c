/*
 * sorted.c - sorted and grouped lists behind GTK's models, without a display: after each change, and each
 * other sorter, they are as GtkSortListModel sorts the source; and what is asked for that.
 */
#include "world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 60, GROUPS = 5, KNOWN = 7 };

typedef struct {
    Model model; /* as the follower has it */
    int group;
    char name[24];
    double number;
    gint64 large;
} Person;

typedef struct {
    random_source random;
    iq_list *source, *sorted;
    IqGtkList *plain, *model; /* of both */
    GArray *keys;             /* of uint64_t, those of the source */
    Person *people[ROWS];     /* by key; NULL: not in the list */
    uint64_t contents[ROWS];
    GPtrArray *all; /* of every Person that there was */
} Crowd;

static unsigned asked;

/* ---- sorters -------------------------------------------------------------------- */

static const Person *person_of(gpointer item)
{
    return iq_gtk_item_get_model(IQ_GTK_ITEM(item));
}

static char *name_of(IqGtkItem *item, gpointer data)
{
    const Person *person = person_of(item);

    (void)data;
    asked++;
    return g_strdup(person->name);
}

static double number_of(IqGtkItem *item, gpointer data)
{
    (void)data;
    asked++;
    return person_of(item)->number;
}

static gint64 large_of(IqGtkItem *item, gpointer data)
{
    (void)data;
    asked++;
    return person_of(item)->large;
}

static guint group_of(IqGtkItem *item, gpointer data)
{
    (void)data;
    return (guint)person_of(item)->group;
}

static gboolean is_odd(IqGtkItem *item, gpointer data)
{
    (void)data;
    return person_of(item)->group % 2 != 0;
}

static float share_of(IqGtkItem *item, gpointer data)
{
    (void)data;
    return (float)person_of(item)->number / 3;
}

static int compare_groups(gconstpointer one, gconstpointer other, gpointer data)
{
    (void)data;
    return person_of((gpointer)one)->group - person_of((gpointer)other)->group;
}

static GtkExpression *expression(GType type, GCallback function)
{
    return gtk_cclosure_expression_new(type, NULL, 0, NULL, function, NULL, NULL);
}

static GtkSorter *new_numeric(GType type, GCallback function, gboolean is_descending)
{
    GtkNumericSorter *sorter = gtk_numeric_sorter_new(expression(type, function));

    gtk_numeric_sorter_set_sort_order(sorter, is_descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
    return GTK_SORTER(sorter);
}

static GtkSorter *new_string(gboolean ignores_case)
{
    GtkStringSorter *sorter = gtk_string_sorter_new(expression(G_TYPE_STRING, G_CALLBACK(name_of)));

    gtk_string_sorter_set_ignore_case(sorter, ignores_case);
    return GTK_SORTER(sorter);
}

static GtkSorter *new_custom(void)
{
    return GTK_SORTER(gtk_custom_sorter_new(compare_groups, NULL, NULL));
}

/* A sorter whose values are known, of KNOWN kinds. */
static GtkSorter *new_of_kind(size_t kind, gboolean is_descending)
{
    switch (kind) {
    case 0:
        return new_numeric(G_TYPE_DOUBLE, G_CALLBACK(number_of), is_descending);
    case 1:
        return new_numeric(G_TYPE_INT64, G_CALLBACK(large_of), is_descending);
    case 2:
        return new_numeric(G_TYPE_UINT, G_CALLBACK(group_of), is_descending);
    case 3:
        return new_numeric(G_TYPE_BOOLEAN, G_CALLBACK(is_odd), is_descending);
    case 4:
        return new_numeric(G_TYPE_FLOAT, G_CALLBACK(share_of), is_descending);
    case 5:
        return GTK_SORTER(gtk_numeric_sorter_new(NULL));
    default:
        return new_string(is_descending);
    }
}

static GtkSorter *new_known(random_source *random)
{
    return new_of_kind(random_below(random, KNOWN + 2), random_chance(random, 50));
}

#ifdef HAS_COLUMN_SORTER
static GtkSorter *new_columns(random_source *random, gboolean with_custom)
{
    GtkSorter *sorter = column_sorter_new();
    GtkColumnViewColumn *columns[3];

    for (int i = 0; i < 3; i++) {
        GtkSorter *each = i == 1 && with_custom ? new_custom() : new_known(random);
        columns[i] = gtk_column_view_column_new("Column", NULL);
        gtk_column_view_column_set_sorter(columns[i], each);
        g_object_unref(each);
    }
    for (size_t clicks = 1 + random_below(random, 6); clicks > 0; clicks--)
        column_sorter_click(sorter, columns[random_below(random, 3)]);
    for (int i = 0; i < 3; i++)
        g_object_unref(columns[i]);
    return sorter;
}
#endif

/* One sorter of two, both of which it takes. */
typedef GtkSorter *pair_function(GtkSorter *first, GtkSorter *second);

static GtkSorter *new_multi_pair(GtkSorter *first, GtkSorter *second)
{
    GtkMultiSorter *multi = gtk_multi_sorter_new();

    gtk_multi_sorter_append(multi, first);
    gtk_multi_sorter_append(multi, second);
    return GTK_SORTER(multi);
}

#ifdef HAS_COLUMN_SORTER
/* The second column was clicked once; then the first one was, twice. */
static GtkSorter *new_column_pair(GtkSorter *first, GtkSorter *second)
{
    GtkSorter *sorter = column_sorter_new(), *sorters[] = {second, first};

    for (int i = 0; i < 2; i++) {
        GtkColumnViewColumn *column = gtk_column_view_column_new("Column", NULL);
        gtk_column_view_column_set_sorter(column, sorters[i]);
        for (int clicks = i + 1; clicks > 0; clicks--)
            column_sorter_click(sorter, column);
        g_object_unref(sorters[i]);
        g_object_unref(column);
    }
    return sorter;
}
#endif

static GtkSorter *new_sorter(random_source *random)
{
    switch (random_below(random, 5)) {
    case 0:
        return new_custom();
#ifdef HAS_COLUMN_SORTER
    case 1:
        return new_columns(random, random_chance(random, 30));
#endif
    case 2: {
        GtkMultiSorter *multi = gtk_multi_sorter_new();
        gboolean with_custom = random_chance(random, 40);
        for (size_t count = random_below(random, 4); count > 0; count--)
            gtk_multi_sorter_append(multi, with_custom && count == 2 ? new_custom() : new_known(random));
        return GTK_SORTER(multi);
    }
    default:
        return new_known(random);
    }
}

/* ---- the lists --------------------------------------------------------------------- */

static void change_person(Crowd *self, uint64_t key)
{
    /* The first Ä is one character, the second one is two. */
    static const char *const names[] = {
        "", "Ada", "ada", "Adam", "\xC3\x84" "da", "A\xCC\x88" "da", "Zo\xC3\xAB",
        "a name that is long", "a name that is longer"};
    random_source *random = &self->random;
    Person *person = g_new0(Person, 1);

    person->model.key = key;
    person->group = (int)random_below(random, GROUPS);
    g_strlcpy(person->name, names[random_below(random, G_N_ELEMENTS(names))], sizeof person->name);
    person->number = random_chance(random, 5) ? NAN : (double)random_below(random, 20) / 4 - 2;
    person->large = G_MAXINT64 - (gint64)random_below(random, 3);
    g_ptr_array_add(self->all, person);
    self->people[key] = person;
    self->contents[key]++;
}

static void show(Crowd *self)
{
    iq_key keys[ROWS];
    uint64_t contents[ROWS];
    void *models[ROWS];
    iq_columns items = {.struct_size = sizeof items, .count = self->keys->len, .keys = keys,
        .contents = contents, .models = models};

    for (guint i = 0; i < self->keys->len; i++) {
        uint64_t key = g_array_index(self->keys, uint64_t, i);
        keys[i] = iq_key_from_u64(key);
        contents[i] = self->contents[key];
        models[i] = self->people[key];
    }
    CALL(iq_list_set_items(self->source, &items, NULL, NULL));
}

/* Removes some, adds some, changes and moves some. */
static void change(Crowd *self)
{
    random_source *random = &self->random;

    for (size_t count = random_below(random, 8); count > 0; count--) {
        uint64_t key = random_below(random, ROWS);
        guint at = 0, to = (guint)random_below(random, self->keys->len + 1);
        while (at < self->keys->len && g_array_index(self->keys, uint64_t, at) != key)
            at++;
        if (at == self->keys->len) {
            change_person(self, key);
            g_array_insert_val(self->keys, to, key);
        } else if (random_chance(random, 50)) {
            change_person(self, key);
        } else {
            g_array_remove_index(self->keys, at);
            if (random_chance(random, 50)) {
                to = MIN(to, self->keys->len);
                g_array_insert_val(self->keys, to, key);
            }
        }
    }
    show(self);
}

/* Until nothing waits and nothing is asked about. */
static void settle(Crowd *self)
{
    gint64 end = g_get_monotonic_time() + 60 * G_USEC_PER_SEC;
    iq_list_info info = {.struct_size = sizeof info};

    do {
        CHECK(g_get_monotonic_time() < end);
        while (g_main_context_iteration(NULL, FALSE)) {
        }
        CALL(iq_list_get_info(self->sorted, &info));
    } while (info.submissions > 0);
}

static void open_crowd(Crowd *self, uint32_t kind, uint32_t flags)
{
    iq_derive_options options = {.struct_size = sizeof options, .kind = kind, .flags = flags};

    memset(self, 0, sizeof *self);
    self->random.state = world_seed();
    self->keys = g_array_new(FALSE, FALSE, sizeof(uint64_t));
    self->all = g_ptr_array_new_with_free_func(g_free);
    CALL(iq_list_create(NULL, &self->source));
    for (int i = 0; i < 10; i++)
        change(self);
    CALL(iq_list_derive(self->source, &options, &self->sorted));
    self->plain = iq_gtk_list_new(self->source, 0);
    self->model = iq_gtk_list_new(self->sorted, 0);
    CHECK(iq_gtk_list_get_list(self->model) == self->sorted);
}

static void close_crowd(Crowd *self)
{
    g_object_unref(self->plain);
    g_object_unref(self->model);
    iq_list_destroy(self->sorted);
    iq_list_destroy(self->source);
    g_array_unref(self->keys);
    g_ptr_array_unref(self->all);
}

/* The rows are those of GTK's own model over the source. */
static void check_order(Crowd *self, GtkSorter *sorter)
{
    GtkSortListModel *oracle = gtk_sort_list_model_new(g_object_ref(G_LIST_MODEL(self->plain)),
                                                       sorter != NULL ? g_object_ref(sorter) : NULL);
    guint count = g_list_model_get_n_items(G_LIST_MODEL(oracle));

    CHECK(count == self->keys->len && g_list_model_get_n_items(G_LIST_MODEL(self->model)) == count);
    for (guint i = 0; i < count; i++) {
        iq_key wanted = key_at(G_LIST_MODEL(oracle), i), found = key_at(G_LIST_MODEL(self->model), i);
        CHECK(memcmp(&wanted, &found, sizeof found) == 0);
    }
    g_object_unref(oracle);
}

/* ---- tests --------------------------------------------------------------------------- */

static void check_each_kind(void)
{
    Crowd crowd;

    open_crowd(&crowd, IQ_DERIVE_SORTED, 0);
    for (size_t kind = 0; kind < 2 * KNOWN; kind++) {
        GtkSorter *sorter = new_of_kind(kind / 2, kind % 2 != 0);
        CHECK(iq_gtk_list_set_sorter(crowd.model, sorter, NULL));
        for (int round = 0; round < 5; round++) {
            change(&crowd);
            settle(&crowd);
            check_order(&crowd, sorter);
        }
        g_object_unref(sorter);
    }
    close_crowd(&crowd);
}

/* Each kind before each other one; one more kind has values that are unknown. */
static void check_each_pair(pair_function *new_pair)
{
    Crowd crowd;

    open_crowd(&crowd, IQ_DERIVE_SORTED, 0);
    for (size_t kinds = 0; kinds < (KNOWN + 1) * (KNOWN + 1); kinds++) {
        GtkSorter *parts[] = {NULL, NULL}, *sorter;
        size_t part[] = {kinds / (KNOWN + 1), kinds % (KNOWN + 1)};
        for (int i = 0; i < 2; i++)
            parts[i] = part[i] == KNOWN ? new_custom() : new_of_kind(part[i], random_chance(&crowd.random, 50));
        sorter = new_pair(parts[0], parts[1]);
        CHECK(iq_gtk_list_set_sorter(crowd.model, sorter, NULL));
        for (int round = 0; round < 2; round++) {
            change(&crowd);
            settle(&crowd);
            check_order(&crowd, sorter);
        }
        g_object_unref(sorter);
    }
    close_crowd(&crowd);
}

static void check_random(void)
{
    Crowd crowd;
    GtkSorter *sorter = NULL;

    open_crowd(&crowd, IQ_DERIVE_SORTED, 0);
    for (unsigned round = world_rounds(800); round > 0; round--) {
        if (random_chance(&crowd.random, 20)) {
            g_clear_object(&sorter);
            sorter = random_chance(&crowd.random, 90) ? new_sorter(&crowd.random) : NULL;
            CHECK(iq_gtk_list_set_sorter(crowd.model, sorter, NULL));
        }
        if (random_chance(&crowd.random, 80))
            change(&crowd);
        if (GTK_IS_NUMERIC_SORTER(sorter) && random_chance(&crowd.random, 30)) {
            GtkNumericSorter *numeric = GTK_NUMERIC_SORTER(sorter);
            gboolean is_ascending = gtk_numeric_sorter_get_sort_order(numeric) == GTK_SORT_ASCENDING;
            gtk_numeric_sorter_set_sort_order(numeric,
                                              is_ascending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
        }
        settle(&crowd);
        check_order(&crowd, sorter);
    }
    g_clear_object(&sorter);
    close_crowd(&crowd);
}

/* An expression is evaluated once for each item that is new or has changed. */
static void check_what_is_asked(void)
{
    Crowd crowd;
    uint64_t key;

    open_crowd(&crowd, IQ_DERIVE_SORTED, 0);
    GtkSorter *sorter = new_numeric(G_TYPE_DOUBLE, G_CALLBACK(number_of), FALSE);
    asked = 0;
    CHECK(iq_gtk_list_set_sorter(crowd.model, sorter, NULL));
    settle(&crowd);
    CHECK(asked == crowd.keys->len);
    for (unsigned changed = 0; changed < 3; changed++) {
        asked = 0;
        for (unsigned i = 0; i < changed; i++)
            change_person(&crowd, g_array_index(crowd.keys, uint64_t, i));
        show(&crowd);
        settle(&crowd);
        CHECK(asked == changed);
    }
    /* An item that moves in the source is the same. */
    asked = 0;
    key = g_array_index(crowd.keys, uint64_t, 0);
    g_array_remove_index(crowd.keys, 0);
    g_array_append_val(crowd.keys, key);
    show(&crowd);
    settle(&crowd);
    CHECK(asked == 0);
    check_order(&crowd, sorter);
    g_object_unref(sorter);
    close_crowd(&crowd);
}

static char *second_name_of(IqGtkItem *item, gpointer data)
{
    const char *second = strchr(person_of(item)->name, ' ');

    (void)data;
    return second != NULL ? g_strdup(second) : NULL;
}

/* What has no text comes last. */
static void check_texts_that_are_missing(void)
{
    Crowd crowd;

    open_crowd(&crowd, IQ_DERIVE_SORTED, 0);
    GtkStringSorter *sorter =
        gtk_string_sorter_new(expression(G_TYPE_STRING, G_CALLBACK(second_name_of)));
    CHECK(iq_gtk_list_set_sorter(crowd.model, GTK_SORTER(sorter), NULL));
    for (unsigned round = 0; round < 20; round++) {
        gboolean are_missing = FALSE;
        change(&crowd);
        settle(&crowd);
        for (guint i = 0; i < crowd.keys->len; i++) {
            IqGtkItem *item = g_list_model_get_item(G_LIST_MODEL(crowd.model), i);
            gboolean is_missing = strchr(person_of(item)->name, ' ') == NULL;
            CHECK(is_missing || !are_missing);
            are_missing = is_missing;
            g_object_unref(item);
        }
    }
    g_object_unref(sorter);
    close_crowd(&crowd);
}

static IqGtkItem *kept;

static double keep_item(IqGtkItem *item, gpointer data)
{
    (void)data;
    if (kept == NULL)
        kept = g_object_ref(item);
    return person_of(item)->number;
}

/* What an expression keeps stays what it was, and is no row of the model. */
static void check_an_item_that_is_kept(void)
{
    Crowd crowd;

    open_crowd(&crowd, IQ_DERIVE_SORTED, 0);
    GtkSorter *sorter = new_numeric(G_TYPE_DOUBLE, G_CALLBACK(keep_item), FALSE);
    CHECK(iq_gtk_list_set_sorter(crowd.model, sorter, NULL));
    settle(&crowd);
    iq_key first = iq_key_from_u64(g_array_index(crowd.keys, uint64_t, 0));
    CHECK(memcmp(iq_gtk_item_get_key(kept), &first, sizeof first) == 0);
    CHECK(!iq_gtk_item_get_position(kept, NULL) && iq_gtk_item_get_header(kept) == NULL);
    check_order(&crowd, sorter);
    g_clear_object(&kept);
    g_object_unref(sorter);
    close_crowd(&crowd);
}

static void count_call(GObject *object, gpointer counter)
{
    (void)object;
    ++*(unsigned *)counter;
}

/* Another order is one update: objects stay, and so does what is selected. */
static void check_what_stays(void)
{
    Crowd crowd;
    unsigned updated = 0;
    GHashTable *before = g_hash_table_new_full(NULL, NULL, g_object_unref, NULL);
    GHashTable *chosen = g_hash_table_new(NULL, NULL);

    open_crowd(&crowd, IQ_DERIVE_SORTED, 0);
    GtkSorter *sorter = new_numeric(G_TYPE_DOUBLE, G_CALLBACK(number_of), FALSE);
    GListModel *rows = G_LIST_MODEL(crowd.model);
    GtkSelectionModel *selection = GTK_SELECTION_MODEL(gtk_multi_selection_new(g_object_ref(rows)));
    guint count = g_list_model_get_n_items(rows);
    iq_gtk_list_keep_selection(crowd.model, selection);
    g_signal_connect(crowd.model, "updated", G_CALLBACK(count_call), &updated);
    for (guint i = 0; i < count; i++) {
        gpointer item = g_list_model_get_item(rows, i);
        g_hash_table_add(before, item);
        if (i % 3 == 0) {
            gtk_selection_model_select_item(selection, i, FALSE);
            g_hash_table_add(chosen, item);
        }
    }
    CHECK(iq_gtk_list_set_sorter(crowd.model, sorter, NULL));
    settle(&crowd);
    CHECK(updated == 1);
    check_order(&crowd, sorter);
    for (guint i = 0; i < count; i++) {
        gpointer item = g_list_model_get_item(rows, i);
        CHECK(g_hash_table_contains(before, item));
        CHECK(gtk_selection_model_is_selected(selection, i) == g_hash_table_contains(chosen, item));
        g_object_unref(item);
    }
    g_hash_table_unref(chosen);
    g_hash_table_unref(before);
    g_object_unref(selection);
    g_object_unref(sorter);
    close_crowd(&crowd);
}

/* ---- orders of the program's ------------------------------------------------------------ */

static unsigned given_destroyed;

/* By group, the largest first; each group's first letter is its key. */
static int rank_given(void *context, const iq_ranked *items, size_t count, uint32_t depth, iq_rank *ranks,
                      iq_key *groups)
{
    (void)context;
    CHECK(depth == 0);
    for (size_t i = 0; i < count; i++) {
        const Person *person = items[i].model;
        ranks[i] = iq_rank_from_signed(-person->group);
        if (groups != NULL)
            groups[i] = iq_key_from_u64((uint64_t)person->group);
    }
    return 0;
}

static int describe_given(void *context, iq_group *groups, size_t count)
{
    static char counts[GROUPS][ROWS + 1][16];

    (void)context;
    for (size_t i = 0; i < count; i++) {
        int group = ((const Person *)groups[i].first.model)->group;
        char *text = counts[group][groups[i].count];
        g_snprintf(text, sizeof counts[0][0], "%d: %d", group, (int)groups[i].count);
        groups[i].rank = iq_rank_from_signed(-group);
        groups[i].header = (iq_supplementary){.struct_size = sizeof groups[i].header, .kind = IQ_KIND_HEADER,
            .key = groups[i].key, .content = groups[i].count + 1, .model = text};
    }
    return 0;
}

static void destroy_given(void *context)
{
    (void)context;
    given_destroyed++;
}

static iq_order given_order(void)
{
    return (iq_order){.struct_size = sizeof(iq_order), .ask = rank_given, .describe = describe_given,
                      .destroy = destroy_given};
}

static void check_the_given_order(void)
{
    Crowd crowd;
    iq_order given = given_order();

    given.describe = NULL;
    open_crowd(&crowd, IQ_DERIVE_SORTED, 0);
    GtkSorter *by_group = new_numeric(G_TYPE_UINT, G_CALLBACK(group_of), TRUE);
    GtkNumericSorter *sorter = gtk_numeric_sorter_new(NULL);
    CHECK(iq_gtk_list_set_sorter(crowd.model, GTK_SORTER(sorter), &given));
    settle(&crowd);
    check_order(&crowd, by_group);
    GtkExpression *number = expression(G_TYPE_DOUBLE, G_CALLBACK(number_of));
    gtk_numeric_sorter_set_expression(sorter, number);
    settle(&crowd);
    check_order(&crowd, GTK_SORTER(sorter));
    gtk_numeric_sorter_set_expression(sorter, NULL);
    settle(&crowd);
    check_order(&crowd, by_group);
    CHECK(given_destroyed == 0);
    CHECK(iq_gtk_list_set_sorter(crowd.model, NULL, NULL));
    settle(&crowd);
    check_order(&crowd, NULL);
    CHECK(given_destroyed == 1);
    /* Nobody follows the sorter any more. */
    CHECK(!g_signal_has_handler_pending(sorter, g_signal_lookup("changed", GTK_TYPE_SORTER), 0, TRUE));
    gtk_numeric_sorter_set_expression(sorter, number);
    settle(&crowd);
    check_order(&crowd, NULL);
    gtk_expression_unref(number);
    g_object_unref(by_group);
    g_object_unref(sorter);
    close_crowd(&crowd);
}

/* A list that is neither sorted nor grouped refuses, and nobody has anything of it. */
static void check_refusals(void)
{
    Crowd crowd;
    iq_order given = given_order();

    open_crowd(&crowd, IQ_DERIVE_SORTED, 0);
    GtkSorter *sorter = new_custom();
    given_destroyed = 0;
    CHECK(!iq_gtk_list_set_sorter(crowd.plain, sorter, &given));
    CHECK(given_destroyed == 0);
    g_assert_finalize_object(sorter);
    close_crowd(&crowd);
}

/* The list keeps its order, and with that what it asks, when the model goes or the list does. */
static void check_lives(gboolean list_first)
{
    Crowd crowd;
    iq_order given = given_order();

    open_crowd(&crowd, IQ_DERIVE_SORTED, 0);
    GtkSorter *sorter = new_numeric(G_TYPE_DOUBLE, G_CALLBACK(number_of), FALSE);
    given_destroyed = 0;
    CHECK(iq_gtk_list_set_sorter(crowd.model, sorter, &given));
    settle(&crowd);
    if (list_first) {
        iq_list_destroy(crowd.sorted);
        gtk_numeric_sorter_set_sort_order(GTK_NUMERIC_SORTER(sorter), GTK_SORT_DESCENDING);
        CHECK(!iq_gtk_list_sync(crowd.model));
        CHECK(iq_gtk_list_get_list(crowd.model) == NULL);
        CHECK(!iq_gtk_list_set_sorter(crowd.model, sorter, NULL));
    }
    g_object_unref(crowd.model);
    CHECK((given_destroyed == 1) == list_first);
    if (!list_first)
        iq_list_destroy(crowd.sorted);
    CHECK(given_destroyed == 1);
    g_assert_finalize_object(sorter);
    g_object_unref(crowd.plain);
    iq_list_destroy(crowd.source);
    g_array_unref(crowd.keys);
    g_ptr_array_unref(crowd.all);
}

/* ---- groups ------------------------------------------------------------------------------- */

/* The header that an item should be under, of the rows as they are. */
static void check_groups(Crowd *self, Follower *follower, gboolean has_counts)
{
    int previous = GROUPS;
    guint count = g_list_model_get_n_items(G_LIST_MODEL(self->model)), counts[GROUPS] = {0};

    for (guint i = 0; i < self->keys->len; i++)
        counts[self->people[g_array_index(self->keys, uint64_t, i)]->group]++;
    CHECK(count == self->keys->len);
    for (guint i = 0; i < count; i++) {
        IqGtkItem *item = follower->items->pdata[i];
        const char *header = iq_gtk_item_get_header(item);
        int group = 0, items = 0;
        CHECK(header != NULL && sscanf(header, "%d: %d", &group, &items) == 2);
        CHECK(group == person_of(item)->group && group <= previous);
        CHECK(!has_counts || (guint)items == counts[group]);
#if GTK_CHECK_VERSION(4, 12, 0)
        guint start, end;
        gtk_section_model_get_section(GTK_SECTION_MODEL(self->model), i, &start, &end);
        CHECK((start == i) == (group != previous) && end - start == counts[group]);
        CHECK(g_array_index(follower->starts, gboolean, i) == (start == i));
#endif
        previous = group;
    }
}

/* Groups come, go and change: a handler of "section" shows a header, and each other one is right as well. */
static void show_header(IqGtkItem *item, GParamSpec *spec, GHashTable *headers)
{
    (void)spec;
    g_hash_table_insert(headers, g_object_ref(item), iq_gtk_item_get_header(item));
}

static void check_random_groups(gboolean has_counts)
{
    Crowd crowd;
    Follower follower;
    iq_order given = given_order();
    GtkSorter *sorter = NULL;

    given_destroyed = 0;
    open_crowd(&crowd, IQ_DERIVE_GROUPED, has_counts ? IQ_DERIVE_COUNTS : 0);
    CHECK(iq_gtk_list_set_sorter(crowd.model, NULL, &given));
    settle(&crowd);
    follower_start(&follower, G_LIST_MODEL(crowd.model), TRUE);
    for (unsigned round = world_rounds(400); round > 0; round--) {
        GHashTable *headers = g_hash_table_new_full(NULL, NULL, g_object_unref, NULL);
        for (guint i = 0; i < follower.items->len; i++) {
            gpointer item = follower.items->pdata[i];
            show_header(item, NULL, headers);
            g_signal_connect(item, "notify::section", G_CALLBACK(show_header), headers);
        }
        if (random_chance(&crowd.random, 20)) {
            g_clear_object(&sorter);
            sorter = new_sorter(&crowd.random);
            CHECK(iq_gtk_list_set_sorter(crowd.model, sorter, &given));
        }
        change(&crowd);
        settle(&crowd);
        check_groups(&crowd, &follower, has_counts);
        for (guint i = 0; i < follower.items->len; i++) {
            gpointer item = follower.items->pdata[i], header = iq_gtk_item_get_header(item);
            CHECK(!g_hash_table_contains(headers, item) || g_hash_table_lookup(headers, item) == header);
        }
        GHashTableIter each;
        gpointer item;
        g_hash_table_iter_init(&each, headers);
        while (g_hash_table_iter_next(&each, &item, NULL))
            g_signal_handlers_disconnect_by_data(item, headers);
        g_hash_table_unref(headers);
    }
    follower_end(&follower);
    g_clear_object(&sorter);
    close_crowd(&crowd);
    CHECK(given_destroyed > 0);
}

/* Without groups of the program's there is one, sorted. */
static void check_one_group(void)
{
    Crowd crowd;

    open_crowd(&crowd, IQ_DERIVE_GROUPED, 0);
    GtkSorter *sorter = new_string(TRUE);
    CHECK(iq_gtk_list_set_sorter(crowd.model, sorter, NULL));
    settle(&crowd);
    check_order(&crowd, sorter);
    g_object_unref(sorter);
    close_crowd(&crowd);
}

int main(void)
{
    check_each_kind();
    check_each_pair(new_multi_pair);
#ifdef HAS_COLUMN_SORTER
    check_each_pair(new_column_pair);
#endif
    check_random();
    check_what_is_asked();
    check_texts_that_are_missing();
    check_an_item_that_is_kept();
    check_what_stays();
    check_the_given_order();
    check_refusals();
    check_lives(FALSE);
    check_lives(TRUE);
    check_random_groups(FALSE);
    check_random_groups(TRUE);
    check_one_group();
    return 0;
}

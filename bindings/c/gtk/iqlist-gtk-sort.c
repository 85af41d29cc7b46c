/*
 * iqlist-gtk-sort.c - a GtkSorter gives a list its order: see iq_gtk_list_set_sorter.
 *
 * What a sorter compares is taken apart into parts whose values are known. The sort key of an item is the
 * bytes of all parts, one behind the other, and its rank is the first 16 of them:
 *
 *     sorter      percent, descending      name                            something else
 *     bytes       FE, 8 bytes inverted     01, collation key, 00           from here on `compare`
 *
 * No part's bytes begin another's. No part begins with 0, and a number has 8 bytes, a text no 0 but its last:
 * so a rank of nothing but zeroes says that the key has ended.
 */
#include "iqlist-gtk.h"

#include <string.h>

/* The most items that a poll asks about: expressions take a millisecond or two for so many, and frames are to be
 * drawn meanwhile. */
#define BATCH 2048

/* What a part begins with. A value that is missing comes last. */
#define HAS_VALUE 1
#define HAS_NONE 2

/* The order that the program gave, which several orders of the list share. */
static void given_clear(gpointer data)
{
    const iq_order *given = data;

    if (given->destroy != NULL)
        given->destroy(given->context);
}

static void given_release(iq_order *given)
{
    if (given != NULL)
        g_atomic_rc_box_release_full(given, given_clear);
}

static iq_order *given_new(const iq_order *order)
{
    iq_order *given = g_atomic_rc_box_new0(iq_order);

    memcpy(given, order, MIN(order->struct_size, sizeof *order));
    return given;
}

/* ---- what a sorter compares --------------------------------------------------- */

typedef struct {
    GtkExpression *expression;
    gboolean is_text, is_inverted, ignores_case;
    int collation;
} Part;

/* The context of one order of the list. */
typedef struct {
    iq_order *given;
    GtkSorter *sorter; /* NULL: the order is the given one */
    GArray *parts;     /* of Part */
    GByteArray *key;
    IqGtkItem *asked[2];
} Order;

#if GTK_CHECK_VERSION(4, 10, 0)
#define TEXT_COLLATION GTK_COLLATION_UNICODE
#else
#define TEXT_COLLATION 0
#endif

static void part_clear(gpointer part)
{
    gtk_expression_unref(((Part *)part)->expression);
}

static void add_part(Order *self, GtkExpression *expression, Part part)
{
    if (expression == NULL)
        return;
    part.expression = gtk_expression_ref(expression);
    g_array_append_val(self->parts, part);
}

static void add_text(Order *self, GtkStringSorter *sorter, gboolean is_inverted)
{
    Part part = {.is_text = TRUE, .is_inverted = is_inverted, .collation = TEXT_COLLATION,
                 .ignores_case = gtk_string_sorter_get_ignore_case(sorter)};

#if GTK_CHECK_VERSION(4, 10, 0)
    part.collation = gtk_string_sorter_get_collation(sorter);
#endif
    add_part(self, gtk_string_sorter_get_expression(sorter), part);
}

static void add_number(Order *self, GtkNumericSorter *sorter, gboolean is_inverted)
{
    gboolean is_descending = gtk_numeric_sorter_get_sort_order(sorter) == GTK_SORT_DESCENDING;

    add_part(self, gtk_numeric_sorter_get_expression(sorter),
             (Part){.is_inverted = is_inverted != is_descending});
}

/* Adds the parts of a sorter, up to the first one that cannot be known. FALSE: there is one. */
static gboolean add_parts(Order *self, GtkSorter *sorter, gboolean is_inverted)
{
    gboolean are_known = TRUE;

    if (GTK_IS_STRING_SORTER(sorter)) {
        add_text(self, GTK_STRING_SORTER(sorter), is_inverted);
    } else if (GTK_IS_NUMERIC_SORTER(sorter)) {
        add_number(self, GTK_NUMERIC_SORTER(sorter), is_inverted);
    } else if (GTK_IS_MULTI_SORTER(sorter)) {
        guint count = g_list_model_get_n_items(G_LIST_MODEL(sorter));
        for (guint i = 0; i < count && are_known; i++) {
            GtkSorter *each = g_list_model_get_item(G_LIST_MODEL(sorter), i);
            are_known = add_parts(self, each, is_inverted);
            g_object_unref(each);
        }
#if GTK_CHECK_VERSION(4, 10, 0)
    } else if (GTK_IS_COLUMN_VIEW_SORTER(sorter)) {
        GtkColumnViewSorter *columns = GTK_COLUMN_VIEW_SORTER(sorter);
        guint count = gtk_column_view_sorter_get_n_sort_columns(columns);
        for (guint i = 0; i < count && are_known; i++) {
            GtkSortType type = GTK_SORT_ASCENDING;
            GtkColumnViewColumn *column = gtk_column_view_sorter_get_nth_sort_column(columns, i, &type);
            gboolean is_descending = type == GTK_SORT_DESCENDING;
            are_known =
                add_parts(self, gtk_column_view_column_get_sorter(column), is_inverted != is_descending);
        }
#endif
    } else {
        are_known = gtk_sorter_get_order(sorter) == GTK_SORTER_ORDER_NONE;
    }
    return are_known;
}

/* ---- sort keys ------------------------------------------------------------------ */

static void add_byte(Order *self, guint8 byte)
{
    g_byte_array_append(self->key, &byte, 1);
}

/* FALSE: it is no number. */
static gboolean rank_number(const GValue *value, iq_rank *rank)
{
    switch (g_type_fundamental(G_VALUE_TYPE(value))) {
    case G_TYPE_BOOLEAN:
        *rank = iq_rank_from_signed(g_value_get_boolean(value));
        return TRUE;
    case G_TYPE_CHAR:
        *rank = iq_rank_from_signed(g_value_get_schar(value));
        return TRUE;
    case G_TYPE_UCHAR:
        *rank = iq_rank_from_unsigned(g_value_get_uchar(value));
        return TRUE;
    case G_TYPE_INT:
        *rank = iq_rank_from_signed(g_value_get_int(value));
        return TRUE;
    case G_TYPE_UINT:
        *rank = iq_rank_from_unsigned(g_value_get_uint(value));
        return TRUE;
    case G_TYPE_LONG:
        *rank = iq_rank_from_signed(g_value_get_long(value));
        return TRUE;
    case G_TYPE_ULONG:
        *rank = iq_rank_from_unsigned(g_value_get_ulong(value));
        return TRUE;
    case G_TYPE_INT64:
        *rank = iq_rank_from_signed(g_value_get_int64(value));
        return TRUE;
    case G_TYPE_UINT64:
        *rank = iq_rank_from_unsigned(g_value_get_uint64(value));
        return TRUE;
    case G_TYPE_FLOAT:
        *rank = iq_rank_from_double((double)g_value_get_float(value));
        return TRUE;
    case G_TYPE_DOUBLE:
        *rank = iq_rank_from_double(g_value_get_double(value));
        return TRUE;
    default:
        return FALSE;
    }
}

static void write_number(Order *self, const GValue *value)
{
    iq_rank rank;

    if (value == NULL || !rank_number(value, &rank)) {
        add_byte(self, HAS_NONE);
        return;
    }
    /* The rank of a number is in its first half. */
    guint64 bytes = GUINT64_TO_BE(rank.high);
    add_byte(self, HAS_VALUE);
    g_byte_array_append(self->key, (const guint8 *)&bytes, sizeof bytes);
}

static char *collate(const Part *part, const char *text)
{
#if GTK_CHECK_VERSION(4, 10, 0)
    if (part->collation == GTK_COLLATION_NONE)
        return g_strdup(text);
    if (part->collation == GTK_COLLATION_FILENAME)
        return g_utf8_collate_key_for_filename(text, -1);
#else
    (void)part;
#endif
    return g_utf8_collate_key(text, -1);
}

static void write_text(Order *self, const Part *part, const GValue *value)
{
    const char *text = value != NULL && G_VALUE_HOLDS_STRING(value) ? g_value_get_string(value) : NULL;

    if (text == NULL) {
        add_byte(self, HAS_NONE);
        return;
    }
    char *folded = part->ignores_case ? g_utf8_casefold(text, -1) : NULL;
    char *key = collate(part, folded != NULL ? folded : text);
    add_byte(self, HAS_VALUE);
    g_byte_array_append(self->key, (const guint8 *)key, (guint)strlen(key) + 1);
    g_free(folded);
    g_free(key);
}

static void write_part(Order *self, const Part *part, gpointer item)
{
    GValue value = G_VALUE_INIT;
    guint begin = self->key->len;
    const GValue *found = gtk_expression_evaluate(part->expression, item, &value) ? &value : NULL;

    if (part->is_text)
        write_text(self, part, found);
    else
        write_number(self, found);
    if (found != NULL)
        g_value_unset(&value);
    for (guint i = begin; i < self->key->len && part->is_inverted; i++)
        self->key->data[i] = (guint8)~self->key->data[i];
}

static iq_rank rank_item(Order *self, const iq_ranked *asked, uint32_t depth)
{
    guint needed = 16 * (depth + 1);

    self->asked[0] = iq_gtk_item_ask(self->asked[0], asked);
    g_byte_array_set_size(self->key, 0);
    for (guint i = 0; i < self->parts->len && self->key->len < needed; i++)
        write_part(self, &g_array_index(self->parts, Part, i), self->asked[0]);
    return iq_rank_from_bytes(self->key->data, self->key->len, depth);
}

/* Whether a sort key may be longer than a rank. */
static gboolean is_deep(const Order *self)
{
    for (guint i = 0; i < self->parts->len; i++)
        if (i > 0 || g_array_index(self->parts, Part, i).is_text)
            return TRUE;
    return FALSE;
}

/* ---- what the list asks ----------------------------------------------------------- */

static gboolean groups_by(const iq_order *given)
{
    return given != NULL && given->ask != NULL;
}

static int ask(void *context, const iq_ranked *items, size_t count, uint32_t depth, iq_rank *ranks,
               iq_key *groups)
{
    Order *self = context;

    if (self->sorter == NULL)
        return self->given->ask(self->given->context, items, count, depth, ranks, groups);
    if (groups != NULL && groups_by(self->given)) {
        int failure = self->given->ask(self->given->context, items, count, depth, ranks, groups);
        if (failure != 0)
            return failure;
    } else if (groups != NULL) {
        memset(groups, 0, count * sizeof *groups);
    }
    for (size_t i = 0; i < count; i++)
        ranks[i] = rank_item(self, &items[i], depth);
    return 0;
}

static int compare(void *context, const iq_ranked *a, const iq_ranked *b)
{
    Order *self = context;

    if (self->sorter == NULL)
        return self->given->compare(self->given->context, a, b);
    self->asked[0] = iq_gtk_item_ask(self->asked[0], a);
    self->asked[1] = iq_gtk_item_ask(self->asked[1], b);
    return (int)gtk_sorter_compare(self->sorter, self->asked[0], self->asked[1]);
}

static int describe(void *context, iq_group *groups, size_t count)
{
    const iq_order *given = ((Order *)context)->given;

    return given->describe(given->context, groups, count);
}

static void order_free(gpointer data)
{
    Order *self = data;

    given_release(self->given);
    for (size_t i = 0; i < G_N_ELEMENTS(self->asked); i++)
        g_clear_object(&self->asked[i]);
    g_clear_object(&self->sorter);
    g_array_unref(self->parts);
    g_byte_array_unref(self->key);
    g_free(self);
}

/* ---- the sorter of a model ---------------------------------------------------------- */

/* The sorter that a model follows: it is data of the model. */
typedef struct {
    IqGtkList *model;
    GtkSorter *sorter;
    gulong handler;
    iq_order *given;
} Followed;

static gboolean submit(const Followed *self)
{
    gboolean sorts = self->sorter != NULL && gtk_sorter_get_order(self->sorter) != GTK_SORTER_ORDER_NONE;
    iq_list *list = iq_gtk_list_get_list(self->model);

    if (list == NULL || (self->given == NULL && !sorts))
        return list != NULL && iq_list_set_order(list, NULL, NULL, NULL) == IQ_OK;

    Order *context = g_new0(Order, 1);
    iq_order order = {.struct_size = sizeof order, .context = context, .destroy = order_free};
    context->parts = g_array_new(FALSE, FALSE, sizeof(Part));
    context->key = g_byte_array_new();
    g_array_set_clear_func(context->parts, part_clear);
    if (self->given != NULL) {
        const iq_order *given = self->given;
        context->given = g_atomic_rc_box_acquire(self->given);
        /* The ranks before may be those of a sorter. */
        order.flags = given->flags & ~IQ_ORDER_KEEP_RANKS;
        order.batch = given->batch;
        order.ask = given->ask != NULL ? ask : NULL;
        order.compare = given->compare != NULL ? compare : NULL;
        order.describe = given->describe != NULL ? describe : NULL;
    }
    if (sorts) {
        context->sorter = g_object_ref(self->sorter);
        order.compare = add_parts(context, self->sorter, FALSE) ? NULL : compare;
        order.flags = is_deep(context) ? IQ_ORDER_DEEP : 0;
        order.batch = BATCH;
        order.ask = ask;
    }
    gboolean is_submitted = iq_list_set_order(list, &order, NULL, NULL) == IQ_OK;
    if (!is_submitted)
        order_free(context);
    return is_submitted;
}

static void sorter_changed(GtkSorter *sorter, GtkSorterChange change, const Followed *self)
{
    (void)sorter, (void)change;
    submit(self);
}

static void followed_free(gpointer data)
{
    Followed *self = data;

    if (self->handler != 0)
        g_signal_handler_disconnect(self->sorter, self->handler);
    g_clear_object(&self->sorter);
    given_release(self->given);
    g_free(self);
}

gboolean iq_gtk_list_set_sorter(IqGtkList *self, GtkSorter *sorter, const iq_order *given)
{
    g_return_val_if_fail(IQ_GTK_IS_LIST(self), FALSE);
    g_return_val_if_fail(sorter == NULL || GTK_IS_SORTER(sorter), FALSE);

    Followed *followed = g_new0(Followed, 1);
    followed->model = self;
    g_set_object(&followed->sorter, sorter);
    followed->given = given != NULL ? given_new(given) : NULL;
    if (!submit(followed)) {
        if (followed->given != NULL)
            followed->given->destroy = NULL;
        followed_free(followed);
        return FALSE;
    }
    if (sorter != NULL)
        followed->handler = g_signal_connect(sorter, "changed", G_CALLBACK(sorter_changed), followed);
    g_object_set_data_full(G_OBJECT(self), "iq-gtk-sorter", followed, followed_free);
    return TRUE;
}

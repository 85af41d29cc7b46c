/* column_sorter.c - see column_sorter.h. */
#include "column_sorter.h"

#ifdef HAS_COLUMN_SORTER

typedef struct {
    GtkColumnViewColumn *column;
    gboolean is_inverted;
} SortColumn;

struct _TestColumnSorter {
    GtkSorter parent;
    GArray *columns; /* of SortColumn, the first one first */
};

G_DEFINE_TYPE(TestColumnSorter, test_column_sorter, GTK_TYPE_SORTER)

GtkCollation gtk_string_sorter_get_collation(GtkStringSorter *self)
{
    gpointer collation = g_object_get_data(G_OBJECT(self), "collation");

    return collation != NULL ? GPOINTER_TO_INT(collation) - 1 : GTK_COLLATION_UNICODE;
}

void gtk_string_sorter_set_collation(GtkStringSorter *self, GtkCollation collation)
{
    g_object_set_data(G_OBJECT(self), "collation", GINT_TO_POINTER((int)collation + 1));
}

static GtkOrdering compare(GtkSorter *sorter, gpointer one, gpointer other)
{
    GArray *columns = TEST_COLUMN_SORTER(sorter)->columns;

    for (guint i = 0; i < columns->len; i++) {
        SortColumn *each = &g_array_index(columns, SortColumn, i);
        GtkOrdering found = gtk_sorter_compare(gtk_column_view_column_get_sorter(each->column), one, other);
        if (found != GTK_ORDERING_EQUAL)
            return each->is_inverted ? -found : found;
    }
    return GTK_ORDERING_EQUAL;
}

static GtkSorterOrder get_order(GtkSorter *sorter)
{
    return TEST_COLUMN_SORTER(sorter)->columns->len > 0 ? GTK_SORTER_ORDER_PARTIAL : GTK_SORTER_ORDER_NONE;
}

static void clear_column(gpointer column)
{
    g_object_unref(((SortColumn *)column)->column);
}

static void column_sorter_finalize(GObject *object)
{
    g_array_unref(TEST_COLUMN_SORTER(object)->columns);
    G_OBJECT_CLASS(test_column_sorter_parent_class)->finalize(object);
}

static void test_column_sorter_class_init(TestColumnSorterClass *class)
{
    GTK_SORTER_CLASS(class)->compare = compare;
    GTK_SORTER_CLASS(class)->get_order = get_order;
    G_OBJECT_CLASS(class)->finalize = column_sorter_finalize;
}

static void test_column_sorter_init(TestColumnSorter *self)
{
    self->columns = g_array_new(FALSE, FALSE, sizeof(SortColumn));
    g_array_set_clear_func(self->columns, clear_column);
}

guint gtk_column_view_sorter_get_n_sort_columns(GtkColumnViewSorter *self)
{
    return self->columns->len;
}

GtkColumnViewColumn *gtk_column_view_sorter_get_nth_sort_column(GtkColumnViewSorter *self, guint position,
                                                                GtkSortType *sort_order)
{
    SortColumn *found = &g_array_index(self->columns, SortColumn, position);

    *sort_order = found->is_inverted ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING;
    return found->column;
}

GtkSorter *column_sorter_new(void)
{
    return g_object_new(test_column_sorter_get_type(), NULL);
}

void column_sorter_click(GtkSorter *sorter, GtkColumnViewColumn *column)
{
    GArray *columns = TEST_COLUMN_SORTER(sorter)->columns;
    SortColumn clicked = {g_object_ref(column), FALSE};

    for (guint i = 0; i < columns->len; i++)
        if (g_array_index(columns, SortColumn, i).column == column) {
            clicked.is_inverted = i == 0 && !g_array_index(columns, SortColumn, i).is_inverted;
            g_array_remove_index(columns, i);
            break;
        }
    g_array_prepend_val(columns, clicked);
    gtk_sorter_changed(sorter, GTK_SORTER_CHANGE_DIFFERENT);
}

#endif

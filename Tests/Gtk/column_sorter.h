/*
 * column_sorter.h - what GTK 4.10 says of the sorter of a column view, for a GTK that does not: it is
 * included before everything else, and column_sorter.c is linked. The sorter has another name than GTK's own.
 */
#ifndef COLUMN_SORTER_H
#define COLUMN_SORTER_H

#include <gtk/gtk.h>

#if !GTK_CHECK_VERSION(4, 10, 0)
#undef GTK_MINOR_VERSION
#define GTK_MINOR_VERSION 10
#define HAS_COLUMN_SORTER

typedef enum { GTK_COLLATION_NONE, GTK_COLLATION_UNICODE, GTK_COLLATION_FILENAME } GtkCollation;

/* That of the "collation" of the sorter's data. */
GtkCollation gtk_string_sorter_get_collation(GtkStringSorter *self);
void gtk_string_sorter_set_collation(GtkStringSorter *self, GtkCollation collation);

typedef struct _TestColumnSorter GtkColumnViewSorter;
#define GTK_COLUMN_VIEW_SORTER TEST_COLUMN_SORTER
#define GTK_IS_COLUMN_VIEW_SORTER TEST_IS_COLUMN_SORTER

G_DECLARE_FINAL_TYPE(TestColumnSorter, test_column_sorter, TEST, COLUMN_SORTER, GtkSorter)

guint gtk_column_view_sorter_get_n_sort_columns(GtkColumnViewSorter *self);
GtkColumnViewColumn *gtk_column_view_sorter_get_nth_sort_column(GtkColumnViewSorter *self, guint position,
                                                                GtkSortType *sort_order);

/* Makes one that sorts by nothing. */
GtkSorter *column_sorter_new(void);
/* As a click on a header does: sorts by this column first, or the other way round if it does already. */
void column_sorter_click(GtkSorter *sorter, GtkColumnViewColumn *column);
#endif

#endif

/*
 * section_model.h - GtkSectionModel as GTK 4.12 declares it, for a GTK that has it not: it is included before
 * everything else, and section_model.c is linked.
 */
#ifndef SECTION_MODEL_H
#define SECTION_MODEL_H

#include "column_sorter.h"

#if !GTK_CHECK_VERSION(4, 12, 0)
#undef GTK_MINOR_VERSION
#define GTK_MINOR_VERSION 12

#define GTK_TYPE_SECTION_MODEL (gtk_section_model_get_type())
G_DECLARE_INTERFACE(GtkSectionModel, gtk_section_model, GTK, SECTION_MODEL, GListModel)

struct _GtkSectionModelInterface {
    GTypeInterface g_iface;
    void (*get_section)(GtkSectionModel *self, guint position, guint *out_start, guint *out_end);
};

void gtk_section_model_get_section(GtkSectionModel *self, guint position, guint *out_start, guint *out_end);
void gtk_section_model_sections_changed(GtkSectionModel *self, guint position, guint n_items);
#endif

#endif

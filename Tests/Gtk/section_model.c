/* section_model.c - see section_model.h. */
#include "section_model.h"

G_DEFINE_INTERFACE(GtkSectionModel, gtk_section_model, G_TYPE_LIST_MODEL)

static guint sections_changed;

static void gtk_section_model_default_init(GtkSectionModelInterface *interface)
{
    (void)interface;
    sections_changed = g_signal_new("sections-changed", GTK_TYPE_SECTION_MODEL, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
}

void gtk_section_model_get_section(GtkSectionModel *self, guint position, guint *out_start, guint *out_end)
{
    GTK_SECTION_MODEL_GET_IFACE(self)->get_section(self, position, out_start, out_end);
}

void gtk_section_model_sections_changed(GtkSectionModel *self, guint position, guint n_items)
{
    g_signal_emit(self, sections_changed, 0, position, n_items);
}

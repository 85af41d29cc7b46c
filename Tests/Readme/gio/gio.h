/* What the README's GTK code uses of GIO, so that it compiles without GIO. */
#ifndef README_GIO_H
#define README_GIO_H

typedef struct _GListModel GListModel;

void g_list_model_items_changed(GListModel *list, unsigned position, unsigned removed,
                                unsigned added);

#endif

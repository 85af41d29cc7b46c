/**
 * @file
 * iqlist-gtk.h - an iq_list behind GTK's list widgets: copy it,
 * iqlist-gtk-chain.h and iqlist-gtk.c into your program, iqlist-gtk-sort.c to
 * sort, iqlist-gtk-hold.c to hold it while the user points at it. GTK 4.8 or
 * later.
 *
 *     IqGtkList *rows = iq_gtk_list_new(list, 0);
 *     GtkSelectionModel *selection = GTK_SELECTION_MODEL(
 *         gtk_multi_selection_new(g_object_ref(G_LIST_MODEL(rows))));
 *     iq_gtk_list_keep_selection(rows, selection);
 *     GtkWidget *view = gtk_list_view_new(selection, factory);
 *
 * From then on the view follows the list: whatever changes it, on any thread,
 * wakes the main loop, which polls the list and reports what has changed.
 *
 * Items      A living item has one object as long as anyone holds it, over all
 *            updates and moves. An item that is updated keeps its place and
 *            notifies "model": bind what a row shows to that property, or
 *            connect to it. Objects are made for the rows that GTK asks for,
 *            which for a list view are those in sight: there is no second copy
 *            of the list.
 * Signals    GListModel::items-changed is emitted splice by splice, and each
 *            time the rows are what the splices so far have made of them.
 *            Splices with at most 200 rows between them are one, with these
 *            rows: a view binds the rows around each. An item that stays, or
 *            moves within one, is the same object in the rows that are removed
 *            and in those that are added, by which GTK keeps its widget, focus
 *            and selection. Before GTK 4.12 no signal reaches from rows that a
 *            view has no widgets for into rows that it has: it would show some
 *            in the places of others. GtkSectionModel, with GTK 4.12 or later,
 *            likewise.
 * Snapshot   Rows are read from a snapshot of the list, never from a list that
 *            has gone on. Several updates that wait are shown as one. What an
 *            open edit does is not shown until its commit.
 * Selection  of GTK knows positions: an item that moves leaves it. See
 *            iq_gtk_list_keep_selection.
 * Polls      The model polls the list: nobody else does, and a list has one
 *            model at a time, for any number of views. Events of other kinds
 *            than UPDATE are handed out by the signal "event". Before a derived
 *            list those that it follows are polled, but for one that has views
 *            or hands out events: who asked for them polls it.
 * Lifetime   The list may be destroyed first: then the model shows what it
 *            showed. The model does not own the list.
 * Threads    Objects of this file belong to the thread whose main context was
 *            the thread's default when the model was made. Other threads change
 *            the list: by iq_list_submit, or in any other way.
 */
#ifndef IQLIST_GTK_H
#define IQLIST_GTK_H

#include <gtk/gtk.h>
#include <iqlist.h>

G_BEGIN_DECLS

/* ---- items -------------------------------------------------------------- */

#define IQ_GTK_TYPE_ITEM (iq_gtk_item_get_type())
/** An item of a model. Properties, all for reading:
 * - "section" (pointer: const iq_key): that of its section. Notified if the
 *   item has moved to another section, or if elements of sections (headers,
 *   footers) have changed;
 * - "model" (pointer): what iq_gtk_item_get_model returns. Notified once for
 *   each update of the item, also where the address is the same. */
G_DECLARE_FINAL_TYPE(IqGtkItem, iq_gtk_item, IQ_GTK, ITEM, GObject)

/** Returns its key, which never changes. It lives as long as the object. */
const iq_key *iq_gtk_item_get_key(IqGtkItem *self);

/** Returns the key of its section. It lives as long as the object, and changes
 * where it is if the item moves to another section. */
const iq_key *iq_gtk_item_get_section(IqGtkItem *self);

/** Returns its model, as the list held it when what is shown was taken from it:
 * the object keeps it alive until the next update is shown. Of an item that has
 * gone it is the last one, and lives as long as the object. */
gpointer iq_gtk_item_get_model(IqGtkItem *self);

/** Returns what there is to know of it, its content, cell class and level, as
 * of the same moment. It lives as long as the object, and changes where it is.
 * `section` and `states` are those of a snapshot: 0. */
const iq_item_info *iq_gtk_item_get_info(IqGtkItem *self);

/** Returns the model of its section's header (IQ_KIND_HEADER), NULL if it has
 * none: for a header factory, whose item is the first one of the section. */
gpointer iq_gtk_item_get_header(IqGtkItem *self);

/** Finds its row; `position` is optional. FALSE: the item has gone, or while
 * items-changed is emitted, it is in no row at this moment. O(log n). */
gboolean iq_gtk_item_get_position(IqGtkItem *self, guint *position);

/** Returns an object of an item that an order asks about (iqlist.h, ORDER), for
 * what takes objects: a GtkExpression, a GtkSorter. It has what the order is
 * told, as long as that lives, and the source's section; it is in no row, and
 * has no header. `used`, optional, is one that was returned before, whose
 * reference is taken: it is filled again, unless somebody else holds it. */
IqGtkItem *iq_gtk_item_ask(IqGtkItem *used, const iq_ranked *asked);

/* ---- the model ---------------------------------------------------------- */

#define IQ_GTK_TYPE_LIST (iq_gtk_list_get_type())
/** The rows of a list, of type IqGtkItem: a GListModel, and with GTK 4.12 or
 * later a GtkSectionModel. The sections follow one another in one flat list;
 * empty ones have no row. Signals:
 * - "event" (IqGtkList *, const iq_event *, gpointer data): an event of the
 *   kinds that were asked for, as iq_list_poll handed it out. It lives until
 *   the handlers return. Its positions are those of the list, which what is
 *   shown may be behind: identify items by key.
 * - "updated" (IqGtkList *, gpointer data): an update is shown, and all its
 *   other signals were emitted. */
G_DECLARE_FINAL_TYPE(IqGtkList, iq_gtk_list, IQ_GTK, LIST, GObject)

/** Makes a model that shows what the list shows. `kinds` are those of
 * iq_list_set_events, which this calls; UPDATE is always made, and handed to
 * "event" only if it is among them (then also for submissions that fail). A
 * source is attached to the thread-default main context. NULL if it fails: see
 * iq_get_last_error. */
IqGtkList *iq_gtk_list_new(iq_list *list, uint32_t kinds);

/** Returns the list; NULL once the model has found that it was destroyed. */
iq_list *iq_gtk_list_get_list(IqGtkList *self);

/** Polls the list and shows what it shows, without waiting for the main loop.
 * FALSE if that is not possible now: an edit is open, another thread changes
 * the list again and again, memory is short (it is tried again by the main
 * loop); if the list was destroyed; or from a handler of items-changed. */
gboolean iq_gtk_list_sync(IqGtkList *self);

/** Keeps the selection on the same items over every update from now on: those
 * that have moved are selected again when all is shown. It is a
 * GtkSingleSelection or a GtkMultiSelection whose model is `self` itself, not
 * one that sorts or filters it, and is not kept alive. Property notifications
 * of the selection wait until an update is shown, so that a selected item that
 * moves is never another one in between. Items that have gone are not selected
 * any more. O(selected log k), and O(n) for more than 256. */
void iq_gtk_list_keep_selection(IqGtkList *self, GtkSelectionModel *selection);

/** Keeps what is visible of a view over every update from now on, by the rule of
 * views (iqlist.h, VIEWS): at the top it stays at the top, so that new first rows
 * are seen, unless a page may come before them; elsewhere it goes along with the
 * rows that have stayed in order and together. By itself GTK holds one row,
 * wherever that goes, and at the top may leave new first rows blank. `view` is a
 * GtkListView or GtkColumnView, vertical, whose selection has `self` itself as
 * its model; it is not kept alive. Where its rows are not equally high it is
 * kept at the top only, and GTK's own way is left elsewhere. O(v log k + v^2)
 * for v visible rows, at most 256, and k changes. */
void iq_gtk_list_keep_scroll(IqGtkList *self, GtkWidget *view);

/* ---- iqlist-gtk-sort.c --------------------------------------------------- */

/** Sorts a list that is sorted or grouped (iqlist.h, ORDER) as a sorter says, now
 * and whenever that changes: with gtk_column_view_get_sorter a click on the
 * header of a column sorts. Each time it is one update with the fewest moves,
 * and the list goes on following its source. What the sorter finds equal stays
 * in the source's order. Its expressions and functions get an IqGtkItem, see
 * iq_gtk_item_ask, in polls, and no second copy of the list is made.
 *
 * A GtkNumericSorter and a GtkStringSorter are asked once for each item that is
 * new or has changed, and so are those of a GtkMultiSorter and, with GTK 4.10 or
 * later, of the columns of a column view. Any other sorter compares items, n log
 * n of them for a new order, and so does what comes behind it; with an earlier
 * GTK a column view's always does, as it does not say which columns it sorts by.
 *
 * `given` is the order while the sorter is NULL or sorts by nothing, as before
 * the first click; NULL: the source's. The groups of a grouped list are those of
 * its `ask`, and `describe` describes them, whatever the sorter says of the items
 * within them; without it there is one group. It is copied; its `destroy` is
 * called when the model has another sorter, or has gone, and the list has let go
 * of the last order.
 *
 * The list keeps its order, and the sorter, when the model goes: destroy it on the
 * thread of the model. A column view that ends sorts by nothing from then on.
 *
 * FALSE, and nothing has changed: see iq_list_set_order. If the order cannot be
 * set later, that before it stays. */
gboolean iq_gtk_list_set_sorter(IqGtkList *self, GtkSorter *sorter,
                                const iq_order *given);

/* ---- iqlist-gtk-hold.c --------------------------------------------------- */

/** Holds the list still (iq_list_hold) while a button or a finger is down in a
 * view of the model: rows that move away under the pointer are the wrong rows to
 * click. What waits is shown after the release. The model may stand behind
 * others, as those that GTK has for filters. The view is not kept alive, and
 * keeps neither the model nor the list. */
void iq_gtk_list_hold_while_pressed(IqGtkList *self, GtkWidget *view);

G_END_DECLS

#endif

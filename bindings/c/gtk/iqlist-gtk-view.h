/**
 * @file
 * iqlist-gtk-view.h - a GTK widget that shows an iq_list by a view that is laid
 * out (iqlist.h, LAYOUT): copy all files iqlist-gtk-view* and
 * iqlist-gtk-chain.h into your program. GTK 4.8 or later.
 *
 *     GtkWidget *view = iq_gtk_view_new(list, NULL, 0);
 *     iq_gtk_view_set_layout(IQ_GTK_VIEW(view), (iq_section){0}, &layout);
 *     gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), view);
 *
 * Lists, grids, lanes and flows, section by section, with headers and footers that may
 * stick, items of any size, and a layout that can be replaced at any time. Where
 * GtkListView and GtkGridView fit, iqlist-gtk.h puts a list behind them.
 *
 * Cells      are widgets of the host's, made by its cell classes: `create_cell`
 *            writes a new GtkWidget to `object`, `bind_cell` shows event->model
 *            in event->object, `unbind_cell` lets go of it, and `destroy_cell`
 *            is iq_gtk_cell_destroy. The view puts each of them into a cell of
 *            its own, with the CSS name "row" for items and "header" for all
 *            other elements. There are about as many as are visible. An item
 *            without a class has no widget.
 * Sizes      Where a length is IQ_LENGTH_AUTO it is the natural size of the
 *            widget, with its cell's padding: in a flow the width, and along the
 *            axis the height for the width that there is. A widget that grows
 *            later is measured again. Where the layout has a `measure`, that
 *            says how large things are, and widgets are not asked.
 * Units      are the pixels of GTK, and whole numbers: `grain` is 1 unless the
 *            options say otherwise.
 * Scrolling  The view is a GtkScrollable for a GtkScrolledWindow. What is
 *            visible stays where it is when the list or sizes change, by the
 *            view's anchor. While the user scrolls, such a correction moves the
 *            bounds of the adjustment, never its value, so that a scroll that
 *            goes on is not disturbed; half a second after the last movement the
 *            content begins at 0 again. While the user holds the slider of a
 *            scroll bar with the view's adjustment, be it the scrolled window's
 *            or another one, its bounds stay as they are: its ends are those of
 *            the content, what is measured moves no slider, and when it is
 *            released it shows where the content is (IQ_SCROLL_BAR).
 * Size       The natural size is all of the content along the axis, up to 16,384
 *            pixels, and across what the widest cell wants that was seen in
 *            this layout, as often as there are columns: for a scrolled window
 *            that propagates it. The minimum is 0.
 * Keys       Arrows, Page Up and Down, Home and End move the focus and the
 *            selection, with Shift extend it, with Control move the focus only.
 *            Space and Control+Space select, Control+A selects all, Return and
 *            a double click are IQ_ACTION_PRIMARY of the item. What the user
 *            selects is subject to the traits and to iq_list_set_selection.
 *            The item that has the focus keeps its cell, also out of sight.
 * Band       With "enable-rubberband", and IQ_SELECTION_MULTIPLE, the button
 *            that is held stretches a rubber band: released, all items are
 *            selected whose cells it meets, with Control beside what is, and
 *            with Shift all from where an extended selection begins. Until then
 *            they have the state :active; Escape ends it. At the edges the list
 *            scrolls. Where the view is reorderable a band begins beside items.
 *            A press on an item selects it once it is released.
 * Presses    From the press of a button in the view, or of a finger, to its
 *            release the view holds its list (iq_list_hold), and while items are
 *            dragged out of it: what is submitted meanwhile is shown afterwards,
 *            so that what is released, or dropped beside, is what was pressed.
 *            Without "hold-while-pressed" it is shown at once.
 * Drags      See "reorderable" and "move"; from elsewhere iq_gtk_view_accept.
 * Polls      The views of a list share one poll, which its descriptor wakes:
 *            nobody else polls the list, and no IqGtkList shows it. The view may
 *            be told of anything by the functions of iqlist.h on
 *            iq_gtk_view_get_view, but for iq_view_set_layout,
 *            iq_view_set_options, iq_view_set_size and iq_view_layout; after
 *            that call iq_gtk_view_queue_layout.
 * Lifetime   The view does not own the list. If the list is destroyed first the
 *            view shows nothing.
 * Threads    The view belongs to GTK's thread. Other threads change the list.
 */
#ifndef IQLIST_GTK_VIEW_H
#define IQLIST_GTK_VIEW_H

#include <gtk/gtk.h>
#include <iqlist.h>

G_BEGIN_DECLS

#define IQ_GTK_TYPE_VIEW (iq_gtk_view_get_type())
/** A view of a list. Its CSS name is "listview", with a child "mark" where
 * something would be dropped, and a child "rubberband". Its accessible role is
 * LIST, with LIST_ITEMs that say their position in the list and whether they
 * are selected; their label is that of the host's widget. Properties beside
 * those of GtkScrollable:
 * - "reorderable" (gboolean): whether the user can drag items; at first FALSE.
 *   What is dragged is the item, with all that are selected if it is;
 * - "enable-rubberband" (gboolean): whether the user selects items by a
 *   rubber band; at first FALSE. See Band;
 * - "hold-while-pressed" (gboolean): whether what is shown stays still while
 *   the user presses; at first TRUE. See Presses.
 * Signals:
 * - "event" (IqGtkView *, const iq_event *, gpointer data): an event of the
 *   kinds that were asked for, as iq_list_poll handed it out. It lives until
 *   the handlers return. Each view of the list emits it;
 * - "move" (IqGtkView *, const iq_item *items, guint count, const iq_position
 *   *position, gpointer data) -> gboolean: the user has dropped items there, as
 *   for iq_edit_move_items_to. A handler that returns TRUE has moved them, or
 *   does not want to; otherwise the view does by iq_list_begin_reorder, which
 *   refuses items that are not IQ_TRAIT_MOVABLE. A derived list cannot be
 *   edited: its handler moves items of the source;
 * - "drop" (IqGtkView *, const GValue *value, const iq_position *position,
 *   gpointer data) -> gboolean: the user has dropped a value that the view
 *   accepts, before the item at a position, as for iq_edit_insert_items; in an
 *   empty list {0, 0}. TRUE: the handler has taken it;
 * - "resize" (IqGtkView *, int width, int height, gpointer data): the view has
 *   another size, and is laid out next: the place to set a layout with as many
 *   columns as fit. */
G_DECLARE_FINAL_TYPE(IqGtkView, iq_gtk_view, IQ_GTK, VIEW, GtkWidget)

/** Makes a view. The options are those of iq_view_create: IQ_VIEW_LAID_OUT and
 * IQ_VIEW_RTL, which follows the widget's direction, are set by the view.
 * `kinds` are those of iq_list_set_events; the views of a list get all that one
 * of them asks for. NULL if it fails: see iq_get_last_error. */
GtkWidget *iq_gtk_view_new(iq_list *list, const iq_view_options *options,
                           uint32_t kinds);

/** Returns the engine's view, NULL once its list was destroyed. It lives as long
 * as the widget. */
iq_view *iq_gtk_view_get_view(IqGtkView *self);

/** Sets how a section is laid out, as iq_view_set_layout does: at any time. */
iq_status iq_gtk_view_set_layout(IqGtkView *self, iq_section section,
                                 const iq_section_layout *layout);

/** Lays out with the next frame. The view does so by itself when the list has
 * changed. */
void iq_gtk_view_queue_layout(IqGtkView *self);

/** Scrolls an item, element or section into view, as iq_view_scroll_to does. */
iq_status iq_gtk_view_scroll_to(IqGtkView *self,
                                const iq_scroll_target *target);

/** Gives the keyboard's focus to an item, and scrolls it into view. FALSE: it
 * is not in the list, or has no widget. */
gboolean iq_gtk_view_focus_item(IqGtkView *self, iq_item item);

gboolean iq_gtk_view_get_reorderable(IqGtkView *self);
void iq_gtk_view_set_reorderable(IqGtkView *self, gboolean reorderable);
gboolean iq_gtk_view_get_enable_rubberband(IqGtkView *self);
void iq_gtk_view_set_enable_rubberband(IqGtkView *self,
                                       gboolean enable_rubberband);
gboolean iq_gtk_view_get_hold_while_pressed(IqGtkView *self);
void iq_gtk_view_set_hold_while_pressed(IqGtkView *self,
                                        gboolean hold_while_pressed);

/** Accepts drops of values of these types, from other widgets and programs:
 * GDK_TYPE_FILE_LIST, G_TYPE_STRING. Replaces what was accepted; `count` 0:
 * nothing, as at first. `actions` as for gtk_drop_target_new; of those that the
 * drag has as well, it is a copy, a move or else a link. While a drag is over
 * the view, the child "mark" shows where it would go, and near an edge the list
 * scrolls; what is dropped is the signal "drop". */
void iq_gtk_view_accept(IqGtkView *self, GType *types, gsize count,
                        GdkDragAction actions);

/** Destroys a cell's widget: `destroy_cell` of each class whose cells an
 * IqGtkView shows. */
void iq_gtk_cell_destroy(void *context, void *object);

G_END_DECLS

#endif

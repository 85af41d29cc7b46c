"""Small errors in iqlist-gtk-view*.c: what the error does; what the file has behind that in its name; its
text, which is there once; and the text with the error."""

ERRORS = [
    (
        "a widget that grows is not noticed",
        "-measure",
        "    if (is_same(wanted.width,",
        "    return FALSE;\n    if (is_same(wanted.width,",
    ),
    ("widths of a flow stay", "", "        iq_gtk_view_forget_widths(self);", "        ;"),
    (
        "an item of a flow is as wide as it was assumed",
        "-measure",
        "gboolean asks_across = is_in_flow &&",
        "gboolean asks_across = 0 && is_in_flow &&",
    ),
    (
        "a layout is measured once",
        "",
        "        if (!iq_gtk_view_measure_cells(self))",
        "        iq_gtk_view_measure_cells(self);\n        if (1)",
    ),
    ("cells that have left stay", "-measure", "            gtk_widget_set_child_visible(child, FALSE);", ""),
    ("a correction sets the value", "-scroll", "self->shift = round(present - value);", ";"),
    ("a correction is never given back", "-scroll", "        self->shift = 0;", "        ;"),
    ("a bar that is dragged moves", "-scroll", "    if (self->has_bar)\n        return;", ""),
    ("the end of the bar is a guess", "-scroll", "self->wants_end = part >= 1;", ""),
    ("the value counts from the left", "-scroll", "(self->options.flags & IQ_VIEW_RTL) != 0;", "0;"),
    (
        "less than a pixel is a pixel",
        "-scroll",
        "round(value) - round(self->value)",
        "ceil(value - self->value)",
    ),
    ("the cursor's cell is not held", "-input", "    iq_gtk_cell_take(cell, &element);", ""),
    (
        "the focus goes with its item",
        "-input",
        "    if (place != NULL || self->cursor.id == 0)",
        "    if (1)",
    ),
    ("a selection does not extend", "-input", "    if (extends && find_index", "    if (0 && find_index"),
    (
        "space selects one item only",
        "-input",
        "    select_item(self, self->cursor, modifies, extends);",
        "    select_item(self, self->cursor, FALSE, extends);",
    ),
    (
        "anything can be dragged",
        "-drag",
        "self->reorderable ? iq_gtk_view_item_at(self, x, y) : NULL",
        "iq_gtk_view_item_at(self, x, y)",
    ),
    ("a drop moves nothing", "-drag", "status = iq_edit_commit(edit, NULL, NULL);", ";"),
    ("selected cells look as others", "-cell", "    if (is_selected == was_selected)", "    if (1)"),
    ("positions count from 0", "-cell", "place->index + 1", "place->index"),
    (
        "a poll wakes the first view only",
        "-poll",
        "        iq_gtk_view_queue_layout(view);",
        "        if (i == 0)\n            iq_gtk_view_queue_layout(view);",
    ),
    ("a view that has ended is polled for", "-poll", "    g_ptr_array_remove(self->views, view);", ""),
]

"""Small errors in iqlist-gtk.c: what the error does; the text of the file, which is there once; and the text
with the error."""

ERRORS = [
    ("behind the splices is what was there", "row - self->passed + self->behind", "row"),
    ("lists that are followed are not polled", "    iq_gtk_chain_poll(self->descriptor, self->list);", ""),
    ("the end of a splice is not counted", "self->passed = row + added;", "self->passed = row;"),
    ("an object is made for each question", "return item != NULL ? g_object_ref(item) :", "return"),
    ("objects do not leave the table", "g_hash_table_remove(self->items, &item->name);", ""),
    (
        "an item that moves may be lost",
        "        g_ptr_array_add(self->held, g_object_ref(item));\n        if (!map",
        "        if (!map",
    ),
    ("a new object is that of before", "shown = self->next;\n        else", ";\n        else"),
    ("items keep their old model", "g_ptr_array_add(old, item_show(item, self->next, after));", ""),
    (
        "all items are updated",
        "    if (summary_of(self->changeset).reload != IQ_RELOAD_NO)\n        add",
        "    add",
    ),
    ("no item is updated", "if (change->kind == IQ_ITEM_UPDATE) {", "if (0) {"),
    ("only the first of a range is updated", "first, change->count, updated", "first, 1, updated"),
    (
        "a reload updates nothing",
        "    if (summary_of(self->changeset).reload != IQ_RELOAD_NO)\n        add",
        "    if (0)\n        add",
    ),
    ("a reload has splices", "if (summary_of(self->changeset).reload != IQ_RELOAD_NO) {", "if (0) {"),
    (
        "updates are splices",
        "iq_changeset_get_splices(self->changeset, IQ_SPLICES_WITHOUT_UPDATES",
        "iq_changeset_get_splices(self->changeset, 0",
    ),
    ("splices are not joined", "if (between > IQ_GTK_NEAR)", "if (1)"),
    ("all splices are joined", "if (between > IQ_GTK_NEAR)", "if (0)"),
    (
        "splices have no bound",
        "*next < end && MAX(merged.removed, merged.added) < IQ_GTK_MOST",
        "*next < end",
    ),
    (
        "the rows in between are not counted",
        "merged.added += between + (*next)->added",
        "merged.added += (*next)->added",
    ),
    (
        "a first row that is removed is joined",
        "if (merged.position == 0 && merged.removed > 0)",
        "if (0)",
    ),
    ("scoped keys are one", "if (self->is_scoped)", "if (0)"),
    ("nobody is told of another section", "memcmp(&section, &item->section, sizeof section) != 0", "0"),
    (
        "a section behind a splice is not reported",
        "if (begins_section(self, row + added) != begins)",
        "if (0)",
    ),
    ("a section ends where the splices end", "*end = (guint)(other.first + other.count + shift);", ";"),
    ("a section begins where the splices end", "*start = (guint)other.first;", ";"),
    (
        "what has come before an open edit is not shown",
        "status == IQ_ERROR_BUSY && !self->is_behind",
        "status",
    ),
    ("an open edit counts as an update", " && !self->is_behind", " && 0"),
    ("all is new each time", "self->has_begun ? self->shown->snapshot : NULL", "NULL"),
    ("nothing is tried again", "g_source_attach(self->timer, self->context);", ";"),
    ("the selection is not kept", "    restore_selections(self);\n    self", "    self"),
    ("notifications do not wait", "g_object_freeze_notify(G_OBJECT(kept->selection));", ";"),
    (
        "a map counts the rows of after",
        "iq_changeset_get_map(self->changeset, IQ_BEFORE",
        "iq_changeset_get_map(self->changeset, IQ_AFTER",
    ),
    ("a source outlives the model", "    stop(&self->source);\n    stop", "    stop"),
    ("an item outlives the table", "((IqGtkItem *)item)->list = NULL;", ";"),
    (
        "the list's descriptor is polled",
        "self->descriptor = iq_gtk_chain_open(list);",
        "self->descriptor = descriptor;",
    ),
    ("events are handed out unasked", "if ((event.kind & self->kinds) != 0)", "if (1)"),
    (
        "a model polls inside an update",
        "if (self->changeset != NULL || self->list == NULL)",
        "if (self->list == NULL)",
    ),
]

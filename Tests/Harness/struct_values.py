"""What struct_cases.py puts into structs and parameters that are not zero, or another object than the one at
hand. A function whose parameters these tables do not know fails the test, so that none is left out."""

# The fields of a struct with a struct_size that are given something but zero. `i` counts in an array.
FIELDS: dict[str, dict[str, str]] = {
    "iq_allocator": {
        "context": "&host_memory",
        "allocate": "host_allocate",
        "reallocate": "host_reallocate",
        "release": "host_release",
    },
    "iq_class_options": {"name": "case_next_name()"},
    "iq_custom_layout": {"extent": "slanted_extent", "range": "slanted_range", "frame": "slanted_frame"},
    "iq_columns": {"count": "1", "keys": "&new_key"},
    "iq_supplementary": {"kind": "IQ_KIND_HOST", "index": "(uint32_t)i"},
    "iq_section_entry": {"key": "calls_key(70 + i)", "first_item": "i"},
}

# The size of the first version, of structs that have grown since.
FIRST = {
    "iq_error": "offsetof(iq_error, element)",
    "iq_columns": "offsetof(iq_columns, levels)",
    "iq_list_options": "offsetof(iq_list_options, splice_threshold)",
    "iq_class_options": "offsetof(iq_class_options, traits)",
    "iq_filter": "offsetof(iq_filter, passes_batch)",
    "iq_item_buffers": "offsetof(iq_item_buffers, states)",
    "iq_item_info": "offsetof(iq_item_info, states)",
    "iq_list_info": "offsetof(iq_list_info, views)",
    "iq_section_info": "offsetof(iq_section_info, states)",
    "iq_view_options": "offsetof(iq_view_options, grain)",
    "iq_section_layout": "offsetof(iq_section_layout, custom)",
}

# The other structs, as C makes one.
PLAIN = {
    "iq_key": "new_key",
    "iq_position": "{0, 0}",
    "iq_hasher": "case_hasher()",
    "iq_class": "{0}",
    "iq_change": "{.kind = IQ_ITEM_MOVE, .count = 1}",
    "iq_item": "objects.edited_item",
    "iq_section": "objects.edited_section",
    "iq_element_size": "{.element.item = objects.item, .size = {10, 10}}",
    "iq_rect": "{0}",
}

# Arrays of structs: by name, the parameter or field that counts them.
COUNTS = {
    "sections": "section_count",
    "elements": "capacity",
    "events": "capacity",
    "supplementaries": "supplementary_count",
    "sizes": "count",
}

# What makes a struct read the one that a field of it points to.
READING = {"custom": ".kind = IQ_LAYOUT_CUSTOM"}

# What a parameter is where it is not the one at hand: by function and name, by name and type, by type.
ARGUMENTS: dict[str, str] = {
    "iq_key_from_digest length": "16",
    "iq_hash_records length": "1",
    "iq_class_find name": "class_name",
    "iq_list_find_items_in_state capacity": "1",
    "iq_list_find_keys_in_state capacity": "1",
    "iq_edit_update_items flags": "IQ_COLUMN_CONTENT",
    "iq_snapshot_update_items flags": "IQ_COLUMN_CONTENT",
    "iq_list_emit action": "IQ_ACTION_HOST",
    "iq_list_remove_supplementary kind": "IQ_KIND_HOST",
    "iq_list_changes_since before": "NULL",
    "iq_list_submit snapshot": "objects.other",
    "iq_list_poll list": "case_polled()",
    "iq_view_find_cell cell": "IQ_NONE",
    "iq_view_set_extents version": "case_version()",
    "iq_view_set_extents extents": "(const double[]){7, 7}",
    "iq_view_set_extents stride": "0",
    "iq_list_set_filter list": "objects.derived",
    "iq_list_get_filter list": "objects.derived",
    "iq_list_set_order list": "objects.sorted",
    "iq_list_get_order list": "objects.sorted",
    "buffer void *": "made.text",
    "buffer char *": "made.text",
    "void *": "NULL",
    "iq_list_cancel ticket": "case_ticket()",
    "iq_log_callback": "NULL",
    "name const char *": "class_name",
    "const char **": "&made.name",
    "const iq_change **": "&made.changes",
    "const iq_splice **": "&made.splices",
    "const uint32_t **": "&made.map",
    "iq_log_level": "IQ_LOG_OFF",
    "items size_t": "10",
    "ahead size_t": "0",
    "bytes size_t": "10",
    "item iq_key": "item_key",
    "parent iq_key": "item_key",
    "iq_changeset *": "objects.changeset",
    "iq_class": "case_class",
    "iq_hasher *": "(iq_hasher[]){case_hasher()}",
    "iq_snapshot_decode bytes": "encoded_snapshot",
    "iq_snapshot_decode length": "encoded_snapshot_length",
    "iq_changeset_decode bytes": "encoded_changeset",
    "iq_changeset_decode length": "encoded_changeset_length",
    "iq_snapshot_insert_sections_beside anchor": "section_key",
    "iq_snapshot_get_section_info key": "section_key",
    "iq_list_find_section key": "section_key",
    "iq_snapshot_move_item_beside item": "calls_key(13)",
    "iq_list_find_item_in_section section": "objects.section",
    "iq_list_get_section_info section": "objects.section",
    "iq_list_get_supplementaries section": "objects.section",
    "after const iq_snapshot *": "objects.other",
    "section iq_key": "section_key",
    "section const iq_key *": "&section_key",
    "key iq_key": "item_key",
    "iq_snapshot_move_section_beside anchor": "section_key",
    "anchor iq_key": "item_key",
    "where uint32_t": "IQ_PUT_AFTER",
    "count size_t": "1",
    "states uint32_t": "IQ_STATE_EXPANDED",
    "section_count size_t": "1",
    "capacity size_t": "2",
    "length size_t": "3",
    "index size_t": "0",
    "position size_t": "0",
    "first size_t": "0",
    "section size_t": "0",
    "bytes const void *": '"abc"',
    "digest const void *": '"0123456789abcdef"',
    "fields const void *": '"\\010"',
    "string const char *": '"abc"',
    "ends const size_t *": "(const size_t[]){1}",
    "iq_list *": "objects.list",
    "const iq_list *": "objects.list",
    "iq_snapshot *": "objects.snapshot",
    "const iq_snapshot *": "objects.snapshot",
    "const iq_changeset *": "objects.changeset",
    "iq_edit *": "objects.edit",
    "iq_view *": "objects.view",
    "const iq_view *": "objects.view",
    "iq_replay *": "case_replay()",
    "const iq_replay *": "case_replay()",
    "iq_list **": "&made.list",
    "iq_snapshot **": "&made.snapshot",
    "iq_changeset **": "&made.changeset",
    "iq_edit **": "&made.edit",
    "iq_view **": "&made.view",
    "iq_replay **": "&made.replay",
    "iq_event *": "(iq_event[2]){{.struct_size = sizeof(iq_event)}}",
    "iq_item": "objects.edited_item",
    "iq_section": "objects.edited_section",
    "iq_position": "(iq_position){0, 0}",
    "size_t *": "&made.number",
    "int *": "&made.descriptor",
    "uint32_t *": "&made.destination",
    "iq_side *": "&made.destination",
    "uint64_t *": "&made.content",
    "iq_key *": "&made.key",
    "iq_class *": "&made.cell_class",
    "iq_position *": "&made.position",
    "iq_item *": "&made.item",
    "iq_section *": "&made.section",
    "double *": "&made.offset",
    "iq_rect *": "&made.frame",
    "iq_anchor": "IQ_ANCHOR_HOLD",
    "iq_direction": "IQ_DIRECTION_UP",
    "iq_side": "IQ_BEFORE",
    "iq_edge": "IQ_EDGE_END",
    "kind uint32_t": "IQ_KIND_HEADER",
    "uint32_t": "0",
    "uint64_t": "7",
    "int64_t": "7",
    "double": "7",
    "int": "1",
}

# Functions of views that are laid out, and those of views that are told what is visible.
LAID_OUT = {
    "iq_view_set_options",
    "iq_view_set_size",
    "iq_view_set_layout",
    "iq_view_set_sizes",
    "iq_view_set_extents",
    "iq_view_invalidate",
    "iq_view_layout",
    "iq_view_scroll",
    "iq_view_scroll_to",
    "iq_view_get_offset",
    "iq_view_set_anchor",
    "iq_view_get_scroll_position",
    "iq_view_set_scroll_position",
    "iq_view_find_at",
    "iq_view_get_frame",
    "iq_view_find_range",
    "iq_view_find_neighbour",
}
TOLD = {"iq_view_set_visible"}

# A list's own items, where the objects have an edited list, too.
OF_LISTS = {"iq_item": "objects.item", "iq_section": "objects.section"}

# Structs as inputs that are there already, not new ones: by function and name, or by name.
KNOWN = {
    "section": "section_key",
    "iq_list_set_states items": "objects.item",
    "iq_list_begin_reorder items": "objects.item",
    "iq_view_take_cell element": "{.struct_size = sizeof(iq_element), .item = objects.item}",
    "iq_view_find_cell element": "{.struct_size = sizeof(iq_element), .item = objects.item}",
    "iq_view_get_frame element": "{.struct_size = sizeof(iq_element), .item = objects.item}",
    "iq_snapshot_delete_sections keys": "section_key",
    "iq_snapshot_reload_sections keys": "section_key",
    "iq_snapshot_delete_items keys": "item_key",
    "iq_snapshot_update_items keys": "item_key",
    "iq_snapshot_reload_items keys": "item_key",
    "iq_snapshot_reconfigure_items keys": "item_key",
}

# Outputs that are inputs, too.
CHANGED = {"iq_hasher"}
WITHOUT_INPUT = {"iq_hasher_init"}

# Where all that is right is not enough: the snapshot has a footer more, the changeset ends elsewhere, the
# library is in use, the item is not movable, or the cell was not taken.
STATUSES = {
    "iq_changeset_apply": "IQ_ERROR_MISMATCH",
    "iq_changeset_compose": "IQ_ERROR_MISMATCH",
    "iq_memory_set_allocator": "IQ_ERROR_STATE",
    "iq_list_begin_reorder": "IQ_ERROR_REFUSED",
    "iq_list_find_parent": "IQ_ERROR_NOT_FOUND",
    "iq_list_resume": "IQ_ERROR_STATE",
    "iq_view_give_cell": "IQ_ERROR_STATE",
}
# Its own failures leave the detail of the latest one alone.
WITHOUT_DETAIL = {"iq_get_last_error"}


# Of a snapshot, which has neither handles nor states.
WITHOUT_HANDLES = {"iq_snapshot_get_items buffers.items", "iq_snapshot_get_items buffers.states"}

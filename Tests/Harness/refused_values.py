"""What refused_cases.py cannot read from the header: which parameters may be NULL, which bits a flag has,
where an index ends, and what is right whatever it is. A parameter that neither its type nor these tables tell
of fails the generation. Keys are a function and a name, a name and a type, or a type, as in
struct_values.ARGUMENTS; a field of a struct that is given is named as in `options.flags`."""

# NULL means none, or that an output is not wanted. With it the call does what it does without.
OPTIONAL = {
    "options const iq_snapshot_options *",
    "options const iq_diff_options *",
    "options const iq_list_options *",
    "options const iq_edit_options *",
    "options const iq_decode_options *",
    "options const iq_view_options *",
    "options const iq_derive_options *",
    "iq_list_changes_since changeset",
    "iq_list_changes_since after",
    "section const iq_key *",
    "missing size_t *",
    "iq_memory_set_allocator allocator",
    "ticket uint64_t *",
    "iq_snapshot_count sections",
    "iq_snapshot_count items",
    "iq_list_count sections",
    "iq_list_count items",
    "iq_view_visible first",
    "iq_view_visible count",
    "iq_changeset_apply_to_list applied",
    "iq_edit_commit changeset",
    "iq_list_apply changeset",
    "iq_list_set changeset",
    "iq_list_set_items changeset",
    "iq_list_set_section_items changeset",
    "iq_list_undo changeset",
    "iq_list_redo changeset",
    "iq_list_changes_since before",
    "iq_list_set_filter filter",
    "iq_list_set_key_states sections",
    "iq_list_keys_in_state sections",
    "iq_list_keys_in_state keys",
    "iq_list_emit element",
    "iq_hash_records keys",
    "iq_hash_records contents",
}

# A section that is {0} stands for the list.
OR_LIST = {
    "iq_list_supplementaries section",
    "iq_list_supplementary section",
    "iq_list_set_page section",
    "iq_list_page section",
    "iq_list_reach_edge section",
}

# The bits that there are: every other one is refused.
FLAGS = {
    "flags uint32_t": "IQ_READ_RETAIN",
    "iq_changeset_steps flags": "IQ_STEPS_FLAT | IQ_STEPS_SINGLE",
    "iq_changeset_splices flags": "IQ_SPLICES_WITHOUT_UPDATES",
    "iq_replay_create flags": "IQ_STEPS_FLAT | IQ_STEPS_SINGLE",
    "iq_edit_update_items flags": "IQ_COLUMN_CONTENT | IQ_COLUMN_MODEL | IQ_COLUMN_CLASS | IQ_COLUMN_LEVEL",
    "iq_list_set_states flags": "SET_FLAGS",
    "iq_list_set_range_states flags": "SET_FLAGS",
    "iq_list_set_section_states flags": "SET_FLAGS",
    "iq_list_set_key_states flags": "SET_FLAGS",
    "states uint32_t": "ITEM_STATES",
    "iq_list_set_section_states states": "SECTION_STATES",
    "iq_list_set_selection mode": "IQ_SELECTION_MULTIPLE | IQ_SELECTION_NONE | IQ_SELECTION_KEEPS",
    "iq_list_set_events kinds": "ALL_EVENTS",
    "iq_snapshot_options.flags": "IQ_SNAPSHOT_DROP_EMPTY_SECTIONS",
    "iq_list_options.flags": "IQ_LIST_DROP_EMPTY_SECTIONS | IQ_LIST_REGISTERED_CLASSES | IQ_LIST_PAYLOAD",
    "iq_diff_options.flags": "DIFF_FLAGS | UPDATE_FLAGS",
    "iq_diff options.flags": "DIFF_FLAGS",
    "iq_list_changes_since options.flags": "DIFF_FLAGS",
    "iq_list_submit options.flags": "DIFF_FLAGS | UPDATE_FLAGS | IQ_UPDATE_HERE | IQ_UPDATE_EACH",
    "iq_list_set_filter options.flags": "DIFF_FLAGS | UPDATE_FLAGS | IQ_UPDATE_HERE | IQ_UPDATE_EACH",
    "iq_item_buffers.flags": "IQ_READ_RETAIN",
    "iq_view_options.flags": "0",
    "iq_derive_options.flags": "DERIVE_FLAGS",
    "iq_page.flags": "IQ_PAGE_SHOW_LOADING",
}

# One of several: the first number that is none of them, and all above.
CHOICES = {
    "iq_side": "2",
    "iq_edge": "2",
    "iq_duplicates": "IQ_DUPLICATES_SCOPE + 1",
    "iq_log_level": "IQ_LOG_DEBUG + 1",
    "iq_replay_create dialect": "2",
    "iq_list_set_loading loading": "IQ_LOADING_FAILED + 1",
    "iq_page.state": "IQ_PAGE_ENDED + 1",
    "iq_filter.change": "IQ_FILTER_LOOSER + 1",
}

# Numbers of sections and items: the first that is refused. The list and the snapshot are A[1 2 3] B[4 5 6],
# the edited list is A[1 2] B[4 5 6].
RANGES = {
    "iq_snapshot_section_at position": 2,
    "iq_list_section_at position": 2,
    "iq_list_item_at index": 6,
    "iq_list_item_in_section position": 3,
    "iq_snapshot_read_items first": 7,
    "iq_snapshot_read_items count": 7,
    "iq_list_read_items first": 7,
    "iq_list_read_items count": 7,
    "iq_list_set_range_states first": 7,
    "iq_list_set_range_states count": 7,
    "iq_list_items_in_state first": 7,
    "iq_list_keys_in_state first": 7,
    "iq_edit_insert_items position": 3,
    "iq_edit_insert_children index": 1,
    "iq_edit_delete_item_range first": 3,
    "iq_edit_delete_item_range count": 3,
    "iq_edit_move_item_range first": 3,
    "iq_edit_move_item_range count": 3,
    "iq_edit_move_item_range position": 4,
    "iq_edit_insert_sections position": 3,
    "iq_edit_delete_section_range first": 3,
    "iq_edit_delete_section_range count": 3,
    "iq_edit_move_section_range first": 3,
    "iq_edit_move_section_range count": 3,
    "iq_edit_move_section_range position": 2,
    "iq_view_give_cell cell": 64,
}

# Keys that have to be there.
KNOWN_KEYS = {
    "anchor iq_key",
    "section iq_key",
    "iq_snapshot_move_item_before item",
    "iq_snapshot_move_item_after item",
    "iq_snapshot_move_item_to_section item",
    "iq_snapshot_section_for_key key",
    "iq_snapshot_item_for_key key",
    "iq_list_section_for_key key",
    "iq_list_item_for_key key",
}

# Right whatever it is, or wrong for a reason that only the call knows: programs of their own say so.
ANY = {
    "capacity size_t",
    "length size_t",
    "uint64_t",
    "int64_t",
    "double",
    "int",
    "void *",
    "iq_hasher_add_key key",
    "iq_changeset_find_key key",
    "kind uint32_t",
    "index uint32_t",
    "iq_log_callback",
    "iq_hash_records count",
    "iq_list_reserve items",
    "iq_list_set_undo bytes",
    "iq_view_set_visible first",
    "iq_view_set_visible count",
    "iq_view_set_visible ahead",
    "iq_view_find_cell cell",
    "iq_view_find_cell element",
    "iq_replay_count section",
    "iq_replay_find position",
}

# Functions that answer no status: with a handle that is none they do nothing, or they take none.
WITHOUT_STATUS = {
    "iq_version",
    "iq_version_string",
    "iq_build_info",
    "iq_status_name",
    "iq_memory_used",
    "iq_memory_peak",
    "iq_key_from_u64",
    "iq_snapshot_destroy",
    "iq_changeset_destroy",
    "iq_replay_destroy",
    "iq_list_destroy",
    "iq_edit_destroy",
    "iq_view_destroy",
}

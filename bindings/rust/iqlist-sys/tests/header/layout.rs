//! What Rust makes of this crate's structs and constants, in lines that the C program prints too. A name that
//! is missing here is a line that is missing.

use iqlist_sys::*;
use std::mem::{align_of, offset_of, size_of};

macro_rules! constants {
    ($lines:ident: $($name:ident),*) => {
        $($lines.push(format!("constant {} {}", stringify!($name), $name as u64));)*
    };
}

macro_rules! fields {
    ($lines:ident: $name:ident { $($field:ident),* }) => {
        $lines.push(format!("struct {} {} {}", stringify!($name), size_of::<$name>(), align_of::<$name>()));
        $($lines.push(format!(
            "field {}.{} {} {}",
            stringify!($name),
            stringify!($field),
            offset_of!($name, $field),
            size_of_field(|it: &$name| &it.$field),
        ));)*
    };
}

fn size_of_field<S, F>(_: fn(&S) -> &F) -> usize {
    size_of::<F>()
}

pub fn lines() -> Vec<String> {
    let mut lines = Vec::new();
    constants!(lines: IQ_NONE, IQ_VERSION_MAJOR, IQ_VERSION_MINOR, IQ_VERSION_PATCH);
    lines.push(format!("constant IQ_VERSION_STRING {}", IQ_VERSION_STRING.to_str().unwrap()));
    constants!(lines: IQ_VERSION, IQ_OK, IQ_ERROR_ARGUMENT, IQ_ERROR_STRUCT_SIZE, IQ_ERROR_HANDLE,
        IQ_ERROR_NO_MEMORY, IQ_ERROR_LIMIT, IQ_ERROR_BUSY, IQ_ERROR_RANGE, IQ_ERROR_NOT_FOUND,
        IQ_ERROR_DUPLICATE, IQ_ERROR_NO_SECTION, IQ_ERROR_SCOPE, IQ_ERROR_NO_KEYS, IQ_ERROR_STATE,
        IQ_ERROR_VERIFY, IQ_ERROR_NO_PAYLOAD, IQ_ERROR_MISMATCH, IQ_ERROR_FORMAT, IQ_ERROR_REFUSED,
        IQ_ERROR_CANCELLED, IQ_ERROR_SUPERSEDED, IQ_ERROR_CALLBACK);
    fields!(lines: iq_key { bytes });
    fields!(lines: iq_position { section, item });
    constants!(lines: IQ_ERROR_HAS_KEY, IQ_ERROR_HAS_SECTION, IQ_ERROR_HAS_POSITION,
        IQ_ERROR_HAS_OTHER);
    fields!(lines: iq_error { struct_size, status, argument, flags, key, section, position, other,
        message });
    fields!(lines: iq_allocator { struct_size, context, allocate, reallocate, release });
    constants!(lines: IQ_LOG_OFF, IQ_LOG_ERROR, IQ_LOG_INFO, IQ_LOG_DEBUG, IQ_CONTENT_NONE);
    fields!(lines: iq_hasher { state });
    fields!(lines: iq_class { id });
    constants!(lines: IQ_TRAIT_NOT_SELECTABLE, IQ_TRAIT_NOT_DESELECTABLE,
        IQ_TRAIT_NOT_HIGHLIGHTABLE, IQ_TRAIT_NOT_ACTIVATABLE, IQ_TRAIT_NOT_FOCUSABLE,
        IQ_TRAIT_MOVABLE, IQ_TRAIT_DELETABLE, IQ_TRAIT_INSERTABLE, IQ_TRAIT_HAS_CHILDREN);
    fields!(lines: iq_class_options { struct_size, name, context, retain, release, equal, changed,
        traits, pool, traits_of, create_cell, bind_cell, unbind_cell, destroy_cell });
    constants!(lines: IQ_SAME);
    fields!(lines: iq_columns { struct_size, count, keys, key_stride, contents, content_stride,
        models, model_stride, classes, class_stride, levels, level_stride });
    constants!(lines: IQ_READ_RETAIN);
    fields!(lines: iq_item { id });
    fields!(lines: iq_section { id });
    fields!(lines: iq_item_buffers { struct_size, flags, reserved, keys, contents, models, classes,
        items, states, levels, children });
    constants!(lines: IQ_KIND_HEADER, IQ_KIND_FOOTER, IQ_KIND_PAGE_START, IQ_KIND_PAGE_END,
        IQ_KIND_HOST);
    fields!(lines: iq_supplementary { struct_size, kind, index, key, content, model, cell_class });
    constants!(lines: IQ_DUPLICATES_REFUSE, IQ_DUPLICATES_KEEP_FIRST, IQ_DUPLICATES_KEEP_LAST,
        IQ_DUPLICATES_NUMBER, IQ_DUPLICATES_SCOPE, IQ_SNAPSHOT_DROP_EMPTY_SECTIONS);
    fields!(lines: iq_snapshot_options { struct_size, duplicates, flags });
    fields!(lines: iq_section_entry { struct_size, key, first_item, supplementaries,
        supplementary_count });
    fields!(lines: iq_section_info { struct_size, key, position, count, first, supplementary_count,
        states, reserved });
    fields!(lines: iq_item_info { struct_size, key, content, model, cell_class, position, index,
        section, states, level, children });
    constants!(lines: IQ_ITEM_DELETE, IQ_ITEM_MOVE_OUT, IQ_ITEM_MOVE_IN, IQ_ITEM_MOVE,
        IQ_ITEM_INSERT, IQ_ITEM_UPDATE, IQ_SECTION_DELETE, IQ_SECTION_MOVE, IQ_SECTION_INSERT,
        IQ_SECTION_UPDATE, IQ_SUPPLEMENTARY_DELETE, IQ_SUPPLEMENTARY_INSERT,
        IQ_SUPPLEMENTARY_UPDATE, IQ_CHANGE_RELOAD, IQ_CHANGE_RECONFIGURE, IQ_CHANGE_BY_CONTENT,
        IQ_CHANGE_BY_CLASS, IQ_CHANGE_BY_EQUAL, IQ_CHANGE_BY_MARK, IQ_CHANGE_BY_KEY,
        IQ_CHANGE_BY_LEVEL, IQ_CHANGE_BY_CHILDREN);
    fields!(lines: iq_change { kind, flags, before_section, before_item, after_section, after_item,
        final_section, final_item, count, element_kind, element_index, reserved, mask });
    fields!(lines: iq_splice { position, removed, added });
    constants!(lines: IQ_DIFF_RELOAD, IQ_DIFF_VERIFY, IQ_DIFF_KEEP_KEYS, IQ_DIFF_PAYLOAD,
        IQ_UPDATE_PLAIN, IQ_UPDATE_KEEP_LOADING, IQ_UPDATE_HERE, IQ_UPDATE_EACH,
        IQ_UPDATE_NO_STEP);
    fields!(lines: iq_diff_options { struct_size, flags, animation, reload_threshold,
        splice_threshold, delay_milliseconds, reserved, done, context });
    constants!(lines: IQ_RELOAD_NO, IQ_RELOAD_ASKED, IQ_RELOAD_THRESHOLD, IQ_UNCOUNTED);
    fields!(lines: iq_summary { struct_size, reload, reserved, sections_before, sections_after,
        items_before, items_after, section_deletes, section_inserts, section_moves, section_updates,
        item_deletes, item_inserts, item_moves, item_reloads, item_reconfigures,
        supplementary_deletes, supplementary_inserts, supplementary_updates, duplicates_dropped,
        duplicates_numbered });
    constants!(lines: IQ_STEPS_FLAT, IQ_STEPS_SINGLE, IQ_SPLICES_WITHOUT_UPDATES, IQ_BEFORE, IQ_AFTER);
    constants!(lines: IQ_REPLAY_STEPS, IQ_REPLAY_SPLICES);
    constants!(lines: IQ_MAX_ITEMS, IQ_MAX_SECTIONS, IQ_LIST_DROP_EMPTY_SECTIONS,
        IQ_LIST_REGISTERED_CLASSES, IQ_LIST_PAYLOAD);
    fields!(lines: iq_list_options { struct_size, duplicates, flags, reload_threshold, max_items,
        max_sections, splice_threshold });
    constants!(lines: IQ_END, IQ_COLUMN_CONTENT, IQ_COLUMN_MODEL, IQ_COLUMN_CLASS,
        IQ_COLUMN_LEVEL);
    fields!(lines: iq_edit_options { struct_size, wait_milliseconds, reserved });
    constants!(lines: IQ_EVENT_UPDATE, IQ_EVENT_WILL_UPDATE, IQ_EVENT_CLASS_FIRST_USED,
        IQ_EVENT_BOUND, IQ_EVENT_WILL_DISPLAY, IQ_EVENT_DID_END_DISPLAY, IQ_EVENT_STATES,
        IQ_EVENT_ACTION, IQ_EVENT_PLACEHOLDER, IQ_EVENT_PAGE, IQ_EVENT_CHILDREN, IQ_EVENT_PREFETCH,
        IQ_EVENT_REORDER, IQ_UPDATE_UNCHANGED, IQ_UPDATE_REORDERED, IQ_UPDATE_UNDONE,
        IQ_UPDATE_REDONE, IQ_CELL_NEW, IQ_CELL_RECONFIGURED, IQ_CELL_RELOADED, IQ_CELL_BY_HAND, IQ_PREFETCH_CANCEL);
    fields!(lines: iq_event { struct_size, kind, flags, version, item, section, key, section_key, position, index, element_kind, element_index, cell, object, model, cell_class, states, mask, number, count, sender, view, changeset, status, animation });
    fields!(lines: iq_element { item, section, kind, index });
    constants!(lines: IQ_ACTION_PRIMARY, IQ_ACTION_DELETE, IQ_ACTION_INSERT, IQ_ACTION_HOST);
    constants!(lines: IQ_STATES_ON, IQ_STATES_BY_USER, IQ_STATES_CLEARED, IQ_STATES_GONE);
    fields!(lines: iq_list_info { struct_size, version, sections, items, loading, placeholder, undo_steps,
        redo_steps, selected, focused, focused_section, submissions, views });
    constants!(lines: IQ_LOADING_NO, IQ_LOADING_YES, IQ_LOADING_FAILED, IQ_PLACEHOLDER_NONE,
        IQ_PLACEHOLDER_EMPTY, IQ_PLACEHOLDER_LOADING, IQ_PLACEHOLDER_FAILED, IQ_KIND_EMPTY,
        IQ_KIND_LOADING, IQ_KIND_FAILED);
    constants!(lines: IQ_EDGE_START, IQ_EDGE_END, IQ_PAGE_OFF, IQ_PAGE_MORE, IQ_PAGE_LOADING,
        IQ_PAGE_FAILED, IQ_PAGE_ENDED, IQ_PAGE_SHOW_LOADING);
    fields!(lines: iq_page { struct_size, state, distance, flags, reserved, token });
    constants!(lines: IQ_MAX_VIEWS);
    fields!(lines: iq_view_options { struct_size, flags, reserved });
    constants!(lines: IQ_REORDER_BEGAN, IQ_REORDER_DROPPED, IQ_REORDER_CANCELLED);
    constants!(lines: IQ_STATE_SELECTED, IQ_STATE_HIGHLIGHTED, IQ_STATE_FOCUSED,
        IQ_STATE_EXPANDED, IQ_STATE_HOST, IQ_SET_OFF, IQ_SET_TOGGLE, IQ_SET_ONLY, IQ_SET_BY_USER,
        IQ_SELECTION_SINGLE, IQ_SELECTION_MULTIPLE, IQ_SELECTION_NONE, IQ_SELECTION_KEEPS);
    constants!(lines: IQ_DERIVE_EXCLUSIVE, IQ_DERIVE_EXPANDED, IQ_DERIVE_FILTER,
        IQ_DERIVE_SECTIONS, IQ_DERIVE_DROP_EMPTY_SECTIONS, IQ_DERIVE_KEEP_PARENTS,
        IQ_MAX_DERIVED_DEPTH);
    fields!(lines: iq_derive_options { struct_size, flags, reserved });
    constants!(lines: IQ_FILTER_DIFFERENT, IQ_FILTER_STRICTER, IQ_FILTER_LOOSER);
    fields!(lines: iq_filter { struct_size, change, reserved, bits, version, passes, context,
        destroy });
    fields!(lines: iq_decode_options { struct_size, max_items, max_sections });
    fields!(lines: iq_statistics { struct_size, changes, match_nanoseconds, solve_nanoseconds,
        prepare_nanoseconds, commit_nanoseconds, lookups, leaves_compared, leaves_kept,
        leaves_written, tree_bytes, index_bytes, slot_bytes, scratch_bytes });
    lines
}

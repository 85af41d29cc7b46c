"""include/iqlist.h again, in its order and spelling: constants, structs, callbacks, functions.

Generated from the header: `Tests/run --renew` writes this file. It adds nothing. The header documents what
each name means, ownership and threading. The functions return a status, as in C. The layer to write programs
with is the package's other one: `import iqlist`.
"""

from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    c_char,
    c_char_p,
    c_double,
    c_int,
    c_int32,
    c_int64,
    c_size_t,
    c_uint8,
    c_uint16,
    c_uint32,
    c_uint64,
    c_void_p,
)
from typing import Any, Callable

from ._library import load

_library = load()


def _function(name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
    """A function of the library. It runs without the interpreter lock; callbacks take it."""
    function = getattr(_library, name)
    function.restype = result
    function.argtypes = arguments
    return function  # type: ignore[no-any-return]


IQ_NONE = 0xFFFFFFFF
IQ_END = c_size_t(-1).value


# --- VERSION -------------------------------------------------------------------------------------

IQ_VERSION_MAJOR = 0
IQ_VERSION_MINOR = 11
IQ_VERSION_PATCH = 0
IQ_VERSION_STRING = "0.11.0"
IQ_VERSION = 0x000B00

iq_version = _function("iq_version", c_uint32)
iq_version_string = _function("iq_version_string", c_char_p)
iq_build_info = _function("iq_build_info", c_char_p)


# --- STATUS AND ERROR ----------------------------------------------------------------------------

iq_status = c_int32

IQ_OK = 0
IQ_ERROR_ARGUMENT = 1
IQ_ERROR_STRUCT_SIZE = 2
IQ_ERROR_HANDLE = 3
IQ_ERROR_NO_MEMORY = 4
IQ_ERROR_LIMIT = 5
IQ_ERROR_BUSY = 6
IQ_ERROR_RANGE = 7
IQ_ERROR_NOT_FOUND = 8
IQ_ERROR_DUPLICATE = 9
IQ_ERROR_NO_SECTION = 10
IQ_ERROR_SCOPE = 11
IQ_ERROR_NO_KEYS = 12
IQ_ERROR_STATE = 13
IQ_ERROR_VERIFY = 14
IQ_ERROR_NO_PAYLOAD = 15
IQ_ERROR_MISMATCH = 16
IQ_ERROR_FORMAT = 17
IQ_ERROR_REFUSED = 18
IQ_ERROR_CANCELLED = 19
IQ_ERROR_SUPERSEDED = 20
IQ_ERROR_CALLBACK = 21

iq_status_name = _function("iq_status_name", c_char_p, iq_status)


class iq_key(Structure):
    _fields_ = [
        ("bytes", c_uint8 * 16),
    ]


class iq_position(Structure):
    _fields_ = [
        ("section", c_uint32),
        ("item", c_uint32),
    ]


IQ_ERROR_HAS_KEY = 1
IQ_ERROR_HAS_SECTION = 2
IQ_ERROR_HAS_POSITION = 4
IQ_ERROR_HAS_OTHER = 8
IQ_ERROR_HAS_ELEMENT = 16


class iq_error(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("status", iq_status),
        ("argument", c_uint32),
        ("flags", c_uint32),
        ("key", iq_key),
        ("section", iq_key),
        ("position", iq_position),
        ("other", iq_position),
        ("message", c_char * 192),
        ("element", c_size_t),
    ]


iq_get_last_error = _function("iq_get_last_error", iq_status, POINTER(iq_error))


# --- MEMORY AND LOG ------------------------------------------------------------------------------


class iq_allocator(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("context", c_void_p),
        ("allocate", CFUNCTYPE(c_void_p, c_void_p, c_size_t)),
        ("reallocate", CFUNCTYPE(c_void_p, c_void_p, c_void_p, c_size_t)),
        ("release", CFUNCTYPE(None, c_void_p, c_void_p)),
    ]


iq_memory_set_allocator = _function("iq_memory_set_allocator", iq_status, POINTER(iq_allocator))
iq_memory_used = _function("iq_memory_used", c_size_t)
iq_memory_peak = _function("iq_memory_peak", c_size_t)
iq_memory_trim = _function("iq_memory_trim", iq_status)
iq_log_level = c_uint32

IQ_LOG_OFF = 0
IQ_LOG_ERROR = 1
IQ_LOG_INFO = 2
IQ_LOG_DEBUG = 3

iq_log_callback = CFUNCTYPE(None, c_void_p, iq_log_level, c_char_p)
iq_log_set = _function("iq_log_set", iq_status, iq_log_callback, c_void_p, iq_log_level)


# --- KEYS AND HASHING ----------------------------------------------------------------------------

IQ_CONTENT_NONE = 0

iq_key_from_bytes = _function("iq_key_from_bytes", iq_status, c_void_p, c_size_t, POINTER(iq_key))
iq_key_from_digest = _function("iq_key_from_digest", iq_status, c_void_p, c_size_t, POINTER(iq_key))
iq_key_from_u64 = _function("iq_key_from_u64", iq_key, c_uint64)


class iq_hasher(Structure):
    _fields_ = [
        ("state", c_uint64 * 8),
    ]


iq_hasher_init = _function("iq_hasher_init", iq_status, POINTER(iq_hasher))
iq_hasher_add_unsigned = _function("iq_hasher_add_unsigned", iq_status, POINTER(iq_hasher), c_uint64)
iq_hasher_add_signed = _function("iq_hasher_add_signed", iq_status, POINTER(iq_hasher), c_int64)
iq_hasher_add_double = _function("iq_hasher_add_double", iq_status, POINTER(iq_hasher), c_double)
iq_hasher_add_bytes = _function("iq_hasher_add_bytes", iq_status, POINTER(iq_hasher), c_void_p, c_size_t)
iq_hasher_add_string = _function("iq_hasher_add_string", iq_status, POINTER(iq_hasher), c_char_p, c_size_t)
iq_hasher_add_key = _function("iq_hasher_add_key", iq_status, POINTER(iq_hasher), iq_key)
iq_hasher_add_bool = _function("iq_hasher_add_bool", iq_status, POINTER(iq_hasher), c_int)
iq_hasher_add_nothing = _function("iq_hasher_add_nothing", iq_status, POINTER(iq_hasher))
iq_hasher_get_key = _function("iq_hasher_get_key", iq_status, POINTER(iq_hasher), POINTER(iq_key))
iq_hasher_get_content = _function("iq_hasher_get_content", iq_status, POINTER(iq_hasher), POINTER(c_uint64))
iq_hash_records = _function(
    "iq_hash_records",
    iq_status,
    c_void_p,
    c_size_t,
    POINTER(c_size_t),
    c_size_t,
    POINTER(iq_key),
    POINTER(c_uint64),
)


# --- CELL CLASSES --------------------------------------------------------------------------------


class iq_class(Structure):
    _fields_ = [
        ("id", c_uint32),
    ]


IQ_TRAIT_NOT_SELECTABLE = 1
IQ_TRAIT_NOT_DESELECTABLE = 2
IQ_TRAIT_NOT_HIGHLIGHTABLE = 4
IQ_TRAIT_NOT_ACTIVATABLE = 8
IQ_TRAIT_NOT_FOCUSABLE = 16
IQ_TRAIT_MOVABLE = 32
IQ_TRAIT_DELETABLE = 64
IQ_TRAIT_INSERTABLE = 128
IQ_TRAIT_HAS_CHILDREN = 256


class iq_event(Structure):
    pass


class iq_class_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("name", c_char_p),
        ("context", c_void_p),
        ("retain", CFUNCTYPE(None, c_void_p, POINTER(c_void_p), c_size_t)),
        ("release", CFUNCTYPE(None, c_void_p, POINTER(c_void_p), c_size_t)),
        ("equal", CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p)),
        ("changed", CFUNCTYPE(c_uint64, c_void_p, c_void_p, c_void_p)),
        ("traits", c_uint32),
        ("pool", c_uint32),
        ("traits_of", CFUNCTYPE(c_uint32, c_void_p, c_void_p)),
        ("create_cell", CFUNCTYPE(c_int, c_void_p, POINTER(iq_event), POINTER(c_void_p))),
        ("bind_cell", CFUNCTYPE(c_int, c_void_p, POINTER(iq_event))),
        ("unbind_cell", CFUNCTYPE(None, c_void_p, POINTER(iq_event))),
        ("destroy_cell", CFUNCTYPE(None, c_void_p, c_void_p)),
    ]


iq_class_create = _function("iq_class_create", iq_status, POINTER(iq_class_options), POINTER(iq_class))
iq_class_find = _function("iq_class_find", iq_status, c_char_p, POINTER(iq_class))
iq_class_get_name = _function("iq_class_get_name", iq_status, iq_class, POINTER(c_char_p))


# --- COLUMNS -------------------------------------------------------------------------------------

IQ_SAME = c_size_t(-1).value


class iq_columns(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("count", c_size_t),
        ("keys", c_void_p),
        ("key_stride", c_size_t),
        ("contents", c_void_p),
        ("content_stride", c_size_t),
        ("models", c_void_p),
        ("model_stride", c_size_t),
        ("classes", c_void_p),
        ("class_stride", c_size_t),
        ("levels", c_void_p),
        ("level_stride", c_size_t),
    ]


IQ_COLUMN_CONTENT = 1
IQ_COLUMN_MODEL = 2
IQ_COLUMN_CLASS = 4
IQ_COLUMN_LEVEL = 8
IQ_READ_RETAIN = 1


class iq_item(Structure):
    _fields_ = [
        ("id", c_uint64),
    ]


class iq_section(Structure):
    _fields_ = [
        ("id", c_uint64),
    ]


class iq_item_buffers(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("flags", c_uint32),
        ("reserved", c_uint32),
        ("keys", POINTER(iq_key)),
        ("contents", POINTER(c_uint64)),
        ("models", POINTER(c_void_p)),
        ("classes", POINTER(iq_class)),
        ("items", POINTER(iq_item)),
        ("states", POINTER(c_uint32)),
        ("levels", POINTER(c_uint16)),
        ("children", POINTER(c_uint8)),
    ]


IQ_KIND_HEADER = 1
IQ_KIND_FOOTER = 2
IQ_KIND_EMPTY = 3
IQ_KIND_LOADING = 4
IQ_KIND_FAILED = 5
IQ_KIND_PAGE_START = 6
IQ_KIND_PAGE_END = 7
IQ_KIND_HOST = 16


class iq_supplementary(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("kind", c_uint32),
        ("index", c_uint32),
        ("key", iq_key),
        ("content", c_uint64),
        ("model", c_void_p),
        ("cell_class", iq_class),
    ]


# --- SNAPSHOTS -----------------------------------------------------------------------------------


class iq_snapshot(Structure):
    pass


class iq_list(Structure):
    pass


class iq_changeset(Structure):
    pass


iq_duplicates = c_uint32

IQ_DUPLICATES_REFUSE = 0
IQ_DUPLICATES_KEEP_FIRST = 1
IQ_DUPLICATES_KEEP_LAST = 2
IQ_DUPLICATES_NUMBER = 3
IQ_DUPLICATES_SCOPE = 4
IQ_SNAPSHOT_DROP_EMPTY_SECTIONS = 1


class iq_snapshot_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("duplicates", iq_duplicates),
        ("flags", c_uint32),
    ]


iq_snapshot_create = _function(
    "iq_snapshot_create", iq_status, POINTER(iq_snapshot_options), POINTER(POINTER(iq_snapshot))
)
iq_snapshot_copy = _function(
    "iq_snapshot_copy", iq_status, POINTER(iq_snapshot), POINTER(POINTER(iq_snapshot))
)
iq_snapshot_destroy = _function("iq_snapshot_destroy", None, POINTER(iq_snapshot))


class iq_section_entry(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("key", iq_key),
        ("first_item", c_size_t),
        ("supplementaries", POINTER(iq_supplementary)),
        ("supplementary_count", c_size_t),
    ]


iq_snapshot_set = _function(
    "iq_snapshot_set",
    iq_status,
    POINTER(iq_snapshot),
    POINTER(iq_section_entry),
    c_size_t,
    POINTER(iq_columns),
)
iq_snapshot_append_sections = _function(
    "iq_snapshot_append_sections", iq_status, POINTER(iq_snapshot), POINTER(iq_key), c_size_t
)

IQ_PUT_BEFORE = 1
IQ_PUT_AFTER = 2

iq_snapshot_insert_sections = _function(
    "iq_snapshot_insert_sections", iq_status, POINTER(iq_snapshot), c_size_t, POINTER(iq_key), c_size_t
)
iq_snapshot_insert_sections_beside = _function(
    "iq_snapshot_insert_sections_beside",
    iq_status,
    POINTER(iq_snapshot),
    c_uint32,
    iq_key,
    POINTER(iq_key),
    c_size_t,
)
iq_snapshot_move_section_beside = _function(
    "iq_snapshot_move_section_beside", iq_status, POINTER(iq_snapshot), iq_key, c_uint32, iq_key
)
iq_snapshot_delete_sections = _function(
    "iq_snapshot_delete_sections",
    iq_status,
    POINTER(iq_snapshot),
    POINTER(iq_key),
    c_size_t,
    POINTER(c_size_t),
)
iq_snapshot_delete_all = _function("iq_snapshot_delete_all", iq_status, POINTER(iq_snapshot))
iq_snapshot_append_items = _function(
    "iq_snapshot_append_items", iq_status, POINTER(iq_snapshot), POINTER(iq_key), POINTER(iq_columns)
)
iq_snapshot_insert_items = _function(
    "iq_snapshot_insert_items", iq_status, POINTER(iq_snapshot), iq_key, c_size_t, POINTER(iq_columns)
)
iq_snapshot_insert_items_beside = _function(
    "iq_snapshot_insert_items_beside",
    iq_status,
    POINTER(iq_snapshot),
    POINTER(iq_key),
    c_uint32,
    iq_key,
    POINTER(iq_columns),
)
iq_snapshot_insert_children = _function(
    "iq_snapshot_insert_children",
    iq_status,
    POINTER(iq_snapshot),
    POINTER(iq_key),
    iq_key,
    c_size_t,
    POINTER(iq_columns),
)
iq_snapshot_set_section_items = _function(
    "iq_snapshot_set_section_items", iq_status, POINTER(iq_snapshot), iq_key, POINTER(iq_columns)
)
iq_snapshot_update_items = _function(
    "iq_snapshot_update_items",
    iq_status,
    POINTER(iq_snapshot),
    POINTER(iq_key),
    POINTER(iq_key),
    POINTER(iq_columns),
    c_uint32,
)
iq_snapshot_move_item_beside = _function(
    "iq_snapshot_move_item_beside", iq_status, POINTER(iq_snapshot), POINTER(iq_key), iq_key, c_uint32, iq_key
)
iq_snapshot_move_item_to_end = _function(
    "iq_snapshot_move_item_to_end", iq_status, POINTER(iq_snapshot), iq_key, iq_key
)
iq_snapshot_delete_items = _function(
    "iq_snapshot_delete_items",
    iq_status,
    POINTER(iq_snapshot),
    POINTER(iq_key),
    POINTER(iq_key),
    c_size_t,
    POINTER(c_size_t),
)
iq_snapshot_delete_all_items = _function(
    "iq_snapshot_delete_all_items", iq_status, POINTER(iq_snapshot), POINTER(iq_key)
)
iq_snapshot_reload_items = _function(
    "iq_snapshot_reload_items", iq_status, POINTER(iq_snapshot), POINTER(iq_key), POINTER(iq_key), c_size_t
)
iq_snapshot_reconfigure_items = _function(
    "iq_snapshot_reconfigure_items",
    iq_status,
    POINTER(iq_snapshot),
    POINTER(iq_key),
    POINTER(iq_key),
    c_size_t,
)
iq_snapshot_reload_sections = _function(
    "iq_snapshot_reload_sections", iq_status, POINTER(iq_snapshot), POINTER(iq_key), c_size_t
)
iq_snapshot_clear_marks = _function("iq_snapshot_clear_marks", iq_status, POINTER(iq_snapshot))
iq_snapshot_set_supplementary = _function(
    "iq_snapshot_set_supplementary", iq_status, POINTER(iq_snapshot), iq_key, POINTER(iq_supplementary)
)
iq_snapshot_remove_supplementary = _function(
    "iq_snapshot_remove_supplementary", iq_status, POINTER(iq_snapshot), iq_key, c_uint32, c_uint32
)
iq_snapshot_get_count = _function(
    "iq_snapshot_get_count", iq_status, POINTER(iq_snapshot), POINTER(c_size_t), POINTER(c_size_t)
)


class iq_section_info(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("key", iq_key),
        ("position", c_size_t),
        ("count", c_size_t),
        ("first", c_size_t),
        ("supplementary_count", c_size_t),
        ("states", c_uint32),
        ("reserved", c_uint32),
    ]


iq_snapshot_get_section_info_at = _function(
    "iq_snapshot_get_section_info_at", iq_status, POINTER(iq_snapshot), c_size_t, POINTER(iq_section_info)
)
iq_snapshot_get_section_info = _function(
    "iq_snapshot_get_section_info", iq_status, POINTER(iq_snapshot), iq_key, POINTER(iq_section_info)
)
iq_snapshot_get_supplementaries = _function(
    "iq_snapshot_get_supplementaries",
    iq_status,
    POINTER(iq_snapshot),
    iq_key,
    c_uint32,
    POINTER(iq_supplementary),
    c_size_t,
    POINTER(c_size_t),
)
iq_snapshot_get_supplementary = _function(
    "iq_snapshot_get_supplementary",
    iq_status,
    POINTER(iq_snapshot),
    iq_key,
    c_uint32,
    c_uint32,
    c_uint32,
    POINTER(iq_supplementary),
)
iq_snapshot_find_position = _function(
    "iq_snapshot_find_position",
    iq_status,
    POINTER(iq_snapshot),
    POINTER(iq_key),
    iq_key,
    POINTER(iq_position),
)


class iq_item_info(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("key", iq_key),
        ("content", c_uint64),
        ("model", c_void_p),
        ("cell_class", iq_class),
        ("position", iq_position),
        ("index", c_uint32),
        ("section", iq_section),
        ("states", c_uint32),
        ("level", c_uint16),
        ("children", c_uint16),
    ]


iq_snapshot_get_item_info_at = _function(
    "iq_snapshot_get_item_info_at",
    iq_status,
    POINTER(iq_snapshot),
    iq_position,
    c_uint32,
    POINTER(iq_item_info),
)
iq_snapshot_find_index = _function(
    "iq_snapshot_find_index", iq_status, POINTER(iq_snapshot), iq_position, POINTER(c_size_t)
)
iq_snapshot_get_items = _function(
    "iq_snapshot_get_items", iq_status, POINTER(iq_snapshot), c_size_t, c_size_t, POINTER(iq_item_buffers)
)


# --- CHANGESETS ----------------------------------------------------------------------------------

iq_change_kind = c_uint32

IQ_ITEM_DELETE = 1
IQ_ITEM_MOVE_OUT = 2
IQ_ITEM_MOVE_IN = 3
IQ_ITEM_MOVE = 4
IQ_ITEM_INSERT = 5
IQ_ITEM_UPDATE = 6
IQ_SECTION_DELETE = 7
IQ_SECTION_MOVE = 8
IQ_SECTION_INSERT = 9
IQ_SECTION_UPDATE = 10
IQ_SUPPLEMENTARY_DELETE = 11
IQ_SUPPLEMENTARY_INSERT = 12
IQ_SUPPLEMENTARY_UPDATE = 13
IQ_CHANGE_RELOAD = 1
IQ_CHANGE_RECONFIGURE = 2
IQ_CHANGE_BY_CONTENT = 4
IQ_CHANGE_BY_CLASS = 8
IQ_CHANGE_BY_EQUAL = 16
IQ_CHANGE_BY_MARK = 32
IQ_CHANGE_BY_KEY = 64
IQ_CHANGE_BY_LEVEL = 128
IQ_CHANGE_BY_CHILDREN = 256


class iq_change(Structure):
    _fields_ = [
        ("kind", iq_change_kind),
        ("flags", c_uint32),
        ("before_section", c_uint32),
        ("before_item", c_uint32),
        ("after_section", c_uint32),
        ("after_item", c_uint32),
        ("final_section", c_uint32),
        ("final_item", c_uint32),
        ("count", c_uint32),
        ("element_kind", c_uint32),
        ("element_index", c_uint32),
        ("reserved", c_uint32),
        ("mask", c_uint64),
    ]


class iq_splice(Structure):
    _fields_ = [
        ("position", c_uint32),
        ("removed", c_uint32),
        ("added", c_uint32),
    ]


IQ_DIFF_RELOAD = 1
IQ_DIFF_VERIFY = 2
IQ_DIFF_KEEP_KEYS = 4
IQ_DIFF_PAYLOAD = 8


class iq_diff_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("flags", c_uint32),
        ("reserved", c_uint32),
        ("reload_threshold", c_size_t),
        ("splice_threshold", c_size_t),
    ]


iq_diff = _function(
    "iq_diff",
    iq_status,
    POINTER(iq_snapshot),
    POINTER(iq_snapshot),
    POINTER(iq_diff_options),
    POINTER(POINTER(iq_changeset)),
)
iq_changeset_destroy = _function("iq_changeset_destroy", None, POINTER(iq_changeset))
iq_changeset_copy = _function(
    "iq_changeset_copy", iq_status, POINTER(iq_changeset), POINTER(POINTER(iq_changeset))
)

IQ_RELOAD_NO = 0
IQ_RELOAD_ASKED = 1
IQ_RELOAD_THRESHOLD = 2
IQ_UNCOUNTED = c_size_t(-1).value


class iq_summary(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("reload", c_uint32),
        ("reserved", c_uint32),
        ("sections_before", c_size_t),
        ("sections_after", c_size_t),
        ("items_before", c_size_t),
        ("items_after", c_size_t),
        ("section_deletes", c_size_t),
        ("section_inserts", c_size_t),
        ("section_moves", c_size_t),
        ("section_updates", c_size_t),
        ("item_deletes", c_size_t),
        ("item_inserts", c_size_t),
        ("item_moves", c_size_t),
        ("item_reloads", c_size_t),
        ("item_reconfigures", c_size_t),
        ("supplementary_deletes", c_size_t),
        ("supplementary_inserts", c_size_t),
        ("supplementary_updates", c_size_t),
        ("duplicates_dropped", c_size_t),
        ("duplicates_numbered", c_size_t),
    ]


iq_changeset_get_summary = _function(
    "iq_changeset_get_summary", iq_status, POINTER(iq_changeset), POINTER(iq_summary)
)
iq_changeset_get_batch = _function(
    "iq_changeset_get_batch", iq_status, POINTER(iq_changeset), POINTER(POINTER(iq_change)), POINTER(c_size_t)
)
iq_changeset_get_steps = _function(
    "iq_changeset_get_steps",
    iq_status,
    POINTER(iq_changeset),
    c_uint32,
    POINTER(POINTER(iq_change)),
    POINTER(c_size_t),
)

IQ_STEPS_FLAT = 1
IQ_STEPS_SINGLE = 2

iq_change_get_destination = _function(
    "iq_change_get_destination", iq_status, POINTER(iq_change), POINTER(c_uint32)
)

IQ_SPLICES_WITHOUT_UPDATES = 1

iq_changeset_get_splices = _function(
    "iq_changeset_get_splices",
    iq_status,
    POINTER(iq_changeset),
    c_uint32,
    POINTER(POINTER(iq_splice)),
    POINTER(c_size_t),
)
iq_side = c_uint32

IQ_BEFORE = 0
IQ_AFTER = 1

iq_changeset_map_position = _function(
    "iq_changeset_map_position", iq_status, POINTER(iq_changeset), iq_side, iq_position, POINTER(iq_position)
)
iq_changeset_get_map = _function(
    "iq_changeset_get_map",
    iq_status,
    POINTER(iq_changeset),
    iq_side,
    POINTER(POINTER(c_uint32)),
    POINTER(c_size_t),
)
iq_changeset_find_key = _function(
    "iq_changeset_find_key",
    iq_status,
    POINTER(iq_changeset),
    POINTER(iq_key),
    iq_key,
    POINTER(iq_position),
    POINTER(iq_position),
)


# --- REPLAYS -------------------------------------------------------------------------------------


class iq_replay(Structure):
    pass


IQ_REPLAY_STEPS = 0
IQ_REPLAY_SPLICES = 1

iq_replay_create = _function(
    "iq_replay_create",
    iq_status,
    POINTER(iq_changeset),
    POINTER(iq_snapshot),
    c_uint32,
    c_uint32,
    POINTER(POINTER(iq_replay)),
)
iq_replay_destroy = _function("iq_replay_destroy", None, POINTER(iq_replay))
iq_replay_next = _function("iq_replay_next", iq_status, POINTER(iq_replay))
iq_replay_get_count = _function(
    "iq_replay_get_count", iq_status, POINTER(iq_replay), c_uint32, POINTER(c_size_t)
)
iq_replay_find = _function(
    "iq_replay_find", iq_status, POINTER(iq_replay), iq_position, POINTER(iq_side), POINTER(iq_position)
)


# --- CHANGESETS WITH A PAYLOAD -------------------------------------------------------------------

iq_changeset_apply = _function("iq_changeset_apply", iq_status, POINTER(iq_changeset), POINTER(iq_snapshot))

IQ_UPDATE_RELOAD = 1
IQ_UPDATE_VERIFY = 2
IQ_UPDATE_KEEP_KEYS = 4
IQ_UPDATE_PAYLOAD = 8
IQ_UPDATE_PLAIN = 16
IQ_UPDATE_KEEP_LOADING = 32
IQ_UPDATE_NO_STEP = 64


class iq_update_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("flags", c_uint32),
        ("animation", c_uint32),
        ("reload_threshold", c_size_t),
        ("splice_threshold", c_size_t),
    ]


iq_changeset_apply_to_list = _function(
    "iq_changeset_apply_to_list",
    iq_status,
    POINTER(iq_changeset),
    POINTER(iq_list),
    POINTER(iq_update_options),
    POINTER(POINTER(iq_changeset)),
)
iq_changeset_invert = _function(
    "iq_changeset_invert", iq_status, POINTER(iq_changeset), POINTER(POINTER(iq_changeset))
)
iq_changeset_compose = _function(
    "iq_changeset_compose",
    iq_status,
    POINTER(iq_changeset),
    POINTER(iq_changeset),
    POINTER(POINTER(iq_changeset)),
)


# --- LISTS ---------------------------------------------------------------------------------------

IQ_MAX_ITEMS = 2147483646
IQ_MAX_SECTIONS = 16777214
IQ_LIST_DROP_EMPTY_SECTIONS = 1
IQ_LIST_REGISTERED_CLASSES = 2
IQ_LIST_PAYLOAD = 4


class iq_list_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("duplicates", iq_duplicates),
        ("flags", c_uint32),
        ("reload_threshold", c_size_t),
        ("max_items", c_size_t),
        ("max_sections", c_size_t),
        ("splice_threshold", c_size_t),
    ]


iq_list_create = _function("iq_list_create", iq_status, POINTER(iq_list_options), POINTER(POINTER(iq_list)))
iq_list_destroy = _function("iq_list_destroy", None, POINTER(iq_list))
iq_list_register_class = _function("iq_list_register_class", iq_status, POINTER(iq_list), iq_class)
iq_list_apply = _function(
    "iq_list_apply",
    iq_status,
    POINTER(iq_list),
    POINTER(iq_snapshot),
    POINTER(iq_update_options),
    POINTER(POINTER(iq_changeset)),
)
iq_list_set = _function(
    "iq_list_set",
    iq_status,
    POINTER(iq_list),
    POINTER(iq_section_entry),
    c_size_t,
    POINTER(iq_columns),
    POINTER(iq_update_options),
    POINTER(POINTER(iq_changeset)),
)
iq_list_set_items = _function(
    "iq_list_set_items",
    iq_status,
    POINTER(iq_list),
    POINTER(iq_columns),
    POINTER(iq_update_options),
    POINTER(POINTER(iq_changeset)),
)
iq_list_set_section_items = _function(
    "iq_list_set_section_items",
    iq_status,
    POINTER(iq_list),
    iq_key,
    POINTER(iq_columns),
    POINTER(iq_update_options),
    POINTER(POINTER(iq_changeset)),
)
iq_list_snapshot = _function("iq_list_snapshot", iq_status, POINTER(iq_list), POINTER(POINTER(iq_snapshot)))
iq_list_get_count = _function(
    "iq_list_get_count", iq_status, POINTER(iq_list), POINTER(c_size_t), POINTER(c_size_t)
)
iq_list_find_section_at = _function(
    "iq_list_find_section_at", iq_status, POINTER(iq_list), c_size_t, POINTER(iq_section)
)
iq_list_find_section = _function(
    "iq_list_find_section", iq_status, POINTER(iq_list), iq_key, POINTER(iq_section)
)
iq_list_find_item_at = _function(
    "iq_list_find_item_at", iq_status, POINTER(iq_list), c_size_t, POINTER(iq_item)
)
iq_list_find_item_in_section = _function(
    "iq_list_find_item_in_section", iq_status, POINTER(iq_list), iq_section, c_size_t, POINTER(iq_item)
)
iq_list_find_item = _function(
    "iq_list_find_item", iq_status, POINTER(iq_list), POINTER(iq_key), iq_key, POINTER(iq_item)
)
iq_list_get_section_info = _function(
    "iq_list_get_section_info", iq_status, POINTER(iq_list), iq_section, POINTER(iq_section_info)
)
iq_list_get_supplementaries = _function(
    "iq_list_get_supplementaries",
    iq_status,
    POINTER(iq_list),
    iq_section,
    c_uint32,
    POINTER(iq_supplementary),
    c_size_t,
    POINTER(c_size_t),
)
iq_list_get_supplementary = _function(
    "iq_list_get_supplementary",
    iq_status,
    POINTER(iq_list),
    iq_section,
    c_uint32,
    c_uint32,
    c_uint32,
    POINTER(iq_supplementary),
)
iq_list_get_item_info = _function(
    "iq_list_get_item_info", iq_status, POINTER(iq_list), iq_item, c_uint32, POINTER(iq_item_info)
)
iq_list_find_position = _function(
    "iq_list_find_position", iq_status, POINTER(iq_list), iq_item, POINTER(iq_position)
)
iq_list_find_parent = _function("iq_list_find_parent", iq_status, POINTER(iq_list), iq_item, POINTER(iq_item))
iq_list_find_index = _function(
    "iq_list_find_index", iq_status, POINTER(iq_list), iq_position, POINTER(c_size_t)
)
iq_list_get_items = _function(
    "iq_list_get_items", iq_status, POINTER(iq_list), c_size_t, c_size_t, POINTER(iq_item_buffers)
)
iq_list_trim = _function("iq_list_trim", iq_status, POINTER(iq_list))
iq_list_reserve = _function("iq_list_reserve", iq_status, POINTER(iq_list), c_size_t)


# --- EDITS ---------------------------------------------------------------------------------------


class iq_edit(Structure):
    pass


class iq_edit_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("wait_milliseconds", c_uint32),
        ("reserved", c_uint32),
    ]


iq_edit_begin = _function(
    "iq_edit_begin", iq_status, POINTER(iq_list), POINTER(iq_edit_options), POINTER(POINTER(iq_edit))
)
iq_edit_commit = _function(
    "iq_edit_commit", iq_status, POINTER(iq_edit), POINTER(iq_update_options), POINTER(POINTER(iq_changeset))
)
iq_edit_destroy = _function("iq_edit_destroy", None, POINTER(iq_edit))
iq_edit_insert_items = _function(
    "iq_edit_insert_items", iq_status, POINTER(iq_edit), iq_section, c_size_t, POINTER(iq_columns)
)
iq_edit_insert_items_beside = _function(
    "iq_edit_insert_items_beside", iq_status, POINTER(iq_edit), c_uint32, iq_item, POINTER(iq_columns)
)
iq_edit_insert_children = _function(
    "iq_edit_insert_children", iq_status, POINTER(iq_edit), iq_item, c_size_t, POINTER(iq_columns)
)
iq_edit_delete_items = _function(
    "iq_edit_delete_items", iq_status, POINTER(iq_edit), POINTER(iq_item), c_size_t
)
iq_edit_delete_item_range = _function(
    "iq_edit_delete_item_range", iq_status, POINTER(iq_edit), iq_section, c_size_t, c_size_t
)
iq_edit_move_item_range = _function(
    "iq_edit_move_item_range",
    iq_status,
    POINTER(iq_edit),
    iq_section,
    c_size_t,
    c_size_t,
    iq_section,
    c_size_t,
)
iq_edit_move_items_to = _function(
    "iq_edit_move_items_to", iq_status, POINTER(iq_edit), POINTER(iq_item), c_size_t, iq_position
)
iq_edit_move_item_beside = _function(
    "iq_edit_move_item_beside", iq_status, POINTER(iq_edit), iq_item, c_uint32, iq_item
)
iq_edit_update_items = _function(
    "iq_edit_update_items", iq_status, POINTER(iq_edit), POINTER(iq_item), POINTER(iq_columns), c_uint32
)
iq_edit_reload_items = _function(
    "iq_edit_reload_items", iq_status, POINTER(iq_edit), POINTER(iq_item), c_size_t
)
iq_edit_reconfigure_items = _function(
    "iq_edit_reconfigure_items", iq_status, POINTER(iq_edit), POINTER(iq_item), c_size_t
)
iq_edit_set_section_items = _function(
    "iq_edit_set_section_items", iq_status, POINTER(iq_edit), iq_section, POINTER(iq_columns)
)
iq_edit_insert_sections = _function(
    "iq_edit_insert_sections", iq_status, POINTER(iq_edit), c_size_t, POINTER(iq_key), c_size_t
)
iq_edit_insert_sections_beside = _function(
    "iq_edit_insert_sections_beside",
    iq_status,
    POINTER(iq_edit),
    c_uint32,
    iq_section,
    POINTER(iq_key),
    c_size_t,
)
iq_edit_delete_sections = _function(
    "iq_edit_delete_sections", iq_status, POINTER(iq_edit), POINTER(iq_section), c_size_t
)
iq_edit_delete_section_range = _function(
    "iq_edit_delete_section_range", iq_status, POINTER(iq_edit), c_size_t, c_size_t
)
iq_edit_move_section_range = _function(
    "iq_edit_move_section_range", iq_status, POINTER(iq_edit), c_size_t, c_size_t, c_size_t
)
iq_edit_move_section_beside = _function(
    "iq_edit_move_section_beside", iq_status, POINTER(iq_edit), iq_section, c_uint32, iq_section
)
iq_edit_reload_sections = _function(
    "iq_edit_reload_sections", iq_status, POINTER(iq_edit), POINTER(iq_section), c_size_t
)
iq_edit_set_supplementary = _function(
    "iq_edit_set_supplementary", iq_status, POINTER(iq_edit), iq_section, POINTER(iq_supplementary)
)
iq_edit_remove_supplementary = _function(
    "iq_edit_remove_supplementary", iq_status, POINTER(iq_edit), iq_section, c_uint32, c_uint32
)


# --- ENCODING ------------------------------------------------------------------------------------

iq_snapshot_encode = _function(
    "iq_snapshot_encode", iq_status, POINTER(iq_snapshot), c_void_p, c_size_t, POINTER(c_size_t)
)
iq_snapshot_decode = _function(
    "iq_snapshot_decode",
    iq_status,
    c_void_p,
    c_size_t,
    POINTER(iq_snapshot_options),
    POINTER(POINTER(iq_snapshot)),
)
iq_changeset_encode = _function(
    "iq_changeset_encode", iq_status, POINTER(iq_changeset), c_void_p, c_size_t, POINTER(c_size_t)
)


class iq_decode_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("max_items", c_size_t),
        ("max_sections", c_size_t),
    ]


iq_changeset_decode = _function(
    "iq_changeset_decode",
    iq_status,
    c_void_p,
    c_size_t,
    POINTER(iq_decode_options),
    POINTER(POINTER(iq_changeset)),
)


# --- LOOKING INSIDE ------------------------------------------------------------------------------

iq_list_dump = _function("iq_list_dump", iq_status, POINTER(iq_list), c_char_p, c_size_t, POINTER(c_size_t))
iq_snapshot_dump = _function(
    "iq_snapshot_dump", iq_status, POINTER(iq_snapshot), c_char_p, c_size_t, POINTER(c_size_t)
)
iq_changeset_dump = _function(
    "iq_changeset_dump", iq_status, POINTER(iq_changeset), c_char_p, c_size_t, POINTER(c_size_t)
)
iq_changeset_explain = _function(
    "iq_changeset_explain",
    iq_status,
    POINTER(iq_changeset),
    iq_side,
    iq_position,
    c_char_p,
    c_size_t,
    POINTER(c_size_t),
)


class iq_statistics(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("changes", iq_summary),
        ("match_nanoseconds", c_uint64),
        ("solve_nanoseconds", c_uint64),
        ("prepare_nanoseconds", c_uint64),
        ("commit_nanoseconds", c_uint64),
        ("lookups", c_size_t),
        ("leaves_compared", c_size_t),
        ("leaves_kept", c_size_t),
        ("leaves_written", c_size_t),
        ("tree_bytes", c_size_t),
        ("index_bytes", c_size_t),
        ("slot_bytes", c_size_t),
        ("scratch_bytes", c_size_t),
    ]


iq_list_get_statistics = _function(
    "iq_list_get_statistics", iq_status, POINTER(iq_list), POINTER(iq_statistics)
)


# --- EVENTS --------------------------------------------------------------------------------------

iq_event_kind = c_uint32

IQ_EVENT_UPDATE = 1
IQ_EVENT_WILL_UPDATE = 2
IQ_EVENT_CLASS_FIRST_USED = 4
IQ_EVENT_BOUND = 8
IQ_EVENT_WILL_DISPLAY = 16
IQ_EVENT_DID_END_DISPLAY = 32
IQ_EVENT_STATES = 64
IQ_EVENT_ACTION = 128
IQ_EVENT_PLACEHOLDER = 256
IQ_EVENT_PAGE = 512
IQ_EVENT_CHILDREN = 1024
IQ_EVENT_PREFETCH = 2048
IQ_EVENT_REORDER = 4096
IQ_COMMIT_PLAIN = 16
IQ_COMMIT_UNCHANGED = 0x1000000
IQ_COMMIT_REORDERED = 0x2000000
IQ_COMMIT_UNDONE = 0x4000000
IQ_COMMIT_REDONE = 0x8000000
IQ_CELL_NEW = 1
IQ_CELL_RECONFIGURED = 2
IQ_CELL_RELOADED = 4
IQ_CELL_BY_HAND = 8
IQ_CELL_FIRST = 16
IQ_CELL_LAST = 32
IQ_PREFETCH_CANCEL = 1


class iq_view(Structure):
    pass


iq_event._fields_ = [
    ("struct_size", c_size_t),
    ("kind", iq_event_kind),
    ("flags", c_uint32),
    ("version", c_uint64),
    ("item", iq_item),
    ("section", iq_section),
    ("key", iq_key),
    ("section_key", iq_key),
    ("position", iq_position),
    ("index", c_uint32),
    ("element_kind", c_uint32),
    ("element_index", c_uint32),
    ("cell", c_uint32),
    ("object", c_void_p),
    ("model", c_void_p),
    ("cell_class", iq_class),
    ("states", c_uint32),
    ("mask", c_uint64),
    ("number", c_uint64),
    ("count", c_size_t),
    ("sender", c_void_p),
    ("view", POINTER(iq_view)),
    ("changeset", POINTER(iq_changeset)),
    ("status", iq_status),
    ("animation", c_uint32),
]
iq_list_set_events = _function("iq_list_set_events", iq_status, POINTER(iq_list), c_uint32)
iq_list_get_events = _function("iq_list_get_events", iq_status, POINTER(iq_list), POINTER(c_uint32))
iq_list_poll = _function(
    "iq_list_poll", iq_status, POINTER(iq_list), POINTER(iq_event), c_size_t, POINTER(c_size_t)
)


class iq_element(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("item", iq_item),
        ("section", iq_section),
        ("kind", c_uint32),
        ("index", c_uint32),
    ]


IQ_ACTION_PRIMARY = 1
IQ_ACTION_DELETE = 2
IQ_ACTION_INSERT = 3
IQ_ACTION_HOST = 256

iq_list_emit = _function("iq_list_emit", iq_status, POINTER(iq_list), POINTER(iq_element), c_uint64, c_void_p)

IQ_SWITCHED_ON = 1
IQ_SWITCHED_BY_USER = 2
IQ_SWITCHED_CLEARED = 4
IQ_SWITCHED_GONE = 8


class iq_list_info(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("version", c_uint64),
        ("sections", c_size_t),
        ("items", c_size_t),
        ("loading", c_uint32),
        ("placeholder", c_uint32),
        ("undo_steps", c_size_t),
        ("redo_steps", c_size_t),
        ("selected", c_size_t),
        ("focused", iq_item),
        ("focused_section", iq_section),
        ("submissions", c_size_t),
        ("views", c_size_t),
        ("edit_open", c_uint32),
        ("holds", c_uint32),
        ("pending", c_size_t),
        ("source", POINTER(iq_list)),
    ]


iq_list_get_info = _function("iq_list_get_info", iq_status, POINTER(iq_list), POINTER(iq_list_info))


# --- UPDATES FROM THREADS ------------------------------------------------------------------------

IQ_SUBMIT_RELOAD = 1
IQ_SUBMIT_VERIFY = 2
IQ_SUBMIT_KEEP_KEYS = 4
IQ_SUBMIT_PAYLOAD = 8
IQ_SUBMIT_PLAIN = 16
IQ_SUBMIT_KEEP_LOADING = 32
IQ_SUBMIT_NO_STEP = 64
IQ_SUBMIT_HERE = 128
IQ_SUBMIT_EACH = 256


class iq_submit_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("flags", c_uint32),
        ("animation", c_uint32),
        ("reload_threshold", c_size_t),
        ("splice_threshold", c_size_t),
        ("delay_milliseconds", c_uint32),
        ("reserved", c_uint32),
        ("done", CFUNCTYPE(None, c_void_p, c_uint64, iq_status)),
        ("context", c_void_p),
    ]


iq_list_submit = _function(
    "iq_list_submit",
    iq_status,
    POINTER(iq_list),
    POINTER(iq_snapshot),
    POINTER(iq_submit_options),
    POINTER(c_uint64),
)
iq_list_cancel = _function("iq_list_cancel", iq_status, POINTER(iq_list), c_uint64)
iq_list_hold = _function("iq_list_hold", iq_status, POINTER(iq_list))
iq_list_resume = _function("iq_list_resume", iq_status, POINTER(iq_list))
iq_list_get_wakeup = _function("iq_list_get_wakeup", iq_status, POINTER(iq_list), POINTER(c_int))


# --- CHANGES SINCE A SNAPSHOT --------------------------------------------------------------------

iq_list_changes_since = _function(
    "iq_list_changes_since",
    iq_status,
    POINTER(iq_list),
    POINTER(iq_snapshot),
    POINTER(iq_diff_options),
    POINTER(POINTER(iq_changeset)),
    POINTER(POINTER(iq_snapshot)),
)


# --- STATES OF ITEMS -----------------------------------------------------------------------------

IQ_STATE_SELECTED = 1
IQ_STATE_HIGHLIGHTED = 2
IQ_STATE_FOCUSED = 4
IQ_STATE_EXPANDED = 8
IQ_STATE_HOST = 256
IQ_SET_OFF = 1
IQ_SET_TOGGLE = 2
IQ_SET_ONLY = 4
IQ_SET_BY_USER = 8

iq_list_set_states = _function(
    "iq_list_set_states", iq_status, POINTER(iq_list), POINTER(iq_item), c_size_t, c_uint32, c_uint32
)
iq_list_set_range_states = _function(
    "iq_list_set_range_states", iq_status, POINTER(iq_list), c_size_t, c_size_t, c_uint32, c_uint32
)
iq_list_set_section_states = _function(
    "iq_list_set_section_states", iq_status, POINTER(iq_list), iq_section, c_uint32, c_uint32
)
iq_list_find_items_in_state = _function(
    "iq_list_find_items_in_state",
    iq_status,
    POINTER(iq_list),
    c_uint32,
    c_size_t,
    POINTER(iq_item),
    c_size_t,
    POINTER(c_size_t),
)
iq_list_set_key_states = _function(
    "iq_list_set_key_states",
    iq_status,
    POINTER(iq_list),
    POINTER(iq_key),
    POINTER(iq_key),
    c_size_t,
    c_uint32,
    c_uint32,
    POINTER(c_size_t),
)
iq_list_find_keys_in_state = _function(
    "iq_list_find_keys_in_state",
    iq_status,
    POINTER(iq_list),
    c_uint32,
    c_size_t,
    POINTER(iq_key),
    POINTER(iq_key),
    c_size_t,
    POINTER(c_size_t),
)

IQ_SELECTION_SINGLE = 0
IQ_SELECTION_MULTIPLE = 1
IQ_SELECTION_NONE = 2
IQ_SELECTION_KEEPS = 16

iq_list_set_selection = _function("iq_list_set_selection", iq_status, POINTER(iq_list), c_uint32)
iq_list_get_selection = _function("iq_list_get_selection", iq_status, POINTER(iq_list), POINTER(c_uint32))


# --- STATE OF THE LIST ---------------------------------------------------------------------------

IQ_LOADING_NO = 0
IQ_LOADING_YES = 1
IQ_LOADING_FAILED = 2
IQ_PLACEHOLDER_NONE = 0
IQ_PLACEHOLDER_EMPTY = 1
IQ_PLACEHOLDER_LOADING = 2
IQ_PLACEHOLDER_FAILED = 3

iq_list_set_loading = _function("iq_list_set_loading", iq_status, POINTER(iq_list), c_uint32)
iq_list_set_supplementary = _function(
    "iq_list_set_supplementary", iq_status, POINTER(iq_list), POINTER(iq_supplementary)
)
iq_list_remove_supplementary = _function(
    "iq_list_remove_supplementary", iq_status, POINTER(iq_list), c_uint32, c_uint32
)


# --- VIEWS ---------------------------------------------------------------------------------------

IQ_MAX_VIEWS = 8
IQ_VIEW_LAID_OUT = 1
IQ_VIEW_BIND_EDGES = 64
IQ_VIEW_HORIZONTAL = 2
IQ_VIEW_RTL = 4
IQ_VIEW_GRAVITY_END = 8
IQ_VIEW_STICKY_HEADER = 16
IQ_VIEW_STICKY_FOOTER = 32
IQ_VIEW_FREE_ORIGIN = 128


class iq_insets(Structure):
    _fields_ = [
        ("top", c_double),
        ("leading", c_double),
        ("bottom", c_double),
        ("trailing", c_double),
    ]


class iq_view_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("flags", c_uint32),
        ("reserved", c_uint32),
        ("grain", c_double),
        ("insets", iq_insets),
        ("section_spacing", c_double),
        ("overscan", c_double),
        ("prefetch", c_double),
        ("end_threshold", c_double),
        ("kept_sizes", c_size_t),
    ]


iq_view_create = _function(
    "iq_view_create", iq_status, POINTER(iq_list), POINTER(iq_view_options), POINTER(POINTER(iq_view))
)
iq_view_destroy = _function("iq_view_destroy", None, POINTER(iq_view))
iq_view_set_visible = _function(
    "iq_view_set_visible", iq_status, POINTER(iq_view), c_size_t, c_size_t, c_size_t
)
iq_view_get_visible = _function(
    "iq_view_get_visible", iq_status, POINTER(iq_view), POINTER(c_size_t), POINTER(c_size_t)
)
iq_view_take_cell = _function(
    "iq_view_take_cell", iq_status, POINTER(iq_view), POINTER(iq_element), POINTER(iq_event)
)
iq_view_give_cell = _function("iq_view_give_cell", iq_status, POINTER(iq_view), c_uint32)
iq_view_find_cell = _function(
    "iq_view_find_cell", iq_status, POINTER(iq_view), c_uint32, POINTER(iq_element), POINTER(iq_event)
)
iq_view_dump = _function("iq_view_dump", iq_status, POINTER(iq_view), c_char_p, c_size_t, POINTER(c_size_t))


# --- LAYOUT --------------------------------------------------------------------------------------


class iq_size(Structure):
    _fields_ = [
        ("width", c_double),
        ("height", c_double),
    ]


class iq_rect(Structure):
    _fields_ = [
        ("x", c_double),
        ("y", c_double),
        ("width", c_double),
        ("height", c_double),
    ]


iq_view_set_options = _function("iq_view_set_options", iq_status, POINTER(iq_view), POINTER(iq_view_options))
iq_view_set_size = _function("iq_view_set_size", iq_status, POINTER(iq_view), c_double, c_double)

IQ_LENGTH_AUTO = 0
IQ_LENGTH_FIXED = 1
IQ_LENGTH_RELATIVE = 2
IQ_LENGTH_ASPECT = 3


class iq_length(Structure):
    _fields_ = [
        ("unit", c_uint64),
        ("value", c_double),
    ]


class iq_size_rule(Structure):
    _fields_ = [
        ("width", iq_length),
        ("height", iq_length),
        ("additional", iq_size),
        ("insets", iq_insets),
        ("indent", c_double),
        ("level_indent", c_double),
    ]


iq_layout_kind = c_uint32

IQ_LAYOUT_ROWS = 0
IQ_LAYOUT_FLOW = 1
IQ_LAYOUT_LANES = 2
IQ_LAYOUT_CUSTOM = 3
IQ_SECTION_LAYOUT_STICKY_HEADER = 1
IQ_SECTION_LAYOUT_STICKY_FOOTER = 2
IQ_SECTION_LAYOUT_CENTER = 4
IQ_SECTION_LAYOUT_JUSTIFY = 8
IQ_SECTION_LAYOUT_FIT = 16


class iq_measured(Structure):
    _fields_ = [
        ("element", iq_element),
        ("key", iq_key),
        ("content", c_uint64),
        ("model", c_void_p),
        ("cell_class", iq_class),
        ("level", c_uint32),
    ]


class iq_custom_layout(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("context", c_void_p),
        ("extent", CFUNCTYPE(c_double, c_void_p, iq_section, c_size_t, c_double)),
        (
            "range",
            CFUNCTYPE(
                None,
                c_void_p,
                iq_section,
                c_size_t,
                c_double,
                c_double,
                c_double,
                POINTER(c_size_t),
                POINTER(c_size_t),
            ),
        ),
        ("frame", CFUNCTYPE(None, c_void_p, iq_section, c_size_t, c_double, c_size_t, POINTER(iq_rect))),
    ]


class iq_section_layout(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("kind", iq_layout_kind),
        ("flags", c_uint32),
        ("columns", c_uint32),
        ("reserved", c_uint32),
        ("item", iq_size_rule),
        ("header", iq_size_rule),
        ("footer", iq_size_rule),
        ("page", iq_size_rule),
        ("insets", iq_insets),
        ("line_spacing", c_double),
        ("item_spacing", c_double),
        ("context", c_void_p),
        ("measure", CFUNCTYPE(c_int, c_void_p, POINTER(iq_measured), c_size_t, POINTER(iq_size))),
        ("destroy", CFUNCTYPE(None, c_void_p)),
        ("custom", POINTER(iq_custom_layout)),
    ]


iq_view_set_layout = _function(
    "iq_view_set_layout", iq_status, POINTER(iq_view), iq_section, POINTER(iq_section_layout)
)


class iq_element_size(Structure):
    _fields_ = [
        ("element", iq_element),
        ("size", iq_size),
    ]


iq_view_set_sizes = _function(
    "iq_view_set_sizes", iq_status, POINTER(iq_view), POINTER(iq_element_size), c_size_t
)
iq_view_set_extents = _function(
    "iq_view_set_extents", iq_status, POINTER(iq_view), c_uint64, c_size_t, c_size_t, c_void_p, c_size_t
)
iq_view_invalidate = _function("iq_view_invalidate", iq_status, POINTER(iq_view), c_size_t, c_size_t)


# --- SCENES --------------------------------------------------------------------------------------

IQ_PLACE_NEW = 1
IQ_PLACE_BOUND = 2
IQ_PLACE_MOVED = 4
IQ_PLACE_MEASURE = 8
IQ_PLACE_STUCK = 16
IQ_PLACE_OUTSIDE = 32
IQ_PLACE_FIRST = 64
IQ_PLACE_LAST = 128
IQ_PLACE_GONE = 256


class iq_place(Structure):
    _fields_ = [
        ("element", iq_element),
        ("position", iq_position),
        ("index", c_uint32),
        ("level", c_uint32),
        ("flags", c_uint32),
        ("states", c_uint32),
        ("cell", c_uint32),
        ("other", c_uint32),
        ("frame", iq_rect),
        ("natural", c_double),
        ("object", c_void_p),
        ("model", c_void_p),
        ("cell_class", iq_class),
        ("reserved", c_uint32),
    ]


IQ_SCENE_CHANGED = 1
IQ_SCENE_MEASURE = 2
IQ_SCENE_AT_START = 4
IQ_SCENE_AT_END = 8
IQ_SCENE_SCROLLED = 16


class iq_scene(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("version", c_uint64),
        ("places", POINTER(iq_place)),
        ("count", c_size_t),
        ("previous", POINTER(iq_place)),
        ("previous_count", c_size_t),
        ("flags", c_uint32),
        ("reserved", c_uint32),
        ("content", iq_size),
        ("offset", c_double),
        ("correction", c_double),
        ("minimum", c_double),
        ("maximum", c_double),
        ("first", c_size_t),
        ("visible", c_size_t),
        ("items", c_size_t),
    ]


iq_view_layout = _function("iq_view_layout", iq_status, POINTER(iq_view), POINTER(iq_scene))

IQ_SCROLL_BY = 1
IQ_SCROLL_CLAMP = 2
IQ_SCROLL_HELD = 4
IQ_SCROLL_BAR = 8

iq_view_scroll = _function("iq_view_scroll", iq_status, POINTER(iq_view), c_double, c_uint32)
iq_align = c_uint32

IQ_ALIGN_NEAREST = 0
IQ_ALIGN_START = 1
IQ_ALIGN_CENTER = 2
IQ_ALIGN_END = 3


class iq_scroll_target(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("element", iq_element),
        ("align", iq_align),
        ("reserved", c_uint32),
        ("margin", c_double),
    ]


iq_view_scroll_to = _function("iq_view_scroll_to", iq_status, POINTER(iq_view), POINTER(iq_scroll_target))
iq_view_get_offset = _function(
    "iq_view_get_offset", iq_status, POINTER(iq_view), POINTER(iq_scroll_target), POINTER(c_double)
)
iq_anchor = c_uint32

IQ_ANCHOR_VISIBLE = 0
IQ_ANCHOR_HOLD = 1
IQ_ANCHOR_END = 2
IQ_ANCHOR_NONE = 3

iq_view_set_anchor = _function("iq_view_set_anchor", iq_status, POINTER(iq_view), iq_anchor, iq_item)


class iq_scroll_position(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("section", iq_key),
        ("item", iq_key),
        ("within", c_double),
        ("flags", c_uint32),
        ("reserved", c_uint32),
    ]


iq_view_get_scroll_position = _function(
    "iq_view_get_scroll_position", iq_status, POINTER(iq_view), POINTER(iq_scroll_position)
)
iq_view_set_scroll_position = _function(
    "iq_view_set_scroll_position", iq_status, POINTER(iq_view), POINTER(iq_scroll_position)
)


# --- GEOMETRY ------------------------------------------------------------------------------------

IQ_AT_NEAREST = 1


class iq_hit(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("place", c_size_t),
        ("element", iq_element),
        ("insertion", iq_position),
        ("mark", iq_rect),
    ]


iq_view_find_at = _function(
    "iq_view_find_at", iq_status, POINTER(iq_view), c_double, c_double, c_uint32, POINTER(iq_hit)
)
iq_view_get_frame = _function(
    "iq_view_get_frame", iq_status, POINTER(iq_view), POINTER(iq_element), POINTER(iq_rect)
)
iq_view_find_range = _function(
    "iq_view_find_range",
    iq_status,
    POINTER(iq_view),
    c_double,
    c_double,
    POINTER(c_size_t),
    POINTER(c_size_t),
)
iq_direction = c_uint32

IQ_DIRECTION_UP = 0
IQ_DIRECTION_DOWN = 1
IQ_DIRECTION_LEFT = 2
IQ_DIRECTION_RIGHT = 3
IQ_DIRECTION_PAGE_UP = 4
IQ_DIRECTION_PAGE_DOWN = 5

iq_view_find_neighbour = _function(
    "iq_view_find_neighbour", iq_status, POINTER(iq_view), iq_item, iq_direction, POINTER(iq_item)
)


# --- PAGING --------------------------------------------------------------------------------------

iq_edge = c_uint32

IQ_EDGE_START = 0
IQ_EDGE_END = 1
IQ_PAGE_OFF = 0
IQ_PAGE_MORE = 1
IQ_PAGE_LOADING = 2
IQ_PAGE_FAILED = 3
IQ_PAGE_ENDED = 4
IQ_PAGE_SHOW_LOADING = 1


class iq_page(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("state", c_uint32),
        ("distance", c_uint32),
        ("flags", c_uint32),
        ("reserved", c_uint32),
        ("token", c_uint64),
    ]


iq_list_set_page = _function(
    "iq_list_set_page", iq_status, POINTER(iq_list), iq_section, iq_edge, POINTER(iq_page)
)
iq_list_get_page = _function(
    "iq_list_get_page", iq_status, POINTER(iq_list), iq_section, iq_edge, POINTER(iq_page)
)
iq_list_reach_edge = _function("iq_list_reach_edge", iq_status, POINTER(iq_list), iq_section, iq_edge)


# --- REORDER -------------------------------------------------------------------------------------

IQ_REORDER_BEGAN = 1
IQ_REORDER_DROPPED = 2
IQ_REORDER_CANCELLED = 4

iq_list_begin_reorder = _function(
    "iq_list_begin_reorder",
    iq_status,
    POINTER(iq_list),
    POINTER(iq_item),
    c_size_t,
    POINTER(POINTER(iq_edit)),
)


# --- UNDO ----------------------------------------------------------------------------------------

iq_list_set_undo = _function("iq_list_set_undo", iq_status, POINTER(iq_list), c_size_t)
iq_list_get_undo = _function(
    "iq_list_get_undo", iq_status, POINTER(iq_list), POINTER(c_size_t), POINTER(c_size_t)
)
iq_list_undo = _function(
    "iq_list_undo", iq_status, POINTER(iq_list), POINTER(iq_update_options), POINTER(POINTER(iq_changeset))
)
iq_list_redo = _function(
    "iq_list_redo", iq_status, POINTER(iq_list), POINTER(iq_update_options), POINTER(POINTER(iq_changeset))
)


# --- DERIVED LISTS -------------------------------------------------------------------------------

IQ_DERIVE_OUTLINE = 0
IQ_DERIVE_FILTER = 1
IQ_DERIVE_SORTED = 2
IQ_DERIVE_GROUPED = 3
IQ_DERIVE_KEEP_PARENTS = 1
IQ_DERIVE_EXCLUSIVE = 2
IQ_DERIVE_EXPANDED = 4
IQ_DERIVE_SECTIONS = 8
IQ_DERIVE_DROP_EMPTY_SECTIONS = 16
IQ_DERIVE_COUNTS = 32
IQ_MAX_DERIVED_DEPTH = 8


class iq_derive_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("kind", c_uint32),
        ("flags", c_uint32),
    ]


iq_list_derive = _function(
    "iq_list_derive", iq_status, POINTER(iq_list), POINTER(iq_derive_options), POINTER(POINTER(iq_list))
)

IQ_FILTER_DIFFERENT = 0
IQ_FILTER_STRICTER = 1
IQ_FILTER_LOOSER = 2


class iq_filter(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("change", c_uint32),
        ("reserved", c_uint32),
        ("bits", POINTER(c_uint64)),
        ("version", c_uint64),
        ("passes", CFUNCTYPE(c_int, c_void_p, iq_key, c_void_p)),
        ("context", c_void_p),
        ("destroy", CFUNCTYPE(None, c_void_p)),
        (
            "passes_batch",
            CFUNCTYPE(None, c_void_p, c_size_t, POINTER(iq_key), POINTER(c_void_p), POINTER(c_uint64)),
        ),
    ]


iq_list_set_filter = _function(
    "iq_list_set_filter",
    iq_status,
    POINTER(iq_list),
    POINTER(iq_filter),
    POINTER(iq_submit_options),
    POINTER(c_uint64),
)

IQ_PASSES_ALL = 0
IQ_PASSES_BITS = 1
IQ_PASSES_FUNCTION = 2

iq_list_get_filter = _function(
    "iq_list_get_filter", iq_status, POINTER(iq_list), POINTER(c_uint32), POINTER(c_uint64), POINTER(c_uint64)
)


# --- ORDER ---------------------------------------------------------------------------------------


class iq_rank(Structure):
    _fields_ = [
        ("high", c_uint64),
        ("low", c_uint64),
    ]


iq_rank_from_unsigned = _function("iq_rank_from_unsigned", iq_rank, c_uint64)
iq_rank_from_signed = _function("iq_rank_from_signed", iq_rank, c_int64)
iq_rank_from_double = _function("iq_rank_from_double", iq_rank, c_double)
iq_rank_from_bytes = _function("iq_rank_from_bytes", iq_rank, c_void_p, c_size_t, c_uint32)


class iq_ranked(Structure):
    _fields_ = [
        ("key", iq_key),
        ("section", iq_key),
        ("model", c_void_p),
        ("content", c_uint64),
        ("cell_class", iq_class),
        ("level", c_uint32),
    ]


class iq_group(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("key", iq_key),
        ("count", c_size_t),
        ("first", iq_ranked),
        ("rank", iq_rank),
        ("header", iq_supplementary),
    ]


IQ_ORDER_DESCENDING = 1
IQ_ORDER_FROZEN = 2
IQ_ORDER_KEEP_RANKS = 4
IQ_ORDER_DEEP = 8
IQ_MAX_ORDER_DEPTH = 4096


class iq_order(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("flags", c_uint32),
        ("batch", c_uint32),
        ("context", c_void_p),
        (
            "ask",
            CFUNCTYPE(
                c_int, c_void_p, POINTER(iq_ranked), c_size_t, c_uint32, POINTER(iq_rank), POINTER(iq_key)
            ),
        ),
        ("compare", CFUNCTYPE(c_int, c_void_p, POINTER(iq_ranked), POINTER(iq_ranked))),
        ("describe", CFUNCTYPE(c_int, c_void_p, POINTER(iq_group), c_size_t)),
        ("destroy", CFUNCTYPE(None, c_void_p)),
    ]


iq_list_set_order = _function(
    "iq_list_set_order",
    iq_status,
    POINTER(iq_list),
    POINTER(iq_order),
    POINTER(iq_submit_options),
    POINTER(c_uint64),
)
iq_list_get_order = _function(
    "iq_list_get_order", iq_status, POINTER(iq_list), POINTER(c_uint32), POINTER(c_uint64), POINTER(c_uint64)
)

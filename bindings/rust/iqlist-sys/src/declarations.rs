// Generated from include/iqlist.h: `Tests/run --renew` writes this file.

use std::ffi::{c_char, c_int, c_void, CStr};

use crate::Opaque;

/// In a record: no position.
pub const IQ_NONE: u32 = u32::MAX;
/// In a call, as a position to put something at: behind what is there. As a count: all from `first` on.
/// It is no `first`, nor an index to read.
pub const IQ_END: usize = usize::MAX;

// --- VERSION -----------------------------------------------------------------------------------

pub const IQ_VERSION_MAJOR: u32 = 0;
pub const IQ_VERSION_MINOR: u32 = 11;
pub const IQ_VERSION_PATCH: u32 = 0;
pub const IQ_VERSION_STRING: &CStr = c"0.11.0";
/// major \<\< 16 | minor \<\< 8 | patch
pub const IQ_VERSION: u32 = 0x000B00;

extern "C" {
    /// Returns the running library's [`IQ_VERSION`]. Cannot fail. Since 0.1.
    pub fn iq_version() -> u32;
    /// Returns the running library's [`IQ_VERSION_STRING`]: static, never NULL. Since 0.1.
    pub fn iq_version_string() -> *const c_char;
    /// Returns one line for bug reports: version, language mode, word size. The string is static. Since
    /// 0.1.
    pub fn iq_build_info() -> *const c_char;
}

// --- STATUS AND ERROR --------------------------------------------------------------------------

/// [`IQ_OK`] or one of `IQ_ERROR_*`.
pub type iq_status = i32;
pub const IQ_OK: iq_status = 0;
/// A required pointer (also to an object) is NULL, or the function does not accept an enum value, flag,
/// stride or length. error.argument is its parameter.
pub const IQ_ERROR_ARGUMENT: iq_status = 1;
/// A struct_size is less than the size of the struct's first version, or more than 4,096.
pub const IQ_ERROR_STRUCT_SIZE: iq_status = 2;
/// A handle is stale, freed, forged, of another kind or of another list; of an array, error.element
/// says which one.
pub const IQ_ERROR_HANDLE: iq_status = 3;
/// An allocation failed. Nothing has changed.
pub const IQ_ERROR_NO_MEMORY: iq_status = 4;
/// More items, sections, classes or bytes than allowed: see [`iq_list_options`].
pub const IQ_ERROR_LIMIT: iq_status = 5;
/// The object is being changed: by another thread, for which this call does not wait, or by the call
/// that invoked the current callback. Or it was lost in a fork: see CONVENTIONS, Forks.
pub const IQ_ERROR_BUSY: iq_status = 6;
/// A position or count is beyond the end.
pub const IQ_ERROR_RANGE: iq_status = 7;
/// There is no such key, class, element or step, or no counterpart on the other side.
pub const IQ_ERROR_NOT_FOUND: iq_status = 8;
/// A duplicate key was refused. error.key and error.position are those of the first item, in the order
/// of the input, whose key occurred earlier in it; error.other is the first occurrence of that key.
/// What the list shows does not matter. Duplicate section keys are reported first (error.position.item
/// is then [`IQ_NONE`]). Section positions count all sections of the input, including empty ones that
/// are dropped.
pub const IQ_ERROR_DUPLICATE: iq_status = 9;
/// There are items but no section to put them in.
pub const IQ_ERROR_NO_SECTION: iq_status = 10;
/// Scoped and unscoped keys were mixed, or a scoped key came without its section.
pub const IQ_ERROR_SCOPE: iq_status = 11;
/// The changeset was made without KEEP_KEYS: see [`IQ_DIFF_KEEP_KEYS`].
pub const IQ_ERROR_NO_KEYS: iq_status = 12;
/// The object is in a state that forbids it: the list is derived, the edit has ended, the library has
/// memory already. The message says which.
pub const IQ_ERROR_STATE: iq_status = 13;
/// Replaying a verified diff did not give its target: a bug in libiqlist.
pub const IQ_ERROR_VERIFY: iq_status = 14;
/// The changeset was made without PAYLOAD: see [`IQ_DIFF_PAYLOAD`].
pub const IQ_ERROR_NO_PAYLOAD: iq_status = 15;
/// A changeset starts from another state than the one that it is applied to or composed with: error.key
/// and error.position are those of the first difference.
pub const IQ_ERROR_MISMATCH: iq_status = 16;
/// The bytes are not an encoding of that kind, or are damaged: see ENCODING.
pub const IQ_ERROR_FORMAT: iq_status = 17;
/// A trait of the item forbids it, or the one that allows it is missing: see `IQ_TRAIT_*`. Nothing has
/// changed. error.key is the item's. Without a key, the selection's mode forbids it.
pub const IQ_ERROR_REFUSED: iq_status = 18;
/// The submission will not be committed: it was cancelled, or its list was destroyed.
pub const IQ_ERROR_CANCELLED: iq_status = 19;
/// The submission will not be committed: a later one has replaced it.
pub const IQ_ERROR_SUPERSEDED: iq_status = 20;
/// A function of a cell class failed: the next poll calls it again.
pub const IQ_ERROR_CALLBACK: iq_status = 21;

extern "C" {
    /// Returns the constant's name ("[`IQ_ERROR_RANGE`]"), or "`IQ_ERROR_UNKNOWN`". The string is static.
    /// Since 0.1.
    pub fn iq_status_name(status: iq_status) -> *const c_char;
}

/// The identity of an item, section or supplementary element: 16 bytes, compared bit for bit. See KEYS.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct iq_key {
    pub bytes: [u8; 16],
}

/// Where an item is: the position of its section, and its own within it. For a section alone, `item` is
/// [`IQ_NONE`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct iq_position {
    pub section: u32,
    pub item: u32,
}

pub const IQ_ERROR_HAS_KEY: u32 = 1;
pub const IQ_ERROR_HAS_SECTION: u32 = 2;
pub const IQ_ERROR_HAS_POSITION: u32 = 4;
pub const IQ_ERROR_HAS_OTHER: u32 = 8;
pub const IQ_ERROR_HAS_ELEMENT: u32 = 16;

/// The detail of a failure. The message says what is wrong, with the names of this header, the value
/// and what is allowed:
///
/// ```text
/// IQ_ERROR_HANDLE: items[3] is zero, was deleted, or is of another list
/// IQ_ERROR_RANGE: position is 7, beyond the end at 3
/// IQ_ERROR_ARGUMENT: options.flags is 0x40, which has bits that this
/// function does not accept
/// ```
///
/// It is for people and may change; a program reads the fields.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_error {
    pub struct_size: usize,
    pub status: iq_status,
    /// the parameter in question, from 1; 0: none
    pub argument: u32,
    /// `IQ_ERROR_HAS_*`: which of the following are set
    pub flags: u32,
    /// the key in question: an item's or a section's
    pub key: iq_key,
    /// its section's key; of a section, its own
    pub section: iq_key,
    /// where it is
    pub position: iq_position,
    /// a duplicate's first occurrence
    pub other: iq_position,
    /// one line, beginning with the status's name
    pub message: [c_char; 192],
    /// its index, if the parameter, or the field that the message names, is an array
    pub element: usize,
}

versioned!(iq_error);

extern "C" {
    /// Copies the detail of the calling thread's latest failure: status [`IQ_OK`] and an empty message if
    /// there was none. Successful calls do not change it, nor do failures of this function itself. A
    /// destroy function, which returns no status, also records its detail here. Since 0.5.
    pub fn iq_get_last_error(error: *mut iq_error) -> iq_status;
}

// --- MEMORY AND LOG ----------------------------------------------------------------------------

/// The host's allocator.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_allocator {
    pub struct_size: usize,
    pub context: *mut c_void,
    /// As malloc: 16-byte aligned, thread-safe; never called with size 0\. May not call the library.
    pub allocate: Option<unsafe extern "C" fn(context: *mut c_void, size: usize) -> *mut c_void>,
    /// As realloc, with the same rules.
    pub reallocate:
        Option<unsafe extern "C" fn(context: *mut c_void, memory: *mut c_void, size: usize) -> *mut c_void>,
    /// As free: thread-safe; may not call the library.
    pub release: Option<unsafe extern "C" fn(context: *mut c_void, memory: *mut c_void)>,
}

versioned!(iq_allocator);

extern "C" {
    /// Sets the allocator for the whole process; NULL restores malloc. Must not run beside any other
    /// function, and before the first class is created: classes stay until the process ends.
    /// - [`IQ_ERROR_STATE`]: the library holds memory ([`iq_memory_used()`] is not 0).
    ///
    /// Since 0.1.
    pub fn iq_memory_set_allocator(allocator: *const iq_allocator) -> iq_status;
    /// Returns the number of bytes that are allocated and not yet freed. Since 0.1.
    pub fn iq_memory_used() -> usize;
    /// Returns the highest [`iq_memory_used()`] so far. Since 0.1.
    pub fn iq_memory_peak() -> usize;
    /// Frees what the library itself holds. Optional: for leak checkers, for changing the allocator, and
    /// after work that will not come again.
    /// - The scratch memory that updates, diffs and applied changesets borrow and give back, and that of
    ///   small changesets that were destroyed, at most 8 MB: always. Large lists keep theirs: see
    ///   [`iq_list_trim`].
    /// - The handle table: if no object is left.
    ///
    /// While an object lives it may run beside other functions; without one it must not. Cell classes stay:
    /// once the last object is destroyed, [`iq_memory_used()`] is what they take after it, and 0 if none
    /// was created. Always returns [`IQ_OK`]. Since 0.1.
    pub fn iq_memory_trim() -> iq_status;
}

/// One of `IQ_LOG_*`.
pub type iq_log_level = u32;
pub const IQ_LOG_OFF: iq_log_level = 0;
/// failures, with their message
pub const IQ_LOG_ERROR: iq_log_level = 1;
/// each update: what it did, and how long
pub const IQ_LOG_INFO: iq_log_level = 2;
/// each phase
pub const IQ_LOG_DEBUG: iq_log_level = 3;

/// Receives one line, without a newline. Called on any thread that uses the library.
pub type iq_log_callback =
    Option<unsafe extern "C" fn(context: *mut c_void, level: iq_log_level, message: *const c_char)>;

extern "C" {
    /// Sets the callback that receives the library's log lines, of at most `level`, for the whole process.
    /// NULL or [`IQ_LOG_OFF`] (the default) costs nothing. Since 0.1.
    pub fn iq_log_set(callback: iq_log_callback, context: *mut c_void, level: iq_log_level) -> iq_status;
}

// --- KEYS AND HASHING --------------------------------------------------------------------------

/// The content of an item that has none.
pub const IQ_CONTENT_NONE: u64 = 0;

extern "C" {
    /// Makes a key of bytes. 16 bytes are the key themselves (a UUID, an MD5, two 64-bit integers); any
    /// other length gives the key of a hasher to which they were added as one field of bytes.
    /// - [`IQ_ERROR_ARGUMENT`]: `length` is 0.
    ///
    /// Since 0.1.
    pub fn iq_key_from_bytes(bytes: *const c_void, length: usize, key: *mut iq_key) -> iq_status;
    /// Makes a key of the first 16 of 16 or more bytes: for digests such as SHA-256. Since 0.1.
    pub fn iq_key_from_digest(digest: *const c_void, length: usize, key: *mut iq_key) -> iq_status;
    /// Returns a key of the integer as 8 little-endian bytes, then 8 zeros. Cannot fail. Since 0.1.
    pub fn iq_key_from_u64(value: u64) -> iq_key;
}

/// Makes keys and contents from fields. A hasher lives on the caller's stack, owns nothing and can be
/// copied by assignment. Each field is hashed with its type and length, so that 1 is not "1" and ("a",
/// "bc") is not ("ab", "c"). Integers of equal value are equal whether signed or not; -0.0 equals 0.0;
/// all NaNs are 7FF8000000000000. The result is the same in every process, host, language and version:
/// SipHash-2-4 with 128 bits of output and a zero key (Aumasson and Bernstein, 2012) over
///
/// ```text
/// unsigned, signed >= 0   01, 8 bytes little-endian
/// signed < 0              02, 8 bytes little-endian, two's complement
/// double                  03, 8 bytes little-endian, IEEE 754
/// bytes                   04, length as 8 bytes little-endian, the bytes
/// string (UTF-8)          05, length as 8 bytes little-endian, the bytes
/// key                     06, 16 bytes
/// bool                    07, 1 byte: 0 or 1
/// nothing (NULL, None)    08
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct iq_hasher {
    pub state: [u64; 8],
}

extern "C" {
    /// Initializes a hasher, or resets it. The other hasher functions refuse one that was never initialized
    /// ([`IQ_ERROR_ARGUMENT`]). Since 0.1.
    pub fn iq_hasher_init(hasher: *mut iq_hasher) -> iq_status;
    /// Adds an unsigned integer. Since 0.1.
    pub fn iq_hasher_add_unsigned(hasher: *mut iq_hasher, value: u64) -> iq_status;
    /// Adds a signed integer. Since 0.1.
    pub fn iq_hasher_add_signed(hasher: *mut iq_hasher, value: i64) -> iq_status;
    /// Adds a floating-point number. Since 0.1.
    pub fn iq_hasher_add_double(hasher: *mut iq_hasher, value: f64) -> iq_status;
    /// Adds bytes. `bytes` may be NULL if `length` is 0\. Since 0.1.
    pub fn iq_hasher_add_bytes(hasher: *mut iq_hasher, bytes: *const c_void, length: usize) -> iq_status;
    /// Adds a string. `length` SIZE_MAX: up to the terminating NUL. `string` may be NULL if `length` is 0\.
    /// Since 0.1.
    pub fn iq_hasher_add_string(hasher: *mut iq_hasher, string: *const c_char, length: usize) -> iq_status;
    /// Adds a key. Since 0.1.
    pub fn iq_hasher_add_key(hasher: *mut iq_hasher, key: iq_key) -> iq_status;
    /// Adds a truth value. Any `value` but 0 is true. Since 0.1.
    pub fn iq_hasher_add_bool(hasher: *mut iq_hasher, value: c_int) -> iq_status;
    /// Adds a field that has no value. Since 0.1.
    pub fn iq_hasher_add_nothing(hasher: *mut iq_hasher) -> iq_status;
    /// Writes the 16 bytes of output as a key. More fields may be added afterwards. Since 0.5.
    pub fn iq_hasher_get_key(hasher: *const iq_hasher, key: *mut iq_key) -> iq_status;
    /// Writes the first 8 bytes of output, little-endian, as a content; 0 becomes 1\. Since 0.5.
    pub fn iq_hasher_get_content(hasher: *const iq_hasher, content: *mut u64) -> iq_status;
    /// Hashes many records in one call, for hosts to whom each call is expensive. The fields of record i
    /// are the bytes of `fields` from ends\[i \- 1] (of the first record: from 0) up to ends\[i], laid out
    /// as in the table of [`iq_hasher`], numbers normalized as there. keys\[i] and contents\[i] receive
    /// what a hasher to which these fields were added would write. Either array may be NULL, and `fields`
    /// if `length` is 0\. The layout is not checked: bytes that are not fields give keys that no hasher
    /// gives.
    /// - [`IQ_ERROR_RANGE`]: an end is less than the one before or more than `length`; nothing is written.
    ///
    /// fields 05 01 00 00 00 00 00 00 00 61 | 08 "a"; nothing ends 10 11 Since 0.2.
    pub fn iq_hash_records(
        fields: *const c_void,
        length: usize,
        ends: *const usize,
        count: usize,
        keys: *mut iq_key,
        contents: *mut u64,
    ) -> iq_status;
}

// --- CELL CLASSES ------------------------------------------------------------------------------

/// A registered cell class; {0}: none.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct iq_class {
    pub id: u32,
}

/// Traits of items: what the user may do with them. An item without a trait can be selected,
/// deselected, highlighted, focused and activated; it cannot be moved, deleted or inserted beside by
/// the user, and has no children.
pub const IQ_TRAIT_NOT_SELECTABLE: u32 = 1;
pub const IQ_TRAIT_NOT_DESELECTABLE: u32 = 2;
pub const IQ_TRAIT_NOT_HIGHLIGHTABLE: u32 = 4;
pub const IQ_TRAIT_NOT_ACTIVATABLE: u32 = 8;
pub const IQ_TRAIT_NOT_FOCUSABLE: u32 = 16;
pub const IQ_TRAIT_MOVABLE: u32 = 32;
pub const IQ_TRAIT_DELETABLE: u32 = 64;
pub const IQ_TRAIT_INSERTABLE: u32 = 128;
pub const IQ_TRAIT_HAS_CHILDREN: u32 = 256;

/// A cell class to register.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_class_options {
    pub struct_size: usize,
    /// 1 to 255 bytes of UTF-8; copied
    pub name: *const c_char,
    /// passed to each callback
    pub context: *mut c_void,
    /// Retains models. A list or snapshot retains the models that it holds and releases them afterwards, in
    /// batches, never while readers have to wait: see Callbacks above. A model whose last reference was
    /// released is not retained again, unless the host passes it in again. The same address may occur in a
    /// batch more than once. Optional; both of `retain` and `release` or neither.
    pub retain: Option<unsafe extern "C" fn(context: *mut c_void, models: *const *mut c_void, count: usize)>,
    /// Releases models: see `retain`.
    pub release: Option<unsafe extern "C" fn(context: *mut c_void, models: *const *mut c_void, count: usize)>,
    /// Returns whether two models of one key have the same appearance. Called only where neither item has a
    /// content and the addresses differ. Either model may be NULL: that of an item without one. Optional;
    /// without it they are equal.
    pub equal: Option<
        unsafe extern "C" fn(context: *mut c_void, before: *const c_void, after: *const c_void) -> c_int,
    >,
    /// Returns what differs, as bits of the host's own: they become [`iq_change.mask`](iq_change::mask) of
    /// a reconfigure, by content, level or mark. Either model may be NULL, or both, as where items have
    /// contents and no models. Optional; without it all bits are set.
    pub changed: Option<
        unsafe extern "C" fn(context: *mut c_void, before: *const c_void, after: *const c_void) -> u64,
    >,
    /// `IQ_TRAIT_*` of all items of the class
    pub traits: u32,
    /// unused cells that a view keeps at most; 0: 8, or as many as it has shown at once, if these are more
    pub pool: u32,
    /// Returns the `IQ_TRAIT_*` of one item, instead of `traits`. Called when the user is about to do
    /// something with the item, on the thread that reports it, with no lock held. The model may be NULL.
    /// Optional.
    pub traits_of: Option<unsafe extern "C" fn(context: *mut c_void, model: *const c_void) -> u32>,
    /// Creates what the host keeps for a new cell and writes it to `object`; without it, and if it writes
    /// nothing, the object is NULL. Returns 0, or any other number if it failed: then there is no cell, and
    /// the next poll asks again.
    pub create_cell: Option<
        unsafe extern "C" fn(context: *mut c_void, event: *const iq_event, object: *mut *mut c_void) -> c_int,
    >,
    /// Shows the event's item or element in the event's cell. Returns 0, or any other number if it failed:
    /// then the next poll asks again.
    pub bind_cell: Option<unsafe extern "C" fn(context: *mut c_void, event: *const iq_event) -> c_int>,
    /// The cell stops showing what it was bound to, which may have gone. The model in the event is the one
    /// that it was last bound to.
    pub unbind_cell: Option<unsafe extern "C" fn(context: *mut c_void, event: *const iq_event)>,
    /// Destroys what `create_cell` created. Not called for a NULL object.
    pub destroy_cell: Option<unsafe extern "C" fn(context: *mut c_void, object: *mut c_void)>,
}

versioned!(iq_class_options);

extern "C" {
    /// Registers a class, permanently.
    /// - [`IQ_ERROR_DUPLICATE`]: a class of this name exists.
    /// - [`IQ_ERROR_LIMIT`]: there are 65,535 classes.
    ///
    /// Since 0.1.
    pub fn iq_class_create(options: *const iq_class_options, cell_class: *mut iq_class) -> iq_status;
    /// Finds the class of that name.
    /// - [`IQ_ERROR_NOT_FOUND`]: there is none.
    ///
    /// Since 0.1.
    pub fn iq_class_find(name: *const c_char, cell_class: *mut iq_class) -> iq_status;
    /// Writes the class's name, a static string. Since 0.5.
    pub fn iq_class_get_name(cell_class: iq_class, name: *mut *const c_char) -> iq_status;
}

// --- COLUMNS -----------------------------------------------------------------------------------

/// A stride: the column has one value, which is that of every item. Not for keys.
pub const IQ_SAME: usize = usize::MAX;

/// Items, column by column.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_columns {
    pub struct_size: usize,
    /// items
    pub count: usize,
    /// [`iq_key`] each; may be NULL if count is 0
    pub keys: *const c_void,
    /// bytes; in all strides 0: tightly packed
    pub key_stride: usize,
    /// uint64_t each; NULL: [`IQ_CONTENT_NONE`] for all
    pub contents: *const c_void,
    pub content_stride: usize,
    /// void \* each; NULL: NULL for all
    pub models: *const c_void,
    pub model_stride: usize,
    /// [`iq_class`] each; NULL: {0} for all
    pub classes: *const c_void,
    pub class_stride: usize,
    /// uint16_t each; NULL: 0 for all
    pub levels: *const c_void,
    pub level_stride: usize,
}

versioned!(iq_columns);

pub const IQ_COLUMN_CONTENT: u32 = 1;
pub const IQ_COLUMN_MODEL: u32 = 2;
pub const IQ_COLUMN_CLASS: u32 = 4;
pub const IQ_COLUMN_LEVEL: u32 = 8;
/// A flag of the functions that read models from a list or a snapshot: each model that the call returns
/// is retained for the caller by its class's `retain`, in batches, once for each time that it is
/// returned. Without the flag models are not retained: they live as long as the object holds them. A
/// host whose other threads change or destroy the object meanwhile needs the flag.
///
/// The caller owns these references and drops them by calling its own release function, the one that it
/// registered as the class's `release`. NULL, a model without a class, and one whose class has no
/// `retain` are returned without a reference: so read classes together with models.
///
/// Such a read holds no lock while it calls `retain`, nor while it calls `release`, which it does for
/// models that were removed from the object meanwhile and to which nobody else has a reference. After a
/// failure nothing is retained and nothing was written.
/// - [`IQ_ERROR_NO_MEMORY`]: such a read allocates.
pub const IQ_READ_RETAIN: u32 = 1;

/// The handle of a list's item: see LISTS. An opaque 64-bit value: equal ids of one list are the same
/// item, and {0} is never a handle.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct iq_item {
    pub id: u64,
}

/// The handle of a list's section, with the same rules.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct iq_section {
    pub id: u64,
}

/// Where items are copied to: tightly packed arrays, NULL for what is not wanted.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_item_buffers {
    pub struct_size: usize,
    /// `IQ_READ_*`: whether models are retained
    pub flags: u32,
    pub reserved: u32,
    pub keys: *mut iq_key,
    pub contents: *mut u64,
    pub models: *mut *mut c_void,
    pub classes: *mut iq_class,
    /// handles: of lists only
    pub items: *mut iq_item,
    /// `IQ_STATE_*`: of lists only
    pub states: *mut u32,
    pub levels: *mut u16,
    /// of a derived list: 1 if the source has items below it or its class has [`IQ_TRAIT_HAS_CHILDREN`],
    /// else 0
    pub children: *mut u8,
}

versioned!(iq_item_buffers);

pub const IQ_KIND_HEADER: u32 = 1;
pub const IQ_KIND_FOOTER: u32 = 2;
/// shown while a list has no items
pub const IQ_KIND_EMPTY: u32 = 3;
/// shown while a list has none yet
pub const IQ_KIND_LOADING: u32 = 4;
/// shown if its items could not be loaded
pub const IQ_KIND_FAILED: u32 = 5;
/// stands for the page before the first item
pub const IQ_KIND_PAGE_START: u32 = 6;
/// stands for the page behind the last item
pub const IQ_KIND_PAGE_END: u32 = 7;
/// the first number for the host's own kinds
pub const IQ_KIND_HOST: u32 = 16;

/// A supplementary element: shown beside a section's items, as its header, its footer, in place of a
/// page, or a kind of the host's own. A section has at most one of each (kind, index).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_supplementary {
    pub struct_size: usize,
    /// of a section: [`IQ_KIND_HEADER`], \_FOOTER, \_PAGE_START, \_PAGE_END, or [`IQ_KIND_HOST`] and above;
    /// of a list: any
    pub kind: u32,
    /// among those of its kind; 0 below [`IQ_KIND_HOST`]
    pub index: u32,
    /// another key for the same (kind, index) is a reload
    pub key: iq_key,
    pub content: u64,
    pub model: *mut c_void,
    pub cell_class: iq_class,
}

versioned!(iq_supplementary);

// --- SNAPSHOTS ---------------------------------------------------------------------------------

/// A snapshot, owned by the host.
#[repr(C)]
pub struct iq_snapshot {
    _opaque: Opaque,
}

/// A list, owned by the host: see LISTS.
#[repr(C)]
pub struct iq_list {
    _opaque: Opaque,
}

/// A changeset, owned by the host: see CHANGESETS.
#[repr(C)]
pub struct iq_changeset {
    _opaque: Opaque,
}

/// The policy for duplicates, keys that occur more than once: one of `IQ_DUPLICATES_*`. Section keys
/// are checked as soon as they are given: KEEP_FIRST leaves the existing section where it is, KEEP_LAST
/// moves it to the new position; either way the items that follow are added to it. NUMBER numbers
/// section keys too; REFUSE and SCOPE refuse them.
pub type iq_duplicates = u32;
/// Duplicates are refused with [`IQ_ERROR_DUPLICATE`]: by apply, set, diff, or the first call on the
/// snapshot that identifies an item by key; from then on at once, as in EDITS.
pub const IQ_DUPLICATES_REFUSE: iq_duplicates = 0;
/// The first occurrence stays, later ones are dropped (and counted).
pub const IQ_DUPLICATES_KEEP_FIRST: iq_duplicates = 1;
/// The last occurrence stays, with its position and content; earlier ones are dropped (and counted).
pub const IQ_DUPLICATES_KEEP_LAST: iq_duplicates = 2;
/// All stay: the n-th occurrence (n > 1) gets a key derived from (key, n), the hasher's key of (key,
/// unsigned n).
pub const IQ_DUPLICATES_NUMBER: iq_duplicates = 3;
/// Item keys are unique within their section only, and an item never moves to another section.
/// Duplicates within a section are refused.
pub const IQ_DUPLICATES_SCOPE: iq_duplicates = 4;
/// Sections without items are dropped when the snapshot is used. Snapshots, lists and derived lists
/// have this option under a prefix of their own.
pub const IQ_SNAPSHOT_DROP_EMPTY_SECTIONS: u32 = 1;

/// Options of a snapshot.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct iq_snapshot_options {
    pub struct_size: usize,
    pub duplicates: iq_duplicates,
    /// `IQ_SNAPSHOT_*`
    pub flags: u32,
}

versioned!(iq_snapshot_options);

extern "C" {
    /// Creates an empty snapshot. O(1). Since 0.1.
    pub fn iq_snapshot_create(
        options: *const iq_snapshot_options,
        snapshot: *mut *mut iq_snapshot,
    ) -> iq_status;
    /// Creates an independent copy, including marks. O(n / 256 + s), no work per item. Since 0.1.
    pub fn iq_snapshot_copy(snapshot: *const iq_snapshot, copy: *mut *mut iq_snapshot) -> iq_status;
    /// Destroys a snapshot. Since 0.1.
    pub fn iq_snapshot_destroy(snapshot: *mut iq_snapshot);
}

/// A section for [`iq_snapshot_set`] and [`iq_list_set`]: it has the items from `first_item` up to the
/// next section's `first_item`. The first section begins at item 0.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_section_entry {
    pub struct_size: usize,
    pub key: iq_key,
    pub first_item: usize,
    pub supplementaries: *const iq_supplementary,
    pub supplementary_count: usize,
}

versioned!(iq_section_entry);

extern "C" {
    /// Replaces the whole snapshot in one call: as if it were emptied, including marks, and these sections
    /// appended one after another, each with its items and supplementary elements (of a duplicate section,
    /// those of the occurrence that the policy keeps). The arrays are borrowed for the call. Much faster
    /// than appending many small sections. O(n + s).
    /// - [`IQ_ERROR_DUPLICATE`]: a section key occurs twice and the policy refuses it; duplicate items are
    ///   reported as after any other call.
    /// - [`IQ_ERROR_RANGE`]: the values of `first_item` do not ascend.
    /// - [`IQ_ERROR_NO_SECTION`]: there are items and no sections.
    ///
    /// Since 0.3.
    pub fn iq_snapshot_set(
        snapshot: *mut iq_snapshot,
        sections: *const iq_section_entry,
        section_count: usize,
        items: *const iq_columns,
    ) -> iq_status;
    /// Appends `count` empty sections, in order. A key that already exists is a duplicate. O(count log s).
    /// Since 0.1.
    pub fn iq_snapshot_append_sections(
        snapshot: *mut iq_snapshot,
        keys: *const iq_key,
        count: usize,
    ) -> iq_status;
}

pub const IQ_PUT_BEFORE: u32 = 1;
pub const IQ_PUT_AFTER: u32 = 2;

extern "C" {
    /// Inserts empty sections, the first of them at `position` (counted before a section that KEEP_LAST
    /// moves is taken out). O(count log s).
    /// - [`IQ_ERROR_RANGE`]: `position` is more than there are sections.
    ///
    /// Since 0.5.
    pub fn iq_snapshot_insert_sections(
        snapshot: *mut iq_snapshot,
        position: usize,
        keys: *const iq_key,
        count: usize,
    ) -> iq_status;
    /// Inserts sections beside the section `anchor`: `where` is `IQ_PUT_*`.
    /// - [`IQ_ERROR_NOT_FOUND`]: there is no section `anchor`.
    ///
    /// Since 0.5.
    pub fn iq_snapshot_insert_sections_beside(
        snapshot: *mut iq_snapshot,
        r#where: u32,
        anchor: iq_key,
        keys: *const iq_key,
        count: usize,
    ) -> iq_status;
    /// Moves a section beside the section `anchor`. Moving it beside itself does nothing. Since 0.5.
    pub fn iq_snapshot_move_section_beside(
        snapshot: *mut iq_snapshot,
        section: iq_key,
        r#where: u32,
        anchor: iq_key,
    ) -> iq_status;
    /// Deletes sections with their items. Keys that do not exist are skipped and counted in `missing`
    /// (optional). Since 0.1.
    pub fn iq_snapshot_delete_sections(
        snapshot: *mut iq_snapshot,
        keys: *const iq_key,
        count: usize,
        missing: *mut usize,
    ) -> iq_status;
    /// Deletes all sections and items. Since 0.1.
    pub fn iq_snapshot_delete_all(snapshot: *mut iq_snapshot) -> iq_status;
    /// Appends items to a section. `section` NULL: the last section, or, if the section that was given last
    /// was a duplicate, the one that the policy kept. O(count) amortised.
    /// - [`IQ_ERROR_NO_SECTION`]: `section` is NULL and there is no section.
    ///
    /// Since 0.1.
    pub fn iq_snapshot_append_items(
        snapshot: *mut iq_snapshot,
        section: *const iq_key,
        items: *const iq_columns,
    ) -> iq_status;
    /// Inserts items into a section, the first of them at `position`. Like appending, this needs no index.
    /// O(count + log n).
    /// - [`IQ_ERROR_NOT_FOUND`]: there is no such section.
    /// - [`IQ_ERROR_RANGE`]: `position` is more than the section has items.
    ///
    /// Since 0.5.
    pub fn iq_snapshot_insert_items(
        snapshot: *mut iq_snapshot,
        section: iq_key,
        position: usize,
        items: *const iq_columns,
    ) -> iq_status;
    /// Inserts items beside the item `anchor`: `where` is `IQ_PUT_*`. `section` is required where keys are
    /// scoped. The first such call indexes the snapshot, O(n); after that O(count + log n). Since 0.5.
    pub fn iq_snapshot_insert_items_beside(
        snapshot: *mut iq_snapshot,
        section: *const iq_key,
        r#where: u32,
        anchor: iq_key,
        items: *const iq_columns,
    ) -> iq_status;
    /// Inserts items below the item `parent`, each one level deeper than it, to which its own level is
    /// added, as [`iq_edit_insert_children`] does: the first of them becomes child number `index` of
    /// `parent`, and what was there follows. [`IQ_END`], like the number of children, is the end of the
    /// subtree. `section` is that of `parent`, required where keys are scoped. O(count + log n) after the
    /// first call that indexes the snapshot, and O(the subtree of `parent`).
    /// - [`IQ_ERROR_NOT_FOUND`]: there is no item `parent`.
    /// - [`IQ_ERROR_RANGE`]: `index` is more than `parent` has children.
    /// - [`IQ_ERROR_ARGUMENT`]: a level would be more than 65,535.
    ///
    /// Since 0.5.
    pub fn iq_snapshot_insert_children(
        snapshot: *mut iq_snapshot,
        section: *const iq_key,
        parent: iq_key,
        index: usize,
        items: *const iq_columns,
    ) -> iq_status;
    /// Replaces the items of one section, as if they were deleted and the new ones appended. A key that
    /// another section has is a duplicate. O(the items of the section, before and after).
    /// - [`IQ_ERROR_NOT_FOUND`]: there is no such section.
    ///
    /// Since 0.5.
    pub fn iq_snapshot_set_section_items(
        snapshot: *mut iq_snapshot,
        section: iq_key,
        items: *const iq_columns,
    ) -> iq_status;
    /// Updates items where they are: the item keys\[i] gets row i of the columns in `flags` (`IQ_COLUMN_*`,
    /// at least one), and its other values stay. There are columns->count keys. The columns' own keys, and
    /// columns that are not in `flags`, are not read and may be NULL; a column in `flags` that is NULL has
    /// its usual default. A new class takes over a model that stays: it retains it, and the old class
    /// releases it. No item is marked. O(count log n) after the first call that indexes the snapshot, and a
    /// leaf of at most 256 items to copy for each range that is shared with another snapshot or a list.
    /// - [`IQ_ERROR_NOT_FOUND`]: a key does not exist.
    /// - [`IQ_ERROR_ARGUMENT`]: a key is given twice.
    ///
    /// Since 0.5.
    pub fn iq_snapshot_update_items(
        snapshot: *mut iq_snapshot,
        section: *const iq_key,
        keys: *const iq_key,
        columns: *const iq_columns,
        flags: u32,
    ) -> iq_status;
    /// Moves an item beside the item `anchor`, also of another section (but [`IQ_ERROR_SCOPE`] where keys
    /// are scoped: then both are looked up in `section`). Moving an item beside itself does nothing. Since
    /// 0.5.
    pub fn iq_snapshot_move_item_beside(
        snapshot: *mut iq_snapshot,
        section: *const iq_key,
        item: iq_key,
        r#where: u32,
        anchor: iq_key,
    ) -> iq_status;
    /// Moves an item to the end of a section.
    /// - [`IQ_ERROR_SCOPE`]: keys are scoped.
    ///
    /// Since 0.5.
    pub fn iq_snapshot_move_item_to_end(
        snapshot: *mut iq_snapshot,
        section: iq_key,
        item: iq_key,
    ) -> iq_status;
    /// Deletes items. Keys that do not exist are skipped and counted in `missing` (optional). Since 0.1.
    pub fn iq_snapshot_delete_items(
        snapshot: *mut iq_snapshot,
        section: *const iq_key,
        keys: *const iq_key,
        count: usize,
        missing: *mut usize,
    ) -> iq_status;
    /// Deletes all items of one section, or (`section` NULL) of all; the sections stay. Since 0.1.
    pub fn iq_snapshot_delete_all_items(snapshot: *mut iq_snapshot, section: *const iq_key) -> iq_status;
    /// Marks items for reload. A mark requests an update even if the contents are equal: a reload wants a
    /// new cell, a reconfigure the same cell bound again. Marks apply to the after side and have no effect
    /// on items that are inserted. A list does not keep the marks of a snapshot that is applied to it: a
    /// snapshot taken from the list has none. The marks of items belong to their keys: an item that is
    /// deleted and inserted again is still marked.
    /// - [`IQ_ERROR_NOT_FOUND`]: a key does not exist; nothing is marked.
    ///
    /// Since 0.1.
    pub fn iq_snapshot_reload_items(
        snapshot: *mut iq_snapshot,
        section: *const iq_key,
        keys: *const iq_key,
        count: usize,
    ) -> iq_status;
    /// Marks items for reconfigure, likewise. Since 0.1.
    pub fn iq_snapshot_reconfigure_items(
        snapshot: *mut iq_snapshot,
        section: *const iq_key,
        keys: *const iq_key,
        count: usize,
    ) -> iq_status;
    /// Marks sections for reload, with their items and supplementary elements; of a section that is
    /// inserted itself, the items that move into it. Otherwise as [`iq_snapshot_reload_items`]. Since 0.1.
    pub fn iq_snapshot_reload_sections(
        snapshot: *mut iq_snapshot,
        keys: *const iq_key,
        count: usize,
    ) -> iq_status;
    /// Removes all marks. Since 0.1.
    pub fn iq_snapshot_clear_marks(snapshot: *mut iq_snapshot) -> iq_status;
    /// Sets a supplementary element of a section; it replaces one of the same (kind, index). Since 0.1.
    pub fn iq_snapshot_set_supplementary(
        snapshot: *mut iq_snapshot,
        section: iq_key,
        element: *const iq_supplementary,
    ) -> iq_status;
    /// Removes a supplementary element.
    /// - [`IQ_ERROR_NOT_FOUND`]: there is none of this kind and index.
    ///
    /// Since 0.1.
    pub fn iq_snapshot_remove_supplementary(
        snapshot: *mut iq_snapshot,
        section: iq_key,
        kind: u32,
        index: u32,
    ) -> iq_status;
    /// Counts sections and items. Both outputs are optional. O(1). Since 0.5.
    pub fn iq_snapshot_get_count(
        snapshot: *const iq_snapshot,
        sections: *mut usize,
        items: *mut usize,
    ) -> iq_status;
}

/// A section of a snapshot or list.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct iq_section_info {
    pub struct_size: usize,
    pub key: iq_key,
    /// among sections
    pub position: usize,
    /// its items
    pub count: usize,
    /// the items in the sections before it
    pub first: usize,
    pub supplementary_count: usize,
    /// `IQ_STATE_*`; 0 in a snapshot
    pub states: u32,
    pub reserved: u32,
}

versioned!(iq_section_info);

extern "C" {
    /// Reads the section at a position. O(log s). Since 0.5.
    pub fn iq_snapshot_get_section_info_at(
        snapshot: *const iq_snapshot,
        position: usize,
        info: *mut iq_section_info,
    ) -> iq_status;
    /// Reads the section of a key. O(log s). Since 0.5.
    pub fn iq_snapshot_get_section_info(
        snapshot: *const iq_snapshot,
        key: iq_key,
        info: *mut iq_section_info,
    ) -> iq_status;
    /// Copies a section's supplementary elements, ordered by kind and index, as many as fit `capacity`, and
    /// writes how many the section has to `count`. `flags` are `IQ_READ_*`: models of the elements that are
    /// copied are retained. elements\[0].struct_size must be set. Since 0.5.
    pub fn iq_snapshot_get_supplementaries(
        snapshot: *const iq_snapshot,
        section: iq_key,
        flags: u32,
        elements: *mut iq_supplementary,
        capacity: usize,
        count: *mut usize,
    ) -> iq_status;
    /// Copies one supplementary element.
    /// - [`IQ_ERROR_NOT_FOUND`]: there is none of this kind and index.
    ///
    /// Since 0.5.
    pub fn iq_snapshot_get_supplementary(
        snapshot: *const iq_snapshot,
        section: iq_key,
        kind: u32,
        index: u32,
        flags: u32,
        element: *mut iq_supplementary,
    ) -> iq_status;
    /// Finds the position of an item. The first query by key indexes the snapshot, O(n), and reports
    /// duplicates; after that O(log n). Since 0.5.
    pub fn iq_snapshot_find_position(
        snapshot: *const iq_snapshot,
        section: *const iq_key,
        key: iq_key,
        position: *mut iq_position,
    ) -> iq_status;
}

/// An item of a snapshot or list.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_item_info {
    pub struct_size: usize,
    pub key: iq_key,
    pub content: u64,
    pub model: *mut c_void,
    pub cell_class: iq_class,
    pub position: iq_position,
    /// counts the items of all sections
    pub index: u32,
    /// its handle; {0} in a snapshot, without handles
    pub section: iq_section,
    /// `IQ_STATE_*`; 0 in a snapshot
    pub states: u32,
    /// see COLUMNS
    pub level: u16,
    /// of a derived list: 1 if the source has items below it or its class has [`IQ_TRAIT_HAS_CHILDREN`],
    /// else 0
    pub children: u16,
}

versioned!(iq_item_info);

extern "C" {
    /// Reads the item at a position. `flags` are `IQ_READ_*`. O(log n). Since 0.5.
    pub fn iq_snapshot_get_item_info_at(
        snapshot: *const iq_snapshot,
        position: iq_position,
        flags: u32,
        info: *mut iq_item_info,
    ) -> iq_status;
    /// Computes the index, over all sections, of the item at a position. O(log s).
    /// - [`IQ_ERROR_RANGE`]: there is no such item; error.position is what is beyond the end: {section,
    ///   [`IQ_NONE`]} if it is the section.
    ///
    /// Since 0.5.
    pub fn iq_snapshot_find_index(
        snapshot: *const iq_snapshot,
        position: iq_position,
        index: *mut usize,
    ) -> iq_status;
    /// Copies `count` items from index `first` on; the items of a section begin at its info.first. With
    /// [`IQ_END`] as `count` the buffers need room for all that there are at that moment. O(log n + count).
    /// Since 0.5.
    pub fn iq_snapshot_get_items(
        snapshot: *const iq_snapshot,
        first: usize,
        count: usize,
        buffers: *const iq_item_buffers,
    ) -> iq_status;
}

// --- CHANGESETS --------------------------------------------------------------------------------

/// One of `IQ_ITEM_*`, `IQ_SECTION_*` and `IQ_SUPPLEMENTARY_*`.
pub type iq_change_kind = u32;
pub const IQ_ITEM_DELETE: iq_change_kind = 1;
/// Batch only: an item move has two ends, out and in. Both have both positions.
pub const IQ_ITEM_MOVE_OUT: iq_change_kind = 2;
pub const IQ_ITEM_MOVE_IN: iq_change_kind = 3;
/// Steps only.
pub const IQ_ITEM_MOVE: iq_change_kind = 4;
pub const IQ_ITEM_INSERT: iq_change_kind = 5;
pub const IQ_ITEM_UPDATE: iq_change_kind = 6;
pub const IQ_SECTION_DELETE: iq_change_kind = 7;
pub const IQ_SECTION_MOVE: iq_change_kind = 8;
pub const IQ_SECTION_INSERT: iq_change_kind = 9;
/// A section that was marked for reload.
pub const IQ_SECTION_UPDATE: iq_change_kind = 10;
pub const IQ_SUPPLEMENTARY_DELETE: iq_change_kind = 11;
pub const IQ_SUPPLEMENTARY_INSERT: iq_change_kind = 12;
pub const IQ_SUPPLEMENTARY_UPDATE: iq_change_kind = 13;
/// wants a new cell
pub const IQ_CHANGE_RELOAD: u32 = 1;
/// wants the same cell bound again
pub const IQ_CHANGE_RECONFIGURE: u32 = 2;
/// the contents differ
pub const IQ_CHANGE_BY_CONTENT: u32 = 4;
/// the cell classes differ
pub const IQ_CHANGE_BY_CLASS: u32 = 8;
/// the class's `equal` returned 0
pub const IQ_CHANGE_BY_EQUAL: u32 = 16;
/// it was marked
pub const IQ_CHANGE_BY_MARK: u32 = 32;
/// a supplementary element's key
pub const IQ_CHANGE_BY_KEY: u32 = 64;
/// the levels differ
pub const IQ_CHANGE_BY_LEVEL: u32 = 128;
/// of derived lists only: whether the item has children differs
pub const IQ_CHANGE_BY_CHILDREN: u32 = 256;

/// One change: a range of `count` consecutive items (or sections) that never crosses a section.
/// Positions that a kind does not have are [`IQ_NONE`]: a delete has no after, an insert no before, a
/// section change no items.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct iq_change {
    pub kind: iq_change_kind,
    /// of an update: `IQ_CHANGE_*`
    pub flags: u32,
    pub before_section: u32,
    pub before_item: u32,
    pub after_section: u32,
    pub after_item: u32,
    /// see [`iq_changeset_get_steps`]; in a batch [`IQ_NONE`]
    pub final_section: u32,
    pub final_item: u32,
    pub count: u32,
    /// of a supplementary change, else 0
    pub element_kind: u32,
    /// of a supplementary change, else 0
    pub element_index: u32,
    pub reserved: u32,
    /// of a reconfigure: see [`iq_class_options.changed`](iq_class_options::changed)
    pub mask: u64,
}

/// One splice: at `position`, `removed` items are replaced by `added`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct iq_splice {
    pub position: u32,
    pub removed: u32,
    pub added: u32,
}

/// no diff: the changeset is a full reload
pub const IQ_DIFF_RELOAD: u32 = 1;
/// replay the batch before returning it: O(n)
pub const IQ_DIFF_VERIFY: u32 = 2;
/// store keys: for [`iq_changeset_find_key`]
pub const IQ_DIFF_KEEP_KEYS: u32 = 4;
/// see CHANGESETS WITH A PAYLOAD
pub const IQ_DIFF_PAYLOAD: u32 = 8;

/// Options of [`iq_diff`] and of [`iq_list_changes_since`].
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct iq_diff_options {
    pub struct_size: usize,
    /// `IQ_DIFF_*`
    pub flags: u32,
    /// 0
    pub reserved: u32,
    /// more changed items than this are a full reload. 0: the list's threshold, or none
    pub reload_threshold: usize,
    /// likewise with more splices than this (as [`iq_changeset_get_splices`] counts them, with updates)
    pub splice_threshold: usize,
}

versioned!(iq_diff_options);

extern "C" {
    /// Computes the changes that turn `before` into `after`, without a list. Both keep their marks. The
    /// caller destroys the changeset. O(n) for what they do not share; the first diff of a `before` indexes
    /// it.
    /// - [`IQ_ERROR_SCOPE`]: one is scoped and the other is not.
    /// - [`IQ_ERROR_DUPLICATE`]: a key occurs twice in the snapshot that error.argument refers to.
    ///
    /// Since 0.1.
    pub fn iq_diff(
        before: *const iq_snapshot,
        after: *const iq_snapshot,
        options: *const iq_diff_options,
        changeset: *mut *mut iq_changeset,
    ) -> iq_status;
    /// Destroys a changeset. Since 0.1.
    pub fn iq_changeset_destroy(changeset: *mut iq_changeset);
    /// Creates another handle of the same changeset, which is destroyed on its own: to keep the changeset
    /// of an event. Both share everything. O(1). Since 0.3.
    pub fn iq_changeset_copy(changeset: *const iq_changeset, copy: *mut *mut iq_changeset) -> iq_status;
}

/// it is not
pub const IQ_RELOAD_NO: u32 = 0;
/// by RELOAD in the options
pub const IQ_RELOAD_ASKED: u32 = 1;
/// by reload_threshold or splice_threshold
pub const IQ_RELOAD_THRESHOLD: u32 = 2;
/// A number of moves that was not computed: see [`iq_statistics`].
pub const IQ_UNCOUNTED: usize = usize::MAX;

/// The size of a changeset.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct iq_summary {
    pub struct_size: usize,
    /// `IQ_RELOAD_*`
    pub reload: u32,
    pub reserved: u32,
    pub sections_before: usize,
    pub sections_after: usize,
    pub items_before: usize,
    pub items_after: usize,
    pub section_deletes: usize,
    pub section_inserts: usize,
    pub section_moves: usize,
    pub section_updates: usize,
    pub item_deletes: usize,
    pub item_inserts: usize,
    pub item_moves: usize,
    /// the two kinds of update
    pub item_reloads: usize,
    /// the two kinds of update
    pub item_reconfigures: usize,
    pub supplementary_deletes: usize,
    pub supplementary_inserts: usize,
    pub supplementary_updates: usize,
    /// by KEEP_FIRST and KEEP_LAST
    pub duplicates_dropped: usize,
    /// by NUMBER
    pub duplicates_numbered: usize,
}

versioned!(iq_summary);

extern "C" {
    /// Counts the changes, in sections, items and elements (not ranges). O(1). Since 0.5.
    pub fn iq_changeset_get_summary(changeset: *const iq_changeset, summary: *mut iq_summary) -> iq_status;
    /// Returns the changes as a batch, to be applied all at once. Phases, in this order:
    /// 1. item deletes and move-outs, ascending by before-position;
    /// 2. section deletes, ascending;
    /// 3. section moves and inserts, ascending by after-position; inserted sections are empty at first;
    /// 4. item inserts and move-ins, ascending by after-position;
    /// 5. section updates, then item updates, with both positions, ascending by after-position;
    /// 6. supplementary changes, ascending by the section's after-position, kind and index; a delete has
    ///    the section before, an insert the one after.
    ///
    /// Every inserted or deleted item is listed, including those of inserted and deleted sections; the
    /// supplementary elements of those sections are not: they are inserted and deleted with the section.
    /// `changes` lives as long as the changeset. O(k log k), once. Since 0.5.
    pub fn iq_changeset_get_batch(
        changeset: *const iq_changeset,
        changes: *mut *const iq_change,
        count: *mut usize,
    ) -> iq_status;
    /// Returns the changes as steps, to be applied one after another: every position, before and after, is
    /// as of that moment, and every intermediate state is a valid list. A move takes `count` items (or
    /// sections) out at before and puts them in at after, a position counted after the removal. `flags` are
    /// `IQ_STEPS_*`. Phases, in this order:
    /// 1. item deletes, descending: each position is still that of the list before. Deleted sections stay,
    ///    empty or with items that will move;
    /// 2. section moves, ascending by final position, then section inserts, ascending; inserted sections
    ///    are empty at first;
    /// 3. item moves, ascending by final position, also out of deleted sections and into inserted ones;
    /// 4. section deletes, descending, all empty by now;
    /// 5. item inserts, ascending, each at its final position;
    /// 6. section updates, then item updates, ascending, and supplementary changes as in a batch, all with
    ///    the final position on both sides.
    ///
    /// Moves and inserts of items and sections have a final_section and final_item (of a section
    /// final_section alone): the position of the range's first item when all steps are done, the others
    /// behind it. It identifies what is inserted: an inserted section is inserted at after_section of that
    /// moment, and is the section final_section of the list after.
    ///
    /// UIKit refuses some batches that are right: with moves into inserted or out of deleted sections, with
    /// items both moved and updated, with item changes inside sections that move. Without moves (see
    /// [`iq_summary`]) performBatchUpdates takes a batch in two transactions: all but the updates, then the
    /// updates, at their after-positions. With moves it takes the steps in several, the data source
    /// changing with each: phase 1 in one; each section move in one of its own ([`IQ_STEPS_SINGLE`]), then
    /// all section inserts in one; each item move in one of its own; phases 4, 5 and 6 in one each.
    ///
    /// Each combination of `IQ_STEPS_*` is built when first requested and then stored: `changes` lives as
    /// long as the changeset. O(k log k + s), once. Since 0.5.
    pub fn iq_changeset_get_steps(
        changeset: *const iq_changeset,
        flags: u32,
        changes: *mut *const iq_change,
        count: *mut usize,
    ) -> iq_status;
}

/// The sections one after another as one flat list, as for splices: items are counted over all
/// sections, and all section fields are [`IQ_NONE`]. The kinds are [`IQ_ITEM_DELETE`], \_MOVE, \_INSERT
/// and \_UPDATE, in the phases 1, 3, 5 and 6\. Ranges may cross sections. A moved section becomes moves
/// of its item ranges; a move that changes no position in the flat list (out of the end of a section
/// into the start of the next) is omitted. An item that neither moves nor is in a section that moves
/// does not move here; beyond that these moves need not be the fewest. In the example:
///
/// ```text
/// item delete     1                   1 3 4 5
/// item move       3 -> 0  (final 0)   5 1 3 4
/// item move       3 -> 1  (final 1)   5 4 1 3
/// item insert     4       (final 4)   5 4 1 3 6
/// item update     1                   5 4* 1 3 6
/// ```
pub const IQ_STEPS_FLAT: u32 = 1;
/// One item or section a step, count 1: ranges unrolled, each step valid as of its moment; deletes
/// descend, all others ascend by final position. Time and memory (56 bytes) follow the items that
/// change, not the ranges: a changeset of a few ranges may describe two billion (see
/// [`iq_changeset_get_summary`]).
pub const IQ_STEPS_SINGLE: u32 = 2;

extern "C" {
    /// Computes Qt's destinationChild, which counts positions before the removal, for a step of kind
    /// [`IQ_ITEM_MOVE`] (flat ones too) or [`IQ_SECTION_MOVE`]. Since 0.5.
    pub fn iq_change_get_destination(r#move: *const iq_change, destination: *mut u32) -> iq_status;
}

/// Updates are left out.
pub const IQ_SPLICES_WITHOUT_UPDATES: u32 = 1;

extern "C" {
    /// Returns the changes as splices of the sections one after another as one flat list. Each splice is
    /// valid after the ones before it. Positions ascend: up to the end of a splice all is as after, and
    /// behind it as before. Between two neighbours is an item that stays. An update is a splice of
    /// (position, 1, 1), c neighbours one of (position, c, c), unless `flags` has
    /// [`IQ_SPLICES_WITHOUT_UPDATES`]. Changes of sections as such and of supplementary elements are left
    /// out. Since 0.5.
    pub fn iq_changeset_get_splices(
        changeset: *const iq_changeset,
        flags: u32,
        splices: *mut *const iq_splice,
        count: *mut usize,
    ) -> iq_status;
}

/// [`IQ_BEFORE`] or [`IQ_AFTER`].
pub type iq_side = u32;
pub const IQ_BEFORE: iq_side = 0;
pub const IQ_AFTER: iq_side = 1;

extern "C" {
    /// Finds the position on the other side of the item at a position on one side; with `item` [`IQ_NONE`],
    /// that of the section. A full reload maps too. O(log k + log s), from before once O(k log k); no
    /// memory by n.
    /// - [`IQ_ERROR_NOT_FOUND`]: it was deleted (or inserted).
    ///
    /// Since 0.1.
    pub fn iq_changeset_map_position(
        changeset: *const iq_changeset,
        side: iq_side,
        position: iq_position,
        other: *mut iq_position,
    ) -> iq_status;
    /// Returns the same for all items of a side, by index over all sections: map\[i] is the index of item i
    /// on the other side, or [`IQ_NONE`]. The map lives as long as the changeset, and takes 4 bytes an
    /// item: of a changeset that was decoded, check the summary first. O(n), once. Since 0.5.
    pub fn iq_changeset_get_map(
        changeset: *const iq_changeset,
        side: iq_side,
        map: *mut *const u32,
        count: *mut usize,
    ) -> iq_status;
    /// Finds the positions of a key on both sides; {[`IQ_NONE`], [`IQ_NONE`]} on a side that does not have
    /// it. O(1), the first time O(n).
    /// - [`IQ_ERROR_NO_KEYS`]: the changeset was made without KEEP_KEYS.
    ///
    /// Since 0.1.
    pub fn iq_changeset_find_key(
        changeset: *const iq_changeset,
        section: *const iq_key,
        key: iq_key,
        before: *mut iq_position,
        after: *mut iq_position,
    ) -> iq_status;
}

// --- REPLAYS -----------------------------------------------------------------------------------

/// A changeset that is being carried out.
#[repr(C)]
pub struct iq_replay {
    _opaque: Opaque,
}

/// with `flags` of [`iq_changeset_get_steps`]
pub const IQ_REPLAY_STEPS: u32 = 0;
/// with `flags` of [`iq_changeset_get_splices`]
pub const IQ_REPLAY_SPLICES: u32 = 1;

extern "C" {
    /// Begins a replay of what [`iq_changeset_get_steps`] or [`iq_changeset_get_splices`] returns with
    /// these flags, with nothing carried out. `before` is the state that the changeset starts from, of
    /// which the counts are checked. The caller destroys the replay. O(k log k + s + n / 256), once.
    /// - [`IQ_ERROR_STATE`]: the changeset is a full reload, which has no elements.
    /// - [`IQ_ERROR_MISMATCH`]: `before` has other sections, or other items in one; error.position is the
    ///   first section that differs.
    ///
    /// Since 0.3.
    pub fn iq_replay_create(
        changeset: *const iq_changeset,
        before: *const iq_snapshot,
        dialect: u32,
        flags: u32,
        replay: *mut *mut iq_replay,
    ) -> iq_status;
    /// Destroys a replay. Since 0.3.
    pub fn iq_replay_destroy(replay: *mut iq_replay);
    /// Carries out the next element: the n-th call element n \- 1 of the array. Changes of supplementary
    /// elements move nothing. O(log k), a move O(k) at most.
    /// - [`IQ_ERROR_STATE`]: all are carried out.
    /// - [`IQ_ERROR_NO_MEMORY`]: nothing was carried out; the next call tries again.
    ///
    /// Since 0.3.
    pub fn iq_replay_next(replay: *mut iq_replay) -> iq_status;
    /// Counts the items of a section at this moment; with `section` [`IQ_NONE`] the sections. Flat steps
    /// and splices have no sections: `section` is [`IQ_NONE`], and the count that of all items. O(log k).
    /// - [`IQ_ERROR_RANGE`]: there is no such section.
    ///
    /// Since 0.5.
    pub fn iq_replay_get_count(replay: *const iq_replay, section: u32, count: *mut usize) -> iq_status;
    /// Finds what is at a position of this moment: on which side, and at which position there. With `item`
    /// [`IQ_NONE`], that of the section; one that was inserted is found after, and is empty until its items
    /// are inserted. Flat steps and splices take and give `section` [`IQ_NONE`], and the index over all
    /// sections as `item`. With [`IQ_SPLICES_WITHOUT_UPDATES`] all that stays is found after. O(log k + log
    /// s).
    /// - [`IQ_ERROR_RANGE`]: nothing is there.
    ///
    /// Since 0.3.
    pub fn iq_replay_find(
        replay: *const iq_replay,
        position: iq_position,
        side: *mut iq_side,
        found: *mut iq_position,
    ) -> iq_status;
}

// --- CHANGESETS WITH A PAYLOAD -----------------------------------------------------------------

extern "C" {
    /// Applies the changeset to a snapshot that shows the state before; afterwards it shows the state
    /// after. New items have no models; an item that stays keeps its model, moved or updated, unless its
    /// cell class changes: a model belongs to its class. So do supplementary elements, as long as their key
    /// and class stay. Marks stay as they are. The first use indexes the snapshot, O(n), and reports its
    /// duplicates; after that O(k log k + s + n / 256).
    /// - [`IQ_ERROR_MISMATCH`]: the snapshot is not in the state that the changeset starts from. Checked
    ///   are: the keys and item counts of all sections; key, content and class of each item that it deletes
    ///   or updates; the supplementary elements that it changes and all of the sections that it deletes;
    ///   and keys that it inserts must not exist. error.key, section and position are those of the first
    ///   difference: where the key should be, or where a key is that should not exist. The rest is not
    ///   checked and may differ.
    /// - [`IQ_ERROR_SCOPE`]: one is scoped and the other is not.
    /// - [`IQ_ERROR_LIMIT`], [`IQ_ERROR_BUSY`], [`IQ_ERROR_NO_MEMORY`].
    ///
    /// Since 0.2.
    pub fn iq_changeset_apply(changeset: *const iq_changeset, snapshot: *mut iq_snapshot) -> iq_status;
}

/// as [`IQ_DIFF_RELOAD`]
pub const IQ_UPDATE_RELOAD: u32 = 1;
/// as [`IQ_DIFF_VERIFY`]
pub const IQ_UPDATE_VERIFY: u32 = 2;
/// as [`IQ_DIFF_KEEP_KEYS`]
pub const IQ_UPDATE_KEEP_KEYS: u32 = 4;
/// as [`IQ_DIFF_PAYLOAD`]
pub const IQ_UPDATE_PAYLOAD: u32 = 8;
/// not to be animated: see EVENTS
pub const IQ_UPDATE_PLAIN: u32 = 16;
/// see STATE OF THE LIST
pub const IQ_UPDATE_KEEP_LOADING: u32 = 32;
/// This commit cannot be undone by itself. If it only inserts items, undo and redo pass over it;
/// otherwise no earlier commit can be undone either: see UNDO.
pub const IQ_UPDATE_NO_STEP: u32 = 64;

/// Options of an update of a list: [`iq_list_apply`], [`iq_list_set`] and the others that replace
/// items, [`iq_changeset_apply_to_list`], [`iq_edit_commit`], [`iq_list_undo`] and [`iq_list_redo`].
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct iq_update_options {
    pub struct_size: usize,
    /// `IQ_UPDATE_*`
    pub flags: u32,
    /// a number of the host's own: becomes [`iq_event.animation`](iq_event::animation)
    pub animation: u32,
    /// see [`iq_diff_options`]
    pub reload_threshold: usize,
    /// see [`iq_diff_options`]
    pub splice_threshold: usize,
}

versioned!(iq_update_options);

extern "C" {
    /// Applies the changeset to what a list shows, as one update of it: nothing happens between the check
    /// and the commit. `options` are those of that update, `applied` (optional) receives its changeset as
    /// [`iq_list_apply`] would return it; the caller destroys it. Keys that already exist are a mismatch.
    /// With [`IQ_LIST_DROP_EMPTY_SECTIONS`], sections that become empty are deleted. Errors as above and as
    /// in [`iq_list_apply`]. O(k log k + s + n / 256). Since 0.2.
    pub fn iq_changeset_apply_to_list(
        changeset: *const iq_changeset,
        list: *mut iq_list,
        options: *const iq_update_options,
        applied: *mut *mut iq_changeset,
    ) -> iq_status;
    /// Computes the inverse, which turns the state after into the state before. Inserts become deletes, old
    /// values become new ones, matches stay; which matched items move is solved again. An update keeps its
    /// flags and its mask, a section its mark. The inverse of an inverse equals the original, in every
    /// dialect. Keys stored by KEEP_KEYS are stored in it too. The caller destroys `inverse`. O(k log k +
    /// s), with stored keys O(n). Since 0.2.
    pub fn iq_changeset_invert(changeset: *const iq_changeset, inverse: *mut *mut iq_changeset) -> iq_status;
    /// Composes two changesets into one, which turns the state before `first` into the state after
    /// `second`, again with the fewest moves. Sections and items that `first` deletes and `second` inserts
    /// again are matched by key; those that `first` inserts and `second` deletes are left out. Of an item
    /// that either updates, the old values are those of `first` and the new values those of `second`:
    /// - if contents, classes or levels differ, it is an update for that reason;
    /// - a mark of either stays ([`IQ_CHANGE_BY_MARK`]): it was requested; so does
    ///   [`IQ_CHANGE_BY_CHILDREN`];
    /// - [`IQ_CHANGE_BY_EQUAL`] of either stays where neither side has a content;
    /// - else it is no update, as when a content is changed and changed back.
    ///
    /// Masks are combined (or); all bits are set where no class computed one. The same holds for
    /// supplementary elements. Where contents alone decide, the result equals that of [`iq_diff`] of the
    /// two ends. It is a full reload if either is, and has the sums of the counts of duplicates. Keys are
    /// stored if both store them. The caller destroys `combined`. O(k log k + s), with stored keys O(n).
    /// - [`IQ_ERROR_MISMATCH`]: `second` does not start with the sections and item counts that `first` ends
    ///   with, or both have values of an item or supplementary element that differ; error.position is that
    ///   between the two.
    /// - [`IQ_ERROR_SCOPE`]: one is scoped and the other is not.
    ///
    /// Without marks, composing three changesets gives the same result whichever two are composed first.
    /// With marks it does not: a mark on an item that `first` inserts has no effect and is dropped, but
    /// stays where that insert was composed with a delete before. Since 0.2.
    pub fn iq_changeset_compose(
        first: *const iq_changeset,
        second: *const iq_changeset,
        combined: *mut *mut iq_changeset,
    ) -> iq_status;
}

// --- LISTS -------------------------------------------------------------------------------------

/// The most items that a list can hold: 2^31 \- 2.
pub const IQ_MAX_ITEMS: usize = 2147483646;
/// The most sections.
pub const IQ_MAX_SECTIONS: usize = 16777214;
/// As [`IQ_SNAPSHOT_DROP_EMPTY_SECTIONS`]: sections without items are not shown. [`iq_list_set`] drops
/// them before it looks for duplicates; a snapshot's are dropped when it is applied.
pub const IQ_LIST_DROP_EMPTY_SECTIONS: u32 = 1;
/// Items and elements may only have classes that were registered with the list, or none: see
/// [`iq_list_register_class`].
pub const IQ_LIST_REGISTERED_CLASSES: u32 = 2;
/// The changesets of UPDATE events have a payload.
pub const IQ_LIST_PAYLOAD: u32 = 4;

/// Options of a list.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct iq_list_options {
    pub struct_size: usize,
    pub duplicates: iq_duplicates,
    /// `IQ_LIST_*`
    pub flags: u32,
    /// see [`iq_diff_options`]; 0: none
    pub reload_threshold: usize,
    /// more is [`IQ_ERROR_LIMIT`]; 0: [`IQ_MAX_ITEMS`]
    pub max_items: usize,
    /// likewise; 0: [`IQ_MAX_SECTIONS`]
    pub max_sections: usize,
    /// see [`iq_diff_options`]; 0: none
    pub splice_threshold: usize,
}

versioned!(iq_list_options);

extern "C" {
    /// Creates an empty list. It takes at most 552 bytes, and with ten items at most 2000:
    /// [`iq_memory_used()`] for a hundred thousand of them, with their share of the handle table. Since
    /// 0.1.
    pub fn iq_list_create(options: *const iq_list_options, list: *mut *mut iq_list) -> iq_status;
    /// Destroys a list and releases all models. Safe from inside the list's own callbacks: its memory is
    /// freed when the call returns. Since 0.1.
    pub fn iq_list_destroy(list: *mut iq_list);
    /// Registers a class with a list that has [`IQ_LIST_REGISTERED_CLASSES`]. There, an update or an edit
    /// that would bring in an item or element with another class, or give it one, is refused as a whole,
    /// and so is such an element of the list itself: [`IQ_ERROR_NOT_FOUND`], with error.key, and for an
    /// element of a section error.section. A class that is registered already stays so; {0}, and any class
    /// in a list without the flag, has no effect. O(1).
    /// - [`IQ_ERROR_HANDLE`]: there is no such class.
    /// - [`IQ_ERROR_NO_MEMORY`].
    ///
    /// Since 0.3.
    pub fn iq_list_register_class(list: *mut iq_list, cell_class: iq_class) -> iq_status;
    /// Makes the list show what the snapshot describes. The snapshot is not changed: it may be applied
    /// again, edited or destroyed right afterwards. `changeset` is optional; the caller destroys it. Pass
    /// NULL if you do not need it: finding the fewest moves is a large part of the cost. O(n) for what the
    /// two do not share; commits only where something changed.
    /// - [`IQ_ERROR_SCOPE`]: one is scoped and the other is not.
    /// - [`IQ_ERROR_DUPLICATE`]: a key occurs twice and the policy refuses it.
    /// - [`IQ_ERROR_LIMIT`]: more items or sections than the list's options allow.
    /// - [`IQ_ERROR_NO_MEMORY`], [`IQ_ERROR_BUSY`].
    ///
    /// Since 0.1.
    pub fn iq_list_apply(
        list: *mut iq_list,
        snapshot: *const iq_snapshot,
        options: *const iq_update_options,
        changeset: *mut *mut iq_changeset,
    ) -> iq_status;
    /// Replaces the whole list in one call, without building a snapshot. The arrays are borrowed for the
    /// call. If another thread changes them meanwhile, the contents may be wrong, but the list stays valid:
    /// what is committed is what the diff read. Otherwise as [`iq_list_apply`], with the entries as for
    /// [`iq_snapshot_set`]. Since 0.1.
    pub fn iq_list_set(
        list: *mut iq_list,
        sections: *const iq_section_entry,
        section_count: usize,
        items: *const iq_columns,
        options: *const iq_update_options,
        changeset: *mut *mut iq_changeset,
    ) -> iq_status;
    /// Replaces the whole list by one implicit section with these items, whose key is 16 zero bytes.
    /// Otherwise as [`iq_list_set`]. Since 0.1.
    pub fn iq_list_set_items(
        list: *mut iq_list,
        items: *const iq_columns,
        options: *const iq_update_options,
        changeset: *mut *mut iq_changeset,
    ) -> iq_status;
    /// Replaces the items of one section. All other sections keep their items, and a key that one of them
    /// has is a duplicate: the first or the last occurrence in the list's order, as for [`iq_list_set`] of
    /// the whole list. Otherwise as [`iq_list_set`]. The cost follows that section (and, with a changeset,
    /// s).
    /// - [`IQ_ERROR_NOT_FOUND`]: there is no such section.
    ///
    /// Since 0.1.
    pub fn iq_list_set_section_items(
        list: *mut iq_list,
        section: iq_key,
        items: *const iq_columns,
        options: *const iq_update_options,
        changeset: *mut *mut iq_changeset,
    ) -> iq_status;
    /// Creates a snapshot of what is shown, as a start for the next one; it has the list's flags and its
    /// policy for duplicates. O(n / 256 + s), no work per item. Since 0.1.
    pub fn iq_list_snapshot(list: *mut iq_list, snapshot: *mut *mut iq_snapshot) -> iq_status;
    /// Counts sections and items. Both outputs are optional. O(1). Since 0.5.
    pub fn iq_list_get_count(list: *const iq_list, sections: *mut usize, items: *mut usize) -> iq_status;
    /// Finds the section at a position. Since 0.5.
    pub fn iq_list_find_section_at(
        list: *const iq_list,
        position: usize,
        section: *mut iq_section,
    ) -> iq_status;
    /// Finds the section of a key. Since 0.5.
    pub fn iq_list_find_section(list: *const iq_list, key: iq_key, section: *mut iq_section) -> iq_status;
    /// Finds the item at an index over all sections. Since 0.5.
    pub fn iq_list_find_item_at(list: *const iq_list, index: usize, item: *mut iq_item) -> iq_status;
    /// Finds the item at a position within a section. Since 0.5.
    pub fn iq_list_find_item_in_section(
        list: *const iq_list,
        section: iq_section,
        position: usize,
        item: *mut iq_item,
    ) -> iq_status;
    /// Finds the item of a key. `section` is required where keys are scoped, else it may be NULL. Since
    /// 0.5.
    pub fn iq_list_find_item(
        list: *const iq_list,
        section: *const iq_key,
        key: iq_key,
        item: *mut iq_item,
    ) -> iq_status;
    /// Reads a section. O(log s). Since 0.5.
    pub fn iq_list_get_section_info(
        list: *const iq_list,
        section: iq_section,
        info: *mut iq_section_info,
    ) -> iq_status;
    /// Copies a section's supplementary elements, as [`iq_snapshot_get_supplementaries`] does; with section
    /// {0} those of the list itself. Since 0.5.
    pub fn iq_list_get_supplementaries(
        list: *const iq_list,
        section: iq_section,
        flags: u32,
        elements: *mut iq_supplementary,
        capacity: usize,
        count: *mut usize,
    ) -> iq_status;
    /// Copies one supplementary element, as [`iq_snapshot_get_supplementary`] does; with section {0} one of
    /// the list itself. Since 0.5.
    pub fn iq_list_get_supplementary(
        list: *const iq_list,
        section: iq_section,
        kind: u32,
        index: u32,
        flags: u32,
        element: *mut iq_supplementary,
    ) -> iq_status;
    /// Reads an item. `flags` are `IQ_READ_*`. O(log n). Since 0.5.
    pub fn iq_list_get_item_info(
        list: *const iq_list,
        item: iq_item,
        flags: u32,
        info: *mut iq_item_info,
    ) -> iq_status;
    /// Finds the current position of an item. O(log n). Since 0.5.
    pub fn iq_list_find_position(
        list: *const iq_list,
        item: iq_item,
        position: *mut iq_position,
    ) -> iq_status;
    /// Finds the parent of an item in the list as it is: the nearest item before it in its section with a
    /// lower level. Whether an item has children that can be shown says
    /// [`iq_item_info.children`](iq_item_info::children), of a derived list. O(log n), and the items
    /// between them.
    /// - [`IQ_ERROR_HANDLE`]: there is no such item.
    /// - [`IQ_ERROR_NOT_FOUND`]: it has none.
    ///
    /// Since 0.8.
    pub fn iq_list_find_parent(list: *const iq_list, item: iq_item, parent: *mut iq_item) -> iq_status;
    /// Computes the index of the item at a position, as [`iq_snapshot_find_index`] does. Since 0.5.
    pub fn iq_list_find_index(list: *const iq_list, position: iq_position, index: *mut usize) -> iq_status;
    /// Copies items, as [`iq_snapshot_get_items`] does, with handles. Since 0.5.
    pub fn iq_list_get_items(
        list: *const iq_list,
        first: usize,
        count: usize,
        buffers: *const iq_item_buffers,
    ) -> iq_status;
    /// Frees the scratch memory that a large list keeps for its next update, and what it still holds from a
    /// time when it was larger: leaves are packed, except those that a snapshot shares; handles, index and
    /// tables shrink to the size that they need. Handles stay valid, and stale ones are still refused. For
    /// a list that has shrunk, or will not change for long. O(n).
    /// - [`IQ_ERROR_NO_MEMORY`]: nothing has changed; the old and the new memory exist side by side for a
    ///   time.
    ///
    /// Since 0.1.
    pub fn iq_list_trim(list: *mut iq_list) -> iq_status;
    /// Reserves memory for `items` items in all: handles, index and the table of leaves then do not grow
    /// until the list has so many, neither by an edit nor by the first update of a list that is empty. The
    /// leaves themselves are allocated as items come. Changes nothing that can be read but the byte counts
    /// of [`iq_list_get_statistics`]; less than the list holds has no effect. Without it a list grows in
    /// steps: no edit pays for more than its own share. [`iq_list_trim`] frees what is reserved, and so may
    /// an update that deletes many. O(n + items).
    /// - [`IQ_ERROR_LIMIT`]: `items` is more than the list's options allow.
    /// - [`IQ_ERROR_BUSY`]: an edit is open.
    /// - [`IQ_ERROR_NO_MEMORY`]: a part may be reserved.
    ///
    /// Since 0.3.
    pub fn iq_list_reserve(list: *mut iq_list, items: usize) -> iq_status;
}

// --- EDITS -------------------------------------------------------------------------------------

/// An open edit, owned by the host.
#[repr(C)]
pub struct iq_edit {
    _opaque: Opaque,
}

/// Options of an edit.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct iq_edit_options {
    pub struct_size: usize,
    /// how long to wait for another edit; 0: not at all; UINT32_MAX: without limit
    pub wait_milliseconds: u32,
    /// must be 0
    pub reserved: u32,
}

versioned!(iq_edit_options);

extern "C" {
    /// Opens an edit of the list. While another edit is open this waits for its end, as long as the options
    /// allow, on the monotonic clock; threads are served in the order in which they began to wait. An open
    /// edit of the calling thread itself cannot end meanwhile: waiting for it always takes the whole time.
    /// O(1).
    /// - [`IQ_ERROR_BUSY`]: the time is over; at once with 0 milliseconds (also where other threads wait),
    ///   and at once from inside any callback.
    /// - [`IQ_ERROR_HANDLE`]: the list was destroyed meanwhile.
    ///
    /// Since 0.2.
    pub fn iq_edit_begin(
        list: *mut iq_list,
        options: *const iq_edit_options,
        edit: *mut *mut iq_edit,
    ) -> iq_status;
    /// Commits the edit: its changes stay. `changeset` (optional) equals that of [`iq_diff`] of the states
    /// at begin and at commit, in every dialect, with the marks of the edit; the caller destroys it. With
    /// [`IQ_LIST_DROP_EMPTY_SECTIONS`] the sections that have become empty are deleted first. On failure
    /// the edit stays open. O(k log k + s) for k edits; with [`IQ_UPDATE_KEEP_KEYS`] O(n). Since 0.2.
    pub fn iq_edit_commit(
        edit: *mut iq_edit,
        options: *const iq_update_options,
        changeset: *mut *mut iq_changeset,
    ) -> iq_status;
    /// Destroys the edit. One that was not committed is abandoned: the list is again as it was at the
    /// beginning, including handles and models. Allocates nothing and cannot fail. Since 0.2.
    pub fn iq_edit_destroy(edit: *mut iq_edit);
    /// Inserts items into a section, the first of them at `position` (counted before an item that KEEP_LAST
    /// moves is taken out). Since 0.2.
    pub fn iq_edit_insert_items(
        edit: *mut iq_edit,
        section: iq_section,
        position: usize,
        items: *const iq_columns,
    ) -> iq_status;
    /// Inserts items beside the item `anchor`: `where` is `IQ_PUT_*`. Since 0.5.
    pub fn iq_edit_insert_items_beside(
        edit: *mut iq_edit,
        r#where: u32,
        anchor: iq_item,
        items: *const iq_columns,
    ) -> iq_status;
    /// Inserts items below the item `parent`, each one level deeper than it, to which its own level is
    /// added: the first of them becomes child number `index` of `parent`, and what was there follows.
    /// Children are the items of a subtree whose parent it is: see COLUMNS. [`IQ_END`], like the number of
    /// children, is the end of the subtree. O(k log n) as above, and O(the subtree of `parent`).
    /// - [`IQ_ERROR_RANGE`]: `index` is more than `parent` has children.
    /// - [`IQ_ERROR_ARGUMENT`]: a level would be more than 65,535.
    ///
    /// Since 0.3.
    pub fn iq_edit_insert_children(
        edit: *mut iq_edit,
        parent: iq_item,
        index: usize,
        items: *const iq_columns,
    ) -> iq_status;
    /// Deletes items, of any sections.
    /// - [`IQ_ERROR_HANDLE`]: an item does not exist.
    /// - [`IQ_ERROR_ARGUMENT`]: an item is given twice.
    ///
    /// Since 0.2.
    pub fn iq_edit_delete_items(edit: *mut iq_edit, items: *const iq_item, count: usize) -> iq_status;
    /// Deletes `count` items of a section from position `first` on. Since 0.2.
    pub fn iq_edit_delete_item_range(
        edit: *mut iq_edit,
        section: iq_section,
        first: usize,
        count: usize,
    ) -> iq_status;
    /// Moves `count` items of a section from position `first` on: afterwards the first of them is at
    /// `position` of `target`, which may be the same section.
    /// - [`IQ_ERROR_SCOPE`]: `target` is another section and keys are scoped.
    ///
    /// Since 0.2.
    pub fn iq_edit_move_item_range(
        edit: *mut iq_edit,
        section: iq_section,
        first: usize,
        count: usize,
        target: iq_section,
        position: usize,
    ) -> iq_status;
    /// Moves items, of any sections, so that they follow each other in this order before the item at
    /// `position`, which is that of now, while all are still where they are: so
    /// [`iq_hit.insertion`](iq_hit::insertion) and a position that was just read fit as they are. Its item
    /// may be the number of items: the end of the section. O((k + moved leaves) log n).
    /// - [`IQ_ERROR_HANDLE`]: an item does not exist.
    /// - [`IQ_ERROR_ARGUMENT`]: an item is given twice.
    /// - [`IQ_ERROR_RANGE`]: there is no such position.
    /// - [`IQ_ERROR_SCOPE`]: an item is of another section and keys are scoped.
    ///
    /// Since 0.8.
    pub fn iq_edit_move_items_to(
        edit: *mut iq_edit,
        items: *const iq_item,
        count: usize,
        position: iq_position,
    ) -> iq_status;
    /// Moves an item beside the item `anchor`, also of another section. Moving it beside itself does
    /// nothing. Since 0.5.
    pub fn iq_edit_move_item_beside(
        edit: *mut iq_edit,
        item: iq_item,
        r#where: u32,
        anchor: iq_item,
    ) -> iq_status;
    /// Updates items: items\[i] gets row i of the columns in `flags` (`IQ_COLUMN_*`, at least one), and its
    /// other values stay. There are columns->count items. Keys and columns that are not in `flags` are not
    /// read and may be NULL; a column in `flags` that is NULL has its usual default. The changeset has an
    /// update if content, class, level or, by the class's `equal`, model differ from those at the
    /// beginning. A new class takes over a model that stays: it retains it, and the old class releases it.
    /// - [`IQ_ERROR_HANDLE`]: an item does not exist.
    /// - [`IQ_ERROR_ARGUMENT`]: an item is given twice.
    ///
    /// Since 0.3.
    pub fn iq_edit_update_items(
        edit: *mut iq_edit,
        items: *const iq_item,
        columns: *const iq_columns,
        flags: u32,
    ) -> iq_status;
    /// Marks items for reload, as [`iq_snapshot_reload_items`] does: an update even if nothing differs.
    /// Since 0.2.
    pub fn iq_edit_reload_items(edit: *mut iq_edit, items: *const iq_item, count: usize) -> iq_status;
    /// Marks items for reconfigure, likewise. Since 0.2.
    pub fn iq_edit_reconfigure_items(edit: *mut iq_edit, items: *const iq_item, count: usize) -> iq_status;
    /// Replaces the items of one section. Items whose keys are among the new ones keep their handles and
    /// get the new content, model, class and level. Since 0.2.
    pub fn iq_edit_set_section_items(
        edit: *mut iq_edit,
        section: iq_section,
        items: *const iq_columns,
    ) -> iq_status;
    /// Inserts empty sections, the first of them at `position`. KEEP_FIRST leaves an existing section where
    /// it is, KEEP_LAST moves it here with its items. Since 0.2.
    pub fn iq_edit_insert_sections(
        edit: *mut iq_edit,
        position: usize,
        keys: *const iq_key,
        count: usize,
    ) -> iq_status;
    /// Inserts empty sections beside the section `anchor`. Since 0.5.
    pub fn iq_edit_insert_sections_beside(
        edit: *mut iq_edit,
        r#where: u32,
        anchor: iq_section,
        keys: *const iq_key,
        count: usize,
    ) -> iq_status;
    /// Deletes sections with their items and supplementary elements.
    /// - [`IQ_ERROR_HANDLE`]: a section does not exist.
    /// - [`IQ_ERROR_ARGUMENT`]: a section is given twice.
    ///
    /// Since 0.2.
    pub fn iq_edit_delete_sections(
        edit: *mut iq_edit,
        sections: *const iq_section,
        count: usize,
    ) -> iq_status;
    /// Deletes `count` sections from position `first` on, likewise. Since 0.2.
    pub fn iq_edit_delete_section_range(edit: *mut iq_edit, first: usize, count: usize) -> iq_status;
    /// Moves `count` sections from position `first` on: afterwards the first of them is at `position`.
    /// Since 0.2.
    pub fn iq_edit_move_section_range(
        edit: *mut iq_edit,
        first: usize,
        count: usize,
        position: usize,
    ) -> iq_status;
    /// Moves a section beside the section `anchor`. Moving it beside itself does nothing. Since 0.5.
    pub fn iq_edit_move_section_beside(
        edit: *mut iq_edit,
        section: iq_section,
        r#where: u32,
        anchor: iq_section,
    ) -> iq_status;
    /// Marks sections, their items and their supplementary elements for reload. Since 0.2.
    pub fn iq_edit_reload_sections(
        edit: *mut iq_edit,
        sections: *const iq_section,
        count: usize,
    ) -> iq_status;
    /// Sets a supplementary element of a section, as [`iq_snapshot_set_supplementary`] does. Since 0.2.
    pub fn iq_edit_set_supplementary(
        edit: *mut iq_edit,
        section: iq_section,
        element: *const iq_supplementary,
    ) -> iq_status;
    /// Removes a supplementary element.
    /// - [`IQ_ERROR_NOT_FOUND`]: there is none of this kind and index.
    ///
    /// Since 0.2.
    pub fn iq_edit_remove_supplementary(
        edit: *mut iq_edit,
        section: iq_section,
        kind: u32,
        index: u32,
    ) -> iq_status;
}

// --- ENCODING ----------------------------------------------------------------------------------

extern "C" {
    /// Encodes a snapshot as it is now, including marks and duplicates. O(n). Since 0.2.
    pub fn iq_snapshot_encode(
        snapshot: *const iq_snapshot,
        buffer: *mut c_void,
        capacity: usize,
        length: *mut usize,
    ) -> iq_status;
    /// Decodes a snapshot, as if its sections and items had been appended one after another to one with
    /// these options, whose policy applies to duplicates. O(n).
    /// - [`IQ_ERROR_SCOPE`]: its keys are scoped and the options' are not, or the other way round.
    ///
    /// Since 0.2.
    pub fn iq_snapshot_decode(
        bytes: *const c_void,
        length: usize,
        options: *const iq_snapshot_options,
        snapshot: *mut *mut iq_snapshot,
    ) -> iq_status;
    /// Encodes a changeset and its payload; not the keys that KEEP_KEYS stores. O(k + s).
    /// - [`IQ_ERROR_NO_PAYLOAD`]: it was made without PAYLOAD.
    ///
    /// Since 0.2.
    pub fn iq_changeset_encode(
        changeset: *const iq_changeset,
        buffer: *mut c_void,
        capacity: usize,
        length: *mut usize,
    ) -> iq_status;
}

/// Limits for a changeset that is decoded.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct iq_decode_options {
    pub struct_size: usize,
    /// on either side; more is [`IQ_ERROR_LIMIT`]. 0: [`IQ_MAX_ITEMS`]
    pub max_items: usize,
    /// likewise; 0: [`IQ_MAX_SECTIONS`]
    pub max_sections: usize,
}

versioned!(iq_decode_options);

extern "C" {
    /// Decodes a changeset that equals the encoded one in every dialect, and has a payload. Its moves are
    /// computed again: they are the fewest, whoever wrote the bytes. The caller destroys it. O(k log k +
    /// s).
    ///
    /// Items that stay take no bytes: 73 bytes that change nothing may describe two billion items. Later
    /// calls on the changeset also cost by k, except [`iq_changeset_get_map`], which takes 4 bytes for each
    /// item of the side. If the bytes are not trusted, set `max_items` to what is expected, or check
    /// [`iq_changeset_get_summary`] first. Since 0.2.
    pub fn iq_changeset_decode(
        bytes: *const c_void,
        length: usize,
        options: *const iq_decode_options,
        changeset: *mut *mut iq_changeset,
    ) -> iq_status;
}

// --- LOOKING INSIDE ----------------------------------------------------------------------------

extern "C" {
    /// Describes a list: its sections and items. Since 0.1.
    pub fn iq_list_dump(
        list: *const iq_list,
        buffer: *mut c_char,
        capacity: usize,
        length: *mut usize,
    ) -> iq_status;
    /// Describes a snapshot: its sections and items. Since 0.1.
    pub fn iq_snapshot_dump(
        snapshot: *const iq_snapshot,
        buffer: *mut c_char,
        capacity: usize,
        length: *mut usize,
    ) -> iq_status;
    /// Describes a changeset: the summary, then the batch. Since 0.1.
    pub fn iq_changeset_dump(
        changeset: *const iq_changeset,
        buffer: *mut c_char,
        capacity: usize,
        length: *mut usize,
    ) -> iq_status;
    /// Explains why an item changed (or did not), without a \\n: "moved 1:0 -> 0:1; reconfigured: content
    /// differs". O(k + log s), and allocates nothing.
    /// - [`IQ_ERROR_RANGE`]: there is no such item.
    ///
    /// Since 0.1.
    pub fn iq_changeset_explain(
        changeset: *const iq_changeset,
        side: iq_side,
        position: iq_position,
        buffer: *mut c_char,
        capacity: usize,
        length: *mut usize,
    ) -> iq_status;
}

/// Figures of a list. Those up to `leaves_written` are of the last update that succeeded, of an edit
/// its commit; its phases add up to its time, less the time that it waited for locks. The others are
/// what the list holds now.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct iq_statistics {
    pub struct_size: usize,
    /// its struct_size is set by the library; moves are [`IQ_UNCOUNTED`] without a changeset: they were not
    /// computed
    pub changes: iq_summary,
    /// comparing and looking up
    pub match_nanoseconds: u64,
    /// the fewest moves, and the changeset
    pub solve_nanoseconds: u64,
    /// new leaves, models retained
    pub prepare_nanoseconds: u64,
    pub commit_nanoseconds: u64,
    /// keys looked up, one by one or batched
    pub lookups: usize,
    /// leaves whose items were read
    pub leaves_compared: usize,
    /// leaves of before that are in after
    pub leaves_kept: usize,
    pub leaves_written: usize,
    /// items, order; shared leaves count whole
    pub tree_bytes: usize,
    /// key to item
    pub index_bytes: usize,
    /// handles
    pub slot_bytes: usize,
    /// kept for the next update, if over 1 MB: see [`iq_list_trim`]; less belongs to the whole process: see
    /// [`iq_memory_trim`]
    pub scratch_bytes: usize,
}

versioned!(iq_statistics);

extern "C" {
    /// Reads the statistics of a list. O(n / 256 + s). Since 0.5.
    pub fn iq_list_get_statistics(list: *const iq_list, statistics: *mut iq_statistics) -> iq_status;
}

// --- EVENTS ------------------------------------------------------------------------------------

/// The kind of an event: one of `IQ_EVENT_*`, one bit each.
pub type iq_event_kind = u32;
/// The list was updated: `changeset` has the changes since the version before. `number` is the ticket
/// of a submission, or 0.
pub const IQ_EVENT_UPDATE: iq_event_kind = 1;
/// A submission is committed with the next poll: `number` is its ticket. Positions are still those
/// before. If it is cancelled after all, no UPDATE follows.
pub const IQ_EVENT_WILL_UPDATE: iq_event_kind = 2;
/// A cell class is used in a view for the first time: `cell_class`, `view`. Cells of that view are
/// created and bound by the next poll.
pub const IQ_EVENT_CLASS_FIRST_USED: iq_event_kind = 4;
/// A cell was bound to an item or element: `flags` are `IQ_CELL_*`. `mask` is what `changed` of the
/// class returned if it was bound again.
pub const IQ_EVENT_BOUND: iq_event_kind = 8;
/// An item, element or section has come into view. A section has no cell, and is in view while one of
/// its items is.
pub const IQ_EVENT_WILL_DISPLAY: iq_event_kind = 16;
/// It is in view no longer: with the cell that it had, as it was bound last. What has gone has no
/// position. Reported once for each WILL_DISPLAY.
pub const IQ_EVENT_DID_END_DISPLAY: iq_event_kind = 32;
/// `count` items, from `index` on and in the list's order, got or lost the states `states`; `item` and
/// `key` are those of the first one. About a section where `item` is {0}. `flags` are `IQ_SWITCHED_*`.
/// Of items that lost them with an update or edit ([`IQ_SWITCHED_GONE`]) `index` is where the first one
/// was before; [`IQ_NONE`]: one item, which the open edit had deleted or inserted.
pub const IQ_EVENT_STATES: iq_event_kind = 64;
/// [`iq_list_emit`]: `number` is the action, `sender` the host's.
pub const IQ_EVENT_ACTION: iq_event_kind = 128;
/// `number` is the `IQ_PLACEHOLDER_*` of the list now: see STATE OF THE LIST.
pub const IQ_EVENT_PLACEHOLDER: iq_event_kind = 256;
/// The page behind an edge is to be loaded: `number` is the request's token, `flags` the `IQ_EDGE_*`,
/// `section` {0} for the list: see PAGING.
pub const IQ_EVENT_PAGE: iq_event_kind = 512;
/// Of a derived list: an item was expanded whose children the source does not have yet. See DERIVED
/// LISTS. Fields: item and key as in [`IQ_EVENT_ACTION`]. The handle is the derived list's; the
/// source's item is the one that has the key: [`iq_list_find_item`].
pub const IQ_EVENT_CHILDREN: iq_event_kind = 1024;
/// `count` items, from `index` on, are near what is visible in `view` and should be prepared; with
/// [`IQ_PREFETCH_CANCEL`] they are no longer, and are not visible either. An item that was visible is
/// near as well.
pub const IQ_EVENT_PREFETCH: iq_event_kind = 2048;
/// A user drags `count` items; `item` is the first one. `flags` are `IQ_REORDER_*`: see REORDER.
pub const IQ_EVENT_REORDER: iq_event_kind = 4096;
/// not to be animated
pub const IQ_COMMIT_PLAIN: u32 = 16;
/// nothing has changed
pub const IQ_COMMIT_UNCHANGED: u32 = 0x1000000;
/// a user has dropped items: see REORDER
pub const IQ_COMMIT_REORDERED: u32 = 0x2000000;
/// by [`iq_list_undo`]
pub const IQ_COMMIT_UNDONE: u32 = 0x4000000;
/// by [`iq_list_redo`]
pub const IQ_COMMIT_REDONE: u32 = 0x8000000;
/// the cell was just created
pub const IQ_CELL_NEW: u32 = 1;
/// it was bound to the same already
pub const IQ_CELL_RECONFIGURED: u32 = 2;
/// it replaces another cell of the same
pub const IQ_CELL_RELOADED: u32 = 4;
/// [`iq_view_take_cell`]; not in the queue
pub const IQ_CELL_BY_HAND: u32 = 8;
/// the first item of its section
pub const IQ_CELL_FIRST: u32 = 16;
/// the last one
pub const IQ_CELL_LAST: u32 = 32;
/// Flag of PREFETCH.
pub const IQ_PREFETCH_CANCEL: u32 = 1;

/// An event. Each kind has `kind` and `version`, and what is marked here. The other fields are 0,
/// positions [`IQ_NONE`].
///
/// ```text
///                     who  where  cell  view
/// UPDATE               -     -     -     -    flags, number, changeset,
///                                             status, animation
/// WILL_UPDATE          -     -     -     -    flags, number, animation
/// CLASS_FIRST_USED     -     -     -    yes   cell_class
/// BOUND               yes   yes   yes   yes   flags, states, mask
/// WILL_DISPLAY        yes   yes   yes   yes   states
/// DID_END_DISPLAY     yes   yes   yes   yes   states
/// STATES              yes   yes    -     -    flags, states
/// ACTION              yes   yes    -     -    number, sender
/// PLACEHOLDER          -     -     -     -    number
/// PAGE                yes   yes    -     -    flags, number
/// CHILDREN            yes   yes    -     -
/// PREFETCH            yes   yes    -    yes   flags
/// REORDER             yes   yes    -     -    flags
/// ```
///
/// ```text
/// who     item, section, key, section_key; of an item also count, model and
///         cell_class; of an element element_kind and element_index
/// where   position, index
/// cell    cell, object, count, model, cell_class
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_event {
    pub struct_size: usize,
    pub kind: iq_event_kind,
    /// see the kind
    pub flags: u32,
    /// of the list, for positions
    pub version: u64,
    /// {0}: about another element, a section, or the list
    pub item: iq_item,
    /// the item's; {0}: about the list
    pub section: iq_section,
    /// the item's, else the section's
    pub key: iq_key,
    /// the item's section's
    pub section_key: iq_key,
    pub position: iq_position,
    /// of the item, over all sections
    pub index: u32,
    /// of a supplementary element, else 0
    pub element_kind: u32,
    pub element_index: u32,
    /// its number in `view`, or [`IQ_NONE`]
    pub cell: u32,
    /// of `create_cell`
    pub object: *mut c_void,
    /// the item's, retained until the next poll; NULL if the item has gone. With a cell: the model that it
    /// is bound to
    pub model: *mut c_void,
    /// the model's
    pub cell_class: iq_class,
    /// of STATES: `IQ_STATE_*`, which changed; with a cell: those of the item
    pub states: u32,
    /// of BOUND: what differs
    pub mask: u64,
    /// see the kind
    pub number: u64,
    /// items from `index` on
    pub count: usize,
    /// of [`iq_list_emit`]
    pub sender: *mut c_void,
    /// of display events, PREFETCH and CLASS_FIRST_USED
    pub view: *mut iq_view,
    /// of UPDATE; to keep it: [`iq_changeset_copy`]
    pub changeset: *const iq_changeset,
    /// of UPDATE: of a submission that failed (`changeset` is NULL), else [`IQ_OK`]
    pub status: iq_status,
    /// of UPDATE: that of its options
    pub animation: u32,
}

versioned!(iq_event);

extern "C" {
    /// Sets which kinds of event are made from now on: the sum of their bits; at first 0\. With UPDATE
    /// every update makes its changeset, also where the caller passes NULL: that costs the search for the
    /// fewest moves. Events that wait stay. Since 0.3.
    pub fn iq_list_set_events(list: *mut iq_list, kinds: u32) -> iq_status;
    /// Writes which kinds of event are made: the sum of their bits. O(1). Since 0.5.
    pub fn iq_list_get_events(list: *const iq_list, kinds: *mut u32) -> iq_status;
    /// Hands out at most `capacity` events and writes their number to `count`; 0: there is none now.
    /// `events` may be NULL if `capacity` is 0: then the work is done unless events wait. O(1) an event.
    /// - [`IQ_ERROR_BUSY`]: another poll of the list is under way.
    /// - [`IQ_ERROR_CALLBACK`]: `create_cell` or `bind_cell` of a class failed. Events and `count` are
    ///   written as always; the next poll, for which the descriptor does not become readable, asks again.
    ///
    /// Since 0.3.
    pub fn iq_list_poll(
        list: *mut iq_list,
        events: *mut iq_event,
        capacity: usize,
        count: *mut usize,
    ) -> iq_status;
}

/// A part of a list: an item, a section, or a supplementary element. NULL where one is optional, and
/// zeroes behind struct_size, mean the list itself.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct iq_element {
    pub struct_size: usize,
    pub item: iq_item,
    /// {0} will do for an item
    pub section: iq_section,
    /// 0: the item, or the section itself; else `IQ_KIND_*` of an element of the section, or, with {0}, of
    /// the list
    pub kind: u32,
    /// of an element, among those of its kind
    pub index: u32,
}

versioned!(iq_element);

pub const IQ_ACTION_PRIMARY: u64 = 1;
pub const IQ_ACTION_DELETE: u64 = 2;
pub const IQ_ACTION_INSERT: u64 = 3;
/// the first number for the host's own actions
pub const IQ_ACTION_HOST: u64 = 256;

extern "C" {
    /// Puts an ACTION into the queue: a button was pressed, a menu entry chosen, a swipe performed.
    /// `element` is optional; `sender` is passed on. Traits of an item are asked at once, on this thread.
    /// From any thread and any callback but the allocator's and the log's.
    /// - [`IQ_ERROR_HANDLE`]: the item or section does not exist.
    /// - [`IQ_ERROR_REFUSED`]: PRIMARY of an item with [`IQ_TRAIT_NOT_ACTIVATABLE`], DELETE without
    ///   [`IQ_TRAIT_DELETABLE`], INSERT without [`IQ_TRAIT_INSERTABLE`].
    /// - [`IQ_ERROR_ARGUMENT`]: `action` is 0, or between the library's and the host's own; or the element
    ///   has both an item and a kind.
    ///
    /// Since 0.3.
    pub fn iq_list_emit(
        list: *mut iq_list,
        element: *const iq_element,
        action: u64,
        sender: *mut c_void,
    ) -> iq_status;
}

/// got the states; otherwise lost them
pub const IQ_SWITCHED_ON: u32 = 1;
/// set with [`IQ_SET_BY_USER`]
pub const IQ_SWITCHED_BY_USER: u32 = 2;
/// selected by the user, but not kept: see [`IQ_SELECTION_KEEPS`]
pub const IQ_SWITCHED_CLEARED: u32 = 4;
/// lost them as they left the list
pub const IQ_SWITCHED_GONE: u32 = 8;

/// The state of a list at one moment.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_list_info {
    pub struct_size: usize,
    /// counts what readers can see change: updates that changed something, each successful call of an open
    /// edit, and its commit or abandonment
    pub version: u64,
    pub sections: usize,
    pub items: usize,
    /// `IQ_LOADING_*`
    pub loading: u32,
    /// `IQ_PLACEHOLDER_*`
    pub placeholder: u32,
    /// steps that can be undone
    pub undo_steps: usize,
    /// and redone
    pub redo_steps: usize,
    /// items that are selected
    pub selected: usize,
    /// the item that is focused, or {0}
    pub focused: iq_item,
    /// the section that is focused, or {0}
    pub focused_section: iq_section,
    /// that wait or are being prepared
    pub submissions: usize,
    /// see VIEWS
    pub views: usize,
    /// 1 while an edit is open, else 0
    pub edit_open: u32,
    /// by [`iq_list_hold`], not yet resumed. Before 0.10: 0
    pub holds: u32,
    /// items that polls have still to ask a filter or an order about, as of the last poll, for a progress
    /// bar: 1 at least while something is left to ask. Since 0.10
    pub pending: usize,
    /// of a derived list, until that source is destroyed; else NULL. Since 0.11
    pub source: *mut iq_list,
}

versioned!(iq_list_info);

extern "C" {
    /// Reads the state of a list. O(1), and O(log n) where an item is focused. Since 0.5.
    pub fn iq_list_get_info(list: *const iq_list, info: *mut iq_list_info) -> iq_status;
}

// --- UPDATES FROM THREADS ----------------------------------------------------------------------

/// as [`IQ_DIFF_RELOAD`]
pub const IQ_SUBMIT_RELOAD: u32 = 1;
/// as [`IQ_DIFF_VERIFY`]
pub const IQ_SUBMIT_VERIFY: u32 = 2;
/// as [`IQ_DIFF_KEEP_KEYS`]
pub const IQ_SUBMIT_KEEP_KEYS: u32 = 4;
/// as [`IQ_DIFF_PAYLOAD`]
pub const IQ_SUBMIT_PAYLOAD: u32 = 8;
/// as [`IQ_UPDATE_PLAIN`]
pub const IQ_SUBMIT_PLAIN: u32 = 16;
/// as [`IQ_UPDATE_KEEP_LOADING`]
pub const IQ_SUBMIT_KEEP_LOADING: u32 = 32;
/// as [`IQ_UPDATE_NO_STEP`]
pub const IQ_SUBMIT_NO_STEP: u32 = 64;
/// prepared on the calling thread
pub const IQ_SUBMIT_HERE: u32 = 128;
/// a later submission does not replace it
pub const IQ_SUBMIT_EACH: u32 = 256;

/// Options of a submission: [`iq_list_submit`] and [`iq_list_set_filter`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_submit_options {
    pub struct_size: usize,
    /// `IQ_SUBMIT_*`
    pub flags: u32,
    /// see [`iq_update_options`]
    pub animation: u32,
    /// see [`iq_diff_options`]
    pub reload_threshold: usize,
    /// see [`iq_diff_options`]
    pub splice_threshold: usize,
    /// do not begin before, so that a burst of submissions becomes one update; counted from the first of
    /// those that were replaced. Must be 0 with [`IQ_SUBMIT_HERE`]
    pub delay_milliseconds: u32,
    /// 0
    pub reserved: u32,
    /// Called exactly once for each ticket: by a poll, or by the destruction of the list. `status` is
    /// [`IQ_OK`] once the update was committed, also if it changed nothing. After another status its detail
    /// is in [`iq_get_last_error`] during the call. The host may free `context`. Optional.
    pub done: Option<unsafe extern "C" fn(context: *mut c_void, ticket: u64, status: iq_status)>,
    pub context: *mut c_void,
}

versioned!(iq_submit_options);

extern "C" {
    /// Submits what the snapshot describes now; it may be edited or destroyed right afterwards. `ticket` is
    /// optional; tickets count from 1\. Other failures than these are the submission's own: its `done` and
    /// its UPDATE event have the status. From any thread, and from any callback but the allocator's and the
    /// log's. O(n / 256 + s); a snapshot that resolves duplicates is indexed, O(n).
    /// - [`IQ_ERROR_SCOPE`]: one is scoped and the other is not.
    ///
    /// Since 0.3.
    pub fn iq_list_submit(
        list: *mut iq_list,
        snapshot: *const iq_snapshot,
        options: *const iq_submit_options,
        ticket: *mut u64,
    ) -> iq_status;
    /// Ends a submission with [`IQ_ERROR_CANCELLED`]; `ticket` 0: all that are not committed. From any
    /// thread.
    /// - [`IQ_ERROR_NOT_FOUND`]: there is no such ticket.
    /// - [`IQ_ERROR_STATE`]: it was committed, or has ended otherwise.
    ///
    /// Since 0.3.
    pub fn iq_list_cancel(list: *mut iq_list, ticket: u64) -> iq_status;
    /// Holds a list still while the user points at it, swipes or has a menu open. Until [`iq_list_resume`]
    /// was called as often, polls commit no snapshot that was submitted and follow no newer version of a
    /// source, nor do they go on asking about one. Expansions, filters and orders take place all the same,
    /// on the version that is shown; so do direct updates, edits, states, cells and [`iq_list_cancel`]. A
    /// filter of bits waits if they were made for a version that does. What waits does not make the
    /// descriptor readable. Events of what took place before the hold are handed out all the same. From any
    /// thread, also while a poll is under way, which it does not stop. O(1).
    ///
    /// ```text
    /// pressed     iq_list_hold(list)       submissions 4, 5: wait, 4 superseded
    /// released    iq_list_resume(list)     the next poll commits 5
    /// ```
    ///
    /// - [`IQ_ERROR_LIMIT`]: the list is held 65,535 times.
    /// - [`IQ_ERROR_NO_MEMORY`].
    ///
    /// Since 0.10.
    pub fn iq_list_hold(list: *mut iq_list) -> iq_status;
    /// Ends one [`iq_list_hold`]. After the last one the descriptor wakes if something waits, and the next
    /// poll goes on. O(1).
    /// - [`IQ_ERROR_STATE`]: the list is not held.
    ///
    /// Since 0.10.
    pub fn iq_list_resume(list: *mut iq_list) -> iq_status;
    /// Writes a file descriptor that is readable while a poll of the list would find something to do: for
    /// poll(2), epoll, GLib, asyncio. It is made by the first call and belongs to the list: the host
    /// neither reads nor closes it. A loop that waits for edges (EPOLLET, tokio, libuv) polls at least once
    /// after each: a poll that leaves something to do makes another one. If the loop keeps a mark of
    /// readiness, it clears the mark before the poll. After a fork the child calls this again, for a
    /// descriptor of its own.
    /// - [`IQ_ERROR_LIMIT`]: the process has no descriptor left.
    ///
    /// Since 0.5.
    pub fn iq_list_get_wakeup(list: *mut iq_list, descriptor: *mut c_int) -> iq_status;
}

// --- CHANGES SINCE A SNAPSHOT ------------------------------------------------------------------

extern "C" {
    /// Finds what has changed in a list since a snapshot of it, also in a derived list. `before` is such a
    /// snapshot, or NULL: nothing, so that everything is inserted. If no commit came since, both outputs
    /// are NULL. Otherwise `changeset` leads from `before` to `after`, a snapshot of the present state; it
    /// may be empty, as where only models differ. Both are optional, and the caller destroys them: pass
    /// NULL for the changeset if everything is shown anew.
    ///
    /// `options` are those of [`iq_diff`]; thresholds of 0 are the list's. It calls `equal` and `changed`
    /// of classes, on the calling thread.
    ///
    /// It only reads: any thread may call it at any time, also inside callbacks that may read lists. It
    /// polls nothing, waits for no update, and discards nothing of a submission that is prepared; one that
    /// was not committed is not seen. `before` cannot be edited during the call.
    ///
    /// O(n / 256 + s) and what differs: a leaf of up to 256 items that both states have is not read. With
    /// marks also O(log n) for each.
    /// - [`IQ_ERROR_BUSY`]: an edit is open ([`iq_list_info.edit_open`](iq_list_info::edit_open)): no state
    ///   to show.
    /// - [`IQ_ERROR_MISMATCH`]: `before` is no snapshot of the list, was edited since it was taken, or was
    ///   taken while an edit was open.
    /// - [`IQ_ERROR_NO_MEMORY`].
    ///
    /// Since 0.5.
    pub fn iq_list_changes_since(
        list: *mut iq_list,
        before: *const iq_snapshot,
        options: *const iq_diff_options,
        changeset: *mut *mut iq_changeset,
        after: *mut *mut iq_snapshot,
    ) -> iq_status;
}

// --- STATES OF ITEMS ---------------------------------------------------------------------------

pub const IQ_STATE_SELECTED: u32 = 1;
pub const IQ_STATE_HIGHLIGHTED: u32 = 2;
pub const IQ_STATE_FOCUSED: u32 = 4;
pub const IQ_STATE_EXPANDED: u32 = 8;
/// the first of eight: 256 \<\< 0 ... 256 \<\< 7
pub const IQ_STATE_HOST: u32 = 256;
/// takes the states away; alone or with BY_USER
pub const IQ_SET_OFF: u32 = 1;
/// each item by itself, by what it had before
pub const IQ_SET_TOGGLE: u32 = 2;
/// and takes the states from all other items
pub const IQ_SET_ONLY: u32 = 4;
/// the user did it: see By user
pub const IQ_SET_BY_USER: u32 = 8;

extern "C" {
    /// Sets states of items. `states` are `IQ_STATE_*`, one at least; `flags` are `IQ_SET_*`; without flags
    /// the items get the states. O(count log n).
    /// - [`IQ_ERROR_HANDLE`]: an item does not exist.
    /// - [`IQ_ERROR_REFUSED`]: see By user and One.
    ///
    /// Since 0.3.
    pub fn iq_list_set_states(
        list: *mut iq_list,
        items: *const iq_item,
        count: usize,
        states: u32,
        flags: u32,
    ) -> iq_status;
    /// Sets states of the items from index `first` on, counted over all sections; [`IQ_END`] as `count`: of
    /// all behind it. O(log n + count / 256) where whole leaves have the states or do not.
    /// - [`IQ_ERROR_RANGE`].
    /// - [`IQ_ERROR_REFUSED`]: see One.
    ///
    /// Since 0.3.
    pub fn iq_list_set_range_states(
        list: *mut iq_list,
        first: usize,
        count: usize,
        states: u32,
        flags: u32,
    ) -> iq_status;
    /// Sets states of a section itself: focused, expanded, or the host's. With [`IQ_SET_ONLY`] all other
    /// sections lose them. Nobody is asked. Since 0.3.
    pub fn iq_list_set_section_states(
        list: *mut iq_list,
        section: iq_section,
        states: u32,
        flags: u32,
    ) -> iq_status;
    /// Finds the items that have all of `states`, from index `first` on (counted over all sections), in the
    /// list's order: writes as many as fit `capacity`, and to `count` how many there are. O(n / 256) and
    /// O(256) for each leaf in which some items have the states. Since 0.5.
    pub fn iq_list_find_items_in_state(
        list: *const iq_list,
        states: u32,
        first: usize,
        items: *mut iq_item,
        capacity: usize,
        count: *mut usize,
    ) -> iq_status;
    /// As [`iq_list_set_states`], by key: restores what [`iq_list_find_keys_in_state`] has returned. Keys
    /// that are not in the list are passed over; `missing` (optional) is their number. `sections` has the
    /// key of each item's section where keys are scoped; elsewhere it is not read and may be NULL. O(count
    /// log n); for a derived list also O(1) for each hidden item that has states.
    /// - [`IQ_ERROR_SCOPE`]: keys are scoped and `sections` is NULL.
    ///
    /// Since 0.3.
    pub fn iq_list_set_key_states(
        list: *mut iq_list,
        sections: *const iq_key,
        keys: *const iq_key,
        count: usize,
        states: u32,
        flags: u32,
        missing: *mut usize,
    ) -> iq_status;
    /// As [`iq_list_find_items_in_state`], with keys. Either array may be NULL if it is not wanted. Since
    /// 0.5.
    pub fn iq_list_find_keys_in_state(
        list: *const iq_list,
        states: u32,
        first: usize,
        sections: *mut iq_key,
        keys: *mut iq_key,
        capacity: usize,
        count: *mut usize,
    ) -> iq_status;
}

pub const IQ_SELECTION_SINGLE: u32 = 0;
pub const IQ_SELECTION_MULTIPLE: u32 = 1;
/// the user cannot select: [`IQ_ERROR_REFUSED`]
pub const IQ_SELECTION_NONE: u32 = 2;
/// What the user selects stays selected. Without it a selection by the user is reported
/// ([`IQ_SWITCHED_CLEARED`]) and the item is not selected afterwards.
pub const IQ_SELECTION_KEEPS: u32 = 16;

extern "C" {
    /// Sets how many items can be selected; at first [`IQ_SELECTION_SINGLE`], which is 0\. Under a stricter
    /// mode the first selected item stays so (with NONE, none does), and the others are deselected. Since
    /// 0.3.
    pub fn iq_list_set_selection(list: *mut iq_list, mode: u32) -> iq_status;
    /// Writes how many items can be selected: `IQ_SELECTION_*`. O(1). Since 0.5.
    pub fn iq_list_get_selection(list: *const iq_list, mode: *mut u32) -> iq_status;
}

// --- STATE OF THE LIST -------------------------------------------------------------------------

/// at first
pub const IQ_LOADING_NO: u32 = 0;
/// its items are being loaded
pub const IQ_LOADING_YES: u32 = 1;
/// they could not be loaded
pub const IQ_LOADING_FAILED: u32 = 2;
/// there are items
pub const IQ_PLACEHOLDER_NONE: u32 = 0;
/// there are none
pub const IQ_PLACEHOLDER_EMPTY: u32 = 1;
/// there are none yet
pub const IQ_PLACEHOLDER_LOADING: u32 = 2;
/// they could not be loaded
pub const IQ_PLACEHOLDER_FAILED: u32 = 3;

extern "C" {
    /// Sets whether the list is being loaded: `IQ_LOADING_*`. LOADING_YES and \_FAILED end with the next
    /// [`iq_list_set`], [`iq_list_set_items`], [`iq_list_set_section_items`], [`iq_list_apply`] or
    /// [`iq_changeset_apply_to_list`] that succeeds, even if it changes nothing, unless its options have
    /// [`IQ_UPDATE_KEEP_LOADING`]. Edits, undo and redo end nothing. [`iq_list_get_info`] reads it. O(1).
    /// - [`IQ_ERROR_NO_MEMORY`].
    ///
    /// Since 0.3.
    pub fn iq_list_set_loading(list: *mut iq_list, loading: u32) -> iq_status;
    /// Sets an element of the list itself, one for each kind and index, in place of the one before. Every
    /// view shows it, in a cell of its own:
    /// - HEADER with the first item, FOOTER with the last one, both also where there are no items;
    /// - EMPTY, LOADING, FAILED while that is the list's placeholder, in place of items: title, message and
    ///   image are the model's;
    /// - PAGE_START and PAGE_END likewise with the first and last item: see PAGING;
    /// - kinds of the host's, from [`IQ_KIND_HOST`] on, by [`iq_view_take_cell`] only.
    ///
    /// Not a change of the list: no version, no UPDATE. An element with the same key and another content or
    /// model is bound again, one with another key is reloaded. Read it by [`iq_list_get_supplementary`]
    /// with section {0}. O(1).
    /// - [`IQ_ERROR_ARGUMENT`]: a list has no such kind, or the index is not 0.
    /// - [`IQ_ERROR_HANDLE`]: there is no such class.
    /// - [`IQ_ERROR_NO_MEMORY`].
    ///
    /// Since 0.3.
    pub fn iq_list_set_supplementary(list: *mut iq_list, element: *const iq_supplementary) -> iq_status;
    /// Removes an element of the list itself.
    /// - [`IQ_ERROR_NOT_FOUND`]: there is none.
    /// - [`IQ_ERROR_NO_MEMORY`].
    ///
    /// Since 0.3.
    pub fn iq_list_remove_supplementary(list: *mut iq_list, kind: u32, index: u32) -> iq_status;
}

// --- VIEWS -------------------------------------------------------------------------------------

/// The most views of a list.
pub const IQ_MAX_VIEWS: usize = 8;

/// A view; created by [`iq_view_create`].
#[repr(C)]
pub struct iq_view {
    _opaque: Opaque,
}

/// The view is laid out, by [`iq_view_layout`]: see LAYOUT. Without it, it is told what is visible by
/// [`iq_view_set_visible`].
pub const IQ_VIEW_LAID_OUT: u32 = 1;
/// Cells are bound with [`IQ_CELL_FIRST`] and [`IQ_CELL_LAST`]: see Edges above. For both kinds of
/// view.
pub const IQ_VIEW_BIND_EDGES: u32 = 64;
/// It scrolls from side to side.
pub const IQ_VIEW_HORIZONTAL: u32 = 2;
/// Leading is right, and x is mirrored wherever it goes in or out.
pub const IQ_VIEW_RTL: u32 = 4;
/// Content that is smaller than the window stands at its end.
pub const IQ_VIEW_GRAVITY_END: u32 = 8;
/// The list's own header stays at the window's start: a table's header.
pub const IQ_VIEW_STICKY_HEADER: u32 = 16;
/// Its footer stays at the window's end.
pub const IQ_VIEW_STICKY_FOOTER: u32 = 32;
/// For toolkits that own the offset: corrections move the start of the content,
/// [`iq_scene.minimum`](iq_scene::minimum), which may be less than 0 or more, and never the offset, so
/// that what is shown stays at its coordinates. The offset changes by what [`iq_view_scroll`] and
/// [`iq_view_scroll_to`] ask for only: setting 240 where it is 200 scrolls by 40, as [`IQ_SCROLL_BY`]
/// does. All offsets, and what [`iq_view_get_frame`] and [`iq_view_find_range`] speak of, are in these
/// coordinates. Options without the flag put the start back to 0.
pub const IQ_VIEW_FREE_ORIGIN: u32 = 128;

/// Room left free at the four sides.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct iq_insets {
    pub top: f64,
    pub leading: f64,
    pub bottom: f64,
    pub trailing: f64,
}

/// Options of a view. All but the flags are for views that are laid out.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct iq_view_options {
    pub struct_size: usize,
    /// `IQ_VIEW_*`
    pub flags: u32,
    /// must be 0
    pub reserved: u32,
    /// a power of two from 1/1024 to 1; 0: 1/1024; 1: everything is integral, for terminals
    pub grain: f64,
    /// around all content; what covers the window
    pub insets: iq_insets,
    /// between sections
    pub section_spacing: f64,
    /// beyond both edges, with places and cells
    pub overscan: f64,
    /// beyond that, PREFETCH; 0: one window, ahead of the scroll
    pub prefetch: f64,
    /// so near the end counts as at it; 0: less than 1
    pub end_threshold: f64,
    /// so many sizes of AUTO items with a content are kept by key, at most 2^20: one that leaves and comes
    /// again, or a width that does, is not measured anew, unless it was forgotten since, or set again to
    /// another size; 0: 4096
    pub kept_sizes: usize,
}

versioned!(iq_view_options);

extern "C" {
    /// Creates a view. It shows nothing before [`iq_view_set_visible`], or [`iq_view_set_size`] and
    /// [`iq_view_layout`].
    /// - [`IQ_ERROR_LIMIT`]: the list has [`IQ_MAX_VIEWS`].
    /// - [`IQ_ERROR_ARGUMENT`], [`IQ_ERROR_RANGE`]: an option, as for [`iq_view_set_options`].
    /// - [`IQ_ERROR_NO_MEMORY`].
    ///
    /// Since 0.3.
    pub fn iq_view_create(
        list: *mut iq_list,
        options: *const iq_view_options,
        view: *mut *mut iq_view,
    ) -> iq_status;
    /// Destroys a view: unbinds and destroys its cells, on this thread, without events; events of the view
    /// that wait are dropped. If a call on the view is under way, or its list's poll, this happens when
    /// that returns. A view outlives its list: all calls but this one are then [`IQ_ERROR_HANDLE`]. Since
    /// 0.3.
    pub fn iq_view_destroy(view: *mut iq_view);
    /// Sets what is visible: `count` items from index `first` on, counted over all sections, and `ahead`
    /// more on either side to be prefetched. Both may be more than exist, as [`IQ_END`] is, and `first`
    /// beyond the end. Takes effect with the next poll, and only the last one counts. From any thread and
    /// callback but the allocator's and the log's; never [`IQ_ERROR_BUSY`]. O(1). Since 0.3.
    pub fn iq_view_set_visible(view: *mut iq_view, first: usize, count: usize, ahead: usize) -> iq_status;
    /// Reads what was visible at the last poll: an index and a number of items, both 0 before. Both outputs
    /// are optional. O(1). Since 0.5.
    pub fn iq_view_get_visible(view: *const iq_view, first: *mut usize, count: *mut usize) -> iq_status;
    /// Returns a bound cell of an item or element: the one that it has, or another, which is bound now. The
    /// host has it until [`iq_view_give_cell`] was called as often: it stays bound while it is not visible,
    /// also if its item goes. If its element is reloaded, the cell that replaces it is taken instead.
    /// `event` is filled as BOUND with [`IQ_CELL_BY_HAND`], and lives until the next poll or the view's
    /// end.
    /// - [`IQ_ERROR_HANDLE`]: there is no such item or section.
    /// - [`IQ_ERROR_NOT_FOUND`]: there is no such element.
    /// - [`IQ_ERROR_ARGUMENT`]: `element` is a section, or the list.
    /// - [`IQ_ERROR_CALLBACK`]: `create_cell` or `bind_cell` failed.
    /// - [`IQ_ERROR_BUSY`], [`IQ_ERROR_NO_MEMORY`].
    ///
    /// Since 0.3.
    pub fn iq_view_take_cell(
        view: *mut iq_view,
        element: *const iq_element,
        event: *mut iq_event,
    ) -> iq_status;
    /// Gives a cell back. If it is not visible, the next poll unbinds it.
    /// - [`IQ_ERROR_STATE`]: the host does not have it.
    /// - [`IQ_ERROR_RANGE`]: there is no such cell.
    /// - [`IQ_ERROR_BUSY`].
    ///
    /// Since 0.3.
    pub fn iq_view_give_cell(view: *mut iq_view, cell: u32) -> iq_status;
    /// Reads what a cell is bound to, or, with `cell` [`IQ_NONE`], the cell of an element. `event` is
    /// filled as BOUND without flags and position, and lives until the next poll or the view's end. Also
    /// from the functions of the view's cells. O(1).
    /// - [`IQ_ERROR_NOT_FOUND`]: it is bound to nothing; the element has no cell.
    /// - [`IQ_ERROR_ARGUMENT`]: both, or neither of `cell` and `element` are given.
    /// - [`IQ_ERROR_BUSY`].
    ///
    /// Since 0.3.
    pub fn iq_view_find_cell(
        view: *const iq_view,
        cell: u32,
        element: *const iq_element,
        event: *mut iq_event,
    ) -> iq_status;
    /// Describes a view, as the functions of LOOKING INSIDE describe a list: what is visible in which cell;
    /// of a view that is laid out also its window, offset and places.
    /// - [`IQ_ERROR_BUSY`], [`IQ_ERROR_NO_MEMORY`].
    ///
    /// Since 0.7.
    pub fn iq_view_dump(
        view: *const iq_view,
        buffer: *mut c_char,
        capacity: usize,
        length: *mut usize,
    ) -> iq_status;
}

// --- LAYOUT ------------------------------------------------------------------------------------

/// A size.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct iq_size {
    pub width: f64,
    pub height: f64,
}

/// A rectangle.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct iq_rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

extern "C" {
    /// Sets the options anew; NULL: the defaults. [`IQ_VIEW_LAID_OUT`], which says how the view was
    /// created, is passed over. Another grain or axis forgets all sizes. The next layout takes O(s).
    /// - [`IQ_ERROR_ARGUMENT`]: `grain` is not one of its values, or `kept_sizes` is too large.
    /// - [`IQ_ERROR_RANGE`]: a length is negative, too large or no number.
    /// - [`IQ_ERROR_STATE`]: the view is not laid out.
    /// - [`IQ_ERROR_BUSY`].
    ///
    /// Since 0.7.
    pub fn iq_view_set_options(view: *mut iq_view, options: *const iq_view_options) -> iq_status;
    /// Sets the size of the window, which is 0 x 0 at first. Another one across lays out anew, makes
    /// guesses of measured sizes, and holds the first visible item at its fraction: the next layout takes
    /// O(s).
    /// - [`IQ_ERROR_RANGE`]: a length is negative, too large or no number.
    /// - [`IQ_ERROR_STATE`]: the view is not laid out.
    /// - [`IQ_ERROR_BUSY`].
    ///
    /// Since 0.7.
    pub fn iq_view_set_size(view: *mut iq_view, width: f64, height: f64) -> iq_status;
}

/// The item or element is as large as its content: measured, `value` until then (0: 44, of headers and
/// footers 22; in a terminal say 1).
pub const IQ_LENGTH_AUTO: u32 = 0;
/// `value` units.
pub const IQ_LENGTH_FIXED: u32 = 1;
/// `value` times the window, without its insets.
pub const IQ_LENGTH_RELATIVE: u32 = 2;
/// The other length: a height is the width divided by `value`, and a width the height multiplied by it,
/// which is width / height (0: 1).
pub const IQ_LENGTH_ASPECT: u32 = 3;

/// A width or height.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct iq_length {
    /// `IQ_LENGTH_*`
    pub unit: u64,
    pub value: f64,
}

/// How large the items, headers or footers of a section are that have no size of their own: along, as
/// large as the length says. Across, an item takes its column, in a flow what the length says, and an
/// element all of the window but the view's insets.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct iq_size_rule {
    pub width: iq_length,
    pub height: iq_length,
    /// added to what the lengths say
    pub additional: iq_size,
    /// around the cell, within its place
    pub insets: iq_insets,
    /// at its leading side, for all items
    pub indent: f64,
    /// more, for each level of the item
    pub level_indent: f64,
}

/// One of `IQ_LAYOUT_*`.
pub type iq_layout_kind = u32;
/// Rows of `columns` items: 1 is a list, more a grid. A column is floor((room \- (columns \- 1) x
/// item_spacing) / columns) units wide; where the spacing leaves no room, 0\. A row is as long along
/// the axis as its longest item. An item of a grid that is wider than its column takes as many as it
/// needs: if these are not left in the row, it begins the next one.
pub const IQ_LAYOUT_ROWS: iq_layout_kind = 0;
/// Lines of as many items as fit, at most 64, each as wide as its own size or rule says, but not wider
/// than the room. `columns` is not used.
pub const IQ_LAYOUT_FLOW: iq_layout_kind = 1;
/// `columns` lanes beside each other, at most 32, as wide as the columns of ROWS, each of which grows
/// by itself. An item goes to the lane that is the shortest before it, when its size is set or when it
/// is first drawn, and stays there while it is in the section. But for the last items, behind all that
/// are drawn: they may go to a lane that has become shorter. Items that have no lane yet stand in rows
/// of the rule's length, below the longest lane, and above items that have one they may leave a gap:
/// tell sizes before they are drawn, where you know them. Setting the layout again, even an equal one,
/// chooses all lanes anew, by the sizes that are known then.
pub const IQ_LAYOUT_LANES: iq_layout_kind = 2;
/// Where the host's own functions say: see [`iq_custom_layout`]. Sizes of items do not count, nor are
/// they measured.
pub const IQ_LAYOUT_CUSTOM: iq_layout_kind = 3;
/// The headers stay in view while their section is: its end pushes them out.
pub const IQ_SECTION_LAYOUT_STICKY_HEADER: u32 = 1;
/// Likewise the footers, at the window's end.
pub const IQ_SECTION_LAYOUT_STICKY_FOOTER: u32 = 2;
/// The items of a row, or line, stand in the middle of the room. Not of lanes, which take all of it.
pub const IQ_SECTION_LAYOUT_CENTER: u32 = 4;
/// What a row leaves of the room is given to the gaps between its items; not of the last one. Not
/// together with CENTER.
pub const IQ_SECTION_LAYOUT_JUSTIFY: u32 = 8;
/// Of ROWS and LANES: as many columns as fit if each is as wide as the item's rule says, or wider; at
/// least one, and at most `columns` (0: 64, lanes 32). Across, an AUTO length is its value.
pub const IQ_SECTION_LAYOUT_FIT: u32 = 16;

/// What `measure` is asked about.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_measured {
    pub element: iq_element,
    pub key: iq_key,
    pub content: u64,
    /// lives for the call
    pub model: *mut c_void,
    pub cell_class: iq_class,
    pub level: u32,
}

/// Where the items of a section are, in coordinates of their own, which begin at 0 within the insets of
/// the section (which it has where it has items): a honeycomb, a timeline, a calendar. All three
/// functions are required and see the number of items and the room `across`; what they return follows
/// from these alone, so that an answer can be kept until one of them changes or the layout is set
/// again. They are called with no lock held, as `measure` is, by [`iq_view_layout`] and by the
/// functions of SCROLLING and GEOMETRY. What they return is cut to what can be: the items of a section
/// are within its extent and the room, and an item without a length along the axis has no place. A NaN,
/// or [`IQ_END`] as `first`, says that a function failed: the call is [`IQ_ERROR_CALLBACK`], and the
/// next one asks again. x and width are from leading to trailing, also with [`IQ_VIEW_RTL`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_custom_layout {
    pub struct_size: usize,
    /// lives as long as that of `measure`
    pub context: *mut c_void,
    /// Returns the extent along the axis of all `count` items.
    pub extent: Option<
        unsafe extern "C" fn(context: *mut c_void, section: iq_section, count: usize, across: f64) -> f64,
    >,
    /// Finds the items that are shown from `start` to `end`, both along the axis: the first one, and how
    /// many there are up to the last one. Others between them do no harm. Both are 0 before.
    pub range: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            section: iq_section,
            count: usize,
            across: f64,
            start: f64,
            end: f64,
            first: *mut usize,
            shown: *mut usize,
        ),
    >,
    /// Computes where the item at an index of the section is.
    pub frame: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            section: iq_section,
            count: usize,
            across: f64,
            index: usize,
            frame: *mut iq_rect,
        ),
    >,
}

versioned!(iq_custom_layout);

/// How a section is laid out.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_section_layout {
    pub struct_size: usize,
    pub kind: iq_layout_kind,
    /// `IQ_SECTION_LAYOUT_*`
    pub flags: u32,
    /// at most 64, lanes 32; 0: 1
    pub columns: u32,
    /// must be 0
    pub reserved: u32,
    pub item: iq_size_rule,
    pub header: iq_size_rule,
    pub footer: iq_size_rule,
    /// of the loaders of pages; 0: 44
    pub page: iq_size_rule,
    /// around the items, not header and footer
    pub insets: iq_insets,
    /// between rows, or items of a lane
    pub line_spacing: f64,
    /// between the items of a row, or lanes
    pub item_spacing: f64,
    /// of `measure`
    pub context: *mut c_void,
    /// Says how large things are whose length is AUTO, in batches, when they come near the window and their
    /// size is not known, or no longer. sizes\[i] is what is assumed, across the room that there is:
    /// overwrite what is known, and write NaN for what is not; what is 0 has no place. Asked once for each
    /// content and width, and key of an element. Another `measure`, or the same with another context, is
    /// asked about what the former one left open; what that knew stays: see [`iq_view_invalidate`]. Called
    /// by [`iq_view_layout`], as the functions of cells are, with no lock held. Returns 0, or any other
    /// number if it failed: the layout is [`IQ_ERROR_CALLBACK`], and the next one asks again. Optional.
    pub measure: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            elements: *const iq_measured,
            count: usize,
            sizes: *mut iq_size,
        ) -> c_int,
    >,
    /// Called once, when `measure` and `custom` will not be called again: the layout was replaced by
    /// another one in all sections, or the view is destroyed. That of a section that is deleted lives until
    /// its place in the list's memory is that of another section with a layout. Optional.
    pub destroy: Option<unsafe extern "C" fn(context: *mut c_void)>,
    /// for [`IQ_LAYOUT_CUSTOM`]; copied
    pub custom: *const iq_custom_layout,
}

versioned!(iq_section_layout);

extern "C" {
    /// Sets how a section is laid out; with section {0}, all that have no layout of their own, and the
    /// elements of the list itself. `layout` NULL: the section is like those again, and those are a list of
    /// items that are measured. Setting one again, even an equal one, chooses lanes and asks `custom` anew.
    /// Equal layouts are kept once. O(log n); for section {0} the next layout takes O(s).
    /// - [`IQ_ERROR_ARGUMENT`]: a kind, unit, flag or number of columns is not one that there is, or a
    ///   function of `custom` is missing.
    /// - [`IQ_ERROR_RANGE`]: a length is negative, too large or no number.
    /// - [`IQ_ERROR_HANDLE`]: there is no such section.
    /// - [`IQ_ERROR_LIMIT`]: there are 65,535 layouts.
    /// - [`IQ_ERROR_STATE`]: the view is not laid out.
    /// - [`IQ_ERROR_BUSY`], [`IQ_ERROR_NO_MEMORY`].
    ///
    /// Since 0.7.
    pub fn iq_view_set_layout(
        view: *mut iq_view,
        section: iq_section,
        layout: *const iq_section_layout,
    ) -> iq_status;
}

/// The size of an element.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct iq_element_size {
    pub element: iq_element,
    /// NaN: forget it
    pub size: iq_size,
}

extern "C" {
    /// Sets sizes: measured, known, or other ones than before. They override what the section's rule says.
    /// Across, what counts is the width of an item in a flow, and one beyond the column of a grid (NaN:
    /// that of the rule), as they are when the size is set; one that was set in a flow takes one column
    /// where the item is in a grid later. [`IQ_PLACE_MEASURE`] ends. Those of items and elements that have
    /// gone are passed over. Also from the functions of the view's cells, while the view is laid out.
    /// O(count log n).
    /// - [`IQ_ERROR_RANGE`]: a length is negative or too large; none is set.
    /// - [`IQ_ERROR_LIMIT`]: `count` is more than [`IQ_MAX_ITEMS`].
    /// - [`IQ_ERROR_ARGUMENT`]: an element is a section, or the list.
    /// - [`IQ_ERROR_STATE`]: the view is not laid out.
    /// - [`IQ_ERROR_BUSY`], [`IQ_ERROR_NO_MEMORY`].
    ///
    /// Since 0.7.
    pub fn iq_view_set_sizes(view: *mut iq_view, sizes: *const iq_element_size, count: usize) -> iq_status;
    /// Sets the lengths along the axis of `count` items from index `first` on, a double each; `stride` as
    /// in [`iq_columns`], also [`IQ_SAME`]. `version` is [`iq_list_info.version`](iq_list_info::version) of
    /// the list when they were made. `count` [`IQ_END`]: up to the last item. O(count).
    /// - [`IQ_ERROR_STATE`]: the list has another version now; the view is not laid out.
    /// - [`IQ_ERROR_RANGE`]: a length is negative or too large, or there are fewer items; none is set.
    /// - [`IQ_ERROR_BUSY`], [`IQ_ERROR_NO_MEMORY`].
    ///
    /// Since 0.7.
    pub fn iq_view_set_extents(
        view: *mut iq_view,
        version: u64,
        first: usize,
        count: usize,
        extents: *const c_void,
        stride: usize,
    ) -> iq_status;
    /// Makes guesses of the sizes of `count` items from index `first` on: after another font. `count`
    /// [`IQ_END`]: up to the last item; if `first` is 0, also those of elements, in O(1). O(count).
    /// - [`IQ_ERROR_RANGE`]: there are fewer items.
    /// - [`IQ_ERROR_STATE`]: the view is not laid out.
    /// - [`IQ_ERROR_BUSY`].
    ///
    /// Since 0.7.
    pub fn iq_view_invalidate(view: *mut iq_view, first: usize, count: usize) -> iq_status;
}

// --- SCENES ------------------------------------------------------------------------------------

/// was not in the last scene
pub const IQ_PLACE_NEW: u32 = 1;
/// its cell was bound, or bound again for more than another model: draw it anew
pub const IQ_PLACE_BOUND: u32 = 2;
/// is elsewhere in the content, or has another size
pub const IQ_PLACE_MOVED: u32 = 4;
/// its size is a guess: measure and set it
pub const IQ_PLACE_MEASURE: u32 = 8;
/// sticky, and not where it belongs; with OUTSIDE, pushed out by what follows
pub const IQ_PLACE_STUCK: u32 = 16;
/// not in the window: overscan, or its cell is the host's ([`iq_view_take_cell`])
pub const IQ_PLACE_OUTSIDE: u32 = 32;
/// the first item of its section
pub const IQ_PLACE_FIRST: u32 = 64;
/// the last one
pub const IQ_PLACE_LAST: u32 = 128;
/// of a place in the last scene: its item or element is in the list no longer
pub const IQ_PLACE_GONE: u32 = 256;

/// Where something is drawn: an item, if `element.item` is not {0}; else an element, of
/// `element.section` or of the list itself.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_place {
    pub element: iq_element,
    pub position: iq_position,
    /// of an item, over all sections
    pub index: u32,
    pub level: u32,
    /// `IQ_PLACE_*`
    pub flags: u32,
    /// `IQ_STATE_*`
    pub states: u32,
    /// its number; [`IQ_NONE`]: a function of its class has failed, or the class is new
    pub cell: u32,
    /// its place in the other scene, or [`IQ_NONE`]
    pub other: u32,
    /// in the window, whose leading top corner is (0, 0); without the rule's insets and indent
    pub frame: iq_rect,
    /// along, in the window: where it would start if not stuck, with the rule's insets
    pub natural: f64,
    /// of `create_cell`
    pub object: *mut c_void,
    /// that the cell holds
    pub model: *mut c_void,
    pub cell_class: iq_class,
    pub reserved: u32,
}

/// something but the offset is different. Without it `previous` is `places`, with the frames of now,
/// and no place is NEW, BOUND or MOVED
pub const IQ_SCENE_CHANGED: u32 = 1;
/// a place asks to be measured: until each has a size, headers and loaders too
pub const IQ_SCENE_MEASURE: u32 = 2;
/// the offset is the minimum, or less
pub const IQ_SCENE_AT_START: u32 = 4;
/// it is the maximum, but for `end_threshold`, or more
pub const IQ_SCENE_AT_END: u32 = 8;
/// the offset is different
pub const IQ_SCENE_SCROLLED: u32 = 16;

/// What to draw now.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_scene {
    pub struct_size: usize,
    /// of the list, for positions
    pub version: u64,
    /// in the order of drawing: in the list's order; then what is stuck, the list's own last; then elements
    /// elsewhere whose cells the host has taken. Lives until the second next [`iq_view_layout`]
    pub places: *const iq_place,
    pub count: usize,
    /// those of the last scene
    pub previous: *const iq_place,
    pub previous_count: usize,
    /// `IQ_SCENE_*`
    pub flags: u32,
    pub reserved: u32,
    pub content: iq_size,
    /// as corrected
    pub offset: f64,
    /// by how much, since the last scene
    pub correction: f64,
    /// the offsets that show content only
    pub minimum: f64,
    pub maximum: f64,
    /// index of the first item in the window
    pub first: usize,
    /// items from that up to the last one in it
    pub visible: usize,
    /// in the list: for scroll bars and readers of screens
    pub items: usize,
}

versioned!(iq_scene);

extern "C" {
    /// Lays out the list as it is now and returns the scene. A window of 0 x 0, as it is at first, has no
    /// places: see [`iq_view_set_size`]. Binds the cells of what has come into it and pushes the display
    /// events that are asked for; a class that is new in the view, where CLASS_FIRST_USED is asked for, has
    /// cells from the next call on. If nothing has changed, O(1); else O(v + log n), and what changed in
    /// the list since. `scene` is optional.
    /// - [`IQ_ERROR_CALLBACK`]: `measure`, or a function of a custom layout or of a cell class, failed. The
    ///   scene is written as always; the next call asks again.
    /// - [`IQ_ERROR_HANDLE`]: also where one of these has destroyed the view; then no scene is written.
    /// - [`IQ_ERROR_STATE`]: the view was not created with [`IQ_VIEW_LAID_OUT`].
    /// - [`IQ_ERROR_BUSY`], [`IQ_ERROR_NO_MEMORY`].
    ///
    /// Since 0.7.
    pub fn iq_view_layout(view: *mut iq_view, scene: *mut iq_scene) -> iq_status;
}

/// `offset` is added to the present one. What was visible moves by as much, also over things that are
/// measured on the way.
pub const IQ_SCROLL_BY: u32 = 1;
/// To minimum and maximum, once with the next layout, when all that was asked for since the last one is
/// added up; without it the offset may be beyond them.
pub const IQ_SCROLL_CLAMP: u32 = 2;
/// A finger holds the content, until a call without it: the view does not go to the end by itself.
pub const IQ_SCROLL_HELD: u32 = 4;
/// A scroll bar is held, until a call without it, or [`iq_view_scroll_to`]: the size of the content and
/// the range of offsets in scenes stand still, although sizes are measured and the list changes.
/// `offset` is one of the bar's, within its range, and the scene's is what was asked for; the content
/// moves by as much of what is left to its end as the bar does. So nothing jumps, and the bar's ends
/// are the real ends, where the content stays while the bar is there.
pub const IQ_SCROLL_BAR: u32 = 8;

extern "C" {
    /// Sets the offset in the content as it is at the next layout; with [`IQ_SCROLL_BY`], adds to what the
    /// anchor has made of it. Where `grain` is 1, a part of a unit adds up with those that come later. Ends
    /// [`iq_view_scroll_to`], unless it moves nothing (0 with [`IQ_SCROLL_BY`]). From any thread and
    /// callback but the allocator's and the log's; never [`IQ_ERROR_BUSY`]. O(1).
    /// - [`IQ_ERROR_RANGE`]: `offset` is no finite number.
    /// - [`IQ_ERROR_STATE`]: the view is not laid out.
    ///
    /// Since 0.7.
    pub fn iq_view_scroll(view: *mut iq_view, offset: f64, flags: u32) -> iq_status;
}

/// Where in the window the target is to be. What sticks there covers the window: the list's own, and
/// for items the headers and footers of their section.
pub type iq_align = u32;
/// if it is not visible, at the nearer edge
pub const IQ_ALIGN_NEAREST: u32 = 0;
/// behind what is stuck there; of all content, every align but END is this
pub const IQ_ALIGN_START: u32 = 1;
pub const IQ_ALIGN_CENTER: u32 = 2;
pub const IQ_ALIGN_END: u32 = 3;

/// What to show.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct iq_scroll_target {
    pub struct_size: usize,
    /// an item, an element, a section (its struct_size is not read); zeroes, as what was not found leaves
    /// them: all of the content, whose start or end is meant
    pub element: iq_element,
    pub align: iq_align,
    /// must be 0
    pub reserved: u32,
    /// left free between it and the edge; not for CENTER
    pub margin: f64,
}

versioned!(iq_scroll_target);

extern "C" {
    /// Scrolls there with the next layout, and keeps the target there, instead of the anchor, whatever
    /// changes around it, until the next [`iq_view_scroll`]. So a chat goes to its newest message by zeroes
    /// and [`IQ_ALIGN_END`], to which later ones belong as well: an item would be held even if others
    /// follow it. O(log n).
    /// - [`IQ_ERROR_HANDLE`], [`IQ_ERROR_NOT_FOUND`]: it is not there.
    /// - [`IQ_ERROR_RANGE`]: the margin is negative, too large or no number.
    /// - [`IQ_ERROR_STATE`]: the view is not laid out.
    /// - [`IQ_ERROR_BUSY`].
    ///
    /// Since 0.7.
    pub fn iq_view_scroll_to(view: *mut iq_view, target: *const iq_scroll_target) -> iq_status;
    /// Computes the offset that [`iq_view_scroll_to`] would lead to now, and changes nothing. A host that
    /// animates asks in every frame, as sizes change. O(log n).
    /// - [`IQ_ERROR_HANDLE`], [`IQ_ERROR_NOT_FOUND`]: it is not there.
    /// - [`IQ_ERROR_STATE`]: the view is not laid out.
    /// - [`IQ_ERROR_BUSY`], [`IQ_ERROR_NO_MEMORY`].
    ///
    /// Since 0.7.
    pub fn iq_view_get_offset(
        view: *const iq_view,
        target: *const iq_scroll_target,
        offset: *mut f64,
    ) -> iq_status;
}

/// What stays where it is when the list or sizes change: one of `IQ_ANCHOR_*`.
pub type iq_anchor = u32;
/// What is visible; but at the start, the start, unless a page may come in there (see PAGING) or the
/// host scrolls away from it: then what is visible.
pub const IQ_ANCHOR_VISIBLE: iq_anchor = 0;
/// What is visible, also at the start: history comes in above.
pub const IQ_ANCHOR_HOLD: iq_anchor = 1;
/// At the end, the end, unless the host scrolls away from it; else what is visible: chats, logs.
pub const IQ_ANCHOR_END: iq_anchor = 2;
/// The offset.
pub const IQ_ANCHOR_NONE: iq_anchor = 3;

extern "C" {
    /// Sets the anchor. What is visible is held by its first item of those that are still there, in order
    /// and close together; if these are fewer than half, the offset stays. Where nothing is visible (a gap,
    /// a window of no length), the last item that begins before the window holds it, else the first one of
    /// the overscan. `item`, unless {0}, is held instead while it is visible: a row that the user opens. At
    /// the start VISIBLE holds the start all the same, and at the end END the end: HOLD holds the item
    /// everywhere, NONE nowhere.
    /// - [`IQ_ERROR_HANDLE`]: there is no such item.
    /// - [`IQ_ERROR_STATE`]: the view is not laid out.
    /// - [`IQ_ERROR_BUSY`].
    ///
    /// Since 0.7.
    pub fn iq_view_set_anchor(view: *mut iq_view, anchor: iq_anchor, item: iq_item) -> iq_status;
}

/// A scroll position by key, which outlives the process.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct iq_scroll_position {
    pub struct_size: usize,
    pub section: iq_key,
    pub item: iq_key,
    /// from the item's start to the window's
    pub within: f64,
    /// [`IQ_SCENE_AT_START`], [`IQ_SCENE_AT_END`]
    pub flags: u32,
    pub reserved: u32,
}

versioned!(iq_scroll_position);

extern "C" {
    /// Reads the scroll position of the last scene. O(log n).
    /// - [`IQ_ERROR_NOT_FOUND`]: there is no scene yet, or it shows no item.
    /// - [`IQ_ERROR_STATE`]: the view is not laid out.
    /// - [`IQ_ERROR_BUSY`].
    ///
    /// Since 0.7.
    pub fn iq_view_get_scroll_position(view: *const iq_view, position: *mut iq_scroll_position) -> iq_status;
    /// Scrolls there with the first layout that has the item, unless [`iq_view_scroll`] or
    /// [`iq_view_scroll_to`] is called before.
    /// - [`IQ_ERROR_RANGE`]: `within` is no finite number.
    /// - [`IQ_ERROR_STATE`]: the view is not laid out.
    /// - [`IQ_ERROR_BUSY`].
    ///
    /// Since 0.7.
    pub fn iq_view_set_scroll_position(view: *mut iq_view, position: *const iq_scroll_position) -> iq_status;
}

// --- GEOMETRY ----------------------------------------------------------------------------------

/// Find the nearest place if there is none at the point: that of the nearest row, and in it the nearest
/// one.
pub const IQ_AT_NEAREST: u32 = 1;

/// What is at a point.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct iq_hit {
    pub struct_size: usize,
    /// its index in the last scene
    pub place: usize,
    pub element: iq_element,
    /// before which item, as the list is now, items go that are dropped here: for
    /// [`iq_edit_move_items_to`]; an empty section whose length is 0 is at no point
    pub insertion: iq_position,
    /// the gap there, in the window; without spacing its width or height is 0\. In lanes and custom layouts
    /// the edge of the item that was hit
    pub mark: iq_rect,
}

versioned!(iq_hit);

extern "C" {
    /// Finds what is at a point of the window, what is stuck first. O(v).
    /// - [`IQ_ERROR_NOT_FOUND`]: nothing is; with [`IQ_AT_NEAREST`], there is nothing at all.
    /// - [`IQ_ERROR_RANGE`]: a coordinate is no finite number.
    /// - [`IQ_ERROR_STATE`]: the view is not laid out.
    /// - [`IQ_ERROR_BUSY`].
    ///
    /// Since 0.7.
    pub fn iq_view_find_at(view: *const iq_view, x: f64, y: f64, flags: u32, hit: *mut iq_hit) -> iq_status;
    /// Computes where an item, element or section is in the content, not stuck, and not moved by
    /// [`IQ_VIEW_GRAVITY_END`]; NULL or zeroes: all of the content. As in a scene, it is without the rule's
    /// insets and indent, and with [`IQ_VIEW_RTL`] x is mirrored in the width of the window. O(log n).
    /// - [`IQ_ERROR_HANDLE`], [`IQ_ERROR_NOT_FOUND`]: it is not there.
    /// - [`IQ_ERROR_STATE`]: the view is not laid out.
    /// - [`IQ_ERROR_BUSY`], [`IQ_ERROR_NO_MEMORY`].
    ///
    /// Since 0.7.
    pub fn iq_view_get_frame(
        view: *const iq_view,
        element: *const iq_element,
        frame: *mut iq_rect,
    ) -> iq_status;
    /// Finds the items that a stretch of the content shows, from the first to the last one in the list's
    /// order, also those that it shows in part: for a map beside the list, or what is on a page. (A
    /// printer's page is best a view of its own, as large as the page.) `end` does not belong to it. In
    /// lanes and custom layouts not all of them need be in it. Without any, `count` is 0 and `first` the
    /// index of the next one that follows. Nothing is measured. O(log n); in lanes and custom layouts
    /// O(items found).
    /// - [`IQ_ERROR_RANGE`]: `end` is less than `start`, or one is no finite number.
    /// - [`IQ_ERROR_STATE`]: the view is not laid out.
    /// - [`IQ_ERROR_BUSY`], [`IQ_ERROR_NO_MEMORY`].
    ///
    /// Since 0.9.
    pub fn iq_view_find_range(
        view: *const iq_view,
        start: f64,
        end: f64,
        first: *mut usize,
        count: *mut usize,
    ) -> iq_status;
}

/// A direction in the window, RTL or not.
pub type iq_direction = u32;
pub const IQ_DIRECTION_UP: u32 = 0;
pub const IQ_DIRECTION_DOWN: u32 = 1;
pub const IQ_DIRECTION_LEFT: u32 = 2;
pub const IQ_DIRECTION_RIGHT: u32 = 3;
pub const IQ_DIRECTION_PAGE_UP: u32 = 4;
pub const IQ_DIRECTION_PAGE_DOWN: u32 = 5;

extern "C" {
    /// Finds the item to which a key leads, over rows and sections. Along the axis, the one in the next row
    /// whose middle is nearest; across, the next one of the row. In lanes, along the axis the next one of
    /// the lane, and at its end one of the next section; across, the one of the next lane whose middle is
    /// nearest. In custom layouts, along the axis the next one that shares a part of the room with it,
    /// within a window, else the nearest; across, of those beside it the nearest, where what it is off
    /// along the axis counts twice. A page is the window without what is stuck in it: the last item that
    /// fits into it together with this one, in lanes of the same lane, in custom layouts the one nearest to
    /// where the page ends. O(log n).
    /// - [`IQ_ERROR_HANDLE`]: there is no such item.
    /// - [`IQ_ERROR_NOT_FOUND`]: there is none on that side.
    /// - [`IQ_ERROR_STATE`]: the view is not laid out.
    /// - [`IQ_ERROR_BUSY`], [`IQ_ERROR_NO_MEMORY`].
    ///
    /// Since 0.7.
    pub fn iq_view_find_neighbour(
        view: *const iq_view,
        item: iq_item,
        direction: iq_direction,
        neighbour: *mut iq_item,
    ) -> iq_status;
}

// --- PAGING ------------------------------------------------------------------------------------

/// An end of a list or of a section: one of `IQ_EDGE_*`.
pub type iq_edge = u32;
/// before the first item
pub const IQ_EDGE_START: iq_edge = 0;
/// behind the last item
pub const IQ_EDGE_END: iq_edge = 1;
/// there is no paging here, as at first
pub const IQ_PAGE_OFF: u32 = 0;
/// there are more items
pub const IQ_PAGE_MORE: u32 = 1;
/// they were asked for
pub const IQ_PAGE_LOADING: u32 = 2;
/// they could not be loaded
pub const IQ_PAGE_FAILED: u32 = 3;
/// there are none
pub const IQ_PAGE_ENDED: u32 = 4;
/// The loader is shown only while a page is LOADING.
pub const IQ_PAGE_SHOW_LOADING: u32 = 1;

/// The page behind an edge.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct iq_page {
    pub struct_size: usize,
    /// `IQ_PAGE_*`
    pub state: u32,
    /// how near to a visible item, in items, is near
    pub distance: u32,
    /// [`IQ_PAGE_SHOW_LOADING`]
    pub flags: u32,
    /// must be 0
    pub reserved: u32,
    /// the request that is answered, 0: whatever is LOADING; read: the one under way, else 0
    pub token: u64,
}

versioned!(iq_page);

extern "C" {
    /// Sets the page behind an edge of the list, with section {0}, or of a section. LOADING says that the
    /// host loads it unasked; it has a token then. O(1).
    /// - [`IQ_ERROR_STATE`]: `token` is that of a request that has ended.
    /// - [`IQ_ERROR_HANDLE`]: there is no such section.
    /// - [`IQ_ERROR_NO_MEMORY`].
    ///
    /// Since 0.3.
    pub fn iq_list_set_page(
        list: *mut iq_list,
        section: iq_section,
        edge: iq_edge,
        page: *const iq_page,
    ) -> iq_status;
    /// Reads the page behind an edge. O(1).
    /// - [`IQ_ERROR_HANDLE`]: there is no such section.
    ///
    /// Since 0.5.
    pub fn iq_list_get_page(
        list: *const iq_list,
        section: iq_section,
        edge: iq_edge,
        page: *mut iq_page,
    ) -> iq_status;
    /// The host has noticed by itself that an edge is near. If its page is MORE and PAGE events are asked
    /// for, the next poll makes one; else nothing happens, and nothing is remembered: call it again after
    /// the answer if the edge is still near. It is about this edge only: the end of the list is not that of
    /// the last section. O(1).
    /// - [`IQ_ERROR_HANDLE`]: there is no such section.
    ///
    /// Since 0.3.
    pub fn iq_list_reach_edge(list: *mut iq_list, section: iq_section, edge: iq_edge) -> iq_status;
}

// --- REORDER -----------------------------------------------------------------------------------

/// flags of the event: it has begun
pub const IQ_REORDER_BEGAN: u32 = 1;
/// it was committed
pub const IQ_REORDER_DROPPED: u32 = 2;
/// it was destroyed, and nothing changed
pub const IQ_REORDER_CANCELLED: u32 = 4;

extern "C" {
    /// Opens an edit as [`iq_edit_begin`] does, without waiting, for a user who drags these items. Each
    /// must have [`IQ_TRAIT_MOVABLE`]: its class is asked, once, and an item without a class has none
    /// ([`iq_edit_begin`] moves it). The events name the first of them. If REORDER is not asked for now,
    /// none of this drag is made later.
    /// - [`IQ_ERROR_REFUSED`]: an item is not movable; error.key is its key.
    /// - [`IQ_ERROR_ARGUMENT`]: `count` is 0.
    /// - [`IQ_ERROR_HANDLE`], [`IQ_ERROR_BUSY`], [`IQ_ERROR_NO_MEMORY`].
    ///
    /// Since 0.3.
    pub fn iq_list_begin_reorder(
        list: *mut iq_list,
        items: *const iq_item,
        count: usize,
        edit: *mut *mut iq_edit,
    ) -> iq_status;
}

// --- UNDO --------------------------------------------------------------------------------------

extern "C" {
    /// Sets how many bytes of steps the list keeps from now on; 0, as at first: none. With fewer than
    /// before the oldest steps go.
    /// - [`IQ_ERROR_BUSY`]: an edit is open.
    /// - [`IQ_ERROR_NO_MEMORY`].
    ///
    /// Since 0.3.
    pub fn iq_list_set_undo(list: *mut iq_list, bytes: usize) -> iq_status;
    /// Writes how many bytes of steps the list keeps at most, and how many the steps take that it has. Both
    /// outputs are optional. How many steps there are is in [`iq_list_info`]. O(1). Since 0.5.
    pub fn iq_list_get_undo(list: *const iq_list, bytes: *mut usize, used: *mut usize) -> iq_status;
    /// Undoes the last step that is not undone. `options` are those of this update, without
    /// [`IQ_UPDATE_NO_STEP`]. Its event has [`IQ_COMMIT_UNDONE`]. `changeset` is optional and receives its
    /// changeset as [`iq_list_apply`] would return it. After a failure the step can still be undone. O(k
    /// log k + s + n / 256), and O(n) if it passes over items.
    /// - [`IQ_ERROR_NOT_FOUND`]: there is no such step.
    /// - [`IQ_ERROR_BUSY`]: an edit is open.
    /// - [`IQ_ERROR_LIMIT`]: with what it passes over there would be more items than allowed.
    /// - [`IQ_ERROR_NO_MEMORY`].
    ///
    /// Since 0.3.
    pub fn iq_list_undo(
        list: *mut iq_list,
        options: *const iq_update_options,
        changeset: *mut *mut iq_changeset,
    ) -> iq_status;
    /// Redoes the step that was undone last, likewise, with [`IQ_COMMIT_REDONE`]. Since 0.3.
    pub fn iq_list_redo(
        list: *mut iq_list,
        options: *const iq_update_options,
        changeset: *mut *mut iq_changeset,
    ) -> iq_status;
}

// --- DERIVED LISTS -----------------------------------------------------------------------------

/// what is not below something collapsed
pub const IQ_DERIVE_OUTLINE: u32 = 0;
/// what passes
pub const IQ_DERIVE_FILTER: u32 = 1;
/// All items, each section in an order of the list's own: see ORDER. Siblings of a tree are sorted,
/// each with what is below it. The levels of a sorted list are depths, whatever numbers the source
/// uses: a root has 0, its child 1.
pub const IQ_DERIVE_SORTED: u32 = 2;
/// All items in sections of the list's own, groups, each in its order: see ORDER. Empty until the first
/// order, and states are given to what it shows, so not before. Without levels: all items are roots.
pub const IQ_DERIVE_GROUPED: u32 = 3;
/// What is above an item that passes is shown too.
pub const IQ_DERIVE_KEEP_PARENTS: u32 = 1;
/// Of siblings one at most is expanded, and of sections too: expanding one collapses the others in the
/// same update, a poll after their STATES. Siblings have the same parent.
pub const IQ_DERIVE_EXCLUSIVE: u32 = 2;
/// What is new and has items below it is expanded, and so are new sections: an [`IQ_EVENT_STATES`] with
/// [`IQ_SWITCHED_ON`] follows the UPDATE. Not with EXCLUSIVE.
pub const IQ_DERIVE_EXPANDED: u32 = 4;
/// Sections fold as well: one that is not expanded shows no items.
pub const IQ_DERIVE_SECTIONS: u32 = 8;
/// As [`IQ_SNAPSHOT_DROP_EMPTY_SECTIONS`]: sections without a visible item are not shown. Collapsed
/// ones are, if they have items.
pub const IQ_DERIVE_DROP_EMPTY_SECTIONS: u32 = 16;
/// A group is described again whenever the number of its items has changed.
pub const IQ_DERIVE_COUNTS: u32 = 32;
/// The most derivations from a first source to a list.
pub const IQ_MAX_DERIVED_DEPTH: usize = 8;

/// How a list is derived.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct iq_derive_options {
    pub struct_size: usize,
    /// [`IQ_DERIVE_OUTLINE`] ... [`IQ_DERIVE_GROUPED`]
    pub kind: u32,
    /// those of the kind
    pub flags: u32,
}

versioned!(iq_derive_options);

extern "C" {
    /// Makes a list that follows `source`, filled from it: an outline with nothing expanded, unless
    /// [`IQ_DERIVE_EXPANDED`], a filter that everything passes, a list that is sorted as the source is, or
    /// groups, of which there are none until the first order. NULL options: an outline. Scoped keys, limits
    /// and thresholds are the source's, its `IQ_LIST_*` flags are not. The source may be derived itself.
    /// The caller destroys the list, before the source or after it. O(n).
    /// - [`IQ_ERROR_ARGUMENT`]: an unknown kind, a flag that the kind does not have, or EXCLUSIVE with
    ///   EXPANDED.
    /// - [`IQ_ERROR_BUSY`]: an edit of the source is open.
    /// - [`IQ_ERROR_SCOPE`]: of a grouped list: keys are scoped by section.
    /// - [`IQ_ERROR_LIMIT`]: the source is [`IQ_MAX_DERIVED_DEPTH`] derivations deep; those above a list
    ///   that is destroyed do not count.
    /// - [`IQ_ERROR_HANDLE`]: also if the source is destroyed meanwhile.
    ///
    /// Since 0.3.
    pub fn iq_list_derive(
        source: *mut iq_list,
        options: *const iq_derive_options,
        list: *mut *mut iq_list,
    ) -> iq_status;
}

pub const IQ_FILTER_DIFFERENT: u32 = 0;
/// only what passes is asked
pub const IQ_FILTER_STRICTER: u32 = 1;
/// only what does not pass is asked
pub const IQ_FILTER_LOOSER: u32 = 2;

/// What passes: one of `bits`, `passes`, `passes_batch`; none: everything.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_filter {
    pub struct_size: usize,
    /// `IQ_FILTER_*`; not read with `bits`
    pub change: u32,
    /// 0
    pub reserved: u32,
    /// ceil(n / 64) words, n the items of the source: item i passes if bit i % 64 of word i / 64 is set.
    /// Read during the call; later changes of the source do not shift it: an item keeps its answer through
    /// moves and updates, and a new one does not pass until the next filter.
    pub bits: *const u64,
    /// with `bits`: [`iq_list_info.version`](iq_list_info::version) of the source when they were made
    pub version: u64,
    /// Whether an item of the source passes: not 0\. Called in polls of the derived list with no lock held,
    /// at most 8,192 times a poll: about all items for a new filter, and then about those that are new,
    /// have changed, or were marked for reload or reconfigure, or all if everything is reloaded. Until an
    /// item is asked again its last answer holds, and one that is new does not pass. The version of the
    /// source that is asked about is held until all of it is answered, and newer ones wait: so it ends
    /// however fast the source changes.
    pub passes:
        Option<unsafe extern "C" fn(context: *mut c_void, key: iq_key, model: *const c_void) -> c_int>,
    pub context: *mut c_void,
    /// Called exactly once, when `passes` or `passes_batch` will not be called again: replaced, superseded,
    /// cancelled, list gone. By polls and by the list's destroy only, and not if [`iq_list_set_filter`]
    /// failed. Optional.
    pub destroy: Option<unsafe extern "C" fn(context: *mut c_void)>,
    /// As `passes`, with up to 1,024 items in one call: for hosts whose calls are expensive. `keys` and
    /// `models` have `count` entries, `answers` ceil(count / 64) words that are 0: item i passes if bit i %
    /// 64 of word i / 64 is set afterwards; bits behind the last item are not read. The arrays are valid
    /// during the call. Since 0.6.
    pub passes_batch: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            count: usize,
            keys: *const iq_key,
            models: *const *const c_void,
            answers: *mut u64,
        ),
    >,
}

versioned!(iq_filter);

extern "C" {
    /// Gives a derived list of the kind FILTER another filter; NULL: everything passes. It is a submission
    /// (see UPDATES FROM THREADS): it has a ticket, takes effect in a poll as one update of deletes and
    /// inserts, can be cancelled, calls `done` once, and is superseded by the next one until then, also
    /// while `passes` is asked; the options' flags and delay hold as they do there. `change` refers to the
    /// filter given before this one, whether or not that one took effect. From any thread. O(n / 64).
    /// - [`IQ_ERROR_ARGUMENT`]: more than one of `bits`, `passes`, `passes_batch`.
    /// - [`IQ_ERROR_STATE`]: not a filter; with `bits`, the source is destroyed, or `version` is not the
    ///   source's now.
    /// - [`IQ_ERROR_BUSY`]: with `bits`, an edit of the source is open.
    ///
    /// Since 0.3.
    pub fn iq_list_set_filter(
        list: *mut iq_list,
        filter: *const iq_filter,
        options: *const iq_submit_options,
        ticket: *mut u64,
    ) -> iq_status;
}

/// everything passes
pub const IQ_PASSES_ALL: u32 = 0;
/// what [`iq_filter.bits`](iq_filter::bits) say
pub const IQ_PASSES_BITS: u32 = 1;
/// what a function of [`iq_filter`] says
pub const IQ_PASSES_FUNCTION: u32 = 2;

extern "C" {
    /// Reads the filter in effect: `kind` is `IQ_PASSES_*`, and `ticket` that of [`iq_list_set_filter`], 0
    /// before the first one, when everything passes. `waiting` is the ticket of the filter that was given
    /// last, 0 if that is in effect or has ended. All outputs are optional. O(1), and O(w) where w filters
    /// wait.
    /// - [`IQ_ERROR_STATE`]: not a filter.
    ///
    /// Since 0.5.
    pub fn iq_list_get_filter(
        list: *const iq_list,
        kind: *mut u32,
        ticket: *mut u64,
        waiting: *mut u64,
    ) -> iq_status;
}

// --- ORDER -------------------------------------------------------------------------------------

/// Where an item stands: compared as the number high \* 2^64 + low.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct iq_rank {
    pub high: u64,
    pub low: u64,
}

extern "C" {
    /// Makes a rank of an unsigned integer. Cannot fail. Since 0.10.
    pub fn iq_rank_from_unsigned(value: u64) -> iq_rank;
    /// Makes a rank of a signed integer. Cannot fail. Since 0.10.
    pub fn iq_rank_from_signed(value: i64) -> iq_rank;
    /// Makes a rank of a number: -0.0 equals 0.0, NaN comes last. Cannot fail. Since 0.10.
    pub fn iq_rank_from_double(value: f64) -> iq_rank;
    /// Makes a rank of the 16 bytes from 16 \* `depth` on, compared as memcmp does; zeroes where there are
    /// none. For text: the bytes of a collation key. Cannot fail. Since 0.10.
    pub fn iq_rank_from_bytes(bytes: *const c_void, length: usize, depth: u32) -> iq_rank;
}

/// An item that is asked about.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_ranked {
    pub key: iq_key,
    /// the source's
    pub section: iq_key,
    /// lives for the call
    pub model: *mut c_void,
    pub content: u64,
    pub cell_class: iq_class,
    pub level: u32,
}

/// A group that is described.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_group {
    pub struct_size: usize,
    pub key: iq_key,
    /// of its items
    pub count: usize,
    /// the first of them
    pub first: iq_ranked,
    /// answer, at first 0: groups stand in the order of their ranks; of equal ones first those that are
    /// shown, in their order, then new ones as they come in the source
    pub rank: iq_rank,
    /// answer, at first zeroes, which is none: of [`IQ_KIND_HEADER`], with index 0\. Its model is retained
    /// by its class before the poll returns
    pub header: iq_supplementary,
}

versioned!(iq_group);

/// Largest first: ranks and `compare` reversed. What is equal stays in the source's order. Groups keep
/// theirs.
pub const IQ_ORDER_DESCENDING: u32 = 1;
/// An item that is shown stays where it is, in its group, and nobody is asked about it again, until the
/// order is set again: also a group is not described because its first item has changed. New items are
/// put in by rank, behind equal ones; so are those that the source moves to another section or parent.
pub const IQ_ORDER_FROZEN: u32 = 2;
/// The answers to the order that is in effect hold, descriptions of groups too: only what was never
/// asked is asked. For another direction, or for freezing; without it, an order that is set again asks
/// about everything again.
pub const IQ_ORDER_KEEP_RANKS: u32 = 4;
/// Sort keys may be longer than a rank: items whose ranks are equal are asked about at depth 1, then 2
/// and so on.
pub const IQ_ORDER_DEEP: u32 = 8;
/// The deepest 16 bytes that are asked for: of longer sort keys the first 64 KiB count.
pub const IQ_MAX_ORDER_DEPTH: usize = 4096;

/// An order.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct iq_order {
    pub struct_size: usize,
    /// `IQ_ORDER_*`
    pub flags: u32,
    /// items, comparisons or groups that a poll asks about at most; 0: 8,192
    pub batch: u32,
    pub context: *mut c_void,
    /// Writes the rank of each item, and of a grouped list the key of its group, with depth 0; `groups` is
    /// NULL else. With [`IQ_ORDER_DEEP`] at depth d > 0 the items were equal so far, and the next 16 bytes
    /// of their sort keys are asked for, those from 16 \* d on; zeroes say that there are no more. NULL:
    /// all are equal; a grouped list needs it. Returns 0.
    pub ask: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            items: *const iq_ranked,
            count: usize,
            depth: u32,
            ranks: *mut iq_rank,
            groups: *mut iq_key,
        ) -> c_int,
    >,
    /// Compares two items that are equal so far: below, at or above 0\. Any answers give some order; those
    /// of a total order give that one. Optional.
    pub compare:
        Option<unsafe extern "C" fn(context: *mut c_void, a: *const iq_ranked, b: *const iq_ranked) -> c_int>,
    /// Writes rank and header of groups that are new, whose first item is another one or has changed, or,
    /// with [`IQ_DERIVE_COUNTS`], whose count has changed. Optional: groups stand as they came, without
    /// headers. Returns 0.
    pub describe:
        Option<unsafe extern "C" fn(context: *mut c_void, groups: *mut iq_group, count: usize) -> c_int>,
    /// Called exactly once, when none of the above will be called again: as
    /// [`iq_filter.destroy`](iq_filter::destroy). Optional.
    pub destroy: Option<unsafe extern "C" fn(context: *mut c_void)>,
}

versioned!(iq_order);

extern "C" {
    /// Gives a sorted or grouped list another order; NULL, of a sorted list: the source's. As
    /// [`iq_list_set_filter`] it is a submission: it has a ticket, asks in polls, takes place as one update
    /// with the fewest moves, calls `done` once, can be cancelled, and is superseded by the next one. From
    /// any thread. O(1); the update O(n log n).
    /// - [`IQ_ERROR_STATE`]: the list is neither sorted nor grouped.
    /// - [`IQ_ERROR_ARGUMENT`]: also for a grouped list without `ask`.
    ///
    /// Since 0.10.
    pub fn iq_list_set_order(
        list: *mut iq_list,
        order: *const iq_order,
        options: *const iq_submit_options,
        ticket: *mut u64,
    ) -> iq_status;
    /// Reads the order in effect: `flags` are `IQ_ORDER_*`, and `ticket` that of [`iq_list_set_order`], 0
    /// before the first one. `waiting` is the ticket of the order that was given last, 0 if that is in
    /// effect or has ended. All outputs are optional. O(1), and O(w) where w orders wait.
    /// - [`IQ_ERROR_STATE`]: the list is neither sorted nor grouped.
    ///
    /// Since 0.10.
    pub fn iq_list_get_order(
        list: *const iq_list,
        flags: *mut u32,
        ticket: *mut u64,
        waiting: *mut u64,
    ) -> iq_status;
}

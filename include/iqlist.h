/**
 * @file
 * iqlist.h - the contract and the manual of libiqlist.
 *
 * libiqlist is a headless list engine. A host describes what its list should
 * show: sections and items, each identified by a 16-byte key, each item with a
 * content hash. The engine computes the fewest safe changes that turn what is
 * shown into what should be shown, and keeps the list's state: order,
 * positions, stable handles, models. It draws nothing.
 *
 *        what should be shown                       what is shown
 *      (columns, or a snapshot)                       (the list)
 *                 |                                       |
 *                 +-----------------+---------------------+
 *                                   v
 *                                 diff
 *                                   |
 *              +--------------------+--------------------+
 *              v                    v                    v
 *            batch                steps               splices
 *     (positions before     (each valid after     (one flat list:
 *      and after at once)   the ones before)    position, removed, added)
 *
 * The shortest program: create a list, set its items, read the changes.
 *
 *     iq_list *list;
 *     iq_changeset *changes;
 *     iq_columns items = {.struct_size = sizeof items, .count = 3,
 *                         .keys = keys};
 *     iq_list_create(NULL, &list);
 *     iq_list_set_items(list, &items, NULL, &changes);
 *     ... iq_changeset_get_splices(changes, 0, &splices, &count) ...
 *     iq_changeset_destroy(changes);
 *     iq_list_destroy(list);
 *
 *
 * SECTIONS
 *
 * The engine of changes:
 *
 *     CONVENTIONS                what holds for every function
 *     VERSION                    of the header and of the library
 *     STATUS AND ERROR           what a call returns, details of a failure
 *     MEMORY AND LOG             the allocator, what is in use, messages
 *     KEYS AND HASHING           who an item is, the hash of its content
 *     CELL CLASSES               the host's functions for models and cells
 *     COLUMNS                    items as they are passed in and read
 *     SNAPSHOTS                  what a list should show
 *     CHANGESETS                 how one state becomes another: three dialects
 *     REPLAYS                    what the rows are in between two steps
 *     CHANGESETS WITH A PAYLOAD  apply, invert, compose
 *     LISTS                      what is shown: set, apply, read
 *     EDITS                      changes in place
 *     ENCODING                   snapshots and changesets as bytes
 *     LOOKING INSIDE             dumps, explanations, statistics
 *
 * The state of a list view:
 *
 *     EVENTS                     one queue of what happens
 *     UPDATES FROM THREADS       submissions, prepared by the library's thread
 *     CHANGES SINCE A SNAPSHOT   what a toolkit that shows rows has to be told
 *     STATES OF ITEMS            selected, highlighted, focused, expanded
 *     STATE OF THE LIST          loading, empty, failed; its own elements
 *     VIEWS                      what is visible, its cells, prefetching
 *     LAYOUT                     how large things are, how they are arranged
 *     SCENES                     what to draw, where, and what is different
 *     SCROLLING                  the offset, targets, what is held
 *     GEOMETRY                   what is at a point, where things are
 *     PAGING                     more items at either end
 *     REORDER                    a user drags items
 *     UNDO                       steps back and forth
 *     DERIVED LISTS              outlines and filters
 *     ORDER                      lists that are sorted, and grouped
 *
 *
 * WHAT TO CALL
 *
 *     I want to ...                      functions
 *     make a key                         iq_key_from_u64, iq_key_from_bytes
 *     hash a content                     iq_hasher_init, iq_hasher_get_content
 *     show an array of items             iq_list_set_items
 *     show sections with items           iq_list_set
 *     replace one section                iq_list_set_section_items
 *     build what to show step by step    iq_snapshot_create, iq_list_apply
 *     insert, delete, move, update       iq_edit_begin ... iq_edit_commit
 *     update from another thread         iq_list_submit
 *     apply changes all at once          iq_changeset_get_batch
 *     apply them one after another       iq_changeset_get_steps
 *     tell a flat model (GTK)            iq_changeset_get_splices
 *     read rows while telling (Qt)       iq_replay_create
 *     know what differs from my rows     iq_list_changes_since
 *     know where a row has gone          iq_changeset_map_position
 *     compare two states without a list  iq_diff
 *     reload an item or a section        iq_edit_reload_items, _sections
 *     bind a visible cell again          iq_edit_reconfigure_items
 *     draw only what is visible          iq_view_create, iq_view_set_visible
 *     draw for myself: where is what?    iq_view_set_size, iq_view_layout
 *     know sizes, or measure them        iq_view_set_layout, iq_view_set_sizes
 *     scroll, or scroll to something     iq_view_scroll, iq_view_scroll_to
 *     keep what is seen where it is      iq_view_set_anchor
 *     know what is under the pointer     iq_view_find_at
 *     know what a stretch shows          iq_view_find_range
 *     hear what happens                  iq_list_set_events, iq_list_poll
 *     hold it still under the pointer    iq_list_hold, iq_list_resume
 *     wake the main loop                 iq_list_get_wakeup
 *     select, focus, expand              iq_list_set_states
 *     save a selection, and restore it   iq_list_find_keys_in_state,
 *                                        iq_list_set_key_states
 *     load page after page               iq_list_set_page
 *     show "loading", "nothing here"     iq_list_set_loading,
 *                                        iq_list_set_supplementary
 *     show a tree                        iq_list_derive
 *     filter, and filter a tree          iq_list_derive, iq_list_set_filter
 *     sort by a column, or make groups   iq_list_derive, iq_list_set_order
 *     load children when needed          IQ_EVENT_CHILDREN,
 *                                        iq_edit_insert_children
 *     drag rows                          iq_list_begin_reorder
 *     undo and redo                      iq_list_set_undo, iq_list_undo
 *     keep the list elsewhere in step    iq_changeset_encode, _decode,
 *                                        iq_changeset_apply
 *     find out why something changed     iq_changeset_explain
 *     give memory back                   iq_list_trim, iq_memory_trim
 *
 * A tree that is filtered, with selection and paging, is a filter with
 * IQ_DERIVE_KEEP_PARENTS of the source, an outline of that filter, and a view
 * of the outline; states and pages are the outline's.
 *
 *
 * CONVENTIONS
 *
 * They hold for every function below and are not repeated there.
 *
 * Names      iq_<noun>_<verb>. The object comes first, then inputs, then
 *            outputs. `find` answers which item or section it is, or where it
 *            is; `get` reads what an object knows, and `set` changes it. A name
 *            that ends in _at takes a position or an index in place of a handle
 *            or a key. A name without a verb is that of a value, which the
 *            function returns: iq_memory_used().
 * Objects    that the host owns have a create and a destroy function;
 *            destroying NULL does nothing. Functions of other names create an
 *            edit (iq_edit_begin, iq_list_begin_reorder), a list
 *            (iq_list_derive), a snapshot (iq_list_snapshot), and each object
 *            that is an output of theirs, as changesets and copies are.
 * Results    A function that can fail returns an iq_status; IQ_OK is 0.
 *            Outputs are written on success only, unless the function
 *            documents otherwise. The detail of a failure (which argument,
 *            key, position) is recorded for the calling thread: see
 *            iq_get_last_error. After a failure nothing has changed and nothing
 *            is lost: the same call can be repeated.
 * NULL       An output is required unless it is documented as optional.
 *            Options may always be NULL: all defaults, which are also what
 *            zeroes mean.
 * Bad input  A stale, forged, freed, foreign or wrong-kind handle, a NULL, an
 *            out-of-range number: each is a status, never undefined
 *            behaviour. The host is responsible for what the library cannot
 *            check: the memory behind a pointer must be valid for the call.
 * Memory     The host's arrays are borrowed: they are read during the call
 *            only and need no alignment. Pointers that a function returns
 *            belong to the object that it was called on and live as long as
 *            that object.
 * Structs    that may grow begin with struct_size, which the host sets to
 *            sizeof the struct. In an array of such structs the struct_size of
 *            the first is also the distance from one to the next. Fields
 *            beyond struct_size count as zero, or are not written.
 *            IQ_ERROR_STRUCT_SIZE if it is less than the size of the struct's
 *            first version or more than 4,096 bytes, which catches one that
 *            was left unset.
 * Threads    Any function may be called from any thread. Each list has a lock
 *            of its own: updates of one list run one after another; reads run
 *            beside a diff and wait only for its commit; two lists never wait
 *            for one another. Reads of one snapshot may overlap; a call that
 *            would change a snapshot while another thread reads or changes it
 *            returns IQ_ERROR_BUSY and does not wait. Changesets are immutable
 *            and can be shared freely. Destroying an object while another
 *            thread uses it is safe: its memory is freed when the last call on
 *            it returns.
 * Forks      In the child of a fork everything works, on its one thread. An
 *            object that a call was inside at that moment, of another thread or
 *            of this one (in a callback), is lost: its calls return
 *            IQ_ERROR_BUSY, and destroying it leaks it. So is a list for which
 *            the library's thread prepares a submission at that moment: fork
 *            does not wait for it. A list whose source is lost is as one whose
 *            source was destroyed.
 * Callbacks  are called on the thread that made the call, never while a list
 *            or snapshot is half changed, and never by a thread of the library,
 *            except the allocator's. What they may call of this library:
 *
 *            from            reads    changes of      this list       polls of
 *                            of all   other objects   (or snapshot)   this list
 *            allocator, log  no       no              no              no
 *            retain, equal,  yes      yes             BUSY            yes
 *              changed
 *            release, done,  yes      yes             yes             yes
 *              traits_of,
 *              functions
 *              of cells and
 *              layouts
 *
 *            BUSY: the change under way is of this object. (The supplementary
 *            elements passed to iq_list_set and iq_snapshot_set are retained
 *            before the change begins.) A poll inside a poll of the same list
 *            is IQ_ERROR_BUSY. iq_list_submit, _cancel, _emit, and setting
 *            states, loading, pages or elements of the list work in all but the
 *            first row, and so does destroying: the memory is freed when the
 *            call returns. A callback never waits for another thread: if that
 *            thread is changing the list, the result is IQ_ERROR_BUSY at once.
 *            A callback must return. A C++ exception that leaves one ends the
 *            process (std::terminate), whether or not the host would catch it,
 *            and so does a Rust panic. After a longjmp out of a callback the
 *            list or snapshot may return IQ_ERROR_BUSY from then on, what the
 *            call had allocated is leaked, and the thread counts as inside a
 *            callback.
 * Positions  count from 0 and are uint32_t in records, size_t in calls.
 *            IQ_NONE in a record means "no position". In a call IQ_END is the
 *            end, as a position to put something at, and as a count that
 *            follows a `first`. A section has a position among the sections, an
 *            item has one within its section. The index of an item counts the
 *            items of all sections.
 * Cost       n is the number of items, s of sections, k of changes.
 */
#ifndef IQLIST_H
#define IQLIST_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** In a record: no position. */
#define IQ_NONE UINT32_MAX
/** In a call, as a position to put something at: behind what is there. As a
 * count: all from `first` on. It is no `first`, nor an index to read. */
#define IQ_END SIZE_MAX

/* ==========================================================================
 * VERSION
 *
 * Semantic versioning: a program built against 1.x runs with any later 1.y.
 * Until 1.0, one built against 0.x runs with any later patch of 0.x. The
 * soname says which: libiqlist.so.0.x, then libiqlist.so.1.
 * The macros are the version that the host was compiled with, the functions
 * return the version that it runs with.
 * ======================================================================== */

#define IQ_VERSION_MAJOR 0
#define IQ_VERSION_MINOR 11
#define IQ_VERSION_PATCH 0
#define IQ_VERSION_STRING "0.11.0"
/** major << 16 | minor << 8 | patch */
#define IQ_VERSION 0x000B00

/** Returns the running library's IQ_VERSION. Cannot fail. Since 0.1. */
uint32_t iq_version(void);

/** Returns the running library's IQ_VERSION_STRING: static, never NULL.
 * Since 0.1. */
const char *iq_version_string(void);

/** Returns one line for bug reports: version, language mode, word size. The
 * string is static. Since 0.1. */
const char *iq_build_info(void);

/* ==========================================================================
 * STATUS AND ERROR
 *
 * A status is the kind of failure; the numbers never change meaning. The
 * detail is recorded per thread, so that a failed create, a stale handle and
 * two threads at once each have a detail of their own.
 * ======================================================================== */

/** IQ_OK or one of IQ_ERROR_*. */
typedef int32_t iq_status;

#define IQ_OK 0
/** A required pointer (also to an object) is NULL, or the function does not
 * accept an enum value, flag, stride or length. error.argument is its
 * parameter. */
#define IQ_ERROR_ARGUMENT 1
/** A struct_size is less than the size of the struct's first version, or more
 * than 4,096. */
#define IQ_ERROR_STRUCT_SIZE 2
/** A handle is stale, freed, forged, of another kind or of another list; of an
 * array, error.element says which one. */
#define IQ_ERROR_HANDLE 3
/** An allocation failed. Nothing has changed. */
#define IQ_ERROR_NO_MEMORY 4
/** More items, sections, classes or bytes than allowed: see iq_list_options. */
#define IQ_ERROR_LIMIT 5
/** The object is being changed: by another thread, for which this call does
 * not wait, or by the call that invoked the current callback. Or it was lost in
 * a fork: see CONVENTIONS, Forks. */
#define IQ_ERROR_BUSY 6
/** A position or count is beyond the end. */
#define IQ_ERROR_RANGE 7
/** There is no such key, class, element or step, or no counterpart on the
 * other side. */
#define IQ_ERROR_NOT_FOUND 8
/** A duplicate key was refused. error.key and error.position are those of the
 * first item, in the order of the input, whose key occurred earlier in it;
 * error.other is the first occurrence of that key. What the list shows does
 * not matter. Duplicate section keys are reported first (error.position.item
 * is then IQ_NONE). Section positions count all sections of the input,
 * including empty ones that are dropped. */
#define IQ_ERROR_DUPLICATE 9
/** There are items but no section to put them in. */
#define IQ_ERROR_NO_SECTION 10
/** Scoped and unscoped keys were mixed, or a scoped key came without its
 * section. */
#define IQ_ERROR_SCOPE 11
/** The changeset was made without KEEP_KEYS: see IQ_DIFF_KEEP_KEYS. */
#define IQ_ERROR_NO_KEYS 12
/** The object is in a state that forbids it: the list is derived, the edit has
 * ended, the library has memory already. The message says which. */
#define IQ_ERROR_STATE 13
/** Replaying a verified diff did not give its target: a bug in libiqlist. */
#define IQ_ERROR_VERIFY 14
/** The changeset was made without PAYLOAD: see IQ_DIFF_PAYLOAD. */
#define IQ_ERROR_NO_PAYLOAD 15
/** A changeset starts from another state than the one that it is applied to or
 * composed with: error.key and error.position are those of the first
 * difference. */
#define IQ_ERROR_MISMATCH 16
/** The bytes are not an encoding of that kind, or are damaged: see ENCODING. */
#define IQ_ERROR_FORMAT 17
/** A trait of the item forbids it, or the one that allows it is missing: see
 * IQ_TRAIT_*. Nothing has changed. error.key is the item's. Without a key, the
 * selection's mode forbids it. */
#define IQ_ERROR_REFUSED 18
/** The submission will not be committed: it was cancelled, or its list was
 * destroyed. */
#define IQ_ERROR_CANCELLED 19
/** The submission will not be committed: a later one has replaced it. */
#define IQ_ERROR_SUPERSEDED 20
/** A function of a cell class failed: the next poll calls it again. */
#define IQ_ERROR_CALLBACK 21

/** Returns the constant's name ("IQ_ERROR_RANGE"), or "IQ_ERROR_UNKNOWN". The
 * string is static. Since 0.1. */
const char *iq_status_name(iq_status status);

/** The identity of an item, section or supplementary element: 16 bytes,
 * compared bit for bit. See KEYS. */
typedef struct iq_key {
    uint8_t bytes[16];
} iq_key;

/** Where an item is: the position of its section, and its own within it. For a
 * section alone, `item` is IQ_NONE. */
typedef struct iq_position {
    uint32_t section;
    uint32_t item;
} iq_position;

#define IQ_ERROR_HAS_KEY 1u
#define IQ_ERROR_HAS_SECTION 2u
#define IQ_ERROR_HAS_POSITION 4u
#define IQ_ERROR_HAS_OTHER 8u
#define IQ_ERROR_HAS_ELEMENT 16u

/** The detail of a failure. The message says what is wrong, with the names of
 * this header, the value and what is allowed:
 *
 *     IQ_ERROR_HANDLE: items[3] is zero, was deleted, or is of another list
 *     IQ_ERROR_RANGE: position is 7, beyond the end at 3
 *     IQ_ERROR_ARGUMENT: options.flags is 0x40, which has bits that this
 *     function does not accept
 *
 * It is for people and may change; a program reads the fields. */
typedef struct iq_error {
    size_t struct_size;
    iq_status status;
    uint32_t argument;    /**< the parameter in question, from 1; 0: none    */
    uint32_t flags;       /**< IQ_ERROR_HAS_*: which of the following are set */
    iq_key key;           /**< the key in question: an item's or a section's */
    iq_key section;       /**< its section's key; of a section, its own      */
    iq_position position; /**< where it is                                   */
    iq_position other;    /**< a duplicate's first occurrence                */
    char message[192];    /**< one line, beginning with the status's name    */
    size_t element;       /**< its index, if the parameter, or the field that
                               the message names, is an array                */
} iq_error;

/** Copies the detail of the calling thread's latest failure: status IQ_OK and
 * an empty message if there was none. Successful calls do not change it, nor
 * do failures of this function itself. A destroy function, which returns no
 * status, also records its detail here. Since 0.5. */
iq_status iq_get_last_error(iq_error *error);

/* ==========================================================================
 * MEMORY AND LOG
 *
 * All memory comes from one allocator: malloc, unless the host sets another.
 * Every allocation may fail: the function then returns IQ_ERROR_NO_MEMORY and
 * has changed nothing.
 * ======================================================================== */

/** The host's allocator. */
typedef struct iq_allocator {
    size_t struct_size;
    void *context;
    /** As malloc: 16-byte aligned, thread-safe; never called with size 0. May
     * not call the library. */
    void *(*allocate)(void *context, size_t size);
    /** As realloc, with the same rules. */
    void *(*reallocate)(void *context, void *memory, size_t size);
    /** As free: thread-safe; may not call the library. */
    void (*release)(void *context, void *memory);
} iq_allocator;

/** Sets the allocator for the whole process; NULL restores malloc. Must not
 * run beside any other function, and before the first class is created: classes
 * stay until the process ends.
 * - IQ_ERROR_STATE: the library holds memory (iq_memory_used() is not 0).
 * Since 0.1. */
iq_status iq_memory_set_allocator(const iq_allocator *allocator);

/** Returns the number of bytes that are allocated and not yet freed.
 * Since 0.1. */
size_t iq_memory_used(void);

/** Returns the highest iq_memory_used() so far. Since 0.1. */
size_t iq_memory_peak(void);

/** Frees what the library itself holds. Optional: for leak checkers, for
 * changing the allocator, and after work that will not come again.
 * - The scratch memory that updates, diffs and applied changesets borrow and
 *   give back, and that of small changesets that were destroyed, at most 8 MB:
 *   always. Large lists keep theirs: see iq_list_trim.
 * - The handle table: if no object is left.
 * While an object lives it may run beside other functions; without one it must
 * not. Cell classes stay: once the last object is destroyed, iq_memory_used()
 * is what they take after it, and 0 if none was created. Always returns IQ_OK.
 * Since 0.1. */
iq_status iq_memory_trim(void);

/** One of IQ_LOG_*. */
typedef uint32_t iq_log_level;
#define IQ_LOG_OFF 0u
#define IQ_LOG_ERROR 1u   /**< failures, with their message           */
#define IQ_LOG_INFO 2u    /**< each update: what it did, and how long */
#define IQ_LOG_DEBUG 3u   /**< each phase                             */

/** Receives one line, without a newline. Called on any thread that uses the
 * library. */
typedef void (*iq_log_callback)(void *context, iq_log_level level,
                                const char *message);

/** Sets the callback that receives the library's log lines, of at most
 * `level`, for the whole process. NULL or IQ_LOG_OFF (the default) costs
 * nothing. Since 0.1. */
iq_status iq_log_set(iq_log_callback callback, void *context,
                     iq_log_level level);

/* ==========================================================================
 * KEYS AND HASHING
 *
 * A key identifies an item and never changes while the item lives: a row id, a
 * path, a UUID. A content describes the item's appearance: the same key with
 * another content is an update, never a delete and an insert. Keys are 16
 * bytes so that a diff streams through memory; a content is 64 bits. Content 0
 * (IQ_CONTENT_NONE) means that the item has none: such an item never updates
 * by itself, unless its cell class has an `equal`. A change from none to some,
 * or back, is a change of content like any other. Beware of contents that can
 * be 0 by themselves, such as a count: the hasher's never are.
 *
 * Item keys are unique over the whole list, section keys among sections; an
 * item and a section may have the same key. The policy for duplicates is set
 * at creation: see IQ_DUPLICATES_*.
 * ======================================================================== */

/** The content of an item that has none. */
#define IQ_CONTENT_NONE UINT64_C(0)

/** Makes a key of bytes. 16 bytes are the key themselves (a UUID, an MD5, two
 * 64-bit integers); any other length gives the key of a hasher to which they
 * were added as one field of bytes.
 * - IQ_ERROR_ARGUMENT: `length` is 0.
 * Since 0.1. */
iq_status iq_key_from_bytes(const void *bytes, size_t length, iq_key *key);

/** Makes a key of the first 16 of 16 or more bytes: for digests such as
 * SHA-256. Since 0.1. */
iq_status iq_key_from_digest(const void *digest, size_t length, iq_key *key);

/** Returns a key of the integer as 8 little-endian bytes, then 8 zeros. Cannot
 * fail. Since 0.1. */
iq_key iq_key_from_u64(uint64_t value);

/** Makes keys and contents from fields. A hasher lives on the caller's stack,
 * owns nothing and can be copied by assignment. Each field is hashed with its
 * type and length, so that 1 is not "1" and ("a", "bc") is not ("ab", "c").
 * Integers of equal value are equal whether signed or not; -0.0 equals 0.0;
 * all NaNs are 7FF8000000000000. The result is the same in every process,
 * host, language and version: SipHash-2-4 with 128 bits of output and a zero
 * key (Aumasson and Bernstein, 2012) over
 *
 *     unsigned, signed >= 0   01, 8 bytes little-endian
 *     signed < 0              02, 8 bytes little-endian, two's complement
 *     double                  03, 8 bytes little-endian, IEEE 754
 *     bytes                   04, length as 8 bytes little-endian, the bytes
 *     string (UTF-8)          05, length as 8 bytes little-endian, the bytes
 *     key                     06, 16 bytes
 *     bool                    07, 1 byte: 0 or 1
 *     nothing (NULL, None)    08
 */
typedef struct iq_hasher {
    uint64_t state[8];
} iq_hasher;

/** Initializes a hasher, or resets it. The other hasher functions refuse one
 * that was never initialized (IQ_ERROR_ARGUMENT). Since 0.1. */
iq_status iq_hasher_init(iq_hasher *hasher);
/** Adds an unsigned integer. Since 0.1. */
iq_status iq_hasher_add_unsigned(iq_hasher *hasher, uint64_t value);
/** Adds a signed integer. Since 0.1. */
iq_status iq_hasher_add_signed(iq_hasher *hasher, int64_t value);
/** Adds a floating-point number. Since 0.1. */
iq_status iq_hasher_add_double(iq_hasher *hasher, double value);
/** Adds bytes. `bytes` may be NULL if `length` is 0. Since 0.1. */
iq_status iq_hasher_add_bytes(iq_hasher *hasher, const void *bytes,
                              size_t length);
/** Adds a string. `length` SIZE_MAX: up to the terminating NUL. `string` may
 * be NULL if `length` is 0. Since 0.1. */
iq_status iq_hasher_add_string(iq_hasher *hasher, const char *string,
                               size_t length);
/** Adds a key. Since 0.1. */
iq_status iq_hasher_add_key(iq_hasher *hasher, iq_key key);
/** Adds a truth value. Any `value` but 0 is true. Since 0.1. */
iq_status iq_hasher_add_bool(iq_hasher *hasher, int value);
/** Adds a field that has no value. Since 0.1. */
iq_status iq_hasher_add_nothing(iq_hasher *hasher);

/** Writes the 16 bytes of output as a key. More fields may be added
 * afterwards. Since 0.5. */
iq_status iq_hasher_get_key(const iq_hasher *hasher, iq_key *key);

/** Writes the first 8 bytes of output, little-endian, as a content; 0 becomes
 * 1. Since 0.5. */
iq_status iq_hasher_get_content(const iq_hasher *hasher, uint64_t *content);

/** Hashes many records in one call, for hosts to whom each call is expensive.
 * The fields of record i are the bytes of `fields` from ends[i - 1] (of the
 * first record: from 0) up to ends[i], laid out as in the table of iq_hasher,
 * numbers normalized as there. keys[i] and contents[i] receive what a hasher
 * to which these fields were added would write. Either array may be NULL, and
 * `fields` if `length` is 0. The layout is not checked: bytes that are not
 * fields give keys that no hasher gives.
 * - IQ_ERROR_RANGE: an end is less than the one before or more than `length`;
 *   nothing is written.
 *
 *     fields    05 01 00 00 00 00 00 00 00 61 | 08        "a"; nothing
 *     ends                                   10   11
 * Since 0.2. */
iq_status iq_hash_records(const void *fields, size_t length,
                          const size_t *ends, size_t count, iq_key *keys,
                          uint64_t *contents);

/* ==========================================================================
 * CELL CLASSES
 *
 * A cell class is what the items of one appearance have in common: how their
 * models are kept alive and compared. Classes are immutable, identified by
 * name, and belong to the process. An item without a class has {0}: its model
 * is an address that the library returns and never dereferences.
 * ======================================================================== */

/** A registered cell class; {0}: none. */
typedef struct iq_class {
    uint32_t id;
} iq_class;

/** Traits of items: what the user may do with them. An item without a trait can
 * be selected, deselected, highlighted, focused and activated; it cannot be
 * moved, deleted or inserted beside by the user, and has no children. */
#define IQ_TRAIT_NOT_SELECTABLE 1u
#define IQ_TRAIT_NOT_DESELECTABLE 2u
#define IQ_TRAIT_NOT_HIGHLIGHTABLE 4u
#define IQ_TRAIT_NOT_ACTIVATABLE 8u
#define IQ_TRAIT_NOT_FOCUSABLE 16u
#define IQ_TRAIT_MOVABLE 32u
#define IQ_TRAIT_DELETABLE 64u
#define IQ_TRAIT_INSERTABLE 128u
#define IQ_TRAIT_HAS_CHILDREN 256u

struct iq_event;

/** A cell class to register. */
typedef struct iq_class_options {
    size_t struct_size;
    const char *name; /**< 1 to 255 bytes of UTF-8; copied */
    void *context;    /**< passed to each callback         */

    /** Retains models. A list or snapshot retains the models that it holds and
     * releases them afterwards, in batches, never while readers have to wait:
     * see Callbacks above. A model whose last reference was released is not
     * retained again, unless the host passes it in again. The same address may
     * occur in a batch more than once. Optional; both of `retain` and
     * `release` or neither. */
    void (*retain)(void *context, void *const *models, size_t count);
    /** Releases models: see `retain`. */
    void (*release)(void *context, void *const *models, size_t count);

    /** Returns whether two models of one key have the same appearance. Called
     * only where neither item has a content and the addresses differ. Either
     * model may be NULL: that of an item without one. Optional; without it
     * they are equal. */
    int (*equal)(void *context, const void *before, const void *after);

    /** Returns what differs, as bits of the host's own: they become
     * iq_change.mask of a reconfigure, by content, level or mark. Either model
     * may be NULL, or both, as where items have contents and no models.
     * Optional; without it all bits are set. */
    uint64_t (*changed)(void *context, const void *before, const void *after);

    uint32_t traits; /**< IQ_TRAIT_* of all items of the class */
    uint32_t pool;   /**< unused cells that a view keeps at most; 0: 8, or as
                          many as it has shown at once, if these are more     */

    /** Returns the IQ_TRAIT_* of one item, instead of `traits`. Called when
     * the user is about to do something with the item, on the thread that
     * reports it, with no lock held. The model may be NULL. Optional. */
    uint32_t (*traits_of)(void *context, const void *model);

    /* The functions of cells: see VIEWS. They are called where a list is
     * polled, by iq_view_take_cell and when a view is destroyed, with no lock
     * held. The event lives for the call; its fields are those of BOUND. Each
     * is optional. */
    /** Creates what the host keeps for a new cell and writes it to `object`;
     * without it, and if it writes nothing, the object is NULL. Returns 0, or
     * any other number if it failed: then there is no cell, and the next poll
     * asks again. */
    int (*create_cell)(void *context, const struct iq_event *event,
                       void **object);
    /** Shows the event's item or element in the event's cell. Returns 0, or any
     * other number if it failed: then the next poll asks again. */
    int (*bind_cell)(void *context, const struct iq_event *event);
    /** The cell stops showing what it was bound to, which may have gone. The
     * model in the event is the one that it was last bound to. */
    void (*unbind_cell)(void *context, const struct iq_event *event);
    /** Destroys what `create_cell` created. Not called for a NULL object. */
    void (*destroy_cell)(void *context, void *object);
} iq_class_options;

/** Registers a class, permanently.
 * - IQ_ERROR_DUPLICATE: a class of this name exists.
 * - IQ_ERROR_LIMIT: there are 65,535 classes.
 * Since 0.1. */
iq_status iq_class_create(const iq_class_options *options,
                          iq_class *cell_class);

/** Finds the class of that name.
 * - IQ_ERROR_NOT_FOUND: there is none.
 * Since 0.1. */
iq_status iq_class_find(const char *name, iq_class *cell_class);

/** Writes the class's name, a static string. Since 0.5. */
iq_status iq_class_get_name(iq_class cell_class, const char **name);

/* ==========================================================================
 * COLUMNS
 *
 * Items are passed in as columns: for each field the address of the first
 * item's value and the number of bytes to the next item's. An array of structs
 * is passed as it is: each column points at its field of the first struct and
 * has the struct's size as stride. Only keys are required.
 *
 *     struct row { iq_key id; uint64_t hash; char name[40]; } rows[100];
 *     iq_columns items = {
 *         .struct_size = sizeof items, .count = 100,
 *         .keys = &rows[0].id, .key_stride = sizeof rows[0],
 *         .contents = &rows[0].hash, .content_stride = sizeof rows[0],
 *         .classes = &row_class, .class_stride = IQ_SAME,
 *     };
 *
 * A level makes a section's items a tree. They are in pre-order: those that
 * follow an item with a higher level, up to the next one without, are below it:
 * its subtree. The parent of an item is the nearest item before it in the
 * section with a lower level; without one it is a root. So levels can be any
 * numbers: a first item of level 3 is a root, and one of level 3 after one of
 * level 1 is its child. Each level is part of its item: another level is an
 * update (IQ_CHANGE_BY_LEVEL), and what moves or deletes an item does so to no
 * item below it.
 *
 *     level    0   1   2   1   0   3
 *     item     a   b   c   d   e   f        a[b[c] d] e[f]
 * ======================================================================== */

/** A stride: the column has one value, which is that of every item. Not for
 * keys. */
#define IQ_SAME SIZE_MAX

/** Items, column by column. */
typedef struct iq_columns {
    size_t struct_size;
    size_t count;          /**< items                                        */
    const void *keys;      /**< iq_key each; may be NULL if count is 0       */
    size_t key_stride;     /**< bytes; in all strides 0: tightly packed      */
    const void *contents;  /**< uint64_t each; NULL: IQ_CONTENT_NONE for all */
    size_t content_stride;
    const void *models;    /**< void * each; NULL: NULL for all              */
    size_t model_stride;
    const void *classes;   /**< iq_class each; NULL: {0} for all             */
    size_t class_stride;
    const void *levels;    /**< uint16_t each; NULL: 0 for all               */
    size_t level_stride;
} iq_columns;

/* The columns that iq_snapshot_update_items and iq_edit_update_items read. */
#define IQ_COLUMN_CONTENT 1u
#define IQ_COLUMN_MODEL 2u
#define IQ_COLUMN_CLASS 4u
#define IQ_COLUMN_LEVEL 8u

/** A flag of the functions that read models from a list or a snapshot: each
 * model that the call returns is retained for the caller by its class's
 * `retain`, in batches, once for each time that it is returned. Without the
 * flag models are not retained: they live as long as the object holds them. A
 * host whose other threads change or destroy the object meanwhile needs the
 * flag.
 *
 * The caller owns these references and drops them by calling its own release
 * function, the one that it registered as the class's `release`. NULL, a model
 * without a class, and one whose class has no `retain` are returned without a
 * reference: so read classes together with models.
 *
 * Such a read holds no lock while it calls `retain`, nor while it calls
 * `release`, which it does for models that were removed from the object
 * meanwhile and to which nobody else has a reference. After a failure nothing
 * is retained and nothing was written.
 * - IQ_ERROR_NO_MEMORY: such a read allocates. */
#define IQ_READ_RETAIN 1u

/** The handle of a list's item: see LISTS. An opaque 64-bit value: equal ids of
 * one list are the same item, and {0} is never a handle. */
typedef struct iq_item {
    uint64_t id;
} iq_item;

/** The handle of a list's section, with the same rules. */
typedef struct iq_section {
    uint64_t id;
} iq_section;

/** Where items are copied to: tightly packed arrays, NULL for what is not
 * wanted. */
typedef struct iq_item_buffers {
    size_t struct_size;
    uint32_t flags;        /**< IQ_READ_*: whether models are retained       */
    uint32_t reserved;
    iq_key *keys;
    uint64_t *contents;
    void **models;
    iq_class *classes;
    iq_item *items;        /**< handles: of lists only                       */
    uint32_t *states;      /**< IQ_STATE_*: of lists only                    */
    uint16_t *levels;
    uint8_t *children;     /**< of a derived list: 1 if the source has items
                                below it or its class has
                                IQ_TRAIT_HAS_CHILDREN, else 0                */
} iq_item_buffers;

/* The kinds of supplementary elements. A section has no EMPTY, LOADING and
 * FAILED; a list has all of them: see iq_list_set_supplementary. */
#define IQ_KIND_HEADER 1u
#define IQ_KIND_FOOTER 2u
#define IQ_KIND_EMPTY 3u      /**< shown while a list has no items           */
#define IQ_KIND_LOADING 4u    /**< shown while a list has none yet           */
#define IQ_KIND_FAILED 5u     /**< shown if its items could not be loaded    */
#define IQ_KIND_PAGE_START 6u /**< stands for the page before the first item */
#define IQ_KIND_PAGE_END 7u   /**< stands for the page behind the last item  */
#define IQ_KIND_HOST 16u      /**< the first number for the host's own kinds */

/** A supplementary element: shown beside a section's items, as its header, its
 * footer, in place of a page, or a kind of the host's own. A section has at
 * most one of each (kind, index). */
typedef struct iq_supplementary {
    size_t struct_size;
    uint32_t kind;  /**< of a section: IQ_KIND_HEADER, _FOOTER, _PAGE_START,
                         _PAGE_END, or IQ_KIND_HOST and above; of a list: any */
    uint32_t index; /**< among those of its kind; 0 below IQ_KIND_HOST       */
    iq_key key;     /**< another key for the same (kind, index) is a reload  */
    uint64_t content;
    void *model;
    iq_class cell_class;
} iq_supplementary;

/* ==========================================================================
 * SNAPSHOTS
 *
 * A snapshot is a description of what a list should show, built step by step
 * on any thread, and applied as often and to as many lists as the host likes.
 * It copies everything that it is given. A copy of a snapshot, and a snapshot
 * of what a list shows, share storage with their origin and cost nothing per
 * item.
 *
 * Items are identified by key. Where keys are scoped by section
 * (IQ_DUPLICATES_SCOPE) the section's key is required with it, elsewhere it
 * may be NULL.
 * ======================================================================== */

/** A snapshot, owned by the host. */
typedef struct iq_snapshot iq_snapshot;
/** A list, owned by the host: see LISTS. */
typedef struct iq_list iq_list;
/** A changeset, owned by the host: see CHANGESETS. */
typedef struct iq_changeset iq_changeset;

/** The policy for duplicates, keys that occur more than once: one of
 * IQ_DUPLICATES_*. Section keys are checked as soon as they are given:
 * KEEP_FIRST leaves the existing section where it is, KEEP_LAST moves it to
 * the new position; either way the items that follow are added to it. NUMBER
 * numbers section keys too; REFUSE and SCOPE refuse them. */
typedef uint32_t iq_duplicates;
/** Duplicates are refused with IQ_ERROR_DUPLICATE: by apply, set, diff, or the
 * first call on the snapshot that identifies an item by key; from then on at
 * once, as in EDITS. */
#define IQ_DUPLICATES_REFUSE 0u
/** The first occurrence stays, later ones are dropped (and counted). */
#define IQ_DUPLICATES_KEEP_FIRST 1u
/** The last occurrence stays, with its position and content; earlier ones are
 * dropped (and counted). */
#define IQ_DUPLICATES_KEEP_LAST 2u
/** All stay: the n-th occurrence (n > 1) gets a key derived from (key, n), the
 * hasher's key of (key, unsigned n). */
#define IQ_DUPLICATES_NUMBER 3u
/** Item keys are unique within their section only, and an item never moves to
 * another section. Duplicates within a section are refused. */
#define IQ_DUPLICATES_SCOPE 4u

/** Sections without items are dropped when the snapshot is used. Snapshots,
 * lists and derived lists have this option under a prefix of their own. */
#define IQ_SNAPSHOT_DROP_EMPTY_SECTIONS 1u

/** Options of a snapshot. */
typedef struct iq_snapshot_options {
    size_t struct_size;
    iq_duplicates duplicates;
    uint32_t flags; /**< IQ_SNAPSHOT_* */
} iq_snapshot_options;

/** Creates an empty snapshot. O(1). Since 0.1. */
iq_status iq_snapshot_create(const iq_snapshot_options *options,
                             iq_snapshot **snapshot);

/** Creates an independent copy, including marks. O(n / 256 + s), no work per
 * item. Since 0.1. */
iq_status iq_snapshot_copy(const iq_snapshot *snapshot, iq_snapshot **copy);

/** Destroys a snapshot. Since 0.1. */
void iq_snapshot_destroy(iq_snapshot *snapshot);

/** A section for iq_snapshot_set and iq_list_set: it has the items from
 * `first_item` up to the next section's `first_item`. The first section begins
 * at item 0. */
typedef struct iq_section_entry {
    size_t struct_size;
    iq_key key;
    size_t first_item;
    const iq_supplementary *supplementaries;
    size_t supplementary_count;
} iq_section_entry;

/** Replaces the whole snapshot in one call: as if it were emptied, including
 * marks, and these sections appended one after another, each with its items
 * and supplementary elements (of a duplicate section, those of the occurrence
 * that the policy keeps). The arrays are borrowed for the call. Much faster
 * than appending many small sections. O(n + s).
 * - IQ_ERROR_DUPLICATE: a section key occurs twice and the policy refuses it;
 *   duplicate items are reported as after any other call.
 * - IQ_ERROR_RANGE: the values of `first_item` do not ascend.
 * - IQ_ERROR_NO_SECTION: there are items and no sections.
 * Since 0.3. */
iq_status iq_snapshot_set(iq_snapshot *snapshot,
                          const iq_section_entry *sections,
                          size_t section_count, const iq_columns *items);

/** Appends `count` empty sections, in order. A key that already exists is a
 * duplicate. O(count log s). Since 0.1. */
iq_status iq_snapshot_append_sections(iq_snapshot *snapshot,
                                      const iq_key *keys, size_t count);
/* Where something is put beside an anchor. Any other value is
 * IQ_ERROR_ARGUMENT. */
#define IQ_PUT_BEFORE 1u
#define IQ_PUT_AFTER 2u

/** Inserts empty sections, the first of them at `position` (counted before a
 * section that KEEP_LAST moves is taken out). O(count log s).
 * - IQ_ERROR_RANGE: `position` is more than there are sections.
 * Since 0.5. */
iq_status iq_snapshot_insert_sections(iq_snapshot *snapshot, size_t position,
                                      const iq_key *keys, size_t count);
/** Inserts sections beside the section `anchor`: `where` is IQ_PUT_*.
 * - IQ_ERROR_NOT_FOUND: there is no section `anchor`.
 * Since 0.5. */
iq_status iq_snapshot_insert_sections_beside(iq_snapshot *snapshot,
                                             uint32_t where, iq_key anchor,
                                             const iq_key *keys, size_t count);
/** Moves a section beside the section `anchor`. Moving it beside itself does
 * nothing. Since 0.5. */
iq_status iq_snapshot_move_section_beside(iq_snapshot *snapshot, iq_key section,
                                          uint32_t where, iq_key anchor);
/** Deletes sections with their items. Keys that do not exist are skipped and
 * counted in `missing` (optional). Since 0.1. */
iq_status iq_snapshot_delete_sections(iq_snapshot *snapshot, const iq_key *keys,
                                      size_t count, size_t *missing);
/** Deletes all sections and items. Since 0.1. */
iq_status iq_snapshot_delete_all(iq_snapshot *snapshot);

/** Appends items to a section. `section` NULL: the last section, or, if the
 * section that was given last was a duplicate, the one that the policy kept.
 * O(count) amortised.
 * - IQ_ERROR_NO_SECTION: `section` is NULL and there is no section.
 * Since 0.1. */
iq_status iq_snapshot_append_items(iq_snapshot *snapshot, const iq_key *section,
                                   const iq_columns *items);
/** Inserts items into a section, the first of them at `position`. Like
 * appending, this needs no index. O(count + log n).
 * - IQ_ERROR_NOT_FOUND: there is no such section.
 * - IQ_ERROR_RANGE: `position` is more than the section has items.
 * Since 0.5. */
iq_status iq_snapshot_insert_items(iq_snapshot *snapshot, iq_key section,
                                   size_t position, const iq_columns *items);
/** Inserts items beside the item `anchor`: `where` is IQ_PUT_*. `section` is
 * required where keys are scoped. The first such call indexes the snapshot,
 * O(n); after that O(count + log n). Since 0.5. */
iq_status iq_snapshot_insert_items_beside(iq_snapshot *snapshot,
                                          const iq_key *section, uint32_t where,
                                          iq_key anchor,
                                          const iq_columns *items);
/** Inserts items below the item `parent`, each one level deeper than it, to
 * which its own level is added, as iq_edit_insert_children does: the first of
 * them becomes child number `index` of `parent`, and what was there follows.
 * IQ_END, like the number of children, is the end of the subtree. `section`
 * is that of `parent`, required where keys are scoped. O(count + log n) after
 * the first call that indexes the snapshot, and O(the subtree of `parent`).
 * - IQ_ERROR_NOT_FOUND: there is no item `parent`.
 * - IQ_ERROR_RANGE: `index` is more than `parent` has children.
 * - IQ_ERROR_ARGUMENT: a level would be more than 65,535.
 * Since 0.5. */
iq_status iq_snapshot_insert_children(iq_snapshot *snapshot,
                                      const iq_key *section, iq_key parent,
                                      size_t index, const iq_columns *items);
/** Replaces the items of one section, as if they were deleted and the new ones
 * appended. A key that another section has is a duplicate. O(the items of the
 * section, before and after).
 * - IQ_ERROR_NOT_FOUND: there is no such section.
 * Since 0.5. */
iq_status iq_snapshot_set_section_items(iq_snapshot *snapshot, iq_key section,
                                        const iq_columns *items);
/** Updates items where they are: the item keys[i] gets row i of the columns in
 * `flags` (IQ_COLUMN_*, at least one), and its other values stay. There are
 * columns->count keys. The columns' own keys, and columns that are not in
 * `flags`, are not read and may be NULL; a column in `flags` that is NULL has
 * its usual default. A new class takes over a model that stays: it retains it,
 * and the old class releases it. No item is marked. O(count log n) after the
 * first call that indexes the snapshot, and a leaf of at most 256 items to copy
 * for each range that is shared with another snapshot or a list.
 * - IQ_ERROR_NOT_FOUND: a key does not exist.
 * - IQ_ERROR_ARGUMENT: a key is given twice.
 * Since 0.5. */
iq_status iq_snapshot_update_items(iq_snapshot *snapshot, const iq_key *section,
                                   const iq_key *keys,
                                   const iq_columns *columns, uint32_t flags);
/** Moves an item beside the item `anchor`, also of another section (but
 * IQ_ERROR_SCOPE where keys are scoped: then both are looked up in `section`).
 * Moving an item beside itself does nothing. Since 0.5. */
iq_status iq_snapshot_move_item_beside(iq_snapshot *snapshot,
                                       const iq_key *section, iq_key item,
                                       uint32_t where, iq_key anchor);
/** Moves an item to the end of a section.
 * - IQ_ERROR_SCOPE: keys are scoped.
 * Since 0.5. */
iq_status iq_snapshot_move_item_to_end(iq_snapshot *snapshot, iq_key section,
                                       iq_key item);
/** Deletes items. Keys that do not exist are skipped and counted in `missing`
 * (optional). Since 0.1. */
iq_status iq_snapshot_delete_items(iq_snapshot *snapshot, const iq_key *section,
                                   const iq_key *keys, size_t count,
                                   size_t *missing);
/** Deletes all items of one section, or (`section` NULL) of all; the sections
 * stay. Since 0.1. */
iq_status iq_snapshot_delete_all_items(iq_snapshot *snapshot,
                                       const iq_key *section);

/** Marks items for reload. A mark requests an update even if the contents are
 * equal: a reload wants a new cell, a reconfigure the same cell bound again.
 * Marks apply to the after side and have no effect on items that are inserted.
 * A list does not keep the marks of a snapshot that is applied to it: a
 * snapshot taken from the list has none. The marks of items belong to their
 * keys: an item that is deleted and inserted again is still marked.
 * - IQ_ERROR_NOT_FOUND: a key does not exist; nothing is marked.
 * Since 0.1. */
iq_status iq_snapshot_reload_items(iq_snapshot *snapshot, const iq_key *section,
                                   const iq_key *keys, size_t count);
/** Marks items for reconfigure, likewise. Since 0.1. */
iq_status iq_snapshot_reconfigure_items(iq_snapshot *snapshot,
                                        const iq_key *section,
                                        const iq_key *keys, size_t count);
/** Marks sections for reload, with their items and supplementary elements; of
 * a section that is inserted itself, the items that move into it. Otherwise as
 * iq_snapshot_reload_items. Since 0.1. */
iq_status iq_snapshot_reload_sections(iq_snapshot *snapshot, const iq_key *keys,
                                      size_t count);
/** Removes all marks. Since 0.1. */
iq_status iq_snapshot_clear_marks(iq_snapshot *snapshot);

/** Sets a supplementary element of a section; it replaces one of the same
 * (kind, index). Since 0.1. */
iq_status iq_snapshot_set_supplementary(iq_snapshot *snapshot, iq_key section,
                                        const iq_supplementary *element);
/** Removes a supplementary element.
 * - IQ_ERROR_NOT_FOUND: there is none of this kind and index.
 * Since 0.1. */
iq_status iq_snapshot_remove_supplementary(iq_snapshot *snapshot,
                                           iq_key section, uint32_t kind,
                                           uint32_t index);

/** Counts sections and items. Both outputs are optional. O(1). Since 0.5. */
iq_status iq_snapshot_get_count(const iq_snapshot *snapshot, size_t *sections,
                                size_t *items);

/** A section of a snapshot or list. */
typedef struct iq_section_info {
    size_t struct_size;
    iq_key key;
    size_t position;              /**< among sections                        */
    size_t count;                 /**< its items                             */
    size_t first;                 /**< the items in the sections before it   */
    size_t supplementary_count;
    uint32_t states;              /**< IQ_STATE_*; 0 in a snapshot           */
    uint32_t reserved;
} iq_section_info;

/** Reads the section at a position. O(log s). Since 0.5. */
iq_status iq_snapshot_get_section_info_at(const iq_snapshot *snapshot,
                                          size_t position,
                                          iq_section_info *info);
/** Reads the section of a key. O(log s). Since 0.5. */
iq_status iq_snapshot_get_section_info(const iq_snapshot *snapshot, iq_key key,
                                       iq_section_info *info);
/** Copies a section's supplementary elements, ordered by kind and index, as
 * many as fit `capacity`, and writes how many the section has to `count`.
 * `flags` are IQ_READ_*: models of the elements that are copied are retained.
 * elements[0].struct_size must be set. Since 0.5. */
iq_status iq_snapshot_get_supplementaries(const iq_snapshot *snapshot,
                                          iq_key section, uint32_t flags,
                                          iq_supplementary *elements,
                                          size_t capacity, size_t *count);
/** Copies one supplementary element.
 * - IQ_ERROR_NOT_FOUND: there is none of this kind and index.
 * Since 0.5. */
iq_status iq_snapshot_get_supplementary(const iq_snapshot *snapshot,
                                        iq_key section, uint32_t kind,
                                        uint32_t index, uint32_t flags,
                                        iq_supplementary *element);
/** Finds the position of an item. The first query by key indexes the snapshot,
 * O(n), and reports duplicates; after that O(log n). Since 0.5. */
iq_status iq_snapshot_find_position(const iq_snapshot *snapshot,
                                    const iq_key *section, iq_key key,
                                    iq_position *position);

/** An item of a snapshot or list. */
typedef struct iq_item_info {
    size_t struct_size;
    iq_key key;
    uint64_t content;
    void *model;
    iq_class cell_class;
    iq_position position;
    uint32_t index;       /**< counts the items of all sections              */
    iq_section section;   /**< its handle; {0} in a snapshot, without handles */
    uint32_t states;      /**< IQ_STATE_*; 0 in a snapshot                   */
    uint16_t level;       /**< see COLUMNS                                   */
    uint16_t children;    /**< of a derived list: 1 if the source has items
                               below it or its class has
                               IQ_TRAIT_HAS_CHILDREN, else 0                 */
} iq_item_info;

/** Reads the item at a position. `flags` are IQ_READ_*. O(log n). Since 0.5. */
iq_status iq_snapshot_get_item_info_at(const iq_snapshot *snapshot,
                                       iq_position position, uint32_t flags,
                                       iq_item_info *info);
/** Computes the index, over all sections, of the item at a position. O(log s).
 * - IQ_ERROR_RANGE: there is no such item; error.position is what is beyond
 *   the end: {section, IQ_NONE} if it is the section.
 * Since 0.5. */
iq_status iq_snapshot_find_index(const iq_snapshot *snapshot,
                                 iq_position position, size_t *index);
/** Copies `count` items from index `first` on; the items of a section begin at
 * its info.first. With IQ_END as `count` the buffers need room for all that
 * there are at that moment. O(log n + count). Since 0.5. */
iq_status iq_snapshot_get_items(const iq_snapshot *snapshot, size_t first,
                                size_t count, const iq_item_buffers *buffers);

/* ==========================================================================
 * CHANGESETS
 *
 * A changeset describes how one arrangement becomes another, with the fewest
 * moves: first the fewest sections move, then, within each section that
 * exists on both sides, the fewest items. It comes in three dialects, each
 * built when first requested, because toolkits differ in how they take
 * changes:
 *
 *   batch     all at once, with positions before and after (most
 *             retained-mode toolkits; for UIKit see iq_changeset_get_steps)
 *   steps     one after another, each position as of that moment, by section
 *             (Qt's beginMoveRows) or flat (RecyclerView, a flat Qt model)
 *   splices   one flat list: at position, so many removed, so many added
 *             (GTK's items-changed)
 *
 * Example: sections A[1 2 3] B[4 5] become B[5 4*] A[1 3 6], 4 with a new
 * content. Counted from 0, before and after:
 *
 *   batch     take out  item delete     0:1                    (2)
 *                       item move out   1:0 -> 0:1             (4)
 *             sections  section move    1 -> 0                 (B)
 *             put in    item move in    1:0 -> 0:1             (4)
 *                       item insert     1:2                    (6)
 *             updates   item update     1:0 -> 0:1             (4)
 *
 *   steps     item delete     0:1                              A[1 3] B[4 5]
 *             section move    1 -> 0          (final 0)        B[4 5] A[1 3]
 *             item move       0:0 -> 0:1      (final 0:1)      B[5 4] A[1 3]
 *             item insert     1:2             (final 1:2)      B[5 4] A[1 3 6]
 *             item update     0:1                              B[5 4*] A[1 3 6]
 *
 *   splices   at 0, 0 removed, 2 added                         5 4* 1 2 3 4 5
 *             at 3, 1 removed, 0 added                         5 4* 1 3 4 5
 *             at 4, 2 removed, 1 added                         5 4* 1 3 6
 *
 * A section that moves carries its items along: they are no moves of their
 * own. An item that moved and changed has a change for each. Items that exist
 * on both sides but in different sections have moved, also out of a deleted
 * section and into an inserted one.
 * ======================================================================== */

/** One of IQ_ITEM_*, IQ_SECTION_* and IQ_SUPPLEMENTARY_*. */
typedef uint32_t iq_change_kind;
#define IQ_ITEM_DELETE 1u
/** Batch only: an item move has two ends, out and in. Both have both
 * positions. */
#define IQ_ITEM_MOVE_OUT 2u
#define IQ_ITEM_MOVE_IN 3u
/** Steps only. */
#define IQ_ITEM_MOVE 4u
#define IQ_ITEM_INSERT 5u
#define IQ_ITEM_UPDATE 6u
#define IQ_SECTION_DELETE 7u
#define IQ_SECTION_MOVE 8u
#define IQ_SECTION_INSERT 9u
/** A section that was marked for reload. */
#define IQ_SECTION_UPDATE 10u
#define IQ_SUPPLEMENTARY_DELETE 11u
#define IQ_SUPPLEMENTARY_INSERT 12u
#define IQ_SUPPLEMENTARY_UPDATE 13u

/* Flags of an update: exactly one of the first two, and the reasons. */
#define IQ_CHANGE_RELOAD 1u          /**< wants a new cell                  */
#define IQ_CHANGE_RECONFIGURE 2u     /**< wants the same cell bound again   */
#define IQ_CHANGE_BY_CONTENT 4u      /**< the contents differ               */
#define IQ_CHANGE_BY_CLASS 8u        /**< the cell classes differ           */
#define IQ_CHANGE_BY_EQUAL 16u       /**< the class's `equal` returned 0    */
#define IQ_CHANGE_BY_MARK 32u        /**< it was marked                     */
#define IQ_CHANGE_BY_KEY 64u         /**< a supplementary element's key     */
#define IQ_CHANGE_BY_LEVEL 128u      /**< the levels differ                 */
#define IQ_CHANGE_BY_CHILDREN 256u   /**< of derived lists only: whether the
                                          item has children differs         */

/** One change: a range of `count` consecutive items (or sections) that never
 * crosses a section. Positions that a kind does not have are IQ_NONE: a delete
 * has no after, an insert no before, a section change no items. */
typedef struct iq_change {
    iq_change_kind kind;
    uint32_t flags;         /**< of an update: IQ_CHANGE_* */
    uint32_t before_section;
    uint32_t before_item;
    uint32_t after_section;
    uint32_t after_item;
    uint32_t final_section; /**< see iq_changeset_get_steps; in a batch
                                 IQ_NONE */
    uint32_t final_item;
    uint32_t count;
    uint32_t element_kind;  /**< of a supplementary change, else 0 */
    uint32_t element_index; /**< of a supplementary change, else 0 */
    uint32_t reserved;
    uint64_t mask; /**< of a reconfigure: see iq_class_options.changed */
} iq_change;

/** One splice: at `position`, `removed` items are replaced by `added`. */
typedef struct iq_splice {
    uint32_t position;
    uint32_t removed;
    uint32_t added;
} iq_splice;

/* Flags of iq_diff and of iq_list_changes_since. A flag with the same name has
 * the same number and meaning in the flags of updates and submissions. */
#define IQ_DIFF_RELOAD 1u    /**< no diff: the changeset is a full reload    */
#define IQ_DIFF_VERIFY 2u    /**< replay the batch before returning it: O(n) */
#define IQ_DIFF_KEEP_KEYS 4u /**< store keys: for iq_changeset_find_key      */
#define IQ_DIFF_PAYLOAD 8u   /**< see CHANGESETS WITH A PAYLOAD              */

/** Options of iq_diff and of iq_list_changes_since. */
typedef struct iq_diff_options {
    size_t struct_size;
    uint32_t flags;           /**< IQ_DIFF_*                                 */
    uint32_t reserved;        /**< 0                                         */
    size_t reload_threshold;  /**< more changed items than this are a full
                                   reload. 0: the list's threshold, or none  */
    size_t splice_threshold;  /**< likewise with more splices than this (as
                                   iq_changeset_get_splices counts them, with
                                   updates)                                  */
} iq_diff_options;

/** Computes the changes that turn `before` into `after`, without a list. Both
 * keep their marks. The caller destroys the changeset. O(n) for what they do
 * not share; the first diff of a `before` indexes it.
 * - IQ_ERROR_SCOPE: one is scoped and the other is not.
 * - IQ_ERROR_DUPLICATE: a key occurs twice in the snapshot that error.argument
 *   refers to.
 * Since 0.1. */
iq_status iq_diff(const iq_snapshot *before, const iq_snapshot *after,
                  const iq_diff_options *options, iq_changeset **changeset);

/** Destroys a changeset. Since 0.1. */
void iq_changeset_destroy(iq_changeset *changeset);

/** Creates another handle of the same changeset, which is destroyed on its own:
 * to keep the changeset of an event. Both share everything. O(1). Since 0.3. */
iq_status iq_changeset_copy(const iq_changeset *changeset,
                            iq_changeset **copy);

/* Why a changeset is a full reload, which has no changes: the host reloads
 * everything. */
#define IQ_RELOAD_NO 0u        /**< it is not                        */
#define IQ_RELOAD_ASKED 1u     /**< by RELOAD in the options         */
#define IQ_RELOAD_THRESHOLD 2u /**< by reload_threshold or
                                    splice_threshold                 */

/** A number of moves that was not computed: see iq_statistics. */
#define IQ_UNCOUNTED SIZE_MAX

/** The size of a changeset. */
typedef struct iq_summary {
    size_t struct_size;
    uint32_t reload;              /**< IQ_RELOAD_*                           */
    uint32_t reserved;
    size_t sections_before, sections_after;
    size_t items_before, items_after;
    size_t section_deletes, section_inserts, section_moves, section_updates;
    size_t item_deletes, item_inserts, item_moves;
    size_t item_reloads, item_reconfigures; /**< the two kinds of update     */
    size_t supplementary_deletes, supplementary_inserts,
        supplementary_updates;
    size_t duplicates_dropped;    /**< by KEEP_FIRST and KEEP_LAST           */
    size_t duplicates_numbered;   /**< by NUMBER                             */
} iq_summary;

/** Counts the changes, in sections, items and elements (not ranges). O(1).
 * Since 0.5. */
iq_status iq_changeset_get_summary(const iq_changeset *changeset,
                                   iq_summary *summary);

/** Returns the changes as a batch, to be applied all at once. Phases, in this
 * order:
 *   1. item deletes and move-outs, ascending by before-position;
 *   2. section deletes, ascending;
 *   3. section moves and inserts, ascending by after-position; inserted
 *      sections are empty at first;
 *   4. item inserts and move-ins, ascending by after-position;
 *   5. section updates, then item updates, with both positions, ascending by
 *      after-position;
 *   6. supplementary changes, ascending by the section's after-position, kind
 *      and index; a delete has the section before, an insert the one after.
 *
 * Every inserted or deleted item is listed, including those of inserted and
 * deleted sections; the supplementary elements of those sections are not: they
 * are inserted and deleted with the section. `changes` lives as long as the
 * changeset. O(k log k), once. Since 0.5. */
iq_status iq_changeset_get_batch(const iq_changeset *changeset,
                                 const iq_change **changes, size_t *count);

/** Returns the changes as steps, to be applied one after another: every
 * position, before and after, is as of that moment, and every intermediate
 * state is a valid list. A move takes `count` items (or sections) out at
 * before and puts them in at after, a position counted after the removal.
 * `flags` are IQ_STEPS_*. Phases, in this order:
 *   1. item deletes, descending: each position is still that of the list
 *      before. Deleted sections stay, empty or with items that will move;
 *   2. section moves, ascending by final position, then section inserts,
 *      ascending; inserted sections are empty at first;
 *   3. item moves, ascending by final position, also out of deleted sections
 *      and into inserted ones;
 *   4. section deletes, descending, all empty by now;
 *   5. item inserts, ascending, each at its final position;
 *   6. section updates, then item updates, ascending, and supplementary
 *      changes as in a batch, all with the final position on both sides.
 *
 * Moves and inserts of items and sections have a final_section and final_item
 * (of a section final_section alone): the position of the range's first item
 * when all steps are done, the others behind it. It identifies what is
 * inserted: an inserted section is inserted at after_section of that moment,
 * and is the section final_section of the list after.
 *
 * UIKit refuses some batches that are right: with moves into inserted or out
 * of deleted sections, with items both moved and updated, with item changes
 * inside sections that move. Without moves (see iq_summary) performBatchUpdates
 * takes a batch in two transactions: all but the updates, then the updates, at
 * their after-positions. With moves it takes the steps in several, the data
 * source changing with each: phase 1 in one; each section move in one of its
 * own (IQ_STEPS_SINGLE), then all section inserts in one; each item move in one
 * of its own; phases 4, 5 and 6 in one each.
 *
 * Each combination of IQ_STEPS_* is built when first requested and then
 * stored: `changes` lives as long as the changeset. O(k log k + s), once.
 * Since 0.5. */
iq_status iq_changeset_get_steps(const iq_changeset *changeset, uint32_t flags,
                                 const iq_change **changes, size_t *count);

/** The sections one after another as one flat list, as for splices: items are
 * counted over all sections, and all section fields are IQ_NONE. The kinds are
 * IQ_ITEM_DELETE, _MOVE, _INSERT and _UPDATE, in the phases 1, 3, 5 and 6.
 * Ranges may cross sections. A moved section becomes moves of its item ranges;
 * a move that changes no position in the flat list (out of the end of a section
 * into the start of the next) is omitted. An item that neither moves nor is in
 * a section that moves does not move here; beyond that these moves need not be
 * the fewest. In the example:
 *
 *     item delete     1                   1 3 4 5
 *     item move       3 -> 0  (final 0)   5 1 3 4
 *     item move       3 -> 1  (final 1)   5 4 1 3
 *     item insert     4       (final 4)   5 4 1 3 6
 *     item update     1                   5 4* 1 3 6
 */
#define IQ_STEPS_FLAT 1u
/** One item or section a step, count 1: ranges unrolled, each step valid as of
 * its moment; deletes descend, all others ascend by final position. Time and
 * memory (56 bytes) follow the items that change, not the ranges: a changeset
 * of a few ranges may describe two billion (see iq_changeset_get_summary). */
#define IQ_STEPS_SINGLE 2u

/** Computes Qt's destinationChild, which counts positions before the removal,
 * for a step of kind IQ_ITEM_MOVE (flat ones too) or IQ_SECTION_MOVE.
 * Since 0.5. */
iq_status iq_change_get_destination(const iq_change *move,
                                    uint32_t *destination);

/** Updates are left out. */
#define IQ_SPLICES_WITHOUT_UPDATES 1u

/** Returns the changes as splices of the sections one after another as one
 * flat list. Each splice is valid after the ones before it. Positions ascend:
 * up to the end of a splice all is as after, and behind it as before. Between
 * two neighbours is an item that stays. An update is a splice of
 * (position, 1, 1), c neighbours one of (position, c, c), unless `flags` has
 * IQ_SPLICES_WITHOUT_UPDATES. Changes of sections as such and of supplementary
 * elements are left out. Since 0.5. */
iq_status iq_changeset_get_splices(const iq_changeset *changeset,
                                   uint32_t flags, const iq_splice **splices,
                                   size_t *count);

/** IQ_BEFORE or IQ_AFTER. */
typedef uint32_t iq_side;
#define IQ_BEFORE 0u
#define IQ_AFTER 1u

/** Finds the position on the other side of the item at a position on one side;
 * with `item` IQ_NONE, that of the section. A full reload maps too.
 * O(log k + log s), from before once O(k log k); no memory by n.
 * - IQ_ERROR_NOT_FOUND: it was deleted (or inserted).
 * Since 0.1. */
iq_status iq_changeset_map_position(const iq_changeset *changeset, iq_side side,
                                    iq_position position, iq_position *other);

/** Returns the same for all items of a side, by index over all sections:
 * map[i] is the index of item i on the other side, or IQ_NONE. The map lives
 * as long as the changeset, and takes 4 bytes an item: of a changeset that was
 * decoded, check the summary first. O(n), once. Since 0.5. */
iq_status iq_changeset_get_map(const iq_changeset *changeset, iq_side side,
                               const uint32_t **map, size_t *count);

/** Finds the positions of a key on both sides; {IQ_NONE, IQ_NONE} on a side
 * that does not have it. O(1), the first time O(n).
 * - IQ_ERROR_NO_KEYS: the changeset was made without KEEP_KEYS.
 * Since 0.1. */
iq_status iq_changeset_find_key(const iq_changeset *changeset,
                                const iq_key *section, iq_key key,
                                iq_position *before, iq_position *after);

/* ==========================================================================
 * REPLAYS
 *
 * Many toolkits are told steps or splices one by one, and read rows at any
 * moment in between: then the list is neither the one before nor the one
 * after. A replay applies the elements one at a time. At each moment it maps
 * a row to its item: on which side that is found, before or after, and at which
 * position there:
 *
 *     carried out    the list now        row 1 is
 *     -              1 2 3 4 5           2, at 1 before
 *     delete 1       1 3 4 5             3, at 3 after
 *     move 3 -> 0    5 1 3 4             1, at 2 after
 *     move 3 -> 1    5 4 1 3             4, at 3 before: its update is to come
 *     insert 4       5 4 1 3 6           4, at 3 before
 *     update 1       5 4* 1 3 6          4*, at 1 after
 *
 *     iq_replay_create(changes, before, IQ_REPLAY_STEPS, IQ_STEPS_FLAT,
 *                      &replay);
 *     for (size_t i = 0; i < count; i++) {
 *         begin_reporting(&steps[i]);
 *         iq_replay_next(replay);
 *         end_reporting(&steps[i]);    ... reads rows by iq_replay_find
 *     }
 *     iq_replay_destroy(replay);
 *
 * What is deleted or updated later on is found before. All else is found after,
 * where it is at the end. So a host reads its rows from two snapshots: that of
 * `before`, and one of the list taken with the update, never from a list that
 * may have gone on. A host that has several updates to report reports one:
 * composed (iq_changeset_compose), or iq_diff of the two snapshots.
 *
 * Threads    One at a time holds a replay: IQ_ERROR_BUSY for another one.
 * Memory     O(k + s) for k elements and s sections on both sides. It holds
 *            the changeset, and what `before` shows with its models: both may
 *            be destroyed or changed meanwhile.
 * ======================================================================== */

/** A changeset that is being carried out. */
typedef struct iq_replay iq_replay;

/* Which array is carried out. */
#define IQ_REPLAY_STEPS 0u   /**< with `flags` of iq_changeset_get_steps     */
#define IQ_REPLAY_SPLICES 1u /**< with `flags` of iq_changeset_get_splices   */

/** Begins a replay of what iq_changeset_get_steps or iq_changeset_get_splices
 * returns with these flags, with nothing carried out. `before` is the state
 * that the changeset starts from, of which the counts are checked. The caller
 * destroys the replay. O(k log k + s + n / 256), once.
 * - IQ_ERROR_STATE: the changeset is a full reload, which has no elements.
 * - IQ_ERROR_MISMATCH: `before` has other sections, or other items in one;
 *   error.position is the first section that differs.
 * Since 0.3. */
iq_status iq_replay_create(const iq_changeset *changeset,
                           const iq_snapshot *before, uint32_t dialect,
                           uint32_t flags, iq_replay **replay);

/** Destroys a replay. Since 0.3. */
void iq_replay_destroy(iq_replay *replay);

/** Carries out the next element: the n-th call element n - 1 of the array.
 * Changes of supplementary elements move nothing. O(log k), a move O(k) at
 * most.
 * - IQ_ERROR_STATE: all are carried out.
 * - IQ_ERROR_NO_MEMORY: nothing was carried out; the next call tries again.
 * Since 0.3. */
iq_status iq_replay_next(iq_replay *replay);

/** Counts the items of a section at this moment; with `section` IQ_NONE the
 * sections. Flat steps and splices have no sections: `section` is IQ_NONE, and
 * the count that of all items. O(log k).
 * - IQ_ERROR_RANGE: there is no such section.
 * Since 0.5. */
iq_status iq_replay_get_count(const iq_replay *replay, uint32_t section,
                              size_t *count);

/** Finds what is at a position of this moment: on which side, and at which
 * position there. With `item` IQ_NONE, that of the section; one that was
 * inserted is found after, and is empty until its items are inserted. Flat
 * steps and splices take and give `section` IQ_NONE, and the index over all
 * sections as `item`. With IQ_SPLICES_WITHOUT_UPDATES all that stays is found
 * after. O(log k + log s).
 * - IQ_ERROR_RANGE: nothing is there.
 * Since 0.3. */
iq_status iq_replay_find(const iq_replay *replay, iq_position position,
                         iq_side *side, iq_position *found);

/* ==========================================================================
 * CHANGESETS WITH A PAYLOAD
 *
 * With IQ_DIFF_PAYLOAD, or PAYLOAD of an update or a submission, a changeset
 * stores what was inserted and deleted, and the old and the new state of what
 * was updated: keys, contents and cell classes of these items, the keys of all
 * sections, and the supplementary elements that were inserted, deleted or
 * updated. It never stores models.
 * This is enough to work without the two sides: to apply the changes
 * elsewhere, to undo them, to join two changesets into one.
 *
 *        before --- first ---> between --- second ---> after
 *          |                                             ^
 *          +------------------ combined -----------------+
 *          ^                                             |
 *          +----------------- inverse -------------------+
 *
 * A payload costs at most 40 bytes a changed item, and 16 a section; other
 * items cost nothing. Changesets made by invert and compose have a payload
 * too. The functions of this section return IQ_ERROR_NO_PAYLOAD for a
 * changeset without one. A full reload can be applied, inverted and composed
 * like any other changeset.
 * ======================================================================== */

/** Applies the changeset to a snapshot that shows the state before; afterwards
 * it shows the state after. New items have no models; an item that stays keeps
 * its model, moved or updated, unless its cell class changes: a model belongs
 * to its class. So do supplementary elements, as long as their key and class
 * stay. Marks stay as they are. The first use indexes the snapshot, O(n), and
 * reports its duplicates; after that O(k log k + s + n / 256).
 * - IQ_ERROR_MISMATCH: the snapshot is not in the state that the changeset
 *   starts from. Checked are: the keys and item counts of all sections; key,
 *   content and class of each item that it deletes or updates; the
 *   supplementary elements that it changes and all of the sections that it
 *   deletes; and keys that it inserts must not exist. error.key, section and
 *   position are those of the first difference: where the key should be, or
 *   where a key is that should not exist. The rest is not checked and may
 *   differ.
 * - IQ_ERROR_SCOPE: one is scoped and the other is not.
 * - IQ_ERROR_LIMIT, IQ_ERROR_BUSY, IQ_ERROR_NO_MEMORY.
 * Since 0.2. */
iq_status iq_changeset_apply(const iq_changeset *changeset,
                             iq_snapshot *snapshot);

/* Flags of updates of a list. The first four are those of iq_diff. */
#define IQ_UPDATE_RELOAD 1u        /**< as IQ_DIFF_RELOAD                    */
#define IQ_UPDATE_VERIFY 2u        /**< as IQ_DIFF_VERIFY                    */
#define IQ_UPDATE_KEEP_KEYS 4u     /**< as IQ_DIFF_KEEP_KEYS                 */
#define IQ_UPDATE_PAYLOAD 8u       /**< as IQ_DIFF_PAYLOAD                   */
#define IQ_UPDATE_PLAIN 16u        /**< not to be animated: see EVENTS       */
#define IQ_UPDATE_KEEP_LOADING 32u /**< see STATE OF THE LIST                */
/** This commit cannot be undone by itself. If it only inserts items, undo and
 * redo pass over it; otherwise no earlier commit can be undone either: see
 * UNDO. */
#define IQ_UPDATE_NO_STEP 64u

/** Options of an update of a list: iq_list_apply, iq_list_set and the others
 * that replace items, iq_changeset_apply_to_list, iq_edit_commit, iq_list_undo
 * and iq_list_redo. */
typedef struct iq_update_options {
    size_t struct_size;
    uint32_t flags;           /**< IQ_UPDATE_*                               */
    uint32_t animation;       /**< a number of the host's own: becomes
                                   iq_event.animation                        */
    size_t reload_threshold;  /**< see iq_diff_options                       */
    size_t splice_threshold;  /**< see iq_diff_options                       */
} iq_update_options;

/** Applies the changeset to what a list shows, as one update of it: nothing
 * happens between the check and the commit. `options` are those of that
 * update, `applied` (optional) receives its changeset as iq_list_apply would
 * return it; the caller destroys it. Keys that already exist are a mismatch.
 * With IQ_LIST_DROP_EMPTY_SECTIONS, sections that become empty are deleted.
 * Errors as above and as in iq_list_apply. O(k log k + s + n / 256).
 * Since 0.2. */
iq_status iq_changeset_apply_to_list(const iq_changeset *changeset,
                                     iq_list *list,
                                     const iq_update_options *options,
                                     iq_changeset **applied);

/** Computes the inverse, which turns the state after into the state before.
 * Inserts become deletes, old values become new ones, matches stay; which
 * matched items move is solved again. An update keeps its flags and its mask,
 * a section its mark. The inverse of an inverse equals the original, in every
 * dialect. Keys stored by KEEP_KEYS are stored in it too. The caller destroys
 * `inverse`. O(k log k + s), with stored keys O(n). Since 0.2. */
iq_status iq_changeset_invert(const iq_changeset *changeset,
                              iq_changeset **inverse);

/** Composes two changesets into one, which turns the state before `first` into
 * the state after `second`, again with the fewest moves. Sections and items
 * that `first` deletes and `second` inserts again are matched by key; those
 * that `first` inserts and `second` deletes are left out. Of an item that
 * either updates, the old values are those of `first` and the new values those
 * of `second`:
 *   - if contents, classes or levels differ, it is an update for that reason;
 *   - a mark of either stays (IQ_CHANGE_BY_MARK): it was requested; so does
 *     IQ_CHANGE_BY_CHILDREN;
 *   - IQ_CHANGE_BY_EQUAL of either stays where neither side has a content;
 *   - else it is no update, as when a content is changed and changed back.
 *
 * Masks are combined (or); all bits are set where no class computed one. The
 * same holds for supplementary elements. Where contents alone decide, the
 * result equals that of iq_diff of the two ends. It is a full reload if either
 * is, and has the sums of the counts of duplicates. Keys are stored if both
 * store them. The caller destroys `combined`. O(k log k + s), with stored keys
 * O(n).
 * - IQ_ERROR_MISMATCH: `second` does not start with the sections and item
 *   counts that `first` ends with, or both have values of an item or
 *   supplementary element that differ; error.position is that between the two.
 * - IQ_ERROR_SCOPE: one is scoped and the other is not.
 *
 * Without marks, composing three changesets gives the same result whichever
 * two are composed first. With marks it does not: a mark on an item that
 * `first` inserts has no effect and is dropped, but stays where that insert
 * was composed with a delete before. Since 0.2. */
iq_status iq_changeset_compose(const iq_changeset *first,
                               const iq_changeset *second,
                               iq_changeset **combined);

/* ==========================================================================
 * LISTS
 *
 * A list holds what is shown. The host passes in what it should show next
 * (apply, set), all or nothing, and gets the changeset; or changes it in place
 * (see EDITS). Sections and items have handles that they keep as long as their
 * key stays in the list, across any number of updates and moves.
 * ======================================================================== */

/** The most items that a list can hold: 2^31 - 2. */
#define IQ_MAX_ITEMS 2147483646
/** The most sections. */
#define IQ_MAX_SECTIONS 16777214

/** As IQ_SNAPSHOT_DROP_EMPTY_SECTIONS: sections without items are not shown.
 * iq_list_set drops them before it looks for duplicates; a snapshot's are
 * dropped when it is applied. */
#define IQ_LIST_DROP_EMPTY_SECTIONS 1u
/** Items and elements may only have classes that were registered with the list,
 * or none: see iq_list_register_class. */
#define IQ_LIST_REGISTERED_CLASSES 2u
/** The changesets of UPDATE events have a payload. */
#define IQ_LIST_PAYLOAD 4u

/** Options of a list. */
typedef struct iq_list_options {
    size_t struct_size;
    iq_duplicates duplicates;
    uint32_t flags;           /**< IQ_LIST_*                                 */
    size_t reload_threshold;  /**< see iq_diff_options; 0: none              */
    size_t max_items;         /**< more is IQ_ERROR_LIMIT; 0: IQ_MAX_ITEMS   */
    size_t max_sections;      /**< likewise; 0: IQ_MAX_SECTIONS              */
    size_t splice_threshold;  /**< see iq_diff_options; 0: none              */
} iq_list_options;

/** Creates an empty list. It takes at most 552 bytes, and with ten items at
 * most 2000: iq_memory_used() for a hundred thousand of them, with their share
 * of the handle table. Since 0.1. */
iq_status iq_list_create(const iq_list_options *options, iq_list **list);

/** Destroys a list and releases all models. Safe from inside the list's own
 * callbacks: its memory is freed when the call returns. Since 0.1. */
void iq_list_destroy(iq_list *list);

/** Registers a class with a list that has IQ_LIST_REGISTERED_CLASSES. There, an
 * update or an edit that would bring in an item or element with another class,
 * or give it one, is refused as a whole, and so is such an element of the list
 * itself: IQ_ERROR_NOT_FOUND, with error.key, and for an element of a section
 * error.section. A class that is registered already stays so; {0}, and any
 * class in a list without the flag, has no effect. O(1).
 * - IQ_ERROR_HANDLE: there is no such class.
 * - IQ_ERROR_NO_MEMORY.
 * Since 0.3. */
iq_status iq_list_register_class(iq_list *list, iq_class cell_class);

/** Makes the list show what the snapshot describes. The snapshot is not
 * changed: it may be applied again, edited or destroyed right afterwards.
 * `changeset` is optional; the caller destroys it. Pass NULL if you do not need
 * it: finding the fewest moves is a large part of the cost. O(n) for what the
 * two do not share; commits only where something changed.
 * - IQ_ERROR_SCOPE: one is scoped and the other is not.
 * - IQ_ERROR_DUPLICATE: a key occurs twice and the policy refuses it.
 * - IQ_ERROR_LIMIT: more items or sections than the list's options allow.
 * - IQ_ERROR_NO_MEMORY, IQ_ERROR_BUSY.
 * Since 0.1. */
iq_status iq_list_apply(iq_list *list, const iq_snapshot *snapshot,
                        const iq_update_options *options,
                        iq_changeset **changeset);

/** Replaces the whole list in one call, without building a snapshot. The arrays
 * are borrowed for the call. If another thread changes them meanwhile, the
 * contents may be wrong, but the list stays valid: what is committed is what
 * the diff read. Otherwise as iq_list_apply, with the entries as for
 * iq_snapshot_set. Since 0.1. */
iq_status iq_list_set(iq_list *list, const iq_section_entry *sections,
                      size_t section_count, const iq_columns *items,
                      const iq_update_options *options,
                      iq_changeset **changeset);

/** Replaces the whole list by one implicit section with these items, whose key
 * is 16 zero bytes. Otherwise as iq_list_set. Since 0.1. */
iq_status iq_list_set_items(iq_list *list, const iq_columns *items,
                            const iq_update_options *options,
                            iq_changeset **changeset);

/** Replaces the items of one section. All other sections keep their items, and
 * a key that one of them has is a duplicate: the first or the last occurrence
 * in the list's order, as for iq_list_set of the whole list. Otherwise as
 * iq_list_set. The cost follows that section (and, with a changeset, s).
 * - IQ_ERROR_NOT_FOUND: there is no such section.
 * Since 0.1. */
iq_status iq_list_set_section_items(iq_list *list, iq_key section,
                                    const iq_columns *items,
                                    const iq_update_options *options,
                                    iq_changeset **changeset);

/** Creates a snapshot of what is shown, as a start for the next one; it has the
 * list's flags and its policy for duplicates. O(n / 256 + s), no work per
 * item. Since 0.1. */
iq_status iq_list_snapshot(iq_list *list, iq_snapshot **snapshot);

/** Counts sections and items. Both outputs are optional. O(1). Since 0.5. */
iq_status iq_list_get_count(const iq_list *list, size_t *sections,
                            size_t *items);

/** Finds the section at a position. Since 0.5. */
iq_status iq_list_find_section_at(const iq_list *list, size_t position,
                                  iq_section *section);
/** Finds the section of a key. Since 0.5. */
iq_status iq_list_find_section(const iq_list *list, iq_key key,
                               iq_section *section);
/** Finds the item at an index over all sections. Since 0.5. */
iq_status iq_list_find_item_at(const iq_list *list, size_t index,
                               iq_item *item);
/** Finds the item at a position within a section. Since 0.5. */
iq_status iq_list_find_item_in_section(const iq_list *list, iq_section section,
                                       size_t position, iq_item *item);
/** Finds the item of a key. `section` is required where keys are scoped, else
 * it may be NULL. Since 0.5. */
iq_status iq_list_find_item(const iq_list *list, const iq_key *section,
                            iq_key key, iq_item *item);

/** Reads a section. O(log s). Since 0.5. */
iq_status iq_list_get_section_info(const iq_list *list, iq_section section,
                                   iq_section_info *info);
/** Copies a section's supplementary elements, as
 * iq_snapshot_get_supplementaries does; with section {0} those of the list
 * itself. Since 0.5. */
iq_status iq_list_get_supplementaries(const iq_list *list, iq_section section,
                                      uint32_t flags,
                                      iq_supplementary *elements,
                                      size_t capacity, size_t *count);
/** Copies one supplementary element, as iq_snapshot_get_supplementary does;
 * with section {0} one of the list itself. Since 0.5. */
iq_status iq_list_get_supplementary(const iq_list *list, iq_section section,
                                    uint32_t kind, uint32_t index,
                                    uint32_t flags, iq_supplementary *element);

/** Reads an item. `flags` are IQ_READ_*. O(log n). Since 0.5. */
iq_status iq_list_get_item_info(const iq_list *list, iq_item item,
                                uint32_t flags, iq_item_info *info);

/** Finds the current position of an item. O(log n). Since 0.5. */
iq_status iq_list_find_position(const iq_list *list, iq_item item,
                                iq_position *position);
/** Finds the parent of an item in the list as it is: the nearest item before it
 * in its section with a lower level. Whether an item has children that can be
 * shown says iq_item_info.children, of a derived list. O(log n), and the items
 * between them.
 * - IQ_ERROR_HANDLE: there is no such item.
 * - IQ_ERROR_NOT_FOUND: it has none.
 * Since 0.8. */
iq_status iq_list_find_parent(const iq_list *list, iq_item item,
                              iq_item *parent);
/** Computes the index of the item at a position, as iq_snapshot_find_index
 * does. Since 0.5. */
iq_status iq_list_find_index(const iq_list *list, iq_position position,
                             size_t *index);

/** Copies items, as iq_snapshot_get_items does, with handles. Since 0.5. */
iq_status iq_list_get_items(const iq_list *list, size_t first, size_t count,
                            const iq_item_buffers *buffers);

/** Frees the scratch memory that a large list keeps for its next update, and
 * what it still holds from a time when it was larger: leaves are packed, except
 * those that a snapshot shares; handles, index and tables shrink to the size
 * that they need. Handles stay valid, and stale ones are still refused. For a
 * list that has shrunk, or will not change for long. O(n).
 * - IQ_ERROR_NO_MEMORY: nothing has changed; the old and the new memory exist
 *   side by side for a time.
 * Since 0.1. */
iq_status iq_list_trim(iq_list *list);

/** Reserves memory for `items` items in all: handles, index and the table of
 * leaves then do not grow until the list has so many, neither by an edit nor by
 * the first update of a list that is empty. The leaves themselves are allocated
 * as items come. Changes nothing that can be read but the byte counts of
 * iq_list_get_statistics; less than the list holds has no effect. Without it a
 * list grows in steps: no edit pays for more than its own share. iq_list_trim
 * frees what is reserved, and so may an update that deletes many. O(n + items).
 * - IQ_ERROR_LIMIT: `items` is more than the list's options allow.
 * - IQ_ERROR_BUSY: an edit is open.
 * - IQ_ERROR_NO_MEMORY: a part may be reserved.
 * Since 0.3. */
iq_status iq_list_reserve(iq_list *list, size_t items);

/* ==========================================================================
 * EDITS
 *
 * An edit changes a list in place, at a cost that follows the change and not
 * the list: for a host that knows what happened (a line was added, a file was
 * deleted) and need not describe the whole list again.
 *
 *     iq_edit_begin --- insert, delete, move, update ... --- iq_edit_commit
 *                                    |                       one changeset
 *                                    |                            |
 *                             iq_edit_destroy              iq_edit_destroy
 *                             all is as it was             the changes stay
 *
 *     iq_edit *edit;
 *     iq_edit_begin(list, NULL, &edit);
 *     iq_edit_insert_items(edit, section, IQ_END, &items);
 *     iq_edit_delete_items(edit, &old, 1);
 *     iq_edit_commit(edit, NULL, &changes);
 *     iq_edit_destroy(edit);
 *
 * Open       While an edit is open, every read of the list sees it edited, and
 *            so does a snapshot of it. Any other change of the list returns
 *            IQ_ERROR_BUSY; another edit may wait for its turn.
 * Sections   Items are put into a section: a list without sections needs one
 *            first (iq_edit_insert_sections, or iq_list_set_items of nothing).
 * One call   is all or nothing, and after a failure the edit is still open.
 *            Positions and handles are those after the calls before.
 * Handles    stay. A section or an item that is deleted and inserted again
 *            before the commit is the same one, with the same handle.
 * Duplicates follow the list's policy. REFUSE and SCOPE refuse them;
 *            KEEP_FIRST skips the new item; KEEP_LAST moves the existing item
 *            to the new position and gives it the new content, model, class
 *            and level; NUMBER gives the new item the first free number. The
 *            same for section keys (SCOPE refuses them). The refusal reports
 *            the first new item whose key exists already or was given before
 *            it; error.other is the position of the existing one, and is not
 *            set if both are new. iq_list_get_statistics counts the items that
 *            were dropped or numbered.
 * Changeset  It has positions. A host that keeps no rows of its own and needs
 *            to know which items were deleted calls iq_list_snapshot before:
 *            no work per item.
 * Threads    One at a time: a call that finds another one inside this edit, or
 *            around the callback that it is made from, returns IQ_ERROR_BUSY.
 * The end    After the commit every call but destroy returns IQ_ERROR_STATE;
 *            after the list is destroyed, IQ_ERROR_HANDLE.
 * Cost       O(k log n) for k items (or sections with k items), and a leaf of
 *            at most 256 items to copy for each range that they are in. The
 *            index grows in steps that the edits share: see iq_list_reserve.
 *            The commit merges leaves that have few items left; iq_list_trim
 *            does more.
 * ======================================================================== */

/** An open edit, owned by the host. */
typedef struct iq_edit iq_edit;

/** Options of an edit. */
typedef struct iq_edit_options {
    size_t struct_size;
    uint32_t wait_milliseconds; /**< how long to wait for another edit; 0: not
                                     at all; UINT32_MAX: without limit       */
    uint32_t reserved; /**< must be 0 */
} iq_edit_options;

/** Opens an edit of the list. While another edit is open this waits for its
 * end, as long as the options allow, on the monotonic clock; threads are served
 * in the order in which they began to wait. An open edit of the calling thread
 * itself cannot end meanwhile: waiting for it always takes the whole time.
 * O(1).
 * - IQ_ERROR_BUSY: the time is over; at once with 0 milliseconds (also where
 *   other threads wait), and at once from inside any callback.
 * - IQ_ERROR_HANDLE: the list was destroyed meanwhile.
 * Since 0.2. */
iq_status iq_edit_begin(iq_list *list, const iq_edit_options *options,
                        iq_edit **edit);

/** Commits the edit: its changes stay. `changeset` (optional) equals that of
 * iq_diff of the states at begin and at commit, in every dialect, with the
 * marks of the edit; the caller destroys it. With IQ_LIST_DROP_EMPTY_SECTIONS
 * the sections that have become empty are deleted first. On failure the edit
 * stays open. O(k log k + s) for k edits; with IQ_UPDATE_KEEP_KEYS O(n).
 * Since 0.2. */
iq_status iq_edit_commit(iq_edit *edit, const iq_update_options *options,
                         iq_changeset **changeset);

/** Destroys the edit. One that was not committed is abandoned: the list is
 * again as it was at the beginning, including handles and models. Allocates
 * nothing and cannot fail. Since 0.2. */
void iq_edit_destroy(iq_edit *edit);

/** Inserts items into a section, the first of them at `position` (counted
 * before an item that KEEP_LAST moves is taken out). Since 0.2. */
iq_status iq_edit_insert_items(iq_edit *edit, iq_section section,
                               size_t position, const iq_columns *items);
/** Inserts items beside the item `anchor`: `where` is IQ_PUT_*. Since 0.5. */
iq_status iq_edit_insert_items_beside(iq_edit *edit, uint32_t where,
                                      iq_item anchor, const iq_columns *items);
/** Inserts items below the item `parent`, each one level deeper than it, to
 * which its own level is added: the first of them becomes child number `index`
 * of `parent`, and what was there follows. Children are the items of a subtree
 * whose parent it is: see COLUMNS. IQ_END, like the number of children, is the
 * end of the subtree. O(k log n) as above, and O(the subtree of `parent`).
 * - IQ_ERROR_RANGE: `index` is more than `parent` has children.
 * - IQ_ERROR_ARGUMENT: a level would be more than 65,535.
 * Since 0.3. */
iq_status iq_edit_insert_children(iq_edit *edit, iq_item parent, size_t index,
                                  const iq_columns *items);
/** Deletes items, of any sections.
 * - IQ_ERROR_HANDLE: an item does not exist.
 * - IQ_ERROR_ARGUMENT: an item is given twice.
 * Since 0.2. */
iq_status iq_edit_delete_items(iq_edit *edit, const iq_item *items,
                               size_t count);
/** Deletes `count` items of a section from position `first` on. Since 0.2. */
iq_status iq_edit_delete_item_range(iq_edit *edit, iq_section section,
                                    size_t first, size_t count);
/** Moves `count` items of a section from position `first` on: afterwards the
 * first of them is at `position` of `target`, which may be the same section.
 * - IQ_ERROR_SCOPE: `target` is another section and keys are scoped.
 * Since 0.2. */
iq_status iq_edit_move_item_range(iq_edit *edit, iq_section section,
                                  size_t first, size_t count,
                                  iq_section target, size_t position);
/** Moves items, of any sections, so that they follow each other in this order
 * before the item at `position`, which is that of now, while all are still
 * where they are: so iq_hit.insertion and a position that was just read fit as
 * they are. Its item may be the number of items: the end of the section.
 * O((k + moved leaves) log n).
 * - IQ_ERROR_HANDLE: an item does not exist.
 * - IQ_ERROR_ARGUMENT: an item is given twice.
 * - IQ_ERROR_RANGE: there is no such position.
 * - IQ_ERROR_SCOPE: an item is of another section and keys are scoped.
 * Since 0.8. */
iq_status iq_edit_move_items_to(iq_edit *edit, const iq_item *items,
                                size_t count, iq_position position);
/** Moves an item beside the item `anchor`, also of another section. Moving it
 * beside itself does nothing. Since 0.5. */
iq_status iq_edit_move_item_beside(iq_edit *edit, iq_item item, uint32_t where,
                                   iq_item anchor);
/** Updates items: items[i] gets row i of the columns in `flags` (IQ_COLUMN_*,
 * at least one), and its other values stay. There are columns->count items.
 * Keys and columns that are not in `flags` are not read and may be NULL; a
 * column in `flags` that is NULL has its usual default. The changeset has an
 * update if content, class, level or, by the class's `equal`, model differ from
 * those at the beginning. A new class takes over a model that stays: it retains
 * it, and the old class releases it.
 * - IQ_ERROR_HANDLE: an item does not exist.
 * - IQ_ERROR_ARGUMENT: an item is given twice.
 * Since 0.3. */
iq_status iq_edit_update_items(iq_edit *edit, const iq_item *items,
                               const iq_columns *columns, uint32_t flags);
/** Marks items for reload, as iq_snapshot_reload_items does: an update even if
 * nothing differs. Since 0.2. */
iq_status iq_edit_reload_items(iq_edit *edit, const iq_item *items,
                               size_t count);
/** Marks items for reconfigure, likewise. Since 0.2. */
iq_status iq_edit_reconfigure_items(iq_edit *edit, const iq_item *items,
                                    size_t count);
/** Replaces the items of one section. Items whose keys are among the new ones
 * keep their handles and get the new content, model, class and level.
 * Since 0.2. */
iq_status iq_edit_set_section_items(iq_edit *edit, iq_section section,
                                    const iq_columns *items);

/** Inserts empty sections, the first of them at `position`. KEEP_FIRST leaves
 * an existing section where it is, KEEP_LAST moves it here with its items.
 * Since 0.2. */
iq_status iq_edit_insert_sections(iq_edit *edit, size_t position,
                                  const iq_key *keys, size_t count);
/** Inserts empty sections beside the section `anchor`. Since 0.5. */
iq_status iq_edit_insert_sections_beside(iq_edit *edit, uint32_t where,
                                         iq_section anchor, const iq_key *keys,
                                         size_t count);
/** Deletes sections with their items and supplementary elements.
 * - IQ_ERROR_HANDLE: a section does not exist.
 * - IQ_ERROR_ARGUMENT: a section is given twice.
 * Since 0.2. */
iq_status iq_edit_delete_sections(iq_edit *edit, const iq_section *sections,
                                  size_t count);
/** Deletes `count` sections from position `first` on, likewise. Since 0.2. */
iq_status iq_edit_delete_section_range(iq_edit *edit, size_t first,
                                       size_t count);
/** Moves `count` sections from position `first` on: afterwards the first of
 * them is at `position`. Since 0.2. */
iq_status iq_edit_move_section_range(iq_edit *edit, size_t first, size_t count,
                                     size_t position);
/** Moves a section beside the section `anchor`. Moving it beside itself does
 * nothing. Since 0.5. */
iq_status iq_edit_move_section_beside(iq_edit *edit, iq_section section,
                                      uint32_t where, iq_section anchor);
/** Marks sections, their items and their supplementary elements for reload.
 * Since 0.2. */
iq_status iq_edit_reload_sections(iq_edit *edit, const iq_section *sections,
                                  size_t count);

/** Sets a supplementary element of a section, as iq_snapshot_set_supplementary
 * does. Since 0.2. */
iq_status iq_edit_set_supplementary(iq_edit *edit, iq_section section,
                                    const iq_supplementary *element);
/** Removes a supplementary element.
 * - IQ_ERROR_NOT_FOUND: there is none of this kind and index.
 * Since 0.2. */
iq_status iq_edit_remove_supplementary(iq_edit *edit, iq_section section,
                                       uint32_t kind, uint32_t index);

/* ==========================================================================
 * ENCODING
 *
 * Snapshots and changesets as bytes, for a file, another process or another
 * machine. The bytes do not depend on the machine, and equal objects have
 * equal bytes. They begin with a header of 32 bytes, which has the total
 * length as 8 little-endian bytes at offset 16, and carry a checksum against
 * damage (not against attackers). bindings/FORMAT.md specifies every byte, for
 * programs that write or read them without this library.
 *
 * Cell classes are encoded by name: where the bytes are decoded, classes of
 * these names must be registered. Models are not encoded: after decoding they
 * are NULL.
 *
 * An encode function writes all bytes into the buffer if `capacity` is large
 * enough, and always writes their number to `length`: call it with (NULL, 0),
 * then with that length. A buffer that was too small holds nothing useful.
 *
 * A decode function accepts any bytes. It checks everything before it uses it,
 * and allocates no more memory than a small multiple of `length`. The detail
 * is in iq_get_last_error.
 * - IQ_ERROR_FORMAT: the bytes are truncated, damaged, no encoding at all, of
 *   another kind or format version, or have impossible values.
 * - IQ_ERROR_NOT_FOUND: a cell class is not registered in this process.
 * - IQ_ERROR_LIMIT: more sections or items than a list can hold, or than the
 *   options allow.
 * ======================================================================== */

/** Encodes a snapshot as it is now, including marks and duplicates. O(n).
 * Since 0.2. */
iq_status iq_snapshot_encode(const iq_snapshot *snapshot, void *buffer,
                             size_t capacity, size_t *length);

/** Decodes a snapshot, as if its sections and items had been appended one after
 * another to one with these options, whose policy applies to duplicates. O(n).
 * - IQ_ERROR_SCOPE: its keys are scoped and the options' are not, or the other
 *   way round.
 * Since 0.2. */
iq_status iq_snapshot_decode(const void *bytes, size_t length,
                             const iq_snapshot_options *options,
                             iq_snapshot **snapshot);

/** Encodes a changeset and its payload; not the keys that KEEP_KEYS stores.
 * O(k + s).
 * - IQ_ERROR_NO_PAYLOAD: it was made without PAYLOAD.
 * Since 0.2. */
iq_status iq_changeset_encode(const iq_changeset *changeset, void *buffer,
                              size_t capacity, size_t *length);

/** Limits for a changeset that is decoded. */
typedef struct iq_decode_options {
    size_t struct_size;
    size_t max_items;    /**< on either side; more is IQ_ERROR_LIMIT.
                              0: IQ_MAX_ITEMS                                */
    size_t max_sections; /**< likewise; 0: IQ_MAX_SECTIONS                   */
} iq_decode_options;

/** Decodes a changeset that equals the encoded one in every dialect, and has a
 * payload. Its moves are computed again: they are the fewest, whoever wrote the
 * bytes. The caller destroys it. O(k log k + s).
 *
 * Items that stay take no bytes: 73 bytes that change nothing may describe two
 * billion items. Later calls on the changeset also cost by k, except
 * iq_changeset_get_map, which takes 4 bytes for each item of the side. If the
 * bytes are not trusted, set `max_items` to what is expected, or check
 * iq_changeset_get_summary first. Since 0.2. */
iq_status iq_changeset_decode(const void *bytes, size_t length,
                              const iq_decode_options *options,
                              iq_changeset **changeset);

/* ==========================================================================
 * LOOKING INSIDE
 *
 * Text for people and tests: stable from version to version, one fact a line.
 * These functions write as much as fits into `capacity` bytes, NUL-terminated,
 * and always write the length of the whole text (without NUL) to `length`:
 * call them with (NULL, 0), then with length + 1. UTF-8; the lines of a dump
 * end in \n.
 * ======================================================================== */

/** Describes a list: its sections and items. Since 0.1. */
iq_status iq_list_dump(const iq_list *list, char *buffer, size_t capacity,
                       size_t *length);
/** Describes a snapshot: its sections and items. Since 0.1. */
iq_status iq_snapshot_dump(const iq_snapshot *snapshot, char *buffer,
                           size_t capacity, size_t *length);
/** Describes a changeset: the summary, then the batch. Since 0.1. */
iq_status iq_changeset_dump(const iq_changeset *changeset, char *buffer,
                            size_t capacity, size_t *length);

/** Explains why an item changed (or did not), without a \n: "moved 1:0 -> 0:1;
 * reconfigured: content differs". O(k + log s), and allocates nothing.
 * - IQ_ERROR_RANGE: there is no such item.
 * Since 0.1. */
iq_status iq_changeset_explain(const iq_changeset *changeset, iq_side side,
                               iq_position position, char *buffer,
                               size_t capacity, size_t *length);

/** Figures of a list. Those up to `leaves_written` are of the last update that
 * succeeded, of an edit its commit; its phases add up to its time, less the
 * time that it waited for locks. The others are what the list holds now. */
typedef struct iq_statistics {
    size_t struct_size;
    iq_summary changes;           /**< its struct_size is set by the library;
                                       moves are IQ_UNCOUNTED without a
                                       changeset: they were not computed     */
    uint64_t match_nanoseconds;   /**< comparing and looking up              */
    uint64_t solve_nanoseconds;   /**< the fewest moves, and the changeset   */
    uint64_t prepare_nanoseconds; /**< new leaves, models retained           */
    uint64_t commit_nanoseconds;
    size_t lookups;               /**< keys looked up, one by one or batched */
    size_t leaves_compared;       /**< leaves whose items were read          */
    size_t leaves_kept;           /**< leaves of before that are in after    */
    size_t leaves_written;
    size_t tree_bytes;            /**< items, order; shared leaves count
                                       whole                                 */
    size_t index_bytes;           /**< key to item                           */
    size_t slot_bytes;            /**< handles                               */
    size_t scratch_bytes;         /**< kept for the next update, if over 1 MB:
                                       see iq_list_trim; less belongs to the
                                       whole process: see iq_memory_trim     */
} iq_statistics;

/** Reads the statistics of a list. O(n / 256 + s). Since 0.5. */
iq_status iq_list_get_statistics(const iq_list *list,
                                 iq_statistics *statistics);

/* ==========================================================================
 * EVENTS
 *
 * What happens to a list can be read from one queue: iq_list_poll hands out its
 * events, oldest first. The host polls in its own loop, on any thread, one
 * thread at a time; nothing calls it. Kinds that the host has not asked for
 * (iq_list_set_events) are never made.
 *
 *     iq_list_set_events(list, IQ_EVENT_UPDATE | IQ_EVENT_ACTION);
 *     ...
 *     iq_event events[16] = {{.struct_size = sizeof events[0]}};
 *     size_t count;
 *     do {
 *         iq_list_poll(list, events, 16, &count);
 *         for (size_t i = 0; i < count; i++)
 *             handle(&events[i]);
 *     } while (count > 0);
 *
 * A poll
 *
 *   1. releases what the poll before it handed out;
 *   2. hands out events that wait, and ends if there were any;
 *   3. unbinds the cells that have left their views: see VIEWS;
 *   4. commits the next submission, if one is prepared: see UPDATES
 *      FROM THREADS;
 *   5. brings the cells of each view in line with what is visible in it;
 *   6. hands out the events of that.
 *
 * so that the next submission is not committed before all events of this one
 * are handed out. Of one update the order is: UPDATE, STATES that went with
 * items, DID_END_DISPLAY, BOUND and WILL_DISPLAY, PREFETCH, PLACEHOLDER, PAGE.
 *
 * Positions  are those of the list in the version of the event
 *            (iq_event.version). A host that handles all events before the list
 *            changes again can use them as they are; others compare the version
 *            with that of iq_list_get_info, or use the handles.
 * Gone       An ACTION about an item or section that has gone meanwhile is
 *            dropped, and so are the events of a view that was destroyed.
 *            Handles of what has gone are refused by every call, but equal ids
 *            are still the same item.
 * Failure    Memory for an event is reserved before what it reports is done: an
 *            update that cannot be reported fails with IQ_ERROR_NO_MEMORY.
 * Lifetime   What an event points to (model, changeset) lives until the next
 *            poll of the list, or the list's end, also if its view is destroyed
 *            before; the object of a cell goes with the cell. In a loop inside
 *            a loop (a modal dialog) poll one event at a time: the inner loop
 *            polls too.
 * ======================================================================== */

/** The kind of an event: one of IQ_EVENT_*, one bit each. */
typedef uint32_t iq_event_kind;
/** The list was updated: `changeset` has the changes since the version before.
 * `number` is the ticket of a submission, or 0. */
#define IQ_EVENT_UPDATE 1u
/** A submission is committed with the next poll: `number` is its ticket.
 * Positions are still those before. If it is cancelled after all, no UPDATE
 * follows. */
#define IQ_EVENT_WILL_UPDATE 2u
/** A cell class is used in a view for the first time: `cell_class`, `view`.
 * Cells of that view are created and bound by the next poll. */
#define IQ_EVENT_CLASS_FIRST_USED 4u
/** A cell was bound to an item or element: `flags` are IQ_CELL_*. `mask` is
 * what `changed` of the class returned if it was bound again. */
#define IQ_EVENT_BOUND 8u
/** An item, element or section has come into view. A section has no cell, and
 * is in view while one of its items is. */
#define IQ_EVENT_WILL_DISPLAY 16u
/** It is in view no longer: with the cell that it had, as it was bound last.
 * What has gone has no position. Reported once for each WILL_DISPLAY. */
#define IQ_EVENT_DID_END_DISPLAY 32u
/** `count` items, from `index` on and in the list's order, got or lost the
 * states `states`; `item` and `key` are those of the first one. About a section
 * where `item` is {0}. `flags` are IQ_SWITCHED_*. Of items that lost them with
 * an update or edit (IQ_SWITCHED_GONE) `index` is where the first one was
 * before; IQ_NONE: one item, which the open edit had deleted or inserted. */
#define IQ_EVENT_STATES 64u
/** iq_list_emit: `number` is the action, `sender` the host's. */
#define IQ_EVENT_ACTION 128u
/** `number` is the IQ_PLACEHOLDER_* of the list now: see STATE OF THE LIST. */
#define IQ_EVENT_PLACEHOLDER 256u
/** The page behind an edge is to be loaded: `number` is the request's token,
 * `flags` the IQ_EDGE_*, `section` {0} for the list: see PAGING. */
#define IQ_EVENT_PAGE 512u
/** Of a derived list: an item was expanded whose children the source does not
 * have yet. See DERIVED LISTS. Fields: item and key as in IQ_EVENT_ACTION. The
 * handle is the derived list's; the source's item is the one that has the key:
 * iq_list_find_item. */
#define IQ_EVENT_CHILDREN 1024u
/** `count` items, from `index` on, are near what is visible in `view` and
 * should be prepared; with IQ_PREFETCH_CANCEL they are no longer, and are not
 * visible either. An item that was visible is near as well. */
#define IQ_EVENT_PREFETCH 2048u
/** A user drags `count` items; `item` is the first one. `flags` are
 * IQ_REORDER_*: see REORDER. */
#define IQ_EVENT_REORDER 4096u

/* Flags of UPDATE, and PLAIN of WILL_UPDATE: what the commit is that the event
 * reports. No flag of options but PLAIN has one of these numbers. */
#define IQ_COMMIT_PLAIN 16u             /**< not to be animated              */
#define IQ_COMMIT_UNCHANGED 0x1000000u  /**< nothing has changed             */
#define IQ_COMMIT_REORDERED 0x2000000u  /**< a user has dropped items: see
                                             REORDER                         */
#define IQ_COMMIT_UNDONE 0x4000000u     /**< by iq_list_undo                 */
#define IQ_COMMIT_REDONE 0x8000000u     /**< by iq_list_redo                 */

/* Flags of BOUND. */
#define IQ_CELL_NEW 1u          /**< the cell was just created               */
#define IQ_CELL_RECONFIGURED 2u /**< it was bound to the same already        */
#define IQ_CELL_RELOADED 4u     /**< it replaces another cell of the same    */
#define IQ_CELL_BY_HAND 8u      /**< iq_view_take_cell; not in the queue     */
/* The following are for items of views with IQ_VIEW_BIND_EDGES. */
#define IQ_CELL_FIRST 16u       /**< the first item of its section           */
#define IQ_CELL_LAST 32u        /**< the last one                            */

/** Flag of PREFETCH. */
#define IQ_PREFETCH_CANCEL 1u

/** An event. Each kind has `kind` and `version`, and what is marked here. The
 * other fields are 0, positions IQ_NONE.
 *
 *                         who  where  cell  view
 *     UPDATE               -     -     -     -    flags, number, changeset,
 *                                                 status, animation
 *     WILL_UPDATE          -     -     -     -    flags, number, animation
 *     CLASS_FIRST_USED     -     -     -    yes   cell_class
 *     BOUND               yes   yes   yes   yes   flags, states, mask
 *     WILL_DISPLAY        yes   yes   yes   yes   states
 *     DID_END_DISPLAY     yes   yes   yes   yes   states
 *     STATES              yes   yes    -     -    flags, states
 *     ACTION              yes   yes    -     -    number, sender
 *     PLACEHOLDER          -     -     -     -    number
 *     PAGE                yes   yes    -     -    flags, number
 *     CHILDREN            yes   yes    -     -
 *     PREFETCH            yes   yes    -    yes   flags
 *     REORDER             yes   yes    -     -    flags
 *
 *     who     item, section, key, section_key; of an item also count, model and
 *             cell_class; of an element element_kind and element_index
 *     where   position, index
 *     cell    cell, object, count, model, cell_class */
typedef struct iq_event {
    size_t struct_size;
    iq_event_kind kind;
    uint32_t flags;             /**< see the kind                            */
    uint64_t version;           /**< of the list, for positions              */
    iq_item item;               /**< {0}: about another element, a section, or
                                     the list                                */
    iq_section section;         /**< the item's; {0}: about the list         */
    iq_key key;                 /**< the item's, else the section's          */
    iq_key section_key;         /**< the item's section's                    */
    iq_position position;
    uint32_t index;             /**< of the item, over all sections          */
    uint32_t element_kind;      /**< of a supplementary element, else 0      */
    uint32_t element_index;
    uint32_t cell;              /**< its number in `view`, or IQ_NONE        */
    void *object;               /**< of `create_cell`                        */
    void *model;                /**< the item's, retained until the next poll;
                                     NULL if the item has gone. With a cell:
                                     the model that it is bound to           */
    iq_class cell_class;        /**< the model's                             */
    uint32_t states;            /**< of STATES: IQ_STATE_*, which changed;
                                     with a cell: those of the item          */
    uint64_t mask;              /**< of BOUND: what differs                  */
    uint64_t number;            /**< see the kind                            */
    size_t count;               /**< items from `index` on                   */
    void *sender;               /**< of iq_list_emit                         */
    struct iq_view *view;       /**< of display events, PREFETCH and
                                     CLASS_FIRST_USED                        */
    const iq_changeset *changeset; /**< of UPDATE; to keep it:
                                     iq_changeset_copy                       */
    iq_status status;           /**< of UPDATE: of a submission that failed
                                     (`changeset` is NULL), else IQ_OK       */
    uint32_t animation;         /**< of UPDATE: that of its options          */
} iq_event;

/** Sets which kinds of event are made from now on: the sum of their bits; at
 * first 0. With UPDATE every update makes its changeset, also where the caller
 * passes NULL: that costs the search for the fewest moves. Events that wait
 * stay. Since 0.3. */
iq_status iq_list_set_events(iq_list *list, uint32_t kinds);

/** Writes which kinds of event are made: the sum of their bits. O(1).
 * Since 0.5. */
iq_status iq_list_get_events(const iq_list *list, uint32_t *kinds);

/** Hands out at most `capacity` events and writes their number to `count`; 0:
 * there is none now. `events` may be NULL if `capacity` is 0: then the work is
 * done unless events wait. O(1) an event.
 * - IQ_ERROR_BUSY: another poll of the list is under way.
 * - IQ_ERROR_CALLBACK: `create_cell` or `bind_cell` of a class failed. Events
 *   and `count` are written as always; the next poll, for which the descriptor
 *   does not become readable, asks again.
 * Since 0.3. */
iq_status iq_list_poll(iq_list *list, iq_event *events, size_t capacity,
                       size_t *count);

/** A part of a list: an item, a section, or a supplementary element. NULL where
 * one is optional, and zeroes behind struct_size, mean the list itself. */
typedef struct iq_element {
    size_t struct_size;
    iq_item item;
    iq_section section; /**< {0} will do for an item                         */
    uint32_t kind;      /**< 0: the item, or the section itself; else IQ_KIND_*
                             of an element of the section, or, with {0}, of the
                             list                                            */
    uint32_t index;     /**< of an element, among those of its kind          */
} iq_element;

#define IQ_ACTION_PRIMARY 1u
#define IQ_ACTION_DELETE 2u
#define IQ_ACTION_INSERT 3u
#define IQ_ACTION_HOST 256u /**< the first number for the host's own actions */

/** Puts an ACTION into the queue: a button was pressed, a menu entry chosen, a
 * swipe performed. `element` is optional; `sender` is passed on. Traits of an
 * item are asked at once, on this thread. From any thread and any callback but
 * the allocator's and the log's.
 * - IQ_ERROR_HANDLE: the item or section does not exist.
 * - IQ_ERROR_REFUSED: PRIMARY of an item with IQ_TRAIT_NOT_ACTIVATABLE, DELETE
 *   without IQ_TRAIT_DELETABLE, INSERT without IQ_TRAIT_INSERTABLE.
 * - IQ_ERROR_ARGUMENT: `action` is 0, or between the library's and the host's
 *   own; or the element has both an item and a kind.
 * Since 0.3. */
iq_status iq_list_emit(iq_list *list, const iq_element *element,
                       uint64_t action, void *sender);

/* Flags of IQ_EVENT_STATES. */
#define IQ_SWITCHED_ON 1u      /**< got the states; otherwise lost them       */
#define IQ_SWITCHED_BY_USER 2u /**< set with IQ_SET_BY_USER                   */
#define IQ_SWITCHED_CLEARED 4u /**< selected by the user, but not kept: see
                                    IQ_SELECTION_KEEPS                        */
#define IQ_SWITCHED_GONE 8u    /**< lost them as they left the list           */

/** The state of a list at one moment. */
typedef struct iq_list_info {
    size_t struct_size;
    uint64_t version;           /**< counts what readers can see change:
                                     updates that changed something, each
                                     successful call of an open edit, and its
                                     commit or abandonment                   */
    size_t sections;
    size_t items;
    uint32_t loading;           /**< IQ_LOADING_*                            */
    uint32_t placeholder;       /**< IQ_PLACEHOLDER_*                        */
    size_t undo_steps;          /**< steps that can be undone                */
    size_t redo_steps;          /**< and redone                              */
    size_t selected;            /**< items that are selected                 */
    iq_item focused;            /**< the item that is focused, or {0}        */
    iq_section focused_section; /**< the section that is focused, or {0}     */
    size_t submissions;         /**< that wait or are being prepared         */
    size_t views;               /**< see VIEWS                               */
    uint32_t edit_open;         /**< 1 while an edit is open, else 0         */
    uint32_t holds;             /**< by iq_list_hold, not yet resumed. Before
                                     0.10: 0                                 */
    size_t pending;             /**< items that polls have still to ask a filter
                                     or an order about, as of the last poll, for
                                     a progress bar: 1 at least while something
                                     is left to ask. Since 0.10              */
    iq_list *source;            /**< of a derived list, until that source is
                                     destroyed; else NULL. Since 0.11        */
} iq_list_info;

/** Reads the state of a list. O(1), and O(log n) where an item is focused.
 * Since 0.5. */
iq_status iq_list_get_info(const iq_list *list, iq_list_info *info);

/* ==========================================================================
 * UPDATES FROM THREADS
 *
 * Any thread may submit an update: iq_list_submit. A thread of the library
 * prepares it (matches, builds, finds the fewest moves), and the host's next
 * poll commits it: see EVENTS. It is as if iq_list_apply were called by that
 * poll, with most of the work done before.
 *
 *     any thread     submit 1   submit 2   submit 3
 *     the worker         |--- diff 1 ---|  |-- diff 3 --|
 *     who polls                         | 1             | 3      2: superseded
 *
 *     iq_list_submit(list, snapshot, NULL, NULL);     on any thread
 *     ...
 *     iq_list_get_wakeup(list, &descriptor);          once, in the main loop
 *     poll(2) on it, then iq_list_poll until it hands out nothing
 *
 * Order      Submissions are committed in the order of their tickets, one a
 *            poll. Whatever changes the list directly (set, apply, an edit,
 *            trim) comes first and does not wait for a preparation: what was
 *            prepared for another state is discarded and prepared again, after
 *            the second time by the poll itself.
 * Superseded A submission that waits is replaced by the next one, unless it has
 *            IQ_SUBMIT_EACH. One that is being prepared is committed. So the
 *            library holds at most two snapshots of a list, and those with
 *            EACH, any number of them.
 * The end    `done` is called exactly once for each ticket: after an update by
 *            the poll after the one that handed out its last event (without
 *            events by the same poll), after a cancelled or superseded one by
 *            the next poll. Destroying the list calls it for all that are left,
 *            with IQ_ERROR_CANCELLED for what was not committed: if another
 *            thread is inside a call of the list then, that call as it returns.
 *            Otherwise iq_list_submit and iq_list_cancel never call it. A
 *            submit that fails has no ticket and calls no `done`.
 * Edits      While an edit is open no submission is committed. Polls do all
 *            else.
 * Held       While the user points at a list it is best held still:
 *            iq_list_hold. Submissions wait, prepared, and so does what the
 *            source of a derived list becomes; what the host changes directly,
 *            and what the user expands or filters, takes place.
 * Host       The worker calls nothing of the host's but the allocator. `equal`,
 *            `changed`, `retain` and `done` are called by the poll, and so is
 *            `release`, which iq_list_submit calls as well for a snapshot that
 *            it replaces.
 * Worker     One thread for the process, with all signals blocked, from the
 *            first submission until the last list that has submitted is
 *            destroyed, which waits for it: at most for one leaf of 256 items
 *            or one phase. After a fork the child has none: its polls prepare.
 * ======================================================================== */

/* Flags of submissions. All but the last two are those of updates. */
#define IQ_SUBMIT_RELOAD 1u        /**< as IQ_DIFF_RELOAD                    */
#define IQ_SUBMIT_VERIFY 2u        /**< as IQ_DIFF_VERIFY                    */
#define IQ_SUBMIT_KEEP_KEYS 4u     /**< as IQ_DIFF_KEEP_KEYS                 */
#define IQ_SUBMIT_PAYLOAD 8u       /**< as IQ_DIFF_PAYLOAD                   */
#define IQ_SUBMIT_PLAIN 16u        /**< as IQ_UPDATE_PLAIN                   */
#define IQ_SUBMIT_KEEP_LOADING 32u /**< as IQ_UPDATE_KEEP_LOADING            */
#define IQ_SUBMIT_NO_STEP 64u      /**< as IQ_UPDATE_NO_STEP                 */
#define IQ_SUBMIT_HERE 128u        /**< prepared on the calling thread       */
#define IQ_SUBMIT_EACH 256u        /**< a later submission does not replace
                                        it                                   */

/** Options of a submission: iq_list_submit and iq_list_set_filter. */
typedef struct iq_submit_options {
    size_t struct_size;
    uint32_t flags;              /**< IQ_SUBMIT_*                            */
    uint32_t animation;          /**< see iq_update_options                  */
    size_t reload_threshold;     /**< see iq_diff_options                    */
    size_t splice_threshold;     /**< see iq_diff_options                    */
    uint32_t delay_milliseconds; /**< do not begin before, so that a burst of
                                      submissions becomes one update; counted
                                      from the first of those that were
                                      replaced. Must be 0 with IQ_SUBMIT_HERE */
    uint32_t reserved;           /**< 0                                      */
    /** Called exactly once for each ticket: by a poll, or by the destruction of
     * the list. `status` is IQ_OK once the update was committed, also if it
     * changed nothing. After another status its detail is in iq_get_last_error
     * during the call. The host may free `context`. Optional. */
    void (*done)(void *context, uint64_t ticket, iq_status status);
    void *context;
} iq_submit_options;

/** Submits what the snapshot describes now; it may be edited or destroyed right
 * afterwards. `ticket` is optional; tickets count from 1. Other failures than
 * these are the submission's own: its `done` and its UPDATE event have the
 * status. From any thread, and from any callback but the allocator's and the
 * log's. O(n / 256 + s); a snapshot that resolves duplicates is indexed, O(n).
 * - IQ_ERROR_SCOPE: one is scoped and the other is not.
 * Since 0.3. */
iq_status iq_list_submit(iq_list *list, const iq_snapshot *snapshot,
                         const iq_submit_options *options, uint64_t *ticket);

/** Ends a submission with IQ_ERROR_CANCELLED; `ticket` 0: all that are not
 * committed. From any thread.
 * - IQ_ERROR_NOT_FOUND: there is no such ticket.
 * - IQ_ERROR_STATE: it was committed, or has ended otherwise.
 * Since 0.3. */
iq_status iq_list_cancel(iq_list *list, uint64_t ticket);

/** Holds a list still while the user points at it, swipes or has a menu open.
 * Until iq_list_resume was called as often, polls commit no snapshot that was
 * submitted and follow no newer version of a source, nor do they go on asking
 * about one. Expansions, filters and orders take place all the same, on the
 * version that is shown; so do direct updates, edits, states, cells and
 * iq_list_cancel. A filter of bits waits if they were made for a version that
 * does. What waits does not make the descriptor readable. Events of what took
 * place before the hold are handed out all the same. From any thread, also
 * while a poll is under way, which it does not stop. O(1).
 *
 *     pressed     iq_list_hold(list)       submissions 4, 5: wait, 4 superseded
 *     released    iq_list_resume(list)     the next poll commits 5
 *
 * - IQ_ERROR_LIMIT: the list is held 65,535 times.
 * - IQ_ERROR_NO_MEMORY.
 * Since 0.10. */
iq_status iq_list_hold(iq_list *list);

/** Ends one iq_list_hold. After the last one the descriptor wakes if something
 * waits, and the next poll goes on. O(1).
 * - IQ_ERROR_STATE: the list is not held.
 * Since 0.10. */
iq_status iq_list_resume(iq_list *list);

/** Writes a file descriptor that is readable while a poll of the list would
 * find something to do: for poll(2), epoll, GLib, asyncio. It is made by the
 * first call and belongs to the list: the host neither reads nor closes it. A
 * loop that waits for edges (EPOLLET, tokio, libuv) polls at least once after
 * each: a poll that leaves something to do makes another one. If the loop keeps
 * a mark of readiness, it clears the mark before the poll. After a fork the
 * child calls this again, for a descriptor of its own.
 * - IQ_ERROR_LIMIT: the process has no descriptor left.
 * Since 0.5. */
iq_status iq_list_get_wakeup(iq_list *list, int *descriptor);

/* ==========================================================================
 * CHANGES SINCE A SNAPSHOT
 *
 * A toolkit that reads its rows between two changes needs both states: it is
 * told what leads from the snapshot that it shows to the next one, and reads
 * rows from these two, never from the list. Updates may come from any thread,
 * several before the toolkit is told of one.
 *
 *     iq_list_changes_since(list, NULL, NULL, NULL, &shown);
 *     show the rows of `shown`
 *
 *     whenever the descriptor is readable:
 *         while (iq_list_poll(list, events, 64, &count), count > 0)
 *             handle what the host has asked for
 *         iq_list_changes_since(list, shown, NULL, &changes, &after);
 *         if (after != NULL)
 *             tell the toolkit `changes`, which leads from `shown` to `after`
 *             iq_snapshot_destroy(shown); shown = after;
 *
 * Commits are counted: each update, edit, undo or redo that has changed or
 * marked anything, also one that has only replaced models; at times one that
 * has changed nothing, and then the changes are empty. A snapshot that is
 * taken of a list, unless an edit is open, remembers the list and the commit,
 * and so do its copies; an edited one is a snapshot like any other.
 *
 * The changes are those that iq_diff finds between the two snapshots, and what
 * the commits between them have marked: items that they reloaded or
 * reconfigured by a mark or as their children came or went, and sections that
 * they reloaded, with their elements.
 *   - If a commit was a full reload (IQ_UPDATE_RELOAD), so are the changes.
 *   - An item or section that was deleted has lost its marks, even if it came
 *     back. An item of a section that was reloaded takes the mark along when it
 *     moves.
 *   - A list keeps the latest 1,024 marks, from the first call on. If others
 *     came after `before`, every item is reconfigured; if they reload anything,
 *     the changes are a full reload.
 * ======================================================================== */

/** Finds what has changed in a list since a snapshot of it, also in a derived
 * list. `before` is such a snapshot, or NULL: nothing, so that everything is
 * inserted. If no commit came since, both outputs are NULL. Otherwise
 * `changeset` leads from `before` to `after`, a snapshot of the present state;
 * it may be empty, as where only models differ. Both are optional, and the
 * caller destroys them: pass NULL for the changeset if everything is shown
 * anew.
 *
 * `options` are those of iq_diff; thresholds of 0 are the list's. It calls
 * `equal` and `changed` of classes, on the calling thread.
 *
 * It only reads: any thread may call it at any time, also inside callbacks that
 * may read lists. It polls nothing, waits for no update, and discards nothing
 * of a submission that is prepared; one that was not committed is not seen.
 * `before` cannot be edited during the call.
 *
 * O(n / 256 + s) and what differs: a leaf of up to 256 items that both states
 * have is not read. With marks also O(log n) for each.
 * - IQ_ERROR_BUSY: an edit is open (iq_list_info.edit_open): no state to show.
 * - IQ_ERROR_MISMATCH: `before` is no snapshot of the list, was edited since it
 *   was taken, or was taken while an edit was open.
 * - IQ_ERROR_NO_MEMORY.
 * Since 0.5. */
iq_status iq_list_changes_since(iq_list *list, const iq_snapshot *before,
                                const iq_diff_options *options,
                                iq_changeset **changeset, iq_snapshot **after);

/* ==========================================================================
 * STATES OF ITEMS
 *
 * An item of a list can be selected, highlighted, focused and expanded, and it
 * has eight states of the host's own. A section can be focused, expanded, and
 * in the host's states. States belong to the list, not to its content: they
 * follow an item through moves, updates and reloads, and end when the item
 * leaves the list. New items have none. Snapshots and changesets have no
 * states, and an abandoned edit restores none: what was set while it was open
 * stays set. An item that an edit deletes and inserts again keeps its states.
 * An item whose key was numbered (IQ_DUPLICATES_NUMBER) has the states of that
 * key: they change items where an earlier duplicate goes.
 *
 *     program   iq_list_set_states(list, &item, 1, IQ_STATE_SELECTED, 0)
 *     user      iq_list_set_states(list, &item, 1, IQ_STATE_SELECTED,
 *                                  IQ_SET_ONLY | IQ_SET_BY_USER)
 *     all       iq_list_set_range_states(list, 0, IQ_END, IQ_STATE_SELECTED, 0)
 *
 * By user    With IQ_SET_BY_USER the traits of items (see CELL CLASSES) and the
 *            selection's mode decide: at first a tap is reported and selects
 *            nothing, IQ_SELECTION_KEEPS keeps it. A call about one item that
 *            refuses returns IQ_ERROR_REFUSED and does nothing; a call about
 *            several, or a range, passes over the items that refuse. Without
 *            the flag nobody is asked.
 * One        One item or section at most is focused, and with
 *            IQ_SELECTION_SINGLE one item at most is selected, whoever sets it:
 *            of several items of a call the last one, in the order of the call.
 *            The item that loses it must agree if the user did it: otherwise
 *            the call returns IQ_ERROR_REFUSED and does nothing.
 * Callbacks  `traits_of` is called with no lock held. Where another thread
 *            changes the list meanwhile, items that are gone are passed over,
 *            and so are items that nobody was asked about.
 * Memory     A state that was ever set takes a bit for each item and two bytes
 *            for each leaf of 256.
 * Edits      While an edit is open, states are set for the list as edited.
 * Events     Each change is an IQ_EVENT_STATES, a run of neighbours one event:
 *            first what is lost, then what is given. Items that leave the list
 *            are reported with IQ_SWITCHED_GONE, after the IQ_EVENT_UPDATE.
 * ======================================================================== */

#define IQ_STATE_SELECTED 1u
#define IQ_STATE_HIGHLIGHTED 2u
#define IQ_STATE_FOCUSED 4u
#define IQ_STATE_EXPANDED 8u
#define IQ_STATE_HOST 256u /**< the first of eight: 256 << 0 ... 256 << 7 */

#define IQ_SET_OFF 1u     /**< takes the states away; alone or with BY_USER   */
#define IQ_SET_TOGGLE 2u  /**< each item by itself, by what it had before     */
#define IQ_SET_ONLY 4u    /**< and takes the states from all other items      */
#define IQ_SET_BY_USER 8u /**< the user did it: see By user                   */

/** Sets states of items. `states` are IQ_STATE_*, one at least; `flags` are
 * IQ_SET_*; without flags the items get the states. O(count log n).
 * - IQ_ERROR_HANDLE: an item does not exist.
 * - IQ_ERROR_REFUSED: see By user and One.
 * Since 0.3. */
iq_status iq_list_set_states(iq_list *list, const iq_item *items, size_t count,
                             uint32_t states, uint32_t flags);

/** Sets states of the items from index `first` on, counted over all sections;
 * IQ_END as `count`: of all behind it. O(log n + count / 256) where whole
 * leaves have the states or do not.
 * - IQ_ERROR_RANGE.
 * - IQ_ERROR_REFUSED: see One.
 * Since 0.3. */
iq_status iq_list_set_range_states(iq_list *list, size_t first, size_t count,
                                   uint32_t states, uint32_t flags);

/** Sets states of a section itself: focused, expanded, or the host's. With
 * IQ_SET_ONLY all other sections lose them. Nobody is asked. Since 0.3. */
iq_status iq_list_set_section_states(iq_list *list, iq_section section,
                                     uint32_t states, uint32_t flags);

/** Finds the items that have all of `states`, from index `first` on (counted
 * over all sections), in the list's order: writes as many as fit `capacity`,
 * and to `count` how many there are. O(n / 256) and O(256) for each leaf in
 * which some items have the states. Since 0.5. */
iq_status iq_list_find_items_in_state(const iq_list *list, uint32_t states,
                                      size_t first, iq_item *items,
                                      size_t capacity, size_t *count);

/** As iq_list_set_states, by key: restores what iq_list_find_keys_in_state has
 * returned. Keys that are not in the list are passed over; `missing` (optional)
 * is their number. `sections` has the key of each item's section where keys are
 * scoped; elsewhere it is not read and may be NULL. O(count log n); for a
 * derived list also O(1) for each hidden item that has states.
 * - IQ_ERROR_SCOPE: keys are scoped and `sections` is NULL.
 * Since 0.3. */
iq_status iq_list_set_key_states(iq_list *list, const iq_key *sections,
                                 const iq_key *keys, size_t count,
                                 uint32_t states, uint32_t flags,
                                 size_t *missing);

/** As iq_list_find_items_in_state, with keys. Either array may be NULL if it is
 * not wanted. Since 0.5. */
iq_status iq_list_find_keys_in_state(const iq_list *list, uint32_t states,
                                     size_t first, iq_key *sections,
                                     iq_key *keys, size_t capacity,
                                     size_t *count);

#define IQ_SELECTION_SINGLE 0u
#define IQ_SELECTION_MULTIPLE 1u
#define IQ_SELECTION_NONE 2u /**< the user cannot select: IQ_ERROR_REFUSED */
/** What the user selects stays selected. Without it a selection by the user is
 * reported (IQ_SWITCHED_CLEARED) and the item is not selected afterwards. */
#define IQ_SELECTION_KEEPS 16u

/** Sets how many items can be selected; at first IQ_SELECTION_SINGLE, which is
 * 0. Under a stricter mode the first selected item stays so (with NONE, none
 * does), and the others are deselected. Since 0.3. */
iq_status iq_list_set_selection(iq_list *list, uint32_t mode);

/** Writes how many items can be selected: IQ_SELECTION_*. O(1). Since 0.5. */
iq_status iq_list_get_selection(const iq_list *list, uint32_t *mode);

/* ==========================================================================
 * STATE OF THE LIST
 *
 * What a host shows in place of the items while a list has none. The host sets
 * whether it is loading the list or has failed to; the rest follows from the
 * number of items, and a PLACEHOLDER event reports it when it has changed.
 *
 *     items?   yes: NONE    no: loading ? LOADING : failed ? FAILED : EMPTY
 *
 * The event is made by a poll that finds another placeholder than the last
 * event has reported (at first NONE). A list that is emptied and filled again
 * between two polls reports nothing. While an edit is open, what counts is what
 * it shows.
 * ======================================================================== */

#define IQ_LOADING_NO 0u     /**< at first                                   */
#define IQ_LOADING_YES 1u    /**< its items are being loaded                 */
#define IQ_LOADING_FAILED 2u /**< they could not be loaded                   */

#define IQ_PLACEHOLDER_NONE 0u    /**< there are items                       */
#define IQ_PLACEHOLDER_EMPTY 1u   /**< there are none                        */
#define IQ_PLACEHOLDER_LOADING 2u /**< there are none yet                    */
#define IQ_PLACEHOLDER_FAILED 3u  /**< they could not be loaded              */

/** Sets whether the list is being loaded: IQ_LOADING_*. LOADING_YES and _FAILED
 * end with the next iq_list_set, iq_list_set_items, iq_list_set_section_items,
 * iq_list_apply or iq_changeset_apply_to_list that succeeds, even if it changes
 * nothing, unless its options have IQ_UPDATE_KEEP_LOADING. Edits, undo and redo
 * end nothing. iq_list_get_info reads it. O(1).
 * - IQ_ERROR_NO_MEMORY.
 * Since 0.3. */
iq_status iq_list_set_loading(iq_list *list, uint32_t loading);

/** Sets an element of the list itself, one for each kind and index, in place of
 * the one before. Every view shows it, in a cell of its own:
 * - HEADER with the first item, FOOTER with the last one, both also where there
 *   are no items;
 * - EMPTY, LOADING, FAILED while that is the list's placeholder, in place of
 *   items: title, message and image are the model's;
 * - PAGE_START and PAGE_END likewise with the first and last item: see PAGING;
 * - kinds of the host's, from IQ_KIND_HOST on, by iq_view_take_cell only.
 * Not a change of the list: no version, no UPDATE. An element with the same key
 * and another content or model is bound again, one with another key is
 * reloaded. Read it by iq_list_get_supplementary with section {0}. O(1).
 * - IQ_ERROR_ARGUMENT: a list has no such kind, or the index is not 0.
 * - IQ_ERROR_HANDLE: there is no such class.
 * - IQ_ERROR_NO_MEMORY.
 * Since 0.3. */
iq_status iq_list_set_supplementary(iq_list *list,
                                    const iq_supplementary *element);

/** Removes an element of the list itself.
 * - IQ_ERROR_NOT_FOUND: there is none.
 * - IQ_ERROR_NO_MEMORY.
 * Since 0.3. */
iq_status iq_list_remove_supplementary(iq_list *list, uint32_t kind,
                                       uint32_t index);

/* ==========================================================================
 * VIEWS
 *
 * A view is a window onto a list: the range of items that the user sees, and
 * the cells that stand there. It is for hosts that draw for themselves. Where a
 * toolkit recycles by itself, a view serves display events, prefetching and
 * paging. A list has up to IQ_MAX_VIEWS; each has cells and a visible range of
 * its own, while states, paging and the queue of events are the list's.
 *
 *     iq_view_set_visible --+            +--> functions of cell classes:
 *                           +--> poll ---+    create, bind, unbind
 *     updates, edits -------+            +--> events: BOUND, WILL_DISPLAY, ...
 *
 * Cell       A place on the screen, and what the host keeps for it: `object`.
 *            It is bound to one item or element, and waits in the pool of its
 *            class in between. Cells are numbered by view: a new cell gets the
 *            lowest free number and keeps it until it is destroyed, so that a
 *            host may as well keep an array and give its classes no functions
 *            at all.
 *
 *            create --> bind --> (bind again) --> unbind --> pool --> destroy
 *                         ^------------------------------------|
 *
 * Visible    are the items of the range, the headers and footers of the
 *            sections from its first item to its last, and elements of the list
 *            itself. The range is cut to the items that exist.
 * Updates    A range that begins at 0 stays there, so that new first items are
 *            seen, unless a page may come before them: see PAGING. Any other
 *            moves with its items: by as many places as the first visible item
 *            of the longest chain that has stayed in order and together, each
 *            item at most as many places behind the one before it as items were
 *            visible. The first 256 items of the range take part, and as many
 *            above it. If the chain has fewer than half of the visible items
 *            that are still there, the range keeps its index. Then it is moved
 *            up as far as needed to show no fewer items than before. Each view
 *            by itself, and at a poll: what was in between does not matter.
 * Again      A cell is bound again (RECONFIGURED) when the content or the model
 *            of its item or element has changed, or a reconfigure is asked for.
 *            The mask is what `changed` of the class returns: 0 if only the
 *            model is another object with equal content. A reload, or another
 *            class, binds another cell before the old one is unbound
 *            (RELOADED): BOUND, then DID_END_DISPLAY of the old one and
 *            WILL_DISPLAY. A move, or a change of states, binds nothing.
 * Edges      Separators and rounded groups depend on where an item is in its
 *            section. In a view with IQ_VIEW_BIND_EDGES a cell is also bound
 *            again when its item becomes, or is no longer, the first or last
 *            item of its section. All bits of the mask are set then.
 * Leaving    What is visible no longer is reported (DID_END_DISPLAY), and its
 *            cell unbound by the next poll that finds no events; at once if
 *            that event is not asked for.
 * Models     A cell retains the model that it is bound to until it is bound to
 *            another or unbound.
 * Failure    An item whose `create_cell` or `bind_cell` fails has no cell, or
 *            the one that it had, until a later poll succeeds.
 * Threads    The thread that polls the list creates, binds and unbinds. While a
 *            thread is inside a view, calls of it are refused with
 *            IQ_ERROR_BUSY, also by functions of its cells, except for
 *            iq_view_set_visible and iq_view_get_visible, and iq_view_find_cell
 *            by those functions. A poll passes over a view that another thread
 *            is inside, and the descriptor becomes readable when it has left.
 * Laid out   A host that owns a window and an offset, and knows or measures how
 *            large things are, creates the view with IQ_VIEW_LAID_OUT and calls
 *            iq_view_layout once a frame instead of iq_view_set_visible: see
 *            LAYOUT. Each of the two is IQ_ERROR_STATE for the other kind of
 *            view. Cells of a view that is laid out are created, bound and
 *            unbound by the thread that calls iq_view_layout; polls pass over
 *            it. What leaves a scene is unbound by the second next
 *            iq_view_layout that changes something, and not while events wait
 *            to be polled. Until then the objects live, and iq_view_take_cell
 *            takes such a cell although its item may have gone: to fade it out.
 * Marks      More than 1,024 items that were marked for a reload or a
 *            reconfigure since the last poll count as a mark of everything.
 * ======================================================================== */

/** The most views of a list. */
#define IQ_MAX_VIEWS 8

/** A view; created by iq_view_create. */
typedef struct iq_view iq_view;


/** The view is laid out, by iq_view_layout: see LAYOUT. Without it, it is told
 * what is visible by iq_view_set_visible. */
#define IQ_VIEW_LAID_OUT 1u
/** Cells are bound with IQ_CELL_FIRST and IQ_CELL_LAST: see Edges above. For
 * both kinds of view. */
#define IQ_VIEW_BIND_EDGES 64u
/* The following are for views that are laid out. */
/** It scrolls from side to side. */
#define IQ_VIEW_HORIZONTAL 2u
/** Leading is right, and x is mirrored wherever it goes in or out. */
#define IQ_VIEW_RTL 4u
/** Content that is smaller than the window stands at its end. */
#define IQ_VIEW_GRAVITY_END 8u
/** The list's own header stays at the window's start: a table's header. */
#define IQ_VIEW_STICKY_HEADER 16u
/** Its footer stays at the window's end. */
#define IQ_VIEW_STICKY_FOOTER 32u
/** For toolkits that own the offset: corrections move the start of the content,
 * iq_scene.minimum, which may be less than 0 or more, and never the offset, so
 * that what is shown stays at its coordinates. The offset changes by what
 * iq_view_scroll and iq_view_scroll_to ask for only: setting 240 where it is
 * 200 scrolls by 40, as IQ_SCROLL_BY does. All offsets, and what
 * iq_view_get_frame and iq_view_find_range speak of, are in these coordinates.
 * Options without the flag put the start back to 0. */
#define IQ_VIEW_FREE_ORIGIN 128u

/** Room left free at the four sides. */
typedef struct iq_insets {
    double top;
    double leading;
    double bottom;
    double trailing;
} iq_insets;

/** Options of a view. All but the flags are for views that are laid out. */
typedef struct iq_view_options {
    size_t struct_size;
    uint32_t flags;         /**< IQ_VIEW_*                                   */
    uint32_t reserved;      /**< must be 0                                   */
    double grain;           /**< a power of two from 1/1024 to 1; 0: 1/1024;
                                 1: everything is integral, for terminals    */
    iq_insets insets;       /**< around all content; what covers the window  */
    double section_spacing; /**< between sections                            */
    double overscan;        /**< beyond both edges, with places and cells    */
    double prefetch;        /**< beyond that, PREFETCH; 0: one window, ahead of
                                 the scroll                                  */
    double end_threshold;   /**< so near the end counts as at it; 0: less than
                                 1                                           */
    size_t kept_sizes;      /**< so many sizes of AUTO items with a content are
                                 kept by key, at most 2^20: one that leaves and
                                 comes again, or a width that does, is not
                                 measured anew, unless it was forgotten since,
                                 or set again to another size; 0: 4096       */
} iq_view_options;

/** Creates a view. It shows nothing before iq_view_set_visible, or
 * iq_view_set_size and iq_view_layout.
 * - IQ_ERROR_LIMIT: the list has IQ_MAX_VIEWS.
 * - IQ_ERROR_ARGUMENT, IQ_ERROR_RANGE: an option, as for iq_view_set_options.
 * - IQ_ERROR_NO_MEMORY.
 * Since 0.3. */
iq_status iq_view_create(iq_list *list, const iq_view_options *options,
                         iq_view **view);

/** Destroys a view: unbinds and destroys its cells, on this thread, without
 * events; events of the view that wait are dropped. If a call on the view is
 * under way, or its list's poll, this happens when that returns. A view
 * outlives its list: all calls but this one are then IQ_ERROR_HANDLE.
 * Since 0.3. */
void iq_view_destroy(iq_view *view);

/** Sets what is visible: `count` items from index `first` on, counted over all
 * sections, and `ahead` more on either side to be prefetched. Both may be more
 * than exist, as IQ_END is, and `first` beyond the end. Takes effect with the
 * next poll, and only the last one counts. From any thread and callback but the
 * allocator's and the log's; never IQ_ERROR_BUSY. O(1). Since 0.3. */
iq_status iq_view_set_visible(iq_view *view, size_t first, size_t count,
                              size_t ahead);

/** Reads what was visible at the last poll: an index and a number of items,
 * both 0 before. Both outputs are optional. O(1). Since 0.5. */
iq_status iq_view_get_visible(const iq_view *view, size_t *first,
                              size_t *count);

/** Returns a bound cell of an item or element: the one that it has, or another,
 * which is bound now. The host has it until iq_view_give_cell was called as
 * often: it stays bound while it is not visible, also if its item goes. If its
 * element is reloaded, the cell that replaces it is taken instead. `event` is
 * filled as BOUND with IQ_CELL_BY_HAND, and lives until the next poll or the
 * view's end.
 * - IQ_ERROR_HANDLE: there is no such item or section.
 * - IQ_ERROR_NOT_FOUND: there is no such element.
 * - IQ_ERROR_ARGUMENT: `element` is a section, or the list.
 * - IQ_ERROR_CALLBACK: `create_cell` or `bind_cell` failed.
 * - IQ_ERROR_BUSY, IQ_ERROR_NO_MEMORY.
 * Since 0.3. */
iq_status iq_view_take_cell(iq_view *view, const iq_element *element,
                            iq_event *event);

/** Gives a cell back. If it is not visible, the next poll unbinds it.
 * - IQ_ERROR_STATE: the host does not have it.
 * - IQ_ERROR_RANGE: there is no such cell.
 * - IQ_ERROR_BUSY.
 * Since 0.3. */
iq_status iq_view_give_cell(iq_view *view, uint32_t cell);

/** Reads what a cell is bound to, or, with `cell` IQ_NONE, the cell of an
 * element. `event` is filled as BOUND without flags and position, and lives
 * until the next poll or the view's end. Also from the functions of the view's
 * cells. O(1).
 * - IQ_ERROR_NOT_FOUND: it is bound to nothing; the element has no cell.
 * - IQ_ERROR_ARGUMENT: both, or neither of `cell` and `element` are given.
 * - IQ_ERROR_BUSY.
 * Since 0.3. */
iq_status iq_view_find_cell(const iq_view *view, uint32_t cell,
                            const iq_element *element, iq_event *event);

/** Describes a view, as the functions of LOOKING INSIDE describe a list: what
 * is visible in which cell; of a view that is laid out also its window, offset
 * and places.
 * - IQ_ERROR_BUSY, IQ_ERROR_NO_MEMORY.
 * Since 0.7. */
iq_status iq_view_dump(const iq_view *view, char *buffer, size_t capacity,
                       size_t *length);

/* ==========================================================================
 * LAYOUT
 *
 * A view can know where everything is. It is told how large the window is, how
 * sections are laid out and, as far as the host knows, how large items are; it
 * keeps an offset, and returns what is to be drawn, where, in which cell, and
 * what is different from the frame before.
 *
 *        iq_list_poll             the list changes
 *        iq_view_scroll           the user scrolls, iq_view_set_size: resizes
 *     +->iq_view_layout ------> iq_scene        places, offset, content size
 *     |     | ^ measure           |
 *     |     +-+                   +-- draw what changed
 *     +-----------------------------  iq_view_set_sizes: what was drawn and is
 *                                     measured only now
 *
 * Content    From its start to its end: the header of the list and its loader;
 *            of each section its headers, its loader, its items within the
 *            insets of the section, its other loader and its footers; the
 *            placeholder, the other loader and the footer of the list. Elements
 *            of other kinds have no place. A section of no extent has no
 *            spacing either. The placeholder takes the room that is left in the
 *            window, or its own size, as it was set, if that is more.
 * Units      are the host's: points, pixels, terminal cells. Sizes are rounded
 *            to multiples of `grain`, 1/1024 of a unit, and added as integers:
 *            neighbours meet exactly, however many there are; the window's
 *            size is rounded likewise. A size, spacing,
 *            inset or offset is a finite number; sizes are not negative and at
 *            most 2^20 (IQ_ERROR_RANGE); what a callback returns beyond that
 *            is cut.
 * Axis       A view scrolls along one axis. "Along" is that axis, "across" the
 *            other one. Leading is left, or right with IQ_VIEW_RTL.
 * Sizes      A size that was set or measured holds while the item's content
 *            (without contents: its model), class and level, and its width
 *            across, stay the same. After that
 *            it is a guess of the same value, or of the rule's where it was 0,
 *            and the place asks to be measured (IQ_PLACE_MEASURE). It follows
 *            the item wherever it moves. Where the rule says how long things
 *            are, a size that was set holds until it is set again.
 * Anchor     When sizes or items change the offset is corrected, so that what
 *            the user looks at stays where it is: see iq_view_set_anchor.
 * Failure    After a failed iq_view_layout the last scene stays as it was, but
 *            for IQ_ERROR_CALLBACK.
 * Threads    As all calls of a view: one thread at a time, else IQ_ERROR_BUSY.
 *            The list may be changed beside it; a scene shows one version of it
 *            (iq_scene.version). While an edit is open it shows the edited
 *            list.
 * Cost       v is the number of places. A section whose items all have the size
 *            of its rule takes no memory per item; each item with a size of its
 *            own takes 12 bytes, in a flow 24, and its row 1 to 5 more; one
 *            that has a lane 8. Kept sizes take 32 each, and kept answers of
 *            a custom layout 90. In a steady scroll nothing is allocated.
 * ======================================================================== */

/** A size. */
typedef struct iq_size {
    double width;
    double height;
} iq_size;

/** A rectangle. */
typedef struct iq_rect {
    double x;
    double y;
    double width;
    double height;
} iq_rect;

/** Sets the options anew; NULL: the defaults. IQ_VIEW_LAID_OUT, which says how
 * the view was created, is passed over. Another grain or axis forgets all
 * sizes. The next layout takes O(s).
 * - IQ_ERROR_ARGUMENT: `grain` is not one of its values, or `kept_sizes` is too
 *   large.
 * - IQ_ERROR_RANGE: a length is negative, too large or no number.
 * - IQ_ERROR_STATE: the view is not laid out.
 * - IQ_ERROR_BUSY.
 * Since 0.7. */
iq_status iq_view_set_options(iq_view *view, const iq_view_options *options);

/** Sets the size of the window, which is 0 x 0 at first. Another one across
 * lays out anew, makes guesses of measured sizes, and holds the first visible
 * item at its fraction: the next layout takes O(s).
 * - IQ_ERROR_RANGE: a length is negative, too large or no number.
 * - IQ_ERROR_STATE: the view is not laid out.
 * - IQ_ERROR_BUSY.
 * Since 0.7. */
iq_status iq_view_set_size(iq_view *view, double width, double height);

/** The item or element is as large as its content: measured, `value` until then
 * (0: 44, of headers and footers 22; in a terminal say 1). */
#define IQ_LENGTH_AUTO 0u
/** `value` units. */
#define IQ_LENGTH_FIXED 1u
/** `value` times the window, without its insets. */
#define IQ_LENGTH_RELATIVE 2u
/** The other length: a height is the width divided by `value`, and a width the
 * height multiplied by it, which is width / height (0: 1). */
#define IQ_LENGTH_ASPECT 3u

/** A width or height. */
typedef struct iq_length {
    uint64_t unit;          /**< IQ_LENGTH_*                                 */
    double value;
} iq_length;

/** How large the items, headers or footers of a section are that have no size
 * of their own: along, as large as the length says. Across, an item takes its
 * column, in a flow what the length says, and an element all of the window but
 * the view's insets. */
typedef struct iq_size_rule {
    iq_length width;
    iq_length height;
    iq_size additional;     /**< added to what the lengths say               */
    iq_insets insets;       /**< around the cell, within its place           */
    double indent;          /**< at its leading side, for all items          */
    double level_indent;    /**< more, for each level of the item            */
} iq_size_rule;

/** One of IQ_LAYOUT_*. */
typedef uint32_t iq_layout_kind;
/** Rows of `columns` items: 1 is a list, more a grid. A column is floor((room -
 * (columns - 1) x item_spacing) / columns) units wide; where the spacing leaves
 * no room, 0. A row is as long along the axis as its longest item. An item of a
 * grid that is wider than its column takes as many as it needs: if these are
 * not left in the row, it begins the next one. */
#define IQ_LAYOUT_ROWS 0u
/** Lines of as many items as fit, at most 64, each as wide as its own size or
 * rule says, but not wider than the room. `columns` is not used. */
#define IQ_LAYOUT_FLOW 1u
/** `columns` lanes beside each other, at most 32, as wide as the columns of
 * ROWS, each of which grows by itself. An item goes to the lane that is the
 * shortest before it, when its size is set or when it is first drawn, and stays
 * there while it is in the section. But for the last items, behind all that are
 * drawn: they may go to a lane that has become shorter. Items that have no lane
 * yet stand in rows of the rule's length, below the longest lane, and above
 * items that have one they may leave a gap: tell sizes before they are drawn,
 * where you know them. Setting the layout again, even an equal one, chooses all
 * lanes anew, by the sizes that are known then. */
#define IQ_LAYOUT_LANES 2u
/** Where the host's own functions say: see iq_custom_layout. Sizes of items do
 * not count, nor are they measured. */
#define IQ_LAYOUT_CUSTOM 3u

/** The headers stay in view while their section is: its end pushes them out. */
#define IQ_SECTION_LAYOUT_STICKY_HEADER 1u
/** Likewise the footers, at the window's end. */
#define IQ_SECTION_LAYOUT_STICKY_FOOTER 2u
/** The items of a row, or line, stand in the middle of the room. Not of lanes,
 * which take all of it. */
#define IQ_SECTION_LAYOUT_CENTER 4u
/** What a row leaves of the room is given to the gaps between its items; not of
 * the last one. Not together with CENTER. */
#define IQ_SECTION_LAYOUT_JUSTIFY 8u
/** Of ROWS and LANES: as many columns as fit if each is as wide as the item's
 * rule says, or wider; at least one, and at most `columns` (0: 64, lanes 32).
 * Across, an AUTO length is its value. */
#define IQ_SECTION_LAYOUT_FIT 16u

/** What `measure` is asked about. */
typedef struct iq_measured {
    iq_element element;
    iq_key key;
    uint64_t content;
    void *model;            /**< lives for the call                          */
    iq_class cell_class;
    uint32_t level;
} iq_measured;

/** Where the items of a section are, in coordinates of their own, which begin
 * at 0 within the insets of the section (which it has where it has items): a
 * honeycomb, a timeline, a calendar.
 * All three functions are required and see the number of items and the room
 * `across`; what they return follows from these alone, so that an answer can be
 * kept until one of them changes or the layout is set again. They are called
 * with no lock held, as `measure` is, by iq_view_layout and by the functions of
 * SCROLLING and GEOMETRY. What they return is cut to what can be: the items of
 * a section are within its extent and the room, and an item without a length
 * along the axis has no place. A NaN, or IQ_END as `first`, says that a
 * function failed: the call is IQ_ERROR_CALLBACK, and the next one asks again.
 * x and width are from leading to trailing, also with IQ_VIEW_RTL. */
typedef struct iq_custom_layout {
    size_t struct_size;
    void *context;          /**< lives as long as that of `measure`          */
    /** Returns the extent along the axis of all `count` items. */
    double (*extent)(void *context, iq_section section, size_t count,
                     double across);
    /** Finds the items that are shown from `start` to `end`, both along the
     * axis: the first one, and how many there are up to the last one. Others
     * between them do no harm. Both are 0 before. */
    void (*range)(void *context, iq_section section, size_t count,
                  double across, double start, double end, size_t *first,
                  size_t *shown);
    /** Computes where the item at an index of the section is. */
    void (*frame)(void *context, iq_section section, size_t count,
                  double across, size_t index, iq_rect *frame);
} iq_custom_layout;

/** How a section is laid out. */
typedef struct iq_section_layout {
    size_t struct_size;
    iq_layout_kind kind;
    uint32_t flags;         /**< IQ_SECTION_LAYOUT_*                         */
    uint32_t columns;       /**< at most 64, lanes 32; 0: 1                  */
    uint32_t reserved;      /**< must be 0                                   */
    iq_size_rule item;
    iq_size_rule header;
    iq_size_rule footer;
    iq_size_rule page;      /**< of the loaders of pages; 0: 44              */
    iq_insets insets;       /**< around the items, not header and footer     */
    double line_spacing;    /**< between rows, or items of a lane            */
    double item_spacing;    /**< between the items of a row, or lanes        */
    void *context;          /**< of `measure`                                */
    /** Says how large things are whose length is AUTO, in batches, when they
     * come near the window and their size is not known, or no longer. sizes[i]
     * is what is assumed, across the room that there is: overwrite what is
     * known, and write NaN for what is not; what is 0 has no place. Asked once
     * for each content and width, and key of an element. Another `measure`, or
     * the same with another context, is asked about what the former one left
     * open; what that knew stays: see iq_view_invalidate. Called by
     * iq_view_layout, as the functions of cells are, with no lock held. Returns
     * 0, or any other number if it failed: the layout is IQ_ERROR_CALLBACK, and
     * the next one asks again. Optional. */
    int (*measure)(void *context, const iq_measured *elements, size_t count,
                   iq_size *sizes);
    /** Called once, when `measure` and `custom` will not be called again: the
     * layout was replaced by another one in all sections, or the view is
     * destroyed. That of a section that is deleted lives until its place in the
     * list's memory is that of another section with a layout. Optional. */
    void (*destroy)(void *context);
    const iq_custom_layout *custom; /**< for IQ_LAYOUT_CUSTOM; copied        */
} iq_section_layout;

/** Sets how a section is laid out; with section {0}, all that have no layout of
 * their own, and the elements of the list itself. `layout` NULL: the section is
 * like those again, and those are a list of items that are measured. Setting
 * one again, even an equal one, chooses lanes and asks `custom` anew. Equal
 * layouts are kept once. O(log n); for section {0} the next layout takes O(s).
 * - IQ_ERROR_ARGUMENT: a kind, unit, flag or number of columns is not one that
 *   there is, or a function of `custom` is missing.
 * - IQ_ERROR_RANGE: a length is negative, too large or no number.
 * - IQ_ERROR_HANDLE: there is no such section.
 * - IQ_ERROR_LIMIT: there are 65,535 layouts.
 * - IQ_ERROR_STATE: the view is not laid out.
 * - IQ_ERROR_BUSY, IQ_ERROR_NO_MEMORY.
 * Since 0.7. */
iq_status iq_view_set_layout(iq_view *view, iq_section section,
                             const iq_section_layout *layout);

/** The size of an element. */
typedef struct iq_element_size {
    iq_element element;
    iq_size size;           /**< NaN: forget it                              */
} iq_element_size;

/** Sets sizes: measured, known, or other ones than before. They override what
 * the section's rule says. Across, what counts is the width of an item in a
 * flow, and one beyond the column of a grid (NaN: that of the rule), as they
 * are when the size is set; one that was set in a flow takes one column where
 * the item is in a grid later. IQ_PLACE_MEASURE ends. Those of items and
 * elements that have gone are passed over. Also from the functions of the
 * view's cells, while the view is laid out. O(count log n).
 * - IQ_ERROR_RANGE: a length is negative or too large; none is set.
 * - IQ_ERROR_LIMIT: `count` is more than IQ_MAX_ITEMS.
 * - IQ_ERROR_ARGUMENT: an element is a section, or the list.
 * - IQ_ERROR_STATE: the view is not laid out.
 * - IQ_ERROR_BUSY, IQ_ERROR_NO_MEMORY.
 * Since 0.7. */
iq_status iq_view_set_sizes(iq_view *view, const iq_element_size *sizes,
                            size_t count);

/** Sets the lengths along the axis of `count` items from index `first` on, a
 * double each; `stride` as in iq_columns, also IQ_SAME. `version` is
 * iq_list_info.version of the list when they were made. `count` IQ_END: up to
 * the last item. O(count).
 * - IQ_ERROR_STATE: the list has another version now; the view is not laid out.
 * - IQ_ERROR_RANGE: a length is negative or too large, or there are fewer
 *   items; none is set.
 * - IQ_ERROR_BUSY, IQ_ERROR_NO_MEMORY.
 * Since 0.7. */
iq_status iq_view_set_extents(iq_view *view, uint64_t version, size_t first,
                              size_t count, const void *extents,
                              size_t stride);

/** Makes guesses of the sizes of `count` items from index `first` on: after
 * another font. `count` IQ_END: up to the last item; if `first` is 0, also
 * those of elements, in O(1). O(count).
 * - IQ_ERROR_RANGE: there are fewer items.
 * - IQ_ERROR_STATE: the view is not laid out.
 * - IQ_ERROR_BUSY.
 * Since 0.7. */
iq_status iq_view_invalidate(iq_view *view, size_t first, size_t count);

/* ==========================================================================
 * SCENES
 *
 * iq_view_layout returns what to draw now: a scene. Beside it the last one is
 * kept, and each place knows its counterpart in the other scene, so that a host
 * can draw what changed only, or animate from where things were:
 *
 *     previous[]   a 0   b 1   c 2              places[]   a 0   c 1   d 2
 *     other          0  NONE     1              other        0     2  NONE
 *                        |                                             |
 *                  GONE or scrolled out                               NEW
 * ======================================================================== */

#define IQ_PLACE_NEW 1u       /**< was not in the last scene                 */
#define IQ_PLACE_BOUND 2u     /**< its cell was bound, or bound again for more
                                   than another model: draw it anew          */
#define IQ_PLACE_MOVED 4u     /**< is elsewhere in the content, or has another
                                   size                                      */
#define IQ_PLACE_MEASURE 8u   /**< its size is a guess: measure and set it   */
#define IQ_PLACE_STUCK 16u    /**< sticky, and not where it belongs; with
                                   OUTSIDE, pushed out by what follows       */
#define IQ_PLACE_OUTSIDE 32u  /**< not in the window: overscan, or its cell is
                                   the host's (iq_view_take_cell)            */
#define IQ_PLACE_FIRST 64u    /**< the first item of its section             */
#define IQ_PLACE_LAST 128u    /**< the last one                              */
#define IQ_PLACE_GONE 256u    /**< of a place in the last scene: its item or
                                   element is in the list no longer          */

/** Where something is drawn: an item, if `element.item` is not {0}; else an
 * element, of `element.section` or of the list itself. */
typedef struct iq_place {
    iq_element element;
    iq_position position;
    uint32_t index;         /**< of an item, over all sections               */
    uint32_t level;
    uint32_t flags;         /**< IQ_PLACE_*                                  */
    uint32_t states;        /**< IQ_STATE_*                                  */
    uint32_t cell;          /**< its number; IQ_NONE: a function of its class
                                 has failed, or the class is new             */
    uint32_t other;         /**< its place in the other scene, or IQ_NONE    */
    iq_rect frame;          /**< in the window, whose leading top corner is
                                 (0, 0); without the rule's insets and indent */
    double natural;         /**< along, in the window: where it would start if
                                 not stuck, with the rule's insets           */
    void *object;           /**< of `create_cell`                            */
    void *model;            /**< that the cell holds                         */
    iq_class cell_class;
    uint32_t reserved;
} iq_place;

#define IQ_SCENE_CHANGED 1u   /**< something but the offset is different.
                                   Without it `previous` is `places`, with
                                   the frames of now, and no place is NEW,
                                   BOUND or MOVED                            */
#define IQ_SCENE_MEASURE 2u   /**< a place asks to be measured: until each has
                                   a size, headers and loaders too           */
#define IQ_SCENE_AT_START 4u  /**< the offset is the minimum, or less        */
#define IQ_SCENE_AT_END 8u    /**< it is the maximum, but for `end_threshold`,
                                   or more                                   */
#define IQ_SCENE_SCROLLED 16u /**< the offset is different                   */

/** What to draw now. */
typedef struct iq_scene {
    size_t struct_size;
    uint64_t version;       /**< of the list, for positions                  */
    const iq_place *places; /**< in the order of drawing: in the list's order;
                                 then what is stuck, the list's own last; then
                                 elements elsewhere whose cells the host has
                                 taken. Lives until the second next
                                 iq_view_layout                              */
    size_t count;
    const iq_place *previous; /**< those of the last scene                   */
    size_t previous_count;
    uint32_t flags;         /**< IQ_SCENE_*                                  */
    uint32_t reserved;
    iq_size content;
    double offset;          /**< as corrected                                */
    double correction;      /**< by how much, since the last scene           */
    double minimum;         /**< the offsets that show content only          */
    double maximum;
    size_t first;           /**< index of the first item in the window       */
    size_t visible;         /**< items from that up to the last one in it    */
    size_t items;           /**< in the list: for scroll bars and readers of
                                 screens                                     */
} iq_scene;

/** Lays out the list as it is now and returns the scene. A window of 0 x 0, as
 * it is at first, has no places: see iq_view_set_size. Binds the cells of
 * what has come into it and pushes the display events that are asked for; a
 * class that is new in the view, where CLASS_FIRST_USED is asked for, has
 * cells from the next call on. If nothing has changed, O(1); else O(v + log
 * n), and what changed in the list since. `scene` is optional.
 * - IQ_ERROR_CALLBACK: `measure`, or a function of a custom layout or of a cell
 *   class, failed. The scene is written as always; the next call asks again.
 * - IQ_ERROR_HANDLE: also where one of these has destroyed the view; then no
 *   scene is written.
 * - IQ_ERROR_STATE: the view was not created with IQ_VIEW_LAID_OUT.
 * - IQ_ERROR_BUSY, IQ_ERROR_NO_MEMORY.
 * Since 0.7. */
iq_status iq_view_layout(iq_view *view, iq_scene *scene);

/* ==========================================================================
 * SCROLLING
 * ======================================================================== */

/** `offset` is added to the present one. What was visible moves by as much,
 * also over things that are measured on the way. */
#define IQ_SCROLL_BY 1u
/** To minimum and maximum, once with the next layout, when all that was asked
 * for since the last one is added up; without it the offset may be beyond
 * them. */
#define IQ_SCROLL_CLAMP 2u
/** A finger holds the content, until a call without it: the view does not go
 * to the end by itself. */
#define IQ_SCROLL_HELD 4u
/** A scroll bar is held, until a call without it, or iq_view_scroll_to: the
 * size of the content and the range of offsets in scenes stand still, although
 * sizes are measured and the list changes. `offset` is one of the bar's, within
 * its range, and the scene's is what was asked for; the content moves by as
 * much of what is left to its end as the bar does. So nothing jumps, and the
 * bar's ends are the real ends, where the content stays while the bar is there.
 */
#define IQ_SCROLL_BAR 8u

/** Sets the offset in the content as it is at the next layout; with
 * IQ_SCROLL_BY, adds to what the anchor has made of it. Where `grain` is 1, a
 * part of a unit adds up with those that come later. Ends iq_view_scroll_to,
 * unless it moves nothing (0 with IQ_SCROLL_BY). From any
 * thread and callback but the allocator's and the log's; never IQ_ERROR_BUSY.
 * O(1).
 * - IQ_ERROR_RANGE: `offset` is no finite number.
 * - IQ_ERROR_STATE: the view is not laid out.
 * Since 0.7. */
iq_status iq_view_scroll(iq_view *view, double offset, uint32_t flags);

/** Where in the window the target is to be. What sticks there covers the
 * window: the list's own, and for items the headers and footers of their
 * section. */
typedef uint32_t iq_align;
#define IQ_ALIGN_NEAREST 0u   /**< if it is not visible, at the nearer edge  */
#define IQ_ALIGN_START 1u     /**< behind what is stuck there; of all content,
                                   every align but END is this               */
#define IQ_ALIGN_CENTER 2u
#define IQ_ALIGN_END 3u

/** What to show. */
typedef struct iq_scroll_target {
    size_t struct_size;
    iq_element element;     /**< an item, an element, a section (its struct_size
                                 is not read); zeroes, as what was not found
                                 leaves them: all of the content, whose start
                                 or end is meant                             */
    iq_align align;
    uint32_t reserved;      /**< must be 0                                   */
    double margin;          /**< left free between it and the edge; not for
                                 CENTER                                      */
} iq_scroll_target;

/** Scrolls there with the next layout, and keeps the target there, instead of
 * the anchor, whatever changes around it, until the next iq_view_scroll. So a
 * chat goes to its newest message by zeroes and IQ_ALIGN_END, to which later
 * ones belong as well: an item would be held even if others follow it. O(log
 * n).
 * - IQ_ERROR_HANDLE, IQ_ERROR_NOT_FOUND: it is not there.
 * - IQ_ERROR_RANGE: the margin is negative, too large or no number.
 * - IQ_ERROR_STATE: the view is not laid out.
 * - IQ_ERROR_BUSY.
 * Since 0.7. */
iq_status iq_view_scroll_to(iq_view *view, const iq_scroll_target *target);

/** Computes the offset that iq_view_scroll_to would lead to now, and changes
 * nothing. A host that animates asks in every frame, as sizes change. O(log n).
 * - IQ_ERROR_HANDLE, IQ_ERROR_NOT_FOUND: it is not there.
 * - IQ_ERROR_STATE: the view is not laid out.
 * - IQ_ERROR_BUSY, IQ_ERROR_NO_MEMORY.
 * Since 0.7. */
iq_status iq_view_get_offset(const iq_view *view,
                             const iq_scroll_target *target, double *offset);

/** What stays where it is when the list or sizes change: one of IQ_ANCHOR_*. */
typedef uint32_t iq_anchor;
/** What is visible; but at the start, the start, unless a page may come in
 * there (see PAGING) or the host scrolls away from it: then what is visible. */
#define IQ_ANCHOR_VISIBLE 0u
/** What is visible, also at the start: history comes in above. */
#define IQ_ANCHOR_HOLD 1u
/** At the end, the end, unless the host scrolls away from it; else what is
 * visible: chats, logs. */
#define IQ_ANCHOR_END 2u
/** The offset. */
#define IQ_ANCHOR_NONE 3u

/** Sets the anchor. What is visible is held by its first item of those that are
 * still there, in order and close together; if these are fewer than half, the
 * offset stays. Where nothing is visible (a gap, a window of no length), the
 * last item that begins before the window holds it, else the first one of the
 * overscan. `item`, unless {0}, is held instead while it is visible: a row
 * that the user opens. At the start VISIBLE holds the start all the same, and
 * at the end END the end: HOLD holds the item everywhere, NONE nowhere.
 * - IQ_ERROR_HANDLE: there is no such item.
 * - IQ_ERROR_STATE: the view is not laid out.
 * - IQ_ERROR_BUSY.
 * Since 0.7. */
iq_status iq_view_set_anchor(iq_view *view, iq_anchor anchor, iq_item item);

/** A scroll position by key, which outlives the process. */
typedef struct iq_scroll_position {
    size_t struct_size;
    iq_key section;
    iq_key item;
    double within;          /**< from the item's start to the window's       */
    uint32_t flags;         /**< IQ_SCENE_AT_START, IQ_SCENE_AT_END          */
    uint32_t reserved;
} iq_scroll_position;

/** Reads the scroll position of the last scene. O(log n).
 * - IQ_ERROR_NOT_FOUND: there is no scene yet, or it shows no item.
 * - IQ_ERROR_STATE: the view is not laid out.
 * - IQ_ERROR_BUSY.
 * Since 0.7. */
iq_status iq_view_get_scroll_position(const iq_view *view,
                                      iq_scroll_position *position);

/** Scrolls there with the first layout that has the item, unless iq_view_scroll
 * or iq_view_scroll_to is called before.
 * - IQ_ERROR_RANGE: `within` is no finite number.
 * - IQ_ERROR_STATE: the view is not laid out.
 * - IQ_ERROR_BUSY.
 * Since 0.7. */
iq_status iq_view_set_scroll_position(iq_view *view,
                                      const iq_scroll_position *position);

/* ==========================================================================
 * GEOMETRY
 *
 * iq_view_find_at is about the last scene, as the user sees it; the others are
 * about the list as it is now, scrolled into view or not.
 * ======================================================================== */

/** Find the nearest place if there is none at the point: that of the nearest
 * row, and in it the nearest one. */
#define IQ_AT_NEAREST 1u

/** What is at a point. */
typedef struct iq_hit {
    size_t struct_size;
    size_t place;           /**< its index in the last scene                 */
    iq_element element;
    iq_position insertion;  /**< before which item, as the list is now, items
                                 go that are dropped here: for
                                 iq_edit_move_items_to; an empty section whose
                                 length is 0 is at no point                  */
    iq_rect mark;           /**< the gap there, in the window; without spacing
                                 its width or height is 0. In lanes and custom
                                 layouts the edge of the item that was hit   */
} iq_hit;

/** Finds what is at a point of the window, what is stuck first. O(v).
 * - IQ_ERROR_NOT_FOUND: nothing is; with IQ_AT_NEAREST, there is nothing at
 *   all.
 * - IQ_ERROR_RANGE: a coordinate is no finite number.
 * - IQ_ERROR_STATE: the view is not laid out.
 * - IQ_ERROR_BUSY.
 * Since 0.7. */
iq_status iq_view_find_at(const iq_view *view, double x, double y,
                          uint32_t flags, iq_hit *hit);

/** Computes where an item, element or section is in the content, not stuck, and
 * not moved by IQ_VIEW_GRAVITY_END; NULL or zeroes: all of the content. As in a
 * scene, it is without the rule's insets and indent, and with IQ_VIEW_RTL x is
 * mirrored in the width of the window. O(log n).
 * - IQ_ERROR_HANDLE, IQ_ERROR_NOT_FOUND: it is not there.
 * - IQ_ERROR_STATE: the view is not laid out.
 * - IQ_ERROR_BUSY, IQ_ERROR_NO_MEMORY.
 * Since 0.7. */
iq_status iq_view_get_frame(const iq_view *view, const iq_element *element,
                            iq_rect *frame);

/** Finds the items that a stretch of the content shows, from the first to the
 * last one in the list's order, also those that it shows in part: for a map
 * beside the list, or what is on a page. (A printer's page is best a view of
 * its own, as large as the page.) `end` does not belong to it. In lanes and
 * custom layouts not all of them need be in it. Without any, `count` is 0 and
 * `first` the index of the next one that follows. Nothing is measured. O(log
 * n); in lanes and custom layouts O(items found).
 * - IQ_ERROR_RANGE: `end` is less than `start`, or one is no finite number.
 * - IQ_ERROR_STATE: the view is not laid out.
 * - IQ_ERROR_BUSY, IQ_ERROR_NO_MEMORY.
 * Since 0.9. */
iq_status iq_view_find_range(const iq_view *view, double start, double end,
                             size_t *first, size_t *count);

/** A direction in the window, RTL or not. */
typedef uint32_t iq_direction;
#define IQ_DIRECTION_UP 0u
#define IQ_DIRECTION_DOWN 1u
#define IQ_DIRECTION_LEFT 2u
#define IQ_DIRECTION_RIGHT 3u
#define IQ_DIRECTION_PAGE_UP 4u
#define IQ_DIRECTION_PAGE_DOWN 5u

/** Finds the item to which a key leads, over rows and sections. Along the axis,
 * the one in the next row whose middle is nearest; across, the next one of the
 * row. In lanes, along the axis the next one of the lane, and at its end one of
 * the next section; across, the one of the next lane whose middle is nearest.
 * In custom layouts, along the axis the next one that shares a part of the room
 * with it, within a window, else the nearest; across, of those beside it the
 * nearest, where what it is off along the axis counts twice. A page is the
 * window without what is stuck in it: the last item that fits into it together
 * with this one, in lanes of the same lane, in custom layouts the one nearest
 * to where the page ends. O(log n).
 * - IQ_ERROR_HANDLE: there is no such item.
 * - IQ_ERROR_NOT_FOUND: there is none on that side.
 * - IQ_ERROR_STATE: the view is not laid out.
 * - IQ_ERROR_BUSY, IQ_ERROR_NO_MEMORY.
 * Since 0.7. */
iq_status iq_view_find_neighbour(const iq_view *view, iq_item item,
                                 iq_direction direction, iq_item *neighbour);

/* ==========================================================================
 * PAGING
 *
 * At either end of a list or of a section there may be more items than the host
 * has loaded. While a page is MORE and its edge comes near, a PAGE event asks
 * for it, once; then it is LOADING until the host says how that went.
 *
 *     OFF    MORE --- the edge is reached; the next poll: PAGE ---> LOADING
 *             ^                                                       |
 *             +---------------- MORE, FAILED or ENDED <---------------+
 *
 * Answer     iq_list_set_page with MORE: there are more, and the next reach of
 *            the edge asks again. FAILED stays until the host sets MORE. ENDED:
 *            that was all. The items come by any update, before or after it.
 * Token      A PAGE event has one as its number, and the answer names it, so
 *            that a late answer to a request that is void is refused.
 * Void       IQ_UPDATE_RELOAD and IQ_SUBMIT_RELOAD end all requests: of the
 *            list, LOADING becomes MORE again; of a section, OFF. A section
 *            that is deleted takes its pages with it.
 * Where      An empty list, or section, is asked for at its end only: a chat
 *            loads its first page by itself, and is asked for its start once
 *            there are items.
 * Loader     The element IQ_KIND_PAGE_START or IQ_KIND_PAGE_END of the section,
 *            or of the list (iq_list_set_supplementary), is visible in views
 *            with the first or last item while the page is neither OFF nor
 *            ENDED.
 * Views      reach the edges that they show, or that are at most `distance`
 *            items away from what is visible, at each poll: a page that is MORE
 *            again after a short one is asked for at once. While the start of
 *            the list, of its first section or of that of the first item is
 *            MORE, LOADING or FAILED, or was at the last poll, a visible range
 *            that begins at 0 moves with its items: what is inserted before
 *            them is out of view, and asks for no further page.
 * ======================================================================== */

/** An end of a list or of a section: one of IQ_EDGE_*. */
typedef uint32_t iq_edge;
#define IQ_EDGE_START 0u /**< before the first item                          */
#define IQ_EDGE_END 1u   /**< behind the last item                           */

#define IQ_PAGE_OFF 0u     /**< there is no paging here, as at first         */
#define IQ_PAGE_MORE 1u    /**< there are more items                         */
#define IQ_PAGE_LOADING 2u /**< they were asked for                          */
#define IQ_PAGE_FAILED 3u  /**< they could not be loaded                     */
#define IQ_PAGE_ENDED 4u   /**< there are none                               */

/** The loader is shown only while a page is LOADING. */
#define IQ_PAGE_SHOW_LOADING 1u

/** The page behind an edge. */
typedef struct iq_page {
    size_t struct_size;
    uint32_t state;    /**< IQ_PAGE_*                                        */
    uint32_t distance; /**< how near to a visible item, in items, is near    */
    uint32_t flags;    /**< IQ_PAGE_SHOW_LOADING                             */
    uint32_t reserved; /**< must be 0                                        */
    uint64_t token;    /**< the request that is answered, 0: whatever is
                            LOADING; read: the one under way, else 0         */
} iq_page;

/** Sets the page behind an edge of the list, with section {0}, or of a section.
 * LOADING says that the host loads it unasked; it has a token then. O(1).
 * - IQ_ERROR_STATE: `token` is that of a request that has ended.
 * - IQ_ERROR_HANDLE: there is no such section.
 * - IQ_ERROR_NO_MEMORY.
 * Since 0.3. */
iq_status iq_list_set_page(iq_list *list, iq_section section, iq_edge edge,
                           const iq_page *page);

/** Reads the page behind an edge. O(1).
 * - IQ_ERROR_HANDLE: there is no such section.
 * Since 0.5. */
iq_status iq_list_get_page(const iq_list *list, iq_section section,
                           iq_edge edge, iq_page *page);

/** The host has noticed by itself that an edge is near. If its page is MORE and
 * PAGE events are asked for, the next poll makes one; else nothing happens, and
 * nothing is remembered: call it again after the answer if the edge is still
 * near. It is about this edge only: the end of the list is not that of the last
 * section. O(1).
 * - IQ_ERROR_HANDLE: there is no such section.
 * Since 0.3. */
iq_status iq_list_reach_edge(iq_list *list, iq_section section, iq_edge edge);

/* ==========================================================================
 * REORDER
 *
 * A user drags items: an edit that begins only if all of them are movable, and
 * that REORDER events report. Move them with iq_edit_move_item_beside and the
 * like as the finger moves, drop them by iq_edit_commit, cancel by
 * iq_edit_destroy. Meanwhile reads show the list as it would become.
 *
 *     iq_list_begin_reorder --- move ... --- iq_edit_commit     DROPPED, UPDATE
 *            BEGAN                |
 *                                 +--------- iq_edit_destroy    CANCELLED
 *
 * The UPDATE event of the drop has IQ_COMMIT_REORDERED. Whether a target
 * accepts the items is for the host to decide.
 * ======================================================================== */

#define IQ_REORDER_BEGAN 1u     /**< flags of the event: it has begun         */
#define IQ_REORDER_DROPPED 2u   /**< it was committed                         */
#define IQ_REORDER_CANCELLED 4u /**< it was destroyed, and nothing changed    */

/** Opens an edit as iq_edit_begin does, without waiting, for a user who drags
 * these items. Each must have IQ_TRAIT_MOVABLE: its class is asked, once, and
 * an item without a class has none (iq_edit_begin moves it). The
 * events name the first of them. If REORDER is not asked for now, none of this
 * drag is made later.
 * - IQ_ERROR_REFUSED: an item is not movable; error.key is its key.
 * - IQ_ERROR_ARGUMENT: `count` is 0.
 * - IQ_ERROR_HANDLE, IQ_ERROR_BUSY, IQ_ERROR_NO_MEMORY.
 * Since 0.3. */
iq_status iq_list_begin_reorder(iq_list *list, const iq_item *items,
                                size_t count, iq_edit **edit);

/* ==========================================================================
 * UNDO
 *
 * On request a list keeps its last commits as steps that can be undone and
 * redone. Going back or forth is an update like any other: handles and
 * snapshots stay valid, and it has a changeset.
 *
 *     steps    1 2 3 | 4 5          undo goes back over 3, redo does 4 again;
 *                                   any other change drops 4 and 5
 *
 * Step       Every commit that changes something or marks something for reload
 *            or reconfigure is one: an update, an applied changeset, an edit.
 *            An update that changes nothing, and an edit that is destroyed,
 *            leave the steps as they are. If a commit reloads everything,
 *            undoing and redoing it does too.
 * No step    A commit with IQ_UPDATE_NO_STEP adds no step: for changes that are
 *            not the user's, which no undo takes back. If it only inserts
 *            items, reloads nothing, and no new item is the parent of one that
 *            was there (see COLUMNS), the steps stay, and undo and redo pass
 *            over what is new: see below. If it does anything else, all steps
 *            go, in both directions. If it changes nothing, nothing goes.
 * Bytes      The steps together take at most so many bytes, in which models do
 *            not count: the oldest go first. A step that is larger by itself
 *            empties both directions, as nothing before it can be reached.
 * Models     A step retains the models that its commit removed or replaced, and
 *            those that it put in their place, until the step goes. Undo and
 *            redo put them back, of supplementary elements too. A model that
 *            was replaced without an update (see `equal` in iq_class_options)
 *            is in no step: such an item keeps its newest model. A model
 *            without a class comes back as the pointer that it was. States of
 *            items do not come back.
 * Cost       With steps every update finds the fewest moves, as if it was asked
 *            for a changeset. A changeset has a payload only if it is asked
 *            for.
 *
 * What came by a commit that is no step, as children that are loaded when
 * their parent is expanded, stays when the user undoes a step from before:
 *
 *     A0 B0        B0 is moved       (a step)      B0 A0
 *     B0 A0        x1 comes below A  (no step)     B0 A0 x1
 *     undo                                         A0 x1 B0
 *
 * Place      Such an item stays below its parent, as deep below it as it was,
 *            behind the sibling before it that is one in the other state too;
 *            without one right behind the parent, or first in its section. It
 *            never comes to stand below another item, nor another item below
 *            it.
 * Goes       If its parent or its section goes, it goes too, and comes back
 *            with it, with its model. If it would be deeper than 65,535, it
 *            goes likewise.
 * Same key   If a step brings back an item whose key has come meanwhile, the
 *            item becomes the step's: in its place, with its content, class,
 *            level and model. It keeps its handle.
 * Bytes      What a step passes over counts as the step's.
 * ======================================================================== */

/** Sets how many bytes of steps the list keeps from now on; 0, as at first:
 * none. With fewer than before the oldest steps go.
 * - IQ_ERROR_BUSY: an edit is open.
 * - IQ_ERROR_NO_MEMORY.
 * Since 0.3. */
iq_status iq_list_set_undo(iq_list *list, size_t bytes);

/** Writes how many bytes of steps the list keeps at most, and how many the
 * steps take that it has. Both outputs are optional. How many steps there are
 * is in iq_list_info. O(1). Since 0.5. */
iq_status iq_list_get_undo(const iq_list *list, size_t *bytes, size_t *used);

/** Undoes the last step that is not undone. `options` are those of this update,
 * without IQ_UPDATE_NO_STEP. Its event has IQ_COMMIT_UNDONE. `changeset` is
 * optional and receives its changeset as iq_list_apply would return it. After a
 * failure the step can still be undone. O(k log k + s + n / 256), and O(n) if
 * it passes over items.
 * - IQ_ERROR_NOT_FOUND: there is no such step.
 * - IQ_ERROR_BUSY: an edit is open.
 * - IQ_ERROR_LIMIT: with what it passes over there would be more items than
 *   allowed.
 * - IQ_ERROR_NO_MEMORY.
 * Since 0.3. */
iq_status iq_list_undo(iq_list *list, const iq_update_options *options,
                       iq_changeset **changeset);

/** Redoes the step that was undone last, likewise, with IQ_COMMIT_REDONE.
 * Since 0.3. */
iq_status iq_list_redo(iq_list *list, const iq_update_options *options,
                       iq_changeset **changeset);

/* ==========================================================================
 * DERIVED LISTS
 *
 * A derived list follows another list, its source, and shows a part of it: an
 * outline shows what is not below something collapsed, a filter what passes.
 *
 *     source      A0 B1 C2 D1 E0         key and level
 *     outline     A0 B1    D1 E0         A is expanded, B is not
 *     filter         B1       E0         what passes: B C E
 *
 * It is a list in every way (events, states, views, changesets, positions,
 * handles of its own), but that only its source and this section change it, as
 * long as it lives: set, apply, submit, edits, reorder, undo and
 * iq_changeset_apply_to_list are IQ_ERROR_STATE.
 *
 * Levels     of items say what is below what: see iq_columns. The source has
 *            all items, also those that no derived list shows.
 * Update     A commit of the source makes work for the next poll of the derived
 *            list: its descriptor wakes. All commits since its last poll, and
 *            what was expanded and collapsed, are followed in that poll by one
 *            update, matched by key: what went and came again in between is the
 *            same item. The update has number 0, and IQ_COMMIT_PLAIN and the
 *            animation of the last of these commits; if nothing that is shown
 *            has changed there is no IQ_EVENT_UPDATE. Polling does not poll the
 *            source: each list has its own queue and descriptor.
 * Edits      While an edit of the source is open the derived list stays as it
 *            is; the end of the edit wakes it. On hold (iq_list_hold) it folds
 *            and filters what it shows, whatever becomes of the source.
 * Expanded   is IQ_STATE_EXPANDED of the derived list's items, and with
 *            IQ_DERIVE_SECTIONS of its sections: iq_list_set_states and the
 *            others set it, by the program or by the user.
 * Children   An item with IQ_TRAIT_HAS_CHILDREN, or whose class says so, may be
 *            expanded while the source has nothing below it: one
 *            IQ_EVENT_CHILDREN asks the host to insert items there, into the
 *            source: iq_edit_insert_children, with IQ_UPDATE_NO_STEP if the
 *            source keeps steps (see UNDO). It asks again once items have come
 *            and have gone. Any item can be given the state: draw its sign by
 *            what has children. An item whose first child comes, or whose last
 *            one goes, is reconfigured by IQ_CHANGE_BY_CHILDREN.
 * Hidden     items keep handle, model and states in the source. The derived
 *            list remembers its own states of what it hides as long as the
 *            source has the item, or the section: hiding is an IQ_EVENT_STATES
 *            with IQ_SWITCHED_GONE, showing again one with IQ_SWITCHED_ON,
 *            after the UPDATE; the item has a new handle then. It is not
 *            counted, and holds neither the single selection nor the focus:
 *            what another item takes meanwhile, and what IQ_SET_ONLY takes from
 *            all others, is forgotten, without an event; a stricter selection
 *            mode takes it from all of them.
 * Chains     If the source is derived, the list remembers its states also
 *            of what the lists above it hide, as long as the first source of
 *            the chain has the same item or section: one that has gone from it
 *            and come again meanwhile has lost them. In an accordion what comes
 *            back gives way to what is expanded by then. If a list in the
 *            middle is destroyed, what the next one holds of it is the first
 *            source from then on.
 * By key     the states of hidden items are read and set as well.
 *            iq_list_find_keys_in_state has the items of the source, in its
 *            order, of which `first` is an index, and behind them those that
 *            only the first source has, all of them and in that order.
 *            `missing` of iq_list_set_key_states counts what the first source
 *            does not have.
 * Sections   and their supplementary elements are those of the source, in its
 *            order. The list's own elements, paging and states are the derived
 *            list's own; its loading ends with the update that follows what
 *            ends the loading of a list: see iq_list_set_loading.
 * Keys       are found by the source's index: a derived list has none. While
 *            the source is ahead of it, the first search by key makes an index
 *            of what it has followed, O(n): IQ_ERROR_NO_MEMORY if that fails.
 * Destroyed  at any time, the source leaves the version of it that the derived
 *            list holds. The list goes on with that and gets no other: commits
 *            that it had not followed are lost. It shows, folds and filters it:
 *            `passes` is asked, filters that wait take effect. Bits that wait
 *            and were made for another version end with IQ_ERROR_CANCELLED, new
 *            bits are IQ_ERROR_STATE. There are no more IQ_EVENT_CHILDREN. Keys
 *            are found by an index of all items that it holds, hidden ones too.
 *            The first search by key makes it, O(n): IQ_ERROR_NO_MEMORY if that
 *            fails. Lists that are derived from this one follow it as before,
 *            and if it is destroyed itself, go on with what they hold of it.
 * Memory     The derived list has its items, and of the source 1 byte an item;
 *            that index takes 11 more, and an item with states that a list
 *            above hides about 90. It holds the source's version of its
 *            last poll: leaves of 256 items that the source has changed since
 *            then exist twice. Once the source is destroyed, the models of that
 *            version live until the derived list is.
 * ======================================================================== */

/* What a derived list shows of its source. */
#define IQ_DERIVE_OUTLINE 0u /**< what is not below something collapsed      */
#define IQ_DERIVE_FILTER 1u  /**< what passes                                */
/** All items, each section in an order of the list's own: see ORDER. Siblings
 * of a tree are sorted, each with what is below it. The levels of a sorted list
 * are depths, whatever numbers the source uses: a root has 0, its child 1. */
#define IQ_DERIVE_SORTED 2u
/** All items in sections of the list's own, groups, each in its order: see
 * ORDER. Empty until the first order, and states are given to what it shows,
 * so not before. Without levels: all items are roots. */
#define IQ_DERIVE_GROUPED 3u

/* Flags of derived lists. KEEP_PARENTS is a filter's; EXCLUSIVE, EXPANDED and
 * SECTIONS are an outline's; COUNTS is a grouped list's; DROP_EMPTY_SECTIONS is
 * for all but grouped ones, which have no empty groups. */

/** What is above an item that passes is shown too. */
#define IQ_DERIVE_KEEP_PARENTS 1u
/** Of siblings one at most is expanded, and of sections too: expanding one
 * collapses the others in the same update, a poll after their STATES. Siblings
 * have the same parent. */
#define IQ_DERIVE_EXCLUSIVE 2u
/** What is new and has items below it is expanded, and so are new sections: an
 * IQ_EVENT_STATES with IQ_SWITCHED_ON follows the UPDATE. Not with
 * EXCLUSIVE. */
#define IQ_DERIVE_EXPANDED 4u
/** Sections fold as well: one that is not expanded shows no items. */
#define IQ_DERIVE_SECTIONS 8u
/** As IQ_SNAPSHOT_DROP_EMPTY_SECTIONS: sections without a visible item are not
 * shown. Collapsed ones are, if they have items. */
#define IQ_DERIVE_DROP_EMPTY_SECTIONS 16u

/** A group is described again whenever the number of its items has changed. */
#define IQ_DERIVE_COUNTS 32u

/** The most derivations from a first source to a list. */
#define IQ_MAX_DERIVED_DEPTH 8

/** How a list is derived. */
typedef struct iq_derive_options {
    size_t struct_size;
    uint32_t kind;  /**< IQ_DERIVE_OUTLINE ... IQ_DERIVE_GROUPED            */
    uint32_t flags; /**< those of the kind                                  */
} iq_derive_options;

/** Makes a list that follows `source`, filled from it: an outline with nothing
 * expanded, unless IQ_DERIVE_EXPANDED, a filter that everything passes, a list
 * that is sorted as the source is, or groups, of which there are none until the
 * first order. NULL options: an outline. Scoped keys, limits and thresholds are
 * the source's, its IQ_LIST_* flags are not. The source may be derived itself.
 * The caller destroys the list, before the source or after it. O(n).
 * - IQ_ERROR_ARGUMENT: an unknown kind, a flag that the kind does not have, or
 *   EXCLUSIVE with EXPANDED.
 * - IQ_ERROR_BUSY: an edit of the source is open.
 * - IQ_ERROR_SCOPE: of a grouped list: keys are scoped by section.
 * - IQ_ERROR_LIMIT: the source is IQ_MAX_DERIVED_DEPTH derivations deep; those
 *   above a list that is destroyed do not count.
 * - IQ_ERROR_HANDLE: also if the source is destroyed meanwhile.
 * Since 0.3. */
iq_status iq_list_derive(iq_list *source, const iq_derive_options *options,
                         iq_list **list);

/* How a filter compares with the one given before it. */
#define IQ_FILTER_DIFFERENT 0u
#define IQ_FILTER_STRICTER 1u /**< only what passes is asked                 */
#define IQ_FILTER_LOOSER 2u   /**< only what does not pass is asked          */

/** What passes: one of `bits`, `passes`, `passes_batch`; none: everything. */
typedef struct iq_filter {
    size_t struct_size;
    uint32_t change;      /**< IQ_FILTER_*; not read with `bits`             */
    uint32_t reserved;    /**< 0                                             */
    /** ceil(n / 64) words, n the items of the source: item i passes if bit
     * i % 64 of word i / 64 is set. Read during the call; later changes of the
     * source do not shift it: an item keeps its answer through moves and
     * updates, and a new one does not pass until the next filter. */
    const uint64_t *bits;
    uint64_t version;     /**< with `bits`: iq_list_info.version of the source
                               when they were made                           */
    /** Whether an item of the source passes: not 0. Called in polls of the
     * derived list with no lock held, at most 8,192 times a poll: about all
     * items for a new filter, and then about those that are new, have changed,
     * or were marked for reload or reconfigure, or all if everything is
     * reloaded. Until an item is asked again its last answer holds, and one
     * that is new does not pass. The version of the source that is asked about
     * is held until all of it is answered, and newer ones wait: so it ends
     * however fast the source changes. */
    int (*passes)(void *context, iq_key key, const void *model);
    void *context;
    /** Called exactly once, when `passes` or `passes_batch` will not be called
     * again: replaced, superseded, cancelled, list gone. By polls and by the
     * list's destroy only, and not if iq_list_set_filter failed. Optional. */
    void (*destroy)(void *context);
    /** As `passes`, with up to 1,024 items in one call: for hosts whose calls
     * are expensive. `keys` and `models` have `count` entries, `answers`
     * ceil(count / 64) words that are 0: item i passes if bit i % 64 of word
     * i / 64 is set afterwards; bits behind the last item are not read. The
     * arrays are valid during the call. Since 0.6. */
    void (*passes_batch)(void *context, size_t count, const iq_key *keys,
                         const void *const *models, uint64_t *answers);
} iq_filter;

/** Gives a derived list of the kind FILTER another filter; NULL: everything
 * passes. It is a submission (see UPDATES FROM THREADS): it has a ticket, takes
 * effect in a poll as one update of deletes and inserts, can be cancelled,
 * calls `done` once, and is superseded by the next one until then, also while
 * `passes` is asked; the options' flags and delay hold as they do there.
 * `change` refers to the filter given before this one, whether or not that one
 * took effect. From any thread. O(n / 64).
 * - IQ_ERROR_ARGUMENT: more than one of `bits`, `passes`, `passes_batch`.
 * - IQ_ERROR_STATE: not a filter; with `bits`, the source is destroyed, or
 *   `version` is not the source's now.
 * - IQ_ERROR_BUSY: with `bits`, an edit of the source is open.
 * Since 0.3. */
iq_status iq_list_set_filter(iq_list *list, const iq_filter *filter,
                             const iq_submit_options *options,
                             uint64_t *ticket);

/* Which of the three a filter is. */
#define IQ_PASSES_ALL 0u      /**< everything passes                         */
#define IQ_PASSES_BITS 1u     /**< what iq_filter.bits say                   */
#define IQ_PASSES_FUNCTION 2u /**< what a function of iq_filter says         */

/** Reads the filter in effect: `kind` is IQ_PASSES_*, and `ticket`
 * that of iq_list_set_filter, 0 before the first one, when everything passes.
 * `waiting` is the ticket of the filter that was given last, 0 if that is
 * in effect or has ended. All outputs are optional. O(1), and O(w) where w
 * filters wait.
 * - IQ_ERROR_STATE: not a filter.
 * Since 0.5. */
iq_status iq_list_get_filter(const iq_list *list, uint32_t *kind,
                             uint64_t *ticket, uint64_t *waiting);

/* ==========================================================================
 * ORDER
 *
 * A sorted list shows its source's items by rank. A rank is 16 bytes that the
 * host makes once for each item, new or changed, in batches; ranks are compared
 * as one unsigned number, so that sorting calls no host function. Sort keys
 * that may be longer are asked for 16 bytes at a time, of items that were equal
 * so far: IQ_ORDER_DEEP. Then `compare`, if there is one, decides between equal
 * ones. What is equal in the end stays in the source's order.
 *
 *     source     Ada 31%   Ben 2%   Cem 70%          by load, descending
 *     ranks      31        2        70
 *     sorted     Cem 70%   Ada 31%  Ben 2%
 *     Ben 90%    Ben is asked again: it moves, and nothing else is touched
 *
 * A grouped list is asked for the key of each item's group as well. A group is
 * a section of the list while it has items; an item that changes its group
 * moves. `describe` gives a group its place among the others, and a header.
 *
 *     source     apple  beet  cherry                 by kind, then by name
 *     groups     Fruit: apple cherry   Roots: beet
 *
 * Asked      of an item when it is new, when its content, class, level or model
 *            has changed, and when it was marked for reload or reconfigure: as
 *            filters are. In polls of the derived list, with no lock held, for
 *            at most `batch` items a poll. The source's version that is being
 *            asked about is held until all of it is answered; newer ones wait,
 *            so that it ends however fast the source changes.
 * Failure    A callback that returns not 0 (or INT_MIN, of `compare`) ends the
 *            poll with IQ_ERROR_CALLBACK, and so does a header that is none.
 *            Nothing has changed, answers are kept, and the next poll asks for
 *            the rest.
 * ======================================================================== */

/** Where an item stands: compared as the number high * 2^64 + low. */
typedef struct iq_rank {
    uint64_t high;
    uint64_t low;
} iq_rank;

/** Makes a rank of an unsigned integer. Cannot fail. Since 0.10. */
iq_rank iq_rank_from_unsigned(uint64_t value);

/** Makes a rank of a signed integer. Cannot fail. Since 0.10. */
iq_rank iq_rank_from_signed(int64_t value);

/** Makes a rank of a number: -0.0 equals 0.0, NaN comes last. Cannot fail.
 * Since 0.10. */
iq_rank iq_rank_from_double(double value);

/** Makes a rank of the 16 bytes from 16 * `depth` on, compared as memcmp does;
 * zeroes where there are none. For text: the bytes of a collation key. Cannot
 * fail. Since 0.10. */
iq_rank iq_rank_from_bytes(const void *bytes, size_t length, uint32_t depth);

/** An item that is asked about. */
typedef struct iq_ranked {
    iq_key key;
    iq_key section;      /**< the source's                                   */
    void *model;         /**< lives for the call                             */
    uint64_t content;
    iq_class cell_class;
    uint32_t level;
} iq_ranked;

/** A group that is described. */
typedef struct iq_group {
    size_t struct_size;
    iq_key key;
    size_t count;        /**< of its items                                   */
    iq_ranked first;     /**< the first of them                              */
    iq_rank rank;        /**< answer, at first 0: groups stand in the order of
                              their ranks; of equal ones first those that are
                              shown, in their order, then new ones as they
                              come in the source                             */
    iq_supplementary header; /**< answer, at first zeroes, which is none: of
                              IQ_KIND_HEADER, with index 0. Its model is
                              retained by its class before the poll returns  */
} iq_group;

/** Largest first: ranks and `compare` reversed. What is equal stays in the
 * source's order. Groups keep theirs. */
#define IQ_ORDER_DESCENDING 1u
/** An item that is shown stays where it is, in its group, and nobody is asked
 * about it again, until the order is set again: also a group is not described
 * because its first item has changed. New items are put in by rank, behind
 * equal ones; so are those that the source moves to another section or
 * parent. */
#define IQ_ORDER_FROZEN 2u
/** The answers to the order that is in effect hold, descriptions of groups too:
 * only what was never asked is asked. For another direction, or for freezing;
 * without it, an order that is set again asks about everything again. */
#define IQ_ORDER_KEEP_RANKS 4u
/** Sort keys may be longer than a rank: items whose ranks are equal are asked
 * about at depth 1, then 2 and so on. */
#define IQ_ORDER_DEEP 8u

/** The deepest 16 bytes that are asked for: of longer sort keys the first
 * 64 KiB count. */
#define IQ_MAX_ORDER_DEPTH 4096u

/** An order. */
typedef struct iq_order {
    size_t struct_size;
    uint32_t flags;      /**< IQ_ORDER_*                                     */
    uint32_t batch;      /**< items, comparisons or groups that a poll asks
                              about at most; 0: 8,192                        */
    void *context;
    /** Writes the rank of each item, and of a grouped list the key of its
     * group, with depth 0; `groups` is NULL else. With IQ_ORDER_DEEP at depth
     * d > 0 the items were equal so far, and the next 16 bytes of their sort
     * keys are asked for, those from 16 * d on; zeroes say that there are no
     * more. NULL: all are equal; a grouped list needs it. Returns 0. */
    int (*ask)(void *context, const iq_ranked *items, size_t count,
               uint32_t depth, iq_rank *ranks, iq_key *groups);
    /** Compares two items that are equal so far: below, at or above 0. Any
     * answers give some order; those of a total order give that one.
     * Optional. */
    int (*compare)(void *context, const iq_ranked *a, const iq_ranked *b);
    /** Writes rank and header of groups that are new, whose first item is
     * another one or has changed, or, with IQ_DERIVE_COUNTS, whose count has
     * changed. Optional: groups stand as they came, without headers.
     * Returns 0. */
    int (*describe)(void *context, iq_group *groups, size_t count);
    /** Called exactly once, when none of the above will be called again: as
     * iq_filter.destroy. Optional. */
    void (*destroy)(void *context);
} iq_order;

/** Gives a sorted or grouped list another order; NULL, of a sorted list: the
 * source's. As iq_list_set_filter it is a submission: it has a ticket, asks in
 * polls, takes place as one update with the fewest moves, calls `done` once,
 * can be cancelled, and is superseded by the next one. From any thread. O(1);
 * the update O(n log n).
 * - IQ_ERROR_STATE: the list is neither sorted nor grouped.
 * - IQ_ERROR_ARGUMENT: also for a grouped list without `ask`.
 * Since 0.10. */
iq_status iq_list_set_order(iq_list *list, const iq_order *order,
                            const iq_submit_options *options, uint64_t *ticket);

/** Reads the order in effect: `flags` are IQ_ORDER_*, and `ticket` that of
 * iq_list_set_order, 0 before the first one. `waiting` is the ticket of the
 * order that was given last, 0 if that is in effect or has ended. All outputs
 * are optional. O(1), and O(w) where w orders wait.
 * - IQ_ERROR_STATE: the list is neither sorted nor grouped.
 * Since 0.10. */
iq_status iq_list_get_order(const iq_list *list, uint32_t *flags,
                            uint64_t *ticket, uint64_t *waiting);

#ifdef __cplusplus
}
#endif

#endif /* IQLIST_H */

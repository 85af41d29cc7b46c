/*
 * iqlist.h - the contract and the manual of libiqlist.
 *
 * libiqlist is a headless list engine. A host says what its list should show:
 * sections and items, each known by a 16-byte key, each with a content hash.
 * The engine answers with the fewest safe changes that turn what is shown into
 * what should be shown, and keeps the list's state: order, positions, stable
 * handles, models. It draws nothing.
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
 * The shortest program: create a list, say what it shows, read the changes.
 *
 *     iq_list *list;
 *     iq_changeset *changes;
 *     iq_columns items = {.struct_size = sizeof items, .count = 3,
 *                         .keys = keys};
 *     iq_list_create(NULL, &list);
 *     iq_list_set_items(list, &items, NULL, &changes);
 *     ... iq_changeset_splices(changes, 0, &splices, &count) ...
 *     iq_changeset_destroy(changes);
 *     iq_list_destroy(list);
 *
 *
 * CONVENTIONS
 *
 * They hold for every function below and are not said again.
 *
 * Names      iq_<noun>_<verb>. The object comes first, then inputs, then
 *            outputs. Objects that the host owns have a create and a destroy;
 *            destroying NULL does nothing.
 * Results    A function that can fail returns an iq_status, IQ_OK being 0.
 *            Outputs are written on success only, unless the function says
 *            otherwise. The detail of a failure (which argument, key,
 *            position) is kept for the calling thread: see iq_last_error.
 *            After a failure nothing has changed and nothing is lost: the
 *            same call can be made again.
 * NULL       An output is required unless it is called optional. Options may
 *            always be NULL: all defaults, which are also what zeroes say.
 * Bad input  A stale, forged, freed, foreign or wrong-kind handle, a NULL, an
 *            out-of-range number: each is a status, never undefined
 *            behaviour. What the library cannot see is the host's part:
 *            memory that a pointer promises must be there for the call.
 * Memory     The host's arrays are read during the call only and are never
 *            kept; they need no alignment. Pointers handed out belong to the
 *            object that they were asked of and live as long as it does.
 * Structs    that may grow begin with struct_size, which the host sets to
 *            sizeof the struct. In an array of such structs the first one's
 *            struct_size is also the distance to the next. Fields beyond
 *            struct_size count as zero, or are not written. At most 4,096
 *            bytes: more, and less than the struct had in its first version,
 *            is IQ_ERROR_STRUCT_SIZE, so that one left unset is noticed.
 * Threads    Any function may be called from any thread. A list has a lock of
 *            its own: updates of one list follow one another, reads go on
 *            beside a diff and wait only for its commit; two lists never wait
 *            for one another. Reads of one snapshot may overlap; a call that
 *            would change a snapshot which another thread reads or changes
 *            answers IQ_ERROR_BUSY and does not wait. Changesets are immutable
 *            and free to share. Destroying an object while another
 *            thread is inside it is safe: the memory goes when the last call
 *            leaves.
 * Callbacks  are called on the thread that made the call, never while a list
 *            or snapshot is half changed. From inside one, any list or snapshot
 *            may be read, the one at work too. `retain`, `equal` and `changed`
 *            are called while the change is under way: a change of the same
 *            list or snapshot is answered IQ_ERROR_BUSY (the elements that
 *            iq_list_set and iq_snapshot_set bring are retained before it
 *            begins). `release` is called when all is done, and may change it.
 *            Other lists and snapshots may be changed, but a callback never
 *            waits for another thread: where that thread is changing the list,
 *            the answer is IQ_ERROR_BUSY at once. Allocator and log callbacks
 *            may call nothing of this library.
 *            A callback returns. A C++ exception that leaves one ends the
 *            process (std::terminate), whether or not the host would catch it,
 *            and so does a Rust panic. After a longjmp out of one the list or
 *            snapshot may answer IQ_ERROR_BUSY for good, what the call has
 *            taken is lost, and the thread counts as inside a callback.
 * Positions  count from 0 and are uint32_t in records, size_t in calls.
 *            IQ_NONE in a record means "no position".
 * Cost       n is the number of items, s of sections, k of changes.
 */
#ifndef IQLIST_H
#define IQLIST_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define IQ_NONE UINT32_MAX

/* ==========================================================================
 * VERSION
 *
 * Semantic versioning: a program built against 1.x runs with any later 1.y.
 * The macros are what the host was compiled with, the functions what it runs
 * with.
 * ======================================================================== */

#define IQ_VERSION_MAJOR 0
#define IQ_VERSION_MINOR 2
#define IQ_VERSION_PATCH 0
#define IQ_VERSION_STRING "0.2.0"
/* major << 16 | minor << 8 | patch */
#define IQ_VERSION 0x000200

/* The running library's IQ_VERSION. Cannot fail. */
uint32_t iq_version(void);

/* The running library's IQ_VERSION_STRING: static, never NULL. */
const char *iq_version_string(void);

/* One line for bug reports: version, language mode, word size. Static. */
const char *iq_build_info(void);

/* ==========================================================================
 * STATUS AND ERROR
 *
 * A status says what kind of thing went wrong; the numbers never change
 * meaning. The detail is kept per thread, so that a failed create, a stale
 * handle and two threads at once all get an answer of their own.
 * ======================================================================== */

typedef int32_t iq_status;

#define IQ_OK 0
/* A required pointer (an object's too) is NULL, or an enum, flag, stride or
 * length is not one that the function knows. error.argument says which. */
#define IQ_ERROR_ARGUMENT 1
/* A struct_size smaller than the struct's first version, or above 4,096. */
#define IQ_ERROR_STRUCT_SIZE 2
/* A handle that is stale, freed, forged, of another kind or another list. */
#define IQ_ERROR_HANDLE 3
/* Memory ran out. Nothing has changed. */
#define IQ_ERROR_NO_MEMORY 4
/* More items, sections, classes or bytes than allowed: see iq_list_options. */
#define IQ_ERROR_LIMIT 5
/* The object is being changed: by another thread, which is not waited for, or
 * by the very call that this callback was called from. */
#define IQ_ERROR_BUSY 6
/* A position or count beyond the end. */
#define IQ_ERROR_RANGE 7
/* No such key, or no counterpart on the other side. */
#define IQ_ERROR_NOT_FOUND 8
/* A key occurs twice where that is refused. error.key and position name the
 * first item, in the order of what is described, whose key occurred before it,
 * and error.other is the first occurrence of that key: whatever was shown
 * before. Keys of sections come first (error.position.item is then IQ_NONE).
 * Sections count as they were given, also the empty ones that are dropped. */
#define IQ_ERROR_DUPLICATE 9
/* Items were given but there is no section to put them in. */
#define IQ_ERROR_NO_SECTION 10
/* Scoped and unscoped keys do not mix, or a scoped key needs its section. */
#define IQ_ERROR_SCOPE 11
/* The changeset was made without IQ_DIFF_KEEP_KEYS. */
#define IQ_ERROR_NO_KEYS 12
/* Too late: the library is in use already, or the edit has ended. */
#define IQ_ERROR_STATE 13
/* A verified diff did not replay to its target: a bug in libiqlist. */
#define IQ_ERROR_VERIFY 14
/* The changeset was made without IQ_DIFF_PAYLOAD. */
#define IQ_ERROR_NO_PAYLOAD 15
/* A changeset starts from another state than the one that it is given:
 * error.key and position name the first thing that is not as it says. */
#define IQ_ERROR_MISMATCH 16
/* Bytes that are no encoding of that kind, or a damaged one: see ENCODING. */
#define IQ_ERROR_FORMAT 17

/* The constant's name ("IQ_ERROR_RANGE"), or "IQ_ERROR_UNKNOWN". Static. */
const char *iq_status_name(iq_status status);

/* 16 bytes, compared bit for bit: see KEYS. */
typedef struct iq_key {
    uint8_t bytes[16];
} iq_key;

/* Where an item is: its section's position, and its own within it. For a
 * section alone, item is IQ_NONE. */
typedef struct iq_position {
    uint32_t section;
    uint32_t item;
} iq_position;

#define IQ_ERROR_HAS_KEY 1u
#define IQ_ERROR_HAS_SECTION 2u
#define IQ_ERROR_HAS_POSITION 4u
#define IQ_ERROR_HAS_OTHER 8u

typedef struct iq_error {
    size_t struct_size;
    iq_status status;
    uint32_t argument;    /* the offending parameter counted from 1, 0: none */
    uint32_t flags;       /* IQ_ERROR_HAS_*: which of the following are set  */
    iq_key key;           /* the key in question, an item's or a section's   */
    iq_key section;       /* its section's key; of a section, its own        */
    iq_position position; /* where it is                                     */
    iq_position other;    /* a duplicate's first occurrence                  */
    char message[192];    /* one line, beginning with the status's name      */
} iq_error;

/* Copies out the detail of the calling thread's latest failure; status IQ_OK
 * and an empty message if it has had none. Successes leave it alone, and so
 * do failures of this function itself. A destroy, which answers nothing,
 * leaves its detail here too. */
iq_status iq_last_error(iq_error *error);

/* ==========================================================================
 * MEMORY AND LOG
 *
 * All memory comes from one place, malloc unless the host says otherwise.
 * Every allocation may fail: the function then answers IQ_ERROR_NO_MEMORY and
 * has changed nothing.
 * ======================================================================== */

typedef struct iq_allocator {
    size_t struct_size;
    void *context;
    /* As malloc, realloc and free: 16-byte aligned, thread-safe; allocate and
     * reallocate are never asked for 0 bytes. They may not call the library. */
    void *(*allocate)(void *context, size_t size);
    void *(*reallocate)(void *context, void *memory, size_t size);
    void (*release)(void *context, void *memory);
} iq_allocator;

/* Sets the allocator, for the whole process; NULL brings malloc back. Only
 * while the library holds no memory (iq_memory_used() is 0), else
 * IQ_ERROR_STATE. Not to be called beside any other function. */
iq_status iq_memory_set_allocator(const iq_allocator *allocator);

/* Bytes asked of the allocator and not yet given back. */
size_t iq_memory_used(void);

/* The highest iq_memory_used() so far. */
size_t iq_memory_peak(void);

/* Gives back what the library itself keeps once no object is left: the handle
 * table. Registered cell classes stay. Optional; for leak checkers and for
 * changing the allocator. IQ_ERROR_STATE while any object lives. Not to be
 * called beside any other function. */
iq_status iq_memory_trim(void);

typedef uint32_t iq_log_level;
#define IQ_LOG_OFF 0u
#define IQ_LOG_ERROR 1u   /* failures, with their message         */
#define IQ_LOG_INFO 2u    /* each update: what it did, how long   */
#define IQ_LOG_DEBUG 3u   /* each phase                           */

typedef void (*iq_log_callback)(void *context, iq_log_level level,
                                const char *message);

/* Tells what the library does, in lines without newline, at most `level`.
 * Process-wide; NULL or IQ_LOG_OFF (the start) costs nothing. The callback
 * may come from any thread that uses the library. */
iq_status iq_log_set(iq_log_callback callback, void *context,
                     iq_log_level level);

/* ==========================================================================
 * KEYS AND HASHING
 *
 * A key says who an item is and never changes while the item lives: a row id,
 * a path, a UUID. A content says what it looks like: the same key with another
 * content is an update, never a delete and an insert. Keys are 16 bytes so
 * that a diff streams through memory; a content is 64 bits. Content 0
 * (IQ_CONTENT_NONE) means that none is given: such an item never updates by
 * itself, unless its cell class has an `equal`. From none to some, or back, is
 * a change of content like any other.
 *
 * Item keys are unique over the whole list, section keys among sections; the
 * two do not meet. What a duplicate gets is chosen at creation: see
 * IQ_DUPLICATES_*. Beware of contents that may be 0 by themselves, such as a
 * count: the hasher's never are.
 * ======================================================================== */

#define IQ_CONTENT_NONE UINT64_C(0)

/* 16 bytes are taken as they are (a UUID, an MD5, two 64-bit integers); any
 * other length gives the key of a hasher that was told this one field. length
 * 0 is refused. */
iq_status iq_key_from_bytes(const void *bytes, size_t length, iq_key *key);

/* The first 16 of 16 or more bytes: for digests such as SHA-256. */
iq_status iq_key_from_digest(const void *digest, size_t length, iq_key *key);

/* The integer as 8 little-endian bytes, then 8 zeros. Cannot fail. */
iq_key iq_key_from_u64(uint64_t value);

/* A hasher makes keys and contents from fields. It lives on the caller's
 * stack, owns nothing and may be copied by assignment. Each field goes in with
 * its type and length, so that 1 is not "1" and ("a", "bc") is not ("ab", "c").
 * Integers of equal value are equal whether signed or not; -0.0 is 0.0; all
 * NaNs are 7FF8000000000000. The result is the same in every process, host,
 * language and version: SipHash-2-4 with 128 bits of output and a zero key
 * (Aumasson and Bernstein, 2012) over
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

/* Starts anew. The other hasher functions refuse a hasher that was never
 * started (IQ_ERROR_ARGUMENT). */
iq_status iq_hasher_init(iq_hasher *hasher);
iq_status iq_hasher_add_unsigned(iq_hasher *hasher, uint64_t value);
iq_status iq_hasher_add_signed(iq_hasher *hasher, int64_t value);
iq_status iq_hasher_add_double(iq_hasher *hasher, double value);
/* bytes may be NULL if length is 0. */
iq_status iq_hasher_add_bytes(iq_hasher *hasher, const void *bytes,
                              size_t length);
/* length SIZE_MAX: up to the terminating NUL. string may be NULL if length is
 * 0. */
iq_status iq_hasher_add_string(iq_hasher *hasher, const char *string,
                               size_t length);
iq_status iq_hasher_add_key(iq_hasher *hasher, iq_key key);
/* Any value but 0 is true. */
iq_status iq_hasher_add_bool(iq_hasher *hasher, int value);
iq_status iq_hasher_add_nothing(iq_hasher *hasher);

/* The 16 bytes of output as a key. The hasher may go on afterwards. */
iq_status iq_hasher_key(const iq_hasher *hasher, iq_key *key);

/* The first 8 bytes of output, little-endian, as a content; 0 becomes 1. */
iq_status iq_hasher_content(const iq_hasher *hasher, uint64_t *content);

/* Many records in one call, for hosts to whom each call is dear. Record i has
 * the bytes of fields from ends[i - 1] (of the first: from 0) up to ends[i],
 * laid out as in the table above, numbers as it has them; what a hasher that
 * was told these fields would give is written to keys[i] and contents[i].
 * Either may be NULL, and fields if length is 0. The layout is not checked:
 * bytes that are no fields give keys that no hasher gives. IQ_ERROR_RANGE if
 * an end is before the last one or beyond length; then nothing is written.
 *
 *     fields    05 01 00 00 00 00 00 00 00 61 | 08        "a"; nothing
 *     ends                                   10   11
 */
iq_status iq_hash_records(const void *fields, size_t length,
                          const size_t *ends, size_t count, iq_key *keys,
                          uint64_t *contents);

/* ==========================================================================
 * CELL CLASSES
 *
 * A cell class says what the items of one look have in common: how their
 * models are kept alive and compared. Classes are immutable, known by name,
 * and belong to the process. An item without a class has {0}: its model is an
 * address that the library hands back and never looks at.
 * ======================================================================== */

typedef struct iq_class {
    uint32_t id;
} iq_class;

typedef struct iq_class_options {
    size_t struct_size;
    const char *name; /* 1 to 255 bytes of UTF-8; copied */
    void *context;    /* handed to each callback         */

    /* Models are retained while a list or snapshot holds them and released
     * afterwards, in batches, never while readers are kept out: see Callbacks
     * above. A model whose last reference was released is not retained again,
     * unless the host puts it in anew. The same address may occur in a batch
     * more than once. Optional, but both or neither. */
    void (*retain)(void *context, void *const *models, size_t count);
    void (*release)(void *context, void *const *models, size_t count);

    /* Do two models of one key look the same? Asked only where neither item
     * has a content and the addresses differ. Either may be NULL: that of an
     * item that was given none. Optional: absent, they do. */
    int (*equal)(void *context, const void *before, const void *after);

    /* What differs, as bits of the host's own: rides along with a reconfigure
     * as iq_change.mask. Either model may be NULL, or both, as where contents
     * are given and models are not. Optional: absent, all bits are set. */
    uint64_t (*changed)(void *context, const void *before, const void *after);
} iq_class_options;

/* Registers a class, for good. A name that is taken answers
 * IQ_ERROR_DUPLICATE; at most 65,535 classes. */
iq_status iq_class_create(const iq_class_options *options,
                          iq_class *cell_class);

/* The class of that name, or IQ_ERROR_NOT_FOUND. */
iq_status iq_class_find(const char *name, iq_class *cell_class);

/* The class's name, or IQ_ERROR_HANDLE. Static. */
iq_status iq_class_name(iq_class cell_class, const char **name);

/* ==========================================================================
 * COLUMNS
 *
 * Items come in as columns: where each field starts and how many bytes lie
 * between one item's and the next's. An array of structs is handed over as it
 * is, by pointing each column at the first struct's field with the struct's
 * size as stride. Only keys are required.
 *
 *     struct row { iq_key id; uint64_t hash; char name[40]; } rows[100];
 *     iq_columns items = {
 *         .struct_size = sizeof items, .count = 100,
 *         .keys = &rows[0].id, .key_stride = sizeof rows[0],
 *         .contents = &rows[0].hash, .content_stride = sizeof rows[0],
 *         .classes = &row_class, .class_stride = IQ_SAME,
 *     };
 * ======================================================================== */

/* A stride: there is one value, which is that of every item. Not for keys. */
#define IQ_SAME SIZE_MAX

typedef struct iq_columns {
    size_t struct_size;
    size_t count;          /* items                                           */
    const void *keys;      /* iq_key each; may be NULL only if count is 0     */
    size_t key_stride;     /* bytes; here and below 0 means tightly packed    */
    const void *contents;  /* uint64_t each; NULL: IQ_CONTENT_NONE for all    */
    size_t content_stride;
    const void *models;    /* void * each; NULL: NULL for all                 */
    size_t model_stride;
    const void *classes;   /* iq_class each; NULL: {0} for all                */
    size_t class_stride;
} iq_columns;

/* A flag of the functions that read models out of a list or a snapshot: each
 * model that is handed out is retained for the caller by its class's `retain`,
 * in batches, once for each time that it is handed out. Without the flag models
 * are not retained: they live as long as the object shows them. A host whose
 * other threads change or destroy the object meanwhile needs the flag.
 *
 * The caller owns these references and gives them back by calling its own
 * release function, the one that it registered as the class's `release`. NULL,
 * a model without a class, and one whose class has no `retain` are handed out
 * as they are, with nothing to give back: so read classes together with models.
 *
 * Such a read holds no lock while it calls `retain`, nor while it calls
 * `release`, which it does for models that left the object meanwhile and that
 * nobody else holds. It may answer IQ_ERROR_NO_MEMORY. After a failure nothing
 * is retained and nothing was written. */
#define IQ_READ_RETAIN 1u

/* Handles of what a list holds: see LISTS. 64-bit values, not to be
 * interpreted: equal ids of one list are the same thing, and {0} is never a
 * handle. */
typedef struct iq_item {
    uint64_t id;
} iq_item;

typedef struct iq_section {
    uint64_t id;
} iq_section;

/* Where items are copied out to: tightly packed, NULL for what is not wanted.
 */
typedef struct iq_item_buffers {
    size_t struct_size;
    uint32_t flags;        /* IQ_READ_*: whether models are retained          */
    uint32_t reserved;
    iq_key *keys;
    uint64_t *contents;
    void **models;
    iq_class *classes;
    iq_item *items;        /* handles: of lists only                          */
} iq_item_buffers;

/* An element that stands beside a section's items: its header, its footer, or
 * a kind of the host's own. A section has at most one of each (kind, index). */
#define IQ_KIND_HEADER 1u
#define IQ_KIND_FOOTER 2u
#define IQ_KIND_HOST 16u /* the first number free for the host's own kinds */

typedef struct iq_supplementary {
    size_t struct_size;
    uint32_t kind;  /* IQ_KIND_HEADER, _FOOTER, or from IQ_KIND_HOST on  */
    uint32_t index; /* which of that kind; 0 for headers and footers     */
    iq_key key;     /* another under the same (kind, index) is a reload  */
    uint64_t content;
    void *model;
    iq_class cell_class;
} iq_supplementary;

/* ==========================================================================
 * SNAPSHOTS
 *
 * A snapshot is a description of what a list should show, built step by step
 * on any thread, and applied as often and to as many lists as the host likes.
 * It copies all that it is given. A copy of a snapshot, and a snapshot of what
 * a list shows now, share storage with their origin and cost nothing per item.
 *
 * Items are named by key. Where keys are scoped by section
 * (IQ_DUPLICATES_SCOPE) the section's key must come with it, elsewhere it may
 * be NULL.
 * ======================================================================== */

typedef struct iq_snapshot iq_snapshot;
typedef struct iq_list iq_list;
typedef struct iq_changeset iq_changeset;

/* What a key that is already there gets. */
typedef uint32_t iq_duplicates;
/* IQ_ERROR_DUPLICATE: told by apply, set, diff, or the first call on the
 * snapshot that names an item by key; from then on at once, as in EDITS. */
#define IQ_DUPLICATES_REFUSE 0u
/* The first occurrence stays, later ones are dropped (and counted). */
#define IQ_DUPLICATES_KEEP_FIRST 1u
/* The last occurrence stays, with its position and content. */
#define IQ_DUPLICATES_KEEP_LAST 2u
/* All stay: the n-th occurrence (n > 1) gets a key derived from (key, n), the
 * hasher's key of (key, unsigned n). */
#define IQ_DUPLICATES_NUMBER 3u
/* Item keys are unique within their section only. An item never moves to
 * another section. Duplicates within a section are refused. */
#define IQ_DUPLICATES_SCOPE 4u
/* Section keys are looked at as soon as they are given. KEEP_FIRST leaves the
 * section that is there where it is, KEEP_LAST moves it to the new place;
 * either way items that follow go to it. NUMBER numbers section keys too;
 * REFUSE and SCOPE refuse them. */

#define IQ_SNAPSHOT_DROP_EMPTY_SECTIONS 1u

typedef struct iq_snapshot_options {
    size_t struct_size;
    iq_duplicates duplicates;
    uint32_t flags; /* IQ_SNAPSHOT_*: applied when the snapshot is used */
} iq_snapshot_options;

/* An empty snapshot. O(1). */
iq_status iq_snapshot_create(const iq_snapshot_options *options,
                             iq_snapshot **snapshot);

/* An independent copy, marks included. O(n / 256 + s), no work per item. */
iq_status iq_snapshot_copy(const iq_snapshot *snapshot, iq_snapshot **copy);

void iq_snapshot_destroy(iq_snapshot *snapshot);

/* A section for iq_snapshot_set and iq_list_set: it has the items from
 * first_item up to the next section's first_item. The first begins at item 0.
 */
typedef struct iq_section_entry {
    size_t struct_size;
    iq_key key;
    size_t first_item;
    const iq_supplementary *supplementaries;
    size_t supplementary_count;
} iq_section_entry;

/* Replaces the whole snapshot in one call: as if it were emptied, marks
 * included, and these sections appended one after another, each with its items
 * and supplementary elements (of a duplicate section, those of the occurrence
 * that the policy keeps). The arrays are borrowed for the call. All or nothing.
 * Much faster than appending where sections are many and small.
 * IQ_ERROR_DUPLICATE if a section key occurs twice and the policy refuses it;
 * duplicate items are reported as after any other call. IQ_ERROR_RANGE if the
 * first items do not ascend, IQ_ERROR_NO_SECTION if there are items and no
 * sections. O(n + s). */
iq_status iq_snapshot_set(iq_snapshot *snapshot,
                          const iq_section_entry *sections,
                          size_t section_count, const iq_columns *items);

/* Sections: count keys, in order. One that is there already is a duplicate.
 * O(count log s). */
iq_status iq_snapshot_append_sections(iq_snapshot *snapshot,
                                      const iq_key *keys, size_t count);
/* IQ_ERROR_NOT_FOUND if there is no such anchor. */
iq_status iq_snapshot_insert_sections_before(iq_snapshot *snapshot,
                                             iq_key anchor, const iq_key *keys,
                                             size_t count);
iq_status iq_snapshot_insert_sections_after(iq_snapshot *snapshot,
                                            iq_key anchor, const iq_key *keys,
                                            size_t count);
/* Moving a section next to itself is nothing. */
iq_status iq_snapshot_move_section_before(iq_snapshot *snapshot, iq_key section,
                                          iq_key anchor);
iq_status iq_snapshot_move_section_after(iq_snapshot *snapshot, iq_key section,
                                         iq_key anchor);
/* Deletes sections with their items. Keys that are not there are skipped and
 * counted in *missing (optional). */
iq_status iq_snapshot_delete_sections(iq_snapshot *snapshot, const iq_key *keys,
                                      size_t count, size_t *missing);
/* Back to empty. */
iq_status iq_snapshot_delete_all(iq_snapshot *snapshot);

/* Items. section NULL means the last section, or, where the section that was
 * given last was a duplicate, the one that stayed; IQ_ERROR_NO_SECTION if
 * there is none. O(count) amortised. */
iq_status iq_snapshot_append_items(iq_snapshot *snapshot, const iq_key *section,
                                   const iq_columns *items);
/* Next to the item `anchor`; `section` is needed where keys are scoped. The
 * first such call indexes the snapshot, O(n); then O(count + log n). */
iq_status iq_snapshot_insert_items_before(iq_snapshot *snapshot,
                                          const iq_key *section, iq_key anchor,
                                          const iq_columns *items);
iq_status iq_snapshot_insert_items_after(iq_snapshot *snapshot,
                                         const iq_key *section, iq_key anchor,
                                         const iq_columns *items);
/* Next to the item `anchor`, also of another section (but IQ_ERROR_SCOPE where
 * keys are scoped: then both are looked up in `section`). Moving an item next
 * to itself is nothing. */
iq_status iq_snapshot_move_item_before(iq_snapshot *snapshot,
                                       const iq_key *section, iq_key item,
                                       iq_key anchor);
iq_status iq_snapshot_move_item_after(iq_snapshot *snapshot,
                                      const iq_key *section, iq_key item,
                                      iq_key anchor);
/* To the end of a section; IQ_ERROR_SCOPE where keys are scoped. */
iq_status iq_snapshot_move_item_to_section(iq_snapshot *snapshot, iq_key item,
                                           iq_key section);
/* Keys that are not there are skipped and counted in *missing (optional). */
iq_status iq_snapshot_delete_items(iq_snapshot *snapshot, const iq_key *section,
                                   const iq_key *keys, size_t count,
                                   size_t *missing);
/* All items of one section, or (section NULL) of all; the sections stay. */
iq_status iq_snapshot_delete_all_items(iq_snapshot *snapshot,
                                       const iq_key *section);

/* Marks ask for an update whatever the contents say: reload wants a new cell,
 * reconfigure the same cell bound again. They speak of the after side, mean
 * nothing for items that are inserted, and are not kept by a list that the
 * snapshot is applied to: a snapshot taken from it has none. Those of items
 * go by key: one that is deleted and put in again is marked still. Reloading a
 * section reloads its items and supplementary elements; if the section itself
 * is inserted, the items that move into it.
 * IQ_ERROR_NOT_FOUND, with nothing marked, if a key is not there. */
iq_status iq_snapshot_reload_items(iq_snapshot *snapshot, const iq_key *section,
                                   const iq_key *keys, size_t count);
iq_status iq_snapshot_reconfigure_items(iq_snapshot *snapshot,
                                        const iq_key *section,
                                        const iq_key *keys, size_t count);
iq_status iq_snapshot_reload_sections(iq_snapshot *snapshot, const iq_key *keys,
                                      size_t count);
iq_status iq_snapshot_clear_marks(iq_snapshot *snapshot);

/* Sets a header, footer or other element of a section, in place of one of the
 * same (kind, index). */
iq_status iq_snapshot_set_supplementary(iq_snapshot *snapshot, iq_key section,
                                        const iq_supplementary *element);
/* IQ_ERROR_NOT_FOUND if there is none. */
iq_status iq_snapshot_remove_supplementary(iq_snapshot *snapshot,
                                           iq_key section, uint32_t kind,
                                           uint32_t index);

/* Queries. Both outputs are optional. O(1). */
iq_status iq_snapshot_count(const iq_snapshot *snapshot, size_t *sections,
                            size_t *items);

typedef struct iq_section_info {
    size_t struct_size;
    iq_key key;
    size_t position;              /* among sections                           */
    size_t count;                 /* items                                    */
    size_t first;                 /* items in the sections before it          */
    size_t supplementary_count;
} iq_section_info;

/* The section at a position. O(log s). */
iq_status iq_snapshot_section_at(const iq_snapshot *snapshot, size_t position,
                                 iq_section_info *info);
/* The section of a key. O(log s). */
iq_status iq_snapshot_section_for_key(const iq_snapshot *snapshot, iq_key key,
                                      iq_section_info *info);
/* A section's supplementary elements, ordered by kind and index: copies
 * min(capacity, all of them) to `elements` and tells how many there are in
 * *count. flags are IQ_READ_*: those that are copied are retained.
 * elements[0].struct_size must be set. */
iq_status iq_snapshot_supplementaries(const iq_snapshot *snapshot,
                                      iq_key section, uint32_t flags,
                                      iq_supplementary *elements,
                                      size_t capacity, size_t *count);
/* One of them. IQ_ERROR_NOT_FOUND if there is none of this kind and index. */
iq_status iq_snapshot_supplementary(const iq_snapshot *snapshot, iq_key section,
                                    uint32_t kind, uint32_t index,
                                    uint32_t flags, iq_supplementary *element);
/* Where an item is. The first query by key indexes the snapshot, O(n), and
 * tells duplicates; then O(log n). */
iq_status iq_snapshot_item_for_key(const iq_snapshot *snapshot,
                                   const iq_key *section, iq_key key,
                                   iq_position *position);

typedef struct iq_item_info {
    size_t struct_size;
    iq_key key;
    uint64_t content;
    void *model;
    iq_class cell_class;
    iq_position position;
    uint32_t index;       /* counted over all sections                        */
    iq_section section;   /* its handle; of a snapshot {0}, which has none    */
} iq_item_info;

/* All about the item at a position. flags are IQ_READ_*. O(log n). */
iq_status iq_snapshot_item_info(const iq_snapshot *snapshot,
                                iq_position position, uint32_t flags,
                                iq_item_info *info);
/* The index of the item at a position, counted over all sections.
 * IQ_ERROR_RANGE if there is none; error.position then says what is beyond the
 * end: {section, IQ_NONE} if it is the section. O(log s). */
iq_status iq_snapshot_index_of(const iq_snapshot *snapshot,
                               iq_position position, size_t *index);
/* Copies out the items first ..< first + count, counted over all sections:
 * those of one section begin at its info.first. O(log n + count). */
iq_status iq_snapshot_read_items(const iq_snapshot *snapshot, size_t first,
                                 size_t count, const iq_item_buffers *buffers);

/* ==========================================================================
 * CHANGESETS
 *
 * A changeset says how one arrangement becomes another, with the fewest moves:
 * first the fewest sections move, then, within each section that stays itself,
 * the fewest items. It comes in three dialects, each built when first asked
 * for, because toolkits differ in how they take changes:
 *
 *   batch     all at once, with positions before and after (most
 *             retained-mode toolkits; for UIKit see iq_changeset_steps)
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
 * A section that moves whole carries its items: they are no moves. An item
 * that moved and changed is told twice. Items that matched but are in another
 * section moved, also out of a deleted section and into an inserted one.
 * ======================================================================== */

typedef uint32_t iq_change_kind;
#define IQ_ITEM_DELETE 1u
/* Batch only: the two ends of an item move. Both name both positions. */
#define IQ_ITEM_MOVE_OUT 2u
#define IQ_ITEM_MOVE_IN 3u
/* Steps only. */
#define IQ_ITEM_MOVE 4u
#define IQ_ITEM_INSERT 5u
#define IQ_ITEM_UPDATE 6u
#define IQ_SECTION_DELETE 7u
#define IQ_SECTION_MOVE 8u
#define IQ_SECTION_INSERT 9u
/* A section that was marked for reload. */
#define IQ_SECTION_UPDATE 10u
#define IQ_SUPPLEMENTARY_DELETE 11u
#define IQ_SUPPLEMENTARY_INSERT 12u
#define IQ_SUPPLEMENTARY_UPDATE 13u

/* Flags of an update: exactly one of the first two, and why. */
#define IQ_CHANGE_RELOAD 1u          /* wants a new cell                    */
#define IQ_CHANGE_RECONFIGURE 2u     /* the same cell, bound again          */
#define IQ_CHANGE_BY_CONTENT 4u      /* the contents differ                 */
#define IQ_CHANGE_BY_CLASS 8u        /* the cell classes differ             */
#define IQ_CHANGE_BY_EQUAL 16u       /* the cell class's `equal` said so    */
#define IQ_CHANGE_BY_MARK 32u        /* the snapshot asked for it           */
#define IQ_CHANGE_BY_KEY 64u         /* a supplementary element's key       */

/* A range of `count` consecutive items (or sections) that never crosses a
 * section. Positions that a kind does not have are IQ_NONE: a delete has no
 * after, an insert no before, a section change no items. */
typedef struct iq_change {
    iq_change_kind kind;
    uint32_t flags;
    uint32_t before_section;
    uint32_t before_item;
    uint32_t after_section;
    uint32_t after_item;
    uint32_t final_section; /* see iq_changeset_steps; IQ_NONE in a batch */
    uint32_t final_item;
    uint32_t count;
    uint32_t element_kind;  /* of a supplementary change, else 0 */
    uint32_t element_index; /* of a supplementary change, else 0 */
    uint32_t reserved;
    uint64_t mask;          /* of a reconfigure: see iq_class_options.changed */
} iq_change;

typedef struct iq_splice {
    uint32_t position;
    uint32_t removed;
    uint32_t added;
} iq_splice;

/* Options of iq_diff and of the updates of a list. */
#define IQ_DIFF_RELOAD 1u    /* no diff: the changeset says reload everything */
#define IQ_DIFF_VERIFY 2u    /* replay the batch before handing it out: O(n)  */
#define IQ_DIFF_KEEP_KEYS 4u /* so that the changeset can be asked by key     */
#define IQ_DIFF_PAYLOAD 8u   /* so that it can be applied: see CHANGESETS     */

typedef struct iq_diff_options {
    size_t struct_size;
    uint32_t flags;           /* IQ_DIFF_*                                    */
    uint32_t reserved;
    size_t reload_threshold;  /* more changed items than this: reload
                                 everything. 0: the list's own, or never      */
} iq_diff_options;

/* What turns `before` into `after`, without any list. Both keep their marks.
 * O(n) for what they do not share; the first diff of a `before` indexes it.
 * IQ_ERROR_SCOPE if one is scoped and the other not, IQ_ERROR_DUPLICATE if a
 * key stands twice in the one that error.argument says. The caller destroys
 * the changeset. */
iq_status iq_diff(const iq_snapshot *before, const iq_snapshot *after,
                  const iq_diff_options *options, iq_changeset **changeset);

void iq_changeset_destroy(iq_changeset *changeset);

/* Why a changeset says reload everything. It then has no ranges. */
#define IQ_RELOAD_NO 0u
#define IQ_RELOAD_ASKED 1u
#define IQ_RELOAD_THRESHOLD 2u

/* Of moves that nobody asked for: see iq_statistics. */
#define IQ_UNCOUNTED SIZE_MAX

typedef struct iq_summary {
    size_t struct_size;
    uint32_t reload;              /* IQ_RELOAD_*                              */
    uint32_t reserved;
    size_t sections_before, sections_after;
    size_t items_before, items_after;
    size_t section_deletes, section_inserts, section_moves, section_updates;
    size_t item_deletes, item_inserts, item_moves;
    size_t item_reloads, item_reconfigures; /* the two kinds of update        */
    size_t supplementary_deletes, supplementary_inserts,
        supplementary_updates;
    size_t duplicates_dropped;    /* by KEEP_FIRST and KEEP_LAST              */
    size_t duplicates_numbered;   /* by NUMBER                                */
} iq_summary;

/* The counts, in sections, items and elements (not ranges). O(1). */
iq_status iq_changeset_summary(const iq_changeset *changeset,
                               iq_summary *summary);

/* All at once. Phases, in this order:
 *   1. item deletes and move-outs, ascending by before-position;
 *   2. section deletes, ascending;
 *   3. section moves and inserts, ascending by after-position; inserted
 *      sections are empty at first;
 *   4. item inserts and move-ins, ascending by after-position;
 *   5. section updates, then item updates, with both positions, ascending by
 *      after-position;
 *   6. supplementary changes, ascending by the section's after-position, kind
 *      and index; a delete names the section before, an insert the one after.
 * Every item that comes or goes is listed, also those of inserted and deleted
 * sections; the supplementary elements of those sections come and go with
 * them and are not. *changes lives as long as the changeset. O(k log k),
 * once. */
iq_status iq_changeset_batch(const iq_changeset *changeset,
                             const iq_change **changes, size_t *count);

/* One after another: every position, before and after, is as of that moment,
 * and every state passed through is a valid list. A move takes `count` items
 * (or sections) out at `before` and puts them in at `after`, a position
 * counted after the removal. flags are IQ_STEPS_*. Phases, in this order:
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
 * final_section and final_item are set in moves and inserts of items and
 * sections (of a section final_section alone): where the first of the range
 * is when all steps are done, the others behind it. They say what it is that
 * comes: an inserted section goes in at after_section of the moment, and is
 * the section final_section of the list after.
 * UIKit refuses some batches that are right: with moves into inserted or out
 * of deleted sections, with items both moved and updated, with item changes
 * inside sections that move. Without moves (see iq_summary) performBatchUpdates
 * takes a batch in two transactions: all but the updates, then the updates, at
 * their after-positions. With moves it takes the steps in several, the data
 * source changing with each: phase 1 in one; each section move in one of its
 * own (IQ_STEPS_SINGLE), then all section inserts in one; each item move in one
 * of its own; phases 4, 5 and 6 in one each.
 * Each combination of IQ_STEPS_* is built when first asked for, and kept:
 * *changes lives as long as the changeset. O(k log k + s), once. */
iq_status iq_changeset_steps(const iq_changeset *changeset, uint32_t flags,
                             const iq_change **changes, size_t *count);

/* The sections one after another as one flat list, as for splices: items are
 * counted over all sections, and all section fields are IQ_NONE. The kinds are
 * IQ_ITEM_DELETE, _MOVE, _INSERT and _UPDATE, in the phases 1, 3, 5 and 6.
 * Ranges may cross sections. A moved section is moves of its item ranges; a
 * move that changes no position in the flat list (out of the end of a section
 * into the start of the next) is none here. An item that neither moves nor is
 * in a section that moves does not move here; beyond that these moves need
 * not be the fewest. In the example:
 *
 *     item delete     1                   1 3 4 5
 *     item move       3 -> 0  (final 0)   5 1 3 4
 *     item move       3 -> 1  (final 1)   5 4 1 3
 *     item insert     4       (final 4)   5 4 1 3 6
 *     item update     1                   5 4* 1 3 6
 */
#define IQ_STEPS_FLAT 1u
/* One item or section a step, count 1: ranges unrolled, each step valid as of
 * its moment; deletes descend, all else ascends by final position. Time and
 * memory (56 bytes) follow the items that change, not the ranges: a changeset
 * of a few ranges may speak of two billion (see iq_changeset_summary). */
#define IQ_STEPS_SINGLE 2u

/* Qt's destinationChild for a step of kind IQ_ITEM_MOVE (flat ones too) or
 * IQ_SECTION_MOVE, which counts positions before the removal. */
iq_status iq_change_destination(const iq_change *move, uint32_t *destination);

#define IQ_SPLICES_WITHOUT_UPDATES 1u

/* The sections one after another as one flat list. Each splice is valid after
 * the ones before it. Positions ascend: up to the end of the splice just told
 * all is as after, and behind it as before. Two neighbours have a kept item
 * between them. An update is a splice of (position, 1, 1), c neighbours one of
 * (position, c, c), unless IQ_SPLICES_WITHOUT_UPDATES. Sections as such and
 * their supplementary elements do not show. */
iq_status iq_changeset_splices(const iq_changeset *changeset, uint32_t flags,
                               const iq_splice **splices, size_t *count);

typedef uint32_t iq_side;
#define IQ_BEFORE 0u
#define IQ_AFTER 1u

/* Where the item at a position on one side is on the other; with item IQ_NONE,
 * where the section is. IQ_ERROR_NOT_FOUND if it was deleted (or inserted). A
 * changeset that says reload everything still maps. O(log k + log s), from
 * before once O(k log k); no memory by n. */
iq_status iq_changeset_map_position(const iq_changeset *changeset, iq_side side,
                                    iq_position position, iq_position *other);

/* The same for all items of a side, counted over all sections: map[i] is where
 * item i is on the other side, IQ_NONE if nowhere. Lives as long as the
 * changeset, and takes 4 bytes an item: of a changeset that came as bytes, look
 * at the summary first. O(n), once. */
iq_status iq_changeset_map(const iq_changeset *changeset, iq_side side,
                           const uint32_t **map, size_t *count);

/* Where a key is on both sides, {IQ_NONE, IQ_NONE} where it is not. Needs
 * IQ_DIFF_KEEP_KEYS. O(1), the first time O(n). */
iq_status iq_changeset_find_key(const iq_changeset *changeset,
                                const iq_key *section, iq_key key,
                                iq_position *before, iq_position *after);

/* ==========================================================================
 * CHANGESETS WITH A PAYLOAD
 *
 * With IQ_DIFF_PAYLOAD a changeset keeps what came, what went and both looks
 * of what changed: keys, contents and cell classes of the items inserted,
 * deleted and updated, the keys of all sections, and the supplementary
 * elements that came, went or changed. Models never. That is enough to do
 * without the two sides: to carry the changes out elsewhere, to undo them, to
 * put two in a row together.
 *
 *        before --- first ---> between --- second ---> after
 *          |                                             ^
 *          +------------------- both --------------------+
 *          ^                                             |
 *          +----------------- inverse -------------------+
 *
 * What is kept costs 40 bytes a changed item at most, and 16 a section;
 * untouched items cost nothing. Every such changeset has a payload itself:
 * those made by invert and compose too. The functions of this section answer
 * IQ_ERROR_NO_PAYLOAD for one that has none. Changesets that say reload
 * everything can be applied, inverted and composed like any other.
 * ======================================================================== */

/* Makes a snapshot that shows the state before show the state after, all or
 * nothing. New items have no models; an item that stays keeps its model, moved
 * or updated, unless its cell class changes: a model belongs to its class. So
 * do supplementary elements, as long as their key and class stay. Marks stay
 * as they are.
 * IQ_ERROR_MISMATCH if this is not the state that the changeset starts from:
 * the keys and item counts of all sections; key, content and class of each
 * item that it deletes or updates; the supplementary elements that it changes
 * and all of the sections that it deletes; and keys that it inserts must not
 * be there. error.key, section and position name the first such thing, where
 * the key should be, or for one that should not be there, is. What it does not
 * touch is not looked at, and may be other than it was.
 * IQ_ERROR_SCOPE (both must be scoped or both not), IQ_ERROR_LIMIT,
 * IQ_ERROR_BUSY, IQ_ERROR_NO_MEMORY. The first use indexes the snapshot, O(n),
 * and tells its duplicates; then O(k log k + s + n / 256). */
iq_status iq_changeset_apply(const iq_changeset *changeset,
                             iq_snapshot *snapshot);

/* The same for what a list shows, as one update of it: nothing comes between
 * the check and the commit. `options` are those of that update, `told`
 * (optional) is its changeset, as iq_list_apply hands it out; the caller
 * destroys it. Keys that are there already are a mismatch. With
 * IQ_LIST_DROP_EMPTY_SECTIONS, sections that run empty go. Errors as above and
 * as in iq_list_apply. O(k log k + s + n / 256). */
iq_status iq_changeset_apply_to_list(const iq_changeset *changeset,
                                     iq_list *list,
                                     const iq_diff_options *options,
                                     iq_changeset **told);

/* The way back: what turns the state after into the state before. Inserted
 * becomes deleted, old becomes new, all that matched matches; which of it
 * moves is solved anew. An update keeps its flags and its mask, a section its
 * mark. Inverted twice a changeset is what it was, in every dialect. Keys kept
 * by IQ_DIFF_KEEP_KEYS are kept. The caller destroys `*inverse`.
 * O(k log k + s), with kept keys O(n). */
iq_status iq_changeset_invert(const iq_changeset *changeset,
                              iq_changeset **inverse);

/* Both in a row as one: what turns the first one's before into the second
 * one's after, again with the fewest moves. Sections and items that the first
 * deletes and the second inserts again are matched by key; what the first
 * inserts and the second deletes is not told at all. Of an item that either
 * updates, the old look is the first one's and the new look the second's:
 *   - if contents or classes differ, it is an update for that reason;
 *   - a mark of either stays (IQ_CHANGE_BY_MARK): it was asked for;
 *   - IQ_CHANGE_BY_EQUAL of either stays where neither side has a content;
 *   - else it is none, as when a content is changed and changed back.
 * Masks are joined (or); all bits are set where a class was not asked. The
 * same holds for supplementary elements. Where contents alone decide, the
 * result is just what iq_diff of the two ends gives. It says reload everything
 * if either does, and counts the duplicates of both.
 * IQ_ERROR_MISMATCH if `second` does not start with the sections and item
 * counts that `first` ends with, or both speak of an item or supplementary
 * element and do not agree on it; error.position is that between the two.
 * IQ_ERROR_SCOPE if one is scoped and the other not. Keys are kept
 * if both kept them. The caller destroys `*both`. O(k log k + s), with kept
 * keys O(n).
 * Without marks it does not matter which two of three in a row are composed
 * first. With marks it does: one on an item that `first` inserts says nothing
 * and goes, but stays where that insert was composed with a delete before. */
iq_status iq_changeset_compose(const iq_changeset *first,
                               const iq_changeset *second,
                               iq_changeset **both);

/* ==========================================================================
 * LISTS
 *
 * A list holds what is shown. It changes by being told what to show next
 * (apply, set), all or nothing, and then hands out the changeset; or bit by
 * bit (see EDITS). Sections and items have handles that stay theirs as long as
 * their key stays in the list, across any number of updates and moves.
 * ======================================================================== */

/* The most items that a list can hold: 2^31 - 2. */
#define IQ_MAX_ITEMS 2147483646
/* The most sections. */
#define IQ_MAX_SECTIONS 16777214

/* Sections without items are not shown. iq_list_set passes over them before it
 * looks for keys that stand twice; a snapshot's go when it is applied. */
#define IQ_LIST_DROP_EMPTY_SECTIONS 1u

typedef struct iq_list_options {
    size_t struct_size;
    iq_duplicates duplicates;
    uint32_t flags;           /* IQ_LIST_*                                    */
    size_t reload_threshold;  /* see iq_diff_options; 0: never                */
    size_t max_items;         /* more is IQ_ERROR_LIMIT; 0: IQ_MAX_ITEMS      */
    size_t max_sections;      /* likewise                                     */
} iq_list_options;

/* An empty list. It takes at most 552 bytes: iq_memory_used() for a hundred
 * thousand of them, their part of the handle table included. */
iq_status iq_list_create(const iq_list_options *options, iq_list **list);

/* Releases all models. Safe from inside the list's own callbacks: it goes when
 * the call returns. */
void iq_list_destroy(iq_list *list);

/* Makes the list show what the snapshot says. The snapshot is read, not
 * changed: it may be applied again, edited or destroyed right afterwards.
 * `changeset` is optional; where it is given, the caller destroys it. A host
 * that needs none does well not to ask: to find the fewest moves is a good part
 * of the work. O(n) for what the two do not share, commit only where something
 * changed.
 * IQ_ERROR_DUPLICATE, IQ_ERROR_SCOPE (the list and the snapshot must both be
 * scoped or both not), IQ_ERROR_LIMIT, IQ_ERROR_NO_MEMORY, IQ_ERROR_BUSY. */
iq_status iq_list_apply(iq_list *list, const iq_snapshot *snapshot,
                        const iq_diff_options *options,
                        iq_changeset **changeset);

/* Says the whole list in one call, without a snapshot. The arrays are only
 * borrowed. If they change under the call, the contents may be wrong, but the
 * list stays sound: what is committed is what the diff read. Otherwise as
 * iq_list_apply. */
iq_status iq_list_set(iq_list *list, const iq_section_entry *sections,
                      size_t section_count, const iq_columns *items,
                      const iq_diff_options *options,
                      iq_changeset **changeset);

/* The same with one implicit section, whose key is 16 zero bytes. */
iq_status iq_list_set_items(iq_list *list, const iq_columns *items,
                            const iq_diff_options *options,
                            iq_changeset **changeset);

/* Replaces the items of one section; all others keep theirs, and a key that
 * is in one of those is a duplicate, the first or the last one in the list's
 * order, as iq_list_set of the whole list would have it. IQ_ERROR_NOT_FOUND if
 * there is no such section. Cost follows that section (and, with a changeset,
 * s). */
iq_status iq_list_set_section_items(iq_list *list, iq_key section,
                                    const iq_columns *items,
                                    const iq_diff_options *options,
                                    iq_changeset **changeset);

/* A snapshot of what is shown, to start the next one from; it has the list's
 * duplicate policy and flags. O(n / 256 + s), no work per item. */
iq_status iq_list_snapshot(iq_list *list, iq_snapshot **snapshot);

/* Both outputs are optional. O(1). */
iq_status iq_list_count(const iq_list *list, size_t *sections, size_t *items);

/* Handles by position and by key. item_at counts over all sections. */
iq_status iq_list_section_at(const iq_list *list, size_t position,
                             iq_section *section);
iq_status iq_list_section_for_key(const iq_list *list, iq_key key,
                                  iq_section *section);
iq_status iq_list_item_at(const iq_list *list, size_t position, iq_item *item);
iq_status iq_list_item_in_section(const iq_list *list, iq_section section,
                                  size_t position, iq_item *item);
/* `section` is needed where keys are scoped, else it may be NULL. */
iq_status iq_list_item_for_key(const iq_list *list, const iq_key *section,
                               iq_key key, iq_item *item);

/* All about a section. O(log s). */
iq_status iq_list_section_info(const iq_list *list, iq_section section,
                               iq_section_info *info);
/* As iq_snapshot_supplementaries. */
iq_status iq_list_supplementaries(const iq_list *list, iq_section section,
                                  uint32_t flags, iq_supplementary *elements,
                                  size_t capacity, size_t *count);
/* As iq_snapshot_supplementary. */
iq_status iq_list_supplementary(const iq_list *list, iq_section section,
                                uint32_t kind, uint32_t index, uint32_t flags,
                                iq_supplementary *element);

/* All about an item. flags are IQ_READ_*. O(log n). */
iq_status iq_list_item_info(const iq_list *list, iq_item item, uint32_t flags,
                            iq_item_info *info);

/* Where an item is now. O(log n). */
iq_status iq_list_item_position(const iq_list *list, iq_item item,
                                iq_position *position);
/* As iq_snapshot_index_of. */
iq_status iq_list_index_of(const iq_list *list, iq_position position,
                           size_t *index);

/* As iq_snapshot_read_items, with handles. */
iq_status iq_list_read_items(const iq_list *list, size_t first, size_t count,
                             const iq_item_buffers *buffers);

/* Gives back the memory that is kept for the next update, and what the list
 * keeps of the time when it was larger: leaves are packed, but for those that
 * a snapshot shares, and handles, index and tables get the size that they
 * need. Handles stay, and stale ones are refused as before. For a list that
 * has shrunk, or is not to change for long. IQ_ERROR_NO_MEMORY leaves all as
 * it was: for a time both are there. O(n). */
iq_status iq_list_trim(iq_list *list);

/* ==========================================================================
 * EDITS
 *
 * An edit changes a list where it stands, at a cost that follows the change
 * and not the list: for who knows what happened (a line came, a file went) and
 * need not describe everything anew.
 *
 *     iq_edit_begin --- insert, delete, move, update ... --- iq_edit_commit
 *                                    |                       one changeset
 *                                    |                            |
 *                             iq_edit_destroy              iq_edit_destroy
 *                             all is as it was             the commit stays
 *
 *     iq_edit *edit;
 *     iq_edit_begin(list, NULL, &edit);
 *     iq_edit_insert_items(edit, section, IQ_END, &items);
 *     iq_edit_delete_items(edit, &old, 1);
 *     iq_edit_commit(edit, NULL, &changes);
 *     iq_edit_destroy(edit);
 *
 * Open       While an edit is open, whoever reads the list sees it edited, a
 *            snapshot of it too. Whatever else would change the list is
 *            answered IQ_ERROR_BUSY; another edit may wait for its turn.
 * Sections   Items go into a section: a list that has none yet is given one
 *            first (iq_edit_insert_sections, or iq_list_set_items of nothing).
 * One call   is all or nothing, and after a failure the edit is still open.
 *            Positions and handles are as the calls before have left them.
 * Handles    stay. A section or an item that is deleted and comes again before
 *            the commit is the same one, and has its handle again.
 * Duplicates get what the list's policy says. REFUSE and SCOPE refuse them;
 *            KEEP_FIRST passes over the newcomer; KEEP_LAST moves the item
 *            that is there to the new place and gives it the new look; NUMBER
 *            gives the newcomer the first number that is free. The same for
 *            keys of sections (SCOPE refuses them). Refused is the first of the
 *            new ones whose key is there or was given before; error.other says
 *            where it is, and is not set if it is only twice among them.
 *            How many were dropped or numbered iq_list_statistics tells.
 * Names      The changeset tells positions. A host that keeps no rows of its
 *            own and wants to name what went takes iq_list_snapshot before:
 *            that costs nothing per item.
 * Threads    One at a time: a call that finds another one inside this edit,
 *            or around the callback that it comes from, is answered
 *            IQ_ERROR_BUSY.
 * The end    After the commit every call but destroy answers IQ_ERROR_STATE;
 *            once the list is destroyed, IQ_ERROR_HANDLE.
 * Cost       O(k log n) for k items (or sections with k items), and a leaf of
 *            at most 256 items to copy for each place that they stand at. The
 *            commit merges leaves that have run low; iq_list_trim does more.
 *            Amortised: each time that a list has grown by a third its index
 *            grows, O(n).
 * ======================================================================== */

typedef struct iq_edit iq_edit;

/* As an index or a position: at the end. */
#define IQ_END SIZE_MAX

/* Which columns iq_edit_update_items reads. 8 is reserved. */
#define IQ_COLUMN_CONTENT 1u
#define IQ_COLUMN_MODEL 2u
#define IQ_COLUMN_CLASS 4u

typedef struct iq_edit_options {
    size_t struct_size;
    uint32_t wait_milliseconds; /* for an edit that is open: 0: not at all;
                                   UINT32_MAX: for ever                       */
    uint32_t reserved;
} iq_edit_options;

/* Opens an edit of the list. Where another one is open this waits for its end,
 * as long as the options say, on the monotonic clock; threads are served in
 * the order in which they came. An edit of the calling thread's own that is
 * open does not end meanwhile: to wait for it is to wait until the time is
 * over.
 * IQ_ERROR_BUSY when the time is over, at once with 0 milliseconds (also where
 * other threads wait), and at once from inside any callback; IQ_ERROR_HANDLE if
 * the list is destroyed meanwhile. O(1). */
iq_status iq_edit_begin(iq_list *list, const iq_edit_options *options,
                        iq_edit **edit);

/* Ends the edit: its changes stay. `changeset` (optional) is what iq_diff of
 * the states at begin and at commit says, in every dialect, with what the edit
 * marked for reload; the caller destroys it. Options as for iq_diff. With
 * IQ_LIST_DROP_EMPTY_SECTIONS the sections that have run empty go first. On
 * failure the edit stays open. O(k log k + s) for k edits; with
 * IQ_DIFF_KEEP_KEYS O(n). */
iq_status iq_edit_commit(iq_edit *edit, const iq_diff_options *options,
                         iq_changeset **changeset);

/* Destroys the edit. One that was not committed is abandoned: the list is
 * again what it was at the beginning, handles and models too. Takes no memory
 * and cannot fail. */
void iq_edit_destroy(iq_edit *edit);

/* Puts items into a section, the first of them at `index` (counted before an
 * item that KEEP_LAST moves leaves its place). */
iq_status iq_edit_insert_items(iq_edit *edit, iq_section section, size_t index,
                               const iq_columns *items);
/* Next to the item `anchor`. */
iq_status iq_edit_insert_items_before(iq_edit *edit, iq_item anchor,
                                      const iq_columns *items);
iq_status iq_edit_insert_items_after(iq_edit *edit, iq_item anchor,
                                     const iq_columns *items);
/* Items from anywhere. IQ_ERROR_HANDLE if one is not there or is named
 * twice. */
iq_status iq_edit_delete_items(iq_edit *edit, const iq_item *items,
                               size_t count);
/* `count` items of a section from `first` on. */
iq_status iq_edit_delete_item_range(iq_edit *edit, iq_section section,
                                    size_t first, size_t count);
/* To where the first of them stands at `index` of `target` afterwards.
 * `target` may be the same section; another is IQ_ERROR_SCOPE where keys are
 * scoped. */
iq_status iq_edit_move_item_range(iq_edit *edit, iq_section section,
                                  size_t first, size_t count,
                                  iq_section target, size_t index);
/* Next to the item `anchor`, also of another section. Next to itself is
 * nothing. */
iq_status iq_edit_move_item_before(iq_edit *edit, iq_item item, iq_item anchor);
iq_status iq_edit_move_item_after(iq_edit *edit, iq_item item, iq_item anchor);
/* Gives items another look: items[i] gets row i of the columns that `which`
 * (IQ_COLUMN_*, at least one) names, and keeps the rest. There are
 * columns->count items. Keys and columns that are not named are not read and
 * may be NULL; one that is named and NULL has the value that it has anywhere.
 * An update in the changeset if content, class or, by the class's `equal`,
 * model differ from the look at the beginning. A new class takes over the
 * model that stays: it retains it, and the old class releases it.
 * IQ_ERROR_HANDLE if an item is not there, IQ_ERROR_ARGUMENT if one is named
 * twice. */
iq_status iq_edit_update_items(iq_edit *edit, const iq_item *items,
                               const iq_columns *columns, uint32_t which);
/* Marks, as for snapshots: an update whatever the looks say. */
iq_status iq_edit_reload_items(iq_edit *edit, const iq_item *items,
                               size_t count);
iq_status iq_edit_reconfigure_items(iq_edit *edit, const iq_item *items,
                                    size_t count);
/* Replaces the items of one section. Those whose keys are among the new ones
 * stay themselves, with the new look. */
iq_status iq_edit_set_section_items(iq_edit *edit, iq_section section,
                                    const iq_columns *items);

/* Puts empty sections in, the first of them at `position`. KEEP_FIRST leaves a
 * section that is there where it is, KEEP_LAST moves it here with its items. */
iq_status iq_edit_insert_sections(iq_edit *edit, size_t position,
                                  const iq_key *keys, size_t count);
/* Next to the section `anchor`. */
iq_status iq_edit_insert_sections_before(iq_edit *edit, iq_section anchor,
                                         const iq_key *keys, size_t count);
iq_status iq_edit_insert_sections_after(iq_edit *edit, iq_section anchor,
                                        const iq_key *keys, size_t count);
/* With their items and supplementary elements. IQ_ERROR_HANDLE if one is not
 * there or is named twice. */
iq_status iq_edit_delete_sections(iq_edit *edit, const iq_section *sections,
                                  size_t count);
iq_status iq_edit_delete_section_range(iq_edit *edit, size_t first,
                                       size_t count);
/* To where the first of them stands at `position` afterwards. */
iq_status iq_edit_move_section_range(iq_edit *edit, size_t first, size_t count,
                                     size_t position);
/* Moving a section next to itself is nothing. */
iq_status iq_edit_move_section_before(iq_edit *edit, iq_section section,
                                      iq_section anchor);
iq_status iq_edit_move_section_after(iq_edit *edit, iq_section section,
                                     iq_section anchor);
/* Marks sections, their items and their supplementary elements for reload. */
iq_status iq_edit_reload_sections(iq_edit *edit, const iq_section *sections,
                                  size_t count);

/* As for snapshots, by the section's handle. */
iq_status iq_edit_set_supplementary(iq_edit *edit, iq_section section,
                                    const iq_supplementary *element);
/* IQ_ERROR_NOT_FOUND if there is none. */
iq_status iq_edit_remove_supplementary(iq_edit *edit, iq_section section,
                                       uint32_t kind, uint32_t index);

/* ==========================================================================
 * ENCODING
 *
 * Snapshots and changesets as bytes, for a file, another process or another
 * machine. The bytes are the same whatever machine wrote them, and what is the
 * same has the same bytes. They begin with a header of 32 bytes, in which the
 * length of the whole stands as 8 little-endian bytes at offset 16, and carry a
 * checksum against damage (not against people). bindings/FORMAT.md says byte by
 * byte what is in them, for who wants to write or read them without us.
 *
 * Cell classes travel by name: where the bytes are read, classes of these
 * names must be registered. Models do not travel: they are NULL afterwards.
 *
 * To encode writes all bytes into the buffer if capacity is enough for them,
 * and always tells how many there are in *length: call with (NULL, 0), then
 * with length. A buffer that was too small holds nothing of use.
 *
 * To decode takes any bytes. Nothing in them is believed before it is checked,
 * and they cannot make the library take more memory than a small multiple of
 * their length. What is wrong with them iq_last_error tells.
 *   IQ_ERROR_FORMAT     they are cut short, damaged, none of ours, of another
 *                       kind or version of the format, or say what cannot be
 *   IQ_ERROR_NOT_FOUND  they name a cell class that is not registered here
 *   IQ_ERROR_LIMIT      more sections or items than a list can hold, or than
 *                       the options allow
 * ======================================================================== */

/* As it is now, marks included. Keys that stand twice still do. O(n). */
iq_status iq_snapshot_encode(const iq_snapshot *snapshot, void *buffer,
                             size_t capacity, size_t *length);

/* A snapshot as if its sections and items had been appended one after another:
 * keys that stand twice get what the options say. IQ_ERROR_SCOPE if it was
 * scoped and is not to be, or the other way round. O(n). */
iq_status iq_snapshot_decode(const void *bytes, size_t length,
                             const iq_snapshot_options *options,
                             iq_snapshot **snapshot);

/* What the changeset says, and its payload; not the keys that
 * IQ_DIFF_KEEP_KEYS keeps. IQ_ERROR_NO_PAYLOAD if it was made without
 * IQ_DIFF_PAYLOAD. O(k + s). */
iq_status iq_changeset_encode(const iq_changeset *changeset, void *buffer,
                              size_t capacity, size_t *length);

typedef struct iq_decode_options {
    size_t struct_size;
    size_t max_items;    /* on either side; more is IQ_ERROR_LIMIT.
                            0: IQ_MAX_ITEMS                                   */
    size_t max_sections; /* likewise; 0: IQ_MAX_SECTIONS                      */
} iq_decode_options;

/* A changeset that says the same, in every dialect, and has a payload. Its
 * moves are found anew: the fewest, whoever wrote the bytes. The caller
 * destroys it. O(k log k + s).
 * Items that stay take no bytes: the 73 bytes of one that changes nothing may
 * speak of two thousand million items. All that is asked of it afterwards costs
 * by k as well, but for iq_changeset_map, which takes 4 bytes for each item of
 * the side. Who does not trust the bytes sets max_items to what is to be
 * expected, or looks at iq_changeset_summary first. */
iq_status iq_changeset_decode(const void *bytes, size_t length,
                              const iq_decode_options *options,
                              iq_changeset **changeset);

/* ==========================================================================
 * LOOKING INSIDE
 *
 * Text for people and tests: stable from version to version, one thing a line.
 * A dump writes what fits into capacity bytes, NUL-terminated, and always
 * tells the whole text's length (without NUL) in *length: call with
 * (NULL, 0), then with length + 1. UTF-8; the lines of a dump end in \n.
 * ======================================================================== */

iq_status iq_list_dump(const iq_list *list, char *buffer, size_t capacity,
                       size_t *length);
iq_status iq_snapshot_dump(const iq_snapshot *snapshot, char *buffer,
                           size_t capacity, size_t *length);
/* The summary, then the batch. */
iq_status iq_changeset_dump(const iq_changeset *changeset, char *buffer,
                            size_t capacity, size_t *length);

/* Why an item changed (or did not), without a \n: "moved 1:0 -> 0:1;
 * reconfigured: content differs". IQ_ERROR_RANGE if there is no such item.
 * O(k + log s), and takes no memory. */
iq_status iq_changeset_explain(const iq_changeset *changeset, iq_side side,
                               iq_position position, char *buffer,
                               size_t capacity, size_t *length);

typedef struct iq_statistics {
    size_t struct_size;
    /* The last update that succeeded; of an edit, its commit. Its phases add up
     * to its time, less what its locks waited for. */
    iq_summary changes;           /* its struct_size is set by the library;
                                     moves IQ_UNCOUNTED without a changeset:
                                     the fewest are then not looked for       */
    uint64_t match_nanoseconds;   /* walking and looking up                   */
    uint64_t solve_nanoseconds;   /* the fewest moves, and the changeset      */
    uint64_t prepare_nanoseconds; /* new leaves, models retained              */
    uint64_t commit_nanoseconds;
    size_t lookups;               /* keys looked up, singly or many at once   */
    size_t leaves_compared;       /* leaves whose items were read             */
    size_t leaves_kept;           /* leaves of before that stand in after     */
    size_t leaves_written;
    /* What the list holds now, in bytes. */
    size_t tree_bytes;            /* items, order; shared leaves count whole  */
    size_t index_bytes;           /* key to item                              */
    size_t slot_bytes;            /* handles                                  */
    size_t scratch_bytes;         /* kept for the next update: iq_list_trim   */
} iq_statistics;

/* O(n / 256 + s). */
iq_status iq_list_statistics(const iq_list *list, iq_statistics *statistics);

#ifdef __cplusplus
}
#endif

#endif /* IQLIST_H */

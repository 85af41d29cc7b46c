/*
 * sequence.h - a program of library calls, read from bytes, over a few slots of each kind of object.
 *
 *     slots[KIND_LIST]        [ a list   ][ NULL   ][ a destroyed one ]      what an operation names is
 *     slots[KIND_SNAPSHOT]    [ NULL     ][ ...    ][ ...             ]      a slot: whatever is in it
 *     slots[KIND_CHANGESET]   ...
 *     slots[KIND_EDIT]        ...
 *     slots[KIND_VIEW]        ...
 *
 * An operation reads its arguments from the bytes that follow, makes a call through TRY and judges the
 * status: objects that are not there are refused, and nothing that lives is. Memory may have been made to
 * fail for one call, which then must have changed nothing.
 */
#ifndef SEQUENCE_H
#define SEQUENCE_H

#include "../Boundary/shared/check.h"

#include <stdbool.h>

#define SLOTS 3
/* Bytes of the longest program. */
#define LONGEST_PROGRAM 1200
#define NAMED 8
/* With more items or sections, nothing is put in. */
#define MOST_ITEMS 80
#define MOST_SECTIONS 12

typedef enum slot_kind { KIND_LIST, KIND_SNAPSHOT, KIND_CHANGESET, KIND_EDIT, KIND_VIEW, KINDS } slot_kind;

typedef struct slot {
    void *object; /* NULL, or what is or was an object */
    bool lives;
    size_t threshold; /* of a list, and so of its edits */
    /* Of an edit or a view: its list. Of an edit: the list as it was at the beginning, and whether it can go on. */
    iq_list *list;
    iq_snapshot *before;
    uint64_t digest;
    bool is_marked, is_open;
    bool is_laid_out; /* of a view */
    bool holds_bar;   /* its scroll bar is held */
} slot;

typedef struct machine {
    const uint8_t *at, *end;
    bool with_layouts;     /* operations on views that are laid out are among the numbers */
    bool is_strict;        /* what a refused call leaves behind is looked at */
    uint64_t fail;         /* the allocation of the next call that fails; 0: none */
    unsigned under_way;    /* submissions whose end has not been told */
    bool with_handles;     /* the next call names items or sections that may be gone */
    bool with_levels;      /* those of the next call may be too high */
    bool with_repeats;     /* the next call may name something twice */
    bool with_options;     /* options of the next call may be none that there are */
    iq_element kept;       /* what a call on a view that is laid out has named */
    uint64_t named[NAMED]; /* handles of items and sections that calls have named */
    slot slots[KINDS][SLOTS];
} machine;

typedef struct operation {
    const char *name;
    void (*run)(machine *m);
} operation;

extern const operation operations_of_lists[], operations_of_snapshots[], operations_of_changesets[],
    operations_of_edits[], operations_of_events[], operations_of_undo[], operations_of_views[], operations_of_derived[],
    operations_of_puts[];
extern const size_t operations_of_lists_count, operations_of_snapshots_count, operations_of_changesets_count,
    operations_of_edits_count, operations_of_events_count, operations_of_undo_count, operations_of_views_count,
    operations_of_derived_count, operations_of_puts_count;
/* All of those on views that are laid out, and a view that measures the items of the first list. */
extern const operation operation_on_laid_out;
void start_layouts(machine *m);

/* The next byte, 0 behind the end. */
uint8_t next_byte(machine *m);
slot *next_slot(machine *m, slot_kind kind);
/* One of 20 keys of items, one of 5 of sections. */
iq_key next_item_key(machine *m);
iq_key next_section_key(machine *m);
iq_update_options next_options(machine *m);
/* The same, of what is diffed; and of a submission, which this thread prepares. */
iq_diff_options diff_options(const iq_update_options *options);
iq_submit_options submit_options(machine *m);
iq_supplementary next_element(machine *m);

/* Up to eight items; `columns` points into `keys` and so on. */
typedef struct some_items {
    iq_columns columns;
    iq_key keys[8];
    uint64_t contents[8];
    void *models[8];
    iq_class classes[8];
    uint16_t levels[8];
} some_items;

void columns_of(some_items *items);
void dress_item(uint8_t look, uint64_t *content, void **model, iq_class *cell_class);
void next_items(machine *m, some_items *items);

/* One to three keys of sections, or none; answers how many. */
size_t next_sections(machine *m, iq_key keys[3]);

/* Models count their references. */
void register_models(void);
void check_models_released(void);

/* The functions of cells, for the class that counts models. None is left at the end. */
int create_cell(void *context, const iq_event *event, void **object);
int bind_cell(void *context, const iq_event *event);
void unbind_cell(void *context, const iq_event *event);
void destroy_cell(void *context, void *object);
void check_cells_destroyed(void);
/* The function of a cell that fails next; 0: none. */
void make_cells_fail(unsigned next);
/* Is the object, unless it is NULL, a cell of the view that is bound to the model? */
bool cell_shows(const void *object, const iq_view *view, uint32_t number, const void *model);
/* Nor is a filter, or a layout that measures. */
void check_filters_destroyed(void);
void check_measures_ended(void);
/* Is the model NULL, not counted, or retained by somebody? */
bool model_is_alive(const void *model, iq_class cell_class);

/* A call whose memory fails if that was asked for. `first` and `second` are the slots that it names, or
 * NULL; NULL and dead objects are refused, and whatever is refused has changed neither. */
#define TRY(m, first, second, expression) (try_begin((m), (first), (second)), try_end((m), (expression)))

void try_begin(machine *m, const slot *first, const slot *second);
/* True if the status is IQ_OK. */
bool try_end(machine *m, iq_status status);

/* Puts a new object into a slot, in place of what it held. */
void slot_put(machine *m, slot *self, void *object);
/* Destroys what is in it, and keeps the address. */
void slot_destroy(machine *m, slot *self);
bool slot_is_good(const slot *self);
/* Opens an edit of the list in a slot, to drag `count` items if there are any; puts it into another slot. */
void begin_edit(machine *m, const slot *list, slot *self, const iq_item *items, size_t count);
/* Has the list an edit that is open? */
bool list_is_edited(const machine *m, const iq_list *list);

/* An item, or an element of a section or of the list; NULL where there is none. */
const iq_element *next_part(machine *m, const slot *self, iq_element *into);

/* What holds for every scene. True if it shows the list as it is now, and everything in it has a cell. */
bool check_scene(const slot *self, const iq_scene *scene);
/* Nothing was different at the next layout. */
void check_same_scene(const iq_scene *scene, const iq_scene *again);

/* A list's state without handles: encoded, to be freed. */
typedef struct encoding {
    unsigned char *bytes;
    size_t length;
} encoding;

encoding encode_snapshot(const iq_snapshot *snapshot);
bool encoding_equal(const encoding *a, const encoding *b);

/* Applied to `before`, a changeset with a payload makes what the list shows. */
void check_reported(const iq_snapshot *before, const iq_changeset *reported, iq_list *list);

/* Cheap checks of everything that lives: counts agree, keys are where the library reports them. */
void check_all(machine *m);

#endif

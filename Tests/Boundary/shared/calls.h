/*
 * calls.h - every function that works on a list, a snapshot, a changeset, an edit or a view, as one table of
 * calls and the objects that they work on. On fresh objects each call answers IQ_OK; what it makes it destroys.
 *
 *     objects   list       A[1 2 3] B[4 5 6], A with a header; a step to undo, and one to redo; an element of
 *                          its own of the host's first kind
 *               snapshot   the same
 *               other      B[6 5 4*] C[1 7] with marks
 *               changeset  from snapshot to other, keys and payload kept
 *               edited     another list of the same, and `edit` is open: 3 has gone, 5 has a mark
 *               view       of list: 2 is visible, and has a cell
 *               laid_out   a view of list, 100 x 60: the header of A, 1, 2 and 3 have places and cells
 *               derived    a filter of list, which everything passes
 *               sorted     a sorted list of list, in the source's order
 */
#ifndef CALLS_H
#define CALLS_H

#include "iqlist.h"

#include <stddef.h>

/* What a call works on: bits of call.uses and call.changes. */
#define CALL_LIST 1u
#define CALL_SNAPSHOT 2u
#define CALL_OTHER 4u
#define CALL_CHANGESET 8u
#define CALL_ITEM 16u
#define CALL_SECTION 32u
#define CALL_EDIT 64u
/* Of the edited list. */
#define CALL_EDITED_ITEM 128u
#define CALL_EDITED_SECTION 256u
/* {0} as the item or section means the list itself. */
#define CALL_OR_WHOLE 512u
#define CALL_VIEW 1024u
/* What only the poll does, too: refused inside the functions of the view's cells. */
#define CALL_CELLS 2048u
/* Elements of the list itself, which an open edit leaves to others. */
#define CALL_ELEMENTS 4096u
#define CALL_DERIVED 8192u
/* The item or section is an anchor, and the third parameter, behind the place. */
#define CALL_ANCHOR 16384u
#define CALL_LAID_OUT 32768u
#define CALL_SORTED 65536u

typedef struct call_objects {
    iq_list *list;
    iq_snapshot *snapshot;
    iq_snapshot *other;
    iq_changeset *changeset;
    iq_item item;       /* of key 2 */
    iq_section section; /* of key A */
    iq_list *edited;
    iq_edit *edit;
    iq_item edited_item;       /* of key 2 */
    iq_section edited_section; /* of key A */
    iq_view *view;
    iq_view *laid_out;
    iq_list *derived;
    iq_list *sorted;
    iq_class cell_class; /* of all items and elements */
    void *model;
} call_objects;

typedef struct call {
    const char *name;
    uint32_t uses;
    uint32_t changes;
    iq_status (*make)(const call_objects *objects);
} call;

extern const call calls_of_lists[], calls_of_snapshots[], calls_of_changesets[], calls_of_edits[];
extern const call calls_of_views[], calls_of_layouts[], calls_of_derived[];
extern const size_t calls_of_lists_count, calls_of_snapshots_count, calls_of_changesets_count;
extern const size_t calls_of_edits_count, calls_of_views_count, calls_of_layouts_count;
extern const size_t calls_of_derived_count;

/* All seven tables as one. */
size_t calls_count(void);
const call *calls_at(size_t position);

/* Section keys A, B, C and item keys of the objects: calls_key(1) is A, 2 is B, 3 is C; items from 11 on. */
iq_key calls_key(uint64_t number);

/* Fresh objects; their items have the class {0} and no model unless given. False, and nothing made, if memory
 * runs out. */
int objects_open(call_objects *objects, iq_class cell_class, void *model);
/* Closes lists, views and the edit alone. */
void objects_close_lists(const call_objects *objects);
void objects_close(call_objects *objects);
/* Gives one item a new content, model and class. */
iq_status calls_update(iq_edit *edit, iq_item item, uint64_t content, void *model, iq_class cell_class);
/* Opens the edit of the edited list, when the one before has ended. */
iq_status cast_edit(call_objects *objects);

#endif

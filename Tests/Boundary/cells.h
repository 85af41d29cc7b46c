/*
 * cells.h - models that count their references, and the cell classes that do the counting.
 *
 *   cells_class[0]  retain, release, equal, changed
 *   cells_class[1]  retain and release only
 *   cells_class[2]  nothing: its models are addresses that may be anything
 *
 * Retain and release may be called from any thread, equal and changed from one at a time.
 */
#ifndef CELLS_H
#define CELLS_H

#include "model.h"

#include <stdatomic.h>

typedef struct cell {
    atomic_int references;
    int look; /* two cells of one look are equal */
    int held; /* by how many entries of models: see cells_hold */
} cell;

extern iq_class cells_class[3];

/* A question that the library put to a class. */
typedef struct cells_question {
    const void *before;
    const void *after;
} cells_question;

#define CELLS_QUESTIONS 4096
extern size_t cells_equal_count, cells_changed_count;
extern cells_question cells_equal_asked[CELLS_QUESTIONS], cells_changed_asked[CELLS_QUESTIONS];

/* Called from inside a callback, if set: `name` is "retain", "release", "equal" or "changed". */
extern void (*cells_inside)(const char *name);

/* Registers the classes, once. */
void cells_register(void);
cell *cells_new(int look);
/* Frees all cells; none may have a reference left. */
void cells_end(void);

/* For expect_rules: the same answers, without a question noted. */
bool cells_equal(iq_class cell_class, const void *before, const void *after);
uint64_t cells_changed(iq_class cell_class, const void *before, const void *after);

/* Says what is held: first cells_hold(NULL), then each model that a list or snapshot shows. */
void cells_hold(const model *held);
/* Each cell has a reference while something holds it, at most one an entry that holds it, and none
 * afterwards. */
void cells_check(void);

#endif

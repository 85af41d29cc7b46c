/*
 * counted_models.h - models that count their references, and the cell classes that do the counting.
 *
 *   counted_class[0]  retain, release, equal, changed
 *   counted_class[1]  retain and release only
 *   counted_class[2]  nothing: its models are addresses that may be anything
 *
 * Retain and release may be called from any thread, equal and changed from one at a time.
 */
#ifndef COUNTED_MODELS_H
#define COUNTED_MODELS_H

#include "model.h"

#include <stdatomic.h>

typedef struct counted_model {
    atomic_int references;
    int appearance; /* two models of one appearance are equal */
    int held; /* by how many entries of models: see counted_hold */
} counted_model;

extern iq_class counted_class[3];

/* A question that the library put to a class. */
typedef struct counted_question {
    const void *before;
    const void *after;
} counted_question;

#define COUNTED_QUESTIONS 4096
extern size_t counted_equal_count, counted_changed_count;
extern counted_question counted_equal_asked[COUNTED_QUESTIONS], counted_changed_asked[COUNTED_QUESTIONS];

/* Called from inside a callback, if set: `name` is "retain", "release", "equal" or "changed". */
extern void (*counted_inside)(const char *name);

/* Registers the classes, once. */
void counted_register(void);
counted_model *counted_new(int appearance);
/* Frees all models; none may have a reference left. */
void counted_end(void);

/* For expect_rules: the same answers, without a question noted. */
bool counted_equal(iq_class cell_class, const void *before, const void *after);
uint64_t counted_changed(iq_class cell_class, const void *before, const void *after);

/* Says what is held: first counted_hold(NULL), then each model that a list or snapshot shows. */
void counted_hold(const model *held);
/* Each model has a reference while something holds it, at most one an entry that holds it, and none
 * afterwards. */
void counted_check(void);

#endif

/*
 * edit_script.h - a list that is edited beside its model: each of the functions that edit_script_change chooses
 * from makes one random change of both and checks the answer. Keys are drawn from few, so that what went
 * comes again and what is there comes twice.
 *
 *     begin ──► change, check, change, check ... ──┬──► commit: the diff of both ends says the same
 *                                                  └──► abandon: all as it was
 */
#ifndef EDIT_SCRIPT_H
#define EDIT_SCRIPT_H

#include "check.h"
#include "model.h"
#include "random.h"

/* A handle that the list gave out for a key in the course of an edit. */
typedef struct edit_script_handle {
    iq_key section; /* where keys are scoped, of an item */
    iq_key key;
    uint64_t id;
    uint32_t mark; /* MODEL_RELOAD, MODEL_RECONFIGURE */
} edit_script_handle;

typedef struct edit_script_handles {
    size_t count;
    edit_script_handle *all;
} edit_script_handles;

#define EDIT_SCRIPT_STALE 64

typedef struct edit_script {
    random_source random;
    iq_duplicates policy;
    bool scoped, drop_empty;
    size_t threshold; /* the list's, for reloading everything */
    uint64_t keys;   /* of items; sections have a fourth of them */
    size_t longest;  /* the most items that one call puts in */
    bool tall;       /* too large to read all of it: no marks, handles only at the ends */
    /* The appearance of a new item. NULL: a random content, an address that means nothing, no class. */
    void (*dress)(struct edit_script *self, model_item *item);
    /* The class whose models are mere addresses; {0} retains none either. */
    iq_class bare;

    iq_list *list;
    iq_edit *edit;
    model shown, before; /* now, and when the edit began */
    iq_snapshot *held;   /* of the list when the edit began */
    uint64_t held_digest, list_digest;
    edit_script_handles items, sections; /* of all that was there at some time of the edit */
    size_t dropped, numbered;
    size_t stale_count;
    uint64_t stale[EDIT_SCRIPT_STALE]; /* handles that were good once */

    uint64_t fail; /* the allocation of the next change that fails; 0: none */
    bool failed;   /* the latest change ran out of memory, and changed nothing */
} edit_script;

void edit_script_start(edit_script *self, uint64_t seed, const iq_list_options *options);
void edit_script_end(edit_script *self);

void edit_script_begin(edit_script *self);
void edit_script_change(edit_script *self);
/* The list shows the model, and each handle is what it has to be. */
void edit_script_check(edit_script *self);
void edit_script_commit(edit_script *self);
/* Without any memory to be had. */
void edit_script_abandon(edit_script *self);

/* ---- for the changes themselves: edit_script_items.c, edit_script_sections.c ------- */

void edit_script_change_items(edit_script *self);
void edit_script_change_sections(edit_script *self);

/* Makes a call, whose memory may fail. True if it was to be carried out and was. */
#define MADE(self, expression, wanted) (edit_script_arm(self), edit_script_answered((self), (expression), (wanted)))
void edit_script_arm(edit_script *self);
bool edit_script_answered(edit_script *self, iq_status status, iq_status wanted);

iq_key edit_script_item_key(edit_script *self);
iq_key edit_script_section_key(edit_script *self);
iq_section edit_script_section_at(const edit_script *self, size_t position);
iq_item edit_script_item_at(const edit_script *self, model_place place);
/* A handle that was good once, or never. */
uint64_t edit_script_stale(edit_script *self);
/* A random place of an item; the list must have one. */
model_place edit_script_place(edit_script *self);
edit_script_handle *edit_script_find_item(edit_script *self, iq_key section, iq_key key);
edit_script_handle *edit_script_find_section(edit_script *self, iq_key key);
bool edit_script_is_there(const edit_script *self, const edit_script_handle *handle, bool of_section);
/* What is gone at the end of an edit is gone for good. */
void edit_script_retire_handles(edit_script *self);

/* The first number that is free: see IQ_DUPLICATES_NUMBER. */
iq_key edit_script_numbered(const model *of, iq_key key, bool of_section);

/* What would be after a call, and how many duplicates it takes. */
typedef struct edit_script_outcome {
    model after;
    bool refused;
    size_t dropped, numbered;
} edit_script_outcome;

/* Items come into a gap: between two of the items of its section as they are now. */
edit_script_outcome edit_script_put_items(const edit_script *self, const model *into, model_place gap,
                                          const model_item *items, size_t count);
/* Sections come into a gap among the sections as they are now. */
edit_script_outcome edit_script_put_sections(const edit_script *self, size_t gap, const iq_key *keys, size_t count);
/* The outcome, if the call was made, is what the model shows from now on; it is cleared otherwise. A refusal
 * names one of the keys. */
void edit_script_settle(edit_script *self, edit_script_outcome *outcome, bool made, const iq_key *keys, size_t count,
                        bool of_sections);

/* A change of a model that was made by hand. */
edit_script_outcome edit_script_outcome_of(const model *from);

#endif

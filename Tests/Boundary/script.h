/*
 * script.h - a list that is edited beside its model: each of the functions that script_change chooses
 * from makes one random change of both and checks the answer. Keys are drawn from few, so that what went
 * comes again and what is there comes twice.
 *
 *     begin ──► change, check, change, check ... ──┬──► commit: the diff of both ends says the same
 *                                                  └──► abandon: all as it was
 */
#ifndef SCRIPT_H
#define SCRIPT_H

#include "check.h"
#include "model.h"
#include "random.h"

/* A handle that the list gave out for a key in the course of an edit. */
typedef struct script_handle {
    iq_key section; /* where keys are scoped, of an item */
    iq_key key;
    uint64_t id;
    uint32_t mark; /* MODEL_RELOAD, MODEL_RECONFIGURE */
} script_handle;

typedef struct script_handles {
    size_t count;
    script_handle *all;
} script_handles;

#define SCRIPT_GRAVEYARD 64

typedef struct script {
    random_source random;
    iq_duplicates policy;
    bool scoped, drop_empty;
    size_t threshold; /* the list's, for reloading everything */
    uint64_t keys;   /* of items; sections have a fourth of them */
    size_t longest;  /* the most items that one call puts in */
    bool tall;       /* too much to look at all of it: no marks, handles only at the ends */
    /* What a new item looks like. NULL: a random content, an address that means nothing, no class. */
    void (*dress)(struct script *self, model_item *item);
    /* The class whose models are mere addresses; {0} retains none either. */
    iq_class bare;

    iq_list *list;
    iq_edit *edit;
    model shown, before; /* now, and when the edit began */
    iq_snapshot *held;   /* of the list when the edit began */
    uint64_t held_digest, list_digest;
    script_handles items, sections; /* of all that was there at some time of the edit */
    size_t dropped, numbered;
    size_t buried;
    uint64_t graveyard[SCRIPT_GRAVEYARD]; /* handles that were good once */

    uint64_t fail; /* the allocation of the next change that fails; 0: none */
    bool failed;   /* the latest change ran out of memory, and changed nothing */
} script;

void script_start(script *self, uint64_t seed, const iq_list_options *options);
void script_end(script *self);

void script_begin(script *self);
void script_change(script *self);
/* The list shows the model, and each handle is what it has to be. */
void script_check(script *self);
void script_commit(script *self);
/* Without any memory to be had. */
void script_abandon(script *self);

/* ---- for the changes themselves: script_items.c, script_sections.c ------- */

void script_change_items(script *self);
void script_change_sections(script *self);

/* Makes a call, whose memory may fail. True if it was to be carried out and was. */
#define MADE(self, expression, wanted) (script_arm(self), script_answered((self), (expression), (wanted)))
void script_arm(script *self);
bool script_answered(script *self, iq_status status, iq_status wanted);

iq_key script_item_key(script *self);
iq_key script_section_key(script *self);
iq_section script_section_at(const script *self, size_t position);
iq_item script_item_at(const script *self, model_place place);
/* A handle that was good once, or never. */
uint64_t script_stale(script *self);
/* A random place of an item; the list must have one. */
model_place script_place(script *self);
script_handle *script_find_item(script *self, iq_key section, iq_key key);
script_handle *script_find_section(script *self, iq_key key);
bool script_is_there(const script *self, const script_handle *handle, bool of_section);
/* What is gone at the end of an edit is gone for good. */
void script_bury(script *self);

/* The first number that is free: see IQ_DUPLICATES_NUMBER. */
iq_key script_numbered(const model *of, iq_key key, bool of_section);

/* What would be after a call, and how many duplicates it takes. */
typedef struct script_outcome {
    model after;
    bool refused;
    size_t dropped, numbered;
} script_outcome;

/* Items come into a gap: between two of the items of its section as they are now. */
script_outcome script_put_items(const script *self, const model *into, model_place gap,
                                const model_item *items, size_t count);
/* Sections come into a gap among the sections as they are now. */
script_outcome script_put_sections(const script *self, size_t gap, const iq_key *keys, size_t count);
/* The outcome, if the call was made, is what the model shows from now on; it is cleared otherwise. A refusal
 * names one of the keys. */
void script_settle(script *self, script_outcome *outcome, bool made, const iq_key *keys, size_t count,
                   bool of_sections);

/* A change of a model that was made by hand. */
script_outcome script_outcome_of(const model *from);

#endif

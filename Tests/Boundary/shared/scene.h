/*
 * scene.h - small scenes of derived lists in words.
 *
 *     scene_source("1 A B1 C2* 2 D+")    sections 1 and 2; items with levels; * content 2; + every item of the class
 *                                        has children; ? the class says so of items with content 2
 *     SHOWS(list, "1 A B1")              what a list shows, also found by key, by position and by handle
 *     SAYS(list, "update-2 on:B.8")      what polls hand out until there is nothing, in order
 *
 *     update   -2 deleted +2 inserted ~2 moved *2 reconfigured !2 reloaded ^2 elements, :3 ticket, /plain /a7
 *              animation, = unchanged, # reload of everything, ?19 status
 *     on off gone   :B.8 item (states), :Bx3.8 from B on, :S1.8 section; u by the user
 *     children:B will:3 placeholder:1 bound:B shown:B ended:B
 */
#ifndef SCENE_H
#define SCENE_H

#include "check.h"
#include "derive.h"

#include <stdbool.h>

extern iq_class scene_class[2]; /* + and ? */
void scene_register(void);

iq_list *scene_source(const char *text);
void scene_set(iq_list *list, const char *text);
iq_status scene_try_set(iq_list *list, const char *text, const iq_update_options *options);
/* A list that asks for UPDATE, STATES, CHILDREN and PLACEHOLDER. */
iq_list *scene_derive(iq_list *source, uint32_t flags);
#define SCENE_EVENTS (IQ_EVENT_UPDATE | IQ_EVENT_STATES | IQ_EVENT_CHILDREN | IQ_EVENT_PLACEHOLDER)

iq_key scene_key(char name);
void *scene_model(char name, uint64_t content);
iq_item scene_item(const iq_list *list, char name);
iq_section scene_section(const iq_list *list, char name);
uint64_t scene_version(const iq_list *list);
void scene_states(iq_list *list, const char *names, uint32_t states, uint32_t flags);
void scene_expand(iq_list *list, const char *names);
void scene_collapse(iq_list *list, const char *names);
void scene_open_section(iq_list *list, char name, bool is_open);
/* The states of an item, and whether it has children. */
uint32_t scene_states_of(const iq_list *list, char name);
bool scene_children_of(const iq_list *list, char name);

void scene_shows(const char *file, int line, const iq_list *list, const char *text);
#define SHOWS(list, text) scene_shows(__FILE__, __LINE__, list, text)
void scene_says(const char *file, int line, iq_list *list, const char *words);
#define SAYS(list, words) scene_says(__FILE__, __LINE__, list, words)
/* Polls until there is nothing, whatever it is. */
void scene_quiet(iq_list *list);
/* Whether the descriptor says that there is something. */
bool scene_is_readable(iq_list *list);
/* Destroys the derived list, then its source. */
void scene_end(iq_list *source, iq_list *list);

/* A filter that counts what is done with it: `names` pass. */
typedef struct scene_filter {
    const char *names;
    unsigned calls, destroyed, ended;
    iq_status status;
    uint64_t ticket;
    char asked[128];
    void (*inside)(void);      /* called by `passes` */
    void (*inside_end)(void);  /* called by `done`, and by `destroy` */
} scene_filter;

/* Whether functions are asked by `passes_batch`. */
extern bool scene_in_batches;
iq_filter scene_function(scene_filter *filter, uint32_t change);
iq_submit_options scene_options(scene_filter *filter, uint32_t flags);
/* Gives a list a function, which is prepared at once, or bits made from the source. */
void scene_filter_by(iq_list *list, scene_filter *filter, const char *names, uint32_t change);
void scene_filter_bits(iq_list *list, const iq_list *source, scene_filter *filter, const char *names);

#endif

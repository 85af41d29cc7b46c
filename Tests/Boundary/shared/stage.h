/*
 * stage.h - a host of views: a list whose items have names, cell classes that note what their functions are told, and
 * views whose cells are watched. What happens is noted word by word; a test says which words it expects.
 *
 *     stage_show("1 ab 2^ c")     sections 1 and 2 with items a, b and c; ^ is a header, _ a footer, < and > are
 *                                 elements of pages, * is one of the host's kind
 *     new:a bind:a unbind:a free  the functions of cells         a/3 bound again, 3 differs; a~ reloaded; a& by hand
 *     BOUND:a WILL:a DID:a        events of cells; +: new        with the number of a view behind them, but the first's
 *     PREFETCH:3 CANCEL:4         one word for each item, by its index
 *     h1 f1 p1 q1 k1, S1                elements of section 1, and it  H F K E L X < >  elements of the list
 *
 * Whatever a test does, it is checked that a cell is created with the lowest free number, bound while it is free, or
 * again to the same, unbound with the model that it was bound to, and destroyed unbound; that its model is alive all
 * the time; that events name cells that are there; that DID_END_DISPLAY follows a WILL_DISPLAY of the same; and that no
 * PREFETCH is cancelled of what is displayed.
 */
#ifndef STAGE_H
#define STAGE_H

#include "check.h"

#include <stdatomic.h>
#include <stdbool.h>

enum { STAGE_ITEMS = 128, STAGE_CELLS = 512, STAGE_VIEWS = IQ_MAX_VIEWS, STAGE_NAME = 12 };

typedef struct stage_model {
    atomic_int references;
    int appearance;
} stage_model;

/* What a cell shows, or an event is about. */
typedef struct stage_part {
    uint64_t item, section;
    uint32_t kind, index;
    char name[STAGE_NAME];
} stage_part;

typedef struct stage_cell {
    bool exists, bound;
    size_t view;
    uint32_t number;
    stage_part part;
    const stage_model *model;
    uint32_t cell_class;
} stage_cell;

typedef struct stage_watched {
    iq_view *view;
    stage_cell cells[STAGE_CELLS];
    stage_part shown[2 * STAGE_CELLS]; /* WILL_DISPLAY without DID_END_DISPLAY yet */
    size_t shown_count;
    size_t leaving; /* displays that ended with a cell since the last poll that found no events */
    size_t bound, most_bound; /* cells, now and at most */
} stage_watched;

/* What items are made of, by their key's number: set before stage_show. */
typedef struct stage_item {
    uint64_t content;
    stage_model *model;
    iq_class cell_class;
} stage_item;

typedef struct stage_state {
    iq_list *list;
    iq_list *source; /* of the list, if that is derived */
    stage_watched views[STAGE_VIEWS];
    stage_item items[STAGE_ITEMS];
    uint64_t fail_create, fail_bind; /* the nth from now on fails, all after it too; 0: none */
    uint64_t creates, binds, unbinds, destroys;
    bool may_run_out; /* of memory, in a poll: then it answers that, and hands out nothing */
    void (*inside)(const char *function, const iq_event *event); /* called in the functions, if set */
} stage_state;

extern stage_state stage;
/* [0] and [1] count models and have all functions, with a pool of 2 and one without a limit; [2] has nothing but a pool
 * of 1, and its cells are not watched. */
extern iq_class stage_class[3];
#define STAGE_CHANGED UINT64_C(256) /* beside what differs, so that a class that is asked never says 0 */

void stage_register(void);
/* A list that nothing is asked of but the three events of cells, and its first view, in which nothing is visible. */
void stage_open(void);
/* Goes on with a list that is derived from this one, with a first view of its own. */
void stage_derive(const iq_derive_options *options);
/* The list that is changed: the source, if there is one. */
iq_list *stage_changed(void);
/* Destroys all: no cell and no reference to a model is left. */
void stage_close(void);
size_t stage_add_view(void);
void stage_drop_view(size_t number);

/* Every item has content 1, a model of that appearance and the first class at first. */
void stage_show(const char *specification);
void stage_show_with(const char *specification, uint32_t flags);
stage_model *stage_model_new(int appearance);
void stage_set(char name, uint64_t content, iq_class cell_class);
iq_item stage_item_of(char name);
iq_section stage_section_of(char name);
iq_element stage_element_of(char name);

/* One edit of one item. */
void stage_edit(char name, iq_status (*change)(iq_edit *edit, const iq_item *items, size_t count));
/* Sets an element of the list, of the first class. */
void stage_set_element(uint32_t kind, uint32_t index, uint64_t key, uint64_t content);

void stage_visible(size_t view, size_t first, size_t count, size_t ahead);
/* One poll, of the source as well, with the list's events; the number of those. It may fail while a function is to fail. */
size_t stage_poll(void);
/* The same with room for so many. */
size_t stage_poll_some(size_t capacity);
/* Polls until nothing happens. */
void stage_settle(void);
/* The cell that shows an item, or NULL; the bound cells of a view; and all. */
stage_cell *stage_cell_of(size_t view, const char *name);
size_t stage_bound(size_t view);
size_t stage_existing(size_t view);
/* The part that an event is about. */
stage_part stage_part_of(const iq_event *event);
bool stage_is_same(const stage_part *a, const stage_part *b);
/* Every bound cell's model is alive, and find_cell says of it what the stage knows. */
void stage_check(void);

void stage_said(const char *file, int line, const char *wanted);
/* These words were noted since the last time, in any order. */
#define SAID(wanted) stage_said(__FILE__, __LINE__, wanted)
/* Forgets what was noted. */
void stage_quiet(void);
/* The place of a word among those noted, from 0; SIZE_MAX: it was not. */
size_t stage_place(const char *word);

#endif

/*
 * seeds.h - one seeded script of calls on a list, a snapshot and edits, and then on lists of their own on states,
 * derived lists, a view and pages, for the bindings to be compared with.
 *
 * Each step draws its arguments from the seed and from what the list or snapshot shows, makes one call, and
 * prints the status with the detail of a failure, the state afterwards, and the changeset in every dialect.
 * test_seeds.py and seeds.rs run the same script through their bindings and compare the lines: a binding that
 * prints the same passes arguments, results and errors on as they are. The order in which a step draws its
 * arguments is part of the script.
 */
#ifndef SEEDS_H
#define SEEDS_H

#include "../../Tests/Boundary/shared/random.h"

#include <iqlist.h>

#define MAX_ROWS 64
#define MAX_SECTIONS 8
#define MAX_ELEMENTS 4
#define MAX_WATCHED 4

typedef struct item_row {
    iq_key key;
    uint64_t content;
    void *model;
    iq_class cell_class;
    uint16_t level;
} item_row;

/* Items on their way in. */
typedef struct row_array {
    item_row rows[MAX_ROWS];
    size_t count;
} row_array;

/* Sections on their way in, with their items and supplementary elements. */
typedef struct section_array {
    iq_section_entry entries[MAX_SECTIONS];
    iq_supplementary elements[MAX_SECTIONS][MAX_ELEMENTS];
    size_t count;
    row_array items;
} section_array;

typedef struct key_array {
    iq_key keys[MAX_ROWS];
    size_t count;
} key_array;

typedef struct seed_script {
    random_source random;
    iq_duplicates policy;
    int drops_empty_sections;
    iq_list *list;
    iq_snapshot *snapshot;
    iq_snapshot *first;      /* what the snapshot was when its session began */
    iq_changeset *previous;  /* the last changeset of the list that has a payload; NULL: none yet */
    iq_edit *edit;           /* NULL: none is open */
    iq_item watched[MAX_WATCHED];
    size_t watched_count;
} seed_script;

/* text.c: lines. A long one is printed as its hash, unless `prints_whole_lines`. */
extern int prints_whole_lines;
void begin_line(const char *name);
void put(const char *format, ...);
void put_key(iq_key key);
void put_bytes(const unsigned char *bytes, size_t length);
void put_position(iq_position position);
void put_number(uint32_t number); /* "-" for IQ_NONE */
void end_line(void);
/* Prints the status of a step and the detail of its failure. */
void print_status(const char *step, iq_status status);
/* For calls of the script itself, which must succeed. */
void must(iq_status status);

/* given.c: what goes in. */
void register_classes(void);
const char *class_name(iq_class cell_class);
int model_number(const void *model);
iq_key draw_section_key(seed_script *script);
void draw_section_keys(seed_script *script, key_array *keys);
void draw_rows(seed_script *script, size_t bound, row_array *rows);
void draw_sections(seed_script *script, section_array *sections);
iq_supplementary draw_element(seed_script *script);
iq_update_options draw_options(seed_script *script);
/* An item with a cell: its model, whose number its content is. */
item_row cell_row(uint64_t number, size_t model, uint16_t level);
/* Before a call that calls the functions of cells. */
void begin_call(void);
/* The first cell from now on is 0. `some_fail`: functions of cells do so now and then. */
void count_cells_anew(int some_fail);
iq_columns columns_of(const row_array *rows);

/* state.c: what a list or a snapshot shows. */
void print_list(seed_script *script);
void print_snapshot(const iq_snapshot *snapshot);
void print_encoded_snapshot(const iq_snapshot *snapshot);
size_t list_sections(const iq_list *list);
size_t list_items(const iq_list *list);

/* changes.c: a changeset in every dialect. NULL: none was made. */
void print_changeset(const iq_changeset *changeset);

/* lists.c, snapshots.c, edits.c: a number of steps each. */
void run_list(seed_script *script);
void run_snapshot(seed_script *script);
void run_edit(seed_script *script);
/* follow.c: states, derived lists and views, on lists of its own. */
void run_following(seed_script *script, uint64_t seed);
/* Prints the changeset of a step of the list, and keeps or destroys it. */
void take_changeset(seed_script *script, iq_status status, iq_changeset *changeset);

#endif

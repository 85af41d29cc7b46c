/*
 * struct_cases.h - every parameter of every function that points to a struct, in or out, with a right, a
 * strange and a wrong struct_size, unaligned, and with nothing readable behind it. The cases are made from
 * the header by Tests/Harness/struct_cases.py; a case's call fills in the other parameters from the objects of calls.h.
 *
 *     right    [ struct_size | ours | 77 77 77 ... ] guard page         77: neither read nor written
 *     wrong    struct_size 0, 1, ..., ours - 1, 4097, ..., SIZE_MAX     refused, this parameter blamed
 */
#ifndef STRUCT_CASES_H
#define STRUCT_CASES_H

#include "calls.h"
#include "check.h"
#include "host_memory.h"

#include <stdbool.h>
#include <string.h>

typedef struct struct_case {
    const char *name; /* "iq_list_set sections.supplementaries" */
    uint32_t argument;
    size_t size; /* of the struct */
    size_t count; /* how many of them in a row */
    bool is_versioned;
    size_t first; /* the size of its first version */
    bool is_output;
    bool has_detail; /* a refusal is what iq_get_last_error answers afterwards */
    iq_status right;
    void (*fill)(void *struct_, size_t index); /* of an output that is none before: NULL */
    iq_status (*call)(void *given);
} struct_case;

extern const struct_case struct_cases[];
extern const size_t struct_cases_count;

/* What the calls name beside the objects. */
extern call_objects struct_objects;
extern iq_key section_key, item_key, new_key;
extern unsigned char encoded_snapshot[4096], encoded_changeset[4096];
extern size_t encoded_snapshot_length, encoded_changeset_length;
extern const char *const class_name;

/* Whatever a call made: destroyed after it. */
extern struct struct_made {
    iq_list *list;
    iq_snapshot *snapshot;
    iq_changeset *changeset;
    iq_edit *edit;
    iq_view *view;
    iq_replay *replay;
    size_t number;
    uint32_t destination;
    int descriptor;
    uint64_t content;
    iq_key key;
    iq_class cell_class;
    iq_position position;
    iq_item item;
    iq_section section;
} made;

/* Another name each time. */
const char *struct_next_name(void);
iq_hasher struct_hasher(void);
/* A replay with nothing carried out, among what was made. */
iq_replay *struct_replay(void);
/* The list, with two events that wait. */
iq_list *struct_polled(void);

int struct_cases_main(void);

#endif

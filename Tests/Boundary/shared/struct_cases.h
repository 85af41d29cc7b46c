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

#include "case_objects.h"

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

int struct_cases_main(void);

#endif

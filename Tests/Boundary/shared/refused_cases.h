/*
 * refused_cases.h - every parameter of every function with everything that is wrong there whatever the call is about.
 * The cases are made from the header by Tests/Harness/refused_cases.py, with the objects of case_objects.h; each is
 * refused with the right status, blames its parameter by number and name, writes no output and changes nothing.
 *
 *     LIST ...      NULL; an object of each other kind, one that is destroyed, an address in between, and one of ours
 *     ITEM, ITEMS   {0}, forged, of another list, of one that is gone, a section; alone, and behind one that is right
 *     CLASS         an id that nobody made
 *     POINTER       NULL: of an output, of an array, of a struct
 *     COLUMNS, ELEMENT   see arguments_columns and arguments_element
 *     COUNT         more than there can be
 *     FLAGS         each bit that is none
 *     CHOICE        a number that is none of several
 *     RANGE         an index, position or count behind the last
 *     POSITION      the same as section and item
 *     KEY           of nobody
 *     LENGTH        less than 0, more than 2^20, no number
 *     LENGTHS       an array that has such a length
 *     FINITE        infinite, or no number
 *     GRAIN         no power of two from 1/1024 to 1
 *     STRIDE        less than the width of the column, or beyond the address space
 *
 * Where a parameter is optional, NULL or {0} is right and does what the call does without.
 */
#ifndef REFUSED_CASES_H
#define REFUSED_CASES_H

#include "case_objects.h"

#define HOST_STATES (256 * IQ_STATE_HOST - IQ_STATE_HOST)
#define SECTION_STATES (IQ_STATE_FOCUSED | IQ_STATE_EXPANDED | HOST_STATES)
#define ITEM_STATES (SECTION_STATES | IQ_STATE_SELECTED | IQ_STATE_HIGHLIGHTED)
#define OUTLINE_FLAGS \
    (IQ_DERIVE_EXCLUSIVE | IQ_DERIVE_EXPANDED | IQ_DERIVE_SECTIONS | IQ_DERIVE_DROP_EMPTY_SECTIONS)

typedef enum refused_kind {
    REFUSED_LIST,
    REFUSED_SNAPSHOT,
    REFUSED_CHANGESET,
    REFUSED_EDIT,
    REFUSED_VIEW,
    REFUSED_REPLAY,
    REFUSED_ITEM,
    REFUSED_SECTION,
    REFUSED_ITEMS,
    REFUSED_SECTIONS,
    REFUSED_CLASS,
    REFUSED_POINTER,
    REFUSED_COLUMNS,
    REFUSED_ELEMENT,
    REFUSED_COUNT,
    REFUSED_FLAGS,
    REFUSED_CHOICE,
    REFUSED_RANGE,
    REFUSED_RANGE32,
    REFUSED_POSITION,
    REFUSED_KEY,
    REFUSED_LENGTH,
    REFUSED_LENGTHS,
    REFUSED_FINITE,
    REFUSED_GRAIN,
    REFUSED_STRIDE,
} refused_kind;

/* The limit of an item or section: of the edited list, and there is a count of them. */
#define OF_EDITED 1u
#define WITH_COUNT 2u
/* The limit of a view: the kind that the function is not for. */
#define OF_TOLD 1u
#define OF_LAID_OUT 2u
/* The limit of a length: no number is right, too. */
#define OR_NAN 1u

typedef struct refused_value {
    void *pointer;
    uint64_t number;
    size_t count; /* of an array */
    iq_position position;
    iq_key key;
    double real;
} refused_value;

typedef struct refused_case {
    const char *name; /* "iq_list_create options.flags" */
    uint32_t argument;
    refused_kind kind;
    uint64_t limit; /* bits that there are; the first number that is wrong */
    bool is_optional;
    bool is_destroy; /* answers nothing, and does nothing */
    bool has_detail; /* a refusal is what iq_get_last_error answers afterwards */
    iq_status (*call)(refused_value given);
} refused_case;

/* Each function as it is called by the cases, with nothing wrong. */
typedef struct right_case {
    const char *name;
    iq_status status;
    iq_status (*call)(void);
} right_case;

/* A struct that calls write, where it is not what is wrong. */
typedef struct output {
    void *address;
    size_t size;
} output;

extern const output outputs[];
extern const size_t outputs_count;
extern const refused_case refused_cases[];
extern const size_t refused_cases_count;
extern const right_case right_cases[];
extern const size_t right_cases_count;

int refused_cases_main(void);

#endif

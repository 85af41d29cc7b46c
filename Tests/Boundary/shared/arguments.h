/*
 * arguments.h - what the arguments_*.c programs share: objects, outputs of every type filled with a
 * pattern, and the check that a refused call has changed neither.
 *
 *     REFUSED(iq_list_get_count(NULL, &out.number, &out.other), IQ_ERROR_ARGUMENT, 1)
 *
 * says: this answers that status, blames that parameter, by the header's name, writes no output, changes no object.
 */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include "calls.h"
#include "check.h"

#include <stdbool.h>

typedef struct arguments_outputs {
    iq_list *list;
    iq_snapshot *snapshot;
    iq_changeset *changeset;
    iq_edit *edit;
    iq_view *view;
    iq_replay *replay;
    size_t number, other;
    iq_key key;
    uint64_t content;
    iq_hasher hasher;
    iq_class cell_class;
    const char *name;
    iq_position position, place;
    iq_item item;
    iq_section section;
    const iq_change *changes;
    const iq_splice *splices;
    const uint32_t *map;
    uint32_t destination;
    iq_section_info section_info;
    iq_item_info item_info;
    iq_summary summary;
    iq_statistics statistics;
    iq_page page;
    iq_supplementary elements[4];
    char text[64];
} arguments_outputs;

/* The names of a function's parameters, in order; from the header. The last row has no function. */
typedef struct parameter_names {
    const char *function;
    const char *names[12];
} parameter_names;

extern const parameter_names all_parameter_names[];

extern arguments_outputs out;
/* Fresh objects for each row. */
extern call_objects objects;

void arguments_open(void);
/* What the objects are now is what a refused call leaves. */
void arguments_remember(void);
bool arguments_are_unchanged(void);
/* Whether a message about a parameter begins with its name: "IQ_ERROR_HANDLE: items[3] was ...". A position is
 * named by itself. NULL: of no parameter. */
bool arguments_are_named(const iq_error *error, const char *name);
void arguments_prepare(void);
void arguments_check(const char *file, int line, const char *expression, iq_status got, iq_status wanted,
                     iq_status or_else, uint32_t argument);
void arguments_accept(const char *file, int line, const char *expression, iq_status got);
void arguments_close(void);

/* Every wrong set of columns, and the strange ones that are right, through a function that takes them as
 * its parameter `argument`. The items of the right ones have the keys 61 and 62. */
void arguments_columns(iq_status (*call)(const iq_columns *items), uint32_t argument);
/* The same for a supplementary element; the right ones are at (IQ_KIND_HOST, 5). */
void arguments_element(iq_status (*call)(const iq_supplementary *element), uint32_t argument);

/* `argument` 0: whichever, for what is no single parameter's fault. */
#define REFUSED(expression, wanted, argument) REFUSED_EITHER(expression, wanted, wanted, argument)

#define REFUSED_EITHER(expression, wanted, or_else, argument)                                            \
    do {                                                                                                 \
        arguments_prepare();                                                                             \
        arguments_check(__FILE__, __LINE__, #expression, (expression), (wanted), (or_else), (argument)); \
    } while (0)

/* A value at the edge that is right; the objects are made anew afterwards. */
#define ACCEPTED(expression)                                             \
    do {                                                                 \
        arguments_prepare();                                             \
        arguments_accept(__FILE__, __LINE__, #expression, (expression)); \
    } while (0)

#endif

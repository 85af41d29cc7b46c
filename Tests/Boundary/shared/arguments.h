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
/* Addresses that are no object: of another kind, forged. */
#define WRONG_LIST ((iq_list *)(void *)objects.snapshot)
#define WRONG_SNAPSHOT ((iq_snapshot *)(void *)objects.list)
#define WRONG_CHANGESET ((iq_changeset *)(void *)objects.list)
#define WRONG_EDIT ((iq_edit *)(void *)objects.edited)
#define WRONG_VIEW ((iq_view *)(void *)objects.list)

void arguments_open(void);
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

/* The struct_size of the first version, one less than that, and none: refused. Larger: accepted. */
#define STRUCT_SIZES(variable, call, argument) FIRST_SIZES(variable, (variable).struct_size, call, argument)

/* The same of a struct that has grown: its first version had `first` bytes. */
#define FIRST_SIZES(variable, first, call, argument)               \
    do {                                                           \
        size_t right = (variable).struct_size, least = (first);    \
        for (size_t size = 0; size < least; size = 2 * size + 1) { \
            (variable).struct_size = size;                         \
            REFUSED(call, IQ_ERROR_STRUCT_SIZE, argument);         \
        }                                                          \
        (variable).struct_size = least - 1;                        \
        REFUSED(call, IQ_ERROR_STRUCT_SIZE, argument);             \
        (variable).struct_size = right;                            \
    } while (0)

/* The flags that updates of lists accept and diffs do not. */
#define UPDATE_FLAGS (IQ_UPDATE_PLAIN | IQ_UPDATE_KEEP_LOADING | IQ_UPDATE_NO_STEP)

/* The sizes of the first versions of structs that have grown. */
#define FIRST_COLUMNS offsetof(iq_columns, levels)
#define FIRST_LIST_OPTIONS offsetof(iq_list_options, splice_threshold)
#define FIRST_SECTION_INFO offsetof(iq_section_info, states)
#define FIRST_ITEM_INFO offsetof(iq_item_info, states)
#define FIRST_ITEM_BUFFERS offsetof(iq_item_buffers, states)

#endif

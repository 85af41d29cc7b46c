/*
 * case_objects.h - what the calls that are made from the header name: the objects of arguments.h, with a footer and
 * expanded items, keys and encodings, and room for what a call makes. See Tests/Harness/struct_values.py.
 */
#ifndef CASE_OBJECTS_H
#define CASE_OBJECTS_H

#include "arguments.h"
#include "host_memory.h"
#include "slanted.h"

/* What the calls name beside the objects. */
extern iq_key section_key, item_key, new_key;
extern unsigned char encoded_snapshot[4096], encoded_changeset[4096];
extern size_t encoded_snapshot_length, encoded_changeset_length;
extern const char *const class_name;
extern iq_class case_class;

/* Whatever a call made: destroyed after it. */
extern struct case_made {
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
    const iq_change *changes;
    const iq_splice *splices;
    const uint32_t *map;
    const char *name;
    char text[64];
    double offset;
    iq_rect frame;
} made;

/* The name of a class that there is not yet. */
const char *case_next_name(void);
iq_hasher case_hasher(void);
/* A replay with nothing carried out. */
iq_replay *case_replay(void);
/* The list, with two events that wait. */
iq_list *case_polled(void);

/* The version of the list. */
uint64_t case_version(void);

/* A ticket of a submission to the list that waits. */
uint64_t case_ticket(void);

/* Fresh objects, and the end of them and of what was made. */
void case_open(void);
void case_close(void);
/* What the calls name beside the objects; opens those, too. */
void case_prepare(void);
#endif

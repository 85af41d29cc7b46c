/*
 * reads.h - every function that reads models, as one table, and a list and a snapshot to read: of 600 items and
 * four elements, by turns of a class that counts, of one without `retain`, without a class and without a model.
 */
#ifndef READS_H
#define READS_H

#include "iqlist.h"

#include <stdbool.h>

#define READS_ITEMS 600 /* some leaves full */
#define READS_MODELS 8

/* What a read hands out: at most so many. */
typedef struct handed_out {
    size_t count;
    void *models[READS_ITEMS];
    iq_class classes[READS_ITEMS];
} handed_out;

typedef struct reading {
    const char *name;
    iq_status (*make)(uint32_t flags, handed_out *out);
    size_t counted; /* of the models handed out, how many are the counting class's */
    bool takes_memory;
} reading;

extern const reading reads[];
extern const size_t reads_count;

/* What is read. */
extern iq_list *reads_list;
extern iq_snapshot *reads_snapshot;

/* The class that counts: its models have one reference from the beginning, and never none. */
extern iq_class reads_class;
extern int reads_references[READS_MODELS];
/* Models retained and released; set them to 0 as you like. */
extern size_t reads_retained, reads_released;
/* Called from inside `retain`, if set. */
extern void (*reads_inside_retain)(void);

/* Registers the classes, once. */
void reads_register(void);
void reads_open(void);
/* Every model has the reference of the beginning, and no other. */
void reads_close(void);
/* Gives back what was handed out and retained, as a host does: by its own function. */
void reads_give_back(const handed_out *out);
int reads_total(void);

#endif

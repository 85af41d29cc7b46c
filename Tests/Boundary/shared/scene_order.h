/*
 * scene_order.h - orders of scenes (scene.h) in words.
 *
 *     ranks    "C AB D"     C first, A and B have the same rank, then D; what is not named comes last
 *     starred  "B"          the same of items with content 2; NULL: as ranks
 *     deeper   "B A"        at depth 1, with IQ_ORDER_DEEP
 *     finer    "B A"        what `compare` says; NULL: there is none
 *     groups   "2AB 1CD"    of a grouped list: A and B are in group 2; what is not named is in group 9. Groups stand in
 *                           the order of their names, with a header that has the key of the first item
 */
#ifndef SCENE_ORDER_H
#define SCENE_ORDER_H

#include "scene.h"

/* An order that counts what is done with it. */
typedef struct scene_order {
    const char *ranks, *starred, *deeper, *finer, *groups, *starred_groups;
    uint32_t flags, batch;
    unsigned destroyed, ended, calls;
    unsigned compared;
    iq_status status;
    uint64_t ticket;
    char asked[256];          /* the names, in the order in which they were asked about at depth 0 */
    char asked_deeper[256];   /* at depth 1 and deeper */
    int fails;                /* the next calls answer this, unless it is 0 */
    char described[256];      /* the names of groups, in the order in which they were described */
    void (*inside)(void);     /* called by `ask` and `compare` */
    void (*inside_describe)(void);
    void (*inside_end)(void); /* called by `done`, and by `destroy` */
} scene_order;

iq_order scene_order_given(scene_order *order);
/* Gives it to a list. */
iq_status scene_try_order(iq_list *list, scene_order *order, uint32_t submit_flags);
void scene_order_by(iq_list *list, scene_order *order);
/* These were asked about since the last time, and these deeper. */
void scene_asked(const char *file, int line, scene_order *order, const char *asked, const char *deeper);
#define ASKED(order, asked, deeper) scene_asked(__FILE__, __LINE__, order, asked, deeper)
/* And these groups were described. */
void scene_described(const char *file, int line, scene_order *order, const char *described);
#define DESCRIBED(order, described) scene_described(__FILE__, __LINE__, order, described)
/* A group has the header of this item. */
void scene_header(const char *file, int line, const iq_list *list, char group, char first);
#define HEADER(list, group, first) scene_header(__FILE__, __LINE__, list, group, first)

#endif

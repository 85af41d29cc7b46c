/*
 * mirror.h - what a host knows of a list that reads its events and nothing else: the items and sections by the
 * payloads of updates, states, the placeholder, pages, a drag, and how far undo goes. All of it in arrays.
 *
 *     UPDATE        shadow (a snapshot, to which payloads are applied), now (by splices), before
 *     STATES        states, by key; positions are looked up in the order of the event's version
 *     PLACEHOLDER   placeholder
 *     PAGE          pages
 *     REORDER       is_dragged
 *
 * Keys of items and sections are integers: below MIRROR_POOL, or stamps (see MIRROR_STAMP), each of which is used
 * once.
 */
#ifndef MIRROR_H
#define MIRROR_H

#include "iqlist.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define MIRROR_POOL 400
/* Of both sides of an update: between two splices an order may have them all. */
#define MIRROR_ITEMS (2 * MIRROR_POOL)
#define MIRROR_SECTIONS 8
#define MIRROR_STAMP (UINT64_C(1) << 32)

/* What a list shows, in some version. */
typedef struct mirror_order {
    uint64_t version;
    size_t sections, count;
    uint64_t section_keys[MIRROR_SECTIONS];
    size_t starts[MIRROR_SECTIONS + 1];
    uint64_t keys[MIRROR_ITEMS], contents[MIRROR_ITEMS];
} mirror_order;

/* States by key. */
typedef struct mirror_states {
    uint32_t pool[MIRROR_POOL];
    size_t stamps;
    struct {
        uint64_t key;
        uint32_t states;
    } stamped[256];
} mirror_states;

/* The page behind an edge of the list (section 0) or of a section. */
typedef struct mirror_page {
    uint64_t section;
    iq_edge edge;
    uint32_t state;
    uint64_t token;
} mirror_page;

enum { MIRROR_KNOWN = 64, MIRROR_PAGES = 64 };

typedef struct mirror {
    /* A derived list, whose updates have no payload: what they put in is read there. NULL: `shadow` has it. */
    const iq_list *of;
    iq_snapshot *shadow;
    mirror_order now, before; /* before: without the last update */
    /* Of the last versions: what updates made, and what the host did itself. */
    mirror_order known[MIRROR_KNOWN];
    size_t known_count;
    mirror_states items, sections;
    mirror_page pages[MIRROR_PAGES];
    size_t pages_count;
    uint64_t token; /* the latest */
    uint32_t placeholder;
    bool is_dragged;
    uint64_t version; /* of the latest event */
    uint64_t announced, ticket; /* the latest WILL_UPDATE, and UPDATE */
    uint64_t *digests; /* of the states that undo and redo go through; room for some more than there are */
    size_t step, steps, room;
    bool has_no_steps; /* the list keeps none */
    size_t events;
} mirror;

static inline uint64_t mirror_number(iq_key key)
{
    uint64_t number;
    memcpy(&number, key.bytes, sizeof number);
    return number;
}

bool mirror_same(const mirror_order *a, const mirror_order *b);
size_t mirror_section_of(const mirror_order *self, size_t index);
/* Changes of an order by the host. `at` counts the items of all sections. */
void mirror_insert(mirror_order *self, size_t section, size_t at, uint64_t key, uint64_t content);
void mirror_remove(mirror_order *self, size_t at);

/* What a list shows. */
void mirror_read(const iq_list *list, mirror_order *into);

void mirror_open(mirror *self);
void mirror_close(mirror *self);
/* The host has done this itself: the list shows it in that version. An update that reports it must agree. */
void mirror_know(mirror *self, const mirror_order *order, uint64_t version);
void mirror_follow(mirror *self, const iq_event *event);
/* The states of the key, which are 0 at first. */
uint32_t *mirror_states_of(mirror_states *self, uint64_t key);
/* The page, which the host may set; MIRROR_PAGES at most at a time. */
mirror_page *mirror_page_of(mirror *self, uint64_t section, iq_edge edge);
/* No event waits: the list is what the mirror is. `edited` is what an open edit has made of it, or NULL. */
void mirror_check(mirror *self, const iq_list *list, const mirror_order *edited);

#endif

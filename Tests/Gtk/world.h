/*
 * world.h - a list that changes at random, what it should show, and a follower of its GListModel that knows
 * only what items-changed says.
 */
#ifndef WORLD_H
#define WORLD_H

#include <iqlist-gtk.h>
#include <random.h>

#define CHECK(expression) ((expression) ? (void)0 : check_failed(__FILE__, __LINE__, #expression))
#define CALL(call) CHECK((call) == IQ_OK)

/* Prints the seed, too. */
void check_failed(const char *file, int line, const char *expression);

/* The seed of this program: IQ_TEST_SEED, or else another one each time. */
uint64_t world_seed(void);
/* Loops run this many percent: IQ_TEST_SCALE, 100 unless set. */
unsigned world_rounds(unsigned all);
/* How often a list is held. */
uint32_t count_holds(iq_list *list);

enum { KEYS = 48, SECTIONS = 6 };

/* What an item shows. Its last reference makes it useless, before it is freed. */
typedef struct {
    int references;
    uint64_t key, content;
} Model;

typedef struct {
    uint64_t key, section; /* the keys' numbers; sections count from 1000 */
    uint64_t content;
    Model *model;
} Row;

typedef struct {
    random_source random;
    iq_list *list;
    gboolean has_sections, is_scoped;
    size_t section_count, sections[SECTIONS];  /* by number, in order        */
    size_t count;
    Row rows[KEYS * SECTIONS];                 /* the list's, in order       */
    unsigned char marked[KEYS * SECTIONS];     /* since the last world_shown */
    gboolean reloaded;
    size_t shown;
    Row shown_rows[KEYS * SECTIONS];           /* those that the model shows */
} World;

/* The class of all items, whose models are counted. */
iq_class world_class(void);
/* `flags` are IQ_LIST_*. */
void world_create(World *self, gboolean has_sections, gboolean is_scoped, uint32_t flags);
void world_destroy(World *self);
/* Changes the list once, in one of the ways that there are. */
void world_change(World *self);
/* The model shows what the list shows now. */
void world_shown(World *self);
/* What was shown of the same item, or NULL. */
const Row *world_shown_row(const World *self, const Row *row);
gboolean world_is_marked(const World *self, const Row *row);
/* Gives a row another content. */
void world_update(World *self, size_t row);
/* Makes the list show its first rows only. */
void world_set_count(World *self, size_t count);

/* Follows a model by items-changed alone. */
typedef struct {
    GListModel *model;
    gboolean holds;       /* keeps the objects, and so checks that they are the same */
    GPtrArray *items;     /* of IqGtkItem, if it holds them                          */
    GPtrArray *seen;      /* else all that it has seen in the middle of an update    */
    GArray *keys;         /* of iq_key                                               */
    GArray *starts;       /* of gboolean: whether a section begins here              */
    unsigned told, notified, moved; /* items-changed; "model", "section" of all      */
    gboolean told_sections;
    gulong handler, section_handler;
} Follower;

void follower_start(Follower *self, GListModel *model, gboolean holds);
void follower_end(Follower *self);
/* Compares all rows of the model to what it knows. */
void follower_check(Follower *self);
/* How often an object has notified since the last question. */
unsigned notices(IqGtkItem *item, const char *property);

iq_key key_at(GListModel *model, guint row);

#endif

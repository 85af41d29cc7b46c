#include "event_fields.h"

#include "check.h"

#include <stdbool.h>
#include <string.h>

/* The columns of the table, and the fields of the last one. */
enum {
    WHO = 1,
    WHERE = 2,
    CELL = 4,
    VIEW = 8,
    FLAGS = 16,
    NUMBER = 32,
    UPDATE = 64, /* changeset, status */
    ANIMATION = 128,
    CLASS = 256,
    STATES = 512,
    MASK = 1024,
    SENDER = 2048
};

static const struct {
    iq_event_kind kind;
    unsigned fields;
} table[] = {
    {IQ_EVENT_UPDATE, FLAGS | NUMBER | UPDATE | ANIMATION},
    {IQ_EVENT_WILL_UPDATE, FLAGS | NUMBER | ANIMATION},
    {IQ_EVENT_CLASS_FIRST_USED, VIEW | CLASS},
    {IQ_EVENT_BOUND, WHO | WHERE | CELL | VIEW | FLAGS | STATES | MASK},
    {IQ_EVENT_WILL_DISPLAY, WHO | WHERE | CELL | VIEW | STATES},
    {IQ_EVENT_DID_END_DISPLAY, WHO | WHERE | CELL | VIEW | STATES},
    {IQ_EVENT_STATES, WHO | WHERE | FLAGS | STATES},
    {IQ_EVENT_ACTION, WHO | WHERE | NUMBER | SENDER},
    {IQ_EVENT_PLACEHOLDER, NUMBER},
    {IQ_EVENT_PAGE, WHO | WHERE | FLAGS | NUMBER},
    {IQ_EVENT_CHILDREN, WHO | WHERE},
    {IQ_EVENT_PREFETCH, WHO | WHERE | VIEW | FLAGS},
    {IQ_EVENT_REORDER, WHO | WHERE | FLAGS},
};

static bool is_no_key(iq_key key)
{
    static const iq_key none;
    return memcmp(&key, &none, sizeof key) == 0;
}

static bool is_nobody(const iq_event *event)
{
    return event->item.id == 0 && event->section.id == 0 && is_no_key(event->key) &&
           is_no_key(event->section_key) && event->element_kind == 0 && event->element_index == 0 &&
           event->count == 0;
}

static bool is_nowhere(const iq_event *event)
{
    return event->position.section == IQ_NONE && event->position.item == IQ_NONE && event->index == IQ_NONE;
}

void check_event_fields(const iq_event *event)
{
    unsigned fields = 0;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        fields |= table[i].kind == event->kind ? table[i].fields : 0;
    }
    CHECK(fields != 0);
    CHECK((fields & WHO) || is_nobody(event));
    CHECK((fields & WHERE) || is_nowhere(event));
    CHECK((fields & CELL) || (event->cell == IQ_NONE && event->object == NULL));
    CHECK(!(fields & VIEW) == (event->view == NULL));
    CHECK((fields & FLAGS) || event->flags == 0);
    CHECK((fields & NUMBER) || event->number == 0);
    CHECK((fields & UPDATE) || (event->changeset == NULL && event->status == IQ_OK));
    CHECK((fields & ANIMATION) || event->animation == 0);
    CHECK((fields & (WHO | CLASS)) || event->cell_class.id == 0);
    CHECK((fields & WHO) || event->model == NULL);
    CHECK((fields & STATES) || event->states == 0);
    CHECK((fields & MASK) || event->mask == 0);
    CHECK((fields & SENDER) || event->sender == NULL);
    /* About an item: how many. */
    CHECK(event->item.id == 0 || event->count > 0);
}

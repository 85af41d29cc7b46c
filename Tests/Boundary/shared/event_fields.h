/*
 * event_fields.h - the header's table of events: which fields a kind has. All others must be empty.
 */
#ifndef EVENT_FIELDS_H
#define EVENT_FIELDS_H

#include "iqlist.h"

/* Fails if the event has a field that its kind does not have. */
void check_event_fields(const iq_event *event);

#endif

/*
 * attempt.h - a call from inside a host function, made once, and what it answered: for reentry.c and layouts_reentry.c.
 */
#ifndef ATTEMPT_H
#define ATTEMPT_H

#include "calls.h"

#include <string.h>

static struct {
    const char *callback; /* from inside this one, unless it is NULL ... */
    const call *called;   /* ... this is called ... */
    const call_objects *objects; /* ... on these objects */
    unsigned times;
    iq_status status;
} attempt;

/* In the host function of that name. */
static inline void call_once(const char *callback)
{
    if (attempt.callback == NULL || strcmp(callback, attempt.callback) != 0 || attempt.times > 0) {
        return;
    }
    attempt.times++;
    attempt.status = attempt.called->make(attempt.objects);
}

static inline void attempt_prepare(const char *callback, const call *called, const call_objects *objects)
{
    attempt.called = called;
    attempt.objects = objects;
    attempt.times = 0;
    attempt.callback = callback;
}

#endif

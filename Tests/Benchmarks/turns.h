/* Competitors in turn: what is compared is measured in the same loop, so that a
 * machine that slows down for a while slows all of them. */
#ifndef TURNS_H
#define TURNS_H

#include "measure.h"

/* Runs once and adds to series of its own. */
struct turn {
    void (*once)(void *subject);
    void *subject;
};

/* As many rounds as the budget allows, in nanoseconds for all turns together, at
 * least a few. The first turn of a round is another one each time. */
void turns_measure(const struct turn *turns, size_t count, double budget);

#endif

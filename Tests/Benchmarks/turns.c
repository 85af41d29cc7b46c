/* See turns.h. */
#include "turns.h"

/* The first round warms up, and three more follow, or one where that already
 * takes ten times the budget. */
static bool wants_round(size_t round, double spent, double budget) {
    const struct series *series = NULL;
    size_t most = sizeof series->samples / sizeof series->samples[0];
    if (round < 2) return true;
    if (round < 4) return spent < 10 * budget;
    return round <= most && spent < budget;
}

void turns_measure(const struct turn *turns, size_t count, double budget) {
    double start = now();
    for (size_t round = 0; wants_round(round, now() - start, budget); round++)
        for (size_t i = 0; i < count; i++) {
            const struct turn *turn = &turns[(round + i) % count];
            turn->once(turn->subject);
        }
}

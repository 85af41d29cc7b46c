/* motion.h - what moves from one scene to the next, and what fades. */
#ifndef MOTION_H
#define MOTION_H

#include "grid.h"

#define MOTION_SECONDS 0.15
#define MAXIMUM_GHOSTS 512

/* What has left: it stands where it was until it has faded. */
struct ghost {
    const struct colour *colour;
    iq_rect frame;
    double start;
};

struct motion {
    struct ghost ghosts[MAXIMUM_GHOSTS];
    size_t ghost_count;
    uint64_t version; /* of the list in the last scene */
    double offset;    /* of the last scene             */
    int has_scene;
};

/* Takes over a new scene: whatever has moved sets out from where it was drawn.
 * Call it once after each layout. */
void motion_follow(struct motion *motion, const iq_scene *scene, double now);

/* Lets a place set out from there. */
void motion_set_out(const iq_place *place, iq_rect from, double now);

/* Where a place is drawn now. */
iq_rect motion_frame(const iq_place *place, double now);

int motion_is_shifted(const struct tile *tile, double now);

/* How much of it is seen, 0 ... 1: something that appears, or fades. */
double motion_appearance(const struct tile *tile, double now);
double motion_remainder(const struct ghost *ghost, double now);

#endif

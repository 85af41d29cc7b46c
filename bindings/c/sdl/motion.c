/* motion.c - what moves from one scene to the next, and what fades.
 *
 * Each place knows its counterpart in the other scene. What is in both and has
 * moved slides from where it was drawn to where it is now; what is new appears;
 * what has left fades. Scrolling is no motion: IQ_PLACE_MOVED is about the
 * content, and new rows appear at once unless the list has changed. */
#include "motion.h"

/* From 1 to 0 within the time of a motion, slower at its end. */
static double remainder_of(double start, double now)
{
    double passed = (now - start) / MOTION_SECONDS;

    if (passed >= 1)
        return 0;
    if (passed <= 0)
        return 1;
    return (1 - passed) * (1 - passed) * (1 - passed);
}

static iq_rect shifted(iq_rect frame, const struct tile *tile, double now)
{
    double part = remainder_of(tile->start, now);

    frame.x += tile->shift.x * part;
    frame.y += tile->shift.y * part;
    frame.width += tile->shift.width * part;
    frame.height += tile->shift.height * part;
    return frame;
}

iq_rect motion_frame(const iq_place *place, double now)
{
    return shifted(place->frame, place->object, now);
}

int motion_is_shifted(const struct tile *tile, double now)
{
    return remainder_of(tile->start, now) > 0;
}

double motion_appearance(const struct tile *tile, double now)
{
    return 1 - remainder_of(tile->birth, now);
}

double motion_remainder(const struct ghost *ghost, double now)
{
    return remainder_of(ghost->start, now);
}

void motion_set_out(const iq_place *place, iq_rect from, double now)
{
    struct tile *tile = place->object;

    tile->shift = (iq_rect){from.x - place->frame.x, from.y - place->frame.y,
                            from.width - place->frame.width,
                            from.height - place->frame.height};
    tile->start = now;
}

/* From where it was drawn, also if it was under way. */
static void follow_move(const iq_place *place, const iq_place *before,
                        double now)
{
    motion_set_out(place, shifted(before->frame, before->object, now), now);
}

static void add_ghost(struct motion *motion, const iq_place *gone, double now)
{
    const struct tile *tile = gone->object;

    if (tile == NULL || tile->colour == NULL ||
        motion->ghost_count == MAXIMUM_GHOSTS)
        return;
    motion->ghosts[motion->ghost_count++] = (struct ghost){
        tile->colour, shifted(gone->frame, tile, now), now};
}

/* Ghosts scroll with the content, and end. */
static void keep_ghosts(struct motion *motion, double scrolled, double now)
{
    size_t kept = 0, i;

    for (i = 0; i < motion->ghost_count; i++) {
        struct ghost ghost = motion->ghosts[i];

        ghost.frame.y -= scrolled;
        if (motion_remainder(&ghost, now) > 0)
            motion->ghosts[kept++] = ghost;
    }
    motion->ghost_count = kept;
}

void motion_follow(struct motion *motion, const iq_scene *scene, double now)
{
    int is_updated = motion->has_scene && scene->version != motion->version;
    size_t i;

    keep_ghosts(motion, scene->offset - motion->offset, now);
    motion->version = scene->version;
    motion->offset = scene->offset;
    motion->has_scene = 1;
    if ((scene->flags & IQ_SCENE_CHANGED) == 0)
        return;
    for (i = 0; i < scene->count; i++) {
        const iq_place *place = &scene->places[i];
        struct tile *tile = place->object;

        if ((place->flags & IQ_PLACE_NEW) != 0) {
            if (is_updated)
                tile->birth = now;
        } else if ((place->flags & IQ_PLACE_MOVED) != 0) {
            follow_move(place, &scene->previous[place->other], now);
        }
    }
    for (i = 0; i < scene->previous_count; i++)
        if (is_updated && scene->previous[i].other == IQ_NONE)
            add_ghost(motion, &scene->previous[i], now);
}

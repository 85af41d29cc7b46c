/**
 * @file
 * kit_scroll.h - what a list kit makes of a frame, an offset and a window:
 * plain functions of numbers, for hosts of C and C++. Copy it into your
 * program, behind iqlist.h. It has no code in the library.
 *
 *     features     parallax, stretchy and sticky headers
 *     visibility   how much of a cell is in the window
 *     scrolling    phases, edges, and a drag near an edge
 *
 *     iq_view_layout(view, &scene);
 *     if (kit_scrolled(&scrolling, &scene) & KIT_DID_SCROLL) ...
 *     for (i = 0; i < scene.count; i++) {
 *         iq_rect frame = scene.places[i].frame;
 *         kit_visible visible = kit_visibility(frame, window, 0);
 *         frame = kit_parallax(frame, scene.offset, 0.5);
 *         ...
 *     }
 *
 * Nothing is allocated. Call them on any thread.
 */
#ifndef IQLIST_KIT_SCROLL_H
#define IQLIST_KIT_SCROLL_H

#include <iqlist.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- features ----------------------------------------------------------- */

/** Returns the frame of a header that scrolls more slowly than the list: with
 * factor 0.5, half as fast. */
static inline iq_rect kit_parallax(iq_rect frame, double offset, double factor)
{
    if (offset > 0)
        frame.y += offset * factor;
    return frame;
}

/** Returns the frame of a first place that grows where the user has pulled the
 * list beyond its start. */
static inline iq_rect kit_stretchy(iq_rect frame, double offset)
{
    if (offset < 0) {
        frame.y += offset;
        frame.height -= offset;
    }
    return frame;
}

/** Returns how near a sticky header is to the top: 0 where it is `threshold`
 * below or more, 1 where it sticks. `natural` is where it is in the content. */
static inline double kit_sticky_progress(double natural, double offset,
                                         double threshold)
{
    if (offset >= natural)
        return 1;
    return offset > natural - threshold
               ? (offset - natural + threshold) / threshold
               : 0;
}

/** From this progress on a sticky header counts as being at the top. */
#define KIT_AT_TOP 0.9

/* ---- what is visible ---------------------------------------------------- */

/** How much of a frame is in the window. */
typedef struct kit_visible {
    double fraction;      /**< of its area, 0 to 1                           */
    int is_visible;       /**< more than 0                                   */
    int is_fully_visible; /**< 1                                             */
    int is_focused;       /**< along the axis it covers at least half of the
                               window; or it is less long, and all of it is
                               visible                                       */
} kit_visible;

/** Returns how much of `length` units from `start` on is in a window. */
static inline double kit_overlap(double start, double length, double window)
{
    double before = start < 0 ? -start : 0;
    double behind = start + length > window ? start + length - window : 0;

    /* Subtracting what is outside leaves rounding errors of nothing. */
    if (!(start < window && start + length > 0))
        return 0;
    return length > before + behind ? length - before - behind : 0;
}

/** Returns how much of a frame is in the window, whose corner is (0, 0).
 * `horizontal`: the view scrolls from side to side. */
static inline kit_visible kit_visibility(iq_rect frame, iq_size window,
                                         int horizontal)
{
    kit_visible visible;
    double width = kit_overlap(frame.x, frame.width, window.width);
    double height = kit_overlap(frame.y, frame.height, window.height);
    double along = horizontal ? width : height;

    memset(&visible, 0, sizeof visible);
    if (!(width > 0 && height > 0))
        return visible;
    visible.fraction = width / frame.width * (height / frame.height);
    visible.is_visible = 1;
    visible.is_fully_visible = width >= frame.width && height >= frame.height;
    visible.is_focused =
        visible.is_fully_visible ||
        along * 2 >= (horizontal ? window.width : window.height);
    return visible;
}

/* ---- scrolling ---------------------------------------------------------- */

/** Phases of scrolling. */
enum kit_phase {
    KIT_IDLE,
    KIT_DRAG,       /**< a finger holds the content                          */
    KIT_DECELERATE, /**< it was let go                                       */
    KIT_ANIMATE     /**< the program scrolls                                 */
};

#define KIT_WILL_BEGIN_DRAGGING 1u
#define KIT_DID_END_DRAGGING 2u
#define KIT_WILL_DECELERATE 4u /**< with KIT_DID_END_DRAGGING                */
#define KIT_DID_END_DECELERATING 8u
#define KIT_DID_END_ANIMATION 16u
#define KIT_DID_SCROLL 32u     /**< the offset is another one                */
#define KIT_REACHED_START 64u  /**< it is at the start, and was not before   */
#define KIT_REACHED_END 128u   /**< likewise at the end                      */

/** The phase of a view's scrolling, and what its last scene was. Zeroes at
 * first. */
typedef struct kit_scrolling {
    int phase;        /**< one of enum kit_phase                             */
    int has_scene;
    uint32_t edges;   /**< IQ_SCENE_AT_*                                     */
    double offset;
} kit_scrolling;

/** Says that the scrolling is in another phase, one of enum kit_phase. Returns
 * what has happened: what ends in the order of the flags, then what begins. */
static inline uint32_t kit_change_phase(kit_scrolling *scrolling, int phase)
{
    uint32_t happened = 0;
    int former = scrolling->phase;

    if (former == phase)
        return 0;
    scrolling->phase = phase;
    if (former == KIT_DRAG)
        happened |= KIT_DID_END_DRAGGING;
    if (former == KIT_DRAG && phase == KIT_DECELERATE)
        happened |= KIT_WILL_DECELERATE;
    if (former == KIT_DECELERATE)
        happened |= KIT_DID_END_DECELERATING;
    if (former == KIT_ANIMATE)
        happened |= KIT_DID_END_ANIMATION;
    if (phase == KIT_DRAG)
        happened |= KIT_WILL_BEGIN_DRAGGING;
    return happened;
}

/** Compares a scene with the one before. Returns KIT_DID_SCROLL,
 * KIT_REACHED_START and KIT_REACHED_END, as far as they hold; of the first
 * scene, 0. */
static inline uint32_t kit_scrolled(kit_scrolling *scrolling,
                                    const iq_scene *scene)
{
    uint32_t happened = 0;
    uint32_t edges = scene->flags & (IQ_SCENE_AT_START | IQ_SCENE_AT_END);
    uint32_t reached = edges & ~scrolling->edges;

    if (scrolling->has_scene) {
        if (scene->offset < scrolling->offset ||
            scene->offset > scrolling->offset)
            happened |= KIT_DID_SCROLL;
        if ((reached & IQ_SCENE_AT_START) != 0)
            happened |= KIT_REACHED_START;
        if ((reached & IQ_SCENE_AT_END) != 0)
            happened |= KIT_REACHED_END;
    }
    scrolling->has_scene = 1;
    scrolling->edges = edges;
    scrolling->offset = scene->offset;
    return happened;
}

#define KIT_ZONE 48.0      /**< usual zones of kit_auto_scroll_speed */
#define KIT_FASTEST 1200.0 /**< and its usual speed at the edge      */

/** Returns how fast a drag at a position scrolls a window of a length, in units
 * a second; less than 0 is towards the start. 0 outside of the zones at both
 * edges; at an edge, and beyond it, `fastest`. Zones that would overlap meet in
 * the middle. */
static inline double kit_auto_scroll_speed(double position, double length,
                                           double zone, double fastest)
{
    double behind = length - position;

    zone = zone * 2 < length ? zone : length / 2;
    if (!(zone > 0))
        return position < 0 ? -fastest : position > length ? fastest : 0;
    if (position < zone)
        return position > 0 ? -fastest * (zone - position) / zone : -fastest;
    if (behind < zone)
        return behind > 0 ? fastest * (zone - behind) / zone : fastest;
    return 0;
}

#ifdef __cplusplus
}
#endif

#endif /* IQLIST_KIT_SCROLL_H */

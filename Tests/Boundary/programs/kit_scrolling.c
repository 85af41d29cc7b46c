/*
 * kit_scrolling.c - bindings/c/kit_scroll.h: features, what is visible, phases, and drags near an edge; beside slow
 * models, and by the numbers that documents have.
 */
#include <kit_layout.h>
#include <math.h>

#include "kit_scene.h"
#include "random.h"

static iq_rect rect(double x, double y, double width, double height)
{
    iq_rect made;

    made.x = x;
    made.y = y;
    made.width = width;
    made.height = height;
    return made;
}

static int is_rect(iq_rect frame, double x, double y, double width, double height)
{
    return frame.x == x && frame.y == y && frame.width == width && frame.height == height;
}

/* --- features */

static void features(void)
{
    const iq_rect frame = rect(3, 40, 100, 60);
    double offset, progress, former = 0;

    CHECK(is_rect(kit_parallax(frame, 100, 0.5), 3, 90, 100, 60));
    CHECK(is_rect(kit_parallax(frame, 100, 0.25), 3, 65, 100, 60));
    CHECK(is_rect(kit_parallax(frame, 0, 0.5), 3, 40, 100, 60));
    CHECK(is_rect(kit_parallax(frame, -30, 0.5), 3, 40, 100, 60));
    CHECK(is_rect(kit_stretchy(frame, -30), 3, 10, 100, 90));
    CHECK(is_rect(kit_stretchy(frame, 0), 3, 40, 100, 60) && is_rect(kit_stretchy(frame, 30), 3, 40, 100, 60));
    CHECK(kit_sticky_progress(200, 136, 64) == 0 && kit_sticky_progress(200, 200, 64) == 1);
    CHECK(kit_sticky_progress(200, 168, 64) == 0.5 && kit_sticky_progress(200, -1e9, 64) == 0);
    CHECK(kit_sticky_progress(200, 199, 0) == 0 && kit_sticky_progress(200, 200, 0) == 1);
    for (offset = 100; offset < 300; offset += 0.25) {
        progress = kit_sticky_progress(200, offset, 64);
        CHECK(progress >= former && progress <= 1);
        CHECK(progress == fmin(1, fmax(0, (offset - 200 + 64) / 64)));
        CHECK((progress >= KIT_AT_TOP) == (offset >= 200 - 6.4 + 1e-9));
        former = progress;
    }
}

/* --- what is visible */

/* The slow model counts squares of one unit. */
static void check_visible(const iq_rect *frame, iq_size window, int horizontal)
{
    const kit_visible visible = kit_visibility(*frame, window, horizontal);
    const int along = horizontal ? (int)frame->width : (int)frame->height;
    const int window_along = horizontal ? (int)window.width : (int)window.height;
    int x, y, area = 0, inside = 0, covered = 0;

    for (x = (int)frame->x; x < (int)(frame->x + frame->width); x++)
        for (y = (int)frame->y; y < (int)(frame->y + frame->height); y++) {
            area++;
            inside += x >= 0 && y >= 0 && x < (int)window.width && y < (int)window.height;
        }
    for (x = 0; x < window_along; x++) {
        const int start = horizontal ? (int)frame->x : (int)frame->y;
        covered += x >= start && x < start + along;
    }
    CHECK(fabs(visible.fraction - (area > 0 ? (double)inside / area : 0)) < 1e-12);
    CHECK(visible.fraction >= 0 && visible.fraction <= 1);
    CHECK(visible.is_visible == (inside > 0) && visible.is_visible == (visible.fraction > 0));
    CHECK(visible.is_fully_visible == (area > 0 && inside == area));
    CHECK(visible.is_fully_visible == (visible.fraction == 1));
    CHECK(visible.is_focused ==
          (inside > 0 && (2 * along < window_along ? inside == area : inside == area || 2 * covered >= window_along)));
}

/* Random frames and windows, along both axes; and what holds of any of them. */
static void visibility(void)
{
    const uint64_t first_seed = check_first_seed(1), rounds = check_scaled(20000);
    iq_size window;

    for (check_seed = first_seed; check_seed < first_seed + rounds; check_seed++) {
        random_source random = {check_seed};
        const int horizontal = random_chance(&random, 50);
        iq_rect frame = rect((double)random_below(&random, 60) - 30, (double)random_below(&random, 60) - 30,
                             (double)random_below(&random, 40), (double)random_below(&random, 40));
        kit_visible visible, other;
        iq_rect upper, lower, turned;
        double part;

        window.width = (double)random_below(&random, 30);
        window.height = (double)random_below(&random, 30);
        check_visible(&frame, window, horizontal);
        visible = kit_visibility(frame, window, horizontal);
        /* On its side it is the same. */
        turned = rect(frame.y, frame.x, frame.height, frame.width);
        other.fraction = window.width;
        window.width = window.height;
        window.height = other.fraction;
        other = kit_visibility(turned, window, !horizontal);
        CHECK(fabs(other.fraction - visible.fraction) < 1e-12 && other.is_focused == visible.is_focused);
        part = window.width;
        window.width = window.height;
        window.height = part;
        /* The parts of a frame have, by area, the fraction of the whole. */
        part = frame.height / 2;
        upper = rect(frame.x, frame.y, frame.width, part);
        lower = rect(frame.x, frame.y + part, frame.width, part);
        CHECK(fabs((kit_visibility(upper, window, 0).fraction + kit_visibility(lower, window, 0).fraction) / 2 -
                   visible.fraction) < 1e-12);
        /* A third of a unit makes nothing of what is inside less than whole. */
        frame.x += 1.0 / 3;
        frame.width *= 2.0 / 3;
        visible = kit_visibility(frame, window, horizontal);
        CHECK(visible.is_fully_visible == (visible.fraction == 1));
        /* Out of the window. */
        frame.x = window.width;
        CHECK(!kit_visibility(frame, window, horizontal).is_visible);
    }
    check_seed = 0;
    window.width = 320;
    window.height = 568;
    CHECK(kit_visibility(rect(0, -30, 320, 60), window, 0).fraction == 0.5);
    CHECK(!kit_visibility(rect(0, 508, 320, 61), window, 0).is_focused);
    CHECK(kit_visibility(rect(0, 508, 320, 60), window, 0).is_focused);
    CHECK(kit_visibility(rect(0, 284, 320, 400), window, 0).is_focused);
    CHECK(!kit_visibility(rect(0, 285, 320, 400), window, 0).is_focused);
}

/* --- phases and edges */

/* What each change of the phase tells, written down. */
static void phases(void)
{
    static const uint32_t wanted[4][4] = {
        /* to idle, drag, decelerate, animate */
        {0, KIT_WILL_BEGIN_DRAGGING, 0, 0},
        {KIT_DID_END_DRAGGING, 0, KIT_DID_END_DRAGGING | KIT_WILL_DECELERATE, KIT_DID_END_DRAGGING},
        {KIT_DID_END_DECELERATING, KIT_DID_END_DECELERATING | KIT_WILL_BEGIN_DRAGGING, 0, KIT_DID_END_DECELERATING},
        {KIT_DID_END_ANIMATION, KIT_DID_END_ANIMATION | KIT_WILL_BEGIN_DRAGGING, KIT_DID_END_ANIMATION, 0},
    };
    const uint64_t first_seed = check_first_seed(1), rounds = check_scaled(500);
    int i;

    for (check_seed = first_seed; check_seed < first_seed + rounds; check_seed++) {
        random_source random = {check_seed};
        kit_scrolling scrolling;
        int former = KIT_IDLE, begun = 0, ended = 0;

        memset(&scrolling, 0, sizeof scrolling);
        for (i = 0; i < 40; i++) {
            const int phase = i == 39 ? KIT_IDLE : (int)random_below(&random, 4);
            const uint32_t happened = kit_change_phase(&scrolling, phase);

            CHECK(happened == wanted[former][phase] && scrolling.phase == phase);
            begun += (happened & KIT_WILL_BEGIN_DRAGGING) != 0;
            ended += (happened & KIT_DID_END_DRAGGING) != 0;
            former = phase;
        }
        CHECK(begun == ended);
    }
    check_seed = 0;
}

/* A view of the scene: its offset is told when it is another one, and an edge when it is reached. A drag holds the
 * content. */
static void edges(void)
{
    kit_layout_options options;
    iq_view_options view_options;
    kit_view shown;
    iq_scene seen;
    uint32_t happened = 99;
    static const struct {
        double offset;
        uint32_t happened;
    } steps[] = {
        {0, 0},
        {0, 0},
        {50, KIT_DID_SCROLL},
        {50, 0},
        {-10, KIT_DID_SCROLL | KIT_REACHED_START},
        {0, KIT_DID_SCROLL},
        {1e9, KIT_DID_SCROLL | KIT_REACHED_END},
        {2e9, KIT_DID_SCROLL},
        {0, KIT_DID_SCROLL | KIT_REACHED_START},
    };
    size_t i;

    open_scene();
    CHECK_OK(iq_list_set_events(scene.list, 0));
    memset(&options, 0, sizeof options);
    options.fields = KIT_LAYOUT_ITEM;
    options.item.rule.height = kit_fixed(50);
    routes.layout = &options;
    memset(&view_options, 0, sizeof view_options);
    view_options.struct_size = sizeof view_options;
    view_options.flags = IQ_VIEW_LAID_OUT;
    memset(&shown, 0, sizeof shown);
    shown.routes = &routes;
    shown.options = &view_options;
    CHECK_OK(iq_view_create(scene.list, &view_options, &shown.view));
    CHECK_OK(kit_set_size(&shown, 320, 500));
    memset(&seen, 0, sizeof seen);
    seen.struct_size = sizeof seen;
    for (i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        CHECK_OK(kit_scroll(&shown, steps[i].offset, 0, KIT_DRAG, &happened));
        CHECK(happened == (i == 0 ? KIT_WILL_BEGIN_DRAGGING : 0));
        CHECK_OK(kit_lay_out(&shown, &seen));
        CHECK(kit_scrolled(&shown.scrolling, &seen) == steps[i].happened);
    }
    CHECK_STATUS(kit_scroll(&shown, HUGE_VAL, 0, KIT_IDLE, &happened), IQ_ERROR_RANGE);
    CHECK(shown.scrolling.phase == KIT_DRAG);
    CHECK_OK(kit_scroll(&shown, 100, 0, KIT_DECELERATE, &happened));
    CHECK(happened == (KIT_DID_END_DRAGGING | KIT_WILL_DECELERATE));
    CHECK_OK(kit_scroll(&shown, 0, IQ_SCROLL_BY, KIT_IDLE, NULL));
    CHECK_OK(kit_lay_out(&shown, &seen));
    CHECK(seen.offset == 100);
    /* A tenth of a second at half of the speed, and clamped at the start. */
    CHECK_OK(kit_auto_scroll(&shown, 160, 476, 0.1));
    CHECK_OK(kit_lay_out(&shown, &seen));
    CHECK(seen.offset == 160);
    CHECK_OK(kit_auto_scroll(&shown, 160, 250, 0.1));
    CHECK_OK(kit_lay_out(&shown, &seen));
    CHECK(seen.offset == 160);
    CHECK_OK(kit_auto_scroll(&shown, 160, -5, 1));
    CHECK_OK(kit_lay_out(&shown, &seen));
    CHECK(seen.offset == 0);
    /* From right to left the end is at the left. */
    view_options.flags |= IQ_VIEW_HORIZONTAL | IQ_VIEW_RTL;
    CHECK_OK(iq_view_set_options(shown.view, &view_options));
    options.item.rule = kit_sized(kit_fixed(50), kit_auto(0));
    shown.is_set = 0;
    CHECK_OK(kit_auto_scroll(&shown, 0, 250, 0.25));
    CHECK_OK(kit_lay_out(&shown, &seen));
    CHECK(seen.offset == 300);
    CHECK_OK(kit_auto_scroll(&shown, 320, 250, 0.125));
    CHECK_OK(kit_lay_out(&shown, &seen));
    CHECK(seen.offset == 150);
    iq_view_destroy(shown.view);
    close_scene();
}

/* --- drags near an edge */

static void speeds(void)
{
    const uint64_t first_seed = check_first_seed(1), rounds = check_scaled(2000);

    CHECK(kit_auto_scroll_speed(0, 500, KIT_ZONE, KIT_FASTEST) == -1200);
    CHECK(kit_auto_scroll_speed(-70, 500, KIT_ZONE, KIT_FASTEST) == -1200);
    CHECK(kit_auto_scroll_speed(24, 500, KIT_ZONE, KIT_FASTEST) == -600);
    CHECK(kit_auto_scroll_speed(48, 500, KIT_ZONE, KIT_FASTEST) == 0);
    CHECK(kit_auto_scroll_speed(452, 500, KIT_ZONE, KIT_FASTEST) == 0);
    CHECK(kit_auto_scroll_speed(488, 500, KIT_ZONE, KIT_FASTEST) == 900);
    CHECK(kit_auto_scroll_speed(501, 500, KIT_ZONE, KIT_FASTEST) == 1200);
    CHECK(kit_auto_scroll_speed(20, 40, KIT_ZONE, KIT_FASTEST) == 0);
    CHECK(kit_auto_scroll_speed(10, 40, KIT_ZONE, KIT_FASTEST) == -600);
    CHECK(kit_auto_scroll_speed(10, 500, 0, KIT_FASTEST) == 0 && kit_auto_scroll_speed(-1, 500, 0, 7) == -7);
    CHECK(kit_auto_scroll_speed(501, 500, 0, 7) == 7 && kit_auto_scroll_speed(0, 0, KIT_ZONE, 7) == 0);
    for (check_seed = first_seed; check_seed < first_seed + rounds; check_seed++) {
        random_source random = {check_seed};
        const double length = (double)random_below(&random, 1000), zone = (double)random_below(&random, 300);
        double position, former = -900;

        /* Never slower towards the end, never faster than it may be, and the same from both edges. */
        for (position = -20; position < length + 20; position += 1 + length / 50) {
            const double speed = kit_auto_scroll_speed(position, length, zone, 900);

            CHECK(speed >= former && speed >= -900 && speed <= 900);
            CHECK(fabs(speed + kit_auto_scroll_speed(length - position, length, zone, 900)) < 1e-9);
            if (position >= zone && position <= length - zone)
                CHECK(speed == 0);
            former = speed;
        }
    }
    check_seed = 0;
}

int main(void)
{
    make_classes();
    features();
    visibility();
    phases();
    edges();
    speeds();
    printf("ok\n");
    return 0;
}

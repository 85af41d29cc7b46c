/* input.h - what the user does: keys, the mouse, another size of the window. */
#ifndef INPUT_H
#define INPUT_H

#include "paint.h"

struct app {
    struct grid grid;
    struct motion motion;
    struct painter painter;
    struct pointer pointer;
    double bar_grab;     /* from the top of the scroll bar's thumb            */
    double press_x, press_y;
    iq_item pressed;     /* not dragged yet; {0}: none                        */
    double now;          /* the time of the last frame, in seconds            */
    int is_over;         /* the user has quit                                 */
};

void app_create(struct app *app, size_t count, int width, int height,
                const char *font, int in_software);
void app_destroy(struct app *app);
void app_handle(struct app *app, const SDL_Event *event);

/* Lays out and draws one frame. */
void app_frame(struct app *app, double now);

/* Whether something is still under way, so that another frame is due. */
int app_is_moving(const struct app *app, double now);

#endif

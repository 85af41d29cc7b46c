/* input.c - what the user does: keys, the mouse, another size of the window. */
#include "input.h"

#define WHEEL 90.0    /* pixels of one notch                                 */
#define DRAG 5.0      /* so far the pointer goes before it drags             */
#define EDGE 40.0     /* so near an edge what is dragged scrolls             */

static void resize(struct app *app, int width, int height)
{
    double room = width - BAR_WIDTH, lines = height - FOOT_HEIGHT;

    grid_resize(&app->grid, room < 0 ? 0 : room, lines < 0 ? 0 : lines);
}

void app_create(struct app *app, size_t count, int width, int height,
                const char *font, int in_software)
{
    *app = (struct app){.pointer = {.x = -1, .y = -1, .hot = SIZE_MAX}};
    grid_create(&app->grid, count);
    painter_create(&app->painter, width, height, font, in_software);
    resize(app, width, height);
}

void app_destroy(struct app *app)
{
    painter_destroy(&app->painter);
    grid_destroy(&app->grid);
}

/* ---- The mouse ----------------------------------------------------------- */

/* The scroll bar knows how long the content is: no item is measured. */
static void drag_bar(struct app *app)
{
    const iq_scene *scene = &app->grid.scene;
    double room = app->grid.height - (double)bar_thumb(&app->grid).h;
    double part = room > 0 ? (app->pointer.y - app->bar_grab) / room : 0;

    grid_scroll_to(&app->grid, scene->minimum +
                                   part * (scene->maximum - scene->minimum));
}

static void press_bar(struct app *app)
{
    SDL_FRect thumb = bar_thumb(&app->grid);
    double within = app->pointer.y - (double)thumb.y;

    app->pointer.holds_bar = 1;
    app->bar_grab = within >= 0 && within < (double)thumb.h
                        ? within
                        : (double)thumb.h / 2;
    drag_bar(app);
}

static void press(struct app *app)
{
    struct pointer *pointer = &app->pointer;
    iq_hit hit;

    if (pointer->x >= app->grid.width && pointer->y < app->grid.height) {
        press_bar(app);
        return;
    }
    if (pointer->y >= app->grid.height ||
        !grid_find(&app->grid, pointer->x, pointer->y, 0, &hit) ||
        hit.element.item.id == 0)
        return;
    grid_click(&app->grid, hit.element.item);
    app->pressed = hit.element.item;
    app->press_x = pointer->x;
    app->press_y = pointer->y;
}

/* The item on which the button was pressed is taken, unless it has scrolled
 * away from there. */
static void take(struct app *app)
{
    struct pointer *pointer = &app->pointer;
    iq_hit hit;

    if (!grid_find(&app->grid, app->press_x, app->press_y, 0, &hit) ||
        hit.element.item.id != app->pressed.id)
        return;
    pointer->dragged = hit.element.item;
    pointer->colour = app->grid.scene.places[hit.place].model;
    pointer->taken = app->grid.scene.places[hit.place].frame;
    pointer->grab_x = app->press_x - pointer->taken.x;
    pointer->grab_y = app->press_y - pointer->taken.y;
    app->pressed.id = 0;
}

static void move_pointer(struct app *app, double x, double y)
{
    double far_x = x - app->press_x, far_y = y - app->press_y;

    app->pointer.x = x;
    app->pointer.y = y;
    if (app->pointer.holds_bar)
        drag_bar(app);
    else if (app->pressed.id != 0 &&
             far_x * far_x + far_y * far_y > DRAG * DRAG)
        take(app);
}

/* Ends a drag: the tile goes from the pointer to its place, which is the old
 * one unless it is dropped elsewhere. */
static void let_go(struct app *app)
{
    struct pointer *pointer = &app->pointer;
    const iq_scene *scene = &app->grid.scene;
    iq_rect from = pointer->taken;

    from.x = pointer->x - pointer->grab_x;
    from.y = pointer->y - pointer->grab_y;
    for (size_t i = 0; i < scene->count; i++)
        if (scene->places[i].element.item.id == pointer->dragged.id &&
            pointer->dragged.id != 0)
            motion_set_out(&scene->places[i], from, app->now);
    pointer->dragged.id = 0;
}

/* Drops the item where the mark was in the last frame. */
static void release(struct app *app)
{
    struct pointer *pointer = &app->pointer;

    if (pointer->dragged.id != 0 && pointer->has_mark)
        grid_drop(&app->grid, pointer->dragged, pointer->insertion);
    let_go(app);
    pointer->holds_bar = 0;
    app->pressed.id = 0;
}

/* ---- Keys ---------------------------------------------------------------- */

static void handle_key(struct app *app, SDL_Keycode key)
{
    static const struct {
        SDL_Keycode key;
        iq_direction direction;
    } directions[] = {
        {SDLK_UP, IQ_DIRECTION_UP},           {SDLK_DOWN, IQ_DIRECTION_DOWN},
        {SDLK_LEFT, IQ_DIRECTION_LEFT},       {SDLK_RIGHT, IQ_DIRECTION_RIGHT},
        {SDLK_PAGEUP, IQ_DIRECTION_PAGE_UP},
        {SDLK_PAGEDOWN, IQ_DIRECTION_PAGE_DOWN}};
    struct grid *grid = &app->grid;

    for (size_t i = 0; i < sizeof directions / sizeof *directions; i++)
        if (directions[i].key == key)
            grid_select_neighbour(grid, directions[i].direction);
    if (key == SDLK_HOME || key == SDLK_END)
        grid_select_end(grid, key == SDLK_END);
    if (key == SDLK_h)
        grid_order(grid, ORDER_HUE);
    if (key == SDLK_n)
        grid_order(grid, ORDER_NAME);
    if (key == SDLK_s)
        grid_order(grid, ORDER_SHUFFLED);
    if (key == SDLK_ESCAPE && app->pointer.dragged.id != 0)
        let_go(app);
    else if (key == SDLK_ESCAPE || key == SDLK_q)
        app->is_over = 1;
}

/* ---- Events -------------------------------------------------------------- */

void app_handle(struct app *app, const SDL_Event *event)
{
    if (event->type == SDL_QUIT)
        app->is_over = 1;
    if (event->type == SDL_KEYDOWN)
        handle_key(app, event->key.keysym.sym);
    if (event->type == SDL_MOUSEWHEEL)
        grid_scroll(&app->grid, -(double)event->wheel.preciseY * WHEEL);
    if (event->type == SDL_MOUSEMOTION)
        move_pointer(app, event->motion.x, event->motion.y);
    if (event->type == SDL_MOUSEBUTTONDOWN &&
        event->button.button == SDL_BUTTON_LEFT) {
        move_pointer(app, event->button.x, event->button.y);
        press(app);
    }
    if (event->type == SDL_MOUSEBUTTONUP &&
        event->button.button == SDL_BUTTON_LEFT)
        release(app);
    if (event->type == SDL_WINDOWEVENT &&
        event->window.event == SDL_WINDOWEVENT_SIZE_CHANGED)
        resize(app, event->window.data1, event->window.data2);
    if (event->type == SDL_WINDOWEVENT &&
        event->window.event == SDL_WINDOWEVENT_LEAVE &&
        app->pointer.dragged.id == 0 && !app->pointer.holds_bar)
        move_pointer(app, -1, -1);
}

/* ---- Frames -------------------------------------------------------------- */

/* What is dragged to an edge scrolls, by up to 24 pixels a frame. */
static double pull(const struct app *app)
{
    double above = EDGE - app->pointer.y;
    double below = app->pointer.y - (app->grid.height - EDGE);
    double far = above > 0 ? -above : below > 0 ? below : 0;

    if (app->pointer.dragged.id == 0)
        return 0;
    far = far > EDGE ? EDGE : far < -EDGE ? -EDGE : far;
    return far * 24 / EDGE;
}

/* What is below the pointer now, and where a drop would go. */
static void point(struct app *app)
{
    struct pointer *pointer = &app->pointer;
    iq_hit hit;

    pointer->hot = SIZE_MAX;
    pointer->has_mark = 0;
    if (pointer->dragged.id != 0) {
        pointer->has_mark = grid_find(&app->grid, pointer->x, pointer->y,
                                      IQ_AT_NEAREST, &hit);
        pointer->mark = hit.mark;
        pointer->insertion = hit.insertion;
    } else if (!pointer->holds_bar && pointer->x < app->grid.width &&
               pointer->y < app->grid.height &&
               grid_find(&app->grid, pointer->x, pointer->y, 0, &hit)) {
        pointer->hot = hit.place;
    }
}

void app_frame(struct app *app, double now)
{
    double by = pull(app);

    app->now = now;
    if (by != 0)
        grid_scroll(&app->grid, by);
    grid_layout(&app->grid);
    motion_follow(&app->motion, &app->grid.scene, now);
    point(app);
    paint(&app->painter, &app->grid, &app->motion, &app->pointer, now);
}

int app_is_moving(const struct app *app, double now)
{
    const iq_scene *scene = &app->grid.scene;

    if (app->motion.ghost_count > 0 || pull(app) != 0)
        return 1;
    for (size_t i = 0; i < scene->count; i++) {
        const struct tile *tile = scene->places[i].object;

        if (motion_is_shifted(tile, now) || motion_appearance(tile, now) < 1)
            return 1;
    }
    return 0;
}

/* script.c - the program without a user. Its clock is that of its frames. */
#include "script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEP (1.0 / 60)

static double clock_now;

/* Events of the real window are passed over. */
static void draw_frame(struct app *app)
{
    SDL_PumpEvents();
    SDL_FlushEvents(SDL_FIRSTEVENT, SDL_LASTEVENT);
    clock_now += STEP;
    app_frame(app, clock_now);
    SDL_RenderPresent(app->painter.renderer);
}

/* ---- Words --------------------------------------------------------------- */

static void print_places(const struct app *app)
{
    const iq_scene *scene = &app->grid.scene;

    for (size_t i = 0; i < scene->count; i++) {
        const iq_place *place = &scene->places[i];
        const struct tile *tile = place->object;
        iq_rect at = motion_frame(place, clock_now);

        printf("%s %s %g %g %g %g", tile->colour != NULL ? "item" : "header",
               tile->colour != NULL ? tile->colour->name : tile->title, at.x,
               at.y, at.width, at.height);
        printf("%s%s\n",
               (place->states & IQ_STATE_SELECTED) != 0 ? " selected" : "",
               i == app->pointer.hot ? " hot" : "");
    }
    if (app->pointer.dragged.id != 0 && app->pointer.has_mark)
        printf("mark %g %g %g %g\n", app->pointer.mark.x, app->pointer.mark.y,
               app->pointer.mark.width, app->pointer.mark.height);
    printf("offset %.0f of %.0f\n", scene->offset, scene->maximum);
}

static int send_mouse(struct app *app, const char *word, int x, int y)
{
    SDL_Event event = {0};

    if (word[0] == 'm') {
        event.type = SDL_MOUSEMOTION;
        event.motion.x = x;
        event.motion.y = y;
    } else {
        event.type = word[0] == 'p' ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP;
        event.button.button = SDL_BUTTON_LEFT;
        event.button.x = x;
        event.button.y = y;
    }
    app_handle(app, &event);
    return 1;
}

static int send_size(struct app *app, int width, int height)
{
    SDL_Event event = {.type = SDL_WINDOWEVENT};

    SDL_SetWindowSize(app->painter.window, width, height);
    event.window.event = SDL_WINDOWEVENT_SIZE_CHANGED;
    event.window.data1 = width;
    event.window.data2 = height;
    app_handle(app, &event);
    return 1;
}

static int send_key(struct app *app, const char *name)
{
    SDL_Event event = {.type = SDL_KEYDOWN};

    event.key.keysym.sym = SDL_GetKeyFromName(name);
    app_handle(app, &event);
    return event.key.keysym.sym != SDLK_UNKNOWN;
}

static int send_wheel(struct app *app, int notches)
{
    SDL_Event event = {.type = SDL_MOUSEWHEEL};

    event.wheel.preciseY = (float)notches;
    app_handle(app, &event);
    return 1;
}

/* Does what a word says. 0: it says nothing. */
static int play_word(struct app *app, const char *word)
{
    int x, y, end = 0;

    if ((sscanf(word, "move:%d,%d%n", &x, &y, &end) == 2 ||
         sscanf(word, "press:%d,%d%n", &x, &y, &end) == 2 ||
         sscanf(word, "release:%d,%d%n", &x, &y, &end) == 2) &&
        word[end] == '\0')
        return send_mouse(app, word, x, y);
    if (sscanf(word, "size:%dx%d%n", &x, &y, &end) == 2 &&
        word[end] == '\0' && x > 0 && y > 0)
        return send_size(app, x, y);
    if (sscanf(word, "wheel:%d%n", &x, &end) == 1 && word[end] == '\0')
        return send_wheel(app, x);
    if (sscanf(word, "wait:%d%n", &x, &end) == 1 && word[end] == '\0') {
        while (x-- > 1)
            draw_frame(app);
        return 1;
    }
    return strncmp(word, "key:", 4) == 0 && send_key(app, word + 4);
}

void play_words(struct app *app, char **words, int count)
{
    draw_frame(app);
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], "places") == 0) {
            print_places(app);
            continue;
        }
        if (!play_word(app, words[i]))
            fail(words[i], "this is no word of a script");
        draw_frame(app);
    }
}

/* ---- Frames that are measured -------------------------------------------- */

static int compare_times(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;

    return left < right ? -1 : left > right;
}

/* One of the three parts of a run. */
static void act(struct app *app, int part, int frame)
{
    const iq_scene *scene = &app->grid.scene;

    if (part == 0)
        grid_scroll(&app->grid, 30);
    if (part == 1)
        grid_scroll_to(&app->grid,
                       scene->maximum * (double)(frame * 37 % 101) / 100);
    if (part == 2 && frame % 10 == 0)
        grid_order(&app->grid, ORDER_SHUFFLED);
}

static void play_part(struct app *app, int part, int count, double *times)
{
    static const char *const names[] = {"scroll", "jump", "shuffle"};
    size_t bound = app->grid.bound, came = app->grid.came;
    double unit = 1000 / (double)SDL_GetPerformanceFrequency();

    for (int i = 0; i < count; i++) {
        Uint64 start = SDL_GetPerformanceCounter();

        act(app, part, i);
        draw_frame(app);
        times[i] = (double)(SDL_GetPerformanceCounter() - start) * unit;
    }
    qsort(times, (size_t)count, sizeof *times, compare_times);
    printf("%-8s %4d frames: median %6.2f ms, worst %6.2f ms; "
           "%zu cells bound, %zu places new; at %.0f of %.0f\n",
           names[part], count, count > 0 ? times[count / 2] : 0,
           count > 0 ? times[count - 1] : 0, app->grid.bound - bound,
           app->grid.came - came, app->grid.scene.offset,
           app->grid.scene.maximum);
}

void play_frames(struct app *app, int count)
{
    double *times = calloc((size_t)count + 1, sizeof *times);

    if (times == NULL)
        fail("memory", "there is not enough for so many frames");
    draw_frame(app);
    printf("%zu colours, %zu places at first, %zu cells bound\n",
           app->grid.scene.items, app->grid.scene.count, app->grid.bound);
    play_part(app, 0, count - count / 2, times);
    play_part(app, 1, count / 4, times);
    play_part(app, 2, count / 2 - count / 4, times);
    free(times);
}

/* colours.c - 200,000 colours in a window: a grid that draws for itself.
 *
 *     colours                         a window
 *     colours --frames 200            measures a run without a user
 *     colours --screenshot F WORD...  plays words (see script.h), saves a BMP
 *
 * Begin with grid.c: it is the list. motion.c turns scenes into animations,
 * paint.c draws, input.c listens. */
#include "script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FONT "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
#define USAGE                                                              \
    "usage: colours [--count N] [--size WxH] [--font FILE]\n"             \
    "               [--frames N] [--screenshot FILE.bmp] [WORD...]\n"

struct options {
    size_t count;
    int width, height, frames;
    const char *font, *screenshot;
    char **words;
    int word_count;
};

static void refuse(void)
{
    fputs(USAGE, stderr);
    exit(2);
}

static long number(const char *text, long most)
{
    char *end;
    long value = strtol(text, &end, 10);

    if (end == text || *end != '\0' || value < 0 || value > most)
        refuse();
    return value;
}

static void read_size(const char *text, struct options *options)
{
    int end = 0;

    if (sscanf(text, "%dx%d%n", &options->width, &options->height, &end) != 2 ||
        text[end] != '\0' || options->width < 1 || options->height < 1)
        refuse();
}

static struct options read_options(int argc, char **argv)
{
    struct options options = {
        .count = 200000, .width = 960, .height = 640, .font = FONT};
    int i;

    for (i = 1; i + 1 < argc && strncmp(argv[i], "--", 2) == 0; i += 2) {
        const char *value = argv[i + 1];

        if (strcmp(argv[i], "--count") == 0)
            options.count = (size_t)number(value, 1 << 24);
        else if (strcmp(argv[i], "--frames") == 0)
            options.frames = (int)number(value, 1000000);
        else if (strcmp(argv[i], "--font") == 0)
            options.font = value;
        else if (strcmp(argv[i], "--screenshot") == 0)
            options.screenshot = value;
        else if (strcmp(argv[i], "--size") == 0)
            read_size(value, &options);
        else
            refuse();
    }
    if (i < argc && strncmp(argv[i], "--", 2) == 0)
        refuse();
    options.words = argv + i;
    options.word_count = argc - i;
    return options;
}

/* Sleeps until something happens, unless something is under way. */
static void run(struct app *app)
{
    while (!app->is_over) {
        double now = (double)SDL_GetTicks64() / 1000;
        SDL_Event event;
        int has_event;

        app_frame(app, now);
        SDL_RenderPresent(app->painter.renderer);
        has_event = app_is_moving(app, now) ? SDL_WaitEventTimeout(&event, 8)
                                            : SDL_WaitEvent(&event);
        for (; has_event; has_event = SDL_PollEvent(&event))
            app_handle(app, &event);
    }
}

int main(int argc, char **argv)
{
    struct options options = read_options(argc, argv);
    int is_script = options.frames > 0 || options.screenshot != NULL ||
                    options.word_count > 0;
    struct app app;

    app_create(&app, options.count, options.width, options.height,
               options.font, is_script);
    if (options.frames > 0)
        play_frames(&app, options.frames);
    if (is_script)
        play_words(&app, options.words, options.word_count);
    else
        run(&app);
    if (options.screenshot != NULL)
        save_picture(&app.painter, options.screenshot);
    app_destroy(&app);
    return 0;
}

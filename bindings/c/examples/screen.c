/* screen.c - the lines of a screen, and which of them were drawn anew. */
#define _GNU_SOURCE
#include "screen.h"

#include "show.h"
#include "text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *const looks[] = {[STYLE_PLAIN] = "\033[0m",
                                    [STYLE_FAINT] = "\033[0;2m",
                                    [STYLE_TITLE] = "\033[0;1m",
                                    [STYLE_SELECTED] = "\033[0;7m"};

static void release(struct screen *screen)
{
    size_t i;

    for (i = 0; i < screen->height; i++)
        free(screen->lines[i].text);
    free(screen->lines);
}

void screen_resize(struct screen *screen, size_t columns, size_t height)
{
    size_t i;

    release(screen);
    screen->columns = columns;
    screen->height = height;
    screen->lines = allocate(height, sizeof *screen->lines);
    for (i = 0; i < height; i++) {
        screen->lines[i].text = allocate(FIT_SIZE(columns), 1);
        screen->lines[i].is_new = 1;
    }
}

void screen_put(struct screen *screen, size_t number, enum style style,
                const char *text)
{
    struct line *line;
    size_t length;

    if (number >= screen->height)
        return;
    line = &screen->lines[number];
    line->used = fit_text(line->text, text, screen->columns);
    line->style = style;
    line->is_new = 1;
    /* The colour of a selected line goes up to the edge. */
    length = strlen(line->text);
    if (style == STYLE_SELECTED) {
        memset(line->text + length, ' ', screen->columns - line->used);
        line->text[length + screen->columns - line->used] = '\0';
        line->used = screen->columns;
    }
}

void screen_update(struct screen *screen, size_t number, enum style style,
                   const char *text)
{
    struct line *line;
    char *fitted;

    if (number >= screen->height)
        return;
    line = &screen->lines[number];
    fitted = allocate(FIT_SIZE(screen->columns), 1);
    fit_text(fitted, text, screen->columns);
    if (line->style != style || strcmp(line->text, fitted) != 0)
        screen_put(screen, number, style, text);
    free(fitted);
}

char *screen_flush(struct screen *screen, size_t *length)
{
    char *bytes;
    FILE *to = open_memstream(&bytes, length);
    size_t i;

    if (to == NULL)
        fail("memory", strerror(errno));
    /* The cursor is hidden while it goes from line to line. */
    fputs("\033[?25l", to);
    for (i = 0; i < screen->height; i++) {
        struct line *line = &screen->lines[i];

        if (line->is_new)
            fprintf(to, "\033[%zu;1H%s%s\033[0m%s", i + 1,
                    looks[line->style], line->text,
                    /* Behind a full line this would erase its end. */
                    line->used < screen->columns ? "\033[K" : "");
        line->is_new = 0;
    }
    if (screen->cursor > 0 && screen->cursor < screen->columns)
        fprintf(to, "\033[%zu;%zuH\033[?25h", screen->height,
                screen->cursor + 1);
    if (fclose(to) != 0)
        fail("memory", strerror(errno));
    return bytes;
}

void screen_print(struct screen *screen, FILE *to, const char *kept,
                  const char *drawn)
{
    size_t i;

    for (i = 0; i < screen->height; i++) {
        struct line *line = &screen->lines[i];
        size_t length = strlen(line->text);

        while (length > 0 && line->text[length - 1] == ' ')
            length--;
        fprintf(to, "%s%.*s\n", line->is_new ? drawn : kept, (int)length,
                line->text);
        line->is_new = 0;
    }
}

void screen_destroy(struct screen *screen)
{
    release(screen);
    *screen = (struct screen){0};
}

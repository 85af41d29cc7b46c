/* screen.h - the lines of a screen, and which of them were drawn anew.
 *
 * A line is put only if it has changed. What goes to the terminal is made of
 * the lines that were put since the last time.
 */
#ifndef SCREEN_H
#define SCREEN_H

#include <stddef.h>
#include <stdio.h>

enum style { STYLE_PLAIN, STYLE_FAINT, STYLE_TITLE, STYLE_SELECTED };

struct line {
    char *text;
    size_t used; /* columns */
    enum style style;
    int is_new; /* put since the last time */
};

struct screen {
    size_t columns, height;
    struct line *lines;
    size_t cursor; /* the column of the cursor in the last line; 0: hidden */
};

/* Takes another size; the lines are empty and all of them are new. */
void screen_resize(struct screen *screen, size_t columns, size_t height);

/* Puts a line, cut to the width. Lines beyond the screen are passed over. */
void screen_put(struct screen *screen, size_t number, enum style style,
                const char *text);

/* The same, unless that is what stands there: for lines that nobody tells
 * whether they have changed. */
void screen_update(struct screen *screen, size_t number, enum style style,
                   const char *text);

/* Returns the escape sequences that draw the new lines, which are not new
 * then. The caller frees them; *length is their number of bytes. */
char *screen_flush(struct screen *screen, size_t *length);

/* Prints all lines as plain text, each behind `kept` or, if it is new, behind
 * `drawn`. They are not new then. */
void screen_print(struct screen *screen, FILE *to, const char *kept,
                  const char *drawn);

void screen_destroy(struct screen *screen);

#endif

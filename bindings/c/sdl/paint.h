/* paint.h - draws the grid with SDL. */
#ifndef PAINT_H
#define PAINT_H

#include "motion.h"

#include <SDL.h>
#include <SDL_ttf.h>

#define GLYPHS 128
#define BAR_WIDTH 14.0
#define FOOT_HEIGHT 30.0

struct glyph {
    SDL_Texture *texture;
    int width, height;
};

struct font {
    struct glyph glyphs[GLYPHS];
    int height;
};

struct painter {
    SDL_Window *window;
    SDL_Renderer *renderer;
    struct font font;
};

/* What the user does with the mouse, as far as it is seen. */
struct pointer {
    double x, y;
    iq_item dragged;       /* {0}: none                                  */
    const struct colour *colour; /* of what is dragged                   */
    double grab_x, grab_y; /* from its corner to the pointer             */
    iq_rect taken;         /* its frame when it was taken                */
    int has_mark;
    iq_rect mark;          /* where it would be dropped                  */
    iq_position insertion;
    size_t hot;            /* the place below the pointer; SIZE_MAX: none */
    int holds_bar;         /* the scroll bar is dragged                  */
};

void painter_create(struct painter *painter, int width, int height,
                    const char *font, int in_software);
void painter_destroy(struct painter *painter);

/* The part of the scroll bar that is dragged, in the window. */
SDL_FRect bar_thumb(const struct grid *grid);

void paint(struct painter *painter, const struct grid *grid,
           const struct motion *motion, const struct pointer *pointer,
           double now);

/* Writes what was painted to a BMP file. */
void save_picture(struct painter *painter, const char *path);

#endif

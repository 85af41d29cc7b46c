/* paint.c - draws the grid with SDL: rectangles and glyphs. */
#include "paint.h"

#include <stdio.h>

static const SDL_Color BACK = {24, 26, 31, 255}, HEAD = {37, 40, 48, 255},
                       FOOT = {32, 35, 42, 255}, DIM = {150, 156, 170, 255},
                       WHITE = {255, 255, 255, 255},
                       BLACK = {0, 0, 0, 255}, ACCENT = {255, 196, 61, 255},
                       BAR = {92, 98, 114, 255}, HELD = {150, 158, 178, 255};

static void must(int succeeded, const char *what)
{
    if (!succeeded)
        fail(what, SDL_GetError());
}

static void load_font(struct painter *painter, const char *path)
{
    TTF_Font *font = TTF_OpenFont(path, 14);
    char letter[2] = " ";

    must(font != NULL, "the font (--font FILE names another)");
    painter->font.height = TTF_FontHeight(font);
    for (int i = 32; i < GLYPHS - 1; i++) {
        struct glyph *glyph = &painter->font.glyphs[i];
        SDL_Surface *surface;

        letter[0] = (char)i;
        surface = TTF_RenderText_Blended(font, letter, WHITE);
        must(surface != NULL, "a glyph");
        glyph->texture =
            SDL_CreateTextureFromSurface(painter->renderer, surface);
        must(glyph->texture != NULL, "a glyph");
        glyph->width = surface->w;
        glyph->height = surface->h;
        SDL_FreeSurface(surface);
    }
    TTF_CloseFont(font);
}

void painter_create(struct painter *painter, int width, int height,
                    const char *font, int in_software)
{
    *painter = (struct painter){0};
    must(SDL_Init(SDL_INIT_VIDEO) == 0, "SDL");
    must(TTF_Init() == 0, "SDL_ttf");
    painter->window = SDL_CreateWindow(
        "Colours", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
        width, height, SDL_WINDOW_RESIZABLE);
    must(painter->window != NULL, "the window");
    if (!in_software)
        painter->renderer = SDL_CreateRenderer(painter->window, -1,
                                               SDL_RENDERER_PRESENTVSYNC);
    if (painter->renderer == NULL)
        painter->renderer = SDL_CreateRenderer(painter->window, -1,
                                               SDL_RENDERER_SOFTWARE);
    must(painter->renderer != NULL, "the renderer");
    SDL_SetRenderDrawBlendMode(painter->renderer, SDL_BLENDMODE_BLEND);
    load_font(painter, font);
}

void painter_destroy(struct painter *painter)
{
    for (int i = 0; i < GLYPHS; i++)
        SDL_DestroyTexture(painter->font.glyphs[i].texture);
    SDL_DestroyRenderer(painter->renderer);
    SDL_DestroyWindow(painter->window);
    TTF_Quit();
    SDL_Quit();
}

/* ---- Rectangles and text ------------------------------------------------- */

static void set_colour(struct painter *painter, SDL_Color colour, double alpha)
{
    SDL_SetRenderDrawColor(painter->renderer, colour.r, colour.g, colour.b,
                           (Uint8)(alpha * 255 + 0.5));
}

static void fill(struct painter *painter, SDL_FRect rect, SDL_Color colour,
                 double alpha)
{
    set_colour(painter, colour, alpha);
    SDL_RenderFillRectF(painter->renderer, &rect);
}

static SDL_FRect rect_of(iq_rect frame)
{
    return (SDL_FRect){(float)frame.x, (float)frame.y, (float)frame.width,
                       (float)frame.height};
}

/* A border outside of the rectangle. */
static void frame_of(struct painter *painter, SDL_FRect rect, float line,
                     SDL_Color colour)
{
    float width = rect.w + 2 * line;

    fill(painter, (SDL_FRect){rect.x - line, rect.y - line, width, line},
         colour, 1);
    fill(painter, (SDL_FRect){rect.x - line, rect.y + rect.h, width, line},
         colour, 1);
    fill(painter, (SDL_FRect){rect.x - line, rect.y, line, rect.h}, colour, 1);
    fill(painter, (SDL_FRect){rect.x + rect.w, rect.y, line, rect.h}, colour,
         1);
}

static float width_of(const struct font *font, const char *text)
{
    int width = 0;

    for (; *text != '\0'; text++)
        width += font->glyphs[*text & 127].width;
    return (float)width;
}

static void write_text(struct painter *painter, float x, float y,
                       const char *text, SDL_Color colour, double alpha)
{
    for (; *text != '\0'; text++) {
        const struct glyph *glyph = &painter->font.glyphs[*text & 127];
        SDL_FRect at = {x, y, (float)glyph->width, (float)glyph->height};

        SDL_SetTextureColorMod(glyph->texture, colour.r, colour.g, colour.b);
        SDL_SetTextureAlphaMod(glyph->texture, (Uint8)(alpha * 255 + 0.5));
        SDL_RenderCopyF(painter->renderer, glyph->texture, NULL, &at);
        x += (float)glyph->width;
    }
}

/* ---- Places -------------------------------------------------------------- */

static void paint_colour(struct painter *painter, const struct colour *colour,
                         SDL_FRect at, double alpha)
{
    SDL_Color own = {colour->red, colour->green, colour->blue, 255};
    float height = (float)painter->font.height;

    fill(painter, at, own, alpha);
    if (at.h > height + 8)
        write_text(painter, at.x + 8, at.y + at.h - height - 5, colour->name,
                   colour->light > 110 ? BLACK : WHITE, alpha * 0.85);
}

static void paint_header(struct painter *painter, const struct grid *grid,
                         const iq_place *place, SDL_FRect at)
{
    const struct tile *tile = place->object;
    float y = at.y + (at.h - (float)painter->font.height) / 2;
    char count[32];

    snprintf(count, sizeof count, "%zu",
             grid_section_count(grid, place->element.section));
    fill(painter, at, HEAD, 1);
    write_text(painter, at.x + 12, y, tile->title, WHITE, 1);
    write_text(painter, at.x + at.w - width_of(&painter->font, count) - 12, y,
               count, DIM, 1);
}

static void paint_item(struct painter *painter, const iq_place *place,
                       int is_hot, int is_dragged, double now)
{
    SDL_FRect at = rect_of(motion_frame(place, now));
    const struct tile *tile = place->object;

    paint_colour(painter, tile->colour, at,
                 motion_appearance(tile, now) * (is_dragged ? 0.25 : 1));
    if ((place->states & IQ_STATE_SELECTED) != 0)
        frame_of(painter, at, 3, ACCENT);
    else if (is_hot)
        frame_of(painter, at, 2, WHITE);
}

/* What moves is above what stays, and headers are above both. */
enum layer { LAYER_STILL, LAYER_MOVING, LAYER_HEADERS, LAYERS };

static enum layer layer_of(const iq_place *place, double now)
{
    const struct tile *tile = place->object;

    if (tile->colour == NULL)
        return LAYER_HEADERS;
    return motion_is_shifted(tile, now) ? LAYER_MOVING : LAYER_STILL;
}

static void paint_layer(struct painter *painter, const struct grid *grid,
                        const struct pointer *pointer, enum layer layer,
                        double now)
{
    const iq_scene *scene = &grid->scene;

    for (size_t i = 0; i < scene->count; i++) {
        const iq_place *place = &scene->places[i];

        if (layer_of(place, now) != layer)
            continue;
        if (layer == LAYER_HEADERS)
            paint_header(painter, grid, place,
                         rect_of(motion_frame(place, now)));
        else
            paint_item(painter, place, i == pointer->hot,
                       place->element.item.id == pointer->dragged.id, now);
    }
}

/* The mark is above what is dragged, which often covers it: a line in the
 * middle of the gap. */
static void paint_drag(struct painter *painter, const struct pointer *pointer)
{
    SDL_FRect at = rect_of(pointer->taken), mark = rect_of(pointer->mark);

    at.x = (float)(pointer->x - pointer->grab_x);
    at.y = (float)(pointer->y - pointer->grab_y);
    paint_colour(painter, pointer->colour, at, 0.8);
    frame_of(painter, at, 2, WHITE);
    mark.x += (mark.w - 4) / 2;
    mark.w = 4;
    if (pointer->has_mark)
        fill(painter, mark, ACCENT, 1);
}

/* ---- The window ---------------------------------------------------------- */

SDL_FRect bar_thumb(const struct grid *grid)
{
    const iq_scene *scene = &grid->scene;
    double range = scene->maximum - scene->minimum, height = grid->height;
    double part = scene->content.height > height
                      ? height * height / scene->content.height
                      : height;
    double top;

    if (part < 28)
        part = height < 28 ? height : 28;
    top = range > 0
              ? (height - part) * (scene->offset - scene->minimum) / range
              : 0;
    return (SDL_FRect){(float)grid->width + 3, (float)top,
                       (float)BAR_WIDTH - 6, (float)part};
}

static void paint_foot(struct painter *painter, const struct grid *grid)
{
    static const char help[] =
        "h: by hue   n: by name   s: shuffle   arrows: select   drag: move";
    SDL_FRect foot = {0, (float)grid->height,
                      (float)(grid->width + BAR_WIDTH), (float)FOOT_HEIGHT};
    char count[48];
    float y = foot.y + (foot.h - (float)painter->font.height) / 2;
    float x;

    snprintf(count, sizeof count, "%zu colours", grid->scene.items);
    x = foot.w - width_of(&painter->font, count) - 12;
    fill(painter, foot, FOOT, 1);
    if (12 + width_of(&painter->font, help) + 16 < x)
        write_text(painter, 12, y, help, DIM, 1);
    write_text(painter, x, y, count, WHITE, 1);
}

void paint(struct painter *painter, const struct grid *grid,
           const struct motion *motion, const struct pointer *pointer,
           double now)
{
    enum layer layer;
    size_t i;

    set_colour(painter, BACK, 1);
    SDL_RenderClear(painter->renderer);
    for (i = 0; i < motion->ghost_count; i++)
        paint_colour(painter, motion->ghosts[i].colour,
                     rect_of(motion->ghosts[i].frame),
                     motion_remainder(&motion->ghosts[i], now));
    for (layer = LAYER_STILL; layer < LAYERS; layer++)
        paint_layer(painter, grid, pointer, layer, now);
    if (pointer->dragged.id != 0)
        paint_drag(painter, pointer);
    fill(painter,
         (SDL_FRect){(float)grid->width, 0, (float)BAR_WIDTH,
                     (float)grid->height},
         BACK, 1);
    fill(painter, bar_thumb(grid), pointer->holds_bar ? HELD : BAR, 1);
    paint_foot(painter, grid);
}

void save_picture(struct painter *painter, const char *path)
{
    int width, height;
    SDL_Surface *picture;

    must(SDL_GetRendererOutputSize(painter->renderer, &width, &height) == 0,
         "the size");
    picture = SDL_CreateRGBSurfaceWithFormat(0, width, height, 24,
                                             SDL_PIXELFORMAT_BGR24);
    must(picture != NULL, "the picture");
    must(SDL_RenderReadPixels(painter->renderer, NULL, SDL_PIXELFORMAT_BGR24,
                              picture->pixels, picture->pitch) == 0,
         "the picture");
    must(SDL_SaveBMP(picture, path) == 0, path);
    SDL_FreeSurface(picture);
}

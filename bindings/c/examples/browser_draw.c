/* browser_draw.c - a scene, and what of it is new.
 *
 *     places of the scene           lines of the window
 *     0   item, y 0, height 2       0   place 2, line 0    a header that is
 *     1   item, y 2, height 1       1   place 0, line 1    stuck covers what
 *     2   header, y 0, stuck        2   place 1, line 0    lies below it
 *
 * A line is drawn if another line of another place stands there than in the
 * last scene, or if its states or its content have changed.
 */
#include "browser.h"

#include "cells.h"
#include "show.h"

/* A process that a filter has hidden comes back with its states, and without
 * the size that it had. Returns whether there was such a one. */
static int open_again(struct browser *browser, const iq_scene *scene)
{
    int is_set = 0;
    size_t i;

    for (i = 0; i < scene->count; i++) {
        const iq_place *place = &scene->places[i];

        if ((place->states & IQ_STATE_EXPANDED) == 0 ||
            place->frame.height >= DOUBLE)
            continue;
        browser_set_height(browser, &place->element, 1);
        is_set = 1;
    }
    return is_set;
}

static uint64_t content_of(const iq_place *place)
{
    const struct process *process = place->model;
    const struct user *user = place->model;

    if (place->element.item.id != 0)
        return process->content;
    return place->element.section.id == 0
               ? 0
               : header_content(user->count, user->memory);
}

/* Finds what each line of the window shows. Places are in the order of drawing:
 * a header that is stuck covers what lies below it. */
static void find_lines(struct browser *browser, const iq_scene *scene)
{
    size_t i, y;

    for (y = 0; y < browser->height; y++)
        browser->now[y] = (struct drawn_line){.place = IQ_NONE};
    for (i = 0; i < scene->count; i++) {
        const iq_rect *frame = &scene->places[i].frame;
        uint64_t content = content_of(&scene->places[i]);
        long top = (long)frame->y, line = top < 0 ? -top : 0;

        for (; line < (long)frame->height; line++)
            if (top + line < (long)browser->height)
                browser->now[top + line] =
                    (struct drawn_line){(uint32_t)i, (uint32_t)line, content};
    }
}

/* Whether a line shows what it showed in the last scene. IQ_PLACE_BOUND is set
 * for every process here: each reading has models of its own. */
static int is_kept(const struct browser *browser, const iq_scene *scene,
                   size_t y)
{
    const struct drawn_line *now = &browser->now[y];
    const struct drawn_line *before = &browser->drawn[y];
    const iq_place *place;
    uint32_t other;

    if (now->place == IQ_NONE || before->place == IQ_NONE)
        return now->place == before->place;
    if (now->line != before->line || now->content != before->content)
        return 0;
    place = &scene->places[now->place];
    other = place->other;
    return before->place == other &&
           place->states == scene->previous[other].states;
}

static void draw_line(const struct browser *browser, struct screen *screen,
                      size_t number, const iq_place *place, size_t line)
{
    int is_selected = (place->states & IQ_STATE_SELECTED) != 0;
    enum style style = STYLE_PLAIN;
    char text[LINE_SIZE] = "";

    if (place->element.item.id != 0) {
        write_process(text, place->model, line, is_selected, browser->columns);
        style = is_selected ? STYLE_SELECTED : STYLE_PLAIN;
    } else if (place->element.kind == IQ_KIND_EMPTY) {
        if (line == (size_t)place->frame.height / 2)
            write_centered(text, place->model, browser->columns);
    } else if (place->element.section.id != 0) {
        write_user(text, place->model);
        style = STYLE_TITLE;
    } else {
        write_headings(text, browser->columns);
        style = STYLE_FAINT;
    }
    screen_put(screen, number, style, text);
}

void browser_draw(struct browser *browser, struct screen *screen, size_t top)
{
    iq_scene scene = {.struct_size = sizeof scene};
    struct drawn_line *drawn = browser->drawn;
    size_t y;

    check(iq_view_layout(browser->view, &scene));
    while (open_again(browser, &scene)) {
        check(iq_view_layout(browser->view, &scene));
        browser->draws_all = 1; /* the last scene was not drawn */
    }
    browser->first = scene.first;
    if ((scene.flags & (IQ_SCENE_CHANGED | IQ_SCENE_SCROLLED)) == 0 &&
        !browser->draws_all)
        return;
    find_lines(browser, &scene);
    for (y = 0; y < browser->height; y++) {
        if (!browser->draws_all && is_kept(browser, &scene, y))
            continue;
        if (browser->now[y].place == IQ_NONE)
            screen_put(screen, top + y, STYLE_PLAIN, "");
        else
            draw_line(browser, screen, top + y,
                      &scene.places[browser->now[y].place],
                      browser->now[y].line);
    }
    browser->drawn = browser->now;
    browser->now = drawn;
    browser->draws_all = 0;
}

/* controls.c - what keys and the mouse do, and the lines around the list. */
#include "controls.h"

#include "cells.h"
#include "show.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

/* The lines above the list, and all that are not the list's. */
enum { ABOVE = 1, AROUND = 2 };

/* Lines of a turn of the wheel. */
#define WHEEL 3

void controls_create(struct controls *controls)
{
    *controls = (struct controls){0};
    browser_create(&controls->browser);
}

void controls_destroy(struct controls *controls)
{
    browser_destroy(&controls->browser);
    screen_destroy(&controls->screen);
}

void controls_resize(struct controls *controls, size_t columns, size_t lines)
{
    screen_resize(&controls->screen, columns, lines);
    browser_resize(&controls->browser, columns,
                   lines > AROUND ? lines - AROUND : 0);
}

/* ---- what is typed ------------------------------------------------------- */

static void seek(struct controls *controls, const char *text)
{
    char before[sizeof controls->sought];

    memcpy(before, controls->sought, sizeof before);
    snprintf(controls->sought, sizeof controls->sought, "%s", text);
    browser_find(&controls->browser, before, controls->sought);
}

static void type(struct controls *controls, const char *character)
{
    char text[sizeof controls->sought];
    size_t length = strlen(controls->sought);

    if (length + strlen(character) >= sizeof text)
        return;
    memcpy(text, controls->sought, length);
    strcpy(text + length, character);
    seek(controls, text);
}

/* Without its last character, which may be several bytes. */
static void erase(struct controls *controls)
{
    char text[sizeof controls->sought];
    size_t length = strlen(controls->sought);

    if (length == 0)
        return;
    memcpy(text, controls->sought, length);
    do
        length--;
    while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80);
    text[length] = '\0';
    seek(controls, text);
}

/* Returns whether the key belongs to what is typed. */
static int take_typing(struct controls *controls, const struct input *input)
{
    switch (input->key) {
    case KEY_TEXT:
        type(controls, input->text);
        return 1;
    case KEY_BACKSPACE:
        erase(controls);
        return 1;
    case KEY_ENTER:
        controls->is_typing = 0;
        return 1;
    default:
        return 0;
    }
}

/* ---- keys ---------------------------------------------------------------- */

static void take_letter(struct controls *controls, const char *text)
{
    struct browser *browser = &controls->browser;

    switch (text[0]) {
    case 'c': browser_order(browser, ORDER_CPU); break;
    case 'm': browser_order(browser, ORDER_MEMORY); break;
    case 'n': browser_order(browser, ORDER_NAME); break;
    case 'l': browser_toggle_commands(browser); break;
    case '/': controls->is_typing = 1; break;
    case 'q': controls->has_quit = 1; break;
    default: break;
    }
}

void controls_take(struct controls *controls, const struct input *input)
{
    struct browser *browser = &controls->browser;

    if (controls->is_typing && take_typing(controls, input))
        return;
    switch (input->key) {
    case KEY_TEXT: take_letter(controls, input->text); break;
    case KEY_UP: browser_move(browser, IQ_DIRECTION_UP); break;
    case KEY_DOWN: browser_move(browser, IQ_DIRECTION_DOWN); break;
    case KEY_PAGE_UP: browser_move(browser, IQ_DIRECTION_PAGE_UP); break;
    case KEY_PAGE_DOWN: browser_move(browser, IQ_DIRECTION_PAGE_DOWN); break;
    case KEY_HOME: browser_move_to_end(browser, 0); break;
    case KEY_END: browser_move_to_end(browser, 1); break;
    case KEY_ENTER: browser_toggle_selected(browser); break;
    case KEY_REDRAW: controls_draw_all(controls); break;
    case KEY_WHEEL_UP: browser_scroll(browser, -WHEEL); break;
    case KEY_WHEEL_DOWN: browser_scroll(browser, WHEEL); break;
    case KEY_CLICK:
        if (input->row >= ABOVE &&
            input->row - ABOVE < (long)browser->height)
            browser_click(browser, (double)input->column,
                          (double)(input->row - ABOVE));
        break;
    case KEY_ESCAPE:
        controls->is_typing = 0;
        if (controls->sought[0] != '\0')
            seek(controls, "");
        break;
    case KEY_BACKSPACE:
    case KEY_NONE: break;
    }
}

/* ---- lines --------------------------------------------------------------- */

static void draw_title(struct controls *controls)
{
    static const char *const orders[] = {[ORDER_CPU] = "CPU",
                                         [ORDER_MEMORY] = "memory",
                                         [ORDER_NAME] = "name"};
    const struct browser *browser = &controls->browser;
    char text[LINE_SIZE], found[64] = "";
    size_t all, shown;

    check(iq_list_get_count(browser->all, NULL, &all));
    check(iq_list_get_count(browser->shown, NULL, &shown));
    if (controls->sought[0] != '\0')
        snprintf(found, sizeof found, ", %zu found", shown);
    snprintf(text, sizeof text, "%zu process%s%s, by %s", all,
             all == 1 ? "" : "es", found, orders[browser->order]);
    screen_update(&controls->screen, 0, STYLE_TITLE, text);
}

static void draw_keys(struct controls *controls)
{
    static const char keys[] = "q quit  / find  c CPU  m memory  n name  "
                               "l command lines  enter of one";
    struct screen *screen = &controls->screen;
    const char *sought = controls->sought;
    char text[LINE_SIZE], fitted[FIT_SIZE(sizeof controls->sought)];
    size_t used, number = screen->height - 1;

    screen->cursor = 0;
    if (controls->is_typing) {
        /* The end of it, if it is too long. */
        while ((used = fit_text(fitted, sought, sizeof controls->sought)) + 2 >
                   screen->columns && *sought != '\0') {
            unsigned long code;

            sought += read_character(sought, strlen(sought), &code);
        }
        screen->cursor = used + 1;
        snprintf(text, sizeof text, "/%s", sought);
    } else if (*sought != '\0') {
        snprintf(text, sizeof text, "/%s  (escape: all)", sought);
    } else {
        snprintf(text, sizeof text, "%s", keys);
    }
    screen_update(screen, number, STYLE_FAINT, text);
}

void controls_draw(struct controls *controls)
{
    if (controls->screen.height == 0)
        return;
    browser_draw(&controls->browser, &controls->screen, ABOVE);
    if (controls->screen.height > 1)
        draw_keys(controls);
    draw_title(controls);
}

void controls_draw_all(struct controls *controls)
{
    size_t i;

    controls->browser.draws_all = 1;
    for (i = 0; i < controls->screen.height; i++)
        controls->screen.lines[i].is_new = 1;
}

/* processes.c - the processes of this machine, in a terminal: by user, sorted,
 * found by name, up to date each second.
 *
 *     processes.c   what is run, the loop of the terminal
 *     browser.c     the list: begin here
 *     browser_draw.c, cells.c              what it looks like
 *     controls.c                           what keys do
 *     terminal.c, keys.c, screen.c, text.c the terminal
 *     replay.c                             a script in place of the terminal
 *     proc.c, order.c, show.c              what the list is filled with
 *     report.c, words.c, ended.c, shown.c  without a terminal: what changes
 *
 *     cc processes.c browser.c browser_draw.c cells.c controls.c ended.c keys.c
 *         options.c order.c proc.c replay.c report.c screen.c show.c shown.c
 *         terminal.c text.c words.c -I<include> -L<library> -liqlist
 */
#define _GNU_SOURCE
#include "controls.h"
#include "options.h"
#include "replay.h"
#include "report.h"
#include "show.h"
#include "terminal.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* How wide characters are is known for UTF-8, which is what is written. */
static void choose_locale(void)
{
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
        setlocale(LC_CTYPE, "C.UTF-8");
}

static double seconds(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void look(struct controls *controls)
{
    if (read_processes(browser_next(&controls->browser)) != 0)
        fail("/proc", strerror(errno));
    browser_show(&controls->browser);
}

static void fit_to_terminal(struct controls *controls)
{
    size_t columns, lines;

    terminal_size(&columns, &lines);
    controls_resize(controls, columns, lines);
}

static void draw(struct controls *controls)
{
    size_t length;
    char *bytes;

    controls_draw(controls);
    bytes = screen_flush(&controls->screen, &length);
    terminal_write(bytes, length);
    free(bytes);
}

/* One thing that has happened. Returns 0 at the end. */
static int take(struct controls *controls, enum wake wake,
                const struct input *input)
{
    switch (wake) {
    case WAKE_INPUT:
        controls_take(controls, input);
        break;
    case WAKE_RESIZE:
    case WAKE_RESUME:
        fit_to_terminal(controls);
        break;
    case WAKE_END:
        return 0;
    case WAKE_TIME:
        break;
    }
    return !controls->has_quit;
}

static void browse(const struct options *options)
{
    struct controls controls;
    enum wake wake = WAKE_TIME;
    struct input input = {0};
    double next;

    controls_create(&controls);
    look(&controls);
    next = seconds() + options->interval;
    terminal_open();
    fit_to_terminal(&controls);
    while (take(&controls, wake, &input)) {
        if (seconds() >= next) {
            look(&controls);
            next = seconds() + options->interval;
        }
        draw(&controls);
        wake = terminal_wait(next - seconds(), &input);
    }
    terminal_close();
    controls_destroy(&controls);
    terminal_end_by_signal();
}

static void print_once(const struct options *options)
{
    struct controls controls;
    size_t columns = options->columns, lines = options->lines;

    if (columns == 0)
        terminal_size(&columns, &lines);
    controls_create(&controls);
    controls_resize(&controls, columns, lines);
    look(&controls);
    controls_draw(&controls);
    screen_print(&controls.screen, stdout, "", "");
    controls_destroy(&controls);
}

int main(int argc, char **argv)
{
    struct options options = read_options(argc, argv);

    choose_locale();
    switch (options.mode) {
    case MODE_BROWSE: browse(&options); break;
    case MODE_ONCE: print_once(&options); break;
    case MODE_REPLAY: replay(options.script); break;
    case MODE_REPORT: report(&options); break;
    }
    if (fflush(stdout) != 0)
        fail("writing", strerror(errno));
    return 0;
}

/* replay.c - a script in place of the terminal and of /proc.
 *
 * A script is lines of text, and says one thing in each:
 *
 *     # TEXT                a comment; lines may be empty, too
 *     size COLUMNS LINES    of the terminal, which has 80 x 24 at first
 *     process USER PID STATE MEMORY CPU NAME [COMMAND LINE]
 *                           a process of the next reading: the memory in MB,
 *                           the seconds of CPU used so far; all but the command
 *                           line are words; \xHH is a byte, as below
 *     read [SECONDS]        these are the processes now, so long after the last
 *                           reading (1)
 *     keys KEY...           up, down, pageup, pagedown, home, end, enter,
 *                           escape, backspace, redraw, wheelup, wheeldown, or a
 *                           character
 *     type TEXT             each character of the rest of the line as a key
 *     click COLUMN LINE     the mouse; 1 1 is the upper left corner
 *     bytes TEXT            as a terminal sends it; \e is an escape, \xHH a
 *                           byte, and \\ a \
 *     frame                 draws, and prints the lines of the screen, each
 *                           behind a + if it was drawn, or a | if it was kept
 *     + TEXT, | TEXT        what an earlier replay has printed: passed over
 *
 * All but the last is printed as it stands there. So the output of a replay is
 * a script as well, and that of a script with the right frames is the script.
 */
#define _GNU_SOURCE
#include "replay.h"

#include "controls.h"
#include "show.h"
#include "text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USERS = 64, NAME_SIZE = 33 };

/* The number of a user is that of its name, plus this. */
#define FIRST_USER 1000

struct replay {
    struct controls controls;
    struct processes reading; /* the next one, as far as it was said */
    const char *path;
    size_t number; /* of the line */
    size_t user_count;
    char users[USERS][NAME_SIZE];
};

static void refuse(const struct replay *replay, const char *why)
{
    char where[256];

    snprintf(where, sizeof where, "%s:%zu", replay->path, replay->number);
    fail(where, why);
}

static uid_t user_of(struct replay *replay, const char *name)
{
    size_t i = 0;

    while (i < replay->user_count && strcmp(replay->users[i], name) != 0)
        i++;
    if (i == USERS)
        refuse(replay, "too many users");
    if (i == replay->user_count)
        snprintf(replay->users[replay->user_count++], NAME_SIZE, "%s", name);
    return (uid_t)(FIRST_USER + i);
}

static void add(struct replay *replay, const char *text)
{
    struct process process = {0};
    char user[NAME_SIZE], name[sizeof process.name];
    double memory, cpu;
    long number;
    int used = 0;

    if (sscanf(text, "%32s %ld %c %lf %lf %63s %n", user, &number,
               &process.state, &memory, &cpu, name, &used) < 6 ||
        memory < 0 || cpu < 0)
        refuse(replay, "USER PID STATE MEMORY CPU NAME [COMMAND LINE]");
    process.pid = (pid_t)number;
    process.user = user_of(replay, user);
    process.memory = (uint64_t)(memory * 10 + 0.5);
    process.cpu = (uint64_t)(cpu * 100 + 0.5);
    strcpy(process.name, name);
    snprintf(process.command, sizeof process.command, "%s", text + used);
    if (add_process(&replay->reading, &process) != 0)
        fail("memory", strerror(errno));
}

static void read_table(struct replay *replay, const char *text)
{
    struct browser *browser = &replay->controls.browser;
    struct processes *reading = &replay->reading;
    double after = 1;
    size_t i;

    if (*text != '\0' && sscanf(text, "%lf", &after) != 1)
        refuse(replay, "not a number of seconds");
    reading->time += after;
    if (group_by_user(reading) != 0)
        fail("memory", strerror(errno));
    for (i = 0; i < reading->user_count; i++)
        strcpy(reading->users[i].name,
               replay->users[reading->users[i].id - FIRST_USER]);
    if (copy_processes(browser_next(browser), reading) != 0)
        fail("memory", strerror(errno));
    browser_show(browser);
    reading->count = 0;
}

static void take_bytes(struct replay *replay, const char *bytes, size_t length)
{
    while (length > 0) {
        struct input input;
        size_t used = read_key(bytes, length, 1, &input);

        controls_take(&replay->controls, &input);
        bytes += used;
        length -= used;
    }
}

static void take_keys(struct replay *replay, char *text)
{
    static const struct {
        const char *name;
        enum key key;
    } names[] = {
        {"up", KEY_UP}, {"down", KEY_DOWN}, {"pageup", KEY_PAGE_UP},
        {"pagedown", KEY_PAGE_DOWN}, {"home", KEY_HOME}, {"end", KEY_END},
        {"enter", KEY_ENTER}, {"escape", KEY_ESCAPE},
        {"backspace", KEY_BACKSPACE}, {"redraw", KEY_REDRAW},
        {"wheelup", KEY_WHEEL_UP}, {"wheeldown", KEY_WHEEL_DOWN}};
    const size_t count = sizeof names / sizeof *names;
    char *word;

    for (word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
        struct input input = {0};
        unsigned long code;
        size_t i = 0;

        while (i < count && strcmp(names[i].name, word) != 0)
            i++;
        if (i < count) {
            input.key = names[i].key;
            controls_take(&replay->controls, &input);
        } else if (read_character(word, strlen(word), &code) == strlen(word)) {
            take_bytes(replay, word, strlen(word));
        } else {
            refuse(replay, "there is no such key");
        }
    }
}

static void click(struct replay *replay, const char *text)
{
    struct input input = {.key = KEY_CLICK};

    if (sscanf(text, "%ld %ld", &input.column, &input.row) != 2)
        refuse(replay, "COLUMN LINE");
    input.column--;
    input.row--;
    controls_take(&replay->controls, &input);
}

/* Replaces escapes by what they mean; returns the number of bytes. */
static size_t unescape(struct replay *replay, char *text)
{
    char *to = text;
    const char *from = text;
    unsigned byte;

    while (*from != '\0') {
        if (*from != '\\') {
            *to++ = *from++;
        } else if (from[1] == 'e') {
            *to++ = '\033';
            from += 2;
        } else if (from[1] == '\\') {
            *to++ = '\\';
            from += 2;
        } else if (from[1] == 'x' && sscanf(from + 2, "%2x", &byte) == 1 &&
                   from[3] != '\0') {
            *to++ = (char)byte;
            from += 4;
        } else {
            refuse(replay, "there is no such escape");
        }
    }
    return (size_t)(to - text);
}

static void resize(struct replay *replay, const char *text)
{
    size_t columns, lines;

    if (sscanf(text, "%4zu %4zu", &columns, &lines) != 2 || columns == 0 ||
        lines == 0)
        refuse(replay, "COLUMNS LINES");
    controls_resize(&replay->controls, columns, lines);
}

static void play(struct replay *replay, char *line)
{
    size_t length = strcspn(line, " ");
    char *rest = line + length + (line[length] == ' ');

    line[length] = '\0';
    if (strcmp(line, "size") == 0)
        resize(replay, rest);
    else if (strcmp(line, "process") == 0) {
        rest[unescape(replay, rest)] = '\0';
        add(replay, rest);
    } else if (strcmp(line, "read") == 0)
        read_table(replay, rest);
    else if (strcmp(line, "keys") == 0)
        take_keys(replay, rest);
    else if (strcmp(line, "type") == 0)
        take_bytes(replay, rest, strlen(rest));
    else if (strcmp(line, "click") == 0)
        click(replay, rest);
    else if (strcmp(line, "bytes") == 0)
        take_bytes(replay, rest, unescape(replay, rest));
    else if (strcmp(line, "frame") == 0) {
        controls_draw(&replay->controls);
        screen_print(&replay->controls.screen, stdout, "|", "+");
    } else
        refuse(replay, "there is no such command");
}

void replay(const char *path)
{
    struct replay replay = {.path = path};
    FILE *from = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    char *line = NULL;
    size_t size = 0;

    if (from == NULL)
        fail(path, strerror(errno));
    controls_create(&replay.controls);
    controls_resize(&replay.controls, 80, 24);
    while (getline(&line, &size, from) > 0) {
        replay.number++;
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '+' || line[0] == '|')
            continue;
        puts(line);
        if (line[0] != '#' && line[0] != '\0')
            play(&replay, line);
    }
    free(line);
    if (from != stdin)
        fclose(from);
    free_processes(&replay.reading);
    controls_destroy(&replay.controls);
}

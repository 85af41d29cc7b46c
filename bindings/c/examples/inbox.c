/* inbox.c - an inbox in a database: statements change it, the list follows, and
 * what a statement did can be undone.
 *
 *     cc inbox*.c show.c -I<include> -L<library> -liqlist -lsqlite3
 *     inbox [FILE]
 *
 * Without a file the letters are in memory. Each line of the input is one of
 *
 *     a statement of SQL, or several
 *     undo, redo
 *     list          prints all letters
 *     an empty one  shows what others have written to the file
 *
 * On a terminal that is shown twice a second as well. Printed is what changes
 * in the list: + inserted, - deleted, ~ other values, > moved. Read inbox.h
 * first. */
#define _GNU_SOURCE
#include "inbox.h"

#include "show.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Milliseconds between two looks at what others have written. */
enum { LOOK = 500 };

static const char samples[] =
    "INSERT INTO letters (sent, sender, subject) VALUES"
    "  (202611270915, 'Ada', 'The notes on the engine'),"
    "  (202611271040, 'Ben', 'Lunch?'),"
    "  (202611271205, 'Cem', 'Tickets for Friday')";

static const char *reason(int code)
{
    switch (code) {
    case INBOX_NOTHING: return "there is nothing";
    case INBOX_CONFLICT: return "somebody else has changed these letters";
    default: return sqlite3_errstr(code);
    }
}

static void print_refusal(const char *why)
{
    printf("  refused: %s\n", why);
}

static void print_state(struct inbox *inbox)
{
    size_t count;

    check(iq_list_get_count(inbox->sorted, NULL, &count));
    printf("%zu letters, %zu to undo, %zu to redo%s\n", count,
           inbox->undo.count, inbox->redo.count,
           sqlite3_get_autocommit(inbox->database) ? ""
                                                   : ", in a transaction");
    if (fflush(stdout) != 0)
        fail("writing", strerror(errno));
}

static void execute(struct inbox *inbox, const char *sql)
{
    char *why;

    if (sqlite3_exec(inbox->database, sql, NULL, NULL, &why) != SQLITE_OK)
        print_refusal(why);
    sqlite3_free(why);
}

static void take_line(struct inbox *inbox, const char *line)
{
    int code = SQLITE_OK;

    if (strcmp(line, "undo") == 0)
        code = inbox_undo(inbox);
    else if (strcmp(line, "redo") == 0)
        code = inbox_redo(inbox);
    else if (strcmp(line, "list") == 0)
        print_letters(inbox);
    else
        execute(inbox, line);
    if (code != SQLITE_OK)
        print_refusal(reason(code));
}

/* Shows what is committed. */
static int follow(struct inbox *inbox, iq_snapshot **shown)
{
    int code = inbox_follow(inbox);

    print_changes_since(inbox, shown);
    if (code != SQLITE_OK)
        print_refusal(reason(code));
    return code;
}

/* The list is up to date before the line, so that a step has what was there,
 * and behind it. */
static void turn(struct inbox *inbox, const char *line, iq_snapshot **shown)
{
    if (follow(inbox, shown) == SQLITE_OK) {
        take_line(inbox, line);
        follow(inbox, shown);
    }
    print_state(inbox);
}

/* Waits for a line of a terminal. */
static void look_until_input(struct inbox *inbox, iq_snapshot **shown)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};

    while (poll(&input, 1, LOOK) == 0) {
        inbox_follow(inbox);
        print_changes_since(inbox, shown);
        fflush(stdout);
    }
}

/* Reads a line, as getline, without what ends it. Returns 0 at the end. */
static int read_line(struct inbox *inbox, iq_snapshot **shown, char **line,
                     size_t *capacity)
{
    ssize_t length;

    if (isatty(STDIN_FILENO))
        look_until_input(inbox, shown);
    length = getline(line, capacity, stdin);
    if (length <= 0)
        return 0;
    if ((*line)[length - 1] == '\n')
        (*line)[length - 1] = '\0';
    if (!isatty(STDIN_FILENO))
        printf("> %s\n", *line);
    return 1;
}

int main(int count, char **arguments)
{
    struct inbox inbox;
    iq_snapshot *shown = NULL;
    char *line = NULL;
    size_t capacity = 0;

    inbox_open(&inbox, count > 1 ? arguments[1] : ":memory:");
    if (count == 1)
        execute(&inbox, samples);
    turn(&inbox, "", &shown);
    while (read_line(&inbox, &shown, &line, &capacity))
        turn(&inbox, line, &shown);
    free(line);
    iq_snapshot_destroy(shown);
    inbox_close(&inbox);
    return 0;
}

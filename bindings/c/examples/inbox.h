/* inbox.h - a list of letters that follows a table of SQLite, with undo.
 *
 *     statement  ──►  hooks   ──►  ids   ──►  commit  ──►  rows of these ids
 *        ▲            collect      only                    are read again
 *        │                                                       │ an edit
 *      undo writes                  sorted  ◄──  letters  ◄──────┘
 *
 * The database is what is true. The list changes only by reading it, and undo
 * is one more transaction: where that fails, nothing has changed.
 *
 *     inbox_letters.c   a row as a model of the list, and in which order it is
 *     inbox_open.c      the table, the hooks, changes that call no hook
 *     inbox_follow.c    what is read after a commit, and the edit
 *     inbox_undo.c      steps, and how they are written
 *     inbox_print.c     what has changed, as text
 *     inbox.c           the program
 */
#ifndef INBOX_H
#define INBOX_H

#include <iqlist.h>
#include <sqlite3.h>

#include <stddef.h>

/* A row. Letters are shared by the list, by steps and by whoever holds one: the
 * last that releases it frees it. One thread uses them. */
struct letter {
    size_t holders;
    sqlite3_int64 id, sent, is_read;
    const char *sender, *subject; /* UTF-8, with a 0 behind each */
    int sender_length, subject_length;
    char texts[];
};

/* A letter as the list takes it. */
struct row {
    iq_key key;
    uint64_t content;
    struct letter *letter;
};

/* What was committed of a row; NULL: there was, or is, none. */
struct change {
    struct letter *before, *after;
};

/* What one reading finds that was committed: of a transaction, or of several
 * that were executed together. */
struct step {
    struct change *changes;
    size_t count;
};

enum { STEPS = 100 };

/* The oldest step first; of more than STEPS the oldest go. */
struct steps {
    struct step steps[STEPS];
    size_t count;
};

enum origin { BY_USER, BY_UNDO, BY_REDO };

struct inbox {
    sqlite3 *database;
    sqlite3_stmt *select_all, *select_one, *insert_one, *delete_one, *version;
    iq_class letter_class;
    iq_list *letters; /* in any order                */
    iq_list *sorted;  /* the newest first; derived   */
    /* Rows that were written, or have gone: of transactions that are committed
     * up to `committed`, behind that of the one that is open. */
    sqlite3_int64 *ids;
    size_t committed, count, capacity;
    sqlite3_int64 seen; /* the version of the data that the list shows */
    struct steps undo, redo;
    enum origin origin; /* of what was committed since the last reading */
};

/* What functions that return a result of SQLite return beside these. */
enum { INBOX_NOTHING = -1, INBOX_CONFLICT = -2 };

/* ---- inbox_letters.c ----------------------------------------------------- */

/* Makes a letter of the columns id, sent, sender, subject and is_read. */
struct letter *letter_read(sqlite3_stmt *row);
void letter_retain(struct letter *letter);
void letter_release(struct letter *letter); /* NULL: nothing happens */
int letters_equal(const struct letter *a, const struct letter *b);

/* Reads the letter of that id, or writes NULL if there is none. */
int letter_find(struct inbox *inbox, sqlite3_int64 id, struct letter **letter);
int letter_insert(struct inbox *inbox, const struct letter *letter);
int letter_delete(struct inbox *inbox, sqlite3_int64 id);

struct row row_of(struct letter *letter);
iq_columns columns_of(const struct inbox *inbox, const struct row *rows,
                      size_t count);

/* Creates both lists. */
void letters_create(struct inbox *inbox);

/* ---- inbox_open.c -------------------------------------------------------- */

/* Opens a database; it gets a table of letters if it has none. Ends the program
 * if that fails. The list is empty until inbox_follow. */
void inbox_open(struct inbox *inbox, const char *path);
void inbox_close(struct inbox *inbox);

/* Executes one statement that has no rows, or several. */
int inbox_execute(struct inbox *inbox, const char *sql);

/* ---- inbox_follow.c ------------------------------------------------------ */

/* Lets the list show what the database has now: after each statement, and from
 * time to time, as others may have written. While a transaction of ours is open
 * nothing happens: the list shows what is committed. After a failure
 * (SQLITE_BUSY) the list is as it was, and the next call does all of it. */
int inbox_follow(struct inbox *inbox);

/* ---- inbox_undo.c -------------------------------------------------------- */

/* Writes to the database what was there before the last step, or after the one
 * that was undone last; inbox_follow shows it. All of it is written, or after a
 * failure nothing:
 * - INBOX_NOTHING: there is no such step.
 * - INBOX_CONFLICT: somebody else has changed one of its rows. All steps go.
 * - SQLITE_ERROR: a transaction of ours is open.
 * - SQLITE_BUSY, SQLITE_CONSTRAINT and others: the step stays. */
int inbox_undo(struct inbox *inbox);
int inbox_redo(struct inbox *inbox);

/* Keeps a step, which takes over what it holds. One without changes is none. */
void inbox_keep(struct inbox *inbox, struct step step);

void step_release(struct step *step);
void steps_clear(struct inbox *inbox);

/* ---- inbox_print.c ------------------------------------------------------- */

/* Prints how the sorted list differs from *shown, which is then replaced. */
void print_changes_since(struct inbox *inbox, iq_snapshot **shown);

/* Prints all letters. */
void print_letters(struct inbox *inbox);

#endif

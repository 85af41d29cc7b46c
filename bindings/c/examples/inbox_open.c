/* inbox_open.c - the table, the hooks, and changes that call no hook.
 *
 * A hook may not use its database: it only notes ids. The update hook is not
 * called
 *   - by a DELETE without WHERE, which empties the table at once,
 *   - for a row that REPLACE deletes, as its values have to be unique,
 *   - with the old id, where an UPDATE changes the id,
 *   - for a table WITHOUT ROWID: this one has its rowid as id.
 * So two triggers of this connection alone note each id that goes; with them a
 * DELETE without WHERE deletes row by row, and recursive_triggers has REPLACE
 * call them. Whatever other connections write calls nothing here: see
 * inbox_follow. DROP TABLE is not followed, and a table of letters has no other
 * columns: undo writes whole rows. */
#include "inbox.h"

#include "show.h"

#include <stdlib.h>

/* Milliseconds to wait for another connection. */
enum { PATIENCE = 1000 };

#define COLUMNS "id, sent, sender, subject, is_read"

static const char table[] =
    "CREATE TABLE IF NOT EXISTS letters ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT," /* none is used again */
    "  sent INTEGER NOT NULL,"
    "  sender TEXT NOT NULL,"
    "  subject TEXT NOT NULL,"
    "  is_read INTEGER NOT NULL DEFAULT 0"
    ") STRICT";

static const char triggers[] =
    "PRAGMA recursive_triggers = ON;"
    "CREATE TEMP TRIGGER letter_deleted AFTER DELETE ON main.letters"
    "  BEGIN SELECT letter_gone(OLD.id); END;"
    "CREATE TEMP TRIGGER letter_renumbered AFTER UPDATE ON main.letters"
    "  WHEN OLD.id <> NEW.id BEGIN SELECT letter_gone(OLD.id); END;";

/* An id that cannot be noted: then everything is read. */
static void note(struct inbox *inbox, sqlite3_int64 id)
{
    if (inbox->count == inbox->capacity) {
        size_t capacity = 2 * inbox->capacity + 16;
        sqlite3_int64 *ids = realloc(inbox->ids, capacity * sizeof *ids);

        if (ids == NULL) {
            inbox->seen = -1;
            return;
        }
        inbox->ids = ids;
        inbox->capacity = capacity;
    }
    inbox->ids[inbox->count++] = id;
}

static void on_update(void *inbox, int operation, const char *database,
                      const char *name, sqlite3_int64 id)
{
    (void)operation;
    if (sqlite3_stricmp(database, "main") == 0 &&
        sqlite3_stricmp(name, "letters") == 0)
        note(inbox, id);
}

static void on_gone(sqlite3_context *call, int count, sqlite3_value **values)
{
    (void)count;
    note(sqlite3_user_data(call), sqlite3_value_int64(values[0]));
}

/* The commit may still fail. Then these rows are read and found unchanged. */
static int on_commit(void *context)
{
    struct inbox *inbox = context;

    inbox->committed = inbox->count;
    return 0;
}

/* A rollback to a savepoint does not call this: what was noted since is read
 * and found unchanged as well. */
static void on_rollback(void *context)
{
    struct inbox *inbox = context;

    inbox->count = inbox->committed;
}

static void require(struct inbox *inbox, int code)
{
    if (code != SQLITE_OK)
        fail("the database", sqlite3_errmsg(inbox->database));
}

int inbox_execute(struct inbox *inbox, const char *sql)
{
    return sqlite3_exec(inbox->database, sql, NULL, NULL, NULL);
}

static sqlite3_stmt *prepare(struct inbox *inbox, const char *sql)
{
    sqlite3_stmt *statement;

    require(inbox, sqlite3_prepare_v3(inbox->database, sql, -1,
                                      SQLITE_PREPARE_PERSISTENT, &statement,
                                      NULL));
    return statement;
}

void inbox_open(struct inbox *inbox, const char *path)
{
    *inbox = (struct inbox){.seen = -1};
    require(inbox, sqlite3_open(path, &inbox->database));
    require(inbox, sqlite3_busy_timeout(inbox->database, PATIENCE));
    require(inbox, inbox_execute(inbox, table));
    require(inbox, sqlite3_create_function(
                       inbox->database, "letter_gone", 1,
                       SQLITE_UTF8 | SQLITE_INNOCUOUS, inbox, on_gone, NULL,
                       NULL));
    require(inbox, inbox_execute(inbox, triggers));
    inbox->select_all = prepare(inbox, "SELECT " COLUMNS " FROM main.letters");
    inbox->select_one = prepare(
        inbox, "SELECT " COLUMNS " FROM main.letters WHERE id = ?");
    inbox->insert_one = prepare(
        inbox, "INSERT INTO main.letters (" COLUMNS ") VALUES (?, ?, ?, ?, ?)");
    inbox->delete_one = prepare(inbox, "DELETE FROM main.letters WHERE id = ?");
    inbox->version = prepare(inbox, "PRAGMA main.data_version");
    sqlite3_update_hook(inbox->database, on_update, inbox);
    sqlite3_commit_hook(inbox->database, on_commit, inbox);
    sqlite3_rollback_hook(inbox->database, on_rollback, inbox);
    letters_create(inbox);
}

void inbox_close(struct inbox *inbox)
{
    sqlite3_stmt *statements[] = {inbox->select_all, inbox->select_one,
                                  inbox->insert_one, inbox->delete_one,
                                  inbox->version};

    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        sqlite3_finalize(statements[i]);
    sqlite3_close(inbox->database);
    steps_clear(inbox);
    iq_list_destroy(inbox->sorted);
    iq_list_destroy(inbox->letters);
    free(inbox->ids);
}

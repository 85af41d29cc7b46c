/* inbox_follow.c - what is read after a commit, and the edit of the list. */
#include "inbox.h"

#include "show.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

/* ---- the edit ------------------------------------------------------------ */

static int find_item(const struct inbox *inbox, sqlite3_int64 id, iq_item *item)
{
    iq_status status = iq_list_find_item(
        inbox->letters, NULL, iq_key_from_u64((uint64_t)id), item);

    if (status != IQ_ERROR_NOT_FOUND)
        check(status);
    return status == IQ_OK;
}

/* The letter that the list shows, retained for the caller, or NULL. */
static struct letter *letter_shown(const struct inbox *inbox, sqlite3_int64 id)
{
    iq_item_info info = {.struct_size = sizeof info};
    iq_item item;

    if (!find_item(inbox, id, &item))
        return NULL;
    check(iq_list_get_item_info(inbox->letters, item, IQ_READ_RETAIN, &info));
    return info.model;
}

static void edit_letter(struct inbox *inbox, iq_edit *edit, iq_section section,
                        const struct change *change)
{
    struct row row;
    iq_columns columns;
    iq_item item;

    if (change->before != NULL)
        find_item(inbox, change->before->id, &item);
    if (change->after == NULL) {
        check(iq_edit_delete_items(edit, &item, 1));
        return;
    }
    row = row_of(change->after);
    columns = columns_of(inbox, &row, 1);
    if (change->before == NULL)
        check(iq_edit_insert_items(edit, section, IQ_END, &columns));
    else
        check(iq_edit_update_items(edit, &item, &columns,
                                   IQ_COLUMN_CONTENT | IQ_COLUMN_MODEL));
}

static void edit_list(struct inbox *inbox, const struct step *step)
{
    iq_section section;
    iq_edit *edit;

    check(iq_list_find_section_at(inbox->letters, 0, &section));
    check(iq_edit_begin(inbox->letters, NULL, &edit));
    for (size_t i = 0; i < step->count; i++)
        edit_letter(inbox, edit, section, &step->changes[i]);
    check(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
}

/* ---- reading ------------------------------------------------------------- */

static int compare_ids(const void *a, const void *b)
{
    sqlite3_int64 first = *(const sqlite3_int64 *)a;
    sqlite3_int64 second = *(const sqlite3_int64 *)b;

    return (first > second) - (first < second);
}

/* Only the rows that committed transactions have written. Those that are as
 * they are shown are no changes. */
static int read_changed(struct inbox *inbox)
{
    struct step step = {allocate(inbox->committed, sizeof *step.changes), 0};
    int code = SQLITE_OK;

    qsort(inbox->ids, inbox->committed, sizeof *inbox->ids, compare_ids);
    for (size_t i = 0; i < inbox->committed && code == SQLITE_OK; i++) {
        struct change *change = &step.changes[step.count];

        if (i > 0 && inbox->ids[i] == inbox->ids[i - 1])
            continue;
        code = letter_find(inbox, inbox->ids[i], &change->after);
        change->before = letter_shown(inbox, inbox->ids[i]);
        step.count++;
        if (letters_equal(change->before, change->after)) {
            letter_release(change->before);
            letter_release(change->after);
            step.count--;
        }
    }
    if (code != SQLITE_OK || step.count == 0) {
        step_release(&step);
        return code;
    }
    edit_list(inbox, &step);
    inbox_keep(inbox, step);
    return SQLITE_OK;
}

/* All rows, when somebody else has written: the list finds what differs. If we
 * have as well, nobody can tell whose change is which. */
static int read_all(struct inbox *inbox)
{
    struct row *rows = NULL;
    size_t count = 0, capacity = 0;
    int code;

    while ((code = sqlite3_step(inbox->select_all)) == SQLITE_ROW) {
        if (count == capacity) {
            capacity = 2 * capacity + 16;
            rows = realloc(rows, capacity * sizeof *rows);
            if (rows == NULL)
                fail("memory", strerror(errno));
        }
        rows[count++] = row_of(letter_read(inbox->select_all));
    }
    sqlite3_reset(inbox->select_all);
    if (code == SQLITE_DONE) {
        iq_columns columns = columns_of(inbox, rows, count);

        check(iq_list_set_items(inbox->letters, &columns, NULL, NULL));
        if (inbox->committed > 0)
            steps_clear(inbox);
    }
    for (size_t i = 0; i < count; i++)
        letter_release(rows[i].letter);
    free(rows);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int read_version(struct inbox *inbox, sqlite3_int64 *version)
{
    int code = sqlite3_step(inbox->version);

    if (code == SQLITE_ROW)
        *version = sqlite3_column_int64(inbox->version, 0);
    sqlite3_reset(inbox->version);
    return code == SQLITE_ROW ? SQLITE_OK : code;
}

static void forget_committed(struct inbox *inbox)
{
    inbox->origin = BY_USER;
    if (inbox->committed == 0)
        return;
    inbox->count -= inbox->committed;
    memmove(inbox->ids, inbox->ids + inbox->committed,
            inbox->count * sizeof *inbox->ids);
    inbox->committed = 0;
}

/* Derived lists follow in polls, until nothing makes them readable. */
static void follow_sorted(struct inbox *inbox)
{
    struct pollfd readable = {.events = POLLIN};
    size_t count;

    check(iq_list_get_wakeup(inbox->sorted, &readable.fd));
    while (poll(&readable, 1, 0) > 0)
        check(iq_list_poll(inbox->sorted, NULL, 0, &count));
}

/* The version and the rows are read in one transaction: so the list is as the
 * database was at one moment, whatever others write meanwhile. */
int inbox_follow(struct inbox *inbox)
{
    sqlite3_int64 version = 0;
    int code;

    if (!sqlite3_get_autocommit(inbox->database))
        return SQLITE_OK;
    code = inbox_execute(inbox, "BEGIN");
    if (code == SQLITE_OK)
        code = read_version(inbox, &version);
    if (code == SQLITE_OK && version != inbox->seen)
        code = read_all(inbox);
    else if (code == SQLITE_OK && inbox->committed > 0)
        code = read_changed(inbox);
    inbox_execute(inbox, "COMMIT");
    if (code != SQLITE_OK)
        return code;
    inbox->seen = version;
    forget_committed(inbox);
    follow_sorted(inbox);
    return SQLITE_OK;
}

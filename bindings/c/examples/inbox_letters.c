/* inbox_letters.c - a row as a model of the list, and in which order it is. */
#include "inbox.h"

#include "show.h"

#include <stdlib.h>
#include <string.h>

/* ---- models -------------------------------------------------------------- */

static int length_of(sqlite3_stmt *row, int column)
{
    return sqlite3_column_text(row, column) == NULL
               ? 0
               : sqlite3_column_bytes(row, column);
}

struct letter *letter_read(sqlite3_stmt *row)
{
    int sender = length_of(row, 2), subject = length_of(row, 3);
    struct letter *letter = allocate(
        1, sizeof *letter + (size_t)sender + (size_t)subject + 2);

    letter->holders = 1;
    letter->id = sqlite3_column_int64(row, 0);
    letter->sent = sqlite3_column_int64(row, 1);
    letter->sender = letter->texts;
    letter->sender_length = sender;
    letter->subject = letter->texts + sender + 1;
    letter->subject_length = subject;
    letter->is_read = sqlite3_column_int64(row, 4);
    if (sender > 0)
        memcpy(letter->texts, sqlite3_column_text(row, 2), (size_t)sender);
    if (subject > 0)
        memcpy(letter->texts + sender + 1, sqlite3_column_text(row, 3),
               (size_t)subject);
    return letter;
}

void letter_retain(struct letter *letter)
{
    letter->holders++;
}

void letter_release(struct letter *letter)
{
    if (letter != NULL && --letter->holders == 0)
        free(letter);
}

/* The list's references. */
static void retain(void *context, void *const *models, size_t count)
{
    (void)context;
    for (size_t i = 0; i < count; i++)
        letter_retain(models[i]);
}

static void release(void *context, void *const *models, size_t count)
{
    (void)context;
    for (size_t i = 0; i < count; i++)
        letter_release(models[i]);
}

int letters_equal(const struct letter *a, const struct letter *b)
{
    if (a == NULL || b == NULL)
        return a == b;
    return a->id == b->id && a->sent == b->sent && a->is_read == b->is_read &&
           a->sender_length == b->sender_length &&
           a->subject_length == b->subject_length &&
           memcmp(a->sender, b->sender, (size_t)a->sender_length) == 0 &&
           memcmp(a->subject, b->subject, (size_t)a->subject_length) == 0;
}

/* ---- rows of the table --------------------------------------------------- */

int letter_find(struct inbox *inbox, sqlite3_int64 id, struct letter **letter)
{
    sqlite3_stmt *row = inbox->select_one;
    int code;

    sqlite3_bind_int64(row, 1, id);
    code = sqlite3_step(row);
    *letter = code == SQLITE_ROW ? letter_read(row) : NULL;
    sqlite3_reset(row);
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

/* A statement without rows, whose parameters are bound. */
static int finish(sqlite3_stmt *statement)
{
    sqlite3_step(statement);
    return sqlite3_reset(statement);
}

int letter_insert(struct inbox *inbox, const struct letter *letter)
{
    sqlite3_stmt *row = inbox->insert_one;

    sqlite3_bind_int64(row, 1, letter->id);
    sqlite3_bind_int64(row, 2, letter->sent);
    sqlite3_bind_text(row, 3, letter->sender, letter->sender_length,
                      SQLITE_TRANSIENT);
    sqlite3_bind_text(row, 4, letter->subject, letter->subject_length,
                      SQLITE_TRANSIENT);
    sqlite3_bind_int64(row, 5, letter->is_read);
    return finish(row);
}

int letter_delete(struct inbox *inbox, sqlite3_int64 id)
{
    sqlite3_bind_int64(inbox->delete_one, 1, id);
    return finish(inbox->delete_one);
}

/* ---- items of the list --------------------------------------------------- */

struct row row_of(struct letter *letter)
{
    struct row row = {iq_key_from_u64((uint64_t)letter->id), 0, letter};
    iq_hasher hasher;

    check(iq_hasher_init(&hasher));
    check(iq_hasher_add_signed(&hasher, letter->sent));
    check(iq_hasher_add_string(&hasher, letter->sender,
                               (size_t)letter->sender_length));
    check(iq_hasher_add_string(&hasher, letter->subject,
                               (size_t)letter->subject_length));
    check(iq_hasher_add_signed(&hasher, letter->is_read));
    check(iq_hasher_get_content(&hasher, &row.content));
    return row;
}

iq_columns columns_of(const struct inbox *inbox, const struct row *rows,
                      size_t count)
{
    iq_columns columns = {.struct_size = sizeof columns, .count = count};

    if (count == 0)
        return columns;
    columns.keys = &rows->key;
    columns.contents = &rows->content;
    columns.models = &rows->letter;
    columns.key_stride = columns.content_stride = columns.model_stride =
        sizeof *rows;
    columns.classes = &inbox->letter_class;
    columns.class_stride = IQ_SAME;
    return columns;
}

/* ORDER BY sent DESC, id DESC: both as unsigned numbers of the same order. */
static int ask(void *context, const iq_ranked *items, size_t count,
               uint32_t depth, iq_rank *ranks, iq_key *groups)
{
    const uint64_t sign = UINT64_C(1) << 63;

    (void)context;
    (void)depth;
    (void)groups;
    for (size_t i = 0; i < count; i++) {
        const struct letter *letter = items[i].model;

        ranks[i] = (iq_rank){(uint64_t)letter->sent ^ sign,
                             (uint64_t)letter->id ^ sign};
    }
    return 0;
}

void letters_create(struct inbox *inbox)
{
    const iq_class_options letter = {.struct_size = sizeof letter,
                                     .name = "letter",
                                     .retain = retain,
                                     .release = release};
    const iq_derive_options sorted = {.struct_size = sizeof sorted,
                                      .kind = IQ_DERIVE_SORTED};
    const iq_order newest_first = {.struct_size = sizeof newest_first,
                                   .flags = IQ_ORDER_DESCENDING,
                                   .ask = ask};

    check(iq_class_create(&letter, &inbox->letter_class));
    check(iq_list_create(NULL, &inbox->letters));
    check(iq_list_derive(inbox->letters, &sorted, &inbox->sorted));
    check(iq_list_set_order(inbox->sorted, &newest_first, NULL, NULL));
}

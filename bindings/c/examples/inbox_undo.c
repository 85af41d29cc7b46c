/* inbox_undo.c - steps, and how they are written to the database.
 *
 * A step has the rows of a transaction as they were before, which the list
 * still showed, and as they were read afterwards. Undo does not touch the list:
 * it writes the rows of before, in one transaction, if those of afterwards are
 * still there. Then the list follows, as after any transaction, and what that
 * reading finds is the step for redo. */
#include "inbox.h"

#include <stdlib.h>
#include <string.h>

void step_release(struct step *step)
{
    for (size_t i = 0; i < step->count; i++) {
        letter_release(step->changes[i].before);
        letter_release(step->changes[i].after);
    }
    free(step->changes);
}

static void clear(struct steps *steps)
{
    while (steps->count > 0)
        step_release(&steps->steps[--steps->count]);
}

void steps_clear(struct inbox *inbox)
{
    clear(&inbox->undo);
    clear(&inbox->redo);
}

void inbox_keep(struct inbox *inbox, struct step step)
{
    struct steps *to = inbox->origin == BY_UNDO ? &inbox->redo : &inbox->undo;

    if (inbox->origin == BY_USER)
        clear(&inbox->redo);
    if (to->count == STEPS) {
        step_release(&to->steps[0]);
        memmove(to->steps, to->steps + 1, --to->count * sizeof step);
    }
    to->steps[to->count++] = step;
}

/* Whether the rows are as the step has left them: what others have changed
 * since is not written over. */
static int compare_rows(struct inbox *inbox, const struct step *step)
{
    int code = SQLITE_OK;

    for (size_t i = 0; i < step->count && code == SQLITE_OK; i++) {
        const struct change *change = &step->changes[i];
        struct letter *now;
        sqlite3_int64 id =
            (change->before ? change->before : change->after)->id;

        code = letter_find(inbox, id, &now);
        if (code == SQLITE_OK && !letters_equal(now, change->after))
            code = INBOX_CONFLICT;
        letter_release(now);
    }
    return code;
}

/* All that were there go before one comes back: their values may have to be
 * unique. */
static int write_rows(struct inbox *inbox, const struct step *step)
{
    int code = SQLITE_OK;

    for (size_t i = 0; i < step->count && code == SQLITE_OK; i++)
        if (step->changes[i].after != NULL)
            code = letter_delete(inbox, step->changes[i].after->id);
    for (size_t i = 0; i < step->count && code == SQLITE_OK; i++)
        if (step->changes[i].before != NULL)
            code = letter_insert(inbox, step->changes[i].before);
    return code;
}

static int put_back(struct inbox *inbox, struct steps *from, enum origin origin)
{
    struct step *step;
    int code = inbox_follow(inbox);

    if (code != SQLITE_OK)
        return code;
    if (from->count == 0)
        return INBOX_NOTHING;
    code = inbox_execute(inbox, "BEGIN IMMEDIATE");
    if (code != SQLITE_OK)
        return code;
    step = &from->steps[from->count - 1];
    code = compare_rows(inbox, step);
    if (code == SQLITE_OK)
        code = write_rows(inbox, step);
    if (code == SQLITE_OK)
        code = inbox_execute(inbox, "COMMIT");
    if (code == SQLITE_OK) {
        from->count--;
        step_release(step);
        inbox->origin = origin;
        return SQLITE_OK;
    }
    inbox_execute(inbox, "ROLLBACK");
    if (code == INBOX_CONFLICT)
        steps_clear(inbox);
    return code;
}

int inbox_undo(struct inbox *inbox)
{
    return put_back(inbox, &inbox->undo, BY_UNDO);
}

int inbox_redo(struct inbox *inbox)
{
    return put_back(inbox, &inbox->redo, BY_REDO);
}

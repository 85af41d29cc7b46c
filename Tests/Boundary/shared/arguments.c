/*
 * arguments.c - the shared part of the arguments_*.c programs: see arguments.h.
 */
#include "arguments.h"

#include "digest.h"

#include <string.h>

arguments_outputs out;
call_objects objects;

static arguments_outputs pattern;
static uint64_t list_digest, snapshot_digest, edited_digest;

void arguments_open(void)
{
    CHECK(objects_open(&objects, (iq_class){0}, NULL));
    arguments_remember();
}

void arguments_remember(void)
{
    list_digest = digest_list(objects.list);
    snapshot_digest = digest_snapshot(objects.snapshot);
    edited_digest = digest_list(objects.edited);
}

bool arguments_are_unchanged(void)
{
    return digest_list(objects.list) == list_digest && digest_snapshot(objects.snapshot) == snapshot_digest &&
           digest_list(objects.edited) == edited_digest;
}

void arguments_prepare(void)
{
    memset(&out, 0x77, sizeof out);
    out.section_info.struct_size = sizeof out.section_info;
    out.item_info.struct_size = sizeof out.item_info;
    out.summary.struct_size = sizeof out.summary;
    out.statistics.struct_size = sizeof out.statistics;
    out.page.struct_size = sizeof out.page;
    out.elements[0].struct_size = sizeof out.elements[0];
    pattern = out;
}

/* The name of a parameter of the function that an expression calls; NULL if it is none of ours. */
static const char *name_of(const char *expression, uint32_t parameter)
{
    size_t length = strcspn(expression, "(");
    for (const parameter_names *row = all_parameter_names; row->function; row++) {
        if (strlen(row->function) == length && strncmp(row->function, expression, length) == 0) {
            return row->names[parameter - 1];
        }
    }
    return NULL;
}

bool arguments_are_named(const iq_error *error, const char *name)
{
    const char *subject = strstr(error->message, ": ") + 2;
    bool is_of_argument = error->status <= IQ_ERROR_HANDLE || error->status == IQ_ERROR_RANGE;
    if (name == NULL || !is_of_argument || (error->flags & IQ_ERROR_HAS_POSITION)) {
        return true;
    }
    return strncmp(subject, name, strlen(name)) == 0 && strchr(" .[", subject[strlen(name)]);
}

void arguments_check(const char *file, int line, const char *expression, iq_status got, iq_status wanted,
                     iq_status or_else, uint32_t argument)
{
    if (got != or_else) {
        check_status(file, line, expression, got, wanted);
    }
    iq_error error = {.struct_size = sizeof error};
    CHECK_OK(iq_get_last_error(&error));
    bool blamed = error.status == got && (argument == 0 || error.argument == argument);
    if (!blamed) {
        fprintf(stderr, "%s:%d: parameter %u blamed instead of %u\n", file, line, error.argument, argument);
        check_failed(file, line, expression);
    }
    if (!arguments_are_named(&error, error.argument ? name_of(expression, error.argument) : NULL)) {
        fprintf(stderr, "%s:%d: another parameter is named: %s\n", file, line, error.message);
        check_failed(file, line, expression);
    }
    bool unwritten = memcmp(&out, &pattern, sizeof out) == 0;
    if (!unwritten || !arguments_are_unchanged()) {
        fprintf(stderr, "%s:%d: %s\n", file, line, unwritten ? "something changed" : "an output was written");
        check_failed(file, line, expression);
    }
}

void arguments_accept(const char *file, int line, const char *expression, iq_status got)
{
    check_status(file, line, expression, got, IQ_OK);
    arguments_close();
    arguments_open();
}

void arguments_close(void)
{
    objects_close(&objects);
}

/*
 * refused.h - checks of a refusal with its detail: the argument to blame, a message that begins with
 * the status. For refusals that name no key and no position.
 */
#ifndef REFUSED_H
#define REFUSED_H

#include "check.h"

#include <string.h>

static inline iq_error last_error(void)
{
    iq_error error;
    memset(&error, 0xee, sizeof error);
    error.struct_size = sizeof error;
    CHECK(iq_get_last_error(&error) == IQ_OK);
    CHECK(memchr(error.message, 0, sizeof error.message) != NULL);
    return error;
}

/* The latest failure was this one, about this argument, and its message begins with its name. */
static inline void check_detail(iq_status status, uint32_t argument)
{
    iq_error error = last_error();
    const char *name = iq_status_name(status);
    check_case = error.message;
    CHECK(error.status == status);
    CHECK(error.argument == argument);
    CHECK((error.flags & ~IQ_ERROR_HAS_ELEMENT) == 0);
    CHECK(strncmp(error.message, name, strlen(name)) == 0);
    CHECK(strncmp(error.message + strlen(name), ": ", 2) == 0);
    check_case = NULL;
}

#define CHECK_REFUSED(expression, status, argument) \
    do {                                            \
        CHECK_STATUS(expression, status);           \
        check_detail(status, argument);             \
    } while (0)

#endif

/* guide.h - what blocks of C in the guides are compiled with: they are the body of a main. */
#ifndef GUIDE_H
#define GUIDE_H

#include <iqlist.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the program where something fails, with what the library knows about it. */
static inline void check(iq_status status)
{
    iq_error error = {.struct_size = sizeof error};

    if (status == IQ_OK)
        return;
    iq_get_last_error(&error);
    fprintf(stderr, "%s\n", error.message);
    exit(EXIT_FAILURE);
}

#endif

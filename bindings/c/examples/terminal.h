/* terminal.h - the terminal as a screen: taken, and given back whatever
 * happens. */
#ifndef TERMINAL_H
#define TERMINAL_H

#include "keys.h"

#include <stddef.h>

/* The size of the terminal, or 80 x 24 if it does not know. */
void terminal_size(size_t *columns, size_t *lines);

/* Takes the terminal: another screen than that of the shell, no echo, keys one
 * by one, the mouse. It is given back at the end of the program, when a signal
 * ends or stops it, and before it says why it has failed. */
void terminal_open(void);

void terminal_close(void);

/* What has ended a wait. */
enum wake {
    WAKE_TIME,   /* nothing happened until then              */
    WAKE_INPUT,  /* a key                                    */
    WAKE_RESIZE, /* the terminal may have another size       */
    WAKE_RESUME, /* the program was stopped and goes on      */
    WAKE_END     /* a signal, or the terminal has gone       */
};

/* Waits at most so long. */
enum wake terminal_wait(double seconds, struct input *input);

/* Writes all bytes, unless a signal ends the program meanwhile. */
void terminal_write(const char *bytes, size_t length);

/* Ends the program as the signal that it has got would have, if it has. */
void terminal_end_by_signal(void);

#endif

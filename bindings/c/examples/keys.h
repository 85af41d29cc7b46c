/* keys.h - what a terminal sends, as keys and as the mouse. */
#ifndef KEYS_H
#define KEYS_H

#include <stddef.h>

enum key {
    KEY_NONE, /* nothing that is known here */
    KEY_TEXT, /* a character                */
    KEY_UP, KEY_DOWN, KEY_PAGE_UP, KEY_PAGE_DOWN, KEY_HOME, KEY_END,
    KEY_ENTER, KEY_ESCAPE, KEY_BACKSPACE, KEY_REDRAW,
    KEY_CLICK, KEY_WHEEL_UP, KEY_WHEEL_DOWN
};

struct input {
    enum key key;
    char text[5];     /* of KEY_TEXT: UTF-8               */
    long column, row; /* of the mouse: from 0 on          */
};

/* Reads one key from the first bytes, and returns how many they are. 0: more
 * bytes are needed, or, with `is_all`, there are none. Without more, an escape
 * is the key of that name. */
size_t read_key(const char *bytes, size_t length, int is_all,
                struct input *input);

#endif

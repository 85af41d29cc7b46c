/* text.h - text that fits into a number of columns of a terminal. */
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>

/* The most bytes that fit_text writes for so many columns, with the 0. */
#define FIT_SIZE(columns) ((size_t)(columns) * 12 + 4)

/* Reads one character of UTF-8: returns its bytes and writes its code; 1 byte
 * with code 0xFFFD for what is not UTF-8. `length` is not 0. */
size_t read_character(const char *text, size_t length, unsigned long *code);

/* Writes as much of the text as fits into the columns, with an ellipsis where
 * something is cut off, and returns how many columns that takes. What a
 * terminal could take for a command is written as '?'. `to` has
 * FIT_SIZE(columns) bytes. */
size_t fit_text(char *to, const char *text, size_t columns);

#endif

/* text.c - text that fits into a number of columns of a terminal.
 *
 *     bytes        e4 bb b6 | 65 | cc 81 | 1b | ff        the end of a name
 *     characters   U+4EF6     e    U+0301  ESC  no UTF-8
 *     columns      2          1    0       1    1
 *     written      as it is   as it is     ?    ?
 *
 * A character is written as a whole or not at all.
 */
#define _GNU_SOURCE
#include "text.h"

#include <string.h>
#include <wchar.h>

static const char ellipsis[] = "\xe2\x80\xa6";

size_t read_character(const char *text, size_t length, unsigned long *code)
{
    static const unsigned long least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *bytes = (const unsigned char *)text;
    size_t count = bytes[0] < 0x80   ? 1
                   : bytes[0] < 0xc0 ? 0
                   : bytes[0] < 0xe0 ? 2
                   : bytes[0] < 0xf0 ? 3
                   : bytes[0] < 0xf8 ? 4
                                     : 0;
    unsigned long found = count > 1 ? bytes[0] & (0x7fu >> count) : bytes[0];
    size_t i;

    *code = 0xfffd;
    if (count == 0 || count > length)
        return 1;
    for (i = 1; i < count; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 1;
        found = found << 6 | (bytes[i] & 0x3fu);
    }
    if (found < least[count] || found > 0x10ffff ||
        (found >= 0xd800 && found < 0xe000))
        return 1;
    *code = found;
    return count;
}

/* What a character takes; -1 if it is not to be written. Those that C's own
 * table does not know are new, and most of them are wide or narrow letters of
 * one column. Marks that change the direction of the text are left out: they
 * would turn around the rest of the line. */
static int columns_of(unsigned long code)
{
    int known;

    if (code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0xfffd)
        return -1;
    if ((code >= 0x200e && code <= 0x200f) ||
        (code >= 0x2028 && code <= 0x202e) ||
        (code >= 0x2066 && code <= 0x2069))
        return -1;
    known = code < 0x7f ? 1 : wcwidth((wchar_t)code);
    return known < 0 ? 1 : known;
}

/* Copies characters while they fit into `columns` and `bytes`. Returns the
 * columns, and writes how much of the text was read and how much is written. */
static size_t copy(char *to, size_t bytes, const char *text, size_t columns,
                   size_t *read, size_t *written)
{
    size_t length = strlen(text), used = 0;

    *read = *written = 0;
    while (*read < length) {
        unsigned long code;
        size_t count = read_character(text + *read, length - *read, &code);
        int width = columns_of(code);
        const char *from = width < 0 ? "?" : text + *read;
        size_t size = width < 0 ? 1 : count;

        width = width < 0 ? 1 : width;
        if (used + (size_t)width > columns)
            break;
        /* Endless accents on one letter: what has no room is left out. */
        if (*written + size <= bytes || width > 0) {
            memcpy(to + *written, from, size);
            *written += size;
        }
        used += (size_t)width;
        *read += count;
    }
    return used;
}

size_t fit_text(char *to, const char *text, size_t columns)
{
    /* What is left over for characters of 4 bytes in each column. */
    size_t accents = columns * 8, read, written;
    size_t used = copy(to, accents, text, columns, &read, &written);

    if (text[read] != '\0' && columns > 0) {
        used = copy(to, accents, text, columns - 1, &read, &written) + 1;
        memcpy(to + written, ellipsis, sizeof ellipsis - 1);
        written += sizeof ellipsis - 1;
    }
    to[written] = '\0';
    return used;
}

/* See text.h. */
#include "text.h"

#include <stdio.h>

const char *grouped(size_t number) {
    static char buffers[8][32];
    static unsigned turn;
    char digits[24], *text = buffers[turn++ % 8];
    size_t length = (size_t)snprintf(digits, sizeof digits, "%zu", number);
    char *out = text;
    for (size_t i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) *out++ = ',';
        *out++ = digits[i];
    }
    *out = 0;
    return text;
}

double megabytes(size_t bytes) { return (double)bytes / 1e6; }

struct unit unit_of(size_t count) {
    return count < 100000 ? (struct unit){"us", 1e3} : (struct unit){"ms", 1e6};
}

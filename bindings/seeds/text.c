/*
 * text.c - the lines that are compared.
 */
#include "seeds.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A line that is longer than this is printed as its name, its length and its hash. */
#define LONG 100

int prints_whole_lines;

static char line[1 << 20];
static size_t used;
static const char *line_name;

void begin_line(const char *name)
{
    line_name = name;
    used = 0;
    put("%s", name);
}

/* Every part is preceded by a space, but for the first. */
void put(const char *format, ...)
{
    va_list arguments;
    int length;

    if (used > 0)
        line[used++] = ' ';
    va_start(arguments, format);
    length = vsnprintf(line + used, sizeof line - used, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof line - used - 1) {
        fprintf(stderr, "seeds: a line is too long\n");
        exit(EXIT_FAILURE);
    }
    used += (size_t)length;
}

void put_bytes(const unsigned char *bytes, size_t length)
{
    static char text[1 << 19];

    for (size_t i = 0; i < length; i++)
        sprintf(text + 2 * i, "%02x", bytes[i]);
    text[2 * length] = '\0';
    put("%s", text);
}

void put_key(iq_key key)
{
    put_bytes(key.bytes, sizeof key.bytes);
}

void put_number(uint32_t number)
{
    if (number == IQ_NONE)
        put("-");
    else
        put("%u", (unsigned)number);
}

void put_position(iq_position position)
{
    put_number(position.section);
    put_number(position.item);
}

void end_line(void)
{
    uint64_t hash;
    iq_hasher hasher;

    if (used <= LONG || prints_whole_lines) {
        puts(line);
        return;
    }
    must(iq_hasher_init(&hasher));
    must(iq_hasher_add_string(&hasher, line, used));
    must(iq_hasher_get_content(&hasher, &hash));
    printf("%s... %zu %016llx\n", line_name, used, (unsigned long long)hash);
}

void print_status(const char *step, iq_status status)
{
    iq_error error = {.struct_size = sizeof error};
    const iq_position none = {IQ_NONE, IQ_NONE};

    begin_line(step);
    put("%d", (int)status);
    if (status != IQ_OK) {
        iq_get_last_error(&error);
        if (error.flags & IQ_ERROR_HAS_KEY)
            put_key(error.key);
        else
            put("-");
        if (error.flags & IQ_ERROR_HAS_SECTION)
            put_key(error.section);
        else
            put("-");
        put_position(error.flags & IQ_ERROR_HAS_POSITION ? error.position : none);
        put_position(error.flags & IQ_ERROR_HAS_OTHER ? error.other : none);
    }
    end_line();
}

void must(iq_status status)
{
    iq_error error = {.struct_size = sizeof error};

    if (status == IQ_OK)
        return;
    iq_get_last_error(&error);
    fprintf(stderr, "seeds: %s\n", error.message);
    exit(EXIT_FAILURE);
}

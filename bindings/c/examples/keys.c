/* keys.c - what a terminal sends, as keys and as the mouse.
 *
 *     a                     a character of UTF-8
 *     ESC                   the key, if nothing follows at once
 *     ESC O A               a key: an arrow
 *     ESC [ A               likewise
 *     ESC [ 1 ; 5 A         with a modifier, which is passed over
 *     ESC [ 5 ~             a key by number: page up
 *     ESC [ < 0 ; 3 ; 7 M   the mouse: a button in column 3 of row 7; m when
 *                           it is released
 */
#include "keys.h"

#include "text.h"

#include <string.h>

enum { NUMBERS = 3, LONGEST = 32 };

/* ESC [ numbers, and the letter at the end. */
struct sequence {
    int is_mouse;
    long numbers[NUMBERS];
    char end;
};

static enum key key_of_letter(char letter)
{
    switch (letter) {
    case 'A': return KEY_UP;
    case 'B': return KEY_DOWN;
    case 'H': return KEY_HOME;
    case 'F': return KEY_END;
    case 'M': return KEY_ENTER; /* of the number pad */
    default: return KEY_NONE;
    }
}

static enum key key_of_number(long number)
{
    switch (number) {
    case 1: case 7: return KEY_HOME;
    case 4: case 8: return KEY_END;
    case 5: return KEY_PAGE_UP;
    case 6: return KEY_PAGE_DOWN;
    default: return KEY_NONE;
    }
}

/* Buttons 64 and 65 are the wheel. Bits 4, 8 and 16 are modifiers, 32 says
 * that the mouse moves. */
static enum key key_of_button(const struct sequence *sequence)
{
    if (sequence->end != 'M' || (sequence->numbers[0] & 32) != 0)
        return KEY_NONE;
    switch (sequence->numbers[0] & ~28L) {
    case 0: return KEY_CLICK;
    case 64: return KEY_WHEEL_UP;
    case 65: return KEY_WHEEL_DOWN;
    default: return KEY_NONE;
    }
}

/* What stands behind ESC [. Returns its bytes; 0 if its end is not there. */
static size_t read_sequence(const char *bytes, size_t length,
                            struct sequence *sequence)
{
    size_t i, number = 0;

    *sequence = (struct sequence){0};
    for (i = 0; i < length; i++) {
        char byte = bytes[i];

        if (byte == '<' && i == 0)
            sequence->is_mouse = 1;
        else if (byte >= '0' && byte <= '9') {
            long *value = &sequence->numbers[number];

            *value = *value < 100000 ? *value * 10 + (byte - '0') : *value;
        } else if (byte == ';')
            number += number + 1 < NUMBERS;
        else if (byte >= '@' && byte <= '~') {
            sequence->end = byte;
            return i + 1;
        } else if (byte < ' ' || byte > '~')
            return i + 1; /* no sequence */
    }
    return length < LONGEST ? 0 : length;
}

static size_t read_escape(const char *bytes, size_t length, int is_all,
                          struct input *input)
{
    struct sequence sequence;
    size_t used;

    input->key = KEY_ESCAPE;
    if (length < 2)
        return is_all ? 1 : 0;
    if (bytes[1] == 'O' && length > 2) {
        input->key = key_of_letter(bytes[2]);
        return 3;
    }
    if (bytes[1] == 'O' && !is_all)
        return 0;
    if (bytes[1] != '[')
        return 1;
    used = read_sequence(bytes + 2, length - 2, &sequence);
    if (used == 0)
        return is_all ? length : 0;
    if (sequence.is_mouse)
        input->key = key_of_button(&sequence);
    else if (sequence.end == '~')
        input->key = key_of_number(sequence.numbers[0]);
    else
        input->key = key_of_letter(sequence.end);
    input->column = sequence.numbers[1] - 1;
    input->row = sequence.numbers[2] - 1;
    return used + 2;
}

/* Whether these are the first bytes of a character of UTF-8. */
static int is_begun(const char *bytes, size_t length)
{
    unsigned char first = (unsigned char)bytes[0];

    return (first >= 0xc2 && length < 2) || (first >= 0xe0 && length < 3) ||
           (first >= 0xf0 && length < 4);
}

size_t read_key(const char *bytes, size_t length, int is_all,
                struct input *input)
{
    unsigned long code;
    size_t used;

    *input = (struct input){0};
    if (length == 0)
        return 0;
    switch (bytes[0]) {
    case '\033': return read_escape(bytes, length, is_all, input);
    case '\r': case '\n': input->key = KEY_ENTER; return 1;
    case '\b': case 127: input->key = KEY_BACKSPACE; return 1;
    case '\f': input->key = KEY_REDRAW; return 1;
    default: break;
    }
    used = read_character(bytes, length, &code);
    if (code == 0xfffd && !is_all && is_begun(bytes, length))
        return 0;
    if (code >= ' ' && code != 0xfffd) {
        input->key = KEY_TEXT;
        memcpy(input->text, bytes, used);
    }
    return used;
}

/*
 * sample.c - see sample.h.
 */
#include "sample.h"

#include "check.h"
#include "model.h"

#include <string.h>

/* The most that one call puts in. */
#define MOST 16

static char shown[256];

static iq_key name_of(char letter)
{
    return key_of(1000 + (uint64_t)letter);
}

/* The plain text of a key: 2, or 2#3 for the third of that key. */
static void write_key(char *text, iq_key key)
{
    for (uint64_t number = 0; number < 2000; number++) {
        iq_key plain = key_of(number);
        for (uint64_t n = 1; n < 5; n++) {
            if (key_equal(key, n == 1 ? plain : key_numbered(plain, n))) {
                int length = number > 1000 ? sprintf(text, "%c", (char)(number - 1000))
                                           : sprintf(text, "%d", (int)number);
                if (n > 1) {
                    sprintf(text + length, "#%d", (int)n);
                }
                return;
            }
        }
    }
    strcpy(text, "?");
}

static const char *show(const iq_list *list)
{
    size_t sections, items;
    char *at = shown;
    CHECK_OK(iq_list_get_count(list, &sections, &items));
    *at = 0;
    for (size_t s = 0; s < sections; s++) {
        iq_section section;
        iq_section_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_list_find_section_at(list, s, &section));
        CHECK_OK(iq_list_get_section_info(list, section, &info));
        at += sprintf(at, s ? " " : "");
        write_key(at, info.key);
        at += strlen(at);
        at += sprintf(at, "[");
        for (size_t i = 0; i < info.count; i++) {
            iq_item item;
            iq_item_info look = {.struct_size = sizeof look};
            CHECK_OK(iq_list_find_item_in_section(list, section, i, &item));
            CHECK_OK(iq_list_get_item_info(list, item, 0, &look));
            at += sprintf(at, i ? " " : "");
            write_key(at, look.key);
            at += strlen(at);
            at += look.content ? sprintf(at, "/%d", (int)look.content) : 0;
        }
        at += sprintf(at, "]");
    }
    return shown;
}

void sample_check_shown(const char *file, int line, const sample *self, const char *text)
{
    if (strcmp(show(self->list), text) != 0) {
        fprintf(stderr, "it shows %s instead of %s\n", shown, text);
        check_failed(file, line, "the list shows what was expected");
    }
}

sample sample_open(iq_duplicates policy, uint32_t flags, size_t max_items, size_t max_sections)
{
    sample made = {0};
    iq_list_options options = {.struct_size = sizeof options,
                               .duplicates = policy,
                               .flags = flags,
                               .max_items = max_items,
                               .max_sections = max_sections};
    iq_key keys[5];
    for (uint64_t i = 0; i < 5; i++) {
        keys[i] = key_of(1 + i);
    }
    iq_section_entry sections[] = {{sizeof sections[0], name_of('A'), 0, NULL, 0},
                                   {sizeof sections[0], name_of('B'), 3, NULL, 0}};
    iq_columns items = {.struct_size = sizeof items, .count = 5, .keys = keys};
    CHECK_OK(iq_list_create(&options, &made.list));
    CHECK_OK(iq_list_set(made.list, sections, 2, &items, NULL, NULL));
    CHECK_OK(iq_edit_begin(made.list, NULL, &made.edit));
    return made;
}

void sample_close(sample *self)
{
    iq_edit_destroy(self->edit);
    iq_list_destroy(self->list);
}

iq_section sample_section(const sample *self, char letter)
{
    iq_section section;
    CHECK_OK(iq_list_find_section(self->list, name_of(letter), &section));
    return section;
}

iq_item sample_item(const sample *self, char letter, uint64_t number)
{
    iq_item item;
    iq_key section = name_of(letter);
    CHECK_OK(iq_list_find_item(self->list, &section, key_of(number), &item));
    return item;
}

/* Of numbers with a 0 at the end; answers how many. */
static size_t make_keys(iq_key *keys, const uint64_t *numbers)
{
    size_t count = 0;
    for (; numbers[count]; count++) {
        CHECK(count < MOST);
        keys[count] = key_of(numbers[count]);
    }
    return count;
}

iq_status sample_insert(sample *self, char letter, size_t index, const uint64_t *numbers, uint64_t content)
{
    iq_key keys[MOST];
    uint64_t contents[MOST];
    size_t count = make_keys(keys, numbers);
    for (size_t i = 0; i < count; i++) {
        contents[i] = content;
    }
    iq_columns items = {.struct_size = sizeof items, .count = count, .keys = keys, .contents = contents};
    return iq_edit_insert_items(self->edit, sample_section(self, letter), index, &items);
}

iq_status sample_replace(sample *self, char letter, const uint64_t *numbers)
{
    iq_key keys[MOST];
    size_t count = make_keys(keys, numbers);
    iq_columns items = {.struct_size = sizeof items, .count = count, .keys = keys};
    return iq_edit_set_section_items(self->edit, sample_section(self, letter), &items);
}

iq_status sample_insert_sections(sample *self, size_t position, const char *letters)
{
    iq_key keys[MOST];
    size_t count = 0;
    for (; letters[count]; count++) {
        keys[count] = name_of(letters[count]);
    }
    return iq_edit_insert_sections(self->edit, position, keys, count);
}

void sample_commit(sample *self, size_t dropped, size_t numbered)
{
    iq_changeset *changes;
    iq_statistics statistics = {.struct_size = sizeof statistics};
    CHECK_OK(iq_edit_commit(self->edit, NULL, &changes));
    CHECK_OK(iq_list_get_statistics(self->list, &statistics));
    CHECK(statistics.changes.duplicates_dropped == dropped);
    CHECK(statistics.changes.duplicates_numbered == numbered);
    iq_changeset_destroy(changes);
}

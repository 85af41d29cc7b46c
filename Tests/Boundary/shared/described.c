/*
 * described.c - descriptions in bare numbers: see described.h.
 */
#include "described.h"

#include "check.h"
#include "model.h"

#include <string.h>

iq_key described_key(uint64_t number)
{
    return key_of(number + 1);
}

static void cut(described *self, random_source *random, bool empty)
{
    size_t most = self->items < DESCRIBED_SECTIONS ? self->items : DESCRIBED_SECTIONS;
    self->sections = 1 + random_below(random, most ? most : 1);
    for (size_t s = 0; s < self->sections; s++) {
        self->section_numbers[s] = s;
        size_t other = random_below(random, s + 1);
        self->section_numbers[s] = self->section_numbers[other];
        self->section_numbers[other] = s;
        self->starts[s] = self->items * s / self->sections;
        if (empty && s > 0 && random_chance(random, 30)) {
            self->starts[s] = self->starts[s - 1];
        }
    }
    self->starts[self->sections] = self->items;
}

static void shuffle(uint64_t *numbers, size_t count, random_source *random)
{
    for (size_t i = 1; i < count; i++) {
        size_t other = random_below(random, i + 1);
        uint64_t number = numbers[i];
        numbers[i] = numbers[other];
        numbers[other] = number;
    }
}

void described_make(described *self, random_source *random, size_t count, bool empty)
{
    self->items = count;
    self->numbers = check_memory(malloc((count + 1) * sizeof *self->numbers));
    for (size_t i = 0; i < count; i++) {
        self->numbers[i] = i;
    }
    shuffle(self->numbers, random_chance(random, 50) ? count : 0, random);
    cut(self, random, empty);
}

static void plant(described *self, random_source *random)
{
    size_t times = random_below(random, 5);
    for (size_t i = 0; i < times && self->items; i++) {
        uint64_t number = self->numbers[random_below(random, self->items)];
        self->numbers[random_below(random, self->items)] = number;
        self->numbers[random_below(random, self->items)] = number;
    }
    if (self->sections > 1 && random_chance(random, 10)) {
        self->section_numbers[random_below(random, self->sections)] = self->section_numbers[0];
    }
}

void described_follow(described *self, const described *before, random_source *random, described_shape shape)
{
    size_t count = before->items, few = count / 20 + 1;
    described_make(self, random, shape == DESCRIBED_FEW && few < count ? few : count, true);
    for (size_t i = 0; i < self->items; i++) {
        uint64_t fresh = DESCRIBED_NUMBERS / 2 + i;
        switch (shape) {
        case DESCRIBED_NEW: self->numbers[i] = fresh; break;
        case DESCRIBED_ANY: self->numbers[i] = random_below(random, count * 2); break;
        case DESCRIBED_REVERSED: self->numbers[i] = before->numbers[count - 1 - i]; break;
        case DESCRIBED_MIXED: self->numbers[i] = i / 8 % 3 ? before->numbers[i] : fresh; break;
        default: self->numbers[i] = before->numbers[i]; break;
        }
    }
    if (shape == DESCRIBED_SHUFFLED) {
        shuffle(self->numbers, self->items, random);
    }
    if (random_chance(random, 50) && shape != DESCRIBED_FEW) {
        self->sections = before->sections;
        memcpy(self->section_numbers, before->section_numbers, sizeof self->section_numbers);
        memcpy(self->starts, before->starts, sizeof self->starts);
    }
    plant(self, random);
}

void described_replace(described *self, const described *shown, size_t section, const uint64_t *numbers,
                       size_t count)
{
    size_t first = shown->starts[section], end = shown->starts[section + 1];
    *self = *shown;
    self->items = shown->items - (end - first) + count;
    self->numbers = check_memory(malloc((self->items + 1) * sizeof *self->numbers));
    memcpy(self->numbers, shown->numbers, first * sizeof *numbers);
    memcpy(self->numbers + first, numbers, count * sizeof *numbers);
    memcpy(self->numbers + first + count, shown->numbers + end, (shown->items - end) * sizeof *numbers);
    for (size_t s = section + 1; s <= self->sections; s++) {
        self->starts[s] = self->starts[s] - (end - first) + count;
    }
}

void described_clear(described *self)
{
    free(self->numbers);
    *self = (described){0};
}

duplicate described_duplicate(const described *self, bool scoped, bool drop_empty)
{
    static iq_position first[DESCRIBED_NUMBERS];
    size_t sections[DESCRIBED_SECTIONS];
    memset(sections, 0xff, sizeof sections);
    for (size_t s = 0; s < self->sections; s++) {
        uint64_t number = self->section_numbers[s];
        if (drop_empty && self->starts[s] == self->starts[s + 1]) {
            continue;
        }
        if (sections[number] != SIZE_MAX) {
            iq_key key = described_key(number);
            return (duplicate){true, true, key, key, {s, IQ_NONE}, {sections[number], IQ_NONE}};
        }
        sections[number] = s;
    }
    memset(first, 0xff, sizeof first);
    for (size_t s = 0; s < self->sections; s++) {
        for (size_t i = self->starts[s]; i < self->starts[s + 1]; i++) {
            iq_position *seen = &first[self->numbers[i]], here = {s, i - self->starts[s]};
            if (seen->section != IQ_NONE && (!scoped || seen->section == s)) {
                return (duplicate){true, false, described_key(self->numbers[i]),
                                   described_key(self->section_numbers[s]), here, *seen};
            }
            *seen = here;
        }
    }
    return (duplicate){0};
}

iq_columns described_columns(const described *self, iq_key *keys)
{
    for (size_t i = 0; i < self->items; i++) {
        keys[i] = described_key(self->numbers[i]);
    }
    return (iq_columns){.struct_size = sizeof(iq_columns), .count = self->items, .keys = keys};
}

iq_status described_set(iq_list *list, const described *self)
{
    iq_key *keys = check_memory(malloc((self->items + 1) * sizeof *keys));
    iq_columns items = described_columns(self, keys);
    iq_section_entry entries[DESCRIBED_SECTIONS];
    for (size_t s = 0; s < self->sections; s++) {
        entries[s] = (iq_section_entry){sizeof entries[0], described_key(self->section_numbers[s]),
                                        self->starts[s], NULL, 0};
    }
    iq_status status = iq_list_set(list, entries, self->sections, &items, NULL, NULL);
    free(keys);
    return status;
}

iq_status described_fill(iq_snapshot *snapshot, const described *self)
{
    iq_key *keys = check_memory(malloc((self->items + 1) * sizeof *keys));
    iq_columns items = described_columns(self, keys);
    iq_status status = IQ_OK;
    for (size_t s = 0; s < self->sections && status == IQ_OK; s++) {
        iq_key key = described_key(self->section_numbers[s]);
        items.count = self->starts[s + 1] - self->starts[s];
        items.keys = keys + self->starts[s];
        status = iq_snapshot_append_sections(snapshot, &key, 1);
        status = status ? status : iq_snapshot_append_items(snapshot, NULL, &items);
    }
    free(keys);
    return status;
}

static bool is_position(iq_position a, iq_position b)
{
    return a.section == b.section && a.item == b.item;
}

void described_check(const duplicate *wanted, uint32_t argument)
{
    iq_error error = {.struct_size = sizeof error};
    CHECK_OK(iq_get_last_error(&error));
    check_case = error.message;
    CHECK(error.status == IQ_ERROR_DUPLICATE && error.argument == argument);
    CHECK(error.flags & IQ_ERROR_HAS_SECTION && key_equal(error.section, wanted->section));
    CHECK(error.flags & IQ_ERROR_HAS_KEY && key_equal(error.key, wanted->key));
    CHECK(error.flags & IQ_ERROR_HAS_POSITION && is_position(error.position, wanted->position));
    CHECK(error.flags & IQ_ERROR_HAS_OTHER && is_position(error.other, wanted->other));
    check_case = NULL;
}

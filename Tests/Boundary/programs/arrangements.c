/*
 * arrangements.c - every pair of arrangements of up to four items in at most two sections: all dialects replay, the
 * moves are the fewest, and updates are where they should be.
 *
 *     before    A[0 1] B[2]        the first items of 0 1 2 3 in A, the others in B; or all of them in A alone
 *     after     C[3 0] A[2 4]      any of them in any order, new ones among them, in A, B, C, D as they come
 *
 * Which items and sections are marked or have other elements differs from case to case. What debug builds check in
 * addition is held by a sample of the same cases: DialectTests.swift.
 */
#include "check.h"
#include "host_memory.h"
#include "update_script.h"

enum { MOST = 4 };

static uint64_t number, done;

static iq_key section_key(size_t section)
{
    return key_of(100 + section);
}

static void append_section(model *self, size_t section, const size_t *items, size_t count)
{
    model_insert_section(self, self->count, section_key(section));
    for (size_t i = 0; i < count; i++) {
        model_item item = {.key = key_of(1 + items[i]), .content = 1};
        model_insert_item(self, (model_place){self->count - 1, i}, item);
    }
}

/* Of the first five items one third each is reconfigured and reloaded; of the sections A and B one, both or none. */
static void mark(model *before, model *after)
{
    size_t digits[5], rest = number;
    for (size_t i = 0; i < 5; i++, rest /= 3) {
        digits[i] = rest % 3;
    }
    for (size_t s = 0; s < after->count; s++) {
        model_section *section = &after->sections[s];
        bool is_first = key_equal(section->key, section_key(0)), is_second = key_equal(section->key, section_key(1));
        bool was = model_find_section(before, section->key) != MODEL_NONE;
        section->reload = was && ((is_first && number % 4 % 3 != 0) || (is_second && number % 4 == 2));
        for (size_t i = 0; i < section->count; i++) {
            iq_key key = section->items[i].key;
            for (size_t d = 0; d < 5; d++) {
                if (key_equal(key, key_of(1 + d)) && model_find_item(before, NULL, key).section != MODEL_NONE) {
                    section->items[i].mark = digits[d] == 1 ? MODEL_RECONFIGURE : digits[d] == 2 ? MODEL_RELOAD : 0;
                }
            }
        }
    }
}

/* In the section B one element goes, one comes and one changes. */
static void change_elements(model *before, model *after)
{
    size_t was = model_find_section(before, section_key(1)), is = model_find_section(after, section_key(1));
    if (number % 5 != 1) {
        return;
    }
    iq_supplementary element = {.struct_size = sizeof element, .content = 1};
    for (uint32_t kind = 1; was != MODEL_NONE && kind <= 3; kind += 2) {
        element.kind = IQ_KIND_HOST + kind;
        model_set_element(&before->sections[was], element);
    }
    element.content = 2;
    for (uint32_t kind = 2; is != MODEL_NONE && kind <= 3; kind++) {
        element.kind = IQ_KIND_HOST + kind;
        model_set_element(&after->sections[is], element);
    }
}

static void check_pair(update_script *script, model *before, model *after)
{
    mark(before, after);
    change_elements(before, after);
    update_options how = {.way = UPDATE_APPLY, .flags = IQ_UPDATE_KEEP_KEYS | IQ_UPDATE_VERIFY | IQ_UPDATE_PAYLOAD};
    script->shown = *before;
    check_seed = number;
    update_script_diff(script, after, &how);
    script->shown = (model){0};
    model_clear(before);
    model_clear(after);
    done++;
}

/* One target in all the ways in which its items lie in sections. */
static void check_target(update_script *script, size_t old, const size_t *items, size_t count)
{
    static const size_t all[MOST] = {0, 1, 2, 3};
    static const struct {
        size_t count, at[2];
    } sections[] = {{0, {0}},    {1, {0}},    {1, {1}},    {1, {2}},    {2, {0, 1}}, {2, {1, 0}},
                    {2, {0, 2}}, {2, {2, 0}}, {2, {1, 2}}, {2, {2, 1}}, {2, {2, 3}}};
    for (size_t from = 0; from <= old; from++) {
        for (size_t to = 0; to <= count; to++) {
            for (size_t s = 0; s < sizeof sections / sizeof *sections; s++) {
                size_t in = sections[s].count;
                if ((in == 0 && count > 0) || (in == 1 && to < count)) {
                    continue;
                }
                for (size_t alone = 0; alone <= (from == old); alone++) {
                    if (number++ % (100 / check_scaled(100)) != 0) {
                        continue;
                    }
                    model before = {0}, after = {0};
                    append_section(&before, 0, all, from);
                    if (!alone) {
                        append_section(&before, 1, all + from, old - from);
                    }
                    if (in > 0) {
                        append_section(&after, sections[s].at[0], items, to);
                    }
                    if (in > 1) {
                        append_section(&after, sections[s].at[1], items + to, count - to);
                    }
                    check_pair(script, &before, &after);
                }
            }
        }
    }
}

/* Every way to fill `count` places with different items below `old`, or with new ones, which are numbered as they
 * come: all arrangements up to renaming. */
static void extend(update_script *script, size_t old, size_t *items, size_t made, size_t count, size_t next)
{
    if (made == count) {
        check_target(script, old, items, count);
        return;
    }
    for (size_t item = 0; item < old; item++) {
        bool is_there = false;
        for (size_t i = 0; i < made; i++) {
            is_there |= items[i] == item;
        }
        if (!is_there) {
            items[made] = item;
            extend(script, old, items, made + 1, count, next);
        }
    }
    items[made] = next;
    extend(script, old, items, made + 1, count, next + 1);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    update_script script;
    update_script_start(&script, NULL, &(expect_rules){0});
    for (size_t old = 0; old <= MOST; old++) {
        for (size_t count = 0; count <= MOST; count++) {
            size_t items[MOST];
            extend(&script, old, items, 0, count, old);
        }
    }
    CHECK(done > check_scaled(50000) * 9 / 10);
    CHECK(check_scaled(100) < 100 || done > 50000);
    update_script_end(&script);
    return 0;
}

/*
 * refused_cases.c - runs the cases that are made from the header: see refused_cases.h.
 */
#include "refused_cases.h"

#include <math.h>
#include <string.h>

#define UNWRITTEN 0x77

static call_objects gone;
static iq_replay *gone_replay;
/* The case that arguments_columns and arguments_element call. */
static const refused_case *current;

static void open_objects(void)
{
    case_open();
    gone = objects;
    gone_replay = case_replay();
    case_close();
    case_open();
    case_replay();
}

static void reopen_objects(void)
{
    case_close();
    open_objects();
}

/* The name of the parameter, or of its field. */
static const char *named(const refused_case *self)
{
    static char name[64];
    snprintf(name, sizeof name, "%s", strchr(self->name, ' ') + 1);
    name[strcspn(name, ".")] = 0;
    return name;
}

static void prepare_outputs(void)
{
    for (size_t i = 0; i < outputs_count; i++) {
        size_t size = outputs[i].size / 2;
        memset(outputs[i].address, UNWRITTEN, outputs[i].size);
        memcpy(outputs[i].address, &size, sizeof size);
    }
}

static bool outputs_are_unwritten(void)
{
    for (size_t i = 0; i < outputs_count; i++) {
        const unsigned char *bytes = outputs[i].address;
        for (size_t at = sizeof(size_t); at < outputs[i].size; at++) {
            if (bytes[at] != UNWRITTEN) {
                return false;
            }
        }
    }
    return true;
}

static iq_status called(const refused_case *self, refused_value value)
{
    memset(&made, UNWRITTEN, sizeof made);
    prepare_outputs();
    return self->call(value);
}

static void check_nothing_happened(void)
{
    static struct case_made pattern;
    memset(&pattern, UNWRITTEN, sizeof pattern);
    CHECK(memcmp(&made, &pattern, sizeof made) == 0 && outputs_are_unwritten());
    memset(&made, 0, sizeof made);
    CHECK(arguments_are_unchanged());
}

static void refuse_either(const refused_case *self, refused_value value, iq_status wanted, iq_status or_else)
{
    check_seed = value.number;
    iq_status got = called(self, value);
    if (self->is_destroy) {
        check_nothing_happened();
        return;
    }
    if (got != or_else) {
        CHECK_STATUS(got, wanted);
    }
    iq_error error = {.struct_size = sizeof error};
    CHECK_OK(iq_get_last_error(&error));
    if (got == IQ_ERROR_NOT_FOUND) {
        bool is_key = error.flags & IQ_ERROR_HAS_KEY && memcmp(&error.key, &value.key, sizeof value.key) == 0;
        bool is_section =
            error.flags & IQ_ERROR_HAS_SECTION && memcmp(&error.section, &value.key, sizeof value.key) == 0;
        bool is_blamed = error.argument == 0 || error.argument == self->argument;
        CHECK(error.status == got && is_blamed && (is_key || is_section));
    } else if (self->has_detail && (error.status != got || error.argument != self->argument ||
                             !arguments_are_named(&error, named(self)))) {
        fprintf(stderr, "parameter %u instead of %u: %s\n", error.argument, self->argument, error.message);
        check_failed(__FILE__, __LINE__, self->name);
    }
    check_nothing_happened();
}

static void refuse(const refused_case *self, refused_value value, iq_status wanted)
{
    refuse_either(self, value, wanted, wanted);
}

static void accept(const refused_case *self, refused_value value)
{
    iq_status got = called(self, value);
    /* What was not made is not destroyed. */
    static struct case_made pattern;
    memset(&pattern, UNWRITTEN, sizeof pattern);
    for (size_t at = 0; at < sizeof made; at += sizeof(void *)) {
        if (memcmp((char *)&made + at, (char *)&pattern + at, sizeof(void *)) == 0) {
            memset((char *)&made + at, 0, sizeof(void *));
        }
    }
    for (size_t i = 0; i < right_cases_count; i++) {
        size_t length = strlen(right_cases[i].name);
        if (strncmp(self->name, right_cases[i].name, length) == 0 && self->name[length] == ' ') {
            CHECK_STATUS(got, right_cases[i].status);
        }
    }
    reopen_objects();
}

static void check_handles(const refused_case *self)
{
    const void *kinds[] = {objects.list, objects.snapshot, objects.changeset, objects.edit, objects.view, case_replay()};
    const void *dead[] = {gone.list, gone.snapshot, gone.changeset, gone.edit, gone.view, gone_replay};
    if (self->is_optional) {
        accept(self, (refused_value){.number = 1});
    } else {
        refuse(self, (refused_value){.number = 1}, IQ_ERROR_ARGUMENT);
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const void *right = i == (size_t)self->kind ? NULL : kinds[i];
        if (right) {
            refuse(self, (refused_value){.pointer = (void *)right, .number = 10 + i}, IQ_ERROR_HANDLE);
        }
        refuse(self, (refused_value){.pointer = (void *)dead[i], .number = 20 + i}, IQ_ERROR_HANDLE);
        refuse(self, (refused_value){.pointer = (char *)kinds[i] + 1, .number = 30 + i}, IQ_ERROR_HANDLE);
    }
    if (self->kind == REFUSED_VIEW && self->limit) {
        iq_view *other = self->limit == OF_TOLD ? objects.view : objects.laid_out;
        refuse(self, (refused_value){.pointer = other, .number = 4}, IQ_ERROR_STATE);
    }
    refuse(self, (refused_value){.pointer = &objects, .number = 2}, IQ_ERROR_HANDLE);
    refuse(self, (refused_value){.pointer = (void *)UINTPTR_MAX, .number = 3}, IQ_ERROR_HANDLE);
}

static void check_numbered(const refused_case *self)
{
    bool is_edited = self->limit & OF_EDITED;
    bool is_item = self->kind == REFUSED_ITEM || self->kind == REFUSED_ITEMS;
    bool is_array = self->kind == REFUSED_ITEMS || self->kind == REFUSED_SECTIONS;
    const uint64_t items[] = {objects.item.id, objects.edited_item.id};
    const uint64_t sections[] = {objects.section.id, objects.edited_section.id};
    const uint64_t own = is_item ? items[is_edited] : sections[is_edited];
    const uint64_t bad[] = {0,
                            UINT64_MAX,
                            is_item ? items[!is_edited] : sections[!is_edited],
                            is_item ? sections[is_edited] : items[is_edited],
                            is_item ? gone.item.id : gone.section.id,
                            is_item ? gone.edited_item.id : gone.edited_section.id};
    if (is_array) {
        refuse(self, (refused_value){.count = 1}, IQ_ERROR_ARGUMENT);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        uint64_t both[] = {own, bad[i]};
        refused_value value = {.pointer = is_array ? &both[1] : NULL, .number = bad[i], .count = 1};
        if (bad[i] == 0 && self->is_optional) {
            continue;
        }
        refuse(self, value, IQ_ERROR_HANDLE);
        if (self->limit & WITH_COUNT) {
            value.pointer = both;
            value.count = 2;
            refuse(self, value, IQ_ERROR_HANDLE);
        }
    }
}

static void check_numbers(const refused_case *self)
{
    static const uint64_t large[] = {1000, UINT32_MAX, UINT64_C(1) << 32, UINT64_MAX / 2 + 1, UINT64_MAX - 1};
    bool is_wide = self->kind == REFUSED_RANGE;
    for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
        iq_status status = self->kind == REFUSED_CHOICE ? IQ_ERROR_ARGUMENT : IQ_ERROR_RANGE;
        if (is_wide || large[i] <= UINT32_MAX) {
            refuse(self, (refused_value){.number = large[i]}, status);
        }
        refuse(self, (refused_value){.number = self->limit + i / 2}, status);
    }
}

static void check_counts(const refused_case *self)
{
    static const uint64_t counts[] = {SIZE_MAX, SIZE_MAX - 1, SIZE_MAX / 2 + 1, SIZE_MAX / 16 + 2,
                                      (uint64_t)IQ_MAX_ITEMS + 1};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        refuse_either(self, (refused_value){.number = counts[i]}, IQ_ERROR_LIMIT, IQ_ERROR_HANDLE);
    }
}

static void check_flags(const refused_case *self)
{
    for (uint32_t bit = 1; bit != 0; bit <<= 1) {
        if ((self->limit & bit) == 0) {
            refuse(self, (refused_value){.number = bit}, IQ_ERROR_ARGUMENT);
            refuse(self, (refused_value){.number = bit | self->limit}, IQ_ERROR_ARGUMENT);
        }
    }
}

static void check_positions(const refused_case *self)
{
    static const iq_position beyond[] = {{2, 0},       {IQ_NONE, 0},       {0, 3},
                                         {1, 3},       {UINT32_MAX / 2, 0}, {UINT32_MAX / 2 + 1, 0},
                                         {IQ_NONE, 1}, {0, IQ_NONE - 1},   {0, UINT32_MAX / 2 + 1}};
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        /* Behind the last item is where items may go. */
        if (beyond[i].section == 1 && strncmp(self->name, "iq_edit_move_items_to", 21) == 0) {
            continue;
        }
        refuse(self, (refused_value){.position = beyond[i], .number = i}, IQ_ERROR_RANGE);
        iq_error error = {.struct_size = sizeof error};
        CHECK_OK(iq_get_last_error(&error));
        CHECK(error.flags == IQ_ERROR_HAS_POSITION && error.position.section == beyond[i].section);
        /* Where a list has no such section it has no item to name; a changeset says back what it was asked. */
        bool is_of_section = beyond[i].section > 1 && strncmp(self->name, "iq_changeset", 12) != 0;
        CHECK(error.position.item == (is_of_section ? IQ_NONE : beyond[i].item));
    }
}

static void check_reals(const refused_case *self)
{
    static const double lengths[] = {-1, -1e-300, 1048576.0001, 1e300, -1e300};
    static const double grains[] = {2, -1, -0.5, 0.3, 1.0 / 2048, 1024, 1e-300};
    bool is_grain = self->kind == REFUSED_GRAIN, is_limited = is_grain || self->kind != REFUSED_FINITE;
    const double *bad = is_grain ? grains : lengths;
    size_t count = is_grain ? sizeof grains / sizeof *grains : sizeof lengths / sizeof *lengths;
    const double never[] = {(double)INFINITY, -(double)INFINITY, (double)NAN};
    for (size_t i = 0; i < 3 + (is_limited ? count : 0); i++) {
        double real = i < 3 ? never[i] : bad[i - 3];
        refused_value value = {.real = real, .pointer = &real, .number = i};
        if (i != 2 || self->kind == REFUSED_LENGTHS || !(self->limit & OR_NAN)) {
            refuse(self, value, is_grain ? IQ_ERROR_ARGUMENT : IQ_ERROR_RANGE);
        }
    }
}

static void check_strides(const refused_case *self)
{
    for (uint64_t stride = 1; stride < sizeof(double); stride++) {
        refuse(self, (refused_value){.number = stride}, IQ_ERROR_ARGUMENT);
    }
    refuse(self, (refused_value){.number = SIZE_MAX / 2}, IQ_ERROR_LIMIT);
    refuse(self, (refused_value){.number = SIZE_MAX - 1}, IQ_ERROR_LIMIT);
}

static iq_status call_columns(const iq_columns *items)
{
    return current->call((refused_value){.pointer = (void *)items});
}

static iq_status call_element(const iq_supplementary *element)
{
    return current->call((refused_value){.pointer = (void *)element});
}

static void check(const refused_case *self)
{
    check_case = self->name;
    current = self;
    switch (self->kind) {
    case REFUSED_ITEM:
    case REFUSED_SECTION:
    case REFUSED_ITEMS:
    case REFUSED_SECTIONS:
        check_numbered(self);
        break;
    case REFUSED_CLASS:
        refuse(self, (refused_value){.number = 65000}, IQ_ERROR_HANDLE);
        refuse(self, (refused_value){.number = UINT32_MAX}, IQ_ERROR_HANDLE);
        break;
    case REFUSED_POINTER:
        if (self->is_optional) {
            accept(self, (refused_value){.pointer = NULL});
        } else {
            refuse(self, (refused_value){.pointer = NULL}, IQ_ERROR_ARGUMENT);
        }
        break;
    case REFUSED_COLUMNS:
        arguments_columns(call_columns, self->argument);
        reopen_objects();
        break;
    case REFUSED_ELEMENT:
        arguments_element(call_element, self->argument);
        reopen_objects();
        break;
    case REFUSED_COUNT:
        check_counts(self);
        break;
    case REFUSED_FLAGS:
        check_flags(self);
        break;
    case REFUSED_CHOICE:
    case REFUSED_RANGE:
    case REFUSED_RANGE32:
        check_numbers(self);
        break;
    case REFUSED_POSITION:
        check_positions(self);
        break;
    case REFUSED_KEY:
        refuse(self, (refused_value){.key = calls_key(99)}, IQ_ERROR_NOT_FOUND);
        break;
    case REFUSED_LENGTH:
    case REFUSED_LENGTHS:
    case REFUSED_FINITE:
    case REFUSED_GRAIN:
        check_reals(self);
        break;
    case REFUSED_STRIDE:
        check_strides(self);
        break;
    default:
        check_handles(self);
    }
}

int refused_cases_main(void)
{
    case_prepare();
    for (size_t i = 0; i < right_cases_count; i++) {
        check_case = right_cases[i].name;
        prepare_outputs();
        CHECK_STATUS(right_cases[i].call(), right_cases[i].status);
        reopen_objects();
    }
    reopen_objects();
    for (size_t i = 0; i < refused_cases_count; i++) {
        check(&refused_cases[i]);
    }
    check_case = NULL;
    case_close();
    printf("%zu parameters of %zu functions\n", refused_cases_count, right_cases_count);
    return 0;
}

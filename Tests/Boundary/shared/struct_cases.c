/*
 * struct_cases.c - runs the cases that are made from the header: see struct_cases.h.
 */
#define _GNU_SOURCE
#include "struct_cases.h"

#include <sys/mman.h>
#include <unistd.h>

#define UNTOUCHED 0x77
#define MOST_SIZE 4096

static unsigned char *arena, *arena_end; /* the guard page begins at the end */

/* The structs, `stride` bytes apart, the last byte `slack` bytes before the guard page. What is not theirs,
 * and the struct_size of all but the first, is the pattern. */
static unsigned char *place(const struct_case *self, size_t stride, size_t given_size, size_t slack)
{
    memset(arena, UNTOUCHED, (size_t)(arena_end - arena));
    unsigned char *first = arena_end - slack - stride * self->count;
    for (size_t i = 0; i < self->count; i++) {
        unsigned char *struct_ = first + i * stride;
        if (self->fill) {
            self->fill(struct_, i);
        }
        if (self->is_versioned) {
            memset(struct_, UNTOUCHED, sizeof(size_t));
            memcpy(struct_, &given_size, i == 0 ? sizeof given_size : 0);
        }
    }
    return first;
}

/* A call that succeeds writes an output as far as the struct goes, and nothing else. */
static void check_right(const struct_case *self, size_t stride, size_t slack)
{
    static unsigned char copy[3 * MOST_SIZE];
    unsigned char *first = place(self, stride, stride, slack);
    size_t room = (size_t)(arena_end - arena), head = self->is_versioned ? sizeof(size_t) : 0;
    CHECK(room <= sizeof copy);
    memcpy(copy, arena, room);
    CHECK_STATUS(self->call(first), self->right);
    for (size_t i = 0; i < self->count && self->is_output; i++) {
        unsigned char *written = first + i * stride + head;
        size_t seen = self->size - head < 8 ? self->size - head : 8;
        CHECK(i > 0 || self->fill || self->right != IQ_OK || memcmp(written, copy + (written - arena), seen) != 0);
        /* With its padding, whose bytes are arbitrary. */
        memset(written, UNTOUCHED, self->size - head);
        memset(copy + (written - arena), UNTOUCHED, self->size - head);
    }
    CHECK(memcmp(arena, copy, room) == 0);
    case_close();
    case_open();
}

static void check_wrong(const struct_case *self, size_t given_size)
{
    static unsigned char copy[3 * MOST_SIZE];
    unsigned char *first = place(self, self->size, given_size, 0);
    size_t room = (size_t)(arena_end - arena);
    memcpy(copy, arena, room);
    CHECK_STATUS(self->call(first), IQ_ERROR_STRUCT_SIZE);
    iq_error error = {.struct_size = sizeof error};
    CHECK_OK(iq_get_last_error(&error));
    CHECK(!self->has_detail || (error.status == IQ_ERROR_STRUCT_SIZE && error.argument == self->argument));
    CHECK(memcmp(arena, copy, room) == 0);
    static const struct case_made nothing;
    CHECK(memcmp(&made, &nothing, sizeof made) == 0);
    CHECK(arguments_are_unchanged());
}

static void check_case_of(const struct_case *self)
{
    check_case = self->name;
    check_right(self, self->size, 0);
    check_right(self, self->size, 1);
    if (!self->is_versioned) {
        return;
    }
    const size_t right[] = {self->size + 1, self->size + 8, 1000, MOST_SIZE - 1, MOST_SIZE};
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        check_right(self, right[i], i % 2);
    }
    const size_t wrong[] = {0,
                            1,
                            7,
                            8,
                            9,
                            self->first / 2,
                            self->first - 1,
                            MOST_SIZE + 1,
                            MOST_SIZE * 2,
                            UINT32_MAX,
                            SIZE_MAX / self->size + 1,
                            SIZE_MAX / 2,
                            SIZE_MAX / 2 + 1,
                            (size_t)UINT64_C(0x7777777777777777),
                            SIZE_MAX - 7,
                            SIZE_MAX};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        check_wrong(self, wrong[i]);
    }
}

int struct_cases_main(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), room = 3 * MOST_SIZE;
    size_t mapping = (room + page - 1) / page * page + page;
    unsigned char *mapped = mmap(NULL, mapping, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(mapped != MAP_FAILED);
    arena_end = mapped + mapping - page;
    arena = arena_end - room;
    CHECK(mprotect(arena_end, page, PROT_NONE) == 0);
    case_prepare();
    for (size_t i = 0; i < struct_cases_count; i++) {
        check_case_of(&struct_cases[i]);
    }
    check_case = NULL;
    case_close();
    printf("%zu parameters\n", struct_cases_count);
    return 0;
}

/*
 * struct_cases.c - runs the cases that are made from the header: see struct_cases.h.
 */
#define _GNU_SOURCE
#include "struct_cases.h"

#include "digest.h"

#include <sys/mman.h>
#include <unistd.h>

#define UNTOUCHED 0x77
#define MOST_SIZE 4096

call_objects struct_objects;
iq_key section_key, item_key, new_key;
unsigned char encoded_snapshot[4096], encoded_changeset[4096];
size_t encoded_snapshot_length, encoded_changeset_length;
const char *const class_name = "struct sizes";
struct struct_made made;

static unsigned char *arena, *arena_end; /* the guard page begins at the end */
static struct {
    uint64_t list, snapshot, edited;
} digests;

static void open_objects(void)
{
    iq_supplementary footer = {.struct_size = sizeof footer, .kind = IQ_KIND_FOOTER, .key = calls_key(91)};
    CHECK(objects_open(&struct_objects, (iq_class){0}, NULL));
    CHECK_OK(iq_snapshot_set_supplementary(struct_objects.snapshot, section_key, &footer));
    CHECK_OK(iq_list_set_range_states(struct_objects.list, 0, IQ_END, IQ_STATE_EXPANDED, 0));
    digests.list = digest_list(struct_objects.list);
    digests.snapshot = digest_snapshot(struct_objects.snapshot);
    digests.edited = digest_list(struct_objects.edited);
}

static void close_objects(void)
{
    iq_edit_destroy(made.edit);
    iq_view_destroy(made.view);
    iq_replay_destroy(made.replay);
    iq_changeset_destroy(made.changeset);
    iq_snapshot_destroy(made.snapshot);
    iq_list_destroy(made.list);
    memset(&made, 0, sizeof made);
    objects_close(&struct_objects);
}

const char *struct_next_name(void)
{
    static char name[32];
    static unsigned count;
    snprintf(name, sizeof name, "struct sizes %u", count++);
    return name;
}

iq_hasher struct_hasher(void)
{
    iq_hasher hasher;
    CHECK_OK(iq_hasher_init(&hasher));
    return hasher;
}

iq_replay *struct_replay(void)
{
    CHECK_OK(iq_replay_create(struct_objects.changeset, struct_objects.snapshot, IQ_REPLAY_STEPS, 0, &made.replay));
    return made.replay;
}

iq_list *struct_polled(void)
{
    CHECK_OK(iq_list_set_events(struct_objects.list, IQ_EVENT_ACTION));
    CHECK_OK(iq_list_emit(struct_objects.list, NULL, IQ_ACTION_HOST, NULL));
    CHECK_OK(iq_list_emit(struct_objects.list, NULL, IQ_ACTION_HOST, NULL));
    return struct_objects.list;
}

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
        CHECK(i > 0 || self->fill || memcmp(written, copy + (written - arena), seen) != 0);
        /* With its padding, whose bytes are arbitrary. */
        memset(written, UNTOUCHED, self->size - head);
        memset(copy + (written - arena), UNTOUCHED, self->size - head);
    }
    CHECK(memcmp(arena, copy, room) == 0);
    close_objects();
    open_objects();
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
    static const struct struct_made nothing;
    CHECK(memcmp(&made, &nothing, sizeof made) == 0);
    CHECK(digest_list(struct_objects.list) == digests.list);
    CHECK(digest_list(struct_objects.edited) == digests.edited);
    CHECK(digest_snapshot(struct_objects.snapshot) == digests.snapshot);
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

static void encode(void)
{
    CHECK_OK(iq_snapshot_encode(struct_objects.snapshot, encoded_snapshot, sizeof encoded_snapshot,
                                &encoded_snapshot_length));
    CHECK_OK(iq_changeset_encode(struct_objects.changeset, encoded_changeset, sizeof encoded_changeset,
                                 &encoded_changeset_length));
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
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    iq_class cell_class;
    iq_class_options options = {.struct_size = sizeof options, .name = class_name};
    CHECK_OK(iq_class_create(&options, &cell_class));
    section_key = calls_key(1);
    item_key = calls_key(12);
    new_key = calls_key(60);
    open_objects();
    encode();
    for (size_t i = 0; i < struct_cases_count; i++) {
        check_case_of(&struct_cases[i]);
    }
    check_case = NULL;
    close_objects();
    printf("%zu parameters\n", struct_cases_count);
    return 0;
}

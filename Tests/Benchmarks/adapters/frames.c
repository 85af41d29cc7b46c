/* frames.c - see frames.h. */
#include "frames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* splitmix64 (Steele, Lea and Flood, 2014). */
static uint64_t next_random(rows *self) {
    uint64_t z = self->random += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static size_t below(rows *self, size_t bound) {
    return (size_t)((next_random(self) >> 32) * bound >> 32);
}

static void *allocate(size_t size) {
    void *memory = malloc(size);
    if (memory == NULL)
        abort();
    return memory;
}

static void insert(rows *self, size_t at) {
    memmove(self->keys + at + 1, self->keys + at, (self->count - at) * sizeof *self->keys);
    memmove(self->contents + at + 1, self->contents + at, (self->count - at) * sizeof *self->contents);
    self->keys[at] = iq_key_from_u64(self->next_key++);
    self->contents[at] = 1;
    self->count++;
}

static void delete_row(rows *self, size_t at) {
    self->count--;
    memmove(self->keys + at, self->keys + at + 1, (self->count - at) * sizeof *self->keys);
    memmove(self->contents + at, self->contents + at + 1, (self->count - at) * sizeof *self->contents);
}

void rows_begin(rows *self, size_t count) {
    memset(self, 0, sizeof *self);
    self->keys = allocate((count + 1) * sizeof *self->keys);
    self->contents = allocate((count + 1) * sizeof *self->contents);
    for (size_t i = 0; i < count; i++)
        insert(self, i);
}

void rows_end(rows *self) {
    free(self->keys);
    free(self->contents);
}

void rows_change(rows *self) {
    for (size_t changed = self->count / 100; changed > 0; changed--) {
        if (changed % 2 == 0) {
            self->contents[below(self, self->count)]++;
        } else if (changed % 4 == 1) {
            delete_row(self, below(self, self->count));
            insert(self, below(self, self->count + 1));
        }
    }
}

void rows_move(rows *self) {
    for (size_t changed = self->count / 100; changed > 0; changed--) {
        const size_t at = below(self, self->count);
        const iq_key key = self->keys[at];
        const uint64_t content = self->contents[at];
        delete_row(self, at);
        const size_t to = below(self, self->count + 1);
        insert(self, to);
        self->keys[to] = key;
        self->contents[to] = content + 1;
    }
}

void rows_rank(rows *self) {
    for (size_t i = 0; i < self->count; i++)
        self->contents[i] = next_random(self) | 1;
}

size_t rows_rank_some(rows *self, size_t *changed) {
    for (size_t i = 0; i < self->count / 100; i++) {
        changed[i] = below(self, self->count);
        self->contents[changed[i]] = next_random(self) | 1;
    }
    return self->count / 100;
}

void rows_move_first(rows *self, size_t moves, size_t bound) {
    for (; moves > 0; moves--) {
        size_t from = below(self, bound), to = below(self, bound);
        iq_key key = self->keys[from];
        uint64_t content = self->contents[from];
        delete_row(self, from);
        insert(self, to);
        self->next_key--;
        self->keys[to] = key;
        self->contents[to] = content;
    }
}

iq_columns rows_columns(const rows *self) {
    iq_columns columns;
    memset(&columns, 0, sizeof columns);
    columns.struct_size = sizeof columns;
    columns.count = self->count;
    columns.keys = self->keys;
    columns.contents = self->contents;
    return columns;
}

void row_text(iq_key key, uint64_t content, char *text) {
    snprintf(text, ROW_TEXT, "Row %02x%02x%02x%02x, version %llu", key.bytes[0], key.bytes[1], key.bytes[2],
             key.bytes[3], (unsigned long long)content);
}

size_t rows_find(const rows *self, iq_key key) {
    size_t i = 0;
    while (i < self->count && memcmp(&self->keys[i], &key, sizeof key) != 0)
        i++;
    return i;
}

double seconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int compare(const void *a, const void *b) {
    const double *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

static double median(const outcome *self) {
    double sorted[FRAMES];
    memcpy(sorted, self->seconds, sizeof sorted);
    qsort(sorted, self->frames, sizeof *sorted, compare);
    return sorted[self->frames / 2];
}

static void print_one(const char *name, const outcome *self) {
    printf("  %-26s %9.3f ms a frame", name, 1000 * median(self));
    if (self->selected > 0)
        printf("; selected rows kept %zu of %zu, first row in sight kept %zu of %zu", self->kept_selected,
               self->selected, self->kept_first, self->frames);
    putchar('\n');
}

void outcome_print(const char *what, size_t count, const char *theirs, const outcome *a, const outcome *b) {
    printf("%s, %zu rows, 1 %% changed: ratio %.3f\n", what, count, median(a) / median(b));
    print_one("iqlist", a);
    print_one(theirs, b);
    fflush(stdout);
}

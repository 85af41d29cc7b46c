/* frames.h - what the benchmarks of adapters share: rows of which one in a
 * hundred changes with each frame, and the two lines that they print.
 *
 *     rows      7 3 9 1        keys, each with a content
 *     frame     7 9*1 4        half of the changed rows get another content, a
 *                              quarter goes, and as many come elsewhere
 *     sorted    9*7 3 1        or all of them get another content, and go
 *                              elsewhere by it
 *     ranked    7 3 9*1        or get another content where they stand, and a
 *                              list that is sorted by it moves them
 *
 * Both ways of showing them see the same frames: the same seed. */
#ifndef FRAMES_H
#define FRAMES_H

#include <iqlist.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { FRAMES = 12, FRAMES_QUICK = 2, ROW_TEXT = 64, SELECTED = 3 };

typedef struct rows {
    size_t count, next_key;
    uint64_t random;
    iq_key *keys;
    uint64_t *contents;
} rows;

void rows_begin(rows *self, size_t count);
void rows_end(rows *self);
void rows_change(rows *self);
/* Moves one row in a hundred anywhere, and gives it another content. */
void rows_move(rows *self);
/* Gives all rows random contents. */
void rows_rank(rows *self);
/* Gives one row in a hundred another random content. Writes their indexes, and
 * returns how many there are. */
size_t rows_rank_some(rows *self, size_t *changed);
/* Moves so many of the first rows to other places among them. */
void rows_move_first(rows *self, size_t moves, size_t bound);
iq_columns rows_columns(const rows *self);
void row_text(iq_key key, uint64_t content, char *text);
/* The index of a key; the count of the rows if it has gone. */
size_t rows_find(const rows *self, iq_key key);

/* Of processor time of this process: what else the machine does is not in it. */
double seconds_now(void);

/* What one way of showing the frames took, and lost. */
typedef struct outcome {
    double seconds[FRAMES]; /* from the change until the frame is drawn */
    size_t frames, kept_selected, selected, kept_first;
} outcome;

/* Prints the median of ours, of theirs, their ratio, and what each kept, where
 * something was selected. */
void outcome_print(const char *what, size_t count, const char *theirs, const outcome *a, const outcome *b);

#ifdef __cplusplus
}
#endif

#endif

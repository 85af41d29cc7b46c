/* This build of the library beside another one, an older one as a rule: the
 * time of this ÷ the time of that, by what was called. */
#ifndef AGAINST_H
#define AGAINST_H

#include "frames.h"
#include "sections.h"
#include "small.h"

struct contrast {
    char what[48];
    size_t count; /* items */
    struct timing ours, other;
};

enum { MOST_CONTRASTS = 1024 };

struct contrasts {
    size_t count;
    struct contrast all[MOST_CONTRASTS];
};

/* More than 5 % slower, least by least. */
bool contrast_slower(const struct contrast *contrast);

/* Each adds what both builds were measured with. */
void contrast_row(struct contrasts *contrasts, const struct row *row,
                  size_t count);
void contrast_frames(struct contrasts *contrasts, const struct frames *frames);
void contrast_sections(struct contrasts *contrasts,
                       const struct section_load *load,
                       const struct section_shuffle *shuffle);
void contrast_small(struct contrasts *contrasts,
                    const struct small_lists *small);

/* Measures loads, reads and edits of a list of `count` items in turn. */
void contrast_calls(struct contrasts *contrasts, size_t count, uint64_t seed,
                    struct builds builds, double budget);

#endif

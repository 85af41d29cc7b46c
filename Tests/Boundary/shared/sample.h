/*
 * sample.h - a small list and an edit of it, for examples. Sections are letters, items are numbers, a content
 * follows a slash, and a number that IQ_DUPLICATES_NUMBER gave behind a #:
 *
 *     A[1 2 3] B[2#2/7 4 5]
 */
#ifndef SAMPLE_H
#define SAMPLE_H

#include "iqlist.h"

typedef struct sample {
    iq_list *list;
    iq_edit *edit;
} sample;

/* A[1 2 3] B[4 5], and an edit of it that has begun. */
sample sample_open(iq_duplicates policy, uint32_t flags, size_t max_items, size_t max_sections);
void sample_close(sample *self);

#define SAMPLE_SHOWS(self, text) sample_check_shown(__FILE__, __LINE__, (self), (text))
void sample_check_shown(const char *file, int line, const sample *self, const char *text);

iq_section sample_section(const sample *self, char letter);
iq_item sample_item(const sample *self, char letter, uint64_t number);

/* Items of the given numbers, a 0 at the end, all with that content. */
iq_status sample_insert(sample *self, char letter, size_t index, const uint64_t *numbers, uint64_t content);
/* A section's items are of these numbers, a 0 at the end. */
iq_status sample_replace(sample *self, char letter, const uint64_t *numbers);
iq_status sample_insert_sections(sample *self, size_t position, const char *letters);

/* Commits; so many duplicates are counted, by the list and not by the changeset. */
void sample_commit(sample *self, size_t dropped, size_t numbered);

#endif

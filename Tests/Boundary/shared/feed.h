/*
 * feed.h - hands a model to the library: as columns, as a snapshot, or as a whole list at once.
 */
#ifndef FEED_H
#define FEED_H

#include "model.h"

/* How the fields of an item lie in memory. */
typedef enum feed_layout {
    FEED_PACKED,    /* a column each */
    FEED_STRUCTS,   /* an array of model_item */
    FEED_UNALIGNED, /* an array of 41-byte records that begins at an odd address */
    FEED_LAYOUTS
} feed_layout;

/* Items in one of the layouts; `columns` points into memory that feed_columns_clear gives back. */
typedef struct feed_columns {
    iq_columns columns;
    unsigned char *memory;
} feed_columns;

feed_columns feed_columns_of(const model_item *items, size_t count, feed_layout layout);
/* The items of all sections, one after another. */
feed_columns feed_columns_of_all(const model *from, feed_layout layout);
void feed_columns_clear(feed_columns *self);

/* Appends the model's sections, items and elements to a snapshot. False if a section's key is refused because
 * it is there already. */
bool feed_append(iq_snapshot *snapshot, const model *from, feed_layout layout);

/* A snapshot of the model's sections, items, elements and marks, built with append calls. Marks name
 * items by key, so they need a model without duplicates. NULL if a section's key is refused because it is
 * there already. */
iq_snapshot *feed_snapshot(const model *from, const iq_snapshot_options *options, feed_layout layout);

/* iq_list_set with the model's sections and items. */
iq_status feed_list_set(iq_list *list, const model *from, feed_layout layout, const iq_update_options *options,
                        iq_changeset **changes);

#endif

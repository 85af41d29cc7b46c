/* The parts of the results for other programs: times in nanoseconds, sizes in
 * bytes. */
#ifndef JSON_H
#define JSON_H

#include "results.h"

/* "name": {...} */
void write_timing(FILE *file, const char *name, struct timing timing);
/* {...} */
void write_size(FILE *file, const struct sized *sized);
/* "name": ..., with a comma before it. */
void write_many(const struct results *results, FILE *file);
void write_orders(const struct orders *orders, FILE *file);
void write_layouts(const struct layouts *layouts, FILE *file);

#endif

/* Rows whose cells have functions that do next to nothing. */
#ifndef CELLS_H
#define CELLS_H

#include "library.h"

/* A new list that shows the listing, all items of a class with `bind_cell` and
 * `unbind_cell`. */
iq_list *list_of_rows(const struct listing *listing);

/* Calls the two functions so many times, in turn, through pointers, as the
 * library does it. */
void rows_bind_alone(size_t times);

#endif

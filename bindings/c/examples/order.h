/* order.h - in which order the processes of a user stand. */
#ifndef ORDER_H
#define ORDER_H

#include "proc.h"

enum order { ORDER_CPU, ORDER_MEMORY, ORDER_NAME };

/* Sorts the rows of each user: the largest first, names from A to Z. The users
 * stay where they are. */
void order_rows(struct processes *processes, enum order order);

#endif

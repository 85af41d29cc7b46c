/* order.h - in which order the processes of a user stand. */
#ifndef ORDER_H
#define ORDER_H

#include <iqlist.h>

enum order { ORDER_CPU, ORDER_MEMORY, ORDER_NAME };

/* Sorts a list of processes by its next polls: the largest first, names from A
 * to Z. What is equal has an order too, by number. */
void order_list(iq_list *list, enum order order);

#endif

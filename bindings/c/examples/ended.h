/* ended.h - deleting ended processes from the list, in place. */
#ifndef ENDED_H
#define ENDED_H

#include <iqlist.h>

/* Checks only whether the processes in the list still exist. Returns NULL if
 * all are, else what changed, which the caller destroys. */
iq_changeset *take_out_ended(iq_list *list);

#endif

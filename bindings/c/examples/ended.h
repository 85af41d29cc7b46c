/* ended.h - taking out of the list what has ended, where it stands. */
#ifndef ENDED_H
#define ENDED_H

#include <iqlist.h>

/* Asks only whether the processes in the list are still there. Returns NULL if
 * all are, else what changed, which the caller destroys. */
iq_changeset *take_out_ended(iq_list *list);

#endif

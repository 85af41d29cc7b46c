/* ended.h - taking out of the list what has ended, where it stands. */
#ifndef ENDED_H
#define ENDED_H

#include <iqlist.h>

/* Looks only at whether the processes in the list are still there. The caller's
 * are the changes, or NULL if all of them are. */
iq_changeset *take_out_ended(iq_list *list);

#endif

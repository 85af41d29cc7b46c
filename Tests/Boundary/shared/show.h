/*
 * show.h - does a list, or a snapshot, show exactly what a model says? Asked through every function
 * that reads. Each function ends the program if not (see check.h).
 */
#ifndef SHOW_H
#define SHOW_H

#include "model.h"

void show_check_list(const iq_list *list, const model *wanted, bool scoped);
void show_check_snapshot(const iq_snapshot *snapshot, const model *wanted, bool scoped);

/* Text made by one of the dump functions, to be freed; checks that asking for less than the whole text
 * gives its beginning, and asking twice the same. */
char *show_list_dump(const iq_list *list);
char *show_snapshot_dump(const iq_snapshot *snapshot);
char *show_changeset_dump(const iq_changeset *changeset);

#endif

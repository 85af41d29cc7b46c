/*
 * same.h - do two changesets say the same, in every dialect and byte for byte?
 */
#ifndef SAME_H
#define SAME_H

#include "iqlist.h"

/* `flags` are those of the options that both were made with. Ends the program if they differ. */
void same_changesets(const iq_changeset *one, const iq_changeset *other, uint32_t flags);

#endif

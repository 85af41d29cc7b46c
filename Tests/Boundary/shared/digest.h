/*
 * digest.h - a list's, or a snapshot's, whole visible state as one number: text, handles, positions.
 * Two digests are equal while nothing that a host can see has changed.
 */
#ifndef DIGEST_H
#define DIGEST_H

#include "iqlist.h"

uint64_t digest_list(const iq_list *list);
uint64_t digest_snapshot(const iq_snapshot *snapshot);

#endif

/* The size of every public struct on a 64-bit machine: an edit of the header
 * that moves a field does not compile here. */
#include "../../include/iqlist.h"

_Static_assert(sizeof(void *) == 8, "libiqlist wants a 64-bit machine");
_Static_assert(sizeof(iq_key) == 16, "iq_key");
_Static_assert(sizeof(iq_position) == 8, "iq_position");
_Static_assert(sizeof(iq_change) == 56, "iq_change");
_Static_assert(sizeof(iq_splice) == 12, "iq_splice");
_Static_assert(sizeof(iq_columns) == 80, "iq_columns");

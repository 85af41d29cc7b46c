/* The public header as Swift sees it: the handle types, incomplete for hosts,
 * are completed here so that Swift tells them apart. */
#include "../../../include/iqlist.h"

struct iq_list { char opaque; };
struct iq_snapshot { char opaque; };
struct iq_changeset { char opaque; };

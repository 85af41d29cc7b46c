/* The public header as imported by Swift. The handle types, incomplete for
 * hosts, are completed here so that Swift treats them as distinct types. String
 * macros are exposed as functions: Swift imports a macro as a String, which
 * allocates. */
#include "../../../include/iqlist.h"
#include "names.h"

struct iq_list { char opaque; };
struct iq_snapshot { char opaque; };
struct iq_changeset { char opaque; };
struct iq_edit { char opaque; };
struct iq_view { char opaque; };
struct iq_replay { char opaque; };

static inline const char *iqc_version_string(void) { return IQ_VERSION_STRING; }

static inline const char *iqc_build_info(_Bool embedded) {
    return embedded ? "libiqlist " IQ_VERSION_STRING ", Embedded Swift, 64-bit"
                    : "libiqlist " IQ_VERSION_STRING ", Swift, 64-bit";
}

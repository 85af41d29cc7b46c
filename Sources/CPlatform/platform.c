#include "platform.h"

const uint64_t iqp_zero_words[8] = {0};

iqp_storage iqp_handle_storage;
iqp_storage iqp_class_storage;
iqp_storage iqp_log_storage;
iqp_storage iqp_edit_queue_storage;
iqp_storage iqp_scratch_pool_storage;
iqp_storage iqp_worker_storage;
iqp_storage iqp_link_storage;
iqp_storage iqp_fork_storage;

int64_t iqp_seed;

_Thread_local int64_t iqp_host_call_depth;
_Thread_local int64_t *iqp_interruption_word;
_Thread_local iqp_thread_storage iqp_failure_storage;
_Thread_local iqp_thread_storage iqp_detail_storage;

#ifdef DEBUG
static _Thread_local unsigned char iqp_locks_held[16];
unsigned char *iqp_held_locks(void) { return iqp_locks_held; }
#endif

#include "platform.h"

iqp_storage iqp_handle_storage;
iqp_storage iqp_class_storage;
iqp_storage iqp_log_storage;

_Thread_local iqp_thread_storage iqp_failure_storage;
_Thread_local iqp_thread_storage iqp_detail_storage;

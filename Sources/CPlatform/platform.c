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
iqp_pool iqp_record_pool;

int64_t iqp_seed;

_Thread_local int64_t iqp_host_call_depth;
_Thread_local int64_t *iqp_interruption_word;
_Thread_local uint64_t iqp_failure_word;
_Thread_local void *iqp_record_address;

static pthread_once_t iqp_end_once = PTHREAD_ONCE_INIT;
static pthread_key_t iqp_end_key;
static _Bool iqp_has_end_key;
static void (*iqp_end)(void *);

static void iqp_make_end_key(void) {
    iqp_has_end_key = pthread_key_create(&iqp_end_key, iqp_end) == 0;
}

/* Threads that end later would call code that is no longer there. */
__attribute__((destructor)) static void iqp_forget_end_key(void) {
    if (iqp_has_end_key)
        pthread_key_delete(iqp_end_key);
    iqp_has_end_key = 0;
}

_Bool iqp_at_thread_end(void *value, void (*end)(void *)) {
    __atomic_store_n(&iqp_end, end, __ATOMIC_RELAXED);
    pthread_once(&iqp_end_once, iqp_make_end_key);
    return iqp_has_end_key && pthread_setspecific(iqp_end_key, value) == 0;
}

#ifdef DEBUG
static _Thread_local unsigned char iqp_locks_held[16];
unsigned char *iqp_held_locks(void) { return iqp_locks_held; }
#endif

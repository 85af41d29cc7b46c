/* libc for the engine: the system headers, and as `static inline` functions
 * what Swift cannot express (prefetch, branch-free selection, vectors, atomics
 * on plain memory, thread-local storage). No logic. */
#ifndef IQ_PLATFORM_H
#define IQ_PLATFORM_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Declared here because <stdlib.h> also declares fd_set, whose members
 * _GNU_SOURCE renames. libdispatch's module has the other version, and Swift
 * rejects a program that imports both. */
void *malloc(size_t size);
void *realloc(void *memory, size_t size);
void free(void *memory);

static inline void iqp_prefetch(const void *address) {
    __builtin_prefetch(address);
}

/* Selects without a branch, for conditions that a branch predictor cannot
 * predict. */
static inline int64_t iqp_choose(_Bool condition, int64_t yes, int64_t no) {
#ifdef __clang__
    if (__builtin_unpredictable(condition))
        no = yes;
    return no;
#else
    return condition ? yes : no;
#endif
}

/* Subtracts from those of eight numbers that come after `position`, in two
 * vector operations and without a branch. */
static inline void iqp_subtract_after(uint32_t *numbers, int32_t position,
                                      uint32_t amount) {
    typedef int32_t eight
        __attribute__((vector_size(32), aligned(4), may_alias));
    const eight positions = {0, 1, 2, 3, 4, 5, 6, 7};
    eight *all = (eight *)numbers;
    *all -= (positions > position) & (int32_t)amount;
}

static inline int64_t iqp_load(const int64_t *word) {
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

static inline void iqp_store(int64_t *word, int64_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

/* Returns the new value. */
static inline int64_t iqp_add(int64_t *word, int64_t delta) {
    return __atomic_add_fetch(word, delta, __ATOMIC_ACQ_REL);
}

/* Returns whether the word held `expected` and now holds `desired`. */
static inline _Bool iqp_exchange_if(int64_t *word, int64_t expected,
                                    int64_t desired) {
    return __atomic_compare_exchange_n(word, &expected, desired, 0,
                                       __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

static inline void *iqp_load_pointer(void *const *word) {
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

static inline void iqp_store_pointer(void **word, void *value) {
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

static inline int32_t iqp_load32(const int32_t *word) {
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

static inline void iqp_store32(int32_t *word, int32_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

static inline int32_t iqp_add32(int32_t *word, int32_t delta) {
    return __atomic_add_fetch(word, delta, __ATOMIC_ACQ_REL);
}

/* Swift wants the word `unsafe` before a call, whatever the types of a libc. */
#ifdef __clang__
#define IQP_UNSAFE __attribute__((swift_attr("unsafe")))
#else
#define IQP_UNSAFE
#endif

/* Unlocked locks, which may be moved until they are first used: static
 * initializers, and with musl, which has none for a mutex that knows its owner,
 * numbers without an address. (A mutex of glibc holds pointers; musl's does
 * not.) */
IQP_UNSAFE static inline pthread_mutex_t iqp_mutex(_Bool knows_owner) {
    pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
#ifdef PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP
    pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
#else
    pthread_mutex_t checking;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&checking, &attributes);
    pthread_mutexattr_destroy(&attributes);
#endif
    return knows_owner ? checking : plain;
}

static inline pthread_rwlock_t iqp_read_write_lock(void) {
    pthread_rwlock_t plain = PTHREAD_RWLOCK_INITIALIZER;
    return plain;
}

/* Sleeps until the word is woken, unless it is no longer `expected`; may return
 * early. */
static inline void iqp_sleep(int32_t *word, int32_t expected) {
    int before = errno;
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, NULL, NULL, 0);
    errno = before;
}

/* Wakes all that sleep on the word. */
static inline void iqp_wake(int32_t *word) {
    int before = errno;
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT32_MAX, NULL, NULL, 0);
    errno = before;
}

/* A descriptor that is readable while its count is not 0. -1: none. */
static inline int32_t iqp_make_descriptor(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

static inline void iqp_make_readable(int32_t descriptor) {
    (void)!eventfd_write(descriptor, 1);
}

static inline void iqp_make_unreadable(int32_t descriptor) {
    eventfd_t count;
    (void)!eventfd_read(descriptor, &count);
}

/* A pthread_t, which is an address in one libc and a number in another. */
typedef uintptr_t iqp_thread;

/* Starts a thread with all signals blocked and a small stack; returns whether it did. */
static inline _Bool iqp_start_thread(iqp_thread *thread, void *(*body)(void *),
                                     uintptr_t argument) {
    pthread_t started;
    pthread_attr_t attributes;
    sigset_t all, before;
    sigfillset(&all);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 256 * 1024);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int status = pthread_create(&started, &attributes, body, (void *)argument);
    if (status == 0)
        *thread = (iqp_thread)started;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return status == 0;
}

static inline void iqp_join(iqp_thread thread) {
    pthread_join((pthread_t)thread, NULL);
}

static inline void iqp_close(int32_t descriptor) { close(descriptor); }

static inline int32_t iqp_process(void) { return getpid(); }

/* Storage of the process: zeroed before any code runs, and at a constant
 * address; a Swift global guarantees neither. Swift places its structs in it. A
 * zeroed mutex is unlocked. */
typedef struct iqp_storage {
    _Alignas(64) unsigned char bytes[512];
} iqp_storage;

#define IQP_HIDDEN __attribute__((visibility("hidden")))

/* 64 zero bytes, constant, at one address. */
extern IQP_HIDDEN const uint64_t iqp_zero_words[8];
static inline const void *iqp_zeros(void) { return iqp_zero_words; }

extern IQP_HIDDEN iqp_storage iqp_handle_storage;
extern IQP_HIDDEN iqp_storage iqp_class_storage;
extern IQP_HIDDEN iqp_storage iqp_log_storage;
extern IQP_HIDDEN iqp_storage iqp_edit_queue_storage;
extern IQP_HIDDEN iqp_storage iqp_scratch_pool_storage;
extern IQP_HIDDEN iqp_storage iqp_worker_storage;
extern IQP_HIDDEN iqp_storage iqp_link_storage;
extern IQP_HIDDEN iqp_storage iqp_fork_storage;

/* The pool of ThreadRecord. */
typedef struct iqp_pool {
    _Alignas(16) unsigned char bytes[16384];
} iqp_pool;

extern IQP_HIDDEN iqp_pool iqp_record_pool;

/* Seed.process, once it has been read; 0 before. */
extern IQP_HIDDEN int64_t iqp_seed;
static inline int64_t *iqp_seed_word(void) { return &iqp_seed; }

static inline void *iqp_handles(void) { return iqp_handle_storage.bytes; }
static inline void *iqp_classes(void) { return iqp_class_storage.bytes; }
static inline void *iqp_log(void) { return iqp_log_storage.bytes; }
static inline void *iqp_edit_queue(void) { return iqp_edit_queue_storage.bytes; }
static inline void *iqp_worker(void) { return iqp_worker_storage.bytes; }
static inline void *iqp_links(void) { return iqp_link_storage.bytes; }
static inline void *iqp_forks(void) { return iqp_fork_storage.bytes; }
static inline void *iqp_records(void) { return iqp_record_pool.bytes; }
static inline void *iqp_scratch_pool(void) { return iqp_scratch_pool_storage.bytes; }

/* Storage of each thread, which is allocated with the thread, so that access
 * never allocates. With glibc that is what initial-exec promises. A library
 * that is loaded late finds a few hundred bytes of it left, for all libraries,
 * so this is little: 32 bytes; what is larger is in a ThreadRecord. musl loads
 * no library that asks for it, and gives every thread of a process all storage
 * in any model. */
#ifdef __GLIBC__
#define IQP_WITH_THREAD __attribute__((tls_model("initial-exec")))
#else
#define IQP_WITH_THREAD
#endif

/* The depth of nested host callbacks on this thread. */
extern IQP_HIDDEN _Thread_local int64_t iqp_host_call_depth
    IQP_WITH_THREAD;

/* The word that another thread sets to interrupt this one, or NULL. */
extern IQP_HIDDEN _Thread_local int64_t *iqp_interruption_word
    IQP_WITH_THREAD;

/* The thread's latest failure without its detail, or 0. */
extern IQP_HIDDEN _Thread_local uint64_t iqp_failure_word IQP_WITH_THREAD;

/* The thread's record, or NULL. */
extern IQP_HIDDEN _Thread_local void *iqp_record_address IQP_WITH_THREAD;

/* Calls `end` with the value when this thread ends; returns whether it will.
 * `end` is the same in all calls. */
_Bool iqp_at_thread_end(void *value, void (*end)(void *));

/* How many locks of each rank this thread holds: LockOrder, in debug builds. */
unsigned char *iqp_held_locks(void);

static inline int64_t **iqp_interruption(void) { return &iqp_interruption_word; }
static inline int64_t *iqp_host_calls(void) { return &iqp_host_call_depth; }
static inline uint64_t *iqp_failure(void) { return &iqp_failure_word; }
static inline void **iqp_record(void) { return &iqp_record_address; }

/* Calls a host's function that takes a key by value. */
typedef struct iqp_key {
    unsigned char bytes[16];
} iqp_key;

static inline int iqp_call_passes(uintptr_t function, void *context,
                                  uint64_t low, uint64_t high,
                                  const void *model) {
    iqp_key key;
    memcpy(key.bytes, &low, 8);
    memcpy(key.bytes + 8, &high, 8);
    return ((int (*)(void *, iqp_key, const void *))function)(context, key,
                                                             model);
}

static inline void iqp_call_passes_batch(uintptr_t function, void *context,
                                         size_t count, const void *keys,
                                         const void *models,
                                         uint64_t *answers) {
    ((void (*)(void *, size_t, const void *, const void *,
               uint64_t *))function)(context, count, keys, models, answers);
}

static inline int iqp_call_ask(uintptr_t function, void *context,
                               const void *items, size_t count,
                               uint32_t depth, void *ranks, void *groups) {
    return ((int (*)(void *, const void *, size_t, uint32_t, void *,
                     void *))function)(context, items, count, depth, ranks,
                                       groups);
}

static inline int iqp_call_describe(uintptr_t function, void *context,
                                    void *groups, size_t count) {
    return ((int (*)(void *, void *, size_t))function)(context, groups, count);
}

static inline int iqp_call_compare(uintptr_t function, void *context,
                                   const void *a, const void *b) {
    return ((int (*)(void *, const void *, const void *))function)(context, a,
                                                                   b);
}

#endif

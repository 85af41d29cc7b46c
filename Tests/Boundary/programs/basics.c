/*
 * basics.c - what every other function relies on: version, statuses and the detail of a failure,
 * the allocator, the log, the arguments of the hasher, misaligned host memory.
 */
#include "host_memory.h"
#include "refused.h"

#include <pthread.h>
#include <string.h>

static void check_version(void)
{
    CHECK(iq_version() == IQ_VERSION);
    CHECK(IQ_VERSION == (IQ_VERSION_MAJOR << 16 | IQ_VERSION_MINOR << 8 | IQ_VERSION_PATCH));
    CHECK(strcmp(iq_version_string(), IQ_VERSION_STRING) == 0);
    CHECK(strstr(iq_build_info(), IQ_VERSION_STRING) != NULL);
    CHECK(strstr(iq_build_info(), "64-bit") != NULL);
    CHECK(strchr(iq_build_info(), '\n') == NULL);
}

static void check_status_names(void)
{
#define CHECK_NAME(status) CHECK(strcmp(iq_status_name(status), #status) == 0)
    CHECK_NAME(IQ_OK);
    CHECK_NAME(IQ_ERROR_ARGUMENT);
    CHECK_NAME(IQ_ERROR_STRUCT_SIZE);
    CHECK_NAME(IQ_ERROR_HANDLE);
    CHECK_NAME(IQ_ERROR_NO_MEMORY);
    CHECK_NAME(IQ_ERROR_LIMIT);
    CHECK_NAME(IQ_ERROR_BUSY);
    CHECK_NAME(IQ_ERROR_RANGE);
    CHECK_NAME(IQ_ERROR_NOT_FOUND);
    CHECK_NAME(IQ_ERROR_DUPLICATE);
    CHECK_NAME(IQ_ERROR_NO_SECTION);
    CHECK_NAME(IQ_ERROR_SCOPE);
    CHECK_NAME(IQ_ERROR_NO_KEYS);
    CHECK_NAME(IQ_ERROR_STATE);
    CHECK_NAME(IQ_ERROR_VERIFY);
    CHECK_NAME(IQ_ERROR_NO_PAYLOAD);
    CHECK_NAME(IQ_ERROR_MISMATCH);
    CHECK_NAME(IQ_ERROR_FORMAT);
    CHECK_NAME(IQ_ERROR_REFUSED);
    CHECK_NAME(IQ_ERROR_CANCELLED);
    CHECK_NAME(IQ_ERROR_SUPERSEDED);
    CHECK_NAME(IQ_ERROR_CALLBACK);
#undef CHECK_NAME
    static const iq_status unknown[] = {-1, IQ_ERROR_CALLBACK + 1, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        CHECK(strcmp(iq_status_name(unknown[i]), "IQ_ERROR_UNKNOWN") == 0);
    }
}

static void check_no_failure_yet(void)
{
    iq_error error = last_error();
    CHECK(error.status == IQ_OK && error.argument == 0 && error.flags == 0);
    CHECK(error.message[0] == 0);
}

/* Successes and iq_get_last_error's own refusals leave the detail alone. */
static void check_detail_stays(void)
{
    iq_key key;
    iq_error error = {.struct_size = offsetof(iq_error, element) - 1};
    CHECK_REFUSED(iq_key_from_bytes("", 0, &key), IQ_ERROR_ARGUMENT, 2);
    CHECK_OK(iq_key_from_bytes("x", 1, &key));
    check_detail(IQ_ERROR_ARGUMENT, 2);
    CHECK(iq_get_last_error(NULL) == IQ_ERROR_ARGUMENT);
    CHECK(iq_get_last_error(&error) == IQ_ERROR_STRUCT_SIZE);
    check_detail(IQ_ERROR_ARGUMENT, 2);
}

/* A host with a larger iq_error than the library's: the rest of it is left alone. */
static void check_larger_struct(void)
{
    union {
        iq_error error;
        unsigned char bytes[sizeof(iq_error) + 40];
    } host;
    memset(&host, 0xee, sizeof host);
    host.error.struct_size = sizeof host;
    CHECK(iq_get_last_error(&host.error) == IQ_OK);
    CHECK(host.error.struct_size == sizeof host);
    CHECK(host.error.status == IQ_ERROR_ARGUMENT);
    for (size_t i = sizeof(iq_error); i < sizeof host; i++) {
        CHECK(host.bytes[i] == 0xee);
    }
}

static void *fail_in_own_way(void *argument)
{
    uint32_t wanted = *(const uint32_t *)argument;
    iq_key key;
    check_no_failure_yet();
    for (int i = 0; i < 1000; i++) {
        CHECK(iq_key_from_bytes(wanted == 1 ? NULL : "x", wanted == 2 ? 0 : 1,
                                wanted == 3 ? NULL : &key) == IQ_ERROR_ARGUMENT);
        CHECK(last_error().argument == wanted);
    }
    return NULL;
}

static void check_threads_fail_apart(void)
{
    static uint32_t arguments[] = {1, 2, 3};
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) {
        CHECK(pthread_create(&threads[i], NULL, fail_in_own_way, &arguments[i]) == 0);
    }
    for (int i = 0; i < 3; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
    }
    check_detail(IQ_ERROR_ARGUMENT, 2);
}

static void check_allocator(void)
{
    iq_allocator part = host_allocator;
    part.allocate = NULL;
    CHECK_REFUSED(iq_memory_set_allocator(&part), IQ_ERROR_ARGUMENT, 1);
    part = host_allocator;
    part.reallocate = NULL;
    CHECK_REFUSED(iq_memory_set_allocator(&part), IQ_ERROR_ARGUMENT, 1);
    part = host_allocator;
    part.release = NULL;
    CHECK_REFUSED(iq_memory_set_allocator(&part), IQ_ERROR_ARGUMENT, 1);
    part = host_allocator;
    part.struct_size = sizeof part - 1;
    CHECK_REFUSED(iq_memory_set_allocator(&part), IQ_ERROR_STRUCT_SIZE, 1);
    part.struct_size = 0;
    CHECK_REFUSED(iq_memory_set_allocator(&part), IQ_ERROR_STRUCT_SIZE, 1);

    CHECK(iq_memory_used() == 0);
    CHECK_OK(iq_memory_set_allocator(NULL));
    unsigned char misaligned[sizeof part + 1];
    memcpy(misaligned + 1, &host_allocator, sizeof part);
    CHECK_OK(iq_memory_set_allocator((const void *)(misaligned + 1)));
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    CHECK_OK(iq_memory_trim());
    CHECK(host_memory.asked == 0 && iq_memory_used() == 0);
}

static struct {
    int lines;
    iq_log_level level;
    char line[300];
} logged;

static void record_line(void *context, iq_log_level level, const char *message)
{
    CHECK(context == &logged);
    CHECK(strchr(message, '\n') == NULL && strlen(message) < sizeof logged.line);
    logged.lines++;
    logged.level = level;
    strcpy(logged.line, message);
}

static void check_log(void)
{
    iq_key key;
    CHECK_REFUSED(iq_log_set(record_line, &logged, IQ_LOG_DEBUG + 1), IQ_ERROR_ARGUMENT, 3);
    CHECK_STATUS(iq_key_from_bytes(NULL, 1, &key), IQ_ERROR_ARGUMENT);
    CHECK(logged.lines == 0);
    for (iq_log_level level = IQ_LOG_ERROR; level <= IQ_LOG_DEBUG; level++) {
        logged.lines = 0;
        CHECK_OK(iq_log_set(record_line, &logged, level));
        CHECK_STATUS(iq_key_from_bytes(NULL, 1, &key), IQ_ERROR_ARGUMENT);
        CHECK(logged.lines == 1 && logged.level == IQ_LOG_ERROR);
        CHECK(strcmp(logged.line, last_error().message) == 0);
    }
    logged.lines = 0;
    CHECK_OK(iq_log_set(record_line, &logged, IQ_LOG_OFF));
    CHECK_STATUS(iq_key_from_bytes(NULL, 1, &key), IQ_ERROR_ARGUMENT);
    CHECK_OK(iq_log_set(NULL, NULL, IQ_LOG_DEBUG));
    CHECK_STATUS(iq_key_from_bytes(NULL, 1, &key), IQ_ERROR_ARGUMENT);
    CHECK(logged.lines == 0);
}

/* The hasher's NULLs and lengths: which argument is to blame. */
static void check_hasher_arguments(void)
{
    iq_hasher hasher;
    iq_key key;
    CHECK_OK(iq_hasher_init(&hasher));
    CHECK_REFUSED(iq_hasher_add_bytes(&hasher, "x", SIZE_MAX), IQ_ERROR_ARGUMENT, 3);
    CHECK_REFUSED(iq_hasher_add_string(&hasher, NULL, SIZE_MAX), IQ_ERROR_ARGUMENT, 2);
    CHECK_REFUSED(iq_hasher_add_string(&hasher, "x", SIZE_MAX - 1), IQ_ERROR_ARGUMENT, 3);
    CHECK_REFUSED(iq_key_from_bytes("x", SIZE_MAX, &key), IQ_ERROR_ARGUMENT, 2);
    CHECK_REFUSED(iq_key_from_digest("x", 15, &key), IQ_ERROR_ARGUMENT, 2);
}

/* Host structs and outputs at an odd address. */
static void check_misaligned(void)
{
    unsigned char memory[sizeof(iq_error) + 1];
    iq_hasher *hasher = (void *)(memory + 1);
    uint64_t *content = (void *)(memory + 1 + sizeof *hasher);
    uint64_t got;
    CHECK_OK(iq_hasher_init(hasher));
    CHECK_OK(iq_hasher_add_unsigned(hasher, 1));
    CHECK_OK(iq_hasher_get_content(hasher, content));
    memcpy(&got, content, sizeof got);
    CHECK(got == UINT64_C(0xc7802073c8ad2613));

    const size_t size = sizeof(iq_error);
    memcpy(memory + 1, &size, sizeof size);
    CHECK_OK(iq_get_last_error((void *)(memory + 1)));
}

int main(void)
{
    check_version();
    check_status_names();
    check_no_failure_yet();
    check_detail_stays();
    check_larger_struct();
    check_threads_fail_apart();
    check_allocator();
    check_log();
    check_hasher_arguments();
    check_misaligned();
    return 0;
}

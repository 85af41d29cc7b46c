/*
 * arguments_basics.c - bad arguments of the functions that work on no object: status and error, memory
 * and log, keys and hashing, cell classes.
 *
 * modes: plain count valgrind asan tsan
 */
#include "arguments.h"
#include "hook.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>

static void check_version(void)
{
    CHECK(iq_version() == IQ_VERSION);
    CHECK(IQ_VERSION == (IQ_VERSION_MAJOR << 16 | IQ_VERSION_MINOR << 8 | IQ_VERSION_PATCH));
    CHECK(strcmp(iq_version_string(), IQ_VERSION_STRING) == 0);
    CHECK(strstr(iq_build_info(), IQ_VERSION_STRING) != NULL && strchr(iq_build_info(), '\n') == NULL);
}

static void check_names(void)
{
    static const char *const names[] = {
        "IQ_OK",
        "IQ_ERROR_ARGUMENT",
        "IQ_ERROR_STRUCT_SIZE",
        "IQ_ERROR_HANDLE",
        "IQ_ERROR_NO_MEMORY",
        "IQ_ERROR_LIMIT",
        "IQ_ERROR_BUSY",
        "IQ_ERROR_RANGE",
        "IQ_ERROR_NOT_FOUND",
        "IQ_ERROR_DUPLICATE",
        "IQ_ERROR_NO_SECTION",
        "IQ_ERROR_SCOPE",
        "IQ_ERROR_NO_KEYS",
        "IQ_ERROR_STATE",
        "IQ_ERROR_VERIFY",
    };
    for (iq_status status = 0; status < (iq_status)(sizeof names / sizeof *names); status++) {
        CHECK(strcmp(iq_status_name(status), names[status]) == 0);
    }
    static const iq_status unknown[] = {-1, 15, 16, 1000, INT_MAX, INT_MIN};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        CHECK(strcmp(iq_status_name(unknown[i]), "IQ_ERROR_UNKNOWN") == 0);
    }
}

/* What iq_last_error refuses does not become the last error. */
static void check_errors(void)
{
    iq_error error = {.struct_size = sizeof error};
    CHECK_OK(iq_last_error(&error));
    CHECK(error.status == IQ_OK && error.message[0] == 0 && error.flags == 0 && error.argument == 0);
    CHECK_STATUS(iq_list_count(NULL, NULL, NULL), IQ_ERROR_ARGUMENT);
    CHECK(iq_last_error(NULL) == IQ_ERROR_ARGUMENT);
    for (size_t size = 0; size < sizeof error; size = 2 * size + 1) {
        error.struct_size = size;
        CHECK(iq_last_error(&error) == IQ_ERROR_STRUCT_SIZE);
    }
    CHECK(error.status == IQ_OK);
    struct {
        iq_error error;
        char beyond[64];
    } larger = {.error.struct_size = sizeof larger};
    memset(larger.beyond, 0x77, sizeof larger.beyond);
    CHECK_OK(iq_last_error(&larger.error));
    CHECK(larger.error.status == IQ_ERROR_ARGUMENT && larger.error.argument == 1);
    CHECK(larger.error.struct_size == sizeof larger);
    CHECK(strlen(larger.error.message) > 0 && strchr(larger.error.message, '\n') == NULL);
    for (size_t i = 0; i < sizeof larger.beyond; i++) {
        CHECK(larger.beyond[i] == 0x77 || larger.beyond[i] == 0);
    }
    unsigned char odd[sizeof error + 1];
    size_t size = sizeof error;
    memcpy(odd + 1, &size, sizeof size);
    CHECK_OK(iq_last_error((iq_error *)(void *)(odd + 1)));
    memcpy(&error, odd + 1, sizeof error);
    CHECK(error.status == IQ_ERROR_ARGUMENT);
}

static void *never_called(void *context, size_t size)
{
    (void)size;
    CHECK(!"called");
    return context;
}

static void *never_called_again(void *context, void *memory, size_t size)
{
    (void)memory;
    return never_called(context, size);
}

static void never_called_either(void *context, void *memory)
{
    (void)memory;
    never_called(context, 0);
}

static void never_logged(void *context, iq_log_level level, const char *message)
{
    (void)level;
    (void)message;
    never_called(context, 0);
}

static void check_memory_and_log(void)
{
    iq_allocator allocator = {sizeof allocator, NULL, never_called, never_called_again, never_called_either};
    STRUCT_SIZES(allocator, iq_memory_set_allocator(&allocator), 1);
    REFUSED(iq_memory_set_allocator(&allocator), IQ_ERROR_STATE, 0);
    REFUSED(iq_memory_set_allocator(NULL), IQ_ERROR_STATE, 0);
    REFUSED(iq_memory_trim(), IQ_ERROR_STATE, 0);
    allocator.release = NULL;
    REFUSED(iq_memory_set_allocator(&allocator), IQ_ERROR_ARGUMENT, 1);
    REFUSED(iq_log_set(never_logged, NULL, 4), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_log_set(never_logged, NULL, UINT32_MAX), IQ_ERROR_ARGUMENT, 3);
    ACCEPTED(iq_log_set(never_logged, NULL, IQ_LOG_OFF));
    ACCEPTED(iq_log_set(NULL, NULL, IQ_LOG_DEBUG));
    CHECK(iq_memory_used() > 0 && iq_memory_peak() >= iq_memory_used());
}

static void check_keys(void)
{
    REFUSED(iq_key_from_bytes(NULL, 16, &out.key), IQ_ERROR_ARGUMENT, 1);
    REFUSED(iq_key_from_bytes("", 0, &out.key), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_key_from_bytes("0123456789abcdef", 16, NULL), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_key_from_bytes("", SIZE_MAX, &out.key), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_key_from_digest(NULL, 16, &out.key), IQ_ERROR_ARGUMENT, 1);
    REFUSED(iq_key_from_digest("", 0, &out.key), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_key_from_digest("0123456789abcde", 15, &out.key), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_key_from_digest("0123456789abcdef", 16, NULL), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_hasher_init(NULL), IQ_ERROR_ARGUMENT, 1);
    REFUSED(iq_hasher_add_unsigned(NULL, 0), IQ_ERROR_ARGUMENT, 1);
    REFUSED(iq_hasher_add_signed(NULL, 0), IQ_ERROR_ARGUMENT, 1);
    REFUSED(iq_hasher_add_double(NULL, 0), IQ_ERROR_ARGUMENT, 1);
    REFUSED(iq_hasher_add_bytes(NULL, "x", 1), IQ_ERROR_ARGUMENT, 1);
    REFUSED(iq_hasher_add_string(NULL, "x", 1), IQ_ERROR_ARGUMENT, 1);
    REFUSED(iq_hasher_add_key(NULL, calls_key(1)), IQ_ERROR_ARGUMENT, 1);
    REFUSED(iq_hasher_add_bool(NULL, 1), IQ_ERROR_ARGUMENT, 1);
    REFUSED(iq_hasher_add_nothing(NULL), IQ_ERROR_ARGUMENT, 1);
    REFUSED(iq_hasher_key(NULL, &out.key), IQ_ERROR_ARGUMENT, 1);
    REFUSED(iq_hasher_content(NULL, &out.content), IQ_ERROR_ARGUMENT, 1);
    iq_hasher hasher;
    CHECK_OK(iq_hasher_init(&hasher));
    iq_hasher before = hasher;
    REFUSED(iq_hasher_add_bytes(&hasher, NULL, 1), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_hasher_add_bytes(&hasher, "x", SIZE_MAX), IQ_ERROR_ARGUMENT, 3);
    REFUSED(iq_hasher_add_string(&hasher, NULL, 1), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_hasher_add_string(&hasher, NULL, SIZE_MAX), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_hasher_key(&hasher, NULL), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_hasher_content(&hasher, NULL), IQ_ERROR_ARGUMENT, 2);
    CHECK(memcmp(&hasher, &before, sizeof hasher) == 0);
    ACCEPTED(iq_hasher_add_bytes(&hasher, NULL, 0));
    ACCEPTED(iq_hasher_add_string(&hasher, NULL, 0));
    unsigned char odd[sizeof hasher + 1];
    ACCEPTED(iq_hasher_init((iq_hasher *)(void *)(odd + 1)));
    ACCEPTED(iq_hasher_add_unsigned((iq_hasher *)(void *)(odd + 1), 1));
}

static void retain(void *context, void *const *models, size_t count)
{
    (void)context;
    (void)models;
    (void)count;
}

static void check_classes(void)
{
    char longest[257];
    memset(longest, 'x', sizeof longest);
    longest[256] = 0;
    iq_class_options options = {.struct_size = sizeof options, .name = "arguments"};
    STRUCT_SIZES(options, iq_class_create(&options, &out.cell_class), 1);
    REFUSED(iq_class_create(NULL, &out.cell_class), IQ_ERROR_ARGUMENT, 1);
    REFUSED(iq_class_create(&options, NULL), IQ_ERROR_ARGUMENT, 2);
    options.name = NULL;
    REFUSED(iq_class_create(&options, &out.cell_class), IQ_ERROR_ARGUMENT, 1);
    options.name = "";
    REFUSED(iq_class_create(&options, &out.cell_class), IQ_ERROR_ARGUMENT, 1);
    options.name = longest;
    REFUSED(iq_class_create(&options, &out.cell_class), IQ_ERROR_ARGUMENT, 1);
    options.name = "arguments";
    options.retain = retain;
    REFUSED(iq_class_create(&options, &out.cell_class), IQ_ERROR_ARGUMENT, 1);
    options.retain = NULL;
    options.release = retain;
    REFUSED(iq_class_create(&options, &out.cell_class), IQ_ERROR_ARGUMENT, 1);
    options.release = NULL;
    ACCEPTED(iq_class_create(&options, &out.cell_class));
    REFUSED(iq_class_create(&options, &out.cell_class), IQ_ERROR_DUPLICATE, 0);
    REFUSED(iq_class_find(NULL, &out.cell_class), IQ_ERROR_ARGUMENT, 1);
    REFUSED(iq_class_find("arguments", NULL), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_class_find("argument", &out.cell_class), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_class_find(longest, &out.cell_class), IQ_ERROR_NOT_FOUND, 0);
    REFUSED(iq_class_name((iq_class){0}, &out.name), IQ_ERROR_HANDLE, 1);
    REFUSED(iq_class_name((iq_class){UINT32_MAX}, &out.name), IQ_ERROR_HANDLE, 1);
    iq_class found;
    const char *name;
    CHECK_OK(iq_class_find("arguments", &found));
    REFUSED(iq_class_name(found, NULL), IQ_ERROR_ARGUMENT, 2);
    REFUSED(iq_class_name((iq_class){found.id + 1}, &out.name), IQ_ERROR_HANDLE, 1);
    CHECK_OK(iq_class_name(found, &name));
    CHECK(strcmp(name, "arguments") == 0 && name != options.name);
    options.name = longest + 1;
    ACCEPTED(iq_class_create(&options, &out.cell_class));
}

/* 65,535 classes and not one more. */
static void check_class_limit(void)
{
    iq_status status = IQ_OK;
    size_t made = 0;
    for (; status == IQ_OK && made <= 65535; made++) {
        char name[32];
        iq_class cell_class;
        snprintf(name, sizeof name, "limit %zu", made);
        iq_class_options options = {.struct_size = sizeof options, .name = name};
        status = iq_class_create(&options, &cell_class);
    }
    CHECK_STATUS(status, IQ_ERROR_LIMIT);
    CHECK(made - 1 + 2 == 65535);
}

int main(void)
{
    hook_install();
    check_version();
    check_names();
    check_errors();
    arguments_open();
    check_memory_and_log();
    check_keys();
    check_classes();
    arguments_close();
    check_class_limit();
    return 0;
}

/*
 * classes.c - cell classes: found by id and by name, for good, from any thread; what they refuse.
 */
#include "host_memory.h"
#include "refused.h"

#include <pthread.h>

static void class_name_is(iq_class cell_class, const char *name)
{
    const char *found = NULL;
    CHECK_OK(iq_class_get_name(cell_class, &found));
    CHECK(strcmp(found, name) == 0);
}

/* Memory that runs out at any allocation changes nothing, and the same call succeeds afterwards. */
static void check_first_class(void)
{
    char name[] = "row";
    iq_class_options options = {.struct_size = sizeof options, .name = name};
    iq_class row = {77};
    size_t failures = 0;
    for (;; failures++) {
        host_memory.refuse = failures + 1;
        iq_status status = iq_class_create(&options, &row);
        if (status == IQ_OK) {
            break;
        }
        CHECK_REFUSED(status, IQ_ERROR_NO_MEMORY, 0);
        CHECK(row.id == 77);
        CHECK_REFUSED(iq_class_find("row", &row), IQ_ERROR_NOT_FOUND, 1);
    }
    host_memory.refuse = 0;
    CHECK(failures > 0 && host_memory.asked > failures);
    CHECK(row.id == 1);
    name[0] = 'c'; /* the library has its own copy */
    class_name_is(row, "row");

    CHECK(iq_memory_used() > 0 && iq_memory_peak() >= iq_memory_used());
    CHECK_REFUSED(iq_memory_set_allocator(NULL), IQ_ERROR_STATE, 0);
    CHECK_OK(iq_memory_trim());
    class_name_is(row, "row");
}

static void keep(void *context, void *const *models, size_t count)
{
    (void)context, (void)models, (void)count;
}

static void refuse_class(iq_class_options options, iq_status status, uint32_t argument)
{
    iq_class made = {77};
    CHECK_REFUSED(iq_class_create(&options, &made), status, argument);
    CHECK(made.id == 77);
}

static void check_class_names(void)
{
    static char longest[257];
    iq_class_options options = {.struct_size = sizeof options, .name = longest};
    iq_class made, found;
    memset(longest, 'n', 256);
    refuse_class(options, IQ_ERROR_ARGUMENT, 1);
    CHECK_REFUSED(iq_class_find(longest, &found), IQ_ERROR_NOT_FOUND, 1);
    longest[255] = 0;
    CHECK_OK(iq_class_create(&options, &made));
    CHECK_OK(iq_class_find(longest, &found));
    CHECK(found.id == made.id);
    class_name_is(found, longest);
    refuse_class(options, IQ_ERROR_DUPLICATE, 1);

    static const char *const bad[] = {NULL, "", "\xff", "a\xc3", "\xc0\x80", "\xed\xa0\x80", "\xf5\x80\x80\x80"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        options.name = bad[i];
        refuse_class(options, IQ_ERROR_ARGUMENT, 1);
    }
    options.name = "Zo\xc3\xab \xe6\x97\xa5 \xf0\x9f\x8d\x8e";
    CHECK_OK(iq_class_create(&options, &made));
    class_name_is(made, options.name);
}

static void check_class_options(void)
{
    iq_class_options options = {.struct_size = sizeof options, .name = "half"};
    iq_class found = {77};
    const char *name = "untouched";
    options.retain = keep;
    refuse_class(options, IQ_ERROR_ARGUMENT, 1);
    options.retain = NULL;
    options.release = keep;
    refuse_class(options, IQ_ERROR_ARGUMENT, 1);
    options.release = NULL;
    options.traits = 2 * IQ_TRAIT_HAS_CHILDREN;
    refuse_class(options, IQ_ERROR_ARGUMENT, 1);
    options.traits = 0;
    options.struct_size = offsetof(iq_class_options, traits) - 1;
    refuse_class(options, IQ_ERROR_STRUCT_SIZE, 1);
    CHECK_REFUSED(iq_class_find("half", &found), IQ_ERROR_NOT_FOUND, 1);

    CHECK_REFUSED(iq_class_create(NULL, &found), IQ_ERROR_ARGUMENT, 1);
    options.struct_size = sizeof options;
    CHECK_REFUSED(iq_class_find("", &found), IQ_ERROR_NOT_FOUND, 1);
    static const uint32_t ids[] = {0, 1000, 65535, 65536, UINT32_MAX};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        CHECK_REFUSED(iq_class_get_name((iq_class){ids[i]}, &name), IQ_ERROR_HANDLE, 1);
    }
    CHECK(found.id == 77 && strcmp(name, "untouched") == 0);
}

/* Every thread registers every name; each name comes out as one class. */
static void *register_names(void *argument)
{
    uint32_t *ids = argument;
    for (int i = 0; i < 200; i++) {
        char name[20];
        iq_class_options options = {.struct_size = sizeof options, .name = name};
        iq_class cell_class = {0};
        snprintf(name, sizeof name, "shared %d", i);
        iq_status status = iq_class_create(&options, &cell_class);
        CHECK(status == IQ_OK || status == IQ_ERROR_DUPLICATE);
        CHECK_OK(iq_class_find(name, &cell_class));
        class_name_is(cell_class, name);
        ids[i] = cell_class.id;
    }
    return NULL;
}

static void check_threads_share_classes(void)
{
    static uint32_t ids[4][200];
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) {
        CHECK(pthread_create(&threads[i], NULL, register_names, ids[i]) == 0);
    }
    for (int i = 0; i < 4; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
        CHECK(memcmp(ids[i], ids[0], sizeof ids[0]) == 0);
    }
}

/* A host that was compiled with the first version passes a struct that ends with `changed`. */
static void check_first_version(void)
{
    iq_class made;
    iq_class_options options = {.name = "first version"};
    unsigned char *first = check_memory(malloc(offsetof(iq_class_options, traits)));
    options.struct_size = offsetof(iq_class_options, traits);
    memcpy(first, &options, options.struct_size);
    CHECK_OK(iq_class_create((const void *)first, &made));
    class_name_is(made, "first version");
    free(first);
}

static void check_misaligned_options(void)
{
    iq_class made;
    iq_class_options options = {.struct_size = sizeof options, .name = "misaligned"};
    unsigned char other[sizeof options + 1];
    memcpy(other + 1, &options, sizeof options);
    CHECK_OK(iq_class_create((const void *)(other + 1), &made));
    class_name_is(made, "misaligned");
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    check_first_class();
    check_class_names();
    check_class_options();
    check_misaligned_options();
    check_first_version();
    check_threads_share_classes();
    return 0;
}

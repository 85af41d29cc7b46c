/* late.c - the library is loaded by a process that has little static thread-local storage left, and unloaded
 * while a thread that has failed is still there.
 *
 *     late 100 FOLDER            loads FOLDER/0.so, 1.so ...; prints how many of them could be loaded
 *     late COUNT FOLDER LIBRARY  loads that many of them, then the library, and uses and unloads it */
#define _GNU_SOURCE
#include <iqlist.h>

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_barrier_t step;
static void *library;

static void fail(const char *what, const char *detail)
{
    fprintf(stderr, "%s: %s\n", what, detail);
    exit(1);
}

static int load_others(int count, const char *folder)
{
    char path[4096];
    int loaded = 0;

    for (; loaded < count; loaded++) {
        snprintf(path, sizeof path, "%s/%d.so", folder, loaded);
        if (dlopen(path, RTLD_NOW) == NULL)
            break;
    }
    return loaded;
}

static void *find(const char *name)
{
    void *found = dlsym(library, name);

    if (found == NULL)
        fail("not in the library", name);
    return found;
}

/* A thread that was there before the library, and is there after it. */
static void *run(void *argument)
{
    __typeof__(iq_list_set_items) *set_items;
    __typeof__(iq_get_last_error) *get_last_error;
    iq_error error = {.struct_size = sizeof error};
    void *found;

    pthread_barrier_wait(&step);
    found = find("iq_list_set_items");
    memcpy(&set_items, &found, sizeof found);
    found = find("iq_get_last_error");
    memcpy(&get_last_error, &found, sizeof found);
    if (set_items(NULL, NULL, NULL, NULL) == IQ_OK)
        fail("the library", "NULL is taken for a list");
    if (get_last_error(&error) != IQ_OK || error.argument != 1 || error.message[0] == '\0')
        fail("the library", "a failure has no detail");
    pthread_barrier_wait(&step);
    pthread_barrier_wait(&step);
    return argument;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    int count;

    if (argc < 3)
        fail("usage", "late COUNT FOLDER [LIBRARY]");
    count = atoi(argv[1]);
    if (argc == 3) {
        printf("%d\n", load_others(count, argv[2]));
        return 0;
    }
    if (load_others(count, argv[2]) != count)
        fail("the others", dlerror());
    pthread_barrier_init(&step, NULL, 2);
    pthread_create(&thread, NULL, run, NULL);
    library = dlopen(argv[3], RTLD_NOW);
    if (library == NULL)
        fail("dlopen", dlerror());
    pthread_barrier_wait(&step);
    pthread_barrier_wait(&step);
    if (dlclose(library) != 0)
        fail("dlclose", dlerror());
    if (dlopen(argv[3], RTLD_NOW | RTLD_NOLOAD) != NULL)
        fail("dlclose", "the library is still there");
    pthread_barrier_wait(&step);
    pthread_join(thread, NULL);
    return 0;
}

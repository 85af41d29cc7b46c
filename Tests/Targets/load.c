/* load.c - loads the library whose path is given while a thread is already there, and uses it from both.
 *
 *     main     start the thread ─── dlopen ─── use ─── let the thread go on ─── join
 *     thread            waits ....................................... use
 *
 * What the library stores for each thread has to be there for the thread that began before it was loaded. */
#include <iqlist.h>

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *library;

static void fail(const char *what, const char *detail)
{
    fprintf(stderr, "%s: %s\n", what, detail);
    exit(1);
}

static void *named(const char *name)
{
    void *symbol = dlsym(library, name);

    if (symbol == NULL)
        fail(name, dlerror());
    return symbol;
}

/* A refused call is recorded for its thread; a list is made, counted and destroyed. */
static void use(const char *who)
{
    iq_status (*create)(const iq_list_options *, iq_list **);
    iq_status (*last_error)(iq_error *);
    iq_status (*count)(const iq_list *, size_t *, size_t *);
    void (*destroy)(iq_list *);
    iq_error error = {.struct_size = sizeof error};
    iq_list *list;
    size_t sections, items;

    *(void **)&create = named("iq_list_create");
    *(void **)&last_error = named("iq_get_last_error");
    *(void **)&count = named("iq_list_get_count");
    *(void **)&destroy = named("iq_list_destroy");
    if (create(NULL, NULL) == IQ_OK)
        fail(who, "a list without a place to put it is no error");
    last_error(&error);
    if (error.status == IQ_OK)
        fail(who, "the refused call is not remembered");
    if (create(NULL, &list) != IQ_OK)
        fail(who, "no list");
    if (count(list, &sections, &items) != IQ_OK || items != 0)
        fail(who, "a new list has items");
    destroy(list);
}

static void *wait_and_use(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    use("the thread");
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t thread;

    if (argc != 2)
        fail("usage", "load libiqlist.so");
    pthread_mutex_lock(&lock);
    if (pthread_create(&thread, NULL, wait_and_use, NULL) != 0)
        fail("pthread_create", "no thread");
    library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        fail("dlopen", dlerror());
    use("main");
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}

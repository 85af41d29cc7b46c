/* hygiene.c - loading and using the library leaves the host's process as it was.
 *
 *     write down the surroundings   signal handlers and stack, blocked signals, open files,
 *            |                      environment, threads, locale, working directory
 *     load the library, look again
 *            |
 *     use it, look again
 *
 * The surroundings are written as text, so that a difference can be read. */
#define _GNU_SOURCE
#include <iqlist.h>

#include <dirent.h>
#include <dlfcn.h>
#include <limits.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

static void fail(const char *what, const char *detail)
{
    fprintf(stderr, "%s: %s\n", what, detail);
    exit(1);
}

static void write_mask(FILE *text, const sigset_t *mask)
{
    for (int number = 1; number < NSIG; number++)
        fputc(sigismember(mask, number) == 1 ? '1' : '0', text);
    fputc('\n', text);
}

static void write_signals(FILE *text)
{
    struct sigaction action;
    sigset_t blocked;
    stack_t stack;

    for (int number = 1; number < NSIG; number++) {
        if (sigaction(number, NULL, &action) != 0)
            continue; /* two numbers belong to libc itself */
        fprintf(text, "signal %d: handler %p, flags %x, mask ", number,
                (void *)(size_t)action.sa_handler, (unsigned)action.sa_flags);
        write_mask(text, &action.sa_mask);
    }
    sigprocmask(SIG_BLOCK, NULL, &blocked);
    fputs("blocked: ", text);
    write_mask(text, &blocked);
    sigaltstack(NULL, &stack);
    fprintf(text, "signal stack: %p, %zu bytes, flags %x\n", stack.ss_sp, stack.ss_size,
            (unsigned)stack.ss_flags);
}

static int compare_names(const struct dirent **left, const struct dirent **right)
{
    return strcmp((*left)->d_name, (*right)->d_name);
}

/* Each entry of a folder of /proc/self, and what it links to. The descriptor that reads the folder is in
 * it too, and the same each time. */
static void write_folder(FILE *text, const char *folder)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, compare_names);

    if (count < 0)
        fail("cannot read", folder);
    for (int index = 0; index < count; index++) {
        char path[PATH_MAX], target[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", folder, entries[index]->d_name);
        ssize_t length = readlink(path, target, sizeof target);
        fprintf(text, "%s -> %.*s\n", path, length > 0 ? (int)length : 0, target);
        free(entries[index]);
    }
    free(entries);
}

static char *surroundings(void)
{
    char *bytes;
    size_t size;
    char folder[PATH_MAX];
    FILE *text = open_memstream(&bytes, &size);

    if (text == NULL)
        fail("open_memstream", "no memory");
    write_signals(text);
    write_folder(text, "/proc/self/fd");
    write_folder(text, "/proc/self/task");
    for (char **variable = environ; *variable != NULL; variable++)
        fprintf(text, "environment: %s\n", *variable);
    fprintf(text, "locale: %s\n", setlocale(LC_ALL, NULL));
    fprintf(text, "folder: %s\n", getcwd(folder, sizeof folder) ? folder : "?");
    fclose(text);
    return bytes;
}

static void compare(const char *before, const char *after, const char *moment)
{
    if (strcmp(before, after) != 0) {
        fprintf(stderr, "%s changed the process\n---- before\n%s---- after\n%s", moment, before, after);
        exit(1);
    }
}

static void take(void *library, const char *name, void *pointer)
{
    void *address = dlsym(library, name);

    if (address == NULL)
        fail("not in the library", name);
    memcpy(pointer, &address, sizeof address);
}

/* Declares a pointer to a function of the library, under the type that the header gives it. */
#define TAKE(library, name)                                                                               \
    __typeof__(name) *p_##name;                                                                            \
    take(library, #name, &p_##name)

static void use(void *library)
{
    TAKE(library, iq_list_create);
    TAKE(library, iq_list_set_items);
    TAKE(library, iq_changeset_get_splices);
    TAKE(library, iq_changeset_destroy);
    TAKE(library, iq_list_destroy);
    iq_key keys[1000];
    iq_columns items = {.struct_size = sizeof items, .count = 1000, .keys = keys};
    const iq_splice *splices;
    size_t count = 0;
    iq_list *list = NULL;
    iq_changeset *changes = NULL;

    memset(keys, 0, sizeof keys);
    for (size_t index = 0; index < items.count; index++)
        memcpy(keys[index].bytes, &index, sizeof index);
    if (p_iq_list_create(NULL, &list) != IQ_OK ||
        p_iq_list_set_items(list, &items, NULL, &changes) != IQ_OK ||
        p_iq_changeset_get_splices(changes, 0, &splices, &count) != IQ_OK)
        fail("the library", "a call failed");
    if (count != 1 || splices[0].added != 1000)
        fail("the library", "1000 items are not one insert");
    p_iq_changeset_destroy(changes);
    /* A refusal too: it is written down by the thread. */
    if (p_iq_list_set_items(list, NULL, NULL, NULL) != IQ_ERROR_ARGUMENT)
        fail("the library", "NULL is not refused");
    p_iq_list_destroy(list);
}

int main(int argc, char **argv)
{
    char *before, *loaded, *used;
    void *library;

    if (argc != 2)
        fail("usage", "hygiene libiqlist.so");
    before = surroundings();
    library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        fail("dlopen", dlerror());
    loaded = surroundings();
    compare(before, loaded, "loading");
    use(library);
    used = surroundings();
    compare(before, used, "using");
    free(before);
    free(loaded);
    free(used);
    return 0;
}

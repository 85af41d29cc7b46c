/* What glibc for aarch64 puts into each library that calls pthread_atfork. zig's copy has debug information that names
 * the folder of the build, so bindings/c/packaging/target links this one. */

extern int __register_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void), void *library);
extern int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void));

/* The linker defines it: when the library is unloaded its handlers go. */
extern void *__dso_handle;

int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
    return __register_atfork(prepare, parent, child, &__dso_handle);
}
